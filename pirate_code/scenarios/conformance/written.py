"""Positions that people wrote down show clauses too: those of rulings, and of folders of positions for lines.

A written position shows a clause if it holds with the line, and comes to another end when that one clause is
taken out of it. Where a rule says the same as the clause, so that nothing changes without it, the position
names the clause under `shows`. This is asked only of clauses that could not be judged by the tree.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path

from pirate_code.data import folder, load_yaml
from pirate_code.language import tree as t
from pirate_code.language.errors import LanguageError
from pirate_code.language.parse import parse
from pirate_code.library.rulings import ruling_file
from pirate_code.scenarios.check import editions_of, scenarios_of
from pirate_code.scenarios.conformance.clauses import Clause
from pirate_code.scenarios.conformance.removal import words_without
from pirate_code.scenarios.format import Given, Scenario
from pirate_code.scenarios.run import positions, run
from pirate_code.scenarios.scenario_cards import with_card_facts
from pirate_code.scenarios.scenario_file import read_file

_CREW = "The crew with the line"
_RULING = "the ruling "
TRIED = 150  # positions that are played for one clause


@dataclass(frozen=True, eq=False)
class Written:
    """A position with a piece that has a line; `name` is the piece, `title` tells where it is written."""

    title: str
    scenario: Scenario
    given: dict[str, Given]
    name: str
    trees: tuple[t.Ability, ...]

    @property
    def says(self) -> str:
        """The line of the piece as it is written."""
        return with_card_facts(self.given[self.name]).says

    @cache  # noqa: B019 - positions are kept as long as the program runs
    def holds(self, says: str, kind: str, *, all_asked: bool = True) -> bool:
        """Whether it comes out as written when the piece, or a crew aboard of it, has these words.

        That a choice is not asked for tells little: of two that are offered, the loss of one changes that.
        """
        piece = self.given[self.name]
        if kind == "crew" and piece.kind == "ship":
            pieces = {
                self.name: piece.model_copy(update={"says": "", "cargo": (piece.cargo or 5) + 1}),
                _CREW: Given(crew=self.name, says=says),
            }
        else:
            pieces = {self.name: piece.model_copy(update={"says": says})}
        return run(self.scenario, self.given | pieces, all_asked=all_asked).holds


def shown_by(clause: Clause, kind: str, ability: t.Ability, folders: tuple[Path, ...]) -> str:
    """Where a position is written that shows a clause of an ability on a kind of piece; empty if nowhere."""
    for one in islice(_with(kind, ability, folders), TRIED):
        if clause.words in one.scenario.shows and one.holds(one.says, kind):
            return one.title
        whole = words_without(one.trees, ability, None)
        broken = words_without(one.trees, ability, clause.index)
        if whole is None or broken is None or whole == broken:
            continue
        if not one.holds(broken, kind, all_asked=False) and one.holds(whole, kind):
            return one.title
    return ""


def _with(kind: str, ability: t.Ability, folders: tuple[Path, ...]) -> Iterator[Written]:
    """Positions with the ability on such a piece, and then those whose ship a crew may give it to."""
    yield from _index(folders).get((kind, ability), ())
    if kind == "crew":
        yield from _index(folders).get(("ship", ability), ())


@cache
def _index(folders: tuple[Path, ...]) -> dict[tuple[str, t.Ability], list[Written]]:
    """All written positions, by the kind and the abilities of their pieces.

    Those for lines come first, and of these the ones whose piece has little else to say.
    """
    found: dict[tuple[str, t.Ability], list[Written]] = {}
    for title, scenario, given in (*_of_rulings(), *_of_folders(folders)):
        for name, piece in given.items():
            for key, one in _of_piece(title, scenario, given, name, piece):
                found.setdefault(key, []).append(one)
    for several in found.values():
        several.sort(key=lambda one: (one.title.startswith(_RULING), len(one.trees), len(one.scenario.when)))
    return found


def _of_piece(
    title: str, scenario: Scenario, given: dict[str, Given], name: str, piece: Given
) -> Iterator[tuple[tuple[str, t.Ability], Written]]:
    if piece.card is not None:  # a card comes with all that is printed on it
        return
    trees = _trees(with_card_facts(piece).says)
    kind = "sea creature" if piece.kind == "creature" else piece.kind
    for tree in dict.fromkeys(trees):
        yield (kind, tree), Written(title, scenario, given, name, trees)


@cache
def _trees(says: str) -> tuple[t.Ability, ...]:
    try:
        return parse(says) if says else ()
    except LanguageError:
        return ()


def _of_rulings() -> Iterator[tuple[str, Scenario, dict[str, Given]]]:
    for path in sorted(folder("rulings").glob("*.yaml")):
        document = load_yaml(path)
        for number, ruling in enumerate(ruling_file(document).rulings):
            if ruling.says is None or not ruling.shows:
                continue
            scenarios = scenarios_of(ruling, document, number)
            for scenario, given in zip(scenarios, positions(scenarios), strict=True):
                edition = editions_of(ruling, scenario)[0]
                yield f"{_RULING}{ruling.id}", scenario.model_copy(update={"edition": edition}), given


def _of_folders(folders: tuple[Path, ...]) -> Iterator[tuple[str, Scenario, dict[str, Given]]]:
    for path in sorted(path for one in folders for path in one.glob("*.yaml")):
        scenarios = read_file(path)
        for scenario, given in zip(scenarios, positions(scenarios), strict=True):
            yield f"{path.name}: {scenario.title}", scenario, given
