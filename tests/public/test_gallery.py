"""A club's gallery: from the deals themselves, each leading to its deal, and nothing that does not count."""

from datetime import date
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests import declared
from tests.public.pages import links_of, rows_of, words_of
from tournaments.models import Competition, Counted, Feat, Placing, RoundCount
from tournaments.selectors import gallery
from tournaments.selectors.standings import standings_of
from tournaments.services import announce, corrections, counting, erasure, penalties, rounds
from tournaments.services.competitions import competition_change, competition_publish

pytestmark = pytest.mark.django_db
GALLERY = "/clubs/severn-winds/gallery/"
WONDERS = {
    "melds": [],
    "concealed": ["B1", "B9", "C1", "C9", "D1", "D9", "WE", "WS", "WW", "WN", "DR", "DG", "DW", "DW"],
    "winning_tile": "B1",
    "flags": [],
}


def wonders(winner="S", discarder="E"):
    return declared.with_hand(winner, WONDERS, winner=winner, discarder=discarder)


@pytest.fixture
def told(played, table, play):
    """At table 3: South, West, a draw, another draw, then South makes Thirteen Unique Wonders."""
    play(table, declared.draw())
    play(table, wonders())
    counting.catch_up()
    played.refresh_from_db()
    return played


def facts():
    """All that is counted, without keys of its own."""
    feats = Feat.objects.order_by("kind", "special", "amount", "version_id").values_list(
        "count__round", "kind", "special", "amount", "version", "entry", "seat"
    )
    rows = RoundCount.objects.order_by("round").values_list("round", "sequence", "day", "deals", "mahjongs")
    places = Placing.objects.order_by("entry").values_list("entry", "place", "shared", "among")
    return list(feats), list(rows), list(places)


def kinds():
    return sorted(set(Feat.objects.values_list("kind", flat=True)))


# ------------------------------------------------------------------ counting
def test_it_counts_a_round_from_its_deals(told, table):
    one = RoundCount.objects.get()
    assert (one.round, one.deals, one.mahjongs) == (table.round, 5, 3)
    assert one.sequence == told.sequence
    greatest = Feat.objects.get(kind="hand")
    assert (greatest.amount, greatest.version.number, greatest.special) == (1000, 5, "thirteen_wonders")
    assert Feat.objects.get(kind="unwon").amount == 2
    assert kinds() == ["hand", "mahjongs", "special", "unwon", "won"]


def test_it_counts_only_what_has_changed(told, table, play, django_assert_max_num_queries):
    assert counting.catch_up() == 0
    play(table)
    assert counting.catch_up() == 1
    with django_assert_max_num_queries(1):
        assert counting.catch_up() == 0
    assert RoundCount.objects.get().deals == 6


def test_it_comes_to_the_same_when_counted_anew(told, table, play, rafe):
    play(table)
    counting.catch_up()
    corrections.deal_correct(
        table=table, number=1, content=declared.won("N"), mode="replay", reason="Seen.", actor=rafe
    )
    counting.catch_up()
    step_by_step = facts()
    counting.forget()
    assert facts() == ([], [], [])
    counting.catch_up()
    assert facts() == step_by_step


def test_its_command_counts_anew_and_refuses_what_is_not_there(told):
    before, said = facts(), StringIO()
    Feat.objects.update(amount=7)
    call_command("count_facts", "--anew", stdout=said)
    assert (facts(), said.getvalue().strip()) == (before, "Competitions counted: 1.")
    Feat.objects.update(amount=7)
    call_command("count_facts", told.slug, "--anew", stdout=said)
    assert facts() == before
    with pytest.raises(CommandError):
        call_command("count_facts", "nowhere")


def test_two_who_count_at_once_write_the_same(told, monkeypatch):
    before = facts()
    counting.forget(told)
    one = counting.count_round

    def twice(round_):
        one(round_)
        one(round_)

    monkeypatch.setattr(counting, "count_round", twice)
    counting.catch_up()
    assert facts() == before


def test_what_happens_while_it_counts_is_counted_next_time(told, table, play, monkeypatch):
    read = counting.dealt

    def meanwhile(round_):
        found = list(read(round_))
        monkeypatch.setattr(counting, "dealt", read)
        play(table)
        return iter(found)

    play(table)
    monkeypatch.setattr(counting, "dealt", meanwhile)
    counting.catch_up()
    assert RoundCount.objects.get().deals == 6
    counting.catch_up()
    assert RoundCount.objects.get().deals == 7


def test_a_round_that_is_given_another_day_is_counted_again(told):
    told.rounds.filter(number=1).update(date=date(2026, 3, 3))
    announce.revise(told)
    counting.catch_up()
    assert RoundCount.objects.get().day == date(2026, 3, 3)


def test_one_that_fails_does_not_stop_the_others(told, season, monkeypatch):
    places = counting.final_places
    counting.forget()

    def failing(competition):
        if competition.pk == min(told.pk, season.pk):
            raise ZeroDivisionError
        return places(competition)

    monkeypatch.setattr(counting, "final_places", failing)
    with pytest.raises(ExceptionGroup):
        counting.catch_up()
    assert Counted.objects.count() == 1
    monkeypatch.undo()
    assert counting.catch_up() == 1


def test_it_takes_no_feats_from_totals(running, table, play):
    Competition.objects.filter(pk=running.pk).update(entry_level="totals")
    table.round.competition.refresh_from_db()
    play(table, declared.totals())
    counting.catch_up()
    assert (RoundCount.objects.get().deals, Feat.objects.count()) == (0, 0)


# ------------------------------------------------------------------ final places
def test_places_are_kept_when_an_event_is_over(told, table, olive):
    assert Placing.objects.count() == 0
    for number in (1, 2, 3):
        one = told.rounds.get(number=number)
        if one.is_draft:
            one = rounds.round_start(round=rounds.round_publish(round=one, actor=olive), actor=olive)
        rounds.round_close(round=one, actor=olive, anyway=True)
    counting.catch_up()
    told = Competition.objects.get(pk=told.pk)
    ranked = {row.number: (row.rank, row.shared) for row in standings_of(told).rows if row.rank and row.deals}
    kept = {one.entry.number: (one.place, one.shared) for one in Placing.objects.select_related("entry")}
    assert kept == ranked
    assert set(Placing.objects.values_list("among", flat=True)) == {len(ranked)}
    penalties.standings_penalty(
        entry=told.entries.get(number=min(ranked, key=ranked.get)),
        round=table.round,
        amount=-5000,
        reason="Late.",
        actor=olive,
        key="7b0d3c8e-7f5c-4d0c-9f59-1f1f1d1b2a11",
    )
    counting.catch_up()
    after = {one.entry.number: (one.place, one.shared) for one in Placing.objects.select_related("entry")}
    assert after != kept
    competition_change(
        competition=Competition.objects.get(pk=told.pk), actor=olive, planned_rounds=3, hidden_rounds=1
    )
    counting.catch_up()
    assert Placing.objects.count() == 0


# ------------------------------------------------------------------ the page
def test_it_shows_hands_and_runs_that_lead_to_their_deals(reader, told):
    answer = reader.get(GALLERY)
    said = words_of(answer)
    assert "Severn Winds · 3 mah-jongs in 5 deals" in said
    name = Feat.objects.get(kind="hand").entry.name
    assert f"{name} made Thirteen Unique Wonders, for the first time here." in said
    assert "Hand of the week" in said
    row = next(one for one in rows_of(answer) if one[0].startswith("Thirteen Unique Wonders"))
    assert row[1:] == ["1", "3"]
    deal = reverse("public:deal", args=[told.slug, 1, 3, 5])
    assert links_of(answer).count(deal) >= 3
    for link in links_of(answer):
        if link.startswith("/c/"):
            assert reader.get(link).status_code == 200, link
    assert GALLERY in links_of(reader.get("/clubs/severn-winds/"))


@pytest.fixture
def later(told, olive):
    """A table of the second round, months after the first."""
    told.rounds.filter(number=1).update(date=date(2026, 3, 3))
    rounds.round_close(round=told.rounds.get(number=1), actor=olive, anyway=True)
    two = rounds.round_publish(round=told.rounds.get(number=2), actor=olive)
    two = rounds.round_start(round=two, actor=olive)
    return two.tables.select_related("round__competition").first()


def test_it_says_since_when_there_was_no_such_hand(reader, later, play):
    play(later, wonders())
    counting.catch_up()
    assert "made Thirteen Unique Wonders, the first since 3 March 2026." in words_of(reader.get(GALLERY))
    play(later, wonders("N", None))
    counting.catch_up()
    assert "made Thirteen Unique Wonders, not the first on that day." in words_of(reader.get(GALLERY))


def test_the_greatest_hand_of_each_week_is_shown(reader, later, play):
    play(later)
    counting.catch_up()
    said = words_of(reader.get(GALLERY))
    assert said.index("Hand of the week") < said.index("Hands of earlier weeks") < said.rindex("3 March 2026")


def test_it_can_be_read_while_all_is_counted_anew(reader, told, monkeypatch):
    read = gallery._exhibits

    def meanwhile(keys):
        counting.forget()
        counting.catch_up()
        return read(keys)

    monkeypatch.setattr(gallery, "_exhibits", meanwhile)
    assert reader.get(GALLERY).status_code == 200
    assert Feat.objects.exists()


def test_a_voided_deal_leaves_it_at_once(reader, told, table, rafe):
    corrections.deal_void(table=table, number=5, mode="as_played", reason="A wrong tile.", actor=rafe)
    for _ in range(2):  # before it is counted again, and after
        said = words_of(reader.get(GALLERY))
        assert "Thirteen Unique Wonders" not in said
        counting.catch_up()
    assert "2 mah-jongs in 4 deals" in words_of(reader.get(GALLERY))


def test_a_corrected_deal_is_shown_as_it_is_now(reader, told, table, rafe):
    corrections.deal_correct(
        table=table, number=5, content=declared.won("S"), mode="as_played", reason="Seen.", actor=rafe
    )
    counting.catch_up()
    assert "Thirteen Unique Wonders" not in words_of(reader.get(GALLERY))
    assert Feat.objects.get(kind="hand").amount < 1000


def test_who_is_erased_leaves_it_and_the_next_takes_the_place(reader, told, table, olive, club):
    gone = Feat.objects.get(kind="hand").entry
    erasure.person_erase(person=gone.player, club=club, actor=olive)
    assert "Thirteen Unique Wonders" not in words_of(reader.get(GALLERY))  # at once, whatever is counted
    counting.catch_up()
    assert Feat.objects.filter(entry=gone).count() == 0
    next_one = Feat.objects.get(kind="hand").entry
    assert f"{next_one.name} ·" in words_of(reader.get(GALLERY))
    assert "Thirteen Unique Wonders" not in words_of(reader.get(f"/c/{told.slug}/"))


@pytest.mark.parametrize("held", [{"visibility": "round"}, {"planned_rounds": 1, "hidden_rounds": 1}])
def test_nothing_of_a_round_that_is_held_back_is_in_it(reader, told, olive, held):
    competition_change(competition=told, actor=olive, **held)
    said = words_of(reader.get(GALLERY))
    assert "0 mah-jongs in 0 deals" in said
    assert ("Thirteen" in said, "No hand has been laid here yet." in said) == (False, True)
    assert "Hand of the round" not in words_of(reader.get(f"/c/{told.slug}/"))


def test_an_unpublished_event_is_not_in_it(reader, told, season, olive):
    competition_publish(competition=told, actor=olive, published=False)
    assert "0 mah-jongs in 0 deals" in words_of(reader.get(GALLERY))


def test_it_asks_as_often_for_many_as_for_few(reader, told):
    with CaptureQueriesContext(connection) as queries:
        reader.get(GALLERY)
    assert len(queries) <= 12, [one["sql"] for one in queries]


# ------------------------------------------------------------------ the hand of the round
def test_an_event_shows_the_hand_of_the_last_round(reader, told):
    Counted.objects.all().delete()
    RoundCount.objects.all().delete()  # it is the ledger's of now
    said = words_of(reader.get(f"/c/{told.slug}/"))
    assert "Hand of the round" in said
    assert ", Thirteen Unique Wonders" in said


def test_an_event_without_a_winning_hand_shows_none(reader, running, table, play):
    play(table, declared.draw())
    assert "Hand of the round" not in words_of(reader.get(f"/c/{running.slug}/"))
