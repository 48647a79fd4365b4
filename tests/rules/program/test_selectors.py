"""Selectors: what words name in a position, and how many of it."""

from __future__ import annotations

import pytest

from pirate_code.board.refs import Matter, Part, Ref, Seat
from pirate_code.board.state import OUT
from pirate_code.rules.event import Event
from pirate_code.rules.program.amounts import AllBut, Number
from pirate_code.rules.program.context import Context
from pirate_code.rules.program.filters import OfNation, in_state
from pirate_code.rules.program.selectors import (
    THIS_CARD,
    THIS_SHIP,
    KeywordItself,
    Named,
    Player,
    Selector,
    Several,
    pieces,
)
from tests.rules.positions import Table


class Small:
    """A ship with a crew of ours, and two of the enemy's."""

    def __init__(self, players: int = 2) -> None:
        self.table = Table(players)
        self.ours = self.table.ship(0, 0, 0, name="Ours")
        self.mate = self.table.crew(self.ours, "Captain.", name="Mate")
        self.first = self.table.ship(1, 0, 200, name="First", nation="french")
        self.second = self.table.ship(1, 0, 400, name="Second")

    def context(self, source: int | None = None, event: Event | None = None) -> Context:
        """What an ability of a piece can see, of the mate if none is named."""
        return Context(self.table.game, self.mate.id if source is None else source, 0, event)


def test_this_ship_is_the_ship_of_the_card_and_this_card_the_card() -> None:
    small = Small()
    assert THIS_SHIP.find(small.context()) == [small.ours.id]
    assert THIS_CARD.find(small.context()) == [small.mate.id]
    assert THIS_SHIP.fits(small.ours.id, small.context())
    assert not THIS_SHIP.fits(small.first.id, small.context())


def test_a_noun_names_all_of_its_kind_and_filters_narrow_them_down() -> None:
    small = Small()
    ships = [small.ours.id, small.first.id, small.second.id]
    assert pieces("ship", "any").find(small.context()) == ships
    assert pieces("ship", "any", filters=(OfNation("french"),)).find(small.context()) == [small.first.id]
    assert pieces("ship", "any", filters=(in_state("enemy"),)).find(small.context()) == ships[1:]
    assert pieces("crew", "any").find(small.context()) == [small.mate.id]


def test_another_is_none_of_its_own() -> None:
    small = Small()
    assert small.ours.id not in pieces("ship", "another").find(small.context(small.ours.id))


def test_that_ship_is_the_last_one_spoken_of() -> None:
    small = Small()
    ctx = small.context()
    ctx.say(small.first.id)
    ctx.say(small.second.id)
    ctx.say(small.mate.id)
    assert pieces("ship", "that").find(ctx) == [small.second.id]
    assert pieces("crew", "that").find(ctx) == [small.mate.id]
    assert pieces("ship", "that").fits(small.second.id, ctx)
    assert not pieces("ship", "that").fits(small.first.id, ctx)


def test_what_belongs_to_something_is_found_there_only() -> None:
    small = Small()
    stranger = small.table.crew(small.first)
    crew = pieces("crew", "any", of=THIS_SHIP)
    assert crew.find(small.context()) == [small.mate.id]
    assert not crew.fits(stranger.id, small.context())
    masts = pieces("mast", "any", of=THIS_SHIP)
    assert masts.find(small.context()) == [Part(small.ours.id, "mast", number) for number in range(3)]


@pytest.mark.parametrize(
    ("selector", "bounds"),
    [
        (pieces("crew", "a"), (1, 1)),
        (pieces("crew", "all"), (4, 4)),
        (pieces("crew", count=Number(2)), (2, 2)),
        (pieces("crew", count=Number(9)), (4, 4)),
        (pieces("crew", count=AllBut(0, 99, 3)), (1, 1)),
    ],
)
def test_how_many_are_asked_for_of_four(selector: Selector, bounds: tuple[int, int]) -> None:
    assert selector.how_many(4, Small().context()) == bounds


def test_the_noun_alone_rules_a_thing_out() -> None:
    small = Small()
    game = small.table.game
    assert pieces("crew", "any").cannot_be(small.ours.id, game)
    assert not pieces("crew", "any").cannot_be(small.mate.id, game)
    assert not pieces("game_piece", "any").cannot_be(small.ours.id, game)


def test_several_selectors_name_what_any_of_them_names_once() -> None:
    small = Small()
    either = Several(join="or", parts=(pieces("crew", "any"), pieces("ship", "any"), THIS_SHIP))
    assert either.find(small.context()) == [
        small.mate.id,
        small.ours.id,
        small.first.id,
        small.second.id,
    ]
    assert either.is_any_of and not either.is_all_of
    assert either.fits(small.first.id, small.context()) and not either.fits(Seat(0), small.context())


def test_players_sit_to_the_left_and_right_and_who_is_out_is_passed_over() -> None:
    small = Small(players=4)
    ctx = small.context()
    small.table.state.turn.player = 2

    def seat(who: str) -> Ref:
        (found,) = Player(who=who).find(ctx)
        return found

    assert [seat(who) for who in ("you", "active", "left", "right")] == [Seat(0), Seat(2), Seat(1), Seat(3)]
    small.table.state.out = frozenset({1})
    assert seat("left") == Seat(2)
    assert Player(who="you").fits(Seat(0), ctx) and not Player(who="you").fits(Seat(1), ctx)


def test_a_named_piece_is_found_in_play_and_the_card_itself_anywhere() -> None:
    small = Small()
    assert Named(called="First").find(small.context()) == [small.first.id]
    small.table.state.put(small.first, OUT)
    assert Named(called="First").find(small.context()) == []
    assert Named(called="First").find(small.context(small.first.id)) == [small.first.id]


def test_a_keyword_is_a_matter_and_the_ability_that_is_it() -> None:
    small = Small()
    captain = KeywordItself(id="captain")
    assert captain.find(small.context()) == [Matter("captain")]
    assert captain.fits(Matter("ability", small.mate.id, 0), small.context())
    assert not captain.fits(Matter("ability", small.ours.id, 0), small.context())
    assert not captain.fits(small.mate.id, small.context())


def test_an_action_or_hit_that_nobody_has_is_named_as_a_matter() -> None:
    small = Small()
    assert pieces("hit", "a").find(small.context()) == [Matter("hit", small.ours.id)]
