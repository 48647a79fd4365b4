"""The sign of the site: a ship on the water, as SVG and as PNG of any size, from one list of shapes."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from typing import NamedTuple

SIDE = 32  # units of the drawing
_FINE = 4  # lines that are drawn for one line of the picture
Point = tuple[float, float]


class Shape(NamedTuple):
    """A polygon of one colour."""

    colour: str
    points: tuple[Point, ...]


SHAPES = (
    Shape("#14505c", ((0, 0), (32, 0), (32, 32), (0, 32))),
    Shape("#0b2a32", ((0, 24), (32, 24), (32, 32), (0, 32))),
    Shape("#8a5a2b", ((15.3, 4.5), (16.7, 4.5), (16.7, 21), (15.3, 21))),
    Shape("#fbf8f1", ((17.5, 6), (24.5, 18.5), (17.5, 18.5))),
    Shape("#d9a441", ((14.5, 9), (14.5, 18.5), (8, 18.5))),
    Shape("#b0451f", ((5.5, 20), (26.5, 20), (23, 26.5), (9, 26.5))),
)


def svg() -> str:
    """Return the drawing as SVG."""
    drawn = "".join(
        f'<path fill="{shape.colour}" d="M{" ".join(f"{x:g},{y:g}" for x, y in shape.points)}z"/>'
        for shape in SHAPES
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}">{drawn}</svg>\n'


def png(size: int) -> bytes:
    """Return the drawing as PNG of so many pixels each way."""
    lines = [_line((row + 0.5) * SIDE / (size * _FINE), size * _FINE) for row in range(size * _FINE)]
    picture = bytearray()
    for top in range(0, len(lines), _FINE):
        picture.append(0)  # no filter
        picture += _mean(lines[top : top + _FINE], size)
    head = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(bytes(picture), 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, data) for name, data in parts)


def _line(y: float, width: int) -> list[int]:
    """Return the shape that is seen at every point of a line; later shapes lie above."""
    seen = [0] * width
    for number, shape in enumerate(SHAPES):
        crossed = sorted(_crossings(shape.points, y))
        for left, right in zip(crossed[::2], crossed[1::2], strict=True):
            start, end = round(left * width / SIDE), round(right * width / SIDE)
            seen[start:end] = [number] * (end - start)
    return seen


def _crossings(points: tuple[Point, ...], y: float) -> Iterator[float]:
    for (x0, y0), (x1, y1) in zip(points, (*points[1:], points[0]), strict=True):
        if (y0 <= y) != (y1 <= y):
            yield x0 + (y - y0) * (x1 - x0) / (y1 - y0)


def _mean(lines: list[list[int]], size: int) -> bytes:
    """Return one line of pixels, each the mean of the fine points in it."""
    colours = [bytes.fromhex(shape.colour[1:]) for shape in SHAPES]
    pixels = bytearray()
    for column in range(size):
        points = [colours[seen] for line in lines for seen in line[column * _FINE : (column + 1) * _FINE]]
        pixels += bytes(sum(point[channel] for point in points) // len(points) for channel in range(3))
    return bytes(pixels)


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
