"""From a hand that is played to the parameters of `play`: how it lies on the table, and what is done, action by action."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ginrules.cards import BIT, JOKER, parse_cards, read_melded
from ginrules.diagnostics import Json, Span
from ginrules.engine.openings import Impossible, position, start
from ginrules.engine.state import Phase
from ginrules.notation.asked import PlayerMove, expects
from ginrules.notation.clauses import Expect, IllegalClause, MovesClause, TurnClause
from ginrules.notation.dealing import dealing_order
from ginrules.notation.layout import Done, Layout, Place, follow, given
from ginrules.notation.questions import Questions
from ginrules.notation.scenario import Scenario
from ginrules.notation.statements import Action, Dealer, Hand, Pile, Stock, Upcard, Word
from ginrules.questions import Method
from ginrules.rules.catalogue import not_played
from ginrules.rules.variant import Opening


def done_in(scenario: Scenario, column: str) -> tuple[Done, ...]:
    """Every action of a column in order, with what refuses it."""
    found: list[Done] = []
    for statement in scenario.statements:
        if isinstance(statement, Action):
            found += [Done(PlayerMove(statement.name, move)) for move in statement.moves]
        elif isinstance(statement, Expect) and isinstance(statement.clause, IllegalClause) and expects(statement, column):
            found[-1] = Done(found[-1].entry, tuple(word.text for word in statement.clause.ids))
    return tuple(found)


@dataclass(slots=True)
class _Start:
    """Who begins and with how many cards each sits there."""

    first: str
    sizes: dict[str, int]
    phase: Phase


@dataclass(slots=True)
class Opened:
    """How the hand of a scenario lies under one variant, before its first action."""

    questions: Questions
    column: str
    done: tuple[Done, ...]

    def params(self) -> dict[str, Json] | None:
        """The parameters of `play` without its actions; `None` where something is wrong."""
        before = len(self.questions.problems)
        place = self.done[0].entry.span if self.done else self.scenario.header.id.span
        count = self.questions.cards_each(place)
        self.questions.check_upcard(place)
        started = self._start(count) if count else None
        layout = self._layout(started) if started else None
        if started is None or layout is None:
            return None
        follow(layout, self.done, self.questions.variant.rules())
        for misplaced in layout.misplaced:
            self.questions.problem(misplaced.code, misplaced.message, misplaced.span)
        if len(self.questions.problems) > before:
            return None
        self._deal(layout)
        if not self._possible(started, layout):
            return None
        return self._written(started, layout)

    @property
    def scenario(self) -> Scenario:
        """The scenario."""
        return self.questions.scenario

    @property
    def _is_position(self) -> bool:
        return bool(self.scenario.own(Pile))

    @property
    def _turns_upcard(self) -> bool:
        return self.questions.variant.rules().deal.opening is not Opening.EXTRA_CARD

    # -- who begins --

    def _start(self, count: int) -> _Start | None:
        hands = {hand.name.text: hand for hand in self.scenario.own(Hand)}
        more = [name for name, hand in hands.items() if len(hand.spread.cards) == count + 1]
        first = self._first_of_position(more) if self._is_position else self._first_of_deal(more)
        if not first:
            return None
        phase = Phase.DRAW
        if first in more if self._is_position else not self._turns_upcard:
            phase = Phase.DISCARD
        sizes = dict.fromkeys(self.scenario.players, count)
        sizes[first] += phase is Phase.DISCARD
        wrong = False
        for name, hand in hands.items():
            held = len(hand.spread.cards)
            if held != sizes[name]:
                self.questions.wrong_count(hand, sizes[name])
                wrong = True
        return None if wrong else _Start(first, sizes, phase)

    def _first_of_deal(self, more: list[str]) -> str:
        players = self.scenario.players
        for dealer in self.scenario.own(Dealer):
            return players[(players.index(dealer.name.text) + 1) % len(players)]
        first = self._first_actor() or (more[0] if more and not self._turns_upcard else "")
        if not first:
            message = "nobody acts, and nothing says who has dealt"
            self.questions.problem("no-dealer", message, self.scenario.header.id.span, f"dealer {players[0]}")
        return first

    def _first_of_position(self, more: list[str]) -> str:
        for dealer in self.scenario.own(Dealer):
            message = "a hand with a pile is met in the middle, where it is the same whoever dealt"
            self.questions.problem("dealer-and-pile", message, dealer.span, "leave out the dealer")
        first = more[0] if more else self._first_actor() or self._first_expected()
        if not first:
            message = "nobody acts, and nothing says whose turn it is"
            self.questions.problem("no-turn", message, self.scenario.header.id.span, "expect turn Ann")
        return first

    def _first_actor(self) -> str:
        """Who acts first in his turn; if nobody does, the one after who acts out of turn."""
        for each in self.done:
            if "turn.order" not in each.refused:
                return each.entry.name.text
        players = self.scenario.players
        return players[(players.index(self.done[0].entry.name.text) + 1) % len(players)] if self.done else ""

    def _first_expected(self) -> str:
        clauses = (expect.clause for expect in self.scenario.own(Expect) if expects(expect, self.column))
        return next((clause.name.text for clause in clauses if isinstance(clause, TurnClause | MovesClause)), "")

    # -- where the cards lie --

    def _layout(self, started: _Start) -> Layout | None:
        hands = {hand.name.text: hand.spread.cards for hand in self.scenario.own(Hand)}
        placed = {name: given(hands.get(name, ()), size) for name, size in started.sizes.items()}
        pile = [word for statement in self.scenario.own(Pile) for word in statement.cards]
        if not self._is_position:
            pile = [upcard.card for upcard in self.scenario.own(Upcard)]
            if pile and not self._turns_upcard:
                message = f"no upcard is turned under {self.questions.variant.id}"
                self.questions.problem("upcard-not-turned", message, pile[0].span, "deal.opening says what the deal turns")
                return None
        left = len(BIT) + self.questions.variant.rules().deck.jokers - sum(started.sizes.values())
        on_pile = len(pile) if self._is_position else int(self._turns_upcard)
        stock = self._stock(left - on_pile)
        if stock is None:
            return None
        if self._is_position:
            on_pile = left - len(stock)
        elif self._upcard_elsewhere(pile, [*placed.values(), stock]):
            return None
        return Layout(self.questions.variant.rules().deck.jokers, placed, given(pile, on_pile), stock)

    def _stock(self, most: int) -> list[Place] | None:
        """The stock, of which at most so many cards can be left; in a deal it is all of them."""
        for stock in self.scenario.own(Stock):
            count = stock.number.value if stock.number else most
            if count > most or (count < most and not self._is_position):
                number = stock.number.span if stock.number else stock.span
                message = f"{most} cards are left for the stock, not {count}"
                self.questions.problem("stock-count", message, number, f"stock {most}: …, or stock: … without a number")
                return None
            if len(stock.cards) > count:
                message = f"{len(stock.cards)} cards stand here, and the stock has {count}"
                self.questions.problem("stock-count", message, stock.cards[count].span)
                return None
            return given(stock.cards, count)
        return given((), most)

    def _upcard_elsewhere(self, upcard: Iterable[Word], others: Iterable[list[Place]]) -> bool:
        for word in upcard:
            for place in (place for places in others for place in places):
                if place.card == word.text != JOKER:
                    message = f"{word.text} lies elsewhere already (line {place.line}): there is one of each"
                    self.questions.problem("card-twice", message, word.span)
                    return True
        return False

    def _deal(self, layout: Layout) -> None:
        """Deal what is still open; in a position the upcard lies under the pile where nothing says more."""
        for upcard in self.scenario.own(Upcard):
            lies = any(place.card == upcard.card.text for place in layout.places())
            if not lies and not layout.pile[-1].card:
                layout.pile[-1].card = upcard.card.text
        placed = [place.card for place in layout.places() if place.card]
        jokers = self.questions.variant.rules().deck.jokers - placed.count(JOKER)
        pack = dealing_order({*placed}, jokers, self.questions.filling, last=layout.left_out)
        for place in layout.places():
            place.card = place.card or next(pack)

    # -- what is sent --

    def _possible(self, started: _Start, layout: Layout) -> bool:
        """Whether a hand under the variant can come to lie so; what is noted is about the number of cards in the stock."""
        variant = self.questions.variant
        if not_played(Method.PLAY, variant.values, len(self.scenario.players)):
            return True
        rules, players = variant.rules(), self.scenario.players
        groups = [*layout.hands.values(), *([place] for place in (*layout.stock, *layout.pile))]
        bits = read_melded([place.card for place in places] for places in groups)
        hands = dict(zip(layout.hands, bits, strict=False))
        stock, pile = bits[len(hands) : len(hands) + len(layout.stock)], bits[len(hands) + len(layout.stock) :]
        upcard = next((parse_cards(upcard.card.text) for upcard in self.scenario.own(Upcard)), None)
        try:
            if self._is_position:
                if started.phase is Phase.DRAW and len(stock) == rules.stock.floor:
                    started.phase = Phase.WALL
                position(
                    rules, players, hands=hands, pile=pile, stock=stock, turn=started.first, phase=started.phase, upcard=upcard
                )
            else:
                start(rules, players, self._dealer(started), hands=hands, stock=stock, upcard=pile[0] if pile else None)
        except Impossible as error:
            self.questions.problem("stock-count", error.message, self._place_of_stock())
            return False
        return True

    def _place_of_stock(self) -> Span:
        for stock in self.scenario.own(Stock):
            return stock.span
        return self.scenario.header.id.span

    def _dealer(self, started: _Start) -> str:
        players = self.scenario.players
        return players[players.index(started.first) - 1]

    def _written(self, started: _Start, layout: Layout) -> dict[str, Json]:
        params: dict[str, Json] = {
            "rules": self.questions.variant.question_rules(Method.PLAY),
            "players": list(self.scenario.players),
            "hands": {name: _cards(places) for name, places in layout.hands.items()},
            "stock": _cards(layout.stock),
        }
        for upcard in self.scenario.own(Upcard):
            params["upcard"] = upcard.card.text
        if self._is_position:
            return {**params, "pile": _cards(layout.pile), "turn": started.first, "phase": str(started.phase)}
        if self._turns_upcard:
            params["upcard"] = layout.pile[0].card
        return {**params, "dealer": self._dealer(started)}


def _cards(places: Iterable[Place]) -> list[Json]:
    return [place.card for place in places]


def reference(params: Mapping[str, Json], actions: Any) -> Mapping[str, Any]:
    """What the reference says to these actions, in the shape of the protocol."""
    from ginrules.answer import answer

    return answer(Method.PLAY, {**params, "actions": [*actions]})
