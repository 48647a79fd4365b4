"""Any tree can be said, and what is said means that tree: for trees that hypothesis makes up.

`make test` tries a few hundred trees, always the same ones. To try 20,000 new ones of each kind:

    .venv/bin/pytest tests/language/test_round_trip.py --hypothesis-profile long
"""

from __future__ import annotations

import json
from functools import cache

from hypothesis import given, settings
from jsonschema import Draft202012Validator

from pirate_code.language import parse, render, schema
from pirate_code.language import tree as t
from tests.language.strategies.effects import abilities, lines

LONG = settings.default is not None and settings.default.max_examples > 1_000
TRIED = settings.default if LONG and settings.default is not None else settings.get_profile("usual")


@cache
def public_schema() -> Draft202012Validator:
    return Draft202012Validator(schema())


@TRIED
@given(abilities())
def test_what_is_said_of_an_ability_means_that_ability(ability: t.Ability) -> None:
    said = render(ability)
    assert parse(said) == (ability,), said


@TRIED
@given(lines())
def test_a_card_says_its_abilities_in_their_order(card: tuple[t.Ability, ...]) -> None:
    said = render(card)
    meant = parse(said)
    assert meant == card, said
    assert render(meant) == said


@TRIED
@given(abilities())
def test_an_ability_survives_as_json_and_fits_the_public_schema(ability: t.Ability) -> None:
    written = ability.model_dump_json()
    assert t.Ability.model_validate_json(written) == ability
    assert [error.message for error in public_schema().iter_errors(json.loads(written))] == []
