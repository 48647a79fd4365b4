"""What a player is asked, in a sentence for people, made from the data of a decision.

Nothing that plays reads these sentences: they may be reworded at any time.
"""

from __future__ import annotations

from pirate_code.board.refs import Matter, Part, Ref, Seat
from pirate_code.rules.decision import Decision, Kind
from pirate_code.rules.game import Game

# By kind and event; None stands for any other event. {it} is the subject, {other} what a "yes" is about.
_QUESTIONS: dict[tuple[Kind, str | None], str] = {
    (Kind.TURN, None): "What do you do?",
    (Kind.TURN, "use"): "Do you use an ability?",
    (Kind.TURN, "build"): "Which fort do you build?",
    (Kind.USE, None): "{it}: is this used? {ability}",
    (Kind.AGREE, None): "Does {it} {event} {other}?",
    (Kind.AGREE, "attack"): "{other} is out of reach: does {it} attack another?",
    (Kind.AGREE, "let_go"): "Does {it} let {other} go?",
    (Kind.AGREE, "move_out_of"): "Does {it} leave {other} with the rest of her move?",
    (Kind.AGREE, "remain"): "Is {it} left face down?",
    (Kind.AGREE, "reveal"): "{it}: is it revealed? {ability}",
    (Kind.AGREE, "win"): "Does {it} claim {other}?",
    (Kind.ORDER, None): "Which comes first?",
    (Kind.EFFECT, None): "Which effect of {it}?",
    (Kind.PICK, None): "{it}: {event} what?",
    (Kind.PICK, "affect"): "{it}: which one?",
    (Kind.PICK, "assign"): "Where does {it} go?",
    (Kind.PICK, "dock"): "Where does {it} dock?",
    (Kind.PICK, "eliminate"): "{it}: what is eliminated?",
    (Kind.PICK, "home_island"): "Which island is the home of {it}?",
    (Kind.PICK, "move_out_of"): "Which fog bank does {it} leave?",
    (Kind.PICK, "replace"): "Which mast of {it} burns?",
    (Kind.PICK, "swing"): "Which way does the arm of {it} lie?",
    (Kind.PICK, "win"): "What does {it} lose?",
    (Kind.TARGET, None): "Whom does {it} {event}?",
    (Kind.TARGET, "shoot"): "What does {it} shoot at?",
    (Kind.ACTION, None): "Which action is {it} given?",
    (Kind.ACTION, "move"): "What does {it} do with her move?",
    (Kind.COURSE, None): "How does {it} move?",
    (Kind.COME_ABOUT, None): "Does {it} sail or come about?",
    (Kind.HEADING, None): "By how much does {it} turn?",
    (Kind.DIRECTION, None): "Which way does {it} go?",
    (Kind.PLACE, None): "Where is {it} put?",
    (Kind.PLACE, "flags"): "Where do the flags of {it} stand?",
    (Kind.CARGO, None): "What does {it} load or unload?",
    (Kind.EXCESS, None): "{it} carries too much: what goes?",
    (Kind.DIE, None): "Which die counts?",
    (Kind.PRECEDENCE, None): "Which ability wins for {it}?",
}


def question(decision: Decision, game: Game) -> str:
    """What a decision asks its player."""
    kind, event = decision.kind, decision.event
    sentence = _QUESTIONS.get((kind, event)) or _QUESTIONS[(kind, None)]
    first = decision.options[0]
    return sentence.format(
        it=_thing(decision.subject, game, decision.player),
        other=_thing(first.refs[0] if first.refs else None, game, decision.player),
        event=(event or "").replace("_", " "),
        ability=without_brackets(first.does.says) if first.does is not None else "",
    ).strip()


def without_brackets(words: str) -> str:
    """Words of an ability without the brackets that show what belongs together."""
    return words.replace("(", "").replace(")", "")


def _thing(ref: Ref | None, game: Game, player: int) -> str:
    """A thing by its name, as far as a player may know it."""
    match ref:
        case None:
            return "the next piece"
        case Seat():
            return f"player {ref.player + 1}"
        case Part():
            return f"{ref.noun.replace('_', ' ')} {ref.number + 1} of {game.name_for(ref.of, player)}"
        case Matter():
            return ref.noun.replace("_", " ")
    return game.name_for(ref, player)
