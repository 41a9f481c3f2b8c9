"""The messages of the engine protocol, version 1: written, read strictly, checked against `spec/protocol.schema.json`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from ginrules import __version__
from ginrules.diagnostics import Json
from ginrules.resources import SPEC
from ginrules.verify.outcomes import Answer, Outcome

if TYPE_CHECKING:
    import jsonschema_rs

VERSION = 1
MAX_LINE = 1 << 20
"""Bytes in a line, its newline counted, both ways."""
SHOWN = 200
"""Bytes of a line that a report shows."""

UNREADABLE = -32700
NO_SUCH_METHOD = -32601
IMPOSSIBLE = -32602
NOT_PLAYED = -32001
NO_COMMON_PROTOCOL = -32002

DEFAULT_ANSWERS = ("outcome", "winners", "deadwood", "points")


class OutOfStep(ValueError):
    """A line that is no reply to the request that was sent: nothing after it can be trusted."""


def request(identifier: int, method: str, params: Mapping[str, Json]) -> bytes:
    """The line of a request, keys sorted."""
    message = {"jsonrpc": "2.0", "id": identifier, "method": method, "params": params}
    return json.dumps(message, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"


def initialize_params() -> dict[str, Json]:
    """What the runner says of itself."""
    return {"protocols": [VERSION], "client": {"name": "ginrules", "version": __version__}}


def shown(line: bytes) -> str:
    """The beginning of a line, for people."""
    return repr(line[:SHOWN].decode("utf-8", "backslashreplace")) + (" …" if len(line) > SHOWN else "")


class _Float:
    """Stands where a line holds a number that is no integer."""


def _no_float(_text: str) -> _Float:
    return _Float()


def _no_constant(text: str) -> None:
    raise OutOfStep(f"{text} is no JSON")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        names = [name for name, _ in pairs]
        raise OutOfStep(f"the key {next(name for name in names if names.count(name) > 1)!r} stands twice in one object")
    return members


def read_object(line: bytes) -> dict[str, Any]:
    """Read a line strictly: UTF-8 without BOM, one object, keys unique, no NaN; a float becomes a value no schema admits.

    Raises:
        OutOfStep: it is none.
    """
    if line.startswith(b"\xef\xbb\xbf"):
        raise OutOfStep("the line begins with a byte order mark")
    try:
        value = json.loads(line.decode("utf-8"), parse_float=_no_float, parse_constant=_no_constant, object_pairs_hook=_unique)
    except OutOfStep:
        raise
    except UnicodeDecodeError as error:
        raise OutOfStep("the line is not UTF-8") from error
    except (ValueError, RecursionError) as error:
        raise OutOfStep(f"the line is no JSON: {error}") from error
    if not isinstance(value, dict):
        raise OutOfStep("the line is no JSON object")
    return value


def _holds(value: Any, kind: type) -> bool:
    """Whether a value of that kind stands anywhere in a message."""
    if isinstance(value, dict):
        return any(_holds(item, kind) for item in value.values())
    if isinstance(value, list):
        return any(_holds(item, kind) for item in value)
    return isinstance(value, kind)


def reply_id(line: bytes) -> int | None:
    """The integer id of a line that may be a reply, or nothing."""
    try:
        identifier = read_object(line).get("id")
    except OutOfStep:
        return None
    return identifier if type(identifier) is int else None


def read_reply(line: bytes, identifier: int, method: str) -> Answer:
    """Read and check the reply to a request; a wrong shape under the right id is an answer with the outcome `protocol`.

    Raises:
        OutOfStep: the line is no reply to it.
    """
    message = read_object(line)
    came = message.get("id")
    error = message.get("error")
    if came is None and isinstance(error, dict) and error.get("code") == UNREADABLE:
        raise OutOfStep("the engine could not read the request")
    if type(came) is not int or came != identifier:
        raise OutOfStep(f"the id is {json.dumps(came, default=repr)[:SHOWN]}, the request had {identifier}")
    if b"\\u" in line and _not_unicode(message):
        return _misshapen("a text holds half a surrogate pair")
    if _holds(message, _Float):
        return _misshapen("it holds a number that is no integer")
    if fault := shape_fault("reply", message):
        return _misshapen(fault)
    if "error" in message:
        return _error(message["error"])
    if fault := shape_fault(f"{method}.result", message["result"]):
        return _misshapen(fault)
    return Answer(result=message["result"])


def _not_unicode(message: dict[str, Any]) -> bool:
    try:
        json.dumps(message, ensure_ascii=False, default=repr).encode()
    except UnicodeEncodeError:
        return True
    return False


def _misshapen(fault: str) -> Answer:
    return Answer(wrong=Outcome.PROTOCOL, detail=f"the reply has a wrong shape: {fault}")


def _error(error: dict[str, Any]) -> Answer:
    code, message = error["code"], error["message"]
    data = error.get("data", {})
    if code == UNREADABLE:
        raise OutOfStep(f"the engine could not read the request: {message}")
    if code == NO_SUCH_METHOD:
        return Answer(wrong=Outcome.UNSUPPORTED, detail=f"no such method: {message}")
    if code == NOT_PLAYED:
        feature = data.get("feature", message)
        return Answer(wrong=Outcome.UNSUPPORTED, detail=feature if isinstance(feature, str) else message)
    where = f" at {data['path']}" if isinstance(data.get("path"), str) else ""
    return Answer(wrong=Outcome.ERROR, detail=f"error {code}{where}: {message}")


@cache
def _schema() -> dict[str, Any]:
    schema: dict[str, Any] = json.loads((SPEC / "protocol.schema.json").read_text("utf-8"))
    return schema


@cache
def _validator(definition: str) -> jsonschema_rs.Validator:
    import jsonschema_rs

    schema = _schema()
    # Not `$id`: the compiled part is a schema of its own.
    part = {"$schema": schema["$schema"], "$defs": schema["$defs"], "$ref": f"#/$defs/{definition}"}
    return jsonschema_rs.validator_for(part)


def shape_fault(definition: str, value: Any) -> str:
    """What is wrong with a value under a definition of the protocol's schema (`arrange.params`); empty if nothing is."""
    if _validator(definition).is_valid(value):
        return ""
    error = min(_validator(definition).iter_errors(value), key=lambda error: (-len(error.instance_path), error.message))
    where = "/".join(str(step) for step in error.instance_path)
    return f"{definition}{'/' + where if where else ''}: {error.message[:SHOWN]}"


@lru_cache(maxsize=512)
def _value_validator(schema: str) -> jsonschema_rs.Validator:
    import jsonschema_rs

    return jsonschema_rs.Draft202012Validator(json.loads(schema))


@dataclass(frozen=True, slots=True, kw_only=True)
class Capabilities:
    """What an engine says of itself in `initialize`, absent fields filled as the protocol says."""

    name: str
    version: str
    language: str
    methods: frozenset[str]
    rules: Mapping[str, Json]
    """Rule id to the schema of the values that it plays; a rule not named is played at the root's value only."""
    gaps: tuple[str, ...] = ()
    answers: frozenset[str] = frozenset(DEFAULT_ANSWERS)
    players: tuple[int, ...] = (2,)
    starts: frozenset[str] = frozenset({"deal"})
    spreads: frozenset[str] = frozenset({"declared", "best"})
    layoffs: frozenset[str] = frozenset({"declared", "best"})
    reasons: bool = True
    said: Mapping[str, Json] = field(default_factory=dict)
    """The whole result, as it came."""

    def plays(self, rule: str, value: Json, root: Json) -> bool:
        """Whether the engine plays a rule at a value; `root` is the rule's value in the root variant."""
        if rule not in self.rules:
            return value == root and type(value) is type(root)
        schema = self.rules[rule]
        if isinstance(schema, bool):
            return schema
        return _value_validator(json.dumps(schema, sort_keys=True)).is_valid(value)

    def gap(self, cited: str) -> str:
        """The gap that a rule or clause id falls into, or an empty string."""
        chapter = cited.split(".", maxsplit=1)[0] + ".*"
        return next((gap for gap in self.gaps if gap in {cited, chapter}), "")


def capabilities(result: Mapping[str, Any]) -> Capabilities:
    """The typed form of an `initialize` result that has the right shape.

    Raises:
        ValueError: a schema of a rule's values is none, or has a `$ref`.
    """
    engine, can = result["engine"], result.get("can", {})
    for rule, schema in result["rules"].items():
        if '"$ref"' in json.dumps(schema) or '"$dynamicRef"' in json.dumps(schema):
            raise ValueError(f"rules/{rule}: a schema of values may have no $ref")
        if isinstance(schema, dict):
            try:
                _value_validator(json.dumps(schema, sort_keys=True))
            except Exception as error:  # the library's own exceptions have no common parent that is public
                raise ValueError(f"rules/{rule}: is no JSON Schema: {str(error).splitlines()[0]}") from error
    optional: dict[str, Any] = {name: frozenset(can[name]) for name in ("starts", "spreads", "layoffs") if name in can}
    if "answers" in result:
        optional["answers"] = frozenset(result["answers"])
    return Capabilities(
        name=engine["name"],
        version=engine["version"],
        language=engine["language"],
        methods=frozenset(result["methods"]),
        rules=result["rules"],
        gaps=tuple(result.get("gaps", ())),
        players=tuple(can.get("players", (2,))),
        reasons=can.get("reasons", True),
        said=result,
        **optional,
    )
