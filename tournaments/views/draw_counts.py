"""The numbers of a draw in words: what was repeated, and as much as is proved about it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

Stored = Mapping[str, Any]


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
            return _("%(what)s (the fewest possible)") % {"what": text}
        return text if self.changed else _("%(what)s (the fewest found)") % {"what": text}


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
    if other.bound is not None and other.count:
        facts.append(other_role_fact(other))
    return facts


def other_role_fact(other: Counted) -> Fact:
    words = ngettext(
        "%(count)s meeting of earlier partners as opponents, or the other way round",
        "%(count)s meetings of earlier partners as opponents, or the other way round",
        other.count,
    )
    return Fact("skip", other.said(words % {"count": other.count}))


@dataclass(frozen=True, slots=True)
class Number:
    """A number of the certificate with its name, which says as much as is proved about it."""

    name: str
    count: int


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
    return [Number(counted[name].said(words), counted[name].count) for name, words in names.items()]
