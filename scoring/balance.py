"""Buns and schliats: how far a side's card points lie above or below the midline of a deal.

Source: rules.md §2 (72 card points a deal, midline 36) and §4 (who may ask for fewer packets).
"""

from collections.abc import Iterable
from itertools import accumulate

from engine.counting import MIDLINE, TOTAL_CARD_POINTS
from engine.rulesets import SURSELVA

DEAL_POINTS = TOTAL_CARD_POINTS
"""Card points of one deal, both sides together."""
DEALS_PER_TABLE = 4
"""Deals of a finished result: each of the four players gives once."""
TWO_PACKETS_BEHIND = SURSELVA.two_packets_from
"""A side this far behind, or more, may ask for the next deal in two packets."""
ONE_PACKET_BEHIND = SURSELVA.one_packet_from
"""A side this far behind, or more, may ask for the next deal in one packet."""
MOST_PACKETS = 3


def net(points: int) -> int:
    """Card points of one deal (0…72) as balance: +5 is 5 buns, −5 is 5 schliats."""
    return points - MIDLINE


def points_from_net(balance: int) -> int:
    """The reverse of `net`: −36…+36 as card points of one deal."""
    return balance + MIDLINE


def buns(points: int) -> int:
    """Points above the midline in one deal, 0…36."""
    return max(points - MIDLINE, 0)


def schliats(points: int) -> int:
    """Points below the midline in one deal, 0…36."""
    return max(MIDLINE - points, 0)


def running(points: Iterable[int]) -> tuple[int, ...]:
    """The balance after each deal: 40, 30 gives +4, −2."""
    return tuple(accumulate(net(each) for each in points))


def fewest_packets(balance: int) -> int:
    """In how few packets (3, 2 or 1) a side with this running balance may ask for the next deal."""
    if balance <= -ONE_PACKET_BEHIND:
        return 1
    if balance <= -TWO_PACKETS_BEHIND:
        return 2
    return MOST_PACKETS
