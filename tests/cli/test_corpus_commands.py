"""`ginrules corpus`, as a user types it."""

import json
from pathlib import Path

import pytest

from ginrules.cli import run

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
    assert records
    assert all(
        record["question"]["params"]["rules"].get("scoring.undercut", 10) == 10
        for record in records
        if record["column"] == "classic"
    )
