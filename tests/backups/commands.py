"""Run commands and read what they say; write a backup that is not as it was written."""

import json
from io import StringIO
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from django.core.management import CommandError, call_command

from tournaments.backups.writing import MANIFEST


def called(name, *arguments):
    """Run a command; give what it said."""
    told = StringIO()
    try:
        call_command(name, *map(str, arguments), stdout=told, stderr=told)
    except CommandError as error:
        error.add_note(told.getvalue())  # why
        raise
    return told.getvalue()


def refused(name, *arguments):
    """Run a command that ends with an error; give what it said."""
    told = StringIO()
    with pytest.raises(CommandError):
        call_command(name, *map(str, arguments), stdout=told, stderr=told)
    return told.getvalue()


def altered(file, into, change):
    """Write a backup again with another manifest."""
    with ZipFile(file) as old, ZipFile(into, "w", ZIP_DEFLATED) as new:
        for name in old.namelist():
            text = old.read(name)
            if name == MANIFEST:
                told = json.loads(text)
                change(told)
                text = json.dumps(told).encode()
            new.writestr(name, text)
    return into
