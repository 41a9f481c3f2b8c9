"""Asking the engine about the corpus again and again: questions are read once, rules typed once, no JSON is written in between.

What is answered is what `ginrules.answer` answers: the reading, the engine and the writing are those of the protocol.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from operator import attrgetter
from typing import Any, NamedTuple, TypeAlias

from ginrules import answer
from ginrules.adequacy.cases import Posed, Setting, write_key
from ginrules.answer import play, showdown, tally
from ginrules.answer.reading import read_players, rules_of
from ginrules.corpus.lint import decides
from ginrules.diagnostics import ImpossibleInput, Json, NotPlayed
from ginrules.engine.parts import STANDARD, Parts
from ginrules.questions import Method
from ginrules.rules.catalogue import catalogue, is_played, masked, rules_read, write_word
from ginrules.rules.crosschecks import apart
from ginrules.rules.forms import canonical
from ginrules.rules.merging import counts_of
from ginrules.rules.typed import with_rule
from ginrules.rules.variant import Rules
from ginrules.verify.compare import compare

Answer: TypeAlias = dict[str, Json]


class Told(StrEnum):
    """What comes of a question that is asked under some rules."""

    HOLDS = "holds"
    """The answer is as the scenario expects."""
    FAILS = "fails"
    IMPOSSIBLE = "impossible"
    """Under these rules the cards cannot lie so, or the sheet cannot be kept so: no answer, an error."""
    NOT_PLAYED = "not-played"


class Heard(NamedTuple):
    """What comes of a question, and where it cannot be."""

    told: Told
    path: str = ""
    """The place in the question that the error names."""


class Barred(NamedTuple):
    """Rules that no variant can have, or that the engine does not play, and why."""

    why: str


class Kind(NamedTuple):
    """How the questions of a method are read and answered."""

    read: Callable[[Mapping[str, Any], tuple[str, ...], Rules], Any]
    reply: Callable[[Any, Rules, Parts], Answer]
    looks_at: Callable[[Rules], Any]
    """What reading looks at in the rules: where it is equal, the question that is read is."""


def _fields(rules: frozenset[str]) -> Callable[[Rules], Any]:
    return attrgetter(*sorted(rule.replace("-", "_") for rule in rules))


KINDS: Mapping[Method, Kind] = {
    Method.ARRANGE: Kind(
        lambda params, _, rules: answer.read_one_hand(params, rules),
        answer.reply_arrange,
        _fields(answer.READ_BY),
    ),
    Method.SCORE: Kind(showdown.read_question, showdown.reply_score, _fields(showdown.READ_BY)),
    Method.PLAY: Kind(play.read_hand, play.reply_play, _fields(play.READ_BY)),
    Method.TALLY: Kind(tally.read_sheet, tally.reply_tally, _fields(tally.READ_BY)),
}
"""How a question of each method is read and answered."""


class Asker:
    """Asks the questions of one corpus; keeps what it has read and typed."""

    def __init__(self) -> None:
        self._read: dict[tuple[str, str, int], dict[Any, Any]] = {}
        self._typed: dict[tuple[str, Method, int], Rules] = {}
        self._with: dict[tuple[str, Method, int, str, str], Rules | Barred] = {}
        self._masks: dict[tuple[str, int], frozenset[str]] = {}

    def reply(self, posed: Posed, rules: Rules, parts: Parts = STANDARD) -> Answer:
        """The answer to a question under some rules, by the engine with these parts.

        Raises:
            ImpossibleInput: under these rules there is no such question.
            NotPlayed: a value that the engine does not play.
        """
        return KINDS[posed.method].reply(self.question(posed, rules), rules, parts)

    def question(self, posed: Posed, rules: Rules) -> Any:
        """A question as the engine is asked it under some rules.

        Raises:
            ImpossibleInput: under these rules there is no such question.
        """
        kind = KINDS[posed.method]
        seen = self._read.setdefault(posed.key, {})
        looked_at = kind.looks_at(rules)
        if looked_at not in seen:
            seen[looked_at] = _read(kind, posed, rules)
        question = seen[looked_at]
        if isinstance(question, ImpossibleInput):
            raise ImpossibleInput(question.path, question.message)
        return question

    def hear(self, posed: Posed, rules: Rules, parts: Parts = STANDARD) -> Heard:
        """Whether the answer is what the scenario expects."""
        try:
            reply = self.reply(posed, rules, parts)
        except ImpossibleInput as error:
            return Heard(Told.IMPOSSIBLE, error.path)
        except NotPlayed:
            return Heard(Told.NOT_PLAYED)
        passes = compare(posed.case.question, posed.case.expect, reply).passes
        return Heard(Told.HOLDS if passes else Told.FAILS)

    def notices(self, posed: Posed, rule: str, value: Json) -> bool:
        """Whether a question comes out otherwise under another value of a rule, or cannot come to lie so for that.

        Never where the rule cannot matter (a mask), or where the other value cannot stand beside the other rules.
        """
        if rule not in rules_read(posed.method) or rule in self.masks(posed):
            return False
        rules = self.rules_with(posed, rule, value)
        if rules is None or isinstance(rules, Barred):
            return False
        heard = self.hear(posed, rules)
        return heard.told is Told.FAILS or (heard.told is Told.IMPOSSIBLE and decides(rule, heard.path))

    def rules(self, posed: Posed) -> Rules:
        """The typed rules that a question is asked under."""
        key = (posed.setting.key, posed.method, posed.players)
        if key not in self._typed:
            self._typed[key] = rules_of(posed.method, posed.setting.values, players=posed.players)
        return self._typed[key]

    def rules_with(self, posed: Posed, rule: str, value: Json) -> Rules | Barred | None:
        """The rules of a question with another value of one rule; nothing if it has that value already."""
        other = in_setting(posed.setting, rule, value)
        if other == in_setting(posed.setting, rule, posed.setting.values[rule]):
            return None
        key = (posed.setting.key, posed.method, posed.players, rule, write_key(other))
        if key not in self._with:
            self._with[key] = self._rules_with(posed, rule, other)
        return self._with[key]

    def _rules_with(self, posed: Posed, rule: str, value: Json) -> Rules | Barred:
        if not is_played(catalogue()[rule], value):
            return Barred(f"{rule} = {write_word(value)} is not played")
        why = apart({**posed.setting.values, rule: value}, (rule,))
        return Barred(why) if why else with_rule(self.rules(posed), rule, value)

    def masks(self, posed: Posed) -> frozenset[str]:
        """The rules that cannot matter in a question."""
        key = (posed.setting.key, posed.players)
        if key not in self._masks:
            self._masks[key] = frozenset(masked(posed.setting.values, posed.players))
        return self._masks[key]


def _read(kind: Kind, posed: Posed, rules: Rules) -> Any:
    try:
        players = () if posed.method is Method.ARRANGE else read_players(posed.params)
        return kind.read(posed.params, players, rules)
    except ImpossibleInput as error:
        return error


def in_setting(setting: Setting, rule: str, value: Json) -> Json:
    """A value as it is in a setting."""
    return as_played(rule, value, counts_of(setting.values))


def as_played(rule: str, value: Json, counts: tuple[int, ...]) -> Json:
    """A value as it is where so many may play: a table by count is cut to them, and one number for all is that number."""
    return _one_for_all(canonical(catalogue()[rule], value, counts), counts)


def _one_for_all(value: Json, counts: tuple[int, ...]) -> Json:
    if not isinstance(value, dict):
        return value
    if counts and [*value] == [str(count) for count in counts]:
        numbers = [*value.values()]
        return numbers[0] if all(number == numbers[0] for number in numbers) else value
    return {key: _one_for_all(item, counts) for key, item in value.items()}
