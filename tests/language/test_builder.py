"""The builder is put together from parts: each rule of the grammar is read by one of them."""

from __future__ import annotations

from lark import Token, Tree

from pirate_code.language.build import Builder
from pirate_code.language.grammar import lark


def _rules() -> set[str]:
    """Every rule that leaves a node in a parse tree."""
    rules = [rule for rule in lark().rules if not rule.origin.name.startswith("_")]
    kept = [rule for rule in rules if rule.alias or not (rule.options.expand1 and len(rule.expansion) == 1)]
    return {str(rule.alias or rule.origin.name) for rule in kept}


def test_every_rule_of_the_grammar_is_read_by_one_part() -> None:
    parts = Builder().parts
    readers = {rule: [type(part).__name__ for part in parts if hasattr(part, rule)] for rule in _rules()}
    assert {rule: names for rule, names in readers.items() if len(names) != 1} == {}


def test_no_part_is_built_on_another() -> None:
    assert {type(part).__bases__ for part in Builder().parts} == {(object,)}


def test_a_rule_is_read_by_the_method_of_its_name() -> None:
    read = Builder().transform(Tree("keyword", [Token("KEYWORD", "Captain")]))
    assert read.keyword == "captain"
