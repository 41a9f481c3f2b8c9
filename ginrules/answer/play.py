"""A hand turn by turn behind the messages of the protocol: `play` parameters to states, the last of them to a `play` result."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from ginrules.answer.reading import (
    Jokers,
    by_player,
    known_player,
    read_card,
    read_cards,
    read_melded,
    read_natural,
    read_players,
    read_rules,
    typed,
)
from ginrules.answer.showdown import read_spread, write_refusal, write_showdown
from ginrules.cards import CardSet, union, write_card, write_cards
from ginrules.diagnostics import ImpossibleInput, Json, listed
from ginrules.engine.parts import STANDARD, Parts
from ginrules.engine.play import Action, Dead, Do, Impossible, Phase, Refusal, State, legal, play, position, result, start
from ginrules.questions import Method
from ginrules.rules.variant import Rules

_THROWN = frozenset({Do.DISCARD, Do.KNOCK, Do.GIN})
_OF_A_POSITION = ("turn", "phase", "taken")
_WORDS = tuple(map(str, Do))
_PHASES = tuple(map(str, (Phase.DRAW, Phase.DISCARD, Phase.WALL)))
_ASKED = ("legal",)


def answer_play(params: Mapping[str, Json]) -> dict[str, Json]:
    """The answer to `play`; see `ginrules.answer.answer`."""
    players = read_players(params)
    rules = read_rules(Method.PLAY, params, players=len(players))
    return reply_play(read_hand(params, players, rules), rules)


def reply_play(hand: Hand, rules: Rules, parts: Parts = STANDARD) -> dict[str, Json]:
    """The answer to a question that has been read.

    Raises:
        ImpossibleInput: under these rules no hand can lie so.
    """
    state, actions = begin(hand, rules, parts), hand.actions
    answered: dict[str, Json] = {"accepted": len(actions)}
    for accepted, action in enumerate(actions):
        following = play(state, action)
        if isinstance(following, Refusal):
            answered |= {"accepted": accepted, "refused": write_refusal(following)}
            break
        state = following
    answered["state"] = write_state(state)
    if "legal" in hand.asked and state.phase not in {Phase.SHOWDOWN, Phase.OVER}:
        answered["legal"] = [write_action(action) for action in legal(state)]
    ended = result(state)
    if ended is not None:
        answered["result"] = _write_dead(ended) if isinstance(ended, Dead) else write_showdown(ended)
    return answered


def _read_asked(params: Mapping[str, Json]) -> tuple[str, ...]:
    asked = tuple(str(word) for word in typed(params.get("ask", []), list, "ask", "a list"))
    for index, word in enumerate(asked):
        if word not in _ASKED:
            raise ImpossibleInput(f"ask[{index}]", f"{word!r} cannot be asked for: legal can")
    return asked


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """A hand as it begins, and what is done in it; read from JSON, and not yet laid out under any rules."""

    players: tuple[str, ...]
    dealer: str | None
    """Of a deal; `None`: a position."""
    hands: Mapping[str, CardSet]
    stock: tuple[CardSet, ...]
    upcard: CardSet | None
    pile: tuple[CardSet, ...] = ()
    turn: str = ""
    phase: Phase = Phase.DRAW
    taken: CardSet | None = None
    actions: tuple[Action, ...]
    asked: tuple[str, ...]


READ_BY = frozenset({"deck.jokers"})
"""The rules that `read_hand` looks at: under others the hand that is read is the same."""


def read_hand(params: Mapping[str, Json], players: tuple[str, ...], rules: Rules) -> Hand:
    """The hand: a deal, where a dealer is named, or a position, where a pile is."""
    asked = _read_asked(params)
    actions = _read_actions(params, players, rules)
    is_position = "pile" in params
    if is_position == ("dealer" in params):
        both = "a dealer makes it a deal and a pile a position: not both" if is_position else "neither dealer nor pile is there"
        raise ImpossibleInput("dealer", both)
    jokers = Jokers(rules)
    hands = {player: read_cards(value, path, jokers) for player, value, path in by_player(params, "hands", players)}
    stock = _read_pile(params.get("stock"), "stock", jokers)
    # A deal turns its upcard, which lies nowhere else; that of a position may be any card by now.
    upcard_jokers = Jokers(rules) if is_position else jokers
    upcard = read_card(params["upcard"], "upcard", upcard_jokers) if "upcard" in params else None
    if not is_position:
        for field in _OF_A_POSITION:
            if field in params:
                raise ImpossibleInput(field, f"{field} belongs to a position, which names its pile")
        dealer = typed(params["dealer"], str, "dealer", "a player")
        return Hand(players=players, dealer=dealer, hands=hands, stock=stock, upcard=upcard, actions=actions, asked=asked)
    return Hand(
        players=players,
        dealer=None,
        hands=hands,
        pile=_read_pile(params["pile"], "pile", jokers),
        stock=stock,
        turn=typed(params.get("turn"), str, "turn", "a player"),
        phase=_read_phase(params.get("phase")),
        taken=read_card(params["taken"], "taken", Jokers(rules)) if "taken" in params else None,
        upcard=upcard,
        actions=actions,
        asked=asked,
    )


def begin(hand: Hand, rules: Rules, parts: Parts = STANDARD) -> State:
    """The first state of a hand under some rules.

    Raises:
        ImpossibleInput: under these rules no hand can lie so.
    """
    try:
        if hand.dealer is not None:
            return start(rules, hand.players, hand.dealer, hands=hand.hands, stock=hand.stock, upcard=hand.upcard, parts=parts)
        return position(
            rules,
            hand.players,
            hands=hand.hands,
            pile=hand.pile,
            stock=hand.stock,
            turn=hand.turn,
            phase=hand.phase,
            taken=hand.taken,
            upcard=hand.upcard,
            parts=parts,
        )
    except Impossible as error:
        raise ImpossibleInput(error.where, error.message) from error


def _read_phase(value: Json) -> Phase:
    if value not in _PHASES:
        raise ImpossibleInput("phase", f"a position is in {listed(_PHASES, 'or')}, not {json.dumps(value)[:40]}")
    return Phase(str(value))


def _read_pile(value: Json, path: str, jokers: Jokers) -> tuple[CardSet, ...]:
    """Cards in order, the top one first; none may stand twice."""
    texts = typed(value, list, path, "a list of cards")
    pile = tuple(read_card(text, f"{path}[{index}]", jokers) for index, text in enumerate(texts))
    if union(pile).bit_count() < len(pile):
        twice = next(index for index, card in enumerate(pile) if card in pile[:index])
        raise ImpossibleInput(f"{path}[{twice}]", f"{write_card(pile[twice])} stands twice")
    return pile


def _read_actions(params: Mapping[str, Json], players: tuple[str, ...], rules: Rules) -> tuple[Action, ...]:
    actions = typed(params.get("actions"), list, "actions", "a list of actions")
    return tuple(_read_action(action, f"actions[{index}]", players, rules) for index, action in enumerate(actions))


def _read_action(value: Json, path: str, players: tuple[str, ...], rules: Rules) -> Action:
    action = typed(value, dict, path, "an action with player and do")
    player = typed(action.get("player"), str, f"{path}.player", "a player")
    known_player(player, players, f"{path}.player")
    if action.get("do") not in _WORDS:
        raise ImpossibleInput(f"{path}.do", f"an action is {listed(_WORDS, 'or')}, not {json.dumps(action.get('do'))[:40]}")
    do = Do(str(action["do"]))
    if do in _THROWN:
        return Action(player, do, card=read_card(action.get("card"), f"{path}.card", Jokers(rules)))
    if do is Do.SHOW:
        return Action(player, do, melds=read_spread(action.get("melds"), f"{path}.melds", rules))
    if do is Do.LAYOFF:
        cards = read_melded(action.get("cards"), f"{path}.cards", Jokers(rules))
        return Action(player, do, cards=cards, onto=read_natural(action.get("onto"), f"{path}.onto"))
    return Action(player, do)


def write_state(state: State) -> dict[str, Json]:
    """The referee's view."""
    written: dict[str, Json] = {
        "phase": str(state.phase),
        "pile": [write_card(card) for card in state.pile],
        "stock": len(state.stock),
        "hands": {player: list(write_cards(hand)) for player, hand in zip(state.players, state.hands, strict=True)},
    }
    if state.turn is not None:
        written["turn"] = state.turn
    if state.limit is not None:
        written["limit"] = state.limit
    return written


def write_action(action: Action) -> Json:
    """An action that `legal` lists: none of them names melds or lay-offs."""
    written: dict[str, Json] = {"player": action.player, "do": str(action.do)}
    if action.card:
        written["card"] = write_card(action.card)
    return written


def _write_dead(dead: Dead) -> dict[str, Json]:
    return {"outcome": dead.outcome, "winners": list(dead.winners), "points": dict(dead.points)}
