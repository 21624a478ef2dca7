"""Single persons who meet again: kept with the round, proved by `check_draw`, readable from an earlier release."""

import pytest

from tests.factories import ChampionshipFactory, enter
from tests.tournaments.domain.test_draw_checks import play
from tournaments.domain.draw_checks import check_draw
from tournaments.domain.draw_records import stored_draw
from tournaments.domain.rounds import draw_round
from tournaments.domain.swaps import swap_entries, undo_swap
from tournaments.enums import Kind, Pairing
from tournaments.models import Championship, Round, Stage, Table

pytestmark = pytest.mark.django_db

LATER = ("opponents_again_bound", "opponents_third_bound", "other_role", "other_role_bound", "proofs")


@pytest.fixture
def championship() -> Championship:
    """Fourteen people by lot after two rounds, the third a proposal."""
    championship = ChampionshipFactory(kind=Kind.INDIVIDUALS, slug="c")
    Stage.objects.update(pairing=Pairing.LOT, rounds_planned=3)
    enter(championship, *"ABCDEFGHIJKLMN")
    play(championship, 2)
    draw_round(championship.pk, seed=3)
    return championship


def proposal() -> Round:
    return Round.objects.select_related("championship", "stage").get(number=3)


def as_an_earlier_release_kept_it() -> None:
    """Without what it did not count, and without the reasons that it did not know."""
    round_ = proposal()
    for name in LATER:
        del round_.draw[name]
    round_.save(update_fields=["draw"])
    for table in Table.objects.filter(round=round_):
        table.reasons = [reason for reason in table.reasons if reason["code"] != "OTHER_ROLE"]
        table.save(update_fields=["reasons"])


def test_counts_bounds_and_names_are_kept_and_proved(championship):
    round_ = proposal()

    drawn, found = stored_draw(round_), check_draw(round_)

    named = [reason for table in drawn.tables for reason in table.reasons if reason.code == "OTHER_ROLE"]
    assert drawn.certificate.other_role == drawn.certificate.other_role_bound == len(named) > 0
    assert (found.problems, found.recomputed) == ((), True)
    assert {"FEWEST_OTHER_ROLE", "FEWEST_OPPONENTS_AGAIN", "FEWEST_OPPONENTS_THIRD"} <= {*found.proved}


def test_a_bound_changed_behind_the_draw_is_found(championship):
    Round.objects.filter(number=3).update(draw=proposal().draw | {"other_role_bound": 0})

    found = check_draw(proposal())

    assert [problem.as_json() for problem in found.problems] == [
        {"code": "draw_certificate", "names": ["other_role_bound"]}
    ]


def test_proofs_changed_behind_the_draw_are_found(championship):
    ((name, prices),) = proposal().draw["proofs"]
    Round.objects.filter(number=3).update(draw=proposal().draw | {"proofs": [[name, [0] * len(prices)]]})

    found = check_draw(proposal())

    assert [(problem.code, problem.data["fault"]) for problem in found.problems] == [("draw_fault", "NOT_FEWEST")]


def test_what_an_earlier_release_drew_is_read_and_holds(championship):
    as_an_earlier_release_kept_it()

    found = check_draw(proposal())

    assert stored_draw(proposal()).certificate.other_role is None
    assert (found.problems, found.recomputed) == ((), True)
    assert "FEWEST_OTHER_ROLE" not in {*found.proved, *found.unproved}


@pytest.mark.parametrize("earlier", [False, True], ids=["drawn now", "drawn by an earlier release"])
def test_an_exchange_and_taking_it_back_hold(championship, earlier):
    if earlier:
        as_an_earlier_release_kept_it()
    tables = stored_draw(proposal()).tables[:2]
    one, other = int(tables[0].side_a[0]), int(tables[1].side_a[0])

    swap_entries(proposal().pk, one, other, reason="They asked for it.")
    changed = check_draw(proposal())
    undo_swap(proposal().pk)
    back = check_draw(proposal())

    assert (changed.problems, changed.recomputed) == ((), True)
    assert (back.problems, back.recomputed) == ((), True)
