"""Boxes in which secrets lie in the database: opened by the site's secret key, and by those it had before."""

import base64
import hashlib

from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings


def box(purpose: str) -> MultiFernet:
    """Make the box for a purpose; what was put in under an older key opens, too."""
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    drawn = (hashlib.sha256(purpose.encode() + key.encode()).digest() for key in keys)
    return MultiFernet([Fernet(base64.urlsafe_b64encode(one)) for one in drawn])
