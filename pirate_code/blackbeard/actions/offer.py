"""How an action is offered: whose it is, what is done, and about what."""

from __future__ import annotations

from pirate_code.blackbeard.decision import Option
from pirate_code.blackbeard.state import Pirate


def offer(pirate: Pirate, do: str, about: str | None = None) -> Option:
    """The option of an action."""
    answer = {"pirate": pirate.id, "do": do, "about": about}
    name = f"{pirate.id}: {do}" if about is None else f"{pirate.id}: {do} {about}"
    return Option(answer, name, (pirate.id,) if about is None else (pirate.id, about))
