"""Answers: what is asked, of what, what the rulings say to it, and how sure that is."""
