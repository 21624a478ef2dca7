"""Named, frozen, versioned rule sets for three to six players (rules, paragraphs 9 and 12).

A stored result keeps the name and the version of the rules it was played by. To change a rule set, raise its version.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property

from engine.cards import PACK_SIZE, TOTAL_EXCESS
from engine.errors import Code, EngineError
from engine.seats import Seat, seats

_CARDS_EACH = {3: 25, 4: 19, 5: 15, 6: 13}


class TeamDraw(StrEnum):
    """How partners are found (3.5)."""

    DRAWN = "drawn"
    FIXED = "fixed"


class DeckPrep(StrEnum):
    """How the pack is prepared (4)."""

    SHUFFLE = "shuffle"
    CUT = "cut"


class ExposeLast(StrEnum):
    """Whose last dealt card is laid open (4)."""

    NONE = "none"
    NON_DEALERS = "non_dealers"
    ALL = "all"


class DeficitMeasure(StrEnum):
    """What "behind" means for the deal mode (4)."""

    OWN_TOTAL = "own_total"
    GAP = "gap"


class DeficitScope(StrEnum):
    """Over which deals the running total goes (4)."""

    ROUND = "round"
    SESSION = "session"


class DealerForce(StrEnum):
    """When a dealer may force a new deal after the last packet (5.4)."""

    NO_TRUMP = "no_trump"
    NO_TRUMP_NO_COURT = "no_trump_no_court"
    OFF = "off"


class FirstLead(StrEnum):
    """Who leads to the first trick (7.1)."""

    RIGHT_OF_DEALER = "right_of_dealer"
    DEALER = "dealer"


class FoolNoEmpty(StrEnum):
    """What happens to a Fool whose side has no empty to give for it (7.7)."""

    WAIVE = "waive"
    LOSE = "lose"


class JackTrigger(StrEnum):
    """Which king demands the jack (7.8)."""

    KING_LED = "king_led"
    KING_IN_TRICK = "king_in_trick"


class JackCaller(StrEnum):
    """Who may ask for the jack (7.8)."""

    KING_PLAYER = "king_player"
    TRICK_WINNER = "trick_winner"


class JackTakeback(StrEnum):
    """Which card the jack's holder takes back (7.8)."""

    OWN_CARD = "own_card"
    ANY_EMPTY = "any_empty"


class JackFigure(StrEnum):
    """Whether a jack's holder who played the queen or the knight of the suit can be called (7.8)."""

    TWO_CALLS = "two_calls"
    EXEMPT = "exempt"


class JackSameHand(StrEnum):
    """What a player with king and jack of the suit may do (7.8)."""

    SWAP = "swap"
    OFF = "off"


class Knock(StrEnum):
    """Whether the holder of the highest trump still out may knock (7.9)."""

    FORBIDDEN = "forbidden"
    ALLOWED = "allowed"


class ScartOnMatch(StrEnum):
    """Who gets the dealer's scart when the other party takes every trick (8)."""

    TO_WINNER = "to_winner"
    STAYS = "stays"


class FiveGroup(StrEnum):
    """How five players count (9): exact thirds, or one group for each trick."""

    THIRDS = "thirds"
    TRICK = "trick"


@dataclass(frozen=True)
class RuleSet:
    """All options of one way to play. Numbers that follow from the number of players are computed once."""

    name: str
    version: int = 1
    players: int = 4
    team_draw: TeamDraw = TeamDraw.DRAWN
    deck_prep: DeckPrep = DeckPrep.SHUFFLE
    expose_last: ExposeLast = ExposeLast.NON_DEALERS
    deficit_measure: DeficitMeasure = DeficitMeasure.OWN_TOTAL
    deficit_scope: DeficitScope = DeficitScope.ROUND
    two_packets_from: int = 9
    one_packet_from: int = 18
    deficit_inclusive: bool = True
    consultation: bool = True
    dealer_force: DealerForce = DealerForce.NO_TRUMP
    max_redeals: int = 20
    first_lead: FirstLead = FirstLead.RIGHT_OF_DEALER
    fool_no_empty: FoolNoEmpty = FoolNoEmpty.WAIVE
    jack_trigger: JackTrigger = JackTrigger.KING_LED
    jack_first_time_only: bool = True
    jack_caller: JackCaller = JackCaller.KING_PLAYER
    jack_takeback: JackTakeback = JackTakeback.OWN_CARD
    jack_figure: JackFigure = JackFigure.TWO_CALLS
    jack_same_hand: JackSameHand = JackSameHand.SWAP
    knock: Knock = Knock.FORBIDDEN
    scart_on_match: ScartOnMatch = ScartOnMatch.TO_WINNER
    match_bonus: int = 0
    five_group: FiveGroup = FiveGroup.THIRDS
    six_group: int = 4

    @property
    def label(self) -> str:
        """Name and version as a record writes them: `surselva/1`."""
        return f"{self.name}/{self.version}"

    @cached_property
    def cards_each(self) -> int:
        """Cards of a player, and number of tricks of a deal."""
        return _CARDS_EACH[self.players]

    @cached_property
    def scart_size(self) -> int:
        """How many cards the dealer lays away."""
        return PACK_SIZE - self.players * self.cards_each

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        """The seats in use."""
        return seats(self.players)

    @cached_property
    def parties(self) -> int:
        """How many parties score against each other: two sides, or every player alone with three and five."""
        return 2 if self.players in {4, 6} else self.players

    def party_of(self, seat: Seat) -> int:
        """Return the number of the party this seat plays for; partners sit on alternate seats."""
        return seat.number % self.parties

    @cached_property
    def unit(self) -> int:
        """Units in one card point: 1, but 3 where five players count in exact thirds."""
        return 3 if self.players == 5 and self.five_group is FiveGroup.THIRDS else 1

    def trick_units(self, tricks: int) -> int:
        """Return what so many tricks are worth as groups, in units."""
        if self.players == 6:
            return -(-6 * tricks // self.six_group)
        return 5 * tricks if self.unit == 3 else tricks

    @cached_property
    def trick_worths(self) -> tuple[int, ...]:
        """What each number of tricks, from none to all, is worth, in units."""
        return tuple(map(self.trick_units, range(self.cards_each + 1)))

    @cached_property
    def scart_units(self) -> int:
        """What the scart is worth as a group, in units."""
        return self.unit if self.scart_size else 0

    @cached_property
    def total(self) -> int:
        """All points of a deal, in units: 72, 78 with three, 234 thirds with five."""
        return self.unit * TOTAL_EXCESS + self.trick_units(self.cards_each) + self.scart_units

    def first_leader(self, dealer: Seat) -> Seat:
        """Return who leads to the first trick (7.1)."""
        return dealer.next(self.players) if self.first_lead is FirstLead.RIGHT_OF_DEALER else dealer


SURSELVA = RuleSet("surselva")
CLASSIC_EN = RuleSet(
    "classic_en",
    deck_prep=DeckPrep.CUT,
    first_lead=FirstLead.DEALER,
    jack_trigger=JackTrigger.KING_IN_TRICK,
    jack_caller=JackCaller.TRICK_WINNER,
    jack_figure=JackFigure.EXEMPT,
    knock=Knock.ALLOWED,
)
LITERAL_DE = replace(
    SURSELVA,
    name="literal_de",
    jack_first_time_only=False,
    jack_same_hand=JackSameHand.OFF,
    dealer_force=DealerForce.OFF,
)
THREE = replace(SURSELVA, name="three", players=3, consultation=False)
FIVE = replace(SURSELVA, name="five", players=5, consultation=False)
SIX = replace(SURSELVA, name="six", players=6)

RULESETS = {rules.name: rules for rules in (SURSELVA, CLASSIC_EN, LITERAL_DE, THREE, FIVE, SIX)}


def ruleset(name: str) -> RuleSet:
    """Return a rule set by name, or by `name/version` as records write it.

    Raises EngineError (UNKNOWN_RULESET) when there is none.
    """
    found = RULESETS.get(name.partition("/")[0])
    if found is None or name not in {found.name, found.label}:
        raise EngineError(Code.UNKNOWN_RULESET, ruleset=name, known=sorted(RULESETS))
    return found
