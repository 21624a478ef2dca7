"""Exactly once: a form that arrives again gives the first answer and stores nothing (product.md K2).

Whoever receives a form sets `acting_form`; `changing` does the rest, in the same transaction as the change.
"""

from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from tournaments.models import Championship, SentForm

from .refusal import refused

#: Somebody may come back to an open page on the second day.
KEPT = timedelta(days=3)


@dataclass(frozen=True, slots=True)
class Sending:
    """The form that is answered now: the key it was made with, and the hash of all that it says.

    `stored_in` collects the championships that it has changed.
    """

    key: str
    body_hash: str
    stored_in: set[int] = field(default_factory=set)


acting_form: ContextVar[Sending | None] = ContextVar("acting_form", default=None)


class Repeated(Exception):  # noqa: N818 - it is an answer, not a fault
    """The form was stored before. `answer` is the address that the first answer led to (empty: none is known)."""

    def __init__(self, answer: str) -> None:
        super().__init__(answer)
        self.answer = answer


def refuse_repeated(championship: Championship) -> None:
    """Inside a change that begins: raises `Repeated`, or `Refused` `other_request` when the key was used otherwise."""
    sending = acting_form.get()
    if sending is None or championship.pk in sending.stored_in:  # one form may make several changes
        return
    before = championship.sent_forms.filter(key=sending.key).first()
    if before is not None:
        raise answer_of(before, sending)


def answer_of(before: SentForm, sending: Sending) -> Exception:
    """What is raised for a form whose key was used before."""
    return Repeated(before.answer) if before.body_hash == sending.body_hash else refused("other_request")


def remember_sent(championship: Championship, time: datetime) -> None:
    """Inside a change that ends: what was sent is stored now."""
    sending = acting_form.get()
    if sending is None or championship.pk in sending.stored_in:
        return
    championship.sent_forms.filter(sent_at__lt=time - KEPT).delete()
    championship.sent_forms.create(key=sending.key, body_hash=sending.body_hash, sent_at=time)
    sending.stored_in.add(championship.pk)


def remember_answer(sending: Sending, address: str) -> None:
    """In the same transaction: where the answer leads, so that a repetition leads there too."""
    SentForm.objects.filter(championship__in=sending.stored_in, key=sending.key).update(answer=address[:300])


def stored_before(sending: Sending, championship: Championship | None) -> None:
    """Raises as `refuse_repeated` when this form was stored: of a championship, or one that made a championship."""
    forms = SentForm.objects.filter(key=sending.key)
    before = (forms.filter(championship=championship) if championship else forms).first()
    if before is not None:
        raise answer_of(before, sending)


def made_before() -> None:
    """For a form that makes a championship, inside the transaction that makes it: raises as `refuse_repeated`."""
    if (sending := acting_form.get()) is not None:
        stored_before(sending, None)
