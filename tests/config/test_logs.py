"""What a log line may hold."""

import io
import json
import logging
import sys

import pytest

from config.logs import JsonLine, PlainLine, scrub

SECRETS = [
    ("Authorization: Bearer 3q2-7wAB", "3q2-7wAB"),
    ("opened /pair#pair=K7TQ2MZX", "K7TQ2MZX"),
    ("{'token': 'abc.def'}", "abc.def"),
    ('{"password": "tea and cake"}'.replace(" and cake", ""), "tea"),
    ("cookie sessionid=9f8e7d; csrftoken=1a2b", "9f8e7d"),
    ("cookie sessionid=9f8e7d; csrftoken=1a2b", "1a2b"),
    ("connecting to postgresql://olive:hunter2@db/sparrows", "hunter2"),
]


@pytest.mark.parametrize(("line", "secret"), SECRETS)
def test_it_strikes_out_secrets(line, secret):
    assert secret not in scrub(line)
    assert "***" in scrub(line)


@pytest.mark.parametrize(
    "line", ["Deal 7 at table 3 is already recorded.", "GET /api/v1/table 200", "monkey: 3"]
)
def test_it_leaves_everything_else(line):
    assert scrub(line) == line


@pytest.mark.parametrize("newline", ["\n", "\r", "\r\n", "\u2028", "\x85", "\x1b[2J"])
@pytest.mark.parametrize("formatter", [PlainLine("%(message)s"), JsonLine()])
def test_it_keeps_a_name_with_a_line_break_on_one_line(formatter, newline):
    written = formatter.format(record(f"entry Ann{newline}ERROR forged"))
    assert len(written.splitlines()) == 1
    assert "\x1b" not in written


def test_it_writes_json_with_the_traceback_inside():
    try:
        raise ValueError("no")
    except ValueError:
        line = json.loads(JsonLine().format(record("failed", exc_info=sys.exc_info())))
    assert (line["level"], line["message"], line["logger"]) == ("WARNING", "failed", "tests")
    assert "ValueError: no" in line["traceback"]


def test_it_tells_of_a_probe_with_a_wrong_host_in_one_line(client):
    logger = logging.getLogger("django.security.DisallowedHost")
    handler = logging.StreamHandler(said := io.StringIO())
    handler.setFormatter(PlainLine("%(message)s"))
    logger.addHandler(handler)
    assert client.get("/healthz", headers={"host": "evil.example"}).status_code == 400
    logger.removeHandler(handler)
    [line] = said.getvalue().splitlines()
    assert line.startswith("Invalid HTTP_HOST header: 'evil.example'.")


# ------------------------------------------------------------------ to what a line belongs
@pytest.fixture
def lines():
    """What the site logs for a collector, line by line."""
    handler = logging.StreamHandler(said := io.StringIO())
    handler.setFormatter(JsonLine())
    logging.getLogger().addHandler(handler)
    yield lambda: [json.loads(line) for line in said.getvalue().splitlines()]
    logging.getLogger().removeHandler(handler)


@pytest.fixture
def broken(monkeypatch):
    """A site whose standings and tables nobody can work out."""

    def fail(*_args, **_named):
        raise ValueError("no")

    monkeypatch.setattr("tournaments.selectors.board.board_of", fail)
    monkeypatch.setattr("tournaments.api.table.output.table_json", fail)


@pytest.mark.django_db
def test_a_line_says_by_number_whose_request_went_wrong(lines, broken, olive_client, olive, tournament):
    olive_client.raise_request_exception = False
    board = f"/organise/c/{tournament.slug}/board/"
    answer = olive_client.get(board, headers={"X-Request-ID": "from-the-proxy"})
    assert (answer.status_code, answer["X-Request-ID"]) == (500, "from-the-proxy")
    [line] = [one for one in lines() if one["logger"] == "django.request"]
    said = {name: line[name] for name in ("request", "method", "view", "slug", "actor")}
    assert said == {
        "request": "from-the-proxy",
        "method": "GET",
        "view": "organiser:board",
        "slug": tournament.slug,
        "actor": olive.pk,
    }


@pytest.mark.django_db
def test_a_request_gets_an_id_where_nobody_gave_one_that_can_be_used(lines, broken, olive_client, tournament):
    olive_client.raise_request_exception = False
    for given in ("", "short", "two words and more", "x" * 65, "line\nbreak"):
        answer = olive_client.get(f"/organise/c/{tournament.slug}/board/", headers={"X-Request-ID": given})
        assert len(answer["X-Request-ID"]) == 16
        assert lines()[-1]["request"] == answer["X-Request-ID"]


@pytest.mark.django_db
def test_a_good_answer_has_no_id_since_it_may_be_kept_for_others(client):
    assert "X-Request-ID" not in client.get("/")


@pytest.mark.django_db
def test_a_line_says_which_tablet_asked(lines, broken, client, tam, running):
    client.raise_request_exception = False
    assert client.get("/api/v1/table", headers=tam.headers).status_code == 500
    line = next(one for one in lines() if one["logger"] == "django.request")
    said = (line["competition"], line["table"], line["device"])
    assert said == (running.pk, 3, tam.device.pk)
    assert tam.token not in json.dumps(line)


def test_a_line_outside_a_request_says_nothing_of_one():
    assert set(json.loads(JsonLine().format(record("begun")))) == {"time", "level", "logger", "message"}


def record(message, exc_info=None):
    """Return a log record."""
    return logging.LogRecord("tests", logging.WARNING, __file__, 1, "%s", (message,), exc_info)
