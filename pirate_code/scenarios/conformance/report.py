"""Checks a line: its clauses are played on tables until each has been seen, and told with what differs."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

from pirate_code.language import tree as t
from pirate_code.rules.edition import Edition
from pirate_code.rules.events import CATALOGUE
from pirate_code.scenarios.conformance import (
    acting,
    being,
    building,
    changing,
    offering,
    special,
    standing,
    written,
)
from pirate_code.scenarios.conformance.clauses import Clause, clauses
from pirate_code.scenarios.conformance.evidence import Evidence, Status
from pirate_code.scenarios.conformance.playing import Play, play
from pirate_code.scenarios.conformance.tables import Table, tables, without
from pirate_code.scenarios.conformance.worlds import asking

LEAST = 4  # tables that are played in any case
ENOUGH = 3  # times that a clause is seen before no more is played
_GIVEN = frozenset({"move", "give"})  # by the rules, to whoever can
_CALM = 4  # positions of a play that are asked
ROUNDS = 2
_FACES: tuple[tuple[int, ...], ...] = ((5, 6), (), (1, 2, 6), (4, 5, 6))  # that dice like to show, in turn


@dataclass(frozen=True)
class Verdict:
    """What is to be said of one clause."""

    words: str
    ability: int
    status: Status
    why: str
    seen: int
    written: str = ""  # where a position is written that shows it, if it could not be judged by the tree
    example: Play | None = field(default=None, repr=False, compare=False)


@dataclass(frozen=True)
class Report:
    """What is to be said of a line on a kind of piece."""

    kind: str
    verdicts: tuple[Verdict, ...]
    plays: int

    @property
    def conforms(self) -> bool:
        """Whether every clause was seen to do what it says."""
        return all(verdict.status == "conforming" for verdict in self.verdicts)

    @property
    def differs(self) -> tuple[Verdict, ...]:
        """The clauses of which that cannot be said."""
        return tuple(verdict for verdict in self.verdicts if verdict.status != "conforming")


def check(
    kind: str,
    trees: tuple[t.Ability, ...],
    says: str,
    name: str = "Card",
    rounds: int = ROUNDS,
    *,
    keep: bool = False,
    folders: tuple[Path, ...] | None = None,
    rules: Edition | None = None,
) -> Report:
    """Check a line on a piece of some kind: `says` is what is played, `trees` what it is held against.

    With `keep` each verdict has a play that shows it; without it a report is small enough to send elsewhere.
    With `folders` written positions are played for what could not be judged: those of the rulings, and of
    these folders. It is played by the Code, or by other `rules`.
    """
    told = clauses(trees) if rules is None else clauses(trees, rules.versions)
    found = {clause: Evidence(clause) for clause in told}
    count = 0
    broke: str | None = None
    for clause in told:
        if building.is_about_building(clause):
            building.check(clause, kind, says, found[clause], rules)
    if any(not building.is_about_building(clause) for clause in told):
        for number in range(rounds):
            for table in tables(kind, trees, name, says):
                if count >= LEAST and _is_enough(found):
                    break
                count += 1
                broke = _one(told, replace(table, rules=rules), number, found) or broke
    verdicts = [
        Verdict(
            clause.words, clause.ability, one.status, one.why, one.seen, example=one.example if keep else None
        )
        for clause, one in found.items()
    ]
    if folders is not None:
        verdicts = [_or_written(*pair, kind, trees, folders) for pair in zip(told, verdicts, strict=True)]
    if broke:
        verdicts.append(Verdict(says, 0, "differs", broke, 0))
    return Report(kind, tuple(verdicts), count)


def _or_written(
    clause: Clause, verdict: Verdict, kind: str, trees: tuple[t.Ability, ...], folders: tuple[Path, ...]
) -> Verdict:
    """A verdict, or that a written position shows what could not be judged."""
    if verdict.status not in {"not seen", "not judged"}:
        return verdict
    title = written.shown_by(clause, kind, trees[clause.ability], folders)
    return replace(verdict, status="conforming", why="", written=title) if title else verdict


def _is_enough(found: dict[Clause, Evidence]) -> bool:
    return all(one.faults or one.seen >= ENOUGH for one in found.values())


def _one(told: tuple[Clause, ...], table: Table, seed: int, found: dict[Clause, Evidence]) -> str:
    """Play a table once and look at every clause; what the engine fails with, if it fails."""
    faces = _FACES[(seed + len(table.name)) % len(_FACES)]
    told_faces = tuple(
        face
        for clause in told
        for guard in clause.guards
        if isinstance(guard, t.Rolled)
        for face in guard.faces
    )
    faces = told_faces if told_faces and seed % 2 == 0 else faces
    made = play(table, seed, faces=faces)
    if made.broke:
        return made.broke
    changing.check_rolls(told, made, found)
    control: Play | None = None
    for clause in told:
        being.check_start(clause, made, found[clause])
        if offering.is_offered(clause):
            offering.check(clause, made, found[clause])
        own = special.check_of(clause)
        if own is not None:
            own(clause, made, found[clause])
        elif is_acting(clause):
            acting.check(clause, made, found[clause], told)
        elif isinstance(clause.leaf, t.Happen):
            forbids = clause.leaf.strength in standing.FORBIDDING
            if forbids:
                control = control or play(without(table), seed, faces=faces)
            standing.check_trace(clause, made, control if forbids else None, found[clause])
    _ask(told, made, found)
    for one in found.values():
        if one.example is None and (one.seen or one.faults):
            one.example = made
    return ""


def _ask(told: tuple[Clause, ...], made: Play, found: dict[Clause, Evidence]) -> None:
    """Ask the rules at some calm positions of a play."""
    speaking = [clause for clause in told if not is_acting(clause) and not _is_elsewhere(clause)]
    if not speaking:
        return
    step = max(1, len(made.calm) // _CALM)
    for calm in made.calm[::step]:
        asked = asking(made, calm)
        for clause in speaking:
            leaf = clause.leaf
            if isinstance(leaf, t.Change):
                same = [
                    one
                    for one in told
                    if one is not clause and isinstance(one.leaf, t.Change) and one.leaf.stat == leaf.stat
                ]
                changing.check_stats(clause, asked, found[clause], same)
            elif isinstance(leaf, t.Happen):
                shared = any(
                    standing.are_akin(leaf.event.type, one.leaf.event.type)
                    for one in told
                    if one is not clause and isinstance(one.leaf, t.Happen)
                )
                standing.check_rules(clause, asked, found[clause], shared, _is_replaced(clause, told))
            elif isinstance(leaf, t.Gain):
                standing.check_gain(clause, asked, found[clause])
            elif isinstance(leaf, t.Become):
                being.check(clause, asked, found[clause])
            else:
                found[clause].unknown(f"what '{leaf.kind}' changes")


def _is_replaced(clause: Clause, told: tuple[Clause, ...]) -> bool:
    """Whether what is forbidden is begun, and something else done instead."""
    return any(
        isinstance(guard, t.Instead)
        for one in told
        if one.ability == clause.ability and one.index > clause.index
        for guard in one.guards
    )


def _is_elsewhere(clause: Clause) -> bool:
    """Whether a clause is looked at in other ways: rolls as they fall, fleets as they are built."""
    if building.is_about_building(clause) or special.check_of(clause) is not None:
        return True
    return isinstance(clause.leaf, t.Change) and clause.leaf.stat in changing.ROLLS


def is_acting(clause: Clause) -> bool:
    """Whether a clause makes something happen; else it says what may be, or what is so."""
    leaf = clause.leaf
    if not isinstance(leaf, t.Happen) or leaf.strength in standing.FORBIDDING | {"need_not"}:
        return False
    if leaf.strength == "do":
        return True
    row = CATALOGUE.get(leaf.event.type)
    allowed = (row is not None and row.allowed) or leaf.event.type in _GIVEN
    if leaf.strength == "may" and allowed:
        return bool(clause.triggers or clause.limit or clause.is_cost) and leaf.event.using is None
    return leaf.strength == "may"
