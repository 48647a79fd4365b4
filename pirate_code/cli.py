"""The command line: thin commands over the library, loaded only when they run.

Exit codes: 0 all is well, 1 something did not parse, 2 the command was used wrongly, 70 a fault of ours,
74 the system did not let the output be written, 141 nobody reads the output.
"""

from __future__ import annotations

import errno
import gc
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pirate_code.commands.output import Refused, one_line, print_json
from pirate_code.stream import Line, drop_unwritten, line_of, lines, reopen_closed_streams

if TYPE_CHECKING:
    from rich.text import Text

    from pirate_code.language.coverage import Coverage

_FAILURES_SHOWN = 20
_EXIT_INTERRUPTED = 130
_EXIT_PIPE_CLOSED = 141
_EXIT_FAULT = 70
_EXIT_UNWRITTEN = 74
# A command makes many objects that stay until it ends; looking through them as often as Python does by itself
# takes a fifth of the time of a build.
_OBJECTS_PER_COLLECTION = 200_000
_NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO}


# In which module of pirate_code.commands a command stands, and its name there if it has another.
_MODULES = {
    "build": "library",
    "import": "library.import_",
    "search": "search",
    "ask": "ask",
    "interactions": "interactions",
    "matrix": "interactions",
    "show": "show",
    "export": "export",
    "changes": "changes",
    "rulings": "rulings",
    "editions": "editions",
    "fleet": "fleet",
    "collection": "collection",
    "play": "play",
    "replay": "play",
    "duel": "contest",
    "tournament": "contest",
    "blackbeard": "blackbeard",
    "coverage": "coverage",
    "explain": "explain",
    "design": "design",
    "try": "trying.try_line",
    "serve": "serve",
    "mcp": "mcp",
    "scenario": "scenario",
}


class _Commands(click.Group):
    """The group of all commands, each imported when it is needed.

    It ends quietly when nobody reads the output any more.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands."""
        return sorted({*super().list_commands(ctx), *_MODULES})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of a name."""
        if cmd_name not in _MODULES:
            return super().get_command(ctx, cmd_name)
        module, _, name = _MODULES[cmd_name].partition(".")
        found = getattr(import_module(f"pirate_code.commands.{module}"), name or cmd_name)
        assert isinstance(found, click.Command)
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the arguments begin with; of a misspelt one, what was perhaps meant."""
        names = self.list_commands(ctx)
        if args[0][:1].isalpha() and args[0] not in names and not ctx.resilient_parsing:
            from pirate_code.core.naming import nearest

            ctx.fail(f"There is no command {one_line(args[0])[:40]!r}{nearest(args[0], names)}")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the chosen command."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise click.exceptions.Exit(_EXIT_PIPE_CLOSED) from None

    def make_context(self, *args: Any, **more: Any) -> click.Context:
        """Read the command line; --help and --version are printed here."""
        try:
            return super().make_context(*args, **more)
        except BrokenPipeError:
            raise click.exceptions.Exit(_EXIT_PIPE_CLOSED) from None


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="""Examples:

\b
  pirate-code search "nation:english kind:ship points<=12"
  pirate-code show Captain
  pirate-code parse "This ship gets +1 to her boarding rolls."
""",
)
@click.version_option(package_name="pirate-code", prog_name="pirate-code")
def commands() -> None:
    """Pirate Code: the abilities of the Pirates Constructible Strategy Game as data that runs."""


@commands.command(
    epilog="""Examples:

\b
  pirate-code parse "This ship gets +1 to her boarding rolls."
  pirate-code parse --json "Captain. Helmsman."
  cat abilities.txt | pirate-code parse --json -
"""
)
@click.argument("text")
@click.option("--name", "names", multiple=True, help="A name that the line may use: that of its own piece.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per line.")
@click.pass_context
def parse(ctx: click.Context, text: str, names: tuple[str, ...], as_json: bool) -> None:
    """Parse an ability line and draw its effect tree.

    A line that makes no sense is refused with what does not fit in it: an island that shoots, a roll raised
    by a distance, "that ship" without a ship, a piece of a name that nobody knows.

    TEXT is the ability as it is printed on the card, in quotes, or - to read lines from standard input
    (blank ones are skipped; at most 10,000 characters each). The exit code is 0 only if every line parsed.
    """
    from pirate_code.library.opening import lend_own_nations
    from pirate_code.parse_data import parsed

    lend_own_nations()
    failed = False
    for line in _input(text):
        result = parsed(line, streaming=text == "-", names=lambda: _known_names(names))
        failed = failed or not result["ok"]
        if as_json:
            print_json(result)
        else:
            _draw(result)
    if failed:
        ctx.exit(1)


@commands.command(
    epilog="""Examples:

\b
  pirate-code grammar
  pirate-code grammar --json
  pirate-code grammar --sheet pieces.csv --all
  pirate-code grammar --lines my_cards.txt
"""
)
@click.option(
    "--sheet", type=click.Path(path_type=Path), help="Measure the Ability column of a .csv or .xlsx file."
)
@click.option(
    "--lines",
    "listed",
    type=click.Path(path_type=Path),
    help="Measure a text file: one ability line in each line, # begins a note.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the measurement as one JSON object.")
@click.option("--all", "everything", is_flag=True, help=f"List every failure, not only {_FAILURES_SHOWN}.")
@click.pass_context
def grammar(
    ctx: click.Context, sheet: Path | None, listed: Path | None, as_json: bool, everything: bool
) -> None:
    """Measure how much of the printed text the grammar understands.

    Without --sheet or --lines it measures the lines that come with Pirate Code. The exit code is 0 only if
    every line parsed and makes sense, no word was swallowed, and every tree survived being written out and
    read again.
    """
    from pirate_code import show
    from pirate_code.language.coverage import measure
    from pirate_code.parse_data import coverage_data

    found, source, names = _lines_to_measure(sheet, listed)
    if not found:
        raise Refused(f"There are no ability lines in {source}.")
    measured = measure(show.progress(found, "parsing"), names=lambda: _known_names(names))
    if as_json:
        print_json(coverage_data(measured))
    else:
        paper = show.paper()
        paper.print(show.coverage(measured, source))
        for line in _complaints(measured, None if everything else _FAILURES_SHOWN):
            paper.print(line)
    if measured.failures or measured.senseless or measured.swallowed or measured.round_trip_failures:
        ctx.exit(1)


def _input(text: str) -> Iterator[Line]:
    """Yield the line given as an argument, or those of standard input."""
    if text != "-":
        line = line_of(os.fsencode(text))
        if not line.text.strip():
            raise Refused("There is nothing to parse: the text is empty.")
        yield line
        return
    read = False
    for line in lines(sys.stdin.buffer):
        read = True
        yield line
    if not read:
        raise Refused("There is nothing to parse: standard input is empty.")


def _draw(result: dict[str, Any]) -> None:
    """Draw a parsed line on standard output, or show what is wrong with it on standard error."""
    from pirate_code import language, show

    if result["ok"]:
        drawn = show.tree(result["text"], language.parse(result["text"]))
        show.paper().print(drawn, crop=False, no_wrap=True, overflow="ignore")
        for warning in result["warnings"]:
            show.paper(stderr=True).print(f"Warning: {show.printable(warning)}.", markup=False)
    else:
        show.paper(stderr=True).print(show.error(result["text"], result["error"]))


def _lines_to_measure(sheet: Path | None, listed: Path | None) -> tuple[list[str], str, list[str]]:
    """Return the lines to measure, what to call them, and the names of the pieces that print them."""
    if sheet is not None and listed is not None:
        raise Refused("Measure a sheet or a list of lines, not both: leave out --sheet or --lines.")
    if listed is not None:
        return _listed_lines(listed), str(listed), []
    if sheet is None:
        from pirate_code.glossary import builtin_lines

        return list(builtin_lines()), "the built-in lines", []
    from pirate_code.library.sheet import SheetError, ability_lines, piece_names

    try:
        return ability_lines(sheet), str(sheet), piece_names(sheet)
    except SheetError as error:
        raise Refused(str(error)) from None


def _listed_lines(path: Path) -> list[str]:
    """The ability lines of a text file, without its notes."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Refused(f"The file {path} cannot be read as text: {error}.") from None
    return [line for line in map(str.strip, text.splitlines()) if line and not line.startswith("#")]


def _known_names(more: Sequence[str]) -> frozenset[str]:
    """The names that a line may use: built-in pieces and sets, and those that are given."""
    from pirate_code.library.pieces import load_pieces, load_sets

    pieces = {piece.name for piece in load_pieces()}
    sets = {name for one in load_sets() for name in (one.name, f"Pirates of the {one.name}")}
    return frozenset({*pieces, *sets, *more})


def _complaints(measured: Coverage, limit: int | None) -> Iterator[str | Text]:
    """Yield what went wrong, list by list, each with a heading and cut at the limit."""
    from pirate_code import show
    from pirate_code.parse_data import error_data

    failures: list[str | Text] = [show.error(error.text, error_data(error)) for error in measured.failures]
    swallowed: list[str | Text] = [
        f"  {', '.join(words)}: {show.printable(text)}" for text, words in measured.swallowed
    ]
    senseless: list[str | Text] = [
        f"  {show.printable(text)}\n    {show.printable(fault)}" for text, fault in measured.senseless
    ]
    changed: list[str | Text] = [f"  {show.printable(text)}" for text in measured.round_trip_failures]
    for heading, items in (
        ("Lines that did not parse:", failures),
        ("Lines that make no sense:", senseless),
        ("Words that no part of the tree accounts for:", swallowed),
        ("Lines whose tree changed when it was written out and read again:", changed),
    ):
        if items:
            yield f"\n{heading}"
            yield from show.first(items, limit)


def main() -> None:
    """Run the command line: a failure is one sentence, never a traceback."""
    sys.exit(_run())


def _run() -> int:
    """Run the chosen command and return the exit code."""
    code = _EXIT_FAULT
    gc.set_threshold(_OBJECTS_PER_COLLECTION)
    os.environ.setdefault(
        "PYDANTIC_DISABLE_PLUGINS", "__all__"
    )  # none is used, and looking for them takes time
    try:
        reopen_closed_streams()
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="backslashreplace")
        code = commands.main(standalone_mode=False) or 0
        sys.stdout.flush()
    except click.ClickException as error:
        with suppress(OSError):  # nobody may be there to read it
            error.show()
        code = error.exit_code
    except (click.Abort, KeyboardInterrupt):
        code = _EXIT_INTERRUPTED
    except BrokenPipeError:
        code = _EXIT_PIPE_CLOSED
    except Exception as error:
        if os.environ.get("PIRATE_CODE_DEBUG"):
            raise
        code = _explain(error)
    for stream in (sys.stdout, sys.stderr):
        drop_unwritten(stream)
    return code


def _explain(error: Exception) -> int:
    """Tell an unexpected failure in one sentence and return its exit code."""
    from pirate_code.data import DataError

    said = one_line(str(error))[:300] or type(error).__name__
    if isinstance(error, DataError):
        code = Refused.exit_code
    elif isinstance(error, OSError) and error.filename is None and error.errno in _NO_ROOM:
        said = f"the output cannot be written ({error.strerror or said})."
        code = _EXIT_UNWRITTEN
    elif isinstance(error, OSError):
        said = f"the command could not finish ({error.strerror or said})."
        code = _EXIT_FAULT
    else:
        said = f"something went wrong inside pirate-code ({type(error).__name__}: {said}); this is a bug."
        code = _EXIT_FAULT
    with suppress(OSError):
        click.echo(f"Error: {said}", err=True)
    return code
