"""Finals of an event and competitions beside it, for programs: look who goes on, make, let in, give up."""

from collections.abc import Collection
from typing import Any
from uuid import UUID

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.fields import StrictChoice, StrictInt, StrictList, StrictSerializer, Text, key_field
from tournaments.api.organise.base import CREATED, ProgramView, answer, checked, reads, takes
from tournaments.api.organise.bodies import MOST_ROUNDS, Day, Name, Nullable, choice, number, reason
from tournaments.models import Competition
from tournaments.powers import Power
from tournaments.ranking import figures
from tournaments.refusals import Refusal
from tournaments.selectors import finals as selected
from tournaments.selectors.finals import LONGEST_REMARK, MOST_FINALISTS, MOST_GROUPS, Wanted
from tournaments.selectors.standings import standings_of
from tournaments.services import parts

SMALLEST_GROUP = 4
WAYS = ("places", "even")
LONGEST_NAME = 90  # what a group's letter leaves


# ------------------------------------------------------------------ what is sent
class OutSerializer(StrictSerializer):
    """Who stays out, and why: it stands in the log."""

    number = number()
    remark = Text(most=LONGEST_REMARK)


class WantedSerializer(StrictSerializer):
    """How many go on, in how many groups, with what; `order` puts equals at an edge in order."""

    size = StrictInt(least=SMALLEST_GROUP, most=MOST_FINALISTS)
    groups = StrictInt(least=1, most=MOST_GROUPS, default=1)
    way = StrictChoice(WAYS, default=WAYS[0])
    carry = choice(Competition.Carry, default=Competition.Carry.NONE)
    out = StrictList(child=OutSerializer(), default=list, max_length=MOST_FINALISTS)
    order = StrictList(child=number(), default=list, max_length=MOST_FINALISTS, once=True)

    default_error_messages = {
        "groups_unequal": _("So many cannot be parted equally."),
        "groups_small": _("A group has four players at least."),
    }

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        sent: dict[str, Any] = super().to_internal_value(data)
        size, groups = sent["size"], sent["groups"]
        if size % groups:
            raise serializers.ValidationError({"groups": [self._fault("groups_unequal")]})
        if size // groups < SMALLEST_GROUP:
            raise serializers.ValidationError({"groups": [self._fault("groups_small")]})
        return sent


class NewFinalSerializer(WantedSerializer):
    """The same, with the name of the final and the `mark` of what was looked at; made once under its key."""

    key = key_field()
    name = Name(most=LONGEST_NAME)
    date = Day()
    rounds = Nullable(least=1, most=MOST_ROUNDS, default=None)
    seen = Text(most=64)


class NewBesideSerializer(StrictSerializer):
    """A competition beside an event, for some of its people by their numbers; made once under its key."""

    key = key_field()
    name = Name(most=100)
    date = Day()
    entries = StrictList(child=number(), max_length=MOST_FINALISTS, once=True)


class LetInSerializer(StrictSerializer):
    """Who is let in, by the number in the event."""

    number = number()


class GiveUpSerializer(StrictSerializer):
    """Why a final is given up."""

    reason = reason()


# ------------------------------------------------------------------ what is answered
class GoingSerializer(serializers.Serializer[Any]):
    """Somebody near the edge: in which group (the first is 1) they go on, null for none, and with what."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    place = serializers.IntegerField()
    group = serializers.IntegerField(allow_null=True)
    brings = serializers.CharField()
    remark = serializers.CharField(allow_blank=True)


class CutSerializer(serializers.Serializer[Any]):
    """Who goes on, who stays out and who is next; the mark is asked for when the final is made."""

    mark = serializers.CharField()
    candidates = GoingSerializer(many=True)


class FinalistSerializer(serializers.Serializer[Any]):
    """Somebody of a part with what they brought, and what it would be by the standings of now."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    status = serializers.CharField()
    brought = serializers.CharField()
    now = serializers.CharField()


class NextSerializer(serializers.Serializer[Any]):
    """Who could be let in, the best first."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    place = serializers.IntegerField()


class PartSerializer(serializers.Serializer[Any]):
    """A part of an event; `decides_from` is the first place that it decides, null where it decides none."""

    competition = serializers.CharField()
    name = serializers.CharField()
    date = serializers.DateField()
    part = serializers.ChoiceField(Competition.Part.choices)
    carry = serializers.CharField()
    decides_from = serializers.IntegerField(allow_null=True)
    people = FinalistSerializer(many=True)


class FinalSerializer(PartSerializer):
    """A final, and who could be let in."""

    next = NextSerializer(many=True)


def part_json(part: Competition) -> dict[str, Any]:
    """Say what a part is, and who plays in it."""
    return {
        "competition": part.slug,
        "name": part.name,
        "date": part.date,
        "part": part.part,
        "carry": part.carry,
        "decides_from": part.decides_from,
        "people": [
            {
                "number": one.entry.number,
                "name": one.entry.name,
                "status": one.entry.status,
                "brought": figures.text(one.carried),
                "now": figures.text(one.now),
            }
            for one in selected.brought_to(part)
        ],
    }


def going_json(one: selected.Candidate) -> dict[str, Any]:
    """Say how somebody near the edge goes on."""
    group = None if one.group is None else one.group + 1
    told = {"number": one.row.number, "name": one.row.name, "place": one.row.rank, "remark": one.remark}
    return {**told, "group": group, "brings": figures.text(one.carried)}


# ------------------------------------------------------------------ the addresses
class OfParts(ProgramView):
    """What the addresses share."""

    powers = {"POST": Power.SETTINGS}
    pagination_class = None  # type: ignore[assignment]  # an event has a few

    def wanted(self, sent: dict[str, Any]) -> Wanted:
        """Take out of a body which final is wanted; raises Refusal for numbers that nobody has."""
        out = {one["number"]: one["remark"] for one in sent.pop("out")}
        shape = {name: sent.pop(name) for name in ("size", "groups", "way", "carry")}
        order = tuple(sent.pop("order"))
        self.known({*out, *order})
        return Wanted(**shape, out=out, order=order)

    def known(self, numbers: Collection[int]) -> None:
        """Insist that somebody has each of these numbers; raises Refusal."""
        there = set(self.competition().entries.exclude(player=None).values_list("number", flat=True))
        if strange := sorted(set(numbers) - there):
            raise Refusal("nobody_has_number", numbers=", ".join(map(str, strange)))

    def final(self) -> Competition:
        """Give the final of the address; raises Refusal for anything else."""
        if not self.competition().is_final:
            raise Refusal("not_a_final")
        return self.competition()

    def told(self) -> Response:
        """Answer with a final as it is now."""
        final = self.final()
        rows = selected.next_in(final)
        free = [{"number": one.number, "name": one.name, "place": one.rank} for one in rows]
        return answer(FinalSerializer, {**part_json(final), "next": free})


class Finals(OfParts):
    """The parts of an event, finals first."""

    powers = {"GET": Power.LOOK, "POST": Power.SETTINGS}

    @reads(PartSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """List them in the order of the places that they decide."""
        return Response([part_json(one) for one in selected.parts_of(self.competition())])

    @takes(NewFinalSerializer, PartSerializer(many=True), status=CREATED)
    def post(self, request: Request, slug: str) -> Response:
        """Make a final, or several groups of one, of the best in the standings, as it was looked at."""
        sent = checked(NewFinalSerializer, request)
        made = parts.finals_make(
            competition=self.competition(),
            wanted=self.wanted(sent),
            name=sent["name"],
            day=sent["date"],
            rounds=sent["rounds"],
            seen=sent["seen"],
            key=UUID(sent["key"]),
            actor=self.actor,
        )
        return Response([part_json(one) for one in made], CREATED)


class LookAtFinal(OfParts):
    """Who would go on."""

    @takes(WantedSerializer, CutSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Say who would go on, and with what; nothing is changed. Its mark is asked for to make the final."""
        wanted = self.wanted(checked(WantedSerializer, request))
        table = standings_of(self.competition())
        near = selected.candidates(table, parts.chosen(table, wanted), wanted)
        told = {"mark": selected.mark_of(table, wanted), "candidates": [going_json(one) for one in near]}
        return answer(CutSerializer, told)


class Beside(OfParts):
    """A competition beside an event."""

    @takes(NewBesideSerializer, PartSerializer, status=CREATED)
    def post(self, request: Request, slug: str) -> Response:
        """Make one for some of the event's people."""
        sent = checked(NewBesideSerializer, request)
        made = parts.side_make(
            competition=self.competition(),
            name=sent["name"],
            day=sent["date"],
            numbers=sent["entries"],
            key=UUID(sent["key"]),
            actor=self.actor,
        )
        return answer(PartSerializer, part_json(made), CREATED)


class Finalists(OfParts):
    """Who plays in a final."""

    powers = {"GET": Power.LOOK, "POST": Power.SETTINGS}

    @reads(FinalSerializer, 409)
    def get(self, request: Request, slug: str) -> Response:
        """List the finalists with what they brought, and who could be let in."""
        return self.told()

    @takes(LetInSerializer, FinalSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Let the next one in, with what the standings give."""
        sent = checked(LetInSerializer, request)
        parts.finalist_add(final=self.final(), number=sent["number"], actor=self.actor)
        return self.told()


class TakeOver(OfParts):
    """What finalists bring."""

    @takes(None, FinalSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Take it over anew from the standings as they are; the same is no change."""
        parts.carried_renew(final=self.final(), actor=self.actor)
        return self.told()


class GiveUp(OfParts):
    """A final that was made by mistake."""

    @takes(GiveUpSerializer, PartSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Give it up before its seating is out; it stays in the archive."""
        sent = checked(GiveUpSerializer, request)
        given_up = parts.final_give_up(final=self.final(), **sent, actor=self.actor)
        return answer(PartSerializer, part_json(given_up))
