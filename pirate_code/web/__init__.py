"""The browser: a plugin of Datasette that shows the library to people. It holds no rule of the game."""

from pirate_code.web.plugin import (
    asgi_wrapper,
    forbidden,
    handle_exception,
    menu_links,
    prepare_connection,
    register_routes,
)

__all__ = [
    "asgi_wrapper",
    "forbidden",
    "handle_exception",
    "menu_links",
    "prepare_connection",
    "register_routes",
]
