"""What holds of every hand, whatever the rules: laws of play."""

from __future__ import annotations

import pickle
import random
from copy import deepcopy

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ginrules.cards import BIT, DECK, CardSet, bits, union
from ginrules.engine.actions import Action, Do
from ginrules.engine.openings import deal, position, start
from ginrules.engine.play import legal, play, result
from ginrules.engine.state import Dead, Phase, State
from ginrules.engine.values import LayOff, Refusal, Showdown
from ginrules.rules.resolve import load_variant, shipped
from ginrules.rules.variant import GinChoice, Limit, LimitKind, Opening, StockExhausted
from tests.engine.playing import PLAYERS, cooperative, random_rules, rules, walk, without

SEEDS = st.integers(0, 2**32)
THROWS = (Do.DISCARD, Do.KNOCK, Do.GIN)


def everything(state: State) -> list[Action]:
    """Every action that anybody could think of who does not show or lay off."""
    actions = []
    for player in (*state.players, "Cat"):
        actions += [Action(player, do) for do in (Do.PASS, Do.STOCK, Do.TAKE, Do.BIG_GIN)]
        actions += [Action(player, do, card) for do in THROWS for card in BIT.values()]
        actions += [Action(player, do) for do in THROWS]
        actions += [Action(player, Do.DISCARD, state.hand), Action(player, Do.DONE), Action(player, Do.SHOW)]
        actions += [Action(player, Do.LAYOFF, cards=card, onto=state.pile[0] if state.pile else 1) for card in bits(state.hand)]
    return actions


def is_gin(state: State, action: Action) -> bool:
    return state.table.melder.deadwood(state.hand & ~action.card) == 0


@pytest.mark.parametrize("seed", range(12))
def test_legal_actions_are_exactly_those_not_refused(seed: int) -> None:
    rng = random.Random(seed)
    states = list(walk(cooperative(random_rules(rng), rng), rng, going_out=0.05))
    seen = 0
    for state in states:
        if state.phase in {Phase.SHOWDOWN, Phase.OVER} or (state.phase is Phase.DISCARD and rng.random() < 0.5):
            continue
        accepted = [action for action in everything(state) if isinstance(play(state, action), State)]
        # A knock that leaves nothing is gin, and is listed as gin alone.
        listed = [action for action in accepted if action.do is not Do.KNOCK or not is_gin(state, action)]
        assert len(legal(state)) == len(set(legal(state)))
        assert set(legal(state)) == set(listed)
        assert legal(state)
        seen += 1
    assert seen > 0
    assert legal(states[-1]) == () or states[-1].table.reshuffles


@given(SEEDS)
@settings(max_examples=30)
def test_the_quick_list_is_the_list_made_from_the_checks(seed: int) -> None:
    rng = random.Random(seed)
    for state in walk(cooperative(random_rules(rng), rng), rng, going_out=0.2):
        assert legal(state) == legal(without(state, "no check of this name"))
        order = [list(Do).index(action.do) * 52 + action.card.bit_length() for action in legal(state)]
        assert order == sorted(order)


@given(SEEDS)
@settings(max_examples=30)
def test_cards_are_conserved(seed: int) -> None:
    rng = random.Random(seed)
    for state in walk(cooperative(random_rules(rng), rng), rng):
        places = (*state.hands, *state.pile, *state.stock)
        assert sum(cards.bit_count() for cards in places) == 52
        assert union(places) == DECK
        assert len(state.stock) >= state.rules.stock.floor


@given(SEEDS)
@settings(max_examples=30)
def test_a_refused_action_changes_nothing(seed: int) -> None:
    rng = random.Random(seed)
    for state in walk(cooperative(random_rules(rng), rng), rng):
        before = pickle.dumps(state)
        action = rng.choice(everything(state))
        answer = play(state, action)
        if isinstance(answer, Refusal):
            assert pickle.dumps(state) == before
            assert (answer.player, bool(answer.rules), bool(answer.message)) == (action.player, True, True)


# --- the same hand in other clothes


def permuted(cards: CardSet, order: tuple[int, ...]) -> CardSet:
    """Cards with their suits changed: each suit becomes the one that stands at its place in `order`."""
    return sum((cards >> 13 * suit & 0x1FFF) << 13 * other for suit, other in enumerate(order))


def permuted_state(state: State, order: tuple[int, ...]) -> State:
    def change(cards: CardSet) -> CardSet:
        return permuted(cards, order)

    return state._replace(
        hands=tuple(map(change, state.hands)),
        pile=tuple(map(change, state.pile)),
        stock=tuple(map(change, state.stock)),
        upcard=None if state.upcard is None else change(state.upcard),
        taken=change(state.taken),
    )


def numbers(outcome: Showdown | Dead | None) -> object:
    """What a result says of everybody, without the cards."""
    if isinstance(outcome, Showdown):
        return outcome.outcome, outcome.winners, outcome.deadwood, outcome.points, outcome.boxes, outcome.limit
    return outcome and (outcome.outcome, outcome.winners, outcome.points)


@given(SEEDS, st.permutations(range(4)))
@settings(max_examples=40)
def test_suits_can_be_permuted(seed: int, order: list[int]) -> None:
    rng = random.Random(seed)
    suits = tuple(order)
    previous = None
    for state in walk(cooperative(random_rules(rng), rng), rng):
        other = permuted_state(state, suits)
        if state.phase is Phase.SHOWDOWN and previous is not None:
            assert numbers(result(state)) == numbers(result(after_the_same(previous, state, suits)))
            continue
        assert set(legal(other)) == {action._replace(card=permuted(action.card, suits)) for action in legal(state)}
        if previous is not None:
            assert after_the_same(previous, state, suits) == other
        previous = state


def after_the_same(previous: State, state: State, suits: tuple[int, ...]) -> State:
    """The permuted state before, after the permuted action that led from one state to the next."""
    action = next(action for action in legal(previous) if play(previous, action) == state)
    other = play(permuted_state(previous, suits), action._replace(card=permuted(action.card, suits)))
    assert isinstance(other, State)
    return other


@given(SEEDS)
@settings(max_examples=40)
def test_seats_can_be_swapped(seed: int) -> None:
    rng = random.Random(seed)
    played = random_rules(rng)
    state = cooperative(played, rng)
    hands = dict(zip(state.players, state.hands, strict=True))
    other = start(played, ("Bob", "Ann"), PLAYERS[1 - state.seat], hands=hands, stock=state.stock, upcard=state.upcard)
    while actions := legal(state):
        assert (other.turn, legal(other)) == (state.turn, actions)
        action = rng.choice(actions)
        following, others = play(state, action), play(other, action)
        assert isinstance(following, State)
        assert isinstance(others, State)
        state, other = following, others
        assert (other.hands[::-1], other.pile, other.stock) == (state.hands, state.pile, state.stock)
    ours, theirs = result(state), result(other)
    assert ours is not None
    assert theirs is not None
    assert (ours.outcome, ours.winners, ours.points) == (theirs.outcome, theirs.winners, theirs.points)


# --- the end


@pytest.mark.parametrize("variant", shipped())
def test_a_hand_in_which_nobody_takes_from_the_pile_ends(variant: str) -> None:
    played = load_variant(variant).rules()
    assert played.stock.exhausted is not StockExhausted.RESHUFFLE, "a reshuffled hand may go on for ever"
    for seed in range(10):
        rng = random.Random(seed)
        state = deal(played, PLAYERS, "Ann", rng)
        for _ in range(2 + 2 * 52):
            actions = [action for action in legal(state) if action.do in {Do.PASS, Do.STOCK, Do.DISCARD}]
            if not actions:
                break
            following = play(state, rng.choice(actions))
            assert isinstance(following, State)
            state = following
        assert result(state) == Dead(PLAYERS)


@given(SEEDS)
@settings(max_examples=30)
def test_whoever_goes_out_has_a_result_and_nobody_before(seed: int) -> None:
    rng = random.Random(seed)
    *before, last = walk(cooperative(random_rules(rng), rng), rng)
    assert all(result(state) is None for state in before)
    outcome = result(last)
    if last.phase is Phase.SHOWDOWN:
        assert isinstance(outcome, Showdown)
        assert outcome.limit == last.limit
    elif last.phase is Phase.OVER:
        assert isinstance(outcome, Dead)
        assert (outcome.outcome, outcome.winners, outcome.points) == ("dead", (), {"Ann": 0, "Bob": 0})
        assert last.turn is None
    else:
        assert last.table.reshuffles  # the walk was cut off


@given(SEEDS)
@settings(max_examples=60)
def test_whatever_is_accepted_in_the_showdown_has_a_result(seed: int) -> None:
    rng = random.Random(seed)
    *_, state = walk(cooperative(random_rules(rng), rng), rng)
    accepted = 0
    for _ in range(40):
        if state.ending is None or state.phase is Phase.OVER:
            break
        answer = play(state, declaration(state, rng))
        if isinstance(answer, State):
            state = answer
            accepted += 1
            outcome = result(state)
            assert isinstance(outcome, Showdown)
            assert_declared(state, outcome)


def declaration(state: State, rng: random.Random) -> Action:
    """Something that somebody could do in the showdown, sensible or not."""
    assert state.ending is not None
    seat = rng.randrange(2)
    player, hand = state.players[seat], state.hands[seat]
    kind = rng.random()
    if kind < 0.4:
        best = state.table.melder.arrange(hand).melds
        chosen = tuple(meld for meld in best if rng.random() < 0.8)
        return Action(player, Do.SHOW, melds=chosen if kind < 0.35 else (*chosen, rng.choice(list(bits(hand)))))
    if kind < 0.95:
        shown = union(state.ending.spreads[state.ending.seat] or ()) or DECK
        laid = union(rng.sample(list(bits(hand)), rng.choice((1, 1, 2))))
        return Action(player, Do.LAYOFF, cards=laid, onto=rng.choice(list(bits(shown))))
    return Action(player, Do.DONE)


def assert_declared(state: State, outcome: Showdown) -> None:
    """What was shown and laid off stands in the result as it was declared."""
    assert state.ending is not None
    for player, spread, laid in zip(state.players, state.ending.spreads, state.ending.layoffs, strict=True):
        if spread is not None:
            assert outcome.spreads[player] == spread
        if laid is not None:
            assert outcome.layoffs[player] == laid
            assert all(isinstance(layoff, LayOff) for layoff in laid)


# --- a state is a value


def test_equal_deals_are_equal_and_can_be_keys_copied_and_sent_to_another_process() -> None:
    played = rules()
    state = deal(played, PLAYERS, "Ann", random.Random(3))
    again = deal(rules(), list(PLAYERS), "Ann", random.Random(3))
    assert state == again
    assert {state: "kept"}[again] == "kept"
    assert state != deal(played, PLAYERS, "Ann", random.Random(4))
    assert state != deal(played, PLAYERS, "Bob", random.Random(3))
    assert deepcopy(state) == pickle.loads(pickle.dumps(state)) == state  # noqa: S301  its own bytes
    assert hash(pickle.loads(pickle.dumps(state))) == hash(state)  # noqa: S301


# --- a position and the deal that leads to it are the same hand (protocol.md, the run-up)


@pytest.mark.parametrize("opening", Opening)
@pytest.mark.parametrize("seed", range(10))
def test_a_position_and_its_deal_are_the_same_hand(seed: int, opening: Opening) -> None:
    rng = random.Random(seed)
    played = random_rules(rng)
    turn = played.turn._replace(takes_limit=None)
    # Forced gin may forbid the way there: whoever holds ten melded cards cannot draw and throw.
    played = played._replace(gin=played.gin._replace(choice=GinChoice.OPTIONAL))
    played = played._replace(deal=played.deal._replace(opening=opening), turn=turn)
    if opening is Opening.EXTRA_CARD:  # no upcard, and no rule that looks at it
        played = played._replace(knock=played.knock._replace(limit=Limit(LimitKind.FIXED, 30)))
    played = played._replace(stock=played.stock._replace(exhausted=StockExhausted.DEAD_HAND))
    seen: set[Phase] = set()
    for state in walk(deal(played, PLAYERS, "Ann", rng), rng, going_out=0):
        wanted = state.phase in {Phase.DRAW, Phase.DISCARD, Phase.WALL} and not state.passes
        if not wanted or not state.pile or (state.taken and not state.takes) or rng.random() < 0.4:
            continue
        met = met_in_the_middle(state)
        if state.phase is Phase.WALL and len(state.pile) == 1:
            continue
        reached = run_up(met)
        assert reached._replace(upcard=None, limit=None) == met._replace(upcard=None, limit=None)
        assert legal(reached._replace(limit=met.limit)) == legal(met)
        seen.add(state.phase)
    assert seen


def met_in_the_middle(state: State) -> State:
    return position(
        state.rules,
        state.players,
        hands=dict(zip(state.players, state.hands, strict=True)),
        pile=state.pile,
        stock=state.stock,
        turn=state.players[state.seat],
        phase=state.phase,
        taken=state.taken or None,
        upcard=state.upcard,
    )


def run_up(state: State) -> State:
    """The state reached by dealing: both pass and throw what they draw until the pile lies as it should."""
    hands, pile, stock, seat = list(state.hands), list(state.pile), list(state.stock), state.seat
    last: list[Action] = []
    if state.phase is Phase.DISCARD:
        player = state.players[seat]
        if state.taken:
            card = state.taken
            pile.insert(0, card)
        else:
            card = next(bits(hands[seat]))
            stock.insert(0, card)
        hands[seat] ^= card
        last = [Action(player, Do.TAKE if state.taken else Do.STOCK)]
    opening = state.rules.deal.opening
    others = state.table.next_seat(seat)
    steps: list[Action] = []
    *thrown, first_card = pile
    first = (seat + len(thrown)) % 2
    if opening is Opening.EXTRA_CARD:  # the first player holds the bottom card and throws it
        first = 1 - first
        hands[first] |= first_card
        steps = [Action(state.players[first], Do.DISCARD, first_card)]
    elif opening is Opening.UPCARD_OFFERED and not thrown:
        swapped = next(bits(hands[others]))
        first_card, hands[others] = swapped, hands[others] ^ swapped | pile[0]
        first, taker = others, state.players[others]
        steps = [Action(taker, Do.TAKE), Action(taker, Do.DISCARD, pile[0])]
    elif opening is Opening.UPCARD_OFFERED:
        steps = [Action(state.players[first], Do.PASS), Action(state.players[1 - first], Do.PASS)]
    stock = [*reversed(thrown), *stock]
    for turn, card in enumerate(reversed(thrown)):
        player = state.players[(seat + len(thrown) + turn) % 2]
        steps += [Action(player, Do.STOCK), Action(player, Do.DISCARD, card)]
    dealer = state.players[1 - first]
    upcard = None if opening is Opening.EXTRA_CARD else first_card
    reached = start(
        state.rules, state.players, dealer, hands=dict(zip(state.players, hands, strict=True)), stock=stock, upcard=upcard
    )
    for action in (*steps, *last):
        following = play(reached, action)
        assert isinstance(following, State), (action, following)
        reached = following
    return reached
