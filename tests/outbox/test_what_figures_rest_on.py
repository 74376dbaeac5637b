"""What figures rest on beside the ledger is no row of it, and cannot be changed unseen either.

Settings, who is entered and as what, rounds, who came and who sat where: the log names them, in rows that the
chain covers. Each column is changed by SQL here, as somebody with all rights on the database would.
"""

from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, models, transaction

from tests import worlds
from tests.outbox.test_every_column import change, old
from tournaments.models import Action, CheckIn, Competition, Entry, Round, Seating, Table
from tournaments.selectors import log
from tournaments.services import announce, competitions, rounds, seats
from tournaments.services.chain import chain_check

__all__ = ["old"]  # a fixture
pytestmark = pytest.mark.django_db

# On these no figure rests; counters of the chain do not stand here, `head` compares them.
BESIDE: dict[type[models.Model], set[str]] = {
    Competition: {
        *("club_id", "league_id", "name", "slug", "date", "minutes_per_round", "last_deal", "published"),
        "projector",
        "projector_seconds",
        "visibility",
        "hidden_rounds",
        "released_through",
        *("prizes", "prize_currency", "timetable"),
        "confirmed_when",  # when players are asked, not whether their word counts
        *("archived_at", "seed", "revision", "sealed_at"),
    },
    Round: {
        *("date", "minutes", "seed", "seed_version", "by_hand", "seating_version"),
        *("ranked", "apart", "draw_id", "nth"),
        *("begins", "venue", "host", "announced"),
        *("started_at", "closed_at", "paused_at", "added_seconds"),
    },
    Table: {"added_seconds", "moved_to"},
    Seating: {"id"},
    CheckIn: {"id", "at"},
}

ONLY_BOTH = {"part", "part_of_id"}  # the database lets nobody change one of them alone


@pytest.fixture
def evenings(season, olive, rafe, play) -> Competition:
    """Two meetings: at the first one somebody rests and another has a substitute, at the second all sit."""

    def build() -> Competition:
        competitions.competition_change(competition=season, actor=olive, rested_points="1/2")
        for there in (5, 7):
            meeting = rounds.round_add(competition=season, plan=rounds.RoundPlan(), actor=olive)
            here = list(season.entries.filter(number__lte=there))
            rounds.check_in(round=meeting, entries=here, actor=olive)
            rounds.meeting_draw(round=meeting, actor=olive)
            rounds.round_publish(round=meeting, actor=olive)
            meeting = rounds.round_start(round=meeting, actor=olive)
            for table in meeting.tables.all():
                play(table)
            seat, sub = meeting.seatings.first(), season.entries.get(number=there + 2)
            seats.substitute(table=seat.table, seat=seat.seat, from_deal=2, entry=sub, actor=rafe)
            rounds.round_close(round=meeting, actor=olive, anyway=True)
        return season

    made = worlds.begun("evenings", build, season, rafe)
    made.refresh_from_db()
    return made


def broken(competition: Competition) -> list[tuple[str, str]]:
    found = chain_check(Competition.objects.get(pk=competition.pk))[1]
    return [(each.code, each.where) for each in found]


def codes(competition: Competition) -> set[str]:
    return {code for code, _ in broken(competition)}


def change_unless_refused(row: models.Model, field: models.Field) -> None:
    """Change a column of a row; the database lets a seat be a wind only."""
    if field.attname == "seat":
        Seating.objects.filter(pk=row.pk).update(seat="ESWNE"["ESWN".index(row.seat) + 1])
    else:
        change(row, field)


def unseen(competition: Competition, model: type[models.Model]) -> tuple[set[str], set[str]]:
    """Change every column of some rows, one at a time; tell which could be, and which nobody noticed."""
    rows, changed, missed = list(model.objects.order_by("pk")), set(), set()
    for row in {row.pk: row for row in (*rows[:2], *rows[-2:])}.values():
        for field in model._meta.concrete_fields:
            if model is not CheckIn and field.primary_key:
                continue  # rows of the ledger refer to it, and would be refused or say so
            try:
                with transaction.atomic():
                    change_unless_refused(row, field)
                    changed.add(field.attname)
                    if not broken(competition):
                        missed.add(field.attname)
                    transaction.set_rollback(True)
            except IntegrityError:
                continue
    return changed, missed


@pytest.mark.parametrize("model", BESIDE)
def test_it_notices_a_change_of_any_column_that_figures_rest_on(evenings, model):
    assert broken(evenings) == []
    changed, missed = unseen(evenings, model)
    columns = {field.attname for field in model._meta.concrete_fields} - {"id"}
    assert changed | BESIDE[model] | ONLY_BOTH >= columns
    assert missed <= BESIDE[model]


def test_it_notices_of_what_a_competition_is_said_to_be_a_part(evenings, olive):
    told = {"name": "Other", "date": evenings.date, "kind": evenings.kind}
    other = competitions.competition_create(club=evenings.club, actor=olive, **told)
    Competition.objects.filter(pk=evenings.pk).update(part_of=other, part="final")
    assert broken(evenings) == [("settings", f"{evenings} (as, part of)")]


def test_it_notices_who_is_said_to_have_come_and_had_not(evenings):
    first = evenings.rounds.get(number=1)
    CheckIn.objects.create(round=first, entry=evenings.entries.get(number=9))
    assert broken(evenings) == [("attendance", "Meeting 1")]


def test_it_notices_who_came_and_is_no_longer_said_to(evenings):
    CheckIn.objects.filter(round__number=1, entry__number=1).delete()
    assert broken(evenings) == [("attendance", "Meeting 1")]


def test_it_notices_a_meeting_that_nobody_held(evenings):
    given = Round.objects.create(competition=evenings, number=9, state="closed", seating_version=99)
    CheckIn.objects.create(round=given, entry=evenings.entries.get(number=9))
    assert broken(evenings) == [("rounds", "Meeting 9")]


def test_it_notices_somebody_entered_by_nobody(evenings):
    player = evenings.entries.get(number=1).player
    stranger = type(player).objects.create(given="Nia", family="Stranger")
    Entry.objects.create(competition=evenings, player=stranger, number=77)
    assert broken(evenings) == [("entries", f"{evenings} · 77")]


# ------------------------------------------------------------------ hidden by what the program does next
def test_it_notices_attendance_that_is_changed_before_the_round_is_opened_again(evenings, olive):
    CheckIn.objects.filter(round__number=2, entry__number=1).delete()
    last = rounds.round_reopen(round=evenings.rounds.get(number=2), actor=olive)
    rounds.round_close(round=last, actor=olive, anyway=True)
    assert codes(evenings) == {"attendance"}


def test_it_notices_settings_that_are_changed_before_others_are_saved(evenings, olive):
    Competition.objects.filter(pk=evenings.pk).update(attendance_points="3")
    evenings.refresh_from_db()
    competitions.competition_change(competition=evenings, actor=olive, best_of=1)
    assert broken(evenings) == [("settings", f"{evenings} (points for attending)")]
    told = StringIO()
    with pytest.raises(CommandError):
        call_command("verify_chain", evenings.slug, stderr=told)
    assert "has other settings than the log says" in told.getvalue()


def test_it_notices_a_status_that_is_changed_before_the_entry_is_saved(evenings, olive):
    Entry.objects.filter(competition=evenings, number=2).update(status="guest")
    entry = evenings.entries.get(number=2)
    competitions.entry_change(entry=entry, actor=olive, status="player")
    assert broken(evenings) == [("entries", f"{evenings} · 2")]


# ------------------------------------------------------------------ what the program changes itself
def test_it_stays_true_whatever_becomes_of_a_draft(season, olive):
    meeting = rounds.round_add(competition=season, plan=rounds.RoundPlan(), actor=olive)
    here = list(season.entries.all())
    for there in (here, here[:5], here[:8]):
        rounds.check_in(round=meeting, entries=there, actor=olive)
    rounds.meeting_draw(round=meeting, actor=olive)
    rounds.check_in(round=meeting, entries=here[:7], actor=olive)
    rounds.meeting_draw(round=meeting, actor=olive)
    first, second, *_ = meeting.seatings.filter(from_deal=1).exclude(entry__status="house")
    seats.seat_replace(round=meeting, seat=first, entry=here[8], actor=olive)
    seats.seat_replace(round=meeting, seat=second, entry=None, actor=olive)
    seats.seats_exchange(
        round=meeting, first=meeting.seatings.get(pk=first.pk), second=meeting.seatings.last(), actor=olive
    )
    assert broken(season) == []
    late = competitions.entry_add(competition=season, person={"given": "Lou", "family": "Late"}, actor=olive)
    rounds.check_in(round=meeting, entries=[*here[:4], late], actor=olive)
    competitions.entry_change(entry=late, actor=olive, status="guest")
    rounds.round_publish(round=meeting, actor=olive)
    rounds.round_take_back(round=meeting, actor=olive, reason="Lou went home.")
    competitions.entry_remove(entry=late, actor=olive)
    assert meeting.check_ins.count() == 4
    assert broken(season) == []
    rounds.round_remove(round=Round.objects.get(pk=meeting.pk), actor=olive)
    assert broken(season) == []


def test_it_stays_true_when_seats_are_drawn_again_for_a_round_taken_back(running, olive):
    second = rounds.round_publish(round=running.rounds.get(number=2), actor=olive)
    rounds.round_take_back(round=second, actor=olive, reason="Somebody comes late.")
    rounds.round_draw(competition=running, rounds=2, actor=olive, seed=11)
    assert broken(running) == []


# ------------------------------------------------------------------ older lines, which name nothing
def test_it_holds_a_competition_of_before_from_its_next_line_on(old):
    Competition.objects.filter(pk=old.pk).update(substitute_policy="absent")
    assert broken(old) == []
    old.refresh_from_db()
    competitions.competition_change(competition=old, actor=None, name="The name of now")
    assert broken(old) == []
    Competition.objects.filter(pk=old.pk).update(substitute_policy="himself")
    assert codes(old) == {"settings"}


def test_it_holds_a_meeting_of_before_from_its_next_line_on(season, olive, monkeypatch):
    """The releases before wrote the same lines without what they rest on."""

    def before(*told: Any, **facts: Any) -> None:
        announce.log(*told, **{name: fact for name, fact in facts.items() if name != "rounds_now"})

    with monkeypatch.context() as earlier:
        earlier.setattr(rounds, "log", before)
        meeting = rounds.round_add(competition=season, plan=rounds.RoundPlan(), actor=olive)
        rounds.check_in(round=meeting, entries=season.entries.filter(number__lte=4), actor=olive)
    [line] = log.lines(Action.objects.filter(verb="check_in"), season)
    assert line.facts == "meeting 1"
    CheckIn.objects.filter(round=meeting, entry__number=1).delete()
    assert broken(season) == []
    rounds.check_in(round=meeting, entries=season.entries.filter(number__lte=4), actor=olive)
    CheckIn.objects.filter(round=meeting, entry__number=1).delete()
    assert codes(season) == {"attendance"}


def test_the_log_names_who_came_in_words(evenings, olive):
    newest = log.lines(Action.objects.filter(verb="check_in", competition=evenings).order_by("-pk"), evenings)
    there = ", ".join(str(entry) for entry in evenings.entries.filter(number__lte=5))
    assert newest[-1].facts == f"meeting 1, present {there}"


def test_the_log_keeps_no_name_of_who_came(evenings):
    facts = str(list(Action.objects.filter(competition=evenings).values_list("facts", flat=True)))
    families = evenings.entries.exclude(player=None).values_list("player__family", flat=True)
    assert not [family for family in families if family in facts]
