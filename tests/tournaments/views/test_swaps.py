"""Exchanging two entries of a proposal, as an organiser does it: look, think, give a reason, take it back."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories import ChampionshipFactory, enter, key, member, seat_round
from tests.tournaments.views.reading import main
from tournaments.domain.draw_checks import check_draw
from tournaments.domain.publishing import set_public
from tournaments.domain.rounds import draw_round, publish_round
from tournaments.domain.sheets import round_sheet
from tournaments.domain.swaps import swap_entries
from tournaments.enums import Kind, Role
from tournaments.exports.json import round_json
from tournaments.exports.round_prints import bye_lines
from tournaments.models import Championship, Club, Entry, Round

pytestmark = pytest.mark.django_db


@pytest.fixture
def championship() -> Championship:
    """Five pairs: A beat B, C beat D, E sat out; round 2 is a proposal."""
    championship = ChampionshipFactory(slug="c", rounds=3)
    a, b, c, d, e = enter(championship, *"ABCDE")
    round_ = seat_round(championship, [(a, b), (c, d)], byes=[e])
    key(round_, 1, 40, 40, 40, 40)
    key(round_, 2, 40, 40, 40, 38)
    draw_round(championship.pk, seed=1)
    return championship


@pytest.fixture
def organiser(client: Client, championship: Championship) -> Client:
    client.force_login(member(championship.association, Role.ORGANISER))
    return client


def proposal() -> Round:
    return Round.objects.select_related("championship", "stage").get(number=2)


def address(name: str = "office_round_swap") -> str:
    return reverse(name, args=["c", 2])


def met(championship: Championship) -> list[set[int]]:
    sheet = round_sheet(championship, 2)
    return [{line.number for line in (*table.a, *table.b)} for table in sheet.tables]


def to_swap(championship: Championship) -> tuple[int, int]:
    """Two entries whose exchange brings A and B together again."""
    table = next(numbers for numbers in met(championship) if 1 in numbers)
    (opponent,) = table - {1}
    return opponent, 2


def test_what_an_exchange_comes_to_is_shown_before_it_is_made(organiser, championship):
    one, other = to_swap(championship)
    before = met(championship)

    answer = organiser.get(reverse("office_draw", args=["c", 2]), {"one": one, "other": other})

    words = main(answer.content.decode())
    assert answer.status_code == 200
    assert "A Uno – A Dus and B Uno – B Dus have met already, in round 1." in words.replace("\u00a0", " ")
    assert "Against the best draw: 1 repeated meeting more" in words
    assert "Exchange anyway" in words
    assert met(championship) == before


def test_two_are_exchanged_with_a_reason_that_everybody_reads(organiser, championship):
    one, other = to_swap(championship)

    answer = organiser.post(address(), {"one": one, "other": other, "reason": "they share a car", "version": 1})

    assert (answer.status_code, {1, 2} in met(championship)) == (302, True)
    assert (proposal().version, check_draw(proposal()).ok) == (2, True)
    assert "Changed by the organiser" in main(organiser.get(reverse("office_draw", args=["c", 2])).content.decode())
    publish_round(proposal().pk)
    set_public(championship.pk, public=True)
    sheet = round_sheet(Championship.objects.get(), 2, public=True)
    public = main(Client().get(reverse("round", args=["c", 2])).content.decode())
    assert "Changed by the organiser: they share a car" in public
    assert bye_lines(sheet)[0] == "Changed by the organiser: they share a car"
    assert round_json(sheet)["changed"] == ["they share a car"]
    assert Client().get(reverse("api:round", args=["c", 2])).json()["changed"] == ["they share a car"]


def test_nothing_is_said_of_later_rounds_that_nobody_has_looked_at(organiser, championship):
    one, other = to_swap(championship)
    drawn = main(organiser.get(reverse("office_draw", args=["c", 2])).content.decode())

    organiser.post(address(), {"one": one, "other": other, "reason": "they share a car", "version": 1})
    changed = main(organiser.get(reverse("office_draw", args=["c", 2])).content.decode())

    assert ["Later rounds without a repeat" in words for words in (drawn, changed)] == [True, False]
    assert (proposal().draw["free_rounds_after"], check_draw(proposal()).ok) == (None, True)


@pytest.mark.parametrize(
    ("data", "status", "sentence"),
    [
        pytest.param({"reason": " "}, 422, "Give a reason for the exchange. Everybody can read it.", id="no-reason"),
        pytest.param({"version": 7}, 409, "Somebody else has changed this round meanwhile.", id="stale"),
        pytest.param({"other": 99}, 422, "Select a valid choice.", id="not-in-the-round"),
    ],
)
def test_an_exchange_that_is_refused_changes_nothing(organiser, championship, data, status, sentence):
    one, other = to_swap(championship)
    before = met(championship)

    answer = organiser.post(address(), {"one": one, "other": other, "reason": "a car", "version": 1} | data)

    assert (answer.status_code, met(championship), proposal().version) == (status, before, 1)
    assert sentence in main(answer.content.decode())


def test_two_who_meet_are_not_exchanged(organiser, championship):
    one, other = sorted(met(championship)[0])

    answer = organiser.get(reverse("office_draw", args=["c", 2]), {"one": one, "other": other})

    assert "Exchanging these two changes nothing" in main(answer.content.decode())


def test_an_exchange_is_taken_back_and_leaves_no_mark(organiser, championship):
    before = met(championship)
    swap_entries(proposal().pk, *to_swap(championship), reason="a car")

    answer = organiser.post(address("office_round_swap_undo"), {"version": 2})

    assert (answer.status_code, met(championship)) == (302, before)
    assert (round_sheet(championship, 2).changed, check_draw(proposal()).ok) == ((), True)


def test_without_an_exchange_there_is_nothing_to_take_back(organiser, championship):
    answer = organiser.post(address("office_round_swap_undo"))

    assert answer.status_code == 409
    assert "Nothing is exchanged in round 2." in main(answer.content.decode())


@pytest.mark.parametrize("name", ["office_round_swap", "office_round_swap_undo"])
def test_a_published_round_is_not_changed(organiser, championship, name):
    one, other = to_swap(championship)
    publish_round(proposal().pk)
    before = met(championship)

    answer = organiser.post(address(name), {"one": one, "other": other, "reason": "a car", "version": 2})

    assert (answer.status_code, met(championship)) == (409, before)


def test_who_sits_out_can_be_exchanged(organiser, championship):
    out = proposal().byes.get().entry.number
    one = next(iter(met(championship)[0]))

    organiser.post(address(), {"one": one, "other": out, "reason": "came late", "version": 1})

    assert proposal().byes.get().entry.number == one
    assert check_draw(proposal()).ok


def test_tables_seated_by_hand_offer_no_exchange(client):
    championship = ChampionshipFactory(slug="c")
    a, b, *_ = enter(championship, *"ABCD")
    seat_round(championship, [(a, b)], publish=False)
    seat = reverse("office_draw", args=["c", 1])
    client.force_login(member(championship.association, Role.ORGANISER))

    assert "See what changes" not in main(client.get(seat).content.decode())


def test_a_viewer_sees_no_exchange(client, championship):
    client.force_login(member(championship.association, Role.VIEWER))

    assert "See what changes" not in main(client.get(reverse("office_draw", args=["c", 2])).content.decode())


def test_individuals_and_clubs_are_named_in_the_warnings(client):
    championship = ChampionshipFactory(slug="i", kind=Kind.INDIVIDUALS)
    enter(championship, *"ABCDEFGH")
    club = Club.objects.create(association=championship.association, name="Il Narr")
    round_ = draw_round(championship.pk, seed=1)
    first, second = (list(table.seats.order_by("side")) for table in round_.tables.order_by("number"))
    Entry.objects.filter(pk__in=[first[0].entry_id, second[0].entry_id]).update(club=club)
    round_.delete()
    draw_round(championship.pk, seed=1)
    sheet = round_sheet(championship, 1)
    together = {first[0].entry.number, second[0].entry.number}
    table = next(each for each in sheet.tables if together & {line.number for line in (*each.a, *each.b)})
    mine = next(line.number for line in (*table.a, *table.b) if line.number in together)
    (theirs,) = together - {mine}
    stays = next(line.number for line in (*table.a, *table.b) if line.number not in together)
    client.force_login(member(championship.association, Role.ORGANISER))

    answer = client.get(reverse("office_draw", args=["i", 1]), {"one": stays, "other": theirs})

    words = main(answer.content.decode())
    assert "are of the same club: Il Narr." in words
    assert "Against the draw as it was made: 1 meeting within a club more" in words  # no search proved it the best


def test_a_look_at_an_exchange_costs_the_same_for_three_tables_as_for_two(client):
    counts = []
    for pairs in ("ABCD", "ABCDEF"):
        championship = ChampionshipFactory(slug=f"q{len(pairs)}")
        enter(championship, *pairs)
        draw_round(championship.pk, seed=1)
        client.force_login(member(championship.association, Role.ORGANISER))
        first, second = round_sheet(championship, 1).tables[:2]
        with CaptureQueriesContext(connection) as queries:
            client.get(
                reverse("office_draw", args=[championship.slug, 1]),
                {"one": first.a[0].number, "other": second.a[0].number},
            )
        counts.append(len(queries))

    assert counts[0] == counts[1]


def test_two_pairs_who_meet_are_not_called_partners(organiser, championship):
    table = proposal().tables.order_by("number").first()
    one, other = table.seats.values_list("entry__number", flat=True)

    answer = organiser.get(reverse("office_draw", args=["c", 2]), {"one": one, "other": other})

    words = main(answer.content.decode())
    assert "Exchanging these two changes nothing: they meet each other, or both sit out." in words
    assert "partners" not in words
