"""The admiral: a captain that searches.

When his turn comes he gives his ships orders (an action, and where to go), tries what comes of them in
positions that he thinks possible (play.rollouts), and keeps what does best. His ships carry their orders out
as the greedy captain would. How much he tries is counted in decisions of the games that he plays in his mind,
never in time: the same game is played the same way on every machine.
"""

from __future__ import annotations

from pirate_code.board.state import Piece, State
from pirate_code.core.dice import Dice
from pirate_code.play.greedy import Greedy, Look
from pirate_code.play.prospects import NO_ORDERS, Order, Orders, Prospects
from pirate_code.play.rollouts import Rollouts
from pirate_code.rules.decision import Answer, Decision, Kind
from pirate_code.rules.edition import Edition, load_edition

BUDGET = 3_000  # decisions that are tried in a turn
_WORLDS = 3  # positions in which the best orders are tried
_TURNS = 4  # of each player, that are played on
_FIRST = 3  # one part of so many of the budget is for orders to the whole fleet
_ISLANDS, _ENEMIES = 3, 2  # how many of the nearest are tried as goals


class Admiral(Greedy):
    """Plans each turn by trying orders out, then commands as greedily as anyone."""

    def __init__(self, dice: Dice, budget: int = BUDGET) -> None:
        super().__init__(dice)
        self.budget = budget
        self.edition: Edition | None = None
        self._planned = -1

    def answer(self, decision: Decision, look: Look) -> Answer:
        """As greedy as any; but the first thing in a turn is to plan it."""
        if decision.kind is Kind.TURN and decision.event == "turn":
            seen = look()
            if seen.turn.number != self._planned and decision.player == seen.turn.player:
                self._planned = seen.turn.number
                self.orders = self._plan(seen, decision)
        return super().answer(decision, look)

    def _plan(self, seen: State, decision: Decision) -> Orders:
        """The best orders that were found: for the fleet, then for one ship after the other."""
        table = Prospects(seen, decision)
        alternatives = _alternatives(table)
        edition = self.edition if self.edition is not None else load_edition(seen.edition)
        rollouts = Rollouts(seen, decision.player, edition, self.dice, worlds=_WORLDS, turns=_TURNS)
        fleet = [_still_valid(self.orders, table), NO_ORDERS, *_fleet_orders(table, list(alternatives))]
        best = rollouts.best(fleet, self.budget // _FIRST)
        for count, (ship, orders) in enumerate(alternatives.items()):
            share = (self.budget - rollouts.work) // (len(alternatives) - count)
            trials = [best, *({**best, ship: order} for order in orders if order != best.get(ship))]
            best = rollouts.best(trials, share)
        return best


def _alternatives(table: Prospects) -> dict[int, list[Order]]:
    """What each ship could be ordered to do in this turn."""
    found: dict[int, list[Order]] = {}
    now = table.state.turn.number
    for option in table.decision.options:
        answer = option.answer
        if not isinstance(answer, dict) or "give" not in answer:
            continue
        action, ship = answer["give"], table.state.pieces[answer["to"]]
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


def _fleet_orders(table: Prospects, ships: list[int]) -> list[Orders]:
    """Orders for all ships at once: each to an island of her own, and all at the enemy."""
    now, pieces = table.state.turn.number, table.state.pieces
    spread: dict[int, Order] = {}
    attack: dict[int, Order] = {}
    for ship in ships:
        goals = table.goals(pieces[ship])
        taken = {order.goal for order in spread.values()}
        islands = [goal for goal in goals if goal.kind == "island" and goal.home is None]
        free = [island for island in islands if island.id not in taken]
        enemies = [goal for goal in goals if goal.kind != "island"]
        own = table.own_goal(pieces[ship])
        if free and (own is None or own.home != table.player):
            spread[ship] = Order(now, None, free[0].id)
        if enemies:
            attack[ship] = Order(now, None, enemies[0].id)
    return [spread, attack]


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
