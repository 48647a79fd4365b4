"""Times the first byte of every kind of page on a warm server, as a ratio to a bare row page of Datasette.

Usage: python bench/web.py [SHEET] [--db PATH] [--rounds N]

Sizes are compressed, as a browser takes them. What is computed is kept, so a fresh fleet is asked for each
time besides.
"""

from __future__ import annotations

import argparse
import http.client
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from rich.console import Console
from rich.table import Table

LARGEST = 100_000
WARMING = 2  # turns that are not counted
ROW = "a row page of Datasette"
GAME = "?fleet=english-traders&fleet=pirate-raiders&captain=greedy&seed=2"
STATIC = "/-/static-plugins/pirate_code/"
PAGES = {
    ROW: "/{database}/pieces/{piece}",
    "home": "/",
    "search": "/search?q=kind:ship+nation:english",
    "card": "/card/{piece}",
    "keyword": "/keyword/captain",
    "ruling": "/ruling/action-limit-of-two",
    "section": "/section/Docking",
    "keywords": "/keywords",
    "rulings": "/rulings",
    "ask, two names": "/ask?x=Musketeer&y=Captain",
    "ask, a question": "/ask?q=Does+a+Helmsman+stack+with+a+trade+current%3F",
    "fleet": "/fleet?fleet=english-traders",
    "fleet, a fresh one": "/fleet?fleet=english-traders&build={fresh}",
    "play, form": "/game",
    "play, a position": f"/game{GAME}&captain=me",
    "play, a fresh game": f"/-/game.json{GAME}&captain=me&pick=setup".replace("seed=2", "seed={fresh}"),
    "games, form": "/play",
    "games, a game": f"/play{GAME}",
    "games, its film": f"/-/play.json{GAME}",
    "matrix": "/matrix",
    "editions": "/editions",
    "table": "/table",
    "Blackbeard": "/blackbeard",
    "Blackbeard, a game": "/blackbeard/play?players=3&captain=greedy&seed=7",
    "names": "/-/names.json?q=cap",
    "style sheet": f"{STATIC}pirate.css",
    "scripts of games": f"{STATIC}replay.js",
    "scripts of playing": f"{STATIC}game.js",
}


class Answer(NamedTuple):
    """How long the first byte took, and how large the answer is."""

    seconds: float
    size: int


def main() -> None:
    """Measure and print the table."""
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("sheet", nargs="?", type=Path, help="a sheet of pieces to import first")
    options.add_argument("--db", type=Path, help="a library; a new one is built if absent")
    options.add_argument("--rounds", type=int, default=15, help="how many times each is measured")
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        library = given.db or built(Path(folder) / "library.sqlite", given.sheet)
        with serving(library) as site:
            report(measure(site, library.stem, max(1, given.rounds)))


def built(place: Path, sheet: Path | None) -> Path:
    subprocess.run([sys.executable, "-m", "pirate_code", "build", "--db", str(place)], check=True)
    if sheet is not None:
        told = [sys.executable, "-m", "pirate_code", "import", str(sheet), "--db", str(place)]
        subprocess.run(told, check=False, stdout=subprocess.DEVNULL)
    return place


@contextmanager
def serving(library: Path) -> Iterator[str]:
    """The address of a server on a library."""
    with started(library) as (site, _):
        yield site


@contextmanager
def started(library: Path) -> Iterator[tuple[str, int]]:
    """The address and the process of a server on a library, as `pirate-code serve` starts it."""
    command = [sys.executable, "-u", "-m", "pirate_code", "serve", "--port", "0", "--db", str(library)]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        site = next(word for word in server.stdout.readline().split() if word.startswith("http"))
        for _ in range(600):
            try:
                get(site, "/")
                break
            except OSError:
                time.sleep(0.1)
        yield site, server.pid
    finally:
        server.terminate()
        server.wait(10)


def measure(site: str, database: str, rounds: int) -> dict[str, Answer]:
    """The median first byte of each page, measured turn by turn."""
    taken: dict[str, list[Answer]] = {name: [] for name in PAGES}
    for turn in range(rounds + WARMING):
        for name, page in PAGES.items():
            address = page.format(database=database, piece="PotC-025", fresh=100 + turn)
            taken[name].append(get(site, address))
    return {
        name: Answer(statistics.median(one.seconds for one in found[WARMING:]), found[-1].size)
        for name, found in taken.items()
    }


def get(site: str, page: str) -> Answer:
    """Ask for a page; one that is not answered well ends the benchmark."""
    parts = urlsplit(site)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=300)
    start = time.perf_counter()
    connection.request("GET", page, headers={"accept-encoding": "gzip"})
    answer = connection.getresponse()
    seconds = time.perf_counter() - start
    size = len(answer.read())
    connection.close()
    if answer.status != 200:
        sys.exit(f"{page}: the server answered with {answer.status}")
    return Answer(seconds, size)


def report(found: dict[str, Answer]) -> None:
    """Print first bytes, their ratios to the row page, and sizes."""
    bare = found[ROW].seconds
    table = Table(title="Pages of a warm server", title_justify="left")
    for heading in ("", "first byte, ms", "ratio", "kB"):
        table.add_column(heading, justify="right" if heading else "left")
    for name, answer in found.items():
        table.add_row(
            name, f"{answer.seconds * 1e3:.1f}", f"{answer.seconds / bare:.2f}", f"{answer.size / 1e3:.1f}"
        )
    console = Console()
    console.print(table)
    slowest = max((name for name in found if name != ROW), key=lambda name: found[name].seconds)
    largest = max(found, key=lambda name: found[name].size)
    console.print(f"slowest page, {slowest} / row page = {found[slowest].seconds / bare:.2f}")
    console.print(
        f"largest answer, {largest}: {found[largest].size / 1e3:.1f} kB (aim: under {LARGEST / 1e3:g})"
    )


if __name__ == "__main__":
    main()
