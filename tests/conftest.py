"""Fixtures that every test may use."""

from __future__ import annotations

from pathlib import Path

import pytest

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
