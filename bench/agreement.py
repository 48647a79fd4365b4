"""Tries the claims of the rulings by experiment and tells how many agree, differ and stay open.

Usage: python -m bench.agreement [--db PATH] [--all] [--sample N] [--read N] [--seed S] [--processes N]
       [--cluster ADDRESS]
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path
from random import Random

from rich.console import Console
from rich.table import Table

from bench.running import add_options, executor
from pirate_code.answers.agreement import (
    ComparedClaim,
    Source,
    claims_to_try,
    compare,
    counted,
    faults_of,
    known_conflicts,
)
from pirate_code.library.opening import open_library
from pirate_code.library.progress import progress_bar


def main() -> None:
    """Try the claims and print the counts, and what differs."""
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--db", type=Path, help="a library; the default one if absent")
    options.add_argument("--sample", type=int, metavar="N", help="try only so many claims, drawn by --seed")
    options.add_argument(
        "--read",
        type=int,
        default=0,
        metavar="N",
        help="tell so many agreements with their worlds, to read by hand",
    )
    options.add_argument("--seed", type=int, default=0, help="what is drawn by --sample and --read")
    options.add_argument("--all", action="store_true", help="tell the claims that stay open, too")
    add_options(options)
    given = options.parse_args()
    db = open_library(given.db)
    claims = claims_to_try(db)
    if given.sample is not None:
        claims = Random(given.seed).sample(claims, min(given.sample, len(claims)))
    with executor(given) as workers, progress_bar() as bar:
        found = compare(db, claims, bar, workers)
    report(found, everything=given.all)
    agreeing = [each for each in found if each.outcome == "agree"]
    for each in Random(given.seed).sample(agreeing, min(given.read, len(agreeing))):
        print(f"\n{each.source}: {each}")
        _tell_worlds(each)


def _tell_worlds(compared: ComparedClaim) -> None:
    """Print the position and what comes of it in each world."""
    if compared.finding is None:
        return
    witness = compared.finding.witness
    print("   ", " ".join(witness.position))
    for world in witness.worlds:
        print(f"    {world.name}: {' '.join(world.outcome)}")
        print(f"      {' '.join(world.happened)}")


def report(found: list[ComparedClaim], *, everything: bool) -> None:
    """Print the counts by relation, and every claim that differs."""
    console = Console()
    table = Table("relation", "agree", "differ", "open", title="Claims tried by experiment")
    for relation in sorted({each.relation for each in found}):
        of = Counter(each.outcome for each in found if each.relation == relation)
        table.add_row(relation, str(of["agree"]), str(of["conflict"]), str(of["undecided"]))
    total = counted(found)
    table.add_row("all", str(total["agree"]), str(total["conflict"]), str(total["undecided"]))
    console.print(table)
    _tell_sources(console, found)
    for each in found:
        if each.outcome == "conflict":
            known = known_conflicts().get(each.key)
            console.print(f"{each}{f' (known: {known})' if known else ' (NOT KNOWN)'}", soft_wrap=True)
        elif everything and each.outcome == "undecided":
            console.print(f"open: {each}", soft_wrap=True)
    faults = faults_of(found)
    console.print(f"Faults of the engine: {len(faults)}")
    for fault in faults:
        console.print(f"  {fault}", soft_wrap=True, markup=False)


_SOURCES: dict[Source, str] = {
    "own": "in a position of the ruling that claims it (the claim against its own scenario)",
    "other": "in positions of other rulings",
    "made": "on made tables",
}


def _tell_sources(console: Console, found: list[ComparedClaim]) -> None:
    """Print how much is decided and agrees, and where: a ruling's own position is no independent witness."""
    decided = [each for each in found if each.outcome != "undecided"]
    agreeing = sum(each.outcome == "agree" for each in decided)
    console.print(f"Decided: {_share(len(decided), len(found))}")
    console.print(f"Of these agree: {_share(agreeing, len(decided))}")
    for source, words in _SOURCES.items():
        of = [each for each in decided if each.source == source]
        agree = sum(each.outcome == "agree" for each in of)
        console.print(f"  {words}: {len(of)}, of which agree {agree}")


def _share(part: int, whole: int) -> str:
    return f"{part} of {whole} ({part / max(whole, 1):.0%})"


if __name__ == "__main__":
    main()
