"""Every edition has two built-in fleets with what it knows beside ships and crew, and games show it."""

from __future__ import annotations

import pytest

from pirate_code.core.running import Entry
from pirate_code.fleets.fleet_file import edition_for, load_reading
from pirate_code.fleets.notation_names import builtin_names
from pirate_code.fleets.notation_reading import Reading
from pirate_code.play.game import Played, go_on
from pirate_code.play.order import ordered
from pirate_code.rules.edition import editions
from pirate_code.views.account import account

SEEDS = {"code": 3, "crimson-coast": 4, "cursed-seas": 1, "restarting-2024": 1, "revolution": 5}


def fleets_of(edition: str) -> list[Reading]:
    return [load_reading(f"{name}-{edition}", builtin_names()) for name in ("harbour", "prowlers")]


@pytest.fixture(scope="module", params=editions())
def game(request: pytest.FixtureRequest) -> Played:
    """A game of the two fleets of an edition, by the edition that they name."""
    readings = fleets_of(request.param)
    rules = edition_for(None, readings)
    assert rules.id == request.param
    fleets = [reading.fleet for reading in readings]
    played = ordered(fleets, rules, SEEDS[request.param], ("settler",), turns=60)
    go_on(played)
    return played


@pytest.mark.parametrize("edition", editions())
def test_the_fleets_of_an_edition_bring_all_that_it_knows(edition: str) -> None:
    kinds = {card.kind for reading in fleets_of(edition) for card in reading.fleet.cards()}
    brought = [reading.fleet for reading in fleets_of(edition)]
    assert all(fleet.forts and fleet.treasure and fleet.terrain for fleet in brought)
    assert {"ship", "crew", "fort"} <= kinds
    if edition != "crimson-coast":  # its sheet has no events
        assert all(fleet.events for fleet in brought)
    if edition not in {"crimson-coast", "revolution"}:  # nor have the two older ones these
        assert "equipment" in kinds
        assert any(fleet.islands for fleet in brought)


def told(log: list[Entry], game: Played) -> str:
    return "\n".join(account(log, game.game.state, full=True))


def test_a_game_of_them_ends_and_has_a_fort_built_and_treasure_and_terrain_at_work(game: Played) -> None:
    story = told(game.log, game)
    assert game.result.why
    for fleet in game.fleets:
        assert len(fleet.terrain) == 2
    assert any(f" builds {fort.name} " in story for fleet in game.fleets for fort in fleet.forts)
    assert any(card.name in story for fleet in game.fleets for card in fleet.treasure)
    placed = [piece for piece in game.game.state.pieces if piece.kind == "terrain"]
    assert len(placed) >= 4


def test_an_event_of_them_is_revealed_where_the_edition_has_events(game: Played) -> None:
    events = [event.name for fleet in game.fleets for event in fleet.events]
    story = told(game.log, game)
    assert not events or any(f"{name} is revealed" in story or f"reveals {name}" in story for name in events)
