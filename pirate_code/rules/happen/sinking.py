"""Sinking: the ship goes down, her gold is shared, her crew and the rest of her cargo are gone.

A ship that sinks stays on the table until abilities have answered: one may bring her home, save her crew or
take her gold. What is still aboard then is lost.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pirate_code.board.card import coin
from pirate_code.board.refs import Part
from pirate_code.board.state import LOST, OUT, SEA, Piece
from pirate_code.rules import event_facts as facts
from pirate_code.rules.decision import Steps
from pirate_code.rules.edition import applies
from pirate_code.rules.event import Cause, Event
from pirate_code.rules.happen import carrying
from pirate_code.rules.happen.damage import cast_loose, docks_ship, leave_play
from pirate_code.rules.program.context import Context
from pirate_code.rules.program.event_spec import EventSpec
from pirate_code.rules.program.filters import in_state
from pirate_code.rules.program.lower.clauses import ops_of
from pirate_code.rules.program.performing import performs, pick
from pirate_code.rules.program.selectors import Selector, pieces
from pirate_code.rules.registry import banned, closes, happens, opens

if TYPE_CHECKING:
    from pirate_code.rules.game import Game

SINKING = Cause("sinking")
_OTHER_SHIP = pieces("ship", "the", filters=(in_state("other"),))


@banned("sink")
def _is_afloat(game: Game, event: Event) -> str | None:
    """Only what floats can sink."""
    ship = game.piece(event.object)
    return None if ship.afloat else f"{ship.card.name} is not afloat."


@opens("sink")
def _loses_her_treasure(game: Game, event: Event) -> Steps[None]:
    """A ship that comes home instead of sinking loses her treasure first (eternal-loses-her-treasure).

    Before that, whoever can saves what is aboard (raft-and-eternal). Who was aboard by leave of a treasure
    goes with it, and what he would have done is not done (chariot-of-the-gods-eternal-crew-saves-nothing).
    """
    yield from game.active.respond("rescue", event)
    if any(True for _ in game.active.matching("replace", event)):
        yield from _cargo(game, game.piece(event.object), event, keep_crew=True)
        yield from carrying.settle(game, event)


@happens("sink")
def _sink(game: Game, event: Event) -> Steps[None]:
    """She goes down: nothing holds her and she holds nothing any longer."""
    ship = game.piece(event.object)
    cast_loose(game, ship)
    game.state.mark(ship, "sunk")
    yield from ()


@closes("sink")
def _gone(game: Game, event: Event) -> Steps[None]:
    """Her gold is shared and the rest is lost, also when she comes home again ("Neptune's Figurehead")."""
    ship = game.piece(event.object)
    if facts.REPLACED.of(event):
        ship.given_cannons = ()  # they go when she sinks, come home or not (treasure-into-cannon-and-eternal)
        for piece in [one for one in game.state.aboard(ship.id) if _gives_a_keyword(one)]:
            leave_play(game, piece, OUT)
        yield from _sank_all_the_same(game, event)
    if facts.REPLACED.of(event) or "sunk" not in ship.states:
        return
    saved = ship.docked is not None and ship.where == SEA
    yield from _cargo(game, ship, event, keep_crew=False)
    if saved:
        game.state.mark(ship, "sunk", on=False)
    else:
        leave_play(game, ship, OUT)
        ship.pose = None


def _gives_a_keyword(piece: Piece) -> bool:
    """Whether a treasure may have brought her home: then it goes (manawa-no-kowhatu-when-the-ship-sinks)."""
    given = ops_of(piece.card.abilities, piece.kind) if piece.kind == "treasure" and piece.face_up else ()
    return any(op.verb == "gain" for op in given)


def _sank_all_the_same(game: Game, event: Event) -> Steps[None]:
    """Who sank a ship that comes home instead has sunk her (royal-decree-pays-for-an-eternal-ship).

    What repairs her when she sinks does so as well (neptunes-figurehead-with-eternal).
    """
    for found in list(game.active.matching("when", event)):
        pattern = found.op.pattern
        if pattern is None or pattern.agent is None:
            continue
        if pattern.object is not None or docks_ship(found.op):
            yield from game.active.carry_out(found)


# --- her cargo -------------------------------------------------------------------------------------------


def _cargo(game: Game, ship: Piece, event: Event, keep_crew: bool) -> Steps[None]:
    """Gold is shared or lost; unique treasure, equipment and crew are removed from the game."""
    sinker = sunk_by(game, event)
    gold = [piece for piece in game.state.treasure(ship.id) if not piece.card.abilities]
    if sinker is not None and applies(game.edition.sunk_gold_is_split, game.state.players):
        to_owner = game.edition.sunk_gold_goes_to == "owner"
        share(game, gold, sinker, ship.owner if to_owner else ship.controller)
    answering = {found.source for found in game.active.matching("when", event) if docks_ship(found.op)}
    for piece in list(game.state.aboard(ship.id)):
        if keep_crew and (_gives_a_keyword(piece) or piece.id in answering):
            continue
        if piece.kind == "crew" and piece.role != "cargo":
            if keep_crew and any(game.active.matching("state", Event("remain", agent=piece.id))):
                continue
            if sinker is not None:
                yield from _pay_for(game, piece, event)
        is_lost = not keep_crew and _is_eliminated(game, piece, event)  # eternal-loses-her-treasure
        leave_play(game, piece, LOST if is_lost else OUT)


def _is_eliminated(game: Game, piece: Piece, event: Event) -> bool:
    """Whether what was aboard is eliminated and not removed from the game, as the edition says of each."""
    if "scuttled" in event.manner:
        return not game.edition.scuttled_cargo_is_removed
    return piece.kind == "crew" and not game.edition.sunk_crew_is_removed


def sunk_by(game: Game, event: Event) -> int | None:
    """The player who sank a ship by a hit or the like; nobody, if she was scuttled or her own side did it."""
    if "scuttled" in event.manner or event.agent is None:
        return None
    of = event.agent.of if isinstance(event.agent, Part) else event.agent
    player = game.state.pieces[of].controller if isinstance(of, int) else None
    return player if player != game.piece(event.object).controller else None


def _pay_for(game: Game, crew: Piece, event: Event) -> Steps[None]:
    """What an enemy gets for eliminating a crew, he gets for sinking its ship ("Ransom")."""
    asked = Event("eliminate", agent=event.agent, object=crew.id, player=event.player, within=event)
    for found in list(game.active.matching("when", asked)):
        pattern = found.op.pattern
        if found.source == crew.id and pattern is not None and pattern.agent is not None:
            yield from game.active.carry_out(found)


# --- her gold --------------------------------------------------------------------------------------------


def share(game: Game, coins: list[Piece], sinker: int, loser: int | None) -> None:
    """Share gold evenly, the odd one for who sank her; a coin is changed only if it must be.

    One coin of 5 becomes 3 for the attacker and 2 for the owner (shooting-treasure-of-a-sunk-ship).
    """
    total = sum(piece.value for piece in coins)
    due = (total + 1) // 2
    mine = _exactly(coins, due)
    if mine is None:
        mine = _with_change(game, coins, due)
    for piece in coins:
        _bring_home(game, piece, sinker if piece in mine else loser)


def _exactly(coins: list[Piece], due: int) -> list[Piece] | None:
    """Some of the coins that are worth just so much, the largest ones first."""
    sums: dict[int, list[Piece]] = {0: []}
    for piece in sorted(coins, key=lambda one: (-one.value, one.id)):
        for reached, taken in list(sums.items()):
            sums.setdefault(reached + piece.value, [*taken, piece])
    return sums.get(due)


def _with_change(game: Game, coins: list[Piece], due: int) -> list[Piece]:
    """Coins worth just so much, after one has been changed into two; the new one is added to the coins."""
    mine: list[Piece] = []
    left = due
    for piece in sorted(coins, key=lambda one: (-one.value, one.id)):
        if piece.value > left > 0:
            rest = piece.value - left
            piece.card, piece.value = coin(left), left
            other = game.state.add(coin(rest), piece.owner, piece.where)
            other.face_up, other.known = piece.face_up, piece.known
            coins.append(other)
            return [*mine, piece]
        mine.append(piece)
        left -= piece.value
    return mine


def _bring_home(game: Game, piece: Piece, player: int | None) -> None:
    """Put a coin on a player's home island, face up as all gold that is brought home there."""
    home = game.state.home(player) if player is not None else None
    if home is None:
        return
    game.state.put(piece, home.id)
    game.state.turn_face(piece, True)
    piece.known = frozenset(range(game.state.players))


# --- by an ability ---------------------------------------------------------------------------------------


@performs("sink")
def _sink_by_ability(event: EventSpec, ctx: Context) -> Steps[bool]:
    """An ability sinks ships: those it names as going down."""
    sunk = event.object or event.agent
    if sunk is None:
        return False
    done = False
    for ref in (yield from _sinking(sunk, event, ctx)):
        ship = ctx.piece(ref)
        if ship is None:
            continue
        ctx.say(ref)
        by = ctx.ship.id if ctx.ship is not None and ship.controller != ctx.player else None
        sinks = Event("sink", agent=by, object=ship.id, player=ctx.player, cause=ctx.cause, within=ctx.event)
        done |= yield from ctx.game.propose(sinks)
    return done


def _sinking(sunk: Selector, event: EventSpec, ctx: Context) -> Steps[list[int]]:
    """The ships that go down; "both" are this ship and the other one of what goes on."""
    if sunk.which == "both" and ctx.ship is not None:
        other = _OTHER_SHIP.find(ctx)
        return [ref for ref in (*other[:1], ctx.ship.id) if isinstance(ref, int)]
    return [ref for ref in (yield from pick(sunk, ctx, event)) if isinstance(ref, int)]
