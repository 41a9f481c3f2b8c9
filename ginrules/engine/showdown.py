"""The showdown: what is declared is judged, what is not declared is played best, and the hand is paid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from ginrules.cards import CardSet, union
from ginrules.engine.layoffs import Defence, best_defence, given_layoffs, given_spread
from ginrules.engine.legality import Claim, ClaimKind, judge, knock_limit
from ginrules.engine.melds import Melder, melder
from ginrules.engine.payment import pay
from ginrules.engine.values import Call, LayOff, Outcome, Refusal, Showdown, ShowdownQuestion, Spread, Step
from ginrules.rules.variant import Onto, Permission, Rules

__all__ = ["Call", "LayOff", "Outcome", "Refusal", "Showdown", "ShowdownQuestion", "Spread", "Step", "score"]


def score(question: ShowdownQuestion, rules: Rules, without: frozenset[str] = frozenset()) -> Showdown | Refusal:
    """How a hand ends and what everybody has of it; `without` takes checks out of the table of legality.

    A knocker who declares no spread shows, among those that leave least and are not refused, the one that scores best for him
    against best play; if all are refused, the refusal that names fewest checks says what fails whichever he shows.

    Raises:
        UnplayedRule: a rule has a value that the engine does not play yet.
    """
    hand = _Hand(question, rules, melder(rules.deck, rules.melds), knock_limit(rules, question.upcard), without)
    results = [hand.play(spread) for spread in hand.knocker_spreads()]
    showdowns = [result for result in results if isinstance(result, Showdown)]
    if showdowns:
        return max(showdowns, key=hand.margin)
    return min((result for result in results if isinstance(result, Refusal)), key=lambda refusal: len(refusal.rules))


@dataclass(frozen=True, slots=True)
class _Hand:
    """A question with what follows from the rules."""

    question: ShowdownQuestion
    rules: Rules
    melder: Melder
    limit: int | None
    without: frozenset[str]

    def knocker_spreads(self) -> Sequence[Spread]:
        """The spread that the knocker declares, or those among which he chooses."""
        declared = self.question.spreads.get(self.question.knocker)
        if declared is not None:
            return (declared,)
        return self.melder.arrangements(self.question.kept)

    def margin(self, showdown: Showdown) -> int:
        """The knocker's points less those of the others."""
        return 2 * showdown.points[self.question.knocker] - sum(showdown.points.values())

    def play(self, spread: Spread) -> Showdown | Refusal:
        """The showdown if the knocker shows this spread."""
        question, knocker = self.question, self.question.knocker
        shown = self.melder.points(question.kept & ~union(spread))
        refusal = judge(self._going_out(spread, shown), self.without) or self._judge_layoffs(knocker, spread, spread, shown)
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
        payment = pay(deadwood, knocker, big_gin=question.call is Call.BIG_GIN, upcard=question.upcard, rules=self.rules)
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
            groups=tuple(meld | more for meld, more in zip(melds, laid, strict=True) if more),
            in_no_meld=union(layoff.onto for layoff in declared) & ~union(spread),
            call=Call.KNOCK if shown else Call.GIN,
        )
        return judge(claim, self.without)

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
        return judge(claim, self.without)

    def _defend(self, player: str, spread: Spread, melds: Spread, shown: int) -> Defence:
        """What a defender declares, the rest of it played best."""
        hand = self.question.hands[player]
        own = self.question.spreads.get(player)
        declared = self.question.layoffs.get(player)
        if declared is not None:
            laid = _by_meld(spread, declared)
            if own is None:
                return given_layoffs(hand, laid, self.melder)
            return Defence(self.melder.points(hand & ~union(own) & ~union(laid)), own, laid)
        permission = self.rules.layoff.on_knock if shown else self.rules.layoff.on_gin
        open_melds = melds if permission is Permission.ALLOWED else ()
        if own is None:
            return best_defence(hand, open_melds, self.melder, self.rules.layoff.own_melds)
        return given_spread(hand, own, open_melds, self.melder)


def _by_meld(spread: Spread, layoffs: tuple[LayOff, ...]) -> tuple[CardSet, ...]:
    """What is laid onto each meld of a spread; what is laid onto none comes last."""
    laid = [union(layoff.cards for layoff in layoffs if layoff.onto & meld) for meld in spread]
    return (*laid, union(layoff.cards for layoff in layoffs if not layoff.onto & union(spread)))


def _extended(melds: Spread, laid: tuple[CardSet, ...]) -> Spread:
    """The melds with what was laid onto each, nothing where nothing may be laid off."""
    return tuple(meld | more for meld, more in zip_longest(melds, laid[: len(melds)], fillvalue=0))


def _name_layoffs(spread: Spread, laid: tuple[CardSet, ...]) -> tuple[LayOff, ...]:
    """Lay-offs as values: each meld is named by its lowest card."""
    return tuple(LayOff(more, meld & -meld) for meld, more in zip(spread, laid, strict=False) if more)
