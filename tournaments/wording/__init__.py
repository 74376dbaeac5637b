"""What things are called: rules and their sources, rounds and meetings, tiles and winds."""
