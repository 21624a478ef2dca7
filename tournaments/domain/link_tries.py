"""Wrong codes: counted and slowed, never blocked.

A code is always looked up first, so a right one is answered at once whatever others type, also where a whole hall
stands behind one address. Of the wrong ones ten a second are answered (`settings.WRONG_CODES_A_SECOND` is the share of
one process where processes have no common cache); the next one has to wait for the next second. A server has few
threads: in each process one wrong try waits at a time, and a flood beside it is answered at once. The arithmetic of it
is in `docs/table-links.md`.
"""

import logging
import time
from datetime import timedelta
from threading import BoundedSemaphore

from django.conf import settings
from django.core.cache import cache

logger = logging.getLogger(__name__)

#: How long a wrong try of a phone or a network is remembered.
LATELY = timedelta(minutes=10)
#: After so many wrong tries the page offers a search for the table.
OFFER_SEARCH_AFTER = 3
#: How often the log says that many wrong codes are tried.
TOLD_EVERY = timedelta(minutes=1)

_room_to_wait = BoundedSemaphore(1)


def wrong_try(source: str) -> int:
    """Count a wrong code of this device or network, wait when there are too many, and return its wrong ones lately."""
    second = int(time.time())
    if counted(f"wrong-codes:{second}", 2) > settings.WRONG_CODES_A_SECOND:
        if cache.add("wrong-codes-told", True, TOLD_EVERY.total_seconds()):  # noqa: FBT003 - any value
            logger.warning("many_wrong_codes")
        wait_for(second + 1)
    return counted(f"wrong-codes:{source}", int(LATELY.total_seconds()))


def wrong_tries(source: str) -> int:
    """How many wrong codes came from this device or network in the last ten minutes."""
    return int(cache.get(f"wrong-codes:{source}", 0))


def wait_for(second: int) -> None:
    """Wait until this second and be one of its tries, if there is room to wait."""
    if not _room_to_wait.acquire(blocking=False):
        return
    try:
        time.sleep(max(0.0, second - time.time()))
        counted(f"wrong-codes:{second}", 2)
    finally:
        _room_to_wait.release()


def counted(key: str, seconds: int) -> int:
    """Count one more under this key, which is forgotten `seconds` after the first."""
    cache.add(key, 0, seconds)
    try:
        return cache.incr(key)
    except ValueError:  # forgotten between the two
        return 1
