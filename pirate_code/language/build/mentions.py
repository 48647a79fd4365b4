"""Who "she", "it", "them" and "that ship" are: the pieces a line has spoken of, in order."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from pirate_code.language import tree as t
from pirate_code.language.fits import load_fits
from pirate_code.language.words import load_words

THIS_SHIP = t.Pieces(noun="ship", which="this")
# The ship a state without a subject speaks of, until the clause says who it is about.
BARE = t.Pieces(noun="ship", which="this")
_KEPT = 8
# A pronoun means one of the last pieces spoken of: no sentence of a card speaks of more than these.
_REMEMBERED = 40
Key = tuple[tuple[t.Selector, ...], t.Selector | None]


@dataclass
class Mentions:
    """Pieces spoken of in this sentence, and what the earlier ones left behind.

    `now` is in the order in which pieces were first named, `recent` in the order in which they were last
    spoken of; `before` holds earlier sentences, the nearest first, and `topic` the ship that the last one was
    about; `carried` tells that they are needed.
    """

    now: list[t.Selector] = field(default_factory=list)
    recent: list[t.Selector] = field(default_factory=list)
    owners: list[t.Selector] = field(default_factory=list)
    before: list[t.Selector] = field(default_factory=list)
    topic: t.Selector | None = None
    carried: bool = False
    because: t.Pieces | None = None
    guessed: list[t.Selector] = field(default_factory=list)  # what "it" and "she" were taken to mean
    begun: t.Pieces | None = None  # the piece that is being described: no pronoun in its description means it
    unresolved: bool = False  # "it" or "they" was said with nothing to refer to

    def key(self) -> Key:
        """What earlier sentences contribute: enough to read the next one the same way."""
        return tuple(self.before), self.topic

    def begin(self, piece: t.Pieces) -> t.Pieces:
        """Remember a piece as soon as it is named, before anything narrows it down."""
        if not self.carried and self._refers_back(piece):
            self.carried, self.because = True, piece
        self.now.append(piece)
        self._speak_of(piece)
        self.begun = piece
        return piece

    def add(self, piece: Any) -> None:
        """Remember a piece that was named in full; it takes the place of what it began with."""
        self.begun = None
        if isinstance(piece, t.Pieces):
            self._complete(piece)
            described = any(isinstance(filter_, t.Involved | t.Has) for filter_ in piece.filters)
            if described and self.because is not None and piece.noun == self.because.noun:
                # "the ship it is on" is described by the clause, not by an earlier sentence.
                self.carried, self.because = False, None
        elif isinstance(piece, t.Group | t.Named | t.KeywordItself):
            self.now.append(piece)
            self._speak_of(piece)

    def _speak_of(self, piece: t.Selector) -> None:
        self.recent.append(piece)
        del self.recent[:-_REMEMBERED]

    def own(self, piece: t.Pieces) -> None:
        """Remember an owner: "she" may be one, "it" is what is owned."""
        self.add(piece)
        self.owners.append(piece)
        del self.owners[:-_REMEMBERED]

    def forget(self, pieces: list[Any]) -> None:
        """Members of a group are spoken of together, not one by one."""
        self.now = [piece for piece in self.now if piece not in pieces]
        self.recent = [piece for piece in self.recent if piece not in pieces]

    def next_sentence(self) -> None:
        """Keep what a later sentence may refer to."""
        spoken = [*reversed(self.recent), *self.before]
        kept = [piece for piece in spoken if not _abstract(piece) or _are_players(piece)]
        self.before = list(dict.fromkeys(kept))[:_KEPT]
        self.topic = next((piece for piece in self.now if is_ship(piece)), self.topic)
        self.now, self.recent, self.owners, self.guessed, self.carried = [], [], [], [], False

    def things(self) -> list[t.Selector]:
        """The concrete pieces of this sentence, this ship aside, the last spoken of at the end."""
        concrete = [piece for piece in self.recent if not _abstract(piece) and piece != THIS_SHIP]
        concrete = [piece for piece in concrete if not _is_none(piece)]
        return [piece for piece in concrete if piece not in self.owners] or concrete

    def pronoun(self, word: str, of: str = "") -> t.Selector:
        """The piece a pronoun stands for, as an explicit reference; `of` is the noun of what it owns."""
        return self.left_open(self._meant(word, of))

    def left_open(self, meant: t.Selector) -> t.Selector:
        """A reference that is guessed from a pronoun or from no word at all: what fits better replaces it."""
        self.guessed.append(meant)
        return meant

    def _meant(self, word: str, of: str) -> t.Selector:
        if word in {"she", "her"} and not of and THIS_SHIP in self.now:
            return THIS_SHIP
        if word in {"she", "her"}:
            return reference(self._first_ship(self.begun if not of else None))
        players = [piece for piece in self.now if isinstance(piece, t.Pieces) and _is_player(piece)]
        if word in {"his", "his or her"} and players:
            return reference(players[-1])
        if word in {"he", "he or she", "his", "his or her", "him"}:
            return t.Person(who="active")
        if word == "their" and of and players and load_words().noun_class.get(of) in {"ships", "places"}:
            return reference(players[-1])  # "enemy players pay 1 gold from their home island"
        if word == "their" and self.recent and _is_player(self.recent[-1]):
            return reference(self.recent[-1])
        meant = reference(self._thing(word in {"they", "them", "their"}, of))
        if isinstance(meant, t.Pieces) and meant.which == "that":
            self._speak_of(meant)
        return meant

    def is_guessed(self, piece: t.Selector) -> bool:
        """Whether a reference stands for "it" or "they"; "that ability" is said outright."""
        return piece in self.guessed

    def fitting(self, kinds: frozenset[str], others: Collection[Any] = ()) -> t.Selector | None:
        """The piece of one of these kinds that was spoken of last, as a reference; none of the others."""
        spoken = [
            piece
            for piece in [*reversed(self.recent), *self.before]
            if _is_attacker(piece) or not _abstract(piece) or (_is_player(piece) and "player" in kinds)
        ]
        fits = (
            piece for piece in spoken if _kind(piece) in kinds and piece != THIS_SHIP and piece not in others
        )
        piece = next(fits, None)
        if piece is not None and _is_attacker(piece):
            return t.Pieces(noun="ship", which="that")
        return reference(piece) if piece is not None else None

    def one(self) -> str:
        """The noun that "this one" leaves out: that of the piece last spoken of."""
        nouns = [piece.noun for piece in self.things() if isinstance(piece, t.Pieces)]
        counted = [
            piece.noun
            for piece in self.recent
            if isinstance(piece, t.Pieces) and isinstance(piece.count, t.Number)
        ]
        return str((nouns or counted or ["game_piece"])[-1])

    def first(self) -> t.Selector:
        """What the sentence is about: "a captured crew becomes cargo worth its point cost"."""
        things = [piece for piece in self.now if not _abstract(piece) and piece != THIS_SHIP]
        return reference(things[0]) if things else self.pronoun("it")

    def place(self, there: bool = False) -> t.Selector:
        """What "docked at it" and "docks there" speak of: the last place, else the thing."""
        places = [piece for piece in self.recent if isinstance(piece, t.Pieces) and _is_place(piece)]
        if places:
            return reference(places[-1])
        earlier = [piece for piece in self.before if isinstance(piece, t.Pieces) and _is_place(piece)]
        if earlier and there:
            return self._carry(reference(earlier[0]))  # "Any friendly ship that docks there ..."
        return self.pronoun("it")

    def other_ship(self) -> t.Selector:
        """Whom something is taken from: "hits an enemy ship, eliminate one crew from her" is that ship."""
        ships = [piece for piece in self.recent if is_ship(piece) and piece != THIS_SHIP]
        return reference(ships[-1]) if ships else self.pronoun("her")

    def _complete(self, piece: t.Pieces) -> None:
        for place in range(len(self.now) - 1, -1, -1):
            begun = self.now[place]
            if (
                isinstance(begun, t.Pieces)
                and begun.noun == piece.noun
                and begun.which in {piece.which, None}
            ):
                self.now[place] = piece
                self.recent = [other for other in self.recent if other is not begun]
                break
        else:
            self.now.append(piece)
        self._speak_of(piece)

    def _first_ship(self, begun: t.Pieces | None) -> t.Selector:
        """ "She" is the ship the sentence began with; `begun` is one whose description goes on."""
        for piece in self.now:
            if is_ship(piece) and piece is not begun:
                return piece
        if begun is not None and not self.before:
            return THIS_SHIP  # "for each ship within S of her, this ship ...": she is named later
        if THIS_SHIP in self.before and self.topic in {None, THIS_SHIP}:
            return THIS_SHIP
        if self.topic is not None:
            return self._carry(self.topic)
        return self._carry(next((piece for piece in self.before if is_ship(piece)), THIS_SHIP))

    def _thing(self, plural: bool, of: str) -> t.Selector:
        """ "It" is what was spoken of last, ships that are "she" and places aside."""
        now = self.things()
        if not of and not plural:
            now = [piece for piece in now if piece is not self.begun]  # "one derelict it touches"
        if plural:
            now = [piece for piece in now if _many(piece)] or now
        carries = load_words().noun_class.get(of) in {"parts", "cargo"}
        if carries:
            # "Steal one treasure from the other ship and eliminate one of its crew": a treasure has no crew.
            now = [piece for piece in now if _is_bearer(piece)] or now
        if of in load_fits().stats:
            # "... one treasure from each ship that exceeds its cargo capacity": no treasure has one.
            have = load_fits().stats[of].of
            now = [piece for piece in now if _kind(piece) in have] or now
        if of == "island":
            # "When this fort is destroyed, eliminate all treasure on its island": no treasure has an island.
            now = [piece for piece in now if not t.can_be_eliminated(piece)] or now
        cards = [piece for piece in self.before if isinstance(piece, t.Named)]
        if cards and now and not carries and all(_is_she(piece) for piece in now):
            return cards[0]
        if now:
            return _nearest(list(reversed(now)))
        if THIS_SHIP in self.now:
            return THIS_SHIP
        players = [piece for piece in self.before if _are_players(piece)]
        before = [piece for piece in self.before if piece != THIS_SHIP and piece not in players]
        if plural and players and not any(_many(piece) and not _is_owned(piece) for piece in before):
            return self._carry(reference(players[0]))
        things = [piece for piece in before if not is_ship(piece)]
        if not before and THIS_SHIP not in self.before:
            self.unresolved = True
        return self._carry(_nearest(things or before or [THIS_SHIP]))

    def _carry(self, piece: t.Selector) -> t.Selector:
        """A piece of an earlier sentence; the card's own pieces need no earlier sentence to be known."""
        own = isinstance(piece, t.Named) or (isinstance(piece, t.Pieces) and piece.which == "this")
        self.carried = self.carried or not own
        return piece

    def _refers_back(self, piece: t.Pieces) -> bool:
        """Whether "that ship" or "the traded treasure" speaks of an earlier sentence."""
        if piece.noun == "attacker":  # whoever attacks does so in the sentence that says so
            return bool(self.before) and not self.now
        if piece.which not in {"that", "the"} or piece.of is not None or _abstract(piece):
            return False
        states = {filter_.state for filter_ in piece.filters if isinstance(filter_, t.InState)}
        if piece.which == "the" and states & {"other", "enemy"} and not self._is_another(piece):
            return False
        if any(_same_noun(piece, other) for other in self.now):
            return False
        return any(_same_noun(piece, other) for other in self.before)

    def _is_another(self, piece: t.Pieces) -> bool:
        """Whether "the other ship" is "another ship" of the sentence before."""
        earlier = (one for one in self.before if isinstance(one, t.Pieces) and one.which == "another")
        return any(_same_noun(piece, one) for one in earlier)


def reference(piece: t.Selector) -> t.Selector:
    """An explicit reference to a piece spoken of before."""
    if isinstance(piece, t.Pieces):
        return t.Pieces(noun=piece.noun, which="this" if piece.which == "this" else "that")
    if isinstance(piece, t.Group):
        return t.Pieces(noun="game_piece", which="that")
    return piece


def _nearest(pieces: list[t.Selector]) -> t.Selector:
    """The first that is neither place nor "she": "it" is seldom the island, and seldom a ship."""
    things = [piece for piece in pieces if not (isinstance(piece, t.Pieces) and _lies_there(piece))] or pieces
    return ([piece for piece in things if not _is_she(piece)] or things)[0]


def _same_noun(piece: t.Pieces, other: t.Selector) -> bool:
    if isinstance(other, t.Group):
        return any(_same_noun(piece, member) for member in other.members)
    if not isinstance(other, t.Pieces) or other.which == "this":
        return False
    thrown = piece.noun == "shot" and other.noun.endswith(("_shot", "pot"))
    shorter = thrown or (piece.noun, other.noun) == ("island", "wild_island")
    return shorter or other.noun == piece.noun or (_class(other) == "ships" and _class(piece) == "ships")


def _is_place(piece: t.Pieces) -> bool:
    return _class(piece) == "places" or piece.noun == "fort"


def _is_bearer(piece: t.Selector) -> bool:
    """Whether a piece has masts, crew or treasure of its own."""
    return is_ship(piece) or (isinstance(piece, t.Pieces) and piece.noun == "fort")


def _lies_there(piece: t.Pieces) -> bool:
    return _is_place(piece) or _class(piece) == "terrain"


def _is_she(piece: t.Selector) -> bool:
    return isinstance(piece, t.Pieces) and piece.noun == "ship"


def is_ship(piece: t.Selector) -> bool:
    """Whether a piece is one that "she" can be."""
    return isinstance(piece, t.Pieces) and _class(piece) == "ships" and piece.which != "no"


def _is_player(piece: t.Selector) -> bool:
    """Whether this is a player or several, of whom a card says "their"."""
    return isinstance(piece, t.Pieces) and _class(piece) == "people"


def _is_none(piece: t.Selector) -> bool:
    """Whether a piece is said not to be there: nothing is told of it later."""
    return isinstance(piece, t.Pieces) and piece.which == "no"


def _is_owned(piece: t.Selector) -> bool:
    """Whether a piece is told by its owner or counted: "their home island", "one of their ships"."""
    return isinstance(piece, t.Pieces) and (piece.of is not None or piece.count is not None)


def _are_players(piece: t.Selector) -> bool:
    """Whether these are several players, of whom the next sentence may say "they"."""
    return isinstance(piece, t.Pieces) and piece.noun in {"player", "opponent"} and piece.which is None


def _many(piece: t.Selector) -> bool:
    return isinstance(piece, t.Group) or (
        isinstance(piece, t.Pieces) and piece.which in {None, "all", "any", "both"}
    )


def _class(piece: t.Pieces) -> str:
    return load_words().noun_class[piece.noun]


def _kind(piece: t.Selector) -> str:
    """The kind of a piece; a card that is called by its name is taken for cargo."""
    if _is_attacker(piece):
        return "ship"
    if isinstance(piece, t.Pieces):
        return "ship" if piece.noun == "derelict" else load_fits().kinds[piece.noun]
    return "cargo" if isinstance(piece, t.Named) else ""


def _is_attacker(piece: t.Selector) -> bool:
    return isinstance(piece, t.Pieces) and piece.noun == "attacker"


def _abstract(piece: t.Selector) -> bool:
    return isinstance(piece, t.Pieces) and _class(piece) in {"people", "matters", "stats"}
