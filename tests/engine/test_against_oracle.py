"""The engine against the naive oracle, on uniform, dense and adversarial questions under many rules."""

import random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ginrules.cards import TEXT, bits, parse_cards, write_card, write_cards
from ginrules.engine.melds import melder
from ginrules.rules.catalogue import rules_read
from ginrules.rules.typed import typed_rules
from tests.engine.questions import FACTS, ROOT, random_rules, random_showdown, reply_to, rules
from tests.oracle import melds as oracle
from tests.oracle import random_showdown as many
from tests.oracle.messages import has_float
from tests.oracle.showdown import after
from tests.oracle.showdown import answers as oracle_answers

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
    extended = values["layoff.onto"] == "extended"
    shown = oracle.jokers_apart(reply["spreads"][knocker])
    table = list(shown)
    for player in [knocker, *after(params, knocker)]:
        laid = reply["layoffs"].get(player, [])
        cards = oracle.jokers_apart(each["cards"] for each in laid)
        melds = oracle.jokers_apart(reply["spreads"][player])
        (hand,) = oracle.jokers_apart([params["hands"][player]])
        if player == knocker and "discard" in params:
            hand = oracle.without(hand, [params["discard"]])
        assert oracle.may_go_together(hand, *melds, *cards)
        assert oracle.points(oracle.without(hand, *melds, *cards), values) == reply["deadwood"][player]
        assert all(oracle.is_meld(meld, values) for meld in melds)
        mine = list(table) if extended else list(shown)
        for each, group in zip(laid, cards, strict=True):
            (at,) = (number for number, meld in enumerate(shown) if each["onto"] in oracle.stands_for(meld))
            mine[at] |= {card.replace("*", f"*{player}") for card in group}
        assert all(oracle.is_meld(meld, values) for meld in mine)
        table = mine
        assert sum(step["points"] for step in reply["steps"] if step["player"] == player) == reply["points"][player]
    assert set(reply["layoffs"]) == set(params["players"]) - {knocker}
    assert all(step["rule"] in values and step["text"] for step in reply["steps"])


def compare(params: dict[str, Any]) -> str:
    """Compare the answers to one question; says what came of it. Where the rules leave several open, it is one of them."""
    reply = reply_to("score", params)
    expected = oracle_answers(params)
    if "refused" in reply:
        assert {"refused": set(reply["refused"]["rules"])} in expected
        return "refused"
    assert {fact: reply[fact] for fact in FACTS if fact in reply} in expected
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


@pytest.mark.parametrize(
    ("jokers", "players", "each"), [(0, (3, 4, 5), 240), (1, (2, 3, 4), 160), (2, (2, 3), 80), (4, (2, 3), 30)]
)
def test_showdowns_of_several_and_with_jokers(jokers: int, players: tuple[int, ...], each: int) -> None:
    rng = random.Random(f"several {jokers}")
    came = []
    for number in range(each):
        seats = players[number % len(players)]
        values = many.random_rules(rng, seats, jokers, rng.randrange(9))
        came.append(compare(many.random_showdown(rng, values, seats)))
    assert set(came) >= {"knock", "gin", "undercut", "refused"}
    assert came.count("refused") < 0.6 * each


@settings(max_examples=30)
@given(st.randoms(use_true_random=False), st.sampled_from((0, 0, 1, 2)), st.sampled_from((2, 3, 4)))
def test_showdowns_that_hypothesis_draws(rng: random.Random, jokers: int, seats: int) -> None:
    compare(many.random_showdown(rng, many.random_rules(rng, seats, jokers, 5), seats))


@pytest.mark.parametrize(("jokers", "size", "each"), [(1, 10, 80), (2, 10, 40), (3, 8, 20), (4, 7, 20)])
def test_arrangements_with_jokers(jokers: int, size: int, each: int) -> None:
    rng = random.Random(f"arrange {jokers}")
    for number in range(each):
        values = many.random_rules(rng, 2, jokers, 6)
        hand = many.dense_pack(rng, jokers)[:size]
        asked = {"rules": {rule: values[rule] for rule in rules_read("arrange")}, "hand": [oracle.plain(card) for card in hand]}
        reply = reply_to("arrange", asked)
        assert reply["deadwood"] == oracle.least_deadwood(frozenset(hand), values), (number, asked)
        melds = oracle.jokers_apart(reply["melds"])
        assert all(oracle.is_meld(meld, values) for meld in melds)
        assert oracle.may_go_together(frozenset(hand), *melds)
        assert oracle.points(oracle.without(frozenset(hand), *melds), values) == reply["deadwood"]


def exchanged(value: Any, cards: dict[str, str]) -> Any:
    """A message with other cards in the place of some; jokers stand for the others."""
    if isinstance(value, dict):
        return {key: exchanged(each, cards) for key, each in value.items()}
    if isinstance(value, list):
        return [exchanged(each, cards) for each in value]
    return value[:-2] + cards[value[-2:]] if isinstance(value, str) and value[-2:] in cards else value


@settings(max_examples=30)
@given(st.randoms(use_true_random=False), st.sampled_from((0, 1, 2)), st.sampled_from((2, 3, 4)))
def test_suits_exchanged_change_no_showdown(rng: random.Random, jokers: int, seats: int) -> None:
    """Spades stay where one doubles; nothing is asked whose answer the rules leave open."""
    values = many.random_rules(rng, seats, jokers, 5)
    params = many.random_showdown(rng, values, seats)
    assume(len(oracle_answers(params)) == 1)
    suits = rng.sample("cdhs", 4) if values["scoring.spades"] == "nothing" else [*rng.sample("cdh", 3), "s"]
    cards = {card: card[0] + suits["cdhs".index(card[1])] for card in TEXT}
    asked = {**exchanged({key: value for key, value in params.items() if key != "rules"}, cards), "rules": values}
    ours, others = reply_to("score", params), reply_to("score", asked)
    assert {fact: ours.get(fact) for fact in FACTS} == {fact: others.get(fact) for fact in FACTS}
    assert ours.get("refused", {}).get("rules") == others.get("refused", {}).get("rules")
    assert not has_float(ours)
