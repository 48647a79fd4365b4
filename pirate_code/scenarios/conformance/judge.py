"""Reads words of a tree on a position: which things a selector means, whether a fact holds, an event fits.

Answers are True, False, or None where the judge cannot tell. Trees and the board are read, never a program.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from pirate_code.board.refs import Matter, Part, Ref, Seat
from pirate_code.board.state import GONE, SEA, UP, Piece, State
from pirate_code.language import tree as t
from pirate_code.rules import table
from pirate_code.rules.event import Event, face
from pirate_code.rules.events import COUNTING_AS
from pirate_code.scenarios.conformance import nouns, wordings
from pirate_code.scenarios.conformance.counting import compares, counts
from pirate_code.scenarios.conformance.nouns import AFLOAT, PLACES, REACHING, holder_of, is_noun
from pirate_code.scenarios.conformance.piece_states import MARKED, SEEN
from pirate_code.scenarios.conformance.truth import Truth, both, either

SLOTS = ("agent", "object", "to", "source", "at", "against", "using", "exchange")


class Judge:
    """What the words of one card mean on one position; `met` are the things spoken of, the latest last."""

    def __init__(
        self,
        state: State,
        me: int,
        event: Event | None = None,
        outer: Sequence[Event] = (),
        met: Sequence[Ref] = (),
    ) -> None:
        self.state, self.me, self.event, self.outer = state, me, event, tuple(outer)
        self.met = list(met)
        self.chosen: frozenset[Ref] = frozenset()  # several that the words told to choose
        self.spoken: tuple[t.Pieces, ...] = ()  # by conditions: "if an enemy ship is near, that ship"
        self.found_by: int | None = None  # the ship that came to the island whose words these are

    # --- whose ------------------------------------------------------------------------------------------

    @property
    def card(self) -> Piece:
        """The card whose words are read."""
        return self.state.pieces[self.me]

    @property
    def ship(self) -> Piece | None:
        """ "This ship": the card, what it is aboard of, or whose crew finds it on an island."""
        aboard = self.state.ship_of(self.card)
        if aboard is not None or self.card.kind not in {"treasure", "island"}:
            return aboard
        if self.found_by is not None:
            return self.state.pieces[self.found_by]
        return next((ship for found in self._chain() if (ship := self._visitor(found)) is not None), None)

    def _visitor(self, event: Event) -> Piece | None:
        """The ship in whose course an event happens."""
        for ref in (event.agent, event.to, event.object):
            piece = self.piece(ref)
            if piece is not None and piece.kind in AFLOAT:
                return piece
        return None

    @property
    def player(self) -> int | None:
        """ "You"."""
        ship, card = self.ship, self.card
        if ship is not None:
            return ship.controller
        return card.controller if card.controller is not None else card.owner

    def piece(self, ref: Ref | None) -> Piece | None:
        """The piece that a thing is, or is a part of."""
        if isinstance(ref, Part):
            return self.state.pieces[ref.of]
        if isinstance(ref, int):
            return self.state.pieces[ref]
        return None

    def owner(self, ref: Ref | None) -> int | None:
        """The player whose a thing is."""
        if isinstance(ref, Seat):
            return ref.player
        if isinstance(ref, Matter) and ref.of is not None:
            return self.owner(ref.of)
        piece = self.piece(ref)
        if piece is None:
            return None
        if piece.kind == "island":
            return piece.home
        holder = self.state.ship_of(piece)
        if holder is not None and holder is not piece:
            return holder.controller
        return piece.controller

    # --- selectors --------------------------------------------------------------------------------------

    def fits(self, ref: Ref | None, said: t.Selector | None) -> Truth:
        """Whether a thing is one of those that a selector names."""
        if said is None:
            return True
        if ref is None:
            return None
        if isinstance(said, t.Group):
            return either(self.fits(ref, member) for member in said.members)
        if isinstance(said, t.Named):
            piece = self.piece(ref)
            return piece is not None and wordings.plain(piece.card.name) == wordings.plain(said.name)
        if isinstance(said, t.Person):
            return self._is_person(ref, said)
        if isinstance(said, t.Pieces):
            return self._is_one_of(ref, said)
        return None

    def _is_person(self, ref: Ref, said: t.Person) -> Truth:
        if said.who == "you" and self.player is None:
            return None
        if not isinstance(ref, Seat):
            return self.owner(ref) == self.player if said.who == "you" else None
        if said.who == "you":
            return ref.player == self.player
        if said.who == "active":
            return ref.player == self.state.turn.player
        return ref.player != self.player if self.state.players == 2 and said.of is None else None

    def _is_one_of(self, ref: Ref, said: t.Pieces) -> Truth:
        noun = is_noun(self.state, ref, said.noun)
        if noun is False:
            return False
        if isinstance(ref, Matter) and said.noun == "movement_segment" and said.which == "all":
            mine = self.ship is not None and ref.of == self.ship.id
            return ref.number == -1 and mine  # segments of nobody else are spoken of
        answers: list[Truth] = [noun]
        if isinstance(ref, Seat):
            return self._is_player(ref, said)
        if said.which == "this":
            answers.append(self._is_this(ref, said.noun))
        elif said.which == "that" or (said.which == "the" and said.of is None and not wordings.is_seen(said)):
            answers.append(self._is_that(ref, said))
        elif said.which in {"another"}:
            answers.append(not self._is_own(ref))
        if said.of is not None:
            answers.append(self._belongs(ref, said.of))
        answers += [self.is_so(ref, found) for found in said.filters]
        return both(answers)

    def _is_player(self, ref: Seat, said: t.Pieces) -> Truth:
        """ "An opponent", "that ship's controller", "each player"."""
        if said.noun == "opponent" and ref.player == self.player:
            return False
        if said.noun == "controller" and said.of is not None:
            found = self.find(said.of)
            return None if not found else any(self.owner(one) == ref.player for one in found)
        if said.filters or (said.of is not None and not isinstance(said.of, t.Person)):
            return None
        others = [one for one in range(self.state.players) if one != self.player]
        return True if said.which != "that" or len(others) == 1 else None

    def _is_own(self, ref: Ref) -> bool:
        """Whether a thing is the card, or the ship that it is aboard of."""
        piece = self.piece(ref)
        if piece is not None and piece.kind in AFLOAT and self.ship is not None:
            return ref in {self.me, self.ship.id}
        return ref == self.me

    def _is_this(self, ref: Ref, noun: str) -> Truth:
        """ "This crew" is the card; "this ship" what it is or is on."""
        if noun in {"turn", "action", "game"}:
            return None
        if isinstance(ref, Matter):
            return ref.of in {self.me, self.ship.id if self.ship is not None else self.me}
        if is_noun(self.state, self.me, noun) is True:
            return ref == self.me
        if noun in {"ship", "sea_monster", "sea_creature", "fort", "game_piece"}:
            if self.ship is None and self.card.kind in {"treasure", "island"}:
                return None  # who is there, or was, the moment does not tell
            return self.ship is not None and ref == self.ship.id
        if noun in {"island", "wild_island", "home_island"}:
            bearer = self.state.ship_of(self.card)
            return ref == (bearer.docked if bearer is not None else self.card.where)
        return None

    def _is_that(self, ref: Ref, said: t.Pieces) -> Truth:
        """ "That ship" is the last ship spoken of; "the enemy ship" the last such ship, if any was."""
        if ref in self.chosen:
            return True
        for met in reversed(self.met):
            if said.noun == "target" and self._is_own(met):
                continue  # nobody is her own target
            named = is_noun(self.state, met, said.noun) is True
            if named and all(self.is_so(met, found) is not False for found in said.filters):
                return True if ref == met else self._is_spoken_of(ref, said.noun) or False
        if any(one.noun == said.noun for one in self.spoken):
            return self._is_spoken_of(ref, said.noun)
        if said.which != "the" or not said.filters:
            return None
        ship = self.ship if t.InState(state="other") in said.filters else None
        others = [one for one in self.state.ships() if one is not ship] if ship is not None else []
        touched = [one.id for one in others if ship and table.touching(self.state, ship, one)]
        return ref in touched if touched else True  # "the other ship" is one that she touches

    def _is_spoken_of(self, ref: Ref, noun: str) -> Truth:
        """Whether a thing is one that a condition speaks of."""
        return either(self.fits(ref, one.but(which=None)) for one in self.spoken if one.noun == noun)

    def _belongs(self, ref: Ref, of: t.Selector) -> Truth:
        """Whether a thing is of a piece or player: "this ship's crew", "your home island"."""
        if isinstance(of, t.Person):
            owner = self.owner(ref)
            if owner is not None:
                return self._is_person(Seat(owner), of)
            return False if isinstance(self.piece(ref), Piece) else None
        holder = holder_of(self.state, ref)
        piece = self.piece(ref)
        if isinstance(of, t.Pieces) and of.noun == "nationality" and piece is not None:
            alike = [one.what for one in of.filters if isinstance(one, t.Located) and one.place == "as"]
            return self._same_nation(piece, alike[0]) if alike else None
        if isinstance(ref, int) and piece is not None and piece.home is not None:
            return self._is_home_of(piece, of)
        if holder is None:
            return None
        if isinstance(of, t.Pieces) and of.noun in {"controller", "opponent", "player"}:
            return self.fits(Seat(self.owner(ref) or 0), of) if self.owner(ref) is not None else None
        return self.fits(holder, of)

    def _is_home_of(self, island: Piece, of: t.Selector) -> Truth:
        """Whether an island is the home island of a player, or of the player whose some ship is."""
        assert island.home is not None
        if isinstance(of, t.Pieces) and of.noun in {"controller", "opponent", "player"}:
            return self.fits(Seat(island.home), of)
        found = self.find(of)
        if found is None or not found:
            return None
        return any(self.owner(one) == island.home for one in found)

    def find(self, said: t.Selector) -> list[Ref] | None:
        """Everything on the table that a selector names; None if that cannot be told of something."""
        found: list[Ref] = []
        if isinstance(said, t.Pieces) and said.noun in wordings.NO_PIECES:
            return None
        for ref in self._everything(said):
            answer = self.fits(ref, said)
            if answer is None:
                return None
            if answer:
                found.append(ref)
        return found

    def _everything(self, said: t.Selector) -> Iterable[Ref]:
        nouns = (
            {said.noun}
            if isinstance(said, t.Pieces)
            else {m.noun for m in said.members if isinstance(m, t.Pieces)}
            if isinstance(said, t.Group)
            else set()
        )
        for piece in self.state.pieces:
            if piece.where < SEA:
                continue
            yield piece.id
            if nouns & {"mast", "cannon", "cargo_space"}:
                for number, standing in enumerate(piece.masts):
                    if standing != GONE:
                        yield Part(piece.id, "mast", number)
                    if standing == UP and "cannon" in nouns:
                        yield Part(piece.id, "cannon", number)

    # --- filters ----------------------------------------------------------------------------------------

    def is_so(self, ref: Ref, said: t.Filter) -> Truth:
        """Whether a filter is true of a thing."""
        test = _FILTERS.get(type(said))
        answer: Truth = test(self, ref, said) if test is not None else None
        return answer

    def _nation(self, ref: Ref, said: t.OfNation) -> Truth:
        piece = self.piece(ref)
        if piece is None or piece.nation is None:
            return None
        return bool(piece.nation == said.nation) != said.negated

    def _keyword(self, ref: Ref, said: t.HasKeyword) -> Truth:
        piece = self.piece(ref)
        return None if piece is None else said.keyword in piece.card.keywords

    def _state(self, ref: Ref, said: t.InState) -> Truth:
        found = self._in_state(ref, said.state) if said.toward is None else None
        return None if found is None else found != said.negated

    def _in_state(self, ref: Ref, state: str) -> Truth:
        piece = self.piece(ref)
        if state in wordings.PLAIN_STATES:
            return True
        if state in {"enemy", "friendly"}:
            owner = self.owner(ref)
            if owner is None:
                return False
            return (owner == self.player) == (state == "friendly")
        if state == "other":
            return not self._is_own(ref) if self.piece(ref) is not None else None
        if piece is None:
            return None
        if state in SEEN:
            return SEEN[state](piece)
        if state in MARKED:
            return state in piece.states
        if state in {"damaged", "attacking"}:
            return either(ref in (found.object, found.against) for found in self._chain())
        if state in wordings.DONE_TO:
            done = [found for found in self._chain() if found.type in wordings.DONE_TO[state]]
            return either(ref in (found.object, found.against) for found in done) if done else None
        return None

    def _chain(self) -> list[Event]:
        return [found for found in (self.event, *self.outer) if found is not None]

    def _within(self, ref: Ref, said: t.Within) -> Truth:
        piece = self.piece(ref)
        if piece is None or said.exactly or said.beyond is not None:
            return None
        centres = [self.ship] if said.of is None else self._pieces(said.of)
        if centres is None or any(centre is None for centre in centres):
            return None
        if any(centre is piece for centre in centres):
            return None  # whether a ship is within S of herself, the words leave open
        near = any(
            table.within(self.state, piece, centre, said.distance.segments)
            for centre in centres
            if centre is not None
        )
        return near != said.negated

    def _pieces(self, said: t.Selector) -> list[Piece | None] | None:
        found = self.find(said)
        return None if found is None else [self.piece(ref) for ref in found]

    def _located(self, ref: Ref, said: t.Located) -> Truth:
        piece = self.piece(ref)
        if piece is None:
            return None
        if said.place in {"on", "in", "at"} and isinstance(said.what, t.Pieces) and said.what.noun == "fleet":
            return self._belongs(ref, said.what.of) if said.what.of is not None else None
        if said.place == "docked_at" or (said.place == "at" and piece.kind in {"ship", "sea creature"}):
            return False if piece.docked is None else self.fits(piece.docked, said.what)
        if said.place == "from" and isinstance(ref, int):
            return self.fits(piece.where, said.what) if piece.where >= 0 else False
        if said.place in {"on", "in", "at"} and piece.where >= 0:
            return self.fits(piece.where, said.what)
        if said.place in {"on", "in"} and isinstance(said.what, t.Pieces) and said.what.noun in PLACES:
            answers = [
                self.fits(other.id, said.what)
                for other in self.state.pieces
                if other.where == SEA and other is not piece and table.touching(self.state, piece, other)
            ]
            return either(answers)
        return None

    def _same_nation(self, piece: Piece, what: t.Selector) -> Truth:
        """ "Of the same nationality as this crew"."""
        found = self._pieces(what)
        if not found or piece.nation is None:
            return None
        return any(one is not None and one.nation == piece.nation for one in found)

    def _touching(self, ref: Ref, said: t.Touching) -> Truth:
        piece = self.piece(ref)
        if piece is None:
            return None
        if isinstance(said.what, t.Pieces) and said.what.noun in REACHING:
            return self._reached(piece, said.what)
        others = [other for other in self.state.pieces if other.where == SEA and other is not piece]
        return either(
            self.fits(other.id, said.what) for other in others if table.touching(self.state, piece, other)
        )

    def _reached(self, piece: Piece, part: t.Pieces) -> Truth:
        """Whether an arm or blade of a ship reaches a piece."""
        owners = self._pieces(part.of) if part.of is not None else None
        if owners is None:
            return None
        return any(
            owner is not None and owner is not piece and table.within(self.state, piece, owner, ("S",))
            for owner in owners
        )

    def _has(self, ref: Ref, said: t.Has) -> Truth:
        piece = self.piece(ref)
        what = said.what
        if piece is None or not isinstance(what, t.Pieces):
            return None
        plain = (
            what.but(which=None, count=None)
            if what.which in {"no", "a", "any"} or what.count is not None
            else what
        )
        if what.noun in nouns.NUMBERED:
            there = nouns.counted(self.state, piece, what.noun)
            left = None if there is None else counts(what, there)
            return None if left is None else left != said.negated
        if what.noun in {"mast", "cannon"}:
            if what.which in {"all", "each"}:
                return (piece.standing == len(piece.masts)) != said.negated
            things: list[Ref] = [
                Part(piece.id, "mast", number) for number, one in enumerate(piece.masts) if one == UP
            ]
            plain = plain.but(noun="mast")
        else:
            things = [other.id for other in self.state.pieces if other.where == piece.id]
        if plain.of is not None or what.which in {"all", "each", "the", "this", "that"}:
            return None
        answers = [self.fits(thing, plain) for thing in things]
        if None in answers:
            return None
        number = answers.count(True)
        held = counts(what, number)
        return None if held is None else held != said.negated

    def _stat_is(self, ref: Ref, said: t.StatIs) -> Truth:
        piece = self.piece(ref)
        if piece is None or not isinstance(said.amount, t.Number):
            return None
        return compares(piece, said, said.amount.value)

    def _range(self, ref: Ref, said: t.OfRange) -> Truth:
        piece = self.piece(ref)
        if piece is None or not isinstance(ref, Part) or ref.number >= len(piece.card.cannons):
            return None
        gun = piece.card.cannons[ref.number]
        return (said.range is None or gun.range == said.range) and (
            said.rank is None or gun.rank == said.rank
        )

    def _involved(self, ref: Ref, said: t.Involved) -> Truth:
        """A ship that takes part in something that can be seen: touching, pinning, towing, docked."""
        if said.strength != "do" or said.when is not None or said.role not in {"agent", "object"}:
            return None
        other = said.event.object if said.role == "agent" else said.event.agent
        if said.event.type == "touch" and other is not None:
            return self._touching(ref, t.Touching(what=other))
        piece = self.piece(ref)
        if said.event.type == "surround" and piece is not None and other is not None:
            return self._surrounded(piece, said.role, other)
        if said.event.type == "pin" and piece is not None and said.role == "object":
            return piece.pinned_by is not None and self.fits(piece.pinned_by, other) is not False
        if said.event.type == "pin" and piece is not None and other is not None:
            return either(self.fits(one.id, other) for one in self.state.pieces if one.pinned_by == ref)
        for found in self._chain():
            if found.type == said.event.type and getattr(found, said.role) == ref:
                return self._slots_fit(found, said.event, skip=said.role)
        return None

    def _surrounded(self, piece: Piece, role: str, other: t.Selector) -> Truth:
        """Whether a creature came round a ship, as the table shows it."""
        answers: list[Truth] = []
        for one in self.state.pieces:
            creature, ship = (piece, one) if role == "agent" else (one, piece)
            if creature is not ship and table.surrounds(self.state, creature, ship):
                answers.append(self.fits(one.id, other))
        return either(answers)

    def _is_a(self, ref: Ref, said: t.IsA) -> Truth:
        if not isinstance(said.what, t.Pieces | t.Named | t.Group | t.Person):
            return None
        what = (
            said.what.but(which=None)
            if isinstance(said.what, t.Pieces) and said.what.which in {"a", "any"}
            else said.what
        )
        found = self.fits(ref, what)
        return None if found is None else found != said.negated

    def _except(self, ref: Ref, said: t.Except) -> Truth:
        found = self.fits(ref, said.what)
        return None if found is None else not found

    def _extreme(self, ref: Ref, said: t.Extreme) -> Truth:
        """The dearest or cheapest of those aboard the same ship."""
        piece = self.piece(ref)
        if piece is None or piece.where < 0 or said.stat not in {"point_cost", "gold_value"}:
            return None

        def value(one: Piece) -> int:
            return one.card.points if said.stat == "point_cost" else one.value

        rivals = [
            value(other)
            for other in self.state.pieces
            if other.where == piece.where and other.kind == piece.kind
        ]
        return value(piece) == (max(rivals) if said.most == "highest" else min(rivals))

    def _name_has(self, ref: Ref, said: t.NamedLike) -> Truth:
        piece = self.piece(ref)
        return None if piece is None else said.name.casefold() in piece.card.name.casefold()

    # --- facts ------------------------------------------------------------------------------------------

    def holds(self, guard: t.Condition) -> Truth:
        """Whether a condition holds now."""
        if guard.even:
            return True
        found = self._fact(guard.fact)
        return None if found is None else found != guard.negated

    def _fact(self, fact: t.Fact) -> Truth:
        if isinstance(fact, t.Facts):
            joined = both if fact.join == "and" else either
            return joined(self._fact(one) for one in fact.facts)
        if isinstance(fact, t.Matches):
            return self._matches(fact)
        if isinstance(fact, t.Able):
            return True
        return None

    def _matches(self, fact: t.Matches) -> Truth:
        subject = fact.subject
        if (isinstance(subject, t.Pieces) and subject.which in {"no", "a", "any"}) or (
            isinstance(subject, t.Pieces) and subject.count is not None
        ):
            plain = subject.but(which=None, count=None)
            things = self.find(plain)
            if things is None:
                return None
            answers = [self.is_so(thing, fact.filter) for thing in things]
            return None if None in answers else counts(subject, answers.count(True))
        things = self.find(subject)
        if things is None:
            return None
        if not things:
            return False
        return both(self.is_so(thing, fact.filter) for thing in things)

    # --- events -----------------------------------------------------------------------------------------

    def is_event(self, said: t.Event) -> Truth:
        """Whether the event that is looked at is the one that the words tell."""
        event = self.event
        if event is None or event.type not in {said.type, *COUNTING_AS.get((said.type, ""), ())}:
            return None if event is not None and (said.type, event.type) in wordings.MAY_BE else False
        answers = [self._slots_fit(event, said)]
        if said.near is not None or said.means is not None or said.without is not None:
            answers.append(None)
        if isinstance(said.object, t.Pieces) and isinstance(said.object.count, t.MoreThan):
            answers.append(None)  # one event does not tell how many there are at the same time
        if said.amount is not None:
            number = said.amount.value if isinstance(said.amount, t.Number) else None
            answers.append(None if number is None else face(event) == number)
        plain = {"also", "then", "first", "instead"}
        if set(said.manner) - plain:
            answers.append(True if set(said.manner) - plain <= event.manner else None)
        if said.time is not None:
            answers.append(None)
        return both(answers)

    def _slots_fit(self, event: Event, said: t.Event, skip: str = "") -> Truth:
        if said.type in wordings.BEFALLS and said.agent is not None and said.object is None:
            said = said.but(agent=None, object=said.agent)
        return both(
            self._slot(event, slot, getattr(said, slot))
            for slot in SLOTS
            if slot != skip and getattr(said, slot) is not None
        )

    def _slot(self, event: Event, slot: str, said: t.Selector) -> Truth:
        ref = getattr(event, slot)
        if ref is None and slot == "agent" and isinstance(said, t.Person):
            ref = Seat(event.player) if event.player is not None else None
        if ref is None and slot == "source" and isinstance(event.object, Part | int):
            ref = holder_of(self.state, event.object)
        answer = self.fits(ref, said)
        if answer is False and isinstance(ref, Part):  # what a cannon does its ship does
            whole = self.fits(ref.of, said)
            return True if whole else answer
        if answer is False and slot == "agent" and isinstance(ref, Matter) and ref.of is not None:
            return self.fits(ref.of, said)  # what her ramming does she does
        if answer is False and isinstance(ref, Matter) and isinstance(said, t.Pieces):
            return is_noun(self.state, ref, said.noun) if said.of is None and not said.filters else None
        return answer


_FILTERS: dict[type, Callable[..., Truth]] = {
    t.OfNation: Judge._nation,
    t.HasKeyword: Judge._keyword,
    t.InState: Judge._state,
    t.Within: Judge._within,
    t.Located: Judge._located,
    t.Touching: Judge._touching,
    t.Has: Judge._has,
    t.StatIs: Judge._stat_is,
    t.OfRange: Judge._range,
    t.Involved: Judge._involved,
    t.IsA: Judge._is_a,
    t.Except: Judge._except,
    t.Extreme: Judge._extreme,
    t.NamedLike: Judge._name_has,
}
