"""The shapes of what tablets send. Whether it is mah-jong, and whose turn it is, is asked elsewhere."""

from typing import Any

from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema_field
from rest_framework import serializers

import scoring
from tournaments.api.fields import (
    Plain,
    StrictChoice,
    StrictInt,
    StrictList,
    StrictSerializer,
    Text,
    Truth,
    hash_field,
    key_field,
)
from tournaments.deal import consent
from tournaments.deal.reckon import NET_LIMIT, TOTALS

MOST_DEALS = 999
MOST_AT_ONCE = 60  # deals that are confirmed together
MOST_POINTS = 99_999
MOST_VERSIONS = 2**31 - 1
FEWEST = 2  # players at a table
OUTCOMES = ("win", "draw", "ended", TOTALS)
SEATS = tuple(scoring.CHAIRS)
WINDS = tuple(scoring.SEATS)


def code(**options: Any) -> Text:
    """Make a field for a code of the rules; which codes there are is the engine's matter."""
    return Text(most=40, **options)


def codes(**options: Any) -> StrictList:
    """Make a field for tiles or flags."""
    return StrictList(child=code(), **options)


class MeldSerializer(StrictSerializer):
    """A set on the table."""

    tiles = codes(max_length=8)
    concealed = Truth(required=False)
    dead = Truth(required=False)


class HandSerializer(StrictSerializer):
    """A declared hand; winds and `is_winner` may be left out, they follow from the deal."""

    melds = StrictList(child=MeldSerializer(), required=False, max_length=8)
    concealed = codes(required=False)
    bonus = codes(required=False, max_length=16)
    winning_tile = code(required=False, allow_null=True)
    win_source = code(required=False, allow_null=True)
    own_wind = StrictChoice(WINDS, required=False, allow_null=True)
    round_wind = StrictChoice(WINDS, required=False, allow_null=True)
    is_winner = Truth(required=False)
    flags = codes(required=False, max_length=16)
    waived = codes(required=False, max_length=16)
    wild = code(required=False, allow_null=True)
    favoured = Truth(required=False)
    undeclared = Truth(required=False)
    unshown = StrictInt(least=0, most=scoring.MOST_UNSHOWN, required=False)


class PointsSerializer(StrictSerializer):
    """A hand that the players counted themselves."""

    points = StrictInt(least=0, most=MOST_POINTS)


# Built once: a serializer copies all its fields when it is made, and a deal has four hands.
HAND, POINTS = HandSerializer(), PointsSerializer()


@extend_schema_field(
    PolymorphicProxySerializer(
        component_name="HandOrPoints",
        serializers=[HandSerializer, PointsSerializer],
        resource_type_field_name=None,
    )
)
class HandOrPointsField(Plain):
    """Take a hand as tiles, or its bare value where the event allows that."""

    def to_internal_value(self, data: Any) -> Any:
        counted = isinstance(data, dict) and "points" in data
        return (POINTS if counted else HAND).run_validation(data)

    def to_representation(self, value: Any) -> Any:
        return value


class HandsSerializer(StrictSerializer):
    """The hands by seat; a draw needs none. R is the fifth seat of a table of five."""

    E = HandOrPointsField(required=False)
    S = HandOrPointsField(required=False)
    W = HandOrPointsField(required=False)
    N = HandOrPointsField(required=False)
    R = HandOrPointsField(required=False)


class EventSerializer(StrictSerializer):
    """A penalty or an error that the table enters with the deal."""

    code = code()
    offender = StrictChoice(SEATS)
    misled = StrictList(child=StrictChoice(SEATS), required=False, max_length=4, once=True)


class RecordedEventSerializer(EventSerializer):
    """An event of a recorded deal as the table's state shows it; what the staff took back they decide."""

    reversed = Truth(required=False)


def amount() -> StrictInt:
    """Make a field for what a seat receives or pays; which seats a table has, its table says."""
    return StrictInt(least=-NET_LIMIT, most=NET_LIMIT, required=False)


class NetSerializer(StrictSerializer):
    """What each seat of the table receives (+) or pays (-): two to five seats, mostly E, S, W and N."""

    E, S, W, N, R = amount(), amount(), amount(), amount(), amount()

    def to_internal_value(self, data: Any) -> Any:
        taken = super().to_internal_value(data)
        if len(taken) < FEWEST:
            required = [self._fault("required")]
            raise serializers.ValidationError({seat: required for seat in WINDS if seat not in taken})
        return taken


class DeclarationSerializer(StrictSerializer):
    """What happened in a deal; `dropped` and `wild` are for rules with a minimum and for a goulash.

    With the outcome `totals` it is no deal but what the whole table came to, in `totals`.
    """

    outcome = StrictChoice(OUTCOMES)
    winners = StrictList(child=StrictChoice(SEATS), max_length=4, once=True)
    dropped = StrictList(child=StrictChoice(SEATS), required=False, max_length=4, once=True)
    discarder = StrictChoice(SEATS, required=False, allow_null=True)
    win_source = code(required=False, allow_null=True)
    wild = code(required=False, allow_null=True)
    hands = HandsSerializer()
    events = StrictList(child=EventSerializer(), required=False, max_length=16)
    totals = NetSerializer(required=False)


class PreviewSerializer(DeclarationSerializer):
    """A declaration to be worked out; what a submission needs beside it may be there already."""

    key = key_field(required=False)
    deal = StrictInt(least=1, most=MOST_DEALS, required=False)
    seating_version = StrictInt(least=0, most=MOST_VERSIONS, required=False)
    context = hash_field(required=False)  # type: ignore[assignment]  # the metaclass takes it off the class
    expected = NetSerializer(required=False, allow_null=True)
    client_time = Text(most=40, required=False)


class SubmissionSerializer(DeclarationSerializer):
    """A deal to be recorded: made once under one key, and sent until it is answered."""

    key = key_field()
    deal = StrictInt(least=1, most=MOST_DEALS)
    seating_version = StrictInt(least=0, most=MOST_VERSIONS)
    context = hash_field()  # type: ignore[assignment]  # the metaclass takes it off the class
    expected = NetSerializer(required=False, allow_null=True)
    client_time = Text(most=40, required=False)


def recorded_events() -> StrictList:
    return StrictList(child=RecordedEventSerializer(), required=False, max_length=16)


class CorrectionPreviewSerializer(DeclarationSerializer):
    """A recorded deal declared anew, to be worked out with what follows from it."""

    events = recorded_events()
    deal = StrictInt(least=1, most=MOST_DEALS, required=False)


class CorrectionSerializer(DeclarationSerializer):
    """A recorded deal put right by its table: what was looked at, and why it was wrong."""

    events = recorded_events()
    key = key_field()
    deal = StrictInt(least=1, most=MOST_DEALS)
    seating_version = StrictInt(least=0, most=MOST_VERSIONS)
    supersedes = hash_field()
    reason = Text(most=200)
    expected = NetSerializer(required=False, allow_null=True)
    client_time = Text(most=40, required=False)


class PairSerializer(StrictSerializer):
    """A pairing code, scanned or typed."""

    code = Text(most=80)
    label = Text(most=80, required=False)  # type: ignore[assignment]  # the metaclass takes it off the class


class WordSerializer(StrictSerializer):
    """A player's word on a recorded deal, bound to the content he saw."""

    seat = StrictChoice(SEATS)
    sha256 = hash_field()


class DealSeenSerializer(StrictSerializer):
    """A recorded deal as a player saw it."""

    deal = StrictInt(least=1, most=MOST_DEALS)
    sha256 = hash_field()


class WordsSerializer(StrictSerializer):
    """A player's yes to several recorded deals at once, each bound to the content he saw."""

    seat = StrictChoice(SEATS)
    seen = StrictList(child=DealSeenSerializer(), max_length=MOST_AT_ONCE)


class AgreementSerializer(StrictSerializer):
    """What a table chose at its first deal."""

    seating_version = StrictInt(least=0, most=MOST_VERSIONS)
    confirms = StrictChoice((consent.EACH, consent.TOGETHER))


class CallSerializer(StrictSerializer):
    """Why the table wants the referee."""

    reason = Text(most=200, required=False)


class CallBackSerializer(StrictSerializer):
    """Nothing: which call is meant the table knows."""


class HeartbeatSerializer(StrictSerializer):
    """What a tablet says of itself."""

    unsent = StrictInt(least=0, most=9_999)
    version = Text(most=20, required=False)
    battery = StrictInt(least=0, most=100, required=False, allow_null=True)
    persisted = Truth(required=False, allow_null=True)
