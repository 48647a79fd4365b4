"""Positions as JSON and back, exactly: pieces, cards with their trees, the turn, what lasts, the dice.

What is read is not trusted: it is bounded in size and checked field by field, and a fault is one sentence.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from pirate_code.board.card import Cannon, Card
from pirate_code.board.geometry import Pose
from pirate_code.board.outlines import load_outlines
from pirate_code.board.refs import Matter, Part, Ref, Seat
from pirate_code.board.state import Lasting, Piece, State, Turn
from pirate_code.core.dice import Dice
from pirate_code.core.saving import SaveError
from pirate_code.rules.lasting import effect_of
from pirate_code.rules.program import stored
from pirate_code.rules.program.abilities import of_card
from pirate_code.wording import in_words

FORMAT = 1
PIECES_LIMIT = 5_000


# --- things ---------------------------------------------------------------------------------------------


def ref_data(ref: Ref | None) -> Any:
    """A thing as JSON: a piece is its number, anything else a list that begins with what it is."""
    if ref is None or isinstance(ref, int):
        return ref
    return [type(ref).__name__.lower(), *ref]


def read_ref(data: Any) -> Ref | None:
    """A thing from JSON; ValueError if it is none."""
    match data:
        case None:
            return None
        case bool():
            pass
        case int():
            return data
        case ["part", int(of), str(noun), int(number)]:
            return Part(of, noun, number)
        case ["seat", int(player)]:
            return Seat(player)
        case ["matter", str(noun), int() | None as of, int(number)]:
            return Matter(noun, of, number)
    raise ValueError(f"{str(data)[:60]!r} names nothing at the table")


# --- what is written ------------------------------------------------------------------------------------


class _Saved(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, defer_build=True)


Text = Annotated[str, Field(max_length=20_000)]
Word = Annotated[str, Field(max_length=200)]
Segment = Literal["S", "L"]
Finite = Annotated[float, Field(allow_inf_nan=False, strict=False)]
Words = list[Word]
Numbers = list[int]
_Thing = Annotated[Any, BeforeValidator(read_ref)]
_LISTED = Field(strict=False)  # JSON has lists where a position has tuples
_Given = Annotated[tuple[int, Words], _LISTED]


class _Card(_Saved):
    id: Word
    name: Word
    kind: Word
    nation: Word | None = None
    points: int = 0
    gold: int = 0
    masts: Annotated[int, Field(ge=0, le=20)] = 0
    cargo: int = 0
    base_move: list[Segment] = []
    cannons: list[Annotated[str, Field(pattern=r"^[1-6][SL]$")]] = []
    links: Words = []
    line: Text = ""
    abilities: list[Any] = []
    terrain: Word | None = None


class _Piece(_Saved):
    card: Word
    owner: int | None = None
    controller: int | None = None
    where: int
    pose: Annotated[tuple[Finite, Finite, Finite], _LISTED] | None = None
    outline: Word = ""
    masts: list[Literal[0, 1, 2]] = []
    parts: dict[Word, int] = {}
    nation: Word | None = None
    face_up: bool = True
    states: Words = []
    docked: int | None = None
    pinned_by: int | None = None
    towed_by: int | None = None
    home: int | None = None
    explored: Numbers = []
    known: Numbers = []
    value: int = 0
    role: Word = ""
    linked: Words = []
    cancelled: bool = False
    kind: Word


class _Lasting(_Saved):
    node: Any
    source: int
    player: int
    said: list[_Thing]
    ends: Word
    turn: int = 0
    number: int = 0


class _Turn(_Saved):
    number: int
    player: int
    phase: Word
    actions: list[_Given] = []
    extra: list[_Given] = []
    used: list[Annotated[tuple[int, Text, int], _LISTED]] = []
    done: list[Annotated[tuple[Word, _Thing, _Thing], _LISTED]] = []
    began_docked: list[Annotated[tuple[int, int], _LISTED]] = []


class _Dice(_Saved):
    state: Annotated[int, Field(ge=0, lt=1 << 64)]
    ready: list[Annotated[int, Field(ge=1, le=6)]] = []


class _State(_Saved):
    format: Literal[1]
    players: Annotated[int, Field(ge=1, le=20)]
    edition: Word
    cards: Annotated[list[_Card], Field(max_length=PIECES_LIMIT)]
    pieces: Annotated[list[_Piece], Field(max_length=PIECES_LIMIT)]
    turn: _Turn
    lasting: Annotated[list[_Lasting], Field(max_length=PIECES_LIMIT)]
    dice: _Dice
    memory: dict[Word, int]
    precedence: list[Annotated[tuple[Word, int, int], _LISTED]] = []
    out: Numbers


# What JSON has no word for is written as a sorted list.
_SETS = frozenset({"states", "explored", "known", "linked"})


def save(state: State) -> dict[str, Any]:
    """A position as plain data; each card is written once."""
    turn = state.turn
    cards = {piece.card.id: piece.card for piece in state.pieces}
    return {
        "format": FORMAT,
        "players": state.players,
        "edition": state.edition,
        "cards": [card_data(card) for card in cards.values()],
        "pieces": [_piece_data(piece) for piece in state.pieces],
        "turn": {
            "number": turn.number,
            "player": turn.player,
            "phase": turn.phase,
            "actions": [[ship, list(given)] for ship, given in turn.actions.items()],
            "extra": [[ship, list(given)] for ship, given in turn.extra.items()],
            "used": [[piece, key, count] for (piece, key), count in turn.used.items()],
            "done": [[kind, ref_data(agent), ref_data(target)] for kind, agent, target in turn.done],
            "began_docked": [list(pair) for pair in turn.began_docked.items()],
        },
        "lasting": [
            {
                "node": stored.effect_data(effect_of(lasting)),
                "source": lasting.source,
                "player": lasting.player,
                "said": [ref_data(ref) for ref in lasting.said],
                "ends": lasting.ends,
                "turn": lasting.turn,
                "number": lasting.number,
            }
            for lasting in state.lasting
        ],
        "dice": {"state": state.dice.state, "ready": list(state.dice.ready)},
        "memory": dict(state.memory),
        "precedence": [[stat, piece, wins] for (stat, piece), wins in state.precedence.items()],
        "out": sorted(state.out),
    }


def card_data(card: Card) -> dict[str, Any]:
    """A card as plain data, with its trees."""
    data: dict[str, Any] = {name: getattr(card, name) for name in _Card.model_fields if name != "abilities"}
    data["cannons"] = [f"{rank}{reach}" for rank, reach in card.cannons]
    data["base_move"], data["links"] = list(card.base_move), list(card.links)
    return data | {"abilities": [stored.ability_data(ability) for ability in of_card(card)]}


def _piece_data(piece: Piece) -> dict[str, Any]:
    data: dict[str, Any] = {"card": piece.card.id}
    for name in Piece.__slots__:
        if name in {"card", "id"}:
            continue
        value = getattr(piece, name)
        if name in _SETS:
            value = sorted(value)
        elif isinstance(value, tuple):
            value = list(value)
        data[name] = dict(value) if isinstance(value, dict) else value
    return data


def load(data: Any) -> State:
    """The position of plain data; SaveError if it is none."""
    try:
        saved = _State.model_validate(data)
    except ValidationError as error:
        raise _fault(error, "the position") from None
    cards = {card.id: _card(card) for card in saved.cards}
    if len(cards) != len(saved.cards):
        raise SaveError("cards: two cards have one id")
    state = State(saved.players, saved.dice.state, saved.edition)
    for number, piece in enumerate(saved.pieces):
        if piece.card not in cards:
            raise SaveError(f"pieces.{number}.card: there is no card {piece.card!r}")
        _put(state, cards[piece.card], piece)
    state.turn = _turn(saved.turn)
    state.lasting = [_lasting(lasting) for lasting in saved.lasting]
    state.dice = Dice(saved.dice.state, saved.dice.ready)
    state.memory = dict(saved.memory)
    state.precedence = {(stat, piece): wins for stat, piece, wins in saved.precedence}
    state.out = frozenset(saved.out)
    _check(state)
    return state


def read_card(data: Any) -> Card:
    """A card from plain data; SaveError if it is none."""
    try:
        return _card(_Card.model_validate(data))
    except ValidationError as error:
        raise _fault(error, "a card") from None


def _fault(error: ValidationError, what: str) -> SaveError:
    """The first fault that was found, with its place."""
    fault = error.errors()[0]
    place = ".".join(str(step) for step in fault["loc"])
    return SaveError(f"{place or what}: {in_words(fault)}")


def _card(saved: _Card) -> Card:
    try:
        abilities = stored.read_abilities(saved.abilities)
    except ValueError as error:
        raise SaveError(f"the abilities of {saved.name}: {error}") from None
    return Card(
        id=saved.id,
        name=saved.name,
        kind=saved.kind,
        nation=saved.nation,
        points=saved.points,
        gold=saved.gold,
        masts=saved.masts,
        cargo=saved.cargo,
        base_move=tuple(saved.base_move),
        cannons=tuple(Cannon(int(gun[0]), gun[1]) for gun in saved.cannons),
        links=tuple(saved.links),
        line=saved.line,
        abilities=abilities,
        terrain=saved.terrain,
    )


def _put(state: State, card: Card, saved: _Piece) -> None:
    piece = state.add(card, saved.owner, saved.where)
    for name in Piece.__slots__:
        if name in {"card", "id", "pose"}:
            continue
        value = getattr(saved, name)
        if name in _SETS:
            value = frozenset(value)
        elif isinstance(value, list):
            value = tuple(value)
        setattr(piece, name, value)
    piece.pose = Pose(*saved.pose) if saved.pose is not None else None


def _turn(saved: _Turn) -> Turn:
    return Turn(
        saved.number,
        saved.player,
        saved.phase,
        {ship: tuple(given) for ship, given in saved.actions},
        {ship: tuple(given) for ship, given in saved.extra},
        {(piece, key): count for piece, key, count in saved.used},
        tuple(saved.done),
        dict(saved.began_docked),
    )


def _lasting(saved: _Lasting) -> Lasting:
    try:
        effect = stored.read_effect(saved.node)
    except ValueError as error:
        raise SaveError(f"lasting.node: {error}") from None
    said = tuple(saved.said)
    return Lasting(effect, saved.source, saved.player, said, saved.ends, saved.turn, saved.number)


def _check(state: State) -> None:
    """Every number of a piece or player must name one, nothing is aboard itself, outlines are known."""
    pieces, players = len(state.pieces), range(state.players)
    for piece in state.pieces:
        place = f"pieces.{piece.id}"
        held = (piece.where, piece.docked, piece.pinned_by, piece.towed_by)
        if any(number is not None and not -4 <= number < pieces for number in held):
            raise SaveError(f"{place}: it is with a piece that is not there")
        if any(player is not None and player not in players for player in _players(piece)):
            raise SaveError(f"{place}: it belongs to a player who is not there")
        if piece.outline and not load_outlines().knows(piece.outline):
            raise SaveError(f"{place}: there is no outline {piece.outline!r}")
        seen, here = {piece.id}, piece
        while here.where >= 0:
            here = state.pieces[here.where]
            if here.id in seen:
                raise SaveError(f"{place}: it is aboard itself")
            seen.add(here.id)
    for lasting in state.lasting:
        if not 0 <= lasting.source < pieces or lasting.player not in players:
            raise SaveError("lasting: it comes from a piece or player that is not there")
    if state.turn.player not in players:
        raise SaveError("turn.player: there is no such player")


def _players(piece: Piece) -> Iterable[int | None]:
    return (piece.owner, piece.controller, piece.home, *piece.explored, *piece.known)
