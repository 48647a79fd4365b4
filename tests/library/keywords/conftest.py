"""The facts sheet on keywords."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def facts_sheet(root: Path) -> str:
    """Return the facts sheet on keywords, which is not part of the repository."""
    sheet = root.parent / "shared" / "keywords.md"
    if not sheet.is_file():
        pytest.skip("the facts sheet is not here")
    return sheet.read_text(encoding="utf-8")
