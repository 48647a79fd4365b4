"""Checks rulings by their scenarios: each must hold, and must fail when an ability in it is taken away."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pirate_code.data import DataError, Document, folder, load_yaml
from pirate_code.library.rulings import PIRATE_CODE, Ruling, RulingFile, ruling_file
from pirate_code.scenarios.format import Given, Scenario
from pirate_code.scenarios.run import idle, positions, run
from pirate_code.scenarios.scenario_cards import has_removable_ability
from pirate_code.scenarios.scenario_file import read_list

Status = Literal["passing", "failing", "unshown", "without"]


@dataclass(frozen=True)
class CheckedRuling:
    """What a check found of one ruling: `faults` are sentences, `items` those of the Code that it covers."""

    id: str
    section: str
    status: Status
    file: str
    line: int
    part: str = ""
    document: str = PIRATE_CODE
    items: tuple[tuple[str, int], ...] = ()
    faults: tuple[str, ...] = ()
    scenarios: int = 0
    exception: bool = False
    in_part: str | None = None  # what of it its scenarios leave unshown
    injected: bool = False  # nothing that it shows is played: all its events are put in by the judge
    lines: tuple[str, ...] = ()  # the ability lines of its scenarios


def check_file(path: Path, *, ablate: bool = True) -> list[CheckedRuling]:
    """Check every ruling of one file; whether its names mean something, the build of the library says."""
    document = load_yaml(path)
    file = ruling_file(document)
    return [
        _check(file, document, number, ruling, ablate)
        for number, ruling in enumerate(file.rulings)
        if ruling.says is not None
    ]


def _check(file: RulingFile, document: Document, number: int, ruling: Ruling, ablate: bool) -> CheckedRuling:
    source = file.source_of(ruling.source)
    heading = source.line or source.section or file.section
    of_the_code = source.document == PIRATE_CODE
    items = tuple((heading, item) for item in source.items) if of_the_code else ()
    status: Status = "unshown" if ruling.unshown else "without"
    faults: tuple[str, ...] = ()
    scenarios: list[Scenario] = []
    if ruling.shows:
        scenarios = scenarios_of(ruling, document, number)
        faults = tuple(_faults(ruling, scenarios, document, number, ablate))
        status = "failing" if faults else "passing"
    return CheckedRuling(
        ruling.id,
        file.section,
        status,
        document.path.name,
        document.line("rulings", number),
        file.part,
        file.document,
        items,
        faults,
        len(ruling.shows),
        ruling.exception is not None,
        ruling.in_part,
        _is_injected(scenarios),
        tuple(given.says for scenario in scenarios for given in scenario.given.values() if given.says),
    )


def _is_injected(scenarios: Sequence[Scenario]) -> bool:
    """Whether there are events in scenarios, and all are put in by the judge: no player does anything."""
    steps = [step for scenario in scenarios for step in scenario.when]
    played = any(step.give or step.use or step.do or step.setup for step in steps)
    return not played and any(step.event for step in steps)


def _faults(
    ruling: Ruling, scenarios: list[Scenario], document: Document, number: int, ablate: bool
) -> Iterator[str]:
    """Sentences that say which scenario of a ruling fails, and where it stands."""
    from pirate_code.scenarios import scenario_fleets

    other_side = any(scenario_fleets.breaks(scenario) for scenario in scenarios)
    for index, (scenario, given) in enumerate(zip(scenarios, positions(scenarios), strict=True)):
        place = f"{document.path.name}:{document.line('rulings', number, 'shows', index)}"
        for edition in editions_of(ruling, scenario):
            played = scenario.model_copy(update={"edition": edition})
            done = run(played, given)
            yield from (f"{place}: {fault}" for fault in done.faults)
            if done.holds and ablate:
                yield from (f"{place}: {fault}" for fault in _shows_nothing(played, given, other_side))


def _shows_nothing(scenario: Scenario, given: dict[str, Given], other_side: bool) -> Iterator[str]:
    """Why a scenario that holds shows nothing of what it is about."""
    from pirate_code.scenarios import scenario_fleets

    for name in idle(scenario, given):
        yield f"it holds without the ability of {name} too, so it shows nothing of it."
    if (
        scenario_fleets.is_only_legal(scenario)
        and not other_side
        and not any(map(has_removable_ability, given.values()))
    ):
        yield "a legal fleet shows something only beside one that breaks a rule."


def editions_of(ruling: Ruling, scenario: Scenario) -> tuple[str, ...]:
    """The editions that a scenario is run by: its own, or those in which the ruling holds."""
    own_edition = "edition" in scenario.model_fields_set or not ruling.edition
    return (scenario.edition,) if own_edition else ruling.edition


def scenarios_of(ruling: Ruling, document: Document, number: int) -> list[Scenario]:
    """The scenarios of a ruling; one that is not well written is told with file and line."""
    return read_list(ruling.shows, document, "rulings", number, "shows")


def check_all(paths: Sequence[Path], *, jobs: int = 2, ablate: bool = True) -> Iterator[list[CheckedRuling]]:
    """Check many files, several at once; yields the rulings of one file after the other."""
    if jobs == 1 or len(paths) == 1:
        yield from (_check_file_safely(path, ablate) for path in paths)
        return
    with ProcessPoolExecutor(jobs) as workers:
        yield from workers.map(_check_file_safely, paths, [ablate] * len(paths), chunksize=4)


def _check_file_safely(path: Path, ablate: bool) -> list[CheckedRuling]:
    """Check a file; a mistake in its form is a failing ruling, so that one file does not stop the rest."""
    try:
        return check_file(path, ablate=ablate)
    except ExceptionGroup as group:
        faults = tuple(str(error) for error in group.exceptions)
        return [CheckedRuling(path.stem, path.stem, "failing", path.name, 1, faults=faults)]
    except DataError as error:
        return [
            CheckedRuling(path.stem, path.stem, "failing", path.name, error.line or 1, faults=(str(error),))
        ]


def find_ruling(key: str) -> tuple[Ruling, Document, int] | None:
    """A ruling by its id, with the place where it stands."""
    for path in sorted(folder("rulings").glob("*.yaml")):
        document = load_yaml(path)
        rulings = document.data.get("rulings", []) if isinstance(document.data, dict) else []
        for number, data in enumerate(rulings):
            if isinstance(data, dict) and data.get("id") == key:
                return Ruling.model_validate(data), document, number
    return None
