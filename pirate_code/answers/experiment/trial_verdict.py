"""What trials show of a relation: the verdict, and the trial and the fact that show it best."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pirate_code.answers.experiment.finding import Verdict
from pirate_code.answers.experiment.trial import Trial
from pirate_code.answers.experiment.world_differences import Difference
from pirate_code.answers.experiment.worlds import Placement

Test = Callable[[Difference], bool]


@dataclass(frozen=True)
class Judgement:
    """A verdict with the trial and the sign that decide it."""

    verdict: Verdict
    relation: str
    trial: Trial
    difference: Difference | None


def is_state(difference: Difference) -> bool:
    """Whether a sign tells how things are, not what happened, was refused, or can be used."""
    return difference.key[0] not in {"event", "usable", "refused", "copies"}


def refused(difference: Difference) -> bool:
    """What may be done with y is not allowed when x is there."""
    return difference.key[0] == "refused" and difference.fate == "new"


def enabled(difference: Difference) -> bool:
    """What may not be done because of y is allowed when x is there."""
    neither, _, y, both = difference.values
    return difference.key[0] == "refused" and bool(y) and not both and not neither


def counted_once(difference: Difference) -> bool:
    """A number is raised by each of the two, and by both no further."""
    neither, x, y, both = difference.values
    raised = x == y and isinstance(both, int) and both > (neither or 0)
    return once(difference) and raised and difference.key[1] not in {"actions", "moved", "turned"}


def undone(difference: Difference) -> bool:
    """What y does alone does not come about when x is there."""
    return is_state(difference) and (
        (difference.fate == "undone" and difference.of == "y")
        or (difference.fate == "clash" and difference.of == "x" and not _is_way(difference))
    )


def beaten(difference: Difference) -> bool:
    """What x does alone does not come about when y is there."""
    return is_state(difference) and (
        (difference.fate == "undone" and difference.of == "x")
        or (difference.fate == "clash" and difference.of == "y" and not _is_way(difference))
    )


def cancelled(difference: Difference) -> bool:
    """The ability y can be used, and not when x is there."""
    return (
        difference.key == ("usable", "y")
        and bool(difference.values[2])
        and not difference.values[3]
        and bool(difference.values[1])
    )


def altered(difference: Difference) -> bool:
    """What y does comes about otherwise when x is there."""
    is_other = difference.fate == "altered" and difference.of in {"y", "both"}
    return is_state(difference) and is_other and not _is_course(difference)


def arises(difference: Difference) -> bool:
    """Both together bring about what neither does."""
    return is_state(difference) and difference.fate == "new" and not _is_course(difference)


def _is_way(difference: Difference) -> bool:
    """Whether it is how far a ship goes: of two moves one is gone, by choice."""
    return difference.key[1] in {"moved", "turned"}


def _is_course(difference: Difference) -> bool:
    """Whether it is how a ship goes who moves anyway: her course is chosen, and tells nothing."""
    return difference.key[1] in {"moved", "turned"} and bool(difference.values[0])


def added(difference: Difference) -> bool:
    """What both do adds up."""
    return is_state(difference) and difference.fate == "added"


# What one of them has taken is not there for the other, and of two moves one is gone by choice.
_NEVER_TWICE = frozenset({"masts", "crew", "moved", "turned"})


def once(difference: Difference) -> bool:
    """A number that both change is changed once; what both allow, or who is in one place, counts nothing."""
    both = difference.values[3]
    return (
        is_state(difference)
        and difference.fate == "once"
        and isinstance(both, int)
        and not isinstance(both, bool)
        and difference.key[1] not in _NEVER_TWICE
    )


def copied(difference: Difference) -> bool:
    """The one has the ability of the other."""
    return difference.key[0] == "copies" and bool(difference.values[3])


def both_kept(trial: Trial) -> bool:
    """Whether both do something in a trial, and each as if it were alone."""
    if not trial.deed.steps:
        return False
    seen = [difference for difference in trial.differences if is_state(difference)]
    whose = {difference.of for difference in seen}
    return {"x", "y"} <= whose | ({"x", "y"} if "both" in whose else set()) and all(
        difference.fate in {"kept", "added"} for difference in seen
    )


def _fails(trials: Sequence[Trial], test: Test, shown: Trial, difference: Difference) -> bool:
    """Whether with other dice, at the same table, what is lost here is kept."""
    loser = {"x": "y", "y": "x"}.get(difference.of) if difference.fate == "clash" else difference.of
    others = [
        trial
        for trial in trials
        if (trial.setting, trial.deed) == (shown.setting, shown.deed)
        and not any(test(decisive) for decisive in trial.differences)
    ]
    return any(
        other.key == difference.key and other.fate == "kept" and other.of == loser
        for trial in others
        for other in trial.differences
    )


def _first(trials: Sequence[Trial], test: Test) -> tuple[Trial, Difference] | None:
    for trial in trials:
        for difference in trial.differences:
            if test(difference) and not _is_besides(trial, difference, test):
                return trial, difference
    return None


def _is_besides(trial: Trial, difference: Difference, test: Test) -> bool:
    """Whether a sign is not about what is asked.

    What is allowed again may only follow from what is undone; a deed that x forbids cannot bring about what y
    does in it; a deed that is refused does nothing to anybody; and that a ship leaves a state by her own
    decision is nothing that is done to her.
    """
    if test is enabled:
        return _follows(trial)
    if test in {undone, altered} and _forbids_the_deed(trial):
        return True
    if test is refused and _is_deed(trial.setting.x):
        return True
    feature = trial.setting.y.feature
    return feature is not None and "is" in feature.ship and difference.key[1] == "states"


def _forbids_the_deed(trial: Trial) -> bool:
    """Whether a step cannot be taken because of x, whether y is there or not."""
    return not _is_deed(trial.setting.y) and any(
        difference.key[0] == "refused" and difference.values[1] and not difference.values[0]
        for difference in trial.differences
    )


def _effect(
    trials: Sequence[Trial], test: Test, decisive: tuple[Trial, Difference]
) -> tuple[Trial, Difference]:
    """What shows a cancelling best: that what y does does not come about, not that it cannot be used."""
    if test is not cancelled:
        return decisive
    done = [trial for trial in trials if trial.deed.steps]
    return _first(done, _comes_home) or _first(done, undone) or decisive


def _comes_home(difference: Difference) -> bool:
    """Where y alone brings a ship, she does not come when x is there."""
    return undone(difference) and difference.key[1] == "docked" and difference.values[2] is not None


def _follows(trial: Trial) -> bool:
    """Whether what is allowed again only follows from what the one keeps the other from doing."""
    return trial.setting.y.feature is None and any(undone(difference) for difference in trial.differences)


def shows_effect(trials: Sequence[Trial]) -> bool:
    """Whether a trial shows what y does, and that it does not come about when x is there."""
    return _first([trial for trial in trials if trial.deed.steps], undone) is not None


def only_flagged(trials: Sequence[Trial], relation: str | None) -> bool:
    """Whether it is a cancelling that is seen by what can be used, and not by what comes of it."""
    told = relation in (None, "cancels") and _first(trials, cancelled) is not None
    return told and not shows_effect(trials)


# By what a relation is told to hold, and by what not to: the first test that a trial passes decides.
_HOLDS: dict[str, tuple[Test, ...]] = {
    "cancels": (cancelled,),
    "prevents": (refused, undone, cancelled),
    "protects-against": (undone, cancelled, refused),
    "overrides": (undone, cancelled, enabled),
    "replaces": (undone,),
    "stacks": (added,),
    "excludes": (refused, counted_once),
    "affects": (undone, cancelled, altered, arises, refused, enabled),
    "modifies": (altered, undone, arises),
    "triggers": (arises, altered),
    "allows": (enabled, arises),
    "copies": (copied,),
}
_FAILS: dict[str, tuple[Test, ...]] = {
    "stacks": (once,),
    "combines": (refused, counted_once),
    "affects": (beaten,),
    "allows": (refused,),
}
# Relations that are about one ship that has both.
ABOARD = frozenset({"stacks", "combines", "excludes"})
# What is told when nothing is asked for, the strongest first.
_STRONGEST: tuple[tuple[str, Test], ...] = (
    ("cancels", cancelled),
    ("copies", copied),
    ("prevents", refused),
    ("allows", enabled),
    ("prevents", undone),
    ("prevents", beaten),
    ("stacks", added),
    ("stacks", once),
    ("triggers", arises),
    ("modifies", altered),
)


def settles(trial: Trial, relation: str | None) -> bool:
    """Whether a trial alone decides a relation."""
    if relation in ORDER:
        return _ordered([trial], relation) is not None
    if relation == "combines":
        return trial.setting.x.ship == trial.setting.y.ship and both_kept(trial)
    tests = tests_of(relation, trial) if relation is not None else [test for _, test in _STRONGEST]
    return any(test(difference) for test in tests for difference in trial.differences)


def judge(trials: Sequence[Trial], relation: str | None) -> Judgement | None:
    """The verdict of some trials on a relation; None if they decide nothing."""
    if relation is None:
        return _strongest(trials)
    if relation in ORDER:
        return _ordered(trials, relation)
    if relation == "requires":
        return _required(trials)
    if relation in ABOARD:
        trials = [trial for trial in trials if not _loses_one(trial)]
        trials = [trial for trial in trials if trial.setting.x.ship == trial.setting.y.ship] or trials
    for test in tests_of(relation, trials[0] if trials else None):
        if (decisive := _first(trials, test)) is not None:
            held: Verdict = "depends" if _fails(trials, test, *decisive) else "yes"
            return Judgement(held, relation, *_effect(trials, test, decisive))
    together = next((trial for trial in trials if both_kept(trial)), None)
    if relation == "combines" and together is not None:
        return Judgement("yes", relation, together, None)
    for test in _FAILS.get(relation, ()):
        if (decisive := _first(trials, test)) is not None:
            lucky = relation == "combines" and _fails(trials, test, *decisive)
            return Judgement("depends" if lucky else "no", relation, *decisive)
    if relation == "affects" and together is not None and together.touching and not _is_feature(together):
        return Judgement("no", relation, together, None)
    return None  # that each does what it does alone tells nothing of other relations


def _loses_one(trial: Trial) -> bool:
    """Whether one of the two loses its place by what the other does: then they are not used together."""
    return any(
        difference.key in {("x", "place"), ("y", "place")} and difference.values[3] != difference.values[0]
        for difference in trial.differences
    )


def _required(trials: Sequence[Trial]) -> Judgement | None:
    """Whether the one does nothing without the other, and something with it.

    Where a deed is not done nothing happens at all: that tells nothing of what requires it. Nor does a
    world without y if x brings it.
    """
    if trials and (_is_deed(trials[0].setting.y) or trials[0].x == trials[0].y or trials[0].x_gives_y):
        return None
    for trial in trials:
        for difference in trial.differences:
            if is_state(difference) and difference.of == "x":
                return Judgement("no", "requires", trial, difference)
    decisive = _first(trials, arises)
    return Judgement("yes", "requires", *decisive) if decisive is not None else None


def _ordered(trials: Sequence[Trial], relation: str) -> Judgement | None:
    """Which of the two acts first where both act, or acts alone although the other would."""
    for trial in trials:
        alone, both = trial.acting("y"), trial.acting("both")
        if "y" not in alone or "x" not in both:
            continue
        first = both[0] if "y" in both else "x"
        return Judgement("yes" if first == ORDER[relation] else "no", relation, trial, None)
    return None


ORDER: dict[str, str] = {"applies-before": "x", "applies-after": "y"}


def tests_of(relation: str, trial: Trial | None) -> Sequence[Test]:
    """What shows that a relation holds; what is done anyway is only allowed, by what lifts a ban."""
    if relation in {"allows", "triggers"} and trial is not None and _is_deed(trial.setting.y):
        return (enabled,) if relation == "allows" else ()
    if relation in {"allows", "triggers"} and trial is not None and "y" in trial.acting("y"):
        return (enabled,) if relation == "allows" else ()  # it acts without x, too
    return _HOLDS.get(relation, ())


def _is_feature(trial: Trial) -> bool:
    """Whether one of the two is a feature of the table: it is there, and the rest goes on."""
    return trial.setting.x.feature is not None or trial.setting.y.feature is not None


def _is_deed(placement: Placement) -> bool:
    return placement.feature is not None and bool(placement.feature.deeds)


def _strongest(trials: Sequence[Trial]) -> Judgement | None:
    for relation, test in _STRONGEST:
        if (decisive := _first(trials, test)) is not None:
            held: Verdict = "no" if test is once else "yes"
            return Judgement(held, relation, *_effect(trials, test, decisive))
    together = next((trial for trial in trials if both_kept(trial)), None)
    return Judgement("no", "affects", together, None) if together is not None else None
