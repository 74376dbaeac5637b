"""Who works for a club or an event: the list, invitations by link, roles changed and taken back.

The same four pages for a club, with all its events, and for one event whose owner is not the club's.
"""

from dataclasses import dataclass
from typing import Any

from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _

from players.models import Club
from tournaments.forms.staff import InvitationForm, RoleForm, SecondFactorForm
from tournaments.models import Competition, Invitation, Right
from tournaments.powers import Power, Role
from tournaments.refusals import Refusal
from tournaments.selectors import staff
from tournaments.services import clubs, invitations, mailing, rights
from tournaments.services.invitations import Issued
from tournaments.views.hosts import only_here
from tournaments.views.organiser.home import OfClub
from tournaments.views.organiser.page import (
    UNPROCESSABLE,
    Button,
    FormPage,
    OfCompetition,
    Page,
    address,
    tell,
)
from tournaments.views.organiser.tablets import picture


class Place(Page):
    """Where roles are given: a club, or one event of it."""

    frame = "organiser/base.html"

    @property
    def place(self) -> tuple[Club, Competition | None]:
        """Give the club, and the event where it is about that alone."""
        raise NotImplementedError

    def place_address(self, name: str, **named: Any) -> str:
        """Give the address of one of these pages here."""
        raise NotImplementedError

    def here(self) -> str:
        return self.place_address("people")

    def context(self) -> dict[str, Any]:
        return {**super().context(), "people_address": self.here(), "place": self.place[1] or self.place[0]}

    def mine(self, model: Any, pk: int) -> Any:
        """Find a role or an invitation that is given here."""
        club, event = self.place
        here = {"club": club, "competition": event} if event else {"club": club}
        return get_object_or_404(model.objects.select_related("club", "competition"), pk=pk, **here)


class AtClub(Place, OfClub):
    """A whole club with its events."""

    power = Power.PEOPLE

    @property
    def place(self) -> tuple[Club, Competition | None]:
        return self.club, None

    def place_address(self, name: str, **named: Any) -> str:
        return address(f"club-{name}", club=self.club.slug, **named)


class AtEvent(Place, OfCompetition):
    """One event."""

    power = Power.PEOPLE
    works_in_archive = True
    frame = "organiser/competition.html"
    tab = "people"

    @property
    def place(self) -> tuple[Club, Competition | None]:
        return self.competition.club, self.competition

    def place_address(self, name: str, **named: Any) -> str:
        return self.address(f"event-{name}", **named)


class People(FormPage, Place):
    """Who works here, who is invited, and the form that invites."""

    template_name = "organiser/people.html"

    def form(self, data: Any = None, files: Any = None) -> InvitationForm:
        club, event = self.place
        events = None if event else club.competitions.filter(archived_at=None).order_by("-date")
        return InvitationForm(data, events=events, mails=mailing.is_configured())

    def context(self) -> dict[str, Any]:
        return {
            **super().context(),
            "colleagues": [
                (one.user, [(right, self._change_of(right)) for right in one.rights])
                for one in staff.colleagues(*self.place)
            ],
            "waiting": [
                (one, self.place_address("invitation-revoke", invitation=one.pk))
                for one in staff.invitations(*self.place)
            ],
            "mails": mailing.is_configured(),
            "only_here": only_here(self.request.get_host()),
        }

    def _change_of(self, right: Right) -> str:
        """Give the page that changes a role; a club's and those of an event above are changed there."""
        if self.place[1] and right.competition_id != self.place[1].pk:
            return ""
        return self.place_address("right", right=right.pk)

    def post(self, request: HttpRequest, **named: Any) -> HttpResponse:
        form = self.form(request.POST)
        if not form.is_valid():
            return self.show(UNPROCESSABLE, form=form)
        try:
            return self._issued(form)
        except Refusal as refusal:
            tell(form, refusal)
            return self.show(refusal.status, form=form)

    def _issued(self, form: InvitationForm) -> HttpResponse:
        told, (club, event) = form.cleaned_data, self.place
        issued = invitations.invitation_make(
            club=club,
            competition=event or club.competitions.filter(pk=told.get("event", 0)).first(),
            role=Role(told["role"]),
            tables=told["tables"],
            email=told.get("email", ""),
            days=told["days"],
            actor=self.actor,
        )
        link = self.request.build_absolute_uri(reverse("organiser:join", args=[issued.token]))
        told_by = sent(issued, link)
        return self.show(form=self.form(), issued=issued, link=link, picture=picture(link), sent=told_by)


def sent(issued: Issued, link: str) -> bool | None:
    """Send an invitation where it has an address; say whether that worked, None where there is none."""
    one = issued.invitation
    if not one.email:
        return None
    facts = {"place": one.competition or one.club, "role": one.get_role_display(), "link": link}
    facts["until"] = f"{one.expires_at:%Y-%m-%d %H:%M} UTC"
    body = _(
        "You are invited to work as %(role)s for %(place)s.\n\n"
        "Open this address to accept; it works once, until %(until)s:\n\n%(link)s\n"
    )
    return mailing.send(one.email, _("Invitation: %(place)s") % facts, body % facts)


class OfRight(Place):
    """A page about one role of somebody."""

    right: Right

    def enter(self, **named: Any) -> None:
        super().enter(**named)
        self.right = self.mine(Right, named["right"])

    def after(self) -> str:
        """Lead on to where the reader may still be: whoever gave up the own role has no people any more."""
        own = self.right.user_id == self.actor.pk
        return address("home") if own else self.place_address("people")


class RightPage(FormPage, OfRight):
    """Another role, other tables, or none."""

    template_name = "organiser/right.html"
    form_class = RoleForm

    def here(self) -> str:
        return self.place_address("right", right=self.right.pk)

    def form_arguments(self) -> dict[str, Any]:
        initial = {"role": self.right.role, "tables": self.right.tables}
        return {"initial": initial, "whole": self.right.competition_id is None}

    def context(self) -> dict[str, Any]:
        return {
            **super().context(),
            "people_address": self.place_address("people"),
            "right": self.right,
            "remove": self.place_address("right-remove", right=self.right.pk),
            "own": self.right.user_id == self.actor.pk,
            "helped": not self.place[1] and rights.may_help(self.actor, self.right.user),
        }

    def act(self, form: Any) -> str:
        told = form.cleaned_data
        changed = rights.right_change(
            right=self.right, role=Role(told["role"]), tables=told.get("tables", []), actor=self.actor
        )
        self.say(_("%(name)s: %(role)s.") % {"name": changed.user, "role": changed.get_role_display()})
        return self.after()


class PasswordHelp(OfRight, AtClub):
    """A link to a new password, for somebody who lost the old one."""

    template_name = "organiser/password_help.html"

    def context(self) -> dict[str, Any]:
        return {**super().context(), "right": self.right, "people_address": self.place_address("people")} | {
            "helped": self.right.user
        }

    def post(self, request: HttpRequest, **named: Any) -> HttpResponse:
        lost = request.POST.get("second_factor") == "lost"
        try:
            helped = rights.password_help(right=self.right, actor=self.actor, without_second_factor=lost)
        except Refusal as refusal:
            return self.show(refusal.status, refusal=refusal)
        link = request.build_absolute_uri(link_to_password(helped))
        return self.show(link=link, picture=picture(link), only_here=only_here(request.get_host()))


def link_to_password(user: User) -> str:
    """Give the address at which an account gets a new password: signed, for a day, until one is set."""
    named = {"uidb36": user_pk_to_url_str(user), "key": default_token_generator.make_token(user)}
    return reverse("account_reset_password_from_key", kwargs=named)


class ClubSecondFactor(FormPage, OfClub):
    """Whether owners need a second factor."""

    template_name = "organiser/club_second_factor.html"
    form_class = SecondFactorForm
    power = Power.PEOPLE

    def form_arguments(self) -> dict[str, Any]:
        return {"initial": {"owners_second_factor": self.club.owners_second_factor}}

    def act(self, form: Any) -> str:
        clubs.club_change(club=self.club, actor=self.actor, **form.cleaned_data)
        self.say(_("It is kept."))
        return address("club-people", club=self.club.slug)


class RightRemove(Button, OfRight):
    """Take a role back."""

    def act(self) -> str:
        rights.right_remove(right=self.right, actor=self.actor)
        self.say(_("%(name)s has this role no longer.") % {"name": self.right.user})
        return self.after()


class InvitationRevoke(Button, Place):
    """Take an invitation back."""

    def act(self) -> str:
        invitation = self.mine(Invitation, self.kwargs["invitation"])
        invitations.invitation_revoke(invitation=invitation, actor=self.actor)
        self.say(_("The invitation is taken back: its link opens nothing any more."))
        return self.here()


class ClubPeople(People, AtClub):
    """Who works in a club and its events."""


class ClubRight(RightPage, AtClub):
    """A role in a club or any of its events."""


class ClubRightRemove(RightRemove, AtClub):
    """Take such a role back."""

    stands_on = ClubRight


class ClubInvitationRevoke(InvitationRevoke, AtClub):
    """Take an invitation to a club or any of its events back."""

    stands_on = ClubPeople


class EventPeople(People, AtEvent):
    """Who works in one event."""


class EventRight(RightPage, AtEvent):
    """A role in one event."""


class EventRightRemove(RightRemove, AtEvent):
    """Take a role in one event back."""

    stands_on = EventRight


class EventInvitationRevoke(InvitationRevoke, AtEvent):
    """Take an invitation to one event back."""

    stands_on = EventPeople


@dataclass(frozen=True, slots=True)
class Pages:
    """The four pages of one kind of place."""

    people: type[People]
    right: type[RightPage]
    remove: type[RightRemove]
    revoke: type[InvitationRevoke]


CLUB = Pages(ClubPeople, ClubRight, ClubRightRemove, ClubInvitationRevoke)
EVENT = Pages(EventPeople, EventRight, EventRightRemove, EventInvitationRevoke)
