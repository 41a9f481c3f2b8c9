"""How scenarios end: the worst of their parts, nothing without evidence, nothing lost twice."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from ginrules.diagnostics import Json
from ginrules.questions import Case
from ginrules.verify.outcomes import Outcome, worst
from ginrules.verify.report.summary import Summary
from ginrules.verify.runner import ScenarioResult, in_shard, order, run
from ginrules.verify.session import Limits
from ginrules.verify.subjects import External
from tests.puppet.stage import ANN, BOB, SHOWDOWN, Dealer, Stage, case
from tests.puppet.theatre import EMPTY, KING, PATIENT, QUICK, RIGHT, arranging, left_running, processes, puppet

KING_RIGHT = {"deadwood": 10, "melds": []}


def outcomes(results: list[ScenarioResult]) -> dict[str, str]:
    return {result.scenario: str(result.outcome) for result in results}


def on_puppet(
    folder: Path, cases: list[Case], *steps: Mapping[str, Any], limits: Limits = PATIENT, jobs: int = 1
) -> list[ScenarioResult]:
    with External(puppet(folder, *steps), limits) as subject:
        results = list(run(cases, subject, jobs=jobs))
    assert left_running(folder) == []
    return results


def test_each_outcome_concerns_its_own_scenario(tmp_path: Path) -> None:
    hands = {
        "fail": ("Kc",),
        "error": ("Kd",),
        "protocol": ("Kh",),
        "crash": ("Ks",),
        "timeout": ("Qc",),
        "unsupported": ("Qd",),
    }
    steps = [
        {"on": "arrange", "hand": "Kd", "do": [{"error": {"code": -32603, "message": "boom"}}]},
        {"on": "arrange", "hand": "Kh", "do": [{"raw": "boom\n"}]},
        {"on": "arrange", "hand": "Ks", "do": [{"exit": 3}]},
        {"on": "arrange", "hand": "Qc", "do": [{"sleep": None}]},
        {"on": "arrange", "hand": "Qd", "do": [{"error": {"code": -32001, "message": "queens"}}]},
    ]
    cases = [arranging(name, hand, 10) for name, hand in hands.items()]
    cases += [arranging(f"right-{number}", EMPTY, 0) for number in range(6)]
    results = on_puppet(tmp_path, cases, *steps, limits=QUICK)
    assert outcomes(results) == {name: name for name in hands} | {f"right-{number}": "pass" for number in range(6)}
    by_name = {result.scenario: result for result in results}
    assert (by_name["fail"].expected, by_name["fail"].got) == (
        {"deadwood": 10, "check": "melds that fit the answer"},
        {"deadwood": 0, "check": "the melds leave 10, not 0"},
    )
    assert by_name["crash"].got == {"crash": "it ended with exit code 3"}
    assert by_name["unsupported"].reason == "queens"


def test_the_worst_part_decides_and_a_lost_part_ends_the_scenario(tmp_path: Path) -> None:
    cases = [
        arranging("mixed", EMPTY, 0, part=1),
        arranging("mixed", KING, 10, part=2),
        arranging("mixed", EMPTY, 0, part=3),
        arranging("lost", ("Ks",), 10, part=1),
        arranging("lost", ("Kh",), 10, part=2),
    ]
    steps = [{"on": "arrange", "hand": "Ks", "do": [{"exit": 1}]}, {"on": "arrange", "hand": "Kh", "do": [{"exit": 2}]}]
    results = {result.scenario: result for result in on_puppet(tmp_path, cases, *steps)}
    assert (results["mixed"].outcome, results["mixed"].part) == ("fail", 2)
    assert (results["lost"].outcome, results["lost"].part) == ("crash", 1)
    # The engine, and one fresh process to ask what failed alone: after the loss nothing was started to ask part 2.
    assert len(processes(tmp_path, "engine")) == 2


def test_the_outcomes_are_ordered_from_best_to_worst() -> None:
    assert worst([Outcome.PASS, Outcome.UNSUPPORTED]) == "unsupported"
    assert worst([Outcome.FAIL, Outcome.UNSUPPORTED]) == "fail"
    assert worst([Outcome.TIMEOUT, Outcome.FAIL, Outcome.NOTRUN]) == "notrun"
    assert worst([]) == "pass"


def test_used_up_restarts_leave_the_rest_not_run(tmp_path: Path) -> None:
    cases = [arranging(f"s{number}", KING, 10) for number in range(5)]
    limits = Limits(start=20.0, reply=20.0, grace=0.1, restarts=2)
    with External(puppet(tmp_path, {"on": "arrange", "do": [{"exit": 1}]}), limits) as subject:
        summary = Summary(subject.capabilities, "")
        for result in run(cases, subject):
            summary.add(result)
    assert [str(result.outcome) for result in summary.results] == ["crash"] * 3 + ["notrun"] * 2
    assert summary.exit_code == 3
    assert not summary.complete
    assert left_running(tmp_path) == []


def test_what_fails_only_after_other_questions_leaks(tmp_path: Path) -> None:
    # The first process answers the king wrongly, the second, in which it is asked alone, rightly; the queen is wrong in both.
    steps: list[dict[str, Any]] = [
        {"on": "arrange", "hand": "Kc", "life": 1, "do": [{"reply": RIGHT}]},
        {"on": "arrange", "hand": "Kc", "do": [{"reply": KING_RIGHT}]},
    ]
    results = on_puppet(tmp_path, [arranging("king", KING, 10), arranging("queen", ("Qc",), 10)], *steps)
    assert {result.scenario: (str(result.outcome), result.flags) for result in results} == {
        "king": ("fail", ("leak",)),
        "queen": ("fail", ()),
    }


def test_what_an_engine_says_too_much_is_charged_to_the_scenario_it_belongs_to(tmp_path: Path) -> None:
    cases = [arranging("king", KING, 10), arranging("ace", ("Ac",), 1), arranging("queen", ("Qc",), 10)]
    asked = [group[0].scenario for group in order(cases)]
    hand = {each.scenario: " ".join(each.question.params["hand"]) for each in cases}  # type: ignore[arg-type]
    points = {"king": 10, "ace": 1, "queen": 10}
    # The reply to the first question (id 2) comes again before the second is answered.
    again = '{"jsonrpc":"2.0","id":2,"result":{"deadwood":0,"melds":[]}}\n'
    steps: list[dict[str, Any]] = [
        {
            "on": "arrange",
            "hand": hand[name],
            "do": [*([{"raw": again}] if name == asked[1] else []), {"reply": {"deadwood": points[name], "melds": []}}],
        }
        for name in asked
    ]
    results = on_puppet(tmp_path, cases, *steps)
    assert [(result.scenario, str(result.outcome)) for result in results] == [
        (asked[0], "protocol"),
        (asked[1], "pass"),
        (asked[2], "pass"),
    ]


def test_an_engine_that_answers_everything_with_nothing_passes_nothing(tmp_path: Path) -> None:
    cases = [arranging("empty", EMPTY, 0), case("score", {"points": {"Ann": 31}})]
    results = on_puppet(tmp_path, cases, {"on": "arrange", "do": [{"reply": {}}]}, {"on": "score", "do": [{"reply": {}}]})
    assert set(outcomes(results).values()) == {"protocol"}


class Refuser(Stage):
    """Refuses what the built-in engine refuses, without reasons; or everything."""

    def __init__(self, *, everything: bool = False) -> None:
        super().__init__(can={"reasons": False})
        self.everything = everything

    def change(self, method: str, params: Mapping[str, Json], result: dict[str, Json]) -> dict[str, Json]:  # noqa: ARG002
        refused = "refused" in result or (self.everything and method == "score")
        return {"refused": {"rules": [], "message": "no"}} if refused else result


REFUSED = case("too-much", {"refused": ["knock.limit"]}, "knock.limit", sets=("knock.limit=2",))
ACCEPTED = case("enough", {"refused": []}, "knock.limit", sets=("knock.limit=3",))
MORE = [case(f"more-{number}", {"points": {"Ann": 31}}) for number in range(2)]
OTHER = case("other", {"points": {"Ann": 31}}, "layoff.onto")


def test_a_refusal_without_reasons_counts_beside_an_accepted_twin() -> None:
    results = {result.scenario: result for result in run([REFUSED, ACCEPTED, OTHER], Refuser().subject())}
    assert (results["too-much"].outcome, results["too-much"].flags) == ("pass", ("without-reasons",))
    assert outcomes(list(results.values()))["enough"] == "pass"


@pytest.mark.parametrize(("cases", "everything"), [([REFUSED, OTHER], False), ([REFUSED, ACCEPTED, OTHER], True)])
def test_without_a_passing_twin_it_does_not(cases: list[Case], everything: bool) -> None:
    results = {result.scenario: result for result in run(cases, Refuser(everything=everything).subject())}
    assert results["too-much"].outcome == "unsupported"
    assert results["too-much"].reason == "refuses without reasons, and passes no accepted scenario on knock.limit"


def test_arrangements_do_not_vouch_for_refusals() -> None:
    # It refuses every showdown without a reason and arranges well: nothing of what anybody did was accepted.
    silent = Refuser(everything=True)
    arranged = case("arranged", {"deadwood": 3}, "knock.limit", question={"hand": ANN}, method="arrange")
    results = {result.scenario: result for result in run([REFUSED, arranged], silent.subject())}
    assert outcomes(list(results.values())) == {"arranged": "pass", "too-much": "unsupported"}
    assert results["too-much"].reason == "refuses without reasons, and passes no accepted scenario on knock.limit"


def test_who_names_everybody_a_winner_passes_nothing() -> None:
    class Generous(Stage):
        def change(self, method: str, params: Mapping[str, Any], result: dict[str, Json]) -> dict[str, Json]:  # noqa: ARG002
            return result | {"winners": params["players"]}

    (result,) = run([case("knock", {"winners": ["Ann"], "points": {"Ann": 31}})], Generous().subject())
    assert (result.outcome, result.got) == ("fail", {"winners": ["Ann", "Bob"]})


@pytest.mark.parametrize(("cases", "outcome"), [([REFUSED, OTHER], "unsupported"), ([ACCEPTED, REFUSED], "pass")])
def test_an_interrupted_run_still_tells_what_it_held_back(cases: list[Case], outcome: str) -> None:
    class Interrupted(Refuser):
        def think(self, method: str, params: Mapping[str, Json]) -> dict[str, Json]:
            if len(self.asked) > len(cases):
                raise KeyboardInterrupt
            return super().think(method, params)

    seed = next(
        seed
        for seed in range(1000)
        if [group[0].scenario for group in order([*cases, *MORE], seed)][: len(cases)] == [each.scenario for each in cases]
    )
    results = run([*cases, *MORE], Interrupted().subject(), seed=seed)
    came: list[ScenarioResult] = []
    with pytest.raises(KeyboardInterrupt):
        came.extend(iter(results.__next__, None))
    last = list(results.held_back())
    assert [(result.scenario, str(result.outcome)) for result in last] == [("too-much", outcome)]
    assert list(results.held_back()) == []


def test_an_engine_that_gives_reasons_must_give_them() -> None:
    refuser = Refuser()
    refuser.said["can"] = {"reasons": True}
    assert outcomes(list(run([REFUSED, ACCEPTED], refuser.subject()))) == {"too-much": "fail", "enough": "pass"}


def test_a_wrong_reason_is_a_failure() -> None:
    class Other(Stage):
        def change(self, method: str, params: Mapping[str, Json], result: dict[str, Json]) -> dict[str, Json]:  # noqa: ARG002
            return {"refused": {"rules": ["gin.deadwood"], "message": "no"}} if "refused" in result else result

    (result,) = run([REFUSED], Other().subject())
    assert (result.outcome, result.expected) == ("fail", {"refused": ["knock.limit"]})
    assert result.got == {"refused": ["gin.deadwood"], "message": "no"}


def test_an_engine_without_score_is_asked_for_hands() -> None:
    dealer = Dealer(answers=["outcome", "winners", "deadwood", "points"])
    results = list(run([OTHER, REFUSED, ACCEPTED, case("boxes", {"boxes": {"Ann": 1}})], dealer.subject()))
    assert outcomes(results) == {"other": "pass", "too-much": "pass", "enough": "pass", "boxes": "unsupported"}
    assert {result.how for result in results} == {("as a hand",), ()}


def test_a_hand_that_is_refused_on_the_way_is_an_error() -> None:
    class Stubborn(Dealer):
        def change(self, method: str, params: Mapping[str, Json], result: dict[str, Json]) -> dict[str, Json]:  # noqa: ARG002
            return {
                **{key: result[key] for key in ("state",)},
                "accepted": 0,
                "refused": {"rules": ["turn.order"], "message": "no"},
            }

    (result,) = run([OTHER], Stubborn().subject())
    assert (result.outcome, result.reason) == ("error", "refused on the way to the showdown: Ann pass: no")


def test_a_hand_whose_cards_do_not_add_up_fails() -> None:
    class Cheat(Dealer):
        def change(self, method: str, params: Mapping[str, Json], result: dict[str, Any]) -> dict[str, Json]:  # noqa: ARG002
            return result | {"state": result["state"] | {"stock": 0}}

    (result,) = run([OTHER], Cheat().subject())
    assert (result.outcome, result.expected, result.got) == ("fail", {"stock": 30}, {"stock": 0})


def test_a_refused_action_must_change_nothing() -> None:
    class Shifty(Dealer):
        def change(self, method: str, params: Mapping[str, Any], result: dict[str, Any]) -> dict[str, Json]:  # noqa: ARG002
            return result | {"state": result["state"] | {"phase": "draw"}} if "refused" in result else result

    (result,) = run([REFUSED], Shifty().subject())
    assert (result.outcome, result.reason) == ("fail", "the refused action changed something")
    dealer = Dealer()
    (result,) = run([REFUSED], dealer.subject())
    assert result.outcome == "pass"
    with_knock, without = (params["actions"] for _, params in dealer.asked)
    assert isinstance(with_knock, list)
    assert without == with_knock[:-1]


@pytest.mark.parametrize(
    ("change", "got"),
    [
        ({"spreads": {"Ann": [["4h", "5h", "6h"]]}}, "Ann: spread and lay-offs leave 60, not 3"),
        ({"spreads": {"Ann": [["4h", "5h", "9c"]]}}, "Ann: [4h 5h 9c] is no meld"),
        ({"layoffs": {"Bob": []}}, "Bob: spread and lay-offs leave 50, not 34"),
        ({"layoffs": {"Bob": [{"cards": ["Qs"], "onto": "4h"}]}}, "Bob: [Qs] cannot be laid off on [4h 5h 6h]"),
    ],
)
def test_spreads_and_lay_offs_in_a_reply_are_always_checked(change: dict[str, Any], got: str) -> None:
    class Sloppy(Stage):
        def change(self, method: str, params: Mapping[str, Json], result: dict[str, Json]) -> dict[str, Json]:  # noqa: ARG002
            return result | change

    (result,) = run([OTHER], Sloppy().subject())
    assert result.outcome == "fail"
    assert isinstance(result.got, dict)
    assert got in str(result.got["check"])


def test_the_order_follows_the_seed_and_nothing_else() -> None:
    cases = [arranging(f"s{number}", EMPTY, 0) for number in range(20)]
    first, again, other = (
        list(run(given, Stage().subject(), seed=seed)) for given, seed in [(cases, 1), (cases[::-1], 1), (cases, 2)]
    )
    assert [result.scenario for result in first] == [result.scenario for result in again]
    assert [result.scenario for result in first] != [result.scenario for result in other]
    assert outcomes(first) == outcomes(other)


def test_columns_of_a_scenario_are_separate_results() -> None:
    cases = [case("s", {"points": {"Ann": 31}}, column="a"), case("s", {"points": {"Ann": 32}}, column="b")]
    assert {result.column: str(result.outcome) for result in run(cases, Stage().subject())} == {"a": "pass", "b": "fail"}


def test_shards_are_a_partition() -> None:
    names = [f"s{number}" for number in range(50)]
    shards = [[name for name in names if in_shard(name, shard, 3)] for shard in (1, 2, 3)]
    assert sorted(name for shard in shards for name in shard) == sorted(names)
    assert all(shards)


def test_several_processes_give_the_same_results_in_the_same_order(tmp_path: Path) -> None:
    cases = [arranging(f"s{number:02}", KING if number % 3 else EMPTY, 10 if number % 3 else 0) for number in range(12)]
    steps = [{"on": "arrange", "hand": "Kc", "times": 100, "do": [{"reply": KING_RIGHT}]}]
    first, second = tmp_path / "one", tmp_path / "three"
    first.mkdir()
    second.mkdir()
    assert on_puppet(first, cases, *steps) == on_puppet(second, cases, *steps, jobs=3)
    assert (len(processes(first, "engine")), len(processes(second, "engine"))) == (1, 3)


def test_what_is_raised_beside_is_raised_here() -> None:
    class Broken(Stage):
        def think(self, method: str, params: Mapping[str, Json]) -> dict[str, Json]:  # noqa: ARG002
            raise ZeroDivisionError

    cases = [case(f"s{number}", {"points": {"Ann": 31}}) for number in range(4)]
    with pytest.raises(ZeroDivisionError):
        list(run(cases, Broken().subject(), jobs=2))


def test_a_question_without_an_expectation_passes_nothing() -> None:
    (result,) = run([case("s", {})], Stage().subject())
    assert result.outcome == "unsupported"


def test_an_expectation_that_no_answer_can_meet_is_no_pass() -> None:
    (result,) = run([case("s", {"nonsense": 1})], Stage().subject())
    assert (result.outcome, result.got) == ("fail", {"nonsense": None})


def test_the_hands_of_the_cases_are_those_of_the_protocol_page() -> None:
    assert SHOWDOWN["hands"] == {"Ann": ANN, "Bob": BOB}
