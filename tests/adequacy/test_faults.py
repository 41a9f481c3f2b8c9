"""The catalogue of faults: broken engines, what catches them, and how one is served."""

import sys
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from ginrules.adequacy.asking import Asker, Told
from ginrules.adequacy.faults import CHAPTERS, FAULTS, Asked, Fault, named
from ginrules.adequacy.faults.caught import TOUCHED, Caught, caught_by, faults, told
from ginrules.adequacy.faults.engine import FaultyEngine
from ginrules.adequacy.faults.fault import broken, misread
from ginrules.cli import run
from ginrules.diagnostics import Json
from ginrules.engine.parts import STANDARD, Parts
from ginrules.notation.citations import citable
from ginrules.questions import Method
from ginrules.rules.resolve import load_variant
from ginrules.verify.builtin import BuiltinEngine
from tests import faults_page
from tests.adequacy.tiny import OVER, TIE, WITHIN, team

ROOT = load_variant("standard").values


def test_every_fault_has_a_name_of_its_own_and_says_what_it_breaks() -> None:
    assert len(FAULTS) >= 45
    assert len(named()) == len(FAULTS) == sum(map(len, CHAPTERS.values()))
    for fault in FAULTS:
        assert fault.name == fault.name.lower().strip("-")
        assert " " not in fault.name
        assert fault.rule in citable(), fault
        assert fault.sentence.endswith(".")
        assert fault.sentence.count(". ") == 0
        assert fault.origin
        assert "|" not in fault.sentence + fault.origin


def test_every_piece_of_the_engine_says_which_answers_it_has_a_share_in() -> None:
    assert set(TOUCHED) == {field.name for field in fields(Parts)}


# --- the page, and what is on it


def test_the_page_is_what_the_catalogue_says() -> None:
    text = faults_page.PAGE.read_text(encoding="utf-8")
    assert text == faults_page.markdown(faults_page.on_the_page()), "python -m tests.faults_page > docs/faults.md"


def test_every_fault_is_found_by_the_scenario_of_the_page() -> None:
    found = faults_page.on_the_page()
    asker, posed = Asker(), faults_page.corpus(frozenset(found.values()))
    for fault in FAULTS:
        about = [each for each in posed if each.scenario == found[fault.name]]
        assert fault.rule in about[0].case.rules
        assert Told.FAILS in {told(asker, each, fault) for each in about}, fault.name


# --- the part of the measure

TIE_FAULTS = {"undercut-only-if-lower", "tie-scores-nothing", "tie-without-bonus"}


def test_what_a_scenario_catches(tmp_path: Path) -> None:
    with team(tmp_path, TIE, OVER, WITHIN) as tiny:
        caught = caught_by(tiny)
    assert {each.fault for each in caught if each.scenario == "tie" and each.cites} == TIE_FAULTS
    assert Caught("limit-below", "within", cites=False) in caught
    assert Caught("limit-exactly", "within", cites=True) not in caught  # ten is exactly the limit


def test_a_fault_that_nothing_catches_is_a_gap() -> None:
    caught = [Caught(fault.name, fault.name, cites=True) for fault in FAULTS[2:]]
    result = faults([*caught, Caught(FAULTS[0].name, "one", cites=False)])
    assert [gap.about for gap in result.gaps] == [FAULTS[0].rule, FAULTS[1].rule]
    assert result.gaps[0].says.startswith(f"{FAULTS[0].name} is caught by no scenario that cites {FAULTS[0].rule}")
    assert result.met == result.obligations - 2


def test_faults_that_the_same_scenarios_catch_are_a_gap() -> None:
    caught = [Caught(fault.name, fault.name, cites=True) for fault in FAULTS[1:]]
    (gap,) = faults([*caught, Caught(FAULTS[0].name, FAULTS[1].name, cites=True)]).gaps
    assert gap.says == f"{FAULTS[1].name} is caught by the same scenarios as {FAULTS[0].name}"
    assert faults([*caught, Caught(FAULTS[0].name, "another", cites=True)]).holds


def test_a_broken_piece_that_raises_gives_no_answer(tmp_path: Path) -> None:
    def stop(*_: Any, **__: Any) -> Any:
        raise AssertionError

    with team(tmp_path, TIE) as tiny:
        (posed,) = tiny.posed
        assert told(Asker(), posed, Fault("stops", "scoring.tie", "", "", broken(pay=stop))) is Told.FAILS
        assert told(Asker(), posed, Fault("stops", "scoring.tie", "", "", broken(moves={}))) is Told.HOLDS
        assert told(Asker(), posed, Fault("none", "scoring.tie", "", "", misread("game.bonus", lambda _: 1))) is Told.HOLDS


def test_the_engine_itself_is_never_changed() -> None:
    before = {field.name: getattr(STANDARD, field.name) for field in fields(Parts)}
    for fault in FAULTS:
        fault.slip(Asked(Method.ARRANGE, 0, load_variant("standard").rules()))
    assert {name: getattr(STANDARD, name) for name in before} == before


# --- an engine with a fault


def arranged(hand: str, engine: BuiltinEngine) -> Json:
    rules: dict[str, Json] = {rule: ROOT[rule] for rule in ROOT if rule.startswith(("deck.", "melds."))}
    return engine.answer("arrange", {"hand": [*hand.split()], "rules": rules})["deadwood"]


def test_a_faulty_engine_answers_wrongly() -> None:
    # 4 5 6 7 of spades is the longest meld; without it three sevens and 4 5 6 leave nothing.
    hand = "4s 5s 6s 7s 7c 7d"
    assert arranged(hand, BuiltinEngine()) == 0
    assert arranged(hand, FaultyEngine(named()["longest-meld-first"])) == 14
    assert arranged(hand, FaultyEngine(named()["greedy-layoff"])) == 0


def test_a_faulty_engine_says_so() -> None:
    engine = FaultyEngine(named()["layoff-on-gin"]).capabilities()["engine"]
    assert isinstance(engine, dict)
    assert engine["name"] == "ginrules --fault layoff-on-gin"


@pytest.mark.parametrize(
    ("fault", "scenario"),
    [
        ("greedy-layoff", "layoff-first-meld-that-fits"),
        ("taken-card-thrown-back", "taken-card-thrown-back"),
        ("boxes-never-added", "settle-bonus-to-the-undercutter"),
    ],
)
def test_a_verification_of_it_fails(fault: str, scenario: str, capfd: pytest.CaptureFixture[str]) -> None:
    engine = f"{sys.executable} -m ginrules serve"
    assert run(["verify", engine, "--id", scenario]) == 0
    assert run(["verify", f"{engine} --fault {fault}", "--id", scenario]) == 1
    assert scenario in capfd.readouterr().out


def test_the_list_of_faults(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["serve", "--fault", "list"]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in printed] == [fault.name for fault in FAULTS]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["gredy-layoff"], "no fault is called 'gredy-layoff'; did you mean 'greedy-layoff'?"),
        (["xyz"], "no fault is called 'xyz'; --fault list prints them"),
        (["greedy-layoff", "limit-below"], "give --fault once"),
    ],
)
def test_a_fault_that_there_is_not(arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["serve", *(word for name in arguments for word in ("--fault", name))]) == 2
    assert says in " ".join(capsys.readouterr().err.split())
