"""The weights of answers: what each sign (db/weights.yaml) and statement (db/verdict_weights.yaml) counts."""

from __future__ import annotations

from functools import cache

from pirate_code.data import folder, load_yaml


@cache
def weights() -> dict[str, float]:
    """Every weight by its name."""
    return _read("weights.yaml") | _read("verdict_weights.yaml")


def _read(name: str) -> dict[str, float]:
    document = load_yaml(folder("db") / name)
    data = document.data
    if not isinstance(data, dict) or not all(isinstance(value, int | float) for value in data.values()):
        raise document.error("the file gives every name a number")
    return {str(name): float(value) for name, value in data.items()}
