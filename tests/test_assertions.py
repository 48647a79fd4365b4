"""Nothing depends on `assert`: python -O plays the same games and gives the same answers."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pirate_code.cli import commands

PURE = {"isinstance", "callable"}  # what an assertion may call: it changes nothing
GAME = (
    *("play", "--fleet", "english-traders", "--fleet", "viking-raiders", "--seed", "7"),
    *("--captain", "greedy", "--captain", "random", "--turns", "4", "--json"),
)
QUESTION = ("ask", "Doctor", "crew collector", "--relation", "prevents", "--json")


def modules(root: Path) -> list[tuple[Path, ast.Module]]:
    files = sorted((root / "pirate_code").rglob("*.py"))
    return [(file, ast.parse(file.read_text(encoding="utf-8"))) for file in files]


def changes_something(assertion: ast.Assert) -> bool:
    for node in ast.walk(assertion.test):
        if isinstance(node, ast.NamedExpr | ast.Yield | ast.YieldFrom | ast.Await):
            return True
        if isinstance(node, ast.Call) and not (isinstance(node.func, ast.Name) and node.func.id in PURE):
            return True
    return False


def depends_on_assertions(node: ast.AST) -> bool:
    if isinstance(node, ast.ExceptHandler):
        return node.type is not None and "AssertionError" in ast.dump(node.type)
    return isinstance(node, ast.Assert) and changes_something(node)


def test_no_assertion_changes_anything_and_none_is_caught(root: Path) -> None:
    found = [
        f"{file.relative_to(root)}:{getattr(node, 'lineno', 0)}"
        for file, module in modules(root)
        for node in ast.walk(module)
        if depends_on_assertions(node)
    ]
    assert not found


@pytest.mark.parametrize(
    ("source", "changes"),
    [
        ("assert piece.pose is not None", False),
        ("assert isinstance(ref, int)", False),
        ("assert (found := look()) is not None", True),
        ("assert pieces.pop() is piece", True),
    ],
)
def test_the_check_knows_an_assertion_that_changes_something(source: str, changes: bool) -> None:
    (statement,) = ast.parse(source).body
    assert isinstance(statement, ast.Assert)
    assert changes_something(statement) is changes


@pytest.mark.parametrize("arguments", [GAME, QUESTION], ids=["game", "answer"])
def test_python_without_assertions_does_the_same(arguments: tuple[str, ...], root: Path, built: Path) -> None:
    command = [*arguments, "--db", str(built)]
    without = subprocess.run(
        [sys.executable, "-O", "-m", "pirate_code", *command],
        cwd=root,
        capture_output=True,
        check=True,
        encoding="utf-8",
    )
    usual: dict[str, Any] = json.loads(CliRunner().invoke(commands, command).stdout)
    assert json.loads(without.stdout) == usual
    assert usual.get("log_sha256") or usual.get("witness")
