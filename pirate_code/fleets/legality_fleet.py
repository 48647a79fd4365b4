"""The building rules of a whole fleet: its points, what is in it twice, what cannot be together."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from pirate_code.board.card import Card
from pirate_code.board.state import Piece
from pirate_code.fleets.legality import Fault, FleetCase, checks
from pirate_code.fleets.legality_ships import points
from pirate_code.library.pieces import load_sets
from pirate_code.rules.building import book, nearest
from pirate_code.rules.names import is_generic, same_build, same_name, words_of

_HULLS = frozenset({"ship", "sea creature"})
_LACKING = "point cost"


@checks("known-pieces")
def _known(case: FleetCase) -> Iterator[Fault]:
    for sentence in case.card_status.unknown:
        yield Fault(sentence, "Correct the name, or import a sheet that has the piece.")
    for piece in case.position.state.pieces:
        why = case.card_status.unread.get(piece.card.id, "")
        if _LACKING in why:
            yield Fault(
                f"{piece.card.name} cannot be counted: {why}.",
                "Import a sheet that tells its point cost, or take another piece.",
                None,
                (piece,),
            )


@checks("unread-abilities")
def _unread(case: FleetCase) -> Iterator[Fault]:
    for piece in case.position.state.pieces:
        why = case.card_status.unread.get(piece.card.id, "")
        if why and _LACKING not in why:
            yield Fault(
                f"{piece.card.name} is not known whole: {why}.",
                "Look at the card: what it says about building a fleet is not counted here.",
                None,
                (piece,),
            )


@checks("released-pieces")
def _released(case: FleetCase) -> Iterator[Fault]:
    for piece in _listed(case):
        if _set_of(piece.card.id) in _unreleased():
            yield Fault(
                f"{piece.card.name} ({piece.card.id}) was never released.",
                "Take a piece that was sold, or play a casual game.",
                None,
                (piece,),
            )


@checks("custom-pieces")
def _custom(case: FleetCase) -> Iterator[Fault]:
    for piece in _listed(case):
        if piece.card.custom:
            yield Fault(
                f"{piece.card.name} ({piece.card.id}) is a custom piece.",
                "Take a piece that was made for the game, or play a casual game.",
                None,
                (piece,),
            )


@checks("retired-pieces")
def _retired(case: FleetCase) -> Iterator[Fault]:
    for piece in _listed(case):
        if piece.card.id in case.card_status.retired:
            yield Fault(
                f"{piece.card.name} ({piece.card.id}) is barred from official play.",
                "Take another piece, or play a casual game.",
                None,
                (piece,),
            )


@checks("banned-pieces")
def _banned(case: FleetCase) -> Iterator[Fault]:
    edition = case.position.edition
    names = {name.casefold() for name in edition.banned}
    for piece in _listed(case) if names else ():
        if piece.card.id.casefold() in names or piece.card.name.casefold() in names:
            yield Fault(
                f"{piece.card.name} ({piece.card.id}) is banned by {edition.name} ({edition.id}).",
                "Take another piece, or agree on another edition.",
                None,
                (piece,),
            )


@checks("agreed-events")
def _agreed_events(case: FleetCase) -> Iterator[Fault]:
    for piece in case.position.state.pieces:
        if piece.kind == "event" and case.position.edition.events == "agreed":
            yield Fault(
                f"{piece.card.name} is an event, which all players must agree to.",
                "Ask the others before the game.",
                None,
                (piece,),
            )


@cache
def _unreleased() -> frozenset[str]:
    return frozenset(each.id for each in load_sets() if not each.released)


def _set_of(key: str) -> str:
    return key.partition("-")[0]


@checks("a-ship")
def _a_ship(case: FleetCase) -> Iterator[Fault]:
    if not any(ship.kind == "ship" for ship in case.position.ships):
        yield Fault("The fleet has no ship.", "Add a ship.")


@checks("build-total")
def _build_total(case: FleetCase) -> Iterator[Fault]:
    total, extra = case.position.total(), case.position.extra()
    limit = case.build + extra
    if total > limit:
        more = f" with {extra} extra" if extra else ""
        yield Fault(
            f"The fleet costs {points(total)}, and the build total is {limit}{more}.",
            f"Leave out pieces of {points(total - limit)}.",
        )


@checks("extra-points")
def _extra_points(case: FleetCase) -> Iterator[Fault]:
    position = case.position
    total, extra = position.total(), position.extra()
    if not case.build < total <= case.build + extra:
        return
    bearers = [statement.piece for statement in position.extras() if statement.amount == extra]
    sums = {0}
    for piece in position.state.pieces:
        if piece not in bearers and all(piece.id != bearer.where for bearer in bearers):
            sums |= {
                partial + position.cost(piece) for partial in sums if partial + position.cost(piece) <= extra
            }
    if not any(total - case.build <= partial <= extra for partial in sums):
        yield Fault(
            f"The fleet goes {points(total - case.build)} beyond the build total, and no pieces in it cost"
            f" {total - case.build} to {points(extra)} together, which is what the extra points could buy.",
            "Swap a piece so that what comes to the build total leaves at most"
            f" {points(extra)} of other pieces.",
            None,
            tuple(bearers),
        )


# --- twice --------------------------------------------------------------------------------------------------


@checks("no-duplicates")
def _no_duplicates(case: FleetCase) -> Iterator[Fault]:
    for group in _groups(case, same_ships=True):
        names = dict.fromkeys(piece.card.name for piece in group)
        names_text = " and ".join(names)
        says = (
            f"The {group[0].kind} {names_text} is in the fleet {len(group)} times."
            if len(names) == 1
            else f"{names_text} are the same {_called(group[0])}, and a fleet has it once."
        )
        yield Fault(says, f"Keep one of them and leave out {len(group) - 1}.", None, tuple(group))


@checks("like-ships")
def _like_ships(case: FleetCase) -> Iterator[Fault]:
    for group in _groups(case, same_ships=False):
        names_text = " and ".join(f"{piece.card.name} ({piece.card.id})" for piece in group)
        yield Fault(
            f"{names_text} have one name and are built differently, so they may sail together.",
            "Leave one out if they are the same ship at two times of her history.",
            None,
            tuple(group),
        )


def _groups(case: FleetCase, *, same_ships: bool) -> Iterator[list[Piece]]:
    """Pieces that bear one name: ships of one build, or those of different builds."""
    left = [piece for piece in case.position.state.pieces if _is_one_of_a_kind(case, piece)]
    while left:
        first, *left = left
        group = [first]
        for other in left:
            if other.kind == first.kind and same_name(first.card, other.card):
                alike = first.kind not in _HULLS or same_build(first.card, other.card)
                if alike == same_ships:
                    group.append(other)
        left = [piece for piece in left if piece not in group]
        if len(group) > 1:
            yield group


def _is_one_of_a_kind(case: FleetCase, piece: Piece) -> bool:
    if piece.kind == "crew":
        return not is_generic(piece.card.name)
    # A set of ships whose cost somebody else bears comes with him, one for each who brings a set.
    brought = case.position.cost(piece) == 0 < piece.card.points
    return piece.kind in {"event", "fort"} or (piece.kind in _HULLS and not brought)


def _called(piece: Piece) -> str:
    return "character" if piece.kind == "crew" else piece.kind


@checks("unique-treasure")
def _unique_treasure(case: FleetCase) -> Iterator[Fault]:
    seen: set[tuple[str, ...]] = set()
    for card in case.position.fleet.treasure:
        name = words_of(card.name)
        if name in seen and card.kind == "treasure":
            yield Fault(
                f"The unique treasure {card.name} is in the fleet more than once.",
                "Put it into the pool once.",
            )
        seen.add(name)


@checks("coins")
def _coins(case: FleetCase) -> Iterator[Fault]:
    edition, coins = case.position.edition, case.position.fleet.coins
    if not coins or case.build != edition.build_total:
        return
    # abandoned-crew: each token takes the place of one coin, and the gold stays as much.
    count = len(edition.coins) - sum(card.kind == "crew" for card in case.position.fleet.treasure)
    if len(coins) != count or sum(coins) != edition.gold:
        yield Fault(
            f"The fleet brings {len(coins)} coins worth {sum(coins)} gold; in a game of"
            f" {case.build} points it is {count} coins worth {edition.gold}.",
            f"Bring {count} coins worth {edition.gold} gold in all.",
        )


@checks("agreed-coins")
def _agreed_coins(case: FleetCase) -> Iterator[Fault]:
    coins = case.position.fleet.coins
    if coins and case.build != case.position.edition.build_total:
        yield Fault(
            f"The fleet brings {len(coins)} coins worth {sum(coins)} gold, which the players must agree on"
            f" in a game of {case.build} points.",
            "Settle number and value of the coins before the game.",
        )


# --- together -----------------------------------------------------------------------------------------------


@checks("barred")
def _barred(case: FleetCase) -> Iterator[Fault]:
    reported: set[tuple[int, ...]] = set()
    for statement in case.position.barred():
        keyword = _keyword_of(statement.piece.card, statement.op.number)
        rule = next((rule for rule in book().rules if rule.keyword == keyword and keyword), None)
        pieces = tuple(dict.fromkeys((statement.piece, *statement.others)))
        key = tuple(sorted(piece.id for piece in pieces))
        if key in reported:  # each of two pieces says the same of the other
            continue
        reported.add(key)
        names = [piece.card.name for piece in pieces]
        if statement.piece in statement.others:
            says = f"{_listed_names(names)} cannot be in one fleet"
        elif statement.others:
            says = f"{names[0]} cannot be in one fleet with {_listed_names(names[1:])}"
        else:
            says = f"{names[0]} cannot be in this fleet"
        why = rule.says if rule is not None else statement.op.says
        yield Fault(
            f"{says}: {why[0].lower()}{why[1:]}",
            f"Leave out {names[0]}, or the other pieces that stand against it."
            if statement.others
            else f"Leave out {names[0]}, or add what it needs.",
            None,
            pieces,
            rule=rule.id if rule is not None else "",
        )


def _listed_names(names: list[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else names[0]


def _keyword_of(card: Card, number: int) -> str | None:
    return card.abilities[number].keyword


@checks("fort-nations")
def _fort_nations(case: FleetCase) -> Iterator[Fault]:
    position, without = case.position, book().without_forts
    nations = {ship.nation for ship in position.ships if ship.kind == "ship"}
    forts = [piece for piece in position.state.pieces if piece.kind == "fort"]
    # A fleet without a nation that has forts chooses one, where a ship of it must be afloat at the time.
    free = nations <= set(without) and position.edition.fort_nations == "afloat"
    first = forts[0].nation if forts else None
    for fort in forts:
        if fort.nation in nations or (free and fort.nation == first):
            continue
        if free:
            yield Fault(
                f"{fort.card.name} is not of the nation of {forts[0].card.name}, and this fleet builds"
                " forts of one nation only.",
                f"Leave out {fort.card.name}.",
                None,
                (fort,),
            )
        else:
            yield Fault(
                f"{fort.card.name} needs a ship of its nation in the fleet.",
                "Add such a ship, or take a fort of a nation that sails in the fleet.",
                None,
                (fort,),
            )


@checks("newer-pieces")
def _newer(case: FleetCase) -> Iterator[Fault]:
    known = nearest(book().known, case.position.edition)
    if known is None:
        return
    for piece in case.position.state.pieces:
        if piece.card.custom:
            continue
        later = piece.kind not in known.kinds or (
            piece.nation is not None and piece.nation not in known.nations
        )
        if later:
            yield Fault(
                f"{piece.card.name} ({' '.join(filter(None, (piece.nation, piece.kind)))}) came after this"
                " rulebook, and stays legal.",
                "Agree with your opponent if you want to play by the old sets only.",
                None,
                (piece,),
            )

    for noun in dict.fromkeys(case.position.fleet.terrain):
        if noun not in known.terrain and noun in case.position.edition.terrain:
            yield Fault(
                f"{noun.replace('_', ' ').capitalize()} came after this rulebook, and may be laid out.",
                "Agree with your opponent if you want to play by the old sets only.",
            )


@checks("setup-terrain")
def _setup_terrain(case: FleetCase) -> Iterator[Fault]:
    for noun in dict.fromkeys(case.position.fleet.terrain):
        if noun not in case.position.edition.terrain:
            yield Fault(
                f"A {noun.replace('_', ' ')} is not laid out in setup.",
                "Leave it out of the list; abilities lay it in the course of the game.",
            )


@checks("limit-each-card")
def _limit_each_card(case: FleetCase) -> Iterator[Fault]:
    seen: dict[str, Piece] = {}
    for piece in case.position.state.pieces:
        if "limit" not in piece.card.keywords:
            continue
        first = seen.setdefault(piece.card.name, piece)
        if first is not piece:
            yield Fault(
                f"{piece.card.name} has Limit and is in the fleet more than once.",
                "Keep one of them.",
                None,
                (first, piece),
            )


def _listed(case: FleetCase) -> list[Piece]:
    """The pieces of the fleet, and those that only the treasure pool or the table gets."""
    others = (*case.position.fleet.treasure, *case.position.fleet.islands)
    return [*case.position.state.pieces, *(Piece(-1 - place, card) for place, card in enumerate(others))]
