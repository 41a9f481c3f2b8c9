"""The engine's side of the protocol: one request a line in, one reply a line out.

`serve` answers for anything that has `capabilities` and `answer`: the built-in engine and the adapters of foreign ones. It
never dies on what a client sends, nor on what an engine raises, and remembers nothing between two requests.
"""

from __future__ import annotations

import json
import os
import sys
import traceback
from collections.abc import Mapping
from typing import Any, BinaryIO, Protocol

from ginrules.diagnostics import Diagnostic, InvalidInput, Json, NotPlayed

PROTOCOL = 1
LINE_LIMIT = 1 << 20
"""Bytes of a line, its newline included."""

NOT_READ = -32700
INVALID_REQUEST = -32600
NO_SUCH_METHOD = -32601
IMPOSSIBLE_INPUT = -32602
INTERNAL = -32603
NOT_PLAYED = -32001
NO_COMMON_PROTOCOL = -32002

_CHUNK = 1 << 16


class Engine(Protocol):
    """What `serve` answers for."""

    def capabilities(self) -> dict[str, Json]:
        """The result of `initialize`, always the same."""

    def answer(self, method: str, params: Mapping[str, Json]) -> dict[str, Json]:
        """The result of a question.

        Raises:
            InvalidInput: impossible input; an attribute `path` says where, if the exception has one.
            NotPlayed: what the engine cannot play.
        """


class ImpossibleMessage(InvalidInput):
    """A question that no table could ask; `path` says where in its parameters, as in `hands.Ann`."""

    def __init__(self, path: str, message: str) -> None:
        self.path = path
        super().__init__([Diagnostic(code="impossible", message=message, file=path)])


class _Failure(Exception):
    """It becomes the `error` of a reply."""

    def __init__(self, code: int, message: str, data: Mapping[str, Json] | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.data = data


def serve(engine: Engine, stdin: BinaryIO | None = None, stdout: BinaryIO | None = None) -> None:
    """Answer until `shutdown` or the end of the input; the defaults are the process's own streams."""
    source = sys.stdin.buffer if stdin is None else stdin
    target = sys.stdout.buffer if stdout is None else stdout
    last = False
    while not last:
        try:
            line = _read_line(source)
        except _Failure as failure:
            reply: dict[str, Json] | None = _error_reply(failure, None)
        else:
            if line is None:
                return
            reply, last = _reply(engine, line)
        if reply is not None:
            try:
                target.write(_encode(reply))
                target.flush()
            except (BrokenPipeError, ValueError):
                return  # nobody listens any more


def replies_only() -> BinaryIO:
    """Keep everything but replies off the standard output, whoever writes there, also a foreign library.

    File descriptor 1 becomes the standard error; what is returned is the old standard output, for `serve`.
    """
    sys.stdout.flush()
    replies = os.dup(1)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return os.fdopen(replies, "wb")


def _read_line(source: BinaryIO) -> bytes | None:
    """The next line without its end, or None at the end of the input; the rest of one too long is read and dropped."""
    line = source.readline(LINE_LIMIT + 1)
    if not line:
        return None
    if len(line) <= LINE_LIMIT:
        return line.rstrip(b"\r\n")
    while not line.endswith(b"\n"):
        line = source.readline(_CHUNK)
        if not line:
            break
    raise _Failure(NOT_READ, f"a line has at most {LINE_LIMIT} bytes")


def _reply(engine: Engine, line: bytes) -> tuple[dict[str, Json] | None, bool]:
    """The reply to a line (none to a notification), with whether it is the last."""
    identifier: int | None = None
    try:
        message, wrong = _parse(line)
        if isinstance(message, dict):
            identifier = _identifier(message)
        method, params = _request(message, wrong)
        if method is None:
            return None, False
        result = _result(engine, method, params)
    except _Failure as failure:
        return _error_reply(failure, identifier), False
    return {"jsonrpc": "2.0", "id": identifier, "result": result}, method == "shutdown"


def _parse(line: bytes) -> tuple[Any, tuple[str, ...]]:
    """The value of a line, with what JSON allows and the protocol does not: keys that stand twice, floats."""
    wrong: list[str] = []

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        whole = dict(pairs)
        if len(whole) < len(pairs):
            keys = [key for key, _ in pairs]
            wrong.append(f"the key {next(key for key in keys if keys.count(key) > 1)!r} stands twice")
        return whole

    def no_float(text: str) -> float:
        wrong.append(f"{text[:40]} is no integer")
        return 0.0

    def no_constant(text: str) -> None:
        raise ValueError(f"{text} is not JSON")

    try:
        text = line.decode("utf-8")
        message = json.loads(text, object_pairs_hook=unique, parse_float=no_float, parse_constant=no_constant)
    except (ValueError, RecursionError) as error:
        raise _Failure(NOT_READ, f"not a line of JSON: {error}") from error
    return message, tuple(wrong)


def _identifier(message: Mapping[str, Any]) -> int | None:
    identifier = message.get("id")
    if isinstance(identifier, int) and not isinstance(identifier, bool) and identifier >= 0:
        return identifier
    return None


def _request(message: Any, wrong: tuple[str, ...]) -> tuple[str | None, Mapping[str, Json]]:
    """The method and the parameters of a request; no method for a notification, which is not answered."""
    if isinstance(message, list):
        raise _Failure(INVALID_REQUEST, "a batch: send one request a line")
    if not isinstance(message, dict):
        raise _Failure(INVALID_REQUEST, "a request is an object")
    if wrong:
        raise _Failure(INVALID_REQUEST, wrong[0])
    if message.get("jsonrpc") != "2.0":
        raise _Failure(INVALID_REQUEST, "`jsonrpc` is not '2.0'")
    method = message.get("method")
    if not isinstance(method, str):
        raise _Failure(INVALID_REQUEST, "`method` is not a string")
    if "id" not in message:
        return None, {}
    if _identifier(message) is None:
        raise _Failure(INVALID_REQUEST, "`id` is not an integer, 0 or more")
    params = message.get("params")
    if not isinstance(params, dict):
        raise _Failure(INVALID_REQUEST, "`params` is not an object")
    return method, params


def _result(engine: Engine, method: str, params: Mapping[str, Json]) -> dict[str, Json]:
    if method == "shutdown":
        return {}
    try:
        result = _answered(engine, method, params)
        json.dumps(result, allow_nan=False)  # an answer that cannot be written is the engine's trouble
    except _Failure:
        raise
    except NotPlayed as error:
        raise _Failure(NOT_PLAYED, str(error), {"feature": error.feature}) from error
    except InvalidInput as error:
        message = "; ".join(diagnostic.message for diagnostic in error.diagnostics)
        raise _Failure(IMPOSSIBLE_INPUT, message, {"path": str(getattr(error, "path", ""))}) from error
    except Exception as error:
        traceback.print_exc(file=sys.stderr)
        raise _Failure(INTERNAL, f"{type(error).__name__}: {error}") from error
    return result


def _answered(engine: Engine, method: str, params: Mapping[str, Json]) -> dict[str, Json]:
    capabilities = engine.capabilities()
    if method == "initialize":
        return _initialized(capabilities, params)
    methods = capabilities["methods"]
    if not isinstance(methods, list) or method not in methods:
        raise _Failure(NO_SUCH_METHOD, f"no method {method!r}")
    return engine.answer(method, params)


def _initialized(capabilities: dict[str, Json], params: Mapping[str, Json]) -> dict[str, Json]:
    protocols = params.get("protocols")
    if not isinstance(protocols, list) or not all(type(number) is int for number in protocols):
        raise ImpossibleMessage("protocols", "not a list of integers")
    if PROTOCOL not in protocols:
        raise _Failure(NO_COMMON_PROTOCOL, f"no protocol in common: this is protocol {PROTOCOL}")
    return capabilities


def _error_reply(failure: _Failure, identifier: int | None) -> dict[str, Json]:
    error: dict[str, Json] = {"code": failure.code, "message": failure.message}
    if failure.data is not None:
        error["data"] = dict(failure.data)
    return {"jsonrpc": "2.0", "id": identifier, "error": error}


def _encode(reply: dict[str, Json]) -> bytes:
    line = json.dumps(reply, separators=(",", ":")).encode("ascii") + b"\n"
    if len(line) <= LINE_LIMIT:
        return line
    identifier = reply["id"]
    failure = _Failure(INTERNAL, f"the reply is longer than {LINE_LIMIT} bytes")
    short = _error_reply(failure, identifier if isinstance(identifier, int) else None)
    return json.dumps(short, separators=(",", ":")).encode("ascii") + b"\n"
