"""Memberships become roles: nobody may do less than before, and no club is left without an owner."""

from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

# Released long ago: every run goes there and back on one database, a soak on the other, in its turn.
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.any_database]
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


# Who founded the club, whose account is closed, and who is what in it afterwards. All in one database:
# going there and back through all migrations since is what takes long.
STORIES = {
    "founded": ({"founder": "otto"}, {"otto": "owner", "olive": "director", "rafe": "referee"}),
    "by-nobody": ({}, {"otto": "owner", "olive": "owner", "rafe": "referee"}),
    "by-a-referee": ({"founder": "rafe"}, {"otto": "owner", "olive": "owner", "rafe": "referee"}),
    "by-one-who-left": (
        {"founder": "otto", "closed": "otto"},
        {"otto": "owner", "olive": "owner", "rafe": "referee"},
    ),
}


def staffed(apps: Any, name: str, *, founder: str = "", closed: str = "") -> None:
    """Make a club of two organisers and a referee; one of them may have founded it."""
    users, club = apps.get_model("auth", "User").objects, apps.get_model("players", "Club").objects
    club = club.create(name=name, slug=name)
    for person, role in (("olive", "organiser"), ("otto", "organiser"), ("rafe", "referee")):
        user = users.create(username=f"{person} {name}", is_active=person != closed)
        apps.get_model("players", "Membership").objects.create(club=club, user=user, role=role)
        if person == founder:
            line = {"verb": "club_create", "facts": {"club": club.pk}, "actor": user}
            apps.get_model("tournaments", "Action").objects.create(**line)


def by_club(rows: Any) -> dict[str, dict[str, str]]:
    """Say who is what in every club."""
    found: dict[str, dict[str, str]] = {}
    for one in rows.select_related("user", "club"):
        found.setdefault(one.club.slug, {})[one.user.username.split()[0]] = one.role
    return found


def test_it_makes_the_founder_owner_lets_nobody_do_less_and_gives_memberships_back(before):
    for name, (story, _) in STORIES.items():
        staffed(before, name, **story)
    rights = migrated(AFTER).get_model("tournaments", "Right").objects.filter(competition=None)
    assert by_club(rights) == {name: expected for name, (_, expected) in STORIES.items()}
    given_back = by_club(migrated(BEFORE).get_model("players", "Membership").objects)
    was = {"otto": "organiser", "olive": "organiser", "rafe": "referee"}
    assert given_back == dict.fromkeys(STORIES, was)
