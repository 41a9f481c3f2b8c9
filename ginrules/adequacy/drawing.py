"""Questions drawn by chance, random ones and dense ones; the same seed draws the same.

Dense hands have their cards from a window of a few ranks, where sets and runs get in each other's way and lay-offs are many.
"""

from __future__ import annotations

from random import Random

from ginrules.cards import DECK_SIZE, ONE_JOKER, RANKS_IN_SUIT, SUITS, CardSet, held, union
from ginrules.engine.legality import knock_limit
from ginrules.engine.melds import melder
from ginrules.engine.play import Impossible, Phase, State, deal, position
from ginrules.engine.sheet import Counts, Entry, RefusedEntry, TallyQuestion
from ginrules.engine.tables import all_melds
from ginrules.engine.tally import tally
from ginrules.engine.values import Call, ShowdownQuestion
from ginrules.rules.variant import BigGin, EndKind, Format, LimitKind, Opening, Rules

NAMES = ("Ann", "Bob", "Cat", "Dan", "Eva", "Fay")
_TRIES = 40
"""How often a pack is shuffled for a hand that somebody could end."""


def draw_showdown(rng: Random, rules: Rules, players: int) -> ShowdownQuestion:
    """A hand that somebody ends, as a rule by a call that he may make."""
    names, each = NAMES[:players], rules.cards_each(players)
    assert each is not None
    arranger = melder(rules.deck, rules.melds)
    for _ in range(_TRIES):
        pack = draw_pack(rng, rules)
        hand, pack = _ready_hand(rng, rules, pack, each + 1)
        least, discard = min((left, card) for card, left in arranger.discards(hand).items())
        big_gin = rules.gin.big is not BigGin.NOT_PLAYED and arranger.deadwood(hand) == 0
        big_gin = big_gin and held(union(arranger.fullest(hand))) == hand
        limit = rules.knock.limit.kind
        if least == 0 or limit is LimitKind.ANY or (least <= 10 and limit is not LimitKind.GIN_ONLY):
            break
    call = Call.BIG_GIN if big_gin else Call.KNOCK if least else Call.GIN
    others = []
    for _ in range(players - 1):
        # Some defenders hold next to nothing too: they undercut, tie with each other, go off.
        theirs, pack = _ready_hand(rng, rules, pack, each) if rng.random() < 0.4 else (sum(pack[:each]), pack[each:])
        others.append(theirs)
    knocker = rng.choice(names)
    rest = iter(others)
    hands = {name: hand if name == knocker else next(rest) for name in names}
    thrown = None if call is Call.BIG_GIN else discard
    shown = rng.choice(arranger.arrangements(hand & ~(thrown or 0))) if rng.random() < 0.3 else None
    return ShowdownQuestion(
        players=names,
        knocker=knocker,
        call=call,
        hands=hands,
        discard=thrown,
        upcard=rng.choice(pack),
        spreads={} if shown is None else {knocker: shown},
        layoffs={},
    )


def draw_pack(rng: Random, rules: Rules) -> list[CardSet]:
    """The shuffled cards; on top of many packs lie those of a dense window of ranks, or thirteen without a meld."""
    pack = [1 << place for place in range(DECK_SIZE + rules.deck.jokers)]
    rng.shuffle(pack)
    style = rng.random()
    if style < 0.5:
        width, first = rng.randint(4, 8), rng.randrange(RANKS_IN_SUIT)
        top = union(_card(first + rank, suit) for rank in range(width) for suit in range(len(SUITS)))
    elif style < 0.65:
        first = rng.randrange(len(SUITS))
        top = union(_card(rank, first + rank) for rank in range(RANKS_IN_SUIT))
    else:
        return pack
    return sorted(pack, key=lambda card: not card & top)


def _card(rank: int, suit: int) -> CardSet:
    return 1 << rank % RANKS_IN_SUIT + RANKS_IN_SUIT * (suit % len(SUITS))


def _ready_hand(rng: Random, rules: Rules, pack: list[CardSet], size: int) -> tuple[CardSet, list[CardSet]]:
    """A hand with melds in it, and the cards that are left."""
    hand = 0
    if rng.random() < 0.8:
        dense = union(pack[:28])
        melds = sorted(meld for meld in all_melds(rules.melds) if meld & dense == meld)
        rng.shuffle(melds)
        for meld in melds[:30]:
            if not meld & hand and (hand | meld).bit_count() <= size:
                hand |= meld
    fill = [card for card in pack if not card & hand]
    if rng.random() < 0.5:
        fill.sort(key=lambda card: (card.bit_length() - 1) % RANKS_IN_SUIT)
    hand |= union(fill[: size - hand.bit_count()])
    return hand, [card for card in pack if not card & hand]


def draw_hand(rng: Random, rules: Rules, players: int) -> State | None:
    """A deal, or a hand met near the end of its stock; nothing where these rules let no such hand be."""
    names = NAMES[:players]
    try:
        if rng.random() < 0.4:
            return deal(rules, names, rng.choice(names), rng)
        each = rules.cards_each(players)
        assert each is not None
        pack = draw_pack(rng, rules)
        hands = {name: sum(pack[place * each : (place + 1) * each]) for place, name in enumerate(names)}
        rest = pack[each * players :]
        rng.shuffle(rest)
        left = rules.stock.floor + rng.randint(1, 5)
        if ONE_JOKER in rest:
            rest.remove(ONE_JOKER)
            rest.insert(left, ONE_JOKER)  # a joker that can be taken
        return position(
            rules,
            names,
            hands=hands,
            pile=rest[left:],
            stock=rest[:left],
            turn=rng.choice(names),
            phase=Phase.DRAW,
            upcard=None if rules.deal.opening is Opening.EXTRA_CARD else rng.choice(rest),
        )
    except Impossible:
        return None


def draw_sheet(rng: Random, rules: Rules, players: int) -> TallyQuestion:
    """A sheet of some hands that nobody refuses."""
    names = NAMES[:players]
    teams = rules.players.format is Format.PARTNERSHIP
    sides = {"Us": names[0::2], "Them": names[1::2]} if teams else {name: (name,) for name in names}
    most, small = rng.randint(1, 16), rng.choice((None, names[0]))
    entries: list[Entry] = []
    for number in range(1, most + 1):
        tables = list(zip(names[0::2], names[1::2], strict=True)) if teams else [names]
        last = rules.game.end.kind is EndKind.TIME and number == most
        entries += [_draw_entry(rng, rules, number, seated, last=last, small=small) for seated in tables]
    question = TallyQuestion(players=names, sides=sides, carried=None, entries=tuple(entries))
    while isinstance(answered := tally(question, rules), RefusedEntry):
        # The whole hand goes, and with an entry after the end all that follow.
        refused = entries[answered.accepted].deal
        after = "game.end" in answered.refusal.rules
        entries = [entry for entry in entries if entry.deal != refused and not (after and entry.deal > refused)]
        question = TallyQuestion(players=names, sides=sides, carried=None, entries=tuple(entries))
    return question


def _draw_entry(rng: Random, rules: Rules, number: int, seated: tuple[str, ...], *, last: bool, small: str | None) -> Entry:
    """An entry; `small` wins often and little, so that who has more boxes has fewer points."""
    knocker = small if small in seated and rng.random() < 0.7 else rng.choice(seated)
    assert knocker is not None
    upcard = 1 << rng.randrange(DECK_SIZE)
    if rng.random() < 0.15:
        return Entry(deal=number, seated=seated, result=None, dealer=seated[0], last=last)
    limit = knock_limit(rules, upcard)
    if limit == 0 or rng.random() < 0.35:
        big = rules.gin.big is not BigGin.NOT_PLAYED and rng.random() < 0.4
        call, mine = Call.BIG_GIN if big else Call.GIN, 0
    else:
        call, mine = Call.KNOCK, rng.randint(1, 10 if limit is None else limit)
    theirs = (mine + 1, mine + 2) if knocker == small else (0, mine, rng.randint(0, 60))
    counts = {name: mine if name == knocker else rng.choice(theirs) for name in seated}
    return Entry(deal=number, seated=seated, result=Counts(knocker, call, counts), dealer=seated[0], upcard=upcard, last=last)
