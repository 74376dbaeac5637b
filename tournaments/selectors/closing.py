"""How the results of an event become official: announced, open to objections, signed by two officials.

All of it is read from the log; a signature is for the standings that stood then, and for no others.
"""

from dataclasses import dataclass, field
from datetime import datetime

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.formats import date_format

from tournaments.deal.hashes import sha256
from tournaments.models import Action, Competition
from tournaments.selectors.standings import Standings
from tournaments.selectors.vouched import line_ups_now

ANNOUNCED, OBJECTED, ANSWERED = "results_announce", "results_object", "results_answer"
SIGNED, REOPENED = "results_sign", "results_reopen"
VERBS = (ANNOUNCED, OBJECTED, ANSWERED, SIGNED, REOPENED)
ENOUGH = 2  # officials


@dataclass(slots=True)
class Objection:
    """What somebody holds against the results, and what an official answered; `late`: after the time."""

    line: Action
    answer: Action | None = None
    late: bool = False


@dataclass(slots=True)
class Closing:
    """The way to the official results, from the announcement on; `stands` is what is signed."""

    announced: Action
    stands: str
    objections: list[Objection] = field(default_factory=list)
    signed: list[Action] = field(default_factory=list)
    lapsed: list[Action] = field(default_factory=list)

    @property
    def until(self) -> datetime:
        """Give the end of the time for objections."""
        return datetime.fromisoformat(self.announced.facts["until"])

    @property
    def until_said(self) -> str:
        """Say the end of that time: the hour, and the day where it is not today."""
        end = timezone.localtime(self.until)
        return date_format(end, "H:i" if end.date() == timezone.localdate() else "j F, H:i")

    @property
    def is_open(self) -> bool:
        """Tell whether the time for objections runs."""
        return timezone.now() < self.until

    @property
    def unanswered(self) -> list[Objection]:
        return [one for one in self.objections if one.answer is None]

    def signature_of(self, user: User) -> Action | None:
        """Give somebody's signature under what stands now."""
        return next((line for line in self.signed if line.actor_id == user.pk), None)

    @property
    def is_official(self) -> bool:
        return len(self.signed) >= ENOUGH

    @property
    def official_at(self) -> datetime:
        """Give the moment of the signature that made it official."""
        return self.signed[ENOUGH - 1].at

    @property
    def has_changed(self) -> bool:
        """Tell whether somebody signed other standings than those of now."""
        return bool(self.lapsed) and not self.signed


def closing_of(competition: Competition, table: Standings) -> Closing | None:
    """Read how far results are on the way to official, in one query; None where they are not announced."""
    lines = Action.objects.filter(competition=competition, verb__in=VERBS).select_related("actor")
    closing: Closing | None = None
    for line in lines.order_by("pk"):
        if line.verb == ANNOUNCED:
            closing = Closing(line, stands_of(competition, table))
        elif line.verb == REOPENED:
            closing = None
        elif closing is not None:
            _follow(closing, line)
    return closing


def _follow(closing: Closing, line: Action) -> None:
    if line.verb == OBJECTED:
        closing.objections.append(Objection(line, late=line.at > closing.until))
    elif line.verb == ANSWERED:
        about = (one for one in closing.objections if one.line.pk == line.facts["objection"])
        next(about).answer = line
    else:
        (closing.signed if line.facts["stands"] == closing.stands else closing.lapsed).append(line)


def stands_of(competition: Competition, table: Standings) -> str:
    """Give the mark of what is signed: every deal, every penalty, each place with its total, the teams."""
    lines = [[row.number, row.rank, str(row.total), row.status] for row in table.rows]
    stated = [competition.sequence, competition.last_penalty, lines]
    members = competition.entries.exclude(team=None).order_by("number").values_list("number", "team_id")
    teams = [list(one) for one in members]
    if competition.has_line_ups:
        stated.append(line_ups_now(competition))
    return sha256([*stated, competition.team_best, teams] if teams else stated)
