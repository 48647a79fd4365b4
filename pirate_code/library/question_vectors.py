"""Reads db/question_vectors.json: vectors of grams and of rulings, fitted by bench/fit_vectors.py."""

from __future__ import annotations

import binascii
import sqlite3
from base64 import b64decode
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from pirate_code.data import DataError, folder, parse_json, read_text
from pirate_code.library import tables

FILE = folder("db") / "question_vectors.json"
_DIMENSIONS_LIMIT = 256


def gram_vector_rows(db: sqlite3.Connection) -> Iterator[tables.Values]:
    """Yield the vector of every gram, and how rare it is."""
    for gram, (rarity, vector) in _vectors("grams"):
        yield tables.values(tables.GramVector, gram=gram, rarity=rarity, vector=vector)


def ruling_vector_rows(db: sqlite3.Connection) -> Iterator[tables.Values]:
    """Yield the vector of every ruling that has one; those that came after the fit have none."""
    scale = float(_read()["scale"])
    rulings = {id_ for (id_,) in db.execute("SELECT id FROM rulings")}
    for id_, (bias, vector) in _vectors("rulings"):
        if id_ in rulings:
            yield tables.values(tables.RulingVector, ruling_id=id_, bias=bias, scale=scale, vector=vector)


@cache
def _read() -> Mapping[str, Any]:
    try:
        data = parse_json(read_text(FILE))
    except ValueError as error:
        raise DataError(str(error), FILE) from None
    if not isinstance(data, dict) or set(data) != {"scale", "grams", "rulings"}:
        raise DataError('the file has "scale", "grams" and "rulings"', FILE)
    if not isinstance(data["scale"], float):
        raise DataError('"scale" is a number', FILE)
    return data


def _vectors(part: str) -> Iterator[tuple[str, tuple[float, bytes]]]:
    """The entries of one part; all vectors are of one length."""
    length: int | None = None
    for name, given in _read()[part].items():
        try:
            number, letters = given
            vector = b64decode(letters, validate=True)
            number = float(number)
        except (TypeError, ValueError, binascii.Error):
            raise DataError(f"{name!r} of {part!r} has a number and a vector in base64", FILE) from None
        length = len(vector) if length is None else length
        if len(vector) != length or not 0 < length <= _DIMENSIONS_LIMIT:
            raise DataError(f"the vector of {name!r} has {len(vector)} numbers, not {length}", FILE)
        yield name, (number, vector)
