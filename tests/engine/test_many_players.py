"""Three to five in one hand: who beats whom, what each gets or is charged; the arithmetic stands beside the numbers."""

from typing import Any

import pytest

from ginrules.answer import ImpossibleInput
from ginrules.cards import BIT
from ginrules.engine.payment import Payment, pay
from ginrules.rules.typed import typed_rules
from tests.engine.questions import ROOT, reply_to

EVERYONE = {**ROOT, "players.format": "everyone", "players.count": [3, 4, 5], "scoring.undercut": 20, "scoring.knock": 10}
LOWEST = {**EVERYONE, "scoring.showdown": "lowest-wins"}
CHARGED = {**LOWEST, "scoring.collect": {"kind": "penalties", "gin-factor": 2}}
NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve")


def paid(values: dict[str, Any], *counts: int, upcard: str = "Td", big_gin: bool = False, knocker: str = "Ann") -> Payment:
    """A hand of so many players with these counts, Ann's first."""
    deadwood = dict(zip(NAMES, counts, strict=False))
    payment = pay(deadwood, knocker, big_gin=big_gin, upcard=BIT[upcard], rules=typed_rules(values))
    of_steps = {player: sum(step.points for step in payment.steps if step.player == player) for player in deadwood}
    assert of_steps == dict(payment.points)
    return payment


def brief(payment: Payment) -> tuple[str, str, list[int], list[int]]:
    """Outcome, initials of the winners, points and boxes in turn order."""
    winners = "".join(winner[0] for winner in payment.winners)
    return payment.outcome.value, winners, [*payment.points.values()], [*payment.boxes.values()]


def test_each_defender_is_compared_with_the_knocker() -> None:
    # 20 - 6 and 9 - 6; Ann's bonus is one, however many she beats
    assert brief(paid(EVERYONE, 6, 20, 9)) == ("knock", "A", [14 + 3 + 10, 0, 0], [1, 0, 0])
    # Bob undercuts by 6 - 2, Cat by 6 - 5; Ann has beaten Dan all the same: 30 - 6 + 10
    assert brief(paid(EVERYONE, 6, 2, 5, 30)) == ("undercut", "BC", [24 + 10, 4 + 20, 1 + 20, 0], [0, 1, 1, 0])
    # gin beats everybody: 25 + 20 + 9
    assert brief(paid(EVERYONE, 0, 20, 9)) == ("gin", "A", [25 + 20 + 9, 0, 0], [1, 0, 0])


@pytest.mark.parametrize(
    ("tie", "expected"),
    [
        ("undercut", ("undercut", "B", [3 + 10, 20, 0], [0, 1, 0])),
        ("undercut-without-bonus", ("undercut", "B", [3 + 10, 0, 0], [0, 1, 0])),
        ("no-score", ("knock", "A", [3 + 10, 0, 0], [1, 0, 0])),
        ("knocker", ("knock", "A", [3 + 0 + 10, 0, 0], [1, 0, 0])),
    ],
)
def test_one_is_level_with_the_knocker_and_another_is_higher(tie: str, expected: tuple[Any, ...]) -> None:
    assert brief(paid({**EVERYONE, "scoring.tie": tie}, 6, 6, 9)) == expected


@pytest.mark.parametrize(
    ("tie", "expected"),
    [
        # the lowest of all are Bob and Cat, who beat Dan by 9 - 6
        ("undercut", ("undercut", "BC", [0, 3 + 20, 3 + 20, 0], [0, 1, 1, 0])),
        ("undercut-without-bonus", ("undercut", "BC", [0, 3, 3, 0], [0, 1, 1, 0])),
        ("no-score", ("tie", "", [0, 0, 0, 0], [0, 0, 0, 0])),
        ("knocker", ("knock", "A", [3 + 10, 0, 0, 0], [1, 0, 0, 0])),
    ],
)
def test_the_knocker_is_level_with_the_lowest(tie: str, expected: tuple[Any, ...]) -> None:
    assert brief(paid({**LOWEST, "scoring.tie": tie}, 6, 6, 6, 9)) == expected


@pytest.mark.parametrize("values", [EVERYONE, LOWEST])
def test_all_are_level(values: dict[str, Any]) -> None:
    assert brief(paid({**values, "scoring.tie": "knocker"}, 6, 6, 6)) == ("tie", "A", [10, 0, 0], [1, 0, 0])
    assert brief(paid({**values, "scoring.tie": "no-score"}, 6, 6, 6)) == ("tie", "", [0, 0, 0], [0, 0, 0])


def test_the_lowest_wins_against_all() -> None:
    assert brief(paid(LOWEST, 6, 20, 9)) == ("knock", "A", [14 + 3 + 10, 0, 0], [1, 0, 0])
    # Bob beats Ann by 8 - 5 and Cat by 6 - 5; Cat is lower than Ann, and wins nothing
    assert brief(paid(LOWEST, 8, 5, 6)) == ("undercut", "B", [0, 3 + 1 + 20, 0], [0, 1, 0])
    assert brief(paid(LOWEST, 8, 6, 5)) == ("undercut", "C", [0, 0, 3 + 1 + 20], [0, 0, 1])
    # who knocks need not sit first
    assert brief(paid(LOWEST, 5, 8, 6, knocker="Bob")) == ("undercut", "A", [3 + 1 + 20, 0, 0], [1, 0, 0])


@pytest.mark.parametrize(
    ("shared", "knocker", "expected"),
    [
        ("all", "Ann", ("undercut", "BC", [-3, 20, 20, -43], [0, 1, 1, 0])),
        ("next-in-turn", "Ann", ("undercut", "B", [-3, 20, 0, -43], [0, 1, 0, 0])),
        ("all", "Dan", ("undercut", "BC", [-3, 20, 20, -43], [0, 1, 1, 0])),
    ],
)
def test_several_are_lowest_together(shared: str, knocker: str, expected: tuple[Any, ...]) -> None:
    values = {**CHARGED, "scoring.shared-undercut": shared, "knock.limit": {"kind": "any"}}
    assert brief(paid(values, 8, 5, 5, 48, knocker=knocker)) == expected  # 8 - 5, 48 - 5


def test_the_first_of_the_lowest_is_counted_from_the_knocker() -> None:
    values = {**CHARGED, "scoring.shared-undercut": "next-in-turn"}
    assert brief(paid(values, 5, 8, 5, knocker="Bob")) == ("undercut", "C", [0, -3, 20], [0, 0, 1])


def test_a_loser_is_charged_and_the_winner_has_his_bonus_alone() -> None:
    assert brief(paid(CHARGED, 4, 10, 55)) == ("knock", "A", [10, -6, -51], [1, 0, 0])
    assert brief(paid(CHARGED, 8, 5, 48)) == ("undercut", "B", [-3, 20, -43], [0, 1, 0])
    assert brief(paid(CHARGED, 8, 5, 6)) == ("undercut", "B", [-3, 20, -1], [0, 1, 0])
    # a loser who is level is charged nothing
    assert brief(paid({**CHARGED, "scoring.tie": "knocker"}, 5, 5, 9)) == ("knock", "A", [10, 0, -4], [1, 0, 0])
    # nobody wins, nobody pays
    assert brief(paid({**CHARGED, "scoring.tie": "no-score"}, 5, 5, 9)) == ("tie", "", [0, 0, 0], [0, 0, 0])


@pytest.mark.parametrize(("factor", "bob", "cat"), [(1, -26, -11), (2, -52, -22), (3, -78, -33)])
def test_against_gin_a_loser_is_charged_his_deadwood_so_many_times(factor: int, bob: int, cat: int) -> None:
    values = {**CHARGED, "scoring.collect": {"kind": "penalties", "gin-factor": factor}}
    assert brief(paid(values, 0, 26, 11)) == ("gin", "A", [25, bob, cat], [1, 0, 0])
    big = paid({**values, "gin.big": "replaces"}, 0, 26, 11, big_gin=True)
    assert brief(big) == ("big-gin", "A", [31, bob, cat], [1, 0, 0])


def test_one_defender_without_deadwood_makes_gin_void() -> None:
    values = {**CHARGED, "scoring.gin-tie": "no-score"}
    assert brief(paid(values, 0, 26, 0)) == ("tie", "", [0, 0, 0], [0, 0, 0])
    assert brief(paid(values, 0, 26, 11)) == ("gin", "A", [25, -52, -22], [1, 0, 0])


def test_each_with_the_knocker_and_charged_once_for_the_lowest_who_beats_one() -> None:
    values = {**CHARGED, "scoring.showdown": "each-with-knocker"}
    assert brief(paid(values, 8, 5, 6)) == ("undercut", "BC", [-3, 20, 20], [0, 1, 1])
    # Ann is charged 8 - 5, and has her bonus for beating Dan, who is charged 30 - 8
    assert brief(paid(values, 8, 5, 6, 30)) == ("undercut", "BC", [10 - 3, 20, 20, -22], [0, 1, 1, 0])


def test_a_spade_doubles_credits_and_penalties() -> None:
    values = {**CHARGED, "scoring.spades": "doubles-points"}
    assert brief(paid(values, 4, 10, 55, upcard="4s")) == ("knock", "A", [20, -12, -102], [1, 0, 0])
    assert brief(paid(values, 4, 10, 55, upcard="4h")) == ("knock", "A", [10, -6, -51], [1, 0, 0])
    both = {**values, "scoring.spades": "doubles-points-and-boxes", "boxes.undercut": 1}
    assert brief(paid(both, 8, 5, 5, upcard="4s")) == ("undercut", "BC", [-6, 40, 40], [0, 4, 4])


def test_ginning_off_among_several() -> None:
    values = {**LOWEST, "scoring.gin-off": 31, "boxes.gin-off": 2}
    # Bob leaves nothing: 8 and 6 of the others, and 31
    assert brief(paid(values, 8, 0, 6)) == ("undercut", "B", [0, 8 + 6 + 31, 0], [0, 3, 0])


def test_steps_say_what_is_charged() -> None:
    steps = [(step.rule, step.player, step.points, step.text) for step in paid(CHARGED, 0, 26, 11).steps]
    assert steps == [
        ("scoring.gin", "Ann", 25, "gin bonus"),
        ("scoring.collect", "Bob", -52, "charged 2 times 26"),
        ("scoring.collect", "Cat", -22, "charged 2 times 11"),
    ]
    once = {**CHARGED, "scoring.collect": {"kind": "penalties", "gin-factor": 1}}
    assert [step.text for step in paid(once, 0, 26).steps] == ["gin bonus", "charged 26"]
    assert [step.text for step in paid(CHARGED, 4, 10).steps] == ["knock bonus", "charged 10 less 4"]


# --- who may sit down


def ask(players: int, cards: int, **changed: Any) -> dict[str, Any]:
    """Parameters of a showdown of so many: Ann holds clubs from the ace, the next the cards after hers."""
    names = NAMES[:players]
    hands = {name: [*BIT][seat * cards : (seat + 1) * cards] for seat, name in enumerate(names)}
    values = {**EVERYONE, "deal.cards": cards, **{rule.replace("__", "."): value for rule, value in changed.items()}}
    return {"rules": values, "players": [*names], "knocker": "Ann", "call": "knock", "hands": hands}


@pytest.mark.parametrize(("players", "cards"), [(2, 10), (3, 7), (4, 7), (4, 10), (5, 7), (5, 10)])
def test_two_to_five_play_in_one_hand(players: int, cards: int) -> None:
    assert len(reply_to("score", ask(players, cards))["deadwood"]) == players


def test_every_hand_has_the_number_of_cards_for_so_many_players() -> None:
    table = {"2": 10, "3": 7, "4": 7}
    assert "deadwood" in reply_to("score", ask(3, 7, deal__cards=table))
    assert "deadwood" in reply_to("score", ask(2, 10, deal__cards=table))


@pytest.mark.parametrize(
    ("players", "changed", "path", "message"),
    [
        (3, {"players__format": "head-to-head"}, "players", "3 players in one hand: 2 at most (players.format = head-to-head)"),
        (4, {"players__format": "partnership"}, "players", "4 players in one hand: two play at a table"),
        (6, {}, "players", "6 players in one hand: 5 at most (players.format = everyone)"),
        (3, {"deal__cards": {"2": 10, "4": 7}}, "rules.deal.cards", "no number of cards for 3 players"),
        (3, {"deal__cards": {"2": 10, "3": 8}}, "hands.Ann", "Ann holds 7 cards, not 8"),
    ],
)
def test_who_cannot_sit_down(players: int, changed: dict[str, Any], path: str, message: str) -> None:
    params = ask(5, 7, **changed)
    names = [*NAMES, "Fay"][:players]
    params["players"] = names
    params["hands"] = {name: params["hands"].get(name, ["Kd"]) for name in names}
    with pytest.raises(ImpossibleInput) as error:
        reply_to("score", params)
    assert error.value.path == path
    assert message in error.value.message


def test_a_partnership_hand_does_not_know_how_many_play_elsewhere() -> None:
    for table in ({"4": 8, "6": 8}, {"6": 8}, {"2": 8, "4": 10}):
        assert "deadwood" in reply_to("score", ask(2, 8, players__format="partnership", deal__cards=table))
    with pytest.raises(ImpossibleInput) as error:
        reply_to("score", ask(2, 8, players__format="partnership", deal__cards={"4": 8, "6": 10}))
    assert error.value.path == "rules.deal.cards"
    with pytest.raises(ImpossibleInput, match="no number of cards for 2"):
        reply_to("score", ask(2, 7, deal__cards={"3": 7, "4": 7}))  # not a partnership: three or four play


def test_a_hand_that_nobody_wins_has_one_step_on_a_spade_too() -> None:
    values = {**CHARGED, "scoring.tie": "no-score", "scoring.spades": "doubles-points"}
    assert [step.rule for step in paid(values, 5, 5, 9, upcard="4s").steps] == ["scoring.tie"]
