"""A turn: it begins, the player gives actions and uses abilities as long as wanted, it ends.

Before each thing that the player does, the others may use abilities of theirs. `state.turn.phase` says where
a turn stands, so that it can be gone on with from any calm moment.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from pirate_code.board.refs import Matter, Seat
from pirate_code.board.state import Phase, Turn
from pirate_code.rules import conflicts, lasting
from pirate_code.rules.decision import Answer, Decision, Kind, Option, Steps
from pirate_code.rules.event import Cause, Event
from pirate_code.rules.game import Game
from pirate_code.rules.happen import (
    carrying,
    docking,
    drifting,
    forts,
    giving,
    ramming,
    scuttling,
    showing,
    submerging,
    terrain_fog,
    terrain_sargasso,
)
from pirate_code.rules.registry import happens

BEGINNING, ENDING = Cause("beginning of a turn"), Cause("end of a turn")
Over = Callable[[], bool]


class Choice(NamedTuple):
    """Something that a player may do when it is calm, and how it is done."""

    option: Option
    work: Callable[[], Steps[object]]


def next_player(game: Game) -> int:
    """Whose turn comes next: players who are out are passed over."""
    state = game.state
    player = state.turn.player
    for _ in range(state.players):
        player = (player + 1) % state.players
        if player not in state.out:
            break
    return player


def open_turn(game: Game, player: int) -> None:
    """Put a new turn on the table: nothing has been given or used in it."""
    state = game.state
    docked = {ship.id: ship.docked for ship in state.ships() if ship.docked is not None}
    state.turn = Turn(state.turn.number + 1, player, Phase.BEGINNING, began_docked=docked)


def take_turn(game: Game, over: Over) -> Steps[None]:
    """Go on with the turn from where it stands, until it is done or the game is over."""
    turn = game.state.turn
    if turn.phase is Phase.BEGINNING:
        game.calm()
        yield from begin(game)
        turn.phase, turn.responder = Phase.RESPONSES, 1
    while turn.phase is not Phase.END and not over():
        if turn.phase is not Phase.ACTIONS:
            yield from _responses(game, over)
            turn.phase = Phase.ACTIONS
        elif (yield from _act(game)):
            turn.phase, turn.responder = Phase.RESPONSES, 1
        else:
            turn.phase = Phase.END
    if turn.phase is Phase.END and not over():
        game.calm()
        yield from end(game)


# --- the beginning ---------------------------------------------------------------------------------------


def begin(game: Game) -> Steps[None]:
    player = game.state.turn.player
    lasting.begin_of_turn(game)
    event = Event("turn_beginning", agent=Seat(player), player=player, cause=BEGINNING)
    yield from game.propose(event)
    yield from set_right(game, event)


@happens("turn_beginning")
def _beginning(game: Game, event: Event) -> Steps[None]:
    """What the rules do before any ability acts: scuttled ships sink, icebergs drift."""
    assert event.player is not None
    yield from scuttling.sink_scuttled(game, event.player, event)
    yield from drifting.roll_for_icebergs(game, event)


def _responses(game: Game, over: Over) -> Steps[None]:
    """The others may use abilities that need no action: at first, and after whatever is done ("Turns")."""
    state = game.state
    for step in range(state.turn.responder, state.players):
        state.turn.responder = step
        player = (state.turn.player + step) % state.players
        while player not in state.out and not over():
            choices = _abilities(game, player)
            if not choices:
                break
            game.calm()
            if not (yield from _one_of(game, player, "use", "pass", choices)):
                break


# --- the middle ------------------------------------------------------------------------------------------


def _act(game: Game) -> Steps[bool]:
    """The player does one thing, or says that the turn is over; whether it goes on."""
    player = game.state.turn.player
    game.calm()
    found = choices(game, player)
    owed = [choice for choice in found if _is_owed(game, choice.option.answer)]
    end = "" if owed else "end the turn"
    return (yield from _one_of(game, player, "turn", end, found))


def choices(game: Game, player: int) -> list[Choice]:
    """Everything that a player may do now."""
    with game.cache:
        return _choices(game, player)


def _choices(game: Game, player: int) -> list[Choice]:
    found = [_giving(game, player, option) for option in giving.action_options(game, player)]
    found += [Choice(*offer) for offer in terrain_sargasso.untangle_options(game, player)]
    found += _abilities(game, player)
    found += [Choice(*offer) for offer in showing.showing_options(game, player)]
    found += [Choice(*offer) for offer in carrying.cargo_options(game, player)]
    found += [Choice(*offer) for offer in scuttling.scuttle_options(game, player)]
    return found


def _giving(game: Game, player: int, option: Option) -> Choice:
    piece, noun = game.piece(option.answer["to"]), option.answer["give"]
    return Choice(option, lambda: giving.order(game, giving.asked(piece, noun, player)))


def _abilities(game: Game, player: int) -> list[Choice]:
    def using(found: object) -> Callable[[], Steps[object]]:
        return lambda: game.active.use(found)  # type: ignore[arg-type]

    with game.cache:
        return [Choice(option, using(found)) for option, found in game.active.offers(player)]


def _is_owed(game: Game, answer: Answer) -> bool:
    """Whether this is the move of a ship that must leave in this turn, if she can."""
    if not isinstance(answer, dict) or answer.get("give") != "move_action":
        return False
    ship = game.piece(answer["to"])
    leave = Event("leave", agent=ship.id, object=ship.docked, player=ship.controller)
    return ship.docked is not None and any(game.active.matching("require", leave))


def _one_of(game: Game, player: int, event: str, stop: str, found: list[Choice]) -> Steps[bool]:
    """Let a player do one of these things, or `stop` if that is named; whether one was done."""
    options = [choice.option for choice in found]
    if stop:
        options.append(Option(None, stop))
    answer: Answer = yield Decision(player, Kind.TURN, Seat(player), event, tuple(options))
    if answer is None:
        return False
    yield from next(choice.work() for choice in found if choice.option.answer == answer)
    yield from set_right(game, Event("turn", player=player, cause=BEGINNING))
    return True


def set_right(game: Game, event: Event) -> Steps[None]:
    """After everything that is done: what can be as it is no longer is set right."""
    terrain_sargasso.tidy(game)
    ramming.loosen(game)
    yield from terrain_fog.lift(game, event)
    yield from submerging.rise(game, event)
    yield from carrying.settle(game, event)
    yield from conflicts.settle(game)


# --- the end ---------------------------------------------------------------------------------------------


def end(game: Game) -> Steps[None]:
    """Forts are built, each ship ends her turn where she is, and effects end."""
    player = game.state.turn.player
    while found := [Choice(*offer) for offer in forts.fort_options(game, player)]:
        if not (yield from _one_of(game, player, "build", "build nothing", found)):
            break
    for ship in game.state.ships(player):
        ended = Event("end", agent=ship.id, object=Matter("turn", ship.id), player=player, cause=ENDING)
        fog = terrain_fog.fog_of(game, ship)
        yield from game.propose(ended.but(at=fog if fog is not None else ship.docked))
    yield from game.propose(Event("turn_end", agent=Seat(player), player=player, cause=ENDING))
    game.state.turn.ratings.clear()
    yield from lasting.end_of_turn(game)
    docking.unmoor(game)
    yield from carrying.settle(game)
