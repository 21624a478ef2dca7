"""How every change of a championship is made: one lock, one revision, one event."""

import hashlib
import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from django.contrib.auth.models import AnonymousUser, User
from django.db import transaction
from django.utils import timezone

from tournaments.enums import ActorKind, SideName
from tournaments.models import Championship, Event, EventReason, Footprint

from .footprints import Watch, watched
from .sent_forms import refuse_repeated, remember_sent


@dataclass(frozen=True, slots=True)
class AtTable:
    """Somebody who holds the code of one side of a table. Nobody knows who it is, and nobody has to."""

    side: SideName


Actor = User | AnonymousUser | AtTable | None

#: The mark of the phone or computer that the running request came from (empty: not known). It goes along with every
#: change without being handed through each function; whoever receives requests sets it.
acting_device: ContextVar[str] = ContextVar("acting_device", default="")

#: Characters of a reason in words.
LONGEST_REASON = 300

#: As many changes of the office can be taken back, the newest first.
KEPT_FOOTPRINTS = 30


@dataclass(slots=True)
class Change:
    """A running change: the locked championship, who makes it, when, and what was recorded of it so far."""

    championship: Championship
    actor: User | None
    kind: ActorKind
    device: str
    time: datetime
    events: list[Event] = field(default_factory=list)

    def record(self, type_: str, *, reason: str = "", **payload: Any) -> Event:
        """Append an event and raise the revision by one. The payload holds numbers and codes, never names.

        `reason`: what somebody wrote about it, of at most 300 characters; it is kept beside the event.
        """
        championship = self.championship
        reason = reason.strip()
        if reason:
            payload = {**payload, "reason_kept": True}
        championship.revision += 1
        event = Event(
            championship=championship,
            sequence=championship.revision,
            time=self.time,
            actor=self.actor,
            actor_kind=self.kind,
            device=self.device,
            type=type_,
            payload=payload,
            previous_hash=championship.last_event_hash,
        )
        event.hash = event_hash(event)
        event.save(force_insert=True)
        if reason:
            EventReason.objects.create(event=event, text=reason[:LONGEST_REASON])
        championship.last_event_hash = event.hash
        # No `save`: that would also copy all settings into their history, with every result.
        Championship.objects.filter(pk=championship.pk).update(
            revision=championship.revision, last_event_hash=championship.last_event_hash
        )
        self.events.append(event)
        return event

    def leave_footprint(self, watch: Watch) -> None:
        """Keep what this change did to the rows, for `undo`; of the newest changes only."""
        rows = watch.changes()
        if not self.events or not rows:
            return
        sequences = [event.sequence for event in self.events]
        Footprint.objects.create(
            championship=self.championship,
            sequence=sequences[0],
            events=sequences,
            rows=[row.as_json() for row in rows],
        )
        newest = self.championship.footprints.order_by("-sequence").values_list("sequence", flat=True)
        if len(kept := list(newest[: KEPT_FOOTPRINTS + 1])) > KEPT_FOOTPRINTS:
            self.championship.footprints.filter(sequence__lte=kept[-1]).delete()


@contextmanager
def changing(championship_id: int, actor: Actor) -> Iterator[Change]:
    """Open a transaction in which this championship is changed by nobody else.

    PostgreSQL locks the row; SQLite, which knows no row locks, begins every transaction as an immediate one. The
    unique constraints of events, rounds, tables and versions are the last line of defence on both.
    A form that was stored before raises `Repeated` here (`sent_forms`). What the office does leaves a footprint: so it
    can be taken back (`undo`).
    """
    with transaction.atomic():
        championship = Championship.objects.select_for_update(of=("self",)).get(pk=championship_id)
        refuse_repeated(championship)
        change = Change(championship, known(actor), kind_of(actor), acting_device.get(), timezone.now())
        if change.kind == ActorKind.OFFICE:
            with watched(championship_id) as watch:
                yield change
            change.leave_footprint(watch)
        else:
            yield change
        remember_sent(championship, change.time)


@contextmanager
def locked_in_order(championship_ids: Iterable[int]) -> Iterator[None]:
    """Open a transaction in which these championships are changed by nobody else; two such never wait for each other.

    For a change that touches several; each is still changed by `changing`.
    """
    with transaction.atomic():
        list(Championship.objects.select_for_update(of=("self",)).filter(pk__in=championship_ids).order_by("pk"))
        yield


def known(actor: Actor) -> User | None:
    """The account of who acts; None for a command, and for somebody without an account."""
    return actor if isinstance(actor, User) else None


def kind_of(actor: Actor) -> ActorKind:
    """Who acts, as an event says it."""
    if isinstance(actor, AtTable):
        return ActorKind.SIDE_A if actor.side == SideName.A else ActorKind.SIDE_B
    return ActorKind.OFFICE if known(actor) else ActorKind.PROGRAM


def event_hash(event: Event) -> str:
    """SHA-256 over the event and the hash of the one before, as 64 hexadecimal digits.

    Events of earlier releases name no kind of actor; their hashes stay what they were.
    """
    content = [
        event.sequence,
        event.time.astimezone(UTC).isoformat(),
        event.actor_id,
        event.type,
        event.payload,
        event.previous_hash,
        *((event.actor_kind, event.device) if event.actor_kind else ()),
    ]
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def broken_links(championship: Championship) -> list[int]:
    """Sequence numbers of events that do not follow from the one before; empty when the chain holds."""
    broken, previous, expected = [], "0" * 64, 1
    for event in championship.events.order_by("sequence"):
        if event.sequence != expected or event.previous_hash != previous or event.hash != event_hash(event):
            broken.append(event.sequence)
        previous, expected = event.hash, event.sequence + 1
    if previous != championship.last_event_hash:
        broken.append(expected)
    return broken
