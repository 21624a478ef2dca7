"""Where an organiser decides, or has decided, a scorer neither withdraws nor corrects."""

import re

import pytest
from django.test import Client

from tests.factories import key, member
from tests.tournaments.views.keying import address, ask, send, stored, typed
from tests.tournaments.views.reading import main
from tournaments.domain.claims import claim_result
from tournaments.domain.decided import decided_tables
from tournaments.domain.file_results import store_file_results
from tournaments.domain.impact import impact_of
from tournaments.domain.results import key_result, rule
from tournaments.domain.undo import undo_last, undoable
from tournaments.domain.versions import fresh
from tournaments.enums import Outcome, ResultState, SideName
from tournaments.models import Championship, Round, Table

pytestmark = pytest.mark.django_db

A, B = SideName.A, SideName.B
SORRY = "is for an organiser to decide"


@pytest.fixture
def conflict(open_round: Round) -> Table:
    table = open_round.tables.get(number=1)
    claim_result(table.pk, A, (40, 30, 36, 50), seen_version=0, answered_yes=True)
    claim_result(table.pk, B, (31, 42, 36, 22), seen_version=0, answered_yes=True)
    return fresh(table.pk)


@pytest.fixture
def organiser(open_round: Round) -> Client:
    client = Client()
    client.force_login(member(open_round.championship.association))
    return client


def ruled(table: Table) -> None:
    how = {"answered_yes": True, "reason": "the slip", "actor": member(table.round.championship.association)}
    rule(table.pk, (40, 30, 36, 50), expected_version=table.version, **how)


def ruled_and_corrected(table: Table) -> None:
    ruled(table)
    key(table.round, 1, 41, 30, 36, 50, reason="misread")


def broken_off(table: Table) -> None:
    how = {"outcome": Outcome.ABANDONED, "reason": "ill", "answered_yes": True}
    key_result(table.pk, (40, 30), expected_version=table.version, **how)


DECISIONS = pytest.mark.parametrize("decide", [ruled, ruled_and_corrected, broken_off])


def rows(table: Table) -> list[tuple]:
    """What stands and counts."""
    return list(
        table.results.exclude(state=ResultState.SUPERSEDED).order_by("version").values_list("version", "state", "deals")
    )


def corrected(client: Client, table: Table, *deals: int, outcome: str = "played"):
    mark = impact_of(table.pk, deals, outcome=Outcome(outcome)).mark
    form = typed(*deals, version=table.version, reason="x", outcome=outcome, replayed="", seen=mark)
    return client.post(address("office_correction", 1, 1), {"d3": "", "d4": "", **form})


def withdraw(client: Client, table: Table):
    return client.post(address("office_result_withdraw", 1, 1), {"version": table.version, "reason": "x"})


def test_a_scorer_does_not_withdraw_what_is_in_conflict(scorer, organiser, conflict):
    before = rows(conflict)

    refused = withdraw(scorer, conflict)
    kept = rows(conflict)
    done = withdraw(organiser, conflict)

    assert (refused.status_code, kept, done.status_code) == (409, before, 302)
    assert SORRY in main(refused.content.decode())


def test_a_scorer_breaks_off_no_table_in_conflict(scorer, organiser, conflict):
    before = rows(conflict)

    refused = corrected(scorer, conflict, 40, 30, outcome="abandoned")
    kept = rows(conflict)
    done = corrected(organiser, conflict, 40, 30, outcome="abandoned")

    assert (refused.status_code, kept, done.status_code) == (409, before, 302)
    assert SORRY in main(refused.content.decode())


def test_a_conflict_that_comes_while_a_table_is_broken_off_is_not_decided_by_it(scorer, conflict):
    before = rows(conflict)
    conflict.version = 0  # the page was opened before the sides spoke

    refused = corrected(scorer, conflict, 40, 30, outcome="abandoned")

    assert (refused.status_code, rows(conflict)) == (409, before)
    assert SORRY in main(refused.content.decode())


@DECISIONS
def test_a_scorer_changes_nothing_that_an_organiser_has_decided(scorer, organiser, conflict, decide):
    decide(conflict)
    table = fresh(conflict.pk)
    before, mark = rows(table), impact_of(table.pk, (44, 30, 36, 50)).mark
    form = {"version": table.version, "reason": "x", "seen": mark}

    answers = [
        withdraw(scorer, table),
        corrected(scorer, table, 44, 30, 36, 50),
        send(scorer, 1, 44, 30, 36, 50, **form),
        ask(scorer, 1, 44, 30, 36, 50, **form),
    ]

    assert [(answer.status_code, SORRY in answer.content.decode()) for answer in answers] == [(409, True)] * 4
    assert rows(table) == before
    assert "Withdraw the result" not in scorer.get(address("office_table", 1, 1)).content.decode()
    assert "Withdraw the result" in organiser.get(address("office_table", 1, 1)).content.decode()
    assert send(organiser, 1, 44, 30, 36, 50, **form).status_code == 302
    assert stored() == [44, 30, 36, 50]


LOOK = "An organiser has decided what counts here, so you can only look."


@DECISIONS
def test_a_scorer_is_told_so_when_the_table_is_opened_and_types_nothing(scorer, organiser, conflict, decide):
    decide(conflict)

    grid = scorer.get(address("office_round", 1), {"table": "1"}).content.decode()
    page = scorer.get(address("office_correction", 1, 1)).content.decode()
    free = organiser.get(address("office_round", 1), {"table": "1"}).content.decode()

    row = re.search(r'<tbody id="t1".*?</tbody>', grid, re.DOTALL)[0]
    assert "data-locked" in row
    assert LOOK in row
    fields = re.findall(r'<input class="(?:cell|form-control)[^>]*>', row.split("</template>")[1])
    assert (len(fields), [field for field in fields if "readonly" not in field]) == (6, [])
    assert '<fieldset class="sections" disabled>' in page
    assert "What counts at this table is for an organiser to decide." in main(page)
    assert "data-locked" not in free
    assert LOOK not in re.search(r'<tbody id="t1".*?</tbody>', free, re.DOTALL)[0]


def test_what_nobody_had_to_decide_is_open_to_a_scorer(scorer, open_round):
    key(open_round, 1, 40, 30, 36, 50)

    grid = scorer.get(address("office_round", 1), {"table": "1"}).content.decode()
    page = scorer.get(address("office_correction", 1, 1)).content.decode()

    assert "data-locked" not in grid
    assert '<fieldset class="sections">' in page


def test_the_tables_of_a_round_are_told_as_each_by_itself(organiser, open_round, conflict):
    key(open_round, 2, 40, 30, 36, 50)
    told = [decided_tables(open_round.championship, 1)]
    ruled(conflict)
    told.append(decided_tables(open_round.championship, 1))
    undo_last(open_round.championship_id, undoable(Championship.objects.get()).event)

    assert [*told, decided_tables(open_round.championship, 1)] == [frozenset(), frozenset({1}), frozenset()]


def test_a_file_of_a_scorer_leaves_it_as_it_is(open_round, conflict):
    ruled(conflict)

    found = store_file_results(
        open_round.pk, {1: (44, 30, 36, 50), 2: (40, 30, 36, 51)}, replace_reason="x", may_decide=False
    )

    assert (found.stored, [problem.as_json() for problem in found.problems]) == (
        (2,),
        [{"code": "organiser_decides", "table": 1}],
    )
    assert stored() == [40, 30, 36, 50]


def test_what_the_sides_have_settled_is_a_result_like_any_other(scorer, conflict):
    claim_result(conflict.pk, B, (32, 42, 36, 22), seen_version=2, answered_yes=True)

    answer = withdraw(scorer, fresh(conflict.pk))

    assert (answer.status_code, stored()) == (302, None)


def test_a_table_that_an_organiser_has_opened_again_is_typed_by_a_scorer(scorer, organiser, conflict):
    ruled(conflict)
    withdraw(organiser, fresh(conflict.pk))

    answer = send(scorer, 1, 40, 30, 36, 50, version=fresh(conflict.pk).version)

    assert (answer.status_code, stored()) == (302, [40, 30, 36, 50])
