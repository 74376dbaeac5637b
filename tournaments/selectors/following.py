"""What the next season begins with: who plays on, with which points, in which division."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from tournaments.deal.hashes import sha256
from tournaments.models import Action, Competition, Entry, Round
from tournaments.ranking import figures
from tournaments.ranking.seasons.finals import Next, OpenMove, begins, moves
from tournaments.selectors import stages
from tournaments.selectors.season_facts import planned_of
from tournaments.selectors.standings import ground_of

SHARES = {"half": Fraction(1, 2), "all": Fraction(1)}  # of a total; by rules as data it stands there
YEARS = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Following:
    """Say who begins the next season with what, by name, and where a shared place leaves a move open."""

    begins: tuple[tuple[str, Next], ...]
    undecided: tuple[OpenMove, ...]
    carries: bool
    has_divisions: bool

    @property
    def mark(self) -> str:
        """Make the mark of what somebody looked at before the season is made of it."""
        return sha256([[one.player, figures.text(one.carried), one.division] for _name, one in self.begins])


def following_of(competition: Competition, carry: str = "") -> Following:
    """Work out what the next season begins with, by the table as it stands.

    `carry` is the share of a total (`SHARES`) that is carried where single settings are the rules.
    """
    ground = ground_of(competition)
    made = ground.season()
    if competition.policy is None and carry in SHARES:
        made = replace(made, policy=replace(made.policy, roll_over=SHARES[carry]))
    people = ground.people
    listed = [one for one in begins(made) if people[one.player].status == Entry.Status.PLAYER]
    return Following(
        tuple((people[one.player].name, one) for one in listed),
        moves(made)[1],
        made.policy.roll_over is not None,
        bool(made.policy.divisions),
    )


def is_over(competition: Competition, rounds: Sequence[Round]) -> bool:
    """Tell whether a season has been played, or was put away with what it had."""
    if not rounds or not all(one.is_closed for one in rounds):
        return False
    return bool(competition.archived_at) or stages.held(rounds) >= (planned_of(competition) or 0)


def followed_by(competition: Competition) -> Competition | None:
    """Find the season that was made from this one, unless it was put away."""
    made = Action.objects.filter(competition=competition, verb="season_follow").values_list(
        "facts", flat=True
    )
    keys = [facts["next"] for facts in made]
    return Competition.objects.filter(pk__in=keys, archived_at=None).first()


def next_name(name: str) -> str:
    """Name the season after one: every number in it is one more, such as years; without any a 2 follows."""
    raised = YEARS.sub(lambda found: str(int(found[0]) + 1).zfill(len(found[0])), name)
    return f"{name} 2" if raised == name else raised
