"""Penalties as the staff look at them: the list, and whether a like one was imposed a moment ago."""

from datetime import timedelta
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from tournaments.models import Competition, Entry, Penalty, Table

MOMENT = timedelta(minutes=1)


def penalties_of(competition: Competition) -> QuerySet[Penalty]:
    """List penalties and reversals, newest first."""
    penalties = Penalty.objects.filter(competition=competition).order_by("-pk")
    return penalties.select_related("entry__player", "round", "table", "actor", "reverses", "reversed_by")


def alike_on_deal(table: Table, deal: int, event: dict[str, Any]) -> Penalty | None:
    """Find a penalty on this deal for the same seat, imposed within the last minute."""
    recent = _recent().filter(table=table, deal=deal).order_by("-pk")
    return next((one for one in recent if one.event and one.event.get("offender") == event["offender"]), None)


def alike_in_standings(entry: Entry) -> Penalty | None:
    """Find a penalty against the standings of the same player, imposed within the last minute."""
    return _recent().filter(entry=entry, amount__isnull=False).order_by("-pk").first()


def _recent() -> QuerySet[Penalty]:
    since = timezone.now() - MOMENT
    return Penalty.objects.filter(at__gte=since, reverses=None, event_index=None).select_related("actor")
