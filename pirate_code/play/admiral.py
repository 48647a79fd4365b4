"""The admiral: a captain that searches.

He sets up so that the ways to treasure are short for him and long for the enemy (play.setting_up), and plans
the voyages of all his ships together (play.voyages). When his turn comes he gives his ships orders (an
action, and where to go), tries what comes of them in positions that he thinks possible (play.rollouts), and
keeps what does best. His ships carry their orders out as the greedy captain would. How much he tries is
counted in decisions of the games that he plays in his mind, never in time: the same game is played the same
way on every machine.
"""

from __future__ import annotations

from pirate_code.board import geometry
from pirate_code.board.state import Piece, State
from pirate_code.core.dice import Dice
from pirate_code.play import setting_up
from pirate_code.play.greedy import Look
from pirate_code.play.prospects import Order, Orders, Prospects
from pirate_code.play.rollouts import Rollouts
from pirate_code.play.voyages import Voyager, Voyages
from pirate_code.rules.decision import Answer, Decision, Kind
from pirate_code.rules.edition import Edition, load_edition

BUDGET = 1_500  # decisions that are tried in a turn
_WORLDS = 8  # positions in which the best orders are tried
_TURNS = 2  # of each player, that are played on
_CONTACT = 4 * geometry.L  # an enemy who is nearer may fight her within a turn
_ISLANDS, _ENEMIES = 2, 2  # how many of the nearest are tried as goals


class Admiral(Voyager):
    """Plans each turn by trying orders out, then commands as greedily as anyone."""

    def __init__(self, dice: Dice, budget: int = BUDGET) -> None:
        super().__init__(dice)
        self.budget = budget
        self.edition: Edition | None = None
        self._planned = -1

    def answer(self, decision: Decision, look: Look) -> Answer:
        """As greedy as any; but the first thing in a turn is to plan it."""
        site = setting_up.chosen(decision, look)
        if site is not None:
            return site
        if decision.kind is Kind.TURN and decision.event == "turn":
            seen = look()
            if seen.turn.number != self._planned and decision.player == seen.turn.player:
                self._planned = seen.turn.number
                self.orders = self._plan(seen, decision)
        return super().answer(decision, look)

    def _plan(self, seen: State, decision: Decision) -> Orders:
        """The best orders that were found, for one ship after the other that an enemy is near to."""
        table = Voyages(seen, decision)
        alternatives = _alternatives(table)
        best: Orders = _still_valid(self.orders, table)
        if not alternatives:
            return best
        edition = self.edition if self.edition is not None else load_edition(seen.edition)
        rollouts = Rollouts(seen, decision.player, edition, self.dice, worlds=_WORLDS, turns=_TURNS)
        for count, (ship, orders) in enumerate(alternatives.items()):
            share = (self.budget - rollouts.work) // (len(alternatives) - count)
            free = {other: order for other, order in best.items() if other != ship}
            trials = [best, free, *({**best, ship: order} for order in orders)]
            best = rollouts.best(trials, share)
        return best


def _alternatives(table: Prospects) -> dict[int, list[Order]]:
    """What each ship that an enemy is near to could be ordered to do in this turn."""
    found: dict[int, list[Order]] = {}
    now = table.state.turn.number
    enemies = [ship for ship in table.state.ships() if ship.controller != table.player]
    for option in table.decision.options:
        answer = option.answer
        if not isinstance(answer, dict) or "give" not in answer:
            continue
        action, ship = answer["give"], table.state.pieces[answer["to"]]
        if not any(table.away(ship, enemy) < _CONTACT for enemy in enemies):
            continue
        orders = found.setdefault(ship.id, [])
        if action == "move_action":
            orders += [Order(now, action, goal.id) for goal in _goals(table, ship)]
        else:
            orders.append(Order(now, action))
    return found


def _goals(table: Prospects, ship: Piece) -> list[Piece]:
    goals = table.goals(ship)
    islands = [goal for goal in goals if goal.kind == "island"]
    return islands[:_ISLANDS] + [goal for goal in goals if goal.kind != "island"][:_ENEMIES]


def _still_valid(orders: Orders, table: Prospects) -> dict[int, Order]:
    """What is left of the orders of the turn before: ships go on to where they were sent."""
    now, pieces = table.state.turn.number, table.state.pieces
    return {
        ship: Order(now, None, order.goal)
        for ship, order in orders.items()
        if order.goal is not None
        and pieces[ship].afloat
        and pieces[ship].controller == table.player
        and table.is_goal(pieces[ship], pieces[order.goal])
    }
