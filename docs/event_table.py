"""Writes the tables of events and facts in docs/engine.md from the catalogue: `make event-table`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from pirate_code.rules.event_facts import FACTS
from pirate_code.rules.events import CATALOGUE, SLOTS, EventType

PAGE = Path(__file__).parent / "engine.md"
_FACTS = Path(__file__).parent.parent / "pirate_code" / "rules" / "event_facts.py"
BEGIN = (
    "<!-- The catalogue, written by docs/event_table.py: change pirate_code/rules/events.py instead. -->\n"
)
END = "<!-- The end of the catalogue. -->\n"
_MARKS = ("opens", "allowed", "statement", "usual", "visible", "handles_cargo")

_ALIASES = {"Rolled": "int"}  # names for types that say what a reader need not know


def tables() -> str:
    """The tables of all events and of their facts."""
    return "\n".join([*_events(), "", *_facts()]) + "\n"


def _events() -> Iterator[str]:
    yield "| event | what it is | slots | marks |"
    yield "|---|---|---|---|"
    for one in CATALOGUE.values():
        things = one.things
        slots = "; ".join(f"{slot}: {_either(things[slot])}" for slot in SLOTS if slot in things)
        yield f"| `{one.name}` | {one.about} | {slots} | {', '.join(_marks(one))} |"


def _marks(one: EventType) -> Iterator[str]:
    yield from (mark.replace("_", " ") for mark in _MARKS if getattr(one, mark))
    if not one.reported:
        yield "not reported"


def _either(words: str) -> str:
    return words.replace(" | ", ", ")


def _facts() -> Iterator[str]:
    yield "| fact | type | what it tells | on |"
    yield "|---|---|---|---|"
    types = fact_types()
    for name, fact in FACTS.items():
        on = ", ".join(f"`{event}`" for event in fact.on) or "any event"
        yield f"| `{name}` | {types[name].replace(' | ', ' or ')} | {fact.about} | {on} |"


def fact_types() -> dict[str, str]:
    """The type of each fact, as the catalogue declares it: `Fact[T]`, `Growing[T]`, or a flag."""
    found = {}
    for node in ast.parse(_FACTS.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.annotation, ast.Subscript):
            kind = ast.unparse(node.annotation.slice)
            found[ast.unparse(node.target).lower()] = _ALIASES.get(kind, kind)
        elif isinstance(node, ast.Assign) and ast.unparse(node.value).startswith("Flag("):
            found[ast.unparse(node.targets[0]).lower()] = "bool"
    return {name: kind for name, kind in found.items() if name in FACTS}


def page(text: str) -> str:
    """The page with the tables as they are now."""
    before, rest = text.split(BEGIN)
    after = rest.split(END)[1]
    return f"{before}{BEGIN}\n{tables()}\n{END}{after}"


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
