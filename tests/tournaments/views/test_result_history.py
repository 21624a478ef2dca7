"""One table: its versions, and taking a result back."""

import json

import pytest

from tests.factories import key, member
from tests.tournaments.views.keying import address, send, stored
from tests.tournaments.views.reading import main, rows
from tournaments.domain.log_checks import check_log
from tournaments.domain.results import withdraw_result
from tournaments.domain.rounds import close_round
from tournaments.domain.take_back import take_back
from tournaments.domain.undo import undo_last, undoable
from tournaments.models import Championship, Event, Table

pytestmark = pytest.mark.django_db


def test_the_history_shows_every_version_with_its_reason(scorer, open_round):
    key(open_round, 1, 40, 30, 36, 50)
    send(scorer, 1, 44, 30, 36, 50, version=1, reason="Typed wrongly")

    found = rows(scorer.get(address("office_table", 1, 1)).content.decode())

    assert found[:4] == [
        ["1", "44", "28", "+8", "", "+8", ""],
        ["2", "30", "42", "−6", "", "+2", ""],
        ["3", "36", "36", "0", "", "+2", ""],
        ["4", "50", "22", "+14", "", "+16", ""],
    ]
    assert [(row[0], row[1], row[2], row[6]) for row in found[4:]] == [
        ("2", "44, 30, 36, 50", "corrected", "Typed wrongly"),
        ("1", "40, 30, 36, 50", "replaced", ""),
    ]


def test_the_history_has_no_holes(scorer, open_round):
    organiser = member(open_round.championship.association)
    key(open_round, 1, 40, 30, 36, 50, actor=organiser)
    table = Table.objects.get(number=1)
    take_back(table.pk, version=1, actor=organiser)
    key(open_round, 1, 40, 30, 36, 50, actor=organiser)
    withdraw_result(table.pk, expected_version=3, reason=" the slip of table 2 ", actor=organiser)
    key(open_round, 1, 44, 30, 36, 50, actor=organiser)
    undo_last(open_round.championship_id, undoable(Championship.objects.get()).event, actor=organiser)

    found = rows(scorer.get(address("office_table", 1, 1)).content.decode())

    assert [[*row[:2], row[-1]] for row in found] == [
        ["–", "Taken back: Table 1 of round 1: the result was confirmed", ""],
        ["5", "44, 30, 36, 50", ""],
        ["4", "Table 1 of round 1: the result was withdrawn", "the slip of table 2"],
        ["3", "40, 30, 36, 50", ""],
        ["2", "Table 1 of round 1: what was typed was taken back", ""],
        ["1", "40, 30, 36, 50", ""],
    ]


def test_the_reason_of_a_withdrawal_that_was_taken_back_stays(scorer, open_round):
    organiser = member(open_round.championship.association)
    key(open_round, 1, 40, 30, 36, 50, actor=organiser)
    withdraw_result(Table.objects.get(number=1).pk, expected_version=1, reason="wrong table", actor=organiser)

    undo_last(open_round.championship_id, undoable(Championship.objects.get()).event, actor=organiser)

    found = rows(scorer.get(address("office_table", 1, 1)).content.decode())[4:]
    assert [[row[1], row[-1]] for row in found] == [
        ["Taken back: Table 1 of round 1: the result was withdrawn", ""],
        ["Table 1 of round 1: the result was withdrawn", "wrong table"],
        ["40, 30, 36, 50", ""],
    ]
    assert (stored(), check_log(Championship.objects.get()).problems) == ([40, 30, 36, 50], ())


def test_the_reason_of_a_withdrawal_names_no_one_in_the_log_itself(open_round):
    key(open_round, 1, 40, 30, 36, 50)

    withdraw_result(Table.objects.get(number=1).pk, expected_version=1, reason="Gion read it wrongly")

    event = Event.objects.get(type="result_withdrawn")
    assert event.payload == {"round": 1, "table": 1, "version": 2, "reason_kept": True}
    assert event.why == "Gion read it wrongly"


def test_the_page_of_a_table_names_the_packets(scorer, open_round):
    key(open_round, 1, 27, 27, 50, 50)

    found = rows(scorer.get(address("office_table", 1, 1)).content.decode())

    assert [row[5:] for row in found[:4]] == [
        ["−9", "Side A could ask for two packets."],
        ["−18", "Side A could ask for one packet."],
        ["−4", ""],
        ["+10", ""],
    ]


def test_a_result_is_withdrawn_with_a_reason(scorer, open_round):
    key(open_round, 1, 40, 30, 36, 50)

    answer = scorer.post(address("office_result_withdraw", 1, 1), {"version": 1, "reason": "wrong table"})

    assert answer.status_code == 302
    assert (stored(), Table.objects.get(number=1).state) == (None, "open")


@pytest.mark.parametrize(
    ("data", "status", "sentence"),
    [
        ({"version": 1, "reason": " "}, 422, "Give a reason"),
        ({"version": 0, "reason": "wrong table"}, 409, "Somebody else has changed this table"),
        ({"version": "x", "reason": "wrong table"}, 422, "One thing is not right yet."),
    ],
    ids=["no reason", "stale", "damaged"],
)
def test_a_refused_withdrawal_says_why_and_keeps_the_reason(scorer, open_round, data, status, sentence):
    key(open_round, 1, 40, 30, 36, 50)

    answer = scorer.post(address("office_result_withdraw", 1, 1), data)

    html = answer.content.decode()
    assert (answer.status_code, stored()) == (status, [40, 30, 36, 50])
    assert sentence in main(html)
    assert data["reason"].strip() in html


def test_a_table_without_a_result_has_none_to_withdraw(scorer):
    answer = scorer.post(address("office_result_withdraw", 1, 1), {"version": 0, "reason": "x"})

    assert answer.status_code == 409
    assert "This table has no result." in main(answer.content.decode())


def test_a_result_of_a_closed_round_stays(scorer, open_round):
    key(open_round, 1, 40, 30, 36, 50)
    key(open_round, 2, 20, 44, 44, 44)
    close_round(open_round.pk)

    answer = scorer.post(address("office_result_withdraw", 1, 1), {"version": 1, "reason": "x"})

    assert (answer.status_code, stored()) == (409, [40, 30, 36, 50])
    assert "Round 1 is closed." in main(answer.content.decode())


def test_a_script_takes_its_last_result_back(scorer, open_round):
    key(open_round, 1, 40, 30, 36, 50)

    answer = scorer.post(
        address("office_result_withdraw", 1, 1),
        {"version": 1, "reason": "undone"},
        headers={"Accept": "application/json"},
    )

    assert json.loads(answer.content) == {
        "saved": True,
        "table": 1,
        "version": 2,
        "sentence": "Table 1 is open again.",
    }
