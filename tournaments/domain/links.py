"""The links of the tables: which are live, where one leads, and how they are made invalid.

All live tokens and codes are kept in the memory of each process, one part for each round. A part is kept under all that
it depends on (key, generation, the round and its version), and one query says which parts are live now. What is
remembered opens nothing by itself: the table that it leads to is read, and says whether the link is still the one made
from it. So what another process has changed is right at once, and nothing is ever invalidated by hand.
"""

import hmac
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from django.db.models import F, FilteredRelation, Max, Q, Subquery

from tournaments.enums import Kind, RoundState, SideName
from tournaments.models import Championship, Round, Table

from .change import Actor, changing
from .link_codes import TOKEN_SYMBOLS, Link, cleaned, code_of, printed, token_of
from .refusal import refused
from .rounds import move_on
from .versions import championship_of_table

__all__ = [
    "Link",
    "Resolved",
    "Waiting",
    "code_of",
    "invalidate_slip",
    "printed",
    "renew_slips",
    "resolve",
    "revoke_links",
    "stand_count",
    "stand_link",
    "token_of",
]


@dataclass(frozen=True, slots=True)
class Resolved:
    """Where a link leads. `table` carries its round, stage and championship.

    `from_stand`: the code stands on the table and opens whichever round is played.
    """

    table: Table
    side: SideName
    from_stand: bool

    @property
    def takes_claims(self) -> bool:
        """Whether the round still takes what its sides report; after that there is only something to read."""
        return self.table.round.state == RoundState.PUBLISHED


@dataclass(frozen=True, slots=True)
class Waiting:
    """A good code of a stand on which nobody plays now: before the first round, or in a round with fewer tables."""

    championship: Championship
    table: int
    side: SideName


class LivePart(NamedTuple):
    """All that the links of one round depend on; of the stands when `round` is None: then `version` is their number."""

    championship: int
    key: str
    generation: int
    round: int | None
    round_id: int
    version: int


@dataclass(frozen=True, slots=True)
class LiveLinks:
    """What is live at one moment: for each part its tokens and codes, and all of them together."""

    parts: Mapping[LivePart, Mapping[str, Link]] = field(default_factory=dict)
    links: Mapping[str, Link] = field(default_factory=dict)


# Replaced as a whole, never changed: threads see the old one or the new one.
_known: tuple[list[Any], LiveLinks] = ([], LiveLinks())


def resolve(written: str) -> Resolved | Waiting | None:
    """Where a token or a typed code leads, written in any case, with or without dashes and blanks.

    None when it is not a live one: rounds that are not published or were taken back, slips and generations that were
    made invalid, championships that take no claims. One query for a link that this process knows and that still opens
    its table, else more; nothing is written and nobody is kept waiting.
    """
    text = cleaned(written)
    if text is None:
        return None
    # What is remembered may be old: the table, which is read anyway, says whether its link is still this one.
    if (known := _known[1].links.get(text)) is not None and (found := opened(text, known)):
        return found
    link = live_links().get(text)
    if link is None:
        return None
    return opened(text, link) or waiting(link, text)


def opened(text: str, link: Link) -> Resolved | None:
    """The table that a link opens, if by what is stored now this is its token or code."""
    table = table_of(link)
    if table is None:
        return None
    now = link if link.round is None else replace(link, serial=table.link_serial)
    if not fits(text, now, table.round.championship):
        return None
    return Resolved(table, link.side, from_stand=link.round is None)


def fits(text: str, link: Link, championship: Championship) -> bool:
    """Whether this is the token or code of the link now, by what was just read; compared in constant time."""
    make = token_of if len(text) == TOKEN_SYMBOLS else code_of
    right = make(link, key=championship.link_key, generation=championship.link_generation)
    return hmac.compare_digest(right, text) and championship.takes_claims


def table_of(link: Link) -> Table | None:
    """The table of a link: in its round, or in the last round that is published."""
    tables = Table.objects.select_related("round__championship", "round__stage").filter(number=link.table)
    if link.round is None:
        rounds = Round.objects.published().filter(championship=link.championship_id)
        tables = tables.filter(round=Subquery(rounds.order_by("-number").values("pk")[:1]))
    else:
        tables = tables.filter(round__championship=link.championship_id, round__number=link.round)
        tables = tables.exclude(round__state=RoundState.DRAFT)
    # Without what is large and no phone shows.
    return tables.defer("reasons", "round__draw", "round__stage__schedule").order_by("pk").first()


def waiting(link: Link, text: str) -> Waiting | None:
    championship = Championship.objects.filter(pk=link.championship_id).first()
    if link.round is not None or championship is None or not fits(text, link, championship):
        return None
    return Waiting(championship, link.table, link.side)


# What is live ------------------------------------------------------------------------------------------------------


def live_links() -> Mapping[str, Link]:
    """All live tokens and codes. One query when nothing has changed; else one more for each round that has."""
    global _known  # noqa: PLW0603 - this is the memory
    now, (before, known) = live_rows(), _known
    if now != before:
        parts = {part: known.parts[part] if part in known.parts else part_links(part) for part in live_parts(now)}
        # Two codes of 40 bits could be alike by chance: then the later round's is right.
        together = {text: link for links in parts.values() for text, link in links.items()}
        known = LiveLinks(parts, together)
        _known = (now, known)
    return known.links


def live_rows() -> list[Any]:
    """What decides about all links: a row for each round that is live, or one without a round. One query."""
    return list(
        Championship.objects.filter(takes_claims=True)
        .annotate(live=FilteredRelation("rounds", condition=~Q(rounds__state=RoundState.DRAFT)))
        .order_by("pk", "live__number")
        .values_list("pk", "link_key", "link_generation", "live__number", "live__pk", "live__version", *STANDS)
    )


def live_parts(rows: Iterable[Any]) -> Iterator[LivePart]:
    """The parts that are live: of each championship its stands, then its rounds in their order."""
    last = None
    for pk, key, generation, number, round_id, version, *stands in rows:
        if pk != last:
            yield LivePart(pk, key, generation, None, 0, expected_tables(*stands))
        if number is not None:
            yield LivePart(pk, key, generation, number, round_id, version)
        last = pk


def part_links(part: LivePart) -> dict[str, Link]:
    """The tokens and codes of a part. A round brings the stands of its tables along: it may have more than expected."""
    if part.round is None:
        links = [stand_link(part.championship, number, side) for number, side in sides(range(1, part.version + 1))]
    else:
        serials = dict(Table.objects.filter(round=part.round_id).values_list("number", "link_serial"))
        links = [stand_link(part.championship, number, side) for number, side in sides(serials)]
        links += [Link(part.championship, part.round, number, side, serials[number]) for number, side in sides(serials)]
    return {
        make(link, key=part.key, generation=part.generation): link for link in links for make in (token_of, code_of)
    }


def sides(numbers: Iterable[int]) -> Iterator[tuple[int, SideName]]:
    return ((number, side) for number in numbers for side in SideName)


# Stands ------------------------------------------------------------------------------------------------------------

#: What the number of expected tables comes from.
STANDS = ("expected_entries", "kind")


def stand_link(championship_id: int, table: int, side: SideName) -> Link:
    """The link on the stand of a table: it opens whichever round is played."""
    return Link(championship_id, None, table, side)


def expected_tables(entries: int, kind: str) -> int:
    return entries // (2 if kind == Kind.PAIRS else 4)


def stand_count(championship: Championship) -> int:
    """How many stands there are, from table 1 on: as many tables as are expected, or as the largest round has."""
    rounds = championship.rounds.published()
    largest = Table.objects.filter(round__in=rounds).aggregate(last=Max("number"))["last"] or 0
    return max(largest, expected_tables(championship.expected_entries, championship.kind))


# Made invalid ------------------------------------------------------------------------------------------------------


def revoke_links(championship_id: int, *, actor: Actor = None) -> Championship:
    """Make every printed slip and stand of a championship invalid at once; whoever needs one prints it anew."""
    with changing(championship_id, actor) as change:
        championship = change.championship
        championship.link_generation += 1
        championship.save(update_fields=["link_generation"])
        change.record("links_revoked", generation=championship.link_generation)
        return championship


def invalidate_slip(table_id: int, *, actor: Actor = None) -> Table:
    """Make the codes of one table's slip invalid at once; a reprint carries new ones. The table's stand stays.

    Raises `Refused`: `no_round` when the table was taken back meanwhile, `round_not_published`.
    """
    with changing(championship_of_table(table_id), actor) as change:
        table = Table.objects.select_related("round").filter(pk=table_id).first()
        if table is None:
            raise refused("no_round")
        if table.round.state == RoundState.DRAFT:
            raise refused("round_not_published", round=table.round.number)
        renew_slips(table.round, [table.number])
        table.refresh_from_db(fields=["link_serial"])
        change.record("slip_invalidated", round=table.round.number, table=table.number, serial=table.link_serial)
        return table


def renew_slips(round_: Round, tables: Sequence[int]) -> None:
    """Inside a running change: the slips of these tables no longer hold, because other people sit there now.

    The round's version rises with it, which is what tells all processes.
    """
    round_.tables.filter(number__in=tables).update(link_serial=F("link_serial") + 1)
    move_on(round_)
