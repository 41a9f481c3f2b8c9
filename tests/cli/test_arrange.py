"""`ginrules arrange`, as a user types it."""

import json

import pytest

from ginrules.cli import run

TEN = "4h 5h 6h 9c 9d 9s Jc Qc Kc 3s"


def test_ten_cards_give_deadwood_and_melds(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["arrange", TEN]) == 0
    out = capsys.readouterr().out
    assert out.startswith("deadwood 3: ")
    for meld in ("[4h 5h 6h]", "[9c 9d 9s]", "[Jc Qc Kc]"):
        assert meld in out


def test_json_is_the_result_of_the_method(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["arrange", TEN, "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["deadwood"] == 3
    assert sorted(result["melds"]) == [["4h", "5h", "6h"], ["9c", "9d", "9s"], ["Jc", "Qc", "Kc"]]
    assert set(result) == {"deadwood", "melds"}


def test_with_one_card_too_many_each_discard_is_priced(capsys: pytest.CaptureFixture[str]) -> None:
    # Without the king the hand above counts 3; throwing the three keeps the king, 10; throwing 9c leaves 9d 9s, 3 and K: 31.
    assert run(["arrange", TEN + " Kd", "--json"]) == 0
    discards = json.loads(capsys.readouterr().out)["discards"]
    assert len(discards) == 11
    assert (discards["Kd"], discards["3s"], discards["9c"]) == (3, 10, 31)
    assert run(["arrange", TEN + " Kd"]) == 0
    out = capsys.readouterr().out
    assert "A knock is possible, with 2 discards (the limit is 10)." in out


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--set", "knock.limit=2"], "No knock is possible: the least is 3, the limit is 2 (knock.limit)."),
        (["--set", "knock.limit=gin-only"], "No knock is possible: the least is 3, the limit is 0 (knock.limit)."),
        (["--set", "knock.limit=any"], "A knock is possible, with 11 discards"),
        (["--set", "knock.limit={kind: upcard, ace: one}"], "depends on the upcard"),
    ],
)
def test_whether_a_knock_is_possible_follows_the_rules(
    options: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["arrange", TEN + " Kd", *options]) == 0
    assert sentence in capsys.readouterr().out


def test_gin_is_pointed_out(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["arrange", "4h 5h 6h 7h 9c 9d 9s Jc Qc Kc 3s"]) == 0
    assert "Gin is possible: throw 3s." in capsys.readouterr().out


def test_all_shows_every_least_arrangement(capsys: pytest.CaptureFixture[str]) -> None:
    # The king of hearts goes with the kings or with the run; either way two cards of ten are loose.
    assert run(["arrange", "Jh Qh Kh Kc Kd", "--all"]) == 0
    lines = set(capsys.readouterr().out.splitlines())
    assert lines == {"deadwood 20: [Jh Qh Kh] Kc Kd", "deadwood 20: [Kc Kd Kh] Jh Qh"}


def test_every_wrong_word_is_reported_in_one_run(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["arrange", "4h 1h h10 10x kh Jc Jc * 4h"]) == 4
    captured = capsys.readouterr()
    assert captured.out == ""
    for code, count in {"not-a-card": 4, "card-twice": 2, "joker": 1}.items():
        assert captured.err.count(f"error[{code}]") == count
    assert "an ace is written A: Ah" in captured.err
    assert "write the rank first: Th" in captured.err
    assert "ranks are capitals: Kh" in captured.err


def test_a_text_without_a_card_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["arrange", " "]) == 4
    assert "no-cards" in capsys.readouterr().err


def test_a_hand_with_jokers(capsys: pytest.CaptureFixture[str]) -> None:
    # The joker is the ten or the king of clubs; 3 are left.
    assert run(["arrange", "4h 5h 6h 9c 9d 9s Jc Qc * 3s", "--set", "deck.jokers=2", "--all"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if line.startswith("deadwood 3:") and line.endswith(" 3s")] == lines
    assert sorted("[*=Tc Jc Qc]" in line for line in lines) == [False, True]
    assert sorted("[Jc Qc *=Kc]" in line for line in lines) == [False, True]


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        ("4h * 6h *", "one joker is played here"),
        ("4h *=5h 6h", "write * for a joker, whatever it stands for"),
    ],
)
def test_jokers_that_no_hand_holds(cards: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["arrange", cards, "--set", "deck.jokers=1"]) == 4
    assert message in capsys.readouterr().err


def test_jokers_are_one_discard(capsys: pytest.CaptureFixture[str]) -> None:
    hand = ["arrange", "4h 5h 6h 9c 9d * Jc Qc * 3s 8s", "--set", "deck.jokers=2"]
    # [4h 5h 6h] [9c 9d *] [Jc Qc *]: without the eight 3 are left; without a joker [9c *=Tc Jc Qc] leaves 9 + 3 + 8
    assert run(hand) == 0
    out = capsys.readouterr().out
    assert "  3  by throwing 8s\n" in out
    assert "   20  by throwing 9c or Jc or Qc or 4h or 5h or 6h or *\n" in out
    assert run([*hand, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["discards"]["*"] == 20


@pytest.mark.parametrize(
    ("cards", "options", "sentence"),
    [
        (
            "Ac 3c 5c 7d 9d Jd 2h 4h 6h 8s Ks",
            ["knock.limit=any", "knock.needs-meld=required"],
            "must show a meld (knock.needs-meld)",
        ),
        (TEN + " Kd", ["knock.limit=any", "knock.needs-meld=required"], "A knock is possible, with 11 discards"),
        ("4h 5h 6h 7h 9c 9d 9s 9h Jc Qc Kc", ["gin.big=replaces"], "Big gin is possible (gin.big)."),
    ],
)
def test_going_out_follows_every_rule(
    cards: str, options: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    # Eleven cards without a meld; every discard of the second hand leaves a meld; all eleven of the third are melded.
    assert run(["arrange", cards, *(word for option in options for word in ("--set", option))]) == 0
    assert sentence in capsys.readouterr().out


def test_all_is_in_the_json_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["arrange", "Jh Qh Kh Kc Kd", "--all", "--json"]) == 0
    assert sorted(json.loads(capsys.readouterr().out)["all"]) == [[["Jh", "Qh", "Kh"]], [["Kc", "Kd", "Kh"]]]


def test_more_cards_than_a_player_can_hold_are_refused_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["arrange", " ".join(rank + suit for suit in "cdhs" for rank in "A23456789TJQK")]) == 4
    assert "no hand has 52 cards" in capsys.readouterr().err


def test_cards_may_be_several_arguments(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["arrange", "4h", "5h", "6h"]) == 0
    assert capsys.readouterr().out == "deadwood 0: [4h 5h 6h]\n"


def test_of_very_many_arrangements_the_first_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    many = ["arrange", "* * * * Ah 2h 3h 4h 5h 6h 7h", "--set", "deck.jokers=4", "--all"]
    assert run([*many, "--json"]) == 0
    count = len(json.loads(capsys.readouterr().out)["all"])
    assert count > 1000
    assert run(many) == 0
    shown = capsys.readouterr().out.partition("\n\n")[0].splitlines()
    assert len(shown) == 101
    assert shown[-1] == f"These are 100 of {count} arrangements; --all --json gives every one."
