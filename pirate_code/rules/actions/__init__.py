"""The four actions and what belongs to them, one module each; importing this registers them all."""
