"""How a scenario is written: `given` pieces, `when` steps, `then` facts. rulings/README.md tells more."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PrivateAttr,
    model_validator,
)

from pirate_code.glossary import load_nations
from pirate_code.library.pieces import Rarity
from pirate_code.rules.edition import Edition
from pirate_code.rules.events import CATALOGUE, ONLY_SAID
from pirate_code.terrain import load_terrain

Side = Literal["ours", "theirs", "third"]
SIDES: dict[str, int] = {"ours": 0, "theirs": 1, "third": 2}
KINDS = (
    "ship",
    "creature",
    "crew",
    "equipment",
    "coin",
    "treasure",
    "island",
    "fort",
    "terrain",
    "event",
    "fleet",
)
Name = Annotated[str, Field(min_length=1, max_length=60)]
Line = Annotated[str, Field(max_length=2_000)]
PIECES_LIMIT = 200
STEPS_LIMIT = 200


def _listed(value: Any) -> Any:
    return value if isinstance(value, list | tuple) else [] if value is None else [value]


Listed = BeforeValidator(_listed)


def _like(pattern: str, example: str) -> AfterValidator:
    """Refuse a text that is not written like the example."""

    def check(text: str) -> str:
        if re.fullmatch(pattern, text) is None:
            raise ValueError(f"{text[:60]!r} is not written like {example!r}")
        return text

    return AfterValidator(check)


def _is_terrain(name: str) -> str:
    """The noun of a kind of terrain, however its words are joined."""
    noun = re.sub(r"[ -]", "_", name.casefold())
    if noun not in load_terrain():
        raise ValueError(f"there is no terrain {name[:40]!r}; there are {', '.join(load_terrain())}")
    return noun


def _is_nation(name: str) -> str:
    """The id of a nation, whichever of its names is used."""
    for nation in load_nations():
        if name.casefold() in {nation.id, nation.adjective.casefold(), nation.noun.casefold()}:
            return nation.id
    known = ", ".join(nation.id for nation in load_nations())
    raise ValueError(f"there is no nation {name[:40]!r}; there are {known}")


NationName = Annotated[str, AfterValidator(_is_nation)]
TerrainName = Annotated[str, AfterValidator(_is_terrain)]
Guns = Annotated[str, _like("([1-6][SL](-[1-6][SL])*)?", "3S-2L")]
Nearness = Annotated[str, _like(r"([1-9]?[0-9]?[SLDT]|[SLDT](\+[SLDT]){0,20}) of .{1,60}", "S of Revenge")]
Millimetres = Annotated[float, Field(ge=-100_000, le=100_000)]
Segments = Annotated[str, _like(r"([SLDT](\+[SLDT]){0,20})?", "S+L")]


class _Part(BaseModel):
    """What all parts share: no field changes, and an unknown one is refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True, defer_build=True)


class Given(_Part):
    """A piece on the table: its kind says whose it is or where; the rest is told if it matters."""

    ship: Side | None = None
    creature: Side | None = None
    crew: Name | None = None
    equipment: Name | None = None
    coin: int | None = Field(default=None, ge=0, le=50)
    treasure: Name | None = None
    island: Side | Literal["wild"] | None = None
    fort: Side | None = None
    terrain: TerrainName | None = None
    event: Side | None = None
    fleet: Side | None = None
    lines: Annotated[tuple[Line, ...], Listed] = ()
    name: Name | None = None
    card: Name | None = None
    printed: bool = False
    says: Line = ""
    has: Annotated[tuple[Name, ...], Listed, Field(max_length=20)] = ()
    masts: int | None = Field(default=None, ge=0, le=10)
    cannons: Guns | None = None
    move: Segments | None = None
    cargo: int | None = Field(default=None, ge=0, le=30)
    cost: int | None = Field(default=None, ge=0, le=100)
    gold: int | None = Field(default=None, ge=0, le=50)
    nation: NationName | None = None
    rarity: Rarity | None = None
    links: Annotated[tuple[Name, ...], Listed] = ()
    number: int | None = Field(default=None, ge=1, le=6)
    whose: Side | None = None
    lost: int = Field(default=0, ge=0, le=10)
    fire: int = Field(default=0, ge=0, le=10)
    face: Literal["up", "down"] | None = None
    states: Annotated[tuple[Name, ...], Listed] = Field(default=(), alias="is")
    on: Name | None = None
    docked: Name | None = None
    pinned_by: Name | None = Field(default=None, alias="pinned by")
    towed_by: Name | None = Field(default=None, alias="towed by")
    explored_by: Annotated[tuple[Side, ...], Listed] = Field(default=(), alias="explored by")
    marked_by: Annotated[tuple[Side, ...], Listed] = Field(default=(), alias="marked by")
    within: Nearness | None = None
    beyond: Nearness | None = None
    touching: Name | None = None
    bow_on: Name | None = Field(default=None, alias="bow on")
    facing: Name | None = None
    at: tuple[Millimetres, Millimetres, Millimetres] | None = None  # the last one is degrees

    @model_validator(mode="after")
    def _is_one_thing(self) -> Given:
        kinds = [kind for kind in KINDS if getattr(self, kind) is not None]
        if len(kinds) != 1:
            raise ValueError(f"a piece is one of {', '.join(KINDS)}; this is {', '.join(kinds) or 'none'}")
        return self

    @property
    def kind(self) -> str:
        """What the piece is."""
        return next(kind for kind in KINDS if getattr(self, kind) is not None)


class Step(_Part):
    """Something that is done, with these dice and choices; `refused` says that it may not be done."""

    give: Literal["move", "shoot", "explore", "repair"] | None = None
    use: Name | None = None
    do: Name | None = None
    event: Name | None = None
    turn: Side | None = None
    setup: Literal[True] | None = None
    to: Name | None = None
    agent: Name | None = None
    object: Name | None = None
    source: Name | None = None
    at: Name | None = None
    against: Name | None = None
    using: Name | None = None
    role: Name | None = None
    exchange: Name | None = None
    distance: Segments | None = None
    amount: int | None = None
    manner: Annotated[tuple[Name, ...], Listed] = ()
    by: Side | None = None
    dice: Annotated[tuple[Annotated[int, Field(ge=1, le=6)], ...], Listed] = ()
    choose: Annotated[tuple[Any, ...], Listed] = ()
    never: Annotated[tuple[Any, ...], Listed] = ()
    refused: bool = False

    @model_validator(mode="after")
    def _is_one_step(self) -> Step:
        kinds = (self.give, self.use, self.do, self.event, self.turn, self.setup)
        if sum(kind is not None for kind in kinds) != 1:
            raise ValueError("a step is one of give, use, do, event, turn or setup")
        if self.refused and (self.dice or self.choose or self.never):
            raise ValueError(
                "what is refused is not done: it has no dice, choices or choices that are never offered"
            )
        if self.give is not None and self.to is None:
            raise ValueError("an action is given to a ship: say which")
        if self.event is not None and self.event not in CATALOGUE and self.event not in ONLY_SAID:
            raise ValueError(f"{self.event!r} is no event; docs/engine.md lists them all")
        kind = CATALOGUE.get(self.event or "")
        if kind is not None and kind.is_loss and self.object is None:
            raise ValueError(f"{self.event} happens to something: say `object`, {kind.object}")
        return self


class Scenario(_Part):
    """A position, what is done, and what must then be true; `rules` are values of the edition changed."""

    title: str = ""
    edition: Name = "code"
    rules: dict[Name, Any] = Field(default_factory=dict)
    players: int = Field(default=2, ge=2, le=8)
    gold: int = Field(default=0, ge=0, le=1_000)
    build: int | None = Field(default=None, ge=1, le=1_000)
    play: Literal["official", "casual"] = "official"
    table: tuple[int, int] | None = None
    like: Literal["above"] | None = None
    given: dict[Name, Given] = Field(default_factory=dict, max_length=PIECES_LIMIT)
    when: Annotated[tuple[Step, ...], Listed, Field(max_length=STEPS_LIMIT)] = ()
    then: dict[str, Any] = Field(min_length=1)
    shows: Annotated[tuple[Line, ...], Listed] = ()  # clauses of its lines that a rule says as well
    _own_edition: Edition | None = PrivateAttr(default=None)

    @model_validator(mode="after")
    def _has_a_position(self) -> Scenario:
        if not self.given and self.like is None:
            raise ValueError("a scenario has pieces under `given`, or says `like: above`")
        if any(step.setup for step in self.when[1:]):
            raise ValueError("setup is the first step: what comes before is what the players bring")
        return self

    def under(self, edition: Edition) -> Scenario:
        """The same scenario by an edition that may be somebody's own."""
        scenario = self.model_copy(update={"edition": edition.id})
        scenario._own_edition = edition
        return scenario

    @property
    def own_edition(self) -> Edition | None:
        """The edition it is played by where that was given as a whole, not by its id."""
        return self._own_edition

    @property
    def begins_with_setup(self) -> bool:
        """Whether the pieces are what the players bring, and the table is empty."""
        return bool(self.when and self.when[0].setup)


class TriedScenario(Scenario):
    """A position and what is done in it; what must then be true need not be said."""

    then: dict[str, Any] = Field(default_factory=dict)
