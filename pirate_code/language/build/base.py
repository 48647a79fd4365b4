"""What every part of the builder shares: the vocabulary and the memory of the sentence."""

from __future__ import annotations

from pirate_code.language.build.mentions import Mentions
from pirate_code.language.words import Words


class Base:
    """State of the sentence being built."""

    words: Words
    mentions: Mentions
    last_stat: str
