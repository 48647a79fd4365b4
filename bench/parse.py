"""Times parsing of every distinct line, cold, as a ratio to bare Lark tokenising of the same lines.

Usage: python bench/parse.py [SHEET] [--rounds N]
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

from lark import UnexpectedCharacters
from lark.lexer import LexerThread
from rich.console import Console
from rich.table import Table

from pirate_code import glossary, language
from pirate_code.language import normalise
from pirate_code.language.grammar import lark
from pirate_code.library.sheet import SheetError, ability_lines

AIM = 4.0


def main() -> None:
    """Measure and print the table."""
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument(
        "sheet", nargs="?", type=Path, help="a .csv or .xlsx file; the built-in lines if absent"
    )
    options.add_argument("--rounds", type=int, default=7, help="how many times each is measured")
    given = options.parse_args()
    try:
        found = ability_lines(given.sheet) if given.sheet else glossary.builtin_lines()
    except SheetError as error:
        sys.exit(f"Error: {error}")
    lines = list(dict.fromkeys(found))
    report(lines, *measure(lines, max(1, given.rounds)))


def measure(lines: list[str], rounds: int) -> tuple[float, float, float]:
    """Return the median seconds of tokenising, cold parsing and warm parsing, measured turn by turn."""
    tokenise = tokeniser([sentence.text for line in lines for sentence in normalise.sentences(line)])
    times: list[tuple[float, float, float]] = []
    for turn in range(rounds + 1):
        bare = timed(tokenise)
        language.clear_caches()
        cold = timed(lambda: parse_all(lines))
        warm = timed(lambda: parse_all(lines))
        if turn:  # the first turn loads the grammar
            times.append((bare, cold, warm))
    bare, cold, warm = (statistics.median(column) for column in zip(*times, strict=True))
    return bare, cold, warm


def tokeniser(sentences: list[str]) -> Callable[[], None]:
    """Return a function that tokenises the sentences with Lark's own lexer, which is built only once."""
    lexer = lark()._build_lexer()

    def run() -> None:
        for sentence in sentences:
            try:
                for _ in LexerThread.from_text(lexer, sentence).lex(None):  # type: ignore[no-untyped-call]
                    pass
            except UnexpectedCharacters:
                continue

    return run


def parse_all(lines: list[str]) -> None:
    """Parse every line; one that does not parse costs what it costs."""
    for line in lines:
        try:
            language.parse(line)
        except language.LanguageError:
            continue


def timed(work: Callable[[], None]) -> float:
    """Return how many seconds the work took."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def report(lines: list[str], bare: float, cold: float, warm: float) -> None:
    """Print the times and their ratios to bare tokenising."""
    table = Table(title=f"{len(lines):,} distinct lines", title_justify="left")
    for heading in ("", "ms in all", "µs a line", "ratio"):
        table.add_column(heading, justify="right" if heading else "left")
    for name, seconds in (("bare tokenising", bare), ("parse, cold", cold), ("parse, warm", warm)):
        a_line = seconds / max(1, len(lines)) * 1e6
        table.add_row(name, f"{seconds * 1e3:.1f}", f"{a_line:.1f}", f"{seconds / bare:.2f}")
    console = Console()
    console.print(table)
    console.print(f"cold parse / bare tokenising = {cold / bare:.2f} (aim: {AIM:g} or less)")


if __name__ == "__main__":
    main()
