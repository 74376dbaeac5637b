"""What an empty site is told by whoever begins it."""

from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import URLValidator
from django.utils.translation import gettext_lazy as _

from tournaments.forms.fields import Name
from tournaments.forms.staff import NewAccountForm


def zones() -> list[str]:
    """List the time zones that people live in, by name."""
    return sorted(zone for zone in available_timezones() if "/" in zone and not zone.startswith("Etc/"))


class FoundingForm(NewAccountForm):
    """The owner's account, the club, and what the site must know of itself; `asked` names of that."""

    code = forms.CharField(
        label=_("Code"),
        max_length=40,
        help_text=_("From the window in which the server was started."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters"}),
    )
    language = forms.ChoiceField(label=_("Your language"), choices=settings.LANGUAGES)
    club = Name(label=_("Name of the club"), max_length=100)
    town = Name(label=_("Town"), max_length=80, required=False)
    time_zone = forms.ChoiceField(
        label=_("Time zone"), choices=lambda: [(zone, zone.replace("_", " ")) for zone in zones()]
    )
    address = forms.CharField(
        label=_("Address of this site"),
        max_length=200,
        help_text=_("As tablets and readers will type it; it stands in QR codes and letters."),
    )
    field_order = ("code", "name", "email", "password", "language", "club", "town", "time_zone", "address")

    def __init__(self, *bound: Any, asked: list[str], **named: Any) -> None:
        super().__init__(*bound, **named)
        for name in {"time_zone", "address"} - set(asked):
            del self.fields[name]

    def clean_address(self) -> str:
        """Take an address with its scheme, and nothing behind the host."""
        address: str = self.cleaned_data["address"].rstrip("/")
        if "://" not in address:
            address = f"http://{address}"
        is_address = URLValidator(["http", "https"], message=_("Write it like this: http://192.168.1.20:8000"))
        is_address(f"{address}/")
        if "/" in address.partition("://")[2]:
            raise ValidationError(_("Leave out what stands behind the name of the site."), code="invalid")
        return address
