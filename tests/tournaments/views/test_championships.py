"""The office's front page, setting up, the plan."""

from datetime import date, time
from typing import ClassVar

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.factories import AssociationFactory, ChampionshipFactory, UserFactory, enter, member
from tournaments.enums import Role
from tournaments.models import Association, Championship

pytestmark = pytest.mark.django_db

REQUIRED = {
    "name": "Campiunadi grischun da troccas 2026",
    "starts_on": "2026-11-07",
    "starts_at": "13:00",
    "hall_until": "22:00",
    "expected_entries": "51",
    "rounds": "7",
    "minutes_per_round": "60",
}


@pytest.fixture
def association() -> Association:
    return AssociationFactory(name="Uniun Grischuna")


@pytest.fixture
def organiser(client: Client, association: Association) -> Client:
    client.force_login(member(association))
    return client


class TestOfficeHome:
    @pytest.mark.parametrize("number", [1, 3])
    def test_costs_the_same_for_one_championship_and_for_three(
        self,
        organiser: Client,
        association: Association,
        number: int,
        django_assert_num_queries: DjangoAssertNumQueries,
    ) -> None:
        for _ in range(number):
            enter(ChampionshipFactory(association=association), "A", "B")

        with django_assert_num_queries(6):
            response = organiser.get("/en/office/")

        assert response.status_code == 200

    def test_shows_only_what_belongs_to_the_user(self, organiser: Client, association: Association) -> None:
        ChampionshipFactory(association=association, name="Nossa")
        ChampionshipFactory(name="Lur")

        page = organiser.get("/en/office/").content.decode()

        assert ("Nossa" in page, "Lur" in page) == (True, False)

    @pytest.mark.parametrize(
        ("role", "offered"), [(Role.VIEWER, False), (Role.SCORER, False), (Role.ORGANISER, True), (Role.ADMIN, True)]
    )
    def test_offers_a_new_tournament_to_those_who_may(
        self, client: Client, association: Association, role: Role, offered: bool
    ) -> None:
        client.force_login(member(association, role))

        page = client.get("/en/office/").content.decode()

        assert ("/en/office/new/" in page) is offered

    def test_who_runs_the_site_enters_an_association_first(self, client: Client) -> None:
        client.force_login(UserFactory(is_superuser=True))

        new = client.get("/en/office/new/")
        entered = client.post("/en/office/associations/", {"name": "Uniun da Troccas"})

        assert (new.status_code, new["Location"]) == (302, "/en/office/")
        assert entered.status_code == 302
        assert list(Association.objects.values_list("name", flat=True)) == ["Uniun da Troccas"]


class TestNewChampionship:
    @pytest.mark.parametrize(
        "without",
        [
            pytest.param({"final_rounds": "0", "finalists": "16"}, id="no rounds of it"),
            pytest.param({"final_rounds": "0", "finalists": "0"}, id="no rounds and nobody"),
            pytest.param({"final_rounds": "4", "finalists": "0"}, id="nobody in it"),
            pytest.param({"final_rounds": "", "finalists": ""}, id="both empty"),
        ],
    )
    def test_a_tournament_without_a_final(self, organiser: Client, without: dict[str, str]) -> None:
        response = organiser.post(
            "/en/office/new/", {"preset": "pairs", **REQUIRED, "expected_entries": "8", **without}
        )

        assert response.status_code == 302
        championship = Championship.objects.get()
        assert (championship.finalists, [stage.kind for stage in championship.stages.all()]) == (None, ["preliminary"])

    def test_seven_fields_and_a_preset_open_the_registration(self, organiser: Client, association: Association) -> None:
        response = organiser.post("/en/office/new/", {"preset": "pairs", **REQUIRED})

        championship = Championship.objects.get()
        assert response["Location"] == f"/en/{championship.slug}/office/entries/"
        assert (championship.association, championship.kind, championship.expected_entries) == (
            association,
            "pairs",
            51,
        )
        assert (championship.starts_on, championship.starts_at, championship.hall_until) == (
            date(2026, 11, 7),
            time(13),
            time(22),
        )
        assert championship.is_public is False

    @pytest.mark.parametrize("name", REQUIRED)
    def test_each_of_the_seven_is_needed_and_nothing_is_stored_without(self, organiser: Client, name: str) -> None:
        response = organiser.post("/en/office/new/", {"preset": "pairs", **REQUIRED, name: ""})

        assert response.status_code == 422
        assert f'id="error_1_id_{name}"' in response.content.decode()
        assert not Championship.objects.exists()

    @pytest.mark.parametrize(
        ("change", "sentence"),
        [
            pytest.param({"expected_entries": "36.5"}, "Enter a whole number.", id="not a whole number"),
            pytest.param({"expected_entries": "=1+1"}, "Enter a whole number.", id="a formula"),
            pytest.param({"rounds": "0"}, "greater than or equal to 1", id="no round"),
            pytest.param({"minutes_per_round": "99999"}, "less than or equal to 300", id="a long round"),
            pytest.param({"name": "x" * 400}, "at most 120 characters", id="a long name"),
            pytest.param({"starts_on": "31.2.2026"}, "Enter a valid date.", id="no such day"),
            pytest.param({"starts_on": "9999-12-31"}, "less than or equal to 2999-12-31", id="a day with no day after"),
            pytest.param(
                {"finalists": "80", "final_rounds": "4"}, "more finalists than entries", id="too many finalists"
            ),
            pytest.param({"final_rounds": "4"}, "A final needs a number of finalists.", id="a final of nobody"),
            pytest.param(
                {"final_rounds": "4", "finalists": "1"}, "A final needs a number of finalists.", id="a final of one"
            ),
            pytest.param({"final_on": "2026-11-06"}, "The final cannot be before", id="the final before"),
            pytest.param({"preset": "copy"}, "Choose the championship to copy.", id="a copy of nothing"),
        ],
    )
    def test_what_cannot_be_is_told_beside_its_field(
        self, organiser: Client, change: dict[str, str], sentence: str
    ) -> None:
        response = organiser.post("/en/office/new/", {"preset": "pairs", **REQUIRED, **change})

        assert response.status_code == 422
        assert sentence in response.content.decode()
        assert not Championship.objects.exists()

    def test_numbers_may_be_written_in_wide_digits(self, organiser: Client) -> None:
        organiser.post("/en/office/new/", {"preset": "pairs", **REQUIRED, "expected_entries": "４１"})

        assert Championship.objects.get().expected_entries == 41

    def test_a_name_that_looks_like_a_formula_is_a_name(self, organiser: Client) -> None:
        organiser.post("/en/office/new/", {"preset": "pairs", **REQUIRED, "name": "=1+1"})

        assert Championship.objects.get().name == "=1+1"

    def test_the_preset_of_a_village_evening_fills_in_its_numbers(self, organiser: Client) -> None:
        page = organiser.get("/en/office/new/", {"preset": "individuals", "name": "Sera a Sagogn"})

        form = page.context["form"]
        assert {
            name: form[name].value() for name in ("name", "kind", "expected_entries", "rounds", "final_rounds")
        } == {
            "name": "Sera a Sagogn",
            "kind": "individuals",
            "expected_entries": 48,
            "rounds": 5,
            "final_rounds": 0,
        }

    def test_a_double_click_makes_one(self, organiser: Client) -> None:
        form = {"preset": "pairs", **REQUIRED, "form_key": "one-and-the-same"}

        answers = [organiser.post("/en/office/new/", form) for _ in range(2)]

        assert Championship.objects.count() == 1
        assert answers[0]["Location"] == answers[1]["Location"]

    def test_a_second_one_of_the_name_comes_from_another_page(self, organiser: Client) -> None:
        for key in ("the-first-page", "the-second-page"):
            organiser.post("/en/office/new/", {"preset": "pairs", **REQUIRED, "form_key": key})

        assert Championship.objects.count() == 2

    def test_an_earlier_one_is_copied(self, organiser: Client, association: Association) -> None:
        earlier = ChampionshipFactory(association=association, name="2025", points_win=3, rounds=6)
        page = organiser.get("/en/office/new/", {"preset": "copy", "original": earlier.pk})
        assert page.context["form"]["rounds"].value() == 6

        organiser.post("/en/office/new/", {"preset": "copy", "original": earlier.pk, **REQUIRED})

        copy = Championship.objects.exclude(pk=earlier.pk).get()
        assert (copy.copied_from, copy.points_win) == (earlier, 3)

    def test_one_of_another_association_is_not_copied(self, organiser: Client) -> None:
        other = ChampionshipFactory()

        response = organiser.post("/en/office/new/", {"preset": "copy", "original": other.pk, **REQUIRED})

        assert response.status_code == 422
        assert Championship.objects.count() == 1

    def test_nor_made_for_another_association(self, organiser: Client, association: Association) -> None:
        other = AssociationFactory()

        organiser.post("/en/office/new/", {"preset": "pairs", "association": other.pk, **REQUIRED})

        assert not other.championships.exists()

    def test_the_association_is_asked_where_there_are_several(self, client: Client, association: Association) -> None:
        second = AssociationFactory()
        user = member(association)
        second.memberships.create(user=user, role=Role.ORGANISER)
        client.force_login(user)

        client.post("/en/office/new/", {"preset": "pairs", "association": second.pk, **REQUIRED})

        assert Championship.objects.get().association == second

    @pytest.mark.parametrize("button", ["recompute", "use_preset"])
    def test_without_a_script_a_button_computes_again_and_stores_nothing(self, organiser: Client, button: str) -> None:
        response = organiser.post("/en/office/new/", {"preset": "pairs", **REQUIRED, button: "1"})

        assert response.status_code == 200
        assert "With 50 or 52 pairs nobody sits out." in response.content.decode()
        assert not Championship.objects.exists()

    def test_a_member_who_may_not_organise_is_told_so(self, client: Client, association: Association) -> None:
        client.force_login(member(association, Role.SCORER))

        assert client.get("/en/office/new/").status_code == 403
        assert client.post("/en/office/new/", REQUIRED).status_code == 403


class TestPlan:
    NUMBERS: ClassVar = {name: value for name, value in REQUIRED.items() if name not in {"name", "starts_on"}}

    def plan(self, client: Client, **changed: str) -> str:
        response = client.get("/en/office/plan/", {"kind": "pairs", "break_minutes": "10", **self.NUMBERS, **changed})
        assert response.status_code == 200
        return " ".join(response.content.decode().split())

    def test_says_what_the_numbers_come_to(self, organiser: Client) -> None:
        page = self.plan(organiser)

        assert '<span class="big1">21:00</span>' in page
        assert "end, 60 min to spare" in page
        assert "<dd>25</dd>" in page
        assert "<dd>7 of 51</dd>" in page
        assert "<dd>175</dd>" in page
        assert "With 50 or 52 pairs nobody sits out." in page
        assert "but the hall closes" not in page

    def test_an_even_number_needs_no_advice(self, organiser: Client) -> None:
        page = self.plan(organiser, expected_entries="50")

        assert "nobody sits out" not in page

    def test_warns_when_the_hall_closes_first(self, organiser: Client) -> None:
        page = self.plan(organiser, rounds="8", minutes_per_round="65")

        assert "The plan ends at 22:50, but the hall closes at 22:00." in page
        assert "end, 50 minutes too late" in page

    @pytest.mark.parametrize(
        ("typed", "sentence"),
        [
            pytest.param(
                {"expected_entries": "6", "rounds": "8"},
                "6 pairs can play 5 rounds without meeting again. In 8 rounds some must.",
                id="few-pairs",
            ),
            pytest.param(
                {"expected_entries": "12", "finalists": "16", "final_rounds": "4"},
                "16 are to go on, but there are only 12.",
                id="too-many-finalists",
            ),
            pytest.param(
                {"pairing": "knockout", "expected_entries": "40", "rounds": "5"},
                "A knock-out of 40 takes 6 rounds, but 5 are planned: it would have no winner.",
                id="knock-out",
            ),
            pytest.param({"finalists": "many", "pairing": "chess"}, "", id="nonsense"),
        ],
    )
    def test_says_what_cannot_come_out(self, organiser: Client, typed: dict[str, str], sentence: str) -> None:
        page = self.plan(organiser, **typed)

        assert sentence in page
        assert ("This cannot come out as planned" in page) == bool(sentence)

    def test_a_hall_may_close_after_midnight(self, organiser: Client) -> None:
        page = self.plan(organiser, starts_at="20:00", hall_until="02:00", rounds="4")

        assert '<span class="big1">00:30</span>' in page
        assert "end, 90 min to spare" in page

    @pytest.mark.parametrize("value", ["", "x", "-3", "99999999999999999999"])
    def test_waits_for_numbers_that_can_be(self, organiser: Client, value: str) -> None:
        page = self.plan(organiser, rounds=value)

        assert "It appears as soon as" in page

    @pytest.mark.parametrize("language", ["rm", "de", "it", "en"])
    def test_lengths_in_the_picture_have_a_decimal_point_in_every_language(
        self, organiser: Client, language: str
    ) -> None:
        response = organiser.get(f"/{language}/office/plan/", {**self.NUMBERS, "break_minutes": "10"})

        assert 'width="40.0"' in response.content.decode()
