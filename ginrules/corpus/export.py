"""The corpus as plain JSON, for people who will never run this tool."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ginrules import resources
from ginrules.corpus.selection import Entry, edition
from ginrules.diagnostics import Diagnostic, InvalidInput, Json
from ginrules.questions import Case, Method, Question

MANIFEST = "manifest.json"
SCHEMA = "scenario.schema.json"
DIGEST = "sha256:"

README = """\
# The conformance corpus of gin rummy, edition {edition}

{questions} questions of {scenarios} scenarios: a file a chapter, a JSON record a question, its rules written out in full.

    for each file named in manifest.json, for each record in it:
        if your engine does not play record.question.params.rules: count it as unsupported, never as passed
        answer = ask your engine record.question.method with record.question.params
        for each fact in record.expect, compare it with the same fact of answer:
            winners, hands, legal, players: the same, in any order    melds, spreads: the same melds, in any order
            refused [ids]: answer.refused.rules is not empty, all of it among the ids    refused []: there is no answer.refused
            any other: equal; an object, or a list of them (by deal or table number, else by place), so for each key that it has

scenario.schema.json describes a record. Public domain (CC0 1.0). The digest in the manifest names exactly these questions.
"""


def records(cases: Iterable[Case]) -> list[dict[str, Json]]:
    """One record a question, in the shape of `spec/scenario.schema.json`."""
    return [
        {
            "id": case.scenario,
            "title": case.title,
            "rules": list(case.rules),
            "column": case.column,
            "part": case.part,
            "question": {"method": str(case.question.method), "params": dict(case.question.params)},
            "expect": dict(case.expect),
            "note": case.note,
        }
        for case in cases
    ]


def read_records(found: Iterable[Mapping[str, Any]]) -> tuple[Case, ...]:
    """The cases of some records, without what a record does not hold: tags and reasons."""
    return tuple(
        Case(
            scenario=record["id"],
            title=record["title"],
            column=record["column"],
            part=record["part"],
            rules=tuple(record["rules"]),
            question=Question(Method(record["question"]["method"]), record["question"]["params"]),
            expect=record["expect"],
            note=record["note"],
        )
        for record in found
    )


def export(entries: Sequence[Entry], cases: Iterable[Case]) -> Mapping[str, str]:
    """The files of an export by name: the chapters, the schema, the manifest, a README."""
    chapter_of = {entry.scenario.id: entry.chapter for entry in entries}
    by_chapter: dict[str, list[Case]] = defaultdict(list)
    for case in cases:
        by_chapter[chapter_of[case.scenario]].append(case)
    chapters = {chapter: records(found) for chapter, found in by_chapter.items()}
    files = {f"{chapter}.json": _write(found) for chapter, found in sorted(chapters.items())}
    digest = hashlib.sha256("".join(files[name] for name in sorted(files)).encode()).hexdigest()
    questions = sum(len(found) for found in chapters.values())
    scenarios = len({record["id"] for found in chapters.values() for record in found if isinstance(record["id"], str)})
    manifest: dict[str, Json] = {
        "edition": edition(),
        "digest": f"{DIGEST}{digest}",
        "counts": {"scenarios": scenarios, "questions": questions},
        "files": [{"name": f"{chapter}.json", "questions": len(found)} for chapter, found in sorted(chapters.items())],
    }
    files[SCHEMA] = (resources.SPEC / SCHEMA).read_text(encoding="utf-8")
    files[MANIFEST] = json.dumps(manifest, indent=1, ensure_ascii=False) + "\n"
    files["README.md"] = README.format(edition=edition(), questions=questions, scenarios=scenarios)
    return files


def write(files: Mapping[str, str], folder: Path) -> None:
    """Write an export into a folder that is new, empty, or holds an earlier export, which it replaces.

    Raises:
        InvalidInput: the folder holds something else, or cannot be written.
    """
    try:
        if folder.exists() and not folder.is_dir():
            raise _refused(folder, "not-a-folder", "is a file", "name a folder")
        present = {path.name for path in folder.iterdir()} if folder.exists() else set()
        if present and not _is_export(folder):
            raise _refused(folder, "not-empty", "holds other files", "name a new folder; nothing was written")
        folder.mkdir(parents=True, exist_ok=True)
        for name in _earlier(folder) - set(files):
            (folder / name).unlink(missing_ok=True)
        for name, text in files.items():
            (folder / name).write_text(text, encoding="utf-8")
    except OSError as error:
        raise _refused(folder, "not-writable", f"cannot be written: {error.strerror}", "") from error


def _manifest(folder: Path) -> Mapping[str, Any]:
    """The manifest of a folder, empty where there is none that can be read."""
    try:
        manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return manifest if isinstance(manifest, dict) else {}


def _is_export(folder: Path) -> bool:
    """Whether an export was written here: many programs call a file so, but only ours names an edition with a digest."""
    manifest = _manifest(folder)
    return "edition" in manifest and str(manifest.get("digest", "")).startswith(DIGEST)


def _earlier(folder: Path) -> set[str]:
    """The chapters that an earlier export wrote, by its manifest; names that lead out of the folder are passed over."""
    try:
        listed = [entry["name"] for entry in _manifest(folder).get("files", [])]
    except (KeyError, TypeError):
        return set()
    return {name for name in listed if isinstance(name, str) and name == Path(name).name and name.endswith(".json")}


def _write(found: list[dict[str, Json]]) -> str:
    """A list of records, each on a line of its own, so that a change of one is a change of one line."""
    return "[\n" + ",\n".join(json.dumps(record, ensure_ascii=False) for record in found) + "\n]\n"


def _refused(folder: Path, code: str, message: str, hint: str) -> InvalidInput:
    return InvalidInput([Diagnostic(code=code, message=message, file=str(folder), hint=hint)])
