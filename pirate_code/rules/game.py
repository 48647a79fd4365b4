"""A game of Pirates that is going on (core.running), with what the rules and programs ask of it."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING

from pirate_code.board.state import Lasting, Piece, Snapshot, State
from pirate_code.core.decision import agree, choose
from pirate_code.core.dice import Rolled
from pirate_code.core.running import Running, Work
from pirate_code.rules import cannons, capacity, pipeline, rolling, sight, stats, tally
from pirate_code.rules import event_facts as facts
from pirate_code.rules.active import ActiveAbilities
from pirate_code.rules.cache import ReadCache
from pirate_code.rules.decision import Answer, Decision, Kind, Option, Steps
from pirate_code.rules.event import Cause, Event
from pirate_code.rules.events import SLOTS
from pirate_code.rules.program.context import Engine

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pirate_code.board.card import Cannon
    from pirate_code.board.refs import Part, Ref
    from pirate_code.rules.decision import AbilityInfo
    from pirate_code.rules.edition import Edition
    from pirate_code.rules.program.context import Context, Value


# What a ship loses by these, her own player picks (altar-of-the-loa-owner-picks-what-is-lost).
_LOSSES = frozenset({"eliminate", "remove", "capture", "take", "steal", "win"})


class Game(Running[State, Decision], Engine):
    """A position, the rules it is played by, and the decision that it waits for."""

    def __init__(self, state: State, edition: Edition, work: Work[Decision] | None = None) -> None:
        super().__init__(state, work)
        self.edition = edition
        self.cache = ReadCache()
        self.active = ActiveAbilities(self)
        self.going_on: list[Event] = []  # proposed and not yet over, the outermost first
        self.is_barred = False  # whether any of them may have effects that hold as long as it goes on
        self.settled: object = None  # what the limits of all ships were last found to be kept with

    def snapshot(self) -> Snapshot:
        """Keep the position as it is now."""
        return Snapshot(self.state)

    def with_position(self, state: State) -> Game:
        """A game by the same edition with another position."""
        return Game(state, self.edition)

    # --- what the rules call --------------------------------------------------------------------------

    def propose(self, event: Event) -> Steps[bool]:
        """Let an event happen, through the pipeline."""
        return pipeline.propose(self, event)

    def allows(self, event: Event) -> bool:
        """Whether an event may happen, as things stand."""
        return pipeline.forbidden(self, event) is None

    # --- what programs ask (program.context.Engine) ----------------------------------------------------

    def held(self, state: str, ref: Ref) -> bool | None:
        """Whether an ability keeps a thing in a state, or out of it; None if none speaks of that."""
        return self.active.held(state, ref)

    def counts_as(self, ref: Ref, noun: str) -> bool:
        """Whether an ability says that a thing counts as one of a noun."""
        return self.active.counts_as(ref, noun)

    def has_counting_abilities(self) -> bool:
        """Whether any ability says that something counts as something else."""
        return bool(self.active.entries("state", "count"))

    def forbids(self, event: Event) -> bool:
        """Whether an ability says that an event cannot happen."""
        return pipeline.denied(self, event) is not None

    def permits(self, event: Event) -> bool:
        """Whether an ability says that an event may happen."""
        return self.active.permits(event)

    def stat(self, stat: str, ref: Ref, event: Event | None = None) -> Value:
        """A stat of a thing as it is now."""
        return stats.of(self, stat, ref, event)

    def nation(self, piece: Piece) -> str | None:
        """The nationality that a piece has now."""
        return stats.nation(self, piece)

    def keywords(self, piece: Piece) -> frozenset[str]:
        """The keywords that a piece has now."""
        return stats.keywords(self, piece)

    def cannon(self, part: Part) -> Cannon:
        """A cannon as it is now."""
        return stats.cannon(self, part)

    def lender(self, part: Part) -> int | None:
        """The piece whose ability gives a cannon."""
        return cannons.gun(self, part).lender

    def reaches(self, mast: Part, target: Piece, most: float, least: float) -> bool:
        """Whether some part of a target lies between two distances of a mast, and is in sight of it."""
        return sight.reaches(self, mast, target, most, least)

    def moves_without_masts(self, ship: Piece) -> bool:
        """Whether an ability would give a ship a base move if she had no masts."""
        return stats.could_move_bare(self, ship)

    def space_left(self, ship: Piece) -> int:
        """How much more cargo a ship can take."""
        return capacity.space_left(self, ship)

    def comes_back(self, loss: Event) -> bool:
        """Whether what is lost would be put in play again at once."""
        return self.active.comes_back(loss)

    def is_kept(self, loss: Event) -> bool:
        """Whether an ability keeps something from being lost, without a roll."""
        return self.active.is_kept(loss)

    def value_was_changed(self, ctx: Context) -> bool:
        """Whether a treasure changed the value of another."""
        return tally.changed_by(ctx)

    def respond(self, moment: str, event: Event) -> Steps[None]:
        """Let abilities answer an event at that moment."""
        return self.active.respond(moment, event)

    def begin(self, lasting: Lasting) -> None:
        """Put an effect in force that lasts."""
        self.state.lasting.append(lasting)
        self.state.stamp += 1

    def bar(self, event: Event, lasting: Lasting) -> None:
        """Put an effect in force that holds as long as an event goes on."""
        facts.BARS.to_grow(event).append(lasting)
        self.is_barred = True

    def enter(self, event: Event) -> None:
        """An event begins to go on, within those that do."""
        self.going_on.append(event)
        if facts.BARS.is_known(event):
            self.is_barred = True

    def leave(self) -> None:
        """The event that was entered last is over."""
        self.going_on.pop()
        if not self.going_on:
            self.is_barred = False

    def lift(self, lasting: Lasting) -> None:
        """End an effect that lasts."""
        self.state.lasting.remove(lasting)
        self.state.stamp += 1

    # --- asking players -------------------------------------------------------------------------------

    def choose(
        self,
        player: int,
        kind: Kind,
        options: Sequence[Option],
        *,
        subject: Ref | None = None,
        event: str | None = None,
    ) -> Steps[Answer]:
        """Ask a player; a single option is no choice."""
        decider = player if event in _LOSSES else self._decider(player, subject)
        return choose(decider, kind, options, subject, event)

    def agrees(self, player: int, event: str, subject: Ref, *refs: Ref) -> Steps[bool]:
        """Ask a player whether an event that the rules offer is to happen."""
        return agree(self._decider(player, subject), Kind.AGREE, subject, event, refs)

    def uses(self, player: int, ability: AbilityInfo, subject: Ref, event: Event | None) -> Steps[bool]:
        """Ask a player whether to use an ability of the subject, at an event if there is one."""
        at = event.type if event is not None else None
        return agree(self._decider(player, subject), Kind.USE, subject, at, (subject,), does=ability)

    def _decider(self, player: int, subject: Ref | None) -> int:
        """Who answers for a player: the commander of his ships, while an action that they are given goes on.

        About what lies face down he is asked himself (altar-of-the-loa-shows-no-hidden-cargo).
        """
        turn = self.state.turn
        if turn.commander is None or player != turn.player:
            return player
        if isinstance(subject, int) and not self.state.pieces[subject].face_up:
            return player
        ordered = any(outer.type == "give" and outer.player == turn.commander for outer in self.going_on)
        return turn.commander if ordered else player

    def roll(self, event: Event) -> Steps[Rolled]:
        """Roll a die as an event: abilities may modify or reroll it; the result is its amount."""
        yield from rolling.make(self, event)
        return event.amount

    def throw(self, dice: list[Event]) -> Steps[None]:
        """Roll dice together; the result of each is its amount."""
        return rolling.throw(self, dice)

    def note(self, what: str, event: Event, why: str = "") -> None:
        """Write down that an event happens, or why it does not."""
        slots = tuple([slot for slot in zip(SLOTS, _slots_of(event), strict=True) if slot[1] is not None])
        self.log.append(
            (what, event.type, slots, event.amount, tuple(sorted(event.manner)), event.cause, why)
        )

    def name(self, ref: Ref | None) -> str:
        """A piece by its name, for people."""
        return self.piece(ref).card.name if isinstance(ref, int) else str(ref)

    def name_for(self, ref: Ref, player: int) -> str:
        """A thing by its name, as far as a player may know it; a facedown piece keeps its secret."""
        if isinstance(ref, int):
            piece = self.piece(ref)
            if not piece.face_up and player not in piece.known and piece.owner != player:
                return f"a facedown {piece.kind}"
        return self.name(ref)

    def piece(self, ref: Ref | None) -> Piece:
        """The piece that a number stands for."""
        assert isinstance(ref, int)
        return self.state.pieces[ref]

    def cause(self, rule: str) -> Cause:
        """A rule of the game as a cause."""
        return Cause(rule)


_slots_of = attrgetter(*SLOTS)


def game_of(ctx: Context) -> Game:
    """The game that a context belongs to, with all that the rules know."""
    assert isinstance(ctx.game, Game)
    return ctx.game
