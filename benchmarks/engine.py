"""The engine against OpenSpiel's tarok, a game of the same family in C++. Prints JSON.

    python3 -m benchmarks.engine            measures; takes some minutes
    python3 -m benchmarks.engine --quick    fewer repetitions

OpenSpiel is installed for this only, into a temporary environment that is removed again. Everything is measured in one
process, in interleaved repetitions, in processor time; ratios are medians over the repetitions, and above 1 where the
engine is faster. A deal of tarok has 48 cards and one of Troccas 76; both are counted as one deal, and the ratio for
one card is given beside it.

What is compared:

- scalar and batch play: random deals to the end, dealing and counting included on both sides;
- verify_moves: a recorded deal given as integers. OpenSpiel looks every action up among the legal ones and applies it,
  then gives the result. The engine gets the hands, the plays, the exchanges and the count, and audits all at once;
- verify_record_objects: the same with records as objects of the readable engine, with the talk, the Fool's fate and the
  cards of each pile. A right record is checked at once, a wrong one card by card until the offence can be named;
- read_record: their text, for which OpenSpiel has nothing like it; only the time is given;
- validate_four_results: whether four results can be. OpenSpiel has no other way than to replay the four deals. The slip
  with all its fields is checked by the scoring, which is given beside it.

Tarok's bids are fixed to the actions 0, 0, 2 (contract Three), so that all cards are played. Bids at random often end a
deal after eleven decisions; they are given beside it.
"""

import gc
import json
import platform
import statistics
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import UTC, datetime
from importlib import import_module, metadata
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any

from engine.attainable import impossible_deals
from engine.audit import is_sound
from engine.batch import Batch
from engine.playout import play_out
from engine.record import record_of, written
from engine.record_reader import read_record
from engine.rulesets import CLASSIC_EN, SURSELVA, FirstLead
from engine.seats import Side
from engine.simulate import play_deals, simulate_table
from engine.verify import first_offence
from scoring.slip import Slip
from scoring.validation import validate

PEER = "open_spiel==2.0.2"
BIDS = (0, 0, 2)
CARDS, PEER_CARDS = 76, 48  # played in a deal
DEALS = 500
BATCH = 1 << 15
MEASURED = replace(CLASSIC_EN, name="measured", first_lead=FirstLead.RIGHT_OF_DEALER)

History = tuple[Any, list[int]]


def main() -> None:
    """Measure with the peer at hand, or make an environment that has it and measure there."""
    try:
        peer = import_module("pyspiel")
    except ImportError:
        with tempfile.TemporaryDirectory() as folder:
            venv.create(folder, with_pip=True)
            python = Path(folder) / ("Scripts" if sys.platform == "win32" else "bin") / "python"
            subprocess.run([python, "-m", "pip", "install", "--quiet", PEER], check=True)
            subprocess.run([python, "-m", "benchmarks.engine", *sys.argv[1:]], check=True)
        return
    repetitions = 9 if "--quick" in sys.argv else 25
    print(json.dumps(measured(peer.load_game("tarok"), repetitions), indent=1))


def measured(game: Any, repetitions: int) -> dict[str, Any]:
    """Return all figures."""
    rng = Random(1)
    playouts = [play_out(rng, SURSELVA, number % 4) for number in range(DEALS)]
    records = [record_of(state) for state in play_deals(rng, DEALS)]
    texts = [written(record) for record in records]
    histories = [history(game, rng) for _ in range(DEALS)]
    results = [simulate_table(rng, first_dealer=Side.A).points_a for _ in range(DEALS)]
    slips = [Slip(points, first_dealer=Side.A) for points in results]
    four = cycle(histories)
    seconds = interleaved(
        {
            "peer_play": lambda: repeat(lambda: full_deal(game, rng), DEALS),
            "peer_play_random_bids": lambda: repeat(lambda: full_deal(game, rng, ()), DEALS),
            "peer_replay": lambda: each(replayed, histories),
            "peer_four_deals": lambda: repeat(lambda: [replayed(next(four)) for _ in range(4)], DEALS // 4),
            "play": lambda: repeat(lambda: play_out(rng, SURSELVA), DEALS),
            "batch": lambda: len(Batch(rng, SURSELVA, BATCH).points),
            "audit": lambda: each(lambda played: is_sound(played, SURSELVA), playouts),
            "verify_record": lambda: each(first_offence, records),
            "read_record": lambda: each(read_record, texts),
            "possible_results": lambda: each(lambda points: impossible_deals(points, Side.A), results),
            "validate_slip": lambda: each(validate, slips),
        },
        repetitions,
    )
    return {
        "when": datetime.now(UTC).isoformat(timespec="seconds"),
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}",
        "peer": f"open_spiel {metadata.version('open_spiel')}, tarok, bids {BIDS}",
        "repetitions": repetitions,
        "ratios": ratios(seconds),
        "microseconds": {name: round(1e6 * statistics.median(times), 2) for name, times in seconds.items()},
        "batch": spread(rng),
    }


def ratios(seconds: dict[str, list[float]]) -> dict[str, float]:
    """Return how many times faster the engine is than the peer, for each task."""
    pairs = {
        "scalar_play": ("peer_play", "play"),
        "scalar_play_against_random_bids": ("peer_play_random_bids", "play"),
        "batch_play": ("peer_play", "batch"),
        "verify_moves": ("peer_replay", "audit"),
        "verify_record_objects": ("peer_replay", "verify_record"),
        "validate_four_results": ("peer_four_deals", "possible_results"),
        "validate_whole_slip": ("peer_four_deals", "validate_slip"),
    }
    found = {
        name: statistics.median(p / e for p, e in zip(seconds[peer], seconds[ours], strict=True))
        for name, (peer, ours) in pairs.items()
    }
    by_card = {f"{name}_per_card": found[name] * CARDS / PEER_CARDS for name in ("scalar_play", "verify_moves")}
    return {name: round(ratio, 2) for name, ratio in (found | by_card).items()}


def spread(rng: Random, batches: int = 60, deals: int = 1 << 13) -> dict[str, float]:
    """Return mean and deviation of batch play, and the deviation of batch means against independent deals."""
    points = [Batch(rng, MEASURED, deals).points for _ in range(batches)]
    means = [statistics.fmean(batch) for batch in points]
    deviation = statistics.fmean(map(statistics.pstdev, points))
    return {
        "deals": batches * deals,
        "mean": round(statistics.fmean(means), 3),
        "deviation": round(deviation, 3),
        "deviation_of_means_against_independent": round(statistics.stdev(means) / (deviation / deals**0.5), 2),
    }


def interleaved(tasks: dict[str, Callable[[], int]], repetitions: int) -> dict[str, list[float]]:
    """Run all tasks in turn, again and again; return seconds of processor time for one item of each."""
    seconds: dict[str, list[float]] = {name: [] for name in tasks}
    for task in tasks.values():
        task()
    gc.collect()
    gc.freeze()  # what was prepared is not searched for garbage while tasks run
    for _ in range(repetitions):
        for name, task in tasks.items():
            begun = time.process_time()
            items = task()
            seconds[name].append((time.process_time() - begun) / items)
    return seconds


def repeat(action: Callable[[], object], times: int) -> int:
    for _ in range(times):
        action()
    return times


def each(action: Callable[[Any], object], things: Iterable[Any]) -> int:
    count = 0
    for thing in things:
        action(thing)
        count += 1
    return count


def full_deal(game: Any, rng: Random, bids: Iterable[int] = BIDS) -> None:
    """Play a deal of tarok: these bids, then random legal actions."""
    state, fixed, random = game.new_initial_state(), iter(bids), rng.random
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
            continue
        bid = next(fixed, None)
        if bid is None:
            legal = state.legal_actions()
            state.apply_action(legal[int(random() * len(legal))])
        else:
            state.apply_action(bid)


def history(game: Any, rng: Random) -> History:
    """Return a dealt state of tarok and the actions of a full random deal from it."""
    state, fixed, actions = game.new_initial_state(), iter(BIDS), []
    state.apply_action(state.chance_outcomes()[0][0])
    dealt = state.clone()
    while not state.is_terminal():
        action = next(fixed, None)
        action = rng.choice(state.legal_actions()) if action is None else action
        actions.append(action)
        state.apply_action(action)
    return dealt, actions


def replayed(recorded: History) -> list[float]:
    """Check a recorded deal of tarok: every action must be legal; return the result."""
    state = recorded[0].clone()
    for action in recorded[1]:
        if action not in state.legal_actions():
            raise ValueError(action)
        state.apply_action(action)
    result: list[float] = state.returns()
    return result


if __name__ == "__main__":
    main()
