"""The one door in: who may see or write what. What is not yours is not there (404).

What a role may do stands in `powers`, who has one in `Right`; nothing else asks either of them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import Q, QuerySet
from django.http import Http404

from players.models import Account, Club, Player
from tournaments import sittings
from tournaments.models import (
    ApiToken,
    Competition,
    Device,
    EarlierSeating,
    Entry,
    Kiosk,
    League,
    MembersLink,
    Registration,
    Right,
    Round,
    RoundQuerySet,
    Table,
    in_turn,
)
from tournaments.models.devices import digest
from tournaments.models.rows import Columns, ask, models_in, read
from tournaments.powers import AT_TABLES, MAY, OF_THE_CLUB, Power, Role
from tournaments.refusals import Refusal
from tournaments.tilefaces import Look

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
 ORDER BY r.number %% {sittings.STEP}, r.number
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


@dataclass(frozen=True, slots=True)
class Rights:
    """What somebody may do, read once for a request; whoever looks after the site may do everything.

    A program, by its `token`, may do the same as far as that goes.
    """

    everything: bool
    roles: tuple[Right, ...]
    token: ApiToken | None = None

    def may(self, power: Power, competition: Competition) -> bool:
        """Tell whether any role gives the power in an event."""
        gives = self.everything or any(_gives(one, power, competition) for one in self.roles)
        return gives and self._lent(power, competition.club_id, competition)

    def may_in_club(self, power: Power, club: Club) -> bool:
        """Tell whether a role for the whole club gives the power."""
        whole = (one for one in self.roles if one.club_id == club.pk and one.competition_id is None)
        gives = self.everything or any(one.role in MAY[power] for one in whole)
        return gives and self._lent(power, club.pk, None)

    def _lent(self, power: Power, club: int, competition: Competition | None) -> bool:
        """Tell whether the token, if there is one, goes so far; one of an event holds in its parts."""
        if self.token is None:
            return True
        events = [competition.pk, *events_above(competition)] if competition else []
        here = self.token.club_id == club and self.token.competition_id in (None, *events)
        return here and power in self.token.scopes

    def at_every_table(self, power: Power, competition: Competition) -> bool:
        """Tell whether the power is for all tables of an event."""
        giving = (one for one in self.roles if _gives(one, power, competition))
        return self.everything or power not in AT_TABLES or any(not one.tables for one in giving)

    def at_table(self, power: Power, competition: Competition, number: int) -> bool:
        """Tell whether the power is for a table of an event."""
        giving = (one for one in self.roles if _gives(one, power, competition))
        there = any(number in one.tables for one in giving)
        return self.at_every_table(power, competition) or there

    def powers(self, competition: Competition) -> dict[str, bool]:
        """Say of every power whether it is given in an event, by name, for templates."""
        return {power.value: self.may(power, competition) for power in Power}

    def roles_in(self, club: Club) -> list[Right]:
        """List the roles in a club and in its events."""
        return [one for one in self.roles if one.club_id == club.pk]


def _gives(right: Right, power: Power, competition: Competition) -> bool:
    whole = right.competition_id is None and right.club_id == competition.club_id
    own = right.competition_id == competition.pk or _holds_in_part(right, competition)
    return (whole or (own and power not in OF_THE_CLUB)) and right.role in MAY[power]


def _holds_in_part(right: Right, part: Competition) -> bool:
    """Tell whether a role in an event holds in a part of it; a scorer's at the tables of the same numbers."""
    return right.competition_id in events_above(part)


def events_above(part: Competition) -> list[int]:
    """List by key the event that a competition is part of, and what that one is part of."""
    over = part.part_of if part.part_of_id else None
    return [key for key in (over.pk, over.part_of_id) if key] if over else []


def rights_of(user: Visitor) -> Rights:
    """Read what a user may do."""
    if getattr(user, "is_superuser", False):
        return Rights(True, ())
    return Rights(False, tuple(Right.objects.filter(user_id=user.pk or 0).select_related("club")))


def token_for(text: str) -> ApiToken:
    """Give the token of a program; raises Refusal (401) for one that opens nothing."""
    whole = ApiToken.objects.select_related("user", "club", "competition")
    token = whole.filter(token_hash=digest(text)).first()
    if token is None or not token.user.is_active:
        raise Refusal("token_unknown")
    if token.is_over:
        raise Refusal("token_over")
    return token


def rights_lent(token: ApiToken) -> Rights:
    """Read what a program may do: what its owner may at this moment, as far as the token goes.

    Raises Refusal (403) where the owner could not even look before a second factor is set up.
    """
    rights = rights_of(token.user)
    if needs_second_factor(rights) and not has_second_factor(token.user):
        raise Refusal("token_waits")
    return replace(rights, token=token)


def needs_second_factor(rights: Rights) -> bool:
    """Tell whether somebody owns a club, or an event of it, that asks its owners for a second factor."""
    return any(one.role == Role.OWNER and one.club.owners_second_factor for one in rights.roles)


def has_second_factor(user: User) -> bool:
    """Tell whether a password alone does not let this user in."""
    return User.objects.filter(pk=user.pk, authenticator__isnull=False).exists()


def language_of(user: User) -> str:
    """Give the language in which an account is spoken to; "" where it never chose one."""
    found = Account.objects.filter(user=user).first()
    return found.language if found else ""


def profile_of(user: User) -> Player | None:
    """Give the person that a user is, if the user took the profile."""
    found = Player.objects.filter(user=user, erased_at=None).first()
    return found and found.last


def has_a_role(user: Visitor) -> bool:
    """Tell whether a user has a role anywhere."""
    return Right.objects.filter(user_id=user.pk or 0).exists()


def clubs_of(user: Visitor, power: Power = Power.CREATE) -> QuerySet[Club]:
    """List the clubs in which a user has a power for the whole club."""
    if getattr(user, "is_superuser", False):
        return Club.objects.all()
    mine = Right.objects.filter(user_id=user.pk or 0, competition=None, role__in=MAY[power])
    return Club.objects.filter(pk__in=mine.values("club"))


def competitions_of(user: Visitor, power: Power = Power.LOOK) -> QuerySet[Competition]:
    """List the competitions in which a user has a power."""
    if getattr(user, "is_superuser", False):
        return Competition.objects.all()
    mine = Right.objects.filter(user_id=user.pk or 0, role__in=MAY[power])
    whole = Q(club__in=mine.filter(competition=None).values("club"))
    own = mine.filter(competition__isnull=False)
    events = own.values("competition")
    parts = Q(part_of__in=events) | Q(part_of__part_of__in=events)
    return Competition.objects.filter(whole | Q(pk__in=events) | parts)


def competitions_lent(token: ApiToken) -> QuerySet[Competition]:
    """List the competitions that a program may look at."""
    if Power.LOOK not in token.scopes:
        return Competition.objects.none()
    mine = competitions_of(token.user).filter(club=token.club_id)
    if token.competition_id is None:
        return mine
    event = token.competition_id
    return mine.filter(Q(pk=event) | Q(part_of=event) | Q(part_of__part_of=event))


def competition_for(rights: Rights, slug: str, power: Power) -> Competition:
    """Give a competition to whoever has the power there; raises Http404 to everybody else."""
    competition = Competition.objects.select_related("club", "league", "part_of").filter(slug=slug).first()
    if competition is None or not rights.may(power, competition):
        raise Http404
    return competition


def offices_of(competition: Competition, users: Iterable[int]) -> dict[int, Role]:
    """Say in which office users may work on a competition: the highest of their roles."""
    roles: dict[int, set[str]] = {}
    found = Right.objects.filter(_holding_in(competition), user__in=list(users))
    for user, role in found.values_list("user", "role"):
        roles.setdefault(user, set()).add(role)
    return {user: next(one for one in Role if one in mine) for user, mine in roles.items()}


def _holding_in(competition: Competition) -> Q:
    """Choose the roles that hold in a competition: its own, its club's, and those in its event."""
    own = Q(competition=competition) | Q(competition=None, club=competition.club_id)
    return own | Q(competition__in=events_above(competition))


def officials_of(competition: Competition) -> QuerySet[User]:
    """List who may rule in an event, and so sign its results."""
    ruling = Right.objects.filter(_holding_in(competition), role__in=MAY[Power.RULE])
    return User.objects.filter(pk__in=ruling.values("user"), is_active=True).order_by("username")


def ruling_in(competition: Competition) -> set[int]:
    """Give the keys of all who may rule in an event by now, those who look after the site among them."""
    over = User.objects.filter(is_superuser=True).values_list("pk", flat=True)
    return {*officials_of(competition).values_list("pk", flat=True), *over}


def superusers_among(users: set[int]) -> list[int]:
    """List those who look after the site, whatever their roles."""
    if not users:
        return []
    return list(User.objects.filter(pk__in=users, is_superuser=True).values_list("pk", flat=True))


def table_in(competition: Competition, round_number: int, table_number: int) -> Table:
    """Find a table of a competition; raises Http404."""
    tables = Table.objects.select_related("round__competition__club", "agreement")
    table = tables.filter(
        round__competition=competition, round__number=round_number, number=table_number
    ).first()
    if table is None:
        raise Http404
    return table


def visible_competitions() -> QuerySet[Competition]:
    """List what the public may see: published competitions only."""
    return Competition.objects.filter(published=True).select_related("club", "league")


def visible_rounds(competition: Competition) -> RoundQuerySet:
    """List the rounds whose seating the public may see."""
    return competition.rounds.exclude(state=Round.State.DRAFT)


def results_through(competition: Competition, rounds: Iterable[Round] | None = None) -> int | None:
    """Say through which round the public sees results: None for all there are, 0 for none.

    Everything that shows a deal or a figure to the public asks this. What follows a round that is held back
    is held back with it: later standings would tell its results.
    """
    if competition.visibility == Competition.Visibility.LIVE and not competition.hidden_rounds:
        return None
    shown = 0
    for one in competition.rounds.all() if rounds is None else rounds:
        if one.is_running or one.is_closed:
            if not _is_out(competition, one):
                return shown
            shown = one.number
    return None


def _is_out(competition: Competition, one: Round) -> bool:
    if sittings.through(one.number, competition.released_through):
        return True
    planned = competition.planned_rounds
    if competition.hidden_rounds and planned and one.meeting > planned - competition.hidden_rounds:
        return False
    return one.is_closed or competition.visibility == Competition.Visibility.LIVE


def open_rounds(competition: Competition) -> QuerySet[Round]:
    """List the rounds whose results the public may see."""
    rounds, through = visible_rounds(competition), results_through(competition)
    return rounds if through is None else rounds.through(through)


def held_back(competitions: QuerySet[Competition]) -> dict[int, int]:
    """Say through which round results are out, by key, of those that hold something back.

    It asks about the rounds of all of them at once.
    """
    live = Q(visibility=Competition.Visibility.LIVE, hidden_rounds=0)
    holding = competitions.exclude(live).prefetch_related("rounds")
    through = {one.pk: results_through(one, one.rounds.all()) for one in holding}
    return {key: number for key, number in through.items() if number is not None}


def rounds_out(competitions: QuerySet[Competition], held: Mapping[int, int] | None = None) -> QuerySet[Round]:
    """List the rounds of several competitions whose results are out; `held` is what `held_back` says."""
    rounds = Round.objects.exclude(state=Round.State.DRAFT).filter(competition__in=competitions)
    for key, number in (held_back(competitions) if held is None else held).items():
        rounds = rounds.exclude(pk__in=Round.objects.filter(competition=key).after(number))
    return rounds


def registration_for(token: str) -> Registration:
    """Give the registration whose own link this is; raises Http404."""
    registrations = Registration.objects.select_related("competition__club", "competition__league")
    found = registrations.filter(token_hash=digest(token)).first()
    if found is None:
        raise Http404
    return found


def members_link_for(token: str) -> MembersLink:
    """Give the members' link whose address this is; raises Http404."""
    links = MembersLink.objects.select_related("competition__club", "competition__league")
    found = links.filter(token_hash=digest(token)).first()
    if found is None:
        raise Http404
    return found


def kiosk_for(token: str) -> Kiosk:
    """Give the open kiosk whose address this is; raises Http404."""
    found = Kiosk.objects.select_related("competition__club").filter(token_hash=digest(token)).first()
    if found is None:
        raise Http404
    return found


def visible_leagues() -> QuerySet[League]:
    return League.objects.filter(seasons__published=True).distinct()


def people_of(club: Club) -> QuerySet[Player]:
    """List the people a club looks after: its own, and who plays in its events and is of no club here.

    A club that nobody works for was only written beside a name.
    """
    own, nobody = Q(club=club), Q(club=None) | ~Q(club__in=Right.objects.values("club"))
    guests = Q(pk__in=Entry.objects.filter(competition__club=club, player__isnull=False).values("player"))
    return Player.objects.there().filter(own | (guests & nobody)).select_related("club")


def visible_players() -> QuerySet[Player]:
    """List the people who are entered in a published competition."""
    players = Player.objects.filter(entries__competition__published=True).select_related("club")
    return players.distinct().order_by("family", "given", "pk")


def profiles() -> QuerySet[Player]:
    """List the people who want a profile across events and are entered in a published one."""
    return visible_players().filter(pk__in=Player.objects.with_profile())


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
    found = sorted(out.order_by(*in_turn("round__")), key=lambda one: one.round.state == Round.State.RUNNING)
    if not found:
        raise Refusal("no_running_round")
    meant = out.filter(Table.seated_under(seating_version)).first()
    return meant or found[-1]
