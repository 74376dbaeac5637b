"""The file that a hall made, as it reaches the organiser."""

from typing import Any
from zipfile import BadZipFile, ZipFile

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

MOST_BYTES = 256 * 1024 * 1024  # when it is unpacked


class HallFileForm(forms.Form):
    """The file to look at."""

    file = forms.FileField(
        label=_("The file that the hall made"), error_messages={"required": _("Choose the file.")}
    )

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if file is None:
            return None
        if _unpacked(file) > MOST_BYTES:
            raise ValidationError(_("This file is too large: bring it by manage.py merge_event."))
        file.seek(0)
        return file


def _unpacked(file: Any) -> int:
    """Say how much there is in a file; what is none is found out later."""
    try:
        with ZipFile(file) as archive:
            return sum(member.file_size for member in archive.infolist())
    except BadZipFile:
        return 0
