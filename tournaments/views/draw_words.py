"""Why a table or a bye is as it is: the codes of `tournaments.pairing` in words, with the icon of the draw page."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.templatetags.marks import figure

Stored = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Why:
    """All reasons of a table in one line; `special` where an organiser should look (a gap, a repeat)."""

    icon: str
    text: str
    special: bool


#: Icon by code, and the text that its data fills: `people` and `rounds` are lists in words.
ICONS = {
    "BY_LOT": "dice",
    "BY_SCHEDULE": "hand-slip",
    "SAME_POINTS": "same",
    "NEAREST_POINTS": "pulled",
    "REPEAT": "skip",
    "PARTNERS_AGAIN": "skip",
    "OPPONENTS_AGAIN": "skip",
    "OTHER_ROLE": "skip",
    "GROUP_TOGETHER": "house",
    "FIXED_TABLE": "arrow",
    "BRACKET": "arrow",
    "THIRD_PLACE": "arrow",
    "BY_HAND": "swap",
}
TEXTS: dict[str, Promise] = {
    "BY_LOT": gettext_lazy("drawn by lot"),
    "BY_SCHEDULE": gettext_lazy("by the schedule"),
    "SAME_POINTS": gettext_lazy("both on %(points)s"),
    "NEAREST_POINTS": gettext_lazy("%(points)s and %(points_b)s, the smallest gap possible"),
    "REPEAT": gettext_lazy("met in round %(rounds)s already"),
    "PARTNERS_AGAIN": gettext_lazy("partners again: %(twos)s"),
    "OPPONENTS_AGAIN": gettext_lazy("opponents again: %(twos)s"),
    "OTHER_ROLE": gettext_lazy("at one table again: %(twos)s"),
    "GROUP_TOGETHER": gettext_lazy("same club: %(groups)s"),
    "FIXED_TABLE": gettext_lazy("table asked for"),
    "BRACKET": gettext_lazy("by the bracket"),
    "THIRD_PLACE": gettext_lazy("for the third place"),
    "BY_HAND": gettext_lazy("changed by the organiser"),
}
#: Where partners change, four people sit at a table; that their gaps are the smallest is found by search, not proved.
OF_FOUR: dict[str, Promise] = {
    "SAME_POINTS": gettext_lazy("all four on %(points)s"),
    "NEAREST_POINTS": gettext_lazy("%(points)s to %(points_b)s, the smallest gap found"),
    "GROUP_TOGETHER": gettext_lazy("same club: %(groups)s (%(people)s)"),
}
#: Codes whose reasons are named together: who met again, and in which rounds; who is of one club.
AGAIN = frozenset({"PARTNERS_AGAIN", "OPPONENTS_AGAIN", "OTHER_ROLE"})
TOGETHER = AGAIN | {"GROUP_TOGETHER"}
#: At a table that the organiser changed nothing is the smallest possible.
CHANGED: dict[str, Promise] = {"NEAREST_POINTS": gettext_lazy("on %(points)s and %(points_b)s")}
#: Codes that are nothing to look at.
PLAIN = frozenset({"BY_LOT", "BY_SCHEDULE", "SAME_POINTS", "OTHER_ROLE", "FIXED_TABLE", "BRACKET", "THIRD_PLACE"})


def why(reasons: Sequence[Stored], names: Mapping[int, str], *, pairs: bool) -> Why | None:
    """Why a table is as it is; None when the draw gave no reason. `names` are those of the entry numbers."""
    if not reasons:
        return None
    codes = [reason["code"] for reason in reasons]
    words = (TEXTS if pairs else TEXTS | OF_FOUR) | (CHANGED if "BY_HAND" in codes else {})
    texts = [reason_text(alike, names, words) for alike in named_together(reasons)]
    if pairs and "REPEAT" not in codes and codes[0] in {"SAME_POINTS", "NEAREST_POINTS"}:
        texts.insert(1, _("not met yet"))
    special = [code for code in codes if code not in PLAIN]
    text = (", " if AGAIN.isdisjoint(codes) else "; ").join(texts)
    return Why(ICONS.get((special or codes)[0], "same"), text, bool(special))


def named_together(reasons: Sequence[Stored]) -> list[list[Stored]]:
    """The reasons in their order, those that are named together where the first one of them stands."""
    found: dict[object, list[Stored]] = {}
    for at, reason in enumerate(reasons):
        named = (reason["code"], *reason.get("groups", ()))
        found.setdefault(named if reason["code"] in TOGETHER else at, []).append(reason)
    return list(found.values())


def reason_text(alike: Sequence[Stored], names: Mapping[int, str], words: Mapping[str, Promise]) -> str:
    """One reason, or several of one code; one that this version has no words for is named by its code."""
    reason, code = alike[0], alike[0]["code"]
    text = words.get(code)
    if text is None:
        return _("another reason (%(code)s)") % {"code": code}
    return str(text) % {
        **reason,
        **{name: figure(reason[name]) for name in ("points", "points_b") if name in reason},
        "rounds": ", ".join(map(str, reason.get("rounds", ()))),
        "groups": ", ".join(reason.get("groups", ())),
        "people": people([number for each in alike for number in each.get("entries", ())], names),
        "twos": ", ".join(two_text(each, names) for each in alike),
    }


def people(numbers: Iterable[int], names: Mapping[int, str]) -> str:
    """Names of entries, each once: A, B and C."""
    *others, last = [names.get(number, str(number)) for number in dict.fromkeys(numbers)] or [""]
    return _(" and ").join([", ".join(others), last] if others else [last])


def two_text(reason: Stored, names: Mapping[int, str]) -> str:
    """Two people, and the rounds in which they met."""
    rounds = reason.get("rounds", ())
    words = ngettext("%(people)s (round %(rounds)s)", "%(people)s (rounds %(rounds)s)", len(rounds))
    return words % {"people": people(reason.get("entries", ()), names), "rounds": ", ".join(map(str, rounds))}


#: Why an entry sits out.
BYES: dict[str, Promise] = {
    "LOWEST_WITHOUT": gettext_lazy("the lowest that has not sat out yet"),
    "LOWEST_POSSIBLE": gettext_lazy("in place of a lower one, to keep repeats few"),
    "SECOND_BYE": gettext_lazy("sits out again, because anything else would repeat a meeting"),
    "BY_HAND": gettext_lazy("decided by the organiser"),
    "IDLE": gettext_lazy("the schedule has no table for it in this round"),
    "BY_LOT": gettext_lazy("drawn by lot"),
}


def bye_words(certificate: Stored) -> dict[int, str]:
    """Why each entry sits out, by its number."""
    byes: Iterable[Stored] = certificate.get("byes", ())
    return {bye["entry"]: bye_text(bye) for bye in byes}


def bye_text(bye: Stored) -> str:
    """Why an entry sits out, and how often it had before."""
    code, before = bye["code"], bye["before"]
    text = str(BYES[code]) if code in BYES else _("another reason (%(code)s)") % {"code": code}
    if not before:
        return text
    times = ngettext("%(count)s time before", "%(count)s times before", before) % {"count": before}
    return f"{text} ({times})"
