"""What came of a contest as plain data, and from that as text, rows of a table, and a page with plots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from html import escape
from typing import Any

from pirate_code.core.rating import ratings, wilson
from pirate_code.core.version import engine_version
from pirate_code.play.contest import Contest, Game, GameResult, PairRecord
from pirate_code.views import plots

FORMAT = 1
Data = dict[str, Any]
_SHOWN_TURNS = (5, 10, 15, 20, 30, 40, 60)
_CROSS_LIMIT = 16  # entrants that a table of everybody against everybody has room for
CSV_HEAD = (
    "first", "first_captain", "second", "second_captain", "seed", "first_seat", "winner", "first_gold",
    "second_gold", "first_units", "second_units", "decided_by", "turns", "decisions", "answers", "failure",
)  # fmt: skip


# --- data ---------------------------------------------------------------------------------------------------


def summary(contest: Contest, records: Sequence[PairRecord], seed: int, until: float | None) -> Data:
    """Everything that the games showed; the same games give the same bytes."""
    names = contest.names()
    return {
        "format": FORMAT,
        "version": engine_version(),
        "edition": contest.edition.id,
        "turn_limit": contest.edition.turn_limit,
        "seed": seed,
        "until": until,
        "games": sum(record.games for record in records),
        "failed": sum(len(record.failures) for record in records),
        "entrants": _entrants(contest, records),
        "pairs": [_pair(record, names) for record in records],
    }


def _entrants(contest: Contest, records: Sequence[PairRecord]) -> list[Data]:
    """The entrants, the best first."""
    names = contest.names()
    rated = ratings(len(names), {record.pair: record.points for record in records})
    found = []
    for place, entrant in enumerate(contest.entrants):
        own = [(record, record.pair.index(place)) for record in records if place in record.pair]
        games = sum(record.ended for record, _ in own)
        points = sum(record.points[side] for record, side in own)
        share, low, high = wilson(points, games)
        found.append(
            {
                "name": names[place],
                "captain": entrant.captain,
                "games": games,
                "wins": sum(record.wins[side] for record, side in own),
                "draws": sum(record.draws for record, _ in own),
                "losses": sum(record.wins[1 - side] for record, side in own),
                "share": round(share, 6),
                "low": round(low, 6),
                "high": round(high, 6),
                "gold": round(sum(record.gold[side] for record, side in own) / max(1, games), 4),
                "units": round(sum(record.units[side] for record, side in own) / max(1, games), 4),
                "elo": round(rated[place].elo, 1),
                "elo_margin": round(rated[place].margin, 1),
            }
        )
    return sorted(found, key=lambda each: (-each["elo"], each["name"]))


def _pair(record: PairRecord, names: Sequence[str]) -> Data:
    share, low, high = record.interval()
    games = max(1, record.ended)
    return {
        "first": names[record.pair[0]],
        "second": names[record.pair[1]],
        "games": record.games,
        "wins": record.wins,
        "draws": record.draws,
        "share": round(share, 6),
        "low": round(low, 6),
        "high": round(high, 6),
        "seat_wins": record.seat_wins,
        "gold": [round(value / games, 4) for value in record.gold],
        "units": [round(value / games, 4) for value in record.units],
        "turns": round(record.turns / games, 4),
        "decided_by": dict(sorted(record.decided_by.items(), key=lambda item: (-item[1], item[0]))),
        "gold_by_turn": [
            [round(value, 4) for value in sums.means(record.ended)] for sums in record.gold_by_round
        ],
        "failures": record.failures,
    }


def csv_row(contest: Contest, names: Sequence[str], game: Game, result: GameResult) -> list[object]:
    """A game as a row of a table."""
    first, second = game.pair
    row: list[object] = [names[first], contest.entrants[first].captain]
    row += [names[second], contest.entrants[second].captain, game.seed, game.seats.index(first) + 1]
    if result.failure:
        return [*row, "", "", "", "", "", "", "", "", "", result.failure]
    winner = names[game.seats[result.winners[0]]] if len(result.winners) == 1 else ""
    seats = [game.seats.index(entrant) for entrant in game.pair]
    row += [winner, *(result.scores[seat] for seat in seats), *(result.units[seat] for seat in seats)]
    return [*row, result.by, result.turns, result.decisions, result.answers, ""]


# --- text ---------------------------------------------------------------------------------------------------


def as_text(data: Data) -> Iterator[str]:
    """The lines that a person reads."""
    yield from _table(data)
    yield ""
    if len(data["pairs"]) == 1:
        yield from _duel_text(data)
    else:
        if len(data["entrants"]) <= _CROSS_LIMIT:
            yield from _cross_text(data)
            yield ""
        yield _decided_text(_decided(data))
    if data["until"] is not None:
        wide = sum((pair["high"] - pair["low"]) / 2 > data["until"] for pair in data["pairs"])
        yield (
            f"Every share is known to within {data['until']:.1%} either way."
            if not wide
            else f"{wide} of {len(data['pairs'])} shares are not known to within {data['until']:.1%} yet:"
            " play more games."
        )


def _table(data: Data) -> Iterator[str]:
    width = max(len(each["name"]) for each in data["entrants"]) + 2
    captains = max(7, *(len(each["captain"]) for each in data["entrants"])) + 2
    rated = len(data["entrants"]) > 2
    head = f"{'fleet':<{width}}{'captain':<{captains}}{'games':>7}{'won':>7}{'drawn':>7}{'share':>8}"
    yield head + f"{'95 of 100 lie in':>19}{'gold':>7}{'units':>7}" + (f"{'Elo':>7}{'±':>6}" if rated else "")
    for each in data["entrants"]:
        between = f"{each['low']:.1%} to {each['high']:.1%}"
        line = (
            f"{each['name']:<{width}}{each['captain']:<{captains}}{each['games']:>7,}{each['wins']:>7,}"
            f"{each['draws']:>7,}{each['share']:>8.1%}{between:>19}{each['gold']:>7.1f}{each['units']:>7.1f}"
        )
        yield line + (f"{each['elo']:>7.0f}{each['elo_margin']:>6.0f}" if rated else "")


def _duel_text(data: Data) -> Iterator[str]:
    (pair,) = data["pairs"]
    yield _decided_text(_decided(data))
    won = sum(pair["seat_wins"])
    if won:
        yield f"The first seat won {pair['seat_wins'][0] / won:.1%} of the games that somebody won."
    yield f"A game took {pair['turns']:.1f} turns of each player."
    turns = [turn for turn in _SHOWN_TURNS if turn <= len(pair["gold_by_turn"][0])]
    if turns:
        width = max(len(pair["first"]), len(pair["second"]), 19) + 2
        yield ""
        yield f"{'gold at home by turn':<{width}}" + "".join(f"{turn:>7}" for turn in turns)
        for name, gold in zip((pair["first"], pair["second"]), pair["gold_by_turn"], strict=True):
            yield f"{name:<{width}}" + "".join(f"{gold[turn - 1]:>7.1f}" for turn in turns)


def _cross_text(data: Data) -> Iterator[str]:
    """How everybody did against everybody else, in hundredths of the points."""
    names = [each["name"] for each in data["entrants"]]
    width = max(map(len, names)) + 6
    yield f"{'share against':<{width}}" + "".join(f"{place:>5}" for place in range(1, len(names) + 1))
    for place, (name, row) in enumerate(zip(names, shares(data), strict=True), start=1):
        cells = "".join(f"{'-' if share is None else f'{share * 100:.0f}':>5}" for share in row)
        yield f"{f'{place:>2}  {name}':<{width}}{cells}"


def shares(data: Data) -> list[list[float | None]]:
    """How everybody did against everybody else, in the order of the entrants."""
    names = [each["name"] for each in data["entrants"]]
    known = {(pair["first"], pair["second"]): pair["share"] for pair in data["pairs"]}
    known |= {(second, first): 1 - share for (first, second), share in known.items()}
    return [[known.get((row, column)) for column in names] for row in names]


def _decided(data: Data) -> Counter[str]:
    found: Counter[str] = Counter()
    for pair in data["pairs"]:
        found.update(pair["decided_by"])
    return found


def _decided_text(decided: Counter[str]) -> str:
    total = max(1, decided.total())
    told = ", ".join(f"{name} {count / total:.0%}" for name, count in decided.most_common())
    return f"Games were ended by: {told or 'nothing, for none came to its end'}."


# --- the page -----------------------------------------------------------------------------------------------

_STYLE = """
body { font: 16px/1.5 Georgia, serif; color: #22303a; background: #fff; max-width: 50rem; margin: 1.5rem auto;
  padding: 0 1rem }
h1 { font-size: 1.5em } h2 { font-size: 1.15em; margin: 1.6em 0 .3em }
table { border-collapse: collapse; font-size: .92em } .wide { overflow-x: auto }
th, td { padding: .15em .6em; border-bottom: 1px solid #d8d2c4; text-align: right; white-space: nowrap }
th:first-child, td:first-child, th:nth-child(2), td:nth-child(2) { text-align: left }
th { background: #f3efe4; font-weight: normal }
svg { width: 100%; height: auto; max-width: 46rem }
"""
_COLUMNS = {
    "games": ",",
    "wins": ",",
    "draws": ",",
    "losses": ",",
    "share": ".1%",
    "gold": ".1f",
    "units": ".1f",
    "elo": ".0f",
}


def as_html(data: Data, title: str) -> str:
    """One page that needs no other file and runs no script."""
    body = [f"<h1>{escape(title)}</h1>", f"<p>{escape(_in_words(data))}</p>", _html_table(data)]
    rows = [
        plots.Measured(each["name"], each["share"], each["low"], each["high"]) for each in data["entrants"]
    ]
    body += ["<h2>Share of the points</h2>", plots.intervals("Share of the points", rows, "%", 0.5)]
    if len(data["entrants"]) > 2:
        rated = [
            plots.Measured(
                each["name"], each["elo"], each["elo"] - each["elo_margin"], each["elo"] + each["elo_margin"]
            )
            for each in data["entrants"]
        ]
        names = [each["name"] for each in data["entrants"]]
        body += ["<h2>Elo ratings</h2>", plots.intervals("Elo ratings", rated, "", 1500)]
        body += [
            "<h2>Everybody against everybody</h2>",
            plots.grid("Shares of rows against columns", names, shares(data)),
        ]
    else:
        (pair,) = data["pairs"]
        gold = list(zip((pair["first"], pair["second"]), pair["gold_by_turn"], strict=True))
        body += ["<h2>Gold at home by turn</h2>", plots.lines("Gold at home by turn", gold, "turn")]
    decided = _decided(data)
    total = max(1, decided.total())
    ended = [(name, count / total) for name, count in decided.most_common()]
    body += ["<h2>What ended the games</h2>", plots.bars("What ended the games", ended, "%")]
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head>\n<body>{''.join(body)}</body></html>\n"
    )


def _in_words(data: Data) -> str:
    return (
        f"{data['games']:,} games by the edition {data['edition']}, each seed from {data['seed']} on twice,"
        f" with the seats exchanged; played by version {data['version']}. Intervals hold the true value"
        " 95 times of 100; a draw is half a point for each."
    )


def _html_table(data: Data) -> str:
    head = "".join(f"<th>{name}</th>" for name in ("fleet", "captain", *_COLUMNS))
    rows = "".join(
        f"<tr><td>{escape(each['name'])}</td><td>{escape(each['captain'])}</td>"
        + "".join(f"<td>{each[column]:{form}}</td>" for column, form in _COLUMNS.items())
        + "</tr>"
        for each in data["entrants"]
    )
    return f'<div class="wide"><table><tr>{head}</tr>{rows}</table></div>'
