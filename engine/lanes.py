"""A whole deal as one big integer with a byte, a *lane*, for each card played.

The lanes are in order of play, the first card on top, so that the cards of a trick lie beside each other. One addition,
shift or mask works on all lanes at once. Lanes hold numbers below 128: the top bit is free, and tells of borrows.
"""


class Lanes:
    """The lanes of a deal of so many players and tricks."""

    def __init__(self, players: int, tricks: int) -> None:
        """Compute the masks."""
        self.players, self.plays = players, players * tricks
        self.ones = int.from_bytes(b"\x01" * self.plays)
        self.full = 255 * self.ones
        self.steps = int.from_bytes(bytes(range(players)) * tricks)  # from the leader of a trick
        self._tops, self._below_tops = 128 * self.ones, 127 * self.ones
        self._up_to_top = (128 - players) * self.ones
        self._one_trick = int.from_bytes(b"\x01" * players)
        self._last_lanes = int.from_bytes((bytes(players - 1) + b"\xff") * tricks)
        self._to_last, self._trick_bits = 8 * (players - 1), 8 * players

    def whole(self, number: int) -> int:
        """Return 255 in every lane that is not 0."""
        return ((number + self._below_tops & self._tops) >> 7) * 255

    def led(self, number: int) -> int:
        """Return, in every lane of a trick, what the lane of its first card has."""
        return (number >> self._to_last & self._last_lanes) * self._one_trick

    def only(self, number: int) -> int:
        """Return, in every lane of a trick, what the only lane of it has that is not 0."""
        return (number * self._one_trick >> self._to_last & self._last_lanes) * self._one_trick

    def round_table(self, seats: int) -> int:
        """Return seats where after the last one comes the first again."""
        return seats - ((seats + self._up_to_top & self._tops) >> 7) * self.players

    def moved_up(self, number: int, last: int) -> int:
        """Return what the lanes of the next trick have, and for the last trick this number in every lane."""
        return number << self._trick_bits & self.full | last * self._one_trick

    def are_at_most(self, numbers: int, limits: int) -> bool:
        """Whether no lane is above that of the limits."""
        return (limits | self._tops) - numbers & self._tops == self._tops

    def all_but(self, place: int) -> int:
        """Return 255 in all lanes but that of one play."""
        return self.full ^ 255 << 8 * (self.plays - 1 - place)


LANES = {players: Lanes(players, tricks) for players, tricks in ((3, 25), (4, 19), (5, 15), (6, 13))}
