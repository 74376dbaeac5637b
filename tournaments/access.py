"""The one door in: who may see or write what. What is not yours is not there (404)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import QuerySet
from django.http import Http404

from players.models import Club, Membership, Player
from tournaments.models import Competition, Device, EarlierSeating, League, Round, Table
from tournaments.models.devices import digest
from tournaments.models.rows import Columns, ask, models_in, read
from tournaments.refusals import Refusal
from tournaments.tilefaces import Look

ORGANISER = Membership.Role.ORGANISER
STAFF = (Membership.Role.ORGANISER, Membership.Role.REFEREE)
Visitor = User | AnonymousUser
DEVICE, TABLE = Columns(Device, "d"), Columns(Table, "t")
PAIRED = f"""
SELECT {DEVICE.sql}, {TABLE.sql}, k.tile_style, k.tile_index, k.suit_words,
       r.seating_version, r.state, s.version
  FROM {Device._meta.db_table} d
  JOIN {Competition._meta.db_table} c ON c.id = d.competition_id
  JOIN {Club._meta.db_table} k ON k.id = c.club_id
  LEFT JOIN {Round._meta.db_table} r ON r.competition_id = d.competition_id AND r.state <> %s
  LEFT JOIN {Table._meta.db_table} t ON t.round_id = r.id AND t.number = d.table_number
  LEFT JOIN {EarlierSeating._meta.db_table} s ON s.round_id = r.id
 WHERE d.token_hash = %s AND d.revoked_at IS NULL
 ORDER BY r.number
"""  # noqa: S608 - the names are our own models'; what comes from outside is a parameter


@dataclass(frozen=True, slots=True)
class Tablet:
    """A paired tablet with its table in each round whose seating is out.

    By every seating version that the round has had: what was sent under an earlier one means that round.
    `now` is its table in the running round, else in the one that is played next; `tiles` are its club's.
    """

    device: Device
    tiles: Look
    tables: Mapping[int, Table]
    now: Table | None


def clubs_of(user: Visitor) -> QuerySet[Club]:
    """List the clubs a user organises for; a superuser organises for all."""
    if getattr(user, "is_superuser", False):
        return Club.objects.all()
    return Club.objects.filter(memberships__user_id=user.pk or 0, memberships__role=ORGANISER)


def competitions_of(user: Visitor, roles: tuple[str, ...] = STAFF) -> QuerySet[Competition]:
    """List the competitions a user may work on in one of the roles."""
    if getattr(user, "is_superuser", False):
        return Competition.objects.all()
    mine = Membership.objects.filter(user_id=user.pk or 0, role__in=roles)
    return Competition.objects.filter(club__in=mine.values("club"))


def competition_for(user: Visitor, slug: str, *, organiser: bool = False) -> Competition:
    """Give a competition to its staff; raises Http404 to everybody else."""
    roles: tuple[Any, ...] = (ORGANISER,) if organiser else STAFF
    competition = competitions_of(user, roles).select_related("club", "league").filter(slug=slug).first()
    if competition is None:
        raise Http404
    return competition


def table_in(competition: Competition, round_number: int, table_number: int) -> Table:
    """Find a table of a competition; raises Http404."""
    tables = Table.objects.select_related("round__competition")
    table = tables.filter(
        round__competition=competition, round__number=round_number, number=table_number
    ).first()
    if table is None:
        raise Http404
    return table


def visible_competitions() -> QuerySet[Competition]:
    """List what the public may see: published competitions only."""
    return Competition.objects.filter(published=True).select_related("club", "league")


def visible_rounds(competition: Competition) -> QuerySet[Round]:
    """List the rounds whose seating the public may see."""
    return competition.rounds.exclude(state=Round.State.DRAFT)


def visible_leagues() -> QuerySet[League]:
    return League.objects.filter(seasons__published=True).distinct()


def visible_players() -> QuerySet[Player]:
    """List the people who are entered in a published competition."""
    players = Player.objects.filter(entries__competition__published=True).select_related("club")
    return players.distinct().order_by("family", "given", "pk")


def tablet_for(token: str | None) -> Tablet:
    """Give the tablet a token belongs to; raises Refusal (401) for none, unknown or revoked."""
    rows = read(ask(PAIRED, [Round.State.DRAFT, digest(token)])) if token else []
    if not rows:
        raise Refusal("not_authenticated")
    device, _ = models_in(rows[0], DEVICE, TABLE)
    found = [(TABLE.instance(row[len(DEVICE) :]), *row[-3:]) for row in rows]
    versions = [(each, table) for table, now, _, before in found if table for each in (before, now)]
    tables = {version: table for version, table in versions if version is not None}
    # Of several published rounds the first one is played next.
    out = {state: table for table, _, state, _ in reversed(found) if table}
    tiles = Look(*rows[0][-6:-3])
    return Tablet(device, tiles, tables, out.get(Round.State.RUNNING) or out.get(Round.State.PUBLISHED))


def table_for_tablet(tablet: Tablet) -> Table | None:
    """Give a tablet's table: in the running round, else in the next one, else in the latest played."""
    return tablet.now or next(iter(list(tablet.tables.values())[-1:]), None)


def table_for_submission(tablet: Tablet, seating_version: int) -> Table:
    """Give the table a submission means: a late deal of an earlier round belongs to that round's table."""
    table = tablet.tables.get(seating_version) or table_for_tablet(tablet)
    if table is None:
        raise Refusal("no_running_round")
    return table


def table_meant(competition: Competition, number: int, seating_version: int) -> Table:
    """Give the table that a deal carried over by hand means, as `table_for_submission` gives a tablet's."""
    tables = Table.objects.select_related("round__competition").filter(number=number)
    out = tables.filter(round__competition=competition).exclude(round__state=Round.State.DRAFT)
    found = sorted(out.order_by("round__number"), key=lambda one: one.round.state == Round.State.RUNNING)
    if not found:
        raise Refusal("no_running_round")
    meant = out.filter(Table.seated_under(seating_version)).first()
    return meant or found[-1]
