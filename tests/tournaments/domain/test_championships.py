"""Setting up a championship: presets, the plan of the day, settings."""

from datetime import date, time

import pytest

from tests.factories import AssociationFactory, ChampionshipFactory, enter, key, seat_round
from tests.factories.fixture_f import fixture_f
from tournaments.domain.championships import change_settings, create_championship
from tournaments.domain.official import make_official
from tournaments.domain.plan import plan
from tournaments.domain.refusal import Refused
from tournaments.domain.rounds import draw_round
from tournaments.domain.standings import ranking
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

    limits = {"unasked": ["ALL_EQUAL"], "odd_points": 10, "odd_minutes": 20, "odd_tables": 5, "correction_minutes": 45}
    change_settings(original.pk, **limits)
    original.refresh_from_db()

    copy = create(preset=Preset.COPY, original=original, name="Campiunadi 2027", association=original.association)

    assert {name: getattr(copy, name) for name in limits} == limits
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


@pytest.mark.django_db
@pytest.mark.parametrize(
    "setting",
    [
        pytest.param({"points_per": PointsPer.DEAL}, id="points-per"),
        pytest.param({"points_win": 7}, id="win"),
        pytest.param({"points_level": 7}, id="level"),
        pytest.param({"points_loss": 7}, id="loss"),
        pytest.param({"bye_score": "none"}, id="bye"),
        pytest.param({"keys": ["deals_won"]}, id="keys"),
        pytest.param({"lot_seed": 7}, id="lot"),
    ],
)
def test_what_makes_an_official_ranking_is_not_changed_by_one_organiser(setting):
    championship = fixture_f(rounds=3).championship
    make_official(championship.rounds.get(number=1).pk)
    before = ranking(championship).rows

    with pytest.raises(Refused) as refusal:
        change_settings(championship.pk, **setting, name="Other")

    championship.refresh_from_db()
    assert [problem.as_json() for problem in refusal.value.problems] == [
        {"code": "setting_official", "settings": list(setting)}
    ]
    assert ranking(championship).rows == before


@pytest.mark.django_db
def test_what_changes_no_official_ranking_may_still_change():
    championship = fixture_f(rounds=3).championship
    make_official(championship.rounds.get(number=1).pk)

    changed = change_settings(championship.pk, name="Other", carry_over="full", finalists=2, rounds={1: 4})

    assert (changed.name, changed.carry_over, changed.finalists) == ("Other", "full", 2)


@pytest.mark.django_db
def test_what_a_final_carries_over_stays_once_it_is_official():
    championship = fixture_f(rounds=2).championship
    championship.stages.update(kind=StageKind.FINAL)
    make_official(championship.rounds.get(number=1).pk)

    with pytest.raises(Refused) as refusal:
        change_settings(championship.pk, carry_over="full")

    assert refusal.value.code == "setting_official"


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
