"""What `pirate-code ask --batch` prints: how often the verdict is right and its section found."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from pirate_code.commands.output import Refused, one_line, pair, print_json, reading, say, tell_faults

_WRONG_SHOWN = 10


def batch(file: Path, db: Path | None, *, trying: bool, as_json: bool, everything: bool) -> bool:
    """Ask every question of a file and tell how well they were answered; False if one is no question."""
    from pirate_code.answers.batch import read_questions, summary, try_all
    from pirate_code.data import DataError
    from pirate_code.library.progress import progress_bar

    try:
        questions = read_questions(file)
    except DataError as error:
        raise Refused(str(error)) from None
    with reading(db) as opened, progress_bar() as bar:
        tried = try_all(opened, questions, bar, trying=trying)
    measured = summary(tried)
    for each in tried:
        if each.answer is None:
            asked = one_line(each.known.question or f"{each.known.x} and {each.known.y}")[:80]
            click.echo(
                f"Error: {file}:{each.known.line}: nothing of the library is named: {asked!r}.", err=True
            )
    understood = not measured["not_understood"]
    if as_json:
        print_json(measured)
        return understood
    _tell(measured)
    tell_faults([fault for each in tried if each.answer is not None for fault in each.answer.faults])
    wrong = [each for each in tried if not each.right or not each.found]
    for each in wrong if everything else wrong[:_WRONG_SHOWN]:
        known = each.known
        asked = known.question or f"{known.x} and {known.y}"
        verdict = "" if each.right else f"; it is {known.answer}, not {each.verdict or 'undecided'}"
        section = "" if each.found or known.section is None else f"; {known.section} was not found"
        say(f"{file.name}:{known.line}: {asked}{verdict}{section}", 2, hang=2, dim=True)
    if not everything and len(wrong) > _WRONG_SHOWN:
        say(f"... and {len(wrong) - _WRONG_SHOWN} more; --all lists them.", 2, dim=True)
    return understood


def _tell(measured: dict[str, Any]) -> None:
    seconds = measured["seconds"]
    say(f"{measured['questions']:,} questions", bold=True)
    for name, value in (
        ("verdict right", _share(measured["right"], measured["questions"])),
        ("section found", _share(measured["found"], measured["with_section"])),
        ("undecided", str(measured["undecided"])),
        ("not understood", str(measured["not_understood"])),
        ("yes or no amiss", str(measured["yes_or_no_to_other_questions"])),
        ("groundless", str(measured["verdicts_without_citation_or_witness"])),
        ("engine faults", str(measured["faults"])),
        ("time", f"{seconds['median'] * 1000:.0f} ms each, {seconds['total']:.1f} s in all"),
    ):
        pair(name, value, width=18)
    for title in ("by sureness", "by kind", "by relation", "by answer"):
        click.echo()
        click.echo(f"{title:<18}{'questions':>9}  {'right':>6}  {'found':>6}")
        for name, part in measured[title.replace(" ", "_")].items():
            if not part["questions"]:
                continue
            right, found = (
                f"{value / whole:.0%}" if whole else "-"
                for value, whole in (
                    (part["right"], part["questions"]),
                    (part["found"], part["with_section"]),
                )
            )
            click.echo(f"{name:<18}{part['questions']:>9}  {right:>6}  {found:>6}")
    click.echo()


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.1%} ({part:,} of {whole:,})" if whole else "-"
