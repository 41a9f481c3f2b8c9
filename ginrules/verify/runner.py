"""Ask an engine every case and say of each scenario how it ended."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from ginrules.diagnostics import Json
from ginrules.questions import Case, Method, Question
from ginrules.verify.as_hand import read_hand
from ginrules.verify.choices import apart
from ginrules.verify.compare import Difference, compare, nested, projection
from ginrules.verify.modes import DONE, Mode, chosen
from ginrules.verify.outcomes import BAD, RANKS, Answer, Outcome, worst
from ginrules.verify.plan import Ask, Unsupported, plan
from ginrules.verify.played import Reading, read_play
from ginrules.verify.reference import Reference, shipped
from ginrules.verify.session import NotStarted
from ginrules.verify.side_by_side import side_by_side
from ginrules.verify.sooner import sooner
from ginrules.verify.subjects import Subject

LEAK = "leak"
"""A flag: it failed in the run and passed alone, so the engine remembers something."""
WITHOUT_REASONS = "without-reasons"
"""A flag: the engine refused as expected and named no rule; an accepted scenario that cites the rule passed too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScenarioResult:
    """How a scenario ended in one column."""

    scenario: str
    title: str
    column: str
    rules: tuple[str, ...]
    outcome: Outcome
    how: tuple[str, ...] = ()
    """The ways in which it was asked; empty if it was not."""
    expected: Json = None
    """Of the part that decided: the expected facts that were not met."""
    got: Json = None
    reason: str = ""
    """Why it was not asked, or what went wrong, in words."""
    part: int = 1
    """The part of the scenario that decided."""
    question: Question
    """The question of that part, as the scenario asks it."""
    flags: tuple[str, ...] = ()
    stderr: str = ""
    sooner: tuple[Json, Json] | None = None
    """Of a wrong sheet a fact that it has wrong and on which the others depend: as it should be, and as it came."""
    in_part: bool = False
    """Whether other parts were asked, and the one that decided could not be."""
    mode: str = ""
    """As it is the scenario passed; it ended so only with this done, as in `suits permuted c->h h->c`."""

    @property
    def verdict(self) -> str:
        """`ok` or `regression`; `none` where it was not run."""
        if self.outcome is Outcome.NOTRUN:
            return "none"
        return "regression" if self.outcome in BAD else "ok"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """A result with what it says about others."""

    place: int
    """In the order of asking."""
    result: ScenarioResult
    unexplained: frozenset[str] = frozenset()
    """The rules one of which a refusal without reasons should have named; it waits for an accepted scenario on one of them."""
    accepted: frozenset[str] = frozenset()
    """The rules cited by a scenario that passed and in which the engine accepted what somebody did."""


def order(cases: Iterable[Case], seed: str | int = 0) -> list[tuple[Case, ...]]:
    """The cases of each scenario and column together, in the order in which they are asked: by hash of seed and id."""
    groups: dict[tuple[str, str], list[Case]] = {}
    for case in cases:
        groups.setdefault((case.scenario, case.column), []).append(case)
    ordered = sorted(groups, key=lambda key: (_hash(f"{seed}:{key[0]}"), key[0]))
    return [tuple(sorted(groups[key], key=lambda case: case.part)) for key in ordered]


def in_shard(scenario: str, shard: int, shards: int) -> bool:
    """Whether a scenario belongs to a shard, 1 to `shards`, by hash of its id."""
    return int.from_bytes(_hash(scenario)) % shards == shard - 1


def _hash(text: str) -> bytes:
    return hashlib.blake2b(text.encode(), digest_size=8).digest()


class Run(Iterator[ScenarioResult]):
    """The results of a run as they come.

    Refusals without reasons are held back until all is asked, when it is known whether they count.
    """

    def __init__(self, settled: Iterator[Settled]) -> None:
        self._settled = settled
        self._accepted: set[str] = set()
        self._waiting: list[Settled] = []

    def __next__(self) -> ScenarioResult:
        """The next result.

        Raises:
            NotStarted: one of several processes could not be started.
        """
        for settled in self._settled:
            self._accepted |= settled.accepted
            if not settled.unexplained:
                return settled.result
            self._waiting.append(settled)
        if not self._waiting:
            raise StopIteration
        return self._weighed(self._waiting.pop(0))

    def held_back(self) -> Iterator[ScenarioResult]:
        """What is held back, weighed by what was asked until now: the last results of a run that is cut short."""
        while self._waiting:
            yield self._weighed(self._waiting.pop(0))

    def _weighed(self, settled: Settled) -> ScenarioResult:
        """A refusal without reasons: it counts beside an accepted scenario on one of the rules it should have named."""
        if settled.unexplained & self._accepted:
            return settled.result
        ids = " or ".join(sorted(settled.unexplained))
        reason = f"refuses without reasons, and passes no accepted scenario on {ids}"
        return replace(settled.result, outcome=Outcome.UNSUPPORTED, reason=reason, flags=())


def run(
    cases: Iterable[Case],
    subject: Subject,
    *,
    seed: str | int = 0,
    jobs: int = 1,
    alone: bool = True,
    reference: Reference | None = None,
    modes: Sequence[Mode] = (),
) -> Run:
    """Ask a subject every case; one result a scenario and column, in the order of `order`, whatever `jobs` is.

    `jobs`: how many processes of it are asked at a time. `alone`: ask what failed again in a fresh process, to flag what leaks
    from one question into another. Results are held back a little: an engine may say more than it should after its last reply.
    `modes`: a scenario that passes is asked again in each of them, in a variation that follows from the seed.
    """
    groups = list(enumerate(order(cases, seed)))
    lane = partial(ask_all, ways=Ways(reference or shipped(), tuple(modes), seed), alone=alone)
    return Run(lane(groups, subject) if jobs <= 1 else side_by_side(groups, subject, jobs, lane))


@dataclass(frozen=True, slots=True)
class Ways:
    """How cases are put to an engine, beside its own capabilities."""

    reference: Reference
    modes: tuple[Mode, ...] = ()
    """The modes in which what passes is asked again."""
    seed: str | int = 0


def ask_all(groups: Sequence[tuple[int, tuple[Case, ...]]], subject: Subject, *, ways: Ways, alone: bool) -> Iterator[Settled]:
    """Ask one subject some scenarios, each with its place in the whole run."""
    queue: list[Settled] = []
    try:
        for place, group in groups:
            settled, late = _ask_scenario(place, group, subject, ways)
            if alone and settled.result.outcome is Outcome.FAIL:
                settled = replace(settled, result=_again_alone(settled.result, group, subject, ways))
            if settled.result.how or late:
                yield from _released(queue, late)
                queue = []
            queue.append(settled)
    except KeyboardInterrupt:
        yield from queue
        raise
    yield from _released(queue, subject.unasked())


def _released(queue: list[Settled], late: str) -> Iterator[Settled]:
    """The results that nothing can change any more; `late` concerns the first, the only one of them that was asked."""
    for number, settled in enumerate(queue):
        result = settled.result
        if number == 0 and late and RANKS[result.outcome] < RANKS[Outcome.PROTOCOL]:
            result = replace(result, outcome=Outcome.PROTOCOL, got={"protocol": late}, reason=late, flags=())
            yield Settled(place=settled.place, result=replace(result, expected=result.expected or {}))
        else:
            yield settled


def _again_alone(result: ScenarioResult, group: tuple[Case, ...], subject: Subject, ways: Ways) -> ScenarioResult:
    try:
        fresh = subject.fresh()
    except NotStarted:
        return result
    if result.mode:
        # Only what decided, without what passed before it: that may be what the engine remembers.
        varied = (cases for _, cases in _variations(group, ways))
        group = next(tuple(case for case, _ in cases) for cases in varied if result.mode in {words for _, words in cases})
    with fresh:
        again, _ = _ask_scenario(0, group, fresh, Ways(ways.reference))
    return replace(result, flags=(*result.flags, LEAK)) if again.result.outcome is Outcome.PASS else result


@dataclass(frozen=True, slots=True, kw_only=True)
class _Part:
    """How one case of a scenario ended."""

    outcome: Outcome
    how: tuple[str, ...] = ()
    expected: Json = None
    got: Json = None
    sooner: tuple[Json, Json] | None = None
    reason: str = ""
    stderr: str = ""
    late: str = ""
    accepted: bool = False
    unexplained: frozenset[str] = frozenset()
    mode: str = ""
    """What was done to the question, in words; empty where it is asked as it is."""
    case: Case | None = None
    """What was asked, once it has been."""


def _variations(group: tuple[Case, ...], ways: Ways) -> Iterator[tuple[Mode | None, list[tuple[Case, str]]]]:
    """The cases of a scenario as they are, then in each mode those that can be varied, with what was done to them."""
    yield None, [(case, "") for case in group]
    for mode in ways.modes:
        varied = (chosen(case, mode, ways.seed) for case in group)
        yield mode, [(each.case, each.words) for each in varied if each]


def _ask_scenario(place: int, group: tuple[Case, ...], subject: Subject, ways: Ways) -> tuple[Settled, str]:
    """Ask all parts of a scenario; its result, and what the engine had said unasked before."""
    parts: list[_Part] = []
    before = ""
    for mode, cases in _variations(group, ways):
        if worst(part.outcome for part in parts) is not Outcome.PASS:
            break
        for case, words in [(each, words) for whole, words in cases for each in apart(whole, subject.capabilities)]:
            part = replace(_ask_case(case, subject, ways.reference), case=case)
            if part.late and any(each.how for each in parts):
                part = _too_much(part)
            elif part.late:
                before = part.late
            if mode is None:
                parts.append(part)
            elif part.outcome is not Outcome.UNSUPPORTED:
                parts.append(replace(part, mode=words, how=(*part.how, DONE[mode])))
            if RANKS[part.outcome] >= RANKS[Outcome.TIMEOUT]:
                break
    decisive = max(parts, key=lambda part: RANKS[part.outcome])
    assert decisive.case
    case = decisive.case
    unexplained = frozenset().union(*(part.unexplained for part in parts))
    result = ScenarioResult(
        scenario=case.scenario,
        title=case.title,
        column=case.column,
        rules=case.rules,
        outcome=decisive.outcome,
        how=tuple(dict.fromkeys(way for part in parts for way in part.how)),
        expected=decisive.expected,
        got=decisive.got,
        reason=decisive.reason,
        part=case.part,
        question=case.question,
        flags=(WITHOUT_REASONS,) if unexplained and decisive.outcome is Outcome.PASS else (),
        stderr=decisive.stderr,
        sooner=decisive.sooner,
        in_part=decisive.outcome is Outcome.UNSUPPORTED and not decisive.how and any(part.how for part in parts),
        mode=decisive.mode,
    )
    if result.outcome is not Outcome.PASS:
        return Settled(place=place, result=result), before
    accepted = frozenset(case.rules) if any(part.accepted for part in parts) else frozenset()
    return Settled(place=place, result=result, unexplained=unexplained, accepted=accepted), before


def _too_much(part: _Part) -> _Part:
    """A part before which the engine had said more than one line for the part before that."""
    if RANKS[part.outcome] >= RANKS[Outcome.PROTOCOL]:
        return part
    return replace(part, outcome=Outcome.PROTOCOL, expected=part.expected or {}, got={"protocol": part.late}, reason=part.late)


def _ask_case(case: Case, subject: Subject, reference: Reference) -> _Part:
    planned = plan(case, subject.capabilities, reference)
    if isinstance(planned, Unsupported):
        return _Part(outcome=Outcome.UNSUPPORTED, reason=planned.reason)
    answer = subject.answer(planned.sent)
    if answer.wrong is not None:
        return _wrong(case, planned, answer)
    part = replace(_judge(case, planned, answer, subject, reference), late=answer.late)
    if part.outcome is Outcome.PASS and planned.sent.method is Method.PLAY and "refused" in answer.result:
        return _unchanged(part, planned, answer.result, subject)
    return part


def _unchanged(part: _Part, planned: Ask, reply: Mapping[str, Json], subject: Subject) -> _Part:
    """A refusal changes nothing: the same request without the refused action has the same state and the same legal actions."""
    actions, accepted = planned.sent.params["actions"], reply["accepted"]
    assert isinstance(actions, list)
    assert isinstance(accepted, int)
    answer = subject.answer(Question(Method.PLAY, {**planned.sent.params, "actions": actions[:accepted]}))
    if answer.late:
        return _too_much(replace(part, late=answer.late))
    if answer.wrong is not None:
        return replace(
            part,
            outcome=answer.wrong,
            expected={},
            got={str(answer.wrong): answer.detail},
            reason=f"asked again without the refused action: {answer.detail}",
            stderr=answer.stderr,
        )
    before = {key: answer.result[key] for key in ("state", "legal") if key in answer.result}
    after = {key: reply[key] for key in ("state", "legal") if key in reply}
    if projection(before, after) == projection(before, before) and set(before) == set(after):
        return part
    reason = "the refused action changed something"
    return replace(part, outcome=Outcome.FAIL, expected=before, got=after, reason=reason)


def _wrong(case: Case, planned: Ask, answer: Answer) -> _Part:
    assert answer.wrong
    return _Part(
        outcome=answer.wrong,
        how=() if answer.wrong is Outcome.NOTRUN else planned.how,
        expected=None if answer.wrong is Outcome.UNSUPPORTED else dict(case.expect),
        got=None if answer.wrong is Outcome.UNSUPPORTED else {str(answer.wrong): answer.detail},
        reason=answer.detail,
        stderr=answer.stderr,
        late=answer.late,
    )


def _read(planned: Ask, reply: Mapping[str, Json]) -> Reading:
    if planned.hand:
        return read_hand(planned.hand, reply)
    return read_play(planned.sent, planned.run_up, planned.told, reply)


def _judge(case: Case, planned: Ask, answer: Answer, subject: Subject, reference: Reference) -> _Part:
    said: Mapping[str, Json] | None = answer.result
    misfits: list[Difference] = []
    if planned.sent.method is Method.PLAY:
        reading = _read(planned, answer.result)
        if reading.refused_before:
            reason = f"refused on the way to the {'showdown' if planned.hand else 'position'}: {reading.refused_before}"
            return _Part(
                outcome=Outcome.ERROR, how=planned.how, expected=dict(case.expect), got={"error": reason}, reason=reason
            )
        misfits = [Difference((name,), expected, got) for name, expected, got in reading.misfits]
        said = reading.answer
    differences = misfits
    passes = False
    silent = False
    if said is not None:
        comparison = compare(planned.stands_for, case.expect, said, reasons=subject.capabilities.reasons)
        differences = [*misfits, *comparison.differences]
        passes = comparison.passes and not differences
        silent = comparison.without_reasons
        if not differences and not passes:
            reason = "an expectation was not compared"
            return _Part(
                outcome=Outcome.ERROR, how=planned.how, expected=dict(case.expect), got={"error": reason}, reason=reason
            )
    if passes:
        wanted = case.expect.get("refused")
        accepted = case.question.method is not Method.ARRANGE and said is not None and "refused" not in said
        ids = frozenset(str(rule) for rule in wanted) if silent and isinstance(wanted, list) else frozenset()
        return _Part(outcome=Outcome.PASS, how=planned.how, accepted=accepted, unexplained=ids)
    first = sooner(planned.stands_for, differences, answer.result, reference)
    return _Part(
        outcome=Outcome.FAIL,
        how=planned.how,
        expected=nested([(each.path, each.expected) for each in differences]),
        got=nested([(each.path, each.got) for each in differences]),
        sooner=(nested([(first.path, first.expected)]), nested([(first.path, first.got)])) if first else None,
    )
