"""Fixtures that every test may use."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from pirate_code import compiled
from pirate_code.library import storage
from pirate_code.library.build import build
from pirate_code.library.importing import import_sheets
from tests.generated_sheet import generated_sheet

ROOT = Path(__file__).resolve().parent.parent
os.environ["PIRATE_CODE_SECRET"] = "tests"  # so that the games of people are the same every time


def pytest_report_header() -> str:
    """Say which engine is tested."""
    return f"engine: {'the compiled build, build/fast' if compiled.is_used() else 'plain Python'}"


@pytest.fixture(scope="session")
def root() -> Path:
    """Return the root of the checkout."""
    return ROOT


@pytest.fixture(scope="session")
def master_sheet() -> Path:
    """Return the community's master spreadsheet, which is not part of the repository."""
    sheet = ROOT.parent / "shared" / "data" / "master.csv"
    if not sheet.is_file():
        pytest.skip(f"the master spreadsheet is not part of the repository, and {sheet} is not there")
    return sheet


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a library of what comes with Pirate Code; no test may change it."""
    return _made_once(tmp_path_factory, "library.sqlite", build)


@pytest.fixture(scope="session")
def imported(tmp_path_factory: pytest.TempPathFactory, master_sheet: Path) -> Path:
    """Return a library with the whole master spreadsheet imported; no test may change it."""
    return _made_once(tmp_path_factory, "imported.sqlite", lambda path: import_sheets(path, [master_sheet]))


@pytest.fixture(scope="session")
def as_large_as_sheet(tmp_path_factory: pytest.TempPathFactory, built: Path) -> Path:
    """Return a library as large as with the master spreadsheet; no test may change it."""

    def make(path: Path) -> None:
        import_sheets(path, [generated_sheet(built, tmp_path_factory.mktemp("generated"))])

    return _made_once(tmp_path_factory, "large.sqlite", make)


def _made_once(tmp_path_factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """Return a library that the first worker to need it makes for all."""
    base = tmp_path_factory.getbasetemp()
    folder = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    path = folder / name
    for _ in range(600):  # another worker may be making it
        if storage.state(path) == "current":
            return path
        try:
            make(path)
        except storage.LibraryError as error:
            if "Another build" not in str(error):
                raise
            time.sleep(0.5)
    raise AssertionError(f"{name} was not made in time")
