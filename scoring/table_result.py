"""One deal and the four deals that two sides play at a table, as values that cannot be wrong."""

from dataclasses import dataclass

from engine.seats import Side
from scoring import balance


def dealer_of(deal: int, first_dealer: Side) -> Side:
    """Which side gives deal 1…4: the first dealer's side gives 1 and 3, the other 2 and 4."""
    return first_dealer if deal % 2 else first_dealer.other


@dataclass(frozen=True, slots=True)
class DealScore:
    """Card points of one deal, 0…72; side b has what is left of 72.

    Raises ValueError outside 0…72, and for a 1 on the side that gave (rules.md §10).
    """

    a: int
    dealer: Side | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.a <= balance.DEAL_POINTS:
            raise ValueError(f"{self.a} is not a number of card points between 0 and 72")
        if self.dealer is not None and self.points(self.dealer) == 1:
            raise ValueError("the side that gave cannot end on 1")

    @property
    def b(self) -> int:
        return balance.DEAL_POINTS - self.a

    @property
    def net(self) -> int:
        """Balance of side a; side b has the mirror image."""
        return balance.net(self.a)

    @property
    def is_match(self) -> bool:
        """One side took every trick: 72 to 0."""
        return self.a in {0, balance.DEAL_POINTS}

    def points(self, side: Side) -> int:
        return self.a if side is Side.A else self.b


@dataclass(frozen=True, slots=True)
class TableResult:
    """The finished deals of a table in order: four, or fewer where play was broken off."""

    deals: tuple[DealScore, ...]

    def __post_init__(self) -> None:
        if len(self.deals) > balance.DEALS_PER_TABLE:
            raise ValueError("a table has four deals at most")

    @classmethod
    def of_points(cls, points: tuple[int, ...], first_dealer: Side | None = None) -> "TableResult":
        """From side a's card points of each deal. Raises ValueError as `DealScore` does."""
        return cls(
            tuple(
                DealScore(each, dealer_of(deal, first_dealer) if first_dealer else None)
                for deal, each in enumerate(points, start=1)
            )
        )

    @property
    def points(self) -> tuple[int, ...]:
        """Side a's card points, deal by deal."""
        return tuple(deal.a for deal in self.deals)

    @property
    def is_finished(self) -> bool:
        return len(self.deals) == balance.DEALS_PER_TABLE

    @property
    def card_points(self) -> int:
        """Side a's card points over all deals; 144 is level when four were played."""
        return sum(self.points)

    @property
    def net(self) -> int:
        """Side a's balance, −144…+144; side b has the mirror image."""
        return sum(deal.net for deal in self.deals)

    @property
    def running(self) -> tuple[int, ...]:
        """Side a's balance after each deal."""
        return balance.running(self.points)
