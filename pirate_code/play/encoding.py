"""Pirates in numbers: what a player sees of the table, and what each option would do (docs/env.md)."""

from __future__ import annotations

from math import cos, dist, radians, sin
from typing import Any

from pirate_code.board.state import SEA, Piece, State
from pirate_code.core.layout import Encoding, Field, one_of, rows
from pirate_code.rules.decision import Decision, Kind, Option

_KINDS = tuple(Kind)
_OWN, _OTHERS, _ISLANDS = 8, 8, 16
_FAR = 1000.0  # millimetres that are 1
_NEAR = 100.0  # millimetres that a course brings a ship nearer, that are 1
_TURNS, _GOLD, _COINS, _MASTS, _CARGO = 100.0, 30.0, 10.0, 5.0, 8.0
_ACTIONS = ("move_action", "explore_action", "shoot_action", "repair_action")
_SHIP = (
    "there", "acts", "x", "y", "cosine", "sine", "masts_left", "masts", "space_left", "gold_aboard",
    "treasures", "docked", "docked_at_home", "pinned", "towed",
)  # fmt: skip
_ISLAND = ("there", "x", "y", "own_home", "other_home", "explored", "gold_seen", "treasures")
_OPTION = (
    "there", "nothing", "yes", "no", "move", "explore", "shoot", "repair", "other_action", "other_deed",
    "own_ship", "enemy_ship", "wild_island", "own_home", "ship_laden", "ship_at_wild_island", "ship_at_home",
    "nearer", "touches_goal", "loads_treasure", "unloads_treasure", "stops", "hits",
)  # fmt: skip
_FIELDS = (
    Field("turn", ("number", "own", "players", "gold", "gold_of_others", "starting_gold")),
    Field("decision", tuple(kind.value for kind in _KINDS)),
    Field("own_ships", _SHIP, _OWN),
    Field("other_ships", _SHIP, _OTHERS),
    Field("islands", _ISLAND, _ISLANDS),
)


def _table(state: State, player: int, decision: Decision | None) -> list[float]:
    gold = [_gold_at_home(state, each) / _GOLD for each in range(state.players)]
    others = [value for each, value in enumerate(gold) if each != player]
    numbers = [
        state.turn.number / _TURNS,
        float(state.turn.player == player),
        state.players / 10,
        gold[player],
        max(others, default=0.0),
        (state.starting_gold or 0) / 100,
    ]
    numbers += one_of(None if decision is None else decision.kind, _KINDS)
    acting = None if decision is None else decision.subject
    own = [_ship(state, ship, player, acting) for ship in state.ships(player)]
    enemies = [_ship(state, ship, player, acting) for ship in state.ships() if ship.controller != player]
    numbers += rows(own, _OWN, len(_SHIP)) + rows(enemies, _OTHERS, len(_SHIP))
    return numbers + rows(
        [_island(state, island, player) for island in state.islands()], _ISLANDS, len(_ISLAND)
    )


def _gold_at_home(state: State, player: int) -> float:
    home = state.home(player)
    return 0.0 if home is None else float(sum(piece.value for piece in state.treasure(home.id)))


def _ship(state: State, ship: Piece, player: int, acting: object) -> list[float]:
    treasure = state.treasure(ship.id)
    x, y, heading = ship.pose or (0.0, 0.0, 0.0)
    docked = _docked_at(state, ship)
    return [
        1.0,
        float(ship.id == acting),
        x / _FAR,
        y / _FAR,
        cos(radians(heading)),
        sin(radians(heading)),
        ship.standing / _MASTS,
        len(ship.masts) / _MASTS,
        _space(state, ship) / _CARGO,
        sum(piece.value for piece in treasure) / _COINS,
        len(treasure) / _CARGO,
        float(docked is not None),
        float(docked is not None and docked.home == player),
        float(ship.pinned_by is not None),
        float(ship.towed_by is not None),
    ]


def _island(state: State, island: Piece, player: int) -> list[float]:
    treasure = state.treasure(island.id)
    x, y, _ = island.pose or (0.0, 0.0, 0.0)
    return [
        1.0,
        x / _FAR,
        y / _FAR,
        float(island.home == player),
        float(island.home not in {None, player}),
        float(player in island.explored_by),
        sum(piece.value for piece in treasure) / _COINS,
        len(treasure) / _CARGO,
    ]


def _option(state: State, player: int, decision: Decision, option: Option) -> list[float]:
    answer: Any = option.answer
    deed: dict[str, Any] = answer if isinstance(answer, dict) else {}
    ship = _acting(state, decision, deed)
    given = deed.get("give")
    named = [state.pieces[ref] for ref in option.refs if isinstance(ref, int)]
    nearer, touches = _course(state, player, decision, ship, option)
    docked = None if ship is None else _docked_at(state, ship)
    return [
        1.0,
        float(answer is None),
        float(answer is True),
        float(answer is False),
        *one_of(given, _ACTIONS),
        float(given is not None and given not in _ACTIONS),
        float(bool(deed) and given is None and decision.kind is Kind.TURN),
        float(any(one.kind == "ship" and one.controller == player for one in named)),
        float(any(one.kind == "ship" and one.controller not in {player, None} for one in named)),
        float(any(_is_wild(state, one, player) for one in named)),
        float(any(one.kind == "island" and one.home == player for one in named)),
        float(ship is not None and bool(state.treasure(ship.id))),
        float(docked is not None and _is_wild(state, docked, player)),
        float(docked is not None and docked.home == player),
        nearer,
        touches,
        float(_is_treasure(state, deed.get("load"))),
        float(_is_treasure(state, deed.get("unload"))),
        float(answer == "stop"),
        float(decision.kind is Kind.TARGET and answer is not None),
    ]


def _acting(state: State, decision: Decision, deed: dict[str, Any]) -> Piece | None:
    """The ship that an option lets act, if it is one."""
    number = deed.get("to", decision.subject)
    if not isinstance(number, int) or not 0 <= number < len(state.pieces):
        return None
    piece = state.pieces[number]
    return piece if piece.afloat else None


def _course(
    state: State, player: int, decision: Decision, ship: Piece | None, option: Option
) -> tuple[float, float]:
    """How much nearer a course brings a ship to treasure, or home with it, and whether she touches that."""
    if decision.kind is not Kind.COURSE or ship is None or ship.pose is None:
        return 0.0, 0.0
    goals = _goals(state, ship, player)
    touches = float(any(goal.id in option.refs for goal in goals))
    if not goals or not isinstance(option.answer, dict):
        return 0.0, touches
    x, y, heading = ship.pose
    towards = radians(option.answer.get("direction", heading + option.answer.get("turn", 0.0)))
    length = option.answer["length"]
    there = (x + length * cos(towards), y + length * sin(towards))
    before, after = (
        min(dist(place, goal.pose[:2]) for goal in goals if goal.pose is not None)
        for place in ((x, y), there)
    )
    return (before - after) / _NEAR, touches


def _goals(state: State, ship: Piece, player: int) -> list[Piece]:
    """Home for a ship with treasure, else wild islands with treasure."""
    if state.treasure(ship.id):
        return [island for island in state.islands() if island.home == player and island.pose is not None]
    return [
        island for island in state.islands() if _is_wild(state, island, player) and island.pose is not None
    ]


def _is_wild(state: State, island: Piece, player: int) -> bool:
    """Whether treasure that may be worth something lies on an island that is nobody's home."""
    if island.kind != "island" or island.home is not None:
        return False
    return any(piece.value > 0 or player not in piece.known for piece in state.treasure(island.id))


def _is_treasure(state: State, number: object) -> bool:
    return isinstance(number, int) and state.pieces[number].kind == "treasure"


def _docked_at(state: State, ship: Piece) -> Piece | None:
    return None if ship.docked is None else state.pieces[ship.docked]


def _space(state: State, ship: Piece) -> int:
    return ship.card.cargo - sum(1 for _ in state.aboard(ship.id)) if ship.where == SEA else 0


PIRATES = Encoding("pirates", 1, _FIELDS, _OPTION, _table, _option)
