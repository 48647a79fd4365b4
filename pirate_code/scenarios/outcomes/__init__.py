"""Everything that can come of what is done in a position: all choices and dice, folded to what differs."""
