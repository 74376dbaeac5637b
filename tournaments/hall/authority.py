"""The hall's own certificate authority, and the certificate that it gives the server.

Devices trust the authority once; it stays. The certificate is made anew whenever the machine has other names
or addresses, or the old one nears its end. The authority can speak for private networks, and for what this
machine was called when it was made, only (RFC 5280, 4.2.1.10): whoever steals its key opens nobody's bank.
"""

import contextlib
import datetime as dt
import ipaddress
import os
import plistlib
import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

AUTHORITY_DAYS = 3650
LEAF_DAYS = 730  # Apple takes at most 825, also of an authority that the device's owner trusts
RENEW_DAYS = 90  # before its end
DOMAINS = ("localhost", "local", "lan", "internal", "home.arpa")
NETWORKS = (
    *("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "100.64.0.0/10"),
    *("::1/128", "fc00::/7", "fe80::/10"),
)
USAGES = (
    *("digital_signature", "content_commitment", "key_encipherment", "data_encipherment", "key_agreement"),
    *("key_cert_sign", "crl_sign", "encipher_only", "decipher_only"),
)
Key = ec.EllipticCurvePrivateKey
Address = ipaddress.IPv4Address | ipaddress.IPv6Address


@dataclass(frozen=True, slots=True)
class Files:
    """Where the authority and the server's certificate lie."""

    folder: Path

    @property
    def authority(self) -> Path:
        return self.folder / "authority.pem"

    @property
    def authority_key(self) -> Path:
        return self.folder / "authority.key"

    @property
    def server(self) -> Path:
        """Name the file that holds both certificate and key: one rename changes both."""
        return self.folder / "server.pem"


@dataclass(frozen=True, slots=True)
class Prepared:
    """What a start found or made: the authority's fingerprint, and the names that it may not speak for."""

    fingerprint: str
    left_out: tuple[str, ...]
    is_new: bool


def prepare(files: Files, names: Sequence[str], now: dt.datetime | None = None) -> Prepared:
    """Make what is missing: the authority once, the certificate where names or time ask for another."""
    now = now or dt.datetime.now(dt.UTC)
    is_new = not _lasts(files, now)
    if is_new:
        _found(files, names, now)
    authority, key = _authority(files)
    good = [name for name in names if may_speak_for(authority, name)]
    if not _still_good(files, authority, good, now):
        certificate, own = _leaf(good, authority, key, now)
        _write(files.server, _pem(own) + certificate.public_bytes(serialization.Encoding.PEM), 0o600)
    return Prepared(fingerprint(authority), tuple(name for name in names if name not in good), is_new)


def read(files: Files) -> x509.Certificate:
    """Read the authority's certificate."""
    return x509.load_pem_x509_certificate(files.authority.read_bytes())


def fingerprint(certificate: x509.Certificate) -> str:
    """Give the SHA-256 fingerprint as devices show it: pairs of hex digits."""
    return certificate.fingerprint(hashes.SHA256()).hex(":").upper()


def may_speak_for(authority: x509.Certificate, name: str) -> bool:
    """Tell whether a name lies within the authority's bounds; one outside spoils the whole certificate."""
    bounds = authority.extensions.get_extension_for_class(x509.NameConstraints).value.permitted_subtrees or []
    address = _address(name)
    if address is not None:
        networks = [one.value for one in bounds if isinstance(one, x509.IPAddress)]
        return any(not isinstance(one, Address) and address in one for one in networks)
    domains = [one.value.lower() for one in bounds if isinstance(one, x509.DNSName)]
    return any(name.lower() == one or name.lower().endswith(f".{one}") for one in domains)


def mobileconfig(authority: x509.Certificate) -> bytes:
    """Wrap the authority for iPads; its marks come of the fingerprint, so that a second time replaces."""
    root = _payload(authority, "com.apple.security.root", "root")
    root["PayloadContent"] = authority.public_bytes(serialization.Encoding.DER)
    return plistlib.dumps(_payload(authority, "Configuration", "all") | {"PayloadContent": [root]})


def _payload(authority: x509.Certificate, kind: str, part: str) -> dict[str, object]:
    mark = uuid.uuid5(uuid.NAMESPACE_OID, part + fingerprint(authority))
    return {
        "PayloadType": kind,
        "PayloadIdentifier": f"org.sparrows.hall.{part}",
        "PayloadUUID": str(mark),
        "PayloadVersion": 1,
        "PayloadDisplayName": "Sparrows hall",
    }


def _lasts(files: Files, now: dt.datetime) -> bool:
    """Tell whether there is an authority that outlives another certificate of the server."""
    if not (files.authority.exists() and files.authority_key.exists()):
        return False
    return read(files).not_valid_after_utc - now > dt.timedelta(days=LEAF_DAYS)


def _found(files: Files, names: Sequence[str], now: dt.datetime) -> None:
    """Make the authority; its certificate comes last, so that half of it is as good as none."""
    key = ec.generate_private_key(ec.SECP256R1())
    certificate = _self_signed(key, names, now)
    files.folder.mkdir(parents=True, exist_ok=True)
    _write(files.authority_key, _pem(key), 0o600)
    _write(files.authority, certificate.public_bytes(serialization.Encoding.PEM), 0o644)


def _self_signed(key: Key, names: Sequence[str], now: dt.datetime) -> x509.Certificate:
    subject = _named(f"Sparrows hall {now:%Y-%m-%d} {os.urandom(2).hex()}")
    built = _builder(subject, subject, key.public_key(), AUTHORITY_DAYS, now)
    built = built.add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
    built = built.add_extension(_usage("key_cert_sign", "crl_sign"), critical=True)
    built = built.add_extension(x509.NameConstraints(_bounds(names), None), critical=True)
    own = x509.SubjectKeyIdentifier.from_public_key(key.public_key())
    return built.add_extension(own, critical=False).sign(key, hashes.SHA256())


def _bounds(names: Iterable[str]) -> list[x509.GeneralName]:
    """List the private domains and networks, and what this machine is called at the moment beside them."""
    listed = list(names)
    own = [name for name in listed if _address(name) is None]
    addresses = [str(one) for one in map(_address, listed) if one is not None]
    networks = dict.fromkeys(ipaddress.ip_network(one) for one in (*NETWORKS, *addresses))
    domains = dict.fromkeys([*DOMAINS, *own])
    return [*map(x509.DNSName, domains), *map(x509.IPAddress, networks)]


def _leaf(
    names: Sequence[str], authority: x509.Certificate, authority_key: Key, now: dt.datetime
) -> tuple[x509.Certificate, Key]:
    """Make the server's certificate; browsers read its alternative names only."""
    key = ec.generate_private_key(ec.SECP256R1())
    built = _builder(_named(names[0]), authority.subject, key.public_key(), LEAF_DAYS, now)
    built = built.add_extension(x509.SubjectAlternativeName(_alternatives(names)), critical=False)
    built = built.add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
    built = built.add_extension(_usage("digital_signature"), critical=True)
    served = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH])
    issuer = x509.AuthorityKeyIdentifier.from_issuer_public_key(authority_key.public_key())
    built = built.add_extension(served, critical=False).add_extension(issuer, critical=False)
    return built.sign(authority_key, hashes.SHA256()), key


def _still_good(files: Files, authority: x509.Certificate, names: Sequence[str], now: dt.datetime) -> bool:
    """Tell whether the certificate there is the authority's, for these names, and lasts."""
    if not files.server.exists():
        return False
    try:
        there = x509.load_pem_x509_certificate(files.server.read_bytes())
        there.verify_directly_issued_by(authority)
        told = there.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (ValueError, TypeError, InvalidSignature, x509.ExtensionNotFound):
        return False  # damaged, or another authority's
    lasts = there.not_valid_after_utc - now > dt.timedelta(days=RENEW_DAYS)
    return lasts and set(told) == set(_alternatives(names))


def _alternatives(names: Iterable[str]) -> list[x509.GeneralName]:
    """Name each address as an address, everything else as a name."""
    found = ((name, _address(name)) for name in dict.fromkeys(names))
    return [x509.DNSName(name) if address is None else x509.IPAddress(address) for name, address in found]


def _authority(files: Files) -> tuple[x509.Certificate, Key]:
    key = serialization.load_pem_private_key(files.authority_key.read_bytes(), None)
    assert isinstance(key, ec.EllipticCurvePrivateKey)  # noqa: S101 - nothing else was ever written there
    return read(files), key


def _builder(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePublicKey, days: int, now: dt.datetime
) -> x509.CertificateBuilder:
    begun = x509.CertificateBuilder().subject_name(subject).issuer_name(issuer).public_key(key)
    begun = begun.serial_number(x509.random_serial_number())
    begun = begun.not_valid_before(now - dt.timedelta(days=1))  # a tablet's clock may be behind
    return begun.not_valid_after(now + dt.timedelta(days=days))


def _named(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text[:64])])


def _usage(*yes: str) -> x509.KeyUsage:
    return x509.KeyUsage(**{one: one in yes for one in USAGES})


def _address(name: str) -> Address | None:
    with contextlib.suppress(ValueError):
        return ipaddress.ip_address(name.strip("[]"))
    return None


def _pem(key: Key) -> bytes:
    plain = serialization.NoEncryption()
    return key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain)


def _write(file: Path, text: bytes, mode: int) -> None:
    """Write a file in whole, under another name first; a key is at no moment anybody else's to read."""
    draft = file.with_suffix(".draft")
    draft.unlink(missing_ok=True)
    with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as out:
        out.write(text)
        out.flush()
        os.fsync(out.fileno())
    draft.replace(file)
