"""The figures of the corpus that are shipped: `python -m tests.corpus_figures` writes them after a change of the corpus.

`conformance/floor.json`: what engines pass that know nothing; `verify` shows it beside an engine's share.
`conformance/smoke.txt`: the scenarios of `--smoke`.
"""

from __future__ import annotations

from collections.abc import Sequence

from ginrules import resources
from ginrules.adequacy import floor, smoke
from ginrules.adequacy.parts import Measure
from ginrules.adequacy.team import Team
from ginrules.corpus.selection import corpus_files, edition

SMOKE_HEAD = """\
# The smoke set: scenarios that together notice whatever the corpus notices of a wrong rule value, line, check or engine.
# Written by `python -m tests.corpus_figures`.
"""


def smoke_text(names: Sequence[str]) -> str:
    """The list as it is shipped."""
    return SMOKE_HEAD + "".join(f"{name}\n" for name in names)


def main() -> None:
    """Measure the corpus and write both files."""
    with Team(2) as team:
        team.compile(corpus_files())
        run = Measure(team)
        (resources.CORPUS / "floor.json").write_text(floor.figures(floor.measure(team), edition()), encoding="utf-8")
        (resources.CORPUS / "smoke.txt").write_text(smoke_text(smoke.cover(run.kills)), encoding="utf-8")


if __name__ == "__main__":
    main()
