"""Who gets to an office page. What belongs to another association does not exist (404)."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import ObjectDoesNotExist, PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import reverse

from tournaments.domain.official import settle_if_due
from tournaments.models import Association, Championship
from tournaments.permissions import SEE_OFFICE

#: Methods that ask for a page and change nothing.
SAFE = frozenset({"GET", "HEAD"})


def office[**P](
    permission: str,
) -> Callable[[Callable[Concatenate[HttpRequest, Championship, P], HttpResponseBase]], Callable[..., HttpResponseBase]]:
    """Give the view the championship of the address instead of its slug, if the user may.

    A stranger is asked to log in, a member of another association finds nothing, a member with too small a role is
    told so (403). What somebody else has removed while the view waited for its turn is not found either.
    """

    def decorate(
        view: Callable[Concatenate[HttpRequest, Championship, P], HttpResponseBase],
    ) -> Callable[..., HttpResponseBase]:
        @wraps(view)
        def guarded(request: HttpRequest, slug: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
            if not request.user.is_authenticated:
                return ask_to_log_in(request, reverse("office", args=[slug]))
            championship = get_object_or_404(Championship.objects.select_related("association"), slug=slug)
            require(request, championship, permission)
            settle_if_due(championship)
            try:
                return view(request, championship, *args, **kwargs)
            except ObjectDoesNotExist as gone:
                raise Http404 from gone

        return guarded

    return decorate


def ask_to_log_in(request: HttpRequest, instead: str) -> HttpResponse:
    """The login page, which leads back to the page asked for; to `instead` when a form was sent: it cannot be again."""
    return redirect_to_login(request.get_full_path() if request.method in SAFE else instead)


def require(request: HttpRequest, thing: Championship | Association, permission: str) -> None:
    """Raise 404 for a user without any role in the association, 403 for one whose role is too small."""
    if not request.user.has_perm(SEE_OFFICE, thing):
        raise Http404
    if not request.user.has_perm(permission, thing):
        raise PermissionDenied
