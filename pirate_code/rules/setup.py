"""Setting up a game: who goes first, islands, terrain, home islands, ships, crew, treasure.

`deal` puts the fleets beside the table; `set_up` then goes through the steps of setup. The phase of the turn
says which step comes next ("setup" is the first), so that setup can be gone on with from any calm moment.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pirate_code.board import outlines
from pirate_code.board.card import Card, coin
from pirate_code.board.fleet import Fleet
from pirate_code.board.refs import Matter, Seat
from pirate_code.board.state import ASIDE, OUT, SEA, SETUP_PHASES, Phase, Piece, State
from pirate_code.rules import places
from pirate_code.rules.decision import Kind, Option, Steps
from pirate_code.rules.edition import Edition, load_edition
from pirate_code.rules.event import SETUP, Event
from pirate_code.rules.game import Game
from pirate_code.rules.happen import becoming, carrying, docking
from pirate_code.rules.program.lower.clauses import ops_of

ABOARD = frozenset({"crew", "equipment"})
OFFICIAL = "code"
OUTSIDE = "outside"  # in somebody's collection: only an ability brings it in


# --- what the players bring ------------------------------------------------------------------------------


def new_game(fleets: Sequence[Fleet], edition: Edition | str = OFFICIAL, seed: int = 0) -> Game:
    """A game between these fleets, before its setup."""
    rules = load_edition(edition) if isinstance(edition, str) else edition
    state = State(len(fleets), seed, rules.id)
    deal(state, fleets, rules)
    return Game(state, rules)


def deal(state: State, fleets: Sequence[Fleet], edition: Edition) -> None:
    """Put what the players bring beside the table: nothing is in play yet, hidden pieces are face down."""
    for player, fleet in enumerate(fleets):
        _fleet(state, player, fleet)
        for value in fleet.coins or edition.coins:
            _hidden(state.add(coin(value), None))
        for card in fleet.treasure:
            _hidden(state.add(card, None))
    islands = [card for fleet in fleets for card in fleet.islands]
    count = edition.islands_per_player * len(fleets)
    for number in range(count):
        card = islands[number] if number < len(islands) else _plain_island(number)
        state.add(card, None)
    # What only abilities lay stays in its box (trade-current-only-by-abilities).
    brought = [(player, noun) for player, fleet in enumerate(fleets) for noun in fleet.terrain]
    pieces = [(player, noun) for player, noun in brought if noun in edition.terrain]
    for player, noun in pieces:
        terrain = state.add(_terrain(noun), player)
        terrain.outline = outlines.terrain(noun).name
    state.table_size = places.table_size(edition, count)


def _fleet(state: State, player: int, fleet: Fleet) -> None:
    for manned in fleet.ships:
        ship = state.add(manned.ship, player)
        ship.outline = outlines.hull(manned.ship.masts, manned.ship.keywords).name
        for card in manned.aboard:
            member = _hidden(state.add(card, player))
            member.ship_at_setup = ship.id
    for card in (*fleet.crew, *fleet.events):
        _hidden(state.add(card, player))
    for card in fleet.forts:
        state.add(card, player)
    for card in fleet.collection:
        _hidden(state.add(card, None)).states = frozenset({OUTSIDE})


def _hidden(piece: Piece) -> Piece:
    piece.face_up = False
    if piece.owner is not None:
        piece.known = frozenset({piece.owner})
    return piece


def _plain_island(number: int) -> Card:
    return Card(id=f"island-{number}", name=f"Island {number + 1}", kind="island")


def _terrain(noun: str) -> Card:
    return Card(id=f"terrain-{noun}", name=noun.replace("_", " ").capitalize(), kind="terrain", terrain=noun)


# --- the steps -------------------------------------------------------------------------------------------


def set_up(game: Game) -> Steps[None]:
    """Go through the steps of setup from the one that the phase names."""
    turn = game.state.turn
    for phase, later in zip(SETUP_PHASES, (*SETUP_PHASES[1:], Phase.READY), strict=True):
        if turn.phase is phase:
            yield from _STEPS[phase](game)
            turn.phase = later


def in_order(game: Game) -> list[int]:
    """The players in turn order."""
    players = game.state.players
    first = game.state.first_player or 0
    return [(first + step) % players for step in range(players)]


def _first_player(game: Game) -> Steps[None]:
    """Every player rolls a d6, ties again; the highest goes first ("Setup")."""
    left = list(range(game.state.players))
    while len(left) > 1:
        rolls = {}
        for player in left:
            rolled = Event("roll", agent=Seat(player), object=Matter("die_roll"), player=player, cause=SETUP)
            rolls[player] = yield from game.roll(rolled)
        best = max(rolls.values())
        left = [player for player in left if rolls[player] == best]
    game.state.first_player = game.state.turn.player = left[0]


def _islands(game: Game) -> Steps[None]:
    """Players take turns to place an island picked at random ("Placing Islands")."""
    state = game.state
    while waiting := [piece for piece in state.pieces if piece.kind == "island" and piece.where == ASIDE]:
        order = in_order(game)
        player = order[len(state.islands()) % len(order)]
        game.calm()
        spots = places.for_islands(game)
        options = [
            Option(number, f"at {spot.x:.0f}, {spot.y:.0f}", value=[spot.x, spot.y]) for number, spot in spots
        ]
        answer = yield from game.choose(player, Kind.PLACE, options, event="place")
        island = waiting[state.dice.below(len(waiting))]
        island.outline = outlines.island(state.dice.below(outlines.islands())).name
        spot = dict(spots)[answer]
        island.pose = places.jittered(game, spot)
        state.put(island, SEA)
        game.note("happens", Event("place", object=island.id, player=player, cause=SETUP))


def _terrain_pieces(game: Game) -> Steps[None]:
    """Terrain is placed in the order of the islands, where there is room for it ("Placing Terrain")."""
    state = game.state
    order = in_order(game)
    while waiting := [piece for piece in state.pieces if piece.kind == "terrain" and piece.where == ASIDE]:
        terrain = min(waiting, key=lambda piece: (order.index(piece.owner or 0), piece.id))
        player = terrain.owner if terrain.owner is not None else order[0]
        game.calm()
        spots = places.for_terrain(game, terrain)
        if not spots:
            state.put(terrain, OUT)
            continue
        options = [Option([pose.x, pose.y], f"at {pose.x:.0f}, {pose.y:.0f}") for pose in spots]
        answer = yield from game.choose(player, Kind.PLACE, options, subject=terrain.id, event="place")
        terrain.pose = next(pose for pose in spots if [pose.x, pose.y] == answer)
        terrain.owner = terrain.controller = None
        if terrain.card.terrain == "iceberg":
            terrain.value = state.dice.below(6) + 1
        state.put(terrain, SEA)
        game.note("happens", Event("place", object=terrain.id, player=player, cause=SETUP))


def _homes(game: Game) -> Steps[None]:
    """The player before chooses the home island of each player ("Choosing Home Islands")."""
    state = game.state
    order = in_order(game)
    for place, player in enumerate(order):
        if state.home(player) is not None:
            continue
        game.calm()
        free = [island for island in state.islands() if island.home is None]
        options = [Option(island.id, game.name(island.id), (island.id,)) for island in free]
        chooser = order[place - 1]
        answer = yield from game.choose(
            chooser, Kind.PICK, options, subject=Seat(player), event="home_island"
        )
        game.piece(answer).home = player
        state.stamp += 1


def _ships(game: Game) -> Steps[None]:
    """Ships and sea creatures are docked at home with their parts ("Choosing Home Islands")."""
    state = game.state
    for player in in_order(game):
        home = state.home(player)
        assert home is not None
        for ship in state.pieces:
            if ship.owner != player or ship.kind not in {"ship", "sea creature"} or ship.where != ASIDE:
                continue
            state.put(ship, SEA)
            becoming.fit_out(game, ship)
            ship.pose = docking.berth(game, ship, home) or places.near(game, ship, home)
            if ship.pose is None:
                state.put(ship, OUT)
                continue
            within = Event("setup", agent=Seat(player), player=player, cause=SETUP)
            yield from game.propose(
                Event("dock", object=ship.id, at=home.id, player=player, cause=SETUP, within=within)
            )


def _crew(game: Game) -> Steps[None]:
    """Crew and equipment go face down aboard their ships; what has none is assigned or waits at home."""
    state = game.state
    for piece in state.pieces:
        ship, piece.ship_at_setup = piece.ship_at_setup, None
        if ship is not None:
            place = ship if state.pieces[ship].where == SEA else _home_of(game, piece)
            state.put(piece, place)
            state.turn_face(piece, piece.face_up or acts_in_setup(piece))
    for player in in_order(game):
        while waiting := [
            piece
            for piece in state.pieces
            if piece.owner == player and piece.kind in ABOARD and piece.where == ASIDE
        ]:
            game.calm()
            piece = waiting[0]
            ships = [ship for ship in state.ships(player) if carrying.no_room(game, ship, piece) is None]
            options = [Option(ship.id, game.name(ship.id), (ship.id,)) for ship in ships]
            if _home_of(game, piece) != OUT:
                options.append(Option(_home_of(game, piece), "stays on the home island"))
            answer = yield from game.choose(player, Kind.PICK, options, subject=piece.id, event="assign")
            state.put(piece, answer)
            state.turn_face(piece, piece.face_up or acts_in_setup(piece))


def acts_in_setup(piece: Piece) -> bool:
    """Whether a card must act in setup, or says how much room it needs: that turns it face up."""
    for op in ops_of(piece.card.abilities, piece.kind):
        # "No cargo space when revealed" waits for that.
        always = not op.guards.conditions and not op.guards.triggers
        told = (op.verb, op.on)
        if not op.optional and (told == ("when", "setup") or (told == ("modify", "cargo_space") and always)):
            return True
    return False


def _home_of(game: Game, piece: Piece) -> int:
    home = game.state.home(piece.owner) if piece.owner is not None else None
    return home.id if home is not None else OUT


def _treasure(game: Game) -> Steps[None]:
    """All treasure is shuffled and dealt face down to the wild islands ("Placing Treasure")."""
    state = game.state
    pool = [piece for piece in state.pieces if piece.kind == "treasure" and piece.where == ASIDE]
    pool = [piece for piece in pool if OUTSIDE not in piece.states]
    wild = [island for island in state.islands() if island.home is None]
    state.dice.shuffle(pool)
    for number, piece in enumerate(pool):
        state.put(piece, wild[number % len(wild)].id)
    state.starting_gold = sum(piece.value for piece in pool)
    yield from ()


def _abilities(game: Game) -> Steps[None]:
    """Abilities that act during setup act now, each player's in turn."""
    for player in in_order(game):
        yield from game.propose(Event("setup", agent=Seat(player), player=player, cause=SETUP))
    yield from carrying.settle(game)


_STEPS: dict[Phase, Callable[[Game], Steps[None]]] = {
    Phase.FIRST_PLAYER: _first_player,
    Phase.ISLANDS: _islands,
    Phase.TERRAIN: _terrain_pieces,
    Phase.HOMES: _homes,
    Phase.SHIPS: _ships,
    Phase.CREW: _crew,
    Phase.TREASURE: _treasure,
    Phase.SETUP_ABILITIES: _abilities,
}
