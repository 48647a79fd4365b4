"""Event cards: text is read into trees (reading, tree), and trees are carried out (playing, effects)."""
