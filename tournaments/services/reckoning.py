"""The rules that a competition is played under, and which rules can be chosen for one."""

import scoring
from tournaments.models import Competition


def rules_of(competition: Competition) -> scoring.RuleSet:
    """Load the rules a competition is pinned to."""
    return scoring.load_rules(competition.ruleset, competition.ruleset_options)


def rules_are_as_pinned(competition: Competition) -> bool:
    """Tell whether the table of the rules is still the one that was chosen for the competition."""
    return rules_of(competition).content_hash == competition.ruleset_hash


def offered_rulesets() -> tuple[str, ...]:
    """List the rule sets that a competition can be played under: those for four players.

    A table of a competition has four seats, and a version of a deal four score rows. Tables of two, three and
    five, which some clubs play, are known to the engine only (`scoring.first_position`).
    """
    known = map(scoring.load_rules, scoring.ruleset_ids())
    return tuple(rules.id for rules in known if len(scoring.SEATS) in rules.players)
