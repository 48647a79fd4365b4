"""Clauses that say what a piece is or has: parts that are counted, cannons, states, a nation."""

from __future__ import annotations

from pirate_code.board.state import SEA, Piece
from pirate_code.language import tree as t
from pirate_code.rules import cannons
from pirate_code.rules.game import Game
from pirate_code.scenarios.conformance.activations import judge_of
from pirate_code.scenarios.conformance.clauses import Clause
from pirate_code.scenarios.conformance.evidence import Evidence
from pirate_code.scenarios.conformance.judge import Judge
from pirate_code.scenarios.conformance.nouns import AFLOAT, COUNTED
from pirate_code.scenarios.conformance.playing import Play
from pirate_code.scenarios.conformance.truth import Truth
from pirate_code.scenarios.conformance.windows import in_force
from pirate_code.scenarios.conformance.worlds import Asking

_FORBIDDING = frozenset({"cannot", "must_not"})


def check(clause: Clause, asked: Asking, evidence: Evidence) -> None:
    """Compare what pieces are with the line and without it, at a calm moment."""
    leaf = clause.leaf
    assert isinstance(leaf, t.Become)
    if _counted(leaf) is not None:
        return  # seen as the play begins
    for piece in asked.judge.state.pieces:
        if piece.where < SEA:
            continue
        before = _told(leaf, asked.found.control, piece)
        after = _told(leaf, asked.found.line, piece)
        if before is _UNKNOWN or after is _UNKNOWN:
            evidence.unknown(f"what '{leaf.kind}' changes")
            return
        _compare(clause, asked, piece, (before, after), evidence)


class _Unknown:
    """What cannot be read off the table."""


_UNKNOWN = _Unknown()
Being = _Unknown | str | bool | int | None


def _told(leaf: t.Become, game: Game, piece: Piece) -> Being:
    """What there is to see of what a clause says, on one piece."""
    now = game.state.pieces[piece.id]
    said = leaf.filter
    if isinstance(said, t.InState) and said.toward is None:
        return game.held(said.state, piece.id)
    if isinstance(said, t.OfNation):
        return game.nation(now)
    if _is_of_cannons(leaf):
        return len(cannons.parts(game, now)) if now.kind in AFLOAT else 0
    return _UNKNOWN


def _is_of_cannons(leaf: t.Become) -> bool:
    """ "Each of this ship's masts has two cannons"."""
    subject, said = leaf.subject, leaf.filter
    return (
        isinstance(subject, t.Pieces)
        and subject.noun == "mast"
        and isinstance(said, t.Has)
        and isinstance(said.what, t.Pieces)
        and said.what.noun == "cannon"
    )


def _compare(
    clause: Clause, asked: Asking, piece: Piece, read: tuple[Being, Being], evidence: Evidence
) -> None:
    leaf = clause.leaf
    assert isinstance(leaf, t.Become)
    before, after = read
    subject = leaf.subject
    if _is_of_cannons(leaf) and isinstance(subject, t.Pieces) and subject.of is not None:
        subject = subject.of
    force = in_force(clause, asked, piece.id)
    meant: Truth = asked.judge.fits(piece.id, subject) if force else force
    if meant is None:
        evidence.unknown("when it holds" if force is None else "of whom it is said")
    elif not meant:
        if before == after:
            evidence.held_back += 1
        else:
            evidence.fault("says something of a piece of which the line does not speak")
    elif after == _wanted(leaf, before):
        evidence.seen += after != before
    else:
        evidence.fault(f"'{leaf.kind}' comes out as {after} where the line makes it {_wanted(leaf, before)}")


def _wanted(leaf: t.Become, before: Being) -> Being:
    said = leaf.filter
    if isinstance(said, t.InState):
        return (leaf.strength not in _FORBIDDING) != said.negated
    if isinstance(said, t.OfNation):
        return str(said.nation)
    if isinstance(said, t.Has) and isinstance(said.what, t.Pieces) and isinstance(before, int):
        return before * (said.what.count.value if isinstance(said.what.count, t.Number) else 1)
    return _UNKNOWN


# --- as the game begins ------------------------------------------------------------------------------------


def _counted(leaf: t.Become) -> tuple[str, int] | None:
    """The parts that a ship is said to have, and how many; masts are counted too where she has none."""
    what = leaf.filter.what if isinstance(leaf.filter, t.Has) and not leaf.filter.negated else None
    if leaf.strength != "do" or not isinstance(what, t.Pieces) or what.filters or what.of is not None:
        return None
    if (what.noun, what.which) == ("mast", "no"):
        return "mast", 0
    if what.noun in COUNTED and isinstance(what.count, t.Number):
        return what.noun, what.count.value
    return None


def check_start(clause: Clause, play: Play, evidence: Evidence) -> None:
    """Whether each ship that is spoken of begins with the parts that she is said to have, and no other."""
    leaf = clause.leaf
    if not isinstance(leaf, t.Become) or clause.guards or not play.recording.seen:
        return
    counted = _counted(leaf)
    if counted is None:
        return
    noun, wanted = counted
    first = play.recording.seen[0]
    judge = judge_of(play, first, None)
    for piece in judge.state.pieces:
        if piece.kind in AFLOAT and piece.where == SEA:
            _count(judge, leaf, piece, (noun, wanted), evidence)


def _count(judge: Judge, leaf: t.Become, piece: Piece, counted: tuple[str, int], evidence: Evidence) -> None:
    noun, wanted = counted
    usual = piece.card.masts if noun == "mast" else 0
    has = len(piece.masts) if noun == "mast" else piece.parts.get(noun, 0)
    meant = judge.fits(piece.id, leaf.subject)
    if meant is None:
        evidence.unknown("who has it")
    elif has != (wanted if meant else usual):
        evidence.fault(f"a ship begins with {has} {noun}s where the line says {wanted if meant else usual}")
    elif meant:
        evidence.seen += 1
