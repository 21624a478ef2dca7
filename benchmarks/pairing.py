"""Draws beside their peers: prints one JSON object; all times are CPU milliseconds of one process, medians.

What was prepared is kept out of the search for garbage, as in the engine's benchmark.

    .venv/bin/python -m benchmarks.pairing > draws.json            # two minutes on an idle machine
    .venv/bin/python -m benchmarks.pairing --no-peers > draws.json # nothing is installed

Synthetic results, fixed seeds. Every peer gets the same field in the same run. The peers are installed into
an environment in a temporary folder, which is removed afterwards.

Fairness: networkx solves the very same graph with the same weights, so it is like for like. pairing-core
pairs by the Dutch rules of chess, a stricter, lexicographic rule set that wants top half against bottom half
inside a score group; its time tells what a full rule engine costs in Python, its rank gaps are not a fault.
"""

import argparse
import gc
import json
import os
import platform
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
import venv
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations, product
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.pairing_bounds import smallest_gaps
from tournaments.pairing import individuals, swiss
from tournaments.pairing.aims import WeightedGraph, matching, network
from tournaments.pairing.board import Method, board_of
from tournaments.pairing.checker import check
from tournaments.pairing.field import Draw, EntryState, Field, PastBye, PastTable
from tournaments.pairing.large import search
from tournaments.pairing.line import Line
from tournaments.pairing.schedule import strangers, whist
from tournaments.pairing.table_costs import costs_of
from tournaments.pairing.table_program import gaps
from tournaments.pairing.table_search import best_tables

PEERS = ("networkx==3.7", "pairing-core==0.4.1")
PAIRS, PEOPLE = (50, 100, 200, 500, 1000, 2000), (48, 102, 200, 1000, 4000)
PAIR_ROUNDS, PEOPLE_ROUNDS = 5, 14
PRICED = (48, 200, 4000)
"""People for which a lower bound is computed by a linear program."""
STEPS = 30
"""Steps of the search at which round 8 is compared with its bound, beside the number that a draw takes."""
LARGE = (150, 300)
"""Fields of which only a few pairs are searched: each of their rounds is compared with the search over everything."""
COMPARED = 1000
"""The largest field that another library searches whole in seconds; 2,000 take it two minutes."""


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--no-peers", action="store_true", help="measure our own draws only")
    chosen = options.parse_args()
    fields = {size: after(PAIR_ROUNDS, size, swiss.draw) for size in PAIRS}
    report: dict[str, Any] = {
        "machine": f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}",
        "load": [round(each, 1) for each in os.getloadavg()],
        "pairs": {size: measure_pairs(field) for size, field in fields.items()},
        "large_rounds": measure_rounds(),
        "people": {size: measure_people(size) for size in PEOPLE},
        "schedules": measure_schedules(),
        "memory_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
    }
    if not chosen.no_peers:
        report["peers"] = measure_peers(fields)
        for size, found in report["peers"]["networkx_same_graph"].items():
            found["same_cost_as_ours"] = found.pop("cost") == report["pairs"][int(size)]["cost"]
        report["ratios"] = {
            peer: {size: round(each["ms"] / report["pairs"][int(size)]["ms"], 1) for size, each in sizes.items()}
            for peer, sizes in report["peers"].items()
            if peer != "versions"
        }
    print(json.dumps(report, indent=1))


def rounds(number: int, size: int, draw: Callable[[Field, int], Draw]) -> Iterator[tuple[Field, Draw, float]]:
    """Field, draw and CPU seconds of each round of an event with random results; every tenth shares a club."""
    chance = random.Random(size)
    points = dict.fromkeys(range(size), 0)
    tables: tuple[PastTable, ...] = ()
    byes: tuple[PastBye, ...] = ()
    for at in range(1, number + 1):
        order = sorted(points, key=lambda entry: (-points[entry], entry))
        states = (
            EntryState(each, rank, points[each], (f"club {each % (size // 10)}",)) for rank, each in enumerate(order, 1)
        )
        field = Field(tuple(states), tables, byes)
        begun = time.process_time()
        drawn = draw(field, at)
        yield field, drawn, time.process_time() - begun
        tables += tuple(PastTable(at, each.side_a, each.side_b, each.first_dealer) for each in drawn.tables)
        byes += tuple(PastBye(at, each.entry) for each in drawn.byes)
        for table in drawn.tables:
            for winner in chance.choice((table.side_a, table.side_b)):
                points[winner] += 2


def after(number: int, size: int, draw: Callable[[Field, int], Draw]) -> Field:
    """The field after so many rounds."""
    return list(rounds(number + 1, size, draw))[-1][0]


def measure_pairs(field: Field) -> dict[str, Any]:
    """Round 6, held against another library's search over the same graph, and over all legal pairs."""
    drawn = swiss.draw(field, 6)
    graph = searched(field)
    begun = time.process_time()
    best = matching(network(graph, priced=False))
    whole = time.process_time() - begun
    pairs = places(field, drawn)
    weights = graph.weights
    return {
        "ms": median_ms(lambda: swiss.draw(field, 6), repeat=9),
        "edges": len(weights),
        "plain_exact_search_alone_ms": round(1000 * whole, 1),
        "same_as_exact_search": pairs == best,
        "as_good_as_the_best_of_all_legal": as_good_as_all(field, drawn) if len(field.entries) <= COMPARED else None,
        "cost": str(sum(weights[pair] for pair in pairs)),
        "repeats": drawn.certificate.repeats,
        "gap_squares": drawn.certificate.gap_squares,
        "gap_squares_bound": drawn.certificate.gap_squares_bound,
        "clubs_together": drawn.certificate.groups_together,
        "checker_faults": len(check(field, drawn).faults),
    }


def as_good_as_all(field: Field, drawn: Draw) -> bool:
    """Whether another library finds nothing better among all legal pairs; what the lot adds is not counted."""
    graph = swiss.graph_of(board_of(field, drawn.certificate.seed, Method.STANDING), drawn.certificate.seed)
    cost = dict(zip(map(tuple, graph.pairs.tolist()), graph.head.tolist(), strict=True))
    best = matching(network(graph))
    return bool(sum(cost[pair] for pair in best) == sum(cost[pair] for pair in places(field, drawn)))


def places(field: Field, drawn: Draw) -> list[tuple[int, int]]:
    """The drawn pairs as places in the standing; an even field."""
    place = {entry.id: at for at, entry in enumerate(sorted(field.entries, key=lambda entry: entry.rank))}
    both = ((place[table.side_a[0]], place[table.side_b[0]]) for table in drawn.tables)
    return sorted((min(two), max(two)) for two in both)


def measure_rounds() -> dict[str, int]:
    """How many rounds of large fields are not the best of all legal ones."""
    played = [each for size in LARGE for each in list(rounds(PAIR_ROUNDS + 4, size, swiss.draw))[1:]]
    return {
        "rounds": len(played),
        "not_the_best_of_all": sum(not as_good_as_all(field, drawn) for field, drawn, _ in played),
    }


def searched(field: Field) -> WeightedGraph:
    """The graph in which round 6 is found: to a hundred entries every legal two, above that those that were joined."""
    board = board_of(field, 6, Method.STANDING)
    if board.size <= swiss.COMPLETE_UP_TO:
        return swiss.graph_of(board, 6)
    line = Line.of(board, np.arange(board.size), 6)
    found = search(line)
    if found is None:
        raise AssertionError("so few rounds leave a round without a repeat")
    first, second = found[1] // line.count, found[1] % line.count
    high, low = line.slack(first, second, line.words([0] * line.count))
    costs = [(dear << line.bits) + cheap for dear, cheap in zip(high.tolist(), low.tolist(), strict=True)]
    twos, least = zip(first.tolist(), second.tolist(), strict=True), min(costs)
    return WeightedGraph.of(line.count, {two: cost - least for two, cost in zip(twos, costs, strict=True)})


def measure_people(size: int) -> dict[str, Any]:
    played = list(rounds(PEOPLE_ROUNDS, size, individuals.draw))
    tables = [table for _, drawn, _ in played for table in drawn.tables]
    partners = Counter(frozenset(side) for table in tables for side in (table.side_a, table.side_b))
    opponents = Counter(frozenset(two) for table in tables for two in product(table.side_a, table.side_b))
    mates = Counter(frozenset(two) for table in tables for two in combinations((*table.side_a, *table.side_b), 2))
    sat_out = Counter(bye.entry for _, drawn, _ in played for bye in drawn.byes)
    report: dict[str, Any] = {
        "ms_a_round": round(1000 * statistics.median(seconds for _, _, seconds in played), 1),
        "repeated_partners": sum(times > 1 for times in partners.values()),
        "repeated_opponents": sum(times > 1 for times in opponents.values()),
        "again_at_one_table": sum(times > 1 for times in mates.values()),
        "most_sit_outs": max(sat_out.values(), default=0),
    }
    if size in PRICED:
        report["round_8"] = priced(played[7][0])
    return report


def priced(field: Field) -> dict[str, Any]:
    """Squared gaps of round 8 beside their bound: fours in order, or a linear program over near tables."""
    drawn = individuals.draw(field, 8).certificate
    in_order, program = drawn.gap_squares_bound, smallest_gaps(field)
    bound = max(in_order, program)
    reached = {f"gap_squares_{STEPS}_steps": gaps_after(STEPS, field), "gap_squares": drawn.gap_squares}
    found: dict[str, Any] = {**reached, "bound_in_order": in_order, "bound_of_program": round(program, 2)}
    if len(field.entries) <= 200:
        begun = time.process_time()
        reached["quality_gap_squares"] = individuals.draw(field, 8, quality=True).certificate.gap_squares
        found |= {**reached, "quality_ms": round(1000 * (time.process_time() - begun))}
    if bound > 0:
        found |= {name.replace("gap_squares", "ratio"): round(each / bound, 3) for name, each in reached.items()}
    return found


def gaps_after(steps: int, field: Field) -> int:
    """Squared gaps of the tables that so many steps of the search find; a field without sit-outs."""
    costs = costs_of(board_of(field, 8, Method.STANDING), mind_other_role=False)
    tables = best_tables(costs, range(len(field.entries)), random.Random("8/tables"), steps)
    return int(gaps(costs, np.array(tables, dtype=np.int64)).sum())


def measure_schedules() -> dict[str, float]:
    return {
        "strangers_4000_x_14_ms": median_ms(lambda: strangers(4000, 14)),
        "whist_40_ms": median_ms(lambda: whist(40)),
        "whist_4_to_40_ms": median_ms(lambda: [whist(size) for size in range(4, 41, 4)]),
    }


def measure_peers(fields: dict[int, Field]) -> dict[str, Any]:
    """Each peer on the fields of this run, in an environment of its own."""
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = Path(folder, "bin", "python")
        subprocess.run([python, "-m", "pip", "install", "-q", *PEERS], check=True, stdout=sys.stderr)
        given = {size: for_peers(field) for size, field in fields.items()}
        peers = Path(__file__).with_name("pairing_peers.py")
        done = subprocess.run([python, peers], input=json.dumps(given), check=True, text=True, stdout=subprocess.PIPE)
    found: dict[str, Any] = json.loads(done.stdout)
    return {"versions": PEERS, **found}


def for_peers(field: Field) -> dict[str, Any]:
    """The weighted graph, and the players with whom they met and on which side."""
    met: dict[Any, list[Any]] = {entry.id: [] for entry in field.entries}
    colours: dict[Any, str] = dict.fromkeys(met, "")
    for table in field.tables:
        for side, other, colour in ((table.side_a, table.side_b, "w"), (table.side_b, table.side_a, "b")):
            met[side[0]].append(other[0])
            colours[side[0]] += colour
    return {
        "edges": [[i, j, weight] for (i, j), weight in searched(field).weights.items()],
        "players": [[each.id, each.rank, each.points, met[each.id], colours[each.id]] for each in field.entries],
    }


def median_ms(action: Callable[[], object], repeat: int = 5) -> float:
    action()
    gc.collect()
    gc.freeze()
    times = []
    for _ in range(repeat):
        begun = time.process_time()
        action()
        times.append(time.process_time() - begun)
    return round(1000 * statistics.median(times), 2)


if __name__ == "__main__":
    main()
