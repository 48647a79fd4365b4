"""What trees mean on a position: selectors find pieces, facts hold or not, effects become clauses."""
