"""`ginrules variant new`, `diff` and `sheet`, as a house-rules player types them."""

import json
import re
import shlex
from pathlib import Path

import pytest

from ginrules.cli import run
from ginrules.rules.checks import check_file
from ginrules.rules.resolve import load_variant, shipped

ROOT = Path(__file__).parent.parent.parent
GOLDEN = ROOT / "tests" / "golden" / "our-house.sheet.txt"
HEAD = "spec: 1\nid: {id}\nname: {id}\nsummary: Ours.\nextends: standard\n"

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _width(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GINRULES_VARIANTS", raising=False)
    return tmp_path


def put(folder: Path, name: str, body: str) -> str:
    (folder / f"{name}.yaml").write_text(HEAD.format(id=name) + body, encoding="utf-8")
    return f"{name}.yaml"


# --- sheet


def test_the_sheet_of_the_demo_is_the_one_that_was_read(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    """Written by `COLUMNS=80 ginrules variant sheet docs/demo/our-house.yaml`, and read by people before it was kept."""
    monkeypatch.chdir(ROOT)
    assert run(["variant", "sheet", "docs/demo/our-house.yaml"]) == 0
    assert capsys.readouterr().out == GOLDEN.read_text(encoding="utf-8")


@pytest.mark.parametrize(("columns", "widest"), [("10", 40), ("60", 60), ("80", 80), ("300", 100)])
def test_lines_are_wrapped_to_the_terminal(columns: str, widest: int, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert run(["variant", "sheet", "classic"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert widest - 12 < max(len(line) for line in lines if "https://" not in line) <= widest


def test_a_rule_changed_for_the_question_is_on_the_sheet_and_marked(capsys: Capture) -> None:
    assert run(["variant", "sheet", "classic", "--set", "scoring.gin=30"]) == 0
    out = capsys.readouterr().out
    number = re.search(r"^\* Gin earns 30 points\. \[(\d+)\]$", out, re.MULTILINE)
    assert number
    assert f"\n[{number[1]}] --set\n" in out
    assert "\n- Whoever draws the last card" in out


def test_the_sheet_as_json(capsys: Capture) -> None:
    assert run(["variant", "sheet", "classic", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    said = [sentence for section in data["sections"] for sentence in section["sentences"]]
    (gin,) = [one for one in said if one["rules"] == ["scoring.gin"]]
    assert gin["text"] == "Gin earns 20 points."
    assert gin["own"] is True
    (source,) = gin["sources"]
    assert source["rule"] == "scoring.gin"
    assert source["variant"] == "classic"
    assert source["title"] == "Gin for two (a retelling of Pagat)"
    assert source["place"] == "scoring"


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["clasic"], 4, "did you mean 'classic'?"),
        (["nosuch.yaml"], 4, "there is no such file"),
        (["classic", "--set", "scoring.gim=3"], 4, "did you mean 'scoring.gin'?"),
        (["classic", "--set", "scoring.gin"], 2, "RULE=VALUE"),
        (["classic", "--html", "--json"], 2, "choose one"),
        ([], 2, "Missing argument"),
    ],
)
def test_what_cannot_be_printed_is_said(arguments: list[str], code: int, said: str, folder: Path, capsys: Capture) -> None:
    assert folder.is_dir()
    assert run(["variant", "sheet", *arguments]) == code
    captured = capsys.readouterr()
    assert said in captured.err
    assert captured.out == ""


def test_a_broken_file_has_all_its_errors_told(folder: Path, capsys: Capture) -> None:
    wrong = put(folder, "wrong", "knock: {limt: 7}\nscoring: {tie: undrcut}\n")
    assert run(["variant", "sheet", wrong]) == 4
    err = capsys.readouterr().err
    assert "error[unknown-key]" in err
    assert "error[not-a-value]" in err


def test_what_a_user_wrote_cannot_steer_the_terminal(folder: Path, capsys: Capture) -> None:
    (folder / "bell.yaml").write_text(HEAD.format(id="bell").replace("name: bell", 'name: "a\u202eb"'), encoding="utf-8")
    run(["variant", "sheet", "bell.yaml"])
    captured = capsys.readouterr()
    assert "\u202e" not in captured.out + captured.err


# --- diff


def test_the_rules_that_differ_are_said_side_by_side(folder: Path, capsys: Capture) -> None:
    house = put(folder, "house", "knock: {limit: 7}\nscoring: {gin: 30}\n")
    assert run(["variant", "diff", "standard", house]) == 0
    out = capsys.readouterr().out
    assert "\nscoring.gin\n  standard  25: Gin earns 25 points. [variants/standard.yaml:" in out
    assert "\n  house     30: Gin earns 30 points. [house.yaml:7]\n" in out
    assert out.startswith("knock.limit\n  standard  10: The knock limit is 10 points of deadwood.")
    assert out.endswith("\n2 rules differ.\n")
    assert all(len(line) <= 80 for line in out.splitlines())


def test_rules_that_are_the_same_are_said_to_be(folder: Path, capsys: Capture) -> None:
    assert run(["variant", "diff", "standard", put(folder, "same", "")]) == 0
    assert capsys.readouterr().out == "The rules are the same.\n"
    assert run(["variant", "diff", "standard", put(folder, "idle", "scoring: {big-gin: 50}\n")]) == 0
    assert capsys.readouterr().out == "The rules are the same, but for 1 rule without effect (--all shows it).\n"


def test_rules_without_effect_are_left_out_unless_asked_for(folder: Path, capsys: Capture) -> None:
    idle = put(folder, "idle", "scoring: {big-gin: 50, gin: 30}\n")
    assert run(["variant", "diff", "standard", idle]) == 0
    out = capsys.readouterr().out
    assert "scoring.big-gin" not in out
    assert out.endswith("\n1 rule differs; 1 rule without effect left out (--all).\n")
    assert run(["variant", "diff", "standard", idle, "--all"]) == 0
    out = capsys.readouterr().out
    assert "No effect: gin.big is not-played." in " ".join(out.split())
    assert out.endswith("\n2 rules differ.\n")


def test_customs_alone_are_said_to_change_no_score(folder: Path, capsys: Capture) -> None:
    assert run(["variant", "diff", "standard", put(folder, "spread", "turn: {pile: spread}\nknock: {discard: face-up}\n")]) == 0
    out = capsys.readouterr().out
    assert "turn.pile (a custom: no score depends on it)\n" in out
    assert out.endswith("\n2 rules differ, all customs: no score differs.\n")
    assert run(["variant", "diff", "standard", put(folder, "both", "turn: {pile: spread}\nscoring: {gin: 30}\n")]) == 0
    assert capsys.readouterr().out.endswith("\n2 rules differ, 1 custom among them.\n")


def test_two_files_with_one_id_are_told_apart_by_their_paths(folder: Path, capsys: Capture) -> None:
    put(folder, "mine", "knock: {limit: 7}\n")
    (folder / "old").mkdir()
    put(folder / "old", "mine", "knock: {limit: 8}\n")
    assert run(["variant", "diff", "old/mine.yaml", "mine.yaml"]) == 0
    out = capsys.readouterr().out
    assert "  old/mine.yaml  8: " in out
    assert "  mine.yaml      7: " in out


def test_the_difference_as_json(folder: Path, capsys: Capture) -> None:
    house = put(folder, "house", "turn: {pile: spread}\nscoring: {big-gin: 50}\n")
    assert run(["variant", "diff", "standard", house, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["a"] == {"id": "standard", "name": "Gin rummy"}
    assert data["b"] == {"id": "house", "name": "house"}
    (pile,) = data["differences"]
    assert (pile["rule"], pile["class"]) == ("turn.pile", "custom")
    assert pile["b"] == {"value": "spread", "sentence": "The pile lies spread for all to see.", "origin": "house.yaml:6"}
    assert run(["variant", "diff", "standard", house, "--json", "--all"]) == 0
    assert [one["rule"] for one in json.loads(capsys.readouterr().out)["differences"]] == ["turn.pile", "scoring.big-gin"]


def test_what_is_wrong_with_either_is_said_at_once(folder: Path, capsys: Capture) -> None:
    wrong = put(folder, "wrong", "knock: {limt: 7}\nscoring: {tie: undrcut}\n")
    assert run(["variant", "diff", "clasic", wrong]) == 4
    captured = capsys.readouterr()
    assert captured.out == ""
    for said in ("did you mean 'classic'?", "error[unknown-key]", "error[not-a-value]"):
        assert said in captured.err
    assert run(["variant", "diff", wrong, wrong]) == 4
    assert capsys.readouterr().err.count("error[") == 2


# --- new


def uncommented(text: str) -> str:
    """The file with every change that it offers taken up."""
    return re.sub(r"^# (?=[a-z]+: \{)", "", text, flags=re.MULTILINE)


@pytest.mark.parametrize("parent", shipped())
def test_a_new_file_is_valid_as_it_is_and_with_all_that_it_offers(parent: str, folder: Path, capsys: Capture) -> None:
    assert run(["variant", "new", "friday", "--extends", parent]) == 0
    assert capsys.readouterr().err == ""
    path = folder / "friday.yaml"
    text = path.read_text(encoding="utf-8")
    assert check_file("friday.yaml") == ()
    assert dict(load_variant("friday.yaml").values) == dict(load_variant(parent).values)
    assert len(text.splitlines()) <= 10
    assert max(len(line) for line in text.splitlines()) <= 140
    path.write_text(uncommented(text), encoding="utf-8")
    assert check_file("friday.yaml") == ()
    assert load_variant("friday.yaml").layers[-1].rules
    assert dict(load_variant("friday.yaml").values) == dict(load_variant(parent).values)


def test_changes_become_lines(folder: Path, capsys: Capture) -> None:
    arguments = ["--extends", "classic", "--name", "Friday: ours", "--set", "knock.limit=7", "--set", "scoring.tie=no-score"]
    assert run(["variant", "new", "friday", *arguments, "--set", "deck.values={A: 15}", "--set", "scoring.gin=30"]) == 0
    out = capsys.readouterr().out
    text = (folder / "friday.yaml").read_text(encoding="utf-8")
    assert '\nname: "Friday: ours"\n' in text
    assert re.search(r"^knock: \{limit: 7\} +# The knock limit is 7 points of deadwood\.$", text, re.MULTILINE)
    assert "\ndeck: {values: {A: 15}} " in text
    assert "\nscoring: {gin: 30, tie: no-score} " in text
    assert "\n# boxes: {value: 20} " in text
    loaded = load_variant("friday.yaml")
    assert set(loaded.layers[-1].rules) == {"knock.limit", "scoring.tie", "deck.values", "scoring.gin"}
    assert loaded.values["deck.values"] == {**load_variant("classic").values["deck.values"], "A": 15}  # type: ignore[dict-item]
    for step in ("check friday.yaml", "diff classic friday.yaml", "sheet friday.yaml --html > friday.html"):
        assert f"ginrules variant {step}" in out
    for line in out.splitlines()[1:]:
        assert run(shlex.split(line.split(">")[0])[1:]) == 0


@pytest.mark.parametrize("parent", shipped())
def test_the_hand_that_is_shown_can_be_entered(parent: str, folder: Path, capsys: Capture) -> None:
    assert folder.is_dir()
    assert run(["variant", "new", "friday", "--extends", parent]) == 0
    words = shlex.split(capsys.readouterr().out.splitlines()[-1])
    assert words[:4] == ["ginrules", "tally", "--variant", "friday.yaml"]
    assert run(words[1:]) == 0
    assert "refused" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("changes", "hand"),
    [
        ((), "Ann knock 4, Bob 23"),
        (("knock.limit=3",), "Ann gin, Bob 23"),
        (("knock.limit=4", "knock.comparison=below"), "Ann gin, Bob 23"),
        (("knock.limit=gin-only",), "Ann gin, Bob 23"),
        (("scoring.spades=doubles-points",), "upcard 9s: Ann knock 4, Bob 23"),
        (("players.format=everyone", "players.count=3"), "Ann knock 4, Bob 23, Cat 31"),
        (
            ("players.format=partnership", "players.count=4", "scoring.spades=doubles-points"),
            (
                "side One: Ann Cat; side Two: Bob Dan; "
                "deal 1 upcard 9s: Ann knock 4, Bob 23; deal 1 upcard 9s: Cat knock 4, Dan 23"
            ),
        ),
    ],
)
def test_the_hand_that_is_shown_follows_the_rules(changes: tuple[str, ...], hand: str, folder: Path, capsys: Capture) -> None:
    assert folder.is_dir()
    assert run(["variant", "new", "friday", "--extends", "standard", *(f"--set={change}" for change in changes)]) == 0
    words = shlex.split(capsys.readouterr().out.splitlines()[-1])
    assert words[-1] == hand
    assert run(words[1:]) == 0


def test_a_file_that_is_there_is_left_alone(folder: Path, capsys: Capture) -> None:
    (folder / "friday.yaml").write_text("mine", encoding="utf-8")
    assert run(["variant", "new", "friday", "--extends", "classic"]) == 4
    assert "friday.yaml is there already" in capsys.readouterr().err
    assert (folder / "friday.yaml").read_text(encoding="utf-8") == "mine"


def test_a_folder_that_cannot_be_written_is_said(folder: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    assert folder.is_dir()
    monkeypatch.setattr("pathlib.Path.open", full)
    assert run(["variant", "new", "friday", "--extends", "classic"]) == 4
    assert "error[not-writable]" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("Our House", "our-house"),
        ("friday.yaml", "friday"),
        ("../friday", "friday"),
        ("7up", "up"),
        ("a--b", "a-b"),
        ("friday\n", "friday"),
        ("x" * 61, "x" * 60),
        ("", ""),
    ],
)
def test_an_id_that_is_none_is_refused_with_one_that_is(name: str, meant: str, folder: Path, capsys: Capture) -> None:
    assert run(["variant", "new", name, "--extends", "classic"]) == 2
    err = capsys.readouterr().err
    assert (f"did you mean {meant}?" in err) if meant else ("did you mean" not in err)
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["classic", "--extends", "standard"], 4, "there is a variant classic already"),
        (["friday", "--extends", "clasic"], 4, "did you mean 'classic'?"),
        (["friday", "--extends", "nosuch.yaml"], 4, "there is no such file"),
        (["friday", "--extends", "friday.yaml"], 4, "there is no such file"),
        (["friday", "--extends", "classic", "--set", "scoring.gim=3", "--set", "knock.limit=0"], 4, "error[only-gin]"),
        (["friday", "--extends", "classic", "--set", "scoring.gim=3"], 4, "did you mean 'scoring.gin'?"),
        (["friday", "--extends", "classic", "--name", ""], 2, "a name has 1 to 80"),
        (["friday", "--extends", "classic", "--name", "x" * 81], 2, "a name has 1 to 80"),
        (["friday", "--extends", "classic", "--name", "a\nb"], 2, "a name has 1 to 80"),
        (["friday"], 2, "--extends"),
    ],
)
def test_nothing_is_written_where_something_is_wrong(
    arguments: list[str], code: int, said: str, folder: Path, capsys: Capture
) -> None:
    assert run(["variant", "new", *arguments]) == code
    assert said in capsys.readouterr().err
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize(
    "name", ["No", "null", "Ann's #1 game", "a: b", '"', "\\", "[x]", "12", "Gin für Zürich", "- a", "1:30", "é"]
)
def test_any_name_is_kept_as_it_was_given(name: str, folder: Path) -> None:
    assert run(["variant", "new", "friday", "--extends", "classic", "--name", name]) == 0
    assert load_variant(str(folder / "friday.yaml")).name == name


def test_a_file_may_extend_a_file_beside_it_or_one_of_an_added_folder(folder: Path, capsys: Capture) -> None:
    (folder / "games").mkdir()
    put(folder / "games", "thursday", "knock: {limit: 7}\n")
    assert run(["variant", "new", "friday", "--extends", "games/thursday.yaml"]) == 0
    assert load_variant("friday.yaml").extends == ("thursday", "standard")
    assert run(["variant", "new", "saturday", "--extends", "thursday", "--variants", "games"]) == 0
    assert "ginrules variant check saturday.yaml --variants games" in capsys.readouterr().out
    assert load_variant("saturday.yaml", folders=[Path("games")]).extends == ("thursday", "standard")
    assert run(["variant", "new", "thursday", "--extends", "standard", "--variants", "games"]) == 4


def test_a_change_without_effect_is_warned_of_and_written(folder: Path, capsys: Capture) -> None:
    assert run(["variant", "new", "friday", "--extends", "classic", "--set", "scoring.big-gin=50"]) == 0
    assert "warning[big-gin-unplayed]" in capsys.readouterr().err
    assert (folder / "friday.yaml").is_file()
