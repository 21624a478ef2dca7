"""The settings of a draw reach it: format, clubs, absent entries."""

from random import Random

import pytest

from tests.factories import ChampionshipFactory, enter, key
from tournaments.domain.championships import create_championship
from tournaments.domain.draw_checks import check_draw
from tournaments.domain.refusal import Refused
from tournaments.domain.registration import withdraw_entry
from tournaments.domain.rounds import draw_round, publish_round
from tournaments.enums import Kind, Pairing, Preset
from tournaments.management.demo import play_round
from tournaments.models import Bye, Club, Entry, Round, Stage, Table

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("apart", [True, False], ids=["apart", "like all others"])
def test_people_of_a_club_are_kept_apart_where_the_setting_says_so(apart):
    championship = ChampionshipFactory(keep_clubs_apart=apart)
    a, b, *_ = enter(championship, *"ABCD")
    club = Club.objects.create(association=championship.association, name="Il Narr")
    Entry.objects.filter(pk__in=[a.pk, b.pk]).update(club=club)

    meetings = set()
    for seed in range(12):
        round_ = draw_round(championship.pk, seed=seed)
        seats = round_.seats.filter(entry__in=[a, b]).values_list("table", flat=True)
        meetings.add(len(set(seats)) == 1)
        round_.delete()

    assert (True in meetings) == (not apart)


@pytest.mark.parametrize("minded", [True, False], ids=["minded", "not-minded"])
def test_partners_meet_as_opponents_only_where_the_setting_lets_them(minded):
    championship = ChampionshipFactory(kind=Kind.INDIVIDUALS, mind_other_role=minded)
    enter(championship, *(f"P{number}" for number in range(16)))
    first = publish_round(draw_round(championship.pk, seed=1).pk)
    for number in range(1, 5):  # partners stand level, and the more evenly the closer they are
        key(first, number, *[40 + number] * 4)

    second = draw_round(championship.pk, seed=2)

    partners = pairs_of(first, same_side=True)
    opponents = pairs_of(second, same_side=False)
    assert (second.draw["inputs"]["plan"].get("mind_other_role", False), not partners & opponents) == (minded, minded)
    assert check_draw(Round.objects.select_related("championship", "stage").get(number=2)).problems == ()


def pairs_of(round_: Round, *, same_side: bool) -> set[frozenset[int]]:
    """Twos that are partners (or opponents) in a round."""
    seats = list(round_.seats.values_list("table", "side", "entry__number"))
    return {
        frozenset((one, other))
        for table, side, one in seats
        for its_table, its_side, other in seats
        if table == its_table and one != other and (side == its_side) == same_side
    }


def test_who_is_absent_has_no_table_and_does_not_sit_out():
    championship = ChampionshipFactory()
    enter(championship, *"ABCDE")

    draw_round(championship.pk, seed=1, absent=[2])

    assert Table.objects.count() == 2
    assert list(Bye.objects.values_list("entry__number", "reason")) == [(2, "absent")]


@pytest.mark.parametrize(
    ("kind", "pairing", "names", "code"),
    [
        pytest.param(Kind.PAIRS, Pairing.WHIST, "ABCD", "format_unfit", id="whist-for-pairs"),
        pytest.param(Kind.INDIVIDUALS, Pairing.WHIST, "ABCDEF", "no_schedule", id="whist-for-six"),
        pytest.param(Kind.PAIRS, Pairing.PRESCRIBED, "ABCD", "schedule_missing", id="no-file"),
        pytest.param(Kind.PAIRS, Pairing.STANDING, "A", "too_few_entries", id="one-pair"),
        pytest.param(Kind.PAIRS, Pairing.ROUND_ROBIN, "A", "too_few_entries", id="round-robin-of-one"),
        pytest.param(Kind.INDIVIDUALS, Pairing.WHIST, "", "too_few_entries", id="whist-of-nobody"),
        pytest.param(Kind.INDIVIDUALS, Pairing.STANDING, "ABC", "too_few_entries", id="three-people"),
    ],
)
def test_what_cannot_be_drawn_is_refused_and_leaves_nothing(kind, pairing, names, code):
    championship = ChampionshipFactory(kind=kind)
    Stage.objects.update(pairing=pairing)
    enter(championship, *names)

    with pytest.raises(Refused) as refusal:
        draw_round(championship.pk, seed=1)

    assert (refusal.value.code, championship.rounds.count()) == (code, 0)


@pytest.mark.parametrize("pairing", [Pairing.ROUND_ROBIN, Pairing.KNOCKOUT, Pairing.STANDING, Pairing.LOT])
def test_where_everybody_has_left_the_draw_says_how_many_there_are(pairing):
    """A knock-out is not over because nobody is there any more."""
    championship = ChampionshipFactory()
    Stage.objects.update(pairing=pairing)
    entries = enter(championship, *"ABCD")
    play_round(publish_round(draw_round(championship.pk, seed=1).pk), Random(1), decide=True)
    for entry in entries:
        withdraw_entry(entry.pk)

    with pytest.raises(Refused) as refusal:
        draw_round(championship.pk, seed=2)

    assert [each.as_json() for each in refusal.value.problems] == [{"code": "too_few_entries", "wanted": 2, "given": 0}]
    assert list(championship.rounds.values_list("number", "state")) == [(1, "published")]


def test_an_absent_entry_that_does_not_exist_is_named():
    championship = ChampionshipFactory()
    enter(championship, *"AB")

    with pytest.raises(Refused) as refusal:
        draw_round(championship.pk, seed=1, absent=[9])

    assert [each.as_json() for each in refusal.value.problems] == [{"code": "unknown_entry", "number": 9}]


def test_a_level_table_of_a_knock_out_stops_the_next_draw():
    championship = ChampionshipFactory()
    Stage.objects.update(pairing=Pairing.KNOCKOUT)
    enter(championship, *"ABCD")
    draw_round(championship.pk, seed=1)
    championship.rounds.update(state="closed")

    with pytest.raises(Refused) as refusal:
        draw_round(championship.pk, seed=2)

    assert refusal.value.code == "no_winner"


def test_a_copy_is_drawn_like_its_original(championship_of_last_year):
    copy = create_championship(
        association=championship_of_last_year.association,
        name="Copy",
        starts_on=championship_of_last_year.starts_on,
        preset=Preset.COPY,
        original=championship_of_last_year,
    )

    assert (copy.stages.get().pairing, copy.keep_clubs_apart) == (Pairing.ROUND_ROBIN, False)


@pytest.fixture
def championship_of_last_year():
    championship = ChampionshipFactory(keep_clubs_apart=False)
    Stage.objects.update(pairing=Pairing.ROUND_ROBIN)
    return championship
