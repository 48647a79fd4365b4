"""What the editions of the rules differ in: each switch, its value in every edition, and its rulings.

db/switches.yaml says what a switch means. Nothing falls back in silence: a value that an edition takes over
from another is told with the edition that it comes from.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from pirate_code.data import folder, load_yaml
from pirate_code.glossary import Slug, Text
from pirate_code.rules.building import Rule, book
from pirate_code.rules.edition import Edition, editions, load_edition
from pirate_code.validation_messages import in_words


class _Entry(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Switch(_Entry):
    """A value of an edition, or a keyword with several versions: what it means and which rulings give it."""

    name: Text
    says: Text
    rulings: dict[Slug, tuple[Slug, ...]]
    assumed: dict[Slug, Text] = {}


class Switches(_Entry):
    """All of db/switches.yaml."""

    switches: tuple[Switch, ...]
    keywords: tuple[Switch, ...]


@dataclass(frozen=True, slots=True)
class Setting:
    """The value of a switch in an edition, the edition that tells it, and the rulings that say so."""

    edition: str
    value: Any
    told_by: str
    rulings: tuple[str, ...]
    assumed: str | None


@dataclass(frozen=True, slots=True)
class Row:
    """One switch, keyword or rule of building fleets with its settings."""

    name: str
    kind: str  # "switch", "keyword version" or "fleet rule"
    says: str
    settings: tuple[Setting, ...]

    @property
    def differs(self) -> bool:
        """Whether the editions differ in it."""
        return any(setting.value != self.settings[0].value for setting in self.settings)


@cache
def switches() -> Switches:
    """The switches of db/switches.yaml."""
    document = load_yaml(folder("db") / "switches.yaml")
    try:
        return Switches.model_validate(document.data)
    except ValidationError as error:
        fault = error.errors()[0]
        where = tuple(part for part in fault["loc"] if isinstance(part, str | int))
        raise document.error(f"{'.'.join(map(str, where))}: {in_words(fault)}", *where) from None


def edition_table(shown: Sequence[Edition] = ()) -> list[Row]:
    """Every switch, keyword version and fleet rule with its value in these editions, or in all of ours."""
    rules = list(shown) or [load_edition(name) for name in editions()]
    found = []
    for each in switches().switches:
        settings = [_setting(each, edition, _value(edition, each.name), each.name) for edition in rules]
        found.append(Row(each.name, "switch", each.says, tuple(settings)))
    for each in switches().keywords:
        field = f"keyword_versions.{each.name}"
        played = [edition.keyword_versions.get(each.name, "the Code's") for edition in rules]
        settings = [_setting(each, *pair, field) for pair in zip(rules, played, strict=True)]
        found.append(Row(each.name, "keyword version", each.says, tuple(settings)))
    for rule in book().rules:
        found.append(Row(rule.id, "fleet rule", rule.says, tuple(_ruled(rule, edition) for edition in rules)))
    return found


def _ruled(rule: Rule, edition: Edition) -> Setting:
    """Whether an edition has a rule of building fleets, from which one it takes that, and the rulings."""
    tellers = [name for name in edition.lineage if name in rule.rulings]
    teller = tellers[0] if tellers else edition.lineage[-1]
    held = rule.rulings.get(teller, ())
    value = ("warns" if rule.warning else "holds") if held else "no such rule"
    return Setting(edition.id, value, teller, held or rule.absent.get(teller, ()), None)


def _setting(switch: Switch, edition: Edition, value: Any, field: str) -> Setting:
    teller = edition.told_by.get(field, edition.lineage[-1])
    # What stands behind an older edition's value says nothing of one that a newer edition puts in its place.
    speakers = edition.lineage[: edition.lineage.index(teller) + 1]
    cited = next((name for name in speakers if name in switch.rulings), None)
    rulings = switch.rulings[cited] if cited is not None else ()
    assumed = next((switch.assumed[name] for name in speakers if name in switch.assumed), None)
    return Setting(edition.id, value, teller, () if assumed else rulings, assumed)


def _value(edition: Edition, name: str) -> Any:
    value = getattr(edition, name)
    if isinstance(value, BaseModel):
        return value.model_dump()
    return list(value) if isinstance(value, tuple) else value


# --- as plain data -----------------------------------------------------------------------------------------


def table_data(shown: Sequence[Edition], rows: Sequence[Row]) -> dict[str, Any]:
    """Editions and what they differ in, as plain data."""
    facts = ("id", "name", "based_on", "partial", "not_known", "banned")
    return {
        "editions": [{name: _value(edition, name) for name in facts} for edition in shown],
        "rows": [asdict(row) | {"differs": row.differs} for row in rows],
    }
