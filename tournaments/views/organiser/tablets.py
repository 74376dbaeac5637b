"""Tablets: a code for one table, a sheet with codes for all, the list of those paired, revoking."""

import io
from dataclasses import dataclass
from typing import Any

import segno
from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from tournaments.models import Device
from tournaments.powers import Power
from tournaments.selectors import board, meetings, stages
from tournaments.services import devices
from tournaments.services.devices import IssuedCode
from tournaments.views.hosts import by_https, only_here
from tournaments.views.organiser.page import Button, OfCompetition

MOST_TABLES = 100


@dataclass(frozen=True, slots=True)
class TableCode:
    """A fresh code for a table, as a picture to scan and as letters to type."""

    table: int
    code: IssuedCode
    picture: SafeString

    @property
    def letters(self) -> str:
        """Give the short code in two groups, as it is read aloud."""
        return f"{self.code.short[:4]} {self.code.short[4:]}"


class Tablets(OfCompetition):
    """Every table with its tablet, those in play first."""

    template_name = "organiser/tablets.html"
    tab = "tablets"
    power = Power.TABLETS

    def here(self) -> str:
        return self.address("tablets")

    @cached_property
    def paired(self) -> dict[int, Device]:
        """Give the tablets by the tables they are paired with."""
        return {device.table_number: device for device in board.devices_of(self.competition)}

    @cached_property
    def tables(self) -> list[int]:
        """Give the numbers of the tables, and of others that have a tablet all the same."""
        numbers = range(1, min(self._most(), MOST_TABLES) + 1)
        return sorted({*numbers, *self.paired})

    def _most(self) -> int:
        """Count the tables of the largest round; where more may come, as many as the players need."""
        rounds = self.competition.rounds.annotate(seats=Count("tables")).values_list("seats", flat=True)
        drawn = max(rounds, default=0)
        if drawn and not self.competition.is_season:
            return drawn
        players = stages.players_of(self.competition).count()
        return max(drawn, (players + meetings.house_wanted(players)) // 4, 1)

    def context(self) -> dict[str, Any]:
        paired = self.paired
        lines = [(number, paired.get(number)) for number in self.tables]
        played = board.round_of_now(self.competition)
        here = set(played.tables.values_list("number", flat=True) if played else ()) or set(self.tables)
        return {
            **super().context(),
            "played": played,
            "lines": [line for line in lines if line[0] in here],
            "others": [line for line in lines if line[0] not in here],
            "only_here": only_here(self.request.get_host()),
            "secure_here": "" if self.request.is_secure() else by_https(self.request),
            "address_of_pairing": self.request.build_absolute_uri(reverse("table:pair")),
        }


class TabletCodes(Tablets):
    """Codes for some tables or for all, on a sheet that can be printed."""

    template_name = "organiser/tablet_codes.html"

    def get(self, request: HttpRequest, **named: Any) -> HttpResponse:
        """Make no code for looking: lead to the tablets, where codes are asked for."""
        return redirect(self.here())

    def post(self, request: HttpRequest, **named: Any) -> HttpResponse:
        wanted = {number for number in self.tables if str(number) in request.POST.getlist("table")}
        numbers = sorted(wanted) or self.tables
        takes_over = len(wanted) == 1 and request.POST.get("take_over") == "yes"
        taken = set() if takes_over else set(self.paired)
        codes = [self._code(n, takes_over) for n in sorted(numbers, key=lambda n: (n in taken, n))]
        wanting = [code for code in codes if code.table not in taken]
        return self.show(codes=codes, wanting=wanting, spare=codes[len(wanting) :], takes_over=takes_over)

    def _code(self, number: int, takes_over: bool) -> TableCode:
        code = devices.pairing_code_issue(
            competition=self.competition, table_number=number, actor=self.actor, takes_over=takes_over
        )
        # In the fragment: it reaches no server, no log and no Referer.
        where = f"{self.request.build_absolute_uri(reverse('table:pair'))}#code={code.long}"
        return TableCode(number, code, picture(where))


class TabletRevoke(Button, OfCompetition):
    """Let go of a tablet."""

    stands_on = Tablets
    power = Power.TABLETS

    def act(self) -> str:
        device = Device.objects.filter(competition=self.competition, pk=self.kwargs["device"]).first()
        if device is None:
            raise Http404
        devices.device_revoke(device=device, actor=self.actor)
        self.say(
            _("The tablet of table %(table)s is let go. Its next request is refused.")
            % {"table": device.table_number}
        )
        return self.address("tablets")


def picture(address: str) -> SafeString:
    """Draw a QR code as an SVG element without style attributes, dark on white in every theme."""
    out = io.BytesIO()
    segno.make(address, error="m").save(
        out,
        kind="svg",
        xmldecl=False,
        svgns=True,
        omitsize=True,
        light="white",
        svgclass="qr",
        lineclass=None,
    )
    return mark_safe(out.getvalue().decode("ascii"))  # noqa: S308 - drawn by segno from an address of ours
