"""The fast way of asking answers as the protocol does, and reading looks at no rule that it does not own up to."""

from typing import Any

import pytest

from ginrules import answer as arrange
from ginrules.adequacy import asking
from ginrules.adequacy.asking import Asker, Barred, Heard, Told, as_played
from ginrules.adequacy.cases import Posed, pose_file, together
from ginrules.answer import answer, play, showdown, tally
from ginrules.answer.reading import read_players
from ginrules.corpus.selection import corpus_files
from ginrules.diagnostics import ImpossibleInput, NotPlayed
from ginrules.questions import Method
from ginrules.rules.catalogue import catalogue
from ginrules.rules.variant import Rules
from tests.adequacy.tiny import TIE, team


@pytest.fixture(scope="module")
def some() -> tuple[Posed, ...]:
    """Questions of every method, from files of every kind."""
    wanted = ("01-cards", "04-layoffs", "09-stock", "11-players", "14-hollywood", "15-teams", "16-jokers")
    posed = together(pose_file(path) for path in corpus_files() if path.stem in wanted)
    return posed[::9]


def slowly(posed: Posed, rule: str, value: Any) -> Any:
    """What the protocol answers under another value."""
    rules = {**posed.params["rules"], rule: value}
    try:
        return answer(posed.method, {**posed.params, "rules": rules})
    except ImpossibleInput as error:
        return error.path, error.message
    except NotPlayed:
        return None


def test_every_answer_is_that_of_the_protocol(some: tuple[Posed, ...]) -> None:
    asker = Asker()
    assert {posed.method for posed in some} == set(Method)
    compared = 0
    for posed in some:
        assert asker.reply(posed, asker.rules(posed)) == answer(posed.method, posed.params)
        for rule in (rule for rule in posed.case.rules if rule in posed.params["rules"]):
            for value in catalogue()[rule].probes:
                rules = asker.rules_with(posed, rule, value)
                if not isinstance(rules, Rules):
                    continue
                try:
                    got: Any = asker.reply(posed, rules)
                except ImpossibleInput as error:
                    got = (error.path, error.message)
                compared += 1
                assert got == slowly(posed, rule, as_played(rule, value, tuple(posed.setting.values["players.count"])))  # type: ignore[arg-type]
    assert compared > 200


class Watched:
    """Rules that note which of them are looked at."""

    def __init__(self, rules: Rules, seen: set[str]) -> None:
        self._rules, self._seen = rules, seen

    def __getattr__(self, section: str) -> Any:
        if section not in Rules._fields:
            method: Any = getattr(Rules, section)
            return method.__get__(self)
        return _WatchedSection(getattr(self._rules, section), section, self._seen)


class _WatchedSection:
    def __init__(self, rules: Any, section: str, seen: set[str]) -> None:
        self._rules, self._section, self._seen = rules, section, seen

    def __getattr__(self, field: str) -> Any:
        if field not in self._rules._fields:
            return getattr(type(self._rules), field).__get__(self)
        self._seen.add(f"{self._section}.{field}".replace("_", "-"))
        return getattr(self._rules, field)


OWNED = {
    Method.ARRANGE: arrange.READ_BY,
    Method.SCORE: showdown.READ_BY,
    Method.PLAY: play.READ_BY,
    Method.TALLY: tally.READ_BY,
}


def test_reading_looks_at_no_other_rule(some: tuple[Posed, ...]) -> None:
    asker = Asker()
    seen: dict[Method, set[str]] = {method: set() for method in Method}
    for posed in some:
        watched: Any = Watched(asker.rules(posed), seen[posed.method])
        players = () if posed.method is Method.ARRANGE else read_players(posed.params)
        asking.KINDS[posed.method].read(posed.params, players, watched)
    for method in Method:
        assert seen[method] <= OWNED[method], method
    assert seen[Method.TALLY] > {"players.format", "game.end"}


def test_what_is_heard(tmp_path: Any) -> None:
    (tie,) = team(tmp_path, TIE).posed
    asker = Asker()
    assert asker.hear(tie, asker.rules(tie)) == Heard(Told.HOLDS)
    knocker = asker.rules_with(tie, "scoring.tie", "knocker")
    assert isinstance(knocker, Rules)
    assert asker.hear(tie, knocker) == Heard(Told.FAILS)
    jokers = asker.rules_with(tie, "deal.cards", 7)
    assert isinstance(jokers, Rules)
    assert asker.hear(tie, jokers) == Heard(Told.IMPOSSIBLE, "hands.Ann")
    assert asker.rules_with(tie, "scoring.tie", "undercut") is None
    barred: list[tuple[str, Any]] = [
        ("scoring.doubling", {"kind": "offers", "refusal": 10}),
        ("players.format", "partnership"),
        ("scoring.gin-off", 10),
    ]
    for rule, value in barred:
        assert isinstance(asker.rules_with(tie, rule, value), Barred)


def test_what_is_not_played_is_neither_held_nor_failed(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    (tie,) = team(tmp_path, TIE).posed
    asker = Asker()

    def refuse(*_: object) -> Any:
        raise NotPlayed("this")

    monkeypatch.setattr(Asker, "reply", refuse)
    assert asker.hear(tie, asker.rules(tie)) == Heard(Told.NOT_PLAYED)


@pytest.mark.parametrize(
    ("rule", "value", "noticed"),
    [
        ("scoring.tie", "knocker", True),
        ("scoring.undercut", 10, True),
        ("deal.cards", 7, True),  # ten cards cannot be dealt by sevens
        ("scoring.tie", "undercut", False),  # as it is
        ("scoring.gin", 20, False),
        ("knock.limit", {"kind": "upcard", "ace": "one"}, False),  # no card was turned: that says nothing of limits
        ("game.bonus", 200, False),  # no question of `score` is sent it
        ("scoring.showdown", "lowest-wins", False),  # two play: a mask
        ("players.format", "partnership", False),  # two are no partnership
    ],
)
def test_what_a_question_notices(tmp_path: Any, rule: str, value: Any, noticed: bool) -> None:
    (tie,) = team(tmp_path, TIE).posed
    assert Asker().notices(tie, rule, value) is noticed


@pytest.mark.parametrize(
    ("value", "counts", "same"),
    [
        ({"2": 10, "3": 7}, (2,), 10),
        ({"2": 10, "3": 7}, (2, 3), {"2": 10, "3": 7}),
        ({"2": 10, "3": 7}, (2, 4), {"2": 10}),
        (7, (2,), 7),
    ],
)
def test_a_table_by_count_is_what_it_says_for_these_counts(value: Any, counts: tuple[int, ...], same: Any) -> None:
    assert as_played("deal.cards", value, counts) == same


def test_a_table_in_a_kind_is_cut_too() -> None:
    table: Any = {"kind": "target", "points": {"4": 125, "6": 150}}
    assert as_played("game.end", table, (4,)) == {"kind": "target", "points": 125}
