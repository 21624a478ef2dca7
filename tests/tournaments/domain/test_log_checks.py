"""What is stored follows from the log, and whatever is changed behind it is found."""

import io
import json
from random import Random

import pytest
from django.core.management import call_command
from django.db import connection

from tests.factories import ChampionshipFactory, enter, key, member, seat_round
from tournaments.domain.championships import change_settings
from tournaments.domain.claims import agree, claim_result
from tournaments.domain.file_results import store_file_results
from tournaments.domain.log_checks import check_log
from tournaments.domain.official import make_official
from tournaments.domain.penalties import give_penalty, lift_penalty
from tournaments.domain.publishing import hide_results_after, publish_ranking, set_public
from tournaments.domain.registration import (
    PersonData,
    apply_import,
    edit_entry,
    register_entry,
    remove_entry,
    store_preview,
    undo_import,
    withdraw_entry,
)
from tournaments.domain.results import key_result, rule, withdraw_result
from tournaments.domain.rounds import close_round, draw_round, publish_round, undo_draw
from tournaments.domain.substitutes import substitute
from tournaments.domain.swaps import swap_entries
from tournaments.domain.take_back import take_back
from tournaments.domain.undo import undo_last, undoable
from tournaments.domain.versions import fresh
from tournaments.enums import Kind, RoundState, SideName, TableState
from tournaments.management.demo import play_round
from tournaments.models import (
    Bye,
    Championship,
    Entry,
    EventReason,
    Penalty,
    ResultVersion,
    Round,
    Seat,
    Substitution,
    Table,
    append_only,
)
from tournaments.views.messages import sentences

pytestmark = pytest.mark.django_db

OURS = (40, 30, 36, 50)


def play(championship: Championship, seed: int) -> Round:
    round_ = publish_round(draw_round(championship.pk, seed=seed).pk)
    play_round(round_, Random(seed))
    return close_round(round_.pk)


@pytest.fixture
def championship() -> Championship:
    """Nine pairs after two rounds; in the third one of four tables has a result."""
    championship = ChampionshipFactory(slug="c")
    enter(championship, *"ABCDEFGHI")
    for seed in (1, 2):
        play(championship, seed)
    key(publish_round(draw_round(championship.pk, seed=3).pk), 1, *OURS)
    championship.refresh_from_db()
    return championship


def problems(championship: Championship) -> list[dict]:
    championship.refresh_from_db()
    return [problem.as_json() for problem in check_log(championship).problems]


def test_an_honest_log_holds(championship):
    found = check_log(championship)

    assert found.as_json() == {
        "events": championship.revision,
        "ok": True,
        "head": championship.last_event_hash,
        "results": 9,
        "problems": [],
    }


def test_individuals_hold_as_well():
    championship = ChampionshipFactory(kind=Kind.INDIVIDUALS)
    enter(championship, *"ABCDEFGHIJ")

    for seed in (1, 2):
        play(championship, seed)

    assert problems(championship) == []


def claims_and_office(championship: Championship) -> None:
    """Everything that can happen to the result of a table."""
    round_ = seat_round(championship, list(zip(*[iter(championship.entries.order_by("number")[:8])] * 2, strict=True)))
    gion, tables = member(championship.association), {table.number: table.pk for table in round_.tables.all()}
    say = {"seen_version": 9, "answered_yes": True}
    claim_result(tables[1], SideName.A, OURS, **say)
    agree(tables[1], SideName.B, version=1)
    claim_result(tables[2], SideName.A, OURS, **say)
    claim_result(tables[2], SideName.B, (31, 42, 36, 22), **say)
    rule(tables[2], OURS, expected_version=2, reason="the slip", answered_yes=True)
    key(round_, 1, 44, 30, 36, 50, reason="misread")
    claim_result(tables[3], SideName.B, OURS, **say)
    typed = key_result(tables[3], OURS, expected_version=1, answered_yes=True, actor=gion)
    take_back(tables[3], version=typed.table.version, actor=gion)
    key(round_, 4, *OURS)
    withdraw_result(tables[4], expected_version=fresh(tables[4]).version, reason="another table")
    store_file_results(round_.pk, {1: (45, 30, 36, 50), 3: OURS, 4: OURS}, replace_reason="the file is right")


def test_claims_rulings_corrections_and_files_hold(championship):
    for number in (2, 3, 4):
        key(championship.rounds.get(number=3), number, *OURS)

    claims_and_office(championship)

    assert problems(championship) == []
    assert set(Table.objects.filter(round__number=4).values_list("state", flat=True)) == {
        TableState.CONFIRMED,
        TableState.CONFLICT,
        TableState.CORRECTED,
    }


def test_what_was_taken_back_is_left_out(championship):
    gion = member(championship.association)
    table = championship.rounds.get(number=3).tables.get(number=2)
    key_result(table.pk, OURS, expected_version=0, answered_yes=True, actor=gion)
    undo_last(championship.pk, undoable(championship).event, actor=gion)
    withdraw_entry(championship.entries.get(number=4).pk, actor=gion)
    undo_last(championship.pk, undoable(championship).event, actor=gion)

    assert problems(championship) == []


def test_draws_exchanged_discarded_and_drawn_again_hold(championship):
    for number in (2, 3, 4):
        key(championship.rounds.get(number=3), number, *OURS)
    undo_draw(draw_round(championship.pk, seed=4).pk)
    round_ = draw_round(championship.pk, seed=5, absent=[1])
    one, other = (round_.tables.get(number=n).seats.get(side="a").entry.number for n in (1, 2))

    swap_entries(round_.pk, one, other, reason="they came together")

    assert problems(championship) == []


def test_entries_that_come_change_their_number_and_go_hold():
    championship = ChampionshipFactory()
    first, second = enter(championship, "A", "B")
    people = [PersonData("Gion Caduff", "Trun"), PersonData("Lina Tuor", "Trun")]
    edit_entry(first.pk, people=people, number=7)
    remove_entry(second.pk)
    withdraw_entry(first.pk)

    assert problems(championship) == []


def test_a_published_ranking_holds(championship):
    for number in (2, 3, 4):
        key(championship.rounds.get(number=3), number, *OURS)

    publish_ranking(championship.pk)

    assert problems(championship) == []


def test_a_round_that_became_official_stays_so_when_the_next_draw_is_discarded(championship):
    for number in (2, 3, 4):
        key(championship.rounds.get(number=3), number, *OURS)
    drawn = draw_round(championship.pk, seed=4)
    make_official(championship.rounds.get(number=3).pk)
    undo_draw(drawn.pk)

    found = problems(championship)

    assert found == []
    assert championship.events.get(type="round_undone").payload == {"round": 4, "reopened": False}


def people(number: int) -> list[PersonData]:
    return [PersonData(f"Gion Caduff {number}", "Trun"), PersonData(f"Lina Tuor {number}", "Trun")]


def test_points_off_go_along_with_a_new_number():
    championship = ChampionshipFactory()
    entries = enter(championship, *"ABCD")
    given = give_penalty(championship.pk, 4, points=3, reason="late", after_round=0)
    give_penalty(championship.pk, 4, points=2, reason="late again", after_round=0)
    edit_entry(entries[3].pk, people=people(4), number=9)
    lift_penalty(given.pk, reason="it was not they")

    found = problems(championship)

    assert found == []


def imported(championship: Championship) -> int:
    rows = [
        {"row": row, "people": [{"name": f"{who} {row}", "place": "Trun"} for who in ("Gion", "Lina")]}
        for row in (1, 2)
    ]
    batch = store_preview(championship.pk, filename="l.csv", preview={"rows": rows, "problems": []})
    apply_import(batch.pk, decisions={})
    return batch.pk


def test_a_file_that_is_taken_back_takes_its_entries_by_their_new_numbers():
    championship = ChampionshipFactory()
    batch = imported(championship)
    edit_entry(championship.entries.get(number=2).pk, people=people(2), number=9)
    remove_entry(championship.entries.get(number=1).pk)
    register_entry(championship.pk, people(1), number=1)
    register_entry(championship.pk, people(2), number=2)
    undo_import(batch)

    found = problems(championship)

    assert found == []
    assert set(championship.entries.values_list("number", flat=True)) == {1, 2}


# Changed behind the log --------------------------------------------------------------------------------------------


def change_result(_championship) -> None:
    with append_only.lifted():
        version = ResultVersion.objects.filter(table__round__number=1, table__number=1).get()
        ResultVersion.objects.filter(pk=version.pk).update(deals=[40, 40, 40, 40])


def change_state(championship) -> None:
    Table.objects.filter(round__number=3, number=2).update(state=TableState.CONFIRMED)


def change_seats(championship) -> None:
    bye = Bye.objects.get(round__number=2)
    seat = Seat.objects.filter(round__number=2).first()
    bye.entry_id, seat.entry_id = seat.entry_id, bye.entry_id
    bye.save()
    seat.save()


def change_round(championship) -> None:
    Round.objects.filter(number=2).update(state=RoundState.OFFICIAL)


def change_entry(championship) -> None:
    Entry.objects.filter(number=5).update(state="withdrawn")


def change_number(championship) -> None:
    Entry.objects.filter(championship=championship, number=5).update(number=55)


def change_side(_championship) -> None:
    Seat.objects.filter(round__number=1, side="b").update(side="x")


def change_seed(_championship) -> None:
    Round.objects.filter(number=1).update(seed=7)


def change_dealer(_championship) -> None:
    table = Table.objects.get(round__number=1, number=1)
    Table.objects.filter(pk=table.pk).update(first_dealer="a" if table.first_dealer == "b" else "b")


def change_deals_into_words(_championship) -> None:
    with append_only.lifted():
        ResultVersion.objects.filter(table__round__number=1, table__number=1).update(deals=["x", None])


def change_revision(championship) -> None:
    Championship.objects.filter(pk=championship.pk).update(revision=championship.revision - 1)


def settings(**values):
    def change(championship) -> None:
        Championship.objects.filter(pk=championship.pk).update(**values)

    return change


def make_substitute_earlier(championship) -> None:
    Substitution.objects.filter(entry__championship=championship).update(from_round=3)


def forget_penalty(championship) -> None:
    Penalty.objects.filter(entry__championship=championship).update(points=1)


def drop_claims(championship) -> None:
    ResultVersion.objects.filter(table__round__championship=championship, state="claimed").update(state="superseded")


def plan_more(championship) -> None:
    championship.stages.update(rounds_planned=9)


def make_stand_in(championship) -> None:
    championship.entries.filter(number=10).update(stand_in=False)


def forget_reason(championship) -> None:
    with append_only.lifted():
        EventReason.objects.filter(event__championship=championship, event__type="penalty_given").delete()


def put_a_reason(championship) -> None:
    event = championship.events.get(type="made_public")
    EventReason.objects.create(event=event, text="nobody has said so")


def change_event(championship) -> None:
    with append_only.lifted():
        event = championship.events.filter(type="result_confirmed").first()
        championship.events.filter(pk=event.pk).update(payload=event.payload | {"deals": [41, 31, 36, 50]})


@pytest.mark.parametrize(
    ("change", "codes"),
    [
        pytest.param(change_result, {"log_table", "log_ranking"}, id="numbers"),
        pytest.param(change_state, {"log_table"}, id="state-of-a-table"),
        pytest.param(change_seats, {"log_seats", "log_ranking"}, id="seats"),
        pytest.param(change_round, {"log_round"}, id="state-of-a-round"),
        pytest.param(change_entry, {"log_entries", "log_ranking"}, id="an-entry"),
        pytest.param(change_number, {"log_seats", "log_entries", "log_unreadable"}, id="number-of-an-entry"),
        pytest.param(change_side, {"log_seats", "log_unreadable"}, id="side-of-a-seat"),
        pytest.param(change_seed, {"log_draw"}, id="seed"),
        pytest.param(change_dealer, {"log_draw"}, id="who-gives-first"),
        pytest.param(change_deals_into_words, {"log_table", "log_unreadable"}, id="no-numbers"),
        pytest.param(change_revision, {"log_revision"}, id="revision"),
        pytest.param(settings(points_win=7), {"log_settings"}, id="points"),
        pytest.param(settings(lot_seed=7), {"log_settings"}, id="lot"),
        pytest.param(settings(keys=["net"]), {"log_settings"}, id="keys"),
        pytest.param(settings(link_generation=9), {"log_settings"}, id="links"),
        pytest.param(change_event, {"log_broken", "log_table", "log_ranking"}, id="an-event"),
    ],
)
def test_what_is_changed_behind_the_log_is_found(championship, change, codes):
    change(championship)

    assert {problem["code"] for problem in problems(championship)} == codes


@pytest.fixture
def more(championship) -> Championship:
    """The same, with a claim, a substitute, points off, a stand-in; shown to everybody, and five rounds planned."""
    table = championship.rounds.get(number=3).tables.get(number=2)
    claim_result(table.pk, SideName.A, OURS, seen_version=0, answered_yes=True)
    substitute(championship.pk, 1, 2, PersonData("Gion Nuth", "Sagogn"), from_round=4)
    give_penalty(championship.pk, 2, points=3, reason="late", after_round=1)
    register_entry(championship.pk, people(10), stand_in=True)
    set_public(championship.pk, public=True)
    hide_results_after(championship.pk, after_round=2)
    change_settings(championship.pk, rounds={1: 5}, points_win=3)
    championship.refresh_from_db()
    return championship


def test_what_else_an_event_says_holds(more):
    assert problems(more) == []


@pytest.mark.parametrize(
    ("change", "codes"),
    [
        pytest.param(drop_claims, {"log_claims"}, id="claims"),
        pytest.param(make_substitute_earlier, {"log_substitutes"}, id="substitutes"),
        pytest.param(forget_penalty, {"log_penalties"}, id="points-off"),
        pytest.param(make_stand_in, {"log_entries"}, id="stand-in"),
        pytest.param(settings(is_public=False), {"log_settings"}, id="public"),
        pytest.param(settings(hidden_after=None), {"log_settings"}, id="hidden"),
        pytest.param(settings(points_win=2), {"log_settings", "log_ranking"}, id="points-after-a-change"),
        pytest.param(plan_more, {"log_settings"}, id="rounds-planned"),
        pytest.param(forget_reason, {"log_reasons"}, id="a-reason-that-is-gone"),
        pytest.param(put_a_reason, {"log_reasons"}, id="a-reason-that-nobody-gave"),
    ],
)
def test_what_else_is_changed_behind_the_log_is_found(more, change, codes):
    change(more)

    assert {problem["code"] for problem in problems(more)} - {"log_ranking"} == codes - {"log_ranking"}


def test_a_reason_that_was_cleared_is_no_problem(more):
    EventReason.objects.update(text="")

    assert problems(more) == []


def test_every_problem_has_a_sentence(more):
    everything = (change_number, change_seed, change_revision, drop_claims, make_substitute_earlier, plan_more)
    for change in (*everything, put_a_reason):
        change(more)

    found = check_log(Championship.objects.get(pk=more.pk)).problems

    codes = {"log_unreadable", "log_draw", "log_revision", "log_settings", "log_reasons"}
    assert codes <= {problem.code for problem in found}
    assert [words for words in sentences(found) if "%(" in words or "log_" in words] == []


def test_a_changed_result_is_named_with_both_values(championship):
    change_result(championship)
    logged = check_log(championship).problems[0].data["logged"]

    assert problems(championship)[0] == {
        "code": "log_table",
        "round": 1,
        "table": 1,
        "logged": logged,
        "stored": ["confirmed", [40, 40, 40, 40], "played"],
    }
    assert logged[1] != [40, 40, 40, 40]


def test_a_database_without_its_triggers_is_found(championship):
    connection.check_constraints()
    append_only.lift(connection)

    codes = [problem["code"] for problem in problems(championship)]
    append_only.install(connection)

    assert codes == ["log_unguarded"]


def run(*arguments: str) -> tuple[int, dict]:
    out, code = io.StringIO(), 0
    try:
        call_command("verify_log", *arguments, "--json", stdout=out, stderr=io.StringIO())
    except SystemExit as end:
        code = end.code
    return code, json.loads(out.getvalue())


def test_the_command_says_yes_with_0(championship):
    assert run("c") == (0, check_log(championship).as_json())


def test_the_command_says_no_with_1_and_what_differs(championship):
    change_entry(championship)

    code, answer = run("c")

    assert (code, answer["problems"][0]) == (1, {"code": "log_entries", "entries": [5]})
