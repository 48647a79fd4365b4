"""The position: cards, pieces, where they are, the geometry of the table. No rule of the game lives here."""
