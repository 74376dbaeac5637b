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
    """List the rule sets that a competition can be played under, with the tablets and the ledger there are.

    The engine knows more: flowers, goulash, several winners, counted draws and a changing favoured seat
    have no place in a tablet's entry and in a table's recorded winds.
    """
    return tuple(id_ for id_ in scoring.ruleset_ids() if _fits_the_tables(scoring.load_rules(id_)))


def _fits_the_tables(rules: scoring.RuleSet) -> bool:
    unfit = (
        rules.bonus_tiles,
        rules.goulash,
        rules.settlement["several_winners"],
        rules.play["draws_counted"],
        "counted_deals" in rules.play,
    )
    return len(scoring.SEATS) in rules.players and not any(unfit)
