"""A wheel built from the checkout works elsewhere: its data travels inside it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

GOOD = "This ship gets +1 to her boarding rolls."


@pytest.fixture(scope="module")
def wheel(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel as a packager would."""
    out = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out), str(root)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (built,) = out.glob("*.whl")
    return built


def test_the_wheel_carries_the_data_folders_whole(wheel: Path, root: Path) -> None:
    inside = set(zipfile.ZipFile(wheel).namelist())
    for name in ("grammar", "db", "rulings"):
        files = [
            path for path in (root / name).rglob("*") if path.is_file() and "__pycache__" not in path.parts
        ]
        assert files
        missing = {f"pirate_code/_data/{path.relative_to(root).as_posix()}" for path in files} - inside
        assert not missing
    assert "pirate_code/py.typed" in inside


def test_the_wheel_carries_nothing_else(wheel: Path) -> None:
    tops = {name.split("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"pirate_code"}


def test_an_installed_wheel_runs_from_another_directory(wheel: Path, tmp_path: Path) -> None:
    target, elsewhere = tmp_path / "installed", tmp_path / "elsewhere"
    elsewhere.mkdir()
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target"]
    subprocess.run([*install, str(target), str(wheel)], check=True, timeout=300, capture_output=True)
    environment = os.environ | {"PYTHONPATH": str(target)}

    def run(*command: str) -> str:
        done = subprocess.run(
            [sys.executable, *command],
            cwd=elsewhere,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    assert run("-c", "import pirate_code; print(pirate_code.__file__)").startswith(str(target))
    assert run("-c", "from pirate_code.data import folder; print(folder('db'))").startswith(str(target))
    assert json.loads(run(str(target / "bin" / "pirate-code"), "parse", "--json", GOOD))["ok"]
