"""Small variant files for tests, and what is said about them."""

from pathlib import Path

import pytest

from ginrules.diagnostics import Diagnostic, InvalidInput
from ginrules.rules.resolve import Variant, load_variant

HEAD = "spec: 1\nid: {id}\nname: House\nsummary: Ours.\nextends: {extends}\n"


def write(folder: Path, name: str, body: str, extends: str = "standard") -> Path:
    path = folder / f"{name}.yaml"
    path.write_text(HEAD.format(id=name, extends=extends) + body, encoding="utf-8")
    return path


def load(folder: Path, body: str, extends: str = "standard") -> Variant:
    return load_variant(str(write(folder, "house", body, extends)))


def refused(reference: str | Path, *overrides: str, folders: tuple[Path, ...] = ()) -> list[Diagnostic]:
    with pytest.raises(InvalidInput) as caught:
        load_variant(str(reference), overrides=overrides, folders=folders)
    return list(caught.value.diagnostics)


def places(problems: list[Diagnostic]) -> list[tuple[str, str, int, int]]:
    return [
        (one.code, Path(one.file).name, one.span.line, one.span.column) if one.span else (one.code, "", 0, 0)
        for one in problems
    ]
