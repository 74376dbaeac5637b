"""The second journal: a line for each receipt, and a database that lost its end filled again by it."""

import json
import os
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from tests import declared
from tests.conftest import Tam
from tests.organiser.conftest import at
from tournaments import tasks
from tournaments.backups.writing import backup_write
from tournaments.models import DealVersion, HeldSubmission, Table
from tournaments.selectors import tables
from tournaments.services import entering, journal, replaying
from tournaments.services.deals import submission_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def folder(settings: Any, tmp_path: Path) -> Path:
    """A second disk."""
    settings.JOURNAL_FOLDER = str(tmp_path / "second")
    (tmp_path / "second").mkdir()
    return tmp_path / "second"


@pytest.fixture
def send(client: Client, tam: Tam, table: Table) -> Any:
    """Submit deals as the table's tablet."""

    def sending(content: dict[str, Any], **other: Any) -> tuple[int, dict[str, Any]]:
        now = client.get("/api/v1/table", headers=tam.headers).json()
        body = {
            "key": str(uuid4()),
            "deal": now["next"]["deal"],
            "seating_version": now["seating_version"],
            "context": now["context"],
            **content,
            **other,
        }
        answer = client.post("/api/v1/table/deals", body, "application/json", headers=tam.headers)
        return answer.status_code, body

    return sending


def written(folder: Path) -> list[dict[str, Any]]:
    lines = [line for file in sorted(folder.iterdir()) for line in file.read_text().splitlines()]
    return [json.loads(line) for line in lines if line]


def nets(table: Table) -> list[tuple[int, dict[str, int], Any, Any]]:
    return [(one.number, one.net, one.key, one.content) for one in tables.current_versions(table)]


def test_each_receipt_has_its_line_and_an_answer_told_again_no_second_one(
    folder: Path, send: Any, client: Client, tam: Tam, table: Table
) -> None:
    code, body = send(declared.won())
    assert code == 201
    again = client.post("/api/v1/table/deals", body, "application/json", headers=tam.headers)
    assert again.status_code == 200
    assert send(declared.won(), deal=9)[0] == 202  # held: it came too early
    assert send({"outcome": "won"})[0] == 422
    assert [(one["table"], one["body"]["deal"]) for one in written(folder)] == [(3, 1), (3, 9)]
    [file] = folder.iterdir()
    assert file.stat().st_mode & 0o077 == 0


def test_it_fills_a_database_again_that_lost_its_end(
    folder: Path, send: Any, table: Table, tmp_path: Path, capsys: Any
) -> None:
    send(declared.won())
    backup = backup_write(tmp_path / "whole.zip").file
    send(declared.won("W", "N"))
    send(declared.draw())
    send(declared.won(), deal=9)
    before = nets(table)
    call_command("restore", backup, "--replace", stdout=StringIO())
    assert len(nets(table)) == 1
    with pytest.raises(CommandError) as told:
        call_command("replay", *folder.iterdir())
    assert "held for the referee (deal_out_of_order)" in str(told.value)
    assert nets(table) == before
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == ["1", "2", "1"]
    call_command("replay", *folder.iterdir())  # twice without harm
    assert nets(table) == before
    assert HeldSubmission.objects.count() == 1
    assert DealVersion.objects.get(number=2).device is not None


def test_corrections_of_the_table_and_deals_of_the_staff_come_back_too(
    folder: Path, send: Any, table: Table, tam: Tam, client: Client, olive: User, tmp_path: Path
) -> None:
    backup = backup_write(tmp_path / "whole.zip").file
    _code, body = send(declared.won())
    first = tables.current_versions(table)[0]
    anew = {**body, **declared.won("W", "N"), "key": str(uuid4())}
    anew |= {"supersedes": first.sha256, "reason": "West won."}
    del anew["context"]
    done = client.post("/api/v1/table/deals/1/correct", anew, "application/json", headers=tam.headers)
    assert done.status_code == 201
    place = client.get("/api/v1/table", headers=tam.headers).json()
    second = {**body, **declared.draw(), "key": str(uuid4()), "deal": 2, "context": place["context"]}
    entering.deal_enter(table=table, submission=replace(submission_of(second), body={}), actor=olive)
    before = nets(table)
    call_command("restore", backup, "--replace", stdout=StringIO())
    done = replaying.replay(folder.iterdir())
    assert (dict(done.counts), done.left) == ({"recorded": 3}, [])
    assert nets(table) == before


def test_it_passes_over_torn_and_changed_lines_and_names_them(folder: Path, send: Any, table: Table) -> None:
    send(declared.won())
    [file] = folder.iterdir()
    whole = file.read_text().strip()
    changed = whole.replace('"table": 3', '"table": 4')
    file.write_text(f"{changed}\n\n[]\n{whole[:80]}")
    send(declared.draw())  # written behind the half of a line
    done = replaying.replay([file])
    assert [where for where, became, _why in done.left] == [f"{file.name}:{line}" for line in (1, 3, 4)]
    assert dict(done.counts) == {"torn": 3, "known": 1}


def test_it_says_where_the_table_is_not_there(folder: Path, send: Any, table: Table) -> None:
    send(declared.won())
    [file] = folder.iterdir()
    told = json.loads(file.read_text())
    told.pop("sha256")
    told |= {"round": 77, "body": {**told["body"], "key": str(uuid4())}}
    file.write_text(json.dumps({"sha256": journal.hashes.sha256(told), **told}) + "\n")
    assert replaying.replay([file]).left == [(f"{file.name}:1", "no_table", "")]


def test_a_disk_that_is_not_there_stops_no_deal_and_is_told(
    settings: Any, folder: Path, send: Any, olive_client: Client, caplog: Any
) -> None:
    os.rmdir(folder)
    assert send(declared.won())[0] == 201
    assert "The second journal is not written" in caplog.text
    page = olive_client.get(at("site")).content.decode()
    assert f"{folder} is not there" in page
    settings.JOURNAL_FOLDER = ""
    assert "Second journal" not in olive_client.get(at("site")).content.decode()


def test_old_files_go_and_nothing_else(folder: Path) -> None:
    today = f"deals-{timezone.now():%Y-%m-%d}.jsonl"
    old, kept, other = (folder / name for name in ("deals-2020-01-01.jsonl", today, "a"))
    for file in (old, kept, other):
        file.write_text("")
    tasks.tidy()
    assert sorted(folder.iterdir()) == sorted([kept, other])


def test_without_a_folder_nothing_is_written(
    settings: Any, send: Any, tmp_path: Path, monkeypatch: Any
) -> None:
    settings.JOURNAL_FOLDER = ""
    monkeypatch.chdir(tmp_path)
    assert send(declared.won())[0] == 201
    assert list(tmp_path.rglob("deals-*")) == []
