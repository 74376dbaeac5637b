"""The rules of a season as the organiser's pages show them."""

from tournaments.deal import hashes
from tournaments.models import Competition


def mark_of(competition: Competition) -> str:
    """Make the mark of the rules as they are: whoever changes them says which ones were seen."""
    return hashes.sha256({"policy": competition.policy})[:16]
