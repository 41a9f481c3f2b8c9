"""Whether the melds and lay-offs in a reply could lie on a table: a small second opinion, no part of the engine.

Best arrangements tie, so a reply's melds are never compared with others; they must be legal, disjoint, from the hand, and
leave the deadwood that the reply states.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from ginrules.cards import JOKER, RANK_WORDS, RANKS, TEXT, held_as, write_meld

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
    faults += [f"{write_meld(meld)} is no meld" for meld in melds if not is_meld(meld, rules)]
    if not faults and (count := points_of(left, rules["deck.values"])) != deadwood:
        faults.append(f"the melds leave {count}, not {deadwood}")
    return faults


def _without(hand: Counter[str], groups: Sequence[Sequence[str]]) -> tuple[Counter[str], list[str]]:
    """A hand without the cards of some groups, and which cards of them are not (or no longer) in it."""
    left = Counter(hand)
    left.subtract(held_as(card) for group in groups for card in group)
    return left, [f"{card} is not in the hand, or used twice" for card, count in left.items() if count < 0]


def showdown_faults(params: Mapping[str, Any], result: Mapping[str, Any]) -> list[str]:
    """What is wrong with the `spreads` and `layoffs` of a `score` answer.

    What it leaves out is taken from what the question declares; what neither says is not checked.
    """
    rules, knocker, order = params["rules"], params["knocker"], params["players"]
    spreads = {**params.get("spreads", {}), **result.get("spreads", {})}
    layoffs = result.get("layoffs")
    table = [(list(meld), list(meld)) for meld in spreads[knocker]] if knocker in spreads else None
    faults: list[str] = []
    place = order.index(knocker)
    for player in (*order[place:], *order[:place]):
        entries = () if player == knocker else _laid_off(player, params, result)
        wrong = _undeclared(player, params, result)
        if table is not None and layoffs is not None and entries:
            wrong += _layoff_faults(table, entries, rules)
        if player in result.get("spreads", {}) or (layoffs is not None and player != knocker):
            wrong += _count_faults(player, params, spreads.get(player), entries, result["deadwood"].get(player))
        faults += [f"{player}: {fault}" for fault in wrong]
    if layoffs and (on := _forbidden(rules, result, knocker)) and any(layoffs.values()):
        faults.append(f"lay-offs, although {on} = forbidden")
    return faults


def _laid_off(player: str, params: Mapping[str, Any], result: Mapping[str, Any]) -> Sequence[Mapping[str, Any]] | None:
    """What a defender lays off by the answer, else by the question; `None` where neither says it."""
    if "layoffs" in result:
        entries: Sequence[Mapping[str, Any]] = result["layoffs"].get(player, ())
        return entries
    declared: Sequence[Mapping[str, Any]] | None = params.get("layoffs", {}).get(player)
    return declared


def _undeclared(player: str, params: Mapping[str, Any], result: Mapping[str, Any]) -> list[str]:
    """Where the answer has other melds or lay-offs of a player than he declares."""
    faults = []
    declared, shown = (each.get("spreads", {}).get(player) for each in (params, result))
    if declared is not None and shown is not None and not _shows(declared, shown):
        faults.append(f"shows {_write_all(shown)}, having declared {_write_all(declared)}")
    table = params.get("spreads", {}).get(params["knocker"], ())
    told = params.get("layoffs", {}).get(player)
    laid = result["layoffs"].get(player, ()) if "layoffs" in result else None
    if told is not None and laid is not None and _by_meld(told, table) != _by_meld(laid, table):
        faults.append(f"lays off {_write_layoffs(laid)}, having declared {_write_layoffs(told)}")
    return faults


def _as_set(melds: Sequence[Sequence[str]]) -> list[list[str]]:
    """Melds without any order; a joker is a joker, whatever it is said to stand for."""
    return sorted(sorted(map(held_as, meld)) for meld in melds)


def _shows(declared: Sequence[Sequence[str]], shown: Sequence[Sequence[str]]) -> bool:
    """Whether the melds shown are those declared, jokers standing for what they were said to."""
    return _as_set(declared) == _as_set(shown) and _names(declared) <= _names(shown)


def _names(melds: Sequence[Sequence[str]]) -> Counter[str]:
    """What jokers are said to stand for."""
    return Counter(card for meld in melds for card in meld if card.startswith(f"{JOKER}="))


def _by_meld(entries: Sequence[Mapping[str, Any]], table: Sequence[Sequence[str]]) -> dict[str, list[str]]:
    """What goes onto each meld, without any order."""
    onto: dict[str, list[str]] = {}
    for entry in entries:
        place = place_of(entry["onto"], table)
        meld = [entry["onto"]] if place is None else table[place]
        onto.setdefault(" ".join(sorted(meld)), []).extend(map(held_as, entry["cards"]))
    return {meld: sorted(cards) for meld, cards in onto.items()}


def place_of(onto: str, table: Sequence[Sequence[str]]) -> int | None:
    """Which meld holds a card: a natural one, or else a joker that stands for it."""
    for wanted in (onto, f"*={onto}"):
        for place, meld in enumerate(table):
            if wanted in meld:
                return place
    return None


def _count_faults(
    player: str,
    params: Mapping[str, Any],
    spread: Sequence[Sequence[str]] | None,
    entries: Sequence[Mapping[str, Any]] | None,
    stated: int | None,
) -> list[str]:
    """Whether melds and lay-offs are of a player's hand and leave the count that is stated."""
    hand = Counter(params["hands"][player])
    if player == params["knocker"]:
        hand.subtract([params["discard"]] if "discard" in params else [])
    left, faults = _without(hand, [*(spread or ()), *(entry["cards"] for entry in entries or ())])
    faults += [f"{write_meld(meld)} is no meld" for meld in spread or () if not is_meld(meld, params["rules"])]
    if faults or spread is None or entries is None or stated is None:
        return faults
    count = points_of(left, params["rules"]["deck.values"])
    return [] if count == stated else [f"spread and lay-offs leave {count}, not {stated}"]


def _forbidden(rules: Mapping[str, Any], result: Mapping[str, Any], knocker: str) -> str:
    kept = result["deadwood"].get(knocker)
    if kept is None:
        return ""
    on = "layoff.on-knock" if kept else "layoff.on-gin"
    return on if rules[on] == "forbidden" else ""


def _layoff_faults(
    table: list[tuple[list[str], list[str]]], entries: Sequence[Mapping[str, Any]], rules: Mapping[str, Any]
) -> list[str]:
    """Judge one defender's lay-offs, all onto one meld together; the table then holds them."""
    faults = []
    shown = [original for original, _ in table]
    places = [place_of(entry["onto"], shown) for entry in entries]
    for number, (original, now) in enumerate(table):
        onto = [card for entry, place in zip(entries, places, strict=True) if place == number for card in entry["cards"]]
        if not onto:
            continue
        if not is_meld([*(now if rules["layoff.onto"] == "extended" else original), *onto], rules):
            faults.append(f"{write_meld(onto)} cannot be laid off on {write_meld(original)}")
        table[number] = (original, [*now, *onto])
    nowhere = [entry for entry, place in zip(entries, places, strict=True) if place is None]
    return faults + [f"{entry['onto']} lies in no meld" for entry in nowhere]


def _write_all(melds: Sequence[Sequence[str]]) -> str:
    return " ".join(map(write_meld, melds)) or "no meld"


def _write_layoffs(entries: Sequence[Mapping[str, Any]]) -> str:
    return " and ".join(f"{' '.join(entry['cards'])} on {entry['onto']}" for entry in entries) or "nothing"
