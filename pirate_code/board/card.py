"""What a card prints, as the engine sees it: facts and abilities, shared by every copy of a position."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple, Protocol


class AbilityOfCard(Protocol):
    """An ability that is printed on a card. The board carries it along; the rules know what it does."""

    @property
    def keyword(self) -> str | None:
        """The keyword that it is, if it is one."""

    @property
    def nations(self) -> frozenset[str]:
        """The nations that its words name."""


class Cannon(NamedTuple):
    """A cannon as printed: it hits with a roll above its rank, as far as its range."""

    rank: int
    range: str


@dataclass(frozen=True, slots=True, eq=False)
class CardFacts:
    """What a card prints apart from its abilities. Two cards are the same only if they have the same id.

    `kind` is ship, sea creature, crew, fort, equipment, event, treasure, island or terrain.
    """

    id: str
    name: str
    kind: str
    nation: str | None = None
    points: int = 0
    gold: int = 0
    masts: int = 0
    cargo: int = 0
    base_move: tuple[str, ...] = ()
    cannons: tuple[Cannon, ...] = ()
    links: tuple[str, ...] = ()
    line: str = ""
    text_hidden: bool = False  # of an island: its text is on the side that lies down at first
    custom: bool = False  # of a set that somebody made up, so not for official play

    def __hash__(self) -> int:
        return hash(self.id)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CardFacts) and other.id == self.id


@dataclass(frozen=True, slots=True, eq=False)
class Card(CardFacts):
    """One card with its abilities."""

    abilities: tuple[AbilityOfCard, ...] = ()
    terrain: str | None = None
    keywords: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        found = frozenset(ability.keyword for ability in self.abilities if ability.keyword is not None)
        object.__setattr__(self, "keywords", found)


def coin(value: int) -> Card:
    """A treasure coin of a value: it has no name and no ability."""
    return Card(id=f"coin-{value}", name=f"{value} gold", kind="treasure", gold=value)
