"""A tournament whose players make no whole tables of four, under rules that have others."""

import json
from collections import Counter
from datetime import date
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client

from players.models import Club
from tests import evenings
from tests.conftest import PEOPLE
from tests.organiser.conftest import at
from tests.organiser.test_paper import pages
from tests.public.pages import words_of
from tournaments import seating
from tournaments.models import Competition, Entry, Round, Table
from tournaments.printing.papers import SCORE_SHEETS
from tournaments.refusals import Refusal
from tournaments.selectors import drafts as kept
from tournaments.selectors import odd_tables, seatings, standings
from tournaments.services import competitions, deals, draws, rounds, withdrawals
from tournaments.services.chain import chain_check

pytestmark = [pytest.mark.django_db]


@pytest.fixture
def thirteen(club: Club, olive: User) -> Competition:
    """A published tournament of thirteen, whose rules have tables of two to five."""
    return made_under("bmja-club", club, olive)


def made_under(ruleset: str, club: Club, olive: User) -> Competition:
    told: dict[str, Any] = {"ruleset": ruleset, "entry_level": "points", "deals_per_round": 4}
    told["confirmed_by"] = "nobody"
    made = competitions.competition_create(
        club=club, actor=olive, name="Club Day", date=date(2026, 5, 2), **told
    )
    competitions.entries_add(competition=made, people=PEOPLE[:13], actor=olive)
    return competitions.competition_publish(competition=made, actor=olive)


def drawn(competition: Competition) -> list[list[list[int]]]:
    return [one.numbers() for one in seatings.seated_rounds(competition)]


def sizes(competition: Competition) -> list[list[int]]:
    return [sorted(map(len, tables)) for tables in drawn(competition)]


def choices(client: Client, competition: Competition) -> list[str]:
    form = client.get(at("seating", competition)).context["form"]
    return [code for code, _said in form.fields["odd_tables"].choices] if "odd_tables" in form.fields else []


def test_it_asks_how_those_sit_who_are_over(olive_client: Client, thirteen: Competition) -> None:
    page = words_of(olive_client.get(at("seating", thirteen)))
    assert "3 house players. All tables are of four" in page
    assert "3 tables of three, 1 of four. In each round 9 of 13 players sit at a table of three." in page
    assert "1 table of five, 2 of four. In each round 5 of 13 players sit at a table of five" in page
    assert choices(olive_client, thirteen) == ["house", "three", "five"]


def test_it_asks_nothing_where_the_rules_or_the_number_leave_no_choice(
    olive_client: Client, thirteen: Competition, tournament: Competition
) -> None:
    tournament.entries.filter(number__gt=13).delete()
    assert choices(olive_client, tournament) == []
    thirteen.entries.filter(number=13).delete()
    assert choices(olive_client, thirteen) == []


def test_it_says_which_rules_have_other_tables(olive_client: Client, club: Club, olive: User) -> None:
    of_four, thirteen = (made_under(rules, club, olive) for rules in ("bmja-tournament", "bmja-club"))
    said = "Tables of three and five need rules that have them: British Mah-Jong Association, club"
    assert said not in words_of(olive_client.get(at("seating", thirteen)))
    assert said in words_of(olive_client.get(at("seating", of_four)))


def test_it_names_who_rests_where_the_office_enters_a_deal(
    olive_client: Client, thirteen: Competition, olive: User
) -> None:
    wishes = draws.Wishes(odd_tables="five")
    [first] = rounds.round_draw(competition=thirteen, rounds=1, seed=5, actor=olive, wishes=wishes)
    rounds.round_start(round=rounds.round_publish(round=first, actor=olive), actor=olive)
    fifth = first.seatings.select_related("table", "entry__player").get(seat="R")
    page = at("deal-enter", thirteen, round=1, table=fifth.table.number)
    assert f"{fifth.entry.name} rests in this deal." in words_of(olive_client.get(page))
    others = at("deal-enter", thirteen, round=1, table=1 if fifth.table.number != 1 else 2)
    assert "rests in this deal" not in words_of(olive_client.get(others))


@pytest.mark.parametrize(("way", "each"), [("three", [3, 3, 3, 4]), ("five", [4, 4, 5]), ("house", [4] * 4)])
def test_it_draws_what_the_command_draws(
    olive_client: Client, thirteen: Competition, capsys: Any, way: str, each: list[int]
) -> None:
    form = {"rounds": "3", "seed": "5", "odd_tables": way}
    assert olive_client.post(at("seating", thirteen), form).status_code == 302
    assert sizes(thirteen) == [each] * 3
    call_command("seat", players=13, rounds=3, seed=5, odd_tables=way, json=True)
    assert drawn(thirteen) == json.loads(capsys.readouterr().out)
    call_command("seat", competition=thirteen.slug, round=2, json=True)
    assert drawn(thirteen)[1:2] == json.loads(capsys.readouterr().out)
    assert thirteen.entries.filter(status="house").count() == (3 if way == "house" else 0)
    page = words_of(olive_client.get(at("seating", thirteen)))
    assert ("Everybody sits at a table of three or five" in page) is (way != "house")
    assert ("rests first 0 to 1 times" in page) is (way == "five")
    assert "has no seat" not in page


def test_it_keeps_the_way_for_the_next_draw_and_says_where_it_is_lost(
    olive_client: Client, thirteen: Competition, olive: User
) -> None:
    address = at("seating", thirteen)
    olive_client.post(address, {"rounds": "3", "seed": "5", "odd_tables": "five"})
    form = olive_client.get(address).context["form"]
    assert form["odd_tables"].initial == "five"
    withdrawals.entry_withdraw(entry=thirteen.entries.get(number=13), actor=olive)
    assert choices(olive_client, thirteen) == []
    withdrawals.entry_withdraw(entry=thirteen.entries.get(number=12), actor=olive)
    assert choices(olive_client, thirteen) == ["house", "three"]
    answer = olive_client.get(address)
    assert "The last draw had tables of five. With 11 players that is not possible." in words_of(answer)
    assert answer.context["form"]["odd_tables"].initial == "house"
    refused = olive_client.post(address, {"rounds": "3", "seed": "5", "odd_tables": "five"})
    assert refused.status_code == 422
    assert "odd_tables" in refused.context["form"].errors


def test_by_the_standings_people_sit_together_and_where_they_must_with_tables_of_five(
    olive_client: Client, thirteen: Competition, olive: User
) -> None:
    play_round(thirteen, olive, "five")
    form = {"rounds": "1", "how": "standings", "odd_tables": "five", "together": "1 2", "places": "3: 1"}
    assert olive_client.post(at("seating", thirteen), form).status_code == 302
    assert sizes(thirteen)[1] == [4, 4, 5]
    tables = drawn(thirteen)[1]
    assert any({1, 2} <= {*table} for table in tables)
    assert 1 in tables[2]
    refused = olive_client.post(at("seating", thirteen), form | {"places": "1: 1\n2: 2"})
    assert "1, 2 are to sit together, but at different tables." in words_of(refused)
    assert olive_client.get(at("seating", thirteen)).status_code == 200


def play_round(competition: Competition, olive: User, way: str) -> Round:
    """Draw a round, publish, start, play a deal at each table and close it."""
    wishes = draws.Wishes(odd_tables=way)
    first = rounds.round_draw(competition=competition, rounds=2, actor=olive, seed=4, wishes=wishes)[0]
    rounds.round_start(round=rounds.round_publish(round=first, actor=olive), actor=olive)
    for table in Table.objects.filter(round=first).select_related("round__competition"):
        deals.deal_submit(table=table, submission=evenings.won(table, "E"))
    return rounds.round_close(round=first, actor=olive, anyway=True)


def test_it_plays_and_ranks_everybody_by_what_they_won(
    olive_client: Client, thirteen: Competition, olive: User, client: Client
) -> None:
    play_round(thirteen, olive, "five")
    rows = standings.standings_of(thirteen).rows
    assert len(rows) == 13
    assert sum(row.total or 0 for row in rows) == 0
    assert client.get(f"/c/{thirteen.slug}/").status_code == 200
    assert client.get(f"/c/{thirteen.slug}/seating/").status_code == 200
    thirteen.refresh_from_db()
    assert chain_check(thirteen)[1] == []


def test_it_draws_the_rest_after_a_withdrawal_and_a_late_entry(
    olive_client: Client, thirteen: Competition, olive: User
) -> None:
    play_round(thirteen, olive, "five")
    withdrawals.entry_withdraw(entry=thirteen.entries.get(number=3), actor=olive)
    late = [{"given": "Late", "family": "Comer"}, {"given": "Later", "family": "Comer"}]
    competitions.entries_add(competition=thirteen, people=late, actor=olive)
    form = {"rounds": "2", "how": "evenly", "seed": "9", "odd_tables": "five"}
    assert olive_client.post(at("seating", thirteen), form).status_code == 302
    assert sizes(thirteen)[1:] == [[4, 5, 5]] * 2
    there = thirteen.entries.filter(status__in=Entry.PLAYING, number__lt=14)
    stayed = set(there.values_list("number", flat=True))
    turns = Counter(one for tables in drawn(thirteen) for table in tables if len(table) == 5 for one in table)
    assert max(turns[one] for one in stayed) - min(turns[one] for one in stayed) <= 1


def test_it_compares_drafts_of_both_kinds_and_takes_the_other(
    olive_client: Client, thirteen: Competition, olive: User
) -> None:
    for way in ("five", "house"):
        wishes = draws.Wishes(odd_tables=way)
        rounds.round_draw(competition=thirteen, rounds=3, seed=5, actor=olive, wishes=wishes)
    before = thirteen.kept_drafts.get()
    address = at("draft", thirteen, draft=before.pk)
    page = words_of(olive_client.get(address))
    assert "Tables of three or five: between who sits there most often and least often" in page
    olive_client.post(at("draft-take", thirteen, draft=before.pk))
    assert sizes(thirteen) == [[4, 4, 5]] * 3
    assert kept.basis_of(thirteen.kept_drafts.get()).odd_tables == "house"
    page = words_of(olive_client.get(at("draft", thirteen, draft=thirteen.kept_drafts.get().pk)))
    assert "House player" in page


@pytest.mark.parametrize("way", ["three", "five"])
def test_it_refuses_what_the_rules_do_not_have(tournament: Competition, olive: User, way: str) -> None:
    tournament.entries.filter(number__gt=13).delete()
    wishes = draws.Wishes(odd_tables=way)
    with pytest.raises(Refusal) as refused:
        rounds.round_draw(competition=tournament, rounds=1, actor=olive, wishes=wishes)
    assert refused.value.code == "no_such_tables"


def test_it_names_the_ways_in_words() -> None:
    assert [str(way.makes) for way in odd_tables.ways(14, (3, 4, 5))] == [
        "2 house players",
        "2 tables of three, 2 of four",
        "2 tables of five, 1 of four",
    ]
    five = ["One of five rests in each round", "1 table of five"]
    assert [way.makes for way in odd_tables.ways(5, (4, 5))] == five
    assert odd_tables.ways(12, (3, 4, 5)) == []
    assert seating.odd_ways(12, (3, 4, 5)) == ()


def test_the_fifth_has_one_letter_on_paper_and_on_the_screen(
    olive_client: Client, thirteen: Competition, olive: User
) -> None:
    """R, as the ring of the table has it: of “Fifth seat” nobody calls a seat F."""
    wishes = draws.Wishes(odd_tables="five")
    [first] = rounds.round_draw(competition=thirteen, rounds=1, seed=5, actor=olive, wishes=wishes)
    rounds.round_publish(round=first, actor=olive)
    fifth = first.seatings.select_related("table", "entry__player").get(seat="R")
    by_name = pages(olive_client, "seating-by-name", thirteen)[0]
    assert f"{fifth.entry.number} {fifth.entry.listed_name} {fifth.table.number} R" in by_name
    [sheet] = [one for one in pages(olive_client, SCORE_SHEETS, thirteen) if "Fifth seat" in one]
    assert "E S W N R" in sheet
    assert "R Fifth seat" in sheet
    assert "R Fifth seat" in pages(olive_client, "pairings", thirteen)[0]
    assert "R Fifth seat" in words_of(olive_client.get(at("round", thirteen, round=1)))
