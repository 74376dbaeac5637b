"""schemathesis asks the API for all that its document promises, and for what it forbids; it finds nothing."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User

from players.models import Club
from tests.api.programs import TEXT, token_of
from tournaments.api.throttles import PerAddress, PerToken
from tournaments.models import Competition

COMMAND = Path(sys.executable).with_name("schemathesis")
BESIDE = Path(__file__).with_name("schemathesis.toml")
SECONDS = 60
# Not of the document: tablets have tokens of their own, which test_statuses.py asks with.
PATHS = "^/api/v1/(clubs|competitions|leagues|players|organise)"


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.django_db(transaction=True)
def test_it_answers_as_the_document_says_whatever_is_asked(
    running: Competition,
    season: Competition,
    olive: User,
    club: Club,
    live_server: Any,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for throttle in (PerAddress, PerToken):
        monkeypatch.setattr(throttle, "rate", None, raising=False)
        monkeypatch.setattr(throttle, "THROTTLE_RATES", {"public": None, "token": None})
    token_of(olive, club)
    told = ["--include-path-regex", PATHS, "--header", f"Authorization: Bearer {TEXT}"]
    bounds = ["--max-time", str(SECONDS), "--max-examples", "10", "--workers", "1", "--seed", "1"]
    quick = ["--phases", "examples,coverage,fuzzing", "--no-shrink", "--request-timeout", "10"]
    asked = [str(COMMAND), "--config-file", str(BESIDE), "run", f"{live_server.url}/api/schema"]
    whole = [*asked, *told, *bounds, *quick]
    kept = {"capture_output": True, "text": True, "cwd": tmp_path, "timeout": SECONDS + 120}
    done = subprocess.run(whole, check=False, **kept)
    assert done.returncode == 0, done.stdout[-20_000:] + done.stderr[-2_000:]
