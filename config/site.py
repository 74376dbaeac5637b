"""What the site was told when it was set up, where no environment tells it: one small file beside the secret.

Settings read it at start; `tournaments.services.founding` writes it.
"""

import json
from pathlib import Path
from urllib.parse import urlsplit


def kept(file: Path) -> dict[str, str]:
    """Read what was told, by name; nothing where the site was never set up."""
    return json.loads(file.read_text()) if file.exists() else {}


def host_of(address: str) -> list[str]:
    """Name the host of the site's own address, if it has one."""
    host = urlsplit(address).hostname
    return [host] if host else []
