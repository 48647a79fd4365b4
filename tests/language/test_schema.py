"""The public JSON Schema of the trees is valid, has a version, and tells right trees from wrong ones."""

from __future__ import annotations

from typing import Any

import jsonschema
import pytest

from pirate_code.glossary import builtin_lines
from pirate_code.language import SCHEMA_VERSION, Ability, parse, schema
from pirate_code.language.words import load_words
from pirate_code.parse_data import as_data

SCHEMA = schema()
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
LINE = "Once per turn when this ship hits an enemy ship, also eliminate one crew from that ship."


def dumped(line: str = LINE) -> dict[str, Any]:
    return parse(line)[-1].model_dump(mode="json")


def test_the_schema_is_valid_json_schema_2020_12() -> None:
    assert SCHEMA["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


def test_the_schema_has_a_version() -> None:
    assert SCHEMA["version"] == SCHEMA_VERSION
    assert SCHEMA_VERSION in SCHEMA["$id"]


def test_every_tree_of_the_project_is_valid_as_it_is_printed() -> None:
    abilities = {ability for line in builtin_lines() for ability in parse(line)}
    assert len(abilities) > 200
    assert [ability for ability in abilities if not VALIDATOR.is_valid(as_data(ability))] == []


@pytest.mark.parametrize(
    "line",
    [
        LINE,
        "Loyal: England.",
        "1-2: Eruption! Roll 5d6. For every 4-6 result, eliminate a mast.\n3-6: No effect.",
        "If this ship succeeds at a boarding party, choose two of the following: eliminate a crew, take a"
        " treasure, or eliminate a mast.",
        "Once per turn, one crew or ship within S of this ship cannot use its ability that turn.",
        "Rum is worth gold equal to 6 minus the number of this ship's crew when Rum was loaded.",
    ],
)
def test_the_whole_tree_of_a_printed_line_is_valid(line: str) -> None:
    assert VALIDATOR.is_valid(dumped(line))


def test_a_tree_comes_back_out_of_its_json() -> None:
    (ability,) = parse(LINE)
    assert Ability.model_validate(dumped()) == ability


def changed(path: str, value: Any) -> dict[str, Any]:
    """The tree of the line with one value changed or added."""
    tree = dumped()
    *steps, last = path.split(".")
    place: Any = tree
    for step in steps:
        place = place[int(step) if step.isdigit() else step]
    place[int(last) if last.isdigit() else last] = value
    return tree


def test_another_known_value_in_the_same_place_is_let_through() -> None:
    assert VALIDATOR.is_valid(changed("effect.event.type", "sink"))
    assert VALIDATOR.is_valid(changed("effect.strength", "must"))


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("effect.event.type", "teleport"),
        ("effect.event.object.noun", "parrot"),
        ("effect.strength", "should"),
        ("effect.event.manner", ["gently"]),
        ("effect.event.raw", "also eliminate one crew"),
        ("effect.kind", "raw_text"),
        ("mood", "salty"),
        ("title", "!!"),
        ("guards.0.per", "fortnight"),
        ("guards.0", "once per turn"),
        ("effect.event.object.count.value", 1000),
        ("effect.event.object.count.value", -1),
        ("effect", None),
    ],
)
def test_a_tree_with_a_wrong_value_or_an_extra_field_is_refused(path: str, value: Any) -> None:
    assert not VALIDATOR.is_valid(changed(path, value))


@pytest.mark.parametrize("tree", [{}, [], None, "This ship cannot be pinned."])
def test_what_is_no_tree_is_refused(tree: Any) -> None:
    assert not VALIDATOR.is_valid(tree)


def test_no_node_holds_raw_text() -> None:
    """Every string is one of a list, a name with a pattern, or a constant."""
    loose = [
        place for place, node in strings(SCHEMA["$defs"]) if not {"enum", "const", "pattern"} & set(node)
    ]
    assert loose == []


def strings(node: Any, place: str = "") -> list[tuple[str, dict[str, Any]]]:
    found: list[tuple[str, dict[str, Any]]] = []
    if isinstance(node, dict):
        if node.get("type") == "string":
            found.append((place, node))
        for key, value in node.items():
            found += strings(value, f"{place}/{key}")
    elif isinstance(node, list):
        for member in node:
            found += strings(member, place)
    return found


def test_no_node_of_the_schema_lets_through_an_extra_field() -> None:
    assert all(
        node.get("additionalProperties") is False for node in SCHEMA["$defs"].values() if "properties" in node
    )
    assert SCHEMA["additionalProperties"] is False


@pytest.mark.parametrize(
    ("node", "field", "table"),
    [("Event", "type", "verbs"), ("Pieces", "noun", "noun_one"), ("Change", "stat", "stats")],
)
def test_the_schema_lists_the_whole_vocabulary(node: str, field: str, table: str) -> None:
    assert SCHEMA["$defs"][node]["properties"][field]["enum"] == sorted(getattr(load_words(), table))


def test_the_schema_is_made_anew_each_time() -> None:
    first = schema()
    first["version"] = "spoiled"
    assert schema()["version"] == SCHEMA_VERSION
