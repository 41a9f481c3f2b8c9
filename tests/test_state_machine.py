"""The picture of the state machine in the docs."""

from ginrules.engine.actions import Do
from ginrules.engine.state import Phase
from ginrules.engine.turn_checks import PHASES
from tests.state_machine import CALLED, PAGE, REFUSED_BY, markdown, ways


def test_the_page_is_what_the_code_draws() -> None:
    assert PAGE.read_text(encoding="utf-8") == markdown(), "python -m tests.state_machine > docs/state-machine.md"


def test_every_action_of_the_table_leads_somewhere_or_is_refused_by_a_rule() -> None:
    led = set(ways())
    assert led == {(phase, do) for do in Do for phase in PHASES[do]} - set(REFUSED_BY)


def test_every_phase_is_left_but_the_last() -> None:
    assert set(CALLED) == set(Phase)
    assert {phase for phase, _ in ways()} == set(Phase) - {Phase.OVER}
