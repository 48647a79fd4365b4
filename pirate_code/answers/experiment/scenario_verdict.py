"""What the four worlds of rulings' positions show of a relation.

Only facts that the ruling's scenario speaks of count: what must be true in it, the steps that it takes, and
the deed that is asked about.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from pirate_code.answers.experiment.finding import Name, Verdict
from pirate_code.answers.experiment.presence import Presence
from pirate_code.answers.experiment.scenario_trial import ScenarioTrial
from pirate_code.answers.experiment.trial_verdict import ORDER, Judgement
from pirate_code.answers.experiment.world_differences import Difference

_ALONE = {"x": 1, "y": 2}  # where the values of the worlds with one of the two stand
_NAME: dict[str, Name] = {"x": "x", "y": "y"}
Values = tuple[Any, Any, Any, Any]
Shown = tuple[Verdict, Difference | None]
Reading = Callable[["Signs"], Shown | None]


@dataclass(frozen=True)
class Signs:
    """The differences of one trial, told apart by what they show."""

    trial: ScenarioTrial
    own: bool  # the position is of the ruling that is asked about

    @property
    def effects(self) -> tuple[Difference, ...]:
        """What comes about; not what may be used, which follows from who has what."""
        return tuple(
            each for each in self.trial.differences if not self.is_flag(each) and self._is_seen(each)
        )

    def _is_seen(self, difference: Difference) -> bool:
        """Whether it tells of what is asked.

        In the position of another ruling a step that cannot be taken may have other reasons. Where one of
        the two was added, what becomes of the piece that has the other tells nothing.
        """
        if not self.own and difference.key[0] == "done":
            return False
        worlds = self.trial.worlds
        added_to = {one.carrier for one in (worlds.x, worlds.y) if one.abilities and self.trial.is_added}
        pieces = worlds.position.given
        return not any(
            difference.key[0] == name and (pieces[name].crew or pieces[name].treasure)
            for name in added_to
            if name in pieces
        )

    def is_flag(self, difference: Difference) -> bool:
        """Whether it only tells that something is there: what may be used, a keyword, a state put there."""
        key = difference.key
        if key[0] in {"usable", "copies", "is"} or "keywords" in key:
            return True
        of = {"x": self.trial.worlds.x, "y": self.trial.worlds.y}.get(difference.of)
        if of is not None and of.arises is not None and of.arises == key[-1]:
            return True
        states = of.state_facts if of is not None else frozenset[tuple[str, str]]()
        return difference.fate == "kept" and (key[-2:] in states or key[:2] in states)

    def of(self, *fates: str, whose: str = "") -> Difference | None:
        """The first difference of some fates; of one of the two, if that matters."""
        return _first(self.effects, lambda each: each.fate in fates and whose in ("", each.of))

    @property
    def undone_y(self) -> Difference | None:
        """What y does alone does not come about when x is there, or less of it."""
        return _first(self.effects, lambda each: _is_undone(each.values))

    @property
    def undone_x(self) -> Difference | None:
        """What x does alone does not come about when y is there, or less of it."""
        return _first(self.effects, lambda each: _is_undone(_turned(each.values)))

    @property
    def arisen(self) -> Difference | None:
        """What neither does alone."""
        return self.of("new")

    @property
    def kept_y(self) -> Difference | None:
        """What y does, just as if x were not there; nothing of it is lost or comes otherwise."""
        if self.undone_y is not None or self.arisen is not None or self.of("altered") is not None:
            return None
        added = self.of("added") if not self.trial.touching else None
        return _first(self.effects, self._tells_kept) or added

    def _tells_kept(self, difference: Difference) -> bool:
        """Whether it is kept by y; that one step of several can be taken may be of another time."""
        one_step = difference.key[0] != "done" or self.trial.is_one_step
        return one_step and (difference.fate, difference.of) == ("kept", "y")

    @property
    def stands_y(self) -> Difference | None:
        """What y does although x is there; where y acts itself, x may act as well."""
        if self.trial.worlds.y.events or "y" not in self.trial.acting("both"):
            return self.kept_y
        if self.undone_y is not None or self.of("altered", whose="y") is not None:
            return None
        return _first(
            self.effects, lambda each: (each.fate, each.of) == ("kept", "y") and each.key[0] != "done"
        )

    def does_only_with_other(self, key: str) -> Difference | None:
        """What one of the two does only where the other is: alone it is there and never acts."""
        trial = self.trial
        alone, other = _ALONE[key], _ALONE["y" if key == "x" else "x"]
        if key in trial.acting(_NAME[key]) or key not in trial.acting("both") or trial.has_deed:
            return None
        if any(each.values[alone] != each.values[0] for each in self.effects):
            return None
        return _first(
            self.effects,
            lambda each: each.key[0] != "done" and each.values[3] not in (each.values[0], each.values[other]),
        )

    @property
    def x_works(self) -> bool:
        """Whether x is seen to do anything in this position."""
        return any(
            each.values[1] != each.values[0] or each.values[3] != each.values[2] for each in self.effects
        )

    @property
    def y_works(self) -> bool:
        """Whether y is seen to do anything in this position."""
        return any(
            each.values[2] != each.values[0] or each.values[3] != each.values[1] for each in self.effects
        )

    @property
    def tell(self) -> bool:
        """Whether that nothing is lost tells something: the ruling put x there, or both act in one step."""
        return (self.own and not self.trial.is_substituted) or (
            self.trial.touching and self.y_works and self.x_works
        )

    @property
    def deed(self) -> Difference | None:
        """How often the deed y comes about, where y is one."""
        return _first(self.trial.differences, lambda each: each.key[:2] == ("occurs", "y"))

    def is_at_carrier(self, difference: Difference) -> bool:
        """Whether it happens to the very piece that has y: it is eliminated, turned, moved."""
        y = self.trial.worlds.y
        at_piece = difference.key[0] == y.carrier and difference.key[1] in {"place", "face up"}
        return at_piece and not (y.events or y.gained or self.trial.worlds.x.events)

    def reaches(self, difference: Difference) -> bool:
        """Whether a difference is about the piece that has y, or the ship that it is on."""
        named = {*difference.key, *map(str, difference.values)}
        has = {self.trial.worlds.y.carrier, self.trial.setting.y.ship}
        return any(name in words.split() or name == words for name in has if name for words in named)


def _first(differences: Sequence[Difference], test: Callable[[Difference], bool]) -> Difference | None:
    return next(filter(test, differences), None)


def _turned(values: Values) -> Values:
    neither, x, y, both = values
    return neither, y, x, both


def _is_undone(values: Values) -> bool:
    """Whether y changes something alone, and nothing of it or less when x is there."""
    neither, x, y, both = values
    if y == neither or (x == y == both):
        return False
    return bool(both == x)


def _is_lessened(values: Values) -> bool:
    """Whether y takes or brings less when x is there."""
    neither, x, y, both = values
    numbers = all(isinstance(value, int) and not isinstance(value, bool) for value in values)
    return numbers and y != neither and x == neither and (both > y if y < neither else both < y)


def _prevents(signs: Signs) -> Shown | None:
    deed = signs.deed
    if deed is None:
        return _keeps_from_being(signs) if signs.trial.worlds.y.state is not None else _takes_away(signs)
    step = _first(signs.effects, lambda each: each.key[0] == "done" and _is_undone(each.values))
    if _is_undone(deed.values) or step is not None:
        return "yes", deed if _is_undone(deed.values) else step
    _, _, alone, both = deed.values
    if 0 < both < alone:
        return "yes", deed
    return ("no", deed) if both >= alone > 0 and signs.tell else None


def _keeps_from_being(signs: Signs) -> Shown | None:
    """Whether a ship is not in the state y when x is there; or is, where the ruling put x there."""
    is_so = _first(signs.trial.differences, lambda each: each.key[0] == "is" and each.values[2] is True)
    if is_so is None:
        return _takes_away(signs)
    if not is_so.values[3]:
        return "yes", is_so
    return ("no", is_so) if signs.tell else None


def _takes_away(signs: Signs) -> Shown | None:
    """What y does is lost when x is there; or y does all the same."""
    lessened = _first(signs.effects, lambda each: each.key[0] != "occurs" and _is_lessened(each.values))
    forbidden = _first(signs.effects, _is_forbidden)
    if (lost := signs.undone_y or _cancelled(signs) or lessened or forbidden) is not None:
        return "yes", lost
    kept = signs.stands_y or (_beaten(signs) if signs.own else None)  # what beats x is not taken away by it
    if kept is None and signs.deed is not None and signs.arisen is None:
        return _prevents(signs) if signs.deed.values[3] >= signs.deed.values[2] else None
    return ("no", kept) if kept is not None and signs.tell else None


def _beaten(signs: Signs) -> Difference | None:
    """What x does alone, and y undoes: x is no help against y."""
    return _first(
        signs.effects,
        lambda each: (
            each.key[0] != "done" and _is_undone(_turned(each.values)) and each.values[3] is not None
        ),
    )


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
    """X changes what y does, or reaches the piece that has it; or y keeps it off, or each does its own."""
    changed = signs.undone_y or _cancelled(signs)
    lost = signs.undone_x
    if lost is not None and changed is None:
        return "no", lost
    changed = changed or signs.of("altered", "new")
    if changed is not None:
        return "yes", changed
    reached = _first(signs.effects, lambda each: _is_of_x(each, signs) and signs.reaches(each))
    if reached is not None and signs.own and (signs.y_works or signs.is_at_carrier(reached)):
        return "yes", reached
    kept = signs.kept_y
    return ("no", kept) if kept is not None and signs.tell else None


def _is_of_x(difference: Difference, signs: Signs) -> bool:
    """Whether it is something that x does; that the deed x is done is nothing that it does."""
    if difference.key[0] == "occurs" or (difference.key[0] == "done" and not difference.values[0]):
        return False
    both_reach = difference.fate == "added" and bool(signs.trial.worlds.y.abilities)
    return both_reach or (difference.fate == "kept" and difference.of == "x")


def _allows(signs: Signs) -> Shown | None:
    deed = signs.deed
    if deed is not None:
        more = deed.fate == "new" or deed.values[3] > deed.values[2] > 0
        return ("yes", deed) if more else ("no", deed) if _is_undone(deed.values) else None
    if signs.trial.is_refused:
        return ("no", None) if signs.own else None
    arisen = _first(signs.effects, lambda each: each.fate == "new" and _is_permission(each, signs))
    arisen = arisen or signs.does_only_with_other("y")
    return ("yes", arisen) if arisen is not None else _lets_act(signs)


def _is_permission(difference: Difference, signs: Signs) -> bool:
    """Whether it tells that y may be done: that it is offered, or used in a step."""
    if difference.key[0] == "done":
        step = signs.trial.deed.steps[int(difference.key[1]) - 1]
        return step.use in {*signs.trial.worlds.y.abilities, *signs.trial.worlds.y.gained}
    return difference.key[1] in {"allowed", "offered"}


def _triggers(signs: Signs) -> Shown | None:
    deed = signs.deed
    if deed is not None:
        is_given = _is_action(signs.trial.worlds.y)  # by a player, who may: that is allowed, not set off
        return ("yes", deed) if deed.fate == "new" and not is_given else None
    if _is_action(signs.trial.worlds.x):
        return _lets_act(signs)
    if "y" not in signs.trial.acting("both") and signs.does_only_with_other("x") is not None:
        return None  # it is y that sets off x
    arisen = signs.arisen
    if arisen is not None:
        return "yes", arisen
    kept = signs.kept_y
    return ("no", kept) if kept is not None and signs.tell else None


def _requires(signs: Signs) -> Shown | None:
    alone = _first(signs.effects, lambda each: each.values[1] != each.values[0])
    if alone is not None:
        return ("no", alone) if not signs.trial.worlds.y.events else None
    if _is_action(signs.trial.worlds.y):
        return _needs_the_action(signs)
    if signs.trial.worlds.y.events and not signs.trial.has_more_steps:
        return None
    arisen = signs.arisen if signs.trial.has_more_steps else signs.does_only_with_other("x")
    return ("yes", arisen) if arisen is not None else None


def _needs_the_action(signs: Signs) -> Shown | None:
    """X does something with the action y, and whether it does with any other action in its place."""
    shown = _does_with_action(signs, "y")
    works = signs.trial.works_without_action("y") if shown is not None else None
    return None if shown is None or works is None else ("no" if works else "yes", shown[0])


def _does_with_action(signs: Signs, action: str) -> tuple[Difference | None] | None:
    """What the other of the two does with an action, if that is seen; None if it does nothing."""
    alone, key = (2, "x") if action == "y" else (1, "y")
    shown = _first(
        signs.trial.differences,
        lambda each: (
            not signs.is_flag(each)
            and each.key[0] != "done"
            and each.key[:2] != ("occurs", action)
            and each.values[3] not in (each.values[alone], None)
        ),
    )
    return (shown,) if shown is not None or key in signs.trial.acting("both") else None


def _is_action(presence: Presence) -> bool:
    return any(event.startswith("give ") for event in presence.events)


def _lets_act(signs: Signs) -> Shown | None:
    """The ability y does something with the action x, and nothing with another in its place."""
    if not _is_action(signs.trial.worlds.x) or signs.trial.worlds.y.events:
        return None
    shown = _does_with_action(signs, "x")
    if shown is None or shown[0] is None or signs.trial.works_without_action("x") is not False:
        return None
    return "yes", shown[0]


def _stacks(signs: Signs) -> Shown | None:
    if not signs.trial.touching:
        return None
    added = _first(
        signs.effects, lambda each: each.fate == "added" and each.key[1] not in {"moved", "actions"}
    )
    if added is not None:
        return "yes", added
    once = _first(signs.effects, _counts_once)
    return ("no", once) if once is not None else None


def _counts_once(difference: Difference) -> bool:
    """Whether a number is raised by each of the two, and by both no further."""
    neither, x, y, both = difference.values
    if difference.fate != "once" or x != y or not isinstance(both, int | float) or isinstance(both, bool):
        return False
    if difference.key[1] in {"masts", "crew", "actions"}:
        return False  # what both save is saved once
    return both > (neither if isinstance(neither, int | float) else 0)


def _combines(signs: Signs) -> Shown | None:
    """Each matters although the other is there, and nothing is lost; or one is lost on the other."""
    lost = _first(signs.effects, _is_lost)
    if lost is not None:
        return "no", lost
    if signs.undone_y is not None or signs.undone_x is not None:
        return None
    if not (signs.trial.touching or (signs.own and signs.trial.is_one_turn and not signs.trial.has_deed)):
        return None
    joint = _first(signs.effects, _is_joint) if signs.trial.touching else None
    of_x, of_y = (_first(signs.effects, partial(_is_work_of, key)) for key in ("x", "y"))
    at_once = signs.trial.is_one_step or signs.trial.is_one_turn
    if joint is None and of_x is not None and of_y is not None and at_once:
        joint = of_x
    return ("yes", joint) if joint is not None else None


def _is_work_of(key: str, difference: Difference) -> bool:
    """Whether it is what one of the two does, as if it were alone; that it may be used is nothing yet."""
    return difference.key[0] not in {"done", "then"} and (difference.fate, difference.of) == ("kept", key)


def _is_joint(difference: Difference) -> bool:
    """Whether both have a part in something that comes about; how far a ship sails tells it not."""
    _, x, y, both = difference.values
    return both not in (x, y, False) and difference.key[1] != "moved"


def _is_lost(difference: Difference) -> bool:
    """Whether a step cannot be taken with both that could with one, or a number counts once."""
    if difference.key[0] == "done":
        undone = _is_undone(difference.values) or _is_undone(_turned(difference.values))
        return undone or _is_forbidden(difference)
    return _counts_once(difference)


def _is_forbidden(difference: Difference) -> bool:
    """Whether a step can be taken unless both are there."""
    return difference.key[0] == "done" and difference.fate == "new" and not difference.values[3]


def _excludes(signs: Signs) -> Shown | None:
    shown = _combines(signs)
    if shown is None:
        return None
    return ("no" if shown[0] == "yes" else "yes"), shown[1]


def _modifies(signs: Signs) -> Shown | None:
    changed = signs.of("altered", whose="y") or signs.of("altered", whose="both") or signs.arisen
    if signs.trial.touching:
        changed = changed or signs.of("added")
    if (changed := changed or signs.undone_y) is not None:
        return "yes", changed
    kept = signs.kept_y
    return ("no", kept) if kept is not None and signs.tell else None


def _copies(signs: Signs) -> Shown | None:
    found = next(
        (each for each in signs.trial.differences if each.key[0] == "copies" and each.values[3]), None
    )
    return ("yes", found) if found is not None else None


def _counts_as(signs: Signs) -> Shown | None:
    """Y in the place of x does the same; or the deed y comes about by x."""
    if signs.trial.worlds.y.events:
        return _brings_about(signs)
    printed = _first(signs.trial.differences, lambda each: each.key[0] == "is" and each.values[1] is True)
    if printed is not None:
        return "yes", printed
    other = _first(signs.effects, lambda each: each.values[1] != each.values[2])
    if other is not None:
        return "no", other
    same = _first(signs.effects, lambda each: each.values[1] != each.values[0])
    return ("yes", same) if same is not None else None


def _brings_about(signs: Signs) -> Shown | None:
    """The deed y comes about oftener when x is there; or x does something, and no such deed is ever done."""
    worlds = signs.trial.worlds
    if not worlds.y.events:
        return None
    deed = signs.deed
    if deed is not None and deed.values[3] > deed.values[2]:
        if _is_action(worlds.y) and _first(signs.effects, lambda each: each.key[0] == "done") is not None:
            return None  # a player gives it, who may
        return ("yes", deed) if not worlds.x.events or signs.trial.first == "x" else None
    done = _first(signs.effects, lambda each: each.values[3] != each.values[2] and each.key[0] != "occurs")
    return ("no", done) if done is not None and deed is None else None


# Relations that are read off trials in which y is put in the place of x, or comes about by it.
LIKE: dict[str, Reading] = {"counts-as": _counts_as, "triggers": _brings_about}
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


# What counts where the ruling's position is not about the two: something is seen to be lost, or taken over.
_STRONG = frozenset(
    {
        ("prevents", "yes"),
        ("protects-against", "yes"),
        ("cancels", "yes"),
        ("copies", "yes"),
        ("overrides", "yes"),
        ("replaces", "yes"),
        ("stacks", "no"),
    }
)
# What is told when nothing is asked for, the strongest first.
_STRONGEST = ("cancels", "copies", "prevents", "stacks", "triggers", "affects")


def judge_likeness(trials: Sequence[ScenarioTrial], relation: str) -> Judgement | None:
    """Whether x is the same as y, or brings it about; "depends" if positions differ."""
    read = ((trial, LIKE[relation](Signs(trial, own=True))) for trial in trials)
    return _together([Judgement(shown[0], relation, trial, shown[1]) for trial, shown in read if shown])


def judge_positions(
    trials: Sequence[ScenarioTrial], relation: str | None, rulings: Sequence[str]
) -> Judgement | None:
    """The verdict of trials on positions of rulings; "depends" if some say yes and others no."""
    if relation is None:
        judged = [judge_positions(trials, each, rulings) for each in _STRONGEST]
        told = [each for each in judged if each is not None]
        return next((each for each in told if each.verdict != "no"), told[-1] if told else None)
    found: list[Judgement] = []
    for trial in trials:
        own = trial.source in rulings and not trial.is_added
        signs = Signs(trial, own)
        if not own and (trial.has_deed or not (signs.x_works and signs.y_works)):
            continue  # what another ruling does in its position is not what is asked about
        shown = _read(signs, relation)
        if shown is not None and (own or (relation, shown[0]) in _STRONG):
            found.append(Judgement(shown[0], relation, trial, _plainest(signs, shown[1])))
    return _together(found)


def _plainest(signs: Signs, shown: Difference | None) -> Difference | None:
    """The sign that tells an effect best: that a ship comes home, rather than that she is at sea."""
    if shown is None or shown.key[1:] != ("place",):
        return shown
    home = _first(
        signs.effects,
        lambda each: (
            each.key == (shown.key[0], "docked")
            and (each.fate, each.of) == (shown.fate, shown.of)
            and any(each.values)
        ),
    )
    return home or shown


def _together(found: Sequence[Judgement]) -> Judgement | None:
    """What some judgements say together."""
    if not found:
        return None
    yes = next((each for each in found if each.verdict == "yes"), None)
    no = next((each for each in found if each.verdict == "no"), None)
    if yes is not None and no is not None:
        return replace(yes, verdict="depends")
    return found[0]


def _read(signs: Signs, relation: str) -> Shown | None:
    if relation in ORDER:
        first = None if signs.trial.is_added else _comes_first(signs)
        return None if first is None else ("yes" if first == ORDER[relation] else "no", None)
    reading = _READINGS.get(relation)
    return reading(signs) if reading is not None else None


def _comes_first(signs: Signs) -> str | None:
    """Which of the two comes first, or comes although the other would come alone."""
    alone, both = signs.trial.acting("y"), signs.trial.acting("both")
    if "y" in alone and both == ("x",) and not signs.trial.has_deed:
        return "x"
    return signs.trial.first
