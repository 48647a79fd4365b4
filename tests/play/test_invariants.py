"""A watched game finds whatever cannot be: each rule is broken by hand here, and caught."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pirate_code.board.observe import observe
from pirate_code.board.pose import Pose
from pirate_code.board.refs import Matter
from pirate_code.board.state import OUT, SEA, End, Lasting, Piece, State, TallyEntry, Until
from pirate_code.play import invariants
from pirate_code.play.invariants import BrokenInvariant, CheckedGame
from pirate_code.rules import event_facts as facts
from pirate_code.rules import stats
from pirate_code.rules.decision import Decision, Kind, Option, Steps
from pirate_code.rules.event import Cause, Event
from pirate_code.rules.program.lower.derived import farther
from tests.rules.positions import Table


class Sea(Table):
    """Two ships, an island, a crew and a coin, in a game that is watched."""

    def __init__(self) -> None:
        super().__init__()
        self.land = self.island(500, 0)
        self.home = self.island(-500, 0, home=0)
        self.ours, self.theirs = self.ship(0, 0, 0, name="Ours"), self.ship(1, 0, 300, name="Theirs")
        self.mate = self.crew(self.ours, name="Mate")
        self.gold = self.coin(self.land, 3)
        self.game: CheckedGame = CheckedGame(self.state, self.game.edition)

    def look(self) -> None:
        """Let something harmless happen, after which everything is looked at."""
        self.propose(Event("turn_end", player=0))


def moved(sea: Sea, **slots: object) -> Piece:
    sea.ours.pose = Pose(0, 300, 0)
    for name, value in slots.items():
        setattr(sea.ours, name, value)
    return sea.ours


BREAKS: dict[str, Callable[[Sea], object]] = {
    "gold that nothing made": lambda sea: setattr(sea.gold, "value", 9),
    "gold that nothing made or spent": lambda sea: sea.state.tally.update({TallyEntry(0, 7, 7): 2}),
    "in the place 99": lambda sea: setattr(sea.mate, "where", 99),
    "in the place -9": lambda sea: setattr(sea.mate, "where", -9),
    "a crew floats in the sea": lambda sea: setattr(sea.mate, "where", SEA),
    "a crew is aboard a treasure": lambda sea: setattr(sea.mate, "where", sea.gold.id),
    "aboard Ours, which is not in play": lambda sea: setattr(sea.ours, "where", OUT),
    "on the table, but nowhere": lambda sea: setattr(sea.theirs, "pose", None),
    "it has 2 masts": lambda sea: setattr(sea.ours, "masts", (1, 1)),
    "neither there nor gone": lambda sea: setattr(sea.ours, "masts", (1, 1, 7)),
    "part is neither there nor gone": lambda sea: sea.ours.parts.update(panel=-1),
    "docked nowhere": lambda sea: setattr(sea.ours, "docked", 99),
    "Ours lies over Theirs": moved,
    "lies over Island": lambda sea: setattr(sea.ours, "pose", sea.land.pose),
    "Ours was given 3 actions": lambda sea: sea.state.turn.actions.update(
        {sea.ours.id: ("move_action",) * 3}
    ),
}


@pytest.mark.parametrize("fault", BREAKS)
def test_what_cannot_be_is_found(fault: str) -> None:
    sea = Sea()
    sea.look()
    BREAKS[fault](sea)
    with pytest.raises(BrokenInvariant, match=fault):
        sea.look()


@pytest.mark.parametrize("state", ["submerged", "ghostly", "lost"])
def test_who_is_not_on_the_surface_may_lie_over_others(state: str) -> None:
    sea = Sea()
    moved(sea, states=frozenset({state}))
    sea.look()


def test_a_titan_may_lie_on_an_island_but_not_on_the_home_of_an_enemy() -> None:
    sea = Sea()
    titan = sea.ship(0, 0, 600, kind="sea creature", line="Titan.", masts=4, name="Crab")
    sea.look()
    titan.pose = sea.land.pose
    sea.look()
    sea.land.home = 1
    titan.pose = Pose(0, 600, 0)
    sea.look()
    titan.pose = sea.land.pose
    with pytest.raises(BrokenInvariant, match="Crab lies over Island"):
        sea.look()


def test_a_dragon_lands_on_an_island_but_does_not_sail_there() -> None:
    sea = Sea()
    dragon = sea.ship(0, 0, 600, kind="sea creature", line="Sea Dragon.", masts=4, name="Dragon")
    sea.look()
    assert sea.land.pose is not None
    landing = Event("place", agent=dragon.id, object=dragon.id, player=0)
    facts.POSE.put(landing, sea.land.pose)
    sea.propose(landing)
    assert dragon.docked == sea.land.id
    sea.look()
    dragon.pose = Pose(500, 1, 0)
    with pytest.raises(BrokenInvariant, match="Dragon lies over Island"):
        sea.look()


def test_a_creature_lies_around_the_ship_that_it_surrounds() -> None:
    sea = Sea()
    sea.theirs.pose = sea.ours.pose
    sea.theirs.surrounds = sea.ours.id
    sea.look()


def test_a_ship_that_carries_too_much_is_found_when_it_is_calm() -> None:
    sea = Sea()
    for _ in range(4):
        sea.crew(sea.ours, points=0)
    with pytest.raises(BrokenInvariant, match="more than her cargo space"):
        sea.game.calm()


def test_a_treasure_that_cannot_be_unloaded_needs_no_room() -> None:
    sea = Sea()
    boat = sea.ship(0, 0, 600, cargo=1)
    line = "Fruit takes up 2 cargo spaces and cannot be unloaded."
    sea.crew(boat, line, "Fruit", kind="treasure", points=0)
    sea.game.calm()
    sea.coin(boat, 0)
    with pytest.raises(BrokenInvariant, match="more than her cargo space"):
        sea.game.calm()


def test_a_ship_that_carries_too_many_points_is_found_when_it_is_calm() -> None:
    sea = Sea()
    sea.crew(sea.ours, points=9)
    with pytest.raises(BrokenInvariant, match="more points than she may"):
        sea.game.calm()


def given(sea: Sea, player: int, ship: Piece, cause: Cause) -> Event:
    return Event("give", object=Matter("move_action", ship.id), to=ship.id, player=player, cause=cause)


@pytest.mark.parametrize(
    ("player", "ship", "said"),
    [(1, "theirs", "in the turn of player 0"), (0, "theirs", "of another player")],
)
def test_an_action_out_of_turn_is_found(player: int, ship: str, said: str) -> None:
    sea = Sea()
    with pytest.raises(BrokenInvariant, match=said):
        sea.propose(given(sea, player, getattr(sea, ship), Cause("actions")))


def test_actions_are_counted_apart_from_the_rules() -> None:
    sea = Sea()
    for _ in range(2):
        sea.propose(given(sea, 0, sea.ours, Cause("actions")))
    sea.state.turn.actions[sea.ours.id] = ()
    with pytest.raises(BrokenInvariant, match="was given 3 actions"):
        sea.propose(given(sea, 0, sea.ours, Cause("actions")))


def test_a_line_has_acted_when_it_was_asked_for_and_held() -> None:
    sea = Sea()
    sea.ours = sea.ship(0, 0, 600, line="This ship gets +1 to her cannon rolls against Pirate ships.")
    stats.of(sea.game, "cannon_roll", sea.ours.id, Event("roll", against=sea.theirs.id))
    assert not sea.game.used
    sea.theirs.nation = "pirate"
    stats.of(sea.game, "cannon_roll", sea.ours.id, Event("roll", against=sea.theirs.id))
    assert sea.game.used == {sea.ours.card.line}


def test_a_keyword_that_a_ship_gains_is_no_act_of_her_own_line() -> None:
    sea = Sea()
    plain = sea.ship(0, 0, 600, line="Junk.")
    line = "All friendly ships gain the Schooner keyword."
    sea.crew(sea.ours, line)
    sea.propose(given(sea, 0, plain, Cause("actions")), [{"segment": "S", "turn": 0.0}, "stop", True, 90])
    assert sea.game.used == {line}


def test_what_was_used_in_vain_has_not_acted() -> None:
    sea = Sea()
    line = "Once per turn, roll a d6. On a 5 or 6, this ship may be given an extra action."
    ship = sea.ship(0, 0, 600, line=line)
    for face, acted in ((2, set()), (6, {line})):
        ((_, found),) = sea.game.active.offers(0)
        sea.run(sea.game.active.use(found), dice=[face])
        assert sea.game.used == acted
        sea.state.turn.used.clear()
    assert ship.afloat


def test_an_effect_that_outlasts_its_turn_is_told() -> None:
    sea = Sea()
    sea.state.turn.number = 3
    sea.state.lasting.append(Lasting(farther("S"), sea.ours.id, 0, (), End(Until.TURN)))
    sea.game.calm()
    sea.state.turn.number = 4
    with pytest.raises(BrokenInvariant, match="goes on beyond its end"):
        sea.game.calm()


@pytest.mark.parametrize("ends", [End(Until.TURN), End(Until.TURNS, 0, 5)])
def test_an_effect_that_ends_before_its_time_is_told(ends: End) -> None:
    sea = Sea()
    sea.state.turn.number = 3
    sea.state.lasting.append(Lasting(farther("S"), sea.ours.id, 0, (), ends))
    sea.game.calm()
    sea.state.lasting.clear()
    with pytest.raises(BrokenInvariant, match="ends too soon"):
        sea.game.calm()


def test_cargo_is_chosen_by_nobody_but_its_own_player() -> None:
    sea = Sea()

    def work(_: object) -> Steps[None]:
        options = (Option(None, "done"), Option(1, "more"))
        yield Decision(1, Kind.CARGO, sea.ours.id, "load", options)

    with pytest.raises(BrokenInvariant, match="player 2 chooses for Ours"):
        sea.game.start(work)


def test_a_facedown_coin_that_an_observation_would_show_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    sea = Sea()
    sea.gold.face_up, sea.gold.known = False, frozenset()
    sea.game.calm()
    sea.state.stamp += 1
    monkeypatch.setattr(invariants, "observe", lambda state, player: state.copy())
    with pytest.raises(BrokenInvariant, match="which lies face down"):
        sea.game.calm()


@pytest.mark.parametrize("player", [0, 1])
def test_whether_a_ship_boards_is_agreed_by_her_own_player(player: int) -> None:
    sea = Sea()

    def work(_: object) -> Steps[None]:
        yield Decision(player, Kind.AGREE, sea.ours.id, "board", (Option(True, "yes"), Option(False, "no")))

    if player == 0:
        sea.game.start(work)
        return
    with pytest.raises(BrokenInvariant, match="player 2 chooses for Ours"):
        sea.game.start(work)


def test_the_nation_of_a_facedown_crew_is_hidden_too(monkeypatch: pytest.MonkeyPatch) -> None:
    sea = Sea()
    sea.mate.face_up, sea.mate.known = False, frozenset({0})

    def leaks(state: State, player: int) -> State:
        seen = observe(state, player)
        seen.pieces[sea.mate.id].nation = "english"
        return seen

    sea.game.calm()
    sea.state.stamp += 1
    monkeypatch.setattr(invariants, "observe", leaks)
    with pytest.raises(BrokenInvariant, match="player 2 sees Mate, which lies face down"):
        sea.game.calm()
