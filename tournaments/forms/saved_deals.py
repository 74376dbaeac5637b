"""What a tablet exported, as it reaches the organiser."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

MOST_BYTES = 2 * 1024 * 1024


class SavedDealsForm(forms.Form):
    """The exported deals as text, from a scanned picture, or as the tablet's file."""

    text = forms.CharField(
        label=_("What the tablet shows"),
        required=False,
        max_length=MOST_BYTES,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "class": "hand-text"}),
        help_text=_("The text, or the addresses of the pictures: one deal a line."),
    )
    file = forms.FileField(label=_("Or the tablet’s file"), required=False)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        file = cleaned.get("file")
        self.exported = _text(file) if file else str(cleaned.get("text") or "")
        if not self.exported.strip() and not self.errors:
            raise ValidationError(_("Paste what the tablet shows, or choose its file."))
        return cleaned


def _text(file: Any) -> str:
    data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise ValidationError(_("This file is too large to come from a tablet."))
    return str(data.decode(errors="replace"))
