"""Boarding: who starts it, the rolls, and what the loser gives up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pirate_code.board.refs import Matter, Ref, Seat
from pirate_code.board.state import Piece
from pirate_code.core.dice import Rolled
from pirate_code.rules import event_facts as facts
from pirate_code.rules import stats
from pirate_code.rules.active import Match
from pirate_code.rules.decision import Kind, Option, Steps
from pirate_code.rules.event import Cause, Event, chain
from pirate_code.rules.game import Game, game_of
from pirate_code.rules.happen.carrying import no_room
from pirate_code.rules.happen.sailing import HULLS
from pirate_code.rules.program.context import is_number
from pirate_code.rules.program.performing import AFFECT, candidates, could, performs
from pirate_code.rules.program.referents import target_of
from pirate_code.rules.registry import banned, happens
from pirate_code.rules.table import touching

if TYPE_CHECKING:
    from pirate_code.rules.program.context import Context
    from pirate_code.rules.program.event_spec import EventSpec

BOARDING = Cause("boarding")


def after_a_ram(game: Game, ship: Piece, other: Piece, event: Event) -> Steps[None]:
    """One boarding at most: the rammer may start it, else the other (boarding-once-by-either-player)."""
    boards = _board(ship, other, event)
    apart = event.using is None and not touching(game.state, ship, other)
    if facts.BOARDED.of(event) or apart:
        return
    if game.allows(boards) and any(
        game.active.matching("replace", boards)
    ):  # something is done in its stead, wanted or not
        yield from game.propose(boards)
        return
    sides = [(ship, other), (other, ship)]
    sides.sort(key=lambda pair: pair[0].controller != game.state.turn.player)
    for attacker, defender in sides:
        if attacker.controller is None or not game.allows(_board(attacker, defender, event)):
            continue
        if (yield from game.agrees(attacker.controller, "board", attacker.id, defender.id)):
            yield from initiate(game, attacker, defender, event)
            return


def without_a_ram(game: Game, ship: Piece, other: Piece, event: Event) -> Steps[None]:
    """Start a boarding against what she touches, if an ability names whom she may board."""
    boards = _board(ship, other, event)
    leave = game.active.matching("permit", boards)
    named = any(one.op.pattern is not None and one.op.pattern.object is not None for one in leave)
    if not named or ship.controller is None or not game.allows(boards):
        return
    if (yield from game.agrees(ship.controller, "board", ship.id, other.id)):
        yield from initiate(game, ship, other, event)


def initiate(game: Game, ship: Piece, other: Piece, event: Event) -> Steps[bool]:
    """Start a boarding party; whether it came to rolls."""
    starts = Event("initiate", agent=ship.id, object=Matter("boarding_party", ship.id), against=other.id)
    starts = starts.but(player=ship.controller, cause=event.cause, within=event, manner=event.manner)
    return (yield from game.propose(starts))


@happens("initiate")
def _initiate(game: Game, event: Event) -> Steps[None]:
    """The two ships fight; a ram leads to no second boarding then."""
    ship, other = game.piece(event.agent), game.piece(event.against)
    for found in chain(event):
        if found.type == "ram":
            facts.BOARDED.put(found, True)
    if not (yield from game.propose(_board(ship, other, event))):
        facts.FAILED.put(event, True)


def _board(ship: Piece, other: Piece, event: Event) -> Event:
    made = Event("board", agent=ship.id, object=other.id, player=ship.controller, cause=BOARDING)
    return made.but(within=event, manner=event.manner)


@banned("board")
def _cannot_board(game: Game, event: Event) -> str | None:
    """Boarding needs a ram (boarding-needs-a-ram); sea creatures and who is lost in fog have no part in it.

    An ability that starts a boarding without a ram reaches sea creatures too (s-boarding-and-sea-creatures).
    """
    started = {found.type for found in chain(event)}
    pieces = [game.state.pieces[ref] for ref in (event.agent, event.object) if isinstance(ref, int)]
    by_ability = any(found.type == "initiate" and found.cause.rule == "ability" for found in chain(event))
    if "ram" not in started and not by_ability:
        return "Nobody boards without a ram."
    if not by_ability and any(piece.kind == "sea creature" for piece in pieces):
        return "Sea creatures neither board nor are boarded."
    for piece in pieces:
        if piece.states & {"wreck", "lost"}:
            return f"{piece.card.name} is a wreck or lost in fog."
    return None


# --- the fight ---------------------------------------------------------------------------------------------


@happens("board")
def _fight(game: Game, event: Event) -> Steps[None]:
    """Each side rolls and adds its masts; equal totals have no result (boarding-tie)."""
    ship, other = game.piece(event.agent), game.piece(event.object)
    bonus = Event("use", agent=other.id, object=Matter("boarding_bonus", other.id), within=event)
    plain = {other.id} if not game.allows(bonus) else set()
    mine = yield from _total(game, ship, other, event, ship.id in plain)
    theirs = yield from _total(game, other, ship, event, other.id in plain)
    if mine == theirs:
        facts.TIED.put(event, True)
        return
    winner, loser = (ship, other) if mine > theirs else (other, ship)
    wins = Event("win", agent=winner.id, object=Matter("boarding_party", ship.id), against=loser.id)
    wins = wins.but(player=winner.controller, cause=BOARDING, within=event)
    facts.MARGIN.put(wins, abs(mine - theirs))
    if winner.id in plain:
        yield from _spoils(game, winner, loser, wins)
        return
    before = len(game.state.turn.done)
    yield from game.propose(wins)
    chosen = _chosen(game, loser, before)
    for piece in chosen:
        yield from game.propose(_lost(winner, loser, piece, wins))
    if not chosen and not _has_result(game, before):
        yield from _spoils(game, winner, loser, wins)


def _total(game: Game, ship: Piece, other: Piece, event: Event, plain: bool) -> Steps[Rolled]:
    """A boarding roll with masts and bonuses; masts are no bonus (s-boarding-masts-are-no-bonus)."""
    rolled = Event("roll", agent=ship.id, object=Matter("boarding_roll", ship.id), against=other.id)
    rolled = rolled.but(player=ship.controller, cause=BOARDING, within=event)
    more = () if plain else stats.told(game, "boarding_roll", ship.id, rolled)
    facts.BECAUSE.put(rolled, ", ".join((f"+{ship.standing} for masts", *more)))
    result = yield from game.roll(rolled)
    if not plain:
        changed = stats.changed(game, "boarding_roll", ship.id, result, rolled)
        result = changed if is_number(changed) else result
    return result + ship.standing


# --- what the loser gives up -------------------------------------------------------------------------------


def _has_result(game: Game, before: int) -> bool:
    """Whether an ability of the winner has had a result of its own (boarding-result-by-an-ability)."""
    for kind, _, what in game.state.turn.done[before:]:
        if kind in {"eliminate", "capture", "take"} and isinstance(what, int):
            return True
    return False


def _chosen(game: Game, loser: Piece, before: int) -> list[Piece]:
    """What an ability has let the winner choose of the loser's cargo, in place of one crew or treasure."""
    done = game.state.turn.done[before:]
    picked = [game.piece(what) for kind, _, what in done if kind == "choose" and isinstance(what, int)]
    return [piece for piece in picked if piece.where == loser.id and piece.kind in {"crew", "treasure"}]


def _spoils(game: Game, winner: Piece, loser: Piece, event: Event) -> Steps[None]:
    """One crew or one treasure, as the loser chooses (boarding-result-is-the-same-for-both).

    What the winner does instead of eliminating a crew may be done to one who cannot be eliminated
    (capture-gold-is-no-elimination).
    """
    options: list[Option] = []
    events: dict[int, Event] = {}
    kept: dict[int, Event] = {}
    for piece in (*game.state.crew(loser.id), *game.state.treasure(loser.id)):
        lost = _lost(winner, loser, piece, event)
        if not game.allows(lost):
            kept[piece.id] = lost
        elif piece.kind == "crew" or no_room(game, winner, piece) is None:
            events[piece.id] = lost
            name = (
                f"{piece.card.name} is eliminated" if piece.kind == "crew" else f"give up {piece.card.name}"
            )
            options.append(Option(piece.id, name, (piece.id,)))
    all_of_them = events | kept
    claims = {piece: found for piece, lost in all_of_them.items() if (found := _claims(game, lost, winner))}
    if claims and winner.controller is not None:
        for found in claims.values():  # he is asked once, and not again for the one that the loser picks
            facts.DECLINED.to_grow(event).extend((one.source, one.op) for one in found)
        dearest = max(claims, key=lambda piece: stats.number(game, "point_cost", piece))
        if (yield from game.agrees(winner.controller, "win", winner.id, dearest)):
            done = yield from game.active.use(claims[dearest][0])
            if not done and dearest in events:
                yield from game.propose(events[dearest])
            return
    if not options:
        return
    player = loser.controller if loser.controller is not None else game.state.turn.player
    picked = yield from game.choose(player, Kind.PICK, options, subject=loser.id, event="win")
    yield from game.propose(events[picked])


def _lost(winner: Piece, loser: Piece, piece: Piece, event: Event) -> Event:
    made = Event("eliminate" if piece.kind == "crew" else "take", agent=winner.id, object=piece.id)
    to = None if piece.kind == "crew" else winner.id
    return made.but(source=loser.id, to=to, player=winner.controller, cause=BOARDING, within=event)


def _claims(game: Game, event: Event, winner: Piece) -> list[Match]:
    """What the winner may do with a crew other than eliminate it: the loser has no choice then."""
    found = game.active.matching("replace", event) if event.type == "eliminate" else ()
    return [one for one in found if one.ctx.player == winner.controller]


# --- by an ability -----------------------------------------------------------------------------------------


@performs("initiate")
def _initiate_by_ability(event: EventSpec, ctx: Context) -> Steps[bool]:
    """An ability starts a boarding: against an enemy ship that it names."""
    game, ship = game_of(ctx), _boarder(event, ctx)
    enemies = _enemies_to_board(ship, event, ctx) if ship is not None else []
    if ship is None or not enemies:
        return False
    options = [Option(other.id, f"board {other.card.name}", (other.id,)) for other in enemies]
    picked = yield from game.choose(ctx.player, Kind.TARGET, options, subject=ship.id, event="board")
    ctx.say(picked)
    return (yield from initiate(game, ship, game.piece(picked), _by_ability(ship, event, ctx)))


@could("initiate")
def _could_initiate(event: EventSpec, ctx: Context) -> bool:
    """Whether there is anybody to board; of whom other words speak first is known when they are done."""
    ship = _boarder(event, ctx)
    if event.against is None or event.against.is_that or ship is None:
        return ship is not None
    return bool(_enemies_to_board(ship, event, ctx))


def _boarder(event: EventSpec, ctx: Context) -> Piece | None:
    """The ship that starts the boarding; a player does so with the ship of this card."""
    found = event.agent.find(ctx) if event.agent is not None else []
    by_player = event.agent is None or any(isinstance(ref, Seat) for ref in found)
    ships = [ctx.ship] if by_player else [ctx.piece(ref) for ref in found]
    ship = ships[0] if ships else None
    return ship if ship is not None and ship.kind in HULLS else None


def _by_ability(ship: Piece, event: EventSpec, ctx: Context) -> Event:
    """What the ability does to the ship that boards."""
    done = Event("affect", agent=ship.id, player=ctx.player, cause=ctx.cause, within=ctx.event)
    done.manner = event.manner
    return done


def _enemies_to_board(ship: Piece, event: EventSpec, ctx: Context) -> list[Piece]:
    """The enemy ships that an ability names and nothing keeps her from boarding."""
    game, started = game_of(ctx), _by_ability(ship, event, ctx)
    enemies = []
    for ref in _boarded(event, ctx):
        other = ctx.piece(ref)
        if other is not None and other.kind in HULLS and other.controller != ship.controller and other.afloat:
            asked = Event("initiate", agent=ship.id, against=other.id, cause=ctx.cause, within=started)
            if game.allows(_board(ship, other, asked)):
                enemies.append(other)
    return enemies


def _boarded(event: EventSpec, ctx: Context) -> list[Ref]:
    """Whom an ability lets her board: those it names, or the ship that its other words are about."""
    if event.against is not None:
        return candidates(event.against, ctx, AFFECT)
    target = target_of(ctx.event)
    return [target] if target is not None else ctx.said[-1:]
