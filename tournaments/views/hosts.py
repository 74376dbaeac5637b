"""By which names and ways this site is called."""

from ipaddress import ip_address
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest

PATTERN = "*."  # what an allowed host begins with that stands for many


def only_here(host: str) -> str:
    """Give a host's name where it means the computer that asks for it, and nothing else; else nothing."""
    name = urlsplit(f"//{host}").hostname or ""
    try:
        is_own = ip_address(name).is_loopback or ip_address(name).is_unspecified
    except ValueError:  # a name and no number
        is_own = name == "localhost" or name.endswith(".localhost")
    return name if is_own else ""


def for_others(host: str) -> str:
    """Give by which host other devices reach this site: the one that was called, else another of its own.

    With the port of the one that was called.
    """
    if not only_here(host):
        return host
    other = next((one for one in settings.ALLOWED_HOSTS if one[:1] not in PATTERN and not only_here(one)), "")
    port = urlsplit(f"//{host}").port
    return f"{other}:{port}" if other and port else other or host


def named(host: str) -> str:
    """Give a host without its port; an IPv6 address keeps its brackets."""
    name = urlsplit(f"//{host}").hostname or host
    return f"[{name}]" if ":" in name else name


def by_https(request: HttpRequest, path: str | None = None) -> str:
    """Give an address of the same site by https, where a hall serves both; else nothing."""
    if not settings.HALL_PORT:
        return ""
    return f"https://{named(request.get_host())}:{settings.HALL_PORT}{request.path if path is None else path}"
