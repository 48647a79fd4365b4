"""Faces of pieces: looked at, revealed, turned over; who has seen what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pirate_code.board.refs import Seat
from pirate_code.rules import event_facts as facts
from pirate_code.rules.choice import Choice
from pirate_code.rules.decision import Option, Steps
from pirate_code.rules.event import Cause, Event, chain
from pirate_code.rules.happen.treasure import show
from pirate_code.rules.program import abilities
from pirate_code.rules.program.context import Context
from pirate_code.rules.program.event_spec import EventSpec
from pirate_code.rules.program.performing import candidates, could, performs, plainly
from pirate_code.rules.program.selectors import Selector
from pirate_code.rules.registry import happens

if TYPE_CHECKING:
    from pirate_code.board.state import Piece
    from pirate_code.rules.game import Game

REVEALING = Cause("revealing")


def viewer(game: Game, event: Event) -> int:
    """The player who looks: whoever is named, or controls the ship that does it."""
    if isinstance(event.agent, Seat):
        return event.agent.player
    if isinstance(event.agent, int):
        player = game.piece(event.agent).controller
        if player is not None:
            return player
    return event.player if event.player is not None else game.state.turn.player


@happens("look_at")
def _look(game: Game, event: Event) -> Steps[None]:
    """A player sees the face of a piece, or of all that are looked at together; it stays as it lies."""
    yield from ()
    seen = facts.ALL.get(event, [event.object])
    for ref in seen:
        if isinstance(ref, int):
            piece = game.piece(ref)
            piece.known = piece.known | {viewer(game, event)}


@happens("show")
def _show_to(game: Game, event: Event) -> Steps[None]:
    """A player shows a piece to another, and to nobody else; it stays as it lies."""
    if not isinstance(event.to, Seat):
        yield from _reveal(game, event)
    elif isinstance(event.object, int):
        piece = game.piece(event.object)
        piece.known = piece.known | {event.to.player}


@happens("reveal")
def _reveal(game: Game, event: Event) -> Steps[None]:
    """A piece is shown to everybody; what was revealed once may be known ever after (hidden-information)."""
    yield from ()
    if not isinstance(event.object, int):
        return
    piece = game.piece(event.object)
    show(game, piece)
    if piece.kind == "event":
        game.state.mark(piece, "played")  # it cannot be played again
    if piece.kind == "treasure" and piece.is_unique:
        yield from _interrupt(game, event)


def _interrupt(game: Game, event: Event) -> Steps[None]:
    """Who can take unique treasure out of the game may do so before what was revealed acts.

    See jailhouse-dog-at-any-time.
    """
    for player in _from_the_turn_on(game):
        for choice in showing_choices(game, player):
            piece = choice.piece
            if piece.id == event.object or not abilities.removes_unique_treasure(piece.card.abilities):
                continue
            if choice.test() is not None and (yield from game.agrees(player, "reveal", piece.id)):
                yield from choice.work()


def _from_the_turn_on(game: Game) -> list[int]:
    """The players in their order, from the one whose turn it is."""
    state = game.state
    return [(state.turn.player + step) % state.players for step in range(state.players)]


@happens("turn")
def _turn(game: Game, event: Event) -> Steps[None]:
    """A piece is turned face up or face down; turned down it has no ability, but everybody knows it still."""
    yield from ()
    if not isinstance(event.object, int):
        return
    piece = game.piece(event.object)
    if "face_down" in event.manner:
        game.state.turn_face(piece, False)
        piece.known = frozenset(range(game.state.players))
    elif "face_up" in event.manner:
        show(game, piece)
        if piece.kind == "treasure" and piece.where >= 0 and game.piece(piece.where).kind == "island":
            game.state.mark(piece, "dormant")  # it acts when it is found there


@performs("show")
def _shows(event: EventSpec, ctx: Context) -> Steps[bool]:
    """Show what an ability names; "shows them" means all that lies hidden there."""
    if not ctx.shown or event.object is None or event.to is None:
        return (yield from plainly(event, ctx))
    (seat,) = event.to.find(ctx)
    agent = event.agent.find(ctx)[0] if event.agent is not None else None
    shows = Event("show", agent=agent, to=seat, player=ctx.player, cause=ctx.cause, within=ctx.event)
    for ref in ctx.shown:
        yield from ctx.game.propose(shows.but(object=ref))
    return True


@performs("reveal")
def _reveals(event: EventSpec, ctx: Context) -> Steps[bool]:
    """Reveal what an ability names; what is being revealed is not revealed once more."""
    if event.object is not None and _is_going_on(event.object, ctx):
        return True
    return (yield from plainly(event, ctx))


@could("reveal")
def _could_reveal(event: EventSpec, ctx: Context) -> bool:
    """Whether anything may be revealed that an ability names: an event only once, and one in a turn."""
    if event.object is None or _is_going_on(event.object, ctx):
        return True
    asked = Event("reveal", agent=Seat(ctx.player), player=ctx.player, cause=ctx.cause, within=ctx.event)
    return any(ctx.game.allows(asked.but(object=ref)) for ref in candidates(event.object, ctx, event))


def _is_going_on(selector: Selector, ctx: Context) -> bool:
    found = selector.find(ctx)
    return bool(found) and any(
        outer.type == "reveal" and outer.object == found[0] for outer in chain(ctx.event)
    )


class Show(Choice):
    """To reveal a facedown piece, to use its ability."""

    __slots__ = ("_game", "_player", "piece")

    def __init__(self, game: Game, piece: Piece, player: int) -> None:
        super().__init__({"reveal": piece.id})
        self._game, self.piece, self._player = game, piece, player

    def _event(self) -> Event:
        player, number = self._player, self.piece.id
        return Event("reveal", agent=Seat(player), object=number, player=player, cause=REVEALING)

    def test(self) -> Option | None:
        """Whether it may be revealed now."""
        piece = self.piece
        if piece.kind == "crew" and not self._game.active.usable(piece.id):
            return None  # crew are shown to use their ability
        if not self._game.allows(self._event()) or not self._game.active.has_use(piece):
            return None
        return Option(self.answer, f"reveal {piece.card.name}", (piece.id,))

    def work(self) -> Steps[object]:
        """Reveal it."""
        self._game.state.turn.shown |= {self.piece.id}
        return (yield from self._game.propose(self._event()))


def showing_choices(game: Game, player: int) -> list[Show]:
    """Facedown crew, equipment and treasure that a player might reveal now."""
    return [
        Show(game, piece, player)
        for piece in game.state.pieces
        if not piece.face_up and piece.card.abilities and _is_aboard(game, piece, player)
    ]


def _is_aboard(game: Game, piece: Piece, player: int) -> bool:
    """Whether it is a crew, equipment or treasure aboard a ship of the player, and may be shown.

    What goes back face down after it was shown, as some treasure does, is not shown again in that turn.
    Treasure in a fort is only stored there: it acts on ships.
    """
    if piece.kind != "crew" and piece.id in game.state.turn.shown:
        return False
    if piece.kind not in {"crew", "equipment", "treasure"} or piece.where < 0 or piece.role == "cargo":
        return False
    ship = game.state.ship_of(piece)
    if ship is None or ship.controller != player:
        return False
    return piece.kind != "treasure" or ship.kind != "fort"
