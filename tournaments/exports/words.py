"""Sentences and headings that stand on more than one print, in the active language."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy, ngettext, override
from django.utils.translation import gettext as _

from scoring.standings import RankingRules
from scoring.table_points import PointsPer
from scoring.tiebreaks import Key
from tournaments.domain.sheets import EntryLine
from tournaments.domain.standings import last_visible_round
from tournaments.models import Championship
from tournaments.templatetags.dates import clock, day

#: What the keys of an order are called inside a sentence.
KEY_WORDS: dict[Key, Promise] = {
    Key.TOURNAMENT_POINTS: gettext_lazy("points"),
    Key.NET: gettext_lazy("net"),
    Key.TABLES_WON: gettext_lazy("tables won"),
    Key.DIRECT: gettext_lazy("direct meeting"),
    Key.BEST_TABLE: gettext_lazy("best table"),
    Key.BUNS: gettext_lazy("buns"),
    Key.CARD_POINTS: gettext_lazy("card points"),
    Key.DEALS_WON: gettext_lazy("deals won"),
    Key.OPPONENTS_POINTS: gettext_lazy("points of the opponents"),
    Key.OPPONENTS_NET: gettext_lazy("net of the opponents"),
    Key.LOT: gettext_lazy("lot"),
}


def order_words(keys: Iterable[Key]) -> str:
    """`points, net, tables won, …`"""
    return ", ".join(str(KEY_WORDS[key]) for key in keys)


def event_line(championship: Championship) -> str:
    """When and where: `Saturday 7 November 2026, Trun`."""
    when = day(championship.starts_on, "full")
    return f"{when}, {championship.place}" if championship.place else when


def as_of_line(moment: datetime | None, open_tables: int) -> str:
    """`As of 7 November 2026, 16:42 – 3 tables open`."""
    parts = []
    if moment is not None:
        parts.append(_("As of %(day)s, %(time)s") % {"day": day(moment), "time": clock(moment)})
    if open_tables:
        parts.append(ngettext("%(count)s table open", "%(count)s tables open", open_tables) % {"count": open_tables})
    return " – ".join(parts)


def order_sentences(rules: RankingRules) -> str:
    """The order of a ranking in words: what a table is worth, the keys, and what happens when all are level."""
    values = {"win": rules.values.win, "level": rules.values.level, "loss": rules.values.loss}
    if rules.values.per is PointsPer.DEAL:
        worth = _("Points for each deal: %(win)s won, %(level)s level, %(loss)s lost.") % values
    else:
        worth = _("Points for each table: %(win)s won, %(level)s level, %(loss)s lost.") % values
    order = _("Order: %(keys)s.") % {"keys": order_words(rules.keys)}
    end = "" if Key.LOT in rules.keys else _("Who is level in all of these shares the rank.")
    return " ".join(filter(None, (worth, order, end)))


def penalty_sentences(standings: Mapping[str, Any]) -> list[str]:
    """Points off, with their reasons, as they stand under a ranking; from the JSON of `standings`."""
    return [penalty_sentence(each) for each in standings.get("penalties", ())]


def penalty_sentence(penalty: Mapping[str, Any]) -> str:
    """`No. 3: 1 off after round 2, came late twice`"""
    values = {
        "entry": penalty["number"],
        "points": penalty["points"],
        "number": penalty["after_round"],
        "reason": penalty["reason"],
    }
    if not penalty["after_round"]:
        return _("No. %(entry)s: %(points)s off from the start, %(reason)s") % values
    return _("No. %(entry)s: %(points)s off after round %(number)s, %(reason)s") % values


def in_two_languages(message: str, **values: object) -> str:
    """The Romansh words before those of the reader, as on the cards' table: `Meisa · Tisch`."""
    own = _(message) % values
    with override("rm"):
        romansh = _(message) % values
    return own if romansh == own else f"{romansh} · {own}"


def in_short(hash_: str) -> str:
    """The beginning of a hash as prints show it: `7F3A-91C2`; empty for none."""
    return f"{hash_[:4]}-{hash_[4:8]}".upper().strip("-")


def log_head(championship: Championship, round_number: int) -> str:
    """Where the log of the championship stood when this round was published: `7F3A-91C2`; empty for a proposal.

    The slips of a round say the same whenever they are printed again.
    """
    events = championship.events.filter(type="round_published", payload__round=round_number)
    hash_ = events.order_by("-sequence").values_list("hash", flat=True).first() or ""
    return in_short(hash_)


#: Later than any round.
EVERY_ROUND = 32767

#: Events that a ranking follows from; in between, the log may grow without any number changing.
OF_RANKINGS = (
    "round_published",
    "round_closed",
    "round_official",
    "result_confirmed",
    "result_ruled",
    "result_corrected",
    "result_disputed",
    "result_withdrawn",
    "result_taken_back",
    "results_from_file",
    "penalty_given",
    "penalty_lifted",
    "undone",
)


def facts_head(championship: Championship, after_round: int, *, public: bool) -> str:
    """Where the log stood when the results up to this round were last changed: `7F3A-91C2`; empty before the first.

    With `public` results that are hidden do not move it: that something was typed is hidden, too.
    """
    last = min(after_round, last_visible_round(championship, public=public))
    events = championship.events.filter(type__in=OF_RANKINGS, payload__round__lte=last)
    hash_ = events.order_by("-sequence").values_list("hash", flat=True).first() or ""
    return in_short(hash_)


def side_lines(side: Sequence[EntryLine]) -> list[str]:
    """The people of a side, one a line, with a dash at the end of the first: a pair, or two who play together."""
    names = [name for entry in side for name, _place, _order in entry.people]
    return [f"{name}\u00a0–" for name in names[:-1]] + names[-1:]


def side_place(side: Sequence[EntryLine]) -> str:
    """Where a side comes from: `Trun / Ilanz`, or one place when all are the same."""
    return " / ".join(dict.fromkeys(place for entry in side for _name, place, _order in entry.people if place))


def language() -> dict[str, str]:
    """The language of a print for typst: hyphenation, and how it is read aloud."""
    code = (get_language() or "en").split("-")[0]
    return {"lang": code, "region": "GB" if code == "en" else "CH"}
