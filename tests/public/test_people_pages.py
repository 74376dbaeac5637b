"""Where people find themselves: start page, leagues, seating, a player's page, the changes, the rules."""

import re
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.public.pages import ids_of, links_of, markup_of, rows_of, words_of
from tests.tournaments.test_policies import CLUB, evenings, set_to
from tournaments.models import Table
from tournaments.selectors.public import places_of
from tournaments.services import competitions, corrections, rounds
from tournaments.services.seats import seat_hand_over, seats_swap
from tournaments.wording import anchors

__all__ = ["evenings"]  # a fixture

pytestmark = pytest.mark.django_db


def queries_of(reader, url):
    cache.clear()
    with CaptureQueriesContext(connection) as queries:
        assert reader.get(url).status_code == 200
    return len(queries)


# ------------------------------------------------------------------ the start page
def test_it_says_what_sparrows_is(reader, olive):
    said = words_of(reader.get("/"))
    assert "Sparrows runs mah-jong tournaments and leagues" in said
    assert "Nothing is published yet." in said


def test_it_puts_competitions_under_what_they_are(reader, running, season, event, olive, club):
    finished = event(4, name="Over")
    rounds.round_close(round=finished.rounds.get(), actor=olive)
    between = event(4, name="Pausing", planned_rounds=2)
    rounds.round_close(round=between.rounds.get(), actor=olive)
    page = reader.get("/")
    front = page.context["front"]
    assert [one.competition.name for one in front.live] == ["Spring Day"]
    assert [one.competition.name for one in front.leading] == ["Pausing"]
    groups = [(group.heading, [one.competition.name for one in group.events]) for group in front.groups]
    assert groups == [("Coming", ["Severn League 2026"]), ("Finished", ["Over"])]
    said = words_of(page)
    assert all(word in said for word in ("On now", "Latest results", "Next", "Coming", "Finished"))


def test_it_puts_the_nearest_of_what_is_coming_first(reader, club, olive):
    today = timezone.localdate()
    for name, days in (("Later", 90), ("Sooner", 9)):
        made = competitions.competition_create(
            club=club, actor=olive, name=name, date=today + timedelta(days=days)
        )
        competitions.competition_publish(competition=made, actor=olive)
    said = words_of(reader.get("/"))
    assert said.index("Sooner") < said.index("Later")


# ------------------------------------------------------------------ leagues
def test_it_names_the_leader_of_a_season_that_goes_on(reader, meetings):
    assert "In the lead" in words_of(reader.get("/leagues/severn-league/"))


def test_it_names_the_champion_of_a_season_that_is_over(reader, meetings, olive):
    rounds.round_close(round=meetings.rounds.get(number=3), actor=olive)
    meetings.refresh_from_db()
    said = words_of(reader.get("/leagues/severn-league/"))
    table = rows_of(reader.get(f"/c/{meetings.slug}/standings/"))
    first = table[1][1]  # under the headings; two may share the title
    assert "Champion" in said
    assert any(entry.name in said for entry in meetings.entries.all() if first.startswith(entry.name))


def test_it_names_nobody_before_the_first_deal(reader, season):
    assert "No results yet." in words_of(reader.get("/leagues/severn-league/"))


# ------------------------------------------------------------------ the competition
def test_it_shows_rules_order_and_proof(reader, played):
    said = words_of(reader.get("/c/spring-day/"))
    assert "British Mah-Jong Association, tournament" in said
    assert "Mah-jongs made" in said
    assert "(fewer is better)" in said
    assert played.chain_head in said
    assert "Round 1 is being played" in said


def test_it_marks_an_option_the_event_chose(reader, event):
    competition = event(4, ruleset_options={"only_possible_tile": 4})
    assert "4 chosen for this event" in words_of(reader.get(f"/c/{competition.slug}/"))


# ------------------------------------------------------------------ seating
def test_it_seats_everybody_by_table_and_by_name(reader, running):
    answer = reader.get("/c/spring-day/seating/")
    said = words_of(answer)
    for entry in running.entries.all():
        assert (said.count(entry.name), said.count(entry.listed_name)) == (1, 1)
        assert f"entry-{entry.number}" in ids_of(answer)


@pytest.mark.parametrize(
    ("wanted", "found"), [("ŁĘCKA", 1), ("lecka", 1), ("pat", 1), ("16", 1), ("nobody", 0), ("an", 4)]
)
def test_it_finds_a_name_without_a_script(reader, running, wanted, found):
    answer = reader.get("/c/spring-day/seating/", {"q": wanted})
    assert answer.content.decode().count('id="entry-') == found


def test_it_shows_the_round_that_people_look_for(reader, running, olive):
    """The running one; else the next; any other by its number."""
    rounds.round_publish(round=running.rounds.get(number=2), actor=olive)
    for query, heading in (("", "Round 1"), ("?round=2", "Round 2")):
        page = markup_of(reader.get(f"/c/spring-day/seating/{query}"))
        assert f'<h2 id="now">{heading}</h2>' in page
    assert "being played" in words_of(reader.get("/c/spring-day/seating/"))
    assert reader.get("/c/spring-day/seating/?round=3").status_code == 404


def test_it_tells_every_place_of_who_was_looked_for(reader, running, olive):
    rounds.round_publish(round=running.rounds.get(number=2), actor=olive)
    links = links_of(reader.get("/c/spring-day/seating/?q=pat"))
    assert [link[14:16] for link in links if re.search(r"/r\d", link)] == ["r1", "r2"]


def test_it_escapes_what_was_looked_for(reader, running):
    answer = reader.get("/c/spring-day/seating/", {"q": '"><script>alert(1)</script>'})
    assert b"<script>alert" not in answer.content
    assert "Nobody of that name has a seat here." in words_of(answer)


@pytest.mark.parametrize(
    ("deal", "their_places"),
    [
        (1, [(1, "Sub Five")]),
        (3, [(1, None), (3, "Sub Five")]),
    ],
)
def test_it_lists_by_name_whose_seat_a_substitute_has(reader, running, table, olive, deal, their_places):
    absent = table.seatings.get(seat="S").entry
    new = {"given": "Sub", "family": "Five"}
    seat_hand_over(table=table, seat="S", from_deal=deal, who=new, actor=olive)
    for query in ({}, {"q": absent.name}):
        answer = reader.get("/c/spring-day/seating/", query)
        found = {one.entry.name: one.places for one in answer.context["people"]}
        told = [(at.from_deal, at.played_by and at.played_by.name) for at in found[absent.name]]
        assert told == their_places
        assert ("Sub Five" in found) is not query
        assert ("Sub Five plays from deal 3" if deal > 1 else "Sub Five plays") in words_of(answer)
    seats = words_of(reader.get(f"/c/spring-day/entries/{absent.number}/")).split("Seats")[1]
    assert "Sub Five plays" in seats


def test_it_names_nobody_as_his_own_substitute_where_seats_were_put_right(reader, running, table, olive):
    east = table.seatings.get(seat="E").entry
    seat_hand_over(table=table, seat="N", from_deal=3, who={"given": "Sub", "family": "Five"}, actor=olive)
    seats_swap(table=table, seats=("E", "S"), from_deal=1, reason="They sat wrong.", actor=olive)
    answer = reader.get("/c/spring-day/seating/")
    (theirs,) = [one.places for one in answer.context["people"] if one.entry == east]
    assert [(at.seat, at.from_deal) for at in theirs] == [("S", 1)]
    assert f"{east.name} from deal" not in words_of(answer)
    assert [(at.seat, at.from_deal) for at in places_of(east)] == [("S", 1)]


def test_it_does_not_say_that_the_one_rests_whose_seat_a_substitute_has(reader, event, olive):
    five = event(5)
    seat = five.rounds.get().seatings.get(seat="S")
    new = {"given": "Sub", "family": "Five"}
    seat_hand_over(table=seat.table, seat="S", from_deal=1, who=new, actor=olive)
    words = words_of(reader.get(f"/c/{five.slug}/seating/"))
    assert f"Sub Five for {seat.entry.name}" in words
    assert words.count("rests") == 1
    assert f"Rests: {seat.entry.name}" not in words


def test_it_says_that_the_seating_is_not_published(reader, tournament):
    assert "The seating is not published yet." in words_of(reader.get("/c/spring-day/seating/"))


# ------------------------------------------------------------------ one player
def test_it_explains_each_figure_down_to_each_deal(reader, played, table):
    south = table.seatings.get(seat="S").entry
    answer = reader.get(f"/c/spring-day/entries/{south.number}/")
    said = words_of(answer)
    assert "Round 1: net 76 at table 3" in said
    assert "/c/spring-day/r1/t3/d1/#hand-S" in links_of(answer)
    rows = [row for row in rows_of(answer) if len(row) == 5][1:]
    assert [(row[0], row[2], row[4]) for row in rows] == [
        ("1", "mah-jong", "+160 receives"),
        ("2", "–", "−84 pays"),
        ("3", "–", "0 even"),
    ]


def test_it_tells_who_gave_the_winning_tile(reader, played, table):
    east = table.seatings.get(seat="E").entry
    assert "gave the winning tile" in words_of(reader.get(f"/c/spring-day/entries/{east.number}/"))


def test_it_tells_about_meetings_dropped_and_missed(reader, meetings):
    pat = words_of(reader.get(f"/c/{meetings.slug}/entries/1/"))
    assert "Meeting 2: absent" in pat
    quin = words_of(reader.get(f"/c/{meetings.slug}/entries/2/"))
    assert "✕ dropped" in quin
    assert "dropped: below the best 2" in quin


def test_it_asks_as_often_for_a_long_event_as_for_a_short_one(reader, event):
    few, many = event(8, deals=1, name="Short"), event(16, deals=4, name="Long")
    for part in ("", "seating/", "entries/1/", "changes/"):
        assert queries_of(reader, f"/c/{few.slug}/{part}") == queries_of(reader, f"/c/{many.slug}/{part}"), (
            part
        )


# ------------------------------------------------------------------ what was changed
def test_it_lists_corrections_and_penalties_with_their_reasons(reader, corrected, rafe, first_round, table):
    from uuid import uuid4

    from tournaments.services.penalties import standings_penalty

    late = corrected.entries.get(number=5)
    standings_penalty(
        entry=late, round=first_round, amount=-100, reason="Late <again>.", actor=rafe, key=uuid4()
    )
    answer = reader.get("/c/spring-day/changes/")
    said = words_of(answer)
    assert said.index("Late <again>.") < said.index("North won it <from the wall>.")
    assert "−100 pays in the standings" in said
    assert "Round 1, table 3, deal 1" in said
    assert "referee" in said
    assert b"<again>" not in answer.content


def test_it_shows_whose_nets_seats_put_right_have_moved(reader, played, table, rafe):
    seats_swap(table=table, seats=("E", "S"), from_deal=1, reason="They sat wrong.", actor=rafe)
    said = words_of(reader.get("/c/spring-day/changes/"))
    deal = table.deal_versions.get(number=1, version=2)
    now_east = deal.scores.get(seat="E").entry.name
    assert f"{now_east}: +160 receives → now −80 pays" in said

    assert "The nets are the same" not in said.split("deal 1", 1)[1].split("deal 2")[0]


def test_it_says_that_nothing_was_changed(reader, played):
    assert "Nothing has been changed." in words_of(reader.get("/c/spring-day/changes/"))


# ------------------------------------------------------------------ the rules
def test_it_shows_every_row_of_the_rules(reader, db):
    import scoring

    rules = scoring.load_rules("bmja-tournament")
    answer = reader.get("/rules/bmja-tournament/")
    there = set(ids_of(answer))
    assert {anchors.of_row(row) for row in (*rules.points, *rules.doubles)} <= there
    assert {f"special-{row.code}" for row in rules.special} <= there
    assert {f"penalty-{code}" for code in rules.penalties} <= there
    assert {f"option-{name}" for name in rules.options} <= there
    assert rules.content_hash in words_of(answer)


def test_it_shows_the_rules_as_an_event_plays_them(reader, event):
    competition = event(4, ruleset_options={"only_possible_tile": 4})
    rows = rows_of(reader.get(f"/rules/bmja-tournament/?event={competition.slug}"))
    assert next(row for row in rows if row[0] == "Only possible tile")[2] == "4"
    assert (
        next(row for row in rows_of(reader.get("/rules/bmja-tournament/")) if row[0] == "Only possible tile")[
            2
        ]
        == "2"
    )


def test_it_names_who_rests_in_each_round_of_five_players(reader, event):
    five = event(5)
    words = words_of(reader.get(f"/c/{five.slug}/seating/"))
    seated = set(five.rounds.get().seatings.values_list("entry__number", flat=True))
    (resting,) = five.entries.exclude(number__in=seated)
    assert f"Rests: {resting.name}" in words
    assert "Round 1: rests" in words


@pytest.mark.parametrize(
    ("path", "called"),
    [
        ("", "Meeting 3"),
        ("seating/", "Meeting 3"),
        ("standings/", "Meeting 3"),
        ("standings/?round=2", "After meeting 2"),
        ("standings/?round=2&alone=1", "Meeting 2 alone"),
        ("entries/1/", "Meeting 3, table"),
        ("r3/t1/", "Meeting 3, table 1"),
        ("r3/t1/d1/", "Meeting 3, table 1, deal 1"),
        ("changes/", "Meeting 3, table 1, deal 1"),
    ],
)
def test_it_calls_the_rounds_of_a_season_meetings(reader, meetings, olive, path, called):
    table = Table.objects.get(round__competition=meetings, round__number=3, number=1)
    corrections.deal_void(table=table, number=1, mode="as_played", reason="Wrong wall.", actor=olive)
    said = words_of(reader.get(f"/c/{meetings.slug}/{path}"))
    assert called in said
    assert not re.search(r"\b[Rr]ound [123]\b", said)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"best_of": 1}, "dropped: below the best 1"),
        ({"aggregate": "mean"}, "The mean of what counts: 15 / 3. With what always counts the total is 5."),
        ({"trimmed": {"best": 1, "worst": 1}}, "dropped: one of the worst"),
        (
            {
                "periods": [
                    {"name": "Spring", "first": 1, "last": 2},
                    {"name": "Autumn", "first": 3, "last": 3},
                ],
                "year": {"from": "totals", "best_of": 1},
            },
            "Spring: 10, counts; Autumn: 5, dropped because better periods count.",
        ),
    ],
)
def test_it_says_of_a_season_why_each_meeting_counts_or_not_and_how_the_total_comes(
    reader, evenings, olive, more, said
):
    set_to(evenings, olive, **CLUB, **more)
    page = " ".join(reader.get(f"/c/{evenings.slug}/entries/1/").content.decode().split())
    assert said in page
    assert "table points 4 (place 1 at table 1) + 1 for attending" in page
