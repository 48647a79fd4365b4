"""Changes of a stat: "+1 to her cannon rolls against English ships"."""

from __future__ import annotations

from typing import Any

from lark import Token

from pirate_code.language import tree as t
from pirate_code.language.build.adjuncts import is_adjunct
from pirate_code.language.build.mentions import reference
from pirate_code.language.build.relative import Relative
from pirate_code.language.build.said import BuildError, Predicate, Said, Value, VerbPhrase
from pirate_code.language.build.values import selector, signed_amount


class Changes(Relative):
    """Callbacks of the changes of grammar/effects.lark."""

    def change_to(self, signed: Token, stats: Value, *adjuncts: Any) -> dict[str, Any]:
        return {"signed": str(signed), "stats": stats, "adjuncts": list(adjuncts)}

    def change_plain(self, signed: Token, noun: Token) -> dict[str, Any]:
        return {"signed": str(signed), "stats": t.Pieces(noun=self.words.nouns[noun]), "adjuncts": []}

    def change_same(self, signed: Token, *adjuncts: Any) -> dict[str, Any]:
        return {"signed": str(signed), "stats": None, "adjuncts": list(adjuncts)}

    def instead(self) -> tuple[str, t.Guard]:
        return ("guard", t.Instead())

    def gets(self, _: Token, *parts: Any) -> Predicate:
        return lambda subject: self._changes(subject, parts)

    def vp_gets(self, _: Token, *parts: Any) -> VerbPhrase:
        def make(agent: Any, strength: str) -> list[Said]:
            said = self._changes(agent, parts)
            for item in said:
                item.strength = strength
            return said

        return make

    def give_change(self, _: Token, who: Value, change: dict[str, Any]) -> VerbPhrase:
        def make(agent: Any, strength: str) -> list[Said]:
            said = self._changes(selector(who), (change,))
            for item in said:
                item.strength = strength if strength == "may" else "do"
            return said

        return make

    def add_to(self, _: Token, signed: Token, stats: Value, *adjuncts: Any) -> VerbPhrase:
        change = {"signed": str(signed), "stats": stats, "adjuncts": []}
        who = [value for how, value in adjuncts if how == "exchange"]
        owner = selector(who[0]) if who else self.mentions.pronoun("she")
        return lambda agent, strength: self._changes(owner, (change,))

    def _changes(self, subject: t.Selector | None, parts: tuple[Any, ...]) -> list[Said]:
        subject = subject if subject is not None else self.mentions.pronoun("she")
        changes = [part for part in parts if isinstance(part, dict)]
        adjuncts = [part for part in parts if is_adjunct(part)]
        said: list[Said] = []
        for change in changes:
            for stat, found in self._stats(change["stats"]):
                said.append(
                    self._change_said(subject, stat, found, change["signed"], change["adjuncts"] + adjuncts)
                )
        return said

    def _stats(self, stats: Value) -> list[tuple[str, Any]]:
        """The stats of "her cannon rolls and boarding rolls"; none named is the stat last spoken of."""
        if stats is None:
            return [(self.last_stat, None)]
        members = stats.members if isinstance(stats, t.Group) else (stats,)
        found: list[tuple[str, Any]] = []
        for member in members:
            if not isinstance(member, t.Pieces) or member.noun not in self.words.stats:
                raise BuildError(
                    "only a stat can be raised or lowered: rolls, base move, cargo, range, cost, value"
                )
            found.append((member.noun, member))
        self.last_stat = found[-1][0]
        return found

    def _change_said(
        self, subject: t.Selector, stat: str, found: Any, signed: str, adjuncts: list[Any]
    ) -> Said:
        extra: dict[str, Any] = {}
        guards: list[t.Guard] = []
        if found is not None and found.filters:
            guards.append(t.PartOf(what=found.but(of=None)))
        if (
            found is not None
            and stat == "result"
            and isinstance(found.of, t.Pieces)
            and found.of.noun == "die_roll"
        ):
            stat = "die_roll"
            guards.append(t.PartOf(what=found.of))
        for how, value in adjuncts:
            if how == "guard":
                guards.append(value)
            elif how in {"against", "per"}:
                extra[how] = selector(value)
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
        return Said(subject=subject, effect=change, guards=guards)
