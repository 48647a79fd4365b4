"""The abilities in force: which clauses of which pieces act on an event, a stat or a moment, as things stand.

An ability is in force while its piece is in play where it can be used, and nothing cancels it. Clauses are
indexed by what they act on; the index is made anew when the position says (by its stamp) that pieces changed
places or faces.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from pirate_code.board.refs import Matter, Ref, Seat
from pirate_code.board.state import ASIDE, SEA, Lasting, Piece
from pirate_code.language import tree as t
from pirate_code.language.walk import walk
from pirate_code.rules import pipeline
from pirate_code.rules.decision import Option, Steps
from pirate_code.rules.event import Event, chain
from pirate_code.rules.lasting import CANCELLED, COPIED, holds_now
from pirate_code.rules.meaning import effects, select
from pirate_code.rules.meaning.clauses import Clause, clauses_of, clauses_of_effect
from pirate_code.rules.meaning.context import Context
from pirate_code.rules.meaning.facts import guards_hold
from pirate_code.rules.meaning.nouns import ability_of
from pirate_code.rules.meaning.patterns import pattern
from pirate_code.rules.meaning.staying import goes_on, waits

if TYPE_CHECKING:
    from pirate_code.rules.game import Game

T = TypeVar("T")


class Found(NamedTuple):
    """A clause that acts, and the eyes it acts with."""

    clause: Clause
    source: int
    ctx: Context
    lasting: Lasting | None = None


class _Entry(NamedTuple):
    clause: Clause
    source: int
    lasting: Lasting | None
    gained: tuple[_Entry, t.Gain] | None = None  # the clause that gives the keyword which this is part of


class Force:
    """The abilities in force in one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._stamp = -1
        self._index: dict[tuple[str, str], list[_Entry]] = {}
        self._of_piece: dict[int, tuple[_Entry, ...]] = {}
        self._asking: tuple[tuple[int, int], ...] = ()
        self._holding: tuple[str, ...] = ()
        self._looking_at: list[Lasting] = []
        self._giving: list[tuple[int, Clause]] = []  # what gains keywords, while it is looked at

    # --- which clauses act ----------------------------------------------------------------------------

    def entries(self, verb: str, on: str) -> list[_Entry]:
        """The clauses of that verb on that event, stat or moment, in force or not."""
        if self._stamp != self.game.state.stamp:
            self._make_index()
        return self._index.get((verb, on), [])

    def _make_index(self) -> None:
        state = self.game.state
        self._stamp = state.stamp
        index: dict[tuple[str, str], list[_Entry]] = {}
        for piece in state.pieces:
            if piece.card.abilities and _can_act(state.pieces, piece):
                for entry in self._entries_of(piece):
                    clause = entry.clause
                    if piece.face_up or clause.optional:
                        index.setdefault((clause.verb, clause.on), []).append(entry)
                    elif piece.kind == "crew" and clause.verb == "replace" and clause.moment:
                        index.setdefault(("if shown", clause.on), []).append(entry)
        for lasting in state.lasting:
            if not holds_now(state, lasting):
                continue
            for clause in self._clauses_of(lasting):
                index.setdefault((clause.verb, clause.on), []).append(_Entry(clause, lasting.source, lasting))
        for entry in tuple(index.get(("gain", "gain"), ())):
            for gained in self._gained(entry):
                index.setdefault((gained.clause.verb, gained.clause.on), []).append(gained)
        self._index = index

    def _entries_of(self, piece: Piece) -> tuple[_Entry, ...]:
        """The clauses of a card as those of one piece; a piece is of one card for good."""
        found = self._of_piece.get(piece.id)
        if found is None:
            clauses = clauses_of(piece.card.abilities, piece.kind, self.game.edition.keyword_version)
            found = self._of_piece[piece.id] = tuple(_Entry(clause, piece.id, None) for clause in clauses)
        return found

    @contextmanager
    def supposing(self) -> Iterator[None]:
        """While pieces lie elsewhere to see how it would be; they must lie as before when that ends."""
        index = self._index if self._stamp == self.game.state.stamp else None
        with self.game.still.supposing():
            yield
        if index is not None:  # what was in force before is so again, and need not be looked up anew
            self._stamp, self._index = self.game.state.stamp, index

    def _gained(self, entry: _Entry) -> Iterator[_Entry]:
        """What a keyword that ships gain does on each of them, as long as she has gained it."""
        gain = entry.clause.effect
        assert isinstance(gain, t.Gain)
        if isinstance(gain.who, t.Pieces) and gain.who.which == "this" and not isinstance(gain.what, t.Group):
            return  # its own card acts for the ship that it is on
        for what in gain.what.members if isinstance(gain.what, t.Group) else (gain.what,):
            if not isinstance(what, t.KeywordItself):
                continue
            ability = t.Ability(effect=t.KeywordAbility(keyword=what.keyword))
            for ship in self.game.state.ships():
                if what.keyword not in ship.card.keywords:
                    for clause in clauses_of((ability,), ship.kind, self.game.edition.keyword_version):
                        yield _Entry(clause, ship.id, None, (entry, gain))

    def gains(self, entry: _Entry, who: t.Selector, ref: Ref) -> bool:
        """Whether a thing gains what a clause gives; no keyword is a reason for the clause that gives it."""
        mark = (entry.source, entry.clause)
        if mark in self._giving:
            return False
        self._giving.append(mark)
        try:
            one = self.acts(entry, None)
            return one is not None and select.fits(who, ref, one.ctx)
        finally:
            self._giving.remove(mark)

    def _has_gained(self, entry: _Entry) -> bool:
        """Whether a ship has the keyword now that a clause is part of."""
        assert entry.gained is not None
        giver, gain = entry.gained
        one = self.acts(giver, None)
        return one is not None and select.fits(gain.who, entry.source, one.ctx)

    def _clauses_of(self, lasting: Lasting) -> Iterable[Clause]:
        """What an effect that lasts does; an ability that is copied does what it does on its own card."""
        if lasting.node != COPIED:
            return clauses_of_effect(lasting.node, lasting.number)
        (copied,) = lasting.said
        if ability_of(self.game, copied) is None or not isinstance(copied, Matter) or copied.of is None:
            return ()
        card = self.game.state.pieces[copied.of].card
        clauses = clauses_of(card.abilities, card.kind, self.game.edition.keyword_version)
        return [clause for clause in clauses if clause.number == copied.number]

    def matching(self, verb: str, event: Event) -> Iterator[Found]:
        """The clauses of that verb whose pattern is this event and whose guards hold."""
        for entry in self.entries(verb, event.type):
            found = self.acts(entry, event)
            if found is not None:
                yield found
        for entry in self.for_now(verb, event.type):
            found = self.acts(entry, event)
            if found is not None:
                yield found

    def for_now(self, verb: str, on: str) -> list[_Entry]:
        """The clauses of that verb that hold while an event goes on: "this ship cannot move" on a roll."""
        for outer in self.game.going_on:
            if "bars" in outer.facts:
                break
        else:
            return []
        return [
            _Entry(clause, lasting.source, lasting)
            for outer in self.game.going_on
            for lasting in outer.facts.get("bars", ())
            for clause in clauses_of_effect(lasting.node, lasting.number)
            if (clause.verb, clause.on) == (verb, on)
        ]

    def acts(self, entry: _Entry, event: Event | None) -> Found | None:
        """Whether a clause acts on an event: its pattern fits, its guards hold, its piece can use it."""
        clause = entry.clause
        ctx = self.context(entry, event)
        if clause.pattern is not None and event is not None and not pattern(clause.pattern)(ctx, event):
            return None
        if clause.on == "visit" and event is not None:  # the island that is visited speaks of its visitor
            if event.object != entry.source:
                return None
            ctx.say(event.agent)
        if not guards_hold(clause.guards, ctx, event) or self.spent(entry, event):
            return None
        if clause.until and _over(entry) in self.game.state.memory:
            return None
        if entry.gained is not None and not self._has_gained(entry):
            return None
        own = entry.lasting is None and entry.gained is None
        if own and not self.usable(entry.source, clause.number):
            return None
        if entry.lasting is not None and self._is_undone(entry.lasting):
            return None
        if _is_closed(entry, event) or _means_others(entry, event) or self._is_valued(entry, event):
            return None
        return Found(clause, entry.source, ctx, entry.lasting)

    def _is_valued(self, entry: _Entry, event: Event | None) -> bool:
        """Whether it was valued before: it comes from ship to ship (unique-treasure-value-is-set-once)."""
        if event is None or event.type != "load" or event.object != entry.source:
            return False
        at_sea = isinstance(event.source, int) and self.game.state.pieces[event.source].afloat
        return at_sea and _sets_value(entry.clause.effect)

    def context(self, entry: _Entry | Found, event: Event | None) -> Context:
        """The eyes of a clause on an event."""
        ctx = Context(self.game, entry.source, self._user(entry), event, entry.clause.number)
        if entry.lasting is not None:
            ctx.said = list(entry.lasting.said)
        return ctx

    def _user(self, entry: _Entry | Found) -> int:
        """The player who uses a clause; an effect that lasts is of who began it."""
        if entry.lasting is not None:
            return entry.lasting.player
        return self.player_of(self.game.state.pieces[entry.source])

    def player_of(self, piece: Piece) -> int:
        """Who uses the abilities of a piece: who controls the ship it is on, or the piece."""
        ship = self.game.state.ship_of(piece)
        player = ship.controller if ship is not None else piece.controller
        return player if player is not None else self.game.state.turn.player

    def _is_undone(self, lasting: Lasting) -> bool:
        """Whether a cancelling or a copy is off because its own ability is (cancel-can-be-cancelled).

        So is what an ability forbids for a time, while the piece that has it is there (parley-cancelled).
        """
        bars = isinstance(lasting.node, t.Happen) and lasting.node.strength == "cannot"
        kept = bars and self.game.state.pieces[lasting.source].in_play
        if (lasting.node not in (CANCELLED, COPIED) and not kept) or lasting.number < 0:
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
        if self.game.state.pieces[source].cancelled:
            return False
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
        if self._looking_at:
            return find()
        return self.game.still.recall((key, self._asking, self._holding), find)

    # --- limits ---------------------------------------------------------------------------------------

    def spent(self, entry: _Entry | Found, event: Event | None) -> bool:
        """Whether a clause has been used as often as its limit allows."""
        limit = entry.clause.guards.limit
        if limit == "game":
            return f"used {self._use(entry)}" in self.game.state.memory
        return bool(limit) and self.game.state.turn.used.get(self._use(entry), 0) > 0

    def spend(self, entry: _Entry | Found) -> None:
        """Count a use of a clause: in this turn, or in the whole game."""
        limit = entry.clause.guards.limit
        if limit == "game":
            self.game.state.memory[f"used {self._use(entry)}"] = 1
        elif limit:
            used = self.game.state.turn.used
            used[self._use(entry)] = used.get(self._use(entry), 0) + 1

    def _use(self, entry: _Entry | Found) -> tuple[int, str]:
        """Two sources of one ability on a ship are used once between them (ruling: stacking).

        What may be used once each time, or once per action, may be used again with the next action.
        """
        limit = entry.clause.guards.limit
        if limit in {"trigger", "action"}:
            limit += f" {sum(map(len, self.game.state.turn.actions.values()))}"
        return (self._holder(entry), f"{limit}: {entry.clause.key}")

    def _holder(self, entry: _Entry | Found) -> int:
        """Where an ability counts once: on a ship, unless its words let each piece have it for itself."""
        ship = self.game.state.ship_of(self.game.state.pieces[entry.source])
        return entry.source if ship is None or entry.clause.each else ship.id

    # --- what clauses do ------------------------------------------------------------------------------

    def respond(self, moment: str, event: Event) -> Steps[None]:
        """Let every clause act that answers an event at that moment; whose turn it is says in which order.

        A die is rolled again before anything looks at it, and what switches abilities off comes before what
        they do (crew-abilities-off-rolls-first).
        """
        found = self._unstacked(list(self.matching(moment, event)))
        if not found:  # nobody listens to most events
            return
        turn, players = self.game.state.turn.player, self.game.state.players
        found.sort(key=lambda one: (_rank(one.clause), (one.ctx.player - turn) % players, one.source))
        while found:
            one = yield from self._next(found, event)
            found.remove(one)
            again = self.acts(_Entry(one.clause, one.source, one.lasting), event)
            if again is not None and self._is_first(again, event):
                yield from self.carry_out(again)

    def _next(self, found: list[Found], event: Event) -> Steps[Found]:
        """Which answer comes first: the player whose turn it is decides (timing-conflicting-effects)."""
        rank = _rank(found[0].clause)
        rivals = [one for one in found if _rank(one.clause) == rank]
        if len({one.clause.key for one in rivals}) > 1:
            rivals = [one for one in rivals if self._would_act(one, event)]
        if len({one.clause.key for one in rivals}) < 2:
            return found[0]
        options = [
            Option(
                {"first": one.source, "nth": nth}, f"{self.game.name(one.source)} first: {one.clause.says}"
            )
            for nth, one in enumerate(rivals)
        ]
        answer = yield from self.game.choose(
            self.game.state.turn.player, "which comes first?", "order", options
        )
        return rivals[int(answer["nth"])]

    def _would_act(self, found: Found, event: Event) -> bool:
        """Whether an answer still holds and does something now; what only goes on from now has no rival."""
        again = self.acts(_Entry(found.clause, found.source, found.lasting), event)
        if again is None or again.clause.effect is None or goes_on(again.clause.effect):
            return False
        return effects.feasible(again.clause.effect, again.ctx)

    def _is_first(self, found: Found, event: Event) -> bool:
        """Whether no other wording of it aboard has acted (crew-collector-two-wordings-one-ability)."""
        acted = event.facts.setdefault("acted", {})
        key = (found.clause.key, self._holder(found))
        return bool(acted.setdefault(key, found.source) == found.source)

    def _unstacked(self, found: list[Found]) -> list[Found]:
        """The same ability twice on one ship acts once."""
        seen: set[tuple[object, ...]] = set()
        kept = []
        for one in found:
            key = (one.clause.key, one.clause.on, one.clause.effect, self._holder(one))
            if key not in seen or one.lasting is not None:
                seen.add(key)
                kept.append(one)
        return kept

    def end(self, event: Event) -> None:
        """What was done at every turn is done no more, if this was to end it."""
        for found in self.matching("ends", event):
            self.game.state.memory[_over(found)] = 1

    def show_for(self, event: Event) -> Steps[None]:
        """Let players show crew that would keep an event from happening, at the last moment.

        Crew lie face down until their ability is used (eternal-crew-revealed-at-the-last-moment).
        """
        for one in self._unstacked(list(self.matching("if shown", event))):
            held = {(found.clause.key, self._holder(found)) for found in self.matching("replace", event)}
            if self._own_doing(one, event) or (one.clause.key, self._holder(one)) in held:
                continue
            player, name = one.ctx.player, self.game.name(one.source)
            if (yield from self.game.agrees(player, f"reveal {name}: {one.clause.says}", f"reveal {name}")):
                shown = Event("reveal", agent=Seat(player), object=one.source, player=player, within=event)
                yield from self.game.propose(shown)

    def replace(self, event: Event) -> Steps[bool]:
        """Let something else happen instead of an event, if an ability says so; whether it did."""
        found = self._unstacked(list(self.matching("replace", event)))
        turn, players = self.game.state.turn.player, self.game.state.players
        found.sort(
            key=lambda one: (isinstance(one.clause.effect, t.Table), (one.ctx.player - turn) % players)
        )
        for one in found:  # what is sure comes before what is rolled for (crew-collector-after-the-doctor)
            use = (one.source, one.clause)
            if self._own_doing(one, event) or not self._is_first(one, event):
                continue
            if any(use in outer.facts.get("declined", ()) for outer in chain(event)):
                continue  # offered for the whole: "instead of shooting" is not asked again for each cannon
            if (yield from self.carry_out(one)):
                return True
            event.facts.setdefault("declined", []).append(use)
        return False

    def _own_doing(self, found: Found, event: Event) -> bool:
        """Whether an event comes of the ability itself: what it does instead is not replaced by it again."""
        mine = (found.source, found.clause.number)
        return any((outer.cause.piece, outer.cause.ability) == mine for outer in chain(event))

    def carry_out(self, found: Found) -> Steps[bool]:
        """Do what a clause says: the player is asked first if it is optional; whether it was done."""
        game, clause = self.game, found.clause
        assert clause.effect is not None
        once = clause.optional or clause.guards.limit  # what would do nothing is not used up
        later = waits(clause.effect, clause.guards.lasts)
        if once and not later and not effects.feasible(clause.effect, found.ctx):
            return False
        if clause.optional and not (
            yield from game.agrees(found.ctx.player, clause.says, f"use {game.name(found.source)}")
        ):
            return False
        return (yield from self.use(found))

    def use(self, found: Found) -> Steps[bool]:
        """Do what a clause says, which its player wants; its piece is turned face up.

        What was to happen "the next time" has then happened.
        """
        self.spend(found)
        if found.lasting is not None and found.lasting.ends == "next_time":
            self.game.state.lasting.remove(found.lasting)
            self.game.state.stamp += 1
        self.game.state.turn_face(self.game.state.pieces[found.source], True)
        found.ctx.aboard = found.ctx.ship.id if found.ctx.ship is not None else None
        return (yield from effects.carry_out(found.clause, found.ctx))

    def offers(self, player: int) -> list[tuple[Option, Found]]:
        """What a player may start now that it is calm."""
        offered: list[tuple[Option, Found]] = []
        numbers: dict[int, int] = {}
        for entry in self.entries("offer", "calm"):
            nth = numbers[entry.source] = numbers.get(entry.source, -1) + 1
            if self._user(entry) != player:  # whose it is takes less to see than whether it acts
                continue
            found = self.acts(entry, None)
            if found is None or found.clause.effect is None:
                continue
            if effects.feasible(found.clause.effect, found.ctx):
                says = f"{self.game.name(entry.source)}: {found.clause.says}"
                offered.append((Option({"use": entry.source, "nth": nth}, says), found))
        return offered

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
        for entry in self.entries("hold", "state"):
            become = entry.clause.effect
            if not isinstance(become, t.Become) or not isinstance(become.filter, t.InState):
                continue
            if become.filter.state != state or become.filter.toward is not None:
                continue
            one = self.acts(entry, None)
            if one is not None and select.fits(become.subject, ref, one.ctx):
                return become.strength not in {"cannot", "need_not"} and not become.filter.negated
        return None

    def says(self, piece: Piece, verb: str, event: Event) -> bool:
        """Whether a piece's own card says so of an event, though it lies face down."""
        clauses = clauses_of(piece.card.abilities, piece.kind, self.game.edition.keyword_version)
        return any(
            clause.verb == verb
            and clause.on == event.type
            and self.acts(_Entry(clause, piece.id, None), event) is not None
            for clause in clauses
        )

    def lift(self, lasting: Lasting) -> None:
        """End an effect that was put in force."""
        self.game.state.lasting.remove(lasting)
        self.game.state.stamp += 1

    def last(self, lasting: Lasting) -> None:
        """Put an effect in force that lasts."""
        self.game.state.lasting.append(lasting)
        self.game.state.stamp += 1


# What an attack that no other ability can affect does.
_CLOSED = frozenset({"roll", "die_roll", "result", "cannon_roll", "hit", "damage", "eliminate", "ignore"})


def _over(entry: _Entry | Found) -> str:
    """Where it is kept that an ability is over for good."""
    return f"over {entry.source} {entry.clause.number}"


def _sets_value(effect: t.Effect | None) -> bool:
    """Whether an effect settles what a treasure is worth."""
    if isinstance(effect, t.Sequence):
        return any(_sets_value(step) for step in effect.steps)
    if isinstance(effect, t.Guarded) and isinstance(effect.effect, t.Change):
        return bool(effect.effect.stat == "gold_value")
    return isinstance(effect, t.Change) and effect.stat == "gold_value" and effect.by == "set"


def _means_others(entry: _Entry, event: Event | None) -> bool:
    """Whether a piece is lost that speaks of "any crew": the others (crew-collector-not-for-himself)."""
    if event is None or event.type not in {"eliminate", "remove"} or event.object != entry.source:
        return False
    what = entry.clause.pattern.object if entry.clause.pattern is not None else None
    return entry.clause.verb != "forbid" and isinstance(what, t.Pieces) and what.which in {"any", "a"}


def _is_closed(entry: _Entry, event: Event | None) -> bool:
    """Whether an event is part of an attack that only the ability behind it can affect."""
    own = (entry.source, entry.clause.number)
    return entry.clause.on in _CLOSED and any(outer.facts.get("closed", own) != own for outer in chain(event))


@cache
def _rank(clause: Clause) -> int:
    """Which clauses act first at one moment."""
    if rerolls(clause) or _switches_off(clause):
        return 0
    multiplies = isinstance(clause.effect, t.Change) and clause.effect.by == "multiply"
    first = clause.effect.steps[0] if isinstance(clause.effect, t.Sequence) else None
    if multiplies or (isinstance(first, t.Change) and first.by == "multiply"):
        return 1  # gold-modifiers-multiply-before-they-add
    return 2


def _switches_off(clause: Clause) -> bool:
    """Whether a clause keeps others from using abilities."""
    told = [node for node in walk(clause.effect) if isinstance(node, t.Happen)]
    return any(node.strength == "cannot" and node.event.type == "use" for node in told)


def rerolls(clause: Clause) -> bool:
    first = clause.effect.steps[0] if isinstance(clause.effect, t.Sequence) else clause.effect
    return isinstance(first, t.Happen) and first.event.type == "reroll"


def _can_act(pieces: list[Piece], piece: Piece) -> bool:
    """Where a piece can use abilities: crew and equipment aboard a ship, events in hand, the rest in play."""
    if piece.kind == "event":
        in_hand = piece.where == ASIDE and piece.owner is not None and "played" not in piece.states
        return in_hand or (piece.where >= SEA and piece.face_up)
    if piece.where < SEA:
        return False
    if piece.kind in {"crew", "equipment", "treasure"}:
        if piece.where < 0 or piece.role == "cargo":
            return False
        holder = pieces[piece.where]
        if piece.kind == "treasure" and holder.kind == "island":
            return piece.face_up and "dormant" not in piece.states
        return holder.kind != "island" or piece.kind == "crew"  # what crew can use ashore, the rules say
    return True
