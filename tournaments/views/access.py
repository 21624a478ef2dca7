"""Who gets to an office page. What belongs to another association does not exist (404)."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404

from tournaments.models import Association, Championship
from tournaments.permissions import SEE_OFFICE


def office[**P](
    permission: str,
) -> Callable[[Callable[Concatenate[HttpRequest, Championship, P], HttpResponseBase]], Callable[..., HttpResponseBase]]:
    """Give the view the championship of the address instead of its slug, if the user may.

    A stranger is asked to log in, a member of another association finds nothing, a member with too small a role is
    told so (403).
    """

    def decorate(
        view: Callable[Concatenate[HttpRequest, Championship, P], HttpResponseBase],
    ) -> Callable[..., HttpResponseBase]:
        @login_required
        @wraps(view)
        def guarded(request: HttpRequest, slug: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
            championship = get_object_or_404(Championship.objects.select_related("association"), slug=slug)
            require(request, championship, permission)
            return view(request, championship, *args, **kwargs)

        return guarded

    return decorate


def require(request: HttpRequest, thing: Championship | Association, permission: str) -> None:
    """Raise 404 for a user without any role in the association, 403 for one whose role is too small."""
    if not request.user.has_perm(SEE_OFFICE, thing):
        raise Http404
    if not request.user.has_perm(permission, thing):
        raise PermissionDenied
