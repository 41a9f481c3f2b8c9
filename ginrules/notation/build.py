"""From the tree of one parsed line to the statement that it is.

Each method is named for a rule of `grammar.lark` and gets the rule's children, already built, and its place. A child is a
value, a token (a text with columns) or `None` for what may be left out. Whatever the grammar cannot say about a single line is
said here: the diagnostics go into the builder's list.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ginrules.cards import Card
from ginrules.diagnostics import Diagnostic, Span
from ginrules.notation import clauses, statements
from ginrules.notation.neighbours import ENDING, file_hint
from ginrules.notation.scenario import Header, Source
from ginrules.notation.statements import HIDDEN, Amount, Do, Going, Number, Quoted, Spread, Statement, Word


def canonical_card(text: str) -> str:
    """A card as it is written: `10♥` is `Th`, `*=8H` is `*=8h`."""
    joker, equals, named = text.rpartition("=")
    if equals:
        return f"{joker}={Card.parse(named)}"
    return text if text in ("*", HIDDEN) else str(Card.parse(text))


class Builder:
    """Builds the statements of the lines of one source."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.problems: list[Diagnostic] = []
        self.line = 0
        self.before = 0
        self.last_deal = 0

    def statement(self, tree: Any, line: int, before: int = 0) -> Statement:
        """The statement of the tree of a line, or of the part of one behind so many characters; `line` counts from 1."""
        self.line, self.before = line, before
        built: Statement = self._build(tree)
        return built

    def _build(self, tree: Any) -> Any:
        children = [self._build(child) if hasattr(child, "data") else child for child in tree.children]
        return getattr(self, f"_{tree.data}")(children, self._span(tree.meta))

    def _span(self, place: Any) -> Span:
        return Span(self.line, self.before + place.column, self.before + place.end_column)

    def _problem(self, code: str, message: str, span: Span, hint: str = "") -> None:
        self.problems.append(self.source.problem(code, message, span, hint=hint))

    # -- words --

    def _word(self, token: Any) -> Word:
        return Word(str(token), self._span(token))

    def _words(self, tokens: Iterable[Any]) -> tuple[Word, ...]:
        return tuple(self._word(token) for token in tokens)

    def _optional_word(self, token: Any | None) -> Word | None:
        return None if token is None else self._word(token)

    def _slug(self, token: Any) -> Word:
        if "." in token:
            hint = file_hint(str(token), self.source.file) if token.endswith(ENDING) else ""
            self._problem("dotted-name", f"{str(token)!r} is no name: only rules have a dot", self._span(token), hint)
        return self._word(token)

    def _card(self, token: Any) -> Word:
        return Word(canonical_card(token), self._span(token))

    def _cards(self, tokens: Iterable[Any]) -> tuple[Word, ...]:
        return tuple(self._card(token) for token in tokens)

    def _optional_card(self, token: Any | None) -> Word | None:
        return None if token is None else self._card(token)

    def _number(self, token: Any) -> Number:
        return Number(int(token), self._span(token))

    def _optional_number(self, token: Any | None) -> Number | None:
        return None if token is None else self._number(token)

    def _counted(self, token: Any) -> Number:
        if int(token) < 1:
            self._problem(
                "bad-number",
                f"{token} is no number of a deal, a table or a column: they count from 1",
                self._span(token),
                "the first is 1",
            )
        return self._number(token)

    def _quoted(self, token: Any) -> Quoted:
        return Quoted(str(token)[1:-1].replace('\\"', '"').replace("\\\\", "\\"), self._span(token))

    def _optional_quoted(self, token: Any | None) -> Quoted | None:
        return None if token is None else self._quoted(token)

    # -- settings --

    def _version(self, children: list[Any], span: Span) -> Statement:
        return statements.Version(span, self._number(children[0]))

    def _scenario(self, children: list[Any], span: Span) -> Statement:
        self.last_deal = 0
        return Header(span, self._slug(children[0]), self._optional_quoted(children[1]))

    def _variant(self, children: list[Any], span: Span) -> Statement:
        uses: list[statements.VariantUse] = []
        for child in children:
            if isinstance(child, statements.VariantUse):
                uses.append(child)
                continue
            override, given_name = child
            last = uses[-1] if uses else None
            if last is None or not last.overrides or last.given_name:
                self._problem(
                    "override-without-variant",
                    f"no column stands before {override.rule.text!r} that it could change",
                    override.rule.span,
                    "after a variant: standard with scoring.tie = knocker as a-name",
                )
                continue
            uses[-1] = statements.VariantUse(last.variant, (*last.overrides, override), given_name)
        return statements.Variants(span, tuple(uses))

    def _column(self, children: list[Any], _: Span) -> statements.VariantUse:
        variant, given_name = children
        return statements.VariantUse(self._slug(variant), (), None if given_name is None else self._slug(given_name))

    def _column_with(self, children: list[Any], _: Span) -> statements.VariantUse:
        variant, (override, given_name) = children
        return statements.VariantUse(self._slug(variant), (override,), given_name)

    def _override(self, children: list[Any], _: Span) -> tuple[statements.Override, Word | None]:
        rule, value, given_name = children
        written = Word(" ".join(value.split()), self._span(value))
        return statements.Override(self._word(rule), written), None if given_name is None else self._slug(given_name)

    def _players(self, children: list[Any], span: Span) -> Statement:
        return statements.Players(span, self._words(children))

    def _side(self, children: list[Any], span: Span) -> Statement:
        return statements.Side(span, self._word(children[0]), self._words(children[1:]))

    def _table(self, children: list[Any], span: Span) -> Statement:
        return statements.Table(span, self._counted(children[0]), self._words(children[1:]))

    def _tags(self, children: list[Any], span: Span) -> Statement:
        return statements.Tags(span, tuple(self._slug(child) for child in children))

    def _rule(self, children: list[Any], span: Span) -> Statement:
        return statements.Cites(span, self._words(children))

    def _note(self, children: list[Any], span: Span) -> Statement:
        return statements.Note(span, self._quoted(children[0]))

    # -- givens --

    def _dealer(self, children: list[Any], span: Span) -> Statement:
        return statements.Dealer(span, self._word(children[0]))

    def _upcard(self, children: list[Any], span: Span) -> Statement:
        return statements.Upcard(span, self._card(children[0]))

    def _hand(self, children: list[Any], span: Span) -> Statement:
        return statements.Hand(span, self._word(children[0]), children[1])

    def _stock(self, children: list[Any], span: Span) -> Statement:
        return statements.Stock(span, self._optional_number(children[0]), self._cards(children[1:]))

    def _pile(self, children: list[Any], span: Span) -> Statement:
        return statements.Pile(span, self._cards(children))

    def _score(self, children: list[Any], span: Span) -> Statement:
        return statements.Carried(span, children[0], children[1] or ())

    def _spread(self, children: list[Any], span: Span) -> Spread:
        return Spread(tuple(child if isinstance(child, statements.Meld) else self._card(child) for child in children), span)

    def _meld(self, children: list[Any], span: Span) -> statements.Meld:
        return statements.Meld(self._cards(children), span)

    # -- actions --

    def _action(self, children: list[Any], span: Span) -> Statement:
        return statements.Action(span, self._word(children[0]), tuple(children[1:]))

    def _turn(self, children: list[Any], span: Span) -> statements.Turn:
        card = children[1] if len(children) > 1 else None
        return statements.Turn(Do(children[0]), self._optional_card(card), span)

    def _show(self, children: list[Any], span: Span) -> statements.Show:
        return statements.Show(children[0], span)

    def _layoff(self, children: list[Any], span: Span) -> statements.LayOffs:
        return statements.LayOffs(tuple(children), span)

    def _layoff_none(self, _: list[Any], span: Span) -> statements.LayOffs:
        return statements.LayOffs((), span)

    def _lay(self, children: list[Any], _: Span) -> statements.Lay:
        return statements.Lay(self._cards(children[:-1]), self._card(children[-1]))

    # -- score sheet --

    def _deal(self, children: list[Any], span: Span) -> Statement:
        number, *options, entry = children
        self.last_deal = self._counted(number).value
        return self._entered(span, self._number(number), options, entry)

    def _entered(self, span: Span, number: Number, options: Iterable[Any], entry: statements.Entry) -> Statement:
        given: dict[str, Any] = {}
        for option in options:
            if option[0] in given:
                self._problem("stated-twice", f"{str(option[0])!r} stands twice in this deal", self._span(option[0]))
            given[option[0]] = option[-1]
        return statements.Deal(
            span,
            number,
            self._counted(given["table"]) if "table" in given else None,
            self._optional_word(given.get("dealer")),
            self._optional_card(given.get("upcard")),
            self._factor(given["factor"]) if "factor" in given else None,
            "last" in given,
            entry,
        )

    def _factor(self, token: Any) -> Number:
        if int(token) < 1:
            self._problem(
                "bad-number", f"{token} is no factor of a hand", self._span(token), "a hand that was doubled: factor 2"
            )
        return self._number(token)

    def _bare_deal(self, children: list[Any], span: Span) -> Statement:
        self.last_deal += 1
        options, entry = children
        return self._entered(span, Number(self.last_deal, span), options or (), entry)

    def _bare_options(self, children: list[Any], _: Span) -> Sequence[Any]:
        return children

    def _option(self, children: list[Any], _: Span) -> Sequence[Any]:
        return children

    _bare_option = _option

    def _dead(self, _: list[Any], __: Span) -> statements.Entry:
        return statements.DeadEntry()

    def _going(self, children: list[Any], _: Span) -> statements.Entry:
        name, going, deadwood, _comma, others = children
        return statements.GoingEntry(self._word(name), Going(going), self._optional_number(deadwood), others or ())

    def _points(self, children: list[Any], _: Span) -> statements.Entry:
        return statements.PointsEntry(tuple(children))

    # -- expectations --

    def _expect(self, children: list[Any], span: Span) -> Statement:
        columns, clause, why = children
        return clauses.Expect(span, columns or (), clause, self._optional_quoted(why))

    def _in_columns(self, children: list[Any], _: Span) -> tuple[Word, ...]:
        return tuple(self._slug(child) for child in children)

    def _result(self, children: list[Any], _: Span) -> clauses.Clause:
        return clauses.ResultClause(clauses.ResultWord(children[0]), children[1] or ())

    def _limit(self, children: list[Any], _: Span) -> clauses.Clause:
        return clauses.LimitClause(self._number(children[0]))

    def _measure(self, children: list[Any], _: Span) -> clauses.Clause:
        return clauses.MeasureClause(clauses.MeasureWord(children[0]), children[1])

    def _settle_none(self, _: list[Any], __: Span) -> clauses.Clause:
        return clauses.MeasureClause(clauses.MeasureWord.SETTLE, ())

    def _legal(self, _: list[Any], __: Span) -> clauses.Clause:
        return clauses.LegalClause()

    def _illegal(self, children: list[Any], _: Span) -> clauses.Clause:
        return clauses.IllegalClause(self._words(children))

    def _expect_spread(self, children: list[Any], _: Span) -> clauses.Clause:
        return clauses.SpreadClause(self._word(children[0]), children[1])

    def _turn_of(self, children: list[Any], _: Span) -> clauses.Clause:
        return clauses.TurnClause(self._word(children[0]))

    def _phase(self, children: list[Any], _: Span) -> clauses.Clause:
        return clauses.PhaseClause(clauses.PhaseWord(children[1]))

    def _holds(self, children: list[Any], _: Span) -> clauses.Clause:
        return clauses.HoldsClause(self._word(children[0]), self._cards(children[1:]))

    def _expect_pile(self, children: list[Any], _: Span) -> clauses.Clause:
        return clauses.PileClause(self._cards(children))

    def _expect_stock(self, children: list[Any], _: Span) -> clauses.Clause:
        return clauses.StockClause(self._number(children[0]))

    def _moves(self, children: list[Any], _: Span) -> clauses.Clause:
        return clauses.MovesClause(self._word(children[0]), tuple(children[1:]))

    def _game(self, children: list[Any], _: Span) -> clauses.Clause:
        return clauses.GameClause(self._word(children[0]))

    def _unfinished(self, _: list[Any], __: Span) -> clauses.Clause:
        return clauses.UnfinishedClause()

    def _next_dealer(self, children: list[Any], _: Span) -> clauses.Clause:
        return clauses.NextDealerClause(self._words(children))

    def _next_table(self, children: list[Any], _: Span) -> clauses.Clause:
        return clauses.NextTableClause(self._counted(children[0]), self._words(children[1:]))

    def _level(self, _: list[Any], __: Span) -> clauses.ResultClause:
        return clauses.ResultClause(clauses.ResultWord.TIE, ())

    def _of_deal(self, children: list[Any], _: Span) -> clauses.Clause:
        return clauses.OfDealClause(self._counted(children[0]), children[1])

    def _of_column(self, children: list[Any], _: Span) -> clauses.Clause:
        return clauses.OfColumnClause(self._counted(children[0]), children[1])

    def _amounts(self, children: list[Any], _: Span) -> tuple[Amount, ...]:
        return tuple(children)

    def _amount(self, children: list[Any], _: Span) -> Amount:
        return Amount(self._word(children[0]), self._number(children[1]))
