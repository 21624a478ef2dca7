"""Wrong codes are slowed; right ones never. And what guessing comes to (reliability.md S4)."""

import logging
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from threading import Event

import pytest
from django.core.cache import cache

from tests.factories import ChampionshipFactory, enter, seat_round
from tournaments.domain import link_tries
from tournaments.domain.link_codes import CODE_BYTES, TOKEN_BYTES, code_of
from tournaments.domain.link_tries import OFFER_SEARCH_AFTER, wrong_tries, wrong_try
from tournaments.domain.links import Link, resolve
from tournaments.enums import SideName

NINE_HOURS = 9 * 3600
#: Slips of a round of 25 tables, and as many stands.
LIVE = 2 * 25 + 2 * 25


@pytest.fixture(autouse=True)
def _forgotten() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A clock that stands at 1000.25 and moves by sleeping only; how long each sleep was."""
    now, sleeps = [1000.25], []

    def sleep(seconds: float) -> None:
        sleeps.append(seconds)
        now[0] += seconds

    monkeypatch.setattr(link_tries.time, "time", lambda: now[0])
    monkeypatch.setattr(link_tries.time, "sleep", sleep)
    return sleeps


def test_ten_wrong_codes_a_second_are_answered_at_once_and_the_next_waits(slept: list[float]) -> None:
    for _ in range(10):
        wrong_try("network:198.51.100.7")
    before = list(slept)

    wrong_try("network:198.51.100.7")

    assert (before, slept) == ([], [0.75])


def test_who_waits_for_each_answer_gets_ten_a_second(slept: list[float]) -> None:
    for _ in range(101):
        wrong_try("network:198.51.100.7")

    assert sum(slept) == pytest.approx(9.75)  # ten in the first quarter of a second, and ten in each after it


def test_the_limit_is_for_all_networks_together(slept: list[float]) -> None:
    for number in range(11):
        wrong_try(f"network:198.51.100.{number}")

    assert len(slept) == 1


def test_wrong_tries_are_counted_for_each_source(slept: list[float]) -> None:
    counts = [wrong_try("device:one") for _ in range(OFFER_SEARCH_AFTER)]

    assert counts == [1, 2, 3]
    assert (wrong_tries("device:one"), wrong_tries("device:other")) == (3, 0)


def test_the_log_says_it_once_and_names_nobody(slept: list[float], caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        for _ in range(40):
            wrong_try("network:198.51.100.7")

    assert [record.getMessage() for record in caplog.records] == ["many_wrong_codes"]


def test_one_thread_waits_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    waiting, let_go = Event(), Event()
    monkeypatch.setattr(link_tries.time, "sleep", lambda _seconds: (waiting.set(), let_go.wait(30)))
    second = int(time.time())
    monkeypatch.setattr(link_tries.time, "time", lambda: float(second))
    for _ in range(10):
        wrong_try("network:one")

    with ThreadPoolExecutor(1) as pool:
        held = pool.submit(wrong_try, "network:one")
        assert waiting.wait(30)
        others = [wrong_try("network:two") for _ in range(5)]
        still_waiting = not held.done()
        let_go.set()

    assert (others, still_waiting, held.result()) == ([1, 2, 3, 4, 5], True, 11)


@pytest.mark.django_db
def test_a_right_code_is_answered_at_once_while_hundreds_are_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    """200 phones behind one address, and one of them guesses."""
    championship = ChampionshipFactory()
    a, b = enter(championship, "A", "B")
    seat_round(championship, [(a, b)])
    link = Link(championship.pk, 1, 1, SideName.A)
    right = code_of(link, key=championship.link_key, generation=championship.link_generation)
    slept: list[float] = []
    monkeypatch.setattr(link_tries.time, "sleep", slept.append)

    for _ in range(300):
        wrong_try("network:198.51.100.7")
    waited = len(slept)
    answers = [resolve(right) for _ in range(200)]

    assert all(answers)
    assert len(slept) == waited


@pytest.mark.parametrize(
    ("size", "limit"),
    [(CODE_BYTES, Fraction(1, 10**4)), (TOKEN_BYTES, Fraction(1, 10**20))],
    ids=["short code", "token"],
)
def test_nine_hours_of_guessing_hit_hardly_ever(settings, size: int, limit: Fraction) -> None:
    tries = settings.WRONG_CODES_A_SECOND * NINE_HOURS

    at_most = tries * Fraction(LIVE, 256**size)  # the sum of the chances of all tries

    assert at_most < limit
