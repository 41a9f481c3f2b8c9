"""What a scenario needs and this version does not play, said where the scenario needs it."""

from __future__ import annotations

from ginrules.diagnostics import Diagnostic, NotPlayed
from ginrules.notation.asked import makes
from ginrules.notation.scenario import Scenario
from ginrules.questions import Method

_WHOLE = {
    Method.TALLY: "a score sheet: this version scores and plays single hands",
}


def not_played_yet(scenario: Scenario, refused: NotPlayed) -> Diagnostic:
    """The diagnostic of a scenario that `compile_scenario` refuses: a question, or a value of a rule."""
    if refused.feature in _WHOLE:
        kind = Method(refused.feature)
        return scenario.source.problem("not-played-yet", _WHOLE[kind], makes(scenario, kind).span)
    message = f"{refused.feature} is not played by this version"
    return scenario.source.problem("not-played-yet", message, scenario.header.id.span)
