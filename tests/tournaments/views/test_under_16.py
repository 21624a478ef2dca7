"""Who is under 16 is named by initials in public, wherever that is, unless a parent or guardian has agreed."""

import io
from typing import Any

import openpyxl
import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.factories import ChampionshipFactory, enter, key, member, seat_round
from tests.tournaments.views.test_files import text_of
from tests.tournaments.views.test_registration import NEW
from tournaments.domain.publishing import publish_ranking, set_public
from tournaments.domain.registration import PersonData, apply_import, edit_entry, register_entry, store_preview
from tournaments.domain.substitutes import substitute
from tournaments.enums import Consent, Kind
from tournaments.models import Championship, Entry, Person

pytestmark = pytest.mark.django_db

CHILD = PersonData("Nina Tgetgel", "Trun", under_16=True)
OFFICE = ["slips", "seating", "result_sheet"]
PUBLIC = [
    *(("standings_file", [each]) for each in ("csv", "xlsx", "json", "pdf")),
    *(("round_file", [1, each]) for each in ("csv", "xlsx", "json", "pdf")),
    *(("published_file", [1, each]) for each in ("csv", "xlsx", "json", "pdf")),
    *((name, []) for name in ("standings", "entry_list", "api:standings", "api:entries")),
    *((name, [1]) for name in ("round", "entry", "api:round", "api:entry")),
]


@pytest.fixture
def championship() -> Championship:
    """One that is played and published; a child plays in the first pair."""
    championship = ChampionshipFactory(slug="c", rounds=1)
    first = register_entry(championship.pk, [CHILD, PersonData("Gion Beer", "Trun")])
    (second,) = enter(championship, "Z")
    key(seat_round(championship, [(first, second)]), 1, 40, 30, 36, 50)
    publish_ranking(championship.pk)
    championship.refresh_from_db()
    return championship


def read(response: HttpResponse) -> str:
    """What can be read on a page or in a file of any kind."""
    if "spreadsheet" not in response.headers["Content-Type"]:
        return text_of(response)
    book = openpyxl.load_workbook(io.BytesIO(response.content))
    return " ".join(str(cell.value) for sheet in book for row in sheet for cell in row)


@pytest.mark.parametrize(("name", "values"), PUBLIC, ids=lambda each: each if isinstance(each, str) else "")
def test_every_public_page_and_file_shows_initials(
    client: Client, championship: Championship, name: str, values: list[Any]
) -> None:
    shown = read(client.get(reverse(name, args=["c", *values])))

    assert ("Tgetgel" in shown, "N. T." in shown, "Beer" in shown) == (False, True, True)


@pytest.mark.parametrize("name", OFFICE)
def test_what_is_printed_for_the_hall_shows_initials(client: Client, championship: Championship, name: str) -> None:
    client.force_login(member(championship.association))

    shown = read(client.get(reverse(name, args=["c", 1])))

    assert ("Tgetgel" in shown, "Beer" in shown) == (False, True)


def test_the_office_reads_the_name(client: Client, championship: Championship) -> None:
    client.force_login(member(championship.association))

    assert "Nina Tgetgel" in client.get(reverse("office_entries", args=["c"])).content.decode()


@pytest.mark.parametrize(
    ("known", "named"),
    [
        ({"under_16": True}, "N. T."),
        ({"under_16": True, "guardian_agrees": True}, "Nina Tgetgel"),
        ({"guardian_agrees": True}, "Nina Tgetgel"),
        ({"under_16": True, "guardian_agrees": True, "consent": Consent.INITIALS}, "N. T."),
        ({"under_16": True, "consent": Consent.ALIAS, "public_alias": "Stiarl"}, "Stiarl"),
        ({"year_of_birth": 2016}, "N. T."),
        ({"year_of_birth": 2010}, "N. T."),
        ({"year_of_birth": 2009}, "Nina Tgetgel"),
        ({"year_of_birth": 2016, "guardian_agrees": True}, "Nina Tgetgel"),
    ],
)
def test_how_somebody_is_named_in_a_championship_of_2026(known: dict[str, Any], named: str) -> None:
    championship = ChampionshipFactory(kind=Kind.INDIVIDUALS)

    entry = register_entry(championship.pk, [PersonData("Nina Tgetgel", **known)])

    assert entry.public_name == named


def test_the_form_of_an_entry_asks_and_stores(client: Client) -> None:
    championship = ChampionshipFactory(slug="c")
    client.force_login(member(championship.association))

    client.post(reverse("office_entry_new", args=["c"]), {**NEW, "under_16_1": "on", "guardian_agrees_2": "on"})

    people = Entry.objects.get(championship=championship).persons
    assert [(each.under_16, each.guardian_agrees) for each in people] == [(True, False), (False, True)]


def test_a_later_agreement_shows_the_name_at_once(client: Client, championship: Championship) -> None:
    entry = championship.entries.get(number=1)
    people = [PersonData("Nina Tgetgel", "Trun", under_16=True, guardian_agrees=True), PersonData("Gion Beer", "Trun")]

    edit_entry(entry.pk, people=people, number=1)

    assert "Nina Tgetgel" in client.get(reverse("standings", args=["c"])).content.decode()


def test_a_year_in_a_list_of_entries_protects() -> None:
    championship = ChampionshipFactory(kind=Kind.INDIVIDUALS)
    person = {"name": "Nina Tgetgel", "place": "Trun", "year_of_birth": 2014, "club": ""}
    preview = {"rows": [{"row": 2, "number": 1, "people": [person], "club": ""}], "problems": []}
    batch = store_preview(championship.pk, filename="entries.csv", preview=preview)

    (entry,) = apply_import(batch.pk, decisions={}).entries

    assert entry.public_name == "N. T."


def test_who_steps_in_is_protected(client: Client) -> None:
    championship = ChampionshipFactory(slug="c")
    (entry,) = enter(championship, "A")
    client.force_login(member(championship.association))
    form = {"position": 1, "name": "Nina Tgetgel", "place": "Trun", "from_round": 1, "under_16": "on"}

    client.post(reverse("office_substitute", args=["c", entry.number]), form)

    assert Person.objects.get(name="Nina Tgetgel").public_name == "N. T."


def test_a_known_person_who_is_under_16_is_protected_in_every_championship(client: Client) -> None:
    elsewhere = ChampionshipFactory(slug="e", kind=Kind.INDIVIDUALS)
    known = register_entry(elsewhere.pk, [PersonData("Nina Tgetgel")]).persons[0]
    set_public(elsewhere.pk, public=True)
    here = ChampionshipFactory(association=elsewhere.association)
    (entry,) = enter(here, "A")
    before = client.get(reverse("entry_list", args=["e"])).content.decode()

    substitute(here.pk, entry.number, 1, PersonData("Nina", person_id=known.pk, under_16=True), from_round=1)

    after = client.get(reverse("entry_list", args=["e"])).content.decode()
    assert ("Nina Tgetgel" in before, "Nina Tgetgel" in after, "N. T." in after) == (True, False, True)
