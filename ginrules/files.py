"""Text files that people wrote: read whole, or refused with the reason."""

from __future__ import annotations

import codecs
from pathlib import Path

from ginrules.diagnostics import Diagnostic, InvalidInput, Span

MEBIBYTE = 1 << 20
STREAMS = ("/dev/stdin", "/dev/fd/", "/proc/self/fd/")
"""Where shells pass a stream as if it were a file: it ends, as other pipes need not."""


def read_text(path: str | Path, limit: int, label: str = "") -> str:
    """The text of a UTF-8 file of at most `limit` bytes, without a byte order mark; `label` is how messages call the file.

    Raises:
        InvalidInput: there is no such file, it is a folder or a pipe, may not be read, is too large, or is not UTF-8.
    """
    name = label or str(path)
    try:
        if not Path(path).is_file() and Path(path).exists() and not str(path).startswith(STREAMS):
            what = "a folder" if Path(path).is_dir() else "no file that can be read to its end"
            raise _refused(name, "not-a-file", f"this is {what}", "name a file")
        with Path(path).open("rb") as file:
            content = file.read(limit + 1)
    except (FileNotFoundError, NotADirectoryError) as error:
        dangling = "this is a link that leads nowhere" if Path(path).is_symlink() else "there is no such file"
        raise _refused(name, "not-found", dangling) from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise _refused(name, "not-readable", f"the file cannot be read: {reason}") from error
    return decode(content, name, limit)


def decode(content: bytes, name: str, limit: int) -> str:
    """The text of some bytes, at most `limit` of them; `name` is what messages call their file.

    Raises:
        InvalidInput: they are too many, or not UTF-8.
    """
    if len(content) > limit:
        raise _refused(name, "too-large", f"the file is larger than {limit // MEBIBYTE} MiB")
    content = content.removeprefix(codecs.BOM_UTF8)
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InvalidInput([_not_text(content, error.start, name)]) from error


def _not_text(content: bytes, place: int, name: str) -> Diagnostic:
    """A byte that is not UTF-8, with the line that it stands in; what cannot be read is shown as a replacement."""
    start = content.rfind(b"\n", 0, place) + 1
    column = len(content[start:place].decode("utf-8")) + 1
    return Diagnostic(
        code="not-utf-8",
        message=f"byte {content[place]:#04x} is not UTF-8",
        file=name,
        span=Span(content.count(b"\n", 0, place) + 1, column, column + 1),
        hint="save the file as UTF-8",
        excerpt=content[start:].split(b"\n", 1)[0].decode("utf-8", "replace").removesuffix("\r"),
    )


def _refused(name: str, code: str, message: str, hint: str = "") -> InvalidInput:
    return InvalidInput([Diagnostic(code=code, message=message, file=name, hint=hint)])
