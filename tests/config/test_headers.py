"""The headers that every response carries, whoever made it: page, refusal, redirect, static file, log-in."""

import sys

import pytest
from django.template import Template
from django.test import Client, RequestFactory

from config.handler import Handler

pytestmark = pytest.mark.django_db

ADDRESSES = [
    "/healthz",
    "/readyz",
    "/metrics",
    "/api/schema",
    "/api/docs",
    "/no/such/page",
    "/static/sparrows/live.js",
]
POLICY = {
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types sparrows-fragment sparrows-engine sparrows-shell",
}
ALWAYS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}


@pytest.fixture
def anyone(settings):
    """Return a client that sees error pages as a visitor does."""
    settings.DEBUG = False
    return Client(raise_request_exception=False)


@pytest.mark.parametrize("address", ADDRESSES)
def test_it_sends_the_whole_policy(anyone, address):
    sent = anyone.get(address)["Content-Security-Policy"].replace(" default dompurify", "")
    assert {part.strip() for part in sent.split(";")} == POLICY


def test_it_lets_text_become_html_where_the_api_is_described_only(anyone):
    loose = [one for one in ADDRESSES if "dompurify" in anyone.get(one)["Content-Security-Policy"]]
    assert loose == ["/api/docs"]


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("header", ALWAYS)
def test_it_sends_the_other_headers(anyone, address, header):
    assert anyone.get(address)[header] == ALWAYS[header]


@pytest.mark.parametrize("address", ADDRESSES)
def test_it_lets_pages_use_the_wake_lock_and_nothing_else(anyone, address):
    policy = anyone.get(address)["Permissions-Policy"].split(", ")
    assert [part for part in policy if not part.endswith("=()")] == ["screen-wake-lock=(self)"]


def test_it_sends_them_with_a_crash(anyone, monkeypatch):
    def crash():
        raise ZeroDivisionError

    monkeypatch.setattr("config.health.redis_state", crash)
    answer = anyone.get("/readyz")
    assert answer.status_code == 500
    assert "default-src 'none'" in answer["Content-Security-Policy"]


def test_it_sends_them_with_the_redirect_to_https(anyone, settings):
    settings.SECURE_SSL_REDIRECT = True
    answer = anyone.get("/no/such/page")
    assert (answer.status_code, answer["Location"]) == (301, "https://testserver/no/such/page")
    assert "default-src 'none'" in answer["Content-Security-Policy"]


def test_it_lets_a_watcher_in_over_plain_http(anyone, settings):
    settings.SECURE_SSL_REDIRECT = True
    assert anyone.get("/healthz").status_code == 200


def test_it_refuses_a_foreign_host_name(anyone):
    assert anyone.get("/healthz", headers={"host": "evil.example"}).status_code == 400


@pytest.mark.parametrize(
    ("behind", "forwarded", "address"),
    [
        (True, "203.0.113.9, 198.51.100.7", "198.51.100.7"),  # the first entry is what the caller claims
        (True, "198.51.100.7", "198.51.100.7"),
        (True, None, "192.0.2.1"),
        (False, "198.51.100.7", "192.0.2.1"),
    ],
)
def test_it_believes_only_its_own_proxy_about_the_caller(settings, rf, behind, forwarded, address):
    from config.middleware import client_address

    settings.BEHIND_PROXY = behind
    request = rf.get(
        "/", REMOTE_ADDR="192.0.2.1", **({"HTTP_X_FORWARDED_FOR": forwarded} if forwarded else {})
    )
    assert client_address(lambda seen: seen.META["REMOTE_ADDR"])(request) == address


def test_it_takes_a_piece_of_the_stack_in_which_a_request_has_room(settings) -> None:
    from config.middleware import room_for_calls

    roomy = room_for_calls(lambda seen: seen)
    taken = 8 * roomy.__code__.co_stacksize
    left = 8 * 1000  # that CPython wants to have beside a frame
    assert (1 << 19) < taken + left < (1 << 20)  # a piece of a mebibyte, the next power of two
    assert (1 << 20) - taken > 400_000
    assert roomy("a request") == "a request"
    assert settings.MIDDLEWARE[0] == "config.middleware.room_for_calls"  # all the others are called in it


@pytest.mark.parametrize("ask", [Client().get, lambda path: Handler().respond(RequestFactory().get(path))])
def test_a_page_is_drawn_in_that_piece_whichever_server_asks(ask, monkeypatch) -> None:
    from config.middleware import STACK_SLOTS

    draw, found = Template.render, []

    def drawn(template, context):
        frame = sys._getframe()
        while frame and frame.f_code.co_stacksize != STACK_SLOTS:
            frame = frame.f_back
        found.append(frame is not None)
        return draw(template, context)

    monkeypatch.setattr(Template, "render", drawn)
    ask("/no/such/page")
    assert found
    assert all(found)
