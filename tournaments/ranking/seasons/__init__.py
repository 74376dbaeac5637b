"""Season rules as data: a policy, the facts of a season, and the tables that follow from both."""
