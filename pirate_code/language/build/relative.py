"""Clauses about a piece: "any ship she touches", "crew placed on this ship", "which cannon will shoot"."""

from __future__ import annotations

import re
from typing import Any

from lark import Token

from pirate_code.language import tree as t
from pirate_code.language.build.adjuncts import Adjuncts
from pirate_code.language.build.said import BuildError, Either, Said, plain
from pirate_code.language.terminals import SUBJECTS

_RELATIVE = re.compile(rf"(?:that )?({SUBJECTS}|[A-Z]\w+(?: [A-Z]\w+)*) (.+)$")


_GAP = t.Pieces(noun="something", which="that")  # the place of the piece that a clause is about


class Relative(Adjuncts):
    """Callbacks of the clauses of grammar/selectors.lark."""

    def np_which(self, _: Token, noun: Token, predicate: Any) -> t.Pieces:
        return t.Pieces(noun=self.words.nouns[noun], which="which", filters=(self._relative(predicate),))

    def np_which_to(self, _: Token, __: Token, vps: Any) -> t.Pieces:
        said = vps(None, "do")[0]
        return t.Pieces(
            noun="game_piece", which="which", filters=(t.Involved(role="object", event=said.event),)
        )

    def np_times(self, statement: list[Said]) -> t.Pieces:
        return t.Pieces(noun="time", which="the", filters=(self._involved(statement[0], "times"),))

    def p_relative(self, text: Token, *adjuncts: Any) -> Any:
        match = _RELATIVE.match(re.sub(r"\btook$", "taken", text))
        if match is None:
            raise BuildError(f"{str(text)!r} does not describe a piece")
        subject, verb = self._relative_subject(match[1]), match[2]
        if verb in {"has", "have"}:
            return ("of", subject)
        if verb in {"is on", "was on"}:
            return t.Has(what=subject)
        key = next(
            self.words.forms[form][verb] for form in ("base", "s", "ed") if verb in self.words.forms[form]
        )
        said = self._event_said(key, subject, None, list(adjuncts))
        return self._involved(said, "object")

    def _relative_subject(self, words: str) -> t.Selector:
        if words == "you":
            return t.Person(who="you")
        if words in {"she", "it", "they", "he"}:
            return self.mentions.pronoun(words)
        which, _, noun = words.partition(" ")
        if which in {"this", "that", "the"} and noun in self.words.nouns:
            return t.Pieces(noun=self.words.nouns[noun], which=which)
        return t.Named(name=words)

    def p_that(self, _: Token, predicate: Any) -> t.Filter:
        return self._relative(predicate)

    def p_who(self, _: Token, verb: Token, args: Any) -> t.Filter:
        said = self._event_said(self.words.forms["ed"][verb], None, *args)
        return self._involved(said, "agent")

    def p_participle(self, verb: Token, *adjuncts: Any) -> t.Filter:
        if verb in {"left", "remaining"}:
            said = self._event_said("remain", None, None, list(adjuncts))
            return self._involved(said, "agent")
        said = self._event_said(self.words.forms["ed"][verb], None, None, list(adjuncts), passive=True)
        return self._involved(said, "object")

    def p_acting(self, verb: Token, what: Any, *adjuncts: Any) -> t.Filter:
        said = self._event_said(self.words.forms["ing"][verb], _GAP, what, list(adjuncts))
        if said.event is not None and said.event.type == "carry" and said.event.object is not None:
            return t.Has(what=said.event.object)
        return self._told(said)

    def p_where(self, statement: list[Said]) -> t.Filter:
        return self._involved(statement[0], "where")

    def _relative(self, predicate: Any) -> t.Filter:
        told = predicate(_GAP)
        found = [self._told(said) for said in told]
        if len(found) == 1:
            return found[0]
        members = tuple(t.Pieces(noun="something", filters=(one,)) for one in found)
        return t.IsA(what=t.Group(join="or" if isinstance(told, Either) else "and", members=members))

    def _told(self, said: Said) -> t.Filter:
        """What one clause tells of the piece that takes the place of the gap."""
        if said.filter is not None:
            return said.filter
        if said.event is None:
            raise BuildError("a clause about a piece must say what it does or is")
        role = "agent" if said.event.agent == _GAP else "object" if said.event.object == _GAP else "owner"
        event = said.event.but(**{role: None}) if role != "owner" else said.event
        return self._involved(Said(event=event, strength=said.strength, guards=said.guards), role)

    def _involved(self, said: Said, role: str) -> t.Involved:
        if said.event is None:
            raise BuildError("a clause about a piece must say what it does")
        strength = plain(said.strength)
        event = said.event
        times = [guard for guard in said.guards if isinstance(guard, t.Span | t.Moment)]
        if times:
            event = event.but(time=times[0])
        return t.Involved(role=role, event=event, strength=strength)
