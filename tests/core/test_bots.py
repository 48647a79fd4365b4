"""A bot from a user's file plays a game that it has never heard of; what it does wrong names it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pirate_code.core.bots import BotError, bots
from pirate_code.core.captains import captain_of
from pirate_code.core.playing import answers
from tests.core.nim import nim


def play(tmp_path: Path, body: str) -> list[int]:
    """What a bot with this method answers in a game against itself."""
    path = tmp_path / "mine.py"
    path.write_text(
        f"class Mine:\n    def __init__(self, dice): pass\n    def answer(self, decision, look): {body}\n",
        encoding="utf-8",
    )
    name = f"{path}:Mine"
    makers = bots([name, "random"])
    assert list(makers) == [name]
    game = nim(1).start()
    captains = [captain_of(makers, name, 1, player) for player in (0, 1)]
    return [taken.answer for taken in answers(game, captains, lambda player: game.state)]


def test_a_bot_answers_by_what_it_sees(tmp_path: Path) -> None:
    taken = play(tmp_path, "return min(3, look().coins)")
    assert set(taken[:-1]) == {3}


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("return 1 / 0", r"mine\.py:Mine' failed at a decision of player 1: ZeroDivisionError"),
        ("return 'all'", r"mine\.py:Mine' gave an illegal answer for player 1: 'all' is no answer"),
    ],
)
def test_what_a_bot_does_wrong_is_a_sentence_that_names_it(tmp_path: Path, body: str, said: str) -> None:
    with pytest.raises(BotError, match=said):
        play(tmp_path, body)


def test_there_are_only_the_captains_that_there_are() -> None:
    with pytest.raises(ValueError, match="There is no captain 'ahab'; there are random"):
        captain_of({"random": lambda dice: None}, "ahab", 1, 0)  # type: ignore[arg-type]
