"""`ginrules arrange`: the least deadwood of a hand."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ginrules.cards import CardSet, union, write_card, write_cards
from ginrules.cli import options
from ginrules.cli.hand import read_hand
from ginrules.cli.output import counted, print_json

if TYPE_CHECKING:
    from ginrules.rules.variant import Rules


@click.command(epilog='Example: ginrules arrange "4h 5h 6h 9c 9d 9s Jc Qc Kc 3s"')
@click.argument("cards")
@options.variant
@options.overrides
@click.option("--all", "show_all", is_flag=True, help="Every arrangement with the least deadwood.")
@options.as_json
@options.variants
def arrange(
    cards: str,
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
    from ginrules.answer import answer
    from ginrules.engine.melds import melder
    from ginrules.rules.resolve import load_variant

    hand = read_hand(cards)
    variant = load_variant(variant_name or options.ROOT, folders=folders, overrides=overrides)
    result = answer("arrange", {"rules": variant.question_rules("arrange"), "hand": [*write_cards(hand)]})
    rules = variant.rules()
    splitter = melder(rules.deck, rules.melds)
    size = rules.deal.cards.at(2) if rules.deal.cards.serves(2) else None
    discards = splitter.discards(hand) if size is not None and hand.bit_count() == size + 1 else {}
    if json_output:
        if discards:
            result["discards"] = {write_card(card): kept for card, kept in discards.items()}
        print_json(result)
        return
    best = splitter.arrange(hand)
    spreads = splitter.arrangements(hand) if show_all else (best.melds,)
    for spread in spreads:
        click.echo(f"deadwood {best.deadwood}: {write_spread(spread, hand)}")
    if discards:
        _explain_discards(discards, rules)


def write_spread(spread: Sequence[CardSet], hand: CardSet) -> str:
    """A hand as the notation writes it: melds in brackets, then the deadwood."""
    loose = hand & ~union(spread)
    return " ".join([*(f"[{' '.join(write_cards(meld))}]" for meld in spread), *write_cards(loose)])


def _explain_discards(discards: dict[CardSet, int], rules: Rules) -> None:
    """What each discard keeps, best first, and whether one may go out."""
    from ginrules.engine.legality import knock_limit
    from ginrules.rules.variant import LimitKind

    click.echo("")
    click.echo("Throwing one card keeps:")
    by_points: dict[int, list[str]] = {}
    for card, kept in sorted(discards.items(), key=lambda item: (item[1], item[0])):
        by_points.setdefault(kept, []).append(write_card(card))
    for kept, thrown in by_points.items():
        click.echo(f"  {kept:3}  by throwing {' or '.join(thrown)}")
    least = min(by_points)
    if least == 0:
        click.echo(f"Gin is possible: throw {' or '.join(by_points[0])}.")
    elif rules.knock.limit.kind in (LimitKind.UPCARD, LimitKind.SIDE_CARD):
        click.echo(f"Whether a knock is possible depends on the upcard (knock.limit); it needs a limit of {least}.")
    else:
        limit = knock_limit(rules, None)
        able = sum(len(thrown) for kept, thrown in by_points.items() if limit is None or kept <= limit)
        if able:
            click.echo(
                f"A knock is possible, with {counted(able, 'discard')} (the limit is {limit if limit is not None else 'any'})."
            )
        else:
            click.echo(f"No knock is possible: the least is {least}, the limit is {limit} (knock.limit).")
