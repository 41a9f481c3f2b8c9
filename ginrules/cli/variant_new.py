"""`ginrules variant new`: a file of one's own to begin with."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ginrules.cli import options
from ginrules.cli.exits import Exit
from ginrules.cli.output import print_diagnostics
from ginrules.cli.report_file import not_writable
from ginrules.diagnostics import Diagnostic, InvalidInput, Json, Severity

if TYPE_CHECKING:
    from ginrules.rules.resolve import Variant


@click.command(epilog="Example: ginrules variant new friday --extends classic --set knock.limit=7")
@click.argument("variant_id", metavar="ID")
@click.option("--extends", "parent_name", metavar="P", required=True, help="The variant that it begins as: an id or a file.")
@click.option("--name", metavar="NAME", help="What players call it.  [default: made from the id]")
@options.overrides
@options.variants
def new(variant_id: str, parent_name: str, name: str | None, overrides: Sequence[str], folders: Sequence[Path]) -> int:
    """Write ID.yaml into this folder: a variant that extends another, ready to be changed."""
    from ginrules.rules.catalogue import schema
    from ginrules.rules.checks import check_file
    from ginrules.rules.new_file import new_file
    from ginrules.rules.resolve import load_variant

    _check_id(variant_id, schema()["properties"]["id"])
    title = variant_id.replace("-", " ").capitalize() if name is None else name
    _check_name(title, schema()["properties"]["name"])
    _check_free(variant_id, folders)
    parent = load_variant(parent_name, folders=folders)
    changed = load_variant(parent_name, folders=folders, overrides=overrides)
    own = changed.layers[-1].rules if overrides else {}
    path = Path(f"{variant_id}.yaml")
    _write(path, new_file(variant_id, title, parent, parent_name, own))
    found = check_file(path, folders=folders)
    print_diagnostics(found)
    for line in _next_steps(path, parent_name, changed, folders):
        click.echo(line)
    return Exit.INVALID if any(each.severity is Severity.ERROR for each in found) else Exit.DONE


def _check_id(variant_id: str, form: dict[str, str]) -> None:
    if re.fullmatch(form["pattern"], variant_id) and len(variant_id) <= int(form["maxLength"]):
        return
    words = re.findall(r"[a-z0-9]+", variant_id.removesuffix(".yaml").lower())
    meant = "-".join(words).lstrip("0123456789-")[: int(form["maxLength"])].rstrip("-")
    hint = f"; did you mean {meant}?" if meant else ""
    most = form["maxLength"]
    message = f"{variant_id!r} is no id: small letters, digits and single hyphens, a letter first, at most {most}{hint}"
    raise click.BadParameter(message, param_hint="ID")


def _check_name(name: str, form: dict[str, str]) -> None:
    if not name.strip() or len(name) > int(form["maxLength"]) or not name.isprintable():
        message = f"a name has 1 to {form['maxLength']} characters that can be printed"
        raise click.BadParameter(message, param_hint="--name")


def _check_free(variant_id: str, folders: Sequence[Path]) -> None:
    """No variant may have the id already: the new one could not be found by it.

    Raises:
        InvalidInput: one has.
    """
    from ginrules.rules.resolve import Located, locate

    found = locate(variant_id, None, folders)
    here = Path(f"{variant_id}.yaml")
    if isinstance(found, Located) and found.path.resolve() != here.resolve():
        message = f"there is a variant {variant_id} already, in {found.label}"
        raise InvalidInput([Diagnostic(code="ambiguous-variant", message=message, hint="choose another id")])


def _write(path: Path, text: str) -> None:
    """Write a file that must not be there yet."""
    try:
        with path.open("x", encoding="utf-8", newline="") as file:
            file.write(text)
    except FileExistsError as error:
        message = f"{path} is there already, and is left as it is"
        raise InvalidInput([Diagnostic(code="not-writable", message=message, hint="choose another id")]) from error
    except OSError as error:
        raise InvalidInput([not_writable(error, str(path))]) from error


def _next_steps(path: Path, parent_name: str, variant: Variant, folders: Sequence[Path]) -> Sequence[str]:
    needed = "".join(f" --variants {folder}" for folder in folders)
    return (
        f"{path} is written: {variant.name} to begin with. Change it in any editor, then:",
        f"  ginrules variant check {path}{needed}",
        f"  ginrules variant diff {parent_name} {path}{needed}",
        f"  ginrules variant sheet {path}{needed}",
        f"  ginrules variant sheet {path}{needed} --html > {path.stem}.html",
        f'  ginrules tally --variant {path}{needed} "{_first_hand(variant.values)}"',
    )


def _first_hand(values: Mapping[str, Json]) -> str:
    """A hand as it is entered on a sheet of these rules: with all who play, and with the upcard where it sets the price."""
    counts: Any = values["players.count"]
    players = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay")[: min(counts)]
    limit: Any = values["knock.limit"]
    is_low = limit["kind"] == "gin-only" or (limit["kind"] == "fixed" and limit["points"] <= _COUNT)
    went_out = "gin" if is_low else f"knock {_COUNT}"
    upcard = "" if values["scoring.spades"] == "nothing" else "upcard 9s"
    if values["players.format"] != "partnership":
        others = ", ".join(f"{player} {count}" for player, count in zip(players[1:], (23, 31, 40, 18), strict=False))
        return f"{upcard}: Ann {went_out}, {others}" if upcard else f"Ann {went_out}, {others}"
    sides = f"side One: {' '.join(players[::2])}; side Two: {' '.join(players[1::2])}"
    tables = zip(players[::2], players[1::2], strict=True)
    return "; ".join((sides, *(f"deal 1{upcard and f' {upcard}'}: {one} {went_out}, {two} 23" for one, two in tables)))


_COUNT = 4
"""The knocker's count in the hand that is shown: low enough for most limits."""
