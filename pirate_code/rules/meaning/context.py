"""Where an ability is read from: whose it is, what its words have referred to so far, what was rolled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pirate_code.board.refs import Part, Ref
from pirate_code.board.state import Lasting, Piece, State
from pirate_code.rules.event import Cause, Event

if TYPE_CHECKING:
    from pirate_code.rules.game import Game


class Context:
    """The eyes of one ability on a position.

    `said` are the things its words have met, oldest first: "that ship" is the last ship among them.
    """

    # Defaults that most never change stand on the class: a context is made for every clause that is asked.
    aboard: int | None = None  # the ship that the card was on when its ability was used
    result = 0
    count = 0
    paying = False  # whether what is lost now is a price
    attempt = False  # whether a price was paid for an attempt
    target: Ref | None = None  # the piece that was chosen as "a target"
    asked = True  # whether the player did what was last offered: "if you do"

    def __init__(
        self, game: Game, source: int, player: int, event: Event | None = None, ability: int = 0
    ) -> None:
        self.game = game
        self.source = source
        self.player = player
        self.event = event
        self.ability = ability
        self.said: list[Ref] = []
        self.results: dict[Ref, int] = {}  # where something is rolled for each of several things
        self.shot: list[Lasting] = []  # what holds for the shot that the ability fires

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
        """The same eyes, free to speak of other things."""
        new = Context(self.game, self.source, self.player, self.event, self.ability)
        new.said, new.result, new.count, new.asked = list(self.said), self.result, self.count, self.asked
        new.shot, new.aboard, new.target = self.shot, self.aboard, self.target
        new.paying, new.attempt = self.paying, self.attempt
        return new
