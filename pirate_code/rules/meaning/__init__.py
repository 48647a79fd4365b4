"""What trees mean on a position: selectors find pieces, facts hold or not, guards and effects become clauses."""
