"""How each kind of event changes the position, one module a family; importing this registers them all."""
