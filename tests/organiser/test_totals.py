"""What a whole table came to, entered once at its end: in the ledger like a deal, and nothing after it."""

from io import StringIO
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.test import Client

from tests import declared
from tests.organiser.conftest import at
from tests.organiser.test_deals import save
from tournaments.models import Competition, DealVersion, HeldSubmission, Table
from tournaments.refusals import Refusal
from tournaments.selectors import board, endings, tables
from tournaments.selectors.standings import standings_of
from tournaments.services import competitions, confirmations, corrections, penalties, rounds
from tournaments.services.deals import deal_submit

pytestmark = pytest.mark.django_db

NET = {"E": -300, "S": 520, "W": -120, "N": -100}
PAGES: list[tuple[str, dict[str, int]]] = [("deal", {"deal": 1}), ("table", {})]
SAID = ["Totals of table 3", "The totals are disputed by", "The totals of table 3 are disputed."]
OTHER = {"E": 300, "S": -520, "W": 120, "N": 100}


@pytest.fixture
def totalled(table: Table, olive: Any) -> Table:
    """Table 3, where totals are entered."""
    competitions.competition_change(competition=table.round.competition, actor=olive, entry_level="totals")
    return Table.objects.select_related("round__competition").get(pk=table.pk)


def refused(play: Any, table: Table, content: dict[str, Any]) -> list[str]:
    with pytest.raises(Refusal) as fault:
        play(table, content)
    assert not DealVersion.objects.exists()
    return [problem["code"] for problem in fault.value.problems]


# ------------------------------------------------------------------ recorded, replayed, held
def test_it_records_four_nets_and_ends_the_game(totalled: Table, play: Any) -> None:
    version = play(totalled, declared.totals()).version
    assert (version.number, version.net, version.next_east) == (1, NET, "")
    assert {row.seat: (row.net, row.value, row.mahjong) for row in version.scores.all()} == {
        seat: (net, None, False) for seat, net in NET.items()
    }
    assert tables.upcoming(totalled) is None
    shown = board.board_of(totalled.round.competition).tables
    assert [(one.number, one.finished) for one in shown if one.finished] == [(3, True)]


def test_it_answers_a_retry_and_holds_a_second_entry(totalled: Table) -> None:
    sent = declared.submission(totalled, declared.totals())
    first, second = (deal_submit(table=totalled, submission=sent) for _ in range(2))
    assert (first.status, second.status, DealVersion.objects.count()) == ("recorded", "replayed", 1)
    again = declared.submission_of({**sent.body, "key": str(uuid4())})
    assert deal_submit(table=totalled, submission=again).status == "held"
    assert HeldSubmission.objects.get().code == "game_over"


def test_it_lets_the_round_be_closed_when_every_table_has_entered(
    totalled: Table, play: Any, olive: Any
) -> None:
    for table in totalled.round.tables.select_related("round__competition"):
        play(table, declared.totals())
    assert rounds.round_close(round=totalled.round, actor=olive).is_closed


# ------------------------------------------------------------------ refused
def test_it_refuses_totals_that_do_not_cancel(totalled: Table, play: Any) -> None:
    assert refused(play, totalled, declared.totals() | {"totals": {**NET, "E": -299}}) == [
        "totals_do_not_cancel"
    ]


@pytest.mark.parametrize(
    "totals", [None, {}, {**NET, "E": "-300"}, {**NET, "E": True}, {"E": 0, "S": 0, "W": 0}, [0, 0, 0, 0]]
)
def test_it_refuses_what_is_not_four_numbers(totalled: Table, play: Any, totals: Any) -> None:
    assert refused(play, totalled, declared.totals() | {"totals": totals}) == ["malformed"]


def test_it_takes_no_deal_where_totals_are_wanted(totalled: Table, play: Any) -> None:
    assert refused(play, totalled, declared.won()) == ["totals_required"]


def test_it_takes_no_totals_where_deals_are_wanted(table: Table, play: Any) -> None:
    assert refused(play, table, declared.totals()) == ["totals_not_taken"]


def test_it_knows_no_cannon_among_totals(totalled: Table, play: Any) -> None:
    events = [{"code": "cannon", "offender": "E"}]
    assert refused(play, totalled, declared.totals() | {"events": events}) != []


# ------------------------------------------------------------------ changed
def test_it_is_corrected_voided_and_entered_again(totalled: Table, play: Any, rafe: Any) -> None:
    play(totalled, declared.totals())
    change = {"table": totalled, "number": 1, "mode": "replay", "reason": "Added up wrongly.", "actor": rafe}
    corrections.deal_correct(**change, content=declared.totals() | {"totals": OTHER})
    assert DealVersion.objects.current().get().net == OTHER
    corrections.deal_void(**change)
    assert set(DealVersion.objects.current().get().net.values()) == {0}
    assert play(totalled, declared.totals()).version.number == 2
    told = StringIO()
    call_command("verify_chain", totalled.round.competition.slug, stdout=told)
    assert "rows are as recorded" in told.getvalue()


def test_it_pays_a_penalty_on_top(totalled: Table, play: Any, rafe: Any) -> None:
    play(totalled, declared.totals())
    penalties.penalty_impose(
        table=totalled,
        deal=1,
        event={"code": "misnamed_discard", "offender": "W", "misled": ["N"]},
        reason="Seen.",
        actor=rafe,
        key=uuid4(),
    )
    assert DealVersion.objects.current().get().net == {**NET, "W": -170, "N": -50}


# ------------------------------------------------------------------ shown
def test_it_shows_the_director_whose_totals_are_missing(
    totalled: Table, play: Any, rafe_client: Client
) -> None:
    play(totalled, declared.totals())
    page = rafe_client.get(at("board", totalled.round.competition)).content.decode()
    assert (page.count("totals entered"), page.count("totals to come")) == (1, 3)


def test_it_says_that_totals_were_entered(totalled: Table, play: Any, client: Client) -> None:
    version = play(totalled, declared.totals()).version
    assert "Entered as totals" in endings.outcome_sentence(version.content, version.result, {})
    page = client.get(f"/c/{totalled.round.competition.slug}/r1/t3/d1/").content.decode()
    assert "Entered as totals" in page
    assert "as its players added them up" in page
    assert "520" in page


def test_it_is_corrected_by_staff_in_a_form_of_four_numbers(
    totalled: Table, play: Any, rafe_client: Client, typed: Any
) -> None:
    play(totalled, declared.totals())
    address = at("deal-correct", totalled, deal=1)
    wrong = rafe_client.post(address, typed(rafe_client, address, reason="As it was.", total_E="-299"))
    assert "must add up to 0; it comes to 1" in wrong.content.decode()
    nets = {f"total_{seat}": str(net) for seat, net in OTHER.items()}
    answer = save(rafe_client, address, typed(rafe_client, address, reason="As it was.", **nets))
    assert answer.status_code == 302, answer.content.decode()
    assert DealVersion.objects.current().get().net == OTHER


def test_it_shows_held_totals_to_the_referee(totalled: Table, play: Any, rafe_client: Client) -> None:
    sent = declared.body(totalled, declared.totals())
    rounds.round_close(round=totalled.round, actor=None, anyway=True)
    held = deal_submit(table=totalled, submission=declared.submission_of(sent)).held
    assert held
    page = rafe_client.get(at("held", totalled.round.competition, held=held.pk)).content.decode()
    assert "Entered as totals" in page
    assert "520" in page
    assert "No tiles declared" not in page
    assert "The totals of table 3 are held" in page


def test_it_calls_totals_no_deal_in_the_office(
    totalled: Table, play: Any, rafe_client: Client, olive: Any
) -> None:
    competition = totalled.round.competition
    assert "No totals yet" in rafe_client.get(at("table", totalled)).content.decode()
    version = play(totalled, declared.totals()).version
    competitions.competition_change(competition=competition, actor=olive, confirmed_by="all")
    confirmations.word_say(table=totalled, number=1, seat="E", word="dispute", sha256=version.sha256)
    told = [rafe_client.get(at(page, totalled, **more)).content.decode() for page, more in PAGES]
    told.append(rafe_client.get(at("board", competition)).content.decode())
    for page, sentence in zip(told, SAID, strict=True):
        assert sentence in page
        assert "deal 1" not in page.lower()
    assert "totals disputed" in told[-1]
    assert "last deal" not in told[-1]


# ------------------------------------------------------------------ ranked by what totals say
def test_it_offers_no_order_by_what_totals_do_not_say(
    totalled: Table, olive_client: Client, typed: Any
) -> None:
    address = at("settings", totalled.round.competition)
    shown = olive_client.get(address)
    offered = {code for code, _name in shown.context["form"].fields["criterion_2"].choices}
    assert {"total", "best_round"} <= offered
    assert not {"mahjongs", "given"} & offered
    assert "Not offered, because tables enter totals only" in shown.content.decode()
    wrong = olive_client.post(address, typed(olive_client, address, criterion_2="mahjongs"))
    assert list(wrong.context["form"].errors) == ["criterion_2"]
    assert olive_client.post(address, typed(olive_client, address, criterion_2="net")).status_code == 302
    assert Competition.objects.get().criteria == ["total", "net"]


LEFT_OUT = "standings, because tables enter totals only: Mah-jongs made, Discards"


@pytest.mark.parametrize("kind", ["tournament", "season"])
def test_it_creates_what_enters_totals_by_the_order_that_the_form_had_chosen(
    season: Competition, olive_client: Client, typed: Any, kind: str
) -> None:
    assert season.league
    where = {"club": season.club.slug} if kind == "tournament" else {"league": season.league.slug}
    address = at(f"{kind}-create", **where)
    form = typed(olive_client, address, name="By totals", entry_level="totals")
    assert (form["criterion_2"], form["criterion_3"]) == ("mahjongs", "given")
    created = olive_client.post(address, form, follow=True)
    made = Competition.objects.get(name="By totals")
    assert (made.entry_level, made.criteria) == ("totals", ["total"])
    assert any(LEFT_OUT in str(said) for said in created.context["messages"])


def test_it_takes_totals_in_the_settings_without_the_order_of_before(
    tournament: Competition, olive_client: Client, typed: Any
) -> None:
    address = at("settings", tournament)
    form = typed(olive_client, address, entry_level="totals", criterion_4="best_round")
    wrong = olive_client.post(address, {**form, "minutes_per_round": "x"})
    again = wrong.context["form"]
    assert list(again.errors) == ["minutes_per_round"]
    assert [again[f"criterion_{place}"].value() for place in range(1, 4)] == ["total", "best_round", ""]
    assert again["criteria_of"].value() == "totals"
    saved = olive_client.post(address, form, follow=True)
    assert any(LEFT_OUT in str(said) for said in saved.context["messages"])
    tournament.refresh_from_db()
    assert tournament.criteria == ["total", "best_round"]


def test_it_refuses_what_somebody_chose_for_totals_by_hand(
    tournament: Competition, olive_client: Client, typed: Any
) -> None:
    address = at("settings", tournament)
    form = typed(olive_client, address, entry_level="totals", criterion_2="given", criterion_3="")
    wrong = olive_client.post(address, form)
    assert list(wrong.context["form"].errors) == ["criterion_2"]


def test_it_refuses_to_rank_totals_by_what_they_do_not_say(tournament: Competition, olive: Any) -> None:
    wanted = {"entry_level": "totals", "criteria": ["total", "mahjongs"]}
    with pytest.raises(Refusal, match="criteria_unknown"):
        competitions.competition_change(competition=tournament, actor=olive, **wanted)
    with pytest.raises(Refusal, match="criteria_unknown"):
        competitions.competition_create(
            club=tournament.club, actor=olive, name="T", date=tournament.date, **wanted
        )
    del wanted["criteria"]
    made = competitions.competition_create(
        club=tournament.club, actor=olive, name="T", date=tournament.date, **wanted
    )
    assert made.criteria == ["total"]


def test_it_leaves_out_of_an_older_order_what_totals_do_not_say_and_says_so(
    totalled: Table, play: Any, client: Client
) -> None:
    play(totalled, declared.totals())
    competition = Competition.objects.get()
    assert competition.criteria == ["total", "mahjongs", "given"]
    assert standings_of(competition).criteria == ("total",)
    page = client.get(f"/c/{competition.slug}/").content.decode()
    assert "Left out, because tables enter totals only: Mah-jongs made, Discards" in page
    assert "Mah-jongs" not in client.get(f"/c/{competition.slug}/standings/").content.decode()
