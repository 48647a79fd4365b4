"""How words put things otherwise than the rules and the cards do."""

from __future__ import annotations

from pirate_code.language import tree as t


def plain(name: str) -> str:
    """A name as a text may write it: "Jail" is the card Jail!, and "and" may stand for "&"."""
    return name.strip("!?.\"'").replace("&", "and").casefold()


# What is spoken of and lies nowhere on the table: no search finds it.
NO_PIECES = frozenset(
    {"hit", "shot", "turn", "ability", "result", "roll", "die_roll", "action", "boarding_party"}
)

# What words call otherwise than the rules: a treasure that is placed to a ship is loaded, a mast that is
# "removed" is eliminated.
MAY_BE = frozenset({("place", "load"), ("remove", "eliminate")})

# What befalls a ship is told of her as if she did it: "when this ship sinks".
BEFALLS = frozenset({"sink"})

# The events by which a ship comes to be called so.
DONE_TO = {"rammed": frozenset({"ram"}), "boarded": frozenset({"board", "initiate", "win"})}

_SEEN = frozenset({"surround", "pin"})
# Words before a noun that tell how it is chosen or counted, and narrow nothing.
PLAIN_STATES = frozenset(
    {"extra", "random", "standard", "printed", "in_play", "more", "second", "additional", "target", "same"}
)


def is_seen(said: t.Pieces) -> bool:
    """Whether words name a thing by what the table shows: "the ship that pinned you"."""
    return any(isinstance(one, t.Involved) and one.event.type in _SEEN for one in said.filters)
