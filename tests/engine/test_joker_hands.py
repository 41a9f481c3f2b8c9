"""Jokers in declared spreads, lay-offs and whole hands: what is refused, what is named best, what happens at the pile.

Every expected number is worked out by hand in a comment or follows from `naive_jokers`.
"""

import random
from typing import Any

import pytest

from ginrules.cards import JOKERS, ONE_JOKER, Meld, bits, parse_cards, read_melded, shape, union, write_cards, write_melded
from ginrules.engine.actions import Action, Do
from ginrules.engine.openings import Impossible, deal, position, start
from ginrules.engine.parts import STANDARD as STANDARD_PARTS
from ginrules.engine.play import legal, play, result, step
from ginrules.engine.showdown import score
from ginrules.engine.state import Phase, State
from ginrules.engine.values import Call, LayOff, Refusal, Showdown, ShowdownQuestion
from ginrules.rules.variant import (
    BigGin,
    CardValues,
    Comparison,
    GinChoice,
    JokerTaken,
    LastDiscard,
    Limit,
    LimitKind,
    Needed,
    Onto,
    OwnMelds,
    ReturnTaken,
    Rules,
    Spades,
)
from tests.engine import naive_jokers as naive
from tests.engine.playing import PLAYERS, STANDARD, rules
from tests.engine.playing import without as parted
from tests.engine.test_jokers import as_naive, some_hands

TWO = rules(deck={"jokers": 2})
FOUR = rules(deck={"jokers": 4})
SECOND_JOKER = ONE_JOKER << 1


SHOWN = "[4h 5h *] [9c 9d 9s] [Jc Qc Kc]"


def melds(text: str) -> tuple[Meld, ...]:
    """A spread as the notation writes it."""
    return read_melded(part.split() for part in text.replace("[", "").split("]")[:-1])


def lay_off(text: str) -> LayOff:
    """Cards onto a card: `7h * on 4h`."""
    cards, onto = text.split(" on ")
    (laid,) = read_melded([cards.split()])
    return LayOff(laid, parse_cards(onto))


def ask(
    hands: dict[str, str],
    played: Rules = TWO,
    *,
    spreads: dict[str, str] | None = None,
    layoffs: dict[str, tuple[str, ...]] | None = None,
    without: frozenset[str] = frozenset(),
    **changes: Any,
) -> Showdown | Refusal:
    """A knock by Ann; the jokers of the hands are those of one pack."""
    held = read_melded(hand.split() for hand in hands.values())
    question: dict[str, Any] = {
        "players": tuple(hands),
        "knocker": "Ann",
        "call": Call.KNOCK,
        "hands": dict(zip(hands, held, strict=True)),
        "spreads": {player: melds(text) for player, text in (spreads or {}).items()},
        "layoffs": {player: tuple(map(lay_off, texts)) for player, texts in (layoffs or {}).items()},
    }
    return score(ShowdownQuestion(**(question | changes)), played, STANDARD_PARTS.without(without))


def scored(*arguments: Any, **named: Any) -> Showdown:
    """A showdown that is not refused."""
    answered = ask(*arguments, **named)
    assert isinstance(answered, Showdown), answered
    return answered


def refused(*arguments: Any, **named: Any) -> tuple[tuple[str, ...], str]:
    """The ids and the message of a refusal."""
    answered = ask(*arguments, **named)
    assert isinstance(answered, Refusal)
    return answered.rules, answered.message


def written(showdown: Showdown, player: str) -> set[str]:
    """A player's melds as texts."""
    return {" ".join(write_melded(meld)) for meld in showdown.spreads[player]}


ANN = "4h 5h * 9c 9d 9s Jc Qc Kc 3s"
"""Two melds, the joker as the three or the six of hearts; 3 are left."""
BOB = "2c 2d 2h Ac 5s 7h 8s 9h Qs Kd"
"""A meld and 1 + 5 + 7 + 8 + 9 + 10 + 10 = 50; the seven of hearts fits behind a six, the nine to the nines."""


def test_an_unnamed_joker_stands_for_what_is_best_for_the_knocker() -> None:
    # *=6h lets Bob lay off 7h (34 left with 9h), *=3h does not (41): Ann names the three.
    declared = scored({"Ann": ANN, "Bob": BOB}, spreads={"Ann": "[4h 5h *] [9c 9d 9s] [Jc Qc Kc]"})
    assert written(declared, "Ann") == {"*=3h 4h 5h", "9c 9d 9s", "Jc Qc Kc"}
    assert declared.deadwood == {"Ann": 3, "Bob": 41}
    assert declared.points == {"Ann": 38, "Bob": 0}
    # who declares nothing shows the same
    assert scored({"Ann": ANN, "Bob": BOB}).deadwood == {"Ann": 3, "Bob": 41}
    # a name that is given stands
    named = scored({"Ann": ANN, "Bob": BOB}, spreads={"Ann": "[4h 5h *=6h] [9c 9d 9s] [Jc Qc Kc]"})
    assert named.deadwood == {"Ann": 3, "Bob": 34}
    assert {layoff.onto for layoff in named.layoffs["Bob"]} == {parse_cards("4h"), parse_cards("9c")}


def test_the_last_of_several_names_may_be_the_best() -> None:
    # *=3h lets Bob lay off the two of hearts, *=6h nothing but the nine that goes onto the nines.
    bob = "2s 2d 2h Ac 5s 8d 8s 9h Qs Kd"
    declared = scored({"Ann": ANN, "Bob": bob}, spreads={"Ann": "[4h 5h *] [9c 9d 9s] [Jc Qc Kc]", "Bob": "[2s 2d 2h]"})
    assert written(declared, "Ann") == {"*=3h 4h 5h", "9c 9d 9s", "Jc Qc Kc"}  # the two is melded: both are as good
    declared = scored({"Ann": ANN, "Bob": bob.replace("2s", "3s")}, spreads={"Ann": "[4h 5h *] [9c 9d 9s] [Jc Qc Kc]"})
    assert written(declared, "Ann") == {"4h 5h *=6h", "9c 9d 9s", "Jc Qc Kc"}


def test_naming_comes_before_lay_offs() -> None:
    # As the joker is named the three, the seven has no meld: no other naming is looked for.
    spreads = {"Ann": "[4h 5h *] [9c 9d 9s] [Jc Qc Kc]"}
    ids, message = refused({"Ann": ANN, "Bob": BOB}, spreads=spreads, layoffs={"Bob": ("7h on 4h",)})
    assert (ids, message) == (("melds.shape",), "*=3h 4h 5h 7h is neither a set nor a run")
    assert scored({"Ann": ANN, "Bob": BOB}, spreads=spreads, layoffs={"Bob": ()}).deadwood["Bob"] == 50


def test_what_a_joker_stands_for_cannot_be_laid_off_there_and_names_the_meld() -> None:
    spreads = {"Ann": "[4h 5h *=6h] [9c 9d 9s] [Jc Qc Kc]"}
    bob = BOB.replace("8s", "6h")
    ids, message = refused({"Ann": ANN, "Bob": bob}, spreads=spreads, layoffs={"Bob": ("6h on 4h",)})
    assert (ids, message) == (("melds.shape",), "a joker of 4h 5h *=6h 6h stands for a card that is there already")
    assert scored({"Ann": ANN, "Bob": BOB}, spreads=spreads, layoffs={"Bob": ("7h on 6h",)}).deadwood["Bob"] == 43


def test_a_natural_card_names_its_meld_before_a_joker_that_stands_for_it() -> None:
    # 5h lies in the fives; in the run a joker stands for it. 5s goes onto the fives, 7h would onto the run.
    hands = {"Ann": "4h * 6h 5c 5d 5h Jc Qc Kc 3s", "Bob": "2c 2d 2h Ac 5s 7h 8s 9h Qs Kd"}
    spreads = {"Ann": "[4h *=5h 6h] [5c 5d 5h] [Jc Qc Kc]"}
    assert scored(hands, spreads=spreads, layoffs={"Bob": ("5s on 5h",)}).deadwood["Bob"] == 45
    assert refused(hands, spreads=spreads, layoffs={"Bob": ("7h on 5h",)})[0] == ("melds.shape",)


HELD = {"Ann": "4h 5h 6h 9c 9d 9s Jc Qc * *", "Bob": BOB}


@pytest.mark.parametrize(
    ("spread", "ids", "message"),
    [
        ("[4h 5h 6h] [9c 9d 9s *=9c]", ("melds.shape",), "a joker of *=9c 9c 9d 9s stands"),
        ("[4h 5h *=6h *=6h]", ("melds.shape",), "a joker of 4h 5h"),
        ("[* *=9h]", ("melds.shape",), "there is no natural card in *=9h *"),
        ("[4h *]", ("melds.shape",), "4h * is neither a set nor a run"),
        ("[4h 9c *]", ("melds.shape",), "9c 4h * is neither a set nor a run"),
        ("[4h 5h 6h *=8h]", ("melds.shape",), "neither a set nor a run"),
        ("[4h 5h 6h] [9c 9d *=9c]", ("melds.shape",), "a joker of *=9c 9c 9d stands"),
        ("[7h 8h *]", ("melds.held",), "7h 8h is not in the hand of Ann"),
    ],
)
def test_groups_with_jokers_that_are_no_melds(spread: str, ids: tuple[str, ...], message: str) -> None:
    found, said = refused(HELD, spreads={"Ann": spread})
    assert found == ids
    assert message in said


def test_two_jokers_may_stand_for_one_card_in_two_melds_and_for_a_card_of_the_hand() -> None:
    # 9s is thrown; both jokers are the queen of clubs that lies in neither meld, then the king of clubs twice.
    hands = {"Ann": "9c 9d 9s 4h 5h 6h * * Jc Qc Kd", "Bob": BOB}
    spread = "[9c 9d *=9s] [Jc Qc *=Kc] [4h 5h 6h]"
    assert scored(hands, spreads={"Ann": spread}, discard=parse_cards("9s")).deadwood["Ann"] == 10
    hands = {"Ann": "9c 9d 9h 4h 5h 7h * * Jc Qc", "Bob": BOB.replace("9h", "3d").replace("7h", "4d")}
    spread = "[9c 9d 9h] [4h 5h *=6h 7h] [Jc Qc *]"
    assert scored(hands, spreads={"Ann": spread}).outcome == "gin"
    hands = {"Ann": "Kc Qc * Kd * Ks 4h 5h 6h 2d", "Bob": BOB.replace("Kd", "3d")}
    assert scored(hands, spreads={"Ann": "[*=Jc Qc Kc] [Kd *=Kc Ks] [4h 5h 6h]"}).deadwood["Ann"] == 2
    hands = {"Ann": "Jc Qc * Kd * Ks 4h 5h 6h 2d", "Bob": BOB.replace("Kd", "3d")}
    assert scored(hands, spreads={"Ann": "[Jc Qc *=Kc] [Kd *=Kc Ks] [4h 5h 6h]"}).deadwood["Ann"] == 2


def test_more_jokers_than_the_hand_holds() -> None:
    hands = {"Ann": ANN, "Bob": BOB.replace("9h", "*")}
    ids, message = refused(hands, spreads={"Ann": "[4h 5h *] [9c 9d *] [Jc Qc Kc]"})
    assert (ids, message) == (("melds.held",), "* is not in the hand of Ann")
    layoffs = {"Bob": ("* on 9c", "* on 4h")}
    spreads = {"Ann": "[4h 5h *=3h] [9c 9d 9s] [Jc Qc Kc]"}
    assert refused(hands, spreads=spreads, layoffs=layoffs) == (("turn.card",), "* is not in the hand of Bob")
    # one joker cannot be melded and laid off, nor thrown and melded
    ids, message = refused(hands, spreads={**spreads, "Bob": "[2c 2d *=2s]"}, layoffs={"Bob": ("* on 9c",)})
    assert (ids, message) == (("melds.held",), "* is not in the hand of Bob")
    assert refused(hands, spreads={**spreads, "Bob": "[5s *=5h *=5c]"}) == (("melds.held",), "* is not in the hand of Bob")
    hands = {"Ann": f"{ANN} Ks", "Bob": BOB}
    assert refused(hands, spreads=spreads, discard=SECOND_JOKER)[0] == ("melds.held",)


def test_the_discard_may_be_any_joker() -> None:
    hands = {"Ann": "4h 5h 6h 9c 9d 9s Jc Qc Kc 3s *", "Bob": f"{BOB[:-3]} *"}
    thrown = scored(hands, discard=SECOND_JOKER)  # which lies with Bob: jokers are alike
    assert thrown.deadwood["Ann"] == 3
    assert scored(hands, discard=ONE_JOKER).deadwood == thrown.deadwood


def test_the_rule_that_alone_keeps_a_group_with_a_joker_from_being_a_meld() -> None:
    high = {"Ann": "Qh Kh * 9c 9d 9s 4c 5c 6c 3s", "Bob": "2c 2d 2h Ac 5s 7h 8s 9h Qs Kd"}
    assert refused(high, spreads={"Ann": "[Qh Kh *=Ah] [9c 9d 9s] [4c 5c 6c]"})[0] == ("melds.ace",)
    # unnamed it is the jack
    assert scored(high, spreads={"Ann": "[Qh Kh *] [9c 9d 9s] [4c 5c 6c]"}).outcome == "knock"
    short = rules(deck={"jokers": 2}, melds={"set_max": 3})
    four = {"Ann": "9c 9d 9s * 4c 5c 6c Ah 2h 3s", "Bob": BOB}
    assert refused(four, short, spreads={"Ann": "[9c 9d 9s *] [4c 5c 6c]"})[0] == ("melds.set-max",)
    # nothing short of two rules: a run of six around the corner
    both = rules(deck={"jokers": 2}, melds={"run_max": 5})
    long = {"Ann": "Jh Qh Kh * 2h 3h 9c 9d 9s 4s", "Bob": BOB.replace("2h", "Ad")}
    ids, message = refused(long, both, spreads={"Ann": "[Jh Qh Kh *=Ah 2h 3h] [9c 9d 9s]"})
    assert (ids, message) == (("melds.shape",), "*=Ah 2h 3h Jh Qh Kh is no meld by more than one rule")


def test_jokers_are_laid_off_and_laid_upon() -> None:
    # Bob: [2c 2d 2h], * on the nines; the seven goes onto the joker's six: 1 + 5 + 8 + 10 + 10 = 34
    hands = {"Ann": ANN, "Bob": BOB.replace("9h", "*")}
    spreads = {"Ann": "[4h 5h *=6h] [9c 9d 9s] [Jc Qc Kc]"}
    best = scored(hands, spreads=spreads)
    # better: * as the eight of hearts does nothing more than lying on the nines or as 6s 7s; 7h laid off
    assert best.deadwood["Bob"] == 34
    declared = scored(hands, spreads=spreads, layoffs={"Bob": ("7h * on 4h",)})
    assert declared.deadwood["Bob"] == 34
    together = scored(hands, spreads=spreads, layoffs={"Bob": ("* on 4h", "7h on 6h")})
    assert together.deadwood["Bob"] == 34
    assert together.layoffs["Bob"] == (LayOff(SECOND_JOKER, parse_cards("4h")), lay_off("7h on 6h"))
    # a joker for the same card as the knocker's, and two for one card
    assert refused(hands, spreads=spreads, layoffs={"Bob": ("*=6h on 4h",)})[0] == ("melds.shape",)
    hands = {"Ann": "4h 5h 6h 9c 9d 9s Jc Qc Kc 3s", "Bob": BOB.replace("9h", "*").replace("8s", "*")}
    twice = {"Bob": ("*=7h on 4h", "*=7h on 5h")}
    ids, message = refused(hands, spreads={"Ann": "[4h 5h 6h] [9c 9d 9s] [Jc Qc Kc]"}, layoffs=twice)
    assert (ids, message) == (("melds.shape",), "a joker of 4h 5h 6h *=7h * stands for a card that is there already")


def test_a_joker_before_a_card_that_it_reaches() -> None:
    # 8h reaches 4-5-6 of hearts over a joker as the seven; without it 8 + 20 would be left.
    hands = {"Ann": "4h 5h 6h 9c 9d 9s Jc Qc Kc 3s", "Bob": "2c 2d 2h Ac 5s 8h * 2s Qs Kd"}
    best = scored(hands)
    assert best.deadwood["Bob"] == 26  # 1 + 5 + 10 + 10
    assert {" ".join(write_melded(layoff.cards)) for layoff in best.layoffs["Bob"]} == {"*=7h 8h"}


EXTENDED = rules(deck={"jokers": 4}, layoff={"onto": Onto.EXTENDED})
ORIGINAL = rules(deck={"jokers": 4}, layoff={"onto": Onto.ORIGINAL})


def three(played: Rules) -> Rules:
    """Rules for three players in a hand."""
    everyone = type(played.players.format)("everyone")
    return played._replace(players=played.players._replace(format=everyone))


def test_a_later_defender_extends_what_a_joker_began() -> None:
    hands = {
        "Ann": "4h 5h 6h 9c 9d 9s Jc Qc Kc 3s",
        "Bob": "2c 2d 2h Ac 5s * Td Ts Qs Kd",
        "Cat": "Ah Ad 3c 3d 7c 7d 8h Th Jd Ks",
    }
    spreads = {"Ann": "[4h 5h 6h] [9c 9d 9s] [Jc Qc Kc]"}
    laid = {"Bob": ("*=7h on 4h",)}
    extended = scored(hands, three(EXTENDED), spreads=spreads, layoffs=laid)
    original = scored(hands, three(ORIGINAL), spreads=spreads, layoffs=laid)
    assert extended.deadwood["Cat"] + 8 == original.deadwood["Cat"]
    # unnamed it may be the seven, too: the first name that fits, from the lowest on, is the three of hearts
    unnamed = scored(hands, three(EXTENDED), spreads=spreads, layoffs={"Bob": ("* on 4h",)})
    assert unnamed.deadwood["Cat"] == original.deadwood["Cat"]


def test_the_name_that_keeps_two_defenders_out_who_follow_each_other() -> None:
    # *=3h lets Bob lay off the two of hearts and then Cat the ace, *=6h neither.
    hands = {
        "Ann": ANN,
        "Bob": "2h 2d 3c Ac 5s 8c 8s Td Qs Kd",
        "Cat": "Ah Ad 3s 4d 7c 7d 6s Th Jd Ks",
    }
    shown = scored(hands, three(EXTENDED), spreads={"Ann": SHOWN})
    assert "4h 5h *=6h" in written(shown, "Ann")


def test_a_joker_laid_off_at_a_joker_leaves_its_name_to_the_first() -> None:
    # Bob's joker is the three of hearts; then Cat's two fits.
    hands = {
        "Ann": ANN,
        "Bob": "2s 2d 3c Ac 5s * 8s Td Qs Kd",
        "Cat": "2h Ad 3s 4d 7c 7d 6s Th Jd Ks",
    }
    spreads = {"Ann": "[4h 5h *=6h] [9c 9d 9s] [Jc Qc Kc]"}
    laid = {"Bob": ("* on 4h",)}
    assert scored(hands, three(EXTENDED), spreads=spreads, layoffs=laid | {"Cat": ("2h on 4h",)}).deadwood["Cat"] == 58
    assert refused(hands, three(ORIGINAL), spreads=spreads, layoffs=laid | {"Cat": ("2h on 4h",)})[0] == ("melds.shape",)


def test_jokers_alone_are_no_meld() -> None:
    hands = {"Ann": "* * * 9c 9d 9s Jc Qc Kc 3s", "Bob": BOB}
    for group in ("[*=7h *=8h *=9h]", "[* * *]"):
        ids, message = refused(hands, FOUR, spreads={"Ann": f"{group} [9c 9d 9s] [Jc Qc Kc]"})
        assert ids == ("melds.shape",)
        assert message.startswith("there is no natural card in *")


@pytest.mark.parametrize("own_melds", OwnMelds)
@pytest.mark.parametrize("jokers", [(1, 0), (2, 0), (1, 1), (0, 2), (3, 1)])
def test_the_knocker_shows_what_is_best_for_him_among_his_least_spreads(jokers: tuple[int, int], own_melds: OwnMelds) -> None:
    played = rules(deck={"jokers": 4}, layoff={"own_melds": own_melds}, deal={}, knock={"limit": Limit(LimitKind.ANY)})
    deck, groups = played.deck, played.melds
    for knocker in some_hands(12, (4, 5), jokers[0], seed=11):
        for other in some_hands(1, (4, 5), jokers[1], seed=knocker % 999):
            first = (ONE_JOKER << jokers[0]) - ONE_JOKER
            naturals = other & ~JOKERS & ~knocker
            hand = naturals | union(list(bits(JOKERS & ~first))[: jokers[1]])
            question = ShowdownQuestion(
                players=PLAYERS,
                knocker="Ann",
                call=Call.KNOCK,
                hands={"Ann": knocker, "Bob": hand},
                spreads={},
                layoffs={},
            )
            answered = score(question, played)
            assert isinstance(answered, Showdown)
            slow = as_naive(hand)
            spreads = {tuple(meld.shape for meld in spread) for spread, _ in naive.best_splits(as_naive(knocker), deck, groups)}
            least = naive.least(as_naive(knocker), deck, groups)
            if not least:  # nothing is laid off on gin
                spreads = {()}
            leavings = {left for _, left in naive.best_splits(slow, deck, groups)}
            counts = [
                naive.best_defence(slow, table, deck, groups)
                if own_melds is OwnMelds.FREE
                else min(naive.points(rest, deck) for left in leavings for rest in naive.laid_off(left, table, groups))
                for table in spreads
            ]
            assert answered.deadwood == {"Ann": least, "Bob": max(counts)}, (write_cards(knocker), write_cards(hand))


# -- limits and values --


def test_an_unmelded_joker_counts_its_value_and_more_than_the_limit() -> None:
    hands = {"Ann": "4h 5h 6h 9c 9d 9s 2c 4d 7s *", "Bob": "Ac 3d 5s 8c Td Jh Qs Kd 6c 2h"}
    spreads = {"Ann": "[4h 5h 6h] [9c 9d 9s]"}
    ids, message = refused(hands, spreads=spreads)
    assert (ids, message) == (("knock.limit",), "deadwood 33 is over 10")  # 2 + 4 + 7 + 20
    light = rules(deck={"jokers": 2, "values": CardValues(STANDARD.deck.values.by_rank, 0)})
    assert refused(hands, light, spreads=spreads)[1] == "deadwood 13 is over 10"


@pytest.mark.parametrize(
    ("comparison", "cap", "limit"),
    [(Comparison.AT_MOST, None, 20), (Comparison.BELOW, None, 19), (Comparison.AT_MOST, 10, 10)],
)
def test_a_joker_as_upcard_sets_its_value_as_the_limit(comparison: Comparison, cap: int | None, limit: int) -> None:
    played = rules(
        deck={"jokers": 2},
        knock={"limit": STANDARD.knock.limit._replace(kind=LimitKind.UPCARD, points=None, cap=cap), "comparison": comparison},
        scoring={"spades": Spades.DOUBLES_POINTS},
    )
    hands = {"Ann": "4h 5h 6h 9c 9d 9s Jc Qc Kc 3s", "Bob": BOB}
    answered = scored(hands, played, upcard=ONE_JOKER)
    assert answered.limit == limit
    assert answered.points["Ann"] == 31  # 34 less 3, not doubled: a joker is no spade


def test_big_gin_looks_at_the_joker_too() -> None:
    played = rules(deck={"jokers": 1, "values": CardValues(STANDARD.deck.values.by_rank, 0)}, gin={"big": BigGin.REPLACES})
    hands = {"Ann": "4h 5h 6h 9c 9d 9s Jc Qc Kc Th *", "Bob": BOB}
    ids, message = refused(hands, played, call=Call.BIG_GIN, spreads={"Ann": "[4h 5h 6h] [9c 9d 9s] [Jc Qc Kc]"})
    assert ids == ("gin.deadwood",)
    assert "deadwood 10" in message
    whole = hands | {"Ann": "4h 5h 6h 9c 9d 9s Jc Qc Kc Tc *"}
    assert scored(whole, played, call=Call.BIG_GIN).outcome == "big-gin"
    ids, message = refused(whole, played, call=Call.BIG_GIN, spreads={"Ann": "[4h 5h 6h] [9c 9d 9s] [Tc Jc Qc Kc]"})
    assert (ids, message) == (("gin.deadwood",), "big gin was called with * in no meld")


# -- play --


def laid_out(
    hands: dict[str, str],
    *,
    pile: str,
    stock: str = "",
    turn: str = "Ann",
    phase: Phase = Phase.DRAW,
    taken: str = "",
    left: int | None = None,
    played: Rules = TWO,
) -> State:
    """A position; what is named nowhere lies at the bottom of stock and pile."""
    texts = [*(hand.split() for hand in hands.values()), *([card] for card in (*pile.split(), *stock.split()))]
    cards = read_melded(texts)
    held = dict(zip(hands, cards, strict=False))
    on_pile = list(cards[len(held) : len(held) + len(pile.split())])
    on_stock = list(cards[len(held) + len(on_pile) :])
    pack = (1 << 52 + played.deck.jokers) - 1
    rest = list(bits(pack & ~union(cards)))
    lower = len(rest) if left is None else left - len(on_stock)
    return position(
        played,
        tuple(hands),
        hands=held,
        pile=[*on_pile, *rest[lower:]],
        stock=[*on_stock, *rest[:lower]],
        turn=turn,
        phase=phase,
        taken=parse_cards(taken) if taken else None,
    )


def after(state: State, text: str) -> State | Refusal:
    """An action as `Ann discard *`, `Bob layoff * on 4h`, `Ann show [4h 5h *]`."""
    player, do, *words = text.split()
    if do == "show":
        return play(state, Action(player, Do.SHOW, melds=melds(" ".join(words))))
    if do == "layoff":
        layoff = lay_off(" ".join(words))
        return play(state, Action(player, Do.LAYOFF, cards=layoff.cards, onto=layoff.onto))
    return play(state, Action(player, Do(do), parse_cards(" ".join(words))))


def then(state: State, *texts: str) -> State:
    """Actions that are not refused."""
    for text in texts:
        following = after(state, text)
        assert isinstance(following, State), following
        state = following
    return state


def ids(state: State, text: str) -> tuple[str, ...]:
    """The ids that refuse an action."""
    answered = after(state, text)
    assert isinstance(answered, Refusal)
    return answered.rules


HANDS = {"Ann": "4h 5h 6h 9c 9d 9s Jc Qc Ks *", "Bob": "2c 2d 2h Ac 5s 7h 8s 9h Qs Kd"}


def test_a_deal_has_the_jokers_in_its_pack() -> None:
    state = deal(TWO, PLAYERS, "Ann", random.Random(7))
    assert len(state.stock) == 33
    assert union((*state.hands, *state.pile, *state.stock)) == (1 << 54) - 1
    most = rules(deck={"jokers": 4}, deal={"cards": STANDARD.deal.cards._replace(single=28)})
    with pytest.raises(Impossible, match="56 cards are more than the deck can spare"):
        deal(most, PLAYERS, "Ann", random.Random(1))


def test_cards_that_cannot_lie_so() -> None:
    with pytest.raises(Impossible, match=r"hands\.Ann: there are more jokers than deck.jokers = 0"):
        laid_out(HANDS, pile="3c", played=STANDARD)
    with pytest.raises(Impossible, match=r"stock: the deck is not complete: \* is missing"):
        start(
            TWO,
            PLAYERS,
            "Ann",
            hands={"Ann": parse_cards("4h 5h 6h 9c 9d 9s Jc Qc Ks 3s"), "Bob": parse_cards(HANDS["Bob"])},
            upcard=parse_cards("3c"),
            stock=list(bits((1 << 53) - 1 & ~parse_cards(f"4h 5h 6h 9c 9d 9s Jc Qc Ks 3s {HANDS['Bob']} 3c"))),
        )


def test_a_joker_is_thrown_once_whichever_it_is() -> None:
    hands = {"Ann": "4h 5h 6h 9c 9d 9s Jc Qc Ks * *", "Bob": HANDS["Bob"]}
    state = laid_out(hands, pile="3c", phase=Phase.DISCARD)
    thrown = [action for action in legal(state) if action.card & JOKERS]
    assert [(action.do, action.card) for action in thrown] == [(Do.DISCARD, ONE_JOKER), (Do.KNOCK, ONE_JOKER)]
    one, other = step(state, Action("Ann", Do.DISCARD, ONE_JOKER)), step(state, Action("Ann", Do.DISCARD, SECOND_JOKER))
    assert one == other
    assert write_cards(one.pile[0]) == ["*"]


def test_who_took_a_joker_throws_none_in_that_turn() -> None:
    hands = {"Ann": "4h 5h 6h 9c 9d 9s Jc Qc Ks *", "Bob": HANDS["Bob"]}
    state = then(laid_out(hands, pile="* 3c"), "Ann take")
    assert ids(state, "Ann discard *") == ("turn.return-taken",)
    assert not any(action.card & JOKERS for action in legal(state))
    position_of_it = laid_out({**hands, "Ann": f"{hands['Ann']} *"}, pile="3c", phase=Phase.DISCARD, taken="*")
    assert ids(position_of_it, "Ann discard *") == ("turn.return-taken",)
    allowed = rules(deck={"jokers": 2}, turn={"return_taken": ReturnTaken.ALLOWED, "returns_limit": 2})
    state = then(laid_out(hands, pile="* 3c", played=allowed), "Ann take", "Ann discard *")
    assert state.stand_off == 1
    assert then(state, "Bob take", "Bob discard *").phase is Phase.OVER


INTO_MELD = rules(deck={"jokers": 2}, turn={"joker_taken": JokerTaken.ONLY_INTO_MELD})
ALONE = "Ac 5c 9c Kc 3d 7d Jd 2h 6h Th"
"""No two of one rank, none of a suit within two: one joker makes no meld."""


def test_a_joker_is_taken_only_into_a_meld() -> None:
    bob = "4s 8s Qs 3c 7c Jc 5d 9d Kd 4h"
    state = laid_out({"Ann": ALONE, "Bob": bob}, pile="* 2s", played=INTO_MELD)
    assert ids(state, "Ann take") == ("turn.joker-taken",)
    assert [action.do for action in legal(state)] == [Do.STOCK]
    free = laid_out({"Ann": ALONE, "Bob": bob}, pile="* 2s")
    assert [action.do for action in legal(free)] == [Do.STOCK, Do.TAKE]
    # a natural card on top is no matter of this rule
    assert [action.do for action in legal(laid_out({"Ann": ALONE, "Bob": bob}, pile="2s *", played=INTO_MELD))] == [
        Do.STOCK,
        Do.TAKE,
    ]
    # with a pair, or with another joker, it goes into a meld
    pair = laid_out({"Ann": ALONE.replace("Ac", "2c"), "Bob": bob}, pile="* 2s", played=INTO_MELD)
    assert [action.do for action in legal(pair)] == [Do.STOCK, Do.TAKE]
    other = laid_out({"Ann": ALONE.replace("Ac", "*"), "Bob": bob}, pile="* 2s", played=INTO_MELD)
    assert then(other, "Ann take").taken == JOKERS


def test_a_joker_on_offer_into_no_meld() -> None:
    hands = {"Ann": parse_cards("4s 8s Qs 3c 7c Jc 5d 9d Kd 4h"), "Bob": parse_cards(ALONE)}
    rest = list(bits((1 << 54) - 1 & ~union(hands.values()) & ~ONE_JOKER))
    state = start(INTO_MELD, PLAYERS, "Ann", hands=hands, upcard=ONE_JOKER, stock=rest)
    assert [action.do for action in legal(state)] == [Do.PASS]
    assert ids(state, "Bob take") == ("turn.joker-taken",)
    assert [action.do for action in legal(parted(state, "turn.joker-taken"))] == [Do.PASS, Do.TAKE]
    assert then(state, "Bob pass").turn == "Ann"


def test_the_last_discard_is_a_joker_that_lets_somebody_go_out() -> None:
    # [4h 5h 6h] [9c 9d 9s] [Jc Qc *] and the king or the three: 10 or 3 are left.
    played = rules(deck={"jokers": 2}, stock={"last_discard": LastDiscard.TO_GO_OUT})
    hands = {"Ann": "4h 5h 6h 9c 9d 9s Jc Qc Ks 3s", "Bob": HANDS["Bob"]}
    state = laid_out(hands, pile="*", left=2, phase=Phase.WALL, played=played)
    assert [action.do for action in legal(state)] == [Do.PASS, Do.TAKE]
    assert ids(then(state, "Ann take"), "Ann knock *") == ("turn.return-taken", "knock.limit")


def test_a_knock_that_a_joker_makes_possible() -> None:
    hands = {"Ann": "4h 5h 6h 9c 9d 9s Jc Qc Ks 3s *", "Bob": HANDS["Bob"]}
    state = laid_out(hands, pile="3c", phase=Phase.DISCARD)
    # [4h 5h 6h] [9c 9d 9s] [Jc Qc *]: without the king 3 are left, without the three 10
    knocks = {write_cards(action.card)[0] for action in legal(state) if action.do is Do.KNOCK}
    assert knocks == {"3s", "Ks"}
    ended = result(then(state, "Ann knock Ks"))
    assert isinstance(ended, Showdown)
    assert ended.deadwood["Ann"] == 3


def test_a_joker_that_counts_most_is_thrown_to_knock() -> None:
    # Nothing goes with the joker. With it 63 + 50 are left, without it 63: no other card makes up for as much.
    values = CardValues(STANDARD.deck.values.by_rank, 50)
    heavy = rules(deck={"jokers": 1, "values": values}, knock={"limit": STANDARD.knock.limit._replace(points=70)})
    hands = {"Ann": f"{ALONE} *", "Bob": "2c 2d As 8c 5s 7s 8s 4d 8d Kd"}
    state = laid_out(hands, pile="3c", phase=Phase.DISCARD, played=heavy)
    assert [action.card for action in legal(state) if action.do is Do.KNOCK] == [ONE_JOKER]


def test_a_knocker_without_any_meld() -> None:
    needs = rules(deck={"jokers": 2}, knock={"needs_meld": Needed.REQUIRED, "limit": Limit(LimitKind.ANY)})
    bob = "2c 2d As 8c 5s 7s 8s 4d 8d Kd"
    for joker in ("Ac", "*"):
        hands = {"Ann": f"{ALONE} Qs".replace("Ac", joker), "Bob": bob}
        state = laid_out(hands, pile="3c", phase=Phase.DISCARD, played=needs)
        assert not any(action.do is Do.KNOCK for action in legal(state))
    pair = laid_out({"Ann": f"{ALONE} *".replace("Ac", "5h"), "Bob": bob}, pile="3c", phase=Phase.DISCARD, played=needs)
    # [5c 5h *] or [5h 6h *]: every discard but the joker and the five of hearts leaves one of them
    throws = {write_cards(action.card)[0] for action in legal(pair) if action.do is Do.KNOCK}
    assert throws == {"5c", "9c", "Kc", "3d", "7d", "Jd", "2h", "6h", "Th"}


def test_gin_with_a_joker_is_seen_where_it_is_forced() -> None:
    forced = rules(deck={"jokers": 2}, gin={"choice": GinChoice.FORCED})
    hands = {"Ann": "4h 5h 6h 9c 9d 9s Jc Qc * Ks 3s", "Bob": HANDS["Bob"]}
    state = laid_out(hands, pile="3c", phase=Phase.DISCARD, played=forced)
    assert not any(action.do is Do.GIN for action in legal(state))  # one card is always left
    gin = laid_out(
        {"Ann": "4h 5h 6h 9c 9d 9s Jc Qc * Kc 3s", "Bob": HANDS["Bob"]}, pile="3c", phase=Phase.DISCARD, played=forced
    )
    assert {action.do for action in legal(gin)} == {Do.GIN}
    assert ids(gin, "Ann discard 3s") == ("gin.choice",)


def knocked(bob: str = HANDS["Bob"], played: Rules = TWO) -> State:
    """Ann has knocked with ANN."""
    return then(laid_out({"Ann": f"{ANN} Ks", "Bob": bob}, pile="3c", phase=Phase.DISCARD, played=played), "Ann knock Ks")


def test_the_knockers_joker_is_named_when_he_shows() -> None:
    state = then(knocked(), f"Ann show {SHOWN}")
    assert state.ending is not None
    assert state.ending.spreads[0] is not None
    assert write_melded(state.ending.spreads[0][0]) == ["*=3h", "4h", "5h"]
    assert ids(state, "Bob layoff 7h on 4h") == ("melds.shape",)
    assert ids(state, "Bob layoff 7h on 6h") == ("layoff.onto",)
    named = then(knocked(), "Ann show [4h 5h *=6h] [9c 9d 9s] [Jc Qc Kc]", "Bob layoff 7h on 6h", "Bob done")
    ended = result(named)
    assert isinstance(ended, Showdown)
    assert ended.deadwood == {"Ann": 3, "Bob": 43}


def test_jokers_are_laid_off_one_after_the_other() -> None:
    bob = "2c 2d 2h Ac 5s 7h 3h * Qs Kd"
    state = then(knocked(bob), "Ann show [4h 5h *=6h] [9c 9d 9s] [Jc Qc Kc]", "Bob layoff * on 4h", "Bob layoff 7h on 4h")
    # the joker may be the three or the eight: the three still fits, as what goes onto one meld is judged together
    state = then(state, "Bob layoff 3h on 5h")
    assert ids(state, "Bob layoff * on 9c") == ("turn.card",)
    assert ids(state, "Bob show [5s *=5h *=5c]") == ("melds.held",)
    ended = result(then(state, "Bob show [2c 2d 2h]", "Bob done"))
    assert isinstance(ended, Showdown)
    assert ended.deadwood["Bob"] == 26  # 1 + 5 + 10 + 10
    melded = then(knocked(bob), "Ann show [4h 5h *=6h] [9c 9d 9s] [Jc Qc Kc]", "Bob show [2c 2d *]")
    assert ids(melded, "Bob layoff * on 9c") == ("turn.card",)


def test_two_jokers_are_laid_off_one_by_one() -> None:
    bob = "2c 2d 2h Ac 5s 7h * * Qs Kd"
    shown = "Ann show [4h 5h 6h] [9c 9d 9s] [Jc Qc Kc]"
    played = then(
        laid_out({"Ann": "4h 5h 6h 9c 9d 9s Jc Qc Kc 3s Ks", "Bob": bob}, pile="3c", phase=Phase.DISCARD),
        "Ann knock Ks",
        shown,
        "Bob layoff * on 4h",
        "Bob layoff * on 9c",
    )
    assert ids(played, "Bob layoff * on Jc") == ("turn.card",)


def test_jokers_of_somebody_else_are_not_laid_off() -> None:
    state = then(knocked(), f"Ann show {SHOWN}")
    assert ids(state, "Bob layoff * on 9c") == ("turn.card",)


def test_random_hands_with_jokers_end_and_keep_their_cards() -> None:
    for number in range(25):
        rng = random.Random(number)
        played = rng.choice((TWO, FOUR, INTO_MELD))
        state = deal(played, PLAYERS, rng.choice(PLAYERS), rng)
        whole = union((*state.hands, *state.pile, *state.stock))
        while actions := legal(state):
            assert set(actions) == set(legal(parted(state, "none")))
            state = step(state, rng.choice(actions))
            places = (*state.hands, *state.pile, *state.stock)
            assert union(places) == whole
            assert sum(place.bit_count() for place in places) == whole.bit_count()
        ended = result(state)
        assert ended is not None
        if isinstance(ended, Showdown) and state.ending:
            assert all(shape(meld) for spread in ended.spreads.values() for meld in spread)
