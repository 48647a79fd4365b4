"""Tables to try: poses, hulls, and things that lie in the way."""

from __future__ import annotations

from hypothesis import strategies as st

from pirate_code.board.geometry import Shape, overlaps, place
from pirate_code.board.outlines import Outline, load_outlines
from pirate_code.board.pose import Pose

numbers = st.integers(-20_000, 20_000).map(lambda n: n / 100)
angles = st.one_of(st.integers(0, 23).map(lambda n: n * 15.0), st.integers(0, 35_999).map(lambda n: n / 100))
poses = st.builds(Pose, numbers, numbers, angles)
outlines = st.sampled_from(sorted(load_outlines())).map(lambda name: load_outlines()[name])
hulls = st.sampled_from(sorted(name for name, outline in load_outlines().items() if outline.bow_zone)).map(
    lambda name: load_outlines()[name]
)
shapes = st.builds(place, outlines, poses)


@st.composite
def seas(draw: st.DrawFn) -> tuple[Outline, Pose, list[tuple[int, Shape]]]:
    """Return a ship, where she lies, and obstacles that she does not lie over."""
    outline, pose = draw(hulls), draw(poses)
    hull = place(outline, pose)
    obstacles = draw(st.lists(shapes, max_size=6))
    return outline, pose, [(key, shape) for key, shape in enumerate(obstacles) if not overlaps(hull, shape)]
