"""What is hidden in a game follows from a secret of the server, and not from the address alone."""

from __future__ import annotations

import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pirate_code.web import game_secret
from pirate_code.web.game_secret import FILE, dice_of, mark_of, secret_of

Get = Callable[..., Any]
ORDER: dict[str, Any] = {
    "fleet": ["english-traders", "pirate-raiders"],
    "captain": ["me", "greedy"],
    "seed": "2",
    "edition": "",
    "turns": "3",
}


@pytest.fixture
def unset(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server whose environment tells no secret."""
    monkeypatch.delenv(game_secret.ENVIRONMENT)
    game_secret._kept.cache_clear()


@pytest.mark.usefixtures("unset")
def test_a_secret_is_made_once_and_only_its_owner_may_read_it(tmp_path: Path) -> None:
    library = tmp_path / "library.sqlite"
    made = secret_of(library)
    game_secret._kept.cache_clear()
    assert secret_of(library) == made
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600
    assert secret_of(tmp_path / "other" / "library.sqlite") != made


@pytest.mark.usefixtures("unset")
@pytest.mark.parametrize("damaged", [b"", b"\xff" * 64, b"short"])
def test_a_damaged_file_gives_a_secret_for_this_run(tmp_path: Path, damaged: bytes) -> None:
    (tmp_path / FILE).write_bytes(damaged)
    found = secret_of(tmp_path / "library.sqlite")
    assert len(found) == 64
    assert secret_of(tmp_path / "library.sqlite") == found


def test_a_game_with_another_captain_is_dealt_otherwise() -> None:
    """Or who plays could look at the other's cards by sitting down in his seat."""
    dealt = {dice_of(b"one", ORDER | {"captain": captains}) for captains in (["me", "greedy"], ["me", "me"])}
    assert len(dealt) == 2
    assert dice_of(b"one", ORDER) == dice_of(b"one", dict(ORDER))
    assert dice_of(b"one", ORDER) != dice_of(b"other", ORDER)


def test_another_server_deals_other_cards_and_refuses_the_game(
    get: Get, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = get("/-/game.json", **ORDER, pick="setup").json()
    assert here["version"].endswith("." + mark_of(b"tests"))
    monkeypatch.setenv(game_secret.ENVIRONMENT, "another")
    there = get("/-/game.json", **ORDER, pick="setup").json()
    assert there["answers"] != here["answers"]
    asked = ORDER | {"answers": here["answers"], "v": here["version"]}
    for path in ("/-/game.json", "/-/game-film.json", "/-/game-replay.json"):
        refused = get(path, **asked)
        assert refused.status_code == 400
        assert refused.json()["error"].startswith("This game was begun on another server")
    page = get("/game", **asked)
    assert page.status_code == 400
    assert "begun on another server" in page.text


def test_the_number_that_chance_follows_from_cannot_be_given_in_the_address(get: Get) -> None:
    asked = get("/-/game.json", **ORDER, pick="setup").json()
    assert get("/-/game.json", **ORDER, pick="setup", dice="1").json() == asked
