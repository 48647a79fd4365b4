"""What the verbs of event cards do, and whether they could do anything at all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil

from pirate_code.blackbeard import battle, fate, harbours, hunting, retiring
from pirate_code.blackbeard.cards.tree import Effect, Verb
from pirate_code.blackbeard.decision import Kind, Option, Steps
from pirate_code.blackbeard.game import Game, GameOver, Moment
from pirate_code.blackbeard.state import Commissioner, Pardon, Pirate, Revelry

WHOLE = 10  # tenths


@dataclass
class Play:
    """A card that is being played: by whom, at which moment, and what its words "that ..." mean so far."""

    game: Game
    player: int
    card: str
    moment: Moment | None = None
    pirate: Pirate | None = None
    port: str | None = None
    sea: str | None = None  # the sea of "that warship"
    commissioner: Commissioner | None = None
    result: int = 0
    lost: bool = False  # whether the duel that was fought for the player was lost

    @property
    def him(self) -> Pirate:
        """That pirate."""
        if self.pirate is None:
            raise ValueError(f"The card {self.card!r} speaks of a pirate, and none is meant.")
        return self.pirate

    @property
    def there(self) -> str:
        """That port."""
        if self.port is None:
            raise ValueError(f"The card {self.card!r} speaks of a port, and none is meant.")
        return self.port

    def own(self) -> list[Pirate]:
        """The pirates of the player who plays the card."""
        return self.game.state.of(self.player)


Perform = Callable[[Play, Effect], Steps[None]]
Could = Callable[[Play, Effect], bool]
PERFORM: dict[Verb, Perform] = {}
COULD: dict[Verb, Could] = {}


def performs(verb: Verb) -> Callable[[Perform], Perform]:
    """Registers what a verb does."""

    def register(perform: Perform) -> Perform:
        PERFORM[verb] = perform
        return perform

    return register


def could(verb: Verb) -> Callable[[Could], Could]:
    """Registers whether a verb could do anything now; without an entry it always could."""

    def register(test: Could) -> Could:
        COULD[verb] = test
        return test

    return register


def at_once(verb: Verb) -> Callable[[Callable[[Play, Effect], None]], Callable[[Play, Effect], None]]:
    """Registers what a verb does that asks nobody."""

    def register(act: Callable[[Play, Effect], None]) -> Callable[[Play, Effect], None]:
        def perform(play: Play, effect: Effect) -> Steps[None]:
            act(play, effect)
            yield from ()

        PERFORM[verb] = perform
        return act

    return register


# --- pirates ------------------------------------------------------------------------------------------------


@performs(Verb.GAIN_DOUBLOONS)
def _gain_doubloons(play: Play, effect: Effect) -> Steps[None]:
    amount = (yield from play.game.roll(effect.dice or 1, "treasure", play.him)) * (effect.amount or 0)
    yield from fate.add_to_holds(play.game, play.him, amount, "treasure")


@performs(Verb.LOSE_LOYALTY)
def _lose_loyalty(play: Play, effect: Effect) -> Steps[None]:
    yield from fate.change_loyalty(play.game, play.him, -(effect.amount or 0), play.card)


@performs(Verb.LOSE_SPEED)
def _lose_speed(play: Play, effect: Effect) -> Steps[None]:
    yield from fate.speed_hits(play.game, play.him, effect.amount or 0, play.card)


@performs(Verb.LOSE_HALF)
def _lose_half(play: Play, effect: Effect) -> Steps[None]:
    yield from fate.speed_hits(play.game, play.him, play.result // 2, play.card)


@could(Verb.SUFFER_REVELRY)
def _could_revel(play: Play, effect: Effect) -> bool:
    return play.game.in_port(play.him) and play.him.revelry is not Revelry.INVOLUNTARY


@at_once(Verb.SUFFER_REVELRY)
def _suffer_revelry(play: Play, effect: Effect) -> None:
    pirate = play.him
    fate.revel(play.game, pirate, Revelry.INVOLUNTARY)
    fate.break_alliance(play.game, pirate)


@could(Verb.SUFFER_SCURVY)
def _could_suffer_scurvy(play: Play, effect: Effect) -> bool:
    return not play.him.scurvy and not play.game.in_port(play.him)


@at_once(Verb.SUFFER_SCURVY)
def _suffer_scurvy(play: Play, effect: Effect) -> None:
    for one in _with_ally(play):
        one.scurvy = True
        play.game.note("scurvy", pirate=one.id)


@at_once(Verb.HOSTAGES_DIE)
def _hostages_die(play: Play, effect: Effect) -> None:
    for one in _with_ally(play):
        play.game.state.hostages += [captive.counter for captive in one.hostages]
        one.hostages = []


def _with_ally(play: Play) -> list[Pirate]:
    ally = play.him.ally
    return [play.him] if ally is None else [play.him, play.game.state.pirates[ally]]


@performs(Verb.PAY_SHARE)
def _pay_share(play: Play, effect: Effect) -> Steps[None]:
    tenths = yield from play.game.roll(effect.dice or 1, "trial", play.him)
    tenths = WHOLE if tenths >= (effect.amount or WHOLE) else tenths
    fate.change_net_worth(play.game, play.him, -ceil(play.him.net_worth * tenths / WHOLE), "trial")


@at_once(Verb.HANGED)
def _hanged(play: Play, effect: Effect) -> None:
    fate.change_net_worth(play.game, play.him, -play.him.net_worth, "hanged")
    fate.eliminate(play.game, play.him, "hanged")


@at_once(Verb.SINKS)
def _sinks(play: Play, effect: Effect) -> None:
    for one in _with_ally(play):
        fate.eliminate(play.game, one, "sunk")


@performs(Verb.MUTINIES)
def _mutinies(play: Play, effect: Effect) -> Steps[None]:
    yield from fate.mutiny(play.game, play.him)


@could(Verb.GAIN_LETTER)
def _could_gain_letter(play: Play, effect: Effect) -> bool:
    nation = play.game.port(play.there).nation
    return play.him.ally is None and nation not in play.him.letters


@at_once(Verb.GAIN_LETTER)
def _gain_letter(play: Play, effect: Effect) -> None:
    nation = play.game.port(play.there).nation
    play.him.letters.append(nation)
    play.game.note("letter", pirate=play.him.id, nation=nation)


@could(Verb.RETIRE)
def _could_retire(play: Play, effect: Effect) -> bool:
    return play.him.ally is None


@performs(Verb.RETIRE)
def _retire(play: Play, effect: Effect) -> Steps[None]:
    yield from retiring.by_letter(play.game, play.him, "letter")


def _unarmed(play: Play) -> list[str]:
    return [pirate.id for pirate in play.own() if play.game.in_port(pirate) and not pirate.guns]


@could(Verb.GAIN_GUNS)
def _could_gain_guns(play: Play, effect: Effect) -> bool:
    return bool(_unarmed(play))


@performs(Verb.GAIN_GUNS)
def _gain_guns(play: Play, effect: Effect) -> Steps[None]:
    name = yield from play.game.picks(play.player, Kind.PICK, _unarmed(play), event=play.card)
    play.game.state.pirates[name].guns = True
    play.game.note("guns", pirate=name)


@could(Verb.SPEND_CUNNING)
def _could_spend(play: Play, effect: Effect) -> bool:
    return play.him.cunning >= (effect.amount or 0)


@at_once(Verb.SPEND_CUNNING)
def _spend(play: Play, effect: Effect) -> None:
    play.him.cunning -= effect.amount or 0
    play.game.note("cunning", pirate=play.him.id, left=play.him.cunning)


@at_once(Verb.ADD_TO_ROLL)
def _add(play: Play, effect: Effect) -> None:
    if play.moment is not None:
        play.moment.bonus += effect.amount or 0


# --- a pirate of the hand ---------------------------------------------------------------------------------


@could(Verb.AMBITION)
def _could_fight(play: Play, effect: Effect) -> bool:
    state = play.game.state
    limit = play.game.values.rules.limits[len(state.players)].play
    return bool(state.players[play.player].pirates) and len(play.own()) < limit


@performs(Verb.AMBITION)
def _fight(play: Play, effect: Effect) -> Steps[None]:
    game, hand = play.game, play.game.state.players[play.player].pirates
    name = yield from game.picks(play.player, Kind.PICK, list(hand), play.him.id, play.card)
    while not (margin := (yield from fate.fight_duel(game, name, play.him))):
        pass
    hand.remove(name)
    if margin > 0:
        fate.break_alliance(game, play.him)
        fate.take_over(game, play.him, name, play.player, "marooned")
        return
    play.lost = True
    game.state.locker.append(name)
    game.note("killed_in_duel", pirate=name, player=play.player)


@performs(Verb.CONSOLATION)
def _console(play: Play, effect: Effect) -> Steps[None]:
    if play.lost:
        yield from fate.change_loyalty(play.game, play.him, effect.amount or 0, play.card)


# --- ports --------------------------------------------------------------------------------------------------


@at_once(Verb.EVERYONE_DIES)
def _everyone_dies(play: Play, effect: Effect) -> None:
    harbours.kill_everyone(play.game, play.there)


@at_once(Verb.DESTROYED)
def _destroyed(play: Play, effect: Effect) -> None:
    harbours.destroy(play.game, play.there)


@at_once(Verb.ALL_OUSTED)
def _all_ousted(play: Play, effect: Effect) -> None:
    harbours.oust(play.game, play.there, play.card)


@at_once(Verb.GOVERNOR_COMES)
def _governor_comes(play: Play, effect: Effect) -> None:
    if not play.game.state.ports[play.there].destroyed:
        harbours.place_anti_governor(play.game, play.there)


@at_once(Verb.GOVERNOR_LEAVES)
def _governor_leaves(play: Play, effect: Effect) -> None:
    harbours.remove_governor(play.game, play.there)


@at_once(Verb.MERCHANTS_COME)
def _merchants_come(play: Play, effect: Effect) -> None:
    harbours.place_merchants(play.game, effect.amount or 0)


# --- hunters and merchants back to their cups -------------------------------------------------------------


def within(play: Play, place: str | None) -> set[str] | None:
    """The places that "in that port" or "in the sea of that port" means; none for everywhere."""
    if place is None:
        return None
    if place == "that port":
        return {play.there}
    sea = play.game.port(play.there).sea
    return {sea, *play.game.values.seas[sea].transits}


@at_once(Verb.ALL_RETURN)
def _all_return(play: Play, effect: Effect) -> None:
    places, state = within(play, effect.place), play.game.state
    if effect.noun == "commissioner":
        for hunter in list(state.commissioners.values()):
            if places is None or hunter.place in places:
                hunting.return_commissioner(play.game, hunter)
    elif effect.noun == "warship":
        for sea in list(state.warships):
            if places is None or sea in places:
                hunting.return_warship(play.game, sea)
    else:
        for port in harbours.merchants_at_sea(play.game):
            if places is None or play.game.port(port).sea in places:
                harbours.return_merchant(play.game, port)


@at_once(Verb.ONE_RETURNS)
def _one_returns(play: Play, effect: Effect) -> None:
    if effect.noun == "commissioner" and play.commissioner is not None:
        hunting.return_commissioner(play.game, play.commissioner)
    elif effect.noun == "warship" and play.sea is not None:
        hunting.return_warship(play.game, play.sea)


@could(Verb.SURPRISE)
def _could_surprise(play: Play, effect: Effect) -> bool:
    return bool(play.game.state.commissioner_cup) and hunting.may_station(play.game, play.player, play.him)


@performs(Verb.SURPRISE)
def _surprise(play: Play, effect: Effect) -> Steps[None]:
    game, pirate = play.game, play.him
    hunting.return_warship(game, pirate.place)
    hunter = hunting.place_commissioner(game, play.player, pirate.place)
    if play.moment is not None:
        play.moment.stopped = True
    yield from battle.commissioner_attacks(game, hunter, pirate, "sighted", came=False)


@could(Verb.CONVERT)
def _could_convert(play: Play, effect: Effect) -> bool:
    return bool(play.game.state.retired) and hunting.may_station(play.game, play.player, play.him)


@performs(Verb.CONVERT)
def _convert(play: Play, effect: Effect) -> Steps[None]:
    state = play.game.state
    name = yield from play.game.picks(play.player, Kind.PICK, list(state.retired), event=play.card)
    state.retired.remove(name)
    speed, combat = effect.second or 0, effect.amount or 0
    hunting.enlist(play.game, Commissioner(name, play.player, play.him.place, speed, combat, pirate=True))


@could(Verb.SIGHT_WARSHIP)
def _could_sight(play: Play, effect: Effect) -> bool:
    state = play.game.state
    at_sea = play.game.at_sea(play.him)
    return at_sea and play.him.place not in state.warships and bool(state.warship_cup)


@performs(Verb.SIGHT_WARSHIP)
def _sight(play: Play, effect: Effect) -> Steps[None]:
    yield from hunting.sight_warship(play.game, play.player, play.him)


def _winds(play: Play) -> list[Option]:
    game, own = play.game, play.game.state.commissioner_of(play.player)
    seas = list(game.values.seas)
    found = [
        Option({"move": pirate.id, "to": sea}, f"{pirate.id} to {sea}", (pirate.id, sea))
        for pirate in play.own()
        for sea in seas
        if sea != pirate.place and (own is None or own.place != sea)
    ]
    if own is not None:
        taken = {pirate.place for pirate in play.own()}
        found += [
            Option({"move": own.id, "to": sea}, f"{own.id} to {sea}", (own.id, sea))
            for sea in seas
            if sea != own.place and sea not in taken
        ]
    return found


@could(Verb.FAIR_WINDS)
def _could_move(play: Play, effect: Effect) -> bool:
    return bool(_winds(play))


@performs(Verb.FAIR_WINDS)
def _fair_winds(play: Play, effect: Effect) -> Steps[None]:
    game = play.game
    answer = yield from game.choose(play.player, Kind.PICK, _winds(play), event=play.card)
    pirate = game.state.pirates.get(answer["move"])
    if pirate is None:
        hunting.sail(game, game.state.commissioners[answer["move"]], answer["to"])
        return
    ally = pirate.ally
    for name in (pirate.id, ally):
        if name is not None:
            harbours.move(game, game.state.pirates[name], answer["to"], play.card)


# --- cards and the game -----------------------------------------------------------------------------------


@performs(Verb.ALL_DISCARD)
def _all_discard(play: Play, effect: Effect) -> Steps[None]:
    state = play.game.state
    for seat in (play.player, *state.others(play.player)):
        hand = state.players[seat].hand
        for _ in range(min(effect.amount or 0, len(hand))):
            card = yield from play.game.picks(seat, Kind.DISCARD, sorted(set(hand)), event=play.card)
            hand.remove(card)
            state.discard.append(card)
            play.game.note("discarded", player=seat)


@at_once(Verb.PASS_HANDS)
def _pass_hands(play: Play, effect: Effect) -> None:
    players = play.game.state.players
    hands = [player.hand for player in players]
    for seat, player in enumerate(players):
        player.hand = hands[seat - 1]


@at_once(Verb.LOSE_TURN)
def _lose_turn(play: Play, effect: Effect) -> None:
    play.game.state.turn.lost = True


@at_once(Verb.SHUFFLE_THIS)
def _shuffle_this(play: Play, effect: Effect) -> None:
    _end_if_last(play)
    state = play.game.state
    state.discard.remove(play.card)
    state.deck.append(play.card)
    state.dice.shuffle(state.deck)


@at_once(Verb.HOLD_BACK)
def _hold_back(play: Play, effect: Effect) -> None:
    _end_if_last(play)
    state = play.game.state
    state.discard.remove(play.card)
    state.held_back.append(play.card)
    state.held_until = effect.amount or 0


def _end_if_last(play: Play) -> None:
    if not play.game.state.deck:
        raise GameOver(f"{play.game.values.name(play.card)} was the last card of the deck.")


@at_once(Verb.LEAVE_GAME)
def _leave_game(play: Play, effect: Effect) -> None:
    play.game.state.discard.remove(play.card)
    play.game.state.removed.append(play.card)


@at_once(Verb.END_GAME)
def _end_game(play: Play, effect: Effect) -> None:
    raise GameOver(f"{play.game.values.name(play.card)} was drawn for the last time.")


@at_once(Verb.PARDON)
def _pardon(play: Play, effect: Effect) -> None:
    play.game.state.pardon = Pardon(play.player)
    play.game.note("pardon", player=play.player)


@at_once(Verb.NEGATE)
def _negate(play: Play, effect: Effect) -> None:
    if play.moment is not None:
        play.moment.stopped = True
