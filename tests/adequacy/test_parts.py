"""Each part of the measure with tiny corpora in which an obligation is known to be met, and known to be missing."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from ginrules.adequacy import interaction as interactions
from ginrules.adequacy import line as lines
from ginrules.adequacy import masks, witness
from ginrules.adequacy.checks import checks
from ginrules.adequacy.contexts import stand_together
from ginrules.adequacy.drawing import draw_showdown
from ginrules.adequacy.interaction import interaction, meetings, possible
from ginrules.adequacy.line import line
from ginrules.adequacy.masks import Drawn, Mask, Piece, applies_when, draw, every_mask
from ginrules.adequacy.matrix import matrix
from ginrules.adequacy.report import Result
from ginrules.adequacy.team import Team
from ginrules.engine.play import Refusal
from ginrules.engine.showdown import score
from ginrules.rules.catalogue import Condition, catalogue, sections
from ginrules.rules.resolve import load_variant, shipped
from tests.adequacy.tiny import OVER, TIE, WITHIN, team


def said(result: Result, about: str) -> list[str]:
    return [gap.says for gap in result.gaps if gap.about == about]


# --- 1 witness


def test_a_witness_is_asked_under_the_one_value_and_fails_under_the_other(tmp_path: Path) -> None:
    result = witness.witness(matrix(team(tmp_path, TIE)))
    missing = said(result, "scoring.tie")
    assert not [says for says in missing if says.startswith("scoring.tie = undercut has")]
    assert "scoring.tie = knocker has no scenario that cites scoring.tie and fails under undercut or " in "\n".join(missing)
    assert result.met == result.obligations - len(result.gaps)
    assert not result.holds


def test_a_scenario_that_does_not_cite_the_rule_is_no_witness(tmp_path: Path) -> None:
    result = witness.witness(matrix(team(tmp_path, TIE.replace("rule scoring.tie", "rule scoring.undercut"))))
    assert [says for says in said(result, "scoring.tie") if says.startswith("scoring.tie = undercut has")]
    assert not [says for says in said(result, "scoring.undercut") if says.startswith("scoring.undercut = 25 has")]


def test_values_that_never_stand_beside_the_same_rules_are_not_told_apart() -> None:
    formats = catalogue()["players.format"]
    wanted = {(formats.probes[own], formats.probes[other]) for own, other in witness.pairs(formats)}
    assert ("everyone", "partnership") in wanted  # four may play either
    assert ("head-to-head", "partnership") not in wanted  # no count may play both
    assert ("head-to-head", "rotating") not in wanted  # rotating is not played


def test_of_a_table_by_count_only_the_counts_that_may_play_are_looked_at() -> None:
    cards = catalogue()["deal.cards"]
    wanted = {(str(cards.probes[own]), str(cards.probes[other])) for own, other in witness.pairs(cards)}
    assert ("{'2': 10, '3': 7}", "10") in wanted
    assert ("{'2': 10, '3': 7}", "{'2': 10, '3': 7, '4': 7}") not in wanted  # for two and three they are the same


def test_a_stated_reason_excuses_and_grows_stale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reasons: list[dict[str, Any]] = [{"asked": ["knocker"], "other": ["undercut"], "why": "nobody knows"}]
    monkeypatch.setitem(sections()["scoring"]["tie"], "x-untold", reasons)
    result = witness.witness(matrix(team(tmp_path, TIE)))
    assert [gap.says for gap in result.excused if gap.about == "scoring.tie"] == [
        "scoring.tie = knocker from scoring.tie = undercut: nobody knows"
    ]
    reasons[0] |= {"asked": ["undercut"], "other": ["knocker"]}
    stale = witness.witness(matrix(team(tmp_path, TIE)))
    assert "x-untold says that nothing can be told apart, and it is: nobody knows" in said(stale, "scoring.tie")


# --- 2 line


BASIC = TIE.replace("standard with scoring.tie = undercut, scoring.undercut = 25 as undercut", "basic").replace(
    "expect in undercut: undercut Bob 25", "expect tie"
)


def test_a_line_is_noticed_by_a_scenario_of_its_own_variant(tmp_path: Path) -> None:
    wanted = "scoring.tie = no-score has no scenario of basic that fails under undercut, which is what it extends"
    assert wanted in said(line(team(tmp_path, TIE)), "variants/basic.yaml")
    assert wanted not in said(line(team(tmp_path, BASIC)), "variants/basic.yaml")


def test_a_scenario_that_sets_the_rule_itself_is_no_scenario_of_the_line(tmp_path: Path) -> None:
    own = BASIC.replace("variant basic", "variant basic with scoring.tie = no-score")
    assert [says for says in said(line(team(tmp_path, own)), "variants/basic.yaml") if says.startswith("scoring.tie")]


def test_lines_that_cannot_be_taken_back_are_left_out() -> None:
    every = {(each.variant, each.rule) for each in lines.lines()}
    assert ("basic", "scoring.tie") in every
    assert not [rule for variant, rule in every if variant == "standard"]
    assert ("partnership", "players.format") not in every  # four are no head-to-head
    assert not [rule for _, rule in every if catalogue()[rule].rule_class == "custom"]


# --- 3 applies-when


def test_masks_that_are_right_change_nothing() -> None:
    mask = Mask("scoring.shared-undercut")
    assert draw(Piece(mask, 0), 60, 60) == Drawn(60, "")
    assert draw(Piece(mask, 0, lifted=True), 60, 2000).example


def test_a_wrong_mask_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = ((Condition(rule="gin.big", words=("not-played",), negated=True),),)
    monkeypatch.setattr(Mask, "clauses", property(lambda _: wrong))
    monkeypatch.setattr(masks, "masked", lambda *_: {"scoring.gin": "it is said so"})
    monkeypatch.setattr(masks, "every_mask", lambda: (Mask("scoring.gin"),))
    with Team(1) as alone:
        result = applies_when(alone, 60)
    assert said(result, "scoring.gin")[0].startswith(
        "x-applies-when of scoring.gin says that it cannot matter, and it does: gin.big is not-played, and "
    )


def test_a_hand_that_would_not_have_come_so_far_is_another(monkeypatch: pytest.MonkeyPatch) -> None:
    # With seed 10 a draw that is legal under one floor is refused under another, though all that is legal looked alike.
    wrong = ((Condition(rule="stock.ends", words=("before-draw", "after-discard")),),)
    monkeypatch.setattr(Mask, "clauses", property(lambda _: wrong))
    monkeypatch.setattr(masks, "masked", lambda *_: {"stock.floor": "it is said so"})
    assert draw(Piece(Mask("stock.floor"), 10), 200, 200).example.startswith("stock.ends is after-draw, and play answers")


def test_a_mask_with_a_value_that_is_no_probe_draws_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Mask, "clauses", property(lambda _: ((Condition(rule="gin.big", words=("nosuch",), negated=True),),)))
    assert draw(Piece(Mask("scoring.gin"), 0), 10, 10) == Drawn(0, "")


def test_questions_that_notice_nothing_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(masks, "every_mask", lambda: (Mask("scoring.knock"),))
    monkeypatch.setattr(masks, "_ASK", dict.fromkeys(("score", "play", "tally"), lambda *_: ""))
    with Team(1) as alone:
        assert said(applies_when(alone, 10), "scoring.knock") == [
            "x-applies-when of scoring.knock: the questions notice nothing where it matters either"
        ]


def test_questions_that_cannot_be_drawn_are_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(masks, "every_mask", lambda: (Mask("scoring.knock"),))
    monkeypatch.setattr(masks, "_ASK", dict.fromkeys(("score", "play", "tally"), lambda *_: None))
    with Team(1) as alone:
        assert said(applies_when(alone, 10), "scoring.knock") == [
            "x-applies-when of scoring.knock: only 0 of 10 questions could be drawn"
        ]


def test_a_clause_that_never_fails_is_missed_though_another_does(monkeypatch: pytest.MonkeyPatch) -> None:
    never = (Condition(rule="gin.big", words=("nosuch",), negated=True),)
    right = catalogue()["scoring.knock"].applies_when
    monkeypatch.setattr(masks, "every_mask", lambda: (Mask("scoring.knock"),))
    monkeypatch.setattr(Mask, "clauses", property(lambda _: (*right, never)))
    with Team(1) as alone:
        assert said(applies_when(alone, 20), "scoring.knock") == [
            "x-applies-when of scoring.knock: only 0 of 10 questions could be drawn in which its clause 2 fails"
        ]


def test_every_mask_of_the_catalogue_is_tested() -> None:
    names = {mask.name for mask in every_mask()}
    assert {"deck.values.joker", "knock.comparison", "teams.opponents"} <= names
    assert not {name for name in names if name == "teams.draw"}  # a custom changes nothing anyway


def test_drawn_showdowns_are_mostly_answered() -> None:
    rules, rng = load_variant("north-american").rules(), Random(1)
    ended = [score(draw_showdown(rng, rules, 2), rules) for _ in range(200)]
    outcomes = {str(each.outcome) for each in ended if not isinstance(each, Refusal)}
    assert len([each for each in ended if isinstance(each, Refusal)]) < 40
    assert {"gin", "knock", "undercut", "big-gin"} <= outcomes


# --- 4 interaction


def test_two_values_are_covered_by_a_question_about_one_of_the_rules(tmp_path: Path) -> None:
    with_tie = said(interaction(corpus := team(tmp_path, TIE), matrix(corpus)), "scoring.undercut × scoring.tie")
    assert not [says for says in with_tie if says.startswith("scoring.undercut = 25 beside scoring.tie = undercut ")]
    assert [says for says in with_tie if says.startswith("scoring.undercut = 10 beside scoring.tie = undercut ")]
    within = said(interaction(corpus := team(tmp_path, WITHIN), matrix(corpus)), "scoring.undercut × scoring.tie")
    assert [says for says in within if says.startswith("scoring.undercut = 25 beside scoring.tie = undercut ")]


def test_the_rule_must_change_the_answer_of_that_question(tmp_path: Path) -> None:
    idle = WITHIN.replace("rule knock.limit", "rule scoring.tie")
    result = interaction(corpus := team(tmp_path, idle), matrix(corpus))
    missing = said(result, "scoring.undercut × scoring.tie")
    assert [says for says in missing if says.startswith("scoring.undercut = 25 beside scoring.tie = undercut ")]


def test_rules_meet_in_a_step() -> None:
    assert meetings()["scoring.undercut", "scoring.tie"] == ("H5",)
    assert ("scoring.undercut", "game.bonus") not in meetings()


def test_values_that_masks_or_cross_checks_keep_apart_are_left_out() -> None:
    opening, limit = catalogue()["deal.opening"], catalogue()["knock.limit"]
    two = {(str(opening.probes[each.value]), str(limit.probes[each.other])) for each in possible("deal.opening", "knock.limit")}
    assert ("extra-card", str({"kind": "gin-only"})) in two
    assert ("extra-card", str({"kind": "upcard", "ace": "one"})) not in two  # no card is turned
    assert not any(stand_together({"knock.limit": {"kind": "gin-only"}, "knock.comparison": "below"}))  # a mask


def test_what_is_not_asked_is_counted(tmp_path: Path) -> None:
    corpus = team(tmp_path, TIE)
    found = matrix(corpus)
    told, lines_found = witness.witness(found), line(corpus)
    values = [rule for rule in catalogue().values() if rule.rule_class != "custom"]
    left_out = sum(number for why, number in told.not_asked.items() if "custom" not in why)
    pairs_of_all = sum(len(rule.probes) * (len(rule.probes) - 1) for rule in values)
    assert left_out + told.obligations + len(told.excused) == pairs_of_all
    written = [layers[-1].rules for layers in (load_variant(name).layers for name in shipped()) if len(layers) > 1]
    assert sum(lines_found.not_asked.values()) + lines_found.obligations == sum(map(len, written))
    # The formats for more than two need their format, knock-rummy its cards, penalty and open-spiel one line beside others.
    assert [number for why, number in lines_found.not_asked.items() if "need" in why] == [10]


def test_steps_are_those_of_the_computation() -> None:
    steps = {step for info in catalogue().values() for step in info.steps}
    known = {f"H{number}" for number in range(10)} | {f"T{number}" for number in range(1, 7)}
    assert steps <= known | {f"G{number}" for number in range(1, 10)}
    assert interactions.PART == "interaction"


# --- 5 checks


def test_a_check_is_noticed_and_has_a_twin(tmp_path: Path) -> None:
    missed = "knock.limit in `score` has no scenario that cites it and notices when it is never refused"
    alone = "knock.limit in `score` has no accepted twin: a scenario that cites it, is just inside and notices "
    alone += "when it is always refused"
    assert said(checks(team(tmp_path, TIE)), "knock.limit")[:2] == [missed, alone]
    assert [says for says in said(checks(team(tmp_path, OVER)), "knock.limit") if "score" in says] == [alone]
    assert [says for says in said(checks(team(tmp_path, WITHIN)), "knock.limit") if "score" in says] == [missed]
    assert [says for says in said(checks(team(tmp_path, OVER, WITHIN)), "knock.limit") if "score" in says] == []


def test_a_twin_is_one_that_the_check_had_to_look_at(tmp_path: Path) -> None:
    idle = WITHIN.replace("rule knock.limit", "rule layoff.onto")
    assert [says for says in said(checks(team(tmp_path, idle)), "layoff.onto") if "`score` has no accepted twin" in says]


def test_what_breaks_without_its_check_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from ginrules.adequacy.asking import Asker

    def breaks(*_: object) -> Any:
        raise IndexError

    corpus = team(tmp_path, OVER)
    monkeypatch.setattr(Asker, "hear", breaks)
    says = said(checks(corpus), "knock.limit")
    assert not [each for each in says if "`score` has no scenario" in each]
