"""What is claimed and does not count yet, as the office sees it: who said it, when, from which device."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from tournaments.enums import ResultState, Source, TableState
from tournaments.models import Championship, ResultVersion

#: The order in which claims stand beside each other.
ORDER = (Source.SIDE_A, Source.SIDE_B, Source.OFFICE, Source.FILE)


@dataclass(frozen=True, slots=True)
class StandingClaim:
    """A claim that stands: card points of side A. `author` is the address of who typed it in the office, or empty."""

    table: int
    version: int
    source: Source
    deals: tuple[int, ...]
    at: datetime
    device: str
    handed_over: bool
    author: str

    @property
    def deals_b(self) -> tuple[int, ...]:
        """Card points of side B."""
        return tuple(72 - points for points in self.deals)


#: Claims by the number of their table.
type Claims = Mapping[int, tuple[StandingClaim, ...]]


def claims_of_round(championship: Championship, number: int) -> Claims:
    """The claims that stand at tables of a round that are claimed or in conflict. One query."""
    rows = ResultVersion.objects.filter(
        table__round__championship=championship,
        table__round__number=number,
        table__state__in=(TableState.CLAIMED, TableState.CONFLICT),
        state=ResultState.CLAIMED,
    ).select_related("table", "author")
    found: dict[int, list[StandingClaim]] = {}
    for row in rows:
        found.setdefault(row.table.number, []).append(
            StandingClaim(
                table=row.table.number,
                version=row.version,
                source=Source(row.source),
                deals=tuple(row.deals),
                at=row.created_at,
                device=row.device,
                handed_over=row.handed_over,
                author=row.author.email if row.author else "",
            )
        )
    return {table: in_order(claims) for table, claims in found.items()}


def in_order(claims: Iterable[StandingClaim]) -> tuple[StandingClaim, ...]:
    return tuple(sorted(claims, key=lambda claim: ORDER.index(claim.source)))


@dataclass(frozen=True, slots=True)
class Difference:
    """A deal (1–4) in which claims differ: side A's card points as each of them says."""

    deal: int
    said: tuple[tuple[Source, int], ...]

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers without repeats, in the order of the claims."""
        return tuple(dict.fromkeys(points for _source, points in self.said))


def differences(claims: Iterable[StandingClaim]) -> tuple[Difference, ...]:
    """The deals in which these claims differ, in order; empty for one claim and for equal ones."""
    listed = list(claims)
    said = zip(*(claim.deals for claim in listed), strict=False)
    return tuple(
        Difference(deal, tuple((claim.source, points) for claim, points in zip(listed, each, strict=True)))
        for deal, each in enumerate(said, 1)
        if len(set(each)) > 1
    )
