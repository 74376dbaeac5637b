"""Create and change competitions and leagues, enter players, publish."""

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import datetime
from itertools import chain, count
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import F, Max
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext

import scoring
from players.models import Club, Player
from players.names import full_name
from tournaments.deal import hashes
from tournaments.models import (
    Action,
    Arrival,
    Competition,
    Entry,
    HeldSubmission,
    League,
    Registration,
    Round,
    Seating,
)
from tournaments.models.competition import unknown_criteria
from tournaments.ranking.standings import CRITERIA
from tournaments.refusals import Refusal
from tournaments.selectors.confirmed import count_open
from tournaments.selectors.people import entered_by_identity, identity_of
from tournaments.selectors.vouched import (
    carried_now,
    entries_now,
    line_ups_now,
    rounds_now,
    settings_now,
    teams_now,
)
from tournaments.services import locks, places, rounds
from tournaments.services.announce import log, revise, revise_with_event
from tournaments.services.reckoning import offered_rulesets, rules_keep

SCORING_FIELDS = ("ruleset", "ruleset_options", "entry_level")
# Letters that are no letter with a mark: `slugify` would drop them.
LETTERS = str.maketrans(
    {"ł": "l", "Ł": "L", "ø": "o", "Ø": "O", "đ": "d", "Đ": "D", "ð": "d", "Ð": "D", "ı": "i"}
    | {"ß": "ss", "ẞ": "SS", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "þ": "th", "Þ": "Th"}
)


@locks.write
def league_create(*, club: Club, name: str, actor: User | None) -> League:
    """Found a league; its seasons are competitions. Raises Refusal (`league_exists`)."""
    locks.take_names()  # of two who found a league of one name the second hears of the first
    if club.leagues.filter(name=name).exists():
        raise Refusal("league_exists", name=name)
    league = League.objects.create(club=club, name=name, slug=free_slug(League, name))
    log(None, "league_create", actor=actor, league=league.pk, name=name)
    return league


def beginning(season: bool) -> dict[str, Any]:
    """Give the settings with which a competition begins where nobody chose others.

    A club's evenings enter what counts, and need no signatures; a tournament's results are signed by two.
    """
    levels, when = Competition.EntryLevel, Competition.OfficialWhen
    return {
        "confirmed_by": Competition.ConfirmedBy.ALL,
        "entry_level": levels.COUNTING if season else levels.TILES,
        "official_when": when.CONFIRMED if season else when.SIGNED,
    }


@locks.write
def competition_create(
    *, club: Club, actor: User | None, key: UUID | None = None, **fields: Any
) -> Competition:
    """Create a tournament or a season; the table of its rules is kept for it as it is today.

    What was created under a key is given again; the key with other fields is refused (`key_reused`).
    """
    competition = Competition(club=club, **fields)
    _check_criteria(competition.entry_level, fields.get("criteria", ()))
    competition.criteria = competition.ranked_by
    competition.ruleset_hash = _pinned(competition)
    locks.take_names()  # two competitions of one name get two addresses, one key's two presses one
    pressed: dict[str, Any] = {}
    if key:
        told = {name: str(value) for name, value in fields.items()}
        pressed = {"key": str(key), "fields": hashes.sha256(told)}
        if done := _created_under(club, pressed):
            return done
    competition.slug = competition.slug or free_slug(Competition, competition.name)
    competition.save()
    log(
        competition,
        "competition_create",
        actor=actor,
        name=competition.name,
        rules=competition.ruleset_hash,  # sealed so: `chain_check` holds the competition to them
        settings=settings_now(competition),
        **pressed,
    )
    return competition


def _created_under(club: Club, pressed: Mapping[str, str]) -> Competition | None:
    """Find what was created by the same press of the same form."""
    created = Action.objects.filter(verb="competition_create", competition__club=club)
    done = created.filter(facts__key=pressed["key"]).first()
    if done and done.facts["fields"] != pressed["fields"]:
        raise Refusal("key_reused", key=pressed["key"])
    return done.competition if done else None


@locks.write
def competition_change(*, competition: Competition, actor: User, **fields: Any) -> Competition:
    """Change settings; what decides how deals are scored is fixed once a deal is recorded.

    Until then the rules are pinned anew, as they are today.
    """
    locks.take_part(competition)  # a deal on its way is either seen below or counted as changed here
    _check_criteria(fields.get("entry_level", competition.entry_level), fields.get("criteria", ()))
    before = {name: getattr(competition, name) for name in fields}
    changed = {name: value for name, value in fields.items() if before[name] != value}
    started = competition.deal_versions.exists()
    if started and set(changed) & set(SCORING_FIELDS):
        raise Refusal("competition_started")
    for name, value in changed.items():
        setattr(competition, name, value)
    if not started:
        competition.ruleset_hash = _pinned(competition)
    competition.save(update_fields=[*changed, "ruleset_hash"])
    log(
        competition,
        "competition_change",
        actor=actor,
        before={name: str(before[name]) for name in changed},
        after={name: str(value) for name, value in changed.items()},
        rules=competition.ruleset_hash,
        settings=settings_now(competition),
    )
    revise_with_event(competition)
    return competition


@locks.write
def results_publish(*, competition: Competition, through: int, actor: User | None) -> Competition:
    """Let readers see what is held back, through the round that whoever decides has seen."""
    locks.take_competition(competition)
    last = competition.rounds.filter(number=through, state__in=(Round.State.RUNNING, Round.State.CLOSED))
    if competition.released_through >= through or not last.exists():
        return competition  # a second press, or somebody else's, changes nothing
    competition.released_through = through
    competition.save(update_fields=["released_through"])
    log(competition, "results_publish", actor=actor, round=through)
    revise(competition)
    return competition


@locks.write
def competition_publish(
    *, competition: Competition, actor: User | None, published: bool = True
) -> Competition:
    """Show a competition to everybody, or take it from the public pages again."""
    locks.take_part(competition)
    if competition.published == published:  # a second press, or somebody else's, changes nothing
        return competition
    competition.published = published
    competition.save(update_fields=["published"])
    log(competition, "publish" if published else "unpublish", actor=actor)
    revise_with_event(competition)
    return competition


@locks.write
def competition_archive(
    *, competition: Competition, actor: User, unconfirmed: bool = False, without_drafts: bool = False
) -> Competition:
    """Put a finished competition away: nobody changes it any more, and tablets forget its deals.

    `without_drafts` deletes rounds that were never published; deals that are `unconfirmed` stay so. Raises
    Refusal (`competition_unfinished`, `deals_not_confirmed`). What a tablet still sends is held, as after any
    closed round.
    """
    locks.take_drafts(competition)
    if without_drafts:
        rounds.drafts_discard(competition)
    if not _is_finished(competition):
        raise Refusal("competition_unfinished")
    missing = count_open(list(competition.rounds.all()), competition.confirmed_by)
    if missing and not unconfirmed:
        raise Refusal("deals_not_confirmed", deals=missing)
    return _put_away(competition, timezone.now(), "archive", actor)


@locks.write
def competition_unarchive(*, competition: Competition, actor: User) -> Competition:
    """Take a competition out of the archive, to change it again."""
    if not locks.take_competition(competition, in_archive=True).archived_at:
        return competition
    return _put_away(competition, None, "unarchive", actor)


def _check_criteria(entry_level: str, chosen: Iterable[str]) -> None:
    """Refuse an order by what the tables do not enter; one that was set before is only left out of it."""
    unknown = unknown_criteria(entry_level, chosen)
    if unknown:
        names = [gettext(CRITERIA[code].name) for code in unknown]
        raise Refusal("criteria_unknown", criteria=", ".join(names))


def _is_finished(competition: Competition) -> bool:
    states = set(competition.rounds.values_list("state", flat=True))
    waiting = HeldSubmission.objects.waiting().filter(competition=competition)
    return states == {Round.State.CLOSED} and not waiting.exists()


def _put_away(competition: Competition, at: datetime | None, verb: str, actor: User) -> Competition:
    competition.archived_at = at
    competition.save(update_fields=["archived_at"])
    log(competition, verb, actor=actor)
    revise_with_event(competition)
    return competition


@locks.write
def entries_add(
    *,
    competition: Competition,
    people: Iterable[Mapping[str, Any]],
    actor: User | None,
    carried: Mapping[int, str] | None = None,
) -> list[Entry]:
    """Enter people, all or nothing; raises Refusal with every one that does not fit.

    Each is `{"family", "given", "club"?, "country"?, "ema"?, "number"?, "status"?}`; `club` is a name or a
    Club. A person already entered is left as is, so that the same list twice changes nothing. `carried` is
    what they bring from another event, by number, as `figures.text` writes it.
    """
    locks.take_competition(competition)  # a number is given out once, and nobody is entered twice
    locks.take_names()
    known = entered_by_identity(competition)
    wanted = [person for person in people if identity_of(person) not in known]
    _check_twice(wanted)
    _check_numbers(competition, wanted)
    # Those with a number of their own first: a free number must not be one that comes later in the list.
    wanted.sort(key=lambda person: not person.get("number"))
    before = carried_now(competition) if carried else []
    entries = [_enter(competition, person, carried or {}) for person in wanted]
    if entries:
        facts: dict[str, Any] = {"numbers": [entry.number for entry in entries]}
        facts |= {"carried_before": before, "carried_now": carried_now(competition)} if carried else {}
        log(competition, "entries_add", actor=actor, entered=entries_now(entries), **facts)
        revise(competition)
    return entries


def entry_add(*, competition: Competition, person: Mapping[str, Any], actor: User | None) -> Entry:
    """Enter one person as `entries_add` does; raises Refusal (`player_entered`) for who is there already."""
    for entry in entries_add(competition=competition, people=[person], actor=actor):
        return entry
    raise Refusal("player_entered", name=full_name(person["given"], person["family"]))


@locks.write
def entry_change(
    *,
    entry: Entry,
    actor: User | None,
    status: str | None = None,
    player: Player | None = None,
) -> Entry:
    """Change what an entry is: its status, or who stands behind a house player."""
    _take_entry(entry)
    was = entry.status
    before = {"status": was, "player": entry.player_id}
    entry.status = was if status is None else status
    entry.player = entry.player if player is None else player
    entry.save(update_fields=["status", "player"])
    after = {"status": entry.status, "player": entry.player_id}
    log(entry.competition, "entry_change", actor=actor, number=entry.number, before=before, after=after)
    places.follow(entry, was)
    revise(entry.competition)
    return entry


@locks.write
def house_player_become(*, entry: Entry, person: Mapping[str, Any], status: str, actor: User | None) -> Entry:
    """Put a person behind a house player, such as a latecomer; what the house player played is theirs."""
    _take_entry(entry)  # of two who are put behind one house player the second is told so
    locks.take_names()
    if entry.status != Entry.Status.HOUSE:
        raise Refusal("not_a_house_player", number=entry.number, name=str(entry))
    player = player_named(person)
    if Entry.objects.filter(competition=entry.competition, player=player).exists():
        raise Refusal("player_entered", name=player.name)
    return entry_change(entry=entry, actor=actor, status=status, player=player)


@locks.write
def entry_remove(*, entry: Entry, actor: User | None) -> None:
    """Take an entry off the list, while it has no seat; later it can only be withdrawn."""
    _take_entry(entry)  # nobody is given a seat meanwhile
    if Seating.objects.filter(entry=entry).exists():
        raise Refusal("entry_seated", name=entry.name)
    meetings = list(Round.objects.filter(check_ins__entry=entry))
    brought, named = carried_now(entry.competition), line_ups_now(entry.competition)
    entry.line_ups.all().delete()
    entry.check_ins.all().delete()
    Arrival.objects.filter(entry=entry).delete()
    places.let_go(entry)
    Registration.objects.filter(entry=entry).update(entry=None)
    entry.delete()
    facts: dict[str, Any] = {"rounds_now": rounds_now(meetings)}
    if entry.team_id:
        facts["teams_now"] = teams_now(entry.competition)
    if brought:
        facts |= {"carried_before": brought, "carried_now": carried_now(entry.competition)}
    if named:
        facts |= {"line_ups_before": named, "line_ups_now": line_ups_now(entry.competition)}
    log(entry.competition, "entry_remove", actor=actor, number=entry.number, **facts)
    places.fill(entry.competition)
    revise(entry.competition)


def _take_entry(entry: Entry) -> None:
    """Take an entry's competition and read the entry anew: somebody may have changed it meanwhile."""
    locks.take_competition(entry.competition)
    now = Entry.objects.filter(pk=entry.pk).select_related("player").first()
    if now is None:
        raise Refusal("not_found")
    entry.status, entry.team_id, entry.player = now.status, now.team_id, now.player


def _pinned(competition: Competition) -> str:
    """Keep the rules as they are today; raises Refusal for rules that tables cannot play yet."""
    if competition.ruleset not in offered_rulesets():
        raise Refusal("rules_not_offered", ruleset=competition.ruleset)
    return rules_keep(scoring.load_rules(competition.ruleset, competition.ruleset_options))


def free_slug(model: type[Competition] | type[League] | type[Club], name: str) -> str:
    """Make an address from a name; a number follows where it is taken, or where no letter can stand in it."""
    stem = slugify(name.translate(LETTERS))[:50].strip("-_")
    kind = str(model._meta.model_name)
    first, stem = (stem, stem) if stem else (f"{kind}-1", kind)
    taken = set(model.objects.filter(slug__startswith=stem).values_list("slug", flat=True))
    further = (f"{stem}-{number}" for number in count(2))
    return next(slug for slug in chain([first], further) if slug not in taken)


def _check_twice(people: list[Mapping[str, Any]]) -> None:
    """Stop a list that has the same person twice: who is meant is for people to say."""
    counted = Counter(identity_of(person) for person in people)
    twice = [full_name(given, family) for (given, family, _), count in counted.items() if count > 1]
    if twice:
        raise Refusal("invalid", problems=[Refusal("person_twice", name=name).to_json() for name in twice])


def _check_numbers(competition: Competition, people: list[Mapping[str, Any]]) -> None:
    """Find every number that is taken, in the list itself too."""
    taken = set(competition.entries.values_list("number", flat=True))
    faults = []
    for number in (person["number"] for person in people if person.get("number")):
        if number in taken:
            faults.append(Refusal("number_taken", number=number).to_json())
        taken.add(number)
    if faults:
        raise Refusal("invalid", problems=faults)


def _enter(competition: Competition, person: Mapping[str, Any], carried: Mapping[int, str]) -> Entry:
    number = person.get("number") or (competition.entries.aggregate(last=Max("number"))["last"] or 0) + 1
    return Entry.objects.create(
        competition=competition,
        player=player_named(person),
        number=number,
        status=person.get("status") or Entry.Status.PLAYER,
        carried=carried.get(number, "0"),
    )


def player_named(person: Mapping[str, Any]) -> Player:
    """Find a person of this name in this club, or note a new one."""
    club = person.get("club")
    if isinstance(club, str):
        club = club_named(club) if club else None
    named = Player.objects.filter(given=person.get("given", ""), family=person["family"], club=club)
    found = named.order_by(F("merged_into").asc(nulls_first=True), "pk").first()
    while found and found.merged_into:
        found = found.merged_into
    return found or Player.objects.create(
        given=person.get("given", ""),
        family=person["family"],
        club=club,
        country=person.get("country", ""),
        ema=person.get("ema", ""),
    )


def club_named(name: str) -> Club:
    return Club.objects.filter(name=name).first() or Club.objects.create(
        name=name, slug=free_slug(Club, name)
    )
