"""Whom a count of callers counts as one: streams that stay open, codes and passwords that are guessed."""

from ipaddress import IPv6Address, ip_address, ip_network


def network_of(address: str) -> str:
    """Name whoever is behind an address: with IPv6 one subscriber has 2**64 of them."""
    try:
        found = ip_address(address)
    except ValueError:
        return ""  # a socket without addresses: all of it is one
    if isinstance(found, IPv6Address):
        return str(found.ipv4_mapped or ip_network(f"{found}/64", strict=False).network_address)
    return str(found)
