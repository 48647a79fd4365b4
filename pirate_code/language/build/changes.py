"""Changes of a stat: "+1 to her cannon rolls against English ships"."""

from __future__ import annotations

from typing import Any

from lark import Token

from pirate_code.language import tree as t
from pirate_code.language.build.adjuncts import is_adjunct
from pirate_code.language.build.clause import BuildError, Clause, Predicate, Value, VerbPhrase
from pirate_code.language.build.mentions import Mentions, reference
from pirate_code.language.build.values import selector, signed_amount
from pirate_code.language.words import Words


class Changes:
    """Callbacks of the changes of grammar/effects.lark."""

    def __init__(self, words: Words, mentions: Mentions) -> None:
        """Build with the vocabulary, for a line that has mentioned these pieces."""
        self.words, self.mentions = words, mentions
        self.last_stat = "boarding_roll"

    def change_to(self, signed: Token, stats: Value, *adjuncts: Any) -> dict[str, Any]:
        return {"signed": str(signed), "stats": stats, "adjuncts": list(adjuncts)}

    def change_plain(self, signed: Token, noun: Token) -> dict[str, Any]:
        return {"signed": str(signed), "stats": t.Pieces(noun=self.words.nouns[noun]), "adjuncts": []}

    def change_same(self, signed: Token, *adjuncts: Any) -> dict[str, Any]:
        return {"signed": str(signed), "stats": None, "adjuncts": list(adjuncts)}

    def instead(self) -> tuple[str, t.Guard]:
        return ("guard", t.Instead())

    def instead_of_change(self, _: Token, signed: Token) -> tuple[str, t.Guard]:
        measure = signed_amount(signed)
        if isinstance(measure, t.Unstated):
            raise BuildError("what is not added instead is a number or a distance")
        how = "distance" if isinstance(measure, t.Distance) else "amount"
        add = t.Event(type="add" if signed[0] == "+" else "subtract", **{how: measure})
        return ("guard", t.Instead(of=add))

    def gives_change(self, _: Token, who: Value, change: dict[str, Any]) -> Predicate:
        """ "This crew gives her ship +1 to ...": another giver would have to be told of, and is not."""

        def make(giver: Any) -> list[Clause]:
            if not isinstance(giver, t.Pieces) or giver.which != "this":
                raise BuildError("only the card itself gives a bonus; say who gets it, and when")
            return self.clauses(selector(who), (change,))

        return make

    def gets(self, _: Token, *parts: Any) -> Predicate:
        return lambda subject: self.clauses(subject, parts)

    def vp_gets(self, _: Token, *parts: Any) -> VerbPhrase:
        def make(agent: Any, strength: str) -> list[Clause]:
            clauses = self.clauses(agent, parts)
            for item in clauses:
                item.strength = strength
            return clauses

        return make

    def give_change(self, _: Token, who: Value, change: dict[str, Any]) -> VerbPhrase:
        def make(agent: Any, strength: str) -> list[Clause]:
            clauses = self.clauses(selector(who), (change,))
            for item in clauses:
                item.strength = strength if strength == "may" else "do"
            return clauses

        return make

    def add_to(self, _: Token, signed: Token, stats: Value, *adjuncts: Any) -> VerbPhrase:
        change = {"signed": str(signed), "stats": stats, "adjuncts": []}
        who = [value for how, value in adjuncts if how == "exchange"]
        owner = selector(who[0]) if who else self.mentions.pronoun("she")
        return lambda agent, strength: self.clauses(owner, (change,))

    def clauses(self, subject: t.Selector | None, parts: tuple[Any, ...]) -> list[Clause]:
        """Every change of a stat as a clause of its own."""
        subject = subject if subject is not None else self.mentions.pronoun("she")
        changes = [part for part in parts if isinstance(part, dict)]
        adjuncts = [part for part in parts if is_adjunct(part)]
        clauses: list[Clause] = []
        for change in changes:
            for stat, named in self._stats(change["stats"]):
                clauses.append(
                    self._change_clause(subject, stat, named, change["signed"], change["adjuncts"] + adjuncts)
                )
        return clauses

    def _stats(self, stats: Value) -> list[tuple[str, Any]]:
        """The stats of "her cannon rolls and boarding rolls"; none named is the stat last spoken of."""
        if stats is None:
            return [(self.last_stat, None)]
        members = stats.members if isinstance(stats, t.Group) else (stats,)
        named: list[tuple[str, Any]] = []
        for member in members:
            if not isinstance(member, t.Pieces) or member.noun not in self.words.stats:
                raise BuildError(
                    "only a stat can be raised or lowered: rolls, base move, cargo, range, cost, value"
                )
            named.append((member.noun, member))
        self.last_stat = named[-1][0]
        return named

    def _change_clause(
        self, subject: t.Selector, stat: str, named: Any, signed: str, adjuncts: list[Any]
    ) -> Clause:
        extra: dict[str, Any] = {}
        guards: list[t.Guard] = []
        if named is not None and named.filters:
            guards.append(t.PartOf(what=named.but(of=None)))
        if (
            named is not None
            and stat == "result"
            and isinstance(named.of, t.Pieces)
            and named.of.noun == "die_roll"
        ):
            stat = "die_roll"
            guards.append(t.PartOf(what=named.of))
        for how, value in adjuncts:
            if how == "guard":
                guards.append(value)
            elif how in {"against", "per"}:
                extra[how] = selector(value)
            elif how == "most":
                extra[how] = value
            elif (how, value) == ("manner", "aboard") and isinstance(extra.get("per"), t.Pieces):
                aboard = t.Located(place="on", what=reference(subject))
                extra["per"] = extra["per"].but(filters=(*extra["per"].filters, aboard))
            elif how in {"exchange", "at"}:
                guards.append(t.PartOf(what=selector(value)))
            else:
                raise BuildError(f"a change cannot say {how!r}")
        change = t.Change(
            stat=stat,
            of=subject,
            by="add" if signed[0] == "+" else "subtract",
            amount=signed_amount(signed),
            **extra,
        )
        return Clause(subject=subject, effect=change, guards=guards)
