"""The history in words: every event has its sentence, who, when and from where; what is unknown breaks nothing."""

import re
from pathlib import Path

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories import ChampionshipFactory, enter, key, member, seat_round
from tests.tournaments.views.reading import main, rows
from tournaments.domain.change import acting_device, changing
from tournaments.domain.claims import claim_result
from tournaments.domain.penalties import give_penalty, lift_penalty
from tournaments.domain.publishing import set_public
from tournaments.domain.rounds import draw_round
from tournaments.domain.swaps import swap_entries, undo_swap
from tournaments.domain.table_calls import call_table
from tournaments.enums import Role, SideName
from tournaments.models import Championship, Round
from tournaments.views.event_words import ENTRY_STATES, EVENT_WORDS, event_words

pytestmark = pytest.mark.django_db

DOMAIN = Path(__file__).parents[3] / "tournaments"
RECORDED = re.compile(r"""\brecord\(\s*(?:change,\s*)?((?:"[a-z_]+"[^,)]*|[A-Z_]+))""")
CONSTANT = re.compile(r"""^([A-Z_]+(?:, [A-Z_]+)*) = ((?:"[a-z_]+"(?:, )?)+)$""", re.MULTILINE)


def recorded_types() -> set[str]:
    """Every type that is written into the log somewhere."""
    found: set[str] = set()
    for path in DOMAIN.rglob("*.py"):
        text = path.read_text()
        constants = {
            name: value
            for names, values in CONSTANT.findall(text)
            for name, value in zip(names.split(", "), re.findall(r'"([a-z_]+)"', values), strict=False)
        }
        for written in RECORDED.findall(text):
            found |= set(re.findall(r'"([a-z_]+)"', written)) or {constants[written]}
        if "def event_type" in text or "def decide" in text:
            found |= set(re.findall(r'"((?:result|correction)_[a-z]+)"', text))
    return found


def test_the_types_that_are_recorded_were_found():
    assert {
        "round_drawn",
        "result_ruled",
        "table_called",
        "organiser_called",
        "made_private",
        "correction_accepted",
    } <= (recorded_types())


def test_every_type_has_its_sentence():
    assert recorded_types() - EVENT_WORDS.keys() - {"entry_state"} == set()
    assert set(ENTRY_STATES) == {"withdrawn", "present", "registered"}


@pytest.mark.parametrize("payload", [{}, {"state": 3}, {"deals": "x", "settings": 1, "outcome": {}}], ids=str)
def test_an_unknown_event_is_named_by_its_type(payload):
    assert event_words("of_a_later_release", payload) == "of_a_later_release"


@pytest.fixture
def championship() -> Championship:
    return ChampionshipFactory(slug="c")


@pytest.fixture
def round_(championship) -> Round:
    a, b, c, d = enter(championship, *"ABCD")
    return seat_round(championship, [(a, b), (c, d)])


def page(client, **query) -> str:
    return client.get(reverse("office_history", args=["c"]), query).content.decode()


@pytest.fixture
def reader(client, championship):
    user = member(championship.association, Role.VIEWER)
    client.force_login(user)
    return client


def test_who_what_and_from_where(reader, round_):
    organiser = member(round_.championship.association)
    token = acting_device.set("abcdefghijklmnop")
    claim_result(round_.tables.get(number=2).pk, SideName.B, (30, 42, 36, 44), seen_version=0, answered_yes=True)
    acting_device.reset(token)
    call_table(round_.tables.get(number=1).pk, actor=organiser)

    called, claimed = [row[2:] for row in rows(page(reader))[:2]]

    assert called == ["Table 1 of round 1 was called", organiser.email, "–"]
    assert claimed == [
        "Table 2 of round 1: a result was reported side A: 42, 30, 36, 28",
        "side B of table 2",
        "abcd",
    ]


def test_it_is_chosen_by_table_kind_and_person(reader, round_):
    organiser = member(round_.championship.association)
    key(round_, 1, 40, 30, 36, 50, actor=organiser)
    key(round_, 2, 20, 44, 44, 44)

    by_table = [row[2].split(":")[0] for row in rows(page(reader, table="2"))]
    by_kind = {row[2].split(" ")[0] for row in rows(page(reader, kind="entries"))}
    by_person = [row[3] for row in rows(page(reader, person=str(organiser.pk)))]
    nothing = main(page(reader, table="77"))

    assert by_table == ["Table 2 of round 1"]
    assert by_kind == {"Entry"}
    assert by_person == [organiser.email]
    assert "Nothing of this kind has happened" in nothing


def test_reasons_stand_beside_what_was_done(reader, round_):
    organiser = member(round_.championship.association)
    key(round_, 1, 40, 30, 36, 50, actor=organiser)
    key(round_, 1, 44, 30, 36, 50, actor=organiser, reason="typed wrongly")
    penalty = give_penalty(round_.championship_id, 1, points=1, reason="came late", after_round=1, actor=organiser)
    lift_penalty(penalty.pk, reason="it was not they", actor=organiser)
    give_penalty(round_.championship_id, 1, points=1, reason="came late again", after_round=0, actor=organiser)
    draw_round(round_.championship_id, seed=1, accept_open="the hall closes", actor=organiser)
    drawn = Round.objects.get(number=2)
    one, other = (drawn.tables.get(number=number).seats.first().entry.number for number in (1, 2))
    swap_entries(drawn.pk, one, other, reason="not this", actor=organiser)
    undo_swap(drawn.pk, actor=organiser)
    swap_entries(drawn.pk, one, other, reason="they share a car", actor=organiser)

    found = [row[2] for row in rows(page(reader))]

    with_reasons = [
        (line.split(" reason: ")[0].split(";")[0], line.split("reason: ")[1]) for line in found if "reason: " in line
    ]
    assert [reason for _, reason in with_reasons] == [
        *("they share a car", "not this", "the hall closes", "came late again", "it was not they", "came late"),
        "typed wrongly",
    ]
    assert with_reasons[-1][0].startswith("Table 1 of round 1: the result was corrected")


def test_a_wrong_choice_shows_everything(reader, round_):
    assert len(rows(page(reader, table="x", kind="nothing", page="99"))) == round_.championship.events.count()


def test_the_chain_is_checked_on_demand(reader, round_):
    set_public(round_.championship_id, public=True)
    head = Championship.objects.get().last_event_hash

    words = main(page(reader, check="1"))
    Championship.objects.update(last_event_hash="f" * 64)
    broken = main(page(reader, check="1"))

    assert f"{head[:4]}-{head[4:8]}".upper() in words
    assert "The chain holds" in words
    assert "The log does not fit" in broken


def test_an_event_of_a_later_release_is_shown(reader, championship):
    with changing(championship.pk, None) as change:
        change.record("of_a_later_release", deals={"a": 1}, settings=[3], table="x", outcome=[])

    assert rows(page(reader))[0][2] == "of_a_later_release"


def test_many_events_are_read_as_fast_as_few(reader, championship):
    counts = []
    for names in ("A", "BCDEFGH"):
        enter(championship, *names)
        with CaptureQueriesContext(connection) as queries:
            page(reader)
        counts.append(len(queries))

    assert counts[0] == counts[1]
