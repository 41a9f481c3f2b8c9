"""From statements to their canonical text: `ginrules corpus fmt`.

Comments, the order of statements and the order of cards are kept; nothing is aligned. Writing what was read from written text
changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ginrules.cards import write_meld
from ginrules.notation import clauses, statements
from ginrules.notation.clauses import Clause
from ginrules.notation.scenario import Header, Line, Scenario, ScenarioFile
from ginrules.notation.statements import Amount, Entry, Meld, Move, Number, Quoted, Spread, Statement, Turn, Word

_INDENT = "  "


def write(file: ScenarioFile) -> str:
    """The canonical text of a file; one that was read without a version gets one."""
    lines = list(_head(file))
    for scenario in file.scenarios:
        lines.extend(("", *_scenario(scenario)))
    return "".join(f"{line}\n" for line in lines)


def write_scenario(scenario: Scenario) -> str:
    """The canonical text of a file that holds one scenario, with the settings that it had from its own file."""
    head = tuple(Line(statement) for statement in scenario.defaults)
    return write(ScenarioFile(head, (scenario,), scenario.source))


def format_text(text: str, file: str) -> str:
    """The canonical text of a `.ginr` file; only its syntax matters.

    Raises:
        InvalidInput: the grammar refuses a line, or a line stands where it may not.
    """
    from ginrules.notation.reader import parse

    return write(parse(text, file))


def write_statement(statement: Statement) -> str:
    """A statement as one line, without indentation."""
    return _STATEMENTS[type(statement)](statement)


def _head(file: ScenarioFile) -> Iterator[str]:
    if not any(isinstance(line.statement, statements.Version) for line in file.head):
        yield "ginr 1"
    for index, line in enumerate(file.head):
        if line.blank_before and index:
            yield ""
        yield _line(line, "")


def _scenario(scenario: Scenario) -> Iterator[str]:
    for line in scenario.leading:
        yield _line(line, "")
    yield _line(Line(scenario.header, scenario.header_comment), "")
    for line in scenario.lines:
        if line.blank_before:
            yield ""
        yield _line(line, _INDENT)


def _line(line: Line, indent: str) -> str:
    if line.statement is None:
        return indent + line.comment
    return indent + write_statement(line.statement) + (f"  {line.comment}" if line.comment else "")


# -- words ------------------------------------------------------------------------------------------------------------------


def _words(words: Iterable[Word]) -> str:
    return " ".join(word.text for word in words)


def _listed(words: Iterable[Word]) -> str:
    return ", ".join(word.text for word in words)


def _quoted(text: Quoted) -> str:
    escaped = text.value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _amounts(amounts: Iterable[Amount]) -> str:
    return ", ".join(f"{amount.name.text} {amount.number.value}" for amount in amounts)


def _spread(spread: Spread) -> str:
    parts = (write_meld(card.text for card in item.cards) if isinstance(item, Meld) else item.text for item in spread.items)
    return " ".join(parts)


def _after(word: str, text: str | Number | Word | None) -> str:
    """A word and what may follow it."""
    if text is None or text == "":
        return word
    if isinstance(text, Number):
        return f"{word} {text.value}"
    return f"{word} {text.text if isinstance(text, Word) else text}"


# -- statements -------------------------------------------------------------------------------------------------------------


def _header(header: Header) -> str:
    return _after(f"scenario {header.id.text}", _quoted(header.title) if header.title else None)


def _use(use: statements.VariantUse) -> str:
    text = use.variant.text
    if use.overrides:
        text += " with " + ", ".join(f"{override.rule.text} = {override.value.text}" for override in use.overrides)
    return f"{text} as {use.given_name.text}" if use.given_name else text


def _stock(stock: statements.Stock) -> str:
    return _after(_after("stock", stock.number) + ":", _words(stock.cards))


def write_move(move: Move) -> str:
    """One move of an action, in its canonical form."""
    if isinstance(move, Turn):
        return _after(str(move.do), move.card)
    if isinstance(move, statements.Show):
        return f"show {_spread(move.spread)}"
    return "layoff " + (" and ".join(f"{_words(lay.cards)} on {lay.onto.text}" for lay in move.lays) or "none")


def _deal(deal: statements.Deal) -> str:
    text = f"deal {deal.number.value}"
    for word, given in (("table", deal.table), ("dealer", deal.dealer), ("upcard", deal.upcard), ("factor", deal.factor)):
        if given:
            text += " " + _after(word, given)
    return f"{text}{' last' if deal.last else ''}: {write_entry(deal.entry)}"


def write_entry(entry: Entry) -> str:
    """What stands behind `deal n:`."""
    if isinstance(entry, statements.DeadEntry):
        return "dead"
    if isinstance(entry, statements.PointsEntry):
        return _amounts(entry.amounts)
    text = _after(f"{entry.name.text} {entry.going}", entry.deadwood)
    return f"{text}, {_amounts(entry.others)}" if entry.others else text


def _expect(expect: clauses.Expect) -> str:
    columns = f"in {_listed(expect.columns)}: " if expect.columns else ""
    why = f" why {_quoted(expect.why)}" if expect.why else ""
    return f"expect {columns}{write_clause(expect.clause)}{why}"


def write_clause(clause: Clause) -> str:
    """What stands after `expect`."""
    return _CLAUSES[type(clause)](clause)


_STATEMENTS: dict[type, Callable[[Any], str]] = {
    statements.Version: lambda it: f"ginr {it.number.value}",
    Header: _header,
    statements.Variants: lambda it: "variant " + ", ".join(_use(use) for use in it.uses),
    statements.Players: lambda it: f"players {_words(it.names)}",
    statements.Side: lambda it: f"side {it.name.text}: {_words(it.members)}",
    statements.Table: lambda it: f"table {it.number.value}: {_words(it.members)}",
    statements.Tags: lambda it: f"tags {_listed(it.words)}",
    statements.Cites: lambda it: f"rule {_listed(it.ids)}",
    statements.Note: lambda it: f"note {_quoted(it.text)}",
    statements.Dealer: lambda it: f"dealer {it.name.text}",
    statements.Upcard: lambda it: f"upcard {it.card.text}",
    statements.Hand: lambda it: f"hand {it.name.text}: {_spread(it.spread)}",
    statements.Stock: _stock,
    statements.Pile: lambda it: f"pile: {_words(it.cards)}",
    statements.Carried: lambda it: f"score {_amounts(it.amounts)}" + (f" boxes {_amounts(it.boxes)}" if it.boxes else ""),
    statements.Action: lambda it: f"{it.name.text}: " + ", ".join(write_move(move) for move in it.moves),
    statements.Deal: _deal,
    clauses.Expect: _expect,
}

_CLAUSES: dict[type, Callable[[Any], str]] = {
    clauses.ResultClause: lambda it: _after(str(it.word), _amounts(it.amounts)),
    clauses.LimitClause: lambda it: f"limit {it.number.value}",
    clauses.MeasureClause: lambda it: f"{it.measure} {_amounts(it.amounts) or 'none'}",
    clauses.LegalClause: lambda _: "legal",
    clauses.IllegalClause: lambda it: f"illegal {_listed(it.ids)}",
    clauses.SpreadClause: lambda it: f"spread {it.name.text}: {_spread(it.spread)}",
    clauses.TurnClause: lambda it: f"turn {it.name.text}",
    clauses.PhaseClause: lambda it: f"phase {it.phase}",
    clauses.HoldsClause: lambda it: f"holds {it.name.text}: {_words(it.cards)}",
    clauses.PileClause: lambda it: _after("pile:", _words(it.cards)),
    clauses.StockClause: lambda it: f"stock {it.number.value}",
    clauses.MovesClause: lambda it: f"moves {it.name.text}: " + ", ".join(write_move(turn) for turn in it.turns),
    clauses.GameClause: lambda it: f"game {it.name.text}",
    clauses.UnfinishedClause: lambda _: "unfinished",
    clauses.NextDealerClause: lambda it: f"next dealer {_listed(it.names)}",
    clauses.NextTableClause: lambda it: f"next table {it.number.value}: {_words(it.members)}",
    clauses.OfDealClause: lambda it: f"deal {it.number.value}: {write_clause(it.clause)}",
    clauses.OfColumnClause: lambda it: f"column {it.number.value}: {write_clause(it.clause)}",
}
