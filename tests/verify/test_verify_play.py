"""Hands turn by turn, asked of the built-in engine with other manners."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from ginrules.answer import answer
from ginrules.cards import TEXT
from ginrules.diagnostics import Json
from ginrules.questions import Case
from ginrules.verify.plan import Ask, Unsupported, plan
from ginrules.verify.reference import shipped
from ginrules.verify.runner import ScenarioResult, run
from tests.puppet.stage import ANN, BOB, EVERYTHING, Stage, case, engine
from tests.puppet.table import DONE, DRAWS, KNOCKS, SEVEN, SHOW, SPREAD, act, played, position

PLAYS = {"methods": ["arrange", "score", "play"], "answers": ["outcome", "winners", "deadwood", "points", "limit", "legal"]}
EVERYWHERE = {"starts": ["deal", "position"]}
ONLY_TOLD = {"spreads": ["declared"], "layoffs": ["declared"]}


def asked(each: Case, **members: Any) -> Ask:
    ask = plan(each, engine(**PLAYS | members), shipped())
    assert isinstance(ask, Ask), ask
    return ask


def reason(each: Case, **members: Any) -> str:
    planned = plan(each, engine(**PLAYS | members), shipped())
    assert isinstance(planned, Unsupported), planned
    return planned.reason


def result(each: Case, stage: Stage) -> ScenarioResult:
    (only,) = run([each], stage.subject(), alone=False)
    return only


# --- how it is asked

LEGAL = [act("Ann", "stock"), act("Ann", "take")]


def test_a_position_is_asked_as_it_is_where_it_can_be_loaded() -> None:
    each = played({"legal": LEGAL}, ask=["legal"])
    ask = asked(each, can=EVERYWHERE)
    assert (ask.sent, ask.how, ask.run_up) == (each.question, ("as it is",), 0)
    assert result(each, Stage(**PLAYS, can=EVERYWHERE)).outcome == "pass"


def test_a_position_becomes_the_deal_that_leads_there() -> None:
    each = played({"legal": LEGAL, "accepted": 0}, ask=["legal"])
    ask = asked(each)
    assert (ask.how, ask.run_up, ask.stands_for) == (("as a deal",), 4, each.question)
    assert "pile" not in ask.sent.params
    assert (ask.sent.params["dealer"], ask.sent.params["upcard"], ask.sent.params["ask"]) == ("Ann", "4s", ["legal"])
    assert result(each, Stage(**PLAYS)).outcome == "pass"


def test_accepted_counts_what_comes_after_the_way_there() -> None:
    right = played({"accepted": 2, "result": {"points": {"Ann": 31}}}, *KNOCKS)
    assert result(right, Stage(**PLAYS)).outcome == "pass"
    wrong = result(played({"accepted": 1}, *KNOCKS), Stage(**PLAYS))
    assert (wrong.outcome, wrong.expected, wrong.got) == ("fail", {"accepted": 1}, {"accepted": 2})


def test_another_opening_may_stand_in_for_a_position() -> None:
    # It does not matter how the hand began.
    ask = asked(played({"legal": LEGAL}, ask=["legal"]), rules=EVERYTHING | {"deal.opening": {"const": "extra-card"}})
    assert ask.how == ("as a deal", "as deal.opening = extra-card")
    assert "upcard" not in ask.sent.params


def test_a_value_stands_in_only_where_it_says_the_same() -> None:
    # Under `allowed` Ann could throw the two of spades that she took.
    takes = (act("Ann", "take"), act("Ann", "discard", "2s"))
    plays = {"rules": EVERYTHING | {"turn.return-taken": {"const": "allowed"}}}
    refused = played({"accepted": 1, "refused": ["turn.return-taken"]}, *takes)
    assert reason(refused, **plays) == "needs turn.return-taken = forbidden"
    other = played({"accepted": 2}, takes[0], act("Ann", "discard", "3s"))
    assert asked(other, **plays).how == ("as a deal", "as turn.return-taken = allowed")
    cites = played({"accepted": 2}, takes[0], act("Ann", "discard", "3s"), rules=("turn.return-taken",))
    assert reason(cites, **plays) == "needs turn.return-taken = forbidden"


def test_a_position_that_no_deal_leads_to_is_said() -> None:
    upcard = played({"state": {"limit": 10}}, upcard="Kh", sets=("knock.limit={kind: upcard, ace: one}",))
    assert reason(upcard) == "needs a position: the upcard lies in the stock again"
    # At the wall a card is taken only to go out, and Ann is far from it.
    far = BOB, ANN
    last = position(phase="discard", taken="2c", hands={"Ann": [*far[0]], "Bob": [*far[1]]})
    last["hands"]["Ann"] = [*BOB, "Ks"]
    last |= {"stock": ["As", "3c"], "taken": "Ks"}
    last["pile"] = [card for card in TEXT if card not in {*ANN, *BOB, "Ks", "As", "3c"}]
    each = case("p", {"state": {"phase": "discard"}}, question=last, method="play", sets=("stock.last-discard=to-go-out",))
    assert reason(each) == "needs a position: no hand under these rules comes to stand so"


@pytest.mark.parametrize(
    ("each", "members", "why"),
    [
        (played({"legal": LEGAL}), {"answers": ["points"]}, "does not answer legal"),
        (played({"state": {"limit": 10}}), {"answers": ["points"]}, "does not answer limit"),
        (played({"result": {"boxes": {"Ann": 1}}}, *KNOCKS), {}, "does not answer boxes"),
        (played({"state": {"phase": "draw"}}), {"methods": ["arrange", "score"]}, "does not answer the method play"),
        (
            played({"accepted": 3}, *KNOCKS, SHOW),
            {"can": EVERYWHERE | {"spreads": ["best"]}},
            "takes no declared spreads",
        ),
        (
            played({"accepted": 3}, *KNOCKS, DONE),
            {"can": EVERYWHERE | {"layoffs": ["best"]}},
            "takes no declared lay-offs",
        ),
        (
            played({"result": {"points": {"Ann": 31}}}, *KNOCKS, rules=("best-play.layoffs",)),
            {"can": ONLY_TOLD},
            "cites best-play.layoffs, and has to be told the choices",
        ),
        (
            played({"state": {"turn": "Ann"}, "result": {"points": {"Ann": 31}}}, *KNOCKS),
            {"can": ONLY_TOLD},
            "expects what is no longer so when the choices have been told",
        ),
        (
            played({"result": {"points": {"Ann": 31}}}, *KNOCKS),
            {"can": {"spreads": ["best"], "layoffs": ["declared"]}},
            "takes no declared spreads, and lay-offs need one",
        ),
    ],
)
def test_what_cannot_be_asked_and_why(each: Case, members: dict[str, Any], why: str) -> None:
    assert reason(each, **members) == why


# --- choices told


def test_the_choices_of_a_showdown_are_told() -> None:
    each = played({"accepted": 2, "result": {"points": {"Ann": 31}, "deadwood": {"Bob": 34}}}, *KNOCKS)
    ask = asked(each, can=ONLY_TOLD)
    assert ask.how == ("as a deal", "choices told")
    actions: Any = ask.sent.params["actions"]
    said = [(action["player"], action["do"]) for action in actions[ask.run_up + 2 :]]
    # The example of the protocol page: the seven onto the run, the nine onto the nines.
    assert said == [("Ann", "show"), ("Bob", "layoff"), ("Bob", "layoff"), ("Bob", "show"), ("Bob", "done")]
    assert ask.told == frozenset(range(ask.run_up + 2, len(actions)))
    assert result(each, Stage(**PLAYS, can=ONLY_TOLD)).outcome == "pass"
    assert asked(each, can=EVERYWHERE).told == frozenset()


def test_what_is_declared_stays_in_its_place() -> None:
    # He lays the seven alone: the nine stays, 34 + 9 = 43 against 3.
    each = played({"accepted": 5, "result": {"points": {"Ann": 40}, "deadwood": {"Bob": 43}}}, *KNOCKS, SHOW, SEVEN, DONE)
    ask = asked(each, can=EVERYWHERE | ONLY_TOLD)
    actions: Any = ask.sent.params["actions"]
    assert [action["do"] for action in actions] == ["stock", "knock", "show", "layoff", "show", "done"]
    assert ask.told == {4}
    assert result(each, Stage(**PLAYS, can=EVERYWHERE | ONLY_TOLD)).outcome == "pass"


def test_what_is_expected_before_the_choices_is_asked_by_itself() -> None:
    state = {"turn": "Ann", "phase": "showdown", "stock": 29}
    each = played({"accepted": 2, "state": state, "result": {"points": {"Ann": 31}}}, *KNOCKS)
    stage = Stage(**PLAYS, can=EVERYWHERE | ONLY_TOLD)
    passed = result(each, stage)
    assert (passed.outcome, passed.how) == ("pass", ("as it is", "choices told"))
    assert [len(params["actions"]) for _, params in stage.asked] == [2, 7]  # type: ignore[arg-type]
    wrong = played({"state": state | {"turn": "Bob"}, "result": {"points": {"Ann": 31}}}, *KNOCKS)
    failed = result(wrong, Stage(**PLAYS, can=EVERYWHERE | ONLY_TOLD))
    assert (failed.outcome, failed.expected) == ("fail", {"state": {"turn": "Bob"}})
    chooses = Stage(**PLAYS, can=EVERYWHERE)
    assert result(each, chooses).outcome == "pass"
    assert len(chooses.asked) == 1


def test_nothing_is_told_where_nothing_is_expected_of_the_result() -> None:
    ask = asked(played({"state": {"turn": "Ann", "phase": "showdown"}}, *KNOCKS), can=ONLY_TOLD)
    assert (ask.how, ask.told) == (("as a deal",), frozenset())


def test_an_engine_that_refuses_what_it_is_told_fails() -> None:
    class Silent(Stage):
        def think(self, method: str, params: Mapping[str, Any]) -> dict[str, Any]:
            shows = [place for place, action in enumerate(params["actions"]) if action["do"] == "show"]
            if not shows:
                return answer(method, params)
            reply = answer(method, {**params, "actions": params["actions"][: shows[0]]})
            return reply | {"refused": {"rules": ["melds.shape"], "message": "never seen"}}

    failed = result(played({"accepted": 2, "result": {"points": {"Ann": 31}}}, *KNOCKS), Silent(**PLAYS, can=ONLY_TOLD))
    assert failed.outcome == "fail"
    assert failed.got["refused"] == ["melds.shape"]  # type: ignore[index, call-overload]
    assert failed.got["message"] == "Ann show: never seen"  # type: ignore[index, call-overload]


# --- what is compared


class Changing(Stage):
    """The built-in engine, its replies altered."""

    def __init__(self, alter: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
        super().__init__(**PLAYS, can=EVERYWHERE)
        self.alter = alter

    def change(self, method: str, params: Mapping[str, Json], result: dict[str, Json]) -> dict[str, Json]:  # noqa: ARG002
        return self.alter(result)


REFUSED = played({"accepted": 1, "refused": ["turn.return-taken"]}, act("Ann", "take"), act("Ann", "discard", "2s"))


def test_a_refusal_is_asked_a_second_time_without_what_was_refused() -> None:
    stage = Stage(**PLAYS, can=EVERYWHERE)
    assert result(REFUSED, stage).outcome == "pass"
    first, second = (params for _, params in stage.asked)
    assert first["ask"] == second["ask"] == ["legal"]
    assert first["actions"][:1] == second["actions"]  # type: ignore[index]
    silent = Stage(**PLAYS | {"answers": ["outcome"]}, can=EVERYWHERE)
    assert result(REFUSED, silent).outcome == "pass"
    assert "ask" not in silent.asked[0][1]


def test_a_refusal_that_changes_something_is_a_failure() -> None:
    for change in ({"legal": LEGAL}, {"state": {"turn": "Bob"}}):

        def leak(reply: dict[str, Any], change: dict[str, Any] = change) -> dict[str, Any]:
            if "refused" not in reply:
                return reply
            return reply | ({"state": reply["state"] | change["state"]} if "state" in change else change)

        failed = result(REFUSED, Changing(leak))
        assert (failed.outcome, failed.reason) == ("fail", "the refused action changed something")


def test_a_way_that_is_refused_is_an_error() -> None:
    class Stubborn(Stage):
        def think(self, method: str, params: Mapping[str, Any]) -> dict[str, Any]:
            reply = answer(method, {**params, "actions": params["actions"][:1]})
            return reply | {"refused": {"rules": ["turn.order"], "message": "not now"}}

    failed = result(played({"legal": LEGAL}, ask=["legal"]), Stubborn(**PLAYS))
    assert (failed.outcome, failed.reason) == ("error", "refused on the way to the position: Ann pass: not now")


@pytest.mark.parametrize(
    ("change", "fact"),
    [
        ({"stock": 9}, "stock"),
        ({"pile": ["4s", "2s"]}, "pile"),
        ({"hands": {"Ann": BOB, "Bob": ANN}}, "hands of Ann"),
    ],
)
def test_a_state_that_does_not_follow_fails_whatever_is_expected(change: dict[str, Any], fact: str) -> None:
    muddled = Changing(lambda reply: reply | {"state": reply["state"] | change})
    failed = result(played({"accepted": 1}, DRAWS), muddled)
    assert failed.outcome == "fail"
    assert fact in failed.expected  # type: ignore[operator]


@pytest.mark.parametrize(
    ("actions", "change", "fact"),
    [
        # Melds that leave another count than is said, that are none, and a result before or after its time.
        (KNOCKS, {"spreads": {"Ann": SPREAD[:2], "Bob": [["2c", "2d", "2h"]]}}, "check"),
        (KNOCKS, {"spreads": {"Ann": [*SPREAD[:2], ["Jc", "Qc", "3s"]], "Bob": [["2c", "2d", "2h"]]}}, "check"),
        ((*KNOCKS, SHOW, SEVEN, DONE), {"layoffs": {"Bob": [{"cards": ["9h"], "onto": "9c"}]}}, "check"),
        (KNOCKS, {"outcome": "dead", "winners": [], "points": {"Ann": 0, "Bob": 0}}, "result"),
    ],
)
def test_a_result_that_cannot_be_fails_whatever_is_expected(
    actions: tuple[dict[str, Any], ...], change: dict[str, Any], fact: str
) -> None:
    muddled = Changing(lambda reply: reply | {"result": reply["result"] | change})
    failed = result(played({"accepted": len(actions)}, *actions), muddled)
    assert failed.outcome == "fail"
    assert fact in failed.expected  # type: ignore[operator]


def test_a_result_before_anybody_has_gone_out_fails() -> None:
    zero = {"Ann": 0, "Bob": 0}
    early = {"outcome": "knock", "winners": [], "deadwood": zero, "points": zero}
    failed = result(played({"accepted": 1}, DRAWS), Changing(lambda reply: reply | {"result": early}))
    assert (failed.outcome, failed.got) == ("fail", {"result": "knock"})


def test_what_was_refused_is_named_with_what_was_done() -> None:
    failed = result(played({"accepted": 1, "refused": []}, act("Ann", "discard", "3s")), Stage(**PLAYS, can=EVERYWHERE))
    assert failed.got == {
        "refused": ["turn.phase"],
        "message": "Ann discard 3s: discard does not belong to the phase draw",
        "accepted": 0,
    }


@pytest.mark.parametrize(
    ("reply", "expected"),
    [({"accepted": 0}, {"accepted": 1}), ({"accepted": 2}, {"accepted": 1})],
)
def test_accepted_and_refused_must_fit(reply: dict[str, Any], expected: dict[str, Any]) -> None:
    failed = result(played({"accepted": 1}, DRAWS), Changing(lambda answered: answered | reply))
    assert (failed.outcome, failed.expected, failed.got) == ("fail", expected, reply)
