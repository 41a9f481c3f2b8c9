"""Score sheets: what goes into a request of `tally`, what is expected of the answer, what a sheet gets wrong."""

import json
from typing import Any

import jsonschema
import pytest

from ginrules import resources
from ginrules.diagnostics import Diagnostic, InvalidInput, Json
from ginrules.notation.compile import compile_scenario
from ginrules.notation.reader import fragment_all, parse, read, read_fragment
from ginrules.notation.writer import format_text, write
from ginrules.questions import Case, Method

EVENING = "Ann knock 4, Bob 23; Bob gin, Ann 31; dead; Ann big-gin, Bob 11; Ann 14"
SIDES = "variant partnership\nside North_South: Ann Cat\nside East_West: Bob Dan\n"
MOVING = SIDES.replace("partnership", "partnership with teams.opponents = per-hand")
AGAIN = MOVING.replace("per-hand", "per-hand, game.dead-hand = replayed")
COLUMNS = (
    "variant standard with game.columns = {kind: hollywood, factors: [1, 1, 2], late-entry: next-open, won-by: settlement}\n"
)
OKLAHOMA = "variant standard with knock.limit = {kind: upcard, ace: one}\n"
SPADES = "variant standard with scoring.spades = doubles-points\n"
TIME = "variant standard with game.end = {kind: time, minutes: 60}\n"
PENALTY = "variant penalty\nplayers Ann Bob Cat\n"


def cases_of(text: str, **more: Any) -> tuple[Case, ...]:
    (scenario,) = read_fragment(text).scenarios
    return compile_scenario(scenario, **more)


def params_of(text: str) -> dict[str, Any]:
    """The parameters of the only question, without the rules."""
    (case,) = cases_of(text)
    assert case.question.method is Method.TALLY
    return {name: value for name, value in case.question.params.items() if name != "rules"}


def deals_of(text: str) -> list[dict[str, Any]]:
    deals: list[dict[str, Any]] = params_of(text)["deals"]
    return deals


def numbers_of(case: Case) -> list[int]:
    """The number of each hand of a question."""
    params: Any = case.question.params
    return [deal["deal"] for deal in params["deals"]]


def expect_of(text: str) -> dict[str, Json]:
    (case,) = cases_of(text)
    return dict(case.expect)


def problems_of(text: str) -> list[Diagnostic]:
    file, found = fragment_all(text)
    every = list(found)
    for scenario in file.scenarios:
        try:
            compile_scenario(scenario)
        except InvalidInput as error:
            every += error.diagnostics
    return every


def hint_of(text: str) -> str:
    (problem,) = problems_of(text)
    return problem.hint


# -- the question --


def test_hands_as_they_are_said_at_the_table() -> None:
    assert params_of(EVENING) == {
        "players": ["Ann", "Bob"],
        "deals": [
            {"deal": 1, "knocker": "Ann", "call": "knock", "deadwood": {"Ann": 4, "Bob": 23}},
            {"deal": 2, "knocker": "Bob", "call": "gin", "deadwood": {"Ann": 31, "Bob": 0}},
            {"deal": 3, "outcome": "dead"},
            {"deal": 4, "knocker": "Ann", "call": "big-gin", "deadwood": {"Ann": 0, "Bob": 11}},
            {"deal": 5, "winners": ["Ann"], "points": {"Ann": 14, "Bob": 0}},
        ],
    }


def test_what_else_is_said_of_a_hand() -> None:
    text = f"{OKLAHOMA}deal 5 dealer Bob upcard 4s: Ann knock 4, Bob 23; dead; upcard Kd: Bob gin, Ann 3; dealer Ann: dead"
    assert deals_of(text) == [
        {"deal": 5, "dealer": "Bob", "upcard": "4s", "knocker": "Ann", "call": "knock", "deadwood": {"Ann": 4, "Bob": 23}},
        {"deal": 6, "outcome": "dead"},
        {"deal": 7, "upcard": "Kd", "knocker": "Bob", "call": "gin", "deadwood": {"Ann": 3, "Bob": 0}},
        {"deal": 8, "dealer": "Ann", "outcome": "dead"},
    ]
    assert deals_of(f"{TIME}players Ann Bob\nlast: dead") == [{"deal": 1, "last": True, "outcome": "dead"}]


def test_the_dealer_of_a_sheet_dealt_its_first_hand() -> None:
    first, second = deals_of("dealer Bob; Ann 14; Bob 3")
    assert (first["dealer"], second.get("dealer")) == ("Bob", None)


def test_hands_count_on_in_each_scenario() -> None:
    scenarios = read_fragment("scenario a; Ann 14, Bob 0; Bob 3; scenario b; Ann gin, Bob 31").scenarios
    assert [numbers_of(case) for scenario in scenarios for case in compile_scenario(scenario)] == [[1, 2], [1]]


def test_a_sheet_may_begin_with_a_score_and_with_boxes() -> None:
    assert params_of("score Ann 40, Bob 90; Bob 14")["carried"] == {"totals": {"Ann": 40, "Bob": 90}}
    assert params_of(f"{PENALTY}score Ann -3\ndeal 1: Bob 14")["carried"] == {"totals": {"Ann": -3, "Bob": 0, "Cat": 0}}
    begun = {"totals": {"Ann": 0, "Bob": 90}, "boxes": {"Ann": 1, "Bob": 0}}
    assert params_of("score Bob 90 boxes Ann 1; Bob 14")["carried"] == begun


def test_players_are_named_or_come_as_the_hands_name_them() -> None:
    assert params_of("Bob 14, Ann 0")["players"] == ["Bob", "Ann"]
    assert params_of("players Ann Bob; Bob 14")["players"] == ["Ann", "Bob"]
    assert params_of("score Ann 3, Bob 4; Bob 14")["players"] == ["Ann", "Bob"]


def test_several_may_win_a_hand_whose_points_are_known() -> None:
    (deal,) = deals_of(f"{PENALTY}deal 1: Bob 20, Ann -3, Cat 20")
    assert deal == {"deal": 1, "winners": ["Bob", "Cat"], "points": {"Ann": -3, "Bob": 20, "Cat": 20}}
    (deal,) = deals_of("Ann 0, Bob 0")
    assert deal["winners"] == ["Ann"]


def test_a_hand_that_was_doubled() -> None:
    (deal,) = deals_of("deal 1 factor 4: Ann knock 4, Bob 23")
    assert deal == {"deal": 1, "factor": 4, "knocker": "Ann", "call": "knock", "deadwood": {"Ann": 4, "Bob": 23}}


def test_sides_with_their_tables() -> None:
    text = f"{SIDES}dealer Cat\ndeal 1 table 1: Ann knock 4, Bob 20\ndeal 1 table 2: Dan gin, Cat 31\n"
    text += "deal 2 table 1: dead\ndeal 2: Cat 14"
    assert params_of(text) == {
        "players": ["Ann", "Cat", "Bob", "Dan"],
        "sides": {"North_South": ["Ann", "Cat"], "East_West": ["Bob", "Dan"]},
        "deals": [
            {"deal": 1, "table": 1, "knocker": "Ann", "call": "knock", "deadwood": {"Ann": 4, "Bob": 20}},
            {"deal": 1, "table": 2, "dealer": "Cat", "knocker": "Dan", "call": "gin", "deadwood": {"Cat": 31, "Dan": 0}},
            {"deal": 2, "table": 1, "players": ["Ann", "Bob"], "outcome": "dead"},
            {"deal": 2, "winners": ["Cat"], "points": {"Cat": 14, "Dan": 0}},
        ],
    }


def test_where_opponents_move_on_the_counts_say_who_sat_there() -> None:
    hands = """
deal 1: Ann 3
deal 1: Cat 3
deal 2 table 1: dead
deal 2 table 2: Bob 5
deal 3: Ann gin, Bob 9
deal 3: Cat gin, Dan 9"""
    there = [deal.get("players") or [*(deal.get("points") or deal["deadwood"])] for deal in deals_of(MOVING + hands)]
    assert there[:2] == there[4:] == [["Ann", "Bob"], ["Cat", "Dan"]]
    assert there[2:4] == [["Ann", "Dan"], ["Cat", "Bob"]]


def test_three_pairs_move_on() -> None:
    six = "side North_South: Ann Cat Eve\nside East_West: Bob Dan Fay\n"
    hands = "".join(f"deal {hand} table {table}: dead\n" for hand in (1, 2) for table in (1, 2, 3))
    first = [["Ann", "Bob"], ["Cat", "Dan"], ["Eve", "Fay"]]
    assert [deal["players"] for deal in deals_of(f"variant partnership\n{six}{hands}")] == first * 2
    moving = f"variant partnership with teams.opponents = per-hand\n{six}{hands}"
    assert [deal["players"] for deal in deals_of(moving)] == [*first, ["Ann", "Dan"], ["Cat", "Fay"], ["Eve", "Bob"]]
    assert expect_of(f"{moving}expect next dealer Bob") == {"next": [{"table": 2, "dealer": "Bob"}]}


def test_opponents_move_on_from_where_they_sat() -> None:
    # In the first hand Ann met Dan, though Bob was due; so she meets the one after Dan, who is Bob (10.7.5).
    text = f"{MOVING}deal 1: Ann 3, Dan 0\ndeal 1: Cat 3, Bob 0\ndeal 2: Ann 4\ndeal 2: Cat 2\n"
    assert [[*deal["points"]] for deal in deals_of(text)] == [["Ann", "Dan"], ["Cat", "Bob"], ["Ann", "Bob"], ["Cat", "Dan"]]


def test_a_table_that_is_dealt_again_has_two_entries() -> None:
    text = f"{SIDES.replace('partnership', 'partnership with game.dead-hand = replayed')}"
    text += "deal 1 table 1: dead\ndeal 1 table 2: Cat 3\ndeal 1 table 1: Ann 4\ndeal 2: Ann 3\ndeal 2: Cat 3"
    assert len(deals_of(text)) == 5
    unfinished = text.replace("deal 1 table 1: Ann 4\n", "")
    assert [problem.code for problem in problems_of(unfinished)] == ["table-missing"]


def test_a_hand_that_is_dealt_again_at_every_table_is_a_whole_one() -> None:
    text = f"{MOVING.replace('per-hand', 'per-hand, game.dead-hand = replayed')}"
    text += "deal 1 table 1: dead\ndeal 1 table 2: dead\ndeal 2: Ann 3\ndeal 2: Cat 3\nexpect next dealer Bob"
    assert [deal.get("players") or [*deal["points"]] for deal in deals_of(text)][2:] == [["Ann", "Bob"], ["Cat", "Dan"]]
    assert expect_of(text) == {"next": [{"table": 2, "dealer": "Bob"}]}


def test_the_last_hand_may_still_be_played() -> None:
    text = f"{MOVING}deal 1: Ann 3\ndeal 1: Cat 3\ndeal 2: Ann 4\nexpect next dealer Bob"
    assert expect_of(text) == {"next": [{"table": 2, "dealer": "Bob"}]}


def test_a_side_deals_at_all_tables() -> None:
    text = f"{SIDES}deal 1 table 1 dealer Bob: Ann 3\ndeal 1 table 2 dealer Dan: Cat 3"
    assert [deal["dealer"] for deal in deals_of(text)] == ["Bob", "Dan"]


def test_tables_may_be_written_down_for_readers() -> None:
    assert len(deals_of(f"{SIDES}table 1: Bob Ann\ntable 2: Cat Dan\ndeal 1: Ann 3\ndeal 1: Cat 3")) == 2


# -- what is expected --


@pytest.mark.parametrize(
    ("expectation", "fact"),
    [
        ("total Ann 28, Bob 56", {"totals": {"Ann": 28, "Bob": 56}}),
        ("boxes Ann 2", {"boxes": {"Ann": 2}}),
        ("final Ann 100", {"finals": {"Ann": 100}}),
        ("settle Ann -50", {"settlement": {"Ann": -50}}),
        ("settle none", {"settlement": None}),
        ("game-bonus Ann 100", {"bonuses": {"game": {"Ann": 100}}}),
        ("box-bonus Ann 50", {"bonuses": {"box": {"Ann": 50}}}),
        ("shutout-bonus Ann 0", {"bonuses": {"shutout": {"Ann": 0}}}),
        ("game Ann", {"finished": True, "winners": ["Ann"]}),
        ("tie", {"finished": True, "winners": []}),
        ("unfinished", {"finished": False}),
        ("next dealer Bob", {"next": [{"dealer": "Bob"}]}),
        ("next table 1: Bob Ann", {"next": [{"players": ["Bob", "Ann"]}]}),
        ("deal 2: points Bob 56", {"deals": [{"deal": 2, "points": {"Bob": 56}}]}),
        ("deal 4: boxes Ann 1", {"deals": [{"deal": 4, "boxes": {"Ann": 1}}]}),
        ("legal", {"accepted": 5, "refused": []}),
    ],
)
def test_expectations_of_a_sheet(expectation: str, fact: dict[str, Json]) -> None:
    assert expect_of(f"{EVENING}; expect {expectation}") == fact


def test_points_are_of_the_only_hand() -> None:
    assert expect_of("deal 4: Ann knock 4, Bob 23; expect points Ann 19") == {"deals": [{"deal": 4, "points": {"Ann": 19}}]}


@pytest.mark.parametrize(
    ("expectation", "fact"),
    [
        ("column 1: total Ann 60", [{"totals": {"Ann": 60}}]),
        ("column 3: boxes Ann 1", [{}, {}, {"boxes": {"Ann": 1}}]),
        ("column 2: game Ann", [{}, {"finished": True, "winners": ["Ann"]}]),
        ("column 2: unfinished", [{}, {"finished": False}]),
        ("column 2: tie", [{}, {"finished": True, "winners": []}]),
        ("column 2: settle none", [{}, {"settlement": None}]),
        ("column 1: box-bonus Ann 25", [{"bonuses": {"box": {"Ann": 25}}}]),
    ],
)
def test_expectations_of_a_column(expectation: str, fact: list[Json]) -> None:
    assert expect_of(f"{COLUMNS}Ann 60, Bob 0\nexpect {expectation}") == {"columns": fact}


def test_expectations_of_the_tables_of_the_next_hand() -> None:
    hand = "deal 1: Ann 3\ndeal 1: Cat 3\n"
    dealers = [{"table": 1, "dealer": "Ann"}, {"table": 2, "dealer": "Cat"}]
    assert expect_of(f"{SIDES}{hand}expect next dealer Cat, Ann") == {"next": dealers}
    assert expect_of(f"{SIDES}{hand}expect next dealer Cat\nexpect next dealer Ann") == {"next": dealers}
    moved = {"next": [{"table": 2, "players": ["Bob", "Cat"], "dealer": "Bob"}]}
    assert expect_of(f"{MOVING}{hand}expect next table 2: Bob Cat\nexpect next dealer Bob") == moved


def test_an_expectation_speaks_of_the_hands_above_it() -> None:
    first, second = cases_of("Ann 14, Bob 0; expect total Ann 14; Bob 3; expect total Ann 14, Bob 3; expect unfinished")
    assert [numbers_of(case) for case in (first, second)] == [[1], [1, 2]]
    assert second.expect == {"totals": {"Ann": 14, "Bob": 3}, "finished": False}


def test_a_refused_hand_is_taken_back_and_the_sheet_goes_on() -> None:
    text = "Ann knock 11, Bob 23; expect illegal knock.limit; Bob 3; expect legal; expect total Bob 3; Ann 4"
    refused, after = cases_of(text)
    assert refused.expect == {"accepted": 0, "refused": ["knock.limit"]}
    assert after.expect == {"accepted": 1, "refused": [], "totals": {"Bob": 3}}
    assert numbers_of(after) == [2]
    *_, last = cases_of(text, to_the_end=True)
    assert numbers_of(last) == [2, 3]
    assert last.expect == {}


def test_a_sheet_of_which_nothing_stands_is_empty() -> None:
    *_, last = cases_of("Ann knock 11, Bob 23; expect illegal knock.limit", to_the_end=True)
    assert last.question.params["deals"] == []
    *_, last = cases_of(f"{SIDES}deal 1: Ann knock 11, Bob 23\nexpect illegal knock.limit", to_the_end=True)
    assert last.question.params["deals"] == []


def test_what_is_expected_twice_must_be_the_same() -> None:
    codes = [problem.code for problem in problems_of("Ann 14, Bob 0; expect unfinished; expect game Ann; expect tie")]
    assert codes == ["expected-twice"] * 3


def test_what_is_settled_is_not_nothing() -> None:
    for text in ("expect settle none; expect settle Ann 3", "expect settle Ann 3; expect settle none"):
        (problem,) = problems_of(f"Ann 14, Bob 0; {text}")
        assert problem.code == "expected-twice"
    assert problem.message == "settlement cannot be none: Ann 3 is expected above"


SCHEMA = json.loads((resources.SPEC / "scenario.schema.json").read_text())
PROTOCOL = json.loads((resources.SPEC / "protocol.schema.json").read_text())


@pytest.mark.parametrize(
    "text",
    [
        f"score Ann 3 boxes Ann 1; dealer Bob; {EVENING}; expect legal; expect total Ann 3; expect next dealer Bob",
        "Ann knock 11, Bob 20; expect illegal knock.limit",
        f"{COLUMNS}Ann 60, Bob 0\nexpect column 3: boxes Ann 1\nexpect column 2: tie\nexpect final Ann 3",
        f"{SIDES}deal 1 table 1: dead\ndeal 1: Cat 3\nexpect next table 2: Cat Dan\nexpect deal 1: points North_South 3",
        f"{TIME}last: Ann gin, Bob 3\nexpect tie\nexpect settle Ann 3",
        f"{COLUMNS}Ann 60, Bob 0\nexpect settle none\nexpect column 2: settle none",
        f"{OKLAHOMA}upcard 4s: Ann knock 3, Bob 9",
        "deal 1 factor 2: Ann knock 3, Bob 9",
    ],
)
def test_what_is_compiled_fits_both_schemas(text: str) -> None:
    validator = jsonschema.Draft202012Validator(SCHEMA)
    validator.check_schema(SCHEMA)
    for case in cases_of(text):
        question = {"method": str(case.question.method), "params": dict(case.question.params)}
        record: dict[str, Any] = {"id": "a", "title": "", "rules": [], "column": "standard", "part": case.part, "note": ""}
        record |= {"question": question, "expect": dict(case.expect)}
        validator.validate(record)
        jsonschema.validate(question["params"], {"$ref": "#/$defs/tally.params", "$defs": PROTOCOL["$defs"]})
        record["expect"] = {"points": {"Ann": 3}}
        assert not validator.is_valid(record)


# -- what is wrong --


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("dead", ["player-count"]),
        ("Ann gin, Bob 3; Bbo gin, Ann 3", ["player-count"]),
        ("players Ann Bob; Ann gin, Tom 3", ["unknown-player"]),
        ("Ann gin, Bob 3; upcard 4s", ["two-questions"]),
        ("hand Ann: 4h; Ann gin, Bob 3", ["two-questions"]),
        ("dealer Ann; dealer Bob: Ann gin, Bob 3", ["stated-twice"]),
        ("dealer Ann: dealer Bob: Ann gin, Bob 3", ["syntax"]),
        ("last last: Ann gin, Bob 3", ["stated-twice"]),
        ("score Ann 3", ["sheet-without-deal"]),
        ("expect total Ann 3; Ann gin, Bob 3", ["expect-before-action"]),
        ("Ann knock 11, Bob 3; expect illegal knock.limit; expect unfinished", ["expect-before-action"]),
        ("Ann knock 11, Bob 3; expect illegal knock.limit; expect illegal gin.big", ["illegal-twice"]),
        ("Ann gin, Bob 3; expect deal 1: total Ann 3", ["expectation-misplaced"]),
        ("Ann gin, Bob 3; expect deadwood Ann 3", ["expectation-misplaced"]),
        ("Ann gin, Bob 3; expect tie Ann 0", ["expectation-misplaced"]),
        (f"{COLUMNS}Ann gin, Bob 3\nexpect column 1: points Ann 3", ["expectation-misplaced"]),
        ("Ann gin, Bob 3; expect illegal turn.order", ["never-refused"]),
        ("variant standard with boxes.when = at-once\nscore Ann 30, Bob 3 boxes Ann 1, Bob 1\nAnn 4", ["bad-count"]),
        ("variant standard with boxes.when = at-once\nscore Ann 30 boxes Bob 1\nAnn 4", ["bad-count"]),
        (f"{SPADES}Ann gin, Bob 3", ["no-upcard"]),
        (f"{SPADES}Ann 3, Bob 0; dead", []),
        # Two jokers of 20 and eight cards of 10 are the most that ten cards count.
        ("variant standard with deck.jokers = 2\nAnn knock 4, Bob 120; Ann knock 4, Bob 121", ["bad-count"]),
        (f"{OKLAHOMA}Ann knock 3, Bob 9", []),  # the limit is not seen, and not checked
        (f"{PENALTY}deal 1: Ann 20, Bob 0, Cat -10", []),
        (f"{PENALTY}deal 1: Ann -20, Bob 0, Cat -10", ["bad-count"]),
        (f"{SIDES}deal 1: Ann 3, Bob 0, Cat 0", ["wrong-table"]),
        (f"{MOVING}deal 1 table 2: Ann 3", ["wrong-table"]),
        (f"{AGAIN}deal 1 table 1: dead\ndeal 1: Cat gin, Bob 11", ["deal-twice"]),
        (f"{AGAIN}deal 1 table 1: dead\ndeal 1: Ann gin, Bob 11", []),
        (f"{SIDES}deal 1: Ann 3, Dan 0", ["wrong-table"]),
        ("players Ann Bob\nscore Ann -3\ndeal 1: Ann 3", ["bad-count"]),
    ],
)
def test_what_a_sheet_gets_wrong(text: str, codes: list[str]) -> None:
    assert [problem.code for problem in problems_of(text)] == codes


def test_everything_is_said_in_one_run() -> None:
    text = "deal 2 last table 2: Ann knock 400, Bob 20, Bob 3\ndeal 1: Bob 4, Ann 5\nexpect column 1: total Ann 3"
    assert {problem.code for problem in problems_of(text)} == {"count-twice", "deal-order"}
    text = "deal 1 last table 2: Ann knock 400, Bob 20\ndeal 1: Bob 4, Ann 5\nexpect column 1: total Ann 3"
    codes = {"no-time", "no-table", "bad-count", "deal-twice", "both-won", "no-column"}
    assert {problem.code for problem in problems_of(text)} == codes


def test_of_hands_that_are_counted_on_where_there_are_tables_it_is_said_once_how_to_write_them() -> None:
    text = f"{SIDES}Ann knock 4, Bob 20; Dan gin, Cat 31; Ann gin, Bob 3; Cat 4".replace("\n", "; ")
    assert hint_of(text) == (
        "the tables of a hand have one number: deal 1 table 1: Ann knock 4, Bob 20; deal 1 table 2: Dan gin, Cat 31"
    )


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("Ann gin, Bob 3; Bbo gin, Ann 3", "did you mean 'Bob'?"),
        ("Ann 14", "say who plays: players Ann Bob"),
        ("Bob 14", "say who plays: players Bob Ann"),
        ("players Ann Bob; dead; Ann knock 4", "as in Ann knock 4, Bob 23"),
        ("Ann gin 31", "as in Ann gin, Bob 31"),
        ("Ann knock, Bob 3", "as in Ann knock 4, Bob 3"),
        ("Ann 14, Bob 20", "counts are written with a knock: Ann knock 14, Bob 20"),
        (f"{SIDES}deal 1: Ann gin, Cat 3", "Ann plays against Bob"),
        (f"{SIDES}deal 1: Ann gin, Dan 3", "the order of the sides' players pairs them, for the whole game"),
        (f"{MOVING}deal 1 table 2: Ann 3", "in this hand; the opponents change after each"),
        (f"{SPADES}Ann knock 3, Bob 9", "upcard 4s: Ann knock 3, Bob 9"),
        (f"{SPADES}deal 4: Ann knock 3, Bob 9", "deal 4 upcard 4s: Ann knock 3, Bob 9"),
        ("Ann knock 4, Bob 23, Cat 11", "variants for 3 in one hand: knock-rummy, oklahoma-penalty, penalty"),
        ("Ann knock 4, Bob 3, Cat 1, Dan 5, Eve 2, Fay 4", "`players` names those who play, else those who have a count"),
        ("Ann gin, Bob gin", "the other one has a count, as in Ann gin, Bob 31"),
        (f"Ann knocks 4, {'Bob ' * 80}23", "did you mean 'knock'?"),
        (f"{COLUMNS}players Ann Bob Cat\nAnn 3", "variants for 3 in one hand: knock-rummy, oklahoma-penalty, penalty"),
    ],
)
def test_a_hint_says_what_to_write(text: str, hint: str) -> None:
    assert hint_of(text) == hint


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("Ann knocks 4, Bob 23", "write Ann knock 4, Bob 23"),
        ("Ann knocked with 4, Bob 23 points.", "write Ann knock 4, Bob 23"),
        ("Ann: knock 4, Bob 23", "write Ann knock 4, Bob 23"),
        ("Ann: knock 4", "a card is rank then suit, as in 7h or Td; suits are c d h s"),
        ("Ann: gin, Bob 31", "write Ann gin, Bob 31"),
        ("knock Ann 4, Bob 23", "write Ann knock 4, Bob 23"),
        ("knock Ann 4", "write Ann knock 4, Bob 23"),
        ("Ann gins 31", "write Ann gin, Bob 31"),
        ("Ann knocks, Bob 23", "write Ann knock 4, Bob 23"),
        ("ann gin, bob 31", "write Ann gin, Bob 31"),
        ("ann: knock", "names begin with a capital: Ann"),
        ("Ann gin Bob 31", "write Ann gin, Bob 31"),
        ("Ann big gin, Bob 31", "write Ann big-gin, Bob 31"),
        ("Ann knock 4 vs Bob 23", "write Ann knock 4, Bob 23"),
        ("deal 1 Ann knock 4, Bob 23", "write deal 1: Ann knock 4, Bob 23"),
        ("hand 2: Ann gin, Bob 3", "write deal 2: Ann gin, Bob 3"),
        ("3. Ann gin, Bob 3", "write deal 3: Ann gin, Bob 3"),
        ("3. Ann 14", "deal 3: Ann 14"),
        ("upcard As Ann gin, Bob 31", "write upcard As: Ann gin, Bob 31"),
        ("deal 2 upcard As dead", "a hand in which nobody went out is deal 2 upcard As: dead"),
        ("deal 2 Ann 14", "a colon stands before the entry: deal 2: Ann 14"),
        ("Ann gin, Bob 31 upcard 4s", "it stands before the colon: upcard 4s: Ann gin, Bob 31"),
        ("deal 2: Ann gin, Bob 31 last", "it stands before the colon: deal 2 last: Ann gin, Bob 31"),
        ("washed", "a hand in which nobody went out is dead"),
        ("deal 3: void", "a hand in which nobody went out is deal 3: dead"),
        ("Ann wins 14", "a score that is known: Ann 14"),
        ("Ann 14 points", "a score that is known: Ann 14"),
        ("Ann undercut 13", "who knocked is written, and an undercut follows from the counts: Bob knock 10, Ann 3"),
        ("Ann knock 4, 23", "every count has a name: Ann knock 4, Bob 23"),
        ("expect winner Ann", "who wins the game: expect game Ann"),
        ("Ann knock four, Bob 23", "numbers are written in figures: Ann knock 4, Bob 23"),
        ("Ann gin, Bob twenty three", "numbers are written in figures: Ann gin, Bob 23"),
        ("Ann goes gin, Bob twenty-three", "write Ann gin, Bob 23"),
        ("Ann gin, Bob", "every name has a count: Ann gin, Bob 23"),
        ("deal 2: Ann knock 4, Bob", "every name has a count: deal 2: Ann knock 4, Bob 23"),
        ("Ann", "every name has a count: Ann 14"),
        ("Mary Ann knock 4, Bob 23", "a name is one word: Mary_Ann"),
        ("Bob knock 4, Mary Ann 23", "a name is one word: Mary_Ann"),
        (
            "deal 1: Ann knock 4, Bob 20, Dan gin, Cat 31",
            "every table has an entry of its own: deal 1: Ann knock 4, Bob 20; deal 1: Dan gin …",
        ),
    ],
)
def test_likely_slips(text: str, hint: str) -> None:
    assert hint_of(text) == hint


def test_in_a_file_a_hand_has_its_number() -> None:
    with pytest.raises(InvalidInput) as error:
        read("ginr 1\nscenario a\n  Ann knocks 4, Bob 23\n  washed\n", "x.ginr")
    assert [problem.hint for problem in error.value.diagnostics] == [
        "write deal 1: Ann knock 4, Bob 23",
        "a hand in which nobody went out is deal 1: dead",
    ]


# -- writing --


def test_a_sheet_is_written_in_the_canonical_form() -> None:
    text = (
        "ginr 1\n\nscenario a\n  score Ann 40, Bob -3 boxes Ann 1\n"
        "  deal 1 table 2 dealer Bob upcard Ts last: Ann gin, Bob 31\n"
        "  expect next dealer Ann, Bob\n  expect next table 2: Ann Bob\n  expect column 2: tie\n  expect tie\n"
    )
    assert (
        format_text(text.replace("  score", " score   ").replace("Ts", "10♠").replace(", Bob 31", ",Bob 31"), "x.ginr") == text
    )
    assert parse(text, "x.ginr") == parse(format_text(text, "x.ginr"), "x.ginr")


def test_a_fragment_with_what_was_turned_is_written_as_a_file() -> None:
    written = write(read_fragment("upcard 4s: Ann knock 4, Bob 23; last: dead"))
    assert written == "ginr 1\n\nscenario fragment\n  deal 1 upcard 4s: Ann knock 4, Bob 23\n  deal 2 last: dead\n"


def test_an_entry_without_a_number_needs_the_command_line() -> None:
    with pytest.raises(InvalidInput):
        read("ginr 1\nscenario a\n  upcard 4s: Ann knock 4, Bob 23\n", "x.ginr")
