"""Meetings that are to come: day and place, tables drawn ahead, who comes, a table re-arranged."""

from typing import Any

from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.forms.rounds import MoveForm, PlaceForm
from tournaments.powers import Power
from tournaments.selectors import coming
from tournaments.services import coming as services
from tournaments.services import meetings
from tournaments.views.hosts import only_here
from tournaments.views.organiser.page import Button, FormPage, OfCompetition, OfRound, OfTable
from tournaments.views.organiser.rounds import RoundButton
from tournaments.views.organiser.seating import SeatingPage
from tournaments.views.organiser.tablets import picture
from tournaments.wording.rounds import round_name


class MeetingPlace(FormPage, OfRound):
    """Say when and where a meeting is."""

    only_changes = True
    template_name = "organiser/meeting_place.html"
    tab = "seating"
    power = Power.SEATING

    def enter(self, **named: Any) -> None:
        super().enter(**named)
        if not self.competition.is_season:
            raise Http404

    def form(self, data: Any = None, files: Any = None) -> PlaceForm:
        names = ("date", "begins", "venue", "host", "announced")
        return PlaceForm(data, files, initial={name: getattr(self.round, name) for name in names})

    def act(self, form: Any) -> str:
        place = form.place(form.cleaned_data["date"])
        meetings.meeting_change(round=self.round, place=place, actor=self.actor)
        self.say(_("%(round)s: day and place are kept.") % {"round": self.called})
        return self.address("round", round=self.round.number)

    @property
    def called(self) -> str:
        return round_name(self.competition, self.round.number)


class SittingAdd(RoundButton):
    """Have those who are there seated anew: another sitting of the same meeting."""

    power = Power.SEATING

    def enter(self, **named: Any) -> None:
        super().enter(**named)
        if not self.competition.is_season:
            raise Http404

    def act(self) -> str:
        added = meetings.sitting_add(round=self.round, actor=self.actor)
        said = _("%(round)s: tick who is here, then make up the tables.")
        self.say(said % {"round": round_name(self.competition, added.number)})
        return self.address("meeting", round=added.number)


class FixturesDraw(Button, OfCompetition):
    """Draw the tables of all meetings that have none, of every member."""

    stands_on = SeatingPage
    power = Power.SEATING

    def enter(self, **named: Any) -> None:
        super().enter(**named)
        if not self.competition.is_season:
            raise Http404

    def act(self) -> str:
        drawn = meetings.fixtures_draw(competition=self.competition, actor=self.actor)
        said = _("Tables drawn for meetings: %(count)s. They are drafts: nobody else sees them yet.")
        self.say(said % {"count": len(drawn)})
        return self.address("seating")


class TableMove(FormPage, OfTable):
    """Let a table play on another day."""

    only_changes = True
    template_name = "organiser/table_move.html"
    form_class = MoveForm
    tab = "board"
    power = Power.ROUNDS

    def form_arguments(self) -> dict[str, Any]:
        return {"initial": {"day": self.table.moved_to}}

    def act(self, form: Any) -> str:
        told = form.cleaned_data
        meetings.table_move(table=self.table, day=told["day"], reason=told["reason"], actor=self.actor)
        said = _("It plays on another day.") if told["day"] else _("It plays with the others again.")
        self.say(said)
        return self.table_address()


class Members(OfCompetition):
    """Who says that they come to which meeting, and the address by which they say it."""

    template_name = "organiser/members.html"
    tab = "seating"
    power = Power.CHECK_IN

    def enter(self, **named: Any) -> None:
        super().enter(**named)
        if not self.competition.is_season:
            raise Http404

    def here(self) -> str:
        return self.address("members")

    def context(self) -> dict[str, Any]:
        return {**super().context(), **self._link(), "asked": coming.asked(self.competition)}

    def _link(self) -> dict[str, Any]:
        """Give the address, where it is open."""
        found = coming.link_of(self.competition)
        if found is None:
            return {}
        link = self.request.build_absolute_uri(reverse("public:coming", args=[found.token]))
        return {"link": link, "picture": picture(link), "only_here": only_here(self.request.get_host())}


class OfMembers(Button, OfCompetition):
    """A button of the members' link."""

    stands_on = Members
    power = Power.CHECK_IN

    def enter(self, **named: Any) -> None:
        super().enter(**named)
        if not self.competition.is_season:
            raise Http404


class MembersOpen(OfMembers):
    """Let members answer."""

    def act(self) -> str:
        services.link_open(competition=self.competition, actor=self.actor)
        return self.address("members")


class MembersClose(OfMembers):
    """Let the address lead nowhere any more."""

    def act(self) -> str:
        services.link_close(competition=self.competition, actor=self.actor)
        self.say(_("The members’ link is closed."))
        return self.address("members")
