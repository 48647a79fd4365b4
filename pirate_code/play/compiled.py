"""Which nodes of a tree have an effect in the engine, read off the engine's own source and registries.

An event that is to happen needs mechanics or a performer; one that is forbidden, permitted or answered must
be one that the rules propose or ask about; a stat must be read, a state tested, a noun be something at the
table. Whatever is not found that way would do nothing in a game and is listed by name.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from pirate_code import rules
from pirate_code.language import tree as t
from pirate_code.language.keywords import define
from pirate_code.language.walk import walk
from pirate_code.language.words import load_words
from pirate_code.rules.meaning import filters, nouns
from pirate_code.rules.meaning.clauses import STATEMENTS, Clause, clauses_of
from pirate_code.rules.meaning.perform import PERFORMERS
from pirate_code.rules.registry import ACTIONS, BANS, MECHANICS, load_rules

_ASKING = frozenset({"allows", "permits", "forbidden", "matching", "says", "_leave", "may"})
# Facts that a position shows without an event: see rules/table.py.
_STANDING = frozenset({"touch", "tow", "pin", "control"})
# The words of the language that name a place in time or order, which the events themselves keep.
_MOMENTS = frozenset({"beginning", "end", "setup", "during", "there"})


@dataclass
class Engine:
    """What the rules speak of."""

    proposed: set[str] = field(default_factory=set)
    asked: set[str] = field(default_factory=set)
    permitted: set[str] = field(default_factory=set)
    performed: set[str] = field(default_factory=set)
    matters: set[str] = field(default_factory=set)
    words: set[str] = field(default_factory=set)
    read: set[tuple[str, str]] = field(default_factory=set)


@cache
def engine() -> Engine:
    """The engine as it is: every rule is loaded, and the source of each module is read once."""
    load_rules()
    found = Engine()
    home = Path(rules.__file__).parent
    for path in sorted(home.rglob("*.py")):
        _Reader(found).visit(ast.parse(path.read_text(encoding="utf-8")))
    found.performed = {*MECHANICS, *PERFORMERS}
    found.proposed |= set(MECHANICS)
    found.permitted |= set(BANS)
    found.asked |= found.proposed | found.permitted
    found.matters |= set(ACTIONS)
    return found


class _Reader(ast.NodeVisitor):
    """Collects the events, matters and words that a module speaks of."""

    def __init__(self, found: Engine) -> None:
        self.found = found
        self.calls: list[str] = []
        self.proposes = False

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """A function that proposes, or makes an event for others, is taken to let its events happen."""
        before = self.proposes
        returned = isinstance(node.returns, ast.Name) and node.returns.id == "Event"
        self.proposes = (
            before or returned or any(_name(call) in {"propose", "roll"} for call in ast.walk(node))
        )
        self.generic_visit(node)
        self.proposes = before

    def visit_Call(self, node: ast.Call) -> None:
        """`Event("x", ...)` is an event, `Matter("x", ...)` something that is no piece."""
        name, first = _name(node), _text(node.args[0]) if node.args else None
        if name == "Event" and first is not None:
            self._event(first)
        elif name == "Matter" and first is not None:
            self.found.matters.add(first)
        elif name in {"entries", "matching", "for_now"} and first is not None and len(node.args) > 1:
            on = _text(node.args[1])
            if on is not None:
                self.found.read.add((first, on))
        self.calls.append(name)
        self.generic_visit(node)
        self.calls.pop()

    def _event(self, kind: str) -> None:
        self.found.asked.add(kind)
        around = [call for call in self.calls if call in _ASKING or call == "propose"]
        asking = bool(around) and around[-1] in _ASKING
        if asking:
            self.found.permitted.add(kind)
        elif self.proposes:
            self.found.proposed.add(kind)

    def visit_Constant(self, node: ast.Constant) -> None:
        """Every text counts as a word that the rules know."""
        if isinstance(node.value, str):
            self.found.words.add(node.value)


def _name(node: ast.AST) -> str:
    if not isinstance(node, ast.Call):
        return ""
    called = node.func
    return (
        called.attr
        if isinstance(called, ast.Attribute)
        else called.id
        if isinstance(called, ast.Name)
        else ""
    )


def _text(node: ast.AST) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


# --- a line ----------------------------------------------------------------------------------------------


def missing(abilities: tuple[t.Ability, ...], kind: str) -> list[str]:
    """The nodes of these abilities that the engine has no use for, by name; none if all are compiled."""
    found: dict[str, None] = {}
    for clause in clauses_of(abilities, kind):
        found.update(dict.fromkeys(_clause(clause)))
    for ability in _defined(abilities):
        found.update(dict.fromkeys(_nodes(ability)))
    return list(found)


def _defined(abilities: Iterable[t.Ability]) -> Iterator[t.Ability]:
    for ability in abilities:
        if isinstance(ability.effect, t.KeywordAbility):
            yield from _defined(define(ability.effect.keyword, ability.effect.nation))
        else:
            yield ability


def _clause(clause: Clause) -> Iterator[str]:
    """What a clause acts on must be something that the rules propose, ask about or read."""
    known, on = engine(), clause.on
    match clause.verb:
        case "when" | "before" | "after" | "replace":
            if on not in known.proposed:
                yield f"answer to {on}"
        case "forbid":
            if on not in known.asked:
                yield f"ban of {on}"
        case "permit":
            if on not in known.permitted:
                yield f"leave to {on}"
        case "require" | "spare" | "state":
            if (clause.verb, on) not in known.read and on not in known.performed:
                yield f"{_SAYS[clause.verb]} {on}"
        case "modify":
            if on not in known.words:
                yield f"stat {on}"


_SAYS = {"require": "duty to", "spare": "leave not to", "state": "statement of"}


def _nodes(ability: t.Ability) -> Iterator[str]:
    """Every node below must be understood by the engine, wherever it stands."""
    known = engine()
    for node in walk(ability):
        if isinstance(node, t.Happen):
            yield from _happen(node)
        elif isinstance(node, t.Change):
            if node.stat not in known.words:
                yield f"stat {node.stat}"
        elif isinstance(node, t.InState):
            if node.state not in filters.STATES and node.state not in known.words:
                yield f"state {node.state}"
        elif isinstance(node, t.Happens | t.Involved | t.Trigger):
            if node.event.type not in known.proposed | _STANDING:
                yield f"fact of {node.event.type}"
        elif isinstance(node, t.Pieces):
            if not _is_known(node.noun):
                yield f"noun {node.noun}"
        elif isinstance(node, t.Moment) and node.at not in _MOMENTS and node.at not in known.words:
            yield f"moment {node.at}"


def _happen(node: t.Happen) -> Iterator[str]:
    known, kind = engine(), node.event.type
    if node.strength in {"do", "may", "must"}:
        standing = kind in STATEMENTS or kind in known.permitted
        if kind not in known.performed and not standing:
            yield f"event {kind}"
    elif kind not in known.asked:
        yield f"ban of {kind}"


def _is_known(noun: str) -> bool:
    known = engine()
    parts = nouns.MASTS | nouns.CANNONS | nouns.OTHER_PARTS | nouns.PLAYERS | nouns.ACTIONS | {"fire_mast"}
    if noun in nouns.PIECES or noun in parts or noun in known.matters or noun in known.words:
        return True
    return noun in load_words().stats


# --- many lines ------------------------------------------------------------------------------------------


@dataclass
class Compiled:
    """How many lines the engine plays whole, and what is missing for the others."""

    lines: int = 0
    parsed: int = 0
    compiled: int = 0
    exercised: int | None = None
    unparsed: list[str] = field(default_factory=list)
    missing: dict[str, list[str]] = field(default_factory=dict)  # a node, and the lines that need it
    never_used: list[str] = field(default_factory=list)

    @property
    def share(self) -> float:
        """The share of the lines that are compiled."""
        return self.compiled / self.lines if self.lines else 1.0


def measure(lines: Iterable[tuple[str, tuple[t.Ability, ...] | None, str]]) -> Compiled:
    """Measure lines with their trees (None: it does not parse) and the kind of piece that prints them."""
    found = Compiled()
    for line, trees, kind in lines:
        found.lines += 1
        if trees is None:
            found.unparsed.append(line)
            continue
        found.parsed += 1
        lacking = missing(trees, kind)
        found.compiled += not lacking
        for node in lacking:
            found.missing.setdefault(node, []).append(line)
    found.missing = dict(sorted(found.missing.items(), key=lambda item: (-len(item[1]), item[0])))
    return found
