"""The entries of a score sheet, read from JSON: each alone, and beside the others of its hand; what cannot be is an error."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from ginrules.answer.reading import known_player, read_natural, typed
from ginrules.answer.sides import Sides, read_integer, read_numbers
from ginrules.cards import JOKER, ONE_JOKER, CardSet
from ginrules.diagnostics import ImpossibleInput, Json, listed
from ginrules.engine.netting import still_to_play
from ginrules.engine.sheet import Counts, Entry, Known
from ginrules.engine.values import Call, Outcome
from ginrules.rules.variant import CollectKind, DeadHand, EndKind, Format, Rules, Spades

_DEAD = "dead"
_COUNTED = ("knocker", "call", "deadwood")
_KNOWN = ("winners", "points", "boxes")
_OUTCOMES = (*map(str, Outcome), _DEAD)
_WINNERS = {"knock": (1,), "gin": (1,), "big-gin": (1,), "tie": (0, 1)}
"""How many win a hand of two or more that ended so; in an undercut some defenders."""


def read_entries(params: Mapping[str, Json], players: tuple[str, ...], sides: Sides, rules: Rules) -> tuple[Entry, ...]:
    """The entries in their order, each possible alone and beside the others of its hand."""
    here = _Table(players, sides, rules)
    hand = _Hand(here)
    entries: list[Entry] = []
    for index, value in enumerate(typed(params.get("deals"), list, "deals", "a list of hands")):
        path = f"deals[{index}]"
        entry, table = here.read(typed(value, dict, path, "a hand"), path)
        if entries and entry.deal < entries[-1].deal:
            raise ImpossibleInput(f"{path}.deal", f"hand {entry.deal} comes after hand {entries[-1].deal}: numbers never fall")
        if not entries or entry.deal > entries[-1].deal:
            hand.end(path)
            hand = _Hand(here)
        hand.add(entry, table, path)
        entries.append(entry)
    return tuple(entries)


class _Hand:
    """The entries of one hand, while they are read."""

    def __init__(self, here: _Table) -> None:
        self.here = here
        self.entries: list[Entry] = []
        self.tables: dict[int, Entry] = {}

    def add(self, entry: Entry, table: int | None, path: str) -> None:
        """Put an entry beside the others of its hand; a dead table that was dealt again may have another."""
        for other in self.entries:
            again = other.seated == entry.seated and other.result is None and not other.last and self.here.deals_again
            for player in entry.seated:
                if player in other.seated and not again:
                    raise ImpossibleInput(path, f"hand {entry.deal} of {player} has an entry already")
        if table is not None:
            there = self.tables.setdefault(table, entry)
            if there.seated != entry.seated:
                raise ImpossibleInput(f"{path}.table", f"at table {table} sat {' and '.join(there.seated)}")
        dealing = {self.here.side_of[each.dealer] for each in (*self.entries, entry) if each.dealer is not None}
        if len(dealing) > 1:
            raise ImpossibleInput(f"{path}.dealer", f"a whole side deals: not {' and '.join(sorted(dealing))}")
        self.entries.append(entry)

    def end(self, path: str) -> None:
        """Refuse a hand that is not played at every table, when another follows."""
        waiting = still_to_play(self.entries, self.here.players, self.here.rules) if self.entries else ()
        if waiting:
            deal = self.entries[0].deal
            raise ImpossibleInput(
                path, f"hand {deal} of {waiting[0]} is still to play: every table has its result before another hand"
            )


@dataclass(frozen=True)
class _Table:
    """Who plays by which rules; reads single entries."""

    players: tuple[str, ...]
    sides: Sides
    rules: Rules

    @cached_property
    def side_of(self) -> Mapping[str, str]:
        """The side of each player."""
        return {player: side for side, members in self.sides.items() for player in members}

    @property
    def in_teams(self) -> bool:
        """Whether several tables make a hand."""
        return self.rules.players.format is Format.PARTNERSHIP

    @property
    def deals_again(self) -> bool:
        """Whether a dead table has another entry in its hand; a dead hand of one table has a number of its own."""
        return self.in_teams and self.rules.game.dead_hand is DeadHand.REPLAYED

    def read(self, deal: Mapping[str, Json], path: str) -> tuple[Entry, int | None]:
        """An entry, and the number of its table if it says one."""
        number = read_integer(deal.get("deal"), f"{path}.deal", "the number of a hand", least=1)
        self._check_kind(deal, path)
        seated = self._seated(deal, path)
        entry = Entry(
            deal=number,
            seated=seated,
            result=self._result(deal, seated, path),
            dealer=self._seated_player(deal, "dealer", seated, path),
            upcard=_upcard(deal["upcard"], f"{path}.upcard") if "upcard" in deal else None,
            last=self._last(deal, path),
            factor=read_integer(deal.get("factor", 1), f"{path}.factor", "a factor", least=1),
            refused_double=self._seated_player(deal, "refused-double", seated, path),
        )
        if entry.refused_double is not None:
            if not isinstance(entry.result, Counts):
                raise ImpossibleInput(f"{path}.refused-double", "a refused double comes with the counts of that moment")
            if entry.refused_double == entry.result.knocker:
                raise ImpossibleInput(f"{path}.refused-double", f"{entry.refused_double} doubled: the other declines")
        if isinstance(entry.result, Counts) and entry.upcard is None and self.rules.scoring.spades is not Spades.NOTHING:
            raise ImpossibleInput(f"{path}.upcard", "scoring.spades depends on the upcard, which is missing")
        return entry, self._table(deal, path)

    def _check_kind(self, deal: Mapping[str, Json], path: str) -> None:
        """An entry is of one of three kinds, and says nothing that belongs to another."""
        outcome = deal.get("outcome")
        if "outcome" in deal and outcome not in _OUTCOMES:
            raise ImpossibleInput(f"{path}.outcome", f"an outcome is {listed(_OUTCOMES, 'or')}, not {json.dumps(outcome)[:40]}")
        counted = [field for field in _COUNTED if field in deal]
        known = [field for field in _KNOWN if field in deal]
        if outcome == _DEAD:
            if counted or known:
                raise ImpossibleInput(f"{path}.{(counted + known)[0]}", f"a dead hand has no {(counted + known)[0]}")
        elif counted and (known or "outcome" in deal):
            field = (*known, "outcome")[0]
            raise ImpossibleInput(f"{path}.{field}", f"{field} follows from the counts: give one or the other")
        elif not counted and not known:
            raise ImpossibleInput(path, "how the hand ended is missing: counts, points or dead")

    def _seated(self, deal: Mapping[str, Json], path: str) -> tuple[str, ...]:
        """Who sat there, in turn order: `players`, or who has a count or points."""
        field = next((field for field in ("players", "deadwood", "points") if field in deal), "")
        if not field and self.in_teams:
            raise ImpossibleInput(f"{path}.players", "who sat at this table is missing: two players, one of each side")
        value = deal.get(field, list(self.players))
        if not isinstance(value, list | dict):
            raise ImpossibleInput(f"{path}.{field}", f"players should stand here, not {json.dumps(value)[:40]}")
        names = [typed(name, str, f"{path}.{field}", "a player") for name in value]
        for name in names:
            known_player(name, self.players, f"{path}.{field}")
        seated = tuple(player for player in self.players if player in names)
        if self.in_teams:
            if len(names) != 2 or len({self.side_of[player] for player in seated}) != 2:
                who = " and ".join(names) or "nobody"
                raise ImpossibleInput(f"{path}.{field}", f"at a table sit two players, one of each side: not {who}")
        elif len(seated) < len(self.players):
            missing = next(player for player in self.players if player not in names)
            raise ImpossibleInput(f"{path}.{field}", f"{missing} plays every hand and is missing")
        return seated

    def _result(self, deal: Mapping[str, Json], seated: tuple[str, ...], path: str) -> Counts | Known | None:
        if deal.get("outcome") == _DEAD:
            return None
        if not any(field in deal for field in _COUNTED):
            return self._known(deal, seated, path)
        knocker = self._seated_player(deal, "knocker", seated, path)
        if knocker is None:
            raise ImpossibleInput(f"{path}.knocker", "who ended the hand is missing")
        call = deal.get("call")
        if call not in tuple(Call):
            raise ImpossibleInput(f"{path}.call", f"the call is {listed(tuple(Call), 'or')}, not {json.dumps(call)[:40]}")
        counts = read_numbers(deal.get("deadwood"), f"{path}.deadwood", seated, "player at this table", least=0)
        return Counts(knocker, Call(str(call)), counts)

    def _known(self, deal: Mapping[str, Json], seated: tuple[str, ...], path: str) -> Known:
        """A score already known, such as some hand can have."""
        where = f"{path}.winners"
        names = [typed(name, str, where, "a player") for name in typed(deal.get("winners"), list, where, "a list of players")]
        for name in names:
            known_player(name, seated, where)
        winners = tuple(player for player in seated if player in names)
        if len(winners) == len(seated):
            raise ImpossibleInput(where, f"{' and '.join(winners)} cannot all win: somebody lost the hand")
        outcome = deal.get("outcome")
        if outcome is not None and len(winners) not in _WINNERS.get(str(outcome), range(1, len(seated))):
            raise ImpossibleInput(f"{path}.outcome", f"a hand with {len(winners)} winners is no {outcome}")
        points = read_numbers(deal.get("points"), f"{path}.points", seated, "player at this table")
        for player in seated:
            fault = self._fault_of_points(points[player], won=player in winners, winners=len(winners), seated=len(seated))
            if fault:
                raise ImpossibleInput(f"{path}.points.{player}", f"{player} {fault}, not {points[player]}")
        boxes = {player: int(player in winners) for player in seated}
        if "boxes" in deal:
            boxes = read_numbers(deal["boxes"], f"{path}.boxes", seated, "player at this table", least=0)
        for player in seated:
            if (boxes[player] > 0) != (player in winners):
                has = "won and has at least one box" if player in winners else "did not win and has no box"
                raise ImpossibleInput(f"{path}.boxes.{player}", f"{player} {has}")
        return Known(winners, points, boxes)

    def _fault_of_points(self, points: int, *, won: bool, winners: int, seated: int) -> str:
        """What a player must have who cannot have these points, or nothing."""
        charged = self.rules.scoring.collect.kind is not CollectKind.DIFFERENCE
        if not winners:
            return "has 0, as nobody won" if points else ""
        if (won or not charged) and points < 0:
            return "has 0 or more"
        if not won and seated == 2 and points > 0:
            return "lost and has 0 or less" if charged else "lost and has 0"
        return ""

    def _seated_player(self, deal: Mapping[str, Json], field: str, seated: tuple[str, ...], path: str) -> str | None:
        """A player of this table whom a field names, if it is there."""
        if field not in deal:
            return None
        name = typed(deal[field], str, f"{path}.{field}", "a player")
        known_player(name, self.players, f"{path}.{field}")
        if name not in seated:
            raise ImpossibleInput(f"{path}.{field}", f"{name} did not sit at this table: {' and '.join(seated)} did")
        return name

    def _last(self, deal: Mapping[str, Json], path: str) -> bool:
        if "last" not in deal:
            return False
        if deal["last"] is not True:
            raise ImpossibleInput(f"{path}.last", "true stands here, or nothing")
        if self.rules.game.end.kind is not EndKind.TIME:
            raise ImpossibleInput(f"{path}.last", f"the game is not played to a time; game.end is {self.rules.game.end.kind}")
        return True

    def _table(self, deal: Mapping[str, Json], path: str) -> int | None:
        if "table" not in deal:
            return None
        table = read_integer(deal["table"], f"{path}.table", "the number of a table", least=1)
        count = len(self.players) // 2 if self.in_teams else 1
        if table > count:
            tables = "is one table" if count == 1 else f"are {count} tables"
            raise ImpossibleInput(f"{path}.table", f"nobody sits at table {table}: there {tables}")
        return table


def _upcard(value: Json, path: str) -> CardSet:
    """A card, or a joker: how many are in the pack a sheet need not know."""
    return ONE_JOKER if value == JOKER else read_natural(value, path)
