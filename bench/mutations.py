"""Breaks what is played of lines that conform, and counts how often conformance notices.

The oracle keeps the tree of the printed line; the engine plays a broken one. A mutation that nobody could
notice (its words are the same) is not counted.

    python -m bench.mutations            the lines below
    python -m bench.mutations --all      and tell every mutation
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import Any, NamedTuple

from pirate_code.language import LanguageError, parse
from pirate_code.language import tree as t
from pirate_code.language.render import render
from pirate_code.scenarios.conformance.report import check

LINES = (
    ("ship", "When this ship hits an enemy ship, you may also eliminate one cargo from that ship."),
    ("ship", "Once per turn, this ship may randomly take one treasure from any ship she touches."),
    ("ship", "Spanish ships get +1 to their cannon rolls against this ship."),
    ("crew", "This ship gets +1 to her cannon rolls against French ships."),
    ("ship", "This ship gets +1 to her boarding rolls."),
    ("ship", "This ship cannot be shot at by ships within S of her."),
    ("ship", "L-range cannons cannot hit this ship."),
    ("ship", "When this ship carries no cargo, she gets +S to her base move."),
    ("ship", "If this ship is docked, she cannot be shot at."),
    ("ship", "Once per turn, this ship may look at one face-down treasure on any island."),
    ("ship", "Once per turn, one crew or ship within S of this ship cannot use its ability that turn."),
    ("ship", "One of this ship's treasures is worth +2 gold when unloaded at your home island."),
    ("crew", "Once per turn, you may eliminate one of this ship's crew to give her an extra action."),
    ("crew", "When another face-up crew on this ship would be eliminated, turn it face down instead."),
    ("ship", "After this ship resolves a shoot action, she may move as a free action."),
    ("ship", "This ship may dock at an enemy home island."),
    ("crew", "Helmsman."),
)


class Mutation(NamedTuple):
    """A broken program: the line, what was done to it, and the words that are played."""

    kind: str
    line: str
    name: str
    says: str


Change = Callable[[t.Node], t.Node | None]


def _count(node: t.Node) -> t.Node | None:
    if isinstance(node, t.Pieces) and isinstance(node.count, t.Number):
        return node.but(count=t.Number(value=node.count.value + 1))
    return None


def _amount(node: t.Node) -> t.Node | None:
    if isinstance(node, t.Change) and isinstance(node.amount, t.Number):
        return node.but(amount=t.Number(value=node.amount.value + 1))
    return None


def _sign(node: t.Node) -> t.Node | None:
    if isinstance(node, t.Change) and node.by in {"add", "subtract"}:
        return node.but(by="subtract" if node.by == "add" else "add")
    return None


def _side(node: t.Node) -> t.Node | None:
    if isinstance(node, t.InState) and node.state in {"enemy", "friendly"}:
        return node.but(state="friendly" if node.state == "enemy" else "enemy")
    return None


def _nation(node: t.Node) -> t.Node | None:
    return node.but(nation="viking") if isinstance(node, t.OfNation) else None


def _negated(node: t.Node) -> t.Node | None:
    return node.but(negated=not node.negated) if isinstance(node, t.Condition) else None


def _distance(node: t.Node) -> t.Node | None:
    if isinstance(node, t.Distance):
        return node.but(segments=tuple("L" if one == "S" else "S" for one in node.segments))
    return None


def _range(node: t.Node) -> t.Node | None:
    if isinstance(node, t.OfRange) and node.range is not None:
        return node.but(range="S" if node.range == "L" else "L")
    return None


def _chosen(node: t.Node) -> t.Node | None:
    if isinstance(node, t.Event) and "randomly" in node.manner:
        return node.but(manner=tuple(one for one in node.manner if one != "randomly"))
    return None


def _allowed(node: t.Node) -> t.Node | None:
    return node.but(strength="may") if isinstance(node, t.Happen) and node.strength == "cannot" else None


def _swapped(node: t.Node) -> t.Node | None:
    if isinstance(node, t.Event) and node.agent is not None and node.object is not None:
        return node.but(agent=node.object, object=node.agent)
    return None


def _at_will(node: t.Node) -> t.Node | None:
    """What is told without a limit is done once per turn all the same: that would change nothing."""
    if isinstance(node, t.Ability | t.Guarded) and any(isinstance(one, t.Limit) for one in node.guards):
        kept = tuple(one for one in node.guards if not isinstance(one, t.Limit))
        return node.but(guards=t.in_order((*kept, t.Moment(at="any_time"))))
    return None


def _once(node: t.Node) -> t.Node | None:
    return node.but(per="game") if isinstance(node, t.Limit) and node.per == "turn" else None


def _dropped(kind: type[t.Node]) -> Change:
    def drop(node: t.Node) -> t.Node | None:
        if isinstance(node, t.Ability | t.Guarded) and any(isinstance(one, kind) for one in node.guards):
            return node.but(guards=tuple(one for one in node.guards if not isinstance(one, kind)))
        return None

    return drop


CHANGES: dict[str, Change] = {
    "one more of them": _count,
    "a larger number": _amount,
    "taken away, not added": _sign,
    "friend for enemy": _side,
    "another nation": _nation,
    "the condition turned round": _negated,
    "another distance": _distance,
    "another range": _range,
    "chosen, not random": _chosen,
    "allowed, not forbidden": _allowed,
    "who does it and to whom": _swapped,
    "no condition": _dropped(t.Condition),
    "as often as one likes": _at_will,
    "once and never again": _once,
    "no end": _dropped(t.Span),
    "at any time": _dropped(t.Trigger),
}


def mutations(kind: str, line: str) -> Iterator[Mutation]:
    """Every mutation of a line that can be said and says something else."""
    trees = _spelled(parse(line))
    whole = render(trees)
    seen = {whole}
    for name, change in CHANGES.items():
        for broken in _broken(trees, change):
            try:
                words = render(broken)
                same = parse(words) == broken
            except (LanguageError, ValueError, KeyError, AttributeError, TypeError):
                continue
            if same and words not in seen:
                seen.add(words)
                yield Mutation(kind, line, name, words)


def _spelled(trees: tuple[t.Ability, ...]) -> tuple[t.Ability, ...]:
    """Keywords by what they stand for, so that there is something to break."""
    from pirate_code.scenarios.conformance.clauses import keyword_trees

    found: list[t.Ability] = []
    for tree in trees:
        effect = tree.effect
        found += keyword_trees(effect.keyword) if isinstance(effect, t.KeywordAbility) else (tree,)
    return tuple(found)


def _broken(node: Any, change: Change) -> Iterator[Any]:
    """A tree with one node changed, for each node that can be."""
    if isinstance(node, tuple):
        for number, member in enumerate(node):
            for other in _broken(member, change):
                yield (*node[:number], other, *node[number + 1 :])
    if not isinstance(node, t.Node):
        return
    try:
        changed = change(node)
    except ValueError:
        changed = None
    if changed is not None:
        yield changed
    for name in type(node).model_fields:
        for other in _broken(getattr(node, name), change):
            try:
                yield node.but(**{name: other})
            except ValueError:
                continue


def is_noticed(mutation: Mutation) -> bool:
    """Whether conformance sees that something else is played than told."""
    return not check(mutation.kind, _spelled(parse(mutation.line)), mutation.says).conforms


def main() -> None:
    """Print how many mutations are noticed, by what was broken."""
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    reader.add_argument("--all", action="store_true", help="tell every mutation")
    reader.add_argument("--jobs", type=int, default=2)
    told = reader.parse_args()
    found = [mutation for kind, line in LINES for mutation in mutations(kind, line)]
    made, noticed = Counter(one.name for one in found), Counter[str]()
    with ProcessPoolExecutor(told.jobs) as workers:
        for mutation, seen in zip(found, workers.map(is_noticed, found), strict=True):
            noticed[mutation.name] += seen
            if told.all or not seen:
                print("noticed" if seen else "MISSED ", mutation.name, "|", mutation.says, flush=True)
    for name in made:
        print(f"{name:32} {noticed[name]:3} of {made[name]:3}")
    total = sum(noticed.values())
    print(f"{total} of {len(found)} mutations of {len(LINES)} lines are noticed: {total / len(found):.0%}")


if __name__ == "__main__":
    main()
