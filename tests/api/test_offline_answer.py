"""The engine's answer for the tablet's browser, without a browser: what the server says, word for word."""

import json
import subprocess
import sys
import zipfile
from functools import cache
from typing import Any

import pytest
from django.conf import settings
from django.utils.translation import override

from tests import declared
from tests.api.conftest import Answer
from tests.table.deals import DEALS, wonders
from tournaments.models import Competition, Table
from tournaments.offline import answer, pack
from tournaments.views.table.spoken import spoken

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def asked(state: dict[str, Any], deal: dict[str, Any], **more: Any) -> dict[str, Any]:
    """What the tablet asks its engine, from what it knows of the table."""
    return {
        "rules": state["rules"],
        "level": state["entry_level"],
        "at": state["next"],
        "names": {seat["seat"]: seat["name"] for seat in state["seats"]},
        "body": {**deal, "deal": state["next"]["deal"]},
        "mahjongs": state["mahjongs"],
        "unsent": [],
        **more,
    }


def answered(*told: Any, **more: Any) -> dict[str, Any]:
    return json.loads(answer.answered(json.dumps(asked(*told, **more))))


def server_says(post: Answer, deal: dict[str, Any], language: str = "en") -> dict[str, Any]:
    said = post("/table/deals/preview", deal, **{"accept-language": language})
    body = said.json()
    if said.status_code == 422:
        del body["message"], body["facts"]
    return {"status": said.status_code, "body": body}


@cache
def said_in(language: str) -> dict[str, str]:
    """Give the sentences of a language, as the tablet keeps them."""
    with override(language):
        return spoken()


@pytest.mark.parametrize("name", DEALS)
@pytest.mark.parametrize("level", ["tiles", "counting", "winner", "points", "totals"])
def test_it_answers_as_the_server_does(
    get: Answer, post: Answer, table: Table, name: str, level: str
) -> None:
    Competition.objects.update(entry_level=level)
    assert answered(get("/table").json(), DEALS[name]) == server_says(post, DEALS[name])


@pytest.mark.parametrize("name", DEALS)
@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES if code != "en"])
def test_it_speaks_the_tablets_language(
    get: Answer, post: Answer, table: Table, name: str, language: str
) -> None:
    here = answered(get("/table").json(), DEALS[name], said=said_in(language))
    assert here == server_says(post, DEALS[name], language)
    assert here != server_says(post, DEALS[name]) or name == "a draw"


def test_it_knows_the_earlier_mahjongs_that_forbid_a_special_hand(
    get: Answer, post: Answer, table: Table, play: Any
) -> None:
    for _ in range(2):
        play(table, wonders())
    there = server_says(post, wonders())
    assert [fault["code"] for fault in there["body"]["errors"]] == ["special_hand_repeated"]
    assert answered(get("/table").json(), wonders()) == there


def test_it_counts_those_that_wait_on_the_tablet(get: Answer, post: Answer, table: Table, play: Any) -> None:
    play(table, wonders())
    state = get("/table").json()
    waits = {"at": state["next"], "body": wonders(), "place": [1, 3, 2]}
    third = {"at": {**state["next"], "deal": 3}, "unsent": [waits]}
    here = answered(state, wonders(), **third)
    play(table, wonders())
    assert here == server_says(post, wonders())


@pytest.mark.parametrize("changed", [{"id": "other"}, {"hash": "0"}, {"options": {"other": 1}}])
def test_it_does_not_answer_for_other_rules(get: Answer, table: Table, changed: dict[str, Any]) -> None:
    state = get("/table").json()
    with pytest.raises(answer.OtherRules):
        answered({**state, "rules": {**state["rules"], **changed}}, declared.won())


# ------------------------------------------------------------------ the archive
ALONE = """
import sys
sys.path.insert(0, sys.argv[1])
from tournaments.offline.answer import answered
assert not any(name.startswith("django") for name in sys.modules)
print(answered(sys.stdin.read()))
"""


def test_it_answers_from_the_archive_alone(get: Answer, table: Table, tmp_path: Any) -> None:
    state = get("/table").json()
    (tmp_path / "engine.zip").write_bytes(pack.archive())
    with zipfile.ZipFile(tmp_path / "engine.zip") as archive:
        archive.extractall(tmp_path / "engine")
    line = [sys.executable, "-S", "-c", ALONE, str(tmp_path / "engine")]
    told = json.dumps(asked(state, declared.won()))
    done = subprocess.run(line, input=told, capture_output=True, text=True, cwd=tmp_path, check=True)
    assert json.loads(done.stdout) == answered(state, declared.won())


def test_it_names_the_archive_by_its_content(get: Answer, client: Any, table: Table) -> None:
    name = get("/table").json()["engine"]
    given = client.get(f"/table/engine/{name}.zip")
    assert given.content == pack.archive()
    assert "immutable" in given["Cache-Control"]
    assert client.get("/table/engine/0123456789abcdef.zip").status_code == 404
