"""Whom a cannon can shoot at: who is a valid target, who is in range, and what stands in the line of fire."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pirate_code.board import fire, geometry
from pirate_code.board.outlines import load_outlines
from pirate_code.board.refs import Ref
from pirate_code.board.state import SEA, Piece
from pirate_code.rules import pipeline, sight, stats, table
from pirate_code.rules.cannons import Gun, guns
from pirate_code.rules.event import Event
from pirate_code.rules.registry import banned

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pirate_code.rules.game import Game

HULLS = frozenset({"ship", "sea creature"})
# No cannon shoots so far, whatever doubles its range: who is farther away need not be looked at.
_FAR = ("L",) * 6
_PRINTED = ("L",)  # nor farther than this, if no ability says so


# --- valid targets ---------------------------------------------------------------------------------------


def targets(game: Game, gun: Gun, shooter: Piece, using: Ref | None, within: Event | None) -> list[Piece]:
    """The enemies that a cannon can shoot at now."""
    return [
        piece
        for piece in _near_enemies(game, shooter)
        if in_range(game, gun, shooter, piece)
        and game.allows(aim(gun, piece, using, within))
        and in_sight(game, gun, shooter, piece)
    ]


def aim(gun: Gun, target: Piece, using: Ref | None, within: Event | None) -> Event:
    """The event of shooting at a target with a cannon, to ask about or to propose."""
    return Event("shoot_at", agent=gun.part, object=target.id, using=using, within=within)


def _near_enemies(game: Game, shooter: Piece) -> list[Piece]:
    """The enemies that any cannon could reach, the same for all her cannons."""

    def find() -> list[Piece]:
        far = _FAR if _is_range_changed(game) else _PRINTED
        return [piece for piece in enemies(game, shooter) if table.within(game.state, shooter, piece, far)]

    return game.active.recall(("near enemies", shooter.id), find)


def _is_range_changed(game: Game) -> bool:
    """Whether any ability might let a cannon shoot farther than cards print."""
    return game.active.is_modified("range", "range") or bool(game.active.entries("hold", "has"))


def has_enemies_near(game: Game, shooter: Piece) -> bool:
    """Whether there is anybody whom any cannon of hers could reach."""
    return bool(_near_enemies(game, shooter))


def enemies(game: Game, shooter: Piece) -> Iterator[Piece]:
    """Ships, sea creatures and forts that are not of the shooter's fleet, enemy guns ashore, and what else
    says that it can be hit.

    Islands, terrain and open water are no targets (shooting-needs-a-valid-target); nobody shoots at his own
    (shooting-not-at-your-own-fleet-cursed-seas).
    """
    for piece in game.state.pieces:
        if piece.controller == shooter.controller or piece is shooter:
            continue
        if piece.kind in HULLS:
            is_there = piece.where == SEA and "wreck" not in piece.states
        else:
            is_there = piece.where >= 0 and (piece.kind == "fort" or _is_gunner_ashore(game, piece))
        if is_there:
            yield piece
    for entry in game.active.entries("when", "hit"):
        if _is_treasure_ashore(game, game.state.pieces[entry.source]):
            yield game.state.pieces[entry.source]


def _is_treasure_ashore(game: Game, piece: Piece) -> bool:
    lies = piece.kind == "treasure" and piece.where >= 0 and piece.face_up
    return lies and game.state.pieces[piece.where].kind == "island"


@banned("shoot_at")
def _is_no_target(game: Game, event: Event) -> str | None:
    """Treasure is shot at only by those of whom it says that they can hit it (wolves-who-can-shoot-them)."""
    target = _target(game, event)
    if target is None or target.kind != "treasure":
        return None
    hits = Event("hit", agent=event.agent, object=target.id, at=target.id)
    own = (found for found in game.active.matching("when", hits) if found.source == target.id)
    return None if any(own) else f"{target.card.name} is no target for this cannon."


def _is_gunner_ashore(game: Game, piece: Piece) -> bool:
    return (
        piece.kind == "crew" and game.state.pieces[piece.where].kind == "island" and bool(guns(game, piece))
    )


@banned("shoot_at")
def _is_safe_at_home(game: Game, event: Event) -> str | None:
    """A ship docked at her own home island is not shot at ("Shooting")."""
    target = _target(game, event)
    if target is None or target.docked is None or target.kind not in HULLS:
        return None
    if game.state.pieces[target.docked].home == target.controller:
        return f"{target.card.name} is docked at her home island."
    return None


@banned("shoot_at")
def _is_hidden(game: Game, event: Event) -> str | None:
    """Nobody shoots at a ship lost in fog (fog-bank-what-lost-pieces-cannot-do-cursed-seas)."""
    target = _target(game, event)
    if target is not None and "lost" in target.states:
        return f"{target.card.name} is lost in fog."
    return None


@banned("shoot_at")
def _may_not_shoot(game: Game, event: Event) -> str | None:
    """Who may not shoot does not aim at anybody either (shoots-submerged-ships-while-submerged)."""
    if game.active.entries("forbid", "shoot"):
        found = pipeline.denied(game, event.but(type="shoot", object=None, at=event.object))
        return f"{game.name(found.source)}: {found.op.says}" if found is not None else None
    return None


@banned("shoot_at")
def _may_not_attack(game: Game, event: Event) -> str | None:
    """Who may not attack somebody does not shoot at him."""
    if game.active.entries("forbid", "attack"):
        for found in game.active.matching("forbid", event.but(type="attack")):
            return f"{game.name(found.source)}: {found.op.says}"
    return None


def _target(game: Game, event: Event) -> Piece | None:
    return game.state.pieces[event.object] if isinstance(event.object, int) else None


# --- range -----------------------------------------------------------------------------------------------


def reach(game: Game, gun: Gun, target: Piece) -> float:
    """How far a cannon shoots at a target, in millimetres."""
    asked = Event("shoot_at", agent=gun.part, object=target.id, against=target.id)
    return table.length(stats.reach(game, gun.part, asked))


def in_range(game: Game, gun: Gun, shooter: Piece, target: Piece) -> bool:
    """Whether any part of a target is in range, as far as hulls tell; `in_sight` measures from the mast."""
    return table.is_nearer(game.state, shooter, target, reach(game, gun, target))


# --- lines of fire ---------------------------------------------------------------------------------------


def in_sight(game: Game, gun: Gun, shooter: Piece, target: Piece, mm: float | None = None) -> bool:
    """Whether a clear line within range runs from a cannon to some part of a target ("Shooting")."""
    aimed = table.shape(game.state, target)
    if aimed is None:
        return False
    limit = reach(game, gun, target) if mm is None else mm
    blockers = list(sight.blockers(game, shooter, target))
    arm = table.arm(game.state, target)
    parts = (aimed,) if arm is None else (aimed, arm)
    for origin, mast in _origins(game, gun, shooter, aimed):
        own = list(sight.own_rigging(shooter, mast))
        if any(fire.best_shot(origin, part, [*blockers, *own], limit) is not None for part in parts):
            return True
    return False


def _origins(
    game: Game, gun: Gun, shooter: Piece, aimed: geometry.Shape
) -> Iterator[tuple[geometry.Point, int | None]]:
    """The points that a cannon can shoot from, each with the mast that stands there."""
    masts: tuple[geometry.Point, ...] = ()
    if shooter.pose is not None and shooter.outline:
        masts = fire.masts(load_outlines()[shooter.outline], shooter.pose)
    if gun.mast is not None and gun.mast < len(masts):
        yield masts[gun.mast], gun.mast
    elif masts and not gun.anywhere:
        yield from ((point, number) for number, point in enumerate(masts))
    else:
        shape = table.shape(game.state, shooter)
        if shape is not None:
            middle = aimed.points[0]
            yield geometry.nearest(middle, shape), None
            yield from ((point, None) for point in shape.points)
