"""Blackbeard: The Golden Age of Piracy, the second game; it stands on the core and knows no other game."""
