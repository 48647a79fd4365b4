"""Fleets in scenarios: the pieces of a side as a fleet, and fleets written as players write them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from pirate_code.board.card import Card
from pirate_code.board.fleet import Fleet, Manned
from pirate_code.fleets.card_pool import pool
from pirate_code.fleets.legality import CardStatus, Verdict, judge
from pirate_code.fleets.notation import NotationError, read_text
from pirate_code.fleets.notation_names import Names
from pirate_code.fleets.notation_reading import Reading, understand
from pirate_code.library.pieces import apply_errata, load_pieces
from pirate_code.rules.building import book
from pirate_code.rules.names import person, words_of
from pirate_code.rules.setup import OUTSIDE
from pirate_code.scenarios.format import SIDES, Given, Scenario
from pirate_code.scenarios.piece_names import ScenarioError
from pirate_code.scenarios.scenario_cards import card_of, with_card_facts
from pirate_code.scenarios.scenario_edition import edition_of

Pieces = Mapping[str, Given]
_HULLS = ("ship", "creature")
_ABOARD = ("crew", "equipment")


def verdict(given: Pieces, side: str, scenario: Scenario) -> Verdict:
    """What the rules of building fleets say of the pieces of a side."""
    fleet, card_status = fleet_of(given, side, scenario)
    official = scenario.play == "official"
    return judge(fleet, edition_of(scenario), scenario.build, card_status, official=official)


def fleet_of(given: Pieces, side: str, scenario: Scenario) -> tuple[Fleet, CardStatus]:
    """The fleet of a side: its written lists, and the ships, crew, forts and events that are given."""
    readings = [_written(piece, scenario) for piece in given.values() if piece.fleet == side]
    cards = {
        name: card_of(name, with_card_facts(piece), given)
        for name, piece in given.items()
        if piece.fleet is None
    }

    def own(*kinds: str) -> list[str]:
        return [name for name, piece in given.items() if side in (getattr(piece, kind) for kind in kinds)]

    def aboard(ship: str) -> tuple[Card, ...]:
        names = (name for name, piece in given.items() if ship in (getattr(piece, kind) for kind in _ABOARD))
        return tuple(cards[name] for name in names)

    own_islands = [name for name, piece in given.items() if piece.island is not None and side == "ours"]
    outside = [
        name for name, piece in given.items() if OUTSIDE in (piece.crew, piece.equipment, piece.treasure)
    ]
    fleets = [reading.fleet for reading in readings]
    fleet = Fleet(
        side,
        (
            *(ship for fleet in fleets for ship in fleet.ships),
            *(Manned(cards[name], aboard(name)) for name in own(*_HULLS)),
        ),
        forts=(*_joined(fleets, "forts"), *(cards[name] for name in own("fort"))),
        events=(*_joined(fleets, "events"), *(cards[name] for name in own("event"))),
        treasure=_joined(fleets, "treasure"),
        islands=(*_joined(fleets, "islands"), *(cards[name] for name in own_islands)),
        terrain=_joined(fleets, "terrain"),
        crew=_joined(fleets, "crew"),
        coins=_joined(fleets, "coins"),
        collection=tuple(cards[name] for name in outside) if side == "ours" else (),
    )
    unread = {key: why for reading in readings for key, why in reading.card_status.unread.items()}
    retired = tuple(key for reading in readings for key in reading.card_status.retired)
    unknown = tuple(sentence for reading in readings for sentence in reading.card_status.unknown)
    return fleet, CardStatus(retired, unread, unknown)


def _joined(fleets: list[Fleet], place: str) -> tuple[Any, ...]:
    return tuple(entry for fleet in fleets for entry in getattr(fleet, place))


def _written(given: Given, scenario: Scenario) -> Reading:
    text = "\n".join(given.lines)
    try:
        return understand(read_text(text), _names(text), edition_of(scenario), scenario.build)
    except NotationError as error:
        raise ScenarioError(str(error).rstrip(".")) from None


@cache
def _names(text: str) -> Names:
    """The names of the pieces that a text may mean: only their lines need be parsed."""
    spaced = f" {' '.join(words_of(text))} "
    return Names(
        pool(
            (piece.id, apply_errata(piece))
            for piece in load_pieces()
            if piece.id in text
            or piece.name == book().crew_treasure  # its crew go by other names
            or f" {' '.join(person(piece.name, piece.kind))} " in spaced
        )
    )


def check(judged: Verdict, side: str, words: str) -> Iterator[str]:
    """Why a fleet is not as told: "legal", "breaks no-duplicates", "warned of like-ships", or not so."""
    denied = words.startswith("not ")
    claim = words.removeprefix("not ")
    broken = {finding.rule.id: finding.says for finding in (*judged.violations, *judged.warnings)}
    if claim == "legal":
        holds = judged.legal
    else:
        rule = claim.removeprefix("breaks ").removeprefix("warned of ")
        known = {each.id: each.warning for each in book().rules}
        if known.get(rule) is not claim.startswith("warned of "):
            raise ScenarioError(f"a fleet is legal, breaks a rule or is warned of one, not {words!r}")
        holds = rule in broken
    if holds == denied:
        why = " ".join(broken.values()) or "nothing is wrong with it."
        yield f"the fleet of {side} is not as told ({words}): {why}"


def numbers(judged: Verdict) -> dict[str, int]:
    """What a fleet costs, and what it may cost."""
    return {
        "points": judged.position.total(),
        "extra points": judged.position.extra(),
        "build total": judged.build,
    } | {
        f"points aboard {ship.card.name}": sum(map(judged.position.placed_cost, judged.position.aboard(ship)))
        for ship in judged.position.ships
    }


def is_only_legal(scenario: Scenario) -> bool:
    """Whether a scenario says of fleets only that they are legal."""
    facts = [fact for side in SIDES for fact in _listed(scenario.then.get(side))]
    return "legal" in facts and not breaks(scenario)


def breaks(scenario: Scenario) -> bool:
    """Whether a scenario has a fleet that breaks a rule."""
    facts = [fact for side in SIDES for fact in _listed(scenario.then.get(side))]
    return any(
        isinstance(fact, str) and fact.startswith(("breaks ", "warned of ", "not legal")) for fact in facts
    )


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]
