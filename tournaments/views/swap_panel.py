"""The exchange of two entries beside a proposal: choose two, see what it would come to, then give a reason."""

from dataclasses import dataclass

from django.http import HttpRequest
from django.utils.translation import gettext as _

from tournaments.domain.refusal import Refused
from tournaments.domain.sheets import EntryLine, Sheet
from tournaments.domain.swaps import swap_of
from tournaments.forms.draws import SwapForm
from tournaments.listings.grid import family_names
from tournaments.models import Championship, Round
from tournaments.permissions import ORGANISE

from .messages import sentences
from .swap_words import price_words, warning_words


@dataclass(frozen=True, slots=True)
class SwapPanel:
    """What the panel shows. `looked_at`: two entries are chosen; `tables`: numbers of the tables that change.

    `chosen`: the two as the list names them. `warnings` and `price` are sentences and counts; `problems` say why these
    two cannot be exchanged.
    """

    form: SwapForm
    looked_at: bool
    warnings: list[str]
    price: list[str]
    problems: list[str]
    tables: frozenset[int]
    chosen: tuple[str, str] = ("", "")


def swap_panel(
    request: HttpRequest, championship: Championship, sheet: Sheet, form: SwapForm | None = None
) -> SwapPanel | None:
    """The panel for an organiser; None where there is nothing to exchange. `form`: one that was refused."""
    possible = "inputs" in sheet.draw and sheet.draw.get("method") != "knockout"
    if not possible or not request.user.has_perm(ORGANISE, championship):
        return None
    asked = {name: request.GET.get(name, "")[:6] for name in ("one", "other")}
    if form is None:
        form = swap_form(sheet, {**asked, "version": sheet.version} if all(asked.values()) else None, asked)
    if not form.is_bound or not form.is_valid():
        return SwapPanel(form, False, [], [], [], frozenset())  # noqa: FBT003 - nothing is looked at yet
    one, other = form.cleaned_data["one"], form.cleaned_data["other"]
    tables = frozenset(
        table.number for table in sheet.tables if {one, other} & {line.number for line in (*table.a, *table.b)}
    )
    round_ = Round.objects.select_related("championship", "stage").get(championship=championship, number=sheet.number)
    try:
        found = swap_of(round_, one, other)
    except Refused as refusal:
        return SwapPanel(form, looked_at=False, warnings=[], price=[], problems=sentences(refusal), tables=tables)
    names = {line.number: line.name for line in seated(sheet)}
    return SwapPanel(
        form=form,
        looked_at=True,
        warnings=[warning_words(each, names) for each in found.warnings],
        price=price_words(found.price, pairs=championship.is_pairs),
        problems=[],
        tables=tables,
        chosen=chosen_of(sheet, one, other),
    )


def chosen_of(sheet: Sheet, one: int, other: int) -> tuple[str, str]:
    named = dict(choices_of(sheet))
    return named[one], named[other]


def swap_form(sheet: Sheet, data: object, initial: dict[str, str] | None = None) -> SwapForm:
    """The form of this proposal; bound when there is data."""
    return SwapForm(data, choices=choices_of(sheet), initial={**(initial or {}), "version": sheet.version})


def seated(sheet: Sheet) -> list[EntryLine]:
    return [*(line for table in sheet.tables for line in (*table.a, *table.b)), *sheet.sits_out]


def choices_of(sheet: Sheet) -> list[tuple[int, str]]:
    """All entries of the round: table and families, those without a table last."""
    at_tables = [
        (line.number, f"{table.number} · {called(line)}") for table in sheet.tables for line in (*table.a, *table.b)
    ]
    out = [(line.number, _("sits out") + f" · {called(line)}") for line in sheet.sits_out]
    return at_tables + out


def called(line: EntryLine) -> str:
    """A pair by its family names, a single person by the whole name."""
    return family_names((line,)) if len(line.people) > 1 else line.name
