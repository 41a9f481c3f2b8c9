"""The messages of the engine protocol, version 1: written, read strictly, checked against `spec/protocol.schema.json`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

from ginrules import __version__
from ginrules.diagnostics import Json
from ginrules.resources import SPEC
from ginrules.verify import wire
from ginrules.verify.outcomes import Answer, Outcome
from ginrules.verify.wire import Code

if TYPE_CHECKING:
    import jsonschema_rs

SHOWN = 200
"""Bytes of a line that a report shows."""

DEFAULT_ANSWERS = ("outcome", "winners", "deadwood", "points")


class OutOfStep(ValueError):
    """A line that is no reply to the request that was sent: nothing after it can be trusted."""


class Chatter(OutOfStep):
    """A line that is no message at all, such as a banner."""


def request(identifier: int, method: str, params: Mapping[str, Json]) -> bytes:
    """The line of a request, keys sorted."""
    message = {"jsonrpc": "2.0", "id": identifier, "method": method, "params": params}
    return json.dumps(message, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"


def initialize_params() -> dict[str, Json]:
    """What the runner says of itself."""
    return {"protocols": [wire.VERSION], "client": {"name": "ginrules", "version": __version__}}


def shown(line: bytes) -> str:
    """The beginning of a line, for people."""
    return repr(line[:SHOWN].decode("utf-8", "backslashreplace")) + (" …" if len(line) > SHOWN else "")


def _read_object(line: bytes) -> tuple[dict[str, Any], wire.Line]:
    """The object of a line, its keys unique, with what else is wrong with the line."""
    try:
        read = wire.read(line)
    except wire.Unreadable as error:
        kind = OutOfStep if line.lstrip().startswith(b"{") else Chatter
        raise kind(str(error)) from error
    if read.twice:
        raise OutOfStep(read.twice)
    if not isinstance(read.value, dict):
        raise Chatter("the line is no JSON object")
    return read.value, read


def reply_id(line: bytes) -> int | None:
    """The integer id of a line that may be a reply, or nothing."""
    try:
        message, _ = _read_object(line)
    except OutOfStep:
        return None
    identifier = message.get("id")
    return identifier if type(identifier) is int else None


def read_reply(line: bytes, identifier: int, method: str) -> Answer:
    """Read and check the reply to a request; a wrong shape under the right id is an answer with the outcome `protocol`.

    Raises:
        OutOfStep: the line is no reply to it.
    """
    message, read = _read_object(line)
    came = message.get("id")
    error = message.get("error")
    if came is None and isinstance(error, dict) and error.get("code") == Code.NOT_READ:
        raise OutOfStep("the engine could not read the request")
    if type(came) is not int or came != identifier:
        said = "a list or an object" if isinstance(came, dict | list) else json.dumps(came)[:SHOWN]
        raise OutOfStep(f"the id is {said}, the request had {identifier}")
    if read.deep:
        return _misshapen(read.deep)
    if b"\\u" in line and _not_unicode(message):
        return _misshapen("a text holds half a surrogate pair")
    if read.fraction:
        # Named as in any other fault: by the shape that the value has in the schema.
        return _misshapen(f"{method}.{read.fraction}" if read.fraction.startswith("result/") else f"reply/{read.fraction}")
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
    if code == Code.NOT_READ:
        raise OutOfStep(f"the engine could not read the request: {message}")
    if code == Code.NO_SUCH_METHOD:
        return Answer(wrong=Outcome.UNSUPPORTED, detail=f"no such method: {message}")
    if code == Code.NOT_PLAYED:
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
    """What is wrong with a value under a definition of the protocol's schema (`arrange.params`); empty if nothing is.

    It says where: in a value that may have one of two shapes, it speaks of the shape that was meant.
    """
    if _validator(definition).is_valid(value):
        return ""
    place, shape, fault = _meant(definition, value)
    path = [definition, *place]
    if not fault:
        for step in place:
            value = value[step]
        error = min(_validator(shape).iter_errors(value), key=lambda error: (-len(error.instance_path), error.message))
        path += [str(step) for step in error.instance_path]
        fault = error.message[:SHOWN]
    return f"{'/'.join(path)}: {fault}"


def _meant(definition: str, value: Any) -> tuple[tuple[str, ...], str, str]:
    """The part of a wrong value that may have several shapes, the shape that was meant, or why it can be neither."""
    if not isinstance(value, dict):
        return (), definition, ""
    if definition == "reply" and ("result" in value) == ("error" in value):
        return (), definition, "both result and error" if "result" in value else "neither result nor error"
    if definition == "score.result":
        if "refused" not in value:
            return (), "showdown", ""
        return ((), definition, "both refused and outcome") if "outcome" in value else (("refused",), "refused", "")
    if definition == "tally.result":
        both = "both refused and totals" if "refused" in value and "totals" in value else ""
        return (), "tally.refused" if "refused" in value else "tally.sheet", both
    inner = value.get("result")
    if definition == "play.result" and isinstance(inner, dict):
        shape = "dead" if inner.get("outcome") == "dead" else "showdown"
        if not _validator(shape).is_valid(inner):
            return ("result",), shape, ""
    return (), definition, ""


@cache
def fact_names() -> frozenset[str]:
    """The facts that an engine may say that it answers: `answers` of `initialize`."""
    names = _schema()["$defs"]["initialize.result"]["properties"]["answers"]["items"]["enum"]
    return frozenset(names)


def _values(schema: dict[str, Any]) -> jsonschema_rs.Validator:
    """The check that a value is one of those that an engine plays."""
    import jsonschema_rs

    return jsonschema_rs.Draft202012Validator(schema)


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
    checks: Mapping[str, jsonschema_rs.Validator] = field(default_factory=dict, compare=False, repr=False)
    """The schemas of `rules`, compiled; those that are `true` or `false` are not among them."""

    def plays(self, rule: str, value: Json, root: Json) -> bool:
        """Whether the engine plays a rule at a value; `root` is the rule's value in the root variant."""
        if rule not in self.rules:
            return value == root and type(value) is type(root)
        schema = self.rules[rule]
        return schema if isinstance(schema, bool) else self.checks[rule].is_valid(value)

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
    checks: dict[str, jsonschema_rs.Validator] = {}
    for rule, schema in result["rules"].items():
        if '"$ref"' in json.dumps(schema) or '"$dynamicRef"' in json.dumps(schema):
            raise ValueError(f"rules/{rule}: a schema of values may have no $ref")
        if isinstance(schema, dict):
            try:
                checks[rule] = _values(schema)
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
        checks=checks,
        **optional,
    )
