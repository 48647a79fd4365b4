"""The end of a game: its five conditions, scoring, and ties."""

from __future__ import annotations

import pytest

from pirate_code.board.state import GONE, Phase, Piece
from pirate_code.rules import ending
from pirate_code.rules.edition import load_edition
from tests.rules.positions import Table


def table_with_homes(players: int = 2, edition: str = "code") -> tuple[Table, list[Piece], Piece]:
    """Homes with a ship each, and a wild island with the gold that is left."""
    table = Table(players, edition=edition)
    homes = [table.island(1000 * player, 0, home=player) for player in range(players)]
    wild = table.island(0, 1000)
    for player in range(players):
        table.ship(player, 1000 * player, 300)
    table.coin(wild, 1)
    table.state.starting_gold = 30
    return table, homes, wild


def derelict(ship: Piece) -> None:
    ship.masts = (GONE,) * len(ship.masts)


def test_a_game_goes_on_as_long_as_nothing_ends_it() -> None:
    table, _, _ = table_with_homes()
    assert ending.why_over(table.game) is None


# --- more than half --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("gold", "over"), [(15, False), (16, True)])
def test_more_than_half_of_the_starting_gold_at_home_ends_it(gold: int, over: bool) -> None:
    table, homes, _ = table_with_homes()
    table.coin(homes[0], gold)
    assert (ending.why_over(table.game) is not None) == over


def test_half_the_gold_ends_no_game_of_three_by_the_code_but_one_of_the_cursed_seas() -> None:
    for edition, over in (("code", False), ("cursed-seas", True)):
        table, homes, _ = table_with_homes(3, edition)
        table.coin(homes[0], 16)
        assert (ending.why_over(table.game) is not None) == over


def test_gold_in_forts_counts_toward_half_only_in_the_old_editions() -> None:
    for edition, over in (("code", False), ("revolution", True)):
        table, _, wild = table_with_homes(edition=edition)
        fort = table.crew(wild, kind="fort", cannons="3S")
        fort.owner = fort.controller = 0
        table.coin(fort, 16)
        assert (ending.why_over(table.game) is not None) == over


# --- no moves to come ------------------------------------------------------------------------------------


def test_a_player_without_any_move_to_come_ends_it_when_that_turn_begins() -> None:
    table, _, _ = table_with_homes()
    derelict(table.state.ships(0)[0])
    assert ending.why_over(table.game) is None
    table.state.turn.phase = Phase.BEGINNING
    assert ending.why_over(table.game) is not None
    table.state.turn.player = 1
    assert ending.why_over(table.game) is None


def test_a_pinned_ship_may_move_some_day() -> None:
    table, _, _ = table_with_homes()
    mine, other = table.state.ships()
    mine.pinned_by = other.id
    assert ending.can_ever_move(table.game, 0)


def test_a_derelict_at_home_can_be_repaired_and_one_at_sea_cannot() -> None:
    table, homes, _ = table_with_homes()
    ship = table.state.ships(0)[0]
    derelict(ship)
    assert not ending.can_ever_move(table.game, 0)
    ship.docked = homes[0].id
    assert ending.can_ever_move(table.game, 0)


@pytest.mark.parametrize("line", ["Eternal.", "Galley."])
def test_a_derelict_that_comes_home_or_rows_can_move_again(line: str) -> None:
    table, _, _ = table_with_homes()
    derelict(table.state.ships(0)[0])
    derelict(table.ship(0, 500, 500, line=line))
    assert ending.can_ever_move(table.game, 0)


def test_two_of_three_players_must_be_helpless() -> None:
    table, _, _ = table_with_homes(3)
    table.state.turn.phase = Phase.BEGINNING
    derelict(table.state.ships(1)[0])
    assert ending.why_over(table.game) is None
    derelict(table.state.ships(2)[0])
    assert ending.why_over(table.game) is not None


def test_the_eliminated_player_may_win_with_the_most_gold() -> None:
    table, homes, _ = table_with_homes()
    table.coin(homes[0], 9)
    derelict(table.state.ships(0)[0])
    table.state.turn.phase = Phase.BEGINNING
    why = ending.why_over(table.game)
    assert why is not None
    assert ending.result(table.game, why).winners == (0,)


# --- no gold, no time, no progress -----------------------------------------------------------------------


def test_the_game_ends_when_all_gold_has_been_unloaded() -> None:
    table, homes, wild = table_with_homes()
    ship = table.state.ships(1)[0]
    coin = table.state.treasure(wild.id)[0]
    table.state.put(coin, ship.id)
    assert ending.why_over(table.game) is None
    table.state.put(coin, homes[1].id)
    assert ending.why_over(table.game) == "All gold has been unloaded."


def test_a_limit_of_turns_lets_everybody_have_as_many() -> None:
    table, _, _ = table_with_homes()
    table.game.edition = load_edition().but(turn_limit=5)
    table.state.turn.phase, table.state.turn.number = Phase.BEGINNING, 10
    assert ending.why_over(table.game) is None
    table.state.turn.number = 11
    assert ending.why_over(table.game) is not None


def test_many_rounds_in_which_nothing_changes_are_a_stalemate() -> None:
    table, _, wild = table_with_homes()
    rounds = table.game.edition.ends.stalemate_rounds
    for _ in range(2 * rounds):
        ending.note_progress(table.game)
    assert ending.why_over(table.game) is None
    ending.note_progress(table.game)
    assert ending.why_over(table.game) is not None
    table.state.put(table.state.treasure(wild.id)[0], table.state.ships(0)[0].id)
    ending.note_progress(table.game)
    assert ending.why_over(table.game) is None


# --- scoring ---------------------------------------------------------------------------------------------


def test_gold_at_home_and_in_forts_counts_and_gold_on_ships_only_with_more_than_two_players() -> None:
    for players, gold in ((2, 7), (3, 12)):
        table, homes, wild = table_with_homes(players)
        fort = table.crew(wild, kind="fort", cannons="3S")
        fort.owner = fort.controller = 0
        table.coin(homes[0], 3)
        table.coin(fort, 4)
        table.coin(table.state.ships(0)[0], 5)
        assert ending.score(table.game, 0) == gold


def test_treasure_on_wrecks_and_on_ships_lost_in_fog_counts_for_nobody() -> None:
    table, _, _ = table_with_homes(3)
    ship = table.state.ships(0)[0]
    table.coin(ship, 5)
    table.state.mark(ship, "lost")
    assert ending.score(table.game, 0) == 0


def test_a_tie_goes_to_the_player_with_more_units() -> None:
    table, homes, _ = table_with_homes()
    for home in homes:
        table.coin(home, 5)
    table.ship(1, 1500, 300)
    assert ending.result(table.game, "").winners == (1,)


def test_a_marine_is_a_unit_and_an_abandoned_fort_is_none() -> None:
    table, _, wild = table_with_homes()
    ship = table.state.ships(0)[0]
    table.crew(ship, "Marine.")
    fort = table.crew(wild, kind="fort", cannons="3S")
    fort.owner = fort.controller = 0
    assert len(ending.units(table.game, 0)) == 3
    fort.masts = (GONE,)
    assert len(ending.units(table.game, 0)) == 2


def test_players_who_are_equal_in_everything_share_the_victory() -> None:
    table, _, _ = table_with_homes()
    assert ending.result(table.game, "").winners == (0, 1)
