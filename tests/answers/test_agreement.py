"""Rulings and experiments do not disagree, but for what db/disagreements.yaml lists with a reason."""

from __future__ import annotations

from pathlib import Path

from pirate_code.answers.agreement import compare, counted, known_conflicts
from pirate_code.library.storage import connect


def test_no_claim_of_a_ruling_is_contradicted_beyond_those_that_are_listed(built: Path) -> None:
    db = connect(built)
    found = compare(db)
    db.close()
    conflicts = {each.key: str(each) for each in found if each.outcome == "conflict"}
    assert not [told for key, told in conflicts.items() if key not in known_conflicts()]
    assert set(known_conflicts()) <= set(conflicts), "what agrees by now is no longer listed"
    assert counted(found)["agree"] > 150
