"""How an action is offered: whose it is, what is done, and about what."""

from __future__ import annotations

from functools import lru_cache

from pirate_code.blackbeard.decision import Option
from pirate_code.blackbeard.state import Pirate

_OFFERS = 8_192  # options that are kept


def offer(pirate: Pirate, do: str, about: str | None = None) -> Option:
    """The option of an action."""
    return _offer(pirate.id, do, about)


@lru_cache(maxsize=_OFFERS)
def _offer(pirate: str, do: str, about: str | None) -> Option:
    """An option, which nobody changes, is made once."""
    name = f"{pirate}: {do}" if about is None else f"{pirate}: {do} {about}"
    refs = (pirate,) if about is None else (pirate, about)
    return Option({"pirate": pirate, "do": do, "about": about}, name, refs)
