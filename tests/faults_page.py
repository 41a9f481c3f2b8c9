"""The catalogue of faults as a page: `python -m tests.faults_page` prints it.

Which scenario finds a fault is looked for in the whole corpus, the smallest first; the rest is made from the catalogue.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from ginrules import resources
from ginrules.adequacy.asking import Asker, Told
from ginrules.adequacy.cases import Posed, pose_file, together, write_key
from ginrules.adequacy.faults import CHAPTERS, FAULTS, Fault
from ginrules.adequacy.faults.caught import told
from ginrules.corpus.selection import Entry, corpus_files, read_corpus
from ginrules.rules.catalogue import catalogue
from ginrules.rules.clauses import clauses
from ginrules.rules.layers import ROOT
from tests.rules_page import anchor_of

PAGE = resources.SPEC.parent / "docs" / "faults.md"

HEAD = """\
# Bugs that gin engines have, and the scenario that finds each

Each of these {count} bugs was found in a public engine or a published set of rules, or is a slip that is easily made.
Each is also an engine: the one of this package, broken in just that way.

```
ginrules serve --fault list
ginrules verify "ginrules serve --fault greedy-layoff"
```

The second line shows what a verification says of an engine that has the bug: which scenarios fail, with both answers.
So you can see what to look for, and try the report before your own engine is ready.

The corpus finds every one of them with a scenario about the very rule that is broken, and no two with the same scenarios.
`ginrules corpus adequacy --only faults` measures that.
The scenario named here is the smallest one; `ginrules corpus show ID` prints it.
A bug that is not here, and that no scenario finds, is worth an issue: [contribute-a-scenario.md](contribute-a-scenario.md).

This page is made from the catalogue, `ginrules/adequacy/faults`.
`python -m tests.faults_page` prints it, and a test holds it.
"""

_ROW = re.compile(r"^\| <a id=\"(?P<fault>[\w-]+)\"></a>.*\| \[`(?P<scenario>[\w-]+)`\]", re.MULTILINE)


def corpus(only: frozenset[str] | None = None) -> tuple[Posed, ...]:
    """The questions of the corpus, or only those of some scenarios."""
    return together([pose_file(path, (), only) for path in corpus_files()])


def finders() -> dict[str, str]:
    """The smallest scenario that finds each fault and cites its rule; of a fault that none finds nothing."""
    asker, found = Asker(), {}
    posed = sorted(corpus(), key=size)
    for fault in FAULTS:
        about = (each for each in posed if fault.rule in each.case.rules)
        finder = next((each.scenario for each in about if told(asker, each, fault) is Told.FAILS), None)
        if finder is not None:
            found[fault.name] = finder
    return found


def size(posed: Posed) -> tuple[bool, int, str]:
    """How much there is to read: of the root variant if that can be, then the fewest letters."""
    asked = {name: value for name, value in posed.params.items() if name != "rules"}
    return posed.setting.variant != ROOT or bool(posed.setting.overridden), len(write_key(asked)), posed.scenario


def on_the_page() -> dict[str, str]:
    """The scenario that the page names for each fault."""
    return {row["fault"]: row["scenario"] for row in _ROW.finditer(PAGE.read_text(encoding="utf-8"))}


def place(rule: str) -> str:
    """What is broken, linked to where it is described."""
    if rule in catalogue():
        return f"[`{rule}`](rules.md#{anchor_of(catalogue()[rule])})"
    clause = clauses()[rule]
    anchor = re.sub(r"[^\w\- ]", "", f"{clause.number} `{clause.id}` {clause.title}".rstrip().lower()).replace(" ", "-")
    return f"[`{rule}`](../spec/{clause.chapter}.md#{anchor})"


def row(fault: Fault, entry: Entry) -> str:
    """One fault of the page."""
    path = Path(entry.file).relative_to(resources.SPEC.parent)
    scenario = f"[`{entry.scenario.id}`](../{path.as_posix()})"
    name = f'<a id="{fault.name}"></a>`{fault.name}`'
    return f"| {name} | {fault.sentence} | {place(fault.rule)} | {fault.origin} | {scenario}: {entry.scenario.title} |"


def lines(found: Mapping[str, str]) -> Iterator[str]:
    """The page, with the scenario that finds each fault."""
    entries = {entry.scenario.id: entry for entry in read_corpus(frozenset(found.values()))}
    yield HEAD.format(count=len(FAULTS))
    for title, faults in CHAPTERS.items():
        yield f"## {title}\n"
        yield "| bug | what it does | breaks | seen in | found by |"
        yield "|---|---|---|---|---|"
        yield from (row(fault, entries[found[fault.name]]) for fault in faults)
        yield ""


def markdown(found: Mapping[str, str]) -> str:
    """The page as it is written."""
    return "\n".join(lines(found)).rstrip("\n") + "\n"


if __name__ == "__main__":
    print(markdown(finders()), end="")
