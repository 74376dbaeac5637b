"""The people a club looks after: their details, doubles, and all that is kept of one of them."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _

from players.models import Player
from tournaments import access
from tournaments.forms.persons import DetailsForm, EraseForm, MergeForm
from tournaments.models import Merge
from tournaments.powers import Power
from tournaments.selectors import people, persons
from tournaments.services import erasure
from tournaments.services import persons as services
from tournaments.views.organiser.home import OfClub
from tournaments.views.organiser.page import Button, FormPage, address

DETAILS = ("given", "family", "shown", "alias", "country", "email", "phone")
READABLE = {"ensure_ascii": False, "indent": 1}


class Persons(OfClub):
    """Everybody of the club, to look for, with those who may be there twice."""

    template_name = "organiser/persons.html"
    power = Power.PERSONS

    def context(self) -> dict[str, Any]:
        search = self.request.GET.get("q", "").strip()[:100]
        everybody = list(persons.listed(self.club))
        found = persons.found(everybody, search)
        doubles = [] if search else persons.alike(everybody)
        return {**super().context(), "people": found, "search": search, "doubles": doubles}


class OfPerson(OfClub):
    """A page of one person whom the club looks after."""

    power = Power.PERSONS
    person: Player

    def enter(self, **named: Any) -> None:
        super().enter(**named)
        found = access.people_of(self.club).filter(pk=named["person"]).first()
        if found is None:
            raise Http404
        self.person = found

    def context(self) -> dict[str, Any]:
        return {**super().context(), "person": self.person}

    def here(self) -> str:
        return address("person", club=self.club.slug, person=self.person.pk)


class PersonPage(FormPage, OfPerson):
    """What is known of a person, to be corrected; where the person plays; doubles to be parted again."""

    template_name = "organiser/person.html"

    def form(self, data: Any = None, files: Any = None) -> Any:
        club = self.person.club.name if self.person.club else ""
        known = {name: getattr(self.person, name) for name in DETAILS}
        return DetailsForm(data, files, initial={**known, "of": club})

    def context(self) -> dict[str, Any]:
        return {
            **super().context(),
            "events": persons.events_of(self.person),
            "merges": persons.merges_of(self.person),
            "clubs": people.club_names(),
        }

    def act(self, form: Any) -> str:
        services.person_change(person=self.person, club=self.club, actor=self.actor, **form.cleaned_data)
        self.say(_("%(name)s is saved.") % {"name": self.person.full_name})
        return address("persons", club=self.club.slug)


class PersonMerge(FormPage, OfPerson):
    """Choose who is the same person."""

    template_name = "organiser/person_merge.html"

    def form(self, data: Any = None, files: Any = None) -> Any:
        everybody = list(persons.listed(self.club))
        near = {one.pk for pair in persons.alike(everybody) for one in pair if self.person in pair}
        others = sorted((one for one in everybody if one != self.person), key=lambda one: one.pk not in near)
        return MergeForm(data, files, others=others, initial={"double": self.request.GET.get("double")})

    def act(self, form: Any) -> str:
        double = access.people_of(self.club).get(pk=form.cleaned_data["double"])
        services.persons_merge(kept=self.person, double=double, club=self.club, actor=self.actor)
        self.say(
            _("%(double)s is now %(name)s.") % {"double": double.full_name, "name": self.person.full_name}
        )
        return self.here()


class MergeUndo(Button, OfPerson):
    """Part two again who were merged."""

    stands_on = PersonPage

    def act(self) -> str:
        merge = Merge.objects.select_related("kept", "double").filter(
            kept=self.person, pk=self.kwargs["merge"]
        )
        if not (found := merge.first()):
            raise Http404
        parted = services.merge_undo(merge=found, club=self.club, actor=self.actor)
        self.say(_("%(name)s stands alone again.") % {"name": parted.full_name})
        return self.here()


class PersonErase(FormPage, OfPerson):
    """Erase who a person is, and keep what was played."""

    template_name = "organiser/person_erase.html"
    form_class = EraseForm

    def act(self, form: Any) -> str:
        erasure.person_erase(person=self.person, club=self.club, actor=self.actor)
        self.say(_("The person is erased."))
        return address("persons", club=self.club.slug)


class PersonData(Button, OfPerson):
    """Give all that is kept of a person as a file, to be handed to the person."""

    stands_on = PersonPage

    def post(self, request: HttpRequest, **named: Any) -> HttpResponse:
        services.person_note_given(person=self.person, club=self.club, actor=self.actor)
        answer = JsonResponse(persons.kept_of(self.person), json_dumps_params=READABLE)
        answer["Content-Disposition"] = f'attachment; filename="person-{self.person.pk}.json"'
        return answer
