"""The layout of a numeric observation: named fields in their order, all numbers from -1 to 1."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from pirate_code.core.decision import Decision, Option

SLOTS = 64  # options that an observation has room for


class Field(NamedTuple):
    """Some numbers of an observation: a row of fields, repeated."""

    name: str
    columns: tuple[str, ...]
    rows: int = 1

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return len(self.columns) * self.rows


@dataclass(frozen=True)
class Encoding:
    """How a game is told in numbers. `version` changes whenever a field is added or moved, or means another.

    `table` gives the numbers of all fields but the options, `option` those of one option.
    """

    game: str
    version: int
    fields: tuple[Field, ...]
    option_columns: tuple[str, ...]
    table: Callable[[Any, int, Decision[Any, Any] | None], list[float]]
    option: Callable[[Any, int, Decision[Any, Any], Option[Any]], list[float]]

    def layout(self) -> tuple[Field, ...]:
        """All fields in their order; the options come last."""
        return (*self.fields, Field("options", self.option_columns, SLOTS))

    def size(self) -> int:
        """How many numbers an observation has."""
        return sum(field.size for field in self.layout())

    def encode(
        self, view: Any, player: int, decision: Decision[Any, Any] | None, options: Sequence[Option[Any]]
    ) -> list[float]:
        """What a player observes, up to the last option; `options` are those of the player's own decision.

        Numbers that are too large have still to be cut, and noughts to be added for the options that there
        are not.
        """
        numbers = self.table(view, player, decision)
        if decision is not None:
            for option in options:
                numbers += self.option(view, player, decision, option)
        return numbers


def offered(decision: Decision[Any, Any]) -> list[Option[Any]]:
    """The options that there is room for: all, or evenly chosen ones, the first and the last among them."""
    options = list(decision.options)
    if len(options) <= SLOTS:
        return options
    return [options[round(place * (len(options) - 1) / (SLOTS - 1))] for place in range(SLOTS)]


def one_of(value: object, values: Sequence[object]) -> list[float]:
    """A number for each of some values: 1 for the one that it is."""
    return [1.0 if value == each else 0.0 for each in values]


def rows(found: Sequence[Sequence[float]], count: int, width: int) -> list[float]:
    """So many rows, one after the other; those that there are not are nought."""
    numbers = [number for row in found[:count] for number in row]
    return numbers + [0.0] * (count * width - len(numbers))
