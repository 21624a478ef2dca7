"""Setting up a championship: presets, the plan of the day, settings."""

from datetime import date, time

import pytest

from tests.factories import AssociationFactory, ChampionshipFactory, enter, key, seat_round
from tournaments.domain.championships import change_settings, create_championship
from tournaments.domain.plan import plan
from tournaments.domain.refusal import Refused
from tournaments.domain.rounds import draw_round
from tournaments.enums import Kind, PointsPer, Preset, StageKind
from tournaments.models import Championship, Stage


def create(**options) -> Championship:
    return create_championship(
        **{"association": AssociationFactory(), "name": "Campiunadi 2026", "starts_on": date(2026, 11, 7)} | options
    )


def stages(championship) -> list[tuple[str, int]]:
    return list(championship.stages.values_list("kind", "rounds_planned"))


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("options", "kind", "final_on", "expected"),
    [
        pytest.param(
            {"preset": Preset.CANTONAL},
            Kind.PAIRS,
            date(2026, 11, 8),
            [(StageKind.PRELIMINARY, 7), (StageKind.FINAL, 4)],
            id="bündner-championship",
        ),
        pytest.param(
            {"preset": Preset.VILLAGE}, Kind.INDIVIDUALS, None, [(StageKind.PRELIMINARY, 5)], id="village-evening"
        ),
        pytest.param({"final_rounds": 0}, Kind.PAIRS, None, [(StageKind.PRELIMINARY, 7)], id="pairs-without-a-final"),
        pytest.param(
            {"preset": Preset.VILLAGE, "rounds": 6, "final_rounds": 1},
            Kind.INDIVIDUALS,
            None,
            [(StageKind.PRELIMINARY, 6), (StageKind.FINAL, 1)],
            id="village-evening-with-a-final",
        ),
    ],
)
def test_presets(options, kind, final_on, expected):
    championship = create(**options)

    assert (championship.kind, championship.final_on, stages(championship)) == (kind, final_on, expected)


@pytest.mark.django_db
def test_a_copy_takes_over_rules_and_stages():
    original = create(points_per=PointsPer.DEAL, finalists=8, rounds=6)

    copy = create(preset=Preset.COPY, original=original, name="Campiunadi 2027", association=original.association)

    assert (copy.points_per, copy.finalists, stages(copy)) == (PointsPer.DEAL, 8, stages(original))
    assert copy.copied_from == original


@pytest.mark.django_db
def test_an_address_is_made_from_the_name_and_counted_up():
    assert [create(name="Campiunadi à Glion!").slug for _ in range(2)] == ["campiunadi-a-glion", "campiunadi-a-glion-2"]


@pytest.mark.django_db
@pytest.mark.parametrize("slug", ["office", "taken"])
def test_an_address_that_was_asked_for_is_refused_when_it_is_taken(slug):
    create(slug="taken")

    with pytest.raises(Refused) as refusal:
        create(slug=slug)

    assert refusal.value.code == "slug_taken"


@pytest.mark.django_db
def test_what_would_change_played_results_is_fixed_after_the_first_draw():
    championship = ChampionshipFactory()
    enter(championship, "A", "B")
    draw_round(championship.pk)

    with pytest.raises(Refused) as refusal:
        change_settings(championship.pk, kind=Kind.INDIVIDUALS, minutes_per_round=50)

    championship.refresh_from_db()
    assert refusal.value.problems[0].as_json() == {"code": "setting_fixed", "settings": ["kind"]}
    assert championship.minutes_per_round == 60


@pytest.mark.django_db
def test_a_ranking_rule_changes_at_any_time():
    championship = ChampionshipFactory()

    changed = change_settings(championship.pk, points_per=PointsPer.DEAL, rounds={1: 9})

    assert (changed.points_per, stages(changed)) == (PointsPer.DEAL, [(StageKind.PRELIMINARY, 9)])


def test_the_plan_of_51_pairs():
    day = plan(
        kind=Kind.PAIRS,
        entries=51,
        rounds=7,
        minutes_per_round=60,
        break_minutes=10,
        starts_at=time(13),
        hall_until=time(22),
    )

    assert (day.tables, day.sitting_out, day.sit_outs, day.slips) == (25, 1, 7, 175)
    assert (day.ends, day.spare_minutes, day.next_even) == (time(21), 60, (50, 52))


@pytest.mark.parametrize(
    ("hall_until", "spare"), [(time(22, 30), -25), (time(0, 30), 95)], ids=["too-early", "after-midnight"]
)
def test_a_hall_that_closes(hall_until, spare):
    day = plan(
        kind=Kind.INDIVIDUALS,
        entries=48,
        rounds=6,
        minutes_per_round=30,
        break_minutes=5,
        starts_at=time(19, 30),
        hall_until=hall_until,
    )

    assert (day.tables, day.next_even, day.spare_minutes, day.fits) == (12, None, spare, spare > 0)


@pytest.mark.django_db
def test_the_kind_of_entries_that_are_there_stays():
    championship = ChampionshipFactory()
    enter(championship, "A")

    with pytest.raises(Refused) as refusal:
        change_settings(championship.pk, kind=Kind.INDIVIDUALS)

    assert [problem.as_json() for problem in refusal.value.problems] == [{"code": "entries_there"}]


@pytest.mark.django_db
def test_no_round_is_added_to_a_stage_that_is_over():
    championship = ChampionshipFactory(rounds=1)
    Stage.objects.create(championship=championship, position=2, kind=StageKind.FINAL, rounds_planned=2)
    a, b = enter(championship, "A", "B")
    key(seat_round(championship, [(a, b)]), 1, 40, 32, 36, 44)
    draw_round(championship.pk)

    with pytest.raises(Refused) as refusal:
        change_settings(championship.pk, rounds={1: 40, 2: 2})
    changed = change_settings(championship.pk, rounds={1: 1, 2: 3})

    assert [each.as_json() for each in refusal.value.problems] == [{"code": "setting_fixed", "settings": ["rounds_1"]}]
    assert stages(changed) == [(StageKind.PRELIMINARY, 1), (StageKind.FINAL, 3)]
