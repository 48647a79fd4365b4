"""Runs SQL that strangers write: what it may do, and the process in which it runs. It knows no table."""
