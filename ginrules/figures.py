"""Numbers that people write as words.

>>> figure("four"), figure("twenty-three"), figure("Bob")
(4, 23, None)
"""

from __future__ import annotations

import re

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_FIGURES = {word: number for number, word in enumerate(f"{_ONES} nineteen".split())} | {
    word: 10 * number for number, word in enumerate(_TENS.split(), start=2)
}
_WORD = re.compile(r"\b[A-Za-z]{3,9}(?:[- ][A-Za-z]{3,5})?\b")


def figure(word: str) -> int | None:
    """The number that a word says, from zero to ninety-nine, or a hundred; `None` for any other word."""
    lower = word.lower()
    tens, hyphen, ones = lower.replace(" ", "-").partition("-")
    if hyphen:
        whole, rest = _FIGURES.get(tens, 0), _FIGURES.get(ones, 0)
        return whole + rest if whole >= 20 and 0 < rest < 10 else None
    return 100 if lower == "hundred" else _FIGURES.get(lower)


def with_figures(text: str) -> str:
    """A text with figures for its numbers.

    >>> with_figures("Ann knock four, Bob twenty three")
    'Ann knock 4, Bob 23'
    """

    def written(match: re.Match[str]) -> str:
        number = figure(match.group())
        if number is not None:
            return str(number)
        return " ".join(str(word if figure(word) is None else figure(word)) for word in match.group().split(" "))

    return _WORD.sub(written, text)
