"""What the site was told when it was set up, where no environment tells it: one small file beside the secret.

Settings read it at start; `tournaments.services.founding` writes it. Addresses are read here, too.
"""

import json
import re
from pathlib import Path
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

PROJECT = re.compile(r"https?://[^:/@\s]+@[^/@\s]+(/[^\s?#]*)?/\d+")


def kept(file: Path) -> dict[str, str]:
    """Read what was told, by name; nothing where the site was never set up."""
    return json.loads(file.read_text()) if file.exists() else {}


def host_of(address: str) -> list[str]:
    """Name the host of the site's own address, if it has one."""
    host = urlsplit(address).hostname
    return [host] if host else []


def of_errors(address: str) -> str:
    """Check the address of a project in Sentry, or none; raise ImproperlyConfigured for anything else."""
    if address and not PROJECT.fullmatch(address):
        raise ImproperlyConfigured(
            "SPARROWS_SENTRY is no address of a project in Sentry. It looks like https://KEY@HOST/NUMBER; "
            "leave it out and nobody is told of errors."
        )
    return address
