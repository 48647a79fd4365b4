"""The commands about the rulings themselves."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pirate_code.commands.output import Refused, print_json, say

if TYPE_CHECKING:
    from pirate_code.scenarios.check import CheckedRuling
    from pirate_code.scenarios.summary import Section, Summary

_TEXT = 100
_WIDTH = 40
_COLUMNS = ("shown", "passing", "unshowable", "without", "exceptions", "items shown", "items without")


@click.group(
    short_help="Check the rulings.",
    epilog="""Examples:

\b
  pirate-code rulings check
  pirate-code rulings coverage pirate-code.txt
""",
)
def rulings() -> None:
    """Check the rulings: by their scenarios, and against the documents they come from."""


@rulings.command(
    short_help="Run the scenarios and count by section.",
    epilog="""Examples:

\b
  pirate-code rulings check
  pirate-code rulings check doctor-ability.yaml --json
  pirate-code rulings check blackbeard/13-events.yaml
  pirate-code rulings check --lists
""",
)
@click.argument("files", nargs=-1)
@click.option(
    "--jobs", type=click.IntRange(1, 64), help="How many processes; as many as there are processors."
)
@click.option("--ablate/--no-ablate", default=True, help="Also take abilities away (the default).")
@click.option("--record", is_flag=True, help="Write down in db/checked.yaml which rulings held.")
@click.option(
    "--lists",
    is_flag=True,
    help="Also name what is counted at the end.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the result as one JSON object.")
@click.pass_context
def check(
    ctx: click.Context,
    /,
    files: tuple[str, ...],
    jobs: int | None,
    *,
    ablate: bool,
    record: bool,
    lists: bool,
    as_json: bool,
) -> None:
    """Run the scenarios of all rulings, or of some FILES of rulings/, and count them by section.

    Those of Blackbeard, which stand in rulings/blackbeard/, are counted apart.

    A scenario must hold, and must fail when an ability in it is taken away. The exit code is 0 only if all
    do. What is recorded is what the library calls "checked by the engine": record after changing a scenario.
    """
    from pirate_code.commands import blackbeard_rulings as blackbeard
    from pirate_code.library.progress import progress_bar
    from pirate_code.scenarios.check import check_all
    from pirate_code.scenarios.summary import summary

    if record and (files or not ablate):
        raise Refused("--record writes down a check of all rulings: leave out FILES and --no-ablate.")
    all_paths = _paths(files)
    paths = [path for path in all_paths if not blackbeard.is_blackbeards(path)]
    second_game = blackbeard.check([path for path in all_paths if path not in paths], ablate=ablate)
    checked: list[CheckedRuling] = []
    with progress_bar() as tell:
        for number, results in enumerate(
            check_all(paths, jobs=jobs or os.cpu_count() or 2, ablate=ablate), 1
        ):
            checked += results
            tell("rulings", number, len(paths))
    total = summary(checked)
    failing = [ruling for ruling in checked if ruling.status == "failing"]
    if as_json:
        faults = [{"id": ruling.id, "faults": ruling.faults} for ruling in failing]
        injected = [ruling.id for ruling in checked if ruling.injected]
        without = [ruling.id for ruling in checked if ruling.status == "without"]
        lists_data = {"failing": faults, "injected": injected, "without": without}
        print_json(total.as_json() | lists_data | {"blackbeard": second_game.as_json()})
    else:
        if paths:
            _tell(total, failing)
        if lists:
            _tell_lists(total, checked)
        if second_game.checked:
            second_game.tell()
    if record:
        _record(checked)
    if failing or second_game.failing:
        ctx.exit(1)


def _record(checked: list[CheckedRuling]) -> None:
    """Write down which rulings passed."""
    from pirate_code.library.checked_rulings import record
    from pirate_code.library.rulings import load_rulings

    passed = {ruling.id for ruling in checked if ruling.status == "passing"}
    path = record(ruling for file in load_rulings() for ruling in file.rulings if ruling.id in passed)
    say(f"{len(passed):,} rulings are recorded in {path}.")


def _paths(files: tuple[str, ...]) -> list[Path]:
    """The files that are named, by their name in rulings/ or by their path; all of rulings/ if none is."""
    from pirate_code.data import folder

    paths = []
    for name in files:
        path = next((path for path in (folder("rulings") / name, Path(name)) if path.is_file()), None)
        if path is None:
            raise Refused(f"There is no file {name!r} of rulings; one is like 'doctor-ability.yaml'.")
        paths.append(path)
    top = folder("rulings")
    return paths or [*sorted(top.glob("*.yaml")), *sorted((top / "blackbeard").glob("*.yaml"))]


def _tell(total: Summary, failing: list[CheckedRuling]) -> None:
    for ruling in failing:
        say(ruling.id, bold=True)
        for fault in ruling.faults:
            say(fault, 2, hang=2)
    for part in dict.fromkeys(section.part for section in total.sections):
        click.echo()
        click.echo(" ".join([part.upper().ljust(_WIDTH), *_COLUMNS]))
        for section in total.sections:
            if section.part == part:
                click.echo(_row(section))
    click.echo()
    click.echo(" ".join(["".ljust(_WIDTH), *_COLUMNS]))
    click.echo(_row(total.total))
    click.echo()
    _tell_end(total)


def _row(section: Section) -> str:
    """The numbers of a section under the columns; what is nought is left blank, so that the rest is seen."""
    numbers = (
        section.shown,
        section.passing,
        section.unshown,
        section.without,
        section.exceptions,
        section.items,
        section.items_without,
    )
    cells = (str(value or "").rjust(len(name)) for value, name in zip(numbers, _COLUMNS, strict=True))
    return " ".join([section.section[:_WIDTH].ljust(_WIDTH), *cells]).rstrip()


def _tell_end(total: Summary) -> None:
    whole = total.total
    say(
        f"{whole.items:,} items of the Pirate Code are shown and passing, {whole.items_unshown:,} cannot be"
        f" shown, {whole.items_without:,} are without a scenario; {whole.exceptions} exceptions."
    )
    say(
        f"{whole.passing:,} of {whole.rulings:,} rulings are shown and passing, {whole.in_part} of them in"
        f" part; {whole.failing} fail,"
        f" {whole.unshown} cannot be shown, {whole.without} have neither a scenario nor a reason."
    )
    say(
        f"{whole.injected} rulings rest on injected events alone; {len(total.lines_on_no_card)} ability lines"
        " in scenarios stand on no card."
    )
    if total.unshowable:
        say(f"Nothing can be shown in {_named(total.unshowable)}.", hang=2)
    if total.lacking:
        say(f"No ruling is shown in {_named(total.lacking)}.", hang=2)
    else:
        say(
            "Every other section has a shown ruling."
            if total.unshowable
            else "Every section has a shown ruling."
        )


def _tell_lists(total: Summary, checked: list[CheckedRuling]) -> None:
    """Name what is still to be done."""
    lists = {
        "Neither scenario nor reason": [ruling.id for ruling in checked if ruling.status == "without"],
        "Shown in part": [f"{ruling.id}: {ruling.in_part}" for ruling in checked if ruling.in_part],
        "Injected events alone": [ruling.id for ruling in checked if ruling.injected],
        "Lines on no card": total.lines_on_no_card,
    }
    for title, names in lists.items():
        click.echo()
        say(f"{title} ({len(names)}):", bold=True)
        for name in names:
            say(name, 2, hang=2)


def _named(sections: list[Section]) -> str:
    count = "1 section" if len(sections) == 1 else f"{len(sections)} sections"
    return f"{count}: {'; '.join(section.section for section in sections)}"


@rulings.command(
    epilog="""Examples:

\b
  pirate-code rulings coverage pirate-code.txt
  pirate-code rulings coverage pirate-code.txt --json
"""
)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print the result as one JSON object.")
@click.pass_context
def coverage(ctx: click.Context, file: Path, as_json: bool) -> None:
    """Say which items of the Pirate Code no ruling covers.

    FILE is the Pirate Code as text (UTF-8), as you have it. Every dashed item in it is counted. The exit code
    is 0 only if all are covered. Of Blackbeard's document every line that states something is counted.
    """
    from pirate_code.commands import blackbeard_rulings as blackbeard
    from pirate_code.data import DataError
    from pirate_code.library import code_document
    from pirate_code.library.rulings import coverage as uncovered_items
    from pirate_code.library.rulings import load_rulings

    try:
        if (second_game := blackbeard.uncovered(file)) is not None:
            _tell_lines(ctx, file, *second_game, as_json=as_json)
            return
        document = code_document.read_document(file)
        uncovered = uncovered_items(document, load_rulings())
    except DataError as error:
        raise Refused(str(error)) from None
    total = sum(1 for _ in document.items)
    covered = total - len(uncovered)
    listed = [
        {
            "part": section.part,
            "section": section.heading,
            "item": item.number,
            "line": item.line,
            "text": item.text,
        }
        for section, item in uncovered
    ]
    if as_json:
        print_json({"file": str(file), "items": total, "covered": covered, "uncovered": listed})
    else:
        say(f"{covered} of {total} items are covered by rulings.")
        for section, item in uncovered:
            place = f"{section.heading[:_TEXT]}, item {item.number} (line {item.line})"
            say(f"{place}: {item.text[:_TEXT]}", 2, hang=2)
    if uncovered:
        ctx.exit(1)


def _tell_lines(
    ctx: click.Context, file: Path, total: int, missing: list[dict[str, Any]], *, as_json: bool
) -> None:
    """Tell how many lines of Blackbeard's document are covered."""
    if as_json:
        covered = total - len(missing)
        print_json({"file": str(file), "items": total, "covered": covered, "uncovered": missing})
    else:
        say(f"{total - len(missing)} of {total} lines of Blackbeard's document are covered by rulings.")
        for line in missing:
            say(f"line {line['line']}: {line['text'][:_TEXT]}", 2, hang=2)
    if missing:
        ctx.exit(1)
