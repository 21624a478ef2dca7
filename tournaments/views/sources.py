"""Where a request comes from, as far as wrong codes are counted."""

from ipaddress import IPv6Address, ip_address

from allauth.account.adapter import get_adapter
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from .device import COOKIE, MARK

#: A household or a phone has a whole such network of IPv6 addresses to choose from.
IPV6_NETWORK = 64


def source_of(request: HttpRequest) -> str:
    """The device if it brings its mark along, else its network: a hall may be one address."""
    mark = request.COOKIES.get(COOKIE, "")
    return f"device:{mark}" if MARK.fullmatch(mark) else f"network:{network_of(request)}"


def network_of(request: HttpRequest) -> str:
    """The IPv4 address, or the /64 network of an IPv6 address, behind the proxies that we trust; empty if not known."""
    try:
        address = ip_address(get_adapter().get_client_ip(request))
    except (ValueError, PermissionDenied):  # a socket file, a test without an address
        return ""
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return str(IPv6Address(int(address) >> IPV6_NETWORK << IPV6_NETWORK))
    return str(address)
