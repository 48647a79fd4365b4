"""The ops of all pieces in play, by what they act on: an event, a stat or a moment.

When the position says (by its stamp) that pieces changed places or faces, the index is made anew if other
pieces can act than before. Whether an op that it holds acts as things stand is for `active` to say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from operator import is_
from typing import TYPE_CHECKING, NamedTuple

from pirate_code.board.refs import Matter
from pirate_code.board.state import ASIDE, SEA, Lasting, Piece, State
from pirate_code.rules.lasting import effect_of, holds_now
from pirate_code.rules.program.abilities import ability_of
from pirate_code.rules.program.effects import Change, Gain
from pirate_code.rules.program.lower import derived
from pirate_code.rules.program.lower.clauses import ops_of, ops_of_effect, ops_of_keyword
from pirate_code.rules.program.ops import Gains, Modify, Op

if TYPE_CHECKING:
    from pirate_code.rules.game import Game


class Entry(NamedTuple):
    """An op of a piece, or of an effect that lasts."""

    op: Op
    source: int
    lasting: Lasting | None
    gained: tuple[Entry, Gain] | None = None  # the op that gives the keyword which this is part of


Index = dict[str, dict[str, list[Entry]]]  # ops by what they act on, and by verb


class AbilityIndex:
    """The ops of all pieces in play and of all effects that last, in force or not."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._stamp = -1
        self._sources = _Sources([], [], [])
        self._index: Index = {}
        self._changes: dict[str, list[tuple[Entry, Change]]] = {}
        self._contested: list[str] = []  # stats that several abilities settle
        self._of_piece: dict[int, tuple[Entry, ...]] = {}

    def entries(self, verb: str, on: str) -> Sequence[Entry]:
        """The ops of that verb on that event, stat or moment, in force or not."""
        if self._stamp != self.game.state.stamp:
            self._make_index()
        acting = self._index.get(on)
        return acting.get(verb, ()) if acting is not None else ()

    def lasting_changes(self, stat: str) -> Sequence[tuple[Entry, Change]]:
        """What changes a stat for longer than one event, in force or not."""
        if self._stamp != self.game.state.stamp:
            self._make_index()
        return self._changes.get(stat, ())

    def contested(self) -> list[str]:
        """The stats that several abilities settle, in force or not."""
        if self._stamp != self.game.state.stamp:
            self._make_index()
        return self._contested

    @contextmanager
    def supposing(self) -> Iterator[None]:
        """While pieces lie elsewhere to see how it would be; they must lie as before when that ends."""
        known = self._stamp == self.game.state.stamp
        index, changes, contested = self._index, self._changes, self._contested
        sources = self._sources
        with self.game.cache.supposing():
            yield
        if known:  # what was in force before is so again, and need not be looked up anew
            self._stamp = self.game.state.stamp
            self._index, self._changes, self._contested = index, changes, contested
            self._sources = sources

    def _make_index(self) -> None:
        """Make the index, unless it would come out as it is."""
        self._stamp = self.game.state.stamp
        sources = _sources(self.game.state)
        if self._sources.are(sources):
            return
        self._sources = sources
        index: Index = {}
        for number, face_up in sources.pieces:
            piece = self.game.state.pieces[number]
            for entry in self._entries_of(piece):
                op = entry.op
                if face_up or op.optional:
                    _add(index, entry, op.verb)
                elif piece.kind == "crew" and op.verb == "replace" and op.moment:
                    _add(index, entry, "if shown")
        for lasting in sources.lasting:
            for op in self._ops_of(lasting):
                _add(index, Entry(op, lasting.source, lasting), op.verb)
        for entry in tuple(index.get("gain", {}).get("gain", ())):
            for gained in self._gained(entry):
                _add(index, gained, gained.op.verb)
        self._index = index
        self._changes = {
            on: _changes_in(acting["modify"]) for on, acting in index.items() if "modify" in acting
        }
        self._contested = [stat for stat, found in self._changes.items() if _compete(found)]

    def _entries_of(self, piece: Piece) -> tuple[Entry, ...]:
        """The ops of a card as those of one piece; a piece is of one card for good."""
        found = self._of_piece.get(piece.id)
        if found is None:
            ops = ops_of(piece.card.abilities, piece.card.kind, self.game.edition.versions)
            found = self._of_piece[piece.id] = tuple(Entry(op, piece.id, None) for op in ops)
        return found

    def _gained(self, entry: Entry) -> Iterator[Entry]:
        """What a keyword that ships gain does on each of them, as long as she has gained it."""
        assert isinstance(entry.op, Gains)
        gain = entry.op.gain
        if gain.who.is_this and len(gain.what.members) == 1:
            return  # its own card acts for the ship that it is on
        for what in gain.what.members:
            if not what.keyword:
                continue
            for ship in self.game.state.ships():
                if what.keyword not in ship.card.keywords:
                    versions = self.game.edition.versions
                    for op in ops_of_keyword(what.keyword, ship.kind, versions):
                        yield Entry(op, ship.id, None, (entry, gain))

    def _ops_of(self, lasting: Lasting) -> Iterable[Op]:
        """What an effect that lasts does; an ability that is copied does what it does on its own card."""
        effect = effect_of(lasting)
        if effect is not derived.copied():
            return ops_of_effect(effect, lasting.number)
        (copied,) = lasting.said
        if ability_of(self.game.state, copied) is None or not isinstance(copied, Matter) or copied.of is None:
            return ()
        card = self.game.state.pieces[copied.of].card
        ops = ops_of(card.abilities, card.kind, self.game.edition.versions)
        return [op for op in ops if op.number == copied.number]


IGNORED = "ignored"  # a state of a treasure that does nothing on the ship that it is on


class _Sources(NamedTuple):
    """What an index is made of: pieces that can act and whether they show their faces, effects, and ships."""

    pieces: list[tuple[int, bool]]
    lasting: list[Lasting]
    ships: list[int]  # which may gain keywords

    def are(self, others: _Sources) -> bool:
        """Whether the same index comes of others; an effect like another is still another effect."""
        return (
            self.pieces == others.pieces
            and self.ships == others.ships
            and len(self.lasting) == len(others.lasting)
            and all(map(is_, self.lasting, others.lasting))
        )


def _sources(state: State) -> _Sources:
    pieces = state.pieces
    acting = [
        (piece.id, piece.face_up) for piece in pieces if piece.card.abilities and _can_act(pieces, piece)
    ]
    lasting = [one for one in state.lasting if holds_now(state, one)]
    return _Sources(acting, lasting, [ship.id for ship in state.ships()])


def _add(index: Index, entry: Entry, verb: str) -> None:
    index.setdefault(entry.op.on, {}).setdefault(verb, []).append(entry)


def _changes_in(entries: list[Entry]) -> list[tuple[Entry, Change]]:
    return [(entry, entry.op.change) for entry in entries if isinstance(entry.op, Modify)]


def _compete(changes: list[tuple[Entry, Change]]) -> bool:
    """Whether different abilities settle the same stat."""
    return len({entry.op.key for entry, change in changes if change.by == "set"}) > 1


def _can_act(pieces: list[Piece], piece: Piece) -> bool:
    """Where a piece can use abilities: crew and equipment aboard a ship, events in hand, the rest in play."""
    if piece.kind == "event":
        in_hand = piece.where == ASIDE and piece.owner is not None and "played" not in piece.states
        return in_hand or (piece.where >= SEA and piece.face_up)
    if piece.where < SEA or piece.kind != piece.card.kind:  # abandoned crew that nobody has shown yet
        return False
    if piece.kind == "treasure" and piece.where == SEA:  # a token
        return piece.face_up
    if piece.kind in {"crew", "equipment", "treasure"}:
        if piece.where < 0 or piece.role == "cargo" or IGNORED in piece.states:
            return False
        holder = pieces[piece.where]
        if piece.kind == "treasure" and holder.kind == "island":
            return piece.face_up and "dormant" not in piece.states
        ashore = holder.kind == "island" or (holder.kind == "fort" and piece.kind == "equipment")
        return not ashore or piece.kind == "crew"  # what crew can use ashore, the rules say
    return True
