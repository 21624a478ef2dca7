"""Addresses of the app. Readable and permanent (interfaces.md)."""

from django.urls import URLPattern, path

from tournaments.views import (
    calls,
    championships,
    conflicts,
    design,
    entries,
    entries_import,
    files,
    grid,
    members,
    office,
    public,
    public_seals,
    recount,
    registration,
    rehearsal,
    result_history,
    results,
    results_import,
    rounds,
    schedules,
    seals,
    settings,
    swaps,
)

urlpatterns: list[URLPattern] = [
    # office: setting up; fixed first parts stand before a championship's
    path("office/", championships.office_home, name="office_home"),
    path("office/new/", championships.championship_new, name="championship_new"),
    path("office/plan/", championships.plan_fragment, name="plan"),
    path("office/associations/", championships.association_new, name="association_new"),
    path("office/<slug:association>/members/", members.members, name="members"),
    path("office/<slug:association>/members/<int:member>/", members.member, name="member"),
    path("<slug:slug>/office/settings/", settings.office_settings, name="office_settings"),
    path("<slug:slug>/office/settings/tables/<int:position>/", schedules.office_schedule, name="office_schedule"),
    path("<slug:slug>/office/publish/", settings.office_publish, name="office_publish"),
    # entries in the office
    path("<slug:slug>/office/entries/", registration.office_entries, name="office_entries"),
    path("<slug:slug>/office/entries/new/", entries.office_entry_new, name="office_entry_new"),
    path("<slug:slug>/office/entries/tick-list/", registration.office_tick_list, name="office_tick_list"),
    path("<slug:slug>/office/entries/import/", entries_import.office_import, name="office_import"),
    path(
        "<slug:slug>/office/entries/import/<int:batch>/",
        entries_import.office_import_preview,
        name="office_import_preview",
    ),
    path(
        "<slug:slug>/office/entries/import/<int:batch>/undo/",
        entries_import.office_import_undo,
        name="office_import_undo",
    ),
    path("<slug:slug>/office/entries/<int:number>/", entries.office_entry, name="office_entry"),
    path("<slug:slug>/office/entries/<int:number>/state/", entries.office_entry_state, name="office_entry_state"),
    path("<slug:slug>/office/entries/<int:number>/remove/", entries.office_entry_remove, name="office_entry_remove"),
    path("<slug:slug>/office/entries/<int:number>/check-in/", registration.office_check_in, name="office_check_in"),
    # rounds, results and standings in the office
    path("<slug:slug>/office/", office.office_overview, name="office"),
    path("<slug:slug>/office/standings/", office.office_standings, name="office_standings"),
    path("<slug:slug>/office/results/", grid.office_results, name="office_results"),
    path("<slug:slug>/office/rounds/", rounds.office_rounds, name="office_rounds"),
    path("<slug:slug>/office/rounds/seal/", seals.office_seal, name="office_seal"),
    path("<slug:slug>/office/rehearsal/", rehearsal.office_rehearsal, name="office_rehearsal"),
    path("<slug:slug>/office/rounds/<int:number>/", grid.office_round, name="office_round"),
    path("<slug:slug>/office/rounds/<int:number>/draw/", rounds.office_draw, name="office_draw"),
    path("<slug:slug>/office/rounds/<int:number>/publish/", rounds.office_round_publish, name="office_round_publish"),
    path("<slug:slug>/office/rounds/<int:number>/undo/", rounds.office_round_undo, name="office_round_undo"),
    path("<slug:slug>/office/rounds/<int:number>/swap/", swaps.office_round_swap, name="office_round_swap"),
    path(
        "<slug:slug>/office/rounds/<int:number>/swap/undo/",
        swaps.office_round_swap_undo,
        name="office_round_swap_undo",
    ),
    path("<slug:slug>/office/rounds/<int:number>/close/", rounds.office_round_close, name="office_round_close"),
    path("<slug:slug>/office/rounds/<int:number>/live/", grid.office_round_live, name="office_round_live"),
    path("<slug:slug>/office/rounds/<int:number>/notation/", grid.office_notation, name="office_notation"),
    path(
        "<slug:slug>/office/rounds/<int:number>/import/",
        results_import.office_results_import,
        name="office_results_import",
    ),
    path(
        "<slug:slug>/office/rounds/<int:number>/tables/<int:table>/", result_history.office_table, name="office_table"
    ),
    path(
        "<slug:slug>/office/rounds/<int:number>/tables/<int:table>/result/",
        results.office_result,
        name="office_result",
    ),
    path(
        "<slug:slug>/office/rounds/<int:number>/tables/<int:table>/take-back/",
        results.office_result_take_back,
        name="office_result_take_back",
    ),
    path("<slug:slug>/office/rounds/<int:number>/conflicts/", conflicts.office_conflicts, name="office_conflicts"),
    path(
        "<slug:slug>/office/rounds/<int:number>/tables/<int:table>/conflict/",
        conflicts.office_conflict,
        name="office_conflict",
    ),
    path("<slug:slug>/office/rounds/<int:number>/unreported/", calls.office_unreported, name="office_unreported"),
    path(
        "<slug:slug>/office/rounds/<int:number>/tables/<int:table>/call/", calls.office_call, name="office_call"
    ),
    path(
        "<slug:slug>/office/rounds/<int:number>/tables/<int:table>/withdraw/",
        result_history.office_result_withdraw,
        name="office_result_withdraw",
    ),
    # files
    path("<slug:slug>/standings.<str:format>", files.standings_file, name="standings_file"),
    path("<slug:slug>/rounds/<int:number>.<str:format>", files.round_file, name="round_file"),
    path("<slug:slug>/published/<int:number>.<str:format>", files.published_file, name="published_file"),
    path("<slug:slug>/office/standings.<str:format>", files.office_standings_file, name="office_standings_file"),
    path("<slug:slug>/office/rounds/<int:number>/slips.pdf", files.slips, name="slips"),
    path("<slug:slug>/office/rounds/<int:number>/seating.pdf", files.seating, name="seating"),
    path("<slug:slug>/office/rounds/<int:number>/sheet.pdf", files.result_sheet, name="result_sheet"),
    # what everybody may read
    path("", public.championship_list, name="championship_list"),
    path("design/", design.design, name="design"),
    path("recount/", recount.recount_page, name="recount"),
    path("<slug:slug>/", public.championship, name="championship"),
    path("<slug:slug>/standings/", public.standings, name="standings"),
    path("<slug:slug>/rounds/", public.round_list, name="round_list"),
    path("<slug:slug>/rounds/<int:number>/", public.round_page, name="round"),
    path("<slug:slug>/rounds/<int:number>/seal/", public_seals.sealed_draw, name="sealed_draw"),
    path("<slug:slug>/entries/", public.entry_list, name="entry_list"),
    path("<slug:slug>/entries/<int:number>/", public.entry, name="entry"),
    path("<slug:slug>/rules/", public.rules, name="rules"),
]
