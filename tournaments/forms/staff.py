"""Who may do what: an invitation, a role that is changed, an account that is made."""

import re
from collections.abc import Iterable
from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth import password_validation
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.forms.fields import Name, choose_from
from tournaments.models import Competition
from tournaments.powers import Role
from tournaments.wording.accounts import spans

MOST_TABLES = 100
SPAN = re.compile(r"(\d{1,3})(?:\s*[-–]\s*(\d{1,3}))?", re.ASCII)
LASTS = [(1, _("one day")), (7, _("a week")), (30, _("a month"))]


class Tables(forms.CharField):
    """Numbers of tables, as people write them: 1-4, 7."""

    def prepare_value(self, value: Any) -> Any:
        return spans(value) if isinstance(value, list) else value

    def to_python(self, value: Any) -> list[int]:  # type: ignore[override]
        text = super().to_python(value) or ""
        parts = [part.strip() for part in text.replace(";", ",").split(",") if part.strip()]
        return sorted({number for part in parts for number in span(part)})


def span(part: str) -> range:
    """Read one number, or two with a dash between; raises ValidationError."""
    found = SPAN.fullmatch(part)
    first, last = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
    if not 1 <= first <= last <= MOST_TABLES:
        raise ValidationError(_("Write numbers of tables like this: 1-4, 7"), code="invalid")
    return range(first, last + 1)


class RoleForm(forms.Form):
    """A role, and the tables of a scorer."""

    role = forms.ChoiceField(label=_("Role"), choices=Role.choices)
    tables = Tables(
        label=_("Tables of a scorer"),
        required=False,
        max_length=100,
        help_text=_("For example 1-4, 7. Empty: all tables."),
    )

    def __init__(self, *bound: Any, whole: bool = False, **named: Any) -> None:
        super().__init__(*bound, **named)
        if whole:  # tables are those of an event
            del self.fields["tables"]


class InvitationForm(RoleForm):
    """A new invitation; `mails` says whether this site can send e-mails."""

    event = forms.TypedChoiceField(label=_("For"), coerce=int, initial=0)
    email = forms.EmailField(label=_("Send it to"), required=False)
    days = forms.TypedChoiceField(label=_("It works for"), choices=LASTS, coerce=int, initial=7)
    field_order = ("role", "event", "tables", "email", "days")

    def __init__(
        self, *bound: Any, events: Iterable[Competition] | None = None, mails: bool, **named: Any
    ) -> None:
        super().__init__(*bound, **named)
        self.fields["role"].initial = Role.REFEREE
        if events is None:
            del self.fields["event"]
        else:
            whole = [(0, _("the whole club"))]
            choose_from(self, "event", [*whole, *((one.pk, one.name) for one in events)])
        if not mails:
            del self.fields["email"]


class AccountForm(forms.Form):
    """What an account is called and how it is reached."""

    name = Name(
        label=_("Your name"),
        max_length=60,
        help_text=_("As others who work here see it. You log in with it or with your e-mail address."),
    )
    email = forms.EmailField(label=_("E-mail address"), max_length=254)

    def __init__(self, *bound: Any, **named: Any) -> None:
        super().__init__(*bound, **named)
        self.fields["name"].widget.attrs["autocomplete"] = "name"
        self.fields["email"].widget.attrs["autocomplete"] = "email"

    def clean_name(self) -> str:
        """Refuse a name that could be somebody's address: both log in."""
        name: str = self.cleaned_data["name"]
        if "@" in name:
            raise ValidationError(_("A name has no @. Your address goes below."), code="name_unfit")
        return name


class NewAccountForm(AccountForm):
    """An account with its first password."""

    password = forms.CharField(
        label=_("Password"),
        strip=False,
        max_length=200,
        help_text=_("Eight letters or more; several words are good."),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def clean(self) -> dict[str, Any]:
        """Ask whether the password is easily guessed, also from the name and the address."""
        told: dict[str, Any] = super().clean() or {}
        somebody = User(username=told.get("name", ""), email=told.get("email", ""))
        try:
            password_validation.validate_password(told.get("password", ""), somebody)
        except ValidationError as weak:
            if "password" in told:
                self.add_error("password", weak)
        return told



class OwnForm(AccountForm):
    """What somebody changes of the own account; the address opens it, so changing that takes the password."""

    email = forms.EmailField(label=_("E-mail address"), max_length=254, required=False)
    language = forms.ChoiceField(
        label=_("Language"),
        choices=settings.LANGUAGES,
        help_text=_("Of these pages. Public pages have theirs in their address."),
    )
    password = forms.CharField(
        label=_("Your password"),
        strip=False,
        required=False,
        max_length=200,
        help_text=_("Only to change the e-mail address."),
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )


class SecondFactorForm(forms.Form):
    """What a club asks of its owners."""

    owners_second_factor = forms.BooleanField(
        label=_("Owners need a second factor to log in"),
        required=False,
        help_text=_("A code of an app, beside the password. Those without one set it up first."),
    )
