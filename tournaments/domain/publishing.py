"""What the public sees, and when."""

from tournaments.models import Championship

from .change import Actor, changing


def set_public(championship_id: int, *, public: bool, actor: Actor = None) -> Championship:
    """Show or hide the whole championship."""
    with changing(championship_id, actor) as change:
        change.championship.is_public = public
        change.championship.save(update_fields=["is_public"])
        change.record("made_public" if public else "made_private")
        return change.championship


def hide_results_after(championship_id: int, *, after_round: int | None, actor: Actor = None) -> Championship:
    """Keep results and rankings of the rounds after `after_round` from the public; None shows everything."""
    with changing(championship_id, actor) as change:
        change.championship.hidden_after = after_round
        change.championship.save(update_fields=["hidden_after"])
        change.record("results_hidden" if after_round is not None else "results_shown", after_round=after_round)
        return change.championship
