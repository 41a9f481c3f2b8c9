"""Hypothesis strategies for the values of the notation: any statement that the grammar can say."""

from hypothesis import strategies as st

from ginrules.cards import TEXT
from ginrules.diagnostics import Span
from ginrules.notation import clauses, statements
from ginrules.notation.assemble import SETTINGS
from ginrules.notation.scenario import Header, Line, Scenario, ScenarioFile, Source
from ginrules.notation.statements import Amount, Lay, LayOffs, Meld, Number, Quoted, Show, Spread, Statement, Turn, Word

NOWHERE = Span(1, 1, 2)
SOURCE = Source("generated.ginr", ("",))


def words(texts: st.SearchStrategy[str]) -> st.SearchStrategy[Word]:
    return texts.map(lambda text: Word(text, NOWHERE))


def several(strategy: st.SearchStrategy, least: int = 1) -> st.SearchStrategy:
    return st.lists(strategy, min_size=least, max_size=4).map(tuple)


names = words(st.sampled_from(["Ann", "Bob", "As", "Tom_2", "K", "North_South"]))
slugs = words(st.sampled_from(["standard", "gin", "knock", "in", "with", "as", "dead", "a1-b2", "why"]))
ids = words(st.sampled_from(["knock.limit", "scoring.tie", "best-play.layoffs", "gin"]))
cards = words(st.sampled_from([*TEXT, "*", "*=8h", "??"]))
numbers = st.integers(-999, 999).map(lambda value: Number(value, NOWHERE))
counts = st.integers(0, 99).map(lambda value: Number(value, NOWHERE))
from_one = st.integers(1, 99).map(lambda value: Number(value, NOWHERE))
prose = st.text(st.characters(exclude_categories=("Cs", "Cc"), include_characters='\t"\\#;\u2028\x85'), max_size=12)
quoted = prose.map(lambda text: Quoted(text, NOWHERE))
amounts = several(st.builds(Amount, names, numbers))
melds = st.builds(Meld, several(cards, 0), st.just(NOWHERE))
spreads = st.builds(Spread, several(cards | melds), st.just(NOWHERE))


def optional(strategy: st.SearchStrategy) -> st.SearchStrategy:
    return st.none() | strategy


def turns() -> st.SearchStrategy:
    def turn(do: statements.Do) -> st.SearchStrategy:
        card = st.none() if do in (statements.Do.PASS, statements.Do.BIG_GIN) else cards
        if do not in (statements.Do.PASS, statements.Do.BIG_GIN, statements.Do.DISCARD):
            card = optional(cards)
        return st.builds(Turn, st.just(do), card, st.just(NOWHERE))

    return st.sampled_from(statements.Do).flatmap(turn)


lays = st.builds(Lay, several(cards), cards)
moves = turns() | st.builds(Show, spreads, st.just(NOWHERE)) | st.builds(LayOffs, several(lays, 0), st.just(NOWHERE))
values = words(
    st.sampled_from(["no-score", "7", "-3", "null", "{kind: upcard, ace: one}", "{kind: target, points: {2: 100}}", "[2, 3]"])
)
overrides = st.builds(statements.Override, ids, values)
uses = st.builds(statements.VariantUse, slugs, several(overrides, 0), optional(slugs))
at = st.just(NOWHERE)

settings = st.one_of(
    st.builds(statements.Variants, at, several(uses)),
    st.builds(statements.Players, at, several(names)),
    st.builds(statements.Side, at, names, several(names)),
    st.builds(statements.Table, at, from_one, st.tuples(names, names)),
    st.builds(statements.Tags, at, several(slugs)),
    st.builds(statements.Cites, at, several(ids)),
    st.builds(statements.Note, at, quoted),
)
givens = st.one_of(
    st.builds(statements.Dealer, at, names),
    st.builds(statements.Upcard, at, cards),
    st.builds(statements.Hand, at, names, spreads),
    st.builds(statements.Stock, at, optional(counts), several(cards, 0)),
    st.builds(statements.Pile, at, several(cards)),
    st.builds(statements.Carried, at, amounts, st.just(()) | amounts),
)
entries = st.one_of(
    st.just(statements.DeadEntry()),
    st.builds(statements.GoingEntry, names, st.sampled_from(statements.Going), optional(numbers), st.just(()) | amounts),
    st.builds(statements.PointsEntry, amounts),
)
deals = st.builds(
    statements.Deal,
    at,
    from_one,
    optional(from_one),
    optional(names),
    optional(cards),
    optional(from_one),
    st.booleans(),
    entries,
)
actions = st.builds(statements.Action, at, names, several(moves))
unsettled = st.just(clauses.MeasureClause(clauses.MeasureWord.SETTLE, ()))
measures = st.builds(clauses.MeasureClause, st.sampled_from(clauses.MeasureWord), amounts)
games = st.builds(clauses.GameClause, names)
levels = st.just(clauses.ResultClause(clauses.ResultWord.TIE, ()))
any_clause = st.one_of(
    st.builds(clauses.ResultClause, st.sampled_from(clauses.ResultWord), st.just(()) | amounts),
    st.builds(clauses.LimitClause, numbers),
    measures,
    unsettled,
    st.just(clauses.LegalClause()),
    st.builds(clauses.IllegalClause, several(ids)),
    st.builds(clauses.SpreadClause, names, spreads),
    st.builds(clauses.TurnClause, names),
    st.builds(clauses.PhaseClause, st.sampled_from(clauses.PhaseWord)),
    st.builds(clauses.HoldsClause, names, several(cards)),
    st.builds(clauses.PileClause, several(cards, 0)),
    st.builds(clauses.StockClause, counts),
    st.builds(clauses.MovesClause, names, several(turns())),
    games,
    st.just(clauses.UnfinishedClause()),
    st.builds(clauses.NextDealerClause, several(names)),
    st.builds(clauses.NextTableClause, from_one, st.tuples(names, names)),
    st.builds(clauses.OfDealClause, from_one, measures),
    st.builds(clauses.OfColumnClause, from_one, measures | unsettled | games | st.just(clauses.UnfinishedClause()) | levels),
)
expectations = st.builds(clauses.Expect, at, st.just(()) | several(slugs), any_clause, optional(quoted))
any_statement: st.SearchStrategy[Statement] = settings | givens | actions | deals | expectations

comments = st.sampled_from(["", "# a remark", "#", "# hand Ann: 4h", "# gin; 10h \u2028 \u2663"])


def lines(statement: st.SearchStrategy[Statement]) -> st.SearchStrategy[Line]:
    said = st.builds(Line, statement, comments, st.booleans())
    remark = st.builds(Line, st.none(), comments.filter(bool), st.booleans())
    return said | remark


@st.composite
def files(draw: st.DrawFn) -> ScenarioFile:
    """A file as reading makes it: a comment before a header is the header's, so none ends a head or a scenario."""
    head = [Line(statements.Version(NOWHERE, Number(1, NOWHERE)), draw(comments)), *draw(st.lists(lines(settings), max_size=3))]
    defaults = tuple(line.statement for line in head[1:] if isinstance(line.statement, SETTINGS))
    scenarios = [
        Scenario(
            Header(NOWHERE, draw(slugs), draw(optional(quoted))),
            draw(comments),
            tuple(Line(None, draw(comments.filter(bool))) for _ in range(draw(st.integers(0, 2)))),
            tuple(draw(st.lists(lines(any_statement), max_size=6))),
            defaults,
            SOURCE,
        )
        for _ in range(draw(st.integers(0, 3)))
    ]
    return ScenarioFile(tuple(head), tuple(scenarios), SOURCE)
