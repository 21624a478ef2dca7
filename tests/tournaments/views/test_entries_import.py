"""A list of entries from a file: nothing is lost, nobody is merged, everything can be taken back."""

import io
import json
import re
import zipfile
from pathlib import Path

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.factories import ChampionshipFactory, enter, member, seat_round
from tournaments.domain.registration import PersonData, register_entry
from tournaments.models import Championship, Entry, ImportBatch, Person

pytestmark = pytest.mark.django_db

HEADER = "Nr.;Name 1;Ort 1;Name 2;Ort 2;Verein;Telefon\n"
GOOD = HEADER + "1;Gion Caduff;Trun;Lina Tuor;Ilanz;Il Narr;081\n2;Sep Solèr;Vrin;Ida Frei;Lumbrein;;\n"


@pytest.fixture
def championship() -> Championship:
    return ChampionshipFactory(slug="campiunadi")


@pytest.fixture
def organiser(client: Client, championship: Championship) -> Client:
    client.force_login(member(championship.association))
    return client


def upload(client: Client, data: bytes | str, name: str = "list.csv"):
    content = data.encode() if isinstance(data, str) else data
    return client.post("/en/campiunadi/office/entries/import/", {"file": SimpleUploadedFile(name, content)})


def batch_address() -> str:
    return f"/en/campiunadi/office/entries/import/{ImportBatch.objects.get().pk}/"


def read(client: Client, data: bytes | str) -> str:
    """Upload a file; the text of its preview."""
    response = upload(client, data)
    assert (response.status_code, response.get("Location")) == (302, batch_address())
    return text_of(client.get(batch_address()))


def text_of(response) -> str:
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def names(championship: Championship) -> dict[int, str]:
    return {entry.number: entry.name.replace("\u00a0", " ") for entry in championship.entries.all()}


class TestPreview:
    def test_shows_how_the_file_was_read_before_anything_is_stored(
        self, organiser: Client, championship: Championship
    ) -> None:
        page = read(organiser, GOOD.encode("cp1252"))

        assert "cp1252" in page
        assert "semicolon" in page
        assert "Telefon" in page
        assert "1 | Gion Caduff | Trun | Lina Tuor | Ilanz | Il Narr | 081" in page
        assert "Sep Solèr" in page
        assert (championship.entries.count(), Person.objects.count()) == (0, 0)

    @pytest.mark.parametrize("number", [1, 3])
    def test_costs_the_same_for_one_row_and_for_three(
        self,
        organiser: Client,
        championship: Championship,
        number: int,
        django_assert_num_queries: DjangoAssertNumQueries,
    ) -> None:
        rows = "".join(f"{n};Gion {n};Trun;Lina {n};Ilanz;;\n" for n in range(1, number + 1))
        upload(organiser, HEADER + rows)

        with django_assert_num_queries(8):
            organiser.get(batch_address())

    def test_every_problem_stands_beside_its_row_with_a_proposal(self, organiser: Client) -> None:
        page = read(organiser, GOOD + "3;Barla Tuor;Vella;;;;\n14a;Luis Nay;Laax;Sep Nay;Flem;;\n")

        assert "2 rows to decide" in page
        assert "The second person of this pair is missing." in page
        assert "Add the partner here, or leave the row out." in page
        assert "“14a” is not a number that can be used here." in page
        assert "Leave the number empty to take the next free one." in page

    def test_is_of_one_championship_only(self, organiser: Client) -> None:
        other = ImportBatch.objects.create(championship=ChampionshipFactory(), filename="x", preview={})

        assert organiser.get(f"/en/campiunadi/office/entries/import/{other.pk}/").status_code == 404


class TestImport:
    def test_all_good_rows_with_one_click(self, organiser: Client, championship: Championship) -> None:
        read(organiser, GOOD)

        response = organiser.post(batch_address(), {}, follow=True)

        assert names(championship) == {1: "Gion Caduff – Lina Tuor", 2: "Sep Solèr – Ida Frei"}
        assert "2 entries are imported." in text_of(response)

    def test_a_row_is_left_out(self, organiser: Client, championship: Championship) -> None:
        read(organiser, GOOD)

        page = text_of(organiser.post(batch_address(), {"row-3-skip": "1"}, follow=True))

        assert names(championship) == {1: "Gion Caduff – Lina Tuor"}
        assert "1 row was left out" in page

    def test_a_row_with_a_problem_is_taken_as_corrected(self, organiser: Client, championship: Championship) -> None:
        read(organiser, GOOD + "3;Barla Tuor;Vella;;;;\n")

        organiser.post(
            batch_address(), {"row-4-open": "1", "row-4-take": "1", "row-4-2-name": "Mia Tuor", "row-4-2-year": "1990"}
        )

        assert names(championship)[3] == "Barla Tuor – Mia Tuor"
        assert Person.objects.get(name="Mia Tuor").year_of_birth == 1990

    def test_one_that_nobody_takes_is_left_out_and_told(self, organiser: Client, championship: Championship) -> None:
        read(organiser, GOOD + "3;Barla Tuor;Vella;;;;\n")

        page = text_of(organiser.post(batch_address(), {"row-4-open": "1"}, follow=True))

        assert len(names(championship)) == 2
        assert "1 row was left out" in page
        assert "The second person of this pair is missing." in page

    def test_corrected_but_not_taken_is_asked_about(self, organiser: Client, championship: Championship) -> None:
        read(organiser, GOOD + "3;Barla Tuor;Vella;;;;\n")

        response = organiser.post(batch_address(), {"row-4-open": "1", "row-4-2-name": "Mia Tuor"})

        assert response.status_code == 422
        assert "You corrected this row but do not take it." in response.content.decode()
        assert 'value="Mia Tuor"' in response.content.decode()
        assert names(championship) == {}

    @pytest.mark.parametrize(
        ("typed", "sentence"),
        [
            pytest.param({"row-4-number": "1"}, "Number 1 belongs to another entry already.", id="a number twice"),
            pytest.param({"row-4-number": "x"}, "“x” is not a number that can stand here.", id="no number"),
            pytest.param({"row-4-2-year": "36.5"}, "“36.5” is not a number that can stand here.", id="no year"),
            pytest.param({"row-4-2-name": "x" * 400}, "There is room for 120 characters.", id="400 letters"),
            pytest.param({"row-4-2-name": " "}, "A name is missing.", id="still no partner"),
        ],
    )
    def test_one_wrong_correction_keeps_everything_out_and_what_was_typed(
        self, organiser: Client, championship: Championship, typed: dict[str, str], sentence: str
    ) -> None:
        read(organiser, GOOD + "3;Barla Tuor;Vella;;;;\n")
        form = {"row-4-open": "1", "row-4-take": "1", "row-4-2-name": "Mia Tuor", "row-3-skip": "1", **typed}

        response = organiser.post(batch_address(), form)

        page = response.content.decode()
        assert response.status_code == 422
        assert sentence in page
        assert re.search(r'name="row-3-skip" value="1"[^>]* checked', page)
        assert (names(championship), Person.objects.count()) == ({}, 0)
        assert ImportBatch.objects.get().state == "preview"

    def test_a_number_that_was_given_meanwhile_is_told_beside_its_row(
        self, organiser: Client, championship: Championship
    ) -> None:
        read(organiser, GOOD)
        enter(championship, "A")

        response = organiser.post(batch_address(), {})

        assert response.status_code == 422
        assert "Number 1 belongs to another entry already." in response.content.decode()
        assert len(names(championship)) == 1

    def test_a_file_is_imported_once(self, organiser: Client, championship: Championship) -> None:
        read(organiser, GOOD)
        organiser.post(batch_address(), {})

        again = organiser.post(batch_address(), {})

        assert again.status_code == 409
        assert len(names(championship)) == 2

    def test_the_example_of_the_association(self, organiser: Client, championship: Championship) -> None:
        file = Path(__file__).parents[1] / "imports" / "cases" / "championship_51_pairs.csv"
        read(organiser, file.read_bytes())

        organiser.post(batch_address(), {})

        expected = json.loads(file.with_name(f"{file.name}.expect.json").read_text())
        assert sorted(names(championship)) == sorted(row["number"] for row in expected["rows"])
        assert len(names(championship)) == 51


class TestNamesakes:
    @pytest.fixture
    def known(self, championship: Championship) -> Person:
        """Gion Caduff of Trun, who played last year."""
        earlier = ChampionshipFactory(association=championship.association, name="Campiunadi 2025")
        entry = register_entry(earlier.pk, [PersonData("Gion Caduff", "Trun", 1960), PersonData("Ida Frei", "Glion")])
        return entry.persons[0]

    def test_are_shown_side_by_side(self, organiser: Client, known: Person) -> None:
        page = read(organiser, GOOD)

        for words in ("Somebody new", "This person", "born 1960", "last played: Campiunadi 2025"):
            assert words in page

    def test_are_never_merged_without_a_click(
        self, organiser: Client, championship: Championship, known: Person
    ) -> None:
        read(organiser, GOOD)

        organiser.post(batch_address(), {})

        assert championship.entries.get(number=1).persons[0] != known

    def test_are_one_person_where_the_reader_says_so(
        self, organiser: Client, championship: Championship, known: Person
    ) -> None:
        read(organiser, GOOD)

        organiser.post(batch_address(), {"row-2-1-person": str(known.pk)})

        assert championship.entries.get(number=1).persons[0] == known

    def test_exact_matches_are_filled_in_by_one_button_and_stored_by_the_next(
        self, organiser: Client, championship: Championship, known: Person
    ) -> None:
        read(organiser, GOOD)

        filled = text_of(organiser.post(batch_address(), {"exact": "1"}))

        assert re.search(rf'value="{known.pk}" checked', filled)
        assert names(championship) == {}

    def test_a_person_that_is_no_candidate_is_not_taken(
        self, organiser: Client, championship: Championship, known: Person
    ) -> None:
        stranger = register_entry(
            ChampionshipFactory().pk, [PersonData("Gion Caduff", "Trun"), PersonData("B", "Trun")]
        ).persons[0]
        read(organiser, GOOD)

        organiser.post(batch_address(), {"row-2-1-person": str(stranger.pk)})

        assert championship.entries.get(number=1).persons[0] not in {stranger, known}


class TestUndo:
    def test_takes_everything_back_in_one_click(self, organiser: Client, championship: Championship) -> None:
        read(organiser, GOOD)
        organiser.post(batch_address(), {})

        response = organiser.post(f"{batch_address()}undo/", follow=True)

        assert (names(championship), Person.objects.count()) == ({}, 0)
        assert "The import is taken back, as if it had never been." in text_of(response)

    def test_not_once_a_round_uses_it(self, organiser: Client, championship: Championship) -> None:
        read(organiser, GOOD)
        organiser.post(batch_address(), {})
        a, b = Entry.objects.order_by("number")
        seat_round(championship, [(a, b)])

        response = organiser.post(f"{batch_address()}undo/")

        assert response.status_code == 409
        assert "Entries that have played, or had a penalty, cannot be removed: 1, 2." in response.content.decode()
        assert len(names(championship)) == 2

    def test_of_a_preview_says_that_there_is_nothing_to_take_back(self, organiser: Client) -> None:
        read(organiser, GOOD)

        assert organiser.post(f"{batch_address()}undo/").status_code == 409


def zip_bomb() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", b"<a/>")
        archive.writestr("xl/worksheets/sheet1.xml", b"0" * 60_000_000)
    return buffer.getvalue()


def workbook_without_a_list() -> bytes:
    buffer = io.BytesIO()
    openpyxl.Workbook().save(buffer)
    return buffer.getvalue()


class TestBadFiles:
    @pytest.mark.parametrize(
        ("make", "name", "status"),
        [
            pytest.param(lambda: b"", "empty.csv", 422, id="empty"),
            pytest.param(lambda: b"\n\n ;; \n", "blank.csv", 422, id="blank lines"),
            pytest.param(lambda: b"\x00\x01\x02" * 50, "noise.bin", 422, id="noise"),
            pytest.param(lambda: b"%PDF-1.7 ...", "list.pdf", 422, id="a PDF"),
            pytest.param(lambda: b"PK\x03\x04broken", "list.xlsx", 422, id="a broken workbook"),
            pytest.param(zip_bomb, "bomb.xlsx", 413, id="a zip bomb"),
            pytest.param(workbook_without_a_list, "empty.xlsx", 422, id="an empty workbook"),
            pytest.param(lambda: b"a;b\n" * 600_000, "long.csv", 413, id="2.4 MB"),
        ],
    )
    def test_are_refused_with_a_sentence_and_nothing_is_stored(
        self, organiser: Client, make, name: str, status: int
    ) -> None:
        response = upload(organiser, make(), name)

        assert response.status_code == status
        assert "note-red" in response.content.decode()
        assert not ImportBatch.objects.exists()

    def test_of_20_mb_are_refused_before_they_are_read(self, organiser: Client) -> None:
        response = upload(organiser, b"x;y\n" * 5_000_000)

        assert response.status_code == 413
        assert "The file is too large" in response.content.decode()
        assert not ImportBatch.objects.exists()

    def test_no_file_at_all(self, organiser: Client) -> None:
        response = organiser.post("/en/campiunadi/office/entries/import/", {})

        assert response.status_code == 422
        assert "This field is required." in response.content.decode()

    @pytest.mark.parametrize(
        "name",
        ["duplicates_and_namesakes.csv", "odd_names.csv", "title_lines_odd_columns.csv", "workbook_long_tail.xlsx"],
    )
    def test_of_secretaries_are_shown_row_by_row(self, organiser: Client, name: str) -> None:
        file = Path(__file__).parents[1] / "imports" / "cases" / name

        upload(organiser, file.read_bytes(), name)
        page = text_of(organiser.get(batch_address()))

        expected = json.loads(file.with_name(f"{name}.expect.json").read_text())
        for row in expected["rows"]:
            assert f"row-{row['row']}" in page
