"""Trials on positions of rulings: what both things do there together, beside what each does alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pirate_code.answers.experiment.experiment_file import Deed
from pirate_code.answers.experiment.finding import NAMES, Name
from pirate_code.answers.experiment.presence import Presence, Wordings, additions, present, present_twice
from pirate_code.answers.experiment.ruling_positions import RulingPosition
from pirate_code.answers.experiment.scenario_worlds import (
    PlayedScenario,
    ScenarioWorlds,
    WorldResult,
    known_dice,
)
from pirate_code.answers.experiment.subject import FEATURE, Subject
from pirate_code.answers.experiment.trial import Trial
from pirate_code.answers.experiment.world_differences import Difference, differences
from pirate_code.answers.experiment.worlds import ImpossibleTable, Placement, Setting
from pirate_code.core.tracked_dice import DiceResult
from pirate_code.scenarios.format import Given, Step

_SHIPS = 3  # to which something is added in turn
_FACES = (6, 1)  # of dice of which nothing is known


@dataclass(frozen=True)
class ScenarioTrial(Trial):
    """What comes of the steps of a ruling's scenario in the four worlds."""

    worlds: ScenarioWorlds
    known: dict[str, int]

    @property
    def is_added(self) -> bool:
        """Whether one of the two is not of the position itself."""
        return any(one.gained or one.entered for one in (self.worlds.x, self.worlds.y))

    @property
    def has_deed(self) -> bool:
        """Whether one of the two is a deed."""
        return bool(self.worlds.x.events or self.worlds.y.events)

    @property
    def is_one_step(self) -> bool:
        """Whether at most one thing is done."""
        return sum(step.turn is None for step in self.deed.steps) <= 1

    @property
    def has_more_steps(self) -> bool:
        """Whether something is done beside the deeds that are asked about."""
        return self.worlds.has_other_steps

    @property
    def source(self) -> str:
        """The ruling whose position it is."""
        return self.worlds.position.ruling

    def play(self, name: Name) -> PlayedScenario:
        """The steps again in one of the worlds."""
        return self.worlds.play(name, self.known if name != "both" else None, self.result.rest)

    def steps(self) -> tuple[Step, ...]:
        """What is done."""
        return self.worlds.position.scenario.when


def scenario_trials(
    position: RulingPosition, x: Subject, y: Subject, of_x: Wordings, of_y: Wordings
) -> Iterator[ScenarioTrial]:
    """Trials on one position, if both are there; none if it cannot be played without one of them."""
    for one, other in _presences(position, x, y, of_x, of_y):
        worlds = ScenarioWorlds(position, one, other)
        try:
            if worlds.find_deeds():
                yield _trial(worlds, x, y)
        except ImpossibleTable:
            continue


def added_trials(
    position: RulingPosition, x: Subject, y: Subject, of_x: Wordings, of_y: Wordings
) -> Iterator[ScenarioTrial]:
    """Trials on a position that holds one of the two, with the other added to each ship in turn."""
    one, other = present(of_x, x, position), present(of_y, y, position)
    pairs: list[tuple[Presence, Presence]] = []
    if one is not None and (other is None or of_x == of_y):
        pairs = [(one, added) for added in additions(y, position)]
    elif one is None and other is not None:
        pairs = [(added, other) for added in additions(x, position)]
    for pair in pairs[:_SHIPS]:
        worlds = ScenarioWorlds(position, *pair)
        try:
            if worlds.find_deeds():
                yield _trial(worlds, x, y)
        except ImpossibleTable:
            continue


def like_trials(
    position: RulingPosition, x: Subject, y: Subject, of_x: Wordings, of_y: Wordings
) -> Iterator[ScenarioTrial]:
    """Trials that show if x is the same as y: y in the place of x, or, where y is a deed, how often it comes.

    The steps are taken in all worlds: what is asked is whether y comes about by x.
    """
    one = present(of_x, x, position)
    if one is None or one.events:
        return
    if y.feature is None:
        other = Presence(gained=dict.fromkeys(one.abilities, y.abilities))
    elif y.feature.events:
        other = Presence(feature=y.feature)
    else:
        return
    try:
        yield _trial(ScenarioWorlds(position, one, other), x, y)
    except ImpossibleTable:
        return


def _presences(
    position: RulingPosition, x: Subject, y: Subject, of_x: Wordings, of_y: Wordings
) -> Iterator[tuple[Presence, Presence]]:
    if x == y or (of_x == of_y and x.feature == y.feature):
        both = present_twice(of_x, x, position)
        if both is not None:
            yield both
        return
    one, other = present(of_x, x, position), present(of_y, y, position)
    if one is not None and other is not None and _are_apart(one, other):
        yield one, other


def _are_apart(one: Presence, other: Presence) -> bool:
    """Whether the two are not the same ability of the same piece."""
    return not any(
        numbers & other.abilities.get(name, frozenset()) for name, numbers in one.abilities.items()
    )


def _trial(worlds: ScenarioWorlds, x: Subject, y: Subject) -> ScenarioTrial:
    known = known_dice(worlds.play("both"))
    tried = {name: worlds.result(name, known, _FACES[0]) for name in NAMES}
    found = _differences(tried)
    if any(one.unknown for one in tried.values()):  # what only luck tells apart is no difference
        again = {name: worlds.result(name, known, _FACES[1]) for name in NAMES}
        fates = {(each.key, each.fate, each.of) for each in _differences(again)}
        found = [each for each in found if (each.key, each.fate, each.of) in fates]
    scenario = worlds.position.scenario
    table = f"{worlds.position.ruling} {worlds.position.number}"
    setting = Setting(table, _placement(worlds, worlds.x, x), _placement(worlds, worlds.y, y))
    deed = Deed(f"the position of {worlds.position.ruling} is played", table, scenario.when)
    runs = {name: one.run for name, one in tried.items()}
    result = DiceResult(_FACES[0], known)
    meets = _meet({name: one.courses for name, one in tried.items()})
    return ScenarioTrial(setting, deed, result, x, y, runs, tuple(found), meets, worlds, known)


def _differences(tried: Mapping[Name, WorldResult]) -> list[Difference]:
    return differences({name: one.run.facts for name, one in tried.items()})


def _meet(courses: Mapping[Name, tuple[object, ...]]) -> bool:
    """Whether both change what happens in one step; where nothing is done they always meet."""
    neither, x, y, both = (courses[name] for name in NAMES)
    return not both or any(
        (x[step] != neither[step] or both[step] != y[step])
        and (y[step] != neither[step] or both[step] != x[step])
        for step in range(len(both))
    )


def _placement(worlds: ScenarioWorlds, presence: Presence, subject: Subject) -> Placement:
    carrier = presence.carrier
    given = worlds.position.given | dict(presence.brought)
    kind = given[carrier].kind if carrier is not None and subject.feature is None else FEATURE
    return Placement(_ship(given, carrier), kind, feature=subject.feature)


def _ship(given: dict[str, Given], name: str | None) -> str:
    """The ship or island that a piece is on, or the piece itself."""
    if name is None:
        return ""
    piece = given[name]
    return piece.crew or piece.equipment or piece.treasure or piece.on or name
