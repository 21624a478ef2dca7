"""Whether a round of a knock-out still follows from the results before it."""

from tournaments.models import Round
from tournaments.pairing.field import PairingRefusedError
from tournaments.pairing.formats import PairingFormat

from .brackets import played_by
from .draws import Inputs, planned_before


def same_winners(round_: Round, inputs: Inputs) -> bool:
    """Whether the earlier rounds of a knock-out still have the winners that this round was drawn from."""
    if inputs.chosen is not PairingFormat.KNOCKOUT:
        return True
    earlier = planned_before(round_.stage, round_.number, inputs.chosen)
    try:
        played = played_by(earlier, tuple(int(str(each)) for each in inputs.plan.order))
    except PairingRefusedError:
        return False
    return (
        tuple(map(frozenset, played.winners)) == inputs.plan.winners
        and tuple(map(frozenset, played.fallen)) == inputs.plan.fallen
    )
