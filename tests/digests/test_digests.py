"""What happens in fixed games and in all scenarios is as it was recorded, event by event.

A change of the rules that is meant is recorded with its reason: `python -m bench.digests --record "WHY"`.
"""

from __future__ import annotations

import pytest

from bench.digests import GAMES, file_digests, game_digest, recorded
from pirate_code.data import folder

_PLAYED = (1, 8, 14, 27, 40, 53, 66, 79, 92, 105, 118, 131, 144, 157, 170, 183)
_PARTS = 6


@pytest.mark.parametrize("seed", _PLAYED)
def test_a_fixed_game_comes_out_as_it_was_recorded(seed: int) -> None:
    assert game_digest(seed) == recorded()["games"][f"{seed:03}"]


@pytest.mark.parametrize("part", range(_PARTS))
def test_all_scenarios_come_out_as_they_were_recorded(part: int) -> None:
    known = recorded()["scenarios"]
    paths = sorted(folder("rulings").glob("*.yaml"))[part::_PARTS]
    found = {key: digest for path in paths for key, digest in file_digests(path).items()}
    assert found
    assert {key for key, digest in found.items() if known.get(key) != digest} == set()


def test_every_recorded_scenario_is_still_there() -> None:
    texts = [path.read_text(encoding="utf-8") for path in sorted(folder("rulings").glob("*.yaml"))]
    gone = [key for key in recorded()["scenarios"] if not any(f"id: {key}\n" in text for text in texts)]
    assert gone == []


def test_the_record_says_why_each_change_was_made() -> None:
    found = recorded()
    assert len(found["games"]) == GAMES
    assert all(entry["why"].strip().endswith(".") for entry in found["history"])
