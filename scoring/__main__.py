"""`python -m scoring check …` and `python -m scoring rank FILE`: JSON on standard output, no site needed.

Exit codes: 0 done, also with questions; 1 refused, with `{"problems": […]}`; 2 wrong usage.
"""

import argparse
import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engine.seats import Side
from scoring import balance
from scoring.event_file import EventFileError, read_event, standings_as_data
from scoring.slip import Notation, Slip, Written
from scoring.standings import RankingRules, rank
from scoring.table_points import ByeWorth, PointsPer, PointValues
from scoring.table_result import DealScore
from scoring.tiebreaks import DEFAULT_KEYS, Combine, Key
from scoring.validation import Checked, validate

WHOLE_NUMBER = re.compile(r"[+-]?[0-9]{1,9}")


def number(text: str) -> Written:
    """A whole number, or the text as it is: the check then says what is wrong with it."""
    plain = text.strip().replace("\N{MINUS SIGN}", "-")
    return int(plain) if WHOLE_NUMBER.fullmatch(plain) else text


def keys(text: str) -> tuple[Key, ...]:
    """Tie-break keys from a list with commas; ValueError is turned into wrong usage by argparse."""
    return tuple(Key(name.strip()) for name in text.split(","))


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(prog="python -m scoring", description="Check a result, or rank an event.")
    commands = top.add_subparsers(dest="command", required=True)
    check = commands.add_parser("check", help="check four deals of one table")
    check.add_argument("deals", nargs=balance.DEALS_PER_TABLE, type=number, metavar="DEAL", help="side a's numbers")
    check.add_argument("--first-dealer", type=Side, choices=list(Side))
    check.add_argument("--notation", type=Notation, choices=list(Notation), default=Notation.POINTS)
    check.add_argument("--side-b", nargs=balance.DEALS_PER_TABLE, type=number, default=(), metavar="DEAL")
    check.add_argument("--matches", nargs="+", type=int, default=(), metavar="DEAL", help="deals marked as a match")
    ranking = commands.add_parser("rank", help="rank the event in a JSON file")
    ranking.add_argument("file", help="JSON file, - for standard input")
    ranking.add_argument("--keys", type=keys, default=DEFAULT_KEYS, help=f"of: {', '.join(Key)}")
    ranking.add_argument("--points-per", type=PointsPer, choices=list(PointsPer), default=PointsPer.TABLE)
    ranking.add_argument("--bye", type=ByeWorth, choices=list(ByeWorth), default=ByeWorth.WIN)
    ranking.add_argument("--combine", type=Combine, choices=list(Combine), default=Combine.SUM)
    ranking.add_argument("--lot-seed", type=int, default=0)
    ranking.add_argument("--after", type=int, metavar="ROUND", help="as it stood after this round")
    for command in (check, ranking):
        command.add_argument("--json", action="store_true", help="accepted; the answer is always JSON")
    return top


def check(arguments: argparse.Namespace) -> tuple[dict[str, Any], int]:
    checked = validate(
        Slip(
            side_a=tuple(arguments.deals),
            side_b=tuple(arguments.side_b),
            notation=arguments.notation,
            first_dealer=arguments.first_dealer,
            matches=frozenset(arguments.matches),
        )
    )
    return _checked_as_data(checked), 0 if checked.valid else 1


def _checked_as_data(checked: Checked) -> dict[str, Any]:
    findings = {
        "questions": [each.as_data() for each in checked.questions],
        "problems": [each.as_data() for each in checked.problems],
    }
    if checked.result is None:
        return {"valid": False} | findings
    result = checked.result
    return {
        "valid": True,
        "deals": [_deal_as_data(deal) for deal in result.deals],
        "net": result.net,
        "card_points": result.card_points,
        "running": result.running,
    } | findings


def _deal_as_data(deal: DealScore) -> dict[str, Any]:
    return {
        "a": deal.a,
        "b": deal.b,
        "buns_a": balance.buns(deal.a),
        "schliats_a": balance.schliats(deal.a),
        "dealer": deal.dealer,
    }


def ranking(arguments: argparse.Namespace) -> tuple[dict[str, Any], int]:
    try:
        text = sys.stdin.read() if arguments.file == "-" else Path(arguments.file).read_text(encoding="utf-8-sig")
        facts = read_event(json.loads(text))
    except EventFileError as refused:
        return {"problems": refused.problems}, 1
    except (OSError, ValueError, RecursionError) as unreadable:
        return {"problems": [{"code": "UNREADABLE", "given": str(unreadable)}]}, 1
    values = PointValues(per=arguments.points_per, bye=arguments.bye)
    rules = RankingRules(arguments.keys, values, arguments.combine, arguments.lot_seed)
    standings = rank(facts if arguments.after is None else facts.until(arguments.after), rules)
    return standings_as_data(standings), 0


def main(words: Sequence[str] | None = None) -> int:
    arguments = parser().parse_args(words)
    answer, code = {"check": check, "rank": ranking}[arguments.command](arguments)
    print(json.dumps(answer, ensure_ascii=False))
    return code


if __name__ == "__main__":
    sys.exit(main())
