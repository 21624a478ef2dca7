"""What an event of the log was, as a short sentence in the reader's language."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

#: One sentence a type; the payload fills the placeholders.
EVENT_WORDS: dict[str, Any] = {
    "championship_created": _("The championship was set up"),
    "settings_changed": _("Settings were changed"),
    "schedule_stored": _("The tables were read from a file"),
    "names_changed": _("A name was put right"),
    "entry_registered": _("Entry %(entry)s was entered"),
    "entry_edited": _("Entry %(entry)s was changed"),
    "entry_removed": _("Entry %(entry)s was removed"),
    "import_read": _("A list of entries was read"),
    "import_applied": _("A list of entries was imported"),
    "import_undone": _("An imported list was taken back"),
    "round_drawn": _("Round %(round)s was drawn"),
    "round_seated": _("Round %(round)s was seated by hand"),
    "round_undone": _("The draw of round %(round)s was discarded"),
    "round_published": _("Round %(round)s was published"),
    "round_closed": _("Round %(round)s was closed"),
    "round_official": _("Round %(round)s is official"),
    "round_complete": _("Every table of round %(round)s has a result"),
    "round_changed_late": _("Round %(round)s was changed after a late result"),
    "late_result_kept": _("Round %(round)s stays as it is after a late result"),
    "late_entry_seated": _("Entry %(entry)s came late and was seated in round %(round)s"),
    "entries_swapped": _("Entries %(entries)s of round %(round)s were exchanged"),
    "swap_undone": _("An exchange in round %(round)s was taken back"),
    "draw_sealed": _("The draw of round %(round)s was sealed"),
    "seal_opened": _("The seal of round %(round)s was opened"),
    "seal_given_up": _("The seal of round %(round)s was given up"),
    "result_claimed": _("Table %(table)s of round %(round)s: a result was reported"),
    "result_confirmed": _("Table %(table)s of round %(round)s: the result was confirmed"),
    "result_disputed": _("Table %(table)s of round %(round)s: two results differ"),
    "result_ruled": _("Table %(table)s of round %(round)s: the result was decided"),
    "result_corrected": _("Table %(table)s of round %(round)s: the result was corrected"),
    "result_withdrawn": _("Table %(table)s of round %(round)s: the result was withdrawn"),
    "result_taken_back": _("Table %(table)s of round %(round)s: what was typed was taken back"),
    "results_from_file": _("Results of round %(round)s were read from a file"),
    "correction_proposed": _("Table %(table)s of round %(round)s: a correction was proposed"),
    "correction_accepted": _("Table %(table)s of round %(round)s: a correction was accepted"),
    "correction_overtaken": _("Table %(table)s of round %(round)s: a proposed correction was overtaken"),
    "correction_rejected": _("Table %(table)s of round %(round)s: a correction was rejected"),
    "penalty_given": _("Entry %(entry)s got a penalty"),
    "penalty_lifted": _("A penalty of entry %(entry)s was lifted"),
    "penalty_proposed": _("Entry %(entry)s: a change of the points off was proposed"),
    "penalty_accepted": _("Entry %(entry)s: a change of the points off was accepted"),
    "penalty_rejected": _("Entry %(entry)s: a change of the points off was rejected"),
    "penalty_overtaken": _("Entry %(entry)s: a proposed change of the points off was overtaken"),
    "reserve_moved_up": _("Finalist %(entry)s withdrew, and reserve %(reserve)s moved up"),
    "substituted": _("Entry %(entry)s: somebody plays for one of its people from round %(round)s"),
    "made_public": _("The championship was made public"),
    "made_private": _("The championship was hidden"),
    "results_hidden": _("Later results were hidden"),
    "results_shown": _("All results were shown"),
    "ranking_published": _("The ranking after round %(after_round)s was published"),
    "links_revoked": _("All table codes were made invalid"),
    "slip_invalidated": _("Table %(table)s of round %(round)s: the slip was made invalid"),
    "table_called": _("Table %(table)s of round %(round)s was called"),
    "table_call_ended": _("Table %(table)s of round %(round)s is not called any more"),
    "organiser_called": _("Table %(table)s of round %(round)s asked for the organiser"),
    "call_answered": _("Table %(table)s of round %(round)s: somebody went there"),
    "undone": _("Something was taken back"),
}

#: The state of an entry says what happened.
ENTRY_STATES: dict[str, Any] = {
    "withdrawn": _("Entry %(entry)s was withdrawn"),
    "present": _("Entry %(entry)s was ticked off"),
    "registered": _("Entry %(entry)s takes part"),
}


def event_words(type_: str, payload: Mapping[str, Any]) -> str:
    """The sentence of an event, without a full stop; its code where there is none."""
    if type_ == "undone" and payload.get("type") in {*EVENT_WORDS, "entry_state"}:
        return str(_("Taken back: %(what)s")) % {"what": event_words(payload["type"], payload)}
    found = ENTRY_STATES.get(str(payload.get("state"))) if type_ == "entry_state" else EVENT_WORDS.get(type_)
    if found is None:
        return type_
    said = {key: ", ".join(map(str, value)) if isinstance(value, list) else value for key, value in payload.items()}
    return str(found) % defaultdict(lambda: "…", said)
