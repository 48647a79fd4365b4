"""How far long work has come: the rate and the time left, at a terminal and in a log."""

from __future__ import annotations

import pytest

from pirate_code.library.progress import Lines, Pace


class Clock:
    """A clock that is put forward."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_burst_of_results_counts_with_the_time_that_it_took() -> None:
    clock = Clock()
    pace = Pace(clock.now, clock)
    clock.now += 10
    told = [pace.told(done, 500) for done in range(1, 51)]
    assert told[-1] == "5.0/s, 0:01:30 left"


def test_the_rate_is_that_of_the_last_minute() -> None:
    clock = Clock()
    pace = Pace(clock.now, clock)
    done = 1_000  # were known at once
    for _ in range(90):
        clock.now += 1
        done += 2
        pace.rate(done)
    assert pace.told(done, done + 7_300) == "2.0/s, 1:00:50 left"


def test_work_that_stands_still_promises_no_end() -> None:
    clock = Clock()
    pace = Pace(clock.now, clock)
    clock.now += 5
    assert pace.told(0, 10) == ""


def test_without_a_terminal_a_line_a_minute_is_written(capsys: pytest.CaptureFixture[str]) -> None:
    clock = Clock()
    tell = Lines(clock)
    for done in range(1, 151):
        clock.now += 1
        tell("games", done, 1_500)
    assert capsys.readouterr().err.splitlines() == [
        "games: 60 of 1,500, 1.0/s, 0:24:00 left",
        "games: 120 of 1,500, 1.0/s, 0:23:00 left",
    ]
