"""The cross-checks of the format, one function each: which rules do not go together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ginrules.cards import DECK_SIZE
from ginrules.diagnostics import listed
from ginrules.rules.catalogue import catalogue, has_dealer, seats, write_word
from ginrules.rules.crosschecks import Finding, check
from ginrules.rules.merging import Merged


def in_one_hand(rules: Merged) -> int:
    """The most players in one hand."""
    return max(rules.counts(), default=2) if rules.word("players.format") == "everyone" else 2


def collects_difference(rules: Merged) -> bool:
    """Whether the winner of a hand scores the difference."""
    return rules.word("scoring.collect") == "difference"


def only_gin(rules: Merged) -> bool:
    """Whether nobody may knock."""
    return rules.word("knock.limit") == "gin-only"


@check("count-format", "players.count", "players.format")
def _count_format(rules: Merged) -> Iterator[Finding]:
    format_ = str(rules.word("players.format"))
    hint = "; ".join(f"{name} {_span(seats(str(name)))}" for name in catalogue()["players.format"].words)
    for place, count in enumerate(rules.counts()):
        if count not in seats(format_):
            yield Finding("players.count", f"{count} players cannot play {format_}", hint, within=(place,))


def _span(counts: Sequence[int]) -> str:
    """Counts in words: `2`, `2 to 5`, `4, 6 or 8`."""
    first, last = counts[0], counts[-1]
    if last - first + 1 == len(counts) > 1:
        return f"{first} to {last}"
    return listed([str(count) for count in counts], "or")


@check("cards-fit", "deal.cards", "players.count", "players.format", "deck.jokers", "stock.floor", "deal.opening")
def _cards_fit(rules: Merged) -> Iterator[Finding]:
    deck = DECK_SIZE + rules.number("deck.jokers")
    cards = rules.values["deal.cards"]
    for count in rules.counts():
        each = cards.get(str(count)) if isinstance(cards, dict) else cards
        hands = count if rules.word("players.format") == "everyone" else 2
        if isinstance(each, int):
            # Where a card is turned, whoever does not take it must have one to draw.
            turned = ("the extra card",) if rules.word("deal.opening") == "extra-card" else ("the upcard", "a card to draw")
            needed = hands * each + len(turned) + rules.number("stock.floor")
            if needed > deck:
                within = (str(count),) if isinstance(cards, dict) else ()
                parts = ", ".join((f"{hands} hands of {each}", *turned))
                message = f"{parts} and the floor need {needed} cards; the deck has {deck}"
                hint = "in partnership two hands share a pack, not all" if rules.word("players.format") == "partnership" else ""
                yield Finding("deal.cards", message, hint, within=within)
                if not within:
                    return


@check("count-missing", "deal.cards", "players.count")
def _cards_missing(rules: Merged) -> Iterator[Finding]:
    table = rules.values["deal.cards"]
    if isinstance(table, dict):
        yield from _missing(rules, "deal.cards", table)


@check("count-missing", "game.end", "players.count")
def _points_missing(rules: Merged) -> Iterator[Finding]:
    table = rules.field("game.end", "points")
    if isinstance(table, dict):
        yield from _missing(rules, "game.end", table)


def _missing(rules: Merged, rule: str, table: Mapping[str, object]) -> Iterator[Finding]:
    for count in rules.counts():
        if str(count) not in table:
            yield Finding(rule, f"no number for {count} players", "write one number for all")


@check("unused-count", "deal.cards", "players.count", alone=True)
def _cards_unused(rules: Merged) -> Iterator[Finding]:
    yield from _unused(rules, "deal.cards", ())


@check("unused-count", "game.end", "players.count", alone=True)
def _points_unused(rules: Merged) -> Iterator[Finding]:
    yield from _unused(rules, "game.end", ("points",))


def _unused(rules: Merged, rule: str, within: tuple[str, ...]) -> Iterator[Finding]:
    """Counts that a table of the file in hand names and that may not play; the merged table is cut already."""
    written = rules.top.rules.get(rule)
    for part in within:
        written = written.get(part) if isinstance(written, dict) else None
    if isinstance(written, dict):
        for count in written:
            if int(count) not in rules.counts():
                yield Finding(rule, f"{count} players may not play", within=(*within, count))


@check("set-range", "melds.set-min", "melds.set-max")
def _set_range(rules: Merged) -> Iterator[Finding]:
    fewest, most = rules.number("melds.set-min"), rules.number("melds.set-max")
    if fewest > most:
        yield Finding("melds.set-min", f"a set cannot have at least {fewest} and at most {most} cards")


@check("run-range", "melds.run-min", "melds.run-max")
def _run_range(rules: Merged) -> Iterator[Finding]:
    fewest, most = rules.number("melds.run-min"), rules.values["melds.run-max"]
    if isinstance(most, int) and fewest > most:
        yield Finding("melds.run-min", f"a run cannot have at least {fewest} and at most {most} cards")


@check("upcard-missing", "knock.limit", "deal.opening")
def _limit_upcard(rules: Merged) -> Iterator[Finding]:
    if rules.word("deal.opening") == "extra-card" and rules.word("knock.limit") == "upcard":
        yield Finding("knock.limit", "knock.limit upcard needs an upcard; deal.opening extra-card turns none")


@check("upcard-missing", "scoring.spades", "deal.opening")
def _spades_upcard(rules: Merged) -> Iterator[Finding]:
    spades = rules.word("scoring.spades")
    if rules.word("deal.opening") == "extra-card" and spades != "nothing":
        yield Finding("scoring.spades", f"scoring.spades {spades} needs an upcard; deal.opening extra-card turns none")


@check("only-gin", "knock.limit", "knock.comparison")
def _only_gin(rules: Merged) -> Iterator[Finding]:
    if rules.word("knock.comparison") == "below" and rules.field("knock.limit", "points") == 1:
        yield Finding("knock.limit", "below 1 is gin only", "knock.limit: gin-only")


@check("big-gin-unplayed", "scoring.big-gin", "gin.big", alone=True)
def _big_gin_unplayed(rules: Merged) -> Iterator[Finding]:
    if rules.word("gin.big") == "not-played":
        yield Finding("scoring.big-gin", "big gin is not played", "add `gin: {big: replaces}`")


@check("big-gin-unpaid", "gin.big", "scoring.big-gin")
def _big_gin_unpaid(rules: Merged) -> Iterator[Finding]:
    if rules.word("gin.big") != "not-played" and rules.number("scoring.big-gin") == 0:
        yield Finding("gin.big", "big gin pays nothing")


@check("big-gin-adds", "gin.big", "scoring.big-gin", "scoring.gin")
def _big_gin_adds(rules: Merged) -> Iterator[Finding]:
    big, plain = rules.number("scoring.big-gin"), rules.number("scoring.gin")
    if rules.word("gin.big") == "adds" and big >= plain > 0:
        yield Finding("gin.big", f"adds {big} on top of gin's {plain}", "did you mean 'replaces'?")


@check("big-gin-low", "scoring.big-gin", "gin.big", "scoring.gin")
def _big_gin_low(rules: Merged) -> Iterator[Finding]:
    big, plain = rules.number("scoring.big-gin"), rules.number("scoring.gin")
    if rules.word("gin.big") == "replaces" and 0 < big < plain:
        yield Finding("scoring.big-gin", f"big gin pays {big}, less than gin's {plain}", "did you mean 'gin: {big: adds}'?")


@check("gin-off-low", "scoring.gin-off", "scoring.undercut", "knock.limit")
def _gin_off_low(rules: Merged) -> Iterator[Finding]:
    off, undercut = rules.values["scoring.gin-off"], rules.number("scoring.undercut")
    if isinstance(off, int) and off < undercut and not only_gin(rules):
        message = f"{off} is below scoring.undercut {undercut}: a defender would do better by keeping a card"
        yield Finding("scoring.gin-off", message, f"{undercut} or more, or null")


@check("order-matters", "layoff.onto", "players.format", "players.count", "layoff.on-knock", "layoff.on-gin")
def _order_matters(rules: Merged) -> Iterator[Finding]:
    laid_off = "allowed" in (rules.word("layoff.on-knock"), rules.word("layoff.on-gin"))
    if in_one_hand(rules) > 2 and laid_off and rules.word("layoff.onto") == "extended":
        message = "several defenders on extended melds: undeclared lay-offs may be ambiguous"
        yield Finding("layoff.onto", message, "layoff.onto: original")


@check("shared-lowest", "scoring.shared-undercut", "scoring.showdown", alone=True)
def _shared_lowest(rules: Merged) -> Iterator[Finding]:
    if rules.word("scoring.showdown") != "lowest-wins":
        yield Finding("scoring.shared-undercut", "scoring.shared-undercut needs scoring.showdown lowest-wins")


@check("doubling-two", "scoring.doubling", "scoring.collect", "players.format", "players.count")
def _doubling_two(rules: Merged) -> Iterator[Finding]:
    if rules.word("scoring.doubling") == "offers" and (in_one_hand(rules) > 2 or not collects_difference(rules)):
        yield Finding("scoring.doubling", "doubling needs two in a hand and scoring.collect difference")


@check("penalties-columns", "game.columns", "scoring.collect")
def _penalties_columns(rules: Merged) -> Iterator[Finding]:
    if rules.word("game.columns") != "single" and not collects_difference(rules):
        yield Finding("game.columns", "several columns need scoring.collect difference")


@check("penalties-teams", "players.format", "scoring.collect")
def _penalties_teams(rules: Merged) -> Iterator[Finding]:
    if rules.word("players.format") == "partnership" and not collects_difference(rules):
        yield Finding("players.format", f"partnership nets differences; scoring.collect is {rules.word('scoring.collect')}")


@check("penalties-shutout", "game.shutout", "scoring.collect")
def _penalties_shutout(rules: Merged) -> Iterator[Finding]:
    if rules.word("game.shutout") != "none" and not collects_difference(rules):
        message = f"game.shutout {rules.word('game.shutout')} needs scoring.collect difference"
        yield Finding("game.shutout", message, "game.shutout: none")


@check("penalties-boxes", "boxes.value", "scoring.collect")
def _penalties_boxes(rules: Merged) -> Iterator[Finding]:
    if rules.number("boxes.value") > 0 and not collects_difference(rules):
        yield Finding("boxes.value", "every winner gets a box, nobody is charged one", "boxes.value: 0")


@check("penalties-target", "game.end", "scoring.collect")
def _penalties_target(rules: Merged) -> Iterator[Finding]:
    if rules.word("game.end") == "target" and not collects_difference(rules):
        yield Finding("game.end", "totals may stay below the target for ever", "game.end: {kind: rounds, rounds: 5}")


@check("paid-unsettled", "game.shutout", "game.settlement")
def _paid_unsettled(rules: Merged) -> Iterator[Finding]:
    if rules.word("game.shutout") == "paid" and rules.word("game.settlement") == "none":
        yield Finding("game.shutout", "paid is paid at the settlement; there is none")


@check("columns-target", "game.columns", "game.end")
def _columns_target(rules: Merged) -> Iterator[Finding]:
    if rules.word("game.columns") != "single" and rules.word("game.end") != "target":
        yield Finding("game.columns", f"columns need a target; game.end is {rules.word('game.end')}")


@check("columns-match", "game.match", "game.columns")
def _columns_match(rules: Merged) -> Iterator[Finding]:
    if rules.word("game.columns") != "single" and rules.word("game.match") != "single":
        yield Finding("game.match", "columns are a match already", "game.match: single")


@check("columns-factor", "game.columns", "game.settlement")
def _columns_factor(rules: Merged) -> Iterator[Finding]:
    factors = rules.field("game.columns", "factors")
    if isinstance(factors, list) and any(factor != 1 for factor in factors) and rules.word("game.settlement") == "none":
        yield Finding("game.columns", f"factors {write_word(factors)} multiply the settlement; there is none")


@check("columns-endless", "game.columns")
def _columns_endless(rules: Merged) -> Iterator[Finding]:
    factors = rules.field("game.columns", "factors")
    if rules.field("game.columns", "endless") and isinstance(factors, list) and any(factor != factors[0] for factor in factors):
        yield Finding("game.columns", "endless needs equal factors")


@check("dealer-format", "deal.next-dealer", "players.format")
def _dealer_format(rules: Merged) -> Iterator[Finding]:
    dealer, format_ = str(rules.word("deal.next-dealer")), str(rules.word("players.format"))
    if not has_dealer(format_, dealer):
        message = "there is no box" if dealer == "box" else "nobody sits out"
        yield Finding("deal.next-dealer", f"{message} in {format_}")


@check("returns-forbidden", "turn.returns-limit", "turn.return-taken")
def _returns_forbidden(rules: Merged) -> Iterator[Finding]:
    if rules.values["turn.returns-limit"] is not None and rules.word("turn.return-taken") != "allowed":
        message = f"a taken card may not be returned; turn.return-taken is {rules.word('turn.return-taken')}"
        yield Finding("turn.returns-limit", message, "turn.return-taken: allowed")


@check("no-last-discard", "stock.last-discard", "stock.ends", "stock.exhausted")
def _no_last_discard(rules: Merged) -> Iterator[Finding]:
    if rules.word("stock.last-discard") == "untouchable":
        return
    if rules.word("stock.ends") == "after-draw":
        yield Finding("stock.last-discard", "after-draw leaves no discard", "stock.last-discard: untouchable")
    elif rules.word("stock.exhausted") == "reshuffle":
        yield Finding("stock.last-discard", "reshuffle never ends the hand", "stock.last-discard: untouchable")


@check("joker-count", "deck.jokers", "deck.values")
def _joker_count(rules: Merged) -> Iterator[Finding]:
    written = rules.top.rules.get("deck.values")
    says = isinstance(written, dict) and "joker" in written
    agreed = {"deck.values", "deck.values.joker"}.intersection(rules.top.agree)
    if rules.number("deck.jokers") > 0 and rules.wrote("deck.jokers") and not says and not agreed:
        table = rules.values["deck.values"]
        count = table.get("joker") if isinstance(table, dict) else None
        say = f"say it here: deck: {{jokers: {rules.number('deck.jokers')}, values: {{joker: {count}}}}}"
        message = f"a joker left in the hand counts {count}, which is inherited"
        yield Finding("deck.jokers", message, f"{say}, or list deck.values.joker in `agree`")


@check("boxes-worthless", "boxes.value", "boxes.gin", "boxes.undercut", "boxes.gin-off", "boxes.sweep", "scoring.spades")
def _boxes_worthless(rules: Merged) -> Iterator[Finding]:
    if rules.number("boxes.value") > 0:
        return
    for rule in ("boxes.gin", "boxes.undercut", "boxes.gin-off", "boxes.sweep"):
        if rules.number(rule) > 0:
            yield Finding(
                rule, f"{rule} counts boxes, and a box is worth 0", "give boxes.value a number", others=("boxes.value",)
            )
    if rules.word("scoring.spades") in ("doubles-points-and-extra-boxes", "doubles-points-and-boxes"):
        message = "a spade doubles boxes, and a box is worth 0"
        yield Finding("scoring.spades", message, "doubles-points", others=("boxes.value",))


@check("extra-boxes-none", "scoring.spades", "boxes.gin", "boxes.undercut", "boxes.gin-off", "boxes.sweep", "boxes.value")
def _extra_boxes_none(rules: Merged) -> Iterator[Finding]:
    none = all(rules.number(rule) == 0 for rule in ("boxes.gin", "boxes.undercut", "boxes.gin-off", "boxes.sweep"))
    if rules.word("scoring.spades") == "doubles-points-and-extra-boxes" and none and rules.number("boxes.value") > 0:
        yield Finding("scoring.spades", "no extra boxes to double", "doubles-points")


@check("may-not-end", "stock.exhausted", "turn.takes-limit")
def _may_not_end(rules: Merged) -> Iterator[Finding]:
    if rules.word("stock.exhausted") == "reshuffle" and rules.values["turn.takes-limit"] is None:
        yield Finding("stock.exhausted", "a reshuffled hand may go on for ever", "give turn.takes-limit a number")
