"""Commands `count`, `attainable`, `play`, `verify`: JSON on standard output; exit 0 done, 1 refused, 2 wrong use."""

import argparse
import json
import os
import sys
from pathlib import Path
from random import Random
from typing import Any

from engine.attainable import attainable, attainable_triples
from engine.counting import check_pile_size, count_pile
from engine.errors import Code, EngineError, Problem
from engine.notation import parse_set
from engine.players import random_player, sensible_player
from engine.record import record_of, written
from engine.record_reader import read_record, split_records
from engine.rulesets import FIVE, RULESETS, SIX, SURSELVA, THREE, ruleset
from engine.simulate import play_deals
from engine.verify import first_offence

BY_PLAYERS = {3: THREE, 4: SURSELVA, 5: FIVE, 6: SIX}


def _print_json(answer: dict[str, Any]) -> None:
    print(json.dumps(answer, ensure_ascii=False))


def _refuse(problems: list[Problem]) -> int:
    _print_json({"problems": [problem.as_json() for problem in problems]})
    return 1


def _count(options: argparse.Namespace) -> int:
    rules = BY_PLAYERS[options.players]
    pile = parse_set(sys.stdin.read() if options.cards == "-" else options.cards)
    dealer = None if options.side is None else options.side == "dealer"
    if options.tricks is not None or dealer is not None:
        check_pile_size(pile, rules, tricks=options.tricks, dealer=dealer)
    count = count_pile(pile, rules)
    answer = {"points": count.points, "cards": count.cards, "groups": count.groups}
    _print_json(answer if rules.unit == 1 else {**answer, "unit": "third"})
    return 0


def _attainable(options: argparse.Namespace) -> int:
    rules = ruleset(options.ruleset)
    sets = attainable(rules)
    dealer, other = sorted(sets.dealer), sorted(sets.other)
    if rules.players == 3:
        _print_json({"triples": len(attainable_triples(rules)), "dealer": dealer, "other": other})
    elif rules.players == 6:
        _print_json({"side": dealer})
    else:
        _print_json({**({"unit": "third"} if sets.unit == 3 else {}), "dealer": dealer, "other": other})
    return 0


def _play(options: argparse.Namespace) -> int:
    rules = ruleset(options.ruleset)
    player = {"random": random_player, "sensible": sensible_player}[options.players]
    for state in play_deals(Random(options.seed), options.count, rules, (player,) * rules.players):
        print(written(record_of(state)), flush=True)
    return 0


def _verify(options: argparse.Namespace) -> int:
    deals, problems = 0, []
    for name in options.files:
        try:
            text = sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            problems.append(Problem(Code.FORMAT, {"file": name, "error": type(error).__name__}))
            continue
        for number, record in enumerate(split_records(text), start=1):
            deals += 1
            problem = _offence(record)
            if problem is not None:
                problems.append(Problem(problem.code, {"file": name, "record": number, **problem.data}))
    if problems:
        return _refuse(problems)
    _print_json({"deals": deals, "ok": True})
    return 0


def _offence(text: str) -> Problem | None:
    try:
        return first_offence(read_record(text))
    except EngineError as refusal:
        return refusal.problem


def _natural(text: str) -> int:
    number = int(text)
    if number < 0:
        raise ValueError(text)
    return number


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m engine", description="The card game Troccas.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    count = commands.add_parser("count", help="count a pile of cards")
    count.add_argument("cards", help="codes with blanks between: 'cK t21 n r3'; - reads them from standard input")
    count.add_argument("--tricks", type=int, help="how many tricks the pile holds, to check its size")
    count.add_argument("--side", choices=("dealer", "other"), help="whose pile it is, to check its size")
    count.add_argument("--players", type=int, choices=sorted(BY_PLAYERS), default=4)
    count.set_defaults(run=_count)
    results = commands.add_parser("attainable", help="print which results a deal can have")
    results.add_argument("--ruleset", choices=sorted(RULESETS), default=SURSELVA.name)
    results.set_defaults(run=_attainable)
    play = commands.add_parser("play", help="print recorded deals, played by simulated players")
    play.add_argument("--seed", type=int, required=True)
    play.add_argument("--count", type=_natural, default=1)
    play.add_argument("--ruleset", choices=sorted(RULESETS), default=SURSELVA.name)
    play.add_argument("--players", choices=("random", "sensible"), default="sensible")
    play.set_defaults(run=_play)
    verify = commands.add_parser("verify", help="check recorded deals card by card")
    verify.add_argument("files", nargs="+", metavar="FILE", help="- reads standard input")
    verify.set_defaults(run=_verify)
    for command in commands.choices.values():
        command.add_argument("--json", action="store_true", help="accepted for uniformity: the answer is always JSON")
    return parser


def main(arguments: list[str] | None = None) -> int:
    """Run one command and return its exit code."""
    options = _parser().parse_args(arguments)
    try:
        code: int = options.run(options)
    except EngineError as refusal:
        return _refuse([refusal.problem])
    except BrokenPipeError:  # the reader has enough; nothing more must be written, not even at the end
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return code


if __name__ == "__main__":
    sys.exit(main())
