"""Makes the files that sheets.yaml describes; large ones are written piece by piece."""

from __future__ import annotations

import itertools
import os
import struct
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

PIECE = 1 << 16
NAMESPACE = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKINGS = {"deflate": zipfile.ZIP_DEFLATED, "bzip2": zipfile.ZIP_BZIP2}


def pieces(text: Any) -> Iterator[str]:
    """The text of a recipe: as it is, a list of texts, or one that is repeated."""
    if isinstance(text, list):
        for part in text:
            yield from pieces(part)
    elif isinstance(text, dict):
        yield from pieces(text.get("before", ""))
        yield from _repeated("".join(pieces(text["repeat"])), text["times"])
        yield from pieces(text.get("then", ""))
    else:
        yield str(text)


def _repeated(text: str, times: int) -> Iterator[str]:
    at_once = max(1, PIECE // max(1, len(text)))
    yield from itertools.repeat(text * at_once, times // at_once)
    yield text * (times % at_once)


def make(entry: dict[str, Any], folder: Path) -> Path:
    """Make the file of an entry in this folder."""
    if "path" in entry:
        return _special(str(entry["path"]), folder)
    if "xlsx" in entry:
        path = folder / "pieces.xlsx"
        _workbook(entry["xlsx"], path)
        return path
    path = folder / "pieces.csv"
    with path.open("wb") as file:
        if "bytes" in entry:
            file.write(bytes.fromhex(str(entry["bytes"])))
        for piece in pieces(entry.get("csv", "")):
            file.write(piece.encode())
    return path


# ---------------------------------------------------------------- workbooks


def _workbook(recipe: dict[str, Any], path: Path) -> None:
    packing = PACKINGS[recipe.get("packing", "deflate")]
    with zipfile.ZipFile(path, "w", packing, compresslevel=1) as archive:
        for name, text in _parts(recipe).items():
            with archive.open(name, "w") as part:
                for piece in pieces(text):
                    part.write(piece.encode())
    if "tamper" in recipe:
        path.write_bytes(TAMPERED[recipe["tamper"]](path.read_bytes()))


def _parts(recipe: dict[str, Any]) -> dict[str, Any]:
    if "only" in recipe:
        return dict(recipe["only"])
    given = recipe["sheets"]
    sheets = [given["same"]] * given["times"] if isinstance(given, dict) else given
    numbers = range(1, len(sheets) + 1)
    names = "".join(f'<sheet name="Sheet{n}" sheetId="{n}" r:id="r{n}"/>' for n in numbers)
    targets = {n: recipe.get("target", f"worksheets/sheet{n}.xml") for n in numbers}
    links = "".join(f'<Relationship Id="r{n}" Type="x/worksheet" Target="{targets[n]}"/>' for n in numbers)
    strings = '<Relationship Id="s" Type="x/sharedStrings" Target="sharedStrings.xml"/>'
    extent = f'<dimension ref="{recipe["extent"]}"/>' if "extent" in recipe else ""
    parts: dict[str, Any] = {
        "xl/workbook.xml": f'<workbook xmlns:r="{RELATIONS}"><sheets>{names}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f"<Relationships>{links}{strings}</Relationships>",
        "xl/sharedStrings.xml": ["<sst>", recipe.get("texts", ""), "</sst>"],
    }
    for n, rows in zip(numbers, sheets, strict=True):
        parts[f"xl/worksheets/sheet{n}.xml"] = [
            f'<worksheet xmlns="{NAMESPACE}">{extent}<sheetData>',
            rows,
            "</sheetData>",
            recipe.get("after", ""),
            "</worksheet>",
        ]
    parts |= {f"more/{n}.xml": "<x/>" for n in range(recipe.get("many_parts", 0))}
    parts |= recipe.get("parts", {})
    parts.pop(recipe.get("without", ""), None)
    return parts


# ---------------------------------------------------------------- archives that lie

LOCAL, CENTRAL = b"PK\x03\x04", b"PK\x01\x02"


def _entry_of_first_sheet(raw: bytes) -> int:
    """Where the table of contents speaks of the first sheet."""
    return raw.rindex(CENTRAL, 0, raw.rindex(b"xl/worksheets/sheet1.xml"))


def _with_size(raw: bytes, size: int) -> bytes:
    at = _entry_of_first_sheet(raw) + 24
    return raw[:at] + struct.pack("<L", size) + raw[at + 4 :]


def _locked(raw: bytes) -> bytes:
    changed = bytearray(raw)
    changed[_entry_of_first_sheet(raw) + 8] |= 1
    return bytes(changed)


def _scratched(raw: bytes) -> bytes:
    at = raw.index(b"xl/worksheets/sheet1.xml") + 60
    return raw[:at] + bytes(byte ^ 0x55 for byte in raw[at : at + 40]) + raw[at + 40 :]


def _overlapping(raw: bytes) -> bytes:
    """All sheets are the first: the table of contents points to the same bytes again and again."""
    first = _entry_of_first_sheet(raw)
    offset = raw[first + 42 : first + 46]
    changed, at = bytearray(raw), raw.index(CENTRAL)
    while at >= 0:
        name = raw[at + 46 : at + 46 + int.from_bytes(raw[at + 28 : at + 30], "little")]
        if name.startswith(b"xl/worksheets/") and len(name) == len(b"xl/worksheets/sheet1.xml"):
            changed[at + 42 : at + 46] = offset
            changed[at + 16 : at + 28] = raw[first + 16 : first + 28]
        at = raw.find(CENTRAL, at + 1)
    return bytes(changed)


TAMPERED: dict[str, Callable[[bytes], bytes]] = {
    "says it is small": lambda raw: _with_size(raw, 10),
    "says it is large": lambda raw: _with_size(raw, 0xFFFFFFF0),
    "is cut off": lambda raw: raw[: len(raw) // 2],
    "is scratched": _scratched,
    "is locked": _locked,
    "lie over each other": _overlapping,
}


# ---------------------------------------------------------------- what is no file


def _special(kind: str, folder: Path) -> Path:
    if kind.startswith("/"):
        return Path(kind)
    path = folder / "pieces.csv"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    elif kind == "loop":
        path.symlink_to(path)
    elif kind == "dangling":
        path.symlink_to(folder / "nothing.csv")
    elif kind == "link to a pipe":
        os.mkfifo(folder / "pipe")
        path.symlink_to(folder / "pipe")
    else:
        raise ValueError(f"there is no recipe for {kind!r}")
    return path
