"""Pages for the public: rendered once per revision and language, answered from the cache, with an honest ETag."""

import functools
import hashlib
from collections.abc import Callable
from urllib.parse import urlencode

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from tournaments.models import Championship

#: A page is also made anew after this time, so that a new release of the styles reaches everybody.
SECONDS_KEPT = 600

type Answer = Callable[..., HttpResponseBase]


def public_page(*, parameters: tuple[str, ...] = ()) -> Callable[[Callable[..., str]], Answer]:
    """Turn `view(request, championship, **kwargs) -> HTML` into an answer for a public championship.

    The page must depend on nothing but the championship, the path and the named query parameters. With a search
    (`q`) it is rendered for this one request. 404 for a championship that is not public.
    """

    def decorate(view: Callable[..., str]) -> Answer:
        @require_safe
        @functools.wraps(view)
        def answer(request: HttpRequest, slug: str, **kwargs: object) -> HttpResponseBase:
            championship = get_object_or_404(Championship.objects.public(), slug=slug)
            render = functools.partial(view, request, championship, **kwargs)
            if "q" in request.GET:
                body = render().encode()
                return answer_with(request, body, tag_of(body))
            query = {name: request.GET[name] for name in parameters if name in request.GET}
            return kept(request, f"{championship.head}:{urlencode(query)}", render)

        return answer

    return decorate


def kept(request: HttpRequest, mark: str, render: Callable[[], str]) -> HttpResponseBase:
    """Answer with the page kept under `mark` and this path, made now when there is none."""
    key = "page:" + hashlib.sha256(f"{mark}:{request.path}".encode()).hexdigest()
    page: tuple[bytes, str] | None = cache.get(key)
    if page is None:
        body = render().encode()
        page = body, tag_of(body)
        cache.set(key, page, SECONDS_KEPT)
    return answer_with(request, *page)


def tag_of(body: bytes) -> str:
    """The ETag is a hash of what is shown: a change behind the scenes does not move it."""
    return f'"{hashlib.sha256(body).hexdigest()[:32]}"'


def answer_with(request: HttpRequest, body: bytes, etag: str) -> HttpResponseBase:
    """The page, or 304 for a reader who has it."""
    response = HttpResponse(body, headers={"ETag": etag, "Cache-Control": "no-cache"})
    return get_conditional_response(request, etag=etag, response=response) or response
