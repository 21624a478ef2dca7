"""Whatever is done in whatever order, what must hold holds (reliability.md K5).

In the normal run 50 sequences of 30 steps, with TROCCAS_NIGHTLY=1 500 of 50.
"""

import os
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from tests.factories import ChampionshipFactory, enter, member
from tests.tournaments.domain.archive import restored
from tests.tournaments.domain.canonical import canonical_rows
from tournaments.domain.claims import agree, claim_result
from tournaments.domain.log_checks import check_log
from tournaments.domain.official import make_official
from tournaments.domain.refusal import Refused
from tournaments.domain.registration import PersonData, edit_entry, return_entry, withdraw_entry
from tournaments.domain.results import key_result, withdraw_result
from tournaments.domain.results import rule as decide
from tournaments.domain.rounds import close_round, draw_round, publish_round, undo_draw
from tournaments.domain.standings import Reader
from tournaments.domain.swaps import swap_entries
from tournaments.domain.undo import undo_last, undoable
from tournaments.enums import COUNTING_STATES, ByeReason, Consent, ResultState, RoundState, SideName
from tournaments.models import Bye, Championship, Entry, ResultVersion, Round, Seat, Table

pytestmark = pytest.mark.django_db

NIGHTLY = os.environ.get("TROCCAS_NIGHTLY") == "1"
#: In parts, which several processes share.
PARTS, EXAMPLES, STEPS = (50, 10, 50) if NIGHTLY else (5, 10, 30)

DEALS = st.sampled_from([(40, 30, 36, 50), (36, 36, 36, 36), (72, 30, 40, 20), (31, 42, 0, 22)])
SIDES = st.sampled_from([SideName.A, SideName.B])
PLACES = st.integers(0, 5)
YES = {"answered_yes": True}


def others(deals: tuple[int, ...]) -> tuple[int, ...]:
    """What the other side of the table writes for the same deals."""
    return tuple(72 - points for points in deals)


class Evening(RuleBasedStateMachine):
    """A small championship: up to seven pairs, up to three rounds."""

    def __init__(self) -> None:
        super().__init__()
        self.transaction = transaction.atomic()
        self.transaction.__enter__()
        self.championship = ChampionshipFactory(rounds=3)
        self.gion = member(self.championship.association)
        #: The last change of the office, and what was before it, while nothing else has happened.
        self.before: tuple[int, str] | None = None
        #: What was checked already: a step that was refused has changed nothing.
        self.checked = -1
        self.was_restored = False

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.transaction.__exit__(None, None, None)

    # What is done

    @initialize()
    def four_pairs(self) -> None:
        enter(self.championship, *"ABCD")

    def office(self, do: Callable[..., Any], *args: Any, **options: Any) -> None:
        """Something the office does; where it is refused nothing is stored."""
        self.attempt(lambda: do(*args, **options, actor=self.gion), by_office=True)

    def attempt(self, do: Callable[[], Any], *, by_office: bool = False) -> None:
        revision, before = self.revision, canonical_rows(self.championship.pk)
        try:
            do()
        except Refused:
            assert (self.revision, canonical_rows(self.championship.pk)) == (revision, before)
            return
        if self.revision > revision:
            self.before = (revision, before) if by_office else None

    @property
    def revision(self) -> int:
        return Championship.objects.get(pk=self.championship.pk).revision

    @property
    def last(self) -> Round | None:
        return self.championship.rounds.order_by("-number").first()

    def table(self, place: int, *, last: bool = True) -> Table | None:
        tables = Table.objects.filter(round__championship=self.championship).exclude(round__state=RoundState.DRAFT)
        if last and self.last is not None:
            tables = tables.filter(round=self.last)
        found = list(tables.order_by("round__number", "number"))
        return found[place % len(found)] if found else None

    def entry(self, place: int) -> Entry:
        entries = list(self.championship.entries.order_by("number"))
        return entries[place % len(entries)]

    @precondition(lambda self: self.championship.entries.count() < 7)
    @rule()
    def register(self) -> None:
        name = f"P{self.championship.entries.count() + 1}"
        self.attempt(lambda: enter(self.championship, name))

    @rule(place=PLACES)
    def withdraw(self, place: int) -> None:
        self.office(withdraw_entry, self.entry(place).pk)

    @rule(place=PLACES)
    def come_back(self, place: int) -> None:
        self.office(return_entry, self.entry(place).pk)

    @rule(place=PLACES)
    def make_anonymous(self, place: int) -> None:
        entry = self.entry(place)
        people = [PersonData(person.name, consent=Consent.INITIALS) for person in entry.persons]
        self.office(edit_entry, entry.pk, people=people, number=entry.number)

    @rule(seed=st.integers(0, 3), accept=st.sampled_from(["", "it is late"]))
    def draw(self, seed: int, accept: str) -> None:
        self.office(draw_round, self.championship.pk, seed=seed, accept_open=accept)

    @precondition(lambda self: self.last is not None)
    @rule()
    def publish(self) -> None:
        self.office(publish_round, self.last.pk)

    @precondition(lambda self: self.last is not None)
    @rule(one=PLACES, other=PLACES)
    def exchange(self, one: int, other: int) -> None:
        self.office(
            swap_entries, self.last.pk, self.entry(one).number, self.entry(other).number, reason="they came together"
        )

    @precondition(lambda self: self.last is not None)
    @rule()
    def discard(self) -> None:
        self.office(undo_draw, self.last.pk)

    @precondition(lambda self: self.last is not None)
    @rule()
    def close(self) -> None:
        self.office(close_round, self.last.pk)

    @precondition(lambda self: self.last is not None and self.last.state == RoundState.CLOSED)
    @rule()
    def official(self) -> None:
        self.office(make_official, self.last.pk)

    @rule(place=PLACES, side=SIDES, deals=DEALS, stale=st.booleans())
    def claim(self, place: int, side: SideName, deals: tuple[int, ...], stale: bool) -> None:
        if (table := self.table(place)) is not None:
            seen = 0 if stale else table.version
            self.attempt(lambda: claim_result(table.pk, side, deals, seen_version=seen, **YES))

    @rule(place=PLACES, deals=DEALS)
    def both_claim(self, place: int, deals: tuple[int, ...]) -> None:
        self.claim(place, SideName.A, deals, stale=False)
        self.claim(place, SideName.B, others(deals), stale=False)

    @rule(place=PLACES, side=SIDES)
    def agree(self, place: int, side: SideName) -> None:
        if (table := self.table(place)) is not None:
            self.attempt(lambda: agree(table.pk, side, version=table.version))

    @rule(place=PLACES, deals=DEALS, last=st.booleans(), reason=st.sampled_from(["", "misread"]))
    def type_or_correct(self, place: int, deals: tuple[int, ...], last: bool, reason: str) -> None:
        if (table := self.table(place, last=last)) is not None:
            self.office(key_result, table.pk, deals, expected_version=table.version, reason=reason, **YES)

    @rule(place=PLACES, deals=DEALS)
    def decide(self, place: int, deals: tuple[int, ...]) -> None:
        if (table := self.table(place)) is not None:
            self.office(decide, table.pk, deals, expected_version=table.version, reason="the slip", **YES)

    @rule(place=PLACES)
    def withdraw_a_result(self, place: int) -> None:
        if (table := self.table(place)) is not None:
            self.office(withdraw_result, table.pk, expected_version=table.version, reason="another table")

    @rule()
    def undo(self) -> None:
        if (found := undoable(self.championship)) is None:
            return
        last = self.before
        self.attempt(lambda: undo_last(self.championship.pk, found.event, actor=self.gion))
        done = found.why_not is None
        if done and last is not None and found.event > last[0]:
            assert canonical_rows(self.championship.pk) == last[1]
        if done:
            self.before = None

    @precondition(lambda self: not self.was_restored and self.revision > 8)
    @rule()
    def restore(self) -> None:
        """Once in a sequence: it takes as long as ten other steps."""
        before, log = (
            canonical_rows(self.championship.pk),
            list(self.championship.events.values_list("sequence", "hash")),
        )
        restored(self.championship.pk)
        self.checked, self.was_restored = -1, True
        assert canonical_rows(self.championship.pk) == before
        assert list(self.championship.events.values_list("sequence", "hash")) == log

    # What must hold

    @invariant()
    def everything_holds(self) -> None:
        if self.revision == self.checked:
            return
        self.every_result_is_four_deals_of_72()
        self.nobody_sits_twice()
        self.one_version_counts_where_a_table_counts()
        self.standings_are_those_of_confirmed_results()
        self.the_log_tells_what_is_stored()
        self.checked = self.revision

    def every_result_is_four_deals_of_72(self) -> None:
        for deals in ResultVersion.objects.values_list("deals", flat=True):
            assert len(deals) == 4
            assert all(0 <= points <= 72 for points in deals)
            assert sum(deals) + sum(72 - points for points in deals) == 288

    def nobody_sits_twice(self) -> None:
        for round_ in self.championship.rounds.all():
            seated = list(round_.seats.values_list("entry", flat=True))
            without = list(round_.byes.values_list("entry", flat=True))
            assert len(set(seated + without)) == len(seated + without)
            assert Counter(round_.seats.values_list("table", flat=True)) == dict.fromkeys(
                round_.tables.values_list("pk", flat=True), 2
            )

    def one_version_counts_where_a_table_counts(self) -> None:
        for table in Table.objects.all():
            counting = table.results.filter(state=ResultState.CONFIRMED).count()
            assert counting == (table.state in COUNTING_STATES), (table.state, counting)

    def standings_are_those_of_confirmed_results(self) -> None:
        reader = Reader(Championship.objects.get(pk=self.championship.pk), public=False)
        rows = reader.ranking(None).rows
        ranked = {row.number: (row.standing.tournament_points, row.standing.net) for row in rows}
        recounted = recount(self.championship, reader.last_played())
        assert ranked == {number: recounted[number] for number in ranked}
        assert all(worth == (0, 0) for number, worth in recounted.items() if number not in ranked)
        order = [(row.standing.rank, ranked[row.number]) for row in rows]
        assert [worth for _rank, worth in order] == sorted((worth for _rank, worth in order), reverse=True)

    def the_log_tells_what_is_stored(self) -> None:
        assert check_log(Championship.objects.get(pk=self.championship.pk)).problems == ()


def recount(championship: Championship, after: int) -> dict[int, tuple[int, int]]:
    """Points and net of each entry after a round, counted the plainest way: 2 for a table won or sat out, 1 level."""
    worth = {number: [0, 0] for number in championship.entries.values_list("number", flat=True)}
    results = ResultVersion.objects.filter(
        state=ResultState.CONFIRMED, table__state__in=COUNTING_STATES, table__round__number__lte=after
    )
    for version in results:
        net = sum(version.deals) - 144
        for side, number in Seat.objects.filter(table=version.table_id).values_list("side", "entry__number"):
            own = net if side == SideName.A else -net
            worth[number][0] += 2 if own > 0 else 1 if own == 0 else 0
            worth[number][1] += own
    byes = Bye.objects.filter(round__number__lte=after, reason=ByeReason.SITS_OUT).exclude(
        round__state=RoundState.DRAFT
    )
    for number in byes.values_list("entry__number", flat=True):
        worth[number][0] += 2
    return {number: (points, net) for number, (points, net) in worth.items()}


@pytest.mark.parametrize("_part", range(PARTS))
def test_whatever_is_done_in_whatever_order_everything_holds(_part: int) -> None:
    run_state_machine_as_test(
        Evening,
        settings=settings(
            max_examples=EXAMPLES,
            stateful_step_count=STEPS,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
