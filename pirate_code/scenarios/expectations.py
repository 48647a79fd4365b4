"""The expectations of a scenario: compares what `then` says with the game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from pirate_code.board.observe import observe
from pirate_code.board.state import FIRE, LOST, OUT, SEA, Piece
from pirate_code.rules import capacity, ending, pipeline, stats, table, tally
from pirate_code.rules.actions import move_segments
from pirate_code.rules.event import Event
from pirate_code.rules.events import SLOTS
from pirate_code.rules.game import Game
from pirate_code.rules.happen import treasure
from pirate_code.rules.program.nouns import OTHER_PARTS, is_a
from pirate_code.scenarios import scenario_fleets
from pirate_code.scenarios.format import SIDES
from pirate_code.scenarios.piece_names import ScenarioError, ScenarioPieces, measured, reference, state_called

Test = Callable[[Game, ScenarioPieces, Piece], bool]

_STATES: dict[str, Test] = {
    "eliminated": lambda game, pieces, piece: piece.where == LOST,
    "out of the game": lambda game, pieces, piece: piece.where == OUT,
    "gone": lambda game, pieces, piece: piece.where in {LOST, OUT},
    "in play": lambda game, pieces, piece: piece.in_play,
    "face up": lambda game, pieces, piece: piece.face_up,
    "face down": lambda game, pieces, piece: not piece.face_up,
    "pinned": lambda game, pieces, piece: piece.pinned_by is not None,
    "towed": lambda game, pieces, piece: piece.towed_by is not None,
    "docked": lambda game, pieces, piece: piece.docked is not None,
    "derelict": lambda game, pieces, piece: piece.in_play and is_a(game, piece.id, "derelict"),
    "sunk": lambda game, pieces, piece: piece.where in {LOST, OUT} and piece.kind in {"ship", "sea creature"},
    "usable": lambda game, pieces, piece: game.active.usable(piece.id),
}


def check(game: Game, pieces: ScenarioPieces, name: str, wanted: Any) -> Iterator[str]:
    """Sentences that say what is not as it should be; none if all is."""
    try:
        if name in {"allowed", "forbidden"}:
            yield from _may(game, pieces, wanted, name == "allowed")
        elif name in {"offered", "not offered"}:
            yield from _offered(game, pieces, wanted, name == "offered")
        elif name == "game":
            yield from _game(game, pieces, wanted)
        elif name in SIDES and name not in pieces:
            yield from _player(game, pieces, name, wanted)
        else:
            yield from _piece(game, pieces, name, wanted)
    except ScenarioError as error:
        yield f"{error}."


def _piece(game: Game, pieces: ScenarioPieces, name: str, wanted: Any) -> Iterator[str]:
    piece = pieces.named(name)
    for want in wanted if isinstance(wanted, list) else [wanted]:
        if isinstance(want, dict):
            for key, value in want.items():
                printed = key == "rarity"
                actual = pieces.rarities.get(name) if printed else value_of(game, pieces, piece, key)
                if actual != _plain(value):
                    yield f"{piece.card.name}: {key} is {_shown(actual)}, not {_shown(_plain(value))}."
        elif not _is(game, pieces, piece, str(want)):
            yield f"{piece.card.name} is not {want}; it is {_where(game, piece)}."


def _is(game: Game, pieces: ScenarioPieces, piece: Piece, words: str) -> bool:
    """Whether a piece is in a state told in words; "not" denies it."""
    if words.startswith("not "):
        return not _is(game, pieces, piece, words[4:])
    if words in _STATES:
        return _STATES[words](game, pieces, piece)
    for place in ("aboard ", "on ", "in "):
        if words.startswith(place):
            return piece.where == pieces.named(words[len(place) :]).id
    if words.startswith("docked at "):
        return piece.docked == pieces.named(words[10:]).id
    if words.startswith("pinned by "):
        return piece.pinned_by == pieces.named(words[10:]).id
    if words.startswith("towed by "):
        return piece.towed_by == pieces.named(words[9:]).id
    if words.startswith("touching "):
        return table.touching(game.state, piece, pieces.named(words[9:]))
    if words.startswith("within "):
        distance, name = measured(words[7:])
        return table.within(game.state, piece, pieces.named(name), distance)
    state = state_called(words, piece)
    return not {state, words}.isdisjoint(piece.states) or bool(game.held(state, piece.id))


def value_of(game: Game, pieces: ScenarioPieces, piece: Piece, key: str) -> Any:
    """A fact of a piece by its name; "cannon roll against Revenge" is a stat against somebody."""
    facts: dict[str, Callable[[], Any]] = {
        "masts": lambda: piece.standing,
        "fire masts": lambda: piece.masts.count(FIRE),
        "worth": lambda: (
            stats.number(game, "gold_value", piece.id) if piece.kind == "treasure" else piece.value
        ),
        "crew": lambda: len(game.state.crew(piece.id)),
        "treasure": lambda: len(game.state.treasure(piece.id)),
        "gold": lambda: sum(coin.value for coin in game.state.treasure(piece.id)),
        "space": lambda: capacity.space_left(game, piece),
        "capacity": lambda: capacity.total(game, piece),
        "nation": lambda: stats.nation(game, piece),
        "controller": lambda: _side(piece.controller),
        "owner": lambda: _side(piece.owner),
        "cannons": lambda: _cannons(piece),
        "actions": lambda: len(game.state.turn.actions.get(piece.id, ())),
        "extra actions": lambda: len(game.state.turn.extra.get(piece.id, ())),
        "explored by": lambda: sorted(_side(player) for player in piece.explored),
        "move": lambda: sum(move_segments.segments(game, piece), ()),
        "known to": lambda: sorted(_side(player) for player in piece.known),
        "keywords": lambda: sorted(stats.keywords(game, piece)),
        "cost": lambda: stats.number(game, "point_cost", piece.id),
        "heading": lambda: round(piece.pose.heading) % 360 if piece.pose is not None else None,
        "at": lambda: [round(number) for number in piece.pose[:2]] if piece.pose is not None else None,
    }
    if key in facts:
        return facts[key]()
    part = key.removesuffix("s").replace(" ", "_")
    if part in OTHER_PARTS | piece.parts.keys():
        return piece.parts.get(part, 0)
    stat, _, against = key.partition(" against ")
    event = Event("roll", agent=piece.id, against=pieces.named(against).id) if against else None
    return stats.of(game, stat.replace(" ", "_"), piece.id, event)


def _cannons(piece: Piece) -> int:
    return min(piece.standing, len(piece.card.cannons)) + len(piece.given_cannons)


def _side(player: int | None) -> str:
    return next((name for name, number in SIDES.items() if number == player), "nobody")


def _game(game: Game, pieces: ScenarioPieces, wanted: Any) -> Iterator[str]:
    """Whether the game is over or goes on, or facts of the whole table."""
    if isinstance(wanted, dict):
        yield from _facts(_table(game), "the game", wanted)
        return
    over = pieces.over or ending.why_over(game)
    if wanted not in {"over", "goes on"}:
        raise ScenarioError(f"the game is over or goes on, not {wanted!r}")
    if (over is not None) != (wanted == "over"):
        yield f"the game {'is over: ' + over if over is not None else 'goes on'}."


def _table(game: Game) -> dict[str, Any]:
    """What lies on the table: islands, terrain, and the treasure on wild islands and at home."""
    state = game.state
    wild = [island for island in state.islands() if island.home is None]
    homes = [island for island in state.islands() if island.home is not None]
    on_each = [len(state.treasure(island.id)) for island in wild] or [0]
    placed = [piece for island in wild for piece in state.treasure(island.id)]
    return {
        "islands": len(wild) + len(homes),
        "wild islands": len(wild),
        "terrain": sum(piece.kind == "terrain" and piece.where == SEA for piece in state.pieces),
        "treasure": len(placed),
        "treasure gold": sum(piece.value for piece in placed),
        "face-up treasure": sum(piece.face_up for piece in placed),
        "treasure at home": sum(len(state.treasure(island.id)) for island in homes),
        "least treasure on an island": min(on_each),
        "most treasure on an island": max(on_each),
        "first player": _side(state.first_player),
        "size": list(state.table_size),
    }


def _player(game: Game, pieces: ScenarioPieces, side: str, wanted: Any) -> Iterator[str]:
    """Of a player: gold, score, units, whether he would win, his fleet by the rules of building."""
    player = SIDES[side]
    for want in wanted if isinstance(wanted, list) else [wanted]:
        if not isinstance(want, dict):
            yield from scenario_fleets.check(pieces.judge(side), side, str(want))
            continue
        facts = holdings(game, player)
        seen = observe(game.state, player)
        facts |= {f"sees tally of {other}": tally.of(seen, number) for other, number in SIDES.items()}
        if "wins" in want:
            facts["wins"] = ending.result(game, "").winners == (player,)
        if want.keys() - facts.keys():
            facts |= scenario_fleets.numbers(pieces.judge(side))
        yield from _facts(facts, side, want)


def holdings(game: Game, player: int) -> dict[str, Any]:
    """What a player has, in numbers."""
    return {
        "gold": treasure.gold_at_home(game, player),
        "score": ending.score(game, player),
        "units": len(ending.units(game, player)),
        "tally": tally.of(game.state, player),
    }


def _facts(facts: dict[str, Any], name: str, wanted: dict[str, Any]) -> Iterator[str]:
    for key, value in wanted.items():
        if key not in facts:
            raise ScenarioError(f"of {name} {', '.join(facts)} are told, not {key!r}")
        if facts[key] != value:
            yield f"{name}: {key} is {facts[key]}, not {value}."


def _may(game: Game, pieces: ScenarioPieces, wanted: Any, allowed: bool) -> Iterator[str]:
    """Events that may or may not happen now: {event: shoot_at, agent: Revenge, object: Prey}."""
    for want in wanted if isinstance(wanted, list) else [wanted]:
        slots: dict[str, Any] = {slot: reference(pieces, want[slot]) for slot in SLOTS if slot in want}
        agent = slots.get("agent")
        player = game.state.pieces[agent].controller if isinstance(agent, int) else game.state.turn.player
        event = Event(want["event"], player=player, manner=frozenset(want.get("manner", ())), **slots)
        reason = pipeline.forbidden(game, event)
        if allowed and reason is not None:
            yield f"{want} should be allowed: {reason}."
        if not allowed and reason is None:
            yield f"{want} should be forbidden, and nothing forbids it."


def _offered(game: Game, pieces: ScenarioPieces, wanted: Any, offered: bool) -> Iterator[str]:
    for name in wanted if isinstance(wanted, list) else [wanted]:
        piece = pieces.named(name)
        player = game.active.player_of(piece)
        is_offered = any(option.answer["use"] == piece.id for option, _ in game.active.offers(player))
        if is_offered != offered:
            yield f"{name} offers {'nothing' if offered else 'its ability'} now."


def _plain(value: Any) -> Any:
    """A value as it is written: "S+L" for a move, a list in its order."""
    if isinstance(value, str) and value and set(value) <= {"S", "L", "+"}:
        return tuple(value.split("+"))
    return value


def _shown(value: Any) -> str:
    return "+".join(value) if isinstance(value, tuple) else repr(value)


def _where(game: Game, piece: Piece) -> str:
    if piece.where >= 0:
        return f"on {game.name(piece.where)}, face {'up' if piece.face_up else 'down'}"
    places = {LOST: "eliminated", OUT: "out of the game", -1: "on the table", -4: "not in play"}
    states = ", ".join(sorted(piece.states))
    return places[piece.where] + (f" ({states})" if states else "")
