"""The signs of a trial on a ruling's position: its differences, told apart by what they show."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from pirate_code.answers.experiment.finding import Name
from pirate_code.answers.experiment.scenario_log import step_text
from pirate_code.answers.experiment.scenario_trial import ScenarioTrial
from pirate_code.answers.experiment.world_differences import Difference

_ALONE = {"x": 1, "y": 2}  # where the values of the worlds with one of the two stand
_NAME: dict[str, Name] = {"x": "x", "y": "y"}
Values = tuple[Any, Any, Any, Any]


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
        if difference.key[0] == "choice" and (self.trial.is_added or self.trial.is_substituted):
            return False  # what is offered is of other pieces, too
        added_to = {one.carrier for one in (worlds.x, worlds.y) if one.abilities and self.trial.is_added}
        pieces = worlds.position.given
        if difference.key[1:] == ("move",) and self._may_not_move(difference.key[0]):
            return False
        return not any(
            difference.key[0] == name and (pieces[name].crew or pieces[name].treasure)
            for name in added_to
            if name in pieces
        )

    def _may_not_move(self, ship: str) -> bool:
        """Whether a ship is refused the move action: how far she could go is of no use then."""
        results = self.trial.results["both"].run.facts
        return any(
            step.give == "move"
            and step.to == ship
            and not results.get(("done", str(number), step_text(step)))
            for number, step in enumerate(self.trial.steps(), 1)
        )

    def is_flag(self, difference: Difference) -> bool:
        """Whether it only tells that something is there: what may be used, a keyword, a state put there."""
        key = difference.key
        if key[0] in {"usable", "copies", "is", "has", "done to"} or "keywords" in key:
            return True
        worlds = {"x": self.trial.worlds.x, "y": self.trial.worlds.y}
        of = worlds.get(difference.of)
        if of is not None and of.arises is not None and of.arises == key[-1]:
            return True
        return any(
            difference.values[3] == difference.values[_ALONE[one]] != difference.values[0]
            and bool({key[-2:], key[:2]} & presence.state_facts)
            for one, presence in worlds.items()
        )

    def of(self, *fates: str, whose: str = "") -> Difference | None:
        """The first difference of some fates; of one of the two, if that matters."""
        return first_of(self.effects, lambda each: each.fate in fates and whose in ("", each.of))

    @property
    def undone_y(self) -> Difference | None:
        """What y does alone does not come about when x is there, or less of it."""
        return first_of(self.effects, lambda each: is_undone(each.values))

    @property
    def undone_x(self) -> Difference | None:
        """What x does alone does not come about when y is there, or less of it."""
        return first_of(self.effects, lambda each: is_undone(turned(each.values)))

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
        return first_of(self.effects, self._tells_kept) or added

    def _tells_kept(self, difference: Difference) -> bool:
        """Whether it is kept by y; that one step of several can be taken may be of another time."""
        in_time = difference.key[0] != "done" or self.trial.is_one_step or self._is_later_ban(difference)
        return in_time and (difference.fate, difference.of) == ("kept", "y")

    def _is_later_ban(self, difference: Difference) -> bool:
        """Whether y keeps a step from being taken, no earlier than x is seen to matter."""
        if self.trial.worlds.y.events or difference.values[0] is not True or difference.values[2]:
            return False
        return self.trial.x_matters_by(int(difference.key[1]) - 1)

    @property
    def stands_y(self) -> Difference | None:
        """What y does although x is there; where y acts itself, x may act as well."""
        if self.trial.worlds.y.events or "y" not in self.trial.acting("both"):
            return self.kept_y
        if self.undone_y is not None or self.of("altered", whose="y") is not None:
            return None
        return first_of(
            self.effects,
            lambda each: (
                (each.fate, each.of) == ("kept", "y") and (each.key[0] != "done" or self._is_later_ban(each))
            ),
        )

    @property
    def helped_y(self) -> Difference | None:
        """What comes about with both only, where x does something alone and y nothing at all."""
        seen = [each for each in self.trial.differences if not self.is_flag(each)]
        neither, x, y, _ = zip(*(each.values for each in seen), strict=True) if seen else ((),) * 4
        if x == neither or y != neither or self.trial.has_deed:
            return None
        return first_of(self.effects, lambda each: each.fate == "new" and each.key[0] != "done")

    def does_only_with_other(self, key: str) -> Difference | None:
        """What one of the two does only where the other is: alone it is there and never acts."""
        trial = self.trial
        alone, other = _ALONE[key], _ALONE["y" if key == "x" else "x"]
        if key in trial.acting(_NAME[key]) or key not in trial.acting("both") or trial.has_deed:
            return None
        if any(each.values[alone] != each.values[0] for each in self.effects):
            return None
        return first_of(
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
        if self.own and not self.trial.is_substituted:
            return True
        return (self.trial.touching and self.y_works and self.x_works) or self.side_by_side

    def is_at_bearer(self, difference: Difference | None) -> bool:
        """Whether it is about the ship or island that has x, or what is aboard her; or about no piece."""
        of = self._ship_of(difference) if difference is not None else None
        x = self.trial.worlds.x
        return of is None or not x.abilities or of in {self._ship_named(name) for name in x.abilities}

    @property
    def side_by_side(self) -> bool:
        """Whether each of the two is seen to do its own to the same ship, or to what is aboard her.

        What becomes of the pieces that have the two tells nothing of it.
        """
        carriers = {self.trial.worlds.x.carrier, self.trial.worlds.y.carrier}
        seen = [each for each in self.effects if each.fate == "kept" and each.key[0] not in carriers]
        of_x, of_y = ({self._ship_of(each) for each in seen if each.of == key} - {None} for key in ("x", "y"))
        return bool(of_x & of_y)

    def _ship_of(self, difference: Difference) -> str | None:
        """The ship that something happens to, or on which it happens; None if it is about no piece."""
        return self._ship_named(difference.key[0])

    def _ship_named(self, name: str) -> str | None:
        piece = self.trial.worlds.position.given.get(name)
        return None if piece is None else piece.crew or piece.treasure or piece.equipment or piece.on or name

    @property
    def deed(self) -> Difference | None:
        """How often the deed y comes about, where y is one."""
        return first_of(self.trial.differences, lambda each: each.key[:2] == ("occurs", "y"))

    @property
    def undone_deed(self) -> Difference | None:
        """That the deed y does not come about, or may not be done, when x is there."""
        return first_of(
            self.trial.differences, lambda each: each.key[:2] == ("occurs", "y") and is_undone(each.values)
        )

    @property
    def undone_at_bearer(self) -> Difference | None:
        """That the deed y is done less to a ship that has x, although it may be done to another."""
        bearers = {self._ship_named(name) for name in self.trial.worlds.x.abilities}
        return first_of(
            self.trial.differences,
            lambda each: (
                each.key[:2] == ("done to", "y")
                and each.key[2] in bearers
                and each.values[3] < each.values[2]
            ),
        )

    @property
    def is_aboard(self) -> bool:
        """Whether the ability y is of a piece aboard a ship, and not of the ship."""
        y = self.trial.worlds.y
        return bool(y.abilities or y.gained) and self._ship_named(y.carrier or "") != y.carrier

    @property
    def are_opposed(self) -> bool:
        """Whether the two belong to different players."""
        sides = [self._side(each.carrier) for each in (self.trial.worlds.x, self.trial.worlds.y)]
        return None not in sides and sides[0] != sides[1]

    def _side(self, name: str | None) -> str | None:
        given = self.trial.worlds.position.given
        piece = given.get(self._ship_named(name) or name) if name is not None else None
        return (
            None
            if piece is None
            else piece.ship or piece.creature or piece.event or piece.fort or piece.island
        )

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


def first_of(differences: Sequence[Difference], test: Callable[[Difference], bool]) -> Difference | None:
    return next(filter(test, differences), None)


def turned(values: Values) -> Values:
    neither, x, y, both = values
    return neither, y, x, both


def is_undone(values: Values) -> bool:
    """Whether y changes something alone, and nothing of it or less when x is there."""
    neither, x, y, both = values
    if y == neither or (x == y == both):
        return False
    return bool(both == x)


def is_lessened(values: Values) -> bool:
    """Whether y takes or brings less when x is there."""
    neither, x, y, both = values
    numbers = all(isinstance(value, int) and not isinstance(value, bool) for value in values)
    return numbers and y != neither and x == neither and (both > y if y < neither else both < y)
