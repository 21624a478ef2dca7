"""What players may say in the consultation, and the names of the trumps: data, no rules.

`predicate` is what a phrase states about the hand (`tschintschar.holds` evaluates it), None where it is a mood only.
`unsure` marks words whose spelling was damaged in the source or restored; a native speaker has to settle them.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Phrase:
    """One thing a player may say, with what it means and what it states about the hand."""

    rm: str
    de: str
    meaning: str
    predicate: str | None = None
    remark: str = ""
    unsure: bool = False


@dataclass(frozen=True, slots=True)
class TrumpName:
    """A trump: its numeral as printed on the card (additive: IIII, VIIII), its German name, what players call it."""

    numeral: str
    de: str
    rm: tuple[str, ...]
    unsure: tuple[str, ...] = ()


VOCABULARY = (
    Phrase("jeu sun da Medel", "ich bin von Medel", "I hold one trump", "trumps == 1"),
    Phrase("duas da Medel", "zwei von Medel", "I hold two trumps", "trumps == 2"),
    Phrase("tschec da Medel", "viele von Medel", "many (high) trumps", unsure=True),
    Phrase("gnanc tochen Sogn Gions", "nicht einmal bis Sogn Gions", "only weak cards", None, "outdated", unsure=True),
    Phrase("ei va encunter Salvaplauna", "es geht gegen Salvaplauna", "very strong cards", None, "outdated"),
    Phrase("clavau dalla claustra", "Stall des Klosters", "very strong cards", None, "outdated"),
    Phrase("dar da freid", "kalt spielen", "I have no trumps left", "trumps == 0", unsure=True),
    Phrase("ina cuort", "ein Hof", "king, queen, knight and jack of one suit", "all four courts of one suit"),
    Phrase("ina famiglia", "eine Familie", "king, queen, knight and jack of one suit", "all four courts of one suit"),
    Phrase("ina napla", "eine Gruppe", "king and queen of one suit", "king and queen of one suit", "Brigels"),
    Phrase("mo in pèr da Tujetsch", "nur ein paar von Tujetsch", "a few court cards"),
    Phrase("da Mustér", "von Disentis", "some court cards", None, "Medel, outdated"),
    Phrase("ina flur", "eine Blume", "two kings", "kings == 2", unsure=True),
    Phrase("in flur", "eine Blume", "a king", "kings == 1", unsure=True),
    Phrase(
        "in flur nausch",
        "eine schlechte Blume",
        "a bare king (no other court card of its suit)",
        "one bare king",
        unsure=True,
    ),
    Phrase("in tschec flurs", "viele Blumen", "two covered kings", "two covered kings", unsure=True),
    Phrase("in miserabel", "ein miserabler", "a bare king", "one bare king", unsure=True),
    Phrase(
        "strusch in",
        "kaum einer",
        "one king or only trump I; in tournaments: exactly one honour",
        "honours == 1",
        "tournament list, six or twelve cards",
    ),
    Phrase("ina femna", "eine Frau", "several queens", "queens >= 2"),
    Phrase("in tec carn", "ein bisschen Fleisch", "few court cards"),
    Phrase("in bun", "ein guter", "a king with other cards of its suit", "one covered king", unsure=True),
    Phrase("il narr", "der Narr", "the Fool with trumps", "fool and trumps >= 1", "tournament list", unsure=True),
    Phrase("il narr blut", "der nackte Narr", "the Fool without trumps", "fool and trumps == 0", "tournament list"),
    Phrase("jeu gidel", "ich helfe", "a very good hand", None, "tournament list, all cards"),
    Phrase("jeu tegn cun tei", "ich halte mit dir", "a good hand"),
    Phrase("jeu sun cheu", "ich bin da", "a very good hand"),
    Phrase("mia part", "mein Teil", "a good hand", unsure=True),
    Phrase("jeu hai miu giug", "ich habe mein Spiel", "a good hand"),
    Phrase("strusch mia part", "kaum mein Teil", "a bad hand"),
    Phrase(
        "pli bugen autras", "lieber andere", "a middling or bad hand", None, "tournament list, all cards", unsure=True
    ),
    Phrase(
        "tric e trac",
        "dies und das",
        "about half of the hand are trumps",
        "trumps about half",
        "Brigels; tournament list, six or twelve cards",
    ),
    Phrase("senza mei", "ohne mich", "a bad hand"),
    Phrase("vitas", "leere Karten", "a bad hand", unsure=True),
    Phrase("aunc sis da quellas", "noch sechs davon", "deal on", "wish: continue", "tournament list"),
    Phrase("dai vinavon", "gib weiter", "deal on", "wish: continue"),
    Phrase("jeu mirel", "ich schaue", "deal on", "wish: continue", "tournament list"),
    Phrase("jeu stun", "ich bleibe", "we play with these cards", "wish: play"),
    Phrase("tuttas", "alle", "deal on", "wish: continue"),
    Phrase(
        "nus dein", "wir geben", "we play with these cards", "wish: play", "tournament list, all cards", unsure=True
    ),
    Phrase("autras", "andere", "a bad hand, a new deal please", "wish: cancel", "tournament list, six or twelve cards"),
    Phrase("nuot", "nichts", "worthless", "worthless", "tournament list; also: lavadas"),
    Phrase("jeu lasch liber", "ich lasse dir die Wahl", "leaves it to the next", "wish: free", "tournament list"),
    Phrase("in", "einer", "two honours", "honours == 2", "tournament list, six or twelve cards", unsure=True),
    Phrase(
        "(damaged in the source)",
        "",
        "five or six trumps",
        "5 <= trumps <= 6",
        "tournament list, all cards",
        unsure=True,
    ),
    Phrase("ina trocca", "eine Trocca", "seven or eight trumps", "7 <= trumps <= 8", "tournament list, all cards"),
    Phrase(
        "(damaged in the source)",
        "",
        "four or five small trumps",
        "4 <= small trumps <= 5",
        "tournament list, all cards",
        unsure=True,
    ),
    Phrase("da Medel", "von Medel", "eight to ten high trumps", "8 <= high trumps <= 10", "tournament list, all cards"),
    Phrase("da Tujetsch", "von Tujetsch", "many court cards", None, "tournament list, all cards"),
    Phrase(
        "(damaged in the source: one step)",
        "ein Schritt",
        "two honours and six or seven trumps",
        "honours == 2 and 6 <= trumps <= 7",
        "tournament list, all cards",
        unsure=True,
    ),
    Phrase("jeu sun buc cheu", "ich bin nicht da", "nothing", None, "tournament list, all cards"),
    Phrase("fai scart", "mach den Scart", "start playing", "wish: play", "tournament list, all cards; also: nus dein"),
)

TRUMP_NAMES = (
    TrumpName("I", "Der Magier", ("il bagat",)),
    TrumpName("II", "Junon", ("la gaglina", "la biua")),
    TrumpName("III", "Die Herrscherin", ("l'imperatura",)),
    TrumpName("IIII", "Der Herrscher", ("igl imperatur",), ("igl imperatur",)),
    TrumpName("V", "Jupiter", ("il da Cuoz", "il Diu fauls"), ("il Diu fauls",)),
    TrumpName("VI", "Die Liebenden", ("ils inamurai",)),
    TrumpName("VII", "Der Wagen", ("il carr", "la Catrina en crotscha")),
    TrumpName("VIII", "Die Gerechtigkeit", ("la giustia", "la stadera")),
    TrumpName("VIIII", "Der Eremit", ("il pader",)),
    TrumpName("X", "Das Glücksrad", ("la roda dalla fortuna", "la ventira")),
    TrumpName("XI", "Die Kraft", ("la forza",)),
    TrumpName("XII", "Der Gehängte", ("il pendiu",)),
    TrumpName("XIII", "Der Tod", ("la mort",)),
    TrumpName("XIIII", "Die Mässigkeit", ("la tempronza", "igl aunghel")),
    TrumpName("XV", "Der Teufel", ("il giavel", "il da cornas", "il naucli", "il bab dallas femnas")),
    TrumpName(
        "XVI", "Der Turm", ("la casa da Diu", "il tiaratriembel", "il cametg", "la Cadi", "la claustra barschada")
    ),
    TrumpName("XVII", "Der Stern", ("las steilas",)),
    TrumpName("XVIII", "Der Mond", ("la glina",)),
    TrumpName("XVIIII", "Die Sonne", ("il sulegl",)),
    TrumpName("XX", "Das Gericht", ("la dertgira", "ils bluts", "ils bluts digl aug Rest", "la giuventetgna")),
    TrumpName("XXI", "Die Welt", ("il mund", "la vaca", "la biala", "il min", "il miau", "la ferma"), ("la ferma",)),
)
