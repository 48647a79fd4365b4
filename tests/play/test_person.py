"""A person plays at the terminal: `--captain me`."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pirate_code.cli import commands

NO_LIBRARY = {"PIRATE_CODE_DB": "no-such-folder/library.sqlite"}
SETUP = "1\n" * 7  # islands and ships are placed where it is first offered
FLEETS = ("--fleet", "french-traders", "--fleet", "spanish-raiders", "--seed", "3")


def play(typed: str, *more: str) -> Result:
    return CliRunner(env=NO_LIBRARY).invoke(
        commands, ["play", *FLEETS, "--captain", "me", "--captain", "greedy", *more], typed
    )


def test_every_decision_is_asked_with_numbered_choices_and_the_table_is_drawn_each_turn() -> None:
    result = play("1\n" * 10 + "q\n")
    assert result.exit_code == 0
    assert "Player 1: Where is Island 4 put?\n   1 in the " in result.output
    assert "Player 1: What do you do?" in result.output
    table = result.output[result.output.index("+---") :]
    assert re.search(r"\nA  Le Triton, yours, 3 of 3 masts, docked at Island \d, with ", table)
    assert "player 2's" in table


def test_a_choice_is_taken_by_a_part_of_its_name() -> None:
    result = play(SETUP + "end the turn\nq\n")
    assert "Turn 3: player 2" in result.output


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("0", "There are choices 1 to "),
        ("99999999", "There are choices 1 to "),
        ("9" * 5000, "No choice has '999"),
        ("zorblax", "No choice has 'zorblax' in its name; ? tells what can be typed."),
        ("put", "choices have 'put' in their names: put "),
        ("?", "Le Triton: "),
        ("t", "yours, 3 of 3 masts"),
    ],
)
def test_what_is_no_choice_is_told_and_asked_again(typed: str, said: str) -> None:
    result = play(SETUP + f"{typed}\nend the turn\nq\n")
    assert said in result.output.split("Player 1: What do you do?")[1]
    assert "Turn 3: player 2" in result.output


def test_the_enemys_facedown_crew_is_not_named_and_ones_own_is() -> None:
    table = play(SETUP + "q\n").output
    own = table[table.index("\nC  Libellule") :].splitlines()[1]
    assert own.endswith("with Explorer, Helmsman, Oarsman")
    assert ", with 4 face-down treasures" in table


def test_the_ends_of_courses_are_drawn_by_their_numbers() -> None:
    output = play("s\nmove: Le Triton\nq\n").output
    asked = output.index("Player 1: How does Le Triton move?")
    sea = output[output.rindex("Turn 2", 0, asked) : asked].splitlines()[-25:]
    assert "Close by: A Le Triton, " in sea[-1]
    offered = output[asked:].splitlines()[1:-2]
    drawn = "".join(line for line in sea if line.startswith("|"))
    for number in (3, 4):
        assert f"{number} S 90° to " in offered[number - 1]
        assert str(number) in drawn


def test_who_leaves_can_replay_what_was_played(tmp_path: Path) -> None:
    file = tmp_path / "left.json"
    result = play("1\n" * 12 + "q\n", "--save", str(file))
    assert result.output.endswith("The game goes on: turn 2.\n")
    again = CliRunner().invoke(commands, ["replay", str(file), "--json"])
    assert json.loads(again.output)["over"] is False


def test_the_end_of_input_leaves_the_game() -> None:
    result = play("1\n")
    assert result.exit_code == 0
    assert "The game goes on" in result.output


def test_a_whole_game_is_played_and_its_end_is_told() -> None:
    result = play("1\n" * 3000, "--turns", "3")
    assert "player 1, French traders: " in result.output
    assert "units left" in result.output


def test_places_are_told_by_what_is_near_and_drawn_by_their_numbers() -> None:
    output = play("q\n").output
    table, asked = output[output.index("+---") :].split("Player 1: Where is Island 4 put?\n")
    assert re.search(r"\|.* 11 .*\|", table)
    assert re.search(
        r"^   1 in the [a-z-]+, \d(\.\d)? L (north|south|east|west)[a-z-]* of Island 1$", asked, re.M
    )
    names = re.findall(r"^ *\d+ (.+)$", asked, re.M)
    assert len(set(names)) == len(names) > 5


def test_who_does_not_want_to_set_up_has_it_done() -> None:
    output = play("s\nq\n").output
    assert output.count("Player 1: ") == 2
    assert "Player 1: What do you do?" in output


def test_whoever_had_it_set_up_is_asked_in_the_game_itself() -> None:
    output = play("s\n?\nt\nzorblax\nend the turn\nq\n").output
    first = output.split("Player 1: What do you do?")[1]
    assert first.index("No choice has 'zorblax'") < first.index("Turn 3: player 2")
    assert "moves" not in first[: first.index("Turn 3: player 2")]


def test_a_line_that_several_pieces_have_is_explained_once() -> None:
    output = play("s\n?\nq\n").output
    explained = output.split("Player 1: What do you do?")[1]
    assert len(re.findall(r"^  Explorer: ", explained, re.M)) == 1


def test_an_island_is_laid_where_the_person_likes_if_the_rules_allow_it() -> None:
    output = play("= 99 \n= 0 0\n= 200 900 45\n=700 850\nq\n").output
    asked = output.split("Where is Island 4 put?")[1]
    assert "or as = 333 444 17: a place of your own" in asked
    assert "Only a turn or a place can be told in numbers of one's own." in asked
    assert "The island would not lie on the table." in asked
    assert "Islands lie at " in asked or "An island lies at " in asked


def test_a_ship_turns_by_degrees_of_ones_own() -> None:
    output = play("s\nmove: Le Triton\n99 = 5\n2 = -100\nq\n").output
    asked = output[output.index("How does Le Triton move?") :]
    assert "or as 2 = 35: choice 2 with a turn of your own" in asked
    assert "There are choices 1 to " in asked
    assert "Le Triton leaves her home island." in asked


def test_numbers_of_ones_own_are_for_turns_and_places_only() -> None:
    output = play("s\n1 = 5\nq\n").output
    assert "Only a turn or a place can be told in numbers of one's own." in output
