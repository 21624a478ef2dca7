"""What a run measures: how long answers took, and which they were."""

import statistics
import threading
from collections import Counter
from dataclasses import dataclass, field

FAILED = 0
"""The status of a request that got no answer."""


@dataclass(slots=True)
class Measured:
    """Answers of one kind of request: seconds from the moment it was due to the whole answer, and statuses."""

    seconds: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, seconds: float, status: int) -> None:
        with self.lock:
            self.seconds.append(seconds)
            self.statuses[status] += 1

    def answers(self, lowest: int, highest: int) -> int:
        """How many answers had a status in this range, both ends included."""
        return sum(count for status, count in self.statuses.items() if lowest <= status <= highest)

    def as_json(self) -> dict[str, object]:
        """Milliseconds: median, 95th and 99th percentile, longest."""
        if len(self.seconds) < 2:
            return {"count": len(self.seconds)}
        parts = statistics.quantiles(self.seconds, n=100, method="inclusive")
        shown = {
            "median": parts[49],
            "p95": parts[94],
            "p99": parts[98],
            "max": max(self.seconds),
        }
        return {"count": len(self.seconds), **{name: round(1000 * value, 1) for name, value in shown.items()}}
