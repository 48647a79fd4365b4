"""Searches for a table that decides the question: the likeliest settings first, within a limit of work."""

from __future__ import annotations

from dataclasses import dataclass, field

from pirate_code.answers.experiment.finding import EngineFault
from pirate_code.answers.experiment.meetings import meetings
from pirate_code.answers.experiment.subject import Subject
from pirate_code.answers.experiment.trial import Trial, TrialRunner
from pirate_code.answers.experiment.trial_verdict import only_flagged, settles
from pirate_code.answers.experiment.worlds import ImpossibleTable

WORK = 7_000  # after which no other table is tried


@dataclass
class SearchResult:
    """The trials in which two things meet, and the tables on which the engine failed."""

    trials: list[Trial] = field(default_factory=list)
    faults: list[EngineFault] = field(default_factory=list)


def search(x: Subject, y: Subject, relation: str | None, bound: int = WORK) -> SearchResult:
    """Try tables with all dice until one settles the relation; a cancelling, until it shows in what comes.

    A table that cannot be set up is passed over. An error of the engine is kept as a fault, and the next
    table is tried; a time limit that runs out ends the search.
    """
    searched = SearchResult()
    work, settled = 0, False
    for setting, deed in meetings(x, y):
        runner = TrialRunner(setting, deed, x, y)
        try:
            trials = list(runner.trials())
        except ImpossibleTable:
            continue
        except TimeoutError:
            raise
        except Exception as error:
            searched.faults.append(EngineFault.of(error, x.name, y.name, deed.name))
            continue
        searched.trials += trials
        work += runner.work
        settled = settled or any(settles(trial, relation) for trial in trials)
        if work >= bound or (settled and not only_flagged(searched.trials, relation)):
            break
    return searched
