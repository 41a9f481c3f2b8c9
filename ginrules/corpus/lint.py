"""What a scenario of the corpus needs beyond being readable.

An id that is new, a title, a note, one to three rules, an expectation, sums that add up. Every cited rule can change the
answer; an expected refusal names exactly the ids that the reference names; a bad spread belongs to a hand that could go out;
nothing hangs on what is left open: which of several best spreads is shown, which cards the scenario does not name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ginrules.answer import ImpossibleInput, answer
from ginrules.cards import parse_cards, write_melded
from ginrules.corpus.arithmetic import fault
from ginrules.corpus.open_layoffs import open_layoffs
from ginrules.corpus.retired import retired
from ginrules.corpus.selection import Entry
from ginrules.diagnostics import Diagnostic, InvalidInput, Json, NotPlayed
from ginrules.engine.melds import melder
from ginrules.notation.acted import best_shows
from ginrules.notation.asked import GOING
from ginrules.notation.best_play import best_spreads
from ginrules.notation.clauses import Expect, IllegalClause, SpreadClause
from ginrules.notation.compile import compile_scenario
from ginrules.notation.later import not_played_yet
from ginrules.notation.scenario import Scenario
from ginrules.notation.statements import Amount, Cites, Note, Number
from ginrules.questions import Case, Method, Question
from ginrules.rules.catalogue import catalogue
from ginrules.rules.layers import ROOT
from ginrules.rules.resolve import load_variant
from ginrules.rules.typed import typed_rules
from ginrules.verify.bookkeeping import after
from ginrules.verify.compare import as_shown, compare, projection

MOST_CITED = 3
OTHER_FILLINGS = (1, 2, 3)
"""Other ways of dealing what a scenario leaves open, for `compile_scenario`."""


def lint(entries: Sequence[Entry], folders: Sequence[Path] = ()) -> tuple[Diagnostic, ...]:
    """Everything that is wrong with scenarios of the corpus, by file and place; variants are found in `folders` too."""
    found = [*_ids(entries)]
    for entry in entries:
        found += lint_scenario(entry.scenario, folders)
    return tuple(found)


def lint_scenario(scenario: Scenario, folders: Sequence[Path] = ()) -> tuple[Diagnostic, ...]:
    """Everything that is wrong with one scenario, apart from its id."""
    found = [*_statements(scenario)]
    try:
        cases = compile_scenario(scenario, folders=folders)
        found += _idle_rules(scenario, cases)
        found += _refusals(scenario, cases)
        found += _open_spreads(scenario, cases)
        found += _open_layoffs(scenario, cases)
        found += _open_cards(scenario, cases, folders)
    except InvalidInput as error:
        return (*found, *error.diagnostics)
    except NotPlayed as error:
        return (*found, not_played_yet(scenario, error))
    return tuple(found)


def _problem(scenario: Scenario, code: str, message: str, hint: str) -> Diagnostic:
    return scenario.source.problem(code, message, scenario.header.id.span, hint=hint)


def _ids(entries: Sequence[Entry]) -> Iterator[Diagnostic]:
    """Ids are unique in the whole corpus, and never used again."""
    first: dict[str, Entry] = {}
    for entry in entries:
        before = first.setdefault(entry.scenario.id, entry)
        if before is not entry:
            place = f"{before.file}:{before.scenario.header.span.line}"
            yield _problem(
                entry.scenario, "id-twice", f"{entry.scenario.id} stands at {place} too", "ids are unique in the whole corpus"
            )
        if entry.scenario.id in retired():
            yield _problem(
                entry.scenario, "id-retired", f"{entry.scenario.id} was retired", "an id is never used again; choose another"
            )


def _statements(scenario: Scenario) -> Iterator[Diagnostic]:
    """A title, a note, one to three rules, an expectation, sums that add up."""
    expectations = scenario.own(Expect)
    if not scenario.title:
        yield _problem(scenario, "no-title", f"{scenario.id} has no title", 'one plain sentence after the id, in "quotes"')
    if not scenario.settings(Note):
        yield _problem(
            scenario,
            "no-note",
            f"{scenario.id} does not say where it comes from",
            'add note "a source, or what it was built for"',
        )
    if not scenario.settings(Cites):
        yield _problem(scenario, "no-rule", f"{scenario.id} cites no rule", "add rule and one to three ids")
    if len(scenario.cited) > MOST_CITED:
        yield _problem(
            scenario,
            "too-many-rules",
            f"{scenario.id} cites {len(scenario.cited)} rules",
            "one behaviour a scenario: three at most",
        )
    if not expectations:
        yield _problem(
            scenario, "no-expectation", f"{scenario.id} expects nothing", "in the corpus a scenario says what is right"
        )
    for expect in expectations:
        if expect.why is None:
            continue
        wrong = fault(expect.why.value, {number.value for number in _numbers(expect.clause)})
        if wrong:
            yield scenario.source.problem("why-wrong", f"the reason does not add up: {wrong}", expect.why.span)


def _numbers(clause: Any) -> Iterator[Number]:
    """Every number that a clause expects."""
    if isinstance(clause, Number):
        yield clause
    elif isinstance(clause, Amount):
        yield clause.number
    elif isinstance(clause, tuple):
        for item in clause:
            yield from _numbers(item)
    elif hasattr(clause, "__dataclass_fields__"):
        for name in clause.__dataclass_fields__:
            yield from _numbers(getattr(clause, name))


def _idle_rules(scenario: Scenario, cases: Sequence[Case]) -> Iterator[Diagnostic]:
    """Each cited rule can change the answer: under another of its values, or with its check removed."""
    refused = {
        word.text for expect in scenario.own(Expect) if isinstance(expect.clause, IllegalClause) for word in expect.clause.ids
    }
    for cited in scenario.settings(Cites):
        for word in cited.ids:
            if (
                word.text in catalogue()
                and word.text not in refused
                and not any(_can_change(word.text, case) for case in cases)
            ):
                message = f"{word.text} changes nothing here: every value gives the same answer"
                yield scenario.source.problem(
                    "rule-idle", message, word.span, hint="cite the rules that decide, or build a hand in which it does"
                )


def _can_change(rule: str, case: Case) -> bool:
    rules = case.question.params["rules"]
    assert isinstance(rules, dict)
    if rule not in rules:
        return False
    return any(_differs_with(case, rule, value) for value in catalogue()[rule].probes if value != rules[rule])


def _differs_with(case: Case, rule: str, value: Json) -> bool:
    """Whether a case comes out otherwise under another value of a rule, or cannot come to lie so for that."""
    rules = case.question.params["rules"]
    assert isinstance(rules, dict)
    try:
        changed = answer(case.question.method, {**case.question.params, "rules": {**rules, rule: value}})
    except ImpossibleInput as error:
        return decides(rule, error.path)
    except (InvalidInput, NotPlayed):
        return False
    return not compare(case.question, case.expect, changed).passes


def decides(rule: str, path: str) -> bool:
    """Whether it shows that a rule decides, if under another value the cards cannot lie so: other hands, another stock."""
    if path in {"players", "sides"}:
        return rule == "players.format"
    if path.startswith("deals") and path.endswith(".last"):
        return rule == "game.end"
    return path.startswith("hands") or (path in {"stock", "phase"} and rule.startswith("stock.")) or rule == "deal.opening"


def _ask(question: Question, changes: Mapping[str, Json]) -> dict[str, Json] | None:
    """The answer to a question with other parameters, or nothing where it cannot be asked so."""
    try:
        return answer(question.method, {**question.params, **changes})
    except (InvalidInput, NotPlayed):
        return None


def _refusals(scenario: Scenario, cases: Iterable[Case]) -> Iterator[Diagnostic]:
    """The ids of an expected refusal are those of the reference; a bad spread is of a hand that could go out with another."""
    for case in cases:
        expected = case.expect.get("refused")
        if not isinstance(expected, list) or not expected:
            continue
        answered = _answered(case)
        refused: Any = answered.get("refused", {"rules": []})
        place = _place_of_refusal(scenario, expected)
        if set(refused["rules"]) != set(expected):
            named = ", ".join(refused["rules"]) or "nothing, it is accepted"
            message = f"the reference names {named} (under {case.column})"
            yield scenario.source.problem("refusal-inexact", message, place, hint="name exactly these ids")
        elif answered.get("accepted") != case.expect.get("accepted"):
            message = f"the reference refuses an earlier action (under {case.column})"
            yield scenario.source.problem("refusal-inexact", message, place, hint="mend what stands above")
        elif _bad_spread(case, refused) and not _could_go_out(case.question):
            message = f"no other spread would let {refused['player']} go out either (under {case.column})"
            hint = "build a hand that may knock, so that the spread alone is wrong"
            yield scenario.source.problem("never-out", message, place, hint=hint)


def _place_of_refusal(scenario: Scenario, ids: Sequence[Json]) -> Any:
    clauses = ((each.span, each.clause) for each in scenario.own(Expect))
    return next(
        span for span, clause in clauses if isinstance(clause, IllegalClause) and [word.text for word in clause.ids] == ids
    )


def _bad_spread(case: Case, refused: Mapping[str, Any]) -> bool:
    """Whether the knocker is refused for the melds that he declares.

    In a hand that is played he has gone out before, hence could.
    """
    if case.question.method is not Method.SCORE:
        return False
    params: Mapping[str, Any] = case.question.params
    shown = refused["player"] == params["knocker"] and params["knocker"] in params.get("spreads", {})
    return shown and all(rule.startswith("melds.") for rule in refused["rules"])


def _could_go_out(question: Question) -> bool:
    params: Mapping[str, Any] = question.params
    spreads = {player: shown for player, shown in params["spreads"].items() if player != params["knocker"]}
    others = {name: value for name, value in params.items() if name not in {"spreads", "layoffs"}}
    return "refused" not in answer(question.method, {**others, "spreads": spreads})


def _open_spreads(scenario: Scenario, cases: Iterable[Case]) -> Iterator[Diagnostic]:
    """Nothing hangs on a choice that best play leaves open."""
    for case in cases:
        if case.question.method is Method.ARRANGE and "melds" in case.expect:
            hand = parse_cards(" ".join(_texts(case.question.params["hand"])))
            rules = _typed(case.question)
            spreads: list[list[Json]] = [
                [[*write_melded(meld)] for meld in spread] for spread in melder(rules.deck, rules.melds).arrangements(hand)
            ]
            if not all(as_shown(case.expect["melds"], [*spread]) for spread in spreads):
                message = "another spread leaves as little, so this one cannot be expected"
                yield scenario.source.problem(
                    "spread-open", message, _place(scenario), hint="expect the deadwood, or change the hand"
                )
        elif not _same_for_every_best_spread(case):
            message = f"the answer depends on which of several best spreads the knocker shows (under {case.column})"
            yield _problem(scenario, "spread-open", message, "declare his spread in brackets")


def _open_layoffs(scenario: Scenario, cases: Iterable[Case]) -> Iterator[Diagnostic]:
    """No defender's count hangs on which of several best lay-offs an earlier one chooses."""
    for case in cases:
        showdown = _showdown(case)
        choice = open_layoffs(showdown) if showdown else None
        if choice:
            lays = " and ".join(f"{' '.join(lay['cards'])} on {lay['onto']}" for lay in choice.layoffs) or "none"
            message = (
                f"what {choice.later} is left with depends on which of several best lay-offs {choice.player} chooses"
                f" (under {case.column})"
            )
            yield _problem(scenario, "layoffs-open", message, f"declare them, as in {choice.player}: layoff {lays}")


def _showdown(case: Case) -> Mapping[str, Any] | None:
    """The showdown of a case as parameters of `score`, if anything is expected of how a hand ends."""
    params: Mapping[str, Any] = case.question.params
    if case.question.method is Method.SCORE:
        return params
    if case.question.method is not Method.PLAY or "result" not in case.expect:
        return None
    accepted = _answered(case)["accepted"]
    assert isinstance(accepted, int)
    return after(params, accepted).showdown(params)


def _open_cards(scenario: Scenario, cases: Sequence[Case], folders: Sequence[Path]) -> Iterator[Diagnostic]:
    """Cards that the scenario leaves open do not matter: dealt otherwise, the answers are as expected too."""
    for filling in OTHER_FILLINGS:
        for case, other in zip(cases, compile_scenario(scenario, folders=folders, filling=filling), strict=True):
            if other.question != case.question and not compare(other.question, case.expect, _answered(other)).passes:
                message = f"the answer depends on cards that are left open (under {case.column})"
                yield _problem(scenario, "cards-open", message, "write them down")
                return


def _answered(case: Case) -> dict[str, Json]:
    return answer(case.question.method, case.question.params)


def _place(scenario: Scenario) -> Any:
    spans = [expect.span for expect in scenario.own(Expect) if isinstance(expect.clause, SpreadClause)]
    return spans[0] if spans else scenario.header.id.span


def _same_for_every_best_spread(case: Case) -> bool:
    said = [projection(case.expect, answer(case.question.method, params)) for params in _with_best_spreads(case)]
    return all(each == said[0] for each in said)


def _with_best_spreads(case: Case) -> Iterator[dict[str, Json]]:
    """The question of a case with each spread that best play leaves to a knocker who declares none."""
    params: Mapping[str, Any] = case.question.params
    if case.question.method is Method.SCORE:
        declared = params.get("spreads", {})
        if params["knocker"] not in declared:
            for shown in best_spreads(params, _typed(case.question)):
                yield {**params, "spreads": {**declared, params["knocker"]: shown}}
    elif case.question.method is Method.PLAY:
        actions = params["actions"]
        out = next((place for place, action in enumerate(actions) if action["do"] in GOING), None)
        if out is not None and actions[out]["player"] not in {each["player"] for each in actions if each["do"] == "show"}:
            for show in best_shows(params, actions[: out + 1], _typed(case.question)):
                yield {**params, "actions": [*actions[: out + 1], show, *actions[out + 1 :]]}


def _typed(question: Question) -> Any:
    rules = question.params["rules"]
    assert isinstance(rules, dict)
    return typed_rules({**load_variant(ROOT).values, **rules})


def _texts(cards: Json) -> list[str]:
    assert isinstance(cards, list)
    return [str(card) for card in cards]
