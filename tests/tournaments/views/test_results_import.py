"""Results from a file: looked at before they are stored, and no row is lost without a word."""

import io

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.factories import ChampionshipFactory, enter, key, member, seat_round
from tests.tournaments.views.reading import main, rows
from tournaments.domain.log_checks import check_log
from tournaments.domain.rounds import draw_round, publish_round, undo_draw
from tournaments.enums import Role
from tournaments.models import Championship, ResultVersion, Round, Table

pytestmark = pytest.mark.django_db

HEADER = "table;deal 1;deal 2;deal 3;deal 4\n"


@pytest.fixture
def round_() -> Round:
    """Two tables: A–B (A gives first), C–D (D gives first)."""
    championship = ChampionshipFactory(slug="c", rounds=2)
    a, b, c, d = enter(championship, "A", "B", "C", "D")
    return seat_round(championship, [(a, b), (c, d)])


@pytest.fixture
def scorer(client: Client, round_: Round) -> Client:
    client.force_login(member(round_.championship.association, Role.SCORER))
    return client


def address(name: str = "office_results_import", number: int = 1) -> str:
    return reverse(name, args=["c", number])


def upload(client: Client, content: str | bytes, name: str = "results.csv"):
    data = content.encode() if isinstance(content, str) else content
    return client.post(address(), {"file": SimpleUploadedFile(name, data)})


def preview(client: Client) -> str:
    return client.get(address()).content.decode()


def stored() -> dict[int, list[int]]:
    return dict(ResultVersion.objects.filter(state="confirmed").values_list("table__number", "deals"))


def test_a_file_is_shown_before_anything_is_stored(scorer):
    answer = upload(scorer, HEADER + "1;41;30;50;36\n2;20;44;44;44\n")

    html = preview(scorer)
    assert (answer.status_code, stored()) == (302, {})
    assert rows(html) == [["2", "1", "41", "30", "50", "36", "new"], ["3", "2", "20", "44", "44", "44", "new"]]
    assert "Store 2 results" in main(html)


def test_what_was_shown_is_stored(scorer):
    upload(scorer, HEADER + "1;41;30;50;36\n2;20;44;44;44\n")

    answer = scorer.post(address(), {"store": "1"})

    assert answer.headers["Location"] == address("office_round")
    assert stored() == {1: [41, 30, 50, 36], 2: [20, 44, 44, 44]}
    assert "2 results are stored." in main(scorer.get(address("office_round")).content.decode())


def test_a_workbook_is_read_as_well(scorer):
    book = openpyxl.Workbook()
    for row in (["table", "deal 1", "deal 2", "deal 3", "deal 4"], [1, 41, 30, 50, 36]):
        book.active.append(row)
    content = io.BytesIO()
    book.save(content)

    upload(scorer, content.getvalue(), "results.xlsx")
    scorer.post(address(), {"store": "1"})

    assert stored() == {1: [41, 30, 50, 36]}


def test_a_row_with_a_problem_is_named_and_left_out(scorer):
    upload(scorer, HEADER + "1;41;30;50;80\n2;20;44;44;44\n")

    html = preview(scorer)
    scorer.post(address(), {"store": "1"})

    assert "Deal 4: 80 cannot be. A deal has 0 to 72 card points." in main(html)
    assert "1 row has a problem and is left out" in main(html)
    assert stored() == {2: [20, 44, 44, 44]}


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("9;41;30;50;36", "There is no table 9 in this round."),
        ("x;41;30;50;36", "“x” is not a number that can be used here."),
        ("1;1;30;50;36", "Deal 1: the side that dealt cannot end on 1."),
        ("1;41;30;50;36\n1;42;30;50;36", "Table 1 stands in the file twice."),
        ("1;41;30;50;36;99", "There are more columns here than the list can have."),
    ],
    ids=["unknown table", "no table number", "dealer's 1", "table twice", "too many columns"],
)
def test_every_problem_has_its_sentence_beside_its_row(scorer, line, sentence):
    upload(scorer, HEADER + "2;20;44;44;44\n" + line + "\n")

    assert sentence in main(preview(scorer))


@pytest.mark.parametrize(
    ("content", "name", "status"),
    [
        ("", "empty.csv", 422),
        ("a;b\nc;d\n", "words.csv", 422),
        (b"PK\x03\x04not a workbook", "broken.xlsx", 422),
        (b"1;" + b"4" * 2_100_000, "large.csv", 413),
        (HEADER + "1;90;30;50;36\n", "wrong.csv", 422),
    ],
    ids=["empty", "no table", "broken workbook", "too large", "no row can be used"],
)
def test_a_file_that_cannot_be_used_is_refused_with_the_reason(scorer, content, name, status):
    answer = upload(scorer, content, name)

    html = answer.content.decode()
    assert answer.status_code == status
    assert ("This file cannot be used" in main(html)) or ("One thing is not right yet." in main(html))
    assert "Choose the file" in main(html)
    assert "results:" not in "".join(scorer.session.keys())


def test_no_file_at_all(scorer):
    answer = scorer.post(address(), {})

    assert answer.status_code == 422
    assert "One thing is not right yet." in main(answer.content.decode())


def test_a_rare_number_counts_as_confirmed_and_is_shown(scorer):
    upload(scorer, HEADER + "1;72;30;50;36\n")

    html = preview(scorer)
    scorer.post(address(), {"store": "1"})

    assert rows(html)[0][6] == "new; a rare number, counts as answered with yes"
    assert stored() == {1: [72, 30, 50, 36]}


def test_another_result_is_replaced_with_a_reason_only(scorer, round_):
    key(round_, 1, 40, 30, 36, 50)
    upload(scorer, HEADER + "1;41;30;50;36\n2;20;44;44;44\n")

    refused = scorer.post(address(), {"store": "1", "reason": " "})

    html = refused.content.decode()
    assert (refused.status_code, stored()) == (422, {1: [40, 30, 36, 50]})
    assert "Give a reason for replacing results" in main(html)
    assert rows(html)[0][6] == "replaces 40, 30, 36, 50"

    unseen = scorer.post(address(), {"store": "1", "reason": "the slips were read again"})
    before = stored()
    seen = scorer.get(address()).context["seen"]
    scorer.post(address(), {"store": "1", "reason": "the slips were read again", "seen": seen})

    assert (unseen.status_code, before) == (409, {1: [40, 30, 36, 50]})
    assert stored() == {1: [41, 30, 50, 36], 2: [20, 44, 44, 44]}
    assert Table.objects.get(number=1).state == "corrected"


def test_what_replacing_changes_is_shown_before(scorer, round_):
    key(round_, 1, 40, 30, 36, 50)
    key(round_, 2, 20, 44, 44, 44)
    upload(scorer, HEADER + "1;30;30;36;40\n2;20;44;44;44\n")

    page = main(preview(scorer))

    assert "This would change after round 1" in page
    assert "Table 1: 40, 30, 36, 50 becomes 30, 30, 36, 40." in page
    assert "A Uno – A Dus: rank 1 becomes 3." in page
    assert "A Uno – A Dus: points 2 → 0, net +12 → −8." in page


def test_an_impact_that_changed_since_is_shown_again(scorer, round_):
    key(round_, 1, 40, 30, 36, 50)
    upload(scorer, HEADER + "1;30;30;36;40\n2;20;44;44;44\n")
    seen = scorer.get(address()).context["seen"]
    key(round_, 1, 41, 30, 36, 50, reason="misread")

    answer = scorer.post(address(), {"store": "1", "reason": "read again", "seen": seen})

    assert answer.status_code == 409
    assert "Meanwhile it would change something else. Look at it again." in main(answer.content.decode())
    assert stored() == {1: [41, 30, 36, 50]}


def test_a_missing_number_is_called_missing(scorer):
    upload(scorer, HEADER + "1;40;30;36;\n2;20;44;44;44\n")

    assert rows(preview(scorer))[0][6].startswith("Deal 4: the number is missing.")


ENDED = HEADER.strip() + ";How the table ended\n"


def test_tables_that_were_not_played_to_the_end_need_a_reason_and_are_stored(scorer, round_):
    upload(scorer, ENDED + "1;40;30;;;broken off\n2;;;;;walk-over, side B wins\n")

    shown = rows(preview(scorer))
    silent = scorer.post(address(), {"store": "1", "reason": ""})
    scorer.post(address(), {"store": "1", "reason": "the hall closed"})

    assert shown == [
        ["2", "1", "40", "30", "–", "–", "new · broken off"],
        ["3", "2", "–", "–", "–", "–", "new · walk-over, side B wins"],
    ]
    assert silent.status_code == 422
    assert "why the table was not played to the end" in main(silent.content.decode())
    results = ResultVersion.objects.filter(state="confirmed").order_by("table__number")
    assert list(results.values_list("deals", "outcome", "reason")) == [
        ([40, 30], "abandoned", "the hall closed"),
        ([], "walkover_b", "the hall closed"),
    ]
    assert check_log(Championship.objects.get()).problems == ()


def test_a_played_result_is_replaced_by_a_walk_over(scorer, round_):
    key(round_, 1, 40, 30, 36, 50)
    upload(scorer, ENDED + "1;40;30;;;walkover A\n")

    page = preview(scorer)
    seen = scorer.get(address()).context["seen"]
    scorer.post(address(), {"store": "1", "reason": "they had left", "seen": seen})

    assert rows(page)[0][6] == "replaces 40, 30, 36, 50 · walk-over, side A wins"
    assert "Table 1: 40, 30, 36, 50 becomes 40, 30 (walk-over, side A wins)." in main(page)
    (result,) = ResultVersion.objects.filter(state="confirmed")
    assert (result.deals, result.outcome, result.reason) == ([40, 30], "walkover_a", "they had left")
    assert check_log(Championship.objects.get()).problems == ()


def test_only_the_new_ones_are_stored(scorer, round_):
    key(round_, 1, 40, 30, 36, 50)
    upload(scorer, HEADER + "1;41;30;50;36\n2;20;44;44;44\n")

    scorer.post(address(), {"skip_replaced": "1"})

    assert stored() == {1: [40, 30, 36, 50], 2: [20, 44, 44, 44]}


def test_a_result_that_is_stored_already_changes_nothing(scorer, round_):
    key(round_, 1, 40, 30, 36, 50)
    upload(scorer, HEADER + "1;40;30;36;50\n")

    scorer.post(address(), {"store": "1"})

    assert ResultVersion.objects.count() == 1
    words = main(scorer.get(address("office_round")).content.decode())
    assert "These tables had just this result already: 1" in words


def test_another_file_may_be_chosen(scorer):
    upload(scorer, HEADER + "1;41;30;50;36\n")

    scorer.post(address(), {"forget": "1"})

    assert "Choose the file" in main(preview(scorer))


def test_a_preview_is_stored_once(scorer):
    upload(scorer, HEADER + "1;41;30;50;36\n")
    scorer.post(address(), {"store": "1"})

    answer = scorer.post(address(), {"store": "1"})

    assert answer.status_code == 302
    assert ResultVersion.objects.count() == 1


def test_a_proposal_takes_no_file(scorer, round_):
    key(round_, 1, 40, 30, 36, 50)
    key(round_, 2, 20, 44, 44, 44)
    draw_round(round_.championship_id, seed=1)

    assert scorer.get(address(number=2)).headers["Location"] == reverse("office_draw", args=["c", 2])


def test_a_file_that_was_read_for_another_draw_is_not_stored(scorer: Client, round_: Round) -> None:
    upload(scorer, HEADER + "1;40;32;36;44\n")
    undo_draw(round_.pk)
    publish_round(draw_round(round_.championship_id, seed=5).pk)

    scorer.post(address(), {"store": "1"})

    assert stored() == {}
