"""Draws effect trees, parse errors and coverage in a terminal; it computes nothing about them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text
from rich.tree import Tree

from pirate_code.language.outline import Branch, outline

if TYPE_CHECKING:
    from pirate_code.language import Ability
    from pirate_code.language.coverage import Coverage

_WINDOW = 100
_WIDE = 12_000
_EXPECTED_SHOWN = 12
Data = Mapping[str, Any]


class Paper(Console):
    """A console that lets a closed pipe end the command instead of ending the process itself."""

    def on_broken_pipe(self) -> None:
        """Pass the broken pipe on."""
        raise  # noqa: PLE0704  (called while the error is being handled)


def paper(*, stderr: bool = False) -> Paper:
    """Return a console that prints text as it is: no markup, no highlighting, no wrapping."""
    found = Paper(stderr=stderr, markup=False, highlight=False, emoji=False, soft_wrap=True)
    if not found.is_terminal:
        found.width = _WIDE  # a file or a pipe has no edge at which to cut a line
    return found


def printable(text: str) -> str:
    """Replace characters that would steer a terminal by visible ones."""
    return "".join(char if char.isprintable() else "�" for char in text)


def tree(title: str, abilities: Sequence[Ability]) -> Tree:
    """Draw the outline of each ability of a line."""
    root = Tree(Text(printable(title), style="bold"), guide_style="dim")
    for ability in abilities:
        _grow(root, outline(ability))
    return root


def _grow(parent: Tree, branch: Branch) -> None:
    """Hang one line of the outline under its parent."""
    gap = "  " if branch.text else ""
    below = parent.add(Text.assemble((branch.name, "cyan"), gap, (printable(branch.text), "green")))
    for other in branch.below:
        _grow(below, other)


def error(text: str, fault: Data) -> Text:
    """Show where a line stopped making sense, what could stand there, and the closest known line."""
    rows = text.splitlines()
    if len(rows) > 1 and fault["line"] <= len(rows):  # an ability may itself hold line breaks
        text = rows[fault["line"] - 1]
    column = fault["column"]
    start = max(0, column - 1 - _WINDOW // 2)
    window = printable(text[start : start + _WINDOW])
    lead = "…" if start else ""
    out = Text.assemble(("line ", "dim"), f"{fault['line']}", (", column ", "dim"), f"{column}: ")
    out.append(printable(fault["message"]) + "\n", style="red")
    out.append(f"  {lead}{window}{'…' if start + _WINDOW < len(text) else ''}\n")
    out.append(" " * (2 + len(lead) + column - 1 - start) + "^", style="bold red")
    if fault["expected"]:
        more = len(fault["expected"]) - _EXPECTED_SHOWN
        words = ", ".join(fault["expected"][:_EXPECTED_SHOWN]) + (f" and {more} more" if more > 0 else "")
        out.append(f"\n  expected: {printable(words)}", style="dim")
    if fault["nearest"]:
        out.append(f"\n  nearest known line: {printable(fault['nearest'])}", style="dim")
    return out


def coverage(measured: Coverage, source: str) -> Table:
    """Set out the numbers of a coverage measurement."""
    table = Table(title=f"Grammar coverage of {printable(source)}", title_justify="left", show_header=False)
    table.add_column(style="cyan")
    table.add_column(justify="right")
    table.add_column(justify="right", style="dim")
    distinct, rules = measured.distinct, measured.rules
    table.add_row("lines", f"{measured.lines:,}", "")
    table.add_row("distinct lines", f"{distinct:,}", "")
    table.add_row("parsed", f"{measured.parsed:,}", share(measured.parsed, distinct))
    table.add_row("corrected misprints", f"{measured.corrected:,}", share(measured.corrected, distinct))
    table.add_row("lines that make no sense", f"{len(measured.senseless):,}", "")
    table.add_row("lines with swallowed words", f"{len(measured.swallowed):,}", "")
    table.add_row("round trip failures", f"{len(measured.round_trip_failures):,}", "")
    table.add_row("rules in the grammar", f"{rules:,}", "")
    single = len(measured.single_use_rules)
    table.add_row("rules used by only one line", f"{single:,}", share(single, rules))
    return table


def share(part: int, whole: int) -> str:
    """Write a part as a percentage, rounded down so that only all of it is 100%."""
    return f"{part * 1000 // whole / 10:.1f}%" if whole else ""


def progress(items: Sequence[str], what: str) -> Iterator[str]:
    """Yield the items, with a progress bar on standard error when that is a terminal."""
    console = paper(stderr=True)
    if not console.is_terminal:
        yield from items
        return
    columns = (SpinnerColumn(), *Progress.get_default_columns()[:-1], TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        yield from bar.track(items, description=what)


def first(items: Iterable[str | Text], limit: int | None) -> Iterator[str | Text]:
    """Yield the items up to the limit, then one line that says how many were left out."""
    left_out = 0
    for count, item in enumerate(items):
        if limit is None or count < limit:
            yield item
        else:
            left_out += 1
    if left_out:
        yield f"… and {left_out:,} more (--all lists them)"
