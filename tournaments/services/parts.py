"""Make the parts of an event: finals with the players of its standings, and competitions beside it.

A part is a competition of its own: own rounds, own ledger, own standings. What a finalist brings along is
written down when the final is made, and changes only when somebody takes it over anew.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.deal import hashes
from tournaments.models import Action, Competition, Entry, Round
from tournaments.ranking import figures, finals
from tournaments.ranking.figures import Amount
from tournaments.refusals import Refusal
from tournaments.selectors.finals import Wanted, brought_to, finals_made, groups_of, mark_of, next_in
from tournaments.selectors.standings import Standings, standings_of
from tournaments.selectors.vouched import carried_now, entries_now, settings_now
from tournaments.services import locks
from tournaments.services.announce import log, revise
from tournaments.services.competitions import competition_create
from tournaments.services.corrections import reason_given

LIKE = (  # what a part has of the event it belongs to
    *("ruleset", "ruleset_options", "entry_level", "deals_per_round", "winds_per_round"),
    *("minutes_per_round", "last_deal", "criteria", "credit_scheme", "table_points"),
    *("substitute_policy", "confirmed_by", "confirmed_when", "visibility", "official_when"),
)
LETTERS = "ABCDEFGH"
Carrying = Mapping[int, Amount]


@locks.write
def finals_make(
    *,
    competition: Competition,
    wanted: Wanted,
    name: str,
    day: date,
    rounds: int | None,
    seen: str,
    key: UUID,
    actor: User | None,
) -> list[Competition]:
    """Make a final, or several groups of one, of the best in the standings.

    Made under a key, they are given again. Raises Refusal where the standings are others than were `seen`
    (`final_moved`), where a round is still played (`final_too_early`), where fewer are left than wanted
    (`final_too_few`), where equals at an edge are in no order (`final_undecided`), or where one of them is in
    a final already that decides places (`final_there`).
    """
    locks.take_competition(competition)
    told = [name, str(day), rounds, seen]
    if done := _made_under(competition, key, told):
        return done
    if competition.rounds.filter(state=Round.State.RUNNING).exists():
        raise Refusal("final_too_early")
    table = standings_of(competition)
    if mark_of(table, wanted) != seen:
        raise Refusal("final_moved")
    groups = chosen(table, wanted)
    _check_new(competition, [number for numbers in groups for number in numbers])
    carrying = {row.number: finals.carried(row.total, wanted.carry) for row in table.rows}
    made = []
    for at, numbers in enumerate(groups):
        first = 1 + at * len(numbers) if wanted.way == "places" or len(groups) == 1 else None
        fields = {"name": named(name, at, len(groups)), "date": day, "planned_rounds": rounds}
        fields |= {"part": Competition.Part.FINAL, "carry": wanted.carry, "decides_from": first}
        made.append(_part(competition, fields, numbers, carrying, actor))
    for number, remark in wanted.out.items():
        log(competition, "final_left_out", actor=actor, reason=remark, number=number)
    _say_made(competition, "finals_make", made, key, told, actor)
    return made


def _check_new(competition: Competition, numbers: Collection[int]) -> None:
    """Stop a second final for the same places, for instance by somebody else at the same moment."""
    people = competition.entries.filter(number__in=numbers).values("player_id")
    there = finals_made(competition).exclude(decides_from=None)
    taken = Entry.objects.filter(competition__in=there, player_id__in=people).select_related("player")
    if taken:
        raise Refusal("final_there", people=", ".join(map(str, taken)))


def chosen(table: Standings, wanted: Wanted) -> list[list[int]]:
    """Give the numbers of who goes on, by group; what is not clear is a Refusal."""
    try:
        return groups_of(table, wanted)
    except finals.Undecided as undecided:
        names = {row.number: row.name for row in table.rows}
        people = ", ".join(f"{number} {names[number]}" for number in undecided.entries)
        raise Refusal("final_undecided", people=people) from undecided
    except ValueError as too_few:
        raise Refusal("final_too_few", wanted=wanted.size) from too_few


@locks.write
def side_make(
    *, competition: Competition, name: str, day: date, numbers: Collection[int], key: UUID, actor: User | None
) -> Competition:
    """Make a competition beside an event, for some of its people; made under a key, it is given again."""
    locks.take_competition(competition)
    told = [name, str(day), sorted(numbers)]
    for done in _made_under(competition, key, told):
        return done
    there = set(competition.entries.exclude(player=None).values_list("number", flat=True))
    if strange := set(numbers) - there:
        raise Refusal("nobody_has_number", numbers=", ".join(map(str, sorted(strange))))
    fields = {"name": name, "date": day, "part": Competition.Part.SIDE}
    made = _part(competition, fields, sorted(numbers), {}, actor)
    _say_made(competition, "side_make", [made], key, told, actor)
    return made


@locks.write
def carried_renew(*, final: Competition, actor: User | None) -> Competition:
    """Take what finalists bring over anew from the standings as they are; the same is no change."""
    _take_final(final)
    return _carry(final, {one.entry.number: one.now for one in brought_to(final)}, actor, "carried_renew")


@locks.write
def finalist_add(*, final: Competition, number: int, actor: User | None) -> Entry:
    """Let somebody else of the event into a final, with what the standings give; `number` is that there.

    Raises Refusal (`not_next`) for who has no place there, or is in a final already.
    """
    _take_final(final)
    row = next((one for one in next_in(final) if one.number == number), None)
    if row is None or final.part_of is None:
        raise Refusal("not_next", number=number)
    player = final.part_of.entries.get(number=number).player_id
    taken = final.entries.filter(number=number).exists()
    own = 1 + (final.entries.aggregate(last=Max("number"))["last"] or 0) if taken else number
    entry = Entry.objects.create(competition=final, player_id=player, number=own)
    log(final, "entries_add", actor=actor, numbers=[own], entered=entries_now([entry]))
    _carry(final, {own: finals.carried(row.total, final.carry)}, actor, "finalist_add", number=own)
    return entry


@locks.write
def final_give_up(*, final: Competition, reason: str, actor: User | None) -> Competition:
    """Put a final away that was made by mistake; raises Refusal (`final_begun`) once its seating is out."""
    _take_final(final)
    reason = reason_given(reason)
    if final.rounds.exclude(state=Round.State.DRAFT).exists():
        raise Refusal("final_begun")
    before = {"decides_from": str(final.decides_from or "")}
    sides: dict[str, Any] = {"before": before, "after": {"decides_from": ""}}
    final.decides_from, final.archived_at = None, timezone.now()
    final.save(update_fields=["decides_from", "archived_at"])
    log(final, "final_give_up", actor=actor, reason=reason, **sides, settings=settings_now(final))
    revise(final)
    return final


def named(name: str, at: int, count: int) -> str:
    """Name one of several groups of a final by its letter."""
    return name if count == 1 else _("%(name)s %(letter)s") % {"name": name, "letter": LETTERS[at]}


def _part(
    competition: Competition,
    fields: Mapping[str, Any],
    numbers: Iterable[int],
    carrying: Carrying,
    actor: User | None,
) -> Competition:
    """Found a part like the event it belongs to, with some of its people under the numbers they have."""
    like = {name: getattr(competition, name) for name in LIKE}
    part = competition_create(club=competition.club, actor=actor, part_of=competition, **like, **fields)
    players = dict(competition.entries.filter(number__in=list(numbers)).values_list("number", "player_id"))
    entries = Entry.objects.bulk_create(
        Entry(
            competition=part,
            player_id=players[number],
            number=number,
            carried=figures.text(carrying.get(number, 0)),
        )
        for number in sorted(players)
    )
    facts: dict[str, Any] = {"numbers": sorted(players), "entered": entries_now(entries)}
    log(part, "entries_add", actor=actor, **facts, carried_before=[], carried_now=carried_now(part))
    revise(part)
    return part


def _say_made(
    competition: Competition,
    verb: str,
    made: Sequence[Competition],
    key: UUID,
    told: list[Any],
    actor: User | None,
) -> None:
    facts: dict[str, Any] = {"key": str(key), "fields": hashes.sha256(told)}
    log(competition, verb, actor=actor, finals=[one.pk for one in made], **facts)
    revise(competition)


def _made_under(competition: Competition, key: UUID, told: list[Any]) -> list[Competition]:
    """Find what was made by the same press of the same form."""
    made = Action.objects.filter(competition=competition, verb__in=("finals_make", "side_make"))
    done = made.filter(facts__key=str(key)).first()
    if done is None:
        return []
    if done.facts["fields"] != hashes.sha256(told):
        raise Refusal("key_reused", key=str(key))
    return list(competition.parts.filter(pk__in=done.facts["finals"]).order_by("pk"))


def _take_final(final: Competition) -> None:
    """Take a final and the event before it, which was there first, so that its standings stay as they are."""
    if final.part_of is None or not final.is_final:
        raise Refusal("not_a_final")
    locks.take_part(final)


def _carry(
    final: Competition, carrying: Carrying, actor: User | None, verb: str, **facts: Any
) -> Competition:
    """Write down what finalists bring, and say in the log what they brought before."""
    before = carried_now(final)
    for entry in final.entries.filter(number__in=list(carrying)):
        Entry.objects.filter(pk=entry.pk).update(carried=figures.text(carrying[entry.number]))
    after = carried_now(final)
    if before != after or facts:
        log(final, verb, actor=actor, **facts, carried_before=before, carried_now=after)
        revise(final)
    return final
