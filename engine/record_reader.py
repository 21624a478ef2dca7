"""Reading records: text in, `Record` out, or the line that cannot be read."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from engine.cards import Card
from engine.errors import Code, EngineError
from engine.notation import parse_card, parse_cards, parse_set
from engine.record import FORMAT, Packets, Record
from engine.rulesets import RuleSet, ruleset
from engine.seats import Seat
from engine.settlement import FoolEnd, FoolFate, Pile
from engine.trick import Call, JackSwap, Trick
from engine.tschintschar import Decision, Speech

_TRICK = re.compile(r"(\d) leads ([^,]+), (\d) takes(?:, (.+))?", re.ASCII)
_SWAP = re.compile(r"(?P<call>buob|sche): (?P<holder>\d) gives (?P<jack>\S+) for (?P<back>\S+)", re.ASCII)
_PILE = re.compile(r"(?P<points>-?\d{1,4}) points, (?P<tricks>\d{1,2}) tricks:(?P<cards>.*)", re.ASCII)
_FOOL = re.compile(r"(?P<owner>\d) (?P<end>kept|gives|waived|lost)( (?P<empty>\S+))?", re.ASCII)
_SPEECH = re.compile(r"(?P<seat>\d):(?:say-(?P<phrase>\d{1,3})|(?P<decision>[a-z]+))", re.ASCII)
_NUMBER = re.compile(r"\d{1,3}", re.ASCII)
_DECISIONS = {decision.value: decision for decision in Decision}


@dataclass(slots=True)
class _Lines:
    """The lines of one record, taken one after the other."""

    lines: list[str]
    rules: RuleSet = field(init=False)
    seats: dict[str, Seat] = field(init=False)
    at: int = 0

    def set_rules(self, rules: RuleSet) -> None:
        """Note the rules by which the rest is to be read."""
        self.rules = rules
        self.seats = {str(seat.number): seat for seat in rules.seats}

    def take(self, word: str) -> str:
        """Return the rest of the next line, which must begin with this word."""
        line = self.lines[self.at] if self.at < len(self.lines) else ""
        if not line.startswith(word):
            raise self.refuse(word)
        self.at += 1
        return line[len(word) :]

    def take_whole(self, line: str) -> None:
        """Take a line that must be exactly this."""
        if self.take(line):
            raise self.refuse_last(line)

    def sees(self, word: str) -> bool:
        """Whether the next line begins with this word."""
        return self.at < len(self.lines) and self.lines[self.at].startswith(word)

    def refuse(self, expected: str) -> EngineError:
        """Return the refusal of the next line."""
        return EngineError(Code.FORMAT, line=self.at + 1, expected=expected.strip())

    def refuse_last(self, expected: str) -> EngineError:
        """Return the refusal of the line that was taken last."""
        self.at -= 1
        return self.refuse(expected)

    def matched(self, pattern: re.Pattern[str], text: str) -> re.Match[str]:
        """Return how a part of the line before matches, or refuse that line."""
        found = pattern.fullmatch(text)
        if found is None:
            raise self.refuse_last(pattern.pattern)
        return found

    def number(self, word: str) -> int:
        """Take a line of one word and a number."""
        return int(self.matched(_NUMBER, self.take(f"{word} ")).group())

    def seat(self, text: str) -> Seat:
        """Return the seat with this number at a table of the record's rules."""
        found = self.seats.get(text)
        if found is None:
            raise self.refuse_last("a seat")
        return found


def split_records(text: str) -> list[str]:
    """Return the texts of the records in a text; each begins with its format line."""
    starts = [found.start() for found in re.finditer(rf"^{FORMAT}$", text, re.MULTILINE)]
    if not starts or text[: starts[0]].strip():
        starts.insert(0, 0)
    return [text[start:end] for start, end in zip(starts, [*starts[1:], len(text)], strict=True)]


def records(text: str) -> Iterator[Record]:
    """Yield the records of a text. Raises EngineError as `read_record` does."""
    yield from map(read_record, split_records(text))


def read_record(text: str) -> Record:
    """Return the record in a text of one record.

    Raises EngineError: FORMAT with the line (counted from 1 in the record), UNKNOWN_CARD, CARD_TWICE
    (in a pile), UNKNOWN_RULESET.
    """
    lines = _Lines([line for raw in text.splitlines() if (line := raw.rstrip())])
    lines.take_whole(FORMAT)
    lines.set_rules(ruleset(lines.take("rules ")))
    dealer = lines.seat(lines.take("dealer "))
    mode, redeals = lines.number("mode"), lines.number("redeals")
    hands = tuple(_hand(lines.take(f"hand {seat.number}: ")) for seat in lines.rules.seats)
    talk = tuple(_talk(lines))
    scart = parse_cards(lines.take("scart: ")) if lines.sees("scart: ") else ()
    knocks: list[tuple[int, Seat]] = []
    tricks = tuple(_tricks(lines, knocks))
    fool = _fool(lines)
    piles = tuple(_pile(lines, number) for number in range(lines.rules.parties))
    lines.take_whole("end")
    if lines.at < len(lines.lines):
        raise lines.refuse("nothing after the end")
    return Record(lines.rules, dealer, mode, redeals, hands, talk, scart, tricks, tuple(knocks), fool, piles)


def _hand(text: str) -> Packets:
    return tuple(parse_cards(packet) for packet in text.split("|"))


def _talk(lines: _Lines) -> Iterator[Speech]:
    while lines.sees("talk "):
        packet, _, said = lines.take("talk ").partition(": ")
        lines.matched(_NUMBER, packet)
        for word in said.split():
            speech = lines.matched(_SPEECH, word)
            phrase, decision = speech["phrase"], speech["decision"]
            if phrase is None and decision not in _DECISIONS:
                raise lines.refuse_last("|".join(_DECISIONS))
            seat = lines.seat(speech["seat"])
            yield Speech(int(packet), seat, _DECISIONS[decision] if phrase is None else int(phrase))


def _tricks(lines: _Lines, knocks: list[tuple[int, Seat]]) -> Iterator[Trick]:
    players = lines.rules.players
    for number in range(1, lines.rules.cards_each + 1):
        first, cards, taker, swap = lines.matched(_TRICK, lines.take(f"trick {number}: ")).groups()
        leader = lines.seat(first)
        if "!" in cards:
            codes = cards.split()
            knocks += [(number - 1, leader.after(place, players)) for place, code in enumerate(codes) if code[0] == "!"]
            cards = " ".join(code.removeprefix("!") for code in codes)
        plays = parse_cards(cards)
        if len(plays) != players:
            raise lines.refuse_last("a card of each player")
        yield Trick(leader, plays, lines.seat(taker), None if swap is None else _swap(lines, swap))


def _swap(lines: _Lines, text: str) -> JackSwap:
    found = lines.matched(_SWAP, text)
    jack, back = parse_card(found["jack"]), parse_card(found["back"])
    return JackSwap(Call(found["call"]), lines.seat(found["holder"]), jack, back)


def _fool(lines: _Lines) -> FoolFate:
    found = lines.matched(_FOOL, lines.take("fool: "))
    empty: Card | None = parse_card(found["empty"]) if found["empty"] else None
    return FoolFate(FoolEnd(found["end"]), lines.seat(found["owner"]), empty)


def _pile(lines: _Lines, number: int) -> Pile:
    found = lines.matched(_PILE, lines.take(f"pile {number}: "))
    return Pile(int(found["tricks"]), parse_set(found["cards"]), int(found["points"]))
