"""A turn: it begins, the player gives actions and uses abilities as long as wanted, it ends.

Before each thing that the player does, the others may use abilities of theirs. `state.turn.phase` says where
a turn stands, so that it can be gone on with from any calm moment.
"""

from __future__ import annotations

from collections.abc import Callable

from pirate_code.board.refs import Matter, Seat
from pirate_code.board.state import Phase, Turn
from pirate_code.rules import conflicts, lasting
from pirate_code.rules.choice import Choice, Choices
from pirate_code.rules.decision import Answer, Candidates, Decision, Kind, Option, Steps
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
    treasure,
)
from pirate_code.rules.registry import happens

BEGINNING, ENDING = Cause("beginning of a turn"), Cause("end of a turn")
Over = Callable[[], bool]


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
    yield from drifting.roll_for_drift(game, event)


def _responses(game: Game, over: Over) -> Steps[None]:
    """The others may use abilities that need no action: at first, and after whatever is done ("Turns")."""
    state = game.state
    for step in range(state.turn.responder, state.players):
        state.turn.responder = step
        player = (state.turn.player + step) % state.players
        while player not in state.out and not over():
            found = game.active.ability_choices(player)
            if not _any_legal(game, found):
                break
            game.calm()
            if not (yield from _one_of(game, player, "use", "pass", found)):
                break


def _any_legal(game: Game, found: Choices) -> bool:
    with game.cache:
        return any(choice.option is not None for choice in found)


# --- the middle ------------------------------------------------------------------------------------------


def _act(game: Game) -> Steps[bool]:
    """The player does one thing, or says that the turn is over; whether it goes on."""
    player = game.state.turn.player
    game.calm()
    if (yield from _command(game)):
        return True
    found = choices(game, player)
    end = "" if _must_leave(game, found) else "end the turn"
    return (yield from _one_of(game, player, "turn", end, found))


def _command(game: Game) -> Steps[bool]:
    """Who commands the ships of this turn gives one an action, or no more of them; whether one was given."""
    turn = game.state.turn
    if turn.commander is None or turn.orders_over:
        return False
    orders = giving.order_choices(game, turn.commander)
    if _any_legal(game, orders) and (yield from _one_of(game, turn.commander, "turn", "no more", orders)):
        return True
    turn.orders_over = True
    return False


def choices(game: Game, player: int) -> list[Choice]:
    """Everything that a player might do now."""
    found: list[Choice] = [*giving.action_choices(game, player)]
    found += terrain_sargasso.untangle_choices(game, player)
    found += game.active.ability_choices(player)
    found += showing.showing_choices(game, player)
    found += carrying.cargo_choices(game, player)
    found += scuttling.scuttle_choices(game, player)
    return found


def _must_leave(game: Game, found: Choices) -> bool:
    """Whether there is the move of a ship that must leave in this turn, if she can."""
    for choice in found:
        if not isinstance(choice, giving.Give) or choice.answer["give"] != "move_action":
            continue
        if docking.has_to_leave(game, choice.piece) and choice.option:
            return True
    return False


def _one_of(game: Game, player: int, event: str, stop: str, found: Choices) -> Steps[bool]:
    """Let a player do one of these things, or `stop` if that is named; whether one was done."""
    offered = Candidates(found, Option(None, stop) if stop else None, reading=game.cache)
    answer: Answer = yield Decision(player, Kind.TURN, Seat(player), event, offered)
    if answer is None:
        return False
    chosen = offered.find(answer)
    assert chosen is not None
    yield from chosen.work()
    yield from set_right(game, Event("turn", player=player, cause=BEGINNING))
    return True


def set_right(game: Game, event: Event) -> Steps[None]:
    """After everything that is done: what can be as it is no longer is set right."""
    terrain_sargasso.tidy(game)
    ramming.loosen(game)
    yield from terrain_fog.lift(game, event)
    yield from submerging.rise(game, event)
    yield from carrying.settle(game, event)
    yield from treasure.take_up_waiting(game)
    yield from conflicts.settle(game)


# --- the end ---------------------------------------------------------------------------------------------


def end(game: Game) -> Steps[None]:
    """Forts are built, each ship ends her turn where she is, and effects end."""
    player = game.state.turn.player
    while _any_legal(game, found := forts.fort_choices(game, player)):
        if not (yield from _one_of(game, player, "build", "build nothing", found)):
            break
    for ship in game.state.ships(player):
        ended = Event("end", agent=ship.id, object=Matter("turn", ship.id), player=player, cause=ENDING)
        fog = terrain_fog.entered_this_turn(game, ship)
        yield from game.propose(ended.but(at=fog if fog is not None else ship.docked))
    yield from terrain_fog.lose_those_left(game, player)
    yield from game.propose(Event("turn_end", agent=Seat(player), player=player, cause=ENDING))
    game.state.turn.ratings.clear()
    yield from lasting.end_of_turn(game)
    docking.unmoor(game)
    yield from carrying.settle(game)
