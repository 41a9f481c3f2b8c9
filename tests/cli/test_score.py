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
            "<text>:1:1: error[other-command]: this is a score sheet\n",
        ),
        (
            "hand Ann: 4h; dealer Ann",
            "<text>:1:15: error[other-command]: this is a hand played turn by turn\n",
        ),
        ("", "<text>: error[nothing-to-ask]: there is no text\n"),
        (" \n", "<text>: error[nothing-to-ask]: there is no text\n"),
        ("players Ann Bob", "<text>: error[nothing-to-ask]: here is no hand, no action, no deal\n"),
        ("scenario one; players Ann Bob", "<text>:1:10: error[nothing-to-ask]: here is no hand, no action, no deal\n"),
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


@pytest.mark.parametrize(
    ("bob", "said"),
    [
        (BOB.replace("Kd", "??"), "Bob's whole hand was not given: one card is invented here: "),
        (BOB.replace("Qs Kd", "?? ??"), "Bob's whole hand was not given: 2 cards are invented here: "),
        ("players Ann Bob", "Bob's hand was not given: the hand is invented here: "),
    ],
)
def test_what_is_invented_is_said(bob: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = HAND.replace(BOB, bob)
    assert run(["score", text]) == 0
    lines = capsys.readouterr().out.split("\n")
    assert lines[1].startswith(said)
    assert run(["score", text, "--json"]) == 0
    (scored,) = json.loads(capsys.readouterr().out)
    assert scored["invented"] == {"Bob": lines[1].removeprefix(said).split()}


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        (HAND.replace(" Kd", ""), "one card is missing; ?? stands for a card that is not known"),
        (HAND.replace(" Kd", " Kd Th"), "one card too many"),
        (HAND.replace(" Qs Kd", ""), "2 cards are missing; ?? stands for a card that is not known"),
        (HAND.replace("3s;", "3s Th Td;"), "2 cards too many; one more may be held where the discard is named: knock 7d"),
    ],
)
def test_a_wrong_count_says_by_how_much(text: str, hint: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["score", text]) == 4
    assert f"= hint: {hint}" in capsys.readouterr().err


def test_a_variant_beside_the_file_is_hinted_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("friday.yaml").write_text("spec: 1\nid: friday\nname: Friday\nsummary: ours\nextends: standard\nknock: {limit: 7}\n")
    hand = f"  variant friday\n  {ANN}\n  {BOB}\n  Ann: knock\n"
    Path("evening.ginr").write_text(f"ginr 1\nscenario one\n{hand}scenario two\n{hand}")
    assert run(["score", "evening.ginr"]) == 4
    err = capsys.readouterr().err
    assert err.count("unknown-variant") == 1
    assert "write variant friday, and call with --variants . (or with --variant friday.yaml)" in err
    assert run(["score", f"variant friday.yaml; {HAND}"]) == 4
    assert "call with --variants . (or with --variant friday.yaml)" in capsys.readouterr().err
    assert run(["score", "evening.ginr", "--variants", "."]) == 0
    assert run(["score", "evening.ginr", "--variant", "friday.yaml"]) == 0


def test_two_hands_in_one_text_are_one_mistake(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["score", f"{HAND}; {HAND}"]) == 4
    err = capsys.readouterr().err
    assert err.count("error[") == 1
    assert "begin each hand with a line: scenario its-name" in err
    assert run(["score", f"{ANN}; Ann: knock; {BOB}"]) == 0  # a first hand below the knock is none too many


@pytest.mark.parametrize("name", ["evening.ginr", "evening.md"])
def test_the_good_scenarios_of_a_file_are_scored(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hand = f"  {ANN}\n  {BOB}\n  Ann: knock\n"
    path = tmp_path / name
    text = f"ginr 1\nscenario good\n{hand}scenario bad\n{hand.replace('Kd', 'Kx')}scenario short\n{hand.replace(' Kd', '')}"
    path.write_text(f"```ginr\n{text}```\n" if name.endswith(".md") else text)
    assert run(["score", str(path)]) == 4
    out, err = capsys.readouterr()
    assert out.count("The hand: Ann +31") == 1
    assert "bad-card" in err
    assert "wrong-count" in err


def test_a_file_without_scenarios_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("README.md").write_text("# Nothing\n")
    assert run(["score", "README.md"]) == 4
    assert "no scenario in README.md" in capsys.readouterr().err


def test_a_refused_hand_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    # In brackets only two melds: J + Q + K + 3 = 33; Bob, who lays off the seven, has 43 of his 50 left.
    assert run(["score", HAND.replace("[Jc Qc Kc]", "Jc Qc Kc") + "; Bob: layoff 7h on 4h"]) == 0
    assert capsys.readouterr().out == (
        "rules: standard\nAnn calls knock.\n"
        "  Ann  [4h 5h 6h] [9c 9d 9s] Jc Qc Kc 3s  deadwood 33\n"
        "  Bob  [2c 2d 2h] Ac 5s 8s 9h Qs Kd lays off 7h on 4h  deadwood 43\n"
        "refused: Ann: deadwood 33 is over 10 (knock.limit)\n"
    )


def test_gin_has_no_limit(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["score", f"hand Ann: 4h 5h 6h 9c 9d 9s Tc Jc Qc Kc; {BOB}; Ann: gin"]) == 0
    assert "\nAnn calls gin.\n" in capsys.readouterr().out
