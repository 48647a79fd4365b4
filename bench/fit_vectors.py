"""Fits db/question_vectors.json: a vector for each gram of questions, and one for each ruling.

    python bench/fit_vectors.py --db LIBRARY

A ruling says yes to a question if its vector and the sum of those of the question's grams point the same way
(pirate_code/answers/vectors.py). Only the questions that rulings answer are learned from, which stand in
rulings/; no file of tests/answers/questions is read. What is learned so is which words turn an answer round,
from all rulings for each. It prints how many questions kept back are answered rightly, then fits all, three
times from different beginnings, which are put side by side: their errors differ. Needs numpy.
"""

from __future__ import annotations

import argparse
import math
import sqlite3
from base64 import b64encode
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from pirate_code.library.question_grams import question_grams
from pirate_code.library.question_vectors import FILE

DIMENSIONS, BEGINNINGS = 16, 3
LEAST = 8  # questions that a gram must stand in
STEPS, RATE, LAST_RATE, FASTER_UNTIL = 100, 0.03, 0.009, 0.7
SHRINK = 2.0  # what holds vectors short
SPREAD = 0.3  # of the numbers that a vector begins with
KEPT_BACK = 0.03  # the share of questions that tells how well it goes
LARGEST = 127  # that a signed byte holds
Array: TypeAlias = npt.NDArray[np.float32]
Numbers: TypeAlias = npt.NDArray[np.int64]


@dataclass
class Vectors:
    """The vectors of grams and of rulings, and what each counts by itself."""

    grams: Array
    rulings: Array
    gram_bias: Array
    ruling_bias: Array

    def parts(self) -> tuple[Array, ...]:
        """All numbers that are fitted."""
        return self.grams, self.rulings, self.gram_bias, self.ruling_bias


class Sparse:
    """A matrix with a row for each question and a column for each gram, most of it nothing."""

    def __init__(self, rows: Sequence[dict[int, float]], columns: int) -> None:
        counts = np.array([len(row) for row in rows])
        self.row = np.repeat(np.arange(len(rows)), counts)
        self.column = np.array([column for row in rows for column in row])
        self.value = np.array([value for row in rows for value in row.values()], dtype=np.float32)
        self.shape = len(rows), columns
        self._by_column = np.argsort(self.column, kind="stable")

    def times(self, other: Array) -> Array:
        """This matrix times another."""
        return summed(self.value[:, None] * other[self.column], self.row, self.shape[0])

    def turned_times(self, other: Array) -> Array:
        """This matrix, rows and columns exchanged, times another."""
        order = self._by_column
        parts = self.value[order, None] * other[self.row[order]]
        return summed(parts, self.column[order], self.shape[1])


def summed(parts: Array, places: Numbers, size: int) -> Array:
    """The sum of all rows of one place, where rows of one place stand together."""
    found = np.zeros((size, parts.shape[1]), dtype=np.float32)
    starts = np.flatnonzero(np.r_[True, places[1:] != places[:-1]])
    found[places[starts]] = np.add.reduceat(parts, starts, axis=0)
    return found


def main() -> None:
    """Fit the vectors and write the file."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--db", type=Path, required=True)
    given = parser.parse_args()
    db = sqlite3.connect(f"{given.db.resolve().as_uri()}?mode=ro", uri=True)
    statement = (
        "SELECT ruling_id, question, answer FROM asked WHERE answer IN ('yes', 'no')"
        " ORDER BY ruling_id, position"
    )
    asked = [(id_, question_grams(question), answer) for id_, question, answer in db.execute(statement)]
    counts = Counter(gram for _, grams, _ in asked for gram in grams)
    rarity = {gram: math.log(len(asked) / count) for gram, count in sorted(counts.items()) if count >= LEAST}
    numbers = {gram: number for number, gram in enumerate(rarity)}
    rows = [weighed(grams, rarity, numbers) for _, grams, _ in asked]
    matrix = Sparse(rows, len(numbers))
    rulings = {id_: number for number, id_ in enumerate(dict.fromkeys(id_ for id_, _, _ in asked))}
    of = np.array([rulings[id_] for id_, _, _ in asked])
    sides = np.array([1 if answer == "yes" else -1 for *_, answer in asked], dtype=np.float32)
    learned = np.random.default_rng(0).random(len(asked)) >= KEPT_BACK
    tried = fitted(matrix, of, sides * learned, len(rulings), 0)
    right = (odds(tried, matrix, of) > 0) == (sides > 0)
    print(
        f"{len(asked)} questions, {len(numbers)} grams; {right[~learned].mean():.3f} of those kept back right"
    )
    found = [fitted(matrix, of, sides, len(rulings), beginning) for beginning in range(BEGINNINGS)]
    FILE.write_text(as_text(found, rarity, list(rulings)), encoding="utf-8")


def weighed(grams: frozenset[str], rarity: dict[str, float], numbers: dict[str, int]) -> dict[int, float]:
    """The known grams of a question by number, rare ones counting more, of length one together."""
    known = [gram for gram in sorted(grams) if gram in rarity]
    length = math.sqrt(sum(rarity[gram] ** 2 for gram in known))
    return {numbers[gram]: rarity[gram] / length for gram in known}


def odds(vectors: Vectors, matrix: Sparse, of: Numbers) -> Array:
    """The logarithm of the odds of yes, for each question by its ruling."""
    both = (matrix.times(vectors.grams) * vectors.rulings[of]).sum(1)
    alone = matrix.times(vectors.gram_bias[:, None])[:, 0]
    found: Array = both + alone + vectors.ruling_bias[of]
    return found


def fitted(matrix: Sparse, of: Numbers, sides: Array, rulings: int, beginning: int) -> Vectors:
    """Vectors that make the known answers likely and stay short (Adam); a side of 0 is not learned from."""
    draw = np.random.default_rng(beginning)
    drawn = [
        (SPREAD * draw.normal(size=(size, DIMENSIONS))).astype(np.float32)
        for size in (matrix.shape[1], rulings)
    ]
    vectors = Vectors(
        drawn[0], drawn[1], np.zeros(matrix.shape[1], np.float32), np.zeros(rulings, np.float32)
    )
    mean = [np.zeros_like(part) for part in vectors.parts()]
    square = [np.zeros_like(part) for part in vectors.parts()]
    order = np.argsort(of, kind="stable")
    for step in range(1, STEPS + 1):
        slope = -sides / (1 + np.exp(np.clip(sides * odds(vectors, matrix, of), -30, 30)))
        held = matrix.times(vectors.grams)
        slopes = (
            matrix.turned_times(slope[:, None] * vectors.rulings[of]) + SHRINK * vectors.grams,
            summed((slope[:, None] * held)[order], of[order], rulings) + SHRINK * vectors.rulings,
            matrix.turned_times(slope[:, None])[:, 0] + SHRINK * vectors.gram_bias,
            summed(slope[order, None], of[order], rulings)[:, 0] + SHRINK * vectors.ruling_bias,
        )
        rate = RATE if step < FASTER_UNTIL * STEPS else LAST_RATE
        for place, (part, by) in enumerate(zip(vectors.parts(), slopes, strict=True)):
            mean[place] += 0.1 * (by - mean[place])
            square[place] += 0.01 * (by**2 - square[place])
            towards = mean[place] / (1 - 0.9**step) / (np.sqrt(square[place] / (1 - 0.99**step)) + 1e-6)
            np.subtract(part, rate * towards, out=part)
    return vectors


def as_text(found: Sequence[Vectors], rarity: dict[str, float], rulings: Sequence[str]) -> str:
    """The file: scales, then a line for each gram and each ruling, with its numbers as signed bytes."""
    share = 1 / len(found)
    alone = np.mean([each.gram_bias for each in found], axis=0)
    grams = np.hstack([*(each.grams for each in found), alone[:, None]])
    # What a gram counts by itself is one dimension more, in which every ruling has a one.
    ones = np.ones((len(rulings), 1), dtype=np.float32)
    of_rulings = np.hstack([*(each.rulings * share for each in found), ones])
    biases = np.mean([each.ruling_bias for each in found], axis=0)
    gram_scale, ruling_scale = (float(np.abs(each).max()) / LARGEST for each in (grams, of_rulings))
    lines = [
        f'"{gram}": [{rarity[gram]:.3f}, "{as_bytes(row, gram_scale)}"]'
        for gram, row in zip(rarity, grams, strict=True)
    ]
    ruled = [
        f'"{id_}": [{bias:.4f}, "{as_bytes(row, ruling_scale)}"]'
        for id_, bias, row in sorted(zip(rulings, biases, of_rulings, strict=True), key=lambda each: each[0])
    ]
    return (
        f'{{"scale": {gram_scale * ruling_scale:.9f},\n"grams": {{\n'
        + ",\n".join(lines)
        + '},\n"rulings": {\n'
        + ",\n".join(ruled)
        + "}}\n"
    )


def as_bytes(row: Array, scale: float) -> str:
    """The numbers of a vector as signed bytes, written in letters."""
    return b64encode(np.round(row / scale).astype(np.int8).tobytes()).decode()


if __name__ == "__main__":
    main()
