"""The rules of a season that was set up by single settings, as a policy: it gives what it always gave."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.ranking.figures import Amount
from tournaments.ranking.seasons.policy import Choosing, Formula, Minimum, Policy


@dataclass(frozen=True, slots=True)
class Settings:
    """Say the single settings of a season."""

    credit_scheme: str
    table_points: tuple[Amount, ...]
    attendance_points: Amount
    rested: str
    rested_points: Amount
    meetings: int
    best_of: int | None
    minimum_attendance: int
    criteria: Sequence[str]
    substitute_policy: str


def policy_of(settings: Settings) -> Policy:
    """Return the policy that single settings come to."""
    fixed = settings.rested == "fixed"
    return Policy(
        credit_scheme=settings.credit_scheme,
        meetings=settings.meetings,
        table_points=settings.table_points,
        attendance_points=settings.attendance_points,
        rested=Formula(settings.rested, settings.rested_points if fixed else None),
        substitute_policy=settings.substitute_policy,
        choosing=Choosing(best_of=settings.best_of),
        minimum_attendance=Minimum(settings.minimum_attendance),
        criteria=tuple(settings.criteria),
    )
