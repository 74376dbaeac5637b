"""The clock of a round, for programs."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.organise import bodies, output
from tournaments.api.organise.base import ProgramView, answer, checked, reads, takes
from tournaments.powers import Power
from tournaments.services import clock

STEPS: dict[str, Any] = {"pause": clock.clock_pause, "resume": clock.clock_resume}


class Clock(ProgramView):
    """When the time of a round is up."""

    powers = {"POST": Power.ROUNDS}

    @reads(output.ClockSerializer)
    def get(self, request: Request, slug: str, round: int) -> Response:
        """Read the clock."""
        return answer(output.ClockSerializer, self.round())

    @takes(bodies.ClockSerializer, output.ClockSerializer)
    def post(self, request: Request, slug: str, round: int) -> Response:
        """Let the clock stand still or run on, or give five minutes more than were `seen` added."""
        sent = checked(bodies.ClockSerializer, request)
        found, change = self.round(), sent["change"]
        if change == bodies.EXTEND:
            clock.clock_extend(round=found, seen=sent.get("seen", 0), actor=self.actor)
        else:
            STEPS[change](round=found, actor=self.actor)
        return answer(output.ClockSerializer, self.round())
