"""The ids of scenarios that are no more: never used again."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from ginrules import resources
from ginrules.diagnostics import Json
from ginrules.rules.source import read_file


@cache
def retired() -> Mapping[str, Json]:
    """Retired scenario ids and what became of each, from `conformance/retired.yaml`."""
    data = read_file(resources.CORPUS / "retired.yaml").data
    assert isinstance(data, dict)
    listed = data["retired"]
    assert isinstance(listed, dict)
    return listed
