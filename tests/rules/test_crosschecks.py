"""Rules that do not go together, and those just beside them that do; the bad files show each check once."""

from pathlib import Path

import pytest

from ginrules.resources import VARIANTS
from ginrules.rules.checks import check_file

HEAD = "spec: 1\nid: house\nname: House\nsummary: Ours.\nextends: standard\n"
EVERYONE = "players: {count: [2, 3, 4], format: everyone}\ndeal: {cards: {2: 10, 3: 7, 4: 7}}\nlayoff: {onto: original}\n"
PENALTIES = "boxes: {value: 0}\ngame: {end: {kind: rounds, rounds: 5}, bonus: 0, shutout: none, settlement: none}\n"
COLUMNS = "columns: {kind: hollywood, factors: [1, 1, 2], late-entry: next-open, won-by: settlement"


SEVERAL = (
    "players: {count: [2, 3, 4], format: everyone}\n"
    "deal: {cards: {2: 10, 3: 7, 4: 7}, opening: upcard-open, next-dealer: in-turn}\nlayoff: {onto: original}\n"
    "scoring: {showdown: lowest-wins, collect: {kind: penalties, gin-factor: 2}, knock: 10, undercut: 20}\n" + PENALTIES
)
SIDES = (
    "players: {count: [4, 6, 8, 10, 12], format: partnership}\nteams: {opponents: per-game, advice: unless-seen}\n"
    "game: {end: {kind: target, points: {4: 125, 6: 150, 8: 175, 10: 200, 12: 225}}, dead-hand: counts,"
    " shutout: {kind: flat, points: 100}}\n"
)
CORNER = (
    "deck: {values: {A: 15}}\nturn: {pile: spread}\nmelds: {ace: round-the-corner}\nlayoff: {on-gin: allowed}\n"
    "scoring: {gin: 20, undercut: 20, gin-tie: no-score}\nboxes: {value: 20}\ngame: {end: 125}\n"
)


def codes(folder: Path, body: str) -> list[str]:
    path = folder / "house.yaml"
    path.write_text(HEAD + body, encoding="utf-8")
    return [problem.code for problem in check_file(path)]


@pytest.mark.parametrize(
    "body",
    [
        EVERYONE,
        # Published games: penalties for several, a partnership of any size, runs round the corner, three columns.
        SEVERAL,
        SIDES,
        CORNER,
        f"game: {{{COLUMNS}}}}}\n",
        "players: {count: 3, format: in-the-box}\ndeal: {next-dealer: box}\n",
        "players: {count: 3, format: rotating}\ndeal: {next-dealer: sitting-out}\n",
        "players: {count: [3, 5], format: captain}\n",
        # Just inside a boundary.
        "players: {count: [2, 5], format: everyone}\nlayoff: {onto: original}\ndeal: {cards: {2: 24, 5: 9}}\n",
        "deal: {cards: 25}\nstock: {floor: 0}\n",
        "deal: {cards: 24}\n",
        "deal: {cards: 24, opening: extra-card}\nstock: {floor: 3}\n",
        "players: {count: 12, format: partnership}\ndeal: {cards: 24}\n",
        "gin: {big: adds}\nscoring: {big-gin: 6}\n",
        "gin: {big: replaces}\nscoring: {big-gin: 25}\n",
        "scoring: {gin-off: 25}\n",
        "knock: {limit: 2, comparison: below}\n",
        "knock: {limit: 1}\n",
        "melds: {set-min: 3, set-max: 3, run-min: 5, run-max: 5}\n",
        "deal: {opening: extra-card}\nknock: {limit: 7}\n",
        "turn: {return-taken: allowed, returns-limit: 2}\n",
        "stock: {ends: after-draw, last-discard: untouchable}\n",
        "stock: {exhausted: reshuffle}\nturn: {takes-limit: 20}\n",
        "boxes: {gin: 2, undercut: 1}\nscoring: {spades: doubles-points-and-extra-boxes}\n",
        "boxes: {value: 0}\nscoring: {spades: doubles-points}\n",
        "scoring: {spades: doubles-points-and-boxes}\n",
        "game: {settlement: none, " + COLUMNS.replace("2]", "1]") + "}}\n",
        "game: {" + COLUMNS.replace("2]", "1]") + ", endless: true}}\n",
        "scoring: {doubling: {kind: offers, refusal: 10}}\n",
        "game: {shutout: {kind: paid, points: 100}}\n",
    ],
)
def test_rules_that_go_together(tmp_path: Path, body: str) -> None:
    assert codes(tmp_path, body) == []


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("players: {count: [2, 6], format: everyone}\ndeal: {cards: 7}\nlayoff: {onto: original}\n", "count-format"),
        ("players: {count: [2, 3], format: rotating}\n", "count-format"),
        ("players: {count: 4, format: in-the-box}\n", "count-format"),
        ("players: {count: 2, format: captain}\n", "count-format"),
        ("players: {count: [4, 5], format: partnership}\n", "count-format"),
        ("players: {count: 2, format: partnership}\n", "count-format"),
        # 50 + the upcard + the floor are 52: nobody could draw.
        ("deal: {cards: 25}\nstock: {floor: 1}\n", "cards-fit"),
        ("deal: {cards: 24, opening: extra-card}\nstock: {floor: 4}\n", "cards-fit"),
        ("players: {count: 4, format: partnership}\ndeal: {cards: 25}\n", "cards-fit"),
        ("knock: {limit: 1, comparison: below}\n", "only-gin"),
        ("gin: {big: replaces}\nscoring: {big-gin: 0}\n", "big-gin-unpaid"),
        ("gin: {big: adds}\nscoring: {big-gin: 25}\n", "big-gin-adds"),
        ("scoring: {doubling: {kind: offers, refusal: 10}, collect: payments}\n" + PENALTIES, "doubling-two"),
        ("scoring: {collect: payments}\nboxes: {value: 0}\ngame: {end: {kind: rounds, rounds: 5}}\n", "penalties-shutout"),
        ("players: {count: 3, format: rotating}\ndeal: {next-dealer: box}\n", "dealer-format"),
        ("players: {count: 4, format: partnership}\ndeal: {next-dealer: coming-in}\n", "dealer-format"),
        ("turn: {return-taken: only-to-knock, returns-limit: 2}\n", "returns-forbidden"),
        ("stock: {exhausted: reshuffle, last-discard: to-go-out}\nturn: {takes-limit: 9}\n", "no-last-discard"),
        ("boxes: {value: 0}\nscoring: {spades: doubles-points-and-boxes}\n", "boxes-worthless"),
        ("players: {count: 4, format: partnership}\nboxes: {value: 0, sweep: 2}\n", "boxes-worthless"),
        ("boxes: {value: 0, when: at-once}\n", "no-effect"),
        ("teams: {advice: unless-seen}\n", "no-effect"),
        ("game: {dead-hand: counts}\n", "no-effect"),
        ("agree: [deck.values.queen]\n", "agree-unknown"),
        ("scoring: {gin: 20}\nsources: {book: {title: Book}}\ncites: {scoring.undercut: book}\n", "cite-unset"),
    ],
)
def test_rules_that_do_not(tmp_path: Path, body: str, code: str) -> None:
    assert codes(tmp_path, body) == [code]


def test_a_users_file_with_the_name_of_the_root_is_told_as_any_other(tmp_path: Path) -> None:
    path = tmp_path / "standard.yaml"
    head = HEAD.replace("id: house", "id: standard").replace("extends: standard", "extends: classic")
    path.write_text(head + "scoring: {big-gin: 40}\nteams: {advice: unless-seen}\n", encoding="utf-8")
    assert [problem.code for problem in check_file(path)] == ["big-gin-unplayed", "no-effect"]


def test_the_root_is_not_told_that_it_says_too_much(tmp_path: Path) -> None:
    path = tmp_path / "standard.yaml"
    path.write_text((VARIANTS / "standard.yaml").read_text(encoding="utf-8"), encoding="utf-8")
    assert check_file(path) == ()
