"""A form that arrives twice is stored once: same key and contents, same answer; other contents are refused."""

import re
from html import unescape

import pytest
from django.test import Client

from tests.factories import ChampionshipFactory, enter, key, member, seat_round
from tournaments.domain.rounds import draw_round, publish_round
from tournaments.enums import Consent
from tournaments.models import Championship, SentForm

pytestmark = pytest.mark.django_db

KEY = "0123456789abcdef"
OFFICE = "/en/c/office"


@pytest.fixture
def championship() -> Championship:
    championship = ChampionshipFactory(slug="c")
    enter(championship, *"ABCD")
    return championship


@pytest.fixture
def organiser(client: Client, championship: Championship) -> Client:
    client.force_login(member(championship.association))
    return client


def drawn(championship: Championship) -> None:
    draw_round(championship.pk, seed=1)


def published(championship: Championship) -> None:
    publish_round(draw_round(championship.pk, seed=1).pk)


def played(championship: Championship) -> None:
    published(championship)
    for number in (1, 2):
        key(championship.rounds.get(), number, 40, 30, 36, 50)


def nothing(_championship: Championship) -> None:
    pass


FORMS = [
    pytest.param(nothing, "rounds/", {"seed": "5"}, {"seed": "6"}, id="draw"),
    pytest.param(drawn, "rounds/1/publish/", {"version": "1"}, {"version": ""}, id="publish"),
    pytest.param(drawn, "rounds/1/undo/", {}, {"more": "1"}, id="discard-a-draw"),
    pytest.param(played, "rounds/1/close/", {}, {"more": "1"}, id="close"),
    pytest.param(
        drawn,
        "rounds/1/swap/",
        {"one": "1", "other": "2", "reason": "came together", "version": "1"},
        {"one": "1", "other": "2", "reason": "another one", "version": "1"},
        id="exchange",
    ),
    pytest.param(nothing, "entries/1/state/", {"do": "withdraw"}, {"do": "return"}, id="withdraw"),
    pytest.param(nothing, "entries/4/remove/", {}, {"more": "1"}, id="remove"),
    pytest.param(
        nothing,
        "entries/new/",
        {"name_1": "Gion Caduff", "name_2": "Lina Tuor"},
        {"name_1": "Gion Caduff", "name_2": "Mena Tuor"},
        id="new-entry",
    ),
    pytest.param(nothing, "publish/", {"do": "show"}, {"do": "withdraw"}, id="make-public"),
    pytest.param(played, "publish/", {"do": "publish"}, {"do": "show"}, id="publish-the-ranking"),
    pytest.param(
        played,
        "rounds/1/tables/1/withdraw/",
        {"version": "1", "reason": "wrong table"},
        {"version": "1", "reason": "another one"},
        id="withdraw-a-result",
    ),
]


@pytest.mark.parametrize(("given", "address", "values", "others"), FORMS)
def test_a_form_is_stored_once_whatever_arrives(organiser, championship, given, address, values, others):
    given(championship)

    first = organiser.post(f"{OFFICE}/{address}", {**values, "form_key": KEY})
    championship.refresh_from_db()
    once = championship.revision
    again = organiser.post(f"{OFFICE}/{address}", {**values, "form_key": KEY})
    other = organiser.post(f"{OFFICE}/{address}", {**others, "form_key": KEY})
    championship.refresh_from_db()

    assert (first.status_code, again.status_code, other.status_code) == (302, 302, 422)
    assert again["Location"] == first["Location"]
    assert (championship.revision, SentForm.objects.count()) == (once, 1)


def test_other_contents_with_a_used_key_come_back_on_a_page_that_says_so(organiser, championship):
    people = {"name_1": "Gion Caduff", "place_1": "Trun", "name_2": "Lina Tuor", "club": "Il Bagat"}
    organiser.post(f"{OFFICE}/entries/new/", {**people, "form_key": KEY})

    answer = organiser.post(
        f"{OFFICE}/entries/new/", {**people, "name_2": "Mena <Tuor>", "consent_2": "initials", "form_key": KEY}
    )

    html = answer.content.decode()
    assert answer.status_code == 422
    assert "This form was stored before, with other contents" in html
    assert [tuple(map(unescape, each)) for each in re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", html)] == [
        ("First name and family name (1)", "Gion Caduff"),
        ("Place (1)", "Trun"),
        ("First name and family name (2)", "Mena <Tuor>"),
        ("Club", "Il Bagat"),
        ("Named in public (2)", str(Consent.INITIALS.label)),
    ]
    assert KEY not in html
    assert championship.entries.count() == 5


@pytest.mark.parametrize(("given", "address", "values", "others"), FORMS)
def test_whatever_was_typed_is_shown_in_each_language(organiser, championship, given, address, values, others):
    given(championship)
    organiser.post(f"{OFFICE}/{address}", {**values, "form_key": KEY})

    pages = [
        organiser.post(f"/{language}/c/office/{address}", {**others, "form_key": KEY})
        for language in ("rm", "de", "it")
    ]

    texts = [others[name] for name in others if name in {"reason", "seed", "name_1", "name_2"}]
    for page in pages:
        shown = [unescape(each) for each in re.findall(r"<dd>(.*?)</dd>", page.content.decode())]
        assert page.status_code == 422
        assert [text for text in texts if text not in shown] == []


def test_the_second_answer_says_that_it_is_stored_once(organiser, championship):
    for _ in range(2):
        organiser.post(f"{OFFICE}/rounds/", {"form_key": KEY})

    page = organiser.get(f"{OFFICE}/rounds/1/draw/").content.decode()

    assert "This form arrived twice. It is stored once." in page


def test_a_form_that_was_refused_can_be_sent_again_with_the_same_key(organiser, championship):
    seat_round(championship, [tuple(championship.entries.all()[:2])])
    form = {"form_key": KEY}

    refused = organiser.post(f"{OFFICE}/rounds/1/close/", form)
    key(championship.rounds.get(), 1, 40, 30, 36, 50)
    stored = organiser.post(f"{OFFICE}/rounds/1/close/", form)

    assert (refused.status_code, stored.status_code) == (409, 302)


def test_the_same_key_in_two_championships_is_two_forms(organiser, championship):
    other = ChampionshipFactory(slug="d", association=championship.association)
    enter(other, *"AB")

    answers = [organiser.post(f"/en/{slug}/office/rounds/", {"form_key": KEY}).status_code for slug in "cd"]

    assert answers == [302, 302]
    assert (championship.rounds.count(), other.rounds.count()) == (1, 1)


def test_a_key_that_no_page_has_made_is_none(organiser, championship):
    for _ in range(2):
        organiser.post(f"{OFFICE}/entries/1/state/", {"do": "withdraw", "form_key": "x" * 200})

    assert SentForm.objects.count() == 0


@pytest.mark.parametrize("address", "rounds/ publish/ settings/ entries/new/ entries/1/ entries/import/".split())
def test_every_page_makes_new_keys(organiser, championship, address):
    keys = [
        found
        for _ in range(2)
        for found in re.findall(r'name="form_key" value="(\w+)"', organiser.get(f"{OFFICE}/{address}").content.decode())
    ]

    assert len(keys) >= 2
    assert len(set(keys)) == len(keys)


def test_nobody_finds_the_forms_of_another_association(client, championship):
    stranger = member(ChampionshipFactory().association)
    client.force_login(stranger)

    answer = client.post(f"{OFFICE}/rounds/", {"form_key": KEY})

    assert (answer.status_code, SentForm.objects.count()) == (404, 0)
