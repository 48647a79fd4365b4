"""Many jobs through one executor: each once, by key, and not again what a file of results holds."""

from __future__ import annotations

from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from pirate_code.core.many import ResultsFile, SerialExecutor, local_executor, run_all, run_kept
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


@pytest.mark.parametrize("batch", [1, 5, 100])
@pytest.mark.parametrize("make", [SerialExecutor, lambda: local_executor(2), lambda: ThreadPoolExecutor(2)])
def test_every_executor_gives_the_same_results(make: Any, batch: int) -> None:
    executor: Executor
    with make() as executor:
        assert dict(run_all(winner, SEEDS, executor, batch)) == WINNERS


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


def results(path: Path) -> ResultsFile[int]:
    """Results that are numbers."""
    return ResultsFile(path, int, int)


def test_what_was_done_is_not_done_again(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    asked: list[int] = []

    def work(seed: int) -> int:
        asked.append(seed)
        return winner(seed)

    few = dict(list(SEEDS.items())[:4])
    run_kept(work, few, results(path))
    assert run_kept(work, SEEDS, results(path)) == WINNERS
    assert asked == list(range(12))


def test_a_line_that_was_broken_off_is_done_again(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    run_kept(winner, SEEDS, results(path))
    whole = path.read_bytes()
    path.write_bytes(whole[:-4])
    assert len(results(path).load()) == 11
    assert run_kept(winner, SEEDS, results(path)) == WINNERS
    assert path.read_bytes() == whole


def test_a_file_that_holds_something_else_is_refused_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    path.write_text('{"key":"a","result":1}\n[]\n', encoding="utf-8")
    with pytest.raises(DataError, match=r"results\.jsonl.*2.*no result of a job"):
        results(path).load()
