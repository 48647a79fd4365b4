"""Finding, looting and converting merchants."""

from __future__ import annotations

from collections import Counter

from pirate_code.blackbeard.actions import plunder
from pirate_code.blackbeard.state import Next, Pirate, Revelry
from tests.blackbeard.table import STOPPED, Table

PORT = "port-royal"


def plunder_next(pirate: Pirate) -> tuple[Next, str | None] | None:
    """What a pirate may do next, and about what."""
    return None if pirate.next is None else (pirate.next, pirate.next_about)


def test_a_merchant_is_found_with_seven() -> None:
    table = Table()
    pirate = table.pirate()  # ability 4
    table.merchant("sloop-1", PORT)
    table.run(plunder.find(table.game, pirate, PORT), dice=[2])
    assert not plunder_next(pirate)
    table.run(plunder.find(table.game, pirate, PORT), dice=[3])
    assert plunder_next(pirate) == (Next.LOOT, PORT)
    assert table.game.state.ports[PORT].merchant.face_up  # type: ignore[union-attr]


def test_a_merchant_that_lies_face_up_is_found_with_one_less() -> None:
    table = Table()
    pirate = table.pirate()
    table.merchant("sloop-1", PORT, face_up=True)
    table.run(plunder.find(table.game, pirate, PORT), dice=[2])
    assert pirate.next is Next.LOOT


def test_looting_fills_a_hold_by_the_region_and_makes_a_name() -> None:
    table = Table()
    pirate = table.pirate()
    table.merchant("flute-3", PORT)
    table.run(plunder.loot(table.game, pirate, PORT), [True, "ransom", False], [3])
    assert pirate.holds == [1200, 0, 0]  # 3 + cargo 3 in the Caribbean
    assert pirate.notoriety == 6
    assert pirate.loyalty == 7
    assert [captive.nation for captive in pirate.hostages] == ["english"]
    assert table.game.state.ports[PORT].merchant is None
    assert pirate.next is None  # a flute cannot be converted


def test_a_rich_cargo_gains_loyalty_and_a_poor_one_costs_it() -> None:
    for die, counter, after in ((6, "rigger-2", 8), (1, "sloop-2", 6)):
        table = Table()
        pirate = table.pirate()
        table.merchant(counter, PORT)
        table.run(plunder.loot(table.game, pirate, PORT), [True, "ransom", False], [die])
        assert pirate.loyalty == after


def test_a_cargo_that_is_left_costs_loyalty_and_still_makes_a_name() -> None:
    table = Table()
    pirate = table.pirate()
    table.merchant("sloop-1", PORT)
    table.run(plunder.loot(table.game, pirate, PORT), [False, False], [5])
    assert (pirate.booty, pirate.loyalty, pirate.notoriety, pirate.hostages) == (0, 6, 6, [])
    assert (pirate.next, pirate.next_about) == (Next.CONVERT, "sloop")


def test_full_holds_are_emptied_before_a_new_cargo_is_loaded() -> None:
    table = Table()
    pirate = table.pirate(holds=[500, 100, 900])
    table.merchant("sloop-1", PORT)
    table.run(plunder.loot(table.game, pirate, PORT), [True, "hold 2", "ransom", False], [4])
    assert pirate.holds == [500, 1000, 900]


def test_a_tortured_hostage_talks_if_the_roll_is_more_than_cruelty() -> None:
    for die, known in ((4, True), (3, False)):
        table = Table()
        pirate = table.pirate()  # cruelty 3
        table.game.state.hostages = ["hostage-2-3"]
        table.watch.totals = {**table.watch.totals, "hostages": Counter(["hostage-2-3"])}
        table.merchant("sloop-1", PORT)
        table.run(plunder.loot(table.game, pirate, PORT), [True, "torture", False], [4, die])
        assert pirate.information == ({PORT: 2} if known else {})
        assert pirate.notoriety == 5 + 3
        assert pirate.loyalty == 8
        assert table.game.state.hostages == ["hostage-2-3"]


def test_a_crew_may_revel_after_looting() -> None:
    table = Table()
    pirate = table.pirate()
    table.merchant("sloop-1", PORT)
    table.run(plunder.loot(table.game, pirate, PORT), [True, "ransom", True], [4])
    assert pirate.revelry is Revelry.VOLUNTARY


def test_a_merchant_that_is_converted_has_no_damage_and_other_holds() -> None:
    table = Table()
    pirate = table.pirate(holds=[500, 100, 900], combat_hits=2, speed_hits=1)
    table.run(plunder.convert(table.game, pirate, "sloop"), ["hold 2"])
    assert (pirate.ship, pirate.holds) == ("sloop", [500, 900])
    assert (pirate.combat_hits, pirate.speed_hits, pirate.loyalty) == (0, 0, 6)
    table.run(plunder.convert(table.game, pirate, "brigantine"))
    assert (pirate.holds, pirate.loyalty) == ([500, 900, 0, 0], 7)


def test_a_commissioner_who_is_evaded_drives_the_merchant_away() -> None:
    table = Table()
    pirate = table.pirate()  # schooner, speed 3
    table.commissioner(speed=3)
    table.merchant("sloop-1", PORT)
    table.acts(pirate)
    done = table.run(plunder.loot(table.game, pirate, PORT), [table_attack(table), "evade"], [4, 4])
    assert done == STOPPED
    assert table.game.state.ports[PORT].merchant is None
    assert pirate.notoriety == 0


def test_what_is_aboard_when_the_commissioner_comes_is_kept() -> None:
    table = Table()
    pirate = table.pirate()
    table.commissioner(speed=3)
    table.merchant("sloop-1", PORT)
    table.acts(pirate)
    answers = [None, True, table_attack(table), "evade"]
    assert table.run(plunder.loot(table.game, pirate, PORT), answers, [4, 1, 6]) == STOPPED
    assert pirate.booty == 1000
    assert pirate.hostages == []


def table_attack(table: Table) -> str:
    """The name of the option by which the one commissioner attacks."""
    (name,) = table.game.state.commissioners
    return f"attack {name}"
