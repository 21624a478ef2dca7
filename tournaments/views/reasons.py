"""The order of a ranking in words: what the keys are called, and why one entry stands above the next."""

from fractions import Fraction

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.standings import Reason
from scoring.tiebreaks import NO_TABLE, Key, KeyValue
from tournaments.exports.words import KEY_WORDS
from tournaments.templatetags.marks import MINUS, figure, signed

#: Keys whose values are balances and carry a sign.
SIGNED = frozenset({Key.NET, Key.BEST_TABLE, Key.OPPONENTS_NET})

#: One sentence a key; `%(above)s` and `%(below)s` are the values of the two.
DECISIONS: dict[Key, Promise] = {
    Key.TOURNAMENT_POINTS: gettext_lazy("The points decide: %(above)s against %(below)s."),
    Key.NET: gettext_lazy("The net decides: %(above)s against %(below)s."),
    Key.TABLES_WON: gettext_lazy("The tables won decide: %(above)s against %(below)s."),
    Key.DIRECT: gettext_lazy("Their own meeting decides: %(above)s against %(below)s points."),
    Key.BEST_TABLE: gettext_lazy("The best single table decides: %(above)s against %(below)s."),
    Key.BUNS: gettext_lazy("The buns decide: %(above)s against %(below)s."),
    Key.CARD_POINTS: gettext_lazy("The card points decide: %(above)s against %(below)s."),
    Key.DEALS_WON: gettext_lazy("The deals won decide: %(above)s against %(below)s."),
    Key.OPPONENTS_POINTS: gettext_lazy("The points of the opponents decide: %(above)s against %(below)s."),
    Key.OPPONENTS_NET: gettext_lazy("The net of the opponents decides: %(above)s against %(below)s."),
    Key.LOT: gettext_lazy("The lot decides, drawn from the declared seed."),
}


def why(reason: Reason) -> str:
    """What is equal, then what decides: `Level so far: 6 points, net +10. The best …`"""
    decision = str(DECISIONS[reason.key]) % {
        "above": shown(reason.key, reason.above),
        "below": shown(reason.key, reason.below),
    }
    equal = [equal_words(key, value) for key, value in reason.equal]
    if not equal:
        return decision
    return _("Level so far: %(equal)s. %(decision)s") % {"equal": ", ".join(equal), "decision": decision}


def equal_words(key: Key, value: KeyValue | None) -> str:
    """`6 points`, `net +10`, `3 tables won`, `no decision in direct meetings`."""
    if key is Key.DIRECT or value is None:
        return _("their own meetings do not decide")
    if key is Key.TOURNAMENT_POINTS and isinstance(value, int):
        return ngettext("%(count)s point", "%(count)s points", value) % {"count": figure(value)}
    if key is Key.TABLES_WON and isinstance(value, int):
        return ngettext("%(count)s table won", "%(count)s tables won", value) % {"count": value}
    return f"{KEY_WORDS[key]} {shown(key, value)}"


def shown(key: Key, value: KeyValue) -> str:
    """A value as people read it: nets signed, means with two decimals, a dash for no table."""
    if isinstance(value, Fraction):
        return f"{float(value):.2f}".replace("-", MINUS)
    if key is Key.BEST_TABLE and value == NO_TABLE:
        return "–"
    return signed(value) if key in SIGNED else figure(value)
