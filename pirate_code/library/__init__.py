"""What is written down about the game: keywords, pieces, errata, rulings, and the sheets they come from."""
