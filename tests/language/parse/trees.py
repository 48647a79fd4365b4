"""Short ways to write the trees that lines mean, and to find a node in them."""

from __future__ import annotations

from typing import Any, TypeVar

from pirate_code.language import parse
from pirate_code.language import tree as t
from pirate_code.language.walk import walk

N = TypeVar("N", bound=t.Node)

SHIP = t.Pieces(noun="ship", which="this")
THAT_SHIP = t.Pieces(noun="ship", which="that")
OTHER_SHIP = t.Pieces(noun="ship", which="the", filters=(t.InState(state="other"),))
ENEMY = t.Pieces(noun="ship", which="a", filters=(t.InState(state="enemy"),))
CREW = t.Pieces(noun="crew", which="this")
TREASURE = t.Pieces(noun="treasure", which="this")
YOU = t.Person(who="you")
HOME = t.Pieces(noun="home_island", of=YOU)
S = t.Distance(segments=("S",))
L = t.Distance(segments=("L",))
NEAR = t.Within(distance=S, of=SHIP)
ONCE = t.Limit(per="turn")
EXTRA_ACTION = t.Pieces(noun="action", which="a", filters=(t.InState(state="extra"),))
ONE_CREW = t.Pieces(noun="crew", count=t.Number(value=1))
ONE_TREASURE = t.Pieces(noun="treasure", count=t.Number(value=1))
ALL_MASTS = t.Has(what=t.Pieces(noun="mast", which="all", of=SHIP))


def piece(
    noun: str, which: t.Which | None = None, *filters: t.Filter, count: Any = None, of: Any = None
) -> t.Pieces:
    """Pieces as they are said: noun, which, what narrows them down, how many, whose."""
    number = t.Number(value=count) if isinstance(count, int) else count
    return t.Pieces(noun=noun, which=which, filters=filters, count=number, of=of)


def happen(strength: Any, event: str, **slots: Any) -> t.Happen:
    """An event that is caused ("do"), or that may, must or cannot happen."""
    return t.Happen(strength=strength, event=t.Event(type=event, **slots))


def last(line: str) -> t.Ability:
    """The last ability of a line."""
    return parse(line)[-1]


def found(line: str, kind: type[N]) -> list[N]:
    """Every node of a kind in the trees of a line, in the order it is said."""
    return [node for node in walk(parse(line)) if isinstance(node, kind)]


def only(line: str, kind: type[N]) -> N:
    """The one node of its kind."""
    (node,) = found(line, kind)
    return node


def keywords(line: str) -> list[str]:
    effects = [ability.effect for ability in parse(line)]
    named = [effect for effect in effects if isinstance(effect, t.KeywordAbility)]
    return [":".join(filter(None, (effect.keyword, effect.nation))) for effect in named]


def of_nation(nation: str, noun: str = "ship") -> t.Pieces:
    return t.Pieces(noun=noun, filters=(t.OfNation(nation=nation),))


def given(noun: str) -> t.Trigger:
    """The trigger of "when this ship is given a ... action"."""
    return t.Trigger(
        moment="when", event=t.Event(type="give", object=t.Pieces(noun=noun, which="a"), to=SHIP)
    )


def does(event: str, thing: t.Pieces) -> t.Trigger:
    """The trigger of "when this ship ... "."""
    return t.Trigger(moment="when", event=t.Event(type=event, agent=SHIP, object=thing))


def adds(
    stat: str, amount: int | t.Distance, of: t.Pieces = SHIP, against: t.Pieces | None = None
) -> t.Change:
    value = t.Number(value=amount) if isinstance(amount, int) else amount
    return t.Change(stat=stat, of=of, by="add", amount=value, against=against)
