"""What the adapters of foreign engines share: how their process starts, and how a deal is played out at their table."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Protocol

from ginrules.adapters.deal import Action, Deal
from ginrules.diagnostics import Json
from ginrules.verify.server import Engine, replies_only, serve

MISSING_LIBRARY = 2
"""The exit code where the library is not installed."""


class Refused(Exception):
    """The engine does not offer an action; the text says what it was."""


class Table(Protocol):
    """A deal in play in a foreign engine."""

    def act(self, action: Action, later: Sequence[Action]) -> None:
        """Take one action; raises `Refused`, and then nothing has changed, or `NotPlayed`.

        `later`: the actions after it, as what is laid onto one meld in several actions has no order.
        """

    def state(self) -> dict[str, Json]:
        """The referee's view, as in a reply to `play`."""

    def legal(self) -> list[Json] | None:
        """All that the player in turn may do; None in the showdown and after the end."""

    def result(self) -> dict[str, Json] | None:
        """How the hand ended; None while it goes on, or where a choice is open that the engine does not make."""


def play_out(table: Table, deal: Deal) -> dict[str, Json]:
    """The reply to a `play` question: the actions are taken in order up to the first that is refused."""
    reply: dict[str, Json] = {}
    accepted = 0
    for number, action in enumerate(deal.actions):
        try:
            table.act(action, deal.actions[number + 1 :])
        except Refused as refused:
            reply["refused"] = {"rules": [], "message": str(refused), "player": action.player}
            break
        accepted += 1
    reply |= {"accepted": accepted, "state": table.state()}
    legal = table.legal() if deal.asks_legal else None
    if legal is not None:
        reply["legal"] = legal
    result = table.result()
    if result is not None:
        reply["result"] = result
    return reply


def run(load: Callable[[], Engine]) -> None:
    """Serve the engine that `load` returns, which imports the foreign library.

    Exits with code 2, and says on the standard error what to install, where the library is missing.
    """
    replies = replies_only()
    try:
        engine = load()
    except ImportError as error:
        sys.stderr.write(f'{error}; install it with: pip install "ginrules[engines]"\n')
        sys.exit(MISSING_LIBRARY)
    with replies:
        serve(engine, stdout=replies)
