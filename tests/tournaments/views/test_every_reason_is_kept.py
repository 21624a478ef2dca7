"""Whatever form asks for a reason: what is typed there stands in the history of the office."""

import importlib
import pkgutil
from collections.abc import Callable

import pytest
from django import forms as django_forms
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.factories import ChampionshipFactory, enter, key, member, seat_round
from tests.tournaments.views.reading import rows
from tournaments import forms
from tournaments.domain.claims import claim_result
from tournaments.domain.file_results import store_file_results
from tournaments.domain.log_checks import check_log
from tournaments.domain.official import make_official
from tournaments.domain.penalties import give_penalty
from tournaments.domain.rounds import close_round, draw_round, publish_round
from tournaments.domain.seals import seal_round
from tournaments.enums import SideName
from tournaments.forms.corrections import CorrectionForm, DecisionForm
from tournaments.forms.draws import CardsForm, DrawForm, LateForm, SwapForm
from tournaments.forms.penalties import LiftForm, PenaltyForm, SubstituteForm
from tournaments.forms.results import ResultForm, ResultsConfirmForm, WithdrawForm
from tournaments.forms.rulings import RulingForm
from tournaments.models import Championship, CorrectionRequest, Event, EventReason, PenaltyRequest

pytestmark = pytest.mark.django_db

OFFICE = "/en/c/office/"
WHY = "because the bell rang"
DEALS = dict(zip(("d1", "d2", "d3", "d4"), ("44", "30", "36", "50"), strict=True))
TYPED = {**DEALS, "notation": "points", "reason": WHY}


@pytest.fixture
def championship() -> Championship:
    """Eight pairs in round 1, table 1 has a result; nothing else has."""
    championship = ChampionshipFactory(slug="c")
    a, b, c, d, e, f, g, h = enter(championship, *"ABCDEFGH")
    key(seat_round(championship, [(a, b), (c, d), (e, f), (g, h)]), 1, 40, 30, 36, 50)
    return championship


@pytest.fixture
def organiser(client: Client, championship: Championship) -> Client:
    client.force_login(member(championship.association))
    return client


def played(championship: Championship) -> None:
    for number in (2, 3, 4):
        key(championship.rounds.get(), number, 40, 30, 36, 50)


def corrected(client: Client, championship: Championship) -> None:
    data = {**TYPED, "version": "1"}
    seen = client.post(f"{OFFICE}rounds/1/tables/1/result/", data, headers={"Accept": "application/json"}).json()
    client.post(f"{OFFICE}rounds/1/tables/1/result/", {**data, "seen": seen.get("seen", "")})


def set_right(client: Client, championship: Championship) -> None:
    ending = {"d1": "44", "d2": "30", "notation": "points", "reason": WHY, "outcome": "abandoned", "replayed": ""}
    client.post(f"{OFFICE}rounds/1/tables/2/correct/", {**ending, "version": "0"})


def proposed(client: Client, championship: Championship) -> None:
    played(championship)
    make_official(close_round(championship.rounds.get().pk).pk)
    address = f"{OFFICE}rounds/1/tables/1/correct/"
    data = {**TYPED, "outcome": "played", "replayed": "", "version": "1"}
    page = client.post(address, data)
    client.post(address, {**data, "seen": page.context["impact"].mark})


def withdrawn(client: Client, championship: Championship) -> None:
    client.post(f"{OFFICE}rounds/1/tables/1/withdraw/", {"version": "1", "reason": WHY})


def ruled(client: Client, championship: Championship) -> None:
    table = championship.rounds.get().tables.get(number=2)
    claim_result(table.pk, SideName.A, (40, 30, 36, 50), seen_version=0, answered_yes=True)
    claim_result(table.pk, SideName.B, (30, 42, 36, 22), seen_version=1, answered_yes=True)
    client.post(f"{OFFICE}rounds/1/tables/2/conflict/", {"numbers": "1", "reason": WHY, "version": "2"})


def replaced_by_a_file(client: Client, championship: Championship) -> None:
    file = SimpleUploadedFile("r.csv", b"table,deal 1,deal 2,deal 3,deal 4\n1,44,30,36,50\n", "text/csv")
    client.post(f"{OFFICE}rounds/1/import/", {"file": file})
    seen = client.get(f"{OFFICE}rounds/1/import/").context["seen"]
    client.post(f"{OFFICE}rounds/1/import/", {"store": "1", "reason": WHY, "seen": seen})


def not_played_by_a_file(client: Client, championship: Championship) -> None:
    file = SimpleUploadedFile("r.csv", b"table,deal 1,deal 2,deal 3,deal 4,outcome\n2,,,,,neither\n", "text/csv")
    client.post(f"{OFFICE}rounds/1/import/", {"file": file})
    client.post(f"{OFFICE}rounds/1/import/", {"store": "1", "reason": WHY})


def drawn_with_open_tables(client: Client, championship: Championship) -> None:
    client.post(f"{OFFICE}rounds/", {"seed": "1", "accept_open": WHY})


def drawn_with_cards(client: Client, championship: Championship) -> None:
    seal_round(championship.pk)
    seal = championship.seals.get().seal
    cards = {"do": "cards", "cards": "cK t21 n r3 b10 sJ", "seal": seal, "accept_open": WHY}
    client.post(f"{OFFICE}rounds/seal/", cards)
    client.post(f"{OFFICE}rounds/seal/", {**cards, "sure": "1"})


def exchanged(client: Client, championship: Championship) -> None:
    played(championship)
    drawn = draw_round(championship.pk, seed=1)
    one, other = (drawn.tables.get(number=number).seats.first().entry.number for number in (1, 2))
    client.post(f"{OFFICE}rounds/2/swap/", {"one": one, "other": other, "reason": WHY, "version": drawn.version})


def exchanged_and_taken_back(client: Client, championship: Championship) -> None:
    exchanged(client, championship)
    client.post(f"{OFFICE}rounds/2/swap/undo/", {"version": championship.rounds.get(number=2).version})


def came_late(championship: Championship, *, publish: bool) -> None:
    first = championship.rounds.get()
    for table, points in ((2, 40), (3, 38)):
        key(first, table, points, points, points, points)
    drawn = draw_round(championship.pk, seed=1, accept_open="G has to leave early")
    if publish:
        publish_round(drawn.pk)
    key(first, 4, 20, 20, 20, 20)


def changed_late(client: Client, championship: Championship) -> None:
    came_late(championship, publish=True)
    choose_redraw(client)


def proposal_drawn_again(client: Client, championship: Championship) -> None:
    came_late(championship, publish=False)
    choose_redraw(client)


def choose_redraw(client: Client) -> None:
    options = client.get(f"{OFFICE}rounds/late/").context["options"]
    chosen = {"do": "redraw", "mark": options.redraw.mark, "version": options.version, "reason": WHY}
    client.post(f"{OFFICE}rounds/late/", chosen)


def penalty(client: Client, championship: Championship) -> None:
    client.post(f"{OFFICE}penalties/", {"entry": "1", "points": "1", "after_round": "1", "reason": WHY})


def penalty_taken_back(client: Client, championship: Championship) -> None:
    penalty(client, championship)
    client.post(f"{OFFICE}undo/", {"event": Event.objects.get(type="penalty_given").sequence})


def penalty_lifted(client: Client, championship: Championship) -> None:
    given = give_penalty(championship.pk, 1, points=1, reason="late", after_round=0)
    client.post(f"{OFFICE}penalties/{given.pk}/lift/", {"reason": WHY})


def giving_back_proposed(client: Client, championship: Championship) -> None:
    given = give_penalty(championship.pk, 1, points=1, reason="late", after_round=0)
    played(championship)
    make_official(close_round(championship.rounds.get().pk).pk)
    client.post(f"{OFFICE}penalties/{given.pk}/lift/", {"reason": WHY})


def correction_rejected(client: Client, championship: Championship) -> None:
    proposed(client, championship)
    request = CorrectionRequest.objects.get()
    CorrectionRequest.objects.update(reason="misread")
    client.post(f"{OFFICE}corrections/{request.pk}/", {"do": "reject", "reason": WHY})


def penalty_rejected(client: Client, championship: Championship) -> None:
    played(championship)
    make_official(close_round(championship.rounds.get().pk).pk)
    client.post(f"{OFFICE}penalties/", {"entry": "1", "points": "1", "after_round": "1", "reason": "late"})
    request = PenaltyRequest.objects.get()
    client.post(f"{OFFICE}penalties/proposed/{request.pk}/", {"do": "reject", "reason": WHY})


def substituted(client: Client, championship: Championship) -> None:
    data = {"position": "1", "name": "Gion Nuth", "place": "", "from_round": "2", "reason": WHY}
    client.post(f"{OFFICE}entries/1/substitute/", data)


def substituted_otherwise_since(client: Client, championship: Championship) -> None:
    substituted(client, championship)
    data = {"position": "1", "name": "Mengia Nuth", "place": "", "from_round": "1", "reason": ""}
    client.post(f"{OFFICE}entries/1/substitute/", data)


#: How each form that asks for a reason is sent, and the type of the event that tells of it.
Send = Callable[[Client, Championship], None]
ASKING: dict[type[django_forms.Form], list[tuple[Send, str]]] = {
    ResultForm: [(corrected, "result_corrected")],
    CorrectionForm: [(set_right, "result_confirmed"), (proposed, "correction_proposed")],
    WithdrawForm: [(withdrawn, "result_withdrawn")],
    RulingForm: [(ruled, "result_ruled")],
    ResultsConfirmForm: [(replaced_by_a_file, "results_from_file"), (not_played_by_a_file, "results_from_file")],
    DrawForm: [(drawn_with_open_tables, "round_drawn")],
    CardsForm: [(drawn_with_cards, "round_drawn")],
    SwapForm: [(exchanged, "entries_swapped"), (exchanged_and_taken_back, "entries_swapped")],
    LateForm: [(changed_late, "round_changed_late"), (proposal_drawn_again, "round_undone")],
    PenaltyForm: [(penalty, "penalty_given"), (penalty_taken_back, "penalty_given")],
    LiftForm: [(penalty_lifted, "penalty_lifted"), (giving_back_proposed, "penalty_proposed")],
    DecisionForm: [(correction_rejected, "correction_rejected"), (penalty_rejected, "penalty_rejected")],
    SubstituteForm: [(substituted, "substituted"), (substituted_otherwise_since, "substituted")],
}
SENT = [each for sent in ASKING.values() for each in sent]


def asking_forms() -> set[type[django_forms.Form]]:
    """Every form of the office with a field for a reason."""
    found = set()
    for module in pkgutil.iter_modules(forms.__path__):
        for each in vars(importlib.import_module(f"tournaments.forms.{module.name}")).values():
            fields = getattr(each, "base_fields", {})
            if {"reason", "accept_open"} & set(fields):
                found.add(each)
    return found


def test_every_form_that_asks_for_a_reason_is_tried_here():
    assert asking_forms() == ASKING.keys()


@pytest.mark.parametrize(("send", "type_"), SENT, ids=[send.__name__ for send, _ in SENT])
def test_a_reason_that_was_typed_stands_in_the_history(organiser, championship, send, type_):
    send(organiser, championship)

    history = rows(organiser.get(f"{OFFICE}history/").content.decode())
    numbers = set(map(str, Event.objects.filter(type=type_).values_list("sequence", flat=True)))
    assert [f"reason: {WHY}" in row[2] for row in history if row[0] in numbers].count(True) == 1
    assert WHY not in str(list(Event.objects.values_list("payload")))
    assert check_log(Championship.objects.get()).problems == ()


def test_a_file_that_replaces_nothing_leaves_no_reason(championship):
    number = championship.rounds.get().pk

    store_file_results(number, {2: (40, 30, 36, 50)}, replace_reason=WHY)

    assert list(EventReason.objects.all()) == []
