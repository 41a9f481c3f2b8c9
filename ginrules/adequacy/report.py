"""What a part of the measure finds: obligations, those that no scenario meets, and those that none can."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ginrules.diagnostics import Json


@dataclass(frozen=True, slots=True)
class Gap:
    """An obligation that is not met."""

    about: str
    """The rule, file, refusal or whatever it belongs to; gaps are shown by it."""
    says: str
    """What is missing, for somebody who will write the scenario; one sentence without a full stop."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What one part found."""

    part: str
    obligations: int
    """How many there are, those with a stated reason apart."""
    gaps: tuple[Gap, ...] = ()
    """Those that are not met; with none the part holds."""
    excused: tuple[Gap, ...] = ()
    """Those that cannot be met, with the reason that stands beside the rule."""
    not_asked: Mapping[str, int] = field(default_factory=dict)
    """What the part leaves out by its own definition, and how many obligations that would be; the reason is the key."""
    skipped: str = ""
    """Why the part could not be measured here; empty if it was."""
    figures: Mapping[str, Json] = field(default_factory=dict)
    """Further numbers, for the table and for programs."""

    @property
    def met(self) -> int:
        """How many obligations are met; a gap that is none (a stale reason) takes none away."""
        return max(0, self.obligations - len(self.gaps))

    @property
    def holds(self) -> bool:
        """Whether nothing is missing."""
        return not self.gaps
