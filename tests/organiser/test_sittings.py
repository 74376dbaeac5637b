"""Several sittings of one evening: players are seated anew, and the season has one meeting of it."""

import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterable
from fractions import Fraction
from io import StringIO
from itertools import combinations
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from django.urls import URLPattern, reverse

from tests import declared
from tests.organiser.conftest import at
from tests.public.pages import words_of
from tests.public.test_open_data import brought_in, published
from tests.tournaments.test_deal_submit_races import at_once
from tests.tournaments.test_queries import MOST, asked
from tournaments import access
from tournaments.exchange.judging import faults_of
from tournaments.models import CheckIn, Competition, Round, ScoreRow, Table
from tournaments.publishing.exports import season_file
from tournaments.refusals import Refusal
from tournaments.selectors import seatings
from tournaments.selectors.counted import free_meetings
from tournaments.selectors.lineups import mark_of
from tournaments.selectors.next_step import next_step, rounds_with_tables
from tournaments.selectors.outlook import outlook_of
from tournaments.selectors.policies import written_now
from tournaments.selectors.standings import ground_of, standings_of
from tournaments.selectors.teams import mark_of as mark_of_teams
from tournaments.selectors.teams import standings_of_teams
from tournaments.services import competitions, corrections, devices, meetings, penalties, rounds, teams
from tournaments.services.lineups import line_ups_set
from tournaments.sittings import turn
from tournaments.views.organiser.urls import urlpatterns as office
from tournaments.views.public.urls import urlpatterns as public

SECOND = 2001  # the second sitting of meeting 1

Sit = Callable[[int, int], None]


@pytest.fixture
def evening(season: Competition, olive_client: Client) -> Competition:
    """A season with its first meeting added."""
    olive_client.post(at("seating", season), {"date": "2026-01-08", "deals": "2", "venue": "Hall"})
    return season


@pytest.fixture
def sit(evening: Competition, olive_client: Client) -> Callable[..., None]:
    """Seat who is here in a sitting and start it: `sit(2001, [1, 2, 3, 4])`, by numbers of entries."""

    def sitting(number: int, here: Iterable[int], start: bool = True) -> None:
        keys = [str(evening.entries.get(number=one).pk) for one in here]
        olive_client.post(at("meeting", evening, round=number), {"present": keys, "draw": "yes"})
        for step in ("round-publish", "round-start") if start else ():
            assert olive_client.post(at(step, evening, round=number)).status_code == 302
        evening.refresh_from_db()

    return sitting


@pytest.fixture
def end(evening: Competition, olive_client: Client, play: Any) -> Callable[..., None]:
    """Let a seat win at each table of a sitting, and close it: `end(2001, "W")`."""

    def ending(number: int, *winners: str) -> None:
        for table in evening.rounds.get(number=number).tables.all():
            for winner in winners:
                play(table, declared.won(winner, None))
        olive_client.post(at("round-close", evening, round=number), {"anyway": "yes"})
        evening.refresh_from_db()

    return ending


@pytest.fixture
def again(evening: Competition, olive_client: Client) -> Callable[[int], Any]:
    """Press “Draw another sitting” after a sitting."""

    def pressing(number: int) -> Any:
        answer = olive_client.post(at("sitting-add", evening, round=number))
        evening.refresh_from_db()
        return answer

    return pressing


@pytest.fixture
def eight(evening: Competition, sit: Any, end: Any, again: Any) -> Competition:
    """Eight people who played two sittings of their first meeting."""
    sit(1, range(1, 9))
    end(1, "S")
    again(1)
    sit(SECOND, range(1, 9))
    end(SECOND, "W", "W")
    return evening


def rows_of(season: Competition) -> dict[int, list[list[dict[str, Any]]]]:
    """Read from the ledger by meeting what each did at each table, as a season file has it."""
    found: dict[tuple[int, int, int], dict[int, dict[str, Any]]] = defaultdict(dict)
    rows = ScoreRow.objects.filter(version__competition=season, version__superseded_by=None)
    for row in rows.select_related("version__table__round"):
        table = row.version.table
        at_table = found[table.round.number % 1000, table.round.number, table.number]
        told = at_table.setdefault(
            row.entry.number, {"player": row.entry.number, "net": 0, "mahjongs": 0, "given": 0, "deals": 0}
        )
        told["net"] += row.net
        told["mahjongs"] += row.mahjong
        told["given"] += row.gave
        told["deals"] += 1
    meetings: dict[int, list[list[dict[str, Any]]]] = defaultdict(list)
    for (meeting, _round, _table), people in sorted(found.items()):
        meetings[meeting].append(list(people.values()))
    return meetings


def reckoned(season: Competition, tmp_path: Path, **rested: list[int]) -> Any:
    """Have `season_table` reckon the season from the rows of its tables alone."""
    told = {
        "id": "reckoned",
        "season": written_now(season),
        "players": [
            {"number": one.number, "name": one.name} for one in season.entries.exclude(status="house")
        ],
        "meetings": [
            {"number": meeting, "deals": 4, "tables": tables, "rested": rested.get(f"m{meeting}", [])}
            for meeting, tables in rows_of(season).items()
        ],
    }
    house = {one.number for one in season.entries.filter(status="house")}
    told["players"] += [{"number": one, "name": "House", "status": "guest"} for one in sorted(house)]
    file, said = tmp_path / "season.json", StringIO()
    file.write_text(json.dumps(told))
    call_command("season_table", str(file), stdout=said)
    return json.loads(said.getvalue())


def compare(season: Competition, table: Any) -> None:
    """Compare the standings with a table that was reckoned elsewhere."""
    season.refresh_from_db()
    expected = {line["player"]: line for line in table["lines"]}
    for row in standings_of(season).rows:
        line = expected[row.number]
        assert (row.rank, Fraction(row.total or 0)) == (line["rank"], Fraction(line["total"])), row.number
        assert row.net == line["net"]
        assert row.attended == line["attended"]


def points_of(nets: dict[int, int]) -> dict[int, Fraction]:
    """Give 4, 2, 1 and 0 by place at a table; equal nets share."""
    points, found = [4, 2, 1, 0], {}
    for number, net in nets.items():
        better = sum(other > net for other in nets.values())
        shared = sum(other == net for other in nets.values())
        found[number] = Fraction(sum(points[better : better + shared]), shared)
    return found


def pairs(season: Competition, number: int) -> set[frozenset[int]]:
    one = season.rounds.get(number=number)
    found = next(each for each in seatings.seated_rounds(season) if each.round == one)
    return {frozenset(pair) for four in found.numbers() for pair in combinations(four, 2)}


# ------------------------------------------------------------------ the way through the pages
def test_it_offers_another_sitting_once_one_is_over(
    evening: Competition, olive_client: Client, sit: Any, end: Any
) -> None:
    def offered() -> list[bool]:
        pages = (at("seating", evening), at("round", evening, round=1), at("board", evening))
        return ["nother sitting" in olive_client.get(page).content.decode() for page in pages]

    assert offered() == [False, False, False]
    sit(1, range(1, 9))
    assert offered() == [False, False, False]
    end(1, "S")
    assert offered() == [True, True, True]


def test_who_was_there_is_ticked_and_who_left_is_taken_out(
    evening: Competition, olive_client: Client, sit: Any, end: Any, again: Any
) -> None:
    sit(1, range(1, 9))
    end(1, "S")
    answer = again(1)
    assert answer["Location"] == at("meeting", evening, round=SECOND)
    added = evening.rounds.get(number=SECOND)
    assert (added.state, str(added.date), added.deals, added.venue) == ("draft", "2026-01-08", 2, "Hall")
    ticked = set(CheckIn.objects.filter(round=added).values_list("entry__number", flat=True))
    assert ticked == set(range(1, 9))
    page = words_of(olive_client.get(at("meeting", evening, round=SECOND)))
    assert "Meeting 1, sitting 2" in page
    sit(SECOND, [1, 2, 3, 4, 5, 6, 7, 9])  # 8 left, 9 came late
    seated = {number for four in seatings.seated_rounds(evening)[1].numbers() for number in four}
    assert seated == {1, 2, 3, 4, 5, 6, 7, 9}


def test_nobody_meets_again_more_than_must_be(eight: Competition) -> None:
    """Of eight at two tables each four has two of either table before: two pairs each meet again."""
    assert len(pairs(eight, 1) & pairs(eight, SECOND)) == 4


def test_two_sittings_are_one_meeting_of_the_season(eight: Competition, tmp_path: Path) -> None:
    table = standings_of(eight)
    assert table.held == (1,)
    found = rows_of(eight)[1]
    for row in (row for row in table.rows if row.number < 9):
        own = [{one["player"]: one["net"] for one in four} for four in found]
        sat = [points_of(nets)[row.number] for nets in own if row.number in nets]
        assert len(sat) == 2
        assert row.total == sum(sat) + 1  # attendance once
        assert (row.attended, [cell.round for cell in row.rounds]) == (1, [1])
    compare(eight, reckoned(eight, tmp_path))


def test_nine_come_and_who_came_for_one_sitting_attended(
    evening: Competition, sit: Any, end: Any, again: Any, tmp_path: Path
) -> None:
    sit(1, range(1, 6))  # five: one rests
    (seated,) = seatings.seated_rounds(evening)
    (resting,) = seated.resting
    end(1, "S", "N")
    again(1)
    sit(SECOND, [one for one in range(1, 10) if one != 5 or resting.number == 5][:9])
    end(SECOND, "W")
    again(SECOND)
    sit(3001, range(6, 10))
    end(3001, "E")
    sat = {one["player"] for four in rows_of(evening)[1] for one in four}
    compare(evening, reckoned(evening, tmp_path, m1=sorted({resting.number} - sat)))
    rows = {row.number: row for row in standings_of(evening).rows}
    assert {rows[one].attended for one in range(1, 10)} == {1}
    assert standings_of(evening).held == (1,)


def test_who_rested_in_one_sitting_and_played_in_another_did_not_rest_all_evening(
    evening: Competition, sit: Any, end: Any, again: Any, tmp_path: Path
) -> None:
    Competition.objects.filter(pk=evening.pk).update(rested="fixed", rested_points="9")
    for number in (1, SECOND):
        sit(number, range(1, 6))
        end(number, "S")
        again(number)
    rested = [one.resting[0].number for one in seatings.seated_rounds(evening)[:2]]
    assert rested[0] != rested[1]
    compare(evening, reckoned(evening, tmp_path))


def test_every_scheme_looks_at_the_whole_evening(eight: Competition, tmp_path: Path) -> None:
    policies = [
        {"credit_scheme": "place_points", "place_points": [10, 7, 5, 4, 3, 2, 1]},
        {"credit_scheme": "net", "best_of": 1},
        {"credit_scheme": "percent", "opening": 2000, "aggregate": "percent", "penalties": "always"},
        {
            "credit_scheme": "table_points",
            "attendance_points": 2,
            "attendance_pro_rata": True,
            "members_needed": 8,
        },
    ]
    for policy in policies:
        wanted = {"meetings": 3, "criteria": ["total", "net", "head_to_head", "firsts", "best_round"]}
        eight.policy = wanted | policy
        eight.save(update_fields=["policy"])
        found = {row.number: row for row in ground_of(eight).under(eight.policy)}
        for line in reckoned(eight, tmp_path)["lines"]:
            row = found[line["player"]]
            assert (row.rank, Fraction(row.total or 0)) == (line["rank"], Fraction(line["total"] or 0))


def test_a_full_evening_has_the_deals_of_all_its_sittings(eight: Competition) -> None:
    """Two deals were planned in each sitting: one was played in the first, two in the second."""
    policy = {"credit_scheme": "net", "attendance_points": 4, "attendance_pro_rata": True, "meetings": 3}
    nets = {row.number: row.net for row in standings_of(eight).rows}
    for row in ground_of(eight).under(policy):
        if row.number < 9:
            assert row.total == nets[row.number] + 4 * Fraction(3, 4)


# ------------------------------------------------------------------ what else counts meetings
def test_the_next_meeting_is_the_second(eight: Competition, olive_client: Client, sit: Any, end: Any) -> None:
    olive_client.post(at("seating", eight), {"date": "2026-01-15", "deals": "2", "number": "2"})
    assert list(eight.rounds.values_list("number", flat=True)) == [1, SECOND, 2]
    sit(2, range(1, 9))
    end(2, "S")
    assert standings_of(eight).held == (1, 2)
    assert free_meetings(eight) == [3]
    page = words_of(olive_client.get(at("season-facts", eight)))
    assert "2001" not in page


def test_the_planned_meetings_are_not_used_up_by_sittings(
    eight: Competition, client: Client, again: Any, sit: Any, end: Any
) -> None:
    again(SECOND)
    sit(3001, range(1, 9))
    end(3001, "E")
    page = words_of(client.get(f"/c/{eight.slug}/"))
    assert "3 of 3" not in page
    listed = client.get(reverse("public:competition", args=[eight.slug])).content.decode()
    assert "2001" not in strip_addresses(listed)


def strip_addresses(page: str) -> str:
    """Leave out addresses, in which numbers of rounds may stand."""
    return " ".join(word for word in page.split() if "href" not in word and "/r" not in word)


def test_readers_see_one_meeting(eight: Competition, client: Client) -> None:
    standings = client.get(reverse("public:standings", args=[eight.slug]))
    words = words_of(standings)
    assert "2001" not in words
    after = client.get(reverse("public:standings", args=[eight.slug]), {"round": 1})
    alone = client.get(reverse("public:standings", args=[eight.slug]), {"round": 1, "alone": 1})
    assert after.status_code == alone.status_code == 200
    seating = words_of(client.get(reverse("public:seating", args=[eight.slug])))
    assert "Meeting 1, sitting 2" in seating
    entry = words_of(client.get(f"/c/{eight.slug}/entries/1/"))
    assert "of sitting 2" in entry
    for page in ("changes", "rulings", "statistics", "outlook", "moments"):
        found = client.get(reverse(f"public:{page}", args=[eight.slug]))
        assert found.status_code == 200, page


def test_readers_see_a_sitting_before_the_next_meeting(
    evening: Competition, olive_client: Client, client: Client, sit: Any, end: Any, again: Any
) -> None:
    olive_client.post(at("seating", evening), {"date": "2026-01-15", "deals": "2"})
    for number, winners in ((1, "S"), (SECOND, "WW"), (2, "SE")):
        if number == SECOND:
            again(1)
        sit(number, range(1, 9))
        end(number, *winners)
    shown = client.get(reverse("public:competition", args=[evening.slug])).context["rounds"]
    assert [one.number for one, _best in shown] == [1, SECOND, 2]
    address = reverse("public:moments", args=[evening.slug])
    asked = client.get(address, {"a-choice": "before-r1", "b-choice": "after-r2"})
    told = [[one.step.round for one in line.steps] for line in asked.context["lines"]]
    assert [1, SECOND, 2] in told
    assert all(one == sorted(one, key=turn) for one in told)


def test_no_page_shows_the_number_of_a_sitting(
    eight: Competition, olive: User, olive_client: Client, client: Client
) -> None:
    """It stands in addresses and in fields of forms alone."""
    Round.objects.filter(competition=eight, number=SECOND).update(seed=77)  # it is said, and would be 2001
    entry, table = eight.entries.get(number=1), eight.rounds.get(number=SECOND).tables.get(number=1)
    penalties.standings_penalty(
        entry=entry, round=table.round, amount=-3, reason="Late.", actor=olive, key=uuid4()
    )
    facts = {"slug": eight.slug, "round": SECOND, "table": 1, "number": 1, "pk": entry.pk, "entry": 1}
    facts |= {"round_number": SECOND, "table_number": 1, "deal_number": 1, "version": 1}
    asked, telling = 0, []
    for patterns, space, who in ((office, "organiser", olive_client), (public, "public", client)):
        for one in (one for one in patterns if isinstance(one, URLPattern)):
            names = one.pattern.converters.keys()
            if "slug" not in names or names - facts.keys():
                continue
            page = who.get(reverse(f"{space}:{one.name}", kwargs={name: facts[name] for name in names}))
            if page.status_code == 200 and "html" in page.get("Content-Type", ""):
                asked += 1
                words = words_of(page)
                told = {"2001", "2,001"} & set(re.findall(r"[\w,]+", words))
                telling += [one.name] if told else []
    assert (telling, asked > 60) == ([], True)


def test_the_standings_after_a_meeting_are_those_of_all_its_sittings(
    eight: Competition, client: Client
) -> None:
    address = reverse("api:standings", args=[eight.slug])
    whole, after = (client.get(address, asked).json() for asked in ({}, {"round": 1}))
    assert [one["total"] for one in after["standings"]] == [one["total"] for one in whole["standings"]]
    first = client.get(address, {"round": 1, "alone": 1}).json()
    assert {one["deals"] for one in first["standings"] if one["number"] < 9} == {3}


def test_results_that_are_held_back_come_out_sitting_by_sitting(
    evening: Competition, sit: Any, end: Any, again: Any
) -> None:
    Competition.objects.filter(pk=evening.pk).update(visibility="rounds")
    sit(1, range(1, 9))
    end(1, "S")
    again(1)
    sit(SECOND, range(1, 9))
    shown = list(access.open_rounds(evening).values_list("number", flat=True))
    assert (access.results_through(evening), shown) == (1, [1])
    end(SECOND, "S")
    assert access.results_through(evening) is None


# ------------------------------------------------------------------ undo, refusals, races
def test_a_published_second_sitting_is_taken_back_and_away(
    evening: Competition, olive_client: Client, sit: Any, end: Any, again: Any
) -> None:
    olive_client.post(at("seating", evening), {"date": "2026-01-15", "deals": "2"})
    sit(1, range(1, 9))
    end(1, "S")
    before = standings_of(evening).rows
    again(1)
    sit(SECOND, range(1, 9), start=False)
    olive_client.post(at("round-publish", evening, round=SECOND))
    taken = {"reason": "The hall closes."}
    assert olive_client.post(at("take-back", evening, round=SECOND), taken).status_code == 302
    assert evening.rounds.get(number=SECOND).is_draft
    assert olive_client.post(at("round-remove", evening, round=1)).status_code != 302
    assert olive_client.post(at("round-remove", evening, round=SECOND)).status_code == 302
    assert [one.number for one in evening.rounds.all()] == [1, 2]  # though the next meeting is there
    evening.refresh_from_db()
    assert standings_of(evening).rows == before
    again(1)
    assert evening.rounds.filter(number=SECOND).exists()


def refused(round: Round, actor: User) -> str:
    with pytest.raises(Refusal) as refusal:
        meetings.sitting_add(round=round, actor=actor)
    return refusal.value.code


def test_it_refuses_another_sitting_at_the_wrong_time(
    evening: Competition, olive: User, olive_client: Client, sit: Any, end: Any, again: Any
) -> None:
    first = evening.rounds.get(number=1)
    assert refused(first, olive) == "sitting_of_no_meeting"
    sit(1, range(1, 9))
    assert refused(first, olive) == "round_not_closed"
    end(1, "S")
    again(1)
    assert refused(first, olive) == "round_is_there"
    assert "is there already" in again(1).content.decode()
    rounds.round_remove(round=evening.rounds.get(number=SECOND), actor=olive)
    olive_client.post(at("seating", evening), {"date": "2026-01-15", "deals": "2"})
    again(1)  # a draft that is left lying while the next meeting is played
    sit(2, range(1, 9))
    rounds.round_remove(round=evening.rounds.get(number=SECOND), actor=olive)
    assert refused(first, olive) == "sitting_too_late"


WHERE_IT_STARTS = [("round", {"round": 2}), ("board", {}), ("overview", {})]


def left_out(client: Client, season: Competition, name: str, facts: dict[str, int]) -> bool:
    """Tell whether the question before meeting 2 starts says that the drafted sitting is lost by it."""
    page = client.get(at(name, season, **facts)).content.decode()
    [detail] = re.findall(r'data-confirm-detail="(Its tables can send deals[^"]*)"', page)
    return "Meeting 1, sitting 2 cannot be played any more then." in detail


def test_starting_a_meeting_says_nothing_of_sittings_that_are_played_or_lost(
    eight: Competition, olive_client: Client, sit: Any
) -> None:
    olive_client.post(at("seating", eight), {"date": "2026-01-15", "deals": "2", "number": "2"})
    sit(2, range(1, 9), start=False)
    olive_client.post(at("round-publish", eight, round=2))
    assert {left_out(olive_client, eight, *where) for where in WHERE_IT_STARTS} == {False}


def test_a_sitting_that_was_left_out_is_not_played_after_the_next_meeting(
    evening: Competition, olive_client: Client, sit: Any, end: Any, again: Any
) -> None:
    olive_client.post(at("seating", evening), {"date": "2026-01-15", "deals": "2"})
    sit(2, range(1, 9), start=False)
    olive_client.post(at("round-publish", evening, round=2))  # long before, as fixtures are
    sit(1, range(1, 9))
    end(1, "S")
    again(1)
    sit(SECOND, range(1, 9), start=False)
    assert {left_out(olive_client, evening, *where) for where in WHERE_IT_STARTS} == {True}
    olive_client.post(at("round-start", evening, round=2), {"anyway": "yes"})
    assert evening.rounds.get(number=2).is_running
    end(2, "S")
    refusal = olive_client.post(at("round-publish", evening, round=SECOND))
    assert "Meeting 2 has begun" in refusal.content.decode()
    assert evening.rounds.get(number=SECOND).is_draft
    assert standings_of(evening).held == (1, 2)


def test_a_tournament_has_no_sittings(running: Competition, olive: User) -> None:
    one = running.rounds.get(number=1)
    rounds.round_close(round=one, actor=olive, anyway=True)
    assert refused(one, olive) == "sitting_of_no_meeting"


def test_a_draft_of_a_sitting_is_no_meeting_to_come(
    evening: Competition, olive_client: Client, client: Client, sit: Any, end: Any, again: Any
) -> None:
    sit(1, range(1, 9))
    end(1, "S")
    again(1)
    assert free_meetings(evening) == [2]
    assert olive_client.post(at("fixtures", evening)).status_code != 302
    assert not evening.rounds.get(number=SECOND).tables.exists()
    assert "sitting 2" not in words_of(olive_client.get(at("members", evening)))
    with pytest.raises(Refusal):
        rounds.round_pass(round=evening.rounds.get(number=SECOND), actor=None)


@pytest.mark.django_db(transaction=True)
def test_of_two_who_draw_it_at_once_the_second_is_told(
    evening: Competition, olive: User, sit: Any, end: Any
) -> None:
    sit(1, range(1, 9))
    end(1, "S")

    def press() -> str:
        try:
            meetings.sitting_add(round=evening.rounds.get(number=1), actor=olive)
        except Refusal as refusal:
            return refusal.code
        return "done"

    answers = at_once(press, press)
    assert sorted(answers) in (["done", "round_is_there"], ["busy", "done"])
    assert evening.rounds.filter(number__gt=1000).count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_correction_in_the_first_sitting_counts_when_the_second_is_over(
    eight: Competition, olive: User, olive_client: Client, tmp_path: Path
) -> None:
    before = [row.total for row in standings_of(eight).rows]
    table = Table.objects.select_related("round__competition").get(round__number=1, number=1)
    corrections.deal_void(
        table=table, number=1, mode="as_played", reason="Not played.", actor=olive, key=uuid4()
    )
    eight.refresh_from_db()
    assert [row.total for row in standings_of(eight).rows] != before
    compare(eight, reckoned(eight, tmp_path))
    call_command("verify_ledger", stdout=StringIO())
    words = words_of(olive_client.get(at("log", eight)))
    assert "meeting 1.2" in words
    assert "2,001" not in words
    assert "2001" not in words


def test_a_reason_of_absence_means_nothing_for_who_came_to_the_second_sitting(
    evening: Competition, sit: Any, end: Any, again: Any
) -> None:
    policy = {"credit_scheme": "net", "meetings": 3, "absence": {"duty": {"formula": "fixed", "amount": 7}}}
    evening.policy = policy
    evening.season_facts = {"absent": {"1": {"8": "duty", "9": "duty"}}}
    evening.save(update_fields=["policy", "season_facts"])
    sit(1, range(1, 5))
    end(1, "S")
    again(1)
    sit(SECOND, [1, 2, 3, 8])
    end(SECOND, "W")
    rows = {row.number: row for row in standings_of(evening).rows}
    assert (rows[8].total, rows[8].attended) == (rows[8].net, 1)
    assert (rows[9].total, rows[9].attended) == (7, 0)


def test_nothing_is_foretold_where_meetings_have_several_sittings(eight: Competition, client: Client) -> None:
    words = words_of(client.get(reverse("public:outlook", args=[eight.slug])))
    assert "2 meetings to come" in words
    assert "nothing is foretold" in words
    assert "can still win" not in words


def test_hidden_meetings_are_hidden_with_all_their_sittings(
    eight: Competition, olive: User, olive_client: Client, sit: Any, end: Any, again: Any
) -> None:
    Competition.objects.filter(pk=eight.pk).update(hidden_rounds=2, planned_rounds=3)
    eight.refresh_from_db()
    assert access.results_through(eight) is None
    olive_client.post(at("seating", eight), {"date": "2026-01-15", "deals": "2"})
    sit(2, range(1, 9))
    end(2, "S")
    again(2)
    sit(2002, range(1, 9))
    end(2002, "S")
    assert access.results_through(eight) == SECOND
    competitions.results_publish(competition=eight, through=2, actor=olive)
    assert access.results_through(eight) == 2
    competitions.results_publish(competition=eight, through=2002, actor=olive)
    competitions.results_publish(competition=eight, through=1, actor=olive)  # changes nothing any more
    assert access.results_through(eight) is None


def test_a_tablet_shows_the_sitting_that_is_played_next(
    evening: Competition, olive: User, sit: Any, end: Any, again: Any
) -> None:
    code = devices.pairing_code_issue(competition=evening, table_number=1, actor=olive)
    token = devices.device_pair(code=code.long, address="127.0.0.1", label="Tam").token

    def shown() -> int | None:
        table = access.table_for_tablet(access.tablet_for(token))
        return table and table.round.number

    sit(1, range(1, 9))
    end(1, "S")
    again(1)
    assert shown() == 1
    sit(SECOND, range(1, 9))
    assert shown() == SECOND
    end(SECOND, "S")
    rounds.round_add(competition=evening, plan=rounds.RoundPlan(), actor=olive)
    sit(2, range(1, 9))
    end(2, "S")
    assert shown() == 2  # the latest that was played, though its number is not the greatest


# ------------------------------------------------------------------ files
def test_another_sparrows_makes_the_same_of_it(
    eight: Competition, olive_client: Client, sit: Any, end: Any, tmp_path: Path
) -> None:
    olive_client.post(at("seating", eight), {"date": "2026-01-15", "deals": "2"})
    sit(2, [1, 2, 3, 4, 9])
    end(2, "N")
    Competition.objects.filter(pk=eight.pk).update(published=True)
    data = published(eight)
    assert faults_of(data) == []
    assert [one["number"] for one in data["rounds"]] == [1, SECOND, 2]
    assert brought_in(data, tmp_path) == []
    again = Competition.objects.get(slug="brought-in")
    ours, theirs = (
        [(row.number, row.rank, row.total, row.attended) for row in standings_of(one).rows]
        for one in (Competition.objects.get(pk=eight.pk), again)
    )
    assert ours == theirs
    assert again.rounds.count() == 3


@pytest.mark.parametrize("number", [1000, 1002, 2000, 2002, 3001])
def test_a_file_whose_sittings_have_no_meeting_is_not_brought_in(
    eight: Competition, tmp_path: Path, number: int
) -> None:
    Competition.objects.filter(pk=eight.pk).update(published=True)
    data = published(eight)
    for one in (*data["rounds"], *data["deals"]):
        key = "number" if "tables" in one else "round"
        one[key] = number if one[key] == SECOND else one[key]
    assert faults_of(data) != []


def test_the_facts_of_the_season_have_one_meeting(eight: Competition, tmp_path: Path) -> None:
    told = season_file(eight)
    (meeting,) = told["meetings"]
    assert (meeting["number"], len(meeting["tables"]), meeting["deals"]) == (1, 4, 4)
    file, said = tmp_path / "season.json", StringIO()
    file.write_text(json.dumps(told))
    call_command("season_table", str(file), stdout=said)
    compare(eight, json.loads(said.getvalue()))


def test_tables_of_every_sitting_have_their_own_page(eight: Competition, client: Client) -> None:
    for table in Table.objects.filter(round__competition=eight).select_related("round"):
        address = f"/c/{eight.slug}/r{table.round.number}/t{table.number}/"
        assert client.get(address).status_code == 200


def test_a_line_up_is_that_of_the_whole_meeting(
    eight: Competition, olive: User, olive_client: Client, client: Client
) -> None:
    named = {"teams": [("Dragons", [1, 2]), ("Winds", [3, 4])], "score": "named", "best": None}
    teams.teams_set(competition=eight, seen=mark_of_teams(eight), actor=olive, **named)
    first, second = (eight.rounds.select_related("competition").get(number=n) for n in (1, 2001))
    dragons, _winds = eight.teams.order_by("name")
    told: dict[str, Any] = {"wanted": {dragons.pk: [1]}, "actor": olive, "reason": "We forgot."}
    with pytest.raises(Refusal):
        line_ups_set(round=second, seen=mark_of(second), **told)
    line_ups_set(round=first, seen=mark_of(first), **told)
    assert olive_client.get(at("line-ups", eight, round=2001)).status_code == 404
    page = olive_client.get(at("round", eight, round=2001)).content.decode()
    assert at("line-ups", eight, round=1) in page
    sittings_shown = client.get(f"/c/{eight.slug}/seating/?round=2001").content.decode()
    assert "Dragons" in sittings_shown
    table = standings_of(eight)
    [own] = [row for row in table.rows if row.number == 1]
    [of_team] = [row for row in standings_of_teams(eight, table) if row.name == dragons.name]
    assert of_team.total == own.rounds[0].amount != 0  # of both sittings, as the tests above reckon it


def test_a_sitting_that_is_not_played_keeps_no_meeting_out_of_what_can_still_happen(
    evening: Competition, olive: User, olive_client: Client, sit: Any, end: Any, again: Any
) -> None:
    competitions.competition_change(competition=evening, actor=olive, planned_rounds=4)
    sit(1, range(1, 9))
    end(1, "S")
    again(1)  # drafted, and left so
    olive_client.post(at("seating", evening), {"date": "2026-01-15", "deals": "2"})
    sit(2, range(1, 9))
    end(2, "W")
    season = Competition.objects.get(pk=evening.pk)
    step = next_step(season, rounds_with_tables(season))
    assert (step.does, step.round) == ("draw", None)  # not the sitting that is lost
    outlook = outlook_of(season)
    assert (outlook.over, outlook.remaining) == ((1, 2), 2)
    table = {row.number: row.total for row in standings_of(season).rows}
    told = {line.row.number: line.row.total for group in outlook.groups for line in group.lines}
    assert told == {number: table[number] for number in told}
    assert len(told) >= 8


PAGES = ("seating", "overview", "board", "standings", "players", "teams")


def asked_too_much(client: Client, event: Competition) -> dict[str, int]:
    """Say which pages of the office ask the database more than a dozen questions."""
    numbers = event.rounds.values_list("number", flat=True)
    wanted = [*(at(page, event) for page in PAGES), *(at("round", event, round=number) for number in numbers)]
    found = {address: asked(client, address) for address in wanted}
    assert all(answer.status_code == 200 for answer, _count in found.values())
    return {address: count for address, (_answer, count) in found.items() if count > MOST}


def test_no_page_of_a_season_asks_more_than_a_dozen_questions(
    eight: Competition, olive_client: Client, sit: Any
) -> None:
    assert asked_too_much(olive_client, eight) == {}
    olive_client.post(at("seating", eight), {"date": "2026-01-15", "deals": "2"})
    assert asked_too_much(olive_client, eight) == {}
    sit(2, range(1, 9))
    assert asked_too_much(olive_client, eight) == {}
