"""Reading: every form of statement, the pitfalls, fragments, Markdown, and what is said of a text with errors."""

import re
from collections.abc import Callable
from pathlib import Path

import lark
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ginrules import notation
from ginrules.diagnostics import Diagnostic, InvalidInput, Span
from ginrules.notation import clauses, statements
from ginrules.notation.build import Builder
from ginrules.notation.reader import parse, read, read_all, read_fragment, read_markdown, whole_words
from ginrules.notation.scenario import Scenario
from ginrules.notation.statements import Do, Statement, Turn, VariantUse, Word

GRAMMAR = Path(notation.__file__).with_name("grammar.lark").read_text()

FORMS = [
    "variant standard",
    "variant standard, classic as c",
    "variant standard with scoring.tie = no-score",
    "variant a with b.c = 7, d.e = {kind: upcard, ace: one} as f, g with h.i = null, j",
    "players Ann Bob Cat",
    "side North_South: Ann Cat",
    "table 1: Ann Bob",
    "tags layoff, undercut",
    "rule knock.limit, best-play.layoffs",
    'note "built to separate \\"X\\" from Y"',
    "dealer Ann",
    "upcard 4s",
    "hand Ann: [4h 5h *=6h] [] 3s * ??",
    "stock: 6c Kc",
    "stock 12: 6c",
    "stock 12:",
    "pile: 7d 2c",
    "score Ann 40, Bob 90",
    "Ann: pass",
    "Bob: stock",
    "Bob: stock 6c, discard 6c",
    "Bob: take Kc, knock Kd",
    "Ann: knock",
    "Ann: gin",
    "Ann: gin 4h",
    "Ann: big-gin",
    "Ann: show [4h 5h 6h] 3s",
    "Ann: show []",
    "Bob: layoff 7h 8h on 4h and 9h on 9c",
    "Bob: layoff none",
    "deal 1: Ann knock 3, Bob 17",
    "deal 2: Ann gin, Bob 31",
    "deal 2: Ann big-gin, Bob 31, Cat 2",
    "deal 3: dead",
    "deal 4: Ann 14",
    "deal 4: Ann 14, Bob -3",
    "deal 1 table 2: Ann knock 3, Bob 17",
    "deal 5 dealer Bob upcard 4s: Ann knock 3, Bob 17",
    "deal 6 upcard 4s factor 2 last: Ann knock 3, Bob 17",
    "deal 7 last: dead",
    "expect knock Ann 31",
    "expect undercut Bob 20, Cat 20",
    "expect gin",
    "expect big-gin Ann 78",
    "expect tie",
    "expect dead",
    "expect deadwood Ann 3, Bob 34",
    "expect limit 4",
    "expect points Ann -3",
    "expect boxes Ann 1",
    "expect total Ann 111, Bob 12",
    "expect final Ann 271",
    "expect game-bonus Ann 100",
    "expect box-bonus Ann 60",
    "expect shutout-bonus Ann 100",
    "expect settle Ann 239",
    "expect settle none",
    "expect column 2: settle none",
    "expect legal",
    "expect illegal knock.limit",
    "expect illegal knock.limit, gin.deadwood",
    "expect spread Ann: [3h 4h 5h] 2s",
    "expect turn Ann",
    "expect phase draw",
    "expect holds Ann: 2c 3c",
    "expect pile: 7d 2c",
    "expect pile:",
    "expect stock 12",
    "expect moves Bob: stock, take, discard 7d, knock Kd, gin Kd, big-gin, pass",
    "expect game Ann",
    "expect unfinished",
    "expect next dealer Ann",
    "expect deal 2: points Ann 51",
    "expect column 2: total Ann 60",
    "expect column 2: game Ann",
    "expect column 2: unfinished",
    'expect in gin, dead: undercut Bob 28 why "25 + 3 = 28"',
]


def scenario_of(text: str) -> Scenario:
    (scenario,) = parse(f"ginr 1\nscenario a\n{text}\n", "x.ginr").scenarios
    return scenario


def statement_of(text: str) -> Statement:
    (statement,) = scenario_of(text).statements
    return statement


def problems_of(text: str) -> list[tuple[str, str, str]]:
    _, problems = read_all(text, "x.ginr")
    return [(problem.code, problem.message, problem.hint) for problem in problems]


def problem_of(line: str) -> tuple[str, str, str]:
    (problem,) = problems_of(f"ginr 1\nscenario a\n{line}\n")
    return problem


@pytest.mark.parametrize("form", FORMS)
def test_every_form_is_read_and_written_as_it_stands(form: str) -> None:
    from ginrules.notation.writer import write_statement

    assert write_statement(statement_of(form)) == form


def test_every_rule_of_the_grammar_has_a_builder() -> None:
    rules = set(re.findall(r"^[!?]*([a-z]\w*):", GRAMMAR, re.MULTILINE)) - {"line", "fragment", "statement"}
    assert rules == {name.removeprefix("_") for name in vars(Builder) if name.removeprefix("_") in rules}
    assert len(rules) > 50


def test_the_grammar_has_no_collisions() -> None:
    lark.Lark(GRAMMAR, parser="lalr", start=["line", "fragment"], strict=True, edit_terminals=whole_words({}))


# -- pitfalls --


@pytest.mark.parametrize(
    "word", ["knock", "gin", "dead", "in", "with", "as", "why", "none", "on", "and", "expect", "scenario", "ginr"]
)
def test_every_keyword_is_still_a_name_for_a_tag_a_variant_and_a_column(word: str) -> None:
    assert statement_of(f"tags {word}") == statements.Tags(Span(1, 1, 2), (Word(word, Span(1, 1, 2)),))
    use = VariantUse(Word("a", Span(1, 1, 2)), (), Word(word, Span(1, 1, 2)))
    assert statement_of(f"variant a as {word}") == statements.Variants(Span(1, 1, 2), (use,))
    expectation = statement_of(f"expect in {word}, b: gin")
    assert isinstance(expectation, clauses.Expect)
    assert [column.text for column in expectation.columns] == [word, "b"]


def test_gin_is_an_action_a_result_a_tag_and_a_variant() -> None:
    text = "ginr 1\nvariant gin\ntags gin\nscenario gin\n  Ann: gin\n  expect gin Ann 3\n  expect in gin: gin\n"
    (scenario,) = parse(text, "x.ginr").scenarios
    action, first, second = scenario.statements
    assert isinstance(action, statements.Action)
    assert action.moves == (Turn(Do.GIN, None, Span(1, 1, 2)),)
    assert isinstance(first, clauses.Expect)
    assert isinstance(second, clauses.Expect)
    assert second.columns[0].text == "gin"
    assert scenario.tags == ("gin",)


@pytest.mark.parametrize("line", ["knockAnn", "Ann:knockAnn", "expect deadwod Ann 3", "handAnn: 4h"])
def test_a_keyword_is_a_whole_word(line: str) -> None:
    assert problem_of(line)[0] in {"unknown-keyword", "syntax"}


def test_ten_is_a_number_and_ten_of_hearts_a_card() -> None:
    assert statement_of("stock 10: 10h") == statements.Stock(
        Span(1, 1, 2), statements.Number(10, Span(1, 1, 2)), (Word("Th", Span(1, 1, 2)),)
    )
    assert [code for code, *_ in problems_of("ginr 1\nscenario a\nhand Ann: 10 h\n")] == ["bad-card", "bad-card"]
    assert problem_of("expect limit 10h")[:2] == ("syntax", "unexpected '10h'; expected a number")
    assert problem_of("expect stock 10♥")[0] == "syntax"


@pytest.mark.parametrize("spelling", ["10h", "Th", "TH", "T♥", "10♥", "T♡", "T♥\ufe0f", "10H"])
def test_a_card_has_several_spellings_and_one_writing(spelling: str) -> None:
    hand = statement_of(f"hand Ann: {spelling} [{spelling}]")
    assert isinstance(hand, statements.Hand)
    assert [card.text for card in hand.spread.cards] == ["Th", "Th"]


def test_a_player_whose_name_reads_like_a_card_is_refused() -> None:
    assert problem_of("hand As: 4h") == ("name-like-card", "'As' reads like a card", "a longer name, as in Asa")


@pytest.mark.parametrize("separator", ["\u2028", "\u2029", "\x85"])
def test_other_line_separators_do_not_end_a_line(separator: str) -> None:
    text = f'ginr 1\nscenario a "one{separator}two"\n  hand Ann: 4x\n'
    _, (problem,) = read_all(text, "x.ginr")
    assert problem.span == Span(3, 13, 15)
    assert problem.excerpt == "  hand Ann: 4x"


def test_carriage_returns_and_tabs_keep_their_columns() -> None:
    _, (problem,) = read_all("ginr 1\r\nscenario a\r\n\thand\tAnn: 4x\r\n", "x.ginr")
    assert problem.span == Span(3, 12, 14)
    assert str(problem) == (
        "x.ginr:3:12: error[bad-card]: '4x' is not a card\n"
        "    3 | \thand\tAnn: 4x\n"
        "      | \t    \t     ^^\n"
        "      = hint: a card is rank then suit, as in 7h or Td; suits are c d h s"
    )


def test_a_byte_order_mark_is_no_part_of_the_text() -> None:
    assert read("\ufeffginr 1\nscenario a\n", "x.ginr").scenarios[0].id == "a"


@pytest.mark.parametrize("character", ["\x00", "\x0b", "\u00a0", "\u2028", "\u200b", "\x7f"])
def test_every_character_belongs_to_a_token_or_to_an_error(character: str) -> None:
    code, message, _ = problem_of(f"hand Ann:{character}4h")
    assert code == "bad-character"
    assert f"U+{ord(character):04X}" in message


@pytest.mark.parametrize("character", list("!$%&'()+,-./:;<=>?@\\^_`|~{}[]é漢"))
def test_a_stray_sign_is_an_error(character: str) -> None:
    assert problem_of(f"hand Ann: 4h {character} 5h")
    assert problem_of(f"{character}")


# -- what is said of errors --


@pytest.mark.parametrize(
    ("line", "code", "hint"),
    [
        ("hand Ann: h10", "bad-card", "write the rank first: Th"),
        ("hand Ann: ah", "bad-card", "ranks are capitals: Ah"),
        ("hand Ann: 1h", "bad-card", "an ace is written A: Ah"),
        ("expect deadwod Ann 3", "syntax", "did you mean 'deadwood'?"),
        ("hand ann: 4h", "syntax", "names begin with a capital: Ann"),
        ("tags Foo_Bar", "syntax", "words are lower case, their parts joined by hyphens: foo-bar"),
        ("variant a with b.c = {x", "syntax", "braces and brackets are closed on the same line"),
        ("variant a with b.c = [x", "syntax", "braces and brackets are closed on the same line"),
        ("Ann: stock, dicard 6c", "syntax", "did you mean 'discard'?"),
        ("Ann: stock dicard 6c", "syntax", ""),
        ("undercut Bob", "unknown-keyword", "a line begins with a keyword, or with a player's name and a colon"),
        ("ann: knock", "unknown-keyword", "names begin with a capital: Ann"),
        ("stok: 4h", "unknown-keyword", "did you mean 'stock'?"),
        ("Expect gin", "syntax", "keywords are lower case: expect"),
        ("EXPECT", "syntax", ""),
        ("knock", "unknown-keyword", "say who does it: Ann: knock"),
        ("hnad Ann: 4h", "unknown-keyword", "did you mean 'hand'?"),
        ("hand Ann: 4h, 5h", "syntax", "cards are separated by spaces"),
        ("hand Ann: [4h 5h 6h], 5s", "syntax", "cards are separated by spaces"),
        ("Ann: show [4h 5h 6h], 5s", "syntax", "cards are separated by spaces"),
        ("dealer Ann, Bob", "syntax", ""),
        ("Ann: take, 4h", "syntax", ""),
        ("hand Karl 3c", "syntax", "a colon stands behind the name: hand Karl: 3c"),
        ("Ann: 4h 5h", "syntax", "did you mean hand Ann:"),
        ("Hand: 4h 5h", "syntax", "say whose hand it is: hand Ann:"),
        ("Hand Ann: 4h", "syntax", "keywords are lower case: hand"),
        ("Bob: layoff 7h on 6h, 9h on 9c", "syntax", "join lay-offs with and: layoff 7h on 6h and 9h on 9c"),
        ("hand Jörg: 4h", "syntax", "names are A-Z, a-z, digits and _, as in Jorg"),
        ("hand Özlem: 4h", "syntax", "names are A-Z, a-z, digits and _, as in Ozlem"),
        ("Özlem: knock", "unknown-keyword", "names are A-Z, a-z, digits and _, as in Ozlem"),
        ("variant nosuch.yaml", "dotted-name", "a variant is named by its id: nosuch"),
        ("variant ./nosuch.yaml", "syntax", "a variant is named by its id: nosuch"),
        ("hand Ann: [4h, 5h]", "unclosed-bracket", "a meld stands in brackets: [4h 5h 6h]"),
        ("hand Ann: [4h 5h] ]", "syntax", ""),
        ('Ann: knock "loudly"', "syntax", ""),
        ("Ann knock 4, Bob 23", "syntax", "write deal 1: Ann knock 4, Bob 23"),
        ("note unquoted", "syntax", ""),
        ("deal 1 factor 0: Ann gin, Bob 3", "bad-number", "a hand that was doubled: factor 2"),
        ("expect limit 1234567890", "bad-number", "a number has at most nine digits"),
        ("expect points Ann " + 35 * "9", "bad-number", "a number has at most nine digits"),
        ("expect points Ann -1234567890", "bad-number", "a number has at most nine digits"),
    ],
)
def test_an_error_has_a_code_and_often_a_hint(line: str, code: str, hint: str) -> None:
    found = problem_of(line)
    assert (found[0], found[2]) == (code, hint)


@pytest.mark.parametrize("line", ["ginrules 1", "gin 1", "Ginr 1.0", "ginr: 1"])
def test_a_version_that_is_miswritten_is_to_be_mended_not_preceded(line: str) -> None:
    hints = [hint for _, _, hint in problems_of(f"{line}\nscenario a\n")]
    assert hints[0] == "write instead: ginr 1"
    assert problems_of("players Ann Bob\nscenario a\n")[0][2] == "write above it: ginr 1"


def test_a_misspelt_version_is_no_statement_about_rules() -> None:
    assert [hint for _, _, hint in problems_of("ginrules 1\n")] == ["write instead: ginr 1", "did you mean 'ginr'?"]


def test_a_version_of_any_length_is_read() -> None:
    # Python turns no text of more than 4300 digits into a number.
    assert [code for code, *_ in problems_of(f"ginr {5000 * '9'}\n")] == ["wrong-version"]
    assert problems_of("ginr 01\n") == []


def test_of_a_text_that_is_no_notation_the_first_thousand_problems_are_shown() -> None:
    for text in ("ginr 1\n" + 3000 * "x y\n", "ginr 1\n" + 1001 * "x y\n"):
        problems = read_all(text, "x.ginr")[1]
        assert [problem.code for problem in problems] == [*(1000 * ["unknown-keyword"]), "too-many-problems"]
        assert problems[-1].span == Span(1002, 1, 2)
    assert len(read_all("ginr 1\n" + 1000 * "x y\n", "x.ginr")[1]) == 1000


@pytest.mark.parametrize(
    ("reads", "text"),
    [
        (parse, "ginr 1\n" + 1001 * "x y\n"),
        (read_fragment, 1001 * "x y;"),
        (read_markdown, 1001 * "```ginr\nx y\n```\n"),
    ],
)
def test_every_reader_stops_after_a_thousand_problems(reads: Callable[[str, str], object], text: str) -> None:
    with pytest.raises(InvalidInput) as error:
        reads(text, "x")
    assert len(error.value.diagnostics) == 1001
    assert error.value.diagnostics[-1].code == "too-many-problems"


def test_of_a_line_of_wrong_cards_the_first_thirty_are_shown() -> None:
    assert [code for code, *_ in problems_of("ginr 1\nscenario a\nhand Ann: " + 31 * "4x " + "\n")] == 30 * ["bad-card"]


def test_a_long_list_of_what_may_stand_there_is_cut() -> None:
    assert problem_of("expect what")[1] == (
        "unexpected 'what'; expected big-gin, box-bonus, boxes, column, dead, deadwood, deal, final, …"
    )


def test_a_word_in_the_place_of_a_card_and_more_is_no_wrong_card() -> None:
    assert problem_of("Ann: discard everything")[:2] == (
        "syntax",
        "unexpected 'everything'; expected a card (7h, Th, A♠, * for a joker)",
    )


def test_a_line_that_ends_too_early_says_what_is_missing() -> None:
    assert problem_of("dealer # who?")[:2] == ("syntax", "the line ends too early; expected a name")


def test_all_errors_of_a_file_come_in_one_run_in_order() -> None:
    text = 'players Ann\nhnad\nscenario a\n  hand Ann: 4x 5y\n  hand Ann: 4h\nscenario Bad\n  note "x\nscenario a\n'
    assert [code for code, *_ in problems_of(text)] == [
        "no-version",
        "unknown-keyword",
        "bad-card",
        "bad-card",
        "syntax",
        "unclosed-text",
        "duplicate-scenario",
    ]


def test_after_a_wrong_card_another_slip_in_the_line_is_not_guessed_at() -> None:
    assert [code for code, *_ in problems_of("ginr 1\nscenario a\n  hand Ann: 4x on\n  Bob: layoff 4x an 5h\n")] == [
        "bad-card",
        "bad-card",
        "bad-card",
        "bad-card",
    ]
    assert [code for code, *_ in problems_of("ginr 1\nscenario a\n  hand Ann: 4x [5h 6h\n")] == ["bad-card"]


def test_an_unreadable_line_brings_no_errors_about_what_it_would_have_said() -> None:
    text = "ginr 1\nscenario a\n  players Ann bob\n  hand Ann: 4h 4h\n  hand Bob: 5h\n"
    assert [code for code, *_ in problems_of(text)] == ["syntax", "card-twice"]
    text = "ginr 1\nplayers Ann bob\nscenario a\n  hand Ann: 4h\n  hand Bob: 5h\n"
    assert [code for code, *_ in problems_of(text)] == ["syntax"]


def test_what_is_right_in_a_file_with_errors_can_be_used() -> None:
    file, problems = read_all("ginr 1\nscenario a\n  hand Ann: 4h\nscenario b\n  hand Ann: 4x\nscenario c\n", "x.ginr")
    assert [scenario.id for scenario in file.scenarios] == ["a", "c"]
    assert [problem.code for problem in problems] == ["bad-card"]


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("", ["no-version"]),
        ("# nothing\n", ["no-version"]),
        ("scenario a\n", ["no-version"]),
        ("hnad\n", ["no-version", "unknown-keyword"]),
        ("ginr\n", ["syntax"]),
        ("ginr one\n", ["syntax"]),
        ("ginr 1\n", []),
        ("# first\n\nginr 1 # second\n", []),
        ("ginr 1 2\n", ["syntax"]),
        ("ginr 2\nhnad\n", ["wrong-version"]),
        ("# c\nginr 17 # c\n", ["wrong-version"]),
        ("scenario a\nginr 1\n", ["no-version", "misplaced-version"]),
        ("ginr 1\nexpect gin\n", ["statement-outside"]),
    ],
)
def test_a_file_begins_with_its_version(text: str, codes: list[str]) -> None:
    assert [code for code, *_ in problems_of(text)] == codes


def test_reading_raises_with_every_problem() -> None:
    with pytest.raises(InvalidInput) as error:
        read("ginr 1\nhnad\nscenario a\n  hand Ann: 4h 4h\n", "x.ginr")
    assert [problem.code for problem in error.value.diagnostics] == ["unknown-keyword", "card-twice"]


def test_an_option_of_a_deal_stands_once() -> None:
    assert problem_of("deal 1 table 1 table 2: dead")[0] == "stated-twice"


def test_a_name_given_to_a_column_ends_its_other_rules() -> None:
    code, message, hint = problem_of("variant a with b.c = d as e, f.g = h")
    assert (code, message) == ("override-without-variant", "no column stands before 'f.g' that it could change")
    assert hint == "after a variant: standard with scoring.tie = knocker as a-name"
    assert problem_of("variant a.b")[0] == "dotted-name"


# -- any text at all --

WORDS = (
    'ginr 1 scenario a hand Ann : 4h 10h h10 [ ] *=8h * ?? , and on layoff deal 1 expect in why " "x" \\ # ; = { } with -1 '
    "knock variant standard players Bob none illegal knock.limit deadwood score stock ```ginr ```"
)
pieces = st.sampled_from([*WORDS.split(" "), "\n", "\r\n", "\t", " ", "\x00", "\u00a0", "\u2028"])
signs = st.characters(exclude_categories=["Cs"])
texts = st.lists(pieces | signs, max_size=30).map(" ".join) | st.lists(pieces, max_size=30).map("".join)


def problems_in_fragment(reader: Callable[[str, str], object], text: str) -> tuple[Diagnostic, ...]:
    try:
        reader(text, "x")
    except InvalidInput as error:
        return error.diagnostics
    return ()


@settings(max_examples=200)
@given(texts)
def test_whatever_is_read_gives_scenarios_or_diagnostics(text: str) -> None:
    lines = text.removeprefix("\ufeff").split("\n")
    for written in (text, f"ginr 1\nscenario a\n{text}"):
        _, problems = read_all(written, "x.ginr")
        for problem in problems:
            assert problem.span
            assert 1 <= problem.span.column < problem.span.end_column <= len(problem.excerpt) + 2
    for reader in (read_fragment, read_markdown):
        problems = problems_in_fragment(reader, text)
        assert all(problem.span is None or problem.span.line <= len(lines) for problem in problems)


@pytest.mark.parametrize("line", ["\u00a0", "\x0c", "\u2028\u2028"])
def test_a_line_of_strange_blanks_is_an_error(line: str) -> None:
    assert problem_of(line)[0] == "bad-character"


# -- settings --


def test_settings_of_the_file_hold_where_a_scenario_has_none_of_its_own() -> None:
    text = (
        "ginr 1\nplayers Ann Bob\ntags x\nrule knock.limit\n"
        "scenario a\n  tags y, x\nscenario b\n  players Cat Dan\n  rule scoring.gin\n"
    )
    first, second = read(text, "x.ginr").scenarios
    assert (first.players, first.tags, first.cited) == (("Ann", "Bob"), ("x", "y"), ("knock.limit",))
    assert (second.players, second.tags, second.cited) == (("Cat", "Dan"), ("x",), ("scoring.gin",))
    assert [type(statement).__name__ for statement in read(text, "x.ginr").settings] == ["Players", "Tags", "Cites"]


@pytest.mark.parametrize(
    ("text", "players"),
    [
        ("hand Bob: 4h\nhand Ann: 5h", ("Bob", "Ann")),
        ("deal 1: Cat gin, Ann 3\ndeal 2: Bob 3\ndeal 3: dead", ("Cat", "Ann", "Bob")),
        ("score Ann 3, Bob 4\ndeal 1: dead", ("Ann", "Bob")),
        ("side North: Ann Cat\nside East: Bob Dan\nscore North 3, East 5\ndeal 1: dead", ("Ann", "Cat", "Bob", "Dan")),
    ],
)
def test_players_are_named_by_their_hands_or_the_sheet(text: str, players: tuple[str, ...]) -> None:
    assert scenario_of(text).players == players


def test_the_name_of_a_column() -> None:
    variants = statement_of("variant a, a as b, a with c.d = 1, e.f = {x: y}, a with c.d = 2 as g")
    assert isinstance(variants, statements.Variants)
    assert [use.name for use in variants.uses] == ["a", "b", "a with c.d = 1, e.f = {x: y}", "g"]


# -- fragments --


def test_a_fragment_needs_no_header_and_takes_semicolons() -> None:
    file = read_fragment('hand Ann: 4h; hand Bob: 5h; note "a;b" # c; d\nexpect deadwood Ann 4')
    (scenario,) = file.scenarios
    assert scenario.id == "fragment"
    assert scenario.players == ("Ann", "Bob")
    assert [type(statement).__name__ for statement in scenario.statements] == ["Hand", "Hand", "Note", "Expect"]
    assert scenario.lines[2].comment == "# c; d"
    assert scenario.statements[1].span == Span(1, 15, 27)


def test_the_deals_of_a_fragment_are_counted() -> None:
    (scenario,) = read_fragment("Ann knock 4, Bob 23; dead; deal 7: Ann 3; Bob gin, Ann 31; Ann 14").scenarios
    deals = scenario.own(statements.Deal)
    assert [deal.number.value for deal in deals] == [1, 2, 7, 8, 9]


def test_settings_before_a_fragment_are_its_own() -> None:
    (scenario,) = read_fragment("variant classic; hand Ann: 4h").scenarios
    assert [use.name for use in scenario.settings(statements.Variants)[0].uses] == ["classic"]


def test_a_fragment_that_begins_with_the_version_is_a_file() -> None:
    assert [scenario.id for scenario in read_fragment(" \nginr 1\nscenario a\n").scenarios] == ["a"]


def test_a_fragment_may_have_headers() -> None:
    assert [scenario.id for scenario in read_fragment("scenario a; hand Ann: 4h; scenario b").scenarios] == ["a", "b"]


@pytest.mark.parametrize("text", ["", " ; \n", "# c", "players Ann Bob"])
def test_a_fragment_that_asks_nothing(text: str) -> None:
    with pytest.raises(InvalidInput) as error:
        read_fragment(text)
    assert [problem.code for problem in error.value.diagnostics] == ["nothing-to-ask"]


def test_errors_in_fragments_point_into_the_text() -> None:
    with pytest.raises(InvalidInput) as error:
        read_fragment("hand Ann: 4h; hand Bob: h4; hand Cat:; Ann: gin [")
    assert [(problem.code, problem.span) for problem in error.value.diagnostics] == [
        ("bad-card", Span(1, 25, 27)),
        ("syntax", Span(1, 38, 39)),
        ("syntax", Span(1, 49, 50)),
    ]
    assert error.value.diagnostics[0].excerpt == "hand Ann: 4h; hand Bob: h4; hand Cat:; Ann: gin ["


def test_an_unclosed_text_in_a_fragment_reaches_to_the_end() -> None:
    with pytest.raises(InvalidInput) as error:
        read_fragment('note "a; hand Ann: 4h')
    assert [problem.code for problem in error.value.diagnostics] == ["unclosed-text"]


# -- Markdown --

CHAPTER = """\
# A chapter

```ginr
ginr 1
players Ann Bob
scenario a
  hand Ann: 4h
```

```text
scenario not-this
```

~~~~ginr title
scenario b
  hand Cat: 4h
~~~
~~~~

    ```ginr
    indented code

````ginr
scenario c
```
"""


def test_scenarios_stand_in_the_blocks_of_a_chapter() -> None:
    with pytest.raises(InvalidInput) as error:
        read_markdown(CHAPTER, "x.md")
    assert [(problem.code, problem.span) for problem in error.value.diagnostics] == [
        ("unknown-keyword", Span(17, 1, 4)),
        ("unknown-keyword", Span(25, 1, 4)),
    ]
    good = CHAPTER.replace("~~~\n~~~~", "~~~~").removesuffix("```\n")
    file = read_markdown(good, "x.md")
    assert [(scenario.id, scenario.players, scenario.header.span.line) for scenario in file.scenarios] == [
        ("a", ("Ann", "Bob"), 6),
        ("b", ("Cat",), 15),
        ("c", (), 23),
    ]


def test_an_id_stands_once_in_a_chapter() -> None:
    with pytest.raises(InvalidInput) as error:
        read_markdown("```ginr\nscenario a\n```\n```ginr\nscenario a\n```\n```ginr\nginr 1\n", "x.md")
    assert [(problem.code, problem.span) for problem in error.value.diagnostics] == [("duplicate-scenario", Span(5, 10, 11))]


def test_a_statement_before_the_scenario_of_a_block_is_refused() -> None:
    with pytest.raises(InvalidInput) as error:
        read_markdown("```ginr\nhand Ann: 4h\n```\n", "x.md")
    assert [problem.code for problem in error.value.diagnostics] == ["statement-outside"]
