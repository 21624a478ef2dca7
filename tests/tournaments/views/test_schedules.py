"""The tables of a stage from a file: read, checked, and drawn by."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.factories import ChampionshipFactory, enter, key, member
from tests.tournaments.views.reading import main
from tournaments.domain.draw_checks import check_draw
from tournaments.domain.rounds import close_round, draw_round, publish_round
from tournaments.domain.sheets import round_sheet
from tournaments.enums import Kind
from tournaments.models import Championship, Round, Stage

pytestmark = pytest.mark.django_db

FILE = "round;a;b\n1;1;2\n1;3;4\n2;1;3\n2;5;2\n"


@pytest.fixture
def championship() -> Championship:
    """Five pairs."""
    championship = ChampionshipFactory(slug="c", rounds=2)
    enter(championship, *"ABCDE")
    return championship


@pytest.fixture
def organiser(client: Client, championship: Championship) -> Client:
    client.force_login(member(championship.association))
    return client


def send(client: Client, text: str):
    file = SimpleUploadedFile("tables.csv", text.encode())
    return client.post(reverse("office_schedule", args=["c", 1]), {"file": file})


def met(number: int) -> list[tuple[int, ...]]:
    sheet = round_sheet(Championship.objects.get(), number)
    return [tuple(line.number for line in (*table.a, *table.b)) for table in sheet.tables]


def test_the_rounds_are_drawn_by_the_file(organiser, championship):
    answer = send(organiser, FILE)

    first = publish_round(draw_round(championship.pk, seed=1).pk)
    for table in first.tables.all():
        key(first, table.number, 40, 40, 40, 40)
    close_round(first.pk)
    draw_round(championship.pk, seed=2)
    sat_out = [list(each.byes.values_list("entry__number", flat=True)) for each in Round.objects.order_by("number")]
    assert answer.status_code == 302
    assert (met(1), met(2), sat_out) == ([(1, 2), (3, 4)], [(1, 3), (5, 2)], [[5], [4]])
    assert [check_draw(each).ok for each in Round.objects.select_related("championship", "stage")] == [True, True]


def test_a_file_that_is_drawn_by_does_not_change_any_more(organiser, championship):
    send(organiser, FILE)
    draw_round(championship.pk, seed=1)

    answer = send(organiser, "1;1;3\n")

    assert answer.status_code == 422
    assert "A round is drawn by this file already." in main(answer.content.decode())


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        pytest.param("1;1;9\n", "Row 1: There is no entry 9 that plays here.", id="stranger"),
        pytest.param("1;1;2\n1;2;3\n", "Row 2: Entry 2 stands twice in round 1.", id="twice"),
        pytest.param("1;1\n", "Row 1: “1 1” is not a number that can be used here.", id="side-missing"),
        pytest.param("1;1;x\n", "Row 1: “x” is not a number that can be used here.", id="no-number"),
        pytest.param("2;1;2\n", "Round 1 has no table, but a later one has.", id="round-missing"),
        pytest.param("99999;1;2\n", "Round 101 has no table, but a later one has.", id="round-far-away"),
        pytest.param("round;a;b\n", "There is nothing in this file.", id="heading-alone"),
        pytest.param("", "The submitted file is empty.", id="empty"),
    ],
)
def test_a_file_with_a_mistake_is_not_stored_and_the_row_is_named(organiser, text, sentence):
    answer = send(organiser, text)

    assert (answer.status_code, Stage.objects.get().schedule) == (422, None)
    assert sentence in main(answer.content.decode())


def test_individuals_stand_two_and_two_in_a_row(client):
    championship = ChampionshipFactory(slug="c", kind=Kind.INDIVIDUALS)
    enter(championship, *"ABCD")
    client.force_login(member(championship.association))

    send(client, "round,a1,a2,b1,b2\n1,1,3,2,4\n")

    draw_round(championship.pk, seed=1)
    assert met(1) == [(1, 3, 2, 4)]


def test_a_stage_that_does_not_exist(organiser):
    assert organiser.get(reverse("office_schedule", args=["c", 9])).status_code == 404


def test_the_page_says_how_a_row_looks(organiser):
    page = main(organiser.get(reverse("office_schedule", args=["c", 1])).content.decode())

    assert "One row for each table: round, number of pair A, number of pair B." in page
