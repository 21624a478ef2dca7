"""What the public reads: right numbers, nothing that is not published, kept pages with honest tags."""

import re

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories import ChampionshipFactory, enter, key, seat_round
from tests.tournaments.views.reading import main, rows, words
from tournaments.domain.publishing import hide_results_after, publish_ranking, set_public
from tournaments.domain.rounds import close_round
from tournaments.enums import Consent, Kind
from tournaments.models import Championship, Person
from tournaments.views import pages

pytestmark = pytest.mark.django_db

#: Every page of a championship with what its address needs besides the slug.
PAGES = {
    "championship": {},
    "standings": {},
    "round_list": {},
    "round": {"number": 1},
    "entry_list": {},
    "entry": {"number": 1},
    "rules": {},
}
EACH_PAGE = pytest.mark.parametrize(("name", "values"), PAGES.items(), ids=PAGES)


@pytest.fixture(autouse=True)
def _empty_cache():
    cache.clear()


@pytest.fixture
def fixture_f() -> Championship:
    """Fixture F of the rules: four pairs, two rounds with all results; a third is planned."""
    championship = ChampionshipFactory(name="Campiunadi F", slug="f", rounds=3)
    a, b, c, d = enter(championship, "Aita", "Barla", "Carli", "Duri")
    first = seat_round(championship, [(a, b), (c, d)])
    key(first, 1, 40, 30, 36, 50)
    key(first, 2, 20, 44, 44, 44)
    second = seat_round(championship, [(c, a), (b, d)])
    key(second, 1, 36, 36, 36, 36)
    key(second, 2, 72, 0, 37, 35)
    close_round(second.pk)
    return set_public(championship.pk, public=True)


def address(name: str, **values: object) -> str:
    return reverse(name, kwargs={"slug": "f", **values})


def read(client, name: str, query: str = "", **values: object) -> str:
    response = client.get(address(name, **values) + query)
    assert response.status_code == 200
    return response.content.decode()


class TestStandings:
    def test_the_rows_are_those_of_the_rules(self, client, fixture_f):
        html = read(client, "standings")

        assert [row[:9] for row in rows(html) if len(row) > 1] == [
            ["1 unchanged", "Aita Uno – Aita Dus Trun", "Trun", "3", "+12", "18", "6", "1", "+12"],
            ["2 unchanged", "Carli Uno – Carli Dus Trun", "Trun", "3", "+8", "24", "16", "1", "+8"],
            ["3 unchanged", "Duri Uno – Duri Dus Trun", "Trun", "1", "−8", "53", "61", "0", "0"],
            ["4 unchanged", "Barla Uno – Barla Dus Trun", "Trun", "1", "−12", "43", "55", "0", "0"],
        ]

    def test_a_published_ranking_is_linked_until_its_round_is_hidden(self, client, fixture_f):
        publish_ranking(fixture_f.pk)

        shown = read(client, "standings")
        hide_results_after(fixture_f.pk, after_round=1)
        hidden = read(client, "standings")

        assert ("/published/1.pdf" in shown, "/published/1.pdf" in hidden) == (True, False)

    def test_search_engines_are_asked_to_leave_names_out(self, client, fixture_f):
        assert '<meta name="robots" content="noindex">' in read(client, "standings")

    def test_each_neighbour_is_explained(self, client, fixture_f):
        html = read(client, "standings")

        level = "Level so far: {}. The net decides: {} against {}."
        assert rows(html, "whyrow") == [
            ["Aita Uno – Aita Dus before Carli Uno – Carli Dus: " + level.format("3 points", "+12", "+8")],
            ["Carli Uno – Carli Dus before Duri Uno – Duri Dus: The points decide: 3 against 1."],
            ["Duri Uno – Duri Dus before Barla Uno – Barla Dus: " + level.format("1 point", "−8", "−12")],
        ]

    def test_an_earlier_round_is_shown_as_it_was(self, client, fixture_f):
        html = read(client, "standings", "?after=1")

        assert "Standings after round 1 of 3" in main(html)
        assert [row[1] for row in rows(html) if len(row) > 1] == [
            "Aita Uno – Aita Dus Trun",
            "Carli Uno – Carli Dus Trun",
            "Duri Uno – Duri Dus Trun",
            "Barla Uno – Barla Dus Trun",
        ]

    @pytest.mark.parametrize("after", ["0", "3", "-1", "x", "1.5", "", "９", "99999999999999999999"])
    def test_a_round_without_results_is_nowhere(self, client, fixture_f, after):
        assert client.get(address("standings"), {"after": after}).status_code == 404

    def test_the_head_says_when_and_which_tables_are_open(self, client, fixture_f):
        a, b, c, d = fixture_f.entries.order_by("number")
        third = seat_round(fixture_f, [(a, d), (b, c)])
        key(third, 2, 40, 40, 40, 40)

        page = main(read(client, "standings"))

        assert re.search(r"as of \d\d:\d\d table 1 still open not official yet", page)

    def test_the_cut_is_drawn_where_the_final_begins(self, client, fixture_f):
        fixture_f.stages.create(position=2, kind="final", rounds_planned=2)
        Championship.objects.filter(pk=fixture_f.pk).update(finalists=2)

        html = read(client, "standings")

        assert [index for index, row in enumerate(rows(html)) if row == ["Final: the first 2"]] == [3]

    def test_a_search_asks_the_server_where_no_script_runs(self, client, fixture_f):
        html = read(client, "standings", "?q=carl")

        assert [row[1] for row in rows(html) if len(row) > 1] == ["Carli Uno – Carli Dus Trun"]

    def test_a_search_without_a_match_says_so(self, client, fixture_f):
        html = read(client, "standings", "?q=zzz")

        assert '<p class="nomatch" data-no-match>' in html

    def test_before_the_first_result_the_page_says_what_will_be_here(self, client):
        set_public(ChampionshipFactory(slug="f").pk, public=True)

        assert "No result yet" in main(read(client, "standings"))


class TestRound:
    def test_a_round_shows_tables_and_results(self, client, fixture_f):
        html = read(client, "round", number=1)

        assert rows(html) == [
            ["1", "Aita Uno – Aita Dus", "Barla Uno – Barla Dus", "40 30 36 50", "156 : 132", "+12", "confirmed"],
            ["2", "Carli Uno – Carli Dus", "Duri Uno – Duri Dus", "20 44 44 44", "152 : 136", "+8", "confirmed"],
        ]

    def test_everybody_is_found_by_family_name(self, client, fixture_f):
        html = read(client, "round", number=1)
        seats = html[html.index("<li data-find=") :]

        assert words(seats).startswith("Aita Dus Trun · with Aita Uno Table 1 Barla Dus Trun · with Barla Uno Table 1")

    def test_who_sits_out_is_named(self, client, fixture_f):
        (e,) = enter(fixture_f, "Emma")
        a, b, c, d, _ = fixture_f.entries.order_by("number")
        seat_round(fixture_f, [(a, d), (b, c)], byes=[e])

        assert "Sits out: Emma Uno – Emma Dus" in main(read(client, "round", number=3))

    def test_the_championship_page_says_where_one_sits(self, client, fixture_f):
        html = read(client, "championship", "?q=duri")

        assert "Duri Dus Trun · with Duri Uno Table 2 Duri Uno Trun · with Duri Dus Table 2" in main(html)
        assert "Aita Dus" not in html[html.index('id="seats"') : html.index("data-no-match")]


class TestEntry:
    def test_the_path_is_seen_from_its_own_side(self, client, fixture_f):
        page = main(read(client, "entry", number=1))

        assert "Rank 1 of 4 Points 3 Net +12" in page
        assert "2 round Carli Uno – Carli Dus 0 144 : 144 36 36 36 36 level · 1 pt · then rank 1" in page
        assert "1 round Barla Uno – Barla Dus +12 156 : 132 40 30 36 50 won · 2 pts · then rank 1" in page

    def test_the_next_table_stands_first(self, client, fixture_f):
        a, b, c, d = fixture_f.entries.order_by("number")
        seat_round(fixture_f, [(a, d), (b, c)])

        page = main(read(client, "entry", number=4))

        assert "Table 1 Round 3 against Aita Uno – Aita Dus" in page

    def test_an_entry_that_is_not_there_is_nowhere(self, client, fixture_f):
        assert client.get(address("entry", number=99)).status_code == 404

    def test_single_persons_have_a_partner_in_each_round(self, client):
        championship = ChampionshipFactory(slug="f", kind=Kind.INDIVIDUALS, rounds=2)
        enter(championship, "Aita", "Barla", "Carli", "Duri")
        set_public(championship.pk, public=True)

        assert "4 players" in main(read(client, "entry_list"))


class TestNothingLeaks:
    @EACH_PAGE
    def test_a_championship_that_is_not_public_is_nowhere(self, client, fixture_f, name, values):
        set_public(fixture_f.pk, public=False)

        assert client.get(address(name, **values)).status_code == 404

    def test_a_championship_that_is_not_public_is_not_listed(self, client, fixture_f):
        set_public(fixture_f.pk, public=False)

        assert "Campiunadi F" not in client.get(reverse("championship_list")).content.decode()

    @EACH_PAGE
    def test_a_draft_changes_no_page_and_no_tag(self, client, fixture_f, name, values):
        before = client.get(address(name, **values))
        a, b, c, d = fixture_f.entries.order_by("number")

        seat_round(fixture_f, [(a, d), (b, c)], publish=False)
        after = client.get(address(name, **values))

        assert (after["ETag"], after.content) == (before["ETag"], before.content)

    def test_a_draft_has_no_page(self, client, fixture_f):
        a, b, c, d = fixture_f.entries.order_by("number")
        seat_round(fixture_f, [(a, d), (b, c)], publish=False)

        assert client.get(address("round", number=3)).status_code == 404

    @EACH_PAGE
    def test_hidden_results_change_no_page_and_no_tag(self, client, fixture_f, name, values):
        a, b, c, d = fixture_f.entries.order_by("number")
        third = seat_round(fixture_f, [(a, d), (b, c)])
        hide_results_after(fixture_f.pk, after_round=2)
        before = client.get(address(name, **values))

        key(third, 1, 50, 50, 50, 50)
        after = client.get(address(name, **values))

        assert (after["ETag"], after.content) == (before["ETag"], before.content)

    def test_a_hidden_round_shows_who_sits_where_and_no_more(self, client, fixture_f):
        hide_results_after(fixture_f.pk, after_round=1)

        html = read(client, "round", number=2)

        assert rows(html) == [
            ["1", "Carli Uno – Carli Dus", "Aita Uno – Aita Dus"],
            ["2", "Barla Uno – Barla Dus", "Duri Uno – Duri Dus"],
        ]
        assert client.get(address("standings"), {"after": 2}).status_code == 404

    def test_who_asked_for_an_alias_is_called_by_it(self, client, fixture_f):
        Person.objects.filter(name="Aita Uno").update(consent=Consent.ALIAS, public_alias="La Steila")
        cache.clear()

        pages = [read(client, name, **values) for name, values in PAGES.items()]

        assert not any("Aita Uno" in page for page in pages)
        assert "La Steila" in pages[-2]


class TestKeptPages:
    @EACH_PAGE
    def test_a_page_that_has_not_changed_is_not_sent_again(self, client, fixture_f, name, values):
        first = client.get(address(name, **values))

        again = client.get(address(name, **values), headers={"If-None-Match": first["ETag"]})

        assert (again.status_code, again.content) == (304, b"")

    def test_a_result_makes_a_new_page(self, client, fixture_f):
        before = client.get(address("standings"))
        table = fixture_f.rounds.get(number=1).tables.get(number=1)

        key(table.round, 1, 44, 30, 36, 50, reason="misread")
        after = client.get(address("standings"), headers={"If-None-Match": before["ETag"]})

        assert after.status_code == 200
        assert rows(after.content.decode())[0][4] == "+16"

    def test_while_results_pour_in_a_page_is_made_once_in_a_while(self, client, fixture_f, settings):
        settings.PUBLIC_PAGE_SECONDS = 60
        before = client.get(address("standings"))
        table = fixture_f.rounds.get(number=1).tables.get(number=1)

        key(table.round, 1, 44, 30, 36, 50, reason="misread")
        soon_after = client.get(address("standings"))
        settings.PUBLIC_PAGE_SECONDS = 0
        later = client.get(address("standings"))

        assert soon_after.content == before.content
        assert rows(later.content.decode())[0][4] == "+16"

    def test_a_hidden_championship_is_gone_at_once_though_its_page_was_just_made(self, client, fixture_f, settings):
        settings.PUBLIC_PAGE_SECONDS = 60
        answers = [client.get(address("standings")).status_code]

        for public in (False, True):
            set_public(fixture_f.pk, public=public)
            answers.append(client.get(address("standings")).status_code)

        assert answers == [200, 404, 200]

    @EACH_PAGE
    def test_a_page_that_was_just_made_costs_one_query(
        self, client, fixture_f, settings, name, values, django_assert_num_queries
    ):
        settings.PUBLIC_PAGE_SECONDS = 60
        client.get(address(name, **values))
        key(fixture_f.rounds.get(number=1), 1, 44, 30, 36, 50, reason="misread")

        with django_assert_num_queries(1):
            client.get(address(name, **values))

    def test_readers_get_the_page_before_while_a_new_one_is_made(self, client, fixture_f, monkeypatch):
        before = client.get(address("standings"))
        table = fixture_f.rounds.get(number=1).tables.get(number=1)
        key(table.round, 1, 44, 30, 36, 50, reason="misread")
        asked_meanwhile = []
        making = pages.made

        def made_slowly(*arguments):
            asked_meanwhile.append(Client().get(address("standings")))
            return making(*arguments)

        monkeypatch.setattr(pages, "made", made_slowly)
        after = client.get(address("standings"))

        assert [answer.content for answer in asked_meanwhile] == [before.content]
        assert rows(after.content.decode())[0][4] == "+16"

    @EACH_PAGE
    def test_a_kept_page_costs_one_query(self, client, fixture_f, name, values, django_assert_num_queries):
        client.get(address(name, **values))

        with django_assert_num_queries(1):
            client.get(address(name, **values))

    def test_nothing_that_one_reader_adds_is_shown_to_the_next(self, client, fixture_f):
        read(client, "standings", "?zorro=1")

        assert "zorro" not in read(client, "standings")

    def test_no_cookie_is_set_and_the_page_is_asked_for_again(self, client, fixture_f):
        response = client.get(address("standings"))

        assert not response.cookies
        assert response["Cache-Control"] == "no-cache"

    @EACH_PAGE
    def test_a_page_is_only_read(self, client, fixture_f, name, values):
        assert client.post(address(name, **values)).status_code == 405


class TestEveryPage:
    @pytest.mark.parametrize("language", ["rm", "de", "it", "en"])
    @EACH_PAGE
    def test_each_language_has_the_page(self, client, fixture_f, name, values, language):
        path = address(name, **values).replace("/en/", f"/{language}/", 1)

        response = client.get(path)

        assert response.status_code == 200
        assert f'hreflang="{ {"rm": "rm-sursilv", "de": "de-CH", "it": "it-CH", "en": "en-GB"}[language] }"' in (
            response.content.decode()
        )

    @EACH_PAGE
    def test_nothing_that_the_policy_refuses_is_on_a_page(self, client, fixture_f, name, values):
        html = read(client, name, **values)

        assert not re.search(r"<style|\sstyle=|<script(?![^>]*\ssrc=)|\son[a-z]+=|https?://|data:", html)

    @EACH_PAGE
    def test_a_page_has_one_heading_a_way_past_the_header_and_unique_names(self, client, fixture_f, name, values):
        html = read(client, name, **values)
        ids = re.findall(r'\sid="([^"]+)"', html)

        assert html.count("<h1>") == 1
        assert 'class="skip" href="#content"' in html
        assert sorted(set(ids)) == sorted(ids)


class TestChampionshipList:
    def test_each_championship_says_how_far_it_has_come(self, client, fixture_f):
        set_public(ChampionshipFactory(name="Sera da vischnaunca", slug="sera", starts_on="2999-01-05").pk, public=True)
        a, b, c, d = fixture_f.entries.order_by("number")
        seat_round(fixture_f, [(a, d), (b, c)], publish=False)

        page = main(client.get(reverse("championship_list")).content.decode())

        assert page.endswith(
            "2999 5 Jan 2999 Sera da vischnaunca Glion upcoming 2026 7 Nov 2026 Campiunadi F Glion round 2 of 3"
        )

    def test_a_championship_is_official_when_all_its_rounds_are(self, client, fixture_f):
        fixture_f.stages.update(rounds_planned=2)
        fixture_f.rounds.update(state="official")

        page = main(client.get(reverse("championship_list")).content.decode())

        assert page.endswith("Campiunadi F Glion official")

    def test_without_any_the_page_says_what_will_be_here(self, client):
        page = main(client.get(reverse("championship_list")).content.decode())

        assert "No championship yet" in page


class TestConstantQueries:
    @pytest.mark.parametrize(
        ("name", "values"), [pytest.param(name, values, id=name) for name, values in PAGES.items()]
    )
    def test_more_rows_need_no_more_queries(self, client, name, values):
        counts = []
        for size, slug in ((2, "two"), (6, "six")):
            championship = ChampionshipFactory(slug=slug, rounds=2)
            entries = enter(championship, *[chr(ord("A") + each) for each in range(size)])
            round_ = seat_round(championship, list(zip(entries[::2], entries[1::2], strict=True)))
            for table in range(1, size // 2 + 1):
                key(round_, table, 40, 30, 36, 50)
            set_public(championship.pk, public=True)
            with CaptureQueriesContext(
                connection,
            ) as queries:
                client.get(reverse(name, kwargs={"slug": slug, **values}))
            counts.append(len(queries))

        assert counts[0] == counts[1]

    def test_the_list_of_championships(self, client):
        counts = []
        for slugs in (["one"], ["two", "three"]):
            for slug in slugs:
                set_public(ChampionshipFactory(slug=slug).pk, public=True)
            with CaptureQueriesContext(connection) as queries:
                html = client.get(reverse("championship_list")).content.decode()
            counts.append(len(queries))

        assert html.count('class="name"') == 3
        assert counts[0] == counts[1]
