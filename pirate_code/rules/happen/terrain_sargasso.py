"""Terrain that tangles ships: they use actions to get free of its weeds ("Sargasso Sea")."""

from __future__ import annotations

from pirate_code.board import sailing as courses
from pirate_code.board.refs import Matter
from pirate_code.board.state import Piece
from pirate_code.rules import event_facts as facts
from pirate_code.rules.choice import Choice
from pirate_code.rules.decision import Kind, Option, Steps
from pirate_code.rules.event import Cause, Event
from pirate_code.rules.game import Game
from pirate_code.rules.happen import giving, sailing
from pirate_code.rules.happen.terrain import cause_of, effect_of, lay_on, rating, terrain_effect
from pirate_code.rules.registry import banned, happens
from pirate_code.terrain import Tangle

FREE_ABOVE = 6
_WAYS_OUT = 8
_WEEDS = Cause("weeds")


@terrain_effect("tangle")
def _sail_into(game: Game, ship: Piece, weeds: Piece, event: Event) -> Steps[None]:
    """She is tangled if the rating is more than the masts she was built with."""
    if (yield from rating(game, ship, weeds, event)) > len(ship.masts) and "tangled" not in ship.states:
        lay_on(game, ship, weeds, event)
        game.state.mark(ship, "tangled")


@banned("move")
def _is_held(game: Game, event: Event) -> str | None:
    """A tangled ship does not move herself; an outside force may move her ("Abilities That Move Ships")."""
    if isinstance(event.agent, int) and "tangled" in game.piece(event.agent).states:
        return f"{game.name(event.agent)} is tangled in weeds."
    return None


class Untangle(Choice):
    """To use an action of a ship to get her free."""

    __slots__ = ("_game", "_player", "_ship")

    def __init__(self, game: Game, ship: Piece, player: int) -> None:
        super().__init__({"untangle": ship.id})
        self._game, self._ship, self._player = game, ship, player

    def test(self) -> Option | None:
        """Whether she may use one."""
        if not self._game.allows(_action(self._ship, self._player)):
            return None
        name = f"free {self._game.name(self._ship.id)} from the weeds"
        return Option(self.answer, name, (self._ship.id,))

    def work(self) -> Steps[None]:
        """Use it, and roll."""
        event, ship = _action(self._ship, self._player), self._ship.id
        if (yield from giving.order(self._game, event)):
            cause = _cause(self._game, self._ship)
            untangle = Event("untangle", agent=ship, object=ship, player=self._player, cause=cause)
            yield from self._game.propose(untangle.but(within=event))


def untangle_choices(game: Game, player: int) -> list[Untangle]:
    """The ships that might use an action to get free."""
    return [
        Untangle(game, ship, player)
        for ship in game.state.ships(player)
        if "tangled" in ship.states and giving.has_action_left(game, ship)
    ]


def _action(ship: Piece, player: int) -> Event:
    """The action that she uses up to get free."""
    event = giving.asked(ship, "action", player)
    facts.AS_COST.put(event, True)
    return event


@happens("untangle")
def _untangle(game: Game, event: Event) -> Steps[None]:
    """A d6 and her masts must come to more than 6; then she lies at the edge, facing away."""
    ship = game.piece(event.agent)
    rolled = Event(
        "roll",
        agent=ship.id,
        object=Matter("die_roll", ship.id),
        player=event.player,
        cause=_cause(game, ship),
    )
    if (yield from game.roll(rolled.but(within=event))) + ship.standing <= FREE_ABOVE:
        facts.FAILED.put(event, True)
        return
    game.state.mark(ship, "tangled", False)
    weeds = _weeds_at(game, ship)
    if not weeds or ship.pose is None or event.player is None:
        return
    water = sailing.waters(game, ship, event)
    obstacles = [*water.solid, *water.soft]
    shape, outline = sailing.shape_of(weeds[0]), sailing.outline_of(ship)
    ways = list(courses.leaving(outline, shape, (ship.pose.x, ship.pose.y), obstacles))
    ways = ways[:: max(1, -(-len(ways) // _WAYS_OUT))]
    if ways:
        options = [
            Option(number, f"heading {pose.heading:.0f}", value=list(pose))
            for number, pose in enumerate(ways)
        ]
        answer = yield from game.choose(event.player, Kind.PLACE, options, subject=ship.id, event="untangle")
        ship.pose = ways[answer]
        game.state.stamp += 1


def _weeds_at(game: Game, ship: Piece) -> list[Piece]:
    """The terrain that she touches and that tangles ships."""
    touched = map(game.piece, sailing.contacts(game, ship))
    return [place for place in touched if effect_of(place, Tangle) is not None]


def _cause(game: Game, ship: Piece) -> Cause:
    """What she is tangled in."""
    weeds = _weeds_at(game, ship)
    return cause_of(weeds[0]) if weeds else _WEEDS


def tidy(game: Game) -> None:
    """A ship that was carried out of the weeds is no longer tangled."""
    for ship in game.state.ships():
        if "tangled" in ship.states and not _weeds_at(game, ship):
            game.state.mark(ship, "tangled", False)
