"""Setup: who goes first, islands, terrain, homes, ships, crew and treasure."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from pirate_code.board.card import Card
from pirate_code.board.fleet import Fleet, Manned
from pirate_code.board.geometry import L, S
from pirate_code.board.state import ASIDE, SEA, Phase, Piece
from pirate_code.rules import capacity, setup, table
from pirate_code.rules.game import Game
from pirate_code.rules.registry import load_rules
from tests.rules.positions import card


def fleet(name: str, *ships: Manned, **more: Any) -> Fleet:
    return Fleet(name, ships or (Manned(card(f"{name}'s ship")),), **more)


def crew(name: str, points: int = 3, line: str = "") -> Card:
    return card(name, "crew", line, nation="english", points=points)


def set_up(*fleets: Fleet, edition: str = "code", seed: int = 1, pick: int = 0) -> Game:
    """A game after its setup; every choice takes the option of that number, counted round."""
    load_rules()
    game = setup.new_game(fleets, edition, seed).start(setup.set_up)
    while game.decision is not None:
        options = game.decision.options
        game.answer(options[pick % len(options)].answer)
    assert game.state.turn.phase is Phase.READY
    return game


def of_kind(game: Game, kind: str) -> list[Piece]:
    return [piece for piece in game.state.pieces if piece.kind == kind]


def test_the_highest_roll_goes_first_and_ties_roll_again() -> None:
    game = setup.new_game([fleet("a"), fleet("b"), fleet("c")])
    game.state.dice.ready = [3, 5, 5, 2, 6]
    game.start(setup.set_up)
    assert setup.in_order(game) == [2, 0, 1]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("edition", ["code", "crimson-coast"])
@pytest.mark.parametrize("pick", [0, 1, 5])
def test_islands_always_find_places_the_right_distance_apart(players: int, edition: str, pick: int) -> None:
    game = set_up(*(fleet(f"{number}") for number in range(players)), edition=edition, pick=pick)
    apart = game.edition.islands_apart
    islands = game.state.islands()
    assert len(islands) == 3 * players
    gaps = {(one.id, other.id): table.gap(game.state, one, other) for one, other in combinations(islands, 2)}
    assert min(gaps.values()) >= apart.least * L
    for island in islands:
        assert min(gap for pair, gap in gaps.items() if island.id in pair) <= apart.most * L


def test_the_player_before_chooses_a_home_island() -> None:
    game = setup.new_game([fleet("a"), fleet("b")])
    game.state.dice.ready = [1, 6]
    game.start(setup.set_up)
    choosers = []
    while game.decision is not None:
        if game.decision.event == "home_island":
            choosers.append(game.decision.player)
        game.answer(game.decision.options[-1].answer)
    assert choosers == [0, 1]
    homes = [game.state.home(player) for player in (0, 1)]
    assert homes[0] is not homes[1] and None not in homes


def test_every_ship_begins_docked_at_home_with_her_bow_and_over_nothing() -> None:
    ships = [Manned(card(f"ship {number}", masts=masts)) for number, masts in enumerate((1, 2, 3, 4, 5))]
    game = set_up(fleet("a", *ships), fleet("b"))
    home = game.state.home(0)
    assert home is not None
    mine = game.state.ships(0)
    assert [ship.docked for ship in mine] == [home.id] * 5
    assert all(table.gap(game.state, one, other) >= 0 for one, other in combinations(mine, 2))
    assert all(table.touching(game.state, ship, home) for ship in mine)


def test_a_sea_creature_begins_at_home_too() -> None:
    creature = card(
        "beast", "sea creature", masts=4, nation="cursed", points=9, cannons="3S-3S-3S-3S", move="L"
    )
    game = set_up(fleet("a", Manned(creature)), fleet("b"))
    assert game.state.ships(0)[0].docked is not None


def test_a_mercenary_begins_off_her_home_island() -> None:
    game = set_up(fleet("a", Manned(card("hired", line="Mercenary."))), fleet("b"))
    ship, home = game.state.ships(0)[0], game.state.home(0)
    assert home is not None
    assert ship.docked is None
    assert table.gap(game.state, ship, home) == pytest.approx(S, abs=1)


def test_crew_goes_face_down_aboard_the_ship_it_is_assigned_to() -> None:
    game = set_up(fleet("a", Manned(card("ship"), (crew("captain"),))), fleet("b"))
    captain, ship = of_kind(game, "crew")[0], game.state.ships(0)[0]
    assert captain.where == ship.id
    assert not captain.face_up
    assert captain.known == frozenset({0})


def test_crew_that_always_say_what_room_they_need_lie_face_up_from_the_start() -> None:
    small = crew("Small", line="This crew takes up no cargo space.")
    later = crew("Later", line="This crew takes up no cargo space when revealed.")
    game = set_up(fleet("a", Manned(card("Apollo"), (small, later))), fleet("b"))
    (ship,) = [piece for piece in game.state.ships() if piece.card.name == "Apollo"]
    shown, hidden = of_kind(game, "crew")
    assert shown.face_up and not hidden.face_up
    assert capacity.space_left(game, ship) == 3
    game.state.turn_face(hidden, True)
    assert capacity.space_left(game, ship) == 4


def test_crew_without_a_ship_goes_only_where_there_is_room_or_waits_at_home() -> None:
    small = card("small", points=2, cargo=4)
    game = setup.new_game([fleet("a", Manned(small), crew=(crew("dear", 5), crew("cheap", 2))), fleet("b")])
    load_rules()
    game.start(setup.set_up)
    offered = {}
    while game.decision is not None:
        if game.decision.event == "assign":
            name = game.name(game.decision.subject)
            offered[name] = [option.name for option in game.decision.options]
        game.answer(game.decision.options[0].answer)
    assert offered == {"cheap": ["small", "stays on the home island"]}
    home = game.state.home(0)
    assert home is not None
    assert [piece.where == home.id for piece in of_kind(game, "crew")] == [True, False]


def test_treasure_is_dealt_face_down_four_coins_to_each_wild_island() -> None:
    game = set_up(fleet("a"), fleet("b"))
    wild = [island for island in game.state.islands() if island.home is None]
    assert [len(game.state.treasure(island.id)) for island in wild] == [4, 4, 4, 4]
    assert not any(piece.face_up for piece in of_kind(game, "treasure"))
    assert game.state.starting_gold == 30


def test_unique_treasure_is_mixed_in_and_the_coins_stay_the_same() -> None:
    unique = card("Rum", "treasure", "This treasure is worth 3 gold.")
    game = set_up(fleet("a", treasure=(unique,)), fleet("b"))
    pieces = of_kind(game, "treasure")
    assert len(pieces) == 17
    assert all(piece.where >= 0 for piece in pieces)
    assert game.state.starting_gold == 30


def test_terrain_lies_s_from_islands_and_other_terrain() -> None:
    terrain = ("fog_bank", "iceberg", "reef", "sargasso_sea", "whirlpool")
    game = set_up(fleet("a", terrain=terrain), fleet("b", terrain=terrain), pick=3)
    placed = [piece for piece in of_kind(game, "terrain") if piece.where == SEA]
    assert len(placed) == 10
    for one in placed:
        for other in [*placed, *game.state.islands()]:
            assert one is other or table.gap(game.state, one, other) >= S
    assert all(1 <= piece.value <= 6 for piece in placed if piece.card.terrain == "iceberg")


def test_events_forts_and_the_collection_stay_beside_the_table() -> None:
    event = card("Becalm", "event", points=2)
    castle = card("Castle", "fort", gold=5, nation="english", cannons="3S-3S")
    game = set_up(fleet("a", events=(event,), forts=(castle,), collection=(crew("recruit"),)), fleet("b"))
    recruit = of_kind(game, "crew")[0]
    beside = (*of_kind(game, "event"), *of_kind(game, "fort"), recruit)
    assert [piece.where for piece in beside] == [ASIDE] * 3
    assert recruit.owner is None


def test_setup_goes_on_from_every_calm_moment_in_the_same_way() -> None:
    load_rules()
    terrain = ("reef", "whirlpool")
    fleets = [fleet("a", terrain=terrain, crew=(crew("mate"),)), fleet("b", terrain=terrain)]
    game = setup.new_game(fleets, seed=5).start(setup.set_up)
    steps = 0
    while game.decision is not None:
        copy = game.copy()
        assert copy.decision == game.decision
        options = game.decision.options
        answer = options[steps % len(options)].answer
        game.answer(answer)
        copy.answer(answer)
        assert [piece.pose for piece in copy.state.pieces] == [piece.pose for piece in game.state.pieces]
        assert copy.log == game.log
        steps += 1
    assert steps > 10
