"""`ginrules score`, as a user types it."""

import io
import json
import sys
from pathlib import Path

import pytest

from ginrules.cli import run

ANN = "hand Ann: [4h 5h 6h] [9c 9d 9s] [Jc Qc Kc] 3s"
BOB = "hand Bob: 2c 2d 2h Ac 5s 7h 8s 9h Qs Kd"
HAND = f"{ANN}; {BOB}; Ann: knock"


def test_each_step_names_its_rule(capsys: pytest.CaptureFixture[str]) -> None:
    # Bob melds the twos, lays off 7h and 9h, and is left with A 5 8 Q K: 34. 34 - 3 = 31.
    assert run(["score", HAND, "--variant", "classic"]) == 0
    out = capsys.readouterr().out
    assert "deadwood 3" in out
    assert "lays off 7h on 4h and 9h on 9c" in out
    assert "deadwood 34" in out
    assert "+31  scoring.collect" in out
    assert "The hand: Ann +31 and 1 box." in out


def test_json_is_a_list_of_scenario_variant_and_result(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["score", HAND, "--variant", "classic", "--json"]) == 0
    (scored,) = json.loads(capsys.readouterr().out)
    assert set(scored) == {"scenario", "variant", "part", "result"}
    assert scored["variant"] == "classic"
    assert scored["result"]["points"] == {"Ann": 31, "Bob": 0}
    assert scored["result"]["outcome"] == "knock"


@pytest.mark.parametrize(
    ("options", "text", "sentence"),
    [
        ([], HAND + "\n", "Ann +31"),
        (["--set", "scoring.knock=10"], HAND, "Ann +41"),
        (["--set", "knock.limit=2"], HAND, "refused: Ann: deadwood 3 is over 2 (knock.limit)"),
        ([], f"{ANN}; {BOB}; Ann: knock; Bob: layoff none", "Ann +47"),
        ([], HAND.replace("Ann: knock", "Ann: gin"), "gin.deadwood"),
    ],
)
def test_rules_and_declarations_decide(
    options: list[str], text: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    # 31 as above; with a credit of 10 for the knock 41; without lay-offs Bob keeps 7 and 9 more: 50 - 3 = 47.
    assert run(["score", text, *options]) == 0
    assert sentence in capsys.readouterr().out


def test_each_of_several_hands_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    text = "hand Ann: 4h 5h 6h 2s; hand Bob: 9c"
    assert run(["score", text]) == 0
    assert capsys.readouterr().out == (
        "rules: standard\nAnn, deadwood 2: [4h 5h 6h] 2s\n\nrules: standard\nBob, deadwood 9: 9c\n"
    )
    assert run(["score", text, "--json"]) == 0
    scored = json.loads(capsys.readouterr().out)
    assert [(each["player"], each["part"], each["result"]["deadwood"]) for each in scored] == [("Ann", 1, 2), ("Bob", 2, 9)]


@pytest.mark.parametrize(
    ("expectation", "said"),
    [
        ("spread Bob: []", "expected spreads Bob none, got [2c 2d 2h]"),
        ("knock Bob 0", "expected winners Bob, got Ann"),
        ("illegal knock.limit", "expected refused for knock.limit, got accepted, outcome knock, points Ann 31, Bob 0"),
    ],
)
def test_a_difference_is_said_in_words(expectation: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["score", f"{HAND}; expect {expectation}"]) == 1
    err = capsys.readouterr().err
    assert f"fragment in standard: {said}\n" in err
    assert not set("{}'") & set(err)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "Ann knock 4, Bob 23",
            "<text>:1:1: error[not-played-yet]: a score sheet: this version scores and plays single hands\n",
        ),
        (
            "hand Ann: 4h; dealer Ann",
            "<text>:1:15: error[other-command]: this is a hand played turn by turn\n",
        ),
        ("", "<text>: error[nothing-to-ask]: there is no text\n"),
        (" \n", "<text>: error[nothing-to-ask]: there is no text\n"),
        ("players Ann Bob", "<text>: error[nothing-to-ask]: here is no hand, no action, no deal\n"),
    ],
)
def test_what_cannot_be_scored_is_said_in_words(text: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["score", text]) == 4
    assert capsys.readouterr().err.startswith(said)


def test_standard_input_is_read(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(HAND.replace("; ", "\n").encode())))
    assert run(["score", "-"]) == 0
    assert "Ann +31" in capsys.readouterr().out


FILE = f"""ginr 1
players Ann Bob

scenario a-knock "Ann knocks with three"
  variant standard, standard with scoring.knock = 10 as with-credit
  {ANN}
  {BOB}
  Ann: knock
  expect in standard: knock Ann 31
  expect in with-credit: knock Ann NUMBER
"""


def test_a_file_is_scored_under_its_own_variants_and_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "evening.ginr"
    path.write_text(FILE.replace("NUMBER", "41"))
    assert run(["score", str(path)]) == 0
    out = capsys.readouterr().out
    assert "a-knock, rules: standard" in out
    assert "a-knock, rules: with-credit" in out
    path.write_text(FILE.replace("NUMBER", "42"))
    assert run(["score", str(path)]) == 1
    assert "a-knock in with-credit: expected points Ann 42, got 41" in capsys.readouterr().err


def test_a_variant_of_the_command_line_replaces_those_of_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "evening.ginr"
    path.write_text(FILE.replace("NUMBER", "42"))
    assert run(["score", str(path), "--set", "scoring.knock=1"]) == 0
    out = capsys.readouterr().out
    assert "a-knock, rules: standard with scoring.knock=1" in out
    assert "Ann +32" in out


@pytest.mark.parametrize(
    ("text", "word"),
    [
        (HAND.replace("3s;", "3s 2s 7d;"), "wrong-count"),
        (HAND.replace("3s;", "3s 2s;"), "no-discard"),
        (HAND.replace(" 3s", ""), "wrong-count"),
        (HAND.replace("3s", "4h"), "card-twice"),
        (HAND.replace("Kd", "2c"), "card-twice"),
        (HAND.replace("3s", "*"), "joker"),
        (HAND.replace("3s", "1h"), "an ace is written A: Ah"),
        (HAND.replace("3s", "h10"), "write the rank first: "),
        (HAND.replace("3s", "10x"), "10x"),
        (HAND.replace("3s", "kh"), "Kh"),
        ("nonsense", "nonsense"),
    ],
)
def test_bad_text_is_answered_with_its_place(text: str, word: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["score", text]) == 4
    captured = capsys.readouterr()
    assert word in captured.err
    assert "^" in captured.err
    assert captured.out == ""


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        (HAND.replace("[4h 5h 6h]", "[4h 5h 3s]").replace(" 3s;", " 6h;"), "melds.shape"),
        (HAND.replace("[9c 9d 9s] [Jc Qc Kc] 3s", "[9c 9d 9s] [9c Jc Qc Kc] 3s").replace("9c Jc", "9c Jc"), "melds"),
        (HAND.replace("[Jc Qc Kc] 3s", "Jc Qc Kc 3s"), "knock.limit"),
        (HAND + "; Bob: layoff Kd on 4h", "melds.shape"),
        (HAND + "; Bob: layoff 7h on 3s", "layoff.onto"),
        (f"{ANN.replace('3s', '7d')}; {BOB.replace('Kd', '3d')}; Ann: knock; Ann: layoff 7d on 2c", "layoff.player"),
        (
            f"hand Ann: [4h 5h 6h] [9c 9d 9s] [Tc Jc Qc Kc]; {BOB}; Ann: gin; Bob: layoff 7h on 4h",
            "layoff.on-gin",
        ),
    ],
)
def test_what_the_rules_forbid_is_an_answer(text: str, rule: str, capsys: pytest.CaptureFixture[str]) -> None:
    code = run(["score", text])
    captured = capsys.readouterr()
    if code == 4:
        assert "card-twice" in captured.err
    else:
        assert code == 0
        assert "refused:" in captured.out
        assert rule in captured.out
