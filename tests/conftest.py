"""Fixtures that every test may use."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from pirate_code.library import storage
from pirate_code.library.build import build

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def root() -> Path:
    """Return the root of the checkout."""
    return ROOT


@pytest.fixture(scope="session")
def master_sheet() -> Path:
    """Return the community's master spreadsheet, which is not part of the repository."""
    sheet = ROOT.parent / "shared" / "data" / "master.csv"
    if not sheet.is_file():
        pytest.skip("the master spreadsheet is not here")
    return sheet


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a library of what comes with Pirate Code; no test may change it."""
    base = tmp_path_factory.getbasetemp()
    folder = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    path = folder / "library.sqlite"
    for _ in range(600):  # another worker may be building it
        if storage.state(path) == "current":
            return path
        try:
            build(path)
        except storage.LibraryError as error:
            if "Another build" not in str(error):
                raise
            time.sleep(0.5)
    raise AssertionError("the library was not built in time")
