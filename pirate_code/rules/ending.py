"""The end of a game: its five conditions, and who has won ("Winning the game", "Multiplayer rules")."""

from __future__ import annotations

from dataclasses import dataclass
from zlib import crc32

from pirate_code.board.refs import Matter, Part
from pirate_code.board.state import GONE, SEA, Phase, Piece
from pirate_code.rules import cannons
from pirate_code.rules.edition import applies
from pirate_code.rules.event import Cause, Event
from pirate_code.rules.game import Game
from pirate_code.rules.happen import giving, treasure
from pirate_code.rules.program.ops import Op

_TWO = 2


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: who won (several if nothing breaks a tie, or nobody), gold, units, and why.

    `why` is the sentence, `by` the condition that was met.
    """

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    units: tuple[int, ...]
    why: str
    by: str = ""


def result(game: Game, why: str) -> Result:
    """Count what every player has: the most gold wins, and among equals the most units.

    Where only more than half of the gold wins, a game that comes to nothing has no winner.
    """
    players = range(game.state.players)
    scores = tuple(score(game, player) for player in players)
    counted = tuple(len(units(game, player)) for player in players)
    best = max((scores[player], counted[player]) for player in players)
    winners = tuple(player for player in players if (scores[player], counted[player]) == best)
    if game.edition.ends.stalemate_winner == "nobody" and _comes_to_nothing(game):
        winners = ()
    by = next((name for name, condition in _CONDITIONS.items() if condition(game) == why), "")
    return Result(winners, scores, counted, why, by)


def _comes_to_nothing(game: Game) -> bool:
    return _more_than_half(game) is None and _stalemate(game) is not None


def score(game: Game, player: int) -> int:
    """The gold of a player: at home, in forts, and aboard ships where the edition counts it."""
    total = treasure.gold_at_home(game, player) + treasure.gold_in_forts(game, player)
    if applies(game.edition.gold_on_ships_counts, game.state.players):
        for ship in game.state.ships(player):
            if not ship.states & {"wreck", "lost"}:
                total += sum(piece.value for piece in game.state.treasure(ship.id))
    return total


def units(game: Game, player: int) -> list[Piece]:
    """What can be given an action by itself: ships, creatures, forts, and crew whose ability says so."""
    found = game.state.ships(player)
    for piece in game.state.pieces:
        if piece.controller == player and piece.in_play:
            fort = piece.kind == "fort" and piece.standing > 0
            if fort or (piece.kind == "crew" and _is_given_actions(game, piece)):
                found.append(piece)
    return found


def _is_given_actions(game: Game, crew: Piece) -> bool:
    return any(entry.source == crew.id for entry in game.active.entries("offer", "calm") if _gives(entry.op))


def _gives(op: Op) -> bool:
    event = op.effect.event if op.effect is not None else None
    return event is not None and event.type == "give" and event.to is not None and event.to.noun == "crew"


# --- the conditions --------------------------------------------------------------------------------------


def why_over(game: Game) -> str | None:
    """Why the game ends now, or None."""
    for condition in _CONDITIONS.values():
        why = condition(game)
        if why is not None:
            return why
    return None


class EndWatch:
    """Tells whether a game is over; looks again only when something has happened since."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._looked: object = None
        self._over = False

    def is_over(self) -> bool:
        """Whether it is over now. Whatever happens stands in the log, or changes a stamp or the phase."""
        state = self._game.state
        now = (len(self._game.log), state.stamp, state.place_stamp, state.turn.number, state.turn.phase)
        if now != self._looked:
            self._looked, self._over = now, why_over(self._game) is not None
        return self._over


def _time_is_up(game: Game) -> str | None:
    """So many turns of each player have been taken."""
    limit, turn = game.edition.turn_limit, game.state.turn
    if limit and turn.phase is Phase.BEGINNING and turn.number > limit * game.state.players:
        return f"{limit} turns have been taken by each player."
    return None


def _more_than_half(game: Game) -> str | None:
    """A player has brought home more than half of the gold with which the game began."""
    starting = game.state.starting_gold
    if not starting or not applies(game.edition.ends.more_than_half, game.state.players):
        return None
    for player in range(game.state.players):
        gold = treasure.gold_at_home(game, player)
        if game.edition.half_counts_forts:
            gold += treasure.gold_in_forts(game, player)
        if 2 * gold > starting:
            return f"Player {player + 1} has brought home {gold} of {starting} gold."
    return None


def _no_moves(game: Game) -> str | None:
    """So many players can never again give a move action; between two, the one whose turn begins."""
    ends, state = game.edition.ends, game.state
    if ends.no_moves_only_at_the_beginning and state.turn.phase is not Phase.BEGINNING:
        return None
    helpless = [player for player in range(state.players) if not can_ever_move(game, player)]
    needed = ends.no_moves.needed(state.players)
    if needed == 1 and ends.no_moves_only_at_the_beginning and state.turn.player not in helpless:
        return None
    if len(helpless) < needed:
        return None
    names = " and ".join(f"player {player + 1}" for player in helpless)
    return f"No ship of {names} can ever move again."


def can_ever_move(game: Game, player: int) -> bool:
    """Whether a player may ever again give a move action to a ship."""
    return any(_may_move_some_day(game, ship, player) for ship in game.state.ships(player))


def _may_move_some_day(game: Game, ship: Piece, player: int) -> bool:
    """She has a mast, moves without any, can be repaired where she is, or would come home when she sinks.

    Whether she is pinned now does not matter (ruling end-of-the-game-by-no-move-actions).
    """
    if ship.standing or game.active.permits(giving.asked(ship, "move_action", player)):
        return True
    for number, mast in enumerate(ship.masts):
        where = ship.docked if ship.docked is not None else Matter("sea")
        repair = Event("repair", agent=ship.id, object=Part(ship.id, "mast", number), at=where)
        if mast == GONE and game.allows(repair.but(player=player, cause=Cause("repairing"))):
            return True
    return any(game.active.matching("replace", Event("sink", object=ship.id, player=player)))


def _no_gold_left(game: Game) -> str | None:
    """All gold that there is has been unloaded."""
    where = game.edition.ends.no_gold_left
    if where == "never" or not game.state.starting_gold:
        return None
    forts_count = where == "at_home_or_in_forts"
    for piece in game.state.pieces:
        if piece.kind == "treasure" and piece.value > 0 and piece.where >= 0:
            place = game.state.pieces[piece.where]
            counts = forts_count and place.kind == "fort"
            if place.where >= SEA and place.home is None and not counts and _is_available(game, piece, place):
                return None
    return "All gold has been unloaded."


def _is_available(game: Game, piece: Piece, place: Piece) -> bool:
    """Whether anybody may ever load gold from an island (end-of-the-game-gold-out-of-reach)."""
    if place.kind != "island":
        return True
    ships = [ship for ship in game.state.ships() if ship.kind == "ship"]
    return not ships or any(_may_load(game, ship, piece, place) for ship in ships)


def _may_load(game: Game, ship: Piece, piece: Piece, place: Piece) -> bool:
    """Whether no ability keeps a ship from loading, or what keeps her can be shot by somebody in play."""
    load = Event("load", agent=ship.id, object=piece.id, to=ship.id, source=place.id, at=place.id)
    load.player = ship.controller
    bans = [found.source for found in game.active.matching("forbid", load)]
    return all(_can_be_hit(game, number) for number in bans)


def _can_be_hit(game: Game, number: int) -> bool:
    """Whether some cannon in play can hit a treasure that says by whom it is hit."""
    hit = Event("hit", object=number, at=number)
    kinds = {"ship", "crew", "sea creature"}
    gunners = [one for one in game.state.pieces if one.in_play and one.kind in kinds]
    return any(
        found.source == number
        for gunner in gunners
        for gun in cannons.guns(game, gunner)
        for found in game.active.matching("when", hit.but(agent=gun.part))
    )


def _stalemate(game: Game) -> str | None:
    """For many rounds nothing has changed that could end the game; a limit of turns makes up for it."""
    rounds = game.edition.ends.stalemate_rounds
    quiet = game.state.quiet_turns
    if game.edition.turn_limit or not rounds or quiet < rounds * game.state.players:
        return None
    return f"Nothing has changed for {rounds} rounds."


# The conditions in the order in which they are looked at.
_CONDITIONS = {
    "the limit of turns": _time_is_up,
    "more than half of the gold": _more_than_half,
    "no move left": _no_moves,
    "no gold left": _no_gold_left,
    "a stalemate": _stalemate,
}


def note_progress(game: Game) -> None:
    """At the end of a turn: count the turns in which no gold, mast, ship or exploration has changed."""
    state = game.state
    seen = [
        (piece.where, piece.standing, piece.controller, sorted(piece.explored))
        for piece in state.pieces
        if piece.kind in {"treasure", "ship", "sea creature", "fort", "island"}
    ]
    mark = crc32(repr(seen).encode())
    state.quiet_turns = state.quiet_turns + 1 if state.progress == mark else 0
    state.progress = mark
