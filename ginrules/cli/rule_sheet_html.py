"""A rule sheet as one HTML page that prints on one sheet of paper, A4 or Letter."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from ginrules.cli.rule_sheet_notes import Notes
from ginrules.rules.wording import AGREE, RuleSheet, Sentence

SIZES = (100, 97, 94, 91, 88, 85, 82, 79, 76, 73, 70, 67, 64, 61)
"""Sizes of type for printing, in tenths of a point; the largest that fits is taken."""
_LETTER_WIDTH = 216 - 2 * 12
_LETTER_HEIGHT = 279 - 2 * 11
_A4_WIDTH = 210 - 2 * 12
"""Millimetres inside the margins; of the two formats the one is shorter, the other narrower."""
_GAP = 7
LETTER = 41
"""How wide a letter is on average, in hundredths of the size of the type."""
_ROOM = 100
"""Hundredths of the paper that are filled at most; the estimate errs on the side of too high."""

STYLE = """
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { margin: 2.5rem auto; max-width: 62rem; padding: 0 1.5rem; background: #fff; color: #1c1c1c;
  font: 1rem/1.4 Charter, "Bitstream Charter", "Iowan Old Style", Georgia, "Liberation Serif", "Times New Roman", serif; }
header { border-bottom: .12em solid #7a1f1f; margin-bottom: .8em; padding-bottom: .5em; }
h1 { font-size: 1.9em; font-weight: 600; line-height: 1.1; margin: 0 0 .15em; letter-spacing: .01em; }
header p { margin: 0; }
header .agree { margin-top: .35em; }
.summary { color: #444; font-style: italic; }
main { columns: 2; column-gap: 2.2em; }
h2 { break-after: avoid; color: #7a1f1f; font-size: 1em; font-variant: small-caps; font-weight: 600; letter-spacing: .05em;
  line-height: 1.2; margin: .7em 0 .1em; }
section:first-child h2 { margin-top: 0; }
ul { list-style: none; margin: 0; padding: 0; }
li { break-inside: avoid; margin: 0 0 .1em; padding-left: .9em; text-indent: -.9em; }
li::before { color: #aaa; content: "\\2013\\00a0"; }
li:last-child { break-before: avoid; }
li.own { font-weight: 700; }
li.own::before { color: #7a1f1f; content: "\\2666\\00a0"; }
sup { color: #777; font-size: .68em; font-weight: 400; line-height: 0; margin-left: .15em; vertical-align: .38em; }
footer { border-top: 1px solid #ccc; color: #555; font-size: .82em; line-height: 1.3; margin-top: .8em; padding-top: .4em; }
footer p { margin: 0; overflow-wrap: anywhere; }
@media (max-width: 44rem) { main { columns: 1; } }
@page { margin: 11mm 12mm; }
@media print {
  body { font-family: "Times New Roman", "Liberation Serif", Tinos, Times, serif; font-size: SIZEpt; line-height: 1.24;
    margin: 0; max-width: none; padding: 0; print-color-adjust: exact; }
  main { columns: 2; column-gap: 7mm; }
}
"""


def sheet_html(sheet: RuleSheet) -> str:
    """The page: no scripts, nothing loaded from elsewhere, every text escaped."""
    size = type_size(sheet)
    style = STYLE.replace("SIZE", f"{size // 10}.{size % 10}")
    return "\n".join([*_head(sheet, style), *_body(sheet), "</body>", "</html>"])


def _head(sheet: RuleSheet, style: str) -> Iterator[str]:
    yield "<!DOCTYPE html>"
    yield '<html lang="en">'
    yield "<head>"
    yield '<meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{escape(sheet.name)}</title>"
    yield f"<style>{style}</style>"
    yield "</head>"


def _body(sheet: RuleSheet) -> Iterator[str]:
    notes = Notes()
    yield "<body>"
    yield "<header>"
    yield f"<h1>{escape(sheet.name)}</h1>"
    yield f'<p class="summary">{escape(sheet.summary)}</p>'
    if sheet.agree:
        yield f'<p class="agree"><strong>{AGREE}:</strong> {escape(_agreed(sheet))}</p>'
    yield "</header>"
    yield "<main>"
    for section in sheet.sections:
        yield "<section>"
        yield f"<h2>{escape(section.title)}</h2>"
        yield "<ul>"
        for sentence in section.sentences:
            yield _item(sentence, notes.of(sentence))
        yield "</ul>"
        yield "</section>"
    yield "</main>"
    yield "<footer>"
    yield f"<p>{escape(_footer(sheet, notes))}</p>"
    yield "</footer>"


def _item(sentence: Sentence, numbers: tuple[int, ...]) -> str:
    own = ' class="own"' if sentence.own else ""
    rules = f' title="{escape(", ".join(sentence.rules))}"' if sentence.rules else ""
    mark = f"<sup>{','.join(map(str, numbers))}</sup>" if numbers else ""
    return f"<li{own}{rules}>{escape(sentence.text)}{mark}</li>"


def _agreed(sheet: RuleSheet) -> str:
    return "; ".join(agreement.question for agreement in sheet.agree) + "."


def _footer(sheet: RuleSheet, notes: Notes) -> str:
    own = any(sentence.own for section in sheet.sections for sentence in section.sentences)
    said = ["Bold: set by this variant itself."] if own else []
    return "  ".join([*said, *(f"{number} {note}." for number, note in notes.numbered())])


# --- how large the type can be


def type_size(sheet: RuleSheet) -> int:
    """The largest size of type, in tenths of a point, at which the sheet fits on a page of both formats."""
    return next((size for size in SIZES if _fits(sheet, size)), SIZES[-1])


def _fits(sheet: RuleSheet, size: int) -> bool:
    height = max(page_height(sheet, size, _LETTER_WIDTH), page_height(sheet, size, _A4_WIDTH))
    return height * 100 <= _LETTER_HEIGHT * 1000 * _ROOM


def page_height(sheet: RuleSheet, size: int, width: int) -> int:
    """How high the sheet is at a size in tenths of a point on paper of a width in millimetres; in thousandths of a millimetre.

    An estimate: a letter is as wide as half its height, and a line breaks a few letters before its end.
    """
    em = size * 353 // 10  # a point is 0.353 mm
    line = em * 124 // 100
    column = (width - _GAP) * 1000 // 2
    notes = Notes()

    def lines(text: str, room: int, scale: int = 100) -> int:
        per_line = room * 10_000 // (em * LETTER * scale)
        return -(-len(text) // max(1, per_line - 2))

    body = 0
    for section in sheet.sections:
        body += em * 12 // 10 + em * 8 // 10
        for sentence in section.sentences:
            mark = ",".join(map(str, notes.of(sentence)))
            wide = 108 if sentence.own else 100
            body += lines(f"– {sentence.text} {mark}", column, wide) * line + em // 10
    top = em * 19 // 10 * 11 // 10 + lines(sheet.summary, width * 1000) * line + em * 17 // 10
    top += (lines(f"{AGREE}: {_agreed(sheet)}", width * 1000) * line + em // 3) if sheet.agree else 0
    bottom = lines(_footer(sheet, notes), width * 1000, 82) * em * 107 // 100 + em * 12 // 10
    return top + body // 2 + 2 * line + bottom
