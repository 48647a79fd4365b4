"""Scenarios: a position in a judge's words, what is done with which dice, what must then be true."""
