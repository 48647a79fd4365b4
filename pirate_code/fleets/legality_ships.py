"""The building rules of a single ship: points, cargo space, and who may be aboard."""

from __future__ import annotations

from collections.abc import Iterator

from pirate_code.board.card import Card
from pirate_code.board.state import Piece
from pirate_code.fleets.legality import Fault, FleetCase, checks
from pirate_code.rules.capacity import limited_together
from pirate_code.rules.program import nouns
from pirate_code.rules.program.amounts import StatOf
from pirate_code.rules.program.filters import Has
from pirate_code.rules.program.lower.clauses import ops_of
from pirate_code.rules.program.ops import Hold

_SPACES = "cargo spaces"


def _known(case: FleetCase) -> list[Piece]:
    """The ships of which enough is known to measure what they carry."""
    unread = case.card_status.unread
    return [ship for ship in case.position.ships if ship.card.id not in unread or ship.card.cargo]


@checks("point-limit")
def _point_limit(case: FleetCase) -> Iterator[Fault]:
    position = case.position
    for ship in _known(case):
        for kinds in limited_together(position.edition):
            aboard = [piece for piece in position.aboard(ship) if piece.kind in kinds]
            cost, limit = sum(map(position.placed_cost, aboard)), position.limit(ship)
            if cost > limit:
                told = "what is" if len(kinds) > 1 else f"the {kinds[0]}"
                yield Fault(
                    f"{ship.card.name}: {told} aboard costs {cost} points, and she carries {limit} at most.",
                    f"Leave out or move {points(cost - limit)} of {' and '.join(kinds)}.",
                    ship,
                    tuple(aboard),
                )


@checks("cargo-space")
def _cargo_space(case: FleetCase) -> Iterator[Fault]:
    position = case.position
    for ship in _known(case):
        aboard = position.aboard(ship)
        space, room = sum(map(position.space, aboard)), position.room(ship)
        if space > room:
            more = "one piece" if space - room == 1 else f"pieces of {space - room} {_SPACES}"
            yield Fault(
                f"{ship.card.name}: what is aboard takes {space} {_SPACES}, and she has {room}.",
                f"Leave out or move {more}, or take crew linked to her or to each other.",
                ship,
                tuple(piece for piece in aboard if position.space(piece)),
            )


@checks("carried")
def _carried(case: FleetCase) -> Iterator[Fault]:
    position = case.position
    for ship in position.ships:
        for piece in position.aboard(ship):
            reason = position.refuses(ship, piece)
            if reason is not None:
                yield Fault(
                    f"{ship.card.name} cannot carry {piece.card.name} ({reason.rstrip('.')}).",
                    f"Put {piece.card.name} on another ship or leave it out.",
                    ship,
                    (piece,),
                )
        for statement, carried in position.most_aboard(ship):
            if len(carried) > statement.amount:
                yield Fault(
                    f"{ship.card.name} has {len(carried)} crew aboard, and {statement.piece.card.name} allows"
                    f" {statement.amount} at most.",
                    f"Leave out or move {len(carried) - statement.amount} of them.",
                    ship,
                    tuple(carried),
                )


@checks("sea-creatures")
def _sea_creatures(case: FleetCase) -> Iterator[Fault]:
    for ship in case.position.ships:
        for piece in case.position.aboard(ship):
            if ship.kind == "sea creature" and piece.kind == "crew":
                yield Fault(
                    f"{ship.card.name} is a sea creature and takes no crew, so not {piece.card.name}.",
                    f"Put {piece.card.name} on a ship.",
                    ship,
                    (piece,),
                )


@checks("zero-point-crew")
def _zero_point_crew(case: FleetCase) -> Iterator[Fault]:
    position = case.position
    for ship in position.ships:
        for piece in position.aboard(ship):
            if piece.kind == "crew" and piece.nation != ship.nation and position.own_cost(piece) == 0:
                yield Fault(
                    f"{piece.card.name} costs no points and can sail only on a ship of its own nation,"
                    f" not on {ship.card.name}.",
                    f"Put {piece.card.name} on a ship of its nation.",
                    ship,
                    (piece,),
                )


@checks("one-shot-per-cannon")
def _one_shot_per_cannon(case: FleetCase) -> Iterator[Fault]:
    for ship in _known(case):
        special = [piece for piece in case.position.aboard(ship) if _loads_a_cannon(piece.card)]
        cannons = max(len(ship.card.cannons), ship.card.masts * _cannons_at_a_mast(ship.card))
        if len(special) > cannons:
            names = ", ".join(piece.card.name for piece in special)
            held = "no cannon" if not cannons else "1 cannon" if cannons == 1 else f"{cannons} cannons"
            yield Fault(
                f"{ship.card.name} has {held} for {len(special)} shots and specialists ({names}).",
                f"Leave out or move {len(special) - cannons} of them.",
                ship,
                tuple(special),
            )


def _loads_a_cannon(card: Card) -> bool:
    """Whether a card gives one cannon a special shot: shot equipment and specialists do."""
    ops = ops_of(card.abilities, card.kind)
    effects = (effect for op in ops if op.effect is not None for effect in op.effect.walk())
    events = (effect.event for effect in effects if effect.event is not None)
    return any(event.type == "shoot" and event.noun in nouns.SHOTS for event in events)


def _cannons_at_a_mast(card: Card) -> int:
    """How many cannons an ability says that each mast has; none if no ability speaks of it."""
    for op in ops_of(card.abilities, card.kind):
        if not isinstance(op, Hold) or op.become.subject.noun not in nouns.MASTS:
            continue
        what = op.become.filter.what if isinstance(op.become.filter, Has) else None
        if what is not None and what.noun in nouns.CANNONS and what.count is not None:
            return what.count.exact or 0
    return 0


# --- warnings -----------------------------------------------------------------------------------------------


@checks("useless-abilities")
def _useless(case: FleetCase) -> Iterator[Fault]:
    for ship in _known(case):
        for piece in case.position.aboard(ship):
            reason = case.position.useless(piece)
            if reason is not None:
                yield Fault(
                    f"{piece.card.name} cannot use its abilities: {reason}.",
                    f"Put {piece.card.name} on a ship of its nation, or take the crew of that ship's nation.",
                    ship,
                    (piece,),
                )


@checks("surcharge")
def _surcharge(case: FleetCase) -> Iterator[Fault]:
    position = case.position
    for statement in position.surcharges():
        piece = statement.piece
        ship = next((one for one in position.ships if one.id == piece.where), None)
        if ship is None:
            continue
        left = position.limit(ship) - sum(map(position.placed_cost, position.aboard(ship)))
        free = [
            other for other in position.aboard(ship) if _costs_nothing(case, other) and other is not piece
        ]
        if left < statement.amount:
            yield Fault(
                f"The surcharge of {points(statement.amount)} for {piece.card.name} cannot be paid:"
                f" {ship.card.name} has {points(left)} left.",
                f"Keep {points(statement.amount)} of her limit free if you want to use it.",
                ship,
                (piece,),
            )
        elif free:
            yield Fault(
                f"{piece.card.name} cannot change the nation of {ship.card.name}, for"
                f" {free[0].card.name} costs no points.",
                f"Put {free[0].card.name} on another ship if you want to use it.",
                ship,
                (piece, *free),
            )


def _costs_nothing(case: FleetCase, piece: Piece) -> bool:
    return piece.kind == "crew" and case.position.own_cost(piece) == 0


@checks("unpaid-company")
def _unpaid_company(case: FleetCase) -> Iterator[Fault]:
    position = case.position
    for noun in _brought_nouns(case):
        bringers = [statement.piece for statement in position.bringers(noun)]
        for place, piece in enumerate(bringers):
            noun_text = noun.replace("_", " ")
            if not position.brought(piece, noun):
                yield Fault(
                    f"{piece.card.name} is in the fleet without any {noun_text}.",
                    f"List the {noun_text}s that come with him: he costs what they cost.",
                    None,
                    (piece,),
                )
            if any(other.where == piece.where for other in bringers[:place]):
                yield Fault(
                    f"Two crew on one ship bring {noun_text}s, and only one of them can.",
                    f"Put {piece.card.name} on a ship of his own.",
                    position.state.pieces[piece.where],
                    (piece,),
                )


def _brought_nouns(case: FleetCase) -> list[str]:
    nouns_brought: dict[str, None] = {}
    for _, change in case.position.game.active.lasting_changes("point_cost"):
        if isinstance(change.amount, StatOf):
            noun = change.amount.of.noun
            if noun in nouns.PIECES and noun != "crew":
                nouns_brought[noun] = None
    return list(nouns_brought)


def points(count: int) -> str:
    """A number of points in words."""
    return f"{count} point" if count == 1 else f"{count} points"
