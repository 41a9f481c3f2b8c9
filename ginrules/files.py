"""Text files that people wrote: read whole, or refused with the reason."""

from __future__ import annotations

from pathlib import Path

from ginrules.diagnostics import Diagnostic, InvalidInput, Span

MEBIBYTE = 1 << 20


def read_text(path: str | Path, limit: int) -> str:
    """The text of a UTF-8 file of at most `limit` bytes, without a byte order mark.

    Raises:
        InvalidInput: there is no such file, it is no file, may not be read, is too large, or is not UTF-8.
    """
    name = str(path)
    try:
        if not Path(path).is_file():
            if Path(path).is_dir():
                raise _refused(name, "not-a-file", "is a folder", "name a file in it")
            if not Path(path).exists():
                raise _refused(name, "not-found", "there is no such file", "")
        with Path(path).open("rb") as file:
            content = file.read(limit + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise _refused(name, "not-readable", f"cannot be read: {reason}", "") from error
    return decode(content, name, limit)


def decode(content: bytes, name: str, limit: int) -> str:
    """The text of some bytes, at most `limit` of them; `name` is what messages call their file.

    Raises:
        InvalidInput: they are too many, or not UTF-8.
    """
    if len(content) > limit:
        raise _refused(name, "too-large", f"is over {limit // MEBIBYTE} MiB", "")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = content[: error.start]
        line = before.count(b"\n") + 1
        column = len(before.rpartition(b"\n")[2].decode("utf-8", "replace")) + 1
        raise InvalidInput(
            [
                Diagnostic(
                    code="not-utf-8",
                    message=f"byte {content[error.start]:#04x} is not UTF-8",
                    file=name,
                    span=Span(line, column, column + 1),
                    hint="save the file as UTF-8",
                )
            ]
        ) from error


def _refused(name: str, code: str, message: str, hint: str) -> InvalidInput:
    return InvalidInput([Diagnostic(code=code, message=message, file=name, hint=hint)])
