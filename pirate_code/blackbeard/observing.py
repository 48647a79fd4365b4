"""The table as one player sees it: other hands, decks, cups and merchants face down are hidden."""

from __future__ import annotations

from pirate_code.blackbeard.state import Snapshot, State
from pirate_code.core.dice import Dice

HIDDEN = "hidden"


def observe(state: State, player: int) -> State:
    """A copy of the position without what the player cannot know; as many hidden cards as there are."""
    seen = Snapshot(state).restore()
    seen.dice = Dice(0)
    for seat, other in enumerate(seen.players):
        if seat != player:
            other.hand = [HIDDEN] * len(other.hand)
            other.pirates = [HIDDEN] * len(other.pirates)
    for here in seen.ports.values():
        if here.merchant is not None and not here.merchant.face_up:
            here.merchant.counter = HIDDEN
    seen.deck = [HIDDEN] * len(seen.deck)
    seen.pirate_deck = [HIDDEN] * len(seen.pirate_deck)
    for cup in (seen.merchants, seen.hostages, seen.warship_cup, seen.commissioner_cup):
        cup[:] = [HIDDEN] * len(cup)
    return seen
