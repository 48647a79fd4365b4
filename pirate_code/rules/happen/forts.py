"""Forts: built at the end of a turn on an explored island, paid with gold from home, and destroyed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from pirate_code.board import geometry
from pirate_code.board.outlines import fort as fort_outline
from pirate_code.board.pose import Pose
from pirate_code.board.refs import Seat
from pirate_code.board.state import ASIDE, OUT, UP, Piece
from pirate_code.rules import event_facts as facts
from pirate_code.rules import stats
from pirate_code.rules.choice import Choice
from pirate_code.rules.decision import Decision, Kind, Option, Steps
from pirate_code.rules.event import Cause, Event
from pirate_code.rules.happen import islands, sailing, spots, treasure
from pirate_code.rules.registry import banned, happens

if TYPE_CHECKING:
    from pirate_code.rules.game import Game

BUILDING = Cause("building a fort")
# Nations that have no forts of their own (ruling forts-nations-without-forts).
WITHOUT_FORTS = frozenset({"cursed", "viking", "mercenary", "barbary-corsair", "jade-rebellion"})


class Build(Choice):
    """To build a fort on an island."""

    __slots__ = ("_fort", "_game", "_player", "_site")

    def __init__(self, game: Game, fort: Piece, site: int, player: int) -> None:
        super().__init__({"build": fort.id, "on": site})
        self._game, self._fort, self._site, self._player = game, fort, site, player

    def _event(self) -> Event:
        player, fort = self._player, self._fort.id
        return Event("build", agent=Seat(player), object=fort, at=self._site, player=player, cause=BUILDING)

    def test(self) -> Option | None:
        """Whether it may be built now."""
        if not self._game.allows(self._event()):
            return None
        fort, site = self._fort, self._site
        return Option(self.answer, f"build {fort.card.name} on {self._game.name(site)}", (fort.id, site))

    def work(self) -> Steps[object]:
        """Build it."""
        return self._game.propose(self._event())


def fort_choices(game: Game, player: int) -> list[Build]:
    """The forts that a player might build now, at the end of a turn, and where."""
    forts = [
        piece
        for piece in game.state.pieces
        if piece.kind == "fort" and piece.owner == player and piece.where == ASIDE
    ]
    sites = {ship.docked for ship in game.state.ships(player) if ship.docked is not None} if forts else set()
    return [Build(game, fort, site, player) for fort in forts for site in sorted(sites)]


@banned("build")
def _cannot_build(game: Game, event: Event) -> str | None:
    """What is needed: a ship docked, the island explored, the gold, a ship of that nation (section Forts).

    Which of it, the edition says.
    """
    if not isinstance(event.object, int) or not isinstance(event.at, int) or event.player is None:
        return None
    fort, island, player = game.piece(event.object), game.piece(event.at), event.player
    if fort.where != ASIDE:
        return "the fort stands already, or was destroyed for good"
    if island.kind != "island" or island.home is not None:
        return "forts are built on wild islands"
    if islands.fort_on(game, island) is not None:
        return "a fort stands there already"
    if not any(ship.docked == island.id for ship in game.state.ships(player)):
        return "no ship of the player is docked there"
    explored = islands.has_explored(game, island, player)
    if game.edition.forts_need_explored_islands and not explored:
        return "no ship of the player has explored the island"
    if not _NATIONS[game.edition.fort_nations](game, fort, player):
        return f"no ship of the fleet is of the nation of {fort.card.name}"
    return None if price(game, fort, player) is not None else "there is not enough gold at home"


def _is_afloat(game: Game, fort: Piece, player: int) -> bool:
    """A ship of its nation is in the fleet; a fleet of nations without forts builds those of one."""
    nations = [stats.nation(game, ship) for ship in game.state.ships(player)]
    if fort.nation in nations:
        return True
    if not nations or any(nation not in WITHOUT_FORTS for nation in nations):
        return False
    built = [
        piece.nation
        for piece in game.state.pieces
        if piece.kind == "fort" and piece.owner == player and piece.where != ASIDE
    ]
    return all(nation == fort.nation for nation in built)


def _did_start(game: Game, fort: Piece, player: int) -> bool:
    """A ship of its nation was in the fleet at first (fort-needs-a-ship-of-its-nation-crimson-coast)."""
    return any(
        piece.kind == "ship" and piece.owner == player and piece.card.nation == fort.nation
        for piece in game.state.pieces
    )


_NATIONS: dict[str, Callable[[Game, Piece, int], bool]] = {
    "afloat": _is_afloat,
    "starting": _did_start,
    "any": lambda game, fort, player: True,
}


def price(game: Game, fort: Piece, player: int) -> list[Piece] | None:
    """The coins that pay for a fort: the least that make up its cost, the smallest of them; none if too few.

    No change is given, and nobody overpays on purpose (forts-pay-without-change).
    """
    home = game.state.home(player)
    if home is None:
        return None
    coins = [piece for piece in game.state.treasure(home.id) if not treasure.is_unique(piece) and piece.value]
    coins.sort(key=lambda piece: (piece.value, piece.id))
    paid: dict[int, list[Piece]] = {0: []}  # by total: the way with most coins
    for piece in coins:
        for total, used in sorted(paid.items(), reverse=True):
            more = total + piece.value
            if more not in paid or len(paid[more]) < len(used) + 1:
                paid[more] = [*used, piece]
    enough = [total for total in paid if total >= fort.card.gold]
    return paid[min(enough)] if enough else None


@happens("build")
def _build(game: Game, event: Event) -> Steps[None]:
    """The fort stands; its price and the treasure of the island are inside, and its flags fly."""
    if not isinstance(event.object, int) or not isinstance(event.at, int) or event.player is None:
        facts.FAILED.put(event, True)
        return
    fort, island = game.piece(event.object), game.piece(event.at)
    coins = price(game, fort, event.player) or []
    state = game.state
    state.put(fort, island.id)
    state.give_to(fort, event.player)
    state.turn_face(fort, True)
    fort.pose, fort.outline = island.pose, fort_outline().name
    yield from _lay(game, fort, island, event.player)
    fort.masts = (UP,) * len(fort.card.cannons)
    for piece in [*coins, *(found for found in state.treasure(island.id) if not treasure.is_showing(found))]:
        treasure.move_to(game, piece, fort)


# --- how it stands ---------------------------------------------------------------------------------------


def _lay(game: Game, fort: Piece, island: Piece, player: int) -> Steps[None]:
    """Its player turns it as he likes with two opposite corners on the island, and sets its flags.

    See fort-where-it-stands-crimson-coast and fort-cards-and-flags-crimson-coast.
    """
    assert island.pose is not None
    free = spots.checked(lambda pose: _hangs_over(island, pose))
    turned = [island.pose._replace(heading=(island.pose.heading + turn) % 360) for turn in range(0, 90, 15)]
    poses = [pose for pose in turned if _hangs_over(island, pose) is None]
    if poses:
        options = tuple(Option(list(pose), f"turned to {pose.heading:g}°", (island.id,)) for pose in poses)
        answer = yield Decision(player, Kind.PLACE, fort.id, "build", options, free)
        pose = spots.pose_of(answer)
        assert isinstance(pose, Pose)
        fort.pose = pose
    flags = len(fort.card.cannons)
    slots = len(fort_outline().masts)
    if not 0 < flags <= slots:
        return
    corners = _corners()
    arranged = _arrangements(flags, slots, corners)
    offered = tuple(Option(list(each), _where_flags_stand(each, corners)) for each in arranged)
    answer = yield Decision(player, Kind.PLACE, fort.id, "flags", offered, _check_flags(flags, slots))
    fort.outline = f"{fort_outline().name}@{'.'.join(map(str, answer))}"


def _hangs_over(island: Piece, pose: Pose) -> str | None:
    """Why a fort cannot stand so: two opposite corners of it must be on the island."""
    corners = [geometry.carry(corner, pose) for corner in fort_outline().points]
    lies_on = [geometry.reach(corner, sailing.shape_of(island)) <= 0 for corner in corners]
    half = len(corners) // 2
    if any(lies_on[number] and lies_on[number + half] for number in range(half)):
        return None
    return "Two opposite corners of the fort must be on the island."


def _corners() -> list[int]:
    """The places of flags that are corners of a fort; the others are on its walls."""
    outline = fort_outline()
    return [slot for slot, place in enumerate(outline.masts) if place in outline.points]


def _arrangements(flags: int, slots: int, corners: list[int]) -> list[tuple[int, ...]]:
    """Ways to set flags, corners and walls counted round the fort: side by side, evenly, on one sort only."""
    together = [tuple((start + flag) % slots for flag in range(flags)) for start in range(slots)]
    spread = [tuple((start + flag * slots // flags) % slots for flag in range(flags)) for start in range(2)]
    walls = [slot for slot in range(slots) if slot not in corners]
    alike = [each for sort in (corners, walls) for each in combinations(sort, flags)]
    return list(dict.fromkeys((*together, *spread, *alike)))


def _where_flags_stand(places: Sequence[int], corners: Sequence[int]) -> str:
    """The name of an arrangement: corners and walls are numbered round the fort."""
    sorts = {slot: "corner" if slot in corners else "wall" for slot in range(len(fort_outline().masts))}
    number = {slot: sum(sorts[other] == sort for other in range(slot + 1)) for slot, sort in sorts.items()}
    return "flags at " + ", ".join(f"{sorts[slot]} {number[slot]}" for slot in places)


def _check_flags(flags: int, slots: int) -> Callable[[object], str | None]:
    def refuses(answer: object) -> str | None:
        known = isinstance(answer, list) and all(slot in range(slots) for slot in answer)
        if known and isinstance(answer, list) and len(set(answer)) == len(answer) == flags:
            return None
        return f"{flags} flags stand at {flags} different ones of the places 0 to {slots - 1}."

    return refuses


# --- destroyed -------------------------------------------------------------------------------------------


def fall(game: Game, fort: Piece) -> None:
    """A fort is gone: its treasure lies face down on the island, which nobody has explored (forts-destroyed).

    It goes back to its owner's collection and may be built again, or leaves the game, as the edition says.
    """
    island = game.state.pieces[fort.where] if fort.where >= 0 else None
    for piece in list(game.state.aboard(fort.id)):
        if island is None:
            game.state.put(piece, OUT)
            continue
        treasure.move_to(game, piece, island)
        if piece.kind == "treasure":
            game.state.turn_face(piece, False)
    if island is not None:
        islands.forget(game, island)
    game.state.put(fort, OUT if game.edition.destroyed_forts_are_removed else ASIDE)
    fort.pose = None


@happens("destroy")
def _destroy(game: Game, event: Event) -> Steps[None]:
    """A fort is destroyed; whatever else is destroyed is eliminated."""
    if not isinstance(event.object, int):
        return
    piece = game.piece(event.object)
    if piece.kind == "fort":
        fall(game, piece)
    else:
        yield from game.propose(
            Event("eliminate", agent=event.agent, object=piece.id, player=event.player, within=event)
        )
