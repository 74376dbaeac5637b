"""An address is made from a name, whatever letters it has."""

import pytest

from players.models import Club
from tournaments.models import Competition, League
from tournaments.services.competitions import free_slug

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Severn Winds", "severn-winds"),
        ("Łódzkie Wróble", "lodzkie-wroble"),
        ("Ørestad Mahjong", "orestad-mahjong"),
        ("Große Straße", "grosse-strasse"),
        ("雀の会 Leeds", "leeds"),
        ("雀の会", "club-1"),
        ("Воробьи", "club-1"),
        ("!?", "club-1"),
        ("A" * 49 + " Club", "a" * 49),
    ],
)
def test_it_makes_an_address_from_any_name(name, slug):
    assert free_slug(Club, name) == slug


@pytest.mark.parametrize(
    ("name", "first", "second", "third"),
    [("Winds", "winds", "winds-2", "winds-3"), ("雀の会", "club-1", "club-2", "club-3")],
)
def test_it_counts_on_where_an_address_is_taken(name, first, second, third):
    for number, slug in enumerate((first, second, third)):
        assert free_slug(Club, name) == slug
        Club.objects.create(name=f"{name} {number}", slug=slug)


def test_it_says_what_has_no_letters():
    assert (free_slug(League, "雀"), free_slug(Competition, "雀")) == ("league-1", "competition-1")
