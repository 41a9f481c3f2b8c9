"""Several processes find what one finds."""

import signal
from pathlib import Path

import pytest

from ginrules.adequacy.cases import pose_file
from ginrules.adequacy.matrix import matrix
from ginrules.adequacy.team import Team
from ginrules.diagnostics import InvalidInput
from tests.adequacy.tiny import OVER, TIE, WITHIN, team


def files(folder: Path) -> list[Path]:
    for name, scenarios in (("a", (TIE,)), ("b", (OVER, WITHIN))):
        (folder / f"{name}.ginr").write_text("ginr 1\nplayers Ann Bob\n" + "\n".join(scenarios))
    return [folder / "a.ginr", folder / "b.ginr"]


def test_two_processes_find_what_one_finds(tmp_path: Path) -> None:
    with Team(1) as alone, Team(2) as two:
        for each in (alone, two):
            each.compile(files(tmp_path))
        assert [posed.key for posed in two.posed] == [posed.key for posed in alone.posed]
        assert [posed.scenario for posed in alone.posed] == ["tie", "over", "within"]
        assert matrix(two) == matrix(alone) != ()


def test_every_piece_of_work_is_told_of(tmp_path: Path) -> None:
    told: list[int] = []
    with Team(1, told.append) as alone:
        alone.compile(files(tmp_path))
        assert told == [2, 0, 0]
        matrix(alone)
    assert told.count(0) == sum(told)


def test_a_broken_corpus_says_all_that_is_wrong(tmp_path: Path) -> None:
    paths = files(tmp_path)
    for path in paths:
        path.write_text(path.read_text().replace("4h 5h 6h", "4h 5h 6x"))
    (tmp_path / "c.ginr").write_text("ginr 1\nplayers Ann Bob\n" + TIE.replace("variant standard", "variant nosuch"))
    with Team(1) as alone, pytest.raises(InvalidInput) as wrong:
        alone.compile([*paths, tmp_path / "c.ginr"])
    assert {Path(each.file).name for each in wrong.value.diagnostics} == {"a.ginr", "b.ginr", "c.ginr"}


def test_what_a_scenario_sets_itself_is_known(tmp_path: Path) -> None:
    (tie, *_) = team(tmp_path, TIE, OVER).posed
    assert tie.setting.overridden == {"scoring.tie", "scoring.undercut"}
    assert tie.setting.variant == "standard"
    assert tie.setting.values["players.count"] == [2]
    assert (tie.line, Path(tie.file).name) == (3, "tiny.ginr")


def test_equal_settings_of_a_file_are_one(tmp_path: Path) -> None:
    over, within = team(tmp_path, OVER, WITHIN).posed
    assert over.setting is within.setting


def test_a_file_that_cannot_be_read_is_said(tmp_path: Path) -> None:
    posed, wrong = pose_file(tmp_path / "nosuch.ginr")
    assert posed == ()
    assert len(wrong) == 1


def _holds_back_interruptions(_: int) -> bool:
    return signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ())


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="the system cannot hold signals back")
def test_the_processes_begin_with_interruptions_held_back() -> None:
    with Team(2) as two:
        two.compile(())
        assert two.each(_holds_back_interruptions, (1, 2)) == [True, True]
    assert not _holds_back_interruptions(0)
