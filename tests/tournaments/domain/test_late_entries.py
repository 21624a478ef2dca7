"""Who comes after the draw plays against who would have sat out; no table that is set changes."""

import pytest

from tests.factories import ChampionshipFactory, enter, key
from tests.tournaments.domain.test_together import together
from tournaments.domain.draw_checks import check_draw
from tournaments.domain.late_entries import open_seat, seat_late_entry
from tournaments.domain.refusal import Refused
from tournaments.domain.registration import withdraw_entry
from tournaments.domain.rounds import draw_round, publish_round
from tournaments.domain.sheets import round_sheet
from tournaments.enums import Kind, Pairing
from tournaments.models import Championship, Entry, Round, Stage

pytestmark = pytest.mark.django_db
REASON = "came late"


def refusal_of(function, *args, **options) -> list[str]:
    with pytest.raises(Refused) as refusal:
        function(*args, **options)
    return [problem.code for problem in refusal.value.problems]


def seats(championship: Championship, number: int = 1) -> dict[int, set[int]]:
    sheet = round_sheet(championship, number)
    return {table.number: {line.number for line in (*table.a, *table.b)} for table in sheet.tables}


@pytest.fixture
def championship() -> Championship:
    """Five pairs; round 1 is published, and one pair sits out."""
    championship = ChampionshipFactory(slug="c")
    enter(championship, *"ABCDE")
    publish_round(draw_round(championship.pk, seed=1).pk)
    championship.refresh_from_db()
    return championship


def checked(number: int = 1) -> tuple:
    return check_draw(Round.objects.select_related("championship", "stage").get(number=number)).problems


def test_a_pair_that_comes_late_plays_at_one_more_table(championship):
    out = championship.rounds.get().byes.get().entry.number
    before = seats(championship)
    (late,) = enter(championship, "F")

    seat_late_entry(late.pk, reason=REASON)

    championship.refresh_from_db()
    assert seats(championship) == {**before, 3: {out, late.number}}
    assert (championship.rounds.get().byes.count(), checked()) == (0, ())
    assert round_sheet(championship, 1, public=True).changed == (REASON,)


def test_a_table_that_has_started_is_not_touched(championship):
    key(championship.rounds.get(), 1, 40, 30, 36, 50)
    (late,) = enter(championship, "F")

    seat_late_entry(late.pk, reason=REASON)

    table = championship.rounds.get().tables.get(number=1)
    assert (table.version, table.results.count(), checked()) == (1, 1, ())


def test_a_later_round_knows_where_the_latecomer_stands(championship):
    round_ = championship.rounds.get()
    for number in (1, 2):
        key(round_, number, 40, 40, 40, 40)
    publish_round(draw_round(championship.pk, seed=2).pk)
    (late,) = enter(championship, "F")

    seat_late_entry(late.pk, reason=REASON)

    assert checked(2) == ()
    assert checked(1) == ()


def test_who_was_marked_as_absent_may_still_come():
    championship = ChampionshipFactory(slug="c")
    enter(championship, *"ABCDEF")
    publish_round(draw_round(championship.pk, seed=1, absent=[6]).pk)

    seat_late_entry(Entry.objects.get(number=6).pk, reason=REASON)

    assert (len(seats(championship)), championship.rounds.get().byes.count(), checked()) == (3, 0, ())


@pytest.mark.parametrize(
    ("people", "fits"), [(7, True), (6, False), (8, False)], ids=["three-wait", "two-wait", "nobody-waits"]
)
def test_single_persons_need_three_who_wait(people, fits):
    championship = ChampionshipFactory(kind=Kind.INDIVIDUALS)
    enter(championship, *(f"P{number}" for number in range(people)))
    draw_round(championship.pk, seed=1)
    (late,) = enter(championship, "Late")

    if fits:
        seat_late_entry(late.pk, reason=REASON)
        assert checked() == ()
    else:
        assert refusal_of(seat_late_entry, late.pk, reason=REASON) == ["no_open_seat"]
    assert len(seats(championship)) == (2 if fits else people // 4)


@pytest.mark.parametrize(
    ("state", "code"),
    [("seated", "seated_already"), ("withdrawn", "entry_withdrawn"), ("silent", "late_reason_missing")],
)
def test_what_cannot_be_leaves_the_round_as_it_is(championship, state, code):
    before = seats(championship)
    (late,) = enter(championship, "F")
    if state == "withdrawn":
        withdraw_entry(late.pk)
    entry = championship.entries.get(number=1) if state == "seated" else late

    codes = refusal_of(seat_late_entry, entry.pk, reason="" if state == "silent" else REASON)

    assert (codes, seats(championship)) == ([code], before)


def test_a_page_of_another_round_seats_nobody(championship):
    (late,) = enter(championship, "F")

    assert refusal_of(seat_late_entry, late.pk, reason=REASON, expected_round=7) == ["no_open_seat"]


def test_a_schedule_has_no_such_seat():
    championship = ChampionshipFactory()
    Stage.objects.update(pairing=Pairing.ROUND_ROBIN)
    enter(championship, *"ABCDE")
    draw_round(championship.pk, seed=1)

    assert open_seat(championship) is None


@pytest.mark.django_db(transaction=True)
def test_two_who_come_late_at_once_and_one_gets_the_seat():
    championship = ChampionshipFactory()
    enter(championship, *"ABC")
    publish_round(draw_round(championship.pk, seed=1).pk)
    first, second = enter(championship, "D", "E")

    answers = together(*[lambda pk=each.pk: seat_late_entry(pk, reason=REASON) for each in (first, second)])

    assert (answers, len(seats(championship))) == (["done", "no_open_seat"], 2)
