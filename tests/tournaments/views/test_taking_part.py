"""Coming late, leaving early, and numbers that do not fit: the page says the rule before anything happens."""

import pytest
from django.test import Client

from tests.factories import ChampionshipFactory, enter, key, member
from tests.tournaments.views.reading import main
from tournaments.domain.publishing import set_public
from tournaments.domain.rounds import draw_round, publish_round
from tournaments.domain.standings import ranking
from tournaments.enums import EntryState, Kind, Role
from tournaments.models import Championship, Entry

pytestmark = pytest.mark.django_db
ENTRIES = "/en/c/office/entries/"
NEW = {"name_1": "Lina Tuor", "name_2": "Gion Caduff", "consent_1": "full", "consent_2": "full"}


@pytest.fixture
def championship() -> Championship:
    """Five pairs of championship `c`."""
    championship = ChampionshipFactory(slug="c", rounds=4)
    enter(championship, *"ABCDE")
    return championship


@pytest.fixture
def organiser(client: Client, championship: Championship) -> Client:
    client.force_login(member(championship.association, Role.ORGANISER))
    return client


@pytest.fixture
def published(championship: Championship) -> Championship:
    publish_round(draw_round(championship.pk, seed=1).pk)
    set_public(championship.pk, public=True)
    return championship


def read(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return main(answer.content.decode()).replace("\u00a0", " ")


# Coming late -----------------------------------------------------------------------------------------------------


def test_who_comes_late_is_asked_when_to_begin(organiser, published):
    out = published.rounds.get().byes.get().entry

    words = read(organiser, f"{ENTRIES}new/")

    assert "When does it begin? In round 2 It has no points for the rounds before. Now, in round 1" in words
    assert f"It plays against who would sit out: {out.name}".replace("\u00a0", " ") in words


def test_now_means_at_once_and_in_public(organiser, published):
    answer = organiser.post(f"{ENTRIES}new/", {**NEW, "begins": "now", "round": "1"}, follow=True)

    entry = Entry.objects.get(number=6)
    assert entry.seats.get().table.number == 3
    assert "plays in round 1, at table 3. Print its slip." in answer.content.decode()
    public = read(Client(), "/en/c/rounds/1/")
    assert "Changed by the organiser: No. 6 came late and plays against who would have sat out" in public


@pytest.mark.parametrize("begins", ["next", ""], ids=["next", "not-said"])
def test_later_means_from_the_next_draw_on(organiser, published, begins):
    organiser.post(f"{ENTRIES}new/", {**NEW, "begins": begins, "round": "1"})

    assert not Entry.objects.get(number=6).seats.exists()


def test_an_entry_without_a_seat_can_be_seated_from_its_page(organiser, published):
    enter(published, "F")
    assert "Seat now in round 1" in read(organiser, f"{ENTRIES}6/")

    organiser.post(f"{ENTRIES}6/seat/", {"round": "1"})

    assert Entry.objects.get(number=6).seats.count() == 1
    assert "Seat now" not in read(organiser, f"{ENTRIES}6/")


def test_a_seat_that_is_gone_is_said_and_the_entry_stays(organiser, published):
    organiser.post(f"{ENTRIES}new/", {**NEW, "begins": "now", "round": "1"})
    other = {**NEW, "name_1": "Rita Beer", "name_2": "Rest Beer"}

    answer = organiser.post(f"{ENTRIES}new/", {**other, "begins": "now", "round": "1"}, follow=True)

    assert "There is no seat for one more now." in answer.content.decode()
    assert not Entry.objects.get(number=7).seats.exists()


# Leaving early ---------------------------------------------------------------------------------------------------


def test_between_rounds_a_withdrawal_says_what_stays(organiser, published):
    for number in (1, 2):
        key(published.rounds.get(), number, 40, 40, 40, 40)

    words = read(organiser, f"{ENTRIES}1/withdraw/")

    assert "It is left out of the draws from round 2 on." in words
    assert "Its results stay, and so do those of its opponents." in words
    organiser.post(f"{ENTRIES}1/withdraw/")
    assert Entry.objects.get(number=1).state == EntryState.WITHDRAWN


def test_during_a_round_it_names_the_table_and_the_rule_for_the_opponents(organiser, published):
    seat = published.rounds.get().seats.order_by("entry__number").first()

    words = read(organiser, f"{ENTRIES}{seat.entry.number}/withdraw/")

    assert f"It sits at table {seat.table.number} of round 1, which has no result yet." in words
    assert "the other side gets a walk-over" in words


def test_with_a_seat_in_a_proposal_it_says_to_draw_again(organiser, championship):
    round_ = draw_round(championship.pk, seed=1)
    number = round_.seats.first().entry.number

    assert "Discard that draw and draw again." in read(organiser, f"{ENTRIES}{number}/withdraw/")


# Numbers ---------------------------------------------------------------------------------------------------------


def test_the_office_says_that_somebody_will_sit_out(organiser, championship):
    words = "5 pairs: 1 pair sits out in each round."

    assert words in read(organiser, ENTRIES)
    assert words in read(organiser, "/en/c/office/rounds/")


def test_both_ways_are_shown_with_their_consequences(organiser, championship):
    words = read(organiser, f"{ENTRIES}numbers/")

    assert "5 pairs do not fill the last table" in words
    assert "1 sits out in each round 4 times in all. Nobody sits out twice." in words
    assert "Sitting out is worth: like a table won." in words
    assert "1 stand-in fills the last table" in words


def test_fifty_people_need_two_stand_ins(client):
    championship = ChampionshipFactory(slug="c", kind=Kind.INDIVIDUALS, rounds=5)
    enter(championship, *(f"P{number}" for number in range(50)))
    client.force_login(member(championship.association, Role.ORGANISER))

    words = read(client, f"{ENTRIES}numbers/")

    assert "2 sit out in each round 10 times in all. Nobody sits out twice." in words
    assert "2 stand-ins fill the last table" in words
    assert "With fewer than 2 of them none plays" in words
    assert "A table of three is not offered" in words


def test_a_stand_in_is_entered_from_there_and_marked_everywhere(organiser, championship):
    assert 'name="stand_in"' in organiser.get(f"{ENTRIES}new/?stand_in=1").content.decode()

    organiser.post(f"{ENTRIES}new/", {**NEW, "stand_in": "on"})
    round_ = draw_round(championship.pk, seed=1)
    assert "Tuor – Caduff (stand-in)" in read(organiser, "/en/c/office/rounds/1/draw/")
    publish_round(round_.pk)
    set_public(championship.pk, public=True)

    assert "The numbers fit" not in read(organiser, f"{ENTRIES}numbers/")
    assert "They are entered: nobody sits out." in read(organiser, f"{ENTRIES}numbers/")
    assert "sits out in each round" not in read(organiser, ENTRIES)
    assert "stand-in" in read(organiser, ENTRIES)
    assert "stand-in" in read(Client(), "/en/c/entries/")
    assert "Lina Tuor – Gion Caduff (stand-in)" in read(Client(), "/en/c/rounds/1/")
    assert [row.number for row in ranking(Championship.objects.get()).rows] == [1, 2, 3, 4, 5]
    assert Client().get("/en/c/entries/6/").status_code == 200
    listed = Client().get("/api/v1/championships/c/entries").json()["entries"]
    assert {entry["number"]: entry.get("stand_in", False) for entry in listed} == {
        **dict.fromkeys(range(1, 6), False),
        6: True,
    }


def test_a_table_kept_for_somebody_is_shown_and_refused_to_others(organiser, championship):
    organiser.post(f"{ENTRIES}new/", {**NEW, "fixed_table": "3"})
    other = {**NEW, "name_1": "Rita Beer", "name_2": "Rest Beer", "fixed_table": "3"}

    answer = organiser.post(f"{ENTRIES}new/", other)

    assert answer.status_code == 409
    assert "Table 3 is kept for entry 6 already." in main(answer.content.decode())
    assert "always at table 3" in read(organiser, ENTRIES)
