"""Dice: a roll is made for a ship, falls, is modified, and may be rolled again.

A roll carries the face of the die in the fact `shown` and the modified result in `amount`. It happens within
an event `make`, because abilities speak of the rolls that are made for a ship, or against her.
"""

from __future__ import annotations

from collections.abc import Iterator

from pirate_code.board.refs import Matter, Part, Ref
from pirate_code.core.dice import Rolled
from pirate_code.rules import event_facts as facts
from pirate_code.rules import rolling, stats
from pirate_code.rules.decision import Kind, Option, Steps
from pirate_code.rules.event import GUN_ROLLS, Event, chain, made_for
from pirate_code.rules.game import Game, game_of
from pirate_code.rules.program.context import Context, Value, is_number
from pirate_code.rules.program.event_spec import EventSpec
from pirate_code.rules.program.performing import could, performs, plainly
from pirate_code.rules.program.selectors import Selector
from pirate_code.rules.registry import closes, happens


@happens("roll")
def _falls(game: Game, event: Event) -> Steps[None]:
    """The die falls, unless its face is set already, and is modified."""
    if not facts.SHOWN.is_known(event):
        ship = made_for(event)
        two = ship is not None and any(facts.TWO_DICE.get(found, None) == ship for found in chain(event))
        two = two and not any(facts.CLOSED.is_known(found) for found in chain(event))
        facts.SHOWN.put(event, (yield from _better(game, event)) if two else _die(game, event))
    event.amount = modified(game, event)
    game.note("rolled", event, _modifiers(game, event))


def _die(game: Game, event: Event, which: str = "first") -> Rolled:
    """The face of one of the dice that are rolled for something."""
    return game.state.dice.roll((event.agent, event.object, event.cause, which))


def _better(game: Game, event: Event) -> Steps[Rolled]:
    """Roll two dice and let the player choose the one to use."""
    first, second = _die(game, event), _die(game, event, "second")
    chosen = yield from _one_of(game, event, first, second)
    facts.TWO_SHOWN.put(event, (chosen, second if chosen == first else first))
    return chosen


def _one_of(game: Game, event: Event, first: Rolled, second: Rolled) -> Steps[Rolled]:
    """The die that counts: the roller chooses."""
    dice = [first] if first == second else [first, second] if first > second else [second, first]
    options = [Option(shown, f"use the {shown}") for shown in dice]
    player = event.player if event.player is not None else game.state.turn.player
    chosen: Rolled = yield from game.choose(player, Kind.DIE, options, subject=event.agent, event="roll")
    return chosen


@closes("roll")
def _still_has_the_other(game: Game, event: Event) -> Steps[None]:
    """If the die was changed, he may use the other of the two after all (better-of-two-dice-and-rerolls)."""
    chosen, other = facts.TWO_SHOWN.get(event, (None, 0))
    shown = facts.SHOWN.get(event, 0)
    if chosen is None or shown in {chosen, other}:
        return
    facts.TWO_SHOWN.forget(event)
    if (yield from _one_of(game, event, shown, other)) == other:
        facts.SHOWN.put(event, other)
        event.amount = modified(game, event)


def modified(game: Game, event: Event) -> Rolled:
    """The face of the die with everything that changes such a roll ("Die Roll Modifiers").

    Bonuses to boarding rolls are added with the masts, by the boarding.
    """
    shown = facts.SHOWN.of(event)
    value: Value = shown
    for stat, ref in _changeable(game, event):
        value = stats.changed(game, stat, ref, value, event)
    result = value if is_number(value) else shown
    fixed = isinstance(event.agent, Part) and stats.is_fixed(game, event.agent)
    return min(result, shown) if fixed else result


def _changeable(game: Game, event: Event) -> Iterator[tuple[str, Ref]]:
    """The stats by which a roll is changed, each with the things of which it can be told."""
    noun = event.object.noun if isinstance(event.object, Matter) else "die_roll"
    named = (noun, "gun_roll") if noun in GUN_ROLLS and _is_of_crew(game, event) else (noun,)
    for stat in dict.fromkeys((*(one for one in named if one in GUN_ROLLS), "die_roll", "result")):
        for ref in _subjects_of(event):
            yield stat, ref


def _modifiers(game: Game, event: Event) -> str:
    """What a roll is held against and what changed it, in words for the account: "+1 by Gunner"."""
    found = [text for stat, ref in _changeable(game, event) for text in stats.told(game, stat, ref, event)]
    return ", ".join(dict.fromkeys(filter(None, (facts.BECAUSE.get(event, ""), *found))))


def _is_of_crew(game: Game, event: Event) -> bool:
    """Whether a crew shoots its own gun: its cannon roll is called a gun roll."""
    return isinstance(event.agent, Part) and game.state.pieces[event.agent.of].kind == "crew"


def _subjects_of(event: Event) -> list[Ref]:
    """The things of which a modifier of the roll can be told: who rolls, for whom, and the roll itself."""
    found = [event.agent, event.object]
    ship = made_for(event)
    if ship is not None and not isinstance(event.agent, Part | int):
        found.append(ship)
    return [ref for ref in found if isinstance(ref, Part | int | Matter)]


# --- rolling again ---------------------------------------------------------------------------------------


def going_on(ctx: Context) -> Event | None:
    """The roll that an ability answers."""
    return next((found for found in chain(ctx.event) if found.type == "roll"), None)


@could("reroll")
def _can_reroll(event: EventSpec, ctx: Context) -> bool:
    """Whether the roll that is going on is one that the ability speaks of, and was not rolled anew by it."""
    roll = going_on(ctx)
    if roll is None or roll.object is None or ctx.source in facts.REROLLED.of(roll):
        return False
    if roll is not _thrown_with(roll)[-1]:
        return False
    maker = ctx.piece(roll.cause.piece)
    by_island = maker is not None and maker.kind == "island"
    # reroll-ability-and-terrain, reroll-ability-not-for-mysterious-islands, potions-and-brews-reroll-anything
    if (facts.RATING.of(roll) or by_island) and roll.player == ctx.player:
        return False
    if event.agent is not None and roll.player not in _players(event.agent, ctx):
        return False
    return event.object is None or event.object.fits(roll.object, ctx)


def _players(selector: Selector, ctx: Context) -> list[int | None]:
    return [getattr(ref, "player", None) for ref in selector.find(ctx)]


@performs("reroll")
def _reroll(event: EventSpec, ctx: Context) -> Steps[bool]:
    """An ability has a die rolled again; its new face is the one that counts."""
    roll = going_on(ctx)
    if roll is None or not _can_reroll(event, ctx):
        return False
    dice, done = _thrown_with(roll), False
    if len(dice) > 1 and event.object is not None and event.object.which == "a":
        dice = yield from _named(dice, roll, ctx)
    for die in dice:
        again = Event("reroll", object=die.object, player=ctx.player, cause=ctx.cause, within=die)
        done |= yield from ctx.game.propose(again)
    return done


def _thrown_with(roll: Event) -> list[Event]:
    """The dice of a throw, of which one is going on."""
    return facts.THROW.get(roll, [roll])


def _named(dice: list[Event], roll: Event, ctx: Context) -> Steps[list[Event]]:
    """All dice of a throw or one of them, as a player likes (potions-and-brews-several-dice)."""
    told = [facts.SHOWN.of(die) for die in dice]
    options = [Option(0, "all dice"), *(Option(shown, f"the {shown}") for shown in dict.fromkeys(told))]
    picked = yield from ctx.game.choose(ctx.player, Kind.DIE, options, subject=roll.agent, event="reroll")
    return dice if picked == 0 else [dice[told.index(picked)]]


@happens("reroll")
def _falls_again(game: Game, event: Event) -> Steps[None]:
    roll = event.within
    assert roll is not None
    facts.REROLLED.put(roll, (*facts.REROLLED.of(roll), event.cause.piece))
    facts.SHOWN.put(roll, _die(game, roll, "again"))
    event.amount = roll.amount = modified(game, roll)
    yield from ()


@performs("add")
def _adds(event: EventSpec, ctx: Context) -> Steps[bool]:
    """A result is added to a stat of something, for what follows to look at; a piece joins a fleet."""
    to = event.to
    if event.distance:
        return _lengthens(event.distance, ctx)
    if event.noun != "result" or to is None or not to.noun:
        return (yield from plainly(event, ctx))
    for ref in to.of.find(ctx)[:1] if to.of is not None else ():
        ctx.result += stats.number(game_of(ctx), to.noun, ref)
    return True


def _lengthens(distance: tuple[str, ...], ctx: Context) -> bool:
    """ "Add S to this ship's movement": more segments in the action that she is given."""
    given = next((found for found in chain(ctx.event) if found.type == "give"), None)
    if given is None or ctx.ship is None or given.to != ctx.ship.id:
        return False
    facts.ADDED.put(given, (*facts.ADDED.get(given, ()), *distance))
    return True


@performs("roll")
def _roll(event: EventSpec, ctx: Context) -> Steps[bool]:
    """An ability has dice rolled: the result is their sum, and what follows looks at it.

    Two dice for a roll that would be made, or for the cannons of an action, are dice to choose from.
    """
    count = (event.amount.dice or 1) if event.amount is not None else 1
    outer = ctx.event
    if count == 2 and outer is not None and outer.type == "roll":
        facts.SHOWN.put(outer, (yield from _better(game_of(ctx), outer)))
        return True
    if count == 2 and outer is not None and outer.type == "give" and ctx.ship is not None:
        # Ruling better-of-two-dice-for-a-cannon-works-for-every-cannon.
        facts.TWO_DICE.put(outer, ctx.ship.id)
        return True
    ship = ctx.rolls_for
    rolled = Event(
        "roll",
        agent=ship if ship is not None else ctx.source,
        object=Matter("die_roll", ship),
        player=ctx.player,
        cause=ctx.cause,
        within=ctx.event,
    )
    dice = [rolled.but(facts={}) for _ in range(count)]
    yield from rolling.throw(game_of(ctx), dice)
    total: Rolled = 0
    for die in dice:
        total += die.amount
    ctx.result = total
    return True
