"""The prints of a championship: which template, with which data, in the active language.

Prints of the office carry the full names: a slip or a list in the hall is for the people themselves. Those for the
public are made of public sheets and rankings, which carry the public names.
"""

import functools
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.standings import RankingRules
from tournaments.domain.standings import Ranking
from tournaments.models import Championship
from tournaments.models.names import folded
from tournaments.templatetags.dates import day_time
from tournaments.templatetags.marks import figure, signed

from .grids import STANDINGS_COLUMNS, points_off
from .json import standings_json
from .pdf import FONTS, TEMPLATES, render
from .words import as_of_line, event_line, facts_head, language, order_sentences, penalty_sentences

FIGURES = tuple(key for key, _head in STANDINGS_COLUMNS if key not in {"rank", "number", "name", "place"})


@dataclass(frozen=True, slots=True)
class Print:
    """A document before it is set. `kind` names it among the prints of its championship (`slips-a5-3`)."""

    championship: int
    kind: str
    template: str
    data: Mapping[str, Any]

    @property
    def mark(self) -> str:
        """32 digits that change with anything that is printed, and with nothing else."""
        content = json.dumps([self.template, self.data, edition()], sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(content.encode()).hexdigest()[:32]

    def render(self) -> bytes:
        return render(self.template, self.data)


@functools.cache
def edition() -> str:
    """A hash of the templates and fonts of this release."""
    files = sorted(path for folder in (TEMPLATES, FONTS) for path in folder.rglob("*") if path.is_file())
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()


def head(championship: Championship, title: str, *, note: str = "", as_of: str = "", log: str = "") -> dict[str, Any]:
    """What stands on every print. `log`: where the log stood when what is printed was last changed."""
    return {
        **language(),
        "title": title,
        "note": note,
        "as_of": as_of,
        "log_mark": log,
        "championship": championship.name,
        "event": event_line(championship),
    }


def file_name(championship: Championship, what: str, extension: str) -> str:
    """A name that says what is in the file, in plain letters: `campiunadi-2026-ranking-after-round-3.csv`."""
    return f"{championship.slug}-{slugify(folded(what))}.{extension}"


def ranking_print(championship: Championship, ranking: Ranking, *, public: bool) -> Print:
    """The ranking as it stands."""
    kind = f"ranking-{'public' if public else 'office'}-{ranking.after_round}"
    log = facts_head(championship, ranking.after_round, public=public)
    data = ranking_data(
        championship,
        standings_json(ranking),
        ranking.rules,
        official=ranking.official,
        official_from=ranking.official_from,
        cut=ranking.cut,
        log=log,
    )
    return Print(championship.pk, kind, "ranking", data)


def ranking_data(
    championship: Championship,
    standings: Mapping[str, Any],
    rules: RankingRules,
    *,
    official: bool,
    official_from: datetime | None = None,
    cut: int | None = None,
    log: str = "",
) -> dict[str, Any]:
    """The data of the template `ranking`, from the JSON of `standings`. `cut`: how many go on to the final."""
    as_of = as_of_line(datetime.fromisoformat(standings["as_of"]), standings["open_tables"])
    note = as_of if official else f"{as_of} – {not_official(official_from)}"
    title = _("Ranking after round %(round)s") % {"round": standings["after_round"]}
    first_out = next((index for index, entry in enumerate(standings["entries"]) if cut and entry["rank"] > cut), None)
    return {
        **head(championship, title, note=note, as_of=as_of, log=log),
        "words": {},
        "heads": [str(label) for key, label in STANDINGS_COLUMNS if key != "place"],
        "entries": [
            ranking_row(entry, is_first_out=index == first_out, penalty=points_off(standings, entry["number"]))
            for index, entry in enumerate(standings["entries"])
        ],
        "penalties": penalty_sentences(standings),
        "order": order_sentences(rules),
    }


def not_official(official_from: datetime | None) -> str:
    """That results may still be corrected, and until when."""
    if official_from is None:
        return _("not official yet")
    return _("official from %(moment)s") % {"moment": day_time(official_from)}


def ranking_row(entry: Mapping[str, Any], *, is_first_out: bool, penalty: int = 0) -> dict[str, Any]:
    marks = [_("with substitute")] if entry.get("with_substitute") else []
    if penalty:
        marks.append(ngettext("penalty %(number)s point", "penalty %(number)s points", penalty) % {"number": penalty})
    mark = f" ({', '.join(marks)})" if marks else ""
    return {
        "rank": str(entry["rank"]),
        "number": str(entry["number"]),
        "name": entry["name"].replace(" – ", "\u00a0– ") + mark,
        "place": entry["place"],
        "figures": [signed(entry[key]) if key == "net" else figure(entry[key]) for key in FIGURES],
        "cut": _("Up to here: the final") if is_first_out else "",
    }
