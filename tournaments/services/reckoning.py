"""The rules that a competition is played under, and which rules can be chosen for one."""

import logging
from functools import lru_cache

from django.utils.translation import gettext

import scoring
from tournaments.models import Competition, KeptRules

logger = logging.getLogger(__name__)


def rules_of(competition: Competition) -> scoring.RuleSet:
    """Load the rules a competition began with, whatever the program's table of them says by now.

    While both say the same, the program's table is taken: what was mended in its prose shows. Competitions
    of before tables were kept have only the program's, and so has one whose kept table was lost. They play
    on, for a table in play cannot wait; the server's log, the staff's pages and `chain_check` say so.
    """
    today = _of_today(competition)
    if today and today.content_hash == competition.ruleset_hash:
        return today
    try:
        return _kept(competition.ruleset_hash)
    except KeptRules.DoesNotExist:
        _warn_of_unkept(competition.slug, competition.ruleset_hash)
        return today or scoring.load_rules(competition.ruleset, competition.ruleset_options)


def rules_keep(rules: scoring.RuleSet) -> str:
    """Keep rules for good, once for each content; return the hash they are found by."""
    KeptRules.objects.get_or_create(sha256=rules.content_hash, defaults={"content": scoring.kept(rules)})
    return rules.content_hash


def rules_are_as_pinned(competition: Competition) -> bool:
    """Tell whether the program's table of the rules is still the one that was chosen for the competition."""
    today = _of_today(competition)
    return today is not None and today.content_hash == competition.ruleset_hash


def rules_are_kept(competition: Competition) -> bool:
    """Tell whether a competition goes on by the table it began with."""
    return rules_of(competition).content_hash == competition.ruleset_hash


def rules_are_whole(competition: Competition) -> bool:
    """Tell whether the kept table, if there is one, is what its hash says; asks the database, no cache."""
    row = KeptRules.objects.filter(sha256=competition.ruleset_hash).first()
    try:
        return row is None or scoring.restored(row.content).content_hash == row.sha256
    except (scoring.RuleSetError, ValueError, TypeError):
        return False


def offered_rulesets() -> tuple[str, ...]:
    """List the rule sets that a competition can be played under: those for four players."""
    known = map(scoring.load_rules, scoring.ruleset_ids())
    return tuple(rules.id for rules in known if len(scoring.SEATS) in rules.players)


def rules_of_other_sizes(competition: Competition | None = None) -> list[str]:
    """Name the offered rule sets that have tables of other numbers of players than four.

    Nothing for a competition whose rules have them.
    """
    if competition and len(rules_of(competition).players) > 1:
        return []
    known = map(scoring.load_rules, offered_rulesets())
    return [gettext(rules.name) for rules in known if len(rules.players) > 1]


def _of_today(competition: Competition) -> scoring.RuleSet | None:
    """Load the program's table with the competition's options; None if it does not know them any more."""
    try:
        return scoring.load_rules(competition.ruleset, competition.ruleset_options)
    except scoring.RuleSetError:
        return None


@lru_cache(maxsize=256)
def _warn_of_unkept(slug: str, sha256: str) -> None:
    """Log, once for each process, that deals count by another table than was chosen."""
    logger.warning("%s: its table of rules %s is not kept; deals count by the program's", slug, sha256)


@lru_cache(maxsize=256)
def _kept(sha256: str) -> scoring.RuleSet:
    """Bind kept rules; rows never change, so a process asks for each only once."""
    rules = scoring.restored(KeptRules.objects.get(sha256=sha256).content)
    if rules.content_hash != sha256:
        raise ValueError(f"the kept rules {sha256} are {rules.content_hash}")
    return rules
