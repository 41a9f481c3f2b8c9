"""The exit codes of every command."""

from enum import IntEnum


class Exit(IntEnum):
    """What a command's exit code says."""

    DONE = 0
    """Answered (a refusal is an answer), or all as expected."""
    DIFFERS = 1
    """A stated expectation does not hold, or a file has errors where checking it is the job."""
    USAGE = 2
    """Options and their values."""
    ENGINE = 3
    """An engine could not start, shake hands, or used up its restarts."""
    INVALID = 4
    """The text, file or variant that the job needs is invalid or unknown, or results cannot be written."""
    NOTHING = 5
    """Nothing was selected, or nothing selected could be asked, or nothing asked was answered."""
    BUG = 6
    """A bug in ginrules."""
    INTERRUPTED = 130
    """Interrupted; what was done is kept. After another signal than that of Ctrl-C it is 128 and its number."""
