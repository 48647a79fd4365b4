"""Two games on one position: as it was played, and a control in which the line says nothing."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pirate_code.board.card import AbilityOfCard
from pirate_code.board.state import Snapshot
from pirate_code.language.tree import Ability, KeywordAbility, Nothing
from pirate_code.rules.game import Game
from pirate_code.rules.program.abilities import ability, known
from pirate_code.scenarios.conformance.judge import Judge
from pirate_code.scenarios.conformance.playing import Calm, Play

_IDLE: tuple[AbilityOfCard, ...] = (ability(Ability(effect=Nothing())),)


@dataclass
class Worlds:
    """The position with the line, and without it."""

    line: Game
    control: Game


def worlds(play: Play, kept: Snapshot) -> Worlds:
    """Both worlds at a position of a play. What the line has begun and still lasts is not in the control."""
    line = Game(kept.restore(), play.game.edition)
    state = kept.restore()
    subject = state.pieces[play.subject]
    idle = _IDLE if subject.kind in {"treasure", "event"} else ()
    kept_on = tuple(one for one in subject.card.abilities if _keyword(one) in play.table.worn)
    subject.card = replace(subject.card, id=f"{subject.card.id}-silent", abilities=kept_on or idle)
    state.lasting = [lasting for lasting in state.lasting if lasting.source != play.subject]
    state.stamp += 1
    return Worlds(line, Game(state, play.game.edition))


def _keyword(one: AbilityOfCard) -> str:
    """The keyword that an ability is, if it is one."""
    (tree,) = (found.tree for found in known((one,)))
    return tree.effect.keyword if isinstance(tree.effect, KeywordAbility) else ""


@dataclass
class Asking:
    """A calm position of a play, at which both worlds are asked what the rules say."""

    play: Play
    calm: Calm
    found: Worlds
    judge: Judge


def asking(play: Play, calm: Calm) -> Asking:
    """Ask at a calm position."""
    return Asking(play, calm, worlds(play, calm.kept), Judge(calm.kept.restore(), play.subject))
