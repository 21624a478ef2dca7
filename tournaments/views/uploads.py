"""What is too large is refused before it is read: no form may fill the disk of the hall's laptop."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render


class RefuseLargeBodies:
    """Middleware: a request with more than `DATA_UPLOAD_MAX_MEMORY_SIZE` bytes gets 413 and a sentence.

    A body without a stated length is not read at all (WSGI), so the stated length is what counts. A form in another
    encoding than UTF-8 gets 400 here: Django refuses it each time the form is looked at, also for the page of the 400.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if stated_length(request) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            return too_large(request)
        if is_form_in_other_encoding(request):
            return render(request, "400.html", status=400)
        return self.get_response(request)


def stated_length(request: HttpRequest) -> int:
    length = request.META.get("CONTENT_LENGTH") or "0"
    return int(length) if length.isdecimal() else 0


def is_form_in_other_encoding(request: HttpRequest) -> bool:
    encoding = request.encoding or "utf-8"
    return request.content_type == "application/x-www-form-urlencoded" and encoding.lower() != "utf-8"


def too_large(request: HttpRequest) -> HttpResponse:
    return render(request, "413.html", status=413)
