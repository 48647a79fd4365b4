"""Sets a game up: order of play, cards, governors, pirates and their ships, merchants, cups."""

from __future__ import annotations

from collections.abc import Iterable

from pirate_code.blackbeard import harbours
from pirate_code.blackbeard.decision import Kind, Option, Steps
from pirate_code.blackbeard.game import Game
from pirate_code.blackbeard.state import Pirate, Player, PortState, State
from pirate_code.blackbeard.values import Values
from pirate_code.core.dice import Dice
from pirate_code.data import DataError

LENGTHS = ("standard", "long")


def new_game(values: Values, players: int, seed: int, length: str = "standard") -> Game:
    """A game before its first decision; DataError if it cannot be played so."""
    if players not in values.rules.limits:
        allowed = sorted(values.rules.limits)
        raise DataError(f"Blackbeard is for {allowed[0]} to {allowed[-1]} players, and {players} were given.")
    if length not in LENGTHS:
        raise DataError(f"There is no length {length[:40]!r}; there are {' and '.join(LENGTHS)}.")
    state = State(
        dice=Dice(seed),
        length=length,
        players=[Player() for _ in range(players)],
        ports={port: PortState() for port in values.ports},
        merchants=_counters((key, entry.count) for key, entry in values.merchants.items()),
        hostages=_counters((key, entry.count) for key, entry in values.hostages.items()),
        warship_cup=list(values.warships),
        commissioner_cup=list(values.commissioners),
        anti_governors=values.rules.anti_pirate_governors,
        pirate_deck=list(values.pirates),
    )
    return Game(state, values)


def _counters(counts: Iterable[tuple[str, int]]) -> list[str]:
    return [key for key, count in counts for _ in range(count)]


def set_up(game: Game, immediate: frozenset[str]) -> Steps[None]:
    """Everything before the first turn; `immediate` are the cards that are not dealt at the start."""
    state, values = game.state, game.values
    state.turn.player = _first(game)
    game.note("setup", players=len(state.players), first=state.turn.player, length=state.length)
    _deal(game, immediate)
    for governor in values.rules.governors:
        taken = {port for port, here in state.ports.items() if here.governor}
        port = harbours.next_free(game, game.d66("governor"), taken=taken)
        if port is not None:
            state.ports[port].governor = governor
            game.note("governor", port=port, governor=governor)
    state.dice.shuffle(state.pirate_deck)
    start = values.rules.limits[len(state.players)].start
    for player in state.players:
        player.pirates = [state.pirate_deck.pop() for _ in range(start)]
    order = [state.turn.player, *state.others(state.turn.player)]
    for number in range(start):
        for seat in order:
            if state.players[seat].pirates:
                yield from deploy(game, seat, must=number == 0)
    harbours.place_merchants(game, values.rules.merchants.setup)


def _first(game: Game) -> int:
    """Who begins: the highest of 1d6 each, rolled again among those who tie."""
    seats = list(range(len(game.state.players)))
    while len(seats) > 1:
        rolls = {seat: game.state.dice.roll() for seat in seats}
        seats = [seat for seat in seats if rolls[seat] == max(rolls.values())]
    return seats[0]


def _deal(game: Game, immediate: frozenset[str]) -> None:
    state = game.state
    cards = _counters((key, card.copies) for key, card in game.values.events.items())
    if state.length == "long":
        later = {key for key, card in game.values.events.items() if card.second_run}
        state.held_back = [key for key in cards if key in later]
        cards = [key for key in cards if key not in later]
    state.deck = [card for card in cards if card not in immediate]
    state.dice.shuffle(state.deck)
    for player in state.players:
        player.hand = [state.deck.pop() for _ in range(game.values.rules.hand)]
    state.deck += [card for card in cards if card in immediate]
    state.dice.shuffle(state.deck)


def may_deploy(game: Game, player: int) -> bool:
    """Whether a player has a pirate in hand and room for him in play."""
    limit = game.values.rules.limits[len(game.state.players)].play
    return bool(game.state.players[player].pirates) and len(game.state.of(player)) < limit


def deploy(game: Game, player: int, *, must: bool = False) -> Steps[bool]:
    """A player brings a pirate of his hand into play, or not; his ship has no damage."""
    state, values = game.state, game.values
    own = state.commissioner_of(player)
    seas = [sea for sea in values.seas if own is None or own.place != sea]
    options = [
        Option({"pirate": pirate, "sea": sea}, f"{pirate} in {sea}", (pirate, sea))
        for pirate in state.players[player].pirates
        for sea in seas
    ]
    if not must:
        options.append(Option(None, "nobody"))
    answer = yield from game.choose(player, Kind.DEPLOY, options)
    if answer is None:
        return False
    name, sea = answer["pirate"], answer["sea"]
    types = [key for key, ship in values.ships.items() if ship.at_start]
    ship = yield from game.picks(player, Kind.SHIP, types, name)
    state.players[player].pirates.remove(name)
    state.pirates[name] = Pirate(
        id=name,
        player=player,
        place=sea,
        ship=ship,
        loyalty=values.rules.loyalty.start,
        cunning=game.card(name).cunning,
        deployed=state.turn.number,
        holds=[0] * values.ships[ship].holds,
    )
    game.note("deployed", pirate=name, player=player, place=sea, ship=ship)
    return True
