"""What Datasette calls: our addresses, our links in its menu, and headers that keep pages safe."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from datasette import hookimpl

from pirate_code.web import ask_page, completing, fleet_page, matrix_page, pages, play_page

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
App = Callable[
    [Scope, Callable[[], Awaitable[Message]], Callable[[Message], Awaitable[None]]], Awaitable[None]
]

# Our pages load scripts, styles and pictures from this server alone, and run nothing that stands in a page.
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
# Datasette's own table pages bring scripts and styles inside the page.
_POLICY_OF_TABLES = _POLICY.replace("script-src 'self'", "script-src 'self' 'unsafe-inline'").replace(
    "style-src 'self'", "style-src 'self' 'unsafe-inline'"
)
# A drawn table brings its styles inside the picture, and nothing else.
_POLICY_OF_PICTURES = "default-src 'none'; style-src 'unsafe-inline'"
_ENTRY = r"(?P<kind>card|keyword|ability|ruling|section|term|nation)"


@hookimpl  # type: ignore[untyped-decorator]
def register_routes() -> list[tuple[str, Callable[..., Any]]]:
    """Our addresses; all others are Datasette's."""
    return [
        (r"^/$", pages.home),
        (r"^/search(?P<format>\.json)?$", pages.search),
        (rf"^/{_ENTRY}/(?P<id>[^/]{{1,300}}?)(?P<format>\.json)?$", pages.entry),
        (r"^/rulings$", pages.sections),
        (r"^/keywords$", pages.keywords),
        (r"^/-/names\.json$", completing.names),
        (r"^/fleet$", fleet_page.fleet),
        (r"^/-/fleet\.json$", fleet_page.fleet_json),
        (r"^/-/fleet(?P<format>\.txt|\.html)$", fleet_page.fleet_paper),
        (r"^/ask$", ask_page.ask),
        (r"^/-/ask\.json$", ask_page.ask_json),
        (r"^/matrix$", matrix_page.matrix),
        (r"^/-/matrix\.json$", matrix_page.matrix_json),
        (r"^/play$", play_page.play),
        (r"^/-/play\.json$", play_page.play_json),
        (r"^/-/play\.svg$", play_page.table),
        (r"^/-/replay\.json$", play_page.replay),
    ]


@hookimpl  # type: ignore[untyped-decorator]
def menu_links() -> list[dict[str, str]]:
    """The way back from Datasette's own pages."""
    return [{"href": "/", "label": "Pirate Code"}, {"href": "/search", "label": "Search"}]


@hookimpl  # type: ignore[untyped-decorator]
def asgi_wrapper() -> Callable[[App], App]:
    """Headers for every answer."""

    def wrap(app: App) -> App:
        async def safe(scope: Scope, receive: Any, send: Callable[[Message], Awaitable[None]]) -> None:
            async def with_headers(message: Message) -> None:
                if message["type"] == "http.response.start":
                    policy = _policy(scope.get("path", ""))
                    message["headers"] = [
                        *message.get("headers", []),
                        (b"content-security-policy", policy.encode()),
                        (b"x-content-type-options", b"nosniff"),
                        (b"referrer-policy", b"same-origin"),
                    ]
                await send(message)

            await app(scope, receive, with_headers)

        return safe

    return wrap


def _policy(path: str) -> str:
    if path == "/-/play.svg":
        return _POLICY_OF_PICTURES
    return _POLICY if pages.is_ours(path) else _POLICY_OF_TABLES
