"""OpenSpiel behind the protocol, in a process of its own.

Expected numbers are counted by hand, or are those of the protocol's page, unless a comment says otherwise; what the engine does
wrong is pinned too, for the version that the extra `engines` names.
"""

import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any

import pytest

from tests.adapters.conversation import CHECKOUT, OPEN_SPIEL, ROOT, Conversation, cards, check, rest

pytestmark = pytest.mark.skipif(find_spec("pyspiel") is None, reason="open_spiel is not installed")

PLAYERS = ["Ann", "Bob"]
RUN_UP = [{"player": "Ann", "do": "pass"}, {"player": "Bob", "do": "pass"}, {"player": "Ann", "do": "stock"}]

PLAIN = cards("As 2s 3s 7c 7d 7h Jc Qc Kc 5d")
"""Counts 5: only 5d is in no meld."""
PLAIN_SPREAD = [cards("As 2s 3s"), cards("7c 7d 7h"), cards("Jc Qc Kc")]
GIN = cards("As 2s 3s 7c 7d 7h Tc Jc Qc Kc")
GIN_SPREAD = [cards("As 2s 3s"), cards("7c 7d 7h"), cards("Tc Jc Qc Kc")]


@pytest.fixture(scope="module")
def engine() -> Iterator[Conversation]:
    with Conversation("ginrules.adapters.open_spiel") as conversation:
        yield conversation


def hand(
    knocker: list[str],
    defender: list[str],
    actions: list[dict[str, Any]],
    *,
    rules: dict[str, Any] | None = None,
    discard: str = "Kd",
    upcard: str = "Kh",
) -> dict[str, Any]:
    """A deal in which Ann draws the discard from the stock; then the actions."""
    stock = [discard, *rest(knocker, defender, [discard, upcard])]
    return {
        "rules": OPEN_SPIEL | (rules or {}),
        "players": PLAYERS,
        "dealer": "Bob",
        "upcard": upcard,
        "hands": {"Ann": knocker, "Bob": defender},
        "stock": stock,
        "actions": [*RUN_UP, *actions],
    }


def knock(card: str = "Kd", do: str = "knock") -> dict[str, Any]:
    return {"player": "Ann", "do": do, "card": card}


def show(player: str, *melds: list[str]) -> dict[str, Any]:
    return {"player": player, "do": "show", "melds": list(melds)}


def lay_off(text: str, onto: str, player: str = "Bob") -> dict[str, Any]:
    return {"player": player, "do": "layoff", "cards": cards(text), "onto": onto}


DONE = {"player": "Bob", "do": "done"}


def showdown(
    engine: Conversation,
    knocker: list[str],
    spread: list[list[str]],
    defender: list[str],
    declared: list[dict[str, Any]],
    *,
    do: str = "knock",
    rules: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """The result of a hand that is played to its end."""
    actions = [knock(do=do), show("Ann", *spread), *declared, DONE]
    reply = engine.ask("play", hand(knocker, defender, actions, rules=rules))
    assert "refused" not in reply, reply
    assert reply["accepted"] == len(RUN_UP) + len(actions)
    assert reply["state"]["phase"] == "over"
    assert "turn" not in reply["state"]
    result: dict[str, Any] = reply["result"]
    return result


def refusal(engine: Conversation, *actions: dict[str, Any], params: dict[str, Any] | None = None) -> dict[str, Any]:
    """The refusal of the last of these actions; nothing may have changed by it."""
    params = params or hand(PLAIN, cards("8c 8d 8s 2c 2d 4c 4h 5h 6d Th"), list(actions))
    params["ask"] = ["legal"]
    reply = engine.ask("play", params)
    assert "refused" in reply, reply
    assert reply["refused"]["rules"] == []
    assert reply["refused"]["player"] == params["actions"][-1]["player"]
    assert reply["accepted"] == len(params["actions"]) - 1
    before = engine.ask("play", params | {"actions": params["actions"][:-1]})
    assert "refused" not in before
    assert {key: value for key, value in reply.items() if key != "refused"} == before
    return reply


# --- what it says of itself


def test_initialize_is_always_the_same(engine: Conversation) -> None:
    first = engine.initialize()
    assert first["engine"]["name"] == "open_spiel"
    assert first["methods"] == ["arrange", "play"]
    assert first["can"]["spreads"] == ["declared"]
    assert engine.initialize() == first


def test_nothing_but_replies_is_written_and_shutdown_ends_it() -> None:
    with Conversation("ginrules.adapters.open_spiel") as conversation:
        conversation.initialize()
        conversation.error("play", {"rules": OPEN_SPIEL})
        assert conversation.close() == (0, b"")


def test_a_missing_library_is_named_with_what_to_install() -> None:
    program = "import sys; sys.modules['pyspiel'] = None; from ginrules.adapters import open_spiel; open_spiel.main()"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=CHECKOUT, timeout=30, input="")
    assert done.returncode == 2
    assert done.stdout == ""
    assert 'pip install "ginrules[engines]"' in done.stderr
    assert "Traceback" not in done.stderr


# --- arrange


@pytest.mark.parametrize(
    ("text", "deadwood"),
    [
        ("As 2s 3s 7c 7d 7h Jc Qc Kc 5d", 5),
        ("4h 5h 6h 9c 9d 9s Jc Qc Kc 3s", 3),
        ("Ac 2d 4h 5c 7s 8d Tc Jh Qd Ks", 67),  # no meld at all: 1+2+4+5+7+8 and four tens
        ("As 2s 3s 4s 5s 6s 7s 8s 9s Ts", 0),  # longer than its longest meld
        ("4c 4d 4h 4s 5s 6s", 0),  # the set of four gives up a card to the run
        ("Kh", 10),
        ("", 0),
        ("As 2s 3s 7c 7d 7h Jc Qc Kc 5d 2h", 7),  # eleven: all of them count
    ],
)
def test_arrange(engine: Conversation, text: str, deadwood: int) -> None:
    result = engine.ask("arrange", {"rules": ROOT, "hand": cards(text)})
    assert result["deadwood"] == deadwood
    melded = [card for meld in result["melds"] for card in meld]
    assert len(melded) == len(set(melded))
    assert set(melded) <= set(cards(text))


def test_arrange_bears_rules_that_it_does_not_read(engine: Conversation) -> None:
    rules = ROOT | {"scoring.tie": "undercut", "game.end": {"kind": "target", "points": 100}, "new.rule": 3}
    assert engine.ask("arrange", {"rules": rules, "hand": PLAIN})["deadwood"] == 5


@pytest.mark.parametrize("rule", ["melds.ace", "melds.set-max", "melds.run-max", "deck.jokers", "deck.values"])
def test_arrange_names_what_it_does_not_play(engine: Conversation, rule: str) -> None:
    other = {
        "melds.ace": "high-or-low",
        "melds.set-max": 3,
        "melds.run-max": 5,
        "deck.jokers": 2,
        "deck.values": ROOT["deck.values"] | {"A": 15},
    }
    error = engine.error("arrange", {"rules": ROOT | {rule: other[rule]}, "hand": PLAIN})
    assert error["code"] == -32001
    assert error["data"]["feature"].startswith(f"{rule} = ")


def test_a_large_hand_is_not_searched(engine: Conversation) -> None:
    error = engine.error("arrange", {"rules": ROOT, "hand": rest()[:20]})
    assert error["data"] == {"feature": "a hand of 20 cards"}


# --- the score of a hand


def test_the_hand_of_the_protocols_page(engine: Conversation) -> None:
    knocker = cards("4h 5h 6h 9c 9d 9s Jc Qc Kc 3s")
    spread = [cards("4h 5h 6h"), cards("9c 9d 9s"), cards("Jc Qc Kc")]
    defender = cards("2c 2d 2h Ac 5s 7h 8s 9h Qs Ks")
    declared = [lay_off("7h", "4h"), lay_off("9h", "9c"), show("Bob", cards("2c 2d 2h"))]
    assert showdown(engine, knocker, spread, defender, declared) == {
        "outcome": "knock",
        "winners": ["Ann"],
        "deadwood": {"Ann": 3, "Bob": 34},
        "points": {"Ann": 31, "Bob": 0},
        "limit": 10,
    }


def test_a_plain_knock_5_against_33(engine: Conversation) -> None:
    # 2+2+4+4+5+6+10 = 33
    result = showdown(engine, PLAIN, PLAIN_SPREAD, cards("8c 8d 8s 2c 2d 4c 4h 5h 6d Th"), [show("Bob", cards("8c 8d 8s"))])
    assert (result["outcome"], result["winners"], result["points"]) == ("knock", ["Ann"], {"Ann": 28, "Bob": 0})
    assert result["deadwood"] == {"Ann": 5, "Bob": 33}


@pytest.mark.parametrize("do", ["gin", "knock"])
@pytest.mark.parametrize("bonus", [25, 20, 0])
def test_gin_against_37(engine: Conversation, do: str, bonus: int) -> None:
    # 2+2+4+4+5+10+10 = 37; a knock that leaves nothing is gin
    defender = cards("8c 8d 8s 2c 2d 4c 4h 5h Th Jd")
    rules = {"scoring.gin": bonus}
    result = showdown(engine, GIN, GIN_SPREAD, defender, [show("Bob", cards("8c 8d 8s"))], do=do, rules=rules)
    assert (result["outcome"], result["winners"]) == ("gin", ["Ann"])
    assert result["points"] == {"Ann": 37 + bonus, "Bob": 0}
    assert result["deadwood"] == {"Ann": 0, "Bob": 37}


def test_equal_counts_score_nothing(engine: Conversation) -> None:
    defender = cards("4h 5h 6h 8s 8d 8h Td Th Ts 5c")
    spread = [cards("4h 5h 6h"), cards("8s 8d 8h"), cards("Td Th Ts")]
    result = showdown(engine, PLAIN, PLAIN_SPREAD, defender, [show("Bob", *spread)])
    assert (result["outcome"], result["winners"]) == ("tie", [])
    assert result["points"] == {"Ann": 0, "Bob": 0}
    assert result["deadwood"] == {"Ann": 5, "Bob": 5}


@pytest.mark.parametrize("bonus", [25, 10, 0])
def test_an_undercut(engine: Conversation, bonus: int) -> None:
    # 3 against 5: the difference of 2 and the bonus
    defender = cards("4h 5h 6h 8s 8d 8h Td Th Ts 3c")
    spread = [cards("4h 5h 6h"), cards("8s 8d 8h"), cards("Td Th Ts")]
    rules = {"scoring.undercut": bonus}
    result = showdown(engine, PLAIN, PLAIN_SPREAD, defender, [show("Bob", *spread)], rules=rules)
    assert (result["outcome"], result["winners"]) == ("undercut", ["Bob"])
    assert result["points"] == {"Ann": 0, "Bob": 2 + bonus}


def test_gin_wins_also_against_nothing_left(engine: Conversation) -> None:
    nothing = cards("4h 5h 6h 8s 8d 8h 9d Td Jd Qd")
    spread = [cards("4h 5h 6h"), cards("8s 8d 8h"), cards("9d Td Jd Qd")]
    result = showdown(engine, GIN, GIN_SPREAD, nothing, [show("Bob", *spread)])
    assert (result["outcome"], result["winners"], result["points"]) == ("gin", ["Ann"], {"Ann": 25, "Bob": 0})


def test_a_worse_spread_within_the_limit_stands(engine: Conversation) -> None:
    # Gin in hand, but the ten is not shown: a knock with 10, on which a four may be laid off. 37 - 4 - 10
    defender = cards("8c 8d 8s 2c 2d 4c 4s 5h Th Jd")
    spread = [cards("As 2s 3s"), cards("7c 7d 7h"), cards("Jc Qc Kc")]
    result = showdown(engine, GIN, spread, defender, [lay_off("4s", "2s"), show("Bob", cards("8c 8d 8s"))])
    assert (result["outcome"], result["deadwood"]) == ("knock", {"Ann": 10, "Bob": 33})
    assert result["points"] == {"Ann": 23, "Bob": 0}


LONG = cards("4h 5h 6h 7h 8h 9h 2c 2d 2s Ac")
LONG_SPREAD = [cards("4h 5h 6h 7h 8h 9h"), cards("2c 2d 2s")]


def test_a_run_of_six_is_laid_out_in_pieces_and_takes_cards_at_both_ends(engine: Conversation) -> None:
    # 55 in hand without the two: 10+10+10 (J Q K of different suits) +9+8+6+5+4+3; laid off 3 and 10
    defender = cards("3h Th Jc Qd Ks 9c 8d 6c 5s 4d")
    result = showdown(engine, LONG, LONG_SPREAD, defender, [lay_off("3h Th", "6h"), show("Bob")])
    assert result["deadwood"] == {"Ann": 1, "Bob": 10 + 10 + 10 + 9 + 8 + 6 + 5 + 4}


@pytest.mark.parametrize("order", ["7h 8h", "8h 7h"])
def test_cards_laid_onto_one_meld_have_no_order(engine: Conversation, order: str) -> None:
    knocker = cards("4h 5h 6h 9c 9d 9s Jc Qc Kc 3s")
    spread = [cards("4h 5h 6h"), cards("9c 9d 9s"), cards("Jc Qc Kc")]
    defender = cards("2c 2d 2h Ac 5s 7h 8h 8c Qs Ks")
    result = showdown(engine, knocker, spread, defender, [lay_off(order, "5h"), show("Bob", cards("2c 2d 2h"))])
    assert result["deadwood"]["Bob"] == 1 + 5 + 8 + 10 + 10


def test_lay_offs_in_several_actions_have_no_order_either(engine: Conversation) -> None:
    knocker = cards("4h 5h 6h 9c 9d 9s Jc Qc Kc 3s")
    spread = [cards("4h 5h 6h"), cards("9c 9d 9s"), cards("Jc Qc Kc")]
    defender = cards("2c 2d 2h Ac 3h 7h 8h 8c Qs Ks")
    shown = show("Bob", cards("2c 2d 2h"))
    declared = [lay_off("8h", "5h"), lay_off("3h", "5h"), lay_off("7h", "4h"), shown]
    # The ace, the eight of clubs, two courts
    assert showdown(engine, knocker, spread, defender, declared)["deadwood"]["Bob"] == 1 + 8 + 10 + 10
    declared = [lay_off("8h", "5h"), lay_off("7h", "9c"), shown]
    reply = engine.ask("play", hand(knocker, defender, [knock(), show("Ann", *spread), *declared]))
    assert reply["accepted"] == len(RUN_UP) + 2
    declared = [lay_off("8h", "5h"), lay_off("7h", "5h"), lay_off("7h", "5h")]
    refusal(engine, params=hand(knocker, defender, [knock(), show("Ann", *spread), *declared]))


def test_spread_and_lay_offs_have_no_order(engine: Conversation) -> None:
    knocker = cards("4h 5h 6h 9c 9d 9s Jc Qc Kc 3s")
    spread = [cards("4h 5h 6h"), cards("9c 9d 9s"), cards("Jc Qc Kc")]
    defender = cards("2c 2d 2h Ac 5s 7h 8s 9h Qs Ks")
    declared = [show("Bob", cards("2c 2d 2h")), lay_off("9h", "9s"), lay_off("7h", "6h")]
    assert showdown(engine, knocker, spread, defender, declared)["deadwood"]["Bob"] == 34
    assert showdown(engine, knocker, spread, defender, [*declared[1:], declared[0]])["deadwood"]["Bob"] == 34


def test_after_done_what_is_not_shown_is_arranged_by_the_engine(engine: Conversation) -> None:
    assert showdown(engine, PLAIN, PLAIN_SPREAD, cards("8c 8d 8s 2c 2d 4c 4h 5h 6d Th"), [])["deadwood"]["Bob"] == 33


def test_a_chain_of_three_at_one_end_is_beyond_it(engine: Conversation) -> None:
    knocker = cards("4h 5h 6h Tc Td Ts Jc Qc Kc 3s")
    spread = [cards("4h 5h 6h"), cards("Tc Td Ts"), cards("Jc Qc Kc")]
    defender = cards("2c 2d 2h Ac 5s 7h 8h 9h Qs Ks")
    declared = [show("Ann", *spread), lay_off("7h 8h 9h", "4h")]
    error = engine.error("play", hand(knocker, defender, [knock(), *declared]))
    assert error["code"] == -32001
    assert error["data"] == {"feature": "more than 2 cards laid off at one end of a run"}


@pytest.mark.parametrize(
    ("size", "spread", "kept", "left"),
    [
        # Kept: the ace, and at nine cards the two fours and fives. Left: 2+2+4+5+10+10+3, then +9 +8
        (7, ["9c 9d 9s", "Jc Qc Kc"], 1, 36),
        (9, ["9c 9d 9s", "Jc Qc Kc"], 1 + 4 + 5, 36 + 9 + 8),
    ],
)
def test_smaller_hands(engine: Conversation, size: int, spread: list[str], kept: int, left: int) -> None:
    knocker = cards("Ac 9c 9d 9s Jc Qc Kc 4h 5h")[:size]
    defender = cards("2c 2d 4c 5d Th Jh 3s 9h 8s")[:size]
    melds = [cards(meld) for meld in spread]
    result = showdown(engine, knocker, melds, defender, [show("Bob")], rules={"deal.cards": {"2": size, "3": 4}})
    assert result["deadwood"] == {"Ann": kept, "Bob": left}
    assert result["points"] == {"Ann": left - kept, "Bob": 0}


# --- the limit


@pytest.mark.parametrize(
    ("limit", "comparison", "upcard", "reported", "accepted"),
    [
        ({"kind": "fixed", "points": 10}, "at-most", "Kh", 10, True),
        ({"kind": "fixed", "points": 5}, "at-most", "Kh", 5, True),
        ({"kind": "fixed", "points": 4}, "at-most", "Kh", 4, False),
        ({"kind": "fixed", "points": 6}, "below", "Kh", 5, True),
        ({"kind": "fixed", "points": 5}, "below", "Kh", 4, False),
        ({"kind": "fixed", "points": 1}, "below", "Kh", 0, False),
        ({"kind": "gin-only"}, "below", "Kh", 0, False),  # the comparison is masked
        ({"kind": "upcard", "ace": "gin-only"}, "at-most", "5h", 5, True),
        ({"kind": "upcard", "ace": "gin-only"}, "at-most", "4h", 4, False),
        ({"kind": "upcard", "ace": "gin-only", "cap": None}, "at-most", "Jh", 10, True),
        ({"kind": "upcard", "ace": "gin-only"}, "at-most", "Ah", 0, False),
    ],
)
def test_a_knock_with_5(
    engine: Conversation, limit: dict[str, Any], comparison: str, upcard: str, reported: int, accepted: bool
) -> None:
    rules = {"knock.limit": limit, "knock.comparison": comparison}
    defender = cards("8c 8d 8s 2c 2d 4c Qh 9h 6d Th")
    reply = engine.ask("play", hand(PLAIN, defender, [knock()], rules=rules, upcard=upcard))
    assert reply["state"]["limit"] == reported
    assert ("refused" not in reply) is accepted
    assert "result" not in reply  # the knocker has not shown, and the engine does not choose for him


def test_the_kept_cards_count_not_the_best_eleven(engine: Conversation) -> None:
    # Without the 5 of diamonds the king of diamonds is left: 10, within the limit of 10 and not of 9.
    defender = cards("8c 8d 8s 2c 2d 4c 4h 5h 6d Th")
    assert "refused" not in engine.ask("play", hand(PLAIN, defender, [knock("5d")]))
    refusal(engine, params=hand(PLAIN, defender, [knock("5d")], rules={"knock.limit": {"kind": "fixed", "points": 9}}))
    refusal(engine, params=hand(PLAIN, defender, [knock("7d")]))


@pytest.mark.parametrize(
    ("held", "drawn", "limit"),
    [
        # 3-4-5-6 of spades, 4-5-6 of clubs, and 2+3+5 of hearts: 10 when the 6 of hearts is thrown.
        ("3s 4s 5s 6s 4c 5c 6c 2h 3h 5h", "6h", {"kind": "fixed", "points": 10}),
        # Three aces, 2-3-4 of spades, 4-5-6-7 of hearts: gin when the 4 of diamonds is thrown.
        ("As 2s 3s 4s Ad Ah 4h 5h 6h 7h", "4d", {"kind": "gin-only"}),
    ],
)
def test_its_fault_with_eleven_cards_is_not_hidden(engine: Conversation, held: str, drawn: str, limit: dict[str, Any]) -> None:
    # Measured in 2.0.2: whether a knock is offered is judged by the best split of all eleven cards less their dearest leftover,
    # which can be more than the best ten cards leave.
    assert engine.ask("arrange", {"rules": ROOT, "hand": cards(held)})["deadwood"] == (10 if drawn == "6h" else 0)
    defender = cards("8c 8d 8s 2c 2d Jc Qh 9h 7c Th")
    params = hand(cards(held), defender, [knock(drawn)], rules={"knock.limit": limit}, discard=drawn)
    assert "refused" in engine.ask("play", params)


# --- refusals


@pytest.mark.parametrize(
    "actions",
    [
        [{"player": "Bob", "do": "discard", "card": "2c"}],
        [knock("As")],
        [knock("Th")],
        [knock(do="gin")],
        [{"player": "Ann", "do": "big-gin"}],
        [{"player": "Ann", "do": "stock"}],
        [{"player": "Ann", "do": "take"}],
        [{"player": "Ann", "do": "pass"}],
        [{"player": "Ann", "do": "done"}],
        [show("Ann", *PLAIN_SPREAD)],
        [lay_off("Th", "Kc")],
        [{"player": "Ann", "do": "discard", "card": "Th"}],
        [{"player": "Ann", "do": "discard", "card": "5d"}, {"player": "Bob", "do": "pass"}],
        [{"player": "Ann", "do": "discard", "card": "5d"}, {"player": "Bob", "do": "discard", "card": "2c"}],
        [knock(), {"player": "Bob", "do": "stock"}],
        [knock(), knock()],
        [knock(), DONE | {"player": "Ann"}],
        [knock(), lay_off("Th", "Kc")],
        [knock(), show("Ann", cards("As 2s 3s"), cards("7c 7d"))],
        [knock(), show("Ann", cards("As 2s 3s"), cards("7c 7d 7s"))],
        [knock(), show("Ann", cards("As 2s 3s 5d"))],
        [knock(), show("Ann", cards("Qc Kc As"))],
        [knock(), show("Ann", cards("As 2s 3s"), cards("As 2s 3s"), cards("7c 7d 7h"))],
        [knock(), show("Ann", cards("7c 7d 7h"), cards("Jc Qc Kc"))],
        [knock(), show("Ann")],
        [knock(), show("Ann", *PLAIN_SPREAD), show("Ann", *PLAIN_SPREAD)],
        [knock(), show("Ann", *PLAIN_SPREAD), lay_off("5d", "2s", "Ann")],
        [knock(), show("Ann", *PLAIN_SPREAD), lay_off("Th", "Kc")],
        [knock(), show("Ann", *PLAIN_SPREAD), lay_off("4h", "2s")],
        [knock(), show("Ann", *PLAIN_SPREAD), lay_off("5h", "5d")],
        [knock(), show("Ann", *PLAIN_SPREAD), lay_off("Tc", "Kc")],
        [knock(), show("Ann", *PLAIN_SPREAD), show("Bob", cards("2c 2d"))],
        [knock(), show("Ann", *PLAIN_SPREAD), show("Bob", cards("7c 7d 7h"))],
        [knock(), show("Ann", *PLAIN_SPREAD), show("Bob"), show("Bob")],
        [knock(), show("Ann", *PLAIN_SPREAD), DONE, DONE],
        [knock(), show("Ann", *PLAIN_SPREAD), DONE, show("Bob")],
    ],
    ids=range(36),
)
def test_what_it_does_not_offer_is_refused_and_changes_nothing(engine: Conversation, actions: list[dict[str, Any]]) -> None:
    refusal(engine, *actions)


def test_gin_must_be_shown_without_deadwood(engine: Conversation) -> None:
    defender = cards("8c 8d 8s 2c 2d 4c 4s 5h Th Jd")
    shown = show("Ann", cards("As 2s 3s"), cards("7c 7d 7h"), cards("Jc Qc Kc"))
    refusal(engine, params=hand(GIN, defender, [knock(do="gin"), shown]))


def test_nothing_is_laid_off_on_gin(engine: Conversation) -> None:
    defender = cards("8c 8d 8s 2c 2d 4c 4s 5h Th Jd")
    refusal(engine, params=hand(GIN, defender, [knock(do="gin"), show("Ann", *GIN_SPREAD), lay_off("4s", "As")]))


def test_a_card_shown_is_not_laid_off(engine: Conversation) -> None:
    knocker = cards("4h 5h 6h 9c 9d 9s Jc Qc Kc 3s")
    spread = [cards("4h 5h 6h"), cards("9c 9d 9s"), cards("Jc Qc Kc")]
    defender = cards("7c 7d 7h Ac 5s 2h 8s 9h Qs Ks")
    declared = [show("Ann", *spread), show("Bob", cards("7c 7d 7h")), lay_off("7h", "4h")]
    refusal(engine, params=hand(knocker, defender, [knock(), *declared]))
    declared = [show("Ann", *spread), lay_off("7h", "4h"), show("Bob", cards("7c 7d 7h"))]
    refusal(engine, params=hand(knocker, defender, [knock(), *declared]))


def test_a_card_goes_onto_the_meld_that_is_named(engine: Conversation) -> None:
    # The seven fits the run of hearts and no other meld; the engine itself asks for no meld.
    knocker = cards("4h 5h 6h 9c 9d 9s Jc Qc Kc 3s")
    spread = [cards("4h 5h 6h"), cards("9c 9d 9s"), cards("Jc Qc Kc")]
    defender = cards("2c 2d 2h Ac 5s 7h 8s 9h Qs Ks")
    refusal(engine, params=hand(knocker, defender, [knock(), show("Ann", *spread), lay_off("7h", "9c")]))


# --- state, legal, the ends of a hand


def test_the_state_after_a_knock_has_all_cards_of_both_hands(engine: Conversation) -> None:
    defender = cards("8c 8d 8s 2c 2d 4c 4h 5h 6d Th")
    actions = [knock(), show("Ann", *PLAIN_SPREAD)]
    state = engine.ask("play", hand(PLAIN, defender, actions))["state"]
    assert set(state["hands"]["Ann"]) == set(PLAIN)
    assert set(state["hands"]["Bob"]) == set(defender)
    assert state["pile"] == ["Kd", "Kh"]
    assert state["stock"] == 30
    assert (state["turn"], state["phase"]) == ("Bob", "showdown")


def deal(actions: list[dict[str, Any]], rules: dict[str, Any] | None = None, *, dealer: str = "Bob") -> dict[str, Any]:
    """Two hands without a meld in sight; the ace of spades is turned, the stock begins with the two of spades."""
    first, second = cards("2c 4c 6c 8c Tc Qc 2d 4d 6d 8d"), cards("3h 5h 7h 9h Jh Kh 3s 5s 7s 9s")
    hands = {"Ann": first, "Bob": second} if dealer == "Bob" else {"Ann": second, "Bob": first}
    stock = sorted(rest(first, second, ["As"]), key=lambda card: card != "2s")
    return {
        "rules": OPEN_SPIEL | (rules or {}),
        "players": PLAYERS,
        "dealer": dealer,
        "upcard": "As",
        "hands": hands,
        "stock": stock,
        "actions": actions,
        "ask": ["legal"],
    }


def words(reply: dict[str, Any]) -> list[str]:
    return sorted(" ".join([action["do"], *([action["card"]] if "card" in action else [])]) for action in reply["legal"])


def test_the_upcard_is_offered_to_both_and_then_the_stock_is_drawn(engine: Conversation) -> None:
    offered = engine.ask("play", deal([]))
    assert (offered["state"]["turn"], offered["state"]["phase"]) == ("Ann", "upcard")
    assert (offered["state"]["pile"], offered["state"]["stock"]) == (["As"], 31)
    assert words(offered) == ["pass", "take"]
    assert all(action["player"] == "Ann" for action in offered["legal"])
    second = engine.ask("play", deal(RUN_UP[:1]))
    assert (second["state"]["turn"], second["state"]["phase"], words(second)) == ("Bob", "upcard", ["pass", "take"])
    forced = engine.ask("play", deal(RUN_UP[:2]))
    assert (forced["state"]["turn"], forced["state"]["phase"], words(forced)) == ("Ann", "draw", ["stock"])
    refusal(engine, params=deal([{"player": "Ann", "do": "stock"}]))
    refusal(engine, params=deal([*RUN_UP[:2], {"player": "Ann", "do": "take"}]))


def test_the_player_after_the_dealer_begins(engine: Conversation) -> None:
    assert engine.ask("play", deal([], dealer="Ann"))["state"]["turn"] == "Bob"


def test_legal_is_complete_in_the_discard(engine: Conversation) -> None:
    drawn = engine.ask("play", deal(RUN_UP))
    assert (drawn["state"]["turn"], drawn["state"]["phase"]) == ("Ann", "discard")
    held = cards("2c 4c 6c 8c Tc Qc 2d 4d 6d 8d 2s")
    assert set(drawn["state"]["hands"]["Ann"]) == set(held)
    assert words(drawn) == sorted(f"discard {card}" for card in held)
    next_turn = engine.ask("play", deal([*RUN_UP, {"player": "Ann", "do": "discard", "card": "2s"}]))
    assert next_turn["state"]["pile"] == ["2s", "As"]
    assert (next_turn["state"]["turn"], next_turn["state"]["phase"], words(next_turn)) == ("Bob", "draw", ["stock", "take"])


def test_legal_tells_gin_from_a_knock(engine: Conversation) -> None:
    # Thrown the king: nothing is left. The ten or the king of clubs: the other melds stay and a king is left, 10.
    defender = cards("8c 8d 8s 2c 2d 4c 4s 5h Th Jd")
    params = hand(GIN, defender, []) | {"ask": ["legal"]}
    legal = words(engine.ask("play", params))
    assert [word for word in legal if not word.startswith("discard")] == ["gin Kd", "knock Kc", "knock Tc"]
    assert len([word for word in legal if word.startswith("discard")]) == 11


def test_legal_is_absent_in_the_showdown_and_after_the_end(engine: Conversation) -> None:
    defender = cards("8c 8d 8s 2c 2d 4c 4h 5h 6d Th")
    for actions in ([knock()], [knock(), show("Ann", *PLAIN_SPREAD), DONE]):
        assert "legal" not in engine.ask("play", hand(PLAIN, defender, actions) | {"ask": ["legal"]})


def test_two_turns_that_return_the_same_card_end_the_hand(engine: Conversation) -> None:
    actions = []
    for player in PLAYERS:
        actions += [{"player": player, "do": "take"}, {"player": player, "do": "discard", "card": "As"}]
    first = engine.ask("play", deal(actions[:2]))
    assert (first["state"]["phase"], words(first)) == ("draw", ["stock", "take"])
    reply = engine.ask("play", deal(actions))
    assert reply["state"]["phase"] == "over"
    assert reply["result"] == {"outcome": "dead", "winners": [], "points": {"Ann": 0, "Bob": 0}}
    refusal(engine, params=deal([*actions, {"player": "Ann", "do": "stock"}]))


@pytest.mark.parametrize("opening", ["take", "pass"])
def test_the_fiftieth_take_ends_the_hand(engine: Conversation, opening: str) -> None:
    # The upcard of the opening is not counted. Each throws the card that he has held longest.
    params = deal([])
    held = {player: list(params["hands"][player]) for player in PLAYERS}
    actions = list(RUN_UP[:2]) if opening == "pass" else []
    turns = [("Ann", "stock" if opening == "pass" else "take"), *((PLAYERS[1 - n % 2], "take") for n in range(50))]
    pile = ["As"]
    for number, (player, do) in enumerate(turns):
        actions.append({"player": player, "do": do})
        held[player].append(params["stock"][0] if do == "stock" else pile.pop(0))
        if number < 50:
            pile.insert(0, held[player].pop(0))
            actions.append({"player": player, "do": "discard", "card": pile[0]})
    before = engine.ask("play", params | {"actions": actions[:-1]})
    assert (before["state"]["phase"], words(before)) == ("draw", ["stock", "take"])
    reply = engine.ask("play", params | {"actions": actions})
    assert reply["accepted"] == len(actions)
    assert (reply["state"]["phase"], reply["result"]["outcome"]) == ("over", "dead")
    assert {player: set(cards) for player, cards in reply["state"]["hands"].items()} == {
        player: set(cards) for player, cards in held.items()
    }
    assert reply["state"]["pile"] == pile


def returned(count: int) -> list[dict[str, Any]]:
    """Both pass; then each in turn draws from the stock and throws what he drew, until so many cards are thrown."""
    drawn = deal([])["stock"][:count]
    actions = list(RUN_UP[:2])
    for number, card in enumerate(drawn):
        player = PLAYERS[number % 2]
        actions += [{"player": player, "do": "stock"}, {"player": player, "do": "discard", "card": card}]
    return actions


def test_two_cards_stay_in_the_stock(engine: Conversation) -> None:
    # 31 cards: the 29th discard leaves two.
    assert engine.ask("play", deal(returned(28)))["state"]["phase"] == "draw"
    wall = engine.ask("play", deal(returned(29)))
    assert (wall["state"]["phase"], wall["state"]["turn"], wall["state"]["stock"]) == ("wall", "Bob", 2)
    assert words(wall) == ["pass"]
    assert len(wall["state"]["pile"]) == 30
    refusal(engine, params=deal([*returned(29), {"player": "Bob", "do": "take"}]))
    refusal(engine, params=deal([*returned(29), {"player": "Bob", "do": "stock"}]))
    ended = engine.ask("play", deal([*returned(29), {"player": "Bob", "do": "pass"}]))
    assert (ended["state"]["phase"], ended["result"]["outcome"]) == ("over", "dead")


def test_the_last_discard_may_be_taken_to_go_out(engine: Conversation) -> None:
    first, second = cards("2c 4c 6c 8c Th Qh 2d 4d 6d 8d"), PLAIN
    stock = rest(first, second, ["Kh"])
    stock = [card for card in stock if card != "Jd"]
    stock = [*stock[:28], "Jd", *stock[28:]]
    actions = list(RUN_UP[:2])
    for number, card in enumerate(stock[:29]):
        player = PLAYERS[number % 2]
        actions += [{"player": player, "do": "stock"}, {"player": player, "do": "discard", "card": card}]
    params = {
        "rules": OPEN_SPIEL,
        "players": PLAYERS,
        "dealer": "Bob",
        "upcard": "Kh",
        "hands": {"Ann": first, "Bob": second},
        "stock": stock,
        "actions": actions,
        "ask": ["legal"],
    }
    wall = engine.ask("play", params)
    assert (wall["state"]["phase"], wall["state"]["pile"][0], words(wall)) == ("wall", "Jd", ["pass", "take"])
    actions.append({"player": "Bob", "do": "take"})
    taken = engine.ask("play", params)
    assert (taken["state"]["phase"], taken["state"]["turn"]) == ("discard", "Bob")
    assert set(taken["state"]["hands"]["Bob"]) == {*PLAIN, "Jd"}
    # He keeps 5, or with the jack in the five's place 10; he may not go on.
    assert words(taken) == ["knock 5d", "knock Jd"]
    refusal(engine, params=params | {"actions": [*actions, {"player": "Bob", "do": "discard", "card": "Jd"}]})
    actions += [
        {"player": "Bob", "do": "knock", "card": "Jd"},
        show("Bob", *PLAIN_SPREAD),
        show("Ann"),
        DONE | {"player": "Ann"},
    ]
    reply = engine.ask("play", params)
    # Ann: 2+4+6+8+10+10+2+4+6+8 = 60
    assert reply["result"]["points"] == {"Ann": 0, "Bob": 55}
    assert reply["state"]["pile"][0] == "Jd"


# --- what it cannot do, and what cannot be


@pytest.mark.parametrize(
    ("rule", "value"),
    [
        ("scoring.tie", "undercut"),
        ("turn.return-taken", "forbidden"),
        ("turn.returns-limit", None),
        ("turn.takes-limit", None),
        ("stock.last-discard", "untouchable"),
        ("stock.floor", 3),
        ("deal.opening", "upcard-open"),
        ("deal.cards", 11),
        ("deal.cards", {"2": 12}),
        ("gin.big", "adds"),
        ("layoff.on-gin", "allowed"),
        ("layoff.on-knock", "forbidden"),
        ("scoring.knock", 10),
        ("scoring.gin-off", 25),
        ("scoring.spades", "doubles-points"),
        ("scoring.collect", {"kind": "payments"}),
        ("knock.limit", {"kind": "fixed", "points": 11}),
        ("knock.limit", {"kind": "any"}),
        ("knock.limit", {"kind": "upcard", "ace": "one"}),
        ("knock.limit", {"kind": "upcard", "ace": "gin-only", "cap": 7}),
        ("melds.ace", "round-the-corner"),
        ("boxes.gin", 1),
    ],
)
def test_a_rule_that_it_does_not_play_is_named(engine: Conversation, rule: str, value: Any) -> None:
    error = engine.error("play", deal([], {rule: value}))
    assert error["code"] == -32001
    assert error["data"]["feature"].startswith(f"{rule} = ")


def test_pairs_of_values_that_no_schema_can_exclude(engine: Conversation) -> None:
    upcard = {"knock.limit": {"kind": "upcard", "ace": "gin-only"}, "knock.comparison": "below"}
    assert engine.error("play", deal([], upcard))["data"]["feature"].startswith("knock.comparison = below")
    small = deal([], {"knock.needs-meld": "required", "deal.cards": 5})
    small["hands"] = {name: held[:5] for name, held in small["hands"].items()}
    small["stock"] = rest(*small["hands"].values(), ["As"])
    assert engine.error("play", small)["data"]["feature"] == "knock.needs-meld = required with 5 cards"


def test_masked_rules_are_borne(engine: Conversation) -> None:
    masked = {
        "scoring.big-gin": 50,
        "layoff.onto": "original",
        "scoring.showdown": "lowest-wins",
        "turn.joker-taken": "only-into-meld",
        "knock.limit": {"kind": "gin-only"},
        "scoring.tie": "undercut",
        "scoring.gin-off": 31,
    }
    rules = OPEN_SPIEL | masked
    del rules["scoring.undercut"]
    assert engine.ask("play", deal([]) | {"rules": rules})["state"]["limit"] == 0


def test_three_players_and_positions_are_not_played(engine: Conversation) -> None:
    three = deal([]) | {"players": ["Ann", "Bob", "Cat"]}
    assert engine.error("play", three)["data"] == {"feature": "three players"}
    position = deal([]) | {"pile": ["As"], "turn": "Ann", "phase": "draw"}
    error = engine.error("play", position)
    assert (error["code"], error["data"]) == (-32001, {"feature": "a position that is not dealt"})


def broken(**change: Any) -> dict[str, Any]:
    return deal([]) | change


HANDS = deal([])["hands"]


@pytest.mark.parametrize(
    ("params", "path"),
    [
        (broken(hands={"Ann": HANDS["Ann"][:9], "Bob": HANDS["Bob"]}), "hands.Ann"),
        (broken(hands={"Ann": [*HANDS["Ann"], "2s"], "Bob": HANDS["Bob"]}), "hands.Ann"),
        (broken(hands={"Ann": HANDS["Ann"]}), "hands.Bob"),
        (broken(hands={"Ann": [*HANDS["Ann"][:9], "3h"], "Bob": HANDS["Bob"]}), "hands.Bob[0]"),
        (broken(hands={"Ann": [*HANDS["Ann"][:9], "2c"], "Bob": HANDS["Bob"]}), "hands.Ann[9]"),
        (broken(hands={"Ann": [*HANDS["Ann"][:9], "1c"], "Bob": HANDS["Bob"]}), "hands.Ann[9]"),
        (broken(hands={"Ann": [*HANDS["Ann"][:9], "*"], "Bob": HANDS["Bob"]}), "hands.Ann[9]"),
        (broken(hands={"Ann": [*HANDS["Ann"][:9], 3], "Bob": HANDS["Bob"]}), "hands.Ann[9]"),
        (broken(hands=HANDS | {"Cat": []}), "hands.Cat"),
        (broken(hands=[]), "hands"),
        (broken(upcard="2c"), "upcard[0]"),
        (broken(stock=rest(*HANDS.values(), ["As"])[1:]), "stock"),
        (broken(stock="2s"), "stock"),
        (broken(dealer="Cat"), "dealer"),
        (broken(dealer=None), "dealer"),
        (broken(players=["Ann", "Ann"]), "players"),
        (broken(players=[]), "players"),
        (broken(players="Ann"), "players"),
        (broken(actions=None), "actions"),
        (broken(actions=[{}]), "actions[0].player"),
        (broken(actions=["pass"]), "actions[0]"),
        (broken(actions=[{"player": "Cat", "do": "pass"}]), "actions[0].player"),
        (broken(actions=[{"player": "Ann", "do": "jump"}]), "actions[0].do"),
        (broken(actions=[{"player": "Ann", "do": "knock"}]), "actions[0].card"),
        (broken(actions=[{"player": "Ann", "do": "show", "melds": ["2c"]}]), "actions[0].melds[0]"),
        (broken(actions=[{"player": "Ann", "do": "layoff", "cards": [], "onto": "2c"}]), "actions[0].cards"),
        (broken(rules=None), "rules"),
        (broken(rules={}), "rules.deal.cards"),
        (broken(rules={"deal.cards": 10}), "rules.scoring.gin"),
        (broken(rules={"deal.cards": 10, "scoring.gin": 25}), "rules.knock.limit"),
    ],
    ids=range(30),
)
def test_impossible_input_is_an_error_that_says_where(engine: Conversation, params: dict[str, Any], path: str) -> None:
    error = engine.error("play", params)
    assert (error["code"], error["data"]) == (-32602, {"path": path})


@pytest.mark.parametrize("held", [["2c", "2c"], ["*"], ["2x"], "2c", None])
def test_an_impossible_hand(engine: Conversation, held: Any) -> None:
    assert engine.error("arrange", {"rules": ROOT, "hand": held})["code"] == -32602


def test_a_missing_upcard(engine: Conversation) -> None:
    params = deal([])
    del params["upcard"]
    assert engine.error("play", params)["data"] == {"path": "upcard"}


def test_it_has_no_score_and_no_tally(engine: Conversation) -> None:
    assert engine.error("score", {})["code"] == -32601
    assert engine.error("tally", {})["code"] == -32601


def test_the_same_question_has_the_same_answer_whatever_came_before(engine: Conversation) -> None:
    defender = cards("8c 8d 8s 2c 2d 4c 4h 5h 6d Th")
    params = hand(PLAIN, defender, [knock(), show("Ann", *PLAIN_SPREAD), show("Bob", cards("8c 8d 8s")), DONE])
    first = engine.ask("play", params)
    engine.ask("play", deal(RUN_UP, {"scoring.gin": 7}))
    engine.error("play", broken(stock=[]))
    engine.ask("arrange", {"rules": ROOT, "hand": PLAIN})
    assert engine.ask("play", params) == first
    check("play.result", first)
