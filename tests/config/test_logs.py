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


def record(message, exc_info=None):
    """Return a log record."""
    return logging.LogRecord("tests", logging.WARNING, __file__, 1, "%s", (message,), exc_info)
