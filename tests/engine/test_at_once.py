"""The check of a whole record at once says the same as the walk, for deals as played and for changed ones."""

import lzma
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from pathlib import Path
from random import Random

import pytest

from engine.at_once import is_right
from engine.cards import PACK
from engine.errors import EngineError
from engine.players import random_player, sensible_player
from engine.record import Record, record_of, written
from engine.record_reader import read_record, records
from engine.rulesets import (
    CLASSIC_EN,
    FIVE,
    LITERAL_DE,
    RULESETS,
    SIX,
    SURSELVA,
    THREE,
    FiveGroup,
    FoolNoEmpty,
    JackTakeback,
    RuleSet,
    ScartOnMatch,
)
from engine.seats import Seat
from engine.simulate import play_deals
from engine.trick import Call, JackSwap
from engine.tschintschar import Decision
from engine.verify import first_offence, offence_by_walk
from tests.engine.golden.find import FOLDER
from tests.engine.table import with_rules

NAMED = [pytest.param(rules, id=rules.name) for rules in (SURSELVA, CLASSIC_EN, LITERAL_DE, THREE, FIVE, SIX)]
OPTIONS = [
    with_rules(SURSELVA, jack_takeback=JackTakeback.ANY_EMPTY),
    with_rules(SURSELVA, fool_no_empty=FoolNoEmpty.LOSE),
    with_rules(SURSELVA, scart_on_match=ScartOnMatch.STAYS),
    with_rules(SURSELVA, match_bonus=5),
    with_rules(FIVE, five_group=FiveGroup.TRICK),
    with_rules(SIX, six_group=3),
    *RULESETS.values(),
]
WORD = re.compile(r"[\w-]+|[|!]")


def golden(name: str) -> list[Record]:
    return list(records(lzma.decompress((Path(FOLDER) / f"{name}.txt.xz").read_bytes()).decode()))


def is_for_the_walk(record: Record) -> bool:
    """Whether a record has what the check at once leaves to the walk."""
    phrases = any(not isinstance(speech.said, Decision) for speech in record.talk)
    trumps = any(card.is_trump for card in chain.from_iterable(record.hands[record.dealer.number]))
    return bool(record.knocks) or phrases or (record.rules.consultation and not trumps)


def changed_records(text: str, rng: Random, times: int) -> Iterator[Record]:
    """Records in which words changed places, were replaced by others of the text, or left out, if they can be read."""
    words = list(WORD.finditer(text))
    for _ in range(times):
        one, other = sorted(rng.sample(words, 2), key=lambda word: word.start())
        first, second = rng.choice([(other[0], one[0]), (other[0], other[0]), (one[0], one[0]), ("", other[0])])
        changed = text[: one.start()] + first + text[one.end() : other.start()] + second + text[other.end() :]
        try:
            yield read_record(changed)
        except EngineError:
            continue


@pytest.mark.parametrize("rules", NAMED)
def test_deals_as_played_are_right_at_once(rules: RuleSet) -> None:
    for player in (random_player, sensible_player):
        for state in play_deals(Random(17), 24, rules, (player,) * rules.players):
            record = record_of(state)

            assert is_right(record) is not is_for_the_walk(record)


@pytest.mark.parametrize("rules", NAMED)
def test_changed_records_are_judged_as_by_the_walk(rules: RuleSet) -> None:
    rng, judged = Random(18), set()
    for state in play_deals(rng, 12, rules):
        for changed in changed_records(written(record_of(state)), rng, 100):
            offence = offence_by_walk(changed)

            assert first_offence(changed) == offence
            assert is_right(changed) is (offence is None and not is_for_the_walk(changed))
            judged.add(offence is None)
    assert judged == {True, False}


@pytest.mark.parametrize("name", RULESETS)
def test_witnesses_of_all_results_are_judged_as_by_the_walk_under_any_rules(name: str) -> None:
    """Among them are matches, Fools without an empty, and other rare ends."""
    for record in golden(name):
        assert is_right(record) is not is_for_the_walk(record)

        for rules in OPTIONS:
            if rules.players == record.rules.players:
                other = replace(record, rules=rules)

                assert is_right(other) is (offence_by_walk(other) is None and not is_for_the_walk(other))


def with_jack() -> tuple[Record, int, JackSwap]:
    """A record in which a jack was demanded, in which trick, and how."""
    return next(
        (record, number, trick.swap)
        for record in map(record_of, play_deals(Random(19), 100))
        for number, trick in enumerate(record.tricks)
        if trick.swap is not None
    )


def test_a_jack_under_any_call_holder_and_cards_is_judged_as_by_the_walk() -> None:
    record, number, swap = with_jack()
    changes = [
        *(replace(swap, call=call) for call in Call),
        *(replace(swap, holder=seat) for seat in Seat),
        *(replace(swap, jack=card) for card in PACK),
        *(replace(swap, back=card) for card in PACK),
    ]

    for change in changes:
        tricks = list(record.tricks)
        tricks[number] = replace(tricks[number], swap=change)
        changed = replace(record, tricks=tuple(tricks))

        assert is_right(changed) is (offence_by_walk(changed) is None), change


def test_nobody_gives_a_jack_for_silence() -> None:
    record, number, swap = with_jack()
    tricks = list(record.tricks)
    tricks[number] = replace(tricks[number], swap=replace(swap, call=Call.SILENT))

    offence = first_offence(replace(record, tricks=tuple(tricks)))

    assert offence is not None
    assert (offence.code.value, offence.data["trick"]) == ("JACK", number + 1)


def test_packets_and_tricks_of_other_sizes_are_not_right_though_all_cards_are_in_order() -> None:
    record = record_of(next(play_deals(Random(20), 1)))
    first, second, third, fourth = record.hands
    one, two, *rest = record.tricks
    fifth = one.plays + two.plays[:1]

    shifted = replace(record, hands=((*first, second[0]), second[1:], third, fourth))
    uneven = replace(record, tricks=(replace(one, plays=fifth), replace(two, plays=two.plays[1:]), *rest))

    assert (is_right(record), is_right(shifted), is_right(uneven)) == (True, False, False)
    assert is_right(replace(record, hands=())) is False
