"""A form that is sent twice is stored once, and answered twice alike.

A form carries a key (`{% form_key %}`). The same key with the same contents gives the first answer; with other contents
it is refused (422) on a page that shows what was typed. A form without a key is taken as it comes: a script of one's
own, or a page of an earlier release.
"""

import hashlib
import json
import re
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.domain.refusal import Refused
from tournaments.domain.sent_forms import Repeated, Sending, acting_form, remember_answer, stored_before
from tournaments.models import Championship
from tournaments.templatetags.sending import FIELD

from .answers import status_of
from .messages import sentences
from .typed_again import typed_again

KEY = re.compile(r"[A-Za-z0-9_-]{8,64}")
#: Fields that say nothing.
SILENT = frozenset({FIELD, "csrfmiddlewaretoken"})


def sent_once(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Around a view that stores a form, inside the one that says who may. A view of a championship gets it second."""

    @wraps(view)
    def once(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        sending = sending_of(request)
        if sending is None:
            return view(request, *args, **kwargs)
        championship = args[0] if args and isinstance(args[0], Championship) else None
        before = acting_form.set(sending)
        try:
            return first_answer(sending, championship, lambda: view(request, *args, **kwargs))
        except Repeated as again:
            return repeated(request, championship, again)
        except Refused as refusal:
            if refusal.code != "other_request":
                raise
            return refused_form(request, championship, refusal)
        finally:
            acting_form.reset(before)

    return once


def sending_of(request: HttpRequest) -> Sending | None:
    """The form that has arrived; None when it is none, or has no key."""
    if request.method != "POST" or not KEY.fullmatch(key := request.POST.get(FIELD, "")):
        return None
    fields = sorted((name, request.POST.getlist(name)) for name in request.POST if name not in SILENT)
    files = []
    for name in sorted(request.FILES):
        for file in request.FILES.getlist(name):
            files.append([name, file.name, hashlib.sha256(b"".join(file.chunks())).hexdigest()])
            file.seek(0)
    said = json.dumps([request.path, fields, files], ensure_ascii=False)
    return Sending(key, hashlib.sha256(said.encode()).hexdigest())


def first_answer(
    sending: Sending, championship: Championship | None, view: Callable[[], HttpResponseBase]
) -> HttpResponseBase:
    """The answer of the view. Where it leads is kept in the transaction of the change itself.

    Raises `Repeated` and `Refused` as `domain.sent_forms` does, also when the same form was stored while the view was
    still looking at it.
    """
    with transaction.atomic():
        stored_before(sending, championship)
        response = view()
        if sending.stored_in and isinstance(response, HttpResponseRedirect):
            remember_answer(sending, response.url)
        elif not sending.stored_in:
            stored_before(sending, championship)
    return response


def repeated(request: HttpRequest, championship: Championship | None, again: Repeated) -> HttpResponseBase:
    """Where the first answer led."""
    messages.info(request, _("This form arrived twice. It is stored once."))
    return HttpResponseRedirect(again.answer or home_of(championship))


def refused_form(request: HttpRequest, championship: Championship | None, refusal: Refused) -> HttpResponseBase:
    """A key that was used for something else: what was typed is shown, so that nothing of it is lost."""
    context = {
        "championship": championship,
        "problems": sentences(refusal),
        "back": home_of(championship),
        "sent_before": True,
        "typed": typed_again(request.POST),
    }
    return render(request, "tournaments/refused_form.html", context, status=status_of(refusal))


def home_of(championship: Championship | None) -> str:
    return reverse("office", args=[championship.slug]) if championship else reverse("office_home")
