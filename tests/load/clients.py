"""What people in the hall do with their phones: read the ranking again and again, or send a result."""

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from html.parser import HTMLParser
from http import HTTPStatus
from random import Random

import urllib3

from .measuring import FAILED, Measured
from .running import SideOfTable

#: Requests that this side of the measurement keeps running at once. It shares the machine with the server.
AT_ONCE = 64
SECONDS_TO_ANSWER = 30

#: Screens of the phone that say that the numbers are stored.
SAVED = frozenset({"saved", "result"})


class Network:
    """Connections that are kept open, as browsers do; nothing is tried again behind our back."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.pool = urllib3.PoolManager(num_pools=4, maxsize=AT_ONCE, retries=False, timeout=SECONDS_TO_ANSWER)

    def ask(
        self,
        method: str,
        path: str,
        *,
        headers: dict[str, str] | None = None,
        fields: dict[str, str] | None = None,
    ) -> urllib3.BaseHTTPResponse | None:
        """The answer, whole; None when there was none."""
        url = path if path.startswith("http") else self.address + path
        body = {"fields": fields, "encode_multipart": False} if fields is not None else {}
        try:
            return self.pool.request(method, url, headers=headers or {}, redirect=False, **body)
        except urllib3.exceptions.HTTPError:
            return None


@dataclass(slots=True)
class Spectator:
    """Reads one page over and over and asks only for what has changed, as the page's script does."""

    network: Network
    path: str
    tag: str = ""

    def poll(self) -> int:
        answer = self.network.ask("GET", self.path, headers={"If-None-Match": self.tag} if self.tag else {})
        if answer is None:
            return FAILED
        self.tag = answer.headers.get("ETag", self.tag)
        return answer.status


@dataclass(slots=True)
class Timetable:
    """Things to do, each at its moment (seconds from the start)."""

    due: list[tuple[float, Measured, Callable[[], int]]] = field(default_factory=list)

    def add(self, second: float, measured: Measured, action: Callable[[], int]) -> None:
        """`action` returns the status of the answer."""
        self.due.append((second, measured, action))

    def run(self) -> None:
        """Do all of it. A time is measured from the moment that a thing was due, also when we were late."""
        started = time.monotonic()
        with ThreadPoolExecutor(AT_ONCE) as people:
            done: list[Future[None]] = []
            for second, measured, action in sorted(self.due, key=lambda each: each[0]):
                time.sleep(max(0, started + second - time.monotonic()))
                done.append(people.submit(timed, started + second, measured, action))
            for each in done:
                each.result()


def timed(due: float, measured: Measured, action: Callable[[], int]) -> None:
    status = action()
    measured.add(time.monotonic() - due, status)


def poll_times(rng: Random, seconds: float, every: float) -> Iterator[float]:
    """When one spectator reads: from a moment by chance, then every so often, give or take 30 %."""
    moment = rng.uniform(0, every)
    while moment < seconds:
        yield moment
        moment += every * rng.uniform(0.7, 1.3)


@contextmanager
def in_background(action: Callable[[threading.Event], None]) -> Iterator[None]:
    """Do something beside the rest, until the rest is done."""
    over = threading.Event()
    thread = threading.Thread(target=action, args=(over,))
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


class Inputs(HTMLParser):
    """What a page would send back: its hidden fields, as a browser knows them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.fields: dict[str, str] = {}
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "input" and given.get("type") == "hidden":
            self.fields[str(given["name"])] = given.get("value") or ""


@dataclass(slots=True)
class Phone:
    """One side of a table: opens its link, types, taps twice. `told_saved` is what the screen says at the end."""

    network: Network
    side: SideOfTable
    page: dict[str, str] = field(default_factory=dict)
    told_saved: bool = False
    opened: threading.Event = field(default_factory=threading.Event)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def scan(self) -> int:
        answer = self.network.ask("GET", f"/T/{self.side.token}/")
        if answer is None:
            return FAILED
        if answer.status == HTTPStatus.OK:
            self.page = Inputs(answer.data.decode()).fields
            self.opened.set()
        return answer.status

    def send(self) -> int:
        """Tap "Send" once the page is there. The key belongs to it, so that every tap is the same request."""
        self.opened.wait(SECONDS_TO_ANSWER)
        typed = {f"d{deal}": str(points) for deal, points in enumerate(self.side.deals, 1)}
        answer = self.network.ask("POST", "/T/", fields={**self.page, **typed, "do": "send"})
        if answer is None:
            return FAILED
        if answer.status == HTTPStatus.OK and Inputs(answer.data.decode()).fields.get("at") in SAVED:
            with self.lock:
                self.told_saved = True
        return answer.status

    def keep_trying(self, until: float, pause: float) -> None:
        """What the page's script does without a network: the same request again until an answer says "saved"."""
        while not self.told_saved and time.monotonic() < until:
            if not self.opened.is_set():
                self.scan()
            if self.opened.is_set():
                self.send()
            if not self.told_saved:
                time.sleep(pause)
