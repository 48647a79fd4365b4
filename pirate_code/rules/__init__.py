"""The rules: events on a position, and the one pipeline that resolves them. No card is known here by name."""
