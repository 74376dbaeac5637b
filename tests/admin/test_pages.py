"""The admin: every table as a list and a page of each row, for whoever looks after the site alone."""

from typing import Any
from uuid import uuid4

import pytest
from allauth.mfa.models import Authenticator
from axes.models import AccessFailureLog, AccessLog
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.admin.conftest import SECRET, TYPED, wrong
from tests.design.test_strict_policy import faults
from tournaments.models import (
    Agreement,
    Competition,
    Confirmation,
    DealVersion,
    HeldSubmission,
    Right,
    Ruling,
    Table,
    append_only,
)
from tournaments.services import announce
from tournaments.views.admin.urls import SITE  # which names all that shows tables

pytestmark = pytest.mark.django_db
TABLES = {f"{model._meta.app_label}_{model._meta.model_name}": model for model in SITE._registry}
MOST = 5  # questions of a list: session, account, second factor, how many, which
MOST_OF_A_ROW = 12


@pytest.fixture
def rows(everything: Any, running: Competition, table: Table, play: Any, rafe: User) -> dict[str, Any]:
    """Put a row into every table; give one of each."""
    for _ in range(4):
        play(table)
    version = DealVersion.objects.latest("pk")
    held = HeldSubmission.objects.latest("pk")
    for row in (
        Agreement(table=version.table, confirms="each"),
        Confirmation(version=version, answer="confirm", sha256=version.sha256, actor=rafe, reason="Seen."),
        Ruling(submission=held, decision="declined", reason="No.", actor=rafe),
    ):
        announce.keep(row, running)
    wrong("olive")
    AccessFailureLog.objects.create(username="olive", ip_address="192.0.2.1", **TYPED)
    AccessLog.objects.create(username="olive", ip_address="192.0.2.1", **TYPED)
    return {name: model._base_manager.latest("pk") for name, model in TABLES.items()}


def list_of(name: str) -> str:
    return reverse(f"admin:{name}_changelist")


def page_of(name: str, row: Any) -> str:
    return reverse(f"admin:{name}_change", args=[row.pk])


def everywhere(rows: dict[str, Any]) -> list[str]:
    """List the address of every page there is."""
    lists, pages = [list_of(name) for name in rows], [page_of(name, row) for name, row in rows.items()]
    apps = {reverse("admin:app_list", args=[model._meta.app_label]) for model in TABLES.values()}
    return [reverse("admin:index"), reverse("admin:jsi18n"), *sorted(apps), *lists, *pages]


# ------------------------------------------------------------------ who sees it
def test_it_shows_every_table_and_a_row_of_each(ada_client, rows):
    answers = {address: ada_client.get(address) for address in everywhere(rows)}
    assert {address: one.status_code for address, one in answers.items() if one.status_code != 200} == {}
    assert {address: found for address, one in answers.items() if (found := faults(said(one)))} == {}
    lists = [said(answers[list_of(name)]) for name in rows]
    assert all("field-" in page and "object_id" not in page for page in lists)


def said(answer: Any) -> str:
    return answer.content.decode() if "html" in answer["Content-Type"] else ""


@pytest.mark.any_database
def test_it_is_not_there_for_anybody_else(olive_client, rafe_client, rows):
    """The access matrix asks for all others, and what is sent."""
    for address in everywhere(rows):
        assert {client.get(address).status_code for client in (olive_client, rafe_client)} == {404}, address
        answer = Client().get(address)
        assert (answer.status_code, answer["Location"]) == (302, f"/login?next={address}")


@pytest.mark.any_database
@pytest.mark.parametrize("gone", [{"is_superuser": False, "is_staff": True}, {"is_active": False}])
def test_it_closes_for_whoever_looks_after_the_site_no_more(ada, ada_client, gone):
    User.objects.filter(pk=ada.pk).update(**gone)
    assert ada_client.get("/admin/").status_code != 200


@pytest.mark.any_database
def test_it_asks_for_a_second_factor(ada, ada_client):
    Authenticator.objects.all().delete()
    answer = ada_client.get(list_of("auth_user"))
    assert (answer.status_code, answer["Location"]) == (302, reverse("mfa_activate_totp"))


@pytest.mark.any_database
def test_it_is_not_there_where_the_site_wants_none(ada_client, settings):
    settings.ADMIN = False
    assert ada_client.get("/admin/").status_code == 404
    assert Client().get("/admin/").status_code == 404


@pytest.mark.any_database
@pytest.mark.parametrize("name", ["login/", "logout/", "password_change/", "autocomplete/", "auth/group/"])
def test_it_has_none_of_the_pages_that_the_program_has_itself(ada_client, name):
    assert ada_client.get(f"/admin/{name}").status_code == 404


@pytest.mark.any_database
def test_it_shows_no_password_and_no_secret(ada, ada_client, rows):
    for address in everywhere(rows):
        text = said(ada_client.get(address))
        assert [one for one in (ada.password, SECRET, "pbkdf2", "typed=all") if one in text] == [], address


@pytest.mark.any_database
@pytest.mark.parametrize(
    ("name", "guess"),
    [
        ("auth_user", "password__startswith"),
        ("auth_user", "authenticator__data__contains"),
        ("axes_accessattempt", "post_data__contains"),
        ("tournaments_letter", "registration__email__startswith"),
        ("tournaments_delivery", "hook__secret__startswith"),
    ],
)
def test_it_lets_nobody_guess_what_is_not_shown(ada_client, name, guess):
    assert ada_client.get(list_of(name), {guess: "p"}).status_code == 400


@pytest.mark.any_database
@pytest.mark.parametrize(
    ("name", "asked"),
    [
        ("auth_user", {"is_active__exact": "1"}),
        ("tournaments_outbox", {"done_at__isempty": "1", "topic__exact": "letter"}),
        ("tournaments_dealversion", {"kind__exact": "correct", "void__exact": "0"}),
        ("tournaments_letter", {"state__exact": "failed"}),
    ],
)
def test_it_finds_by_what_is_offered(ada_client, name, asked):
    answer = ada_client.get(list_of(name), asked)
    assert answer.status_code == 200
    assert answer.context["cl"].has_active_filters


# ------------------------------------------------------------------ what it changes: nothing
def state() -> dict[str, list[Any]]:
    """Read every row of every table that the admin shows, and Django's own log of what it changed."""
    models = [*TABLES.values(), LogEntry]
    return {model.__name__: list(model._base_manager.order_by("pk").values_list()) for model in models}


FORM = {"_save": "Save", "name": "Another", "username": "another", "is_superuser": "on", "net_e": "9000"}


TAILS = ("", "add/", "{}/", "{}/change/", "{}/delete/", "{}/history/")


def test_no_page_changes_anything(ada_client, rows):
    before = state()
    for address in (list_of(name) + tail.format(row.pk) for name, row in rows.items() for tail in TAILS):
        for action in ("", "delete_selected"):
            form = FORM | {"action": action, "_selected_action": [1], "post": "yes"}
            assert ada_client.post(address, form).status_code in (200, 302, 404, 405), address
        assert ada_client.put(address).status_code in (404, 405), address
    assert state() == before


def test_every_table_of_the_ledger_is_shown_and_none_has_a_button(ada_client, rows):
    ledger = [*append_only.LEDGER, *append_only.SINCE]
    assert set(ledger) <= set(TABLES)
    for name in ledger:
        page = ada_client.get(list_of(name)).content.decode()
        assert [one for one in ('name="action"', "addlink") if one in page] == [], name


# ------------------------------------------------------------------ what it costs
FEW = {"dealversion", "scorerow", "agreement", "ruling"}  # which only services write


def more_of(row: Any, times: int = 40) -> None:
    """Put more rows beside one."""
    fields = row._meta.concrete_fields
    own = [one for one in fields if one.unique and not (one.primary_key or one.remote_field)]
    for number in range(times):
        row.pk, row._state.adding = None, True
        for field in own:
            unique = uuid4() if field.get_internal_type() == "UUIDField" else f"n{number}"
            setattr(row, field.attname, unique)
        row.save(force_insert=True)


@pytest.fixture
def many(rows: dict[str, Any]) -> None:
    """Put many rows into every table that lets it."""
    rows["tournaments_letter"].outbox, rows["tournaments_letter"].kind = None, "coming"
    one_each = {"tournaments_right", "axes_accessattempt", *(f"tournaments_{name}" for name in FEW)}
    for name in rows.keys() - one_each:
        more_of(rows[name])
    for user in User.objects.filter(username__startswith="n"):
        wrong(user.username)
        Right.objects.create(user=user, club=rows["players_club"], role="helper")


def test_it_asks_as_little_of_many_rows(ada_client, many):
    for name, model in TABLES.items():
        with CaptureQueriesContext(connection) as asked:
            answer = ada_client.get(list_of(name))
        assert answer.content.count(b"<tr") > (40 if model._meta.model_name not in FEW else 1), name
        assert len(asked) <= MOST, [one["sql"] for one in asked]
        with CaptureQueriesContext(connection) as asked:
            ada_client.get(page_of(name, model._base_manager.latest("pk")))
        assert len(asked) <= MOST_OF_A_ROW, [one["sql"] for one in asked]


def test_it_finds_what_is_looked_for(ada_client, rows):
    for name in TABLES:
        for sought in ("severn-winds", "192.0.2.1", "olive", "'\" no such"):
            assert ada_client.get(list_of(name), {"q": sought}).status_code == 200, name
