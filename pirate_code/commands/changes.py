"""The command that tells what changed between two versions of the library."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pirate_code.commands.library import db_option
from pirate_code.commands.output import Refused, one_line, reading, write_out

if TYPE_CHECKING:
    from pirate_code.library.history import History

_SHOWN = 40


@click.command(
    short_help="Tell what changed between two versions of the library.",
    epilog="""Examples:

\b
  pirate-code changes
  pirate-code changes old.sqlite
  pirate-code changes mirror-of-may library.sqlite --json
  pirate-code changes --format atom --site https://example.org --out feed.xml
""",
)
@click.argument("versions", nargs=-1, metavar="[OLD [NEW]]", type=click.Path(path_type=Path))
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "atom"]),
    default="text",
    show_default=True,
    help="atom is a feed.",
)
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@click.option("--site", default="http://127.0.0.1:8011", show_default=True, help="Where a feed's links lead.")
@click.option("--out", type=click.Path(path_type=Path), help="The file to write; else standard output.")
@click.option("--all", "everything", is_flag=True, help=f"Tell every change, not only {_SHOWN} of a version.")
@db_option
def changes(
    versions: tuple[Path, ...],
    *,
    form: str,
    as_json: bool,
    site: str,
    out: Path | None,
    everything: bool,
    db: Path | None,
) -> None:
    """Tell which pieces, keywords, abilities and rulings came, went or changed.

    Without OLD it tells what changed each time your library was built or imported anew. OLD and NEW are
    libraries of this version of Pirate Code, or folders of `pirate-code export all`, which any version wrote;
    without NEW the library in use is meant.
    """
    from pirate_code.data import DataError
    from pirate_code.library.feed import atom

    if len(versions) > 2:
        raise Refused("Two versions are compared; more were given.")
    try:
        history = _history(versions, db)
    except DataError as error:
        raise Refused(str(error)) from None
    place = site.rstrip("/")
    if form == "atom":
        text = atom(history, place, f"{place}/changes.atom")
    elif form == "json" or as_json:
        text = json.dumps(history.model_dump(mode="json")) + "\n"
    else:
        text = "\n".join(_told(history, None if everything else _SHOWN)) + "\n"
    write_out(text, out)


def _history(versions: tuple[Path, ...], db: Path | None) -> History:
    """What changed between two versions, as a history of one step; or the history of the library in use."""
    from pirate_code import __version__
    from pirate_code.library.changes import compare, version_of, version_of_library
    from pirate_code.library.history import History, history_of, step_of
    from pirate_code.library.storage import default_path

    if not versions:
        return history_of(db or default_path())
    old = version_of(versions[0])
    if len(versions) > 1:
        new = version_of(versions[1])
    else:
        with reading(db) as opened:
            new = version_of_library(opened)
    found = compare(old, new)
    return History(steps=(step_of(found, __version__),) if found else ())


def _told(history: History, limit: int | None) -> Iterator[str]:
    """The history in lines."""
    if not history.steps:
        yield "Nothing has changed."
    for step in history.steps:
        yield f"{step.at:%Y-%m-%d %H:%M}, version {step.version}: {step.summary}"
        for change in step.changes[:limit]:
            yield one_line(f"  {change.says}" + (f", {change.source}" if change.source else ""))
        left = step.changed - len(step.changes[:limit])
        if left:
            hint = " (--all tells them)" if limit is not None and left <= len(step.changes) - limit else ""
            yield f"  … and {left:,} more{hint}"
