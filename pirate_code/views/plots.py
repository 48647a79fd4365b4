"""Plots as inline SVG, without scripts: values with intervals, lines over turns, bars, a grid of shares."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple

COLOURS = ("#b3262e", "#1f4e9e", "#3c7a2c", "#b8860b", "#6b3fa0", "#0f7c7c")
_WIDTH, _LEFT, _RIGHT = 720, 210, 70
_ROW, _TOP, _BOTTOM = 24, 26, 34
_HEIGHT = 260
_GRID, _INK, _SEA = "#d8d2c4", "#22303a", "#1f4e9e"
_TICKS = 6
_NEARLY = 1e-9


class Measured(NamedTuple):
    """A value with the interval it lies in, and its name."""

    name: str
    value: float
    low: float
    high: float


def intervals(title: str, rows: Sequence[Measured], unit: str = "", middle: float | None = None) -> str:
    """A dot for each value and a line for its interval; `middle` is marked, where all would be equal."""
    low = min([row.low for row in rows] + ([] if middle is None else [middle]))
    high = max([row.high for row in rows] + ([] if middle is None else [middle]))
    scale = _Scale(low, high)
    height = _TOP + _ROW * len(rows) + _BOTTOM
    parts = [*scale.axis(height, unit)]
    if middle is not None:
        x = scale.at(middle)
        parts.append(_line(x, _TOP, x, height - _BOTTOM, _INK, dashed=True))
    for place, row in enumerate(rows):
        y = _TOP + _ROW * (place + 0.5)
        parts.append(_text(_LEFT - 10, y + 4, row.name, "end"))
        parts.append(_line(scale.at(row.low), y, scale.at(row.high), y, _SEA, width=3))
        parts.append(f'<circle cx="{scale.at(row.value):.1f}" cy="{y:.1f}" r="5" fill="{_SEA}"/>')
        parts.append(_text(_WIDTH - _RIGHT + 10, y + 4, _number(row.value, unit)))
    return _svg(title, height, parts)


def bars(title: str, rows: Sequence[tuple[str, float]], unit: str = "") -> str:
    """A bar for each value."""
    scale = _Scale(0.0, max((value for _, value in rows), default=1.0))
    height = _TOP + _ROW * len(rows) + _BOTTOM
    parts = [*scale.axis(height, unit)]
    for place, (name, value) in enumerate(rows):
        y, width = _TOP + _ROW * place + 4, scale.at(value) - _LEFT
        parts.append(_text(_LEFT - 10, y + 12, name, "end"))
        parts.append(f'<rect x="{_LEFT}" y="{y}" width="{width:.1f}" height="{_ROW - 8}" fill="{_SEA}"/>')
        parts.append(_text(_WIDTH - _RIGHT + 10, y + 12, _number(value, unit)))
    return _svg(title, height, parts)


def lines(title: str, series: Sequence[tuple[str, Sequence[float]]], across: str) -> str:
    """A line for each series of values, one value a step; the steps are numbered from 1."""
    steps = max((len(values) for _, values in series), default=1)
    highest = max((value for _, values in series for value in values), default=1.0) or 1.0
    scale = _Scale(1.0, float(max(2, steps)), left=60)
    bottom = _HEIGHT - _BOTTOM
    parts = [*scale.axis(_HEIGHT, "", f"  {across}")]
    for tick in _ticks(0.0, highest):
        y = bottom - (bottom - _TOP) * tick / highest
        parts += [
            _line(60, y, _WIDTH - _RIGHT, y, _GRID),
            _text(52, y + 4, _number(tick, ""), "end"),
        ]
    for place, (name, values) in enumerate(series):
        colour = COLOURS[place % len(COLOURS)]
        points = " ".join(
            f"{scale.at(step):.1f},{bottom - (bottom - _TOP) * value / highest:.1f}"
            for step, value in enumerate(values, start=1)
        )
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2.5"/>')
        parts.append(f'<text x="70" y="{_TOP + 16 * place + 6}" style="fill:{colour}">{escape(name)}</text>')
    return _svg(title, _HEIGHT, parts)


def grid(title: str, names: Sequence[str], shares: Sequence[Sequence[float | None]]) -> str:
    """How each row does against each column: the share in hundredths, blue above a half and red below."""
    cell = max(22, min(44, (_WIDTH - _LEFT - 10) // max(1, len(names))))
    width, height = _LEFT + cell * len(names) + 10, _TOP + cell * (len(names) + 1)
    parts = []
    for place, name in enumerate(names):
        parts.append(_text(_LEFT + cell * (place + 0.5), _TOP + cell * 0.6, str(place + 1), "middle"))
        y = _TOP + cell * (place + 1)
        parts.append(_text(_LEFT - 10, y + cell * 0.6, f"{place + 1} {name}", "end"))
        for column, share in enumerate(shares[place]):
            if share is None:
                continue
            x, colour = _LEFT + cell * column, _shade(share)
            parts.append(
                f'<rect x="{x}" y="{y}" width="{cell - 1}" height="{cell - 1}" fill="{colour}">'
                f"<title>{escape(name)} against {escape(names[column])}: {share:.0%}</title></rect>"
            )
            parts.append(_text(x + cell / 2, y + cell * 0.6, f"{share * 100:.0f}", "middle"))
    return _svg(title, height, parts, width)


class _Scale:
    """Where values stand across a plot."""

    def __init__(self, low: float, high: float, left: int = _LEFT) -> None:
        self.low, self.high, self.left = low, high if high > low else low + 1, left

    def at(self, value: float) -> float:
        """The place of a value."""
        share = (value - self.low) / (self.high - self.low)
        return self.left + share * (_WIDTH - _RIGHT - self.left)

    def axis(self, height: int, unit: str, more: str = "") -> Iterable[str]:
        """Marks below the plot, with lines up from them."""
        for number, tick in enumerate(ticks := _ticks(self.low, self.high)):
            x = self.at(tick)
            told = _number(tick, unit) + (more if number == len(ticks) - 1 else "")
            yield _line(x, _TOP, x, height - _BOTTOM, _GRID)
            yield _text(x, height - _BOTTOM + 16, told, "middle")


def _ticks(low: float, high: float) -> list[float]:
    """Round numbers between two others."""
    rough = (high - low) / _TICKS
    if rough <= 0:
        return [low]
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough)
    first, last = math.ceil(low / step - _NEARLY), math.floor(high / step + _NEARLY)
    return [number * step for number in range(first, last + 1)]


def _number(value: float, unit: str) -> str:
    if unit == "%":
        return f"{value * 100:.3g}%"
    return f"{value:,.0f}{unit}" if abs(value) >= 100 else f"{value:.3g}{unit}"


def _shade(share: float) -> str:
    """From red through white to blue."""
    distance = min(1.0, abs(share - 0.5) * 2)
    colour = (31, 78, 158) if share > 0.5 else (179, 38, 46)
    return "#" + "".join(f"{round(255 - (255 - part) * distance * 0.6):02x}" for part in colour)


def _line(
    x1: float, y1: float, x2: float, y2: float, colour: str, *, width: int = 1, dashed: bool = False
) -> str:
    dash = ' stroke-dasharray="4 3"' if dashed else ""
    return (
        f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}"'
        f' stroke-width="{width}"{dash}/>'
    )


def _text(x: float, y: float, text: str, anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _svg(title: str, height: int, parts: Iterable[str], width: int = _WIDTH) -> str:
    style = f"text{{font:13px Georgia,serif;fill:{_INK}}}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img"'
        f' style="max-width:{width}px" aria-label="{escape(title)}">'
        f"<title>{escape(title)}</title><style>{style}</style>"
        f"{''.join(parts)}</svg>"
    )
