"""The ranking for the office: every column, each of them to sort by."""

from typing import Any, ClassVar

import django_tables2 as tables
from django.utils.translation import gettext_lazy as _

from tournaments.domain.standings import RankedEntry, Ranking

from .columns import NetColumn, NumberColumn, PairColumn, RankColumn

ROMANSH = {"lang": "rm-sursilv"}


class OfficeStandingsListing(tables.Table):
    """One `RankedEntry` a row. Sorting by a column starts with the larger number, by rank with the first."""

    rank = RankColumn(verbose_name=_("Rank"), accessor="standing__rank", movement="movement", shared="standing__shared")
    number = NumberColumn(verbose_name=_("Number"))
    name = PairColumn(verbose_name=_("Name"), place="place")
    place = tables.Column(verbose_name=_("From"), attrs={"td": {"class": "muted"}})
    tournament_points = NumberColumn(verbose_name=_("Points"), accessor="standing__tournament_points", css="key")
    net = NetColumn(verbose_name=_("Net"), accessor="standing__net")
    tables_won = NumberColumn(verbose_name=_("Tables won"), accessor="standing__tables_won")
    best_table = NetColumn(verbose_name=_("Best table"), accessor="standing__best_table")
    buns = NumberColumn(verbose_name="buns", accessor="standing__buns")
    schliats = NumberColumn(verbose_name="schliats", accessor="standing__schliats")
    card_points = NumberColumn(verbose_name=_("Card points"), accessor="standing__card_points")
    deals_won = NumberColumn(verbose_name=_("Deals won"), accessor="standing__deals_won")
    tables_played = NumberColumn(verbose_name=_("Tables"), accessor="standing__tables")
    byes = NumberColumn(verbose_name=_("Sat out"), accessor="standing__byes")
    absences = NumberColumn(verbose_name=_("Missed"), accessor="standing__absences")
    penalty = NumberColumn(verbose_name=_("Penalty"), accessor="standing__penalty")
    opponents_points = NumberColumn(verbose_name=_("Opponents’ points"), accessor="standing__opponents_points")
    opponents_net = NetColumn(verbose_name=_("Opponents’ net"), accessor="standing__opponents_net")

    class Meta:
        attrs: ClassVar = {"class": "table"}
        order_by = "rank"

    def __init__(self, ranking: Ranking, **kwargs: Any) -> None:
        super().__init__(list(ranking.rows), **kwargs)
        for name in ("buns", "schliats"):
            self.columns[name].column.attrs["th"] = {"class": "num", **ROMANSH}

    def render_name(self, value: str, record: RankedEntry) -> Any:
        marks = [str(_("withdrawn"))] if record.withdrawn else []
        marks += [str(_("with substitute"))] if record.with_substitute else []
        return f"{value} ({', '.join(marks)})" if marks else value
