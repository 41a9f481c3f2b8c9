"""Whether a defender's equally good lay-offs leave a later defender different counts (`layoff.onto`).

A scenario that hangs on such a choice must declare it. Which lay-offs there are is tried out card by card: the engine only says
what each of them leaves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, combinations
from typing import Any, NamedTuple

from ginrules.answer import answer
from ginrules.cards import JOKER
from ginrules.questions import Method
from ginrules.verify.melds import is_meld

Lays = list[dict[str, Any]]


class OpenLayoffs(NamedTuple):
    """Lay-offs that leave their defender no more than others do, and a later one another count."""

    player: str
    layoffs: Lays
    later: str


def open_layoffs(params: Mapping[str, Any]) -> OpenLayoffs | None:
    """The first such choice in a `score` question; nothing if there is none, or the hand is refused."""
    if len(params["players"]) == 2 or params["rules"]["layoff.onto"] == "original":
        return None
    said: Mapping[str, Any] = answer(Method.SCORE, params)
    if "refused" in said:
        return None
    knocker = params["knocker"]
    seat = params["players"].index(knocker)
    defenders = [*params["players"][seat + 1 :], *params["players"][:seat]]
    spread = said["spreads"][knocker]
    asked = {**params, "spreads": {**params.get("spreads", {}), knocker: spread}}
    return next(_choices(asked, said["deadwood"], defenders, [[*meld] for meld in spread]), None)


def _choices(
    params: Mapping[str, Any], counts: Mapping[str, int], defenders: Sequence[str], table: Sequence[Sequence[str]]
) -> Iterator[OpenLayoffs]:
    """The choices of the first of these defenders that leave another of them another count, then those of the next.

    `table` holds the knocker's melds with what was laid onto them.
    """
    player, *later = defenders
    if not later:
        return
    declared = params.get("layoffs", {})
    for layoffs in [declared[player]] if player in declared else _layoffs(params, player, table):
        asked = {**params, "layoffs": {**declared, player: layoffs}}
        said: Mapping[str, Any] = answer(Method.SCORE, asked)
        if "refused" in said or said["deadwood"][player] != counts[player]:
            continue
        yield from (OpenLayoffs(player, layoffs, other) for other in later if said["deadwood"][other] != counts[other])
        longer = [[*meld, *(card for lay in layoffs if lay["onto"] in meld for card in lay["cards"])] for meld in table]
        yield from _choices(asked, counts, later, longer)


def _layoffs(params: Mapping[str, Any], player: str, table: Sequence[Sequence[str]]) -> Iterator[Lays]:
    """Every family of cards of a hand that lengthens these melds, nothing first."""
    ways: list[Lays] = [[]]
    for shown, meld in zip(params["spreads"][params["knocker"]], table, strict=True):
        near = [card for card in params["hands"][player] if _is_near(card, meld)]
        fitting = [cards for cards in _subsets(near) if is_meld([*meld, *cards], params["rules"])]
        onto = next(card for card in shown if card != JOKER).removeprefix("*=")
        ways += [
            [*way, {"cards": [*cards], "onto": onto}]
            for way in ways
            for cards in fitting
            if not any({*cards} & {*lay["cards"]} for lay in way)
        ]
    yield from ways


def _is_near(card: str, meld: Sequence[str]) -> bool:
    """Whether a card is of the rank of a set or the suit of a run; a joker may be of any."""
    faces = [face.removeprefix("*=") for face in meld if face != JOKER]
    place = 0 if len({face[0] for face in faces}) == 1 else 1
    return card == JOKER or card[place] == faces[0][place]


def _subsets(cards: Sequence[str]) -> Iterator[tuple[str, ...]]:
    return chain.from_iterable(combinations(cards, count) for count in range(1, len(cards) + 1))
