"""A real conversation with an engine's process, every message checked against the protocol's schema; and rules to ask under."""

import json
import subprocess
import sys
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import jsonschema_rs

CHECKOUT = Path(__file__).parent.parent.parent

ROOT: dict[str, Any] = {
    "players.format": "head-to-head",
    "deck.jokers": 0,
    "deck.values": {"A": 1} | {str(pips): pips for pips in range(2, 11)} | {"J": 10, "Q": 10, "K": 10, "joker": 20},
    "deal.cards": 10,
    "deal.opening": "upcard-offered",
    "turn.return-taken": "forbidden",
    "turn.joker-taken": "free",
    "turn.returns-limit": None,
    "turn.takes-limit": None,
    "stock.floor": 2,
    "stock.ends": "after-discard",
    "stock.last-discard": "untouchable",
    "stock.exhausted": "dead-hand",
    "melds.ace": "low",
    "melds.set-min": 3,
    "melds.set-max": 4,
    "melds.run-min": 3,
    "melds.run-max": None,
    "knock.limit": {"kind": "fixed", "points": 10},
    "knock.comparison": "at-most",
    "knock.needs-meld": "not-required",
    "gin.choice": "optional",
    "gin.big": "not-played",
    "layoff.on-knock": "allowed",
    "layoff.on-gin": "forbidden",
    "layoff.onto": "extended",
    "layoff.own-melds": "free",
    "scoring.showdown": "each-with-knocker",
    "scoring.collect": {"kind": "difference"},
    "scoring.knock": 0,
    "scoring.gin": 25,
    "scoring.big-gin": 31,
    "scoring.undercut": 25,
    "scoring.gin-off": None,
    "scoring.tie": "undercut",
    "scoring.gin-tie": "gin",
    "scoring.shared-undercut": "all",
    "scoring.spades": "nothing",
    "scoring.doubling": {"kind": "none"},
    "boxes.gin": 0,
    "boxes.undercut": 0,
    "boxes.gin-off": None,
}
"""The root variant's rules of class score and play, from the table of rules in the design."""

OPEN_SPIEL = ROOT | {
    "turn.return-taken": "allowed",
    "turn.returns-limit": 2,
    "turn.takes-limit": 50,
    "stock.last-discard": "to-go-out",
    "scoring.tie": "no-score",
}

RLCARD = ROOT | {
    "deal.opening": "extra-card",
    "turn.return-taken": "only-to-knock",
    "stock.last-discard": "free",
    "gin.choice": "forced",
    "layoff.on-knock": "forbidden",
}


def cards(text: str) -> list[str]:
    return text.split()


PACK = [rank + suit for suit in "cdhs" for rank in "A23456789TJQK"]


def rest(*taken: list[str]) -> list[str]:
    """The cards of the pack that are in none of these places."""
    gone = {card for place in taken for card in place}
    return [card for card in PACK if card not in gone]


@cache
def _validator(definition: str) -> Any:
    schema = json.loads((CHECKOUT / "spec" / "protocol.schema.json").read_text())
    return jsonschema_rs.validator_for(
        {"$schema": schema["$schema"], "$defs": schema["$defs"], "$ref": f"#/$defs/{definition}"}
    )


def check(definition: str, value: Any) -> None:
    """Fail where a message has not the shape that the protocol gives it."""
    errors = [
        f"{'/'.join(map(str, error.instance_path))}: {error.message}" for error in _validator(definition).iter_errors(value)
    ]
    assert not errors, (definition, errors, value)


class Conversation:
    """An engine's process; `ask` returns the result, `error` the error."""

    def __init__(self, module: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", module],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=CHECKOUT,
        )
        self._number = 0

    def reply(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        self._number += 1
        request = {"jsonrpc": "2.0", "id": self._number, "method": method, "params": params}
        check("request", request)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(request).encode() + b"\n")
        self._process.stdin.flush()
        reply: dict[str, Any] = json.loads(self._process.stdout.readline())
        check("reply", reply)
        assert reply["id"] == self._number
        return reply

    def ask(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        check(f"{method}.params", params)
        reply = self.reply(method, params)
        assert "result" in reply, reply
        check(f"{method}.result", reply["result"])
        result: dict[str, Any] = reply["result"]
        return result

    def error(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        reply = self.reply(method, params)
        assert "error" in reply, reply
        error: dict[str, Any] = reply["error"]
        return error

    def initialize(self) -> dict[str, Any]:
        return self.ask("initialize", {"protocols": [1], "client": {"name": "tests", "version": "1"}})

    def close(self) -> tuple[int, bytes]:
        """Shut the engine down: its exit code, and what it still wrote."""
        assert self.ask("shutdown", {}) == {}
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        left = self._process.stdout.read()
        self._process.stdin.close()
        self._process.stdout.close()
        return self._process.wait(timeout=10), left

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None and not stream.closed:
                stream.close()
        try:
            self._process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
