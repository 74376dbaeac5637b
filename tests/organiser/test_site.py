"""How the site is: what owners read of its database, work, backups, tablets and room."""

import json
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from players.models import Club
from tests.conftest import Tam, signed_in
from tests.public.pages import words_of
from tournaments import tasks
from tournaments.backups import rotating
from tournaments.live import waking
from tournaments.models import Competition, Device, Outbox, Right, SiteNote
from tournaments.powers import Role
from tournaments.services import notes

pytestmark = pytest.mark.django_db
PAGE = reverse("organiser:site")


@pytest.fixture
def owner(club: Club, nell: User) -> Client:
    """Nell, who owns the club, in her browser."""
    Right.objects.create(user=nell, club=club, role=Role.OWNER)
    return signed_in(nell)


@pytest.fixture(autouse=True)
def folder(settings: Any, tmp_path: Any) -> Any:
    """A folder for backups that nobody has used."""
    settings.BACKUP_FOLDER, settings.BACKUP_SECOND_FOLDER = str(tmp_path / "backups"), ""
    settings.CELERY_TASK_ALWAYS_EAGER = True  # one process does everything, and makes backups
    return tmp_path


def states(client: Client) -> dict[str, tuple[str, str]]:
    """Read each part off the page: how it is, and what is said."""
    answer = client.get(PAGE)
    assert answer.status_code == 200
    seen = words_of(answer)
    assert [one for one in answer.context["parts"] if " ".join(one.said.split()) not in seen] == []
    return {one.name: (one.state, one.said) for one in answer.context["parts"]}


def test_owners_alone_read_it(owner: Client, club: Club, rafe: User) -> None:
    Right.objects.create(user=rafe, club=club, role=Role.DIRECTOR)
    assert owner.get(PAGE).status_code == 200
    assert signed_in(rafe).get(PAGE).status_code == 404
    assert PAGE in owner.get(reverse("organiser:home")).content.decode()
    assert PAGE not in signed_in(rafe).get(reverse("organiser:home")).content.decode()


def test_it_says_what_is_well(owner: Client) -> None:
    told = states(owner)
    assert {told[name][0] for name in ("Database", "Work in the background", "Tablets")} == {"good"}
    assert told["Backup"][0] == "look"
    assert "None yet" in told["Backup"][1]


@pytest.mark.parametrize(
    ("state", "said"),
    [
        *(("tables_missing", "manage.py migrate"), ("storage_full", "no room")),
        *(("busy", "SQL"), ("down", "does not take deals")),
    ],
)
def test_a_database_in_trouble_is_said_first(owner: Client, monkeypatch: Any, state: str, said: str) -> None:
    monkeypatch.setattr("tournaments.services.condition.database_state", lambda: state)
    how, sentence = states(owner)["Database"]
    assert (how, said in sentence) == ("bad", True)
    assert "Something must be done now." in words_of(owner.get(PAGE))


def test_redis_may_be_away(owner: Client, monkeypatch: Any) -> None:
    monkeypatch.setattr("tournaments.services.condition.redis_state", lambda: "down")
    assert states(owner)["Cache and messages"][0] == "look"


def test_work_that_waits_too_long_is_told(owner: Client, running: Competition) -> None:
    Outbox.objects.update(done_at=timezone.now())
    row = Outbox.objects.create(competition=running, topic=Outbox.Topic.EXPORT)
    assert states(owner)["Work in the background"][0] == "good"
    Outbox.objects.filter(pk=row.pk).update(at=timezone.now() - timedelta(minutes=20))
    how, said = states(owner)["Work in the background"]
    assert (how, "1 piece of work waits" in said, "20\xa0minutes" in said) == ("look", True, True)
    Outbox.objects.filter(pk=row.pk).update(done_at=timezone.now())
    assert states(owner)["Work in the background"][1].startswith("All is done")


@pytest.mark.django_db(transaction=True)  # a backup begins a transaction of its own
def test_it_names_the_last_backup_and_its_second_copy(owner: Client, settings: Any, folder: Any) -> None:
    settings.BACKUP_SECOND_FOLDER = str(folder / "stick")
    written = rotating.back_up("round")
    told = states(owner)
    assert told["Backup"][0] == "good"
    assert told["Backup"][1].startswith(written.file.name)
    assert (told["Second copy"][0], "put the stick in" in told["Second copy"][1]) == ("look", True)
    (folder / "stick").mkdir()
    rotating.back_up("round")
    assert states(owner)["Second copy"][0] == "good"


@pytest.mark.django_db(transaction=True)  # a backup begins a transaction of its own
def test_a_backup_that_failed_is_bad(owner: Client, monkeypatch: Any) -> None:
    def full(*_: Any) -> None:
        raise OSError("No space left on device")

    rotating.back_up("round")
    monkeypatch.setattr(rotating, "backup_write", full)
    with pytest.raises(OSError, match="No space"):
        rotating.back_up("round")
    assert states(owner)["Backup"] == ("bad", "The last one failed: No space left on device")


@pytest.mark.parametrize(("embedded", "says"), [(True, "closing a round"), (False, "each night")])
def test_it_says_when_the_first_backup_comes(owner: Client, settings: Any, embedded: bool, says: str) -> None:
    settings.CELERY_TASK_ALWAYS_EAGER = embedded
    assert says in states(owner)["Backup"][1]


@pytest.mark.parametrize(
    ("embedded", "days", "state"),
    [(True, 29, "good"), (True, 31, "look"), (False, 1, "good"), (False, 3, "look")],
)
def test_an_old_backup_wants_a_look(
    owner: Client, settings: Any, folder: Any, embedded: bool, days: int, state: str
) -> None:
    settings.CELERY_TASK_ALWAYS_EAGER = embedded
    made = (timezone.now() - timedelta(days=days)).isoformat()
    told = {"made": made, "file": "sparrows.zip", "failed": None, "second": {"state": "none"}}
    (folder / "backups").mkdir()
    (folder / "backups" / rotating.RECORD).write_text(json.dumps(told))
    assert states(owner)["Backup"][0] == state


def test_it_says_where_nobody_makes_backups(owner: Client, settings: Any) -> None:
    settings.BACKUP_FOLDER = ""
    told = states(owner)
    assert "by itself" in told["Backup"][1]
    assert "Second copy" not in told


@pytest.mark.parametrize(("sweeps", "state"), [(True, "good"), (False, "look")])
def test_where_one_process_does_everything_it_is_asked_itself(
    owner: Client, monkeypatch: Any, sweeps: bool, state: str
) -> None:
    monkeypatch.setattr(waking, "is_sweeping", lambda: sweeps)
    assert states(owner)["Worker"][0] == state
    tasks.run_outbox.apply()
    assert not SiteNote.objects.exists(), "there is no worker to be heard of"


def test_workers_and_their_clock_are_heard_of_while_they_work(
    owner: Client, settings: Any, monkeypatch: Any
) -> None:
    settings.CELERY_TASK_ALWAYS_EAGER = False
    monkeypatch.setitem(notes._heard, "at", -notes.NOT_BEFORE)
    assert {states(owner)[name][0] for name in ("Worker", "Clock of the worker")} == {"look"}
    tasks.run_outbox()
    assert "Never heard of" in states(owner)["Worker"][1], "who sweeps by hand is no worker"
    tasks.run_outbox.apply()
    told = states(owner)
    assert (told["Worker"][0], told["Clock of the worker"][0]) == ("good", "look")
    tasks.beat()
    assert states(owner)["Clock of the worker"][0] == "good"
    SiteNote.objects.update(at=timezone.now() - timedelta(minutes=6))
    tasks.run_outbox.apply()
    told = states(owner)
    assert {told[name][0] for name in ("Worker", "Clock of the worker")} == {"look"}, "noted now and then"
    assert "celery -A config worker --beat" in told["Worker"][1]


def test_beat_asks_for_what_only_beat_asks_for(settings: Any) -> None:
    asked = {one["task"] for one in settings.CELERY_BEAT_SCHEDULE.values()}
    assert tasks.beat.name in asked
    assert tasks.beat.name not in (waking.OUTBOX, waking.HOOKS, waking.TIDY, waking.BACKUP)


@pytest.mark.parametrize(
    ("faults", "days", "state", "said"),
    [
        *((0, 1, "good", "all 12 rows are as recorded"), (0, 31, "look", "all 12 rows")),
        (2, 1, "bad", "not as recorded: 2"),
    ],
)
def test_it_says_how_the_ledgers_were_found(
    owner: Client, faults: int, days: int, state: str, said: str
) -> None:
    how, sentence = states(owner)["Last verification"]
    assert (how, "manage.py verify_ledger" in sentence) == ("look", True)
    told = {"competitions": 1, "rows": 12, "faults": faults}
    notes.note(notes.Name.VERIFIED, told, timezone.now() - timedelta(days=days))
    how, sentence = states(owner)["Last verification"]
    assert (how, said in sentence) == (state, True)


def test_a_silent_tablet_of_a_running_round_is_named(owner: Client, running: Competition, tam: Tam) -> None:
    Device.objects.update(last_seen=timezone.now())
    assert states(owner)["Tablets"][0] == "good"
    Device.objects.update(last_seen=timezone.now() - timedelta(hours=1))
    number = Device.objects.get(revoked_at=None).table_number
    assert states(owner)["Tablets"] == ("look", f"Not heard of for a while, by table: {running}: {number}.")


def test_tablets_of_another_club_are_none_of_its_owners_business(
    running: Competition, tam: Tam, nia_client: Client
) -> None:
    Device.objects.update(last_seen=timezone.now() - timedelta(hours=1))
    assert states(nia_client)["Tablets"][0] == "good"


@pytest.mark.parametrize(("free", "state"), [(10**12, "good"), (10**9, "look"), (10**8, "bad")])
def test_it_says_how_much_room_is_left(owner: Client, monkeypatch: Any, free: int, state: str) -> None:
    monkeypatch.setattr("tournaments.selectors.site.shutil.disk_usage", lambda _: SimpleNamespace(free=free))
    assert states(owner)["Room on the disk"][0] == state
