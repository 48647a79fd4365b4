"""The one error of the language: what is wrong, where, what would have fitted, and the nearest known line."""

from __future__ import annotations


class LanguageError(ValueError):
    """A line that does not parse; `line` and `column` count from 1."""

    def __init__(
        self,
        message: str,
        *,
        line: int = 1,
        column: int = 1,
        expected: tuple[str, ...] = (),
        nearest: str | None = None,
        text: str = "",
        word: str = "",
    ) -> None:
        """Keep the parts; the message is one sentence."""
        super().__init__(message)
        self.message, self.line, self.column = message, line, column
        self.expected, self.nearest, self.text, self.word = list(expected), nearest, text, word
