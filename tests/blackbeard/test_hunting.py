"""Anti-pirates: who is asked when, interception, battle, warships, attacks on ports."""

from __future__ import annotations

import pytest

from pirate_code.blackbeard import battle, hunting
from pirate_code.blackbeard.actions import assault, plunder, sailing
from pirate_code.blackbeard.actions import table as actions
from pirate_code.blackbeard.hunting import Stage
from pirate_code.blackbeard.state import Revelry
from tests.blackbeard.table import HERE, STOPPED, Table

PORT = "port-royal"


def names(table: Table, player: int, action: str, stage: Stage = Stage.ANNOUNCED) -> list[str]:
    """What a player could do against the one pirate of player 1."""
    (pirate,) = table.game.state.of(0)
    return [option.answer["do"] for option in hunting.hunts(table.game, player, stage, action, pirate)]


# --- who may do what, and when ----------------------------------------------------------------------------


def test_a_commissioner_is_sent_only_after_a_pirate_of_some_fame_at_sea() -> None:
    table = Table()
    pirate = table.pirate(notoriety=3)
    assert names(table, 1, "move") == []
    pirate.notoriety = table.watch.money[pirate.id, "notoriety"] = 4
    assert names(table, 1, "move") == ["deploy"]
    for place in (PORT, "mid-atlantic"):
        pirate.place = place
        assert names(table, 1, "move") == []


def test_three_dice_must_be_less_than_the_fame() -> None:
    for dice, comes in (([3, 3, 4], False), ([3, 3, 3], True)):
        table = Table()
        pirate = table.pirate(notoriety=10)
        table.run(hunting.deploy(table.game, 1, pirate), dice=dice)
        assert [one.place for one in table.game.state.commissioners.values()] == ([HERE] if comes else [])


@pytest.mark.parametrize(
    ("action", "stage", "may"),
    [
        ("move", Stage.ANNOUNCED, True),
        ("find", Stage.ANNOUNCED, True),
        ("loot", Stage.PERFORMING, True),
        ("convert", Stage.ANNOUNCED, False),
        ("convert", Stage.DONE, True),
        ("attack", Stage.ANNOUNCED, False),
        ("attack", Stage.DONE, True),
        ("in port", Stage.ANNOUNCED, False),
    ],
)
def test_a_commissioner_attacks_only_at_certain_moments(action: str, stage: Stage, may: bool) -> None:
    table = Table()
    table.pirate()
    table.commissioner()
    assert ("attack" in names(table, 1, action, stage)) is may


def test_a_commissioner_comes_from_the_next_sea_but_not_from_farther_nor_from_transit() -> None:
    for place, may in (("spanish-main", True), ("carolina", False), ("mid-atlantic", False)):
        table = Table()
        table.pirate(place="windward-isles" if place == "mid-atlantic" else HERE)
        table.commissioner(place=place)
        assert ("attack" in names(table, 1, "move")) is may


def test_a_pirate_is_not_attacked_in_the_turn_in_which_he_is_deployed() -> None:
    table = Table()
    pirate = table.pirate()
    pirate.deployed = table.game.state.turn.number
    table.commissioner()
    assert "attack" not in names(table, 1, "move")


def test_one_commissioner_reacts_to_an_action_and_another_needs_his_anti_pirate_turn() -> None:
    table = Table(3)
    pirate = table.pirate()
    for player in (1, 2):
        table.commissioner(player)
    table.game.state.turn.reacted = True
    found = hunting.hunts(table.game, 2, Stage.ANNOUNCED, "move", pirate)
    assert [option.answer["free"] for option in found if option.answer["do"] == "attack"] == [False]
    table.game.state.turn.hunted.append(2)
    assert names(table, 2, "move") == []


def test_only_who_could_act_is_asked_and_each_in_his_order() -> None:
    table = Table(4)
    pirate = table.pirate(player=1)
    table.game.state.turn.player = 1
    table.commissioner(3)
    table.commissioner(0)
    table.run(sailing.do(table.game, pirate, "spanish-main"), [None, None])
    assert table.asked == [(3, "hunt"), (0, "hunt")]
    assert pirate.place == "spanish-main"


# --- commissioners ----------------------------------------------------------------------------------------


def test_a_pirate_who_evades_goes_on_with_a_move_only() -> None:
    for action, comes in (("move", None), ("find", STOPPED)):
        table = Table()
        pirate, hunter = table.pirate(), table.commissioner(speed=3)
        steps = battle.commissioner_attacks(table.game, hunter, pirate, action, came=False)
        assert table.run(steps, ["evade"], [2, 2]) == comes


def test_one_who_came_from_another_sea_intercepts_with_one_less() -> None:
    for came, evades in ((True, True), (False, False)):
        table = Table()
        pirate, hunter = table.pirate(), table.commissioner(speed=3)
        table.acts(pirate)
        steps = battle.commissioner_attacks(table.game, hunter, pirate, "move", came=came)
        table.run(steps, ["evade"], [3, 2] if evades else [3, 2, 1, 6])
        assert bool(table.events("evaded")) is evades


def test_who_loses_to_a_commissioner_is_dead_and_half_his_fame_is_the_hunters() -> None:
    table = Table()
    pirate = table.pirate(notoriety=7, net_worth=900)  # combat 6, ability 4
    hunter = table.commissioner(combat=9)
    table.acts(pirate)
    steps = battle.commissioner_attacks(table.game, hunter, pirate, "move", came=False)
    assert table.run(steps, ["fight"], [1, 3]) == STOPPED  # 11 against 12
    assert [player.points for player in table.game.state.players] == [7, 3]
    assert table.game.state.locker == [pirate.id]


def test_who_beats_a_commissioner_is_famous_and_damaged() -> None:
    table = Table()
    pirate, hunter = table.pirate(), table.commissioner(combat=9)
    steps = battle.commissioner_attacks(table.game, hunter, pirate, "find", came=False)
    assert table.run(steps, ["fight"], [2, 3]) is None  # 12 against 12
    assert (pirate.notoriety, pirate.loyalty, pirate.combat_hits) == (18, 8, 1)
    assert table.game.state.commissioners == {}
    assert table.game.state.commissioners_gone == [hunter.id]
    assert table.game.state.players[1].points == 1


def test_a_crew_that_revels_is_slower_and_weaker_when_attacked() -> None:
    table = Table()
    pirate, hunter = table.pirate(revelry=Revelry.VOLUNTARY), table.commissioner(combat=9)
    table.acts(pirate)
    steps = battle.commissioner_attacks(table.game, hunter, pirate, "move", came=False)
    assert table.run(steps, ["fight"], [2, 3]) == STOPPED  # 10 against 12
    assert table.game.state.locker == [pirate.id]


def test_an_intercepted_pirate_may_hand_over_a_letter_and_retire() -> None:
    table = Table()
    pirate = table.pirate(letters=["spanish"], notoriety=7, net_worth=900)
    hunter = table.commissioner(speed=3)
    table.acts(pirate)
    steps = battle.commissioner_attacks(table.game, hunter, pirate, "move", came=False)
    assert table.run(steps, ["evade", True], [6, 1]) == STOPPED
    assert table.game.state.players[0].points == 14 + 9
    assert table.game.state.retired == [pirate.id]


def test_a_pirate_port_without_pirates_falls_at_once_and_one_with_them_is_fought_for() -> None:
    table = Table()
    hunter = table.commissioner()
    table.run(battle.destroy_port(table.game, hunter, "isla-de-tortuga"))
    assert table.game.state.ports["isla-de-tortuga"].destroyed

    for own, falls in ((4, False), (3, True)):
        table = Table()
        hunter, pirate = table.commissioner(combat=9), table.pirate(place="isla-de-tortuga")
        dice = [1, own]  # 10 against combat 6 and the die
        table.run(battle.destroy_port(table.game, hunter, "isla-de-tortuga"), dice=dice)
        assert table.game.state.ports["isla-de-tortuga"].destroyed is falls
        assert (pirate.place, pirate.combat_hits) == ((HERE, 1) if falls else ("isla-de-tortuga", 0))


def test_all_pirates_of_a_port_stand_together_against_being_ousted() -> None:
    for die, stay in ((1, True), (6, False)):
        table = Table()
        hunter, pirate = table.commissioner(combat=9), table.pirate(place=PORT)
        other = table.pirate("thomas-tew", place=PORT, ship="sloop")
        table.acts(pirate)
        done = table.run(battle.oust(table.game, hunter, pirate), dice=[die, 3])  # 6 + 5 + 3 = 14
        assert done == (None if stay else STOPPED)
        assert {one.place for one in (pirate, other)} == {PORT if stay else HERE}
        assert [one.notoriety for one in (pirate, other)] == ([1, 1] if stay else [0, 0])


# --- warships -----------------------------------------------------------------------------------------------


def test_a_warship_attacks_who_finds_loots_or_assaults_and_nobody_else() -> None:
    table = Table()
    table.pirate()
    table.warship("rose")
    assert names(table, 1, "find") == names(table, 1, "loot") == names(table, 1, "attack") == ["warship"]
    assert names(table, 1, "move") == names(table, 1, "find", Stage.DONE) == []


def test_who_beats_a_warship_goes_on_with_what_he_was_doing() -> None:
    table = Table()
    pirate = table.pirate()
    table.warship("rose")  # speed 3, combat 6
    table.merchant("sloop-1", PORT)
    # intercepted 6 + 3 against 1 + 3; battle 2 + 10 against 1 + 6; found with 3 + 4
    table.run(plunder.find(table.game, pirate, PORT), ["warship rose"], [6, 1, 2, 1, 3])
    assert (pirate.notoriety, pirate.combat_hits) == (6, 1)
    assert table.game.state.warships == {}
    assert table.events("find")[0]["found"]
    assert table.game.state.players[1].points == 1


def test_who_loses_to_a_warship_is_damaged_and_his_action_cancelled() -> None:
    table = Table()
    pirate = table.pirate(combat_hits=2)  # combat 4
    table.warship("swallow")  # speed 3, combat 9
    table.acts(pirate)
    steps = assault.attack(table.game, pirate, PORT)
    assert table.run(steps, ["warship swallow"], [6, 1, 1, 2]) == STOPPED  # 9 against 11
    assert (pirate.combat_hits, pirate.loyalty, pirate.attacked) == (4, 6, [])
    assert table.game.state.warships == {HERE: "swallow"}


def test_who_escapes_a_warship_loses_the_merchant_but_an_assault_goes_on() -> None:
    table = Table()
    pirate = table.pirate()
    table.warship("rose")
    table.merchant("sloop-1", PORT)
    table.acts(pirate)
    assert table.run(plunder.find(table.game, pirate, PORT), ["warship rose"], [2, 2]) == STOPPED
    assert table.game.state.ports[PORT].merchant is None
    table.game.state.turn.hunted, table.game.state.turn.used = [], []
    table.run(assault.attack(table.game, pirate, PORT), ["warship rose"], [2, 2, 1, 1])
    assert table.events("assault")


# --- the action as a whole ------------------------------------------------------------------------------


def test_nobody_hunts_while_a_pirate_is_drawn_or_deployed() -> None:
    table = Table()
    table.pirate(notoriety=12)
    table.commissioner()
    table.game.state.turn.actions = 1
    answer = {"pirate": None, "do": "recruit", "about": "draw"}
    table.run(actions.perform(table.game, 0, answer), [None])
    assert table.asked == [(0, "deploy")]


def test_an_action_that_is_stopped_is_spent_all_the_same() -> None:
    table = Table()
    pirate = table.pirate()
    table.commissioner(speed=3)
    table.merchant("sloop-1", PORT)
    table.game.state.turn.actions = 2
    (name,) = table.game.state.commissioners
    answer = {"pirate": pirate.id, "do": "find", "about": PORT}
    table.run(actions.perform(table.game, 0, answer), [f"attack {name}", "evade"], [1, 6])
    assert table.game.state.turn.actions == 1
    assert table.game.state.turn.acting is None
    assert table.events("action_over")
