"""How many ability lines parse, how many are lowered to a program whole, and what rewrites they need."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from pirate_code.board.card import AbilityOfCard
from pirate_code.rules.program.lower.clauses import ops_of, rewrites_of
from pirate_code.rules.program.rewrites import REWRITES


@dataclass
class Coverage:
    """How many lines are lowered, which are not, and which acted in games."""

    lines: int = 0
    parsed: int = 0
    lowered: int = 0
    exercised: int | None = None
    unparsed: list[str] = field(default_factory=list)
    without_ops: list[str] = field(default_factory=list)  # an ability of the line does nothing
    never_used: list[str] = field(default_factory=list)
    served: dict[str, list[str]] = field(default_factory=dict)  # the lines that each rewrite fires on

    @property
    def share(self) -> float:
        """The share of the lines that are lowered."""
        return self.lowered / self.lines if self.lines else 1.0

    @property
    def for_one_line(self) -> dict[str, str]:
        """The rewrites that serve a single line, with that line."""
        return {name: lines[0] for name, lines in self.served.items() if len(lines) == 1}


def measure(lines: Iterable[tuple[str, tuple[AbilityOfCard, ...] | None, str]]) -> Coverage:
    """Measure lines with their abilities (None: it does not parse) and the kind of piece that prints them.

    A line is lowered if each of its abilities has become at least one op. Keywords that only mark a piece
    have none and lack none. Whether the ops do what the line says, this does not tell.
    """
    found = Coverage(served={name: [] for name in REWRITES})
    for line, abilities, kind in lines:
        found.lines += 1
        if abilities is None:
            found.unparsed.append(line)
            continue
        found.parsed += 1
        for name in rewrites_of(abilities, kind):
            found.served[name].append(line)
        if _is_lowered(abilities, kind):
            found.lowered += 1
        else:
            found.without_ops.append(line)
    return found


def _is_lowered(abilities: tuple[AbilityOfCard, ...], kind: str) -> bool:
    told = {op.number for op in ops_of(abilities, kind)}
    return all(number in told or ability.keyword is not None for number, ability in enumerate(abilities))
