"""The keyboard grid without its script: what is typed is stored, or comes back with the reason why not."""

import json
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories import PASSWORD, ChampionshipFactory, enter, key, member, seat_round
from tests.tournaments.views.reading import main, rows
from tournaments.domain.rounds import close_round, draw_round, undo_draw
from tournaments.enums import Notation, Role
from tournaments.models import Championship, ResultVersion, Round, Table

pytestmark = pytest.mark.django_db

GRID = "office_round"


@pytest.fixture
def round_() -> Round:
    """Two tables: A–B (A gives first), C–D (D gives first); E sits out."""
    championship = ChampionshipFactory(slug="c", rounds=2)
    a, b, c, d, e = enter(championship, "A", "B", "C", "D", "E")
    return seat_round(championship, [(a, b), (c, d)], byes=[e])


@pytest.fixture
def scorer(client: Client, round_: Round) -> Client:
    client.force_login(member(round_.championship.association, Role.SCORER))
    return client


def address(name: str, *values: int) -> str:
    return reverse(name, args=["c", *values])


def typed(*deals: object, **more: object) -> dict[str, object]:
    """A form as the page sends it."""
    fields = {f"d{deal}": number for deal, number in enumerate(deals, 1)}
    return {"notation": "points", "version": 0, "control": "", "reason": "", "key": "", **fields, **more}


def send(client: Client, table: int, *deals: object, **more: object):
    return client.post(address("office_result", 1, table), typed(*deals, **more))


def ask(client: Client, table: int, *deals: object, **more: object):
    """The same as the page's script asks."""
    data = typed(*deals, **more)
    return client.post(address("office_result", 1, table), data, headers={"Accept": "application/json"})


def fields(html: str) -> list[str]:
    """What stands in the four fields of the open row."""
    row = html.split('<tr class="now">')[1]
    return re.findall(r'name="d\d"[^>]*? value="([^"]*)"', row)[:4]


def stored(number: int = 1) -> list[int] | None:
    result = ResultVersion.objects.filter(table__number=number, state="confirmed").first()
    return result.deals if result else None


# Saving ----------------------------------------------------------------------------------------------------------


def test_four_numbers_are_stored_and_the_next_open_table_follows(scorer):
    answer = send(scorer, 1, 41, 30, 50, 36)

    assert (answer.status_code, answer.headers["Location"]) == (302, address(GRID, 1) + "?table=2")
    assert stored() == [41, 30, 50, 36]


def test_the_first_table_without_a_result_is_open(scorer, round_):
    key(round_, 1, 40, 30, 36, 50)

    html = scorer.get(address(GRID, 1)).content.decode()

    assert fields(html) == ["", "", "", ""]
    assert 'action="/en/c/office/rounds/1/tables/2/result/"' in html


def test_after_the_last_table_no_row_is_open(scorer, round_):
    key(round_, 1, 40, 30, 36, 50)

    answer = send(scorer, 2, 20, 44, 44, 44)

    assert answer.headers["Location"] == address(GRID, 1)
    assert "Every table has a result" in main(scorer.get(address(GRID, 1)).content.decode())


def test_a_result_shows_its_numbers_total_and_the_better_side(scorer, round_):
    key(round_, 1, 20, 44, 44, 44)

    html = scorer.get(address(GRID, 1)).content.decode()

    assert rows(html)[0][:8] == ["1", "Uno – Dus", "20", "44", "44", "44", "152", ""]
    assert '<td data-a title="A Uno\u00a0– A Dus" class="winner">' in html


def test_balances_are_typed_with_their_sign(scorer):
    answer = send(scorer, 1, "+5", "-6", "\u221214", "0", notation="net")

    assert answer.status_code == 302
    assert stored() == [41, 30, 22, 36]


def test_the_same_form_sent_twice_is_one_result(scorer):
    send(scorer, 1, 41, 30, 50, 36, key="k1")

    answer = send(scorer, 1, 41, 30, 50, 36, key="k1")

    assert answer.status_code == 302
    assert ResultVersion.objects.count() == 1


# Refusals --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deals", "more", "sentence"),
    [
        ((74, 30, 50, 36), {}, "Deal 1: 74 cannot be. A deal has 0 to 72 card points."),
        (("36.5", 30, 50, 36), {}, "Deal 1: 36.5 cannot be."),
        (("４１", 30, 50, 36), {}, "Deal 1: ４１ cannot be."),
        (("+5", 30, 50, 36), {}, "Deal 1: +5 cannot be."),
        ((41, "", 50, 36), {}, "Deal 2: the number is missing."),
        ((1, 30, 50, 36), {}, "Deal 1: the side that dealt cannot end on 1."),
        ((41, 71, 50, 36), {}, "Deal 2: the side that dealt cannot end on 1."),
        ((72, 30, 50, 36), {}, "Deal 1 is unusual (72). Is that right?"),
        ((71, 30, 50, 36), {"yes": "72 30 50 36"}, "Deal 1 is unusual (71). Is that right?"),
        ((41, 30, 50, 36), {"control": 158}, "The control total is 158, but the four numbers add up to 157."),
        (("+5", "-6", "14", "0"), {"notation": "net"}, "Deal 3: 14 cannot be. Write + or − and a number up to 36."),
        (("+5", "-6", "-0", "0"), {"notation": "net", "control": "+1"}, "The control total is 1, but"),
    ],
    ids=[
        "range",
        "fraction",
        "full-width digits",
        "sign in points",
        "missing",
        "dealer's 1",
        "dealer of deal 2",
        "match",
        "yes to other numbers",
        "control total",
        "no sign",
        "control net",
    ],
)
def test_a_refused_result_comes_back_with_its_numbers(scorer, deals, more, sentence):
    answer = send(scorer, 1, *deals, **more)

    html = answer.content.decode()
    assert answer.status_code == 422
    assert sentence in main(html)
    assert fields(html) == [str(each) for each in deals]
    assert stored() is None


def test_the_field_that_is_wrong_is_marked_and_described(scorer):
    html = send(scorer, 1, 41, 74, 50, 36).content.decode()

    field = re.search(r'<input class="cell is-invalid"[^>]*>', html).group()
    assert ('name="d2"' in field, 'aria-invalid="true"' in field, 'aria-describedby="said"' in field) == (
        True,
        True,
        True,
    )


def test_a_question_is_answered_with_yes_for_just_these_numbers(scorer):
    html = send(scorer, 1, 72, 30, 50, 36).content.decode()
    yes = re.search(r'name="yes" value="([^"]*)"', html).group(1)

    answer = send(scorer, 1, 72, 30, 50, 36, yes=yes)

    assert answer.status_code == 302
    assert ResultVersion.objects.get().questions == [{"code": "CONFIRM_EXTREME", "deal": 1}]


def test_the_side_that_did_not_deal_may_end_on_one(scorer):
    answer = send(scorer, 1, 71, 30, 50, 36, yes="71 30 50 36")

    assert answer.status_code == 302
    assert stored() == [71, 30, 50, 36]


def test_a_damaged_form_brings_the_numbers_back(scorer):
    answer = send(scorer, 1, 41, 30, 50, 36, version="x")

    assert answer.status_code == 422
    assert fields(answer.content.decode()) == ["41", "30", "50", "36"]


def test_somebody_else_was_faster_both_results_are_shown(scorer, round_):
    key(round_, 1, 40, 30, 36, 50)

    answer = send(scorer, 1, 44, 30, 36, 50)

    html = answer.content.decode()
    assert answer.status_code == 409
    assert "Stored is: 40, 30, 36, 50." in main(html)
    assert fields(html) == ["44", "30", "36", "50"]
    assert 'name="version" value="1"' in html
    assert stored() == [40, 30, 36, 50]


def test_after_a_conflict_saving_again_with_a_reason_corrects(scorer, round_):
    key(round_, 1, 40, 30, 36, 50)

    answer = send(scorer, 1, 44, 30, 36, 50, version=1, reason="Typed wrongly")

    assert answer.status_code == 302
    assert (stored(), Table.objects.get(number=1).state) == ([44, 30, 36, 50], "corrected")


def test_somebody_else_typed_the_same(scorer, round_):
    key(round_, 1, 40, 30, 36, 50)

    answer = send(scorer, 1, 40, 30, 36, 50)

    assert answer.status_code == 302
    assert ResultVersion.objects.count() == 1


def test_a_correction_needs_a_reason(scorer, round_):
    key(round_, 1, 40, 30, 36, 50)

    answer = send(scorer, 1, 44, 30, 36, 50, version=1)

    html = answer.content.decode()
    assert answer.status_code == 422
    assert "Give a reason" in main(html)
    assert fields(html) == ["44", "30", "36", "50"]
    assert re.search(r'<div class="why-row"><label for="reason">', html)


def test_nothing_to_correct(scorer, round_):
    key(round_, 1, 40, 30, 36, 50)

    answer = send(scorer, 1, 40, 30, 36, 50, version=1, reason="x")

    assert answer.status_code == 409
    assert "This is the result that is stored already." in main(answer.content.decode())


def test_one_key_for_two_results_is_refused(scorer):
    send(scorer, 1, 41, 30, 50, 36, key="k1")

    answer = send(scorer, 2, 41, 30, 50, 36, key="k1")

    assert answer.status_code == 409
    assert fields(answer.content.decode()) == ["41", "30", "50", "36"]


def test_a_closed_round_takes_a_correction_and_says_that_it_is_closed(scorer, round_):
    key(round_, 1, 40, 30, 36, 50)
    key(round_, 2, 20, 44, 44, 44)
    close_round(round_.pk)

    answer = send(scorer, 1, 44, 30, 36, 50, version=1)

    html = answer.content.decode()
    assert (answer.status_code, fields(html)) == (422, ["44", "30", "36", "50"])
    assert "closed" in main(html)
    assert send(scorer, 1, 44, 30, 36, 50, version=1, reason="Typed wrongly").status_code == 302


def test_a_proposal_takes_no_result(scorer, round_):
    key(round_, 1, 40, 30, 36, 50)
    key(round_, 2, 20, 44, 44, 44)
    draw_round(round_.championship_id, seed=1)

    answer = scorer.post(address("office_result", 2, 1), typed(41, 30, 50, 36))

    html = answer.content.decode()
    assert (answer.status_code, fields(html)) == (409, ["41", "30", "50", "36"])
    assert "Round 2 is not published yet." in main(html)


def test_a_table_that_does_not_exist(scorer):
    assert send(scorer, 9, 41, 30, 50, 36).status_code == 404


def test_a_round_that_was_taken_back(scorer, round_):
    undo_draw(round_.pk)

    assert send(scorer, 1, 41, 30, 50, 36).status_code == 404


# Nothing typed is lost -------------------------------------------------------------------------------------------


def test_numbers_typed_after_the_session_has_ended_wait_for_the_login(client, round_):
    user = member(round_.championship.association, Role.SCORER)

    answer = send(client, 1, 41, 30, 50, 36, reason="late")
    login = client.post(answer.headers["Location"], {"login": user.email, "password": PASSWORD})
    page = client.get(login.headers["Location"])

    html = page.content.decode()
    assert login.headers["Location"] == address(GRID, 1) + "?table=1"
    assert fields(html) == ["41", "30", "50", "36"]
    assert "These numbers are not saved yet." in main(html)
    assert stored() is None


def test_what_has_waited_is_forgotten_once_it_is_stored(client, round_):
    send(client, 1, 41, 30, 50, 36)
    client.force_login(member(round_.championship.association, Role.SCORER))
    session = client.session
    session["kept_result"] = {"path": address("office_result", 1, 1), "values": {"d1": "41", "notation": "points"}}
    session.save()

    send(client, 1, 41, 30, 50, 36)

    assert "kept_result" not in client.session


def test_a_script_is_told_to_log_in(client, round_):
    answer = ask(client, 1, 41, 30, 50, 36)

    assert (answer.status_code, answer.json()["problems"][0]["code"]) == (401, "logged_out")
    assert answer.json()["login"].startswith("/en/accounts/login/?next=")


def test_a_form_with_an_old_token_brings_the_numbers_back(round_):
    client = Client(enforce_csrf_checks=True)
    client.force_login(member(round_.championship.association, Role.SCORER))

    answer = send(client, 1, 41, 30, 50, 36, csrfmiddlewaretoken="old")

    html = answer.content.decode()
    assert answer.status_code == 403
    assert fields(html) == ["41", "30", "50", "36"]
    assert "This form was too old to be safe." in main(html)
    assert stored() is None


def test_a_script_with_an_old_token_is_told_so(round_):
    client = Client(enforce_csrf_checks=True)
    client.force_login(member(round_.championship.association, Role.SCORER))

    answer = ask(client, 1, 41, 30, 50, 36)

    assert (answer.status_code, answer.json()["problems"][0]["code"]) == (403, "csrf")


def test_another_form_with_an_old_token_gets_the_plain_page(round_):
    client = Client(enforce_csrf_checks=True)
    client.force_login(member(round_.championship.association, Role.ORGANISER))

    answer = client.post(address("office_round_close", 1))

    assert answer.status_code == 403
    assert 'name="d1"' not in answer.content.decode()


def test_the_page_of_a_refused_form_can_be_loaded_again(scorer):
    answer = scorer.get(address("office_result", 1, 2))

    assert answer.headers["Location"] == address(GRID, 1) + "?table=2"


# What the script asks --------------------------------------------------------------------------------------------


def test_a_stored_result_as_json(scorer):
    answer = ask(scorer, 1, 41, 30, 50, 36)

    json_ = answer.json()
    assert answer.status_code == 200
    assert (json_["saved"], json_["table"], json_["version"]) == (True, 1, 1)
    assert json_["sentence"].startswith("Table 1 is saved (41, 30, 50, 36), ")


def test_a_refused_result_as_json_names_code_deal_and_sentence(scorer):
    answer = ask(scorer, 1, 74, 30, 50, 36)

    assert answer.status_code == 422
    assert answer.json() == {
        "problems": [
            {
                "code": "RANGE",
                "deal": 1,
                "side": "a",
                "given": 74,
                "sentence": "Deal 1: 74 cannot be. A deal has 0 to 72 card points.",
            }
        ],
        "version": 0,
        "stored": "",
    }


def test_a_conflict_as_json_holds_what_is_stored(scorer, round_):
    key(round_, 1, 40, 30, 36, 50)

    answer = ask(scorer, 1, 44, 30, 36, 50)

    assert answer.status_code == 409
    assert (answer.json()["stored"], answer.json()["version"]) == ("40, 30, 36, 50", 1)


def test_the_refreshing_part_is_sent_only_when_something_has_changed(scorer, round_):
    first = scorer.get(address("office_round_live", 1))
    tag = first.headers["ETag"]

    again = scorer.get(address("office_round_live", 1), headers={"If-None-Match": tag})
    key(round_, 1, 40, 30, 36, 50)
    changed = scorer.get(address("office_round_live", 1), headers={"If-None-Match": tag})

    assert (first.status_code, again.status_code, changed.status_code) == (200, 304, 200)
    assert "no-cache" in first.headers["Cache-Control"]
    assert rows(changed.content.decode())[0][2:7] == ["40", "30", "36", "50", "156"]


# The page --------------------------------------------------------------------------------------------------------


def test_the_notation_is_remembered_for_this_championship(scorer, round_):
    key(round_, 1, 41, 30, 36, 50)

    scorer.post(address("office_notation", 1), {"notation": "net"})

    html = scorer.get(address(GRID, 1)).content.decode()
    assert rows(html)[0][2:7] == ["+5", "−6", "0", "+14", "+13"]
    assert "± from 36" in main(html)
    assert Championship.objects.get().notation == Notation.POINTS


def test_a_championship_of_balances_begins_with_them(scorer, round_):
    Championship.objects.update(notation=Notation.NET)

    html = scorer.get(address(GRID, 1)).content.decode()

    assert '<input type="hidden" name="notation" value="net">' in html


def test_an_unknown_notation_is_refused(scorer):
    assert scorer.post(address("office_notation", 1), {"notation": "roman"}).status_code == 422


@pytest.mark.parametrize("query", ["2", "d uno", "dus"], ids=["number", "name", "first with this name"])
def test_a_table_is_found_by_number_or_name(scorer, query):
    html = scorer.get(address(GRID, 1), {"q": query}).content.decode()

    wanted = 1 if query == "dus" else 2
    assert f'action="/en/c/office/rounds/1/tables/{wanted}/result/"' in html


def test_a_search_without_a_hit_says_so(scorer):
    assert "No table has this number or name." in main(scorer.get(address(GRID, 1), {"q": "zzz"}).content.decode())


def test_a_viewer_reads_and_cannot_type(client, round_):
    client.force_login(member(round_.championship.association, Role.VIEWER))

    html = client.get(address(GRID, 1)).content.decode()

    assert 'name="d1"' not in html
    assert send(client, 1, 41, 30, 50, 36).status_code == 403


def test_a_proposal_is_looked_at_before_it_is_typed(scorer, round_):
    key(round_, 1, 40, 30, 36, 50)
    key(round_, 2, 20, 44, 44, 44)
    draw_round(round_.championship_id, seed=1)

    assert scorer.get(address(GRID, 2)).headers["Location"] == address("office_draw", 2)


def test_results_lead_to_the_last_published_round(scorer, round_):
    assert scorer.get(address("office_results")).headers["Location"] == address(GRID, 1)


def test_results_lead_to_the_rounds_while_there_is_none(scorer, round_):
    undo_draw(round_.pk)

    assert scorer.get(address("office_results")).headers["Location"] == address("office_rounds")


@pytest.mark.parametrize("name", [GRID, "office_round_live"])
def test_the_grid_reads_three_tables_as_fast_as_one(client, name):
    counts = []
    for tables in (1, 3):
        championship = ChampionshipFactory(slug=f"q{tables}")
        entries = enter(championship, *"ABCDEF"[: 2 * tables])
        round_ = seat_round(championship, list(zip(entries[::2], entries[1::2], strict=True)))
        key(round_, 1, 40, 30, 36, 50)
        client.force_login(member(championship.association, Role.ORGANISER))
        with CaptureQueriesContext(
            connection,
        ) as queries:
            client.get(reverse(name, args=[championship.slug, 1]))
        counts.append(len(queries))

    assert counts[0] == counts[1]


# One table -------------------------------------------------------------------------------------------------------


def test_the_history_shows_every_version_with_its_reason(scorer, round_):
    key(round_, 1, 40, 30, 36, 50)
    send(scorer, 1, 44, 30, 36, 50, version=1, reason="Typed wrongly")

    found = rows(scorer.get(address("office_table", 1, 1)).content.decode())

    assert found[:4] == [
        ["1", "44", "28", "+8", "", "+8", ""],
        ["2", "30", "42", "−6", "", "+2", ""],
        ["3", "36", "36", "0", "", "+2", ""],
        ["4", "50", "22", "+14", "", "+16", ""],
    ]
    assert [(row[0], row[1], row[2], row[6]) for row in found[4:]] == [
        ("2", "44, 30, 36, 50", "confirmed", "Typed wrongly"),
        ("1", "40, 30, 36, 50", "replaced", ""),
    ]


def test_the_page_of_a_table_names_the_packets(scorer, round_):
    key(round_, 1, 27, 27, 50, 50)

    found = rows(scorer.get(address("office_table", 1, 1)).content.decode())

    assert [row[5:] for row in found[:4]] == [
        ["−9", "Side A could ask for two packets."],
        ["−18", "Side A could ask for one packet."],
        ["−4", ""],
        ["+10", ""],
    ]


def test_a_result_is_withdrawn_with_a_reason(scorer, round_):
    key(round_, 1, 40, 30, 36, 50)

    answer = scorer.post(address("office_result_withdraw", 1, 1), {"version": 1, "reason": "wrong table"})

    assert answer.status_code == 302
    assert (stored(), Table.objects.get(number=1).state) == (None, "open")


@pytest.mark.parametrize(
    ("data", "status", "sentence"),
    [
        ({"version": 1, "reason": " "}, 422, "Give a reason"),
        ({"version": 0, "reason": "wrong table"}, 409, "Somebody else has changed this table"),
        ({"version": "x", "reason": "wrong table"}, 422, "One thing is not right yet."),
    ],
    ids=["no reason", "stale", "damaged"],
)
def test_a_refused_withdrawal_says_why_and_keeps_the_reason(scorer, round_, data, status, sentence):
    key(round_, 1, 40, 30, 36, 50)

    answer = scorer.post(address("office_result_withdraw", 1, 1), data)

    html = answer.content.decode()
    assert (answer.status_code, stored()) == (status, [40, 30, 36, 50])
    assert sentence in main(html)
    assert data["reason"].strip() in html


def test_a_table_without_a_result_has_none_to_withdraw(scorer):
    answer = scorer.post(address("office_result_withdraw", 1, 1), {"version": 0, "reason": "x"})

    assert answer.status_code == 409
    assert "This table has no result." in main(answer.content.decode())


def test_a_result_of_a_closed_round_stays(scorer, round_):
    key(round_, 1, 40, 30, 36, 50)
    key(round_, 2, 20, 44, 44, 44)
    close_round(round_.pk)

    answer = scorer.post(address("office_result_withdraw", 1, 1), {"version": 1, "reason": "x"})

    assert (answer.status_code, stored()) == (409, [40, 30, 36, 50])
    assert "Round 1 is closed." in main(answer.content.decode())


def test_a_script_takes_its_last_result_back(scorer, round_):
    key(round_, 1, 40, 30, 36, 50)

    answer = scorer.post(
        address("office_result_withdraw", 1, 1),
        {"version": 1, "reason": "undone"},
        headers={"Accept": "application/json"},
    )

    assert json.loads(answer.content) == {
        "saved": True,
        "table": 1,
        "version": 2,
        "sentence": "Table 1 is open again.",
    }
