"""Score sheets asked of an engine: what it is asked, what is compared, what a report says."""

import shlex
from collections.abc import Mapping
from typing import Any

import pytest

from ginrules.answer import answer
from ginrules.diagnostics import Json
from ginrules.notation.compile import compile_scenario
from ginrules.notation.reader import read_fragment
from ginrules.questions import Case, Method, Question
from ginrules.rules.catalogue import rules_read
from ginrules.rules.resolve import load_variant
from ginrules.verify.builtin import BuiltinEngine
from ginrules.verify.compare import Comparison, compare, nested
from ginrules.verify.outcomes import Outcome
from ginrules.verify.plan import Ask, Unsupported, plan
from ginrules.verify.protocol import shape_fault
from ginrules.verify.reference import shipped
from ginrules.verify.report.hand import command, hand_lines, size
from ginrules.verify.report.summary import Summary
from ginrules.verify.report.table import table
from ginrules.verify.runner import run
from ginrules.verify.subjects import InProcess
from ginrules.verify.wording import difference_words, words
from tests.puppet.stage import Stage, engine

RULES: dict[str, Any] = dict.fromkeys(rules_read("tally"), True)
EVERY_FACT = ["boxes", "bonuses", "finals", "settlement", "columns", "next"]
WHOLE: dict[str, Any] = {"methods": ["tally"], "rules": RULES, "answers": EVERY_FACT}

# Ann 23 - 4 = 19; Bob 31 + 25 = 56, 40 + 25 = 65, together 121. 121 + 100 + 2 * 25 = 271 against 19 + 25 = 44: 227.
EVENING = "deal 1: Ann knock 4, Bob 23\ndeal 2: Bob gin, Ann 31\ndeal 3: Bob gin, Ann 40\n"
SIDES = "side North_South: Ann Cat\nside East_West: Bob Dan\nplayers Ann Bob Cat Dan\n"
TABLES = (
    "deal 1 table 1: Ann knock 4, Bob 20\ndeal 1 table 2: Dan 12, Cat 0\n"
    "deal 2 table 1: dead\ndeal 2 table 2: Cat gin, Dan 9"
)  # fmt: skip


def cases(text: str) -> tuple[Case, ...]:
    return compile_scenario(read_fragment(text).scenarios[0])


def case(text: str) -> Case:
    (one,) = cases(text)
    return one


EXPECTED = case(f"{EVENING}expect final Bob 271, Ann 44\nexpect game Bob")


def planned(each: Case, **members: Any) -> Ask | Unsupported:
    return plan(each, engine(**{**WHOLE, **members}), shipped())


def outcome(each: Case, subject: Stage) -> tuple[Outcome, Json]:
    (result,) = run([each], subject.subject())
    return result.outcome, result.got


# --- what is asked


def test_a_sheet_is_asked_as_it_is() -> None:
    ask = planned(EXPECTED)
    assert isinstance(ask, Ask)
    assert (ask.sent, ask.how) == (EXPECTED.question, ("as it is",))


@pytest.mark.parametrize(
    ("expected", "answers", "reason"),
    [
        ("total Ann 19\nexpect game Bob", [], ""),  # always given
        ("deal 1: points Ann 19", [], ""),
        ("deal 1: boxes Ann 1", [], "does not answer boxes"),
        ("final Ann 44", ["settlement"], "does not answer finals"),
        ("game-bonus Bob 100\nexpect settle Ann -227", [], "does not answer bonuses, settlement"),
        ("final Ann 44", ["finals"], ""),
        ("settle none", ["finals"], "does not answer settlement"),
    ],
)
def test_the_facts_of_a_sheet(expected: str, answers: list[str], reason: str) -> None:
    each = case(f"{EVENING}expect {expected}")
    assert getattr(planned(each, answers=answers), "reason", "") == reason


def test_a_fact_of_a_column_needs_both() -> None:
    text = "variant hollywood-150\ndeal 1: Ann knock 4, Bob 23\nexpect column 1: boxes Ann 1"
    each = case(text)
    assert planned(each, answers=["columns"]) == Unsupported("does not answer boxes")
    assert planned(each, answers=["boxes"]) == Unsupported("does not answer columns")
    assert isinstance(planned(each, answers=["boxes", "columns"]), Ask)


def test_an_engine_that_knows_no_sheets() -> None:
    assert planned(EXPECTED, methods=["score", "play"]) == Unsupported("does not answer the method tally")


def test_two_sit_at_a_table_of_a_partnership_and_all_where_everybody_plays() -> None:
    net = f"{SIDES}variant partnership\ndeal 1: Ann knock 4, Bob 20\ndeal 1: Dan gin, Cat 31\nexpect total North_South 0"
    assert isinstance(planned(case(net)), Ask)
    three = case("variant penalty\nplayers Ann Bob Cat\ndeal 1: Ann knock 4, Bob 20, Cat 30\nexpect total Ann 10")
    assert planned(three) == Unsupported("three players")
    assert isinstance(planned(three, can={"players": [2, 3]}), Ask)


def test_a_stand_in_value_changes_nothing_that_is_expected() -> None:
    other = RULES | {"game.bonus": {"const": 50}}
    total = case(f"{EVENING}expect total Bob 121")
    ask = planned(total, rules=other)
    assert isinstance(ask, Ask)
    assert ask.how == ("as game.bonus = 50",)
    assert planned(EXPECTED, rules=other) == Unsupported("needs game.bonus = 100")
    # Big gin is not played: what it would pay need not be borne.
    ask = planned(total, rules=RULES | {"scoring.big-gin": {"const": 40}})
    assert isinstance(ask, Ask)
    assert ask.how == ("as it is",)


def test_the_built_in_engine_answers_sheets() -> None:
    capabilities: dict[str, Any] = BuiltinEngine().capabilities()
    assert "tally" in capabilities["methods"]
    assert set(EVERY_FACT) <= set(capabilities["answers"])
    assert set(rules_read("tally")) <= set(capabilities["rules"])
    assert [result.outcome for result in run([EXPECTED], InProcess(BuiltinEngine()))] == [Outcome.PASS]


# --- what is compared


def said(**changed: Any) -> dict[str, Any]:
    """The sheet of two hands, Ann 19 and Bob 56."""
    sheet: dict[str, Any] = {
        "accepted": 2,
        "deals": [{"deal": 1, "points": {"Ann": 19, "Bob": 0}}, {"deal": 3, "points": {"Ann": 0, "Bob": 56}}],
        "totals": {"Ann": 19, "Bob": 56},
        "finished": False,
        "winners": [],
    }
    return sheet | changed


def compared(expect: Mapping[str, Any], reply: Mapping[str, Any], **more: Any) -> Comparison:
    deals: Any = [{"deal": number, "outcome": "dead"} for number in (1, 3)]
    return compare(Question(Method.TALLY, {"players": ["Ann", "Bob"], "deals": deals, **more}), expect, reply)


def faults(reply: Mapping[str, Any], **more: Any) -> Json:
    differences = compared({"finished": reply.get("finished", True)}, reply, **more).differences
    return differences[-1].got if differences and differences[-1].path == ("check",) else ""


def test_hands_are_found_by_their_number_and_columns_by_their_place() -> None:
    column = {"totals": {"Ann": 19, "Bob": 56}, "finished": False, "winners": []}
    sheet = said(columns=[column, {**column, "totals": {"Ann": 0, "Bob": 0}}])
    assert compared({"deals": [{"deal": 3, "points": {"Ann": 0}}], "columns": [{"totals": {"Ann": 19}}]}, sheet).passes
    assert not compared({"deals": [{"deal": 2, "points": {"Ann": 0}}]}, sheet).passes
    assert not compared({"columns": [{}, {"totals": {"Ann": 19}}]}, sheet).passes


def test_tables_of_the_next_hand_are_found_by_their_number() -> None:
    sheet = said(next=[{"table": 2, "players": ["Cat", "Dan"], "dealer": "Dan"}, {"table": 1, "players": ["Ann", "Bob"]}])
    assert compared({"next": [{"table": 1, "players": ["Bob", "Ann"]}]}, sheet).passes
    assert compared({"next": [{"table": 2, "dealer": "Dan"}]}, sheet).passes
    assert not compared({"next": [{"table": 1, "dealer": "Ann"}]}, sheet).passes


def test_who_is_not_named_is_not_compared() -> None:
    assert compared({"totals": {"Bob": 56}}, said()).passes
    assert not compared({"totals": {"Bob": 55}}, said()).passes


REFUSED = {"accepted": 1, "refused": {"rules": ["game.end"], "message": "the game is over"}}


def test_a_refused_entry() -> None:
    assert compared({"refused": ["game.end"], "accepted": 1}, REFUSED).passes
    assert not compared({"refused": ["game.end"], "accepted": 0}, REFUSED).passes
    assert not compared({"refused": ["knock.limit"], "accepted": 1}, REFUSED).passes
    assert not compared({"totals": {"Ann": 19}}, REFUSED).passes
    assert not compared({"refused": ["game.end"], "accepted": 2}, said()).passes


def test_nothing_settled_is_no_settlement() -> None:
    assert compared({"settlement": None, "finished": False}, said()).passes
    (difference,) = compared({"settlement": None}, said(settlement={"Ann": -19, "Bob": 19})).differences
    assert difference_words(*(nested([(difference.path, each)]) for each in (difference.expected, difference.got))) == (
        "settle nothing",
        "settle Ann -19, Bob 19",
    )
    assert not compared({"settlement": {"Ann": -19}}, said()).passes


BONUSES = {"game": {"Bob": 100}, "box": {"Ann": 25, "Bob": 25}}
UNNAMED = "not every table has an entry for Ann, Bob, and for nobody else"
TWICE = "the totals of Ann in the columns are 38, not 19; the totals of Bob in the columns are 112, not 56"
COLUMN = {"totals": {"Ann": 19, "Bob": 56}, "finished": False, "winners": []}


@pytest.mark.parametrize(
    ("reply", "more", "fault"),
    [
        (said(), {}, ""),
        (said(accepted=1), {}, "1 entries are accepted of 2, and none is refused"),
        (REFUSED | {"accepted": 2}, {}, "2 entries are accepted of 2, and one is refused"),
        (REFUSED, {}, ""),
        (said(totals={"Ann": 19}), {}, UNNAMED),
        (said(settlement={"Ann": -19, "Cat": 19}), {}, UNNAMED),
        (said(totals={"N": 1, "S": 2}), {"sides": {"S": ["Ann"], "N": ["Bob"]}}, ""),
        (said(deals=[{"deal": 2, "points": {}}]), {}, "deal 2 is none of the question"),
        (said(finals={"Ann": 44, "Bob": 181}, bonuses=BONUSES), {}, ""),
        (said(finals={"Ann": 44, "Bob": 180}, bonuses=BONUSES), {}, "total and bonuses of Bob are 181, not 180"),
        (said(finals={"Ann": 44, "Bob": 180}), {}, ""),  # nothing is said of bonuses
        (said(columns=[COLUMN]), {}, ""),
        (said(columns=[COLUMN, COLUMN]), {}, TWICE),
        (said(columns=[{**COLUMN, "totals": {"Ann": 1}}]), {}, f"column 1: {UNNAMED}"),
        (said(columns=[COLUMN], finals={"Ann": 44, "Bob": 180}), {}, ""),
        (
            said(columns=[{**COLUMN, "finals": {"Ann": 44, "Bob": 182}}], finals={"Ann": 44, "Bob": 181}),
            {},
            "the finals of Bob in the columns are 182, not 181",
        ),
    ],
)  # fmt: skip
def test_a_sheet_adds_up_whatever_is_expected(reply: dict[str, Any], more: dict[str, Any], fault: str) -> None:
    assert faults(reply, **more) == fault


@pytest.mark.parametrize(
    ("reply", "fault"),
    [
        (said(totals={"Ann": "x"}), 'tally.result/totals/Ann: "x" is not of type "integer"'),
        ({"accepted": 1, "refused": {"rules": ["game.end"]}}, 'tally.result/refused: "message" is a required property'),
        (said(refused=REFUSED["refused"]), "tally.result: both refused and totals"),
        ({name: value for name, value in said().items() if name != "deals"}, 'tally.result: "deals" is a required property'),
        (said(), ""),
        (REFUSED, ""),
    ],
)
def test_a_wrong_shape_is_named(reply: dict[str, Any], fault: str) -> None:
    assert shape_fault("tally.result", reply) == fault


class Generous(Stage):
    """An engine that pays a bonus of 50 too much."""

    def change(self, method: str, params: Mapping[str, Json], result: dict[str, Any]) -> dict[str, Json]:  # noqa: ARG002
        if result.get("finished"):
            result["finals"] = {**result["finals"], "Bob": result["finals"]["Bob"] + 50}
            result["bonuses"] = {**result["bonuses"], "game": {"Ann": 0, "Bob": 150}}
        return result


def test_an_engine_that_pays_too_much_fails() -> None:
    assert outcome(EXPECTED, Stage(**WHOLE)) == (Outcome.PASS, None)
    assert outcome(EXPECTED, Generous(**WHOLE)) == (Outcome.FAIL, {"finals": {"Bob": 321}})


class Sloppy(Stage):
    """An engine that reckons 10 points too few in the second hand of every sheet, and follows from it."""

    def change(self, method: str, params: Mapping[str, Json], result: dict[str, Any]) -> dict[str, Json]:  # noqa: ARG002
        for sheet in [result, *result.get("columns", ())]:
            for fact in {"totals", "finals"} & set(sheet):
                sheet[fact] = {**sheet[fact], "Bob": sheet[fact]["Bob"] - 10}
        if len(result.get("deals", ())) > 1:
            hand = result["deals"][1]
            hand["points"] = {**hand["points"], "Bob": hand["points"]["Bob"] - 10}
        return result


def first_wrong(text: str, subject: Stage) -> tuple[Json, Json] | None:
    (result,) = run([case(text)], subject.subject())
    assert result.outcome is Outcome.FAIL
    return result.sooner


def test_what_a_wrong_sheet_begins_with() -> None:
    final = f"{EVENING}expect final Bob 271"
    # 31 + 25 = 56, ten too few.
    hand = ({"deals": {"deal=2": {"points": {"Bob": 56}}}}, {"deals": {"deal=2": {"points": {"Bob": 46}}}})
    assert first_wrong(final, Sloppy(**WHOLE)) == hand
    bonus = ({"bonuses": {"game": {"Bob": 100}}}, {"bonuses": {"game": {"Bob": 150}}})
    assert first_wrong(final, Generous(**WHOLE)) == bonus
    collected = Summary(engine(**WHOLE), "")
    for result in run([case(final)], Generous(**WHOLE).subject()):
        collected.add(result)
    assert "    it begins with game-bonus Bob 100, where game-bonus Bob 150 came\n" in table(collected)
    # Nothing is below what is expected already, and of what the engine does not say nothing is known.
    assert first_wrong(f"{EVENING}expect deal 2: points Bob 56", Sloppy(**WHOLE)) is None
    few = {**WHOLE, "answers": ["finals"]}
    assert first_wrong(final, Generous(**few)) == bonus  # it says them all the same
    assert first_wrong(final, Silent(**few)) is None
    # In a column before the sums of the columns.
    hollywood = "game.columns = {kind: hollywood, factors: [1, 1], late-entry: next-open, won-by: settlement}"
    text = f"variant standard with {hollywood}\nplayers Ann Bob\ndeal 1: Bob 20\nexpect total Bob 20"
    assert first_wrong(text, Sloppy(**WHOLE)) == (
        {"columns": {"0": {"totals": {"Bob": 20}}}},
        {"columns": {"0": {"totals": {"Bob": 10}}}},
    )


def test_in_a_column_a_bonus_comes_before_who_wins() -> None:
    class Late(Stage):
        """An engine that gives the bonus of a column to the other side, and lets him win."""

        def change(self, method: str, params: Mapping[str, Json], result: dict[str, Any]) -> dict[str, Json]:  # noqa: ARG002
            for column in result.get("columns", ()):
                if column["finished"]:
                    column |= {"winners": ["Ann"], "bonuses": {**column["bonuses"], "game": {"Ann": 100, "Bob": 0}}}
                    column["finals"] = {"Ann": column["finals"]["Ann"] + 100, "Bob": column["finals"]["Bob"] - 100}
            return result

    hollywood = "game.columns = {kind: hollywood, factors: [1, 1], late-entry: next-open, won-by: settlement}"
    text = f"variant standard with {hollywood}\nplayers Ann Bob\ndeal 1: Ann 3\ndeal 2: Bob 110\nexpect column 1: game Bob"
    found = first_wrong(text, Late(**WHOLE))
    assert found is not None
    assert found[0] == {"columns": {"0": {"bonuses": {"game": {"Ann": 0}}}}}


def test_a_refusal_begins_with_nothing() -> None:
    assert first_wrong("deal 1: Ann knock 11, Bob 40\nexpect illegal knock.limit", Lax(**WHOLE)) is None
    assert first_wrong("deal 1: Ann knock 4, Bob 40\nexpect total Ann 36", Strict(**WHOLE)) is None


class Silent(Generous):
    """The same, and names no bonuses."""

    def change(self, method: str, params: Mapping[str, Json], result: dict[str, Any]) -> dict[str, Json]:
        return {fact: value for fact, value in super().change(method, params, result).items() if fact != "bonuses"}


class Lax(Stage):
    """An engine that refuses nothing."""

    def think(self, method: str, params: Mapping[str, Json]) -> dict[str, Json]:
        rules: Any = params["rules"]
        return super().think(method, {**params, "rules": {**rules, "knock.limit": {"kind": "any"}}})


class Strict(Stage):
    """An engine that refuses everything."""

    def change(self, method: str, params: Mapping[str, Json], result: dict[str, Any]) -> dict[str, Json]:  # noqa: ARG002
        return {"accepted": 0, "refused": {"rules": ["knock.limit"], "message": "no"}}


# --- what a report says


@pytest.mark.parametrize(
    "text",
    [
        EVENING,
        "score Ann 40, Bob 90\ndeal 4 dealer Bob upcard 4s: Ann knock 3, Bob 17",
        "variant standard with game.end = {kind: time, minutes: 60}\nplayers Ann Bob\ndeal 1: dead\ndeal 2 last: Bob 14",
        "variant strict\ndeal 1: Bob big-gin, Ann 30",
        "variant penalty\nplayers Ann Bob Cat\ndeal 1: Cat 20, Ann -3, Bob -43\ndeal 2: Ann knock 4, Bob 10, Cat 55",
        f"{SIDES}variant partnership\n{TABLES}",
    ],
)  # fmt: skip
def test_a_sheet_is_written_as_the_notation_reads_it(text: str) -> None:
    question = case(f"{text}\nexpect legal").question
    written = "\n".join(hand_lines(question))
    variant = [line for line in text.split("\n") if line.startswith("variant")]
    assert case("\n".join([*variant, written, "expect legal"])).question == question
    assert size(question) == (text.count("deal "), len(question.params["players"]))  # type: ignore[arg-type]


def test_the_command_asks_the_same_question() -> None:
    line = command(EXPECTED.question, "standard")
    assert line == (
        'ginrules tally "players Ann Bob; deal 1: Ann knock 4, Bob 23; deal 2: Bob gin 0, Ann 31; deal 3: Bob gin 0, Ann 40"'
    ).replace(" gin 0", " gin")
    words_of = shlex.split(command(case(f"variant classic with game.bonus = 50\n{EVENING}expect legal").question, "classic"))
    assert words_of[:2] == ["ginrules", "tally"]
    assert words_of[3:] == ["--variant", "classic", "--set", "game.bonus=50"]


@pytest.mark.parametrize(
    "deal",
    [
        {"deal": 1, "winners": ["Ann"], "points": {"Ann": 14, "Bob": 0}, "boxes": {"Ann": 2, "Bob": 0}},
        {"deal": 1, "winners": [], "points": {"Ann": 0, "Bob": 0}},
        {"deal": 1, "winners": ["Ann"], "points": {"Ann": 0, "Bob": 4}},
        {"deal": 1, "knocker": "Ann", "call": "knock", "deadwood": {"Ann": 3, "Bob": 20}, "refused-double": "Bob"},
    ],
)
def test_what_the_notation_cannot_say_has_no_command(deal: dict[str, Any]) -> None:
    rules = load_variant("standard").question_rules("tally")
    params: dict[str, Any] = {"rules": rules, "players": ["Ann", "Bob"], "deals": [deal]}
    assert command(Question(Method.TALLY, params), "standard") == ""
    assert next(hand_lines(Question(Method.TALLY, params))) == "players Ann Bob"
    fine: Any = {"deal": 1, "winners": ["Ann"], "points": {"Ann": 14, "Bob": 0}}
    assert command(Question(Method.TALLY, {**params, "deals": [fine]}), "standard") != ""
    doubled: Any = {"deal": 1, "knocker": "Ann", "call": "knock", "deadwood": {"Ann": 3, "Bob": 20}, "factor": 2}
    assert "deal 1 factor 2: Ann knock 3, Bob 20" in command(Question(Method.TALLY, {**params, "deals": [doubled]}), "standard")


def test_a_carried_score_is_shown_with_its_boxes() -> None:
    text = "players Ann Bob; score Ann 90, Bob 0 boxes Ann 3, Bob 1; deal 1: Ann knock 2, Bob 17"
    question = case(f"{text}; expect legal").question
    assert "; ".join(hand_lines(question)) == text
    assert command(question, "standard") == f'ginrules tally "{text}"'


def test_differences_are_said_in_the_words_of_the_notation() -> None:
    expected: dict[str, Json] = {
        "finals": {"Ann": 44},
        "finished": True,
        "bonuses": {"game": {"Bob": 100}, "box": {"Ann": 25}},
        "deals": {"deal=3": {"points": {"Ann": 0}}},
        "columns": {"1": {"totals": {"Ann": 60}}},
        "next": {"table=2": {"dealer": "Dan"}},
    }
    said_, got = difference_words(expected, {"settlement": {"Ann": None}, "finished": False, "next": {"0": {"dealer": "Bob"}}})
    assert said_ == (
        "final Ann 44, finished, game-bonus Bob 100, box-bonus Ann 25, deal 3: points Ann 0, column 2: total Ann 60,"
        " next table 2: dealer Dan"
    )
    assert got == "settle Ann nothing, unfinished, next dealer Bob"
    whole: dict[str, Json] = {
        "columns": [{}, {"totals": {"Ann": 5}}],
        "deals": [{"deal": 7, "points": {"Ann": 2}}],
        "next": [{"table": 1, "players": ["Ann", "Bob"]}, {"dealer": "Bob"}],
    }
    assert words(whole) == "column 2: total Ann 5, deal 7: points Ann 2, next table 1: players Ann Bob, next dealer Bob"


def test_the_report_shows_the_shortest_sheet_first() -> None:
    short = case("players Ann Bob\ndeal 1: Bob 121\nexpect final Bob 246")  # 121 + 100 + 25; a shutout adds 121
    subject = Generous(**WHOLE).subject()
    collected = Summary(subject.capabilities, "1")
    evening = compile_scenario(read_fragment(f"rule game.bonus\n{EVENING}expect final Bob 271").scenarios[0])
    for result in run([*evening], subject):
        collected.add(result)
    shown = table(collected)
    assert "deal 2: Bob gin, Ann 31" in shown
    assert "ginrules tally" in shown
    assert "expected final Bob 271" in shown
    assert "got      final Bob 321" in shown
    assert size(short.question) < size(EXPECTED.question)
    assert answer("tally", short.question.params)["finished"] is True
