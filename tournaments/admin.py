"""Django's admin, for who runs the whole site: the directory can be put right, all else is only looked at.

Championships, entries, rounds and results change through `tournaments.domain` alone, so nothing here can write them.
"""

from abc import abstractmethod
from collections.abc import Iterable
from typing import Any

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.http import Http404, HttpRequest
from simple_history.admin import SimpleHistoryAdmin

from tournaments.domain.directory import championships_of, show_anew
from tournaments.models import (
    Association,
    Championship,
    Club,
    Entry,
    Event,
    ImportBatch,
    Membership,
    Person,
    Publication,
    ResultVersion,
    Round,
    Table,
)

# One way in: the site's own login page, with its limit on tries.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]


class ReadOnly(admin.ModelAdmin):  # type: ignore[type-arg]
    """Rows to look at."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ARG002
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ARG002
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ARG002
        return False


def refuse_odd_keys(*keys: str) -> None:
    """The pages of a history take every text for a key and fail on it: what is no number is not found."""
    if not all(key.isdecimal() for key in keys):
        raise Http404


class Shown(SimpleHistoryAdmin):  # type: ignore[misc]
    """Names that championships show: their cached pages are made anew when one changes."""

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        show_anew(self.shown_in(obj), actor=request.user)

    def history_view(self, request: HttpRequest, object_id: str, *args: Any, **kwargs: Any) -> Any:
        refuse_odd_keys(object_id)
        return super().history_view(request, object_id, *args, **kwargs)

    def history_form_view(self, request: HttpRequest, object_id: str, version_id: str, *args: Any) -> Any:
        refuse_odd_keys(object_id, version_id)
        return super().history_form_view(request, object_id, version_id, *args)

    @abstractmethod
    def shown_in(self, obj: Any) -> Iterable[int]:
        """The championships that show it, by primary key."""


@admin.register(Association)
class AssociationAdmin(Shown):
    list_display = ("name", "slug")
    prepopulated_fields = {"slug": ("name",)}  # noqa: RUF012 - Django's way

    def shown_in(self, obj: Association) -> Iterable[int]:
        return obj.championships.values_list("pk", flat=True)


@admin.register(Club)
class ClubAdmin(Shown):
    list_display = ("name", "place", "association")
    list_filter = ("association",)
    search_fields = ("name",)

    def shown_in(self, obj: Club) -> Iterable[int]:
        return set(obj.entries.values_list("championship", flat=True))


@admin.register(Person)
class PersonAdmin(Shown):
    """Names and consent can be put right; people come and go with entries."""

    list_display = ("full_name", "place", "year_of_birth", "club", "association")
    list_filter = ("association", "consent", "under_16")
    list_select_related = ("club", "association")
    search_fields = ("sort_key", "name")
    autocomplete_fields = ("club",)
    readonly_fields = ("association", "sort_key")

    def shown_in(self, obj: Person) -> Iterable[int]:
        return championships_of([obj])

    def has_add_permission(self, request: HttpRequest) -> bool:  # noqa: ARG002
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Person | None = None) -> bool:  # noqa: ARG002
        return False


@admin.register(Membership)
class MembershipAdmin(ReadOnly):
    list_display = ("user", "association", "role")
    list_filter = ("association", "role")
    list_select_related = ("user", "association")


@admin.register(Championship)
class ChampionshipAdmin(ReadOnly):
    list_display = ("name", "association", "starts_on", "kind", "is_public", "revision")
    list_filter = ("association", "kind", "is_public")
    search_fields = ("name", "slug")
    list_select_related = ("association",)


@admin.register(Entry)
class EntryAdmin(ReadOnly):
    list_display = ("number", "championship", "state", "club")
    list_filter = ("championship", "state")
    list_select_related = ("championship", "club")


@admin.register(Round, Table, ResultVersion, ImportBatch)
class RowsAdmin(ReadOnly):
    list_display = ("pk", "state")
    list_filter = ("state",)


@admin.register(Publication)
class PublicationAdmin(ReadOnly):
    list_display = ("championship", "number", "after_round", "published_at")
    list_select_related = ("championship",)


@admin.register(Event)
class EventAdmin(ReadOnly):
    list_display = ("championship", "sequence", "time", "type", "actor")
    list_filter = ("championship", "type")
    list_select_related = ("championship", "actor")
