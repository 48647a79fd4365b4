"""What somebody owns and wants: a table that a spreadsheet opens, kept in the user's data folder."""
