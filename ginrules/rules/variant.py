"""The rules that an engine reads, as frozen values.

A field's path is its rule id: `Rules.knock.limit` is `knock.limit`, `Rules.melds.run_max` is `melds.run-max`. The words of the
enumerations are those of the YAML. What each value means stands in `spec/variant.schema.json`, beside the rule; a field
that a kind has not is `None`. Customs of the table are not here: they change no answer.

The sections are named tuples: as frozen as dataclasses, and every command line pays for making their classes.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from ginrules.diagnostics import NotPlayed


class UnplayedRule(NotPlayed):
    """A value of a rule that the engine does not play yet, so that nothing is ever priced as if it had another.

    A request with such a value is refused before (`x-played` in the schema); this is for callers that ask the engine itself.
    """

    def __init__(self, rule: str, value: object) -> None:
        self.rule = rule
        super().__init__(f"{rule} = {value}")


class Format(StrEnum):
    """`players.format`"""

    HEAD_TO_HEAD = "head-to-head"
    EVERYONE = "everyone"
    ROTATING = "rotating"
    CAPTAIN = "captain"
    IN_THE_BOX = "in-the-box"
    PARTNERSHIP = "partnership"

    @property
    def most_in_a_hand(self) -> int:
        """How many may play in one hand, with one pack; two may in every format."""
        return 5 if self is Format.EVERYONE else 2


class Opening(StrEnum):
    """`deal.opening`"""

    UPCARD_OFFERED = "upcard-offered"
    UPCARD_OPEN = "upcard-open"
    EXTRA_CARD = "extra-card"


class NextDealer(StrEnum):
    """`deal.next-dealer`"""

    WINNER = "winner"
    LOSER = "loser"
    IN_TURN = "in-turn"
    SITTING_OUT = "sitting-out"
    COMING_IN = "coming-in"
    BOX = "box"


class AfterDeadHand(StrEnum):
    """`deal.after-dead-hand`"""

    SAME_DEALER = "same-dealer"
    NEXT_DEALER = "next-dealer"


class ReturnTaken(StrEnum):
    """`turn.return-taken`"""

    FORBIDDEN = "forbidden"
    ALLOWED = "allowed"
    ONLY_TO_KNOCK = "only-to-knock"


class JokerTaken(StrEnum):
    """`turn.joker-taken`"""

    FREE = "free"
    ONLY_INTO_MELD = "only-into-meld"


class StockEnds(StrEnum):
    """`stock.ends`"""

    AFTER_DISCARD = "after-discard"
    AFTER_DRAW = "after-draw"


class LastDiscard(StrEnum):
    """`stock.last-discard`"""

    UNTOUCHABLE = "untouchable"
    TO_GO_OUT = "to-go-out"
    FREE = "free"


class StockExhausted(StrEnum):
    """`stock.exhausted`"""

    DEAD_HAND = "dead-hand"
    RESHUFFLE = "reshuffle"


class Ace(StrEnum):
    """`melds.ace`"""

    LOW = "low"
    HIGH_OR_LOW = "high-or-low"
    ROUND_THE_CORNER = "round-the-corner"


class LimitKind(StrEnum):
    """The kinds of `knock.limit`"""

    FIXED = "fixed"
    UPCARD = "upcard"
    SIDE_CARD = "side-card"
    GIN_ONLY = "gin-only"
    ANY = "any"


class AceLimit(StrEnum):
    """The limit that an ace sets, in `knock.limit`"""

    ONE = "one"
    GIN_ONLY = "gin-only"


class Comparison(StrEnum):
    """`knock.comparison`"""

    AT_MOST = "at-most"
    BELOW = "below"


class Needed(StrEnum):
    """`knock.needs-meld`"""

    REQUIRED = "required"
    NOT_REQUIRED = "not-required"


class GinChoice(StrEnum):
    """`gin.choice`"""

    OPTIONAL = "optional"
    FORCED = "forced"


class BigGin(StrEnum):
    """`gin.big`"""

    NOT_PLAYED = "not-played"
    REPLACES = "replaces"
    ADDS = "adds"


class Permission(StrEnum):
    """`layoff.on-knock`, `layoff.on-gin`"""

    ALLOWED = "allowed"
    FORBIDDEN = "forbidden"


class Onto(StrEnum):
    """`layoff.onto`"""

    EXTENDED = "extended"
    ORIGINAL = "original"


class OwnMelds(StrEnum):
    """`layoff.own-melds`"""

    FREE = "free"
    FIXED_FIRST = "fixed-first"


class ShowdownOrder(StrEnum):
    """`scoring.showdown`"""

    EACH_WITH_KNOCKER = "each-with-knocker"
    LOWEST_WINS = "lowest-wins"


class CollectKind(StrEnum):
    """The kinds of `scoring.collect`"""

    DIFFERENCE = "difference"
    PENALTIES = "penalties"
    PAYMENTS = "payments"


class Tie(StrEnum):
    """`scoring.tie`"""

    UNDERCUT = "undercut"
    UNDERCUT_WITHOUT_BONUS = "undercut-without-bonus"
    NO_SCORE = "no-score"
    KNOCKER = "knocker"


class GinTie(StrEnum):
    """`scoring.gin-tie`"""

    GIN = "gin"
    NO_SCORE = "no-score"


class SharedUndercut(StrEnum):
    """`scoring.shared-undercut`"""

    ALL = "all"
    NEXT_IN_TURN = "next-in-turn"


class Spades(StrEnum):
    """`scoring.spades`"""

    NOTHING = "nothing"
    DOUBLES_POINTS = "doubles-points"
    DOUBLES_POINTS_AND_EXTRA_BOXES = "doubles-points-and-extra-boxes"
    DOUBLES_POINTS_AND_BOXES = "doubles-points-and-boxes"


class DoublingKind(StrEnum):
    """The kinds of `scoring.doubling`"""

    NONE = "none"
    OFFERS = "offers"


class BoxesWhen(StrEnum):
    """`boxes.when`"""

    AT_END = "at-end"
    AT_ONCE = "at-once"


class EndKind(StrEnum):
    """The kinds of `game.end`"""

    TARGET = "target"
    ROUNDS = "rounds"
    TIME = "time"


class DeadHand(StrEnum):
    """`game.dead-hand`"""

    REPLAYED = "replayed"
    COUNTS = "counts"


class GameWinner(StrEnum):
    """`game.winner`"""

    FIRST_TO_TARGET = "first-to-target"
    HIGHEST_TOTAL = "highest-total"


class ShutoutKind(StrEnum):
    """The kinds of `game.shutout`"""

    NONE = "none"
    FLAT = "flat"
    DOUBLES_HANDS = "doubles-hands"
    DOUBLES_HANDS_AND_BONUS = "doubles-hands-and-bonus"
    DOUBLES_ALL = "doubles-all"
    PAID = "paid"


class ShutoutWhen(StrEnum):
    """`game.shutout-when`, and who pays double in `game.settlement`"""

    NO_POINTS = "no-points"
    NO_HANDS = "no-hands"


class SettlementKind(StrEnum):
    """The kinds of `game.settlement`"""

    NONE = "none"
    DIFFERENCE = "difference"


class ColumnsKind(StrEnum):
    """The kinds of `game.columns`"""

    SINGLE = "single"
    HOLLYWOOD = "hollywood"


class LateEntry(StrEnum):
    """Where a late first win is entered, in `game.columns`"""

    NEXT_OPEN = "next-open"
    BY_COUNT = "by-count"


class WonBy(StrEnum):
    """Who wins a game of several columns, in `game.columns`"""

    SETTLEMENT = "settlement"
    MOST_COLUMNS = "most-columns"


class MatchKind(StrEnum):
    """The kinds of `game.match`"""

    SINGLE = "single"
    FIRST_TO = "first-to"
    ALL_PLAYED = "all-played"
    AGGREGATE = "aggregate"


class Opponents(StrEnum):
    """`teams.opponents`"""

    FIXED = "fixed"
    PER_GAME = "per-game"
    PER_HAND = "per-hand"


class Amount(NamedTuple):
    """A number for every count of players, or one for each count."""

    single: int | None
    by_count: tuple[tuple[int, int], ...] = ()

    def serves(self, players: int) -> bool:
        """Whether there is a number for that count of players."""
        return self.single is not None or players in dict(self.by_count)

    def at(self, players: int) -> int:
        """The number for a count of players.

        Raises:
            KeyError: there is none for that count.
        """
        return self.single if self.single is not None else dict(self.by_count)[players]


class CardValues(NamedTuple):
    """`deck.values`: points in deadwood, 0 to 99, ace to king, and of an unmelded joker."""

    by_rank: tuple[int, ...]
    joker: int


class Limit(NamedTuple):
    """`knock.limit`; `points` of `fixed`, `ace` and `cap` (`None`: no cap) of `upcard` and `side-card`."""

    kind: LimitKind
    points: int | None = None
    ace: AceLimit | None = None
    cap: int | None = None


class Collect(NamedTuple):
    """`scoring.collect`; `gin_factor` of `penalties`."""

    kind: CollectKind
    gin_factor: int | None = None


class Doubling(NamedTuple):
    """`scoring.doubling`; `refusal` and `limit` (`None`: no limit) of `offers`."""

    kind: DoublingKind
    refusal: int | None = None
    limit: int | None = None


class End(NamedTuple):
    """`game.end`; each kind has the field of its name."""

    kind: EndKind
    points: Amount | None = None
    rounds: int | None = None
    minutes: int | None = None


class ShutoutBonus(NamedTuple):
    """`game.shutout`; `points` of `flat` and `paid`."""

    kind: ShutoutKind
    points: int | None = None


class Settlement(NamedTuple):
    """`game.settlement`; `None`: never doubled, not rounded."""

    kind: SettlementKind
    doubled_when: ShutoutWhen | None = None
    round_to: int | None = None


class Columns(NamedTuple):
    """`game.columns`; the fields are those of `hollywood`."""

    kind: ColumnsKind
    factors: tuple[int, ...] | None = None
    late_entry: LateEntry | None = None
    won_by: WonBy | None = None
    endless: bool | None = None


class Match(NamedTuple):
    """`game.match`; `games` of `first-to` and `all-played`, `points` of `aggregate`."""

    kind: MatchKind
    games: int | None = None
    points: int | None = None


class PlayersRules(NamedTuple):
    """Section `players`."""

    format: Format


class DeckRules(NamedTuple):
    """Section `deck`."""

    jokers: int
    values: CardValues


class DealRules(NamedTuple):
    """Section `deal`."""

    cards: Amount
    opening: Opening
    next_dealer: NextDealer
    after_dead_hand: AfterDeadHand


class TurnRules(NamedTuple):
    """Section `turn`."""

    return_taken: ReturnTaken
    joker_taken: JokerTaken
    returns_limit: int | None
    takes_limit: int | None


class StockRules(NamedTuple):
    """Section `stock`."""

    floor: int
    ends: StockEnds
    last_discard: LastDiscard
    exhausted: StockExhausted


class MeldRules(NamedTuple):
    """Section `melds`."""

    ace: Ace
    set_min: int
    set_max: int
    run_min: int
    run_max: int | None


class KnockRules(NamedTuple):
    """Section `knock`."""

    limit: Limit
    comparison: Comparison
    needs_meld: Needed


class GinRules(NamedTuple):
    """Section `gin`."""

    choice: GinChoice
    big: BigGin


class LayoffRules(NamedTuple):
    """Section `layoff`."""

    on_knock: Permission
    on_gin: Permission
    onto: Onto
    own_melds: OwnMelds


class ScoringRules(NamedTuple):
    """Section `scoring`."""

    showdown: ShowdownOrder
    collect: Collect
    knock: int
    gin: int
    big_gin: int
    undercut: int
    gin_off: int | None
    tie: Tie
    gin_tie: GinTie
    shared_undercut: SharedUndercut
    spades: Spades
    doubling: Doubling


class BoxRules(NamedTuple):
    """Section `boxes`."""

    value: int
    when: BoxesWhen
    gin: int
    undercut: int
    gin_off: int | None
    sweep: int

    @property
    def worth_at_once(self) -> int:
        """Points a box that are written with its hand; 0 where boxes count at the end (`boxes.when`, T4)."""
        return self.value if self.when is BoxesWhen.AT_ONCE else 0


class GameRules(NamedTuple):
    """Section `game`."""

    end: End
    dead_hand: DeadHand
    winner: GameWinner
    bonus: int
    shutout: ShutoutBonus
    shutout_when: ShutoutWhen
    settlement: Settlement
    columns: Columns
    match: Match


class TeamRules(NamedTuple):
    """Section `teams`."""

    opponents: Opponents


class Rules(NamedTuple):
    """Every rule that can change an answer."""

    players: PlayersRules
    deck: DeckRules
    deal: DealRules
    turn: TurnRules
    stock: StockRules
    melds: MeldRules
    knock: KnockRules
    gin: GinRules
    layoff: LayoffRules
    scoring: ScoringRules
    boxes: BoxRules
    game: GameRules
    teams: TeamRules

    def cannot_seat(self, players: int) -> str:
        """Why so many, two or more, cannot play one hand, in words; an empty text if they can (`players.format`, H0)."""
        most = self.players.format.most_in_a_hand
        if players <= most:
            return ""
        table = "two play at a table" if self.players.format is Format.PARTNERSHIP else f"{most} at most"
        return f"{players} players in one hand: {table} (players.format = {self.players.format})"

    def cards_each(self, players: int) -> int | None:
        """How many cards each is dealt where so many are in the hand; `None`: no number is stated (`deal.cards`).

        A table counts the players of the game; of these only two are in a hand of a partnership, and nothing says how many
        sit elsewhere, so that there the table must have the same number for all.
        """
        cards = self.deal.cards
        if cards.serves(players):
            return cards.at(players)
        numbers = {number for _, number in cards.by_count}
        return numbers.pop() if self.players.format is Format.PARTNERSHIP and len(numbers) == 1 else None
