"""The file that a hall made, as it reaches the organiser."""

from typing import Any
from zipfile import BadZipFile, ZipFile

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

MOST_BYTES = 256 * 1024 * 1024  # when it is unpacked


class HallFileForm(forms.Form):
    """The file to look at; once it was looked at, `kept` says where it is kept meanwhile."""

    file = forms.FileField(label=_("The file that the hall made"), required=False)
    kept = forms.CharField(required=False, max_length=40, widget=forms.HiddenInput)

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if file and _unpacked(file) > MOST_BYTES:
            raise ValidationError(_("This file is too large: bring it by manage.py merge_event."))
        if file:
            file.seek(0)
        return file

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.errors and not cleaned.get("file") and not cleaned.get("kept"):
            self.add_error("file", _("Choose the file."))
        return cleaned


def _unpacked(file: Any) -> int:
    """Say how much there is in a file; what is none is found out later."""
    try:
        with ZipFile(file) as archive:
            return sum(member.file_size for member in archive.infolist())
    except BadZipFile:
        return 0
