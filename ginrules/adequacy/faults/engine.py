"""A broken engine that speaks the protocol: what `serve --fault` runs, to see a verification fail."""

from __future__ import annotations

from collections.abc import Mapping

from ginrules.adequacy.asking import KINDS
from ginrules.adequacy.faults.fault import Asked, Fault
from ginrules.answer.reading import read_players, read_rules
from ginrules.diagnostics import Json
from ginrules.questions import Method
from ginrules.verify.builtin import BuiltinEngine


class FaultyEngine(BuiltinEngine):
    """The built-in engine with one fault of the catalogue."""

    def __init__(self, fault: Fault) -> None:
        self._fault = fault

    def capabilities(self) -> dict[str, Json]:
        """Those of the built-in engine, under the name of the fault."""
        capabilities = super().capabilities()
        engine = capabilities["engine"]
        assert isinstance(engine, dict)
        return {**capabilities, "engine": {**engine, "name": f"ginrules --fault {self._fault.name}"}}

    def answer(self, method: str, params: Mapping[str, Json]) -> dict[str, Json]:
        """The wrong answer to one question, or the right one where the fault has no share in it.

        Raises:
            InvalidInput: impossible input.
            NotPlayed: a value that this version does not play.
        """
        kind = Method(method)
        players = () if kind is Method.ARRANGE else read_players(params)
        # Of a hand that is arranged and of partners two are at a table.
        seated = 2 if kind is Method.ARRANGE or "sides" in params else len(players)
        rules = read_rules(kind, params, players=seated)
        asked = self._fault.slip(Asked(kind, KINDS[kind].read(params, players, rules), rules))
        return KINDS[kind].reply(asked.question, asked.rules, asked.parts)
