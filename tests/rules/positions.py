"""Small positions for tests: put pieces on a table, let something happen with these dice, look."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pirate_code.board.card import Cannon, Card, coin
from pirate_code.board.outlines import hull, island, terrain
from pirate_code.board.pose import Pose
from pirate_code.board.state import SEA, Phase, Piece, State
from pirate_code.language import parse
from pirate_code.rules.decision import Decision, Kind, Steps
from pirate_code.rules.edition import load_edition
from pirate_code.rules.event import Event
from pirate_code.rules.game import Game
from pirate_code.rules.program.abilities import abilities
from pirate_code.rules.registry import load_rules

Answers = Sequence[Any | Callable[[Decision], Any]]


def card(name: str, kind: str = "ship", line: str = "", **facts: Any) -> Card:
    """A card as a test needs it: `cannons="3S-2L"`, `move="S+L"`."""
    cannons = facts.pop("cannons", "3S-3S-3S" if kind == "ship" else "")
    guns = tuple(Cannon(int(gun[0]), gun[1]) for gun in cannons.split("-") if gun)
    if kind == "ship":
        facts = {"nation": "english", "points": 10, "masts": len(guns) or 3, "cargo": 4} | facts
    move = tuple(facts.pop("move", "S+S" if kind == "ship" else "").split("+"))
    return Card(
        id=f"test-{name}",
        name=name,
        kind=kind,
        line=line,
        abilities=abilities(parse(line)) if line else (),
        cannons=guns,
        base_move=tuple(segment for segment in move if segment),
        **facts,
    )


class Table:
    """A table with pieces on it, in the middle of player 0's turn."""

    def __init__(self, players: int = 2, seed: int = 1, edition: str = "code") -> None:
        load_rules()
        self.state = State(players, seed, edition)
        self.state.turn.number, self.state.turn.phase = 1, Phase.ACTIONS
        self.game = Game(self.state, load_edition(edition))
        self.asked: list[Decision] = []

    def island(self, x: float, y: float, home: int | None = None, line: str = "") -> Piece:
        """An island, somebody's home if a player is given."""
        piece = self.state.add(card(f"Island {len(self.state.pieces)}", "island", line), None, SEA)
        piece.pose, piece.outline, piece.home = Pose(x, y, 0), island(0).name, home
        return piece

    def ship(
        self,
        player: int,
        x: float,
        y: float,
        heading: float = 0,
        *,
        line: str = "",
        name: str = "",
        **facts: Any,
    ) -> Piece:
        """A ship on the sea."""
        made = card(name or f"Ship {len(self.state.pieces)}", facts.pop("kind", "ship"), line, **facts)
        piece = self.state.add(made, player, SEA)
        piece.pose, piece.outline = Pose(x, y, heading), hull(made.masts, made.keywords).name
        return piece

    def crew(self, ship: Piece, line: str = "", name: str = "", **facts: Any) -> Piece:
        """A crew aboard, face up, of the ship's nation unless told otherwise."""
        facts = {"nation": ship.nation, "points": 3} | facts
        made = card(name or f"Crew {len(self.state.pieces)}", facts.pop("kind", "crew"), line, **facts)
        return self.state.add(made, ship.owner, ship.id)

    def coin(self, place: Piece, value: int) -> Piece:
        """A treasure coin, face down, on an island or ship."""
        piece = self.state.add(coin(value), None, place.id)
        piece.face_up = False
        return piece

    def terrain(self, name: str, x: float, y: float) -> Piece:
        """A piece of terrain."""
        piece = self.state.add(Card(id=f"terrain-{name}", name=name, kind="terrain", terrain=name), None, SEA)
        piece.pose, piece.outline = Pose(x, y, 0), terrain(name).name
        return piece

    def run(self, work: Steps[Any], answers: Answers = (), dice: Sequence[int] = ()) -> Any:
        """Do some work with these dice and answers, which must be used up; then first options are taken."""
        self.state.dice.ready = list(dice)
        left = list(answers)
        reply: Any = None
        try:
            while True:
                decision = work.send(reply)
                self.asked.append(decision)
                if decision.kind is Kind.TURN:
                    list(decision.options)  # as they are now: tests look at them when more has happened
                reply = left.pop(0) if left else decision.options[0].answer
                if callable(reply):
                    reply = reply(decision)
                assert decision.refuses(reply) is None, decision.refuses(reply)
        except StopIteration as end:
            assert not self.state.dice.ready, f"dice left over: {self.state.dice.ready}"
            assert not left, f"answers left over: {left}"
            return end.value

    def propose(self, event: Event, answers: Answers = (), dice: Sequence[int] = ()) -> bool:
        """Let an event happen."""
        return bool(self.run(self.game.propose(event), answers, dice))
