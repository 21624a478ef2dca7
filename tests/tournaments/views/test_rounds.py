"""Drawing, looking at a proposal, publishing, closing and taking back, as an organiser does it."""

import re
from random import Random

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories import ChampionshipFactory, enter, key, member, seat_round
from tests.tournaments.views.reading import main, rows
from tournaments.domain.brackets import played_by
from tournaments.domain.registration import withdraw_entry
from tournaments.domain.rounds import close_round, draw_round, publish_round, undo_draw
from tournaments.enums import EntryState, Kind, Pairing, Role, RoundState, StageKind
from tournaments.management.demo import play_round
from tournaments.models import Championship, Club, Entry, Round, Stage, Table

pytestmark = pytest.mark.django_db


@pytest.fixture
def championship() -> Championship:
    """Five pairs, two rounds planned, nothing drawn."""
    championship = ChampionshipFactory(slug="c", rounds=2)
    enter(championship, "A", "B", "C", "D", "E")
    return championship


@pytest.fixture
def organiser(client: Client, championship: Championship) -> Client:
    client.force_login(member(championship.association, Role.ORGANISER))
    return client


def address(name: str, *values: int) -> str:
    return reverse(name, args=["c", *values])


def read(client: Client, name: str, *values: int) -> str:
    answer = client.get(address(name, *values))
    assert answer.status_code == 200
    return main(answer.content.decode())


def played(championship: Championship) -> Round:
    """Round 1 with all results."""
    a, b, c, d, e = championship.entries.order_by("number")
    round_ = seat_round(championship, [(a, b), (c, d)], byes=[e])
    key(round_, 1, 40, 30, 36, 50)
    key(round_, 2, 20, 44, 44, 44)
    return round_


# Drawing ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", ["office", "office_rounds"])
def test_before_the_first_draw_the_office_says_who_is_not_ticked_off(organiser, championship, page):
    championship.entries.filter(number__in=[1, 2, 4]).update(state=EntryState.PRESENT)

    html = organiser.get(address(page)).content.decode()

    assert "2 missing" in main(html)
    assert '?absent=missing">' in html


@pytest.mark.parametrize("page", ["office", "office_rounds"])
def test_where_nobody_is_ticked_off_nobody_is_missing(organiser, championship, page):
    assert "missing" not in read(organiser, page)


def test_who_is_not_ticked_off_can_be_marked_as_absent(organiser, championship):
    championship.entries.filter(number__in=[1, 2, 4]).update(state=EntryState.PRESENT)

    page = organiser.get(address("office_rounds"), {"absent": "missing"}).content.decode()

    boxes = re.findall(r"<input[^>]*name=\"absent\"[^>]*>", page)
    assert [box for box in boxes if "checked" in box] == [boxes[2], boxes[4]]


def test_a_draw_leads_to_its_proposal(organiser):
    answer = organiser.post(address("office_rounds"), {"seed": "7"})

    assert (answer.status_code, answer.headers["Location"]) == (302, address("office_draw", 1))
    assert (Round.objects.get().seed, Round.objects.get().state) == (7, RoundState.DRAFT)


def test_who_misses_the_round_is_marked_on_the_page(organiser, championship):
    page = read(organiser, "office_rounds")

    organiser.post(address("office_rounds"), {"seed": "7", "absent": ["2"]})

    absent = Round.objects.get().byes.filter(reason="absent").values_list("entry__number", flat=True)
    assert "2 · B Uno – B Dus" in page.replace("\u00a0", " ")
    assert list(absent) == [2]


def test_a_draw_without_a_seed_gets_one(organiser):
    organiser.post(address("office_rounds"))

    assert Round.objects.get().seed > 0


def test_a_draw_closes_the_round_before(organiser, championship):
    played(championship)

    organiser.post(address("office_rounds"))

    assert list(Round.objects.order_by("number").values_list("number", "state")) == [(1, "closed"), (2, "draft")]


@pytest.mark.parametrize("seed", ["x", "-1", "1.5", str(2**53)], ids=["word", "negative", "fraction", "too large"])
def test_a_seed_that_is_no_whole_number_comes_back(organiser, seed):
    answer = organiser.post(address("office_rounds"), {"seed": seed})

    assert (answer.status_code, Round.objects.count()) == (422, 0)
    assert f'value="{seed}"' in answer.content.decode()


def test_open_tables_are_named_and_the_draw_waits(organiser, championship):
    a, b, c, d, e = championship.entries.order_by("number")
    seat_round(championship, [(a, b), (c, d)], byes=[e])

    answer = organiser.post(address("office_rounds"), {"seed": "7"})

    html = answer.content.decode()
    assert (answer.status_code, Round.objects.count()) == (409, 1)
    assert "These tables have no confirmed result yet: 1, 2." in main(html)
    assert 'name="accept_open"' in html
    assert 'value="7"' in html


def test_open_tables_are_accepted_with_a_reason(organiser, championship):
    a, b, c, d, e = championship.entries.order_by("number")
    seat_round(championship, [(a, b), (c, d)], byes=[e])

    answer = organiser.post(address("office_rounds"), {"accept_open": "time is up"})

    assert answer.status_code == 302
    assert Round.objects.get(number=1).accepted_open == "time is up"
    assert "time is up" in read(organiser, "office_rounds")


def test_a_proposal_is_not_drawn_over(organiser):
    organiser.post(address("office_rounds"))

    answer = organiser.post(address("office_rounds"))

    assert answer.status_code == 409
    words = main(answer.content.decode())
    assert "Round 1 is drawn already. Publish it or discard it first." in words
    assert re.search(r"Drawn at \d\d:\d\d by user\d+@example.org", words)


def test_a_draw_needs_entries(organiser, championship):
    Entry.objects.filter(number__gt=1).delete()

    answer = organiser.post(address("office_rounds"))

    assert answer.status_code == 422
    assert "A draw needs at least 2 entries; there are 1." in main(answer.content.decode())


def test_no_more_rounds_than_planned(organiser, championship):
    played(championship)
    second = publish_round(draw_round(championship.pk, seed=1).pk)
    for table in Table.objects.filter(round=second):
        key(second, table.number, 40, 30, 36, 50)

    answer = organiser.post(address("office_rounds"))

    assert answer.status_code == 409
    assert "All planned rounds are drawn." in main(answer.content.decode())


def test_a_tie_at_the_line_of_the_final_stops_the_draw(organiser, championship):
    played(championship)
    Championship.objects.update(finalists=1)
    Stage.objects.update(rounds_planned=1)
    Stage.objects.create(championship=championship, position=2, kind=StageKind.FINAL, rounds_planned=1)
    key(Round.objects.get(), 2, 40, 30, 36, 50, reason="now level with table 1")

    answer = organiser.post(address("office_rounds"))

    assert (answer.status_code, Round.objects.count()) == (422, 1)
    assert "The entries around place 1 share a rank." in main(answer.content.decode())


def test_a_scorer_sees_the_rounds_and_cannot_draw(client, championship):
    client.force_login(member(championship.association, Role.SCORER))

    assert "Draw round 1" not in read(client, "office_rounds")
    assert client.post(address("office_rounds")).status_code == 403


# A proposal ------------------------------------------------------------------------------------------------------


def test_a_proposal_shows_who_meets_whom_and_why(organiser, championship):
    played(championship)
    draw_round(championship.pk, seed=1)

    html = organiser.get(address("office_draw", 2)).content.decode()

    words = main(html)
    assert "no meeting repeated" in words
    assert "Seed 1" in words
    assert re.search(r"[A-E] Uno – [A-E] Dus : the lowest that (has not sat|can sit) out", words)
    assert [len(row) for row in rows(html)] == [8, 8]
    assert all(row[7].endswith("not met yet") for row in rows(html))


def test_points_and_net_before_the_round_stand_beside_each_side(organiser, championship):
    round_ = played(championship)
    a, b, c, d, e = championship.entries.order_by("number")
    close_round(round_.pk)
    seat_round(championship, [(a, c), (b, e)], byes=[d], publish=False)

    found = rows(organiser.get(address("office_draw", 2)).content.decode())

    assert found == [
        ["1", "Uno – Dus", "2", "+12", "Uno – Dus", "2", "+8", ""],
        ["2", "Uno – Dus", "0", "−12", "Uno – Dus", "2", "0", ""],
    ]


def test_before_the_first_round_nobody_has_points(organiser, championship):
    draw_round(championship.pk, seed=1)

    found = rows(organiser.get(address("office_draw", 1)).content.decode())

    assert [(row[2], row[3], row[5], row[6]) for row in found] == [("–", "–", "–", "–")] * 2


def test_four_people_sit_at_a_table_where_partners_change(client):
    championship = ChampionshipFactory(slug="c", kind=Kind.INDIVIDUALS)
    enter(championship, *"ABCDEFGH")
    client.force_login(member(championship.association, Role.ORGANISER))
    draw_round(championship.pk, seed=1)

    words = read(client, "office_draw", 1)

    assert "2 tables" in words
    assert "no partners repeated" in words
    assert re.search(r"[A-H] – [A-H]", words)


def test_a_published_round_is_not_a_proposal(organiser, championship):
    played(championship)

    assert organiser.get(address("office_draw", 1)).headers["Location"] == address("office_round", 1)


def test_a_round_that_does_not_exist(organiser):
    assert organiser.get(address("office_draw", 9)).status_code == 404


@pytest.mark.parametrize("clubs", [False, True], ids=["no club", "one club"])
def test_a_meeting_within_a_club_is_named(organiser, championship, clubs):
    if clubs:
        club = Club.objects.create(association=championship.association, name="Club Trun")
        Entry.objects.update(club=club)
    draw_round(championship.pk, seed=1)

    words = read(organiser, "office_draw", 1)

    assert ("same club: Club Trun" in words) == clubs


# Publishing, closing, taking back --------------------------------------------------------------------------------


def test_a_proposal_is_published(organiser, championship):
    round_ = draw_round(championship.pk, seed=1)

    answer = organiser.post(address("office_round_publish", 1), {"version": round_.version})

    assert (answer.status_code, Round.objects.get().state) == (302, RoundState.PUBLISHED)


def test_a_proposal_that_has_changed_is_not_published_unseen(organiser, championship):
    draw_round(championship.pk, seed=1)

    answer = organiser.post(address("office_round_publish", 1), {"version": 99})

    assert (answer.status_code, Round.objects.get().state) == (409, RoundState.DRAFT)
    assert "Somebody else has changed this round meanwhile." in main(answer.content.decode())


def test_a_round_is_published_once(organiser, championship):
    played(championship)

    answer = organiser.post(address("office_round_publish", 1))

    assert answer.status_code == 409
    assert "Round 1 is published already." in main(answer.content.decode())


def test_a_proposal_is_discarded(organiser, championship):
    draw_round(championship.pk, seed=1)

    answer = organiser.post(address("office_round_undo", 1))

    assert (answer.status_code, Round.objects.count()) == (302, 0)


def test_a_round_with_results_is_not_taken_back(organiser, championship):
    played(championship)

    answer = organiser.post(address("office_round_undo", 1))

    assert (answer.status_code, Round.objects.count()) == (409, 1)
    assert "Round 1 has results. It cannot be taken back." in main(answer.content.decode())


def test_only_the_last_round_is_taken_back(organiser, championship):
    played(championship)
    draw_round(championship.pk, seed=1)

    answer = organiser.post(address("office_round_undo", 1))

    assert answer.status_code == 409
    assert "Only the last round can be taken back." in main(answer.content.decode())


def test_a_round_is_closed(organiser, championship):
    played(championship)

    answer = organiser.post(address("office_round_close", 1))

    assert (answer.status_code, Round.objects.get().state) == (302, RoundState.CLOSED)


def test_a_round_with_open_tables_stays_open(organiser, championship):
    a, b, c, d, e = championship.entries.order_by("number")
    round_ = seat_round(championship, [(a, b), (c, d)], byes=[e])
    key(round_, 1, 40, 30, 36, 50)

    answer = organiser.post(address("office_round_close", 1))

    assert (answer.status_code, Round.objects.get().state) == (409, RoundState.PUBLISHED)
    assert "These tables have no confirmed result yet: 2." in main(answer.content.decode())


@pytest.mark.parametrize("state", ["draft", "closed"])
def test_only_a_published_round_is_closed(organiser, championship, state):
    if state == "draft":
        draw_round(championship.pk, seed=1)
    else:
        close_round(played(championship).pk)

    answer = organiser.post(address("office_round_close", 1))

    assert (answer.status_code, Round.objects.get().state) == (409, state)


def test_the_list_names_the_state_of_each_round(organiser, championship):
    played(championship)
    draw_round(championship.pk, seed=1)

    found = rows(organiser.get(address("office_rounds")).content.decode())

    assert [row[:5] for row in found] == [
        ["1", "preliminary", "closed", "2", "0"],
        ["2", "preliminary", "proposal", "2", "2"],
    ]


def test_the_list_reads_four_rounds_as_fast_as_two(organiser, championship):
    counts = []
    for number in (2, 4):  # from the second on the ranking before it is looked at
        while (drawn := Round.objects.count()) < number:
            Championship.objects.get().stages.update(rounds_planned=drawn + 2)
            round_ = publish_round(draw_round(championship.pk, seed=1).pk)
            for table in round_.tables.all():
                key(round_, table.number, 40, 30, 36, 50)
        with CaptureQueriesContext(connection) as queries:
            organiser.get(address("office_rounds"))
        counts.append(len(queries))

    assert counts[0] == counts[1]


def test_a_proposal_of_three_tables_is_read_as_fast_as_of_one(client):
    counts = []
    for tables in (1, 3):
        championship = ChampionshipFactory(slug=f"q{tables}")
        enter(championship, *"ABCDEF"[: 2 * tables])
        draw_round(championship.pk, seed=1)
        client.force_login(member(championship.association))
        with CaptureQueriesContext(connection) as queries:
            client.get(reverse("office_draw", args=[championship.slug, 1]))
        counts.append(len(queries))

    assert counts[0] == counts[1]


def test_a_proposal_names_who_came_too_late_for_the_knock_out(organiser, championship):
    championship.stages.update(pairing=Pairing.KNOCKOUT, rounds_planned=3)
    play_round(publish_round(draw_round(championship.pk, seed=1).pk), Random(1), decide=True)
    before = main(organiser.get(reverse("office_rounds", args=["c"])).content.decode())
    enter(championship, "Late")
    draw_round(championship.pk, seed=2)

    words = main(organiser.get(reverse("office_draw", args=["c", 2])).content.decode())

    assert "Not in the knock-out" not in before
    assert "Not in the knock-out, because they were not there in its first round Late Uno – Late Dus" in words


def test_a_proposal_says_that_it_is_not_one_of_the_schedule(organiser, championship):
    championship.stages.update(pairing=Pairing.ROUND_ROBIN, rounds_planned=3)
    play_round(publish_round(draw_round(championship.pk, seed=1).pk), Random(1))
    enter(championship, "Late")
    draw_round(championship.pk, seed=2)

    words = main(organiser.get(reverse("office_draw", args=["c", 2])).content.decode())

    assert "Drawn by lot, not by the schedule" in words


@pytest.mark.parametrize("everybody", [False, True], ids=["one is left", "nobody is left"])
def test_a_knock_out_that_is_over_says_who_has_won_and_offers_no_draw(organiser, championship, everybody):
    championship.stages.update(pairing=Pairing.KNOCKOUT, rounds_planned=3)
    enter(championship, "F", "G")
    round_ = publish_round(draw_round(championship.pk, seed=1).pk)
    play_round(round_, Random(1), decide=True)
    going_on = played_by([round_], round_.draw["inputs"]["plan"]["order"]).winners[0]
    free = set(round_.byes.values_list("entry__number", flat=True))
    left = min(going_on)
    leaving = (going_on | free) - (set() if everybody else {left})
    for entry in championship.entries.filter(number__in=leaving):
        withdraw_entry(entry.pk)

    answer = organiser.post(reverse("office_rounds", args=["c"]), {})
    page = main(organiser.get(reverse("office_rounds", args=["c"])).content.decode())
    overview = main(organiser.get(reverse("office", args=["c"])).content.decode())

    winner = " ".join(championship.entries.with_people().get(number=left).name.split())
    words = (
        "The knock-out is over: nobody is left who has an opponent."
        if everybody
        else f"The knock-out is over: {winner} has won."
    )
    refused = words if everybody else f"The knock-out is over: entry {left} has won."
    assert words in page
    assert words in overview
    assert "Draw round 2" not in page
    assert refused in main(answer.content.decode())


def test_a_proposal_says_that_a_round_of_the_knock_out_is_left_out(organiser, championship):
    championship.stages.update(pairing=Pairing.KNOCKOUT, rounds_planned=3)
    enter(championship, "F", "G", "H")
    round_ = publish_round(draw_round(championship.pk, seed=1).pk)
    play_round(round_, Random(1), decide=True)
    draw_round(championship.pk, seed=2)
    semi_finals = read(organiser, "office_draw", 2)
    tables = Table.objects.filter(round__number=2)
    leaving = [table.seats.first().entry for table in tables]
    undo_draw(Round.objects.get(number=2).pk)
    for entry in leaving:
        withdraw_entry(entry.pk)
    draw_round(championship.pk, seed=2)

    final = read(organiser, "office_draw", 2)

    assert "A round of the knock-out is left out" not in semi_finals
    assert "A round of the knock-out is left out All of its tables fell away" in final
    assert len(rows(organiser.get(address("office_draw", 2)).content.decode())) == 1
