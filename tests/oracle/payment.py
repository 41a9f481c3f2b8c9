"""What a hand pays once its counts are known, steps H3 to H8 of the order of computation, for two to five players.

Slow, obvious, and no part of the engine: `pay` takes the players in turn order and a hand as the protocol's `tally` writes it
(`knocker`, `call`, `deadwood`, perhaps `upcard`), and gives `outcome`, `winners`, `points`, `boxes`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Rules = Mapping[str, Any]
Facts = dict[str, Any]


def pay(rules: Rules, players: list[str], hand: Mapping[str, Any]) -> Facts:
    knocker = hand["knocker"]
    counts: Mapping[str, int] = hand["deadwood"]
    at = players.index(knocker)
    defenders = players[at + 1 :] + players[:at]  # in turn order from the one after the knocker
    gin = counts[knocker] == 0
    pairs = decide(rules, knocker, defenders, counts)
    beaters = [player for player in players if any(beater == player for beater, _ in pairs)]
    undercutters = [player for player in beaters if player != knocker]
    winners = undercutters or beaters
    facts: Facts = {
        "outcome": outcome_of(hand, gin, pairs, undercutters, counts),
        "winners": winners,
        "points": {},
        "boxes": {},
    }
    for player in players:
        beaten = [counts[loser] - counts[player] for beater, loser in pairs if beater == player]
        lost = [counts[player] - counts[beater] for beater, loser in pairs if loser == player]
        bonus = bonus_of(rules, hand, player, counts) if player in beaters else 0
        amount = bonus
        if rules["scoring.collect"]["kind"] == "difference":
            amount += sum(beaten)
        elif lost:  # penalties: charged once, however many won
            amount -= max(lost) * (rules["scoring.collect"]["gin-factor"] if gin else 1)
        facts["points"][player] = amount * (2 if spade(rules, hand) else 1)
        facts["boxes"][player] = sum(boxes_of(rules, hand, player, counts)) if player in winners else 0
    return facts


# --- H3


def decide(rules: Rules, knocker: str, defenders: list[str], counts: Mapping[str, int]) -> list[tuple[str, str]]:
    """Every pair (who beats, who is beaten) of the hand."""
    own = counts[knocker]
    if own == 0:
        if rules["scoring.gin-tie"] == "no-score" and any(counts[player] == 0 for player in defenders):
            return []
        return [(knocker, player) for player in defenders]
    if len(defenders) == 1 or rules["scoring.showdown"] == "each-with-knocker":
        pairs = []
        for player in defenders:
            if counts[player] > own or (counts[player] == own and rules["scoring.tie"] == "knocker"):
                pairs.append((knocker, player))
            elif counts[player] < own or rules["scoring.tie"] != "no-score":
                pairs.append((player, knocker))
        return pairs
    lowest = min(counts[player] for player in defenders)
    if own < lowest or (own == lowest and rules["scoring.tie"] == "knocker"):
        winners = [knocker]
    elif own == lowest and rules["scoring.tie"] == "no-score":
        winners = []
    else:
        winners = [player for player in defenders if counts[player] == lowest]
        if rules["scoring.shared-undercut"] == "next-in-turn":
            winners = winners[:1]
    losers = [player for player in (knocker, *defenders) if player not in winners]
    return [(winner, loser) for winner in winners for loser in losers]


def outcome_of(
    hand: Mapping[str, Any],
    gin: bool,
    pairs: list[tuple[str, str]],
    undercutters: list[str],
    counts: Mapping[str, int],
) -> str:
    knocker = hand["knocker"]
    if gin:
        if not pairs:
            return "tie"
        return "big-gin" if hand["call"] == "big-gin" else "gin"
    if undercutters:
        return "undercut"
    equalled = any(counts[player] == counts[knocker] for player in counts if player != knocker)
    by_more = any(counts[loser] > counts[knocker] for _, loser in pairs)
    return "tie" if equalled and not by_more else "knock"


# --- H5, H8


def bonus_of(rules: Rules, hand: Mapping[str, Any], player: str, counts: Mapping[str, int]) -> int:
    bonus: int
    if player == hand["knocker"]:
        if counts[player] > 0:
            bonus = rules["scoring.knock"]
        elif hand["call"] != "big-gin":
            bonus = rules["scoring.gin"]
        else:
            bonus = rules["scoring.big-gin"] + (rules["scoring.gin"] if rules["gin.big"] == "adds" else 0)
    elif without_bonus(rules, hand, player, counts):
        bonus = 0
    elif counts[player] == 0 and rules["scoring.gin-off"] is not None:
        bonus = rules["scoring.gin-off"]
    else:
        bonus = rules["scoring.undercut"]
    return bonus


def without_bonus(rules: Rules, hand: Mapping[str, Any], player: str, counts: Mapping[str, int]) -> bool:
    return bool(counts[player] == counts[hand["knocker"]] and rules["scoring.tie"] == "undercut-without-bonus")


def spade(rules: Rules, hand: Mapping[str, Any]) -> bool:
    return bool(rules["scoring.spades"] != "nothing" and hand.get("upcard", "").endswith("s"))


def own_doubled(rules: Rules, hand: Mapping[str, Any]) -> bool:
    return bool(spade(rules, hand) and rules["scoring.spades"] == "doubles-points-and-boxes")


def extra_doubled(rules: Rules, hand: Mapping[str, Any]) -> bool:
    return bool(spade(rules, hand) and rules["scoring.spades"] != "doubles-points")


def boxes_of(rules: Rules, hand: Mapping[str, Any], player: str, counts: Mapping[str, int]) -> tuple[int, int]:
    """The own box and the extra boxes of one of the hand's winners."""
    extra: int
    if player == hand["knocker"]:
        extra = rules["boxes.gin"] if counts[player] == 0 else 0
    elif without_bonus(rules, hand, player, counts):
        extra = 0
    elif counts[player] == 0 and rules["boxes.gin-off"] is not None:
        extra = rules["boxes.gin-off"]
    else:
        extra = rules["boxes.undercut"]
    return 2 if own_doubled(rules, hand) else 1, extra * (2 if extra_doubled(rules, hand) else 1)
