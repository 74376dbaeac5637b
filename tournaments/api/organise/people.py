"""Who takes part, for programs: entries, check-in at a tournament, registrations."""

from collections.abc import Callable
from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.organise import bodies, filters, output
from tournaments.api.organise.base import (
    CREATED,
    NOTHING,
    ProgramList,
    ProgramView,
    answer,
    checked,
    reads,
    takes,
)
from tournaments.models import Entry, Registration
from tournaments.powers import Power
from tournaments.services import arrivals, competitions, registrations, withdrawals
from tournaments.services.letters import site_note


class Entries(ProgramList):
    """Who is entered, and more people."""

    powers = {"POST": Power.PLAYERS}
    queryset = Entry.objects.select_related("player__club", "arrival", "team").order_by("number")
    serializer_class = output.OrganisedEntrySerializer
    filterset_class = filters.EntryFilters

    def get_queryset(self) -> QuerySet[Entry]:
        return super().get_queryset().filter(competition=self.competition())

    @takes(bodies.NewEntriesSerializer, output.EntriesSerializer, status=CREATED)
    def post(self, request: Request, slug: str) -> Response:
        """Enter people, all or none; the same list twice changes nothing."""
        competition = self.competition()
        people = checked(bodies.NewEntriesSerializer, request)["people"]
        for person in people:
            person.setdefault("given", "")
        entered = competitions.entries_add(competition=competition, people=people, actor=self.actor)
        return answer(output.EntriesSerializer, {"entries": entered}, CREATED)


class OneEntry(ProgramView):
    """One entry."""

    powers = {"PATCH": Power.PLAYERS, "DELETE": Power.PLAYERS}

    @reads(output.OrganisedEntrySerializer)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Read an entry."""
        return answer(output.OrganisedEntrySerializer, self.entry())

    @takes(bodies.EntryChangeSerializer, output.OrganisedEntrySerializer)
    def patch(self, request: Request, slug: str, number: int) -> Response:
        """Change a status, withdraw somebody, or say who a house player is."""
        entry, sent = self.entry(), checked(bodies.EntryChangeSerializer, request)
        if "person" in sent:
            self.become(entry, sent)
        elif sent.get("status") == Entry.Status.WITHDRAWN:
            withdrawals.entry_withdraw(entry=entry, actor=self.actor)
        elif "status" in sent:
            competitions.entry_change(entry=entry, actor=self.actor, status=sent["status"])
        return answer(output.OrganisedEntrySerializer, self.entry())

    def become(self, entry: Entry, sent: dict[str, object]) -> None:
        """Put a person behind a house player."""
        person = {"given": "", **sent["person"]}  # type: ignore[dict-item]  # the serializer's
        status = str(sent.get("status", Entry.Status.PLAYER))
        competitions.house_player_become(entry=entry, person=person, status=status, actor=self.actor)

    @takes(None, None, status=NOTHING)
    def delete(self, request: Request, slug: str, number: int) -> Response:
        """Take somebody off the list who has no seat yet; afterwards they can only be withdrawn."""
        competitions.entry_remove(entry=self.entry(), actor=self.actor)
        return Response(status=NOTHING)


class CheckIn(ProgramView):
    """Whether somebody is here at a tournament."""

    powers = {"POST": Power.CHECK_IN, "DELETE": Power.CHECK_IN}

    @takes(bodies.NothingSerializer, output.OrganisedEntrySerializer, status=CREATED)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Say that somebody is here; the second is told (`already_here`)."""
        entry = self.entry()
        checked(bodies.NothingSerializer, request)
        arrivals.arrival_note(entry=entry, actor=self.actor)
        return answer(output.OrganisedEntrySerializer, self.entry(), CREATED)

    @takes(None, None, status=NOTHING)
    def delete(self, request: Request, slug: str, number: int) -> Response:
        """Take back that somebody is here."""
        arrivals.arrival_undo(entry=self.entry(), actor=self.actor)
        return Response(status=NOTHING)


class Registrations(ProgramList):
    """Who registered."""

    powers = {"GET": Power.PLAYERS}
    queryset = Registration.objects.select_related("entry").order_by("pk")
    serializer_class = output.RegistrationSerializer
    filterset_class = filters.RegistrationFilters

    def get_queryset(self) -> QuerySet[Registration]:
        return super().get_queryset().filter(competition=self.competition())


class WhoWrites(ProgramView):
    """An address by which e-mails are written: their links lead to where the program asked."""

    powers = {"POST": Power.PLAYERS}

    def registration(self) -> Registration:
        """Find the registration of the address."""
        competition = self.competition()
        site_note(competition, self.request.build_absolute_uri("/"))
        rows = Registration.objects.select_related("entry__player")
        found = get_object_or_404(rows, competition=competition, pk=self.kwargs["registration"])
        found.competition = competition
        return found


class Enter(WhoWrites):
    """Entries of who registered."""

    @takes(bodies.NothingSerializer, output.RegistrationsSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Make entries of all who have a place, all or none."""
        competition = self.competition()
        checked(bodies.NothingSerializer, request)
        site_note(competition, request.build_absolute_uri("/"))
        entered = registrations.registrations_enter(competition=competition, actor=self.actor)
        return answer(output.RegistrationsSerializer, {"registrations": entered})


DECISIONS: dict[str, Callable[..., Registration]] = {
    "approve": registrations.registration_approve,
    "refuse": registrations.registration_refuse,
    "withdraw": registrations.registration_withdraw,
}


class Decide(WhoWrites):
    """What becomes of a registration."""

    decision = ""

    @takes(bodies.NothingSerializer, output.RegistrationSerializer)
    def post(self, request: Request, slug: str, registration: int) -> Response:
        """Let somebody come, refuse them, or take the registration back."""
        found = self.registration()
        checked(bodies.NothingSerializer, request)
        decided = DECISIONS[self.decision](registration=found, actor=self.actor)
        return answer(output.RegistrationSerializer, decided)


class Paid(WhoWrites):
    """Whether the fee of a registration was paid."""

    @takes(bodies.PaidSerializer, output.RegistrationSerializer)
    def post(self, request: Request, slug: str, registration: int) -> Response:
        """Note that the fee was paid, or that it was not after all."""
        told: dict[str, Any] = {"registration": self.registration(), "actor": self.actor}
        told |= checked(bodies.PaidSerializer, request)
        return answer(output.RegistrationSerializer, registrations.registration_pay(**told))
