"""A player sees what lies face up and what is his own, and no more."""

from __future__ import annotations

from pirate_code.board.observe import observe
from pirate_code.board.state import ASIDE
from pirate_code.core.saving import dumps
from pirate_code.rules import saving
from tests.rules.positions import Table, card


def test_treasure_face_down_on_an_island_has_no_name_and_no_value() -> None:
    table = Table()
    coin = table.coin(table.island(0, 0), 7)
    seen = observe(table.state, 0).pieces[coin.id]
    assert (seen.kind, seen.where) == ("treasure", coin.where)
    assert seen.value == seen.card.gold == 0
    assert "7" not in seen.card.name


def test_whoever_has_looked_at_a_treasure_knows_it() -> None:
    table = Table()
    coin = table.coin(table.island(0, 0), 7)
    coin.known = frozenset({1})
    assert observe(table.state, 1).pieces[coin.id].value == 7
    assert observe(table.state, 0).pieces[coin.id].value == 0


def test_a_players_own_crew_is_known_to_him_alone_until_it_is_revealed() -> None:
    table = Table()
    crew = table.crew(table.ship(0, 0, 0), "Captain.", "Jack")
    crew.face_up = False
    assert observe(table.state, 0).pieces[crew.id].card.name == "Jack"
    hidden = observe(table.state, 1).pieces[crew.id]
    assert (hidden.card.abilities, hidden.nation, hidden.card.name) == ((), None, "a face-down crew")
    crew.face_up = True
    assert observe(table.state, 1).pieces[crew.id].card.name == "Jack"


def test_what_is_in_another_players_hand_is_hidden() -> None:
    table = Table()
    event = table.state.add(card("Storm", "event"), 0, ASIDE)
    assert observe(table.state, 0).pieces[event.id].card.name == "Storm"
    assert observe(table.state, 1).pieces[event.id].card.name == "a face-down event"


def test_nobody_sees_the_dice_to_come() -> None:
    table = Table(seed=99)
    table.state.dice.ready = [6]
    seen = observe(table.state, 0).dice
    assert (seen.state, seen.ready) == (0, [])
    assert table.state.dice.ready == [6]


def test_what_is_seen_can_be_written_down_and_tells_nothing_more() -> None:
    table = Table()
    crew = table.crew(table.ship(0, 0, 0), "Captain.", "Calico Cat")
    crew.face_up = False
    text = dumps(saving.save(observe(table.state, 1)))
    assert "Calico Cat" not in text
    assert "captain" not in text
