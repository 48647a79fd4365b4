"""Everything that can come of a position, held against playing all dice one by one."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pirate_code.data import DataError, parse_yaml
from pirate_code.scenarios.format import Given, Step, TriedScenario
from pirate_code.scenarios.outcomes import alike, path
from pirate_code.scenarios.outcomes.reading import read_position
from pirate_code.scenarios.outcomes.report import Report, tried
from pirate_code.scenarios.position import set_up
from pirate_code.scenarios.run import ScenarioRun, StepRunner

AT_SEA = {"Revenge": {"ship": "ours", "masts": 2}, "Prey": {"ship": "theirs", "within": "S of Revenge"}}
SHOOTS = {"give": "shoot", "to": "Revenge"}
LOADER = "Once per turn, one cannon on this ship gets +1 to its cannon roll."
DOCTOR = "If any crew on this ship would be eliminated, eliminate this crew instead."


def position(given_: dict[str, Any], *when: dict[str, Any], **more: Any) -> TriedScenario:
    return TriedScenario.model_validate({"given": given_, "when": list(when)} | more)


def report_of(given_: dict[str, Any], *when: dict[str, Any], **limits: int) -> Report:
    scenario = position(given_, *when)
    return tried(scenario, scenario.given, **limits)


def chances(report: Report) -> dict[tuple[str, ...], tuple[Fraction | None, Fraction | None]]:
    return {outcome.says: (outcome.least, outcome.most) for outcome in report.outcomes}


def test_what_is_so_in_every_outcome_is_told_once() -> None:
    report = report_of(RAM, BOARDS)
    assert report.always == ("Prey touches Revenge.", "Revenge is pinned by Prey.", "Revenge has moved.")
    assert {outcome.says for outcome in report.outcomes} == {("Nothing else.",), ("Tom is eliminated.",)}


def masts_by_all_dice(given_: dict[str, Any], step: dict[str, Any], dice: int) -> dict[int, Fraction]:
    """How many masts Prey has left, by playing every result of the dice one by one."""
    scenario = position(given_, step)
    left: Counter[int] = Counter()
    for faces in product(range(1, 7), repeat=dice):
        game, pieces = set_up(scenario.given, scenario)
        rolled = Step.model_validate(step | {"dice": list(faces)})
        fault = StepRunner(game, pieces, rolled, ScenarioRun()).take()
        assert fault is None
        left[pieces["Prey"].standing] += 1
    return {masts: Fraction(count, 6**dice) for masts, count in left.items()}


@pytest.mark.parametrize("cannons", ["2S-5S", "3S-4L", "1S-6S"])
def test_shots_come_out_as_often_as_playing_all_their_dice_says(cannons: str) -> None:
    ships = AT_SEA | {"Revenge": {"ship": "ours", "masts": 2, "cannons": cannons}}
    step = SHOOTS | {"choose": ["cannon 1", "cannon 2"]}
    expected = masts_by_all_dice(ships, step, dice=2)
    told = {
        3: ("Nothing is other than it was.",),
        2: ("Prey has 2 masts.",),
        1: ("Prey has 1 mast.",),
    }
    found = chances(report_of(ships, step))
    assert found == {told[masts]: (share, share) for masts, share in expected.items()}


@settings(max_examples=12, deadline=None)
@given(
    st.sampled_from(["2S", "4S", "3S-3S"]),
    st.sampled_from(["", "This ship gets +1 to her cannon rolls."]),
    st.integers(0, 2),
)
def test_whatever_is_chosen_the_chances_of_all_outcomes_make_one(guns: str, line: str, lost: int) -> None:
    ships = {
        "Revenge": {"ship": "ours", "masts": guns.count("S"), "cannons": guns},
        "Prey": {"ship": "theirs", "within": "S of Revenge", "lost": lost},
    }
    ships["Revenge"]["says"] = line
    report = report_of(ships, SHOOTS)
    assert report.root is not None
    numbers = range(1, len(report.outcomes) + 1)
    assert sum(report.root.chance(number, lambda options: options[0]) for number in numbers) == 1
    assert sum(report.root.chance(number, lambda options: options[-1]) for number in numbers) == 1
    for outcome in report.outcomes:
        assert outcome.least is not None
        assert outcome.most is not None
        assert outcome.least <= outcome.most


RAM = {
    "Prey": {"ship": "theirs", "at": [0, 0, 90]},
    "Revenge": {"ship": "ours", "move": "S", "within": "S of Prey", "facing": "Prey"},
    "Tom": {"crew": "Prey"},
}
BOARDS = {
    "give": "move",
    "to": "Revenge",
    "dice": [1],
    "choose": ["straight ahead", {"ours": True}],
}


def test_two_dice_that_are_compared_with_each_other_are_joined_rightly() -> None:
    found = chances(report_of(RAM, BOARDS))
    lost = [share for says, share in found.items() if "Tom is eliminated." in says]
    # Both have three masts: of 36 results 15 are ours, 6 are ties.
    assert lost == [(Fraction(15, 36), Fraction(15, 36))]


def test_without_tracking_the_same_outcomes_have_the_same_chances(monkeypatch: pytest.MonkeyPatch) -> None:
    tracked = report_of(RAM, BOARDS)
    monkeypatch.setattr(alike, "keeps_track", lambda: False)
    untracked = report_of(RAM, BOARDS)
    assert chances(tracked) == chances(untracked)
    assert tracked.paths <= untracked.paths


@pytest.mark.parametrize(
    "more",
    [
        {},
        {"Other": {"ship": "theirs", "at": [40, -60, 0], "lost": 2}},
        {"Gunner": {"crew": "Revenge", "has": "Cannoneer"}},
        {"Loader": {"crew": "Revenge", "says": LOADER}},
    ],
)
def test_the_order_of_like_guns_changes_no_chance(
    more: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    ships = {
        "Revenge": {"ship": "ours", "masts": 3, "cannons": "3S-3S-4S", "at": [0, 0, 0]},
        "Prey": {"ship": "theirs", "masts": 2, "at": [0, 60, 180], "lost": 1},
    } | more
    fewer = report_of(ships, SHOOTS, work=100_000)
    monkeypatch.setattr(path, "without_like_guns", lambda decision, game: decision.options)
    every = report_of(ships, SHOOTS, work=100_000)
    assert every.root is not None
    assert chances(fewer) == chances(every)
    assert fewer.paths < every.paths


def test_a_die_that_is_laid_ready_is_no_fork() -> None:
    report = report_of(AT_SEA, SHOOTS | {"dice": [6, 1], "choose": ["cannon 1", "cannon 2"]})
    assert chances(report) == {("Prey has 2 masts.",): (Fraction(1), Fraction(1))}


def test_what_a_step_never_takes_is_no_branch() -> None:
    both = chances(report_of(AT_SEA, SHOOTS | {"never": "stop"}))
    assert both["Nothing is other than it was.",] == (Fraction(1, 4), Fraction(1, 4))
    none = chances(report_of(AT_SEA, SHOOTS | {"never": "cannon"}))
    assert list(none) == [("Nothing is other than it was.",)]


def test_a_step_that_is_refused_is_an_outcome_with_its_reason() -> None:
    report = report_of({"Revenge": {"ship": "ours", "lost": 3}}, {"give": "move", "to": "Revenge"})
    (outcome,) = report.outcomes
    assert outcome.says == ("The move action of Revenge is refused: Revenge has no masts.",)
    assert outcome.least == 1


def test_a_ship_that_comes_home_unloads_and_one_that_turns_away_does_not() -> None:
    report = report_of(
        {
            "Home": {"island": "ours", "at": [0, 0, 0]},
            "Revenge": {"ship": "ours", "move": "S", "within": "S of Home", "facing": "Home"},
            "Gold": {"coin": 3, "on": "Revenge"},
        },
        {"give": "move", "to": "Revenge"},
    )
    says = {says for outcome in report.outcomes for says in outcome.says}
    assert {"Gold is on Home.", "Revenge is docked at Home.", "Revenge has moved."} <= says
    assert ("Revenge has moved.",) in chances(report)  # all courses that meet nothing are one outcome


def test_what_is_written_and_never_asked_for_is_noted() -> None:
    report = report_of(AT_SEA, SHOOTS | {"choose": ["Hamburg"]})
    assert report.notes == ("Step 1: the choice 'Hamburg' was never asked for.",)


def test_an_ability_by_its_name_is_the_ability_in_words() -> None:
    named = {
        "Revenge": {"ship": "ours"},
        "Bob": {"crew": "Revenge"},
        "Doc": {"crew": "Revenge", "says": DOCTOR},
    }
    lost = {"event": "eliminate", "object": "Bob"}
    assert ("Doc is eliminated.",) in chances(report_of(named, lost))
    named["Doc"] = {"crew": "Revenge", "has": "Helmsman"}
    report = report_of(named, {"give": "move", "to": "Revenge"})
    assert report.position.before.pieces[2].card.line == "Helmsman."


def test_the_report_is_the_same_every_time_and_is_plain_data() -> None:
    first, second = (json.dumps(report_of(RAM, BOARDS).as_json()) for _ in range(2))
    assert first == second


def test_with_too_many_courses_one_of_each_kind_is_tried_and_the_report_says_so() -> None:
    moves = {"give": "move", "to": "Revenge"}
    ships = {
        "Home": {"island": "ours", "at": [0, 0, 0]},
        "Revenge": {"ship": "ours", "within": "S of Home", "facing": "Home"},
        "Gold": {"coin": 3, "on": "Revenge"},
    }
    every = report_of(ships, moves)
    few = report_of(ships, moves, work=every.paths - 1)
    assert every.is_complete
    assert not few.is_complete
    assert "of all courses that touch the same only one" in few.summary
    assert few.root is not None
    assert {one.says for one in few.outcomes} == {one.says for one in every.outcomes}
    assert any("Gold is on Home." in outcome.says for outcome in few.outcomes)
    for outcome in few.outcomes:
        assert few.play(outcome).picks == outcome.path


def test_too_many_paths_are_drawn_and_the_report_says_so() -> None:
    reports = [report_of(AT_SEA, SHOOTS, work=5, samples=40) for _ in range(2)]
    assert reports[0].root is None
    assert "40 paths were drawn" in reports[0].summary
    assert sum(outcome.seen for outcome in reports[0].outcomes) == 40
    assert reports[0].as_json() == reports[1].as_json()
    exhaustive = set(chances(report_of(AT_SEA, SHOOTS)))
    assert set(chances(reports[0])) <= exhaustive


def test_an_outcome_is_played_again_as_it_was_found() -> None:
    report = report_of(RAM, BOARDS)
    for outcome in report.outcomes:
        again = report.play(outcome)
        assert again.picks == outcome.path


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("given: {A: {ship: ours}}\nwhen: {give: dance, to: A}", 2, "give"),
        ('given:\n  A: {ship: ours}\n  B: {crew: A, says: "Sinks by itslf."}', 3, "the line of B"),
        ("given:\n  A: {ship: ours}\n  B: {crew: A, has: Hamburger}", 3, "no ability of db/keywords"),
        ("given:\n  A: {ship: ours}\n  B: {ship: theirs, within: S of C}", 3, "placed by"),
        ("given: {A: {ship: ours}}\nwhen: {give: move, to: Z}", 1, "no piece is called 'Z'"),
        ("given: {A: {ship: ours}}\nlike: below", 2, "like"),
        ("nothing: at all", 1, "nothing"),
        ("[]", 1, "there is no scenario"),
    ],
)
def test_what_is_wrong_is_one_sentence_with_its_line(text: str, line: int, says: str) -> None:
    with pytest.raises(DataError) as caught:
        read_position(parse_yaml(text, Path("p.yaml"))).tried()
    assert str(caught.value).startswith(f"p.yaml:{line}: "), str(caught.value)
    assert says in str(caught.value)


def test_a_file_of_several_positions_is_tried_by_number() -> None:
    text = "- given: {A: {ship: ours}}\n  when: {event: sink, object: A}\n- like: above\n"
    document = parse_yaml(text, Path("p.yaml"))
    assert read_position(document, 1).tried().outcomes[0].says == ("A is out of the game.", "A is sunk.")
    assert read_position(document, 2).tried().outcomes[0].says == ("Nothing is other than it was.",)
    with pytest.raises(DataError, match="there is no position 3; there are 2"):
        read_position(document, 3)


def test_an_engine_that_fails_is_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: Any) -> None:
        raise KeyError("oops")

    monkeypatch.setattr(StepRunner, "carry_out", fail)
    document = parse_yaml("given: {A: {ship: ours}}\nwhen: {give: move, to: A}", Path("p.yaml"))
    with pytest.raises(DataError, match=r"the engine fails on this position \(KeyError in"):
        read_position(document).tried()


def test_a_piece_with_abilities_by_name_can_lose_them() -> None:
    from pirate_code.scenarios.scenario_cards import has_removable_ability, without_ability

    piece = Given.model_validate({"crew": "Revenge", "has": ["Captain", "Helmsman"]})
    assert has_removable_ability(piece)
    bare = without_ability(piece)
    assert (bare.says, bare.has) == ("", ())
