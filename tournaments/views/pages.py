"""Pages for the public: rendered once per revision and language, answered from the cache, with an honest ETag."""

import functools
import hashlib
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlencode

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from tournaments.domain.official import settle_if_due
from tournaments.models import Championship

from .personal import reader_of, with_account

#: A page is also made anew after this time, so that a new release of the styles reaches everybody.
SECONDS_KEPT = 600

type Answer = Callable[..., HttpResponseBase]


@dataclass(frozen=True, slots=True)
class Kept:
    """A page as it was made: `mark` names the state that it shows, `made` is the time in seconds."""

    mark: str
    body: bytes
    etag: str
    made: float


#: A page is made by one thread of a process at a time; the others wait, or show what there is. Pages share these locks:
#: a lock for each would be one for whatever somebody writes behind a question mark.
_making = tuple(threading.Lock() for _ in range(64))


def public_page(*, parameters: tuple[str, ...] = ()) -> Callable[[Callable[..., str]], Answer]:
    """Turn `view(request, championship, **kwargs) -> HTML` into an answer for a public championship.

    The page must depend on nothing but the championship, the path and the named query parameters. With a search
    (`q`) it is rendered for this one request. 404 for a championship that is not public.
    """

    def decorate(view: Callable[..., str]) -> Answer:
        @require_safe
        @functools.wraps(view)
        def answer(request: HttpRequest, slug: str, **kwargs: object) -> HttpResponseBase:
            query = urlencode({name: request.GET[name] for name in parameters if name in request.GET})
            searched, found = "q" in request.GET, Championship.objects.public().filter(slug=slug)
            if not searched and (page := just_made(key_of(request, query))) is not None and found.exists():
                return answer_with(request, page.body, page.etag)
            championship = get_object_or_404(found)
            settle_if_due(championship)
            render = functools.partial(view, request, championship, **kwargs)
            if searched:
                body = render().encode()
                return answer_with(request, body, tag_of(body))
            return kept(request, championship.head, render, query=query)

        return answer

    return decorate


def kept(request: HttpRequest, mark: str, render: Callable[[], str], *, query: str = "") -> HttpResponseBase:
    """Answer with the page of this path, made anew when `mark` is not the one that it was made for.

    When results come in by the dozen it is made at most once in `PUBLIC_PAGE_SECONDS`, and whoever asks while it is
    being made gets the one before: a full hall reporting and a thousand readers must not hold each other up.
    """
    key = key_of(request, query)
    page: Kept | None = cache.get(key)
    if page is None or not is_fresh(page, mark):
        making = _making[hash(key) % len(_making)]
        if making.acquire(blocking=page is None):
            try:
                page = cache.get(key)  # another thread may have made it while this one waited
                if page is None or not is_fresh(page, mark):
                    page = made(mark, render)
                    cache.set(key, page, SECONDS_KEPT)
            finally:
                making.release()
    return answer_with(request, page.body, page.etag)  # type: ignore[union-attr]  # waited for when there was none


def key_of(request: HttpRequest, query: str) -> str:
    return "page:" + hashlib.sha256(f"{request.path}?{query}".encode()).hexdigest()


def just_made(key: str) -> Kept | None:
    """The page of this key that is shown whatever came since; the caller asks whether it may be shown at all."""
    page: Kept | None = cache.get(key)
    return page if page is not None and is_recent(page) else None


def is_fresh(page: Kept, mark: str) -> bool:
    return page.mark == mark or is_recent(page)


def is_recent(page: Kept) -> bool:
    return time.time() - page.made < settings.PUBLIC_PAGE_SECONDS


def made(mark: str, render: Callable[[], str]) -> Kept:
    body = render().encode()
    return Kept(mark, body, tag_of(body), time.time())


def tag_of(body: bytes) -> str:
    """The ETag is a hash of what is shown: a change behind the scenes does not move it."""
    return f'"{hashlib.sha256(body).hexdigest()[:32]}"'


def answer_with(request: HttpRequest, body: bytes, etag: str) -> HttpResponseBase:
    """The page, or 304 for a reader who has it. Who is logged in finds his or her name on it, so it is another one."""
    if (user := reader_of(request)) is not None:
        body = with_account(body, user)
        etag = tag_of(body)
    response = HttpResponse(body, headers={"ETag": etag, "Cache-Control": "no-cache"})
    return get_conditional_response(request, etag=etag, response=response) or response
