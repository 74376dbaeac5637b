"""A season for programs: its rules as data, and where and when its meetings are."""

from dataclasses import replace

from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.organise import bodies, output
from tournaments.api.organise.base import ProgramView, answer, checked, reads, takes
from tournaments.models import Competition
from tournaments.powers import Power
from tournaments.refusals import Refusal
from tournaments.selectors.policies import mark_of
from tournaments.services import meetings, policies


class SeasonPolicy(ProgramView):
    """The rules of a season as data."""

    powers = {"GET": Power.SETTINGS, "POST": Power.SETTINGS}

    @reads(output.PolicySerializer)
    def get(self, request: Request, slug: str) -> Response:
        """Read the rules, null where single settings hold, and their mark."""
        return self.told(self.competition())

    @takes(bodies.PolicySerializer, output.PolicySerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Fix the rules that follow those of the mark; each fault is named, with what would do."""
        competition, sent = self.competition(), checked(bodies.PolicySerializer, request)
        policies.policy_set(
            competition=competition, policy=sent["season"], seen=sent["seen"], actor=self.actor
        )
        return self.told(competition)

    def told(self, competition: Competition) -> Response:
        if not competition.is_season:
            raise Refusal("policy_of_a_season")
        return answer(
            output.PolicySerializer, {"season": competition.policy, "mark": mark_of(competition)}
        )


class MeetingPlace(ProgramView):
    """Where and when a meeting is."""

    powers = {"POST": Power.SEATING}

    @takes(bodies.PlaceSerializer, output.OrganisedRoundSerializer)
    def post(self, request: Request, slug: str, round: int) -> Response:
        """Say day, place and host of a meeting, and whether readers know them before its seating is out."""
        found, sent = self.round(), checked(bodies.PlaceSerializer, request)
        day = sent.pop("date", found.date)
        now = meetings.Place(day, found.begins, found.venue, found.host, found.announced)
        meetings.meeting_change(round=found, place=replace(now, **sent), actor=self.actor)
        return answer(output.OrganisedRoundSerializer, self.round())
