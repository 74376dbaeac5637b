"""A signed bundle is checked without a database: what was changed after it was signed is found."""

import hashlib
import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.exports.test_exports import played  # noqa: F401 - the competition
from tournaments.deal import hashes
from tournaments.management.commands.verify_bundle import SENTENCES
from tournaments.models import Competition, Export
from tournaments.publishing import bundle, proving, signing
from tournaments.services import outbox

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


@pytest.fixture
def signed(played: Competition) -> bytes:  # noqa: F811
    return bundle.signed_bundle(played)


def opened(packed: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def resigned(packed: bytes, change: Callable[[dict[str, Any]], None]) -> bytes:
    """Change what is in it and sign anew, as only the site itself could."""
    files = opened(packed)
    document = json.loads(files[bundle.EVERYTHING])
    change(document)
    files[bundle.EVERYTHING] = json.dumps(document).encode()
    manifest = json.loads(files[bundle.MANIFEST])
    manifest["files"][bundle.EVERYTHING] = hashlib.sha256(files[bundle.EVERYTHING]).hexdigest()
    files[bundle.MANIFEST] = hashes.canonical(manifest)
    told = {"key": signing.public_key(), "signature": signing.signed(files[bundle.MANIFEST])}
    return bundle.zipped({**files, bundle.SIGNATURE: hashes.canonical(told)})


def codes(packed: bytes) -> set[str]:
    return {fault.code for fault in proving.proved(packed).faults}


def test_it_is_true_and_the_same_each_time(played: Competition, signed: bytes) -> None:  # noqa: F811
    proof = proving.proved(signed)
    assert proof.faults == []
    assert (proof.competition, proof.end) == (played.slug, played.chain_end)
    assert (proof.deals, proof.key) == (played.deal_versions.count(), signing.public_key())
    assert bundle.signed_bundle(played) == signed


@pytest.mark.parametrize("name", [bundle.EVERYTHING, bundle.STANDINGS])
def test_it_finds_a_file_that_was_changed(signed: bytes, name: str) -> None:
    files = opened(signed)
    assert codes(bundle.zipped({**files, name: files[name] + b" "})) == {"file"}


def test_it_finds_what_was_added_and_a_list_that_was_changed(signed: bytes) -> None:
    files = opened(signed)
    assert codes(bundle.zipped({**files, "more.txt": b"more"})) == {"added"}
    assert codes(bundle.zipped({**files, bundle.MANIFEST: files[bundle.MANIFEST] + b" "})) == {"signature"}


@pytest.mark.parametrize(
    ("change", "found"),
    [
        (lambda document: document["deals"][0]["net"].update(E=9999), "deal"),
        (lambda document: document["deals"][0]["proof"].update(table=1), "deal"),
        (lambda document: document["deals"].pop(), "deal"),
        (lambda document: document["deals"].append(document["deals"][0]), "deal"),
        (lambda document: document["penalties"][0].update(amount=-1), "penalty"),
        (lambda document: document["chain"]["links"].pop(), "end"),
        (lambda document: document["chain"]["links"][0].update(sha256="0" * 64), "end"),
        (lambda document: document["standings"][0].update(net=12345), "standings"),
    ],
)
def test_it_finds_what_even_its_site_cannot_change(signed: bytes, change: Any, found: str) -> None:
    assert found in codes(resigned(signed, change))


@pytest.mark.parametrize("wrong", [b"", b"PK no zip", bundle.zipped({"a": b"b"})])
def test_it_says_of_other_files_that_they_are_none(wrong: bytes) -> None:
    assert codes(wrong) == {"unreadable"}


def test_it_notices_whatever_byte_of_its_content_was_changed(signed: bytes) -> None:
    rng, files, tail = Random(12), opened(signed), len(signed) - 320
    for place in [*range(60), *range(tail, len(signed)), *(rng.randrange(60, tail) for _ in range(60))]:
        changed = bytearray(signed)
        changed[place] ^= 1 << rng.randrange(8)
        proof = proving.proved(bytes(changed))
        assert proof.faults or opened(bytes(changed)) == files, place  # a date of the ZIP file, or padding


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize(
    "more",
    [
        lambda signed: b"before" + signed,
        lambda signed: signed + b"behind",
        lambda signed: twice(signed),
        lambda signed: bundle.zipped({**opened(signed), bundle.MANIFEST: b"[]"}),
        lambda signed: bundle.zipped({**opened(signed), bundle.MANIFEST: b'{"format": [], "files": []}'}),
        lambda signed: bundle.zipped({**opened(signed), bundle.SIGNATURE: b"null"}),
        lambda signed: bundle.zipped({**opened(signed), bundle.EVERYTHING: b"[" * 100_000}),
    ],
)
def test_it_reads_nothing_that_others_would_read_otherwise(more: Any, signed: bytes) -> None:
    assert codes(more(signed)) == {"unreadable"}


def twice(signed: bytes) -> bytes:
    """Put another file of a name before the one that was signed, for programs that read the first."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, body in [(bundle.EVERYTHING, b"{}"), *opened(signed).items()]:
            archive.writestr(name, body)
    return packed.getvalue()


def test_the_command_says_what_it_found(signed: bytes, tmp_path: Path, capsys: Any) -> None:
    file = tmp_path / "spring-day.bundle.zip"
    file.write_bytes(signed)
    call_command("verify_bundle", str(file), key=signing.public_key().upper())
    assert "as recorded" in capsys.readouterr().out
    with pytest.raises(CommandError, match="another key"):
        call_command("verify_bundle", str(file), key="00" * 32)
    file.write_bytes(signed[: len(signed) // 2])
    with pytest.raises(CommandError, match="not as it was signed"):
        call_command("verify_bundle", str(file))
    assert "no bundle that can be read" in capsys.readouterr().err
    with pytest.raises(CommandError, match=r"none\.zip"):
        call_command("verify_bundle", str(tmp_path / "none.zip"))


def test_every_fault_has_a_sentence() -> None:
    text = Path(proving.__file__).read_text(encoding="utf-8")
    assert all(f'"{code}"' in text for code in SENTENCES)


def test_staff_ask_for_it_like_for_other_files(played: Competition, olive: Any) -> None:  # noqa: F811
    asked = outbox.export_ask(competition=played, format="seal", actor=olive)
    outbox.run()
    assert codes(bytes(Export.objects.get(pk=asked.pk).body or b"")) == set()
