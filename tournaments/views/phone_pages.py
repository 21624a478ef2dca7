"""What the phone of one side of a table shows: one task a page, all numbers from this side's point of view."""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from django.db.models import Max, Prefetch
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from scoring import balance
from scoring.slip import Notation, Written
from tournaments.domain.change import acting_device
from tournaments.domain.claims import OTHER, SideView, side_view
from tournaments.domain.link_codes import Link, token_of
from tournaments.domain.links import Resolved
from tournaments.domain.refusal import Problem, Refused
from tournaments.domain.table_calls import called_tables
from tournaments.domain.versions import fresh
from tournaments.enums import PENDING_STATES, Confirming, RoundState, SideName, Source, TableState
from tournaments.forms.phone import SIGN_FIELDS, deals_written
from tournaments.forms.results import DEAL_FIELDS, asked_about
from tournaments.models import EntryMember, Substitution, Table

from .answers import status_of
from .phone_lines import Total, lines_of, typed_lines
from .phone_result import may_deny, result_context
from .phone_words import QUESTIONS, phone_sentence
from .result_words import result_sentence

#: How this reader writes: remembered for the next table.
NOTATION_COOKIE = "notation"
#: The people of an entry, from its seat: one query for its members and one for who plays for them.
PEOPLE = (
    Prefetch("entry__members", EntryMember.objects.select_related("person").order_by("position")),
    Prefetch("entry__substitutions", Substitution.objects.select_related("person").order_by("position", "from_round")),
)
#: What ends a claim for good: there is nothing more to type on this page.
OVER = frozenset({"already_confirmed", "round_closed", "claims_off", "round_not_published"})


class Screen(StrEnum):
    """What is to be done; the page sends it back so that it can be made again."""

    ENTRY = "entry"
    SAVED = "saved"
    CONFIRM = "confirm"
    DIFFERS = "differs"
    RESULT = "result"
    HAND = "hand"


@dataclass(frozen=True, slots=True)
class Note:
    """A note above the page: its colour, its icon, a heading and a sentence."""

    kind: str
    icon: str
    title: str | Promise
    text: str = ""

    @classmethod
    def of(cls, refusal: Refused) -> "Note":
        words = " ".join(dict.fromkeys(map(phone_sentence, refusal.problems)))
        return cls("red", "warn", _("Not saved"), words)


CALLED = Note("ochre", "bell", gettext_lazy("The organiser waits for your result"))


@dataclass(frozen=True, slots=True)
class Visit:
    """A side at its table with its phone. `values` is what was sent; `token` opens the table of this round again."""

    request: HttpRequest
    values: Mapping[str, str]
    table: Table
    side: SideName
    token: str
    from_stand: bool

    @property
    def notation(self) -> Notation:
        """As the page was typed into, else as this reader chose before, else as this championship writes."""
        choices = (self.values["notation"], self.request.COOKIES.get(NOTATION_COOKIE, ""))
        known = (choice for choice in choices if choice in set(Notation))
        return Notation(next(known, self.table.round.championship.notation))

    def seen(self, *, called: bool) -> str:
        """A mark of all that the page shows of others."""
        table, round_ = self.table, self.table.round
        seen = f"{table.pk}.{table.version}.{table.state}.{round_.state}" + (".called" if called else "")
        if round_.state == RoundState.PUBLISHED:
            return seen
        # Once this round is closed the page says where the next one is played.
        last = round_.championship.rounds.published().aggregate(last=Max("number"))["last"]
        return f"{seen}.{last}"

    def anew(self) -> "Visit":
        """The same visit with the table as it stands now: something has come between, so what was read is old."""
        return replace(self, table=fresh(self.table.pk))

    def writing(self, notation: Notation) -> "Visit":
        return replace(self, values={**self.values, "notation": notation.value})

    def number(self, name: str) -> int:
        """A version that the page had; -1, which is none, when it is not a number."""
        text = self.values[name]
        return int(text) if text.isascii() and text.isdigit() else -1


def visit_of(request: HttpRequest, values: Mapping[str, str], found: Resolved) -> Visit:
    """Whatever code was typed or scanned, the page goes on with the token of this table in this round.

    So numbers that were typed before the next round was published never land at its table, also with a table stand.
    """
    table = found.table
    championship = table.round.championship
    link = Link(championship.pk, table.round.number, table.number, found.side, table.link_serial)
    token = token_of(link, key=championship.link_key, generation=championship.link_generation)
    return Visit(request, values, table, found.side, token, found.from_stand)


# Pages -------------------------------------------------------------------------------------------------------------


def screen_of(view: SideView) -> Screen:
    """What is to be done now."""
    if (view.counting and view.state != TableState.CONFLICT) or not view.takes_claims:
        return Screen.RESULT
    if view.mine and view.theirs:
        return Screen.DIFFERS
    if view.theirs:
        return Screen.CONFIRM
    return Screen.SAVED if view.mine else Screen.ENTRY


def page(visit: Visit, *, notes: Iterable[Note] = (), status: int = 200) -> HttpResponse:
    """How things stand for this side, and the one thing to do about it."""
    view = side_view(visit.table, visit.side)
    screen = screen_of(view)
    kept = visit.values["do"] == "open" and any(visit.values[name] for name in DEAL_FIELDS)
    if screen is Screen.ENTRY or (kept and screen is not Screen.RESULT):
        return entry_page(visit, view, values=visit.values if kept else {}, notes=notes, status=status)
    shown = {
        Screen.SAVED: view.mine,
        Screen.CONFIRM: view.theirs,
        Screen.DIFFERS: view.mine,
        Screen.RESULT: view.counting,
    }[screen]
    lines = lines_of(
        shown.deals if shown else (), view.theirs.deals if screen is Screen.DIFFERS and view.theirs else None
    )
    context = {
        "lines": lines,
        "total": Total.of(lines),
        "said": shown,
        "only": next((line for line in lines if not line.same), None) if len(view.differing) == 1 else None,
        "by_office": view.theirs is not None and view.theirs.source not in {Source.SIDE_A, Source.SIDE_B},
        "differing": view.differing,
    }
    if screen is Screen.RESULT:
        context |= result_context(visit.table, view)
    return shown_page(visit, view, screen, notes, status, **context)


def entry_page(
    visit: Visit,
    view: SideView | None = None,
    *,
    values: Mapping[str, str] | None = None,
    notes: Iterable[Note] = (),
    problems: Sequence[Problem] = (),
    questions: Sequence[Problem] = (),
    status: int = 200,
) -> HttpResponse:
    """The four fields, with whatever was typed. `questions` are answered with one more tap.

    `view`: what this side sees, where the caller has read it.
    """
    view = view or side_view(visit.table, visit.side)
    values = values or {}
    if screen_of(view) is Screen.RESULT and not may_deny(view):
        return page(replace(visit, values={**visit.values, "do": "look"}), notes=notes, status=status)
    lines = typed_lines(values, visit.notation, problems, questions)
    deals = deals_written({name: values.get(name, "") for name in (*DEAL_FIELDS, *SIGN_FIELDS)}, visit.notation)
    return shown_page(
        visit,
        view,
        Screen.ENTRY,
        notes,
        status,
        lines=lines,
        total=Total.of(lines),
        problems=[(each.data.get("deal"), result_sentence(each, deals, visit.notation)) for each in problems],
        questions=[(each.data.get("deal"), result_sentence(each, deals, visit.notation)) for each in questions],
        yes=asked_about(deals) if questions else "",
        two_packets=balance.TWO_PACKETS_BEHIND,
        one_packet=balance.ONE_PACKET_BEHIND,
    )


def refused_claim(visit: Visit, refusal: Refused, deals: Sequence[Written]) -> HttpResponse:
    """Nothing was stored; what was typed comes back with the reason, or with the questions to answer."""
    visit, status = visit.anew(), status_of(refusal)
    codes = {problem.code for problem in refusal.problems}
    if codes & OVER:
        typed = ", ".join("–" if each is None else str(each) for each in deals)
        text = " ".join([phone_sentence(refusal.problems[0]), _("You typed: %(deals)s.") % {"deals": typed}])
        return page(visit, notes=[Note("red", "warn", _("Not saved"), text)], status=status)
    if codes <= QUESTIONS:
        return entry_page(visit, values=visit.values, questions=refusal.problems, status=status)
    general = [problem for problem in refusal.problems if "deal" not in problem.data]
    before = said_before(visit) if codes == {"stale"} else ""
    notes = [Note("red", "warn", _("Not saved"), before or phone_sentence(problem)) for problem in general[:1]]
    problems = [problem for problem in refusal.problems if "deal" in problem.data]
    return entry_page(visit, values=visit.values, notes=notes, problems=problems, status=status)


def said_before(visit: Visit) -> str:
    """What stands as the claim of this side, when that is what a newer claim runs against."""
    mine = side_view(visit.table, visit.side).mine
    if mine is None:
        return ""
    deals = ", ".join(map(str, mine.deals))
    return _("Your side has sent %(deals)s before. Look at the slip, then send again.") % {"deals": deals}


def shown_page(
    visit: Visit, view: SideView, screen: Screen, notes: Iterable[Note], status: int, **context: object
) -> HttpResponse:
    """The HTML, with what every page of a table has."""
    table = visit.table
    us, them = sides_of(table, visit.side)
    called = is_called(table)
    base = {
        "visit": visit,
        "view": view,
        "table": table,
        "round": table.round,
        "championship": table.round.championship,
        "us": us,
        "them": them,
        "gives_first": table.first_dealer == visit.side,
        "is_net": visit.notation is Notation.NET,
        "notes": [*([CALLED] if called else []), *notes],
        "seen": visit.seen(called=called),
        "screen": screen,
        "key": uuid.uuid4().hex,
        "device": acting_device.get(),
        "language": get_language(),
        "blind": view.confirming == Confirming.BLIND,
        "playing": table.round.state == RoundState.PUBLISHED,
    }
    return render(visit.request, f"tournaments/phone_{screen}.html", base | context, status=status)


def is_called(table: Table) -> bool:
    """Whether the office waits for what this table has to say."""
    return table.state in PENDING_STATES and table.number in called_tables(table.round)


def sides_of(table: Table, side: SideName) -> tuple[str, str]:
    """The public names of this side and of the other one."""
    seats = list(table.seats.order_by("position").select_related("entry").prefetch_related(*PEOPLE))
    number = table.round.number
    own, other = (
        "\u00a0– ".join(seat.entry.public_name_in(number) for seat in seats if seat.side == each)
        for each in (side, OTHER[side])
    )
    return own, other
