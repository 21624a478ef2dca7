"""Files for the public and for the office: what is not public is in none of them, and in no ETag."""

import io
from pathlib import Path
from typing import Any

import pypdf
import pytest
from django.contrib.auth.models import AbstractBaseUser
from django.http import HttpResponse
from django.test import Client

from tests.factories import ChampionshipFactory, enter, key, member, seat_round
from tournaments.domain.file_results import store_file_results
from tournaments.domain.publishing import hide_results_after, publish_ranking
from tournaments.domain.registration import PersonData, register_entry
from tournaments.domain.rounds import close_round
from tournaments.enums import Consent, Outcome, Role
from tournaments.exports import prints
from tournaments.imports import read_results
from tournaments.models import Championship

pytestmark = pytest.mark.django_db

FORMATS = ("csv", "json", "pdf", "xlsx")


@pytest.fixture(autouse=True)
def files(settings, tmp_path: Path) -> Path:
    settings.MEDIA_ROOT = tmp_path
    return tmp_path


@pytest.fixture
def championship() -> Championship:
    """Public; round 1 is closed, round 2 has one of two results."""
    championship = ChampionshipFactory(is_public=True, slug="sumvitg")
    a, b, c, d = enter(championship, "A", "B", "C", "D")
    first = seat_round(championship, [(a, b), (c, d)])
    key(first, 1, 40, 30, 36, 50)
    key(first, 2, 20, 44, 44, 44)
    close_round(first.pk)
    second = seat_round(championship, [(c, a), (b, d)])
    key(second, 1, 36, 36, 36, 36)
    return championship


@pytest.fixture
def viewer(championship: Championship) -> AbstractBaseUser:
    return member(championship.association, Role.VIEWER)


@pytest.fixture
def office(viewer: AbstractBaseUser) -> Client:
    client = Client()
    client.force_login(viewer)
    return client


def title_of(response: HttpResponse) -> str | None:
    return pypdf.PdfReader(io.BytesIO(response.content)).metadata.title


def text_of(response: HttpResponse) -> str:
    """What can be read in a CSV, JSON or PDF file."""
    if response.headers["Content-Type"] != "application/pdf":
        return response.content.decode()
    return " ".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(response.content)).pages)


class TestPublicFiles:
    @pytest.mark.parametrize(
        ("path", "content_type", "disposition"),
        [
            ("standings.csv", "text/csv; charset=utf-8", 'attachment; filename="sumvitg-ranking-after-round-2.csv"'),
            ("standings.json", "application/json", 'inline; filename="sumvitg-ranking-after-round-2.json"'),
            ("standings.pdf", "application/pdf", 'inline; filename="sumvitg-ranking-after-round-2.pdf"'),
            (
                "standings.xlsx",
                "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
                'attachment; filename="sumvitg-ranking-after-round-2.xlsx"',
            ),
            ("rounds/1.pdf", "application/pdf", 'inline; filename="sumvitg-round-1.pdf"'),
            ("rounds/1.csv", "text/csv; charset=utf-8", 'attachment; filename="sumvitg-round-1.csv"'),
        ],
    )
    def test_a_file_has_its_type_and_a_name(
        self, client: Client, championship: Championship, path: str, content_type: str, disposition: str
    ) -> None:
        response = client.get(f"/en/sumvitg/{path}")

        found = (response.status_code, response.headers["Content-Type"], response.headers["Content-Disposition"])
        assert found == (200, content_type, disposition)

    @pytest.mark.parametrize(
        "path",
        [
            "standings.exe",
            "standings.csv.pdf",
            "standings.csv?after=3",
            "standings.csv?after=0",
            "standings.csv?after=-1",
            "standings.csv?after=x",
            "standings.csv?after=２",
            "standings.csv?after=99999999999999999999",
            "rounds/3.json",
            "rounds/1.exe",
            "rounds/99999999999999999999.json",
            "published/1.json",
        ],
    )
    def test_what_there_is_not_is_not_found(self, client: Client, championship: Championship, path: str) -> None:
        assert client.get(f"/en/sumvitg/{path}").status_code == 404

    @pytest.mark.parametrize("extension", FORMATS)
    @pytest.mark.parametrize("path", ["standings", "rounds/1"])
    def test_the_second_time_nothing_is_sent_or_made(
        self, client: Client, championship: Championship, monkeypatch: pytest.MonkeyPatch, path: str, extension: str
    ) -> None:
        first = client.get(f"/en/sumvitg/{path}.{extension}")
        monkeypatch.setattr(prints, "render", lambda *_given: pytest.fail("it was made again"))

        second = client.get(f"/en/sumvitg/{path}.{extension}", headers={"If-None-Match": first.headers["ETag"]})

        assert (second.status_code, second.content, first.headers["Cache-Control"]) == (304, b"", "no-cache")

    @pytest.mark.parametrize("extension", FORMATS)
    def test_a_new_result_changes_the_mark_of_the_file(
        self, client: Client, championship: Championship, extension: str
    ) -> None:
        before = client.get(f"/en/sumvitg/standings.{extension}").headers["ETag"]

        key(championship.rounds.get(number=2), 2, 72, 0, 37, 35)

        assert client.get(f"/en/sumvitg/standings.{extension}").headers["ETag"] != before

    def test_a_round_can_be_imported_again(self, client: Client, championship: Championship) -> None:
        lines = client.get("/en/sumvitg/rounds/1.csv").content.decode("utf-8-sig").splitlines()

        assert lines == [
            "Table;Side A;Side B;First dealer;Deal 1;Deal 2;Deal 3;Deal 4;Card points A;Card points B;Net A",
            "1;A Uno – A Dus;B Uno – B Dus;A;40;30;36;50;156;132;12",
            "2;C Uno – C Dus;D Uno – D Dus;B;20;44;44;44;152;136;8",
        ]

    @pytest.mark.parametrize("extension", ["csv", "xlsx"])
    @pytest.mark.parametrize("language", ["rm", "de", "it", "en"])
    def test_the_import_of_results_understands_the_file_of_a_round(
        self, client: Client, championship: Championship, language: str, extension: str
    ) -> None:
        content = client.get(f"/{language}/sumvitg/rounds/1.{extension}").content

        preview = read_results(content, filename=f"round.{extension}")

        assert ([(row.table, tuple(row.deals)) for row in preview.rows], preview.problems) == (
            [(1, (40, 30, 36, 50)), (2, (20, 44, 44, 44))],
            (),
        )

    @pytest.mark.parametrize("extension", ["csv", "xlsx"])
    @pytest.mark.parametrize("language", ["rm", "de", "it", "en"])
    def test_how_tables_ended_comes_back_from_the_file_of_a_round(
        self, client: Client, championship: Championship, language: str, extension: str
    ) -> None:
        round_ = championship.rounds.get(number=1)
        key(round_, 1, 40, 30, outcome=Outcome.WALKOVER_B, reason="they left")
        key(round_, 2, outcome=Outcome.NEITHER, reason="nobody came")
        content = client.get(f"/{language}/sumvitg/rounds/1.{extension}").content

        preview = read_results(content, filename=f"round.{extension}")
        stored = store_file_results(round_.pk, preview.deals, outcomes=preview.outcomes)

        assert (preview.problems, preview.deals) == ((), {1: (40, 30), 2: ()})
        assert preview.outcomes == {1: Outcome.WALKOVER_B, 2: Outcome.NEITHER}
        assert (stored.unchanged, stored.stored, stored.problems) == ((1, 2), (), ())

    def test_the_number_of_queries_does_not_grow(
        self, client: Client, championship: Championship, django_assert_max_num_queries: Any
    ) -> None:
        with django_assert_max_num_queries(16):
            client.get("/en/sumvitg/standings.csv")
        with django_assert_max_num_queries(15):
            client.get("/en/sumvitg/rounds/1.csv")


class TestWhatIsNotPublic:
    @pytest.mark.parametrize("extension", FORMATS)
    @pytest.mark.parametrize("path", ["standings", "rounds/1", "published/1"])
    def test_a_championship_that_is_not_public_has_no_files(
        self, office: Client, championship: Championship, path: str, extension: str
    ) -> None:
        Championship.objects.update(is_public=False)

        assert office.get(f"/en/sumvitg/{path}.{extension}").status_code == 404

    @pytest.mark.parametrize("extension", FORMATS)
    def test_a_draft_has_no_public_file(self, client: Client, championship: Championship, extension: str) -> None:
        key(championship.rounds.get(number=2), 2, 72, 0, 37, 35)
        a, b, c, d = championship.entries.order_by("number")
        seat_round(championship, [(a, d), (b, c)], publish=False)

        answers = [
            client.get(f"/en/sumvitg/{path}").status_code
            for path in (f"rounds/3.{extension}", f"standings.{extension}?after=3")
        ]

        assert answers == [404, 404]

    @pytest.mark.parametrize("extension", ["csv", "json", "pdf"])
    def test_a_draft_does_not_move_the_mark_of_any_file(
        self, client: Client, championship: Championship, extension: str
    ) -> None:
        key(championship.rounds.get(number=2), 2, 72, 0, 37, 35)
        close_round(championship.rounds.get(number=2).pk)
        before = client.get(f"/en/sumvitg/standings.{extension}").headers["ETag"]
        a, b, c, d = championship.entries.order_by("number")

        seat_round(championship, [(a, d), (b, c)], publish=False)

        assert client.get(f"/en/sumvitg/standings.{extension}").headers["ETag"] == before

    @pytest.mark.parametrize("extension", FORMATS)
    def test_a_hidden_result_is_in_no_file_and_moves_no_mark(
        self, client: Client, championship: Championship, extension: str
    ) -> None:
        hide_results_after(championship.pk, after_round=1)
        paths = [f"/en/sumvitg/{path}.{extension}" for path in ("standings", "rounds/2")]
        before = [client.get(path).headers["ETag"] for path in paths]

        key(championship.rounds.get(number=2), 2, 72, 0, 37, 35)

        assert [client.get(path).headers["ETag"] for path in paths] == before
        assert client.get(f"/en/sumvitg/standings.{extension}?after=2").status_code == 404

    @pytest.mark.parametrize("extension", ["csv", "json", "pdf"])
    def test_a_hidden_ranking_is_that_of_the_last_visible_round(
        self, client: Client, championship: Championship, extension: str
    ) -> None:
        shown = text_of(client.get(f"/en/sumvitg/standings.{extension}?after=1"))

        hide_results_after(championship.pk, after_round=1)

        assert text_of(client.get(f"/en/sumvitg/standings.{extension}")) == shown

    @pytest.mark.parametrize(
        "path", ["standings.csv", "standings.json", "standings.pdf", "rounds/3.csv", "rounds/3.pdf"]
    )
    def test_a_person_is_named_as_agreed(
        self, client: Client, office: Client, championship: Championship, path: str
    ) -> None:
        child = PersonData("Nina Tgetgel", "Trun", consent=Consent.ALIAS, public_alias="Stiarl")
        other = PersonData("Gion Beer", "Trun", consent=Consent.INITIALS)
        entry = register_entry(championship.pk, [child, other])
        key(championship.rounds.get(number=2), 2, 72, 0, 37, 35)
        seat_round(championship, [(championship.entries.get(number=1), entry)])

        public = text_of(client.get(f"/en/sumvitg/{path}"))

        assert ["Stiarl" in public, "G. B." in public, "Tgetgel" in public, "Beer" in public] == [
            True,
            True,
            False,
            False,
        ]


class TestOffice:
    @pytest.mark.parametrize("extension", FORMATS)
    def test_the_office_has_the_ranking_that_is_hidden(
        self, office: Client, championship: Championship, extension: str
    ) -> None:
        hide_results_after(championship.pk, after_round=0)

        response = office.get(f"/en/sumvitg/office/standings.{extension}")

        found = (
            response.status_code,
            response.headers["Cache-Control"],
            "after-round-2" in response.headers["Content-Disposition"],
        )
        assert found == (200, "private, no-cache", True)

    @pytest.mark.parametrize(
        ("path", "title"),
        [
            ("slips.pdf", "Slips of round 3"),
            ("slips.pdf?size=a6", "Slips of round 3"),
            ("slips.pdf?table=2", "Slips of round 3"),
            ("seating.pdf", "Seating, round 3"),
            ("seating.pdf?by=table", "Seating, round 3"),
            ("sheet.pdf", "Round 3: results"),
        ],
    )
    def test_the_office_prints_a_draft_too(
        self, office: Client, championship: Championship, path: str, title: str
    ) -> None:
        key(championship.rounds.get(number=2), 2, 72, 0, 37, 35)
        a, b, c, d = championship.entries.order_by("number")
        seat_round(championship, [(a, d), (b, c)], publish=False)

        response = office.get(f"/en/sumvitg/office/rounds/3/{path}")

        assert (title_of(response), response.headers["Cache-Control"]) == (title, "private, no-cache")

    @pytest.mark.parametrize(
        "path",
        [
            "1/slips.pdf?size=a4",
            "1/slips.pdf?table=3",
            "1/slips.pdf?table=x",
            "9/slips.pdf",
            "1/seating.pdf?by=club",
            "9/seating.pdf",
            "9/sheet.pdf",
        ],
    )
    def test_a_print_that_there_is_not_is_not_found(
        self, office: Client, championship: Championship, path: str
    ) -> None:
        assert office.get(f"/en/sumvitg/office/rounds/{path}").status_code == 404

    def test_a_print_is_made_for_the_first_reader_only(
        self, office: Client, championship: Championship, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        first = office.get("/en/sumvitg/office/rounds/1/slips.pdf").content
        monkeypatch.setattr(prints, "render", lambda *_given: pytest.fail("it was made again"))

        assert office.get("/en/sumvitg/office/rounds/1/slips.pdf").content == first


class TestPublishedRanking:
    @pytest.fixture
    def published(self, championship: Championship) -> Championship:
        key(championship.rounds.get(number=2), 2, 72, 0, 37, 35)
        return publish_ranking(championship.pk).championship

    @pytest.mark.parametrize("extension", FORMATS)
    def test_it_stays_as_it_was_published(self, client: Client, published: Championship, extension: str) -> None:
        before = client.get(f"/en/sumvitg/published/1.{extension}").content

        key(published.rounds.get(number=1), 1, 44, 30, 36, 50, reason="typed wrongly")

        assert client.get(f"/en/sumvitg/published/1.{extension}").content == before

    def test_it_has_the_numbers_of_its_day_even_when_its_file_is_made_later(
        self, client: Client, published: Championship
    ) -> None:
        key(published.rounds.get(number=1), 1, 44, 30, 36, 50, reason="typed wrongly")

        rows = client.get("/en/sumvitg/published/1.json").json()["entries"]

        assert [(row["number"], row["net"]) for row in rows] == [(1, 12), (3, 8), (4, -8), (2, -12)]

    @pytest.mark.parametrize("extension", FORMATS)
    def test_it_is_hidden_with_its_results(self, client: Client, published: Championship, extension: str) -> None:
        hide_results_after(published.pk, after_round=1)

        assert client.get(f"/en/sumvitg/published/1.{extension}").status_code == 404

    @pytest.mark.parametrize("path", ["published/2.json", "published/1.exe"])
    def test_what_there_is_not_is_not_found(self, client: Client, published: Championship, path: str) -> None:
        assert client.get(f"/en/sumvitg/{path}").status_code == 404
