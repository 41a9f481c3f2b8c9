"""Whole hands beside OpenSpiel and RLCard: fewer than `python -m tests.agreement` plays, and the differences that are known."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any

import pytest

from ginrules.adapters.open_spiel import PLAYED as OPEN_SPIEL_PLAYED
from ginrules.adapters.open_spiel import OpenSpiel
from ginrules.adapters.open_spiel_table import Table
from ginrules.adapters.played import Schema, plays
from ginrules.adapters.rlcard import PLAYED as RLCARD_PLAYED
from ginrules.cards import BIT, parse_cards, union
from ginrules.engine.play import Action, Do, Phase, State, start
from ginrules.rules.resolve import load_variant
from tests.agreement import open_spiel, rlcard
from tests.agreement.__main__ import report
from tests.agreement.side_by_side import UNEXPLAINED, Tally, laid_out, play_to_the_knock
from tests.engine.playing import PLAYERS, rest

HANDS = 90


def library(name: str) -> Any:
    """A foreign engine; the test is skipped by its name where it is not installed."""
    return pytest.importorskip(name, reason=f"{name} is not installed: install ginrules[engines]")


def test_open_spiel_agrees_on_whole_hands(capsys: pytest.CaptureFixture[str]) -> None:
    tally = open_spiel.compare(HANDS, library("pyspiel"))
    assert dict(tally.differences) == {}
    assert tally.counts["hands"] == HANDS
    assert tally.counts["best defences"] >= 20
    assert tally.counts["lay-offs accepted"] >= 5
    assert tally.counts["dead hands"] >= 20
    report("OpenSpiel", tally)
    assert "differences by cause: none" in capsys.readouterr().out


def test_a_knock_that_open_spiel_does_not_offer_is_known_by_its_own_list_of_discards() -> None:
    # In hand 167 only the five of diamonds, a card of the best split of the eleven, may be thrown to knock.
    tally = open_spiel.compare(1, library("pyspiel"), first=167)
    assert set(tally.differences) == {open_spiel.NOT_OFFERED}
    assert "knock 5d" in tally.examples[open_spiel.NOT_OFFERED]


def test_the_last_discard_that_open_spiel_does_not_offer_has_the_same_cause() -> None:
    # The cards of the scenario best-discard-is-in-a-meld: with 5s only 7h may be thrown, and 2 + 4 + 4 = 10 are left.
    module = library("pyspiel")
    engine = OpenSpiel(module)
    variant = load_variant("open-spiel")
    bob = parse_cards("2c 6c 4d 5d 6d 4h 5h 6h 7h 6s")
    last = BIT["5s"]
    ann, upcard, *stock = (union(rest(bob, last)[:10]), *rest(bob, last)[10:])
    stock.insert(28, last)  # Ann draws it, the 29th card, and throws it: two are left
    state = start(variant.rules(), PLAYERS, "Bob", hands={"Ann": ann, "Bob": bob}, upcard=upcard, stock=stock)
    game = engine._game(variant.question_rules("play"), 10)
    tally = Tally()
    seat = laid_out("the wall", state, lambda deal: Table(module, game, deal))

    def choose(_state: State, actions: list[Action]) -> Action:
        wanted = [action for action in actions if action.do in {Do.PASS, Do.STOCK} or action.card in stock]
        return wanted[0]

    assert play_to_the_knock(seat, choose, tally, open_spiel.explain).phase is Phase.OVER
    assert dict(tally.differences) == {open_spiel.NOT_OFFERED: 1}
    assert "wall: ours ['Bob take'], theirs []" in tally.examples[open_spiel.NOT_OFFERED]


def test_rlcard_agrees_up_to_going_out() -> None:
    module = library("rlcard")
    importlib.import_module("rlcard.games.gin_rummy.game")
    tally = rlcard.compare(24, module)
    assert dict(tally.differences) == {}
    assert tally.counts["hands"] == 24


def test_gin_with_eleven_melded_cards_is_where_rlcard_differs() -> None:
    # In hand 47 it names the nine of spades, from the middle of 7s 8s 9s Ts.
    module = library("rlcard")
    importlib.import_module("rlcard.games.gin_rummy.game")
    tally = rlcard.compare(1, module, first=47)
    assert set(tally.differences) == {rlcard.NO_ORDER}


def test_what_nobody_can_explain_is_called_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hands under another limit of returns than the engine's two: a difference that no cause covers."""
    monkeypatch.setattr(open_spiel, "overrides", lambda _rng: ("turn.returns-limit=3",))
    tally = open_spiel.compare(60, library("pyspiel"))
    assert set(tally.differences) == {UNEXPLAINED}


@pytest.mark.parametrize(("variant", "table"), [("open-spiel", OPEN_SPIEL_PLAYED), ("rlcard", RLCARD_PLAYED)])
def test_an_engine_plays_every_rule_of_its_own_variant(variant: str, table: Mapping[str, Schema]) -> None:
    values = load_variant(variant).values
    assert [rule for rule, schema in table.items() if not plays(schema, values[rule])] == []
