"""The hall's certificates: whom a device that trusts the authority believes, and what a next start keeps."""

import datetime as dt
import ssl
import stat

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import serialization

from config import hall
from tournaments.hall import authority
from tournaments.hall.authority import Files, prepare

NAMES = ["localhost", "laptop", "laptop.local", "127.0.0.1", "192.168.7.20", "fd00::7"]
NOW = dt.datetime.now(dt.UTC)


@pytest.fixture
def files(tmp_path):
    """Return the files of a first start."""
    made = Files(tmp_path / "hall")
    prepare(made, NAMES)
    return made


def leaf(files):
    """Read the server's certificate."""
    return x509.load_pem_x509_certificate(files.server.read_bytes())


def greet(files, name):
    """Let a device that trusts the authority greet the server as `name`; raise where it would not go on."""
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    device = ssl.create_default_context(cafile=files.authority)
    server.load_cert_chain(files.server)
    there, back = ssl.MemoryBIO(), ssl.MemoryBIO()
    asking = device.wrap_bio(back, there, server_hostname=name)
    answering = server.wrap_bio(there, back, server_side=True)
    for side in (asking, answering):
        with pytest.raises(ssl.SSLWantReadError):
            side.do_handshake()
    asking.do_handshake()


@pytest.mark.parametrize("name", NAMES)
def test_a_device_believes_every_name_of_the_machine(files, name):
    greet(files, name)


def test_it_believes_no_other_name(files):
    with pytest.raises(ssl.SSLCertVerificationError, match="mismatch"):
        greet(files, "other.local")


@pytest.mark.parametrize("name", ["example.org", "192.0.2.7", "2001:db8::7"])
def test_a_stolen_authority_opens_nothing_outside(files, name):
    key = serialization.load_pem_private_key(files.authority_key.read_bytes(), None)
    forged, own = authority._leaf([name], authority.read(files), key, NOW)
    files.server.write_bytes(authority._pem(own) + forged.public_bytes(serialization.Encoding.PEM))
    with pytest.raises(ssl.SSLCertVerificationError, match="permitted subtree violation"):
        greet(files, name)


def test_the_bounds_are_critical(files):
    assert authority.read(files).extensions.get_extension_for_class(x509.NameConstraints).critical


def test_keys_are_their_owners_alone(files):
    assert {stat.S_IMODE(one.stat().st_mode) for one in (files.authority_key, files.server)} == {0o600}


def test_the_certificate_lasts_no_longer_than_ipads_take(files):
    assert leaf(files).not_valid_after_utc - leaf(files).not_valid_before_utc <= dt.timedelta(days=825)


def test_a_next_start_makes_nothing_anew(files):
    before = files.server.read_bytes()
    assert not prepare(files, NAMES).is_new
    assert files.server.read_bytes() == before


@pytest.mark.parametrize(
    ("names", "days"), [([*NAMES, "10.0.0.9"], 0), (NAMES, authority.LEAF_DAYS - authority.RENEW_DAYS + 1)]
)
def test_other_addresses_or_its_end_renew_the_certificate_and_not_the_trust(files, names, days):
    trusted, before = files.authority.read_bytes(), leaf(files)
    prepare(files, names, NOW + dt.timedelta(days=days))
    assert files.authority.read_bytes() == trusted
    assert leaf(files).serial_number != before.serial_number
    if not days:
        greet(files, "10.0.0.9")


def test_a_name_outside_is_told_and_spoils_nothing(files):
    assert prepare(files, [*NAMES, "example.org", "192.0.2.7"]).left_out == ("example.org", "192.0.2.7")
    greet(files, "laptop.local")


def test_the_terminal_tells_the_fingerprint_whats_new_and_who_is_left_out(tmp_path):
    first = prepare(Files(tmp_path), NAMES)
    again = prepare(Files(tmp_path), [*NAMES, "example.org"])
    said = ["\n".join(hall.told(one, "192.168.7.20", 8000, 8443)) for one in (first, again)]
    assert ["is new" in each for each in said] == [True, False]
    assert ["example.org" in each for each in said] == [False, True]
    assert all(first.fingerprint[:47] in each and first.fingerprint[48:] in each for each in said)


@pytest.mark.parametrize("lost", ["authority", "authority_key"])
def test_half_an_authority_is_made_anew_and_told(files, lost):
    getattr(files, lost).unlink()
    assert prepare(files, NAMES).is_new
    greet(files, "localhost")


def test_an_authority_that_ends_before_its_certificates_is_made_anew(files):
    later = NOW + dt.timedelta(days=authority.AUTHORITY_DAYS - authority.LEAF_DAYS + 2)
    assert prepare(files, NAMES, later).is_new
    assert not prepare(files, NAMES, later).is_new


@pytest.mark.parametrize("damage", [b"", b"nothing of a certificate"])
def test_a_damaged_certificate_is_made_anew(files, damage):
    trusted = files.authority.read_bytes()
    files.server.write_bytes(damage)
    assert not prepare(files, NAMES).is_new
    assert files.authority.read_bytes() == trusted
    greet(files, "localhost")


def test_the_profile_of_one_authority_is_always_the_same(files):
    own = authority.read(files)
    assert authority.mobileconfig(own) == authority.mobileconfig(own)
    assert b"com.apple.security.root" in authority.mobileconfig(own)
