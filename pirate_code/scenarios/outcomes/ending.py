"""What tells the ends of paths apart: how everything is, and what happened that leaves no trace."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pirate_code.board.state import LOST, OUT
from pirate_code.core.tracked_dice import TrackedNumber
from pirate_code.rules.game import Game
from pirate_code.rules.happen.sailing import contacts
from pirate_code.scenarios.fact_text import fact
from pirate_code.scenarios.format import Step
from pirate_code.scenarios.outcome_facts import Facts, facts
from pirate_code.scenarios.outcomes.path import PlayedPath, TriedPosition

Ending = frozenset[tuple[Any, Any]]
# What matters although the table may look the same afterwards; of all else only what comes of it counts.
_TRACELESS = frozenset({"cancel", "copy", "explore", "hit", "look_at", "prevent", "reveal", "show"})
_UNTOLD = frozenset({"actions", "moved", "turned"})


class Endings:
    """Tells the ends of paths from one position apart, and in words."""

    def __init__(self, position: TriedPosition) -> None:
        self.position = position
        self._before = self._facts(Game(position.before, position.edition), ())

    def of(self, path: PlayedPath) -> Ending:
        """All that matters about the end of a path."""
        found = self._facts(path.game, [step_name(step) for step, _ in path.refused])
        return frozenset(found.items())

    def words(self, ending: Ending) -> list[str]:
        """What is other than it was, a sentence for each fact."""
        after = dict(ending)
        names = {name: name for name in self.position.numbers}
        told = [
            _in_words(key, value, names)
            for key, value in sorted(after.items(), key=lambda item: self._order(item[0]))
            if key[0] != "event" and self._before.get(key) != value and not self._is_said_otherwise(key)
        ]
        told += [
            f"{key[1]} no longer touches {key[2]}"
            for key in self._before
            if key[0] == "touching" and key not in after
        ]
        return [_sentence(words) for words in dict.fromkeys(told)]

    def _is_said_otherwise(self, key: tuple[str, ...]) -> bool:
        """Whether another fact says the same: treasure belongs to whoever has it."""
        number = self.position.numbers.get(key[0])
        return key[1] == "controller" and (
            number is not None and self.position.before.pieces[number].kind == "treasure"
        )

    def _facts(self, game: Game, refused: Any) -> Facts:
        found = facts(game, self.position.before, self.position.numbers, refused)
        kept = {key: _plain(value) for key, value in found.items() if key[1] not in _UNTOLD}
        kept = {
            key: value if key[0] != "event" else True for key, value in kept.items() if not _is_passing(key)
        }
        for name, number in self.position.numbers.items():
            piece = game.state.pieces[number]
            if piece.card.abilities and piece.where not in {OUT, LOST}:
                kept["usable", name] = game.active.usable(number)
        kept |= {("touching", *pair): True for pair in _touching(game, self.position.names)}
        for key, value in found.items():
            if key[1] in {"moved", "turned"} and value:
                kept[key[0], "has moved"] = True
        return kept

    def _order(self, key: tuple[str, ...]) -> tuple[int, tuple[str, ...]]:
        """Refusals first, then pieces as they are given; of each, that it has moved comes last."""
        names = list(self.position.numbers)
        about = key[1] if key[0] in {"touching", "usable"} else key[0]
        place = names.index(about) + 1 if about in names else 0 if about == "refused" else len(names) + 1
        return 2 * place + (len(key) > 1 and key[1] == "has moved"), key


def _is_passing(key: tuple[str, ...]) -> bool:
    return key[0] == "event" and key[1] not in _TRACELESS


def _plain(value: Any) -> Any:
    return int(value) if isinstance(value, TrackedNumber) else value


def _touching(game: Game, names: dict[int, str]) -> Iterator[tuple[str, str]]:
    pieces = game.state.pieces
    for ship in game.state.ships():
        for other in contacts(game, ship):
            if pieces[other].kind != "ship" or ship.id < other:  # of two ships each touches the other
                yield names.get(ship.id, ship.card.name), names.get(other, pieces[other].card.name)


def _in_words(key: tuple[str, ...], value: Any, names: dict[str, str]) -> str:
    if key[0] == "touching":
        return f"{key[1]} touches {key[2]}"
    if key[0] == "usable":
        return f"the ability of {key[1]} {'can' if value else 'cannot'} be used"
    if key[1] == "has moved":
        return f"{key[0]} has moved"
    return fact(key, value, names)


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}."


def step_name(step: Step) -> str:
    """A step by what it does: "move action of Revenge"."""
    if step.give is not None:
        return f"{step.give} action of {step.to}"
    if step.use is not None:
        return f"ability of {step.use}"
    words = step.do or step.event or ("setup" if step.setup else f"turn of {step.turn}")
    return str(words).replace("_", " ") + (f" {step.object}" if step.object is not None else "")
