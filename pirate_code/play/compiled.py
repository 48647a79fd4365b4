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

from pirate_code import fleets, rules
from pirate_code.language import tree as t
from pirate_code.language.keywords import define
from pirate_code.language.walk import walk
from pirate_code.language.words import load_words
from pirate_code.rules.meaning import filters, nouns
from pirate_code.rules.meaning.clauses import Clause, clauses_of
from pirate_code.rules.meaning.perform import PERFORMERS
from pirate_code.rules.meaning.standing import STATEMENTS, USUAL
from pirate_code.rules.registry import ACTIONS, BANS, MECHANICS, load_rules

_ASKING = frozenset({"allows", "permits", "forbidden", "matching", "says", "_leave", "may"})
# Facts that a position shows without an event (rules/table.py), or that the rules read off the tree itself:
# a cannon that nothing improves (rules/cannons.py), the die that a player wants to use (happen/rolls.py), who
# chooses (meaning/perform.py), who remains (meaning/filters.py), the way that a die matches
# (actions/move_by_ability.py), who deals damage (happen/idling.py), what is tried again
# (meaning/readings.py).
_STANDING = frozenset(
    {
        "touch",
        "tow",
        "pin",
        "control",
        "cross",
        "increase",
        "want_to_use",
        "choose",
        "remain",
        "match",
        "deal",
        "try",
    }
)
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
    homes = (Path(rules.__file__).parent, Path(fleets.__file__).parent)
    for path in (path for home in homes for path in sorted(home.rglob("*.py"))):
        module = ast.parse(path.read_text(encoding="utf-8"))
        _Reader(found, module).visit(module)
    found.performed = {*MECHANICS, *PERFORMERS}
    found.proposed |= set(MECHANICS)
    found.permitted |= set(BANS)
    found.asked |= found.proposed | found.permitted
    found.matters |= set(ACTIONS)
    return found


class _Reader(ast.NodeVisitor):
    """Collects the events, matters and words that a module speaks of."""

    def __init__(self, found: Engine, module: ast.Module) -> None:
        self.found = found
        self.calls: list[str] = []
        self.proposes = False
        self.events: dict[str, set[str]] = {}  # the events that a name stands for
        self.makers: dict[str, int] = {}  # functions that make an event of the type they are told, and where
        for node in ast.walk(module):
            if isinstance(node, ast.FunctionDef) and _returns_event(node):
                self.events[node.name] = {
                    kind for call in ast.walk(node) if (kind := _kind(call)) is not None
                }
                names = [argument.arg for argument in node.args.args]
                for call in ast.walk(node):
                    if isinstance(call, ast.Call) and _name(call) == "Event" and call.args:
                        told = call.args[0]
                        if isinstance(told, ast.Name) and told.id in names:
                            self.makers[node.name] = names.index(told.id)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """A function that proposes, or makes an event for others, is taken to let its events happen."""
        outer, known = self.proposes, dict(self.events)
        proposes = any(_name(call) in {"propose", "roll"} for call in ast.walk(node))
        self.proposes = outer or proposes or _returns_event(node)
        for each in ast.walk(node):
            if isinstance(each, ast.Assign) and isinstance(each.targets[0], ast.Name):
                self.events.setdefault(each.targets[0].id, set()).update(self._kinds(each.value))
            elif isinstance(each, ast.For) and isinstance(each.target, ast.Name):
                listed = each.iter.elts if isinstance(each.iter, ast.Tuple | ast.List) else []
                words = {word for one in listed if (word := _text(one)) is not None}
                self.events.setdefault(each.target.id, set()).update(words)
        self.generic_visit(node)
        self.proposes, self.events = outer, known

    def _kinds(self, node: ast.AST) -> set[str]:
        """The types of the event that an expression makes, as far as they can be read."""
        if isinstance(node, ast.Name):
            return self.events.get(node.id, set())
        if isinstance(node, ast.Call):
            # The same event, told otherwise.
            if _name(node) == "but" and isinstance(node.func, ast.Attribute):
                return self._kinds(node.func.value)
            kind = _kind(node)
            return {kind} if kind is not None else self.events.get(_name(node), set())
        return set()

    def visit_Call(self, node: ast.Call) -> None:
        """`Event("x", ...)` is an event, `Matter("x", ...)` something that is no piece."""
        name, first = _name(node), _text(node.args[0]) if node.args else None
        if name == "Event" and first is not None:
            self._event(first)
        elif name in self.makers and self.makers[name] < len(node.args):
            made = _text(node.args[self.makers[name]])
            if made is not None:
                self._event(made)
        elif name == "Matter" and first is not None:
            self.found.matters.add(first)
        elif name in {"entries", "matching", "for_now"} and first is not None and len(node.args) > 1:
            on = _text(node.args[1])
            kinds = self._kinds(node.args[1]) if on is None else {on}
            self.found.read.update((first, kind) for kind in kinds)
            if first == "permit":
                self.found.permitted |= kinds
        elif name in {"allows", "permits", "forbidden"} and node.args:
            self.found.permitted |= self._kinds(node.args[-1])
        self.calls.append(name)
        self.generic_visit(node)
        self.calls.pop()

    def _event(self, kind: str) -> None:
        self.found.asked.add(kind)
        around = [call for call in self.calls if call in _ASKING or call == "propose"]
        if around and around[-1] in _ASKING:
            self.found.permitted.add(kind)
        elif self.proposes:
            self.found.proposed.add(kind)

    def visit_Constant(self, node: ast.Constant) -> None:
        """Every text counts as a word that the rules know."""
        if isinstance(node.value, str):
            self.found.words.add(node.value)


def _returns_event(node: ast.FunctionDef) -> bool:
    return isinstance(node.returns, ast.Name) and node.returns.id == "Event"


def _kind(node: ast.AST) -> str | None:
    """The type of an event that is made here."""
    if isinstance(node, ast.Call) and _name(node) == "Event" and node.args:
        return _text(node.args[0])
    return None


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
    return [node for node in found if node.replace("fact of", "answer to") not in found or "fact" not in node]


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
        case "hold" | "gain":
            if (clause.verb, on) not in known.read:
                yield f"keeping {on}"


_SAYS = {"require": "duty to", "spare": "leave not to", "state": "statement of"}


def _nodes(ability: t.Ability) -> Iterator[str]:
    """Every node below must be understood by the engine, wherever it stands."""
    known = engine()
    # What an event that is carried out speaks of first, its line may speak of again: a chain shot, a heading.
    named = {
        inner.noun
        for node in walk(ability)
        if isinstance(node, t.Happen) and node.event.type in known.performed | USUAL
        for inner in walk(node.event)
        if isinstance(inner, t.Pieces)
    }
    for node in walk(ability):
        if isinstance(node, t.Happen):
            yield from _happen(node)
        elif isinstance(node, t.Change):
            if node.stat not in known.words:
                yield f"stat {node.stat}"
        elif isinstance(node, t.InState):
            if node.state not in {*filters.STATES, *_own_states(), *known.words}:
                yield f"state {node.state}"
        elif isinstance(node, t.Happens | t.Involved | t.Trigger):
            if node.event.type not in known.proposed | _STANDING:
                yield f"fact of {node.event.type}"
        elif isinstance(node, t.Pieces):
            if node.noun not in named and not _is_known(node.noun):
                yield f"noun {node.noun}"
        elif isinstance(node, t.Moment) and node.at not in _MOMENTS and node.at not in known.words:
            yield f"moment {node.at}"


@cache
def _own_states() -> frozenset[str]:
    """States that keywords put a piece into and then ask about themselves: ghostly."""
    put, asked = set(), set()
    for keyword, parameters in load_words().keyword_parameters.items():
        nation = next(iter(load_words().nations)) if parameters else None
        for node in walk(define(keyword, nation)):
            if isinstance(node, t.Become) and isinstance(node.filter, t.InState):
                put.add(node.filter.state)
            elif isinstance(node, t.Matches) and isinstance(node.filter, t.InState):
                asked.add(node.filter.state)
    return frozenset(put & asked)


def _happen(node: t.Happen) -> Iterator[str]:
    known, kind = engine(), node.event.type
    if node.strength in {"do", "may", "must"}:
        standing = kind in STATEMENTS | USUAL or kind in known.permitted
        if kind not in known.performed and not standing:
            yield f"event {kind}"
    elif kind not in known.asked | _STANDING:
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
