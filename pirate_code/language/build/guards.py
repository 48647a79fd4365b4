"""Guards: limits, triggers, moments, conditions and spans."""

from __future__ import annotations

import re
from typing import Any

from lark import Token

from pirate_code.language import tree as t
from pirate_code.language.build.adjuncts import Adjuncts
from pirate_code.language.build.clause import BuildError, Clause, Either, Otherwise, Value, VerbPhrase
from pirate_code.language.build.effects import fact_of
from pirate_code.language.build.mentions import BARE, THIS_SHIP, Mentions, is_ship, reference
from pirate_code.language.build.relative import Relative
from pirate_code.language.build.states import States
from pirate_code.language.build.values import amount, selector
from pirate_code.language.words import Words

MOMENTS = {
    "when": "when",
    "whenever": "when",
    "after": "after",
    "before": "before",
    "each time": "each_time",
    "any time": "each_time",
    "the next time": "next_time",
    "the first time": "first_time",
    "the turn after": "turn_after",
    "once": "after",
}


# How often, where it is more than once.
TIMES_PER = {"twice": 2, "three": 3, "four": 4}


def faces(text: str) -> tuple[int, ...]:
    """`faces("on a 4-6")` is 4, 5, 6."""
    digits = [int(character) for character in text if character.isdigit()]
    low, high = digits[0], digits[-1]
    if low > high:
        raise BuildError(f"the die results {low}-{high} run backwards")
    return tuple(range(low, high + 1))


def _has_or(fact: t.Fact) -> bool:
    return isinstance(fact, t.Facts) and fact.join == "or"


def _joined(join: str, facts: list[t.Fact]) -> t.Facts:
    """Facts in one row, which "and" and "or" cannot share."""
    row: list[t.Fact] = []
    for fact in facts:
        if isinstance(fact, t.Facts) and fact.join != join:
            raise BuildError("a condition joins its facts by 'and' or by 'or', not by both")
        row.extend(fact.facts if isinstance(fact, t.Facts) else [fact])
    return t.Facts(join=join, facts=tuple(row))


class Guards:
    """Callbacks of grammar/timings.lark and of the facts of grammar/conditions.lark."""

    def __init__(
        self, words: Words, mentions: Mentions, adjuncts: Adjuncts, relative: Relative, states: States
    ) -> None:
        """Build with the parts that make events, descriptions and states."""
        self.words, self.mentions, self.adjuncts = words, mentions, adjuncts
        self.relative, self.states = relative, states

    def limit(self, text: Token) -> t.Guard:
        per = re.search(r"per (\w+)", text)
        return t.Limit(per=per[1] if per else "trigger", times=TIMES_PER.get(text.split()[0], 1))

    def when(self, word: Token, first: Any, *rest: Any) -> list[t.Guard]:
        moment = MOMENTS.get(str(word), "when")
        facts = [self._fact(fact) for fact in (first, *rest) if not isinstance(fact, Token)]
        if any(isinstance(joiner, Token) and joiner.startswith("or") for joiner in rest):
            facts = [_joined("or", facts)]
        # "When this ship docks and she has no crew": the second is what must hold then.
        guards = [self._as_trigger(moment, facts[0]), *(t.Condition(fact=fact) for fact in facts[1:])]
        if str(word).startswith(("on the", "in a turn")):
            guards.append(t.Span(lasts="that_turn"))
        return guards

    def _as_trigger(self, moment: str, fact: t.Fact) -> t.Guard:
        if isinstance(fact, t.Facts) and t.are_events(fact):
            first, *others = (one for one in fact.facts if isinstance(one, t.Happens))
            also = tuple(other.event for other in others)
            return t.Trigger(moment=moment, event=first.event, also=also, strength=first.strength)
        if isinstance(fact, t.Happens) and (fact.strength in {"do", "would"} or moment != "when"):
            return t.Trigger(moment=moment, event=fact.event, strength=fact.strength)
        if moment != "when":
            raise BuildError("only an event can come before or after something")
        return t.Condition(fact=fact)

    def p_that_when(self, _: Token, predicate: Any, when: Token, fact: Any) -> t.Filter:
        described = self.relative.description(predicate)
        trigger = self._as_trigger("when" if "when" in when else "after", self._fact(fact))
        if not isinstance(described, t.Involved) or not isinstance(trigger, t.Trigger):
            raise BuildError("a clause with its own time must speak of an event")
        manner = described.event.manner if "only" not in when else (*described.event.manner, "only")
        event = described.event.but(manner=tuple(dict.fromkeys(manner)))
        return described.but(when=trigger, event=event)

    def _fact(self, clauses: Any) -> t.Fact:
        if not isinstance(clauses, list):
            return clauses  # type: ignore[no-any-return]
        facts = tuple(fact_of(item) for item in clauses)
        if len(facts) == 1:
            return facts[0]
        return t.Facts(join="or" if isinstance(clauses, Either) else "and", facts=facts)

    def if_(self, word: Token, first: Any, *rest: Any) -> Any:
        facts = [self._fact(fact) for fact in (first, *rest) if not isinstance(fact, Token)]
        either = any(isinstance(word, Token) and word.startswith("or") for word in rest)
        if len(facts) > 1 and word == "if" and not either and any(map(_has_or, facts)):
            return [t.Condition(fact=fact) for fact in facts]
        fact = facts[0] if len(facts) == 1 else _joined("or" if either else "and", facts)
        if word == "unless":
            return t.Condition(fact=fact, negated=True)
        if word == "even if":
            return t.Condition(fact=fact, even=True)
        if word == "so that":
            return t.Condition(fact=fact)
        if word == "if":
            return self._as_trigger("when", fact)
        return t.Condition(fact=fact)

    def rolled(self, text: Token) -> t.Guard:
        return t.Rolled(faces=faces(text))

    def rolled_each(self, text: Token) -> t.Guard:
        return t.Rolled(faces=faces(text), each=True)

    def otherwise_guard(self) -> Otherwise:
        return Otherwise()

    def instead_guard(self) -> t.Guard:
        return t.Instead()

    def instead_of(self, _: Token, verb: Token, args: Any) -> t.Guard:
        clause = self.adjuncts.event_clause(self.words.forms["ing"][verb], None, *args)
        if clause.event is None:
            raise BuildError("what is not done instead must be an event")
        guards = [guard for guard in clause.guards if isinstance(guard, t.Span | t.Moment)]
        event = clause.event.but(time=guards[0]) if guards else clause.event
        return t.Instead(of=event)

    def instead_of_np(self, _: Token, what: Value, *adjuncts: Any) -> Any:
        manners = [value for how, value in adjuncts if how == "manner"]
        guards = [value for how, value in adjuncts if how == "guard"]
        if len(manners) + len(guards) < len(adjuncts):
            raise BuildError("what is not done instead is told by a piece alone")
        if guards:  # "instead of your home island during setup"
            return [self.instead_of_np(_, what), *guards]
        if manners:
            return t.Instead(of=t.Event(type="place", object=selector(what), manner=tuple(manners)))
        if isinstance(what, t.Number):
            # "Repair two masts instead of one": one mast.
            return t.Instead(of=t.Pieces(noun=self.mentions.one(), count=what))
        return t.Instead(of=selector(what))

    def part_of(self, what: Value) -> t.Guard:
        return t.PartOf(what=selector(what))

    def turns(self, _: Token, what: Value) -> t.Guard:
        length = amount(what)
        return t.ForTurns(turns=length if not isinstance(length, t.Pieces) else t.CountOf(what=length))

    def for_each_guard(self, _: Token, what: Value) -> t.Guard:
        return t.ForEach(what=selector(what))

    def until(self, _: Token, fact: Any, *rest: Any) -> t.Guard:
        end = self._fact(fact)
        if rest:
            others = [self._fact(other) for other in rest if not isinstance(other, Token)]
            end = _joined("or" if rest[0].startswith("or") else "and", [end, *others])
        if isinstance(end, t.Happens):
            return t.Until(end=end.event)
        return t.Until(end=end)

    def in_order_to(self, _: Token, vps: VerbPhrase) -> t.Guard:
        return self._in_order(vps(None, "do")[0])

    def in_order_for(self, who: Value, _: Token, vps: VerbPhrase) -> t.Guard:
        return self._in_order(vps(selector(who), "do")[0])

    def _in_order(self, clause: Clause) -> t.Guard:
        if clause.event is None:
            raise BuildError("what something is done for must be an event")
        return t.Trigger(moment="in_order_to", event=clause.event)

    # -------------------------------------------------------- facts without a subject

    def bare_passive(self, first: Token, *rest: Any) -> list[Clause]:
        *verbs, args = rest
        keys = [self.words.forms["ed"][verb] for verb in (first, *verbs[1::2])]
        clauses = [self._bare_event(key, args) for key in keys]
        return Either(clauses) if any(joiner.endswith("or") for joiner in verbs[::2]) else clauses

    def _bare_event(self, key: str, args: Any) -> Clause:
        obj, adjuncts = args
        return self.adjuncts.event_clause(key, self._about(key, adjuncts), obj, adjuncts, passive=True)

    def _about(self, key: str, adjuncts: list[Any]) -> t.Selector:
        """Whom "when given an explore action" or "if captured" speaks of: the piece the clause is about."""
        if key == "give":
            return THIS_SHIP
        places = [value for _, value in adjuncts]
        pieces = [piece for piece in self.mentions.things() if piece not in places]
        cargo = [piece for piece in pieces if not is_ship(piece)] or pieces
        if cargo:
            return self.mentions.left_open(reference(cargo[0]))
        own = [
            p
            for p in self.mentions.before
            if isinstance(p, t.Pieces) and p.which == "this" and p != THIS_SHIP
        ]
        return own[0] if own else t.Pieces(noun="card", which="this")

    def bare_active(self, verb: Token, args: Any) -> list[Clause]:
        key, (obj, adjuncts) = self.words.forms["ing"][verb], args
        if key == "reveal" and obj is None:
            obj = t.Pieces(noun="card", which="this")
        return [self.adjuncts.event_clause(key, None, obj, adjuncts)]

    def bare_state(self, pred: tuple[str, Any, Any]) -> list[Clause]:
        return self.states.clauses(BARE, pred, "do")

    def bare_np(self, what: Value) -> list[Clause]:
        return [Clause(event=t.Event(type="end", object=selector(what)))]

    def able(self) -> t.Fact:
        return t.Able()

    def you_do(self, _: Token) -> t.Fact:
        return t.Done()
