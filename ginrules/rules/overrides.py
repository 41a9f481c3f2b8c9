"""Rules changed for one question: `knock.limit=7` as a layer on top of a variant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ginrules.diagnostics import Diagnostic, Json, Span
from ginrules.rules.catalogue import catalogue
from ginrules.rules.forms import lengthen
from ginrules.rules.hints import for_override, instead
from ginrules.rules.layers import Layer, layer_of
from ginrules.rules.source import Document, PathKey, scan_yaml


def override_layer(
    overrides: Sequence[tuple[str, str]],
    file: str,
    spans: Sequence[tuple[Span, Span]] | None = None,
    excerpts: Sequence[str] | None = None,
) -> tuple[Layer, tuple[Diagnostic, ...]]:
    """The layer of pairs of a rule's id and its value as YAML flow, and everything wrong with them one by one."""
    from ginrules.rules.checks import schema_problems
    from ginrules.rules.crosschecks import file_checks

    if spans is None:
        spans = [_spans(number, rule, value) for number, (rule, value) in enumerate(overrides, start=1)]
        excerpts = [f"{rule}={value}" for rule, value in overrides]
    data: dict[str, Json] = {}
    marks: dict[PathKey, tuple[Span | None, Span]] = {(): (None, Span(1, 1, 2))}
    problems: list[Diagnostic] = []
    lines: dict[int, str] = {}
    for number, ((written, text), (of_rule, of_value)) in enumerate(zip(overrides, spans, strict=True)):
        rule = written.strip()
        excerpt = excerpts[number] if excerpts else ""
        lines[of_rule.line] = lines[of_value.line] = excerpt
        path = tuple(rule.split("."))
        if rule not in catalogue():
            meant = scan_yaml(text.strip(), file)[0]
            hint = for_override(rule, meant.data if meant else None)
            problems.append(_problem("unknown-rule", f"no rule {rule!r}", file=file, span=of_rule, hint=hint, excerpt=excerpt))
            continue
        section = data.setdefault(path[0], {})
        assert isinstance(section, dict)
        if path[1] in section:
            problems.append(_problem("duplicate-key", f"{rule} is set twice", file=file, span=of_rule, excerpt=excerpt))
            continue
        if not text.strip():
            hint = "write null if none is meant"
            problems.append(_problem("empty-value", "a value is missing", file=file, span=of_value, hint=hint, excerpt=excerpt))
            continue
        value, wrong = scan_yaml(text.strip(), file)
        for problem in wrong:
            hint = instead(rule, text.strip()) if problem.code == "ambiguous-scalar" else ""
            problems.append(replace(_moved(problem, of_value, excerpt), hint=hint or problem.hint))
        if value is None or wrong:
            continue
        section[path[1]] = value.data
        marks.setdefault((path[0],), (of_rule, of_rule))
        marks.update(
            {
                (*path, *inner): (_move(key, of_value) if key else None, _move(at, of_value))
                for inner, (key, at) in value.marks.items()
            }
        )
        marks[path] = (of_rule, of_value)
    long = lengthen(Document(data, marks, file, lines))
    layer = layer_of(long)
    return layer, (*problems, *schema_problems(long, whole=False), *file_checks(layer))


def _spans(line: int, rule: str, value: str) -> tuple[Span, Span]:
    blank = len(value) - len(value.lstrip())
    start = len(rule) + 2 + blank
    return Span(line, 1, len(rule) + 1), Span(line, start, max(start + 1, start + len(value.strip())))


def _move(span: Span, to: Span) -> Span:
    """A place in the text of a value as a place in what it stands in; a value of several lines is one place."""
    if span.line != 1:
        return to
    return Span(to.line, to.column + span.column - 1, to.column + span.end_column - 1)


def _moved(problem: Diagnostic, to: Span, excerpt: str) -> Diagnostic:
    return replace(problem, span=_move(problem.span, to) if problem.span else to, excerpt=excerpt)


def _problem(code: str, message: str, *, file: str, span: Span, hint: str = "", excerpt: str) -> Diagnostic:
    return Diagnostic(code=code, message=message, file=file, span=span, hint=hint, excerpt=excerpt)
