"""The values that the game is played with: map, ports, pirates, counters and tables, from db/blackbeard.

What the document does not give is ours and marked `assumed`. An overlay file replaces any of it:

    ports: {havana: {value: 4, defense: 9}}
    pirates: {stede-bonnet: {ability: 2}}

Fields that an overlay does not name stay as they are, and `name: null` takes an entry out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Literal, NoReturn, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pirate_code.core.naming import nearest
from pirate_code.data import DataError, Document, folder, load_yaml
from pirate_code.validation_messages import plainly

Region: TypeAlias = Literal["atlantic", "caribbean", "africa", "india"]
Nation: TypeAlias = Literal["english", "spanish", "french", "dutch", "portuguese", "arab", "pirate"]
ShipType: TypeAlias = Literal["sloop", "schooner", "brigantine"]
Rating: TypeAlias = Annotated[int, Field(ge=0, le=20)]
Place: TypeAlias = Annotated[  # where a box lies on the drawn map
    list[Annotated[int, Field(ge=0, le=5000)]], Field(min_length=2, max_length=2)
]
Count: TypeAlias = Annotated[int, Field(ge=1, le=36)]
D66 = tuple(tens * 10 + ones for tens in range(1, 7) for ones in range(1, 7))


class Entry(BaseModel):
    """An entry of a data file; `assumed` says that the document does not give its values."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)
    assumed: bool = False


class Sea(Entry):
    """A sea area: what it adjoins, and islands in it that have no port."""

    name: str
    region: Region
    seas: list[str]
    transits: list[str]
    islands: list[str] = Field(default_factory=list)
    at: Place | None = None


class Transit(Entry):
    """A transit box between seas."""

    name: str
    at: Place | None = None


class Port(Entry):
    """A port; those of the pirates have no value and no garrison."""

    name: str
    number: int
    nation: Nation
    value: Rating
    defense: Rating
    sea: str


class PirateCard(Entry):
    """A pirate and his six ratings."""

    name: str
    ability: Rating
    cruelty: Rating
    leadership: Rating
    duel: Annotated[int, Field(ge=1, le=6)]
    initiative: Annotated[int, Field(ge=1, le=10)]
    cunning: Rating


class Merchant(Entry):
    """Merchant counters that are alike."""

    type: Literal["sloop", "schooner", "brigantine", "flute", "rigger"]
    cargo: Annotated[int, Field(ge=0, le=4)]
    count: Annotated[int, Field(ge=1, le=50)]


class Hunter(Entry):
    """A warship or a King's Commissioner."""

    name: str
    speed: Annotated[int, Field(ge=-3, le=20)]
    combat: Rating


class Hostage(Entry):
    """Hostage counters that are alike."""

    information: Rating
    value: Rating
    count: Annotated[int, Field(ge=1, le=50)]


class Ship(Entry):
    """A type of ship that pirates sail; past the end of a track she sinks."""

    name: str
    holds: Annotated[int, Field(ge=1, le=10)]
    combat: Annotated[list[int], Field(min_length=1)]
    speed: Annotated[list[int], Field(min_length=1)]
    at_start: bool


class EventCard(Entry):
    """An event card: what it says, how many there are, and what it can be played for besides its event."""

    name: str
    copies: Annotated[int, Field(ge=1, le=20)]
    actions: Annotated[int, Field(ge=0, le=10)] = 0
    initiative: bool = False  # the actions are those of one pirate's initiative
    together: bool = False  # the event may be played in addition to the actions
    second_run: bool = False  # in a long game it joins the deck only when that has run out once
    text: str


class Limits(Entry):
    """Pirates of one player."""

    start: Count
    hand: Count
    play: Count


class MerchantNumbers(Entry):
    """How many merchants there are at sea."""

    setup: Count
    fewer_than: Count
    refill: Count


class LoyaltyNumbers(Entry):
    """The track of the crew's loyalty."""

    start: Count
    after_mutiny: Count
    most: Count


class Rules(Entry):
    """Numbers of the rules."""

    limits: Annotated[dict[Annotated[int, Field(ge=2, le=10)], Limits], Field(min_length=1)]
    governors: list[str]
    anti_pirate_governors: Count
    cargo: dict[Region, Annotated[list[int], Field(min_length=10, max_length=10)]]
    no_ransom: list[Nation]
    no_refit: list[Nation]
    merchants: MerchantNumbers
    loyalty: LoyaltyNumbers
    hand: Count


@dataclass(frozen=True)
class Values:
    """Everything that the game is played with."""

    seas: Mapping[str, Sea]
    transits: Mapping[str, Transit]
    ports: Mapping[str, Port]
    pirates: Mapping[str, PirateCard]
    merchants: Mapping[str, Merchant]
    warships: Mapping[str, Hunter]
    commissioners: Mapping[str, Hunter]
    hostages: Mapping[str, Hostage]
    ships: Mapping[str, Ship]
    events: Mapping[str, EventCard]
    rules: Rules
    overlay: Mapping[str, Any]  # what an overlay file said, for replays
    faulty: Callable[..., DataError]  # the error about an entry: section, key, message, and the field in it

    @cached_property
    def port_numbers(self) -> Mapping[int, str]:
        """The port of each result of d66."""
        return {port.number: key for key, port in self.ports.items()}

    @cached_property
    def ports_of(self) -> Mapping[str, tuple[str, ...]]:
        """The ports of each sea."""
        return {sea: tuple(key for key, port in self.ports.items() if port.sea == sea) for sea in self.seas}

    @cached_property
    def adjoining(self) -> Mapping[str, tuple[str, ...]]:
        """The seas and transit boxes that each of them adjoins."""
        found: dict[str, list[str]] = {key: [*sea.seas, *sea.transits] for key, sea in self.seas.items()}
        for transit in self.transits:
            found[transit] = [key for key, sea in self.seas.items() if transit in sea.transits]
        return {key: tuple(near) for key, near in found.items()}

    def name(self, ref: str) -> str:
        """A place, pirate, counter or card by its name, for people."""
        for entries in (
            self.ports,
            self.seas,
            self.transits,
            self.pirates,
            self.warships,
            self.commissioners,
        ):
            if ref in entries:
                return str(entries[ref].name)
        return self.events[ref].name if ref in self.events else ref.replace("-", " ")


SECTIONS: Mapping[str, type[Entry]] = MappingProxyType(
    {
        "seas": Sea,
        "transits": Transit,
        "ports": Port,
        "pirates": PirateCard,
        "merchants": Merchant,
        "warships": Hunter,
        "commissioners": Hunter,
        "hostages": Hostage,
        "ships": Ship,
        "events": EventCard,
    }
)


@lru_cache(maxsize=1)
def standard_values() -> Values:
    """The values of db/blackbeard alone."""
    return _Loader().values()


def load_values(overlay: Path | None = None) -> Values:
    """The values of db/blackbeard, changed by an overlay file; DataError if one is wrong."""
    return standard_values() if overlay is None else _Loader(load_yaml(overlay)).values()


def values_with(overlay: Mapping[str, Any]) -> Values:
    """The values with an overlay that was read before, as a replay has it."""
    if not overlay:
        return standard_values()
    return _Loader(Document(Path("the overlay"), dict(overlay), dict)).values()


def _is_unknown(error: ValidationError) -> bool:
    """Whether the first fault is a field that there is not."""
    return error.errors()[0]["type"] == "extra_forbidden"


class _Loader:
    """Reads the files, puts the overlay over them, and checks what comes of it."""

    def __init__(self, overlay: Document | None = None) -> None:
        self.overlay = overlay
        base = folder("db") / "blackbeard"
        self.files = {section: load_yaml(base / f"{section}.yaml") for section in (*SECTIONS, "rules")}
        self.over: Mapping[str, Any] = {}
        if overlay is not None:
            if not isinstance(overlay.data, dict):
                raise overlay.error(f"an overlay has sections: {', '.join(self.files)}")
            for section in overlay.data:
                if section not in self.files:
                    raise overlay.error(
                        f"there is no section {section!r}; there are {', '.join(self.files)}", section
                    )
            self.over = overlay.data

    def values(self) -> Values:
        found: dict[str, Any] = {
            section: self._section(section, model) for section, model in SECTIONS.items()
        }
        rules = self._merged(self.files["rules"].data, self.over.get("rules", {}))
        found["rules"] = self._entry("rules", None, Rules, rules)
        values = Values(**found, overlay=self.over, faulty=self._fault)
        self._check(values)
        return values

    def _section(self, section: str, model: type[Entry]) -> Mapping[str, Entry]:
        base, over = self.files[section].data, self.over.get(section, {})
        if not isinstance(over, dict):
            self._wrong(section, None, f"the section {section} holds entries by their names")
        merged: dict[str, Entry] = {}
        for key in (*base, *(key for key in over if key not in base)):
            if key in over and over[key] is None:
                continue
            data = self._merged(base.get(key, {}), over.get(key, {}))
            if key in over and isinstance(data, dict):
                data = {"assumed": False} | {k: v for k, v in data.items() if k != "assumed"}
            merged[key] = self._entry(section, key, model, data)
        return merged

    def _merged(self, base: Any, over: Any) -> Any:
        """What an overlay names in place of ours, at every depth."""
        if not isinstance(base, dict) or not isinstance(over, dict):
            return over
        return base | {key: self._merged(base.get(key), value) for key, value in over.items()}

    def _entry(self, section: str, key: str | None, model: type[Entry], data: Any) -> Any:
        try:
            return model.model_validate(data)
        except ValidationError as error:
            place = error.errors()[0]["loc"]
            what = ".".join(str(step) for step in (*([] if key is None else [key]), *place))
            meant = nearest(str(place[-1]), model.model_fields) if _is_unknown(error) else ""
            self._wrong(section, key, f"{what}: {plainly(error)}{meant}", *place)

    def _wrong(self, section: str, key: str | None, message: str, *place: int | str) -> NoReturn:
        raise self._fault(section, key, message, *place)

    def _fault(self, section: str, key: str | None, message: str, *place: int | str) -> DataError:
        """The error at the place in the overlay, if it speaks of the entry, or else in our own file."""
        where = (*(() if key is None else (key,)), *place)
        if self.overlay is not None and (key is None or self._is_theirs(section, key)):
            return self.overlay.error(message, section, *where)
        return self.files[section].error(message, *where)

    def _is_theirs(self, section: str, key: str) -> bool:
        """Whether the overlay speaks of an entry."""
        return key in self.over.get(section, {})

    def _check(self, values: Values) -> None:
        self._check_ports(values)
        self._check_seas(values)
        total = sum(merchant.count for merchant in values.merchants.values())
        if total < values.rules.merchants.setup:
            self._wrong("merchants", None, f"there are {total} merchants, and a game begins with more")
        needed = max(players * limit.start for players, limit in values.rules.limits.items())
        if len(values.pirates) < needed:
            self._wrong("pirates", None, f"there are {len(values.pirates)} pirates, and {needed} are needed")
        cards, hands = sum(card.copies for card in values.events.values()), max(values.rules.limits)
        if cards < 2 * hands * values.rules.hand:
            self._wrong(
                "events", None, f"{cards} event cards are too few for {hands} hands, and as many again"
            )
        if not any(ship.at_start for ship in values.ships.values()):
            self._wrong("ships", None, "no ship is there at the start (at_start: true)")

    def _check_ports(self, values: Values) -> None:
        taken: dict[int, str] = {}
        for key, port in values.ports.items():
            if port.sea not in values.seas:
                meant = nearest(port.sea, values.seas)
                self._wrong("ports", key, f"{key}: there is no sea {port.sea!r}{meant}", "sea")
            if port.number not in D66:
                self._wrong("ports", key, f"{key}: {port.number} is no result of d66 (11 to 66)", "number")
            if port.number in taken:
                self._wrong(
                    "ports",
                    key,
                    f"{key}: {taken[port.number]} has the number {port.number} already",
                    "number",
                )
            taken[port.number] = key
        if all(port.nation == "pirate" for port in values.ports.values()):
            self._wrong("ports", None, "all ports are pirate ports, and somebody must be there to be robbed")
        if missing := sorted(set(D66) - set(taken)):
            ours = self.files["ports"].data
            had = next((key for key, port in ours.items() if port["number"] == missing[0]), None)
            self._wrong("ports", had, f"no port has the number {missing[0]}; each result of d66 needs one")

    def _check_seas(self, values: Values) -> None:
        for key, sea in values.seas.items():
            for kind, names, known in (
                ("seas", sea.seas, values.seas),
                ("transits", sea.transits, values.transits),
            ):
                for name in names:
                    if name not in known:
                        what = "sea" if kind == "seas" else "transit box"
                        meant = nearest(name, known)
                        self._wrong("seas", key, f"{key}: there is no {what} {name!r}{meant}", kind)
        for key, sea in values.seas.items():
            for name in sea.seas:
                if key not in values.seas[name].seas:
                    message = f"{key} adjoins {name}, and {name} does not name {key}; seas name each other"
                    self._wrong("seas", name if self._is_theirs("seas", name) else key, message, "seas")
        first = next(iter(values.seas))
        reached, edge = {first}, [first]
        while edge:
            near = [place for place in values.adjoining[edge.pop()] if place not in reached]
            reached.update(near)
            edge += near
        for section in ("seas", "transits"):
            for key in getattr(values, section):
                if key not in reached:
                    message = f"the map is in two parts: {key} cannot be reached from {first}"
                    self._wrong(section, key, message)
