"""Why a table or a bye is as it is: the codes of `tournaments.pairing` in words, with the icon of the draw page."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

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
    "PARTNERS_AGAIN": gettext_lazy("%(people)s were partners in round %(rounds)s"),
    "OPPONENTS_AGAIN": gettext_lazy("%(people)s were opponents in round %(rounds)s"),
    "OTHER_ROLE": gettext_lazy("%(people)s sat at one table in round %(rounds)s already"),
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
}
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
    texts = [reason_text(reason, names, words) for reason in reasons]
    if pairs and "REPEAT" not in codes and codes[0] in {"SAME_POINTS", "NEAREST_POINTS"}:
        texts.insert(1, _("not met yet"))
    special = [code for code in codes if code not in PLAIN]
    return Why(ICONS.get((special or codes)[0], "same"), ", ".join(texts), bool(special))


def reason_text(reason: Stored, names: Mapping[int, str], words: Mapping[str, Promise]) -> str:
    """One reason; one that this version has no words for is named by its code."""
    code = reason["code"]
    text = words.get(code)
    if text is None:
        return _("another reason (%(code)s)") % {"code": code}
    return str(text) % {
        **reason,
        "rounds": ", ".join(map(str, reason.get("rounds", ()))),
        "groups": ", ".join(reason.get("groups", ())),
        "people": ", ".join(names.get(number, str(number)) for number in reason.get("entries", ())),
    }


#: Why an entry sits out.
BYES: dict[str, Promise] = {
    "LOWEST_WITHOUT": gettext_lazy("the lowest that has not sat out yet"),
    "LOWEST_POSSIBLE": gettext_lazy("the lowest that can sit out without a repeated meeting"),
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


@dataclass(frozen=True, slots=True)
class Fact:
    """A sentence about the whole draw, with its icon."""

    icon: str
    text: str


#: Ways to draw that leave no choice: there is no better draw to compare with.
FIXED = frozenset({"schedule", "knockout"})


@dataclass(frozen=True, slots=True)
class Counted:
    """How often an aim was not met. `bound`: no draw that is as good in what counts more has fewer (None: not known).

    `changed`: the organiser changed the draw, so nobody has looked for the fewest.
    """

    count: int
    bound: int | None
    changed: bool

    @classmethod
    def of(cls, certificate: Stored, name: str) -> "Counted":
        bound = None if certificate.get("method") in FIXED else certificate.get(f"{name}_bound")
        return cls(certificate.get(name) or 0, bound, bool(certificate.get("swaps")))

    def said(self, text: str) -> str:
        """The text with as much as is proved about the number in it."""
        if not self.count or self.bound is None:
            return text
        if self.count == self.bound:
            return _("%(count)s (the fewest possible)") % {"count": text}
        return text if self.changed else _("%(count)s (the fewest found)") % {"count": text}


def summary(certificate: Stored, gaps: int, *, pairs: bool) -> list[Fact]:
    """The certificate of a draw in a few words; empty for tables that were seated by hand. `gaps`: uneven tables."""
    if "repeats" not in certificate:
        return []
    facts = [repeats_fact(Counted.of(certificate, "repeats"), pairs=pairs)]
    if not pairs:
        facts += opponents_facts(certificate)
    if second := certificate.get("second_byes", 0):
        words = ngettext("%(count)s unfair sit-out", "%(count)s unfair sit-outs", second)
        facts.append(Fact("pause", words % {"count": second}))
    if gaps:
        words = ngettext("%(count)s table with a gap in points", "%(count)s tables with a gap in points", gaps)
        facts.append(Fact("pulled", words % {"count": gaps}))
    if together := certificate.get("groups_together", 0):
        words = ngettext("%(count)s meeting within a club", "%(count)s meetings within a club", together)
        facts.append(Fact("house", words % {"count": together}))
    return facts


def repeats_fact(repeats: Counted, *, pairs: bool) -> Fact:
    if not repeats.count:
        return Fact("check", _("no meeting repeated") if pairs else _("no partners repeated"))
    if pairs:
        words = ngettext("%(count)s meeting repeated", "%(count)s meetings repeated", repeats.count)
    else:
        words = ngettext("%(count)s pair of partners repeated", "%(count)s pairs of partners repeated", repeats.count)
    return Fact("skip", repeats.said(words % {"count": repeats.count}))


def opponents_facts(certificate: Stored) -> list[Fact]:
    """Where partners change: who are opponents again, and who is at one table again at all where that is an aim."""
    again, third = Counted.of(certificate, "opponents_again"), Counted.of(certificate, "opponents_third")
    if again.count:
        words = ngettext(
            "%(count)s pair of opponents repeated", "%(count)s pairs of opponents repeated", again.count
        ) % {"count": again.count}
        facts = [Fact("skip", again.said(words))]
    else:
        facts = [Fact("check", _("no opponents repeated"))]
    if third.count:
        words = ngettext("%(count)s of them a third time", "%(count)s of them a third time", third.count)
        facts.append(Fact("skip", third.said(words % {"count": third.count})))
    other = Counted.of(certificate, "other_role")
    if other.bound is not None:
        facts.append(other_role_fact(other))
    return facts


def other_role_fact(other: Counted) -> Fact:
    if not other.count:
        return Fact("check", _("no earlier partners meet as opponents, nor the other way round"))
    words = ngettext(
        "%(count)s meeting of earlier partners as opponents, or the other way round",
        "%(count)s meetings of earlier partners as opponents, or the other way round",
        other.count,
    )
    return Fact("skip", other.said(words % {"count": other.count}))


@dataclass(frozen=True, slots=True)
class Number:
    """A number of the certificate with its name."""

    name: str
    text: str


def numbers(certificate: Stored, *, pairs: bool) -> list[Number]:
    """How often each aim about meetings was not met, hardest first, with as much as is proved about it."""
    if certificate.get("repeats_bound") is None:
        return []
    names = {"repeats": _("Meetings repeated") if pairs else _("Partners repeated")}
    if not pairs and certificate.get("opponents_again_bound") is not None:
        names["opponents_third"] = _("Opponents for the third time")
        names["opponents_again"] = _("Opponents repeated")
    if not pairs and certificate.get("other_role_bound") is not None:
        names["other_role"] = _("Earlier partners as opponents, or the other way round")
    counted = {name: Counted.of(certificate, name) for name in names}
    return [Number(words, counted[name].said(str(counted[name].count))) for name, words in names.items()]
