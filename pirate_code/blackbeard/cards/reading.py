"""Reads the text of event cards into trees by grammar/blackbeard.lark; every word must be understood."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from lark import Lark, Token, Transformer, UnexpectedInput, UnexpectedToken
from lark.exceptions import VisitError

from pirate_code.blackbeard.cards import tree
from pirate_code.blackbeard.cards.checking import faults
from pirate_code.blackbeard.values import Values
from pirate_code.data import folder

_SHOWN = 40


class _Builder(Transformer[Token, Any]):
    """Makes the nodes of a tree out of what the grammar finds; a rule without a method is a verb."""

    def start(self, parts: list[Any]) -> tree.CardTree:
        return tree.CardTree(clauses=tuple(parts))

    def clause(self, parts: list[Any]) -> tree.Clause:
        when, steps = parts
        return tree.Clause(**when, steps=steps)

    def steps(self, parts: list[Any]) -> tuple[Any, ...]:
        return tuple(parts)

    def during_action(self, parts: list[Any]) -> dict[str, Any]:
        return {"when": tree.WhenPlayed.DURING_ACTION, "at_sea": parts[0] is not None}

    def announces(self, parts: list[Any]) -> dict[str, Any]:
        return {"when": tree.WhenPlayed.ANNOUNCES, "deeds": parts[0]}

    def at_sea(self, parts: list[Any]) -> bool:
        return True

    def deeds(self, parts: list[Any]) -> tuple[str, ...]:
        return tuple(part for part in parts if part is not None)

    def deed(self, parts: list[Any]) -> str:
        return str(parts[0])

    def roll(self, parts: list[Any]) -> tree.Roll:
        dice, more, tail = parts
        outcomes = tail if isinstance(tail, tuple) else ()
        check = tail if isinstance(tail, tree.Check) else None
        return tree.Roll(dice=dice, in_transit=more, outcomes=outcomes, check=check)

    def outcomes(self, parts: list[Any]) -> tuple[Any, ...]:
        return tuple(parts)

    def outcome(self, parts: list[Any]) -> tree.Outcome:
        low, high, effects = parts
        return tree.Outcome(low=low, high=low if high is None else high, effects=effects)

    def check(self, parts: list[Any]) -> tree.Check:
        (stat, noun), effects = parts
        return tree.Check(stat=stat, noun=noun, effects=effects)

    def stat(self, parts: list[Any]) -> tuple[str, str]:
        return str(parts[0]), parts[1]

    def any_port(self, parts: list[Any]) -> tree.RollPort:
        return tree.RollPort(civil=parts[0] is not None)

    def but_pirates(self, parts: list[Any]) -> bool:
        return True

    def listed_port(self, parts: list[Any]) -> tree.RollPort:
        for number, (written, port) in enumerate(parts, start=1):
            if number != written:
                raise ValueError(f"the row of {port} has the number {written} and must have {number}")
        return tree.RollPort(ports=tuple(port for _, port in parts))

    def row(self, parts: list[Any]) -> tuple[int, str]:
        return parts[0], str(parts[1])

    def times(self, parts: list[Any]) -> tree.Times:
        count, roll, effect = parts
        return tree.Times(count=count, roll=roll, effect=effect)

    def for_every(self, parts: list[Any]) -> tree.ForEvery:
        (noun, place), roll = parts
        return tree.ForEvery(noun=noun, place=place, roll=roll)

    def keep(self, parts: list[Any]) -> tree.Keep:
        return tree.Keep(island=str(parts[0]), roll=parts[1])

    def choose_port(self, parts: list[Any]) -> tree.ChoosePort:
        return tree.ChoosePort()

    def occasion(self, parts: list[Any]) -> tree.Occasion:
        return tree.Occasion(number=tree.ORDINALS.index(parts[0]) + 1, effects=parts[1])

    def all_of(self, parts: list[Any]) -> tree.Effects:
        return tree.Effects(join="and", effects=tuple(parts))

    def one_of(self, parts: list[Any]) -> tree.Effects:
        return tree.Effects(join="or", effects=tuple(parts))

    def crowd_in(self, parts: list[Any]) -> tuple[str, str]:
        return str(parts[0]), parts[1]

    def crowd_anywhere(self, parts: list[Any]) -> tuple[str, None]:
        return str(parts[0]), None

    def that_port(self, parts: list[Any]) -> str:
        return "that port"

    def sea_of_port(self, parts: list[Any]) -> str:
        return "the sea of that port"

    def target(self, parts: list[Any]) -> str:
        return str(parts[0])

    def doubloons(self, parts: list[Any]) -> tuple[int, int]:
        return parts[0], parts[1]

    def gain_doubloons(self, parts: list[Any]) -> tree.Effect:
        noun, (dice, amount) = parts
        return tree.Effect(verb=tree.Verb.GAIN_DOUBLOONS, noun=noun, dice=dice, amount=amount)

    def pay_share(self, parts: list[Any]) -> tree.Effect:
        noun, dice, amount = parts
        return tree.Effect(verb=tree.Verb.PAY_SHARE, noun=noun, dice=dice, amount=amount)

    def all_return(self, parts: list[Any]) -> tree.Effect:
        noun, place = parts[0]
        return tree.Effect(verb=tree.Verb.ALL_RETURN, noun=noun, place=place)

    def convert(self, parts: list[Any]) -> tree.Effect:
        return tree.Effect(verb=tree.Verb.CONVERT, amount=parts[0], second=parts[1])

    def __default__(self, data: str, children: list[Any], meta: Any) -> Any:
        """A moment, or a verb with perhaps its noun and its number."""
        name = str(data)
        if name in set(tree.WhenPlayed):
            return {"when": tree.WhenPlayed(name)}
        noun = next((part for part in children if isinstance(part, str)), None)
        amount = next((part for part in children if isinstance(part, int)), None)
        return tree.Effect(verb=tree.Verb(name), noun=noun, amount=amount)

    def INT(self, token: Token) -> int:
        return int(token)

    def DICE(self, token: Token) -> int:
        return int(token.partition("d")[0] or 1)


@lru_cache(maxsize=1)
def _grammar() -> Lark:
    text = (folder("grammar") / "blackbeard.lark").read_text(encoding="utf-8")
    return Lark(text, parser="lalr", maybe_placeholders=True)


@lru_cache(maxsize=256)
def read_card(text: str) -> tree.CardTree:
    """The tree of a card's text; ValueError with the place of the first word that is not understood."""
    try:
        built: tree.CardTree = _Builder().transform(_grammar().parse(text))
    except UnexpectedToken as error:
        if error.token.type == "$END":
            raise ValueError(f"column {len(text) + 1}: the text ends too early") from None
        raise _not_understood(text, error) from None
    except UnexpectedInput as error:
        raise _not_understood(text, error) from None
    except VisitError as error:
        raise ValueError(str(error.orig_exc)) from None
    return built


def _not_understood(text: str, error: UnexpectedInput) -> ValueError:
    at = error.column - 1
    return ValueError(f"column {at + 1}: {text[at : at + _SHOWN]!r} is not understood here")


def read_cards(values: Values) -> Mapping[str, tree.CardTree]:
    """The trees of all event cards; DataError for one that is not understood or cannot be carried out."""
    found = {}
    for key, card in values.events.items():
        try:
            found[key] = read_card(card.text)
        except ValueError as error:
            raise values.faulty("events", key, f"the event card {key}: {error}", "text") from None
        fault = next(faults(found[key], values), None)
        if fault is not None:
            raise values.faulty("events", key, f"the event card {key}: {fault}", "text")
    return found
