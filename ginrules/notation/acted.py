"""From the moves of a scenario that is played to the actions of `play`.

One move may be several actions: a knock with melds in brackets is a knock and a show, a lay-off line ends with `done`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ginrules.diagnostics import Json, NotPlayed
from ginrules.notation.asked import GOING, PlayerMove
from ginrules.notation.best_play import best_spreads
from ginrules.notation.clauses import Expect, SpreadClause
from ginrules.notation.dealing import cards_of, dealt
from ginrules.notation.play import reference
from ginrules.notation.questions import COMPARED, Questions, compared, written_lays, written_melds
from ginrules.notation.statements import Do, Hand, LayOffs, Move, Show, Turn, Word
from ginrules.questions import Method
from ginrules.rules.catalogue import not_played, rules_read
from ginrules.rules.variant import Rules


@dataclass(slots=True)
class Actions:
    """The actions of one question, in order."""

    questions: Questions
    base: Mapping[str, Json]
    """The parameters of `play` without actions."""
    moves: tuple[PlayerMove, ...]
    refused: tuple[str, ...] = ()
    """What is expected to refuse the last move; empty: all of them stand."""
    made: list[dict[str, Json]] = field(init=False, default_factory=list)
    last_move_at: int = field(init=False, default=0)
    """Where the actions of the last move begin."""
    knocker: str = field(init=False, default="")
    shown: set[str] = field(init=False, default_factory=set)
    brackets: Mapping[str, list[Json]] = field(init=False)

    def __post_init__(self) -> None:
        hands = self.questions.scenario.own(Hand)
        self.brackets = {hand.name.text: written_melds(hand.spread.melds) for hand in hands if hand.spread.melds}

    def params(self) -> tuple[dict[str, Json], int] | None:
        """The parameters of the question, and how many of its actions are to be accepted; `None` where something is wrong."""
        before = len(self.questions.problems)
        for place, entry in enumerate(self.moves):
            self.last_move_at = len(self.made)
            self._make(place, entry)
        self._show_others("")
        if len(self.questions.problems) > before:
            return None
        made = self.made[: self._first_refused() + 1] if self.refused else self.made
        return {**self.base, "actions": [*made]}, len(made) - bool(self.refused)

    def check_spreads(self, expectations: Iterable[Expect]) -> None:
        """The cards of an expected spread are in the hand; with deadwood written all of them are, apart from those laid off."""
        for expectation in expectations:
            clause = expectation.clause
            if not isinstance(clause, SpreadClause) or self._gaps:
                continue
            name, written = clause.name.text, [dealt(card) for card in clause.spread.cards]
            held = reference(self.base, self.made)["state"]["hands"][name]
            laid = {dealt(card) for entry in self.moves if entry.name.text == name for card in _laid(entry.move)}
            missing = [card for card in held if card not in written and card not in laid]
            foreign = [word for word in clause.spread.cards if dealt(word) not in held]
            for word in foreign:
                self.questions.problem("not-in-hand", f"{word.text} is not in the hand of {name}", word.span)
            if clause.spread.loose and missing and not foreign:
                message = f"deadwood is written here, and {' '.join(missing)} of the hand of {name} is not"
                hint = "write the whole hand, or the melds alone"
                self.questions.problem("spread-incomplete", message, expectation.span, hint)

    def _first_refused(self) -> int:
        """Which of the actions of the last move is refused; the first if the reference refuses none of them."""
        if len(self.made) - self.last_move_at == 1:
            return self.last_move_at
        self._must_be_played()
        accepted = reference(self.base, self.made)["accepted"]
        assert isinstance(accepted, int)
        return accepted if self.last_move_at <= accepted < len(self.made) else self.last_move_at

    @property
    def _gaps(self) -> tuple[str, ...]:
        return not_played(Method.PLAY, self.questions.variant.values, len(self.questions.scenario.players))

    def _must_be_played(self) -> None:
        """Where the reference is needed and does not play the rules, there is no question."""
        if self._gaps:
            raise NotPlayed(", ".join(self._gaps))

    def _add(self, player: str, do: str, **more: Json) -> None:
        self.made.append({"player": player, "do": do, **more})

    def _make(self, place: int, entry: PlayerMove) -> None:
        name, move = entry.name.text, entry.move
        if isinstance(move, Turn):
            self._turn(entry, move)
            return
        self._show_others(name)
        if isinstance(move, Show):
            self.shown.add(name)
            self._add(name, "show", melds=written_melds(move.spread.melds))
        else:
            self._lay_off(place, entry, move)

    def _turn(self, entry: PlayerMove, move: Turn) -> None:
        name = entry.name.text
        thrown: dict[str, Json] = {}
        if move.do in (Do.DISCARD, Do.KNOCK, Do.GIN):
            if move.card is None:
                message = f"{name} holds a card more and throws none of them"
                self.questions.problem("no-discard", message, move.span, f"name the discard: {move.do} 7d")
                return
            thrown = {"card": dealt(move.card)}
        self._add(name, str(move.do), **thrown)
        if entry.goes_out and not self.knocker:
            self.knocker = name
            self._show_brackets(name)

    def _show_brackets(self, name: str) -> None:
        if name in self.brackets and name not in self.shown:
            self.shown.add(name)
            self._add(name, "show", melds=self.brackets[name])

    def _show_others(self, until: str) -> None:
        """Defenders before one of them show the melds in their brackets; all of them, if nobody is named."""
        players = self.questions.scenario.players
        if not self.knocker or until == self.knocker:
            return
        seat = players.index(self.knocker) + 1
        for name in (*players[seat:], *players[: seat - 1]):
            if name == until:
                return
            self._show_brackets(name)

    def _lay_off(self, place: int, entry: PlayerMove, move: LayOffs) -> None:
        name = entry.name.text
        if move.lays and self.knocker and self.knocker not in self.shown:
            self._show_best(entry)
        for cards, onto in written_lays(move.lays):
            self._add(name, "layoff", cards=cards, onto=onto)
        others = [
            (later, other.move)
            for later, other in enumerate(self.moves)
            if other.name.text == name and isinstance(other.move, LayOffs)
        ]
        if not move.lays or (all(laid.lays for _, laid in others) and others[-1][0] == place):
            self._show_brackets(name)
            self._add(name, "done")

    def _show_best(self, entry: PlayerMove) -> None:
        """Show the reference's spread for a knocker who declares none, unless the lay-off is refused for that."""
        if "layoff.onto" in self.refused:
            return
        self._must_be_played()
        out = next(place for place, action in enumerate(self.made) if action["do"] in GOING)
        shows = best_shows(self.base, self.made[: out + 1], self.questions.variant.rules())
        if not shows:
            return
        lays = [*_lays(self.moves)]
        facts = [self._facts(reference(self.base, [*self.made, show, *lays])) for show in shows]
        if any(other != facts[0] for other in facts):
            message = f"{self.knocker} has several best spreads, and these lay-offs come out differently"
            hint = f"declare the melds of {self.knocker} in brackets"
            self.questions.problem("ambiguous-spread", message, entry.span, hint)
        self.made.append(shows[0])
        self.shown.add(self.knocker)

    def _facts(self, reply: Mapping[str, Any]) -> list[Json]:
        said = {**reply.get("result", {}), **{name: reply[name] for name in ("refused",) if name in reply}}
        return [compared(said, fact) for fact in COMPARED]


def best_shows(params: Mapping[str, Any], actions: Sequence[Mapping[str, Json]], rules: Rules) -> list[dict[str, Json]]:
    """The shows that best play leaves to who goes out with the last of the actions; none if that is refused.

    `params` are those of a `play` question, `rules` the rules in them.
    """
    reply = reference(params, [*map(dict, actions)])
    if "refused" in reply or "result" not in reply:
        return []
    out = actions[-1]
    knocker = str(out["player"])
    asked: dict[str, Any] = {
        "rules": {rule: params["rules"][rule] for rule in rules_read(Method.SCORE)},
        "players": params["players"],
        "knocker": knocker,
        "call": out["do"],
        "hands": dict(reply["state"]["hands"]),
    }
    if "card" in out:
        asked |= {"discard": out["card"], "hands": {**asked["hands"], knocker: [*asked["hands"][knocker], out["card"]]}}
    if "upcard" in params:
        asked["upcard"] = params["upcard"]
    return [{"player": knocker, "do": "show", "melds": melds} for melds in best_spreads(asked, rules)]


def _lays(moves: tuple[PlayerMove, ...]) -> Iterator[Json]:
    for entry in moves:
        if isinstance(entry.move, LayOffs):
            for cards, onto in written_lays(entry.move.lays):
                yield {"player": entry.name.text, "do": "layoff", "cards": cards, "onto": onto}


def _laid(move: Move) -> tuple[Word, ...]:
    return cards_of(move) if isinstance(move, LayOffs) else ()
