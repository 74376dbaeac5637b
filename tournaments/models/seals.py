"""What each row of the ledger puts into its competition's chain, so that a later change is noticed.

Hash 1 covered the deals alone, and of them what decides the nets; only what is older than hash 2 has it.
Hash 2 covers every row of every table in `append_only.TABLES`: a deal goes in with its score rows. The rows
of a competition follow each other by the `link` of their seals, whatever their table, and each link ties the
hash of its row to everything before it (`hashes.chain`). What is derived is left to be worked out again: a
score row's net and mah-jong, `void`, `supersedes`. Ids and numbers only, no names; a free text goes in as a
salted hash that is kept beside it, so that the text can be erased (`ERASED`) and the chain stays true.

Hash 3 is that of deals at a table where other seats are taken than four: it covers the ring of seats, too,
and the fifth seat's net. At a table of four it would say nothing more, so that these go on by hash 2.

What a hash covers is fixed by its number: a column that is added wants a new one.
"""

import secrets
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.db import models
from django.utils import timezone

from tournaments.deal import hashes
from tournaments.deal.chairs import FOUR, seats_in

HASH = 2
OTHER_SEATS = 3
ERASED = "—"  # stands where a text was; the constraints want one
ORIGIN = ("key", "fingerprint", "actor_id", "device_id", "client_time", "at")
SCORES = ("stands_for_id", "own_wind", "value", "special", "gave")
WHOSE = {  # each table of the ledger, and how its rows say to which competition they belong
    "dealversion": "competition",
    "penalty": "competition",
    "action": "competition",
    "confirmation": "version__competition",
    "heldsubmission": "competition",
    "ruling": "submission__competition",
    "agreement": "table__round__competition",
}
SINCE = ("agreement",)  # tables that came after hash 2: none of their rows is older
COVERED = {
    "penalty": (
        *("competition_id", "round_id", "entry_id", "amount", "table_id", "deal", "event", "event_index"),
        *("reverses_id", "key", "actor_id", "at"),
    ),
    "action": ("competition_id", "verb", "facts", "actor_id", "device_id", "at"),
    "confirmation": ("version_id", "seat", "answer", "sha256", "device_id", "actor_id", "at"),
    "heldsubmission": (
        *("competition_id", "table_id", "table_number", "deal", "key", "fingerprint", "body", "code"),
        *("facts", "device_id", "at"),
    ),
    "ruling": ("submission_id", "decision", "version_id", "actor_id", "at"),
    "agreement": ("table_id", "confirms", "device_id", "at"),
}


class Sealed(models.Model):
    """A row of the ledger: its seal, a `Seal` as JSON, is None where it is older than hash 2."""

    seal = models.JSONField(null=True, editable=False)
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        abstract = True


@dataclass(frozen=True, slots=True)
class Seal:
    """A row's place in the chain of its competition, and the hashes of the row and of its text.

    The row's hash is empty where the row has a column for it; without a text there is no salt.
    """

    link: int
    hash: int
    sha256: str = ""
    text: str = ""
    salt: str = ""

    def to_json(self) -> dict[str, Any]:
        return {name: value for name, value in asdict(self).items() if value}

    @classmethod
    def read(cls, told: Any) -> "Seal | None":
        """Read a stored seal; None where it is none, as after somebody changed it."""
        try:
            seal = cls(**told)
        except TypeError:
            return None
        return seal if isinstance(seal.link, int) and seal.hash in (HASH, OTHER_SEATS) else None


def salted(text: str) -> tuple[str, str]:
    """Hash a text with a fresh salt, since what people write is short enough to be guessed."""
    salt = secrets.token_hex(8) if text else ""
    return salt, text_hash(salt, text)


def text_hash(salt: str, text: str) -> str:
    """Hash a text with its salt; no text has no hash."""
    return hashes.sha256([salt, text]) if text else ""


def hash_of_deal(version: Any) -> int:
    """Say by which hash a deal is sealed."""
    return HASH if _ring(version) == FOUR else OTHER_SEATS


def _ring(version: Any) -> str:
    """Give the seats of a deal; before migration 0090 all were of four."""
    return getattr(version, "ring", FOUR)


def deal_stated(version: Any, scores: Iterable[Any], text: str) -> dict[str, Any]:
    """Put together what hash 2 or 3 covers of a deal's version; `text` is the hash of its reason."""
    rows = sorted(scores, key=lambda row: row.seat)
    ring = _ring(version)
    return {
        "hash": hash_of_deal(version),
        "competition": version.competition_id,
        "table": version.table_id,
        "deal": version.number,
        "version": version.version,
        "kind": version.kind,
        "content": version.content,
        "net": {seat: getattr(version, f"net_{seat.lower()}") for seat in seats_in(ring)},
        "entries": {row.seat: row.entry_id for row in rows},
        "scores": {row.seat: {name: getattr(row, name) for name in SCORES} for row in rows},
        "result": hashes.sha256(version.result),
        "flags": version.flags,
        "origin": _origin(version, ORIGIN, text),
        **_positions(version),
        **({} if ring == FOUR else {"ring": ring}),
    }


def stated(row: Any, text: str) -> dict[str, Any]:
    """Put together what hash 2 covers of any other row; `text` is the hash of its reason."""
    name = row._meta.model_name
    names = COVERED[name]
    told = _columns(row, [one for one in names if one not in ORIGIN])
    return {"hash": HASH, "row": name, **told, "origin": _origin(row, names, text)}


def first_hash(version: Any) -> str:
    """Hash what hash 1 covers of a deal's version; its score rows must be read already."""
    told = {
        "competition": version.competition_id,
        "table": version.table_id,
        "deal": version.number,
        "version": version.version,
        "kind": version.kind,
        "content": version.content,
        "east": version.east,
        "round_wind": version.round_wind,
        "net": version.net,
        "entries": {row.seat: row.entry_id for row in version.scores.all()},
    }
    return hashes.sha256(told | version.rare_position())


def row_hash(row: Any, text: str) -> str:
    """Hash a row; of a deal's version its score rows must be read already."""
    name = row._meta.model_name
    told = deal_stated(row, row.scores.all(), text) if name == "dealversion" else stated(row, text)
    return hashes.sha256(told)


def older_hash(rows: Iterable[Any]) -> str:
    """Hash all rows that are older than hash 2, in the order of `WHOSE` and their keys, without their texts.

    That is the chain's first link by hash 2, made by the migration that brought it: what was written before
    cannot be changed since.
    """
    return hashes.sha256([[row.pk, row_hash(row, "")] for row in rows])


def seal_what_is_older(registry: Any) -> None:
    """Tie all rows that are there to the end of each chain; `registry` has the models of the migration."""
    for competition in registry.get_model("tournaments", "Competition").objects.all():
        competition.chain_end = competition.chain_head
        if older := list(_rows_of(registry, competition)):
            competition.chain_end = hashes.chain(competition.chain_head, older_hash(older))
        competition.save(update_fields=["chain_end"])


def _rows_of(registry: Any, competition: Any) -> Iterator[Any]:
    for name, whose in WHOSE.items():
        if name in SINCE:
            continue
        rows = registry.get_model("tournaments", name).objects.filter(**{whose: competition}).order_by("pk")
        yield from rows.prefetch_related("scores") if name == "dealversion" else rows


def _positions(version: Any) -> dict[str, Any]:
    names = ("east", "round_wind", "goulash", "counted")
    after = {name: getattr(version, f"next_{name}") for name in names}
    return {**{name: getattr(version, name) for name in names}, "next": after}


def _origin(row: Any, names: Iterable[str], text: str) -> str:
    """Hash who, when, by which key and why by itself: an export shows the hash and not what is in it."""
    return hashes.sha256(_columns(row, [one for one in names if one in ORIGIN]) | {"reason": text})


def _columns(row: Any, names: Iterable[str]) -> dict[str, Any]:
    return {name: _plain(getattr(row, name)) for name in names}


def _plain(value: Any) -> Any:
    """Write a column's value as JSON has it; moments in UTC, however the database gives them."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="microseconds")
    return str(value) if isinstance(value, UUID) else value
