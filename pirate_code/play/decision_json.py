"""Decisions of Pirates as plain data, and the table as a player sees it; docs/decisions.md has the forms."""

from __future__ import annotations

from typing import Any

from pirate_code.board.state import Piece, State
from pirate_code.core.decision_json import asked_data
from pirate_code.core.line_bots import Wire
from pirate_code.rules.decision import Answer, Decision
from pirate_code.rules.saving import ref_data

FORMAT = 2  # replays carry the same number


def decision_data(decision: Decision, answer: Answer) -> dict[str, Any]:
    """A decision with all of its options, and the answer that was given."""
    return {"format": FORMAT, **asked_data(decision, ref_data), "answer": answer}


def table_data(state: State) -> dict[str, Any]:
    """A position as a bot reads it. It must be what a player may see (board.observe)."""
    turn = state.turn
    return {
        "format": FORMAT,
        "players": state.players,
        "size": list(state.table_size),
        "starting_gold": state.starting_gold,
        "turn": {"number": turn.number, "player": turn.player, "phase": turn.phase.value},
        "pieces": [_piece_data(piece) for piece in state.pieces],
    }


def _piece_data(piece: Piece) -> dict[str, Any]:
    card = piece.card
    return {
        "piece": piece.id,
        "name": card.name,
        "kind": piece.kind,
        "nation": piece.nation,
        "points": card.points,
        "cargo": card.cargo,
        "base_move": list(card.base_move),
        "cannons": [f"{cannon.rank}{cannon.range}" for cannon in card.cannons],
        "line": card.line,
        "owner": piece.owner,
        "controller": piece.controller,
        "where": piece.where,
        "pose": None if piece.pose is None else list(piece.pose),
        "masts": list(piece.masts),
        "face_up": piece.face_up,
        "states": sorted(piece.states),
        "docked": piece.docked,
        "pinned_by": piece.pinned_by,
        "towed_by": piece.towed_by,
        "home": piece.home,
        "explored_by": sorted(piece.explored_by),
        "value": piece.value,
    }


def _asked(decision: Decision) -> dict[str, Any]:
    return {"format": FORMAT, **asked_data(decision, ref_data)}


WIRE = Wire("pirates", _asked, table_data)
