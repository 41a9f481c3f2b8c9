"""Each thing that may come of a request ends in the outcome of the protocol's table, and no process is left."""

import json
from pathlib import Path
from typing import Any

import pytest

from ginrules.verify.outcomes import Answer, Outcome
from ginrules.verify.session import Limits, NotStarted, Session
from tests.puppet.theatre import PATIENT, QUICK, RIGHT, left_running, processes, puppet

PROTOCOL, TIMEOUT, CRASH, ERROR = Outcome.PROTOCOL, Outcome.TIMEOUT, Outcome.CRASH, Outcome.ERROR


def ask(session: Session, *hand: str) -> Answer:
    return session.ask("arrange", {"rules": {}, "hand": list(hand)})


def reply(**members: Any) -> str:
    return json.dumps({"jsonrpc": "2.0", "id": 0, "result": RIGHT, **members}) + "\n"


LINE = '{"jsonrpc":"2.0","id":{id},"result":{"deadwood":0,"melds":[]}}\n'

# what the puppet does instead of answering; the outcome; a word of what is said about it; how many processes it takes in all
WRONG = {
    "silence": ([{"sleep": None}], TIMEOUT, "no reply within", 2),
    "half a line, then silence": ([{"raw": '{"jsonrpc":'}, {"sleep": None}], TIMEOUT, "without an end of line", 2),
    "exit 0": ([{"exit": 0}], CRASH, "exit code 0", 2),
    "exit 3": ([{"exit": 3}], CRASH, "exit code 3", 2),
    "a signal": ([{"signal": "SIGSEGV"}], CRASH, "SIGSEGV", 2),
    "half a line, then the end": ([{"raw": '{"jsonrpc":'}, {"exit": 1}], CRASH, '{"jsonrpc":', 2),
    "output closed, alive": ([{"close": 1}, {"sleep": None}], CRASH, "closed its output without ending", 2),
    "an end that a child hides": ([{"fork": None}, {"exit": 4}], CRASH, "exit code 4", 2),
    "no JSON": ([{"raw": "Loading model...\n"}], PROTOCOL, "Loading model", 2),
    "an empty line": ([{"raw": "\n"}], PROTOCOL, "no JSON", 2),
    "a list": ([{"raw": "[]\n"}], PROTOCOL, "no JSON object", 2),
    "a byte order mark": ([{"raw": "\ufeff" + LINE}], PROTOCOL, "byte order mark", 2),
    "a key twice": ([{"raw": LINE.replace('"deadwood":0', '"deadwood":0,"deadwood":0')}], PROTOCOL, "stands twice", 2),
    "NaN": ([{"raw": LINE.replace('"deadwood":0', '"deadwood":NaN')}], PROTOCOL, "NaN", 2),
    "invalid UTF-8": ([{"bytes": "22ff220a"}], PROTOCOL, "not UTF-8", 2),
    "nested too deeply": ([{"raw": "[" * 200000 + "\n"}], PROTOCOL, "no JSON", 2),
    "nested deeply, yet read": (
        [{"raw": LINE.replace('"melds"', '"note":' + "[" * 700 + "]" * 700 + ',"melds"')}],
        PROTOCOL,
        "more than 100 deep",
        1,
    ),
    "a deep list as the id": ([{"raw": LINE.replace("{id}", "[" * 700 + "]" * 700)}], PROTOCOL, "the id is a list", 2),
    "an endless integer": ([{"raw": LINE.replace('"deadwood":0', '"deadwood":' + "1" * 5000)}], PROTOCOL, "no JSON", 2),
    "another id": ([{"raw": reply(id=77)}], PROTOCOL, "the id is 77", 2),
    "the id as text": ([{"raw": LINE.replace("{id}", '"{id}"')}], PROTOCOL, "the id is", 2),
    "true as the id": ([{"raw": reply(id=True)}], PROTOCOL, "the id is true", 2),
    "no id": ([{"raw": '{"jsonrpc":"2.0","result":{}}\n'}], PROTOCOL, "the id is null", 2),
    "two replies": ([{"raw": LINE + LINE}], PROTOCOL, "more than one line", 2),
    "a reply and chatter": ([{"raw": LINE + "done\n"}], PROTOCOL, "more than one line", 2),
    "a reply and half a line": ([{"raw": LINE + "do"}], PROTOCOL, "more than one line", 2),
    "a line of 1 MiB and a byte": ([{"big": 1 << 20}, {"raw": "\n"}], PROTOCOL, "longer than 1 MiB", 2),
    "a line without an end": ([{"big": 3 << 20}, {"sleep": None}], PROTOCOL, "longer than 1 MiB", 2),
    "it could not read": (
        [{"raw": '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"?"}}\n'}],
        PROTOCOL,
        "could not read the request",
        2,
    ),
    # The line is in step: nothing has to be started afresh.
    "an empty result": ([{"reply": {}}], PROTOCOL, '"deadwood" is a required property', 1),
    "no jsonrpc": ([{"raw": '{"id":{id},"result":{"deadwood":0,"melds":[]}}\n'}], PROTOCOL, '"jsonrpc" is a required', 1),
    "a float": ([{"reply": {"deadwood": 8.5, "melds": []}}], PROTOCOL, "arrange.result/deadwood: 8.5 is no integer", 1),
    "a float that is nested": ([{"reply": {**RIGHT, "x": [[1, [], {"y": 0.5}], 0.1]}}], PROTOCOL, "result/x/0/2/y: 0.5 is", 1),
    "a float beside the result": (
        [{"raw": LINE.replace('"result"', '"took":1e3,"result"')}],
        PROTOCOL,
        "reply/took: 1e3 is",
        1,
    ),
    "a float in an unknown field": ([{"reply": {**RIGHT, "seconds": 0.1}}], PROTOCOL, "no integer", 1),
    "null": ([{"reply": {"deadwood": None, "melds": []}}], PROTOCOL, "null is not of type", 1),
    "half a surrogate pair": ([{"reply": {**RIGHT, "note": "\ud800"}}], PROTOCOL, "surrogate", 1),
    "a result and an error": (
        [{"raw": LINE.replace('"result"', '"error":{"code":1,"message":""},"result"')}],
        PROTOCOL,
        "wrong shape",
        1,
    ),
    "its own trouble": ([{"error": {"code": -32603, "message": "boom"}}], ERROR, "boom", 1),
    "a code of its own": ([{"error": {"code": 7, "message": "boom"}}], ERROR, "error 7", 1),
    "impossible input": (
        [{"error": {"code": -32602, "message": "twice", "data": {"path": "hand/1"}}}],
        ERROR,
        "error -32602 at hand/1: twice",
        1,
    ),
    "no such method": ([{"error": {"code": -32601, "message": "no"}}], Outcome.UNSUPPORTED, "no such method", 1),
    "not played": (
        [{"error": {"code": -32001, "message": "no", "data": {"feature": "three players"}}}],
        Outcome.UNSUPPORTED,
        "three players",
        1,
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_comes_instead_of_a_reply(name: str, tmp_path: Path) -> None:
    actions, outcome, word, lives = WRONG[name]
    with_limits = QUICK if outcome is TIMEOUT else PATIENT
    session = Session(puppet(tmp_path, {"on": "arrange", "hand": "Kc", "do": actions}), with_limits)
    try:
        assert ask(session) == Answer(result=RIGHT)
        answer = ask(session, "Kc")
        assert (answer.wrong, answer.result) == (outcome, {})
        assert word in answer.detail
        assert len(answer.detail) < 400
        # What follows is answered, whatever came before.
        assert ask(session) == Answer(result=RIGHT)
    finally:
        session.close()
    assert len(processes(tmp_path, "engine")) == lives
    assert left_running(tmp_path) == []


FINE = {
    "CRLF": [{"raw": LINE.replace("\n", "\r\n")}],
    "byte by byte": [{"split": RIGHT}],
    "an unknown field": [{"reply": {**RIGHT, "note": "ä"}}],
    "a line of exactly 1 MiB": [{"raw": LINE[:-2]}, {"raw": ',"note":"'}, {"big": (1 << 20) - 74}, {"raw": '"}\n'}],
    "ten megabytes on stderr": [{"flood": 10_000_000}, {"reply": RIGHT}],
}


@pytest.mark.parametrize("name", FINE)
def test_what_is_unusual_and_right(name: str, tmp_path: Path) -> None:
    session = Session(puppet(tmp_path, {"on": "arrange", "do": FINE[name]}), PATIENT)
    answer = ask(session)
    session.close()
    assert answer.wrong is None, answer.detail
    assert answer.result["deadwood"] == 0
    assert left_running(tmp_path) == []


def test_requests_have_ids_from_1_that_are_never_used_again(tmp_path: Path) -> None:
    # The second process knows that ids went on: it answers with the id that it expects.
    late = {"on": "arrange", "life": 2, "do": [{"raw": LINE.replace("{id}", "4")}]}
    session = Session(puppet(tmp_path, {"on": "arrange", "life": 1, "do": [{"exit": 0}]}, late), PATIENT)
    assert ask(session).wrong is CRASH  # 1 was initialize, 2 this
    assert ask(session).wrong is None  # 3 was initialize again
    session.close()


def test_stderr_is_kept_for_what_went_wrong_and_only_its_end(tmp_path: Path) -> None:
    boom = [{"flood": 100_000}, {"stderr": "Traceback: the end"}, {"error": {"code": -32603, "message": "boom"}}]
    session = Session(
        puppet(
            tmp_path,
            {"on": "arrange", "hand": "Kc", "do": boom},
            {"on": "arrange", "hand": "Ks", "do": [{"stderr": "segfault"}, {"exit": 1}]},
        ),
        PATIENT,
    )
    first, second, third = ask(session, "Kc"), ask(session, "Ks"), ask(session)
    session.close()
    assert first.stderr.endswith("Traceback: the end")
    assert len(first.stderr) == 2000
    assert second.stderr == "segfault"
    assert third.stderr == ""


def test_a_second_reply_that_comes_late_is_charged_to_its_own_request(tmp_path: Path) -> None:
    # Request 2 is answered once; before request 3 is answered, the reply to 2 comes again.
    again = {"on": "arrange", "hand": "Kc", "do": [{"raw": LINE.replace("{id}", "2")}, {"reply": RIGHT}]}
    session = Session(puppet(tmp_path, again), PATIENT)
    assert ask(session).late == ""
    answer = ask(session, "Kc")
    session.close()
    assert (answer.wrong, dict(answer.result)) == (None, RIGHT)
    assert "a second reply" in answer.late


def test_after_a_restart_initialize_must_say_the_same(tmp_path: Path) -> None:
    other = {"protocol": 1, "engine": {"name": "puppet", "version": "2", "language": "c"}, "methods": ["arrange"], "rules": {}}
    session = Session(
        puppet(
            tmp_path,
            {"on": "initialize", "life": 2, "do": [{"reply": other}]},
            {"on": "arrange", "hand": "Kc", "do": [{"exit": 0}]},
        ),
        PATIENT,
    )
    outcomes = [ask(session, "Kc"), ask(session), ask(session)]
    session.close()
    assert [answer.wrong for answer in outcomes] == [CRASH, PROTOCOL, None]
    assert "another result" in outcomes[1].detail


def test_restarts_are_used_up(tmp_path: Path) -> None:
    limits = Limits(start=20.0, reply=20.0, grace=0.1, restarts=3)
    session = Session(puppet(tmp_path, {"on": "arrange", "do": [{"exit": 9}]}), limits)
    outcomes = [ask(session).wrong for _ in range(6)]
    session.close()
    assert outcomes == [CRASH, CRASH, CRASH, CRASH, Outcome.NOTRUN, Outcome.NOTRUN]
    assert len(processes(tmp_path, "engine")) == 4


def test_twenty_restarts_are_allowed() -> None:
    assert Limits() == Limits(start=10.0, reply=2.0, grace=0.5, restarts=20)  # as the protocol says


NO_START = {
    "no common protocol": ([{"error": {"code": -32002, "message": "none in common"}}], "none in common"),
    "another protocol": ([{"reply": {"protocol": 2, "engine": {}, "methods": [], "rules": {}}}], "initialize.result"),
    "a banner": (
        [{"raw": "Welcome!\n"}],
        "'Welcome!'; standard output is for replies only: print to standard error",
    ),
    "an end": ([{"stderr": "no licence"}, {"exit": 1}], "initialize: it ended with exit code 1"),
    "silence": ([{"sleep": None}], "initialize: no reply within"),
    "nested deeply": (
        [{"raw": '{"jsonrpc":"2.0","id":{id},"result":{"rules":' + '{"a":' * 500 + "0" + "}" * 500 + "}}\n"}],
        "more than 100 deep",
    ),
    "a novel": ([{"error": {"code": -32002, "message": "none in common " + "x" * 100_000}}], "none in common"),
}


@pytest.mark.parametrize("name", NO_START)
def test_an_engine_that_does_not_shake_hands_is_not_started(name: str, tmp_path: Path) -> None:
    actions, word = NO_START[name]
    limits = Limits(start=0.5 if name == "silence" else 20.0, grace=0.1)
    with pytest.raises(NotStarted) as raised:
        Session(puppet(tmp_path, {"on": "initialize", "do": actions}), limits, "my engine --fast")
    assert str(raised.value).startswith("my engine --fast: initialize: ")
    assert word in str(raised.value)
    assert len(str(raised.value)) <= 600
    assert raised.value.stderr == ("no licence" if name == "an end" else "")
    if (tmp_path / "script.json.pids").exists():
        assert left_running(tmp_path) == []


LEAVING: dict[str, list[dict[str, Any]]] = {
    "ignores shutdown": [{"on": "shutdown", "do": [{"sleep": None}]}],
    "has a child that holds the pipes": [{"on": "arrange", "do": [{"fork": None}, {"reply": RIGHT}]}],
    "has a child and does not leave": [
        {"on": "arrange", "do": [{"fork": None}, {"reply": RIGHT}]},
        {"on": "shutdown", "do": [{"sleep": None}]},
    ],
    "closes its input": [{"on": "arrange", "do": [{"reply": RIGHT}, {"close": 0}, {"sleep": None}]}],
    "hangs": [{"on": "arrange", "do": [{"sleep": None}]}],
    "leaves at once": [{"on": "arrange", "do": [{"reply": RIGHT}, {"exit": 0}]}],
}


@pytest.mark.parametrize("name", LEAVING)
def test_no_process_stays_behind(name: str, tmp_path: Path) -> None:
    session = Session(puppet(tmp_path, *LEAVING[name]), QUICK)
    ask(session)
    session.close()
    session.close()
    assert left_running(tmp_path) == []


def test_an_engine_that_does_not_read_does_not_block_a_long_question(tmp_path: Path) -> None:
    # Half a megabyte is more than a pipe holds: writing must wait no longer than reading would.
    session = Session(puppet(tmp_path, {"on": "initialize", "do": [{"reply": _initialize()}, {"sleep": None}]}), QUICK)
    answer = session.ask("arrange", {"rules": {}, "hand": [], "note": "x" * 500_000})
    session.close()
    assert answer.wrong is TIMEOUT


def test_a_question_longer_than_a_line_is_not_sent(tmp_path: Path) -> None:
    session = Session(puppet(tmp_path), PATIENT)
    answer = session.ask("arrange", {"rules": {}, "hand": [], "note": "x" * (1 << 20)})
    assert ask(session).wrong is None
    session.close()
    assert answer.wrong is Outcome.UNSUPPORTED


def test_a_program_that_cannot_be_started_is_told_apart(tmp_path: Path) -> None:
    script = tmp_path / "engine"
    script.write_text("#!/nowhere/interpreter\n", encoding="ascii")
    script.chmod(0o755)
    with pytest.raises(NotStarted, match="engine: it cannot be started: No such file or directory"):
        Session((str(script),), QUICK)


def test_a_broken_reply_is_not_taken_for_a_banner(tmp_path: Path) -> None:
    session = Session(puppet(tmp_path, {"on": "arrange", "do": [{"raw": '{"jsonrpc":\n'}]}), PATIENT)
    answer = ask(session)
    session.close()
    assert answer.wrong is PROTOCOL
    assert "standard output is for replies only" not in answer.detail


def _initialize() -> dict[str, Any]:
    return {"protocol": 1, "engine": {"name": "p", "version": "1", "language": "p"}, "methods": ["arrange"], "rules": {}}
