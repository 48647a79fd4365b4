"""A game as a film: the map once, and for every event that is told what it changed, with the reason.

The reason is what the dice showed and what the event itself says of its cause. docs/web.md tells the fields.
"""

from __future__ import annotations

from typing import Any

from pirate_code.blackbeard.chart import Mark, background, chart, marks
from pirate_code.blackbeard.game import Game
from pirate_code.blackbeard.play import Played
from pirate_code.blackbeard.story import SENTENCES, Story

Data = dict[str, Any]
_CAUSES = {
    "scurvy": "scurvy aboard",
    "slow": "the ship has become slow",
    "cargo": "the cargo that was found",
    "torture": "a hostage was tortured",
    "port": "the fight for the port",
    "sack": "the port was sacked",
    "grab": "the booty grab",
    "recovered": "the crew has recovered",
    "bribe": "the bribe",
    "mutiny": "the mutiny",
    "commissioner": "the battle with the commissioner",
    "warship": "the battle with the warship",
    "ship": "the new ship",
    "converted": "booty was converted",
    "trial": "the trial",
    "hanged": "the sentence",
}


class Camera:
    """Watches a game: set it as the game's `watch` before it starts."""

    def __init__(self, played: Played) -> None:
        self.story = Story(played)
        self.chart = chart(played.game.values)
        self.steps: list[Data] = []
        self.looks: dict[str, int] = {}
        self._before: dict[str, Mark] = {}
        self._dice: list[str] = []

    def __call__(self, game: Game, event: str, facts: Data) -> None:
        """Keep what has changed until now for the last step, and begin another if the event is told."""
        self._shoot(game)
        if event == "roll":
            self._dice.append(f"{facts['what']} {facts['result']}")
        if event == "turn":
            heading = f"Turn {facts['number']}, player {facts['player'] + 1}"
            self._begin({"says": heading, "turn": facts["number"]}, game)
            return
        tell = SENTENCES.get(event)
        says = tell(self.story, facts) if tell is not None else None
        if says is not None:
            self._begin({"says": says, **self._reason(facts)}, game)

    def _begin(self, step: Data, game: Game) -> None:
        self.steps.append({**step, "gold": [player.points for player in game.state.players]})
        self._dice = []

    def _reason(self, facts: Data) -> Data:
        parts = []
        if self._dice:
            parts.append(f"Dice: {', '.join(self._dice)}.")
        if (cause := _CAUSES.get(facts.get("why", ""))) is not None:
            parts.append(f"Because of {cause}.")
        return {"why": " ".join(parts)} if parts else {}

    def _shoot(self, game: Game) -> None:
        """What has changed on the map since the last event belongs to the step before."""
        now = marks(self.chart, game.state)
        changed: list[list[Any]] = [
            [name, {"at": [mark.x, mark.y, 0], "look": self._look(mark), "title": mark.title}]
            for name, mark in now.items()
            if self._before.get(name) != mark
        ]
        changed += [[name, {"look": -1}] for name in self._before if name not in now]
        self._before = now
        if changed and self.steps:
            self.steps[-1].setdefault("set", []).extend(changed)

    def _look(self, mark: Mark) -> int:
        return self.looks.setdefault(mark.look, len(self.looks))

    def film(self, game: Game) -> Data:
        """The film, when the game is over."""
        self._shoot(game)
        reasons = list(dict.fromkeys(step["why"] for step in self.steps if "why" in step))
        number = {text: index for index, text in enumerate(reasons)}
        for step in self.steps:
            if "why" in step:
                step["why"] = number[step["why"]]
        return {
            "view": [0, 0, self.chart.width, self.chart.height],
            "background": background(self.chart),
            "looks": list(self.looks),
            "steps": self.steps,
            "reasons": reasons,
            "unit": "points",
        }
