"""A score sheet behind the messages of the protocol: `tally` parameters to its question, its answer to a `tally` result."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ginrules.answer.entries import read_entries
from ginrules.answer.reading import read_players, read_rules
from ginrules.answer.sides import read_carried, read_sides
from ginrules.diagnostics import ImpossibleInput, Json
from ginrules.engine.parts import STANDARD, Parts
from ginrules.engine.sheet import Game, Hand, RefusedEntry, Seat, Sheet, TallyQuestion
from ginrules.engine.tally import tally
from ginrules.engine.values import Refusal, Step
from ginrules.questions import Method
from ginrules.rules.catalogue import rules_read
from ginrules.rules.crosschecks import clash
from ginrules.rules.variant import Rules


def answer_tally(params: Mapping[str, Json]) -> dict[str, Json]:
    """The answer to `tally`; see `ginrules.answer.answer`."""
    players = read_players(params)
    # Two are in a hand of a partnership: what only more than two tell apart is masked there.
    rules = read_rules(Method.TALLY, params, players=2 if "sides" in params else len(players))
    _check_together(params)
    return reply_tally(read_sheet(params, players, rules), rules)


def reply_tally(question: TallyQuestion, rules: Rules, parts: Parts = STANDARD) -> dict[str, Json]:
    """The answer to a question that has been read."""
    sheet = tally(question, rules, parts)
    if isinstance(sheet, RefusedEntry):
        return {"accepted": sheet.accepted, "refused": _write_refusal(sheet.refusal)}
    return _write_sheet(sheet)


READ_BY = frozenset(
    {
        *("players.format", "scoring.collect", "scoring.spades", "boxes.value", "boxes.when"),
        *("game.end", "game.dead-hand", "game.columns"),
    }
)
"""The rules that `read_sheet` looks at: under others the question that is read is the same."""


def read_sheet(params: Mapping[str, Json], players: tuple[str, ...], rules: Rules) -> TallyQuestion:
    """The question about a sheet, with entries that are possible; what the variant forbids may stand among them."""
    _check_rules(rules, len(players))
    sides = read_sides(params, players, rules)
    return TallyQuestion(
        players=players,
        sides=sides,
        carried=read_carried(params, sides, rules),
        entries=read_entries(params, players, sides, rules),
    )


_KEPT = ("game.columns", "game.shutout", "players.format")
"""The rules without which no sheet can be kept, if they do not go with others."""


def _check_together(params: Mapping[str, Json]) -> None:
    """What the sheet is kept by goes together, as in a variant."""
    values = params["rules"]
    assert isinstance(values, dict)
    found = clash({rule: values[rule] for rule in rules_read(Method.TALLY)}, _KEPT)
    if found:
        raise ImpossibleInput(f"rules.{found.rule}", found.message)


def _check_rules(rules: Rules, players: int) -> None:
    """The rules have a number for so many players."""
    end = rules.game.end
    if end.points is not None and not end.points.serves(players):
        raise ImpossibleInput("rules.game.end", f"no number of points for {players} players")


def _write_refusal(refusal: Refusal) -> dict[str, Json]:
    written: dict[str, Json] = {"rules": list(refusal.rules), "message": refusal.message}
    return written | ({"player": refusal.player} if refusal.player else {})


def _write_sheet(sheet: Sheet) -> dict[str, Json]:
    written: dict[str, Json] = {
        "accepted": sheet.accepted,
        "deals": [_write_hand(hand, several=bool(sheet.columns)) for hand in sheet.hands],
        **_write_game(sheet.game),
    }
    if sheet.columns:
        written["columns"] = [_write_game(column) for column in sheet.columns]
    written["next"] = [_write_seat(seat) for seat in sheet.following]
    written["steps"] = list(_write_steps((*sheet.steps, *sheet.settling)))
    return written


def _write_hand(hand: Hand, *, several: bool) -> dict[str, Json]:
    written: dict[str, Json] = {"deal": hand.deal, "points": dict(hand.points), "boxes": dict(hand.boxes)}
    return written | ({"columns": list(hand.columns)} if several else {})


def _write_game(game: Game) -> dict[str, Json]:
    written: dict[str, Json] = {"totals": dict(game.totals), "boxes": dict(game.boxes)}
    if game.bonuses is not None:
        bonuses = game.bonuses
        written["bonuses"] = {"game": dict(bonuses.game), "box": dict(bonuses.box), "shutout": dict(bonuses.shutout)}
    if game.finals is not None:
        written["finals"] = dict(game.finals)
    if game.settlement is not None:
        written["settlement"] = dict(game.settlement)
    return {**written, "finished": game.finished, "winners": list(game.winners)}


def _write_seat(seat: Seat) -> dict[str, Json]:
    written: dict[str, Json] = {"players": list(seat.players)}
    if seat.dealer is not None:
        written["dealer"] = seat.dealer
    if seat.table is not None:
        written["table"] = seat.table
    return written


def _write_steps(steps: Iterable[Step]) -> Iterable[Json]:
    for step in steps:
        written: dict[str, Json] = {"rule": step.rule, "player": step.player, "points": step.points, "text": step.text}
        if step.deal is not None:
            written["deal"] = step.deal
        if step.column is not None:
            written["column"] = step.column
        yield written
