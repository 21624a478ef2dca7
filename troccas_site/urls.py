"""Addresses: everything people read is under its language; what programs read is not."""

from django.conf.urls.i18n import i18n_patterns
from django.contrib import admin
from django.urls import include, path

from tournaments.api import api

urlpatterns = [
    path("api/v1/", api.urls),
    *i18n_patterns(
        path("admin/", admin.site.urls),
        path("accounts/", include("troccas_site.account_urls")),
        path("", include("tournaments.urls")),
    ),
]
