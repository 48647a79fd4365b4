"""A real Dask cluster of two workers plays the games of a serial run, byte for byte, also if one dies."""

from __future__ import annotations

import os
import signal
import socket
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pirate_code.core import cluster as module
from pirate_code.core.cluster import ClusterExecutor
from pirate_code.core.many import run_all
from pirate_code.core.version import OtherVersion, engine_version
from pirate_code.data import DataError
from pirate_code.fleets.fleet_file import load_fleet
from pirate_code.fleets.notation_names import builtin_names
from pirate_code.play.contest import Contest, contest_of, hold, open_results
from pirate_code.rules.edition import load_edition

GAMES = 8


@pytest.fixture(scope="module")
def contest() -> Contest:
    fleets = [load_fleet(name, builtin_names()) for name in ("english-traders", "pirate-raiders")]
    return contest_of(fleets, ("random",), load_edition(), 4)


@pytest.fixture(scope="module")
def cluster() -> Iterator[ClusterExecutor]:
    with ClusterExecutor("local", 2) as executor:
        yield executor


def stored(path: Path) -> list[tuple[str, str]]:
    """All that a file of results holds."""
    with sqlite3.connect(path) as db:
        return db.execute("SELECT key, result FROM results ORDER BY key").fetchall()


@pytest.fixture(scope="module")
def serial(contest: Contest, tmp_path_factory: pytest.TempPathFactory) -> tuple[list[Any], list[Any]]:
    """What a run in this process finds, and what its file holds."""
    path = tmp_path_factory.mktemp("serial") / "results.sqlite"
    with open_results(path) as kept:
        records = hold(contest, GAMES, results=kept)
    return records, stored(path)


def test_two_workers_play_the_games_of_a_serial_run_and_one_is_killed_in_the_middle(
    contest: Contest, serial: tuple[list[Any], list[Any]], cluster: ClusterExecutor, tmp_path: Path
) -> None:
    assert cluster.workers == 2
    killed: list[int] = []

    def kill_one(done: int, total: int) -> None:
        if not killed:
            killed.append(min(cluster.run_everywhere(os.getpid).values()))
            os.kill(killed[0], signal.SIGKILL)

    path = tmp_path / "results.sqlite"
    with open_results(path) as kept:
        records = hold(contest, GAMES, executor=cluster, results=kept, tick=kill_one)
    assert (records, stored(path)) == serial
    assert killed
    assert os.getpid() not in killed


def test_a_run_on_a_cluster_goes_on_where_one_elsewhere_was_stopped(
    contest: Contest, serial: tuple[list[Any], list[Any]], cluster: ClusterExecutor, tmp_path: Path
) -> None:
    path = tmp_path / "results.sqlite"
    with open_results(path) as kept:
        hold(contest, GAMES // 2, results=kept)
        records = hold(contest, GAMES, executor=cluster, results=kept)
    assert (records, stored(path)) == serial


def refuse_first(folder: str, job: int) -> int:
    """A job whose first worker turns out to have another version."""
    from distributed import get_worker

    mark = Path(folder) / "refused"
    worker = get_worker().address
    if not mark.exists():
        mark.write_text(worker, encoding="utf-8")
    if mark.read_text(encoding="utf-8") == worker:
        raise OtherVersion(engine_version(), "0.0.9+other", worker)
    return job


def test_a_worker_of_another_version_is_refused_and_the_others_do_its_jobs(
    cluster: ClusterExecutor, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    from functools import partial

    cluster.wait_for(2)
    jobs = {job: job for job in range(6)}
    assert dict(run_all(partial(refuse_first, str(tmp_path)), jobs, cluster)) == jobs
    assert caplog.text.count("is refused: it has version 0.0.9+other of Pirate Code") == 1
    assert cluster.workers == 1


def test_a_cluster_of_another_version_is_refused_at_once(
    cluster: ClusterExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "engine_version", lambda: "9.9+here")
    with pytest.raises(DataError, match=r"is refused: it has .*9\.9\+here"):
        ClusterExecutor(cluster.address)


@pytest.mark.parametrize("greeting", [b"", b"SSH-2.0-OpenSSH_9.6\r\n"])
def test_who_listens_but_is_no_scheduler_is_told_and_nothing_hangs(
    greeting: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_SECONDS", 1)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        address = f"tcp://127.0.0.1:{listener.getsockname()[1]}"
        lines: list[socket.socket] = []

        def serve() -> None:
            line, _ = listener.accept()
            lines.append(line)
            line.sendall(greeting)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        with pytest.raises(DataError, match="No Dask scheduler answers at"):
            ClusterExecutor(address)
        thread.join(10)
        for line in lines:
            line.close()


def test_a_scheduler_that_runs_is_reached_by_its_address(cluster: ClusterExecutor) -> None:
    with ClusterExecutor(cluster.address) as another:
        assert another.submit(abs, -3).result(timeout=60) == 3
