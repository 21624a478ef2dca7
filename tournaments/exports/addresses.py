"""Addresses as they stand on paper: read by phones in the hall, so never `localhost`."""

import socket
from urllib.parse import urlsplit

#: What a server listens on that answers on every address of its computer.
EVERYWHERE = frozenset({"", "0.0.0.0", "::"})  # noqa: S104


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


def url_host(address: str) -> str:
    """An address as it stands in a URL: one of IPv6 in brackets."""
    return f"[{address}]" if ":" in address else address


def listens_here_only(listens_on: str) -> bool:
    """Whether a server that listens on this address is found by this computer alone; empty when it is not known."""
    return bool(listens_on) and is_here(f"http://{url_host(listens_on)}")


def reachable(base: str, listens_on: str = "") -> str:
    """The same site as phones find it: this computer's address in its network where `base` is this computer's own.

    `listens_on`: the one address on which the server answers, or one of `EVERYWHERE`; empty when it is not known.
    `base` itself when there is no network or nothing answers there; `is_here` then still says so.
    """
    if not is_here(base) or listens_here_only(listens_on):
        return base
    network = address_in_network() if listens_on in EVERYWHERE else listens_on
    if network is None:
        return base
    parts = urlsplit(base)
    return f"{parts.scheme}://{url_host(network)}" + (f":{parts.port}" if parts.port else "")
