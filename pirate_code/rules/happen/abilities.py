"""Abilities as things: one of them is cancelled for the turn, or copied by another piece."""

from __future__ import annotations

from collections.abc import Iterator

from pirate_code.board.refs import Matter
from pirate_code.board.state import End, Lasting, Until
from pirate_code.rules.decision import Kind, Option, Steps
from pirate_code.rules.event import Event, chain
from pirate_code.rules.game import Game, game_of
from pirate_code.rules.program.abilities import ability_of, gained_keyword
from pirate_code.rules.program.context import Context
from pirate_code.rules.program.event_spec import EventSpec
from pirate_code.rules.program.lower.derived import cancelled, copied
from pirate_code.rules.program.performing import could, performs
from pirate_code.rules.program.selectors import Selector
from pirate_code.rules.program.wording import ability_text
from pirate_code.rules.registry import happens


@could("cancel", "copy")
def _has_abilities(event: EventSpec, ctx: Context) -> bool:
    return bool(_abilities(event, ctx))


@performs("cancel")
def _cancels(event: EventSpec, ctx: Context) -> Steps[bool]:
    """One ability is cancelled, whichever the player of the canceller likes (cancel-takes-one-ability)."""
    options = _abilities(event, ctx)
    if not options:
        return False
    chosen = yield from _which(options, event, ctx)
    ctx.say(chosen)
    return (yield from ctx.game.propose(_cancelling(chosen, ctx)))


def _abilities(event: EventSpec, ctx: Context) -> list[Option]:
    """The abilities that are cancelled or copied, one of them."""
    assert event.object is not None
    gained = _gained(event.object, ctx) if event.type == "cancel" else ()
    return [
        Option(list(ref), f"{ctx.game.name(ref.of)}: {ability_text(ability)}", (ref,))
        for ref in dict.fromkeys((*event.object.find(ctx), *gained))
        if isinstance(ref, Matter) and (ability := ability_of(ctx.state, ref)) is not None
        if event.type != "cancel" or game_of(ctx).allows(_cancelling(ref, ctx))
    ]


def _cancelling(ability: Matter, ctx: Context) -> Event:
    """An ability is cancelled; nobody is offered one that something protects ("Holy Water")."""
    return Event(
        "cancel", agent=ctx.source, object=ability, player=ctx.player, cause=ctx.cause, within=ctx.event
    )


def _gained(wanted: Selector, ctx: Context) -> Iterator[Matter]:
    """Keywords that ships have from other cards (ex-patriot-mercenary-keyword-cancelled-alone)."""
    game = game_of(ctx)
    for entry, gain in game.active.gainings():
        for keyword in (what.keyword for what in gain.what.members if what.keyword):
            for ship in game.state.ships():
                if entry.source == ship.id or keyword in ship.card.keywords:
                    continue
                ref = gained_keyword(ship.id, keyword)
                if wanted.fits(ref, ctx) and game.active.gains(entry, gain.who, ship.id):
                    yield ref


def _which(options: list[Option], event: EventSpec, ctx: Context) -> Steps[Matter]:
    answer = yield from ctx.game.choose(ctx.player, Kind.PICK, options, subject=ctx.source, event=event.type)
    return Matter(*answer)


@happens("cancel")
def _cancel(game: Game, event: Event) -> Steps[None]:
    """The ability cannot be used until the turn ends (cancel-lasts-until-the-turn-ends)."""
    yield from ()
    assert isinstance(event.object, Matter)
    source, number = event.cause.piece, event.cause.ability
    player = event.player if event.player is not None else game.state.turn.player
    game.begin(
        Lasting(
            cancelled(),
            source if source is not None else event.object.of or 0,
            player,
            (event.object,),
            End(Until.TURN),
            number if number is not None else -1,
        )
    )


@performs("copy")
def _copies(event: EventSpec, ctx: Context) -> Steps[bool]:
    """A piece has one ability of another this turn, not its own (eye-of-insanity-copies-one-ability)."""
    options = _abilities(event, ctx)
    found = [ref for ref in event.agent.find(ctx) if isinstance(ref, int)] if event.agent else []
    if not options or not found:
        return False
    chosen = yield from _which(options, event, ctx)
    piece, ends = ctx.state.pieces[found[0]], End(Until.TURN)
    for number in range(len(piece.card.abilities)):
        own = Matter("ability", piece.id, number)
        ctx.game.begin(Lasting(cancelled(), ctx.source, ctx.player, (own,), ends, -1))
    copy = Lasting(copied(), piece.id, ctx.player, (chosen,), ends, -1)
    ctx.game.begin(copy)
    yield from _act_at_once(copy, ctx)
    return True


def _act_at_once(copy: Lasting, ctx: Context) -> Steps[None]:
    """What is copied as the turn begins and acts then, acts now (eye-of-insanity-copies-the-copier)."""
    game = game_of(ctx)
    for begun in (event for event in chain(ctx.event) if event.type == "turn_beginning"):
        for one in list(game.active.matching("when", begun)):
            if one.lasting is copy:
                yield from game.active.carry_out(one)
