"""Where wrong codes are counted: by device, else by network."""

import pytest
from django.test import RequestFactory

from tournaments.views.device import COOKIE
from tournaments.views.sources import source_of


@pytest.mark.parametrize(
    ("address", "mark", "source"),
    [
        ("198.51.100.7", "", "network:198.51.100.7"),
        ("198.51.100.7", "abcdefghijklmnop", "device:abcdefghijklmnop"),
        ("198.51.100.7", "<script>", "network:198.51.100.7"),
        ("2001:db8:1:2:3:4:5:6", "", "network:2001:db8:1:2::"),
        ("::ffff:198.51.100.7", "", "network:198.51.100.7"),
        ("", "", "network:"),
    ],
    ids=["network", "device", "no mark", "IPv6", "IPv4 inside IPv6", "socket file"],
)
def test_a_source_is_a_device_or_a_network(address: str, mark: str, source: str) -> None:
    request = RequestFactory(REMOTE_ADDR=address).get("/")
    request.COOKIES[COOKIE] = mark

    assert source_of(request) == source
