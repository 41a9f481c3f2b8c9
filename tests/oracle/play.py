"""A hand turn by turn, written straight from the protocol's text: slow, and no part of the engine.

`answer_play(params)` takes the parameters of the protocol's `play` and gives its result. `start`, `refusal`, `do`, `legal` are
its steps, for whoever plays one action after the other. Impossible input raises `Impossible` where that is easily seen.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from typing import Any

from ginrules.cards import TEXT
from tests.oracle import showdown
from tests.oracle.hand import (
    GOING_OUT,
    Action,
    Hand,
    Impossible,
    after,
    as_score,
    held_card,
    in_order,
    limit_of,
    showdown_order,
)
from tests.oracle.melds import Rules, jokers_apart, plain
from tests.oracle.refusals import legal, refusal


def answer_play(params: Mapping[str, Any]) -> dict[str, Any]:
    hand = start(params)
    result: dict[str, Any] = {"accepted": 0}
    for action in params["actions"]:
        refused = refusal(hand, action)
        if refused:
            ids = sorted(refused)
            result["refused"] = {"rules": ids, "message": "refused: " + ", ".join(ids), "player": action["player"]}
            break
        do(hand, action)
        result["accepted"] += 1
    result["state"] = state(hand)
    if "legal" in params.get("ask", []) and hand.phase not in ("showdown", "over"):
        result["legal"] = legal(hand)
    outcome = outcome_of(hand)
    if outcome is not None:
        result["result"] = outcome
    return result


# --- where a hand begins


def cards_dealt(rules: Rules, players: int) -> int:
    number: int | Mapping[str, int] = rules["deal.cards"]
    return number if isinstance(number, int) else number[str(players)]


def start(params: Mapping[str, Any]) -> Hand:
    rules, players = params["rules"], list(params["players"])
    is_position = "pile" in params
    upcard = params.get("upcard")
    if is_position:
        pile = list(params["pile"])
        phase, turn = params["phase"], params["turn"]
    else:
        opening = rules["deal.opening"]
        if (upcard is None) != (opening == "extra-card"):
            raise Impossible("an upcard where the opening has none, or none where it has one")
        pile = [] if upcard is None else [upcard]
        phase = {"upcard-offered": "upcard", "upcard-open": "draw", "extra-card": "discard"}[opening]
        turn = after(players, params["dealer"])
    places = apart([*(list(params["hands"][player]) for player in players), pile, list(params["stock"])])
    hands = {player: set(cards) for player, cards in zip(players, places, strict=False)}
    hand = Hand(rules, players, upcard, hands, places[-2], places[-1], phase, turn)
    if is_position and "taken" in params:
        hand.taken = held_card(hand, turn, params["taken"])
        hand.takes = 1  # the deal that leads there takes it in phase draw or wall
    check_possible(hand, params)
    return hand


def apart(places: list[list[str]]) -> list[list[str]]:
    """The same places with every joker told apart."""
    numbers = count(1)
    return [[f"*{next(numbers)}" if card == "*" else card for card in place] for place in places]


def check_possible(hand: Hand, params: Mapping[str, Any]) -> None:
    if set(params["hands"]) != set(hand.players) or hand.turn not in hand.players:
        raise Impossible("a player whom nobody named")
    everything = [card for player in hand.players for card in params["hands"][player]] + hand.pile + hand.stock
    if sorted(map(plain, everything)) != sorted([*TEXT, *["*"] * hand.rules["deck.jokers"]]):
        raise Impossible("hands, pile and stock are not the whole deck")
    for player in hand.players:
        more = 1 if player == hand.turn and hand.phase == "discard" else 0
        if len(hand.hands[player]) != cards_dealt(hand.rules, len(hand.players)) + more:
            raise Impossible(f"{player} holds a wrong number of cards")
    if hand.taken is not None and (hand.phase != "discard" or hand.taken not in hand.hands[hand.turn]):
        raise Impossible("a taken card that is not in hand")
    if hand.phase in ("draw", "wall") and not hand.pile:
        raise Impossible("no pile")
    if hand.upcard is None and hand.rules["knock.limit"]["kind"] == "upcard":
        raise Impossible("no upcard to set the limit")


# --- what is seen


def state(hand: Hand) -> dict[str, Any]:
    seen: dict[str, Any] = {
        "phase": hand.phase,
        "pile": [plain(card) for card in hand.pile],
        "stock": len(hand.stock),
        "hands": {player: in_order(cards) for player, cards in hand.hands.items()},
    }
    if hand.phase != "over":
        seen["turn"] = hand.turn
    limit = limit_of(hand)
    if limit is not None:
        seen["limit"] = limit
    return seen


def outcome_of(hand: Hand) -> dict[str, Any] | None:
    if hand.dead:
        return {"outcome": "dead", "winners": [], "points": dict.fromkeys(hand.players, 0)}
    if hand.knocker is None:
        return None
    facts = showdown.score(as_score(hand))
    assert "refused" not in facts, facts
    return facts


# --- what is done


def do(hand: Hand, action: Action) -> None:
    """Change the hand by an action that is not refused."""
    player, word = action["player"], action["do"]
    if word == "pass" and hand.phase == "upcard":
        hand.passes += 1
        hand.turn = after(hand.players, player)
        if hand.passes == len(hand.players):
            hand.phase = "draw"
    elif word == "pass":
        end(hand)
    elif word == "stock":
        draw_from_stock(hand)
    elif word == "take":
        take_from_pile(hand)
    elif word == "discard":
        throw(hand, held_card(hand, player, action["card"]))
    elif word in GOING_OUT:
        if word != "big-gin":
            hand.discard = held_card(hand, player, action["card"])
            hand.hands[player].remove(hand.discard)
            hand.pile.insert(0, hand.discard)
        hand.knocker, hand.call, hand.phase = player, word, "showdown"
    else:
        declare(hand, action)


def end(hand: Hand) -> None:
    hand.phase, hand.dead = "over", True


def draw_from_stock(hand: Hand) -> None:
    hand.hands[hand.turn].add(hand.stock.pop(0))
    hand.phase, hand.passes = "discard", 0
    if hand.rules["stock.ends"] == "after-draw" and len(hand.stock) <= hand.rules["stock.floor"]:
        if hand.rules["stock.exhausted"] == "dead-hand":
            end(hand)
        else:
            turn_over(hand)


def turn_over(hand: Hand) -> None:
    """The pile without its top becomes the stock, its bottom card on top, above the cards of the floor."""
    top, others = hand.pile[:1], hand.pile[1:]
    if not others:
        end(hand)
        return
    hand.pile = top
    hand.stock = others[::-1] + hand.stock


def take_from_pile(hand: Hand) -> None:
    card = hand.taken = hand.pile.pop(0)
    hand.hands[hand.turn].add(card)
    counted = hand.phase != "upcard"
    hand.phase, hand.passes = "discard", 0
    if counted:
        hand.takes += 1
        if hand.takes == hand.rules["turn.takes-limit"]:
            end(hand)


def throw(hand: Hand, card: str) -> None:
    """A plain discard, and all that can follow from it."""
    hand.hands[hand.turn].remove(card)
    hand.pile.insert(0, card)
    if hand.taken is not None and plain(card) == plain(hand.taken):
        hand.returns = hand.returns + 1 if plain(card) == hand.returned else 1
        hand.returned = plain(card)
    else:
        hand.returns, hand.returned = 0, None
    hand.taken = None
    if hand.returns == hand.rules["turn.returns-limit"]:
        end(hand)
        return
    hand.turn = after(hand.players, hand.turn)
    hand.phase = "draw"
    if len(hand.stock) > hand.rules["stock.floor"]:
        return
    if hand.rules["stock.exhausted"] == "reshuffle":
        turn_over(hand)
    elif hand.rules["stock.last-discard"] == "untouchable":
        end(hand)
    else:
        hand.phase = "wall"


def declare(hand: Hand, action: Action) -> None:
    player, word = action["player"], action["do"]
    order = showdown_order(hand)
    hand.turn = player
    if word == "show":
        hand.shown[player] = tuple(jokers_apart(action["melds"]))
        if player == hand.knocker:  # he has nothing else to say
            named = showdown.named_as_shown(as_score(hand))
            if len(named) > 1:
                raise showdown.Ambiguous
            hand.shown[player] = named[0]
            hand.turn = order[1]
    elif word == "layoff":
        hand.laid.setdefault(player, []).append({"cards": list(action["cards"]), "onto": action["onto"]})
    else:
        hand.done.add(player)
        if player == order[-1]:
            hand.phase = "over"
        else:
            hand.turn = order[order.index(player) + 1]


# --- what is the same in any right answer


def comparable(result: Mapping[str, Any]) -> dict[str, Any]:
    """The part of a result that the text fixes: sets without order, no message, of `result` the facts alone."""
    facts = ("outcome", "winners", "deadwood", "points", "boxes", "limit")
    same: dict[str, Any] = {"accepted": result["accepted"], "state": dict(result["state"])}
    same["state"]["hands"] = {player: sorted(cards) for player, cards in result["state"]["hands"].items()}
    if "refused" in result:
        same["refused"] = sorted(result["refused"]["rules"])
        same["refused player"] = result["refused"].get("player")
    if "legal" in result:
        same["legal"] = sorted((action["player"], action["do"], action.get("card", "")) for action in result["legal"])
    if "result" in result:
        same["result"] = {fact: result["result"][fact] for fact in facts if fact in result["result"]}
    return same
