"""The engine's side of the wire: whatever a client sends, the loop answers as the protocol says and goes on."""

import errno
import io
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from typing import Any

import pytest

from ginrules.diagnostics import Diagnostic, ImpossibleInput, InvalidInput, Json, NotPlayed
from ginrules.verify.server import serve
from ginrules.verify.wire import LINE_LIMIT
from tests.adapters.conversation import CHECKOUT, check

HELLO = {"protocols": [1], "client": {"name": "tests", "version": "1"}}


class Echo:
    """An engine that does what its question says."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def capabilities(self) -> dict[str, Json]:
        return {
            "protocol": 1,
            "engine": {"name": "echo", "version": "1", "language": "python"},
            "methods": ["arrange"],
            "rules": {},
        }

    def answer(self, method: str, params: Mapping[str, Json]) -> dict[str, Json]:
        self.asked.append(method)
        match params.get("please"):
            case "raise":
                raise KeyError("no such card")
            case "recurse":
                return self.answer(method, params)
            case "not-played":
                raise NotPlayed("three players")
            case "impossible":
                raise ImpossibleInput("hands.Ann", "a card twice")
            case "invalid":
                raise InvalidInput([Diagnostic(code="x", message="wrong")])
            case "unwritable":
                return {"deadwood": float("nan")}  # type: ignore[dict-item]
            case "long":
                return {"text": "x" * LINE_LIMIT}
        return {"deadwood": 0, "melds": []}


def talk(*lines: bytes, engine: Any = None) -> list[dict[str, Any]]:
    """All replies to these lines, each checked; the input ends after them."""
    out = io.BytesIO()
    serve(engine or Echo(), io.BytesIO(b"".join(lines)), out)
    replies = [json.loads(line) for line in out.getvalue().splitlines(keepends=True)]
    assert out.getvalue().count(b"\n") == len(replies)
    for reply in replies:
        check("reply", reply)
    return replies


def request(method: Any = "arrange", params: Any = None, **more: Any) -> bytes:
    message = {"jsonrpc": "2.0", "id": 7, "method": method, "params": {} if params is None else params} | more
    return json.dumps(message).encode() + b"\n"


GOOD = request()


def error(line: bytes) -> tuple[int, int | None]:
    """The code and the id of the error that a line gets; a good request after it is still answered."""
    first, second = talk(line, request(id=8))
    assert second == {"jsonrpc": "2.0", "id": 8, "result": {"deadwood": 0, "melds": []}}
    assert first["error"]["message"]
    return first["error"]["code"], first["id"]


@pytest.mark.parametrize(
    "line",
    [
        b"\n",
        b"hello\n",
        b'{"jsonrpc": "2.0", "id": 1\n',
        b"\xff\xfe{}\n",
        b"\xef\xbb\xbf" + GOOD,
        b'{"id": NaN}\n',
        b'{"id": 1, "x": Infinity}\n',
        b"[" * 100_000 + b"\n",
        b'{"id": ' + b"1" * 5000 + b"}\n",
        GOOD.rstrip() + b" " + GOOD,
        b"\x00\n",
    ],
    ids=range(11),
)
def test_what_is_no_json_is_not_read(line: bytes) -> None:
    assert error(line) == (-32700, None)


@pytest.mark.parametrize(
    "line",
    [
        b"{}\n",
        b'"arrange"\n',
        b"7\n",
        b"null\n",
        b"[]\n",
        b"[" + GOOD.rstrip() + b"]\n",
        request(id="7"),
        request(id=-1),
        request(id=True),
        request(id=None),
        request(id=1.5),
        b'{"jsonrpc": "2.0", "method": 3}\n',
    ],
    ids=range(12),
)
def test_what_is_no_request_is_refused_without_an_id(line: bytes) -> None:
    assert error(line) == (-32600, None)


@pytest.mark.parametrize(
    "line",
    [
        request(jsonrpc="1.0"),
        request(jsonrpc=2),
        request(method=None),
        request(params=[]),
        b'{"jsonrpc": "2.0", "id": 7, "method": "arrange"}\n',
        request(params={"note": json.loads("[" * 99 + "]" * 99)}),
        request(params=None).replace(b'"params": {}', b'"params": null'),
        b'{"jsonrpc": "2.0", "id": 7, "method": "arrange", "params": {"hand": [], "hand": []}}\n',
        b'{"jsonrpc": "2.0", "id": 7, "method": "arrange", "method": "arrange", "params": {}}\n',
        b'{"jsonrpc": "2.0", "id": 7, "method": "arrange", "params": {"n": 1.0}}\n',
        b'{"jsonrpc": "2.0", "id": 7, "method": "arrange", "params": {"n": 1e9999}}\n',
    ],
    ids=range(11),
)
def test_a_wrong_request_is_refused_with_its_id(line: bytes) -> None:
    assert error(line) == (-32600, 7)


@pytest.mark.parametrize("method", ["score", "play", "tally", "", "Arrange", "rpc.discover", "\ud800"])
def test_an_unknown_method(method: str) -> None:
    assert error(request(method)) == (-32601, 7)


def test_a_notification_is_not_answered_and_asks_nothing() -> None:
    engine = Echo()
    note = b'{"jsonrpc": "2.0", "method": "arrange", "params": {}}\n'
    end = b'{"jsonrpc": "2.0", "method": "shutdown", "params": {}}\n'
    assert [reply["id"] for reply in talk(note, end, GOOD, engine=engine)] == [7]
    assert engine.asked == ["arrange"]


def test_what_the_engine_raises_becomes_an_error() -> None:
    codes = {
        "raise": (-32603, None),
        "recurse": (-32603, None),
        "unwritable": (-32603, None),
        "long": (-32603, None),
        "not-played": (-32001, {"feature": "three players"}),
        "impossible": (-32602, {"path": "hands.Ann"}),
        "invalid": (-32602, {"path": ""}),
    }
    for please, (code, data) in codes.items():
        first, second = talk(request(params={"please": please}), GOOD)
        assert first["id"] == 7
        assert first["error"]["code"] == code, please
        assert first["error"].get("data") == data, please
        assert "result" in second


def test_an_internal_error_names_the_exception(capsys: pytest.CaptureFixture[str]) -> None:
    (reply,) = talk(request(params={"please": "raise"}))
    assert reply["error"]["message"] == "KeyError: 'no such card'"
    assert "Traceback" in capsys.readouterr().err


def test_unknown_fields_and_line_ends_do_not_matter() -> None:
    line = request(params={"new": 1}, also="this")
    assert talk(line.rstrip(b"\n") + b"\r\n") == talk(line)
    assert talk(line.rstrip(b"\n")) == talk(line)  # the input ends before the line does


def test_initialize() -> None:
    (reply,) = talk(request("initialize", {"protocols": [3, 1], "client": {"name": "x", "version": "0"}}))
    assert reply["result"] == Echo().capabilities()
    check("initialize.result", reply["result"])


@pytest.mark.parametrize(
    ("protocols", "code"), [([2], -32002), ([], -32002), ("1", -32602), (None, -32602), ([True], -32602), (["1"], -32602)]
)
def test_initialize_without_a_common_protocol(protocols: Any, code: int) -> None:
    assert error(request("initialize", HELLO | {"protocols": protocols})) == (code, 7)


def test_shutdown_ends_the_loop_and_nothing_after_it_is_read() -> None:
    engine = Echo()
    assert talk(request("shutdown"), GOOD, engine=engine) == [{"jsonrpc": "2.0", "id": 7, "result": {}}]
    assert engine.asked == []


def test_the_end_of_the_input_ends_the_loop() -> None:
    assert talk() == []


def test_the_longest_line_is_read_and_one_byte_more_is_not() -> None:
    room = LINE_LIMIT - len(request(params={"pad": ""}))
    longest = request(params={"pad": "x" * room})
    assert len(longest) == LINE_LIMIT
    assert "result" in talk(longest)[0]
    assert error(request(params={"pad": "x" * (room + 1)})) == (-32700, None)


class Endless(io.RawIOBase):
    """A line of eight limits, which notes the largest piece asked for at once, then a good request."""

    def __init__(self) -> None:
        self.left = 8 * LINE_LIMIT
        self.largest = 0
        self.after = [GOOD, b""]

    def readline(self, size: int | None = -1, /) -> bytes:
        assert size is not None
        assert size > 0
        self.largest = max(self.largest, size)
        if self.left > size:
            self.left -= size
            return b"x" * size
        if self.left:
            self.left = 0
            return b"\n"
        return self.after.pop(0)


def test_a_line_too_long_is_never_kept_whole() -> None:
    source, out = Endless(), io.BytesIO()
    serve(Echo(), source, out)  # type: ignore[arg-type]
    first, second = (json.loads(line) for line in out.getvalue().splitlines())
    assert first["error"]["code"] == -32700
    assert "result" in second
    assert source.largest <= LINE_LIMIT + 1


def test_an_unfinished_line_too_long_ends_the_loop() -> None:
    (reply,) = talk(b"x" * (2 * LINE_LIMIT))
    assert reply["error"]["code"] == -32700


def test_nobody_listening_ends_the_loop() -> None:
    class Closed(io.BytesIO):
        def write(self, data: Any, /) -> int:  # noqa: ARG002 - the name of the base class
            raise BrokenPipeError

    serve(Echo(), io.BytesIO(GOOD + GOOD), Closed())


def test_a_reply_that_cannot_be_written_is_told() -> None:
    class Full(io.BytesIO):
        def flush(self) -> None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with pytest.raises(InvalidInput) as raised:
        serve(Echo(), io.BytesIO(GOOD + GOOD), Full())
    (diagnostic,) = raised.value.diagnostics
    assert (diagnostic.code, diagnostic.file) == ("not-writable", "<stdout>")
    assert diagnostic.message == "cannot be written: No space left on device"


@pytest.mark.parametrize("stream", ["stdin", "stdout"])
def test_a_process_without_a_stream_has_nobody_to_serve(stream: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # So Python says that the stream was closed before the start.
    monkeypatch.setattr(sys, stream, None)
    engine = Echo()
    if stream == "stdin":
        serve(engine, stdout=io.BytesIO())
    else:
        serve(engine, stdin=io.BytesIO(GOOD))
    assert engine.asked == []


@pytest.mark.parametrize("full", [False, True], ids=["none", "full"])
def test_without_a_standard_error_no_trace_goes_among_the_replies(
    full: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Full(io.StringIO):
        def write(self, text: str, /) -> int:  # noqa: ARG002
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(sys, "stderr", Full() if full else None)
    first, second = talk(request(params={"please": "raise"}), GOOD)
    assert first["error"]["code"] == -32603
    assert "result" in second
    assert capsys.readouterr().out == ""


def test_texts_outside_unicode_are_answered() -> None:
    line = b'{"jsonrpc": "2.0", "id": 7, "method": "\\ud800", "params": {}}\n'
    (reply,) = talk(line)
    assert reply["error"]["code"] == -32601


def test_whatever_a_library_prints_the_standard_output_has_replies_only() -> None:
    program = """
import os, sys
from ginrules.verify.server import replies_only
print("before")
replies = replies_only()
print("from Python")
os.write(1, b"from C\\n")
sys.__stdout__.write("through the old object\\n"); sys.__stdout__.flush()
replies.write(b"reply\\n"); replies.flush()
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, cwd=CHECKOUT, timeout=30)
    assert done.returncode == 0, done.stderr
    assert done.stdout == b"before\nreply\n"
    assert sorted(done.stderr.splitlines()) == [b"from C", b"from Python", b"through the old object"]


@pytest.mark.parametrize("closed", [(1,), (2,), (1, 2)], ids=str)
def test_replies_only_bears_streams_that_are_closed(closed: tuple[int, ...]) -> None:
    program = """
import os
from ginrules.verify.server import replies_only
replies = replies_only()
os.write(1, b"from C\\n")
print("from Python")
replies.write(b"reply\\n"); replies.flush()
"""
    shut = " ".join(f"{number}>&-" for number in closed)
    line = ["sh", "-c", f'exec "$0" -c "$1" {shut}', sys.executable, program]
    done = subprocess.run(line, capture_output=True, cwd=CHECKOUT, timeout=30)
    assert done.returncode == 0, done.stderr
    assert done.stdout == (b"" if 1 in closed else b"reply\n")
    assert sorted(done.stderr.splitlines()) == ([] if 2 in closed else [b"from C", b"from Python"])
