"""Exports the library as a static site: pages of one script, data in a few files, and a service worker.

Every address in it is relative, so it works at any place of any host. The same library gives the same bytes.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from dataclasses import dataclass
from pathlib import Path

import pirate_code
from pirate_code.library.storage import Progress, silent
from pirate_code.offline import folder, icons
from pirate_code.offline.filters import search_table
from pirate_code.offline.packing import Data, compact, compressed_size, cut
from pirate_code.offline.records import Records

_OWN = Path(__file__).parent / "static"
_OF_SERVER = Path(pirate_code.__file__).parent / "web" / "static"  # what the server's own pages have, too
_STYLES = (_OF_SERVER / "pirate.css", _OF_SERVER / "collection.css", _OWN / "site.css")
_FIRST = _OWN / "library.js"  # it takes the data
_SCRIPTS = (
    _OF_SERVER / "naming.js",
    *(_OWN / name for name in ("query.js", "words.js", "numbers.js", "plain.js", "search.js")),
    *(_OF_SERVER / name for name in ("collection.js", "workbook.js", "collection_table.js")),
    *(_OWN / name for name in ("parts.js", "pages.js", "finding.js", "holding.js", "site.js")),
)
_ICON_SIZES = (180, 192, 512)
_COUNTED = ("pieces", "abilities", "keywords", "rulings", "errata", "sets", "terms")
_DIGITS = 12


@dataclass(frozen=True)
class SiteReport:
    """What was written."""

    out: Path
    version: str
    files: int
    size: int
    compressed: int  # as a host sends it
    largest: int  # of one file, compressed
    counts: dict[str, int]


def export_site(db: sqlite3.Connection, out: Path, progress: Progress = silent) -> SiteReport:
    """Write the library as a site into a folder; DataError if that folder cannot be had."""
    folder.check(out)
    counts = _counts(db)
    files = site_files(db, counts, progress)
    folder.fill(out, files)
    listed = json.loads(files[folder.LIST])
    size = sum(map(len, files.values()))
    sent = [compressed_size(content) for content in files.values()]
    return SiteReport(out, listed["version"], len(files), size, sum(sent), max(sent), counts)


def site_files(
    db: sqlite3.Connection, counts: dict[str, int], progress: Progress = silent
) -> dict[str, bytes]:
    """Return every file of the site by its name; those that lead to the others come last."""
    records = Records(db, progress)
    tables = records.tables() | {"search": search_table(db, records.ids, progress)}
    files = {
        file: script for name, data in tables.items() for file, script in _data_scripts(name, data).items()
    }
    named = list(files)
    for script in (_FIRST, *_SCRIPTS):
        files[script.name] = script.read_bytes()
    files["pirate.css"] = b"".join(style.read_bytes() for style in _STYLES)
    files["icon.svg"] = icons.svg().encode()
    for size in _ICON_SIZES:
        files[f"icon-{size}.png"] = icons.png(size)
    files["manifest.webmanifest"] = (_OWN / "manifest.webmanifest").read_bytes()
    files[".nojekyll"] = b""
    files["index.html"] = _page(named)
    worker = (_OWN / "worker.js").read_text(encoding="utf-8")
    version = f"{pirate_code.__version__}+{_digest(files | {'worker.js': worker.encode()})}"
    about = {"version": version, "counts": counts, "origins": _origins(db)}
    files["data/about.js"] = _data_script("about", about)
    kept = ["./", *(name for name in files if name not in (".nojekyll", "index.html"))]
    files["worker.js"] = (
        worker.replace('"FILES"', compact(kept)).replace('"VERSION"', compact(version)).encode()
    )
    listed = {"format": folder.FORMAT, "version": version, "counts": counts, "files": [*files, folder.LIST]}
    files[folder.LIST] = (json.dumps(listed, indent=1) + "\n").encode()
    return files


def _data_script(name: str, data: Data) -> bytes:
    """Return data as a script, for a page that was opened from a disk may read nothing else."""
    return f"pirateCode.take({compact(name)}, {compact(data)});\n".encode()


def _data_scripts(name: str, data: Data) -> dict[str, bytes]:
    """Return the files of a table: one, or several that are taken one after the other."""
    parts = cut(data)
    if len(parts) == 1:
        return {f"data/{name}.js": _data_script(name, data)}
    return {f"data/{name}-{number}.js": _data_script(name, part) for number, part in enumerate(parts, 1)}


def _page(data: list[str]) -> bytes:
    """Return the one page, with its scripts in their order."""
    scripts = (_FIRST.name, "data/about.js", *data, *(script.name for script in _SCRIPTS))
    tags = "\n".join(f'<script src="{name}" defer></script>' for name in scripts)
    return (_OWN / "index.html").read_text(encoding="utf-8").replace("<!-- scripts -->", tags).encode()


def _counts(db: sqlite3.Connection) -> dict[str, int]:
    return {name: db.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in _COUNTED}


def _origins(db: sqlite3.Connection) -> dict[str, int]:
    """Return how many pieces are built in, and how many come from an imported sheet."""
    return dict(db.execute("SELECT origin, count(*) FROM pieces GROUP BY 1 ORDER BY 1").fetchall())


def _digest(files: dict[str, bytes]) -> str:
    digest = hashlib.sha256()
    for name, content in files.items():
        digest.update(f"{name} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()[:_DIGITS]
