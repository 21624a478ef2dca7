"""The ranking of formats.md §4: fixture F, every key, shared ranks, byes, absences, penalties, reasons."""

import random
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.seats import Side
from scoring.facts import AbsenceFact, ByeFact, Facts, PenaltyFact, TableFacts, UnknownEntryError
from scoring.standings import RankingRules, Reason, rank
from scoring.table_points import ByeWorth, PointsPer, PointValues
from scoring.tiebreaks import DEFAULT_KEYS, RULES, Combine, Key

FIXTURE_F = Facts(
    entries=("A", "B", "C", "D"),
    tables=(
        TableFacts(1, ("A",), ("B",), (40, 30, 36, 50)),
        TableFacts(1, ("C",), ("D",), (20, 44, 44, 44)),
        TableFacts(2, ("C",), ("A",), (36, 36, 36, 36)),
        TableFacts(2, ("B",), ("D",), (72, 0, 37, 35)),
    ),
)
PER_DEAL = PointValues(per=PointsPer.DEAL)


def table(winner, loser, net=4, round_number=1):
    return TableFacts(round_number, (winner,), (loser,), (36 + net, 36, 36, 36))


def order(facts, *keys, **rules):
    """Ids from the top, those that share a rank in one tuple."""
    ranks = {}
    for row in rank(facts, RankingRules(keys=keys or DEFAULT_KEYS, **rules)).rows:
        ranks.setdefault(row.rank, []).append(row.id)
    return [group[0] if len(group) == 1 else tuple(group) for group in ranks.values()]


def row_of(facts, entry, rules=None):
    return next(row for row in rank(facts, rules).rows if row.id == entry)


def test_every_key_has_a_rule():
    assert set(RULES) == set(Key)


def test_fixture_f_sums():
    rows = {row.id: row for row in rank(FIXTURE_F).rows}

    assert [
        (each.tournament_points, each.card_points, each.net, each.buns, each.schliats, each.deals_won)
        for each in (rows[entry] for entry in "ABCD")
    ] == [(3, 300, 12, 18, 6, 2), (1, 276, -12, 43, 55, 3), (3, 296, 8, 24, 16, 3), (1, 280, -8, 53, 61, 3)]


def test_fixture_f_points_per_deal():
    standings = rank(FIXTURE_F, RankingRules(values=PER_DEAL))

    assert [(row.id, row.tournament_points) for row in standings.rows] == [("C", 10), ("A", 9), ("B", 7), ("D", 6)]


def test_fixture_f_orders():
    assert order(FIXTURE_F) == ["A", "C", "D", "B"]
    assert order(FIXTURE_F, Key.TOURNAMENT_POINTS, Key.NET, values=PER_DEAL) == ["C", "A", "B", "D"]
    assert order(FIXTURE_F, Key.NET) == ["A", "C", "D", "B"]


def test_fixture_f_field_sums():
    standings = rank(FIXTURE_F)

    assert (standings.net, standings.card_points) == (0, 1152)


def test_fixture_f_corrected():
    first, *others = FIXTURE_F.tables
    corrected = replace(FIXTURE_F, tables=(replace(first, deals=(44, 30, 36, 50)), *others))

    rows = {row.id: (row.net, row.card_points) for row in rank(corrected).rows}

    assert rows["A"] == (16, 304)
    assert rows["B"] == (-16, 272)


def test_an_earlier_round():
    after_one = FIXTURE_F.until(1)

    rows = rank(after_one).rows

    assert [(row.id, row.net, row.tables) for row in rows] == [("A", 12, 1), ("C", 8, 1), ("D", -8, 1), ("B", -12, 1)]


def test_equal_entries_share_and_the_next_rank_skips():
    facts = Facts(("P", "Q", "R", "S"), penalties=(PenaltyFact("S", 1), PenaltyFact("P", -1)))

    rows = rank(facts).rows

    assert [(row.id, row.rank, row.shared) for row in rows] == [
        ("P", 1, False),
        ("Q", 2, True),
        ("R", 2, True),
        ("S", 4, False),
    ]


def test_reasons_between_neighbours():
    standings = rank(FIXTURE_F)

    assert standings.reason(0) == Reason(Key.NET, 12, 8, ((Key.TOURNAMENT_POINTS, 3),))
    assert standings.reason(1) == Reason(Key.TOURNAMENT_POINTS, 3, 1, ())
    assert standings.reason(3) is None


def test_no_reason_inside_a_shared_rank():
    assert rank(Facts(("P", "Q"))).reasons == (None, None)


@pytest.mark.parametrize(
    ("key", "facts", "expected"),
    [
        pytest.param(
            Key.TABLES_WON,
            Facts(("P", "Q", "R"), (table("Q", "P"), table("P", "R", 0, 2))),
            ["Q", ("P", "R")],
            id="won",
        ),
        pytest.param(
            Key.BEST_TABLE,
            Facts(("P", "Q", "R"), (table("Q", "P", 2), table("Q", "P", 9, 2))),
            ["Q", "P", "R"],
            id="best table; none is below all",
        ),
        pytest.param(Key.BUNS, FIXTURE_F, ["D", "B", "C", "A"], id="buns"),
        pytest.param(Key.CARD_POINTS, FIXTURE_F, ["A", "C", "D", "B"], id="card points"),
        pytest.param(Key.DEALS_WON, FIXTURE_F, [("B", "C", "D"), "A"], id="deals won"),
        pytest.param(
            Key.OPPONENTS_POINTS,
            Facts(("P", "Q", "R", "S"), (table("P", "Q"), table("R", "S"), table("Q", "R", 4, 2))),
            ["Q", ("P", "R", "S")],
            id="opponents' points",
        ),
        pytest.param(
            Key.OPPONENTS_NET,
            Facts(("P", "Q", "R", "S"), (table("P", "Q", 5), table("R", "S", 9))),
            ["S", "Q", "P", "R"],
            id="opponents' net",
        ),
    ],
)
def test_one_key_alone(key, facts, expected):
    assert order(facts, key) == expected


def test_direct_comparison_of_two():
    facts = Facts(("Q", "P"), (table("P", "Q"),))

    standings = rank(facts, RankingRules(keys=(Key.DIRECT,)))

    assert [row.id for row in standings.rows] == ["P", "Q"]
    assert standings.reason(0) == Reason(Key.DIRECT, 2, 0, ())


@pytest.mark.parametrize(
    ("tables", "expected"),
    [
        pytest.param((("P", "Q"), ("Q", "R"), ("P", "R")), ["P", "Q", "R"], id="one beat both"),
        pytest.param((("P", "Q"), ("Q", "R"), ("R", "P")), [("P", "Q", "R")], id="a circle decides nothing"),
        pytest.param((("P", "Q"), ("Q", "R")), [("P", "Q", "R")], id="two have not met"),
        pytest.param((), [("P", "Q", "R")], id="nobody has met"),
    ],
)
def test_direct_comparison_of_three(tables, expected):
    facts = Facts(("P", "Q", "R"), tuple(table(*sides, round_number=n) for n, sides in enumerate(tables)))

    assert order(facts, Key.DIRECT) == expected


def test_direct_comparison_cuts_a_circle_off_from_the_one_who_beat_them_all():
    tables = (("T", "P"), ("T", "Q"), ("T", "R"), ("P", "Q"), ("Q", "R"), ("R", "P"))
    facts = Facts(("P", "Q", "R", "T"), tuple(table(*sides, round_number=n) for n, sides in enumerate(tables)))

    assert order(facts, Key.DIRECT, Key.BEST_TABLE) == ["T", ("P", "Q", "R")]


def test_a_level_meeting_decides_nothing():
    assert order(Facts(("P", "Q"), (table("P", "Q", 0),)), Key.DIRECT) == [("P", "Q")]


def test_no_direct_comparison_of_individuals():
    facts = Facts(("P", "Q", "R", "S"), (TableFacts(1, ("P", "Q"), ("R", "S"), (40, 40, 40, 40)),))

    assert order(facts, Key.DIRECT) == [("P", "Q", "R", "S")]


def test_partners_both_get_the_table():
    facts = Facts(("P", "Q", "R", "S"), (TableFacts(1, ("P", "Q"), ("R", "S"), (40, 40, 30, 40)),))

    rows = rank(facts).rows

    assert [(row.id, row.tournament_points, row.net) for row in rows] == [
        ("P", 2, 6),
        ("Q", 2, 6),
        ("R", 0, -6),
        ("S", 0, -6),
    ]


@pytest.mark.parametrize(
    ("values", "points", "net"),
    [
        pytest.param(PointValues(), 5, 12, id="as a win"),
        pytest.param(PER_DEAL, 17, 12, id="as a win, per deal"),
        pytest.param(PointValues(bye=ByeWorth.LEVEL), 4, 12, id="as level"),
        pytest.param(PointValues(bye=ByeWorth.NONE), 3, 12, id="nothing"),
        pytest.param(PointValues(bye=ByeWorth.AVERAGE), 5, 18, id="own average, a half goes up"),
        pytest.param(PointValues(win=3, bye=ByeWorth.WIN), 7, 12, id="three for a win"),
    ],
)
def test_worth_of_a_bye(values, points, net):
    facts = replace(FIXTURE_F, byes=(ByeFact(3, "A"),))

    row = row_of(facts, "A", RankingRules(values=values))

    assert (row.tournament_points, row.net, row.byes, row.tables) == (points, net, 1, 2)


def test_own_average_of_nothing_is_nothing():
    facts = Facts(("A",), byes=(ByeFact(1, "A"),))

    row = row_of(facts, "A", RankingRules(values=PointValues(bye=ByeWorth.AVERAGE)))

    assert (row.tournament_points, row.net) == (0, 0)


def test_an_absence_has_no_points_and_the_declared_net():
    facts = replace(FIXTURE_F, absences=(AbsenceFact(3, "A"),))

    row = row_of(facts, "A", RankingRules(values=PointValues(absence_net=-20)))

    assert (row.tournament_points, row.net, row.absences) == (3, -8, 1)


def test_a_penalty_is_taken_off_and_shown():
    facts = replace(FIXTURE_F, penalties=(PenaltyFact("A", 1, round=2),))

    row = row_of(facts, "A")

    assert (row.tournament_points, row.penalty, row.rank) == (2, 1, 2)
    assert row_of(facts.until(1), "A").penalty == 0


def test_a_walk_over_is_a_win_whatever_was_played():
    facts = Facts(("P", "Q"), (TableFacts(1, ("P",), ("Q",), (30,), awarded_to=Side.A),))

    assert [(row.id, row.tournament_points, row.net, row.tables_won) for row in rank(facts).rows] == [
        ("P", 2, -6, 1),
        ("Q", 0, 6, 0),
    ]


def test_an_unfinished_table_counts_its_deals():
    facts = Facts(("P", "Q"), (TableFacts(1, ("P",), ("Q",), (40, 30)),))

    row = row_of(facts, "P")

    assert (row.tournament_points, row.net, row.deals, row.tables) == (0, -2, 2, 1)


def test_an_open_table_counts_for_nothing():
    facts = Facts(("P", "Q"), (TableFacts(1, ("P",), ("Q",)),))

    assert row_of(facts, "P").tables == 0


def test_a_stand_in_plays_but_is_not_ranked():
    facts = Facts(("P",), (table("S", "P"),), unranked=("S",))

    rows = rank(facts).rows

    assert [row.id for row in rows] == ["P"]
    assert rows[0].opponents_points == 2


def test_the_mean_is_exact():
    facts = Facts(("P", "Q", "R"), (table("P", "Q"), table("P", "R", 4, 2), table("R", "P", 4, 3)))

    standings = rank(facts, RankingRules(keys=(Key.TOURNAMENT_POINTS,), combine=Combine.MEAN))

    assert [row.id for row in standings.rows] == ["P", "R", "Q"]
    assert standings.reason(0) == Reason(Key.TOURNAMENT_POINTS, Fraction(4, 3), Fraction(1), ())


def test_the_lot_is_a_function_of_seed_and_entry_alone():
    few, many = Facts(("P", "Q", "R")), Facts(("T", "R", "Q", "S", "P"))

    first, second = (order(facts, Key.LOT, lot_seed=7) for facts in (few, many))

    assert first == [entry for entry in second if entry in few.entries]


def test_an_unknown_entry_is_refused():
    with pytest.raises(UnknownEntryError) as refused:
        rank(Facts(("P",), (table("P", "X"),)))

    assert refused.value.entry == "X"


deals = st.tuples(*[st.integers(0, 72)] * 4)


@st.composite
def events(draw):
    size = draw(st.integers(1, 6)) * 2
    tables = []
    for number in range(draw(st.integers(0, 4))):
        seats = draw(st.permutations(range(size)))
        tables += [TableFacts(number, (a,), (b,), draw(deals)) for a, b in zip(seats[::2], seats[1::2], strict=True)]
    return Facts(tuple(range(size)), tuple(tables))


@given(events(), st.permutations(list(Key)), st.sampled_from(PointsPer), st.sampled_from(Combine))
def test_ranking_properties(facts, keys, per, combine):
    rules = RankingRules(tuple(keys), PointValues(per=per), combine)

    standings = rank(facts, rules)

    assert standings == rank(facts, rules)
    assert sorted(row.id for row in standings.rows) == list(facts.entries)
    assert standings.net == 0
    assert standings.card_points == 288 * len(facts.tables)
    for above, below, reason in zip(standings.rows, standings.rows[1:], standings.reasons, strict=False):
        assert (reason is None) == (above.rank == below.rank)
        assert reason is None or reason.above > reason.below


@given(events(), st.randoms(use_true_random=False))
def test_the_order_of_facts_does_not_matter(facts, chance):
    shuffled = replace(facts, tables=tuple(chance.sample(facts.tables, len(facts.tables))))

    assert rank(facts) == rank(shuffled)


def test_a_whole_championship_is_ranked():
    chance = random.Random(1)
    tables = []
    for number in range(12):
        seats = chance.sample(range(200), 200)
        tables += [
            TableFacts(number, (a,), (b,), tuple(chance.randint(6, 66) for _ in range(4)))
            for a, b in zip(seats[::2], seats[1::2], strict=True)
        ]

    standings = rank(Facts(tuple(range(200)), tuple(tables)))

    assert len(standings.rows) == 200
    assert standings.net == 0
