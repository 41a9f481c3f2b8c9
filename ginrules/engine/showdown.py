"""The showdown: what is declared is judged, what is not declared is played best, and the hand is paid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import product, zip_longest

from ginrules.cards import JOKERS, CardSet, Meld, held, joined, shape, standing_for, stood_for, union
from ginrules.engine.joker_melds import with_jokers_of
from ginrules.engine.layoffs import Defence, given_layoffs, meld_with
from ginrules.engine.legality import Claim, ClaimKind, judge
from ginrules.engine.melds import Kind, Melder
from ginrules.engine.parts import STANDARD, Parts
from ginrules.engine.values import Call, LayOff, Outcome, Refusal, Showdown, ShowdownQuestion, Spread, Step
from ginrules.rules.variant import Onto, Rules

__all__ = ["Call", "LayOff", "Outcome", "Refusal", "Showdown", "ShowdownQuestion", "Spread", "Step", "score"]


def score(question: ShowdownQuestion, rules: Rules, parts: Parts = STANDARD) -> Showdown | Refusal:
    """How a hand ends and what everybody has of it.

    A knocker who declares no spread shows, among those that leave least and are not refused, the one that scores best for him
    against best play; if all are refused, the refusal that names fewest checks says what fails whichever he shows.

    Raises:
        UnplayedRule: a rule has a value that the engine does not play yet.
    """
    hand = _hand(question, rules, parts)
    results = [hand.play(spread) for spread in hand.knocker_spreads()]
    showdowns = [result for result in results if isinstance(result, Showdown)]
    if showdowns:
        return max(showdowns, key=hand.margin)
    return min((result for result in results if isinstance(result, Refusal)), key=lambda refusal: len(refusal.rules))


def as_shown(question: ShowdownQuestion, rules: Rules, parts: Parts = STANDARD) -> Spread:
    """The spread that the knocker declares, with its unnamed jokers named as is best for him against best play.

    He shows first: what the others declare is not looked at.
    """
    hand = _hand(question, rules, parts)
    return hand.named(hand.question.spreads[question.knocker])


def _hand(question: ShowdownQuestion, rules: Rules, parts: Parts) -> _Hand:
    if rules.deck.jokers:
        question = _with_jokers_held(question)
    return _Hand(question, rules, parts, parts.melder(rules.deck, rules.melds), parts.knock_limit(rules, question.upcard))


def _with_jokers_held(question: ShowdownQuestion) -> ShowdownQuestion:
    """The question with every joker that is declared one of its player's hand: discard first, then lay-offs, then spread."""
    spreads, layoffs, discard = dict(question.spreads), dict(question.layoffs), question.discard
    for player, hand in question.hands.items():
        thrown = question.discard or 0 if player == question.knocker else 0
        laid, spread = layoffs.get(player, ()), spreads.get(player, ())
        thrown, *groups = with_jokers_of((thrown, *(layoff.cards for layoff in laid), *spread), hand)
        if player == question.knocker and discard:
            discard = thrown
        if laid:
            layoffs[player] = tuple(replace(layoff, cards=cards) for layoff, cards in zip(laid, groups, strict=False))
        if spread:
            spreads[player] = tuple(groups[len(laid) :])
    return replace(question, spreads=spreads, layoffs=layoffs, discard=discard)


@dataclass(frozen=True, slots=True)
class _Hand:
    """A question with what follows from the rules."""

    question: ShowdownQuestion
    rules: Rules
    parts: Parts
    melder: Melder
    limit: int | None

    def knocker_spreads(self) -> Sequence[Spread]:
        """The spread that the knocker declares, or those among which he chooses."""
        declared = self.question.spreads.get(self.question.knocker)
        if declared is not None:
            return (self.named(declared),)
        return self.melder.showings(self.question.kept, self._kinds())

    def named(self, spread: Spread) -> Spread:
        """The knocker's spread with its unnamed jokers named as is best for him, whatever the others declare."""
        namings = list(product(*map(self.melder.namings, spread)))
        if len(namings) == 1:
            return namings[0]
        kind = self._kinds()
        different = {tuple(kind(shape(meld)) for meld in naming): naming for naming in reversed(namings)}
        alone = replace(self, question=replace(self.question, spreads={}, layoffs={}))
        results = [(naming, alone.play(naming)) for naming in reversed(different.values())]
        shown = [(naming, result) for naming, result in results if isinstance(result, Showdown)]
        return max(shown, key=lambda each: self.margin(each[1]))[0] if shown else namings[0]

    def _kinds(self) -> Kind:
        """What matters about a meld of the knocker: what others can lay onto it."""
        if self.rules.layoff.onto is Onto.EXTENDED and len(self.question.defenders) > 1:
            return lambda whole: whole  # what one lays off makes room for another
        hands = [self.question.hands[player] for player in self.question.defenders]
        numbers: dict[tuple[frozenset[tuple[CardSet, int]], ...], int] = {}

        def kind(whole: CardSet) -> int | None:
            takes = tuple(
                frozenset((naturals, (more ^ naturals).bit_count()) for naturals, more in self.melder.longer(whole, hand))
                for hand in hands
            )
            return numbers.setdefault(takes, len(numbers)) if any(takes) else None

        return kind

    def margin(self, showdown: Showdown) -> int:
        """The knocker's points less those of the others."""
        return 2 * showdown.points[self.question.knocker] - sum(showdown.points.values())

    def play(self, spread: Spread) -> Showdown | Refusal:
        """The showdown if the knocker shows this spread."""
        question, knocker = self.question, self.question.knocker
        shown = self.melder.points(question.kept & ~union(spread))
        refusal = judge(self._going_out(spread, shown), self.parts.checks) or self._judge_layoffs(
            knocker, spread, spread, shown
        )
        if refusal:
            return refusal
        deadwood = dict.fromkeys(question.players, shown)
        spreads = {knocker: spread}
        layoffs: dict[str, tuple[LayOff, ...]] = {}
        melds = spread
        for player in question.defenders:
            refusal = self._judge_layoffs(player, spread, melds, shown) or self._judge_spread(player)
            if refusal:
                return refusal
            defence = self._defend(player, spread, melds, shown)
            deadwood[player] = defence.deadwood
            spreads[player] = defence.spread
            layoffs[player] = question.layoffs.get(player) or _name_layoffs(spread, defence.laid)
            if self.rules.layoff.onto is Onto.EXTENDED:
                melds = _extended(melds, defence.laid)
        big_gin = question.call is Call.BIG_GIN
        payment = self.parts.pay(deadwood, knocker, big_gin=big_gin, upcard=question.upcard, rules=self.rules)
        return Showdown(
            outcome=payment.outcome,
            winners=payment.winners,
            deadwood=deadwood,
            points=payment.points,
            boxes=payment.boxes,
            limit=self.limit,
            spreads=spreads,
            layoffs=layoffs,
            steps=payment.steps,
        )

    def _going_out(self, spread: Spread, shown: int) -> Claim:
        question = self.question
        return Claim(
            kind=ClaimKind.GO_OUT,
            player=question.knocker,
            knocker=question.knocker,
            rules=self.rules,
            melder=self.melder,
            hand=question.hands[question.knocker],
            used=() if question.discard is None else (question.discard,),
            groups=spread,
            call=question.call,
            deadwood=shown,
            limit=self.limit,
        )

    def _judge_layoffs(self, player: str, spread: Spread, melds: Spread, shown: int) -> Refusal | None:
        """Judge what a player says he lays off, all of it together."""
        declared = self.question.layoffs.get(player)
        if not declared:
            return None
        *laid, _ = _by_meld(spread, declared)
        claim = Claim(
            kind=ClaimKind.LAY_OFF,
            player=player,
            knocker=self.question.knocker,
            rules=self.rules,
            melder=self.melder,
            hand=self.question.hands[player],
            used=tuple(layoff.cards for layoff in declared),
            groups=tuple(joined(meld, more) for meld, more in zip(melds, laid, strict=True) if more),
            in_no_meld=union(layoff.onto for layoff in declared) & ~union(map(shape, spread)),
            call=Call.KNOCK if shown else Call.GIN,
        )
        return judge(claim, self.parts.checks)

    def _judge_spread(self, player: str) -> Refusal | None:
        """Judge the spread that a defender declares."""
        declared = self.question.spreads.get(player)
        if declared is None:
            return None
        claim = Claim(
            kind=ClaimKind.SHOW,
            player=player,
            knocker=self.question.knocker,
            rules=self.rules,
            melder=self.melder,
            hand=self.question.hands[player],
            used=tuple(layoff.cards for layoff in self.question.layoffs.get(player, ())),
            groups=declared,
        )
        return judge(claim, self.parts.checks)

    def _defend(self, player: str, spread: Spread, melds: Spread, shown: int) -> Defence:
        """What a defender declares, the rest of it played best."""
        hand = self.question.hands[player]
        own = self.question.spreads.get(player)
        if own is not None:
            own = tuple(self.melder.namings(meld)[0] for meld in own)
        declared = self.question.layoffs.get(player)
        if declared is not None:
            laid = self._name_jokers(melds, _by_meld(spread, declared))
            if own is None:
                return given_layoffs(hand, laid, self.melder)
            return Defence(self.melder.points(hand & ~union(own) & ~union(laid)), own, laid)
        return self.parts.defend(hand, own, melds, shown, self.melder, self.rules)

    def _name_jokers(self, melds: Spread, laid: tuple[Meld, ...]) -> tuple[Meld, ...]:
        """What was laid onto each meld, with the jokers of it named."""
        if not union(laid) & JOKERS:
            return laid
        named = []
        for meld, more in zip(melds, laid, strict=False):
            whole = self.melder.namings(joined(meld, more))[0]
            named.append(held(more) | standing_for(stood_for(whole) & ~stood_for(meld)) if more else 0)
        return (*named, laid[-1])


def _by_meld(spread: Spread, layoffs: tuple[LayOff, ...]) -> tuple[Meld, ...]:
    """What is laid onto each meld of a spread; what is laid onto none comes last."""
    laid: list[list[Meld]] = [[] for _ in (*spread, None)]
    for layoff in layoffs:
        place = meld_with(spread, layoff.onto)
        laid[-1 if place is None else place].append(layoff.cards)
    return tuple(reduce(joined, cards, 0) for cards in laid)


def _extended(melds: Spread, laid: tuple[Meld, ...]) -> Spread:
    """The melds with what was laid onto each, nothing where nothing may be laid off."""
    return tuple(joined(meld, more) for meld, more in zip_longest(melds, laid[: len(melds)], fillvalue=0))


def _name_layoffs(spread: Spread, laid: tuple[Meld, ...]) -> tuple[LayOff, ...]:
    """Lay-offs as values: each meld is named by its lowest card."""
    return tuple(LayOff(more, meld & -meld) for meld, more in zip(spread, laid, strict=False) if more)
