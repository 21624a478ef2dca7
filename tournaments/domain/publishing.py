"""What the public sees, and when."""

from django.db.models import Max

from tournaments.enums import RoundState
from tournaments.models import Championship, Publication

from .change import Actor, changing
from .refusal import refused
from .rounds import close, last_round
from .standings import ranking


def set_public(championship_id: int, *, public: bool, actor: Actor = None) -> Championship:
    """Show or hide the whole championship."""
    with changing(championship_id, actor) as change:
        if change.championship.is_public != public:
            change.championship.is_public = public
            change.championship.save(update_fields=["is_public"])
            change.record("made_public" if public else "made_private")
        return change.championship


def hide_results_after(championship_id: int, *, after_round: int | None, actor: Actor = None) -> Championship:
    """Keep results and rankings of the rounds after `after_round` from the public; None shows everything."""
    with changing(championship_id, actor) as change:
        if change.championship.hidden_after != after_round:
            change.championship.hidden_after = after_round
            change.championship.save(update_fields=["hidden_after"])
            change.record("results_hidden" if after_round is not None else "results_shown", after_round=after_round)
        return change.championship


def publish_ranking(championship_id: int, *, actor: Actor = None) -> Publication:
    """Publish the ranking: nothing is hidden any more, and this version stays as it is now.

    Closes the last round. Where nothing has changed since the last time, as after a double click, that version is it.
    Raises `Refused`: `nothing_to_publish`, `round_drawn`, `open_tables`.
    """
    with changing(championship_id, actor) as change:
        championship = change.championship
        newest = championship.publications.order_by("number").last()
        if newest is not None and newest.revision == championship.revision:
            return newest
        last = last_round(championship)
        if last is None:
            raise refused("nothing_to_publish")
        if last.state == RoundState.DRAFT:
            raise refused("round_drawn", round=last.number)
        if last.state == RoundState.PUBLISHED:
            close(change, last)
        championship.is_public, championship.hidden_after = True, None
        championship.save(update_fields=["is_public", "hidden_after"])
        number = (championship.publications.aggregate(last=Max("number"))["last"] or 0) + 1
        change.record("ranking_published", publication=number, after_round=last.number)
        return Publication.objects.create(
            championship=championship,
            number=number,
            after_round=last.number,
            standings=ranking(championship, public=True).as_json(),
            revision=championship.revision,
            published_by=change.actor,
            published_at=change.time,
        )
