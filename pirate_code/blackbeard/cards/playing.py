"""Carries event cards out: step by step through their trees, and asks who plays one at each moment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from pirate_code.blackbeard import harbours
from pirate_code.blackbeard.cards import tree
from pirate_code.blackbeard.cards.effects import COULD, PERFORM, Play, within
from pirate_code.blackbeard.cards.reading import read_card
from pirate_code.blackbeard.decision import Kind, Option, Steps
from pirate_code.blackbeard.game import Game, Moment, Trigger
from pirate_code.blackbeard.harbours import Status
from pirate_code.blackbeard.state import ANTI, Pirate
from pirate_code.blackbeard.strength import crew

# The clauses that can be played at a moment.
PLAYED_AT: Mapping[Trigger, tuple[tree.WhenPlayed, ...]] = {
    Trigger.ACTION: (tree.WhenPlayed.DURING_ACTION, tree.WhenPlayed.ANNOUNCES),
    Trigger.IN_PORT: (tree.WhenPlayed.DURING_IN_PORT,),
    Trigger.AFTER_IN_PORT: (tree.WhenPlayed.AFTER_IN_PORT,),
    Trigger.RETIRES: (tree.WhenPlayed.RETIRES,),
    Trigger.SIGHTED: (tree.WhenPlayed.SIGHTED,),
    Trigger.LOYALTY: (tree.WhenPlayed.LOSES_LOYALTY,),
    Trigger.CARD: (tree.WhenPlayed.CARD_PLAYED,),
    Trigger.BOOTY_GRAB: (tree.WhenPlayed.BOOTY_GRAB,),
}
# Moments at which a card is an anti-pirate action, the one of the player's anti-pirate turn.
HUNTS = frozenset({Trigger.ACTION, Trigger.AFTER_IN_PORT})
# Moments at which the pirate's own player is asked, and nobody else.
OWN = frozenset({Trigger.IN_PORT, Trigger.CARD, Trigger.BOOTY_GRAB})


def tree_of(game: Game, card: str) -> tree.CardTree:
    """What a card says."""
    return read_card(game.values.events[card].text)


def is_immediate(game: Game, card: str) -> bool:
    """Whether a card is resolved as soon as it is drawn."""
    return tree_of(game, card).clause(tree.WhenPlayed.DRAWN) is not None


def immediate(game: Game) -> frozenset[str]:
    """All cards that are resolved as soon as they are drawn."""
    return frozenset(card for card in game.values.events if is_immediate(game, card))


# --- whether a card could be played -------------------------------------------------------------------------


def playable(game: Game, player: int) -> list[str]:
    """The cards of a player's hand that he could play as events in his own turn."""
    found = []
    for card in sorted(set(game.state.players[player].hand)):
        clause = tree_of(game, card).clause(tree.WhenPlayed.OWN_TURN)
        if clause is not None and _possible(Play(game, player, card), clause):
            found.append(card)
    return found


def _clause_for(game: Game, player: int, card: str, moment: Moment) -> tree.Clause | None:
    """The clause of a card that a player could play at a moment; none twice against one action."""
    if moment.trigger in HUNTS and card in game.state.turn.used:
        return None
    for when in PLAYED_AT[moment.trigger]:
        clause = tree_of(game, card).clause(when)
        if clause is None or (clause.at_sea and not game.at_sea(moment.pirate)):
            continue
        if clause.deeds and (moment.action not in clause.deeds or "warship" in game.state.turn.used):
            continue
        if when is tree.WhenPlayed.DURING_IN_PORT and not _welcomed(game, moment.pirate):
            continue
        if _possible(_play(game, player, card, moment), clause):
            return clause
    return None


def _welcomed(game: Game, pirate: Pirate) -> bool:
    here = game.in_port(pirate) and game.state.ports[pirate.place].governor not in {None, ANTI}
    return here and harbours.status(game, pirate, pirate.place) in {Status.PRO, Status.HAVEN}


def _play(game: Game, player: int, card: str, moment: Moment) -> Play:
    port = moment.pirate.place if game.in_port(moment.pirate) else None
    return Play(game, player, card, moment, moment.pirate, port)


def _possible(play: Play, clause: tree.Clause) -> bool:
    """Whether the first thing that a clause does could be done at all."""
    for step in clause.steps:
        if isinstance(step, tree.ChoosePort) and not _pro_pirate(play.game):
            return False
        if isinstance(step, tree.Keep) and not play.own():
            return False
        if isinstance(step, tree.Effects):
            able = [effect.verb not in COULD or COULD[effect.verb](play, effect) for effect in step.effects]
            if not (any(able) if step.join == "or" else all(able)):
                return False
    return True


def _pro_pirate(game: Game) -> list[str]:
    return [port for port, here in game.state.ports.items() if here.governor not in {None, ANTI}]


# --- moments ------------------------------------------------------------------------------------------------


def respond(game: Game, moment: Moment) -> Steps[None]:
    """Ask every player who could play a card at this moment, one after the other."""
    for player in _asked(game, moment):
        while not moment.stopped and moment.pirate.id in game.state.pirates:
            if moment.trigger in HUNTS and player in game.state.turn.hunted:
                break
            hand = sorted(set(game.state.players[player].hand))
            options = [
                Option(card, card, (card,)) for card in hand if _clause_for(game, player, card, moment)
            ]
            if not options:
                break
            options.append(Option(None, "none"))
            card = yield from game.choose(
                player, Kind.REACT, options, moment.pirate.id, moment.card or moment.trigger.value
            )
            clause = None if card is None else _clause_for(game, player, card, moment)
            if clause is None:
                break
            if moment.trigger in HUNTS:
                game.state.turn.hunted.append(player)
                game.state.turn.used.append("warship" if clause.deeds else card)
            yield from _play_against(game, player, card, moment, clause)


def _asked(game: Game, moment: Moment) -> list[int]:
    """Who is asked at a moment: the pirate's own player, or the others clockwise from him."""
    owner = moment.pirate.player
    if moment.trigger in OWN:
        return [owner]
    return game.state.others(owner)


def _play_against(game: Game, player: int, card: str, moment: Moment, clause: tree.Clause) -> Steps[None]:
    """Play a card at a moment; whose pirate it is against may have an answer to it."""
    pirate = moment.pirate
    _show(game, player, card, pirate.id)
    if player != pirate.player:
        answer = Moment(Trigger.CARD, pirate, moment.action, card, player)
        yield from game.respond(game, answer)
        if answer.stopped:
            game.state.discard.remove(card)
            game.state.deck.append(card)
            game.state.dice.shuffle(game.state.deck)
            game.note("negated", card=card, pirate=pirate.id)
            return
    yield from carry_out(_play(game, player, card, moment), clause.steps)


def play_own(game: Game, player: int, card: str) -> Steps[None]:
    """Play a card of the hand as an event in one's own turn."""
    clause = tree_of(game, card).clause(tree.WhenPlayed.OWN_TURN)
    if clause is not None:
        _show(game, player, card)
        yield from carry_out(Play(game, player, card), clause.steps)


def resolve_drawn(game: Game, player: int, card: str) -> Steps[None]:
    """Resolve a card that is played as soon as it is drawn."""
    clause = tree_of(game, card).clause(tree.WhenPlayed.DRAWN)
    if clause is not None:
        game.state.players[player].hand.append(card)
        _show(game, player, card)
        yield from carry_out(Play(game, player, card), clause.steps)


def _show(game: Game, player: int, card: str, pirate: str | None = None) -> None:
    """Put a card of the hand on the discard pile, for all to see."""
    game.state.players[player].hand.remove(card)
    game.state.discard.append(card)
    game.note("card", player=player, card=card, pirate=pirate)


def dig(game: Game, pirate: Pirate, card: str) -> Steps[None]:
    """Spend the action that a kept card waits for."""
    pirate.kept.remove(card)
    game.state.discard.append(card)
    game.note("dig", pirate=pirate.id, card=card)
    step = kept_step(game, card)
    if step is not None:
        yield from _roll(Play(game, pirate.player, card, pirate=pirate), step.roll)


def kept_step(game: Game, card: str) -> tree.Keep | None:
    """What a kept card waits for."""
    steps = (step for clause in tree_of(game, card).clauses for step in clause.steps)
    return next((step for step in steps if isinstance(step, tree.Keep)), None)


# --- steps --------------------------------------------------------------------------------------------------


def carry_out(play: Play, steps: tuple[tree.Step, ...]) -> Steps[None]:
    """Do the steps of a clause in their order."""
    occasions = [step for step in steps if isinstance(step, tree.Occasion)]
    if occasions:
        times = play.game.state.played[play.card] = play.game.state.played.get(play.card, 0) + 1
        steps = tuple(step for step in occasions if step.number == min(times, len(occasions)))
    for step in steps:
        yield from _step(play, step)


def _step(play: Play, step: tree.Step) -> Steps[None]:
    match step:
        case tree.Roll():
            yield from _roll(play, step)
        case tree.RollPort():
            yield from _roll_port(play, step)
        case tree.Times():
            for _ in range(step.count):
                yield from _roll_port(play, step.roll)
                yield from PERFORM[step.effect.verb](play, step.effect)
        case tree.ForEvery():
            for one in list(_crowd(play, step)):
                yield from _roll(one, step.roll)
        case tree.Keep():
            yield from _keep(play)
        case tree.ChoosePort():
            ports = _pro_pirate(play.game)
            play.port = yield from play.game.picks(play.player, Kind.PICK, ports, event=play.card)
        case tree.Occasion():
            yield from _effects(play, step.effects)
        case tree.Effects():
            yield from _effects(play, step)


def _roll(play: Play, roll: tree.Roll) -> Steps[None]:
    """Roll for what a card says; against loyalty for each of two allies, whose crews are two."""
    if roll.check is not None and roll.check.stat == "loyalty" and play.him.ally is not None:
        for one in reversed(crew(play.game, play.him)):  # whose action goes on is the last
            yield from _roll_once(replace(play, pirate=one), roll)
    else:
        yield from _roll_once(play, roll)


def _roll_once(play: Play, roll: tree.Roll) -> Steps[None]:
    play.result = yield from play.game.roll(roll.dice, play.card, play.pirate)
    if roll.in_transit is not None and play.him.place in play.game.values.transits:
        play.result += roll.in_transit
    for outcome in roll.outcomes:
        if outcome.low <= play.result <= outcome.high:
            yield from _effects(play, outcome.effects)
    if roll.check is not None and play.result > _stat(play, roll.check):
        yield from _effects(play, roll.check.effects)


def _stat(play: Play, check: tree.Check) -> int:
    if check.stat == "value":
        return play.game.port(play.there).value
    if check.stat == "loyalty":
        return play.him.loyalty
    if check.noun == "warship" and play.sea is not None:
        return play.game.values.warships[play.game.state.warships[play.sea]].combat
    return 0 if play.commissioner is None else play.commissioner.combat


def _roll_port(play: Play, roll: tree.RollPort) -> Steps[None]:
    if roll.ports:
        result = yield from play.game.roll(1, play.card)
        play.port = roll.ports[min(result, len(roll.ports)) - 1]
        return
    while True:
        play.port = play.game.values.port_numbers[play.game.d66(play.card)]
        if not roll.civil or play.game.port(play.port).nation != "pirate":
            return


def _crowd(play: Play, step: tree.ForEvery) -> Iterator[Play]:
    """The same play for each of those that are meant."""
    places, state = within(play, step.place), play.game.state
    if step.noun == "pirate":  # two allies suffer as one: they are rolled for once
        for pirate in state.pirates.values():
            first = pirate.ally is None or pirate.id < pirate.ally
            if first and (places is None or pirate.place in places):
                yield replace(play, pirate=pirate)
    elif step.noun == "warship":
        yield from (replace(play, sea=sea) for sea in state.warships if places is None or sea in places)
    elif step.noun == "commissioner":
        for hunter in state.commissioners.values():
            if places is None or hunter.place in places:
                yield replace(play, commissioner=hunter)


def _keep(play: Play) -> Steps[None]:
    """The card goes from the discard pile to one of the player's pirates."""
    names = [pirate.id for pirate in play.own()]
    name = yield from play.game.picks(play.player, Kind.PICK, names, event=play.card)
    play.game.state.discard.remove(play.card)
    play.game.state.pirates[name].kept.append(play.card)
    play.game.note("kept", card=play.card, pirate=name)


def _effects(play: Play, several: tree.Effects) -> Steps[None]:
    if several.join == "and":
        for effect in several.effects:
            if play.pirate is not None and play.pirate.id not in play.game.state.pirates:
                return
            yield from PERFORM[effect.verb](play, effect)
        return
    able = [
        effect for effect in several.effects if effect.verb not in COULD or COULD[effect.verb](play, effect)
    ]
    options = [Option(effect.verb.value, effect.verb.value) for effect in able]
    chosen = yield from play.game.choose(play.player, Kind.PICK, options, event=play.card)
    for effect in able:
        if effect.verb.value == chosen:
            yield from PERFORM[effect.verb](play, effect)
