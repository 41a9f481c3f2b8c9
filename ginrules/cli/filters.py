"""Which scenarios are meant: the filters that commands on the corpus share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ginrules.diagnostics import printable

if TYPE_CHECKING:
    from ginrules.corpus.selection import Filter

Function = TypeVar("Function", bound=Callable[..., Any])

_OPTIONS = (
    click.option(
        "--variant", "only_variants", multiple=True, metavar="V", help="Only questions under this variant (repeatable)."
    ),
    click.option(
        "--rule", "only_rules", multiple=True, metavar="ID", help="Only scenarios that cite this id, as knock.limit or melds.*"
    ),
    click.option("--tag", "only_tags", multiple=True, metavar="TAG", help="Only scenarios with this tag."),
    click.option("--id", "only_ids", multiple=True, metavar="GLOB", help="Only scenarios with such an id, as in --id 'tie-*'."),
    click.option("--failed", "failed_report", metavar="REPORT", help="Only scenarios that did not pass in this report."),
    click.option("--smoke", "smoke", is_flag=True, help="Only the smoke set: few scenarios that notice what all notice."),
)


def filters(command: Function) -> Function:
    """`--variant --rule --tag --id --failed --smoke`."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def make_filter(
    only_variants: Sequence[str],
    only_rules: Sequence[str],
    only_tags: Sequence[str],
    only_ids: Sequence[str],
    failed_report: str | None,
    smoke: bool,
) -> Filter:
    """The filter that the options ask for."""
    from ginrules.corpus.selection import Filter, failed_scenarios

    return Filter(
        variants=tuple(only_variants),
        rules=tuple(only_rules),
        tags=tuple(only_tags),
        ids=tuple(only_ids),
        failed=None if failed_report is None else failed_scenarios(failed_report),
        smoke=smoke,
    )


def say_nothing_selected(wanted: Filter) -> None:
    """Say on standard error that a filter selects nothing, and which of its words are to blame."""
    from ginrules.corpus.selection import read_corpus
    from ginrules.corpus.unmet import unmet

    message = "no scenario is selected: nothing meets these filters (`ginrules corpus list` shows what there is)"
    click.echo(message, err=True)
    for sentence in unmet(read_corpus(), wanted):
        click.echo(f"  {printable(sentence)}", err=True)
