"""Catalogues of translations: compiled when they changed, and spoken of when they are not."""

import gettext
import os

import pytest

from config import catalogues, checks

HEAD = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Return a folder of catalogues with one in it."""
    monkeypatch.setattr(catalogues, "FOLDER", tmp_path)
    write(tmp_path, "østenvind")
    return tmp_path


def write(folder, translation, flag=""):
    place = folder / "da" / "LC_MESSAGES"
    place.mkdir(parents=True, exist_ok=True)
    entry = f'\n{flag}msgid "East wind"\nmsgstr "{translation}"\n'
    (place / "django.po").write_text(HEAD + entry, encoding="utf-8")


def said(folder):
    with (folder / "da" / "LC_MESSAGES" / "django.mo").open("rb") as file:
        return gettext.GNUTranslations(file).gettext("East wind")


def test_it_compiles_what_was_never_compiled(folder):
    catalogues.compile_changed()
    assert said(folder) == "østenvind"
    assert {file.name for file in folder.rglob("django.*")} == {"django.mo", "django.po"}


def test_it_compiles_again_only_what_changed(folder):
    catalogues.compile_changed()
    ready = folder / "da" / "LC_MESSAGES" / "django.mo"
    os.utime(ready, (ready.stat().st_atime, ready.stat().st_mtime + 5))
    write(folder, "vind fra øst")
    catalogues.compile_changed()
    assert said(folder) == "østenvind"
    os.utime(ready, (0, 0))
    catalogues.compile_changed()
    assert said(folder) == "vind fra øst"


def test_it_leaves_out_what_a_translator_has_still_to_look_at(folder):
    write(folder, "vestenvind", flag="#, fuzzy\n")
    catalogues.compile_changed()
    assert said(folder) == "East wind"


def test_it_is_told_of_catalogues_that_nobody_compiled(folder):
    assert [message.id for message in checks.translations_are_compiled(None)] == ["sparrows.W003"]
    catalogues.compile_changed()
    assert list(checks.translations_are_compiled(None)) == []
