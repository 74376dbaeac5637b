"""What everybody may read: each serializer makes the answer and describes it in the OpenAPI document."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from players.models import Player
from tournaments.api.answers import Moment
from tournaments.api.table.output import deal_json
from tournaments.api.table.shapes import RecordedDeal
from tournaments.models import Competition, DealVersion, Entry, League, LineUp, Round, Seating
from tournaments.selectors.finals import Placed
from tournaments.selectors.review import Review
from tournaments.selectors.stages import ANNOUNCED
from tournaments.selectors.standings import MARKS, PRESENCE, Standings, exact


class CompetitionSerializer(serializers.ModelSerializer[Competition]):
    """What a competition is, and under which rules it is played."""

    club = serializers.CharField(source="club.name")
    league = serializers.CharField(source="league.slug", allow_null=True)
    rules = serializers.CharField(source="ruleset")
    options = serializers.DictField(source="ruleset_options")
    rules_hash = serializers.CharField(source="ruleset_hash")
    criteria = serializers.ListField(source="ranked_by", child=serializers.CharField())
    chain = serializers.CharField(source="chain_head")

    class Meta:
        model = Competition
        fields: tuple[str, ...] = (
            *("slug", "name", "kind", "club", "date", "league", "rules", "options", "rules_hash"),
            *("revision", "criteria", "confirmed_by", "chain"),
        )
        read_only_fields = fields


class EntrySerializer(serializers.ModelSerializer[Entry]):
    """A player in a competition; a house player is nobody in particular."""

    name = serializers.CharField()
    team = serializers.CharField(source="team.name", read_only=True, default="")
    player = serializers.IntegerField(source="player_id", allow_null=True)
    club = serializers.CharField(source="player.club.name", read_only=True, default="")

    class Meta:
        model = Entry
        fields: tuple[str, ...] = ("number", "name", "status", "team", "player", "club")
        read_only_fields = fields


class RoundSerializer(serializers.ModelSerializer[Round]):
    """A round, and when its time is up."""

    ends_at = Moment(allow_null=True)
    paused_at = Moment(allow_null=True)

    class Meta:
        model = Round
        fields: tuple[str, ...] = (
            *("number", "state", "date", "deals", "winds", "minutes", "ends_at", "paused_at"),
        )
        read_only_fields = fields


class LineUpSerializer(serializers.ModelSerializer[LineUp]):
    """Who counts for a team at a meeting."""

    round = serializers.IntegerField(source="round.number")
    team = serializers.CharField(source="team.name")
    entry = serializers.IntegerField(source="entry.number")
    name = serializers.CharField(source="entry.name")

    class Meta:
        model = LineUp
        fields = ("round", "team", "entry", "name")
        read_only_fields = fields


class SeatingSerializer(serializers.ModelSerializer[Seating]):
    """Who sits on a seat from a deal on."""

    round = serializers.IntegerField(source="round.number")
    table = serializers.IntegerField(source="table.number")
    entry = serializers.IntegerField(source="entry.number")
    name = serializers.CharField(source="entry.name")
    stands_for = serializers.IntegerField(source="stands_for.number", allow_null=True)

    class Meta:
        model = Seating
        fields = ("round", "table", "seat", "entry", "name", "from_deal", "stands_for")
        read_only_fields = fields


class PlaceOfDeal(serializers.Serializer[DealVersion]):
    round = serializers.IntegerField(source="table.round.number")
    table = serializers.IntegerField(source="table.number")


class DealSerializer(PlaceOfDeal, RecordedDeal):
    """A deal as it counts now, written as tablets get it."""

    def to_representation(self, version: DealVersion) -> dict[str, Any]:
        place = {"round": version.table.round.number, "table": version.table.number}
        return place | deal_json(version, version.competition.confirmed_by)


@extend_schema_field({"oneOf": [{"type": "integer"}, {"type": "string"}]})
class Amount(serializers.Field[Any, Any, Any, Any]):
    """A number, or an exact fraction as text."""

    def to_representation(self, value: Any) -> int | str:
        return exact(value)


class StandingRoundSerializer(serializers.Serializer[Any]):
    round = serializers.IntegerField()
    amount = Amount()
    state = serializers.CharField()
    presence = serializers.ChoiceField(
        choices=PRESENCE, help_text=_("rested: came and was drawn to rest, which is attending")
    )


class MarkSerializer(serializers.Serializer[Any]):
    code = serializers.ChoiceField(choices=MARKS, help_text=_("_open: a shared place leaves it undecided"))
    period = serializers.CharField(allow_blank=True)


class StandingSerializer(serializers.Serializer[Any]):
    """One line of the standings."""

    rank = serializers.IntegerField(allow_null=True)
    shared = serializers.BooleanField()
    number = serializers.IntegerField()
    name = serializers.CharField()
    club = serializers.CharField(allow_blank=True)
    status = serializers.CharField()
    total = Amount(
        help_text=_("a number, or an exact fraction as text; null for the mean of nothing"), allow_null=True
    )
    net = serializers.IntegerField()
    adjustment = serializers.IntegerField()
    carried = Amount(help_text=_("what a finalist brought along; a part of the total"))
    mahjongs = serializers.IntegerField()
    given = serializers.IntegerField()
    deals = serializers.IntegerField(help_text=_("deals played"))
    rested = serializers.IntegerField(help_text=_("deals rested at tables of five"))
    decided = serializers.CharField(source="decision", allow_null=True)
    division = serializers.CharField(source="group", allow_blank=True)
    marks = MarkSerializer(many=True, help_text=_("where the line leads by the table as it stands"))
    rounds = StandingRoundSerializer(many=True)


class PlaceOverAllSerializer(serializers.Serializer[Placed]):
    """A place over all stages of an event."""

    place = serializers.IntegerField(source="row.rank")
    shared = serializers.BooleanField(source="row.shared")
    number = serializers.IntegerField(help_text=_("in the event"))
    name = serializers.CharField(source="row.name")
    decided_by = serializers.SlugField(
        source="stage.slug", default=None, allow_null=True, help_text=_("the final; null: before the finals")
    )
    total = Amount(source="row.total", allow_null=True, help_text=_("in the stage that decided it"))


class ReviewSerializer(serializers.Serializer[Review]):
    round = serializers.IntegerField()
    table = serializers.IntegerField()
    deals = serializers.ListField(child=serializers.IntegerField())


class Shown(NamedTuple):
    """The standings of a competition, how official they are, and the places where finals decide them."""

    competition: Competition
    table: Standings
    state: str
    reviews: Sequence[Review] = ()
    places: Sequence[Placed] = ()
    finals_open: bool = False

    @property
    def provisional(self) -> bool:
        return self.table.provisional or self.state == ANNOUNCED

    @property
    def places_provisional(self) -> bool:
        return self.provisional or self.finals_open


class StandingsSerializer(serializers.Serializer[Shown]):
    """The standings with what they rest on."""

    competition = serializers.CharField(source="competition.slug")
    revision = serializers.IntegerField(source="table.revision")
    provisional = serializers.BooleanField(help_text=_("false when the standings are official"))
    unconfirmed = serializers.IntegerField(
        source="table.unconfirmed", help_text=_("deals of closed rounds that are not confirmed")
    )
    round = serializers.IntegerField(source="table.round", allow_null=True)
    criteria = serializers.ListField(source="table.criteria", child=serializers.CharField())
    chain = serializers.CharField(source="competition.chain_head")
    under_review = ReviewSerializer(
        source="reviews", many=True, help_text=_("deals that count until the referee has decided")
    )
    standings = StandingSerializer(source="table.rows", many=True)
    places = PlaceOverAllSerializer(
        many=True,
        help_text=_(
            "over all stages, once a final of the event has begun; then they are the result, and not `rank`"
        ),
    )
    places_provisional = serializers.BooleanField(help_text=_("provisional, or a final still is"))


class LeagueSerializer(serializers.ModelSerializer[League]):
    """A league with the addresses of its published seasons."""

    club = serializers.CharField(source="club.name")
    seasons = serializers.SerializerMethodField()

    class Meta:
        model = League
        fields = ("slug", "name", "club", "seasons")
        read_only_fields = fields

    def get_seasons(self, league: Any) -> list[str]:
        return [season.slug for season in league.shown]


class PlayerSerializer(serializers.ModelSerializer[Player]):
    """A person."""

    name = serializers.CharField()
    club = serializers.CharField(source="club.name", read_only=True, default="")

    class Meta:
        model = Player
        fields = ("id", "name", "club", "country")
        read_only_fields = fields
