"""The catalogues of translations, made ready for Django.

Set-up runs `python -m config.catalogues`: Babel compiles what translators changed, so that no machine needs
GNU gettext. `manage.py makemessages -l da` collects the sentences that a catalogue lacks; that does need it.
"""

import os
import secrets
from collections.abc import Iterator
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

FOLDER = Path(__file__).resolve().parent / "locale"


def catalogues() -> list[Path]:
    """List the catalogues as translators write them."""
    return sorted(FOLDER.glob("*/LC_MESSAGES/*.po"))


def changed() -> Iterator[Path]:
    """List the catalogues that were changed after they were last compiled."""
    for source in catalogues():
        ready = source.with_suffix(".mo")
        if not ready.exists() or ready.stat().st_mtime < source.stat().st_mtime:
            yield source


def compile_changed() -> None:
    """Compile what is not compiled yet; a sentence marked fuzzy stays English until somebody looked at it."""
    for source in changed():
        with source.open("rb") as file:
            catalogue = read_po(file, locale=source.parts[-3])
        draft = source.with_suffix(f".{secrets.token_hex(4)}")
        with draft.open("wb") as file:
            write_mo(file, catalogue)
        os.replace(draft, source.with_suffix(".mo"))  # whoever starts at once reads no half file


if __name__ == "__main__":
    compile_changed()
