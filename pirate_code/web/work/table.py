"""The table: a position that is changed and drawn, all that can come of it, and the film of an outcome."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pirate_code.board.state import State
from pirate_code.data import DataError, parse_yaml
from pirate_code.library.lookup import find, meant, printed_line
from pirate_code.scenarios.check import find_ruling, scenarios_of
from pirate_code.scenarios.outcomes.path import Pick, TriedPosition
from pirate_code.scenarios.outcomes.reading import WrittenPosition, read_position
from pirate_code.scenarios.outcomes.report import tree_lines
from pirate_code.scenarios.position_text import scenario_data, written
from pirate_code.scenarios.run import positions
from pirate_code.views.account import account
from pirate_code.views.film import FilmedGame, film
from pirate_code.views.svg import frame, picture
from pirate_code.web.work.library import Refused, WorkerLibrary
from pirate_code.web.work.pictures import picture_address
from pirate_code.web.work.position_edits import edited

Data = dict[str, Any]
WORK, SAMPLES = 1_200, 200  # less than on one's own computer
PIECES = 40
OUTCOMES = 40  # that are told
LINES = 160  # of the tree
PATH_LIMIT = 400  # characters of a path
_FEW = "few"  # begins a path on which only one of all courses that touch the same is a branch
_HERE = Path("the position")  # where a fault is told to be


def position(library: WorkerLibrary, query: Data) -> Data:
    """A position as it is after a change: its text, its pieces, and how it looks."""
    text = _ruling_text(query) if query.get("ruling") else query["position"]
    asked = _read(text)
    data = scenario_data(asked.scenario, asked.given)
    if query.get("do"):
        data = edited(data, query, lambda name: _line_of(library, name))
    text = written(data)
    looks = _looks(_read(text), data)
    for piece in looks["pieces"]:
        piece["custom"] = _is_custom(library, piece["name"], piece["given"].get("says"))
    return {"position": text, "steps": data.get("when", []), **looks}


def outcomes(library: WorkerLibrary, query: Data) -> Data:
    """Everything that can come of a position."""
    asked = _read(query["position"])
    try:
        report = asked.tried(work=WORK, samples=SAMPLES)
    except DataError as error:
        raise Refused(_sentence(error)) from None
    lines = list(tree_lines(report.root))
    told = report.as_json()
    few = [_FEW] if report.position.few_courses else []
    told["outcomes"] = [
        outcome
        | {"path": ".".join([*few, *(str(pick.branch) for pick in found.path)]), "chance_says": found.chance}
        for outcome, found in zip(told["outcomes"], report.outcomes, strict=True)
    ][:OUTCOMES]
    del told["tree"]
    more = {"outcomes": len(report.outcomes) - OUTCOMES, "lines": len(lines) - LINES}
    return {"report": told | {"lines": [line._asdict() for line in lines[:LINES]], "more": more}}


def outcome_film(library: WorkerLibrary, query: Data) -> Data:
    """The film of one path of a position, with the table before and after."""
    asked = _read(query["position"])
    branches = query["path"].split(".") if query["path"] else []
    few_courses = branches[:1] == [_FEW]
    branches = branches[few_courses:]
    if not all(branch.isascii() and branch.isdigit() and len(branch) < 4 for branch in branches):
        raise Refused("`path` is numbers with dots between them.")
    try:
        tried = TriedPosition(asked.scenario, asked.given, few_courses=few_courses)
        played = tried.play([Pick(int(branch)) for branch in branches], lambda fork: 0, FilmedGame)
    except ValueError as error:
        raise Refused(f"{str(error)[:1].upper()}{str(error)[1:].removesuffix('.')}.") from None
    if len(played.picks) < len(branches):
        raise Refused(f"`path` has {len(branches)} numbers, and on it {len(played.picks)} are asked for.")
    after = played.game.state
    around = frame([tried.before, after])
    names = ["Ours", "Theirs", "Third"][: after.players]
    return {
        "outcome": {"names": names, "why": " ".join(why for _, why in played.refused)},
        "account": [line.strip() for line in account(played.game.log, after) if line != "Setup"],
        "film": film(played.game, of_position=True),
        "before": picture_address(picture(tried.before, around)),
        "after": picture_address(picture(after, around)),
    }


def _read(text: str) -> WrittenPosition:
    try:
        asked = read_position(parse_yaml(text, _HERE))
        if len(asked.given) > PIECES:
            raise Refused(f"A position has at most {PIECES} pieces here; `pirate-code try` takes more.")
        if asked.scenario.begins_with_setup or any(piece.fleet for piece in asked.given.values()):
            raise Refused("Whole fleets and their setup are not played on the table.")
        asked.check()
    except DataError as error:
        raise Refused(_sentence(error)) from None
    return asked


def _sentence(error: DataError) -> str:
    message = error.message.removesuffix(".")
    return f"Line {error.line}: {message}." if error.line else f"{message[:1].upper()}{message[1:]}."


def _looks(asked: WrittenPosition, data: Data) -> Data:
    """How a position looks: a picture, a film of one step, and what the form says of each piece."""
    try:
        tried = TriedPosition(asked.scenario, asked.given)
    except ValueError as error:
        raise Refused(f"{str(error)[:1].upper()}{str(error)[1:].removesuffix('.')}.") from None
    game = FilmedGame(tried.before, tried.edition)
    return {
        "pieces": [
            {"name": name, "number": tried.numbers[name], "kind": asked.given[name].kind}
            | {"given": data["given"][name], "at": _at(tried.before, tried.numbers[name])}
            for name in asked.given
        ],
        "film": film(game, of_position=True),
        "picture": picture_address(picture(tried.before, frame([tried.before]))),
    }


def _at(state: State, number: int) -> list[float] | None:
    piece = state.pieces[number]
    is_drawn = piece.pose is not None and piece.kind != "fort" and piece.where < 0
    return [round(part, 1) for part in piece.pose] if is_drawn and piece.pose is not None else None


def _ruling_text(query: Data) -> str:
    """The text of a scenario of a ruling."""
    found = find_ruling(query["ruling"])
    if found is None or not found[0].shows:
        raise Refused(f"There is no ruling with a scenario by the id {query['ruling'][:60]!r}.")
    ruling, document, place = found
    scenarios = scenarios_of(ruling, document, place)
    number = query.get("number") or "1"
    if not (number.isascii() and number.isdigit() and len(number) < 4 and 1 <= int(number) <= len(scenarios)):
        raise Refused(f"The ruling has {len(scenarios)} scenarios; there is no {number[:10]!r}.")
    scenario = scenarios[int(number) - 1]
    data = scenario_data(scenario, positions(scenarios)[int(number) - 1])
    return written(data | {"title": f"{ruling.id}: {scenario.title or f'scenario {number}'}"})


def _line_of(library: WorkerLibrary, name: str) -> str | None:
    """The printed line of the piece of the library that goes by a name."""
    meaning = meant(find(library.db, name))
    return printed_line(library.db, meaning.id) if meaning is not None and meaning.type == "piece" else None


def _is_custom(library: WorkerLibrary, name: str, line: object) -> bool:
    """Whether a piece has the line, or the name and the line, of custom pieces and of no printed one."""
    rows = library.db.execute(
        "SELECT origin = 'custom', name = ? FROM pieces WHERE ability = ? OR printed_ability = ?",
        (name, line, line),
    ).fetchall()
    of_name = [is_custom for is_custom, has_name in rows if has_name]
    return bool(rows) and all(of_name or (is_custom for is_custom, _ in rows))
