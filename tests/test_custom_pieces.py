"""A custom set as its author uses it: imported, searched, shown, asked about, checked in a fleet, played."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
EXAMPLE = ROOT / "examples" / "custom"


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("custom") / "library.sqlite"
    assert run("import", EXAMPLE / "amber-tide.csv", db=path).returncode == 0
    return path


def run(*words: object, db: Path) -> subprocess.CompletedProcess[str]:
    """Run the command as a user does; each process learns the custom nations from the library alone."""
    command = [sys.executable, "-m", "pirate_code", *map(str, words), "--db", str(db)]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT, timeout=300)


def answer(*words: object, db: Path) -> dict[str, object]:
    done = run(*words, "--json", db=db)
    assert done.returncode in (0, 1), done.stderr
    found: dict[str, object] = json.loads(done.stdout)
    return found


def test_custom_pieces_are_found_and_say_so(library: Path) -> None:
    found = run("search", "is:custom", db=library).stdout
    assert found.startswith("7 pieces")
    assert found.count("· custom") == 7
    assert "Nothing" in run("search", "is:custom nation:english", db=library).stdout
    rows = answer("search", 'nation:"amber league" kind:crew', db=library)["results"]
    assert isinstance(rows, list)
    assert {row["origin"] for row in rows} == {"custom"}
    assert run("search", "-is:custom is:imported", db=library).stdout.startswith("Nothing")


def test_a_custom_card_is_shown_with_its_tree(library: Path) -> None:
    shown = run("show", "AT-004", db=library).stdout
    assert "Amber League crew · 5 points · custom · The Amber Tide" in shown
    assert "Amber League ships within S" in shown
    assert answer("show", "Amber League", db=library)["origin"] == "custom"
    assert "custom" in run("show", "Schooner", "--all", db=library).stdout


def test_a_custom_piece_can_be_asked_about(library: Path) -> None:
    told = answer("ask", "Salt Wren", "Kraken", db=library)
    assert {told["x"]["id"], told["y"]["id"]} == {"AT-003", "kraken"}  # type: ignore[index]
    assert told["custom"] == ["AT-003"]
    said = run("ask", "Salt Wren", "Kraken", db=library).stdout
    assert "Salt Wren (AT-003) is a custom piece: no ruling was made of it." in said


def test_a_fleet_of_custom_pieces_is_for_casual_games_only(library: Path) -> None:
    fleet = EXAMPLE / "amber-fleet.txt"
    official = run("fleet", "check", fleet, db=library)
    assert official.returncode == 1
    assert "Lantern of Ruun (AT-001, custom)" in official.stdout
    assert "Lantern of Ruun (AT-001) is a custom piece. [custom-pieces]" in official.stdout
    assert "legal in casual games only" in official.stdout
    assert run("fleet", "check", fleet, "--casual", db=library).returncode == 0
    report = answer("fleet", "check", fleet, "--casual", db=library)
    assert report["legal"]
    assert report["ships"][0]["custom"]  # type: ignore[index]


def test_official_suggestions_and_draws_have_no_custom_piece(library: Path) -> None:
    drawn = run("fleet", "random", "--seed", "3", db=library).stdout
    assert drawn and "AT-" not in drawn


def test_a_whole_game_is_played_with_custom_pieces(library: Path) -> None:
    fleet = EXAMPLE / "amber-fleet.txt"
    command = ("play", "--fleet", fleet, "--fleet", "english-raiders", "--seed", "5")
    played = run(*command, db=library)
    assert played.returncode == 0, played.stderr
    assert "Lantern of Ruun" in played.stdout
    assert run(*command, db=library).stdout == played.stdout


@pytest.mark.parametrize("command", ["parse", "explain", "try"])
def test_a_line_may_name_the_nation_of_an_imported_set(command: str, library: Path) -> None:
    line = "This ship gets +1 to her boarding rolls against Amber League ships."
    words = [sys.executable, "-m", "pirate_code", command, line]

    def tried(db: Path) -> subprocess.CompletedProcess[str]:
        env = os.environ | {"PIRATE_CODE_DB": str(db)}
        return subprocess.run(words, capture_output=True, text=True, check=False, timeout=300, env=env)

    known = tried(library)
    assert known.returncode == 0, known.stderr
    assert tried(library.parent / "none.sqlite").returncode > 0
    assert not (library.parent / "none.sqlite").exists()


def test_a_game_tells_its_custom_pieces(library: Path) -> None:
    from pirate_code.web.work.game import game
    from pirate_code.web.work.library import WorkerLibrary
    from pirate_code.web.work.play import play

    fleet = (EXAMPLE / "amber-fleet.txt").read_text(encoding="utf-8")
    order = {"fleet": [fleet, "english-raiders"], "seed": "5", "turns": "2"}
    lent = WorkerLibrary(library)
    assert "Lantern of Ruun" in play(lent, order | {"captain": ["greedy", "greedy"]})["outcome"]["custom"]
    english = order | {"fleet": ["english-raiders", "english-traders"]}
    assert play(lent, english | {"captain": ["greedy", "greedy"]})["outcome"]["custom"] == []
    people = {"captain": ["me", "greedy"], "v": "", "answers": "", "pick": "setup", "free": "", "seat": ""}
    seen = game(lent, order | people)
    while seen["turn"]["setup"]:
        seen = game(lent, order | people | {"answers": seen["answers"]})
    assert seen["custom"]
    (ship,) = (piece for piece in seen["pieces"] if piece["name"] == "Lantern of Ruun")
    assert "custom" in ship["facts"]
    assert any(line.startswith("Lantern of Ruun (custom): ") for line in ship["lines"])
    assert not game(lent, english | people)["custom"]


def test_the_table_tells_a_custom_piece(library: Path) -> None:
    from pirate_code.web.work.library import WorkerLibrary
    from pirate_code.web.work.table import position

    lent = WorkerLibrary(library)
    text = "given:\n  Revenge: {ship: ours, at: [0, 0, 0]}\nwhen:\n- {give: shoot, to: Revenge}\n"
    put = {"do": "put", "kind": "crew", "on": "Revenge"}
    for ability, custom in (("Salt Wren", True), ("Captain", False)):
        changed = position(lent, {"position": text} | put | {"name": "Somebody", "ability": ability})
        assert [piece["custom"] for piece in changed["pieces"]] == [False, custom], ability


def test_an_export_says_which_pieces_are_custom(library: Path, tmp_path: Path) -> None:
    assert run("export", "pieces", "--out", tmp_path / "pieces.jsonl", db=library).returncode == 0
    lines = (tmp_path / "pieces.jsonl").read_text(encoding="utf-8").splitlines()
    custom = [piece for piece in map(json.loads, lines) if piece["origin"] == "custom"]
    assert len(custom) == 7
    assert all(piece["ability"] for piece in custom)
