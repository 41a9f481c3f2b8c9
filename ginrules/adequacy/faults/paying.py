"""Faults in what a hand is worth."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import TypeAlias

from ginrules.adequacy.faults.fault import Asked, Fault, Slip, broken, changed, misread
from ginrules.cards import CardSet
from ginrules.engine.actions import Do
from ginrules.engine.parts import STANDARD
from ginrules.engine.payment import Payment
from ginrules.engine.values import Call, Outcome, ShowdownQuestion, Step
from ginrules.rules.variant import BigGin, CollectKind, GinTie, Rules, SharedUndercut, ShowdownOrder, Spades, Tie

_BONUSES = frozenset({"scoring.gin", "scoring.big-gin", "scoring.undercut", "scoring.gin-off", "scoring.knock"})


class _Case:
    """A hand to be paid, and what is right."""

    def __init__(self, deadwood: Mapping[str, int], knocker: str, *, big_gin: bool, rules: Rules, right: Payment) -> None:
        self.deadwood = deadwood
        self.knocker = knocker
        self.big_gin = big_gin
        self.rules = rules
        self.right = right

    def with_steps(self, steps: Iterable[Step]) -> Payment:
        """What is right with other steps, and the points that follow from them."""
        made = tuple(steps)
        points = {player: sum(step.points for step in made if step.player == player) for player in self.deadwood}
        return replace(self.right, steps=made, points=points)


_Pay: TypeAlias = Callable[[_Case], Payment]


def _paying(wrong: _Pay) -> Slip:
    return broken(pay=_payer(wrong))


def _payer(wrong: _Pay) -> Callable[..., Payment]:
    def pay(deadwood: Mapping[str, int], knocker: str, *, big_gin: bool, upcard: CardSet | None, rules: Rules) -> Payment:
        right = STANDARD.pay(deadwood, knocker, big_gin=big_gin, upcard=upcard, rules=rules)
        return wrong(_Case(deadwood, knocker, big_gin=big_gin, rules=rules, right=right))

    return pay


def _undercut_bonus_to_the_knocker(case: _Case) -> Payment:
    return case.with_steps(
        replace(step, player=case.knocker) if step.rule == "scoring.undercut" else step for step in case.right.steps
    )


def _undercut_bonus_alone(case: _Case) -> Payment:
    if case.right.outcome is not Outcome.UNDERCUT:
        return case.right
    return case.with_steps(step for step in case.right.steps if step.rule != "scoring.collect")


def _big_gin_as_gin(case: _Case) -> Payment:
    if not case.big_gin:
        return case.right
    as_gin = STANDARD.pay(case.deadwood, case.knocker, big_gin=False, upcard=None, rules=case.rules)
    return replace(as_gin, outcome=case.right.outcome)


def _reversed(case: _Case) -> Payment:
    if case.right.outcome is not Outcome.KNOCK:
        return case.right
    return case.with_steps(
        replace(step, points=-step.points) if step.rule == "scoring.collect" else step for step in case.right.steps
    )


def _own_count_forgotten(case: _Case) -> Payment:
    if case.right.outcome is not Outcome.KNOCK:
        return case.right
    sign = -1 if case.rules.scoring.collect.kind is CollectKind.PENALTIES else 1
    return case.with_steps(
        replace(step, points=step.points + sign * case.deadwood[case.knocker]) if step.rule == "scoring.collect" else step
        for step in case.right.steps
    )


def _bonus_for_each(case: _Case) -> Payment:
    beaten = len(case.deadwood) - 1
    return case.with_steps(
        replace(step, points=step.points * beaten) if step.rule in _BONUSES and step.player == case.knocker else step
        for step in case.right.steps
    )


def _charged_by_each(case: _Case) -> Payment:
    times = len(case.right.winners)
    if case.rules.scoring.collect.kind is not CollectKind.PENALTIES or times < 2:
        return case.right
    return case.with_steps(
        replace(step, points=step.points * times) if step.rule == "scoring.collect" else step for step in case.right.steps
    )


def _difference_doubled(case: _Case) -> Payment:
    def doubled(player: str) -> int:
        return sum(step.points for step in case.right.steps if step.player == player and step.rule == "scoring.collect")

    return case.with_steps(
        replace(step, points=doubled(step.player)) if step.rule == "scoring.spades" else step for step in case.right.steps
    )


def _box_for_a_tie(case: _Case) -> Payment:
    if case.right.winners:
        return case.right
    return replace(case.right, winners=(case.knocker,), extra_boxes={case.knocker: 0})


def _extra_box_instead(case: _Case) -> Payment:
    if not any(case.right.extra_boxes.values()):
        return case.right
    return replace(case.right, own_box=0)


def _knock_without_bonus(case: _Case) -> Payment:
    if case.right.outcome is not Outcome.GIN:
        return case.right
    return replace(case.with_steps(step for step in case.right.steps if step.rule != "scoring.gin"), outcome=Outcome.KNOCK)


_NO_GIN_WITHOUT_ITS_NAME = replace(STANDARD, pay=_payer(_knock_without_bonus))


def _called_knock(asked: Asked) -> Asked:
    question = asked.question
    if isinstance(question, ShowdownQuestion):
        knocks = question.call is Call.KNOCK
    else:
        knocks = any(action.do is Do.KNOCK for action in getattr(question, "actions", ()))
    return asked._replace(parts=_NO_GIN_WITHOUT_ITS_NAME) if knocks else asked


def _ginning_off(asked: Asked) -> Asked:
    gin = asked.rules.scoring.gin
    return asked._replace(rules=changed(asked.rules, "scoring.gin-off", lambda bonus: gin if bonus is None else bonus))


FAULTS = (
    Fault(
        "undercut-only-if-lower",
        "scoring.tie",
        "A defender must have less than the knocker to undercut: equal counts are the knocker's.",
        "lowelljones/gin-rummy, commit 08b9d9a: the tie goes to the knocker",
        misread("scoring.tie", lambda _: Tie.KNOCKER),
    ),
    Fault(
        "tie-scores-nothing",
        "scoring.tie",
        "Equal counts score nothing for anybody.",
        "OpenSpiel, found by running it: a tie pays 0",
        misread("scoring.tie", lambda _: Tie.NO_SCORE),
    ),
    Fault(
        "tie-without-bonus",
        "scoring.tie",
        "Equal counts are an undercut, but without its bonus.",
        "the classic slip: the bonus is paid where the difference is more than nothing",
        misread("scoring.tie", {Tie.UNDERCUT: Tie.UNDERCUT_WITHOUT_BONUS}),
    ),
    Fault(
        "undercut-bonus-to-the-knocker",
        "scoring.undercut",
        "The undercut bonus is written to the knocker.",
        "the classic slip: whoever went out is taken for the winner",
        _paying(_undercut_bonus_to_the_knocker),
    ),
    Fault(
        "undercut-bonus-alone",
        "scoring.undercut",
        "An undercut pays its bonus and not the difference.",
        "the classic slip: a bonus in place of the difference",
        _paying(_undercut_bonus_alone),
    ),
    Fault(
        "big-gin-adds",
        "gin.big",
        "The big gin bonus is added to that of gin where it takes its place.",
        "the classic slip: big gin is paid as gin and then as big gin",
        misread("gin.big", {BigGin.REPLACES: BigGin.ADDS}),
    ),
    Fault(
        "big-gin-priced-as-gin",
        "scoring.big-gin",
        "Big gin is paid like gin.",
        "ichabod801/t_games, found by running it: a variant makes big gin worth 1",
        _paying(_big_gin_as_gin),
    ),
    Fault(
        "difference-reversed",
        "scoring.collect",
        "The knocker is paid his count less the other's.",
        "@shead's TypeScript engine, source read: 5 against 33 pays -28",
        _paying(_reversed),
    ),
    Fault(
        "own-count-forgotten",
        "scoring.collect",
        "The knocker is paid the other's count, and his own is not taken off.",
        "mthearne/ginrummy, commits 3bb2650, 4854759 and a0613e7: 28 scored where 20 is right",
        _paying(_own_count_forgotten),
    ),
    Fault(
        "bonus-for-each-loser",
        "scoring.gin",
        "The knocker's bonus is paid once for each player whom he beats.",
        "the classic slip: a hand of three is scored as two hands of two",
        _paying(_bonus_for_each),
    ),
    Fault(
        "charged-by-each-undercutter",
        "scoring.collect",
        "Where several undercut, the knocker is charged by each of them.",
        "the classic slip: the penalty stands inside the loop over the winners",
        _paying(_charged_by_each),
    ),
    Fault(
        "gin-charged-once",
        "scoring.collect",
        "Gin charges no more than a knock.",
        "the classic slip: the factor of gin is read and not used",
        misread("scoring.collect", lambda collect: collect._replace(gin_factor=collect.gin_factor and 1)),
    ),
    Fault(
        "lowest-takes-all",
        "scoring.showdown",
        "Of several who beat the knocker only the lowest wins, and from everybody.",
        "the classic slip: the winner is whoever has the least",
        misread("scoring.showdown", lambda _: ShowdownOrder.LOWEST_WINS),
    ),
    Fault(
        "all-undercutters-win",
        "scoring.shared-undercut",
        "All who undercut with the same count win, where the next in turn alone should.",
        "the classic slip: winners are found by their count",
        misread("scoring.shared-undercut", lambda _: SharedUndercut.ALL),
    ),
    Fault(
        "spade-doubles-the-difference",
        "scoring.spades",
        "An upcard of spades doubles the difference and not the bonus.",
        "the classic slip: doubled first, bonus added afterwards",
        _paying(_difference_doubled),
    ),
    Fault(
        "spade-doubles-boxes-too",
        "scoring.spades",
        "An upcard of spades doubles every box where it doubles points.",
        "the classic slip: one flag for everything that a spade doubles",
        misread("scoring.spades", {Spades.DOUBLES_POINTS: Spades.DOUBLES_POINTS_AND_BOXES}),
    ),
    Fault(
        "box-for-a-tie",
        "boxes.hand",
        "The knocker has a box for a hand that nobody wins.",
        "the classic slip: a box a hand, whoever has it",
        _paying(_box_for_a_tie),
    ),
    Fault(
        "extra-box-instead",
        "boxes.hand",
        "An extra box takes the place of the box for winning the hand.",
        "the classic slip: the number of boxes is set where it should be added to",
        _paying(_extra_box_instead),
    ),
    Fault(
        "undercut-without-box",
        "boxes.undercut",
        "An undercut brings no extra box.",
        "the classic slip: extra boxes are thought of for gin only",
        misread("boxes.undercut", lambda _: 0),
    ),
    Fault(
        "ginning-off-always",
        "scoring.gin-off",
        "A defender who lays off to nothing has the bonus of gin where no such bonus is played.",
        "a page of rules with 20 for an undercut and 25 for ginning off, taken for granted",
        _ginning_off,
    ),
    Fault(
        "nothing-against-gin-is-a-tie",
        "scoring.gin-tie",
        "A defender who has nothing left makes gin a tie.",
        "the classic slip: counts are compared before anybody asks who went gin",
        misread("scoring.gin-tie", {GinTie.GIN: GinTie.NO_SCORE}),
    ),
    Fault(
        "gin-by-its-name-only",
        "gin.nothing-left",
        "A knock that leaves nothing is paid as a knock, without the bonus of gin.",
        "ichabod801/t_games, issue 370: gin in hand is not seen as gin",
        _called_knock,
    ),
)
