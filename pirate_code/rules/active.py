"""The abilities in force: which ops of which pieces act on an event, a stat or a moment, as things stand.

An ability is in force while its piece is in play where it can be used, and nothing cancels it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from pirate_code.board.refs import AbilityRef, Matter, Ref, Seat
from pirate_code.board.state import Lasting, Piece, Until, Use
from pirate_code.rules import event_facts as facts
from pirate_code.rules import pipeline
from pirate_code.rules.ability_index import AbilityIndex, Entry
from pirate_code.rules.choice import Choice
from pirate_code.rules.decision import Decision, Kind, Option, Steps, yes_or_no
from pirate_code.rules.event import FREE_ACTIONS, Event, chain, free_action
from pirate_code.rules.lasting import effect_of
from pirate_code.rules.program import running
from pirate_code.rules.program.abilities import gained_keyword, removes_unique_treasure
from pirate_code.rules.program.context import Context
from pirate_code.rules.program.effects import FORBIDDING, Become, Change, Gain, Happen
from pirate_code.rules.program.lower import derived
from pirate_code.rules.program.lower.clauses import ops_of, ops_of_effect
from pirate_code.rules.program.ops import Gains, Hold, Modify, Op, action_rank
from pirate_code.rules.program.performing import keeps_it
from pirate_code.rules.program.selectors import Selector
from pirate_code.rules.program.staying import waits

if TYPE_CHECKING:
    from pirate_code.rules.game import Game

T = TypeVar("T")


EVERYWHERE = -1  # where an ability counts once that is told of several ships together


class Match(NamedTuple):
    """An op that acts on an event, and what its ability sees."""

    op: Op
    source: int
    ctx: Context
    lasting: Lasting | None = None


class ActiveAbilities(AbilityIndex):
    """The abilities in force in one game."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._asking: tuple[tuple[int, int], ...] = ()
        self._holding: tuple[str, ...] = ()
        self._looking_at: list[Lasting] = []
        self._giving: list[tuple[int, Op]] = []  # what gains keywords, while it is looked at
        self._banning: list[int] = []  # the pieces whose bans on abilities are looked at

    # --- which ops act -------------------------------------------------------------------------------

    def listens(self, verb: str, on: str) -> bool:
        """Whether any op of that verb could act on that event; of most events none could."""
        if self._stamp != self.game.state.stamp:
            self._make_index()
        acting = self._index.get(on)
        return (acting is not None and verb in acting) or (self.game.is_barred and self.is_barred())

    def is_barred(self) -> bool:
        """Whether anything holds only while an event goes on."""
        if not self.game.is_barred:
            return False
        for outer in self.game.going_on:  # noqa: SIM110 (asked so often that a generator would show)
            if outer.facts and facts.BARS in outer.facts:
                return True
        return False

    def gains(self, entry: Entry, who: Selector, ref: Ref) -> bool:
        """Whether a thing gains what an op gives; no keyword is a reason for the op that gives it."""
        mark = (entry.source, entry.op)
        if mark in self._giving:
            return False
        self._giving.append(mark)
        try:
            one = self.acts(entry, None)
            return one is not None and self._fits(who, ref, one.ctx)
        finally:
            self._giving.remove(mark)

    def _fits(self, who: Selector, ref: Ref, ctx: Context) -> bool:
        """Whether a thing is meant, or a ship by a crew of hers (devils-maw-gives-the-ship-ghost-ship)."""
        if who.fits(ref, ctx):
            return True
        piece = self.game.state.pieces[ref] if isinstance(ref, int) else None
        if piece is None or not piece.afloat:
            return False
        return any(crew.face_up and who.fits(crew.id, ctx) for crew in self.game.state.crew(piece.id))

    def _has_gained(self, entry: Entry) -> bool:
        """Whether a ship has the keyword now that an op is part of."""
        assert entry.gained is not None
        giver, gain = entry.gained
        one = self.acts(giver, None)
        return one is not None and self._fits(gain.who, entry.source, one.ctx)

    def _is_keyword_off(self, entry: Entry) -> bool:
        """Whether the keyword is cancelled on the ship that has gained it."""
        ship = self.game.state.ship_of(self.game.state.pieces[entry.source]) if entry.op.gained else None
        return ship is not None and not self.usable(ship.id, gained_keyword(ship.id, entry.op.gained).number)

    def matching(self, verb: str, event: Event) -> Iterator[Match]:
        """The ops of that verb whose pattern is this event and whose guards hold."""
        entries = self.entries(verb, event.type)
        barred = self.is_barred()
        if not entries and not barred:  # nobody has anything to say to most events
            return iter(())
        if barred:
            entries = (*entries, *self.for_now(verb, event.type))
        return self._acting(entries, event)

    def _acting(self, entries: Sequence[Entry], event: Event) -> Iterator[Match]:
        for entry in entries:
            found = self.acts(entry, event)
            if found is not None:
                yield found

    def for_now(self, verb: str, on: str) -> list[Entry]:
        """The ops of that verb that hold while an event goes on: "this ship cannot move" on a roll."""
        if not self.is_barred():
            return []
        return [
            Entry(op, lasting.source, lasting)
            for outer in self.game.going_on
            for lasting in facts.BARS.of(outer)
            for op in ops_of_effect(effect_of(lasting), lasting.number)
            if (op.verb, op.on) == (verb, on)
        ]

    def acts(self, entry: Entry, event: Event | None) -> Match | None:
        """Whether an op acts on an event: its pattern fits, its guards hold, its piece can use it."""
        op = entry.op
        ctx = self.context(entry, event)
        if op.pattern is not None and event is not None and not op.pattern.matches(ctx, event):
            return None
        if op.on == "visit" and event is not None:  # the island that is visited speaks of its visitor
            if event.object != entry.source:
                return None
            ctx.say(event.agent)
        if not op.guards.hold(ctx, event) or self.spent(entry, event):
            return None
        over = op.until and AbilityRef(entry.source, op.number) in self.game.state.over
        if over or (entry.gained is not None and not self._has_gained(entry)) or self._is_keyword_off(entry):
            return None
        own = entry.lasting is None and entry.gained is None
        undone = entry.lasting is not None and self._is_undone(entry.lasting)
        if undone or (own and not self._can_speak(entry)):
            return None
        if _is_closed(entry, event) or _means_others(entry, event) or self._is_valued(entry, event):
            return None
        return Match(op, entry.source, ctx, entry.lasting)

    def _can_speak(self, entry: Entry) -> bool:
        """Whether a piece can use the ability of an op; the bans that it has do not ban one another."""
        source, op = entry.source, entry.op
        if (op.verb, op.on) != ("forbid", "use"):
            return self.usable(source, op.number)
        if source in self._banning:
            return False
        self._banning.append(source)
        try:
            return self.usable(source, op.number)
        finally:
            self._banning.remove(source)

    def _is_valued(self, entry: Entry, event: Event | None) -> bool:
        """Whether it was valued before: it comes from ship to ship (unique-treasure-value-is-set-once)."""
        if event is None or event.type != "load" or event.object != entry.source:
            return False
        at_sea = isinstance(event.source, int) and self.game.state.pieces[event.source].afloat
        return at_sea and entry.op.sets_value

    def context(self, entry: Entry | Match, event: Event | None) -> Context:
        """What an op sees of an event."""
        ctx = Context(self.game, entry.source, self._user(entry), event, entry.op.number)
        if entry.lasting is not None:
            ctx.said = list(entry.lasting.said)
            ctx.bound = entry.lasting.aboard
        return ctx

    def _user(self, entry: Entry | Match) -> int:
        """The player who uses a op; an effect that lasts is of who began it."""
        source = self.game.state.pieces[entry.source]
        return self.player_of(source) if entry.lasting is None else entry.lasting.player

    def player_of(self, piece: Piece) -> int:
        """Who uses the abilities of a piece: who controls the ship it is on, or the piece."""
        ship = self.game.state.ship_of(piece)
        player = ship.controller if ship is not None else piece.controller
        return player if player is not None else self.game.state.turn.player

    def _is_undone(self, lasting: Lasting) -> bool:
        """Whether a cancelling or a copy is off because its own ability is (cancel-can-be-cancelled).

        So is what an ability forbids for a time, while the piece that has it is there (parley-cancelled).
        """
        effect = effect_of(lasting)
        bars = isinstance(effect, Happen) and effect.forbids
        kept = bars and self.game.state.pieces[lasting.source].in_play
        if (effect not in (derived.cancelled(), derived.copied()) and not kept) or lasting.number < 0:
            return False
        if lasting in self._looking_at:
            return True
        self._looking_at.append(lasting)
        try:
            return not self.usable(lasting.source, lasting.number)
        finally:
            self._looking_at.remove(lasting)

    def usable(self, source: int, number: int = 0) -> bool:
        """Whether a piece can use an ability: nothing cancels it, and its ship is of its nation."""
        if (source, number) in self._asking:
            return True
        piece = self.game.state.pieces[source]
        if piece.cancelled:
            return False
        if piece.kind == "island":  # its effects are no abilities (mysterious islands)
            return True
        return self.recall(("usable", source, number), lambda: self._usable(source, number))

    def _usable(self, source: int, number: int) -> bool:
        before, where = self._asking, self.game.state.pieces[source].where
        self._asking = (*before, (source, number))
        try:
            asked = Event("use", agent=source, object=Matter("ability", source, number), at=where)
            return pipeline.forbidden(self.game, asked) is None
        finally:
            self._asking = before

    def recall(self, key: tuple[Hashable, ...], find: Callable[[], T]) -> T:
        """What was found out about what is in force, while nothing changes.

        What is asked in the course of a question may be answered otherwise than by itself, where one ability
        rests on another that rests on it; so the questions that are open are part of the key.
        """
        if self._looking_at or self._banning:
            return find()
        return self.game.cache.recall((key, self._asking, self._holding), find)

    # --- limits ---------------------------------------------------------------------------------------

    def spent(self, entry: Entry | Match, event: Event | None) -> bool:
        """Whether an op has been used as often as its limit allows."""
        return bool(entry.op.guards.limit) and self._next_use(entry, event) is None

    def spend(self, entry: Match) -> None:
        """Count a use of a op: in this turn, or in the whole game."""
        if entry.op.guards.limit and (use := self._next_use(entry, entry.ctx.event)) is not None:
            self.game.state.use_up(use)

    def _next_use(self, entry: Entry | Match, event: Event | None) -> Use | None:
        """The next use that a limit allows: "twice per turn" allows two."""
        uses = self._use(entry, event).so_often(entry.op.guards.times)
        return next((use for use in uses if not self.game.state.is_used(use)), None)

    def _use(self, entry: Entry | Match, event: Event | None) -> Use:
        """Two sources of one ability on a ship are used once between them (ruling: stacking).

        What is used once per action is used again with the next, "once each time" with a free one too.
        """
        limit, actions = entry.op.guards.limit, 0
        if limit in {"trigger", "action"}:
            actions = sum(map(len, self.game.state.turn.actions.values())) * FREE_ACTIONS
            actions += free_action(event) if limit == "trigger" else 0
        return Use(self._holder(entry), entry.op.key, limit, actions)

    def _holder(self, entry: Entry | Match) -> int:
        """Where an ability counts once: on a ship, unless its words let each piece have it for itself.

        What several pieces bring about together comes about once, whichever of them tell of it.
        """
        if entry.op.pattern is not None and entry.op.pattern.is_of_several:
            return EVERYWHERE
        ship = self.game.state.ship_of(self.game.state.pieces[entry.source])
        return entry.source if ship is None or entry.op.each else ship.id

    # --- what ops do ---------------------------------------------------------------------------------

    def respond(self, moment: str, event: Event) -> Steps[None]:
        """Let every op act that answers an event at that moment; whose turn it is says in which order.

        A die is rolled again before anything looks at it, and what switches abilities off comes before what
        they do (crew-abilities-off-rolls-first).
        """
        found = self._unstacked(list(self.matching(moment, event)))
        if not found:
            return
        turn, players = self.game.state.turn.player, self.game.state.players
        found.sort(key=lambda one: (action_rank(one.op), (one.ctx.player - turn) % players, one.source))
        while found:
            one = yield from self._next(found, event)
            found.remove(one)
            again = self.acts(Entry(one.op, one.source, one.lasting), event)
            if again is not None and self._is_first(again, event):
                there = [other for other in found if self.game.state.pieces[other.source].in_play]
                hidden = not self.game.state.pieces[one.source].face_up
                yield from self.carry_out(again)
                if hidden and self.game.state.pieces[one.source].face_up:  # what else the card says of this
                    found += [
                        more
                        for more in self.matching(moment, event)
                        if more.source == one.source and more.op is not one.op
                    ]
                found = [other for other in found if not self._was_taken(other, there, one)]

    def _was_taken(self, found: Match, there: list[Match], by: Match) -> bool:
        """Whether another card's answer has just taken the card out of play, so that its own never comes."""
        left = found in there and not self.game.state.pieces[found.source].in_play
        return left and found.lasting is None and found.source != by.source

    def _next(self, found: list[Match], event: Event) -> Steps[Match]:
        """Which answer comes first: the player whose turn it is decides (timing-conflicting-effects)."""
        rank = action_rank(found[0].op)
        rivals = [one for one in found if action_rank(one.op) == rank]
        if len({one.op.key for one in rivals}) > 1:
            rivals = [one for one in rivals if self._would_act(one, event)]
        if len({one.op.key for one in rivals}) < 2:
            return found[0]
        options = [
            Option(
                {"first": one.source, "nth": nth},
                f"{self.game.name(one.source)} first: {one.op.says}",
                (one.source,),
                does=one.op,
            )
            for nth, one in enumerate(rivals)
        ]
        player = self.game.state.turn.player
        answer = yield from self.game.choose(player, Kind.ORDER, options, event=event.type)
        return rivals[int(answer["nth"])]

    def _would_act(self, found: Match, event: Event) -> bool:
        """Whether an answer still holds and does something now; what only goes on from now has no rival."""
        again = self.acts(Entry(found.op, found.source, found.lasting), event)
        if again is None or again.op.effect is None or again.op.effect.goes_on:
            return False
        return running.could_act(again.op, again.ctx)

    def has_use(self, piece: Piece) -> bool:
        """Whether a facedown treasure would do something: trade, give an action, take another away."""
        if piece.kind != "treasure":
            return True
        acts = {"trade", "give"} | ({"remove"} if removes_unique_treasure(piece.card.abilities) else set())
        ctx = Context(self.game, piece.id, self.player_of(piece))
        found = [
            op.effect
            for op in ops_of(piece.card.abilities, piece.kind, self.game.edition.versions)
            if (op.verb, op.on) == ("when", "reveal") and op.effect is not None
            if not acts.isdisjoint(op.effect.first.events)
        ]
        return not found or any(running.feasible(effect, ctx) for effect in found)

    def _is_first(self, found: Match, event: Event) -> bool:
        """Whether no other wording of it aboard has acted (crew-collector-two-wordings-one-ability)."""
        acted = facts.ACTED.to_grow(event)
        key = (found.op.key, self._holder(found))
        return bool(acted.setdefault(key, found.source) == found.source)

    def _unstacked(self, found: list[Match]) -> list[Match]:
        """The same ability twice on one ship acts once."""
        seen: set[tuple[object, ...]] = set()
        kept = []
        for one in found:
            key = (one.op.key, one.op.on, one.op.effect, self._holder(one))
            if key not in seen or one.lasting is not None:
                seen.add(key)
                kept.append(one)
        return kept

    def end(self, event: Event) -> None:
        """What was done at every turn is done no more, if this was to end it."""
        for found in self.matching("ends", event):
            self.game.state.over |= {AbilityRef(found.source, found.op.number)}

    def show_for(self, event: Event) -> Steps[None]:
        """Let players show crew that would keep an event from happening, at the last moment.

        Crew lie face down until their ability is used (eternal-crew-revealed-at-the-last-moment).
        """
        for one in self._unstacked(list(self.matching("if shown", event))):
            held = {(found.op.key, self._holder(found)) for found in self.matching("replace", event)}
            if self._own_doing(one, event) or (one.op.key, self._holder(one)) in held:
                continue
            player = one.ctx.player
            asked = Decision(player, Kind.AGREE, one.source, "reveal", yes_or_no(does=one.op))
            if (yield asked):
                shown = Event("reveal", agent=Seat(player), object=one.source, player=player, within=event)
                yield from self.game.propose(shown)

    def replace(self, event: Event) -> Steps[bool]:
        """Let something else happen instead of an event, if an ability says so; whether it did."""
        found = self._unstacked(list(self.matching("replace", event)))
        turn, players = self.game.state.turn.player, self.game.state.players
        found.sort(key=lambda one: (one.op.rolls, (one.ctx.player - turn) % players))
        for one in found:  # what is sure comes before what is rolled for (crew-collector-after-the-doctor)
            use = (one.source, one.op)
            if self._own_doing(one, event) or not self._is_first(one, event):
                continue
            if any(use in facts.DECLINED.of(outer) for outer in chain(event)):
                continue  # offered for the whole: "instead of shooting" is not asked again for each cannon
            if (yield from self.carry_out(one)) or one.ctx.forestalled:
                facts.KEPT.put(event, keeps_it(one.op))
                return True  # what came in its place was replaced in its turn: both are done with
            facts.DECLINED.to_grow(event).append(use)
        return False

    def _own_doing(self, found: Match, event: Event) -> bool:
        """Whether an event comes of the ability itself: what it does instead is not replaced by it again."""
        mine = (found.source, found.op.number)
        return any((outer.cause.piece, outer.cause.ability) == mine for outer in chain(event))

    def carry_out(self, found: Match) -> Steps[bool]:
        """Do what an op says: the player is asked first if it is optional; whether it was done."""
        game, op, ctx = self.game, found.op, found.ctx
        assert op.effect is not None
        once = op.optional or op.guards.limit  # what would do nothing is not used up
        later = waits(op.effect, op.guards.lasts)
        if once and not later and not running.could_act(op, ctx):
            return False
        optional = op.optional or (op.verb == "replace" and facts.is_own_price(ctx.event, ctx.player))
        if optional and not (
            yield from game.uses(running.who_decides(op.effect, ctx), op, found.source, ctx.event)
        ):
            return False
        return (yield from self.use(found))

    def use(self, found: Match) -> Steps[bool]:
        """Do what an op says, which its player wants; its piece is turned face up.

        What was to happen "the next time" has then happened.
        """
        self.spend(found)
        if found.lasting is not None and found.lasting.ends.until is Until.NEXT_TIME:
            self.game.state.lasting.remove(found.lasting)
            self.game.state.stamp += 1
        self.game.state.turn_face(self.game.state.pieces[found.source], True)
        found.ctx.aboard = found.ctx.ship.id if found.ctx.ship is not None else None
        return (yield from running.carry_out(found.op, found.ctx))

    def offers(self, player: int) -> list[tuple[Option, Match]]:
        """What a player may start now that it is calm."""
        return [
            (choice.option, choice.found)
            for choice in self.ability_choices(player)
            if choice.option is not None and choice.found is not None
        ]

    def ability_choices(self, player: int) -> list[UseAbility]:
        """What a player might start now that it is calm."""
        choices = []
        numbers: dict[int, int] = {}
        for entry in self.entries("offer", "calm"):
            nth = numbers[entry.source] = numbers.get(entry.source, -1) + 1
            if self._user(entry) == player:  # whose it is takes less to see than whether it acts
                choices.append(UseAbility(self, entry, nth))
        return choices

    def changes(self, stat: str) -> Sequence[tuple[Entry, Change]]:
        """What changes a stat, in force or not; also what does so while an event goes on."""
        found = self.lasting_changes(stat)
        if not self.is_barred():
            return found
        now = self.for_now("modify", stat)
        return (*found, *((entry, entry.op.change) for entry in now if isinstance(entry.op, Modify)))

    def is_modified(self, stat: str, other: str) -> bool:
        """Whether anything changes one of two stats, in force or not; of most that are asked for, nothing."""
        if self._stamp != self.game.state.stamp:
            self._make_index()
        return stat in self._changes or other in self._changes or self.is_barred()

    def holds(self, kind: str) -> list[tuple[Entry, Become]]:
        """What keeps pieces so or otherwise, by the kind of what is said of them, in force or not."""
        entries = self.entries("hold", kind)
        return [(entry, entry.op.become) for entry in entries if isinstance(entry.op, Hold)]

    def gainings(self) -> list[tuple[Entry, Gain]]:
        """What gives pieces a keyword, a cannon or an ability, in force or not."""
        entries = self.entries("gain", "gain")
        return [(entry, entry.op.gain) for entry in entries if isinstance(entry.op, Gains)]

    def counts_as(self, ref: Ref, noun: str) -> bool:
        """Whether an ability says that a thing counts as one of a noun: "hull pieces count as masts"."""
        for entry in self.entries("state", "count"):
            pattern = entry.op.pattern
            if pattern is None or pattern.agent is None or pattern.role is None or pattern.role.noun != noun:
                continue
            if pattern.agent.fits(ref, self.context(entry, None)):
                return True
        return False

    def comes_back(self, loss: Event) -> bool:
        """Whether a lost piece comes back: a cost undone was not paid (devils-maw-spoils-a-sacrifice)."""
        for moment in ("when", "after"):
            for found in self.matching(moment, loss):
                first = found.op.effect.first if found.op.effect is not None else None
                if found.op.optional or not isinstance(first, Happen) or first.spec.type != "place":
                    continue
                if first.spec.object is not None and first.spec.object.is_that:
                    return True
        return False

    def is_kept(self, loss: Event) -> bool:
        """Whether a doctor or his like keeps a piece from being lost; one who goes in its place does not."""
        keepers = (found.op for found in self.matching("replace", loss))
        return any(keeps_it(op) and not op.optional for op in keepers)

    def permits(self, event: Event) -> bool:
        """Whether an ability says that this may be done."""
        return any(True for _ in self.matching("permit", event))

    def held(self, state: str, ref: Ref) -> bool | None:
        """Whether an ability keeps a thing in a state, or out of it; None if none speaks of that."""
        if state in self._holding:  # a state that is asked about to tell whether it is kept
            return None
        if not self.entries("hold", "state"):
            return None
        before = self._holding
        self._holding = (*before, state)
        try:
            return self._held(state, ref)
        finally:
            self._holding = before

    def _held(self, state: str, ref: Ref) -> bool | None:
        for entry, become in self.holds("state"):
            if become.filter.state != state or not become.filter.is_plain:
                continue
            one = self.acts(entry, None)
            if one is not None and become.subject.fits(ref, one.ctx):
                return become.modal not in {*FORBIDDING, "need_not"} and not become.filter.is_denied
        return None

    def says(self, piece: Piece, verb: str, event: Event) -> bool:
        """Whether a piece's own card says so of an event, though it lies face down or is not in play."""
        ops = ops_of(piece.card.abilities, piece.kind, self.game.edition.versions)
        for op in ops:
            if (op.verb, op.on) == (verb, event.type) and op.pattern is not None:
                ctx = self.context(Entry(op, piece.id, None), event)
                if op.pattern.matches(ctx, event) and op.guards.hold(ctx, event):
                    return True
        return False


class UseAbility(Choice):
    """To use an ability that needs no event: the nth that its piece offers."""

    __slots__ = ("_active", "_entry", "found")

    def __init__(self, active: ActiveAbilities, entry: Entry, nth: int) -> None:
        super().__init__({"use": entry.source, "nth": nth})
        self._active, self._entry = active, entry
        self.found: Match | None = None  # once it was tested and is legal

    def test(self) -> Option | None:
        """Whether it is in force, and would do something."""
        found, source = self._active.acts(self._entry, None), self._entry.source
        if found is None or not running.could_act(found.op, found.ctx):
            return None
        self.found = found
        name = f"{self._active.game.name(source)}: {found.op.says}"
        return Option(self.answer, name, (source,), does=found.op)

    def work(self) -> Steps[object]:
        """Use it."""
        assert self.found is not None
        return self._active.use(self.found)


# What an attack that no other ability can affect does.
_CLOSED = frozenset({"roll", "die_roll", "result", "cannon_roll", "hit", "damage", "eliminate", "ignore"})


def _means_others(entry: Entry, event: Event | None) -> bool:
    """Whether it means others: "any crew" is not itself, nor who is lost at one stroke with it."""
    if event is None or event.type not in {"eliminate", "remove"}:
        return False
    if event.object != entry.source:
        return entry.op.verb == "replace" and entry.source in facts.AT_ONCE.of(event)
    what = entry.op.pattern.object if entry.op.pattern is not None else None
    return entry.op.verb != "forbid" and what is not None and what.which in {"any", "a"}


def _is_closed(entry: Entry, event: Event | None) -> bool:
    """Whether an event is part of an attack that only the ability behind it can affect."""
    own = (entry.source, entry.op.number)
    return entry.op.on in _CLOSED and any(facts.CLOSED.get(outer, own) != own for outer in chain(event))
