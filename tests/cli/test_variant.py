"""`ginrules variant`, as a user types it."""

import json
from pathlib import Path

import pytest

from ginrules.cli import run

ROOT = Path(__file__).parent.parent.parent
SHIPPED = ("basic", "classic", "north-american", "open-spiel", "standard", "strict")


def test_the_shipped_variants_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["variant", "list"]) == 0
    out = capsys.readouterr().out
    for name in SHIPPED:
        assert f"\n{name} " in "\n" + out


def test_a_folder_adds_variants(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine.yaml").write_text(
        "spec: 1\nid: mine\nname: My game\nsummary: Seven.\nextends: standard\nknock: {limit: 7}\n"
    )
    assert run(["variant", "list", "--json", "--variants", str(tmp_path)]) == 0
    listed = {each["id"]: each for each in json.loads(capsys.readouterr().out)}
    assert listed["mine"] == {"id": "mine", "name": "My game", "summary": "Seven."}
    assert run(["variant", "show", "mine", "--variants", str(tmp_path)]) == 0
    assert "knock.limit  {kind: fixed, points: 7}" in capsys.readouterr().out


def test_show_says_where_each_rule_comes_from(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert run(["variant", "show", "classic", "--resolved"]) == 0
    lines = capsys.readouterr().out.splitlines()
    undercut = next(line for line in lines if line.startswith("scoring.undercut"))
    assert undercut.split()[1] == "10"
    assert "variants/classic.yaml:" in undercut
    limit = next(line for line in lines if line.startswith("knock.limit"))
    assert "variants/standard.yaml:" in limit


def test_show_json_has_the_promised_shape(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["variant", "show", "classic", "--json", "--set", "knock.limit=7"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert set(shown) == {"id", "name", "rules", "origins"}
    assert shown["rules"]["knock.limit"] == {"kind": "fixed", "points": 7}
    assert shown["origins"]["knock.limit"].startswith("--set")
    assert set(shown["origins"]) == set(shown["rules"])


def test_three_wrong_lines_give_three_errors_with_line_column_caret_and_hint(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    assert run(["variant", "check", "docs/demo/three-mistakes.yaml"]) == 1
    captured = capsys.readouterr()
    assert captured.err == ""
    assert captured.out.endswith("\n1 file: 3 errors\n")
    for place, code, hint in (
        ("6:10", "unknown-variant", "did you mean 'standard'?"),
        ("7:9", "unknown-key", "did you mean 'limit'?"),
        ("9:8", "not-a-value", "did you mean 'undercut'?"),
    ):
        assert f"docs/demo/three-mistakes.yaml:{place}: error[{code}]" in captured.out
        assert hint in captured.out
    assert captured.out.count("^") > 3


def test_check_json_is_a_list_of_diagnostics(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["variant", "check", str(ROOT / "docs" / "demo" / "three-mistakes.yaml"), "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert [each["line"] for each in found] == [6, 7, 9]
    assert set(found[0]) == {"file", "line", "column", "severity", "code", "message", "hint"}


def test_a_good_file_is_said_to_be_good(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["variant", "check", str(ROOT / "docs" / "demo" / "our-house.yaml")]) == 0
    captured = capsys.readouterr()
    assert captured.out == "1 file: no errors\n"
    assert captured.err == ""


def test_a_table_is_shown_by_what_differs_from_the_parent(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    head = "spec: 1\nid: {id}\nname: Mine\nsummary: Ours.\nextends: {parent}\n"
    mine = tmp_path / "mine.yaml"
    mine.write_text(head.format(id="mine", parent="standard") + "deck: {values: {A: 15}}\nknock: {limit: 7}\n")

    def shown(*arguments: str) -> list[str]:
        assert run(["variant", "show", *arguments]) == 0
        return [line for line in capsys.readouterr().out.splitlines() if line.startswith(("deck.values", "knock.limit"))]

    values, limit = shown(str(mine))
    assert values.startswith("deck.values  {A: 15, the rest as in standard}  ")
    assert values.index(str(mine)) == limit.index(str(mine))
    assert shown(str(mine), "--set", "deck.values={K: 3}")[0].startswith("deck.values  {K: 3, the rest as in mine}  --set:1")
    assert "{A: 15, the rest as in standard}" in shown(str(mine), "--resolved")[0]
    assert "{A: 1, 2: 2, 3: 3, 4: 4, 5: 5," in shown("standard")[0]
    mine.write_text(head.format(id="mine", parent="standard") + "deck: {values: {A: 1}}\n")
    assert shown(str(mine))[0].startswith("deck.values  as in standard  ")
    assert run(["variant", "show", str(mine), "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["rules"]["deck.values"]) == 14


@pytest.mark.parametrize("name", SHIPPED)
def test_every_shipped_variant_is_valid(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["variant", "check", str(ROOT / "variants" / f"{name}.yaml")]) == 0
    assert capsys.readouterr().out == "1 file: no errors\n"
