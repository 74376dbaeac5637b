"""Many deals as values: figures, tallies, credits, places and seasons. No database, no Django models."""
