"""A game that was recorded comes out the same again, and what does not fit is one sentence."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import pytest

from pirate_code.core import replay
from pirate_code.core.captains import Random, captain_of
from pirate_code.core.playing import EndlessGame, Taken, answers
from pirate_code.core.saving import SaveError
from pirate_code.data import DataError
from tests.core.nim import Nim, lines, nim

CAPTAINS = {"random": Random}


class NimReplay(replay.ReplayFile):
    """A replay of Nim."""

    format: Literal[3]


def played(seed: int) -> tuple[Nim, list[Taken]]:
    """A game between random captains."""
    game = nim(seed).start()
    captains = [captain_of(CAPTAINS, "random", seed, player) for player in (0, 1)]
    return game, list(answers(game, captains, lambda player: game.state))


def recorded(seed: int = 7, **changes: Any) -> dict[str, Any]:
    """The data of a replay, perhaps with something wrong."""
    game, decisions = played(seed)
    data = {**replay.head(3, seed), "captains": ["random"], **replay.tail(decisions, lines(game))}
    return data | changes


def again(data: Any) -> Nim:
    """Play what was recorded."""
    file = replay.checked(data, NimReplay, 3)
    game = nim(file.seed).start()
    for _ in replay.follow_replay(game, file.taken()):
        pass
    replay.confirm(lines(game), file.log, file.version)
    return game


@pytest.mark.parametrize("seed", range(10))
def test_a_recorded_game_comes_out_the_same(seed: int, tmp_path: Path) -> None:
    path = tmp_path / "nim.json"
    replay.write(recorded(seed), path)
    assert lines(again(replay.read(path))) == lines(played(seed)[0])


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"format": 2}, "it has the old format 2, and this version plays format 3 only"),
        ({"format": 9}, "^format: "),
        ({"seed": -1}, "^seed: "),
        ({"wind": 1}, "^wind: "),
        ({"decisions": [["take", 9]]}, "decision 1 is not legal here: 9 is no answer"),
        ({"decisions": [["take", 1], ["give", 1]]}, "decision 2 is another one: it is 'give' in the file"),
        ({"log": {"entries": 1, "sha256": "0" * 64}}, "came out otherwise than it was recorded"),
    ],
)
def test_a_replay_that_does_not_fit_is_refused_with_a_sentence(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(SaveError, match=said):
        again(recorded(**changes))


def test_a_file_that_is_no_json_is_refused_with_its_name(tmp_path: Path) -> None:
    path = tmp_path / "broken.json"
    path.write_text("{", encoding="utf-8")
    with pytest.raises(DataError, match=r"broken\.json.*this is no replay of a game"):
        replay.read(path)


def test_a_game_that_never_ends_is_broken_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pirate_code.core.playing.DECISION_LIMIT", 2)
    with pytest.raises(EndlessGame, match="did not end in 2 decisions"):
        played(1)
