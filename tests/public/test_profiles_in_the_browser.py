"""A profile and a gallery in a browser: nothing that axe-core finds, nothing wider than the screen."""

import pytest

from players.models import Player
from tests import declared
from tests.public.test_gallery import GALLERY, wonders
from tests.table.axe import Axe
from tournaments.models import Competition, Entry, Placing
from tournaments.services import counting

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(300)]
SIZES = {390: 844, 1024: 768, 1440: 900}


@pytest.fixture
def south(played, table, play):
    """Who made Thirteen Unique Wonders and has places in two events; everybody shows all."""
    play(table, wonders())
    play(table, declared.draw())
    play(table, declared.draw())
    counting.catch_up()
    Player.objects.update(across=Player.Across.ALL)
    seat = table.seatings.select_related("entry__player").get(seat="S")
    for number in (1, 2):
        other = Competition.objects.get(pk=played.pk)
        other.pk, other.slug, other.date = None, f"earlier-{number}", f"2025-0{number}-01"
        other.save()
        entry = Entry.objects.create(competition=other, player=seat.entry.player, number=1)
        Placing.objects.create(entry=entry, place=3 * number, among=24)
    return seat.entry.player


def test_it_finds_nothing_on_profile_gallery_and_event(south, played, browser, live_server):
    context = browser.new_context(base_url=live_server.url)
    page, found = context.new_page(), []
    axe = Axe(page)
    for address in (f"/players/{south.pk}/", GALLERY, f"/c/{played.slug}/", "/clubs/severn-winds/"):
        for width, height in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            page.goto(address)
            if page.evaluate("document.documentElement.scrollWidth") > width:
                found.append((address, width, "is wider than the screen"))
            found += [(address, width, *fault) for fault in axe.faults()]
            found += [(address, width, *fault) for fault in axe.forced_faults()]
    context.close()
    assert found == []
