"""What event cards do when they are played, and at which moments they can be."""

from __future__ import annotations

import pytest

from pirate_code.blackbeard import fate, retiring
from pirate_code.blackbeard.actions import company, in_port, plunder, sailing
from pirate_code.blackbeard.actions import table as actions
from pirate_code.blackbeard.cards import playing
from pirate_code.blackbeard.cards.effects import PERFORM
from pirate_code.blackbeard.cards.tree import Verb
from pirate_code.blackbeard.decision import Kind
from pirate_code.blackbeard.game import GameOver, Moment, Trigger
from pirate_code.blackbeard.state import ANTI, Captive, Revelry
from tests.blackbeard.table import HERE, STOPPED, Table

PORT = "port-royal"  # number 25, english


def own(table: Table, card: str, answers: tuple[object, ...] = (), dice: tuple[int, ...] = ()) -> None:
    """Player 1 plays a card in his own turn."""
    table.hold(0, card)
    table.run(playing.play_own(table.game, 0, card), answers, dice)


def drawn(table: Table, card: str, answers: tuple[object, ...] = (), dice: tuple[int, ...] = ()) -> None:
    """Player 1 draws a card that is resolved at once."""
    table.game.state.discard.remove(card)
    table.run(playing.resolve_drawn(table.game, 0, card), answers, dice)


def test_every_verb_can_be_performed() -> None:
    assert set(PERFORM) == set(Verb)


# --- in one's own turn ----------------------------------------------------------


def test_buried_treasure_waits_for_an_action_on_the_island() -> None:
    table = Table()
    pirate = table.pirate()
    own(table, "buried-treasure")
    assert pirate.kept == ["buried-treasure"]
    table.game.state.turn.actions = 2
    assert "dig" not in [option.answer["do"] for option in actions.options(table.game, 0)]
    pirate.place = "cuban-waters"
    (dig,) = [option.answer for option in actions.options(table.game, 0) if option.answer["do"] == "dig"]
    table.run(actions.perform(table.game, 0, dig), ["hold 1"], [3, 2, 2, 1])
    assert (pirate.holds[0], pirate.kept) == (500, [])


def test_nothing_may_lie_in_the_ground() -> None:
    table = Table()
    pirate = table.pirate(place="cuban-waters")
    own(table, "buried-treasure")
    table.run(playing.dig(table.game, pirate, "buried-treasure"), dice=[2])
    assert pirate.booty == 0


def test_disease_kills_everyone_in_a_port() -> None:
    table = Table()
    table.governor("Eden", PORT)
    pirate, other = table.pirate(place=PORT, notoriety=2), table.pirate("thomas-tew")
    own(table, "disease", dice=(2, 5))
    assert list(table.game.state.pirates) == [other.id]
    assert table.game.state.ports[PORT].governor is None
    assert (table.game.state.players[0].points, pirate.id in table.game.state.locker) == (2, True)


def test_european_turmoil_calls_all_hunters_home() -> None:
    table = Table()
    table.commissioner()
    table.warship("rose")
    own(table, "european-turmoil")
    assert (table.game.state.commissioners, table.game.state.warships) == ({}, {})


def test_fair_winds_carry_a_pirate_or_a_commissioner_to_any_sea() -> None:
    table = Table()
    pirate = table.pirate()
    hunter = table.commissioner(player=0, place="malabar-coast")
    own(table, "fair-winds", (f"{pirate.id} to carolina",))
    own(table, "fair-winds", (f"{hunter.id} to spanish-main",))
    assert (pirate.place, hunter.place) == ("carolina", "spanish-main")


def test_new_governors_come_to_two_ports_that_are_not_the_pirates() -> None:
    table = Table()
    table.governor("Eden", PORT)
    pirate = table.pirate(place=PORT)
    own(table, "new-governors", dice=(2, 5, 6, 4, 1, 1))  # 64 is New Providence
    governors = {port for port, here in table.game.state.ports.items() if here.governor == ANTI}
    assert governors == {PORT, "boston"}
    assert pirate.place == HERE


def test_heavy_guns_are_for_a_pirate_in_port_who_has_none() -> None:
    table = Table()
    table.pirate("thomas-tew")
    table.hold(0, "heavy-guns")
    assert playing.playable(table.game, 0) == []
    pirate = table.pirate(place=PORT)
    table.run(playing.play_own(table.game, 0, "heavy-guns"))
    assert pirate.guns
    table.hold(0, "heavy-guns")
    assert playing.playable(table.game, 0) == []


@pytest.mark.parametrize(
    ("die", "transit", "hits"), [(1, False, 1), (4, False, 2), (6, False, 3), (5, True, 3)]
)
def test_storms_damage_ships_at_sea(die: int, transit: bool, hits: int) -> None:
    table = Table()
    pirate = table.pirate(place="mid-atlantic" if transit else "chesapeake")
    safe = table.pirate("thomas-tew", place="virginia")
    table.merchant("sloop-1", "bath")
    table.merchant("sloop-2", PORT)
    own(table, "storms-at-sea", dice=(1, 4, die))  # 14 is Virginia
    assert (pirate.speed_hits, safe.speed_hits) == (hits, 0)
    assert table.game.state.ports["bath"].merchant is None
    assert table.game.state.ports[PORT].merchant is not None


def test_storms_sink_a_ship_in_transit_and_scatter_hunters() -> None:
    table = Table()
    pirate = table.pirate(place="mid-atlantic")
    stays, goes = table.commissioner(0, "chesapeake"), table.commissioner(1, "chesapeake")
    table.warship("shark", "chesapeake")  # combat 5
    own(table, "storms-at-sea", dice=(1, 4, 3, 3, 6, 5, 4))
    assert table.game.state.locker == [pirate.id]
    assert list(table.game.state.commissioners) == [stays.id]
    assert goes.id in table.game.state.commissioner_cup
    assert table.game.state.warships == {}


# --- when drawn ----------------------------------------------------------


def test_the_finger_of_fate_passes_hands_to_the_left() -> None:
    table = Table(3)
    table.hold(0, "scurvy", "disease")
    table.hold(1, "heavy-guns")
    drawn(table, "finger-of-fate", ("disease",))
    assert [player.hand for player in table.game.state.players] == [[], ["scurvy"], []]


def test_the_general_pardon_is_nothing_then_a_pardon_then_the_end() -> None:
    table = Table()
    state = table.game.state
    state.deck, state.discard = ["scurvy"] * 6, [card for card in state.discard if card != "scurvy"]
    drawn(table, "general-pardon")
    assert "general-pardon" in state.deck
    state.deck.remove("general-pardon")
    state.discard.append("general-pardon")
    drawn(table, "general-pardon")
    assert (state.held_back, state.held_until) == (["general-pardon"], 20)
    pirate = table.pirate(notoriety=5, net_worth=200, holds=[300, 0, 0])
    table.acts(pirate)
    assert table.run(sailing.do(table.game, pirate, PORT), ["nothing"]) == STOPPED
    assert state.players[0].points == 10 + 5
    state.held_back = []
    state.discard.append("general-pardon")
    with pytest.raises(GameOver, match="General Pardon"):
        drawn(table, "general-pardon")


def test_a_pardon_that_is_the_last_card_ends_the_game() -> None:
    with pytest.raises(GameOver, match="last card of the deck"):
        drawn(Table(), "general-pardon")


def test_a_natural_disaster_destroys_a_port_and_sends_new_merchants() -> None:
    table = Table()
    table.merchant("sloop-1", "boston")
    pirate = table.pirate(place="campeche")
    table.game.state.dice.state = 3
    drawn(table, "natural-disaster", dice=(6, *[1, 2] * 8))
    assert table.game.state.ports["campeche"].destroyed
    assert table.game.state.locker == [pirate.id]
    assert sum(here.merchant is not None for here in table.game.state.ports.values()) == 8
    assert table.game.state.removed == ["natural-disaster"]


# --- against a pirate ----------------------------------------------------------


def test_scurvy_kills_hostages_and_costs_loyalty() -> None:
    table = Table()
    table.game.state.hostages.remove("hostage-1-1")
    pirate = table.pirate(hostages=[Captive("hostage-1-1", "english")])
    table.acts(pirate)
    table.hold(1, "scurvy")
    table.run(sailing.do(table.game, pirate, "spanish-main"), ["scurvy"])
    assert (pirate.scurvy, pirate.hostages, pirate.loyalty) == (True, [], 6)
    assert pirate.place == "spanish-main"


def test_scurvy_and_wear_are_not_played_on_who_lies_in_port() -> None:
    table = Table()
    pirate = table.pirate(place=PORT)
    table.acts(pirate)
    table.hold(1, "scurvy", "wear-and-tear")
    table.run(sailing.do(table.game, pirate, HERE))
    assert table.asked == []


def test_one_event_card_is_an_anti_pirate_turn_and_none_is_played_twice_against_an_action() -> None:
    table = Table(3)
    pirate = table.pirate()
    table.acts(pirate)
    for player in (1, 2):
        table.hold(player, "wear-and-tear", "scurvy")
    offered: list[list[str]] = []

    def note_offer(kind: Kind) -> None:
        assert table.game.decision is not None
        offered.append([option.name for option in table.game.decision.options])

    table.run(sailing.do(table.game, pirate, "spanish-main"), ["wear-and-tear"], [5], note_offer)
    assert pirate.speed_hits == 2
    assert table.asked == [(1, "react"), (2, "react")]
    assert offered == [["scurvy", "none"]]


def test_a_conspiracy_is_a_mutiny_if_the_roll_is_more_than_loyalty() -> None:
    for dice, rises in (([3, 4], False), ([4, 4, 1], True)):
        table = Table()
        pirate = table.pirate()
        table.acts(pirate)
        table.hold(1, "mutiny-conspiracy")
        table.run(sailing.do(table.game, pirate, "spanish-main"), ["mutiny-conspiracy"], dice)
        assert bool(table.events("mutiny")) is rises


def test_local_resistance_drives_a_governor_out() -> None:
    table = Table()
    table.governor("Eden", PORT)
    pirate = table.pirate(place=PORT)
    table.acts(pirate)
    table.hold(1, "local-resistance")
    done = table.run(in_port.do(table.game, pirate, PORT), ["local-resistance"], [5])  # value 4
    assert done == STOPPED
    assert (table.game.state.ports[PORT].governor, pirate.place) == (None, HERE)


def test_debauchery_follows_an_action_in_port() -> None:
    table = Table()
    pirate = table.pirate(place=PORT, revelry=Revelry.VOLUNTARY)
    table.acts(pirate)
    table.hold(1, "debauchery")
    table.run(company.recover(table.game, pirate, None), ["debauchery"])
    assert pirate.revelry is Revelry.INVOLUNTARY


def test_a_warship_is_sighted_and_may_hold_its_fire() -> None:
    table = Table()
    pirate = table.pirate()
    table.acts(pirate)
    table.merchant("sloop-1", PORT)
    table.hold(1, "warship-sighting")
    table.run(plunder.find(table.game, pirate, PORT), ["warship-sighting", False], [1])
    assert list(table.game.state.warships) == [HERE]
    assert table.events("attack") == []


def test_a_warship_that_is_sighted_may_be_a_commissioner() -> None:
    table = Table(3)
    pirate = table.pirate()
    table.acts(pirate)
    table.merchant("sloop-1", PORT)
    table.hold(1, "warship-sighting")
    table.hold(2, "kc-surprise")
    answers = ["warship-sighting", True, "kc-surprise", "evade"]
    assert table.run(plunder.find(table.game, pirate, PORT), answers, [1, 6]) == STOPPED
    assert table.game.state.warships == {}
    assert [hunter.player for hunter in table.game.state.commissioners.values()] == [2]


def test_a_retired_pirate_comes_back_as_a_commissioner() -> None:
    table = Table()
    pirate = table.pirate()
    table.acts(pirate)
    table.game.state.pirate_deck.remove("thomas-tew")
    table.game.state.retired.append("thomas-tew")
    table.hold(1, "pirate-converts")
    table.run(sailing.do(table.game, pirate, "spanish-main"), ["pirate-converts"])
    hunter = table.game.state.commissioners["thomas-tew"]
    assert (hunter.combat, hunter.speed, hunter.player, hunter.place) == (9, 3, 1, HERE)


@pytest.mark.parametrize(("dice", "wins"), [((6, 6, 1, 1, 1), True), ((1, 1, 6, 6, 6), False)])
def test_ambition_is_a_duel_for_the_ship(dice: tuple[int, ...], wins: bool) -> None:
    table = Table()
    pirate = table.pirate(notoriety=4, net_worth=700)
    table.acts(pirate)
    table.game.state.pirate_deck.remove("thomas-tew")
    table.game.state.players[1].pirates.append("thomas-tew")
    table.hold(1, "piratical-ambition")
    steps = fate.change_loyalty(table.game, pirate, -1, "test")
    done = table.run(steps, ["piratical-ambition"], dice)
    if wins:
        assert done == STOPPED
        new = table.game.state.pirates["thomas-tew"]
        assert (new.player, new.loyalty, new.net_worth) == (1, 6, 0)
        assert table.game.state.players[0].points == 4
    else:
        assert pirate.loyalty == 7
        assert table.game.state.locker == ["thomas-tew"]


# --- letters, crosses, skulls ----------------------------------------------------------


def test_a_letter_of_marque_is_had_in_a_pro_pirate_port() -> None:
    table = Table()
    table.governor("Eden", PORT)
    pirate = table.pirate(place=PORT)
    table.hold(0, "letter-of-marque")
    answers = [False, "letter-of-marque", "gain_letter", False]  # no haven, and no revelry
    table.run(in_port.do(table.game, pirate, PORT), answers)
    assert pirate.letters == ["english"]


def test_a_letter_of_marque_lets_a_pirate_retire_at_once() -> None:
    table = Table()
    table.governor("Eden", PORT)
    pirate = table.pirate(place=PORT, notoriety=6)
    table.acts(pirate)
    table.hold(0, "letter-of-marque")
    steps = in_port.do(table.game, pirate, PORT)
    assert table.run(steps, [False, "letter-of-marque", "retire"]) == STOPPED
    assert table.game.state.players[0].points == 12


@pytest.mark.parametrize(
    ("dice", "points"),
    [((2,), 6 + 10), ((4, 2, 3), 6 + 5), ((3, 6, 4), 6 + 0), ((5,), 3)],
)
def test_a_double_cross_is_nothing_a_trial_or_the_gallows(dice: tuple[int, ...], points: int) -> None:
    table = Table()
    pirate = table.pirate(place=PORT, letters=["english"], notoriety=3, net_worth=1000)
    table.acts(pirate)
    table.hold(1, "double-cross")
    assert table.run(retiring.by_letter(table.game, pirate, "letter"), ["double-cross"], dice) == STOPPED
    assert table.game.state.players[0].points == points


def test_skull_and_crossbones_make_a_card_come_to_nothing() -> None:
    table = Table()
    pirate = table.pirate(cunning=1)
    table.acts(pirate)
    table.hold(0, "skull-and-crossbones")
    table.hold(1, "scurvy")
    table.run(sailing.do(table.game, pirate, "spanish-main"), ["scurvy", "skull-and-crossbones"])
    assert (pirate.scurvy, pirate.cunning) == (False, 0)
    assert "scurvy" in table.game.state.deck


def test_skull_and_crossbones_need_cunning() -> None:
    table = Table()
    pirate = table.pirate()
    table.hold(0, "skull-and-crossbones")
    table.run(playing.respond(table.game, Moment(Trigger.CARD, pirate, card="scurvy", by=1)))
    assert table.asked == []


def test_skull_and_crossbones_help_against_a_grab() -> None:
    table = Table()
    pirate = table.pirate(place=PORT)
    victim = table.pirate("thomas-tew", 1, PORT, holds=[400, 0, 0], revelry=Revelry.VOLUNTARY, cunning=1)
    table.hold(1, "skull-and-crossbones")
    table.run(company.grab(table.game, pirate, victim.id), ["skull-and-crossbones"], [3, 3])
    assert table.events("grab")[0]["result"] == [8, 9]
    assert pirate.loyalty == 5
