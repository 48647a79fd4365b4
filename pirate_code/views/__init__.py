"""A position as a picture and a log as sentences or JSON: what people and files get to see of a game."""
