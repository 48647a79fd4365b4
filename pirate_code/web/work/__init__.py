"""What worker processes compute for pages: plain data in, plain data out. Nothing here knows of the web."""
