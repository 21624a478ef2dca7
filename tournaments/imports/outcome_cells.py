"""How a table ended, as a result list says it: in the words of the files that this site gives out, or a code."""

from functools import cache

from django.conf import settings
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.enums import Outcome

from .text import fold, words

#: The heading of the column in files of a round (`exports.grids`).
HEADING = _("How the table ended")
#: Other words above the column, in four languages.
_HEADINGS = "outcome ended ending ausgang ende ausgegangen esito finida fin"
#: Other words for what stands in it; those that name no side need an A or B beside them.
_WORDS = {
    Outcome.PLAYED: "played gespielt giocato giugau finished",
    Outcome.ABANDONED: "abandoned unfinished abgebrochen interrotto interrut",
    Outcome.NEITHER: "neither nobody niemand nessuno negin",
}
_WALK_OVERS = {"a": Outcome.WALKOVER_A, "b": Outcome.WALKOVER_B}
_WALK_OVER = frozenset("walkover walk over wo forfeit kampflos forfait".split())


def is_outcome_heading(text: str) -> bool:
    """Whether a column with this heading says how tables ended."""
    return fold(text) in said_in_all_languages(HEADING) or fold(text) in _HEADINGS.split()


def read_outcome(text: str) -> Outcome | None:
    """Reads a label in any language, a code, "walkover A", "abgebrochen"; PLAYED for an empty cell; None: unknown."""
    if not text.strip():
        return Outcome.PLAYED
    plain = fold(text)
    for outcome in Outcome:
        if plain in said_in_all_languages(outcome.label) or plain in {fold(outcome), *_WORDS.get(outcome, "").split()}:
            return outcome
    parts = [part for part in words(text) if part not in {"side", "seite", "lato", "vart", "for", "fur", "per"}]
    side = parts[-1] if parts else ""
    return _WALK_OVERS[side] if side in _WALK_OVERS and {*parts[:-1]} and {*parts[:-1]} <= _WALK_OVER else None


@cache
def said_in_all_languages(said: Promise | str) -> frozenset[str]:
    """The words of a sentence in every language of the site."""
    found = set()
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            found.add(fold(str(said)))
    return frozenset(found)
