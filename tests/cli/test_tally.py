"""`ginrules tally`, as a user types it."""

import io
import json
import re
import sys
from pathlib import Path

import jsonschema
import pytest

from ginrules import resources
from ginrules.cli import run
from ginrules.cli.payers import pay_lines

EVENING = "dealer Bob; Ann knock 4, Bob 23; Bob gin, Ann 31; dead; Ann knock 2, Bob 11"
SIDES = "variant partnership; side North_South: Ann Cat; side East_West: Bob Dan"
HOLLYWOOD = "game.columns={kind: hollywood, factors: [1, 1, 2], late-entry: next-open, won-by: settlement}"


def told(text: str, capsys: pytest.CaptureFixture[str], *options: str, code: int = 0) -> str:
    assert run(["tally", text, *options]) == code
    return capsys.readouterr().out


def test_a_sheet_as_it_stands(capsys: pytest.CaptureFixture[str]) -> None:
    # 23 - 4 = 19; 31 + 25 for gin = 56; 11 - 2 = 9, in all 28. 56 - 28 = 28; 100 - 28 = 72, 100 - 56 = 44.
    assert (
        told(EVENING, capsys)
        == """\
rules: standard

                             total     boxes
                            Ann  Bob  Ann  Bob
    1  Ann knock 4, Bob 23   19         1       Ann +19: 23 less 4
    2  Bob gin, Ann 31            56         1  Bob +56: 31 less 0, gin bonus 25
    3  dead
    4  Ann knock 2, Bob 11   28         2       Ann +9: 11 less 2

Bob leads by 28. To 100: Ann needs 72, Bob 44.
Ann deals the next hand.
"""
    )


def test_a_game_to_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    # Bob: 56, 10 - 3 + 25 = 32 for the undercut, 60 + 25 = 85: 173. Finals 28 + 2 * 25 = 78 and 173 + 75 + 100 = 348.
    out = told(f"{EVENING}; Ann knock 10, Bob 3; Bob gin, Ann 60", capsys)
    assert out.endswith("""\
    5  Ann knock 10, Bob 3        88         2  Bob +32: 10 less 3, undercut bonus 25
    6  Bob gin, Ann 60           173         3  Bob +85: 60 less 0, gin bonus 25

The game is over: Bob wins.

               Ann   Bob
  hands         28   173
  boxes        +50   +75  boxes.value      Ann 2 boxes of 25, Bob 3 boxes of 25
  game bonus        +100  game.bonus
  final         78   348
  settlement  -270  +270  game.settlement  Bob 348 less Ann 78

Ann pays Bob 270.
""")


def test_a_shutout_that_is_paid_and_a_rounded_settlement(capsys: pytest.CaptureFixture[str]) -> None:
    # 102 + 25 + 100 = 227 against 0, and 50 more: 277, to the nearest ten 280.
    options = ("--set", "game.shutout={kind: paid, points: 50}", "--set", "game.settlement={kind: difference, round-to: 10}")
    out = told("Ann 102, Bob 0", capsys, *options)
    assert "  settlement  +227  -227  game.settlement  Ann 227 less Bob 0\n" in out
    assert "  shutout      +50   -50  game.shutout     Bob pays Ann 50: Bob scored no points\n" in out
    assert "277 rounded to the nearest 10\n" in out
    assert "  to settle   +280  -280\n\nBob pays Ann 280.\n" in out


def test_each_pair_of_three_settles_on_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    # Ann 120 + 100 + 25 = 245, Bob 20 + 25 = 45, Cat 0: 200, 245 and 45.
    text = "variant standard with players.format = everyone, players.count = [3], game.shutout = none; players Ann Bob Cat"
    out = told(f"{text}; Bob 20; Ann 120", capsys)
    assert "  settlement  +200  -200        game.settlement  Ann 245 less Bob 45\n" in out
    assert "  settlement  +245        -245  game.settlement  Ann 245 less Cat 0\n" in out
    assert "  settlement         +45   -45  game.settlement  Bob 45 less Cat 0\n" in out
    assert out.endswith("""\
  to settle   +445  -155  -290

Bob pays Ann 200, Cat pays Ann 245, Cat pays Bob 45.
In all: Ann receives 445, Bob pays 155, Cat pays 290.
""")
    # Rounded to the nearest hundred it is not what the pairs pay: 445 is 400, 155 is 200, 290 is 300.
    rounded = text.replace("none;", "none, game.settlement = {kind: difference, round-to: 100};")
    out = told(f"{rounded}; Bob 20; Ann 120", capsys)
    assert "Cat pays Bob 45.\nIn all: Ann receives 400, Bob pays 200, Cat pays 300.\n" in out


def test_pairs_that_pay_for_the_same_reason_are_pairs() -> None:
    # What a factor adds says the same of every pair: 5 + 5 from Bob to Ann, 5 + 5 from Cat to Ann, nothing between them.
    said = [("Ann", "Bob", 5), ("Ann", "Cat", 5), ("Bob", "Cat", 0)]
    pairs = [(taker, payer, amount, f"{taker} less {payer}") for taker, payer, amount in said]
    steps = [{"rule": "game.bonus", "player": "Ann", "points": 5, "column": 1, "text": "game bonus"}]
    for taker, payer, amount, text in [*pairs, *((*each, "column 1 counts 2 times") for each in said)]:
        steps.append({"rule": "game.columns", "player": taker, "points": amount, "column": 1, "text": text})
        steps.append({"rule": "game.columns", "player": payer, "points": -amount, "column": 1, "text": text})
    result = {"settlement": {"Ann": 20, "Bob": -10, "Cat": -10}, "steps": steps}
    assert [*pay_lines({}, result)] == [
        "Bob pays Ann 10, Cat pays Ann 10.",
        "In all: Ann receives 20, Bob pays 10, Cat pays 10.",
    ]


def test_columns_side_by_side(capsys: pytest.CaptureFixture[str]) -> None:
    # Column 1: 60 + 30 + 50 = 140, 3 boxes, 100: 315 against 20 + 25 = 45. Column 2: 30 + 50, column 3: 50.
    out = told("Ann 60; Ann 30; Bob 20; Ann 50", capsys, "--set", HOLLYWOOD)
    assert out.endswith("""\
               column 1  column 2  column 3
               Ann  Bob  Ann  Bob  Ann  Bob
    1  Ann 60   60                           Ann +60 and 1 box
    2  Ann 30   90        30                 Ann +30 and 1 box
    3  Bob 20        20                      Bob +20 and 1 box
    4  Ann 50  140        80        50       Ann +50 and 1 box

Column 1 is closed by hand 4: Ann wins.

               column 1   column 2  column 3
               Ann   Bob  Ann  Bob  Ann  Bob
  hands        140    20
  boxes        +75   +25                      boxes.value
  game bonus  +100                            game.bonus
  final        315    45
  settlement  +270  -270                      game.settlement

  column 1: Ann 3 boxes of 25; Bob 1 box of 25; Ann 315 less Bob 45

Column 2: Ann leads by 80. To 100: Ann needs 20, Bob 100.
Column 3: Ann leads by 50. To 100: Ann needs 50, Bob 100.
""")


def test_all_columns_are_closed(capsys: pytest.CaptureFixture[str]) -> None:
    # Column 2: 160, doubled for the shutout 320, 100, 3 boxes: 495. Column 3: 130, 260, 100, 50: 410, times two 820.
    out = told("Ann 60; Ann 30; Bob 20; Ann 50; Ann 80", capsys, "--set", HOLLYWOOD)
    assert out.endswith("""\
  final        315    45   495     0   410     0   1220     45
  settlement  +270  -270  +495  -495  +410  -410  +1175  -1175  game.settlement
  factor                              +410  -410   +410   -410  game.columns
  to settle   +270  -270  +495  -495  +820  -820  +1585  -1585

  column 1: Ann 3 boxes of 25; Bob 1 box of 25; Ann 315 less Bob 45
  column 2: Ann 3 boxes of 25; the 160 of the hands once more: Bob scored no points; Ann 495 less Bob 0
  column 3: Ann 2 boxes of 25; the 130 of the hands once more: Bob scored no points; Ann 410 less Bob 0; column 3 counts 2 times

Bob pays Ann 1585.
""")


def test_sides_at_their_tables(capsys: pytest.CaptureFixture[str]) -> None:
    # Table 1: 20 - 4 = 16; table 2: 31 + 25 = 56; the net is 40. To 125: 111 and 85.
    hands = (
        "dealer Cat; deal 1 table 1: Ann knock 4, Bob 20; deal 1 table 2: Dan gin, Cat 31; deal 2 table 1: dead; deal 2: Cat 14"
    )
    out = told(f"{SIDES}; {hands}; deal 3: Ann 15", capsys)
    assert (
        out
        == """\
rules: partnership

                                             total                   boxes
                                     North_South  East_West  North_South  East_West
    1  table 1: Ann knock 4, Bob 20                                                  Ann +16: 20 less 4
       table 2: Dan gin, Cat 31                                                      Dan +56: 31 less 0, gin bonus 25
       the hand                                          40                       1  East_West +40: 56 less 16 of North_South
    2  table 1: dead
       Cat 14                                                                        Cat +14
       the hand                               14                       1             North_South +14: 14 less 0 of East_West
    3  Ann 15
       the hand                                                                      not all tables have played

East_West leads by 26. To 125: North_South needs 111, East_West 85.
Still to play: table 2 Cat against Dan, Cat deals.
"""
    )
    out = told(f"{SIDES}; deal 1: Ann 3; deal 1: Cat 130", capsys)
    # 3 + 130 = 133, a box of 25, 100 and 100.
    assert "\nBob and Dan (East_West) together pay Ann and Cat (North_South) 358.\n" in out
    assert "\nNext game: table 1 Ann against Dan; table 2 Cat against Bob.\n" in out
    out = told(f"{SIDES}; deal 1 dealer Ann: Ann 3; deal 1: Dan 0, Cat 0", capsys)
    assert out.endswith("Next hand: table 1 Ann against Bob, Ann deals; table 2 Cat against Dan, Cat deals.\n")


def test_three_in_a_hand_are_charged(capsys: pytest.CaptureFixture[str]) -> None:
    # Knock 10; 20 - 4 = 16, 10 - 4 = 6; gin 25 and twice what the others hold.
    out = told("variant penalty; Ann knock 4, Bob 20, Cat 10; Bob gin, Ann 20, Cat 5", capsys)
    assert "10  -16   -6  Ann +10: knock bonus 10; Bob -16: charged 20 less 4; Cat -6: charged 10 less 4\n" in out
    assert "-30    9  -16  Ann -40: charged 2 times 20; Bob +25: gin bonus 25; Cat -10: charged 2 times 5\n" in out
    assert "Bob leads by 25. 2 of 5 hands are played." in out


@pytest.mark.parametrize(
    ("text", "options", "sentence"),
    [
        ("players Ann Bob; dead", (), "Nobody has scored. To 100: Ann needs 100, Bob 100.\n"),
        ("Ann 5, Bob 0; Bob 5", (), "Ann and Bob are level. To 100: Ann needs 95, Bob 95.\n"),
        (
            "score Ann 40, Bob 90 boxes Ann 1; Ann 14",
            (),
            "\n  begins with   40   90    1\n    1  Ann 14   54         2       Ann +14\n",
        ),
        ("score Ann 40, Bob 90; Bob 14", (), "Bob wins."),
        (
            "Ann 5, Bob 0; Bob 5",
            ("--set", "game.end={kind: rounds, rounds: 2}"),
            "over after its last hand: it is level, and nobody wins.",
        ),
        ("Ann 5, Bob 0", ("--set", "game.end={kind: rounds, rounds: 1}"), "The game is over after its last hand: Ann wins."),
        ("dead; Ann 5, Bob 0", ("--set", "game.end={kind: rounds, rounds: 3}"), "1 of 3 hands are played."),
        ("players Ann Bob; dead", ("--set", "game.end={kind: rounds, rounds: 1}"), "0 of 1 hand is played."),
        (
            "Ann 5, Bob 0",
            ("--set", "game.end={kind: time, minutes: 45}"),
            "The game lasts 45 minutes; the hand in which they end",
        ),
        (
            "Ann 5, Bob 0; last: Bob 6",
            ("--set", "game.end={kind: time, minutes: 45}"),
            "The game is over as time has run out: Bob wins.",
        ),
        ("score Ann 99, Bob 99; Ann knock 4, Bob 4", ("--set", "scoring.tie=no-score"), "Ann and Bob are level."),
        (
            "upcard 4s: Ann knock 4, Bob 23",
            ("--set", "scoring.spades=doubles-points"),
            "1  upcard 4s: Ann knock 4, Bob 23   38",
        ),
        ("Ann knock 9, Bob 23", ("--set", "knock.limit={kind: upcard, ace: one}"), "is not held against the limit"),
        ("Ann 110, Bob 0", ("--set", "game.settlement=none"), "  final        345    0\n"),
    ],
)
def test_how_it_stands(text: str, options: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert sentence in told(text, capsys, *options)


def test_what_separates_two_who_have_reached_the_target(capsys: pytest.CaptureFixture[str]) -> None:
    # Both lowest defenders win 10 - 4 + 25 = 31 and stand at 100 together.
    text = "variant standard with players.format = everyone, players.count = [3], scoring.showdown = lowest-wins; "
    out = told(f"{text}score Bob 69, Cat 69; Ann knock 10, Bob 4, Cat 4", capsys)
    assert "Bob and Cat are level. 100 is reached, and the first hand that separates them ends the game.\n" in out


def test_a_refused_hand_is_an_answer(capsys: pytest.CaptureFixture[str]) -> None:
    out = told("Ann 110, Bob 0; Bob 14; Bob 3", capsys)
    assert "    2  Bob 14                              refused: the game had ended before hand 2 (game.end)\n" in out
    assert "    3  Bob 3                               not entered\n" in out
    assert "Hand 2 cannot be entered: the game had ended before hand 2.\n  game.end: " in out
    assert "\nWith hand 3 it belongs to the next game: write the line scenario game-2 above it.\n" in out
    assert "\nOn the command line, where `;` ends a line: …; scenario game-2; Bob 14\n" in out
    assert "expect" not in out
    assert "Bob pays Ann 345." in out  # 110 doubled for the shutout, 100, a box of 25
    assert "\nIt belongs to the next game: " in told("Ann 110, Bob 0; Bob 14", capsys)
    out = told("Ann 110, Bob 0; Bob 14; scenario game-2; Bob 3", capsys)
    assert "write the line scenario game-3 above it." in out


def test_what_to_do_about_a_refused_hand(capsys: pytest.CaptureFixture[str]) -> None:
    out = told("Ann knock 4, Bob 23; Bob knock 19, Ann 31; Ann gin, Bob 44; Bob 2", capsys)
    assert "\n    4  Bob 2                                     not entered\n" in out
    assert "\nHand 2 cannot be entered: deadwood 19 is over 10.\n  knock.limit: " in out
    assert "\nCorrect or delete it; hands 3 to 4 cannot be entered before.\n" in out
    assert "expect" not in out
    assert "\nCorrect or delete it.\n" in told("Bob knock 19, Ann 31", capsys)
    # Who writes expectations is told of that one too.
    out = told("Ann knock 4, Bob 23; expect total Ann 19; Bob knock 19, Ann 31", capsys)
    assert "\nBelow the hand `expect illegal knock.limit` takes it back, and the sheet goes on.\n" in out


def test_boxes_that_are_worth_nothing_are_not_shown(capsys: pytest.CaptureFixture[str]) -> None:
    def shown(text: str, *options: str) -> str:
        return told(text, capsys, *options).partition("\n")[2]

    assert "box" not in shown("Ann knock 4, Bob 23", "--set", "boxes.value=0")
    assert "box" in shown("Ann knock 4, Bob 23")
    assert "box" not in shown("Ann 60, Bob 0; Ann 30", "--set", HOLLYWOOD, "--set", "boxes.value=0")


def test_several_games_of_an_evening(capsys: pytest.CaptureFixture[str]) -> None:
    # 345 as above; 56 + 25 = 81 against 110 + 25 + 100 = 235: 154.
    games = "Ann 110, Bob 0; scenario game-2; Bob gin, Ann 31; Ann 110, Bob 0"
    out = told(f"{games}; scenario game-3; Bob 5", capsys)
    assert not re.search(r"\n +Bob  Ann", out)  # Bob is named first in the second game, and alone in the third
    assert out.endswith("""\

The evening:

           Ann   Bob
  game 1  +345  -345
  game-2  +154  -154
  in all  +499  -499

game-3 is not over, and not in it.
Together: Bob pays Ann 499.
""")
    assert "The evening" not in told("Ann 110, Bob 0; scenario game-2; Bob 6", capsys)
    # Other people are another evening; so are scenarios of a file, each of which stands for itself.
    assert "The evening" not in told("Ann 110, Bob 0; scenario game-2; Cat 110, Bob 0", capsys)
    file = games.replace("; ", "\n").replace("Ann 110, Bob 0", "deal 2: Ann 110, Bob 0").replace("Bob gin", "deal 1: Bob gin")
    out = told(f"ginr 1\nscenario game-1\n{file}", capsys)
    assert "The evening" not in out
    assert re.search(r"\n +Bob  Ann", out)


def test_two_rule_sets_are_two_evenings(capsys: pytest.CaptureFixture[str]) -> None:
    low = "standard with game.bonus = 0 as low"
    out = told(f"variant standard, {low}; Ann 110, Bob 0; scenario game-2; Ann 10; Bob 110", capsys)
    # Ann 110, again for the shutout, 25, and 100 or nothing; Bob 110 + 25 less 10 + 25, and 100 or nothing.
    assert "The evening, standard:\n\n           Ann   Bob\n  game 1  +345  -345\n  game-2  -200  +200\n" in out
    assert "The evening, low:\n\n           Ann   Bob\n  game 1  +245  -245\n  game-2  -100  +100\n" in out
    level = told(f"variant {low}; Ann 110, Bob 0; scenario game-2; Bob 110, Ann 0", capsys)
    assert level.endswith("Together: Nobody owes anything.\n")


def test_nothing_is_paid_where_the_totals_are_the_result(capsys: pytest.CaptureFixture[str]) -> None:
    out = told("Ann 110, Bob 0", capsys, "--set", "game.settlement=none")
    assert out.endswith("\nNothing is paid at the end (game.settlement): the totals are the result.\n")


def test_columns_in_which_nobody_has_scored_share_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    out = told("Ann 60, Bob 0", capsys, "--set", HOLLYWOOD)
    assert out.endswith("Column 1: Ann leads by 60. To 100: Ann needs 40, Bob 100.\nColumns 2 and 3: nobody has scored.\n")
    assert "Column 3: nobody has scored.\n" in told("Ann 60, Bob 0; Ann 5", capsys, "--set", HOLLYWOOD)


def test_the_sheet_goes_on_after_what_is_taken_back(capsys: pytest.CaptureFixture[str]) -> None:
    text = "Ann knock 12, Bob 30; expect illegal knock.limit; Bob 14"
    out = told(text, capsys)
    assert "    1  Ann knock 12, Bob 30                      refused: deadwood 12 is over 10 (knock.limit)\n" in out
    assert "Bob leads by 14." in out
    assert "cannot be entered" not in out
    out = told(text, capsys, "--set", "knock.limit=15")
    assert "taken back, though these rules allow it" in out
    assert "Bob leads by 14." in out
    out = told("Ann 110, Bob 0; Ann 4; Ann knock 4, Bob 3; expect illegal game.end", capsys, code=1)
    assert "    2  Ann 4" in out
    assert "Ann knock 4, Bob 3" not in out
    out = told("Ann knock 12, Bob 30; expect illegal knock.limit", capsys)
    assert "Nobody has scored." in out


def test_json_is_what_the_protocol_says(capsys: pytest.CaptureFixture[str]) -> None:
    answered = json.loads(told(f"{EVENING}; expect total Ann 28; Bob 44; expect game Bob", capsys, "--json"))
    assert [(each["scenario"], each["variant"], each["part"]) for each in answered] == [
        ("fragment", "standard", 1),
        ("fragment", "standard", 2),
    ]
    protocol = json.loads((resources.SPEC / "protocol.schema.json").read_text())
    for each in answered:
        jsonschema.validate(each["result"], {"$ref": "#/$defs/tally.result", "$defs": protocol["$defs"]})
    assert [each["result"]["totals"]["Bob"] for each in answered] == [56, 100]
    (refused,) = json.loads(told("Ann knock 12, Bob 30", capsys, "--json"))
    assert (refused["result"]["accepted"], refused["result"]["refused"]["rules"]) == (0, ["knock.limit"])


def test_expectations_decide_the_exit_code(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["tally", f"{EVENING}; expect total Ann 27"]) == 1
    assert "fragment in standard: expected totals Ann 27, got 28" in capsys.readouterr().err
    assert run(["tally", f"{EVENING}; expect total Ann 28"]) == 0
    assert run(["tally", f"{EVENING}; expect total Ann 27", "--variant", "basic"]) == 0  # not checked under another rule set


def test_a_game_without_a_hand_is_not_taken_for_another_question(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["tally", "scenario game-1; Ann knock 4, Bob 23; scenario game-2"]) == 4
    out, err = capsys.readouterr()
    assert out.startswith("game-1, rules: standard\n")
    assert err.startswith("<text>:1:48: error[nothing-to-ask]: here is no hand, no action, no deal\n")
    assert "ginrules score" not in err


def test_several_sheets_of_a_file_under_several_variants(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "two.ginr"
    sheet = "  deal 1: Ann gin, Bob 30\n  expect in low: total Ann 40\n"
    path.write_text(
        "ginr 1\nvariant standard, standard with scoring.gin = 10 as low\n"
        f"scenario one\n{sheet}scenario two\n  deal 1: Bob 14, Ann 0\nscenario hand\n  hand Ann: 4h\n"
    )
    assert run(["tally", str(path)]) == 4
    out, err = capsys.readouterr()
    heads = ["one, rules: standard", "one, rules: low", "two, rules: standard", "two, rules: low"]
    assert [line for line in out.split("\n") if "rules:" in line] == heads
    assert "other-command" in err
    assert "ginrules score" in err
    path.write_text(f"ginr 1\nscenario one\n{sheet.replace('in low: ', '')}")
    assert told(str(path), capsys, "--set", "scoring.gin=10").startswith("one, rules: standard with scoring.gin=10\n")


def test_standard_input_is_read(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(EVENING.replace("; ", "\n").encode())))
    assert run(["tally"]) == 0
    assert "Bob leads by 28." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("hand Ann: 4h", "ginrules score"),
        ("pile: 7d; hand Ann: 4h", "ginrules play"),
        ("Ann knocks 4, Bob 23", "write Ann knock 4, Bob 23"),
        ("Ann gin, Bob gin", "both-won"),
        ("", "there is no text"),
        ("evening.txt", "there is no such file"),
        ("docs/demo/our-house.yaml", "to play by it: --variant docs/demo/our-house.yaml, and the hands as the text"),
    ],
)
def test_what_is_no_sheet_is_said(text: str, word: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["tally", text]) == 4
    assert word in capsys.readouterr().err


def test_the_good_sheets_of_a_text_are_kept(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["tally", f"scenario good; {EVENING}; scenario bad; Ann knock 4, Ann 3"]) == 4
    out, err = capsys.readouterr()
    assert "Bob leads by 28." in out
    assert "count-twice" in err


def test_the_pairs_of_the_next_game_can_be_written(capsys: pytest.CaptureFixture[str]) -> None:
    first = "variant partnership; side NS: Ann Cat; side EW: Bob Dan; deal 1: Ann gin, Bob 100; deal 1: Cat gin, Dan 100"
    assert run(["tally", first]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[-2:] == [
        "Next game: table 1 Ann against Dan; table 2 Cat against Bob.",
        "It begins with the lines of its sides: side NS: Ann Cat; side EW: Dan Bob",
    ]
    lines = said[-1].partition("sides: ")[2]
    assert run(["tally", f"{first}; scenario game-2; {lines}; deal 1: Ann gin, Dan 5; deal 1: Cat gin, Bob 3"]) == 0
    assert "NS +58: 58 less 0 of EW" in capsys.readouterr().out
    assert run(["tally", f"{first}; deal 2: Ann gin, Bob 5; deal 2: Cat gin, Dan 3"]) == 0
    assert f"where `;` ends a line: …; scenario game-2; {lines}; …\n" in capsys.readouterr().out


def test_where_opponents_stay_the_next_game_needs_no_sides(capsys: pytest.CaptureFixture[str]) -> None:
    stays = "variant partnership with teams.opponents = fixed; side NS: Ann Cat; side EW: Bob Dan; "
    over = f"{stays}deal 1: Ann gin, Bob 100; deal 1: Cat gin, Dan 100"
    assert run(["tally", over]) == 0
    assert "It begins with" not in capsys.readouterr().out
    assert run(["tally", f"{over}; deal 2: Ann gin, Bob 5; deal 2: Cat gin, Dan 3"]) == 0
    assert "where `;` ends a line: …; scenario game-2; …\n" in capsys.readouterr().out


def test_all_slips_of_a_text_are_said_in_one_run(capsys: pytest.CaptureFixture[str]) -> None:
    text = "scenario a; Ann knock -4, Bob 3; Ann gin, Bob 300; Ann gin Bob; scenario b; Ann 5, Eve 6; scenario c; Ann 4, Bob 0"
    assert run(["tally", text]) == 4
    said = capsys.readouterr()
    assert re.findall(r"error\[([\w-]+)\]", said.err) == ["bad-count", "bad-count", "syntax", "both-won"]
    assert "c, rules: standard" in said.out


def test_the_amounts_of_a_sheet_are_gone_through_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from ginrules.cli.score_sheet import Told

    steps, gone_through = Told.steps.fget, 0  # type: ignore[attr-defined]

    def counted(told: Told) -> object:
        nonlocal gone_through
        gone_through += 1
        return steps(told)

    monkeypatch.setattr(Told, "steps", property(counted))
    assert run(["tally", "Ann knock 1, Bob 2; " * 30]) == 0
    capsys.readouterr()
    assert gone_through < 10


def test_a_game_that_cannot_be_read_gives_the_others_no_seats(capsys: pytest.CaptureFixture[str]) -> None:
    text = "Bob 5; Ann x; scenario c; Ann 4, Bob 0; scenario d; Bob 3, Ann 0"
    said = told(text, capsys, code=4)
    assert [line.split()[:2] for line in said.splitlines() if "Bob" in line and "Ann  Bob  Ann" in line] == 2 * [["Ann", "Bob"]]


def test_a_hand_that_both_sides_draw_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    out = told(f"{SIDES}; deal 1: Ann knock 4, Bob 24; deal 1: Dan knock 4, Cat 24", capsys)
    (line,) = [line for line in out.splitlines() if "the hand" in line]
    assert line.split(None, 2)[2] == "20 against 20: nothing is written"
