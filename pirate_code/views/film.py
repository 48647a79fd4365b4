"""A game as a film: what was on the table at the start, and for every event that is told what it changed.

The film is plain data that a program can draw: outlines once, then only what changes. docs/web.md tells its
fields.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple

from pirate_code.board import geometry
from pirate_code.board.outlines import load_outlines
from pirate_code.board.pose import Pose
from pirate_code.board.state import SEA, Piece, State
from pirate_code.core.running import Entry
from pirate_code.rules.event import Event
from pirate_code.rules.game import Game
from pirate_code.views.account import is_reported, names_of, sentence
from pirate_code.views.svg import gold_at_home

Data = dict[str, Any]
_MARGIN = 60


class Appearance(NamedTuple):
    """What of a piece is drawn."""

    where: int
    pose: Pose | None
    outline: str
    masts: tuple[int, ...]
    states: frozenset[str]
    controller: int | None
    shown: bool
    value: int


def appearance_of(piece: Piece) -> Appearance:
    """How a piece looks now."""
    return Appearance(
        piece.where,
        piece.pose,
        piece.outline,
        piece.masts,
        piece.states,
        piece.controller,
        piece.face_up or bool(piece.known),
        piece.value,
    )


class Frame(NamedTuple):
    """What the entry of a log changed: pieces, each with how it looks then, and the gold at home."""

    looks: tuple[tuple[int, Appearance], ...]
    gold: tuple[int, ...]


_NOTHING = Frame((), ())


class FilmedGame(Game):
    """A game that keeps what every entry of its log changed."""

    def __init__(self, state: State, edition: Any, work: Any = None) -> None:
        super().__init__(state, edition, work)
        self.shots: list[Frame] = []
        self._looks: list[Appearance] = []

    def note(self, what: str, event: Event, why: str = "") -> None:
        """Write an event down; what has changed until now belongs to the one before."""
        self.shoot()
        super().note(what, event, why)

    def shoot(self) -> None:
        """Keep what has changed since the last entry; the first shot is the table at the start."""
        self.shots.append(self.changed())
        self._looks = [appearance_of(piece) for piece in self.state.pieces]

    def changed(self) -> Frame:
        """What has changed since the last entry."""
        before = self._looks
        looks = enumerate(map(appearance_of, self.state.pieces))
        changed = tuple(
            (number, look) for number, look in looks if number >= len(before) or look != before[number]
        )
        gold = tuple(gold_at_home(self.state, player) for player in range(self.state.players))
        return Frame(changed, gold)


def film(game: Game, *, of_position: bool = False) -> Data:
    """The film of a `FilmedGame`: it begins with the first turn, or with the position that somebody made."""
    assert isinstance(game, FilmedGame)
    return FilmBuilder(game, of_position).data()


class FilmBuilder:
    """Builds the steps of a film."""

    def __init__(self, game: FilmedGame, of_position: bool = False) -> None:
        self.game, self.of_position = game, of_position
        self.state = game.state  # as it may be told
        self.shots = [*game.shots, game.changed()]
        self.names = names_of(game.state)
        self.reasons: dict[str, int] = {}
        self.looks: dict[int, Appearance] = {}
        self.outlines: dict[str, None] = {}
        self.boxes: list[tuple[float, float, float, float]] = []

    def data(self) -> Data:
        shots, first = self.shots, 0 if self.of_position else self.first_turn()
        start = self.changed(shots[: first + 1])
        steps = list(self.steps([_NOTHING] * first + shots[first + 1 :]))
        return {
            "view": self.view(),
            "outlines": {name: outline_data(name) for name in self.outlines},
            "pieces": self.pieces(),
            "start": start,
            "reasons": list(self.reasons),
            "steps": steps,
        }

    def pieces(self) -> list[Data]:
        """What never changes about each piece."""
        return [piece_data(piece) for piece in self.state.pieces]

    def first_turn(self) -> int:
        """The entry with which the first turn begins; all that setup changes is there from the start."""
        begins = (number for number, entry in enumerate(self.game.log) if _begins_a_turn(entry))
        return next(begins, len(self.game.log))

    def steps(self, shots: list[Frame]) -> Iterator[Data]:
        """Every event that is told, with all that changed until the next one is."""
        turn, gold = 0, (0,) * self.state.players
        step: Data = {"says": "The table is set up."}
        own: list[Frame] = []
        for entry, shot in zip(self.game.log, shots, strict=True):
            begins = _begins_a_turn(entry)
            if begins or is_reported(entry):
                yield step | self.result(own, gold)
                gold = own[-1].gold if own and own[-1].gold else gold
                turn, own = turn + begins, []
                step = self.step_data(entry, turn if begins else None)
            own.append(shot)
        yield step | self.result(own, gold)

    def step_data(self, entry: Entry, turn: int | None) -> Data:
        if turn is not None:
            return {"turn": turn, "says": f"Turn {turn}: {self.names.of(dict(entry[2]).get('agent'))}"}
        return {
            "says": sentence(entry, self.names),
            "why": self.reasons.setdefault(self.reason(entry), len(self.reasons)),
        }

    def reason(self, entry: Entry) -> str:
        """Why something happens: an ability, with its line, or a rule."""
        cause = entry[5]
        if cause.piece is None:
            return f"The rules: {cause.rule}."
        card = self.state.pieces[cause.piece].card
        return f"Ability of {card.name}: {card.line}" if card.line else f"{card.name}."

    def result(self, shots: list[Frame], gold: tuple[int, ...]) -> Data:
        """What shots changed, and the gold at home if that is other than it was."""
        made: Data = {}
        if changed := self.changed(shots):
            made["set"] = changed
        if shots and shots[-1].gold and shots[-1].gold != gold:
            made["gold"] = list(shots[-1].gold)
        return made

    def changed(self, shots: list[Frame]) -> list[list[Any]]:
        """Pieces with the fields that are new; a ship that came by other places tells them in `via`."""
        ways: dict[int, list[Appearance]] = {}
        for shot in shots:
            for number, look in shot.looks:
                ways.setdefault(number, []).append(look)
        changes = []
        for number, way in ways.items():
            fields = self.fields(number, way)
            if fields:
                changes.append([number, fields])
            self.looks[number] = way[-1]
        return changes

    def fields(self, number: int, way: list[Appearance]) -> Data:
        now, before = way[-1], self.looks.get(number)
        fields = fields_of(now)
        if before is not None:
            old = fields_of(before)
            fields = {name: value for name, value in fields.items() if old[name] != value}
        poses = [look.pose for look in way if look.pose is not None and look.where == SEA]
        for pose in poses:
            self.outlines[now.outline] = None
            self.boxes.append(geometry.place(load_outlines()[now.outline], pose).box)
        via = [_at(pose) for pose, after in pairwise(poses) if pose != after]
        if via and "at" in fields:
            fields["via"] = via
        return fields

    def view(self) -> list[int]:
        """The part of the table that the game came to: left, bottom, right, top."""
        if not self.boxes:
            return [0, 0, 600, 400]
        return [
            int(min(box[0] for box in self.boxes)) - _MARGIN,
            int(min(box[1] for box in self.boxes)) - _MARGIN,
            int(max(box[2] for box in self.boxes)) + _MARGIN,
            int(max(box[3] for box in self.boxes)) + _MARGIN,
        ]


def _begins_a_turn(entry: Entry) -> bool:
    return entry[:2] == ("happens", "turn_beginning")


def fields_of(look: Appearance) -> Data:
    """How a piece looks, as the fields of a film."""
    return {
        "in": look.where,
        "at": _at(look.pose) if look.pose is not None and look.where == SEA else None,
        "hull": look.outline,
        "masts": "".join(map(str, look.masts)),
        "is": sorted(look.states),
        "by": look.controller,
        "up": int(look.shown),
        "gold": look.value,
    }


def _at(pose: Pose) -> list[float]:
    return [round(pose.x, 1), round(pose.y, 1), round(pose.heading, 1)]


def outline_data(name: str) -> Data:
    """An outline as a film has it."""
    outline = load_outlines()[name]

    def points(many: Any) -> list[list[float]]:
        return [[round(x, 1), round(y, 1)] for x, y in many]

    data: Data = {"points": points(outline.points)}
    if outline.masts:
        data |= {"bow": points([outline.bow])[0], "masts": points(outline.masts), "sails": outline.sails}
    return data


def piece_data(piece: Piece) -> Data:
    """What never changes about a piece."""
    data: Data = {"name": piece.card.name, "kind": piece.kind, "card": piece.card.id}
    if piece.home is not None:
        data["home"] = piece.home
    if piece.card.terrain:
        data["terrain"] = piece.card.terrain.replace("_", "-")
    return data
