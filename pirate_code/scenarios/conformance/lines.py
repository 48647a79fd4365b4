"""Lines of cards, cut into what is checked once: each keyword by itself, and the rest of a line together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from pirate_code.board.card import Card
from pirate_code.core.executors import local_executor
from pirate_code.core.many import run_all
from pirate_code.language import tree as t
from pirate_code.language.render import render
from pirate_code.language.walk import walk
from pirate_code.rules.program.abilities import known
from pirate_code.scenarios.conformance.kept import Kept
from pirate_code.scenarios.conformance.report import ROUNDS, Report, check


@dataclass(frozen=True)
class Unit:
    """Abilities that are checked together, on a kind of piece; `name` matters where they name their card."""

    kind: str
    trees: tuple[t.Ability, ...]
    name: str = "Card"

    @property
    def says(self) -> str:
        """Its words."""
        return render(self.trees)

    @property
    def key(self) -> str:
        """What its report is kept under."""
        return f"{self.kind}|{self.name}|{self.says}"


@dataclass(frozen=True)
class LineReport:
    """What is to be said of a whole line: `differs` are sentences, one for a clause that does not conform."""

    line: str
    kind: str
    differs: tuple[str, ...]
    written: bool = False  # a clause was not judged by its tree: a written position shows it

    @property
    def conforms(self) -> bool:
        """Whether every clause was seen to do what it says."""
        return not self.differs


def check_cards(
    cards: Iterable[Card],
    jobs: int = 2,
    tick: Callable[[int, int], None] = lambda done, total: None,
    *,
    rounds: int = ROUNDS,
    folders: tuple[Path, ...] = (),
    kept: Path | None = None,
) -> list[LineReport]:
    """Check the line of every card, each line once; `folders` have written positions beside the rulings'.

    What stands in the file `kept` is not played again, and what is played is added to it.
    """
    printed: dict[str, Card] = {}
    for card in cards:
        if card.line.strip():
            printed.setdefault(card.line, card)
    needed = {line: units_of(card) for line, card in printed.items()}
    wanted = dict.fromkeys(unit for units in needed.values() for unit in units)
    store = Kept(kept)
    reports = {unit: report for unit in wanted if (report := store.get(unit.key)) is not None}
    for unit, report in check_units((unit for unit in wanted if unit not in reports), jobs, rounds, folders):
        reports[unit] = report
        store.add(unit.key, report)
        tick(len(reports), len(wanted))
    return [
        _of_line(line, card.kind, [reports[unit] for unit in needed[line]]) for line, card in printed.items()
    ]


def _of_line(line: str, kind: str, reports: list[Report]) -> LineReport:
    written = any(verdict.written for report in reports for verdict in report.verdicts)
    return LineReport(line, kind, tuple(told for one in reports for told in sentences(one)), written)


def sentences(report: Report) -> list[str]:
    """What is not as told, in sentences."""
    return [f"{verdict.words} ({verdict.status}: {verdict.why})" for verdict in report.differs]


def units_of(card: Card) -> tuple[Unit, ...]:
    """What is to be checked of a card."""
    trees = tuple(one.tree for one in known(card.abilities))
    marks = tuple(tree for tree in trees if isinstance(tree.effect, t.KeywordAbility))
    rest = tuple(tree for tree in trees if not isinstance(tree.effect, t.KeywordAbility))
    named = any(isinstance(node, t.Named | t.NamedLike) for tree in rest for node in walk(tree))
    found = [Unit(card.kind, (mark,)) for mark in dict.fromkeys(marks)]
    if rest:
        found.append(Unit(card.kind, rest, card.name if named else "Card"))
    return tuple(found)


def check_units(
    units: Iterable[Unit], jobs: int = 2, rounds: int = ROUNDS, folders: tuple[Path, ...] = ()
) -> Iterator[tuple[Unit, Report]]:
    """Check units, several at once; each comes with its report as soon as that is done."""
    check_one = partial(check_unit, rounds=rounds, folders=folders)
    with local_executor(jobs) as workers:
        yield from run_all(check_one, {unit: unit for unit in units}, workers)


def check_unit(unit: Unit, rounds: int = ROUNDS, folders: tuple[Path, ...] = ()) -> Report:
    """Check one unit."""
    return check(unit.kind, unit.trees, unit.says, unit.name, rounds, folders=folders)
