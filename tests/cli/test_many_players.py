"""Three to five in a hand on the command line."""

import pytest

from ginrules.cli import run

EIGHT = "hand Ann: 7s 7h 7d 2c 3c 4c 8d"
FIVE = "Ks Kh Kd Ts Tc Td 5h"
LEVEL = "7s 7h 7d 2c 3c 4c 5d"
ALSO_FIVE = "Jc Jd Jh 9c 9d 9h 5s"
HIGH = "Jd Qd 9c 9h 6s 3s As"


def said(text: str, capsys: pytest.CaptureFixture[str], *options: str, command: str = "score") -> str:
    assert run([command, text, "--variant", "penalty", *options]) == 0, capsys.readouterr().err
    return capsys.readouterr().out


def test_what_each_is_charged(capsys: pytest.CaptureFixture[str]) -> None:
    out = said(f"{EIGHT}; hand Bob: {FIVE}; hand Cat: {HIGH}; Ann: knock", capsys)
    assert out == (
        "rules: penalty\n"
        "Ann calls knock (the limit is 10).\n"
        "  Ann  [2c 3c 4c] [7d 7h 7s] 8d  deadwood 8\n"
        "  Bob  [Tc Td Ts] [Kd Kh Ks] 5h  deadwood 5\n"
        "  Cat  Jd Qd 9c 9h 6s 3s As  deadwood 48\n"
        "Bob undercuts Ann.\n"
        "  Bob    +20  scoring.undercut  undercut bonus\n"
        "  Ann     -3  scoring.collect   charged 8 less 5\n"
        "  Cat    -43  scoring.collect   charged 48 less 5\n"
        "The hand: Ann -3, Bob +20, Cat -43.\n"
    )


def test_several_undercut(capsys: pytest.CaptureFixture[str]) -> None:
    three = f"{EIGHT}; hand Bob: {FIVE}; hand Cat: {ALSO_FIVE}"
    assert "\nBob and Cat undercut Ann.\n" in said(f"{three}; Ann: knock", capsys)
    four = f"{three}; hand Dan: Qc Qd Qh 6c 6d 6h 5c; Ann: knock"
    assert "\nBob, Cat and Dan undercut Ann.\n" in said(four.replace("5c", "5d"), capsys)


@pytest.mark.parametrize(
    ("tie", "cat", "sentence"),
    [
        ("no-score", HIGH, "Bob has the same count as Ann: nobody wins."),
        ("no-score", ALSO_FIVE, "Bob and Cat have the same count as Ann: nobody wins."),
        ("knocker", ALSO_FIVE, "Bob and Cat have the same count as Ann: Ann wins."),
        ("knocker", HIGH, "Ann wins with a knock."),
    ],
)
def test_equal_counts(tie: str, cat: str, sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = f"hand Ann: {LEVEL}; hand Bob: {FIVE}; hand Cat: {cat}; Ann: knock"
    assert f"\n{sentence}\n" in said(text, capsys, "--set", f"scoring.tie={tie}")


def test_a_hand_of_three_is_told_line_by_line(capsys: pytest.CaptureFixture[str]) -> None:
    text = f"{EIGHT}; hand Bob: {FIVE}; hand Cat: {HIGH}; dealer Cat; upcard 2h; Ann: stock 4h, knock 4h; Bob: layoff none"
    out = said(text, capsys, command="play")
    assert "Showdown: Ann is next" in out  # she may show
    assert "Cat is next" in out
    assert "The hand: Ann -3, Bob +20, Cat -43." in out


def test_how_many_may_sit_down_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    three = f"{EIGHT}; hand Bob: {FIVE}; hand Cat: {HIGH}; Ann: knock"
    assert run(["score", three]) == 4
    assert "standard is for 2 players, this scenario has 3: Ann, Bob, Cat" in capsys.readouterr().err
    assert run(["score", three, "--variant", "partnership"]) == 4
    assert "partnership is for two players at a table, this scenario has 3" in capsys.readouterr().err
    five = f"{three[:-11]}; hand Dan: 4d; hand Eve: 4h; Ann: knock"
    assert run(["score", five, "--variant", "penalty"]) == 4
    assert "penalty is for 2 or 3 or 4 players, this scenario has 5" in capsys.readouterr().err


def test_two_of_a_partnership_play_their_hand(capsys: pytest.CaptureFixture[str]) -> None:
    ten = "hand Ann: 4h 5h 6h 9c 9d 9s Jc Qc Kc 3s; hand Bob: 2c 2d 2h Ac 5s 7h 8s 9h Qs Kd; Ann: knock"
    assert run(["score", ten, "--variant", "partnership"]) == 0
    assert "Ann +31" in capsys.readouterr().out
    differs = ("--set", "deal.cards={4: 10, 6: 8, 8: 8, 10: 8, 12: 8}")
    assert run(["score", ten, "--variant", "partnership", *differs]) == 4
    assert "in a partnership deal.cards is one number" in capsys.readouterr().err
