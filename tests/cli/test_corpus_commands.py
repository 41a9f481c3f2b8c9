"""`ginrules corpus`, as a user types it."""

import json
import os
from pathlib import Path

import pytest

from ginrules.cli import run
from ginrules.corpus.export import README
from ginrules.corpus.selection import Filter, compile_selected, read_corpus, read_entries
from ginrules.diagnostics import InvalidInput
from ginrules.notation.checks import columns_of

SCENARIO = """ginr 1
players Ann Bob
scenario one "Ann knocks"
  rule scoring.collect
  hand Ann: [4h 5h 6h] [9c 9d 9s] [Jc Qc Kc] 3s   # three
  hand Bob: 2c 2d 2h Ac 5s 7h 8s 9h Qs Kd
  Ann: knock
  expect knock Ann 31   why "34 - 3 = 31"
  note "built for this test"
"""


def test_list_and_show(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["corpus", "list", "--rule", "knock.limit", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert len(listed) > 3
    assert all("knock.limit" in each["rules"] for each in listed)
    assert run(["corpus", "show", listed[0]["id"]]) == 0
    assert f"scenario {listed[0]['id']}" in capsys.readouterr().out
    assert run(["corpus", "show", listed[0]["id"], "--json"]) == 0
    records = json.loads(capsys.readouterr().out)
    assert records[0]["id"] == listed[0]["id"]
    assert records[0]["expect"]


def test_fmt_keeps_comments_and_is_a_fixed_point(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "one.ginr"
    path.write_text(SCENARIO.replace("4h 5h", "4♥  10h").replace("[9c", "[9C"))
    assert run(["corpus", "fmt", "--check", str(path)]) == 1
    assert "is not formatted" in capsys.readouterr().out
    assert run(["corpus", "fmt", str(path)]) == 0
    text = path.read_text()
    assert "[4h Th 6h] [9c 9d 9s]" in text
    assert "# three" in text
    assert run(["corpus", "fmt", "--check", str(path)]) == 0
    assert path.read_text() == text


def test_fmt_leaves_a_broken_file_as_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "broken.ginr"
    broken = SCENARIO.replace("knock Ann", "knok Ann")
    path.write_text(broken)
    assert run(["corpus", "fmt", str(path)]) == 4
    assert path.read_text() == broken
    assert "knok" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (("  rule scoring.collect\n", ""), "no-rule"),
        (('  note "built for this test"\n', ""), "no-note"),
        (('  expect knock Ann 31   why "34 - 3 = 31"\n', ""), "no-expectation"),
        ((' "Ann knocks"', ""), "no-title"),
        (("34 - 3 = 31", "34 - 3 = 30"), "why-wrong"),
        (("34 - 3 = 31", "34 - 4 = 30"), "why-wrong"),
        (("rule scoring.collect", "rule scoring.tie"), "rule-idle"),
        (("rule scoring.collect", "rule scoring.tie, scoring.gin, knock.limit, scoring.collect"), "too-many-rules"),
        (("rule scoring.collect", "rule scoring.colect"), "unknown-rule"),
    ],
)
def test_lint_finds(change: tuple[str, str], code: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = SCENARIO.replace("rule scoring.collect", "rule scoring.knock")
    path = tmp_path / "one.ginr"
    path.write_text(good)
    assert run(["corpus", "lint", str(path)]) == 0, capsys.readouterr().err
    assert change[0] in SCENARIO
    path.write_text(
        (SCENARIO if "scoring.collect" in change[0] else good).replace(*change).replace("scoring.collect", "scoring.knock")
    )
    capsys.readouterr()
    assert run(["corpus", "lint", str(path)]) == 1
    assert f"[{code}]" in capsys.readouterr().err


def test_lint_finds_an_id_that_stands_twice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = SCENARIO.replace("scoring.collect", "scoring.knock")
    for name in ("one.ginr", "two.ginr"):
        (tmp_path / name).write_text(good)
    assert run(["corpus", "lint", str(tmp_path / "one.ginr"), str(tmp_path / "two.ginr")]) == 1
    assert "[id-twice]" in capsys.readouterr().err


def test_export_writes_chapters_schema_manifest_and_a_readme(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "out"
    assert run(["corpus", "export", str(folder)]) == 0
    assert "begin with README.md" in capsys.readouterr().out
    manifest = json.loads((folder / "manifest.json").read_text())
    records = [record for file in manifest["files"] for record in json.loads((folder / file["name"]).read_text())]
    assert manifest["counts"]["questions"] == len(records) > 150
    assert manifest["counts"]["scenarios"] == len({record["id"] for record in records}) >= 150
    assert {"id", "title", "rules", "column", "question", "expect", "note"} <= set(records[0])
    assert (folder / "scenario.schema.json").exists()
    assert len([line for line in (folder / "README.md").read_text().splitlines() if line.strip()]) <= 12


def test_a_second_export_replaces_the_first_and_equal_corpora_give_equal_bytes(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    assert run(["corpus", "export", str(folder), "--rule", "knock.limit"]) == 0
    assert run(["corpus", "export", str(folder)]) == 0
    first = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert run(["corpus", "export", str(folder)]) == 0
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == first


def test_an_export_by_variant_holds_only_its_columns(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    assert run(["corpus", "export", str(folder), "--variant", "classic"]) == 0
    manifest = json.loads((folder / "manifest.json").read_text())
    records = [record for file in manifest["files"] for record in json.loads((folder / file["name"]).read_text())]
    written = (entry.scenario for entry in read_corpus())
    columns = {use.name for scenario in written for use in columns_of(scenario) if use.variant.text == "classic"}
    assert "classic" in columns
    assert {record["column"] for record in records} == columns


def test_list_by_variant_names_the_scenarios_with_such_a_column(capsys: pytest.CaptureFixture[str]) -> None:
    # `oklahoma` is a column's own name, `strict` a variant: both are found.
    for name in ("strict", next(use.name for entry in read_corpus() for use in columns_of(entry.scenario) if use.given_name)):
        assert run(["corpus", "list", "--variant", name, "--json"]) == 0
        listed = {each["id"] for each in json.loads(capsys.readouterr().out)}
        columns = {entry.scenario.id: columns_of(entry.scenario) for entry in read_corpus()}
        assert listed == {each for each, uses in columns.items() if any(name in {use.name, use.variant.text} for use in uses)}
        assert 0 < len(listed) < len(columns)


@pytest.mark.parametrize("command", [["corpus", "list"], ["corpus", "export", "out"], ["verify", "builtin"]])
def test_an_unknown_variant_is_said_beside_known_ones(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run([*command, "--variant", "clasic", "--variant", "standard"]) == 4
    assert "did you mean 'classic'" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_lint_finds_variants_of_added_folders(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "house.yaml").write_text(
        "spec: 1\nid: house\nname: House\nsummary: Ours.\nextends: standard\nscoring: {gin: 7}\n"
    )
    path = tmp_path / "one.ginr"
    path.write_text(SCENARIO.replace("scoring.collect", "scoring.knock\n  variant house"))
    assert run(["corpus", "lint", str(path), "--variants", str(tmp_path)]) == 0, capsys.readouterr().err
    assert run(["corpus", "lint", str(path)]) == 1
    assert "[unknown-variant]" in capsys.readouterr().err


ILLEGAL = """ginr 1
players Ann Bob
scenario one "Ann shows what is no run"
  rule melds.shape
  hand Ann: [4h 5h 7h] [9c 9d 9s] [Jc Qc Kc] OTHER
  hand Bob: 2c 2d 2h Ac 5s 7s 8s 9h Qs Ks
  Ann: knock
  expect illegal melds.shape
  note "built for this test"
"""


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (("OTHER", "6h"), ""),  # [4h 5h 6h 7h] would do
        (("OTHER", "Kd"), "never-out"),  # 4 + 5 + 7 + 10 are left, whatever is shown
        (("illegal melds.shape", "illegal melds.shape, knock.limit"), "refusal-inexact"),
        (("illegal melds.shape", "illegal knock.limit"), "refusal-inexact"),
        (("[4h 5h 7h] [9c", "4h 5h 7h [9c"), "refusal-inexact"),  # 22 are left: knock.limit
        (("[4h 5h 7h]", "[4h 5h 6h]"), "refusal-inexact"),  # nothing is wrong
    ],
)
def test_lint_looks_into_refusals(
    change: tuple[str, str], code: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "one.ginr"
    text = ILLEGAL.replace(*change)
    assert text != ILLEGAL
    path.write_text(text.replace("OTHER", "7h" if "[4h 5h 6h]" in text else "6h"))
    assert run(["corpus", "lint", str(path)]) == (1 if code else 0)
    assert (f"{path}:8:3: error[{code}]" in capsys.readouterr().err) is bool(code)


def test_what_comes_later_is_a_problem_of_the_corpus(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "one.ginr"
    # A lay-off onto melds that nobody declares: the reference has to choose them, and payments are not played.
    hands = "  hand Ann: 4h 5h 6h 9c 9d 9s Jc Qc Kc 3s\n  hand Bob: 2c 2d 2h Ac 5s 7h 8s 9h Qs Kd\n"
    text = f"  variant standard with scoring.collect = payments, game.shutout = none\n{hands}"
    text += "  Ann: knock\n  Bob: layoff 7h on 4h\n  expect knock\n"
    path.write_text(f'ginr 1\nplayers Ann Bob\nscenario one "Ann knocks"\n  note "built"\n  rule scoring.collect\n{text}')
    assert run(["corpus", "lint", str(path)]) == 1
    assert f"{path}:3:10: error[not-played-yet]: scoring.collect = payments" in capsys.readouterr().err
    with pytest.raises(InvalidInput) as error:
        compile_selected(tuple(read_entries(path)), Filter())
    assert [problem.code for problem in error.value.diagnostics] == ["not-played-yet"]


PLAY = """ginr 1
players Ann Bob
scenario one "Ann may not return the card she took"
  rule turn.return-taken
  pile: 7d
  hand Ann: 4h 5h 6h 9c 9d 9s Jc Qc Kc 3s
  hand Bob: 2c 2d 2h Ac 5s 7h 8s 9h Qs Kd
  Ann: take 7d
  Ann: discard 7d
  expect illegal turn.return-taken
  Ann: knock 7d
  expect illegal turn.return-taken
  Ann: discard 3s
  expect moves Bob: stock, take
  note "built for this test"
"""


def test_lint_passes_a_hand_that_is_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "one.ginr"
    path.write_text(PLAY)
    assert run(["corpus", "lint", str(path)]) == 0, capsys.readouterr().err


@pytest.mark.parametrize(
    ("change", "place", "code"),
    [
        (("rule turn.return-taken", "rule stock.exhausted"), "4:8", "rule-idle"),
        (
            ("discard 7d\n  expect illegal turn.return-taken", "discard Kh\n  expect illegal turn.return-taken"),
            "10:3",
            "refusal-inexact",
        ),
        (("Ann: take 7d", "Bob: take 7d\n  Ann: take 7d"), "11:3", "refusal-inexact"),  # Bob is refused first
        (("7d\n  Ann: discard 7d", "7d\n  Ann: discard 3s, discard 7d"), "10:3", "refusal-inexact"),  # turn.order, turn.phase
        (
            ("  expect moves Bob: stock, take", "  Bob: stock\n  expect holds Bob: 2c 2d 2h Ac 5s 7h 8s 9h Qs Kd 2s"),
            "3:10",
            "cards-open",
        ),
    ],
)
def test_lint_looks_into_hands_that_are_played(
    change: tuple[str, str], place: str, code: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "one.ginr"
    assert change[0] in PLAY
    path.write_text(PLAY.replace(*change))
    assert run(["corpus", "lint", str(path)]) == (1 if code else 0)
    assert (f"{path}:{place}: error[{code}]" in capsys.readouterr().err) is bool(code)


RUNS = """ginr 1
scenario one "Ann knocks with two best spreads"
  rule RULE
  pile: 8c
  hand Ann: 2h 3h 4h 5h 6h 7h 9c 9d 9s 3s
  hand Bob: 2c 2d 8h Ac 5s 7c 8s 9h Qs Kd
  Ann: stock Kh, knock Kh
  expect EXPECTED
  note "built for this test"
"""


@pytest.mark.parametrize(
    ("rule", "expected", "code"),
    [
        ("knock.limit", "spread Ann: [2h 3h 4h] [5h 6h 7h] [9c 9d 9s] 3s", "spread-open"),  # [2h 3h 4h 5h 6h 7h] too
        ("stock.floor", "limit 10", "rule-idle"),
        ("knock.limit", "deadwood Ann 3", ""),
    ],
)
def test_lint_tries_every_best_spread_of_a_hand_that_is_played(
    rule: str, expected: str, code: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "one.ginr"
    path.write_text(RUNS.replace("RULE", rule).replace("EXPECTED", expected))
    assert run(["corpus", "lint", str(path)]) == (1 if code else 0)
    assert (f"error[{code}]" in capsys.readouterr().err) is bool(code)


@pytest.mark.parametrize("rule", ["stock.floor", "stock.last-discard", "deal.opening"])
def test_a_position_that_another_value_makes_impossible_hangs_on_the_rule(
    rule: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "one.ginr"
    hands = PLAY.partition("  pile: 7d\n")[2].partition("  Ann: take 7d")[0]
    start = "  dealer Bob\n" if rule == "deal.opening" else "  pile: 7d\n  stock 2:\n"
    variant = "  variant standard with stock.last-discard = free as free\n"
    expected = "  Ann: pass\n  expect legal\n"
    head = f'ginr 1\nscenario one "Ann passes"\n  note "built for this test"\n  rule {rule}\n'
    path.write_text(head + variant + start + hands + expected)
    assert run(["corpus", "lint", str(path)]) == 0, capsys.readouterr().err


def test_an_export_leaves_the_manifest_of_another_program_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for text in ('{"name": "an app"}', '{"edition": "2", "files": []}', '{"digest": "sha256:0"}', "[1]", "no JSON"):
        (tmp_path / "manifest.json").write_text(text)
        assert run(["corpus", "export", str(tmp_path)]) == 4
        assert "[not-empty]" in capsys.readouterr().err
        assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("manifest.json", text)]


def test_fmt_refuses_a_chapter(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "chapter.md"
    path.write_text("# A chapter\n")
    assert run(["corpus", "fmt", str(path)]) == 4
    assert (
        capsys.readouterr().err == f"{path}: error[markdown]: only .ginr files are formatted, not the examples of a chapter\n"
    )
    assert path.read_text() == "# A chapter\n"


def test_the_readme_of_an_export_says_what_has_no_order() -> None:
    assert "winners, hands, legal, players: the same, in any order" in README


UNFORMATTED = SCENARIO.replace("4h 5h", "4♥  5h")


def test_fmt_writes_through_no_file_that_lies_beside(tmp_path: Path) -> None:
    path, foreign = tmp_path / "one.ginr", tmp_path / "foreign.txt"
    path.write_text(UNFORMATTED)
    foreign.write_text("mine\n")
    (tmp_path / ".one.ginr.new").symlink_to(foreign)
    assert run(["corpus", "fmt", str(path)]) == 0
    assert foreign.read_text() == "mine\n"
    assert (tmp_path / ".one.ginr.new").is_symlink()
    assert "[4h 5h 6h]" in path.read_text()
    assert len(list(tmp_path.iterdir())) == 3


def test_fmt_follows_a_link_and_keeps_it_and_the_rights(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    path = tmp_path / "there" / "one.ginr"
    path.write_text(UNFORMATTED)
    path.chmod(0o640)
    link = tmp_path / "link.ginr"
    link.symlink_to(path)
    assert run(["corpus", "fmt", str(link)]) == 0
    assert link.is_symlink()
    assert "[4h 5h 6h]" in path.read_text()
    assert path.stat().st_mode & 0o777 == 0o640
    assert list(path.parent.iterdir()) == [path]


def test_fmt_carries_on_after_a_file_that_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    one, two = tmp_path / "one.ginr", tmp_path / "two.ginr"
    for path in (one, two):
        path.write_text(UNFORMATTED)
    replace = Path.replace

    def refused(self: Path, target: Path) -> Path:
        if target.name == "one.ginr":
            raise OSError(28, "No space left on device")
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", refused)
    assert run(["corpus", "fmt", str(one), str(two)]) == 4
    captured = capsys.readouterr()
    assert captured.out == f"{two}: formatted\n"
    assert captured.err == f"{one}: error[not-writable]: cannot be written: No space left on device\n"
    assert one.read_text() == UNFORMATTED
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one.ginr", "two.ginr"]


@pytest.mark.skipif(os.fsencode("\udcff") != b"\xff", reason="names of files are no bytes here")
def test_fmt_names_a_file_whose_name_is_no_text(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "\udcff.ginr"
    try:
        path.write_text(UNFORMATTED)
    except OSError:
        pytest.skip("this file system wants names that are text")
    assert run(["corpus", "fmt", str(path)]) == 0
    assert "\\udcff.ginr: formatted" in capfd.readouterr().out


def test_an_export_does_not_take_a_deep_manifest_for_its_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "manifest.json").write_text(100_000 * "[")
    assert run(["corpus", "export", str(tmp_path), "--rule", "knock.limit"]) == 4
    assert "[not-empty]" in capsys.readouterr().err
