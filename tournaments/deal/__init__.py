"""One deal as values: read and counted, foreseen, agreed to, hashed. No database, no Django models."""
