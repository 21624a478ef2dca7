"""Eight rounds of 51 pairs and of 102 single persons: every draw is proved, and one changed table is found."""

import io
import json
from datetime import date

import pytest
from django.core.management import call_command

from tournaments.domain.draw_checks import check_draw
from tournaments.domain.draw_records import inputs_from, stored_draw
from tournaments.enums import Preset, SideName
from tournaments.management.demo import DemoPlan, make_demo
from tournaments.models import Bye, Championship, Round, Seat
from tournaments.pairing import checker

pytestmark = pytest.mark.django_db


def day(preset: Preset, entries: int) -> Championship:
    plan = DemoPlan("demo", 1, "published", preset, entries, rounds=8, day=date(2026, 11, 7))
    return make_demo(plan)


def found(number: int) -> tuple[list[str], list[str]]:
    """Codes of what is wrong and of what the independent checker could not prove."""
    round_ = Round.objects.select_related("championship", "stage").get(number=number)
    check = check_draw(round_)
    return [problem.code for problem in check.problems], [*check.unproved]


def found_without_the_seed(number: int) -> list[str]:
    """What the independent checker says, which neither knows the seed nor draws."""
    round_ = Round.objects.select_related("championship", "stage").get(number=number)
    inputs = inputs_from(round_)
    assert inputs is not None
    return [str(fault.code) for fault in checker.check(inputs.field, stored_draw(round_)).faults]


def command(number: int) -> tuple[int, list[str]]:
    out, code = io.StringIO(), 0
    try:
        call_command("check_draw", "demo", str(number), "--json", stdout=out, stderr=io.StringIO())
    except SystemExit as end:
        code = end.code
    return code, [problem["code"] for problem in json.loads(out.getvalue())["problems"]]


def exchange_two(number: int) -> None:
    """The first of tables 1 and 2 exchange their seats, behind the log."""
    first, second = Seat.objects.filter(round__number=number, side=SideName.A, position=1).order_by("table__number")[:2]
    one, other = first.entry_id, second.entry_id
    spare = Bye.objects.filter(round__number=number).first().entry_id
    for seat, entry in ((first, spare), (second, one), (first, other)):  # nobody sits twice in between
        Seat.objects.filter(pk=seat.pk).update(entry=entry)


@pytest.mark.parametrize(
    ("preset", "entries", "sit_outs"),
    [
        pytest.param(Preset.CANTONAL, 51, 8, id="51-pairs"),
        pytest.param(Preset.VILLAGE, 102, 16, id="102-individuals"),
    ],
)
def test_every_round_of_a_whole_day_is_proved_and_a_changed_table_is_found(preset, entries, sit_outs):
    day(preset, entries)

    honest = [found(number) for number in range(1, 9)]
    told = command(8)
    sat_out = list(Bye.objects.values_list("entry", flat=True))
    alone = [found_without_the_seed(number) for number in range(1, 9)]
    exchange_two(8)
    forged = command(8)
    for number in range(1, 8):
        exchange_two(number)
    alone_forged = [found_without_the_seed(number) for number in range(1, 9)]

    assert [problems for problems, _ in honest] == [[]] * 8
    assert told == (0, [])
    assert (len(sat_out), len(set(sat_out))) == (sit_outs, sit_outs)
    assert sum(round_.draw["repeats"] for round_ in Round.objects.all()) == 0
    assert (forged[0], "draw_tables" in forged[1], "draw_fault" in forged[1]) == (1, True, True)
    assert alone == [[]] * 8
    assert all("TABLES_CHANGED" in faults for faults in alone_forged)
