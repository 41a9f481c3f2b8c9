"""Every code of a diagnostic about a variant, with the sentence that the reference page prints."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ginrules.diagnostics import Severity


@dataclass(frozen=True, slots=True)
class Code:
    """What a code says, and how bad it is."""

    sentence: str
    severity: Severity = Severity.ERROR


def _warning(sentence: str) -> Code:
    return Code(sentence, Severity.WARNING)


FILE: Mapping[str, Code] = {
    "not-found": Code("There is no such file."),
    "not-a-file": Code("The path is a folder."),
    "not-readable": Code("The system does not let the file be read."),
    "too-large": Code("The file is larger than 1 MiB, or has more keys and values than any variant."),
    "not-utf-8": Code("The file is not UTF-8."),
    "empty": Code("There is nothing in the file."),
    "not-yaml": Code("The text breaks the syntax of YAML; what follows is not read."),
    "several-documents": Code("A file holds one document."),
    "anchor": Code("A value is marked with & for use elsewhere."),
    "alias": Code("A value is repeated with *."),
    "merge-key": Code("Keys are taken in with <<."),
    "tag": Code("A value has a type written before it."),
    "duplicate-key": Code("A key stands twice in one section, or a rule is set twice on the command line."),
    "not-a-key": Code("A list or a table stands where a key should, or a key is missing."),
    "ambiguous-scalar": Code("A plain word means different things to different YAML readers: a date, a fraction, `on`, `012`."),
    "empty-value": Code("A key has no value."),
    "line-break": Code(
        "A character ends a line for YAML and for nothing else: a lone carriage return, U+0085, U+2028, U+2029."
    ),
    "unprintable": Code("A text holds a character that cannot be printed, written as such or as an escape."),
    "too-deep": Code("Sections lie in each other deeper than a variant has."),
}
"""What can be wrong with a file as a file, or as YAML."""

FORM: Mapping[str, Code] = {
    "spec-version": Code("The file does not begin with a version of the format that is read here."),
    "id-mismatch": Code("The id is not the name of the file."),
    "no-parent": Code("Only the root has no parent."),
    "unknown-variant": Code("No variant has this id, or no file lies there."),
    "ambiguous-variant": Code("Two files have the id."),
    "extends-cycle": Code("A file is its own parent, directly or by way of others."),
    "missing-rule": Code("The root does not state a rule."),
    "unknown-key": Code("A key is none of the format, or not of this kind."),
    "unknown-rule": Code("A rule set on the command line or in a scenario is none."),
    "override-form": Code("A change is not written RULE=VALUE."),
    "missing-key": Code("A key that must stand is missing."),
    "wrong-type": Code("A number stands where a word or a section should, or the like."),
    "not-a-value": Code("A word is none of the rule's words."),
    "out-of-range": Code("A number is too small or too large, or a list too short or too long."),
    "wrong-form": Code("A text has not the form that its place asks for."),
    "not-rising": Code("The counts of players do not rise."),
    "unknown-source": Code("A citation names a source that the file does not describe."),
}
"""What can be wrong with what a file says, taken by itself."""

CROSS: Mapping[str, Code] = {
    "count-format": Code("A count of players cannot play the format."),
    "cards-fit": Code("The hands, the upcard and the floor need more cards than the deck has."),
    "count-missing": Code("A table has no number for a count of players."),
    "unused-count": _warning("A table has a number for a count that may not play."),
    "set-range": Code("A set's fewest cards are more than its most."),
    "run-range": Code("A run's fewest cards are more than its most."),
    "upcard-missing": Code("A rule needs an upcard, and none is turned."),
    "ace-limit": Code("An upcard limit does not say what an ace means."),
    "only-gin": Code("A knock limit that only gin can meet."),
    "big-gin-unplayed": _warning("Big gin has a price and is not played."),
    "big-gin-unpaid": Code("Big gin is played and pays nothing."),
    "big-gin-adds": _warning("Big gin adds its whole price to that of gin."),
    "big-gin-low": _warning("Big gin pays less than gin."),
    "gin-off-low": Code("A defender without deadwood would do better by keeping a card."),
    "order-matters": _warning("Lay-offs that nobody declares may be ambiguous."),
    "shared-lowest": _warning("A shared undercut needs the lowest to win."),
    "doubling-two": Code("Doubling needs two in a hand, and differences."),
    "penalties-columns": Code("Several columns need differences."),
    "penalties-teams": Code("A partnership nets differences."),
    "penalties-shutout": Code("A shutout needs differences."),
    "penalties-boxes": _warning("Boxes beside penalties: every winner gets one, nobody is charged one."),
    "penalties-target": _warning("With penalties a target may never be reached."),
    "paid-unsettled": Code("A shutout is paid at a settlement that there is not."),
    "columns-target": Code("Columns need a target."),
    "columns-match": Code("Columns are a match already."),
    "columns-factor": Code("Factors multiply a settlement that there is not."),
    "columns-endless": Code("Endless columns need equal factors."),
    "dealer-format": Code("The dealer is a player that the format does not have."),
    "returns-forbidden": Code("Returns are limited and a taken card may not be returned."),
    "no-last-discard": Code("What is said of the last discard never happens."),
    "joker-count": _warning("Jokers play, and what one counts is inherited."),
    "boxes-worthless": _warning("Boxes are counted and worth nothing."),
    "extra-boxes-none": _warning("Extra boxes are doubled and there are none."),
    "agree-unknown": Code("What players are to agree on is no rule."),
    "cite-unset": Code("A citation is for a rule that the file does not set."),
    "no-effect": _warning("A rule that the file sets has no effect."),
    "uncited": Code("A shipped file sets a rule without a source."),
    "may-not-end": _warning("A hand may go on for ever."),
}
"""What can be wrong with rules that are right one by one; the ids of the cross-checks."""

CODES: Mapping[str, Code] = {**FILE, **FORM, **CROSS}
