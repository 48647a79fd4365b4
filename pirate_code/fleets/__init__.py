"""Fleets: files that list the pieces a player brings, and random fleets that follow the building rules."""
