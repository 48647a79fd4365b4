"""Search, show and ask for Blackbeard: what those commands do when `game:blackbeard` is said."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from pirate_code.commands.output import Refused, heading, pair, print_json, say

if TYPE_CHECKING:
    from pirate_code.blackbeard.asking import Answer
    from pirate_code.blackbeard.library import Entry

_MARK = "game:"
_RULINGS = 12
_SHOWN = 20
_COLOURS = {"yes": "green", "no": "red", "depends": "yellow"}


def game_apart(words: Sequence[str]) -> list[str]:
    """Arguments of a search; one that begins with the game and goes on is two."""
    return [
        part
        for word in words
        for part in (word.split(maxsplit=1) if word.lower().startswith(_MARK) else [word])
    ]


def without_game(words: Sequence[str]) -> tuple[str, list[str]]:
    """The game that words name, and the words without it."""
    from pirate_code.blackbeard.searching import game_of
    from pirate_code.core.query import QueryError

    games: list[str] = []
    rest: list[str] = []
    for word in " ".join(words).split():
        (games if word.lower().startswith(_MARK) else rest).append(word)
    try:
        game = game_of(" ".join(games)).game if games else "pirates"
    except QueryError as error:
        raise Refused(str(error)) from None
    if len(words) > 1 and len(games) == 1:  # names that were given apart stay apart
        return game, [word for word in words if not word.lower().startswith(_MARK)]
    return game, [" ".join(rest)]


# --- search -------------------------------------------------------------------------------------------------


def search(text: str, *, limit: int | None, as_json: bool) -> bool:
    """Search Blackbeard and tell what was found, if the text says so; whether it does."""
    from pirate_code.blackbeard.searching import game_of
    from pirate_code.blackbeard.searching import search as found_in
    from pirate_code.core.query import QueryError

    try:
        chosen = game_of(text)
        if chosen.game != "blackbeard":
            return False
        found = found_in(chosen.query)
    except QueryError as error:
        raise Refused(str(error)) from None
    if as_json:
        rows = [entry.as_json() for entry in found[:limit]]
        print_json({"query": text, "game": "blackbeard", "total": len(found), "results": rows})
    else:
        _tell_found(found, text, limit)
    return True


def _tell_found(found: list[Entry], text: str, limit: int | None) -> None:
    if not found:
        say(f"Nothing was found for {text}")
    for place, kind in enumerate(dict.fromkeys(entry.kind for entry in found)):
        several = [entry for entry in found if entry.kind == kind]
        if place:
            click.echo()
        shown = several[:limit]
        rest = f", {len(shown)} shown (--all shows the rest)" if len(shown) < len(several) else ""
        say(f"{len(several)} of the kind {kind}{rest}", bold=True)
        for entry in shown:
            _tell_entry(entry)


def _tell_entry(entry: Entry) -> None:
    from pirate_code.blackbeard.library import citation

    if entry.kind == "ruling":
        say(entry.text, 2, hang=2)
        checked = "; checked by the engine" if entry.facts["scenarios"] else ""
        say(f"{citation(entry)} [{entry.id}]{checked}", 4, hang=2, dim=True)
        return
    facts = ", ".join(f"{name} {value}" for name, value in entry.facts.items() if entry.kind != "table")
    say(f"{entry.name}: {entry.text or facts}", 2, hang=2)


# --- show ---------------------------------------------------------------------------------------------------


def show(name: str, *, everything: bool, as_json: bool) -> None:
    """Show one thing of Blackbeard with its rulings."""
    from pirate_code.blackbeard.library import entries, find, rulings_of
    from pirate_code.core.naming import nearest

    found = find(name)
    if not found:
        names = {entry.name for entry in entries()}
        raise Refused(f"Nothing of Blackbeard is called {name[:100]!r}{nearest(name, names)}")
    entry, *namesakes = found
    rulings = rulings_of(entry)
    if as_json:
        print_json(
            entry.as_json()
            | {
                "rulings": [ruling.as_json() for ruling in rulings],
                "namesakes": [other.key for other in namesakes],
            }
            | _tree(entry)
        )
        return
    say(entry.name, bold=True)
    say(f"{entry.kind} of Blackbeard{' · values are assumed' if entry.assumed else ''}")
    _tell_facts(entry)
    if rulings and entry.kind != "ruling":
        heading(f"Rulings ({len(rulings)})")
        for ruling in rulings if everything else rulings[:_RULINGS]:
            _tell_entry(ruling)
        if len(rulings) > _RULINGS and not everything:
            say(f"… and {len(rulings) - _RULINGS} more (--all shows them)", 2)
    for other in namesakes:
        pair("also", f"game:blackbeard {other.key}")


def _tell_facts(entry: Entry) -> None:
    from pirate_code.blackbeard.library import citation, tables

    if entry.kind == "table":
        _, table = tables()[entry.id]
        for row in (table.columns, *table.rows):
            say("  ".join(cell.ljust(14) for cell in row).rstrip(), 2, hang=4)
        return
    say(entry.text)
    if entry.kind == "ruling":
        pair("source", citation(entry))
        pair("decided", str(entry.facts.get("decision", "")))
        pair("not shown", str(entry.facts.get("unshown", "")))
        pair("about", ", ".join(entry.about))
        if entry.facts["scenarios"]:
            pair("checked", f"by the engine, in {entry.facts['scenarios']} scenarios")
        return
    for fact, value in entry.facts.items():
        pair(fact, str(value))


def _tree(entry: Entry) -> dict[str, Any]:
    from pirate_code.blackbeard.cards.reading import read_card

    return {"tree": read_card(entry.text).model_dump(mode="json")} if entry.kind == "event" else {}


# --- ask ----------------------------------------------------------------------------------------------------


def ask(words: Sequence[str], *, as_json: bool) -> bool:
    """Answer a question about Blackbeard; whether something decides it."""
    from pirate_code.blackbeard.asking import answered

    question = " ".join(word.strip() for word in words).strip()
    if not question:
        raise Refused("Ask something about Blackbeard beside game:blackbeard.")
    answer = answered(question)
    if as_json:
        print_json(answer.as_json())
    else:
        _tell_answer(answer)
    return answer.sureness != "open"


def _tell_answer(answer: Answer) -> None:
    if answer.verdict is not None:
        say(answer.verdict.capitalize(), bold=True, fg=_COLOURS[answer.verdict])
    if answer.sureness == "likely":
        say("This is likely, not sure: read the rulings.", dim=True)
    say(answer.explanation)
    if answer.rulings:
        click.echo()
    for ruling in answer.rulings:
        _tell_entry(ruling)
