"""Where a wrong sheet begins to be wrong: the first of its facts that the built-in engine has otherwise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ginrules.diagnostics import InvalidInput, Json, NotPlayed
from ginrules.questions import Method, Question
from ginrules.verify.compare import Difference, compare
from ginrules.verify.reference import Reference

_ORDER = ("deals", "columns", "totals", "boxes", "bonuses", "finals", "winners", "settlement")
"""In which the facts of a sheet follow from one another; in a column they stand so already."""


def sooner(
    question: Question, found: Sequence[Difference], reply: Mapping[str, Json], reference: Reference
) -> Difference | None:
    """What differs before the differences that were found; nothing where these are the first, or in another question."""
    if question.method is not Method.TALLY or "refused" in reply:
        return None
    try:
        own = reference.answer(question.method, question.params)
    except (InvalidInput, NotPlayed):
        return None
    if "refused" in own:
        return None
    compared = compare(question, {fact: own[fact] for fact in _ORDER if fact in own}, reply)
    # A fact that the engine does not give is none that it has otherwise.
    others = [each for each in compared.differences if each.got is not None and each.path != ("check",)]
    said = {each.path[:-1] for each in found}
    return others[0] if others and others[0].path[:-1] not in said else None
