"""`ginrules play`, as a user types it."""

import io
import json
import sys
from pathlib import Path

import jsonschema
import pytest

from ginrules import resources
from ginrules.cli import run

ANN = "hand Ann: 4h 5h 6h 9c 9d 9s Jc Qc Kc 3s"
BOB = "hand Bob: 2c 2d 2h Ac 5s 7h 8s 9h Qs Kd"
HANDS = f"{ANN}; {BOB}"
KNOCK = f"pile: 7d; {HANDS}; Ann: stock Kh, knock Kh"


def told(text: str, capsys: pytest.CaptureFixture[str], *options: str, code: int = 0) -> str:
    assert run(["play", text, *options]) == code
    return capsys.readouterr().out


def test_the_table_after_each_line(capsys: pytest.CaptureFixture[str]) -> None:
    # Ann is left with the three; Bob with A + 5 + 7 + 8 + 9 + Q + K = 50, after the king is thrown for a six 46.
    out = told(f"dealer Ann; upcard 7d; {HANDS}; Bob: pass; Ann: pass; Bob: stock 6d, discard Kd", capsys)
    begin, first, second, third = out.rstrip("\n").split("\n\n")[1:]
    assert begin == (
        "  Ann  [9c 9d 9s] [Jc Qc Kc] [4h 5h 6h] 3s  deadwood 3\n"
        "  Bob  [2c 2d 2h] Ac Kd 7h 9h 5s 8s Qs      deadwood 50\n"
        "  pile 7d; stock 31\n"
        "  The upcard is on offer: Bob may pass or take 7d."
    )
    assert first.startswith("Bob: pass\n")
    assert first.endswith("The upcard is on offer: Ann may pass or take 7d.")
    assert second.endswith("Bob may draw from the stock.")
    assert third == (
        "Bob: stock 6d, discard Kd\n"
        "  Ann  [9c 9d 9s] [Jc Qc Kc] [4h 5h 6h] 3s  deadwood 3\n"
        "  Bob  [2c 2d 2h] Ac 6d 7h 9h 5s 8s Qs      deadwood 46\n"
        "  pile Kd 7d; stock 30\n"
        "  Ann may draw from the stock or take Kd."
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (f"pile: 7d; {HANDS}; Ann: stock Kh", "Ann may knock with Kh or 3s or throw any card."),
        (f"pile: 3h; {HANDS}; Ann: take 3h", "Ann may knock with 6h, go gin with 3s or throw any card but 3h."),
        (f"pile: 7d; {HANDS}; Bob: take 7d", "Bob may throw any card but 7d."),
        (f"pile: 7d; stock 2:; {HANDS}; expect turn Ann", "The stock is at its floor: Ann may pass or take 7d."),
        (f"pile: 7d; {HANDS}; Ann: take 7d", "pile empty; stock 31"),
        (f"pile: 7d; stock 4: Td; {HANDS}; Ann: stock Td, discard Td", "and 23 cards below; stock 3"),
        (f"pile: 7d; {HANDS.replace('3s', '3h')}; Ann: stock 2s, gin 2s", "Showdown: Ann is next"),
        (f"pile: 7d; {HANDS.replace('3s', '3h')}; Ann: stock Th", "go gin with Th or throw any card"),
        (f"pile: 7d; stock 2:; {HANDS}; Ann: pass", "Nobody went out: the hand is dead, and nobody scores."),
        (f"pile: 7d; stock 2:; {HANDS}; Ann: pass", "The hand is over."),
        (KNOCK, "The hand: Ann +31 and 1 box."),
        (f"{KNOCK}; Bob: layoff none", "The hand: Ann +47 and 1 box."),
    ],
)
def test_what_is_said_of_a_hand(text: str, sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    # 34 - 3 = 31; without lay-offs Bob keeps 7 and 9 more: 50 - 3 = 47.
    assert sentence in told(text, capsys, "--set", "stock.last-discard=free")


def test_big_gin_is_offered(capsys: pytest.CaptureFixture[str]) -> None:
    text = f"pile: 7d; {HANDS.replace('3s', '3h')}; Ann: stock 2s; Ann: discard 2s; Bob: stock 7c, discard 7c; Ann: stock Tc"
    options = ("--set", "gin.big=adds", "--set", "scoring.big-gin=31")
    assert "or go big gin." in told(text, capsys, *options)


def test_a_refusal_names_the_rule_and_its_clause(capsys: pytest.CaptureFixture[str]) -> None:
    out = told(f"pile: 7d; {HANDS}; Bob: stock 5d, knock Kd", capsys)
    assert "  knock Kd is refused: deadwood 45 is over 10\n    knock.limit: The limit (3.4)\n" in out
    assert "What follows is not tried." in out


def test_play_goes_on_after_what_is_taken_back(capsys: pytest.CaptureFixture[str]) -> None:
    text = f"pile: 7d; {HANDS}; Ann: take 7d; Ann: discard 7d; expect illegal turn.return-taken; Ann: discard 3s"
    out = told(text, capsys)
    assert "discard 7d is refused: 7d was taken from the pile this turn" in out
    assert out.endswith("Bob may draw from the stock or take 3s.\n")
    out = told(text, capsys, "--set", "turn.return-taken=allowed")
    assert "  discard 7d: legal under these rules, and taken back\n" in out
    assert out.endswith("Bob may draw from the stock or take 3s.\n")


def test_a_hand_that_is_over_before_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    out = told(f"pile: 7d; {HANDS}; Bob: stock; Bob: stock; Bob: discard Kd", capsys)
    assert out.count("What follows is not tried") == 1
    assert "discard Kd" not in out


def test_json_is_what_the_protocol_says(capsys: pytest.CaptureFixture[str]) -> None:
    played = json.loads(told(f"{KNOCK}; expect knock Ann 31; Bob: layoff none", capsys, "--json"))
    assert [(each["scenario"], each["variant"], each["part"]) for each in played] == [
        ("fragment", "standard", 1),
        ("fragment", "standard", 2),
    ]
    protocol = json.loads((resources.SPEC / "protocol.schema.json").read_text())
    for each in played:
        jsonschema.validate(each["result"], {"$ref": "#/$defs/play.result", "$defs": protocol["$defs"]})
    assert [each["result"]["result"]["points"]["Ann"] for each in played] == [31, 47]


def test_expectations_decide_the_exit_code(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["play", f"{KNOCK}; expect turn Bob"]) == 1
    assert "fragment in standard: expected state turn Bob, got Ann" in capsys.readouterr().err
    assert run(["play", f"{KNOCK}; expect turn Ann"]) == 0
    assert run(["play", f"{KNOCK}; expect turn Bob", "--variant", "basic"]) == 0  # not checked under another rule set


def test_several_hands_of_a_file_under_several_variants(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "two.ginr"
    hand = "  pile: 7d\n  " + HANDS.replace("; ", "\n  ") + "\n"
    path.write_text(
        f"ginr 1\nvariant standard, standard with knock.limit = 2 as low\nscenario one\n{hand}"
        "  Ann: stock Kh\n  Ann: knock Kh\n"
        f"  expect in low: illegal knock.limit\n  expect in standard: knock\nscenario two\n{hand}  Bob: take 7d\n"
    )
    out = told(str(path), capsys)
    heads = ["one, rules: standard", "one, rules: low", "two, rules: standard", "two, rules: low"]
    assert [line for line in out.split("\n") if "rules:" in line] == heads
    assert told(str(path), capsys, "--set", "knock.limit=3").startswith("one, rules: standard with knock.limit=3\n")


def test_standard_input_is_read(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(KNOCK.encode())))
    assert run(["play", "-"]) == 0
    assert "Ann wins with a knock." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "code", "command"),
    [
        (f"{HANDS}; Ann: knock", "5:1", "ginrules score"),
        (HANDS, "", "ginrules score"),
        ("Ann knock 4, Bob 23", "1:1", "ginrules tally"),
        (f"pile: 7d; {HANDS}; Ann: take 2s", "pile-card", ""),
    ],
)
def test_what_cannot_be_played_is_said(text: str, code: str, command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["play", text]) == 4
    err = capsys.readouterr().err
    assert command in err
    assert (code if "-" in code else "other-command") in err


def test_rules_that_are_not_played_are_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["play", KNOCK, "--set", "players.format=rotating"]) == 4
    assert "players.format" in capsys.readouterr().err


def test_what_is_invented_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    text = f"pile: 7d; players Ann Bob; {ANN}; Ann: stock Kh, knock Kh"
    begin = "Bob's hand was not given: the hand is invented here: "
    line = told(text, capsys).split("\n")[1]
    assert line.startswith(begin)
    (played,) = json.loads(told(text, capsys, "--json"))
    assert played["invented"] == {"Bob": line.removeprefix(begin).split()}
    (played,) = json.loads(told(KNOCK, capsys, "--json"))
    assert "invented" not in played


def test_the_good_hands_of_a_text_are_played(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["play", f"scenario good; {KNOCK}; scenario bad; {KNOCK.replace('Kd', 'Kx')}"]) == 4
    out, err = capsys.readouterr()
    assert "The hand: Ann +31" in out
    assert "bad-card" in err
