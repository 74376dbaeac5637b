"""Finals and other parts of an event: who goes on, with how much, the places over all stages, and rights."""

import csv
import io
import re
from fractions import Fraction
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from openpyxl import load_workbook

from scoring.wording import written
from tests.conftest import signed_in
from tests.organiser.conftest import at
from tests.organiser.test_paper import finished, pages, published
from tests.public.pages import words_of
from tests.tournaments.test_deal_submit_races import at_once
from tests.tournaments.test_writes import told as told_of
from tournaments.access import offices_of, officials_of, rights_of
from tournaments.live.ready import revisions
from tournaments.models import Action, Competition, Entry, Right, Table
from tournaments.powers import Power, Role
from tournaments.printing.facts import are_official
from tournaments.publishing.exports import ema_csv, standings_csv
from tournaments.publishing.workbook import workbook
from tournaments.refusals import Refusal
from tournaments.selectors import finals, staff
from tournaments.selectors.cuts import of_finals
from tournaments.selectors.finals import Wanted, placed_now
from tournaments.selectors.prizes import prizes_of
from tournaments.selectors.standings import standings_of, summed
from tournaments.services import competitions, parts, penalties, rounds
from tournaments.services.announce import revise
from tournaments.services.chain import chain_check

__all__ = ["finished", "published"]  # fixtures
pytestmark = pytest.mark.django_db
EVERYBODY = tuple(range(1, 17))


def made(event: Competition, actor: User | None, **more: Any) -> list[Competition]:
    """Make a final of the event; four go on with half, equals in the order of their numbers."""
    told: dict[str, Any] = {"name": "Final", "day": event.date, "rounds": 1, "key": uuid4()}
    named = {name: more.pop(name) for name in list(more) if name in told}
    wanted = wanting(**more)
    seen = finals.mark_of(standings_of(event), wanted)
    return parts.finals_make(competition=event, wanted=wanted, seen=seen, actor=actor, **told | named)


def wanting(**more: Any) -> Wanted:
    given: dict[str, Any] = {"size": 4, "groups": 1, "way": "places", "carry": "half", "out": {}}
    return Wanted(**{**given, "order": EVERYBODY, **more})


def played(final: Competition, actor: User, play: Any) -> Competition:
    """Play one round of a final: a deal at each table."""
    [drawn] = rounds.round_draw(competition=final, rounds=1, actor=actor)
    running = rounds.round_start(round=rounds.round_publish(round=drawn, actor=actor), actor=actor)
    for table in running.tables.select_related("round__competition"):
        play(table)
    rounds.round_close(round=running, actor=actor, anyway=True)
    final.refresh_from_db()
    return final


def ranked(event: Competition) -> list[int]:
    """List who has a place, equals in the order of their numbers."""
    rows = [row for row in standings_of(event).rows if row.rank]
    return [row.number for row in sorted(rows, key=lambda row: (row.rank or 0, row.number))]


def test_it_is_looked_at_and_then_made(olive_client: Client, finished: Competition) -> None:
    page, best = at("final-new", finished), ranked(finished)
    form = {"name": "Final", "date": "2026-04-19", "size": "8", "groups": "2", "way": "places", "rounds": "1"}
    form |= {"carry": "half", "key": str(uuid4()), f"out_{best[1]}": "Not a member."}
    asked = olive_client.post(page, form)
    assert asked.status_code == 422
    assert "share a place at the edge" in words_of(asked)
    tied, places = asked.context["tied"], {row.number: row.rank for row in standings_of(finished).rows}
    shown = dict(re.findall(r'name="out_(\d+)".*?</th>.*?<td>\s*(.*?)\s*</td>', asked.content.decode(), re.S))
    assert {shown[str(number)] for number in tied if str(number) in shown} == {"tie"}
    above = [n for n, place in places.items() if place and place < places[tied[0]]]
    assert {shown[str(number)] for number in above if number != best[1]} <= {"Final A"}
    form["order"] = " ".join(map(str, EVERYBODY))
    looked = olive_client.post(page, form)
    assert looked.status_code == 200
    assert not finished.parts.exists()
    goes = {one.row.number: to for one, to in looked.context["candidates"]}
    assert [goes[number] for number in best[:6]] == ["Final A", "", *["Final A"] * 3, "Final B"]
    form |= {"seen": looked.context["form"]["seen"].value(), "save": "yes"}
    for _ in range(2):  # a double click is one
        assert olive_client.post(page, form).status_code == 302
    first, second = finished.parts.order_by("pk")
    assert (first.name, first.decides_from, second.name, second.decides_from) == ("Final A", 1, "Final B", 5)
    assert sorted(ranked(first)) == sorted(set(best[:5]) - {best[1]})
    assert (first.ruleset, first.criteria, first.planned_rounds) == (finished.ruleset, finished.criteria, 1)
    [line] = Action.objects.filter(verb="final_left_out")
    assert (line.facts["number"], line.reason) == (best[1], "Not a member.")
    log = words_of(olive_client.get(at("log", finished)))
    assert ("made a final Final A, Final B" in log, " fields " in log) == (True, False)
    finished.refresh_from_db()
    assert [broken for one in (finished, first, second) for broken in chain_check(one)[1]] == []


def test_it_says_who_will_work_there_and_takes_no_more_than_there_are(
    olive_client: Client, finished: Competition, olive: User, nell: User
) -> None:
    tables = {"role": Role.SCORER, "tables": [1, 2, 3, 4]}
    Right.objects.create(user=nell, club=finished.club, competition=finished, **tables)
    page = olive_client.get(at("final-new", finished))
    said = words_of(page).split("Who will work there")[1][:300]
    assert re.search(r"nell ?: Scorer ?, tables 1.?(to )?.?4", said, re.I), said
    assert page.context["form"]["size"].value() == 16
    finished.entries.filter(number=3).update(status=Entry.Status.WITHDRAWN)
    Competition.objects.filter(pk=finished.pk).update(revision=finished.revision + 1)
    finished.refresh_from_db()
    assert olive_client.get(at("final-new", finished)).context["form"]["size"].value() == 12
    [final] = made(finished, olive)
    assert nell in [one.user for one in staff.colleagues(final.club, final)]


def test_other_standings_are_looked_at_again(
    olive_client: Client, finished: Competition, olive: User
) -> None:
    form = {"name": "Final", "date": "2026-04-19", "size": "4", "groups": "1", "way": "places"}
    form |= {"carry": "all", "key": str(uuid4()), "order": " ".join(map(str, EVERYBODY))}
    looked = olive_client.post(at("final-new", finished), form)
    last, round_ = finished.entries.get(number=ranked(finished)[0]), finished.rounds.first()
    fine: dict[str, Any] = {"amount": -999, "reason": "Late.", "key": uuid4(), "actor": olive}
    penalties.standings_penalty(entry=last, round=round_, **fine)
    form |= {"seen": looked.context["form"]["seen"].value(), "save": "yes"}
    refused = olive_client.post(at("final-new", finished), form)
    assert refused.status_code == 409
    assert "Look again." in words_of(refused)
    assert not finished.parts.exists()


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"size": "6", "groups": "4"}, "cannot be parted equally"),
        ({"size": "4", "groups": "2"}, "four players at least"),
        ({"size": "3"}, "greater than or equal to 4"),
        ({"size": "20"}, "Fewer than 20"),
        ({"order": "1 77"}, "Nobody here has these numbers: 77."),
        ({"out_3": "x" * 201}, "A remark has at most 200 characters."),
    ],
)
def test_what_cannot_be_is_said(
    olive_client: Client, finished: Competition, fields: dict[str, str], said: str
) -> None:
    form = {"name": "F", "date": "2026-04-19", "size": "4", "groups": "1", "way": "places", "carry": "none"}
    asked = olive_client.post(at("final-new", finished), form | {"key": str(uuid4())} | fields)
    assert asked.status_code == 422
    assert said in words_of(asked)


def test_nobody_goes_on_while_a_round_is_played(running: Competition, olive: User) -> None:
    with pytest.raises(Refusal, match="final_too_early"):
        made(running, olive)


@pytest.mark.parametrize("carry", ["none", "half", "all"])
def test_what_is_brought_is_a_part_of_the_total(
    finished: Competition, olive: User, play: Any, carry: str
) -> None:
    totals = {row.number: row.total for row in standings_of(finished).rows}
    [final] = made(finished, olive, carry=carry)
    share = {"none": 0, "half": 0.5, "all": 1}[carry]
    competitions.competition_publish(competition=played(final, olive, play), actor=olive)
    for row in standings_of(final).rows:
        assert row.carried == share * totals[row.number]
        assert row.total == row.net + row.carried
        assert row in summed(final).rows
    alone = standings_of(final, round_number=1, alone=True)
    assert all(row.total == row.net for row in alone.rows)
    leader = standings_of(final).rows[0]
    page = words_of(Client().get(reverse("public:entry", args=[final.slug, leader.number])))
    assert ("carried over" in page) == (carry != "none")
    assert "Carried over" in standings_csv(final).decode()
    assert ("Carried over" in words_of(Client().get(f"/c/{final.slug}/standings/"))) == (carry != "none")


def test_a_correction_before_is_told_and_taken_over(
    olive_client: Client, finished: Competition, olive: User
) -> None:
    [final] = made(finished, olive)
    fined, round_ = finished.entries.get(number=ranked(final)[0]), finished.rounds.first()
    fine: dict[str, Any] = {"amount": -7, "reason": "Late.", "key": uuid4(), "actor": olive}
    penalties.standings_penalty(entry=fined, round=round_, **fine)
    before = final.entries.get(number=fined.number).carried
    page = olive_client.get(at("parts", final))
    assert page.context["differs"]
    assert "would bring something else now" in words_of(page)
    for _ in range(2):
        assert olive_client.post(at("carried-renew", final)).status_code == 302
    after = final.entries.get(number=fined.number).carried
    assert after != before
    assert not olive_client.get(at("parts", final)).context["differs"]
    line = olive_client.get(at("log", final)).context["lines"][0]
    assert line.changes == ((f"No. {fined.number}", before, after),)
    final.refresh_from_db()
    assert Action.objects.filter(verb="carried_renew").count() == 1
    assert chain_check(final)[1] == []


def cut_told(client: Client, final: Competition) -> tuple[set[int], set[int]]:
    """Read off a final's page who would no longer be in it, and who would be instead."""
    page = client.get(at("parts", final))
    cut = page.context["cut"]
    assert ("others would be in this final" in words_of(page)) == bool(cut.gone or cut.come)
    assert all(row.name in words_of(page) for row in [*cut.gone, *cut.come])
    return {row.number for row in cut.gone}, {row.number for row in cut.come}


def fined(event: Competition, number: int, amount: int, actor: User) -> None:
    """Take points from somebody after the final was made of the event's standings."""
    fine: dict[str, Any] = {"amount": amount, "reason": "Late.", "key": uuid4(), "actor": actor}
    entry, round_ = event.entries.get(number=number), event.rounds.first()
    penalties.standings_penalty(entry=entry, round=round_, **fine)
    event.refresh_from_db()


def standing_apart(event: Competition, actor: User) -> list[int]:
    """Give everybody another total, so that no place is shared; list the numbers by their places."""
    for number in EVERYBODY:
        fined(event, number, -1000 * number, actor)
    return ranked(event)


def test_a_correction_before_says_who_would_no_longer_be_in_it(
    olive_client: Client, finished: Competition, olive: User
) -> None:
    best = standing_apart(finished, olive)
    [final] = made(finished, olive)
    assert cut_told(olive_client, final) == (set(), set())
    fined(finished, best[1], -50_000, olive)
    assert cut_told(olive_client, final) == ({best[1]}, {best[4]})
    competitions.entry_remove(entry=final.entries.get(number=best[1]), actor=olive)
    parts.finalist_add(final=final, number=best[4], actor=olive)
    assert cut_told(olive_client, final) == (set(), set())


def test_whoever_shares_the_place_at_the_edge_may_stay(
    olive_client: Client, finished: Competition, olive: User
) -> None:
    [final] = made(finished, olive, out={ranked(finished)[0]: "Not a member."})
    rows = {row.number: row for row in standings_of(finished).rows}
    sent = {one.entry.number for one in finals.brought_to(final)}
    last = max(rows[number].rank or 0 for number in sent)
    tied = {number for number, row in rows.items() if row.rank == last}
    assert tied & sent  # a lot has decided between them
    assert tied - sent
    assert cut_told(olive_client, final) == (set(), set())
    unlucky = min(tied & sent)
    fined(finished, unlucky, -50_000, olive)
    gone, come = cut_told(olive_client, final)
    assert gone == {unlucky}
    assert come == (tied - sent if len(tied - sent) == 1 else set())  # of several a lot decides


def test_each_group_knows_its_own_edges(olive_client: Client, finished: Competition, olive: User) -> None:
    best = standing_apart(finished, olive)
    first, second = made(finished, olive, groups=2, size=8, out={best[0]: "Not a member."})
    assert cut_told(olive_client, first) == cut_told(olive_client, second) == (set(), set())
    fined(finished, best[1], -50_000, olive)
    assert cut_told(olive_client, first) == ({best[1]}, set())  # the next one plays in the second
    assert cut_told(olive_client, second) == ({best[5]}, {best[9]})


def test_groups_of_equal_strength_have_one_edge(
    olive_client: Client, finished: Competition, olive: User
) -> None:
    best = standing_apart(finished, olive)
    both = made(finished, olive, groups=2, size=8, way="even")
    fined(finished, best[2], -50_000, olive)
    told = [cut_told(olive_client, final) for final in both]
    assert sorted(gone for gone, _ in told) == sorted([{best[2]}, set()], key=len)
    assert [come for _, come in told] == [{best[8]}, {best[8]}]


WOULD_BRING = "its players would bring something else along now"
UNSEEN = "decides places, and readers do not see it"


def test_it_says_before_anybody_signs_that_finalists_would_bring_something_else(
    olive_client: Client, finished: Competition, olive: User, play: Any
) -> None:
    final, best = played(made(finished, olive)[0], olive, play), ranked(finished)
    pages = [at(name, event) for name in ("overview", "closing") for event in (finished, final)]
    assert [WOULD_BRING in words_of(olive_client.get(page)) for page in pages] == [False] * 4
    fined(finished, best[0], -100, olive)
    assert [WOULD_BRING in words_of(olive_client.get(page)) for page in pages] == [True] * 4
    parts.carried_renew(final=final, actor=olive)
    assert [WOULD_BRING in words_of(olive_client.get(page)) for page in pages] == [False] * 4


def test_it_says_before_anybody_signs_that_others_would_be_in_the_final(
    olive_client: Client, finished: Competition, olive: User, play: Any, django_assert_max_num_queries: Any
) -> None:
    best = standing_apart(finished, olive)
    final = played(made(finished, olive)[0], olive, play)
    pages = [at(name, event) for name in ("overview", "closing") for event in (finished, final)]
    others = "others would be in it"
    assert [others in words_of(olive_client.get(page)) for page in pages] == [False] * 4
    fined(finished, best[0], -50_000, olive)
    parts.carried_renew(final=final, actor=olive)
    assert [others in words_of(olive_client.get(page)) for page in pages] == [True] * 4
    for page in pages:
        with django_assert_max_num_queries(12):
            olive_client.get(page)


def test_it_hears_who_was_let_into_another_group(finished: Competition, olive: User) -> None:
    best = standing_apart(finished, olive)
    first, second = made(finished, olive, groups=2, size=8)
    fined(finished, best[0], -50_000, olive)
    competitions.entry_remove(entry=second.entries.get(number=best[4]), actor=olive)
    assert of_finals(Competition.objects.get(pk=second.pk)).recut == [second]  # the next one would be in it
    parts.finalist_add(final=first, number=best[8], actor=olive)
    assert of_finals(Competition.objects.get(pk=second.pk)).recut == []  # and plays in the first by now


def test_it_says_before_a_correction_that_finalists_keep_what_they_brought(
    olive_client: Client, finished: Competition, olive: User
) -> None:
    tables = Table.objects.filter(round__competition=finished).select_related("round__competition")
    table = tables.get(round__number=1, number=1)
    page, said = at("deal-void", table, deal=1), "brought along stays as it was"
    form = {field.html_name: field.value() or "" for field in olive_client.get(page).context["form"]}
    form |= {"mode": "as_played", "reason": "It was none."}

    def told() -> str:
        return words_of(olive_client.post(page, form))

    assert ("What would change" in told(), said in told()) == (True, False)
    made(finished, olive, carry="none")
    assert said not in told()
    made(finished, olive, out=dict.fromkeys(ranked(finished)[:4], "Plays in the other."))
    assert said in told()


def test_it_says_which_final_readers_do_not_see(
    olive_client: Client, finished: Competition, olive: User, play: Any
) -> None:
    [final] = made(finished, olive)
    assert UNSEEN not in words_of(olive_client.get(at("closing", finished)))  # nothing is played there
    played(final, olive, play)
    for event in (finished, final):
        assert UNSEEN in words_of(olive_client.get(at("closing", event)))
    competitions.competition_publish(competition=final, published=True, actor=olive)
    assert UNSEEN not in words_of(olive_client.get(at("closing", finished)))


def test_it_is_noticed_when_somebody_brings_more_than_the_log_says(
    finished: Competition, olive: User
) -> None:
    [final] = made(finished, olive)
    final.entries.filter(number=ranked(final)[0]).update(carried="5000")
    assert [each.code for each in chain_check(final)[1]] == ["carried"]


def test_the_next_one_takes_a_free_place(olive_client: Client, finished: Competition, olive: User) -> None:
    [final], best = made(finished, olive), ranked(finished)
    competitions.entry_remove(entry=final.entries.get(number=best[0]), actor=olive)
    free = [row.number for row in finals.next_in(final)]
    assert free[0] == best[0]
    assert set(free) == set(best[4:]) | {best[0]}
    for status in (302, 409):  # the second press is told
        told = olive_client.post(at("finalist-add", final), {"number": str(free[1])})
        assert told.status_code == status
    assert final.entries.filter(number=free[1]).exists()
    assert {one.entry.number for one in finals.brought_to(final) if one.differs} == set()
    final.refresh_from_db()
    assert chain_check(final)[1] == []


def test_it_marks_who_withdrew_among_the_finalists(
    olive_client: Client, finished: Competition, olive: User
) -> None:
    [final] = made(finished, olive)
    leaving = final.entries.get(number=ranked(finished)[0])
    competitions.entry_change(entry=leaving, actor=olive, status=Entry.Status.WITHDRAWN)
    (row,) = re.findall(
        r"<tr(?:(?!</tr>).)*badge-void.*?</tr>", olive_client.get(at("parts", final)).content.decode(), re.S
    )
    assert (leaving.name in row, "withdrawn" in row) == (True, True)


def test_it_is_given_up_before_its_seating_is_out(
    olive_client: Client, finished: Competition, olive: User, play: Any
) -> None:
    first, second = made(finished, olive, groups=2, size=8)
    assert olive_client.post(at("final-give-up", first), {"reason": " "}).status_code == 422
    assert olive_client.post(at("final-give-up", first), {"reason": "Too many."}).status_code == 302
    first.refresh_from_db()
    assert (first.decides_from, bool(first.archived_at)) == (None, True)
    assert chain_check(first)[1] == []
    begun = played(second, olive, play)
    assert olive_client.post(at("final-give-up", begun), {"reason": "Late."}).status_code == 409


def test_places_go_over_all_stages(
    olive_client: Client, finished: Competition, olive: User, play: Any
) -> None:
    best = ranked(finished)
    first, second = made(finished, olive, groups=2, size=8, carry="none")
    assert [one.row.number for one in placed_now(finished)][:4] == [
        row.number for row in standings_of(finished).rows if row.rank
    ][:4]
    played(first, olive, play)
    over = placed_now(finished)
    assert [one.stage for one in over] == [first] * 4 + [second] * 4 + [None] * 8
    assert [one.row.number for one in over[:4]] == [row.number for row in standings_of(first).rows]
    assert [one.row.number for one in over[4:8]] == best[4:8]
    assert sorted(one.row.number for one in over) == sorted(best)
    ranks = [one.row.rank for one in over]
    assert ranks[0] == 1
    assert ranks[4] == 5
    assert ranks[8] == 9
    assert ranks == sorted(ranks)
    finished.prizes = ["30"]
    assert prizes_of(finished)[0].row.number == standings_of(first).rows[0].number
    assert not are_official(finished)  # a final is still to be played
    assert "Final A" in words_of(olive_client.get(at("parts", finished)))


def test_a_final_has_its_own_final_before_it(finished: Competition, olive: User, play: Any) -> None:
    best = ranked(finished)
    [semi] = made(finished, olive, size=8, carry="none")
    played(semi, olive, play)
    [last] = made(semi, olive, size=4, carry="none")
    over = placed_now(finished)
    assert [one.stage for one in over] == [semi] * 8 + [None] * 8  # not begun
    assert not are_official(finished)
    played(last, olive, play)
    over = placed_now(finished)
    assert [one.stage for one in over] == [last] * 4 + [semi] * 4 + [None] * 8
    assert [one.number for one in over[:4]] == [row.number for row in standings_of(last).rows]
    assert sorted(one.number for one in over) == sorted(best)
    assert [one.row.rank for one in over][:9:4] == [1, 5, 9]
    assert are_official(finished)


def test_what_leaves_the_house_has_the_places_over_all_stages(
    olive_client: Client, finished: Competition, olive: User, play: Any
) -> None:
    [final] = made(finished, olive, size=4, carry="none")
    played(final, olive, play)
    over = [one.row.name for one in placed_now(finished)]
    assert over != [row.name for row in standings_of(finished).rows if row.rank]
    listed = list(csv.DictReader(io.StringIO(ema_csv(finished).decode("utf-8-sig"))))
    assert [f"{row['First name']} {row['Last name']}" for row in listed] == [
        " ".join([*one.split()[:-1], one.split()[-1].upper()]) for one in over
    ]
    first, net = placed_now(finished)[0], {row.number: row.net for row in standings_of(finished).rows}
    assert listed[0]["Points"] == str(first.row.total)
    assert listed[0]["Score"] == str(first.row.net + net[first.number])
    book = load_workbook(io.BytesIO(workbook(finished)))
    assert [line[2] for line in book["Places"].values][1:] == over
    hidden = pages(olive_client, "results", finished)[0]
    assert "Places over all stages" not in hidden  # the final is not published
    competitions.competition_publish(competition=final, actor=olive)
    sheet = pages(olive_client, "results", finished)[0]
    assert "Places over all stages" in sheet
    assert re.search(rf"\b1 {re.escape(over[0].split()[0])}.*? Final \+{first.row.total}", sheet)


def test_readers_see_published_finals_and_the_places(
    finished: Competition, olive: User, play: Any, django_assert_max_num_queries: Any
) -> None:
    [final] = made(finished, olive)
    places = reverse("public:places", args=[finished.slug])
    assert Client().get(places).status_code == 404
    overview = Client().get(f"/c/{finished.slug}/")
    assert "Also part of this event" not in words_of(overview)
    competitions.competition_publish(competition=final, actor=olive)
    told = Client().get(f"/c/{finished.slug}/", headers={"If-None-Match": overview["ETag"]})
    assert "Also part of this event" in words_of(told)  # no cache keeps the page from before
    assert "No deal of a final has been recorded yet." in words_of(Client().get(places))
    played(final, olive, play)
    Client().get(places)
    with django_assert_max_num_queries(12):
        assert "Decided by" in words_of(Client().get(places))
    assert "With the finals" in words_of(Client().get(f"/c/{finished.slug}/standings/"))


def test_what_readers_see_leads_with_what_the_final_decided(
    finished: Competition, olive: User, olive_client: Client, play: Any, django_assert_max_num_queries: Any
) -> None:
    [final] = made(finished, olive, carry="none")
    for one in (finished, final):
        competitions.competition_publish(competition=one, actor=olive)
    overview, table = f"/c/{finished.slug}/", f"/c/{finished.slug}/standings/"
    assert "In front" in words_of(Client().get(overview))
    [drawn] = rounds.round_draw(competition=final, rounds=1, actor=olive)
    running = rounds.round_start(round=rounds.round_publish(round=drawn, actor=olive), actor=olive)
    assert "The final is being played. · See Final" in words_of(Client().get(table))
    assert "In front after qualifying" in words_of(Client().get(overview))
    for one in running.tables.select_related("round__competition"):
        play(one)
    rounds.round_close(round=running, actor=olive, anyway=True)
    final.refresh_from_db()
    first, second, third, *_rest = standings_of(final).rows
    said = f"The final decided: {first.rank} {first.name}"
    for address in (overview, table, f"{table}fragment"):
        Client().get(address)
        with django_assert_max_num_queries(12):
            page = Client().get(address)
        assert said in words_of(page).replace("=", "")
        assert "Qualifying" in words_of(page)
    page = Client().get(overview)
    assert [row.number for row in page.context["top"]] == [first.number, second.number, third.number]
    slides = olive_client.get(at("projector", finished)).context["slides"]
    shown = [one for one in slides if one.part in ("places", "standings")]
    assert (shown[0].part, shown[0].shown[0].name, shown[-1].part) == ("places", first.name, "standings")


def test_a_page_of_the_event_changes_when_its_final_does(
    finished: Competition, olive: User, play: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.live.ready.close_old_connections", lambda: None)  # in one transaction
    [final] = made(finished, olive, carry="none")
    for one in (finished, final):
        competitions.competition_publish(competition=one, actor=olive)
    played(final, olive, play)
    kept, revision = Client().get(f"/c/{finished.slug}/standings/"), revisions([finished.slug])
    first, second, *_rest = standings_of(final).rows
    assert f"The final decided: 1 {first.name}" in words_of(kept).replace("=", "")
    finished.refresh_from_db()
    before = finished.revision
    fine: dict[str, Any] = {"amount": -9999, "reason": "Away.", "key": uuid4(), "actor": olive}
    penalties.standings_penalty(
        entry=final.entries.get(number=first.number), round=final.rounds.get(), **fine
    )
    finished.refresh_from_db()
    assert finished.revision == before  # its own has not changed
    told = Client().get(f"/c/{finished.slug}/standings/", headers={"If-None-Match": kept["ETag"]})
    assert f"The final decided: 1 {second.name}" in words_of(told).replace("=", "")
    assert revisions([finished.slug]) != revision  # and what is kept ready is made anew


def test_totals_on_places_have_their_sign_and_phones_the_final_below_the_name(
    finished: Competition, olive: User, play: Any
) -> None:
    [final] = made(finished, olive, carry="none")
    for one in (finished, final):
        competitions.competition_publish(competition=one, actor=olive)
    played(final, olive, play)
    page = Client().get(f"/c/{finished.slug}/standings/places/")
    first = standings_of(final).rows[0]
    assert (first.total or 0) > 0
    assert f"+{first.total}" in words_of(page).replace(" ", "")
    assert '<span class="under-name narrow-only">Final</span>' in page.content.decode()


def test_the_page_of_a_player_says_the_place_over_all_stages(
    finished: Competition, olive: User, play: Any, django_assert_max_num_queries: Any
) -> None:
    [final] = made(finished, olive, carry="none")
    competitions.competition_publish(competition=finished, actor=olive)
    pages = {one.number: f"/c/{finished.slug}/entries/{one.number}/" for one in finished.entries.all()}
    played(final, olive, play)
    before = [words_of(Client().get(page)) for page in pages.values()]
    assert all("Deal by deal" in one and "Over all stages" not in one for one in before)
    competitions.competition_publish(competition=final, actor=olive)
    for one in placed_now(finished):
        Client().get(pages[one.number])
        with django_assert_max_num_queries(12):
            told = words_of(Client().get(pages[one.number]))
        decided = " · decided by Final" if one.stage else ""
        shared = "= (shared)" if one.row.shared else ""
        assert f"Over all stages: place {one.row.rank}{shared}{decided}" in told.replace(" =", "=")


def test_programs_get_the_places_that_finals_gave(
    finished: Competition, olive: User, play: Any, django_assert_max_num_queries: Any
) -> None:
    address = f"/api/v1/competitions/{finished.slug}/standings"
    assert Client().get(address).json()["places"] == []
    [final] = made(finished, olive, carry="none")
    played(final, olive, play)
    assert Client().get(address).json()["places"] == []  # readers may not see it yet
    for one in (finished, final):
        competitions.competition_publish(competition=one, actor=olive)
    Client().get(address)
    with django_assert_max_num_queries(20):
        told = Client().get(address).json()
    over = placed_now(finished)
    assert [(one["place"], one["number"], one["name"]) for one in told["places"]] == [
        (one.row.rank, one.number, one.row.name) for one in over
    ]
    assert {one["decided_by"] for one in told["places"][:4]} == {final.slug}
    assert {one["decided_by"] for one in told["places"][4:]} == {None}
    assert told["places"][0]["total"] == over[0].row.total
    assert not told["places_provisional"]
    rounds.round_reopen(round=final.rounds.get(), actor=olive)
    told = Client().get(address).json()
    assert (told["provisional"], told["places_provisional"]) == (False, True)
    assert Client().get(f"{address}?round=1").json()["places"] == []


def test_readers_of_the_event_hear_of_its_final(
    finished: Competition,
    olive: User,
    play: Any,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:
    [final] = made(finished, olive, carry="none")
    played(final, olive, play)
    [last] = made(final, olive, size=4, carry="none", name="Last table")
    heard: list[int] = []
    monkeypatch.setattr("tournaments.live.stream.publish_beside", heard.append)
    for one, above in ((finished, []), (final, [finished.pk]), (last, [final.pk, finished.pk])):
        heard.clear()
        with django_capture_on_commit_callbacks(execute=True):
            revise(one)
        assert heard == above


def test_the_table_of_standings_has_the_places_that_finals_gave(
    finished: Competition, olive: User, play: Any
) -> None:
    column = "Place over all stages"
    assert column not in standings_csv(finished).decode()
    [final] = made(finished, olive, carry="none")
    played(final, olive, play)
    lines = list(csv.DictReader(io.StringIO(standings_csv(finished).decode("utf-8-sig"))))
    assert {int(one["Number"]): int(one[column]) for one in lines if one[column]} == {
        one.number: one.row.rank for one in placed_now(finished)
    }


def test_the_event_and_its_parts_are_one_on_every_list(
    finished: Competition, olive: User, play: Any, olive_client: Client
) -> None:
    competitions.competition_change(competition=finished, actor=olive, planned_rounds=3)
    competitions.competition_publish(competition=finished, actor=olive)
    home, overview = Client().get("/"), Client().get(f"/c/{finished.slug}/")
    assert [one.news.competition for one in home.context["front"].latest] == [finished]
    [final] = made(finished, olive)
    competitions.competition_publish(competition=final, actor=olive)
    [drawn] = rounds.round_draw(competition=final, rounds=1, actor=olive)
    running = rounds.round_start(round=rounds.round_publish(round=drawn, actor=olive), actor=olive)
    [live] = Client().get("/").context["front"].live
    assert (live.competition, live.event.parts, live.running) == (finished, (final,), running)
    page = Client().get(f"/c/{finished.slug}/", headers={"If-None-Match": overview["ETag"]})
    assert (page.context["stage"], page.context["has_finals"]) == ("live", True)
    assert "decides the places from 1 being played" in words_of(page)
    assert finished.name in words_of(Client().get(f"/c/{final.slug}/seating/"))
    [work] = olive_client.get(at("home")).context["clubs"]
    assert [(one.competition, one.parts) for one in work.events] == [(finished, (final,))]
    for table in running.tables.select_related("round__competition"):
        play(table)
    rounds.round_close(round=running, actor=olive, anyway=True)
    after = Client().get(f"/c/{finished.slug}/", headers={"If-None-Match": page["ETag"]})
    assert after.context["stage"] == "finished"
    club = words_of(Client().get(f"/clubs/{finished.club.slug}/"))
    assert "1 competition" in words_of(Client().get("/"))
    assert "Final" in club


def test_a_side_event_has_people_of_the_event(olive_client: Client, running: Competition) -> None:
    form = {"name": "Juniors", "date": "2026-04-18", "people": ["2", "3", "5", "8"], "key": str(uuid4())}
    for _ in range(2):
        assert olive_client.post(at("side-new", running), form).status_code == 302
    [side] = running.parts.all()
    assert (side.part, side.ruleset, side.published) == ("side", running.ruleset, False)
    of_event = dict(running.entries.values_list("number", "player_id"))
    assert dict(side.entries.values_list("number", "player_id")) == {n: of_event[n] for n in (2, 3, 5, 8)}
    assert not olive_client.get(at("parts", side)).context.get("brought")
    assert olive_client.post(at("finalist-add", side), {"number": "1"}).status_code == 409


def test_the_board_says_who_still_plays_elsewhere(
    olive_client: Client, running: Competition, olive: User
) -> None:
    told: dict[str, Any] = {"name": "Juniors", "day": running.date, "key": uuid4(), "actor": olive}
    side = parts.side_make(competition=running, numbers=[2, 3, 5, 8], **told)
    [drawn] = rounds.round_draw(competition=side, rounds=1, actor=olive)
    rounds.round_publish(round=drawn, actor=olive)
    page = olive_client.get(at("board", side))
    assert [name for name, _where in page.context["board"].busy] == sorted(
        one.name for one in side.entries.all()
    )
    assert f"Still playing elsewhere: {page.context['board'].busy[0][0]} (Spring Day)" in words_of(page)
    rounds.round_close(round=running.rounds.get(state="running"), actor=olive, anyway=True)
    assert olive_client.get(at("board", side)).context["board"].busy == ()


def test_a_role_in_the_event_holds_in_its_parts(finished: Competition, olive: User, nell: User) -> None:
    [final] = made(finished, olive, size=8)
    client, right = signed_in(nell), partial(Right.objects.create, user=nell, club=finished.club)
    assert client.get(at("board", final)).status_code == 404
    scorer = right(competition=finished, role=Role.SCORER, tables=[1])
    assert client.get(at("board", final)).status_code == 200
    assert final.name in words_of(client.get(at("home")))
    mine = rights_of(nell)
    assert [mine.at_table(Power.SCORE, final, number) for number in (1, 2)] == [True, False]
    assert offices_of(final, [nell.pk]) == {nell.pk: Role.SCORER}
    Right.objects.filter(pk=scorer.pk).update(tables=[])
    assert rights_of(nell).at_table(Power.SCORE, final, 2)
    assert client.get(at("settings", final)).status_code == 404
    scorer.delete()
    right(competition=finished, role=Role.DIRECTOR)
    assert client.get(at("settings", final)).status_code == 200
    assert nell in officials_of(final)
    assert final.name in words_of(client.get(at("home")))
    [last] = made(final, nell)  # a final of a final
    assert client.get(at("settings", last)).status_code == 200
    other = competitions.competition_create(club=finished.club, actor=olive, name="Other", date=finished.date)
    assert client.get(at("settings", other)).status_code == 404


@pytest.mark.django_db(transaction=True)
def test_of_two_who_press_at_once_one_final_comes(finished: Competition, olive: User) -> None:
    wanted, key = wanting(), uuid4()
    seen = finals.mark_of(standings_of(finished), wanted)
    told: dict[str, Any] = {"name": "Final", "day": finished.date, "rounds": 1, "key": key, "actor": olive}
    make = partial(parts.finals_make, competition=finished, wanted=wanted, seen=seen, **told)
    at_once(make, make)
    [final] = Competition.objects.filter(part_of=finished)
    told["key"] = uuid4()  # of another form
    again = partial(parts.finals_make, competition=finished, wanted=wanted, seen=seen, **told)
    assert told_of(again) == "final_there"
    assert Entry.objects.filter(competition=final).count() == 4
    add = partial(parts.finalist_add, final=final, number=finals.next_in(final)[0].number, actor=olive)
    heard = at_once(*[partial(told_of, add)] * 2)
    assert sorted(heard) == ["done", "not_next"]


def test_it_says_what_each_brings_before_it_is_made(olive_client: Client, finished: Competition) -> None:
    form = {"name": "Final", "date": "2026-04-19", "size": "4", "groups": "1", "way": "places", "rounds": "1"}
    form |= {"carry": "half", "key": str(uuid4()), "order": " ".join(map(str, EVERYBODY))}
    looked = olive_client.post(at("final-new", finished), form)
    assert looked.status_code == 200
    rows = re.findall(r"<tr>\s*<td class=\"num\">\d.*?</tr>", looked.content.decode(), re.S)
    brings = [re.findall(r'<td class="num">(.*?)</td>', row, re.S)[-1].strip() for row in rows]
    totals = [one.row.total for one, _ in looked.context["candidates"]][:4]
    assert brings[:4] == [written(Fraction(total, 2)) for total in totals]
    assert set(brings[4:]) == {""}


def test_the_page_of_paper_says_what_is_not_official_yet(
    olive_client: Client, finished: Competition, olive: User
) -> None:
    page = at("paper", finished)
    assert "Not official yet" not in words_of(olive_client.get(page))
    [final] = made(finished, olive)
    assert f"Not official yet: {final.name}" in words_of(olive_client.get(page))
