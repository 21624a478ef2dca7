"""What sides claim, as the office meets it without JavaScript: typing over it, conflicts, rulings, calls, files."""

import pytest
from django.core.cache import cache
from django.test import Client

from scoring.shown_result import read_shown
from tests.factories import PASSWORD, member
from tests.tournaments.views.keying import GRID, address, ask, fields, send, stored
from tests.tournaments.views.phones import Phone
from tests.tournaments.views.reading import main, rows
from tournaments.domain.calls import call_organiser
from tournaments.domain.claims import claim_result, side_view
from tournaments.domain.file_results import store_file_results
from tournaments.domain.publishing import set_public
from tournaments.domain.versions import fresh
from tournaments.enums import ReasonCode, Role, SideName, TableState
from tournaments.models import Round, Table
from tournaments.views.results_import import report

pytestmark = pytest.mark.django_db

OURS, THEIRS = (40, 30, 36, 50), (31, 42, 36, 22)


def claim(round_: Round, number: int, side: SideName, deals: tuple[int, ...]) -> Table:
    table = round_.tables.get(number=number)
    return claim_result(table.pk, side, deals, seen_version=table.version, answered_yes=True).table


@pytest.fixture
def conflict(open_round: Round) -> Table:
    """Table 1: side A says 40 in deal 1, side B says 41."""
    claim(open_round, 1, SideName.A, OURS)
    return claim(open_round, 1, SideName.B, THEIRS)


@pytest.fixture
def organiser(client: Client, open_round: Round) -> Client:
    client.force_login(member(open_round.championship.association, Role.ORGANISER))
    return client


def ruling(table: Table, **values: object) -> dict[str, object]:
    return {"version": table.version, "key": "", "reason": "", **values}


# Typing over a claim ----------------------------------------------------------------------------------------------


def test_a_claim_stands_in_the_fields_of_its_row(scorer, open_round):
    claim(open_round, 1, SideName.A, OURS)

    html = scorer.get(address(GRID, 1)).content.decode()

    assert fields(html) == ["40", "30", "36", "50"]
    assert "Side A says so. If the signed slip says the same, Enter confirms it" in main(html)


def test_the_same_numbers_confirm_and_others_never_look_saved(scorer, open_round):
    claim(open_round, 1, SideName.A, OURS)
    claim(open_round, 2, SideName.A, OURS)

    same = scorer.post(address("office_result", 1, 1), form_of(OURS, 1), follow=True)
    other = scorer.post(address("office_result", 1, 2), form_of((41, 30, 36, 50), 1), follow=True)

    assert "Table 1 is saved (40, 30, 36, 50)" in main(same.content.decode())
    words = main(other.content.decode())
    assert "Table 2: nothing counts yet. Deal 1: side A says 40, the office has 41. The organiser decides." in words
    assert "Table 2 is saved" not in words
    assert (stored(1), stored(2)) == ([40, 30, 36, 50], None)


def form_of(deals: tuple[int, ...], version: int) -> dict[str, object]:
    named = {f"d{deal}": points for deal, points in enumerate(deals, 1)}
    yes = " ".join(map(str, deals))
    return {"notation": "points", "version": version, "control": "", "reason": "", "key": "", "yes": yes, **named}


def test_typing_into_a_conflict_leads_to_its_page_with_the_numbers(scorer, conflict):
    plain = send(scorer, 1, *OURS, version=2)
    json_ = ask(scorer, 1, *OURS, version=2)

    decide = f"{address('office_conflict', 1, 1)}?deals=40+30+36+50"
    assert plain.headers["Location"] == decide
    assert (json_.status_code, json_.json()["decide"]) == (409, decide)


# Conflicts --------------------------------------------------------------------------------------------------------


def test_the_grid_names_the_deal_and_both_numbers(scorer, conflict):
    html = scorer.get(address(GRID, 1)).content.decode()

    assert rows(html)[0][9].startswith("1: 40/41")
    assert scorer.get(address(GRID, 1), {"table": "1"}).headers["Location"] == address("office_conflict", 1, 1)


def test_an_organiser_rules_and_both_sides_read_it(organiser, conflict):
    claims = {each.source: each.version for each in conflict.results.all()}

    answer = organiser.post(
        address("office_conflict", 1, 1), ruling(conflict, numbers=claims["side_b"], reason_code="recounted")
    )

    assert answer.headers["Location"] == address(GRID, 1)
    seen = [side_view(fresh(conflict.pk), side).counting for side in SideName]
    assert [(each.deals, each.reason) for each in seen if each] == [
        ((41, 30, 36, 50), ReasonCode.RECOUNTED.label),
        (THEIRS, ReasonCode.RECOUNTED.label),
    ]


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"numbers": "1"}, "Choose a reason, or write one. Both sides read it."),
        ({"numbers": "other", "d1": "40", "reason": "x"}, "Deal 2: the number is missing."),
        ({"reason": "x"}, "Deal 1: the number is missing."),
        (
            {"numbers": "other", "d1": "72", "d2": "30", "d3": "36", "d4": "40", "reason": "x"},
            "Deal 1 is unusual (72).",
        ),
    ],
    ids=["no reason", "a number missing", "enter in a field", "a rare number"],
)
def test_a_ruling_that_is_not_complete_decides_nothing(organiser, conflict, values, words):
    answer = organiser.post(address("office_conflict", 1, 1), ruling(conflict, **values))

    assert answer.status_code == 422
    assert words in main(answer.content.decode())
    assert stored() is None


def test_a_rare_number_is_ruled_with_a_yes(organiser, conflict):
    numbers = {"numbers": "other", "d1": "72", "d2": "30", "d3": "36", "d4": "40", "reason": "x", "yes": "72 30 36 40"}

    organiser.post(address("office_conflict", 1, 1), ruling(conflict, **numbers))

    assert stored() == [72, 30, 36, 40]


def test_numbers_of_a_ruling_outlive_the_session(organiser, conflict):
    organiser.logout()
    numbers = {"numbers": "other", "d1": "42", "d2": "30", "d3": "36", "d4": "50", "reason": "x"}

    asked = organiser.post(address("office_conflict", 1, 1), ruling(conflict, **numbers))
    user = member(conflict.round.championship.association)
    entered = organiser.post(asked.headers["Location"], {"login": user.email, "password": PASSWORD}, follow=True)

    assert 'name="d1" inputmode="numeric" maxlength="12" autocomplete="off" value="42"' in entered.content.decode()
    assert stored() is None


def test_two_who_rule_at_once_and_a_claim_that_comes_meanwhile(organiser, open_round, conflict):
    first = organiser.post(address("office_conflict", 1, 1), ruling(conflict, numbers="1", reason_code="agreed"))
    second = organiser.post(address("office_conflict", 1, 1), ruling(conflict, numbers="2", reason_code="agreed"))

    assert first.headers["Location"] == address(GRID, 1)
    assert second.headers["Location"] == address("office_table", 1, 1)
    assert stored() == [40, 30, 36, 50]


@pytest.mark.parametrize("numbers", ["1", "other"])
def test_a_ruling_that_arrives_twice_is_answered_as_the_first_time(organiser, conflict, numbers):
    form = ruling(conflict, numbers=numbers, d1="40", d2="30", d3="36", d4="50", reason_code="agreed", key="k" * 32)

    first = organiser.post(address("office_conflict", 1, 1), form, follow=True)
    second = organiser.post(address("office_conflict", 1, 1), form, follow=True)

    assert second.redirect_chain == first.redirect_chain
    assert ["Table 1 is decided: 40, 30, 36, 50 count." in main(each.content.decode()) for each in (first, second)] == [
        True,
        True,
    ]
    assert conflict.results.filter(source="ruling").count() == 1


def test_another_ruling_with_the_key_of_one_that_was_stored_is_refused(organiser, conflict):
    organiser.post(address("office_conflict", 1, 1), ruling(conflict, numbers="1", reason_code="agreed", key="k" * 32))

    form = ruling(conflict, numbers="2", reason_code="agreed", key="k" * 32)
    answer = organiser.post(address("office_conflict", 1, 1), form)

    assert answer.headers["Location"] == address("office_table", 1, 1)
    assert stored() == [40, 30, 36, 50]


def test_a_new_claim_while_one_decides_is_shown_first(organiser, open_round, conflict):
    claim(open_round, 1, SideName.B, (30, 42, 36, 22))

    answer = organiser.post(address("office_conflict", 1, 1), ruling(conflict, numbers="1", reason_code="agreed"))

    assert answer.status_code == 409
    assert "42 : 30" in main(answer.content.decode())
    assert stored() is None


def test_a_scorer_looks_and_cannot_rule(scorer, conflict):
    html = scorer.get(address("office_conflict", 1, 1)).content.decode()

    assert "40 : 32" in main(html)
    assert "Those of side A" not in html
    assert scorer.post(address("office_conflict", 1, 1), ruling(conflict, numbers="1")).status_code == 403


def test_all_conflicts_of_a_round_and_none(scorer, open_round, conflict):
    words = main(scorer.get(address("office_conflicts", 1)).content.decode())
    Table.objects.update(state=TableState.OPEN)

    assert "Table 1" in words
    assert "No conflict" in main(scorer.get(address("office_conflicts", 1)).content.decode())


def test_the_overview_says_where_sides_disagree(organiser, conflict):
    assert "At 1 table the sides disagree" in main(organiser.get(address("office")).content.decode())


def test_from_two_phones_to_the_office_and_back(organiser, open_round):
    table = open_round.tables.get(number=1)
    sides = {side: Phone().scan(table, side) for side in SideName}
    sides[SideName.A].types("40", "30", "36", "50")
    sides[SideName.B] = Phone().scan(table, SideName.B).press("do", "differ").types("31", "42", "36", "22")
    found = fresh(table.pk)
    claims = {each.source: each.version for each in found.results.all()}

    organiser.post(address("office_conflict", 1, 1), ruling(found, numbers=claims["side_a"], reason_code="signed_slip"))

    for side in SideName:
        words = Phone().scan(table, side).words
        assert "The organiser has decided" in words
        assert "The signed slip says so" in words


# Calls ------------------------------------------------------------------------------------------------------------


def test_a_called_table_stands_on_the_public_page_until_it_reports(client, scorer, open_round):
    cache.clear()
    set_public(open_round.championship_id, public=True)
    scorer.post(address("office_call", 1, 2), {"do": "call"})

    called = main(Client().get(address("round", 1)).content.decode())
    claim(open_round, 2, SideName.A, OURS)
    reported = main(Client().get(address("round", 1)).content.decode())

    assert "Table 2: please report your result" in called
    assert "please report" not in reported


def test_the_phones_of_a_called_table_say_so(scorer, open_round):
    scorer.post(address("office_call", 1, 2), {"do": "call"})
    called, other = (Phone().scan(open_round.tables.get(number=number), SideName.A).words for number in (2, 1))

    assert "The organiser waits for your result" in called
    assert "The organiser waits" not in other


def test_who_waits_for_the_organiser_is_listed_until_somebody_has_been_there(scorer, open_round):
    call_organiser(open_round.tables.get(number=2).pk, SideName.B)

    waiting = main(scorer.get(address("office_unreported", 1)).content.decode())
    done = scorer.post(address("office_call", 1, 2), {"do": "answer", "back": "unreported"}, follow=True)
    again = ask_call(scorer, 2, "answer")

    assert "Somebody calls you" in waiting
    assert "Table 2 does not wait any more." in main(done.content.decode())
    assert (again.status_code, again.json()["problems"][0]["code"]) == (409, "no_call")


def ask_call(client: Client, table: int, do: str):
    return client.post(address("office_call", 1, table), {"do": do}, headers={"Accept": "application/json"})


def test_open_tables_with_their_minutes(scorer, open_round):
    words = main(scorer.get(address("office_unreported", 1)).content.decode())

    assert "played for 60 min" in words
    assert ask_call(scorer, 1, "call").json()["sentence"] == "Table 1 is called: the public page asks it to report."
    assert ask_call(scorer, 1, "nothing").status_code == 422


# A phone without network ------------------------------------------------------------------------------------------


def test_the_line_that_a_phone_shows_fills_the_row(scorer, open_round):
    line = next(f"TROCCAS 1 1 B 32 42 36 22 {check}" for check in SYMBOLS if read_shown(f"1 1 B 32 42 36 22 {check}"))

    answer = scorer.get(address("office_shown"), {"line": line}, follow=True)

    html = answer.content.decode()
    assert fields(html) == ["40", "30", "36", "50"]
    assert "Shown by the phone of side B, and not saved yet." in main(html)
    assert stored() is None


SYMBOLS = "0123456789ABCDEFGHJKMNPQRSTVWXY"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "A phone without a connection shows a code"),
        ("hello", "This cannot be read."),
        ("TROCCAS 1 1 B 32 42 36 23 0", "This cannot be read."),
    ],
    ids=["nothing", "something else", "misread"],
)
def test_a_line_that_cannot_be_read_says_so(scorer, open_round, text, words):
    answer = scorer.get(address("office_shown"), {"line": text})

    assert answer.status_code == (422 if text else 200)
    assert words in main(answer.content.decode())


# Files ------------------------------------------------------------------------------------------------------------


def test_a_file_says_which_tables_are_disputed(rf, scorer, open_round, monkeypatch):
    claim(open_round, 1, SideName.A, OURS)
    said: list[str] = []
    for level in ("success", "info", "error"):
        monkeypatch.setattr(
            f"tournaments.views.results_import.messages.{level}", lambda _request, words: said.append(words)
        )

    report(rf.get("/"), store_file_results(open_round.pk, {1: (41, 30, 36, 50), 2: (36, 36, 36, 40)}))

    assert said == [
        "1 result is stored.",
        "Of table 1 a side says something else: nothing counts there until the organiser decides.",
    ]
