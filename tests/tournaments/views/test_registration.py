"""Entries by hand, and the tick at the door."""

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.factories import ChampionshipFactory, enter, member, seat_round
from tournaments.domain.registration import PersonData, register_entry
from tournaments.enums import Kind, Role
from tournaments.models import Championship, Entry, Person

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


@pytest.fixture
def championship() -> Championship:
    return ChampionshipFactory(slug="campiunadi")


@pytest.fixture
def organiser(client: Client, championship: Championship) -> Client:
    client.force_login(member(championship.association))
    return client


def page(client: Client, address: str = "", **query: str) -> str:
    response = client.get(f"/en/campiunadi/office/entries/{address}", query)
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def pair(championship: Championship, first: str, second: str, place: str = "Trun") -> Entry:
    return register_entry(championship.pk, [PersonData(first, place), PersonData(second, place)])


class TestList:
    @pytest.mark.parametrize("names", [["A"], ["A", "B", "C"]], ids=["one", "three"])
    def test_costs_the_same_for_one_entry_and_for_three(
        self,
        organiser: Client,
        championship: Championship,
        names: list[str],
        django_assert_num_queries: DjangoAssertNumQueries,
    ) -> None:
        enter(championship, *names)

        with django_assert_num_queries(16):
            response = organiser.get("/en/campiunadi/office/entries/")

        assert response.status_code == 200

    @pytest.mark.parametrize("names", [["A"], ["A", "B", "C"]], ids=["one", "three"])
    def test_the_tick_list_too(
        self,
        organiser: Client,
        championship: Championship,
        names: list[str],
        django_assert_num_queries: DjangoAssertNumQueries,
    ) -> None:
        enter(championship, *names)

        with django_assert_num_queries(10):
            response = organiser.get("/en/campiunadi/office/entries/tick-list/")

        assert response.status_code == 200

    def test_an_empty_one_says_what_to_do(self, organiser: Client, championship: Championship) -> None:
        assert "Nobody is entered yet" in page(organiser)

    @pytest.mark.parametrize(
        ("query", "found"),
        [
            pytest.param("sol", ["Gion Solèr"], id="without the accent"),
            pytest.param("SOLÈR", ["Gion Solèr"], id="with it, in capitals"),
            pytest.param("soler gion", ["Gion Solèr"], id="family name first"),
            pytest.param("mu", ["Anna Mäder"], id="a place"),
            pytest.param("2", ["Anna Mäder"], id="a number"),
            pytest.param("s", ["Gion Solèr", "Anna Mäder"], id="one letter is too few"),
            pytest.param("zz", [], id="nobody"),
        ],
    )
    def test_is_searched_from_two_letters_on(
        self, organiser: Client, championship: Championship, query: str, found: list[str]
    ) -> None:
        pair(championship, "Gion Solèr", "Lina Tuor")
        pair(championship, "Anna Mäder", "Ida Frei", place="Mustér")

        shown = page(organiser, q=query)

        assert [name for name in ("Gion Solèr", "Anna Mäder") if f'<span class="pn">{name}' in shown] == found

    def test_the_tick_list_has_each_person_once_by_family_name(
        self, organiser: Client, championship: Championship
    ) -> None:
        pair(championship, "Gion Tuor", "Anna Äbi")
        pair(championship, "Lina Caduff", "Barla Zurmühle")

        shown = page(organiser, "tick-list/")

        names = ["Anna Äbi", "Lina Caduff", "Gion Tuor", "Barla Zurmühle"]
        assert sorted(names, key=lambda name: shown.index(f"<b>{name}</b>")) == names

    def test_names_of_others_are_escaped(self, organiser: Client, championship: Championship) -> None:
        pair(championship, "<script>alert(1)</script>", "=1+1")

        for address in ("", "tick-list/", "1/"):
            assert "<script>alert" not in page(organiser, address)


def test_a_new_entry_begins_with_the_first_name(organiser: Client) -> None:
    html = page(organiser, "new/")

    focused = re.findall(r"<input[^>]* autofocus[^>]*>", html)
    assert [re.findall(r'name="(\w+)"', field) for field in focused] == [["name_1"]]


class TestCheckIn:
    def test_one_tap_marks_an_entry_present(self, organiser: Client, championship: Championship) -> None:
        enter(championship, "A", "B")

        response = organiser.post("/en/campiunadi/office/entries/1/check-in/", {"present": "1"}, headers=HTMX)

        answer = " ".join(response.content.decode().split())
        assert championship.entries.get(number=1).state == "present"
        assert 'aria-pressed="true"' in answer
        assert "1/2 present" in answer
        assert "2 B Uno" in answer

    def test_without_a_script_the_page_comes_back(self, organiser: Client, championship: Championship) -> None:
        enter(championship, "A")

        response = organiser.post("/en/campiunadi/office/entries/1/check-in/", {"present": "1"})

        assert response["Location"] == "/en/campiunadi/office/entries/"

    def test_two_devices_do_not_undo_each_other(self, organiser: Client, championship: Championship) -> None:
        enter(championship, "A")
        revisions = []

        for _ in range(2):
            organiser.post("/en/campiunadi/office/entries/1/check-in/", {"present": "1"}, headers=HTMX)
            championship.refresh_from_db()
            revisions.append(championship.revision)

        assert championship.entries.get().state == "present"
        assert revisions[0] == revisions[1]

    @pytest.mark.parametrize("headers", [HTMX, {}], ids=["script", "no-script"])
    def test_a_tick_that_arrives_again_after_it_was_taken_back_ticks_nobody_off(
        self, organiser: Client, championship: Championship, headers: dict[str, str]
    ) -> None:
        enter(championship, "A")
        address, form = "/en/campiunadi/office/entries/1/check-in/", {"present": "1", "form_key": "0123456789abcdef"}
        first = organiser.post(address, form, headers=headers)
        organiser.post(address, {"present": "0"}, headers=headers)

        again = organiser.post(address, form, headers=headers)
        other = organiser.post(address, form | {"present": "0"}, headers=headers)

        assert (first.status_code, again.status_code, other.status_code) == (first.status_code, first.status_code, 422)
        assert championship.entries.get().state == "registered"
        assert 'aria-pressed="true"' not in again.content.decode()

    def test_a_tick_is_taken_back(self, organiser: Client, championship: Championship) -> None:
        enter(championship, "A")

        for present in ("1", "0"):
            organiser.post("/en/campiunadi/office/entries/1/check-in/", {"present": present}, headers=HTMX)

        assert championship.entries.get().state == "registered"

    def test_who_has_withdrawn_stays_withdrawn(self, organiser: Client, championship: Championship) -> None:
        enter(championship, "A", "B")
        organiser.post("/en/campiunadi/office/entries/1/state/", {"do": "withdraw"})

        response = organiser.post("/en/campiunadi/office/entries/1/check-in/", {"present": "1"}, headers=HTMX)

        assert championship.entries.get(number=1).state == "withdrawn"
        assert "0/1 present" in response.content.decode()

    def test_many_missing_ones_are_counted_few_are_named(self, organiser: Client, championship: Championship) -> None:
        enter(championship, *"ABCDEFGHIJ")

        shown = page(organiser)

        assert "0/10 present" in shown
        assert "8 H Uno" in shown
        assert "and 2 more" in shown


NEW = {"name_1": "Gion Caduff", "place_1": "Trun", "name_2": "Lina Tuor", "place_2": "Ilanz"}


class TestNewEntry:
    URL = "/en/campiunadi/office/entries/new/"

    def test_a_pair_gets_the_next_free_number(self, organiser: Client, championship: Championship) -> None:
        enter(championship, "A")

        response = organiser.post(self.URL, {**NEW, "club": "Il Narr", "year_of_birth_1": "1971"})

        entry = championship.entries.get(number=2)
        assert response.status_code == 302
        assert [(person.name, person.place, person.year_of_birth) for person in entry.persons] == [
            ("Gion Caduff", "Trun", 1971),
            ("Lina Tuor", "Ilanz", None),
        ]
        assert entry.club.name == "Il Narr"

    def test_a_single_person_where_single_persons_play(self, client: Client) -> None:
        championship = ChampionshipFactory(slug="campiunadi", kind=Kind.INDIVIDUALS)
        client.force_login(member(championship.association))

        client.post(self.URL, {"name_1": "Gion Caduff"})

        assert [entry.name for entry in championship.entries.all()] == ["Gion Caduff"]

    @pytest.mark.parametrize(
        ("change", "sentence", "status"),
        [
            pytest.param({"name_2": ""}, "This field is required.", 422, id="no partner"),
            pytest.param({"name_2": "  "}, "This field is required.", 422, id="a blank partner"),
            pytest.param({"name_1": "x" * 400}, "at most 120 characters", 422, id="400 letters"),
            pytest.param({"number": "36.5"}, "Enter a whole number.", 422, id="a number that is none"),
            pytest.param({"year_of_birth_1": "1850"}, "greater than or equal to 1900", 422, id="a year long ago"),
            pytest.param({"number": "1"}, "Number 1 belongs to another entry already.", 409, id="a number twice"),
        ],
    )
    def test_what_cannot_be_is_told_and_nothing_is_stored(
        self, organiser: Client, championship: Championship, change: dict[str, str], sentence: str, status: int
    ) -> None:
        enter(championship, "A")

        response = organiser.post(self.URL, {**NEW, **change})

        assert response.status_code == status
        assert sentence in response.content.decode()
        assert (championship.entries.count(), Person.objects.count()) == (1, 2)

    def test_a_double_click_enters_a_pair_once(self, organiser: Client, championship: Championship) -> None:
        answers = [organiser.post(self.URL, {**NEW, "form_key": "one-and-the-same"}).status_code for _ in range(2)]

        assert (answers, championship.entries.count()) == ([302, 302], 1)

    def test_two_pairs_of_one_name_can_be_entered_one_after_the_other(
        self, organiser: Client, championship: Championship
    ) -> None:
        organiser.post(self.URL, NEW)

        asked = organiser.post(self.URL, {**NEW, "place_1": "Ilanz"})
        organiser.post(self.URL, {**NEW, "person_1": "new", "person_2": "new"})

        assert (asked.status_code, championship.entries.count()) == (409, 2)

    def test_a_known_name_is_asked_about_and_never_merged_by_itself(self, organiser: Client) -> None:
        earlier = ChampionshipFactory(association=Championship.objects.get().association, name="2025")
        known = pair(earlier, "Caduff Gion", "Ida Frei", place="Sumvitg").persons[0]
        Person.objects.filter(pk=known.pk).update(name="Gion Caduff", year_of_birth=1960)

        asked = organiser.post(self.URL, NEW)
        stored = Championship.objects.get(slug="campiunadi").entries.count()

        words = " ".join(asked.content.decode().split())
        assert (asked.status_code, stored) == (409, 0)
        for word in ("Sumvitg", "born 1960", "last played: 2025", "Somebody new"):
            assert word in words

    @pytest.mark.parametrize("same", [True, False], ids=["this person", "somebody new"])
    def test_the_reader_says_who_it_is(self, organiser: Client, same: bool) -> None:
        championship = Championship.objects.get()
        earlier = ChampionshipFactory(association=championship.association)
        known = pair(earlier, "Gion Caduff", "Ida Frei").persons[0]

        organiser.post(self.URL, {**NEW, "person_1": str(known.pk) if same else "new"})

        assert (championship.entries.get().persons[0] == known) is same

    def test_a_person_of_another_association_is_not_taken(self, organiser: Client) -> None:
        stranger = pair(ChampionshipFactory(), "Gion Caduff", "Ida Frei").persons[0]

        organiser.post(self.URL, {**NEW, "person_1": str(stranger.pk)})

        assert Championship.objects.get(slug="campiunadi").entries.get().persons[0] != stranger

    def test_after_the_first_draw_the_page_says_from_when_the_entry_plays(
        self, organiser: Client, championship: Championship
    ) -> None:
        a, b = enter(championship, "A", "B")
        seat_round(championship, [(a, b)])

        assert "this entry plays from round 2 on" in page(organiser, "new/")


class TestOneEntry:
    URL = "/en/campiunadi/office/entries/1/"

    def test_names_and_number_are_corrected_and_the_people_stay(
        self, organiser: Client, championship: Championship
    ) -> None:
        people = enter(championship, "A")[0].persons

        organiser.post(self.URL, {**NEW, "number": "12", "club": "", "consent_1": "initials", "public_alias_2": "L."})

        entry = championship.entries.get()
        assert (entry.number, entry.persons) == (12, people)
        assert [(person.name, person.consent) for person in entry.persons] == [
            ("Gion Caduff", "initials"),
            ("Lina Tuor", "full"),
        ]

    def test_an_old_page_does_not_undo_what_somebody_else_has_changed(
        self, organiser: Client, championship: Championship
    ) -> None:
        enter(championship, "A")
        mark = re.search(r'name="seen" value="(\w+)"', organiser.get(self.URL).content.decode())
        assert mark is not None
        typed = {**NEW, "number": "1", "consent_2": "full"}
        organiser.post(self.URL, {**typed, "consent_1": "initials"})

        response = organiser.post(self.URL, {**typed, "consent_1": "full", "seen": mark[1]})

        assert response.status_code == 422
        assert "Stored now: Named in public initials." in response.content.decode()
        assert Entry.objects.get(number=1).persons[0].consent == "initials"

    def test_a_damaged_form_makes_no_name_public(self, organiser: Client, championship: Championship) -> None:
        enter(championship, "A")
        organiser.post(self.URL, {**NEW, "number": "1", "consent_1": "initials"})

        organiser.post(self.URL, {**NEW, "number": "1"})

        assert Entry.objects.get(number=1).persons[0].consent == "initials"

    def test_a_taken_number_is_told(self, organiser: Client, championship: Championship) -> None:
        enter(championship, "A", "B")

        response = organiser.post(self.URL, {**NEW, "number": "2"})

        assert response.status_code == 409
        assert "Number 2 belongs to another entry already." in response.content.decode()

    def test_is_withdrawn_and_comes_back(self, organiser: Client, championship: Championship) -> None:
        enter(championship, "A")

        organiser.post(f"{self.URL}state/", {"do": "withdraw"})
        gone = championship.entries.get().state
        organiser.post(f"{self.URL}state/", {"do": "return"})

        assert (gone, championship.entries.get().state) == ("withdrawn", "registered")

    def test_is_removed_with_its_people_before_it_has_played(
        self, organiser: Client, championship: Championship
    ) -> None:
        enter(championship, "A")

        response = organiser.post(f"{self.URL}remove/")

        assert response.status_code == 302
        assert (championship.entries.count(), Person.objects.count()) == (0, 0)

    def test_is_kept_once_it_has_played(self, organiser: Client, championship: Championship) -> None:
        a, b = enter(championship, "A", "B")
        seat_round(championship, [(a, b)])

        response = organiser.post(f"{self.URL}remove/")

        assert response.status_code == 409
        assert "Entries that have played, or had a penalty, cannot be removed: 1." in response.content.decode()
        assert championship.entries.count() == 2

    def test_may_be_looked_at_without_the_right_to_change_it(self, client: Client, championship: Championship) -> None:
        enter(championship, "A")
        client.force_login(member(championship.association, Role.VIEWER))

        shown = page(client, "1/")

        assert "disabled" in shown
        assert "Withdraw" not in shown
