"""Memberships become roles: nobody may do less than before, and no club is left without an owner."""

from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

pytestmark = pytest.mark.django_db(transaction=True)
BEFORE = [("players", "0002_club_tiles"), ("tournaments", "0023_agreement")]
AFTER = [("players", "0003_no_membership"), ("tournaments", "0024_rights")]


def migrated(targets: list[tuple[str, str]]) -> Any:
    """Bring the database there; give its models."""
    executor = MigrationExecutor(connection)
    executor.migrate(targets)
    return MigrationExecutor(connection).loader.project_state(targets).apps


@pytest.fixture
def before() -> Any:
    """The database as it was, and as it is now again at the end."""
    latest = MigrationExecutor(connection).loader.graph.leaf_nodes()
    yield migrated(BEFORE)
    migrated(latest)


def staffed(apps: Any, *, founder: str = "", closed: str = "") -> Any:
    """Make a club of two organisers and a referee; one of them may have founded it."""
    users, club = apps.get_model("auth", "User").objects, apps.get_model("players", "Club").objects
    club = club.create(name="Severn Winds", slug="severn-winds")
    for name, role in (("olive", "organiser"), ("otto", "organiser"), ("rafe", "referee")):
        user = users.create(username=name, is_active=name != closed)
        apps.get_model("players", "Membership").objects.create(club=club, user=user, role=role)
        if name == founder:
            line = {"verb": "club_create", "facts": {"club": club.pk}, "actor": user}
            apps.get_model("tournaments", "Action").objects.create(**line)
    return club


def roles(apps: Any) -> dict[str, str]:
    rights = apps.get_model("tournaments", "Right").objects.filter(competition=None)
    return {one.user.username: one.role for one in rights}


@pytest.mark.parametrize(
    ("story", "expected"),
    [
        ({"founder": "otto"}, {"otto": "owner", "olive": "director", "rafe": "referee"}),
        ({}, {"otto": "owner", "olive": "owner", "rafe": "referee"}),
        ({"founder": "rafe"}, {"otto": "owner", "olive": "owner", "rafe": "referee"}),
        ({"founder": "otto", "closed": "otto"}, {"otto": "owner", "olive": "owner", "rafe": "referee"}),
    ],
)
def test_it_makes_the_founder_owner_and_lets_nobody_do_less(before, story, expected):
    staffed(before, **story)
    assert roles(migrated(AFTER)) == expected


def test_it_gives_memberships_back(before):
    staffed(before, founder="otto")
    migrated(AFTER)
    membership = migrated(BEFORE).get_model("players", "Membership").objects
    found = {one.user.username: one.role for one in membership.all()}
    assert found == {"otto": "organiser", "olive": "organiser", "rafe": "referee"}
