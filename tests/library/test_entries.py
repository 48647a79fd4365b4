"""A name or number leads to one thing of the library, and from there to everything linked to it."""

from __future__ import annotations

import json
import sqlite3
from typing import Any

import pytest

from pirate_code.library.entries import branches, entry
from pirate_code.library.lookup import find, suggestions


def shown(db: sqlite3.Connection, name: str) -> dict[str, Any]:
    (meaning,) = find(db, name)
    return entry(db, meaning)


@pytest.mark.parametrize(
    ("name", "kind", "key"),
    [
        ("MI-042a", "piece", "MI-042a"),
        ("mi-042A", "piece", "MI-042a"),
        ("RF-056", "piece", "RotF-056"),
        ("rf56", "piece", "RotF-056"),
        ("Calico Cat (RF-056)", "piece", "RotF-056"),
        ("cannonball gallows", "piece", "MI-042a"),
        ("Galley", "keyword", "galley"),
        ("galleys", "keyword", "galley"),
        ("Same Action Twice", "keyword", "born-leader"),
        ("loyal", "keyword", "loyal"),
        ("Loyal: England", "keyword", "loyal"),
        ("Mercenary (nation)", "nation", "mercenary"),
        ("Mercenary (keyword)", "keyword", "mercenary"),
        ("docking", "term", "docked"),
        ("crew collector", "term", "crew-collector"),
        ("action-limit-of-two", "ruling", "action-limit-of-two"),
        ("Who Picks? (section)", "section", "who picks?"),
    ],
)
def test_a_name_or_number_leads_to_one_thing(db: sqlite3.Connection, name: str, kind: str, key: str) -> None:
    assert [(found.type, found.id) for found in find(db, name)] == [(kind, key)]


def test_a_printed_line_leads_to_its_ability(db: sqlite3.Connection) -> None:
    for text in ("This ship gets +1 to her boarding rolls.", "“this ship gets +1 to her boarding rolls”"):
        (found,) = find(db, text)
        assert found.type == "ability"
        assert found.name == "This ship gets +1 to her boarding rolls."


def test_a_name_that_several_things_have_leads_to_all_of_them(db: sqlite3.Connection) -> None:
    found = find(db, "Captain")
    assert {each.type for each in found} == {"keyword", "piece"}
    assert len({each.id for each in find(db, "Black Pearl")}) == 3


@pytest.mark.parametrize("name", ["zyzzyva", "XX-999", "", "x" * 5000, "\0", "' OR 1=1 --"])
def test_a_name_that_nothing_has_leads_nowhere(db: sqlite3.Connection, name: str) -> None:
    assert find(db, name) == []


def test_a_misspelt_name_is_answered_with_the_nearest(db: sqlite3.Connection) -> None:
    assert suggestions(db, "hms apolo")[0] == "HMS Apollo"
    assert suggestions(db, "scooner")[0] == "Schooner"
    assert suggestions(db, "qqqqqqqqqqqq") == []


def test_a_corrected_piece_shows_what_is_printed_and_what_is_in_force(db: sqlite3.Connection) -> None:
    data = shown(db, "MI-042a")
    assert data["corrected"]
    assert data["ability"] == f"Ransom. {data['printed']['ability']}"
    assert {erratum["field"] for erratum in data["errata"]} == {"ability", "points"}
    assert data["rulings"][0]["because"] == "erratum"
    assert [line["in_force"] for line in data["abilities"]] == [True, False]


def test_a_piece_has_its_keywords_and_the_rulings_about_them(db: sqlite3.Connection) -> None:
    data = shown(db, "MI-006")
    assert {(each["id"], each["how"]) for each in data["keywords"]} >= {
        ("submarine", "has"),
        ("cancel", "text"),
    }
    assert any(ruling["because"] == "keyword" and ruling["of"] == "Submarine" for ruling in data["rulings"])
    assert all("2016-12" in ruling["citation"] or "(20" in ruling["citation"] for ruling in data["rulings"])


def test_the_rulings_of_a_piece_are_those_of_the_view(db: sqlite3.Connection) -> None:
    for (piece,) in db.execute("SELECT id FROM pieces ORDER BY random() LIMIT 40").fetchall():
        rows = db.execute("SELECT DISTINCT ruling_id FROM piece_rulings WHERE piece_id = ?", (piece,))
        assert {ruling["id"] for ruling in shown(db, piece)["rulings"]} == {row[0] for row in rows}, piece


def test_a_piece_lists_its_other_printings(db: sqlite3.Connection) -> None:
    others = {piece["id"] for piece in shown(db, "PotC-025")["printings"]}
    assert others == {"PotC-026", "PotC-087"}


def test_a_keyword_shows_its_definition_its_pieces_and_its_own_rulings_first(db: sqlite3.Connection) -> None:
    data = shown(db, "Galley")
    assert "This ship cannot be pinned." in data["definition"]
    assert "BC-002" in {piece["id"] for piece in data["pieces"]}
    assert data["rulings"][0]["section"].startswith("Galley")


def test_an_ability_shows_its_outline_and_its_pieces(db: sqlite3.Connection) -> None:
    data = shown(db, "L-range cannons cannot hit this ship.")
    drawn = list(branches(data["outline"]))
    assert (1, "cannot", "hit") in drawn
    assert data["pieces"]
    assert data["footprint"]["forbids"] == ["hit"]


def test_a_ruling_shows_its_source_and_its_claims(db: sqlite3.Connection) -> None:
    data = shown(db, "action-limit-of-two")
    assert data["citation"] == "The Pirate Code, errata and clarifications (2016-12), ACTIONS, item 5"
    assert data["claims"][0]["relation"] == "prevents"
    assert [each["name"] for each in data["about"]] == ["action limit", "full action"]
    assert data["see_also"][0]["section"] == "ACTION LIMIT"


def test_a_ruling_shows_the_questions_that_it_answers(db: sqlite3.Connection) -> None:
    said = {each["question"]: each["says"] for each in shown(db, "doctor-stops-elimination-only")["asked"]}
    assert said["Does a doctor save the crew of his ship from being eliminated?"] == "Yes."


def test_a_term_shows_the_rulings_about_it(db: sqlite3.Connection) -> None:
    data = shown(db, "crew collector")
    assert {piece["name"] for piece in data["pieces"]} == {"Captain Davy Jones", "Wraith"}
    assert data["rulings"][0]["section"] == "crew collector"


def test_everything_in_the_library_can_be_shown_as_json(db: sqlite3.Connection) -> None:
    names = [
        *(row[0] for row in db.execute("SELECT id FROM pieces")),
        *(row[0] for row in db.execute("SELECT id FROM rulings")),
        *(row[0] for row in db.execute("SELECT id FROM abilities")),
        *(f"{row[0]} (keyword)" for row in db.execute("SELECT id FROM keywords")),
        *(f"{row[0]} (nation)" for row in db.execute("SELECT id FROM nations")),
    ]
    for name in names[::7]:
        assert json.dumps(shown(db, name)), name
