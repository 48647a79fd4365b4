"""The command that shows one thing of the library with everything linked to it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from pirate_code.commands.library import db_option
from pirate_code.commands.output import (
    Refused,
    card_line,
    heading,
    one_line,
    pair,
    print_json,
    reading,
    say,
    styled,
)

if TYPE_CHECKING:
    import sqlite3

    from pirate_code.library.lookup import Meaning

Data = dict[str, Any]

_RULINGS, _PIECES, _CANDIDATES = 12, 20, 40
_HOLDS = {"yes": "", "no": " (does not hold)"}
_HOW = {"has": "", "text": "in other words", "speaks of": "spoken of"}


@click.command(
    short_help="Show one thing with everything linked to it.",
    epilog="""Examples:

\b
  pirate-code show CC-011
  pirate-code show "PotSM 1"
  pirate-code show "HMS Apollo"
  pirate-code show Schooner
  pirate-code show "Mercenary (nation)"
  pirate-code show "This ship gets +1 to her boarding rolls."
  pirate-code show action-limit-of-two --json
  pirate-code show "HMS Apollo" --svg apollo.svg
  pirate-code show "game:blackbeard Port Royal"
""",
)
@click.argument("name", metavar="NAME|NUMBER")
@db_option
@click.option("--all", "everything", is_flag=True, help="Show all rulings and pieces, however many.")
@click.option("--json", "as_json", is_flag=True, help="Print everything as one JSON object.")
@click.option("--svg", type=click.Path(path_type=Path), help="Write a drawing of the piece to this file.")
def show(name: str, db: Path | None, *, everything: bool, as_json: bool, svg: Path | None) -> None:
    """Show a piece, keyword, ability, ruling, term or section, and everything linked to it.

    A piece goes by its name or number, an ability by its printed line, a ruling by its id. A keyword goes
    before the crew named after it. If other things share a name, they are listed; a number or the kind in
    brackets tells which one is meant.
    """
    from pirate_code.library.entries import entry, summary
    from pirate_code.library.lookup import find, meant

    if "game:" in name.lower():
        from pirate_code.commands import blackbeard_lookup as blackbeard

        game, (name,) = blackbeard.without_game([name])
        if game == "blackbeard":
            blackbeard.show(_checked(name), everything=everything, as_json=as_json)
            return
    with reading(db) as opened:
        meanings = find(opened, _checked(name))
        chosen = meant(meanings)
        if chosen is None:
            _refuse(opened, name, meanings, as_json=as_json)
        data = entry(opened, chosen)
        data["namesakes"] = [summary(opened, other.id) for other in meanings if other != chosen]
    if svg is not None:
        _draw(data, svg)
    if as_json:
        print_json(data)
    else:
        say(data["name"], bold=True)
        _SHOWN[data["type"]](data, not everything)
        _pieces("Pieces of the same name", data["namesakes"], not everything)


def _draw(data: Data, path: Path) -> None:
    """Write the drawing of a piece."""
    from pirate_code.views.card_drawing import draw_card, look_of

    if data["type"] != "piece":
        raise Refused(f"Only pieces have a drawing, and {one_line(data['name'])} is no piece.")
    try:
        path.write_text(draw_card(look_of(data)) + "\n", encoding="utf-8")
    except OSError as error:
        raise Refused(f"{path} cannot be written ({error.strerror or error}).") from None


def _checked(name: str) -> str:

    if not name.strip():
        raise Refused("Say what to show: a name, a number or a printed line.")
    if any("\ud800" <= char <= "\udfff" for char in name):
        raise Refused("The name is not UTF-8 text.")
    return name


def _refuse(db: sqlite3.Connection, name: str, meanings: list[Meaning], *, as_json: bool) -> NoReturn:
    """Say that a name means nothing, or list what it can mean."""
    from pirate_code.library.entries import summary
    from pirate_code.library.lookup import suggestions, why_no_number

    shown = one_line(name)[:100]
    if not meanings:
        near = suggestions(db, name)
        if as_json:
            print_json({"name": name, "candidates": [], "suggestions": near})
        if why := why_no_number(db, name):
            raise Refused(f"Nothing in the library is called {shown!r}: {why}")
        hint = f"did you mean {' or '.join(near)}?" if near else "`pirate-code search` looks inside texts."
        raise Refused(f"Nothing in the library is called {shown!r}; {hint}")
    if as_json:
        print_json({"name": name, "candidates": [each._asdict() for each in meanings], "suggestions": []})
    lines = [
        f"  {each.name}, {card_line(summary(db, each.id))}"
        if each.type == "piece"
        else f"  {each.name} ({each.kind})"
        for each in meanings[:_CANDIDATES]
    ]
    if len(meanings) > _CANDIDATES:
        lines.append(f"  … and {len(meanings) - _CANDIDATES} more")
    raise Refused(f"{shown!r} has several meanings; give the number or the kind:\n" + "\n".join(lines))


def _piece(data: Data, short: bool) -> None:
    say(f"{card_line(data)} · {data['set']['name']}")
    pair("also called", ", ".join(data["other_names"]))
    pair("links", ", ".join(data["links"]))
    printed = data["printed"]["ability"]
    if printed != data["ability"]:
        pair("printed", printed)
        pair("corrected", data["ability"])
    else:
        pair("ability", data["ability"])
    pair("treasure", data["treasure"])
    pair("notes", data["notes"])
    if data["errata"]:
        heading("Errata")
        for erratum in data["errata"]:
            was = "not known" if erratum["printed"] is None else erratum["printed"]
            if erratum["field"] == "ability":
                say(f"ability: {erratum['why']}", 2, hang=2)
            else:
                say(f"{erratum['field']}: {was} → {erratum['in_force']} ({erratum['why']})", 2, hang=2)
            say(f"{erratum['says']} [{erratum['ruling_id']}]", 4, dim=True)
    _keywords(data)
    for line in data["abilities"]:
        if line["in_force"]:
            _understood(line)
    _rulings(data, short)
    _pieces("Other printings", data["printings"], short)


def _keywords(data: Data) -> None:
    if not data["keywords"]:
        return
    heading("Keywords")
    for keyword in data["keywords"]:
        how = _HOW[keyword["how"]]
        named = keyword["name"] + (f" ({keyword['nation']})" if keyword["nation"] else "")
        says = keyword["definition"] or "has no rule of its own"
        pair(named, f"{how}: {says}" if how else says, 2, len(named) + 2)


def _understood(line: Data) -> None:
    """Print the outline of a line, or where it stopped making sense."""
    from pirate_code.library.entries import branches

    if line["outline"]:
        heading("What it does")
        for depth, name, text in branches(line["outline"]):
            click.echo(
                "  " * (depth + 1)
                + styled(name, fg="cyan")
                + (f"  {styled(one_line(text), fg='green')}" if text else "")
            )
    elif line.get("error"):
        heading("Not understood")
        say(f"column {line['error']['column']}: {line['error']['message']}", 2, fg="red")


def _rulings(data: Data, short: bool) -> None:
    """Print the rulings: those about the thing itself first, and of the rest the first few."""
    from pirate_code.library.citations import checked_words

    rulings = data["rulings"]
    if not rulings:
        return
    heading(f"Rulings ({len(rulings):,})")
    shown = rulings[:_RULINGS] if short else rulings
    for ruling in shown:
        why = f"about {ruling['of']}: " if ruling.get("because") in ("keyword", "ability") else ""
        say(f"{why}{ruling['says'] or 'Points elsewhere.'}", 2, hang=2)
        checked = checked_words(ruling["scenarios"], ruling["in_part"])
        say("; ".join(filter(None, (f"{ruling['citation']} [{ruling['id']}]", checked))), 4, hang=2, dim=True)
    if len(rulings) > len(shown):
        say(f"… and {len(rulings) - len(shown):,} more (--all shows them)", 2)


def _carrier_line(piece: Data) -> str:
    """Return the id and the kind of a piece that has something, and whether it is a custom one."""
    parts = (piece["id"], piece["kind"], "custom" if piece.get("origin") == "custom" else "")
    return " · ".join(filter(None, parts))


def _pieces(title: str, pieces: list[Data], short: bool) -> None:
    if not pieces:
        return
    heading(f"{title} ({len(pieces):,})")
    for piece in pieces[:_PIECES] if short else pieces:
        facts = card_line(piece) if "points" in piece else _carrier_line(piece)
        click.echo(f"  {styled(one_line(piece['name']), fg='cyan')}  {one_line(facts)}")
    if short and len(pieces) > _PIECES:
        say(f"… and {len(pieces) - _PIECES:,} more (--all shows them)", 2)


def _keyword(data: Data, short: bool) -> None:
    say(f"{data['kind']} of {', '.join(data['carried_by'])} · confidence {data['confidence']}")
    pair("also called", ", ".join(data["other_names"] + data["spellings"]))
    pair("same as", data["same_as"])
    for place, line in enumerate(data["definition"]):
        pair("" if place else "definition", line)
    for fact in data["assumed"]:
        pair("assumed", f"{fact['fact']} = {fact['value']}: {fact['reason']}")
    for version in data["versions"]:
        pair("version", f"{version['name']}: {' '.join(version['definition'])}")
    pair("notes", data["notes"])
    _understood(data)
    _rulings(data, short)
    _pieces("Pieces", data["pieces"], short)


def _ability(data: Data, short: bool) -> None:
    say(f"ability · {data['status']}")
    if data["corrected_text"] != data["text"]:
        pair("read as", data["corrected_text"])
    pair("canonical", data["rendered"])
    touched = "; ".join(f"{how} {', '.join(events)}" for how, events in (data["footprint"] or {}).items())
    pair("touches", touched.replace("_", " "))
    for other in data["same"]:
        pair("same as", f"{other['text']} [{other['id']}]")
    _keywords(data)
    _understood(data)
    _rulings(data, short)
    _pieces("Pieces", data["pieces"], short)


def _ruling(data: Data, short: bool) -> None:
    say(data["says"] or "This ruling only points elsewhere.")
    pair("source", data["citation"])
    if data["scenarios"]:
        much = "in part" if data["in_part"] else "by the engine"
        count = "1 scenario" if data["scenarios"] == 1 else f"{data['scenarios']} scenarios"
        pair("checked", f"{much}, in {count}: pirate-code scenario {data['id']}")
        pair("not shown", data["in_part"])
    elif data["unshown"]:
        pair("not checked", data["unshown"])
    pair("authority", data["document"]["authority"])
    pair("edition", ", ".join(data["edition"]))
    pair("line", data["line"])
    pair("about", ", ".join(f"{each['name']} ({each['kind']})" for each in data["about"]))
    pair("see also", ", ".join(each["name"] for each in data["see_also"]))
    if data["claims"]:
        heading("Claims")
        for claim in data["claims"]:
            holds = _HOLDS.get(claim["holds"], f" ({claim['holds']})")
            say(f"{claim['subject']} {claim['relation']} {claim['object']}{holds}", 2, hang=2)
    if data["asked"]:
        heading("Questions")
        for each in data["asked"]:
            say(f"{each['question']} {each['says']}", 2, hang=2)


def _term(data: Data, short: bool) -> None:
    say(data["kind"])
    pair("also called", ", ".join(data["other_names"]))
    pair("note", data["notes"])
    for line in data["lines"]:
        pair("printed", line)
    _rulings(data, short)
    _pieces("Pieces", data["pieces"], short)


def _nation(data: Data, short: bool) -> None:
    say("nation · " + ", ".join(f"{count} {kind}" for kind, count in data["counts"].items()))
    pair("also called", ", ".join(dict.fromkeys((data["noun"], *data["other_names"]))))
    pair("notes", data["notes"])
    _rulings(data, short)


def _section(data: Data, short: bool) -> None:
    say(f"section · {', '.join(data['parts'])} · {', '.join(data['documents'])}")
    _rulings(data, False)


_SHOWN: dict[str, Callable[[Data, bool], None]] = {
    "piece": _piece,
    "keyword": _keyword,
    "ability": _ability,
    "ruling": _ruling,
    "term": _term,
    "nation": _nation,
    "section": _section,
}
