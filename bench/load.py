"""Asks for many pages at once, kind by kind, and watches a reading page and the memory of the server.

Usage: python bench/load.py [--db PATH] [--requests N] [--only KIND ...]

For every kind of page: how many requests were answered, refused (503, which is as it should be) and failed
(no answer, or 500); how many reading pages were answered meanwhile, and how long they took, as a ratio to
their time at rest; and the most memory that the server and its largest worker had. Everything stays on this
machine, and every request has an end.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from rich.console import Console
from rich.table import Table

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.web import built, started

REQUESTS = 500
SECONDS = 90.0  # after which a request has failed
READING = "/card/BC-002"
AT_REST = 20  # times that the reading page is asked for before
BETWEEN = 0.1  # seconds from one look at the reading page to the next
ENDLESS = (
    "with+recursive+c(n)+as+(select+1+union+all+select+n%2B1+from+c)+select+count(*)+from+c+where+n<>{n}"
)
GAME = "fleet=english-traders&fleet=pirate-raiders&captain=greedy&turns=10&seed={n}"
# Every request is another one (`{n}`), so that nothing is answered from what is kept.
PAGES = {
    "home": "/?n={n}",
    "search": "/search?q=kind:ship+points<={n}",
    "card": "/card/BC-002?n={n}",
    "ask": "/ask?q=Does+a+Helmsman+stack+with+a+trade+current+{n}%3F",
    "ask.json": "/-/ask.json?x=Cancel&y=Eternal&relation={n}",
    "fleet": "/fleet?fleet=english-traders&build={n}",
    "play": f"/play?{GAME}",
    "play.json": f"/-/play.json?{GAME}",
    "game.json": f"/-/game.json?{GAME}&captain=me&pick=setup",
    "matrix": "/matrix?n={n}",
    "editions": "/editions?n={n}",
    "blackbeard": "/blackbeard?q=kind:port&n={n}",
    "its play": "/blackbeard/play?players=3&captain=greedy&seed={n}",
    "library": "/{database}?n={n}",
    "table": "/{database}/pieces?_size=50&n={n}",
    "table.json": "/{database}/pieces.json?_size=100&n={n}",
    "csv stream": "/{database}/pieces.csv?_stream=on&n={n}",
    "sql": "/{database}.json?sql=select+{n}",
    "slow sql": "/{database}.json?sql=" + ENDLESS,
    "not found": "/nowhere/{n}",
    "static": "/-/static-plugins/pirate_code/pirate.css?n={n}",
}


@dataclass
class Load:
    """What came of one kind of page."""

    statuses: Counter[int] = field(default_factory=Counter)  # 0 for no answer
    seconds: float = 0.0
    reading: list[float] = field(default_factory=list)
    reading_statuses: Counter[int] = field(default_factory=Counter)
    memory: dict[str, int] = field(default_factory=dict)  # the most, in bytes

    @property
    def answered(self) -> int:
        """Requests that got a page, or were told what is wrong with them."""
        return sum(count for status, count in self.statuses.items() if 200 <= status < 500)

    @property
    def refused(self) -> int:
        """Requests that were told to try again."""
        return self.statuses[503]

    @property
    def failed(self) -> int:
        """Requests that got no answer, or one that says that the server failed."""
        return self.statuses.total() - self.answered - self.refused


async def fetch(site: str, address: str) -> int:
    """The status of an address, when all of it has come; 0 if nothing came."""
    place = urlsplit(site)
    head = f"GET {address} HTTP/1.1\r\nHost: {place.netloc}\r\nConnection: close\r\n\r\n"
    writer = None
    try:
        async with asyncio.timeout(SECONDS):
            reader, writer = await asyncio.open_connection(place.hostname, place.port)
            writer.write(head.encode())
            answer = await reader.read()
        return int(answer.split(b" ", 2)[1]) if answer else 0
    except (OSError, TimeoutError):
        return 0
    finally:
        if writer is not None:
            writer.close()


async def watched(site: str, pid: int, load: Load, rush: Awaitable[list[int]]) -> Load:
    """Ask for a reading page again and again while a rush goes on, and look at the memory."""
    start = time.perf_counter()
    going = asyncio.ensure_future(rush)
    while not going.done():
        began = time.perf_counter()
        load.reading_statuses[await fetch(site, READING)] += 1
        load.reading.append(time.perf_counter() - began)
        note_memory(load.memory, pid)
        await asyncio.sleep(BETWEEN)
    load.statuses.update(await going)
    load.seconds = time.perf_counter() - start
    return load


async def rush(site: str, page: str, database: str, requests: int) -> list[int]:
    """Ask for so many pages at once."""
    addresses = [page.replace("{database}", database).replace("{n}", str(n)) for n in range(1, requests + 1)]
    return await asyncio.gather(*(fetch(site, address) for address in addresses))


async def at_rest(site: str) -> float:
    """How long the reading page takes when nothing else is asked for."""
    taken = []
    for _ in range(AT_REST):
        began = time.perf_counter()
        await fetch(site, READING)
        taken.append(time.perf_counter() - began)
    return statistics.median(taken)


async def measure(
    site: str, pid: int, database: str, requests: int, kinds: list[str]
) -> tuple[float, dict[str, Load]]:
    """The reading page at rest, and what comes of each kind of page."""
    await fetch(site, "/-/fleet.json?fleet=english-traders")  # the workers have loaded then
    rest = await at_rest(site)
    found = {}
    for kind in kinds:
        found[kind] = await watched(site, pid, Load(), rush(site, PAGES[kind], database, requests))
    return rest, found


def note_memory(most: dict[str, int], pid: int) -> None:
    """Keep the most memory of the server and of its largest worker; nothing where the system tells none."""
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        sizes = {"server": _memory(pid), "worker": max(map(_memory, map(int, children)), default=0)}
    except OSError:
        return
    for name, size in sizes.items():
        most[name] = max(most.get(name, 0), size)


def _memory(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:  # a worker that has just ended
        return 0


def report(rest: float, found: dict[str, Load]) -> bool:
    """Print the table; whether nothing failed and every reading page was answered."""
    table = Table(title=f"Pages at once (a reading page at rest: {rest * 1e3:.1f} ms)", title_justify="left")
    for heading in (
        "",
        "answered",
        "refused",
        "failed",
        "s",
        "reading",
        "median",
        "worst",
        "server",
        "worker",
    ):
        table.add_column(heading, justify="right" if heading else "left")
    for kind, load in found.items():
        read = f"{load.reading_statuses[200]}/{load.reading_statuses.total()}"
        memory = [f"{load.memory.get(name, 0) / 1e6:.0f} MB" for name in ("server", "worker")]
        ratios = [f"{value / rest:.1f}" for value in (statistics.median(load.reading), max(load.reading))]
        counts = [str(load.answered), str(load.refused), str(load.failed), f"{load.seconds:.1f}"]
        table.add_row(kind, *counts, read, *ratios, *memory)
    Console(width=110).print(table)
    return all(
        not load.failed and load.reading_statuses[200] == load.reading_statuses.total()
        for load in found.values()
    )


def main() -> None:
    """Measure and print the table."""
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--db", type=Path, help="a library; a new one is built if absent")
    options.add_argument("--requests", type=int, default=REQUESTS, help="how many at once, at most 1,000")
    options.add_argument("--only", nargs="+", choices=list(PAGES), default=list(PAGES), help="kinds of pages")
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        library = given.db or built(Path(folder) / "library.sqlite", None)
        with started(library) as (site, pid):
            requests = max(1, min(1_000, given.requests))
            rest, found = asyncio.run(measure(site, pid, library.stem, requests, given.only))
    sys.exit(0 if report(rest, found) else "Something failed, or a reading page was not answered.")


if __name__ == "__main__":
    main()
