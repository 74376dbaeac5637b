"""Bringing Pyodide at set-up: by its hash, whole or not at all, and loudly where it cannot be had."""

import base64
import hashlib
import io
import subprocess
import tarfile

import pytest

from tournaments.offline import __main__ as setting_up
from tournaments.offline import pyodide


def package() -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        for name in pyodide.FILES:
            entry = tarfile.TarInfo(f"package/{name}")
            entry.size = len(name)
            archive.addfile(entry, io.BytesIO(name.encode()))
    return packed.getvalue()


@pytest.fixture
def registry(tmp_path, monkeypatch):
    """Answer for npm with a small package; what its hash should be can be changed."""
    made = package()
    monkeypatch.setenv("SPARROWS_PYODIDE", str(tmp_path / "pyodide"))
    monkeypatch.setattr(pyodide, "_package", lambda: made)
    monkeypatch.setattr(pyodide.shutil, "which", lambda name: None)
    monkeypatch.setattr(pyodide, "SHA512", base64.b64encode(hashlib.sha512(made).digest()).decode())
    return monkeypatch


def test_it_lays_out_what_a_browser_asks_for(registry):
    assert (pyodide.is_there(), setting_up.main(), pyodide.is_there()) == (False, 0, True)
    laid = {path.name for path in (pyodide.folder() / pyodide.VERSION).iterdir()}
    assert laid == {*pyodide.FILES, *(f"{name}.gz" for name in pyodide.FILES)}
    assert [path.name for path in pyodide.folder().iterdir()] == [pyodide.VERSION]


def test_it_fetches_once(registry):
    pyodide.bring()
    registry.setattr(pyodide, "_package", lambda: pytest.fail("fetched again"))
    assert setting_up.main() == 0


def test_it_takes_nothing_of_another_content(registry, capsys):
    registry.setattr(pyodide, "SHA512", "other")
    assert (setting_up.main(), pyodide.is_there()) == (1, False)
    assert "PYODIDE COULD NOT BE FETCHED" in capsys.readouterr().err


def test_it_says_what_npm_said(registry, monkeypatch):
    def fail(line, **options):
        raise subprocess.CalledProcessError(1, line)

    monkeypatch.setattr(pyodide.subprocess, "run", fail)
    with pytest.raises(pyodide.NotBrought, match="npm pack failed"):
        pyodide._packed_by("npm")


@pytest.mark.parametrize(("said", "told"), [("", "names no registry"), ("http://plain", "no https address")])
def test_it_asks_nobody_that_npm_would_not_ask(monkeypatch, said, told):
    monkeypatch.setattr(pyodide, "configured", lambda name: said if name == "registry" else "")
    with pytest.raises(pyodide.NotBrought, match=told):
        pyodide._downloaded()


def test_it_reads_npms_settings_as_npm_does(monkeypatch, tmp_path):
    for name in ("npm_config_registry", "NPM_CONFIG_REGISTRY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(pyodide.Path, "home", lambda: tmp_path)
    (tmp_path / ".npmrc").write_text("audit=false\nregistry = https://mirror.example/\n")
    assert pyodide.configured("registry") == "https://mirror.example/"
    monkeypatch.setenv("npm_config_registry", "https://own.example/")
    assert pyodide.configured("registry") == "https://own.example/"


def test_it_serves_the_sources_where_compiling_fails(registry):
    registry.setattr(pyodide.shutil, "which", lambda name: "/bin/false")
    pyodide.bring()
    assert (pyodide.folder() / pyodide.VERSION / "python_stdlib.zip").read_text() == "python_stdlib.zip"
