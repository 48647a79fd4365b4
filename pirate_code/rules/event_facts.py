"""Facts of events: what the rules note on an event while it goes on, and on which types of events.

`facts.SHOWN.put(roll, 6)` notes one, `facts.SHOWN.of(roll)` reads it. Each has a type; an event holds only
what was noted on it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Generic, TypeAlias, TypeVar, cast

from pirate_code.core.dice import Rolled

if TYPE_CHECKING:
    from pirate_code.board.pose import Pose
    from pirate_code.board.refs import Part, Ref
    from pirate_code.board.state import Lasting
    from pirate_code.rules.event import Event
    from pirate_code.rules.happen.shooting import Load
    from pirate_code.rules.program.context import Context
    from pirate_code.rules.program.event_spec import EventSpec
    from pirate_code.rules.program.filters import Filter
    from pirate_code.rules.program.ops import Op

T = TypeVar("T")
D = TypeVar("D")


class AnyFact:
    """A fact by its name: one sentence about it, and the types of events it is noted on (none: any)."""

    __slots__ = ("about", "name", "on")

    def __init__(self, name: str, about: str, *on: str) -> None:
        self.name = name
        self.about = about
        self.on = on
        FACTS[name] = self

    def is_known(self, event: Event) -> bool:
        """Whether it has been noted on an event."""
        return self in event.facts

    def forget(self, event: Event) -> None:
        """Take it off an event."""
        event.facts.pop(self, None)

    def __repr__(self) -> str:
        return f"<fact {self.name}>"


FACTS: dict[str, AnyFact] = {}  # by name
Facts: TypeAlias = dict[AnyFact, object]  # what is noted on one event


class Fact(AnyFact, Generic[T]):
    """A fact with a value."""

    __slots__ = ()

    def put(self, event: Event, value: T) -> None:
        """Note it on an event."""
        event.facts[self] = value

    def of(self, event: Event) -> T:
        """Its value on an event that has it; KeyError if it was not noted."""
        return cast("T", event.facts[self])

    def get(self, event: Event, default: D) -> T | D:
        """Its value on an event, or another if it was not noted."""
        return cast("T", event.facts[self]) if self in event.facts else default


class Flag(Fact[bool]):
    """A fact that is so or not."""

    __slots__ = ()

    def of(self, event: Event) -> bool:
        """Whether it is so; what was not noted is not."""
        return bool(event.facts.get(self))


class Growing(Fact[T]):
    """A list, set or table that grows while the event goes on; empty at first."""

    __slots__ = ("_make",)

    def __init__(self, make: Callable[[], T], name: str, about: str, *on: str) -> None:
        super().__init__(name, about, *on)
        self._make = make

    def of(self, event: Event) -> T:
        """What has come together so far."""
        return cast("T", event.facts[self]) if self in event.facts else self._make()

    def to_grow(self, event: Event) -> T:
        """The same, to add to it."""
        if self not in event.facts:
            event.facts[self] = self._make()
        return cast("T", event.facts[self])


# --- on any event -----------------------------------------------------------------------------------------

ACTED: Growing[dict[tuple[str, int], int]] = Growing(
    dict, "acted", "Which piece acted on it, for each ability that acts once."
)
BARS: Growing[list[Lasting]] = Growing(list, "bars", "Effects that hold as long as it goes on.")
CTX: Fact[Context] = Fact("ctx", "What the ability that makes it happen sees.")
DECLINED: Growing[list[tuple[int, Op]]] = Growing(
    list, "declined", "Abilities that their players did not want to use."
)
FAILED = Flag("failed", "It was begun and came to nothing: it did not happen.")
REPLACED = Flag("replaced", "Something else happened instead.")
KEPT = Flag("kept", "What was to be lost is kept by an ability that is sure, and nothing else goes for it.")
SPEC: Fact[EventSpec] = Fact("spec", "The words of the ability that makes it happen.")

# --- on an action that is given ----------------------------------------------------------------------------

ADDED: Fact[tuple[str, ...]] = Fact("added", "Segments that a roll adds to the move of this action.", "give")
AS_COST = Flag("as_cost", "The action is given up for something else.", "give")
BEGUN: Fact[Event] = Fact("begun", "The event `begin` of the move.", "give")
DISTANCE: Fact[tuple[str, ...]] = Fact(
    "distance", "The segments of the move, where an ability tells them.", "give"
)
EXPLORED = Flag("explored", "She has explored with this move action.", "give")
FIRED = Flag("fired", "She has shot with this move action.", "give")
FREE = Flag("free", "She shoots without using the action up.", "give")
HITS: Growing[dict[int, int]] = Growing(
    dict, "hits", "How often each target was hit in this action.", "give", "shoot", "make"
)
LOADS: Growing[dict[Part, Load]] = Growing(
    dict, "loads", "The special shot that each cannon is loaded with.", "give"
)
LOADED: Growing[list[int]] = Growing(list, "loaded", "The cards whose special shots are in use.", "give")
LOADING: Fact[Part] = Fact("loading", "The only cannon that may be loaded now, for a new shot.", "give")
MOVER: Fact[int | None] = Fact("mover", "The player who steers her in this action.", "give")
MOVES: Fact[int] = Fact("moves", "How many times she moves her base move.", "give")
ONE_SHOT = Flag("one_shot", "She makes no further shot in this action.", "give")
OVER = Flag("over", "Her move is over before its end.", "give")
PATH: Fact[list[int]] = Fact("path", "What lies in the path of a wave.", "give")
REACHED: Growing[set[int]] = Growing(
    set, "reached", "Ships that a part of her has reached on the way, and may have touched.", "give"
)
TWO_DICE: Fact[int] = Fact("two_dice", "The ship that takes the better of two dice for each cannon.", "give")
USED_UP: Growing[list[Part]] = Growing(
    list, "used_up", "Cannons that have been used for another attack.", "give"
)

# --- on a move --------------------------------------------------------------------------------------------

DOCKED: Growing[list[tuple[int, int, bool]]] = Growing(
    list, "docked", "Who docked where on the way, and whether she had marked it.", "give", "move", "dock"
)
MOVED = Flag("moved", "She has moved at all.", "give", "move", "rotate")
TERRAIN: Growing[set[int]] = Growing(set, "terrain", "Terrain that has acted already.", "give", "move")
TOKENS: Growing[set[int]] = Growing(set, "tokens", "Tokens that she has run into.", "give", "move")
TOW_TERRAIN: Growing[set[int]] = Growing(
    set, "tow_terrain", "Terrain that has acted on the ship in tow.", "give", "move"
)
ACTION = Flag("action", "It is the move of a move action.", "move")
CONTACT = Flag("contact", "She has run into something.", "move")
DIRECTION: Fact[float] = Fact("direction", "The only heading in which she may go.", "move")
DISPLACED = Flag("displaced", "Something put her elsewhere: her move is over.", "move")
LEGS: Fact[list[tuple[tuple[str, ...], tuple[str, ...]]]] = Fact(
    "legs", "The stretches of the move, each with its base and added segments.", "move"
)
SEGMENTS: Fact[list[str]] = Fact("segments", "The segments by which a force moves a piece.", "move")
SIDEWAYS = Flag("sideways", "She may go without turning her bow.", "move", "give")
POSE: Fact[Pose] = Fact("pose", "Where the piece comes to lie.", "move", "place", "rotate", "reverse")
IGNORED: Growing[list[int]] = Growing(list, "ignored", "Terrain that she ignores on the way.", "move")

# --- on what ships do to each other -------------------------------------------------------------------------

BOARDED = Flag("boarded", "The two ships have boarded already.", "ram")
RAMMED = Flag("rammed", "The touch was a ram, and more than a touch.", "touch")
TIED = Flag("tied", "Both rolled the same.", "board")
CLOSED: Fact[tuple[int, int]] = Fact(
    "closed", "The ability whose attack it is: no other may change it.", "fire", "make"
)
BURNT = Flag("burnt", "A fire mast took the hit.", "hit")
CHOOSER: Fact[int] = Fact("chooser", "The player who chooses the mast.", "hit")
HIT_IGNORED = Flag("hit_ignored", "The hit does nothing.", "hit")
LANDED = Flag("landed", "The hit has done what hits do.", "hit")
OF_ACTION: Fact[int] = Fact("of_action", "Which hit of the action it is, on its target.", "hit")
OF_TURN: Fact[int] = Fact("of_turn", "Which hit of the turn it is, on its target.", "hit")
LOST = Flag("lost", "Something was lost by it.", "hit", "damage")
SPENT: Growing[set[Part]] = Growing(set, "spent", "Cannons that have shot.", "shoot")
SUCCEEDED = Flag("succeeded", "A shot did damage.", "shoot")

# --- on rolls and the rest ----------------------------------------------------------------------------------

FELLED = Flag("felled", "A mast was felled by it.", "roll")
REROLLED: Growing[tuple[int | None, ...]] = Growing(
    tuple, "rerolled", "The pieces that have had it rolled again.", "roll"
)
BECAUSE: Fact[str] = Fact(
    "because", "What lets it be done, in words for the account.", "shoot", "give", "roll"
)
THROW: Fact[list[Event]] = Fact("throw", "The dice that are rolled together with it, in order.", "roll")
RATING = Flag("rating", "It is the rating of a piece of terrain.", "roll")
MARGIN: Fact[Rolled] = Fact("margin", "By how much the boarding was won.", "win")
SHOWN: Fact[Rolled] = Fact("shown", "The face of the die.", "roll")
TWO_SHOWN: Fact[tuple[Rolled, Rolled]] = Fact(
    "two_shown", "The faces of two dice: that which was chosen, and the other.", "roll"
)
ALL: Fact[Sequence[Ref]] = Fact("all", "Everything that is looked at together.", "look_at")
AT_ONCE: Growing[tuple[Ref, ...]] = Growing(
    tuple, "at_once", "Everything that is lost at one stroke with it.", "eliminate"
)
FILTER: Fact[Filter] = Fact("filter", "What the piece becomes.", "become")
LEFT: Growing[set[int]] = Growing(
    set, "left", "Treasure that an ability has left lying where it was found.", "explore"
)
LOADS_LEFT: Fact[int] = Fact("loads_left", "How much more treasure she may load here.", "explore")
LENT = Flag("lent", "Only an ability lets her explore here.", "explore")


def is_own_price(event: Event | None, player: int) -> bool:
    """Whether a player pays with what is lost, and need not save it.

    Ruling sacrifice-action-with-a-doctor-aboard.
    """
    ctx = CTX.get(event, None) if event is not None else None
    return ctx is not None and ctx.paying and ctx.player == player
