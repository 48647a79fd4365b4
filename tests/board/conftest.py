"""How many tables hypothesis tries: always the same ones in `make test`."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("tables", max_examples=120, deadline=None, derandomize=True, database=None)
