"""The command that searches the library."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pirate_code.commands.collection import own_collection
from pirate_code.commands.library import db_option
from pirate_code.commands.output import Refused, card_line, one_line, print_json, reading, say, styled

if TYPE_CHECKING:
    from pirate_code.library.search import SearchResults

_SHOWN = 20
_WIDENED = {
    "apart": "these have all its words",
    "begun": "these have words that begin so",
    "some": "these come nearest",
}
_HEADINGS = {"piece": "pieces", "keyword": "keywords", "ability": "abilities", "ruling": "rulings"}


class _Search(click.Command):
    """A command whose arguments may begin with a minus sign; `-h` alone still asks for help."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the options; what is none belongs to the search."""
        return super().parse_args(ctx, ["--help"] if args == ["-h"] else args)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the filters above the examples."""
        from pirate_code.library.search_filters import FILTERS, SYNTAX

        with formatter.section("Searches"):
            formatter.write_dl(SYNTAX)
        with formatter.section("Filters"):
            formatter.write_dl([(kind.example, kind.about) for kind in FILTERS.values()])
        super().format_epilog(ctx, formatter)


@click.command(
    cls=_Search,
    context_settings={"ignore_unknown_options": True, "help_option_names": ["--help"]},
    epilog="""Examples:

\b
  pirate-code search docking
  pirate-code search "nation:english kind:ship points<=12 move:S+L"
  pirate-code search keyword:schooner -nation:pirate,spanish order:-points
  pirate-code search text:"extra action" has:ruling --json
  pirate-code search "(kraken or octopus) set:PotC,MI" --csv
  pirate-code search missing:yes set:SM --sort number
  pirate-code search game:blackbeard kind:port "defense>=11"
""",
)
@click.argument("words", nargs=-1, required=True)
@db_option
@click.option(
    "--sort",
    default="relevance",
    help="As order: in the search (see Filters).",
)
@click.option("--desc", "descending", is_flag=True, help="The largest first.")
@click.option("--limit", type=click.IntRange(min=1), help=f"How many of each sort; on screen {_SHOWN}.")
@click.option("--all", "everything", is_flag=True, help="Show everything that was found.")
@click.option(
    "--collection",
    "place",
    type=click.Path(path_type=Path),
    help="What owned:, wanted: and missing: look at; your own collection if absent.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--csv", "as_csv", is_flag=True, help="Print comma-separated values.")
def search(
    words: tuple[str, ...],
    db: Path | None,
    *,
    sort: str,
    descending: bool,
    limit: int | None,
    everything: bool,
    place: Path | None,
    as_json: bool,
    as_csv: bool,
) -> None:
    """Search pieces, keywords and rulings.

    WORDS may stand anywhere; a filter looks at one thing. In most shells what holds < > ( ) or * must be
    quoted; points:8..12 and points:..12 need no quotation marks.
    """
    from pirate_code.core.query import QueryError, join
    from pirate_code.library.search import asks_for_collection
    from pirate_code.library.search import search as search_library

    _refuse_options(words)
    if as_json and as_csv:
        raise Refused("--json and --csv exclude each other.")
    if limit is None and not (everything or as_json or as_csv):
        limit = _SHOWN
    query = join(words)
    if "game:" in query.lower():
        from pirate_code.commands import blackbeard_lookup as blackbeard

        query = join(blackbeard.game_apart(words))
        if blackbeard.search(query, limit=limit, as_json=as_json):
            return
    with reading(db) as opened:

        def searched(query: str) -> SearchResults:
            return search_library(
                opened,
                query,
                sort=sort,
                descending=descending,
                limit=limit,
                widen=not (as_json or as_csv),
                counts=own_collection(opened, place).counts if asks_for_collection(query) else None,
            )

        try:
            results = searched(query)
        except QueryError as error:
            # A whole "kind:ship black" cannot be told from kind:"ship black" except by what is found.
            try:
                query = " ".join(words)
                results = searched(query)
            except QueryError:
                raise Refused(str(error)) from None
    if as_json:
        print_json(
            {
                "query": query,
                "total": results.total,
                "totals": results.totals,
                "did_you_mean": results.meant or None,
                "read_as": results.read_as or None,
                "results": results.rows,
            }
        )
    elif as_csv:
        _write_csv(results)
    else:
        _tell(results, query)
        if not results.rows:
            _tell_what_is_missing(db)


def _tell_what_is_missing(db: Path | None) -> None:
    """Say that a library without the community's sheet has few pieces."""
    from pirate_code.library.completeness import completeness

    with reading(db) as opened:
        held = completeness(opened)
    if held.advice:
        say(f"This library has {held.says}; {held.advice}", dim=True)


def _refuse_options(words: Sequence[str]) -> None:
    """Refuse what was meant as an option and is none."""
    from pirate_code.core.naming import nearest

    options = [name for option in search.params for name in option.opts if name.startswith("--")]
    for word in words:
        if word in options:
            raise Refused(f"The option {word} must stand before the two hyphens that end the options.")
        if word.startswith("--"):
            raise Refused(f"There is no option {word!r}{nearest(word, options)}")


def _write_csv(results: SearchResults) -> None:
    from pirate_code.cells import csv_line
    from pirate_code.library.search import COLUMNS

    sys.stdout.write(csv_line(COLUMNS))
    for row in results.rows:
        sys.stdout.write(csv_line(row.get(column) for column in COLUMNS))


def _tell(results: SearchResults, query: str) -> None:
    """Print what was found, each sort of row under its heading."""
    meant = f"did you mean {results.meant}?" if results.meant else ""
    if not results.rows:
        say(f"Nothing was found for {query}{f'; {meant}' if meant else ''}")
        if results.why:
            say(results.why)
        return
    if results.widened:
        say(f"Nothing was found for {query}; {f'{meant} ' if meant else ''}{_WIDENED[results.widened]}:")
        click.echo()
    if results.read_as:
        say(f"Also read as {results.read_as}", dim=True)
        click.echo()
    for place, (sort, total) in enumerate(results.totals.items()):
        rows = [row for row in results.rows if row["type"] == sort]
        shown = f", {len(rows):,} shown (--all shows the rest)" if len(rows) < total else ""
        if place:
            click.echo()
        say(f"{total:,} {sort if total == 1 else _HEADINGS[sort]}{shown}", bold=True)
        for row in rows:
            _tell_row(row)


def _tell_row(row: Mapping[str, Any]) -> None:
    from pirate_code.library.citations import checked_words

    if row["type"] == "ruling":
        say(row["text"], 2, hang=2)
        checked = checked_words(row["scenarios"], row["in_part"])
        say("; ".join(filter(None, (f"{row['source']} [{row['id']}]", checked))), 4, hang=2, dim=True)
        return
    if row["type"] == "ability":
        say(row["text"], 2, hang=2)
        say(f"{row['kind']} [{row['id']}]", 4, dim=True)
        return
    facts = card_line(row) if row["type"] == "piece" else row["kind"]
    click.echo(f"  {styled(one_line(row['name']), fg='cyan')}  {one_line(facts)}")
    if row["text"]:
        first, *more = row["text"].splitlines() if row["type"] == "keyword" else (row["text"],)
        say(f"{first} …" if more else first, 4)
