"""Fleets of what is owned: copies count, and printings that play the same are one piece."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from pirate_code.cli import commands
from pirate_code.collection import storing
from pirate_code.fleets.card_pool import Pool, from_library
from pirate_code.fleets.notation_files import read
from pirate_code.fleets.notation_names import Names
from pirate_code.fleets.notation_names import from_library as names_from_library
from pirate_code.fleets.notation_reading import plays_as, understand
from pirate_code.fleets.ownership import Owned
from pirate_code.fleets.suggestions import suggest
from pirate_code.library import storage
from pirate_code.library.storage import connect

Run = Callable[..., Result]
FLEET = (
    "Build total: 40\nHMS Sultan (CC-037) + captain, captain, helmsman\nBlack Pearl (PotC-025) + oarsman\n"
)


@pytest.fixture(scope="module")
def names(built: Path) -> Names:
    """The names of the built library."""
    db = connect(built)
    made = names_from_library(db)
    db.close()
    return made


@pytest.fixture(scope="module")
def whole(imported: Path) -> Pool:
    """The cards of the whole sheet."""
    db = connect(imported)
    pool = from_library(db)
    db.close()
    return pool


def fleet_ids(names: Names, text: str = FLEET) -> list[str]:
    (written,) = read(text, "Fleet")
    return [card.id for card in understand(written, names).fleet.cards()]


def lacking(names: Names, counts: dict[str, int], text: str = FLEET) -> list[str]:
    (written,) = read(text, "Fleet")
    fleet = understand(written, names).fleet
    return [finding.says for finding in Owned(names.pool, counts).findings(fleet)]


def test_a_fleet_of_what_is_owned_lacks_nothing(names: Names) -> None:
    assert lacking(names, dict(Counter(fleet_ids(names)))) == []


def test_two_of_a_piece_need_two_that_are_owned(names: Names) -> None:
    counts = dict.fromkeys(fleet_ids(names), 1)
    captain = fleet_ids(names)[1]
    assert lacking(names, counts) == [f"The fleet has 2 of Captain ({captain}), and the collection 1."]
    assert lacking(names, counts | {captain: 2}) == []


def test_a_piece_that_is_not_owned_is_named_with_what_has_its_name(names: Names) -> None:
    counts = dict(Counter(fleet_ids(names)))
    del counts["PotC-025"]
    assert lacking(names, counts) == ["Black Pearl (PotC-025) is not in the collection."]
    assert lacking(names, counts | {"PotC-026": 1}) == [
        "Black Pearl (PotC-025) is not in the collection. Of that name it has PotC-026."
    ]


def test_printings_that_play_the_same_count_together(whole: Pool) -> None:
    captains = [
        whole.card(card)
        for card in whole.of_kind("crew")
        if (card.name, card.nation) == ("Captain", "english") and card.points == 3
    ]
    alike = [card for card in captains if plays_as(card) == plays_as(captains[0])]
    assert len(alike) > 1
    owned = Owned(whole, {alike[0].id: 1, alike[1].id: 2})
    assert owned.copies(alike[0]) == owned.copies(alike[1]) == 3
    assert list(owned.missing([alike[0]] * 3)) == []
    assert list(owned.missing([alike[1]] * 4)) == [(alike[1], 4)]


def test_of_pieces_of_one_name_the_owned_one_is_meant(built: Path) -> None:
    db = connect(built)
    text = "Black Pearl + captain\n"
    assert fleet_ids(names_from_library(db), text)[0] == "PotC-025"
    assert fleet_ids(names_from_library(db, {"PotC-087"}), text)[0] == "PotC-087"
    db.close()


def test_a_suggestion_takes_what_is_owned_and_never_more_of_it(names: Names) -> None:
    (written,) = read(FLEET, "Fleet")
    captain, helmsman = fleet_ids(names)[1], fleet_ids(names)[3]
    counts = {"CC-037": 1, captain: 1, helmsman: 2, "PotC-026": 1, "R-031": 1}
    better = suggest(understand(written, names), names.pool, owned=Owned(names.pool, counts))
    taken = Counter(card.id for card in better.fleet.cards())
    assert better.legal
    assert all(counts.get(key, 0) >= count for key, count in taken.items())
    assert "CC-037" in taken and "PotC-026" in taken
    assert any("Took Black Pearl (PotC-026" in change for change in better.changes)


def test_a_collection_without_ships_makes_no_fleet(names: Names) -> None:
    (written,) = read(FLEET, "Fleet")
    better = suggest(understand(written, names), names.pool, owned=Owned(names.pool, {}))
    assert not better.legal


@pytest.fixture
def run(built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command with a collection in its place."""
    monkeypatch.setenv(storage.ENVIRONMENT, str(built))
    monkeypatch.setenv(storing.ENVIRONMENT, str(tmp_path / "mine.csv"))
    (tmp_path / "fleet.txt").write_text(FLEET, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return lambda *arguments: CliRunner().invoke(commands, list(arguments))


def own(path: Path, counts: dict[str, int]) -> None:
    rows = "".join(f"{key},{count}\n" for key, count in counts.items())
    path.write_text(f"id,owned\n{rows}", encoding="utf-8")


def test_checking_with_a_collection_tells_what_is_not_owned(run: Run, names: Names, tmp_path: Path) -> None:
    own(tmp_path / "mine.csv", {"CC-037": 1})
    result = run("fleet", "check", "--collection", "fleet.txt")
    assert result.exit_code == 1
    assert "is legal in official play" in result.output
    assert "Not in the collection:\n" in result.output
    assert "Black Pearl (PotC-025) is not in the collection. [owned-pieces]" in result.output
    report: dict[str, Any] = json.loads(run("fleet", "check", "fleet.txt", "--collection", "--json").output)
    assert report["legal"] and len(report["not_owned"]) == 4
    own(tmp_path / "friend.csv", dict(Counter(fleet_ids(names))))
    result = run("fleet", "check", "fleet.txt", "--collection", "friend.csv")
    assert result.exit_code == 0 and "The collection has all of it." in result.output
    assert json.loads(run("fleet", "check", "fleet.txt", "--json").output)["not_owned"] is None


@pytest.mark.parametrize("form", ["md", "html", "csv"])
def test_every_format_tells_what_is_not_owned(run: Run, tmp_path: Path, form: str) -> None:
    own(tmp_path / "mine.csv", {"CC-037": 1})
    result = run("fleet", "check", "fleet.txt", "--collection", "--format", form)
    assert "is not in the collection" in result.output.replace("\\", "")


def test_random_fleets_are_drawn_from_the_collection(run: Run, tmp_path: Path) -> None:
    counts = {"CC-037": 1, "PotC-026": 1, "R-031": 1, "SCS-111": 1, "SCS-117": 2, "FS-124": 3}
    own(tmp_path / "mine.csv", counts)
    for seed in range(6):
        result = run("fleet", "random", "--collection", "--seed", str(seed))
        assert result.exit_code == 0, result.output
        (tmp_path / "drawn.txt").write_text(result.stdout, encoding="utf-8")
        assert run("fleet", "check", "drawn.txt", "--collection").exit_code == 0
    own(tmp_path / "mine.csv", {"SCS-111": 1})
    result = run("fleet", "random", "--collection")
    assert result.exit_code == 2
    assert "No legal fleet of 40 points can be drawn from 1 cards." in result.stderr


def test_a_collection_without_crew_leaves_no_points_for_them(run: Run, tmp_path: Path) -> None:
    own(tmp_path / "mine.csv", {"CC-037": 1, "PotC-025": 1})
    drawn = [run("fleet", "random", "--collection", "--seed", str(seed)).stdout for seed in range(6)]
    assert any("CC-037" in fleet and "PotC-025" in fleet for fleet in drawn)


def test_without_a_collection_the_user_is_told_how_to_begin_one(run: Run) -> None:
    for command in (["check", "fleet.txt"], ["suggest", "fleet.txt"], ["random"]):
        result = run("fleet", *command, "--collection")
        assert result.exit_code == 2
        assert "`pirate-code collection add PIECE` begins one" in result.stderr
