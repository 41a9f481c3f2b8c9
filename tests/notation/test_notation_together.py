"""All that is wrong with a text is said in one run, as far as one thing does not hang on another; long texts are quick."""

import pytest

from ginrules.diagnostics import Diagnostic, InvalidInput, Json
from ginrules.notation import fitting, scenario
from ginrules.notation.compile import compile_scenario, further_problems
from ginrules.notation.reader import fragment_all, read_fragment
from ginrules.notation.sheet import Sheet
from ginrules.notation.sheet_tables import Seated
from ginrules.notation.statements import Deal


def everything(text: str) -> list[Diagnostic]:
    """What the reader says of a text, what is said of the scenarios that it leaves out, and what of the others."""
    file, found = fragment_all(text)
    problems = [*found, *(problem for faulty in file.faulty for problem in further_problems(faulty))]
    for good in file.scenarios:
        with pytest.raises(InvalidInput) as error:
            compile_scenario(good)
        problems += error.value.diagnostics
    return sorted(
        dict.fromkeys(problems), key=lambda problem: (problem.span.line, problem.span.column) if problem.span else (0, 0)
    )


def codes(text: str) -> list[str]:
    return [problem.code for problem in everything(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # A line that cannot be read hides nothing that hangs on other lines alone.
        ("Ann knock -4, Bob -23\nAnn gin, Bob x", ["bad-count", "bad-count", "syntax"]),
        ("Ann knock 4, Bob 23\nBob gin, Ann 300\nAnn gin Bob", ["bad-count", "syntax"]),
        ("deal 2: Ann knock 4, Bob 3\ndeal 1: Bob gin, Ann 3\nAnn gin Bob", ["deal-order", "syntax"]),
        ("rule nosuch\nAnn knock 4, Bob 23\nAnn gin Bob", ["unknown-rule", "syntax"]),
        ("variant nosuch\nAnn knock 4, Bob 23\nAnn gin Bob", ["unknown-variant", "syntax"]),
        ("variant standard\nAnn knock 4, Bob 23\nexpect in classic: unfinished\nAnn gin Bob", ["unknown-column", "syntax"]),
        ("variant nosuch\nhand Ann: 4h\nAnn: gin 4x", ["unknown-variant", "bad-card"]),
        ("last: Ann knock 4, Bob 23\nAnn gin Bob", ["no-time", "syntax"]),
        ("Ann knock 4, Bob 23\nexpect column 2: unfinished\nAnn gin Bob", ["no-column", "syntax"]),
        # A number that cannot be leaves the rest of its line to be looked at.
        ("deal 0: Bob gin, Bob 4", ["bad-number", "count-twice"]),
        # What may hang on the line that cannot be read is not said.
        ("players Ann Bob\nexpect total Cat 4\nAnn gin Bob", ["unknown-player", "syntax"]),
        ("players Ann Bob\nAnn knock 4, Bob 3\nexpect total Cat 4\nside Cat: Ann, Bob", ["syntax"]),
        ("players Ann, Bob\nAnn knock 4, Bob 3\ndealer Cat", ["syntax"]),
        ("Ann 5\nBob gin Ann", ["syntax"]),
        ("deal 1: Ann 5, Bob 0\nexpect illegal Game\ndeal 1: Ann 6, Bob 0", ["syntax"]),
        ("variant standrd, classic,\nAnn knock 4, Bob 23\nexpect in classic: unfinished", ["syntax"]),
        ("Ann 5\nexpect illegal knock.limit\nBob: gin 4x", ["bad-card"]),
        # What is wrong with one hand does not hide what is wrong with the whole sheet, nor the other way round.
        ("deal 1: Ann 5\ndeal 1: Ann 6", ["player-count", "deal-twice"]),
        ("deal 2: Ann 5\ndeal 1: Ann 6", ["player-count", "deal-order"]),
        ("Ann gin, Bob 300, Cat 4", ["player-count", "bad-count"]),
        ("Ann knock 4, Bob 23\nBob gin, Ann 300\nexpect illegal nosuch", ["bad-count", "unknown-rule"]),
        ("variant partnership\nAnn gin, Bob 300, Ann 4", ["player-count", "sides-unpaired", "bad-count", "count-twice"]),
        ("variant partnership\nside EW: Bob Dan\nlast: Bob gin, Dan 30", ["sides-unpaired", "no-time"]),
        ("score Ann 3, Ann 4", ["sheet-without-deal", "count-twice"]),
    ],
)
def test_all_that_is_wrong_is_said_in_one_run(text: str, expected: list[str]) -> None:
    found = codes(text)
    assert sorted(found) == sorted(expected), found


def test_all_of_a_long_list_of_slips_is_said() -> None:
    text = (
        "players Ann Bob; deal 1: Ann knock -4, Bob 3; deal 1: Ann gin, Bob 300; deal 0: Bob gin, Bob 4; dealer Cat; "
        "expect total Cat 4; expect illegal nosuch"
    )
    assert codes(text) == [
        *("bad-count", "deal-twice", "bad-count", "bad-number", "count-twice"),
        *("unknown-player", "unknown-player", "unknown-rule"),
    ]


def test_a_deal_that_is_taken_back_has_another_with_its_number() -> None:
    assert codes("deal 1: Ann knock 40, Bob 3\nexpect illegal knock.limit\ndeal 1: Ann knock 4, Bob x, Cat") == ["syntax"]
    assert codes("deal 1: Ann knock 40, Bob -3\nexpect illegal knock.limit\ndeal 1: Ann knock 4, Bob 3") == ["bad-count"]


def test_in_a_text_of_one_line_a_comment_ends_at_a_semicolon() -> None:
    (one,) = read_fragment("Ann knock 4, Bob 23 # a comment; Bob gin, Ann 3").scenarios
    assert [deal.number.value for deal in one.own(Deal)] == [1, 2]
    assert one.lines[0].comment == "# a comment"
    (several,) = read_fragment("Ann knock 4, Bob 23 # a comment; Bob gin, Ann 3\ndead").scenarios
    assert [deal.number.value for deal in several.own(Deal)] == [1, 2]
    assert several.lines[0].comment == "# a comment; Bob gin, Ann 3"


def test_places_in_a_long_line_are_right() -> None:
    text = "Ann knock 4, Bob 23; Ann knock 4, Bob 2x; Bob gin, Cat -3"
    assert [text[problem.span.column - 1 : problem.span.end_column - 1] for problem in everything(text) if problem.span] == [
        "2x",
        "-3",
    ]


def test_who_plays_a_long_sheet_is_found_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = 0

    def counted(entry: object) -> object:
        nonlocal asked
        asked += 1
        return fitting.entry_names(entry)  # type: ignore[arg-type]

    monkeypatch.setattr(scenario, "entry_names", counted)
    (sheet,) = read_fragment("\n".join(["Ann knock 1, Bob 2"] * 50)).scenarios
    (case,) = compile_scenario(sheet)
    assert case.question.params["players"] == ["Ann", "Bob"]
    assert asked == 50


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("Ann knock \u0664, Bob 3", "numbers are written with the digits 0 to 9: 4"),
        ("\u00c4ndrea knock 4, Bob 3", "names are A-Z, a-z, digits and _, as in Andrea"),
        ("J\u00fcrgen knock 4, Bob 3", "names are A-Z, a-z, digits and _, as in Jurgen"),
        ("Ann knock 4, \u0141ukasz 3", "names are A-Z, a-z, digits and _"),
        ("Ann-Marie knock 4, Bob 23", "names are A-Z, a-z, digits and _, as in AnnMarie or Ann_Marie"),
        ("O'Neil 4, Bob 0", "names are A-Z, a-z, digits and _, as in ONeil or O_Neil"),
        ("Ann-\u0141ucja 4, Bob 0", "names are A-Z, a-z, digits and _"),
        ("Ann: 4, Bob: 23", "who went out is written, and no colons: Ann knock 4, Bob 23"),
        ("deal 2: Ann: 4, Bob: 23, Cat: 0", "who went out is written, and no colons: deal 2: Ann knock 4, Bob 23, Cat 0"),
        ("Ann knock 4, Bob\u2028 3", "a line ends here: begin a new one"),
        ("Ann knock 4, Bob\x00 3", "write an ordinary space, or leave it out"),
        ("score Ann 40, Bob 90", "write a hand below it, as in deal 1: Ann knock 4, Bob 23"),
        ("Ann knock -4, Bob 3", "without the minus: 4"),
        ("Ann 4, Bob 0\ndealer Ann", "who dealt a later hand: deal 2 dealer Ann: \u2026"),
        ("hand Cat: 4h\nAnn 4, Bob 0", "begin each with a line: scenario its-name"),
    ],
)
def test_a_hint_says_what_to_write(text: str, hint: str) -> None:
    assert hint in [problem.hint for problem in everything(text)]


def test_that_all_have_points_is_said_of_all() -> None:
    text = "variant penalty with players.count = 3\nAnn 20, Bob 20, Cat 20"
    messages = [problem.message for problem in everything(text)]
    assert messages == ["all 3 have points of this hand, and somebody lost it"]


def test_an_entry_is_made_once_however_many_questions_have_it(monkeypatch: pytest.MonkeyPatch) -> None:
    make, made = Sheet._deal, 0

    def counted(sheet: Sheet, seated: Seated) -> dict[str, Json]:
        nonlocal made
        made += 1
        return make(sheet, seated)

    monkeypatch.setattr(Sheet, "_deal", counted)
    text = "".join(f"deal {hand}: Ann knock 1, Bob 2\nexpect total Ann {hand}\n" for hand in range(1, 11))
    cases = compile_scenario(*read_fragment(text).scenarios)
    assert [len(case.question.params["deals"]) for case in cases] == [*range(1, 11)]  # type: ignore[arg-type]
    assert made == 10
