"""What somebody of the staff typed from paper, checked by another, who cannot change it."""

from itertools import groupby
from operator import attrgetter
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from tournaments.models import Confirmation
from tournaments.powers import Power
from tournaments.refusals import Refusal
from tournaments.selectors import explained, tables
from tournaments.selectors.called import called_in
from tournaments.selectors.typed import Typed, to_check
from tournaments.services import confirmations, devices
from tournaments.services.confirmations import Seen
from tournaments.views.organiser.page import OfTable


class DealsCheck(OfTable):
    """The deals of a table that others typed, each with two buttons: it is as on the paper, or is not."""

    template_name = "organiser/deals_check.html"
    tab = "board"
    power = Power.SCORE

    @cached_property
    def waiting(self) -> list[Typed]:
        """Give the versions that count, typed by others and not checked."""
        versions = groupby(tables.table_deals(self.table), key=attrgetter("number"))
        return to_check((tuple(deal) for _number, deal in versions), self.actor.pk)

    def context(self) -> dict[str, Any]:
        words = self.competition.club.suit_words
        told = [
            (
                one,
                who,
                explained.explain(
                    one.content,
                    one.result,
                    names=called_in(one),
                    position=one.position,
                    net=one.net,
                    words=words,
                ),
            )
            for one, who in self.waiting
        ]
        return {**super().context(), "waiting": told, "rules_url": self.rules_address}

    def post(self, request: HttpRequest, **named: Any) -> HttpResponse:
        try:
            self._answer(request.POST.get("deal", ""), request.POST.get("sha256", ""))
        except Refusal as refusal:
            return self.show(refusal.status, refusal=refusal)
        return redirect(self.table_address("deals-check"))

    def _answer(self, deal: str, sha256: str) -> None:
        if not deal.isdecimal() or len(deal) > 4:
            raise Refusal("nothing_checked")
        if "wrong" in self.request.POST:
            reason = _("Deal %(deal)s is not as on the paper.") % {"deal": deal}
            devices.referee_call(table=self.table, device=None, reason=reason, actor=self.actor)
            self.say(_("The referee is called to the table."))
            return
        before = confirmations.deal_check(seen=Seen(self.table, int(deal), sha256), actor=self.actor)
        self.say(self._told(deal, before))

    def _told(self, deal: str, before: Confirmation | None) -> str:
        """Say that a deal is checked, and by whom where somebody else was first."""
        if before is None or before.actor == self.actor:
            return _("Deal %(deal)s is checked.") % {"deal": deal}
        told = {"deal": deal, "who": before.actor}
        return _("%(who)s had confirmed deal %(deal)s already: that word stands.") % told
