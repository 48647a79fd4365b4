"""Many jobs through one executor: each once, by key, and not again what a file of results holds."""

from __future__ import annotations

import os
import signal
import sqlite3
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from pirate_code.core import many
from pirate_code.core.executors import JobExecutor, SerialExecutor, local_executor
from pirate_code.core.many import LostBatch, Shared, batch_size, do_batch, run_all, run_batches, run_kept
from pirate_code.core.results import Results
from pirate_code.core.version import OtherVersion
from pirate_code.data import DataError
from tests.core.nim import nim


def winner(seed: int) -> int:
    """Who wins when everybody takes one coin."""
    game = nim(seed).start()
    while game.decision is not None:
        game.answer(1)
    return int(game.result)


SEEDS = {f"seed {seed}": seed for seed in range(12)}
WINNERS = {key: winner(seed) for key, seed in SEEDS.items()}
MAKE: dict[str, Callable[[], Executor]] = {
    "this process": SerialExecutor,
    "forked": lambda: local_executor(2, "fork"),
    "spawned": lambda: local_executor(2, "spawn"),
    "threads": lambda: ThreadPoolExecutor(2),
}


@pytest.mark.parametrize("kind", MAKE)
def test_every_executor_gives_the_same_results(kind: str) -> None:
    with MAKE[kind]() as executor:
        for batch in (1, 5, 100):
            assert dict(run_all(winner, SEEDS, executor, batch)) == WINNERS


@pytest.mark.parametrize("kind", ["this process", "forked"])
def test_a_long_batch_is_handed_in_after_its_time_and_the_rest_is_given_out_again(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(many, "BATCH_SECONDS", 0.0)
    with MAKE[kind]() as executor:
        handed_in = list(run_batches(winner, SEEDS, executor, 5))
        assert [len(some) for some in handed_in] == [1] * len(SEEDS)
        assert {key: result for some in handed_in for key, result in some} == WINNERS


def test_a_result_is_there_before_the_next_job_begins() -> None:
    begun: list[int] = []

    def work(seed: int) -> int:
        begun.append(seed)
        return seed

    running = run_all(work, SEEDS)
    assert next(running) == ("seed 0", 0)
    assert begun == [0]


def test_an_exception_of_a_job_is_raised_after_the_results_before_it() -> None:
    done: list[str] = []
    with pytest.raises(ZeroDivisionError):
        for key, _ in run_all(lambda job: 1 // job, {"one": 1, "none": 0, "two": 2}):
            done.append(key)
    assert done == ["one"]


def test_batches_leave_no_worker_idle_and_are_never_huge() -> None:
    with local_executor(2) as two:
        assert batch_size(3, two) == 1
        assert batch_size(80, two) == 10
        assert batch_size(1_000_000, two) == 50


# --- what is sent to workers --------------------------------------------------------------------------------


def shared_and_job(shared: Shared[dict[str, int]], job: str) -> tuple[int, int]:
    """What a job finds in a value that all share, and which object that is in its process."""
    return shared.value[job], id(shared.value)


@pytest.mark.parametrize("kind", ["forked", "spawned"])
def test_a_shared_value_is_unpickled_once_in_a_process(kind: str) -> None:
    with MAKE[kind]() as executor:
        found = dict(run_all(partial(shared_and_job, Shared(SEEDS)), {key: key for key in SEEDS}, executor))
    assert {key: number for key, (number, _) in found.items()} == SEEDS
    assert len({place for _, place in found.values()}) <= 2


def test_a_worker_of_another_version_is_refused_with_a_sentence() -> None:
    with pytest.raises(OtherVersion) as refused:
        do_batch("0.0.9+abc", winner, [1])
    assert "it has version " in str(refused.value)
    assert "this run has version 0.0.9+abc; install the same on both." in str(refused.value)


# --- workers that are lost ----------------------------------------------------------------------------------


def killed_once(folder: Path, seed: int) -> int:
    """A game in whose middle its process is killed when it is played for the first time."""
    mark = folder / str(seed)
    if seed % 5 == 2 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return winner(seed)


def killed(seed: int) -> int:
    """A game whose process is always killed."""
    os.kill(os.getpid(), signal.SIGKILL)
    return seed


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="processes are not killed by signals here")
def test_a_process_that_is_killed_loses_nothing(tmp_path: Path) -> None:
    with local_executor(2) as executor:
        assert dict(run_all(partial(killed_once, tmp_path), SEEDS, executor, 3)) == WINNERS
    assert len(list(tmp_path.iterdir())) == 2


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="processes are not killed by signals here")
def test_a_job_that_kills_every_worker_is_named() -> None:
    with local_executor(2) as executor, pytest.raises(LostBatch, match=r"lost with its worker 4 times.*seed"):
        dict(run_all(killed, {"seed 0": 0}, executor))


def test_workers_that_come_later_get_work_too() -> None:
    class Growing(JobExecutor):
        """One worker first, then three."""

        def __init__(self) -> None:
            self.count, self.waiting = 1, ThreadPoolExecutor(1)

        @property
        def workers(self) -> int:
            return self.count

        def submit(self, work: Any, /, *args: Any, **kwargs: Any) -> Any:
            return self.waiting.submit(work, *args, **kwargs)

    growing = Growing()
    running = many._Running[str, int, int](winner, growing)
    assert running.room() == 2
    growing.count = 3
    assert running.room() == 6
    growing.waiting.shutdown()


# --- results that are kept ----------------------------------------------------------------------------------


def results(path: Path | None) -> Results[int]:
    """Results that are numbers."""
    return Results(path, int, int)


def test_what_was_done_is_not_done_again(tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
    asked: list[int] = []

    def work(seed: int) -> int:
        asked.append(seed)
        return winner(seed)

    with results(path) as kept:
        dict(run_kept(work, list(SEEDS.items())[:4], kept))
    with results(path) as kept:
        assert dict(run_kept(work, SEEDS.items(), kept)) == WINNERS
    assert asked == list(range(12))


def test_a_run_that_is_stopped_keeps_what_came_before(tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
    with results(path) as kept:
        running = run_kept(winner, SEEDS.items(), kept, batch=5)
        next(running)
        running.close()
    with results(path) as kept:
        assert len(kept) == 5
        assert kept.known(SEEDS) == dict(list(WINNERS.items())[:5])


def test_two_runs_may_write_to_one_file(tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
    with results(path) as one, results(path) as other:
        one.add({"a": 1, "b": 2})
        other.add({"b": 2, "c": 3})
        assert one.known("abcd") == {"a": 1, "b": 2, "c": 3}


def test_a_file_that_is_something_else_is_refused_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("no database at all " * 100, encoding="utf-8")
    with pytest.raises(DataError, match=r"text: the results cannot be kept here: .*not a database"):
        results(tmp_path / "text")
    with sqlite3.connect(tmp_path / "other") as other:
        other.execute("CREATE TABLE mine (x)")
    with pytest.raises(DataError, match=r"other: this is a database, but no file of results"):
        results(tmp_path / "other")
    with pytest.raises(DataError, match="unable to open"):
        results(tmp_path / "no folder" / "results")


def test_a_result_that_cannot_be_read_is_told_with_its_key(tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
    with results(path) as kept, sqlite3.connect(path) as forged:
        forged.execute("INSERT INTO results VALUES ('a', '[]')")
        forged.commit()
        with pytest.raises(DataError, match="the result of 'a' cannot be read"):
            kept.known("a")
