"""A late result: the organiser keeps the round, changes as little as needed, or draws the unstarted tables anew."""

import pytest

from tests.factories import ChampionshipFactory, enter, key, seat_round
from tests.tournaments.domain.test_together import together
from tournaments.domain.change import broken_links
from tournaments.domain.draw_checks import check_draw
from tournaments.domain.late import change_late, keep_late, late_options, late_round
from tournaments.domain.refusal import Refused
from tournaments.domain.results import key_result
from tournaments.domain.rounds import draw_round, publish_round
from tournaments.domain.seals import open_seal, seal_round
from tournaments.domain.sheets import round_sheet
from tournaments.enums import Kind, RoundState
from tournaments.models import Championship, Round
from tournaments.pairing.swap_late import LateChange

pytestmark = pytest.mark.django_db


def refusal_of(function, *args, **options) -> list[dict]:
    with pytest.raises(Refused) as refusal:
        function(*args, **options)
    return [problem.as_json() for problem in refusal.value.problems]


@pytest.fixture
def championship() -> Championship:
    """Eight pairs: A, C, E have won, the result of G–H is missing; round 2 is drawn and published."""
    championship = ChampionshipFactory(slug="c")
    a, b, c, d, e, f, g, h = enter(championship, *"ABCDEFGH")
    round_ = seat_round(championship, [(a, b), (c, d), (e, f), (g, h)])
    for table, deals in ((1, (50, 50, 50, 50)), (2, (40, 40, 40, 40)), (3, (38, 38, 38, 38))):
        key(round_, table, *deals)
    publish_round(draw_round(championship.pk, seed=1, accept_open="G has to leave early").pk)
    championship.refresh_from_db()
    return championship


def late_result(championship: Championship) -> None:
    """H beat G: H moves up to the winners."""
    key(championship.rounds.get(number=1), 4, 20, 20, 20, 20)
    championship.refresh_from_db()


def second() -> Round:
    return Round.objects.select_related("championship", "stage").get(number=2)


def tables(championship: Championship, number: int = 2) -> dict[int, set[int]]:
    sheet = round_sheet(championship, number)
    return {table.number: {line.number for line in (*table.a, *table.b)} for table in sheet.tables}


def gaps(championship: Championship) -> int:
    points = {1: 2, 3: 2, 5: 2, 8: 2}
    return sum(len({points.get(each, 0) for each in table}) - 1 for table in tables(championship).values())


def test_without_a_late_result_there_is_nothing_to_decide(championship):
    assert late_round(championship) is None
    assert refusal_of(change_late, championship.pk, LateChange.REDRAW, reason="x") == [{"code": "no_late"}]


def test_what_can_be_done_is_said_with_its_tables(championship):
    late_result(championship)

    options = late_options(championship)

    assert (options.round, options.started, options.free) == (2, (), (1, 2, 3, 4))
    assert 8 in options.moved
    assert len(options.minimal.tables) == 2
    assert len(options.minimal.tables) <= len(options.redraw.tables)
    assert gaps(championship) == 2


@pytest.mark.parametrize("change", LateChange)
def test_a_published_round_is_changed_marked_and_proved(championship, change):
    late_result(championship)
    before = tables(championship)
    slips = dict(second().tables.values_list("number", "link_serial"))
    options = late_options(championship)
    chosen = options.minimal if change is LateChange.MINIMAL else options.redraw

    change_late(championship.pk, change, reason="late result", mark=chosen.mark, expected_version=options.version)

    championship.refresh_from_db()
    after = tables(championship)
    touched = {table.number for table in chosen.tables}
    assert {number for number in after if after[number] != before[number]} == touched
    assert gaps(championship) == 0
    assert round_sheet(championship, 2, public=True).changed == ("late result",)
    assert {
        number for number, serial in second().tables.values_list("number", "link_serial") if serial > slips[number]
    } == touched
    assert (check_draw(second()).problems, late_round(championship), broken_links(championship)) == ((), None, [])


def test_a_table_that_has_started_stays_and_says_so(championship):
    late_result(championship)
    started = next(number for number, here in tables(championship).items() if 8 in here)
    key(second(), started, 40, 30, 36, 50)
    championship.refresh_from_db()
    before = tables(championship)

    options = late_options(championship)
    if options.redraw.tables:
        change_late(championship.pk, LateChange.REDRAW, reason="late result")

    assert options.started == (started,)
    assert started not in {table.number for table in (*options.minimal.tables, *options.redraw.tables)}
    assert tables(championship)[started] == before[started]
    assert check_draw(second()).problems == ()


def test_what_was_looked_at_is_what_is_done_or_nothing(championship):
    late_result(championship)
    options = late_options(championship)
    number = options.minimal.tables[0].number
    key(second(), number, 40, 30, 36, 50)
    before = tables(championship)

    problems = refusal_of(
        change_late, championship.pk, LateChange.MINIMAL, reason="late result", mark=options.minimal.mark
    )

    assert problems == [{"code": "late_changed", "round": 2}]
    assert tables(championship) == before


def test_a_result_for_people_who_sit_elsewhere_now_is_refused(championship):
    late_result(championship)
    number = late_options(championship).minimal.tables[0].number
    seen = second().tables.get(number=number)
    change_late(championship.pk, LateChange.MINIMAL, reason="late result")

    problems = refusal_of(key_result, seen.pk, (40, 30, 36, 50), expected_version=seen.version)

    assert [each["code"] for each in problems] == ["stale"]


def test_keeping_is_remembered_until_the_next_late_result(championship):
    late_result(championship)
    before = tables(championship)

    keep_late(championship.pk)

    championship.refresh_from_db()
    assert (late_round(championship), tables(championship)) == (None, before)
    key(championship.rounds.get(number=1), 1, 20, 20, 20, 20, reason="slip read wrongly")
    championship.refresh_from_db()
    assert late_round(championship) is not None
    assert check_draw(second()).ok


def test_two_late_results_one_after_the_other(championship):
    late_result(championship)
    change_late(championship.pk, LateChange.MINIMAL, reason="late result")
    key(championship.rounds.get(number=1), 1, 20, 20, 20, 20, reason="slip read wrongly")
    championship.refresh_from_db()

    change_late(championship.pk, LateChange.REDRAW, reason="a correction")

    championship.refresh_from_db()
    assert round_sheet(championship, 2, public=True).changed == ("late result", "a correction")
    assert check_draw(second()).problems == ()


def test_a_reason_is_wanted(championship):
    late_result(championship)

    assert refusal_of(change_late, championship.pk, LateChange.MINIMAL, reason=" ") == [{"code": "late_reason_missing"}]


def test_a_proposal_is_drawn_again_with_its_seed_and_without_a_mark():
    championship = ChampionshipFactory()
    a, b, c, d = enter(championship, *"ABCD")
    round_ = seat_round(championship, [(a, b), (c, d)])
    key(round_, 1, 50, 50, 50, 50)
    draw_round(championship.pk, seed=9, accept_open="D is late")
    key(round_, 2, 20, 20, 20, 20)
    championship.refresh_from_db()
    before = tables(championship)

    change_late(championship.pk, LateChange.REDRAW, reason="")

    championship.refresh_from_db()
    now = second()
    assert (now.state, now.seed, round_sheet(championship, 2).changed) == (RoundState.DRAFT, 9, ())
    assert championship.rounds.get(number=1).accepted_open == "D is late"
    assert (tables(championship) != before, check_draw(now).problems) == (True, ())


def test_a_sealed_proposal_keeps_its_seal_and_is_marked():
    championship = ChampionshipFactory()
    a, b, c, d = enter(championship, *"ABCD")
    round_ = seat_round(championship, [(a, b), (c, d)])
    key(round_, 1, 50, 50, 50, 50)
    seal_round(championship.pk)
    open_seal(championship.pk, cards="cK t21 n r3 b10 sJ", accept_open="D is late")
    key(round_, 2, 20, 20, 20, 20)
    championship.refresh_from_db()

    change_late(championship.pk, LateChange.REDRAW, reason="late result")

    assert (second().draw["swaps"][0]["late"], check_draw(second()).problems) == ("redraw", ())


def test_single_persons_too():
    championship = ChampionshipFactory(kind=Kind.INDIVIDUALS)
    enter(championship, *(f"P{number}" for number in range(16)))
    first = publish_round(draw_round(championship.pk, seed=2).pk)
    for number in (1, 2, 3):
        key(first, number, 40, 40, 40, 40)
    publish_round(draw_round(championship.pk, seed=3, accept_open="late").pk)
    key(first, 4, 20, 20, 20, 20)
    championship.refresh_from_db()

    options = late_options(championship)
    change_late(championship.pk, LateChange.MINIMAL, reason="late result", mark=options.minimal.mark)

    assert 0 < len(options.minimal.tables) <= len(options.redraw.tables)
    assert check_draw(second()).problems == ()


def test_what_is_changed_behind_a_late_change_is_found(championship):
    late_result(championship)
    change_late(championship.pk, LateChange.MINIMAL, reason="late result")
    round_ = second()
    round_.draw["swaps"][0]["stand"][0][2] += 2
    round_.save()

    assert "draw_inputs" in [each.code for each in check_draw(second()).problems]


@pytest.mark.django_db(transaction=True)
def test_a_table_that_starts_at_the_same_moment_is_never_overrun():
    championship = ChampionshipFactory()
    a, b, c, d = enter(championship, *"ABCD")
    round_ = seat_round(championship, [(a, b), (c, d)])
    key(round_, 1, 50, 50, 50, 50)
    publish_round(draw_round(championship.pk, seed=9, accept_open="late").pk)
    key(round_, 2, 20, 20, 20, 20)
    championship.refresh_from_db()
    options = late_options(championship)
    table = second().tables.get(number=1)
    before = tables(championship)[1]

    answers = together(
        lambda: change_late(championship.pk, LateChange.REDRAW, reason="late", mark=options.redraw.mark),
        lambda: key_result(table.pk, (40, 30, 36, 50), expected_version=table.version, answered_yes=True),
    )

    table.refresh_from_db()
    assert answers in (["done", "stale"], ["done", "no_late"])
    assert not table.results.exists() or tables(championship)[1] == before
