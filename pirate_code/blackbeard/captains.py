"""The captains of Blackbeard by name: random, and greedy, which takes what is worth most at the moment."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from pirate_code.blackbeard.decision import Decision, Kind, Option
from pirate_code.blackbeard.state import Pirate, State
from pirate_code.core import captains as core
from pirate_code.core.captains import Random
from pirate_code.core.decision import Answer
from pirate_code.core.dice import Dice

Look: TypeAlias = Callable[[], State]
MakeCaptain: TypeAlias = core.MakeCaptain[Decision, State]

RICH = 1500  # net worth with which a pirate thinks of retiring
KNOWN = 12  # notoriety with which he does
POOR_ROLL = 3  # of one die, that cunning is spent on
LOOKED_AT = frozenset({Kind.ACTION, Kind.CARD, Kind.DEPLOY, Kind.REROLL})  # decisions that need the table
LAST_CUNNING = 1  # kept for cards that are played against him


class Greedy:
    """Finds merchants, loots them, brings the booty home and retires in time; hunts whoever can be hunted."""

    def __init__(self, dice: Dice) -> None:
        self.dice = dice

    def answer(self, decision: Decision, look: Look) -> Answer:
        """The option that seems worth most; of several alike, any."""
        worth = self._worths(decision, look)
        best = [option for option, value in zip(decision.options, worth, strict=True) if value == max(worth)]
        return best[self.dice.below(len(best))].answer

    def _worths(self, decision: Decision, look: Look) -> list[float]:
        """What each option is worth; the table is looked at only where that matters."""
        if decision.kind not in LOOKED_AT:
            return [self._worth(decision, option) for option in decision.options]
        state = look()
        return [self._worth_there(decision, option, state) for option in decision.options]

    def _worth_there(self, decision: Decision, option: Option, state: State) -> float:
        match decision.kind:
            case Kind.ACTION:
                return self._action(state, option.answer, decision.player)
            case Kind.CARD:
                return self._card(state, option.answer, decision.player)
            case Kind.DEPLOY:
                return self._deployment(state, option.answer)
            case _:
                return self._reroll(decision, state) if option.answer else 0

    def _worth(self, decision: Decision, option: Option) -> float:
        answer = option.answer
        match decision.kind:
            case Kind.SHIP:
                return 1 if answer == "schooner" else 0
            case Kind.CARGO | Kind.ACTIVITY | Kind.BRIBE | Kind.SURRENDER | Kind.WARSHIP:
                return 1 if answer else 0
            case Kind.REVEL | Kind.AGAIN:
                return 0 if answer else 1
            case Kind.HOSTAGE:
                return 1 if answer == "ransom" else 0
            case Kind.HOLD:
                return -float(option.value or 0)
            case Kind.HUNT | Kind.REACT:
                return 0 if answer is None else self._hunt(answer)
            case Kind.STAND:
                return 1 if answer == "evade" else 0
            case Kind.SPOILS:
                return 1 if answer == "goods" else 0
            case _:
                return 0

    def _reroll(self, decision: Decision, state: State) -> float:
        pirate = state.pirates.get(decision.subject or "")
        what, _, total = (decision.event or "").partition(": ")
        if pirate is None or pirate.cunning <= LAST_CUNNING:
            return -1
        good = what not in {"mutiny", "bribe"}
        poor = int(total) <= POOR_ROLL if good else int(total) > POOR_ROLL
        return 1 if poor else -1

    def _hunt(self, answer: Any) -> float:
        if isinstance(answer, dict) and answer["do"] == "sail":
            return -1
        return 1

    def _deployment(self, state: State, answer: Any) -> float:
        """Anybody comes into play, and rather where fewer of the others are."""
        return 0 if answer is None else 10 - len(state.at(answer["sea"]))

    def _card(self, state: State, answer: Any, player: int) -> float:
        """One card for actions first; an event only in a turn without actions."""
        if answer is None:
            return 0
        if answer["as"] in {"actions", "both"}:
            return 3 if answer["as"] == "both" else 2
        return 1 if answer["as"] == "event" and state.turn.actions == 0 else -1

    def _action(self, state: State, answer: Any, player: int) -> float:
        if answer is None:
            return 0
        pirate = state.pirates.get(answer["pirate"] or "")
        if pirate is None:
            return 3 if not state.of(player) else 0.5
        match answer["do"]:
            case "loot":
                return 10
            case "find":
                return 6
            case "retire":
                return self._retirement(pirate, answer["about"])
            case "in port":
                return 8 if pirate.booty or pirate.combat_hits or pirate.speed_hits > 1 else -1
            case "recover":
                return 7
            case "convert":
                return 4 if answer["about"] == "brigantine" else -1
            case "dig":
                return 9
            case "move":
                return self._move(state, pirate, answer["about"])
            case _:
                return -1

    def _retirement(self, pirate: Pirate, way: str) -> float:
        ready = pirate.net_worth >= RICH or pirate.notoriety >= KNOWN
        return 9.5 if ready and (way != "bribe" or pirate.net_worth >= RICH) else -1

    def _move(self, state: State, pirate: Pirate, place: str) -> float:
        port = state.ports.get(place)
        wants_port = pirate.booty > 0 or pirate.revelry is not None or pirate.loyalty <= 2
        if port is not None:
            return 5 if wants_port else -1
        if pirate.place in state.ports:
            return 5 if not wants_port else 1
        return 1.5 + self.dice.below(2)


CAPTAINS: dict[str, MakeCaptain] = {"random": Random, "greedy": Greedy}
NO_BOTS: Mapping[str, MakeCaptain] = {}


def captain(
    name: str, seed: int, player: int, bots: Mapping[str, MakeCaptain] = NO_BOTS
) -> core.Captain[Decision, State]:
    """A captain by name, of ours or of the bots given, for a player of a game with that seed."""
    return core.captain_of({**bots, **CAPTAINS}, name, seed, player)
