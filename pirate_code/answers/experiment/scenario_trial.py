"""Trials on positions of rulings: what both things do there together, beside what each does alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pirate_code.answers.experiment.experiment_file import Deed
from pirate_code.answers.experiment.finding import NAMES, Name
from pirate_code.answers.experiment.presence import (
    Presence,
    Wordings,
    additions,
    present,
    present_twice,
    printed_on,
    substituted,
)
from pirate_code.answers.experiment.ruling_positions import RulingPosition
from pirate_code.answers.experiment.scenario_moments import moments
from pirate_code.answers.experiment.scenario_order import order_of
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

Named = tuple[Subject, Wordings]  # a thing, and all the words for it
_SHIPS = 3  # to which something is added in turn
_FACES = (6, 1)  # of dice of which nothing is known


@dataclass(frozen=True)
class ScenarioTrial(Trial):
    """What comes of the steps of a ruling's scenario in the four worlds."""

    worlds: ScenarioWorlds
    known: dict[str, int]
    results: Mapping[Name, WorldResult]
    by_face: tuple[ScenarioTrial, ...] = ()  # where some dice are not known: the trial with each face
    earlier: tuple[ScenarioTrial, ...] = ()  # what is seen when only its first steps are taken

    @property
    def first(self) -> str | None:
        """Which of the two comes first, wherever both come."""
        acting = self.acting("both")
        if len(acting) > 1 and not self.has_deed:
            return acting[0]
        return order_of(self.results, frozenset(key for key in ("x", "y") if self.presence(key).events))

    @property
    def is_refused(self) -> bool:
        """Whether y is a deed that is tried and refused, with x there and without it."""
        names: tuple[Name, ...] = ("y", "both")
        tried = all("y" in self.results[name].refused for name in names)
        asked = [
            value
            for name in names
            for key, value in self.tried[name].facts.items()
            if key[:2] == ("occurs", "y")
        ]
        return tried or (len(asked) > len(names) and not any(asked))

    def works_without_action(self, action: str) -> bool | None:
        """Whether the other does anything with other actions in its place; None if that is not known."""
        try:
            return self.worlds.works_without_action(action, self.known)
        except ImpossibleTable:
            return None

    def presence(self, key: str) -> Presence:
        """How one of the two is there."""
        return self.worlds.x if key == "x" else self.worlds.y

    @property
    def is_added(self) -> bool:
        """Whether one of the two is not of the position itself."""
        return not self.is_substituted and any(one.gained or one.entered for one in self._presences)

    @property
    def is_substituted(self) -> bool:
        """Whether one of the two is in the place of something of which the ruling says the same."""
        return self.worlds.has_stand_in

    @property
    def _presences(self) -> tuple[Presence, Presence]:
        return self.worlds.x, self.worlds.y

    @property
    def has_deed(self) -> bool:
        """Whether one of the two is a deed."""
        return bool(self.worlds.x.events or self.worlds.y.events)

    def x_matters_by(self, step: int) -> bool:
        """Whether something that happens up to a step is otherwise with x, with y there or without it."""
        pairs: tuple[tuple[Name, Name], ...] = (("x", "neither"), ("both", "y"))
        return any(
            self.results[one].courses[at] != self.results[other].courses[at]
            for one, other in pairs
            for at in range(step + 1)
        )

    @property
    def is_one_step(self) -> bool:
        """Whether at most one thing is done."""
        return sum(step.turn is None for step in self.deed.steps) <= 1

    @property
    def is_one_turn(self) -> bool:
        """Whether all is done in one turn."""
        return not any(step.turn is not None for step in self.deed.steps)

    @property
    def _turns(self) -> list[list[int]]:
        """The steps that are taken in each turn in which one is taken."""
        turns: list[list[int]] = [[]]
        for number, step in enumerate(self.deed.steps):
            if step.turn is not None:
                turns.append([])
            turns[-1].append(number)
        return [each for each in turns if any(self.deed.steps[number].turn is None for number in each)]

    @property
    def acts_in_one_turn(self) -> bool:
        """Whether something is done in one turn only."""
        return len(self._turns) <= 1

    def acts_in_last_turn(self, key: str) -> bool:
        """Whether one of the two acts in the last turn; told where something is done in several."""
        turns = self._turns
        return len(turns) <= 1 or any(step in self.results["both"].firsts[key] for step in turns[-1])

    @property
    def act_in_one_turn(self) -> bool:
        """Whether both act in some turn, as far as it is told when they do."""
        of_x, of_y = (self.results["both"].firsts[key].keys() for key in ("x", "y"))
        shared = any(not of_x.isdisjoint(each) and not of_y.isdisjoint(each) for each in self._turns)
        return shared or not of_x or not of_y

    @property
    def act_in_one_step(self) -> bool:
        """Whether both act in some step, as far as it is told when they do."""
        of_x, of_y = (self.results["both"].firsts[key].keys() for key in ("x", "y"))
        return not of_x or not of_y or not of_x.isdisjoint(of_y)

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
        for trial in _trials_of(ScenarioWorlds(position, one, other), x, y):
            before = (ScenarioWorlds(moment, one, other) for moment in moments(position))
            earlier = (found for worlds in before for found in _trials_of(worlds, x, y))
            yield replace(trial, earlier=tuple(earlier))


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
        yield from _trials_of(ScenarioWorlds(position, *pair), x, y)


def substituted_trials(
    position: RulingPosition,
    x: Subject,
    y: Subject,
    of_x: Wordings,
    of_y: Wordings,
    *,
    like_x: Sequence[Named],
    like_y: Sequence[Named],
) -> Iterator[ScenarioTrial]:
    """Trials on a position that holds one of the two, and something else of which the ruling says the same.

    The other of the two is put in the place of that.
    """
    one, other = present(of_x, x, position), present(of_y, y, position)
    if one is not None and other is None:
        pairs = [(one, stand_in) for stand_in in _stand_ins(y, like_y, position)]
    elif one is None and other is not None:
        pairs = [(stand_in, other) for stand_in in _stand_ins(x, like_x, position)]
    else:
        return
    for pair in pairs:
        if _are_apart(*pair):
            yield from _trials_of(ScenarioWorlds(position, *pair), x, y)


def _stand_ins(thing: Subject, others: Sequence[Named], position: RulingPosition) -> Iterator[Presence]:
    for subject, wordings in others:
        found = present(wordings, subject, position)
        stand_in = substituted(thing, found, position) if found is not None else None
        if stand_in is not None:
            yield stand_in


def instead_trials(
    position: RulingPosition, x: Subject, y: Subject, of_x: Wordings, of_y: Wordings
) -> Iterator[ScenarioTrial]:
    """Trials on a position that holds one of the two, with the other in the place of each other ability."""
    one, other = present(of_x, x, position), present(of_y, y, position)
    if one is not None and other is None:
        pairs = [(one, each) for each in _in_places(y, one, position)]
    elif one is None and other is not None:
        pairs = [(each, other) for each in _in_places(x, other, position)]
    else:
        return
    for pair in pairs:
        yield from _trials_of(ScenarioWorlds(position, *pair), x, y)


def _in_places(thing: Subject, there: Presence, position: RulingPosition) -> Iterator[Presence]:
    """A thing in the place of each ability of a position but the one that is asked about."""
    for name, piece in position.given.items():
        free = frozenset(range(len(printed_on(piece)))) - there.abilities.get(name, frozenset())
        stand_in = substituted(thing, Presence({name: free}), position) if free else None
        if stand_in is not None:
            yield stand_in


def _trials_of(worlds: ScenarioWorlds, x: Subject, y: Subject) -> Iterator[ScenarioTrial]:
    """The trial on a position; none if it cannot be played without one of the two."""
    try:
        if worlds.find_deeds():
            yield _trial(worlds, x, y)
    except ImpossibleTable:
        return


def like_trials(
    position: RulingPosition, x: Subject, y: Subject, of_x: Wordings, of_y: Wordings
) -> Iterator[ScenarioTrial]:
    """Trials that show if x is the same as y: y in the place of x, or, where y is a deed, how often it comes.

    The steps of y are taken in all worlds: what is asked is whether y comes about by x.
    """
    one = present(of_x, x, position)
    if one is None or (one.events and (y.feature is None or x == y)):
        return
    if y.feature is None:
        other = Presence(gained=dict.fromkeys(one.abilities, y.abilities), keyword=of_y.keyword)
    elif y.feature.events:
        other = Presence(feature=y.feature)
    else:
        return
    worlds = ScenarioWorlds(position, one, other)
    try:
        if not one.events or worlds.find_deeds(("x",)):
            yield _trial(worlds, x, y)
    except ImpossibleTable:
        return


def arising_trials(
    position: RulingPosition, x: Subject, y: Subject, of_x: Wordings, of_y: Wordings
) -> Iterator[ScenarioTrial]:
    """Trials that show if a ship comes to have the state or the keyword y by x."""
    one = present(of_x, x, position)
    watched = Presence(feature=y.feature, keyword=of_y.keyword, watched=True)
    if one is None or x == y or (watched.state is None and watched.keyword is None):
        return
    worlds = ScenarioWorlds(position, one, watched)
    try:
        if not one.events or worlds.find_deeds(("x",)):
            yield _trial(worlds, x, y)
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
    has = [(name, numbers) for each in (other.abilities, other.replaced) for name, numbers in each.items()]
    of_one = [(name, numbers) for each in (one.abilities, one.replaced) for name, numbers in each.items()]
    return not any(name == of and numbers & others for name, numbers in of_one for of, others in has)


def _trial(worlds: ScenarioWorlds, x: Subject, y: Subject) -> ScenarioTrial:
    """The trial; where dice are rolled of which nothing is known, what holds for a 6 and for a 1."""
    known = known_dice(worlds.play("both"))
    trial = _trial_with(worlds, x, y, known, _FACES[0])
    if not any(one.unknown for one in trial.results.values()):
        return trial
    faces = trial, _trial_with(worlds, x, y, known, _FACES[1])
    fates = {(each.key, each.fate, each.of) for each in faces[1].differences}
    found = [each for each in trial.differences if (each.key, each.fate, each.of) in fates]
    return replace(trial, differences=tuple(found), by_face=faces)


def _trial_with(
    worlds: ScenarioWorlds, x: Subject, y: Subject, known: dict[str, int], rest: int
) -> ScenarioTrial:
    """The trial with all dice of which nothing is known showing one face."""
    whole = worlds.result("both", known, rest)  # first: the other worlds choose as it does
    tried = {name: whole if name == "both" else worlds.result(name, known, rest) for name in NAMES}
    scenario = worlds.position.scenario
    table = f"{worlds.position.ruling} {worlds.position.number}"
    setting = Setting(table, _placement(worlds, worlds.x, x), _placement(worlds, worlds.y, y))
    deed = Deed(f"the position of {worlds.position.ruling} is played", table, scenario.when)
    runs = {name: one.run for name, one in tried.items()}
    result = DiceResult(rest, known)
    meets = _meet({name: one.courses for name, one in tried.items()})
    found = tuple(_differences(tried))
    return ScenarioTrial(setting, deed, result, x, y, runs, found, meets, worlds, known, tried)


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
