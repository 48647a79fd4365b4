"""What a noun of the language names on a position: which things are of it, and all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from pirate_code.board.refs import Matter, Part, Ref, Seat, Source
from pirate_code.board.state import ASIDE, FIRE, SEA, UP, PartState, Piece
from pirate_code.language.words import load_words
from pirate_code.rules.program.abilities import tells_worth

if TYPE_CHECKING:
    from pirate_code.rules.program.context import Engine

Test = Callable[[Piece], bool]


class _Kinds:
    """The test whether a piece is of some kinds."""

    def __init__(self, *kinds: str) -> None:
        self.kinds = frozenset(kinds)

    def __call__(self, piece: Piece) -> bool:
        return piece.kind in self.kinds


def _of_type(noun: str) -> Test:
    keyword = noun.replace("_", "-")
    return lambda piece: piece.kind in {"ship", "sea creature"} and keyword in piece.card.keywords


def _terrain(noun: str) -> Test:
    return lambda piece: piece.kind == "terrain" and piece.card.terrain == noun


def _class(name: str) -> list[str]:
    """The nouns of grammar/words.yaml of one class: ships, parts, terrain, people ..."""
    words = load_words()
    return [noun for noun, found in words.noun_class.items() if found == name]


def _named(noun: str) -> Test:
    """The test whether a treasure has the noun for its name, as one or as many."""
    words = load_words()
    names = {words.noun_one[noun], words.noun_many[noun]}
    return lambda piece: piece.kind == "treasure" and piece.card.name.rstrip("!") in names


def _can_be_gold(piece: Piece) -> bool:
    """Whether a unique treasure tells what it is worth, so that it is gold or may become gold."""
    return tells_worth(piece.card.abilities, piece.card.name)


def _is_coin(piece: Piece) -> bool:
    """Whether a treasure is a coin; a unique one that lies face down in the game is like any other."""
    return piece.kind == "treasure" and not (piece.is_unique and (piece.face_up or piece.where == ASIDE))


# Nouns by which tokens call themselves: each of several that are alike speaks of itself (turtles-ten-tokens).
OWN_NAMES = frozenset(_class("tokens"))

# A sea creature is played like a ship, so "ship" names both (ruling base-cursed-seas-sea-creatures).
PIECES: dict[str, Test] = {
    **{noun: _of_type(noun) for noun in _class("ships")},
    **{noun: _terrain(noun) for noun in _class("terrain")},
    "ship": _Kinds("ship", "sea creature"),
    "target": _Kinds("ship", "sea creature", "fort"),
    "sea_creature": _Kinds("sea creature"),
    "derelict": lambda piece: piece.kind == "ship" and piece.bare,
    "crew": _Kinds("crew"),
    "character": _Kinds("crew", "sea creature"),
    "captive": lambda piece: piece.kind == "crew" and "captive" in piece.states,
    "treasure": _Kinds("treasure"),
    "coin": _is_coin,
    "gold_coin": _is_coin,
    "unique_treasure": lambda piece: piece.kind == "treasure" and not _is_coin(piece),
    "gold": lambda piece: piece.kind == "treasure" and (piece.value > 0 or _can_be_gold(piece)),
    "cargo": _Kinds("crew", "treasure", "equipment"),
    "equipment": _Kinds("equipment"),
    "whale_blubber": lambda piece: "whale_blubber" in piece.states,
    "island": _Kinds("island"),
    "wild_island": lambda piece: piece.kind == "island" and piece.home is None,
    "home_island": lambda piece: piece.kind == "island" and piece.home is not None,
    "mysterious_island": lambda piece: piece.kind == "island" and bool(piece.card.abilities),
    "terrain": _Kinds("terrain"),
    "fort": _Kinds("fort"),
    "wreck": lambda piece: "wreck" in piece.states,
    "event": _Kinds("event"),
    "token": _Kinds("treasure", "equipment", "event"),
    "card": lambda piece: True,
    "game_piece": lambda piece: True,
    "something": lambda piece: True,
    **{noun: _named(noun) for noun in OWN_NAMES},
    "whale": lambda piece: piece.kind == "terrain" and piece.card.terrain == "whale",
}

# Masts are segments, tentacles, arms and fort flags under other names: what a hit eliminates.
MASTS = frozenset({"mast", "segment", "tentacle", "arm", "flag", "hull_piece"})
CANNONS = frozenset({"cannon", "gun"})
_CANNON_NAMES = frozenset(noun for noun in _class("parts") if noun.endswith("_cannon"))
OTHER_PARTS = frozenset(_class("parts")) - MASTS - CANNONS - {"fire_mast"}
PLAYERS = frozenset(_class("people"))
TERRAIN = frozenset(_class("terrain"))
ACTIONS = frozenset(
    {"action", "move_action", "shoot_action", "explore_action", "repair_action", "free_action"}
)
SHOTS = frozenset(noun for noun in _class("cargo") if noun.endswith(("_shot", "pot")))
ROLLS = frozenset({"die_roll", "cannon_roll", "gun_roll", "boarding_roll", "damage_roll"})
# Whose abilities are told by a noun of their own.
ABILITIES = {"crew_ability": frozenset({"crew"}), "ship_ability": frozenset({"ship", "sea creature"})}
# Matters that are told by a wider noun too: a chain shot is a shot, a cannon roll is a die roll.
KINDS: dict[str, frozenset[str]] = {
    "action": ACTIONS - {"free_action"},
    "shot": SHOTS,
    "attack": SHOTS | {"shot", "breath_attack", "swoop", "blade_attack", "broadside"},
    "die_roll": ROLLS,
    "die": ROLLS,
}


# The nouns of PIECES that a piece's kind alone decides: asked more than anything else, so without a call.
BY_KIND = {noun: test.kinds for noun, test in PIECES.items() if isinstance(test, _Kinds)}


def is_a(game: Engine, ref: Ref, noun: str) -> bool:
    """Whether a thing is of a noun.

    An action of any kind is an action; a free action is none of the four.
    """
    if isinstance(ref, int):
        kinds = BY_KIND.get(noun)
        if kinds is not None:
            return game.state.pieces[ref].kind in kinds
        test = PIECES.get(noun)
        if noun == "derelict" and game.held("derelict", ref) is False:
            return False
        if test is None:  # a part that was carried off is a token of its name
            return noun in MASTS and noun in game.state.pieces[ref].states
        return test(game.state.pieces[ref])
    if isinstance(ref, Part):
        if noun == "fire_mast":
            return ref.noun == "mast" and game.state.pieces[ref.of].masts[ref.number] == FIRE
        if noun == "bombardier_cannon":
            return ref.noun == "cannon" and ref in at_no_mast(game.state.pieces[ref.of])
        if noun in OTHER_PARTS and PartState(noun, ref) in game.state.pieces[ref.of].part_states:
            return True
        if noun in CANNONS and ref.noun == "mast":  # a fort loses a cannon with each of its flags
            return game.state.pieces[ref.of].kind == "fort"
        if ref.noun == noun:
            return True
        return ref.noun == ("mast" if noun in MASTS else "cannon" if noun in CANNONS else noun)
    if isinstance(ref, Seat):
        return noun in PLAYERS
    if noun in ABILITIES and ref.noun == "ability" and ref.of is not None:
        return game.state.pieces[ref.of].kind in ABILITIES[noun]
    return ref.noun == noun or ref.noun in KINDS.get(noun, ())


def all_of(game: Engine, noun: str) -> Sequence[Ref]:
    """Every thing of a noun that is in play."""
    state = game.state
    if (kinds := BY_KIND.get(noun)) is not None:
        return [piece.id for piece in state.pieces if piece.where >= SEA and piece.kind in kinds]
    if noun in PIECES:
        test = PIECES[noun]
        return [piece.id for piece in state.pieces if piece.where >= SEA and test(piece)]
    if noun in MASTS:
        return [
            mast for piece in _hulls(game) for mast in (*masts_of(piece), *_instead_of_masts(piece, noun))
        ]
    if noun == "fire_mast":
        return [
            Part(piece.id, "mast", index)
            for piece in _hulls(game)
            for index, mast in enumerate(piece.masts)
            if mast == FIRE
        ]
    if noun in CANNONS:
        return [cannon for piece in _hulls(game) for cannon in cannons_of(piece)]
    if noun == "bombardier_cannon":
        return [cannon for piece in _hulls(game) for cannon in at_no_mast(piece)]
    if noun in OTHER_PARTS:
        return [part for piece in _hulls(game) for part in _parts_of(piece, noun)]
    if noun == "ability" or noun in ABILITIES:
        kinds = ABILITIES.get(noun)
        return [
            Matter("ability", piece.id, number)
            for piece in state.pieces
            if piece.where >= SEA
            and piece.face_up
            and piece.role != "cargo"
            and not _is_on_wreck(game, piece)
            if kinds is None or piece.kind in kinds
            for number in range(len(piece.card.abilities))
        ]
    if noun in PLAYERS:
        return [Seat(player) for player in range(state.players) if player not in state.out]
    return []


def _is_on_wreck(game: Engine, piece: Piece) -> bool:
    """Whether it is a wreck or her crew, at whose abilities nobody can aim.

    Rulings reef-wreck-is-out-of-the-fight and reef-crew-on-a-wreck.
    """
    if "wreck" in piece.states:
        return True
    return piece.kind == "crew" and piece.where >= 0 and "wreck" in game.state.pieces[piece.where].states


def _hulls(game: Engine) -> Iterable[Piece]:
    return (
        piece
        for piece in game.state.pieces
        if piece.where >= SEA and piece.kind in {"ship", "sea creature", "fort"}
    )


def masts_of(piece: Piece) -> list[Part]:
    """The masts of a ship that stand; of a creature its segments, of a fort its flags."""
    return [Part(piece.id, "mast", index) for index, mast in enumerate(piece.masts) if mast == UP]


def full_number(piece: Piece | None, noun: str) -> int:
    """How many masts or cannons a piece has when nothing is lost; of anything else at least one."""
    if piece is not None and noun in MASTS:
        return len(piece.masts)
    if piece is not None and noun in CANNONS:
        return len(piece.card.cannons)
    return 1


def _parts_of(piece: Piece, noun: str) -> list[Part]:
    """The parts of a name that a piece has; a cannon that has become one is a cannon still."""
    own = [Part(piece.id, noun, index) for index in range(piece.parts.get(noun, 0))]
    became = [part for state, part in piece.part_states if state == noun]
    return [*own, *sorted(part for part in became if part in cannons_of(piece))]


def _instead_of_masts(piece: Piece, noun: str) -> list[Part]:
    return [Part(piece.id, noun, index) for index in range(piece.parts.get(noun, 0))]


def felled_by_hits(piece: Piece) -> list[Part]:
    """What hits take from a piece: its masts; from a ship that never had any, the flag that flies for her."""
    return masts_of(piece) or _instead_of_masts(piece, "flag")


def is_cannon(noun: str) -> bool:
    """Whether a noun is of cannons, whichever: a claw cannon is one."""
    return noun in CANNONS or noun in _CANNON_NAMES


def at_no_mast(piece: Piece) -> list[Part]:
    """The printed cannons that stand at no mast: a bombardier cannon, those of a flotilla."""
    return [Part(piece.id, "cannon", number) for number in range(len(piece.masts), len(piece.card.cannons))]


def cannons_of(piece: Piece) -> list[Part]:
    """The cannons of a ship that can shoot: those of standing masts."""
    return [
        Part(piece.id, "cannon", index)
        for index, mast in enumerate(piece.masts)
        if mast == UP and index < len(piece.card.cannons)
    ] + [Part(piece.id, "cannon", index, Source.GIVEN) for index in range(len(piece.given_cannons))]


def matter_of(ref: Ref | None) -> str | None:
    """The noun of what is no piece."""
    return ref.noun if isinstance(ref, Matter) else None
