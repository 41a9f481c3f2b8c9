"""Part 3, applies-when: where a mask says that a rule cannot matter, other values of it change no answer.

A mask is a claim of the catalogue (`x-applies-when`); questions drawn by chance test it: under the rules of a shipped variant,
some of them changed, so that a condition of the mask fails. Questions of the same kind under rules by which it can matter show
that they would have noticed: some answer must change.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import NamedTuple, TypeAlias

from ginrules.adequacy.asking import as_played
from ginrules.adequacy.drawing import draw_hand, draw_sheet, draw_showdown
from ginrules.adequacy.report import Gap, Result
from ginrules.adequacy.team import Team
from ginrules.diagnostics import Json
from ginrules.engine.play import Dead, Refusal, Refused, Showdown, legal, result, step
from ginrules.engine.showdown import score
from ginrules.engine.state import table
from ginrules.engine.tally import tally
from ginrules.rules.catalogue import (
    Condition,
    RuleClass,
    RuleInfo,
    catalogue,
    is_played,
    masked,
    not_played,
    read_clauses,
    sections,
    why_masked,
    word_of,
    write_word,
)
from ginrules.rules.crosschecks import apart
from ginrules.rules.layers import ROOT
from ginrules.rules.merging import counts_of
from ginrules.rules.resolve import load_variant, shipped
from ginrules.rules.typed import typed_rules, with_rule
from ginrules.rules.variant import Format, Rules

PART = "applies-when"
QUESTIONS = 2000
"""Answered questions for each mask."""
_A_PIECE = 250
_A_SETTING = 25
"""Questions under the same drawn rules, which are dear to draw."""
_MOST_PLAYERS = 6
_KEPT = ("melds.", "deck.")
"""Rules that are left as the variant has them: each other value would need tables of its own."""


class Mask(NamedTuple):
    """A rule, or a member of its table, that can be without effect."""

    rule: str
    member: str = ""

    @property
    def name(self) -> str:
        """As people write it."""
        return f"{self.rule}.{self.member}" if self.member else self.rule

    @property
    def clauses(self) -> tuple[tuple[Condition, ...], ...]:
        """All must hold for the rule to matter."""
        info = catalogue()[self.rule]
        if not self.member:
            return info.applies_when
        return read_clauses(sections()[info.section][info.key]["properties"][self.member])


class Piece(NamedTuple):
    """Some questions to ask."""

    mask: Mask
    seed: int
    clause: int = 0
    """The clause of the mask that fails, by its place."""
    lifted: bool = False
    """Whether they are asked under rules by which the rule can matter."""


class Drawn(NamedTuple):
    """What some questions of a mask showed."""

    asked: int
    example: str
    """A question whose answer changed, in words; empty if there was none."""


def applies_when(team: Team, questions: int = QUESTIONS) -> Result:
    """Which masks are wrong."""
    masks = every_mask()
    pieces = [
        Piece(mask, seed, clause)
        for mask in masks
        for clause in range(len(mask.clauses))
        for seed in range(0, _of_clause(mask, questions), _A_PIECE)
    ]
    pieces += [Piece(mask, 0, lifted=True) for mask in masks]
    drawn = dict(zip(pieces, team.each(draw, pieces, min(_A_PIECE, questions), questions), strict=True))
    faults = {mask: _fault(mask, drawn, questions) for mask in masks}
    gaps = tuple(Gap(mask.rule, f"x-applies-when of {mask.name}{fault}") for mask, fault in faults.items() if fault)
    asked: dict[str, Json] = {mask.name: sum(each.asked for each in _failing(mask, drawn).values()) for mask in masks}
    return Result(part=PART, obligations=len(masks), gaps=gaps, figures={"questions": asked})


def _fault(mask: Mask, drawn: Mapping[Piece, Drawn], questions: int) -> str:
    """What is wrong with a mask, behind its name; '' if nothing is."""
    mine = _failing(mask, drawn)
    example = next((each.example for each in mine.values() if each.example), "")
    if example:
        return f" says that it cannot matter, and it does: {example}"
    wanted = _of_clause(mask, questions)
    for clause in range(len(mask.clauses)):
        number = sum(each.asked for piece, each in mine.items() if piece.clause == clause)
        if number < wanted:
            which = f" in which its clause {clause + 1} fails" if len(mask.clauses) > 1 else ""
            return f": only {number} of {wanted} questions could be drawn{which}"
    return "" if drawn[Piece(mask, 0, lifted=True)].example else ": the questions notice nothing where it matters either"


def _failing(mask: Mask, drawn: Mapping[Piece, Drawn]) -> dict[Piece, Drawn]:
    """What was drawn of a mask under rules by which the rule cannot matter."""
    return {piece: each for piece, each in drawn.items() if piece.mask == mask and not piece.lifted}


def _of_clause(mask: Mask, questions: int) -> int:
    """How many of the questions about a mask are asked for each of its clauses."""
    return -(-questions // len(mask.clauses))


def every_mask() -> tuple[Mask, ...]:
    """Every mask of a rule that an answer can depend on."""
    return tuple(mask for info in catalogue().values() if info.rule_class is not RuleClass.CUSTOM for mask in _masks_of(info))


def _masks_of(info: RuleInfo) -> Iterator[Mask]:
    if info.applies_when:
        yield Mask(info.id)
    for member, fragment in sections()[info.section][info.key].get("properties", {}).items():
        if read_clauses(fragment):
            yield Mask(info.id, member)


def draw(piece: Piece, number: int, of_lifted: int) -> Drawn:
    """Ask so many questions of one mask, or until an answer changes; the same seed asks the same."""
    mask = piece.mask
    number = of_lifted if piece.lifted else number
    rng = Random(f"{mask.name} {piece.clause} {piece.seed}")  # noqa: S311  nothing secret is drawn
    asked = tries = 0
    while asked < number and tries < number:
        tries += 1
        drawn = _draw_setting(rng, piece, () if piece.lifted else mask.clauses[piece.clause])
        if drawn is None:
            continue
        values, players = drawn
        rules = typed_rules(values)
        others = [(value, with_rule(rules, mask.rule, value)) for value in _other_values(mask, values)]
        method = _method(rng, catalogue()[mask.rule])
        for _ in range(min(_A_SETTING, number - asked)):
            changed = _ASK[method](rng, rules, players, others)
            if changed is None:
                continue
            asked += 1
            if changed:
                where = why_masked(mask.clauses, values, players)
                return Drawn(asked, f"{where or 'it applies'}, and {method} answers otherwise under {changed}")
    return Drawn(asked, "")


def _method(rng: Random, info: RuleInfo) -> str:
    """What is asked: above all the question that the rule is first read by."""
    first = {RuleClass.SCORE: "score", RuleClass.PLAY: "play", RuleClass.TALLY: "tally"}[info.rule_class]
    return first if rng.random() < 0.7 else rng.choice([method for method in info.read_by if method in _ASK])


def _other_values(mask: Mask, values: Mapping[str, Json]) -> list[Json]:
    info, here = catalogue()[mask.rule], values[mask.rule]
    if mask.member:
        assert isinstance(here, dict)
        members = dict.fromkeys(probe[mask.member] for probe in info.probes if isinstance(probe, dict))
        return [{**here, mask.member: value} for value in members if value != here[mask.member]]
    return [value for value in info.probes if value != here and is_played(info, value)]


def _draw_setting(rng: Random, piece: Piece, failing: Sequence[Condition]) -> tuple[dict[str, Json], int] | None:
    """Rules of a possible variant under which these conditions fail, and how many play; `None`: try again.

    Under lifted ones a condition of each clause holds instead.
    """
    mask = piece.mask
    values = dict(load_variant(rng.choice(shipped())).values)
    for info in rng.sample(_changeable(), rng.randint(0, 8)):
        values[info.id] = rng.choice(info.probes)
    conditions = [rng.choice(clause) for clause in mask.clauses] if piece.lifted else failing
    for condition in conditions:
        if condition.players_over is None:
            probes = catalogue()[condition.rule].probes
            wanted = condition.negated is not piece.lifted
            fitting = [each for each in probes if (word_of(each) in condition.words) is wanted]
            if not fitting:  # the mask names a value that `x-probes` has not, or all that it has
                return None
            values[condition.rule] = rng.choice(fitting)
    values = {rule: as_played(rule, value, counts_of(values)) for rule, value in values.items()}
    few = [count for count in counts_of(values) if count <= _MOST_PLAYERS]
    over = next((condition.players_over for condition in conditions if condition.players_over is not None), None)
    if over is not None:
        few = [count for count in few if (count > over) is piece.lifted]
    if not few or apart({**values, mask.rule: load_variant(ROOT).values[mask.rule]}):
        return None
    players = rng.choice(few)
    seated = players if values["players.format"] == "everyone" else 2
    if any(not_played(method, values, seated) for method in _ASK):
        return None
    without_effect = mask.rule in masked(values, seated)
    fits = without_effect is not piece.lifted or bool(mask.member)
    return (values, players) if fits else None


def _changeable() -> list[RuleInfo]:
    return [info for info in catalogue().values() if info.rule_class is not RuleClass.CUSTOM and not info.id.startswith(_KEPT)]


_Others: TypeAlias = Sequence[tuple[Json, Rules]]
Ended: TypeAlias = Showdown | Refusal | Dead | None


def _alike(one: Ended, other: Ended) -> bool:
    """Whether two hands ended alike; which of several best spreads or lay-offs was chosen is open."""
    if isinstance(one, Showdown) and isinstance(other, Showdown):
        return replace(one, spreads={}, layoffs={}) == replace(other, spreads={}, layoffs={})
    return one == other


def _ask_score(rng: Random, rules: Rules, players: int, others: _Others) -> str | None:
    seated = players if rules.players.format is Format.EVERYONE else 2
    question = draw_showdown(rng, rules, seated)
    first = score(question, rules)
    if isinstance(first, Refusal):
        return None
    return next((write_word(value) for value, changed in others if not _alike(score(question, changed), first)), "")


def _ask_tally(rng: Random, rules: Rules, players: int, others: _Others) -> str | None:
    question = draw_sheet(rng, rules, players)
    if not question.entries:
        return None
    first = tally(question, rules)
    return next((write_word(value) for value, changed in others if tally(question, changed) != first), "")


def _ask_play(rng: Random, rules: Rules, players: int, others: _Others) -> str | None:
    """A hand that goes on by chance, the same under all values as long as nothing differs."""
    seated = players if rules.players.format is Format.EVERYONE else 2
    state = draw_hand(rng, rules, seated)
    if state is None:
        return None
    beside = [(value, state._replace(table=table(changed, state.players, state.table.parts))) for value, changed in others]
    for _ in range(_MOST_ACTIONS):
        actions = legal(state)
        for value, other in beside:
            if legal(other) != actions or other[1:] != state[1:] or not _alike(result(other), result(state)):
                return write_word(value)
        if not actions:
            break
        # Going out is among the last: hands go on for a while, and come to an end.
        action = actions[-1] if rng.random() < 0.3 else rng.choice(actions)
        state, before, beside = step(state, action), beside, []
        for value, other in before:
            try:
                beside.append((value, step(other, action)))
            except Refused:  # under this value the hand would not have come so far
                return write_word(value)
    return ""


_MOST_ACTIONS = 24

_ASK = {"score": _ask_score, "play": _ask_play, "tally": _ask_tally}
"""How a question of each method is drawn and asked: '' if every answer is the same, `None` if none could be drawn."""
