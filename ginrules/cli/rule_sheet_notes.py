"""The sources of a rule sheet, numbered in the order in which they are first needed."""

from __future__ import annotations

from collections.abc import Iterator

from ginrules.rules.wording import Sentence, Source


class Notes:
    """A growing list of sources; one that is needed again keeps its number."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def of(self, sentence: Sentence) -> tuple[int, ...]:
        """The numbers of a sentence's sources, rising."""
        notes = dict.fromkeys(note_of(source) for source in sentence.sources)
        return tuple(sorted(self._numbers.setdefault(note, len(self._numbers) + 1) for note in notes))

    def numbered(self) -> Iterator[tuple[int, str]]:
        """Every number and its source."""
        for note, number in self._numbers.items():
            yield number, note


def note_of(source: Source) -> str:
    """A source in words: the text, where it is found, and the variant that takes the rule from there."""
    if not source.variant:
        return source.file
    if not source.title:
        return f"{source.variant} ({source.file})"
    author = f", {source.author}" if source.author else ""
    url = f", {source.url}" if source.url else ""
    return f"{source.title}{author}{url} ({source.variant})"
