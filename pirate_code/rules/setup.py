"""Setting up a game: who goes first, islands, terrain, home islands, ships, crew, treasure.

`deal` puts the fleets beside the table; `set_up` then goes through the steps of setup. The phase of the turn
says which step comes next ("setup" is the first), so that setup can be gone on with from any calm moment.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum

from pirate_code.board import outlines
from pirate_code.board.card import Card, coin
from pirate_code.board.fleet import Fleet
from pirate_code.board.pose import Pose
from pirate_code.board.refs import Matter, Seat
from pirate_code.board.state import ABANDONED, ASIDE, OUT, SEA, SETUP_PHASES, Phase, Piece, State
from pirate_code.rules import places
from pirate_code.rules.building import book
from pirate_code.rules.decision import Decision, Kind, Option, Steps
from pirate_code.rules.edition import Edition, load_edition
from pirate_code.rules.event import SETUP, Event
from pirate_code.rules.game import Game
from pirate_code.rules.happen import arms, becoming, carrying, docking, spots
from pirate_code.rules.program.lower.clauses import acts_in_setup, ops_of
from pirate_code.terrain import load_terrain

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
        tokens = sum(card.kind == "crew" for card in fleet.treasure)
        for value in fleet.coins or _making_room(edition.coins, tokens):
            _hidden(state.add(coin(value), None))
        for card in fleet.treasure:
            _treasure_of(state, card)
    islands = [card for fleet in fleets for card in fleet.islands]
    count = edition.islands_per_player * len(fleets)
    for number in range(count):
        card = islands[number] if number < len(islands) else _plain_island(number)
        island = state.add(card, None)
        island.face_up = shows_its_text(island, edition)
    # What only abilities lay stays in its box (trade-current-only-by-abilities).
    brought = [(player, noun) for player, fleet in enumerate(fleets) for noun in fleet.terrain]
    pieces = [(player, noun) for player, noun in brought if noun in edition.terrain]
    for player, noun in pieces:
        terrain = state.add(_terrain(noun), player)
        terrain.outline = outlines.terrain(noun).name
    state.table_size = edition.table_size or places.table_size(edition, count)


def _making_room(coins: Sequence[int], tokens: int) -> list[int]:
    """Coins worth as much as some, but fewer: abandoned crew are placed one for one in their stead."""
    left = sorted(coins)
    for _ in range(min(tokens, len(left) - 1)):
        left = sorted((left[0] + left[1], *left[2:]))
    return left if tokens else list(coins)


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


def _treasure_of(state: State, card: Card) -> None:
    """A unique treasure for the pool; of abandoned crew the tokens, and not the card that prints them.

    Ruling abandoned-crew-card-is-one-unique-treasure.
    """
    if card.name == book().crew_treasure:
        return
    piece = _hidden(state.add(card, None))
    if card.kind == "crew":
        state.mark(piece, ABANDONED)


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
        state.turn.player = player = order[len(state.islands()) % len(order)]
        game.calm()
        island = waiting[state.dice.below(len(waiting))]
        island.outline = outlines.island(state.dice.below(outlines.islands())).name
        found = places.for_islands(game, island)
        yield from _place(game, player, island, found, places.island_check(game, island))


def _terrain_pieces(game: Game) -> Steps[None]:
    """Players take turns to place terrain too, where there is room for it ("Placing Terrain")."""
    state = game.state
    while waiting := [piece for piece in state.pieces if piece.kind == "terrain" and piece.where == ASIDE]:
        game.calm()
        terrain = min(waiting, key=lambda piece: (_turns_until(game, piece.owner or 0), piece.id))
        found = places.for_terrain(game, terrain)
        if found is None:
            state.put(terrain, OUT)
            continue
        state.turn.player = player = terrain.owner or 0
        terrain.owner = terrain.controller = None
        if load_terrain()[terrain.card.terrain or ""].drifts is not None:
            terrain.value = state.dice.below(6) + 1
        yield from _place(game, player, terrain, found, places.terrain_check(game, terrain))


def _turns_until(game: Game, player: int) -> int:
    """After how many others a player is next, who is last if he was the one before."""
    return (player - game.state.turn.player - 1) % game.state.players


def _place(game: Game, player: int, piece: Piece, found: places.Places, check: spots.Check) -> Steps[None]:
    """Let a player lay a piece on the table: at one of some places, or at any other that the check allows."""
    state = game.state
    answer = yield Decision(player, Kind.PLACE, piece.id, "place", found, spots.checked(check))
    pose = spots.pose_of(answer)
    assert isinstance(pose, Pose)
    piece.pose = pose
    state.put(piece, SEA)
    game.note("happens", Event("place", object=piece.id, player=player, cause=SETUP))


# --- home islands and ships --------------------------------------------------------------------------------


def _homes(game: Game) -> Steps[None]:
    """Each player gets a home island and places his ships there before the next ("Choosing Home Islands")."""
    state = game.state
    for player, chooser in _choosers(game):
        if state.home(player) is None:
            game.calm()
            free = [island for island in state.islands() if island.home is None and may_be_home(island)]
            options = [Option(island.id, game.name(island.id), (island.id,)) for island in free]
            picked = yield from game.choose(
                chooser, Kind.PICK, options, subject=Seat(player), event="home_island"
            )
            home = game.piece(picked)
            yield from _settle_effects(game, home, player)
            home.home = player
            state.stamp += 1
        yield from _ships(game, player)
    state.turn.player = in_order(game)[0]


def _choosers(game: Game) -> list[tuple[int, int]]:
    """The players in the order in which they get home islands, each with the player who chooses it."""
    order = in_order(game)
    if game.edition.home_islands == "own_from_the_last":
        return [(player, player) for player in reversed(order)]
    first = game.state.turn.player if game.edition.home_islands == "last_placer_for_first" else order[-1]
    return list(zip(order, (first, *order), strict=False))


def _settle_effects(game: Game, island: Piece, player: int) -> Steps[None]:
    """Whether a mysterious island keeps its effects as a home island; one that does not lies face down.

    See home-island-great-turtle, home-island-other-mysterious-islands and the sheets' own rules.
    """
    if not island.card.abilities:
        return
    chosen = may_be_home(island) is Told.YES or game.edition.mysterious_homes == "agreed"
    if game.edition.mysterious_homes == "effects" or (chosen and not island.face_up):
        return
    keeps = chosen and (yield from game.agrees(player, "function", island.id, island.id))
    game.state.turn_face(island, keeps)


def shows_its_text(island: Piece, edition: Edition) -> bool:
    """Whether an island lies so that its text is in force.

    With the symbol up, the text of some is hidden. Islands that are agreed to be plain, and home islands
    that have no effects, lie face down and are never turned over.
    """
    if island.card.text_hidden:
        return False
    if island.card.abilities and edition.mysterious_islands == "plain":
        return False
    if island.card.abilities and island.home is not None and edition.mysterious_homes == "plain":
        return may_be_home(island) is Told.YES
    return True


class Told(Enum):
    """What an island's own text says of its use as a home island."""

    NO = 0
    NOTHING = 1
    YES = 2

    def __bool__(self) -> bool:
        """Whether it may be one."""
        return self is not Told.NO


def may_be_home(island: Piece) -> Told:
    """Whether an island may be a home island: its text can say so, or that it is only ever wild."""
    for op in ops_of(island.card.abilities, island.kind):
        role = op.pattern.role if op.pattern is not None and op.on == "use" else None
        if role is not None:
            return Told.YES if "home_island" in {each.noun for each in role.members or (role,)} else Told.NO
    return Told.NOTHING


def _ships(game: Game, player: int) -> Steps[None]:
    """A player docks ships and sea creatures at home, each where he likes ("Choosing Home Islands")."""
    state = game.state
    home = state.home(player)
    assert home is not None
    for ship in state.pieces:
        if ship.owner != player or ship.kind not in {"ship", "sea creature"} or ship.where != ASIDE:
            continue
        game.calm()
        state.put(ship, SEA)
        becoming.fit_out(game, ship)
        ship.pose = (yield from _berth(game, ship, home, player)) or places.near(game, ship, home)
        if ship.pose is None:
            state.put(ship, OUT)
            continue
        within = Event("setup", agent=Seat(player), player=player, cause=SETUP)
        yield from game.propose(
            Event("dock", object=ship.id, at=home.id, player=player, cause=SETUP, within=within)
        )
        yield from arms.lay_out(game, ship, player)


def _berth(game: Game, ship: Piece, home: Piece, player: int) -> Steps[Pose | None]:
    """Where a player lays a ship at his home island: her bow touches it; None if there is no room."""
    options = docking.some_berths(game, ship, home)
    if not options:
        return None

    def refuses(pose: Pose) -> str | None:
        return docking.no_berth(game, ship, home, docking.brought_up(game, ship, home, pose))

    answer = yield Decision(player, Kind.PLACE, ship.id, "dock", options, spots.checked(refuses))
    pose = spots.pose_of(answer)
    assert isinstance(pose, Pose)
    return docking.brought_up(game, ship, home, pose)


def _crew(game: Game) -> Steps[None]:
    """Crew and equipment go face down aboard their ships; what has none is assigned or waits at home."""
    state = game.state
    for piece in state.pieces:
        ship, piece.ship_at_setup = piece.ship_at_setup, None
        if ship is not None:
            place = ship if state.pieces[ship].where == SEA else _home_of(game, piece)
            state.put(piece, place)
            state.turn_face(piece, piece.face_up or acts_in_setup(piece.card.abilities, piece.kind))
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
            state.turn_face(piece, piece.face_up or acts_in_setup(piece.card.abilities, piece.kind))


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
    """Abilities that act during setup act now, in turn order; the game begins with gold that they make."""
    state, before = game.state, game.state.gold_made
    for player in in_order(game):
        yield from game.propose(Event("setup", agent=Seat(player), player=player, cause=SETUP))
    yield from carrying.settle(game)
    if state.starting_gold is not None:
        state.starting_gold += state.gold_made - before


_STEPS: dict[Phase, Callable[[Game], Steps[None]]] = {
    Phase.FIRST_PLAYER: _first_player,
    Phase.ISLANDS: _islands,
    Phase.TERRAIN: _terrain_pieces,
    Phase.HOMES: _homes,
    Phase.CREW: _crew,
    Phase.TREASURE: _treasure,
    Phase.SETUP_ABILITIES: _abilities,
}
