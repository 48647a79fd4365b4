"""Setup: who goes first, islands, terrain, homes, ships, crew and treasure."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

from pirate_code.board import geometry
from pirate_code.board.card import Card
from pirate_code.board.fleet import Fleet, Manned
from pirate_code.board.geometry import L, S
from pirate_code.board.pose import Pose
from pirate_code.board.refs import Seat
from pirate_code.board.state import ASIDE, SEA, Phase, Piece
from pirate_code.core.dice import Dice
from pirate_code.rules import capacity, setup, table
from pirate_code.rules.decision import Decision
from pirate_code.rules.edition import load_edition
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
    load_rules()
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


def test_gold_that_a_ship_begins_with_is_made_and_counts_for_half_of_all() -> None:
    sleigh = card(
        "Sleigh", line="She begins the game loaded with treasure from her controller's collection.", cargo=3
    )
    game = set_up(fleet("a", Manned(sleigh)), fleet("b"))
    ship = next(piece for piece in of_kind(game, "ship") if piece.card.name == "Sleigh")
    aboard = [piece.value for piece in game.state.treasure(ship.id)]
    assert len(aboard) == 3
    assert game.state.gold_made == sum(aboard)
    assert game.state.starting_gold == 30 + sum(aboard)


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


# --- as at the table ---------------------------------------------------------------------------------------


def asked(*fleets: Fleet, edition: str = "code", choices: dict[str, Any] | None = None) -> list[Decision]:
    """All decisions of a setup that player 1 begins; choices are by event, else the first option."""
    load_rules()
    game = setup.new_game(fleets, edition)
    game.state.dice.ready = [6, *([1] * (len(fleets) - 1))]
    game.start(setup.set_up)
    found = []
    while game.decision is not None:
        found.append(game.decision)
        answer = (choices or {}).get(game.decision.event or "")
        game.answer(game.decision.options[0].answer if answer is None else answer)
    return found


def test_terrain_is_placed_by_turns_until_nobody_has_any_left() -> None:
    fleets = fleet("a", terrain=("reef", "fog_bank", "reef")), fleet("b", terrain=("reef",))
    kinds: dict[Any, str] = {piece.id: piece.kind for piece in setup.new_game(fleets).state.pieces}
    placed = [found for found in asked(*fleets) if found.event == "place"]
    assert [found.player for found in placed if kinds[found.subject] == "terrain"] == [0, 1, 0, 0]
    assert [found.player for found in placed if kinds[found.subject] == "island"] == [0, 1] * 3


@pytest.mark.parametrize(("edition", "chooser"), [("crimson-coast", 0), ("revolution", 1), ("code", 1)])
def test_who_placed_the_last_terrain_chooses_the_first_home_in_crimson_coast(
    edition: str, chooser: int
) -> None:
    decisions = asked(fleet("a", terrain=("reef",)), fleet("b"), edition=edition)
    homes = [found for found in decisions if found.event == "home_island"]
    assert [(found.player, found.subject) for found in homes] == [(chooser, Seat(0)), (0, Seat(1))]


def test_a_player_places_his_ships_before_the_next_home_island_is_chosen() -> None:
    decisions = asked(fleet("a", Manned(card("one")), Manned(card("two"))), fleet("b"))
    order = [(found.event, found.player) for found in decisions if found.event in {"home_island", "dock"}]
    assert order == [("home_island", 1), ("dock", 0), ("dock", 0), ("home_island", 0), ("dock", 1)]


def test_an_island_may_lie_at_any_place_within_the_distances_and_at_no_other() -> None:
    load_rules()
    game = setup.new_game([fleet("a"), fleet("b")]).start(setup.set_up)
    assert game.decision is not None
    assert game.decision.refuses([-500.0, 0.0]) == "The island would not lie on the table."
    game.answer([333.0, 444.0, 17.0])
    assert game.state.islands()[0].pose == (333.0, 444.0, 17.0)
    assert game.decision.refuses([400.0, 444.0]) == "Islands lie at least 3 L apart."
    assert game.decision.refuses("here") is not None
    far = 333.0 + 2 * 42 + 4.2 * L
    assert game.decision.refuses([far, 444.0, 0.0]) is None
    game.answer([far, 444.0, 0.0])
    one, other = game.state.islands()
    assert 4 * L < table.gap(game.state, one, other) < 4.5 * L


def test_no_island_lies_farther_from_all_others_than_the_most() -> None:
    load_rules()
    game = setup.new_game([fleet("a"), fleet("b"), fleet("c"), fleet("d")], "revolution")
    game.start(setup.set_up)
    assert game.decision is not None
    game.answer([200.0, 200.0])
    assert game.decision.refuses([1000.0, 1000.0]) == "An island lies at most 4 L from another."


def test_offered_places_for_islands_differ_in_their_distance() -> None:
    load_rules()
    game = setup.new_game([fleet(name) for name in "abcd"]).start(setup.set_up)
    assert game.decision is not None
    game.answer([500.0, 500.0])
    first = game.state.islands()[0]
    second = game.piece(game.decision.subject)
    gaps = []
    for option in game.decision.options:
        second.pose = Pose(*option.answer)
        shape = table.placed(second.outline, second.pose)
        gaps.append(geometry.gap(shape, table.placed(first.outline, first.pose or Pose(0, 0, 0))) / L)
    second.pose = None
    assert min(gaps) < 3.1
    assert max(gaps) > 5.5
    assert all(2.99 < gap < 6.01 for gap in gaps)
    assert len({round(gap * 2) for gap in gaps}) >= 6  # half an L from each other, over all that is allowed


@pytest.mark.parametrize(("edition", "least", "most"), [("code", 3, 6), ("crimson-coast", 2, 4)])
def test_who_takes_any_place_lays_islands_at_all_distances(edition: str, least: int, most: int) -> None:
    load_rules()
    taken = []
    for seed in range(12):
        game = setup.new_game([fleet("a"), fleet("b")], edition, seed).start(setup.set_up)
        dice = Dice(seed)
        while game.decision is not None and game.decision.event == "place":
            game.answer(game.decision.draw(dice).answer)
            *others, last = (table.shape(game.state, island) for island in game.state.islands())
            shapes = [other for other in others if other is not None]
            if shapes and last is not None:
                taken.append(min(geometry.gap(last, other) for other in shapes) / L)
    thirds = [int(3 * (gap - least) / (most - least + 0.01)) for gap in taken]
    assert all(thirds.count(third) >= len(taken) / 20 for third in range(3)), sorted(taken)


def test_the_players_may_agree_on_the_size_of_the_table() -> None:
    load_rules()
    agreed = load_edition().but(table_size=(2000, 900))
    game = setup.new_game([fleet("a"), fleet("b")], agreed).start(setup.set_up)
    assert game.state.table_size == (2000, 900)
    assert game.decision is not None
    assert game.decision.refuses([1900.0, 450.0]) is None
    assert game.decision.refuses([450.0, 1000.0]) == "The island would not lie on the table."


def test_a_ship_is_laid_at_home_where_her_player_likes_with_her_bow_to_it() -> None:
    load_rules()
    game = setup.new_game([fleet("a"), fleet("b")]).start(setup.set_up)
    while game.decision is not None and game.decision.event != "dock":
        game.answer(game.decision.options[0].answer)
    assert game.decision is not None
    assert len(game.decision.options) > 12
    assert "would not touch" in str(game.decision.refuses([60.0, 60.0, 0.0]))
    x, y, heading = game.decision.options[5].answer
    ux, uy = geometry.toward(heading)
    half = geometry.TOLERANCE / 2
    game.answer([x - half * ux, y - half * uy, heading])
    there = (x - half * ux, y - half * uy, heading)
    assert game.state.ships(0)[0].pose == pytest.approx(there, abs=1e-5)


ROLLED = "1-2: Eliminate a crew from this ship.\n3-4: No effect.\n5-6: No effect."
TURTLE = "This island can be used as a home island or wild island. This ship gets +S to her base move."


def island(name: str, line: str, *, hidden: bool = False) -> Card:
    found = card(name, "island", line)
    return replace(found, text_hidden=hidden)


def homes(edition: str, line: str, *, hidden: bool = False, keeps: bool = True) -> tuple[int, bool]:
    """How often a home player is asked about the effects, and whether the first home shows its text then."""
    load_rules()
    every = tuple(island(f"isle {number}", line, hidden=hidden) for number in range(6))
    game = setup.new_game([fleet("a", islands=every), fleet("b")], edition).start(setup.set_up)
    questions = 0
    while game.decision is not None:
        if game.decision.event == "function":
            questions += 1
            game.answer(keeps)
        else:
            game.answer(game.decision.options[0].answer)
    home = game.state.home(0)
    assert home is not None
    return questions, home.face_up


def test_by_the_code_a_mysterious_home_island_has_no_effects() -> None:
    assert homes("code", ROLLED) == (0, False)


def test_by_the_code_the_player_of_an_island_that_may_be_a_home_keeps_its_effects_or_not() -> None:
    assert homes("code", TURTLE) == (2, True)
    assert homes("code", TURTLE, keeps=False) == (2, False)


def test_by_cursed_seas_visible_effects_of_a_home_island_are_settled_and_hidden_ones_stay_hidden() -> None:
    assert homes("cursed-seas", ROLLED) == (2, True)
    assert homes("cursed-seas", ROLLED, keeps=False) == (2, False)
    assert homes("cursed-seas", ROLLED, hidden=True) == (0, False)


def test_an_island_that_is_only_ever_wild_is_no_home_island() -> None:
    load_rules()
    wild = island("Isle of Fire", "This island can be used only as a wild island.")
    game = setup.new_game([fleet("a", islands=(wild,)), fleet("b")]).start(setup.set_up)
    offered: set[int] = set()
    while game.decision is not None:
        if game.decision.event == "home_island":
            offered |= {option.answer for option in game.decision.options}
        game.answer(game.decision.options[0].answer)
    assert len(offered) == 5
    assert all(game.piece(number).card.name != "Isle of Fire" for number in offered)


@pytest.mark.parametrize(("edition", "sides"), [("code", 1), ("cursed-seas", 4)])
def test_a_sea_creature_starts_with_any_part_at_home_where_the_sheet_says_so(
    edition: str, sides: int
) -> None:
    load_rules()
    beast = card("beast", "sea creature", masts=4, nation="cursed", points=9, cannons="3S-3S-3S-3S", move="L")
    game = setup.new_game([fleet("a", Manned(beast)), fleet("b")], edition)
    game.state.dice.ready = [6, 1]
    game.start(setup.set_up)
    while game.decision is not None and game.decision.event != "dock":
        game.answer(game.decision.options[0].answer)
    home = game.state.home(0)
    assert game.decision is not None and home is not None and home.pose is not None
    north = [step / 4 for step in range(100, 500)]  # millimetres from the middle of the island
    refuses, (x, y, _) = game.decision.refuses, home.pose
    found = [
        heading
        for heading in (0.0, 90.0, 180.0, 270.0)
        if any(refuses([x, y + off, heading]) is None for off in north)
    ]
    assert len(found) == sides and 270.0 in found
    assert "would not touch the island" in str(refuses([x, y - 200, 90.0]))
    game.answer(game.decision.options[-1].answer)
    assert game.state.ships(0)[0].docked == home.id


def test_a_ship_that_is_laid_by_hand_a_few_millimetres_off_is_brought_up_to_the_shore() -> None:
    load_rules()
    game = setup.new_game([fleet("a"), fleet("b")]).start(setup.set_up)
    while game.decision is not None and game.decision.event != "dock":
        game.answer(game.decision.options[0].answer)
    assert game.decision is not None
    x, y, heading = game.decision.options[5].answer
    ux, uy = geometry.toward(heading)
    assert game.decision.refuses([x - 9 * ux, y - 9 * uy, heading]) is not None
    assert game.decision.refuses([x + 3 * ux, y + 3 * uy, heading]) is None
    game.answer([round(x - 2 * ux), round(y - 2 * uy), heading])
    ship, home = game.state.ships()[0], game.piece(game.state.ships()[0].docked or 0)
    assert ship.docked == home.id
    assert table.gap(game.state, ship, home) <= geometry.TOLERANCE


def test_a_player_lays_the_arm_of_a_ship_as_he_likes_before_the_game() -> None:
    load_rules()
    hoist = card("crane", line="Hoist.")
    game = setup.new_game([fleet("a", Manned(hoist)), fleet("b")]).start(setup.set_up)
    while game.decision is not None and game.decision.event != "swing":
        game.answer(game.decision.options[0].answer)
    assert game.decision is not None
    ship = game.piece(game.decision.subject)
    assert table.arm(game.state, ship) is None
    assert game.decision.options[0].name == "her arm lies along her deck"
    for option in game.decision.options[1:]:
        table.swing_out(game.state, ship, option.answer, S)
        hull, arm = table.shape(game.state, ship), table.arm(game.state, ship)
        assert hull is not None and arm is not None
        assert max(geometry.reach(corner, hull) for corner in arm.points) == pytest.approx(S, abs=1)
    ship.arm = None
    game.answer(180)
    assert table.arm(game.state, ship) is not None
    assert game.state.turn.phase is Phase.HOMES
