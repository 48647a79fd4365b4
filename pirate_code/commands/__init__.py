"""The commands that are too long for cli.py, by what they are about."""
