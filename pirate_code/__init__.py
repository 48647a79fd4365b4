"""Pirate Code: cards, errata and rules of the Pirates Constructible Strategy Game, as data that runs."""

from pirate_code import compiled

__all__ = ["__version__"]

__version__: str


def __getattr__(name: str) -> str:
    """Look the version up where it is written once, in the package's metadata, and only when asked."""
    if name != "__version__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("pirate-code")
    except PackageNotFoundError:
        return "0+not-installed"


compiled.use()
