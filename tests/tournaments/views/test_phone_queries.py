"""What a scan and a report cost: the table is read once, and again only where something may have come between."""

import pytest

from tests.tournaments.views.phones import DEALS, Phone
from tournaments.enums import SideName

A, B = SideName.A, SideName.B


@pytest.fixture
def phone(table):
    """A phone at the table whose process knows the live codes."""
    return Phone().scan(table, A)


def test_a_scan_takes_six_queries(table, phone, django_assert_num_queries):
    with django_assert_num_queries(6):
        phone.scan(table, A)


def test_a_report_takes_17_queries_with_its_transaction(phone, django_assert_num_queries):
    with django_assert_num_queries(17):
        phone.types(*DEALS)

    assert "Saved at " in phone.words


def test_an_answer_with_questions_reads_the_table_once_more(phone, django_assert_max_num_queries):
    with django_assert_max_num_queries(16):
        phone.types("72", "30", "36", "50")

    assert "Is that right?" in phone.words
