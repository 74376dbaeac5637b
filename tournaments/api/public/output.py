"""The shapes of what everybody may read, for the OpenAPI document."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.api.table.shapes import RecordedDeal


class CompetitionShape(serializers.Serializer[Any]):
    slug = serializers.CharField()
    name = serializers.CharField()
    kind = serializers.CharField()
    club = serializers.CharField()
    date = serializers.DateField()
    league = serializers.CharField(allow_null=True)
    rules = serializers.CharField()
    options = serializers.DictField()
    rules_hash = serializers.CharField()
    revision = serializers.IntegerField()
    criteria = serializers.ListField(child=serializers.CharField())
    confirmed_by = serializers.CharField()
    chain = serializers.CharField()


class EntryShape(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    name = serializers.CharField()
    status = serializers.CharField()
    team = serializers.CharField(allow_blank=True)
    player = serializers.IntegerField(allow_null=True)
    club = serializers.CharField(allow_blank=True)


class PublicRound(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    state = serializers.CharField()
    date = serializers.DateField(allow_null=True)
    deals = serializers.IntegerField(allow_null=True)
    minutes = serializers.IntegerField(allow_null=True)
    ends_at = serializers.DateTimeField(allow_null=True)
    paused_at = serializers.DateTimeField(allow_null=True)


class SeatingShape(serializers.Serializer[Any]):
    round = serializers.IntegerField()
    table = serializers.IntegerField()
    seat = serializers.CharField()
    entry = serializers.IntegerField()
    name = serializers.CharField()
    from_deal = serializers.IntegerField()
    stands_for = serializers.IntegerField(allow_null=True)


class PublicDeal(RecordedDeal):
    round = serializers.IntegerField()
    table = serializers.IntegerField()


@extend_schema_field({"oneOf": [{"type": "integer"}, {"type": "string"}]})
class Amount(serializers.Field[Any, Any, Any, Any]):
    """A number, or an exact fraction as text."""


class StandingRound(serializers.Serializer[Any]):
    round = serializers.IntegerField()
    amount = Amount()
    state = serializers.CharField()


class StandingShape(serializers.Serializer[Any]):
    rank = serializers.IntegerField(allow_null=True)
    shared = serializers.BooleanField()
    number = serializers.IntegerField()
    name = serializers.CharField()
    club = serializers.CharField(allow_blank=True)
    status = serializers.CharField()
    total = Amount(help_text=_("a number, or an exact fraction as text"))
    net = serializers.IntegerField()
    adjustment = serializers.IntegerField()
    mahjongs = serializers.IntegerField()
    given = serializers.IntegerField()
    deals = serializers.IntegerField()
    decided = serializers.CharField(allow_null=True)
    rounds = StandingRound(many=True)


class StandingsShape(serializers.Serializer[Any]):
    competition = serializers.CharField()
    revision = serializers.IntegerField()
    provisional = serializers.BooleanField(help_text=_("false when the standings are official"))
    unconfirmed = serializers.IntegerField(help_text=_("deals of closed rounds that are not confirmed"))
    round = serializers.IntegerField(allow_null=True)
    criteria = serializers.ListField(child=serializers.CharField())
    chain = serializers.CharField()
    standings = StandingShape(many=True)


class LeagueShape(serializers.Serializer[Any]):
    slug = serializers.CharField()
    name = serializers.CharField()
    club = serializers.CharField()
    seasons = serializers.ListField(child=serializers.CharField())


class PlayerShape(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    club = serializers.CharField(allow_blank=True)
    country = serializers.CharField(allow_blank=True)
