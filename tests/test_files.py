"""Reading the files of users: what is refused, and how."""

import os
from pathlib import Path

import pytest

from ginrules.diagnostics import InvalidInput
from ginrules.files import decode, read_text


def refusal(path: Path | str) -> tuple[str, str]:
    with pytest.raises(InvalidInput) as error:
        read_text(path, 100)
    (diagnostic,) = error.value.diagnostics
    return diagnostic.code, diagnostic.message


def test_a_file_is_read_without_its_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes("\ufeffzwölf".encode())
    assert read_text(path, 100) == "zwölf"


def test_what_is_no_file_is_refused_before_it_is_opened(tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    (tmp_path / "dangling").symlink_to(tmp_path / "nowhere")
    assert refusal(fifo) == ("not-a-file", "this is no file that can be read to its end")
    assert refusal(tmp_path) == ("not-a-file", "this is a folder")
    assert refusal("/dev/zero")[0] == "not-a-file"
    assert refusal(tmp_path / "dangling") == ("not-found", "this is a link that leads nowhere")
    assert refusal(tmp_path / "nowhere") == ("not-found", "there is no such file")
    assert refusal(tmp_path / "loop")[0] == "not-readable"
    assert refusal("a\0b")[0] == "not-readable"


def test_a_byte_that_is_not_utf_8_is_shown_in_its_line() -> None:
    with pytest.raises(InvalidInput) as error:
        decode(b"\xef\xbb\xbfone\ntw\xffo\n", "f", 100)
    (diagnostic,) = error.value.diagnostics
    assert (diagnostic.code, diagnostic.span and (diagnostic.span.line, diagnostic.span.column)) == ("not-utf-8", (2, 3))
    assert diagnostic.excerpt == "tw\ufffdo"


def test_a_large_file_is_not_read_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "large"
    path.write_text("a" * 101)
    assert refusal(path)[0] == "too-large"
