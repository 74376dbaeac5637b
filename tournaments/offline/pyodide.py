"""Pyodide, the Python that runs in the tablet's browser: which one, where it lies, and how set-up brings it.

It comes from its npm package, by its hash, from the registry that npm is configured for; the repository
names no registry and holds no copy. Without it the tablets' previews need the server.
"""

import base64
import contextlib
import gzip
import hashlib
import io
import os
import shutil
import ssl
import subprocess
import tarfile
import tempfile
import urllib.request
from pathlib import Path

PACKAGE = "pyodide"
VERSION = "314.0.7"
SHA512 = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
LIBRARY = (
    *("collections", "dataclasses", "fractions", "functools", "hashlib", "itertools", "json"),
    *("pathlib", "re", "shutil", "tomllib", "typing", "zipfile"),
)
COMPILE = Path(__file__).with_name("compile.mjs")
ROOT = Path(__file__).resolve().parents[2]
SECONDS = 180


class NotBrought(Exception):
    """Pyodide could not be brought; says why."""


def folder() -> Path:
    """Name the folder that static files are served from; `SPARROWS_PYODIDE` puts it elsewhere."""
    return Path(os.environ.get("SPARROWS_PYODIDE") or ROOT / "var" / "pyodide")


def is_there() -> bool:
    """Tell whether this version lies in the folder, whole."""
    return all((folder() / VERSION / name).exists() for name in FILES)


def bring() -> None:
    """Fetch, check and lay out this version, unless it is there; raises NotBrought."""
    if is_there():
        return
    package = _package()
    if base64.b64encode(hashlib.sha512(package).digest()).decode() != SHA512:
        raise NotBrought(f"{PACKAGE} {VERSION} came with another content than it should have")
    folder().mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder()) as draft:
        _lay_out(package, Path(draft) / VERSION)
        shutil.rmtree(folder() / VERSION, ignore_errors=True)
        (Path(draft) / VERSION).rename(folder() / VERSION)  # whole or not at all


def _lay_out(package: bytes, into: Path) -> None:
    """Unpack what a browser asks for, each file with a compressed copy beside it."""
    into.mkdir()
    with tarfile.open(fileobj=io.BytesIO(package)) as archive:
        for name in FILES:
            held = archive.extractfile(f"package/{name}")
            if held is None:
                raise NotBrought(f"{PACKAGE} {VERSION} has no {name}")
            (into / name).write_bytes(held.read())
    _compile(into)
    for name in FILES:
        (into / f"{name}.gz").write_bytes(gzip.compress((into / name).read_bytes(), mtime=0))


def _compile(into: Path) -> None:
    """Compile the library where there is Node to do it; without, tablets take twice as long to begin."""
    node = shutil.which("node")
    if node:
        line = [node, str(COMPILE), str(into), *LIBRARY]
        with contextlib.suppress(OSError, subprocess.SubprocessError):  # the sources do as well
            subprocess.run(line, check=True, timeout=SECONDS, capture_output=True)  # noqa: S603 - our own words


def _package() -> bytes:
    """Get the package with npm, or without it from the registry that is configured for npm."""
    npm = shutil.which("npm")
    return _packed_by(npm) if npm else _downloaded()


def _packed_by(npm: str) -> bytes:
    with tempfile.TemporaryDirectory() as place:
        line = [npm, "pack", f"{PACKAGE}@{VERSION}", "--silent", "--pack-destination", place]
        try:
            subprocess.run(line, check=True, timeout=SECONDS, capture_output=True)  # noqa: S603 - our own words
        except (OSError, subprocess.SubprocessError) as fault:
            raise NotBrought(f"npm pack failed: {fault}") from fault
        return next(Path(place).glob("*.tgz")).read_bytes()


def _downloaded() -> bytes:
    registry = configured("registry")
    if not registry:
        raise NotBrought("there is no npm here, and npm_config_registry names no registry")
    address = f"{registry.rstrip('/')}/{PACKAGE}/-/{PACKAGE}-{VERSION}.tgz"
    if not address.startswith("https://"):
        raise NotBrought(f"{registry} is no https address")
    trusted = ssl.create_default_context(cafile=configured("cafile") or None)
    try:
        with urllib.request.urlopen(address, timeout=SECONDS, context=trusted) as answer:  # noqa: S310 - https
            return bytes(answer.read())
    except OSError as fault:
        raise NotBrought(f"{address}: {fault}") from fault


def configured(name: str) -> str:
    """Read a setting of npm as npm does: the environment, then the user's file, then the machine's."""
    for key in (f"npm_config_{name}", f"NPM_CONFIG_{name.upper()}"):
        if os.environ.get(key):
            return os.environ[key]
    files = (Path.home() / ".npmrc", Path("/etc/npmrc"), Path("/usr/etc/npmrc"))
    lines = (line for file in files if file.is_file() for line in file.read_text().splitlines())
    pairs = (line.partition("=") for line in lines)
    return next((value.strip(" \"'") for key, _, value in pairs if key.strip() == name), "")
