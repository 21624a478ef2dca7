"""Fixed pairs: the next round by standing, or by lot; exact for the strict order of aims.

Aims, hardest first: no rematch (now, and in small fields in the rounds to come) > nobody sits out twice
before everyone has once, the lowest-ranked first > score groups (squared gaps in points) > keep-apart
groups > who gives first balanced > rank gap. By lot, score and rank gaps are not looked at.
"""

import random
from contextlib import suppress

from tournaments.pairing.aims import WeightedGraph, best_matching, fold
from tournaments.pairing.board import Board, Method, board_of
from tournaments.pairing.certificate import certify, explain_byes, explain_table
from tournaments.pairing.field import Draw, DrawnTable, Field
from tournaments.pairing.large import best_of_all
from tournaments.pairing.lookahead import LARGEST_SEARCHED, keep_rounds_free, promised_rounds
from tournaments.pairing.seating import first_dealer, table_numbers
from tournaments.pairing.swiss_graph import edges_of

COMPLETE_UP_TO = 100
"""Fields up to here are matched over all legal pairs; in larger ones a few are, and the others are ruled out."""


def draw(field: Field, seed: int, method: Method | None = None) -> Draw:
    """Draw a round of fixed pairs: by standing, or by lot when asked for or when nothing was played yet.

    Raises PairingRefusedError: TOO_FEW (fewer than two entries), ENTRY_TWICE, TABLE_TWICE.
    """
    board = board_of(field, seed, method or (Method.STANDING if field.tables else Method.LOT))
    pairs = _free_round(board, seed)
    free_rounds = 0
    if pairs is None:
        pairs = _round_with_repeats(board, seed)
    elif field.rounds_after > 0:
        pairs, free_rounds = _look_ahead(board, seed, pairs, field.rounds_after)
    bye = board.bye
    byes = [i for i, j in pairs if j == bye]
    tables = [pair for pair in pairs if pair[1] != bye]
    drawn = _seat(board, tables, field, seed)
    certificate = certify(field, seed, board, tables, byes, free_rounds)
    return Draw(drawn, explain_byes(board, byes), certificate)


def _free_round(board: Board, seed: int) -> list[tuple[int, int]] | None:
    """The best round in which nobody meets again and nobody sits out too early; None when none exists."""
    if board.size > COMPLETE_UP_TO:
        with suppress(OverflowError):
            return best_of_all(board, seed)
    return best_matching(graph_of(board, seed))


def _round_with_repeats(board: Board, seed: int) -> list[tuple[int, int]]:
    """The best of all rounds, worst repeat first, then their number, then unfair byes."""
    pairs = best_matching(graph_of(board, seed, repeats=True))
    if pairs is None:
        raise AssertionError("a complete graph of even size has a perfect matching")
    return pairs


def graph_of(board: Board, seed: int, *, repeats: bool = False) -> WeightedGraph:
    return fold(board.size, edges_of(board, repeats=repeats), random.Random(f"{seed}/weights"))


def _look_ahead(
    board: Board, seed: int, best: list[tuple[int, int]], rounds_after: int
) -> tuple[list[tuple[int, int]], int]:
    """The round to take for the sake of later ones, and how many of them are known to stay free of repeats."""
    promised = promised_rounds(board.size, _fewest_unmet(board))
    if promised >= rounds_after or board.size > LARGEST_SEARCHED:
        return best, min(promised, rounds_after)
    graph = graph_of(board, seed)
    return keep_rounds_free(graph, graph.weights.keys(), best, rounds_after)


def _fewest_unmet(board: Board) -> int:
    """The least number of vertices that one vertex can still be matched with without a repeat."""
    unmet = [len(board.entries) - 1] * len(board.entries)
    for i, j in board.past.opponents:
        unmet[i] -= 1
        unmet[j] -= 1
    if board.bye is None:
        return min(unmet)
    fair = [times == min(board.past.byes) for times in board.past.byes]
    return min(sum(fair), *(number + may for number, may in zip(unmet, fair, strict=True)))


def _seat(board: Board, tables: list[tuple[int, int]], field: Field, seed: int) -> tuple[DrawnTable, ...]:
    chance = random.Random(f"{seed}/first dealer")
    numbers = table_numbers([(board.entries[i].table, board.entries[j].table) for i, j in tables], field.table_numbers)
    drawn = [
        DrawnTable(
            number=number,
            side_a=(board.entries[i].id,),
            side_b=(board.entries[j].id,),
            first_dealer=first_dealer(board.past, (i,), (j,), chance),
            reasons=explain_table(board, i, j, number),
        )
        for number, (i, j) in zip(numbers, tables, strict=True)
    ]
    return tuple(sorted(drawn, key=lambda table: table.number))
