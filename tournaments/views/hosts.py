"""By which names and ways this site is called."""

from ipaddress import ip_address
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest


def only_here(host: str) -> str:
    """Give a host's name where it means the computer that asks for it, and nothing else; else nothing."""
    name = urlsplit(f"//{host}").hostname or ""
    try:
        is_own = ip_address(name).is_loopback or ip_address(name).is_unspecified
    except ValueError:  # a name and no number
        is_own = name == "localhost" or name.endswith(".localhost")
    return name if is_own else ""


def named(host: str) -> str:
    """Give a host without its port; an IPv6 address keeps its brackets."""
    name = urlsplit(f"//{host}").hostname or host
    return f"[{name}]" if ":" in name else name


def by_https(request: HttpRequest, path: str | None = None) -> str:
    """Give an address of the same site by https, where a hall serves both; else nothing."""
    if not settings.HALL_PORT:
        return ""
    return f"https://{named(request.get_host())}:{settings.HALL_PORT}{request.path if path is None else path}"
