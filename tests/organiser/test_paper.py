"""What is printed: all that should be on a sheet is there, within its edges, in letters that are drawn."""

import io
import logging
from datetime import time
from typing import Any

import pytest
import segno
from django.contrib.auth.models import User
from django.test import Client
from pypdf import PdfReader

from players.models import Player
from scoring.wording import written
from tests import worlds
from tests.conftest import signed_in
from tests.organiser.conftest import at
from tests.public.pages import words_of
from tests.tournaments.test_policies import CLUB, set_to
from tournaments.models import Competition, Entry, Right, Round, Seating, Table
from tournaments.powers import Role
from tournaments.printing import codes, papers
from tournaments.printing.page import NO_LETTER, Paper, is_drawable
from tournaments.printing.papers import PAPERS, SCORE_SHEETS
from tournaments.printing.tiles import Tiles
from tournaments.selectors.explained import special_name
from tournaments.selectors.standings import standings_of
from tournaments.selectors.timetable import Point, mark_of
from tournaments.services import competitions, erasure, redraws, rounds, withdrawals
from tournaments.services.competitions import results_publish
from tournaments.services.prizes import prizes_choose
from tournaments.services.reckoning import rules_of
from tournaments.services.timetable import timetable_set
from tournaments.tilefaces import CODES, STYLES, Look

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
OF_NOBODY = ("rules", "timetable")
INCHES = {"A4": (8.27, 11.69), "letter": (8.5, 11.0)}
SUMS = [str(10 * place) for place in range(16, 0, -1)]
LONG = {"given": "Żółcisława Konstancja Świętopełka", "family": "Brzęczyszczykiewicz-Gżegżółkowska"}
FOREIGN = {"given": "Søren Ægidius", "family": "Űrhajós-Ågård"}


@pytest.mark.parametrize(
    "address",
    [
        "https://sparrows.example.org/organise/c/congress-2026/rounds/7/tables/50/",
        "https://sparrows.example.org/organise/c/żółw/rounds/12/tables/9/",
        "http://127.0.0.1:8000/" + "0123456789" * 12 + "?a=9",
        "HTTPS://SPARROWS.EXAMPLE.ORG/7/50",  # such are of another kind, and so are
        "2026053099",
    ],
)
def test_it_draws_the_code_that_the_library_makes(address: str) -> None:
    made = segno.make(address, error="m", micro=False, mask=2).matrix
    assert codes.rows_of(address) == ["".join(map(str, row)) for row in made]


@pytest.fixture
def helper(nell: User, running: Competition) -> Client:
    Right.objects.create(user=nell, club=running.club, competition=running, role=Role.HELPER)
    return signed_in(nell)


@pytest.fixture
def published(running: Competition, olive: User) -> Competition:
    """The running event with the seating of all its rounds out, and people of long and foreign names."""

    def build() -> Competition:
        for one in running.rounds.filter(state=Round.State.DRAFT):
            rounds.round_publish(round=one, actor=olive)
        points = [Point(running.date, time(10), LONG["family"], "Żółta sala, I piętro")]
        timetable_set(competition=running, points=points, seen=mark_of(running), actor=olive)
        for number, named in ((1, LONG), (2, FOREIGN)):
            Player.objects.filter(entries__number=number, entries__competition=running).update(**named)
        return running

    return worlds.begun("published", build, running)


@pytest.fixture
def finished(published: Competition, olive: User, play: Any) -> Competition:
    """The event with a deal at every table of every round, all closed."""

    def build() -> Competition:
        for one in published.rounds.order_by("number"):
            if not one.is_running:
                rounds.round_start(round=one, actor=olive)
            for table in one.tables.select_related("round__competition"):
                play(table)
            rounds.round_close(round=Round.objects.get(pk=one.pk), actor=olive, anyway=True)
        return published

    worlds.begun("finished", build, published)
    published.refresh_from_db()
    return published


def where(kind: str, competition: Competition) -> str:
    if kind == SCORE_SHEETS:
        return at("score-sheets", competition)
    return at("paper-file", competition, paper=kind)


def pages(client: Client, kind: str, competition: Competition, **asked: Any) -> list[str]:
    """Download a paper and read its pages."""
    answer = client.get(where(kind, competition), asked)
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    return [" ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(answer.content)).pages]


@pytest.mark.parametrize("kind", PAPERS)
def test_it_names_everybody_in_letters_that_are_drawn_within_the_sheet(
    kind: str,
    olive_client: Client,
    finished: Competition,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    prizes_choose(competition=finished, sums=SUMS, currency="zł", actor=None)
    wrong, write = [], Paper.text

    def text(paper: Paper, x: float, y: float, said: str = "") -> None:
        ends = x + paper.get_string_width(said)
        if not (x >= 5 and ends <= paper.w - 5 and 5 <= y <= paper.h - 5):
            wrong.append((said, x, ends, y))
        write(paper, x, y, said)

    monkeypatch.setattr(Paper, "text", text)
    entries = finished.entries.select_related("player") if kind not in OF_NOBODY else []
    names = [name for one in entries if one.player for name in one.player.names_shown]
    for size, inches in INCHES.items():
        with caplog.at_level(logging.WARNING):
            answer = olive_client.get(where(kind, finished), {"size": size})
        read = PdfReader(io.BytesIO(answer.content))
        assert {
            tuple(sorted(round(float(side) / 72, 2) for side in page.mediabox[2:])) for page in read.pages
        } == {inches}
        said = "".join("".join(page.extract_text().split()) for page in read.pages)
        assert [part for name in names for part in name.split() if part not in said] == []
        assert (wrong, NO_LETTER in said, "{nb}" in said) == ([], False, False)
        assert "missing" not in caplog.text


def test_it_writes_a_score_sheet_for_each_table_and_round(
    olive_client: Client, published: Competition
) -> None:
    sheets = pages(olive_client, SCORE_SHEETS, published)
    assert [sheet.split(" Spring Day")[0] for sheet in sheets] == [
        f"Table {table} · Round {number}" for number in (1, 2, 3) for table in (1, 2, 3, 4)
    ]
    assert "limit 1,000" in sheets[5]
    assert "misnamed discard: 50, pays each player misled" in sheets[5]
    assert "r2/t2/d4" in sheets[5]
    assert "r2/t2/d5" not in sheets[5]


def test_it_leads_by_its_code_to_the_page_of_the_table(
    olive_client: Client, published: Competition, monkeypatch: pytest.MonkeyPatch
) -> None:
    codes: list[str] = []
    monkeypatch.setattr(Paper, "qr", lambda paper, text, *place: codes.append(text))
    pages(olive_client, SCORE_SHEETS, published, round=1)
    tables = Table.objects.select_related("round__competition").filter(round__number=1)
    assert codes == [f"http://testserver{at('table', table)}" for table in tables.order_by("number")]


def test_it_prints_as_many_deals_as_a_round_has_on_as_many_sheets(
    olive_client: Client, published: Competition
) -> None:
    published.rounds.update(deals=40)
    sheets = pages(olive_client, SCORE_SHEETS, published, round=3)
    assert len(sheets) == 4 * 3
    assert [f"r3/t1/d{deal}" in "".join(sheets[:3]) for deal in (1, 40, 41)] == [True, True, False]


def test_it_prints_no_seating_that_is_not_out(olive_client: Client, running: Competition) -> None:
    for kind in papers.offered(running):
        assert "R2" not in "".join(pages(olive_client, kind, running)), kind
    page = olive_client.get(at("paper", running))
    assert "Round 1" in words_of(page)
    assert "Round 2" not in words_of(page)
    assert olive_client.get(where("pairings", running), {"round": 2}).status_code == 404


def test_it_offers_only_cards_before_there_is_a_seating(
    olive_client: Client, tournament: Competition
) -> None:
    page = olive_client.get(at("paper", tournament))
    assert [code for code, *_ in page.context["kinds"]] == ["place-cards", "badges", "rules"]
    assert "The seating is not published yet" in words_of(page)
    assert olive_client.get(where(SCORE_SHEETS, tournament)).status_code == 404
    assert olive_client.get(where("pairings", tournament)).status_code == 404
    assert "Pat Ashby" in pages(olive_client, "place-cards", tournament)[0]


def test_a_house_player_has_a_place_card_while_it_has_a_seat(
    olive_client: Client, tournament: Competition, olive: User
) -> None:
    def has_a_card() -> bool:
        return any("House player" in one for one in pages(olive_client, "place-cards", tournament))

    gone = tournament.entries.get(number=16)
    withdrawals.entry_withdraw(entry=gone, actor=olive)
    rounds.round_publish(
        round=rounds.round_draw(competition=tournament, rounds=1, actor=olive)[0], actor=olive
    )
    assert has_a_card()
    competitions.entry_change(entry=gone, actor=olive, status="player")
    redraws.rounds_redraw(competition=tournament, actor=olive, seed=3, reason="They came.")
    rounds.round_publish(round=tournament.rounds.get(), actor=olive)
    assert tournament.entries.filter(status="house").exists()
    assert not has_a_card()


def test_it_says_where_everybody_sits(olive_client: Client, published: Competition) -> None:
    seat = Seating.objects.select_related("entry__player", "table").get(round__number=2, entry__number=7)
    said = f"{seat.table.number} {seat.seat}"
    row = pages(olive_client, "seating-by-name", published, round=2)[0]
    assert f"7 {seat.entry.listed_name} {said}" in row
    by_table = pages(olive_client, "seating-by-table", published, round=2)[0]
    assert f"7 {seat.entry.name}" in by_table.split(f"Table {seat.table.number} ")[1].split("Table ")[0]


def test_it_names_who_sits_there_by_now(olive_client: Client, published: Competition) -> None:
    seat = Seating.objects.select_related("table", "round").get(round__number=3, entry__number=7)
    other = Seating.objects.select_related("entry__player").get(round__number=3, entry__number=8)
    place = {"round": seat.round, "table": seat.table, "seat": seat.seat}
    Seating.objects.create(**place, entry=other.entry, from_deal=2, stands_for=seat.entry)
    assert pages(olive_client, "pairings", published, round=3)[0].count(other.entry.name) == 2


def test_a_scorer_prints_the_sheets_of_the_own_tables(nell: User, published: Competition) -> None:
    about = {"club": published.club, "competition": published, "role": Role.SCORER}
    Right.objects.create(user=nell, tables=[2, 3], **about)
    sheets = pages(signed_in(nell), SCORE_SHEETS, published, round=1)
    assert [sheet[:7] for sheet in sheets] == ["Table 2", "Table 3"]


def test_a_helper_prints_cards_and_seatings_but_no_score_sheets(
    helper: Client, published: Competition
) -> None:
    offered = [code for code, *_ in helper.get(at("paper", published)).context["kinds"]]
    assert offered == [kind for kind in PAPERS if kind not in (SCORE_SHEETS, "certificates", "prizes")]
    assert helper.get(at("paper-file", published, paper=SCORE_SHEETS)).status_code == 404
    assert helper.get(at("paper-file", published, paper="nothing")).status_code == 404
    assert at("paper", published) in helper.get(at("overview", published)).content.decode()


def test_it_has_nothing_private_and_nobody_who_was_erased(
    olive: User, olive_client: Client, finished: Competition
) -> None:
    prizes_choose(competition=finished, sums=SUMS, currency="zł", actor=olive)
    shy, gone = (finished.entries.get(number=number).player for number in (3, 4))
    assert shy
    assert gone
    hidden = {"alias": "Kormorán", "shown": "alias", "email": "rosa@example.org", "phone": "555-1234"}
    Player.objects.filter(pk=shy.pk).update(**hidden)
    erasure.person_erase(person=gone, club=finished.club, actor=olive)
    for kind in PAPERS:
        said = "".join(pages(olive_client, kind, finished))
        assert ("Kormorán" in said) == (kind not in OF_NOBODY), kind
        private = ("Calder", "Rosa", "example.org", "555", gone.family)
        assert [word for word in private if word in said] == [], kind
        assert kind not in ("badges", "certificates") or "name erased" not in said, kind


def test_it_says_how_official_the_results_are(
    olive_client: Client, finished: Competition, olive: User
) -> None:
    [sheet] = pages(olive_client, "results", finished)
    table_now = standings_of(finished)
    first = table_now.rows[0]
    assert "Results Spring Day Official Place R1 R2 R3 Total" in sheet
    assert f"{first.rank}{'=' if first.shared else ''}{first.name}".replace(" ", "") in sheet.replace(" ", "")
    assert f"+{first.total} " in sheet
    assert finished.chain_head in sheet
    rounds.round_reopen(round=finished.rounds.get(number=3), actor=olive)
    assert "Provisional: still being played" in pages(olive_client, "results", finished)[0]
    assert olive_client.get(where("certificates", finished)).status_code == 404
    after = pages(olive_client, "results", finished, round=1)[0]
    assert "Results after round 1 Spring Day Official Place R1 Total" in after


def test_it_writes_a_dash_for_who_was_absent(
    olive_client: Client, three_evenings: Competition, olive: User
) -> None:
    season = set_to(three_evenings, olive, **CLUB)
    rows = standings_of(season).rows
    away = [cell for row in rows for cell in row.rounds if cell.state == "absent"]
    without = [row for row in rows if row.rank is None], [row for row in rows if row.total is None]
    [sheet] = pages(olive_client, "results", season)
    assert away
    assert sheet.count("–") == len(away) + sum(map(len, without))


def test_it_certifies_the_place_that_somebody_has(olive_client: Client, finished: Competition) -> None:
    sheets, rows = pages(olive_client, "certificates", finished), standings_of(finished).rows
    assert len(sheets) == len(rows) == 16
    for sheet, row in zip(sheets, rows, strict=True):
        place = f"{'shared ' if row.shared else ''}place {row.rank} of 16"
        assert (row.name in sheet, place in sheet) == (True, True)


def test_who_withdrew_keeps_the_place_and_has_no_certificate(
    olive_client: Client, finished: Competition, olive: User
) -> None:
    gone = finished.entries.get(number=standings_of(finished).rows[2].number)
    competitions.entry_change(entry=gone, actor=olive, status="withdrawn")
    assert any(gone.name in sheet for sheet in pages(olive_client, "results", finished))
    sheets = pages(olive_client, "certificates", finished)
    assert len(sheets) == 15
    assert not any(gone.name in sheet for sheet in sheets)
    assert "of 16" in sheets[0]


def test_it_sums_the_rules_up_as_the_event_plays_them(olive_client: Client, under: Any) -> None:
    competition = under("danish").round.competition
    said = " ".join(pages(olive_client, "rules", competition))
    rules = rules_of(competition)
    assert f"Limit of a hand {written(rules.limit)}" in said
    assert [name for row in rules.special if (name := special_name(row.code)) not in said] == []
    assert "East stays after a mah-jong of East" in said
    bmja = " ".join(pages(olive_client, "rules", under("bmja-tournament").round.competition))
    assert "false mah-jong, tiles exposed: 500, pays each of the others" in bmja


def test_it_says_whose_letters_it_cannot_draw(olive_client: Client, published: Competition) -> None:
    entry = Entry.objects.select_related("player").get(competition=published, number=5)
    Player.objects.filter(pk=entry.player_id).update(given="明", family="Wu")
    assert "a square stands in their place: 5 明 Wu" in words_of(olive_client.get(at("paper", published)))
    assert f"{NO_LETTER} Wu" in "".join(pages(olive_client, "pairings", published))


def test_its_fonts_have_the_letters_of_every_language_of_the_tablets() -> None:
    assert is_drawable("ĄĆĘŁŃÓŚŹŻąćęłńóśźż ÆØÅæøå ÁÉÍÓÖŐÚÜŰáéíóöőúüű ČŠŽĐ ßẞ ÇĞİıŞ ÞÐ Ψϕ Жя – “” ’ … −")
    assert not is_drawable("東")


@pytest.mark.parametrize("style", STYLES)
def test_it_draws_every_tile_of_every_style(style: str) -> None:
    paper = Paper("", "", "A4", Look(style), 1)
    drawn = [Tiles(paper, Look(style)).operators(code) for code in CODES]
    assert len(set(drawn)) == len(CODES)
    assert min(map(len, drawn)) > 300


def test_a_result_sheet_shows_no_more_than_readers_see(
    finished: Competition, olive: User, olive_client: Client
) -> None:
    competitions.competition_change(competition=finished, actor=olive, planned_rounds=1, hidden_rounds=1)
    hidden = " ".join(pages(olive_client, "results", finished))
    results_publish(competition=finished, through=1, actor=olive)
    shown = " ".join(pages(olive_client, "results", finished))
    assert ("+160" in shown, "+160" in hidden) == (True, False)
