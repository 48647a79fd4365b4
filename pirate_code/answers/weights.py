"""The weights of answers: what each statement of a ruling counts, and how sure a verdict is."""

from __future__ import annotations

from functools import cache

from pirate_code.data import folder, load_yaml


@cache
def weights() -> dict[str, float]:
    """Every weight of db/verdict_weights.yaml by its name."""
    document = load_yaml(folder("db") / "verdict_weights.yaml")
    data = document.data
    if not isinstance(data, dict) or not all(isinstance(value, int | float) for value in data.values()):
        raise document.error("the file gives every name a number")
    return {str(name): float(value) for name, value in data.items()}
