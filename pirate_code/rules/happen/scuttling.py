"""Scuttling: a derelict may try to sink herself; fire sinks a ship that has nothing but fire masts left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pirate_code.board.refs import Matter, Seat
from pirate_code.board.state import Piece
from pirate_code.rules import event_facts as facts
from pirate_code.rules.choice import Choice
from pirate_code.rules.decision import Option, Steps
from pirate_code.rules.event import Cause, Event, face
from pirate_code.rules.happen import damage, free_actions, ramming, towing
from pirate_code.rules.registry import closes, happens

if TYPE_CHECKING:
    from pirate_code.rules.game import Game

SCUTTLING = Cause("scuttling")
FIRE = Cause("fire masts")
_NEEDED = 5


class Scuttle(Choice):
    """To sink a ship of one's own."""

    __slots__ = ("_game", "_player", "ship")

    def __init__(self, game: Game, ship: Piece, player: int) -> None:
        super().__init__({"scuttle": ship.id})
        self._game, self.ship, self._player = game, ship, player

    def _event(self) -> Event:
        player, ship = self._player, self.ship.id
        return Event("scuttle", agent=Seat(player), object=ship, player=player, cause=SCUTTLING)

    def test(self) -> Option | None:
        """Whether it may be tried now."""
        game, ship = self._game, self.ship
        if not _can_try(game, ship) or not game.allows(self._event()):
            return None
        way = "let her burn down" if _burns_down(game, ship) else "try to scuttle"
        return Option(self.answer, f"{way}: {ship.card.name}", (ship.id,))

    def work(self) -> Steps[object]:
        """Try it."""
        return self._game.propose(self._event())


def scuttle_choices(game: Game, player: int) -> list[Scuttle]:
    """What a player might do to sink ships of his own now."""
    return [Scuttle(game, ship, player) for ship in game.state.ships(player)]


def _can_try(game: Game, ship: Piece) -> bool:
    """Only derelicts are scuttled, and each tries once in a turn (scuttling-once-a-turn)."""
    if not towing.derelict(game, ship) or ship.scuttled_by is not None:
        return False
    if not free_actions.may_be_given(game, ship):
        return False
    return not any(kind == "scuttle" and what == ship.id for kind, _, what in game.state.turn.done)


@happens("scuttle")
def _scuttle(game: Game, event: Event) -> Steps[None]:
    """Roll: on 5 or 6 she sinks when the player's next turn begins.

    Fire needs no roll (fire-mast-scuttling-is-automatic).
    """
    ship = game.piece(event.object)
    if event.cause.rule == "ability" or _burns_down(game, ship):
        yield from _go_down(game, ship, event.cause if event.cause.rule == "ability" else FIRE, event)
        return
    rolled = Event("roll", agent=ship.id, object=Matter("die_roll", ship.id), player=event.player)
    rolled = rolled.but(cause=SCUTTLING, within=event)
    yield from game.roll(rolled)
    fleet = ramming.fleet_of(game, ship)
    if face(rolled) >= _NEEDED and fleet is not None:
        ship.scuttled_by = fleet


def sink_scuttled(game: Game, player: int, event: Event | None = None) -> Steps[None]:
    """Sink what a player has scuttled, unless somebody has towed it off; mark what burns down."""
    for ship in game.state.ships():
        if ship.scuttled_by == player:
            ship.scuttled_by = None
            if ship.controller == player and not _is_towed_off(game, ship):
                yield from _go_down(game, ship, SCUTTLING, event)
    for ship in game.state.ships(player):
        if only_fire(ship):
            game.state.mark(ship, "burns down")


def _is_towed_off(game: Game, ship: Piece) -> bool:
    return ship.towed_by is not None and game.piece(ship.towed_by).controller != ship.controller


def _go_down(game: Game, ship: Piece, cause: Cause, event: Event | None) -> Steps[None]:
    """She sinks by her own crew's hand; one that cannot sink may yet be scuttled if an ability says so."""
    sinks = Event("sink", object=ship.id, manner=frozenset({"scuttled"}), player=ship.controller, cause=cause)
    sinks = sinks.but(within=event)
    if game.allows(sinks):
        yield from game.propose(sinks)
    elif game.permits(Event("scuttle", object=ship.id, within=event)):
        yield from game.propose(sinks.but(manner=sinks.manner | {"even_unsinkable"}))


# --- by fire ---------------------------------------------------------------------------------------------


def only_fire(ship: Piece) -> bool:
    """Whether a ship has nothing but fire masts left."""
    return not ship.standing and bool(damage.burning(ship))


def _burns_down(game: Game, ship: Piece) -> bool:
    """Whether she is due to go down in this turn; repairs or the end of the fires call it off."""
    return "burns down" in ship.states and only_fire(ship)


@happens("turn_end")
def _burn_down(game: Game, event: Event) -> Steps[None]:
    """What fire was to sink in this turn goes down at the latest now (fire-mast-scuttling-time)."""
    for ship in game.state.ships(event.player):
        if "burns down" in ship.states:
            due = only_fire(ship)
            game.state.mark(ship, "burns down", on=False)
            if due:
                yield from _go_down(game, ship, FIRE, event)


@closes("dock")
def _puts_fires_out(game: Game, event: Event) -> Steps[None]:
    """At her home island or a friendly fort a ship loses her fire masts ("Fire Masts")."""
    ref = event.object if isinstance(event.object, int) else event.agent
    if facts.REPLACED.of(event) or not isinstance(ref, int):
        return
    ship = game.piece(ref)
    if ship.docked is not None and is_harbour(game, ship, game.piece(ship.docked)):
        yield from damage.put_out(game, ship, event)


def is_harbour(game: Game, ship: Piece, island: Piece) -> bool:
    """Whether a ship is at home there: her home island, or an island with a fort of her side."""
    if island.home is not None and island.home == ship.controller:
        return True
    if island.kind == "fort":
        return island.controller == ship.controller
    return any(
        piece.kind == "fort" and piece.controller == ship.controller for piece in game.state.aboard(island.id)
    )
