"""Lines of words and numbers in columns, as plain text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

_GAP = "  "


@dataclass(frozen=True, slots=True)
class Row:
    """What stands in a line: a label on the left, a cell for each column, a remark on the right."""

    label: str
    cells: Sequence[str] = ()
    remark: str = ""


@dataclass(slots=True)
class Grid:
    """Columns in groups, each group with a title above the names of its columns; numbers stand on the right of their column."""

    groups: Sequence[tuple[str, Sequence[str]]]
    """The title of each group, and the names of its columns."""
    rows: list[Row] = field(default_factory=list)

    def lines(self, *, titled: bool = True) -> Iterator[str]:
        """The heads and the rows; `titled`: with the titles of the groups."""
        names = [name for _, columns in self.groups for name in columns]
        widths = [len(name) for name in names]
        for row in self.rows:
            for place, cell in enumerate(row.cells):
                widths[place] = max(widths[place], len(cell))
        first = 0
        spans = []
        for title, columns in self.groups:
            last = first + len(columns)
            wide = sum(widths[first:last]) + len(_GAP) * (len(columns) - 1)
            widths[first] += max(0, len(title) - wide)
            spans.append(max(wide, len(title)))
            first = last
        label = max((len(row.label) for row in self.rows), default=0)
        if titled:
            titles = [title.center(width) for (title, _), width in zip(self.groups, spans, strict=True)]
            yield _line("", label, titles, "")
        yield _line("", label, [f"{name:>{width}}" for name, width in zip(names, widths, strict=True)], "")
        for row in self.rows:
            cells = [*row.cells, *[""] * (len(names) - len(row.cells))]
            yield _line(row.label, label, [f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True)], row.remark)


def _line(label: str, width: int, cells: Sequence[str], remark: str) -> str:
    return _GAP.join([f"{'':2}{label:<{width}}", *cells, *([remark] if remark else [])]).rstrip()
