"""What tablets are answered. Serializers make an answer and describe it; the other classes only describe.

Deals, receipts, previews, seats and rules are written by functions: `output`, and `tournaments.deal.preview`,
which the tablet's browser runs too. A serializer would add 0.5 ms to the 0.7 ms that writing a deal takes,
while four people wait. Tests hold what the functions write against what is described here.
"""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from players.models import Club
from tournaments.api.answers import Moment
from tournaments.api.errors import RefusalShape
from tournaments.api.table.input import NetSerializer
from tournaments.models import Agreement, Competition, HeldSubmission, RefereeCall, Round, Ruling
from tournaments.refusals import sentence


class Paired(serializers.Serializer[Any]):
    token = serializers.CharField()
    table = serializers.IntegerField()


class Place(serializers.Serializer[Any]):
    deal = serializers.IntegerField()
    east = serializers.CharField()
    round_wind = serializers.CharField()
    goulash = serializers.BooleanField(required=False)
    counted = serializers.IntegerField(required=False, help_text=_("deals that counted towards the end"))
    ring = serializers.CharField(
        required=False, help_text=_("the seats in the order in which they become East, but at four")
    )
    places = serializers.CharField(required=False, help_text=_("those of them where somebody sits"))
    favoured = serializers.CharField(
        required=False, help_text=_("who pays and is paid double, where that is not East")
    )


class SeatShape(serializers.Serializer[Any]):
    seat = serializers.CharField()
    number = serializers.IntegerField()
    name = serializers.CharField()
    stands_for = serializers.IntegerField(allow_null=True)
    stands_for_name = serializers.CharField(allow_null=True)
    wind = serializers.CharField(allow_null=True)
    score = serializers.IntegerField()


class TableRoundSerializer(serializers.ModelSerializer[Round]):
    """Which round it is and when it ends."""

    started_at = Moment(allow_null=True)
    ends_at = Moment(allow_null=True)
    paused_at = Moment(allow_null=True)
    added_minutes = serializers.IntegerField(
        required=False, help_text=_("what the table alone has beyond the round; in the end already")
    )
    last_deal = serializers.CharField(
        source="competition.last_deal", help_text=_("what is still played then: finish, one_more, stop")
    )

    class Meta:
        model = Round
        timed = ("minutes", "started_at", "ends_at", "paused_at", "added_minutes", "last_deal")
        fields = ("number", "state", "deals", "winds", *timed)
        read_only_fields = fields


class LineShape(serializers.Serializer[Any]):
    code = serializers.CharField()
    kind = serializers.CharField()
    amount = serializers.IntegerField()
    tiles = serializers.ListField(child=serializers.CharField())
    source = serializers.CharField()  # type: ignore[assignment]  # the metaclass takes it off the class
    text = serializers.CharField()


class Lines(serializers.Serializer[Any]):
    seats = serializers.DictField(child=LineShape(many=True))
    special = serializers.DictField(child=serializers.CharField())
    payments = serializers.ListField(child=serializers.DictField())
    cannon = serializers.ListField(child=serializers.CharField())


class ConfirmationShape(serializers.Serializer[Any]):
    state = serializers.ChoiceField(["confirmed", "open", "disputed"])
    given = serializers.IntegerField()
    needed = serializers.IntegerField()
    awaited = serializers.ListField(child=serializers.CharField(), help_text=_("seats whose word is missing"))
    people = serializers.ListField(child=serializers.CharField(), help_text=_("seats that can be asked"))
    staff = serializers.BooleanField(help_text=_("the staff confirmed it in the players' stead"))


class PlayedBy(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    name = serializers.CharField()


class RecordedDeal(serializers.Serializer[Any]):
    deal = serializers.IntegerField()
    version = serializers.IntegerField()
    kind = serializers.CharField()
    void = serializers.BooleanField()
    sha256 = serializers.CharField()
    chain = serializers.CharField()
    at = serializers.DateTimeField()
    east = serializers.CharField()
    round_wind = serializers.CharField()
    goulash = serializers.BooleanField(required=False)
    ring = serializers.CharField(required=False)
    places = serializers.CharField(required=False)
    favoured = serializers.CharField(required=False)
    reason = serializers.CharField(allow_blank=True)
    outcome = serializers.CharField()
    winners = serializers.ListField(child=serializers.CharField())
    dropped = serializers.ListField(child=serializers.CharField(), required=False)
    discarder = serializers.CharField(allow_null=True)
    win_source = serializers.CharField(allow_null=True)
    wild = serializers.CharField(required=False)
    totals = NetSerializer(required=False)
    hands = serializers.DictField()
    events = serializers.ListField(child=serializers.DictField())
    values = serializers.DictField(child=serializers.IntegerField(allow_null=True))
    net = NetSerializer()
    players = serializers.DictField(child=PlayedBy(), help_text=_("by seat, who played it"))
    scores = NetSerializer(required=False, help_text=_("by seat, what who played it has after it"))
    said = serializers.CharField()
    lines = Lines()
    flags = serializers.ListField(child=serializers.CharField())
    answers = serializers.DictField(child=serializers.CharField())
    by_staff = serializers.BooleanField(help_text=_("the staff wrote this version"))
    confirmation = ConfirmationShape()
    played_at = serializers.DateTimeField(required=False, help_text=_("when its first version was recorded"))
    asked_again = serializers.ListField(
        child=serializers.CharField(), required=False, help_text=_("seats that confirmed an earlier version")
    )
    disputed_before = serializers.ListField(
        child=serializers.CharField(), required=False, help_text=_("seats that disputed an earlier version")
    )


class RuledShape(serializers.Serializer[Any]):
    """What was ruled on the table in this round, or on somebody who sits here, who is named then."""

    kind = serializers.ChoiceField(["warning", "penalty", "ruling", "adjustment"])
    deal = serializers.IntegerField(allow_null=True)
    stands = serializers.BooleanField(help_text=_("a ruling that a disputed deal stands"))
    at = serializers.DateTimeField()
    number = serializers.IntegerField(allow_null=True)
    name = serializers.CharField()
    amount = serializers.IntegerField(allow_null=True)
    reason = serializers.CharField()
    taken_back = serializers.BooleanField()


class RulingSerializer(serializers.ModelSerializer[Ruling]):
    """What the referee decided."""

    words = serializers.CharField(source="get_decision_display")

    class Meta:
        model = Ruling
        fields = ("decision", "words", "reason")
        read_only_fields = fields


class HeldSerializer(serializers.ModelSerializer[HeldSubmission]):
    """Why a submission is held, and what the referee decided."""

    message = serializers.SerializerMethodField()
    facts = serializers.DictField()
    winners = serializers.ListField(
        source="body.winners", child=serializers.CharField(), read_only=True, default=list
    )
    outcome = serializers.CharField(source="body.outcome", read_only=True, default="")
    at = Moment()
    ruling = RulingSerializer(allow_null=True)

    class Meta:
        model = HeldSubmission
        fields: tuple[str, ...] = (
            *("deal", "key", "code", "message", "facts", "winners", "outcome", "at", "ruling"),
        )
        read_only_fields = fields

    def get_message(self, held: HeldSubmission) -> str:
        return sentence(held.code, held.facts)


class HeldBeforeSerializer(HeldSerializer):
    """What a table sent in a round before."""

    round = serializers.IntegerField(source="table.round.number", read_only=True)

    class Meta(HeldSerializer.Meta):
        fields = ("round", *HeldSerializer.Meta.fields)
        read_only_fields = fields


class CallSerializer(serializers.ModelSerializer[RefereeCall]):
    """When the referee was called last, and when that was answered."""

    at = Moment()
    answered_at = Moment(allow_null=True)

    class Meta:
        model = RefereeCall
        fields = ("reason", "at", "answered_at")
        read_only_fields = fields


class HeadSerializer(serializers.ModelSerializer[Competition]):
    """What is played."""

    season = serializers.BooleanField(source="is_season")
    archived = serializers.SerializerMethodField()

    class Meta:
        model = Competition
        fields = ("slug", "name", "revision", "season", "archived")
        read_only_fields = fields

    def get_archived(self, competition: Competition) -> bool:
        return competition.archived_at is not None


class TilesShape(serializers.Serializer[Any]):
    """How the club's tiles look; a tablet may show other faces."""

    style = serializers.ChoiceField(Club.TileStyle.values)  # type: ignore[assignment]  # the metaclass takes it off the class
    index = serializers.ChoiceField(
        Club.TileIndex.values, help_text=_("in the corner: the suit's letter, or its word")
    )
    words = serializers.ChoiceField(
        Club.SuitWords.values, help_text=_("what the suits are called where sentences name tiles")
    )


class Rotation(serializers.Serializer[Any]):
    round_winds = serializers.ListField(child=serializers.CharField())
    east_stays = serializers.ListField(child=serializers.CharField())
    counted_deals = serializers.IntegerField(allow_null=True)
    goulash_after_draw = serializers.BooleanField(allow_null=True)
    favoured = serializers.ListField(child=serializers.CharField(), allow_null=True)


class ClaimsShape(serializers.Serializer[Any]):
    order = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))
    several = serializers.BooleanField(help_text=_("all who call mah-jong on one discard win"))
    source = serializers.CharField()  # type: ignore[assignment]  # the metaclass takes it off the class


class MeaningShape(serializers.Serializer[Any]):
    text = serializers.CharField()
    source = serializers.CharField(allow_blank=True)  # type: ignore[assignment]  # as above


class RulesShape(serializers.Serializer[Any]):
    id = serializers.CharField()
    name = serializers.CharField()
    hash = serializers.CharField()
    options = serializers.DictField()
    kept = serializers.CharField(
        allow_null=True, help_text=_("the whole table, where the event began with another than today's")
    )
    limit = serializers.IntegerField(allow_null=True)
    chows = serializers.IntegerField()
    bonus_tiles = serializers.BooleanField()
    goulash = serializers.BooleanField()
    wild = serializers.ListField(child=serializers.CharField())
    goulash_chows = serializers.IntegerField()
    pairs = serializers.ListField(child=serializers.CharField())
    specials = serializers.ListField(child=serializers.CharField())
    special_names = serializers.DictField(
        child=serializers.CharField(), help_text=_("hands of the club’s own by code")
    )
    flags = serializers.ListField(child=serializers.CharField())
    penalties = serializers.ListField(child=serializers.CharField())
    several_winners = serializers.BooleanField()
    minimum = serializers.IntegerField(help_text=_("what a mah-jong must be worth; 0 for anything"))
    draws_counted = serializers.BooleanField()
    rotation = Rotation()
    claims = ClaimsShape(help_text=_("who gets a discard that several players want"))
    meanings = serializers.DictField(
        child=MeaningShape(), help_text=_("by code what a word means under the rules, for players")
    )


class AgreedShape(serializers.ModelSerializer[Agreement]):
    """What a table chose at its first deal, and when."""

    class Meta:
        model = Agreement
        fields = ("confirms", "at")


class TableState(serializers.Serializer[Any]):
    protocol = serializers.IntegerField()
    min_client = serializers.CharField()
    server_time = serializers.DateTimeField()
    competition = HeadSerializer()
    tiles = TilesShape()
    rules = RulesShape()
    entry_level = serializers.CharField()
    confirmed_by = serializers.CharField()
    may_agree = serializers.BooleanField(help_text=_("tables choose when their players confirm"))
    agreement = AgreedShape(allow_null=True)
    table = serializers.IntegerField()
    round = TableRoundSerializer(allow_null=True)
    seats = SeatShape(many=True)
    next = Place(allow_null=True)
    seating_version = serializers.IntegerField(allow_null=True)
    context = serializers.CharField(allow_null=True)  # type: ignore[assignment]  # the metaclass takes it off the class
    context_of = serializers.DictField(child=serializers.IntegerField(), allow_null=True)
    deals = RecordedDeal(many=True)
    held = HeldSerializer(many=True)
    held_before = HeldBeforeSerializer(many=True)
    call = CallSerializer(allow_null=True)
    rulings = RuledShape(many=True)
    engine = serializers.CharField(help_text=_("names the engine that counts here, for the tablet's own"))
    mahjongs = serializers.DictField(
        child=serializers.ListField(), help_text=_("by seat: special hand or null, round, table, deal")
    )


class Preview(serializers.Serializer[Any]):
    deal = serializers.IntegerField()
    values = serializers.DictField(child=serializers.IntegerField(allow_null=True))
    net = NetSerializer()
    lines = Lines()
    next = Place(allow_null=True)


class PreviewRefused(RefusalShape):
    """Why there is no preview, and what the hands that are sound are worth."""

    values = serializers.DictField(child=serializers.IntegerField(allow_null=True), required=False)
    lines = Lines(required=False)


class LaterDeal(serializers.Serializer[Any]):
    deal = serializers.IntegerField()
    before = NetSerializer()
    after = NetSerializer()
    east = serializers.CharField()
    east_before = serializers.CharField()
    flags = serializers.ListField(child=serializers.CharField(), help_text=_("what no longer fits, in words"))


class CorrectionPreview(Preview):
    later = LaterDeal(many=True)
    upcoming = Place(allow_null=True)
    upcoming_before = Place(allow_null=True)


class Receipt(serializers.Serializer[Any]):
    status = serializers.ChoiceField(["recorded", "replayed", "held"])
    key = serializers.UUIDField()
    fingerprint = serializers.CharField()
    revision = serializers.IntegerField()
    deal = serializers.IntegerField()
    version = serializers.IntegerField(allow_null=True)
    sha256 = serializers.CharField(allow_null=True)
    chain = serializers.CharField(allow_null=True)
    net = NetSerializer(allow_null=True)
    scores = NetSerializer()
    lines = Lines(allow_null=True)
    next = Place(allow_null=True)
    code = serializers.CharField(allow_null=True)
    message = serializers.CharField(allow_null=True)
    facts = serializers.DictField()
    ruling = RulingSerializer(allow_null=True, required=False)


class Words(serializers.Serializer[Any]):
    deal = serializers.IntegerField()
    version = serializers.IntegerField()
    sha256 = serializers.CharField()
    answers = serializers.DictField(child=serializers.CharField())
    confirmation = ConfirmationShape()


class WordsOnDeals(serializers.Serializer[Any]):
    words = Words(many=True)


class Pulse(serializers.Serializer[Any]):
    revision = serializers.IntegerField()
    min_client = serializers.CharField()
