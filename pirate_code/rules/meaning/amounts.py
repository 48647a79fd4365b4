"""Amounts on a position: numbers, counts and stats as the position stands; dice are rolled elsewhere."""

from __future__ import annotations

from pirate_code.language import tree as t
from pirate_code.rules import stats
from pirate_code.rules.meaning import select
from pirate_code.rules.meaning.context import Context

MANY = 99


def value(amount: t.Amount | t.Distance | t.Pieces, ctx: Context) -> int:
    """An amount as a number; the result of a roll is the last one."""
    if isinstance(amount, t.Number):
        return amount.value
    if isinstance(amount, t.CountOf):
        return len(select.find(amount.what, ctx))
    if isinstance(amount, t.StatOf):
        found = select.find(amount.of, ctx)
        total = [stats.of(ctx.game, amount.stat, ref, ctx.event) for ref in found]
        return sum(number for number in total if isinstance(number, int))
    if isinstance(amount, t.Result):
        return ctx.result
    if isinstance(amount, t.SameNumber):
        return ctx.count or ctx.result
    if isinstance(amount, t.Difference):
        return max(0, value(amount.left, ctx) - value(amount.right, ctx))
    if isinstance(amount, t.Dice):
        return ctx.result
    if isinstance(amount, t.Unstated):  # the X of a wording that stands for many
        return 0
    if isinstance(amount, t.Pieces):
        return ctx.result if amount.noun in {"result", "die_roll"} else len(select.find(amount, ctx))
    return bounds(amount, ctx)[1]


def bounds(amount: t.Amount | t.Distance, ctx: Context) -> tuple[int, int]:
    """The least and the most that an amount of pieces allows."""
    if isinstance(amount, t.UpTo):
        return 0, amount.limit.value if amount.limit is not None else MANY
    if isinstance(amount, t.AtLeast):
        return amount.limit.value, MANY
    if isinstance(amount, t.MoreThan):
        return amount.limit.value + 1, MANY
    if isinstance(amount, t.AllBut):
        return 0, MANY
    if isinstance(amount, t.AsMuchAs):
        return 0, MANY
    if isinstance(amount, t.Distance):
        return len(amount.segments), len(amount.segments)
    exact = value(amount, ctx)
    return exact, exact
