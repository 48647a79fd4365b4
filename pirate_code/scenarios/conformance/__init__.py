"""Conformance: plays a line in small positions and compares what happened with what its tree says.

The tree is the oracle. Nothing here looks at the program that the tree was lowered to.
"""
