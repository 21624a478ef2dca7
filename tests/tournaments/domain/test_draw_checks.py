"""A stored round is the draw that its seed gives, and whatever is changed behind it is found."""

import io
import json
from random import Random

import pytest
from django.core.management import call_command

from tests.factories import ChampionshipFactory, enter, key, seat_round
from tournaments.domain.championships import change_settings
from tournaments.domain.draw_checks import check_draw
from tournaments.domain.refusal import Refused
from tournaments.domain.registration import withdraw_entry
from tournaments.domain.rounds import close_round, draw_round, publish_round
from tournaments.domain.swaps import swap_entries
from tournaments.enums import ByeReason, Kind, Pairing, ResultState
from tournaments.management.demo import play_round
from tournaments.models import Bye, Championship, Entry, ResultVersion, Round, Seat, Stage, append_only

pytestmark = pytest.mark.django_db


def play(championship: Championship, rounds: int, **options) -> None:
    for seed in range(1, rounds + 1):
        round_ = publish_round(draw_round(championship.pk, seed=seed, **options).pk)
        play_round(round_, Random(seed))
        close_round(round_.pk)


def codes(number: int) -> tuple[list[str], list[str]]:
    """Codes of the problems and of the notes of a round."""
    found = check_draw(Round.objects.select_related("championship", "stage").get(number=number))
    return [each.code for each in found.problems], [each.code for each in found.notes]


@pytest.fixture
def championship() -> Championship:
    """Nine pairs after two rounds, the third a proposal."""
    championship = ChampionshipFactory(slug="c")
    enter(championship, *"ABCDEFGHI")
    play(championship, 2)
    draw_round(championship.pk, seed=3)
    return championship


@pytest.mark.parametrize("number", [1, 2, 3])
def test_an_honest_draw_holds(championship, number):
    found = check_draw(Round.objects.select_related("championship", "stage").get(number=number))

    assert found.as_json() | {"proved": None, "unproved": None} == {
        "round": number,
        "ok": True,
        "recomputed": True,
        "inputs": "as_stored",
        "rows_since": "same",
        "problems": [],
        "notes": [],
        "proved": None,
        "unproved": None,
    }
    assert found.proved != ()


@pytest.mark.parametrize(
    ("kind", "pairing", "names", "rounds"),
    [
        pytest.param(Kind.PAIRS, Pairing.LOT, "ABCDEFG", 3, id="pairs-by-lot"),
        pytest.param(Kind.PAIRS, Pairing.ROUND_ROBIN, "ABCDE", 5, id="round-robin"),
        pytest.param(Kind.INDIVIDUALS, Pairing.STANDING, "ABCDEFGHIJ", 3, id="individuals-by-standing"),
        pytest.param(Kind.INDIVIDUALS, Pairing.WHIST, "ABCDEFGH", 4, id="whist"),
        pytest.param(Kind.INDIVIDUALS, Pairing.STRANGERS, "ABCDEFGHIJKLMNOP", 5, id="strangers"),
    ],
)
def test_every_format_is_drawn_and_holds(kind, pairing, names, rounds):
    championship = ChampionshipFactory(kind=kind)
    Stage.objects.update(pairing=pairing, rounds_planned=rounds)
    enter(championship, *names)

    play(championship, rounds)

    assert [codes(number) for number in range(1, rounds + 1)] == [([], [])] * rounds


def swap_seats(number: int) -> None:
    first, second = Seat.objects.filter(round__number=number, side="a").order_by("table__number")[:2]
    one, other = first.entry_id, second.entry_id
    Seat.objects.filter(pk=first.pk).update(entry=Bye.objects.filter(round__number=number).get().entry_id)
    Seat.objects.filter(pk=second.pk).update(entry=one)
    Seat.objects.filter(pk=first.pk).update(entry=other)


def change_bye(number: int) -> None:
    playing = Seat.objects.filter(round__number=number).first().entry_id
    Bye.objects.filter(round__number=number).update(entry=playing)


def change_result(number: int) -> None:
    with append_only.lifted():  # somebody with all rights on the database
        for version in ResultVersion.objects.filter(table__round__number=number):
            ResultVersion.objects.filter(pk=version.pk).update(deals=[72 - each for each in version.deals])


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        pytest.param(lambda: swap_seats(3), "draw_tables", id="tables-of-the-round"),
        pytest.param(lambda: change_bye(3), "draw_byes", id="bye"),
        pytest.param(lambda: Round.objects.filter(number=3).update(seed=4), "draw_seed", id="seed"),
        pytest.param(lambda: change_result(2), "draw_rows_changed", id="result-of-an-earlier-round"),
        pytest.param(lambda: swap_seats(2), "draw_inputs", id="table-of-an-earlier-round"),
        pytest.param(lambda: change_bye(2), "draw_inputs", id="bye-of-an-earlier-round"),
        pytest.param(
            lambda: Round.objects.get(number=3).tables.update(first_dealer="a"), "draw_dealers", id="first-dealer"
        ),
    ],
)
def test_what_is_changed_behind_the_draw_is_found(championship, change, expected):
    change()

    problems, notes = codes(3)

    assert expected in problems
    assert notes == []


def test_other_inputs_are_found_even_with_a_fitting_certificate(championship):
    round_ = Round.objects.get(number=3)
    entries = round_.draw["inputs"]["entries"]
    entries[0][2], entries[1][2] = entries[1][2] + 2, entries[0][2]
    round_.save()

    assert "draw_inputs" in codes(3)[0]


def test_an_honest_correction_after_the_draw_is_a_note(championship):
    round_ = Round.objects.get(number=2)
    table = round_.tables.get(number=1)
    won = ResultVersion.objects.get(table=table, state=ResultState.CONFIRMED).deals

    key(round_, 1, *(72 - each if each not in {1, 71, 72, 0} else 40 for each in won), reason="slip read wrongly")

    assert codes(3) == ([], ["draw_corrected_since"])


def test_a_withdrawal_after_the_draw_is_a_note(championship):
    publish_round(Round.objects.get(number=3).pk)

    withdraw_entry(Entry.objects.get(number=1).pk)

    assert codes(3) == ([], ["draw_corrected_since"])


def test_a_draw_without_absent_entries_holds():
    championship = ChampionshipFactory()
    enter(championship, *"ABCDEFGHI")

    play(championship, 2, absent=[4])

    assert (codes(1), codes(2)) == (([], []), ([], []))
    assert set(Bye.objects.filter(reason=ByeReason.ABSENT).values_list("entry__number", flat=True)) == {4}


@pytest.mark.parametrize(
    ("kind", "pairing", "size"),
    [
        pytest.param(Kind.PAIRS, Pairing.ROUND_ROBIN, 6, id="round-robin"),
        pytest.param(Kind.PAIRS, Pairing.KNOCKOUT, 8, id="knock-out"),
        pytest.param(Kind.INDIVIDUALS, Pairing.WHIST, 8, id="whist"),
    ],
)
def test_other_places_in_a_plan_are_found_even_with_the_tables_that_follow_from_them(kind, pairing, size):
    """The plan of the round, and who sits at its tables, are changed together: the seed gives other places."""
    championship = ChampionshipFactory(kind=kind, slug="c", rounds=3)
    Stage.objects.update(pairing=pairing)
    enter(championship, *"ABCDEFGH"[:size])
    round_ = draw_round(championship.pk, seed=1)
    honest = codes(1)

    one, other = round_.draw["inputs"]["plan"]["order"][:2]
    exchange = {one: other, other: one}
    plan = round_.draw["inputs"]["plan"]
    plan["order"] = [exchange.get(number, number) for number in plan["order"]]
    Round.objects.filter(pk=round_.pk).update(draw=round_.draw)
    entries = {entry.number: entry for entry in Entry.objects.filter(number__in=exchange)}
    pks = {number: entry.pk for number, entry in entries.items()}
    seats = {number: Seat.objects.filter(entry=entry) for number, entry in entries.items()}
    places = {number: [seat.pk for seat in rows] for number, rows in seats.items()}
    spare = Entry.objects.exclude(seats__round=round_).first() or add_spare(championship)
    Seat.objects.filter(pk__in=places[one]).update(entry=spare)
    Seat.objects.filter(pk__in=places[other]).update(entry=pks[one])
    Seat.objects.filter(pk__in=places[one]).update(entry=pks[other])

    assert honest == ([], [])
    assert "draw_order" in codes(1)[0]
    assert "draw_tables" not in codes(1)[0]


def add_spare(championship: Championship) -> Entry:
    """An entry of no round, on whose row nobody looks."""
    (entry,) = enter(championship, "Spare")
    return entry


def test_who_misses_only_the_first_round_of_a_round_robin_meets_everybody_after_it():
    championship = ChampionshipFactory(slug="c", rounds=5)
    Stage.objects.update(pairing=Pairing.ROUND_ROBIN)
    enter(championship, *"ABCDEF")

    play(championship, 1, absent=[1])
    for seed in range(2, 6):
        round_ = publish_round(draw_round(championship.pk, seed=seed).pk)
        play_round(round_, Random(seed))

    methods = [round_.draw["method"] for round_ in championship.rounds.order_by("number")]
    sides = Seat.objects.values_list("table", "entry__number")
    tables: dict[int, set[int]] = {}
    for table, entry in sides:
        tables.setdefault(table, set()).add(entry)
    met = [frozenset(table) for table in tables.values()]
    assert methods == ["schedule"] * 5
    assert (len(met), len(set(met))) == (14, 14)  # all but the table that was missed
    assert [codes(number) for number in range(1, 6)] == [([], [])] * 5


def test_a_knock_out_is_played_to_its_final():
    championship = ChampionshipFactory()
    Stage.objects.update(pairing=Pairing.KNOCKOUT)
    enter(championship, *"ABCDE")

    for seed in (1, 2, 3):
        round_ = publish_round(draw_round(championship.pk, seed=seed).pk)
        for table in round_.tables.all():
            key(round_, table.number, 40, 40, 40, 40)
        close_round(round_.pk)

    assert [round_.tables.count() for round_ in Round.objects.order_by("number")] == [1, 2, 2]
    assert [codes(number) for number in (1, 2, 3)] == [([], [])] * 3


def test_a_knock_out_table_that_is_corrected_to_level_stops_the_next_draw_and_is_a_note():
    championship = ChampionshipFactory()
    Stage.objects.update(pairing=Pairing.KNOCKOUT)
    enter(championship, *"ABCDEFGH")
    for seed in (1, 2):
        round_ = publish_round(draw_round(championship.pk, seed=seed).pk)
        for table in round_.tables.all():
            key(round_, table.number, 40, 40, 40, 40)
    key(Round.objects.get(number=1), 1, 36, 36, 36, 36, reason="slip read wrongly")

    with pytest.raises(Refused) as refusal:
        draw_round(championship.pk, seed=3)

    assert (refusal.value.code, codes(2)) == ("no_winner", ([], ["draw_corrected_since"]))


def test_another_way_to_draw_later_leaves_the_drawn_rounds_as_they_are(championship):
    change_settings(championship.pk, pairing={1: Pairing.PRESCRIBED})

    assert [codes(number) for number in (1, 2, 3)] == [([], [])] * 3


def test_an_exchange_by_the_organiser_holds_too(championship):
    round_ = Round.objects.get(number=3)
    one = round_.tables.get(number=1).seats.get(side="a").entry.number
    other = round_.tables.get(number=2).seats.get(side="a").entry.number

    swap_entries(round_.pk, one, other, reason="they came together")

    assert codes(3) == ([], [])


def test_tables_seated_by_hand_cannot_be_made_anew():
    championship = ChampionshipFactory()
    a, b = enter(championship, *"AB")
    seat_round(championship, [(a, b)])

    assert codes(1) == (["draw_by_hand"], [])


def run(*arguments: object) -> tuple[int, dict]:
    out, code = io.StringIO(), 0
    try:
        call_command("check_draw", *map(str, arguments), "--json", stdout=out, stderr=io.StringIO())
    except SystemExit as end:
        code = end.code
    return code, json.loads(out.getvalue())


def test_the_command_says_yes_with_0(championship):
    code, answer = run("c", 3)

    assert (code, answer["round"], answer["ok"], answer["recomputed"]) == (0, 3, True, True)


def test_the_command_says_no_with_1_and_the_reason(championship):
    swap_seats(3)

    code, answer = run("c", 3)

    assert (code, answer["ok"], answer["recomputed"]) == (1, False, False)
    assert answer["problems"][0] == {"code": "draw_tables", "tables": [1, 2]}


def test_the_command_names_a_round_that_is_not_there(championship):
    assert run("c", 9) == (1, {"problems": [{"code": "no_round", "round": 9}]})


def test_names_are_not_among_the_inputs(championship):
    assert "Uno" not in json.dumps(Round.objects.get(number=3).draw)
