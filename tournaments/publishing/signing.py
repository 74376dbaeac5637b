"""The key with which a site signs what it gives away, so that others can tell it from what anybody writes.

It is made of the site's secret key: whoever changes that signs by another key from then on, and what was
signed before can still be checked by the key that stands in it.
"""

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

PURPOSE = b"sparrows bundle"


def public_key() -> str:
    """Give the key by which anybody can check what this site signed; hexadecimal."""
    return _key().public_key().public_bytes_raw().hex()


def signed(text: bytes) -> str:
    """Sign; hexadecimal."""
    return _key().sign(text).hex()


def is_signed(text: bytes, signature: str, key: str) -> bool:
    """Tell whether the owner of a key signed this."""
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(bytes.fromhex(signature), text)
    except (InvalidSignature, ValueError):
        return False
    return True


def _key() -> Ed25519PrivateKey:
    made = HKDF(SHA256(), length=32, salt=None, info=PURPOSE).derive(settings.SECRET_KEY.encode())
    return Ed25519PrivateKey.from_private_bytes(made)
