"""Answers: understands a question, looks for rulings and experiments that decide it, and gives a verdict."""
