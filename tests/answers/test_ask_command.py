"""The command `ask`: rulings and an experiment, why, and an exit code that says what came of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pirate_code import cli
from pirate_code.commands.ask import _in_one_line
from pirate_code.library.lookup import Meaning


@pytest.fixture(autouse=True)
def _library(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIRATE_CODE_DB", str(built))


def ask(*args: str) -> Result:
    return CliRunner().invoke(cli.commands, ["ask", *args])


def test_why_tells_what_happens_in_the_four_worlds() -> None:
    result = ask("Doctor", "crew collector", "--why")
    assert result.exit_code == 0
    for title in ("With neither:", "With Doctor:", "With crew collector:", "With both:"):
        assert title in result.output


def test_an_answer_as_json_has_the_witness_and_whether_both_ways_agree() -> None:
    answer = json.loads(ask("Doctor", "crew collector", "--relation", "prevents", "--json").stdout)
    assert answer["verdict"] == "yes"
    assert answer["agreement"] == "both"
    assert [world["name"] for world in answer["witness"]["worlds"]] == ["neither", "x", "y", "both"]
    assert answer["rulings"]


def test_a_line_that_no_card_has_is_answered_by_experiment() -> None:
    line = "This ship cannot be pinned. Unless this ship sinks, this ship's crew cannot be eliminated."
    result = ask("--line", line, "crew elimination", "--json")
    answer = json.loads(result.stdout)
    assert result.exit_code == 0
    assert (answer["verdict"], answer["agreement"]) == ("yes", "experiment-only")
    assert answer["witness"] is not None


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("--line", "This ship gets +1 to her bording rolls.", "Captain"), "bording"),
        (("Captain", "no such thing at all"), "no such thing at all"),
        (("--line", "This ship cannot be pinned."), "beside --line, one name"),
    ],
)
def test_what_is_not_understood_is_refused_in_a_sentence(args: tuple[str, ...], says: str) -> None:
    result = ask(*args)
    assert result.exit_code == 2
    assert says in result.output
    assert "Traceback" not in result.output


# None of these names anything; some share a word with a ruling by chance.
NO_QUESTIONS = ["4", "1 2 3", "", "???", "a", "the", "yes", "\N{SKULL AND CROSSBONES}", "is it 4 or 5?", "+1"]


@pytest.mark.parametrize("options", [(), ("--json",)])
@pytest.mark.parametrize("text", NO_QUESTIONS)
def test_what_names_nothing_is_no_question(text: str, options: tuple[str, ...]) -> None:
    result = ask(text, *options)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("Error: No name of the library stands in this question")
    assert len(result.stderr.splitlines()) == 1


def test_a_batch_tells_which_line_is_no_question(tmp_path: Path) -> None:
    file = tmp_path / "questions.jsonl"
    asked = ["Does a Helmsman stack with a trade current?", *filter(None, NO_QUESTIONS)]
    file.write_text("".join(json.dumps({"question": text, "answer": "yes"}) + "\n" for text in asked))
    result = ask("--batch", str(file), "--json")
    told = [line for line in result.stderr.splitlines() if line.startswith("Error: ")]
    assert result.exit_code == 2
    assert json.loads(result.stdout)["not_understood"] == len(told) == len(asked) - 1
    assert told[0] == f"Error: {file}:2: nothing of the library is named: '4'."


def test_what_neither_ruling_nor_experiment_decides_has_no_verdict() -> None:
    result = ask("scoring", "Captain", "--json")
    answer = json.loads(result.stdout)
    assert (result.exit_code, answer["verdict"], answer["witness"]) == (3, None, None)


def test_pieces_of_one_name_are_told_apart_by_their_numbers() -> None:
    things = [Meaning("piece", f"CC-{number}", "Cannoneer", "crew") for number in range(5)]
    things.append(Meaning("piece", "FS-1", "Fancy", "ship"))
    assert _in_one_line(things) == "Cannoneer (crew CC-0, CC-1, CC-2 and 2 more), Fancy (ship)"
    assert _in_one_line(things[3:5]) == "Cannoneer (crew CC-3, CC-4)"
