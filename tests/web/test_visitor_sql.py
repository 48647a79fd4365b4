"""SQL from strangers: it can only read, and it takes neither the server nor its memory nor its time."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import quote
from urllib.request import urlopen

import pytest
import yaml
from datasette.utils import escape_fts
from datasette.views.base import DatasetteError

from pirate_code.visitor_sql import process
from pirate_code.visitor_sql.runner import Answer, RefusedStatement, Runner, StatementTimeout
from pirate_code.web.library_database import AT_ONCE, LibraryDatabase, rows_of
from pirate_code.web.request_limits import ARGUMENTS, limited, waiting_client
from tests.web.conftest import run

Get = Callable[..., Any]
Data = dict[str, Any]

LIST = Path(__file__).parents[1] / "hostile" / "sql.yaml"
SERVER_BYTES = 300_000_000  # the server alone has about 100 MB when it starts
PROCESS_BYTES = 120_000_000  # Python, SQLite's heap and the holes in it
# 503 is for those who came when the server had enough to do.
STATUSES = {"answered": {200, 503}, "refused": {400, 503}, "either": {200, 400, 503}}
HANG = 60.0  # seconds after which a test gives up on the server


def statement(case: Data) -> str:
    """The statement of an entry, written out."""
    text: str = case["sql"]
    return (
        text.replace("MANY", case["between"].join([case["many"]] * case["times"])) if "many" in case else text
    )


CASES: list[Data] = yaml.safe_load(LIST.read_text(encoding="utf-8"))


class Server:
    """`pirate-code serve` in a process of its own."""

    def __init__(self, library: Path) -> None:
        with socket.socket() as door:
            door.bind(("127.0.0.1", 0))
            self.port = door.getsockname()[1]
        command = [
            sys.executable,
            "-m",
            "pirate_code",
            "serve",
            "--db",
            str(library),
            "--port",
            str(self.port),
        ]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def get(self, path: str) -> tuple[int, bytes]:
        try:
            with urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=HANG) as answer:
                return answer.status, answer.read()
        except HTTPError as error:
            return error.code, error.read()

    def sql(self, text: str, kind: str = ".json") -> tuple[int, bytes]:
        return self.get(f"/library{kind}?sql={quote(text)}")

    def ask_and_go(self, text: str) -> None:
        """Ask, and hang up before the answer."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=HANG) as connection:
            line = f"GET /library.json?sql={quote(text)} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
            connection.sendall(line.encode())

    def peak(self) -> int:
        """The most memory that the server has had, in bytes."""
        return peak(self.process.pid)

    def statement_processes(self) -> list[int]:
        """The processes that run statements for it."""
        found = []
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
                if parent == self.process.pid and process.__name__ in (folder / "cmdline").read_text():
                    found.append(int(folder.name))
            except OSError:
                continue  # it has just ended
        return found


def peak(pid: int) -> int:
    lines = Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM"))


@pytest.fixture(scope="module")
def server(built: Path) -> Iterator[Server]:
    started = Server(built)
    until = time.monotonic() + HANG
    while True:
        try:
            started.get("/library.json?sql=select+1")
            break
        except (URLError, ConnectionError):
            assert started.process.poll() is None and time.monotonic() < until
            time.sleep(0.1)
    yield started
    started.process.terminate()
    started.process.wait(HANG)


@pytest.fixture(scope="module")
def runner(built: Path) -> Iterator[Runner]:
    made = Runner(built, 1)
    yield made
    made.close()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["why"])
def test_every_statement_of_the_list_gets_what_it_must(case: Data, runner: Runner) -> None:
    try:
        runner.run(statement(case), rows=1001, seconds=1)
        became = "answered"
    except (StatementTimeout, RefusedStatement):
        became = "refused"
    assert case["must"] in (became, "either")
    assert runner.run("select 1", seconds=HANG).rows == [[1]]


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from /proc")
def test_memory_stays_bounded_when_all_are_sent_at_once_and_clients_go(server: Server) -> None:
    texts = [statement(case) for case in CASES]
    with ThreadPoolExecutor(16) as clients:
        answers = list(clients.map(server.sql, texts, cycle((".json", ".csv", ""))))
        for case, (status, body) in zip(CASES, answers, strict=True):
            assert status in STATUSES[case["must"]], (case["why"], body[:300])
        list(clients.map(server.ask_and_go, texts[::3]))
    status, body = server.sql("select count(*) as n from pieces")
    assert status == 200 and json.loads(body)["rows"][0][0] > 0
    assert server.peak() < SERVER_BYTES
    processes = server.statement_processes()
    assert 0 < len(processes) <= AT_ONCE
    assert all(peak(one) < PROCESS_BYTES for one in processes)


def test_a_process_that_does_not_stop_is_ended_and_another_one_answers(runner: Runner) -> None:
    stubborn = next(statement(case) for case in CASES if "so its process is ended" in case["why"])
    assert runner.run("select 1", seconds=HANG).rows == [[1]]
    first = runner._processes[0].running
    assert first is not None
    with pytest.raises(StatementTimeout):
        runner.run(stubborn, seconds=0.1)
    assert first.poll() is not None
    assert runner.run("select 2", seconds=HANG).rows == [[2]]


def test_a_process_that_is_killed_is_replaced(runner: Runner) -> None:
    runner.run("select 1", seconds=HANG)
    running = runner._processes[0].running
    assert running is not None
    running.kill()
    running.wait(HANG)
    assert runner.run("select 3", seconds=HANG).rows == [[3]]


def test_a_process_ends_with_its_server(built: Path) -> None:
    script = f"from pathlib import Path; from pirate_code.visitor_sql.runner import Runner; import os\n\
one = Runner(Path({str(built)!r}), 1); one.run('select 1', seconds=60)\n\
print(one._processes[0].running.pid, flush=True); os._exit(0)"
    # The pipe of the output is shared with the process that it starts: it closes when both have ended.
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, timeout=HANG, check=True)
    with pytest.raises(ProcessLookupError):
        for _ in range(int(HANG * 10)):
            os.kill(int(done.stdout), 0)
            time.sleep(0.1)


def test_rows_have_the_values_and_names_that_sqlite_gives(runner: Runner) -> None:
    found = runner.run("select 1 a, 2.5, 'é' b, x'00ff' b, null, :p", {"p": "x"}, seconds=HANG)
    assert found.rows == [[1, 2.5, "é", b"\x00\xff", None, "x"]]
    assert found.columns == ["a", "2.5", "b", "b", "null", ":p"]


def test_cells_are_found_by_place_and_by_name() -> None:
    (row,) = rows_of(Answer([[1, 2, 3]], ["Name", "name", "b"]))
    assert (row[0], row[-1], row["name"], row["Name"], row["NAME"], row["B"]) == (1, 3, 1, 1, 1, 3)
    assert (tuple(row), row.keys(), dict(row)["b"]) == ((1, 2, 3), ["Name", "name", "b"], 3)
    with pytest.raises(IndexError):
        row["c"]


def test_refusals_say_why(runner: Runner) -> None:
    for text, why in [
        (
            "with recursive c(n) as (select 1 union all select 1 from c) select zeroblob(90000) from c",
            "at most 3,000,000",
        ),
        ("select load_extension('x')", "load_extension"),
        ("select * from nowhere", "nowhere"),
    ]:
        with pytest.raises(RefusedStatement, match=why):
            runner.run(text, rows=1000, seconds=HANG)


def test_nothing_is_run_for_a_client_that_has_gone(served: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    database = served.get_database()
    assert isinstance(database, LibraryDatabase)
    ran: list[str] = []
    monkeypatch.setattr(database.runner, "run", lambda sql, *_, **__: ran.append(sql))
    ended: list[bool] = []

    async def page(*_: object) -> None:
        client = waiting_client()
        assert client is not None
        while not client.has_gone:
            await asyncio.sleep(0.01)
        with pytest.raises(DatasetteError):
            await database.execute("select 1")
        ended.append(True)

    async def gone() -> Data:
        return {"type": "http.disconnect"}

    async def visit() -> None:
        await limited(page)({"type": "http", "path": "/library", "query_string": b""}, gone, page)

    run(visit)
    assert ended and not ran


def test_connections_of_datasette_itself_can_only_read(served: Any) -> None:
    async def tried(sql: str) -> Any:
        return await served.get_database().execute_fn(lambda db: db.execute(sql).fetchall())

    assert run(lambda: tried("select count(*) from pieces"))
    for sql in (
        "select fts3_tokenizer('simple', x'41')",
        "attach ':memory:' as x",
        "create temp table x (y)",
    ):
        with pytest.raises(sqlite3.DatabaseError, match="not authorized"):
            run(partial(tried, sql))


@pytest.mark.parametrize(
    "sql", ["select * from nowhere", "select zeroblob(900000000)", "select count(*) from c"]
)
def test_a_statement_without_an_answer_is_no_empty_csv(get: Get, sql: str) -> None:
    endless = "with recursive c(n) as (select 1 union all select n + 1 from c) "
    answer = get("/library.csv", sql=endless + sql, _timelimit="50")
    assert answer.status_code == 400


@pytest.mark.parametrize("query", ["", "a b", 'a "b c" d', '"a', "NEAR(a b) OR c*", 'a""b'])
def test_searches_are_escaped_as_datasette_does(query: str) -> None:
    assert process.escape_fts(query) == escape_fts(query)


@pytest.mark.parametrize(
    ("address", "holds"),
    [
        ("/library", "pieces"),
        ("/library/pieces", "rows"),
        ("/library/pieces?_facet=kind&_facet_size=max&_labels=on&_size=max", "facet"),
        ("/library/pieces.json?_search=captain&_shape=objects", "rows"),
        ("/library/pieces.json?_where=points>5&_sort_desc=points", "rows"),
        ("/library/pieces.json?_labels=on&_size=max", "label"),
        ("/library/pieces.json?_shape=array&_nl=on", "name"),
        ("/library/pieces.csv?_stream=on", "name"),
        ("/library/abilities.csv?_size=max", "text"),
        ("/library/keywords/captain.json", "captain"),
        ("/library/piece_cards?_facet=kind", "rows"),
        ("/library/cheapest_ships.json?nation=English", "points"),
        ("/library?sql=select+name+from+pieces+where+kind=:kind&kind=ship", "name"),
        ("/library.csv?sql=select+1+as+one", "one"),
        ("/library.blob?sql=select+x'61'+as+one&_blob_column=one", "a"),
        ("/library.db", "SQLite format 3"),
        ("/-/metadata.json", "Pirate Code"),
    ],
)
def test_pages_of_datasette_are_there_as_before(get: Get, address: str, holds: str) -> None:
    answer = get(address)
    assert answer.status_code == 200
    assert holds in answer.text


@pytest.mark.parametrize("page", ["databases", "threads", "versions", "plugins", "settings", "permissions"])
def test_what_the_server_is_made_of_is_not_shown(get: Get, page: str) -> None:
    assert get(f"/-/{page}.json").status_code == 404


def test_an_address_with_too_many_arguments_is_refused(get: Get) -> None:
    answer = get("/library/pieces?" + "&".join(["_facet=kind"] * (ARGUMENTS + 1)))
    assert answer.status_code == 400
    assert str(ARGUMENTS) in answer.text
