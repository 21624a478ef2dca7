"""Codes become sentences here, in the reader's language. The codes themselves stay stable (interfaces.md)."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments.domain.refusal import Problem, Refused

from .claim_words import CLAIM_SENTENCES
from .file_words import FILE_SENTENCES, FIX_SENTENCES
from .ruling_words import RULING_SENTENCES

#: One sentence a code, with what to do; the data of the problem fills the placeholders.
SENTENCES: dict[str, Any] = {
    "RANGE": _("Deal %(deal)s: %(given)s cannot be. A deal has 0 to 72 card points."),
    "SUM": _("Deal %(deal)s: the two numbers do not add up to 72."),
    "DEALER_ONE": _("Deal %(deal)s: the side that dealt cannot end on 1. Check who dealt, and count again."),
    "MATCH_FLAG": _("Deal %(deal)s: a match is marked, but the numbers are not 72 and 0."),
    "DEALER_ORDER": _("Deal %(deal)s: the wrong side is marked as dealer. The sides take turns."),
    "DIFF": _("Deal %(deal)s: the buns or schliats written do not fit the card points."),
    "TOTAL": _("The total on the slip does not fit the four deals."),
    "DEAL_MODE": _("Deal %(deal)s: it was dealt in fewer packets than the score allowed."),
    "CONFIRM_EXTREME": _("Deal %(deal)s is unusual (%(given)s). Is that right?"),
    "DEALER_UNKNOWN": _("Deal %(deal)s: a 1 is only possible for the side that did not deal. Is that so?"),
    "stale": _("Somebody else has changed this table meanwhile. Look at both results, then save again."),
    "round_not_published": _("Round %(round)s is not published yet. Publish it first."),
    "round_closed": _("Round %(round)s is closed. Correct the result with a reason instead."),
    "reason_missing": _("This table has a result already. Give a reason for changing it."),
    "nothing_changed": _("This is the result that is stored already."),
    "no_result": _("This table has no result."),
    "result_official": _(
        "Round %(round)s is official. Two organisers must agree: an organiser proposes the correction."
    ),
    "organiser_decides": _("What counts at table %(table)s is for an organiser to decide. Ask one."),
    "deals_unfit": _("A table that ended so has %(least)s to %(most)s finished deals. Leave the others empty."),
    "outcome_reason_missing": _("Give a reason: both sides can read why the table was not played to the end."),
    "replay_unfit": _("Only the number of the replayed deal %(replayed)s may change. The other deals stay."),
    "not_official": _("Round %(round)s is not official yet. Correct the result itself."),
    "no_account": _("This needs somebody with an account."),
    "request_open": _("A correction of table %(table)s waits for a decision already."),
    "request_decided": _("This is decided already."),
    "same_organiser": _("You have proposed this yourself. Another organiser has to accept it."),
    "impact_changed": _("Meanwhile it would change something else. Look at it again."),
    "penalty_points": _("A penalty takes 1 to %(most)s points off."),
    "penalty_reason_missing": _("Give a reason for the penalty. Everybody can read it under the ranking."),
    "penalty_round": _("Choose a round from 0 (from the start) to %(drawn)s."),
    "penalty_official": _("The ranking is official from there on. Two organisers must agree on points off."),
    "penalty_not_official": _("The ranking is not official yet, so you need nobody else for this."),
    "penalty_request_open": _("A change of the points off already waits for entry %(number)s. Decide it first."),
    "lift_reason_missing": _("Give a reason for giving the points back."),
    "reject_reason_missing": _("Give a reason. It stands in the history of the office."),
    "penalty_lifted": _("This penalty is lifted already."),
    "substitute_pairs_only": _("Only in a pair somebody can play for another person."),
    "substitute_round": _("Somebody can step in from round %(first)s to %(planned)s. Earlier rounds keep their names."),
    "round_official": _("Round %(round)s is official already."),
    "round_not_closed": _("Round %(round)s is not closed yet. Close it first."),
    "other_request": _("This form was sent before with other numbers. Open the page again."),
    "damaged_form": _("This form is not complete. Open the page again; the numbers are still here."),
    "CONTROL": _("The control total is %(given)s, but the four numbers add up to %(expected)s."),
    "logged_out": _("You are logged out. The numbers are still here: log in, then save them."),
    "csrf": _("This form was too old to be safe. Nothing is saved yet: look at the numbers, then save again."),
    "unknown_table": _("There is no table %(table)s in this round."),
    "open_tables": _("These tables have no confirmed result yet: %(tables)s."),
    "no_round": _("There is no such round."),
    "round_published": _("Round %(round)s is published already."),
    "round_drawn": _("Round %(round)s is drawn already. Publish it or discard it first."),
    "withdrawn_seated": _("Entry %(entries)s is withdrawn but has a seat in this draw. Discard it and draw again."),
    "round_played": _("Round %(round)s has results. It cannot be taken back."),
    "no_more_rounds": _("All planned rounds are drawn. Plan more rounds in the settings."),
    "too_few_entries": _("A draw needs at least %(wanted)s entries; there are %(given)s."),
    "cut_tied": _("The entries around place %(finalists)s share a rank. Change the number of finalists or add a lot."),
    "no_final_list": _("The final is drawn already, or the rounds before it are not complete yet."),
    "not_a_finalist": _("Entry %(number)s is not in the final."),
    "no_reserve": _("There is no reserve any more."),
    "reserve_tied": _("The next reserves share a rank (%(entries)s). Add a lot to the order of the ranking first."),
    "not_the_last_round": _("Only the last round can be taken back."),
    "setting_fixed": _("These settings cannot change any more, because rounds are drawn: %(settings)s."),
    "setting_official": _(
        "These settings cannot change any more, because results are official: %(settings)s. They make the ranking."
    ),
    "odd_limit": _("%(given)s cannot be a limit of odd results. Choose a number from %(low)s to %(high)s."),
    "entries_there": _("There are entries already. Remove them to change between pairs and individuals."),
    "rounds_played": _("There are %(drawn)s rounds already. Plan at least as many."),
    "slug_taken": _("The address “%(slug)s” is taken. Choose another one."),
    "copy_of_nothing": _("Choose the championship to copy."),
    "wrong_people": _("This entry needs %(wanted)s people, %(given)s are given."),
    "name_missing": _("A name is missing."),
    "text_too_long": _("“%(text)s…” is too long. There is room for %(limit)s characters."),
    "number_taken": _("Number %(number)s belongs to another entry already."),
    "number_fixed": _("Number %(number)s is in a draw already and stays."),
    "stand_in_fixed": _("Entry %(number)s has played in a closed round. Whether it is ranked cannot change any more."),
    "unknown_person": _("This person is not in the association's directory."),
    "person_entered": _("%(name)s is entered already."),
    "entry_used": _(
        "Entries that have played, or had a penalty, cannot be removed: %(entries)s. Withdraw them instead."
    ),
    "stale_round": _("Somebody else has changed this round meanwhile. Look at it again."),
    "no_championship": _("There is no championship “%(slug)s”."),
    "log_broken": _("The log does not fit together from event %(event)s on: something was changed behind it."),
    "log_unguarded": _("The database does not guard the log: %(triggers)s. Run the command migrate."),
    "log_round": _("Round %(round)s is “%(stored)s”, but by the log it is “%(logged)s”."),
    "log_seats": _("In round %(round)s others sit, or sit elsewhere, than the log says."),
    "log_table": _("Table %(table)s of round %(round)s is not as the log says: %(stored)s, not %(logged)s."),
    "log_entries": _("These entries are not as the log says: %(entries)s."),
    "log_penalties": _("The points taken off these entries are not as the log says: %(entries)s."),
    "log_revision": _("The last event of the log is number %(logged)s, but the championship counts %(stored)s."),
    "log_unreadable": _("What cannot be is stored: the check of %(part)s could not go on."),
    "log_draw": _("How round %(round)s was drawn is not as the log says: %(fields)s."),
    "log_claims": _("At table %(table)s of round %(round)s other claims stand than the log says."),
    "log_times": _("When round %(round)s was published or ended is not as the log says: %(fields)s."),
    "log_publications": _("These published rankings are not as the log says: %(publications)s."),
    "log_serials": _("In round %(round)s the codes of other slips hold than the log says: tables %(tables)s."),
    "log_penalty_requests": _("What was proposed about points off is not as the log says: entries %(entries)s."),
    "log_correction_requests": _("What was proposed for table %(table)s of round %(round)s is not as the log says."),
    "log_substitutes": _("Who steps in for these entries is not as the log says: %(entries)s."),
    "log_settings": _("These settings are not as the log says: %(settings)s."),
    "log_reasons": _("A reason is missing, or is there without a word of it in the log: events %(events)s."),
    "log_ranking": _("After round %(round)s these entries stand elsewhere than it follows from the log: %(entries)s."),
    "nothing_to_publish": _("There is no result yet that could be published."),
    "not_a_number": _("“%(text)s” is not a number that can stand here."),
    "edited_not_taken": _("You corrected this row but do not take it. Take it, or undo the correction."),
    "association_taken": _("There is an association called “%(name)s” already."),
    "member_already": _("%(email)s is a member already."),
    "last_admin": _("The association needs an administrator. Make somebody else administrator first."),
    "unknown_entry": _("There is no entry %(number)s."),
    "no_winner": _(
        "The table of %(given)s has no winner yet. In a knock-out somebody has to win: type the result, or say who "
        "wins without play."
    ),
    "no_schedule": _("There is no such schedule for %(given)s entries, but for %(sizes)s. Choose another way to draw."),
    "format_unfit": _("This way to draw does not fit. Choose another one in the settings."),
    "schedule_missing": _("The tables are to come from a file, but no file was read yet."),
    "schedule_used": _("A round is drawn by this file already. The file cannot change any more."),
    "schedule_empty": _("There is no table in this file."),
    "schedule_stranger": _("There is no entry %(number)s that plays here."),
    "schedule_twice": _("Entry %(number)s stands twice in round %(round)s."),
    "schedule_sides": _("The two sides are not complete."),
    "schedule_round_missing": _("Round %(round)s has no table, but a later one has."),
    "knockout_won": _("The knock-out is over: entry %(given)s has won."),
    "knockout_over": _("The knock-out is over: nobody is left who has an opponent."),
    "no_table": _("The schedule has no table for this round."),
    "not_in_draw": _("Entry %(given)s is not in this round."),
    "swap_changes_nothing": _("Exchanging these two changes nothing: they meet each other, or are partners."),
    "swap_changes_no_pairs": _("Exchanging these two changes nothing: they meet each other, or both sit out."),
    "bracket_fixed": _("Who meets whom in a knock-out follows from the results. Nothing can be exchanged."),
    "swap_reason_missing": _("Give a reason for the exchange. Everybody can read it."),
    "no_swap": _("Nothing is exchanged in round %(round)s."),
    "draw_by_hand": _("The tables of round %(round)s were seated by hand."),
    "draw_not_in_log": _("The log does not know the draw of round %(round)s."),
    "draw_seed": _("The seed stored is %(given)s, but the round was drawn with %(drawn)s."),
    "draw_inputs": _("What round %(round)s was drawn from is not what its certificate and the log name."),
    "draw_order": _(
        "Who has which place in the plan of round %(round)s is not what the seed of its first round gives."
    ),
    "draw_tables": _("These tables are not as they were drawn: %(tables)s."),
    "draw_dealers": _("At these tables the wrong side gives first: %(tables)s."),
    "draw_reasons": _("These tables give other reasons than the draw: %(tables)s."),
    "draw_byes": _("These entries sit out, or do not, against the draw: %(entries)s."),
    "draw_certificate": _("These numbers of the certificate are not those of the draw: %(names)s."),
    "draw_fault": _("The independent check finds a fault: %(fault)s."),
    "draw_corrected_since": _("Corrected after the draw, so these entries would stand elsewhere now: %(entries)s."),
    "draw_rows_changed": _("Changed behind the log after the draw; these entries stand elsewhere now: %(entries)s."),
    "round_sealed": _("Round %(round)s is sealed. Draw the cards and type them, or give the seal up."),
    "sealed_already": _("Round %(round)s is sealed already."),
    "no_seal": _("There is no such seal for round %(round)s any more. Look at the page again."),
    "seal_broken": _("The list has changed since it was sealed, so the seal is broken. Seal the draw anew."),
    "cards_unreadable": _("“%(given)s” is not a card, or was drawn twice. Look at the codes beside the field."),
    "too_few_cards": _("Draw %(wanted)s cards or more; %(given)s are typed."),
    "seal_unknown": _("Round %(round)s is said to be sealed, but log and round do not name the same seal."),
    "seal_not_in_log": _("The log does not know the seal of round %(round)s before its draw."),
    "seal_differs": _("List, round and secret do not give the seal of round %(round)s."),
    "seed_differs": _("Secret and cards do not give the seed of round %(round)s."),
    "no_late": _("No late result concerns the round that is drawn."),
    "late_changed": _("Round %(round)s has changed meanwhile: a table has started. Look at the choices again."),
    "late_reason_missing": _("Give a reason. Everybody can read it with the round."),
    "nothing_to_change": _("There is nothing to change at the tables of round %(round)s."),
    "fixed_table_taken": _("Table %(table)s is kept for entry %(number)s already."),
    "many_finalists": _("%(finalists)s are to go on, but there are only %(entries)s."),
    "knockout_short": _(
        "A knock-out of %(entries)s takes %(needed)s rounds, but %(rounds)s are planned: it would have no winner."
    ),
    "knockout_long": _("A knock-out of %(entries)s is over after %(needed)s rounds, but %(rounds)s are planned."),
    "schedule_over": _(
        "The schedule for %(entries)s is over after %(needed)s rounds. The others of the %(rounds)s are drawn by lot."
    ),
    "meet_again": _(
        "%(entries)s pairs can play %(most)s rounds without meeting again. In %(rounds)s rounds some must."
    ),
    "partners_again": _(
        "%(entries)s people can play %(most)s rounds with a new partner each. In %(rounds)s rounds some must repeat."
    ),
    "no_open_seat": _("There is no seat for one more now. The entry plays from the next round on."),
    "seated_already": _("Entry %(number)s has its place in round %(round)s already."),
    "entry_withdrawn": _("Entry %(number)s is withdrawn. Let it take part again first."),
    "fixed_table_twice": _("Two entries ask for table %(given)s. Take one of the wishes away."),
    "import_done": _("This file has been imported or taken back already."),
    "nothing_to_undo": _("There is nothing to take back."),
    "undo_other": _("Meanwhile something else was done, or it was taken back already. Look at what is last now."),
    "undo_depends": _("This cannot be taken back any more: something that came later depends on it."),
    "undo_used": _("This cannot be taken back any more: it has been changed since."),
    "import_not_applied": _("This file has not been imported, so there is nothing to take back."),
}

ALL_SENTENCES = SENTENCES | CLAIM_SENTENCES | FILE_SENTENCES | RULING_SENTENCES


def sentence(problem: Problem | Mapping[str, Any]) -> str:
    """The sentence for one problem: a refusal, or a finding of `imports` as JSON (its data may be nested)."""
    code, data = (problem.code, problem.data) if isinstance(problem, Problem) else (problem["code"], problem)
    words = defaultdict(lambda: "…", {**data, **data.get("data", {})})
    if people := words.get("people"):
        words["name"] = ", ".join(person["name"] for person in people)
    for key, value in words.items():
        if isinstance(value, list | tuple):
            words[key] = ", ".join(map(str, value))
    return str(ALL_SENTENCES[code]) % words


def fix(problem: Mapping[str, Any]) -> str:
    """What the reader may do about a finding of `imports`; empty when there is nothing to propose."""
    return str(FIX_SENTENCES[problem["fix"]]) if problem.get("fix") else ""


def sentences(refusal: Refused | Iterable[Problem]) -> list[str]:
    """The sentences for all problems of a refusal."""
    problems = refusal.problems if isinstance(refusal, Refused) else refusal
    return [sentence(problem) for problem in problems]
