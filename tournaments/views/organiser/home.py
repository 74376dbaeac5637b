"""Where an organiser begins: clubs, their competitions and leagues, and the forms that create them."""

from dataclasses import replace
from typing import Any

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from players.models import Club
from tournaments import access
from tournaments.forms.clubs import ClubEveningForm, ClubForm, ClubTilesForm, LeagueForm
from tournaments.forms.competition import CompetitionForm
from tournaments.models import Competition, League
from tournaments.powers import MAY, Power, Role
from tournaments.selectors import log, overview, public
from tournaments.selectors.earlier import taken_over
from tournaments.services import clubs, competitions
from tournaments.services.reckoning import rules_of_other_sizes
from tournaments.tilefaces import Look
from tournaments.views.organiser.page import FormPage, Page, address
from tournaments.views.public import embed


class Home(Page):
    """My clubs with what is going on there."""

    template_name = "organiser/home.html"
    tab = "home"
    power = None

    def context(self) -> dict[str, Any]:
        mine = access.competitions_of(self.request.user).select_related("club", "league")
        clubs = overview.clubs_at_work(access.clubs_of(self.request.user), mine, self.rights)
        idle = [work for work in clubs if work.idle]
        return {
            "clubs": clubs,
            "idle": idle,
            "busy": len(idle) < len(clubs),
            "owns": any(work.owns for work in clubs),
            "may_found": may_found_a_club(self.request),
        }


class Roles(Page):
    """Who may do what: the table that every door asks, in words."""

    template_name = "organiser/roles.html"
    power = None

    def context(self) -> dict[str, Any]:
        held = {one.role for one in self.rights.roles}
        return {
            "roles": [(role, role in held) for role in Role],
            "powers": [
                (power, [role in MAY[power] for role in Role], [role.label for role in MAY[power]])
                for power in Power
            ],
        }


class ClubCreate(FormPage):
    """Found a club: for whoever has none yet, and for those who look after the site."""

    template_name = "organiser/club_form.html"
    form_class = ClubForm
    power = None

    def enter(self, **named: Any) -> None:
        if not may_found_a_club(self.request):
            raise Http404

    def act(self, form: Any) -> str:
        club = clubs.club_create(**form.cleaned_data, actor=self.actor)
        self.say(_("%(club)s is founded. Create its first tournament or league.") % {"club": club.name})
        return address("home")


class OfClub(Page):
    """A page about one club, for those who have the page's power in all of it."""

    power: Power  # each page names its own
    club: Club

    def enter(self, **named: Any) -> None:
        mine = access.clubs_of(self.request.user, self.needed or self.power)
        self.club = get_object_or_404(mine, slug=named["club"])

    def context(self) -> dict[str, Any]:
        return {"club": self.club}


class ClubLog(OfClub):
    """Who founded the club, its leagues and its competitions, and when."""

    template_name = "organiser/club_log.html"
    power = Power.CLUB

    def context(self) -> dict[str, Any]:
        return {**super().context(), "lines": log.lines(log.foundings_of(self.club))}


SHOWN_EVENTS = 20  # a page of older ones nobody copies from


THEMES = (
    (embed.LIGHT, _lazy("light")),
    (embed.DARK, _lazy("dark")),
    ("", _lazy("as the reader has it")),
)


class ClubEmbed(OfClub):
    """What a club copies into its own site, to show there what is published here."""

    template_name = "organiser/club_embed.html"
    power = Power.CREATE

    def context(self) -> dict[str, Any]:
        club = public.visible_clubs().filter(pk=self.club.pk).first()
        events = access.visible_competitions().filter(club=self.club)[:SHOWN_EVENTS]
        shown = [(_("Next days of the club"), club), *((one.name, one) for one in events)] if club else []
        themes = [(code, said, code == self.theme) for code, said in THEMES]
        pieces = [self._piece(title, one) for title, one in shown]
        return {**super().context(), "pieces": pieces, "themes": themes}

    @property
    def theme(self) -> str:
        """Give the colours that were chosen: light, as most sites are, until others are."""
        asked = self.request.GET.get("theme", embed.LIGHT)
        return asked if asked in dict(THEMES) else embed.LIGHT

    def _piece(self, title: str, one: Any) -> dict[str, str]:
        address = embed.address_of(self.request, one, self.theme)
        return {"title": title, "address": address, "code": embed.code(address, title)}


SAMPLE = ("B1", "C5", "D9", "WW", "DW")


class ClubTiles(FormPage, OfClub):
    """Choose how the club's tiles look, with a sample beside each choice."""

    template_name = "organiser/club_tiles.html"
    form_class = ClubTilesForm
    power = Power.CLUB

    def form_arguments(self) -> dict[str, Any]:
        return {"initial": {name: getattr(self.club, name) for name in self.form_class.base_fields}}

    def show(self, status: int = 200, **more: Any) -> HttpResponse:
        """Lay beside each choice the tiles as they would be; the suits' words, where they can be seen."""
        form, own = more["form"], Look.of(self.club)
        looks = {
            "tile_style": [replace(own, style=style) for style in Club.TileStyle.values],
            "tile_index": [replace(own, index=index) for index in Club.TileIndex.values],
            "suit_words": [replace(own, index="words", words=words) for words in Club.SuitWords.values],
        }
        chosen = [(form[name], list(zip(form[name], each, strict=True))) for name, each in looks.items()]
        return super().show(status, chosen=chosen, sample=SAMPLE, **more)

    def act(self, form: Any) -> str:
        clubs.club_change(club=self.club, actor=self.actor, **form.cleaned_data)
        self.say(_("The tiles of %(club)s are as you chose.") % {"club": self.club.name})
        return address("club-tiles", club=self.club.slug)


class ClubEvening(FormPage, OfClub):
    """Choose which tables an evening has whose people are no fours, under rules that know other tables."""

    template_name = "organiser/club_evening.html"
    form_class = ClubEveningForm
    power = Power.CLUB

    @property
    def other_sizes(self) -> list[str]:
        """Name the rule sets that have tables that are not of four."""
        return rules_of_other_sizes()

    def form_arguments(self) -> dict[str, Any]:
        return {"initial": {name: getattr(self.club, name) for name in self.form_class.base_fields}}

    def act(self, form: Any) -> str:
        clubs.club_change(club=self.club, actor=self.actor, **form.cleaned_data)
        self.say(_("The evenings of %(club)s are as you chose.") % {"club": self.club.name})
        return address("club-evening", club=self.club.slug)


class LeagueCreate(FormPage, OfClub):
    """Found a league; the next page creates its first season."""

    template_name = "organiser/league_form.html"
    form_class = LeagueForm
    power = Power.CREATE

    def act(self, form: Any) -> str:
        league = competitions.league_create(club=self.club, name=form.cleaned_data["name"], actor=self.actor)
        return address("season-create", league=league.slug)


MOST_EARLIER = 30  # competitions offered to begin like


class TournamentCreate(FormPage, OfClub):
    """Create a tournament with its rules, if wished with those and the settings of an earlier one."""

    template_name = "organiser/competition_form.html"
    form_class = CompetitionForm
    power = Power.CREATE
    season = False

    def context(self) -> dict[str, Any]:
        return {**super().context(), "like": self.like, "earlier": self.earlier()[:MOST_EARLIER]}

    def earlier(self) -> QuerySet[Competition]:
        """List what the club held of this kind, the latest first."""
        return self.club.competitions.filter(kind=self.fixed()["kind"])

    @cached_property
    def like(self) -> Competition | None:
        """Give the competition with whose settings and rules the form begins."""
        return self.earlier().filter(slug=self.request.GET.get("like", "")).first()

    def form_arguments(self) -> dict[str, Any]:
        return {"season": self.season, "like": self.like, "initial": {"date": timezone.localdate()}}

    def post(self, request: HttpRequest, **named: Any) -> HttpResponse:
        form = self.form(request.POST)
        if form.rules_changed:
            return self.show(form=form, rules_changed=True)
        return super().post(request, **named)

    def act(self, form: Any) -> str:
        made = competitions.competition_create(
            club=self.club,
            actor=self.actor,
            key=form.cleaned_data["key"],
            **self.fixed(),
            **taken_over(self.like, form.cleaned_data["date"]),
            **form.fields_of_competition(),
        )
        self.say(_("%(name)s is created. Now add the players.") % {"name": made.name})
        if form.unseen:
            self.say(_("Where clubs read its rules differently it plays as usual: see Settings."))
        if order := form.said_of_order():
            self.say(order)
        return address("players", slug=made.slug)

    def fixed(self) -> dict[str, Any]:
        """Give the fields that the address decides."""
        return {"kind": Competition.Kind.TOURNAMENT}


class SeasonCreate(TournamentCreate):
    """Create a season of a league."""

    season = True
    league: League

    def enter(self, **named: Any) -> None:
        mine = access.clubs_of(self.request.user, self.power)
        leagues = League.objects.filter(club__in=mine).select_related("club")
        self.league = get_object_or_404(leagues, slug=named["league"])
        self.club = self.league.club

    def context(self) -> dict[str, Any]:
        return {**super().context(), "league": self.league}

    def fixed(self) -> dict[str, Any]:
        return {"kind": Competition.Kind.SEASON, "league": self.league}


def may_found_a_club(request: HttpRequest) -> bool:
    """Say whether the reader may found a club: whoever has no role anywhere yet, or a superuser."""
    user = request.user
    return bool(getattr(user, "is_superuser", False)) or not access.has_a_role(user)
