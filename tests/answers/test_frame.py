"""The frame of a question: what is told, what is asked, and what kind of answer it wants."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pirate_code.answers.frame_reading import frame_of


@pytest.mark.parametrize(
    ("text", "told", "asked"),
    [
        ("A sea monster rams Hanno. Does she end pinned?", "a sea monster rams hanno", "does she end pinned"),
        ("If a ship sinks while towing, is she lost?", "if a ship sinks while towing", "is she lost"),
        ("Is she lost if a ship sinks?", "if a ship sinks", "is she lost"),
        ("Timing and Who Picks?: Two effects meet. Does he pick?", "two effects meet", "does he pick"),
        ("Does St. Pierre give an action?", "", "does st pierre give an action"),
        ("Does Jail! send a crew home?", "", "does jail send a crew home"),
        ("Can she, after docking, explore?", "", "can she after docking explore"),
        ("If she sinks does her gold sink?", "if she sinks", "does her gold sink"),
        ("In a tie do both lose a crew?", "in a tie", "do both lose a crew"),
        ("So the two can not be combined?", "", "so the two can not be combined"),
        ("She has no masts. She tows a foe. Legal?", "she has no masts", "she tows a foe"),
        ("He rammed her. Still pinned?", "he rammed her", "still pinned"),
        ("Won't a longship be pinned?", "", "wont a longship be pinned"),
    ],
)
def test_the_situation_is_told_apart_from_what_is_asked(text: str, told: str, asked: str) -> None:
    frame = frame_of(text)
    assert frame.parsed
    assert (" ".join(frame.told), " ".join(frame.asked)) == (told, asked)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Who wins a tie in a boarding party?", "who"),
        ("On whose turn is it used?", "who"),
        ("In a tie, which player wins?", "which"),
        ("How many crew may she carry?", "how many"),
        ("When does the fog move?", "when"),
        ("When a ship sinks, what happens to her gold?", "what"),
        ("A tie in a boarding is won by whom?", "who"),
        ("Jack Hawkins from the board game: his price in points?", "how many"),
        ("When a ship sinks, does her gold sink?", "yes or no"),
        ("Can a ship that is pinned choose which crew dies?", "yes or no"),
        ("A galley cannot be pinned, right?", "yes or no"),
        ("For Possession, do you name the target before or after rolling?", "when"),
        ("Is the winner or the loser the one who picks?", "yes or no"),
        ("Is the captive eliminated or captured?", "which"),
        ("May I use it before or after the move?", "yes or no"),
    ],
)
def test_the_kind_of_answer_is_read_off_the_clause_that_asks(text: str, kind: str) -> None:
    assert frame_of(text).kind == kind


@pytest.mark.parametrize(
    ("text", "denied"),
    [
        ("Does a ship with 'This ship cannot be pinned' sail on?", False),
        ("One card says “must not”. Does it win?", False),
        ("A galley cannot be pinned, right?", True),
        ("Does the doctor not save him?", True),
        ("She does not dock. Can she explore?", False),
    ],
)
def test_only_the_main_clause_denies_and_nothing_that_is_quoted(text: str, denied: bool) -> None:
    assert frame_of(text).denied == denied


@pytest.mark.parametrize("text", ["Parley Marine", "ram tow pin", "ram tow pin?", "He can sail.", "?", ""])
def test_what_is_no_question_has_a_frame_that_is_not_parsed(text: str) -> None:
    assert not frame_of(text).parsed


@given(st.text(max_size=80))
def test_any_text_has_a_frame(text: str) -> None:
    frame = frame_of(text)
    assert frame.parsed or not frame.told
