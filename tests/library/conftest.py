"""The built library to read, copies of it that a test may spoil, and the Pirate Code itself."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from pirate_code.library.code_document import Document, read_document
from pirate_code.library.opening import open_library


@pytest.fixture
def library(built: Path, tmp_path: Path) -> Path:
    """Return a copy of the library, in a folder of its own."""
    folder = tmp_path / "library"
    folder.mkdir()
    return Path(shutil.copy(built, folder / "library.sqlite"))


@pytest.fixture(scope="module")
def db(built: Path) -> Iterator[sqlite3.Connection]:
    """Open the built library."""
    found = open_library(built)
    yield found
    found.close()


@pytest.fixture(scope="session")
def whole(root: Path) -> Document:
    """Return the Pirate Code of December 2016, which is not part of the repository."""
    path = root.parent / "shared" / "seeds" / "000_998ee7184af66db0.txt"
    if not path.is_file():
        pytest.skip("the Pirate Code is not here")
    return read_document(path)
