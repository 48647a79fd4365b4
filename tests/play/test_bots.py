"""A bot of a user plays; what it does wrong ends its game with a sentence that names it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pirate_code.cli import commands
from pirate_code.play.decision_json import FORMAT
from pirate_code.play.order import ordered
from pirate_code.rules.decision import Kind

FLEETS = ("--fleet", "french-traders", "--fleet", "spanish-raiders")
_SHORT = ("--turns", "2", "--captain")


def play(bot: str, *more: str) -> Result:
    """A short game of a bot against the random captain."""
    return CliRunner().invoke(commands, ["play", *FLEETS, *_SHORT, bot, "--captain", "random", *more])


def written(path: Path, body: str) -> str:
    """A bot in a file of its own whose method does this."""
    lines = (
        "class Mine:",
        "    def __init__(self, dice): pass",
        f"    def answer(self, decision, look): {body}",
    )
    path.write_text("\n".join(lines), encoding="utf-8")
    return f"{path}:Mine"


def documented(root: Path) -> str:
    """The bot that docs/bots.md shows."""
    (code,) = re.findall(
        r"```python\n(.*?)```", (root / "docs" / "bots.md").read_text(encoding="utf-8"), re.S
    )
    return str(code)


def test_the_bot_of_the_documentation_plays(root: Path, tmp_path: Path) -> None:
    code, path, seen = documented(root), tmp_path / "hoarder.py", tmp_path / "decisions.jsonl"
    assert len(code.splitlines()) <= 32
    path.write_text(code, encoding="utf-8")
    done = play(f"{path}:Hoarder", "--json", "--decisions", str(seen))
    assert done.exit_code == 0, done.output
    assert json.loads(done.output)["captains"] == [f"{path}:Hoarder", "random"]
    decisions = [json.loads(line) for line in seen.read_text(encoding="utf-8").splitlines()]
    assert len(decisions) == json.loads(done.output)["decisions"]
    for decision in decisions:
        assert decision["format"] == FORMAT
        free = decision["kind"] in {"course", "heading", "come_about"}
        assert free or decision["answer"] in [option["answer"] for option in decision["options"]]


def test_a_bot_is_found_by_the_name_of_its_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(tmp_path / "first_option_bot.py", "return decision.options[0].answer")
    monkeypatch.chdir(tmp_path)
    assert play("first_option_bot:Mine").exit_code == 0


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("return 1 / 0", "failed at a decision of player 1: ZeroDivisionError: division by zero."),
        ("raise SystemExit", "failed at a decision of player 1: SystemExit."),
        ("return 'sink them all'", "gave an illegal answer for player 1: A place is two numbers"),
    ],
)
def test_a_bot_that_goes_wrong_ends_its_game_with_a_sentence(tmp_path: Path, body: str, said: str) -> None:
    bot = written(tmp_path / "wrong.py", body)
    done = play(bot)
    assert done.exit_code == 2
    assert f"The bot {bot!r} {said}" in " ".join(done.output.split())
    assert "Traceback" not in done.output


@pytest.mark.parametrize(
    ("bot", "said"),
    [
        ("nowhere.py:Mine", "there is no file nowhere.py"),
        ("no_such_module:Mine", "No module named 'no_such_module'"),
        ("json:Mine", "json has no class 'Mine'"),
        ("builtins:dict", "cannot be made"),
        ("pathlib:Path", "cannot be made"),
        ("builtins:repr", "has no method answer(decision, look)"),
    ],
)
def test_a_bot_that_cannot_be_loaded_is_refused(bot: str, said: str) -> None:
    done = play(bot)
    assert done.exit_code == 2
    assert bot in done.output and said in " ".join(done.output.split())


def test_a_game_that_is_ordered_without_bots_loads_none() -> None:
    with pytest.raises(ValueError, match="There is no captain 'builtins:repr'"):
        ordered([], captains=["builtins:repr"])


@pytest.mark.parametrize("kind", Kind)
def test_every_kind_of_decision_is_documented(kind: Kind, root: Path) -> None:
    assert f"\n| `{kind.value}` |" in (root / "docs" / "decisions.md").read_text(encoding="utf-8")
