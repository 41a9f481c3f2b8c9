"""The engine's side of the protocol: one request a line in, one reply a line out.

`serve` answers for anything that has `capabilities` and `answer`: the built-in engine and the adapters of foreign ones. It
never dies on what a client sends, nor on what an engine raises, and remembers nothing between two requests.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import traceback
from collections.abc import Mapping
from typing import Any, BinaryIO, Protocol

from ginrules.diagnostics import Diagnostic, ImpossibleInput, InvalidInput, Json, NotPlayed
from ginrules.verify import wire
from ginrules.verify.wire import Code

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


class _Failure(Exception):
    """It becomes the `error` of a reply."""

    def __init__(self, code: int, message: str, data: Mapping[str, Json] | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.data = data


def serve(engine: Engine, stdin: BinaryIO | None = None, stdout: BinaryIO | None = None) -> None:
    """Answer until `shutdown` or the end of the input; the defaults are the process's own streams.

    A stream that the process was started without (`<&-`, `>&-`) is an input at its end, or nobody who listens.

    Raises:
        InvalidInput: a reply cannot be written, as on a full disk (code `not-writable`).
    """
    source = stdin or getattr(sys.stdin, "buffer", None)
    target = stdout or getattr(sys.stdout, "buffer", None)
    if source is None or target is None:
        return
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
            except OSError as error:
                raise _not_writable(error) from error


def _not_writable(error: OSError) -> InvalidInput:
    message = f"cannot be written: {error.strerror}"
    return InvalidInput([Diagnostic(code="not-writable", message=message, file="<stdout>")])


def replies_only() -> BinaryIO:
    """Keep everything but replies off the standard output, whoever writes there, also a foreign library.

    File descriptor 1 becomes the standard error; what is returned is the old standard output, for `serve`. A stream that the
    process was started without is one that nobody reads.
    """
    if sys.stdout is not None:
        sys.stdout.flush()
    _open_to_nobody(1)
    _open_to_nobody(2)
    replies = os.dup(1)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return os.fdopen(replies, "wb")


def _open_to_nobody(number: int) -> None:
    """Let a file descriptor that is closed be one whose output is dropped."""
    try:
        os.fstat(number)
    except OSError:
        nobody = os.open(os.devnull, os.O_WRONLY)
        if nobody != number:
            os.dup2(nobody, number)
            os.close(nobody)


def _read_line(source: BinaryIO) -> bytes | None:
    """The next line without its end, or None at the end of the input; the rest of one too long is read and dropped."""
    line = source.readline(wire.LINE_LIMIT + 1)
    if not line:
        return None
    if len(line) <= wire.LINE_LIMIT:
        return line.rstrip(b"\r\n")
    while not line.endswith(b"\n"):
        line = source.readline(_CHUNK)
        if not line:
            break
    raise _Failure(Code.NOT_READ, f"a line has at most {wire.LINE_LIMIT} bytes")


def _reply(engine: Engine, line: bytes) -> tuple[dict[str, Json] | None, bool]:
    """The reply to a line (none to a notification), with whether it is the last."""
    identifier: int | None = None
    try:
        read = _parse(line)
        if isinstance(read.value, dict):
            identifier = _identifier(read.value)
        method, params = _request(read.value, read.wrong)
        if method is None:
            return None, False
        result = _result(engine, method, params)
    except _Failure as failure:
        return _error_reply(failure, identifier), False
    return {"jsonrpc": "2.0", "id": identifier, "result": result}, method == "shutdown"


def _parse(line: bytes) -> wire.Line:
    try:
        return wire.read(line)
    except wire.Unreadable as error:
        raise _Failure(Code.NOT_READ, str(error)) from error


def _identifier(message: Mapping[str, Any]) -> int | None:
    identifier = message.get("id")
    if isinstance(identifier, int) and not isinstance(identifier, bool) and identifier >= 0:
        return identifier
    return None


def _request(message: Any, wrong: str) -> tuple[str | None, Mapping[str, Json]]:
    """The method and the parameters of a request; no method for a notification, which is not answered."""
    if isinstance(message, list):
        raise _Failure(Code.INVALID_REQUEST, "a batch: send one request a line")
    if not isinstance(message, dict):
        raise _Failure(Code.INVALID_REQUEST, "a request is an object")
    if wrong:
        raise _Failure(Code.INVALID_REQUEST, wrong)
    if message.get("jsonrpc") != "2.0":
        raise _Failure(Code.INVALID_REQUEST, "`jsonrpc` is not '2.0'")
    method = message.get("method")
    if not isinstance(method, str):
        raise _Failure(Code.INVALID_REQUEST, "`method` is not a string")
    if "id" not in message:
        return None, {}
    if _identifier(message) is None:
        raise _Failure(Code.INVALID_REQUEST, "`id` is not an integer, 0 or more")
    params = message.get("params")
    if not isinstance(params, dict):
        raise _Failure(Code.INVALID_REQUEST, "`params` is not an object")
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
        raise _Failure(Code.NOT_PLAYED, str(error), {"feature": error.feature}) from error
    except InvalidInput as error:
        message = "; ".join(diagnostic.message for diagnostic in error.diagnostics)
        raise _Failure(Code.IMPOSSIBLE_INPUT, message, {"path": str(getattr(error, "path", ""))}) from error
    except Exception as error:
        _print_trace()
        raise _Failure(Code.INTERNAL, f"{type(error).__name__}: {error}") from error
    return result


def _print_trace() -> None:
    """Show where an exception comes from, if anybody can see it: without a standard error it would go among the replies."""
    if sys.stderr is not None:
        with contextlib.suppress(OSError, ValueError):
            traceback.print_exc(file=sys.stderr)


def _answered(engine: Engine, method: str, params: Mapping[str, Json]) -> dict[str, Json]:
    capabilities = engine.capabilities()
    if method == "initialize":
        return _initialized(capabilities, params)
    methods = capabilities["methods"]
    if not isinstance(methods, list) or method not in methods:
        raise _Failure(Code.NO_SUCH_METHOD, f"no method {method!r}")
    return engine.answer(method, params)


def _initialized(capabilities: dict[str, Json], params: Mapping[str, Json]) -> dict[str, Json]:
    protocols = params.get("protocols")
    if not isinstance(protocols, list) or not all(type(number) is int for number in protocols):
        raise ImpossibleInput("protocols", "not a list of integers")
    if wire.VERSION not in protocols:
        raise _Failure(Code.NO_COMMON_PROTOCOL, f"no protocol in common: this is protocol {wire.VERSION}")
    return capabilities


def _error_reply(failure: _Failure, identifier: int | None) -> dict[str, Json]:
    error: dict[str, Json] = {"code": failure.code, "message": failure.message}
    if failure.data is not None:
        error["data"] = dict(failure.data)
    return {"jsonrpc": "2.0", "id": identifier, "error": error}


def _encode(reply: dict[str, Json]) -> bytes:
    line = json.dumps(reply, separators=(",", ":")).encode("ascii") + b"\n"
    if len(line) <= wire.LINE_LIMIT:
        return line
    identifier = reply["id"]
    failure = _Failure(Code.INTERNAL, f"the reply is longer than {wire.LINE_LIMIT} bytes")
    short = _error_reply(failure, identifier if isinstance(identifier, int) else None)
    return json.dumps(short, separators=(",", ":")).encode("ascii") + b"\n"
