"""Abilities as programs: what the engine runs, made from effect trees once for every card.

A tree says what is printed. A program is what is done: objects that can be run, without pydantic and without
English. `lower` makes the one of the other. Only this package looks at trees.
"""
