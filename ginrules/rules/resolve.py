"""From the name of a variant to every rule's value, and where each comes from."""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from types import MappingProxyType

from ginrules.diagnostics import Diagnostic, InvalidInput, Json, Severity, Span, did_you_mean
from ginrules.resources import VARIANTS
from ginrules.rules.catalogue import catalogue, rules_read
from ginrules.rules.layers import ROOT, Layer, read_layer
from ginrules.rules.merging import Merged, merge
from ginrules.rules.typed import typed_rules
from ginrules.rules.variant import Rules


@dataclass(frozen=True, slots=True)
class Origin:
    """Where the value of a rule was written; line and column count from 1."""

    file: str
    line: int
    column: int


@dataclass(frozen=True)
class Variant:
    """A variant with every rule resolved.

    Without slots, because the typed rules are kept once they are asked for.
    """

    id: str
    name: str
    summary: str
    file: str
    values: Mapping[str, Json]
    """Every rule, customs too, in the resolved form and in the order of the catalogue; never changed in place."""
    origins: Mapping[str, Origin]
    agree: tuple[str, ...]
    """Rules whose value the source leaves to the players, in the order of the catalogue."""
    sources: Mapping[str, Json]
    cites: Mapping[str, str]
    """Rule, or member of its table, to `source#place`, for those that are cited where they were set last."""
    extends: tuple[str, ...]
    """The ids of the parents, up to the root."""
    diagnostics: tuple[Diagnostic, ...] = ()
    """Warnings about the file itself."""
    layers: tuple[Layer, ...] = field(default=(), repr=False, compare=False)
    """The files that it is made of, the root first."""

    @cached_property
    def _typed(self) -> Rules:
        return typed_rules(self.values)

    def rules(self) -> Rules:
        """The typed rules that the engine reads."""
        return self._typed

    def question_rules(self, method: str) -> dict[str, Json]:
        """The rules that a method reads, sorted, as a request holds them."""
        return {rule: self.values[rule] for rule in rules_read(method)}


@cache
def shipped() -> tuple[str, ...]:
    """The ids of the shipped variants, sorted."""
    return tuple(sorted(path.stem for path in VARIANTS.glob("*.yaml")))


def load_variant(
    reference: str, *, folders: Sequence[Path] = (), overrides: Sequence[str] = (), origin_name: str = "--set"
) -> Variant:
    """Load a variant: the id of a shipped one or of one in an added folder, or the path of a file.

    `overrides` are like `knock.limit=7`; `origin_name` is the file that messages name for them. A shipped file was checked by
    the tests and is not checked again; a user's file, and every variant with overrides, is.

    Raises:
        InvalidInput: the variant is unknown or wrong; with every problem found.
    """
    found = locate(reference, None, folders)
    if isinstance(found, Diagnostic):
        raise InvalidInput([found])
    variant = _shipped_variant(found.path.stem) if found.shipped else _user_variant(found, tuple(folders))
    if not overrides:
        return variant
    pairs, problems = split_overrides(overrides, origin_name)
    if problems:
        raise InvalidInput(problems)
    return with_overrides(variant, pairs, file=origin_name)


def with_overrides(
    variant: Variant,
    overrides: Sequence[tuple[str, str]],
    *,
    file: str = "--set",
    spans: Sequence[tuple[Span, Span]] | None = None,
    excerpts: Sequence[str] | None = None,
) -> Variant:
    """A variant with some rules changed: pairs of a rule's id and its value as YAML flow.

    `spans` are the places of each id and value in `file`, `excerpts` the lines that they stand in; left out, they are those of
    `rule=value`, each on a line of its own.

    Raises:
        InvalidInput: a rule is unknown, a value is wrong, or the rules do not go together; with every problem found.
    """
    from ginrules.rules.overrides import override_layer

    layer, problems = override_layer(overrides, file, spans, excerpts)
    merged = merge([*variant.layers, layer])
    found = _sorted([*problems, *_cross_checks(merged)])
    errors = [problem for problem in found if problem.severity is Severity.ERROR]
    if errors:
        raise InvalidInput(errors)
    header = next(layer for layer in reversed(variant.layers) if layer.path)
    return _variant(merged, header, (*variant.diagnostics, *found))


def split_overrides(overrides: Sequence[str], file: str) -> tuple[list[tuple[str, str]], list[Diagnostic]]:
    """Pairs of rule and value, and what is no `RULE=VALUE`."""
    pairs = []
    problems = []
    for number, text in enumerate(overrides, start=1):
        rule, equals, value = text.partition("=")
        if equals and rule.strip():
            pairs.append((rule, value))
        else:
            message = f"{text!r} does not say which rule has which value"
            span = Span(number, 1, len(text) + 1)
            problems.append(
                Diagnostic(
                    code="override-form",
                    message=message,
                    file=file,
                    span=span,
                    hint="write RULE=VALUE, as in knock.limit=7",
                    excerpt=text,
                )
            )
    return pairs, problems


def examine(path: Path, *, folders: Sequence[Path], shipped: bool) -> tuple[Diagnostic, ...]:
    """Everything wrong or doubtful with a file and its parents, sorted by place; never raises on bad content."""
    chain = _read_chain(Located(path, str(path), shipped=False), folders)
    problems = list(chain.problems)
    if chain.complete:
        problems.extend(_cross_checks(merge(chain.layers)))
    if shipped and chain.layers:
        from ginrules.rules.crosschecks import uncited

        problems.extend(uncited(chain.layers[-1]))
    return _sorted(problems)


@dataclass(frozen=True, slots=True)
class Located:
    """A file that a name stands for."""

    path: Path
    label: str
    """How messages call it."""
    shipped: bool


@dataclass(frozen=True, slots=True)
class _Chain:
    layers: tuple[Layer, ...]
    """The root first."""
    problems: tuple[Diagnostic, ...]
    complete: bool
    """Whether the chain reaches the root."""


def locate(reference: str, base: str | None, folders: Sequence[Path]) -> Located | Diagnostic:
    """The file of a variant: a path, seen from the file `base` if there is one, or an id."""
    if _is_path(reference):
        label = os.path.normpath(Path(base).parent / reference) if base is not None else reference
        path = Path(label)
        if base is not None and not _is_file(path):
            return Diagnostic(code="unknown-variant", message=f"there is no file {reference} beside this one")
        return Located(path, label, shipped=False)
    candidates = (
        [Located(VARIANTS / f"{reference}.yaml", f"variants/{reference}.yaml", shipped=True)] if reference in shipped() else []
    )
    neighbours = [Path(folder) / f"{reference}.yaml" for folder in folders]
    candidates += [Located(path, str(path), shipped=False) for path in neighbours if _is_file(path)]
    if len(candidates) == 1:
        return candidates[0]
    if candidates:
        places = " and ".join(candidate.label for candidate in candidates)
        return Diagnostic(
            code="ambiguous-variant", message=f"{reference} is both {places}", hint="give the path, or rename the file"
        )
    return Diagnostic(code="unknown-variant", message=f"no variant {reference!r}", hint=_meant(reference, base, folders))


def _is_path(reference: str) -> bool:
    return "/" in reference or os.sep in reference or reference.endswith((".yaml", ".yml"))


def _is_file(path: Path) -> bool:
    """Whether there is a file; a name that the system refuses is none."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def _identity(path: Path) -> str:
    """One text for every way to write the path of a file."""
    try:
        return os.path.realpath(path)
    except ValueError:
        return str(path)


def _meant(reference: str, base: str | None, folders: Sequence[Path]) -> str:
    folder = Path(base or "").parent
    if reference and _is_file(folder / f"{reference}.yaml"):
        return _by_path(folder, reference, base)
    known = [*shipped(), *(path.stem for each in folders for path in sorted(Path(each).glob("*.yaml")))]
    word = reference.lower().replace("_", "-").replace(" ", "-")
    beside = [path.stem for path in sorted(folder.glob("*.yaml"))]
    if close := did_you_mean(word, known):
        return close
    near = difflib.get_close_matches(word, beside, n=1)
    return _by_path(folder, near[0], base) if near else f"`ginrules variant list` shows all {len(known)}"


def _by_path(folder: Path, name: str, base: str | None) -> str:
    return f"a file is named by its path: {f'{name}.yaml' if base else folder / f'{name}.yaml'}"


@cache
def _shipped_chain(name: str) -> tuple[Layer, ...]:
    """The layers of a shipped variant, the root first, not checked again."""
    layer, problems = read_layer(VARIANTS / f"{name}.yaml", f"variants/{name}.yaml", checked=False)
    assert layer is not None, problems
    return (*_shipped_chain(layer.extends), layer) if layer.extends else (layer,)


@cache
def _shipped_variant(name: str) -> Variant:
    merged = merge(_shipped_chain(name))
    return _variant(merged, merged.top, ())


def _user_variant(found: Located, folders: Sequence[Path]) -> Variant:
    chain = _read_chain(found, folders)
    problems = list(chain.problems)
    merged = merge(chain.layers) if chain.complete else None
    if merged:
        problems.extend(_cross_checks(merged))
    errors = [problem for problem in _sorted(problems) if problem.severity is Severity.ERROR]
    if errors or merged is None:
        raise InvalidInput(errors)
    return _variant(merged, merged.top, _sorted(problems))


def _read_chain(found: Located, folders: Sequence[Path]) -> _Chain:
    """Read a user's file and its parents."""
    layers: list[Layer] = []
    problems: list[Diagnostic] = []
    seen: set[str] = set()

    def chain(*, complete: bool, above: tuple[Layer, ...] = ()) -> _Chain:
        return _Chain((*above, *reversed(layers)), tuple(problems), complete)

    while True:
        seen.add(_identity(found.path))
        layer, wrong = read_layer(found.path, found.label, checked=True)
        problems.extend(wrong)
        if layer is None:
            return chain(complete=False)
        layers.append(layer)
        if not layer.extends:
            problems.extend(_of_root(layer))
            return chain(complete=layer.id == ROOT)
        parent = locate(layer.extends, found.label, folders)
        if isinstance(parent, Located) and _identity(parent.path) in seen:
            parent = Diagnostic(code="extends-cycle", message=f"{layer.extends} extends this file in turn")
        if isinstance(parent, Diagnostic):
            problems.append(layer.document.problem(parent.code, parent.message, ("extends",), hint=parent.hint))
            return chain(complete=False)
        if parent.shipped:
            return chain(complete=True, above=_shipped_chain(parent.path.stem))
        found = parent


def _of_root(layer: Layer) -> Iterator[Diagnostic]:
    """What is wrong with a file that has no parent."""
    document = layer.document
    if isinstance(document.data, dict) and "extends" in document.data:
        return  # What stands there is no text, which the schema reports.
    if layer.id != ROOT:
        yield document.problem("no-parent", f"only {ROOT} has no parent", ("id",), hint=f"extends: {ROOT}")
        return
    for rule, info in catalogue().items():
        value = layer.rules.get(rule)
        if rule not in layer.rules:
            yield document.problem(
                "missing-rule", f"the root states every rule, and this one does not state {rule}", (info.section,), key=True
            )
        elif info.merges and isinstance(value, dict):
            for key in (key for key in info.schema["properties"] if key not in value):
                yield document.problem(
                    "missing-rule", f"{rule} does not say what {key} counts", (info.section, info.key), key=True
                )


def _cross_checks(merged: Merged) -> tuple[Diagnostic, ...]:
    from ginrules.rules.crosschecks import cross_checks

    return cross_checks(merged)


def _variant(merged: Merged, header: Layer, warnings: Sequence[Diagnostic]) -> Variant:
    agree: set[str] = set()
    cites: dict[str, str] = {}
    sources: dict[str, Json] = {}
    origins = {}
    for layer in merged.layers:
        agree.difference_update(layer.rules)
        agree.update(rule for rule in layer.agree if rule in merged.values)
        sources.update(layer.sources)
        for rule in layer.rules:
            citation = layer.citation(rule)
            cites.pop(rule, None)
            if citation is not None:
                cites[rule] = citation
            table = layer.rules[rule]
            for member in table if isinstance(table, dict) else ():
                cites.pop(f"{rule}.{member}", None)
        cites.update(layer.citations_of_members())
    for rule in merged.values:
        layer, span = merged.place(rule)
        origins[rule] = Origin(layer.document.file, span.line if span else 0, span.column if span else 0)
    order = [*merged.values]
    return Variant(
        id=header.id,
        name=header.name,
        summary=header.summary,
        file=header.document.file,
        values=MappingProxyType(dict(merged.values)),
        origins=MappingProxyType(origins),
        agree=tuple(rule for rule in merged.values if rule in agree),
        sources=MappingProxyType(sources),
        cites=MappingProxyType(dict(sorted(cites.items(), key=lambda cited: order.index(".".join(cited[0].split(".")[:2]))))),
        extends=tuple(layer.id for layer in reversed(merged.layers) if layer.path and layer is not header),
        diagnostics=tuple(warnings),
        layers=merged.layers,
    )


def _sorted(problems: Sequence[Diagnostic]) -> tuple[Diagnostic, ...]:
    def place(problem: Diagnostic) -> tuple[str, int, int, str]:
        span = problem.span
        return problem.file, span.line if span else 0, span.column if span else 0, problem.code

    return tuple(sorted(dict.fromkeys(problems), key=place))
