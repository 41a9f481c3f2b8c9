"""One deal played at RLCard's table: the protocol's actions as the engine's, and its state as the protocol's.

The engine deals at random only, so the cards of a question are put where its own lie. What is legal and what a hand counts is
asked of its judge and of its score sheet.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ginrules.adapters.deal import Action, Deal
from ginrules.adapters.foreign import Refused
from ginrules.diagnostics import Json, NotPlayed

NO_END = 10**9
"""Moves after which the engine would call a hand dead, more than any question has."""


class Table:
    """A deal in play. Seats are 0, who acts first and holds eleven cards, and 1."""

    def __init__(self, library: Any, deal: Deal, *, limit: int, floor: int, return_allowed: bool) -> None:
        gin = library.games.gin_rummy
        self._actions = gin.utils.action_event
        self._card = library.games.base.Card
        self._going_out = gin.judge.get_going_out_cards
        self._limit = limit
        self._seats = deal.seats
        settings = gin.utils.settings
        names = settings.Setting
        self._game = gin.game.GinRummyGame()
        self._game.settings.change_settings(
            names.default_setting()
            | {
                names.dealer_for_round: settings.DealerForRound.South,
                names.going_out_deadwood_count: limit,
                names.stockpile_dead_card_count: floor,
                names.is_allowed_to_discard_picked_up_card: return_allowed,
                names.max_move_count: NO_END,
            }
        )
        self._game.init_game()
        self._round = self._game.round
        for player, hand in zip(self._round.players, deal.hands, strict=True):
            player.hand = [self._number(card) for card in hand]
            player.did_populate_hand()
        self._round.dealer.stock_pile = [self._number(card) for card in reversed(deal.stock)]
        self._round.dealer.discard_pile = []
        self._knocker: int | None = None
        self._thrown: Any = None
        self._over = False

    def act(self, action: Action, later: Sequence[Action]) -> None:  # noqa: ARG002 - nothing is laid off here
        """Take one action.

        Raises:
            Refused: the engine does not offer it; nothing has changed.
            NotPlayed: the engine has no way to take it, though it may be right.
        """
        seat = self._seats.index(action.player)
        if self._over:
            raise Refused("the hand is over")
        if self._knocker is not None:
            self._declare(self._knocker, seat, action)
            return
        if seat != self._round.current_player_id:
            raise Refused("not this player's turn")
        if action.do == "gin" or (action.do == "knock" and self._offers_gin()):
            self._gin(seat, action)
            return
        event = self._event(action)
        if event is None or event not in self._game.judge.get_legal_actions():
            raise Refused(f"the engine offers no {action.do} {action.card}".rstrip())
        self._game.step(event)
        if action.do == "knock":
            self._went_out(seat, event.card)
        elif action.do == "pass":
            self._over = True

    def state(self) -> dict[str, Json]:
        """The referee's view."""
        dealer = self._round.dealer
        # The engine drops the card with which a player goes out; it belongs on top of the pile.
        pile = [*dealer.discard_pile, self._thrown] if self._thrown else dealer.discard_pile
        players = self._round.players
        state: dict[str, Json] = {
            "phase": self._phase(),
            "pile": [self._text(card) for card in reversed(pile)],
            "stock": len(dealer.stock_pile),
            "hands": {name: self._texts(player.hand) for name, player in zip(self._seats, players, strict=True)},
        }
        if not self._over:
            state["turn"] = self._seats[self._round.current_player_id if self._knocker is None else self._knocker]
        return state

    def legal(self) -> list[Json] | None:
        """All that the player in turn may do; None in the showdown and after the end."""
        if self._over or self._knocker is not None:
            return None
        seat = self._round.current_player_id
        name = self._seats[seat]
        events = self._game.judge.get_legal_actions()
        if self._offers_gin():
            return [{"player": name, "do": "gin", "card": self._text(card)} for card in self._gin_cards(seat)]
        words = {
            self._actions.DrawCardAction: "stock",
            self._actions.PickUpDiscardAction: "take",
            self._actions.DeclareDeadHandAction: "pass",
            self._actions.DiscardAction: "discard",
            self._actions.KnockAction: "knock",
        }
        legal: list[Json] = []
        for event in events:
            action: dict[str, Json] = {"player": name, "do": words[type(event)]}
            if action["do"] in ("discard", "knock"):
                action["card"] = self._text(event.card)
            legal.append(action)
        return legal

    def result(self) -> dict[str, Json] | None:
        """What the engine's score sheet says of a hand that has ended; None while it goes on.

        The engine compares no counts and keeps no points: `outcome`, `winners` and `points` only fill the message.
        """
        if self._knocker is None:
            if not self._over:
                return None
            return {"outcome": "dead", "winners": [], "points": dict.fromkeys(self._seats, 0)}
        sheet = self._round.move_sheet[-2:]
        gin = isinstance(self._round.going_out_action, self._actions.GinAction)
        return {
            "outcome": "gin" if gin else "knock",
            "winners": [self._seats[self._knocker]],
            "points": dict.fromkeys(self._seats, 0),
            "deadwood": {name: int(move.deadwood_count) for name, move in zip(self._seats, sheet, strict=True)},
            "spreads": {
                name: [self._texts(meld) for meld in move.best_meld_cluster]
                for name, move in zip(self._seats, sheet, strict=True)
            },
        }

    def _event(self, action: Action) -> Any:
        """The engine's action, or None where it has none."""
        if action.do in ("discard", "knock"):
            kind = self._actions.DiscardAction if action.do == "discard" else self._actions.KnockAction
            return kind(self._number(action.card))
        kinds = {
            "stock": self._actions.DrawCardAction,
            "take": self._actions.PickUpDiscardAction,
            "pass": self._actions.DeclareDeadHandAction,
        }
        return kinds[action.do]() if action.do in kinds else None

    def _gin(self, seat: int, action: Action) -> None:
        """Go gin, which is also what a knock is that leaves nothing; the engine's call names no card, it throws one itself."""
        card = self._number(action.card)
        player = self._round.players[seat]
        if not self._offers_gin():
            raise Refused("the engine offers no gin")
        if card not in self._gin_cards(seat):
            raise Refused("the engine does not count this card among those that leave nothing")
        before = list(player.hand)
        self._game.step(self._actions.GinAction())
        thrown = next(held for held in before if held not in player.hand)
        self._went_out(seat, thrown)
        if thrown != card and self._round.move_sheet[-2:][seat].deadwood_count == 0:
            raise NotPlayed("gin with a discard that the player chooses")

    def _offers_gin(self) -> bool:
        return self._actions.GinAction() in self._game.judge.get_legal_actions()

    def _gin_cards(self, seat: int) -> list[Any]:
        _, cards = self._going_out(self._round.players[seat].hand, self._limit)
        return list(cards)

    def _went_out(self, seat: int, card: Any) -> None:
        self._knocker = seat
        self._thrown = card
        for score in (self._actions.ScoreNorthPlayerAction, self._actions.ScoreSouthPlayerAction):
            self._game.step(score())

    def _declare(self, knocker: int, seat: int, action: Action) -> None:
        if action.do == "show":
            raise NotPlayed("a declared spread")
        if action.do != "done" or seat == knocker:
            raise Refused(f"the engine knows no {action.do} after a knock")
        self._over = True

    def _phase(self) -> str:
        if self._over:
            return "over"
        if self._knocker is not None:
            return "showdown"
        if len(self._round.get_current_player().hand) > len(self._round.players[1 - self._round.current_player_id].hand):
            return "discard"
        dead = self._actions.DeclareDeadHandAction() in self._game.judge.get_legal_actions()
        return "wall" if dead else "draw"

    def _number(self, card: str) -> Any:
        return self._card(card[1].upper(), card[0])

    def _text(self, card: Any) -> str:
        return str(card.rank + card.suit.lower())

    def _texts(self, cards: Iterable[Any]) -> list[Json]:
        return [self._text(card) for card in sorted(cards, key=lambda card: (card.suit, "A23456789TJQK".index(card.rank)))]
