"""What of a round is not confirmed, and the staff's own word in the players' stead."""

from typing import Any

from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from tournaments import access
from tournaments.forms.rounds import SettleForm
from tournaments.models import Competition
from tournaments.powers import Power
from tournaments.selectors.confirmed import OpenDeal, open_deals
from tournaments.selectors.typed import Typed, typed_unseen
from tournaments.services import confirmations
from tournaments.services.confirmations import Seen
from tournaments.views.organiser.page import FormPage, OfRound


class Confirmations(FormPage, OfRound):
    """The deals of a round that wait for somebody's word."""

    template_name = "organiser/confirmations.html"
    power = Power.RULE
    tab = "board"

    @cached_property
    def waiting(self) -> dict[str, OpenDeal]:
        """Give the deals by what their box sends: the version as it was looked at."""
        return {one.version.sha256: one for one in open_deals([self.round], self.competition.confirmed_by)}

    def form(self, data: Any = None, files: Any = None) -> SettleForm:
        return SettleForm(data, files, deals=[(sha256, _name(one)) for sha256, one in self.waiting.items()])

    def context(self) -> dict[str, Any]:
        disputed = [sha256 for sha256, one in self.waiting.items() if one.disputed]
        found = {"waiting": self.waiting.values(), "unseen": self.unseen(), "disputed": disputed}
        return {**super().context(), **found, "undisputed": len(self.waiting) - len(disputed)}

    def unseen(self) -> list[Typed]:
        """List what counts as confirmed, since the staff typed it, though no referee has seen it."""
        if self.competition.confirmed_by != Competition.ConfirmedBy.REFEREE:
            return []
        disputed = {one.version.pk for one in self.waiting.values()}
        unseen = typed_unseen(self.round, access.ruling_in(self.competition))
        return [one for one in unseen if one.version.pk not in disputed]

    def act(self, form: Any) -> str:
        chosen = [self.waiting[sha256] for sha256 in form.cleaned_data["deals"]]
        seen = [Seen(one.version.table, one.number, one.version.sha256) for one in chosen]
        confirmations.deals_settle(seen=seen, reason=form.cleaned_data["reason"], actor=self.actor)
        self.say(_("Deals confirmed in the players’ stead: %(count)s.") % {"count": len(seen)})
        return self.address("confirmations", round=self.round.number)


def _name(one: OpenDeal) -> str:
    """Say which deal it is and what it waits for."""
    place = _("Table %(table)s, deal %(deal)s") % {"table": one.version.table.number, "deal": one.number}
    if one.disputed:
        return _("%(place)s: disputed by %(names)s") % {"place": place, "names": ", ".join(one.disputers)}
    waits = ", ".join(one.awaited) or _("the referee")
    return _("%(place)s: waits for %(names)s") % {"place": place, "names": waits}
