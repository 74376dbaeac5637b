"""The standings page: what it says, and what it costs when nothing has changed."""

import re

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests import declared
from tests.public.pages import markup_of, rows_of, words_of
from tournaments.services import competitions, rounds

pytestmark = pytest.mark.django_db


def address(competition, query=""):
    return f"/c/{competition.slug}/standings/{query}"


def row_of(answer, name):
    return next(row for row in rows_of(answer) if len(row) > 1 and row[1].startswith(name))


def queries_of(client, url, **headers):
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(url, headers=headers)
    return answer, [query["sql"] for query in queries]


def test_it_ranks_by_the_nets_of_the_ledger(reader, played, table):
    answer = reader.get(address(played))
    for seat, place, total in (
        ("W", "1", "+128 receives"),
        ("S", "2", "+76 receives"),
        ("E", "16", "−122 pays"),
    ):
        name = table.seatings.get(seat=seat).entry.name
        assert row_of(answer, name)[:3] == [place, name, total]


def test_it_shows_a_shared_place_as_shared(reader, played):
    answer = reader.get(address(played))
    places = [row[0] for row in rows_of(answer)[1:]]
    assert places.count("3= (shared)") == 12  # who sat at other tables has played nothing


def test_it_names_the_tie_break_that_decided(reader, running, play):
    one, two = running.rounds.get(number=1).tables.filter(number__in=(1, 2))
    play(one, declared.won("S", "E"))
    play(two, declared.won("S", "W"))
    ahead, behind = (table.seatings.get(seat="E").entry.name for table in (two, one))
    answer = reader.get(address(running))
    sentence = f"Behind {ahead} by discards on which others went mah-jong: 1 against 0."
    assert row_of(answer, behind)[:3] == ["16", f"{behind} tie-break {sentence}", "−80 pays"]
    assert row_of(answer, ahead)[:2] == [
        "15",
        ahead,
    ]  # behind others by the total: the table shows that itself


def test_it_says_that_a_running_round_is_provisional(reader, played):
    assert "Provisional" in words_of(reader.get(address(played)))


def test_it_says_official_when_every_round_is_closed(reader, event, olive):
    competition = event(8)
    rounds.round_close(round=competition.rounds.get(), actor=olive)
    answer = reader.get(address(competition))
    assert "Official" in words_of(answer)
    assert "Provisional" not in words_of(answer)


def test_it_says_that_more_is_to_come(reader, event, olive):
    competition = event(8, planned_rounds=2)
    rounds.round_close(round=competition.rounds.get(), actor=olive)
    assert "Official so far: more to come" in words_of(reader.get(address(competition)))
    competitions.competition_archive(competition=competition, actor=olive)
    said = words_of(reader.get(address(competition)))
    assert "Official" in said
    assert "more to come" not in said


def test_it_tells_the_revision_in_the_caption(reader, played):
    answer = reader.get(address(played))
    assert f"Revision {played.revision}, last deal recorded" in words_of(answer)
    assert b"<caption>" in answer.content


def test_it_shows_penalties_in_a_column_of_their_own(reader, fined):
    answer = reader.get(address(fined))
    late = fined.entries.get(number=5)
    column = rows_of(answer)[0].index("Adjusted")
    assert row_of(answer, late.name)[column] == "−100 pays"


def test_it_has_no_penalty_column_without_penalties(reader, played):
    assert "Adjusted" not in rows_of(reader.get(address(played)))[0]


@pytest.mark.parametrize(
    ("query", "heading"),
    [
        ("", "Overall"),
        ("?round=1", "After round 1"),
        ("?round=1&alone=1", "Round 1 alone"),
        ("?round=1&alone=0", "After round 1"),
    ],
)
def test_it_shows_every_view_of_the_standings(reader, played, query, heading):
    for part in (address(played, query), f"{address(played)}fragment{query}"):
        assert f"<h2>{heading}</h2>" in markup_of(reader.get(part))


@pytest.mark.parametrize("query", ["?round=2", "?round=9", "?round=x", "?round=1.0", "?round=", "?round=-1"])
def test_it_knows_no_round_that_is_not_played(reader, played, query):
    assert reader.get(address(played, query)).status_code == 404


def test_it_says_so_before_the_first_deal(reader, running):
    assert "No deal has been recorded yet." in words_of(reader.get(address(running)))


def test_it_tells_which_meetings_count_in_words_and_signs(reader, meetings):
    answer = reader.get(address(meetings))
    first = row_of(answer, "Pat Ashby")
    last = row_of(answer, meetings.entries.get(number=9).name)
    assert sum("✓ counts" in cell for cell in first[3:]) == 2
    assert "– absent" in " ".join(first[3:])
    assert any("absent, counts as 0" in cell for cell in last[3:])
    everyday = row_of(answer, meetings.entries.get(number=2).name)
    assert sum("✕ dropped" in cell for cell in everyday[3:]) == 1


def test_it_explains_what_stands_in_the_columns_of_meetings(reader, meetings, olive):
    from tournaments.services.competitions import entry_change

    page = " ".join(reader.get(address(meetings)).content.decode().split())
    assert "Attended says to how many meetings a player came." in page
    assert "0 – is absent and counts as 0" in page
    entry_change(entry=meetings.entries.get(number=9), actor=olive, status="guest")
    guest = reader.get(address(meetings))
    assert not any("counts as 0" in cell for cell in row_of(guest, meetings.entries.get(number=9).name))


def test_it_marks_guests_and_gives_them_no_place(reader, played, olive):
    from tournaments.services.competitions import entry_change

    entry_change(entry=played.entries.get(number=1), actor=olive, status="guest")
    assert row_of(reader.get(address(played)), "Pat Ashby")[:2] == ["– not ranked", "Pat Ashby guest"]


def test_it_gives_page_and_fragment_the_same_table(reader, played):
    page, fragment = reader.get(address(played)), reader.get(f"{address(played)}fragment")
    assert fragment.content.decode() in page.content.decode()


def test_it_tells_the_script_where_to_listen(reader, played):
    page = reader.get(address(played, "?round=1&alone=1")).content.decode()
    assert f'data-live="/live/{played.pk}"' in page
    assert f'data-revision="{played.revision}"' in page
    assert f'data-fragment="{address(played)}fragment?round=1&amp;alone=1"' in page


@pytest.mark.parametrize("part", ["", "fragment", "?round=1"])
def test_it_answers_304_without_reading_the_ledger(reader, played, part):
    url = address(played, part)
    tag = reader.get(url)["ETag"]
    cache.clear()
    answer, queries = queries_of(reader, url, if_none_match=tag)
    assert (answer.status_code, answer.content) == (304, b"")
    assert len(queries) <= 2
    assert not [query for query in queries if "dealversion" in query or "scorerow" in query]


def test_it_has_another_tag_after_another_deal(reader, played, table, play):
    url = f"{address(played)}fragment"
    before = reader.get(url)
    play(table)
    after = reader.get(url, headers={"if-none-match": before["ETag"]})
    assert after.status_code == 200
    assert after["ETag"] != before["ETag"]
    assert after.content != before.content


def test_it_has_another_tag_in_another_language(played):
    from django.utils.translation import override

    from tournaments.views.public.answers import revision_tag

    with override("en"):
        english = revision_tag(played)
    with override("da"):
        assert revision_tag(played) != english


def test_it_lets_no_cache_hold_back_the_fragment(reader, played):
    assert "max-age=0" in reader.get(f"{address(played)}fragment")["Cache-Control"]


@pytest.mark.parametrize("part", ["", "fragment", "?round=1"])
def test_it_asks_as_often_for_many_players_as_for_few(reader, event, part):
    few, many = event(8, name="Few"), event(16, deals=3, name="Many")
    counts = []
    for competition in (few, many):
        cache.clear()
        counts.append(len(queries_of(reader, address(competition, part))[1]))
    assert counts[0] == counts[1]
    assert counts[0] <= 9


def test_it_folds_the_meetings_of_a_player_into_one_line_for_phones(reader, meetings):
    page = markup_of(reader.get(address(meetings)))
    folded = re.search(r'id="meetings-1"><summary>(.*?)</summary>(.*?)</details>', page, re.DOTALL)
    line, listed = folded.groups()
    said, amounts = line.split('<span class="amounts" aria-hidden="true">')
    assert "2 of 3 meetings attended" in said
    assert amounts.count("<span>") + amounts.count("<s>") == 3
    assert listed.count('class="meeting"') == 3


def test_it_says_of_a_guest_on_a_phone_what_the_columns_say(reader, meetings):
    """A guest who did not come is absent, not one to whom a meeting gave nothing."""
    meetings.entries.filter(number=9).update(status="guest")
    page = markup_of(reader.get(address(meetings)))
    folded = re.search(r'id="meetings-9"><summary>(.*?)</summary>(.*?)</details>', page, re.DOTALL)
    line, listed = folded.groups()
    assert "1 of 3 meetings attended" in line
    assert line.count("<span>–</span>") == listed.count("absent") == 2


def test_it_says_how_many_deals_of_closed_rounds_are_not_confirmed(reader, event, olive):
    competition = event(8, confirmed_by="all")
    rounds.round_close(round=competition.rounds.get(), actor=olive)
    answer = reader.get(address(competition))
    assert "deals are not confirmed" in words_of(answer)
    assert "Official" not in words_of(answer)
