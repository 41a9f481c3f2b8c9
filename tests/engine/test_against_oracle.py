"""The engine against the naive oracle, on uniform, dense and adversarial questions under many rules."""

import random
from typing import Any

import pytest

from ginrules.cards import TEXT, bits, parse_cards, write_card, write_cards
from ginrules.engine.melds import melder
from ginrules.rules.typed import typed_rules
from tests.engine.questions import FACTS, ROOT, random_rules, random_showdown, reply_to, rules
from tests.oracle import melds as oracle
from tests.oracle.showdown import score as oracle_score

MELD_RULES: dict[str, dict[str, Any]] = {
    "standard": {},
    "ace high or low": {"melds__ace": "high-or-low"},
    "round the corner, ace 15": {"melds__ace": "round-the-corner", "deck__values": {**ROOT["deck.values"], "A": 15}},
    "runs of 3": {"melds__run_max": 3},
    "runs to 5": {"melds__run_max": 5},
    "runs from 4": {"melds__run_min": 4},
    "runs of 4 to 5 round the corner": {"melds__run_min": 4, "melds__run_max": 5, "melds__ace": "round-the-corner"},
    "sets of 3": {"melds__set_max": 3},
    "sets of 4": {"melds__set_min": 4},
    "sets of 3, courts 0": {"melds__set_max": 3, "deck__values": {**ROOT["deck.values"], "J": 0, "Q": 0, "K": 0}},
}


def hands(seed: str, count: int) -> list[frozenset[str]]:
    """Hands of 7 to 13 cards, from the whole pack and from windows of four to six ranks."""
    rng = random.Random(seed)
    found = []
    for number in range(count):
        width = (13, 13, 6, 5, 4)[number % 5]
        lowest = rng.randrange(14 - width)
        window = [TEXT[13 * suit + rank] for suit in range(4) for rank in range(lowest, lowest + width)]
        found.append(frozenset(rng.sample(window, rng.choice((7, 10, 10, 11, 11) if width > 4 else (7, 10)))))
    return found


@pytest.mark.parametrize("name", MELD_RULES)
def test_deadwood_arrangements_and_discards(name: str) -> None:
    values = rules(**MELD_RULES[name])
    typed = typed_rules({**ROOT, **values})
    engine = melder(typed.deck, typed.melds)
    for cards in hands(name, 60):
        hand = parse_cards(" ".join(cards))
        best = oracle.best_spreads(cards, values)
        least = oracle.points(cards.difference(*best[0]), values)
        assert engine.deadwood(hand) == least
        found = {frozenset(frozenset(write_cards(meld)) for meld in spread) for spread in engine.arrangements(hand)}
        assert found == {frozenset(family) for family in best}
        deadwood, spread = engine.arrange(hand)
        assert deadwood == least
        assert frozenset(frozenset(write_cards(meld)) for meld in spread) in found


@pytest.mark.parametrize("name", MELD_RULES)
def test_every_discard_keeps_what_the_search_says_of_the_rest(name: str) -> None:
    values = rules(**MELD_RULES[name])
    typed = typed_rules({**ROOT, **values})
    engine = melder(typed.deck, typed.melds)
    for cards in hands(name, 20):
        kept = {write_card(card): left for card, left in engine.discards(parse_cards(" ".join(cards))).items()}
        assert kept == {card: oracle.least_deadwood(cards - {card}, values) for card in cards}


def test_discards_are_the_deadwood_of_the_rest_on_many_hands() -> None:
    engine = melder(typed_rules(ROOT).deck, typed_rules(ROOT).melds)
    for cards in hands("discards", 2000):
        hand = parse_cards(" ".join(cards))
        assert engine.discards(hand) == {card: engine.deadwood(hand ^ card) for card in bits(hand)}


def check_reply(params: dict[str, Any], reply: dict[str, Any]) -> None:
    """What the engine says was played is legal, disjoint, and leaves what it says; steps add up."""
    values = params["rules"]
    knocker = params["knocker"]
    table = [set(meld) for meld in reply["spreads"][knocker]]
    for player, hand in params["hands"].items():
        laid = reply["layoffs"].get(player, [])
        gone = [card for group in reply["spreads"][player] for card in group] + [
            card for each in laid for card in each["cards"]
        ]
        left = set(hand) - {params.get("discard") if player == knocker else None}
        assert len(gone) == len(set(gone))
        assert set(gone) <= left
        assert oracle.points(frozenset(left - set(gone)), values) == reply["deadwood"][player]
        assert all(oracle.is_meld(frozenset(group), values) for group in reply["spreads"][player])
        for each in laid:
            (meld,) = (meld for meld in table if each["onto"] in meld)
            meld.update(each["cards"])
        assert sum(step["points"] for step in reply["steps"] if step["player"] == player) == reply["points"][player]
    assert all(oracle.is_meld(frozenset(meld), values) for meld in table)
    assert set(reply["layoffs"]) == set(params["players"]) - {knocker}
    assert all(step["rule"] in values and step["text"] for step in reply["steps"])


def compare(params: dict[str, Any]) -> str:
    """Compare the answers to one question; says what came of it."""
    reply = reply_to("score", params)
    expected = oracle_score(params)
    if "refused" in expected:
        assert set(reply["refused"]["rules"]) == expected["refused"]
        return "refused"
    assert {fact: reply[fact] for fact in FACTS if fact in reply} == expected
    check_reply(params, reply)
    told = {**params, "spreads": reply["spreads"], "layoffs": reply["layoffs"]}
    again = reply_to("score", told)
    assert {fact: again.get(fact) for fact in FACTS} == {fact: reply.get(fact) for fact in FACTS}
    return str(reply["outcome"])


@pytest.mark.parametrize("seed", range(10))
def test_showdowns_under_many_rules(seed: int) -> None:
    rng = random.Random(f"showdown {seed}")
    came = [compare(random_showdown(rng, random_rules(rng, rng.randrange(9)))) for _ in range(70)]
    assert 20 < came.count("refused") < 56  # else the questions say little


def test_showdowns_of_every_outcome_under_the_standard_rules_but_no_limit() -> None:
    rng = random.Random("outcomes")
    values = rules(knock__limit={"kind": "any"}, gin__big="replaces", scoring__tie="no-score", layoff__on_gin="allowed")
    came = [compare(random_showdown(rng, values)) for _ in range(200)]
    assert set(came) >= {"knock", "gin", "undercut", "tie", "refused"}
