"""Two drafts are compared before one is published; a longer search finds a third beside the play."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.conftest import PEOPLE
from tests.organiser.conftest import at
from tests.public.pages import words_of
from tournaments import seating
from tournaments.live import waking
from tournaments.models import Competition, Draw, KeptDraft, Outbox, Search, Seating
from tournaments.refusals import Refusal
from tournaments.selectors import drafts as kept
from tournaments.selectors import seatings
from tournaments.services import competitions, drafts, draws, outbox, rounds, searches, seats, withdrawals
from tournaments.services.chain import chain_check

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


@pytest.fixture(autouse=True)
def _nothing_wakes_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waking, "wake_outbox", lambda: None)


@pytest.fixture
def two(tournament: Competition, olive: User) -> KeptDraft:
    """Drawn with seed 5, changed by hand, then drawn with seed 6: the first is kept."""
    rounds.round_draw(competition=tournament, rounds=3, seed=5, actor=olive)
    first, second = Seating.objects.filter(round__number=2, seat="E").order_by("table__number")[:2]
    seats.seats_exchange(round=first.round, first=first, second=second, actor=olive)
    rounds.round_draw(competition=tournament, rounds=3, seed=6, actor=olive)
    return tournament.kept_drafts.get()


def seated(competition: Competition) -> list[list[list[int]]]:
    return [one.numbers() for one in seatings.seated_rounds(competition)]


def test_it_keeps_the_draft_before_with_what_a_hand_changed(two: KeptDraft, tournament: Competition) -> None:
    assert [one["by_hand"] for one in two.rounds] == [False, True, False]
    assert two.draw.seed == 5
    assert [one["tables"] for one in two.rounds] != seated(tournament)


def test_it_keeps_no_draft_that_is_drawn_again_as_it_was(tournament: Competition, olive: User) -> None:
    for _ in range(2):
        rounds.round_draw(competition=tournament, rounds=3, seed=5, actor=olive)
    assert not tournament.kept_drafts.exists()


def test_it_lets_the_oldest_of_many_go(tournament: Competition, olive: User) -> None:
    for seed in range(8):
        rounds.round_draw(competition=tournament, rounds=1, seed=seed, actor=olive)
    assert [one.draw.seed for one in tournament.kept_drafts.all()] == [6, 5, 4, 3, 2]


def test_it_compares_two_drafts_in_plain_words(
    two: KeptDraft, tournament: Competition, olive_client: Client
) -> None:
    page = words_of(olive_client.get(at("seating", tournament)))
    assert "Other drafts" in page
    listed = olive_client.get(at("seating", tournament)).context["kept"]
    assert [one.verdict in page for one in listed] == [True]
    shown = words_of(olive_client.get(at("draft", tournament, draft=two.pk)))
    assert "Meetings of people who have met before" in shown
    assert listed[0].verdict in shown


def test_it_sets_the_seats_of_both_beside_each_other_under_the_round_they_are_for(
    two: KeptDraft, tournament: Competition, olive: User, olive_client: Client
) -> None:
    address = at("draft", tournament, draft=two.pk)
    beside = olive_client.get(address).context["beside"]
    assert [number for number, *_both in beside] == [1, 2, 3]
    assert [now.numbers() for *_other, now in beside] == seated(tournament)
    rounds.round_publish(round=tournament.rounds.get(number=1), actor=olive)
    rounds.round_draw(competition=tournament, rounds=1, seed=8, actor=olive)
    rounds.round_draw(competition=tournament, rounds=1, seed=9, actor=olive)
    last = tournament.kept_drafts.first()
    assert last is not None
    page = words_of(olive_client.get(at("draft", tournament, draft=last.pk)))
    assert "Round 2: the other" in page
    assert "Round 2: the draft now" in page
    assert "Round 1" not in page


@pytest.mark.parametrize(
    ("now", "other", "said"),
    [
        ({"repeats": 0, "winds": 1}, {"repeats": 0, "winds": 1}, "Both are worth the same."),
        ({"repeats": 4, "winds": 1}, {"repeats": 2, "winds": 1}, "Better in 1 point, worse in none."),
        ({"repeats": 0, "winds": 1}, {"repeats": 2, "winds": 2}, "Worse in 2 points."),
        ({"repeats": 4, "winds": 1}, {"repeats": 2, "winds": 2}, "Better in 1 point, worse in 1."),
    ],
)
def test_it_says_in_a_sentence_which_is_better(now: dict[str, int], other: dict[str, int], said: str) -> None:
    assert kept.verdict(kept.compared(now, other)) == said


def test_it_counts_of_both_what_an_independent_count_gives(two: KeptDraft, tournament: Competition) -> None:
    entries = list(tournament.entries.select_related("player__club"))
    [listed] = kept.kept_drafts(tournament, seatings.seated_rounds(tournament), entries)
    met = next(line for line in listed.lines if "met before" in line.said)
    plans = seated(tournament), [one["tables"] for one in two.rounds]
    assert (met.now, met.other) == tuple(seating.report(plan).repeats for plan in plans)


def test_it_takes_the_other_and_keeps_the_one_before(
    two: KeptDraft, tournament: Competition, olive_client: Client
) -> None:
    before, other = seated(tournament), [one["tables"] for one in two.rounds]
    answer = olive_client.post(at("draft-take", tournament, draft=two.pk), follow=True)
    assert "The rounds have this draft now" in words_of(answer)
    assert seated(tournament) == other
    assert [one.by_hand for one in tournament.rounds.order_by("number")] == [False, True, False]
    assert {one.draw_id for one in tournament.rounds.all()} == {two.draw_id}
    [again] = tournament.kept_drafts.all()
    assert [one["tables"] for one in again.rounds] == before
    gone = olive_client.post(at("draft-take", tournament, draft=two.pk))
    assert (gone.status_code, "That draft is no more" in words_of(gone)) == (422, True)
    olive_client.post(at("draft-take", tournament, draft=again.pk))
    assert seated(tournament) == before
    assert chain_check(Competition.objects.get(pk=tournament.pk))[1] == []


def test_it_throws_a_draft_away(two: KeptDraft, tournament: Competition, olive_client: Client) -> None:
    olive_client.post(at("draft-drop", tournament, draft=two.pk))
    assert not tournament.kept_drafts.exists()
    assert olive_client.get(at("draft", tournament, draft=two.pk)).status_code == 422


def test_it_lets_who_withdraws_leave_the_kept_drafts_too(
    two: KeptDraft, tournament: Competition, olive: User
) -> None:
    withdrawals.entry_withdraw(entry=tournament.entries.get(number=4), actor=olive)
    taken = drafts.draft_take(competition=tournament, draft=two.pk, actor=olive)
    for one in taken:
        numbers = set(one.seatings.values_list("entry__number", flat=True))
        assert 4 not in numbers
        assert len(numbers) == 16
        assert one.seatings.filter(entry__status="house").count() == 1


@pytest.mark.parametrize("change", ["late", "published"])
def test_it_takes_no_draft_for_other_people_or_after_other_rounds(
    two: KeptDraft, tournament: Competition, olive: User, olive_client: Client, change: str
) -> None:
    if change == "late":
        person = {"given": "Late", "family": "Comer"}
        competitions.entry_add(competition=tournament, person=person, actor=olive)
    else:
        rounds.round_publish(round=tournament.rounds.get(number=1), actor=olive)
    why = "Others play now than when it" if change == "late" else "Other rounds come before now than when it"
    for page in (at("seating", tournament), at("draft", tournament, draft=two.pk)):
        assert f"{why} was drawn: it cannot be taken." in words_of(olive_client.get(page))
    before = seated(tournament)
    refused = olive_client.post(at("draft-take", tournament, draft=two.pk))
    assert "drawn for other people, or after other rounds" in words_of(refused)
    assert seated(tournament) == before


def test_it_compares_drafts_of_the_rest_after_a_round_is_out(
    tournament: Competition, olive: User, olive_client: Client
) -> None:
    drawn = rounds.round_draw(competition=tournament, rounds=3, seed=5, actor=olive)
    rounds.round_publish(round=drawn[0], actor=olive)
    before = seated(tournament)
    rounds.round_draw(competition=tournament, rounds=2, seed=6, actor=olive)
    [other] = tournament.kept_drafts.all()
    olive_client.post(at("draft-take", tournament, draft=other.pk))
    assert seated(tournament) == before
    assert [one.nth for one in tournament.rounds.order_by("number")] == [0, 1, 2]


# ------------------------------------------------------------------ longer searches
def searched(competition: Competition, **more: Any) -> Search:
    told = {"competition": competition, "rounds": 6, "seconds": 60, "seed": 40, "actor": None}
    return searches.search_start(**{**told, **more})


def end(search: Search) -> Search:
    while not Search.objects.filter(pk=search.pk).exclude(ended_at=None).exists():
        outbox.run()
    search.refresh_from_db()
    return search


def test_it_keeps_the_best_of_the_seeds_it_tried(
    tournament: Competition, monkeypatch: pytest.MonkeyPatch, olive_client: Client
) -> None:
    tried = {}
    drawn = seating.Basis.drawn

    def at_once(basis: seating.Basis, seed: int) -> seating.Plan:
        tried[seed] = drawn(basis, seed)
        return tried[seed]

    monkeypatch.setattr(seating.Basis, "drawn", at_once)
    search = searched(tournament, seconds=2)
    tried.clear()
    end(search)
    basis = seating.basis_of(search.basis)
    worth = {seed: seating.worth(basis.figures_of(made)) for seed, made in tried.items()}
    assert sorted(worth) == list(range(40, 40 + search.tried))
    assert worth[search.best] == search.worth == min(worth.values())
    [found] = tournament.kept_drafts.all()
    assert (found.origin, found.draw.seed) == ("search", search.best)
    assert [one["tables"] for one in found.rounds] == tried[search.best].to_json()
    assert search.outbox.done_at is not None
    olive_client.post(at("draft-take", tournament, draft=found.pk))
    assert seated(tournament) == tried[search.best].to_json()


@pytest.mark.parametrize(("rounds_wanted", "least"), [(4, 0), (5, 1)])
def test_it_ends_when_nothing_can_be_better(
    tournament: Competition, olive: User, rounds_wanted: int, least: int
) -> None:
    more = [{"given": "Pat", "family": f"No. {number}"} for number in range(4)]
    competitions.entries_add(competition=tournament, people=more, actor=olive)
    search = end(searched(tournament, rounds=rounds_wanted))
    assert (search.tried, sum(search.worth or [9])) == (1, least)


def test_it_says_how_far_it_is_and_stops_with_the_best_so_far(
    tournament: Competition, olive_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(searches, "SHARE_SECONDS", 0)
    form = {"rounds": "6", "seed": "40", "minutes": "3", "step": "search"}
    answer = olive_client.post(at("seating", tournament), form, follow=True)
    assert "The search is under way." in words_of(answer)
    outbox.run()
    told = words_of(olive_client.get(at("search", tournament)))
    assert "1 seed tried" in told
    assert "of 180 seconds. The best so far is seed 40." in told
    again = olive_client.post(at("seating", tournament), form)
    assert "A longer search is under way already." in words_of(again)
    olive_client.post(at("search-stop", tournament))
    assert "It stops with the best so far." in words_of(olive_client.get(at("search", tournament)))
    outbox.run()
    assert [one.draw.seed for one in tournament.kept_drafts.all()] == [40]
    assert "The search is over." in words_of(olive_client.get(at("search", tournament)))
    assert "That search is over." in words_of(olive_client.post(at("search-stop", tournament)))


def test_it_is_one_workers_at_a_time_and_lets_files_be_written_meanwhile(
    tournament: Competition, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(searches, "SHARE_SECONDS", 0)
    searched(tournament, seconds=600)
    inside = []
    try_next = searches._try_next

    def look(key: int) -> None:
        inside.append(searches.go_on())  # another worker looks for work
        try_next(key)

    monkeypatch.setattr(searches, "_try_next", look)
    outbox.export_ask(competition=tournament, format="csv", actor=None)
    assert outbox.run() == 1
    assert inside == [False]
    assert Search.objects.get().tried == 1
    assert Outbox.objects.filter(done_at=None).count() == 1


def test_it_is_over_when_it_fails(tournament: Competition, monkeypatch: pytest.MonkeyPatch) -> None:
    search = searched(tournament)

    def fail(key: int) -> None:
        raise RuntimeError

    monkeypatch.setattr(searches, "_try_next", fail)
    with pytest.raises(RuntimeError):
        outbox.run()
    search.refresh_from_db()
    assert search.ended_at is not None
    assert not Draw.objects.exists()


def test_it_refuses_at_once_what_cannot_be_kept(tournament: Competition) -> None:
    with pytest.raises(Refusal) as refused:
        searched(tournament, wishes=draws.Wishes(places={1: [9]}))
    assert refused.value.code == "no_such_table"
    assert not Search.objects.exists()


def test_it_finds_a_draft_with_house_players(tournament: Competition, olive: User) -> None:
    tournament.entries.filter(number__gt=len(PEOPLE) - 3).delete()
    end(searched(tournament, rounds=2, seconds=1))
    [found] = tournament.kept_drafts.all()
    assert sum(table.count(0) for one in found.rounds for table in one["tables"]) == 6
    taken = drafts.draft_take(competition=tournament, draft=found.pk, actor=olive)
    assert tournament.entries.filter(status="house").count() == 3
    assert all(one.tables.count() == 4 for one in taken)


def test_it_searches_by_the_standings(running: Competition) -> None:
    running.rounds.filter(state="running").update(state="closed")
    end(searched(running, standings=True, seconds=2))
    [found] = running.kept_drafts.all()
    assert len(found.rounds) == 1
    assert found.draw.basis["standings"]
