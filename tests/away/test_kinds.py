"""Every table of the program either goes along to a hall, or stays where it is for a reason."""

from django.apps import apps

from tournaments.away.kinds import KINDS
from tournaments.models import append_only

STAYS = {  # what belongs to an event or its people and does not go along, each with its reason
    **dict.fromkeys(("Registration", "Opening", "Letter"), "who registers does so at home, with addresses"),
    **dict.fromkeys(("Right", "Invitation", "ApiToken", "Account"), "who works on a site is that site's"),
    **dict.fromkeys(("PairingCode", "Kiosk", "MembersLink"), "secrets of one site's addresses"),
    **dict.fromkeys(("Counted", "RoundCount", "Feat", "Placing"), "counted anew from the ledger"),
    **dict.fromkeys(("RatingList", "RatingStep"), "of a club, rated anew from the ledger"),
    **dict.fromkeys(("Outbox", "Export", "Search"), "work of one site's background"),
    **dict.fromkeys(("Hook", "Delivery", "Throttle", "SiteNote"), "of one site"),
    "MeetingAnswer": "who says by the members' link that they come, says so at home",
    "Merge": "who is one person is said at home",
}


def test_it_says_of_every_table_whether_it_goes_along():
    ours = {"players", "tournaments"}
    whole = [model for model in apps.get_models() if model._meta.app_label in ours]
    names = {model.__name__ for model in whole if model not in KINDS}
    assert names == set(STAYS)


def test_all_of_the_ledger_goes_along():
    assert set(append_only.TABLES) <= {kind._meta.db_table for kind in KINDS}
