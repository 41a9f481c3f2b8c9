"""The rule sheet as a page: well-formed, harmless, and on one sheet of paper."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from ginrules.cli import run
from ginrules.cli.rule_sheet_html import SIZES, STYLE, page_height, sheet_html, type_size
from ginrules.rules.resolve import load_variant, shipped
from ginrules.rules.wording import RuleSheet, rule_sheet

HOUSE = Path(__file__).parent.parent.parent / "docs" / "demo" / "our-house.yaml"
VOID = {"meta"}
ALLOWED = {
    *("html", "head", "meta", "title", "style", "body", "header", "h1", "p", "strong", "main"),
    *("section", "h2", "ul", "li", "sup", "footer"),
}


class Page(HTMLParser):
    """The elements of a page, which must lie in each other; and its words."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()
        self.texts: list[tuple[str, str]] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)
        self.attributes += attrs
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.texts.append((self.open[-1] if self.open else "", data))


def page(name: str) -> str:
    return sheet_html(rule_sheet(load_variant(name)))


@pytest.mark.parametrize("name", [*shipped(), str(HOUSE)])
def test_the_page_is_well_formed_and_says_the_whole_sheet(name: str) -> None:
    sheet = rule_sheet(load_variant(name))
    text = sheet_html(sheet)
    assert text.startswith("<!DOCTYPE html>\n")
    parsed = Page(text)
    assert parsed.seen <= ALLOWED
    said = [words for tag, words in parsed.texts if tag == "li"]
    assert said == [sentence.text for section in sheet.sections for sentence in section.sentences]
    assert [words for tag, words in parsed.texts if tag == "h2"] == [section.title for section in sheet.sections]
    assert ("h1", sheet.name) in parsed.texts


def test_the_page_loads_nothing_and_runs_nothing() -> None:
    text = page("classic")
    assert not re.search(r"<script|<link|<img|@import|url\(|javascript:|\son\w+=", text)
    assert {name for name, _ in Page(text).attributes} <= {"charset", "class", "content", "lang", "name", "title"}


def test_the_command_prints_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["variant", "sheet", "classic", "--html"]) == 0
    assert capsys.readouterr().out == page("classic") + "\n"


def test_what_a_user_wrote_is_escaped(tmp_path: Path) -> None:
    path = tmp_path / "evil.yaml"
    bad = '<script>alert(1)</script>&amp;"'
    path.write_text(
        f"spec: 1\nid: evil\nname: '{bad}'\nsummary: '</p>{bad}'\nextends: standard\nscoring: {{gin: 30}}\n"
        f"sources: {{a: {{title: '<b>{bad}'}}}}\ncites: {{scoring: a}}\n"
    )
    text = page(str(path))
    parsed = Page(text)
    assert parsed.seen <= ALLOWED
    assert "<script" not in text
    assert ("h1", bad) in parsed.texts
    assert any(tag == "p" and f"<b>{bad}" in words for tag, words in parsed.texts)


AGREE = "Agree before play, else it is as written below:"


def test_each_sentence_names_its_rules_and_its_source() -> None:
    text = page(str(HOUSE))
    match = re.search(r'<li class="own" title="scoring.gin">Gin earns 20 points.<sup>(\d+)</sup></li>', text)
    assert match
    assert f"{match[1]} our-house (" in text
    assert f"<strong>{AGREE}</strong> what players do about a knock that the rules refuse.</p>" in text
    assert "Bold: set by this variant itself." in text
    assert "Bold" not in page("standard")


# The formats without the margins of the style: 11 mm above and below, 12 mm at the sides.
LETTER, A4 = (216 - 24, 279 - 22), (210 - 24, 297 - 22)


@pytest.mark.parametrize("name", [*shipped(), str(HOUSE)])
def test_the_page_fits_on_one_sheet_of_paper_in_type_that_can_be_read(name: str) -> None:
    """By the estimate, which printed pages were compared with: they are between 3 and 10 in a hundred lower."""
    sheet = rule_sheet(load_variant(name))
    size = type_size(sheet)
    assert size >= 70
    for width, height in (LETTER, A4):
        assert page_height(sheet, size, width) <= height * 1000
    assert f"font-size: {size // 10}.{size % 10}pt" in sheet_html(sheet)
    assert "@page { margin: 11mm 12mm; }" in STYLE


def independent_height(sheet: RuleSheet, size: int, width: int) -> float:
    """A second estimate in millimetres, from the style alone: 2.35 letters of Times to an em, as measured in this text."""
    em = size / 10 * 25.4 / 72
    letters = (width - 7) / 2 / em * 2.35
    rows = sum(1 + len(sentence.text) // (letters - 6) for section in sheet.sections for sentence in section.sentences)
    items = sum(len(section.sentences) for section in sheet.sections)
    columns = rows * 1.24 * em + items * 0.1 * em + len(sheet.sections) * 2 * em
    return columns / 2 + 9 * em + 6 * em


def test_the_longest_shipped_sheet_fits_by_a_second_estimate() -> None:
    sheets = [rule_sheet(load_variant(name)) for name in shipped()]
    longest = max(sheets, key=lambda sheet: sum(len(one.text) for section in sheet.sections for one in section.sentences))
    for width, height in (LETTER, A4):
        assert independent_height(longest, type_size(longest), width) <= height


def test_more_text_is_set_in_smaller_type_down_to_a_smallest() -> None:
    sheet = rule_sheet(load_variant("classic"))
    longer = sheet._replace(sections=sheet.sections * 2)
    endless = sheet._replace(sections=sheet.sections * 9)
    assert SIZES[0] >= type_size(sheet) > type_size(longer) >= type_size(endless) == SIZES[-1]
    assert list(SIZES) == sorted(SIZES, reverse=True)
