"""A hand that is played as it lies on the table, in words of somebody who plays cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ginrules.cards import CardSet, parse_cards
from ginrules.cli.arrange import write_spread
from ginrules.cli.explanation import explain
from ginrules.cli.output import counted
from ginrules.engine.melds import melder
from ginrules.notation.writer import write_move, write_statement
from ginrules.rules.clauses import clauses

if TYPE_CHECKING:
    from ginrules.notation.replay import Refused, Replayed
    from ginrules.rules.variant import Rules

_SHOWN = 6
"""How many cards of the pile are shown; the others only count."""
_FORWARD = {"knock": "knock with", "gin": "go gin with", "discard": "throw"}


def tell(lines: Iterable[Replayed], rules: Rules) -> Iterator[str]:
    """The hand before its first line and after each, then how it ended."""
    last: Replayed | None = None
    for each in lines:
        last = each
        yield ""
        if each.action:
            yield write_statement(each.action)
        for refused in each.refused:
            yield from _refused(refused)
        if each.is_stuck:
            yield "  What follows is not tried. An `expect illegal …` below the line takes it back, and play goes on."
        elif len(each.refused) < len(each.action.moves if each.action else (None,)):
            yield from _state(each.params, each.answered, rules)
    if last and "result" in last.answered:
        yield ""
        yield from _result(last.params, last.answered, rules)


def _refused(refused: Refused) -> Iterator[str]:
    """A move that does not stand, and why."""
    move = write_move(refused.entry.move)
    if refused.refusal is None:
        yield f"  {move}: legal under these rules, and taken back"
        return
    yield f"  {move} is refused: {refused.refusal['message']}"
    for rule in refused.refusal["rules"]:
        clause = clauses().get(rule)
        yield f"    {rule}: {clause.title} ({clause.number})" if clause else f"    {rule}"


def _state(params: Mapping[str, Any], answered: Mapping[str, Any], rules: Rules) -> Iterator[str]:
    """Hands, pile and stock; whose turn it is, and what he may do."""
    state = answered["state"]
    splitter = melder(rules.deck, rules.melds)
    width = max(len(player) for player in params["players"])
    spreads = {}
    for player in params["players"]:
        hand = _cards(state["hands"][player])
        spreads[player] = (write_spread(splitter.arrange(hand).melds, hand), splitter.deadwood(hand))
    longest = max(len(text) for text, _ in spreads.values())
    for player, (text, deadwood) in spreads.items():
        yield f"  {player:<{width}}  {text:<{longest}}  deadwood {deadwood}"
    yield f"  pile {_pile(state['pile'])}; stock {state['stock']}"
    yield f"  {_turn(answered)}"


def _cards(texts: Iterable[str]) -> CardSet:
    return parse_cards(" ".join(texts))


def _pile(pile: Sequence[str]) -> str:
    """The pile, its top card first."""
    if not pile:
        return "empty"
    more = len(pile) - _SHOWN
    return " ".join(pile[:_SHOWN]) + (f" and {counted(more, 'card')} below" if more > 0 else "")


def _turn(answered: Mapping[str, Any]) -> str:
    """What the hand waits for."""
    state = answered["state"]
    if "turn" not in state:
        return "The hand is over."
    turn = state["turn"]
    if "legal" not in answered:
        return f"Showdown: {turn} is next; what is not shown or laid off is played best."
    if state["phase"] == "upcard":
        return f"The upcard is on offer: {turn} may {_or(_options(answered, turn))}."
    if state["phase"] == "wall":
        return f"The stock is at its floor: {turn} may {_or(_options(answered, turn))}."
    return f"{turn} may {_or(_options(answered, turn))}."


def _options(answered: Mapping[str, Any], turn: str) -> Iterator[str]:
    state = answered["state"]
    for action in answered["legal"]:
        if action["do"] == "take":
            yield f"take {state['pile'][0]}"
        elif action["do"] == "stock":
            yield "draw from the stock"
        elif action["do"] == "pass":
            yield "pass"
    for do, words in _FORWARD.items():
        thrown = [action["card"] for action in answered["legal"] if action["do"] == do]
        if thrown:
            yield f"{words} {_thrown(thrown, state['hands'][turn])}"
    if any(action["do"] == "big-gin" for action in answered["legal"]):
        yield "go big gin"


def _thrown(cards: Sequence[str], hand: Sequence[str]) -> str:
    """Which cards may be thrown; of nearly all those that may not."""
    others = [card for card in hand if card not in cards]
    if not others:
        return "any card"
    return f"any card but {' '.join(others)}" if len(others) < 3 < len(cards) else " or ".join(cards)


def _or(options: Iterable[str]) -> str:
    *most, last = options
    return f"{', '.join(most)} or {last}" if most else last


def _result(params: Mapping[str, Any], answered: Mapping[str, Any], rules: Rules) -> Iterator[str]:
    """How the hand ended."""
    result = answered["result"]
    if result["outcome"] == "dead":
        yield "Nobody went out: the hand is dead, and nobody scores."
        return
    out = next(action for action in params["actions"] if action["do"] in ("knock", "gin", "big-gin"))
    asked = {"players": params["players"], "knocker": out["player"], "call": out["do"], "hands": answered["state"]["hands"]}
    yield from explain(asked, result, has_boxes=rules.boxes.value > 0)
