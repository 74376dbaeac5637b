"""The engine as a file for the tablet's browser: sources and tables in one archive, named by its content."""

import hashlib
import io
import zipfile
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ENGINE = ("scoring/*.py", "scoring/rulesets/*.toml")
AROUND = (
    *("__init__", "deal/__init__", "deal/chairs", "deal/reckon", "deal/preview"),
    *("offline/__init__", "offline/answer"),
)
BEFORE_TIME = (1980, 1, 1, 0, 0, 0)  # equal sources make equal archives, whenever they were written


def files() -> list[Path]:
    """List what the browser needs, relative to the project."""
    engine = sorted(path.relative_to(ROOT) for pattern in ENGINE for path in ROOT.glob(pattern))
    return [*engine, *(Path("tournaments", f"{name}.py") for name in AROUND)]


@cache
def archive() -> bytes:
    """Pack the engine: a zip file; made once, for a running server keeps the code that it began with."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as into:
        for path in files():
            entry = zipfile.ZipInfo(path.as_posix(), BEFORE_TIME)
            into.writestr(entry, (ROOT / path).read_bytes(), zipfile.ZIP_DEFLATED, 9)
    return packed.getvalue()


@cache
def name() -> str:
    """Name the archive by its content: hexadecimal, 16 digits."""
    return hashlib.sha256(archive()).hexdigest()[:16]
