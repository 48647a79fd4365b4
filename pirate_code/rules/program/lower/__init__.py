"""From tree to program, each kind of node in one place.

`expressions` lowers what an ability speaks of, `effects` what it does, `clauses` takes abilities apart into
ops. Everything is lowered once: equal trees give the same object.
"""
