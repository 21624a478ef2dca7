"""A lower bound for a round of individuals, by a linear program over whole tables."""

from tournaments.pairing.board import Method, board_of
from tournaments.pairing.field import Field
from tournaments.pairing.table_costs import costs_of
from tournaments.pairing.table_program import legal_tables, relaxed


def smallest_gaps(field: Field) -> float:
    """The least sum of squared gaps when everybody sits once and nobody meets again as partner or opponent.

    Parts of tables count, which is why no real round is below it. It holds for tables inside a window of
    ranks. Without sit-outs.
    """
    board = board_of(field, 8, Method.STANDING)
    costs = costs_of(board, mind_other_role=False)
    everybody = list(range(len(board.entries)))
    return relaxed(costs, everybody, legal_tables(costs, everybody))[0]
