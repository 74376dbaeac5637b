"""Pictures for shared links: what they show, in letters that are really drawn; nothing held back."""

import io
import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from PIL import Image

from players.models import Club
from tournaments.models import Competition
from tournaments.publishing import cards
from tournaments.publishing.cards import Card, Line, drawing_of, picture_of
from tournaments.services.competitions import competition_change
from tournaments.tilefaces import STYLES, Look

pytestmark = pytest.mark.django_db
LONG = "The Extraordinarily Long Winter Championship of the United Mah-Jong Circles of the Severn Valley " * 2
FOUR = tuple(
    Line(f"{n}", name, "+12,345")
    for n, name in enumerate(("Małgorzata Żurawnicka", LONG, "Ødön", "A&B <c>"), 1)
)


def picture(body: bytes) -> Image.Image:
    return Image.open(io.BytesIO(body)).convert("L")


def dark(body: bytes, box: tuple[int, int, int, int]) -> int:
    """Count dark pixels in a part of a picture."""
    return sum(picture(body).crop(box).histogram()[:110])


TITLE, BELOW, FIRST, FIGURE, TILES = (
    *((60, 110, 1140, 185), (60, 190, 1140, 230), (140, 250, 900, 300), (900, 250, 1140, 300)),
    (60, 510, 1140, 600),
)


def test_it_draws_letters_and_tiles_where_they_belong() -> None:
    body = picture_of(Card("Spring Day", "18 April 2026 · Severn Winds", FOUR))
    assert picture(body).size == (1200, 630)
    blank = picture_of(Card("", ""))
    for place in (TITLE, BELOW, FIRST, FIGURE):
        assert (dark(body, place) > 200, dark(blank, place)) == (True, 0), place
    assert dark(body, TILES) > 2000


@pytest.mark.parametrize("style", STYLES)
def test_each_club_has_its_own_tiles(style: str) -> None:
    body = picture_of(Card("A", "B", look=Look(style=style)))
    others = [picture_of(Card("A", "B", look=Look(style=one))) for one in STYLES if one != style]
    assert body not in others


def test_a_text_that_is_too_long_ends_in_dots_before_the_edge() -> None:
    drawing = drawing_of(Card(LONG, LONG, FOUR))
    assert drawing.count("…</text>") == 3
    body = picture_of(Card(LONG, LONG, FOUR))
    assert dark(body, (1140, 100, 1200, 480)) == 0


def test_a_name_is_no_drawing_of_its_own() -> None:
    drawing = drawing_of(Card('<image href="/etc/passwd"/>', "& so \x07 on", ()))
    assert "<image" not in drawing
    assert "&lt;image" in drawing
    assert picture_of(Card('<image href="/etc/passwd"/>', "& so \x07 on 麻雀", ())).startswith(b"\x89PNG")


def test_the_same_card_is_drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    first = picture_of(Card("Once", ""))
    monkeypatch.setattr(cards.resvg_py, "svg_to_bytes", lambda **how: pytest.fail("drawn again"))
    assert picture_of(Card("Once", "")) == first


# ------------------------------------------------------------------ the addresses
def shown(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    drawn: list[str] = []
    monkeypatch.setattr(
        cards.resvg_py, "svg_to_bytes", lambda svg_string, **how: drawn.append(svg_string) or b"p"
    )
    return drawn


def test_an_events_card_has_who_is_in_front(played: Competition, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = shown(monkeypatch)
    answer = Client().get(f"/c/{played.slug}/card.png")
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "image/png")
    for word in ("Spring Day", "18 April 2026 · Severn Winds", "Sian Dunne", "+128"):
        assert word in drawn[0], word
    again = Client().get(f"/c/{played.slug}/card.png", headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304


def test_what_is_held_back_is_not_on_it(
    played: Competition, olive: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = shown(monkeypatch)
    competition_change(competition=played, actor=olive, visibility="round")
    Client().get(f"/c/{played.slug}/card.png")
    assert "Sian Dunne" not in drawn[0]


def test_clubs_leagues_and_the_site_have_cards(
    running: Competition, season: Competition, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = shown(monkeypatch)
    league = season.league
    assert league is not None
    for path in (f"/clubs/{club.slug}/card.png", f"/leagues/{league.slug}/card.png", "/card.png"):
        assert Client().get(path).status_code == 200
    for word, drawing in zip((club.name, league.name, "Mah-jong, counted"), drawn, strict=True):
        assert word in drawing


def test_pages_name_their_card_by_its_whole_address(
    played: Competition, season: Competition, club: Club
) -> None:
    league = season.league
    assert league is not None
    pages = {
        "/": "/card.png",
        f"/clubs/{club.slug}/": f"/clubs/{club.slug}/card.png",
        f"/leagues/{league.slug}/": f"/leagues/{league.slug}/card.png",
        f"/c/{played.slug}/": f"/c/{played.slug}/card.png",
        f"/c/{played.slug}/standings/": f"/c/{played.slug}/card.png",
    }
    for page, card in pages.items():
        told = Client().get(page).content.decode()
        assert re.findall(r'property="og:image" content="([^"]+)"', told) == [f"http://testserver{card}"]
        assert f'property="og:url" content="http://testserver{page}"' in told
        assert 'name="twitter:card" content="summary_large_image"' in told


def test_it_costs_few_queries(played: Competition, django_assert_max_num_queries: Any) -> None:
    with django_assert_max_num_queries(12):
        Client().get(f"/c/{played.slug}/card.png")
