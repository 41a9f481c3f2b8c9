"""Parts 10 and 11, round trips and lint: what is asked of the scenarios as they are written.

Text -> scenario -> text gives the same bytes, scenario -> text -> scenario the same scenario, formatting what is formatted
changes nothing, and a question that is written as JSON and read again is the same question. `ginrules corpus lint` finds
nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from ginrules.adequacy.asking import Asker
from ginrules.adequacy.cases import Posed
from ginrules.adequacy.report import Gap, Result
from ginrules.adequacy.team import Team, chained
from ginrules.corpus.export import read_records, records
from ginrules.corpus.lint import lint as lint_entries
from ginrules.corpus.selection import SCENARIO_FILE_LIMIT, Entry, read_entries
from ginrules.files import read_text
from ginrules.notation.reader import read
from ginrules.notation.writer import format_text, write_scenario
from ginrules.verify.compare import compare

ROUND_TRIPS = "round-trips"
LINT = "lint"


class Checked(NamedTuple):
    """What became of one file."""

    scenarios: tuple[tuple[str, str], ...]
    """Each by its id, with its place."""
    gaps: tuple[Gap, ...]


def round_trips(team: Team) -> Result:
    """Which scenarios and which questions do not come back as they went."""
    written = team.each(written_again, _ordered(team.files))
    sent = [*chained(team.corpus(sent_again))]
    scenarios = sum(len(each.scenarios) for each in written)
    gaps = [gap for each in written for gap in each.gaps] + [each for each in sent if each]
    figures = {"scenarios": scenarios, "questions": len(sent)}
    return Result(part=ROUND_TRIPS, obligations=scenarios + len(sent), gaps=tuple(gaps), figures=figures)


def lint(team: Team) -> Result:
    """What `ginrules corpus lint` finds, file by file, and ids that stand in two files."""
    checked = team.each(linted, _ordered(team.files), team.folders)
    places = [place for each in checked for place in each.scenarios]
    first: dict[str, str] = {}
    twice = [
        Gap(name, f"the id stands at {first[name]} and at {place}") for name, place in places if _again(first, name, place)
    ]
    gaps = [*(gap for each in checked for gap in each.gaps), *twice]
    return Result(part=LINT, obligations=len(places), gaps=tuple(gaps))


def _again(first: dict[str, str], name: str, place: str) -> bool:
    """Whether an id has stood in another file before."""
    return first.setdefault(name, place).rsplit(":", 1)[0] != place.rsplit(":", 1)[0]


def _ordered(files: Sequence[Path]) -> list[Path]:
    """The longest first, so that nobody waits long for the last one."""
    return sorted(files, key=lambda path: -path.stat().st_size)


@lru_cache(maxsize=64)
def _entries(path: Path) -> tuple[Entry, ...]:
    """The scenarios of a file; read once a process."""
    return tuple(read_entries(path))


def _places(entries: Sequence[Entry]) -> tuple[tuple[str, str], ...]:
    return tuple((each.scenario.id, f"{each.file}:{each.scenario.header.span.line}") for each in entries)


def written_again(path: Path) -> Checked:
    """A file, or the scenarios of a chapter of the specification, written and read again."""
    entries = _entries(path)
    gaps = [*_formatted(path)] if path.suffix == ".ginr" else []
    for each in entries:
        text = write_scenario(each.scenario)
        again = read(text, each.file).scenarios
        if again != (each.scenario,):
            gaps.append(Gap(each.scenario.id, "written and read again it is another scenario"))
        elif write_scenario(again[0]) != text:
            gaps.append(Gap(each.scenario.id, "formatted twice it is another text"))
    return Checked(_places(entries), tuple(gaps))


def _formatted(path: Path) -> Iterator[Gap]:
    text = read_text(path, SCENARIO_FILE_LIMIT)
    if format_text(text, str(path)) != text:
        yield Gap(f"conformance/{path.name}", "`ginrules corpus fmt` changes it")


def linted(path: Path, folders: Sequence[Path]) -> Checked:
    """What lint finds in a file."""
    entries = _entries(path)
    gaps = []
    for each in lint_entries(entries, folders):
        line = each.span.line if each.span else 0
        gaps.append(Gap(_scenario_at(entries, line) or path.name, f"{each.code}: {each.message}"))
    return Checked(_places(entries), tuple(gaps))


def _scenario_at(entries: Sequence[Entry], line: int) -> str:
    """The scenario in which a line stands."""
    before = [each for each in entries if each.scenario.header.span.line <= line]
    return max(before, key=lambda each: each.scenario.header.span.line).scenario.id if before else ""


def sent_again(asker: Asker, posed: Sequence[Posed]) -> list[Gap | None]:
    """For each of some questions nothing, or what is wrong with it once it has been JSON."""
    return [_sent_again(asker, each) for each in posed]


def _sent_again(asker: Asker, posed: Posed) -> Gap | None:
    written = json.dumps(records([posed.case]))
    (again,) = read_records(json.loads(written))
    if (again.question, again.expect) != (posed.case.question, posed.case.expect) or json.dumps(records([again])) != written:
        return Gap(posed.scenario, f"under {posed.case.column} question {posed.case.part} is another one once it has been JSON")
    if not compare(again.question, again.expect, asker.reply(posed, asker.rules(posed))).passes:
        return Gap(posed.scenario, f"under {posed.case.column} question {posed.case.part} does not hold once it has been JSON")
    return None
