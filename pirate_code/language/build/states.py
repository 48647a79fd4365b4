"""What follows "is", "becomes" and "has": states, places, worth, other pieces."""

from __future__ import annotations

from typing import Any

from lark import Token

from pirate_code.language import tree as t
from pirate_code.language.build.clause import FORBIDDING, BuildError, Clause, Either, StatValue, Value
from pirate_code.language.build.effects import negate
from pirate_code.language.build.posts import Posts, located
from pirate_code.language.build.values import amount, more_or_fewer, selector, signed_amount
from pirate_code.language.words import Words


class States:
    """Callbacks of what can be predicated of a piece, in grammar/conditions.lark."""

    def __init__(self, words: Words, posts: Posts) -> None:
        """Build with the part that reads comparisons."""
        self.words, self.posts = words, posts

    def possession(self, subject: Any, what: Value, adjuncts: list[Any], strength: str) -> Clause:
        """That the subject has something, or a stat of some value."""
        only(adjuncts, "guard", "against", "per", "participle")
        guards = [value for how, value in adjuncts if how == "guard"]
        extra = {how: selector(value) for how, value in adjuncts if how in {"against", "per"}}
        if isinstance(what, StatValue):
            change = t.Change(stat=what.stat, of=subject, by="set", amount=what.value, **extra)
            return Clause(subject=subject, effect=change, guards=guards, strength=strength)
        if ("participle", "increase") in adjuncts:
            event = t.Event(type="increase", object=selector(what))
            return Clause(subject=subject, event=event, guards=guards, strength=strength)
        return Clause(subject=subject, filter=t.Has(what=selector(what)), guards=guards, strength=strength)

    def clauses(self, subject: Any, pred: Any, strength: str, **how: Any) -> list[Clause]:
        """What is clauses of the subject; of several states one is enough, and of "not" none."""
        if pred[0] != "states":
            return [self._state(subject, pred, strength, **how)]
        _, join, preds = pred
        clauses = [self._state(subject, one, strength, **how) for one in preds]
        return Either(clauses) if join == "or" and strength not in FORBIDDING else clauses

    def _state(
        self, subject: Any, pred: Any, strength: str, becoming: str = "", stating: bool = False
    ) -> Clause:
        kind, value, adjuncts = pred
        only(adjuncts, "guard", "against", "per")
        guards = [item for how, item in adjuncts if how == "guard"]
        extra = {how: selector(item) for how, item in adjuncts if how in {"against", "per"}}
        if kind == "worth":
            change = self._worth(subject, value, extra)
            return Clause(subject=subject, effect=change, guards=guards, strength="do")
        if kind == "np":
            clause = self._is_np(subject, value, adjuncts, strength, becoming)
            if strength == "cannot" and stating and clause.filter is not None:
                clause.filter, clause.strength = negate(clause.filter), "do"
            return clause
        filter_ = value
        if strength == "cannot" and stating:
            filter_ = negate(value)
            strength = "do"
        return Clause(subject=subject, filter=filter_, guards=guards, strength=strength)

    def _is_np(self, subject: Any, value: Value, adjuncts: list[Any], strength: str, becoming: str) -> Clause:
        guards = [item for how, item in adjuncts if how == "guard"]
        extra = {how: selector(item) for how, item in adjuncts if how in {"against", "per"}}
        stat = subject.noun if isinstance(subject, t.Pieces) and subject.noun in self.words.stats else None
        measure = amount(value)
        plain = isinstance(
            measure, t.Number | t.Dice | t.Distance | t.StatOf | t.Result | t.CountOf | t.Difference
        )
        if stat and subject.of is not None and (plain or becoming == "changes to match"):
            by = "match" if becoming == "changes to match" else "set"
            change = t.Change(stat=stat, of=subject.of, by=by, amount=measure, **extra)
            return Clause(subject=subject, effect=change, guards=guards, strength=strength)
        if isinstance(measure, t.Number):
            return Clause(
                subject=subject,
                filter=t.StatIs(stat="result", amount=measure),
                guards=guards,
                strength=strength,
            )
        if becoming == "assumes" and isinstance(value, t.Pieces) and value.noun == "nationality" and value.of:
            change = t.Change(stat="nationality", of=subject, by="match", amount=amount(value))
            return Clause(subject=subject, effect=change, guards=guards, strength=strength)
        if isinstance(value, t.Pieces) and _bare(value):
            return Clause(subject=subject, filter=value.filters[0], guards=guards, strength=strength)
        is_a = t.IsA(what=measure if isinstance(measure, t.CountOf) else selector(value))
        return Clause(subject=subject, filter=is_a, guards=guards, strength=strength)

    def _worth(self, subject: Any, value: Any, extra: dict[str, Any]) -> t.Change:
        how, gold = value
        return t.Change(stat="gold_value", of=subject, by=how, amount=gold, **extra)

    def pred_state(self, word: Token, *adjuncts: Any) -> tuple[str, Any, Any]:
        state = t.InState(state=self.words.state_words[word])
        toward = [value for how, value in adjuncts if how in {"to", "at", "by"}]
        rest = [item for item in adjuncts if item[0] not in {"to", "at", "by"}]
        if toward:
            return ("filter", t.InState(state=state.state, toward=selector(toward[0])), rest)
        return ("filter", state, rest)

    def pred_states(self, *parts: Any) -> tuple[str, Any, Any]:
        return ("states", "or" if "or" in parts[1::2] else "and", list(parts[::2]))

    def pred_within(self, within: t.Within) -> tuple[str, Any, Any]:
        return ("filter", within, [])

    def pred_touching(self, _: Token, what: Value) -> tuple[str, Any, Any]:
        return ("filter", t.Touching(what=selector(what)), [])

    def pred_place(self, word: Token, what: Value) -> tuple[str, Any, Any]:
        return ("filter", located(word, what), [])

    def pred_toward(self, word: Token, what: Value) -> tuple[str, Any, Any]:
        state = self.words.state_words[word.split()[0]]
        return ("filter", t.InState(state=state, toward=selector(what)), [])

    def pred_compared(self, word: Token, what: Value) -> tuple[str, Any, Any]:
        return ("filter", self.posts.p_compared(word, what), [])

    def pred_nation(self, word: Token) -> tuple[str, Any, Any]:
        return ("filter", t.OfNation(nation=self.words.nation_words[word]), [])

    def pred_at(self, what: Value) -> tuple[str, Any, Any]:
        return ("filter", t.Located(place="at", what=selector(what)), [])

    def pred_aboard(self, _: Token) -> tuple[str, Any, Any]:
        return ("filter", t.Located(place="on", what=t.Pieces(noun="ship", which="this")), [])

    def pred_np(self, value: Value, *adjuncts: Any) -> tuple[str, Any, Any]:
        return ("np", value, list(adjuncts))

    def pred_worth_more(self, signed: Token, *adjuncts: Any) -> tuple[str, Any, Any]:
        how = "add" if signed[0] == "+" else "subtract"
        return ("worth", (how, signed_amount(signed)), list(adjuncts))

    def pred_worth_double(self, _: Token, *adjuncts: Any) -> tuple[str, Any, Any]:
        return ("worth", ("multiply", t.Number(value=2)), list(adjuncts))

    def pred_worth(self, value: Value, *adjuncts: Any) -> tuple[str, Any, Any]:
        return ("worth", _worth_of(value), list(adjuncts))


def only(adjuncts: list[Any], *known: str) -> None:
    """Refuse adjuncts that would be lost."""
    for how, _ in adjuncts:
        if how not in known:
            raise BuildError(f"a state cannot say {how!r}")


def _bare(value: t.Pieces) -> bool:
    return value.noun == "something" and value.which is None and value.of is None and len(value.filters) == 1


def _worth_of(value: Value) -> tuple[str, Any]:
    """How "worth ..." changes the gold value."""
    if isinstance(value, t.Pieces) and value.noun == "gold":
        if more := more_or_fewer(value):
            return more
        equal = [f for f in value.filters if isinstance(f, t.Equals)]
        if equal:
            return ("set", equal[0].amount)
        if isinstance(value.count, t.Number):
            return ("set", value.count)
    if isinstance(value, t.Pieces) and value.noun == "point_cost" and value.of is not None:
        return ("set", t.StatOf(stat="point_cost", of=value.of))
    gold = amount(value)
    if isinstance(gold, t.Pieces):
        raise BuildError("a piece is worth an amount of gold")
    return ("set", gold)
