"""Questions with known answers are read, asked and measured."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest
from click.testing import CliRunner

from pirate_code.answers.batch import (
    KnownQuestion,
    question_of,
    read_questions,
    summary,
    tells,
    try_all,
)
from pirate_code.answers.headings import Headings, same_heading
from pirate_code.cli import commands
from pirate_code.data import DataError
from pirate_code.library.storage import silent

QUESTIONS = Path(__file__).parent / "questions"


@pytest.fixture(scope="module")
def db(built: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"file:{built}?mode=ro", uri=True)


@pytest.mark.parametrize("half", ["development", "held-out"])
def test_the_halves_hold_hundreds_of_questions_of_their_own_sections(
    db: sqlite3.Connection, half: str
) -> None:
    known = read_questions(QUESTIONS / f"{half}.jsonl")
    assert len(known) > 400
    sections = {each.section for each in known}
    found = {row[0] for row in db.execute("SELECT DISTINCT section FROM rulings")}
    assert sections <= found
    other = "held-out" if half == "development" else "development"
    assert not sections & {each.section for each in read_questions(QUESTIONS / f"{other}.jsonl")}


@pytest.mark.parametrize("half", ["development", "held-out"])
def test_both_bars_are_held(db: sqlite3.Connection, half: str) -> None:
    known = read_questions(QUESTIONS / f"{half}.jsonl")
    measured = summary(try_all(db, known, silent))
    assert measured["found"] >= 0.95 * measured["with_section"]
    assert measured["right"] >= 0.8 * measured["questions"]
    assert measured["verdicts_without_citation_or_witness"] == 0


def test_told_situations_are_answered_as_often_as_before(db: sqlite3.Connection) -> None:
    measured = summary(try_all(db, read_questions(QUESTIONS / "composed.jsonl"), silent))
    assert measured["right"] >= 79
    assert measured["found"] >= 0.95 * measured["with_section"]
    assert measured["yes_or_no_to_other_questions"] == 0


def test_a_question_is_also_about_the_things_given_with_it(db: sqlite3.Connection) -> None:
    known = KnownQuestion(1, "Can he be saved by the crew?", "Doctor", "crew collector", "yes", None)
    question = question_of(db, known)
    assert question is not None
    assert [thing.name for thing in question.things][-2:] == ["Doctor", "crew collector"]
    assert len(question.spoken) == len(question.things)


@pytest.mark.parametrize(
    ("given", "heading", "same"),
    [
        ("Captain", "Captain (keyword/ability)", True),
        ("SPECIFIC ABILITIES > Doctor ability", "Doctor ability", True),
        ("Beginning of a Turn or End of a Turn", "Beginning of a Turn", True),
        ("“This ship cannot be pinned.”", "This ship cannot be pinned", True),
        ("Captain", "Capture ability (Gold)", False),
        ("", "Captain", False),
    ],
)
def test_headings_are_compared_by_their_words(given: str, heading: str, same: bool) -> None:
    assert same_heading(given, heading) == same


@pytest.mark.parametrize(
    ("heading", "section"),
    [
        ("“(L)-range cannons cannot hit this ship.”", "L immunity"),
        ("Gem of Hades", "The Red Skull"),  # it only points there
        ("CARD CORRECTIONS AND MISPRINTS", "General Rules for Misprints"),  # a part of the Code
    ],
)
def test_a_ruling_stands_under_each_heading_of_the_code_that_leads_to_it(
    db: sqlite3.Connection, heading: str, section: str
) -> None:
    headings = Headings(db)
    (there,) = db.execute(
        "SELECT min(id) FROM rulings WHERE says <> '' AND section = ?", (section,)
    ).fetchone()
    (other,) = db.execute("SELECT min(id) FROM rulings WHERE section = 'Doctor ability'").fetchone()
    assert headings.stands_under(there, heading)
    assert not headings.stands_under(other, heading)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("{", "this is not JSON ("),
        ('{"answer": "no", "answer": "yes"}', "the key 'answer' is here twice"),
        ("[1]", "a question is a JSON object"),
        ('{"answer": "yes"}', '"question", or both "x" and "y"'),
        ('{"question": "?", "answer": "perhaps"}', "yes, no, depends or value"),
        ('{"question": "?", "answer": "value"}', 'stands the "value" that is right'),
        ('{"question": "?", "answer": "no", "kind": "odd"}', "lookup, told or composed"),
        ('{"question": 3, "answer": "yes"}', '"question" is a text'),
        (json.dumps({"question": "x" * 2_000, "answer": "no"}), "more than 1,000 characters"),
    ],
)
def test_a_bad_line_is_told_with_its_file_and_number(tmp_path: Path, line: str, says: str) -> None:
    path = tmp_path / "asked.jsonl"
    path.write_text('{"question": "Can it?", "answer": "yes"}\n\n' + line + "\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"asked\.jsonl:3: ") as error:
        read_questions(path)
    assert says in str(error.value)


def test_the_command_prints_shares_by_relation_and_by_answer(built: Path, tmp_path: Path) -> None:
    path = tmp_path / "asked.jsonl"
    path.write_text(
        '{"question": "Can a canceller affect a fort?", "answer": "no", "code_section": "Cancel ability"}\n'
        '{"x": "Helmsman", "y": "trade current", "answer": "yes", "code_section": "Trade Current"}\n',
        encoding="utf-8",
    )
    told = CliRunner().invoke(commands, ["ask", "--batch", str(path), "--db", str(built)])
    assert told.exit_code == 0, told.output
    assert "100.0% (2 of 2)" in told.output
    data = json.loads(
        CliRunner().invoke(commands, ["ask", "--batch", str(path), "--db", str(built), "--json"]).output
    )
    assert (data["right"], data["found"], data["verdicts_without_citation_or_witness"]) == (2, 2, 0)
    assert data["by_kind"]["unknown"]["right"] == 2
    assert sum(part["questions"] for part in data["by_sureness"].values()) == 2
    missing = CliRunner().invoke(commands, ["ask", "--batch", str(tmp_path / "none"), "--db", str(built)])
    assert missing.exit_code == 2 and "no such file" in missing.output


@pytest.mark.parametrize(
    ("text", "value", "told"),
    [
        ("The ship rolls two dice and keeps the better one.", "2", True),
        ("The ship rolls two dice and keeps the better one.", "two dice", True),
        ("The ship rolls two dice and keeps the better one.", "3", False),
        ("A tie goes to the defender.", "the defenders", True),
        ("A tie goes to the defender.", "the attacker", False),
        ("A tie goes to the defender.", "", False),
    ],
)
def test_a_value_is_told_if_all_its_words_are(text: str, value: str, told: bool) -> None:
    assert tells(text, value) == told


def test_a_verdict_is_never_right_where_a_value_is_asked_for(db: sqlite3.Connection) -> None:
    known = KnownQuestion(1, "Can a canceller affect a fort?", None, None, "value", None, "lookup", "no")
    (tried,) = try_all(db, [known], silent)
    assert tried.verdict == "no" and tried.misplaced and not tried.right
