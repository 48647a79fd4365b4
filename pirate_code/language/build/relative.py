"""Clauses about a piece: "any ship she touches", "crew placed on this ship", "which cannon will shoot"."""

from __future__ import annotations

import re
from typing import Any

from lark import Token

from pirate_code.language import tree as t
from pirate_code.language.build.adjuncts import Adjuncts
from pirate_code.language.build.clause import BuildError, Clause, Either, plain
from pirate_code.language.build.mentions import Mentions
from pirate_code.language.terminals import SUBJECTS
from pirate_code.language.words import Words

_RELATIVE = re.compile(rf"(?:that )?({SUBJECTS}|[A-Z]\w+(?: [A-Z]\w+)*) (.+)$")


_GAP = t.Pieces(noun="something", which="that")  # the place of the piece that a clause is about


class Relative:
    """Callbacks of the clauses of grammar/selectors.lark."""

    def __init__(self, words: Words, mentions: Mentions, adjuncts: Adjuncts) -> None:
        """Build with the part that makes clauses, for a line that has mentioned these pieces."""
        self.words, self.mentions, self.adjuncts = words, mentions, adjuncts

    def np_which(self, _: Token, noun: Token, predicate: Any) -> t.Pieces:
        return t.Pieces(noun=self.words.nouns[noun], which="which", filters=(self.description(predicate),))

    def np_which_to(self, _: Token, __: Token, vps: Any) -> t.Pieces:
        clause = vps(None, "do")[0]
        return t.Pieces(
            noun="game_piece", which="which", filters=(t.Involved(role="object", event=clause.event),)
        )

    def np_times(self, statement: list[Clause]) -> t.Pieces:
        return t.Pieces(noun="time", which="the", filters=(_involved(statement[0], "times"),))

    def p_relative(self, text: Token, *adjuncts: Any) -> Any:
        match = _RELATIVE.match(re.sub(r"\btook$", "taken", text))
        if match is None:
            raise BuildError(f"{str(text)!r} does not describe a piece")
        subject, verb = self._relative_subject(match[1]), match[2]
        if verb in {"has", "have"}:
            return ("of", subject)
        if verb in {"is on", "was on"}:
            return t.Has(what=subject)
        verb = re.sub("^(?:has|have|is) ", "", verb)
        forms = ("base", "s", "ed", "ing")
        key = next(self.words.forms[form][verb] for form in forms if verb in self.words.forms[form])
        clause = self.adjuncts.event_clause(key, subject, None, list(adjuncts))
        return _involved(clause, "object")

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
        return self.description(predicate)

    def p_who(self, _: Token, verb: Token, args: Any) -> t.Filter:
        clause = self.adjuncts.event_clause(self.words.forms["ed"][verb], None, *args)
        return _involved(clause, "agent")

    def p_participle(self, verb: Token, *adjuncts: Any) -> t.Filter:
        if verb in {"left", "remaining"}:
            clause = self.adjuncts.event_clause("remain", None, None, list(adjuncts))
            return _involved(clause, "agent")
        clause = self.adjuncts.event_clause(
            self.words.forms["ed"][verb], None, None, list(adjuncts), passive=True
        )
        return _involved(clause, "object")

    def p_acting(self, verb: Token, what: Any, *adjuncts: Any) -> t.Filter:
        clause = self.adjuncts.event_clause(self.words.forms["ing"][verb], _GAP, what, list(adjuncts))
        if clause.event is not None and clause.event.type == "carry" and clause.event.object is not None:
            return t.Has(what=clause.event.object)
        return _description(clause)

    def p_where(self, statement: list[Clause]) -> t.Filter:
        return _involved(statement[0], "where")

    def description(self, predicate: Any) -> t.Filter:
        """What a predicate says of the piece that it describes."""
        clauses = predicate(_GAP)
        filters = [_description(clause) for clause in clauses]
        if len(filters) == 1:
            return filters[0]
        members = tuple(t.Pieces(noun="something", filters=(one,)) for one in filters)
        return t.IsA(what=t.Group(join="or" if isinstance(clauses, Either) else "and", members=members))


def _description(clause: Clause) -> t.Filter:
    """What one clause says of the piece that takes the place of the gap."""
    if clause.filter is not None:
        return clause.filter
    if clause.event is None:
        raise BuildError("a clause about a piece must say what it does or is")
    role = "agent" if clause.event.agent == _GAP else "object" if clause.event.object == _GAP else "owner"
    event = clause.event.but(**{role: None}) if role != "owner" else clause.event
    return _involved(Clause(event=event, strength=clause.strength, guards=clause.guards), role)


def _involved(clause: Clause, role: str) -> t.Involved:
    if clause.event is None:
        raise BuildError("a clause about a piece must say what it does")
    strength = plain(clause.strength)
    event = clause.event
    times = [guard for guard in clause.guards if isinstance(guard, t.Span | t.Moment)]
    if times:
        event = event.but(time=times[0])
    return t.Involved(role=role, event=event, strength=strength)
