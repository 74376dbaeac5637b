"""Public pages are the same for everybody: no cookie, nothing unpublished, nothing a stranger puts in."""

import re

import pytest

from tests.public.pages import links_of
from tournaments.models import Round
from tournaments.services.competitions import competition_publish

pytestmark = [pytest.mark.django_db, pytest.mark.every_database]

EVENT = "/c/spring-day/"
PARTS = (
    "",
    "seating/",
    "seating/?q=pat",
    "standings/",
    "standings/fragment",
    "standings/?round=1",
    "standings/moments/",
    "statistics/",
    "changes/",
    "rulings/",
    "rulings/?round=1&table=3",
)
DEEPER = ("entries/1/", "r1/t3/", "r1/t3/d1/")
EVENT_PAGES = [EVENT + part for part in PARTS + DEEPER]
RULES = ["/rules/bmja-tournament/", "/rules/danish/claims/", "/rules/danish/claims/?discarder=E&S=pung"]
WAYS_IN = ["/", "/clubs/severn-winds/", "/calendar/", "/archive/2026/", "/search/?q=winds"]
CLUB_PAGES = ["/clubs/severn-winds/gallery/", "/clubs/severn-winds/ranking/", "/clubs/severn-winds/ratings/"]
PAGES = [*WAYS_IN, *CLUB_PAGES, *RULES, *EVENT_PAGES]


def test_it_sets_no_cookie_and_varies_with_none(reader, corrected):
    for url in PAGES:
        answer = reader.get(url)
        assert answer.status_code == 200, url
        assert not answer.cookies, url
        assert "cookie" not in answer.get("Vary", "").lower(), url


def test_it_is_the_same_page_for_an_organiser(reader, olive_client, corrected):
    for url in PAGES:
        assert olive_client.get(url).content == reader.get(url).content, url


def test_it_may_be_kept_by_any_cache_for_a_moment(reader, corrected):
    for url in PAGES:
        answer = reader.get(url)
        assert {"public", "must-revalidate"} <= set(answer["Cache-Control"].split(", ")), url
        again = reader.get(url, headers={"if-none-match": answer["ETag"]})
        assert (again.status_code, again.content) == (304, b""), url
        assert not again.cookies, url


def test_it_ignores_what_strangers_put_into_the_request(reader, corrected):
    hostile = {
        "x-forwarded-host": "evil.example",
        "x-original-url": "/evil",
        "referer": "https://evil.example",
    }
    for url in PAGES:
        joined = "&" if "?" in url else "?"
        answer = reader.get(f"{url}{joined}utm=<evil>", headers=hostile)
        assert b"evil" not in answer.content, url
        assert answer.content == reader.get(url).content, url


def test_it_only_reads(reader, corrected):
    for url in PAGES:
        assert reader.post(url).status_code == 405, url
        assert reader.head(url).status_code == 200, url


def test_it_hides_what_is_not_published(reader, olive_client, corrected, olive):
    tags = {url: reader.get(url)["ETag"] for url in EVENT_PAGES}
    competition_publish(competition=corrected, actor=olive, published=False)
    for url, tag in tags.items():
        for client in (reader, olive_client):
            assert client.get(url).status_code == 404, url
            assert client.get(url, headers={"if-none-match": tag}).status_code == 404, url


def test_it_hides_an_unpublished_competition_from_every_list(reader, corrected, olive):
    competition_publish(competition=corrected, actor=olive, published=False)
    assert b"Spring Day" not in reader.get("/").content
    assert reader.get("/clubs/severn-winds/").status_code == 404


def test_it_hides_a_club_and_a_league_with_nothing_published(reader, season, olive):
    for url in ("/leagues/severn-league/", "/clubs/severn-winds/"):
        assert reader.get(url).status_code == 200
    competition_publish(competition=season, actor=olive, published=False)
    for url in ("/leagues/severn-league/", "/clubs/severn-winds/"):
        assert reader.get(url).status_code == 404


def test_it_hides_the_tables_of_a_draft(reader, running):
    assert Round.objects.get(number=2).is_draft
    assert reader.get("/c/spring-day/r2/t1/").status_code == 404
    assert b"/r2/" not in reader.get("/c/spring-day/seating/").content
    assert b"/r2/" not in reader.get("/c/spring-day/").content


@pytest.mark.parametrize(
    "url",
    [
        "/c/spring-day/standings.css",
        "/c/spring-day/standings/x.css",
        "/c/spring-day/standings/fragment/",
        "/c/spring-day/entries/99/",
        "/c/spring-day/entries/x/",
        "/c/nothing/",
        "/clubs/nothing/",
        "/leagues/nothing/",
        "/rules/nothing/",
        "/rules/bmja-tournament/?event=nothing",
        "/c/spring-day/changes/?page=x",
    ],
)
def test_it_knows_no_other_addresses(reader, corrected, url):
    assert reader.get(url).status_code == 404


def test_it_shows_a_page_for_what_is_not_there(reader):
    answer = reader.get("/c/nothing/")
    assert "There is nothing at this address." in answer.content.decode()
    assert not answer.cookies


def test_it_shows_a_page_for_its_own_faults(reader, corrected, monkeypatch):
    def crash(*_args, **_options):
        raise ZeroDivisionError

    monkeypatch.setattr("tournaments.views.public.standings.body", crash)
    answer = reader.get("/c/spring-day/standings/")
    assert answer.status_code == 500
    assert "Something went wrong here, not with you." in answer.content.decode()
    assert "ZeroDivisionError" not in answer.content.decode()


def test_it_leads_nowhere_that_is_not_there(reader, fined):
    """Follow every link from the start page; none of them is dead."""
    seen, waiting = set(), ["/"]
    while waiting:
        url = waiting.pop()
        if url in seen or url.startswith(("#", "/organise", "/table", "/pair", "/login", "?")):
            continue
        seen.add(url)
        answer = reader.get(url)
        assert answer.status_code == 200, url
        waiting += [link.partition("#")[0] for link in links_of(answer)]
    assert {"/c/spring-day/r1/t3/d1/", "/c/spring-day/entries/16/", "/rules/bmja-tournament/"} <= seen


def test_it_carries_no_name_in_an_address(reader, fined):
    for url in ("/c/spring-day/standings/", "/c/spring-day/seating/", "/c/spring-day/r1/t3/"):
        assert not [link for link in links_of(reader.get(url)) if "ashby" in link.lower()]


def test_it_has_one_heading_a_title_and_every_address_once(reader, corrected):
    for url in PAGES:
        page = reader.get(url).content.decode()
        ids = re.findall(r'\bid="([^"]+)"', page)
        assert len(ids) == len(set(ids)), url
        if "fragment" not in url:
            assert page.count("<h1") == 1, url
            assert re.search(r"<title>[^<]+</title>", page), url
