"""A showdown of two to five players, written straight from the order of computation: slow, obvious, and no part of the engine.

`score(params)` takes the parameters of the protocol's `score` and gives its facts, or the set of ids for which it is refused.
`answers(params)` gives all the answers that the rules allow: several where an earlier defender's equally good lay-offs leave a
later one different counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations, product
from typing import Any

from tests.oracle import payment
from tests.oracle.melds import (
    Cards,
    Family,
    Rules,
    best_of,
    best_spreads,
    is_meld,
    jokers,
    jokers_apart,
    may_go_together,
    namings,
    naturals,
    points,
    shapes,
    spreads,
    stands_for,
    without,
)

Facts = dict[str, Any]


class Ambiguous(ValueError):
    """A question whose answer hangs on a choice that the rules leave open."""


def score(params: Mapping[str, Any]) -> Facts:
    first, *others = answers(params)
    if others:
        raise Ambiguous
    return first


def answers(params: Mapping[str, Any]) -> list[Facts]:
    rules = params["rules"]
    kept = kept_cards(params)
    declared = params.get("spreads", {}).get(params["knocker"])
    if declared is None:
        ways = best_for_knocker(params, [outcomes(params, kept, spread) for spread in best_spreads(kept, rules)])
        accepted = [facts for way in ways for facts in way if "refused" not in facts]
        if accepted:
            return different(iter(accepted))
        refusals = ([facts["refused"] for facts in way] for way in ways)
        return different({"refused": set.intersection(*ids)} for ids in product(*refusals))  # whichever he shows
    return different(facts for spread in named_as_shown(params) for facts in outcomes(params, kept, spread))


def named_as_shown(params: Mapping[str, Any]) -> list[Family]:
    """The knocker's declared spread: he names its jokers as he shows it, before he knows what the others declare."""
    choices = named_best(jokers_apart(params["spreads"][params["knocker"]]), params["rules"])
    if len(choices) > 1:
        silent = {**params, "spreads": {}, "layoffs": {}}
        ways = [outcomes(silent, kept_cards(params), spread) for spread in choices]
        chosen = best_for_knocker(params, ways)
        choices = [spread for spread, way in zip(choices, ways, strict=True) if way in chosen]
    return choices


def best_for_knocker(params: Mapping[str, Any], ways: list[list[Facts]]) -> list[list[Facts]]:
    """Of all that may come of each of his choices that of those which may score most; all where each is refused."""

    def gain(facts: Facts) -> int:
        everything: int = sum(facts["points"].values())
        return 2 * int(facts["points"][params["knocker"]]) - everything

    accepted = [[facts for facts in way if "refused" not in facts] for way in ways]
    if not any(accepted):
        return ways
    sure = max(min(map(gain, way)) for way in accepted if way)
    return [way for way in ways if any("refused" not in facts and gain(facts) >= sure for facts in way)]


def different(facts: Iterator[Facts]) -> list[Facts]:
    found: list[Facts] = []
    for each in facts:
        if each not in found:
            found.append(each)
    return found


def kept_cards(params: Mapping[str, Any]) -> Cards:
    (hand,) = jokers_apart([params["hands"][params["knocker"]]])
    return without(hand, [params["discard"]]) if "discard" in params else hand


def named_best(groups: list[Cards], rules: Rules) -> list[Family]:
    """A declared spread with its jokers named in every way that makes melds; as it is where there is none."""
    return list(
        product(*(list(namings(group, rules)) if unnamed(group) and is_meld(group, rules) else [group] for group in groups))
    )


def unnamed(group: Cards) -> bool:
    return any(card[0] == "*" and "=" not in card for card in group)


def after(params: Mapping[str, Any], player: str) -> list[str]:
    """The others in turn order."""
    at = params["players"].index(player)
    return [*params["players"][at + 1 :], *params["players"][:at]]


def outcomes(params: Mapping[str, Any], kept: Cards, spread: Family) -> list[Facts]:
    """All that can come of one spread: facts, or the ids of a refusal."""
    knocker = params["knocker"]
    shown = points(without(kept, *spread), params["rules"])
    refused = refused_out(params, kept, spread, shown) or refused_layoffs(params, knocker, spread, spread, shown)
    if refused:
        return [{"refused": refused}]
    found: list[Facts] = []
    extended = params["rules"]["layoff.onto"] == "extended"

    def defend_all(defenders: list[str], table: Family, counts: dict[str, int]) -> None:
        if not defenders:
            found.append(pay(params, {knocker: shown, **counts}))
            return
        player, *others = defenders
        refusal = refused_layoffs(params, player, spread, table, shown) or refused_spread(params, player)
        if refusal:
            found.append({"refused": refusal})
            return
        for left, after_him in defend(params, player, spread, table, shown, later=bool(others)):
            defend_all(others, after_him if extended else spread, {**counts, player: left})

    defend_all(after(params, knocker), spread, {})
    return found


def tables_before(params: Mapping[str, Any], player: str, spread: Family, shown: int) -> list[Family]:
    """What a defender may find on the table: the knocker's spread, and what those before him have laid on it."""
    tables = [spread]
    others = after(params, params["knocker"])
    if params["rules"]["layoff.onto"] == "extended":
        for other in others[: others.index(player)]:
            tables = [made for table in tables for _, made in defend(params, other, spread, table, shown, later=True)]
    return list(dict.fromkeys(tables))


# --- what may not be


def limit(params: Mapping[str, Any]) -> int | None:
    rules = params["rules"]
    kind = rules["knock.limit"]["kind"]
    most: int
    if kind == "any":
        return None
    if kind == "gin-only":
        return 0
    if kind == "fixed":
        most = rules["knock.limit"]["points"]
    elif params["upcard"][0] == "A":
        most = {"one": 1, "gin-only": 0}[rules["knock.limit"]["ace"]]
    else:
        most = points(frozenset([params["upcard"]]), rules)
    if rules["knock.limit"].get("cap") is not None:
        most = min(most, rules["knock.limit"]["cap"])
    if rules["knock.comparison"] == "below":
        most -= 1
    return max(most, 0)


def kept_from_melding(group: Cards, rules: Rules) -> set[str]:
    """The rules each of which alone keeps a group from being a meld."""
    loosest = {
        "melds.set-min": 3,
        "melds.set-max": 4,
        "melds.run-min": 3,
        "melds.run-max": None,
        "melds.ace": "round-the-corner",
    }
    return {rule for rule, value in loosest.items() if is_meld(group, {**rules, rule: value})}


def refused_groups(groups: list[Cards], rules: Rules) -> tuple[set[str], set[str]]:
    """The ids of the second and of the third stage for groups that should be melds."""
    wrong = [group for group in groups if not is_meld(group, rules)]
    shapeless = [group for group in wrong if not kept_from_melding(group, rules)]
    return {"melds.shape"} if shapeless else set(), {rule for group in wrong for rule in kept_from_melding(group, rules)}


def overlap(groups: list[Cards]) -> bool:
    return any(naturals(one) & naturals(other) for one, other in combinations(groups, 2))


def not_held(groups: list[Cards], hand: Cards) -> bool:
    """Whether a group has a card that the hand has not, or all together more jokers than it has."""
    return any(naturals(group) - hand for group in groups) or sum(map(jokers, groups)) > jokers(hand)


def refused_out(params: Mapping[str, Any], kept: Cards, spread: Family, shown: int) -> set[str]:
    rules, call = params["rules"], params["call"]
    shape, melds = refused_groups(list(spread), rules)
    second = set(shape)
    if "discard" in params and params["discard"] not in params["hands"][params["knocker"]]:
        second.add("turn.card")
    if not_held(list(spread), kept):
        second.add("melds.held")
    if overlap(list(spread)):
        second.add("melds.disjoint")
    if second:
        return second
    third = set(melds)
    if call == "big-gin" and rules["gin.big"] == "not-played":
        third.add("gin.big")
    if (call == "gin" and shown > 0) or (call == "big-gin" and without(kept, *spread)):  # gin is counted, big gin looked at
        third.add("gin.deadwood")
    if call == "knock" and shown > 0:
        most = limit(params)
        if most is not None and shown > most:
            third.add("knock.limit")
        if rules["knock.needs-meld"] == "required" and not spread:
            third.add("knock.needs-meld")
    return third


def laid_cards(params: Mapping[str, Any], player: str) -> list[Cards]:
    """The cards of each of a player's lay-offs, all jokers told apart."""
    return jokers_apart(layoff["cards"] for layoff in params.get("layoffs", {}).get(player, []))


def named_meld(onto: str, spread: Family) -> int | None:
    """Which meld a lay-off names by a card: where that card lies, or else the first with a joker that stands for it."""
    places = [at for at, meld in enumerate(spread) if onto in naturals(meld)]
    places += [at for at, meld in enumerate(spread) if onto in stands_for(meld)]
    return places[0] if places else None


def laid_on(params: Mapping[str, Any], player: str, spread: Family) -> list[Cards]:
    """What a player has laid onto each meld of the knocker's own spread, its jokers told from those of the meld."""
    laid = [
        (named_meld(layoff["onto"], spread), card.replace("*", "*" + player))
        for layoff, cards in zip(params.get("layoffs", {}).get(player, []), laid_cards(params, player), strict=True)
        for card in cards
    ]
    return [frozenset(card for place, card in laid if place == at) for at in range(len(spread))]


def refused_layoffs(params: Mapping[str, Any], player: str, spread: Family, table: Family, shown: int) -> set[str]:
    """`spread` is what the knocker showed, `table` the same with what may be built on."""
    rules = params["rules"]
    laid = params.get("layoffs", {}).get(player, [])
    if not laid:
        return set()
    if player == params["knocker"]:
        return {"layoff.player"}
    pairs = [(meld | added, added) for added, meld in zip(laid_on(params, player, spread), table, strict=True)]
    shape, melds = refused_groups([made for made, added in pairs if added], rules)
    second = set(shape)
    (hand,) = jokers_apart([params["hands"][player]])
    if not may_go_together(hand, *laid_cards(params, player)):
        second.add("turn.card")
    if second:
        return second
    third = set(melds)
    if rules["layoff.on-gin" if shown == 0 else "layoff.on-knock"] == "forbidden":
        third.add("layoff.on-gin" if shown == 0 else "layoff.on-knock")
    if any(named_meld(layoff["onto"], spread) is None for layoff in laid):
        third.add("layoff.onto")
    return third


def refused_spread(params: Mapping[str, Any], player: str) -> set[str]:
    if player not in params.get("spreads", {}):
        return set()
    groups = jokers_apart(params["spreads"][player])
    shape, melds = refused_groups(groups, params["rules"])
    second = set(shape)
    (hand,) = jokers_apart([params["hands"][player]])
    if not_held(groups, without(hand, *laid_cards(params, player))):
        second.add("melds.held")
    if overlap(groups):
        second.add("melds.disjoint")
    return second or melds


# --- the defence


def extensions(hand: Cards, meld: Cards, rules: Rules, who: str) -> list[Cards]:
    """Every Li: cards of the hand, perhaps none, that with the meld Mi are a legal meld."""
    found: list[Cards] = []
    for shape in shapes(rules):
        if stands_for(meld) <= shape:
            added = shape - stands_for(meld)
            own = sorted(added & hand)
            for size in range(max(0, len(added) - jokers(hand)), len(own) + 1):
                for chosen in combinations(own, size):
                    named = sorted(added.difference(chosen))
                    found.append(frozenset(chosen).union(f"*{who}{number}={card}" for number, card in enumerate(named)))
    return found


def all_layoffs(hand: Cards, table: Family, rules: Rules) -> Iterator[Cards]:
    """All cards that can be laid off together, once for each way."""
    return (cards for cards, _ in ways_to_lay_off(hand, table, rules, ""))


def ways_to_lay_off(hand: Cards, table: Family, rules: Rules, who: str) -> Iterator[tuple[Cards, Family]]:
    """All cards that can be laid off together and the table that they make, once for each way."""
    if not table:
        yield frozenset(), ()
        return
    for chosen in extensions(hand, table[0], rules, who + str(len(table))):
        for others, made in ways_to_lay_off(without(hand, chosen), table[1:], rules, who):
            yield chosen | others, (table[0] | chosen, *made)


def defend(
    params: Mapping[str, Any], player: str, spread: Family, table: Family, shown: int, *, later: bool
) -> list[tuple[int, Family]]:
    """What a defender has left: the least over everything that his declarations and the rules leave open.

    With it the table that he leaves, in every way that leaves him the least where somebody comes `later`.
    """
    rules = params["rules"]
    (hand,) = jokers_apart([params["hands"][player]])
    own = params.get("spreads", {}).get(player)
    laid = params.get("layoffs", {}).get(player)
    forbidden = rules["layoff.on-gin" if shown == 0 else "layoff.on-knock"] == "forbidden"
    off: list[tuple[Cards, Family]]
    if laid:
        cards = frozenset(card.replace("*", "*" + player) for group in laid_cards(params, player) for card in group)
        made = [
            list(namings_or_itself(meld | added, rules))
            for added, meld in zip(laid_on(params, player, spread), table, strict=True)
        ]
        off = [(cards, way) for way in product(*made)]
    elif laid is not None or forbidden:
        off = [(frozenset(), table)]
    else:
        off = list(ways_to_lay_off(hand, table, rules, player))
    if own is not None:
        families = [tuple(jokers_apart(own))]
    elif laid is None and rules["layoff.own-melds"] == "fixed-first":
        families = best_of(spreads(hand, rules))
    else:
        families = [family for _, family in spreads(hand, rules)]
    melded = {used(family) for family in families}
    ways = [
        (points(without(hand, cards, gone), rules), made)
        for cards in melded
        for gone, made in once(off, later)
        if may_go_together(hand, cards, gone)
    ]
    least = min(left for left, _ in ways)
    tables = dict.fromkeys(made for left, made in ways if left == least)
    return [(least, made) for made in (tables if later else [table])]


def used(family: Family) -> Cards:
    """All the cards of a family, jokers without names."""
    cards = [card for meld in family for card in meld]
    return naturals(cards) | frozenset(f"*{number}" for number in range(jokers(cards)))


def once(ways: list[tuple[Cards, Family]], later: bool) -> list[tuple[Cards, Family]]:
    """Ways to lay off, once for the same cards where nobody comes later."""
    return ways if later else list({(naturals(cards), jokers(cards)): (cards, made) for cards, made in ways}.values())


def namings_or_itself(group: Cards, rules: Rules) -> Iterator[Cards]:
    if unnamed(group):
        yield from namings(group, rules)
    else:
        yield group


# --- the payment


def pay(params: Mapping[str, Any], counts: Mapping[str, int]) -> Facts:
    """Steps H3 to H8."""
    hand = {"knocker": params["knocker"], "call": params["call"], "deadwood": counts}
    if "upcard" in params:
        hand["upcard"] = params["upcard"]
    facts = payment.pay(params["rules"], list(params["players"]), hand)
    facts["deadwood"] = dict(counts)
    if limit(params) is not None:
        facts["limit"] = limit(params)
    return facts
