"""Searches the trials for one that decides: the most telling settings first, within a bound of work."""

from __future__ import annotations

from collections.abc import Iterator

from pirate_code.answers.experiment.meetings import meetings
from pirate_code.answers.experiment.subject import Subject
from pirate_code.answers.experiment.trial import EVEN, Bench, Trial
from pirate_code.answers.experiment.verdict import judge, settles

WORK = 10_000  # that one answer may take


def search(x: Subject, y: Subject, relation: str | None, work: int = WORK) -> list[Trial]:
    """Trials in which the two meet; the search ends with one that settles the relation."""
    found: list[Trial] = []
    benches: list[Bench] = []
    for trial in _attempts(x, y, benches):
        if trial is not None:
            found.append(trial)
            if settles(trial, relation):
                return _until_it_depends(found, _with_other_dice(benches, trial), relation)
        if sum(each.work for each in benches) >= work:
            break
    return found


def _until_it_depends(found: list[Trial], others: Iterator[Trial], relation: str | None) -> list[Trial]:
    """Trials with what other dice add to them, as long as that can change the verdict."""
    for other in others if relation is not None else ():
        found.append(other)
        judged = judge(found, relation)
        if judged is not None and judged.verdict == "depends":
            break
    return found


def _with_other_dice(benches: list[Bench], trial: Trial) -> Iterator[Trial]:
    """The same deed with every other face: what holds with one die may fail with another."""
    bench = next(one for one in benches if (one.setting, one.deed) == (trial.setting, trial.deed))
    for faces in EVEN if trial.faces else ():
        other = bench.trial(faces)
        if other is not None and other.faces != trial.faces:
            yield other


def _attempts(x: Subject, y: Subject, benches: list[Bench]) -> Iterator[Trial | None]:
    """Every bench with sixes, then with ones, then with every other result."""
    for setting, deed in meetings(x, y):
        bench = Bench(setting, deed, x, y)
        try:
            trial = bench.trial(EVEN[0])
        except (ValueError, LookupError, AssertionError):  # such a table cannot be set, or not be played on
            continue
        benches.append(bench)
        yield trial
    for faces in EVEN[1:]:
        for bench in benches:
            if bench.dice:
                yield bench.trial(faces)
    for bench in benches:
        for faces in bench.uneven():
            yield bench.trial(faces)
