"""Runs in the peers' own environment: fields from standard input, CPU milliseconds and costs to standard output."""

import json
import sys
import time

import networkx as nx
from pairing_core import PlayerData, pair_round


def main() -> None:
    fields = {int(size): field for size, field in json.load(sys.stdin).items()}
    report = {
        "networkx_same_graph": {size: with_networkx(fields[size]["edges"]) for size in (200, 2000)},
        "pairing_core_dutch": {size: with_pairing_core(fields[size]["players"]) for size in (200, 2000)},
    }
    json.dump(report, sys.stdout)


def with_networkx(edges: list[list[int]]) -> dict[str, object]:
    begun = time.process_time()
    graph = nx.Graph()
    graph.add_weighted_edges_from(edges)
    found = nx.min_weight_matching(graph)
    cost = sum(graph[i][j]["weight"] for i, j in found)
    return {"ms": round(1000 * (time.process_time() - begun), 1), "cost": str(cost)}


def with_pairing_core(rows: list[list[object]]) -> dict[str, object]:
    players = [
        PlayerData(
            id=number + 1,
            pairing_no=rank,
            rating=3000 - rank,
            points=points / 2,
            color_hist=colours,
            opponents=frozenset(each + 1 for each in met),
            float_hist="-" * len(colours),
        )
        for number, rank, points, met, colours in rows
    ]
    begun = time.process_time()
    try:
        cards = pair_round(players, 6).pairings
    except Exception as error:  # noqa: BLE001 - a peer that gives up is a result
        return {"ms": round(1000 * (time.process_time() - begun), 1), "gave_up": type(error).__name__}
    return {"ms": round(1000 * (time.process_time() - begun), 1), "boards": len(cards)}


if __name__ == "__main__":
    main()
