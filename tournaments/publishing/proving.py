"""Check a signed bundle by itself, wherever it lies: no database, no rules, nothing but what is in the file.

It proves that the site that signed it had this ledger, that no deal or penalty in it was changed, and that
the standings count each player's deals. Which site that is only the key says; its page of exports shows it.
"""

import hashlib
import io
import json
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tournaments.deal import hashes
from tournaments.publishing import signing
from tournaments.publishing.bundle import EVERYTHING, FORMAT, MANIFEST, SIGNATURE, STANDINGS
from tournaments.publishing.exports import HASHED, PENALTY_HASHED

PARTS = {EVERYTHING, STANDINGS, MANIFEST, SIGNATURE}
MOST = 512 * 1024 * 1024  # bytes that a bundle may hold unpacked
HEAD, ENTRY, TAIL = 30, 46, 22  # bytes of a ZIP file beside names and contents: two heads a file, the end
UNREADABLE = (
    *(zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError),  # of a damaged ZIP file
    *(KeyError, ValueError, TypeError, AttributeError, RecursionError),  # of content in another shape
)

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Fault:
    """Name one thing that is not as it was signed: a code, and where."""

    code: str
    where: str = ""


@dataclass(frozen=True, slots=True)
class Proof:
    """What a bundle says of itself, and all that is wrong with it."""

    key: str = ""
    competition: str = ""
    revision: int = 0
    end: str = ""
    deals: int = 0
    faults: list[Fault] = field(default_factory=list)


def proved(bundle: bytes) -> Proof:
    """Check signature, files, every hash, the chain, and the sums of the standings."""
    try:
        files = _unpacked(bundle)
        manifest, told = json.loads(files[MANIFEST]), json.loads(files[SIGNATURE])
        document = json.loads(files[EVERYTHING])
        faults = [*_sealing(files, manifest, told), *_ledger(document, manifest), *_sums(document)]
        chain = manifest["chain"]["end"]
    except UNREADABLE as error:
        return Proof(faults=[Fault("unreadable", str(error))])
    about = {"competition": manifest["competition"], "revision": manifest["revision"]}
    return Proof(told["key"], end=chain, deals=len(document["deals"]), faults=faults, **about)


def _unpacked(bundle: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(bundle)) as archive:
        listed = archive.infolist()
        if sum(one.file_size for one in listed) > MOST:
            raise ValueError("too large")
        if len({one.filename for one in listed}) < len(listed) or not _is_whole(bundle, listed):
            raise ValueError("more in it than files")
        return {one.filename: archive.read(one) for one in listed}


def _is_whole(bundle: bytes, listed: list[zipfile.ZipInfo]) -> bool:
    """Tell whether one file, packed as `zipped` does, follows the other, with nothing else beside them.

    Programs differ in what they make of more: two files of one name, or another ZIP file around this one.
    """
    at = 0
    for one in listed:
        if (one.header_offset, one.compress_type, one.flag_bits) != (at, zipfile.ZIP_DEFLATED, 0):
            return False
        at += HEAD + len(one.orig_filename.encode()) + one.compress_size
    return len(bundle) == at + sum(ENTRY + len(one.orig_filename.encode()) for one in listed) + TAIL


def _sealing(files: dict[str, bytes], manifest: Json, told: Json) -> Iterator[Fault]:
    """Hold signature and hashes against the files."""
    if manifest["format"] != FORMAT:
        yield Fault("unreadable", str(manifest["format"]))
    if not signing.is_signed(files[MANIFEST], told["signature"], told["key"]):
        yield Fault("signature")
    for name in sorted(PARTS - {MANIFEST, SIGNATURE}):
        if hashlib.sha256(files.get(name, b"")).hexdigest() != manifest["files"].get(name):
            yield Fault("file", name)
    for name in sorted(files.keys() - PARTS):
        yield Fault("added", name)


def _ledger(document: Json, manifest: Json) -> Iterator[Fault]:
    """Work every hash out again and follow the chain to its end."""
    penalties = [_penalty_hash(one) for one in document["penalties"] if one["proof"]]
    known, deals, end = set(penalties), iter(document["deals"]), hashes.BEGINNING
    for link in document["chain"]["links"]:
        before, end = end, hashes.chain(end, link["sha256"])
        if link["row"] == "dealversion":
            yield from _deal(next(deals, None), link["sha256"], before, end)
        if link["row"] == "penalty":
            known.discard(link["sha256"])
    yield from (Fault("deal", _called(deal)) for deal in deals)
    yield from (Fault("penalty") for _ in known)
    if end != manifest["chain"]["end"]:
        yield Fault("end")


def _deal(deal: Json | None, linked: str, before: str, end: str) -> Iterator[Fault]:
    if deal is None:
        yield Fault("deal", "…")
        return
    found = hashes.sha256({**{name: deal[name] for name in HASHED}, **deal["proof"]})
    if not found == linked == deal["sha256"]:
        yield Fault("deal", _called(deal))
    if (deal["prev_chain"], deal["chain"]) != (before, end):
        yield Fault("chain", _called(deal))


def _penalty_hash(penalty: Json) -> str:
    return hashes.sha256({**{name: penalty[name] for name in PENALTY_HASHED}, **penalty["proof"]})


def _sums(document: Json) -> Iterator[Fault]:
    """Add up each player's deals as they stand; who had a substitute, or was one, counts by other rules."""
    stand = {(one["round"], one["table"], one["deal"]): one for one in document["deals"]}
    sums: Counter[int] = Counter()
    for deal in stand.values():
        sums.update({entry: deal["net"][seat] for seat, entry in deal["entries"].items()})
    others = set(_substitutes(document))
    for row in document["standings"]:
        if row["number"] not in others and row["net"] != sums[row["number"]]:
            yield Fault("standings", str(row["number"]))


def _substitutes(document: Json) -> Iterator[int]:
    for one in document["rounds"]:
        for seat in (seat for table in one["tables"] for seat in table["seats"]):
            if seat["stands_for"] is not None:
                yield from (seat["entry"], seat["stands_for"])


def _called(deal: Json) -> str:
    return f"{deal['round']}/{deal['table']}/{deal['deal']} v{deal['version']}"
