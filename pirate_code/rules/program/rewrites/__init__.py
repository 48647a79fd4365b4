"""Wordings that mean something their grammar does not say, each rewritten into a tree that says it.

A rewrite is one function with the printed line that needs it and the ruling that it rests on. An odd card
costs one function here and no edit of the lowering. The modules are listed in the order in which their
rewrites are tried; within a module, the order of its functions counts. A rewrite that serves one line only is
a sign that a general op may be missing: `pirate-code coverage` lists those.
"""

from pirate_code.rules.program.rewrites import (  # isort: skip
    bans as bans,
    words as words,
    moments as moments,
    several as several,
    actions as actions,
)
from pirate_code.rules.program.rewrites.registry import REWRITES, Reading, rewritten, watching

__all__ = ["REWRITES", "Reading", "rewritten", "watching"]
