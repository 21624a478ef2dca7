"""The page of a table on a phone without script and cookies: report, confirm, deny, mend."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.factories import key, seat_round
from tests.tournaments.views.phones import DEALS, MIRRORED, Phone
from tournaments.domain.calls import open_calls
from tournaments.domain.change import broken_links
from tournaments.domain.results import key_result, rule
from tournaments.domain.rounds import close_round
from tournaments.domain.table_calls import call_table
from tournaments.domain.versions import fresh
from tournaments.enums import Confirming, Outcome, RoundState, SideName, TableState
from tournaments.models import Round, Stage, Table

A, B = SideName.A, SideName.B


def state(table: Table) -> str:
    return fresh(table.pk).state


def versions(table: Table) -> list[tuple]:
    return list(table.results.order_by("version").values_list("source", "state", "deals"))


def test_report_and_agree(table):
    first = Phone().scan(table, A)
    first.types(*DEALS)
    claimed = state(table)
    other = Phone().scan(table, B)
    seen = other.words
    other.press("do", "agree")

    assert "Saved at " in first.words
    assert "Now the other side scans its own code." in first.words
    assert "A Uno – A Dus report:" in seen
    assert "Confirmed by both sides, " in other.words
    assert "139 : 149" not in other.words
    assert "132 : 156 net −12 0 points" in other.words
    assert "Engraziel e bien cletg!" in other.words
    assert (claimed, state(table)) == (TableState.CLAIMED, TableState.CONFIRMED)


def test_the_other_side_sees_the_claim_in_its_own_numbers(table):
    Phone().scan(table, A).types(*DEALS)

    other = Phone().scan(table, B)

    assert "1 32 40 −4 2 42 30 +6 3 36 36 0 4 22 50 −14 Total 132 156 −12 buns 6 schliats 18" in other.words


def test_different_numbers_name_the_deal_on_both_phones_and_can_be_mended(table):
    first, other = Phone().scan(table, A).types(*DEALS), Phone().scan(table, B)
    other.press("do", "differ")
    blank = other.typed
    other.types("31", "42", "36", "22")
    first.press("do", "look")
    conflict = state(table)
    first.press("do", "mend")
    mended = first.typed
    first.types("41", "30", "36", "50")

    assert blank == ("", "", "", "")
    assert mended == DEALS
    assert conflict == TableState.CONFLICT
    assert "Deal 1 differs" in other.words
    assert "31 you say" in other.words
    assert "32 A Uno – A Dus say" in other.words
    assert "Confirmed by both sides" in first.words
    assert versions(table)[-1] == ("side_a", "confirmed", [41, 30, 36, 50])


def test_the_conflict_shows_the_same_deal_to_the_side_that_reported_first(table):
    first, other = Phone().scan(table, A).types(*DEALS), Phone().scan(table, B)
    other.press("do", "differ").types("31", "41", "36", "22")

    first.press("do", "look")

    assert "Deals 1, 2 differ" in first.words
    assert "If you cannot agree, the organiser decides." in first.words


def test_who_was_wrong_says_so_in_one_tap(table):
    first, other = Phone().scan(table, A).types(*DEALS), Phone().scan(table, B)
    other.press("do", "differ").types("31", "42", "36", "22")
    label = "32 is right" in other.words

    other.press("do", "agree")

    assert label
    assert "Confirmed by both sides" in other.words
    assert "Confirmed by both sides" in first.press("do", "look").words


def test_a_ruling_is_shown_to_both_sides_with_its_reason(table):
    first, other = Phone().scan(table, A).types(*DEALS), Phone().scan(table, B)
    other.press("do", "differ").types("31", "42", "36", "22")

    rule(table.pk, (41, 30, 36, 50), expected_version=2, reason="The signed slip says 41.")

    for phone in (first, other):
        words = phone.press("do", "look").words
        assert "The organiser has decided" in words
        assert "Reason: The signed slip says 41." in words
        assert ("do", "differ") not in phone.buttons


def test_a_correction_is_shown_with_its_reason(table):
    phone = Phone().scan(table, A).types(*DEALS)
    Phone().scan(table, B).press("do", "agree")

    key_result(table.pk, (44, 30, 36, 50), expected_version=2, reason="Both sides counted again.")

    words = phone.press("do", "look").words
    assert "Corrected by the organiser" in words
    assert "Reason: Both sides counted again." in words
    assert "160 : 128 net +16 2 points" in words


def test_what_the_office_typed_can_be_denied(table):
    key(table.round, 1, 40, 30, 36, 50)

    phone = Phone().scan(table, B)
    seen = phone.words
    phone.press("do", "differ").types("31", "42", "36", "22")

    assert "Confirmed by the office, from the slip" in seen
    assert "Deal 1 differs" in phone.words
    assert "32 the office says" in phone.words
    assert state(table) == TableState.CONFLICT


def test_numbers_may_be_written_as_buns_and_schliats(table):
    phone = Phone().scan(table, B)
    phone.press("write", "net").types("4", "6", "0", "14", s1="-", s2="+", s4="-")

    assert "Saved" in phone.words
    assert versions(table) == [("side_b", "claimed", [40, 30, 36, 50])]


def test_another_notation_keeps_the_meaning_of_what_stands_there(table):
    phone = Phone().scan(table, A)
    phone.press("write", "net", d1="40", d2="29", d3="36", d4="80")
    signed = {name: phone.fields.get(name) for name in ("d1", "s1", "d2", "s2", "d3", "s3", "d4", "s4")}
    phone.press("write", "points")

    assert signed == {"d1": "4", "s1": "+", "d2": "7", "s2": "-", "d3": "0", "s3": None, "d4": "80", "s4": None}
    assert phone.typed == ("40", "29", "36", "80")
    assert "Written as card points" in phone.words


def test_the_notation_and_the_language_that_were_chosen_are_remembered(table):
    phone = Phone().scan(table, A)
    phone.press("write", "net").press("speak", "it")

    phone.scan(table, B)

    assert (phone.fields["notation"], phone.fields["lang"]) == ("net", "it")
    assert Phone().scan(table, B).fields["notation"] == "points"


def test_a_number_without_its_sign_is_never_guessed(table):
    phone = Phone().scan(table, A)
    phone.press("write", "net").types("4", "6", "0", "14", s1="+", s4="+")

    assert (phone.status, phone.typed) == (422, ("4", "6", "0", "14"))
    assert "Deal 2: 6 cannot be. Write + or − and a number up to 36." in phone.words
    assert versions(table) == []


def test_a_rare_number_is_asked_about_and_one_more_tap_sends_it(table):
    phone = Phone().scan(table, A).types("72", "30", "36", "50")
    asked, stored_before = phone.words, versions(table)
    phone.answers_yes()

    assert "Is that right? Deal 1 is unusual (72). Is that right?" in asked
    assert stored_before == []
    assert "Saved" in phone.words
    assert table.results.get().questions == [{"code": "CONFIRM_EXTREME", "deal": 1}]


def test_an_answer_never_counts_for_other_numbers(table):
    phone = Phone().scan(table, A).types("72", "30", "36", "50")

    phone.press("yes", "72 30 36 50", d2="70")

    assert "Deal 2 is unusual (70)" in phone.words
    assert versions(table) == []


def test_a_result_before_its_time_is_asked_about_in_words(table):
    Round.objects.update(published_at=timezone.now() - timedelta(minutes=5, seconds=10))

    phone = Phone().scan(table, A).types(*DEALS)

    assert "The round began only 5 min ago. Are all four deals played?" in phone.words
    assert "Saved" in phone.answers_yes().words


def test_each_side_sees_who_gives_first(table):
    assert "You give deals 1 and 3." in Phone().scan(table, A).words
    assert "They give deals 1 and 3." in Phone().scan(table, B).words


def test_blind_sides_neither_see_nor_confirm_the_others_numbers(table):
    Stage.objects.update(confirming=Confirming.BLIND)
    first = Phone().scan(table, A).types(*DEALS)

    other = Phone().scan(table, B)
    seen = other.html
    other.types(*MIRRORED)

    assert "Now the other side types its own numbers." in first.words
    assert ("do", "agree") not in Phone().scan(table, B).buttons
    assert all(f">{number}<" not in seen for number in ("40", "50"))
    assert "Confirmed by both sides" in other.words


def test_the_organiser_is_called_and_typed_numbers_stay(table):
    phone = Phone().scan(table, A)

    phone.press("do", "call", d1="40", d2="30")

    assert "The organiser is called Somebody comes to table 1." in phone.words
    assert phone.typed == ("40", "30", "", "")
    assert [(call.round, call.table, call.sides) for call in open_calls(table.round.championship)] == [(1, 1, (A,))]


def test_nobody_is_promised_to_come_to_a_round_that_is_over(table):
    phone = Phone().scan(table, A)
    Round.objects.update(state=RoundState.CLOSED)

    phone.press("do", "call")

    assert "The round is closed. Go to the organiser if the result is wrong." in phone.words
    assert "Somebody comes" not in phone.words


def test_the_call_stands_last_on_every_page_of_a_table(table):
    pages = [Phone().scan(table, A)]
    pages.append(Phone().scan(table, A).types(*DEALS))
    pages.append(Phone().scan(table, A).press("do", "hand"))
    pages.append(Phone().scan(table, B))
    pages.append(Phone().scan(table, B).press("do", "differ").types("31", "42", "36", "22"))
    pages.append(Phone().scan(table, B).press("do", "agree"))

    assert [page.buttons[-1] for page in pages] == [("do", "call")] * 6


def test_after_the_result_the_page_says_about_when_it_goes_on(table):
    Round.objects.update(published_at=timezone.now() - timedelta(minutes=41))
    Phone().scan(table, A).types(*DEALS)

    other = Phone().scan(table, B).press("do", "agree")

    assert "Next round about " in other.words
    assert "Your table stands here once the round is drawn." in other.words


def test_after_the_next_draw_the_page_says_where_to_sit(table):
    phone = Phone().scan(table, A).types(*DEALS)
    Phone().scan(table, B).press("do", "agree")
    key(table.round, 2, 41, 30, 36, 50)
    close_round(table.round.pk)
    a, b, c, d = [seat.entry for seat in table.round.seats.order_by("entry__number")]
    seat_round(table.round.championship, [(c, d), (a, b)])

    words = phone.press("do", "look").words

    assert "Round 1 is closed." in words
    assert "Round 2 Table 2" in words


def test_a_phone_that_looks_between_the_closing_and_the_next_round_goes_on_looking_until_it_has_its_table(table):
    phone = Phone().scan(table, A).types(*DEALS)
    Phone().scan(table, B).press("do", "agree")
    key(table.round, 2, 41, 30, 36, 50)
    close_round(table.round.pk)
    phone.press("do", "look")
    closed, polls = phone.words, 'data-poll="60"' in phone.html
    quiet = Client().post("/T/", {**phone.fields, "do": "poll"}).status_code
    a, b, c, d = [seat.entry for seat in table.round.seats.order_by("entry__number")]
    seat_round(table.round.championship, [(c, d), (a, b)])
    phone.press("do", "look")

    assert "Round 1 is closed. Your table stands here once the round is drawn." in closed
    assert (polls, quiet, phone.status) == (True, 204, 200)
    assert "Round 2 Table 2" in phone.words
    assert "data-poll" not in phone.html


def test_after_the_last_round_the_phone_stops_looking(table):
    Stage.objects.update(rounds_planned=1)
    key(table.round, 1, 40, 30, 36, 50)
    key(table.round, 2, 41, 30, 36, 50)
    close_round(table.round.pk)

    phone = Phone().scan(table, A)

    assert "Round 1 is closed." in phone.words
    assert "Your table stands here" not in phone.words
    assert "data-poll" not in phone.html


def test_a_closed_round_can_only_be_read(table):
    key(table.round, 1, 40, 30, 36, 50)
    key(table.round, 2, 41, 30, 36, 50)
    phone = Phone().scan(table, A)
    close_round(table.round.pk)

    phone.press("do", "look")

    assert "Round 1 is closed." in phone.words
    assert phone.buttons[-1] == ("do", "call")
    assert {"send", "differ", "agree", "mend"}.isdisjoint(value for _name, value in phone.buttons)


@pytest.mark.parametrize(
    ("outcome", "side", "words"),
    [
        pytest.param(Outcome.WALKOVER_A, A, "You win without play: the other side did not come. 2 points", id="winner"),
        pytest.param(Outcome.WALKOVER_A, B, "The other side wins without play. 0 points", id="the-absent-side"),
        pytest.param(Outcome.NEITHER, A, "Neither side came to this table. Next round", id="nobody-came"),
    ],
)
def test_a_table_that_was_not_played_says_so(table, outcome, side, words):
    table.results.create(
        version=1, state="confirmed", source="office", deals=[], outcome=outcome, created_at=timezone.now()
    )
    Round.objects.update(published_at=timezone.now() - timedelta(minutes=41))
    Table.objects.filter(pk=table.pk).update(state=TableState.CONFIRMED, version=1)

    seen = Phone().scan(table, side).words

    assert words in seen
    assert "Confirmed by the organiser, " in seen
    assert "from the slip" not in seen


def test_nothing_is_stored_twice(table):
    phone = Phone().scan(table, A)
    data = {**phone.fields, "d1": "40", "d2": "30", "d3": "36", "d4": "50"}

    answers = [Client().post("/T/", data).status_code for _ in range(3)]

    assert answers == [200, 200, 200]
    assert versions(table) == [("side_a", "claimed", [40, 30, 36, 50])]
    assert broken_links(fresh(table.pk).round.championship) == []


def test_looking_again_says_nothing_while_nothing_has_changed(table):
    phone = Phone().scan(table, A).types(*DEALS)
    quiet = Client().post("/T/", {**phone.fields, "do": "poll"}).status_code
    pressed = Client().post("/T/", {**phone.fields, "do": "look"}).status_code

    Phone().scan(table, B).press("do", "agree")
    changed = Client().post("/T/", {**phone.fields, "do": "poll"}).status_code

    assert (quiet, pressed, changed) == (204, 200, 200)


def test_a_table_that_is_called_sees_it_on_a_phone_that_is_open_already(table):
    phone = Phone().scan(table, A)
    quiet = Client().post("/T/", {**phone.fields, "do": "poll"}).status_code
    call_table(table.pk)
    answer = phone.client.post("/T/", {**phone.fields, "do": "poll"})
    phone.shows(answer)
    called = phone.words

    assert 'data-poll="30"' in phone.html
    assert (quiet, answer.status_code) == (204, 200)
    assert "The organiser waits for your result" in called
    assert "The organiser waits" not in phone.types(*DEALS).words


def test_a_side_that_has_reported_sees_that_its_table_is_called(table):
    phone = Phone().scan(table, A).types(*DEALS)
    call_table(table.pk)

    assert "The organiser waits for your result" in phone.press("do", "look").words


def test_who_says_that_it_was_different_has_a_way_back(table):
    Phone().scan(table, A).types(*DEALS)
    phone = Phone().scan(table, B)
    before = phone.words

    phone.press("do", "differ").press("do", "look")

    assert phone.words == before


def test_what_the_office_typed_is_seen_again_after_all(table):
    key(table.round, 1, 40, 30, 36, 50)
    phone = Phone().scan(table, B).press("do", "differ")
    typing = phone.fields["at"]

    phone.press("do", "look")

    assert (typing, phone.fields["at"]) == ("entry", "result")


@pytest.mark.parametrize("notation", ["points", "net"])
def test_there_is_no_total_before_a_number_is_typed(table, notation):
    phone = Phone().scan(table, A)
    phone.press("write", "net")
    phone.press("write", "points") if notation == "points" else None

    assert ("Total – – –" if notation == "points" else "Total – –") in phone.words
    assert "Total 0" not in phone.words


def test_another_code_leads_from_a_table_to_the_empty_field(table):
    phone = Phone().scan(table, A)

    phone.press("do", "leave", d1="40")

    assert phone.status == 200
    assert "8 symbols under the QR code" in phone.words
    assert "Your numbers are still here" not in phone.words
    assert (phone.fields["code"], "at" in phone.fields) == ("", False)
