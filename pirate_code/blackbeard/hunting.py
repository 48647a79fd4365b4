"""The anti-pirates: at each moment of a pirate's action, every other player who could act is asked, in order.

In one pirate turn each of them has one anti-pirate turn, at a moment of his choice. Besides, one commissioner
may react to each action. No anti-pirate action is taken twice against one pirate action.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from pirate_code.blackbeard import battle
from pirate_code.blackbeard.decision import Kind, Option, Steps
from pirate_code.blackbeard.game import Game, Moment, Trigger
from pirate_code.blackbeard.state import Commissioner, Pirate

DEPLOYMENT_DICE = 3
WARSHIP_ACTIONS = frozenset({"find", "loot", "attack"})


class Stage(StrEnum):
    """Where in a pirate's action a window opens."""

    ANNOUNCED = "announced"
    PERFORMING = "performing"
    DONE = "done"


# When a commissioner may attack: the action, and where in it.
ATTACKED_AT = frozenset(
    {
        ("move", Stage.ANNOUNCED),
        ("find", Stage.ANNOUNCED),
        ("loot", Stage.ANNOUNCED),
        ("loot", Stage.PERFORMING),
        ("convert", Stage.DONE),
        ("attack", Stage.DONE),  # opened only if the attack has failed
    }
)


def window(game: Game, stage: Stage, action: str, pirate: Pirate) -> Steps[None]:
    """Ask every other player who could act now what he does; ActionOver if the pirate's action ends by it."""
    for player in game.state.others(game.state.turn.player):
        while options := hunts(game, player, stage, action, pirate):
            options.append(Option(None, "nothing"))
            answer = yield from game.choose(player, Kind.HUNT, options, pirate.id, f"{action} {stage.value}")
            if answer is None:
                break
            yield from _carry_out(game, player, answer, action, pirate)
    if stage is Stage.ANNOUNCED:
        yield from game.respond(game, Moment(Trigger.ACTION, pirate, action))


def hunts(game: Game, player: int, stage: Stage, action: str, pirate: Pirate) -> list[Option]:
    """What a player could do against a pirate at this moment, cards apart."""
    state, turn = game.state, game.state.turn
    own = state.commissioner_of(player)
    fresh = player not in turn.hunted
    found: list[Option] = []
    if fresh and "deploy" not in turn.used and _may_deploy(game, player, pirate):
        found.append(_option("deploy", pirate.id))
    if own is not None:
        if (action, stage) in ATTACKED_AT and _within_reach(game, own, pirate):
            free = not turn.reacted
            if free or (fresh and "commissioner" not in turn.used):
                found.append(_option("attack", own.id, free=free))
        if fresh and "commissioner" not in turn.used:
            found += _uses(game, own, pirate)
    in_time = stage is Stage.ANNOUNCED and action in WARSHIP_ACTIONS and "warship" not in turn.used
    if fresh and in_time and pirate.place in state.warships:
        found.append(_option("warship", state.warships[pirate.place]))
    return found


def _option(do: str, what: str, **more: Any) -> Option:
    places = tuple(value for value in more.values() if isinstance(value, str))
    return Option({"do": do, "what": what, **more}, " ".join((do, what, *places)), (what, *places))


def _may_deploy(game: Game, player: int, pirate: Pirate) -> bool:
    """Whether a roll could bring a commissioner to this pirate."""
    likely = bool(game.state.commissioner_cup) and pirate.notoriety > DEPLOYMENT_DICE
    return likely and may_station(game, player, pirate)


def may_station(game: Game, player: int, pirate: Pirate) -> bool:
    """Whether a commissioner of a player, who has none, could come to a pirate's sea."""
    return (
        game.at_sea(pirate)
        and game.state.commissioner_of(player) is None
        and all(one.player != player for one in game.state.at(pirate.place))
    )


def _within_reach(game: Game, hunter: Commissioner, pirate: Pirate) -> bool:
    """Whether a commissioner is in the pirate's sea, or in one from which he may come there."""
    if not game.at_sea(pirate) or pirate.deployed == game.state.turn.number:
        return False
    if hunter.place == pirate.place:
        return True
    near = game.values.adjoining[hunter.place]
    return (
        hunter.place in game.values.seas and pirate.place in near and _free_of_own(game, hunter, pirate.place)
    )


def _free_of_own(game: Game, hunter: Commissioner, place: str) -> bool:
    return all(pirate.player != hunter.player for pirate in game.state.at(place))


def _uses(game: Game, own: Commissioner, pirate: Pirate) -> list[Option]:
    """What a commissioner can do besides an attack: sail, destroy a pirate port, oust the active pirate."""
    found = [
        _option("sail", own.id, to=place)
        for place in game.values.adjoining[own.place]
        if _free_of_own(game, own, place)
    ]
    for port in game.values.ports_of.get(own.place, ()):
        if game.port(port).nation == "pirate" and not game.state.ports[port].destroyed:
            found.append(_option("destroy", own.id, port=port))
    lies_in = game.port(pirate.place) if game.in_port(pirate) else None
    if lies_in is not None and lies_in.nation != "pirate" and lies_in.sea == own.place:
        found.append(_option("oust", own.id))
    return found


def _carry_out(game: Game, player: int, answer: dict[str, Any], action: str, pirate: Pirate) -> Steps[None]:
    state, turn = game.state, game.state.turn
    do = answer["do"]
    if do == "attack" and answer["free"]:
        turn.reacted = True
    else:
        turn.hunted.append(player)
        turn.used.append(do if do in {"deploy", "warship"} else "commissioner")
    if do == "deploy":
        yield from deploy(game, player, pirate)
    elif do == "warship":
        yield from battle.warship_attacks(game, pirate.place, player, pirate)
    else:
        own = state.commissioners[answer["what"]]
        if do == "attack":
            came = own.place != pirate.place
            if came:
                sail(game, own, pirate.place)
            yield from battle.commissioner_attacks(game, own, pirate, action, came=came)
        elif do == "sail":
            sail(game, own, answer["to"])
        elif do == "destroy":
            yield from battle.destroy_port(game, own, answer["port"])
        else:
            yield from battle.oust(game, own, pirate)


def deploy(game: Game, player: int, pirate: Pirate) -> Steps[None]:
    """Roll 3d6: with less than the pirate's notoriety, a commissioner comes to his sea."""
    result = yield from game.roll(DEPLOYMENT_DICE, "commissioner")
    if result < pirate.notoriety:
        place_commissioner(game, player, pirate.place)


def place_commissioner(game: Game, player: int, sea: str) -> Commissioner:
    """Any commissioner of the cup comes to a sea under a player's orders."""
    name = game.draw(game.state.commissioner_cup)
    values = game.values.commissioners[name]
    return enlist(game, Commissioner(name, player, sea, values.speed, values.combat))


def enlist(game: Game, hunter: Commissioner) -> Commissioner:
    """A commissioner comes into play."""
    game.state.commissioners[hunter.id] = hunter
    game.note("commissioner", hunter=hunter.id, player=hunter.player, place=hunter.place)
    return hunter


def sail(game: Game, hunter: Commissioner, place: str) -> None:
    """A commissioner sails to another sea or transit box."""
    game.note("commissioner_moved", hunter=hunter.id, place=place, from_place=hunter.place)
    hunter.place = place


def return_commissioner(game: Game, hunter: Commissioner) -> None:
    """A commissioner goes back into the cup; a pirate who took the king's side retires for good."""
    del game.state.commissioners[hunter.id]
    (game.state.retired if hunter.pirate else game.state.commissioner_cup).append(hunter.id)
    game.note("commissioner_gone", hunter=hunter.id)


def return_warship(game: Game, sea: str) -> None:
    """A warship goes back into the cup."""
    name = game.state.warships.pop(sea)
    game.state.warship_cup.append(name)
    game.note("warship_gone", hunter=name, place=sea)


def sight_warship(game: Game, player: int, pirate: Pirate) -> Steps[None]:
    """A warship comes on station in the pirate's sea and may attack him at once."""
    state, sea = game.state, pirate.place
    if sea in state.warships or not state.warship_cup:
        return
    state.warships[sea] = game.draw(state.warship_cup)
    game.note("warship", hunter=state.warships[sea], place=sea, player=player)
    attacks = yield from game.agrees(player, Kind.WARSHIP, pirate.id, state.warships[sea])
    if not attacks:
        return
    moment = Moment(Trigger.SIGHTED, pirate, by=player)
    yield from game.respond(game, moment)
    if not moment.stopped:
        yield from battle.warship_attacks(game, sea, player, pirate)
