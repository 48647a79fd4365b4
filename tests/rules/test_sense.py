"""What the language lets a verb be said of agrees with the catalogue of events."""

from __future__ import annotations

import pytest

from pirate_code.language.fits import load_fits
from pirate_code.rules.events import CATALOGUE

# Kinds of the catalogue that name pieces of one kind in the language as well.
SAME = {
    "ship": "ship",
    "fort": "fort",
    "island": "island",
    "terrain": "terrain",
    "crew": "crew",
    "player": "player",
}


@pytest.mark.parametrize("name", sorted(set(CATALOGUE) & set(load_fits().verbs)))
@pytest.mark.parametrize("slot", ["agent", "object"])
def test_whatever_the_rules_let_do_it_may_be_said_to(name: str, slot: str) -> None:
    allowed = load_fits().allowed(name, slot, alone=False)
    given = {SAME[word] for word in CATALOGUE[name].things.get(slot, "").split(" | ") if word in SAME}
    assert allowed is None or given - allowed == set()
