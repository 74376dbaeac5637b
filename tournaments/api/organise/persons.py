"""The people a club looks after, for programs: their names corrected, doubles merged and parted again.

Programs neither read nor change how somebody is reached, or what somebody consented to.
"""

import re
from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from players import imports
from players.models import Club, Player
from tournaments import access
from tournaments.api.answers import Moment
from tournaments.api.fields import Patterned, StrictChoice, StrictInt, StrictSerializer, Text
from tournaments.api.organise import bodies, filters
from tournaments.api.organise.base import ProgramList, ProgramView, answer, checked, reads, takes
from tournaments.api.organise.bodies import Name
from tournaments.models import Merge
from tournaments.powers import Power
from tournaments.refusals import Refusal
from tournaments.selectors import persons as selected
from tournaments.services import persons as services

COUNTRY = re.compile(r"([A-Z]{2,3})?", re.ASCII)
EMA = re.compile(rf"({imports.EMA_NUMBER.strip('^$')})?", re.ASCII)
SHOWN = [(one.value, one.label) for one in Player.Shown if one != Player.Shown.ERASED]
MOST_PERSON = 2**31 - 1


# ------------------------------------------------------------------ what is sent
class PersonChangeSerializer(StrictSerializer):
    """What is corrected, the club by its name; `seen` is the mark of what was read before."""

    given = Name(most=60, of_person=True, blank=True, required=False)
    family = Name(most=60, of_person=True, required=False)
    shown = StrictChoice(SHOWN, required=False)
    alias = Name(most=60, of_person=True, blank=True, required=False)
    club = Name(most=100, blank=True, required=False)
    country = Patterned(pattern=COUNTRY, form=_("two or three capital letters"), required=False)
    ema = Patterned(pattern=EMA, form=_("a number of six to ten digits"), required=False)
    seen = Text(most=64)

    default_error_messages = {"alias_missing": _("Say which other name.")}


class DoubleSerializer(StrictSerializer):
    """Who is the same person; what that one played becomes the other's."""

    double = StrictInt(least=1, most=MOST_PERSON)


# ------------------------------------------------------------------ what is answered
class OrganisedPersonSerializer(serializers.ModelSerializer[Player]):
    """A person: all names, and as `name` what others read; the mark goes with a correction."""

    name = serializers.CharField()
    club = serializers.CharField(source="club.name", read_only=True, default="")
    mark = serializers.SerializerMethodField()

    class Meta:
        model = Player
        fields: tuple[str, ...] = (
            *("id", "name", "given", "family", "shown", "alias", "club", "country", "ema", "mark"),
        )
        read_only_fields = fields

    def get_mark(self, person: Player) -> str:
        return selected.mark_of(person)


class MergedSerializer(serializers.ModelSerializer[Merge]):
    """A double that was merged, to be parted again by the number of the merge."""

    merge = serializers.IntegerField(source="pk")
    person = serializers.IntegerField(source="double_id")
    name = serializers.CharField(source="double.full_name")
    at = Moment()

    class Meta:
        model = Merge
        fields = ("merge", "person", "name", "at")
        read_only_fields = fields


class PersonWithDoublesSerializer(OrganisedPersonSerializer):
    """A person with the doubles that can be parted again."""

    doubles = MergedSerializer(many=True, source="merges_shown")

    class Meta(OrganisedPersonSerializer.Meta):
        fields = (*OrganisedPersonSerializer.Meta.fields, "doubles")
        read_only_fields = fields


# ------------------------------------------------------------------ the addresses
class OfClub(ProgramView):
    """What the addresses share: the club, for whoever has the power by a role for all of it."""

    powers = dict.fromkeys(("GET", "PATCH", "POST"), Power.PERSONS)
    club: Club

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        club = Club.objects.filter(slug=self.kwargs["club"]).first()
        if club is None or not self.rights.may_in_club(self.needed, club):
            raise Http404
        self.club = club

    def person(self, key: int) -> Player:
        """Find somebody the club looks after; raises Refusal for who was merged into one of them."""
        people = access.people_of(self.club)
        found = people.filter(pk=key).first()
        if found is None and Player.objects.filter(pk=key, merged_into__in=people).exists():
            raise Refusal("person_gone")
        if found is None:
            raise Http404
        return found

    def told(self, person: Player) -> Response:
        """Answer with a person as it is now."""
        found = Player.objects.select_related("club").get(pk=person.pk)  # perhaps another club's from now on
        found.merges_shown = selected.merges_of(found)  # type: ignore[attr-defined]  # for the answer
        return answer(PersonWithDoublesSerializer, found)


class Persons(OfClub, ProgramList):
    """The people a club looks after, in order of their names."""

    queryset = Player.objects.order_by("family", "given", "pk")
    serializer_class = OrganisedPersonSerializer
    filterset_class = filters.PersonFilters

    def get_queryset(self) -> QuerySet[Player]:
        return access.people_of(self.club).order_by("family", "given", "pk")


class OnePerson(OfClub):
    """One person."""

    @reads(PersonWithDoublesSerializer)
    def get(self, request: Request, club: str, person: int) -> Response:
        """Read the names of a person, and who was merged with it."""
        return self.told(self.person(person))

    @takes(PersonChangeSerializer, PersonWithDoublesSerializer)
    def patch(self, request: Request, club: str, person: int) -> Response:
        """Correct a name, what others read of it, club or country, wherever they are shown."""
        found, sent = self.person(person), checked(PersonChangeSerializer, request)
        refuse_without_alias(found, sent)
        if "club" in sent:
            sent["of"] = sent.pop("club")
        services.person_change(person=found, club=self.club, actor=self.actor, **sent)
        return self.told(found)


class PersonMerge(OfClub):
    """Two who are one person."""

    @takes(DoubleSerializer, PersonWithDoublesSerializer)
    def post(self, request: Request, club: str, person: int) -> Response:
        """Merge a double into this person; it can be undone."""
        kept, sent = self.person(person), checked(DoubleSerializer, request)
        double = self.person(sent["double"])
        services.persons_merge(kept=kept, double=double, club=self.club, actor=self.actor)
        return self.told(kept)


class MergeUndo(OfClub):
    """Two who are not one person after all."""

    @takes(bodies.NothingSerializer, PersonWithDoublesSerializer)
    def post(self, request: Request, club: str, person: int, merge: int) -> Response:
        """Part the two again; answers with who stands alone again."""
        kept = self.person(person)
        checked(bodies.NothingSerializer, request)
        merges = Merge.objects.select_related("kept", "double").filter(kept=kept)
        found = get_object_or_404(merges, pk=merge)
        return self.told(services.merge_undo(merge=found, club=self.club, actor=self.actor))


def refuse_without_alias(person: Player, sent: dict[str, Any]) -> None:
    """Stop that another name is shown which there is not."""
    now = {name: sent.get(name, getattr(person, name)) for name in ("shown", "alias")}
    if now["shown"] == Player.Shown.ALIAS and not now["alias"]:
        said = str(PersonChangeSerializer.default_error_messages["alias_missing"])
        raise serializers.ValidationError({"alias": [serializers.ErrorDetail(said, code="alias_missing")]})
