"""Positions as JSON and back, exactly: pieces, cards with their trees, the turn, what lasts, the dice.

What is read is not trusted: it is bounded in size and checked field by field, and a fault is one sentence.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from pirate_code.board.card import Cannon, Card
from pirate_code.board.outlines import load_outlines
from pirate_code.board.pose import Pose
from pirate_code.board.refs import AbilityRef, Matter, Part, Ref, Seat, Source
from pirate_code.board.state import (
    PIECE_FIELDS,
    Bonus,
    End,
    ExtraAction,
    Lasting,
    PartState,
    Phase,
    Piece,
    State,
    TallyEntry,
    Turn,
    Until,
    Use,
)
from pirate_code.core.dice import Dice
from pirate_code.core.saving import SaveError
from pirate_code.rules.lasting import effect_of
from pirate_code.rules.program import stored
from pirate_code.rules.program.abilities import of_card
from pirate_code.validation_messages import in_words

FORMAT = 2
PIECES_LIMIT = 5_000


# --- things ---------------------------------------------------------------------------------------------


def ref_data(ref: Ref | None) -> Any:
    """A thing as JSON: a piece is its number, anything else a list that begins with what it is."""
    if ref is None or isinstance(ref, int):
        return ref
    if isinstance(ref, Part):
        source = [] if ref.source is Source.CARD else [ref.source.value]
        return ["part", ref.of, ref.noun, ref.number, *source]
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
        case ["part", int(of), str(noun), int(number), "second" | "lent" | "given" as source]:
            return Part(of, noun, number, Source(source))
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
_Ability = Annotated[tuple[int, int], _LISTED]
_Extra = Annotated[tuple[int, list[Annotated[tuple[Word, _Ability | None], _LISTED]]], _LISTED]
_Use = Annotated[tuple[int, Text, Word, int], _LISTED]
_Pair = Annotated[tuple[int, int], _LISTED]
Size = Annotated[int, Field(ge=0)]
_Cannon = Annotated[str, Field(pattern=r"^[1-6][SL]$")]


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
    cannons: list[_Cannon] = []
    links: Words = []
    line: Text = ""
    abilities: list[Any] = []
    terrain: Word | None = None
    text_hidden: bool = False
    custom: bool = False


class _Piece(_Saved):
    card: Word
    owner: int | None = None
    controller: int | None = None
    where: int
    pose: Annotated[tuple[Finite, Finite, Finite], _LISTED] | None = None
    outline: Word = ""
    masts: list[Literal[0, 1, 2]] = []
    parts: dict[Word, int] = {}
    part_states: list[Annotated[tuple[Word, _Thing], _LISTED]] = []
    given_cannons: list[_Cannon] = []
    nation: Word | None = None
    face_up: bool = True
    states: Words = []
    docked: int | None = None
    pinned_by: int | None = None
    towed_by: int | None = None
    home: int | None = None
    explored: Numbers = []
    explored_by: Numbers = []
    known: Numbers = []
    value: int = 0
    role: Word = ""
    linked: Words = []
    linked_by: _Ability | None = None
    cancelled: bool = False
    lent_by: int | None = None
    scuttled_by: int | None = None
    surrounds: int | None = None
    arm: Annotated[tuple[Finite, Finite], _LISTED] | None = None
    target: int | None = None
    lost_in: int | None = None
    loaded_from: int | None = None
    ship_at_setup: int | None = None
    kind: Word


class _Lasting(_Saved):
    node: Any
    source: int
    player: int
    said: list[_Thing]
    ends: Annotated[tuple[Word, int | None, int], _LISTED]
    number: int = 0
    aboard: int | None = None


class _Turn(_Saved):
    number: int
    player: int
    phase: Word
    responder: int = 1
    actions: list[_Given] = []
    extra: list[_Extra] = []
    used: list[_Use] = []
    done: list[Annotated[tuple[Word, _Thing, _Thing], _LISTED]] = []
    began_docked: list[_Pair] = []
    ratings: list[_Pair] = []
    shown: Numbers = []
    handled: Numbers = []
    landed: list[_Pair] = []
    helped: Numbers = []
    commander: int | None = None
    orders_over: bool = False


class _Dice(_Saved):
    state: Annotated[int, Field(ge=0, lt=1 << 64)]
    ready: list[Annotated[int, Field(ge=1, le=6)]] = []


class _State(_Saved):
    format: Literal[2]
    players: Annotated[int, Field(ge=1, le=20)]
    edition: Word
    cards: Annotated[list[_Card], Field(max_length=PIECES_LIMIT)]
    pieces: Annotated[list[_Piece], Field(max_length=PIECES_LIMIT)]
    turn: _Turn
    lasting: Annotated[list[_Lasting], Field(max_length=PIECES_LIMIT)]
    dice: _Dice
    table_size: Annotated[tuple[Size, Size], _LISTED]
    first_player: int | None = None
    starting_gold: int | None = None
    gold_made: int = 0
    tally: list[Annotated[tuple[int, int, int, int], _LISTED]] = []
    bonuses: list[Annotated[tuple[int, int, int], _LISTED]] = []
    used: list[_Use] = []
    over: list[_Ability] = []
    quiet_turns: int = 0
    progress: int | None = None
    precedence: list[Annotated[tuple[Word, int, int], _LISTED]] = []
    out: Numbers


# What JSON has no word for is written as a sorted list.
_SETS = frozenset({"states", "explored", "explored_by", "known", "linked"})


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
            "phase": turn.phase.value,
            "responder": turn.responder,
            "actions": [[ship, list(given)] for ship, given in turn.actions.items()],
            "extra": [
                [ship, [[one.noun, list(one.by) if one.by is not None else None] for one in extra]]
                for ship, extra in turn.extra.items()
            ],
            "used": sorted(map(list, turn.used)),
            "done": [[kind, ref_data(agent), ref_data(target)] for kind, agent, target in turn.done],
            "began_docked": [list(pair) for pair in turn.began_docked.items()],
            "ratings": [list(pair) for pair in turn.ratings.items()],
            "shown": sorted(turn.shown),
            "handled": sorted(turn.handled),
            "landed": [list(pair) for pair in turn.landed.items()],
            "helped": sorted(turn.helped),
            "commander": turn.commander,
            "orders_over": turn.orders_over,
        },
        "lasting": [
            {
                "node": stored.effect_data(effect_of(lasting)),
                "source": lasting.source,
                "player": lasting.player,
                "said": [ref_data(ref) for ref in lasting.said],
                "ends": [lasting.ends.until.value, lasting.ends.player, lasting.ends.turn],
                "number": lasting.number,
                "aboard": lasting.aboard,
            }
            for lasting in state.lasting
        ],
        "dice": {"state": state.dice.state, "ready": list(state.dice.ready)},
        "table_size": list(state.table_size),
        "first_player": state.first_player,
        "starting_gold": state.starting_gold,
        "gold_made": state.gold_made,
        "tally": [[*entry, amount] for entry, amount in state.tally.items()],
        "bonuses": [[*bonus, amount] for bonus, amount in state.bonuses.items()],
        "used": sorted(map(list, state.used)),
        "over": sorted(map(list, state.over)),
        "quiet_turns": state.quiet_turns,
        "progress": state.progress,
        "precedence": [[stat, piece, wins] for (stat, piece), wins in state.precedence.items()],
        "out": sorted(state.out),
    }


def card_data(card: Card) -> dict[str, Any]:
    """A card as plain data, with its trees."""
    data: dict[str, Any] = {name: getattr(card, name) for name in _Card.model_fields if name != "abilities"}
    data["cannons"] = _cannon_data(card.cannons)
    data["base_move"], data["links"] = list(card.base_move), list(card.links)
    return data | {"abilities": [stored.ability_data(ability) for ability in of_card(card)]}


def _cannon_data(cannons: Iterable[Cannon]) -> list[str]:
    return [f"{cannon.rank}{cannon.range}" for cannon in cannons]


def _cannons(saved: Iterable[str]) -> tuple[Cannon, ...]:
    return tuple(Cannon(int(gun[0]), gun[1]) for gun in saved)


def _piece_data(piece: Piece) -> dict[str, Any]:
    data: dict[str, Any] = {"card": piece.card.id}
    for name in PIECE_FIELDS:
        if name in {"card", "id", "part_states", "given_cannons"}:
            continue
        value = getattr(piece, name)
        if name in _SETS:
            value = sorted(value)
        elif isinstance(value, tuple):
            value = list(value)
        data[name] = dict(value) if isinstance(value, dict) else value
    data["part_states"] = sorted([state, ref_data(part)] for state, part in piece.part_states)
    data["given_cannons"] = _cannon_data(piece.given_cannons)
    return data


def load(data: Any) -> State:
    """The position of plain data; SaveError if it is none."""
    written = data.get("format") if isinstance(data, dict) else None
    if isinstance(written, int) and 0 < written < FORMAT:
        raise SaveError(f"it has the old format {written}, and this version reads format {FORMAT} only")
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
    state.table_size, state.first_player = saved.table_size, saved.first_player
    state.starting_gold, state.gold_made = saved.starting_gold, saved.gold_made
    state.tally = {TallyEntry(*entry): amount for *entry, amount in saved.tally}
    state.bonuses = {Bonus(*bonus): amount for *bonus, amount in saved.bonuses}
    state.used = frozenset(Use(*use) for use in saved.used)
    state.over = frozenset(AbilityRef(*ability) for ability in saved.over)
    state.quiet_turns, state.progress = saved.quiet_turns, saved.progress
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
        cannons=_cannons(saved.cannons),
        links=tuple(saved.links),
        line=saved.line,
        abilities=abilities,
        terrain=saved.terrain,
        text_hidden=saved.text_hidden,
        custom=saved.custom,
    )


def _put(state: State, card: Card, saved: _Piece) -> None:
    piece = state.add(card, saved.owner, saved.where)
    for name in PIECE_FIELDS:
        if name in {"card", "id", "pose", "linked_by", "part_states", "given_cannons"}:
            continue
        value = getattr(saved, name)
        if name in _SETS:
            value = frozenset(value)
        elif isinstance(value, list):
            value = tuple(value)
        setattr(piece, name, value)
    piece.pose = Pose(*saved.pose) if saved.pose is not None else None
    if any(not isinstance(part, Part) for _, part in saved.part_states):
        raise SaveError(f"pieces.{piece.id}.part_states: only a part of a piece is in such a state")
    piece.part_states = frozenset(PartState(state, part) for state, part in saved.part_states)
    piece.given_cannons = _cannons(saved.given_cannons)
    piece.linked_by = AbilityRef(*saved.linked_by) if saved.linked_by is not None else None


def _turn(saved: _Turn) -> Turn:
    return Turn(
        saved.number,
        saved.player,
        _phase(saved.phase),
        saved.responder,
        {ship: tuple(given) for ship, given in saved.actions},
        {ship: tuple(_extra(*one) for one in extra) for ship, extra in saved.extra},
        {Use(*use) for use in saved.used},
        tuple(saved.done),
        dict(saved.began_docked),
        dict(saved.ratings),
        frozenset(saved.shown),
        frozenset(saved.handled),
        dict(saved.landed),
        frozenset(saved.helped),
        saved.commander,
        saved.orders_over,
    )


def _phase(word: str) -> Phase:
    try:
        return Phase(word)
    except ValueError:
        known = ", ".join(phase.value for phase in Phase)
        raise SaveError(f"turn.phase: there is no phase {word!r}; there are {known}") from None


def _extra(noun: str, by: tuple[int, int] | None) -> ExtraAction:
    return ExtraAction(noun, AbilityRef(*by) if by is not None else None)


def _lasting(saved: _Lasting) -> Lasting:
    try:
        effect = stored.read_effect(saved.node)
    except ValueError as error:
        raise SaveError(f"lasting.node: {error}") from None
    until, player, turn = saved.ends
    try:
        ends = End(Until(until), player, turn)
    except ValueError:
        known = ", ".join(one.value for one in Until)
        raise SaveError(f"lasting.ends: nothing ends at {until!r}; what there is: {known}") from None
    return Lasting(effect, saved.source, saved.player, tuple(saved.said), ends, saved.number, saved.aboard)


def _check(state: State) -> None:
    """Every number of a piece or player must name one, nothing is aboard itself, outlines are known."""
    pieces, players = len(state.pieces), range(state.players)
    for piece in state.pieces:
        place = f"pieces.{piece.id}"
        held = (*_with(piece), piece.where, piece.loaded_from)
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
        if lasting.aboard is not None and not 0 <= lasting.aboard < pieces:
            raise SaveError("lasting.aboard: it began on a ship that is not there")
    if state.turn.player not in players:
        raise SaveError("turn.player: there is no such player")
    if state.first_player is not None and state.first_player not in players:
        raise SaveError("first_player: there is no such player")
    if any(entry.player not in players for entry in state.tally):
        raise SaveError("tally: there is no such player")


def _with(piece: Piece) -> Iterable[int | None]:
    ability = piece.linked_by
    yield from (piece.docked, piece.pinned_by, piece.towed_by, piece.surrounds, piece.target)
    yield from (piece.lost_in, piece.ship_at_setup, ability.piece if ability is not None else None)


def _players(piece: Piece) -> Iterable[int | None]:
    yield from (piece.owner, piece.controller, piece.home, piece.lent_by, piece.scuttled_by)
    yield from (*piece.explored, *piece.explored_by, *piece.known)
