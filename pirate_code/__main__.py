"""Lets `python -m pirate_code` run the command line."""

from pirate_code.cli import main

main()
