"""The checker's view of reasons: each table and each sit-out says the truth about itself."""

from collections.abc import Iterator, Sequence

from tournaments.pairing.checker_recount import History, Two, against, in_other_role, seated, together
from tournaments.pairing.field import ByeCode, Draw, DrawnBye, DrawnTable, EntryState, Field, ReasonCode

type Data = dict[str, object]

LOT = "lot"
STANDING = "standing"


def wrong_table_reasons(field: Field, draw: Draw, history: History) -> Iterator[Data]:
    """`table` and the `code` that is missing, or does not fit."""
    state = {entry.id: entry for entry in field.entries}
    for table in draw.tables:
        said = {reason.code for reason in table.reasons}
        expected = _repeats(table, history)
        if draw.certificate.method in {LOT, STANDING}:
            here = [state[each] for each in seated(table)]
            if draw.certificate.other_role_bound is not None and in_other_role(history, table):
                expected.add(ReasonCode.OTHER_ROLE)
            expected |= {*_points(draw.certificate.method, here), *_together(here), *_number(table.number, here)}
            said -= {ReasonCode.BY_HAND}
            for code in sorted(said ^ expected):
                yield {"table": table.number, "code": code}
            yield from _wrong_data(table, history, here)
            if ReasonCode.OTHER_ROLE in said & expected:
                yield from _wrong_roles(table, history)
        elif not said:
            yield {"table": table.number, "code": None}


def _repeats(table: DrawnTable, history: History) -> set[ReasonCode]:
    fixed = len(table.side_a) == 1
    found = set()
    if any(history.opponents.get(two) for two in against(table)):
        found.add(ReasonCode.REPEAT if fixed else ReasonCode.OPPONENTS_AGAIN)
    if any(history.partners.get(two) for two in together(table)):
        found.add(ReasonCode.PARTNERS_AGAIN)
    return found


def _points(method: str, here: Sequence[EntryState]) -> Iterator[ReasonCode]:
    if method == LOT:
        yield ReasonCode.BY_LOT
    elif len({entry.points for entry in here}) == 1:
        yield ReasonCode.SAME_POINTS
    else:
        yield ReasonCode.NEAREST_POINTS


def _together(here: Sequence[EntryState]) -> Iterator[ReasonCode]:
    names = [name for entry in here for name in set(entry.groups)]
    if len(set(names)) < len(names):
        yield ReasonCode.GROUP_TOGETHER


def _number(number: int, here: Sequence[EntryState]) -> Iterator[ReasonCode]:
    if number in {entry.table for entry in here}:
        yield ReasonCode.FIXED_TABLE


def _wrong_data(table: DrawnTable, history: History, here: Sequence[EntryState]) -> Iterator[Data]:
    """Points and rounds that a reason names are the real ones."""
    points = sorted(entry.points for entry in here)
    for reason in table.reasons:
        if reason.code is ReasonCode.SAME_POINTS:
            right = reason.points == points[0]
        elif reason.code is ReasonCode.NEAREST_POINTS:
            right = sorted((reason.points or 0, reason.points_b or 0)) == [points[0], points[-1]]
        elif reason.code is ReasonCode.PARTNERS_AGAIN:
            right = sorted(reason.rounds) == sorted(history.partners.get(frozenset(reason.entries), ()))
        elif reason.code in {ReasonCode.REPEAT, ReasonCode.OPPONENTS_AGAIN}:
            two: Two = frozenset(reason.entries or seated(table))
            right = sorted(reason.rounds) == sorted(history.opponents.get(two, ()))
        else:
            continue
        if not right:
            yield {"table": table.number, "code": reason.code}


def _wrong_roles(table: DrawnTable, history: History) -> Iterator[Data]:
    """Everybody who is here again in the other role is named, with the rounds, and nobody else."""
    roles = [reason for reason in table.reasons if reason.code is ReasonCode.OTHER_ROLE]
    said = sorted((sorted(map(str, reason.entries)), sorted(reason.rounds)) for reason in roles)
    if said != sorted((sorted(map(str, two)), sorted(rounds)) for two, rounds in in_other_role(history, table)):
        yield {"table": table.number, "code": ReasonCode.OTHER_ROLE}


def wrong_bye_reasons(field: Field, draw: Draw, history: History) -> Iterator[Data]:
    """`entry` that sits out for another reason than `code`, or had sat out another number of times before."""
    for bye in draw.byes:
        before = history.byes.get(bye.entry, 0)
        if bye.before != before or not _bye_fits(field, draw, history, bye):
            yield {"entry": bye.entry, "code": bye.code}


def _bye_fits(field: Field, draw: Draw, history: History, bye: DrawnBye) -> bool:
    if bye.code is ByeCode.IDLE:
        return draw.certificate.method not in {LOT, STANDING}
    if bye.code is ByeCode.BY_HAND:
        return True
    out = {each.entry for each in draw.byes}
    ranked = sorted(field.entries, key=lambda entry: entry.rank)
    playing = [entry.id for entry in ranked if entry.id not in out]
    times = [history.byes.get(each, 0) for each in playing]
    fewer = any(each < bye.before for each in times)
    if bye.code is ByeCode.SECOND_BYE or fewer:
        return bye.code is ByeCode.SECOND_BYE and fewer
    place = [entry.id for entry in ranked].index(bye.entry)
    level = {each for each, sat_out in zip(playing, times, strict=True) if sat_out == bye.before}
    lower = any(entry.id in level for entry in ranked[place + 1 :])
    expected = ByeCode.LOWEST_POSSIBLE if lower else ByeCode.LOWEST_WITHOUT
    return bye.code is (ByeCode.BY_LOT if draw.certificate.method == LOT else expected)
