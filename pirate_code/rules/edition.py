"""Editions of the rules: values and switches, read from db/editions.

An edition may be based on another and then says only what is different. No rule asks for an edition by its
name: it asks for a value.
"""

from __future__ import annotations

import re
from functools import cache, cached_property
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from pirate_code.data import DataError, Document, folder, load_yaml
from pirate_code.language.keywords import versions
from pirate_code.terrain import load_terrain, terrain_of_setup
from pirate_code.validation_messages import in_words

Count = Annotated[int, Field(ge=0, le=1000)]
Side = Annotated[int, Field(ge=600, le=6000)]  # of a table, in millimetres
Players = Literal["two", "more", "all", "none"]  # for which numbers of players something holds
Helpless = Literal["one", "two", "half", "never"]  # how many players without any move to come end the game

TERRAIN = tuple(load_terrain())
_WITH_ID = re.compile(r"\(([A-Za-z]+-\w+)\)\s*$")
_TWO = 2
_FOUR = 4


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class Span(_Part):
    """The least and the most that two things lie apart."""

    least: Count
    most: Count

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.least > self.most:
            raise ValueError(f"the least, {self.least}, is more than the most, {self.most}")
        return self


class NoMoves(_Part):
    """How many players must have no move action to come, by how many play."""

    two: Helpless
    three_or_four: Helpless
    more: Helpless

    def needed(self, players: int) -> int:
        """How many such players end a game of that many."""
        word = self.two if players <= _TWO else self.three_or_four if players <= _FOUR else self.more
        return {"one": 1, "two": 2, "half": (players + 1) // 2, "never": players + 1}[word]


class Ends(_Part):
    """The end conditions; a stalemate is so many rounds in which nothing changes for good."""

    more_than_half: Players
    no_moves: NoMoves
    no_moves_only_at_the_beginning: bool
    no_gold_left: Literal["at_home", "at_home_or_in_forts", "never"]  # where all gold must lie
    stalemate_rounds: Count
    stalemate_winner: Literal["richest", "nobody"]


class Edition(_Part):
    """One edition of the rules."""

    id: Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
    name: str
    based_on: str | None = None
    lineage: tuple[str, ...] = ()  # the ids of this edition, of the one that it is based on, and so on
    told_by: dict[
        str, str
    ] = {}  # by value, or "keyword_versions.galley": the id of the edition that tells it
    partial: bool = False  # not all of its rules are known
    not_known: tuple[str, ...] = ()
    banned: tuple[str, ...] = ()  # pieces that no fleet may have, by their ids or names
    build_total: Count
    forts_in_build_total: bool
    forts_need_explored_islands: bool
    fort_nations: Literal["afloat", "starting", "any"]  # of which ships a fort must have the nation
    destroyed_forts_are_removed: bool
    links: Literal["add_a_space", "share_a_space"]
    crew_linked_to_ships: bool
    equipment_shares_the_crew_limit: bool
    events: Literal["bought", "agreed"]
    islands_per_player: Annotated[int, Field(ge=2, le=10)]
    islands_apart: Span
    terrain: tuple[str, ...] = Field(default_factory=terrain_of_setup)  # what may be laid out in setup
    terrain_apart: Count
    home_islands: Literal["last_for_first", "last_placer_for_first", "own_from_the_last"]
    mysterious_islands: Literal["effects", "plain"]
    mysterious_homes: Literal["effects", "agreed", "plain"]
    coins: Annotated[tuple[Annotated[int, Field(ge=0, le=20)], ...], Field(min_length=1)]
    coins_on_an_island: Count
    table_edge: Literal["wall", "flat", "round"]
    sailing_over_a_flat_edge: bool
    actions_per_turn: Count
    action_limit: Count
    movement_bonuses: Literal["after_the_base_move", "any_time"]
    creatures_measured_from: Literal["front", "anywhere"]
    come_about: bool
    docked_by: Literal["bow", "any_part"]
    unloading_at_forts: Literal["optional", "automatic"]
    leaving_marks_islands: bool
    explore_needs_docked_start: bool
    ram_is_optional: bool
    mastless_ships_ram: bool
    bow_contact_pins: bool
    towing_captures: bool
    fog: Literal["ends_the_turn", "ends_the_move", "goes_on"]
    ends: Ends
    half_counts_forts: bool
    gold_on_ships_counts: Players
    sunk_crew_is_removed: bool
    scuttled_cargo_is_removed: bool
    sunk_gold_is_split: Players
    sunk_gold_goes_to: Literal["controller", "owner"]
    turn_limit: Count = 0
    table_size: tuple[Side, Side] | None = None  # width and height; else as large as the islands need
    keyword_versions: dict[str, str] = {}  # by keyword: the name of its version in db/keywords

    @field_validator("keyword_versions")
    @classmethod
    def _are_versions(cls, chosen: dict[str, str]) -> dict[str, str]:
        known = versions()
        for keyword, name in chosen.items():
            if keyword not in known:
                raise ValueError(f"there is no keyword {keyword!r} with other versions in db/keywords")
            if name not in known[keyword]:
                raise ValueError(f"{keyword} has no version {name!r}; it has {', '.join(known[keyword])}")
        return chosen

    @field_validator("banned")
    @classmethod
    def _by_id_or_name(cls, banned: tuple[str, ...]) -> tuple[str, ...]:
        """As fleets are written, so may bans be: of `Panda (R-011)` the id counts."""
        return tuple(found[1] if (found := _WITH_ID.search(piece)) else piece for piece in banned)

    @field_validator("terrain")
    @classmethod
    def _is_terrain(cls, nouns: tuple[str, ...]) -> tuple[str, ...]:
        for noun in nouns:
            if noun not in TERRAIN:
                raise ValueError(f"there is no terrain {noun!r}; there are {', '.join(TERRAIN)}")
        return nouns

    @cached_property
    def versions(self) -> frozenset[tuple[str, str]]:
        """The keywords that have another rule here, in a form that can be a key of a cache."""
        return frozenset(self.keyword_versions.items())

    @property
    def gold(self) -> int:
        """The gold that every player contributes."""
        return sum(self.coins)

    def but(self, **values: Any) -> Edition:
        """This edition with other values: a house rule such as the table's edge, or a limit of turns."""
        return Edition.model_validate(self.model_dump() | values)


def applies(players: Players, count: int) -> bool:
    """Whether what holds for those numbers of players holds for this one."""
    return players in {"all", "two" if count <= _TWO else "more"}


def edition_named(name: str) -> Edition:
    """An edition that comes with the project by its id, or one of one's own by its file, as `mine.yaml`."""
    if name in editions():
        return load_edition(name)
    path = Path(name)
    if path.suffix not in {".yaml", ".yml"}:
        known = ", ".join(editions())
        raise DataError(
            f"There is no edition {name[:40]!r}; there are {known}, or a file of your own, .yaml."
        )
    return read_edition(path)


@cache
def load_edition(name: str = "code") -> Edition:
    """An edition by its id."""
    return read_edition(folder("db") / "editions" / f"{name}.yaml")


def editions() -> list[str]:
    """The ids of all editions, in order of the alphabet."""
    return sorted(path.stem for path in (folder("db") / "editions").glob("*.yaml"))


@cache
def edition_names() -> dict[str, str]:
    """The names of all editions by their ids."""
    return {name: load_edition(name).name for name in editions()}


def read_edition(path: Path) -> Edition:
    """Read one file and what it is based on; what is wrong is told with its file and line."""
    documents = _documents(path)
    data: dict[str, Any] = {}
    tellers: dict[str, str] = {}
    for document in reversed(documents):
        for made in ("lineage", "told_by"):
            if made in document.data:
                raise document.error(f"{made}: this is found out and not told", made)
        tellers |= dict.fromkeys(_names(document.data), document.data["id"])
        data |= document.data | _added(data, document.data)
    data |= {"lineage": [document.data["id"] for document in documents], "told_by": tellers}
    if len(documents) > 1 and "name" not in documents[0].data:
        data["name"] = f"{data.get('name')} with the changes of {documents[0].data['id']}"
    try:
        return Edition.model_validate(data)
    except ValidationError as error:
        fault = error.errors()[0]
        where = tuple(part for part in fault["loc"] if isinstance(part, str | int))
        faulty = next((found for found in documents if where and where[0] in found.data), documents[0])
        alone = len(documents) == 1 and fault["type"] == "missing"
        hint = "; with `based_on: code` only what is different is told" if alone else ""
        message = f"{'.'.join(map(str, where))}: {in_words(fault)}{hint}"
        raise faulty.error(message.removeprefix(": "), *where) from None


def _names(own: dict[str, Any]) -> list[str]:
    """What a file tells, keyword by keyword."""
    keywords = own.get("keyword_versions")
    return [*own, *(f"keyword_versions.{keyword}" for keyword in keywords or ())]


def _added(base: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    """Tables of which an edition tells only what is different: its keyword versions, and the game's ends."""
    tables = {name: (base.get(name), own[name]) for name in ("keyword_versions", "ends") if name in own}
    return {
        name: older | newer
        for name, (older, newer) in tables.items()
        if isinstance(older, dict) and isinstance(newer, dict)
    }


def _documents(path: Path) -> list[Document]:
    """The file, the one it is based on, and so on."""
    found: list[Document] = []
    while True:
        document = load_yaml(path)
        if not isinstance(document.data, dict):
            raise DataError("an edition is a table of names and values", path, 1)
        if document.data.setdefault("id", path.stem) != path.stem:
            raise document.error(f"the id must be that of the file, {path.stem!r}", "id")
        found.append(document)
        base = document.data.get("based_on")
        if base is None:
            return found
        if not isinstance(base, str):
            raise document.error("based_on: it is the id of an edition", "based_on")
        beside = path.parent / f"{base}.yaml"
        path = beside if beside.is_file() else folder("db") / "editions" / f"{base}.yaml"
        if not path.is_file():
            raise document.error(f"there is no edition {base!r} to be based on", "based_on")
        if any(earlier.path == path for earlier in found):
            raise document.error(f"{base!r} is based on this edition in turn", "based_on")
