"""A scored hand in words: what lay on the table, how the points came about, who has them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ginrules.answer import answer
from ginrules.cards import held_as, write_meld
from ginrules.cli.output import counted
from ginrules.diagnostics import listed
from ginrules.notation.statements import Hand
from ginrules.rules.catalogue import rules_read

if TYPE_CHECKING:
    from ginrules.notation.scenario import Scenario

OUTCOMES = {
    "knock": "{knocker} wins with a knock",
    "gin": "{knocker} goes gin",
    "big-gin": "{knocker} goes big gin",
    "undercut": "{winners} undercuts {knocker}",
    "tie": "The counts are equal",
}


def explain(params: Mapping[str, Any], result: Mapping[str, Any], *, has_boxes: bool) -> Iterator[str]:
    """The lines that explain the answer to a `score` question; `has_boxes`: whether a box is worth anything."""
    if "refused" in result:
        refused = result["refused"]
        who = f"{refused['player']}: " if "player" in refused else ""
        yield f"{params['knocker']} calls {params['call']}."
        yield from _as_it_lies(params)
        yield f"refused: {who}{refused['message']} ({', '.join(refused['rules'])})"
        return
    knocker = params["knocker"]
    limit = result.get("limit")
    knows = {None: "any deadwood may knock", 0: "only gin ends the hand"}.get(limit, f"the limit is {limit}")
    # Gin has no limit: it is nothing that is left.
    yield f"{knocker} calls {params['call']}{f' ({knows})' if params['call'] == 'knock' else ''}."
    width = max(len(player) for player in params["players"])
    for player in params["players"]:
        yield f"  {player:<{width}}  {_hand(player, params, result)}  deadwood {result['deadwood'][player]}"
    yield _outcome(knocker, result)
    steps = [step for step in result.get("steps", ()) if step["points"]]
    rule_width = max((len(step["rule"]) for step in steps), default=0)
    for step in steps:
        yield f"  {step.get('player', ''):<{width}}  {step['points']:+5}  {step['rule']:<{rule_width}}  {step.get('text', '')}"
    yield _total(result, has_boxes=has_boxes)


def _outcome(knocker: str, result: Mapping[str, Any]) -> str:
    """How the hand ended, in one sentence."""
    outcome, deadwood = result["outcome"], result["deadwood"]
    winners = result["winners"]
    if outcome == "undercut" and len(winners) > 1:
        return f"{listed(winners)} undercut {knocker}."
    level = [player for player, count in deadwood.items() if count == deadwood[knocker] and player != knocker]
    if outcome == "tie" and len(deadwood) > 2:
        verb = "have" if len(level) > 1 else "has"
        return f"{listed(level)} {verb} the same count as {knocker}: {f'{winners[0]} wins' if winners else 'nobody wins'}."
    return OUTCOMES[outcome].format(knocker=knocker, winners="".join(winners)) + "."


def _as_it_lies(params: Mapping[str, Any]) -> Iterator[str]:
    """The hands of a question without a result: melds as they are declared, else arranged best."""
    width = max(len(player) for player in params["players"])
    laid = params.get("layoffs", {})
    for player in params["players"]:
        gone = [card for each in laid.get(player, ()) for card in each["cards"]]
        gone += [params["discard"]] if player == params["knocker"] and "discard" in params else []
        kept = _without(params["hands"][player], gone)
        spread = params.get("spreads", {}).get(player)
        if spread is None:
            best = _arranged(params["rules"], kept)
            spread, deadwood = best["melds"], best["deadwood"]
        else:
            loose = _without(kept, [card for meld in spread for card in meld])
            deadwood = sum(_arranged(params["rules"], [card])["deadwood"] for card in loose)
        hand = _hand(player, params, {"spreads": {player: spread}, "layoffs": laid})
        yield f"  {player:<{width}}  {hand}  deadwood {deadwood}"


def _arranged(rules: Mapping[str, Any], hand: Sequence[str]) -> Mapping[str, Any]:
    """The least deadwood of some cards, a single one being its own."""
    return answer("arrange", {"rules": {rule: rules[rule] for rule in rules_read("arrange")}, "hand": [*hand]})


def say_invented(scenario: Scenario, cards: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """A line for each player in whose hand lie cards that the scenario does not give."""
    given = {hand.name.text for hand in scenario.own(Hand)}
    for player, invented in cards.items():
        whose, what = f"{player}'s hand", "the hand is"
        if player in given:
            whose, what = f"{player}'s whole hand", "one card is" if len(invented) == 1 else f"{len(invented)} cards are"
        yield f"{whose} was not given: {what} invented here: {' '.join(invented)}"


def _hand(player: str, params: Mapping[str, Any], result: Mapping[str, Any]) -> str:
    """A player's melds in brackets, the rest, what was laid off."""
    spread = result["spreads"][player]
    laid = result.get("layoffs", {}).get(player, [])
    gone = [card for meld in spread for card in meld] + [card for each in laid for card in each["cards"]]
    gone += [params["discard"]] if player == params["knocker"] and "discard" in params else []
    loose = _without(params["hands"][player], gone)
    words = [write_meld(meld) for meld in spread] + loose
    if laid:
        words.append("lays off " + " and ".join(f"{' '.join(each['cards'])} on {each['onto']}" for each in laid))
    return " ".join(words)


def _without(hand: Sequence[str], gone: Iterable[str]) -> list[str]:
    """The cards of a hand that are not gone; of several jokers as many stay as are not."""
    left = [*hand]
    for card in map(held_as, gone):
        if card in left:
            left.remove(card)
    return left


def _total(result: Mapping[str, Any], *, has_boxes: bool) -> str:
    """Who has what of the hand."""
    boxes = result.get("boxes", {}) if has_boxes else {}
    said = [
        f"{player} {points:+}" + (f" and {counted(boxes[player], 'box', 'boxes')}" if boxes.get(player) else "")
        for player, points in result["points"].items()
        if points or boxes.get(player)
    ]
    return "Nobody scores." if not said else f"The hand: {', '.join(said)}."
