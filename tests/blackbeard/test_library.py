"""Blackbeard's cards, ports, pirates, tables and rulings are looked up apart from those of Pirates."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from jsonschema import Draft202012Validator

from pirate_code import cli
from pirate_code.blackbeard import export, library
from pirate_code.blackbeard.asking import answered
from pirate_code.blackbeard.rulings import load_rulings
from pirate_code.blackbeard.searching import game_of, search
from pirate_code.blackbeard.values import standard_values
from pirate_code.core.query import QueryError
from pirate_code.data import folder, load_yaml

RULINGS = {ruling.id for file in load_rulings() for ruling in file.rulings}


def run(*args: str) -> Result:
    return CliRunner().invoke(cli.commands, args)


def found(text: str) -> list[str]:
    return [entry.key for entry in search(game_of(f"game:blackbeard {text}").query)]


# --- entries ------------------------------------------------------------------------------------------------


def test_everything_that_is_asked_for_is_there() -> None:
    counts = {kind: len(library.of_kind(kind)) for kind in library.KINDS}
    assert (counts["event"], counts["port"], counts["action"]) == (23, 36, 17)
    assert counts["ruling"] == len(RULINGS)
    assert counts["pirate"] == len(standard_values().pirates)
    assert counts["table"] >= 14


def test_every_row_of_a_table_names_a_ruling() -> None:
    for data in load_yaml(folder("db") / "blackbeard" / "tables.yaml").data.values():
        table = library.TableData.model_validate(data)
        for row in table.rows:
            assert row.ruling in RULINGS
            assert len(row.cells) == len(table.columns)


@pytest.mark.parametrize(
    "entry", [*library.of_kind("event"), *library.of_kind("action")], ids=lambda one: one.id
)
def test_every_event_and_action_has_rulings(entry: library.Entry) -> None:
    assert library.rulings_of(entry)


def test_a_table_of_values_is_made_from_them() -> None:
    name, table = library.tables()["cargoes"]
    assert name == "Cargoes"
    assert table.rows[-1] == ("10", "1000", "3000", "1500", "7500")


# --- searching ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("havana", "port/havana"),
        ("kind:port nation:dutch", "port/curacao"),
        ("kind:port defense>=12", "port/cartagena"),
        ("kind:pirate cunning:4..5 -every", "pirate/howell-davis"),
        ('kind:event text:"that pirate suffers scurvy"', "event/scurvy"),
        ("is:decision evad*", "ruling/evading-ends-the-action"),
        ("kind:ruling about:alliance storm", "ruling/allies-weather-a-storm-as-one"),
        ("(mal-de-mer or scurvy) kind:event", "event/mal-de-mer"),
    ],
)
def test_entries_are_found(text: str, first: str) -> None:
    assert first in found(text)


def test_what_is_excluded_is_not_found() -> None:
    assert found("kind:port nation!=english -nation:spanish,pirate,french,dutch,arab") == [
        "port/cape-lopez",
        "port/kilwa",
        "port/calicut",
        "port/goa",
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("masts:3", "Blackbeard has no filter 'masts'"),
        ("kind:fort", "There is no kind 'fort'; did you mean port?"),
        ("defense:much", "That is a number, not 'much'."),
        ("game:pirates", "A search is about one game"),
        ("is:big", "is:big means nothing"),
    ],
)
def test_a_search_that_means_nothing_is_refused(text: str, said: str) -> None:
    with pytest.raises(QueryError, match=said.replace("?", r"\?")):
        found(text)


# --- asking -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("What is the defense of Havana?", 11),
        ("How much cruelty has Edward Low?", 5),
        ("Where is Port Royal?", "Jamaica Channel"),
        ("Which nation has Goa?", "portuguese"),
        ("How many copies of Scurvy are there?", 6),
    ],
)
def test_values_are_told(question: str, value: Any) -> None:
    answer = answered(question)
    assert (answer.value, answer.sureness, answer.verdict) == (value, "sure", None)


@pytest.mark.parametrize(
    ("question", "verdict", "ruling"),
    [
        ("May a commissioner enter ports?", "no", "commissioner-moves"),
        ("Can I ransom hostages in Arab ports?", "no", "nobody-ransoms-there"),
        ("Does my move go on after I have evaded a commissioner?", "yes", "evading-ends-the-action"),
        ("Can I enter a port with an anti-pirate governor?", "depends", "ports-that-are-closed"),
    ],
)
def test_questions_that_a_ruling_answers_get_its_verdict(question: str, verdict: str, ruling: str) -> None:
    answer = answered(question)
    assert (answer.verdict, answer.rulings[0].id) == (verdict, ruling)


@pytest.mark.parametrize(
    "question",
    [
        "Scurvy",
        "What happens in a storm?",
        "Can a warship attack a pirate who looks for a merchant?",
        "Can a commissioner not enter a port?",
        "Can a commissioner sail into a transit box?",
    ],
)
def test_what_no_ruling_answers_gets_rulings_and_no_verdict(question: str) -> None:
    answer = answered(question)
    assert (answer.verdict, answer.sureness) == (None, "open")
    assert answer.rulings


def test_every_question_of_a_ruling_is_answered_by_it() -> None:
    for file in load_rulings():
        for ruling in file.rulings:
            for asked in ruling.asked:
                answer = answered(asked.question)
                assert (answer.verdict, answer.rulings[0].id) == (asked.answer, ruling.id), asked.question


# --- neither game finds anything of the other ---------------------------------------------------------------


def test_the_library_of_pirates_holds_nothing_of_blackbeard(built: Path) -> None:
    with sqlite3.connect(built) as db:
        ids = {row[0] for row in db.execute("SELECT id FROM rulings")}
    assert ids
    assert not ids & RULINGS


def test_a_search_of_pirates_finds_nothing_of_blackbeard(built: Path) -> None:
    for text in ("commissioner", "notoriety", "havana", "game:pirates scurvy"):
        done = json.loads(run("search", text, "--db", str(built), "--json").output)
        assert not {row["id"] for row in done["results"]} & {entry.id for entry in library.entries()}


def test_a_search_of_blackbeard_finds_nothing_of_pirates() -> None:
    done = json.loads(run("search", "game:blackbeard", "ship", "--json").output)
    assert done["total"] > 10
    assert {row["game"] for row in done["results"]} == {"blackbeard"}
    assert json.loads(run("search", "game:blackbeard", "helmsman", "--json").output)["results"] == []


def test_answers_of_one_game_rest_on_its_own_rulings(built: Path) -> None:
    ours = json.loads(run("ask", "game:blackbeard Can a flute be converted?", "--json").output)
    assert ours["rulings"]
    assert {ruling["id"] for ruling in ours["rulings"]} <= RULINGS
    theirs = json.loads(run("ask", "Captain", "Helmsman", "--db", str(built), "--json").output)
    assert not {ruling["id"] for ruling in theirs["rulings"]} & RULINGS


def test_things_of_either_game_are_shown_by_their_own_name(built: Path) -> None:
    shown = json.loads(run("show", "game:blackbeard Scurvy", "--json").output)
    assert (shown["game"], shown["type"]) == ("blackbeard", "event")
    assert shown["tree"]["clauses"]
    assert run("show", "Isle Ste. Marie", "--db", str(built)).exit_code == 2
    refused = run("show", "game:blackbeard Helmsman")
    assert refused.exit_code == 2
    assert "Nothing of Blackbeard is called 'Helmsman'" in refused.output


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["search", "game:blackbeard kind:port defense>=12"], "Cartagena"),
        (["show", "game:blackbeard Changes of loyalty"], "a booty grab fails"),
        (["show", "game:blackbeard commissioner-scores-half"], "Fractions of net worth"),
        (["show", "game:blackbeard port/havana"], "spanish"),
        (["ask", "game:blackbeard", "What is the value of Goa?"], "Value of Goa: 4."),
        (["ask", "game:blackbeard Can a commissioner enter a port?"], "No"),
    ],
)
def test_commands_tell_it_to_people(arguments: list[str], said: str) -> None:
    done = run(*arguments)
    assert done.exit_code == 0, done.output
    assert said in done.output


def test_a_game_that_does_not_exist_is_refused() -> None:
    for command in ("search", "show", "ask"):
        done = run(command, "game:chess knight")
        assert done.exit_code == 2
        assert "There is no game 'chess'; it can be blackbeard or pirates." in done.output


# --- export -------------------------------------------------------------------------------------------------


def test_exported_events_fit_their_schema() -> None:
    Draft202012Validator.check_schema(export.schema())
    validator = Draft202012Validator(export.schema())
    records = list(export.records())
    assert len(records) == len(standard_values().events)
    for record in records:
        validator.validate(record)
        assert record["rulings"]


def test_events_are_exported_by_a_command(tmp_path: Path) -> None:
    out = tmp_path / "events.jsonl"
    assert run("export", "blackbeard", "--out", str(out)).exit_code == 0
    assert [json.loads(line) for line in out.read_text().splitlines()] == list(export.records())
    assert json.loads(run("export", "blackbeard", "--json").output)["kind"] == "blackbeard-event"
    assert json.loads(run("export", "schema", "--blackbeard").output) == export.schema()


@pytest.mark.parametrize(
    ("question", "ruling"),
    [
        ("What happens in a mutiny?", "mutiny-against-leadership"),
        ("When does the game end?", "standard-game-ends-with-the-third-pardon"),
        ("How is a safe haven bought?", "safe-haven-is-bought"),
    ],
)
def test_what_is_asked_about_comes_before_what_is_only_mentioned(question: str, ruling: str) -> None:
    assert ruling in [one.id for one in answered(question).rulings[:2]]
