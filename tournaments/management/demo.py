"""A made-up championship, through the same domain functions as the pages. All people in it are invented."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from random import Random

from engine.counting import MIDLINE
from engine.seats import Side
from engine.simulate import simulate_table
from tournaments.domain.championships import create_championship
from tournaments.domain.publishing import publish_ranking, set_public
from tournaments.domain.registration import PersonData, register_entry
from tournaments.domain.results import key_result
from tournaments.domain.rounds import SEEDS, close_round, draw_round, publish_round
from tournaments.enums import Pairing, Preset
from tournaments.models import Association, Championship, Round
from tournaments.pairing.formats import PairingFormat, rounds_of

STAGES = ("registered", "paired", "played", "published")

FIRST_NAMES = (
    "Aita Alexi Andrea Anna Balzer Barla Baseli Benedetg Bistgaun Carla Catrina Chiara Cla Clau Corina Cristian Daria "
    "Donat Duri Emerita Fabio Felici Flavia Flurin Gelgia Giachen Gian Gieri Gion Giulia Giusep Hendri Ignazi Ladina "
    "Letizia Lina Linard Luregn Madlaina Maria Mathias Mengia Michel Moritz Nadia Norbert Onna Paula Pieder Placi "
    "Renata Rest Rita Rosa Sandra Selina Sep Seraina Sigisbert Silvio Stina Tarcisi Teresa Toni Ursin Ursina Vigeli"
).split()
FAMILY_NAMES = (
    "Alig Arpagaus Beer Berther Bergamin Bearth Blumenthal Bundi Cabalzar Caduff Cadruvi Cahannes Camathias Camenisch "
    "Candinas Capaul Carigiet Casanova Casaulta Cathomas Cavegn Caviezel Collenberg Coray Curschellas Dalbert Darms "
    "Decurtins Deflorin Degonda Deplazes Derungs Desax Flepp Foppa Fryberg Genelin Giger Giossi Huonder Jacomet Jenal "
    "Livers Lombriser Loretz Maissen Manetsch Monn Muoth Nay Nuth Pelican Pfister Quinter Rensch Schlanser Schmed "
    "Seeli Sgier Sialm Simonet Solèr Spescha Tenner Tomaschett Tuor Venzin Vincenz Winzap"
).split()
VILLAGES = (
    "Andiast Breil Castrisch Cuera Cumbel Curaglia Dardin Degen Domat Falera Flem Glion Laax Lumbrein Morissen Mustér "
    "Obersaxen Pitasch Rabius Riein Rueun Ruschein Sagogn Schluein Schnaus Sedrun Sevgein Siat Sumvitg Surcasti Trin "
    "Trun Valendau Vals Vella Vignogn Vrin"
).split()
CLUBS = ("Il Bagat Sedrun", "Il Narr Glion", "Ils Buobs Breil", "La Roda Vella", "Las Gaglinas Trun", "")


@dataclass(frozen=True, slots=True)
class DemoPlan:
    """What to make: how many entries of which kind, how many rounds drawn in which way, how far the day has gone.

    `absent`: so many entries miss each round.
    """

    slug: str
    seed: int
    stage: str
    preset: Preset
    entries: int
    rounds: int
    day: date
    pairing: Pairing = Pairing.STANDING
    absent: int = 0


def make_demo(plan: DemoPlan) -> Championship:
    """Make the championship. The same plan gives the same people, draws and results."""
    rng = Random(plan.seed)
    championship = create_championship(
        association=Association.objects.get_or_create(slug="demo", defaults={"name": "Uniun da troccas (demo)"})[0],
        name=f"Campiunadi da troccas {plan.day.year} (demo)",
        slug=plan.slug,
        starts_on=plan.day,
        preset=plan.preset,
        rounds=plan.rounds,
        final_rounds=0,
        pairing=plan.pairing,
        expected_entries=plan.entries,
        place="Glion",
    )
    set_public(championship.pk, public=True)
    people = invented_people(rng)
    size = 2 if championship.is_pairs else 1
    for _ in range(plan.entries):
        register_entry(championship.pk, [next(people) for _ in range(size)], club=rng.choice(CLUBS))
    play_rounds(championship, plan, rng)
    championship.refresh_from_db()
    return championship


def play_rounds(championship: Championship, plan: DemoPlan, rng: Random) -> None:
    if plan.stage == "registered":
        return
    last = last_round(plan)
    for number in range(1, 2 if plan.stage == "paired" else last + 1):
        missing = rng.sample(range(1, plan.entries + 1), plan.absent) if plan.absent else ()
        round_ = draw_round(championship.pk, seed=rng.randrange(SEEDS), absent=missing)
        publish_round(round_.pk)
        if plan.stage != "paired":
            half = plan.stage == "played" and number == last
            play_round(round_, rng, share=0.5 if half else 1, decide=plan.pairing == Pairing.KNOCKOUT)
            if not half:
                close_round(round_.pk)
    if plan.stage == "published":
        publish_ranking(championship.pk)


def last_round(plan: DemoPlan) -> int:
    """A knock-out ends by itself."""
    ends = rounds_of(PairingFormat(plan.pairing), plan.entries) if plan.pairing == Pairing.KNOCKOUT else None
    return min(plan.rounds, ends or plan.rounds)


def play_round(round_: Round, rng: Random, *, share: float = 1, decide: bool = False) -> None:
    """Play and key this share of the tables, in a random order as in a hall. `decide`: until somebody has won."""
    tables = list(round_.tables.order_by("number"))
    rng.shuffle(tables)
    for table in tables[: round(share * len(tables))]:
        deals = simulate_table(rng, first_dealer=Side(table.first_dealer)).points_a
        while decide and sum(deals) == MIDLINE * len(deals):
            deals = simulate_table(rng, first_dealer=Side(table.first_dealer)).points_a
        key_result(table.pk, deals, expected_version=table.version, answered_yes=True)


def invented_people(rng: Random) -> Iterator[PersonData]:
    """People that do not exist, no name twice; raises StopIteration when the names are used up (over 4,000)."""
    names = [f"{first} {family}" for first in FIRST_NAMES for family in FAMILY_NAMES]
    rng.shuffle(names)
    for name in names:
        yield PersonData(name, rng.choice(VILLAGES), year_of_birth=rng.randrange(1940, 2011))
