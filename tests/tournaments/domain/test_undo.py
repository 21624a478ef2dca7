"""What the office did last is taken back, and everything is as if it had never been done."""

import pytest

from tests.factories import ChampionshipFactory, enter, key, member
from tests.tournaments.domain.canonical import canonical
from tournaments.domain.championships import change_settings
from tournaments.domain.change import KEPT_FOOTPRINTS, broken_links
from tournaments.domain.claims import agree, claim_result
from tournaments.domain.file_results import store_file_results
from tournaments.domain.log_checks import check_log
from tournaments.domain.official import make_official
from tournaments.domain.penalties import give_penalty, lift_penalty
from tournaments.domain.publishing import hide_results_after, publish_ranking, set_public
from tournaments.domain.refusal import Refused
from tournaments.domain.registration import (
    PersonData,
    check_in,
    edit_entry,
    register_entry,
    remove_entry,
    withdraw_entry,
)
from tournaments.domain.results import key_result, rule, withdraw_result
from tournaments.domain.rounds import close_round, draw_round, publish_round, undo_draw
from tournaments.domain.standings import ranking
from tournaments.domain.substitutes import substitute
from tournaments.domain.swaps import swap_entries, undo_swap
from tournaments.domain.undo import undo_last, undoable
from tournaments.domain.versions import fresh
from tournaments.enums import EntryState, ResultState, RoundState, SideName
from tournaments.models import Championship, Footprint, Round, Table

pytestmark = pytest.mark.django_db

A, B = SideName.A, SideName.B
OURS = (40, 30, 36, 50)


@pytest.fixture
def championship() -> Championship:
    """Five pairs: two tables and one that sits out."""
    championship = ChampionshipFactory()
    enter(championship, *"ABCDE")
    return championship


@pytest.fixture
def gion(championship):
    return member(championship.association)


def refusal_of(function, *args, **options) -> dict:
    with pytest.raises(Refused) as refusal:
        function(*args, **options)
    return refusal.value.problems[0].as_json()


def last(championship) -> Round:
    return championship.rounds.order_by("-number").first()


def table(championship, number=1) -> Table:
    return fresh(last(championship).tables.get(number=number).pk)


def typed(championship, actor, number, deals=OURS, **options):
    place = table(championship, number)
    return key_result(place.pk, deals, expected_version=place.version, answered_yes=True, actor=actor, **options)


def claim(championship, side, deals):
    return claim_result(table(championship).pk, side, deals, seen_version=0, answered_yes=True)


# How far the event has come, and what is then done ----------------------------------------------------------------


def entered(_championship):
    pass


def drawn(championship):
    draw_round(championship.pk, seed=1)


def published(championship):
    publish_round(draw_round(championship.pk, seed=1).pk)


def played(championship):
    published(championship)
    for number in (1, 2):
        key(last(championship), number, *OURS)


def one_claimed(championship):
    published(championship)
    claim(championship, A, OURS)


def in_conflict(championship):
    one_claimed(championship)
    claim(championship, B, (31, 42, 36, 22))


def second_drawn(championship):
    played(championship)
    draw_round(championship.pk, seed=2)


def exchanged(championship):
    drawn(championship)
    swap(championship, None)


def swap(championship, actor):
    one, other = (table(championship, number).seats.get(side="a").entry.number for number in (1, 2))
    swap_entries(last(championship).pk, one, other, reason="they came together", actor=actor)


def ruled(championship, actor):
    place = table(championship)
    rule(place.pk, OURS, expected_version=place.version, answered_yes=True, reason="the slip says so", actor=actor)


def withdrawn(championship, actor):
    place = table(championship)
    withdraw_result(place.pk, expected_version=place.version, reason="another table", actor=actor)


DONE = [
    pytest.param(entered, lambda c, who: draw_round(c.pk, seed=7, actor=who), "round_drawn", id="draw"),
    pytest.param(
        played,
        lambda c, who: draw_round(c.pk, seed=7, actor=who),
        "round_drawn",
        id="draw-that-closes-a-round",
    ),
    pytest.param(drawn, lambda c, who: publish_round(last(c).pk, actor=who), "round_published", id="publish"),
    pytest.param(played, lambda c, who: close_round(last(c).pk, actor=who), "round_closed", id="close"),
    pytest.param(second_drawn, lambda c, who: undo_draw(last(c).pk, actor=who), "round_undone", id="discard-a-draw"),
    pytest.param(drawn, swap, "entries_swapped", id="exchange"),
    pytest.param(exchanged, lambda c, who: undo_swap(last(c).pk, actor=who), "swap_undone", id="take-an-exchange-back"),
    pytest.param(published, lambda c, who: typed(c, who, 1), "result_confirmed", id="result"),
    pytest.param(one_claimed, lambda c, who: typed(c, who, 1), "result_confirmed", id="result-that-a-side-claims"),
    pytest.param(
        one_claimed, lambda c, who: typed(c, who, 1, (41, 30, 36, 50)), "result_disputed", id="result-that-differs"
    ),
    pytest.param(
        played, lambda c, who: typed(c, who, 1, (44, 30, 36, 50), reason="misread"), "result_corrected", id="correction"
    ),
    pytest.param(
        in_conflict,
        lambda c, who: rule(
            table(c).pk,
            OURS,
            expected_version=table(c).version,
            answered_yes=True,
            reason="the slip says so",
            actor=who,
        ),
        "result_ruled",
        id="ruling",
    ),
    pytest.param(
        played,
        lambda c, who: withdraw_result(
            table(c).pk, expected_version=table(c).version, reason="another table", actor=who
        ),
        "result_withdrawn",
        id="withdrawal-of-a-result",
    ),
    pytest.param(
        one_claimed,
        lambda c, who: store_file_results(last(c).pk, {1: (41, 30, 36, 50), 2: OURS}, actor=who),
        "results_from_file",
        id="results-of-a-file",
    ),
    pytest.param(
        played, lambda c, who: withdraw_entry(c.entries.get(number=3).pk, actor=who), "entry_state", id="withdrawal"
    ),
    pytest.param(
        entered,
        lambda c, who: change_settings(c.pk, actor=who, points_win=3, rounds={1: 9}),
        "settings_changed",
        id="settings",
    ),
    pytest.param(played, lambda c, who: set_public(c.pk, public=True, actor=who), "made_public", id="make-public"),
    pytest.param(
        played, lambda c, who: hide_results_after(c.pk, after_round=0, actor=who), "results_hidden", id="hide-results"
    ),
]


@pytest.mark.parametrize(("so_far", "do", "type_"), DONE)
def test_afterwards_everything_is_as_if_it_had_never_been_done(championship, gion, so_far, do, type_):
    so_far(championship)
    before = canonical(championship)
    do(championship, gion)
    done, found = canonical(championship), undoable(championship)

    undone = undo_last(championship.pk, found.event, actor=gion)

    championship.refresh_from_db()
    event = championship.events.order_by("-sequence").first()
    assert done != before
    assert canonical(championship) == before
    assert (found.type, found.who, found.why_not, undone.type) == (type_, gion.email, None, type_)
    assert (event.type, event.payload["type"], found.event in event.payload["events"]) == ("undone", type_, True)
    assert broken_links(championship) == []
    assert undoable(championship) is None


@pytest.mark.parametrize(("so_far", "do", "type_"), DONE)
def test_what_was_taken_back_can_be_done_again(championship, gion, so_far, do, type_):
    so_far(championship)
    do(championship, gion)
    undo_last(championship.pk, undoable(championship).event, actor=gion)

    do(championship, gion)

    assert undoable(championship).type == type_


def test_several_are_taken_back_one_after_the_other(championship, gion):
    states = []
    steps = [
        lambda: draw_round(championship.pk, seed=3, actor=gion),
        lambda: publish_round(last(championship).pk, actor=gion),
        lambda: typed(championship, gion, 1),
        lambda: typed(championship, gion, 2),
        lambda: typed(championship, gion, 1, (44, 30, 36, 50), reason="misread"),
        lambda: close_round(last(championship).pk, actor=gion),
        lambda: draw_round(championship.pk, seed=4, actor=gion),
        lambda: publish_round(last(championship).pk, actor=gion),
    ]
    for step in steps:
        states.append(canonical(championship))
        step()

    for before in reversed(states[1:]):
        undo_last(championship.pk, undoable(championship).event, actor=gion)
        assert canonical(championship) == before

    # results that were typed stay in the history, and so does their round
    problem = refusal_of(undo_last, championship.pk, undoable(championship).event, actor=gion)
    assert problem == {"code": "round_played", "round": 1}


# What depends on it ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("later", "type_"),
    [
        pytest.param(lambda c: claim(c, A, OURS), "result_claimed", id="a-claim"),
        pytest.param(lambda c: typed(c, None, 2), "result_confirmed", id="a-result"),
    ],
)
def test_a_published_round_stays_once_somebody_has_played(championship, gion, later, type_):
    publish_round(draw_round(championship.pk, seed=1).pk, actor=gion)
    later(championship)
    found = undoable(championship)

    problem = refusal_of(undo_last, championship.pk, found.event, actor=gion)

    assert found.why_not.as_json() == problem
    assert (problem["code"], problem["type"]) == ("undo_depends", type_)
    assert last(championship).state == RoundState.PUBLISHED


def test_what_others_do_elsewhere_is_in_nobodys_way(championship, gion):
    published(championship)
    withdraw_entry(championship.entries.get(number=3).pk, actor=gion)
    claim(championship, A, OURS)
    agree(table(championship).pk, B, version=1)
    check_in(championship.entries.get(number=1).pk, present=True, actor=gion)

    undo_last(championship.pk, undoable(championship).event, actor=gion)
    undo_last(championship.pk, undoable(championship).event, actor=gion)

    assert championship.entries.get(number=3).state == EntryState.REGISTERED
    assert table(championship).results.filter(state=ResultState.CONFIRMED).exists()


@pytest.mark.parametrize(
    "do",
    [
        pytest.param(lambda c, who: withdraw_entry(c.entries.get(number=5).pk, actor=who), id="withdrawal"),
        pytest.param(lambda c, who: typed(c, who, 1, (44, 30, 36, 50), reason="misread"), id="correction"),
        pytest.param(lambda c, who: change_settings(c.pk, actor=who, points_win=3), id="settings"),
    ],
)
def test_a_draw_is_built_on_all_that_was_before_it(championship, gion, do):
    played(championship)
    do(championship, gion)
    draw_round(championship.pk, seed=9)

    problem = refusal_of(undo_last, championship.pk, undoable(championship).event, actor=gion)

    assert (problem["code"], problem["type"]) == ("undo_depends", "round_drawn")


def test_a_draw_that_was_discarded_is_in_nobodys_way(championship, gion):
    played(championship)
    withdraw_entry(championship.entries.get(number=5).pk, actor=gion)
    draw_round(championship.pk, seed=9, actor=gion)

    undo_last(championship.pk, undoable(championship).event, actor=gion)
    undo_last(championship.pk, undoable(championship).event, actor=gion)

    assert championship.entries.get(number=5).state == EntryState.REGISTERED


def test_a_ranking_that_was_handed_out_is_built_on_all_results(championship, gion):
    played(championship)
    typed(championship, gion, 1, (44, 30, 36, 50), reason="misread")
    publish_ranking(championship.pk)

    problem = refusal_of(undo_last, championship.pk, undoable(championship).event, actor=gion)

    assert (problem["code"], problem["type"]) == ("undo_depends", "ranking_published")


def test_a_row_that_was_changed_behind_the_log_is_not_overwritten(championship, gion):
    withdraw_entry(championship.entries.get(number=5).pk, actor=gion)
    championship.entries.filter(number=5).update(state=EntryState.PRESENT)

    problem = refusal_of(undo_last, championship.pk, undoable(championship).event, actor=gion)

    assert problem["code"] == "undo_used"


# What is official, and what was discarded ---------------------------------------------------------------------------


def penalised(championship, actor):
    return give_penalty(championship.pk, 1, points=3, reason="late", after_round=1, actor=actor)


@pytest.mark.parametrize(
    "do",
    [
        pytest.param(penalised, id="penalty"),
        pytest.param(lambda c, who: lift_penalty(penalised(c, None).pk, reason="no", actor=who), id="penalty-lifted"),
        pytest.param(lambda c, who: change_settings(c.pk, actor=who, points_win=7), id="settings"),
        pytest.param(lambda c, who: withdraw_entry(c.entries.get(number=1).pk, actor=who), id="entry"),
    ],
)
@pytest.mark.parametrize("actor", ["organiser", "clock"])
def test_an_official_ranking_is_built_on_all_that_it_is_made_from(championship, gion, do, actor):
    played(championship)
    do(championship, gion)
    close_round(last(championship).pk)
    make_official(last(championship).pk, actor=gion if actor == "organiser" else None)
    championship.refresh_from_db()
    before = ranking(championship).rows

    problem = refusal_of(undo_last, championship.pk, undoable(championship).event, actor=gion)

    championship.refresh_from_db()
    assert (problem["code"], problem["type"]) == ("undo_depends", "round_official")
    assert ranking(championship).rows == before


def test_what_no_official_ranking_is_made_from_is_taken_back(championship, gion):
    played(championship)
    close_round(last(championship).pk)
    change_settings(championship.pk, actor=gion, name="Other")
    make_official(last(championship).pk)

    undo_last(championship.pk, undoable(championship).event, actor=gion)

    championship.refresh_from_db()
    assert championship.name != "Other"


def test_a_closed_round_keeps_the_names_of_those_who_played_it(championship, gion):
    played(championship)
    substitute(championship.pk, 1, 1, PersonData("Gion Caduff", "Trun"), from_round=1, actor=gion)
    close_round(last(championship).pk)

    problem = refusal_of(undo_last, championship.pk, undoable(championship).event, actor=gion)

    assert (problem["code"], problem["type"]) == ("undo_depends", "round_closed")


def test_a_draw_does_not_come_back_over_a_round_that_was_played_on(championship, gion):
    played(championship)
    one = last(championship).tables.get(number=1)
    undo_draw(draw_round(championship.pk, seed=2, actor=gion).pk, actor=gion)
    claim_result(one.pk, A, (10, 10, 10, 10), seen_version=1, answered_yes=True)

    problem = refusal_of(undo_last, championship.pk, undoable(championship).event, actor=gion)

    assert (problem["code"], problem["type"]) == ("undo_depends", "result_disputed")
    assert (last(championship).number, last(championship).state) == (1, RoundState.PUBLISHED)


def renumbered(championship, number):
    people = [PersonData("E Uno", "Trun"), PersonData("E Dus", "Trun")]
    edit_entry(championship.entries.get(number=5).pk, people=people, number=number)


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda c: remove_entry(c.entries.get(number=5).pk), id="removed"),
        pytest.param(lambda c: renumbered(c, 9), id="another-number"),
        pytest.param(lambda c: withdraw_entry(c.entries.get(number=5).pk), id="withdrawn"),
        pytest.param(lambda c: enter(c, "F"), id="late"),
        pytest.param(lambda c: change_settings(c.pk, rounds={1: 1}), id="settings"),
    ],
)
def test_a_draw_does_not_come_back_once_entries_or_rules_are_others(championship, gion, change):
    undo_draw(draw_round(championship.pk, seed=1, actor=gion).pk, actor=gion)
    change(championship)

    problem = refusal_of(undo_last, championship.pk, undoable(championship).event, actor=gion)

    championship.refresh_from_db()
    assert problem["code"] == "undo_depends"
    assert (championship.rounds.count(), check_log(championship).as_json()["problems"]) == (0, [])


# Who and when ------------------------------------------------------------------------------------------------------


def test_two_undo_at_once_and_one_undo_is_made(championship, gion):
    drawn(championship)
    publish_round(last(championship).pk, actor=gion)
    seen = undoable(championship).event
    undo_last(championship.pk, seen, actor=gion)

    problem = refusal_of(undo_last, championship.pk, seen, actor=gion)

    assert problem["code"] == "nothing_to_undo"
    assert championship.events.filter(type="undone").count() == 1


def test_what_is_last_has_changed_meanwhile(championship, gion):
    draw_round(championship.pk, seed=1, actor=gion)
    seen = undoable(championship).event
    publish_round(last(championship).pk, actor=gion)

    problem = refusal_of(undo_last, championship.pk, seen, actor=gion)

    assert problem == {"code": "undo_other", "event": undoable(championship).event}
    assert last(championship).state == RoundState.PUBLISHED


def test_what_sides_and_programs_do_is_not_the_offices_to_take_back(championship):
    published(championship)
    claim(championship, A, OURS)

    assert undoable(championship) is None
    assert refusal_of(undo_last, championship.pk, 1) == {"code": "nothing_to_undo"}


def test_what_has_a_way_back_of_its_own_is_passed_over(championship, gion):
    draw_round(championship.pk, seed=1, actor=gion)
    register_entry(championship.pk, [PersonData("Gion Caduff"), PersonData("Lina Tuor")], actor=gion)

    assert undoable(championship).type == "round_drawn"


def test_pages_of_what_was_taken_back_are_old(championship, gion):
    published(championship)
    typed(championship, gion, 1)
    undo_last(championship.pk, undoable(championship).event, actor=gion)

    problem = refusal_of(key_result, table(championship).pk, OURS, expected_version=1, answered_yes=True, actor=gion)

    assert problem["code"] == "stale"


def test_a_round_drawn_again_after_an_undo_has_versions_that_no_old_page_has_seen(championship, gion):
    first = draw_round(championship.pk, seed=1, actor=gion)
    undo_last(championship.pk, undoable(championship).event, actor=gion)

    again = draw_round(championship.pk, seed=1, actor=gion)

    assert again.version > first.version


def test_a_version_that_was_taken_back_stays_in_the_history(championship, gion):
    published(championship)
    typed(championship, gion, 1)
    undo_last(championship.pk, undoable(championship).event, actor=gion)

    assert list(table(championship).results.values_list("deals", "state")) == [([40, 30, 36, 50], "superseded")]


def test_only_the_newest_footprints_are_kept_and_they_hold_no_names(championship, gion):
    entry = championship.entries.get(number=1)
    for turn in range(KEPT_FOOTPRINTS + 5):
        check_in(entry.pk, present=turn % 2 == 0, actor=gion)

    texts = [str(footprint.rows) for footprint in Footprint.objects.all()]
    assert len(texts) == KEPT_FOOTPRINTS
    assert not any("Uno" in text for text in texts)
