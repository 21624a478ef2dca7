"""Addresses: everything people read is under its language; what programs read is not, nor are the tables' own pages.

The QR code of a table holds its address in capitals and without a language: that packs it tightly.
"""

from django.conf.urls.i18n import i18n_patterns
from django.contrib import admin
from django.urls import include, path, re_path

from tournaments.api import api
from tournaments.views import phone

urlpatterns = [
    path("api/v1/", api.urls),
    re_path(r"^[Tt]/$", phone.table_page, name="table_page"),
    re_path(r"^[Tt]/(?P<written>[^/]+)/?$", phone.table_link, name="table_link"),
    *i18n_patterns(
        path("admin/", admin.site.urls),
        path("accounts/", include("troccas_site.account_urls")),
        path("", include("tournaments.urls")),
    ),
]
