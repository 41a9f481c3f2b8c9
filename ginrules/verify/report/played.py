"""A hand that is played, in the words of the notation: `ginrules play` takes the lines as they stand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from ginrules.cards import write_meld
from ginrules.verify.bookkeeping import CannotFollow, Cards

Action = Mapping[str, Any]


def played_lines(params: Mapping[str, Any]) -> Iterator[str]:
    """Where the cards lie at first, then a line for each turn; of the stock only the cards that come to be seen."""
    hands, pile = dict(params["hands"]), list(params.get("pile", ()))
    actions: list[Action] = list(params["actions"])
    if "taken" in params:
        # The notation has no word for it: it is said as it was done.
        turn, taken = params["turn"], params["taken"]
        hands[turn] = [card for card in hands[turn] if card != taken]
        pile.insert(0, taken)
        actions.insert(0, {"player": turn, "do": "take"})
    yield from (f"{given} {params[given]}" for given in ("dealer", "upcard") if given in params)
    for player in params["players"]:
        yield f"hand {player}: {' '.join(hands[player])}"
    if pile:
        yield f"pile: {' '.join(pile)}"
    yield f"stock {len(params['stock'])}: {' '.join(_seen(params, actions))}".rstrip()
    at_first = {**params, "hands": hands, **({"pile": pile} if pile else {})}
    words = _in_words(at_first, actions)
    for player, moves in groupby(words, key=lambda word: word[0]):
        yield f"{player}: {', '.join(text for _, text in moves)}"
    if not actions and "turn" in params:
        yield f"expect turn {params['turn']}"


def can_be_written(params: Mapping[str, Any]) -> bool:
    """Whether the notation can say what is done: the knocker's melds lie before anybody lays off, and who is done is done."""
    done: list[str] = []
    shown = False
    for action in params["actions"]:
        shown = shown or action["do"] == "show"
        if action["do"] in {"layoff", "done"} and action["player"] in done:
            return False
        if action["do"] == "layoff" and not shown:
            return False
        if action["do"] == "done":
            done.append(action["player"])
    return True


def _seen(params: Mapping[str, Any], actions: Sequence[Action]) -> Sequence[str]:
    """The cards of the stock that matter: those drawn, and all where the pile may be put under them."""
    drawn = sum(action["do"] == "stock" for action in actions)
    stock: Sequence[str] = params["stock"]
    return stock if params["rules"]["stock.exhausted"] == "reshuffle" else stock[:drawn]


def _in_words(params: Mapping[str, Any], actions: Sequence[Action]) -> Iterator[tuple[str, str]]:
    """Each player with what he does; his lay-offs come last and in one, which also says that they were all."""
    cards = Cards.at_first(params)
    laid: set[str] = set()
    for player, group in groupby(actions, key=lambda action: action["player"]):
        moves = list(group)
        does = [move["do"] for move in moves]
        end = does.index("done") + 1 if "done" in does else len(moves)
        for move in [each for each in moves[:end] if each["do"] not in {"layoff", "done"}]:
            yield player, _move(move, cards)
        if lays := [lay_text(move) for move in moves[:end] if move["do"] == "layoff"]:
            laid.add(player)
            yield player, f"layoff {' and '.join(lays)}"
        elif "done" in does and player not in laid:
            yield player, "layoff none"
        for move in moves[end:]:
            yield player, _move(move, cards)


def _move(move: Action, cards: Cards) -> str:
    do = move["do"]
    if do == "show":
        return f"show {spread_text(move['melds'])}"
    if do in {"layoff", "done"}:  # after he was done
        return f"layoff {lay_text(move) if do == 'layoff' else 'none'}"
    place = {"stock": cards.stock, "take": cards.pile}.get(do, [])
    card = move.get("card") or (place[0] if place else "")
    try:
        cards.follow(move)
    except CannotFollow:
        return f"{do} {card}".rstrip()
    return f"{do} {card}".rstrip()


def spread_text(melds: Sequence[Sequence[str]]) -> str:
    """A spread in brackets; `[]` without a meld."""
    return " ".join(map(write_meld, melds)) or "[]"


def lay_text(entry: Mapping[str, Any]) -> str:
    """A lay-off: `7h on 4h`."""
    return f"{' '.join(entry['cards'])} on {entry['onto']}"
