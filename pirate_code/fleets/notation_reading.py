"""A written fleet becomes pieces: each name is given the piece that it means most likely.

Everything that reads a fleet reads it here: check, suggest, games, scenarios and the browser.

Where a name means several pieces, the crew of the ship's nation are taken before others, and then the
pieces with which the fleet comes nearest to its build total and is legal; what was taken is told. A part of
a name that fits pieces of different names is refused, like a name that no piece has.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice, product

from pirate_code.board.card import Card, CardFacts
from pirate_code.board.fleet import Fleet, Manned
from pirate_code.core.naming import nearest
from pirate_code.data import DataError
from pirate_code.fleets.legality import CardStatus, judge
from pirate_code.fleets.legality_ships import points
from pirate_code.fleets.notation import Mention, NotationError, WrittenFleet, WrittenLine, at_line
from pirate_code.fleets.notation_names import Candidates, Names
from pirate_code.fleets.own_editions import checked_edition, why_no_edition
from pirate_code.library.pieces import load_sets
from pirate_code.rules.building import book
from pirate_code.rules.edition import TERRAIN, Edition, editions, load_edition
from pirate_code.rules.names import is_generic, person, words_of
from pirate_code.rules.program.lower.clauses import ops_of

_HULLS = ("ship", "sea creature")
_ABOARD = ("crew", "equipment")
_OTHERS = {"forts": "fort", "events": "event", "treasure": "treasure", "islands": "island"}
_LISTS = {kind: place for place, kind in _OTHERS.items()}
_COLLECTED = ("ship", "sea creature", "crew", "equipment", "event", "treasure")
_PLACES = ("forts", "events", "treasure", "islands", "crew", "collection")
_COMBINATIONS = 3_000
_JUDGED = 6
_SHOWN = 6


@dataclass
class _Slot:
    """A place in the fleet and the pieces that it can be."""

    mention: Mention
    options: list[Card]
    guessed: bool = False
    ship: _Slot | None = None  # whom it sails with
    card: Card | None = None


@dataclass(frozen=True)
class Reading:
    """A fleet as it was understood: its pieces, what was taken for what, and names that mean nothing."""

    fleet: Fleet
    edition: Edition
    build: int | None
    card_status: CardStatus
    notes: tuple[str, ...] = ()
    names_edition: bool = False  # it says itself for which edition it is

    @property
    def points(self) -> int:
        """The build total that the fleet is for."""
        return self.edition.build_total if self.build is None else self.build


def understand(
    written: WrittenFleet, names: Names, edition: Edition | None = None, build: int | None = None
) -> Reading:
    """Give every name of a written fleet its piece; `edition` and `build` override what is written."""
    return _Reader(written, names, edition, build).reading()


@dataclass
class _Lists:
    """What a fleet holds beside ships."""

    forts: list[_Slot] = field(default_factory=list)
    events: list[_Slot] = field(default_factory=list)
    treasure: list[_Slot] = field(default_factory=list)
    islands: list[_Slot] = field(default_factory=list)
    crew: list[_Slot] = field(default_factory=list)
    collection: list[_Slot] = field(default_factory=list)
    terrain: list[str] = field(default_factory=list)


class _Reader:
    def __init__(
        self, written: WrittenFleet, names: Names, edition: Edition | None, build: int | None
    ) -> None:
        self.written, self.names = written, names
        self.edition = edition or _edition(written)
        self.build = build if build is not None else written.build
        self.ships: list[tuple[_Slot, list[_Slot]]] = []
        self.adrift = False  # the ship that was named last is not known, so her crew has none
        self.lists = _Lists()
        self.unknown: list[str] = []
        self.notes: list[str] = list(written.notes)

    def reading(self) -> Reading:
        for row in self.written.rows:
            self._row(row)
        if not self.ships:
            hint = f" {self.unknown[0]}" if self.unknown else ""
            raise NotationError(f"No ship was found in this fleet.{hint}")
        card_status = CardStatus(self.names.pool.retired, self.names.unread, tuple(self.unknown))
        named = self.written.edition is not None
        reading = Reading(self._fleet(), self.edition, self.build, card_status, names_edition=named)
        fleet = self._chosen(reading)
        return replace(reading, fleet=fleet, notes=(*self.notes, *self._choices()))

    # --- rows -----------------------------------------------------------------------------------------

    def _row(self, row: WrittenLine) -> None:
        for place, mention in enumerate(row.mentions):
            if row.section == "terrain":
                self._terrain(mention)
            elif row.section == "ships":
                self._in_a_ship_row(mention, first=place == 0 and not row.below)
            elif row.section == "ashore":
                self._put(self._candidates(mention, [_ABOARD]), "crew")
            elif row.section == "aboard":
                self._put(self._candidates(mention, [_ABOARD]))
            elif row.section == "collection":
                self._put(self._candidates(mention, [_COLLECTED]), "collection")
            elif row.section == "treasure" and (crew := self._abandoned(mention)):
                self._put([crew] if crew.cards else [], "treasure")
                self._bring_crew_card(mention)
            elif row.section in {"treasure", "coins"}:
                crew = self.names.find(mention, ("crew",))
                groups = [("treasure",)] if crew.guessed else [("treasure",), ("crew",)]
                self._put(self._candidates(mention, groups), "treasure")
            else:
                self._put(self._candidates(mention, [(_OTHERS[row.section],)]))

    def _in_a_ship_row(self, mention: Mention, *, first: bool) -> None:
        groups = [_HULLS, _ABOARD] if first or not self.ships else [_ABOARD, _HULLS]
        if _terrain_of(mention.name) is not None and not self.names.find(mention, _HULLS).cards:
            self._terrain(mention)
            return
        candidates = self._candidates(mention, [*groups, tuple(_LISTS)])
        if first and not candidates:
            self.adrift = True
        self._put(candidates)

    def _candidates(self, mention: Mention, groups: Sequence[tuple[str, ...]]) -> list[Candidates]:
        """What a mention means: surely one of the first group, of the next, or else by a guess."""
        tried = [self.names.find(mention, group) for group in groups]
        candidates = [each for each in tried if each.cards]
        candidates.sort(key=lambda each: each.guessed)
        if candidates:
            return [candidates[0]] if not candidates[0].guessed or self._is_one_name(candidates[0]) else []
        kinds = [kind for group in groups for kind in group]
        other = next((each.other for each in tried if each.other is not None), None)
        if other is None and (both := self.names.split(mention, kinds)):
            return both
        self.unknown.append(at_line(mention.line) + self._not_found(mention, kinds, other))
        return []

    def _is_one_name(self, candidates: Candidates) -> bool:
        """Whether a part of a name fits one name only, of the ship's nation if any does; else it is told."""
        nations = {card.nation for card in self.ships[-1][0].options} if self.ships else set()
        own = [card for card in candidates.cards if card.kind in _ABOARD and card.nation in nations]
        names = {person(card.name, card.kind): card for card in own or candidates.cards}
        if len(names) > 1:
            shown = ", ".join(described(card) for card in islice(names.values(), _SHOWN))
            sentence = (
                f"{candidates.mention.whole[:80]!r} can mean {shown}; write the whole name or the number."
            )
            self.unknown.append(at_line(candidates.mention.line) + sentence)
        return len(names) == 1

    def _not_found(self, mention: Mention, kinds: Sequence[str], other: CardFacts | None) -> str:
        """Why a mention means no piece of some kinds; `other` is the piece whose number it gives."""
        name = mention.name[:60]
        if other is not None:
            sentence = f"{mention.whole[:80]!r} names two pieces: {other.id} is {described(other)}."
            return f"{sentence} Write the name or the number of one."
        if elsewhere := self.names.called(mention):
            sentence = f"No {' or '.join(kinds)} in the library is called {name!r}"
            return f"{sentence}; {described(elsewhere)} is a piece of the kind {elsewhere.kind}."
        if why := self.names.why_no_number(name):
            return f"No piece in the library is called {name!r}: {why}"
        near = self.names.nearest(name, kinds)
        meant = f"; did you mean {' or '.join(near)}?" if near else "."
        return f"No piece in the library is called {name!r}{meant}"

    def _put(self, candidates: Iterable[Candidates], place: str = "") -> None:
        """Give the pieces their places: a list of the fleet, or where pieces of their kind belong."""
        for each in candidates:
            for hint in each.left_aside:
                wanted = "that set or nation" if hint == each.mention.whole else repr(hint[:40])
                self.notes.append(
                    f"{each.mention.whole[:80]!r}: no such piece fits {wanted}, which is left aside."
                )
            for _ in range(each.mention.count):
                self._place(_Slot(each.mention, self._ordered(each.cards), each.guessed), place)

    def _place(self, slot: _Slot, place: str) -> None:
        kind = slot.options[0].kind
        if place:
            getattr(self.lists, place).append(slot)
        elif kind in _HULLS:
            self.ships.append((slot, []))
            self.adrift = False
        elif kind in _LISTS:
            getattr(self.lists, _LISTS[kind]).append(slot)
        elif self.ships and not self.adrift:
            slot.ship = self.ships[-1][0]
            self.ships[-1][1].append(slot)
        else:
            self.lists.crew.append(slot)

    def _terrain(self, mention: Mention) -> None:
        noun = _terrain_of(mention.name)
        if noun is None:
            known = ", ".join(each.replace("_", " ") for each in TERRAIN)
            where = at_line(mention.line)
            self.unknown.append(f"{where}{mention.name[:40]!r} is no terrain; there are {known}.")
        else:
            self.lists.terrain += [noun] * mention.count

    def _abandoned(self, mention: Mention) -> Candidates | None:
        """The generic crew that a mention among the treasure means; "abandoned" may stand before the name."""
        first, _, rest = mention.name.partition(" ")
        is_called = words_of(first) == words_of(book().crew_treasure)[:1]
        plain = rest if is_called else mention.name
        name = next((name for name in (plain, plain.removesuffix("s")) if is_generic(name)), None)
        return self.names.find(replace(mention, name=name), ("crew",)) if name is not None else None

    def _bring_crew_card(self, mention: Mention) -> None:
        """The card on which abandoned crew are printed comes with them, once."""
        cards = self.names.find(Mention(book().crew_treasure), ("treasure",)).cards
        card = self._ordered(cards)[0] if cards else None
        if card is not None and all(slot.options[0] != card for slot in self.lists.treasure):
            self.lists.treasure.append(_Slot(mention, [card]))

    def _ordered(self, cards: Iterable[CardFacts]) -> list[Card]:
        """Cards that play differently: those that were released and are known whole before the others.

        Where it is known what is owned, that comes first, and of named pieces nothing else is meant.
        """
        released = {ordered.id for ordered in load_sets() if ordered.released}
        retired, unread = self.names.pool.retired, self.names.unread

        def doubt(card: CardFacts) -> tuple[bool, bool, bool]:
            return (
                card.id in retired,
                card.id.partition("-")[0] not in released,
                "point cost" in unread.get(card.id, ""),
            )

        owned = self.names.owned
        ordered = sorted(
            cards,
            key=lambda card: (card.id not in owned, doubt(card), card.id in unread, len(card.id), card.id),
        )
        named = [card for card in ordered if not is_generic(card.name)]
        if own := [card for card in named if card.id in owned]:
            ordered = own
        least = min(map(doubt, ordered))
        sure = [card for card in ordered if doubt(card) == least or card.id in owned]
        return different(map(self.names.pool.card, sure))

    # --- choosing -------------------------------------------------------------------------------------

    def _slots(self) -> Iterator[_Slot]:
        for ship, aboard in self.ships:
            yield ship
            yield from aboard
        for place in _PLACES:
            yield from getattr(self.lists, place)

    def _chosen(self, reading: Reading) -> Fleet:
        """The likeliest fleet: of those that come nearest to the build total the first that is legal."""
        several = [slot for slot in self._slots() if len(slot.options) > 1 and not _is_plain(slot)]
        tried: dict[Fleet, tuple[tuple[int, int], tuple[Card | None, ...]]] = {}
        for cards in islice(product(*(slot.options for slot in several)), _COMBINATIONS):
            for slot, card in zip(several, cards, strict=True):
                slot.card = card
            fleet = self._fleet()
            if fleet not in tried:
                tried[fleet] = (
                    self._distance(fleet, reading.points),
                    tuple(slot.card for slot in self._slots()),
                )
        likeliest = sorted(tried, key=lambda fleet: tried[fleet][0])[:_JUDGED]
        best = likeliest[0]
        if len(likeliest) > 1:
            legal = (
                fleet
                for fleet in likeliest
                if judge(fleet, reading.edition, reading.points, reading.card_status).legal
            )
            best = next(legal, best)
        for slot, chosen in zip(self._slots(), tried[best][1], strict=True):
            slot.card = chosen
        return self._fleet()

    def _distance(self, fleet: Fleet, build: int) -> tuple[int, int]:
        """How far a fleet is from the points it may cost: within them it comes as near as it can."""
        total = sum(card.points for card in fleet.paid())
        limit = build + max((_extra(card) for card in fleet.cards()), default=0)
        foreign = sum(
            card.nation not in {None, manned.ship.nation} for manned in fleet.ships for card in manned.aboard
        )
        return (total - limit if total > limit else 0, limit - total + foreign)

    def _card(self, slot: _Slot) -> Card:
        """The piece of a slot: of its ship's nation, if there is one of that nation."""
        ship = self._card(slot.ship) if slot.ship is not None else None
        if ship is not None and (slot.card is None or slot.card.nation != ship.nation):
            own = [card for card in slot.options if card.nation == ship.nation]
            if own:
                return own[0]
        return slot.card or slot.options[0]

    def _fleet(self) -> Fleet:
        def cards(slots: list[_Slot]) -> tuple[Card, ...]:
            return tuple(self._card(slot) for slot in slots)

        return Fleet(
            self.written.name,
            tuple(Manned(self._card(ship), cards(aboard)) for ship, aboard in self.ships),
            **{place: cards(getattr(self.lists, place)) for place in _PLACES},
            terrain=tuple(self.lists.terrain),
            coins=tuple(self.written.coins),
        )

    def _choices(self) -> Iterator[str]:
        """What was taken for what, where it was not plain."""
        reported: set[str] = set()
        for slot in self._slots():
            card = self._card(slot)
            ship = self._card(slot.ship) if slot.ship is not None else None
            others = [] if _is_plain(slot) else [other for other in slot.options if other != card]
            nation = ship.nation if ship is not None else None
            if nation is not None and card.nation == nation:
                others = [other for other in others if other.nation == nation]
            if not others and not slot.guessed:
                continue
            sentence = f"{slot.mention.whole[:80]!r} was taken for {described(card)}"
            if others:
                shown = ", ".join(described(other) for other in others[:_SHOWN])
                sentence += f"; it can also mean {shown}. Write the number to be sure"
            if sentence not in reported:
                reported.add(sentence)
                yield f"{sentence}."


def _is_plain(slot: _Slot) -> bool:
    """Whether it is generic crew, which is taken of the ship's nation without asking."""
    return all(card.kind == "crew" and is_generic(card.name) for card in slot.options)


def described(card: CardFacts) -> str:
    """A card by its name, number and cost."""
    cost = f"{card.gold} gold" if card.kind == "fort" else points(card.points)
    return f"{card.name} ({card.id}, {cost})"


def different(cards: Iterable[Card]) -> list[Card]:
    """The cards that play differently: a reprint that says the same is the same piece."""
    kept: dict[tuple[object, ...], Card] = {}
    for card in cards:
        kept.setdefault(plays_as(card), card)
    return list(kept.values())


def plays_as(card: Card) -> tuple[object, ...]:
    """What matters of a card in a game; printings of one name that have it in common are one piece."""
    return (
        card.kind,
        card.nation,
        card.points,
        card.gold,
        card.masts,
        card.cargo,
        card.base_move,
        card.cannons,
        card.abilities,
        card.links,
    )


def _edition(written: WrittenFleet) -> Edition:
    """The edition that a fleet names; one that was read from a file may name a file beside it."""
    name = written.edition
    if name is None:
        return load_edition()
    if name in editions():
        return load_edition(name)
    if reason := why_no_edition(name):
        raise NotationError(reason)
    if written.folder is None or not name.endswith((".yaml", ".yml")):
        raise NotationError(f"There is no edition {name[:40]!r}{nearest(name, editions())}")
    try:
        return checked_edition(str(written.folder / name))
    except DataError as error:
        raise NotationError(str(error)) from None


def _terrain_of(name: str) -> str | None:
    """The terrain that a name ends with: "big fog bank" is a fog bank."""
    words = words_of(name)
    for noun in TERRAIN:
        plain = tuple(noun.split("_"))
        plural = (*plain[:-1], plain[-1] + "s")
        if words[-len(plain) :] in {plain, plural}:
            return noun
    return None


def _extra(card: Card) -> int:
    """The points beyond the build total that a card allows."""
    for op in ops_of(card.abilities, card.kind):
        using = op.pattern.using if op.pattern is not None else None
        if op.verb == "permit" and op.on == "build" and using is not None and using.count is not None:
            return using.count.exact or 0
    return 0
