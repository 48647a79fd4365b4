"""Positions to try, from YAML that somebody wrote: what is wrong is told with the file and the line."""

from __future__ import annotations

import traceback
from dataclasses import dataclass
from pathlib import Path

from pirate_code.data import DataError, Document, Key
from pirate_code.language.errors import LanguageError
from pirate_code.scenarios.format import Given, Scenario, TriedScenario
from pirate_code.scenarios.outcomes.report import Report, tried
from pirate_code.scenarios.outcomes.search import SAMPLES, WORK
from pirate_code.scenarios.piece_names import ScenarioError
from pirate_code.scenarios.run import positions
from pirate_code.scenarios.scenario_cards import card_of, with_card_facts
from pirate_code.scenarios.scenario_edition import beside
from pirate_code.scenarios.scenario_file import read_document

STEPS = 20  # that are tried one after another
PIECES = 80


@dataclass(frozen=True)
class WrittenPosition:
    """A position as it is written in a document, which may have several."""

    document: Document
    number: int
    scenario: Scenario
    given: dict[str, Given]

    def tried(self, *, work: int = WORK, samples: int = SAMPLES) -> Report:
        """Everything that can come of it."""
        self.check()
        try:
            return tried(self.scenario, self.given, work=work, samples=samples)
        except ScenarioError as error:
            about = next((name for name in self.given if name in str(error)), None)
            raise self._error(str(error), about) from None
        except (TimeoutError, MemoryError):
            raise
        except Exception as error:  # an odd position must not end in the engine's own words
            place = traceback.extract_tb(error.__traceback__)[-1]
            fault = f"{type(error).__name__} in {Path(place.filename).name}, line {place.lineno}"
            raise self._error(f"the engine fails on this position ({fault})", None) from error

    def check(self) -> None:
        """See that every piece has a card, so that what is wrong with one is told with its line."""
        for name, piece in self.given.items():
            try:
                card_of(name, with_card_facts(piece), self.given)
            except ScenarioError as error:
                raise self._error(str(error), name) from None
            except LanguageError as error:
                raise self._error(f"the line of {name}: {error}", name) from None

    def _error(self, message: str, about: str | None) -> DataError:
        """An error about a piece, or about the whole position."""
        where: tuple[Key, ...] = (self.number - 1,) if isinstance(self.document.data, list) else ()
        place = (*where, "given") if about is None else (*where, "given", about)
        return self.document.error(message.removesuffix("."), *place)


def read_position(document: Document, number: int = 1, folder: Path | None = None) -> WrittenPosition:
    """The position of a document, or that of this number if it has a list.

    Its edition may be a file in that folder; without a folder no other file is read.
    """
    scenarios = read_document(document, TriedScenario)
    if not 1 <= number <= len(scenarios):
        raise document.error(f"there is no position {number}; there are {len(scenarios)}")
    scenario = scenarios[number - 1]
    if folder is not None:
        scenario = beside(scenario, folder)
    given = positions(scenarios)[number - 1]
    if len(scenario.when) > STEPS:
        raise document.error(f"a position is tried with at most {STEPS} steps", "when", STEPS)
    if len(given) > PIECES:
        raise document.error(f"a position is tried with at most {PIECES} pieces", "given")
    return WrittenPosition(document, number, scenario, given)
