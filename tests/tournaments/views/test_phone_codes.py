"""How somebody gets to the page of a table: by the QR code, by the typed code, and what wrong ones lead to."""

import pytest
from django.core.cache import cache
from django.test import Client

from tests.factories import key, seat_round
from tests.tournaments.views.phones import DEALS, Phone, code, token
from tournaments.domain.link_codes import Link, token_of
from tournaments.domain.links import invalidate_slip, revoke_links, stand_link
from tournaments.domain.rounds import close_round
from tournaments.enums import SideName
from tournaments.models import Championship, Round, Table

A, B = SideName.A, SideName.B
WRONG = "0000-0000"


@pytest.fixture(autouse=True)
def _no_tries_before() -> None:
    cache.clear()


def stand(table: Table, number: int = 1) -> str:
    championship = table.round.championship
    link: Link = stand_link(championship.pk, number, A)
    return token_of(link, key=championship.link_key, generation=championship.link_generation)


@pytest.mark.parametrize("spelled", ["/T/{}", "/T/{}/", "/t/{}"])
def test_a_scanned_code_opens_the_table_of_its_side(table, spelled):
    phone = Phone().opens(spelled.format(token(table, A)))

    assert phone.status == 200
    assert "Round 1 · Table 1 You A Uno – A Dus against B Uno – B Dus" in phone.words


def test_the_page_is_kept_by_nobody_and_told_to_nobody(table):
    phone = Phone().scan(table, A)
    sent = Phone().scan(table, A).types(*DEALS)

    wanted = {
        "Cache-Control": "no-store",
        "Referrer-Policy": "no-referrer",
        "X-Robots-Tag": "noindex, nofollow",
        "Content-Language": "en",
    }
    for headers in (phone.headers, sent.headers):
        assert {name: headers[name] for name in wanted} == wanted
    assert '<meta name="robots" content="noindex">' in phone.html
    assert token(table, A) not in phone.html.replace(f'name="code" value="{token(table, A)}"', "")


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS"])
@pytest.mark.parametrize("address", ["/T/", "/T/{}"], ids=["bare", "with the token"])
def test_an_answer_to_another_method_is_kept_by_nobody_and_told_to_nobody(client, table, address, method):
    answer = client.generic(method, address.format(token(table, A)))

    assert {name: answer.headers[name] for name in ("Allow", "Cache-Control", "Referrer-Policy", "X-Robots-Tag")} == {
        "Allow": "GET, HEAD, POST",
        "Cache-Control": "no-store",
        "Referrer-Policy": "no-referrer",
        "X-Robots-Tag": "noindex, nofollow",
    }
    assert answer.status_code == 405


def test_the_code_can_be_typed(table):
    phone = Phone().opens("/T/").press("do", "open", code=f"{code(table, B)[:4]}-{code(table, B)[4:]}".lower())

    assert "You B Uno – B Dus" in phone.words
    assert phone.fields["code"] == token(table, B)


def test_the_bare_address_finds_the_page_also_without_its_last_stroke(db):
    assert Client().get("/T").headers["Location"] == "/T/"


def test_a_wrong_code_gets_a_friendly_page_with_the_field_again(table):
    scanned = Phone().opens("/T/AAAAAAAAAAAAAAAAAAAAAAAAA")
    typed = Phone().opens("/T/").press("do", "open", code=WRONG)

    assert (scanned.status, typed.status) == (404, 422)
    assert "This code opens no table" in scanned.words
    assert "This code opens no table" in typed.words
    assert typed.fields["code"] == WRONG
    assert "Find your table" not in typed.words


@pytest.mark.parametrize(
    "end",
    [
        pytest.param(lambda table: invalidate_slip(table.pk), id="slip-made-invalid"),
        pytest.param(lambda table: revoke_links(table.round.championship_id), id="earlier-generation"),
    ],
)
def test_a_scanned_slip_that_holds_no_more_is_called_so(table, end):
    phone = Phone()
    old = token(table, A)
    end(table)

    phone.opens(f"/T/{old}")

    assert phone.status == 404
    assert "This slip is not valid any more Ask the office for the slip that is." in phone.words
    assert "a symbol is wrong" not in phone.words
    assert phone.fields["code"] == ""


def test_after_three_wrong_codes_the_page_leads_to_the_names_and_gives_no_code_away(table):
    phone = Phone().opens("/T/")
    for _ in range(3):
        phone.press("do", "open", code=WRONG)

    assert "Find your table by name" in phone.words
    assert 'href="/en/c/rounds/1/"' in phone.html
    page = phone.client.get("/en/c/rounds/1/").content.decode()
    assert "A Uno" in page
    assert not {token(table, A), code(table, A), code(table, A)[:4]} & set(page.replace("-", " ").split())


def test_a_right_code_is_answered_also_after_wrong_ones(table):
    phone = Phone().opens("/T/")
    for _ in range(3):
        phone.press("do", "open", code=WRONG)

    assert phone.press("do", "open", code=code(table, A)).status == 200


@pytest.mark.parametrize("public", [True, False])
def test_only_public_championships_are_offered(table, public):
    Championship.objects.update(is_public=public)
    phone = Phone().opens("/T/")
    for _ in range(3):
        phone.press("do", "open", code=WRONG)

    assert ("Find your table by name" in phone.words) == public


def test_a_table_stand_opens_the_round_that_is_played(table):
    phone = Phone().opens(f"/T/{stand(table)}")

    assert "Round 1 · Table 1" in phone.words
    assert phone.fields["code"] == token(table, A)


def test_numbers_typed_at_a_stand_never_land_in_the_next_round(table):
    phone = Phone().opens(f"/T/{stand(table)}")
    close_round_with_results(table)
    next_round(table)

    phone.types(*DEALS)

    assert "The round is closed." in phone.words
    assert list(Table.objects.filter(round__number=2).values_list("version", flat=True)) == [0, 0]


def test_a_stand_without_a_table_says_so_and_waits(table):
    Round.objects.update(state="draft")

    phone = Phone().opens(f"/T/{stand(table)}")
    waiting = phone.words
    Round.objects.update(state="published")
    phone.press("do", "open")

    assert "Nobody plays at this table now" in waiting
    assert "Round 1 · Table 1" in phone.words


@pytest.mark.parametrize(
    ("accepted", "lang"),
    [("rm-CH", "rm-sursilv"), ("de-CH,fr;q=0.5", "de-CH"), ("it", "it-CH"), ("fr", "en-GB")],
)
def test_the_page_speaks_the_language_of_the_phone(table, accepted, lang):
    phone = Phone().scan(table, A, headers={"Accept-Language": accepted})

    assert f'<html lang="{lang}">' in phone.html


def test_the_chosen_language_travels_in_the_form(table):
    phone = Phone().scan(table, A).press("speak", "it")
    phone.types(*DEALS)

    assert '<html lang="it-CH">' in phone.html
    assert phone.headers["Content-Language"] == "it"


def close_round_with_results(table: Table) -> None:
    key(table.round, 1, 44, 30, 36, 50)
    key(table.round, 2, 41, 30, 36, 50)
    close_round(table.round.pk)


def next_round(table: Table) -> None:
    a, b, c, d = [seat.entry for seat in table.round.seats.order_by("entry__number")]
    seat_round(table.round.championship, [(a, c), (b, d)])
