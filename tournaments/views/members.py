"""Who may work for an association: invite, change the role, remove."""

from collections.abc import Callable
from functools import wraps

from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from django.contrib import messages
from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.domain.memberships import change_role, invite, may_set_password, remove_member
from tournaments.domain.refusal import Refused
from tournaments.enums import Role
from tournaments.forms.members import InviteForm, RoleForm
from tournaments.models import Association, Membership
from tournaments.permissions import ADMINISTER

from .access import ask_to_log_in, require
from .messages import sentences
from .sent_once import sending_of

#: Where the session keeps the forms that were stored, and how many of them.
SENT, KEPT_FORMS = "sent_member_forms", 19


def administered(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Give the view the association of the address instead of its slug, if the user administers it."""

    @wraps(view)
    def guarded(request: HttpRequest, association: str, *args: object, **kwargs: object) -> HttpResponse:
        if not request.user.is_authenticated:
            return ask_to_log_in(request, reverse("members", args=[association]))
        found = get_object_or_404(Association, slug=association)
        require(request, found, ADMINISTER)
        return view(request, found, *args, **kwargs)

    return guarded


@administered
@never_cache
@require_http_methods(["GET", "POST"])
def members(request: HttpRequest, association: Association) -> HttpResponse:
    """The members. A POST invites somebody; the link to choose a password is shown on the answer, and only there."""
    if request.method == "GET":
        return members_page(request, association, InviteForm())
    form = InviteForm(request.POST)
    if not form.is_valid():
        return members_page(request, association, form, status=422)
    email = form.cleaned_data["email"]
    try:
        with transaction.atomic():
            membership = invite(association.pk, email=email, role=Role(form.cleaned_data["role"])).membership
            remember(request, membership.pk)
    except Refused as refusal:
        found = association.memberships.select_related("user").filter(pk=remembered(request) or 0).first()
        if found is None:
            form.add_error("email", sentences(refusal))
            return members_page(request, association, form, status=409)
        membership = found
    if may_set_password(membership):
        link = password_link(request, membership.user)
        return members_page(request, association, InviteForm(), link=link, email=email)
    messages.success(request, _("%(email)s has an account already and is a member now.") % {"email": email})
    return redirect("members", association.slug)


def password_link(request: HttpRequest, user: AbstractBaseUser) -> str:
    """Where the owner of a new account chooses the password: once, for as long as Django's reset links hold."""
    key = {"uidb36": user_pk_to_url_str(user), "key": default_token_generator.make_token(user)}
    return request.build_absolute_uri(reverse("account_reset_password_from_key", kwargs=key))


def members_page(
    request: HttpRequest,
    association: Association,
    form: InviteForm,
    *,
    link: str = "",
    email: str = "",
    status: int = 200,
) -> HttpResponse:
    memberships = association.memberships.select_related("user").order_by("user__email", "pk")
    context = {
        "association": association,
        "memberships": memberships,
        "roles": Role.choices,
        "form": form,
        "link": link,
        "email": email,
    }
    return render(request, "tournaments/members.html", context, status=status)


@administered
@never_cache
@require_POST
def member(request: HttpRequest, association: Association, member: int) -> HttpResponse:
    """Change the role of a member, remove the member, or show a new link to choose the password."""
    if (said := remembered(request)) is not None:
        return told(request, association, str(said))
    membership = get_object_or_404(association.memberships.select_related("user"), pk=member)
    email = membership.user.email
    if request.POST.get("do") == "link" and may_set_password(membership):
        link = password_link(request, membership.user)
        return members_page(request, association, InviteForm(), link=link, email=email)
    try:
        with transaction.atomic():
            done = changed(request, membership.pk, email)
            remember(request, done)
    except Membership.DoesNotExist:  # removed while this one was on its way
        return told(request, association, str(remembered(request) or ""))
    except Refused as refusal:
        form = InviteForm()
        messages.error(request, " ".join(sentences(refusal)))
        return members_page(request, association, form, status=409)
    if not done:
        return members_page(request, association, InviteForm(), status=422)
    return told(request, association, done)


def told(request: HttpRequest, association: Association, words: str) -> HttpResponse:
    if words:
        messages.success(request, words)
    return redirect("members", association.slug)


def remember(request: HttpRequest, answer: int | str) -> None:
    """In the transaction of the change: what was answered to this form, for when it comes again.

    Members belong to no championship, so the session keeps it, of the last few forms.
    """
    if (sending := sending_of(request)) is not None and answer:
        kept = list(request.session.get(SENT, ()))[-KEPT_FORMS:]
        request.session[SENT] = [*kept, [sending.key, sending.body_hash, answer]]
        request.session.save()


def remembered(request: HttpRequest) -> int | str | None:
    """What was answered when just this form was stored, be it by a request beside this one; None: it was not."""
    sending = sending_of(request)
    if sending is None:
        return None
    now = type(request.session)(request.session.session_key)
    answers: dict[tuple[str, str], int | str] = {(key, hash_): answer for key, hash_, answer in now.get(SENT, ())}
    return answers.get((sending.key, sending.body_hash))


def changed(request: HttpRequest, membership_id: int, email: str) -> str:
    """The sentence for what was done; empty when the request asks for nothing that there is."""
    if request.POST.get("do") == "remove":
        remove_member(membership_id)
        return _("%(email)s is no longer a member.") % {"email": email}
    form = RoleForm(request.POST)
    if request.POST.get("do") == "role" and form.is_valid():
        change_role(membership_id, role=Role(form.cleaned_data["role"]))
        return _("The role of %(email)s is changed.") % {"email": email}
    return ""
