"""What a scenario needs and this version does not play, said where the scenario needs it."""

from __future__ import annotations

from ginrules.diagnostics import Diagnostic, NotPlayed
from ginrules.notation.scenario import Scenario


def not_played_yet(scenario: Scenario, refused: NotPlayed) -> Diagnostic:
    """The diagnostic of a scenario that needs a value of a rule that is not played."""
    message = f"{refused.feature} is not played by this version"
    return scenario.source.problem("not-played-yet", message, scenario.header.id.span)
