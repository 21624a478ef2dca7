"""An address that only takes forms, opened like a page: by the back button, a bookmark, or a reload after the login."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render


class SayMethodNotAllowed:
    """Middleware: a 405 for a reader gets a page with a way on; Django's own is empty."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        has_page = isinstance(response, HttpResponse) and bool(response.content)
        if response.status_code != 405 or has_page:
            return response
        page = render(request, "404.html", status=405)
        page.headers["Allow"] = response.headers["Allow"]
        return page
