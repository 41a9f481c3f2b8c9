"""How a score sheet stands: who leads and what is still needed, or the end with every amount and its rule; who plays next."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ginrules.cli.grid import Grid, Row
from ginrules.cli.output import counted
from ginrules.cli.payers import pay_lines
from ginrules.cli.score_sheet import CARRIED, Told
from ginrules.diagnostics import listed

_LABELS = {
    "boxes.value": "boxes",
    "game.bonus": "game bonus",
    "game.shutout": "shutout",
    "game.settlement": "settlement",
    "game.columns": "factor",
}
_SETTLING = ("game.settlement", "game.columns")


def account_lines(told: Told) -> Iterator[str]:
    """What stands below the hands: games that are over, games that go on, and the next hand."""
    columns = list(enumerate(told.columns, 1))
    if told.result["finished"]:
        yield f"The game is over{_why(told)}: {_winners(told.result)}."
    if told.has_columns:
        for number, column in columns:
            if column["finished"]:
                yield f"Column {number} is closed{_by_hand(told, number)}: {_winners(column)}."
    if any(column["finished"] for _, column in columns):
        yield ""
        yield from _amounts(told)
        if told.result["finished"]:
            yield ""
            yield from pay_lines(told.params, told.result)
        else:
            yield ""
    if _limit_unseen(told):
        yield "A knock without its upcard is not held against the limit, which the upcard sets: upcard 4s: Ann knock 4, Bob 23."
    going_on = [each for each in columns if not each[1]["finished"]]
    empty = [number for number, column in going_on[1:] if not any(column["totals"].values())]
    for number, column in going_on:
        if number not in empty:
            yield (f"Column {number}: " if told.has_columns else "") + " ".join(_standing(told, column))
    if empty:
        yield f"Column{'s' if len(empty) > 1 else ''} {listed([str(number) for number in empty])}: nobody has scored."
    yield from _next(told)


def _limit_unseen(told: Told) -> bool:
    """Whether somebody knocked, the upcard sets the limit, and it is not said."""
    is_set = told.params["rules"]["knock.limit"]["kind"] == "upcard"
    return is_set and any(deal.get("call") == "knock" and "upcard" not in deal for deal in told.params["deals"])


# -- a game that goes on ----------------------------------------------------------------------------------------------------


def _standing(told: Told, column: Mapping[str, Any]) -> Iterator[str]:
    """Who leads, and what is still needed."""
    totals: Mapping[str, int] = column["totals"]
    first, *others = sorted(totals.items(), key=lambda each: -each[1])
    level = [side for side, total in totals.items() if total == first[1]]
    if len(level) == 1:
        yield f"{first[0]} leads by {first[1] - others[0][1]}."
    elif first[1] == 0:
        yield "Nobody has scored." if len(level) == len(totals) else f"{listed(level)} lead."
    else:
        yield f"{listed(level)} are level."
    end = told.params["rules"]["game.end"]
    if end["kind"] == "target":
        target = end["points"]
        points = target[str(len(told.params["players"]))] if isinstance(target, dict) else target
        if first[1] >= points:
            yield f"{points} is reached, and the first hand that separates them ends the game."
            return
        needs = [
            f"{side} needs {points - total}" if place == 0 else f"{side} {points - total}"
            for place, (side, total) in enumerate(totals.items())
        ]
        yield f"To {points}: {', '.join(needs)}."
    elif end["kind"] == "rounds":
        yield f"{_rounds(told)} of {counted(end['rounds'], 'hand')} {'is' if end['rounds'] == 1 else 'are'} played."
    else:
        yield f"The game lasts {counted(end['minutes'], 'minute')}; the hand in which they end is marked: last."


def _rounds(told: Told) -> int:
    """How many hands count: not those that are dealt again."""
    dead: dict[int, bool] = {}
    for deal in told.params["deals"]:
        dead[deal["deal"]] = dead.get(deal["deal"], True) and deal.get("outcome") == "dead"
    replayed = told.params["rules"]["game.dead-hand"] == "replayed"
    return sum(not (replayed and dead[hand["deal"]]) for hand in told.result["deals"])


# -- a game that is over ----------------------------------------------------------------------------------------------------


def _why(told: Told) -> str:
    end = told.params["rules"]["game.end"]
    return {"time": " as time has run out", "rounds": " after its last hand"}.get(end["kind"], "")


def _winners(sheet: Mapping[str, Any]) -> str:
    winners = sheet["winners"]
    if not winners:
        return "it is level, and nobody wins"
    return f"{listed(winners)} win{'s' if len(winners) == 1 else ''}"


def _by_hand(told: Told, number: int) -> str:
    """With which hand a column was closed: the last that was written in it, where a target ends it."""
    hands = [hand["deal"] for hand in told.result["deals"] if number in hand.get("columns", ())]
    return f" by hand {hands[-1]}" if hands and told.params["rules"]["game.end"]["kind"] == "target" else ""


def _amounts(told: Told) -> Iterator[str]:
    """What was written, every bonus and the settlement, a line each; columns that go on have no amounts yet."""
    yield from _Account(told).lines()


class _Account:
    """The lines of the games that are over, each amount under its side, its rule on the right."""

    def __init__(self, told: Told) -> None:
        self.told = told
        self.closed = {number: column for number, column in enumerate(told.columns, 1) if column["finished"]}
        self.in_all = told.has_columns and bool(told.result["finished"])
        self.places = [(number, side) for number, _ in enumerate(told.columns, 1) for side in told.sides]
        groups = [(f"column {number}" if told.has_columns else "", told.sides) for number, _ in enumerate(told.columns, 1)]
        self.grid = Grid([*groups, ("in all", told.sides)] if self.in_all else groups)
        steps = [step for step in told.steps if "deal" not in step and step["rule"] != CARRIED]
        self.steps = [step for step in steps if step.get("column", min(self.closed)) in self.closed]
        self.wide = max((len(step["rule"]) for step in self.steps), default=0)

    def lines(self) -> Iterator[str]:
        """Hands, bonuses, final totals, settlement."""
        at_once = self.told.params["rules"]["boxes.when"] == "at-once"
        self._facts("written" if at_once else "hands", "totals")
        self._amounts([step for step in self.steps if not _settles(self.told, step)])
        self._facts("final", "finals")
        rows = self._amounts([step for step in self.steps if _settles(self.told, step)])
        if rows > 1:
            self._facts("to settle", "settlement", signed=True)
        yield from self.grid.lines(titled=self.told.has_columns)
        if self.told.has_columns:
            yield from self._explained()

    def _explained(self) -> Iterator[str]:
        """Of several columns the words of their amounts, a line for each column."""
        said: dict[int, list[str]] = {number: [] for number in self.closed}
        for step in self.steps:
            text = step.get("text", "")
            if step["points"] and "column" in step and text != _LABELS.get(step["rule"]):
                said[step["column"]].append(f"{step['player']} {text}" if step["rule"] == "boxes.value" else text)
        if any(said.values()):
            yield ""
        for number, texts in said.items():
            if texts:
                yield f"  column {number}: {'; '.join(dict.fromkeys(texts))}"

    def _facts(self, label: str, fact: str, *, signed: bool = False) -> None:
        """A line of sums as the answer has them."""
        cells = [
            _number(self.closed[number].get(fact, {}).get(side), signed=signed) if number in self.closed else ""
            for number, side in self.places
        ]
        if self.in_all:
            cells += [_number(self.told.result.get(fact, {}).get(side), signed=signed) for side in self.told.sides]
        self.grid.rows.append(Row(label, cells))

    def _amounts(self, steps: Sequence[Mapping[str, Any]]) -> int:
        """A line for each amount that is not nothing; where sides have the same kind of amount they share a line."""
        rows: list[dict[tuple[int, str], Mapping[str, Any]]] = []
        for step in (step for step in steps if step["points"]):
            place = (step.get("column", 0 if self.told.has_columns else 1), step["player"])
            row = next((row for row in rows if place not in row and self._go_together(step, next(iter(row.values())))), None)
            if row is None:
                rows.append({place: step})
            else:
                row[place] = step
        for row in rows:
            cells = [_number(row[place]["points"], signed=True) if place in row else "" for place in self.places]
            if self.in_all:
                cells += [self._sum(row, side) for side in self.told.sides]
            first = next(iter(row.values()))
            self.grid.rows.append(Row(_LABELS.get(first["rule"], ""), cells, self._remark(first["rule"], row)))
        return len(rows)

    def _sum(self, row: Mapping[tuple[int, str], Mapping[str, Any]], side: str) -> str:
        """The amounts of a side in a line together."""
        amounts = [step["points"] for (_, player), step in row.items() if player == side]
        return f"{sum(amounts):+}" if amounts else ""

    def _go_together(self, step: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
        """Whether amounts share a line: bonuses of one kind, what one side receives and another pays, columns side by side."""
        if step["rule"] != other["rule"]:
            return False
        of_two_columns = self.told.has_columns and step.get("column") != other.get("column")
        return of_two_columns or not _settles(self.told, step) or step.get("text") == other.get("text")

    def _remark(self, rule: str, row: Mapping[tuple[int, str], Mapping[str, Any]]) -> str:
        """The rule, and of one game the words of the amounts."""
        texts = {} if self.told.has_columns else {side: step.get("text", "") for (_, side), step in row.items()}
        said = [*dict.fromkeys(texts.values())]
        if len(said) > 1:
            said = [f"{side} {text}" for side, text in texts.items()]
        return f"{rule:<{self.wide}}  {', '.join(text for text in said if text != _LABELS.get(rule))}".rstrip()


def _number(amount: int | None, *, signed: bool) -> str:
    return "" if amount is None else f"{amount:+}" if signed else str(amount)


def _settles(told: Told, step: Mapping[str, Any]) -> bool:
    """Whether an amount is paid at the settlement, instead of being a bonus."""
    paid = told.params["rules"]["game.shutout"]["kind"] == "paid"
    return step["rule"] in _SETTLING or (paid and step["rule"] == "game.shutout")


# -- the next hand ----------------------------------------------------------------------------------------------------------


def _next(told: Told) -> Iterator[str]:
    tables: Sequence[Mapping[str, Any]] = told.result.get("next", ())
    if "sides" not in told.params:
        dealers = [table["dealer"] for table in tables if "dealer" in table]
        if dealers and not told.result["finished"]:
            yield f"{listed(dealers)} deals the next hand."
        return
    what = "Next game" if told.result["finished"] else "Next hand"
    if len(tables) < len(told.params["players"]) // 2:
        what = "Still to play"
    said = []
    for table in tables:
        one, two = table["players"]
        dealer = f", {table['dealer']} deals" if "dealer" in table else ""
        said.append(f"table {table['table']} {one} against {two}{dealer}")
    yield f"{what}: {'; '.join(said)}."
    if told.result["finished"] and (lines := next_sides(told)):
        yield f"It begins with the lines of its sides: {lines}"


def next_sides(told: Told) -> str:
    """The `side` lines that say who meets whom in the next game; empty where those of this game do."""
    (first, members), (second, others) = told.params["sides"].items()
    met = {player: other for table in told.result["next"] for player, other in [table["players"]]}
    following = [met[player] for player in members]
    return "" if following == others else f"side {first}: {' '.join(members)}; side {second}: {' '.join(following)}"
