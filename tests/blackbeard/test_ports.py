"""What can be done in port and to ports."""

from __future__ import annotations

import pytest

from pirate_code.blackbeard import harbours
from pirate_code.blackbeard.actions import assault, company, in_port, leaving, sailing
from pirate_code.blackbeard.harbours import Status
from pirate_code.blackbeard.state import ANTI, Captive, Next, Revelry
from tests.blackbeard.table import HERE, STOPPED, Table

PORT = "port-royal"  # english, value 4, defense 11


def anti(table: Table, port: str) -> None:
    """A governor against pirates."""
    table.game.state.anti_governors -= 1
    table.game.state.ports[port].governor = ANTI


# --- whom a port welcomes ----------------------------------------------------------------------------------


def test_a_port_is_what_its_governor_is() -> None:
    table = Table()
    pirate = table.pirate()
    assert harbours.status(table.game, pirate, PORT) is Status.NEUTRAL
    table.governor("Eden", PORT)
    assert harbours.status(table.game, pirate, PORT) is Status.PRO
    anti(table, "havana")
    assert harbours.status(table.game, pirate, "havana") is Status.ANTI
    assert not harbours.may_enter(table.game, pirate, "havana")
    assert harbours.status(table.game, pirate, "isla-de-tortuga") is Status.PIRATE


def test_a_letter_of_marque_opens_the_ports_of_its_nation() -> None:
    table = Table()
    pirate = table.pirate(letters=["spanish"])
    anti(table, "havana")
    assert harbours.status(table.game, pirate, "havana") is Status.PRO
    assert harbours.status(table.game, pirate, PORT) is Status.NEUTRAL


def test_allies_cannot_use_a_letter_of_marque() -> None:
    table = Table()
    pirate, ally = table.pirate(letters=["spanish"]), table.pirate("thomas-tew")
    pirate.ally, ally.ally = ally.id, pirate.id
    anti(table, "havana")
    assert harbours.status(table.game, pirate, "havana") is Status.ANTI


def test_a_nation_that_was_attacked_closes_its_ports_but_not_a_haven() -> None:
    table = Table()
    pirate = table.pirate(attacked=["english"], havens=["boston"])
    table.governor("Eden", PORT)
    assert harbours.status(table.game, pirate, PORT) is Status.ANTI
    assert harbours.status(table.game, pirate, "boston") is Status.HAVEN


def test_a_pirate_may_not_sail_into_the_sea_of_his_own_commissioner() -> None:
    table = Table()
    pirate = table.pirate()
    table.commissioner(player=0, place="spanish-main")
    assert "spanish-main" not in sailing.destinations(table.game, pirate)
    assert "windward-isles" in sailing.destinations(table.game, pirate)
    pirate.place = "cartagena"
    assert sailing.destinations(table.game, pirate) == []


def test_a_slow_ship_needs_two_actions_for_a_move() -> None:
    table = Table()
    pirate = table.pirate(speed_hits=5)  # a schooner at -1
    table.game.state.turn.actions = 1
    assert sailing.options(table.game, pirate) == []
    table.game.state.turn.actions = 2
    assert sailing.options(table.game, pirate)


def test_scurvy_ends_in_port() -> None:
    table = Table()
    pirate = table.pirate(scurvy=True)
    table.run(sailing.do(table.game, pirate, PORT))
    assert (pirate.place, pirate.scurvy) == (PORT, False)


# --- activities --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "worth"),
    [("neutral", 502), ("pro", 1005), ("haven", 1106), ("pirate", 1005), ("anti", None), ("letter", 1005)],
)
def test_booty_is_worth_more_or_less_by_the_port(kind: str, worth: int | None) -> None:
    table = Table()
    port = "isla-de-tortuga" if kind == "pirate" else PORT
    pirate = table.pirate(place=port)
    if kind in {"anti", "letter"}:
        anti(table, PORT)
    if kind == "letter":
        pirate.letters.append("english")
    if kind == "haven":
        pirate.havens.append(PORT)
    if kind == "pro":
        table.governor("Eden", PORT)
    assert in_port.worth(table.game, pirate, port, 1005) == worth


def test_converted_booty_makes_the_crew_revel() -> None:
    table = Table()
    pirate = table.pirate(place=PORT, holds=[1000, 0, 300])
    table.run(in_port.do(table.game, pirate, PORT), [True, False])
    assert (pirate.net_worth, pirate.holds) == (500, [0, 0, 300])
    assert pirate.revelry is Revelry.INVOLUNTARY


def test_a_hostage_is_ransomed_in_a_port_of_its_nation() -> None:
    table = Table()
    table.game.state.hostages.remove("hostage-2-3")
    pirate = table.pirate(place=PORT, hostages=[Captive("hostage-2-3", "english")])
    table.run(in_port.do(table.game, pirate, PORT), [True, "hold 1", False, False], [4, 5])
    assert pirate.holds == [270, 0, 0]  # 9 x 3 x 10
    assert pirate.hostages == []


@pytest.mark.parametrize(("port", "nation"), [("mocha", "arab"), (PORT, "spanish")])
def test_no_ransom_is_paid_by_arabs_or_by_another_nation(port: str, nation: str) -> None:
    table = Table()
    table.game.state.hostages.remove("hostage-2-3")
    pirate = table.pirate(place=port, hostages=[Captive("hostage-2-3", nation)])
    table.run(in_port.do(table.game, pirate, port), [False])
    assert len(pirate.hostages) == 1


def test_half_a_die_of_damage_is_repaired_as_the_pirate_likes() -> None:
    table = Table()
    pirate = table.pirate(place=PORT, combat_hits=3, speed_hits=1)
    answers = [True, "henry-every: combat", "henry-every: speed", False]
    table.run(in_port.do(table.game, pirate, PORT), answers, [3])
    assert (pirate.combat_hits, pirate.speed_hits) == (2, 0)


def test_two_more_hits_are_repaired_in_a_haven() -> None:
    table = Table()
    pirate = table.pirate(place=PORT, combat_hits=4, havens=[PORT])
    table.run(in_port.do(table.game, pirate, PORT), [True, False], [3])
    assert pirate.combat_hits == 0


def test_a_pirate_port_repairs_everything_and_an_arab_port_nothing() -> None:
    table = Table()
    pirate = table.pirate(place="isla-de-tortuga", combat_hits=3)
    table.run(in_port.do(table.game, pirate, "isla-de-tortuga"), [True, False])
    assert pirate.combat_hits == 0
    pirate.combat_hits, pirate.place = 3, "mocha"
    table.run(in_port.do(table.game, pirate, "mocha"), [False])
    assert pirate.combat_hits == 3


def test_a_governor_is_bribed_for_a_haven_once_only() -> None:
    table = Table()
    table.governor("Eden", PORT)
    pirate = table.pirate(place=PORT, net_worth=500)
    table.run(in_port.do(table.game, pirate, PORT), [True, False, False], [4])
    assert (pirate.net_worth, pirate.havens, pirate.bribed) == (500, [], ["Eden"])
    table.run(in_port.do(table.game, pirate, PORT), [False])  # only whether the crew may revel
    other = table.pirate("thomas-tew", place=PORT, net_worth=500)
    table.run(in_port.do(table.game, other, PORT), [True, True, False], [5])
    assert (other.net_worth, other.havens) == (0, [PORT])


@pytest.mark.parametrize(
    ("port", "how", "actions", "loyalty"),
    [
        (PORT, Revelry.VOLUNTARY, 1, 8),
        (PORT, Revelry.INVOLUNTARY, 2, 8),
        ("isla-de-tortuga", Revelry.VOLUNTARY, 1, 10),
    ],
)
def test_recovery_takes_one_action_or_two_and_gains_loyalty(
    port: str, how: Revelry, actions: int, loyalty: int
) -> None:
    table = Table()
    pirate = table.pirate(place=port, revelry=how)
    for _ in range(actions):
        assert pirate.revelry is how
        assert pirate.loyalty == 7
        table.run(company.recover(table.game, pirate, None))
    assert pirate.revelry is None
    assert pirate.loyalty == loyalty


# --- assault -----------------------------------------------------------------------------------------------


def test_a_port_that_is_stormed_gives_booty_and_a_name() -> None:
    table = Table()
    pirate = table.pirate(letters=["english"], information={PORT: 3})
    # 5 + combat 6 + ability 4 + 3 against 1 + 11
    table.run(assault.attack(table.game, pirate, PORT), dice=[5, 1, 1, 2, 3, 4])
    assert pirate.place == PORT
    assert (pirate.notoriety, pirate.loyalty, pirate.combat_hits) == (8, 8, 1)
    assert pirate.holds == [1000, 0, 0]
    assert (pirate.attacked, pirate.letters) == (["english"], [])
    assert (pirate.next, pirate.next_about) == (Next.SACK, PORT)
    assert table.game.state.ports[PORT].attacked


def test_an_assault_that_fails_costs_the_difference_in_hits() -> None:
    table = Table()
    pirate = table.pirate(havens=[PORT])
    table.run(assault.attack(table.game, pirate, PORT), dice=[1, 2])  # 11 against 13
    assert (pirate.place, pirate.combat_hits, pirate.havens) == (HERE, 2, [])
    assert pirate.attacked == ["english"]


def test_a_port_that_was_attacked_before_defends_itself_with_two_dice() -> None:
    table = Table()
    pirate = table.pirate()
    table.game.state.ports[PORT].attacked = True
    table.run(assault.attack(table.game, pirate, PORT), dice=[6, 3, 2])  # 16 against 16
    assert pirate.place == HERE
    assert pirate.combat_hits == 0


def test_a_sacked_port_is_destroyed_and_the_crew_revels_at_sea() -> None:
    table = Table()
    table.governor("Eden", "honduras")
    pirate = table.pirate("edward-teach", place="honduras")  # cruelty 5, defense 7
    table.run(assault.sack(table.game, pirate, "honduras"), dice=[2])
    assert pirate.place == "honduras"
    table.run(assault.sack(table.game, pirate, "honduras"), dice=[3])
    here = table.game.state.ports["honduras"]
    assert (here.destroyed, here.governor) == (True, None)
    assert (pirate.place, pirate.notoriety, pirate.revelry) == ("gulf-of-honduras", 3, Revelry.INVOLUNTARY)
    assert not harbours.may_enter(table.game, pirate, "honduras")


def test_pirate_ports_and_ruins_are_not_attacked() -> None:
    table = Table()
    pirate = table.pirate()
    table.game.state.ports["santo-domingo"].destroyed = True
    assert [option.answer["about"] for option in assault.options(table.game, pirate)] == [PORT]


# --- leaving -----------------------------------------------------------------------------------------------


def test_a_pirate_retires_in_his_haven_with_twice_his_fame_and_his_fortune() -> None:
    table = Table()
    pirate = table.pirate(place=PORT, havens=[PORT], notoriety=9, net_worth=1250)
    table.acts(pirate)
    assert table.run(leaving.retire(table.game, pirate, "haven")) == STOPPED
    assert table.game.state.players[0].points == 18 + 12
    assert table.game.state.retired == [pirate.id]


def test_a_bribe_that_is_too_dear_costs_loyalty() -> None:
    table = Table()
    table.governor("Eden", PORT)
    pirate = table.pirate(place=PORT, net_worth=1000, notoriety=3)
    table.run(leaving.retire(table.game, pirate, "bribe"), dice=[1, 1])
    assert (pirate.net_worth, pirate.loyalty, pirate.bribed) == (1000, 6, ["Eden"])
    assert leaving.ways(table.game, pirate) == []


def test_a_bribe_is_paid_from_net_worth_before_it_counts() -> None:
    table = Table()
    table.governor("Eden", PORT)
    pirate = table.pirate(place=PORT, net_worth=1500, notoriety=3)
    table.acts(pirate)
    table.run(leaving.retire(table.game, pirate, "bribe"), [True], [1, 2])
    assert table.game.state.players[0].points == 6 + 3


def test_nobody_retires_in_a_pirate_port_or_a_neutral_one() -> None:
    table = Table()
    pirate = table.pirate(place="isla-de-tortuga")
    assert leaving.ways(table.game, pirate) == []
    pirate.place = PORT
    assert leaving.ways(table.game, pirate) == []


def test_an_anti_pirate_governor_puts_all_pirates_to_sea() -> None:
    table = Table()
    table.governor("Eden", PORT)
    pirate, other = table.pirate(place=PORT, havens=[PORT]), table.pirate("thomas-tew", 1, PORT)
    harbours.place_anti_governor(table.game, PORT)
    assert (pirate.place, other.place, pirate.havens) == (HERE, HERE, [])
