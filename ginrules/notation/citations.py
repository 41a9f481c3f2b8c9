"""The ids that scenarios may name: rules, clauses of the specification, and what a refusal may name."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from ginrules import resources
from ginrules.rules.catalogue import catalogue
from ginrules.rules.clauses import clauses


@cache
def refusals() -> Mapping[str, tuple[str, ...]]:
    """Each id that a refusal may name, and the questions whose answers can name it (`spec/refusals.yaml`)."""
    from ginrules.rules.source import read_file

    data: Any = read_file(resources.SPEC / "refusals.yaml").data
    return {entry["id"]: tuple(entry["asked"]) for entry in data["refusals"]}


@cache
def citable() -> tuple[str, ...]:
    """Every rule and clause id that `rule` may cite, sorted."""
    return tuple(sorted({*catalogue(), *clauses(), *refusals()}))
