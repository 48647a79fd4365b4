"""The twelve actions of pirates: each module lists what a pirate could do, and does it."""
