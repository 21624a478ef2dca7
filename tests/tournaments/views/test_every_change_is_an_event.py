"""Whatever a form of the site stores of a championship is one change in its log, with who, when and from which device.

Walks every line of the access matrix that takes a POST: where the state differs afterwards there is one new change in
the log, and where it does not there is none.
"""

# ruff: noqa: F401, F811 - the fixture `world` comes from `test_access`

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.factories import enter, key
from tests.tournaments.domain.canonical import canonical
from tests.tournaments.views.access_matrix import MATRIX
from tests.tournaments.views.test_access import CHANGING, World, addresses, world
from tournaments.domain.claims import claim_result
from tournaments.domain.registration import apply_import
from tournaments.domain.rounds import draw_round
from tournaments.domain.swaps import swap_entries
from tournaments.domain.undo import undoable
from tournaments.enums import ActorKind, SideName
from tournaments.models import Championship, Event, ImportBatch

pytestmark = pytest.mark.django_db

#: Said along with the event that stands for a change: the round is complete; the seal was opened by which was drawn.
COMPANIONS = {"round_complete", "seal_opened", "names_changed"}

#: What no championship is changed by.
ELSEWHERE = {
    "account_login",
    "account_logout",
    "account_change_password",
    "account_reset_password",
    "account_reset_password_from_key",
    "admin:*",
    "association_new",
    "members",
    "member",
    "championship_new",  # makes one; tested with the championships
    "office_notation",  # how this reader types, kept in the session
}

DEALS = {"d1": "40", "d2": "30", "d3": "36", "d4": "50", "notation": "points", "yes": "40 30 36 50"}


def nothing(_world: World) -> dict[str, Any]:
    return {}


@dataclass(frozen=True, slots=True)
class Sent:
    """A form that changes something. `before` prepares, and returns fields that only show then."""

    line: str
    fields: dict[str, Any] = field(default_factory=dict)
    values: dict[str, Any] = field(default_factory=dict)
    before: Callable[[World], dict[str, Any]] = nothing


def drawn(world: World) -> dict[str, Any]:
    """The third round as a proposal; its seal is given up."""
    world.championship.seals.all().delete()
    round_ = draw_round(world.championship.pk, seed=1, accept_open="it is late")
    return {"version": round_.version}


def exchanged(world: World) -> dict[str, Any]:
    drawn(world)
    round_ = world.championship.rounds.get(number=3)
    one, other = (table.seats.get(side="a").entry.number for table in round_.tables.order_by("number")[:2])
    return {"version": swap_entries(round_.pk, one, other, reason="together").version}


def to_exchange(world: World) -> dict[str, Any]:
    fields = drawn(world)
    tables = world.championship.rounds.get(number=3).tables.order_by("number")[:2]
    one, other = (table.seats.get(side="a").entry.number for table in tables)
    return fields | {"one": one, "other": other}


def complete(world: World) -> dict[str, Any]:
    key(world.championship.rounds.get(number=2), 2, 36, 36, 36, 36)
    return {}


def in_conflict(world: World) -> dict[str, Any]:
    table = world.championship.rounds.get(number=2).tables.get(number=2)
    claim_result(table.pk, SideName.A, (40, 30, 36, 50), seen_version=0, answered_yes=True)
    claim_result(table.pk, SideName.B, (31, 42, 36, 22), seen_version=0, answered_yes=True)
    return {"version": 2}


def imported(world: World) -> dict[str, Any]:
    apply_import(ImportBatch.objects.get().pk, decisions={})
    return {}


def one_done(world: World) -> dict[str, Any]:
    world.championship.seals.all().delete()
    draw_round(world.championship.pk, seed=1, accept_open="late", actor=world.people["admin"])
    return {"event": undoable(world.championship).event}


def unsealed(world: World) -> dict[str, Any]:
    world.championship.seals.all().delete()
    return {}


def entries_file() -> SimpleUploadedFile:
    return SimpleUploadedFile("list.csv", b"Nr;Name 1;Ort 1;Name 2;Ort 2\n8;Gion Tuor;Trun;Lina Frei;Glion\n")


SECOND, THIRD = {"number": 2, "table": 2}, {"number": 3}

FORMS = [
    Sent("office_publish", {"do": "withdraw"}),
    Sent("office_publish", {"do": "hide", "after_round": "1"}),
    Sent("office_entry_new", {"name_1": "Gion Tuor", "name_2": "Lina Frei"}),
    Sent("office_entry_state", {"do": "withdraw"}),
    Sent("office_entry_remove", values={"number": 6}),
    Sent("office_check_in", {"present": "1"}),
    Sent("office_import", {"file": entries_file}),
    Sent("office_import_preview"),
    Sent("office_import_undo", before=imported),
    Sent("office_undo", before=one_done),
    Sent("office_rounds", {"accept_open": "it is late"}, before=unsealed),
    Sent("office_round_publish", values=THIRD, before=drawn),
    Sent("office_round_undo", values=THIRD, before=drawn),
    Sent("office_round_close", values=SECOND, before=complete),
    Sent("office_round_swap", {"reason": "together"}, THIRD, to_exchange),
    Sent("office_round_swap_undo", values=THIRD, before=exchanged),
    Sent("office_seal", {"do": "give_up"}),
    Sent("office_result", DEALS | {"version": "0"}, SECOND),
    Sent("office_result_withdraw", {"version": "1", "reason": "another table"}, SECOND | {"table": 1}),
    Sent("office_penalties", {"entry": "2", "number": "2", "points": "1", "reason": "late", "after_round": "1"}),
    Sent("office_penalty_lift", {"reason": "it was another pair"}),
    Sent("office_call", {"do": "call", "called": "1"}, SECOND),
    Sent("office_slip_invalidate", values=SECOND),
]


def body(sent: Sent, world: World) -> dict[str, Any]:
    """The fields with what only shows when it is sent."""
    shown = {name: value() if callable(value) else value for name, value in sent.fields.items()}
    return {**shown, **sent.before(world)}


def state(championship: Championship) -> str:
    """The state, and the files that were read for it."""
    return canonical(championship) + repr(list(championship.imports.order_by("pk").values_list("pk", "state")))


def serials(championship: Championship) -> list[tuple[int, int]]:
    return list(championship.rounds.order_by("number", "tables__number").values_list("number", "tables__link_serial"))


def changes(championship: Championship, after: int) -> list[Event]:
    """What stands for changes in the log since then."""
    later = championship.events.filter(sequence__gt=after).exclude(type__in=COMPANIONS)
    return list(later.select_related("actor"))


def admin(world: World) -> Client:
    client = Client()
    client.force_login(world.people["admin"])
    client.cookies["device"] = "0123456789abcdef"
    return client


@pytest.mark.parametrize("sent", FORMS, ids=lambda sent: f"{sent.line}-{sent.fields.get('do', '')}".rstrip("-"))
def test_a_form_that_is_stored_is_one_change_in_the_log(world: World, sent: Sent) -> None:
    fields = body(sent, world)
    world.championship.refresh_from_db()
    before, revision = state(world.championship), world.championship.revision
    codes = serials(world.championship)
    (address,) = set(addresses_of(sent, world))

    response = admin(world).post(address, fields)

    found = changes(world.championship, revision)
    said_only = sent.line == "office_call"  # a call is nothing but an event
    changed = (state(world.championship), serials(world.championship)) != (before, codes)
    assert response.status_code in {200, 302}, response.content.decode()[:2000]
    assert changed != said_only
    assert [(event.actor, event.actor_kind, event.device) for event in found] == [
        (world.people["admin"], ActorKind.OFFICE, "0123456789abcdef")
    ]


def addresses_of(sent: Sent, world: World) -> list[str]:
    return addresses(sent.line, World(world.association, world.championship, world.people, world.values | sent.values))


@pytest.mark.parametrize("line", [line for line in CHANGING if line not in ELSEWHERE])
def test_a_form_that_is_refused_or_empty_says_nothing_that_did_not_happen(world: World, line: str) -> None:
    for address in addresses(line, world):
        world.championship.refresh_from_db()
        before, revision = state(world.championship), world.championship.revision
        codes = serials(world.championship)

        admin(world).post(address, {})

        changed = (state(world.championship), serials(world.championship)) != (before, codes)
        assert len(changes(world.championship, revision)) == changed, address


def test_every_line_that_is_left_out_is_one_of_the_matrix() -> None:
    assert MATRIX.keys() >= ELSEWHERE
    assert {sent.line for sent in FORMS} <= MATRIX.keys()


def test_a_new_entry_is_one_change_also_where_a_name_is_known_elsewhere(world: World) -> None:
    enter(world.championship, "G")
    world.championship.refresh_from_db()
    revision = world.championship.revision
    fields = {"name_1": "G Uno", "place_1": "Sedrun", "name_2": "Lina Frei", "person_1": "new"}
    address = addresses("office_entry_new", world)[0]

    response = admin(world).post(address, fields)

    assert response.status_code == 302
    assert [event.type for event in changes(world.championship, revision)] == ["entry_registered"]
