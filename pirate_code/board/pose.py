"""Poses: where a piece lies and where its bow points. Apart from the geometry, which can be compiled."""

from __future__ import annotations

from typing import NamedTuple

_DECIMALS = 6


class _Fields(NamedTuple):
    x: float
    y: float
    heading: float


class Pose(_Fields):
    """Where a piece lies and where its bow points: degrees from +x, counter-clockwise, in [0, 360).

    The numbers are rounded on creation, so that a log reads the same on any machine.
    """

    __slots__ = ()

    def __new__(cls, x: float, y: float, heading: float) -> Pose:
        """Round the numbers and bring the heading into [0, 360)."""
        heading = round(heading % 360.0, _DECIMALS)
        # Adding nought turns -0.0, which is written otherwise, into 0.0.
        return super().__new__(
            cls, round(x, _DECIMALS) + 0.0, round(y, _DECIMALS) + 0.0, heading if heading < 360.0 else 0.0
        )
