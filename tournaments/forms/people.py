"""People: one by one, as a list, and what becomes of an entry."""

import base64
import binascii
import zlib
from collections.abc import Sequence
from copy import copy
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from players import encodings, imports, workbooks
from tournaments.forms.fields import Name, PersonName, WholeNumber
from tournaments.models import Entry

CHOSEN_STATUSES = [
    (status.value, status.label)
    for status in (Entry.Status.PLAYER, Entry.Status.GUEST, Entry.Status.SUBSTITUTE)
]


class PersonForm(forms.Form):
    """One person to enter."""

    given = PersonName(label=_("Given name"), required=False)
    family = PersonName(label=_("Family name"))
    club = Name(label=_("Club"), max_length=100, required=False)
    number = WholeNumber(
        label=_("Number"),
        min_value=1,
        max_value=9999,
        required=False,
        help_text=_("Empty: the next free one."),
    )
    status = forms.ChoiceField(label=_("Takes part as"), choices=CHOSEN_STATUSES)

    def __init__(self, *bound: Any, **named: Any) -> None:
        super().__init__(*bound, **named)
        self.fields["club"].widget.attrs["list"] = "clubs"
        self.fields["given"].widget.attrs["autocomplete"] = "off"
        self.fields["family"].widget.attrs["autocomplete"] = "off"

    def ask(self, choices: Sequence[tuple[str, str]], likely: str) -> None:
        """Ask who is meant, too: the form is not valid before one of these choices is made."""
        said = _("Nobody is entered yet: say who is meant.")
        self.fields["same"] = forms.ChoiceField(
            label=_("Who is meant"),
            choices=choices,
            widget=forms.RadioSelect,
            help_text=_("Who is the same keeps one profile, under the name there."),
            error_messages={"required": said, "invalid_choice": said},
        )
        self.full_clean()
        if "same" in self.errors:
            told: Any = copy(self.data)  # what was sent cannot be changed, its copy can
            told["same"] = likely
            self.data = told


class NewcomerForm(PersonForm):
    """Somebody who turns up at a meeting and is entered on the spot."""

    field_order = ("given", "family", "club", "status")

    def __init__(self, *bound: Any, **named: Any) -> None:
        super().__init__(*bound, **named)
        del self.fields["number"]


class EntryForm(forms.Form):
    """What an entry is."""

    status = forms.ChoiceField(
        label=_("Takes part as"),
        choices=[*CHOSEN_STATUSES, (Entry.Status.WITHDRAWN.value, Entry.Status.WITHDRAWN.label)],
        help_text=_(
            "Guests and substitutes sit and pay like everybody but have no place in the standings. "
            "Who is withdrawn keeps what was played and gets no seat in later draws."
        ),
    )


class HouseForm(PersonForm):
    """The person who takes a house player's place."""

    def __init__(self, *bound: Any, **named: Any) -> None:
        super().__init__(*bound, **named)
        del self.fields["number"]


YES_NO = [("", _("detect")), ("yes", _("yes")), ("no", _("no"))]
SEPARATOR_NAMES = {
    "comma": _("comma"),
    "semicolon": _("semicolon"),
    "tab": _("tab"),
    encodings.NONE: _("none: one name a line"),
}
COLUMN_NAMES = {
    "": _("not used"),
    "given": _("given name"),
    "family": _("family name"),
    "name": _("whole name"),
    "club": _("club"),
    "country": _("country"),
    "ema": _("EMA number"),
    "number": _("number"),
}


class ListForm(forms.Form):
    """A list of people, pasted or from a file, and how it is to be read.

    `packed` carries the list from preview to confirmation, so that nothing of it is kept on the server.
    """

    text = forms.CharField(
        label=_("Paste names here"),
        required=False,
        strip=False,
        max_length=imports.MOST_BYTES,
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false"}),
        help_text=_(
            "One person a line: “Given Family”, or columns for given name, family name, club, country."
        ),
    )
    file = forms.FileField(
        label=_("Or choose a file: CSV or a workbook (XLSX)"),
        required=False,
        help_text=_("Of a workbook the first sheet. At most 5,000 lines and 5 MB; any usual encoding."),
    )
    packed = forms.CharField(required=False, widget=forms.HiddenInput)
    pasted = forms.CharField(required=False, widget=forms.HiddenInput)
    encoding = forms.ChoiceField(
        label=_("Encoding"), required=False, choices=[("", _("detect")), *encodings.ENCODINGS.items()]
    )
    separator = forms.ChoiceField(
        label=_("Separator"), required=False, choices=[("", _("detect")), *SEPARATOR_NAMES.items()]
    )
    header = forms.ChoiceField(label=_("First line is a header"), required=False, choices=YES_NO)
    family_first = forms.BooleanField(label=_("Family name first"), required=False)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        self.data_of_list = self._data(cleaned)
        if not self.data_of_list and not self.errors:
            raise ValidationError(_("Paste some names or choose a file."))
        return cleaned

    def _data(self, cleaned: dict[str, Any]) -> bytes:
        file = cleaned.get("file")
        if file:
            return bytes(file.read(imports.MOST_BYTES + 1))
        if cleaned.get("packed"):
            return unpacked(cleaned["packed"])
        self.was_pasted = True
        return str(cleaned.get("text") or "").encode(errors="replace")

    was_pasted = False

    def columns_said(self) -> tuple[str, ...] | None:
        """Give what each column is said to be; None while nobody changed what was proposed."""
        if not hasattr(self.data, "getlist"):
            return None
        said = self.data.getlist("column")[: workbooks.MOST_COLUMNS]
        proposed = self.data.get("columns_proposed", "")
        return tuple(said) if said and ",".join(said) != proposed else None

    def listing(self) -> imports.Listing:
        """Read the list as the form says."""
        cleaned = self.cleaned_data
        self.was_pasted = self.was_pasted or bool(cleaned["pasted"])
        return imports.read(
            self.data_of_list,
            imports.Wishes(
                encoding="utf-8" if self.was_pasted else cleaned["encoding"] or None,
                separator=cleaned["separator"] or None,
                header={"yes": True, "no": False}.get(cleaned["header"]),
                family_first=cleaned["family_first"],
                columns=self.columns_said(),
            ),
        )


def packed(data: bytes) -> str:
    """Write a list so that a hidden field can carry it."""
    return base64.b64encode(zlib.compress(data)).decode("ascii")


def unpacked(text: str) -> bytes:
    """Read it again; raises ValidationError, also for what would unpack beyond the limit."""
    try:
        stream = zlib.decompressobj()
        data = stream.decompress(base64.b64decode(text, validate=True), imports.MOST_BYTES + 1)
    except (binascii.Error, zlib.error, ValueError) as error:
        raise ValidationError(_("The list was damaged on its way. Choose it again.")) from error
    return data
