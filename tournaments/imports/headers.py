"""Words above columns, in Sursilvan, German, Italian and English, and what they mean."""

import re
from dataclasses import dataclass
from enum import StrEnum

from .outcome_cells import is_outcome_heading
from .text import fold


class Field(StrEnum):
    """What a column holds."""

    NUMBER = "number"
    NAME = "name"
    GIVEN = "given_name"
    SURNAME = "surname"
    PLACE = "place"
    CLUB = "club"
    YEAR = "year_of_birth"
    TABLE = "table"
    DEAL = "deal"
    FIRST_DEALER = "first_dealer"
    TOTAL = "total"
    OUTCOME = "outcome"


@dataclass(frozen=True, slots=True)
class Heading:
    """`index`: which person (1, 2) or deal (1…); `side`: "a" or "b"; `vague`: a word with two meanings ("Paar")."""

    field: Field
    index: int | None = None
    side: str | None = None
    vague: bool = False

    @property
    def label(self) -> str:
        """As one word for JSON: "name 1", "deal 2a"."""
        return f"{self.field} {self.index or ''}{self.side or ''}".strip()


def _by_word(words: dict[str, str]) -> dict[str, str]:
    return {word: kind for kind, text in words.items() for word in text.split()}


_ORDINALS = _by_word(
    {
        "1": "1 erster erste erstes ersten emprem empremi empren emprema prim prima primo first i",
        "2": "2 zweiter zweite zweites zweiten secund secunda secundo secondo seconda second ii",
    }
)
_ENTRY_WORDS = _by_word(
    {
        "number": "nr no n nummer numero number numer diember nummero numra lfd laufnummer startnummer startnr startno "
        "paarnummer paarnr teamnummer teamnr",
        "pair": "pair paar per pera coppia couple team equipa squadra paarung duo",
        "name": "name namen num nom nome nominativo names nums",
        "player": "spieler spielerin player players giugadur giugadura giugadurs giugadra giocatore giocatrice "
        "person persona persuna participant teilnehmer teilnehmerin teilnehmende participont participonta "
        "partecipante partner partnerin partenari partenaria compagno compagna mitspieler mitspielerin teammate "
        "spielername playername",
        "given": "vor vorname vornamen prenum prenom firstname forename given rufname",
        "surname": "nachname familienname surname lastname cognome zuname schlatta casada",
        "place": "ort wohnort domicil domizil place town village city residence liug lieu luogo localita domicilio "
        "residenza vischnaunca gemeinde comune vitg dorf ortschaft wohnsitz location wohngemeinde citad marcau",
        "club": "verein club klub uniun societa societad sektion sezione secziun gesellschaft vereinsname clubname "
        "association uniung associazione",
        "year": "jahrgang jg geburtsjahr geburtsdatum geb geburtstag year born birthdate birthday birth dob anno "
        "annada onn naschientscha nascita birthyear nato naschius naschida",
        "first": "first",
        "last": "last family famiglia familia",
    }
)
_ENTRY_FILLERS = frozenset(
    "der die das des dem den di da dil dal dalla della del dei de la il lo le les of the und e ed and en a von vom "
    "plz npa cap start spielers partners paares full voller ganzer complet completo date data datum jahr".split()
)
_RESULT_WORDS = _by_word(
    {
        "table": "tisch table meisa tavolo tischnr tischnummer tisc tav board",
        "number": "nr no n nummer numero number numer",
        "deal": "spiel deal giug partita game mano g d s sp giugs hand",
        "points": "punkte points puncts punti augen points card pt pts resultat result risultato",
        "dealer": "geber geberin dealer mazziere scartist cartaro austeiler giver dat erstgeber",
        "parts": "buns schliats",
        "total": "total totale summe summa sum somma kontrolle saldo net netto differenza control",
    }
)
_RESULT_FILLERS = frozenset(
    "side seite lato vart part pair paar per coppia team der die das di da dil dal of the von e and und "
    "spieler player giugadur".split()
)
_FEMININE = re.compile(r"(?<=\w{3})(?:/-?|\(-?|[:*_]-?)(?:a|in|innen|en|ra|rin|e|trice)\b\)?", re.IGNORECASE)
_BRACKETS = re.compile(r"\([^)]*\)|\[[^]]*\]")
_PIECES = re.compile(r"\d+|[^\W\d_]+")
_LONGEST = 60


def _pieces(text: str) -> list[str]:
    plain = _FEMININE.sub("", fold(text))
    return _PIECES.findall(_BRACKETS.sub(" ", plain)) or _PIECES.findall(plain)


def entry_heading(text: str) -> Heading | None:
    """What a heading of an entry list means; None for a column nobody asked for."""
    if len(text) > _LONGEST:
        return None
    pieces = _pieces(text)
    if text.strip() in {"#", "N°", "Nº", "№"}:
        return Heading(Field.NUMBER)
    kinds, index = _entry_kinds(pieces)
    if kinds is None:
        return None
    field = _entry_field(kinds, index)
    if field is None:
        return None
    if index is None and "partner" in " ".join(pieces):
        index = 2
    return Heading(field, index, vague=kinds == {"pair"})


def _entry_kinds(pieces: list[str]) -> tuple[set[str] | None, int | None]:
    kinds: set[str] = set()
    index: int | None = None
    for position, piece in enumerate(pieces):
        said = _ORDINALS.get(piece) or ({"a": "1", "b": "2"}.get(piece) if position else None)
        if said and index is None and not (piece == "first" and "name" in pieces):
            index = int(said)
        elif piece in _ENTRY_WORDS:
            kinds.add(_ENTRY_WORDS[piece])
        elif piece not in _ENTRY_FILLERS:
            return None, None
    return kinds, index


def _entry_field(kinds: set[str], index: int | None) -> Field | None:
    """The one field that these words name together: "Vorname Spieler 1" is a given name, "Name Vorname" a whole one."""
    if {"first", "last"} & kinds:
        kinds = {{"first": "given", "last": "surname"}.get(kind, kind) for kind in kinds} - {"name"}
    if "place" in kinds and {"name", "given", "surname"} & kinds:
        return Field.NAME  # "Name, Ort" over "Gion Nuth, Trun"
    if {"place", "club", "year"} & kinds:
        return next(Field(each) for each in (Field.YEAR, Field.PLACE, Field.CLUB) if _SHORT[each] in kinds)
    if len(kinds & {"name", "given", "surname"}) > 1 or "name" in kinds:
        return Field.NAME
    if "given" in kinds or "surname" in kinds:
        return Field.GIVEN if "given" in kinds else Field.SURNAME
    if "player" in kinds:
        return Field.NUMBER if "number" in kinds and index is None else Field.NAME
    return Field.NUMBER if kinds else None


_SHORT = {Field.YEAR: "year", Field.PLACE: "place", Field.CLUB: "club"}


def result_heading(text: str) -> Heading | None:
    """What a heading of a result list means; None for a column nobody asked for."""
    if len(text) > _LONGEST:
        return None
    if is_outcome_heading(text):
        return Heading(Field.OUTCOME)
    kinds: set[str] = set()
    numbers: list[int] = []
    side: str | None = None
    for piece in _pieces(text):
        if piece.isdecimal() or piece in _ORDINALS:
            numbers.append(int(_ORDINALS.get(piece, piece)[:3]))
        elif piece in {"a", "b"}:
            side = piece
        elif piece in _RESULT_WORDS:
            kinds.add(_RESULT_WORDS[piece])
        elif piece not in _RESULT_FILLERS:
            return None
    return _result_field(kinds, numbers, side)


def _result_field(kinds: set[str], numbers: list[int], side: str | None) -> Heading | None:
    if "dealer" in kinds:
        return Heading(Field.FIRST_DEALER)
    if "table" in kinds or kinds == {"number"}:
        return None if numbers else Heading(Field.TABLE, vague="table" not in kinds)
    if "total" in kinds and "parts" not in kinds:
        return Heading(Field.TOTAL, side=side or "a")
    if len(numbers) != 1:
        return None
    return Heading(Field.DEAL, numbers[0], side)
