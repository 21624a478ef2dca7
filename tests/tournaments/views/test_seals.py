"""The sealed draw as the office does it and as everybody sees it."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import ChampionshipFactory, enter, member
from tests.tournaments.views.reading import main
from tournaments.domain.publishing import set_public
from tournaments.domain.registration import withdraw_entry
from tournaments.domain.rounds import publish_round
from tournaments.domain.seals import open_seal, seal_round
from tournaments.enums import Role
from tournaments.models import Championship, Round, Seal

pytestmark = pytest.mark.django_db
CARDS = "cK t21 n r3 b10 sJ"
ADDRESS = "/en/c/office/rounds/seal/"


@pytest.fixture
def championship() -> Championship:
    championship = ChampionshipFactory(slug="c", rounds=3)
    enter(championship, *"ABCDE")
    set_public(championship.pk, public=True)
    championship.refresh_from_db()
    return championship


@pytest.fixture
def organiser(client: Client, championship: Championship) -> Client:
    client.force_login(member(championship.association, Role.ORGANISER))
    return client


def read(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return main(answer.content.decode())


def test_sealing_shows_the_seal_to_everybody_at_once(organiser):
    answer = organiser.post(ADDRESS, {"do": "seal"}, follow=True)

    seal = Seal.objects.get()
    assert "Round 1 is sealed. Everybody can see the seal." in answer.content.decode()
    for address in ("/en/c/", "/en/c/rounds/", "/en/c/standings/", "/en/c/rounds/1/seal/"):
        page = read(Client(), address)
        assert seal.seal in page
        assert seal.secret not in page
    assert "Type the cards" in read(organiser, "/en/c/office/rounds/")


def test_the_cards_are_read_back_before_anything_is_drawn(organiser, championship):
    seal = seal_round(championship.pk)

    answer = organiser.post(ADDRESS, {"do": "cards", "cards": "CK, T21 N r3 B10 sj", "seal": seal.seal})

    words = main(answer.content.decode())
    assert (answer.status_code, Round.objects.count()) == (200, 0)
    assert "Are these the cards? king of cups XXI the Fool 3 of coins 10 of staves jack of swords" in words


@pytest.mark.parametrize(
    ("language", "legend", "read_back"),
    [
        pytest.param("en", "c cups r coins b staves s swords t trumps t1 … t21 n the Fool", "king of cups", id="en"),
        pytest.param(
            "rm", "c cuppas r rosas b bastuns s spadas t troccas t1 … t21 n il narr", "retg da cuppas", id="rm"
        ),
        pytest.param(
            "it", "c cuppas r rosas b bastuns s spadas t troccas t1 … t21 n il narr", "retg da cuppas", id="it"
        ),
    ],
)
def test_the_legend_and_the_cards_read_back_have_one_vocabulary(organiser, championship, language, legend, read_back):
    seal = seal_round(championship.pk)
    address = ADDRESS.replace("/en/", f"/{language}/")

    page = main(organiser.get(address).content.decode())
    answer = main(organiser.post(address, {"do": "cards", "cards": CARDS, "seal": seal.seal}).content.decode())

    assert legend in page
    assert read_back in answer


def test_with_a_yes_the_round_is_drawn_and_everything_is_in_sight(organiser, championship):
    seal = seal_round(championship.pk)

    answer = organiser.post(ADDRESS, {"do": "cards", "cards": CARDS, "seal": seal.seal, "sure": "1"})

    round_ = Round.objects.get()
    page = read(Client(), "/en/c/rounds/1/seal/")
    assert (answer.status_code, answer.headers["Location"]) == (302, "/en/c/office/rounds/1/draw/")
    assert all(str(each) in page for each in (seal.seal, seal.secret, CARDS, round_.seed, "1; rank 1; points 0"))
    assert "This server has computed it too: seal and seed fit." in page
    assert "The tables appear when the office publishes the round." in page
    publish_round(round_.pk)
    public = read(Client(), "/en/c/rounds/1/")
    assert all(str(each) in public for each in (seal.seal, seal.secret, CARDS, round_.seed, "1; rank 1; points 0"))


@pytest.mark.parametrize(
    ("cards", "sentence"),
    [
        pytest.param("cK t21 x9 n r3 b10", "“x9” is not a card, or was drawn twice.", id="unknown"),
        pytest.param("cK t21", "Draw 6 cards or more; 2 are typed.", id="two"),
        pytest.param("", "This field is required.", id="none"),
    ],
)
def test_bad_cards_get_a_sentence_and_stay_in_the_field(organiser, championship, cards, sentence):
    seal = seal_round(championship.pk)

    answer = organiser.post(ADDRESS, {"do": "cards", "cards": cards, "seal": seal.seal, "sure": "1"})

    html = answer.content.decode()
    assert (answer.status_code, Round.objects.count()) == (422, 0)
    assert sentence in main(html)
    assert f'value="{cards}"' in html or not cards


def test_a_broken_seal_says_so_and_can_be_sealed_anew(organiser, championship):
    first = seal_round(championship.pk)
    withdraw_entry(championship.entries.get(number=5).pk)

    page, public = read(organiser, ADDRESS), read(Client(), "/en/c/")
    organiser.post(ADDRESS, {"do": "seal"})

    assert "The seal is broken" in page
    assert "this seal is broken, and the draw has to be sealed anew" in public
    second = Seal.objects.standing().get()
    told = read(Client(), "/en/c/rounds/1/seal/")
    assert f"Sealed, seal no. 1: {first.seal}" in told
    assert f"Sealed, seal no. 2: {second.seal}" in told


def test_a_seal_can_be_given_up_in_public(organiser, championship):
    seal_round(championship.pk)

    answer = organiser.post(ADDRESS, {"do": "give_up"})

    assert answer.status_code == 302
    assert "The seal of round 1 was given up" in read(Client(), "/en/c/rounds/")
    assert "Seal the draw, and let the hall draw cards" in read(organiser, "/en/c/office/rounds/")


def test_the_page_of_another_organiser_does_not_open_a_newer_seal(organiser, championship):
    old = seal_round(championship.pk)
    withdraw_entry(championship.entries.get(number=5).pk)
    seal_round(championship.pk)

    answer = organiser.post(ADDRESS, {"do": "cards", "cards": CARDS, "seal": old.seal, "sure": "1"})

    assert (answer.status_code, Round.objects.count()) == (409, 0)
    assert "There is no such seal for round 1 any more." in main(answer.content.decode())


def test_drawn_meanwhile_the_page_leads_to_the_proposal(organiser, championship):
    seal_round(championship.pk)
    open_seal(championship.pk, cards=CARDS)

    answer = organiser.get(ADDRESS)

    assert answer.headers["Location"] == reverse("office_draw", args=["c", 1])


def test_a_round_without_a_seal_has_no_page_of_it(championship):
    assert Client().get("/en/c/rounds/1/seal/").status_code == 404
