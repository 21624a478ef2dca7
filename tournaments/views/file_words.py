"""Sentences for what was found in a file, and for what the reader may do about it (`imports.problems`)."""

from typing import Any

from django.utils.translation import gettext_lazy as _

FILE_SENTENCES: dict[str, Any] = {
    "missing_partner": _("The second person of this pair is missing."),
    "duplicate_pair": _("This pair is on the list twice."),
    "person_twice": _("%(name)s stands in two entries."),
    "namesake_candidate": _("There is more than one %(name)s. Both stay, unless you say they are the same person."),
    "bad_number": _("“%(value)s” is not a number that can be used here."),
    "wrong_sum": _("The numbers of the two sides do not add up to 72 in each deal."),
    "unknown_table": _("There is no table %(table)s in this round."),
    "table_twice": _("Table %(table)s stands in the file twice."),
    "too_many_columns": _("There are more columns here than the list can have."),
    "not_a_table": _("No list was found in this file."),
    "too_large": _("This is larger than the site accepts."),
    "unreadable": _("This could not be read."),
    "empty": _("There is nothing in this file."),
    "bad_outcome": _(
        "“%(value)s” is no way for a table to end. Write “broken off”, “neither side came” or “walk-over, side A wins”."
    ),
    "no_header": _("There is no header line; the columns were recognised by what stands in them."),
    "title_line": _("A line above the list, not an entry: “%(text)s”."),
    "repeated_header": _("The header line again, not an entry."),
    "not_an_entry": _("Not an entry: a total, a remark or a number alone."),
    "not_played": _("Table %(table)s has no numbers yet; it stays open."),
    "odd_name": _("“%(value)s” is an unusual name. It is kept as it is."),
    "year_guessed": _("The year of birth “%(value)s” was read as %(year)s."),
    "paired_by_order": _("There are no pair numbers; every two lines were taken as a pair."),
    "other_sheet": _("The sheet “%(sheet)s” holds a list too. It was not read."),
    "text_in_disguise": _("This is a text file with the name of a workbook. It was read as text."),
    "mixed_encodings": _("The letters of this file are stored in two ways. Look at the names with accents."),
    "repaired_letters": _("Damaged letters were mended. Look at the names with accents."),
    "first_dealer_differs": _("The file names another first dealer than the draw. The draw's one was taken."),
    "first_dealer_unread": _("The first dealer is neither A nor B. The draw's one was taken."),
}

FIX_SENTENCES: dict[str, Any] = {
    "add_partner": _("Add the partner here, or leave the row out."),
    "skip_row": _("Leave this row out."),
    "keep_both": _("Keep both; the village tells them apart."),
    "link_person": _("Choose: a new person, or the one from the directory."),
    "next_free_number": _("Leave the number empty to take the next free one."),
    "correct_cell": _("Correct it here, or in the file."),
    "correct_table": _("Correct the table number in the file."),
    "choose_row": _("Keep one of the rows and leave the other out."),
    "check_columns": _("Look for a separator too many, and compare with the header line."),
    "add_header": _("Add a line with the words name, place, number above the list."),
    "choose_other_kind": _("This looks like a list of the other kind, pairs or individuals."),
    "shorten": _("Shorten it."),
    "split_file": _("Split the file into smaller ones."),
    "save_as_xlsx": _("Open it in your spreadsheet program and save it as XLSX."),
    "save_as_utf8": _("Save it as CSV UTF-8."),
    "choose_other_file": _("Choose another file."),
    "look_at_row": _("Look at this row."),
}
