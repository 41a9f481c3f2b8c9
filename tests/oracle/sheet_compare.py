"""What any right answer to `tally` has in common: no messages, no steps, the next tables without their order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def comparable(result: Mapping[str, Any]) -> dict[str, Any]:
    if "refused" in result:
        ids = result["refused"] if isinstance(result["refused"], set) else set(result["refused"]["rules"])
        return {"accepted": result["accepted"], "refused": sorted(ids)}
    same = {word: value for word, value in result.items() if word not in ("steps", "next")}
    if "next" in result:
        same["next"] = sorted(
            (sorted(table["players"]), table.get("dealer", ""), table.get("table", 1)) for table in result["next"]
        )
    return same
