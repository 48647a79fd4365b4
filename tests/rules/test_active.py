"""Which abilities are in force: not cancelled ones, not hidden ones, and twice the same once."""

from pirate_code.board.state import OUT, End, Lasting, Until
from pirate_code.language import parse
from pirate_code.language.tree import KeywordAbility
from pirate_code.rules import stats
from pirate_code.rules.decision import Decision
from pirate_code.rules.event import Event
from pirate_code.rules.program.lower.effects import effect
from pirate_code.rules.turn import open_turn
from tests.rules.positions import Table

CANCELLER = "Once per turn, one crew or ship within S of this ship cannot use its ability that turn."


def use_first_offer(table: Table, player: int, pick: int) -> None:
    """Use what is offered first, picking the first ability of a piece."""

    def answer(decision: Decision) -> object:
        return ["ability", pick, 0]

    (_, found), *_ = table.game.active.offers(player)
    table.run(table.game.active.carry_out(found), [answer])


def test_a_canceller_stops_the_ability_of_the_ship_it_picks() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, line=CANCELLER)
    victim = table.ship(1, 0, 70, line="This ship cannot be pinned.")
    table.ship(1, 70, 0, line="This ship cannot be boarded.")
    use_first_offer(table, 0, victim.id)
    assert table.game.allows(Event("pin", agent=ship.id, object=victim.id))


def test_a_canceller_is_used_once_a_turn() -> None:
    table = Table()
    table.ship(0, 0, 0, line=CANCELLER)
    victim = table.ship(1, 0, 70, line="This ship cannot be pinned.")
    table.ship(1, 70, 0, line="This ship cannot be boarded.")
    use_first_offer(table, 0, victim.id)
    assert table.game.active.offers(0) == []


def test_a_canceller_that_is_cancelled_offers_nothing() -> None:
    table = Table()
    table.ship(0, 0, 0, line=CANCELLER)
    other = table.ship(1, 0, 70, line=CANCELLER)
    table.ship(1, 70, 0, line="This ship cannot be boarded.")
    use_first_offer(table, 0, other.id)
    assert table.game.active.offers(1) == []


def test_nothing_is_offered_to_the_opponent() -> None:
    table = Table()
    table.ship(0, 0, 0, line=CANCELLER)
    table.ship(1, 0, 70, line="This ship cannot be pinned.")
    assert len(table.game.active.offers(0)) == 1
    assert table.game.active.offers(1) == []


def test_face_down_crew_give_no_bonus() -> None:
    table = Table()
    ship = table.ship(0, 0, 0)
    crew = table.crew(ship, "This ship gets +1 to her boarding rolls.")
    table.state.turn_face(crew, up=False)
    assert stats.of(table.game, "boarding_roll", ship.id) == 0
    table.state.turn_face(crew, up=True)
    assert stats.of(table.game, "boarding_roll", ship.id) == 1


def test_crew_on_an_island_use_no_ability() -> None:
    table = Table()
    ship, home = table.ship(0, 0, 0), table.island(300, 0, home=0)
    crew = table.crew(ship, "Friendly ships cannot be pinned.")
    assert not table.game.allows(Event("pin", object=ship.id))
    table.state.put(crew, home.id)
    assert table.game.allows(Event("pin", object=ship.id))


def test_only_the_piece_that_was_picked_is_cancelled() -> None:
    table = Table()
    table.ship(0, 0, 0, line=CANCELLER)
    victim = table.ship(1, 0, 70, line="This ship cannot be pinned.")
    other = table.ship(1, 0, -70, line="This ship cannot be pinned.")
    use_first_offer(table, 0, victim.id)
    assert table.game.allows(Event("pin", object=victim.id))
    assert not table.game.allows(Event("pin", object=other.id))


def test_abilities_are_listed_by_verb_and_event_and_only_while_their_card_is_in_play() -> None:
    table = Table()
    ship = table.ship(0, 0, 0)
    crew = table.crew(ship, "This ship cannot be pinned.")
    active = table.game.active
    assert [entry.source for entry in active.entries("forbid", "pin")] == [crew.id]
    assert list(active.entries("forbid", "ram")) == list(active.entries("permit", "pin")) == []
    table.state.put(crew, OUT)
    assert list(active.entries("forbid", "pin")) == []


def test_an_op_acts_on_an_event_that_its_pattern_fits() -> None:
    table = Table()
    ship, other = table.ship(0, 0, 0, line="This ship cannot be pinned."), table.ship(1, 300, 0)
    active = table.game.active
    (entry,) = active.entries("forbid", "pin")
    assert active.acts(entry, Event("pin", agent=other.id, object=ship.id)) is not None
    assert active.acts(entry, Event("pin", agent=ship.id, object=other.id)) is None


def test_what_holds_while_an_event_goes_on_is_in_force_then_only() -> None:
    table = Table()
    ship = table.ship(0, 0, 0)
    (ability,) = parse("This ship cannot be pinned.")
    assert not isinstance(ability.effect, KeywordAbility)
    event = Event("give", to=ship.id)
    bar = Lasting(effect(ability.effect), ship.id, 0, (), End(Until.MEANWHILE))
    table.game.bar(event, bar)
    pinned = Event("pin", agent=table.ship(1, 300, 0).id, object=ship.id)
    assert table.game.allows(pinned)
    for _ in range(2):
        table.game.enter(Event("turn_beginning"))
        table.game.enter(event)
        assert not table.game.allows(pinned)
        table.game.leave()
        assert table.game.allows(pinned)
        table.game.leave()
        assert not table.game.is_barred


def test_what_an_event_brings_about_in_its_course_holds_until_it_is_over() -> None:
    table = Table()
    ship = table.ship(0, 0, 0)
    (ability,) = parse("This ship cannot be pinned.")
    assert not isinstance(ability.effect, KeywordAbility)
    outer, inner = Event("give", to=ship.id), Event("roll")
    pinned = Event("pin", agent=table.ship(1, 300, 0).id, object=ship.id)
    table.game.enter(outer)
    table.game.enter(inner)
    table.game.bar(outer, Lasting(effect(ability.effect), ship.id, 0, (), End(Until.MEANWHILE)))
    assert not table.game.allows(pinned)
    table.game.leave()
    assert not table.game.allows(pinned)
    table.game.leave()
    assert table.game.allows(pinned)


def test_an_ability_of_a_game_is_spent_for_good_and_one_of_a_turn_until_it_ends() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, line="Once per turn, roll a d6.")
    other = table.ship(0, 300, 0, line="Once per game, roll a d6.")
    active = table.game.active
    assert {found.source for _, found in active.offers(0)} == {ship.id, other.id}
    for _, found in active.offers(0):
        active.spend(found)
    assert active.offers(0) == []
    open_turn(table.game, 0)
    assert {found.source for _, found in active.offers(0)} == {ship.id}
