"""What programs read of what they organise: each serializer makes the answer and describes it."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.api.answers import Moment
from tournaments.api.public import output as public
from tournaments.models import Action, Entry, HeldSubmission, Penalty, Registration, Round, Ruling

SETTINGS = (
    *("entry_level", "confirmed_when", "planned_rounds", "deals_per_round", "winds_per_round"),
    *("minutes_per_round", "last_deal", "credit_scheme", "table_points", "attendance_points", "rested"),
    *("rested_points", "best_of", "minimum_attendance", "substitute_policy", "visibility"),
    *("hidden_rounds", "official_when"),
)


class OrganisedCompetitionSerializer(public.CompetitionSerializer):
    """A competition with its settings, published or not."""

    table_points = serializers.ListField(child=serializers.CharField())
    archived_at = Moment(allow_null=True)

    class Meta(public.CompetitionSerializer.Meta):
        fields = (*public.CompetitionSerializer.Meta.fields, *SETTINGS, "published", "archived_at")
        read_only_fields = fields


class OrganisedEntrySerializer(public.EntrySerializer):
    """An entry, and since when somebody is here at a tournament."""

    here_since = serializers.SerializerMethodField()

    class Meta(public.EntrySerializer.Meta):
        fields = (*public.EntrySerializer.Meta.fields, "here_since")
        read_only_fields = fields

    @extend_schema_field({"type": ["string", "null"], "format": "date-time"})
    def get_here_since(self, entry: Entry) -> str | None:
        arrival = getattr(entry, "arrival", None)
        return arrival.at.isoformat() if arrival else None


class EntriesSerializer(serializers.Serializer[Any]):
    """Who was entered; who had been before is not among them."""

    entries = OrganisedEntrySerializer(many=True)


class OrganisedRoundSerializer(public.RoundSerializer):
    """A round, drafts too; at a meeting with who is here, by number."""

    here = serializers.SerializerMethodField()
    tables = serializers.SerializerMethodField()

    class Meta(public.RoundSerializer.Meta):
        fields = (
            *public.RoundSerializer.Meta.fields,
            *("seating_version", "tables", "here", "venue", "host", "announced"),
        )
        read_only_fields = fields

    def get_here(self, round: Round) -> list[int]:
        return sorted(one.entry.number for one in round.check_ins.all())

    def get_tables(self, round: Round) -> list[int]:
        return sorted(one.number for one in round.tables.all())


class RoundsSerializer(serializers.Serializer[Any]):
    """Rounds that were just drawn."""

    rounds = OrganisedRoundSerializer(many=True)


class PenaltySerializer(serializers.ModelSerializer[Penalty]):
    """A penalty, an adjusted score, or what takes one back (`reverses`)."""

    round = serializers.IntegerField(source="round.number")
    entry = serializers.IntegerField(source="entry.number", allow_null=True, default=None)
    table = serializers.SerializerMethodField()
    deal = serializers.SerializerMethodField()
    code = serializers.SerializerMethodField()
    at = Moment()
    by = serializers.CharField(source="actor.username", allow_null=True, default=None)
    reversed = serializers.SerializerMethodField()

    class Meta:
        model = Penalty
        fields = (
            *("id", "round", "entry", "amount", "table", "deal", "code", "reason", "at", "by"),
            *("reverses", "reversed"),
        )
        read_only_fields = fields

    @extend_schema_field({"type": ["integer", "null"]})
    def get_table(self, penalty: Penalty) -> int | None:
        return penalty.table.number if penalty.table else (penalty.event or {}).get("table")

    @extend_schema_field({"type": ["integer", "null"]})
    def get_deal(self, penalty: Penalty) -> int | None:
        return penalty.deal or (penalty.event or {}).get("deal")

    @extend_schema_field({"type": ["string", "null"]})
    def get_code(self, penalty: Penalty) -> str | None:
        return (penalty.event or {}).get("code")

    def get_reversed(self, penalty: Penalty) -> bool:
        return hasattr(penalty, "reversed_by")


class WrittenRulingSerializer(serializers.ModelSerializer[Action]):
    """A ruling that was written down."""

    round = serializers.IntegerField(source="facts.round")
    table = serializers.IntegerField(source="facts.table", allow_null=True, default=None)
    deal = serializers.IntegerField(source="facts.deal", allow_null=True, default=None)
    entry = serializers.IntegerField(source="facts.entry", allow_null=True, default=None)
    rule = serializers.CharField(source="facts.rule", allow_null=True, default=None)
    ruling = serializers.CharField(source="reason")
    at = Moment()
    by = serializers.CharField(source="actor.username", allow_null=True, default=None)
    taken_back = serializers.BooleanField()

    class Meta:
        model = Action
        fields = ("id", "round", "table", "deal", "entry", "rule", "ruling", "at", "by", "taken_back")
        read_only_fields = fields


@extend_schema_field({"type": "array", "items": {"type": "array", "items": {"type": "string"}}})
class Answers(serializers.Field[Any, Any, Any, Any]):
    """Pairs: the question as it read then, the answer."""

    def to_representation(self, value: Any) -> Any:
        return value


class RegistrationSerializer(serializers.ModelSerializer[Registration]):
    """Somebody who registered, with what was asked then."""

    answers = Answers()
    at = Moment()
    paid_at = Moment(allow_null=True)
    entry = serializers.IntegerField(source="entry.number", allow_null=True, default=None)

    class Meta:
        model = Registration
        fields = ("id", "given", "family", "club", "email", "answers", "state", "at", "paid_at", "entry")
        read_only_fields = fields


class RegistrationsSerializer(serializers.Serializer[Any]):
    """Registrations whose people were just entered."""

    registrations = RegistrationSerializer(many=True)


class ChangedSerializer(serializers.Serializer[Any]):
    """A deal as it counts now; the later deals that changed with it are read as deals."""

    deal = public.DealSerializer()
    later = serializers.ListField(
        child=serializers.IntegerField(),
        help_text=_("later deals that this request changed; none where it was done before"),
    )


class ClockSerializer(serializers.ModelSerializer[Round]):
    """The clock of a round: when it began, when the time is up as if it ran on from here, what was added."""

    started_at = Moment(allow_null=True)
    paused_at = Moment(allow_null=True)
    ends_at = Moment(allow_null=True)

    class Meta:
        model = Round
        fields = ("minutes", "started_at", "paused_at", "ends_at", "added_seconds")
        read_only_fields = fields


class HeldDealSerializer(serializers.ModelSerializer[HeldSubmission]):
    """A deal that waits for a ruling: of which table, why it was not recorded, and what was declared."""

    round = serializers.IntegerField(source="table.round.number", allow_null=True, default=None)
    table = serializers.IntegerField(source="table_number")
    declared = serializers.JSONField(source="body")
    at = Moment()

    class Meta:
        model = HeldSubmission
        fields = ("id", "round", "table", "deal", "code", "declared", "at")
        read_only_fields = fields


class HeldRulingSerializer(serializers.ModelSerializer[Ruling]):
    """What became of a held deal."""

    held = serializers.IntegerField(source="submission_id")
    at = Moment()
    by = serializers.CharField(source="actor.username", allow_null=True, default=None)

    class Meta:
        model = Ruling
        fields = ("held", "decision", "reason", "at", "by")
        read_only_fields = fields


@extend_schema_field({"type": ["object", "null"], "additionalProperties": True})
class SeasonField(serializers.Field[Any, Any, Any, Any]):
    """The rules of a season as data, or null."""

    def to_representation(self, value: Any) -> Any:
        return value


class PolicySerializer(serializers.Serializer[Any]):
    """The rules of a season, and the mark by which a change says what it follows."""

    season = SeasonField(allow_null=True)
    mark = serializers.CharField()
