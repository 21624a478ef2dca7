"""Addresses as they stand on paper: read by phones in the hall, so never `localhost`."""

import socket
from urllib.parse import urlsplit


def address_of(token: str, base: str) -> str:
    """What a QR code holds: `HTTPS://TROCCAS.EXAMPLE/T/<TOKEN>`.

    All of it in capitals: then a QR code needs 5.5 bits a letter instead of 8, and its squares are larger.
    """
    return f"{base.upper()}/T/{token}"


def typed_address(base: str) -> str:
    """What somebody types who cannot scan: `troccas.example/T`."""
    return f"{base.partition('://')[2]}/T"


def address_in_network() -> str | None:
    """The address under which phones in the same network reach this computer, without sending anything."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a documentation address: only the route is looked up
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if address.startswith("127.") else address


def is_here(base: str) -> bool:
    """Whether only this computer itself finds this address."""
    host = urlsplit(base).hostname or ""
    return host in {"localhost", "::1"} or host.endswith(".localhost") or host.startswith("127.")


def reachable(base: str) -> str:
    """The same site as phones find it: this computer's address in its network where `base` is this computer's own.

    `base` itself when there is no network; `is_here` then still says so.
    """
    network = address_in_network() if is_here(base) else None
    if network is None:
        return base
    parts = urlsplit(base)
    return f"{parts.scheme}://{network}" + (f":{parts.port}" if parts.port else "")
