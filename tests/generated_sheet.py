"""A sheet that is as large as the community's, which is not part of the repository."""

from __future__ import annotations

import csv
import itertools
from pathlib import Path

from pirate_code.library import storage

PIECES = 2_731  # of the library with the whole sheet
LINES = 1_013  # ability lines of it


def generated_sheet(built: Path, folder: Path) -> Path:
    """A sheet of pieces that nobody printed, as many as the community's has, with as many lines."""
    with storage.connect(built) as db:
        (pieces,) = db.execute("SELECT count(*) FROM pieces").fetchone()
        lines = [row[0] for row in db.execute("SELECT corrected FROM abilities WHERE tree_json IS NOT NULL")]
    wanted = PIECES - pieces
    pairs = (f"{one} {other}" for one, other in itertools.permutations(lines, 2) if one.endswith("."))
    told = list(itertools.islice(itertools.chain(lines, pairs), LINES))
    ranks = itertools.cycle(itertools.product("23456", "SL"))
    path = folder / "generated.csv"
    with path.open("w", encoding="utf-8", newline="") as sheet:
        rows = csv.writer(sheet)
        rows.writerow(
            ("Faction", "Type", "Name", "Point Cost", "Masts", "Cargo", "Base Move", "Cannons", "Ability")
        )
        for number in range(wanted):
            masts = number % 5 + 1
            cannons = "-".join("".join(next(ranks)) for _ in range(masts))
            name = f"Ship of the Line {number}"
            rows.writerow(("English", "Ship", name, 9, masts, 3, "S+L", cannons, told[number % LINES]))
    (folder / "generated.yaml").write_text("code: GEN\nname: Generated\n", encoding="utf-8")
    return path
