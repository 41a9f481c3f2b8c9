"""What an engine can be asked of a case, and how: as it is, in other words, or not at all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ginrules.diagnostics import InvalidInput, Json, NotPlayed
from ginrules.questions import Case, Method, Question
from ginrules.verify.as_hand import OPENINGS, CannotDeal, Hand, as_hand
from ginrules.verify.compare import facts, projection
from ginrules.verify.protocol import Capabilities, fact_names
from ginrules.verify.reference import Reference
from ginrules.verify.wording import number_word

AS_IT_IS = "as it is"
AS_A_HAND = "as a hand"
CHOICES_TOLD = "choices told"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """A case as it is put to an engine."""

    sent: Question
    stands_for: Question
    """What is compared: the question in the scenario's own method, with the rules and choices that were sent."""
    how: tuple[str, ...]
    hand: Hand | None = None
    """Set where a showdown is asked as a hand."""


@dataclass(frozen=True, slots=True)
class Unsupported:
    """The engine says of itself that it cannot answer; the reason in words."""

    reason: str


class _Cannot(Exception):
    """Becomes `Unsupported`."""


def plan(case: Case, engine: Capabilities, reference: Reference) -> Ask | Unsupported:
    """How a case is put to an engine with these capabilities, or why it is not."""
    try:
        return _plan(case, engine, reference)
    except _Cannot as reason:
        return Unsupported(str(reason))


def _plan(case: Case, engine: Capabilities, reference: Reference) -> Ask:
    for cited in case.rules:
        if gap := engine.gap(cited):
            raise _Cannot(f"cites {cited}, a gap" + (f" ({gap})" if gap != cited else ""))
    question = case.question
    method = question.method
    players = _players(question)
    if method is not Method.ARRANGE and players not in engine.players:
        raise _Cannot(f"{number_word(players)} players")
    if not any(facts(case.expect)):
        raise _Cannot("the scenario expects nothing")
    if missing := sorted(_facts_needed(case) - engine.answers):
        raise _Cannot(f"does not answer {', '.join(missing)}")
    dealt = method not in engine.methods and method is Method.SCORE and Method.PLAY in engine.methods
    if method not in engine.methods and not dealt:
        raise _Cannot(f"does not answer the method {method}")
    if method is Method.PLAY and "pile" in question.params and "position" not in engine.starts:
        raise _Cannot("a position that is not dealt")
    how = [AS_A_HAND] if dealt else []
    if method is Method.SCORE and (told := _told(case, engine, reference)) is not question:
        question = told
        how.append(CHOICES_TOLD)
    rules, stand_ins = _playable(case, question, engine, reference)
    how += stand_ins
    question = Question(method, {**question.params, "rules": rules})
    hand = _hand(question, engine, reference) if dealt else None
    sent = hand.question if hand else question
    return Ask(sent=sent, stands_for=question, how=tuple(how) or (AS_IT_IS,), hand=hand)


def _players(question: Question) -> int:
    players = question.params.get("players")
    return len(players) if isinstance(players, list) else 2


def _facts_needed(case: Case) -> frozenset[str]:
    if case.question.method is Method.ARRANGE:
        return frozenset()
    expect: dict[str, Any] = dict(case.expect)
    inner, state = expect.get("result", {}), expect.get("state", {})
    named = {*expect, *(inner if isinstance(inner, dict) else ())} | ({"limit"} if "limit" in state else set())
    return frozenset(named) & fact_names()


def _told(case: Case, engine: Capabilities, reference: Reference) -> Question:
    """Declare for an engine that only takes declarations what the scenario leaves to best play."""
    params: Mapping[str, Any] = case.question.params
    spreads, layoffs = params.get("spreads", {}), params.get("layoffs", {})
    if spreads and "declared" not in engine.spreads:
        raise _Cannot("takes no declared spreads")
    if layoffs and "declared" not in engine.layoffs:
        raise _Cannot("takes no declared lay-offs")
    knocker, players = params["knocker"], params["players"]
    open_spreads = [player for player in players if "best" not in engine.spreads and player not in spreads]
    open_layoffs = [
        player for player in players if "best" not in engine.layoffs and player != knocker and player not in layoffs
    ]
    if not open_spreads and not open_layoffs:
        return case.question
    if best_play := [cited for cited in case.rules if cited.startswith("best-play.")]:
        raise _Cannot(f"cites {best_play[0]}, and has to be told the choices")
    best_spreads, best_layoffs = _best(params, reference)
    spreads = {**spreads, **{player: best_spreads[player] for player in open_spreads}}
    layoffs = {**layoffs, **{player: best_layoffs.get(player, []) for player in open_layoffs}}
    if any(layoffs[player] for player in open_layoffs) and knocker not in spreads:
        if "declared" not in engine.spreads:
            raise _Cannot("takes no declared spreads, and lay-offs need one")
        spreads[knocker] = best_spreads[knocker]
    declared = {"spreads": spreads, "layoffs": layoffs}
    return Question(Method.SCORE, {**params, **{key: value for key, value in declared.items() if value}})


def _best(params: Mapping[str, Any], reference: Reference) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """The reference's spreads and lay-offs; of a hand that is refused, everybody's own arrangement and no lay-offs."""
    answer: Mapping[str, Any] = _answer(reference, Method.SCORE, params)
    if "refused" not in answer:
        return answer["spreads"], answer.get("layoffs", {})
    kept = {
        player: [card for card in hand if player != params["knocker"] or card != params.get("discard")]
        for player, hand in params["hands"].items()
    }
    arrange = {
        player: _answer(reference, Method.ARRANGE, {"rules": params["rules"], "hand": cards}) for player, cards in kept.items()
    }
    return {player: arranged["melds"] for player, arranged in arrange.items()}, {}


def _answer(reference: Reference, method: Method, params: Mapping[str, Json]) -> Mapping[str, Json]:
    try:
        return reference.answer(method, params)
    except (InvalidInput, NotPlayed) as error:
        raise _Cannot(f"the reference cannot say what is best: {error}") from error


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
        needs = _Cannot(f"needs {rule} = {write_value(values[rule], reference.root[rule])}")
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
                raise _Cannot(f"needs {rule} = {write_value(root)}")
            rules[rule] = root
    try:
        hand = as_hand(question.params, rules, position="position" in engine.starts)
    except CannotDeal as reason:
        raise _Cannot(f"needs {reason}") from reason
    if rules["gin.choice"] == "forced" and _hides_gin(question, hand, reference):
        raise _Cannot("needs gin.choice = optional")
    return hand


def _hides_gin(question: Question, hand: Hand, reference: Reference) -> bool:
    """Whether the knocker knocks although another discard would make him gin: forbidden where gin is forced."""
    actions: list[dict[str, Any]] = hand.question.params["actions"]  # type: ignore[assignment]
    card = actions[hand.run_up].get("card")
    held = list(question.params["hands"][question.params["knocker"]])  # type: ignore[index, arg-type]
    if card is None:
        return False
    if "discard" not in question.params:
        held.append(card)

    def kept(thrown: str) -> Json:
        cards: list[Json] = [each for each in held if each != thrown]
        return _answer(reference, Method.ARRANGE, {"rules": question.params["rules"], "hand": cards})["deadwood"]

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
