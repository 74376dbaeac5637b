"""Webhooks: what is told to whom, signed how, when again; and no call to a machine of our own."""

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from standardwebhooks import Webhook, WebhookVerificationError

from players.models import Club
from tests.organiser.conftest import at
from tests.public.pages import words_of
from tests.tournaments.test_counted import count, evenings, spring
from tournaments.live import waking
from tournaments.models import Competition, Delivery, Hook, Table
from tournaments.publishing import calling
from tournaments.refusals import Refusal
from tournaments.services import corrections, counted, hook_calls, hooks, rounds
from tournaments.services.competitions import competition_change, competition_publish, results_publish

__all__ = ["evenings", "spring"]  # fixtures
pytestmark = pytest.mark.django_db
State = Delivery.State
PUBLIC = "https://93.184.215.14/hook"
BAD = [
    *("http://127.0.0.1/", "http://localhost/", "http://[::1]/", "http://[::]/", "http://0.0.0.0/"),
    *("http://0x7f.1/", "http://2130706433/", "http://[::ffff:10.0.0.1]/", "http://169.254.169.254/latest"),
    *("http://100.64.0.1/", "http://192.168.1.1/", "http://224.0.0.1/", "http://[fe80::1%25eth0]/"),
    *("http://[64:ff9b::7f00:1]/", "http://[2002:7f00:1::]/", "http://192.168.1.1:22/", "http://8.8.8.8:25/"),
    *("http://user@8.8.8.8/", "ftp://8.8.8.8/", "http:///x", "http://[oops/", "8.8.8.8", "javascript:x"),
    *("http://8.8.8.8/a\r\nX:1", "http://8.8.8.8/a b", "http://ex\u00e4mple.org/", "http://nosuch.invalid/"),
]


class Receiver(ThreadingHTTPServer):
    """Another site on this machine, which answers as the test has it and keeps what came."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Receiving)
        self.status, self.came = 200, list[tuple[dict[str, str], bytes, str]]()
        self.url = f"http://127.0.0.1:{self.server_address[1]}/in?a=1"

    @property
    def told(self) -> list[dict[str, Any]]:
        return [json.loads(body) for _headers, body, _path in self.came]


class _Receiving(BaseHTTPRequestHandler):
    server: Receiver

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.came.append((dict(self.headers.items()), body, self.path))
        self.send_response(self.server.status)
        if self.server.status == 302:
            self.send_header("Location", self.server.url)
        self.end_headers()
        self.wfile.write(b"seen\x07")

    def log_message(self, *said: Any) -> None:
        """Say nothing."""


@pytest.fixture
def receiver(monkeypatch: pytest.MonkeyPatch) -> Iterator[Receiver]:
    """A receiver on this machine, which for once may be called."""
    server = Receiver()
    monkeypatch.setattr(calling, "is_public", lambda text: True)
    monkeypatch.setattr(calling, "PORTS", (server.server_address[1],))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture
def make(club: Club, olive: User, receiver: Receiver) -> Callable[..., tuple[Hook, str]]:
    def making(url: str = "", events: Any = Hook.Event.values) -> tuple[Hook, str]:
        site = "https://sparrows.example/"
        return hooks.hook_make(club=club, url=url or receiver.url, events=events, site=site, actor=olive)

    return making


def states() -> list[str]:
    return list(Delivery.objects.exclude(state=State.NOT_TOLD).order_by("pk").values_list("state", flat=True))


# ------------------------------------------------------------------ whom it does not call
@pytest.mark.parametrize("url", BAD)
def test_an_address_that_is_no_public_one_is_refused(club: Club, url: str) -> None:
    with pytest.raises(Refusal) as refused:
        hooks.hook_make(club=club, url=url, events=["round.results"], site="http://x/", actor=None)
    assert refused.value.code.startswith("hook_address")
    assert not Hook.objects.exists()


def test_a_public_address_is_taken(club: Club) -> None:
    hook, secret = hooks.hook_make(
        club=club, url=PUBLIC, events=["round.results"], site="http://x/", actor=None
    )
    assert (hook.url, secret[:6]) == (PUBLIC, "whsec_")
    assert secret not in hook.secret


def test_a_name_is_refused_where_one_of_its_answers_is_private(monkeypatch: pytest.MonkeyPatch) -> None:
    both = [(2, 1, 6, "", ("93.184.215.14", 443)), (2, 1, 6, "", ("10.0.0.7", 443))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *asked, **how: both)
    with pytest.raises(calling.NotCalled, match="private"):
        calling.target_of("https://example.org/")


def test_a_name_that_leads_elsewhere_by_now_is_not_called(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The check of the day it was saved is no check: the name may point to this machine at sending."""
    hook, _ = hooks.hook_make(club=club, url=PUBLIC, events=["round.results"], site="http://x/", actor=None)
    answers = [(2, 1, 6, "", ("127.0.0.1", 443))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *asked, **how: answers)
    monkeypatch.setattr(calling, "post", lambda *told: pytest.fail("it was called"))
    hooks.hook_try(hook=hook)
    hook_calls.run()
    sent = Delivery.objects.get()
    assert (sent.state, sent.answer, sent.tries) == (State.WAITING, "hook_address_private", 1)


def test_it_connects_to_the_address_that_was_checked(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[str] = []
    plain = socket.getaddrinfo

    def once(name: str, *more: Any, **how: Any) -> Any:
        looked.append(name)
        return plain("127.0.0.1", *more, **how)

    monkeypatch.setattr(socket, "getaddrinfo", once)
    port = receiver.server_address[1]
    target = calling.target_of(f"http://receiver.example:{port}/in")
    assert calling.post(target, b"{}", {}).status == 200
    assert looked == ["receiver.example", "127.0.0.1"]
    assert receiver.came[0][0]["Host"] == f"receiver.example:{port}"


def test_a_redirect_is_not_followed(make: Any, receiver: Receiver) -> None:
    hook, _ = make()
    receiver.status = 302
    hooks.hook_try(hook=hook)
    hook_calls.run()
    assert (len(receiver.came), Delivery.objects.get().status) == (1, 302)


def test_a_receiver_that_drips_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calling, "is_public", lambda text: True)
    monkeypatch.setattr(calling, "LONGEST_SECONDS", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        monkeypatch.setattr(calling, "PORTS", (port,))

        def drip() -> None:
            called, _ = listening.accept()
            with called:
                for _ in range(100):
                    try:
                        called.sendall(b"H")
                    except OSError:
                        return
                    time.sleep(0.05)

        threading.Thread(target=drip, daemon=True).start()
        began = time.monotonic()
        with pytest.raises(OSError):
            calling.post(calling.target_of(f"http://127.0.0.1:{port}/"), b"{}", {})
        assert time.monotonic() - began < 4


@pytest.mark.parametrize("secure", [True, False])
def test_one_that_says_nothing_is_cut_off_in_its_greeting_too(
    monkeypatch: pytest.MonkeyPatch, secure: bool
) -> None:
    monkeypatch.setattr(calling, "is_public", lambda text: True)
    monkeypatch.setattr(calling, "LONGEST_SECONDS", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        monkeypatch.setattr(calling, "PORTS", (port,))
        began = time.monotonic()
        with pytest.raises(OSError):
            calling.post(calling.target_of(f"http{'s' * secure}://127.0.0.1:{port}/"), b"{}", {})
        assert time.monotonic() - began < 4


# ------------------------------------------------------------------ what is said, and how it is signed
def test_a_message_is_signed_as_standard_webhooks_says(make: Any, receiver: Receiver) -> None:
    hook, secret = make()
    hooks.hook_try(hook=hook)
    hook_calls.run()
    [(headers, body, path)] = receiver.came
    assert path == "/in?a=1"
    assert Webhook(secret).verify(body.decode(), headers)["type"] == "ping"
    with pytest.raises(WebhookVerificationError):
        Webhook(secret).verify(body.decode() + " ", headers)
    with pytest.raises(WebhookVerificationError):
        Webhook(calling.new_secret()).verify(body.decode(), headers)
    assert (states(), Delivery.objects.get().answer) == ([State.DELIVERED], "seen ")


def test_a_new_secret_signs_from_then_on(make: Any, receiver: Receiver, olive: User) -> None:
    hook, old = make()
    new = hooks.hook_renew(hook=hook, actor=olive)
    hooks.hook_try(hook=hook)
    hook_calls.run()
    [(headers, body, _)] = receiver.came
    assert Webhook(new).verify(body.decode(), headers)
    with pytest.raises(WebhookVerificationError):
        Webhook(old).verify(body.decode(), headers)


def test_it_tells_what_happens_in_the_clubs_published_events(
    make: Any, receiver: Receiver, running: Competition, table: Table, play: Any, olive: User, rafe: User
) -> None:
    make()
    play(table)
    rounds.round_close(round=running.rounds.get(number=1), actor=olive, anyway=True)
    corrections.deal_void(table=table, number=1, mode="as_played", reason="No <b>.", actor=rafe)
    rounds.round_publish(round=running.rounds.get(number=2), actor=olive)
    hook_calls.run()
    hook_calls.run()
    assert [one["type"] for one in receiver.told] == ["round.results", "results.corrected", "round.published"]
    first, corrected, _ = receiver.told
    assert first["data"]["event"] == {"id": running.slug, "name": "Spring Day", "club": "Severn Winds"}
    assert first["data"]["links"]["standings"] == f"https://sparrows.example/c/{running.slug}/standings/"
    assert (corrected["data"]["round"], corrected["data"]["table"], corrected["data"]["deal"]) == (1, 3, 1)
    assert "No <b>" not in json.dumps(receiver.told)
    assert len({headers["webhook-id"] for headers, _body, _path in receiver.came}) == 3


def test_it_tells_that_a_tournament_counts_in_a_season_and_no_more(
    make: Any, receiver: Receiver, evenings: Competition, spring: Competition, olive: User
) -> None:
    make()
    count(evenings, spring, olive)
    counted.tournament_uncount(season=evenings, meeting=4, reason="Not ours.", actor=olive)
    hook_calls.run()
    told = [(one["type"], one["data"]["event"]["id"], one["data"]["round"]) for one in receiver.told]
    assert told == [(kind, evenings.slug, 4) for kind in ("round.results", "results.corrected")]


def test_it_tells_that_results_are_official(
    make: Any, receiver: Receiver, running: Competition, table: Table, play: Any, olive: User
) -> None:
    competition_change(competition=running, actor=olive, planned_rounds=1, official_when="confirmed")
    for later in running.rounds.filter(number__gt=1).order_by("-number"):
        rounds.round_remove(round=later, actor=olive)
    make(events=["results.official"])
    play(table)
    rounds.round_close(round=running.rounds.get(number=1), actor=olive, anyway=True)
    hook_calls.run()
    assert [one["type"] for one in receiver.told] == ["results.official"]


def test_it_tells_only_what_was_chosen_and_nothing_of_before(
    make: Any, receiver: Receiver, running: Competition, olive: User
) -> None:
    make(events=["results.corrected"])
    rounds.round_close(round=running.rounds.get(number=1), actor=olive, anyway=True)
    hook_calls.run()
    assert (receiver.came, Delivery.objects.count()) == ([], 0)


def test_what_is_held_back_is_told_when_it_is_released(
    make: Any,
    receiver: Receiver,
    running: Competition,
    table: Table,
    play: Any,
    olive: User,
    rafe: User,
    olive_client: Client,
) -> None:
    competition_change(competition=running, actor=olive, planned_rounds=1, hidden_rounds=1)
    make()
    play(table)
    rounds.round_close(round=running.rounds.get(number=1), actor=olive, anyway=True)
    corrections.deal_void(table=table, number=1, mode="as_played", reason="No.", actor=rafe)
    hook_calls.run()
    assert receiver.came == []
    hidden = Delivery.objects.filter(state=State.NOT_TOLD).latest("pk")
    named = {"club": hidden.hook.club.slug, "hook": hidden.hook_id, "delivery": hidden.pk}
    assert olive_client.post(at("delivery-resend", **named)).status_code == 404
    running.refresh_from_db()
    results_publish(competition=running, through=1, actor=olive)
    hook_calls.run()
    assert [one["type"] for one in receiver.told] == ["round.results"]


def test_an_event_that_nobody_sees_is_told_of_when_it_is_published(
    make: Any, receiver: Receiver, running: Competition, olive: User
) -> None:
    competition_publish(competition=running, actor=olive, published=False)
    make()
    rounds.round_close(round=running.rounds.get(number=1), actor=olive, anyway=True)
    hook_calls.run()
    assert receiver.came == []
    competition_publish(competition=running, actor=olive)
    hook_calls.run()
    assert [one["type"] for one in receiver.told] == ["event.published"]


def test_what_was_told_is_not_told_again_once_it_is_tidied_away(
    make: Any, receiver: Receiver, running: Competition, olive: User
) -> None:
    make()
    rounds.round_close(round=running.rounds.get(number=1), actor=olive, anyway=True)
    hook_calls.run()
    Delivery.objects.all().delete()
    with time_machine.travel(timezone.now() + timedelta(days=31)):
        rounds.round_publish(round=running.rounds.get(number=2), actor=olive)
        hook_calls.run()
    assert [one["type"] for one in receiver.told] == ["round.results", "round.published"]


# ------------------------------------------------------------------ again, and no more
def test_it_tries_again_as_the_standard_proposes_and_then_gives_up(make: Any, receiver: Receiver) -> None:
    hook, _ = make()
    receiver.status = 500
    hooks.hook_try(hook=hook)
    waited = []
    with time_machine.travel(timezone.now(), tick=False) as clock:
        for _ in range(len(hook_calls.RETRIES) + 1):
            hook_calls.run()
            sent = Delivery.objects.get()
            if sent.state == State.WAITING:
                waited.append((sent.due_at - timezone.now()).total_seconds())
                clock.move_to(sent.due_at)
        hook_calls.run()
    assert len(waited) == len(hook_calls.RETRIES)
    for seconds, wanted in zip(waited, hook_calls.RETRIES, strict=True):
        assert 0.9 * wanted <= seconds <= 1.1 * wanted
    assert (sent.state, sent.tries, sent.status) == (State.FAILED, len(waited) + 1, 500)
    ids = {headers["webhook-id"] for headers, _body, _path in receiver.came}
    assert (len(receiver.came), len(ids), len({body for _headers, body, _path in receiver.came})) == (
        10,
        1,
        1,
    )


def test_a_receiver_that_wants_no_more_is_told_no_more(make: Any, receiver: Receiver) -> None:
    hook, _ = make()
    receiver.status = 410
    hooks.hook_try(hook=hook)
    hook_calls.run()
    hook.refresh_from_db()
    assert (hook.off, states()) == (Hook.Off.GONE, [State.FAILED])
    with pytest.raises(Refusal, match="hook_is_off"):
        hooks.hook_try(hook=hook)


def test_a_hook_that_was_off_is_not_told_what_happened_meanwhile(
    make: Any, receiver: Receiver, running: Competition, olive: User
) -> None:
    hook, _ = make()
    hooks.hook_switch(hook=hook, on=False, actor=olive)
    rounds.round_close(round=running.rounds.get(number=1), actor=olive, anyway=True)
    hook_calls.run()
    hooks.hook_switch(hook=hook, on=True, actor=olive)
    hook_calls.run()
    assert receiver.came == []
    rounds.round_publish(round=running.rounds.get(number=2), actor=olive)
    hook_calls.run()
    assert len(receiver.came) == 1


def test_a_secret_that_cannot_be_opened_any_more_stops_no_other(make: Any, receiver: Receiver) -> None:
    first, _ = make()
    second, _ = make()
    Hook.objects.filter(pk=first.pk).update(secret="of another key")
    for hook in (first, second):
        hooks.hook_try(hook=hook)
    hook_calls.run()
    assert states() == [State.WAITING, State.DELIVERED]
    assert Delivery.objects.get(hook=first).answer == hook_calls.LOCKED_AWAY


def test_a_dead_receiver_delays_no_other(
    make: Any, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        dead = silent.getsockname()[1]
        monkeypatch.setattr(calling, "PORTS", (receiver.server_address[1], dead))
        monkeypatch.setattr(calling, "WAIT_SECONDS", 3.0)
        first, _ = make(f"http://127.0.0.1:{dead}/")
        second, _ = make()
        hooks.hook_try(hook=first)
        for _ in range(3):
            hooks.hook_try(hook=second)
        calls = threading.Timer(2.0, lambda: came.append(len(receiver.came)))
        came: list[int] = []
        calls.start()
        hook_calls.run()
        calls.join()
    assert came == [3]
    assert sorted(states()) == [State.DELIVERED] * 3 + [State.WAITING]


def test_a_message_that_a_worker_has_is_left_to_it_until_it_has_died(make: Any, receiver: Receiver) -> None:
    hook, _ = make()
    hooks.hook_try(hook=hook)
    Delivery.objects.update(busy_until=timezone.now() + timedelta(minutes=1))
    hook_calls.run()
    assert receiver.came == []
    Delivery.objects.update(busy_until=timezone.now() - timedelta(minutes=1))
    hook_calls.run()
    assert len(receiver.came) == 1


def test_nothing_is_sent_within_the_request(
    make: Any,
    receiver: Receiver,
    olive_client: Client,
    running: Competition,
    django_capture_on_commit_callbacks: Any,
) -> None:
    hook, _ = make()
    with django_capture_on_commit_callbacks(execute=True):
        olive_client.post(at("hook-try", club=hook.club.slug, hook=hook.pk))
        olive_client.post(at("round-close", running, round=1), {"anyway": "yes"})
    assert receiver.came == []
    assert states() == [State.WAITING]


def test_the_thread_of_the_hooks_is_woken_and_asks_for_the_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(waking, "ask", asked.append)
    monkeypatch.setattr(waking.settings, "CELERY_TASK_ALWAYS_EAGER", False)
    waking.wake_hooks()
    assert asked == [waking.HOOKS]


# ------------------------------------------------------------------ the pages
def test_the_secret_is_shown_once(olive_client: Client, club: Club) -> None:
    answer = olive_client.post(at("hooks", club=club.slug), {"url": PUBLIC, "events": ["round.results"]})
    hook = Hook.objects.get()
    secret = hooks.secret_of(hook)
    assert (answer.status_code, secret in answer.content.decode()) == (200, True)
    for page in (at("hooks", club=club.slug), at("hook", club=club.slug, hook=hook.pk)):
        assert secret not in olive_client.get(page).content.decode()
    renewed = olive_client.post(at("hook-renew", club=club.slug, hook=hook.pk)).content.decode()
    hook.refresh_from_db()
    assert hooks.secret_of(hook) in renewed
    assert secret not in renewed


def test_a_private_address_is_refused_beside_the_field(olive_client: Client, club: Club) -> None:
    form = {"url": "http://192.168.0.1/", "events": ["round.results"]}
    answer = olive_client.post(at("hooks", club=club.slug), form)
    assert answer.status_code == 422
    assert "private network" in " ".join(answer.context["form"]["url"].errors)


def test_the_log_says_what_became_of_each_and_sends_it_again(
    make: Any, receiver: Receiver, olive_client: Client
) -> None:
    hook, _ = make()
    receiver.status = 503
    hooks.hook_try(hook=hook)
    hook_calls.run()
    page = at("hook", club=hook.club.slug, hook=hook.pk)
    told = words_of(olive_client.get(page))
    assert "tried 1 time, answered 503: seen" in told
    receiver.status = 204
    sent = Delivery.objects.get()
    olive_client.post(at("delivery-resend", club=hook.club.slug, hook=hook.pk, delivery=sent.pk))
    hook_calls.run()
    assert (states(), len({headers["webhook-id"] for headers, _b, _p in receiver.came})) == (
        [State.DELIVERED],
        1,
    )
    assert "taken" in words_of(olive_client.get(page))


def test_it_is_changed_switched_and_forgotten(olive_client: Client, club: Club, make: Any) -> None:
    hook, _ = make()
    named = {"club": club.slug, "hook": hook.pk}
    olive_client.post(at("hook", **named), {"url": hook.url, "events": ["results.corrected"]})
    hook.refresh_from_db()
    assert hook.events == ["results.corrected"]
    for on, off in (("no", "staff"), ("yes", "")):
        olive_client.post(at("hook-switch", **named), {"on": on})
        hook.refresh_from_db()
        assert hook.off == off
    olive_client.post(at("hook-remove", **named))
    assert not Hook.objects.exists()
    assert "forgot another site" in words_of(olive_client.get(at("club-log", club=club.slug)))


def test_a_club_has_so_many_and_no_more(make: Any) -> None:
    for _ in range(hooks.MOST):
        make()
    with pytest.raises(Refusal, match="hooks_too_many"):
        make()


def test_the_hook_of_another_club_is_not_there(make: Any, olive_client: Client, nia: User) -> None:
    hook, _ = make()
    Hook.objects.filter(pk=hook.pk).update(club=Club.objects.get(slug="elsewhere"))
    assert olive_client.get(at("hook", club="severn-winds", hook=hook.pk)).status_code == 404
