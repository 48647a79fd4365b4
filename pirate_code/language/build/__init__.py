"""The builder: callbacks that turn what the grammar reads into tree nodes, bottom up, while it reads.

Each part builds one layer of the grammar. A rule of the grammar is read by the method of its name, which one
part has; a part is given the other parts that it needs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lark import Token, Transformer, Tree

from pirate_code.language.build.adjuncts import Adjuncts
from pirate_code.language.build.changes import Changes
from pirate_code.language.build.guards import Guards
from pirate_code.language.build.heads import Heads
from pirate_code.language.build.mentions import Mentions
from pirate_code.language.build.phrases import Phrases
from pirate_code.language.build.posts import Posts
from pirate_code.language.build.relative import Relative
from pirate_code.language.build.sentences import Sentences
from pirate_code.language.build.statements import Statements
from pirate_code.language.build.states import States
from pirate_code.language.words import load_words


class Builder(Transformer[Token, Any]):
    """Turns one sentence into keyword abilities, or guards and an effect; remembers who was spoken of."""

    def __init__(self, mentions: Mentions | None = None) -> None:
        """Put the parts together for a sentence, with the pieces that the line spoke of before."""
        super().__init__()
        words = load_words()
        self.mentions = mentions or Mentions()
        posts = Posts(words)
        adjuncts = Adjuncts(words, self.mentions)
        relative = Relative(words, self.mentions, adjuncts)
        changes = Changes(words, self.mentions)
        states = States(words, posts)
        statements = Statements(words, adjuncts, states)
        self.parts: tuple[object, ...] = (
            Heads(words, self.mentions),
            posts,
            Phrases(words, self.mentions),
            adjuncts,
            relative,
            changes,
            states,
            statements,
            Guards(words, self.mentions, adjuncts, relative, states),
            Sentences(words, adjuncts, changes, statements),
        )
        self._callbacks: dict[str, Callable[..., Any]] = {}

    def callback(self, rule: str) -> Callable[..., Any]:
        """The method that builds what a rule of the grammar read."""
        if rule not in self._callbacks:
            self._callbacks[rule] = next(getattr(part, rule) for part in self.parts if hasattr(part, rule))
        return self._callbacks[rule]

    def _call_userfunc(self, tree: Tree[Token], new_children: list[Any] | None = None) -> Any:
        """Every callback takes the children as its arguments."""
        return self.callback(tree.data)(*(tree.children if new_children is None else new_children))


__all__ = ["Builder"]
