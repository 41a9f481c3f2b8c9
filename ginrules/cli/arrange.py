"""`ginrules arrange`: the least deadwood of a hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import click

from ginrules.cards import CardSet, Meld, held, union, write_card, write_cards, write_meld, write_melded
from ginrules.cli import options
from ginrules.cli.hand import read_hand
from ginrules.cli.output import counted, print_json
from ginrules.diagnostics import Json, NotPlayed
from ginrules.engine.melds import melder
from ginrules.rules.catalogue import not_played
from ginrules.rules.resolve import load_variant
from ginrules.rules.variant import BigGin, LimitKind, Needed, Rules

MOST_SHOWN = 100
"""Of more arrangements the first are printed: with jokers there may be hundreds of thousands."""


@click.command(epilog='Example: ginrules arrange "4h 5h 6h 9c 9d 9s Jc Qc Kc 3s"')
@click.argument("cards", nargs=-1, required=True)
@options.variant
@options.overrides
@click.option("--all", "show_all", is_flag=True, help="Every arrangement with the least deadwood, the first hundred of more.")
@options.as_json
@options.variants
def arrange(
    cards: Sequence[str],
    variant_name: str | None,
    overrides: Sequence[str],
    folders: Sequence[Path],
    *,
    show_all: bool,
    json_output: bool,
) -> None:
    """The least deadwood of a hand and its melds.

    With one card too many also what each discard keeps, and whether a knock is possible.
    """
    variant = load_variant(options.ROOT if variant_name is None else variant_name, folders=folders, overrides=overrides)
    gaps = not_played("arrange", variant.values, players=2)
    if gaps:
        raise NotPlayed(", ".join(gaps))
    rules = variant.rules()
    hand = read_hand(" ".join(cards), jokers=rules.deck.jokers)
    splitter = melder(rules.deck, rules.melds)
    size = rules.deal.cards.at(2) if rules.deal.cards.serves(2) else None
    discards = splitter.discards(hand) if size is not None and hand.bit_count() == size + 1 else {}
    best = splitter.arrange(hand)
    if json_output:
        result: dict[str, Json] = {"deadwood": best.deadwood, "melds": [[*write_melded(meld)] for meld in best.melds]}
        if show_all:
            result["all"] = [[[*write_melded(meld)] for meld in spread] for spread in splitter.arrangements(hand)]
        if discards:
            result["discards"] = {write_card(card): kept for card, kept in discards.items()}
        print_json(result)
        return
    spreads = splitter.arrangements(hand) if show_all else (best.melds,)
    for spread in spreads[:MOST_SHOWN]:
        click.echo(f"deadwood {best.deadwood}: {write_spread(spread, hand)}")
    if len(spreads) > MOST_SHOWN:
        click.echo(f"These are {MOST_SHOWN} of {len(spreads)} arrangements; --all --json gives every one.")
    if discards:
        click.echo("")
        for line in _explain_discards(hand, discards, rules):
            click.echo(line)


def write_spread(spread: Sequence[Meld], hand: CardSet) -> str:
    """A hand as the notation writes it: melds in brackets, then the deadwood."""
    loose = hand & ~union(spread)
    return " ".join([*(write_meld(write_melded(meld)) for meld in spread), *write_cards(loose)])


def _explain_discards(hand: CardSet, discards: Mapping[CardSet, int], rules: Rules) -> Iterator[str]:
    """What each discard keeps, best first, and whether one may go out."""
    yield "Throwing one card keeps:"
    by_points: dict[int, list[str]] = {}
    for card, kept in sorted(discards.items(), key=lambda item: (item[1], item[0])):
        if write_card(card) not in by_points.get(kept, ()):  # jokers are alike
            by_points.setdefault(kept, []).append(write_card(card))
    for kept, thrown in by_points.items():
        yield f"  {kept:3}  by throwing {' or '.join(thrown)}"
    if rules.gin.big is not BigGin.NOT_PLAYED and held(union(melder(rules.deck, rules.melds).fullest(hand))) == hand:
        yield "Big gin is possible (gin.big)."
    if 0 in by_points:
        yield f"Gin is possible: throw {' or '.join(by_points[0])}."
    else:
        yield _knock(hand, discards, rules)


def _knock(hand: CardSet, discards: Mapping[CardSet, int], rules: Rules) -> str:
    """Whether a knock is possible where gin is not."""
    from ginrules.engine.legality import knock_limit

    least = min(discards.values())
    if rules.knock.limit.kind in (LimitKind.UPCARD, LimitKind.SIDE_CARD):
        return f"Whether a knock is possible depends on the upcard (knock.limit); it needs a limit of {least}."
    limit = knock_limit(rules, None)
    within = [card for card, kept in discards.items() if limit is None or kept <= limit]
    if not within:
        return f"No knock is possible: the least is {least}, the limit is {limit} (knock.limit)."
    if rules.knock.needs_meld is Needed.REQUIRED:
        splitter = melder(rules.deck, rules.melds)
        within = [card for card in within if splitter.has_meld(hand ^ card)]
    if not within:
        return "No knock is possible: a knocker must show a meld (knock.needs-meld)."
    return f"A knock is possible, with {counted(len(within), 'discard')} (the limit is {'any' if limit is None else limit})."
