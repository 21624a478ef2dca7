"""Records: written, read back, checked (rules, end of paragraph 11; docs/record-format.md)."""

import re
from random import Random

import pytest

from engine.actions import Knock, Say
from engine.errors import Code, EngineError, Problem
from engine.hand_state import HandState, Phase, apply, legal_actions, start
from engine.notation import CODES, card_code, parse_card
from engine.players import random_player, sensible_player, view_of
from engine.record import Record, record_of, written
from engine.record_reader import read_record, records, split_records
from engine.rulesets import CLASSIC_EN, FIVE, LITERAL_DE, SIX, SURSELVA, THREE, RuleSet
from engine.seats import Seat
from engine.simulate import play_deal, play_deals
from engine.tschintschar import Decision
from engine.verify import first_offence
from tests.engine.table import after, deal_of, deal_with

ALL_RULES = [pytest.param(rules, id=rules.name) for rules in (SURSELVA, CLASSIC_EN, LITERAL_DE, THREE, FIVE, SIX)]


def record(seed: int = 1, rules: RuleSet = SURSELVA) -> Record:
    return record_of(play_deal(Random(seed), deal_of(rules, seed=seed)))


def with_jack() -> Record:
    """A random deal in which a jack was demanded and the Fool exchanged."""
    return next(
        found
        for found in map(record, range(100))
        if found.fool.empty is not None and any(trick.swap for trick in found.tricks)
    )


@pytest.mark.parametrize("rules", ALL_RULES)
def test_record_is_read_back_identically_and_verifies(rules: RuleSet) -> None:
    for player in (random_player, sensible_player):
        for state in play_deals(Random(7), 12, rules, (player,) * rules.players):
            recorded = record_of(state)
            text = written(recorded)

            assert read_record(text) == recorded
            assert written(read_record(text)) == text
            assert first_offence(recorded) is None
            assert recorded.deal == state.deal


def test_records_follow_each_other() -> None:
    both = [record(1), record(2)]

    assert list(records("\n".join(map(written, both)))) == both
    assert len(split_records("noise\n" + written(both[0]))) == 2


def test_a_record_keeps_phrases_and_knocks() -> None:
    state = after(start(deal_of(CLASSIC_EN)), Say(3), Decision.ORDER, Decision.PASS, Say(0), Decision.ORDER)
    rng = Random(1)
    while state.phase is not Phase.OVER:
        knock = Knock.KNOCK in legal_actions(state)
        state = apply(state, Knock.KNOCK if knock else random_player(view_of(state), rng))
    recorded = record_of(state)

    assert "talk 1: 1:say-3 1:order" in written(recorded)
    assert recorded.knocks
    assert read_record(written(recorded)) == recorded
    assert first_offence(recorded) is None


def test_an_unfinished_deal_has_no_record() -> None:
    with pytest.raises(EngineError) as refused:
        record_of(start(deal_of()))

    assert refused.value.code is Code.PHASE


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        pytest.param("troccas-record 1", "troccas-record 12", 1, id="another format"),
        pytest.param("dealer 0", "dealer 4", 3, id="a dealer who is not there"),
        pytest.param("dealer 0", "dealer x", 3, id="a dealer without a number"),
        pytest.param("mode 3", "mode", 4, id="no mode"),
        pytest.param("mode 3", "mode ³", 4, id="a strange digit"),
        pytest.param("redeals 0", "redeals 1000", 5, id="too many digits"),
        pytest.param("hand 1", "hand 2", 7, id="hands in another order"),
        pytest.param("talk 1: 1:order", "talk 1: 1:shout", 10, id="an unknown decision"),
        pytest.param("talk 1: 1:order", "talk 1: order", 10, id="nobody speaks"),
        pytest.param("talk 1: 1:order", "talk x: 1:order", 10, id="no packet"),
        pytest.param("talk 1: 1:order", "talk 1: 7:order", 10, id="a seat that is not there"),
        pytest.param("trick 2:", "trick 3:", 15, id="a trick is missing"),
        pytest.param("takes", "wins", 14, id="another word"),
        pytest.param("fool: ", "fool: 9 ", None, id="the Fool"),
        pytest.param("pile 1", "pile 2", None, id="pile"),
        pytest.param("points", "punkte", None, id="points"),
        pytest.param("\nend\n", "\nend\nmore\n", None, id="something after the end"),
        pytest.param("\nend\n", "\n", None, id="no end"),
        pytest.param("\nend\n", "\nendless\n", None, id="another end"),
    ],
)
def test_text_that_is_no_record_is_refused_with_its_line(old: str, new: str, line: int | None) -> None:
    ordered = after(start(deal_of()), Decision.ORDER, Decision.ORDER, Decision.ORDER)
    text = written(record_of(random_end(ordered)))
    assert old in text

    with pytest.raises(EngineError) as refused:
        read_record(text.replace(old, new, 1))

    assert refused.value.code is Code.FORMAT
    assert line in {None, refused.value.problem.data["line"]}


def random_end(state: HandState) -> HandState:
    rng = Random(1)
    while state.phase is not Phase.OVER:
        state = apply(state, random_player(view_of(state), rng))
    return state


def test_a_trick_with_a_card_too_few_is_refused() -> None:
    text = re.sub(r"(trick 3: \d leads) \S+", r"\1", written(record()))

    with pytest.raises(EngineError) as refused:
        read_record(text)

    assert refused.value.code is Code.FORMAT


@pytest.mark.parametrize(
    ("line", "code"),
    [
        pytest.param("rules tarock/1", Code.UNKNOWN_RULESET, id="rule set"),
        pytest.param("rules surselva/9", Code.UNKNOWN_RULESET, id="version"),
        pytest.param("scart: c2 c99", Code.UNKNOWN_CARD, id="card"),
        pytest.param("pile 0: 3 points, 1 tricks: c1 c1", Code.CARD_TWICE, id="card twice"),
    ],
)
def test_unknown_words_are_refused(line: str, code: Code) -> None:
    word = line.split(maxsplit=1)[0] if not line.startswith("pile") else "pile 0:"
    text = re.sub(rf"^{word}.*$", line, written(record()), flags=re.MULTILINE)

    with pytest.raises(EngineError) as refused:
        read_record(text)

    assert refused.value.code is code


# A record with one thing changed is rejected.


def offence(text: str) -> Problem | None:
    try:
        return first_offence(read_record(text))
    except EngineError as refusal:
        return refusal.problem


@pytest.mark.parametrize("rules", ALL_RULES)
def test_a_record_with_any_one_card_changed_is_rejected(rules: RuleSet) -> None:
    text, rng = written(record(5, rules)), Random(5)
    places = list(re.finditer(r"(?<=[ !])([crbs](\d+|[JNQK])|t\d+|n)(?=[\s,])", text))
    assert len(places) >= 3 * 78 - 10

    for place in places if rules is SURSELVA else places[::5]:
        other = rng.choice([code for code in CODES if code != place.group()])
        changed = text[: place.start()] + other + text[place.end() :]

        assert offence(changed) is not None, changed[place.start() - 20 : place.end() + 20]


@pytest.mark.parametrize("rules", ALL_RULES)
def test_a_record_with_any_one_trick_winner_changed_is_rejected(rules: RuleSet) -> None:
    text = written(record(5, rules))

    for number, found in enumerate(re.finditer(r"(\d) takes", text), start=1):
        winner = int(found[1])
        for other in set(range(rules.players)) - {winner}:
            changed = text[: found.start()] + str(other) + text[found.start() + 1 :]

            problem = offence(changed)

            assert problem is not None
            assert (problem.code, problem.data["trick"], problem.data["seat"]) == (Code.WINNER, number, other)


def test_a_record_with_its_exchange_changed_is_rejected() -> None:
    text = written(with_jack())
    found = re.search(r", (buob|sche): (\d) gives (\S+) for (\S+)", text)
    assert found is not None
    holder = (int(found[2]) + 1) % 4

    changes = ["", found[0].replace(f": {found[2]}", f": {holder}"), found[0].replace("gives c", "gives r")]
    changes += [found[0].replace(f"for {found[4]}", f"for {code}") for code in CODES if code != found[4]]
    changes += [found[0].replace(f"gives {found[3]}", f"gives {code}") for code in CODES if code != found[3]]

    for change in set(changes) - {found[0]}:
        assert offence(text.replace(found[0], change)) is not None, change


def test_a_record_with_its_fool_changed_is_rejected() -> None:
    text = written(with_jack())
    found = re.search(r"fool: (\d) gives (\S+)", text)
    assert found is not None
    owner = int(found[1])

    for change in (
        f"fool: {owner} kept",
        f"fool: {owner} waived",
        f"fool: {owner} lost",
        f"fool: {owner} gives",
        f"fool: {owner} kept {found[2]}",
        f"fool: {owner} gives cK",
        f"fool: {(owner + 1) % 4} gives {found[2]}",
    ):
        problem = offence(text.replace(found[0], change))

        assert problem is not None
        assert problem.code is Code.FOOL, change


# Every offence, in the order of paragraph 11.


def changed(text: str, pattern: str, new: str) -> Problem:
    """The offence of a record in which the first match of a pattern is replaced."""
    assert re.search(pattern, text, re.MULTILINE)
    problem = offence(re.sub(pattern, new, text, count=1, flags=re.MULTILINE))
    assert problem is not None
    return problem


def first_hand(text: str) -> list[str]:
    found = re.search(r"^hand 0: (.*)$", text, re.MULTILINE)
    assert found is not None
    return found[1].replace("|", " ").split()


@pytest.fixture
def text() -> str:
    ordered = after(start(deal_of()), Decision.ORDER, Decision.ORDER, Decision.ORDER)
    return written(record_of(random_end(ordered)))


def test_11_partition_of_the_78_cards(text: str) -> None:
    first, second = first_hand(text)[:2]

    assert changed(text, rf"^hand 0: {first}", f"hand 0: {second}").as_json() == {
        "code": "PARTITION",
        "cards": 78,
        "twice": second,
    }
    assert changed(text, rf"^hand 0: {first}", "hand 0:").data["cards"] == 77


def test_11_hand_sizes(text: str) -> None:
    card = first_hand(text)[0]

    problem = changed(text, rf"^hand 0: {card} (.*)\n(hand 1: .*)$", rf"hand 0: \1\n\2 {card}")

    assert problem.as_json() == {"code": "HAND_SIZE", "seat": 0, "expected": [6, 6, 9]}


def test_11_deal_mode(text: str) -> None:
    assert changed(text, r"^mode 3", "mode 4").code is Code.DEAL_MODE
    assert changed(text, r"^mode 3", "mode 2").code is Code.HAND_SIZE


@pytest.mark.parametrize(
    ("talk", "seat"),
    [
        pytest.param("talk 1: 2:order", 1, id="out of turn"),
        pytest.param("talk 1: 1:defer", 1, id="not his to say"),
        pytest.param("talk 1: 1:pass 2:pass 3:pass 0:continue", 3, id="the third defers"),
        pytest.param("talk 1: 1:pass 2:pass 3:defer 0:cancel", 0, id="cancelled and yet played"),
        pytest.param("talk 1: 1:pass 2:pass 3:defer 0:order", 0, id="the dealer does not order"),
        pytest.param("talk 1: 1:pass", 2, id="nobody goes on"),
        pytest.param("talk 1: 1:say-400 1:order", 1, id="unknown phrase"),
        pytest.param("talk 1: 2:say-1 1:order", 2, id="phrase out of turn"),
    ],
)
def test_5_talk_that_cannot_have_been(text: str, talk: str, seat: int) -> None:
    problem = changed(text, r"^talk 1: .*$", talk)

    assert problem.as_json()["code"] == "SPEECH"
    assert problem.data["seat"] == seat


def test_5_talk_after_its_end(text: str) -> None:
    assert changed(text, r"^talk 3: .*$", "talk 3: 1:order 2:order").code is Code.SPEECH
    assert changed(text, r"^talk 3: .*$", "talk 3: 1:order 1:say-1").code is Code.SPEECH
    assert changed(written(record(1, THREE)), r"^scart", "talk 1: 1:order\nscart").code is Code.SPEECH


def test_5_4_a_dealer_without_a_trump_has_to_decide() -> None:
    no_trump = "c1 c2 c3 c4 c5 c6 c7 c8 c9 c10 cJ r1 r2 r3 r4 r5 r6 r7 r8 r9 r10"
    state = after(start(deal_with({0: no_trump})), Decision.ORDER, Decision.ORDER, Decision.ORDER, Decision.CONTINUE)
    text = written(record_of(random_end(state)))

    assert offence(text) is None
    assert changed(text, r"^(talk 3: .*) 0:continue$", r"\1").code is Code.SPEECH


def test_11_scart(text: str) -> None:
    other = next(code for code in first_hand(text) if not parse_card(code).is_honour)

    for scart in (f"scart: {other}", f"scart: {other} {other}", "scart: cK rK"):
        problem = changed(text, r"^scart: .*$", scart)

        assert (problem.code, problem.data["seat"]) == (Code.SCART, 0)


def test_11_leader(text: str) -> None:
    assert changed(text, r"^trick 1: 1 leads", "trick 1: 2 leads").as_json() == {
        "code": "LEADER",
        "trick": 1,
        "seat": 2,
        "expected": 1,
    }


def test_11_card_held(text: str) -> None:
    found = re.search(r"^trick 2: (\d) leads (\S+) (\S+)", text, re.MULTILINE)
    assert found is not None

    problem = changed(text, r"^(trick 2: \d leads) (\S+) (\S+)", r"\1 \3 \2")

    assert problem.as_json() == {"code": "NOT_HELD", "trick": 2, "seat": int(found[1]), "card": found[3]}


def test_11_duty_to_follow_and_to_trump() -> None:
    for seed in range(40):
        found = record(seed)
        text = written(found)
        trick, later = found.tricks[0], found.tricks[1:]
        for place in range(1, 4):
            seat, card = trick.leader.after(place), trick.plays[place]
            other = next(plays.plays[(seat.number - plays.leader.number) % 4] for plays in later if not plays.swap)
            if card.suit is trick.plays[0].suit and other.suit not in {card.suit, None} and not trick.swap:
                swapped = text.replace(f" {card_code(card)}", " §").replace(
                    f" {card_code(other)}", f" {card_code(card)}"
                )
                swapped = swapped.replace(" §", f" {card_code(other)}")
                head, tail = text.split("trick 1:")
                problem = offence(head + "trick 1:" + swapped.split("trick 1:")[1])
                assert tail
                assert problem is not None
                assert problem.as_json() == {
                    "code": "FOLLOW",
                    "trick": 1,
                    "seat": seat.number,
                    "card": card_code(other),
                }
                return
    pytest.fail("no deal shows it")


def test_11_piles(text: str) -> None:
    assert changed(text, r"^(pile 0: \d+ points, )(\d+) tricks", r"\g<1>19 tricks").as_json()["code"] == "PILE"
    assert changed(text, r"^(pile 1: .*) \S+$", r"\1").as_json()["pile"] == 1


def test_11_points(text: str) -> None:
    points = re.search(r"^pile 0: (\d+)", text, re.MULTILINE)
    assert points is not None
    stated, right = int(points[1]) + 1, int(points[1])

    assert changed(text, r"^pile 0: \d+", f"pile 0: {stated}").as_json() == {
        "code": "POINTS",
        "pile": 0,
        "points": stated,
        "expected": right,
    }


def test_7_9_knocking_that_was_not_allowed(text: str) -> None:
    assert changed(text, r"^(trick 1: \d leads )", r"\1!").as_json() == {"code": "KNOCK", "trick": 1, "seat": 1}


def test_7_9_knocking_twice_without_the_highest_or_after_all_trumps() -> None:
    plain = written(record(3, CLASSIC_EN))
    plain = plain.replace("!", "")
    assert offence(plain) is None

    for number in range(1, 20):
        for place in range(4):
            pattern = rf"^(trick {number}: \d leads{' \\S+' * place} )"
            knocked = re.sub(pattern, r"\1!", plain, count=1, flags=re.MULTILINE)
            legal = legal_knocks(read_record(plain))

            problem = offence(knocked)

            expected = None if (number, place) in legal else "KNOCK"
            assert (problem and problem.code.value) == expected


def legal_knocks(recorded: Record) -> set[tuple[int, int]]:
    """Where a player about to play holds the highest trump still in a hand: (trick, place)."""
    holder = {card: seat for seat, packets in enumerate(recorded.hands) for packet in packets for card in packet}
    out = {card for card in holder if card.is_trump and card not in recorded.scart}
    found = set()
    for number, trick in enumerate(recorded.tricks, start=1):
        for place, card in enumerate(trick.plays):
            seat: Seat = trick.leader.after(place)
            if out and holder[max(out, key=lambda trump: trump.rank)] == seat.number:
                found.add((number, place))
            out.discard(card)
    return found


def test_7_9_nobody_knocks_twice() -> None:
    recorded = record(3, CLASSIC_EN)
    plain = written(recorded).replace("!", "")
    twice: dict[int, list[tuple[int, int]]] = {}
    for number, place in sorted(legal_knocks(read_record(plain))):
        seat = recorded.tricks[number - 1].leader.after(place).number
        twice.setdefault(seat, []).append((number, place))
    seat, (first, second, *_) = next((seat, places) for seat, places in twice.items() if len(places) > 1)

    text = plain
    for number, place in (first, second):
        text = re.sub(rf"^(trick {number}: \d leads{' \\S+' * place} )", r"\1!", text, count=1, flags=re.MULTILINE)

    problem = offence(text)
    assert problem is not None
    assert problem.as_json() == {"code": "KNOCK", "trick": first[0], "seat": seat}


def test_7_8_a_jack_that_no_king_demanded() -> None:
    """A jack is added to the first trick of a suit without its king: the holder has it, but need not give it."""
    for seed in range(60):
        found = record(seed)
        trick, suit = found.tricks[0], found.tricks[0].plays[0].suit
        jacks = {
            (seat, code): trick.plays[(seat - trick.leader.number) % 4]
            for seat, packets in enumerate(found.hands)
            for packet in packets
            for code in map(card_code, packet)
            if code[1:] == "J" and parse_card(code).suit is suit and parse_card(code) not in trick.plays
        }
        for (seat, code), own in jacks.items():
            if own.suit is suit and own.is_empty and card_code(own)[0] + "K" not in map(card_code, trick.plays):
                gift = f" takes, buob: {seat} gives {code} for {card_code(own)}"

                line = re.search(r"^trick 1: .*$", written(found), re.MULTILINE)
                assert line is not None
                given = offence(written(found).replace(line[0], line[0].replace(" takes", gift)))
                assert given is not None
                assert given.as_json() == {"code": "JACK", "trick": 1, "seat": seat, "card": code}
                return
    pytest.fail("no deal shows it")
