"""What every game needs and no one game alone: dice, decisions, log, replay, captains, many games."""
