"""What counts at each table and what is claimed beside it, as events of results tell it: `versions.stand` once more."""

from typing import Any

from tournaments.enums import COUNTING_STATES, Outcome, RoundState, Source, TableState

from .log_told import Claims, Told, ToldTable

Payload = dict[str, Any]

#: States by a decision of the office: no claim stands beside it.
DECIDED = frozenset({TableState.CORRECTED, TableState.OFFICIAL})


def stand(table: ToldTable, said: Payload, state: TableState) -> None:
    """A version was stored, and the table is in this state now."""
    deals, outcome, source = list(said["deals"]), Outcome(said.get("outcome", Outcome.PLAYED)), said.get("source")
    same = table.counts and not said.get("replayed") and (table.deals, table.outcome) == (deals, outcome)
    counts = state in COUNTING_STATES and not same
    decides = state in DECIDED or source == Source.RULING or outcome != Outcome.PLAYED
    table.before, table.claims = table.claims, claims_beside(table, state, source, decides=decides)
    if not counts and table.claims is not None and source is not None:
        table.claims[source] = deals
    if counts:
        table.state, table.deals, table.outcome, table.source = state, deals, outcome, source
    elif state not in COUNTING_STATES:
        table.opened(state)


def claims_beside(table: ToldTable, state: TableState, source: str | None, *, decides: bool) -> Claims | None:
    """The claims that stand beside a new version of this source."""
    if decides and source is not None:
        return {}
    if table.claims is None or source is None:
        return None
    claims = {who: deals for who, deals in table.claims.items() if who != source}
    if state == TableState.CONFLICT and table.deals is not None:  # what counted is one of them now
        if table.source is None:
            return None
        claims[table.source] = table.deals
    return claims


def counted(told: Told, said: Payload) -> None:
    stand(told.round(said["round"]).table(said["table"]), said, TableState.CONFIRMED)


def corrected(told: Told, said: Payload) -> None:
    round_ = told.round(said["round"])
    agreed = round_.state == RoundState.OFFICIAL
    stand(round_.table(said["table"]), said, TableState.OFFICIAL if agreed else TableState.CORRECTED)


def claimed(told: Told, said: Payload) -> None:
    """A claim beside a result that counts, of the same numbers, changes nothing there."""
    table = told.round(said["round"]).table(said["table"])
    stand(table, said, table.state if table.counts else TableState.CLAIMED)


def disputed(told: Told, said: Payload) -> None:
    stand(told.round(said["round"]).table(said["table"]), said, TableState.CONFLICT)


def withdrawn(told: Told, said: Payload) -> None:
    table = told.round(said["round"]).table(said["table"])
    table.opened(TableState.OPEN)
    table.claims = {}


def taken_back_at_once(told: Told, said: Payload) -> None:
    """Claims may stand again: `state` says so, and `claims` whose (earlier releases did not)."""
    table = told.round(said["round"]).table(said["table"])
    table.opened(TableState(said.get("state", TableState.OPEN)))
    before = table.before
    known = before is not None and "claims" in said
    table.claims = {who: deals for who, deals in (before or {}).items() if who in said["claims"]} if known else None


def from_file(told: Told, said: Payload) -> None:
    disputed_tables = set(said.get("disputed", ()))
    outcomes = said.get("outcomes", {})
    for number, deals in said["results"].items():
        one = {"round": said["round"], "table": int(number), "deals": deals, "source": str(Source.FILE)}
        one |= {"outcome": outcomes.get(number, Outcome.PLAYED)}
        if int(number) in disputed_tables:
            disputed(told, one)
        elif told.round(said["round"]).table(int(number)).state in COUNTING_STATES:
            corrected(told, one)
        else:
            counted(told, one)
