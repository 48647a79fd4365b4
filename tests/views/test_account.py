"""The account of a game reads as a player would tell it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from pirate_code.board.refs import Matter, Part, Ref, Seat
from pirate_code.board.state import Piece
from pirate_code.core.running import Entry
from pirate_code.rules.event import Cause
from pirate_code.rules.events import SLOTS
from pirate_code.views.account import account
from tests.rules.positions import Table

RULE = Cause("rule")


def entry(kind: str, what: str = "happens", amount: int = 0, cause: Cause = RULE, **slots: Ref) -> Entry:
    """An entry of a log."""
    told = tuple((slot, slots[slot]) for slot in SLOTS if slot in slots)
    return (what, kind, told, amount, (), cause, "")


class Story:
    """Two ships and an island with two coins."""

    def __init__(self) -> None:
        self.table = Table()
        self.land = self.table.island(500, 0)
        self.ours = self.table.ship(0, 0, 0, name="Ours")
        self.theirs = self.table.ship(1, 0, 300, name="Theirs")
        self.mate = self.table.crew(self.ours, name="Mate")
        self.coins = [self.table.coin(self.land, value) for value in (3, 1)]

    def given(self, ship: Piece, noun: str) -> Entry:
        return entry("give", object=Matter(noun, ship.id), to=ship.id)

    def told(self, *log: Entry, full: bool = False) -> list[str]:
        return [line.strip() for line in account(log, self.table.state, full=full)]

    def sailing(self) -> Iterator[Entry]:
        yield self.given(self.ours, "move_action")
        yield entry("begin", agent=self.ours.id, object=Matter("base_move", self.ours.id))
        yield entry("move", agent=self.ours.id)
        yield entry("touch", agent=self.ours.id, object=self.land.id)
        yield entry("dock", agent=self.ours.id, at=self.land.id)


@pytest.fixture
def story() -> Story:
    return Story()


def test_what_a_ship_does_with_an_action_is_one_sentence(story: Story) -> None:
    assert story.told(*story.sailing()) == ["Ours moves and docks at Island 0."]


def test_the_full_account_tells_every_step(story: Story) -> None:
    told = story.told(*story.sailing(), full=True)
    assert told[0] == "Ours is given a move action."
    assert told[-2:] == ["Ours touches Island 0.", "Ours docks at Island 0."]


def test_an_action_that_nothing_comes_of_is_told(story: Story) -> None:
    assert story.told(story.given(story.ours, "move_action")) == ["Ours is given a move action."]


def test_several_treasures_are_loaded_in_one_breath(story: Story) -> None:
    ours, land = story.ours.id, story.land.id
    log = [entry("explore", agent=ours, object=land)]
    log += [entry("load", agent=ours, object=coin.id, source=land) for coin in story.coins]
    assert story.told(*log) == ["Ours explores Island 0 and loads 4 gold (3 and 1)."]


def test_a_shot_is_one_sentence_that_names_its_target_once(story: Story) -> None:
    cannon, theirs = Part(story.ours.id, "cannon", 0), story.theirs.id
    log = [
        entry("shoot", agent=cannon, at=theirs, using=Matter("shoot_action", story.ours.id)),
        entry("roll", agent=cannon, object=Matter("cannon_roll", story.ours.id), against=theirs),
        entry("roll", "rolled", 5, agent=cannon, object=Matter("cannon_roll", story.ours.id), against=theirs),
        entry("hit", agent=cannon, object=theirs, using=Matter("shot", story.ours.id)),
        entry("eliminate", agent=cannon, object=Part(theirs, "mast", 1), source=theirs),
    ]
    assert story.told(*log) == ["Ours shoots at Theirs: 5; one hit takes her second mast."]


def test_whoever_makes_something_happen_is_named(story: Story) -> None:
    by = Cause("ability", story.mate.id, 0)
    assert story.told(entry("move", agent=story.ours.id, cause=by)) == ["Ours moves (by Mate)."]


def test_an_ability_that_is_cancelled_is_told_by_whose_it_is(story: Story) -> None:
    ability = Matter("ability", story.theirs.id)
    assert story.told(entry("cancel", agent=story.ours.id, object=ability)) == [
        "Ours cancels the ability of Theirs."
    ]


def test_crew_of_a_common_name_are_told_with_their_ship(story: Story) -> None:
    crew = [story.table.crew(ship, name="Captain") for ship in (story.ours, story.theirs)]
    log = [entry("reveal", agent=Seat(0), object=one.id) for one in crew]
    assert story.told(*log) == ["Player 1 reveals Captain aboard Ours and Captain aboard Theirs."]
    cancelled = entry("cancel", agent=story.ours.id, object=Matter("ability", crew[1].id))
    assert story.told(cancelled) == ["Ours cancels the ability of Captain aboard Theirs."]


def test_a_crew_was_aboard_the_ship_that_it_left_later(story: Story) -> None:
    story.table.state.put(story.mate, story.land.id)
    log = [
        entry("reveal", agent=Seat(0), object=story.mate.id),
        entry("unload", agent=story.ours.id, object=story.mate.id, at=story.land.id),
        entry("reveal", agent=Seat(0), object=story.mate.id),
    ]
    told = story.told(*log)
    assert told[0] == "Player 1 reveals Mate aboard Ours."
    assert told[-1] == "Player 1 reveals Mate."


def test_what_a_ship_does_to_others_by_her_ability_says_so(story: Story) -> None:
    by = Cause("ability", story.ours.id, 0)
    mast = Part(story.theirs.id, "mast", 0)
    log = [entry("eliminate", agent=story.ours.id, object=mast, source=story.theirs.id, cause=by)]
    assert story.told(*log) == ["Ours eliminates the first mast of Theirs (by her ability)."]


def test_a_ship_repairs_her_own_mast(story: Story) -> None:
    log = [entry("repair", agent=story.ours.id, object=Part(story.ours.id, "mast", 0), at=story.land.id)]
    assert story.told(*log) == ["Ours repairs her first mast at Island 0."]


def test_treasures_that_lie_face_down_are_counted(story: Story) -> None:
    for coin in story.coins:
        coin.card = replace(coin.card, name="a face-down treasure")
    log = [entry("load", agent=story.ours.id, object=c.id, source=story.land.id) for c in story.coins]
    assert story.told(*log) == ["Ours loads 2 face-down treasures from Island 0."]


def test_a_ram_says_that_there_was_no_mast_to_lose(story: Story) -> None:
    ours, theirs = story.ours.id, story.theirs.id
    ram = entry("ram", agent=ours, object=theirs)
    rolled = entry("roll", "rolled", 3, Cause("ramming"), agent=ours, object=Matter("ramming_roll", ours))
    told = story.told((*ram[:6], "with her bow"), (*rolled[:6], "against no masts"))
    assert told == ["Ours rams Theirs with her bow: 3 against no masts; Theirs has no mast to lose."]


def test_turns_and_players_are_counted_from_one(story: Story) -> None:
    log = [entry("turn_beginning", agent=Seat(player)) for player in (1, 0)]
    assert story.told(*log) == ["Turn 1: player 2", "Turn 2: player 1"]
