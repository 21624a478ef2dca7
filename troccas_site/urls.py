"""Addresses: everything people read is under its language."""

from django.conf.urls.i18n import i18n_patterns
from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    *i18n_patterns(
        path("admin/", admin.site.urls),
        path("accounts/", include("allauth.account.urls")),
        path("", include("tournaments.urls")),
    ),
]
