"""One way to write a value as bytes, so that equal content has equal hashes everywhere."""

import hashlib
import json
from typing import Any

BEGINNING = "0" * 64  # what a chain begins with


def canonical(value: Any) -> bytes:
    """Write JSON with sorted keys and no spaces, UTF-8; floats are a bug of the caller."""
    return json.dumps(
        value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    ).encode()


def sha256(value: Any) -> str:
    """Hash the canonical form; hexadecimal."""
    return hashlib.sha256(canonical(value)).hexdigest()


def chain(previous: str, content_hash: str) -> str:
    """Tie a hash to everything before it."""
    return hashlib.sha256(f"{previous}{content_hash}".encode("ascii")).hexdigest()
