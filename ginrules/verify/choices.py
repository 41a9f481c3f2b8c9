"""What a scenario leaves to best play, declared for an engine that only takes declarations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ginrules.diagnostics import InvalidInput, Json, NotPlayed
from ginrules.questions import Case, Method, Question
from ginrules.verify.as_hand import together
from ginrules.verify.bookkeeping import GOING_OUT
from ginrules.verify.compare import projection
from ginrules.verify.protocol import Capabilities
from ginrules.verify.reference import Reference

Actions = Sequence[Mapping[str, Any]]


class Cannot(Exception):
    """An engine cannot be asked; the message is the reason in words."""


def reference_answer(reference: Reference, method: Method, params: Mapping[str, Json]) -> Mapping[str, Any]:
    """What the reference says.

    Raises:
        Cannot: it has no answer.
    """
    try:
        return reference.answer(method, params)
    except (InvalidInput, NotPlayed) as error:
        raise Cannot(f"the reference cannot say what is best: {error}") from error


def told_in_score(case: Case, engine: Capabilities, reference: Reference) -> Question:
    """A showdown with the choices told that the engine does not make; the question itself where it makes them all.

    Raises:
        Cannot: it takes no declaration where there is one, or the scenario is about a choice that it had to be told.
    """
    params: Mapping[str, Any] = case.question.params
    spreads, layoffs = params.get("spreads", {}), params.get("layoffs", {})
    _check_takes(engine, spreads=bool(spreads), layoffs=bool(layoffs))
    knocker, players = params["knocker"], params["players"]
    open_spreads = [player for player in players if "best" not in engine.spreads and player not in spreads]
    open_layoffs = [
        player for player in players if "best" not in engine.layoffs and player != knocker and player not in layoffs
    ]
    if not open_spreads and not open_layoffs:
        return case.question
    _check_not_cited(case)
    best_spreads, best_layoffs = _best(params, reference)
    spreads = {**spreads, **{player: best_spreads[player] for player in open_spreads}}
    layoffs = {**layoffs, **{player: best_layoffs.get(player, []) for player in open_layoffs}}
    if any(layoffs[player] for player in open_layoffs) and knocker not in spreads:
        _check_takes(engine, lay_offs_need_one=True)
        spreads[knocker] = best_spreads[knocker]
    declared = {"spreads": spreads, "layoffs": layoffs}
    return Question(Method.SCORE, {**params, **{key: value for key, value in declared.items() if value}})


def _check_takes(
    engine: Capabilities, *, spreads: bool = False, layoffs: bool = False, lay_offs_need_one: bool = False
) -> None:
    """Whether the engine takes what is declared."""
    if (spreads or lay_offs_need_one) and "declared" not in engine.spreads:
        raise Cannot("takes no declared spreads" + (", and lay-offs need one" if lay_offs_need_one else ""))
    if layoffs and "declared" not in engine.layoffs:
        raise Cannot("takes no declared lay-offs")


def _check_not_cited(case: Case) -> None:
    """Whether the scenario is about best play itself."""
    if best_play := [cited for cited in case.rules if cited.startswith("best-play.")]:
        raise Cannot(f"cites {best_play[0]}, and has to be told the choices")


def _best(params: Mapping[str, Any], reference: Reference) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """The reference's spreads and lay-offs; of a hand that is refused, everybody's own arrangement and no lay-offs."""
    answer = reference_answer(reference, Method.SCORE, params)
    if "refused" not in answer:
        return answer["spreads"], answer.get("layoffs", {})
    kept = {
        player: [card for card in hand if player != params["knocker"] or card != params.get("discard")]
        for player, hand in params["hands"].items()
    }
    arrange = {
        player: reference_answer(reference, Method.ARRANGE, {"rules": params["rules"], "hand": cards})
        for player, cards in kept.items()
    }
    return {player: arranged["melds"] for player, arranged in arrange.items()}, {}


def apart(case: Case, engine: Capabilities) -> tuple[Case, ...]:
    """A case as it is asked: where the result needs choices told, what the scenario expects before them is asked by itself."""
    state, result = case.expect.get("state"), case.expect.get("result")
    chooses = "best" in engine.spreads and "best" in engine.layoffs
    if chooses or not isinstance(state, dict) or not isinstance(result, dict) or result.get("outcome") == "dead":
        return (case,)
    before = {fact: value for fact, value in case.expect.items() if fact != "result"}
    told = {fact: value for fact, value in case.expect.items() if fact not in {"state", "legal"}}
    return replace(case, expect=before), replace(case, expect=told)


def told_in_play(case: Case, engine: Capabilities, reference: Reference) -> tuple[Question, frozenset[int]]:
    """A hand with the choices of its showdown told, and the places of the actions that tell them.

    Nothing is told where the scenario expects nothing of the result, or the engine chooses as well as anybody.

    Raises:
        Cannot: as for a showdown; or what the scenario expects is no longer so when all has been declared, as whose turn it is
            (`apart` asks such a case in two).
    """
    params: Mapping[str, Any] = case.question.params
    actions: Actions = params["actions"]
    done = {action["do"] for action in actions}
    _check_takes(engine, spreads="show" in done, layoffs=bool(done & {"layoff", "done"}))
    if "result" not in case.expect or ("best" in engine.spreads and "best" in engine.layoffs):
        return case.question, frozenset()
    answer = reference_answer(reference, Method.PLAY, params)
    if "refused" in answer or "deadwood" not in answer.get("result", {}):
        return case.question, frozenset()
    added = _declarations(params, answer["result"], engine)
    told = frozenset(place for place, (_, is_told) in enumerate(added) if is_told)
    if not told:
        return case.question, told
    _check_not_cited(case)
    question = Question(Method.PLAY, {**params, "actions": [dict(action) for action, _ in added]})
    then = reference_answer(reference, Method.PLAY, question.params)
    if projection(case.expect, {**then, "accepted": len(actions)}) != projection(case.expect, answer):
        raise Cannot("expects what is no longer so when the choices have been told")
    return question, told


def _declarations(
    params: Mapping[str, Any], best: Mapping[str, Any], engine: Capabilities
) -> list[tuple[Mapping[str, Any], bool]]:
    """All actions in order, those that tell a choice among them, marked."""
    actions: Actions = params["actions"]
    out = max(place for place, action in enumerate(actions) if action["do"] in GOING_OUT)
    knocker = actions[out]["player"]
    order = params["players"]
    place = order.index(knocker)
    order = [*order[place:], *order[:place]]
    said: dict[str, Actions] = {player: [each for each in actions[out + 1 :] if each["player"] == player] for player in order}
    words = {player: {action["do"] for action in said[player]} for player in order}
    tells_spread = {player for player in order if "best" not in engine.spreads and "show" not in words[player]}
    tells_layoffs = {player for player in order[1:] if "best" not in engine.layoffs and not words[player] & {"layoff", "done"}}
    if any(best["layoffs"].get(player) for player in tells_layoffs) and "show" not in words[knocker]:
        _check_takes(engine, lay_offs_need_one=True)
        tells_spread.add(knocker)
    declared: list[tuple[Mapping[str, Any], bool]] = [(action, False) for action in actions[: out + 1]]
    for player in order:
        declared += [(action, False) for action in said[player] if action["do"] != "done"]
        if player in tells_layoffs:
            laid = together(best["layoffs"].get(player, ()), best["spreads"][knocker])
            declared += [({"player": player, "do": "layoff", **entry}, True) for entry in laid]
        if player in tells_spread:
            declared.append(({"player": player, "do": "show", "melds": best["spreads"][player]}, True))
        if player in tells_layoffs:
            declared.append(({"player": player, "do": "done"}, True))
        declared += [(action, False) for action in said[player] if action["do"] == "done"]
    return declared
