"""The people a club looks after: their details, doubles, and all that is kept of one of them."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _

from players.models import Player
from tournaments import access
from tournaments.forms.persons import DetailsForm, EraseForm, MergeForm, OfferForm, ProfileForm
from tournaments.models import Merge
from tournaments.powers import Power
from tournaments.refusals import Refusal
from tournaments.selectors import people, persons
from tournaments.services import erasure, invitations, mailing
from tournaments.services import persons as services
from tournaments.services.rights import profile_help
from tournaments.views.hosts import only_here
from tournaments.views.organiser.home import OfClub
from tournaments.views.organiser.page import UNPROCESSABLE, Button, FormPage, Page, address, retold, tell
from tournaments.views.organiser.staff import link_to_password
from tournaments.views.organiser.tablets import picture

READABLE = {"ensure_ascii": False, "indent": 1}


class Persons(OfClub):
    """Everybody of the club, to look for, with those who may be there twice."""

    template_name = "organiser/persons.html"
    power = Power.PERSONS

    def context(self) -> dict[str, Any]:
        search = self.request.GET.get("q", "").strip()[:100]
        everybody = list(persons.listed(self.club))
        found = persons.found(everybody, search)
        doubles = [] if search else persons.meetings_of(persons.alike(everybody))
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


class Details(FormPage):
    """The details of a person; of two who correct them at once the second is told."""

    person: Player

    def renewed(self, form: Any, refusal: Refusal) -> Any:
        """Let whoever has now heard of the other's correction overwrite it."""
        if refusal.code == "person_meanwhile":
            return retold(form, seen=persons.mark_of(self.person))
        return super().renewed(form, refusal)


def known_of(person: Player) -> dict[str, Any]:
    """Give the details as a form begins with them, and their mark."""
    known = {name: getattr(person, name) for name in persons.DETAILS}
    return {**known, "seen": persons.mark_of(person)}


class PersonPage(Details, OfPerson):
    """What is known of a person, to be corrected; where the person plays; doubles to be parted again."""

    template_name = "organiser/person.html"

    def form(self, data: Any = None, files: Any = None) -> Any:
        club = self.person.club.name if self.person.club else ""
        return DetailsForm(data, files, initial={**known_of(self.person), "of": club})

    def context(self) -> dict[str, Any]:
        return {
            **super().context(),
            "events": persons.events_of(self.person),
            "has_profile": access.profiles().filter(pk=self.person.pk).exists(),
            "merges": persons.merges_of(self.person),
            "clubs": people.club_names(),
            "links": persons.links_of(self.person, self.club),
            "owns": self.rights.may_in_club(Power.PEOPLE, self.club),
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

    def context(self) -> dict[str, Any]:
        user = self.person.user
        return {**super().context(), "works": user is not None and access.has_a_role(user)}

    def act(self, form: Any) -> str:
        erasure.person_erase(person=self.person, club=self.club, actor=self.actor)
        self.say(_("The person is erased."))
        return address("persons", club=self.club.slug)


class PersonData(Button, OfPerson):
    """Give all that is kept of a person as a file, to be handed to the person."""

    stands_on = PersonPage

    def post(self, request: HttpRequest, **named: Any) -> HttpResponse:
        services.person_note_given(person=self.person, club=self.club, actor=self.actor)
        return file_of(self.person)


def file_of(person: Player) -> HttpResponse:
    """Answer with all that is kept of a person."""
    answer = JsonResponse(persons.kept_of(person), json_dumps_params=READABLE)
    answer["Content-Disposition"] = f'attachment; filename="person-{person.pk}.json"'
    return answer


class PersonInvite(FormPage, OfPerson):
    """Make the link by which a person takes the own profile; an address that is known gets it by e-mail."""

    template_name = "organiser/person_invite.html"
    form_class = OfferForm

    def context(self) -> dict[str, Any]:
        mails = bool(self.person.email) and mailing.is_configured()
        return {**super().context(), "mails": mails, "only_here": only_here(self.request.get_host())}

    def post(self, request: HttpRequest, **named: Any) -> HttpResponse:
        form = self.form(request.POST)
        if not form.is_valid():
            return self.show(UNPROCESSABLE, form=form)
        try:
            issued = invitations.profile_offer(
                person=self.person,
                club=self.club,
                actor=self.actor,
                email=self.person.email if mailing.is_configured() else "",
                days=form.cleaned_data["days"],
            )
        except Refusal as refusal:
            tell(form, refusal)
            return self.show(refusal.status, form=form)
        link = request.build_absolute_uri(reverse("organiser:join", args=[issued.token]))
        sent = _sent(issued, link)
        return self.show(form=self.form(), issued=issued, link=link, picture=picture(link), sent=sent)


def _sent(issued: invitations.Issued, link: str) -> bool | None:
    """Send the link where there is an address; say whether that worked, None where there is none."""
    one = issued.invitation
    if not one.email:
        return None
    facts = {"club": one.club, "link": link, "until": f"{one.expires_at:%Y-%m-%d %H:%M} UTC"}
    body = _(
        "%(club)s gives you your own profile as a player.\n\n"
        "Open this address to take it; it works once, until %(until)s:\n\n%(link)s\n"
    )
    return mailing.send(one.email, _("Your profile: %(club)s") % facts, body % facts)


class LinkRevoke(Button, OfPerson):
    """Take a link to a profile back."""

    stands_on = PersonPage

    def act(self) -> str:
        link = get_object_or_404(persons.links_of(self.person, self.club), pk=self.kwargs["link"])
        invitations.invitation_revoke(invitation=link, actor=self.actor)
        self.say(_("The link is taken back: it opens nothing any more."))
        return self.here()


class PersonPassword(OfPerson):
    """A link to a new password, for somebody with a profile and no role."""

    template_name = "organiser/person_password.html"
    power = Power.PEOPLE

    def context(self) -> dict[str, Any]:
        return {**super().context(), "helped": self.person.user}

    def post(self, request: HttpRequest, **named: Any) -> HttpResponse:
        lost = request.POST.get("second_factor") == "lost"
        told: dict[str, Any] = {"person": self.person, "club": self.club, "without_second_factor": lost}
        try:
            helped = profile_help(actor=self.actor, **told)
        except Refusal as refusal:
            return self.show(refusal.status, refusal=refusal)
        link = request.build_absolute_uri(link_to_password(helped))
        return self.show(link=link, picture=picture(link), only_here=only_here(request.get_host()))


class OfMyself(Page):
    """A page about the person that the reader is."""

    power = None
    person: Player

    def enter(self, **named: Any) -> None:
        found = access.profile_of(self.actor)
        if found is None:
            raise Http404
        self.person = found

    def here(self) -> str:
        return address("profile")


class Profile(Details, OfMyself):
    """How others read the own name, how the club reaches one, and all that is kept."""

    template_name = "organiser/profile.html"
    tab = "me"

    def form(self, data: Any = None, files: Any = None) -> Any:
        return ProfileForm(data, files, initial=known_of(self.person))

    def context(self) -> dict[str, Any]:
        shown = access.profiles().filter(pk=self.person.pk).exists()
        return {"person": self.person, "events": persons.events_of(self.person), "has_profile": shown}

    def act(self, form: Any) -> str:
        services.person_change(person=self.person, club=None, actor=self.actor, **form.cleaned_data)
        self.say(_("Your profile is saved."))
        return self.here()


class ProfileData(Button, OfMyself):
    """Take all that is kept of oneself as a file."""

    stands_on = Profile

    def post(self, request: HttpRequest, **named: Any) -> HttpResponse:
        return file_of(self.person)
