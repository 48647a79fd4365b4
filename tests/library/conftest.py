"""A library that is built once for all tests, and copies of it that a test may spoil."""

from __future__ import annotations

import os
import shutil
import time
from pathlib import Path

import pytest

from pirate_code.library import storage
from pirate_code.library.build import build


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


@pytest.fixture
def library(built: Path, tmp_path: Path) -> Path:
    """Return a copy of the library, in a folder of its own."""
    folder = tmp_path / "library"
    folder.mkdir()
    return Path(shutil.copy(built, folder / "library.sqlite"))
