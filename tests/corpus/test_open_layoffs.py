"""What a scenario of several defenders must declare: lay-offs that are as good for one and change what another is left with."""

from pathlib import Path

import pytest

from ginrules.cli import run
from ginrules.corpus.open_layoffs import open_layoffs
from ginrules.rules.resolve import load_variant

HEAD = """ginr 1
scenario open-choice "Bob may keep his set or lay the seven off"
  rule layoff.onto
  note "built for this test"
  variant standard with players.count = [3], players.format = everyone, deal.cards = 7, layoff.onto = ONTO as three
  players Ann Bob Cat
"""
HANDS = """  hand Ann: [4h 5h 6h] [9c 9d 9s] 2s
  hand Bob: 7c 7d 7h 7s Kd Qs Tc
  hand Cat: 8h Ks Qd Td 3c 5s 6c
"""
SHOWDOWN = "  Ann: knock\n"
PLAYED = "  pile: 2d\n  Ann: stock Ac, knock Ac\n"


def lint(text: str, tmp_path: Path) -> int:
    path = tmp_path / "one.ginr"
    path.write_text(text)
    return run(["corpus", "lint", str(path)])


@pytest.mark.parametrize("before", [SHOWDOWN, PLAYED])
@pytest.mark.parametrize(
    ("declared", "expected", "complaint"),
    [
        ("", "deadwood Cat 52", "Bob: layoff 7h on 4h"),
        ("  Bob: layoff none\n", "deadwood Cat 52", ""),
        ("  Bob: layoff 7h on 4h\n", "deadwood Cat 44", ""),  # the eight goes onto the seven
    ],
)
def test_what_decides_about_another_is_declared(
    before: str, declared: str, expected: str, complaint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = f"{HEAD.replace('ONTO', 'extended')}{HANDS}{before}{declared}  expect {expected}\n"
    lint(text, tmp_path)
    said = capsys.readouterr().err
    assert ("error[layoffs-open]" in said) is bool(complaint)
    assert complaint in said


def test_nothing_is_open_where_others_do_not_matter(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lint(f"{HEAD.replace('ONTO', 'original')}{HANDS}{SHOWDOWN}  expect deadwood Cat 52\n", tmp_path)
    assert "layoffs-open" not in capsys.readouterr().err
    # of a hand that is played nothing of the end is expected, or it is dead
    played = f"{HEAD.replace('ONTO', 'extended')}{HANDS}  pile: 2d\n  Ann: stock Ac\n  expect turn Ann\n"
    lint(played, tmp_path)
    assert "layoffs-open" not in capsys.readouterr().err


def params(hands: dict[str, str], spread: str, **more: object) -> dict[str, object]:
    changes = ("players.count=[3,4]", "players.format=everyone", "deal.cards=7")
    return {
        "rules": dict(load_variant("standard", overrides=changes).values),
        "players": [*hands],
        "knocker": "Ann",
        "call": "knock",
        "hands": {player: hand.split() for player, hand in hands.items()},
        "spreads": {"Ann": [meld.split() for meld in spread.split(", ")]},
        **more,
    }


ANN, SPREAD = "4h 5h 6h 9c 9d 9s 2s", "4h 5h 6h, 9c 9d 9s"
BOB, CAT, DAN = "7c 7d 7h 7s Kd Qs Tc", "8h 8c 8d 8s Qc 3c Jc", "9h Ks Qd Td 5s 6c Jd"


def test_a_choice_after_a_choice() -> None:
    """Bob's seven lets Cat lay an eight of her four, which decides where Dan's nine goes; she loses nothing either way."""
    hands = {"Ann": ANN, "Bob": BOB, "Cat": CAT, "Dan": DAN.replace("9h", "Th")}
    assert open_layoffs(params(hands, SPREAD)) is None  # a ten needs the nine
    nine = params({"Ann": ANN, "Bob": BOB, "Cat": CAT, "Dan": DAN}, SPREAD)
    assert open_layoffs(nine) is None  # it goes onto the nines in any case
    run = params({"Ann": "4h 5h 6h 2c 2d 2s 3s", "Bob": BOB, "Cat": CAT, "Dan": DAN}, "4h 5h 6h, 2c 2d 2s")
    choice = open_layoffs(run)
    assert choice is not None
    assert (choice.player, choice.later) == ("Cat", "Dan")
    assert choice.layoffs == [{"cards": ["8h"], "onto": "4h"}]


def test_a_refused_hand_leaves_nothing_open() -> None:
    hands = {"Ann": ANN, "Bob": BOB, "Cat": CAT}
    assert open_layoffs(params(hands, SPREAD.partition(", ")[0])) is None  # 29 are left


def test_a_lay_off_that_costs_something_is_no_choice() -> None:
    # Bob's seven of hearts would leave him two sevens; with his set declared it is not his to lay off.
    three = "7c 7d 7h Jh Kd Qs Tc"
    hands = {"Ann": ANN, "Bob": three, "Cat": "8h Ks Qd Td 3c 5s 6c"}
    assert open_layoffs(params(hands, SPREAD)) is None
    declared = params({**hands, "Bob": BOB}, SPREAD)
    declared["spreads"] = {"Ann": [meld.split() for meld in SPREAD.split(", ")], "Bob": [BOB.split()[:4]]}
    assert open_layoffs(declared) is None
