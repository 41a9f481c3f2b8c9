"""Views of a run: the footer, the stream, the table."""

import io
import json
from typing import Any

import jsonschema_rs
import pytest

from ginrules.questions import Case
from ginrules.resources import SPEC
from ginrules.verify.report.stream import write_stream
from ginrules.verify.report.summary import Summary
from ginrules.verify.report.table import hand_lines, table
from ginrules.verify.runner import run
from tests.puppet.stage import ANN, SHOWDOWN, Stage, case

SCHEMA = json.loads((SPEC / "report.schema.json").read_text("utf-8"))
LINE = jsonschema_rs.validator_for(SCHEMA)

RIGHT = case("layoff/example", {"points": {"Ann": 31}}, "layoff.onto")
WRONG = case("knock/points", {"points": {"Ann": 30}, "limit": 10}, "knock.limit")
SMALL = case("knock/small", {"deadwood": 4}, "knock.limit", question={"hand": ANN[:4]}, method="arrange")
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
    assert (
        table(collected)
        == """\
stage 1, edition 2026.1

                 pass  unsupported  fail
boxes
  boxes.gin                      1
knock
  knock.limit                          2
layoff
  layoff.onto       1

How it was asked
  3  as it is

Not asked, or not answered
  1  does not answer boxes

What differs, each by its smallest hands first

knock.limit
  knock/small in standard: fail
      hand: 4h 5h 6h 9c
    expected deadwood 4
    got      deadwood 9
  knock/points in standard: fail
      hand Ann: 4h 5h 6h 9c 9d 9s Jc Qc Kc 3s
      hand Bob: 2c 2d 2h Ac 5s 7h 8s 9h Qs Kd
      Ann: knock
    expected points Ann 30
    got      points Ann 31

3 of 4 scenarios asked: 1 pass, 1 unsupported, 2 fail
"""
    )


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
        "Bob: show no meld",
        "Bob: layoff 7h on 4h and 9h on 9c",
    ]


def test_what_an_engine_writes_cannot_play_with_the_terminal() -> None:
    subject = Stage().subject()
    engine = subject.capabilities
    object.__setattr__(engine, "name", "\x1b[31mred\n")
    assert table(Summary(engine, "")).splitlines()[0] == "\\x1b[31mred\\n 1"
