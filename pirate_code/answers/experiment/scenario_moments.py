"""Earlier moments of a position: a scenario that goes on is looked at when a turn ends, too.

A position often shows what a ruling says in its first turn, and goes on to a turn in which it no longer
matters. So the four worlds are also compared before the next turn begins; a step that is to be refused is
taken where nothing forbids it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pirate_code.answers.experiment.ruling_positions import RulingPosition


def moments(position: RulingPosition) -> Iterator[RulingPosition]:
    """The position with fewer steps, the fewest first; steps that are only asked about are taken."""
    when = position.scenario.when
    for number in range(1, len(when)):
        last, following = when[number - 1], when[number]
        if following.turn is not None and last.turn is None:
            steps = tuple(
                step.model_copy(update={"refused": False}) if step.refused else step for step in when[:number]
            )
            yield replace(position, scenario=position.scenario.model_copy(update={"when": steps}))
