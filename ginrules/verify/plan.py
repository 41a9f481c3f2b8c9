"""What an engine can be asked of a case, and how: as it is, in other words, or not at all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ginrules.diagnostics import InvalidInput, Json, NotPlayed
from ginrules.questions import Case, Method, Question
from ginrules.verify.as_deal import Deadwood, Dealt, as_deal, check_no_gin
from ginrules.verify.as_hand import OPENINGS, CannotDeal, Hand, as_hand
from ginrules.verify.choices import Cannot, reference_answer, told_in_play, told_in_score
from ginrules.verify.compare import facts, projection
from ginrules.verify.protocol import Capabilities, fact_names
from ginrules.verify.reference import Reference
from ginrules.verify.wording import number_word

AS_IT_IS = "as it is"
AS_A_HAND = "as a hand"
AS_A_DEAL = "as a deal"
CHOICES_TOLD = "choices told"
ALWAYS_ON_A_SHEET = frozenset({"points", "winners"})
"""Facts that every reply to `tally` gives, whether an engine says so or not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """A case as it is put to an engine."""

    sent: Question
    stands_for: Question
    """What is compared: the question in the scenario's own method, with the rules and choices that were sent."""
    how: tuple[str, ...]
    hand: Hand | None = None
    """Set where a showdown is asked as a hand."""
    run_up: int = 0
    """In a hand that is played: the actions that lead to the position of the scenario."""
    told: frozenset[int] = frozenset()
    """In a hand that is played: the places of the actions that tell choices."""


@dataclass(frozen=True, slots=True)
class Unsupported:
    """The engine says of itself that it cannot answer; the reason in words."""

    reason: str


def plan(case: Case, engine: Capabilities, reference: Reference) -> Ask | Unsupported:
    """How a case is put to an engine with these capabilities, or why it is not."""
    try:
        return _plan(case, engine, reference)
    except Cannot as reason:
        return Unsupported(str(reason))


def _plan(case: Case, engine: Capabilities, reference: Reference) -> Ask:
    question = case.question
    method = question.method
    # First of all: who does not answer a method has nothing to do about the facts of its questions.
    shown = method not in engine.methods and method is Method.SCORE and Method.PLAY in engine.methods
    if method not in engine.methods and not shown:
        raise Cannot(f"does not answer the method {method}")
    for cited in case.rules:
        if gap := engine.gap(cited):
            raise Cannot(f"cites {cited}, a gap" + (f" ({gap})" if gap != cited else ""))
    players = _players(question)
    if method is not Method.ARRANGE and players not in engine.players:
        raise Cannot(f"{number_word(players)} players")
    if not any(facts(case.expect)):
        raise Cannot("the scenario expects nothing")
    if missing := sorted(_facts_needed(case) - engine.answers):
        raise Cannot(f"does not answer {', '.join(missing)}")
    told: frozenset[int] = frozenset()
    if method is Method.SCORE:
        question = told_in_score(case, engine, reference)
    elif method is Method.PLAY:
        question, told = told_in_play(case, engine, reference)
    how = [CHOICES_TOLD] if question is not case.question else []
    rules, stand_ins = _playable(case, question, engine, reference)
    how += stand_ins
    question = Question(method, {**question.params, "rules": rules})
    if method is Method.PLAY:
        return _play(case, question, told, how, engine, reference)
    hand = _hand(question, engine, reference) if shown else None
    sent = hand.question if hand else question
    how = [AS_A_HAND, *how] if hand else how
    return Ask(sent=sent, stands_for=question, how=tuple(how) or (AS_IT_IS,), hand=hand)


def _play(
    case: Case, question: Question, told: frozenset[int], how: list[str], engine: Capabilities, reference: Reference
) -> Ask:
    """A hand that is played: as it is, or dealt for an engine that loads no position."""
    if case.expect.get("refused") and "legal" in engine.answers:
        # What is legal must not have changed by what is refused.
        question = Question(Method.PLAY, {**question.params, "ask": ["legal"]})
    if "pile" not in question.params or "position" in engine.starts:
        return Ask(sent=question, stands_for=question, how=tuple(how) or (AS_IT_IS,), told=told)
    dealt = _deal(question, reference)
    return Ask(
        sent=dealt.question,
        stands_for=question,
        how=(AS_A_DEAL, *how),
        run_up=dealt.run_up,
        told=frozenset(place + dealt.run_up for place in told),
    )


def _deal(question: Question, reference: Reference) -> Dealt:
    """A deal that leads to a position, in which the reference says the same of everything."""
    rules: dict[str, Any] = question.params["rules"]  # type: ignore[assignment]
    try:
        dealt = as_deal(question.params, rules, _deadwood(rules, reference))
    except CannotDeal as reason:
        raise Cannot(f"needs {reason}") from reason
    there = reference_answer(reference, Method.PLAY, question.params)
    led_to = reference_answer(reference, Method.PLAY, dealt.question.params)
    if {**led_to, "accepted": led_to["accepted"] - dealt.run_up} != there:
        raise Cannot("needs a position: no hand under these rules comes to stand so")
    return dealt


def _deadwood(rules: dict[str, Json], reference: Reference) -> Deadwood:
    def least(cards: Sequence[str]) -> int:
        hand: list[Json] = [*cards]
        count: int = reference_answer(reference, Method.ARRANGE, {"rules": rules, "hand": hand})["deadwood"]
        return count

    return least


def _players(question: Question) -> int:
    """How many sit at one table: on a sheet all of them only where everybody plays in the same hand."""
    params: Mapping[str, Any] = question.params
    if question.method is Method.TALLY and params["rules"].get("players.format") != "everyone":
        return 2
    return len(params.get("players", ())) or 2


def _facts_needed(case: Case) -> frozenset[str]:
    """The facts that an engine must answer for what a case expects; some are always in a reply."""
    method = case.question.method
    if method is Method.ARRANGE:
        return frozenset()
    expect: dict[str, Any] = dict(case.expect)
    if method is Method.TALLY:
        return (frozenset(_keys(expect)) & fact_names()) - ALWAYS_ON_A_SHEET
    inner, state = expect.get("result", {}), expect.get("state", {})
    named = {*expect, *(inner if isinstance(inner, dict) else ())} | ({"limit"} if "limit" in state else set())
    return frozenset(named) & fact_names()


def _keys(expect: Any) -> Iterator[str]:
    """The names of all that is expected, of a column or a deal too."""
    if isinstance(expect, dict):
        for name, value in expect.items():
            yield name
            yield from _keys(value)
    elif isinstance(expect, list):
        for item in expect:
            yield from _keys(item)


def _playable(case: Case, question: Question, engine: Capabilities, reference: Reference) -> tuple[dict[str, Json], list[str]]:
    """The question's rules at values that the engine plays, and the stand-in values among them in words.

    A rule without effect need not be borne: where the engine does not play its value it gets one that it plays, unmentioned.
    """
    given = question.params["rules"]
    assert isinstance(given, dict)
    values = dict(given)
    players = _players(question)
    said: list[str] = []
    expected: list[Any] | None = None
    for rule in [rule for rule in reference.reads(question.method) if rule in values]:
        if engine.plays(rule, values[rule], reference.root[rule]):
            continue
        needs = Cannot(f"needs {rule} = {write_value(values[rule], reference.root[rule])}")
        borne = (
            value
            for value in reference.candidates(rule, engine.rules.get(rule))
            if engine.plays(rule, value, reference.root[rule])
        )
        if rule in reference.masked(values, players):
            values[rule] = next(borne, values[rule])
            continue
        if rule in case.rules:
            raise needs
        if expected is None:
            expected = _says(case, question, values, reference)
        for value in borne:
            if expected is not None and _says(case, question, {**values, rule: value}, reference) == expected:
                values[rule] = value
                said.append(f"as {rule} = {write_value(value, reference.root[rule])}")
                break
        else:
            raise needs
    return values, said


def _says(case: Case, question: Question, rules: Mapping[str, Json], reference: Reference) -> list[Any] | None:
    """What the reference says, under these rules, to everything the scenario expects; nothing where it cannot answer."""
    try:
        answer = reference.answer(question.method, {**question.params, "rules": dict(rules)})
    except (InvalidInput, NotPlayed):
        return None
    return projection(case.expect, answer)


def _hand(question: Question, engine: Capabilities, reference: Reference) -> Hand:
    """The showdown as a hand; the rules of class play are sent at a value that the engine plays, the root's if it can."""
    score: dict[str, Any] = dict(question.params["rules"])  # type: ignore[arg-type]
    rules = dict(score)
    for rule in reference.reads(Method.PLAY):
        if rule in rules:
            continue
        root = reference.root[rule]
        for value in reference.candidates(rule, engine.rules.get(rule)):
            if engine.plays(rule, value, root) and (rule != "deal.opening" or value in OPENINGS):
                rules[rule] = value
                break
        else:
            # A rule without effect need not be borne.
            if rule not in reference.masked({**rules, rule: root}, _players(question)):
                raise Cannot(f"needs {rule} = {write_value(root)}")
            rules[rule] = root
    deadwood = _deadwood(rules, reference)
    try:
        hand = as_hand(question.params, rules, position="position" in engine.starts)
        if rules["gin.choice"] == "forced":
            check_no_gin(hand.question, hand.run_up, deadwood)
    except CannotDeal as reason:
        raise Cannot(f"needs {reason}") from reason
    if rules["gin.choice"] == "forced" and _hides_gin(question, hand, deadwood):
        raise Cannot("needs gin.choice = optional")
    return hand


def _hides_gin(question: Question, hand: Hand, deadwood: Deadwood) -> bool:
    """Whether the knocker knocks although another discard would make him gin: forbidden where gin is forced."""
    actions: list[dict[str, Any]] = hand.question.params["actions"]  # type: ignore[assignment]
    card = actions[hand.run_up].get("card")
    held = list(question.params["hands"][question.params["knocker"]])  # type: ignore[index, arg-type]
    if card is None:
        return False
    if "discard" not in question.params:
        held.append(card)

    def kept(thrown: str) -> int:
        return deadwood([each for each in held if each != thrown])

    return kept(card) != 0 and any(kept(thrown) == 0 for thrown in held)


def write_value(value: Json, root: Json = None) -> str:
    """The value of a rule in one line, as `--set` takes it; of a table only what differs from the root's."""
    from ginrules.rules.catalogue import write_word

    if not isinstance(value, dict):
        return write_word(value)
    if set(value) == {"kind"}:
        return write_word(value["kind"])
    if "kind" not in value and isinstance(root, dict) and value != root:
        return write_word({key: item for key, item in value.items() if root.get(key) != item})
    return write_word(value)
