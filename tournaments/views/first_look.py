"""A correction is looked at before it is stored: what it would change, in sentences."""

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.domain.endings import Ending, checked_ending, refuse_unfit_replay
from tournaments.domain.impact import CutLine, Impact, LaterRound, impact_of
from tournaments.enums import ResultState
from tournaments.forms.results import ResultForm
from tournaments.models import Championship, ResultVersion, Table
from tournaments.templatetags.marks import figure, signed

from .messages import sentence

#: So many moved ranks are named one by one where there is little room.
FEW = 6


def to_be_seen(table: Table, ending: Ending, seen: str) -> Impact | None:
    """What somebody has to see before this replaces a result that counts; None when they have, or nothing moves.

    `seen` is the mark of the impact that they have seen. Raises `Refused` for a replayed deal that does not fit.
    """
    counted = table.results.filter(state=ResultState.CONFIRMED).first()
    if ending.replayed is not None:
        refuse_unfit_replay(counted, ending)
    if counted is None or (ending.replayed is None and ending.is_that_of(counted)):
        return None
    impact = impact_of(table.pk, ending.deals, outcome=ending.outcome)
    return impact if (impact.changes or impact.always_shown) and impact.mark != seen else None


def look_first(table: Table, form: ResultForm) -> Impact | None:
    """What a correction typed into the grid would change, unless it was seen. Raises `Refused` for wrong numbers."""
    key, stale = form.cleaned_data["key"], form.cleaned_data["version"] != table.version
    if stale or (key and ResultVersion.objects.filter(idempotency_key=key).exists()):
        return None
    ending = checked_ending(table, form.deals, form.notation_typed, answered_yes=form.answered_yes)
    return to_be_seen(table, ending, form.cleaned_data["seen"])


def what_now(form: ResultForm) -> str:
    """What to do after the look."""
    if form.reason_typed:
        return _("Nothing is stored yet. Save again to correct the result.")
    return _("Nothing is stored yet. Give a reason, then save again to correct the result.")


def impact_lines(championship: Championship, impact: Impact, *, most: int = FEW) -> list[str]:
    """What changes, one sentence each; `most`: how many moved ranks are named."""
    names = {entry.number: entry.name for entry in championship.entries.with_people()}
    return [
        *rank_lines(impact, names, most),
        *sum_lines(impact, names),
        *cut_lines(impact.cut, names),
        *round_lines(impact.rounds),
    ]


def rank_lines(impact: Impact, names: dict[int, str], most: int) -> Iterator[str]:
    if not impact.moved:
        yield _("No rank changes.")
    for moved in impact.moved[:most]:
        yield _("%(name)s: rank %(before)s becomes %(after)s.") % {
            "name": names[moved.number],
            "before": moved.before,
            "after": moved.after,
        }
    if (more := len(impact.moved) - most) > 0:
        yield ngettext("%(number)s more rank changes.", "%(number)s more ranks change.", more) % {"number": more}


def sum_lines(impact: Impact, names: dict[int, str]) -> Iterator[str]:
    """Points and net of the two sides."""
    for each in impact.sums:
        yield _("%(name)s: points %(before)s → %(after)s, net %(net_before)s → %(net_after)s.") % {
            "name": names[each.number],
            "before": figure(each.points[0]),
            "after": figure(each.points[1]),
            "net_before": signed(each.net[0]),
            "net_after": signed(each.net[1]),
        }


def cut_lines(cut: CutLine | None, names: dict[int, str]) -> Iterator[str]:
    if cut is None:
        return
    said = {"inside": named(cut.comes_in, names), "outside": named(cut.falls_out, names)}
    if cut.comes_in:
        yield _("Into the final: %(inside)s.") % said
    if cut.falls_out:
        yield _("Out of the final: %(outside)s.") % said
    if cut.fixed:
        yield _("But the finalists are fixed and stay.")


def named(entries: Iterable[int], names: dict[int, str]) -> str:
    return ", ".join(names[entry] for entry in entries)


def round_lines(rounds: Iterable[LaterRound]) -> Iterator[str]:
    """What becomes of the rounds that were drawn since."""
    for round_ in rounds:
        said = {"round": round_.number, "tables": ", ".join(map(str, round_.tables))}
        if round_.problem is not None:
            yield (
                _("Round %(round)s is a proposal and could not be drawn again:") % said + " " + sentence(round_.problem)
            )
        elif round_.is_open:
            yield (
                ngettext(
                    "Round %(round)s is a proposal. Drawn again, table %(tables)s would change.",
                    "Round %(round)s is a proposal. Drawn again, tables %(tables)s would change.",
                    len(round_.tables),
                )
                % said
            )
        else:
            yield (
                ngettext(
                    "Round %(round)s stays. Table %(tables)s was drawn from the standings before the correction.",
                    "Round %(round)s stays. Tables %(tables)s were drawn from the standings before the correction.",
                    len(round_.tables),
                )
                % said
            )
