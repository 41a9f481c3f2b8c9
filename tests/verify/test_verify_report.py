"""Views of a run: the footer, the stream, the table."""

import errno
import io
import json
import os
import shlex
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import jsonschema_rs
import pytest

from ginrules.answer import answer
from ginrules.corpus.selection import Filter, compile_selected, read_corpus
from ginrules.diagnostics import Diagnostic, InvalidInput, Json, NotPlayed
from ginrules.notation.compile import compile_scenario
from ginrules.notation.reader import read_fragment
from ginrules.questions import Case
from ginrules.resources import SPEC
from ginrules.rules.clauses import clauses
from ginrules.rules.resolve import load_variant
from ginrules.verify.report.floor import share
from ginrules.verify.report.hand import command, hand_lines, size
from ginrules.verify.report.stream import write_stream
from ginrules.verify.report.summary import Summary
from ginrules.verify.report.table import table
from ginrules.verify.runner import run
from tests.puppet.stage import ANN, SHOWDOWN, Stage, case

SCHEMA = json.loads((SPEC / "report.schema.json").read_text("utf-8"))
LINE = jsonschema_rs.validator_for(SCHEMA)

RIGHT = case("layoff/example", {"points": {"Ann": 31}}, "layoff.onto")
WRONG = case("knock/points", {"points": {"Ann": 30}, "limit": 10}, "knock.limit")
SMALL = case("knock/small", {"deadwood": 4}, "knock.limit", question={"hand": ANN[:4]}, method="arrange")
EVERY_FACT = ["outcome", "winners", "deadwood", "points", "boxes", "limit"]
NO_BOXES = case("boxes/one", {"boxes": {"Ann": 1}}, "boxes.gin")


def summary(*cases: Case, seed: int = 0) -> tuple[Summary, str]:
    subject = Stage(answers=["outcome", "winners", "deadwood", "points", "limit"]).subject()
    collected, stream = Summary(subject.capabilities, "2026.1"), io.StringIO()
    list(write_stream(run(cases, subject, seed=seed), collected, stream))
    return collected, stream.getvalue()


def test_the_footer_has_the_fixed_shape() -> None:
    collected, _ = summary(RIGHT, WRONG, NO_BOXES)
    assert collected.footer() == {
        "engine": "stage",
        "version": "1",
        "edition": "2026.1",
        "complete": True,
        "counts": {"pass": 1, "unsupported": 1, "fail": 1, "error": 0, "protocol": 0, "timeout": 0, "crash": 0, "notrun": 0},
        "asked": {"as it is": 2},
        "verdicts": {"ok": 2, "known": 0, "fixed": 0, "changed": 0, "stale": 0, "new": 0, "regression": 1},
        "unsupported": {"does not answer boxes": 1},
        "failures": [
            {
                "scenario": "knock/points",
                "column": "standard",
                "rules": ["knock.limit"],
                "how": ["as it is"],
                "expected": {"points": {"Ann": 30}},
                "got": {"points": {"Ann": 31}},
                "outcome": "fail",
            }
        ],
    }


@pytest.mark.parametrize(
    ("cases", "code"),
    [((RIGHT, NO_BOXES), 0), ((RIGHT, WRONG), 1), ((NO_BOXES,), 5), ((), 5)],
    ids=["fine", "differs", "not asked", "none"],
)
def test_the_exit_code(cases: tuple[Case, ...], code: int) -> None:
    assert summary(*cases)[0].exit_code == code


class Shrug(Stage):
    """Claims everything and, asked, can play nothing."""

    def think(self, method: str, params: Mapping[str, Json]) -> dict[str, Json]:  # noqa: ARG002
        raise NotPlayed("anything")


def test_who_answers_that_he_cannot_answer_has_answered_nothing() -> None:
    collected = asked(Shrug(answers=EVERY_FACT), RIGHT, WRONG)
    assert (collected.asked, collected.answered, collected.exit_code) == (2, 0, 5)
    assert total(collected) == "2 columns of 2 scenarios: 2 asked, 0 answered; 2 unsupported"


def total(collected: Summary) -> str:
    (line,) = [each for each in table(collected).splitlines() if " scenarios: " in each]
    return line


def asked(stage: Stage, *cases: Case) -> Summary:
    """The summary of a run."""
    subject = stage.subject()
    collected = Summary(subject.capabilities, "")
    list(write_stream(run(cases, subject), collected))
    return collected


def test_the_footer_of_an_interrupted_run_says_so_and_nothing_is_lost() -> None:
    class Interrupted(Stage):
        def change(self, method: str, params: Mapping[str, Json], result: dict[str, Json]) -> dict[str, Json]:  # noqa: ARG002
            if len(self.asked) > 1:
                raise KeyboardInterrupt
            return {"refused": {"rules": [], "message": "no"}}

    refused = case("refused", {"refused": ["knock.limit"]}, "knock.limit", sets=("knock.limit=2",))
    subject = Interrupted(can={"reasons": False}).subject()
    collected, target = Summary(subject.capabilities, ""), io.StringIO()
    stream = write_stream(run([refused, refused_too(refused)], subject), collected, target)
    with pytest.raises(KeyboardInterrupt):
        list(stream)
    stream.finish(complete=False)
    stream.finish(complete=False)
    result, footer = map(json.loads, target.getvalue().splitlines())
    assert [next(iter(LINE.iter_errors(line)), None) for line in (result, footer)] == [None, None]
    assert result["outcome"] == "unsupported"
    assert (footer["complete"], footer["counts"]["unsupported"]) == (False, 1)
    assert footer == collected.footer()
    assert total(collected).endswith("1 unsupported; INCOMPLETE: the run was interrupted")


def refused_too(other: Case) -> Case:
    return replace(other, scenario="refused-too")


def test_every_line_of_a_stream_fits_the_schema_and_the_last_is_the_footer() -> None:
    collected, stream = summary(RIGHT, WRONG, NO_BOXES, SMALL)
    lines = [json.loads(line) for line in stream.splitlines()]
    assert [next(iter(LINE.iter_errors(line)), None) for line in lines] == [None] * 5
    assert lines[-1] == collected.footer()
    assert {line["scenario"] for line in lines[:-1]} == {"layoff/example", "knock/points", "boxes/one", "knock/small"}
    wrong = next(line for line in lines if line.get("scenario") == "knock/points")
    assert wrong["question"]["params"]["hands"] == SHOWDOWN["hands"]


def test_equal_runs_give_equal_bytes() -> None:
    first, second = (summary(*cases) for cases in ([RIGHT, WRONG, SMALL], [SMALL, WRONG, RIGHT]))
    assert first[1] == second[1]
    assert table(first[0]) == table(second[0])


def test_another_order_gives_the_same_table() -> None:
    first, second = (summary(RIGHT, WRONG, SMALL, NO_BOXES, seed=seed) for seed in (1, 2))
    assert first[1] != second[1]
    assert table(first[0]) == table(second[0])
    assert first[0].footer() == second[0].footer()


def test_the_schema_refuses_what_is_no_report() -> None:
    collected, _ = summary(WRONG)
    footer: dict[str, Any] = collected.footer()
    assert not LINE.is_valid(footer | {"counts": {"passed": 1}})
    assert not LINE.is_valid(footer | {"started": "12:00"})


def test_the_table_groups_by_chapter_and_shows_the_smallest_hand_first() -> None:
    collected, _ = summary(RIGHT, WRONG, SMALL, NO_BOXES)
    limit = clauses()["knock.limit"]
    assert (
        table(collected)
        == """\
stage 1, edition 2026.1

                 pass  unsupported  fail
knock
  knock.limit                          2
layoff
  layoff.onto       1
and 1 rule of which nothing was asked

How it was asked
  3  as it is

Not asked, or not answered
  1  does not answer boxes

What differs, the rule with the most first, each by its smallest hands first

HEADING
  knock/small in standard: fail
      hand: 4h 5h 6h 9c
    ginrules arrange "4h 5h 6h 9c"
    expected deadwood 4
    got      deadwood 9
  knock/points in standard: fail
      hand Ann: 4h 5h 6h 9c 9d 9s Jc Qc Kc 3s
      hand Bob: 2c 2d 2h Ac 5s 7h 8s 9h Qs Kd
      Ann: knock
    ginrules score "hand Ann: 4h 5h 6h 9c 9d 9s Jc Qc Kc 3s; hand Bob: 2c 2d 2h Ac 5s 7h 8s 9h Qs Kd; Ann: knock"
    expected points Ann 30
    got      points Ann 31

4 columns of 4 scenarios: 3 asked, 3 answered; 1 pass, 1 unsupported, 2 fail
SHARE
(column: a scenario under one variant; asked: it went to the engine; answered: its answer was compared)
""".replace("HEADING", f"knock.limit: {limit.title} (spec/03-knocking.md, {limit.number})").replace("SHARE", share(collected))
    )


def test_a_scenario_of_which_a_part_could_not_be_asked_is_no_answer_and_counted_apart() -> None:
    both = (case("both", {"points": {"Ann": 31}}), case("both", {"boxes": {"Ann": 1}}, part=2))
    collected, _ = summary(RIGHT, *both, NO_BOXES)
    assert [(each.scenario, each.in_part) for each in collected.results if each.in_part] == [("both", True)]
    assert total(collected) == (
        "3 columns of 3 scenarios: 2 asked, 1 answered, of 1 only a part could be asked; 1 pass, 2 unsupported"
    )


def test_where_nothing_was_asked_no_rule_is_listed() -> None:
    lines = table(summary(NO_BOXES)[0]).splitlines()
    assert lines[2:5] == ["      unsupported", "1 rule of which nothing was asked", ""]


def test_a_hand_is_shown_in_the_words_of_the_notation() -> None:
    question = SHOWDOWN | {
        "upcard": "As",
        "discard": "3s",
        "spreads": {"Ann": [["4h", "5h", "6h"]], "Bob": []},
        "layoffs": {"Bob": [{"cards": ["7h"], "onto": "4h"}, {"cards": ["9h"], "onto": "9c"}]},
    }
    assert list(hand_lines(case("s", {}, question=question).question))[-4:] == [
        "Ann: knock 3s",
        "Ann: show [4h 5h 6h]",
        "Bob: show []",
        "Bob: layoff 7h on 4h and 9h on 9c",
    ]


def test_the_smallest_question_is_the_one_that_declares_least() -> None:
    bare, melds = SHOWDOWN, SHOWDOWN | {"spreads": {"Ann": [["4h", "5h", "6h"]]}}
    laid = melds | {"layoffs": {"Bob": [{"cards": ["7h"], "onto": "4h"}]}}
    sizes = [size(case("s", {}, question=question).question) for question in (bare, melds, laid)]
    assert sizes == [(20, 0), (20, 1), (20, 2)]


def _commands() -> list[tuple[Case, list[str]]]:
    """The showdowns and hands of the corpus that have a command, each with its words."""
    cases = compile_selected(read_corpus(), Filter())
    lines = [(each, command(each.question, each.column)) for each in cases]
    return [(each, shlex.split(line)) for each, line in lines if line]


def test_the_command_under_a_question_asks_the_same_question() -> None:
    found = _commands()
    assert len(found) > 500
    assert {words[1] for _, words in found} == {"arrange", "score", "play", "tally"}
    assert any("--set" in words for _, words in found)
    assert any("--variant" in words for _, words in found)
    for each, (_, name, text, *options) in found[::5]:
        values = dict(zip(options[::2], options[1::2], strict=True))
        sets = [value for option, value in zip(options[::2], options[1::2], strict=True) if option == "--set"]
        variant = load_variant(values.get("--variant", "standard"), overrides=sets)
        if name == "arrange":
            assert text.split() == each.question.params["hand"]
            assert variant.question_rules("arrange") == each.question.params["rules"]
            continue
        (scenario,) = read_fragment(text).scenarios
        compiled = compile_scenario(scenario, variant=variant, to_the_end=True)[-1]
        if name in {"score", "tally"}:
            assert compiled.question == each.question, each.scenario
            continue
        # The cards that nobody sees may lie in another order.
        asked: dict[str, Any] = {**compiled.question.params, "ask": ["legal"]}
        assert answer("play", asked) == answer("play", {**each.question.params, "ask": ["legal"]}), each.scenario


def test_a_question_with_many_rules_of_its_own_has_no_command() -> None:
    # Five values that no shipped variant has; and a question that is asked under another variant's rules.
    sets = ("scoring.gin=31", "scoring.undercut=11", "melds.run-max=9", "scoring.big-gin=77", "knock.limit=7")
    assert command(case("s", {}, sets=sets).question, "house") == ""
    line = command(case("s", {}, sets=sets[:4]).question, "house")
    assert sorted(shlex.split(line)[4::2]) == sorted(sets[:4])
    # Five of the root's values are changed, of which the variant `basic` has one.
    line = command(case("s", {}, sets=(*sets[:4], "scoring.tie=no-score")).question, "house")
    assert shlex.split(line)[3:5] == ["--variant", "basic"]
    assert sorted(shlex.split(line)[6::2]) == sorted(sets[:4])
    assert command(case("s", {}, sets=sets[:1]).question, "house").endswith('Ann: knock" --set scoring.gin=31')
    # Six do not play in one hand.
    six = case("s", {}, question=SHOWDOWN | {"players": ["Ann", "Bob", "Cat", "Dan", "Eve", "Fay"]}).question
    assert command(six, "standard") == ""
    nothing = case("s", {}, question={"hand": []}, method="arrange").question
    assert command(nothing, "standard") == ""


def test_the_same_trouble_is_told_once() -> None:
    class Mumbling(Stage):
        def think(self, method: str, params: Mapping[str, Json]) -> dict[str, Json]:  # noqa: ARG002
            return {}

    collected = asked(Mumbling(answers=EVERY_FACT), RIGHT, WRONG, NO_BOXES)
    text = table(collected)
    assert text.count("the reply has a wrong shape") == 1
    assert "    and 2 more end so (--json has them all)\n" in text
    assert len(collected.footer()["failures"]) == 3  # type: ignore[arg-type]


def test_the_same_trouble_with_another_number_is_told_once() -> None:
    class Halving(Stage):
        def think(self, method: str, params: Mapping[str, Json]) -> dict[str, Json]:  # noqa: ARG002
            code = 1 + len(self.asked) % 2
            raise InvalidInput([Diagnostic(code="x", message=f"deadwood {len(self.asked)}.5 in {code}h")])

    text = table(asked(Halving(answers=EVERY_FACT), *(renamed(WRONG, number) for number in range(4))))
    # The numbers 1.5 to 4.5 are one trouble; the cards 1h and 2h are two.
    assert text.count("error -32602: deadwood") == 2
    assert text.count("    and 1 more end so (--json has them all)\n") == 2


def renamed(other: Case, number: int) -> Case:
    return replace(other, scenario=f"{other.scenario}-{number}")


def test_of_a_rule_the_three_smallest_failures_are_shown_and_how_to_see_the_others() -> None:
    subject = Stage(answers=EVERY_FACT).subject()
    collected = Summary(subject.capabilities, "")
    other = replace(WRONG, scenario="gin", rules=("gin.big",))
    list(write_stream(run([SMALL, other, *(renamed(WRONG, number) for number in range(5))], subject), collected))
    short, long = table(collected).splitlines(), table(collected, whole=frozenset({"knock.limit"})).splitlines()
    failing = ["knock/small", *(f"knock/points-{number}" for number in range(5))]
    assert [line.split()[0] for line in short if line.endswith(": fail")] == [*failing[:3], "gin"]
    assert [line.split()[0] for line in long if line.endswith(": fail")] == [*failing, "gin"]
    assert [line for line in short if "--rule" in line] == ["  and 3 more (--rule knock.limit, or --json)"]
    assert not any("--rule" in line for line in long)
    assert len(collected.footer()["failures"]) == 7  # type: ignore[arg-type]


def test_the_line_that_holds_the_error_is_shown_above_the_last_lines() -> None:
    collected = asked(Stage(answers=EVERY_FACT), WRONG)
    frames = [f"    at step{number} (file.mjs:{number}:1)" for number in range(8)]
    trace = ["file.mjs:3", "  throw new TypeError('no hand');", "TypeError: no hand", *frames]
    collected.results[0] = replace(collected.results[0], stderr="\n".join(trace))
    shown = [line.strip() for line in table(collected).splitlines() if "stderr:" in line]
    assert shown == [f"stderr: {line.strip()}" for line in ("TypeError: no hand", "…")] + [
        f"stderr: {line}" for line in frames[-5:]
    ]


def test_the_table_has_the_beginning_and_the_end_of_what_an_engine_writes() -> None:
    class Talker(Stage):
        def think(self, method: str, params: Mapping[str, Json]) -> dict[str, Json]:
            if method == "arrange":
                raise NotPlayed("reason" + "r" * 100_000)
            if params["call"] == "gin":
                raise InvalidInput([Diagnostic(code="x", message="boom" + "\x1b" * 100_000)])
            return {"refused": {"rules": ["knock.limit"], "message": "message" + "m" * 100_000}}

    gin = case("gin", {"points": {"Ann": 31}}, question=SHOWDOWN | {"call": "gin"})
    collected = asked(Talker(answers=EVERY_FACT), RIGHT, SMALL, gin)
    object.__setattr__(collected.engine, "name", "n" * 500_000)
    object.__setattr__(collected.engine, "version", "v" * 500_000)
    collected.results[0] = replace(collected.results[0], stderr="s" * 2000)
    text = table(collected)
    # The heading holds a name and a version.
    assert max(len(each) for each in text.splitlines()) < 900
    for begins in ("n" * 160 + " … nnn", "v" * 160 + " … vvv", "reasonrrr", "error -32602: boom", "messagemmm", "stderr: sss"):
        assert begins in text, begins
    assert len(text) < 6000
    assert "r" * 100_000 in str(collected.footer()["unsupported"])  # what a program reads is whole


def test_a_number_without_end_is_shown_by_its_beginning_and_end() -> None:
    class Rich(Stage):
        def change(self, method: str, params: Mapping[str, Json], result: dict[str, Json]) -> dict[str, Json]:  # noqa: ARG002
            return {**result, "points": {"Ann": 10**4000, "Bob": 0}}

    (got,) = [line for line in table(asked(Rich(answers=EVERY_FACT), RIGHT)).splitlines() if line.startswith("    got ")]
    assert got.startswith("    got      points Ann 1000")
    assert len(got) <= 213


class Full(io.StringIO):
    """A file on a disk on which there is room for one line; closing it tries to write once more, as a real one does."""

    def __init__(self) -> None:
        super().__init__()
        self.tried = 0

    def write(self, text: str, /) -> int:
        self.tried += 1
        return super().write(text)

    def flush(self) -> None:
        if self.tried > 1:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def close(self) -> None:
        super().close()
        self.flush()


def test_a_report_that_cannot_be_written_does_not_end_the_run() -> None:
    subject = Stage(answers=EVERY_FACT).subject()
    collected, target = Summary(subject.capabilities, ""), Full()
    stream = write_stream(run([RIGHT, WRONG, SMALL], subject), collected, target)
    assert len(list(stream)) == 3
    assert stream.trouble is not None
    assert stream.trouble.strerror == "No space left on device"
    assert target.tried == 2
    assert target.closed
    assert (len(collected.results), collected.complete, collected.exit_code) == (3, True, 1)


def test_a_report_that_was_written_was_no_trouble() -> None:
    subject = Stage().subject()
    stream = write_stream(run([RIGHT], subject), Summary(subject.capabilities, ""), io.StringIO())
    list(stream)
    assert stream.trouble is None


def test_what_an_engine_writes_cannot_play_with_the_terminal() -> None:
    subject = Stage().subject()
    engine = subject.capabilities
    object.__setattr__(engine, "name", "\x1b[31mred\n")
    assert table(Summary(engine, "")).splitlines()[0] == "\\x1b[31mred\\n 1"
