"""From a position and its actions to the parameters of a question, as `spec/protocol.schema.json` has them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from ginrules.cards import JOKER
from ginrules.diagnostics import Diagnostic, Json, NotPlayed, Span
from ginrules.notation.asked import Asked, PlayerMove, method, moves_of
from ginrules.notation.dealing import cards_of, dealt, fill, given_cards, unused
from ginrules.notation.scenario import Scenario
from ginrules.notation.statements import HIDDEN, Do, Hand, Lay, LayOffs, Meld, Pile, Show, Spread, Turn, Upcard, Word
from ginrules.questions import Method
from ginrules.rules.catalogue import not_played
from ginrules.rules.resolve import Variant
from ginrules.rules.variant import Format, LimitKind, Spades

COMPARED = ("refused", "outcome", "winners", "deadwood", "points", "boxes")


def written_melds(melds: Iterable[Meld]) -> list[Json]:
    """Declared melds; `[]` declares that there is none."""
    return [[card.text for card in meld.cards] for meld in melds if meld.cards]


def written_lays(lays: Iterable[Lay]) -> Iterator[tuple[list[Json], str]]:
    """What is laid off, and a card of the meld onto which it is."""
    for lay in lays:
        yield [card.text for card in lay.cards], lay.onto.text.removeprefix("*=")


@dataclass(slots=True)
class Questions:
    """Builds the questions of a scenario under one variant; what is wrong is noted in `problems`."""

    scenario: Scenario
    variant: Variant
    filling: int
    problems: list[Diagnostic]

    def check_jokers(self) -> bool:
        """Note the jokers that are more than the variant has; whether there are none."""
        before = len(self.problems)
        jokers = self.variant.rules().deck.jokers
        turned = [upcard.card for upcard in self.scenario.own(Upcard)]
        is_dealt = method(self.scenario) is Method.PLAY and not self.scenario.own(Pile)
        # An upcard that was just turned lies by itself; another may be in somebody's hand by now.
        given = [*given_cards(self.scenario)]
        groups: list[Iterable[Word]] = [[*given, *turned]] if is_dealt else [given, turned]
        # What a player shows or lays off at once is of one deck, whether he holds it or not.
        groups += [cards_of(entry.move) for entry in moves_of(self.scenario)]
        for card in (card for group in groups for card in [card for card in group if dealt(card) == JOKER][jokers:]):
            message = f"{self.variant.id} is played with {jokers or 'no'} joker{'' if jokers == 1 else 's'}"
            self.problem(
                "joker-count", message, card.span, "choose a variant with jokers, as joker, or say how many: deck.jokers=2"
            )
        return len(self.problems) == before

    def arrange(self, name: Word) -> dict[str, Json] | None:
        """The parameters of `arrange` for a player's hand, any number of cards; `None` where something is wrong."""
        hand = self._hands.get(name.text)
        if hand is None:
            self.problem("no-hand", f"{name.text} has no hand", name.span, f"hand {name.text}: 4h 5h 6h …")
            return None
        if self._hides(hand.spread, "to arrange a hand all of it must be known"):
            return None
        return {"rules": self.variant.question_rules(Method.ARRANGE), "hand": [dealt(card) for card in hand.spread.cards]}

    def score(self, asked: Asked) -> dict[str, Json] | None:
        """The parameters of `score` for actions of which the first goes out; `None` where something is wrong."""
        going = asked.moves[0]
        move = going.move
        assert isinstance(move, Turn)
        before = len(self.problems)
        knocker = going.name.text
        hands = self._dealt_hands(going, move)
        self.check_upcard(going.span)
        params: dict[str, Json] = {
            "rules": self.variant.question_rules(Method.SCORE),
            "players": list(self.scenario.players),
            "knocker": knocker,
            "call": str(move.do),
            "hands": hands,
        }
        if move.card:
            params["discard"] = dealt(move.card)
        for upcard in self.scenario.own(Upcard):
            params["upcard"] = upcard.card.text
        spreads = self._spreads(asked)
        if len(self.problems) > before:
            return None
        layoffs = self._layoffs(asked)
        if layoffs:
            params["layoffs"] = layoffs
        if any(layoffs.values()) and knocker not in spreads:
            chosen = self._reference_spread(params, spreads, asked)
            if chosen is None:
                return None
            spreads[knocker] = chosen
        if spreads:
            params["spreads"] = spreads
        return params

    @property
    def _hands(self) -> Mapping[str, Hand]:
        return {hand.name.text: hand for hand in self.scenario.own(Hand)}

    def _dealt_hands(self, going: PlayerMove, move: Turn) -> dict[str, Json]:
        """Every player's cards, what is open dealt out; empty where the variant is not for so many players."""
        count = self.cards_each(going.name.span)
        if count is None:
            return {}
        pack = unused(self.scenario, self.variant.rules().deck.jokers, self.filling)
        hands: dict[str, Json] = {}
        for player in self.scenario.players:
            hand = self._hands.get(player)
            if player == going.name.text:
                self._check_knocker(going, move, hand, count)
            elif hand and len(hand.spread.cards) != count:
                self.wrong_count(hand, count)
            hands[player] = list(fill(hand.spread.cards if hand else (), count, pack))
        return hands

    def cards_each(self, place: Span) -> int | None:
        """How many cards each player is dealt; `None` where the variant is not for so many players."""
        players = self.scenario.players
        counts = self.variant.values["players.count"]
        assert isinstance(counts, list)
        is_table = self.variant.rules().players.format is Format.PARTNERSHIP
        if len(players) not in ([2] if is_table else counts):
            those = "two players at a table" if is_table else f"{' or '.join(map(str, counts))} players"
            message = f"{self.variant.id} is for {those}, this scenario has {len(players)}: {', '.join(players)}"
            self.problem("player-count", message, place, "`players` names those who play, else those who have a hand")
            return None
        each = self.variant.rules().cards_each(len(players))
        if each is None:
            message = f"deal.cards of {self.variant.id} differs with the players of the game, and this is one hand of two"
            self.problem("player-count", message, place, "in a partnership deal.cards is one number")
        return each

    def _check_knocker(self, going: PlayerMove, move: Turn, hand: Hand | None, count: int) -> None:
        name = going.name.text
        if hand is None:
            self.problem("no-hand", f"{name} goes out and has no hand", going.name.span, f"hand {name}: 4h 5h 6h …")
            return
        if self._hides(hand.spread, "who goes out shows his hand"):
            return
        held = len(hand.spread.cards)
        if move.card is None and move.do is not Do.BIG_GIN and held == count + 1:
            hint = f"name the discard: {move.do} 7d" + ("; gin with all of them is big-gin" if move.do is Do.GIN else "")
            self.problem("no-discard", f"{name} holds {held} cards and throws none of them", move.span, hint)
        elif move.do is Do.BIG_GIN and held != count + 1:
            self.wrong_count(hand, count + 1, "big gin is called with a card more, and no discard", hidden=False)
        elif move.card and held != count + 1:
            self.wrong_count(hand, count + 1, "the discard counts", hidden=False)
        elif move.card is None and move.do is not Do.BIG_GIN and held != count:
            self.wrong_count(hand, count, f"one more may be held where the discard is named: {move.do} 7d", hidden=False)

    def wrong_count(self, hand: Hand, right: int, why: str = "", *, hidden: bool = True) -> None:
        """Note that a hand has a wrong number of cards; `hidden`: its cards need not be known."""
        held = len(hand.spread.cards)
        message = f"{hand.name.text} holds {held} cards and should hold {right}"
        said = [_too_few_or_many(held, right), *([why] if why else [])]
        if hidden and held < right:
            said.append("?? stands for a card that is not known")
        self.problem("wrong-count", message, hand.spread.span, "; ".join(said))

    def check_upcard(self, place: Span) -> None:
        """Note that the upcard is missing where a rule depends on it."""
        if not self.scenario.own(Upcard):
            self.missing_upcard(place, "upcard 4s")

    def missing_upcard(self, place: Span, hint: str, *, knocks: bool = True) -> None:
        """Note that there is no upcard, if a rule depends on it; the limit is one of these where somebody knocks."""
        rules = self.variant.rules()
        needed = [
            *(["knock.limit"] if knocks and rules.knock.limit.kind is LimitKind.UPCARD else []),
            *(["scoring.spades"] if rules.scoring.spades is not Spades.NOTHING else []),
        ]
        if needed:
            message = f"the upcard is not given, and {' and '.join(needed)} of {self.variant.id} depends on it"
            self.problem("no-upcard", message, place, hint)

    def _hides(self, spread: Spread, why: str) -> bool:
        hidden = [card for card in spread.cards if card.text == HIDDEN]
        for card in hidden:
            self.problem("hidden-card", f"no card may be hidden here: {why}", card.span)
        return bool(hidden)

    def _spreads(self, asked: Asked) -> dict[str, Json]:
        spreads: dict[str, Json] = {
            name: written_melds(hand.spread.melds) for name, hand in self._hands.items() if hand.spread.melds
        }
        for entry in asked.moves:
            if isinstance(entry.move, Show):
                spreads[entry.name.text] = written_melds(entry.move.spread.melds)
        return spreads

    def _layoffs(self, asked: Asked) -> dict[str, Json]:
        layoffs: dict[str, list[Json]] = {}
        for entry in asked.moves:
            if isinstance(entry.move, LayOffs):
                layoffs.setdefault(entry.name.text, []).extend(
                    {"cards": cards, "onto": onto} for cards, onto in written_lays(entry.move.lays)
                )
        return dict(layoffs)

    def _reference_spread(self, params: Mapping[str, Json], spreads: Mapping[str, Json], asked: Asked) -> Json:
        """The knocker's best spread, if each of several gives the same answer; else a diagnostic."""
        from ginrules.answer import answer
        from ginrules.notation.best_play import best_spreads

        going = asked.moves[0]
        place = next(entry.span for entry in asked.moves if isinstance(entry.move, LayOffs))
        gaps = not_played(Method.SCORE, self.variant.values, len(self.scenario.players))
        if gaps:
            raise NotPlayed(", ".join(gaps))
        answers = [
            (melds, answer(Method.SCORE, {**params, "spreads": {**spreads, going.name.text: melds}}))
            for melds in best_spreads({**params, "spreads": spreads}, self.variant.rules())
        ]
        facts = [[compared(reply, fact) for fact in COMPARED] for _, reply in answers]
        if any(other != facts[0] for other in facts):
            message = f"{going.name.text} has several best spreads, and these lay-offs come out differently"
            self.problem("ambiguous-spread", message, place, f"declare the melds of {going.name.text} in brackets")
            return None
        return answers[0][0]

    def problem(self, code: str, message: str, span: Span, hint: str = "") -> None:
        """Note that something is wrong."""
        self.problems.append(self.scenario.source.problem(code, message, span, hint=hint))


def _too_few_or_many(held: int, right: int) -> str:
    """By how much a hand is wrong."""
    off = abs(held - right)
    if held < right:
        return "one card is missing" if off == 1 else f"{off} cards are missing"
    return "one card too many" if off == 1 else f"{off} cards too many"


def compared(reply: Mapping[str, Json], fact: str) -> Json:
    """A fact of an answer; of a refusal the ids, as its message may differ."""
    value = reply.get(fact)
    return value["rules"] if fact == "refused" and isinstance(value, dict) else value
