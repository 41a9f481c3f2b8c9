"""RLCard behind the protocol, in a process of its own.

Expected numbers are counted by hand; what the engine does wrong is pinned too, for the version that the extra `engines` names.
"""

import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any

import pytest

from tests.adapters.conversation import CHECKOUT, RLCARD, ROOT, Conversation, cards, check, rest

pytestmark = pytest.mark.skipif(find_spec("rlcard") is None, reason="rlcard is not installed")

PLAYERS = ["Ann", "Bob"]
PLAIN = cards("As 2s 3s 7c 7d 7h Jc Qc Kc 5d Kd")
"""Eleven cards; without the king of diamonds they count 5."""
GIN = cards("As 2s 3s 7c 7d 7h Tc Jc Qc Kc Kd")
DEFENDER = cards("8c 8d 8s 2c 2d 4c 4s 5h 6d Th")
"""Counts 2+2+4+4+5+6+10 = 33."""


@pytest.fixture(scope="module")
def engine() -> Iterator[Conversation]:
    with Conversation("ginrules.adapters.rlcard") as conversation:
        yield conversation


def deal(first: list[str], second: list[str], actions: list[dict[str, Any]], **rules: Any) -> dict[str, Any]:
    """Ann begins with eleven cards."""
    return {
        "rules": RLCARD | rules,
        "players": PLAYERS,
        "dealer": "Bob",
        "hands": {"Ann": first, "Bob": second},
        "stock": rest(first, second),
        "actions": actions,
        "ask": ["legal"],
    }


def act(player: str, do: str, card: str = "") -> dict[str, Any]:
    return {"player": player, "do": do} | ({"card": card} if card else {})


def words(reply: dict[str, Any]) -> list[str]:
    return sorted(" ".join([action["do"], *([action["card"]] if "card" in action else [])]) for action in reply["legal"])


def refused(engine: Conversation, params: dict[str, Any]) -> None:
    """The last action is refused and nothing has changed."""
    reply = engine.ask("play", params)
    assert reply["refused"]["rules"] == []
    assert reply["accepted"] == len(params["actions"]) - 1
    before = engine.ask("play", params | {"actions": params["actions"][:-1]})
    assert {key: value for key, value in reply.items() if key != "refused"} == before


def test_initialize_is_always_the_same(engine: Conversation) -> None:
    first = engine.initialize()
    assert first["engine"]["name"] == "rlcard"
    assert first["answers"] == ["deadwood", "spreads", "legal"]
    assert {"scoring.*", "boxes.*"} <= set(first["gaps"])
    assert engine.initialize() == first


def test_nothing_but_replies_is_written_and_shutdown_ends_it() -> None:
    with Conversation("ginrules.adapters.rlcard") as conversation:
        conversation.initialize()
        conversation.ask("play", deal(PLAIN, DEFENDER, [act("Ann", "knock", "Kd")]))
        assert conversation.close() == (0, b"")


def test_a_missing_library_is_named_with_what_to_install() -> None:
    program = "import sys; sys.modules['rlcard'] = None; from ginrules.adapters import rlcard; rlcard.main()"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=CHECKOUT, timeout=30, input="")
    assert done.returncode == 2
    assert done.stdout == ""
    assert 'pip install "ginrules[engines]"' in done.stderr


@pytest.mark.parametrize(
    ("text", "deadwood"),
    [
        ("As 2s 3s 7c 7d 7h Jc Qc Kc 5d", 5),
        ("4h 5h 6h 9c 9d 9s Jc Qc Kc 3s", 3),
        ("Ac 2d 4h 5c 7s 8d Tc Jh Qd Ks", 67),  # no meld at all: 1+2+4+5+7+8 and four tens
        ("As 2s 3s 4s 5s 6s 7s 8s 9s Ts", 0),
        ("4c 4d 4h 4s 5s 6s Kc Kd Kh Ac", 1),  # the set of four gives up a card to the run
        ("Qs Ks As 2s 4s 4d 6h 8h 9d Tc", 64),  # no run round the corner: 10+10+1+2+4+4+6+8+9+10
    ],
)
def test_arrange(engine: Conversation, text: str, deadwood: int) -> None:
    result = engine.ask("arrange", {"rules": ROOT, "hand": cards(text)})
    assert result["deadwood"] == deadwood
    assert {card for meld in result["melds"] for card in meld} <= set(cards(text))


def test_it_arranges_ten_cards_only(engine: Conversation) -> None:
    for count in (0, 9, 11):
        error = engine.error("arrange", {"rules": ROOT, "hand": PLAIN[:count]})
        assert (error["code"], error["data"]) == (-32001, {"feature": f"a hand of {count} cards"})


def test_it_says_who_may_knock_with_which_discard(engine: Conversation) -> None:
    # Kept 5, or without the five the king of diamonds; melds broken leave more.
    begun = engine.ask("play", deal(PLAIN, DEFENDER, []))
    assert (begun["state"]["turn"], begun["state"]["phase"]) == ("Ann", "discard")
    assert (begun["state"]["pile"], begun["state"]["stock"]) == ([], 31)
    assert words(begun) == sorted([f"discard {card}" for card in PLAIN] + ["knock 5d", "knock Kd"])


@pytest.mark.parametrize(
    ("limit", "comparison", "knocks"),
    [
        ({"kind": "fixed", "points": 9}, "at-most", ["knock Kd"]),
        ({"kind": "fixed", "points": 5}, "at-most", ["knock Kd"]),
        ({"kind": "fixed", "points": 5}, "below", []),
        ({"kind": "fixed", "points": 6}, "below", ["knock Kd"]),
        ({"kind": "fixed", "points": 4}, "at-most", []),
        ({"kind": "gin-only"}, "at-most", []),
    ],
)
def test_the_limit(engine: Conversation, limit: dict[str, Any], comparison: str, knocks: list[str]) -> None:
    rules = {"knock.limit": limit, "knock.comparison": comparison}
    legal = words(engine.ask("play", deal(PLAIN, DEFENDER, [], **rules)))
    assert [word for word in legal if word.startswith("knock")] == knocks
    if not knocks:
        refused(engine, deal(PLAIN, DEFENDER, [act("Ann", "knock", "Kd")], **rules))


def test_the_counts_after_a_knock_know_no_lay_offs(engine: Conversation) -> None:
    # The four of spades would fit the run of spades.
    reply = engine.ask("play", deal(PLAIN, DEFENDER, [act("Ann", "knock", "Kd")]))
    assert reply["result"]["deadwood"] == {"Ann": 5, "Bob": 33}
    assert sorted(sorted(meld) for meld in reply["result"]["spreads"]["Bob"]) == [["8c", "8d", "8s"]]
    assert (reply["state"]["phase"], reply["state"]["turn"]) == ("showdown", "Ann")
    assert reply["state"]["pile"] == ["Kd"]
    assert set(reply["state"]["hands"]["Ann"]) == set(PLAIN) - {"Kd"}
    assert "legal" not in reply
    over = engine.ask("play", deal(PLAIN, DEFENDER, [act("Ann", "knock", "Kd"), act("Bob", "done")]))
    assert over["result"] == reply["result"]
    assert over["state"]["phase"] == "over"
    assert "turn" not in over["state"]


@pytest.mark.parametrize("do", ["gin", "knock"])
def test_gin_is_all_that_is_offered_where_it_is_possible(engine: Conversation, do: str) -> None:
    assert words(engine.ask("play", deal(GIN, DEFENDER, []))) == ["gin Kd"]
    reply = engine.ask("play", deal(GIN, DEFENDER, [act("Ann", do, "Kd")]))
    assert (reply["result"]["outcome"], reply["result"]["deadwood"]) == ("gin", {"Ann": 0, "Bob": 33})
    refused(engine, deal(GIN, DEFENDER, [act("Ann", "discard", "Kd")]))
    refused(engine, deal(GIN, DEFENDER, [act("Ann", "knock", "Tc")]))
    refused(engine, deal(GIN, DEFENDER, [act("Ann", "gin", "Tc")]))


def test_the_discard_of_gin_is_the_engines_choice(engine: Conversation) -> None:
    # Eleven cards in melds: any of the outer cards of the long run may be thrown; the engine throws the one it likes.
    held = cards("As 2s 3s 7c 7d 7h 9c Tc Jc Qc Kc")
    legal = words(engine.ask("play", deal(held, DEFENDER, [])))
    outcomes = []
    for word in legal:
        reply = engine.reply("play", deal(held, DEFENDER, [act("Ann", "gin", word[-2:])]))
        outcomes.append(reply["error"]["data"]["feature"] if "error" in reply else "played")
    assert outcomes.count("played") == 1
    assert set(outcomes) <= {"played", "gin with a discard that the player chooses"}


def test_its_fault_with_eleven_melded_cards_is_not_hidden(engine: Conversation) -> None:
    # Measured in 1.2.0: of a run of four it may name an inner card as one that leaves nothing. Without the nine of diamonds
    # the eight is left, and the queens or the ten and jack of diamonds: 8+10+10.
    held = cards("9c Qs 9d 8c 8d Jc Td Qh Jd Tc Qd")
    legal = words(engine.ask("play", deal(held, cards("Ac 2c 3c 4c 5c 6c 7c Ad 2d 3d"), [])))
    assert "gin 9d" in legal
    kept = [card for card in held if card != "9d"]
    assert engine.ask("arrange", {"rules": ROOT, "hand": kept})["deadwood"] == 28


def test_the_card_taken_may_be_thrown_only_to_go_out(engine: Conversation) -> None:
    # Ann throws the queen of diamonds, Bob takes it; his hand counts 5 without it.
    first = cards("Ac 3d 4h 6s 8h 9d Tc Jh Qd Ks 2c")
    second = PLAIN[:10]
    turns = [act("Ann", "discard", "Qd"), act("Bob", "take")]
    taken = engine.ask("play", deal(first, second, turns))
    assert words(taken) == sorted([f"discard {card}" for card in second] + ["knock 5d", "knock Qd"])
    refused(engine, deal(first, second, [*turns, act("Bob", "discard", "Qd")]))
    knocked = engine.ask("play", deal(first, second, [*turns, act("Bob", "knock", "Qd")]))
    assert knocked["result"]["deadwood"]["Bob"] == 5
    allowed = engine.ask("play", deal(first, second, [*turns, act("Bob", "discard", "Qd")], **{"turn.return-taken": "allowed"}))
    assert (allowed["state"]["pile"], allowed["state"]["turn"]) == (["Qd"], "Ann")


LOOSE = cards("2c 4c 6c 8c Tc Qc 2d 4d 6d 8d Td")
OTHER = cards("3h 5h 7h 9h Jh Kh 3s 5s 7s 9s")


def drawn(count: int, **rules: Any) -> dict[str, Any]:
    """Ann throws the ten of diamonds, then each in turn throws what he draws from the stock, until so many are drawn."""
    params = deal(LOOSE, OTHER, [act("Ann", "discard", "Td")], **rules)
    for number, card in enumerate(params["stock"][:count]):
        player = PLAYERS[1 - number % 2]
        params["actions"] += [act(player, "stock"), act(player, "discard", card)]
    return params


@pytest.mark.parametrize("floor", [2, 0, 5])
def test_the_floor_of_the_stock(engine: Conversation, floor: int) -> None:
    count = 31 - floor
    before = engine.ask("play", drawn(count - 1, **{"stock.floor": floor}))
    assert (before["state"]["phase"], words(before)) == ("draw", ["stock", "take"])
    params = drawn(count, **{"stock.floor": floor})
    wall = engine.ask("play", params)
    player = wall["state"]["turn"]
    assert player == PLAYERS[1 - count % 2]
    assert (wall["state"]["phase"], wall["state"]["stock"], words(wall)) == ("wall", floor, ["pass", "take"])
    refused(engine, params | {"actions": [*params["actions"], act(player, "stock")]})
    ended = engine.ask("play", params | {"actions": [*params["actions"], act(player, "pass")]})
    assert (ended["state"]["phase"], ended["result"]["outcome"]) == ("over", "dead")
    refused(engine, params | {"actions": [*params["actions"], act(player, "pass"), act(player, "take")]})
    going_on = engine.ask("play", params | {"actions": [*params["actions"], act(player, "take")]})
    assert going_on["state"]["phase"] == "discard"


def test_a_hand_does_not_end_by_the_number_of_its_moves(engine: Conversation) -> None:
    # The engine's own end after 200 moves is out of the way: 210 turns of two moves.
    params = deal(LOOSE, OTHER, [act("Ann", "discard", "Td")], **{"turn.return-taken": "allowed"})
    for number in range(210):
        player = PLAYERS[1 - number % 2]
        params["actions"] += [act(player, "take"), act(player, "discard", "Td")]
    reply = engine.ask("play", params)
    assert reply["accepted"] == 421
    assert words(reply) == ["stock", "take"]


@pytest.mark.parametrize(
    "action",
    [
        act("Bob", "discard", "3h"),
        act("Bob", "stock"),
        act("Ann", "stock"),
        act("Ann", "take"),
        act("Ann", "pass"),
        act("Ann", "big-gin"),
        act("Ann", "done"),
        act("Ann", "discard", "3h"),
        act("Ann", "knock", "Td"),
        act("Ann", "gin", "Td"),
        {"player": "Ann", "do": "show", "melds": []},
        {"player": "Ann", "do": "layoff", "cards": ["2c"], "onto": "3c"},
    ],
    ids=range(12),
)
def test_what_it_does_not_offer_is_refused(engine: Conversation, action: dict[str, Any]) -> None:
    refused(engine, deal(LOOSE, OTHER, [action]))


def test_lay_offs_are_refused_and_spreads_not_played(engine: Conversation) -> None:
    knocked = [act("Ann", "knock", "Kd")]
    refused(engine, deal(PLAIN, DEFENDER, [*knocked, {"player": "Bob", "do": "layoff", "cards": ["4s"], "onto": "As"}]))
    refused(engine, deal(PLAIN, DEFENDER, [*knocked, act("Ann", "done")]))
    refused(engine, deal(PLAIN, DEFENDER, [*knocked, act("Bob", "stock")]))
    refused(engine, deal(PLAIN, DEFENDER, [*knocked, act("Bob", "done"), act("Bob", "done")]))
    error = engine.error("play", deal(PLAIN, DEFENDER, [*knocked, {"player": "Ann", "do": "show", "melds": []}]))
    assert (error["code"], error["data"]) == (-32001, {"feature": "a declared spread"})


@pytest.mark.parametrize(
    ("rule", "value"),
    [
        ("deal.opening", "upcard-offered"),
        ("deal.cards", 7),
        ("turn.return-taken", "forbidden"),
        ("turn.takes-limit", 50),
        ("stock.floor", 11),
        ("stock.last-discard", "to-go-out"),
        ("stock.ends", "after-draw"),
        ("knock.limit", {"kind": "fixed", "points": 11}),
        ("knock.limit", {"kind": "upcard", "ace": "gin-only"}),
        ("gin.choice", "optional"),
        ("gin.big", "replaces"),
        ("layoff.on-knock", "allowed"),
        ("layoff.on-gin", "allowed"),
        ("melds.run-max", 5),
    ],
)
def test_a_rule_that_it_does_not_play_is_named(engine: Conversation, rule: str, value: Any) -> None:
    error = engine.error("play", deal(LOOSE, OTHER, [], **{rule: value}))
    assert error["code"] == -32001
    assert error["data"]["feature"].startswith(f"{rule} = ")


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"upcard": "As"}, "upcard"),
        ({"hands": {"Ann": LOOSE[:10], "Bob": OTHER}}, "hands.Ann"),
        ({"hands": {"Ann": LOOSE, "Bob": [*OTHER[:9], "2c"]}}, "hands.Bob[9]"),
        ({"dealer": "Ann"}, "hands.Bob"),
        ({"rules": {key: value for key, value in RLCARD.items() if key != "stock.floor"}}, "rules.stock.floor"),
    ],
)
def test_impossible_input_is_an_error_that_says_where(engine: Conversation, change: dict[str, Any], path: str) -> None:
    error = engine.error("play", deal(LOOSE, OTHER, []) | change)
    assert (error["code"], error["data"]) == (-32602, {"path": path})


def test_the_same_question_has_the_same_answer_in_another_process(engine: Conversation) -> None:
    params = deal(PLAIN, DEFENDER, [act("Ann", "knock", "Kd")])
    first = engine.ask("play", params)
    engine.ask("play", drawn(5))
    assert engine.ask("play", params) == first
    check("play.result", first)
    with Conversation("ginrules.adapters.rlcard") as other:
        assert other.ask("play", params) == first
        assert other.ask("arrange", {"rules": ROOT, "hand": GIN[:10]}) == engine.ask(
            "arrange", {"rules": ROOT, "hand": GIN[:10]}
        )
