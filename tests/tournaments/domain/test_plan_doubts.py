"""A plan that cannot come out as it looks is said beforehand."""

import pytest

from tests.factories import ChampionshipFactory, enter
from tournaments.domain.plan_doubts import doubts, doubts_of
from tournaments.enums import Kind, Pairing, StageKind
from tournaments.models import Stage


@pytest.mark.parametrize(
    ("kind", "pairing", "entries", "rounds", "finalists", "expected"),
    [
        pytest.param(Kind.PAIRS, Pairing.STANDING, 51, 8, 16, [], id="the-usual"),
        pytest.param(
            Kind.PAIRS,
            Pairing.KNOCKOUT,
            9,
            3,
            None,
            [{"code": "knockout_short", "entries": 9, "rounds": 3, "needed": 4}],
            id="knock-out-too-short",
        ),
        pytest.param(Kind.PAIRS, Pairing.KNOCKOUT, 8, 3, None, [], id="knock-out"),
        pytest.param(
            Kind.PAIRS,
            Pairing.KNOCKOUT,
            8,
            5,
            None,
            [{"code": "knockout_long", "entries": 8, "rounds": 5, "needed": 3}],
            id="knock-out-too-long",
        ),
        pytest.param(Kind.INDIVIDUALS, Pairing.WHIST, 40, 8, None, [], id="whist"),
        pytest.param(
            Kind.INDIVIDUALS,
            Pairing.WHIST,
            50,
            5,
            None,
            [{"code": "no_schedule", "given": 50, "sizes": [49, 53]}],
            id="no-whist-for-so-many",
        ),
        pytest.param(
            Kind.INDIVIDUALS,
            Pairing.STRANGERS,
            18,
            5,
            None,
            [{"code": "no_schedule", "given": 18, "sizes": [16, 20]}],
            id="no-strangers-for-so-many",
        ),
        pytest.param(Kind.PAIRS, Pairing.STANDING, 1, 5, None, [], id="nobody-to-meet"),
        pytest.param(Kind.INDIVIDUALS, Pairing.LOT, 3, 5, None, [], id="no-table-of-four"),
        pytest.param(
            Kind.PAIRS,
            Pairing.STANDING,
            6,
            7,
            None,
            [{"code": "meet_again", "entries": 6, "rounds": 7, "most": 5}],
            id="few-pairs-many-rounds",
        ),
        pytest.param(Kind.PAIRS, Pairing.LOT, 7, 7, None, [], id="odd-field-one-round-more"),
        pytest.param(
            Kind.INDIVIDUALS,
            Pairing.STANDING,
            4,
            4,
            None,
            [{"code": "partners_again", "entries": 4, "rounds": 4, "most": 3}],
            id="few-people",
        ),
        pytest.param(
            Kind.PAIRS,
            Pairing.ROUND_ROBIN,
            6,
            7,
            None,
            [{"code": "schedule_over", "entries": 6, "rounds": 7, "needed": 5}],
            id="schedule-is-over",
        ),
        pytest.param(
            Kind.PAIRS,
            Pairing.STANDING,
            12,
            5,
            16,
            [{"code": "many_finalists", "finalists": 16, "entries": 12}],
            id="more-finalists-than-entries",
        ),
    ],
)
def test_what_cannot_come_out(kind, pairing, entries, rounds, finalists, expected):
    assert [each.as_json() for each in doubts(kind, pairing, entries, rounds, finalists)] == expected


@pytest.mark.django_db
def test_a_final_is_looked_at_with_its_finalists():
    championship = ChampionshipFactory(rounds=3, finalists=8)
    final = {"kind": StageKind.FINAL, "rounds_planned": 2, "pairing": Pairing.KNOCKOUT}
    Stage.objects.create(championship=championship, position=2, **final)
    enter(championship, *"ABCDEFGHIJ")

    assert [each.as_json() for each in doubts_of(championship)] == [
        {"code": "knockout_short", "entries": 8, "rounds": 2, "needed": 3}
    ]


@pytest.mark.django_db
def test_tables_from_a_file_need_the_file():
    championship = ChampionshipFactory()
    Stage.objects.update(pairing=Pairing.PRESCRIBED)
    enter(championship, *"ABCD")

    assert [each.as_json() for each in doubts_of(championship)] == [{"code": "schedule_missing"}]
