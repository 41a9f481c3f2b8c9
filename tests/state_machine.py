"""The state machine of a hand as a page, drawn from the code: `python -m tests.state_machine` prints it.

Which action belongs to which phase is the table `ginrules.engine.turns.PHASES`; where it leads is found out by trying.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from functools import cache

from ginrules import resources
from ginrules.cards import DECK, bits, parse_cards, union
from ginrules.engine.actions import Action, Do
from ginrules.engine.openings import deal, position
from ginrules.engine.play import legal, play
from ginrules.engine.state import Phase, State
from ginrules.engine.turn_checks import PHASES
from ginrules.rules.resolve import load_variant
from ginrules.rules.variant import (
    BigGin,
    LastDiscard,
    Limit,
    LimitKind,
    Opening,
    Permission,
    ReturnTaken,
    Rules,
    StockEnds,
    StockExhausted,
)

PAGE = resources.SPEC.parent / "docs" / "state-machine.md"
PLAYERS = ("Ann", "Bob")
HANDS = 3
"""How many are played from each beginning under each set of rules."""
STEPS = 30

Ways = dict[tuple[Phase, Do], set[Phase]]

REFUSED_BY = {
    (Phase.UPCARD, Do.STOCK): "deal.opening",
    (Phase.WALL, Do.STOCK): "stock.floor",
}
"""The actions that belong to a phase, and that a rule always refuses there."""

CALLED = {
    Phase.UPCARD: "the upcard is offered",
    Phase.DRAW: "a player draws",
    Phase.DISCARD: "a player holds one card more",
    Phase.WALL: "the last discard is offered",
    Phase.SHOWDOWN: "somebody has gone out",
    Phase.OVER: "nothing more",
}


def rule_sets() -> Iterator[Rules]:
    """Rules under which every arrow of the picture is taken."""
    base = load_variant("standard").rules()
    base = base._replace(
        knock=base.knock._replace(limit=Limit(LimitKind.ANY)),
        gin=base.gin._replace(big=BigGin.REPLACES),
        layoff=base.layoff._replace(on_gin=Permission.ALLOWED),
    )
    for opening in Opening:
        yield base._replace(deal=base.deal._replace(opening=opening))
    for last in LastDiscard:
        yield base._replace(stock=base.stock._replace(last_discard=last))
    yield base._replace(stock=base.stock._replace(last_discard=LastDiscard.FREE), turn=base.turn._replace(takes_limit=1))
    yield base._replace(stock=base.stock._replace(ends=StockEnds.AFTER_DRAW))
    yield base._replace(stock=base.stock._replace(exhausted=StockExhausted.RESHUFFLE))
    yield base._replace(turn=base.turn._replace(return_taken=ReturnTaken.ALLOWED, returns_limit=2))


def beginnings(rules: Rules, rng: random.Random) -> Iterator[State]:
    """Hands as they are dealt, hands near the end of the stock, and one that can go gin and big gin."""
    for _ in range(HANDS):
        state = deal(rules, PLAYERS, "Bob", rng)
        yield state
        cards = list(bits(DECK))
        rng.shuffle(cards)
        hands = {"Ann": union(cards[:10]), "Bob": union(cards[10:20])}
        yield position(rules, PLAYERS, hands=hands, stock=cards[20:24], pile=cards[24:], turn="Ann", phase=Phase.DRAW)
        if state.table.has_wall:
            yield position(rules, PLAYERS, hands=hands, stock=cards[20:22], pile=cards[22:], turn="Ann", phase=Phase.WALL)
    hands = {"Ann": parse_cards("As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js"), "Bob": parse_cards("Qs Kc Kd 2c 4c 6c 8d Td 3h 5h")}
    cards = list(bits(DECK & ~union(hands.values())))
    yield position(rules, PLAYERS, hands=hands, stock=cards[:-1], pile=cards[-1:], turn="Ann", phase=Phase.DISCARD)


def tried(state: State) -> Iterator[Action]:
    """Everything that is legal; in the showdown, which lists nothing, some of what may be said there."""
    yield from legal(state)
    if state.ending is None or state.turn is None:
        return
    hand, turn = state.hand, state.turn
    yield Action(turn, Do.SHOW, melds=state.table.melder.fullest(hand))
    yield Action(turn, Do.DONE)
    for meld in state.ending.spreads[state.ending.seat] or ():
        for card in bits(hand):
            yield Action(turn, Do.LAYOFF, cards=card, onto=next(bits(meld)))


@cache
def ways() -> Ways:
    """Where each action leads from each phase to which it belongs, as far as trying shows."""
    found: Ways = defaultdict(set)
    rng = random.Random(2)
    for rules in rule_sets():
        for state in beginnings(rules, rng):
            _play_out(state, rng, found)
    return found


def _play_out(state: State, rng: random.Random, found: Ways) -> None:
    for _ in range(STEPS):
        following = []
        for action in tried(state):
            after = play(state, action)
            if isinstance(after, State):
                found[state.phase, action.do].add(after.phase)
                following.append((action.do, after))
        if not following:
            return
        # Whoever can go out seldom does, so that hands come to the end of the stock.
        plain = [after for do, after in following if do in {Do.PASS, Do.STOCK, Do.TAKE, Do.DISCARD}]
        goes_on = plain and (state.phase is not Phase.DISCARD or rng.random() < 0.98)
        state = rng.choice(plain if goes_on else [after for _, after in following])


def markdown() -> str:
    """The page."""
    found = ways()
    lines = [
        "# The state machine of a hand",
        "",
        "This page is made from the engine's own table of phases, `ginrules.engine.turns.PHASES`.",
        "`python -m tests.state_machine` prints it, and a test holds it.",
        "Where an action leads is found out by playing, two in a hand, under every rule that leads elsewhere.",
        "What phases and actions mean stands in [the specification](../spec/07-turn.md).",
        "",
        "```mermaid",
        "stateDiagram-v2",
        *_arrows(found),
        "```",
        "",
        "| phase | action | leads to |",
        "|---|---|---|",
        *_rows(found),
    ]
    return "\n".join(lines) + "\n"


def _arrows(found: Ways) -> Iterator[str]:
    yield from (f"    [*] --> {phase}: {', '.join(named)}" for phase, named in _dealt().items())
    for phase in Phase:
        for target in Phase:
            if words := [do.value for do in Do if target in found.get((phase, do), ())]:
                yield f"    {phase} --> {target}: {', '.join(words)}"
    yield f"    {Phase.OVER} --> [*]"


def _dealt() -> dict[Phase, list[str]]:
    """The openings (`deal.opening`) by the phase with which they begin."""
    rules = load_variant("standard").rules()
    begun: dict[Phase, list[str]] = defaultdict(list)
    for opening in Opening:
        state = deal(rules._replace(deal=rules.deal._replace(opening=opening)), PLAYERS, "Bob", random.Random(1))
        begun[state.phase].append(opening.value)
    return begun


def _rows(found: Ways) -> Iterator[str]:
    for phase in Phase:
        words = [do for do in Do if phase in PHASES[do]]
        for do in words:
            targets = [f"`{target}`" for target in Phase if target in found.get((phase, do), ())]
            always = f"always refused: `{REFUSED_BY[phase, do]}`" if (phase, do) in REFUSED_BY else ""
            yield f"| `{phase}`: {CALLED[phase]} | `{do}` | {', '.join(targets) or always} |"
        if not words:
            yield f"| `{phase}`: {CALLED[phase]} | none | |"


if __name__ == "__main__":
    print(markdown(), end="")
