"""One deal played at OpenSpiel's table: the protocol's actions as the engine's, and its state as the protocol's.

What is legal, what a hand counts and what it pays is asked of the engine. Kept here is only what it does not tell: which cards
lay in a hand when it ended, and what was declared in which order.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from ginrules.adapters.deal import Action, Deal
from ginrules.adapters.foreign import Refused
from ginrules.diagnostics import Json, NotPlayed

LONGEST_MELD = 5
"""Cards in the engine's longest meld; a longer run is laid out in pieces."""

LONGEST_CHAIN = 2
"""Cards that the engine lets a defender lay off at one end of a run."""

_RANKS = 13


def cut_run(cards: Sequence[int]) -> list[list[int]]:
    """A run as pieces of three to five cards, as even as can be; up to five cards stay whole.

    >>> cut_run([3, 4, 5, 6, 7, 8, 9])
    [[3, 4, 5], [6, 7, 8, 9]]
    """
    pieces = -(-len(cards) // LONGEST_MELD)
    ends = [len(cards) * number // pieces for number in range(pieces + 1)]
    return [list(cards[start:end]) for start, end in pairwise(ends)]


@dataclass(slots=True)
class _Showdown:
    """What the engine forgets of the showdown."""

    knocker: int
    called_gin: bool
    hands: list[list[int]]
    pile: list[int]
    laid_on: dict[tuple[int, ...], list[int]] = field(default_factory=dict)
    """The knocker's melds, and the cards laid off on each."""
    ahead: set[int] = field(default_factory=set)
    """The cards among these whose lay-off is still to come."""
    shown: bool = False
    own: list[list[int]] | None = None
    """The defender's spread, laid out in the engine only when his lay-offs are done."""
    done: bool = False


class Table:
    """A deal in play. Seats are 0, who acts first, and 1."""

    def __init__(self, library: Any, game: Any, deal: Deal) -> None:
        self._gin = library.gin_rummy
        self._cards = library.gin_rummy.GinRummyUtils(_RANKS, 4, len(deal.hands[0]))
        self._seats = deal.seats
        self._stock = [self._cards.card_int(card) for card in deal.stock]
        self._state = game.new_initial_state()
        self._showdown: _Showdown | None = None
        self._last_taker: int | None = None
        """Who took the card with which the engine ends a hand (`turn.takes-limit`): it leaves it on the pile."""
        for card in (*deal.hands[0], *deal.hands[1], deal.upcard):
            self._state.apply_action(self._cards.card_int(card))

    def act(self, action: Action, later: Sequence[Action]) -> None:
        """Take one action; `later` are those after it.

        Raises:
            Refused: the engine does not offer it; nothing has changed.
            NotPlayed: the engine has no way to take it, though it may be right.
        """
        seat = self._seats.index(action.player)
        if self._showdown:
            self._declare(self._showdown, seat, action, later)
            return
        if seat != self._state.current_player():
            raise Refused("not this player's turn")
        if action.do in ("knock", "gin"):
            self._go_out(seat, action)
        elif action.do == "discard":
            if self._phase != self._gin.Phase.DISCARD:  # a card thrown after the last discard was taken would be a knock
                raise Refused("no discard now")
            self._apply(self._cards.card_int(action.card), "no such discard")
        elif action.do == "take" and self._phase == self._gin.Phase.WALL:
            self._apply(self._gin.KNOCK_ACTION, "the last discard cannot end the hand")
        else:
            numbers = {
                "pass": self._gin.PASS_ACTION,
                "take": self._gin.DRAW_UPCARD_ACTION,
                "stock": self._gin.DRAW_STOCK_ACTION,
            }
            if action.do not in numbers:
                raise Refused(f"no {action.do} now")
            self._apply(numbers[action.do], f"no {action.do} now")
            if action.do == "stock":
                self._state.apply_action(self._stock.pop(0))
            elif action.do == "take" and self._state.is_terminal():
                self._last_taker = seat

    def state(self) -> dict[str, Json]:
        """The referee's view."""
        showdown = self._showdown
        hands = showdown.hands if showdown else [list(hand) for hand in self._state.hands()]
        pile = list(showdown.pile) if showdown else self._pile()
        if self._last_taker is not None:
            hands[self._last_taker].append(pile.pop(0))
        turn = self._turn()
        state: dict[str, Json] = {
            "phase": self._phase_word(),
            "pile": [self._text(card) for card in pile],
            "stock": self._state.stock_size(),
            "hands": {name: self._texts(hand) for name, hand in zip(self._seats, hands, strict=True)},
            "limit": self._state.knock_card(),
        }
        if turn is not None:
            state["turn"] = self._seats[turn]
        return state

    def legal(self) -> list[Json] | None:
        """All that the player in turn may do; None in the showdown and after the end."""
        turn = self._turn()
        if self._showdown or turn is None:
            return None
        name = self._seats[turn]
        phase = self._phase
        legal = self._state.legal_actions()
        actions: list[Json] = []
        if phase == self._gin.Phase.WALL:
            words = {self._gin.PASS_ACTION: "pass", self._gin.KNOCK_ACTION: "take"}
            return [{"player": name, "do": words[number]} for number in legal]
        if phase in (self._gin.Phase.FIRST_UPCARD, self._gin.Phase.DRAW):
            words = {
                self._gin.PASS_ACTION: "pass",
                self._gin.DRAW_UPCARD_ACTION: "take",
                self._gin.DRAW_STOCK_ACTION: "stock",
            }
            return [{"player": name, "do": words[number]} for number in legal]
        if phase == self._gin.Phase.DISCARD:
            cards = [number for number in legal if number < self._gin.DEFAULT_NUM_CARDS]
            actions += [{"player": name, "do": "discard", "card": self._text(card)} for card in cards]
        gin = self._gin_cards(turn)
        actions += [
            {"player": name, "do": "gin" if card in gin else "knock", "card": self._text(card)} for card in self._knock_cards()
        ]
        return actions

    def result(self) -> dict[str, Json] | None:
        """How the hand ended; None while it goes on, or where a choice is open that the engine does not make."""
        showdown = self._showdown
        if showdown is None:
            if not self._state.is_terminal():
                return None
            return {"outcome": "dead", "winners": [], "points": dict.fromkeys(self._seats, 0)}
        if showdown.done:
            return self._score(self._state, showdown.knocker)
        laid = any(showdown.laid_on.values())
        if not showdown.shown or not (laid or self._state.finished_layoffs()):
            return None
        return self._score(self._finished(showdown), showdown.knocker)

    # The hand -----------------------------------------------------------------------------------------------------------

    @property
    def _phase(self) -> Any:
        return self._state.current_phase()

    def _apply(self, number: int, why: str) -> None:
        if number not in self._state.legal_actions():
            raise Refused(why)
        self._state.apply_action(number)

    def _go_out(self, seat: int, action: Action) -> None:
        card = self._cards.card_int(action.card)
        if card not in self._knock_cards():
            raise Refused("the engine offers no knock with this discard")
        if action.do == "gin" and card not in self._gin_cards(seat):
            raise Refused("something is left with this discard")
        if self._phase == self._gin.Phase.DISCARD:
            self._state.apply_action(self._gin.KNOCK_ACTION)
        self._state.apply_action(card)
        hands = [list(hand) for hand in self._state.hands()]
        self._showdown = _Showdown(knocker=seat, called_gin=action.do == "gin", hands=hands, pile=self._pile())

    def _knock_cards(self) -> list[int]:
        """The discards with which the engine lets the player in turn go out."""
        state = self._state
        if self._phase == self._gin.Phase.DISCARD:
            if self._gin.KNOCK_ACTION not in state.legal_actions():
                return []
            state = state.child(self._gin.KNOCK_ACTION)
        elif self._phase != self._gin.Phase.KNOCK:
            return []
        return list(state.legal_actions())

    def _gin_cards(self, seat: int) -> list[int]:
        """Those that leave nothing."""
        return list(self._cards.legal_discards(self._state.hands()[seat], 0))

    def _pile(self) -> list[int]:
        """Top card first; the engine keeps the upcard apart."""
        upcard = self._state.upcard()
        below = list(reversed(self._state.discard_pile()))
        return below if upcard is None else [upcard, *below]

    def _turn(self) -> int | None:
        if self._showdown:
            if self._showdown.done:
                return None
            return 1 - self._showdown.knocker if self._showdown.shown else self._showdown.knocker
        return None if self._state.is_terminal() else int(self._state.current_player())

    def _phase_word(self) -> str:
        phases = self._gin.Phase
        if self._turn() is None:
            return "over"
        if self._showdown:
            return "showdown"
        if self._phase == phases.FIRST_UPCARD:
            # The first player's forced draw, after both have passed, belongs to the same phase in the engine.
            return "upcard" if self._gin.PASS_ACTION in self._state.legal_actions() else "draw"
        return {phases.DRAW: "draw", phases.DISCARD: "discard", phases.KNOCK: "discard", phases.WALL: "wall"}[self._phase]

    # The showdown -------------------------------------------------------------------------------------------------------

    def _declare(self, showdown: _Showdown, seat: int, action: Action, later: Sequence[Action]) -> None:
        if showdown.done:
            raise Refused("the hand is over")
        if action.do not in ("show", "layoff", "done"):
            raise Refused(f"no {action.do} in the showdown")
        if seat == showdown.knocker:
            if action.do != "show" or showdown.shown:
                raise Refused("the knocker shows once, and nothing else")
            self._show(showdown, action)
        elif action.do == "layoff":
            self._lay_off(showdown, seat, action, later)
        elif not showdown.shown:
            raise NotPlayed("a spread of the knocker that nobody declared")
        elif action.do == "show":
            if showdown.own is not None:
                raise Refused("a spread is shown once")
            melds = self._pieces(action.melds)
            self._end(self._state, melds)
            showdown.own = melds
        else:
            self._state = self._finished(showdown)
            showdown.done = True

    def _show(self, showdown: _Showdown, action: Action) -> None:
        state = self._laid_out(self._state, self._pieces(action.melds))
        if showdown.called_gin and state.deadwood()[showdown.knocker]:
            raise Refused("gin was called, and something is left")
        if self._gin.PASS_ACTION not in state.legal_actions():
            raise Refused("the engine does not let the knocker stop here")
        state.apply_action(self._gin.PASS_ACTION)
        self._state = state
        showdown.shown = True
        showdown.laid_on = {tuple(self._numbers(meld)): [] for meld in action.melds}

    def _lay_off(self, showdown: _Showdown, seat: int, action: Action, later: Sequence[Action]) -> None:
        """Lay the cards one by one, each as soon as the engine takes it onto this meld.

        Together they have no order, also with those of later lay-offs onto the same meld: where a card waits for one of these,
        that one is laid first.
        """
        onto = self._cards.card_int(action.onto)
        meld = next((meld for meld in showdown.laid_on if onto in meld), None)
        if meld is None:
            raise Refused("that card lies in no meld of the knocker")
        following = [
            card
            for other in later
            if (other.player, other.do) == (action.player, "layoff") and self._cards.card_int(other.onto) in meld
            for card in self._numbers(other.cards)
        ]
        pieces = [self._cards.meld_to_int(piece) for piece in cut_run(meld)]
        state = self._state.clone()
        laid = list(showdown.laid_on[meld])
        ahead = set(showdown.ahead)
        waiting = [card for card in self._numbers(action.cards) if card not in ahead]
        while waiting:
            taken = set(state.legal_actions()) & set(self._cards.all_layoffs(pieces, laid))
            card = next((card for card in [*waiting, *following] if card in taken), None)
            if card is None:
                if any(_ends_a_chain(card, meld, laid) and card in state.hands()[seat] for card in waiting):
                    raise NotPlayed(f"more than {LONGEST_CHAIN} cards laid off at one end of a run")
                raise Refused("the engine does not take this lay-off")
            state.apply_action(card)
            laid.append(card)
            if card in waiting:
                waiting.remove(card)
            else:
                ahead.add(card)
        if showdown.own is not None:
            self._end(state, showdown.own)
        self._state = state
        showdown.laid_on[meld] = laid
        showdown.ahead = ahead - set(self._numbers(action.cards))

    def _finished(self, showdown: _Showdown) -> Any:
        """The state after the defender has laid out his melds: those he showed, else the engine's best of what he has left."""
        melds = showdown.own
        if melds is None:
            melds = self._cards.best_meld_group(self._state.hands()[1 - showdown.knocker])
        return self._end(self._state, melds)

    def _end(self, state: Any, melds: Iterable[Sequence[int]]) -> Any:
        ended = state.clone()
        if not ended.finished_layoffs():
            ended.apply_action(self._gin.PASS_ACTION)
        ended = self._laid_out(ended, melds)
        ended.apply_action(self._gin.PASS_ACTION)
        return ended

    def _laid_out(self, state: Any, melds: Iterable[Sequence[int]]) -> Any:
        """A copy of a state in which the player in turn has laid out these melds."""
        after = state.clone()
        for meld in melds:
            number = self._gin.MELD_ACTION_BASE + self._cards.meld_to_int(meld)
            if number not in after.legal_actions():
                raise Refused(f"the engine does not take the meld {' '.join(map(self._text, meld))}")
            after.apply_action(number)
        return after

    def _pieces(self, melds: Iterable[Sequence[str]]) -> list[list[int]]:
        """A spread as melds that the engine has a number for."""
        pieces: list[list[int]] = []
        for meld in melds:
            cards = self._numbers(meld)
            known = len(set(cards)) == len(cards) and (self._cards.is_rank_meld(cards) or self._cards.is_suit_meld(cards))
            if not known:
                raise Refused(f"the engine knows no meld {' '.join(meld)}")
            pieces += cut_run(cards)
        return pieces

    def _score(self, ended: Any, knocker: int) -> dict[str, Json]:
        """What the engine pays, and the word for it."""
        returns = [round(amount) for amount in ended.returns()]
        deadwood = [int(count) for count in ended.deadwood()]
        winner = next((seat for seat in (0, 1) if returns[seat] > 0), None)
        if deadwood[knocker] == 0:
            if winner is None:
                raise NotPlayed("gin that pays nothing: the engine names no winner")
            outcome = "gin"
        elif winner is None:
            outcome = "tie"
        else:
            outcome = "knock" if winner == knocker else "undercut"
        by_name: Mapping[str, list[int]] = {"deadwood": deadwood, "points": [max(amount, 0) for amount in returns]}
        result: dict[str, Json] = {"outcome": outcome, "winners": [] if winner is None else [self._seats[winner]]}
        for fact, numbers in by_name.items():
            result[fact] = dict(zip(self._seats, numbers, strict=True))
        result["limit"] = int(ended.knock_card())
        return result

    def _numbers(self, cards: Iterable[str]) -> list[int]:
        return sorted(self._cards.card_int(card) for card in cards)

    def _text(self, card: int) -> str:
        return str(self._cards.card_string(card))

    def _texts(self, cards: Iterable[int]) -> list[Json]:
        return [self._text(card) for card in sorted(cards)]


def _ends_a_chain(card: int, meld: Sequence[int], laid: Sequence[int]) -> bool:
    """Whether a card follows on as many cards laid at this end of a run as the engine takes there."""
    low, high = min(meld), max(meld)
    if low // _RANKS != high // _RANKS or card // _RANKS != low // _RANKS:
        return False
    below = [card + step for step in range(1, LONGEST_CHAIN + 1)]
    above = [card - step for step in range(1, LONGEST_CHAIN + 1)]
    return (card + LONGEST_CHAIN + 1 == low and set(below) <= set(laid)) or (
        card - LONGEST_CHAIN - 1 == high and set(above) <= set(laid)
    )
