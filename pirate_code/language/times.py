"""Phrases of time, each with the guard it stands for; the first phrase of a guard is the canonical one."""

from __future__ import annotations

# phrase -> (guard kind, its two words)
TIMES: dict[str, tuple[str, str, str | None]] = {
    "at the beginning of your turn": ("moment", "beginning", "your"),
    "at the start of your turn": ("moment", "beginning", "your"),
    "at the beginning of each of your turns": ("moment", "beginning", "each_yours"),
    "at the beginning of your next turn": ("moment", "beginning", "next_yours"),
    "at the beginning of each turn": ("moment", "beginning", "each"),
    "at the beginning of every turn": ("moment", "beginning", "each"),
    "at the beginning of his or her turn": ("moment", "beginning", "its"),
    "at the beginning of one of your turns": ("moment", "beginning", "one_yours"),
    "at the end of your turn": ("moment", "end", "your"),
    "at the end of each of your turns": ("moment", "end", "each_yours"),
    "at the end of her turn": ("moment", "end", "its"),
    "during setup": ("moment", "setup", None),
    "on any one of your turns": ("moment", "during", "one_yours"),
    "on your turn": ("moment", "during", "your"),
    "on the next player 's turn": ("moment", "during", "next_player"),
    "on your next turn": ("span", "your_next_turn", None),
    "on her next turn": ("span", "her_next_turn", None),
    "on its next turn": ("span", "her_next_turn", None),
    "on the target 's next turn": ("span", "target_next_turn", None),
    "next turn": ("span", "next_turn", None),
    "on the next turn": ("span", "next_turn", None),
    "this turn": ("span", "this_turn", None),
    "for that turn": ("span", "that_turn", None),
    "that turn": ("span", "that_turn", None),
    "for the turn": ("span", "that_turn", None),
    "each turn": ("moment", "during", "each"),
    "that action": ("span", "that_action", None),
    "for the rest of the game": ("span", "game", None),
    "for the remainder of the game": ("span", "game", None),
    "until the beginning of your next turn": ("until", "beginning", "next_yours"),
    "at the end of her move": ("moment", "end", "move"),
    "as a free action": ("moment", "free_action", None),
    "while there": ("moment", "there", None),
    "per turn": ("limit", "turn", None),
    "in case of a tie": ("tied", "tied", None),
    "at any time": ("moment", "any_time", None),
}

PHRASES: dict[tuple[str, str, str | None], str] = {}
for _phrase, _guard in TIMES.items():
    PHRASES.setdefault(_guard, _phrase.replace(" 's", "'s"))
