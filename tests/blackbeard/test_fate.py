"""Hits and sinking, loyalty and mutiny, duels, cunning, alliances."""

from __future__ import annotations

import pytest

from pirate_code.blackbeard import fate, strength
from pirate_code.blackbeard.actions import company
from pirate_code.blackbeard.state import Pirate, Revelry
from tests.blackbeard.table import STOPPED, Table

PORT = "port-royal"


def allied(table: Table) -> tuple[Pirate, Pirate]:
    """Two pirates of one player who go together: Every (leadership 4) and Bonnet (leadership 1)."""
    first, second = table.pirate(place=PORT), table.pirate("stede-bonnet", place=PORT, ship="sloop")
    table.run(company.ally(table.game, first, second.id))
    return first, second


# --- hits ----------------------------------------------------------


def test_a_ship_sinks_past_the_end_of_her_track() -> None:
    table = Table()
    pirate = table.pirate(notoriety=4, net_worth=500)
    table.run(fate.combat_hits(table.game, pirate, 5, "test"))
    assert strength.combat(table.game, pirate) == 1
    table.run(fate.combat_hits(table.game, pirate, 1, "test"))
    assert table.game.state.locker == [pirate.id]
    assert table.game.state.players[0].points == 4


def test_a_crew_loses_heart_when_speed_falls_below_nothing() -> None:
    table = Table()
    pirate = table.pirate(speed_hits=4)  # a schooner at 0
    table.run(fate.speed_hits(table.game, pirate, 2, "test"))
    assert strength.speed(table.game, pirate) == -1
    assert pirate.loyalty == 6


# --- loyalty ----------------------------------------------------------


def test_loyalty_stays_on_its_track() -> None:
    table = Table()
    pirate = table.pirate(loyalty=14)
    table.run(fate.change_loyalty(table.game, pirate, 3, "test"))
    assert pirate.loyalty == 15


@pytest.mark.parametrize(("die", "dead"), [(5, True), (4, False), (1, False)])
def test_without_loyalty_there_is_a_mutiny(die: int, dead: bool) -> None:
    table = Table()
    pirate = table.pirate(loyalty=1, notoriety=3, holds=[100, 0, 700], net_worth=300, combat_hits=2)
    heir = table.game.state.pirate_deck[-1]
    table.run(fate.change_loyalty(table.game, pirate, -1, "test"), dice=[die])  # leadership 4
    assert (pirate.id in table.game.state.locker) is dead
    if dead:
        new = table.game.state.pirates[heir]
        assert (new.player, new.loyalty, new.holds, new.combat_hits) == (0, 6, [100, 0, 700], 2)
        assert (new.net_worth, new.notoriety) == (0, 0)
        assert table.game.state.players[0].points == 3
    else:
        assert pirate.loyalty == 0


def test_a_pirate_of_the_hand_takes_over_before_one_of_the_deck() -> None:
    table = Table()
    pirate = table.pirate(loyalty=1)
    for name in ("thomas-tew", "anne-bonny"):
        table.game.state.pirate_deck.remove(name)
        table.game.state.players[0].pirates.append(name)
    table.run(fate.change_loyalty(table.game, pirate, -1, "test"), ["anne-bonny"], [6])
    assert list(table.game.state.pirates) == ["anne-bonny"]


def test_a_mutiny_that_just_fails_costs_loyalty() -> None:
    table = Table()
    pirate = table.pirate(loyalty=5)
    table.run(fate.mutiny(table.game, pirate), dice=[4])
    assert pirate.loyalty == 4
    table.run(fate.mutiny(table.game, pirate), dice=[3])
    assert pirate.loyalty == 4


# --- cunning ----------------------------------------------------------


def test_cunning_rolls_again_as_often_as_there_is_some() -> None:
    table = Table()
    pirate = table.pirate(cunning=2)
    result = table.run(table.game.roll(1, "test", pirate), [True, True], [1, 2, 5])
    assert (result, pirate.cunning) == (5, 0)


def test_more_than_three_dice_are_not_rolled_again() -> None:
    table = Table()
    pirate = table.pirate(cunning=2)
    assert table.run(table.game.roll(4, "test", pirate), dice=[1, 1, 1, 1]) == 4


# --- booty grabs and duels ----------------------------------------------------------


def grab(grabber: int = 0) -> tuple[Table, Pirate, Pirate]:
    """Every (ability 4) beside Tew (ability 4), whose crew revels with 1,000 doubloons aboard."""
    table = Table()
    pirate = table.pirate(place=PORT, player=grabber)
    victim = table.pirate("thomas-tew", 1, PORT, holds=[400, 0, 600], revelry=Revelry.VOLUNTARY)
    return table, pirate, victim


def test_a_grab_that_succeeds_takes_so_many_tenths() -> None:
    table, pirate, victim = grab()
    # 3 + 4 + 1 against 2 + 4: two more, and 1 for the share: 30%
    steps = company.grab(table.game, pirate, victim.id)
    table.run(steps, ["hold 1", "hold 3"], [3, 2, 1])
    assert (pirate.holds, victim.holds) == ([0, 0, 300], [100, 0, 600])


def test_a_grab_that_fails_costs_two_loyalty() -> None:
    table, pirate, victim = grab()
    table.run(company.grab(table.game, pirate, victim.id), dice=[1, 6])
    assert (pirate.loyalty, victim.booty) == (5, 1000)


def test_a_tie_is_a_duel_to_the_death_for_all_goods() -> None:
    table, pirate, victim = grab()
    # 1 + 5 against 2 + 4; Every has three dice, Tew two
    steps = company.grab(table.game, pirate, victim.id)
    table.run(steps, ["goods", "hold 2"], [1, 2, 6, 6, 6, 1, 1])
    assert (pirate.holds, list(table.game.state.pirates)) == ([0, 1000, 0], [pirate.id])


def test_the_winner_of_a_duel_may_take_the_ship() -> None:
    table, pirate, victim = grab()
    victim.ship, victim.holds = "brigantine", [400, 0, 600, 0]
    pirate.holds[0] = table.watch.money[pirate.id, "doubloons"] = 50
    steps = company.grab(table.game, pirate, victim.id)
    table.run(steps, ["ship", "hold 2"], [1, 2, 6, 6, 6, 1, 1])
    assert (pirate.ship, pirate.holds) == ("brigantine", [400, 50, 600, 0])


def test_a_tied_duel_ends_unless_both_want_another() -> None:
    table, pirate, victim = grab()
    steps = company.grab(table.game, pirate, victim.id)
    table.run(steps, [True, False], [1, 2, 1, 1, 2, 2, 2])
    assert len(table.game.state.pirates) == 2


def test_a_grabber_who_loses_the_duel_is_dead() -> None:
    table, pirate, victim = grab()
    table.acts(pirate)
    steps = company.grab(table.game, pirate, victim.id)
    assert table.run(steps, ["nothing"], [1, 2, 1, 1, 1, 6, 6]) == STOPPED
    assert list(table.game.state.pirates) == [victim.id]


# --- alliances ----------------------------------------------------------


def test_allies_have_the_better_combat_and_one_and_the_lower_speed() -> None:
    table = Table()
    first, second = allied(table)
    for pirate in (first, second):
        assert strength.combat(table.game, pirate) == 7  # schooner 6, sloop 5
        assert strength.speed(table.game, pirate) == 3
        assert strength.rating(table.game, pirate, "ability") == 4


def test_allies_share_doubloons_and_the_better_leader_has_the_odd_one() -> None:
    table = Table()
    first, second = allied(table)
    table.run(fate.load(table.game, second, 501, "test"))
    assert (first.booty, second.booty) == (251, 250)


def test_allies_share_hits_and_the_player_gives_the_odd_one() -> None:
    table = Table()
    first, second = allied(table)
    table.run(fate.combat_hits(table.game, first, 3, "test"), [second.id])
    assert (first.combat_hits, second.combat_hits) == (1, 2)


def test_loyalty_changes_for_both_allies() -> None:
    table = Table()
    first, second = allied(table)
    table.run(fate.change_loyalty(table.game, second, -2, "test"))
    assert (first.loyalty, second.loyalty) == (5, 5)


def test_a_mutiny_breaks_the_alliance() -> None:
    table = Table()
    first, second = allied(table)
    table.run(fate.mutiny(table.game, first), dice=[1])
    assert (first.ally, second.ally) == (None, None)
