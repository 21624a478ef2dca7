"""Addresses of the app. Readable and permanent (interfaces.md)."""

from django.urls import URLPattern, path

from tournaments.views import files

urlpatterns: list[URLPattern] = [
    # files
    path("<slug:slug>/standings.<str:extension>", files.standings_file, name="standings_file"),
    path("<slug:slug>/rounds/<int:number>.<str:extension>", files.round_file, name="round_file"),
    path("<slug:slug>/published/<int:number>.<str:extension>", files.published_file, name="published_file"),
    path("<slug:slug>/office/standings.<str:extension>", files.office_standings_file, name="office_standings_file"),
    path("<slug:slug>/office/rounds/<int:number>/slips.pdf", files.slips, name="slips"),
    path("<slug:slug>/office/rounds/<int:number>/seating.pdf", files.seating, name="seating"),
    path("<slug:slug>/office/rounds/<int:number>/sheet.pdf", files.result_sheet, name="result_sheet"),
]
