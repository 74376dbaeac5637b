"""A competition in one signed file: everything as JSON, the standings as CSV, and the end of its chain."""

import hashlib
import io
import zipfile
from typing import Any

from tournaments.deal import hashes
from tournaments.models import Competition
from tournaments.publishing import signing
from tournaments.publishing.exports import everything_json, standings_csv

FORMAT, VERSION = "sparrows-bundle", 1
EVERYTHING, STANDINGS, MANIFEST, SIGNATURE = (
    *("competition.json", "standings.csv", "manifest.json", "signature.json"),
)
LONG_AGO = (1980, 1, 1, 0, 0, 0)  # the first day a ZIP file knows: the same content makes the same file


def signed_bundle(competition: Competition) -> bytes:
    """Write the bundle as a ZIP file; `proving` says what it proves."""
    files = {EVERYTHING: everything_json(competition), STANDINGS: standings_csv(competition)}
    manifest = hashes.canonical(manifest_of(competition, files))
    signature = {"key": signing.public_key(), "signature": signing.signed(manifest)}
    return zipped({**files, MANIFEST: manifest, SIGNATURE: hashes.canonical(signature)})


def manifest_of(competition: Competition, files: dict[str, bytes]) -> dict[str, Any]:
    """Say what is in the bundle, and what its ledger ends with."""
    return {
        "format": FORMAT,
        "format_version": VERSION,
        "competition": competition.slug,
        "revision": competition.revision,
        "chain": {"end": competition.chain_end},
        "files": {name: hashlib.sha256(body).hexdigest() for name, body in files.items()},
    }


def zipped(files: dict[str, bytes]) -> bytes:
    """Pack files; the same ones make the same bytes."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, body in files.items():
            archive.writestr(zipfile.ZipInfo(name, LONG_AGO), body, zipfile.ZIP_DEFLATED)
    return packed.getvalue()
