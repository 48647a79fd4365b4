"""A random legal fleet is legal, and whatever single rule is broken in it is told by that rule alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from pirate_code.board.fleet import Fleet, Manned
from pirate_code.fleets.fleet_position import FleetPosition
from pirate_code.fleets.legality import CardStatus
from pirate_code.library.pieces import load_sets
from pirate_code.rules.building import book
from pirate_code.rules.edition import load_edition
from tests.fleets.test_legality import FIVE, SHOT, broken, crew, drawn, fleet, ship
from tests.rules.positions import card

ROOMY = 400  # a build total that no fleet of these tests reaches
HANDS = ("Abel", "Boris", "Cosmo", "Dexter", "Edgar", "Fritz", "Gunter")
COINS = 40  # the build total for which coins are counted
NATIONS = {"english": "England", "french": "France", "spanish": "Spain", "american": "America"}
Breach = Callable[[Fleet], tuple[Fleet, int, CardStatus | None]]


def nations(built: Fleet) -> set[str]:
    """The nations of all pieces of a fleet."""
    return {known.nation for known in built.cards() if known.nation}


def absent(built: Fleet) -> str:
    """A nation of which the fleet has nothing."""
    return strangers(built)[0]


def strangers(built: Fleet) -> list[str]:
    """Nations of which the fleet has nothing."""
    return [nation for nation in NATIONS if nation not in nations(built)]


def home(built: Fleet) -> str:
    """The nation of the fleet's first ship."""
    return built.ships[0].ship.nation or "english"


def beside(built: Fleet, *ships: Manned) -> Fleet:
    """The fleet with more ships."""
    return replace(built, ships=(*built.ships, *ships))


def vessel(built: Fleet, name: str, *lines: str, points: int = 3, line: str = "") -> Manned:
    """A new ship of the fleet's nation, with a crew for each line."""
    nation = home(built)
    aboard = [crew(f"{hand}{name}", said, points, nation) for hand, said in zip(HANDS, lines, strict=False)]
    return ship(name, *aboard, line=line, nation=nation, points=20, cargo=6)


def in_the_roomy_fleet(breach: Callable[[Fleet], Fleet]) -> Breach:
    return lambda built: (breach(built), ROOMY, None)


def by_papers(card_status: Callable[[Fleet], CardStatus]) -> Breach:
    return lambda built: (built, ROOMY, card_status(built))


def over_the_total(built: Fleet) -> tuple[Fleet, int, None]:
    position = FleetPosition(built)
    return built, position.total() - position.extra() - 1, None


def _unsold(built: Fleet) -> Fleet:
    """The fleet with a ship of a set that was never sold."""
    unsold = next(found.id for found in load_sets() if not found.released)
    added = vessel(built, "Zulu")
    return beside(built, replace(added, ship=replace(added.ship, id=f"{unsold}-001")))


def _canoes(built: Fleet) -> Fleet:
    """The fleet with canoes that no chieftain brings."""
    led = [
        replace(manned, aboard=tuple(each for each in manned.aboard if "chieftain" not in each.keywords))
        for manned in built.ships
    ]
    return beside(
        replace(built, ships=tuple(led)),
        ship("Zulu Canoes", line="Native Canoe.", nation=home(built), points=9, cargo=1),
    )


def _creature(built: Fleet) -> Fleet:
    nation = home(built)
    maw = card("Zulu Maw", "sea creature", points=9, cargo=2, nation=nation)
    return beside(built, Manned(maw, (crew("Zulu rider", nation=nation),)))


def _shots(built: Fleet) -> Fleet:
    shots = [card(f"Zulu shot {number}", "equipment", SHOT, points=1) for number in range(3)]
    return beside(built, ship("Zulu", *shots, nation=home(built), points=20, cargo=6, cannons="3S-3S"))


def _invented(built: Fleet) -> Fleet:
    zulu = vessel(built, "Zulu")
    return beside(built, replace(zulu, ship=replace(zulu.ship, custom=True)))


BREACHES: dict[str, Breach] = {
    "custom-pieces": in_the_roomy_fleet(_invented),
    "known-pieces": by_papers(lambda built: CardStatus(unknown=("No piece is called 'Tenfold'.",))),
    "released-pieces": in_the_roomy_fleet(_unsold),
    "retired-pieces": by_papers(lambda built: CardStatus(retired={built.ships[0].ship.id})),
    "a-ship": in_the_roomy_fleet(lambda built: fleet()),
    "build-total": over_the_total,
    "extra-points": lambda built: (
        fleet(vessel(built, "Zulu", FIVE, points=0), ship("Yankee", nation=home(built), points=34)),
        50,
        None,
    ),
    "no-duplicates": in_the_roomy_fleet(
        lambda built: beside(built, vessel(built, "Zulu"), vessel(built, "Zulu"))
    ),
    "unique-treasure": in_the_roomy_fleet(
        lambda built: replace(built, treasure=(card("Zulu", "treasure"), card("Zulu", "treasure")))
    ),
    "coins": lambda built: (replace(built, coins=(5, 5)), COINS, None),
    "point-limit": in_the_roomy_fleet(lambda built: beside(built, vessel(built, "Zulu", "", points=21))),
    "cargo-space": in_the_roomy_fleet(
        lambda built: beside(built, vessel(built, "Zulu", *[""] * 7, points=1))
    ),
    "carried": in_the_roomy_fleet(
        lambda built: beside(built, vessel(built, "Zulu", "", line="This ship cannot carry crew."))
    ),
    "sea-creatures": in_the_roomy_fleet(_creature),
    "zero-point-crew": in_the_roomy_fleet(
        lambda built: beside(
            built, ship("Zulu", crew("Zulu hand", "", 0, home(built)), nation=absent(built), points=20)
        )
    ),
    "one-shot-per-cannon": in_the_roomy_fleet(_shots),
    "fort-nations": in_the_roomy_fleet(
        lambda built: replace(
            built,
            forts=tuple(
                card(f"{nation} fort", "fort", gold=3, nation=nation) for nation in strangers(built)[:2]
            ),
        )
    ),
    "limit": in_the_roomy_fleet(
        lambda built: beside(built, vessel(built, "Zulu", "Limit."), vessel(built, "Yankee", "Limit."))
    ),
    "loyal": in_the_roomy_fleet(
        lambda built: beside(built, vessel(built, "Zulu", f"Loyal: {NATIONS[absent(built)]}."))
    ),
    "hostile": in_the_roomy_fleet(
        lambda built: beside(
            replace(built, ships=()),
            ship("Zulu", crew("Zulu hand", "Hostile: Spain.", nation="french"), nation="french", points=20),
            ship("Yankee", nation="spanish"),
        )
    ),
    "setup-terrain": in_the_roomy_fleet(lambda built: replace(built, terrain=("reef", "trade_current"))),
    "native-canoes": in_the_roomy_fleet(_canoes),
    "barred": in_the_roomy_fleet(
        lambda built: beside(built, vessel(built, "Zulu", "Your fleet cannot have more than one ship."))
    ),
}


def test_every_rule_whose_breach_is_no_mere_warning_is_broken_here() -> None:
    code = load_edition()
    told = {rule.id for rule in book().rules if not rule.warning and rule.rulings_in(code)}
    assert set(BREACHES) == told - {"banned-pieces"}  # the Code bans none: tests/fleets/test_own_editions.py


@pytest.mark.parametrize("seed", range(20, 26))
def test_a_random_fleet_breaks_no_rule(seed: int) -> None:
    assert broken(drawn(seed), 40) == []


@pytest.mark.parametrize("rule", sorted(BREACHES))
@pytest.mark.parametrize("seed", [20, 21, 23, 24])  # in fleet 22 a crew of another nation is hostile, too
def test_one_breach_in_a_random_fleet_is_told_by_its_rule_alone(rule: str, seed: int) -> None:
    built = replace(drawn(seed), forts=())  # forts bind a fleet to a nation that a breach would bring in
    breach, build, card_status = BREACHES[rule](built)
    assert set(broken(breach, build, card_status=card_status)) == {rule}
