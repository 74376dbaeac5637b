"""An event taken to a hall, played there and brought back: the same figures, twice without harm."""

import json
from datetime import date
from hashlib import sha256
from typing import Any
from uuid import uuid4
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from django.contrib.auth.models import User
from django.db import connection

from players.models import Player
from tests import declared
from tests.backups.commands import called, refused
from tests.conftest import registered_in
from tests.tournaments.test_deal_submit_races import at_once
from tournaments.away.merging import event_merge, foresee
from tournaments.away.taking import event_return, event_take
from tournaments.backups import apart, proving
from tournaments.backups.faults import Faulty
from tournaments.backups.writing import MANIFEST
from tournaments.exchange import facts
from tournaments.models import (
    Action,
    Competition,
    DealVersion,
    Entry,
    Penalty,
    Right,
    ScoreRow,
    Table,
    append_only,
)
from tournaments.models.seals import ERASED
from tournaments.powers import Role
from tournaments.selectors import finals
from tournaments.selectors.finals import Wanted
from tournaments.selectors.standings import standings_of
from tournaments.selectors.teams import mark_of
from tournaments.services import (
    adjustments,
    competitions,
    confirmations,
    corrections,
    devices,
    erasure,
    parts,
    penalties,
    persons,
    registrations,
    rounds,
    ruled,
    seats,
    teams,
    warned,
)
from tournaments.services.chain import chain_check
from tournaments.services.confirmations import Seen

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]


def table_of(sites, number: int, round: int = 1) -> Table:
    found = Table.objects.select_related("round__competition")
    return found.get(round__competition=sites.key, round__number=round, number=number)


def director() -> User:
    """Somebody with an account of the hall's own, called as the director is at home."""
    made, is_new = User.objects.get_or_create(username="olive", defaults={"is_active": True})
    if is_new:
        club = Competition.objects.latest("pk").club
        Right.objects.create(user=made, club=club, role=Role.OWNER)
    return made


def corrected(table: Table, number: int, content: dict[str, Any]) -> None:
    told = {"table": table, "number": number, "mode": "replay", "reason": "Wrong.", "key": uuid4()}
    corrections.deal_correct(content=content, actor=director(), **told)


def played_in_the_hall(sites, play) -> None:
    """Do of everything in a hall: deals, corrections, a void, penalties, seats, rulings, words."""
    olive, first, second = director(), table_of(sites, 1), table_of(sites, 2)
    for content in (declared.won("S", "E"), declared.draw(), declared.won("W", "N")):
        play(first, content)
    corrected(first, 1, declared.won("E", "S"))
    play(second)
    told = {"reason": "Twice.", "actor": olive}
    corrections.deal_void(table=second, number=1, mode="as_played", key=uuid4(), **told)
    event = {"code": "cannon", "offender": "N"}
    made = penalties.penalty_impose(table=first, deal=3, event=event, key=uuid4(), **told)
    penalties.penalty_reverse(penalty=made, key=uuid4(), **told)
    pat = sites.event.entries.get(number=1)
    of = {"entry": pat, "round": first.round}
    penalties.standings_penalty(amount=-25, key=uuid4(), **of, **told)
    adjustments.scores_adjust(table=second, amounts={"E": 40}, deal=None, key=uuid4(), **told)
    warning = warned.warning_give(code="", key=uuid4(), **of, **told)
    warned.warning_take_back(warning=warning, entry=pat, **told)
    ruled.ruling_write(round=first.round, table=1, question="", ruling="It stands.", actor=olive, key=uuid4())
    version = DealVersion.objects.current().get(table=first, number=3)
    confirmations.deals_settle(seen=[Seen(first, 3, version.sha256)], reason="Asked.", actor=olive)
    competitions.entries_add(
        competition=sites.event,
        people=[{"given": "Late", "family": "Comer", "status": "substitute"}],
        actor=olive,
    )
    late = sites.event.entries.get(player__family="Comer")
    seats.substitute(table=second, seat="S", from_deal=2, entry=late, actor=olive)
    play(table_of(sites, 2))
    seats.seats_swap(table=first, seats=("E", "N"), from_deal=3, reason="Sat wrong.", actor=olive)


def closed_in_the_hall(sites, play) -> None:
    """Close the round, let somebody withdraw, draw teams, begin the next round."""
    olive = director()
    rounds.round_close(round=sites.event.rounds.get(number=1), actor=olive, anyway=True)
    gone = sites.event.entries.get(number=16)
    rounds.round_publish(round=sites.event.rounds.get(number=2), actor=olive)
    rounds.round_start(round=sites.event.rounds.get(number=2), actor=olive)
    play(table_of(sites, 1, round=2))
    competitions.entry_change(entry=gone, actor=olive, status=Entry.Status.WITHDRAWN)
    listed = [("Reds", [1, 2]), ("Blues", [3, 4])]
    teams.teams_set(competition=sites.event, teams=listed, best=None, seen=mark_of(sites.event), actor=olive)


def state(sites) -> dict[str, Any]:
    """Say what an event has come to: its deals one by one, players, standings, explanations, rulings."""
    event = sites.event
    lines = event.actions.exclude(verb__startswith="hall_").order_by("pk")
    return {
        "deals": facts.deals(event),
        "players": facts.players(event),
        "standings": proving.told(event)["standings"],
        "versions": list(event.deal_versions.order_by("sequence").values_list("sha256", "result", "at")),
        "scores": list(ScoreRow.objects.filter(version__competition=event).order_by("pk").values_list()),
        "penalties": list(
            Penalty.objects.filter(competition=event).order_by("pk").values_list("pk", "event")
        ),
        "rounds": list(event.rounds.order_by("number").values_list("number", "state", "seating_version")),
        "teams": sorted(event.entries.exclude(team=None).values_list("number", "team__name")),
        "entries": sorted(event.entries.values_list("number", "status", "player__family")),
        "lines": list(lines.values_list("verb", "reason", "at")),
    }


def count() -> list[int]:
    return [model.objects.count() for model in (DealVersion, ScoreRow, Penalty, Action, Entry, Player)]


def test_it_brings_everything_back_and_a_second_time_nothing(sites, play):
    play(table_of(sites, 3))
    sites.take()
    played_in_the_hall(sites, play)
    there = state(sites)
    file = sites.back()
    before = state(sites)
    seen = foresee(file=file)
    assert state(sites) == before, "a look changes nothing"
    made = event_merge(file=file, actor=None)
    assert (seen.rows, seen.deals, seen.people) == (made.rows, made.deals, made.people)
    assert made.deals == {"play": 5, "correct": 1, "replay": 2, "void": 1, "penalty": 2, "reseat": 1}
    assert made.people == ["Late Comer"]
    here = state(sites)
    assert here == there
    assert chain_check(sites.event)[1] == []
    counted = count()
    assert event_merge(file=file, actor=None).rows == 0
    assert (state(sites), count()) == (here, counted)


def test_it_brings_only_what_came_since(sites, play):
    sites.take()
    played_in_the_hall(sites, play)
    event_merge(file=sites.back(), actor=None)
    sites.go("hall")
    older = sites.back()
    sites.go("hall")
    closed_in_the_hall(sites, play)
    corrected(table_of(sites, 1), 2, declared.won("N", "W"))
    there = state(sites)
    file = sites.back()
    made = event_merge(file=file, actor=None)
    assert made.deals == {"play": 1, "correct": 1, "replay": 1}
    assert state(sites) == there
    assert chain_check(sites.event)[1] == []
    assert [event_merge(file=one, actor=None).rows for one in (file, older)] == [0, 0]
    called("verify_ledger")
    sites.go("hall")
    play(table_of(sites, 2, round=2))
    assert event_merge(file=sites.back(), actor=None).deals == {"play": 1}


def test_what_is_done_here_goes_on_and_stays(sites, play, olive):
    registered = registered_in(sites.event)
    ann = Player.objects.get(family="Moss")
    sites.take()
    sites.go("home")
    registrations.registration_pay(registration=registered, paid=True, actor=olive)
    Player.objects.filter(pk=ann.pk).update(family="Mosse", email="moss@example.org")
    competitions.entries_add(
        competition=sites.event, people=[{"given": "New", "family": "Here"}], actor=olive
    )
    sites.go("hall")
    assert Player.objects.exclude(email="").count() == 0
    played = table_of(sites, 1)
    play(played)
    undone = warned.warning_give(
        entry=sites.event.entries.get(number=1),
        round=played.round,
        code="",
        reason="Late.",
        actor=director(),
        key=uuid4(),
    )
    file = sites.back()
    made = event_merge(file=file, actor=olive)
    assert ("Bob Mosse", "Bob Moss") in made.stays
    registered.refresh_from_db()
    ann.refresh_from_db()
    assert registered.paid_at
    assert (ann.family, ann.email) == ("Mosse", "moss@example.org")
    assert sites.event.entries.filter(player__family="Here").exists()
    assert chain_check(sites.event)[1] == []
    registrations.registration_pay(registration=registered, paid=False, actor=olive)
    sites.go("hall")
    warning = Action.objects.get(pk=undone.pk)
    pat = sites.event.entries.get(number=1)
    warned.warning_take_back(warning=warning, entry=pat, reason="Not late.", actor=director())
    event_merge(file=sites.back(), actor=olive)
    given, back = (sites.event.actions.get(verb=verb) for verb in ("warning", "warning_reversed"))
    assert back.facts["warning"] == given.pk != undone.pk, "it names the line as it is called here"
    assert chain_check(sites.event)[1] == []


def test_two_who_are_one_here_stay_one(sites, play, olive):
    ann = Player.objects.get(family="Moss")
    sites.take()
    play(table_of(sites, 1))
    Competition.objects.filter(pk=sites.key).update(name="Hall Day")
    file = sites.back()
    known = Player.objects.create(given="Robert", family="Moss", club=ann.club)
    persons.persons_merge(kept=known, double=ann, club=sites.event.club, actor=olive)
    made = event_merge(file=file, actor=olive)
    assert made.settings == ["name"]
    assert sites.event.name == "Spring Day"
    assert sites.event.entries.get(player=known).number == 13
    sites.go("hall")
    play(table_of(sites, 1))
    event_merge(file=sites.back(), actor=olive)
    assert sites.event.entries.get(number=13).player == known
    assert chain_check(sites.event)[1] == []


def test_who_was_at_work_in_the_hall_is_named_and_cannot_log_in(sites, play, olive):
    sites.take()
    corrected_by = director()
    played = table_of(sites, 1)
    play(played)
    corrected(played, 1, declared.draw())
    event_merge(file=sites.back(), actor=olive)
    line = sites.event.actions.get(verb="deal_correct")
    assert (line.actor.pk, line.actor.username, line.actor.is_active) == (
        corrected_by.pk,
        "olive@hall",
        False,
    )
    assert not line.actor.has_usable_password()
    assert User.objects.get(username="olive") == olive


def test_a_final_that_was_made_in_the_hall_comes_along(sites, play):
    sites.take()
    for number in (1, 2, 3, 4):
        play(table_of(sites, number))
    rounds.round_close(round=sites.event.rounds.get(number=1), actor=director(), anyway=True)
    for one in sites.event.rounds.exclude(number=1).order_by("-number"):
        rounds.round_remove(round=one, actor=director())
    wanted = Wanted(size=4, groups=1, way="places", carry="half", out={}, order=tuple(range(1, 17)))
    told = {"name": "Final", "day": date(2026, 4, 18), "rounds": 1, "actor": director(), "key": uuid4()}
    seen = finals.mark_of(standings_of(sites.event), wanted)
    [final] = parts.finals_make(competition=sites.event, wanted=wanted, seen=seen, **told)
    carried = list(final.entries.order_by("number").values_list("number", "carried"))
    assert any(amount != "0" for _, amount in carried)
    rounds.round_draw(competition=final, rounds=1, actor=director())
    rounds.round_publish(round=final.rounds.get(), actor=director())
    rounds.round_start(round=final.rounds.get(), actor=director())
    play(Table.objects.select_related("round__competition").get(round__competition=final))
    figures = proving.told(Competition.objects.get(pk=final.pk))["standings"]
    file = sites.back()
    event_merge(file=file, actor=None)
    brought = Competition.objects.get(pk=final.pk)
    assert proving.told(brought)["standings"] == figures
    assert list(brought.entries.order_by("number").values_list("number", "carried")) == carried
    assert brought.part_of_id == sites.key
    assert chain_check(brought)[1] == []
    assert sites.event.rounds.count() == 1
    assert event_merge(file=file, actor=None).rows == 0


def refusal(file) -> list[tuple[str, str]]:
    with pytest.raises(Faulty) as wrong:
        event_merge(file=file, actor=None)
    return [(fault.code, fault.where) for fault in wrong.value.faults]


def test_a_deal_that_was_recorded_on_both_sides_is_refused_with_its_place(sites, play):
    sites.take()
    play(table_of(sites, 2), declared.won("S", "E"))
    play(table_of(sites, 1))
    file = sites.back()
    play(table_of(sites, 2), declared.draw())
    play(table_of(sites, 4))
    before, counted = state(sites), count()
    found = refusal(file)
    assert ("twice", "Round 1 · Table 2 · 1 v1: E +0 S +0 W +0 N +0 / E -80 S +160 W -40 N -40") in found
    assert ("meanwhile", "Round 1 · Table 4 · 1 v1") in found
    assert (state(sites), count()) == (before, counted)
    assert "Table 2" in refused("merge_event", file)


def test_what_was_changed_here_of_rounds_is_refused(sites, play, olive):
    sites.take()
    play(table_of(sites, 2))
    file = sites.back()
    rounds.round_close(round=sites.event.rounds.get(number=1), actor=olive, anyway=True)
    assert refusal(file) == [("meanwhile", "closed Round 1")]


def test_the_same_number_given_twice_is_refused(sites, play, olive):
    sites.take()
    for name, where in (("There", "hall"), ("Here", "home")):
        sites.go(where)
        told = [{"given": "New", "family": name}]
        competitions.entries_add(competition=sites.event, people=told, actor=None)
    sites.go("hall")
    assert refusal(sites.back()) == [("number_taken", "17 New Here")]


def test_a_file_of_elsewhere_of_the_way_out_or_changed_is_refused(sites, play, tmp_path):
    out = sites.take()
    play(table_of(sites, 1))
    file = sites.back()
    assert [code for code, _ in refusal(out)] == ["not_back"]
    torn = tmp_path / "torn.zip"
    torn.write_bytes(file.read_bytes()[:-200])
    assert [code for code, _ in refusal(torn)] == ["no_backup"]
    sites.go("hall")
    other = tmp_path / "other.zip"
    event_take(event=sites.event, file=tmp_path / "taken.zip", actor=None)
    event_return(event=sites.event, file=other)
    sites.go("home")
    assert [code for code, _ in refusal(other)] == ["not_from_here"]


def test_a_ledger_that_was_changed_in_the_hall_is_refused(sites, play):
    sites.take()
    play(table_of(sites, 1))
    with append_only.lifted(["tournaments_dealversion"]), connection.cursor() as cursor:
        cursor.execute("UPDATE tournaments_dealversion SET sha256 = %s", ["0" * 64])
    assert [code for code, _ in refusal(sites.back())] == ["parted"]


def test_it_is_said_in_words(sites, play):
    sites.take()
    played_in_the_hall(sites, play)
    file = sites.back()
    looked = called("merge_event", file, "--look")
    assert "5 deals" in looked
    assert "Late Comer" in looked
    assert "Nothing was changed yet." in looked
    assert "5 deals" in called("merge_event", file)
    assert "nothing is new" in called("merge_event", file)


def altered_rows(file, into, table, change):
    """Write a file again with rows of a table changed, as whoever has the laptop could."""
    with ZipFile(file) as old, ZipFile(into, "w", ZIP_DEFLATED) as new:
        told = json.loads(old.read(MANIFEST))
        for name in old.namelist():
            text = old.read(name)
            if name == f"tables/{table}.jsonl":
                columns = told["members"][name]["columns"]
                rows = [dict(zip(columns, json.loads(line), strict=True)) for line in text.splitlines()]
                change(rows)
                text = b"".join(json.dumps([*row.values()]).encode() + b"\n" for row in rows)
                told["members"][name] |= {"sha256": sha256(text).hexdigest(), "rows": len(rows)}
            if name != MANIFEST:
                new.writestr(name, text)
        new.writestr(MANIFEST, json.dumps(told).encode())
    return into


def test_a_file_changes_nothing_but_its_event(sites, play, olive, tmp_path):
    told = {"club": sites.event.club, "name": "Other Day", "date": date(2026, 5, 2), "actor": olive}
    another = competitions.competition_create(**told)
    other = rounds.round_add(competition=another, plan=rounds.RoundPlan(), actor=olive)
    sites.take()
    play(table_of(sites, 1))
    file = sites.back()

    def stolen(rows):
        rows.append({**rows[0], "id": other.pk, "number": 9})

    def led_away(rows):
        rows[0]["competition_id"] = another.pk

    def far(rows):
        rows[-1]["id"] = 2**40

    for table, change in (("round", stolen), ("round", led_away), ("action", far)):
        forged = altered_rows(file, tmp_path / "forged.zip", f"tournaments_{table}", change)
        assert ("foreign", f"tournaments_{table}") in refusal(forged)

    def promoted(rows):
        for row in rows:
            row.update(is_superuser=True, is_staff=True, is_active=True, password="x")

    event_merge(file=altered_rows(file, tmp_path / "a.zip", "auth_user", promoted), actor=olive)
    assert not User.objects.filter(is_superuser=True).exists()


def test_who_was_erased_here_meanwhile_does_not_come_back_by_name(sites, play, olive):
    bob = Player.objects.get(family="Moss")
    sites.take()
    play(table_of(sites, 1))
    told = {"round": table_of(sites, 1).round, "code": "", "key": uuid4(), "actor": director()}
    warned.warning_give(entry=sites.event.entries.get(player=bob), reason="Bob Moss was late.", **told)
    file = sites.back()
    erasure.person_erase(person=bob, club=sites.event.club, actor=olive)
    made = event_merge(file=file, actor=olive)
    assert made.stays == []
    assert sites.event.actions.get(verb="warning").reason == ERASED
    assert Player.objects.get(pk=bob.pk).family == ""
    assert chain_check(sites.event)[1] == []


@pytest.mark.usefixtures("postgres")
def test_two_who_bring_it_at_once_bring_it_once(sites, play):
    sites.take()
    played_in_the_hall(sites, play)
    there, file = state(sites), sites.back()
    made = at_once(*[lambda: event_merge(file=file, actor=None).rows] * 2)
    assert sorted(made)[0] == 0 < sorted(made)[1]
    assert state(sites) == there


def test_tablets_play_on_here_when_it_is_back(sites, play, olive):
    """The numbers that the hall used come no more, and what was recorded there can be corrected here."""
    sites.take()
    play(table_of(sites, 1))
    event_merge(file=sites.back(), actor=olive)
    code = devices.pairing_code_issue(competition=sites.event, table_number=1, actor=olive)
    device = devices.device_pair(code=code.long, address="127.0.0.1", label="New").device
    assert device.pk
    assert play(table_of(sites, 1)).version.number == 2
    told = {"number": 1, "mode": "replay", "reason": "Wrong.", "actor": olive, "key": uuid4()}
    corrections.deal_correct(table=table_of(sites, 1), content=declared.draw(), **told)
    assert chain_check(sites.event)[1] == []


PLAYED = """
from tests import declared
from tournaments.models import Table
from tournaments.services.deals import deal_submit
table = Table.objects.select_related("round__competition").get(
    round__competition__slug="{slug}", round__number=1, number=1
)
deal_submit(table=table, submission=declared.submission(table))
"""


def test_a_hall_on_another_engine_brings_back_the_same(sites, play, tmp_path):
    """The association's site may be on PostgreSQL; a laptop in a hall has SQLite, in a process of its own."""
    play(table_of(sites, 1))
    out, back = tmp_path / "out.zip", tmp_path / "back.zip"
    called("take_event", sites.slug, out)
    there = {"data": tmp_path, "database": f"sqlite:///{tmp_path}/hall.sqlite3"}
    began = apart.manage("restore", str(out), **there)
    assert "Nobody can log in here yet" in began.out, began.faults
    played = apart.manage("shell", "-c", PLAYED.format(slug=sites.slug), **there)
    assert played.status == 0, played.faults
    written = apart.manage("take_event", sites.slug, str(back), "--back", **there)
    assert "merge_event" in written.out, written.faults
    assert "1 deal" in called("merge_event", back)
    assert sorted(facts.deals(sites.event)) == [(1, 1, 1), (1, 1, 2)]
    assert "nothing is new" in called("merge_event", back)
