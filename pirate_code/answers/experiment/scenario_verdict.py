"""What the four worlds of rulings' positions show of a relation.

Only facts that the ruling's scenario speaks of count: what must be true in it, the steps that it takes, and
the deed that is asked about.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pirate_code.answers.experiment.finding import Verdict
from pirate_code.answers.experiment.scenario_trial import ScenarioTrial
from pirate_code.answers.experiment.trial_verdict import ORDER, Judgement
from pirate_code.answers.experiment.world_differences import Difference

Shown = tuple[Verdict, Difference | None]
Reading = Callable[["Signs"], Shown | None]


@dataclass(frozen=True)
class Signs:
    """The differences of one trial, told apart by what they show."""

    trial: ScenarioTrial
    own: bool  # the position is of the ruling that is asked about

    def of(self, *fates: str, whose: str = "") -> Difference | None:
        """The first difference of some fates; of one of the two, if that matters."""
        return next(
            (
                each
                for each in self.trial.differences
                if each.fate in fates and _is_effect(each) and (not whose or each.of in (whose, "both"))
            ),
            None,
        )

    @property
    def undone_y(self) -> Difference | None:
        """What y does alone does not come about when x is there."""
        return self.of("undone", whose="y") or next(
            (each for each in self.trial.differences if each.fate == "clash" and each.of == "x"), None
        )

    @property
    def undone_x(self) -> Difference | None:
        """What x does alone does not come about when y is there."""
        return self.of("undone", whose="x") or next(
            (each for each in self.trial.differences if each.fate == "clash" and each.of == "y"), None
        )

    @property
    def y_matters(self) -> Difference | None:
        """Something that y changes although x is there."""
        return next((each for each in self.trial.differences if each.values[3] != each.values[1]), None)

    @property
    def x_matters(self) -> Difference | None:
        """Something that x changes although y is there."""
        return next((each for each in self.trial.differences if each.values[3] != each.values[2]), None)

    @property
    def x_works(self) -> bool:
        """Whether x is seen to do anything in this position, or the ruling itself put it there."""
        return self.own or any(
            each.values[1] != each.values[0] or each.values[3] != each.values[2]
            for each in self.trial.differences
        )

    @property
    def deed(self) -> Difference | None:
        """Whether the deed y comes about, where y is one."""
        return next((each for each in self.trial.differences if each.key[:2] == ("occurs", "y")), None)

    @property
    def kept_y(self) -> Difference | None:
        """What y does, just as if x were not there; and nothing of it is lost or comes otherwise."""
        if self.undone_y is not None or self.of("altered", "new") is not None:
            return None
        return self.of("kept", whose="y") or self.of("added")


def _is_effect(difference: Difference) -> bool:
    """Whether it tells what comes about; not what may be used, which follows from who has what."""
    return difference.key[0] not in {"usable", "copies"}


def _prevents(signs: Signs) -> Shown | None:
    deed = signs.deed
    if deed is not None:
        if deed.fate == "undone":
            return "yes", deed
        return ("no", deed) if deed.fate == "kept" and signs.x_works else None
    return _takes_away(signs)


def _takes_away(signs: Signs) -> Shown | None:
    """What y does is lost when x is there; or y does something all the same."""
    if (lost := signs.undone_y or _cancelled(signs)) is not None:
        return "yes", lost
    kept = signs.of("kept", "added", whose="y") or signs.y_matters
    return ("no", kept) if kept is not None and signs.x_works else None


def _cancelled(signs: Signs) -> Difference | None:
    return next(
        (
            each
            for each in signs.trial.differences
            if each.key == ("usable", "y") and each.values[1] and each.values[2] and not each.values[3]
        ),
        None,
    )


def _overrides(signs: Signs) -> Shown | None:
    if (won := signs.undone_y or _cancelled(signs)) is not None:
        return "yes", won
    lost = signs.undone_x
    return ("no", lost) if lost is not None else None


def _affects(signs: Signs) -> Shown | None:
    changed = signs.undone_y or _cancelled(signs) or signs.of("altered", "new")
    if changed is not None:
        return "yes", changed
    kept = signs.kept_y
    return ("no", kept) if kept is not None and signs.x_works else None


def _allows(signs: Signs) -> Shown | None:
    deed = signs.deed
    if deed is not None:
        return ("yes", deed) if deed.fate == "new" else ("no", deed) if deed.fate == "undone" else None
    arisen = signs.of("new")
    return ("yes", arisen) if arisen is not None and not signs.of("kept", whose="y") else None


def _triggers(signs: Signs) -> Shown | None:
    deed = signs.deed
    if deed is not None:
        return ("yes", deed) if deed.fate == "new" else None
    arisen = signs.of("new")
    if arisen is not None:
        return "yes", arisen
    kept = signs.kept_y
    return ("no", kept) if kept is not None and signs.x_works else None


def _requires(signs: Signs) -> Shown | None:
    alone = next((each for each in signs.trial.differences if each.values[1] != each.values[0] and _is_effect(each)), None)
    arisen = signs.of("new")
    if arisen is not None and (alone is None or alone.fate == "new"):
        return "yes", arisen
    return ("no", alone) if alone is not None else None


def _stacks(signs: Signs) -> Shown | None:
    added, once = signs.of("added"), next(
        (each for each in signs.trial.differences if each.fate == "once" and _is_effect(each)), None
    )
    if added is not None:
        return "yes", added
    return ("no", once) if once is not None else None


def _combines(signs: Signs) -> Shown | None:
    told = [each for each in signs.trial.differences if each.key[0] == "then"]
    x_matters = next((each for each in told if each.values[3] != each.values[2]), None)
    y_matters = next((each for each in told if each.values[3] != each.values[1]), None)
    if x_matters is not None and y_matters is not None:
        return "yes", x_matters
    once = next((each for each in told if each.fate in {"once", "undone"}), None)
    return ("no", once) if once is not None else None


def _excludes(signs: Signs) -> Shown | None:
    shown = _combines(signs)
    if shown is None:
        return None
    return ("no" if shown[0] == "yes" else "yes"), shown[1]


def _modifies(signs: Signs) -> Shown | None:
    changed = signs.of("altered", "new", "added") or signs.undone_y
    if changed is not None:
        return "yes", changed
    kept = signs.kept_y
    return ("no", kept) if kept is not None and signs.x_works else None


def _copies(signs: Signs) -> Shown | None:
    found = next((each for each in signs.trial.differences if each.key[0] == "copies" and each.values[3]), None)
    return ("yes", found) if found is not None else None


_READINGS: dict[str, Reading] = {
    "prevents": _prevents,
    "protects-against": _takes_away,
    "cancels": _takes_away,
    "replaces": _takes_away,
    "overrides": _overrides,
    "affects": _affects,
    "allows": _allows,
    "triggers": _triggers,
    "requires": _requires,
    "stacks": _stacks,
    "combines": _combines,
    "excludes": _excludes,
    "modifies": _modifies,
    "copies": _copies,
}


def judge_positions(trials: Sequence[ScenarioTrial], relation: str, ruling: str | None) -> Judgement | None:
    """The verdict of trials on positions of rulings; "depends" if some say yes and others no."""
    found: list[Judgement] = []
    for trial in trials:
        shown = _read(Signs(trial, trial.source == ruling), relation)
        if shown is not None:
            found.append(Judgement(shown[0], relation, trial, shown[1]))
    if not found:
        return None
    yes = next((each for each in found if each.verdict == "yes"), None)
    no = next((each for each in found if each.verdict == "no"), None)
    if yes is not None and no is not None:
        return Judgement("depends", relation, yes.trial, yes.difference)
    return found[0]


def _read(signs: Signs, relation: str) -> Shown | None:
    if relation in ORDER:
        alone, both = signs.trial.acting("y"), signs.trial.acting("both")
        if "y" not in alone or "x" not in both:
            return None
        first = both[0] if "y" in both else "x"
        return ("yes" if first == ORDER[relation] else "no"), None
    reading = _READINGS.get(relation)
    return reading(signs) if reading is not None else None
