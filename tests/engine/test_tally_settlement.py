"""What is paid for a finished game (G6 to G8). The arithmetic stands beside the numbers."""

from typing import Any

import pytest

from tests.engine.sheets import finals, settled, sheet

THREE: dict[str, Any] = {"players__format": "everyone", "game__shutout": {"kind": "none"}}


def difference(**fields: Any) -> dict[str, Any]:
    """`game.settlement`, with fields."""
    return {"kind": "difference"} | {name.replace("_", "-"): value for name, value in fields.items()}


def test_nothing_is_paid() -> None:
    reply = sheet("Ann knock 4, Bob 104", game__settlement={"kind": "none"})
    assert "settlement" not in reply
    assert finals(reply) == [100 + 100 + 25 + 100, 0]


@pytest.mark.parametrize(
    ("when", "zero", "point"),
    [
        # Ann 100 + 100 + 25; Bob 0, a hand of 0 with its box, a hand of 1 with its box
        (None, 225 - 25, 225 - 26),
        ("no-points", 2 * (225 - 25), 225 - 26),
        ("no-hands", 225 - 25, 225 - 26),
    ],
)
def test_who_pays_double(when: str | None, zero: int, point: int) -> None:
    rules: dict[str, Any] = {"game__settlement": difference(doubled_when=when), "game__shutout": {"kind": "none"}}
    nothing = sheet("Ann knock 4, Bob 104", **rules)
    assert settled(nothing) == ([225, -225] if when is None else [450, -450])
    by_zero = sheet("Bob knock 4, Ann 4; Ann knock 4, Bob 104", scoring__tie="knocker", **rules)
    assert settled(by_zero) == [zero, -zero]
    by_one = sheet("Bob knock 4, Ann 5; Ann knock 4, Bob 104", **rules)
    assert settled(by_one) == [point, -point]


def test_the_payer_pays_double_not_the_ender() -> None:
    # Ann reaches 100 by a hand of 100; Bob has nine hands of 1 and 225 for boxes: 9 + 225 against 100 + 25
    text = "; ".join(["Bob knock 1, Ann 2"] * 9) + "; Ann knock 1, Bob 101"
    reply = sheet(text, game__bonus=0, game__settlement=difference(doubled_when="no-hands"))
    assert (finals(reply), settled(reply)) == ([125, 234], [-109, 109])


def test_a_hand_won_by_nothing_is_shut_out_by_points_and_not_by_hands() -> None:
    # U22: 50 + 50, boxes 40, game 100, shutout 100; Bob a box of 20: 340 - 20, not doubled
    text = "Ann knock 4, Bob 54; Bob knock 3, Ann 3; Ann knock 4, Bob 54"
    reply = sheet(text, variant="classic", scoring__tie="knocker")
    assert (finals(reply), settled(reply)) == ([340, 20], [320, -320])
    both = sheet(text.replace("Bob knock 3, Ann 3; ", ""), variant="classic")
    assert settled(both) == [680, -680]


def test_three_settle_every_pair() -> None:
    # U28: Ann 105 + 100 + 50 = 255, Bob 30 + 25 = 55, Cat 0 (U27 without its 100)
    text = "Bob 30, Ann 0, Cat 0; Ann 50, Bob 0, Cat 0; Ann 55, Bob 0, Cat 0"
    reply = sheet(text, "Ann Bob Cat", **THREE)
    assert finals(reply) == [255, 55, 0]
    assert settled(reply) == [200 + 255, -200 + 55, -255 - 55]
    texts = [step["text"] for step in reply["steps"] if step["rule"] == "game.settlement" and step["points"] > 0]
    assert texts == ["Ann 255 less Bob 55", "Ann 255 less Cat 0", "Bob 55 less Cat 0"]


def test_a_shut_out_player_pays_the_ender() -> None:
    # U27: 100 from Cat to Ann, at the settlement
    text = "Bob 30, Ann 0, Cat 0; Ann 50, Bob 0, Cat 0; Ann 55, Bob 0, Cat 0"
    rules = THREE | {"game__shutout": {"kind": "paid", "points": 100}}
    reply = sheet(text, "Ann Bob Cat", **rules)
    assert (finals(reply), settled(reply)) == ([255, 55, 0], [555, -145, -410])
    assert reply["bonuses"]["shutout"] == {"Ann": 0, "Bob": 0, "Cat": 0}
    paid = [(step["player"], step["points"], step["text"]) for step in reply["steps"] if step["rule"] == "game.shutout"]
    assert paid == [
        ("Ann", 100, "Cat pays Ann 100: Cat scored no points"),
        ("Cat", -100, "Cat pays Ann 100: Cat scored no points"),
    ]
    # It is not doubled: 2 x 255 + 100 from Cat to Ann, 200 from Bob, and Cat pays Bob 2 x 55.
    doubled = sheet(text, "Ann Bob Cat", **rules, game__settlement=difference(doubled_when="no-points"))
    assert settled(doubled) == [200 + 610, -200 + 110, -610 - 110]
    by_hands = sheet("Cat 0, Ann 0, Bob 0; " + text, "Ann Bob Cat", **rules, game__shutout_when="no-hands")
    # Cat has the box of his hand, and is not shut out: 255, 55, 25
    assert settled(by_hands) == [200 + 230, -200 + 30, -230 - 30]


def test_a_shut_out_player_with_the_higher_total_pays_too() -> None:
    # Bob won five hands by 0 and has 125 for boxes; Ann 100 and a box: he gets the 0 between them and pays 50
    text = "; ".join(["Bob knock 4, Ann 4"] * 5) + "; Ann knock 1, Bob 101"
    rules: dict[str, Any] = {"game__shutout": {"kind": "paid", "points": 50}, "scoring__tie": "knocker", "game__bonus": 0}
    level = sheet(text, **rules)
    assert (finals(level), settled(level)) == ([125, 125], [50, -50])
    # with six he has 25 more: -25 + 50
    above = sheet("Bob knock 4, Ann 4; " + text, **rules)
    assert (finals(above), settled(above)) == ([125, 150], [25, -25])


@pytest.mark.parametrize(
    ("bob", "to", "amount"),
    [
        # Ann 100 and more + 100 + 25, no shutout
        (104, None, 225),
        (104, 1, 225),
        (104, 10, 230),
        (103, 10, 225),
        (108, 10, 230),
        (109, 10, 230),
        (104, 50, 250),
        (104, 100, 200),
        (104, 3, 225),
        (105, 3, 225),
        (106, 3, 228),
        (104, 450, 450),
        (104, 451, 0),
    ],
)
def test_rounding(bob: int, to: int | None, amount: int) -> None:
    rules: dict[str, Any] = {"game__shutout": {"kind": "none"}, "game__end": {"kind": "target", "points": 99}}
    if bob == 103:
        amount = 220 if to == 10 else amount  # 99 + 125 = 224
    reply = sheet(f"Ann knock 4, Bob {bob}", game__settlement=difference(round_to=to), **rules)
    assert settled(reply) == [amount, -amount]


def test_rounded_sums_of_three() -> None:
    # Ann 50 + 100 + 2 x 25 = 200, Bob 4 + 25, Cat 0: 171 + 200, -171 + 29, -200 - 29; each sum by itself
    text = "Bob 4, Ann 0, Cat 0; Ann 25, Bob 0, Cat 0; Ann 25, Bob 0, Cat 0"
    rules: dict[str, Any] = {"game__end": {"kind": "target", "points": 50}}
    exact = sheet(text, "Ann Bob Cat", **THREE, **rules)
    assert settled(exact) == [371, -142, -229]
    tens = sheet(text, "Ann Bob Cat", **THREE, **rules, game__settlement=difference(round_to=10))
    assert settled(tens) == [370, -140, -230]
    assert [step["text"] for step in tens["steps"] if "rounded" in step["text"]] == [
        "371 rounded to the nearest 10",
        "-142 rounded to the nearest 10",
        "-229 rounded to the nearest 10",
    ]
