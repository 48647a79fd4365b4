"""Rulings and experiments do not disagree, but for what db/disagreements.yaml lists with a reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from pirate_code.answers.agreement import claims_to_try, compare, counted, faults_of, known_conflicts
from pirate_code.library.storage import connect

PARTS = 4  # so that several processors share the work


@pytest.mark.parametrize("part", range(PARTS))
def test_no_claim_of_a_ruling_is_contradicted_beyond_those_that_are_listed(built: Path, part: int) -> None:
    db = connect(built)
    claims = claims_to_try(db)
    subjects = sorted({claim.x for claim in claims})[part::PARTS]
    found = compare(db, [claim for claim in claims if claim.x in subjects])
    db.close()
    assert not faults_of(found)
    conflicts = {each.key: str(each) for each in found if each.outcome == "conflict"}
    assert not [told for key, told in conflicts.items() if key not in known_conflicts()]
    stale = {each.key for each in found if each.outcome == "agree"} & known_conflicts().keys()
    assert not stale - conflicts.keys(), "what agrees by now is no longer listed"
    assert counted(found)["agree"] > 100 / PARTS
