"""Everything of Blackbeard that can be looked up: cards, ports, seas, pirates, tables, actions and rulings.

The entries are made from db/blackbeard and rulings/blackbeard. They stand beside the library of Pirates, not
in it, so that no search or answer of one game finds anything of the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from pirate_code.blackbeard import rulings as ruled
from pirate_code.blackbeard.values import Values, standard_values
from pirate_code.core.naming import folded
from pirate_code.data import folder, load_yaml

DOCUMENT = "Blackbeard: The Golden Age of Piracy, rules summary"
RATINGS = ("ability", "cruelty", "leadership", "duel", "initiative", "cunning")
KINDS = (
    *("event", "port", "sea", "transit box", "pirate", "commissioner", "warship", "ship"),
    *("table", "action", "ruling"),
)


@dataclass(frozen=True)
class Entry:
    """One thing: what it is, its name, what it says, and its facts by name."""

    kind: str
    id: str
    name: str
    text: str = ""
    facts: Mapping[str, Any] = field(default_factory=dict)
    about: tuple[str, ...] = ()  # the words under which its rulings are found
    assumed: bool = False  # whether the values are ours

    @property
    def key(self) -> str:
        """What it is called in addresses: kind and id."""
        return f"{self.kind.replace(' ', '-')}/{self.id}"

    def as_json(self) -> dict[str, Any]:
        """The entry for programs."""
        return {
            "game": "blackbeard",
            "type": self.kind,
            "id": self.id,
            "name": self.name,
            "text": self.text,
            "facts": dict(self.facts),
            "assumed": self.assumed,
        }


class _Data(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class ActionData(_Data):
    """An action as db/blackbeard/actions.yaml has it."""

    name: str
    number: int
    side: Literal["pirate", "anti-pirate"]
    says: str
    about: tuple[str, ...]


class Row(_Data):
    """A row of a table, and the ruling that says so."""

    cells: tuple[str, ...]
    ruling: str


class TableData(_Data):
    """A table as db/blackbeard/tables.yaml has it."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class Table:
    """A table to be shown: columns and rows of texts."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@cache
def entries() -> tuple[Entry, ...]:
    """All entries, kind by kind."""
    values = standard_values()
    return tuple(
        entry
        for kind in (_events, _ports, _places, _pirates, _hunters, _ships, _tables, _actions)
        for entry in kind(values)
    ) + tuple(_rulings())


def of_kind(kind: str) -> list[Entry]:
    """The entries of one kind."""
    return [entry for entry in entries() if entry.kind == kind]


def find(name: str) -> list[Entry]:
    """The entries of a name or an id; the kind in front (port/havana) tells those apart that share one."""
    wanted = folded(name)
    return [
        entry for entry in entries() if wanted in {folded(entry.name), folded(entry.id), folded(entry.key)}
    ]


# --- the kinds ----------------------------------------------------------------------------------------------


def _events(values: Values) -> Iterator[Entry]:
    for key, card in values.events.items():
        for_actions = "initiative" if card.initiative else card.actions
        facts = {"copies": card.copies, "actions": for_actions, "together": card.together}
        yield Entry("event", key, card.name, card.text, facts, (card.name,), card.assumed)


def _ports(values: Values) -> Iterator[Entry]:
    for key, port in values.ports.items():
        facts = {"number": port.number, "nation": port.nation, "sea": values.seas[port.sea].name}
        about: tuple[str, ...] = ("pirate ports",) if port.nation == "pirate" else ()
        if port.nation != "pirate":
            facts |= {"value": port.value, "defense": port.defense}
        yield Entry("port", key, port.name, "", facts, about, port.assumed)


def _places(values: Values) -> Iterator[Entry]:
    for key, sea in values.seas.items():
        facts = {
            "region": sea.region,
            "adjoins": ", ".join(values.name(place) for place in values.adjoining[key]),
            "ports": ", ".join(values.name(port) for port in values.ports_of[key]),
        }
        if sea.islands:
            facts["islands"] = ", ".join(values.name(island) for island in sea.islands)
        yield Entry("sea", key, sea.name, "", facts, (), sea.assumed)
    for key, transit in values.transits.items():
        facts = {"adjoins": ", ".join(values.name(place) for place in values.adjoining[key])}
        yield Entry("transit box", key, transit.name, "", facts, ("transit box",), transit.assumed)


def _pirates(values: Values) -> Iterator[Entry]:
    for key, card in values.pirates.items():
        facts = {rating: getattr(card, rating) for rating in RATINGS}
        yield Entry("pirate", key, card.name, "", facts, (), card.assumed)


def _hunters(values: Values) -> Iterator[Entry]:
    for kind, several in (("commissioner", values.commissioners), ("warship", values.warships)):
        for key, hunter in several.items():
            facts = {"speed": hunter.speed, "combat": hunter.combat}
            yield Entry(kind, key, hunter.name, "", facts, (), hunter.assumed)


def _ships(values: Values) -> Iterator[Entry]:
    for key, ship in values.ships.items():
        facts = {"combat": ship.combat[0], "speed": ship.speed[0], "holds": ship.holds}
        yield Entry("ship", key, ship.name, "", facts, (key, "ship"))


def _actions(values: Values) -> Iterator[Entry]:
    for key, data in load_yaml(folder("db") / "blackbeard" / "actions.yaml").data.items():
        action = ActionData.model_validate(data)
        facts = {"number": action.number, "of": action.side}
        yield Entry("action", key, action.name, action.says, facts, action.about)


def _rulings() -> Iterator[Entry]:
    for file in ruled.load_rulings():
        for ruling in file.rulings:
            facts: dict[str, Any] = {
                "section": file.section,
                "lines": list(ruling.lines),
                "scenarios": len(ruling.shows),
            }
            if ruling.decision:
                facts["decision"] = ruling.decision
            if ruling.unshown:
                facts["unshown"] = ruling.unshown
            yield Entry("ruling", ruling.id, ruling.id, ruling.says, facts, ruling.about or file.about)


# --- tables -------------------------------------------------------------------------------------------------


@cache
def tables() -> Mapping[str, tuple[str, Table]]:
    """The tables by id, with their names: those of the rules, and those made from the values."""
    values = standard_values()
    found: dict[str, tuple[str, Table]] = {}
    for key, data in load_yaml(folder("db") / "blackbeard" / "tables.yaml").data.items():
        table = TableData.model_validate(data)
        found[key] = table.name, Table(table.columns, tuple(row.cells for row in table.rows))
    regions = tuple(values.rules.cargo)
    cargoes = (
        (str(result), *(str(values.rules.cargo[region][result - 1]) for region in regions))
        for result in range(1, len(next(iter(values.rules.cargo.values()))) + 1)
    )
    found["cargoes"] = "Cargoes", Table(("1d6 and cargo", *regions), tuple(cargoes))
    found["limits"] = (
        "Pirates of a player",
        _table(
            ("players", "at the start", "in hand", "in play"),
            ((count, limit.start, limit.hand, limit.play) for count, limit in values.rules.limits.items()),
        ),
    )
    for what in ("combat", "speed"):
        found[f"{what}-tracks"] = (
            f"Tracks of {what}",
            _table(
                ("ship", "hits from none to the last before she sinks"),
                ((ship.name, " ".join(map(str, getattr(ship, what)))) for ship in values.ships.values()),
            ),
        )
    found["merchants"] = (
        "Merchants",
        _table(
            ("type", "cargo", "count"),
            ((one.type, one.cargo, one.count) for one in values.merchants.values()),
        ),
    )
    found["hostages"] = (
        "Hostages",
        _table(
            ("information", "value", "count"),
            ((one.information, one.value, one.count) for one in values.hostages.values()),
        ),
    )
    return found


def _table(columns: tuple[str, ...], rows: Iterable[tuple[Any, ...]]) -> Table:
    return Table(columns, tuple(tuple(str(cell) for cell in row) for row in rows))


_TABLES_OF = {
    "cargoes": ("table of cargoes",),
    "conversion-of-booty": ("table of conversion",),
    "refit": ("refit",),
    "limits": ("limits",),
    "storms": ("Storms at Sea",),
    "double-cross": ("Double Cross",),
    "buried-treasure": ("Buried Treasure",),
    "victory-points": ("victory points",),
    "notoriety-gains": ("notoriety",),
    "loyalty-changes": ("loyalty",),
}


def _tables(values: Values) -> Iterator[Entry]:
    for key, (name, table) in tables().items():
        text = "; ".join(", ".join(row) for row in table.rows)
        yield Entry("table", key, name, text, {"columns": ", ".join(table.columns)}, _TABLES_OF.get(key, ()))


def rulings_of(entry: Entry) -> list[Entry]:
    """The rulings about an entry, or those that stand beside one in its section."""
    if entry.kind == "ruling":
        section = entry.facts["section"]
        return [one for one in of_kind("ruling") if one.facts["section"] == section and one.id != entry.id]
    words = {folded(word) for word in entry.about}
    return [one for one in of_kind("ruling") if words & {folded(word) for word in one.about}]


def citation(ruling: Entry) -> str:
    """Where a ruling comes from."""
    lines = ruling.facts["lines"]
    where = f", line{'s' if len(lines) > 1 else ''} {', '.join(map(str, lines))}" if lines else ""
    return f"{DOCUMENT}: {ruling.facts['section']}{where}"
