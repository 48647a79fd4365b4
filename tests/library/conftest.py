"""Copies of the library that a test may spoil."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest


@pytest.fixture
def library(built: Path, tmp_path: Path) -> Path:
    """Return a copy of the library, in a folder of its own."""
    folder = tmp_path / "library"
    folder.mkdir()
    return Path(shutil.copy(built, folder / "library.sqlite"))
