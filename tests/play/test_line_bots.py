"""Bots as programs of their own: JSON lines in and out, with limits; what one does wrong names it."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pirate_code.cli import commands
from pirate_code.core import line_bots
from pirate_code.core.bots import BotError, bots
from pirate_code.core.dice import Dice
from pirate_code.core.line_bots import Wire
from pirate_code.data import DataError
from tests.core.nim import nim

FLEETS = ("--fleet", "french-traders", "--fleet", "spanish-raiders")
HEAD = "import json, sys, time\nfor line in sys.stdin:\n    message = json.loads(line)\n"
READY = "    if message['type'] == 'start': print('{\"protocol\": 1}', flush=True); continue\n"


def program(path: Path, body: str) -> str:
    """A bot that is ready and then does something."""
    path.write_text(f"{HEAD}{READY}    {body}\n", encoding="utf-8")
    return f"cmd:{sys.executable} {path}"


def play(bot: str, *more: str) -> Result:
    words = ["play", *FLEETS, "--turns", "2", "--captain", bot, "--captain", "random", *more]
    return CliRunner().invoke(commands, words)


# --- the examples --------------------------------------------------------------------------------------


def test_the_example_in_python_plays_pirates_the_same_again(root: Path) -> None:
    bot = f"cmd:{sys.executable} {root / 'examples' / 'bots' / 'bot.py'}"
    first, second = (play(bot, "--json") for _ in range(2))
    assert first.exit_code == 0, first.output
    told = json.loads(first.output)
    assert told["over"]
    assert told["captains"] == [bot, "random"]
    assert json.loads(second.output) == told


def test_the_example_in_python_plays_blackbeard(root: Path) -> None:
    bot = f"cmd:{sys.executable} {root / 'examples' / 'bots' / 'bot.py'}"
    done = CliRunner().invoke(
        commands, ["blackbeard", "play", "--captain", bot, "--captain", "random", "--json"]
    )
    assert done.exit_code == 0, done.output
    assert json.loads(done.output)["over"]


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed here")
def test_the_example_in_javascript_beats_the_random_captain(root: Path) -> None:
    bot = f"cmd:node {root / 'examples' / 'bots' / 'bot.js'}"
    words = ["duel", "french-traders", "spanish-raiders", "--captain", bot, "--captain", "random"]
    done = CliRunner().invoke(
        commands, [*words, "--games", "2", "--turns", "20", "--processes", "1", "--json"]
    )
    assert done.exit_code == 0, done.output
    (pair,) = json.loads(done.output)["pairs"]
    assert pair["wins"] == [2, 0]


# --- what goes wrong -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (
            "print('ahoy', flush=True)",
            "failed at a decision of player 1: it answered b'ahoy\\n', which is no",
        ),
        ("print('[1]', flush=True)", "it answered b'[1]\\n', which is no JSON object."),
        ("print('{}', flush=True)", 'it answered {}, and {"id": 1, "answer": …} was expected.'),
        ('print(\'{"id": 1, "option": 999999}\', flush=True)', "it chose option 999999, and there are"),
        ('print(\'{"id": 1, "answer": "x"}\', flush=True)', "gave an illegal answer for player 1:"),
        ("sys.exit('no wind')", "it ended in the middle of the game with exit code 1: no wind."),
        (
            "import runpy; runpy.run_path('no-such-file')",
            "with exit code 1: FileNotFoundError: [Errno 2] No such file",
        ),
        ("time.sleep(60)", "it gave no answer within 1 seconds."),
        ("print('x' * 2_000_000, flush=True)", "it answered with a line of more than 1,000,000 bytes."),
        ("import os; os.close(1); time.sleep(60)", "it ended in the middle of the game."),
    ],
)
def test_a_bot_that_goes_wrong_ends_its_game_with_a_sentence_that_names_it(
    tmp_path: Path, body: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(line_bots, "ANSWER_SECONDS", 1.0)
    monkeypatch.setattr(line_bots, "END_SECONDS", 0.2 if "sleep" in body else 2.0)
    bot = program(tmp_path / "bot.py", body)
    done = play(bot)
    assert done.exit_code == 2
    told = done.output.strip()
    assert told.startswith(f"Error: The bot {bot!r} ")
    assert said in told
    assert len(told.splitlines()) == 1


@pytest.mark.parametrize(
    ("bot", "said"),
    [
        ("cmd:no-such-program-at-all", "cannot be made: it cannot be started (No such file or directory)."),
        ("cmd:", "A bot is named cmd:COMMAND, such as cmd:node bot.js; there is no command."),
        ("cmd:node 'bot", "cannot be started: No closing quotation."),
        (
            f"cmd:{sys.executable} -c pass",
            "cannot be made: it ended before it was ready with exit code 0.",
        ),
        (f"cmd:{sys.executable} -c print('{{}}')", 'cannot be made: it did not begin with {"protocol": 1}.'),
    ],
)
def test_a_command_that_cannot_play_is_told_in_a_sentence(bot: str, said: str) -> None:
    done = play(bot)
    assert done.exit_code == 2
    assert said in done.output


def test_a_bot_that_reads_nothing_does_not_hold_up_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line_bots, "ANSWER_SECONDS", 0.5)
    monkeypatch.setattr(line_bots, "END_SECONDS", 0.2)
    large = Wire("nim", lambda decision: {"much": "x" * 10_000_000}, lambda table: {})
    name = (
        f'cmd:{sys.executable} -c "import time; print(\'{{\\"protocol\\": 1}}\', flush=True); time.sleep(60)"'
    )
    captain = bots([name], large)[name](Dice(1))
    decision = nim(1).start().decision
    assert decision is not None
    with pytest.raises(BotError, match="it gave no answer within 0 seconds"):
        captain.answer(decision, lambda: None)
    captain.close()  # type: ignore[attr-defined]


def test_a_bot_is_ended_with_its_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line_bots, "END_SECONDS", 0.2)
    mark = tmp_path / "ended"
    bot = program(
        tmp_path / "bot.py",
        f"open({str(mark)!r}, 'w').write(message['type']) if message['type'] == 'end' else"
        " print(json.dumps({'id': message['id'], 'option': 0}), flush=True)",
    )
    assert play(bot).exit_code == 0
    assert mark.read_text(encoding="utf-8") == "end"


def test_a_game_that_is_not_told_to_commands_has_none() -> None:
    with pytest.raises(DataError, match="cannot be used here"):
        bots(["cmd:node bot.js"])


def test_a_bot_is_never_named_by_a_page_or_a_replay() -> None:
    from pirate_code.fleets.fleet_file import load_fleet
    from pirate_code.fleets.notation_names import builtin_names
    from pirate_code.play.order import ordered

    fleets = [load_fleet(name, builtin_names()) for name in ("french-traders", "spanish-raiders")]
    with pytest.raises(DataError, match="There is no captain 'cmd:true'"):
        ordered(fleets, captains=("cmd:true",))
