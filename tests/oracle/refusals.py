"""What the naive play refuses, and what it lists as legal: slow, and written straight from the protocol's text."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from tests.oracle import showdown
from tests.oracle.hand import (
    GOING_OUT,
    WORDS,
    Action,
    Hand,
    Impossible,
    as_score,
    held_card,
    in_order,
    limit_of,
    showdown_order,
)
from tests.oracle.melds import (
    Cards,
    jokers,
    jokers_apart,
    may_go_together,
    melds_in,
    plain,
    points,
    spreads,
    without,
)


def legal(hand: Hand) -> list[dict[str, Any]]:
    """All that the player in turn may do, none in a showdown and after the end."""
    asked: list[dict[str, Any]] = []
    if hand.phase in ("upcard", "draw", "wall"):
        asked = [{"player": hand.turn, "do": word} for word in ("pass", "stock", "take")]
    if hand.phase == "discard":
        held = in_order(hand.hands[hand.turn])
        for card in dict.fromkeys(held):
            out = "gin" if least_after(hand, held_card(hand, hand.turn, card)) == 0 else "knock"
            asked += [{"player": hand.turn, "do": word, "card": card} for word in (out, "discard")]
        asked.append({"player": hand.turn, "do": "big-gin"})
    return [action for action in asked if not refusal(hand, action)]


# --- what is refused


def refusal(hand: Hand, action: Action) -> set[str]:
    """The ids of all checks of the first stage that fails; none where the action may be done."""
    if action["player"] not in hand.players:
        raise Impossible("a player whom nobody named")
    return refused_first(hand, action) or refused_second(hand, action) or refused_third(hand, action)


def refused_first(hand: Hand, action: Action) -> set[str]:
    player, word = action["player"], action["do"]
    ids = set()
    if word not in WORDS[hand.phase]:
        ids.add("turn.phase")
    if player == hand.knocker and word == "layoff":
        return ids | {"layoff.player"}  # whoever's turn it is
    if hand.phase == "showdown":
        order = showdown_order(hand)
        if order.index(player) < order.index(hand.turn):
            ids.add("turn.order")
        if word == "show" and player in hand.shown:
            ids.add("turn.phase")
        if word == "done" and player == hand.knocker:
            ids.add("turn.phase")
    elif hand.phase != "over" and player != hand.turn:
        ids.add("turn.order")
    return ids


def refused_second(hand: Hand, action: Action) -> set[str]:
    player, word = action["player"], action["do"]
    if word in ("discard", "knock", "gin"):
        return set() if held_card(hand, player, action["card"]) in hand.hands[player] else {"turn.card"}
    if word == "show":
        groups = jokers_apart(action["melds"])
        ids, _ = showdown.refused_groups(groups, hand.rules)
        if showdown.not_held(groups, without(frozenset(hand.hands[player]), *laid_before(hand, player))):
            ids = ids | {"melds.held"}
        if showdown.overlap(groups):
            ids = ids | {"melds.disjoint"}
        return ids
    if word == "layoff":
        ids, _ = refused_made(hand, action)
        free = without(frozenset(hand.hands[player]), *laid_before(hand, player), *hand.shown.get(player, ()))
        return ids if may_go_together(free, *jokers_apart([action["cards"]])) and all_different(action) else ids | {"turn.card"}
    return set()


def laid_before(hand: Hand, player: str) -> list[Cards]:
    return jokers_apart(layoff["cards"] for layoff in hand.laid.get(player, []))


def all_different(action: Action) -> bool:
    own = [card for card in action["cards"] if card[0] != "*"]
    return len(own) == len(set(own))


def refused_made(hand: Hand, action: Action) -> tuple[set[str], set[str]]:
    """The ids of the second and of the third stage for the group that a lay-off makes, with all that lies on that meld."""
    verdicts: list[tuple[set[str], set[str]]] = [
        showdown.refused_groups(groups, hand.rules) for groups in groups_made(hand, action)
    ]
    if any(verdict != verdicts[0] for verdict in verdicts):
        raise showdown.Ambiguous
    return verdicts[0] if verdicts else (set(), set())


def groups_made(hand: Hand, action: Action) -> list[list[Cards]]:
    """The group that a lay-off makes, once for each table that the defenders before may have left; none without a meld."""
    assert hand.knocker is not None
    player, spread = action["player"], hand.shown.get(hand.knocker, ())
    at = showdown.named_meld(action["onto"], spread)
    if at is None:
        return []
    laid = {**hand.laid, player: [*hand.laid.get(player, []), action]}
    params = {**as_score(hand), "layoffs": {**as_score(hand)["layoffs"], player: laid[player]}}
    added = showdown.laid_on(params, player, spread)[at]
    left = points(without(frozenset(hand.hands[hand.knocker]), *spread), hand.rules)
    return [[table[at] | added] for table in showdown.tables_before(params, player, spread, left)]


def refused_third(hand: Hand, action: Action) -> set[str]:
    word = action["do"]
    if word == "pass":
        return set()
    if word == "stock":
        return refused_stock(hand)
    if word == "take":
        return refused_take(hand)
    if hand.phase == "discard":
        return refused_throw(hand, word, action.get("card"))
    if word == "show":
        return refused_show(hand, action)
    if word == "layoff":
        return refused_layoff(hand, action)
    return set()


def refused_stock(hand: Hand) -> set[str]:
    if hand.phase == "upcard":
        return {"deal.opening"}
    return {"stock.floor"} if len(hand.stock) <= hand.rules["stock.floor"] else set()


def refused_take(hand: Hand) -> set[str]:
    ids = set()
    if hand.phase == "draw" and hand.passes == len(hand.players):
        ids.add("deal.opening")
    if hand.rules["turn.joker-taken"] == "only-into-meld" and jokers(hand.pile[:1]):
        cards = frozenset({*hand.hands[hand.turn], hand.pile[0]})
        if not any(jokers(meld) for meld in melds_in(cards, hand.rules)):
            ids.add("turn.joker-taken")
    if hand.phase == "wall" and hand.rules["stock.last-discard"] == "to-go-out":
        then = copy.deepcopy(hand)
        then.taken = then.pile.pop(0)
        then.hands[then.turn].add(then.taken)
        then.phase = "discard"
        if not any(action["do"] in GOING_OUT for action in legal(then)):
            ids.add("stock.last-discard")
    return ids


def took_last_discard(hand: Hand) -> bool:
    return hand.taken is not None and len(hand.stock) <= hand.rules["stock.floor"]


def may_be_thrown(hand: Hand, word: str, card: str) -> bool:
    """Whether `turn.return-taken` lets the card go by this word."""
    rule = hand.rules["turn.return-taken"]
    returned = hand.taken is not None and plain(card) == plain(hand.taken)
    return not returned or rule == "allowed" or (rule == "only-to-knock" and word != "discard")


def refused_throw(hand: Hand, word: str, card: str | None) -> set[str]:
    """Third stage of `discard`, `knock`, `gin`, and of `big-gin` without a card."""
    rules, ids = hand.rules, set()
    if word == "big-gin":
        if rules["gin.big"] == "not-played":
            ids.add("gin.big")
        if not all_melded(hand):
            ids.add("gin.deadwood")
        return ids
    assert card is not None
    card = held_card(hand, hand.turn, card)
    least = least_after(hand, card)
    if not may_be_thrown(hand, word, card):
        ids.add("turn.return-taken")
    if word == "discard" and took_last_discard(hand) and rules["stock.last-discard"] == "to-go-out":
        ids.add("stock.last-discard")
    if word == "gin" and least > 0:
        ids.add("gin.deadwood")
    if word == "knock" and least > 0:
        limit = limit_of(hand)
        if limit is not None and least > limit:
            ids.add("knock.limit")
        if rules["knock.needs-meld"] == "required" and not melds_in(frozenset(hand.hands[hand.turn] - {card}), rules):
            ids.add("knock.needs-meld")
    goes_on = word == "discard" or (word == "knock" and least > 0)  # a knock that leaves nothing is gin
    if goes_on and rules["gin.choice"] == "forced" and can_go_gin(hand):
        ids.add("gin.choice")
    return ids


def can_go_gin(hand: Hand) -> bool:
    if hand.rules["gin.big"] != "not-played" and all_melded(hand):
        return True
    return any(may_be_thrown(hand, "gin", card) and least_after(hand, card) == 0 for card in hand.hands[hand.turn])


def all_melded(hand: Hand) -> bool:
    cards = frozenset(hand.hands[hand.turn])
    return any(not without(cards, *family) for _, family in spreads(cards, hand.rules))


def least_after(hand: Hand, card: str) -> int:
    """The least deadwood that throwing a card can leave."""
    relevant = ("deck.values", "melds.ace", "melds.set-min", "melds.set-max", "melds.run-min", "melds.run-max")
    key = tuple(
        (rule, tuple(value.items()) if isinstance(value, Mapping) else value)
        for rule, value in ((rule, hand.rules[rule]) for rule in relevant)
    )
    return remembered_least(frozenset(hand.hands[hand.turn] - {card}), key)


@lru_cache(maxsize=20_000)
def remembered_least(cards: Cards, key: tuple[tuple[str, Any], ...]) -> int:
    rules = {rule: dict(value) if isinstance(value, tuple) else value for rule, value in key}
    return min(deadwood for deadwood, _ in spreads(cards, rules))


def refused_show(hand: Hand, action: Action) -> set[str]:
    groups = tuple(jokers_apart(action["melds"]))
    if action["player"] == hand.knocker:
        kept = frozenset(hand.hands[action["player"]])
        left = points(without(kept, *groups), hand.rules)
        ids = showdown.refused_out(as_score(hand), kept, groups, left)
        could_be_gin = hand.call == "knock" and left > 0 and any(deadwood == 0 for deadwood, _ in spreads(kept, hand.rules))
        return ids | {"gin.choice"} if could_be_gin and hand.rules["gin.choice"] == "forced" else ids
    return showdown.refused_groups(list(groups), hand.rules)[1]


def refused_layoff(hand: Hand, action: Action) -> set[str]:
    assert hand.knocker is not None
    _, ids = refused_made(hand, action)
    if not groups_made(hand, action):
        ids = ids | {"layoff.onto"}
    kept = frozenset(hand.hands[hand.knocker])
    if hand.knocker in hand.shown:
        left = points(without(kept, *hand.shown[hand.knocker]), hand.rules)
    else:  # who has not shown shows his best
        left = min(deadwood for deadwood, _ in spreads(kept, hand.rules))
    rule = "layoff.on-gin" if left == 0 else "layoff.on-knock"
    return ids | {rule} if hand.rules[rule] == "forbidden" else ids
