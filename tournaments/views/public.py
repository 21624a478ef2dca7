"""What players and spectators read. Everything comes from the public views of the domain: nothing hidden is here."""

from dataclasses import dataclass
from itertools import groupby

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from scoring.balance import DEALS_PER_TABLE
from scoring.table_points import PointsPer, PointValues
from tournaments.domain import overview
from tournaments.domain.paths import EntryPath, Step, entry_path
from tournaments.domain.plan import plan
from tournaments.domain.reserves import final_list
from tournaments.domain.seals import sealed_next, seals_of
from tournaments.domain.sheets import round_sheet
from tournaments.domain.standings import RankedEntry, Ranking, last_visible_round, ranking, ranking_rules
from tournaments.domain.table_calls import called_tables
from tournaments.enums import Kind, Outcome
from tournaments.exports.words import EVERY_ROUND, facts_head, order_words
from tournaments.models import Championship
from tournaments.models.names import folded

from .pages import kept, public_page
from .reasons import why
from .seating import seating

#: Longest search that is read.
QUERY_LENGTH = 80


def page(request: HttpRequest, championship: Championship, name: str, section: str, **context: object) -> str:
    """The HTML of a public page. `canonical_query` is what the language switch keeps of the address."""
    log = facts_head(championship, EVERY_ROUND, public=True)
    shared = {"championship": championship, "section": section, "query": query_of(request), "log_mark": log}
    if "q" in request.GET:
        shared["canonical_query"] = urlencode({"q": query_of(request)})
    return render_to_string(f"tournaments/{name}.html", {"canonical_query": "", **shared, **context}, request)


def query_of(request: HttpRequest) -> str:
    return request.GET.get("q", "")[:QUERY_LENGTH].strip()


def found(request: HttpRequest, *words: object) -> bool:
    """Whether every word of the search begins a word of these texts; true without a search."""
    text = " " + folded(" ".join(map(str, words)).replace("\u00a0", " ")).replace("-", " ")
    return all(f" {word}" in text for word in folded(query_of(request)).replace("-", " ").split())


@require_safe
def championship_list(request: HttpRequest) -> HttpResponseBase:
    """All public championships by year."""

    def render() -> str:
        lines = overview.public_championships()
        years = [(year, list(group)) for year, group in groupby(lines, key=lambda each: each.year)]
        context = {"years": years, "today": timezone.localdate(), "canonical_query": ""}
        return render_to_string("tournaments/championship_list.html", context, request)

    return kept(request, f"{overview.list_mark()}:{timezone.localdate()}", render)


@public_page()
def championship(request: HttpRequest, championship: Championship) -> str:
    """What it is, the plan, the round being played, the head of the ranking, and "where do I sit?"."""
    rounds = overview.round_lines(championship, public=True)
    entries = overview.entered(championship, public=True)
    board = ranking(championship, public=True)
    sheet = round_sheet(championship, rounds[-1].number, public=True) if rounds else None
    seats = seating(sheet) if sheet else []
    return page(
        request,
        championship,
        "championship",
        "",
        rounds=rounds,
        sheet=sheet,
        board=board,
        top=board.rows[:5] if board.after_round else (),
        entries=sum(not each.withdrawn for each in entries),
        plan=day_plan(championship, len(entries)),
        stages=list(championship.stages.order_by("position")),
        seats=[seat for seat in seats if found(request, seat.person, seat.place)],
        searched="q" in request.GET,
        seal=sealed_next(championship, public=True),
    )


def day_plan(championship: Championship, entries: int) -> object:
    """The plan of the preliminary day for so many entries (before the first: as expected)."""
    preliminary = championship.stages.order_by("position").first()
    return plan(
        kind=Kind(championship.kind),
        entries=entries or championship.expected_entries,
        rounds=preliminary.rounds_planned if preliminary else 0,
        minutes_per_round=championship.minutes_per_round,
        break_minutes=championship.break_minutes,
        starts_at=championship.starts_at,
        hall_until=championship.hall_until,
    )


@dataclass(frozen=True, slots=True)
class StandingLine:
    """A row of the standings page. `last_in`: the line of the cut comes below it."""

    row: RankedEntry
    why: str
    above: str
    last_in: bool


@public_page(parameters=("after",))
def standings(request: HttpRequest, championship: Championship) -> str:
    """The ranking, now or after an earlier round."""
    board = ranking(championship, public=True)
    last, after = board.after_round, request.GET.get("after")
    if after is not None:
        if not (after.isascii() and after.isdigit() and 0 < len(after) < 4 and 1 <= int(after) <= last):
            raise Http404
        board = ranking(championship, after=int(after), public=True)
    return page(
        request,
        championship,
        "standings",
        "standings",
        board=board,
        lines=[
            line for line in standing_lines(board) if found(request, line.row.name, line.row.place, line.row.number)
        ],
        span=max((abs(row.standing.net) for row in board.rows), default=0),
        order=order_words(board.rules.keys),
        penalties=board.penalties,
        rounds=range(1, last + 1),
        is_last=board.after_round == last,
        published=overview.published(championship),
        seal=sealed_next(championship, public=True),
        field=final_list(championship, public=True) if board.after_round == last else None,
        **({} if after is None else {"canonical_query": f"after={int(after)}"}),
    )


def standing_lines(board: Ranking) -> list[StandingLine]:
    rows = board.rows
    return [
        StandingLine(
            row=row,
            why=why(row.reason) if row.reason else "",
            above=rows[index - 1].name if index else "",
            last_in=board.cut == index + 1 and index + 1 < len(rows),
        )
        for index, row in enumerate(rows)
    ]


@public_page()
def round_list(request: HttpRequest, championship: Championship) -> str:
    """All published rounds."""
    rounds = overview.round_lines(championship, public=True)
    seal = sealed_next(championship, public=True)
    return page(request, championship, "round_list", "rounds", rounds=rounds, seal=seal)


@public_page()
def round_page(request: HttpRequest, championship: Championship, number: int) -> str:
    """One round: tables with states and results, who sits out, everybody by name."""
    sheet = round_sheet(championship, number, public=True)
    if sheet is None:
        raise Http404
    times = [table.at for table in sheet.tables if table.at is not None]
    seals = seals_of(championship, number, public=True)
    return page(
        request,
        championship,
        "round",
        "rounds",
        sheet=sheet,
        moment=max(times, default=sheet.published_at),
        open_tables=[table.number for table in sheet.pending] if not sheet.results_hidden else [],
        seats=[seat for seat in seating(sheet) if found(request, seat.person, seat.place)],
        rounds=[line.number for line in overview.round_lines(championship, public=True)],
        seals=seals,
        called=sorted(called_tables(championship.rounds.get(number=number))),
        opened=next((each for each in seals if each.seal == sheet.draw.get("sealed")), None),
    )


@public_page()
def entry_list(request: HttpRequest, championship: Championship) -> str:
    """Everybody who is entered, by name."""
    lines = overview.entered(championship, public=True)
    shown = [line for line in lines if found(request, line.entry.name, line.entry.place, line.club, line.entry.number)]
    return page(request, championship, "entry_list", "entries", lines=shown, total=len(lines))


@public_page()
def entry(request: HttpRequest, championship: Championship, number: int) -> str:
    """One entry: where it sits next, and its path so far."""
    path = entry_path(championship, number, public=True)
    if path is None:
        raise Http404
    board = ranking(championship, public=True)
    reason = path.ranked.reason if path.ranked else None
    return page(
        request,
        championship,
        "entry",
        "entries",
        path=path,
        board=board,
        next=next_step(path, board),
        visible=last_visible_round(championship, public=True),
        steps=path_lines(championship, path),
        why=why(reason) if reason else "",
        above=name_above(board, number),
        penalties=[each for each in board.penalties if each.number == number],
    )


def next_step(path: EntryPath, board: Ranking) -> Step | None:
    """The table to go to: that of the last published round, as long as no result of it is known."""
    last = path.steps[-1] if path.steps else None
    return last if last and last.deals is None and last.round >= board.after_round and not path.withdrawn else None


def name_above(board: Ranking, number: int) -> str:
    index = next((place for place, row in enumerate(board.rows) if row.number == number), 0)
    return board.rows[index - 1].name if index else ""


@dataclass(frozen=True, slots=True)
class PathLine:
    """One step of a path, the latest first: what it brought, and the rank afterwards."""

    step: Step
    points: int | None
    rank: int | None


def path_lines(championship: Championship, path: EntryPath) -> list[PathLine]:
    values = ranking_rules(championship).values
    ranks = overview.ranks_after_rounds(championship, public=True)
    return [
        PathLine(
            step=step,
            points=table_points(step, values),
            rank=ranks.get(step.round, {}).get(path.entry.number) if step.round <= path.after_round else None,
        )
        for step in reversed(path.steps)
    ]


def table_points(step: Step, values: PointValues) -> int | None:
    """What the table brought; where neither side came both missed the round."""
    if step.deals is None or step.net is None:
        return None
    return 0 if step.outcome == Outcome.NEITHER else values.of_table(step.deals, step.net, step.won)


@public_page()
def rules(request: HttpRequest, championship: Championship) -> str:
    """The rules of this championship in words, and the short rules of a result."""
    ranking_rules_ = ranking_rules(championship)
    return page(
        request,
        championship,
        "rules",
        "rules",
        keys=[order_words((key,)) for key in ranking_rules_.keys],
        values=ranking_rules_.values,
        award=ranking_rules_.values.win * (DEALS_PER_TABLE if ranking_rules_.values.per is PointsPer.DEAL else 1),
        stages=list(championship.stages.order_by("position")),
    )
