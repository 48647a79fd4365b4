"""Times the geometry of the table against shapely, which is measured only where it is installed.

Every pose is new, as in a game, so placing a shape counts. Ratios are shapely's time to ours.

Usage: python bench/geometry.py [--rounds N]
"""

from __future__ import annotations

import argparse
import importlib
import random
import time
from collections.abc import Callable
from typing import Any

from rich.console import Console
from rich.table import Table

from pirate_code.board.geometry import L, Shape, gap, overlaps, place, toward
from pirate_code.board.outlines import hull, island
from pirate_code.board.pose import Pose
from pirate_code.board.sailing import sail

MOVES = 2_000
SIDE = 900.0


def main() -> None:
    """Measure and print the table."""
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument(
        "--rounds", type=int, default=5, help="how many times each is measured; the best counts"
    )
    given = options.parse_args()
    try:
        shapely = importlib.import_module("shapely")
    except ImportError:
        shapely = None
    report(measure(shapely, max(1, given.rounds)), shapely is not None)


def measure(shapely: Any, rounds: int) -> dict[str, tuple[float, float | None]]:
    """Return the seconds of one of each, ours and shapely's."""
    dice = random.Random(7)
    poses = [Pose(dice.uniform(0, SIDE), dice.uniform(0, SIDE), dice.uniform(0, 360)) for _ in range(MOVES)]
    turns = [dice.uniform(-160, 160) for _ in poses]
    table = [place(island(k), poses[k]) for k in range(6)] + [
        place(hull(k % 5 + 1), poses[k]) for k in range(6, 16)
    ]
    ship = hull(3)
    obstacles = list(enumerate(table))

    def moves() -> None:
        for pose, turn in zip(poses, turns, strict=True):
            sail(ship, pose, L, turn, obstacles)

    ours: dict[str, Callable[[], None]] = {
        "place": lambda: each(poses, lambda pose: place(ship, pose)),
        "place, gap": lambda: each(poses, lambda pose: gap(place(ship, pose), table[0])),
        "place, overlaps of 16": lambda: each(poses, lambda pose: any_of(place(ship, pose), table)),
        "sail past 16": moves,
    }
    theirs = {} if shapely is None else against(shapely, poses, turns, table)
    return {
        name: (best(run, rounds), best(theirs[name], rounds) if name in theirs else None)
        for name, run in ours.items()
    }


def against(
    shapely: Any, poses: list[Pose], turns: list[float], table: list[Shape]
) -> dict[str, Callable[[], None]]:
    """Return the same work done by shapely: the course as one polygon, contact by halving the way."""
    ship = shapely.Polygon(hull(3).points)
    others = [shapely.Polygon(shape.points) for shape in table]
    turned = importlib.import_module("shapely.affinity")

    def put(pose: Pose) -> Any:
        ux, uy = toward(pose.heading)
        return turned.affine_transform(ship, [ux, -uy, uy, ux, pose.x, pose.y])

    def lies_over(shape: Any, obstacles: list[Any]) -> bool:
        return any(
            shape.distance(other) == 0 and shape.intersection(other).area > 1e-4 for other in obstacles
        )

    def move(pose: Pose, turn: float) -> int:
        heading = pose.heading + turn
        ux, uy = toward(heading)
        hull_shape = put(Pose(pose.x, pose.y, heading))
        end = turned.translate(hull_shape, L * ux, L * uy)
        swept = hull_shape.union(end).convex_hull
        near = [other for other in others if swept.intersects(other)]
        low, high = 0.0, L
        while near and high - low > 0.01:
            middle = (low + high) / 2
            part = turned.translate(hull_shape, middle * ux, middle * uy)
            low, high = (low, middle) if lies_over(part, near) else (middle, high)
        arrived = turned.translate(hull_shape, low * ux, low * uy)
        return sum(float(arrived.distance(other)) <= 0.01 for other in others)

    def moves() -> None:
        for pose, turn in zip(poses, turns, strict=True):
            move(pose, turn)

    return {
        "place": lambda: each(poses, put),
        "place, gap": lambda: each(poses, lambda pose: put(pose).distance(others[0])),
        "place, overlaps of 16": lambda: each(poses, lambda pose: lies_over(put(pose), others)),
        "sail past 16": moves,
    }


def any_of(shape: Shape, others: list[Shape]) -> bool:
    """Tell whether a shape lies over any of the others."""
    return any(overlaps(shape, other) for other in others)


def each(poses: list[Pose], do: Callable[[Pose], Any]) -> None:
    """Do something at each pose."""
    for pose in poses:
        do(pose)


def best(run: Callable[[], None], rounds: int) -> float:
    """Return the processor seconds of one of MOVES, the best of some rounds."""
    times = []
    for _ in range(rounds):
        start = time.process_time()
        run()
        times.append(time.process_time() - start)
    return min(times) / MOVES


def report(times: dict[str, tuple[float, float | None]], compared: bool) -> None:
    """Print the times and ratios."""
    table = Table(title="Geometry of the table", title_justify="left")
    for heading in ("", "µs", "shapely µs", "ratio"):
        table.add_column(heading, justify="right" if heading else "left")
    for name, (ours, theirs) in times.items():
        other = ("-", "-") if theirs is None else (f"{theirs * 1e6:.1f}", f"{theirs / ours:.1f}")
        table.add_row(name, f"{ours * 1e6:.1f}", *other)
    console = Console()
    console.print(table)
    if not compared:
        console.print("shapely is not installed; to compare: pip install -e .\\[bench]")


if __name__ == "__main__":
    main()
