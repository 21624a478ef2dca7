"""Under which address the slips send phones to this site."""

from django.conf import settings
from django.http import HttpRequest

from tournaments.exports.addresses import is_here, listens_here_only, reachable


def table_base(request: HttpRequest) -> str:
    """The beginning of every address on a slip: `https://troccas.example`.

    What the setting `TABLE_ADDRESS` says, else the address under which the organiser prints: that one works from
    another device, unless it is this computer's own; then it is the one that the site listens on (`LISTENS_ON`), or
    this computer's address in its network.
    """
    return settings.TABLE_ADDRESS or reachable(f"{request.scheme}://{request.get_host()}", settings.LISTENS_ON)


def phones_cannot_reach(request: HttpRequest) -> str:
    """Why the slips printed now would lead nowhere; empty when phones find this site.

    `this_computer`: it was started for this computer alone. `no_network`: this computer is in none that is known.
    """
    if not is_here(table_base(request)):
        return ""
    return "this_computer" if listens_here_only(settings.LISTENS_ON) else "no_network"
