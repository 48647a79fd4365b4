"""Whole games: cards for the engine, captains, games, replays, pictures, many games at once."""
