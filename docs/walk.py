"""Follows one ability line from a sheet to its page and its program: the modules whose functions ran.

Usage: python docs/walk.py [LINE]
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

LINE = "Once per turn, one crew or ship within L of this ship cannot use its ability this turn."
ROW = """Faction,#,Type,Name,Point Cost,Masts,Cargo,Base Move,Cannons,Ability,SheetName
Pirate,900,Ship,Walker,10,2,3,S,3S-3S,"{}",Spanish Main
"""


class Walk:
    """The stages of a line, and the modules of each."""

    def __init__(self) -> None:
        self.stages: list[tuple[str, list[str]]] = []

    def stage(self, name: str, work: Callable[[], Any]) -> Any:
        """Do some work and note whose functions were called; that a module is imported does not count."""
        seen: dict[str, None] = {}

        def note(frame: FrameType, event: str, _: object) -> None:
            module = frame.f_globals.get("__name__", "")
            if event == "call" and module.startswith("pirate_code.") and frame.f_code.co_name != "<module>":
                seen[module.removeprefix("pirate_code.")] = None

        threading.setprofile(note)
        sys.setprofile(note)
        try:
            return work()
        finally:
            sys.setprofile(None)
            threading.setprofile(None)
            self.stages.append((name, list(seen)))


def main() -> None:
    """Walk, and print the stages as a table of Markdown."""
    line = sys.argv[1] if len(sys.argv) > 1 else LINE
    walk = Walk()
    with tempfile.TemporaryDirectory() as folder:
        sheet, library = Path(folder) / "sheet.csv", Path(folder) / "library.sqlite"
        sheet.write_text(ROW.format(line.replace('"', '""')), encoding="utf-8")
        follow(walk, sheet, library)
    print("| stage | modules | number |\n|---|---|---:|")
    for name, modules in walk.stages:
        print(f"| {name} | {', '.join(f'`{module}`' for module in modules)} | {len(modules)} |")
    page = {module for _, modules in walk.stages[:-1] for module in modules}
    every = page | set(walk.stages[-1][1])
    print(f"\n{len(page)} modules from the sheet to the page, {len(every)} with the program.")


def follow(walk: Walk, sheet: Path, library: Path) -> None:
    """Take the line of a sheet with one row through everything that happens to it."""
    from pirate_code.language import parse
    from pirate_code.language.stored import trees
    from pirate_code.library import build, content
    from pirate_code.library.abilities import read_line
    from pirate_code.library.catalog import catalog
    from pirate_code.library.rows import read_rows
    from pirate_code.library.storage import silent
    from pirate_code.rules.program.abilities import abilities
    from pirate_code.rules.program.lower.clauses import ops_of
    from pirate_code.web.serve import application, close
    from pirate_code.web.showing import address

    build.build(library)
    reading = walk.stage("sheet to piece", lambda: read_rows([sheet], (), lambda done, total: None))
    (read,) = reading.pieces
    rows = {"walker": read.entry}
    (card,) = walk.stage("piece to card", lambda: catalog((), rows.values(), ()))
    walk.stage("line to tree", lambda: parse(card.played.ability))
    kept = walk.stage("tree to rows", lambda: (read_line(card.played.ability), content.piece_row(card)))
    build.write(library.with_name("whole.sqlite"), rows, build.Before(), silent)
    served = application(library.with_name("whole.sqlite"))
    walk.stage("rows to page", lambda: asyncio.run(_page(served, address("piece", card.id))))
    close(served)
    program = abilities(trees(kept[0].row.tree_json))
    walk.stage("tree to program", lambda: ops_of(program, card.played.kind))


async def _page(served: Any, place: str) -> None:
    """Fetch a page as a browser does."""
    answer = await served.client.get(place)
    answer.raise_for_status()


if __name__ == "__main__":
    main()
