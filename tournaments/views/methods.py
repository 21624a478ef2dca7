"""An address that does not take this method: a form opened like a page (by the back button, a bookmark, or a reload
after the login), or a program that tries to write what can only be read."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render

#: What programs read answers them as every refusal there does.
FOR_PROGRAMS = "/api/"

#: Headers that belong to the answer which is replaced.
OF_THE_EMPTY_PAGE = frozenset({"Content-Type", "Content-Length"})


class SayMethodNotAllowed:
    """Middleware: a 405 for a reader gets a page with a way on, for a program `{"problems": …}`; Django's is empty."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if response.status_code != 405:
            return response
        page: HttpResponse
        if request.path.startswith(FOR_PROGRAMS):
            page = JsonResponse({"problems": [{"code": "method_not_allowed"}]}, status=405)
        elif isinstance(response, HttpResponse) and response.content:
            return response
        else:
            page = render(request, "404.html", status=405)
        for name in response.headers.keys() - OF_THE_EMPTY_PAGE:  # an address with a secret says so of every answer
            page.headers[name] = response.headers[name]
        page.headers["Allow"] = ", ".join(sorted(response.headers["Allow"].split(", ")))  # some come from a set
        return page
