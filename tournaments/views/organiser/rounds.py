"""A round: publish its seating, start it, close it, reopen it; a meeting also says who came."""

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from tournaments.forms.people import NewcomerForm
from tournaments.forms.rounds import CheckInForm
from tournaments.models import CheckIn, Competition, Entry, Round
from tournaments.powers import Power
from tournaments.refusals import Refusal
from tournaments.selectors import evenings, meetings, people, seatings
from tournaments.selectors.arrivals import absent_from
from tournaments.selectors.board import out_of_touch
from tournaments.selectors.coming import said_of
from tournaments.selectors.confirmed import open_deals
from tournaments.selectors.next_step import left_out, over_now, waiting_before
from tournaments.selectors.outdated import Outdated
from tournaments.selectors.tables import not_finished
from tournaments.services import clock, competitions, rounds
from tournaments.services.reckoning import rules_of, rules_of_other_sizes
from tournaments.views.organiser.board import BoardPage
from tournaments.views.organiser.drawn import filled_up, outdated_for
from tournaments.views.organiser.page import Button, FormPage, OfRound, Page
from tournaments.wording.rounds import round_name


class RoundPage(OfRound):
    """A round with its tables and the buttons that move it on."""

    template_name = "organiser/round.html"
    tab = "seating"
    power = Power.LOOK

    def here(self) -> str:
        return self.address("round", round=self.round.number)

    def context(self) -> dict[str, Any]:
        seated = seatings.seated_rounds(self.competition)
        here = next(one for one in seated if one.round.pk == self.round.pk)
        played = meetings.deals_played(self.round)
        numbers = {one.table.pk: one.table.number for one in here.tables if not one.table.moved_to}
        return {
            **super().context(),
            "seated": here,
            "gone": seatings.withdrawn([here]),
            "outdated": self.outdated(seated),
            "unfinished": not_finished(self.round, numbers, played),
            "out_of_touch": out_of_touch(self.competition, numbers.values()) if self.round.is_running else [],
            "unconfirmed": open_deals([self.round], self.competition.confirmed_by),
            "quality": seatings.quality(self.competition, seated)
            if self.round.is_draft and here.tables
            else None,
            "played": played,
            "turns": self.turns(here),
            "waiting_before": self.round.state == Round.State.PUBLISHED and waiting_before(self.round),
            "left_out": left_out([one.round for one in seated], self.round),
            "has_line_ups": self.competition.has_line_ups and self.has_teams(seated),
            "absent": absent_from(self.round) if self.round.state == Round.State.PUBLISHED else [],
            "again": over_now(self.competition, *seatings.with_tables(seated)) == self.round,
            "tables": [(table, played.get(table.table.pk, 0)) for table in here.tables],
        }

    def has_teams(self, seated: list[seatings.SeatedRound]) -> bool:
        """Tell whether there are teams; the database is asked only where nobody of one is seated."""
        seats = (seat for one in seated for table in one.tables for seat in table.seats)
        return any(seat.entry.team_id for seat in seats) or self.competition.teams.exists()

    def outdated(self, seated: list[seatings.SeatedRound]) -> Outdated | None:
        """Say of every round that no longer fits, if this is one of them: one button draws them all again."""
        off = outdated_for(self.competition, seated)
        return off if off and self.round in [one.round for one in off.misfits] else None

    def turns(self, seated: seatings.SeatedRound) -> list[evenings.Turn]:
        """List why these rest, or sit at tables that are not of four, while that can still be changed."""
        if not self.round.is_draft or not self.competition.is_season:
            return []
        return evenings.turns_at(seated) if len(rules_of(self.competition).players) > 1 else []


class RoundButton(Button, OfRound):
    """A button that moves a round on."""

    stands_on: type[Page] = RoundPage
    power = Power.ROUNDS

    def post(self, request: HttpRequest, **named: Any) -> HttpResponse:
        self.stands_on = BoardPage if self.on_board else self.stands_on
        return super().post(request, **named)

    @property
    def on_board(self) -> bool:
        """Say whether it was pressed on the board, where the next button is."""
        return "on_board" in self.request.POST

    def there(self) -> str:
        """Give the address of the page on which it stands."""
        return self.address("board") if self.on_board else self.address("round", round=self.round.number)

    def called(self, style: str = "") -> str:
        """Name the round, for a sentence about it."""
        return round_name(self.competition, self.round.number, style)


class RoundPublish(RoundButton):
    """Let everybody see the seating of the round."""

    power = Power.SEATING

    def act(self) -> str:
        rounds.round_publish(round=self.round, actor=self.actor)
        self.say(_("The seating of %(round)s is published.") % {"round": self.called("inside")})
        return self.there()


class RoundStart(RoundButton):
    """Open the round for deals."""

    def act(self) -> str:
        in_turn = self.request.POST.get("anyway") != "yes"
        rounds.round_start(round=self.round, actor=self.actor, in_turn=in_turn)
        self.say(_("%(round)s is running.") % {"round": self.called()})
        return self.address("board")


class RoundClose(RoundButton):
    """End the round; with `anyway` although tables have not finished."""

    def act(self) -> str:
        anyway = self.request.POST.get("anyway") == "yes"
        rounds.round_close(round=self.round, actor=self.actor, anyway=anyway)
        missing = open_deals([self.round], self.competition.confirmed_by)
        closed = _("%(round)s is closed. No deal in it waits for a confirmation.")
        if self.competition.official_when == Competition.OfficialWhen.SIGNED:
            closed = _(
                "%(round)s is closed. No deal in it waits for a confirmation. Results become official "
                "at the end, when two officials have signed them."
            )
        if missing:
            closed = _("%(round)s is closed. Its standings are provisional: deals not confirmed: %(deals)s.")
        elif not meetings.deals_played(self.round):
            closed = _("%(round)s is closed. No deal was recorded in it.")
        self.say(closed % {"round": self.called(), "deals": len(missing)})
        return self.there()


class RoundClock(RoundButton):
    """Pause the clock of the round, let it run on, or give five minutes more."""

    def act(self) -> str:
        change = self.request.POST.get("change", "")
        if change not in CLOCK:
            raise Http404
        seen = {"seen": self.posted_number("seen")} if change == "extend" else {}
        CLOCK[change](round=self.round, actor=self.actor, **seen)
        return self.address("board")


CLOCK: dict[str, Callable[..., Any]] = {
    "pause": clock.clock_pause,
    "resume": clock.clock_resume,
    "extend": clock.clock_extend,
}


class RoundReopen(RoundButton):
    """Take a closed round back into play."""

    def act(self) -> str:
        rounds.round_reopen(round=self.round, actor=self.actor)
        self.say(_("%(round)s is running again.") % {"round": self.called()})
        return self.address("round", round=self.round.number)


class RoundRemove(RoundButton):
    """Take away a draft that is not needed."""

    power = Power.SEATING

    def act(self) -> str:
        called = self.called()
        rounds.round_remove(round=self.round, actor=self.actor)
        self.say(_("%(round)s is taken away.") % {"round": called})
        return self.address("seating")


class OfMeeting(OfRound):
    """A page of a club meeting that is being prepared."""

    power = Power.CHECK_IN

    def enter(self, **named: Any) -> None:
        super().enter(**named)
        if not self.competition.is_season:
            raise Http404

    @cached_property
    def entries(self) -> list[Entry]:
        """List who can come: everybody but house players and those who withdrew."""
        gone = (Entry.Status.HOUSE, Entry.Status.WITHDRAWN)
        return list(people.entries_of(self.competition).exclude(status__in=gone))

    def newcomer_form(self, data: Any = None, files: Any = None) -> NewcomerForm:
        """Make the newcomer's form; it stands in the form of the list, so that no tick is lost."""
        return NewcomerForm(data, files, prefix="newcomer", use_required_attribute=False)

    @property
    def chooses(self) -> bool:
        """Tell whether the rules have tables that are not of four."""
        return len(rules_of(self.competition).players) > 1

    @property
    def other_sizes(self) -> list[str]:
        """Name the rule sets that have tables that are not of four, where these rules have none."""
        return rules_of_other_sizes(self.competition)

    def missing(self) -> int:
        """Count the house players that fill up the tables of those who are checked in; of five, one rests."""
        here = len(self.present())
        return 0 if here in (0, 5) else -here % 4

    @cached_property
    def said(self) -> dict[int, bool]:
        """Give what members said of the meeting, by their keys."""
        return said_of([self.round]).get(self.round.pk, {})

    def present_first(self) -> list[int]:
        """Tick who is checked in; where it is asked for, also who said that they come."""
        said = [key for key, comes in self.said.items() if comes] if "said" in self.request.GET else []
        return [*self.present(), *said]

    def present(self) -> list[int]:
        """List the entries that are checked in."""
        return list(CheckIn.objects.filter(round=self.round).values_list("entry", flat=True))


class Meeting(FormPage, OfMeeting):
    """Tick who came; newcomers are entered on the spot; then the tables are made up."""

    only_changes = True
    template_name = "organiser/meeting.html"
    tab = "seating"

    @property
    def needed(self) -> Power:
        """Let a helper say who is here, and no more than that: the tables are made up by who draws."""
        return Power.SEATING if "draw" in self.request.POST else self.power

    def form(self, data: Any = None, files: Any = None) -> CheckInForm:
        first = {"present": self.present_first(), "way": self.competition.club.evening_tables}
        return CheckInForm(
            data, files, entries=self.entries, said=self.said, chooses=self.chooses, initial=first
        )

    def context(self) -> dict[str, Any]:
        told = {"here": len(self.present()), "missing": 0 if self.chooses else self.missing()}
        told["coming"] = sum(self.said.values())
        return {**super().context(), **told, "newcomer": self.newcomer_form(), "clubs": people.club_names()}

    def post(self, request: HttpRequest, **named: Any) -> Any:
        # Enter in a newcomer's name presses the page's first button: whoever was typed is entered, not lost.
        if any(request.POST.get(f"newcomer-{name}", "").strip() for name in ("given", "family")):
            return Newcomer.as_view()(request, **named)
        return super().post(request, **named)

    def act(self, form: Any) -> str:
        chosen = [entry for entry in self.entries if entry.pk in form.cleaned_data["present"]]
        rounds.check_in(round=self.round, entries=chosen, actor=self.actor)
        if "draw" not in self.request.POST:
            self.say(_("%(count)s are here.") % {"count": len(chosen)})
            return self.address("meeting", round=self.round.number)
        way = form.cleaned_data.get("way")
        drawn = rounds.meeting_draw(round=self.round, actor=self.actor, way=way or None)
        said = _("The tables are made up. It is a draft: nobody else sees it yet.")
        self.say(" ".join(filter(None, (said, filled_up([drawn])))))
        return self.address("round", round=self.round.number)


class Newcomer(FormPage, OfMeeting):
    """Enter somebody who turned up, and check them in."""

    only_changes = True
    template_name = "organiser/meeting.html"
    tab = "seating"
    http_method_names = ["get", "post", "options"]

    def form(self, data: Any = None, files: Any = None) -> NewcomerForm:
        return self.newcomer_form(data, files)

    def get(self, request: HttpRequest, **named: Any) -> HttpResponse:
        """Lead whoever reloads a refused newcomer to the meeting."""
        return redirect(self.address("meeting", round=self.round.number))

    def context(self) -> dict[str, Any]:
        return {**super().context(), "clubs": people.club_names()}

    def show(self, status: int = 200, **more: Any) -> Any:
        """Show the meeting's page with the newcomer and the ticks as they were."""
        ticks = CheckInForm(
            self.request.POST, entries=self.entries, said=self.said, chooses=self.chooses
        )
        return super().show(status, **{**more, "newcomer": more["form"], "form": ticks})

    def act(self, form: Any) -> str:
        came = self._entered(form.cleaned_data)
        ticked = self.request.POST.getlist("present")
        here = [entry for entry in self.entries if str(entry.pk) in ticked and entry != came]
        rounds.check_in(round=self.round, entries=[*here, came], actor=self.actor)
        self.say(_("%(name)s is entered and here.") % {"name": came.name})
        return self.address("meeting", round=self.round.number)

    def _entered(self, person: dict[str, Any]) -> Entry:
        """Enter a person; whoever is entered already, by a second press or long ago, is the one who came."""
        try:
            return competitions.entry_add(competition=self.competition, person=person, actor=self.actor)
        except Refusal:
            known = people.entered_by_identity(self.competition).get(people.identity_of(person))
            if known is None or known not in self.entries:
                raise
            return known
