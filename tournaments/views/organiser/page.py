"""What every page of the staff shares: the door, the way a refusal is shown, the frame around the content."""

import re
from collections.abc import Mapping
from typing import Any, Self, cast
from uuid import uuid4

from django.contrib import messages
from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.db import OperationalError
from django.db.models import QuerySet
from django.forms import BaseForm
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.utils.functional import cached_property
from django.views import View

from tournaments import access
from tournaments.deal import hashes
from tournaments.models import Competition, Round, Table
from tournaments.powers import Power
from tournaments.refusals import Refusal
from tournaments.selectors.finals import bringing_from
from tournaments.services import locks
from tournaments.services.reckoning import rules_are_as_pinned, rules_are_kept
from tournaments.views.public.rules import address_of as rules_address
from tournaments.wording.tiles import wind_name

BAD_REQUEST, UNPROCESSABLE = 400, 422
LONGEST_NUMBER = 9  # digits
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="[^"]+"')


class Page(View):
    """A page for people who are logged in; `enter` finds what the address names, or there is no such page."""

    template_name = ""
    tab = ""
    power: Power | None = None  # what it takes to look at the page, named by each; None: to be logged in
    power_to_change: Power | None = None  # what it takes to send its form, where that is another
    for_everybody = False  # whoever has the address, logged in or not
    without_second_factor = False  # also for owners who must have one first

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        if not (request.user.is_authenticated or self.for_everybody):
            return redirect_to_login(request.get_full_path())
        if self.owes_second_factor():
            return redirect("organiser:second-factor")
        try:
            self.enter(**self.kwargs)
            response = super().dispatch(request, *args, **kwargs)
        except Refusal as refusal:
            response = self.refused(refusal)
        except OperationalError as error:  # of the page's own look: what services lose is a refusal
            if not locks.is_lost(error):
                raise
            response = self.refused(Refusal("busy"))
        add_never_cache_headers(response)
        return response

    @property
    def actor(self) -> User:
        """Give the user who is logged in; `dispatch` lets nobody else through."""
        return cast(User, self.request.user)

    @cached_property
    def rights(self) -> access.Rights:
        """Give what the reader may do."""
        return access.rights_of(self.request.user)

    def owes_second_factor(self) -> bool:
        """Say whether the reader must set a second factor up before anything else."""
        if self.without_second_factor or not access.needs_second_factor(self.rights):
            return False
        return not access.has_second_factor(self.actor)

    @property
    def needed(self) -> Power | None:
        """Name the power that this request takes."""
        return (self.power_to_change or self.power) if self.request.method == "POST" else self.power

    def enter(self, **named: Any) -> None:
        """Find what the address names; raises Http404 for what is not there or not this user's."""

    def context(self) -> dict[str, Any]:
        """Give what the template shows."""
        return {}

    def get(self, request: HttpRequest, **named: Any) -> HttpResponse:
        return self.show()

    def show(self, status: int = 200, **more: Any) -> HttpResponse:
        """Answer with the page."""
        context = {"page": self, "tab": self.tab, **self.context(), **more}
        return render(self.request, self.template_name, context, status=status)

    def refused(self, refusal: Refusal) -> HttpResponse:
        """Answer a refusal where there is no form to show it beside."""
        context = {"page": self, "refusal": refusal}
        return render(self.request, "organiser/refused.html", context, status=refusal.status)

    def say(self, sentence: Any) -> None:
        """Tell on the next page that something was done."""
        messages.success(self.request, str(sentence))

    def here(self) -> str:
        """Give the page's own address, where buttons stand on it."""
        raise NotImplementedError

    @classmethod
    def entered(cls, request: HttpRequest, **named: Any) -> Self:
        """Make the page that an address names, for a button that stands on it."""
        page = cls()
        page.setup(request, **named)
        page.enter(**named)
        return page

    @classmethod
    def again(cls, request: HttpRequest, refusal: Refusal, **named: Any) -> HttpResponse:
        """Show this page with a refusal on top: the answer to a button that stands on it."""
        return cls.entered(request, **named).show(refusal.status, refusal=refusal)


TOLD_BY_ITS_FAULTS = "deal_refused"  # “not possible as entered” is no fault beside them


class FormPage(Page):
    """A page around one form; what was typed stays there when something is refused."""

    form_class: type[BaseForm]

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        """Let the browser keep an answer to a form: else its Back asks to send the form once more."""
        response = super().dispatch(request, *args, **kwargs)
        if request.method == "POST" and response.status_code not in (301, 302):
            response["Cache-Control"] = "private, no-cache, max-age=0"
        return response

    def form(self, data: Any = None, files: Any = None) -> Any:
        """Make the form, empty or bound to data and files."""
        return self.form_class(data, files, **self.form_arguments())

    def form_arguments(self) -> dict[str, Any]:
        """Give what the form needs to know beside what was typed."""
        return {}

    def act(self, form: Any) -> str:
        """Do what the form asks; return the address to go to."""
        raise NotImplementedError

    def get(self, request: HttpRequest, **named: Any) -> HttpResponse:
        return self.show(form=self.form())

    def show(self, status: int = 200, **more: Any) -> HttpResponse:
        if status >= BAD_REQUEST and "form" in more:
            focus_first_fault(more["form"])
        return super().show(status, **more)

    def post(self, request: HttpRequest, **named: Any) -> HttpResponse:
        form = self.form(request.POST, request.FILES)
        if not form.is_valid():
            return self.show(UNPROCESSABLE, form=form)
        try:
            return redirect(self.act(form))
        except Refusal as refusal:
            tell(form, refusal)
            return self.show(refusal.status, form=self.renewed(form, refusal))

    def renewed(self, form: Any, refusal: Refusal) -> Any:
        """Let a refused form go on; one that was saved already, and then changed, is a new one."""
        return retold(form, key=uuid4()) if refusal.code == "key_reused" else form


class Button(Page):
    """A button: one service call. A refusal shows the page again on which the button stands.

    Its address stays in the browser then: whoever reloads it is led to that page.
    """

    http_method_names = ["get", "post", "options"]
    stands_on: type[Page]

    def act(self) -> str:
        """Do it; return the address to go to."""
        raise NotImplementedError

    def posted_number(self, name: str) -> int:
        """Read a whole number that the button sends; 0 where it sends none."""
        sent = self.request.POST.get(name, "")
        return int(sent) if sent.removeprefix("-").isdecimal() and len(sent) <= LONGEST_NUMBER else 0

    def get(self, request: HttpRequest, **named: Any) -> HttpResponse:
        return redirect(self.stands_on.entered(request, **named).here())

    def post(self, request: HttpRequest, **named: Any) -> HttpResponse:
        try:
            return redirect(self.act())
        except Refusal as refusal:
            return self.stands_on.again(request, refusal, **named)


def tell(form: BaseForm, refusal: Refusal) -> None:
    """Write a refusal into a form, or each fault of it, beside the field that the form says is meant."""
    if not refusal.problems or refusal.code != TOLD_BY_ITS_FAULTS:
        fields_of: Any = getattr(form, "fields_of", lambda refusal: [])
        usual = ["reason"] if refusal.code == "reason_missing" and "reason" in form.fields else [None]
        for field in fields_of(refusal) or usual:
            form.add_error(field, refusal.message)
    field_of = getattr(form, "field_of", lambda problem: None)
    for problem in refusal.problems:
        field = field_of(problem)
        form.add_error(field, problem["message"] if field else said_of(problem))


def focus_first_fault(form: BaseForm) -> None:
    """Let the reader begin at the first field with a fault; a group of choices is focused as a whole."""
    wrong = (one for one in form.visible_fields() if one.errors)
    for first in wrong:
        if first.use_fieldset:
            first.field.begins_here = True  # type: ignore[attr-defined]
        else:
            first.field.widget.attrs["autofocus"] = True
        return


def said_of(problem: Mapping[str, Any]) -> str:
    """Say a fault with the seat it concerns."""
    seat = problem.get("seat")
    return f"{wind_name(seat)}: {problem['message']}" if seat else str(problem["message"])


def retold(form: Any, **fields: Any) -> Any:
    """Change what hidden fields of a bound form say when it is shown again."""
    form.data = form.data.copy()
    for name, value in fields.items():
        form.data[name] = str(value)
    return form


class OfCompetition(Page):
    """A page of one competition, for those of its staff who have the page's power there."""

    power: Power  # each page names its own
    works_in_archive = False
    only_changes = False  # a page for a change alone: there is nothing to look at in the archive
    competition: Competition

    def enter(self, **named: Any) -> None:
        self.competition = access.competition_for(self.rights, named["slug"], self.needed or self.power)
        changes = self.only_changes or self.request.method == "POST"
        if changes and self.competition.archived_at and not self.works_in_archive:
            raise Refusal("competition_archived")

    def refused(self, refusal: Refusal) -> HttpResponse:
        if not hasattr(self, "competition"):
            return super().refused(refusal)
        context = {"page": self, "tab": self.tab, "competition": self.competition, "refusal": refusal}
        return render(self.request, "organiser/refused_here.html", context, status=refusal.status)

    @cached_property
    def may(self) -> dict[str, bool]:
        """Say what the reader may do here, by the names of the powers."""
        return self.rights.powers(self.competition)

    @property
    def bringing(self) -> QuerySet[Competition]:
        """List the finals that do not follow when the standings of the event change."""
        return bringing_from(self.competition)

    @property
    def rules_revised(self) -> bool:
        """Say whether the program's table of the rules is another one than when it was chosen."""
        return not rules_are_as_pinned(self.competition)

    @property
    def rules_kept(self) -> bool:
        """Say whether the table that was chosen is kept, and the event goes on by it."""
        return rules_are_kept(self.competition)

    @property
    def rules_address(self) -> str:
        """Give the address of the rules as the event plays them."""
        return rules_address(self.competition)

    def context(self) -> dict[str, Any]:
        return {"competition": self.competition}

    def address(self, name: str, **named: Any) -> str:
        """Give the address of another page of this competition."""
        return address(name, slug=self.competition.slug, **named)


class OfRound(OfCompetition):
    """A page of one round."""

    round: Round

    def enter(self, **named: Any) -> None:
        super().enter(**named)
        self.round = round_in(self.competition, named["round"])

    def context(self) -> dict[str, Any]:
        return {**super().context(), "round": self.round}


class OfTable(OfCompetition):
    """A page of one table."""

    table: Table

    def enter(self, **named: Any) -> None:
        super().enter(**named)
        self.table = access.table_in(self.competition, named["round"], named["table"])
        if not self.rights.at_table(self.needed or self.power, self.competition, self.table.number):
            raise Refusal("table_not_yours", table=self.table.number)

    def context(self) -> dict[str, Any]:
        return {**super().context(), "table": self.table, "round": self.table.round}

    def table_address(self, name: str = "table", **named: Any) -> str:
        """Give the address of a page of this table."""
        return self.address(name, round=self.table.round.number, table=self.table.number, **named)


def round_in(competition: Competition, number: int) -> Round:
    """Find a round of a competition; raises Http404."""
    found = Round.objects.filter(competition=competition, number=number).select_related("competition").first()
    if found is None:
        raise Http404
    return found


def with_tag(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Tag a fragment by what it says; whoever has that already gets 304."""
    # The form tokens are masked anew in every answer; they are not news.
    tag = f'"{hashes.sha256(TOKEN.sub("", response.content.decode()))[:32]}"'
    if request.headers.get("If-None-Match") == tag:
        response = HttpResponse(status=304)
    response["ETag"] = tag
    return response


def address(name: str, **named: Any) -> str:
    """Give the address of an organiser's page."""
    return reverse(f"organiser:{name}", kwargs=named)
