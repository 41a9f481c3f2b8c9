"""One variant file: its header and the rules that it states itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ginrules.diagnostics import Diagnostic, Json
from ginrules.rules.catalogue import catalogue, is_value, sections
from ginrules.rules.forms import lengthen
from ginrules.rules.source import Document, scan_file

SPEC_VERSION = 1
ROOT = "standard"
"""The only variant without a parent; it states every rule."""


@dataclass(frozen=True, slots=True)
class Layer:
    """A file, or a set of overrides: what it states itself, short forms written out."""

    id: str
    name: str
    summary: str
    extends: str
    document: Document
    rules: Mapping[str, Json]
    broken: frozenset[str]
    """Rules whose value is none of theirs; they are reported, and nothing else is said about them."""
    agree: tuple[str, ...]
    sources: Mapping[str, Json]
    cites: Mapping[str, str]
    path: Path | None = None

    def citation(self, rule: str) -> str | None:
        """What the file cites for a rule: the longest id that matches counts."""
        return self.cites.get(rule, self.cites.get(rule.partition(".")[0]))

    def citations_of_members(self) -> Mapping[str, str]:
        """What the file cites for members of tables, as in `deck.values.joker`."""
        return {cited: citation for cited, citation in self.cites.items() if cited.count(".") == 2}


def layer_of(document: Document, *, path: Path | None = None, checked: bool = True) -> Layer:
    """The layer of a document whose short forms are written out; an unchecked one has no broken rules."""
    data: Mapping[str, Any] = document.data if isinstance(document.data, dict) else {}
    rules = {
        f"{section}.{key}": value
        for section in sections()
        if isinstance(data.get(section), dict)
        for key, value in data[section].items()
        if f"{section}.{key}" in catalogue()
    }
    broken = frozenset(rule for rule, value in rules.items() if checked and not is_value(rule, value))

    def text(key: str) -> str:
        return data[key] if isinstance(data.get(key), str) else ""

    def table(key: str) -> Mapping[str, Any]:
        return data[key] if isinstance(data.get(key), dict) else {}

    agree = data.get("agree")
    return Layer(
        id=text("id"),
        name=text("name"),
        summary=text("summary"),
        extends=text("extends"),
        document=document,
        rules=rules,
        broken=broken,
        agree=tuple(rule for rule in agree if isinstance(rule, str)) if isinstance(agree, list) else (),
        sources=table("sources"),
        cites={key: value for key, value in table("cites").items() if isinstance(value, str)},
        path=path,
    )


def read_layer(path: Path, label: str, *, checked: bool) -> tuple[Layer | None, tuple[Diagnostic, ...]]:
    """The layer of a file as far as it could be read, and everything wrong with the file alone.

    An unchecked file is one that the tests have checked.
    """
    document, problems = scan_file(path, label)
    if document is None:
        return None, problems
    if not isinstance(document.data, dict):
        return None, (*problems, document.problem("wrong-type", "a variant file is a table of keys", hint="begin with spec: 1"))
    if not checked:
        return layer_of(lengthen(document), path=path, checked=False), problems
    version = document.data.get("spec")
    if not isinstance(version, int) or isinstance(version, bool) or version != SPEC_VERSION:
        return None, (_wrong_version(document, version),)
    return _checked(document, problems, path)


def _wrong_version(document: Document, version: Json) -> Diagnostic:
    if version is None:
        return document.problem(
            "spec-version", "the file does not say which version of the format it is", hint="begin with spec: 1"
        )
    if not isinstance(version, int) or isinstance(version, bool):
        return document.problem(
            "spec-version",
            "the version of the format is a number",
            ("spec",),
            hint=f"write spec: {SPEC_VERSION}, without quotes",
        )
    return document.problem("spec-version", f"this file is spec {version}; ginrules reads spec {SPEC_VERSION}", ("spec",))


def _checked(document: Document, problems: tuple[Diagnostic, ...], path: Path) -> tuple[Layer, tuple[Diagnostic, ...]]:
    from ginrules.rules.checks import schema_problems
    from ginrules.rules.crosschecks import file_checks

    problems = _with_words_of_rules(problems, document)
    long = lengthen(document)
    layer = layer_of(long, path=path)
    found = [*problems, *_not_said_twice(schema_problems(long), problems)]
    if layer.id and layer.id != path.stem:
        found.append(
            long.problem("id-mismatch", f"the id is {layer.id} and the file is {path.name}", ("id",), hint=f"id: {path.stem}")
        )
    found.extend(file_checks(layer))
    return layer, tuple(found)


def _with_words_of_rules(problems: tuple[Diagnostic, ...], document: Document) -> tuple[Diagnostic, ...]:
    """The problems of the text, those of an ambiguous word with the rule's own word as a hint where there is one."""
    from ginrules.rules.hints import for_value

    paths = {of_value: path for path, (_, of_value) in document.marks.items()}

    def hint(problem: Diagnostic) -> str:
        path = paths.get(problem.span) if problem.code == "ambiguous-scalar" and problem.span else None
        return for_value(path, document.at(path)) if path else ""

    return tuple(replace(problem, hint=hint(problem) or problem.hint) for problem in problems)


def _not_said_twice(problems: tuple[Diagnostic, ...], before: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
    """The problems whose place has none yet: what is no YAML value has no type to speak of."""
    places = {problem.span for problem in before}
    return tuple(problem for problem in problems if problem.span not in places)
