"""Lists that lead to the pages: championships, rounds and entries, and how far each has come. Read, never written.

With `public`, what the public may not see is not there: no unpublished round, no counts of hidden results.
"""

from collections.abc import Hashable
from dataclasses import dataclass
from datetime import date, datetime

from django.core.cache import cache
from django.db.models import Count, Max, Q, Sum

from tournaments.enums import PENDING_STATES, EntryState, RoundState
from tournaments.models import Championship, Event, Publication, Round, Table

from .sheets import EntryLine, line, visible_rounds
from .standings import Reader, last_visible_round


@dataclass(frozen=True, slots=True)
class ChampionshipLine:
    """A championship in a list. `round` is the last published round, 0 before the first."""

    slug: str
    name: str
    edition: int | None
    place: str
    starts_on: date
    ends_on: date
    round: int
    rounds_planned: int
    official: bool

    @property
    def year(self) -> int:
        return self.starts_on.year


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A round in a list. `open_tables` counts the tables without a result that counts; None where hidden."""

    number: int
    state: RoundState
    final: bool
    published_at: datetime | None
    tables: int
    open_tables: int | None


@dataclass(frozen=True, slots=True)
class EnteredLine:
    """An entry in the list of entries."""

    entry: EntryLine
    club: str
    withdrawn: bool


def public_championships() -> list[ChampionshipLine]:
    """Every public championship, the latest first, in a constant number of queries."""
    shown = Championship.objects.public()
    rounds = Round.objects.published().filter(championship__in=shown).order_by()
    last = dict(rounds.values("championship").annotate(last=Max("number")).values_list("championship", "last"))
    planned = dict(shown.order_by().annotate(planned=Sum("stages__rounds_planned")).values_list("pk", "planned"))
    unfinished = set(rounds.exclude(state=RoundState.OFFICIAL).values_list("championship", flat=True))
    return [
        ChampionshipLine(
            slug=row.slug,
            name=row.name,
            edition=row.edition,
            place=row.place,
            starts_on=row.starts_on,
            ends_on=row.final_on or row.starts_on,
            round=last.get(row.pk, 0),
            rounds_planned=planned[row.pk] or 0,
            official=row.pk in last and row.pk not in unfinished,
        )
        for row in shown
    ]


def list_mark() -> str:
    """Changes whenever the list of championships may have changed. Not for the eyes of the public."""
    newest = Championship.objects.aggregate(count=Count("pk"), created=Max("created_at"))
    event = Event.objects.order_by("-pk").values_list("hash", flat=True).first()
    return f"{newest['count']}:{newest['created']}:{event}"


def round_lines(championship: Championship, *, public: bool = False) -> list[RoundLine]:
    """The rounds that may be seen, in order, in two queries."""
    limit = last_visible_round(championship, public=public)
    rounds = visible_rounds(championship, public=public)
    counts = {
        pk: (tables, pending)
        for pk, tables, pending in Table.objects.filter(round__in=rounds)
        .order_by()
        .values("round")
        .annotate(tables=Count("pk"), pending=Count("pk", filter=Q(state__in=PENDING_STATES)))
        .values_list("round", "tables", "pending")
    }
    return [
        RoundLine(
            number=round_.number,
            state=RoundState(round_.state),
            final=round_.stage.kind == "final",
            published_at=round_.published_at,
            tables=counts.get(round_.pk, (0, 0))[0],
            open_tables=counts.get(round_.pk, (0, 0))[1] if round_.number <= limit else None,
        )
        for round_ in rounds
    ]


def entered(championship: Championship, *, public: bool = False) -> list[EnteredLine]:
    """All entries by the family name of their first person, in a constant number of queries."""
    entries = championship.entries.with_people().select_related("club")
    lines = [
        EnteredLine(
            line(entry, public=public), entry.club.name if entry.club else "", entry.state == EntryState.WITHDRAWN
        )
        for entry in entries
    ]
    return sorted(lines, key=lambda each: ([sort for _, _, sort in each.entry.people], each.entry.number))


def published(championship: Championship) -> list[Publication]:
    """The rankings that were published and may be seen, in order."""
    limit = last_visible_round(championship, public=True)
    return list(championship.publications.filter(after_round__lte=limit).order_by("number"))


def ranks_after_rounds(championship: Championship, *, public: bool = False) -> dict[int, dict[Hashable, int]]:
    """Rank of each entry number after each visible round, read once and cached by revision."""
    key = f"ranks:{championship.head}:{public}"
    found: dict[int, dict[Hashable, int]] | None = cache.get(key)
    if found is None:
        reader = Reader(championship, public=public)
        facts = reader.facts()
        found = {
            round_.number: {
                row.id: row.rank for row, _ in reader.standing_rows(facts.until(round_.number), round_.number)
            }
            for round_ in reader.rounds
        }
        cache.set(key, found, 24 * 3600)
    return found
