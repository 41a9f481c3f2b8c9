"""Whether the melds and lay-offs in a reply could lie on a table: a small second opinion, no part of the engine.

Best arrangements tie, so a reply's melds are never compared with others; they must be legal, disjoint, from the hand, and
leave the deadwood that the reply states.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from ginrules.cards import JOKER, RANK_WORDS, RANKS, TEXT

_RANK = {str(rank): number for number, rank in enumerate(RANKS)}


def points_of(cards: Counter[str], values: Mapping[str, Any]) -> int:
    """The deadwood count of some cards under `deck.values`."""
    return sum(
        count * values["joker" if card == JOKER else RANK_WORDS[_RANK[card[0]]]] for card, count in cards.items() if count > 0
    )


def is_meld(cards: Sequence[str], rules: Mapping[str, Any]) -> bool:
    """Whether cards are a set or a run under `melds.*`; a joker is the card it names (`*=8h`) or whatever makes a meld."""
    faces = [card.removeprefix("*=") for card in cards]
    if all(card.startswith(JOKER) for card in cards):
        return False
    if JOKER in faces:
        place = faces.index(JOKER)
        return any(is_meld([*cards[:place], f"*={face}", *cards[place + 1 :]], rules) for face in TEXT)
    if len(set(faces)) < len(faces):
        return False
    ranks = sorted(_RANK[face[0]] for face in faces)
    if len(set(ranks)) == 1:
        return bool(rules["melds.set-min"] <= len(faces) <= rules["melds.set-max"])
    if len({face[1] for face in faces}) > 1 or len(faces) < rules["melds.run-min"]:
        return False
    if rules["melds.run-max"] is not None and len(faces) > rules["melds.run-max"]:
        return False
    return _in_a_row(ranks, rules["melds.ace"])


def _in_a_row(ranks: list[int], ace: str) -> bool:
    if ranks[-1] - ranks[0] == len(ranks) - 1:
        return True
    if ranks[0] != 0 or ace == "low":
        return False
    if ace == "high-or-low":
        return _in_a_row([*ranks[1:], 13], "low")
    missing = [rank for rank in range(13) if rank not in ranks]
    return missing[-1] - missing[0] == len(missing) - 1


def arrangement_faults(
    hand: Sequence[str], melds: Sequence[Sequence[str]], deadwood: int, rules: Mapping[str, Any]
) -> list[str]:
    """What is wrong with melds said to leave so much deadwood of a hand."""
    left, faults = _without(Counter(hand), melds)
    faults += [f"{_write(meld)} is no meld" for meld in melds if not is_meld(meld, rules)]
    if not faults and (count := points_of(left, rules["deck.values"])) != deadwood:
        faults.append(f"the melds leave {count}, not {deadwood}")
    return faults


def _without(hand: Counter[str], groups: Sequence[Sequence[str]]) -> tuple[Counter[str], list[str]]:
    """A hand without the cards of some groups, and which cards of them are not (or no longer) in it."""
    left = Counter(hand)
    left.subtract(JOKER if card.startswith(JOKER) else card for group in groups for card in group)
    return left, [f"{card} is not in the hand, or used twice" for card, count in left.items() if count < 0]


def showdown_faults(params: Mapping[str, Any], result: Mapping[str, Any]) -> list[str]:
    """What is wrong with the `spreads` and `layoffs` of a `score` answer; absent ones are passed over."""
    spreads, layoffs = result.get("spreads"), result.get("layoffs")
    rules, knocker = params["rules"], params["knocker"]
    faults: list[str] = []
    if spreads is None:
        return faults
    table = [(list(meld), list(meld)) for meld in spreads.get(knocker, ())]
    order = params["players"]
    place = order.index(knocker)
    for player in (*order[place:], *order[:place]):
        if player not in spreads:
            continue
        hand = Counter(params["hands"][player])
        laid: list[Sequence[str]] = []
        if player == knocker:
            hand.subtract([params["discard"]] if "discard" in params else [])
        elif layoffs is not None:
            laid = [entry["cards"] for entry in layoffs.get(player, ())]
            faults += [f"{player}: {fault}" for fault in _layoff_faults(table, layoffs.get(player, ()), rules)]
        melds = spreads[player]
        left, missing = _without(hand, [*melds, *laid])
        wrong = missing + [f"{_write(meld)} is no meld" for meld in melds if not is_meld(meld, rules)]
        stated = result["deadwood"].get(player)
        if not wrong and stated is not None and (player == knocker or layoffs is not None):
            count = points_of(left, rules["deck.values"])
            wrong += [f"spread and lay-offs leave {count}, not {stated}"] if count != stated else []
        faults += [f"{player}: {fault}" for fault in wrong]
    if layoffs and (on := _forbidden(rules, result, knocker)) and any(layoffs.values()):
        faults.append(f"lay-offs, although {on} = forbidden")
    return faults


def _forbidden(rules: Mapping[str, Any], result: Mapping[str, Any], knocker: str) -> str:
    on = "layoff.on-knock" if result["deadwood"].get(knocker) else "layoff.on-gin"
    return on if rules[on] == "forbidden" else ""


def _layoff_faults(
    table: list[tuple[list[str], list[str]]], entries: Sequence[Mapping[str, Any]], rules: Mapping[str, Any]
) -> list[str]:
    """Judge one defender's lay-offs, all onto one meld together; the table then holds them."""
    faults = []
    for number, (original, now) in enumerate(table):
        faces = {card.removeprefix("*=") for card in original}
        onto = [card for entry in entries if entry["onto"] in faces for card in entry["cards"]]
        if not onto:
            continue
        if not is_meld([*(now if rules["layoff.onto"] == "extended" else original), *onto], rules):
            faults.append(f"{_write(onto)} cannot be laid off on {_write(original)}")
        table[number] = (original, [*now, *onto])
    known = {card.removeprefix("*=") for original, _ in table for card in original}
    return faults + [f"{entry['onto']} lies in no meld" for entry in entries if entry["onto"] not in known]


def _write(cards: Sequence[str]) -> str:
    return f"[{' '.join(cards)}]"
