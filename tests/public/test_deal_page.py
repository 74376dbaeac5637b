"""The page of one deal: from the tiles to the nets, and every version with its reason."""

import pytest

from tests import declared
from tests.public.pages import ids_of, links_of, markup_of, rows_of, words_of
from tournaments.models import DealVersion

pytestmark = pytest.mark.django_db


def address(competition, deal, table=3):
    return f"/c/{competition.slug}/r1/t{table}/d{deal}/"


def test_it_explains_every_line_with_its_rule(reader, played):
    answer = reader.get(address(played, 1))
    said = words_of(answer)
    for line in (
        "Exposed pung of 9 bamboo: 4 points.",
        "Concealed pung of 9 character: 8 points.",
        "Mah-jong: 20 points.",
    ):
        assert line in said
    assert "/rules/bmja-tournament/#points-exposed-pung-major" in links_of(answer)
    assert "/rules/bmja-tournament/#points-mahjong" in links_of(answer)


def test_it_leads_to_places_that_exist_on_the_page_of_the_rules(reader, played):
    there = ids_of(reader.get("/rules/bmja-tournament/"))
    for deal in (1, 2, 3):
        links = links_of(reader.get(address(played, deal)))
        wanted = {link.partition("#")[2] for link in links if link.startswith("/rules/")}
        assert wanted <= set(there)


def test_it_shows_payments_that_add_up_to_the_nets(reader, played, table):
    rows = [row for row in rows_of(reader.get(address(played, 1))) if len(row) == 5]
    amounts = [[int(cell.split()[0].replace("−", "-") or 0) for cell in row[1:]] for row in rows[1:]]
    *payments, nets = amounts
    assert nets == [-80, 160, -40, -40]
    assert [sum(column) for column in zip(*payments, strict=True)] == nets


def test_it_says_why_east_pays_double(reader, played, table):
    east, south = (table.seatings.get(seat=seat).entry.name for seat in "ES")
    said = words_of(reader.get(address(played, 1)))
    assert f"{east} pays {south} for the mah-jong, double with East: 2 × 40 = 80." in said


def test_it_draws_all_four_hands_the_winner_first(reader, played):
    page = reader.get(address(played, 1)).content.decode()
    places = [page.index(f'id="hand-{seat}"') for seat in "SEWN"]
    assert places == sorted(places)
    assert page.count('role="img"') == 14 + 3 * 13
    assert "9 bamboo" in page


def test_it_says_who_won_from_whom(reader, played, table):
    south, east, west = (table.seatings.get(seat=seat).entry.name for seat in "SEW")
    assert f"{south} goes mah-jong on a discard of {east}." in words_of(reader.get(address(played, 1)))
    assert f"{west} goes mah-jong with a tile from the wall." in words_of(reader.get(address(played, 2)))
    assert "Nobody goes mah-jong: a draw." in words_of(reader.get(address(played, 3)))


def test_it_shows_each_version_with_its_reason_and_what_it_moved(reader, corrected, table):
    south, north = (table.seatings.get(seat=seat).entry.name for seat in "SN")
    said = words_of(reader.get(address(corrected, 1)))
    assert "Version 1: played" in said
    assert "Version 2: corrected" in said
    assert "Recorded by referee. Reason: “North won it <from the wall>.”" in said
    assert f"{south}: +160 receives → now −42 pays" in said
    assert f"{north}: −40 pays → now +168 receives" in said


def test_it_never_names_the_official(reader, corrected, rafe):
    rafe.first_name, rafe.last_name = "Rafe", "Secret"
    rafe.save()
    said = reader.get(address(corrected, 1)).content.decode().lower()
    assert "secret" not in said
    assert "rafe" not in said


def test_it_escapes_reasons(reader, corrected):
    assert b"<from the wall>" not in reader.get(address(corrected, 1)).content


def test_it_prints_the_hashes_of_every_version(reader, corrected):
    page = reader.get(address(corrected, 1)).content.decode()
    for version in DealVersion.objects.filter(number=1):
        assert version.sha256 in page
        assert version.chain in page
        assert version.prev_chain in page


def test_it_says_that_a_deal_is_void(reader, played, table, rafe):
    from tournaments.services.corrections import deal_void

    deal_void(table=table, number=1, mode="as_played", reason="Dead wall.", actor=rafe)
    said = words_of(reader.get(address(played, 1)))
    assert "The deal is void: nobody scores, wins or gives." in said
    assert "Nobody pays anything." in said
    assert "Dead wall." in said


def test_it_shows_a_penalty_and_its_payment(reader, fined, table):
    west, north = (table.seatings.get(seat=seat).entry.name for seat in "WN")
    answer = reader.get(address(fined, 1))
    assert f"{west} pays {north} for misnamed discard: 50." in words_of(answer)
    assert "/rules/bmja-tournament/#penalty-misnamed_discard" in links_of(answer)


def test_it_keeps_a_penalty_taken_back_to_be_read(reader, fined, table, rafe):
    from uuid import uuid4

    from tournaments.services.penalties import penalty_reverse

    penalty_reverse(penalty=fined.penalties.get(deal=1), reason="He had said six.", actor=rafe, key=uuid4())
    answer = reader.get(address(fined, 1))
    west = table.seatings.get(seat="W").entry.name
    assert f"<s>{west}: misnamed discard.</s>taken back" in markup_of(answer)
    assert "for misnamed discard" not in words_of(answer)


def test_it_shows_points_counted_at_the_table(reader, event, play):
    competition = event(4, deals=0, entry_level="points")
    table = competition.rounds.get().tables.get()
    hands = {"E": {"points": 12}, "S": {"points": 40}, "W": {"points": 0}, "N": {"points": 4}}
    play(table, declared.won("S", "E", hands=hands))
    said = words_of(reader.get(address(competition, 1, table=1)))
    assert said.count("The points were counted at the table; no tiles were entered.") == 4
    assert "Counted at the table: 12." in said


def test_it_leads_to_the_rules_as_the_event_plays_them(reader, event):
    competition = event(4, ruleset_options={"only_possible_tile": 4})
    links = links_of(reader.get(address(competition, 1, table=1)))
    assert f"/rules/bmja-tournament/?event={competition.slug}#points-exposed-pung-major" in links


@pytest.mark.parametrize(
    "place", ["r1/t3/d9/", "r1/t3/d0/", "r9/t3/d1/", "r1/t9/d1/", "r1/t3/d-1/", "r1/t3/d1/x"]
)
def test_it_knows_no_other_deals(reader, played, place):
    assert reader.get(f"/c/{played.slug}/{place}").status_code == 404
