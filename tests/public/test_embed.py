"""Small pages for a club's own site: who may frame them, what they show, how they are asked for."""

import html
import os
import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Browser

from players.models import Club
from tests.organiser.conftest import at
from tests.public.pages import rows_of, words_of
from tournaments.models import Competition
from tournaments.services.competitions import competition_change, competition_publish

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
STANDINGS, CLUB = "/embed/c/spring-day/", "/embed/clubs/severn-winds/"


@pytest.mark.parametrize("address", [STANDINGS, CLUB])
def test_every_site_may_frame_it_and_no_other_page(
    reader: Client, played: Competition, address: str
) -> None:
    answer = reader.get(address)
    assert "frame-ancestors *" in answer["Content-Security-Policy"]
    assert "default-src 'none'" in answer["Content-Security-Policy"]
    assert "X-Frame-Options" not in answer
    unchanged = reader.get(address, headers={"if-none-match": answer["ETag"]})
    assert (unchanged.status_code, "X-Frame-Options" in unchanged) == (304, False)
    for other in ("/c/spring-day/", "/c/spring-day/standings/", "/clubs/severn-winds/"):
        assert reader.get(other)["X-Frame-Options"] == "DENY"
        assert "frame-ancestors 'none'" in reader.get(other)["Content-Security-Policy"]


def test_it_shows_the_standings_or_the_first_of_them(reader: Client, played: Competition) -> None:
    page = rows_of(reader.get(STANDINGS))
    assert page[0] == ["Place", "Player", "Total"]
    assert [row[0] for row in page[1:]] == ["1", "2", *["3="] * 12, "15", "16"]
    assert [row[0] for row in rows_of(reader.get(f"{STANDINGS}?top=2"))][1:] == ["1", "2"]
    assert "<nav" not in reader.get(STANDINGS).content.decode()


def test_it_shows_nothing_that_is_held_back(reader: Client, played: Competition, olive: User) -> None:
    shown = rows_of(reader.get(STANDINGS))[1][1]
    competition_change(competition=played, actor=olive, visibility="round")
    text = words_of(reader.get(STANDINGS))
    assert ("The last results are not shown yet." in text, shown in text) == (True, False)


def test_it_shows_the_next_days_of_a_club(reader: Client, played: Competition) -> None:
    assert "No day is known yet." in words_of(reader.get(CLUB))
    later = timezone.localdate() + timedelta(days=9)
    Competition.objects.filter(pk=played.pk).update(timetable=[[later.isoformat(), "19:30", "Final", ""]])
    assert f"{later:%A}, {later.day} {later:%B %Y}, 19:30 Spring Day" in words_of(reader.get(CLUB))


def test_it_hides_what_is_not_published(reader: Client, played: Competition, olive: User) -> None:
    competition_publish(competition=played, actor=olive, published=False)
    assert {reader.get(address).status_code for address in (STANDINGS, CLUB)} == {404}


# ------------------------------------------------------------------ oEmbed
def asked(reader: Client, url: str, **more: Any) -> Any:
    return reader.get("/oembed", {"url": url, **more})


@pytest.mark.parametrize(
    ("page", "small"),
    [
        ("/c/spring-day/", STANDINGS),
        ("/c/spring-day/standings/?round=1", STANDINGS),
        ("/clubs/severn-winds/", CLUB),
    ],
)
def test_programs_are_told_how_to_show_a_page(
    reader: Client, played: Competition, page: str, small: str
) -> None:
    told = asked(reader, f"http://testserver{page}", maxwidth=300, maxheight=200).json()
    assert (told["version"], told["type"], told["width"], told["height"]) == ("1.0", "rich", 300, 200)
    assert f'src="http://testserver{small}?theme=light"' in told["html"]


@pytest.mark.parametrize(
    "url",
    [
        *("", "http://testserver/", "http://testserver/organise/", "http://testserver/c/nothing/"),
        *("http://evil.example/c/spring-day/", "http://testserver/c/spring-day/seating/", "http://[x"),
    ],
)
def test_of_another_address_nothing_is_said(reader: Client, played: Competition, url: str) -> None:
    assert asked(reader, url).status_code == 404


def test_it_is_json_or_nothing(reader: Client, played: Competition) -> None:
    assert asked(reader, "http://testserver/c/spring-day/", format="xml").status_code == 501


def test_a_page_names_what_it_may_be_asked_by(reader: Client, played: Competition) -> None:
    page = reader.get("/c/spring-day/?x=evil").content.decode()
    [address] = re.findall(r'type="application/json\+oembed"[^>]* href="([^"]+)"', page)
    assert reader.get(html.unescape(address)).json()["title"] == "Spring Day"


# ------------------------------------------------------------------ the code to copy
def test_organisers_copy_the_code(olive_client: Client, played: Competition, club: Club) -> None:
    address = at("club-embed", club=club.slug)
    assert address in olive_client.get(at("home")).content.decode()
    page = html.unescape(olive_client.get(address).content.decode())
    for small in (STANDINGS, CLUB):
        assert f'<iframe src="http://testserver{small}?theme=light"' in page


def test_a_name_is_no_markup_in_the_code(olive_client: Client, played: Competition, club: Club) -> None:
    Competition.objects.filter(pk=played.pk).update(name='A "B" <b>')
    page = html.unescape(olive_client.get(at("club-embed", club=club.slug)).content.decode())
    assert 'title="A &quot;B&quot; &lt;b&gt;"' in page


def test_strangers_have_no_such_page(nia_client: Client, played: Competition, club: Club) -> None:
    assert nia_client.get(at("club-embed", club=club.slug)).status_code == 404


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_needs_no_sideways_scrolling_in_a_narrow_frame(
    browser: Browser, live_server: Any, played: Competition, scheme: Any
) -> None:
    page = browser.new_page(viewport={"width": 320, "height": 500}, color_scheme=scheme)
    for address, name in ((f"{STANDINGS}?top=10", "standings"), (CLUB, "club")):
        page.goto(live_server.url + address)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        if os.environ.get("PICTURES"):
            page.screenshot(path=f"{os.environ['PICTURES']}/embed-{name}-{scheme}.png")
    page.close()


@pytest.mark.parametrize("address", [STANDINGS, CLUB])
def test_it_has_the_colours_that_the_site_around_it_asks_for(
    reader: Client, played: Competition, address: str
) -> None:
    for theme, scheme in (("light", "light"), ("dark", "dark"), ("purple", "light dark")):
        page = reader.get(address, {"theme": theme}).content.decode()
        assert f'<meta name="color-scheme" content="{scheme}">' in page
        assert (f'data-theme="{theme}"' in page) is (theme != "purple")


def test_the_code_is_for_a_light_site_until_other_colours_are_chosen(
    olive_client: Client, played: Competition
) -> None:
    for asked, ending in (({}, "?theme=light"), ({"theme": "dark"}, "?theme=dark"), ({"theme": ""}, "/")):
        page = olive_client.get(at("club-embed", club=played.club.slug), asked)
        assert all(one["address"].endswith(ending) for one in page.context["pieces"])
