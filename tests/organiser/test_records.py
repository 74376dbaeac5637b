"""Exports and the log."""

import json
import re
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

import scoring
from tests import declared
from tests.organiser.conftest import at, save
from tests.public.pages import words_of
from tournaments.forms.competition import SETTINGS as SETTINGS_OF_FORM
from tournaments.models import Competition, Entry, Export, Outbox, Table
from tournaments.ranking.standings import CRITERIA
from tournaments.services import competitions, devices, draws, held, outbox, rounds, seats
from tournaments.wording import settings


def test_it_writes_the_file_that_was_asked_for(olive_client: Client, running: Competition) -> None:
    assert olive_client.post(at("exports", running), {"format": "json"}).status_code == 302
    outbox.run()
    export = Export.objects.get()
    response = olive_client.get(at("export-file", running, export=export.pk))
    assert json.loads(response.content)
    assert response["Content-Disposition"].startswith('attachment; filename="spring-day-')
    assert "no-store" in response["Cache-Control"]


def test_it_has_no_file_before_it_is_written(olive_client: Client, running: Competition) -> None:
    export = outbox.export_ask(competition=running, format="csv", actor=None)
    Export.objects.filter(pk=export.pk).update(body=None)
    assert olive_client.get(at("export-file", running, export=export.pk)).status_code == 404


def test_it_looks_for_the_file_by_itself_and_says_how_long_it_stays(
    olive_client: Client, running: Competition, settings: Any
) -> None:
    settings.KEEP_EXPORTS = timedelta(days=12)
    fragment = at("exports-fragment", running)
    page = olive_client.get(at("exports", running))
    assert fragment not in page.content.decode()
    assert "deleted 12 days after it was written" in words_of(page)
    olive_client.post(at("exports", running), {"format": "csv"})
    Outbox.objects.update(done_at=None)
    Export.objects.update(revision=None, body=None)
    waiting = olive_client.get(at("exports", running)).content.decode()
    assert f'data-fragment="{fragment}"' in waiting
    assert "sparrows/live" in waiting
    before = olive_client.get(fragment)
    assert "being written" in words_of(before)
    assert olive_client.get(fragment, headers={"If-None-Match": before["ETag"]}).status_code == 304
    with time_machine.travel(datetime(2026, 11, 20, 12, tzinfo=UTC)):
        outbox.run()
    after = olive_client.get(fragment, headers={"If-None-Match": before["ETag"]})
    assert at("export-file", running, export=Export.objects.get().pk) in after.content.decode()
    assert "kept until 2 December 2026" in words_of(after)
    assert fragment not in olive_client.get(at("exports", running)).content.decode()


def test_it_refuses_a_format_it_does_not_know(olive_client: Client, running: Competition) -> None:
    assert olive_client.post(at("exports", running), {"format": "exe"}).status_code == 422


def test_it_tells_who_did_what_with_before_and_after(
    olive_client: Client, rafe_client: Client, table: Table, play: Any, typed: Any
) -> None:
    play(table)
    address = at("deal-void", table, deal=1)
    save(rafe_client, address, typed(rafe_client, address, reason="Entered twice."))
    line = olive_client.get(at("log", table.round.competition)).context["lines"][0]
    assert (line.who, line.what, line.reason) == ("rafe", "voided a deal", "Entered twice.")
    east = str(table.seatings.select_related("entry__player").get(seat="E").entry)
    assert (east, "−80", "0") in line.changes


def lines_of(client: Client, competition: Competition) -> list[Any]:
    return list(client.get(at("log", competition)).context["lines"])


def test_it_names_people_where_seats_stood(
    olive_client: Client, running: Competition, table: Table, play: Any, olive: User
) -> None:
    play(table)
    south, east = (str(table.seatings.get(seat=seat).entry) for seat in "SE")
    (first,) = lines_of(olive_client, running)[:1]
    assert (south, "", "+160") in first.changes
    assert (east, "", "−80") in first.changes
    seats.seats_swap(table=table, seats=("E", "S"), from_deal=1, reason="They sat wrong.", actor=olive)
    swapped, reseated = lines_of(olive_client, running)[:2]
    assert "seats East, South" in swapped.facts
    assert set(reseated.changes) == {(east, "−80", "+160"), (south, "+160", "−80")}
    page = words_of(olive_client.get(at("log", running)))
    assert not re.search(r"\b[ESWN]\b [−0-9–]", page)


def test_it_names_a_seat_and_a_file_as_people_do(
    olive_client: Client, running: Competition, table: Table, olive: User
) -> None:
    new = {"given": "Sub", "family": "Five"}
    seats.seat_hand_over(table=table, seat="W", from_deal=2, who=new, actor=olive)
    outbox.export_ask(competition=running, format="csv", actor=olive)
    asked, seated = lines_of(olive_client, running)[:2]
    assert "seat West, from deal 2" in seated.facts
    assert asked.facts == "file CSV (standings)"


def test_it_says_for_what_a_deal_is_held(
    olive_client: Client, running: Competition, table: Table, play: Any
) -> None:
    play(table)
    play(table, declared.draw(), deal=1)
    line = lines_of(olive_client, running)[0]
    assert line.what == "sent a deal that is held"
    assert line.why == "Deal 1 at table 3 is already recorded. The referee has both."
    page = words_of(olive_client.get(at("log", running)))
    assert line.why in page
    assert "deal_already_recorded" not in page


def test_it_says_where_a_deal_is_held_and_ruled_on_and_lists_no_change_of_it(
    olive_client: Client, running: Competition, table: Table, play: Any, olive: User
) -> None:
    kept = play(table, expected={"E": 0, "S": 0, "W": 0, "N": 0}).held
    devices.referee_call(table=table, device=None, reason="A tile is missing.")
    held.held_decline(held=kept, reason="Sent twice.", actor=olive)
    declined, called, sent = lines_of(olive_client, running)[:3]
    assert (sent.what, sent.facts, sent.changes) == (
        "sent a deal that is held",
        "round 1, table 3, deal 1",
        (),
    )
    assert called.facts == "round 1, table 3"
    assert declined.facts == "round 1, table 3, deal 1"


def test_it_says_no_word_twice(olive_client: Client, running: Competition, table: Table, olive: User) -> None:
    rounds.round_close(round=table.round, actor=olive, anyway=True)
    house = Entry.objects.create(competition=running, number=99, status=Entry.Status.HOUSE)
    competitions.entry_change(entry=running.entries.get(number=1), actor=olive, status="guest")
    lines = lines_of(olive_client, running)
    assert (lines[1].what, lines[1].facts) == ("closed", "round 1")
    assert str(house) == "House player 99"


def test_it_says_what_an_entry_was_and_is(olive_client: Client, running: Competition, olive: User) -> None:
    entry = running.entries.get(number=3)
    competitions.entry_change(entry=entry, actor=olive, status="withdrawn")
    assert lines_of(olive_client, running)[0].changes == (("takes part as", "player", "withdrawn"),)
    house = draws.house_players(running, 1)[0]
    late = {"given": "Late", "family": "Comer"}
    competitions.house_player_become(entry=house, person=late, status="player", actor=olive)
    assert lines_of(olive_client, running)[0].changes == (
        ("takes part as", "house player", "player"),
        ("person", "", "Late Comer"),
    )


SETTINGS = [
    ({"deals_per_round": 16}, ("deals per round", "4", "16")),
    ({"minutes_per_round": 1200}, ("minutes per round", "", "1,200")),
    ({"date": date(2026, 5, 2)}, ("first day", "18 April 2026", "2 May 2026")),
    (
        {"entry_level": "totals"},
        (
            "what tables enter",
            "every tile of every hand",
            "what each player won or lost at the table, once at its end",
        ),
    ),
    (
        {"criteria": ["total", "head_to_head"]},
        (
            "order of the standings",
            ", ".join(CRITERIA[code].name for code in ("total", "mahjongs", "given")),
            ", ".join(CRITERIA[code].name for code in ("total", "head_to_head")),
        ),
    ),
    ({"table_points": ["3", "1"]}, ("table points by place", "4, 2, 1, 0", "3, 1")),
    ({"ruleset": "danish"}, ("rules", "British tournament rules", "Danish rules")),
    ({"name": "2027"}, ("name", "Spring Day", "2027")),
]


@pytest.mark.parametrize(("changed", "told"), SETTINGS)
def test_it_says_settings_in_words(
    olive_client: Client, tournament: Competition, olive: User, changed: dict[str, Any], told: Any
) -> None:
    if "ruleset" in changed:
        told = ("rules", *(scoring.load_rules(id_).name for id_ in ("bmja-tournament", "danish")))
    competitions.competition_change(competition=tournament, actor=olive, **changed)
    assert lines_of(olive_client, tournament)[0].changes == (told,)


def test_it_says_each_option_of_the_rules_by_what_it_decides(
    olive_client: Client, tournament: Competition, olive: User
) -> None:
    hand = {"code": "own", "name": "Seven Swallows", "value": 500, "hand": {"pairs": True, "suits": 1}}
    options = {"only_possible_tile": 4, "special_hands_off": ["gates_of_heaven"], "house_hands": [hand]}
    competitions.competition_change(competition=tournament, actor=olive, ruleset_options=options)
    about = scoring.load_rules("bmja-tournament").option_specs["only_possible_tile"].about
    assert lines_of(olive_client, tournament)[0].changes == (
        ("special hands of the club’s own", "", "Seven Swallows"),
        (about, "", "4"),
        ("special hands switched off", "", scoring.SPECIAL_NAMES["gates_of_heaven"]),
    )


def test_it_calls_the_settings_of_a_season_by_its_meetings(
    olive_client: Client, season: Competition, olive: User
) -> None:
    competitions.competition_change(competition=season, actor=olive, planned_rounds=5, deals_per_round=3)
    assert lines_of(olive_client, season)[0].changes == (
        ("meetings planned", "3", "5"),
        ("deals per meeting", "2", "3"),
    )


def test_it_has_a_name_for_every_setting_that_can_be_changed() -> None:
    elsewhere = {"criteria", "ruleset_options", "team_best", "team_score", "decides_from", "policy"}
    elsewhere.add("season_facts")
    assert {*SETTINGS_OF_FORM, *elsewhere} == {*settings.SETTINGS, "ruleset_options"}


def test_it_asks_no_more_for_many_lines_than_for_one(
    olive_client: Client, running: Competition, table: Table, play: Any
) -> None:
    counts = []
    for _ in range(2):
        play(table)
        with CaptureQueriesContext(connection) as queries:
            lines_of(olive_client, running)
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_it_has_words_for_every_verb() -> None:
    """Every verb that services write has its sentence."""
    import re
    from pathlib import Path

    from tournaments.models import DealVersion, Ruling
    from tournaments.selectors.log import VERBS

    source = "".join(path.read_text() for path in Path("tournaments/services").glob("*.py"))
    verbs = set(re.findall(r'(?<!\.)\blog\(\s*[\w.]+,\s*"(\w+)"', source))
    verbs |= {f"deal_{kind}" for kind in DealVersion.Kind.values} | {"deal_confirm", "deal_dispute"}
    verbs |= {
        f"held_{decision}" for decision in Ruling.Decision.values if decision != Ruling.Decision.PROMOTED
    }
    about_no_competition = {"club_create", "club_change", "league_create"}
    assert verbs - about_no_competition <= set(VERBS)
