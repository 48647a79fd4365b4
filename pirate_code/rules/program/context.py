"""What an ability can see: its piece, its ship, its player, the event it reacts to, and the game.

`Engine` lists what programs ask of the game. The game itself stands above this package.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeGuard

from pirate_code.board.refs import Part, Ref
from pirate_code.board.state import Lasting, Piece, State
from pirate_code.core.dice import Rolled
from pirate_code.rules.event import Cause, Event

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pirate_code.board.card import Cannon
    from pirate_code.rules.decision import AbilityInfo, Answer, Kind, Option, Steps

Value = Rolled | tuple[str, ...] | str | None


def is_number(value: Value) -> TypeGuard[Rolled]:
    """Whether a value is a number."""
    return isinstance(value, int)


class Engine(Protocol):
    """What a program asks of the game that it runs in."""

    state: State

    # What can be seen.
    def held(self, state: str, ref: Ref) -> bool | None:
        """Whether an ability keeps a thing in a state, or out of it; None if none speaks of that."""

    def counts_as(self, ref: Ref, noun: str) -> bool:
        """Whether an ability says that a thing counts as one of a noun."""

    def has_counting_abilities(self) -> bool:
        """Whether any ability says that something counts as something else."""

    def allows(self, event: Event) -> bool:
        """Whether an event may happen, as things stand."""

    def forbids(self, event: Event) -> bool:
        """Whether an ability says that an event cannot happen."""

    def permits(self, event: Event) -> bool:
        """Whether an ability says that an event may happen."""

    def stat(self, stat: str, ref: Ref, event: Event | None = None) -> Value:
        """A stat of a thing as it is now."""

    def nation(self, piece: Piece) -> str | None:
        """The nationality that a piece has now."""

    def keywords(self, piece: Piece) -> frozenset[str]:
        """The keywords that a piece has now."""

    def cannon(self, part: Part) -> Cannon:
        """A cannon as it is now."""

    def lender(self, part: Part) -> int | None:
        """The piece whose ability gives a cannon."""

    def reaches(self, mast: Part, target: Piece, most: float, least: float) -> bool:
        """Whether some part of a target lies between two distances of a mast, and is in sight of it."""

    def moves_without_masts(self, ship: Piece) -> bool:
        """Whether an ability would give a ship a base move if she had no masts."""

    def space_left(self, ship: Piece) -> int:
        """How much more cargo a ship can take."""

    def comes_back(self, loss: Event) -> bool:
        """Whether what is lost would be put in play again at once."""

    def is_kept(self, loss: Event) -> bool:
        """Whether an ability keeps something from being lost, without a roll."""

    def value_was_changed(self, ctx: Context) -> bool:
        """Whether a treasure changed the value of another."""

    def name(self, ref: Ref | None) -> str:
        """A piece by its name, for people."""

    def name_for(self, ref: Ref, player: int) -> str:
        """A thing by its name, as far as a player may know it."""

    # What can be done.
    def propose(self, event: Event) -> Steps[bool]:
        """Let an event happen, through the pipeline."""

    def choose(
        self,
        player: int,
        kind: Kind,
        options: Sequence[Option],
        *,
        subject: Ref | None = None,
        event: str | None = None,
    ) -> Steps[Answer]:
        """Ask a player."""

    def agrees(self, player: int, event: str, subject: Ref, *refs: Ref) -> Steps[bool]:
        """Ask a player whether an event that the rules offer is to happen."""

    def uses(self, player: int, ability: AbilityInfo, subject: Ref, event: Event | None) -> Steps[bool]:
        """Ask a player whether to use an ability of the subject."""

    def roll(self, event: Event) -> Steps[Rolled]:
        """Roll a die."""

    def throw(self, dice: list[Event]) -> Steps[None]:
        """Roll dice together."""

    def respond(self, moment: str, event: Event) -> Steps[None]:
        """Let abilities answer an event at that moment."""

    def begin(self, lasting: Lasting) -> None:
        """Put an effect in force that lasts."""

    def bar(self, event: Event, lasting: Lasting) -> None:
        """Put an effect in force that holds as long as an event goes on."""

    def lift(self, lasting: Lasting) -> None:
        """End an effect that lasts."""


class Context:
    """What one ability can see while it is read or carried out.

    `said` are the things that its words have met, oldest first: "that ship" is the last ship among them.
    """

    # Defaults that most contexts keep stand on the class: a context is made for every ability that is asked.
    aboard: int | None = None  # the ship that the card was on when its ability was used
    together: tuple[Ref, ...] = ()  # what was last chosen or lost in one go: "them", "each"
    met: tuple[Ref, ...] = ()  # what its condition has met, where that may be several: "the other ship"
    bound: int | None = None  # the ship that an effect that lasts began on
    result: Rolled = 0
    count = 0
    paying = False  # whether what is lost now is a price
    attempt = False  # whether a price was paid for an attempt
    forestalled = False  # whether something came in the place of what it told to happen
    asked = True  # whether the player did what was last offered: "if you do"

    def __init__(
        self, game: Engine, source: int, player: int, event: Event | None = None, ability: int = 0
    ) -> None:
        self.game = game
        self.source = source
        self.player = player
        self.event = event
        self.ability = ability
        self.said: list[Ref] = []
        self.target: Ref | None = None  # the piece that was chosen as "a target"
        self.results: dict[Ref, Rolled] = {}  # where something is rolled for each of several things
        self.shot: list[Lasting] = []  # what holds for the shot that the ability fires
        self.shown: tuple[Ref, ...] = ()  # what lies face down, and its controller shows to the player
        self.settler: int | None = None  # the player who chooses where several have the most or fewest

    @property
    def state(self) -> State:
        """The position."""
        return self.game.state

    @property
    def card(self) -> Piece:
        """The piece whose ability this is."""
        return self.game.state.pieces[self.source]

    @property
    def ship(self) -> Piece | None:
        """The ship that the ability is on; a card that is spent meanwhile still speaks of its ship."""
        if self.bound is not None:
            return self.state.pieces[self.bound]
        found = self.state.ship_of(self.card)
        if found is None and self.aboard is not None and not self.card.in_play:
            return self.state.pieces[self.aboard]
        return found

    @property
    def rolls_for(self) -> int | None:
        """The ship that its dice are rolled for.

        A die that a treasure asks for at the beginning of a turn is rolled for no ship
        (curse-of-the-black-spot-cannot-be-rerolled, albatross-spares-its-own-roll).
        """
        if self.card.kind == "treasure" and self.event is not None and self.event.type == "turn_beginning":
            return None
        if self.ship is None and self.event is not None and self.event.type == "reveal":
            return self.event.agent if isinstance(self.event.agent, int) else None  # who found it rolls
        return self.ship.id if self.ship is not None else None

    @property
    def cause(self) -> Cause:
        """This ability as the cause of an event."""
        return Cause("ability", self.source, self.ability)

    def say(self, *refs: Ref | None) -> None:
        """Remember that these have been spoken of; the last one is nearest."""
        for ref in refs:
            if ref is not None:
                if ref in self.said:
                    self.said.remove(ref)
                self.said.append(ref)

    def piece(self, ref: Ref | None) -> Piece | None:
        """The piece that a reference is, or is a part of."""
        if isinstance(ref, Part):
            return self.state.pieces[ref.of]
        return self.state.pieces[ref] if isinstance(ref, int) else None

    def copy(self) -> Context:
        """The same view, free to speak of other things."""
        new = Context(self.game, self.source, self.player, self.event, self.ability)
        new.said, new.result, new.count, new.asked = list(self.said), self.result, self.count, self.asked
        new.shot, new.aboard, new.target, new.bound = self.shot, self.aboard, self.target, self.bound
        new.paying, new.attempt, new.together = self.paying, self.attempt, self.together
        new.settler, new.shown, new.met = self.settler, self.shown, self.met
        return new
