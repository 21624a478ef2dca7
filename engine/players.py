"""Players for simulations: one that plays at random, one that plays sensibly. They see only what a person would see."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from engine.actions import Action, LayAway, Play, TakeBack
from engine.cards import BAGAT, NARR, PLAIN_SUITS, Card, Figure, Suit, figure_of
from engine.cardset import EMPTY, CardSet
from engine.hand_state import HandState, Phase, legal_actions
from engine.play import legal_cards
from engine.rulesets import RuleSet
from engine.seats import Seat
from engine.trick import Call, suit_led, taker
from engine.tschintschar import Decision


@dataclass(frozen=True, slots=True)
class View:
    """What the player to act sees: the own hand, the table, and what has been played."""

    rules: RuleSet
    phase: Phase
    seat: Seat
    hand: CardSet
    leader: Seat
    plays: tuple[Card, ...]
    played: CardSet
    led: frozenset[Suit | None]
    legal: tuple[Action, ...]

    @property
    def winning(self) -> Seat | None:
        """Who would take the trick as it lies."""
        return self.leader.after(taker(self.plays), self.rules.players) if self.plays else None

    @property
    def is_ours(self) -> bool:
        """Whether the trick as it lies goes to the player's own party."""
        return self.winning is not None and self.rules.party_of(self.winning) == self.rules.party_of(self.seat)

    @property
    def is_last(self) -> bool:
        """Whether the player is the last to play to this trick."""
        return len(self.plays) == self.rules.players - 1


Player = Callable[[View, Random], Action]


def view_of(state: HandState) -> View:
    """Return what the player to act sees."""
    played = EMPTY
    for trick in state.tricks:
        played |= trick.cards
    return View(
        state.deal.rules,
        state.phase,
        state.turn,
        state.hand,
        state.leader,
        state.plays,
        played | CardSet.of(state.plays),
        frozenset(suit_led(trick.plays) for trick in state.tricks),
        legal_actions(state),
    )


def random_player(view: View, rng: Random) -> Action:
    """Choose any legal action, one as likely as another."""
    return rng.choice(view.legal)


def sensible_player(view: View, rng: Random) -> Action:
    """Follow the partner, save honours, play for the jack; chance decides only between equals."""
    if view.phase is Phase.PLAY:
        return Play(_lead(view, rng) if suit_led(view.plays) is None else _follow(view, rng))
    if view.phase is Phase.SCART:
        return LayAway(_scart(view, rng))
    if view.phase is Phase.CALL:
        return _call(view)
    if view.phase is Phase.TAKE_BACK:
        return TakeBack(_cheapest([action.card for action in view.legal if isinstance(action, TakeBack)], rng))
    return _decide(view)


def _decide(view: View) -> Action:
    """Order with a strong hand; a dealer cancels a weak one, or one without a trump."""
    strength = 2 * len(view.hand.honours) + len(view.hand.trumps)
    strong = 3 * strength > len(view.hand)
    wishes = (Decision.ORDER, Decision.CONTINUE) if strong else (Decision.CANCEL, Decision.PASS, Decision.DEFER)
    return next((action for action in wishes if action in view.legal), view.legal[0])


def _scart(view: View, rng: Random) -> CardSet:
    """Lay away from the shortest suits, trumps last, and there rather a card with points than an empty."""
    hand = view.hand - view.hand.honours
    length = {card: len(view.hand.of_suit(card.suit)) + 20 * card.is_trump for card in hand if card.suit is not None}
    ranked = sorted(length, key=lambda card: (length[card], -card.value, rng.random()))
    return CardSet.of(ranked[: view.rules.scart_size])


def _call(view: View) -> Action:
    """Ask for the jack if the trick is ours, but leave a queen or knight in it."""
    if not view.is_ours:
        return Call.SILENT
    suit = suit_led(view.plays)
    figures = any(card.suit is suit and card.figure in {Figure.REGINA, Figure.CAVAGL} for card in view.plays)
    return Call.BUOB_SCHE if figures and Call.BUOB_SCHE in view.legal else Call.BUOB


def _lead(view: View, rng: Random) -> Card:
    """Lead a king whose jack is still out, else a high trump if there are many, else a small card of a long suit."""
    for suit in PLAIN_SUITS:
        king, jack = figure_of(suit, Figure.RETG), figure_of(suit, Figure.BUOB)
        if king in view.hand and suit not in view.led and jack not in view.played:
            return king
    if len(view.hand.trumps) > len(view.hand) // 2:
        return view.hand.trumps.highest
    plain = view.hand - view.hand.trumps - view.hand.honours
    if not plain:
        return _cheapest(view.hand, rng)
    longest = max((plain.of_suit(suit) for suit in PLAIN_SUITS), key=len)
    return _cheapest(longest, rng)


def _follow(view: View, rng: Random) -> Card:
    """Give points to a trick that is ours, take one that is not if that is safe, else lose as little as possible."""
    legal = legal_cards(view.hand, view.plays)
    if view.is_ours and (view.is_last or _is_safe(view)):
        return _dearest(legal.without(NARR) or legal, rng)
    takers = [card for card in legal if taker((*view.plays, card)) == len(view.plays)]
    if takers and view.is_last:
        return _dearest(takers, rng)
    worth = sum(card.value for card in view.plays)
    strong = [card for card in takers if card.is_trump and card != BAGAT]
    if strong and worth:
        return min(strong, key=lambda card: card.rank)
    if NARR in legal and worth and not view.is_ours:
        return NARR
    return _cheapest(legal, rng)


def _is_safe(view: View) -> bool:
    """Whether the winning card is a trump or a king, so that the partner can rely on it."""
    card = view.plays[taker(view.plays)]
    return card.is_trump or card.figure is Figure.RETG


def _cheapest(cards: CardSet | list[Card], rng: Random) -> Card:
    return min(cards, key=lambda card: (card.value, card.is_trump, card.rank, rng.random()))


def _dearest(cards: CardSet | list[Card], rng: Random) -> Card:
    return max(cards, key=lambda card: (card.value, not card.is_trump, -card.rank, rng.random()))
