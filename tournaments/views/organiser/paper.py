"""Papers: everything that is printed for the hall, made anew whenever somebody asks for it."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from tournaments import access
from tournaments.forms.paper import BundleForm, PaperForm
from tournaments.models import Competition, Round, in_turn
from tournaments.powers import Power
from tournaments.printing import papers
from tournaments.printing.facts import facts_of, open_stages
from tournaments.printing.page import is_drawable
from tournaments.selectors.board import round_of_now
from tournaments.services import outbox
from tournaments.services.reckoning import rules_of
from tournaments.views.organiser.page import Button, OfCompetition


class OfPaper(OfCompetition):
    """What papers are made of: published rounds only, for what is printed is there to be seen."""

    @cached_property
    def rounds(self) -> list[Round]:
        """Give the rounds whose seating is out."""
        shown = access.visible_rounds(self.competition).select_related("competition")
        return list(shown.order_by(*in_turn()))

    @cached_property
    def offered(self) -> list[str]:
        """List the papers that can be written now."""
        return papers.offered(self.competition, official=not self.unfinished)

    @cached_property
    def unfinished(self) -> list[Competition]:
        """List the stages that certificates wait for: before a round is over, the event itself."""
        over = any(one.is_closed for one in self.rounds)
        return open_stages(self.competition) if over else [self.competition]

    def form(self, data: Any = None, **named: Any) -> PaperForm:
        """Make the form, empty or of what was chosen."""
        return PaperForm(data, rounds=self.rounds, **named)


class PaperPage(OfPaper):
    """Every paper with what it is for."""

    template_name = "organiser/paper.html"
    tab = "paper"
    power = Power.LOOK

    def here(self) -> str:
        return self.address("paper")

    def context(self) -> dict[str, Any]:
        return {
            **super().context(),
            "bundle": BundleForm(initial={"size": "A4"}, auto_id="all_%s"),
            "form": self.form(initial={"size": "A4", "round": self._usual()}),
            "kinds": [(code, kind, self._address(code)) for code, kind in self._offered()],
            "waiting": not self.rounds,
            "unfinished": self.unfinished,
            "squares": [entry for entry in self._people() if not is_drawable(entry.name)],
        }

    def _usual(self) -> str:
        """Give the round that is wanted most: of a season the meeting of now."""
        now = round_of_now(self.competition) if self.competition.is_season else None
        return str(now.number) if now and not now.is_draft else ""

    def _offered(self) -> list[tuple[str, papers.Kind]]:
        mine = [code for code in self.offered if code != papers.SCORE_SHEETS or self.may[Power.SCORE]]
        return [(code, papers.PAPERS[code]) for code in mine]

    def _address(self, code: str) -> str:
        if code == papers.SCORE_SHEETS:
            return self.address("score-sheets")
        return self.address("paper-file", paper=code)

    def _people(self) -> list[Any]:
        return list(self.competition.entries.select_related("player"))


class PaperFile(OfPaper):
    """One paper as a PDF."""

    power = Power.LOOK

    @property
    def kind(self) -> str:
        """Name the paper; score sheets have an address, and a power, of their own."""
        wanted = str(self.kwargs["paper"])
        if wanted == papers.SCORE_SHEETS:
            raise Http404
        return wanted

    def get(self, request: HttpRequest, **named: Any) -> HttpResponse:
        form = self.form(request.GET)
        kind, rounds = self.kind, self._wanted(form)
        if kind not in self.offered:
            raise Http404
        rules = rules_of(self.competition)
        after = form.wanted if kind == "results" else None
        facts = facts_of(self.competition, rounds, rules, self._page_of, self.is_mine, after)
        size = form.cleaned_data["size"] or "A4"
        answer = HttpResponse(papers.written(kind, facts, size), content_type="application/pdf")
        name = f"{self.competition.slug}-{kind}-{size.lower()}.pdf"
        answer["Content-Disposition"] = f'attachment; filename="{name}"'
        return answer

    def _wanted(self, form: PaperForm) -> list[Round]:
        if not form.is_valid():
            raise Http404
        return [one for one in self.rounds if form.wanted in (None, one.number)]

    def _page_of(self, round: int, table: int) -> str:
        named = {"slug": self.competition.slug, "round": round, "table": table}
        return self.request.build_absolute_uri(reverse("organiser:table", kwargs=named))

    def is_mine(self, number: int) -> bool:
        """Tell whether a table's sheet is for this reader."""
        return True


class ScoreSheets(PaperFile):
    """The score sheets: of a scorer of some tables, those alone."""

    power = Power.SCORE
    kind = papers.SCORE_SHEETS

    def is_mine(self, number: int) -> bool:
        return self.rights.at_table(Power.SCORE, self.competition, number)


class PaperBundle(Button, OfPaper):
    """Have all papers drawn into one file, which is kept and fetched as exports are."""

    stands_on = PaperPage
    power = Power.EXPORTS
    works_in_archive = True

    def act(self) -> str:
        form = BundleForm(self.request.POST)
        if not form.is_valid():
            raise Http404
        size, site = form.cleaned_data["size"] or "A4", self.request.build_absolute_uri("/")
        outbox.papers_ask(competition=self.competition, size=size, site=site, actor=self.actor)
        self.say(_("The papers are being drawn."))
        return self.address("exports")
