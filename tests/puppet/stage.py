"""Engines in this process for tests of the runner: the built-in one with other manners, and cases to ask."""

from collections.abc import Mapping
from typing import Any

from ginrules.answer import answer
from ginrules.diagnostics import Json
from ginrules.questions import Case, Method, Question
from ginrules.rules.catalogue import rules_read
from ginrules.rules.resolve import load_variant
from ginrules.verify import protocol
from ginrules.verify.protocol import Capabilities
from ginrules.verify.subjects import InProcess

# The example of the protocol page, but for a lay-off that this Bob has besides: knock with 3, Bob keeps 34.
ANN = ["4h", "5h", "6h", "9c", "9d", "9s", "Jc", "Qc", "Kc", "3s"]
BOB = ["2c", "2d", "2h", "Ac", "5s", "7h", "8s", "9h", "Qs", "Kd"]
SHOWDOWN: dict[str, Any] = {"players": ["Ann", "Bob"], "knocker": "Ann", "call": "knock", "hands": {"Ann": ANN, "Bob": BOB}}
EVERYTHING: dict[str, Any] = dict.fromkeys(rules_read("play"), True)
"""The capabilities of an engine that plays every value of every rule."""


def case(
    scenario: str,
    expect: Mapping[str, Any],
    *rules: str,
    question: Mapping[str, Any] = SHOWDOWN,
    sets: tuple[str, ...] = (),
    method: str = "score",
    part: int = 1,
    column: str = "standard",
) -> Case:
    """A case under the root variant with some rules set."""
    resolved = load_variant("standard", overrides=sets).question_rules(method)
    return Case(
        scenario=scenario,
        title="",
        column=column,
        part=part,
        rules=rules or ("knock.limit",),
        question=Question(Method(method), {"rules": resolved, **question}),
        expect=expect,
    )


def said(**members: Any) -> dict[str, Any]:
    """The result of `initialize` of an engine that plays everything, with some members changed."""
    engine = {"name": "stage", "version": "1", "language": "python"}
    return {"protocol": 1, "engine": engine, "methods": ["arrange", "score"], "rules": EVERYTHING} | members


def engine(**members: Any) -> Capabilities:
    """What such an engine can do."""
    return protocol.capabilities(said(**members))


class Stage:
    """The built-in engine with other capabilities; what it was asked stays in `asked`."""

    def __init__(self, **members: Any) -> None:
        self.said = said(**members)
        self.asked: list[tuple[str, Mapping[str, Json]]] = []

    def capabilities(self) -> dict[str, Json]:
        return self.said

    def answer(self, method: str, params: Mapping[str, Json]) -> dict[str, Json]:
        self.asked.append((method, params))
        return self.change(method, params, self.think(method, params))

    def think(self, method: str, params: Mapping[str, Json]) -> dict[str, Json]:
        return answer(method, params)

    def change(self, method: str, params: Mapping[str, Json], result: dict[str, Json]) -> dict[str, Json]:  # noqa: ARG002
        return result

    def subject(self) -> InProcess:
        return InProcess(self)


class Dealer(Stage):
    """An engine that knows nothing but `arrange` and `play`, and of play only hands that end as they are dealt to end.

    It moves the cards of the actions about, takes the knock and what is declared after it, and asks the built-in engine what
    that showdown scores.
    """

    def __init__(self, **members: Any) -> None:
        super().__init__(**{"methods": ["arrange", "play"], **members})

    def think(self, method: str, params: Mapping[str, Any]) -> dict[str, Any]:
        if method == "arrange":
            return answer(method, params)
        hands: dict[str, list[str]] = {player: list(cards) for player, cards in params["hands"].items()}
        pile = list(params.get("pile", [params["upcard"]] if "upcard" in params else []))
        stock = list(params["stock"])
        question: dict[str, Any] = {"spreads": {}, "layoffs": {}}
        before, player = 0, ""
        state: dict[str, Any]
        for place, action in enumerate(params["actions"]):
            player, do = action["player"], action["do"]
            if do == "stock":
                hands[player].append(stock.pop(0))
            elif do == "take":
                hands[player].append(pile.pop(0))
            elif do == "discard":
                hands[player].remove(action["card"])
                pile.insert(0, action["card"])
            elif do in {"knock", "gin", "big-gin"}:
                before = place
                question |= {"knocker": player, "call": do, **({"discard": action["card"]} if "card" in action else {})}
            elif do == "show":
                question["spreads"][player] = action["melds"]
            elif do == "layoff":
                question["layoffs"].setdefault(player, []).append({"cards": action["cards"], "onto": action["onto"]})
            elif do == "done":
                question["layoffs"].setdefault(player, [])
        if "knocker" not in question:
            state = {"turn": player, "phase": "discard", "pile": pile, "stock": len(stock), "hands": hands}
            return {"accepted": len(params["actions"]), "state": state}
        if "upcard" in params:
            question["upcard"] = params["upcard"]
        rules = {rule: params["rules"][rule] for rule in rules_read("score")}
        at_showdown = {player: list(cards) for player, cards in hands.items()}
        question |= {"rules": rules, "players": params["players"], "hands": at_showdown}
        result: Mapping[str, Any] = answer("score", question)
        if "discard" in question and "refused" not in result:
            hands[question["knocker"]].remove(question["discard"])
            pile.insert(0, question["discard"])
        state = {"turn": question["knocker"], "phase": "discard", "pile": pile, "stock": len(stock), "hands": hands}
        if "refused" in result:
            return {"accepted": before, "refused": result["refused"], "state": state}
        return {"accepted": len(params["actions"]), "state": state | {"phase": "over"}, "result": result}
