"""Whether a file is right: the schema's errors as diagnostics with a place.

The only module that imports jsonschema.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator, ValidationError

from ginrules.diagnostics import Diagnostic, Json, did_you_mean, listed
from ginrules.rules.catalogue import catalogue, schema, sections, write_word
from ginrules.rules.colons import glued_hint
from ginrules.rules.forms import rule_of
from ginrules.rules.hints import for_key, for_member, for_section, for_text, instead
from ginrules.rules.source import Document, PathKey


def check_file(path: str | Path, *, folders: Sequence[Path] = (), shipped: bool = False) -> tuple[Diagnostic, ...]:
    """Everything wrong or doubtful with a variant file, sorted by place; never raises on bad content.

    `folders` are searched for parents beside the shipped variants; `shipped` also asks for a citation of every rule.
    """
    from ginrules.rules.resolve import examine

    return examine(Path(path), folders=folders, shipped=shipped)


def schema_problems(document: Document, *, whole: bool = True) -> tuple[Diagnostic, ...]:
    """What the schema refuses in a file whose short forms are written out; `whole` asks for a file's own keys too."""
    errors = _validator(whole).iter_errors(document.data)
    return tuple(problem for error in errors for problem in _diagnostics(error, document))


@cache
def _validator(whole: bool) -> Draft202012Validator:
    return Draft202012Validator(schema() if whole else {**schema(), "required": []})


def _diagnostics(error: ValidationError, document: Document) -> Iterator[Diagnostic]:
    path: PathKey = tuple(error.absolute_path)
    value: Any = error.instance
    fragment: Any = error.schema
    wanted: Any = error.validator_value
    if "propertyNames" in error.absolute_schema_path:
        yield _wrong_name(document, path, str(value))
        return
    match error.validator:
        case "additionalProperties":
            known = fragment.get("properties", {})
            for name in (name for name in value if name not in known):
                yield _unknown_key(document, path, name, value[name], list(known))
        case "required":
            yield from _missing(document, path, [name for name in wanted if name not in value])
        case "type":
            expected = expectation(fragment)
            yield document.problem(
                "wrong-type",
                f"{_name(path)} is {_show(value)}; it must be {expected}",
                path,
                hint=_type_hint(path, value, number="whole number" in expected),
            )
        case "enum" | "const":
            words = [wanted] if error.validator == "const" else wanted
            text = ", ".join(write_word(word) for word in words) + _or_a_number(path)
            known = [word for word in words if isinstance(word, str)]
            hint = (instead(_chosen_by(path), value) or did_you_mean(value, known)) if isinstance(value, str) else ""
            yield document.problem("not-a-value", f"{_name(path)} is {_show(value)}; it can be {text}", path, hint=hint)
        case "minimum" | "maximum":
            said = _said_otherwise("x-below", path, path[-1]) if error.validator == "minimum" and value == wanted - 1 else None
            code, message, hint = said or (
                "out-of-range",
                f"{_written(document, path)} is {value}; it must be {expectation(fragment)}",
                "",
            )
            yield document.problem(code, message, path, hint=hint)
        case "minItems" | "maxItems" | "minProperties":
            yield document.problem(
                "out-of-range", f"{_name(path)} has {len(value)} entries; it must be {expectation(fragment)}", path
            )
        case _:
            yield document.problem("wrong-form", f"{_name(path)} is {_show(value)}; {_form(error)}", path)


def _unknown_key(document: Document, path: PathKey, name: str, value: Json, known: list[str]) -> Diagnostic:
    where = _name(path)
    if len(path) <= 1 and (not path or path[0] in sections()):
        hint = for_key(name, str(path[0]) if path else "", value)
    else:
        hint = for_member(name, rule_of(path), known)
    message = f"unknown key {name!r}" + (f" in {where}" if path else "")
    rule = catalogue().get(rule_of(path))
    if rule and rule.has_kinds and isinstance(document.data, dict):
        message = f"{where} of this kind has no field {name!r}"
    return document.problem("unknown-key", message, (*path, name), key=True, hint=hint)


def _wrong_name(document: Document, path: PathKey, name: str) -> Diagnostic:
    if path == ("sources",):
        message = f"{name!r} is no short name: small letters, digits and hyphens"
    else:
        message = f"{name!r} is no count of players; counts are 2 to 12"
    return document.problem("unknown-key", message, (*path, name), key=True)


def _missing(document: Document, path: PathKey, names: list[str]) -> Iterator[Diagnostic]:
    if not path:
        for name in names:
            yield document.problem("missing-key", f"the file does not say its {name}", (), hint=f"add {name}: …")
        return
    # The schema has an error for each missing field; every one names all of them, and equal diagnostics are one.
    said = {name: _said_otherwise("x-missing", path, name) for name in names}
    for code, message, hint in (other for other in said.values() if other):
        yield document.problem(code, message, path, hint=hint)
    if usual := [name for name, other in said.items() if not other]:
        message = f"{_name(path)} needs {listed([*map(repr, usual)])}"
        yield document.problem("missing-key", message, path, hint=_example(rule_of(path), path, document, usual[0]))


def _chosen_by(path: PathKey) -> str:
    """The rule whose word or kind stands at a path; empty for any other value."""
    return rule_of(path) if len(path) == 2 or path[2:] == ("kind",) else ""


def _or_a_number(path: PathKey) -> str:
    """That a number may stand instead of a kind, with an example; empty where none may."""
    rule = _chosen_by(path)
    short = sections()[str(path[0])][str(path[1])].get("x-number-kind") if rule else None
    if not short:
        return ""
    return f", or a number, as in {short['as-in']}"


def _example(rule: str, path: PathKey, document: Document, name: str) -> str:
    """A right value of the same kind, from the values that tests use."""
    if not rule or not catalogue()[rule].has_kinds:
        return ""
    value = document.data
    for part in path:
        value = value[part] if isinstance(value, dict) else None  # type: ignore[index]
    kind = value.get("kind") if isinstance(value, dict) else None
    for probe in catalogue()[rule].probes:
        if isinstance(probe, dict) and (name == "kind" or probe["kind"] == kind):
            return f"as in {write_word(probe)}"
    return ""


def _said_otherwise(member: str, path: PathKey, name: str | int) -> tuple[str, str, str] | None:
    """The code, message and hint that the schema has for a field of the rule in which a path lies, if it has any."""
    if not rule_of(path):
        return None
    fragment: Mapping[str, Any] = sections()[str(path[0])][str(path[1])]
    said: Mapping[str, str] | None = fragment.get(member, {}).get(name)
    return (said["code"], said["message"], said["hint"]) if said else None


def _name(path: PathKey) -> str:
    """A path as people call it: the rule, and the field of a kind unless it is the kind itself."""
    if not path:
        return "the file"
    parts = path[:-1] if path[-1] == "kind" and rule_of(path) else path
    return ".".join(str(part) for part in parts)


def _written(document: Document, path: PathKey) -> str:
    """A path as people call it, without the field that a bare number is short for."""
    key, _ = document.marks.get(path, (None, None))
    return _name(path[:2] if len(path) == 3 and rule_of(path) and path[2] != "kind" and key is None else path)


def _show(value: Json) -> str:
    if isinstance(value, str):
        return f"{value!r}" if len(value) <= 60 else f"{value[:57]!r}…"
    if isinstance(value, dict | list) and len(write_word(value)) > 60:
        return "a table" if isinstance(value, dict) else "a list"
    return "null" if value is None else write_word(value)


def _type_hint(path: PathKey, value: Json, *, number: bool) -> str:
    if isinstance(value, str) and (hint := glued_hint(value)):
        return hint
    if len(path) == 1 and path[0] in sections():
        return for_section(str(path[0]), value)
    if len(path) == 2 and not (isinstance(value, str) and value.isdecimal()) and (hint := instead(rule_of(path), value)):
        return hint
    return for_text(value) if isinstance(value, str) and number else ""


def expectation(fragment: Mapping[str, Any]) -> str:
    """What may stand where this fragment of the schema holds, in words."""
    if "enum" in fragment:
        return "one of " + ", ".join(write_word(word) for word in fragment["enum"])
    types = fragment.get("type", [])
    types = [types] if isinstance(types, str) else types
    return " or ".join(_of_type(name, fragment) for name in types)


def _of_type(name: str, fragment: Mapping[str, Any]) -> str:
    if name == "integer":
        return (
            f"a whole number from {fragment['minimum']} to {fragment['maximum']}" if "minimum" in fragment else "a whole number"
        )
    if name == "object":
        kinds = fragment.get("properties", {}).get("kind", {}).get("enum")
        if kinds:
            number = "a number, " if "x-number-kind" in fragment else ""
            return f"{number}a word or {{kind: …}}, with {', '.join(kinds)}"
        return "a table by count of players" if "propertyNames" in fragment and "minimum" in fragment else "a section of keys"
    if name == "array":
        number = "a number, or " if "x-list-of-one" in fragment else ""
        few = fragment.get("minItems")
        return f"{number}a list of at least {few}" if few else f"{number}a list"
    return {"string": "a text", "null": "null"}[name]


def _form(error: ValidationError) -> str:
    if error.validator == "minLength":
        return "it must not be empty"
    if error.validator == "maxLength":
        return f"it may have {error.validator_value} characters"
    name = error.absolute_path[0] if error.absolute_path else ""
    if name == "cites":
        return "a citation is a source, or source#place"
    if name == "sources":
        return "an address begins with http:// or https://"
    return "it is small letters, digits and hyphens"
