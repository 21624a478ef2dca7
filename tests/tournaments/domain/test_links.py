"""The links of the tables: what opens what, and what no longer does."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import given
from hypothesis import strategies as st

from tests.factories import ChampionshipFactory, enter, member, seat_round
from tournaments.domain import links
from tournaments.domain.change import event_hash
from tournaments.domain.link_codes import CODE_SYMBOLS, SYMBOLS, TOKEN_SYMBOLS, cleaned
from tournaments.domain.links import (
    Link,
    Waiting,
    code_of,
    invalidate_slip,
    printed,
    resolve,
    revoke_links,
    stand_count,
    stand_link,
    token_of,
)
from tournaments.domain.refusal import Refused
from tournaments.domain.rounds import close_round, publish_round, seat_by_hand, undo_draw
from tournaments.domain.undo import undo_last, undoable
from tournaments.enums import Kind, RoundState, SideName
from tournaments.models import Championship, Event, Round, Table

KEY = "0123456789abcdef" * 4
WRITTEN = st.text(alphabet=SYMBOLS, min_size=1)


def token(table: Table, side: SideName = SideName.A) -> str:
    championship = Championship.objects.get(pk=table.round.championship_id)
    table = Table.objects.get(pk=table.pk)
    link = Link(championship.pk, table.round.number, table.number, side, table.link_serial)
    return token_of(link, key=championship.link_key, generation=championship.link_generation)


def code(table: Table, side: SideName = SideName.A) -> str:
    championship = Championship.objects.get(pk=table.round.championship_id)
    table = Table.objects.get(pk=table.pk)
    link = Link(championship.pk, table.round.number, table.number, side, table.link_serial)
    return code_of(link, key=championship.link_key, generation=championship.link_generation)


def stand(championship: Championship, table: int, side: SideName = SideName.A) -> str:
    championship = Championship.objects.get(pk=championship.pk)
    link = stand_link(championship.pk, table, side)
    return token_of(link, key=championship.link_key, generation=championship.link_generation)


def where(written: str) -> tuple[int, int, str, bool] | None:
    """Round, table and side that something opens, and whether it stands on the table."""
    found = resolve(written)
    if found is None or isinstance(found, Waiting):
        return None
    return found.table.round.number, found.table.number, str(found.side), found.from_stand


@pytest.fixture
def championship(db: None) -> Championship:
    return ChampionshipFactory(expected_entries=6)


@pytest.fixture
def round_(championship: Championship) -> Round:
    a, b, c, d = enter(championship, "A", "B", "C", "D")
    return seat_round(championship, [(a, b), (c, d)])


# Written ---------------------------------------------------------------------------------------------------------


def test_a_token_and_a_code_are_what_they_always_were() -> None:
    link = Link(championship_id=3, round=4, table=12, side=SideName.B, serial=1)

    written = token_of(link, key=KEY, generation=2), code_of(link, key=KEY, generation=2)

    assert written == ("B5MDQF6ZXNNVVC7JZMBVDVWEZ8", "EZ4FHK8J")


def test_each_part_of_a_link_its_key_and_its_generation_change_both() -> None:
    link = Link(3, 4, 12, SideName.A, 0)
    others = [
        Link(2, 4, 12, SideName.A, 0),
        Link(3, 5, 12, SideName.A, 0),
        Link(3, None, 12, SideName.A, 0),
        Link(3, 4, 11, SideName.A, 0),
        Link(3, 4, 12, SideName.B, 0),
        Link(3, 4, 12, SideName.A, 1),
        Link(3, 41, 2, SideName.A, 0),
    ]

    written = [(make(each, key=KEY, generation=1)) for make in (token_of, code_of) for each in (link, *others)]
    written += [make(link, key=KEY, generation=2) for make in (token_of, code_of)]
    written += [make(link, key=KEY[::-1], generation=1) for make in (token_of, code_of)]

    assert len(set(written)) == len(written) == 2 * (len(others) + 3)


@given(
    championship=st.integers(1, 2**31),
    round_=st.none() | st.integers(1, 99),
    table=st.integers(1, 999),
    side=st.sampled_from(SideName),
    serial=st.integers(0, 2**31),
    generation=st.integers(1, 2**15),
)
def test_what_is_printed_is_read_again(
    championship: int, round_: int | None, table: int, side: SideName, serial: int, generation: int
) -> None:
    link = Link(championship, round_, table, side, serial)

    token = token_of(link, key=KEY, generation=generation)
    code = code_of(link, key=KEY, generation=generation)

    assert (len(token), len(code)) == (TOKEN_SYMBOLS, CODE_SYMBOLS)
    assert (cleaned(token), cleaned(printed(code)), cleaned(printed(code).lower())) == (token, code, code)


@given(code=st.text(alphabet=SYMBOLS, min_size=8, max_size=8), data=st.data())
def test_case_dashes_blanks_and_look_alikes_do_not_matter(code: str, data: st.DataObject) -> None:
    alike = {"0": "0Oo", "1": "1ILil"}
    letters = [data.draw(st.sampled_from(alike.get(each, each + each.lower()))) for each in code]
    gaps = data.draw(st.lists(st.sampled_from(["", "", "-", " ", "–", "\u00a0"]), min_size=8, max_size=8))

    assert cleaned("".join(gap + letter for gap, letter in zip(gaps, letters, strict=True))) == code


@pytest.mark.parametrize(
    "written",
    [
        "",
        "-",
        "7K3F-9QR",
        "7K3F-9QRM1",
        "7K3F-9QRU",
        "7K3F/9QRM",
        "7K3F-9QRÄ",
        "٧K3F9QRM",
        "0" * 27,
        " " * 1000 + "7K3F9QRM",
    ],
    ids=["nothing", "dash", "short", "long", "u", "slash", "umlaut", "arabic digit", "long token", "endless"],
)
def test_what_cannot_be_a_code_is_none(written: str) -> None:
    assert cleaned(written) is None


# Opens -----------------------------------------------------------------------------------------------------------


def test_every_side_of_every_table_opens_itself(round_: Round) -> None:
    tables = [(table, side) for table in round_.tables.all() for side in SideName]

    opened = [where(make(table, side)) for table, side in tables for make in (token, code)]

    assert opened == [(1, table.number, str(side), False) for table, side in tables for _ in range(2)]


@pytest.mark.parametrize("way", [str.lower, printed, lambda code: code.replace("0", "O").replace("1", "l")])
def test_a_code_is_taken_as_people_write_it(round_: Round, way) -> None:
    table = round_.tables.get(number=2)

    assert where(way(code(table, SideName.B))) == (1, 2, "b", False)


def test_a_link_brings_all_that_its_page_needs_in_one_query(round_: Round) -> None:
    written = token(round_.tables.get(number=1))
    resolve(written)

    with CaptureQueriesContext(
        connection,
    ) as queries:
        found = resolve(written)
        assert found is not None
        assert not isinstance(found, Waiting)
        names = (found.table.round.championship.name, found.table.round.stage.confirming, found.takes_claims)

    assert (len(queries), names) == (1, (round_.championship.name, "hand_over", True))


def test_an_unknown_code_costs_one_query(round_: Round) -> None:
    resolve("0" * 8)

    with CaptureQueriesContext(connection) as queries:
        found = resolve("00000000")

    assert (found, len(queries)) == (None, 1)


def test_a_proposal_opens_nothing_until_it_is_published(championship: Championship) -> None:
    a, b = enter(championship, "A", "B")
    draft = seat_round(championship, [(a, b)], publish=False)
    written = token(draft.tables.get())
    before = resolve(written)

    publish_round(draft.pk)

    assert (before, where(written)) == (None, (1, 1, "a", False))


def test_a_round_that_was_taken_back_opens_nothing_nor_does_its_slip_after_the_next_draw(round_: Round) -> None:
    championship = round_.championship
    written = [make(round_.tables.get(number=1)) for make in (token, code)]
    entries = list(championship.entries.order_by("number"))
    opened = [where(each) for each in written]

    undo_draw(round_.pk)
    undone = [where(each) for each in written]
    again = seat_round(championship, [(entries[0], entries[1]), (entries[2], entries[3])])

    assert (opened, undone) == ([(1, 1, "a", False)] * 2, [None] * 2)
    assert [where(each) for each in written] == [None, None]
    assert where(token(again.tables.get(number=1))) == (1, 1, "a", False)


def test_a_slip_of_a_draw_that_was_undone_step_by_step_opens_nothing_after_the_next_draw(
    championship: Championship,
) -> None:
    """The undo of the publication and of the draw leave other events behind than taking the round back does."""
    a, b, c, d = enter(championship, "A", "B", "C", "D")
    organiser = member(championship.association)
    draft = seat_by_hand(championship.pk, [((a,), (b,)), ((c,), (d,))], actor=organiser)
    publish_round(draft.pk, actor=organiser)
    written = [make(draft.tables.get(number=1)) for make in (token, code)]
    opened = [where(each) for each in written]

    for _ in ("published", "drawn"):
        done = undoable(Championship.objects.get(pk=championship.pk))
        assert done is not None
        undo_last(championship.pk, done.event)
    seat_round(championship, [(a, c), (b, d)])

    assert opened == [(1, 1, "a", False)] * 2
    assert [where(each) for each in written] == [None, None]


@pytest.mark.parametrize(
    ("state", "takes"), [(RoundState.PUBLISHED, True), (RoundState.CLOSED, False), (RoundState.OFFICIAL, False)]
)
def test_a_closed_round_is_only_read(round_: Round, state: RoundState, takes: bool) -> None:
    Round.objects.filter(pk=round_.pk).update(state=state)

    found = resolve(token(round_.tables.get(number=1)))

    assert found is not None
    assert not isinstance(found, Waiting)
    assert (found.table.round.state, found.takes_claims) == (state, takes)


def test_without_claims_no_link_opens_anything(round_: Round) -> None:
    written = [token(round_.tables.get(number=1)), code(round_.tables.get(number=1)), stand(round_.championship, 1)]
    opened = [where(each) for each in written]

    Championship.objects.filter(pk=round_.championship_id).update(takes_claims=False)

    assert opened == [(1, 1, "a", False)] * 2 + [(1, 1, "a", True)]
    assert [resolve(each) for each in written] == [None, None, None]


def test_links_of_two_championships_do_not_mix(round_: Round) -> None:
    other = ChampionshipFactory()
    a, b = enter(other, "A", "B")
    theirs = seat_round(other, [(a, b)])

    opened = [resolve(token(each.tables.get(number=1))) for each in (round_, theirs)]

    assert [found.table.round for found in opened if found and not isinstance(found, Waiting)] == [round_, theirs]


def test_another_process_is_right_without_being_told(round_: Round, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two processes have memories of their own; what one changes holds in the other at its next look."""
    table = round_.tables.get(number=1)
    old = token(table)
    resolve(old)
    memory = links._known

    monkeypatch.setattr(links, "_known", ([], links.LiveLinks()))
    invalidate_slip(table.pk)
    here = where(old), where(token(table))
    monkeypatch.setattr(links, "_known", memory)
    there = where(old), where(token(table))

    assert here == there == (None, (1, 1, "a", False))


def test_only_what_changed_is_worked_out_anew(round_: Round) -> None:
    resolve(token(round_.tables.get(number=1)))
    before = dict(links._known[1].parts)
    championship = round_.championship
    entries = list(championship.entries.order_by("number"))
    close_round_of(round_)
    second = seat_round(championship, [(entries[0], entries[2]), (entries[1], entries[3])])

    resolve(token(second.tables.get(number=1)))

    kept = [part for part, links_ in links._known[1].parts.items() if before.get(part) is links_]
    assert [(part.championship, part.round) for part in kept] == [(championship.pk, None)]


def close_round_of(round_: Round) -> None:
    round_.tables.update(state="confirmed")
    close_round(round_.pk)
    round_.championship.refresh_from_db()


# Stands ----------------------------------------------------------------------------------------------------------


def test_a_stand_opens_the_round_that_is_played(round_: Round) -> None:
    championship = round_.championship
    entries = list(championship.entries.order_by("number"))
    written = [stand(championship, 2, side) for side in SideName]
    first = [where(each) for each in written]
    close_round_of(round_)
    second = seat_round(championship, [(entries[0], entries[2]), (entries[1], entries[3])], publish=False)
    proposed = [where(each) for each in written]

    publish_round(second.pk)

    assert first == proposed == [(1, 2, "a", True), (1, 2, "b", True)]
    assert [where(each) for each in written] == [(2, 2, "a", True), (2, 2, "b", True)]


def test_a_stand_waits_before_the_first_round_and_where_nobody_plays(championship: Championship) -> None:
    a, b, c, d = enter(championship, "A", "B", "C", "D")
    before = resolve(stand(championship, 3, SideName.B))

    seat_round(championship, [(a, b), (c, d)])

    assert before == resolve(stand(championship, 3, SideName.B)) == Waiting(championship, 3, SideName.B)
    assert resolve(stand(championship, 4)) is None


def test_there_are_stands_for_as_many_tables_as_a_round_has(championship: Championship) -> None:
    entries = enter(championship, *"ABCDEFGH")
    expected = stand_count(championship)

    seat_round(championship, list(zip(entries[::2], entries[1::2], strict=True)))

    assert (expected, stand_count(championship)) == (3, 4)
    assert where(stand(championship, 4)) == (1, 4, "a", True)


def test_four_single_persons_share_a_stand(db: None) -> None:
    assert stand_count(ChampionshipFactory(kind=Kind.INDIVIDUALS, expected_entries=48)) == 12


# Made invalid ----------------------------------------------------------------------------------------------------


def test_an_invalidated_slip_stops_at_once_and_alone(round_: Round) -> None:
    table, other = round_.tables.order_by("number")
    written = [make(table, side) for side in SideName for make in (token, code)]
    kept = token(other), stand(round_.championship, 1)
    [where(each) for each in (*written, *kept)]

    invalidate_slip(table.pk)

    assert [resolve(each) for each in written] == [None] * 4
    assert [where(each) for each in kept] == [(1, 2, "a", False), (1, 1, "a", True)]
    assert [where(make(table, side)) for side in SideName for make in (token, code)] == [
        (1, 1, "a", False),
        (1, 1, "a", False),
        (1, 1, "b", False),
        (1, 1, "b", False),
    ]


def test_revoking_stops_all_slips_and_stands_and_new_ones_hold(round_: Round) -> None:
    championship = round_.championship
    tables = list(round_.tables.order_by("number"))
    written = [token(tables[0]), code(tables[1]), stand(championship, 1)]
    [where(each) for each in written]

    revoke_links(championship.pk)

    assert [resolve(each) for each in written] == [None, None, None]
    assert [where(each) for each in (token(tables[0]), code(tables[1]), stand(championship, 1))] == [
        (1, 1, "a", False),
        (1, 2, "a", False),
        (1, 1, "a", True),
    ]


def test_both_are_events_that_name_nobody(round_: Round) -> None:
    invalidate_slip(round_.tables.get(number=2).pk)
    revoke_links(round_.championship_id)

    events = list(Event.objects.filter(championship=round_.championship).order_by("sequence"))[-2:]

    assert [(event.type, event.payload) for event in events] == [
        ("slip_invalidated", {"round": 1, "table": 2, "serial": 1}),
        ("links_revoked", {"generation": 2}),
    ]
    assert [event.hash for event in events] == [event_hash(event) for event in events]


def test_a_slip_of_a_proposal_cannot_be_invalidated(championship: Championship) -> None:
    a, b = enter(championship, "A", "B")
    draft = seat_round(championship, [(a, b)], publish=False)

    with pytest.raises(Refused) as refusal:
        invalidate_slip(draft.tables.get().pk)

    assert refusal.value.code == "round_not_published"


def test_a_slip_that_is_gone_cannot_be_invalidated(round_: Round) -> None:
    pk = round_.tables.get(number=1).pk
    undo_draw(round_.pk)

    with pytest.raises(Refused) as refusal:
        invalidate_slip(pk)

    assert refusal.value.code == "no_round"
