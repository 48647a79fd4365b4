"""A library that is replaced while it is served: pages, tables and workers read the new one."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from pirate_code.web import site as site_module
from pirate_code.web.serve import in_background
from tests.web.conftest import TIMEOUT_SCALE
from tests.web.server import get


@pytest.fixture
def library(built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy that may be replaced; the server looks at it for every request."""
    monkeypatch.setattr(site_module, "LOOK_EVERY", 0.0)
    return Path(shutil.copy(built, tmp_path / "library.sqlite"))


def replace_with_new_name(library: Path, name: str) -> None:
    """Put another library in its place in one step, as a build does, with a piece of another name."""
    new = Path(shutil.copy(library, library.with_name("new")))
    with closing(sqlite3.connect(new)) as db, db:
        db.execute("UPDATE keywords SET name = ? WHERE id = 'captain'", (name,))
        db.execute("UPDATE pieces SET name = ? WHERE id = 'BC-002'", (name,))
    new.replace(library)


def test_pages_tables_workers_and_tags_are_of_the_new_library(library: Path) -> None:
    with in_background(library, timeout_scale=TIMEOUT_SCALE) as address:
        before = get(address, "/keyword/captain")[1]["etag"]
        assert get(address, "/keyword/captain", If_None_Match=before)[0] == 304
        assert b"Zanzibar Queen" not in get(address, "/library/keywords/captain.json")[2]
        replace_with_new_name(library, "Zanzibar Queen")
        status, headers, body = get(address, "/keyword/captain", If_None_Match=before)
        assert status == 200
        assert b"Zanzibar Queen" in body
        assert headers["etag"] != before
        assert b"Zanzibar Queen" in get(address, "/library/keywords/captain.json")[2]
        report = get(address, "/-/fleet.json?fleet=Zanzibar+Queen+%28BC-002%29")[2]
        assert b'"Zanzibar Queen"' in report


@pytest.mark.parametrize("damage", [b"", b"nonsense" * 1000])
def test_a_library_that_cannot_be_read_is_told_once_and_the_next_one_served(
    library: Path, damage: bytes, capfd: pytest.CaptureFixture[str]
) -> None:
    right, wrong = Path(shutil.copy(library, library.with_name("right"))), library.with_name("wrong")
    wrong.write_bytes(damage)
    with in_background(library, workers=0) as address:
        assert get(address, "/keyword/captain")[0] == 200
        wrong.replace(library)
        for page in ("/keyword/captain", "/library/pieces"):
            status, headers, body = get(address, page)
            assert status == 503
            assert headers["retry-after"]
            assert body.count(b"\n") == 1
        assert capfd.readouterr().err.count("\n") == 1
        right.replace(library)
        assert get(address, "/keyword/captain")[0] == 200


def test_a_library_that_was_away_is_served_again(library: Path) -> None:
    away = library.with_name("away")
    with in_background(library, workers=0) as address:
        library.rename(away)
        assert get(address, "/keyword/captain")[0] == 503
        away.rename(library)
        assert get(address, "/keyword/captain")[0] == 200
