"""How strong the corpus is, as a page and a picture: `python -m tests.adequacy_page` measures and writes both.

They are `docs/adequacy.md` and `docs/kill-matrix.svg`. It takes some minutes; run `python -m tests.corpus_figures` before it.
"""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from ginrules import resources
from ginrules.adequacy import floor
from ginrules.adequacy.parts import PARTS, Measure, Part
from ginrules.adequacy.report import Gap, Result
from ginrules.adequacy.team import Team
from ginrules.adequacy.trivial import TRIVIAL
from ginrules.corpus.selection import Entry, corpus_files, edition, read_corpus
from ginrules.notation.checks import columns_of
from ginrules.rules.catalogue import RuleClass, catalogue
from tests.kill_matrix import drawn_rules, kills
from tests.kill_picture import PICTURE, Scenario, picture

PAGE = resources.SPEC.parent / "docs" / "adequacy.md"
EXAMPLES = "examples of the specification"
IN_PICTURE = "specification"
"""What the examples are called in the picture, where there is little room."""
PROCESSES = 2
MOST_SHOWN = 20
"""Of the obligations of a part that are not met."""
MOST_ABOUT = 120
"""The letters that a chapter is told in."""

HAND = "hand Ann: [4h 5h 6h] [9c 9d 9s] [Jc Qc Kc] 3s; hand Bob: 2c 2d 2h Ac 5s 7h 8s 9h Qs Kd; Ann: knock"
COMMANDS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("arrange HAND", ("arrange", "4h 5h 6h 9c 9d 9s Jc Qc Kc 3s")),
    ("score HANDS", ("score", HAND)),
    ("tally HANDS", ("tally", "Ann knock 4, Bob 23; Bob gin, Ann 31; Ann knock 2, Bob 20")),
    ("variant sheet standard", ("variant", "sheet", "standard")),
    ("corpus lint", ("corpus", "lint")),
    ("verify builtin --smoke", ("verify", "builtin", "--smoke")),
    ("verify builtin", ("verify", "builtin")),
    ("verify builtin --mode suits,seats,order", ("verify", "builtin", "--mode", "suits,seats,order")),
)
"""The commands whose time is taken, as the page writes them and as they are run."""


class Chapter(NamedTuple):
    """A file of the corpus, or all chapters of the specification together."""

    name: str
    about: str
    scenarios: int
    columns: int
    rules: tuple[str, ...]
    """The rules that are cited, without clauses and refusals."""


class Measured(NamedTuple):
    """What was measured on one machine."""

    results: Sequence[tuple[Part, Result, int]]
    """The parts, each with its milliseconds."""
    milliseconds: Mapping[str, int]
    """The time of each command."""


# --- the corpus as it is written: cheap, for the page and for the test that holds it


def chapter_of(entry: Entry) -> str:
    """Where a scenario belongs; examples of the specification are one chapter."""
    return EXAMPLES if Path(entry.file).suffix == ".md" else entry.chapter


@cache
def chapters() -> tuple[Chapter, ...]:
    """The chapters with what is in them, in order."""
    found = []
    for name, some in groupby(read_corpus(), key=chapter_of):
        entries = [*some]
        cited = {rule for entry in entries for rule in entry.scenario.cited}
        rules = tuple(rule for rule in catalogue() if rule in cited)
        columns = sum(len(columns_of(entry.scenario)) for entry in entries)
        found.append(Chapter(name, about(name), len(entries), columns, rules))
    return tuple(found)


def about(name: str) -> str:
    """What the first sentence of its file says of a chapter."""
    if name == EXAMPLES:
        return "The hands under the clauses of `spec/`."
    lines = (resources.CORPUS / f"{name}.ginr").read_text(encoding="utf-8").split("\n")[1:]
    first = " ".join(
        line.removeprefix("#").strip() for line in lines[: next(i for i, line in enumerate(lines) if line[:1] != "#")]
    )
    words = re.sub(r"^Chapter \d+[:,] ", "", first).split(". ")[0].removesuffix(".")
    if len(words) > MOST_ABOUT:
        words = words.rsplit(":", 1)[0]
    return f"{words[0].upper()}{words[1:]}."


def headline() -> str:
    """The edition and the counts; the page and the picture both begin with it."""
    here = chapters()
    scenarios, columns = sum(each.scenarios for each in here), sum(each.columns for each in here)
    return f"Edition {edition()}: {scenarios:,} scenarios, {columns:,} columns, {len(here)} chapters"


def scenarios() -> tuple[Scenario, ...]:
    """The scenarios as the picture has them."""
    names = {EXAMPLES: IN_PICTURE}
    return tuple(
        Scenario(entry.scenario.id, names.get(chapter_of(entry), chapter_of(entry)), tuple(entry.scenario.cited))
        for entry in read_corpus()
    )


# --- the page


def share(part: int, whole: int) -> str:
    """A share in per cent, to one place.

    >>> share(1, 3), share(0, 5)
    ('33.3 %', '0.0 %')
    """
    thousandths = (2000 * part + whole) // (2 * whole)
    return f"{thousandths // 10}.{thousandths % 10} %"


def seconds(milliseconds: int) -> str:
    """A time as it is read: to a tenth of a second below ten."""
    tenths = (milliseconds + 50) // 100
    return f"{tenths // 10}.{tenths % 10} s" if tenths < 100 else f"{(milliseconds + 500) // 1000} s"


def parts_lines(measured: Measured) -> Iterator[str]:
    """The table of the parts, then what is not met and what cannot be."""
    yield "| | part | what it asks | obligations | met | not met |"
    yield "|---|---|---|---|---|---|"
    for part, result, _ in measured.results:
        counts = (
            f"not measured: {result.skipped} | | |"
            if result.skipped
            else f"{result.obligations:,} | {result.met:,} | {len(result.gaps)} |"
        )
        yield f"| {part.number} | `{part.name}` | {part.asks} | {counts}"
    yield ""
    missing = [(part, result.gaps) for part, result, _ in measured.results if result.gaps]
    yield "### Not met"
    yield ""
    if not missing:
        yield "Nothing: every obligation is met."
        yield ""
    for part, gaps in missing:
        yield f"`{part.name}`:"
        yield ""
        yield from (f"- {line}" for line in grouped(gaps[:MOST_SHOWN]))
        if len(gaps) > MOST_SHOWN:
            yield f"- … and {len(gaps) - MOST_SHOWN} more."
        yield ""
    yield "### Cannot be met"
    yield ""
    yield "Values between which no question can tell."
    yield "The reason stands beside the rule in `spec/variant.schema.json` (`x-untold`),"
    yield "and the measure objects as soon as a scenario does tell them apart."
    yield ""
    for _, result, _ in measured.results:
        yield from (f"- {line}" for line in grouped(result.excused))
    yield ""


def grouped(gaps: Sequence[Gap]) -> Iterator[str]:
    """Gaps in a line each; what they are about is not said twice."""
    for gap in gaps:
        yield gap.says if gap.about in gap.says else f"{gap.about}: {gap.says}"


def chapter_lines() -> Iterator[str]:
    """The table of the chapters."""
    yield "| chapter | about | scenarios | columns | rules cited |"
    yield "|---|---|---|---|---|"
    for each in chapters():
        name = each.name if each.name == EXAMPLES else f"[`{each.name}`](../conformance/{each.name}.ginr)"
        yield f"| {name} | {each.about} | {each.scenarios} | {each.columns} | {len(each.rules)} |"
    here = chapters()
    rules = {rule for each in here for rule in each.rules}
    total = f"{sum(each.scenarios for each in here):,} | {sum(each.columns for each in here):,} | {len(rules)}"
    yield f"| together | | {total} |"
    yield ""


def floor_of(measured: Measured) -> Mapping[str, int]:
    """The share of each engine that knows nothing, in columns, and all `columns`."""
    figures = next(result.figures for _, result, _ in measured.results if result.part == floor.PART)
    return {name: int(str(count)) for name, count in figures.items()}


def floor_lines(measured: Measured) -> Iterator[str]:
    """The table of the engines that know nothing."""
    passes = floor_of(measured)
    columns = passes["columns"]
    yield "| engine | what it does | passes | share |"
    yield "|---|---|---|---|"
    for each in sorted(TRIVIAL, key=lambda one: -passes[one.name]):
        passed = passes[each.name]
        yield f"| `{each.name}` | {each.does} | {passed} of {columns:,} | {share(passed, columns)} |"
    yield ""


def time_lines(measured: Measured) -> Iterator[str]:
    """The table of the times."""
    yield "| command | time |"
    yield "|---|---|"
    for words, _ in COMMANDS:
        yield f"| `ginrules {words}` | {seconds(measured.milliseconds[words])} |"
    parts = {part.name: spent for part, _, spent in measured.results}
    whole = measured.milliseconds["corpus adequacy"]
    yield f"| `ginrules corpus adequacy` | {seconds(whole)} |"
    slow = sorted(parts, key=lambda name: -parts[name])[:4]
    said = ", ".join(f"`{name}` {seconds(parts[name])}" for name in slow)
    yield ""
    yield f"The longest parts of `corpus adequacy` are {said}."
    yield ""


def markdown(measured: Measured) -> str:
    """The page."""
    left_out = [rule.id for rule in catalogue().values() if rule.id not in drawn_rules()]
    customs = [rule for rule in left_out if catalogue()[rule].rule_class is RuleClass.CUSTOM]
    alone = ", ".join(f"`{rule}`" for rule in left_out if rule not in customs)
    passes = floor_of(measured)
    best = max(passes[each.name] for each in TRIVIAL)
    lines = [
        "# How strong is the corpus?",
        "",
        f"{headline()}.",
        "",
        "A corpus that every engine passes is worth nothing, and so is one that a wrong engine passes.",
        "So the corpus is measured: what it must tell apart is computed from the catalogue of rules, the shipped variants,",
        "the table of refusals and a [list of broken engines](faults.md).",
        "Each of these obligations is met by a scenario, or it is named below.",
        "",
        "```",
        "ginrules corpus adequacy",
        "```",
        "",
        "Continuous integration runs it, and an obligation that is not met fails the build.",
        "",
        "## The parts",
        "",
        *parts_lines(measured),
        "## The corpus by chapter",
        "",
        "A *column* is a scenario under one rule set; that is what `verify` counts.",
        "",
        *chapter_lines(),
        "## The floor",
        "",
        "What an engine passes that knows nothing of the game.",
        f"The best of them passes {share(best, passes['columns'])}.",
        "A share near that says nothing for an engine.",
        "No such engine may pass every scenario of any rule: part `floor` holds that.",
        "",
        *floor_lines(measured),
        "`verify` shows the floor beside the share of the engine that it asks;",
        "[engines.md](engines.md) has the shares of public engines.",
        "",
        "## The kill matrix",
        "",
        f"![The kill matrix: {headline()}](kill-matrix.svg)",
        "",
        "Each column of the picture is a scenario, each row a rule.",
        "A mark says: with another value of this rule, one of its probe values, the expectation of this scenario fails.",
        "Dark marks are those that the measure counts: the scenario cites the rule.",
        "Light ones are scenarios that need the rule on the way to something else;",
        "an engine that has it wrong fails there too.",
        "The numbers on the right count the scenarios that cite the rule and fail, and all that fail.",
        "",
        f"Not in the picture are {len(customs)} customs of the table, which change no answer,",
        f"and the rules that are played at one value only, or whose values never stand in each other's place: {alone}.",
        "",
        "It is a report: no test compares it mark by mark, so nobody has an expectation to generate again.",
        "",
        "## What each command takes",
        "",
        "Measured once, on a small machine with two cores; on another one the seconds differ, and their ratios little.",
        "",
        *time_lines(measured),
        "## What *measured* means",
        "",
        "- Each figure comes from running the scenarios: under other values of a rule, without a check, by a broken engine.",
        "  What is expected was typed by a person from a source or worked out by hand; `why` and `note` say which.",
        "- An obligation is about one thing: a value, a line of a file, a check, a fault, two rules side by side.",
        "",
        "And what it does not mean:",
        "",
        "- An engine that passes is not proven right. It plays right what the corpus asks.",
        "- Values are told apart at the probe values of the catalogue (`x-probes`), not at every number:",
        "  between two of them an engine may have a slip of its own.",
        "- Three rules that are only wrong together can pass; two that one step reads are tried at each two of their values.",
        "- A fault that nobody has thought of is not in the list of broken engines.",
        "- A wrong reading of a source would be measured as faithfully as a right one.",
        "  [The readings](../spec/readings.md) give the reasons,",
        "  and [a dispute](contribute-a-scenario.md#how-a-dispute-is-settled) can change them.",
        "",
        "## Help to make it stronger",
        "",
        "[contribute-a-scenario.md](contribute-a-scenario.md#a-scenario-that-is-missing) leads from an obligation",
        "that is not met to the scenario that meets it.",
        "",
        "This page and its picture are written by `python -m tests.adequacy_page`, after `python -m tests.corpus_figures`;",
        "a test fails when they are of another corpus.",
    ]
    return "\n".join(lines) + "\n"


# --- measuring


def clock() -> int:
    """Milliseconds since some moment."""
    return time.monotonic_ns() // 1_000_000


def time_of(words: Sequence[str]) -> int:
    """The milliseconds of a command, the best of three if it is short."""
    best = 0
    for _ in range(3):
        begun = clock()
        done = subprocess.run([sys.executable, "-m", "ginrules", *words], capture_output=True, check=False)
        if done.returncode not in {0, 1}:
            raise SystemExit(f"ginrules {' '.join(words)}: {done.stderr.decode()}")
        spent = clock() - begun
        best = min(best or spent, spent)
        if spent > 3000:
            break
    return best


def main() -> None:
    """Measure the corpus and write page and picture."""
    milliseconds = {words: time_of(command) for words, command in COMMANDS}
    begun = clock()
    with Team(PROCESSES) as team:
        team.compile(corpus_files())
        run = Measure(team)
        results = []
        for part in PARTS:
            print(part.name, file=sys.stderr)
            before = clock()
            results.append((part, part.measure(run), clock() - before))
        milliseconds["corpus adequacy"] = clock() - begun
        drawn = picture(headline(), scenarios(), drawn_rules(), kills(team))
    PICTURE.write_text(drawn, encoding="utf-8")
    PAGE.write_text(markdown(Measured(results, milliseconds)), encoding="utf-8")


if __name__ == "__main__":
    main()
