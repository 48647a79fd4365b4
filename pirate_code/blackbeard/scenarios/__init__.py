"""Scenarios of Blackbeard: small positions, what is done in them, and what must then be true."""
