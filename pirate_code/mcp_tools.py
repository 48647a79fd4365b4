"""The library as tools of the Model Context Protocol: search, show, ask, check a fleet, parse a line.

All of them read. They run one after the other in the main thread, where an alarm ends what takes too long.
What cannot be answered comes back as an error of the tool: one sentence that says why.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import ToolAnnotations
from pydantic import Field, ValidationError

import pirate_code
from pirate_code.core.query import QueryError
from pirate_code.data import DataError
from pirate_code.language import parse
from pirate_code.language.telling import tell
from pirate_code.library.entries import entry
from pirate_code.library.lookup import find, meant, suggestions
from pirate_code.library.prepared import lend_custom_nations
from pirate_code.library.search import search as search_library
from pirate_code.parse_data import parsed
from pirate_code.stream import line_of
from pirate_code.time_limit import TimeLimit
from pirate_code.validation_messages import in_words
from pirate_code.web.work.ask import ask as ask_library
from pirate_code.web.work.fleet import fleet as report_on
from pirate_code.web.work.library import Refused, WorkerLibrary

Data = dict[str, Any]

SECONDS = 20  # of the processor, for one call
LISTED = 30  # rulings and pieces that are shown of a thing, the first of each
_INSTRUCTIONS = (
    "The cards, keywords and rulings of the Pirates Constructible Strategy Game. `search` finds, `show` "
    "tells all of one thing, `ask` answers rules questions, `check_fleet` tells whether a fleet is legal, "
    "`parse` reads an ability line. Cite the rulings that come with an answer, and pass its `sureness` on: "
    "'sure' is meant to be right 95 times in 100, 'likely' is a hint where to read, and 'open' means that "
    "nothing decides it."
)
_READS = ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)

Query = Annotated[str, Field(min_length=1, max_length=1_000)]
OptionalText = Annotated[str, Field(max_length=1_000)]


class Tools:
    """The tools of one library."""

    def __init__(self, place: Path) -> None:
        self.library = WorkerLibrary(place)

    async def search(
        self,
        query: Annotated[
            Query, Field(description="Words and filters, as: nation:english kind:ship points<=12")
        ],
        limit: Annotated[int, Field(ge=1, le=100, description="How many of each type at most")] = 20,
    ) -> Data:
        """Search pieces, keywords and rulings. The filters are those of `pirate-code search --help`."""
        with _answering("the search"):
            found = search_library(self.library.db, query, limit=limit, widen=True)
        return {
            "query": query,
            "total": found.total,
            "totals": found.totals,
            "did_you_mean": found.meant or None,
            "read_as": found.read_as or None,
            "results": found.rows,
        }

    async def show(
        self,
        name: Annotated[Query, Field(description="A name, a card's number, a printed line or a ruling's id")],
    ) -> Data:
        """Show one card, keyword, ability, ruling, section, term or nation, with the rulings about it."""
        with _answering("the lookup"):
            meanings = find(self.library.db, name)
            chosen = meant(meanings)
            if chosen is None and meanings:
                raise Refused(
                    f"{name!r} has several meanings; give a number or the kind: "
                    + ", ".join(f"{each.name} ({each.kind}, {each.id})" for each in meanings[:LISTED])
                )
            if chosen is None:
                near = suggestions(self.library.db, name)
                hint = f"did you mean {' or '.join(near)}?" if near else "`search` looks inside texts."
                raise Refused(f"Nothing in the library is called {name[:100]!r}; {hint}")
            return _cut(entry(self.library.db, chosen))

    async def ask(
        self,
        question: Annotated[OptionalText, Field(description="A question in plain English, alone")] = "",
        x: Annotated[OptionalText, Field(description="The first of two names, instead of a question")] = "",
        y: Annotated[OptionalText, Field(description="The second name")] = "",
        line: Annotated[OptionalText, Field(description="An ability line in the place of x")] = "",
    ) -> Data:
        """Answer whether two things interact, with a verdict, its sureness, and the rulings that decide it.

        `sureness` is sure, likely or open; where it is open there is no verdict, only the nearest rulings.
        """
        with _answering("the question"):
            if not question and not (y and (x or line)):
                raise Refused(
                    "Give a `question` alone, two names in `x` and `y`, or a `line` and a name in `y`."
                )
            answered = ask_library(self.library, {"q": question, "x": x, "y": y, "line": line})
        answer: Data = answered["answer"]
        answer.pop("witness", None)  # four worlds, event by event: for people to look at
        return answer | {name: answered[name] for name in ("table", "custom")}

    async def check_fleet(
        self,
        fleet: Annotated[
            str,
            Field(
                min_length=1,
                max_length=6_000,
                description="One ship a line with what is aboard, as: HMS Apollo (R-031) + captain, helmsman",
            ),
        ],
        edition: Annotated[OptionalText, Field(description="An edition of the rules; else the latest")] = "",
        build: Annotated[
            int, Field(ge=0, le=100_000, description="The build total; 0 for the usual one")
        ] = 0,
        casual: Annotated[bool, Field(description="Whether house rules may be used")] = False,
    ) -> Data:
        """Tell whether a fleet is legal: points and cargo of every ship, each broken rule with its ruling."""
        order = {"fleet": fleet, "edition": edition, "build": build or "", "casual": casual}
        with _answering("the fleet"):
            report: Data = report_on(self.library, order)["report"]
        return report

    async def parse(
        self,
        line: Annotated[
            str, Field(min_length=1, max_length=10_000, description="An ability as it is printed")
        ],
    ) -> Data:
        """Read an ability line into its effect tree, with what it does in plain words, or what is wrong."""
        with _answering("the line"):
            lend_custom_nations(self.library.db)
            read = parsed(line_of(line.encode()), streaming=False)
            return read | {"told": tell(parse(line)) if read["ok"] else []}


def _cut(data: Data) -> Data:
    """What is shown of a thing: of long lists the first, with how many there are."""
    for name in ("rulings", "pieces"):
        if len(data.get(name) or ()) > LISTED:
            data[f"{name}_in_all"] = len(data[name])
            data[name] = data[name][:LISTED]
    return data


@contextmanager
def _answering(what: str) -> Iterator[None]:
    """Bound the time, and turn what is refused into the tool's answer."""
    try:
        with TimeLimit(SECONDS, what):
            yield
    except (Refused, QueryError, DataError) as error:
        raise ToolError(str(error)) from None
    except TimeoutError as error:
        raise ToolError(f"Nothing was found out: {error}.") from None


def _in_one_sentence(call: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    """Return a server's way to call a tool, with arguments that do not fit told in one sentence."""

    async def call_tool(name: str, arguments: Data, context: Any = None) -> Any:
        try:
            return await call(name, arguments, context)
        except ToolError as error:
            if isinstance(error.__cause__, ValidationError):
                raise ToolError(_wrong_argument(name, error.__cause__)) from None
            if isinstance(error.__cause__, ToolError):
                raise ToolError(str(error.__cause__)) from None  # our sentence, without what stands before it
            raise

    return call_tool


def _wrong_argument(tool: str, error: ValidationError) -> str:
    """What is wrong with the arguments of a call, the first of them."""
    first = error.errors()[0]
    place = ".".join(map(str, first["loc"])) or "its arguments"
    if first["type"] == "missing":
        return f"{tool} needs `{place}`, which is missing."
    return f"`{place}` of {tool} cannot be used: {in_words(first)}."


def server(place: Path) -> MCPServer[Any]:
    """A server with the tools of the library at this place."""
    made: MCPServer[Any] = MCPServer(
        "pirate-code",
        title="Pirate Code",
        instructions=_INSTRUCTIONS,
        version=pirate_code.__version__,
        log_level="ERROR",
    )
    made.call_tool = _in_one_sentence(made.call_tool)
    tools = Tools(place)
    offered: tuple[Callable[..., Any], ...] = (
        tools.search,
        tools.show,
        tools.ask,
        tools.check_fleet,
        tools.parse,
    )
    for tool in offered:
        made.add_tool(tool, annotations=_READS)
    return made
