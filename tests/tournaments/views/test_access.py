"""Every address of the site × everybody who might come: nothing is open that the matrix does not open."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser
from django.contrib.sessions.models import Session
from django.db import transaction
from django.http import HttpResponseBase
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from tests.factories import AssociationFactory, ChampionshipFactory, enter, key, member, seat_round
from tests.tournaments.views.access_matrix import MATRIX, Who
from tests.tournaments.views.phones import token
from tournaments.domain.penalties import give_penalty
from tournaments.domain.publishing import set_public
from tournaments.domain.registration import store_preview
from tournaments.domain.seals import seal_round
from tournaments.domain.standings import ranking
from tournaments.enums import Role, SideName
from tournaments.models import Association, Championship, CorrectionRequest, Entry, PenaltyRequest, Publication, Table

pytestmark = pytest.mark.django_db

#: From the least to the most; `stranger` administers another association.
ROLES = {Who.VIEWER: Role.VIEWER, Who.SCORER: Role.SCORER, Who.ORGANISER: Role.ORGANISER, Who.ADMIN: Role.ADMIN}
PREVIEW = {
    "kind": "entries_pairs",
    "rows": [
        {
            "row": 2,
            "number": 9,
            "people": [
                {"name": "Gion Caduff", "place": "Trun", "year_of_birth": None, "club": ""},
                {"name": "Lina Tuor", "place": "Ilanz", "year_of_birth": None, "club": ""},
            ],
            "club": "",
        }
    ],
    "problems": [],
    "notes": [],
    "filename": "entries.csv",
    "encoding": "utf-8",
    "delimiter": ";",
    "sheet": "",
    "sample_line": "9 | Gion Caduff | Trun | Lina Tuor | Ilanz",
    "notation": "",
    "columns": [["Nr.", "number"]],
    "unused_columns": [],
}


@dataclass(frozen=True, slots=True)
class World:
    """A championship with a played round and one that is played, and people who come to look."""

    association: Association
    championship: Championship
    people: dict[str, AbstractBaseUser | None]
    values: dict[str, Any]


@pytest.fixture
def world() -> World:
    home, away = AssociationFactory(), AssociationFactory()
    championship = ChampionshipFactory(association=home)
    a, b, c, d, e = enter(championship, "A", "B", "C", "D", "E")
    first = seat_round(championship, [(a, b), (c, d)], byes=[e])
    key(first, 1, 40, 30, 36, 50)
    key(first, 2, 20, 44, 44, 44)
    second = seat_round(championship, [(a, c), (b, e)], byes=[d])
    key(second, 1, 36, 36, 36, 36)
    spare = enter(championship, "F")[0]
    seal_round(championship.pk)
    set_public(championship.pk, public=True)
    publish(championship)
    batch = store_preview(championship.pk, filename="entries.csv", preview=PREVIEW)
    members = {who.name.lower(): member(home, role) for who, role in ROLES.items()}
    return World(
        association=home,
        championship=championship,
        people={"anonymous": None, **members, "stranger": member(away, Role.ADMIN)},
        values={
            "slug": championship.slug,
            "association": home.slug,
            "number": 1,
            "table": 1,
            "entry": spare.number,
            "batch": batch.pk,
            "asked": asked_points(spare).pk,
            "penalty": give_penalty(championship.pk, 1, points=1, reason="late", after_round=1).pk,
            "proposal": proposed(first.tables.get(number=2)).pk,
            "member": members["viewer"].memberships.get().pk,
            "format": "json",
            "written": token(second.tables.get(number=1), SideName.A),
            # of Django's admin
            "object_id": "1",
            "app_label": "tournaments",
            "content_type_id": 1,
            "id": "1",
            "url": "nothing/",
        },
    )


def proposed(table: Table) -> CorrectionRequest:
    """A correction that waits for a second organiser."""
    return CorrectionRequest.objects.create(
        table=table, deals=[36] * 4, reason="counted again", expected_version=1, proposed_at=timezone.now()
    )


def asked_points(entry: Entry) -> PenaltyRequest:
    """Points off that wait for a second organiser."""
    return PenaltyRequest.objects.create(
        entry=entry, points=1, reason="late", after_round=1, proposed_at=timezone.now()
    )


def publish(championship: Championship) -> None:
    """The ranking after round 1 as it was published, while the next round is still played."""
    Publication.objects.create(
        championship=championship,
        number=1,
        after_round=1,
        standings=ranking(championship, after=1, public=True).as_json(),
        revision=championship.revision,
        published_at=timezone.now(),
    )


def patterns(resolver: URLResolver | None = None, namespaces: tuple[str, ...] = ()) -> Iterator[tuple[str, URLPattern]]:
    """Each address of the site: its name with its namespaces, and its pattern."""
    for entry in (resolver or get_resolver()).url_patterns:
        if isinstance(entry, URLResolver):
            yield from patterns(entry, (*namespaces, entry.namespace) if entry.namespace else namespaces)
        else:
            name = entry.name or f"unnamed {entry.pattern}"
            yield ":".join((*namespaces, name)), entry


NAMES = sorted({name for name, _ in patterns()})


def line_of(name: str) -> str:
    """The line of the matrix that speaks of an address."""
    space, colon, _ = name.partition(":")
    return name if name in MATRIX or not colon else f"{space}:*"


#: The lines of the matrix, each with the addresses it speaks of.
LINES = {line: [name for name in NAMES if line_of(name) == line] for line in sorted(MATRIX)}
FOR_THE_PUBLIC = [line for line in LINES if MATRIX[line].get is Who.PUBLIC]
CHANGING = [line for line in LINES if MATRIX[line].post and not MATRIX[line].by_link]


def test_every_address_has_a_line_in_the_matrix() -> None:
    missing = [name for name in NAMES if line_of(name) not in MATRIX]

    assert missing == []


def test_every_line_of_the_matrix_is_an_address() -> None:
    stale = [line for line, names in LINES.items() if not names]

    assert stale == []


def addresses(line: str, world: World) -> list[str]:
    """The addresses of a line with the values of the world, once for each sample."""
    return [
        address_of(name, pattern, {**world.values, **sample})
        for name, pattern in patterns()
        if name in LINES[line] and "unnamed" not in name
        for sample in MATRIX[line].samples
    ]


def address_of(name: str, pattern: URLPattern, values: dict[str, Any]) -> str:
    """The address of a pattern; a part without a name is a number."""
    regex = pattern.pattern.regex
    if regex.groups > len(regex.groupindex):
        return reverse(name, args=["1"] * regex.groups)
    return reverse(name, kwargs={key: values[key] for key in regex.groupindex})


def answer(user: AbstractBaseUser | None, method: str, address: str, **options: Any) -> HttpResponseBase:
    """What this person gets; whatever it changes is taken back."""
    client = Client(**options)
    if user is not None:
        client.force_login(user)
    with transaction.atomic():
        response = getattr(client, method)(address)
        transaction.set_rollback(True)
    return response


def verdict(response: HttpResponseBase) -> str:
    """The answer in one word: `login`, `ok`, `refused` (understood, but not done), or the status."""
    status = response.status_code
    if status in {301, 302, 303}:
        target = response.headers["Location"]
        # Django's admin sends whoever may not be there to its front page, and that asks for a login.
        return "login" if "/accounts/login/" in target or "/admin/" in target else "ok"
    if status in {200, 204, 304}:
        return "ok"
    return "refused" if status in {400, 409, 413, 422, 429} else str(status)


def allowed(person: str, who: Who | None, method: str, *, public: bool) -> set[str]:
    """The verdicts that are right for a person."""
    fine = {"ok", "refused"} if method == "post" else {"ok"}
    known = person not in {"anonymous", "stranger"}
    if who is None:
        return {"405"} if person == "admin" else {"405", "login", "403", "404"}
    if who is Who.PUBLIC and not public:
        return fine | {"404"} if known else {"404"}
    if who in {Who.ANYBODY, Who.PUBLIC}:
        return fine
    if who is Who.STAFF:
        return {"login", "403", "404", "405"}
    if person == "anonymous":
        return {"login"}
    return allowed_by_role(person, who, fine)


def allowed_by_role(person: str, who: Who, fine: set[str]) -> set[str]:
    """The verdicts that are right for somebody who is logged in."""
    if who is Who.LOGGED_IN or (who is Who.ORGANISING and person in {"stranger", "organiser", "admin"}):
        return fine
    if person == "stranger":
        return {"404"}
    ladder = list(ROLES)
    return fine if who in ladder and ladder.index(Who[person.upper()]) >= ladder.index(who) else {"403"}


def walk(world: World, line: str, method: str, *, public: bool = True) -> list[str]:
    """What is not as the matrix says."""
    wrong = []
    # Of Django's admin, with its hundred addresses, the two ends of the ladder are enough.
    people = ("anonymous", "admin") if line == "admin:*" else world.people
    for address in addresses(line, world):
        for person in people:
            got = verdict(answer(world.people[person], method, address))
            right = allowed(person, getattr(MATRIX[line], method), method, public=public)
            if got not in right:
                wrong.append(f"{method} {address} {person}: {got}, not {' or '.join(sorted(right))}")
    return wrong


@pytest.mark.parametrize("line", LINES)
def test_only_those_get_in_whom_the_matrix_names(world: World, line: str) -> None:
    wrong = [*walk(world, line, "get"), *walk(world, line, "post")]

    assert wrong == []


@pytest.mark.parametrize("line", FOR_THE_PUBLIC)
def test_a_championship_that_is_not_public_does_not_exist(world: World, line: str) -> None:
    set_public(world.championship.pk, public=False)

    wrong = walk(world, line, "get", public=False)

    assert wrong == []


@pytest.mark.parametrize("line", CHANGING)
def test_a_change_needs_the_token_of_its_form(world: World, line: str) -> None:
    answers = {
        address: answer(world.people["admin"], "post", address, enforce_csrf_checks=True).status_code
        for address in addresses(line, world)
    }

    assert answers == dict.fromkeys(answers, 403)


def test_every_answer_carries_the_headers_that_keep_the_page_closed(world: World) -> None:
    wanted = {
        "Content-Security-Policy": "; ".join(
            f"{directive} {' '.join(sources)}" for directive, sources in settings.SECURE_CSP.items()
        ),
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
        "Referrer-Policy": "same-origin",
        "Cross-Origin-Opener-Policy": "same-origin",
    }

    for line in LINES:
        wanted["Referrer-Policy"] = "no-referrer" if MATRIX[line].by_link else "same-origin"
        for address in addresses(line, world):
            for person in ("anonymous", "admin"):
                response = answer(world.people[person], "get", address)

                assert (address, {name: response.headers.get(name) for name in wanted}) == (address, wanted)


def test_looking_at_pages_changes_nothing(world: World) -> None:
    clients = {person: Client() for person in ("anonymous", "viewer", "admin")}
    for person, client in clients.items():
        if (user := world.people[person]) is not None:
            client.force_login(user)
    before = database_checksum()

    for line in LINES:
        for address in addresses(line, world):
            for client in clients.values():
                client.get(address)

    assert database_checksum() == before


def database_checksum() -> str:
    """SHA-256 over every row of every table except the sessions."""
    digest = hashlib.sha256()
    for model in apps.get_models(include_auto_created=True):
        if model is not Session:
            rows = model._base_manager.order_by("pk").values_list()
            digest.update(repr((model._meta.label, list(rows))).encode())
    return digest.hexdigest()
