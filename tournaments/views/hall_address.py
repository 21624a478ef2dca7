"""Under which address the slips send phones to this site."""

from django.conf import settings
from django.http import HttpRequest

from tournaments.exports.addresses import is_here, reachable


def table_base(request: HttpRequest) -> str:
    """The beginning of every address on a slip: `https://troccas.example`.

    What the setting `TABLE_ADDRESS` says, else the address under which the organiser prints: that one works from
    another device, unless it is this computer's own; then it is this computer's address in its network.
    """
    return settings.TABLE_ADDRESS or reachable(f"{request.scheme}://{request.get_host()}")


def phones_cannot_reach(request: HttpRequest) -> bool:
    """Whether the slips printed now would lead nowhere: this computer is in no network that is known."""
    return is_here(table_base(request))
