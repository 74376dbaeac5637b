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

from players.models import Player
from tests import declared
from tests.conftest import Tam
from tests.organiser.conftest import at
from tests.organiser.test_erasure import WORDS, rows_that_name
from tournaments import tasks
from tournaments.backups.writing import backup_write
from tournaments.models import DealVersion, HeldSubmission, Table
from tournaments.selectors import tables
from tournaments.services import entering, erasure, journal, replaying
from tournaments.services.deals import submission_of
from tournaments.wording import reasons

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


@pytest.fixture
def corrected(send: Any, table: Table, tam: Tam, client: Client) -> dict[str, Any]:
    """What the table sent to put its first deal right; the reason names who plays East."""
    person = table.seatings.select_related("entry__player").get(seat="E").entry.player
    Player.objects.filter(pk=person.pk).update(given="Zyxgiven", family="Qwertsurname")
    _code, body = send(declared.won())
    first = tables.current_versions(table)[0]
    anew = {**body, **declared.won("W", "N"), "key": str(uuid4()), "supersedes": first.sha256}
    anew |= {"reason": "ZYXGIVEN said that West won."}
    del anew["context"]
    assert correct(client, tam, anew).status_code == 201
    return anew


def correct(client: Client, tam: Tam, body: dict[str, Any]) -> Any:
    return client.post("/api/v1/table/deals/1/correct", body, "application/json", headers=tam.headers)


def erase_east(table: Table, olive: User) -> None:
    person = table.seatings.select_related("entry__player__club").get(seat="E").entry.player
    erasure.person_erase(person=person, club=table.round.competition.club, actor=olive)


def test_no_line_names_who_was_erased_and_none_brings_the_name_back(
    folder: Path, request: Any, table: Table, tam: Tam, client: Client, olive: User, tmp_path: Path
) -> None:
    backup = backup_write(tmp_path / "whole.zip").file  # before the name was anywhere
    body = request.getfixturevalue("corrected")
    assert DealVersion.objects.get(key=body["key"]).reason == body["reason"]
    assert ("tournaments_dealversion", "Zyxgiven") in rows_that_name()
    erase_east(table, olive)
    assert not any(word.casefold() in everything_in(folder) for word in WORDS)
    before = nets(table)
    call_command("restore", backup, "--replace", stdout=StringIO())
    assert replaying.replay(folder.iterdir()).counts == {"recorded": 2}
    assert (nets(table), rows_that_name()) == (before, [])
    again, now = correct(client, tam, body), DealVersion.objects.get(key=body["key"])
    assert (again.status_code, again.json()["sha256"]) == (200, now.sha256)  # as if the answer was lost
    assert "keeps no reasons" in reasons.said(now.reason)


def test_a_line_of_an_earlier_program_brings_no_name_back_either(
    folder: Path, request: Any, table: Table, tmp_path: Path
) -> None:
    backup = backup_write(tmp_path / "whole.zip").file
    body = request.getfixturevalue("corrected")
    [file] = folder.iterdir()
    *_others, told = written(folder)
    del told["sha256"], told["fingerprint"]
    told["body"]["reason"] = body["reason"]
    line = json.dumps({"sha256": journal.hashes.sha256(told), **told})
    file.write_text("\n".join([*file.read_text().strip().splitlines()[:-1], line]))
    call_command("restore", backup, "--replace", stdout=StringIO())
    assert replaying.replay([file]).counts == {"recorded": 2}
    assert rows_that_name() == []


def everything_in(folder: Path) -> str:
    return "".join(file.read_text() for file in folder.iterdir()).casefold()


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
